// SPDX-License-Identifier: Apache-2.0
//
// Block T: self-hosted trace. Whether trace is allowed depends on everything but the timestamp fields and TRFCR_EL2.CX.
// Those are combined with four states of each class: self-hosted, allowed, EL2 enabled, Security state, Exception level
// and the state of EL3.
#include "gen/block_structs.h"
#include "unit/test/exhaustive/space.h"

const char *const check_name = "trace";

// In order of trace_result_t.
static bool compare(struct space *space, void *context)
{
  const bool *sort = context;
  struct spu_out out;
  spu_trace_outputs(space->spu, &space->in, &out);
  const uint64_t expected[] = {out.trace_self_hosted, out.trace_allowed, out.trace_cx2, out.trace_ts};
  if (!SPACE_MATCHES(space, trace_result_t_fields, expected, 0)) {
    return false;
  }
  if (*sort) {
    const unsigned key = (unsigned)out.trace_self_hosted | (unsigned)out.trace_allowed << 1 |
                         (unsigned)EL2Enabled(space->spu, &space->in) << 2 |
                         (unsigned)CurrentSecurityState(space->spu, &space->in) << 3 |
                         (unsigned)space->in.pe_el << 5 | (unsigned)space->in.el3_aarch32 << 7;
    space_sort(space, key);
  }
  return true;
}

static void compare_fields(struct space *space)
{
  bool sort = false;
  SPACE_VARY(space, "trfcr_el1_ts", "trfcr_el2_ts", "trfcr_el2_cx");
  space_run(space, "TraceTimeStamp", compare, &sort);
}

void check_block(struct space *space)  // U4, T1-T5
{
  bool sort = true;
  SPACE_VARY(space, "pe_el", "pe_aarch32", "el3_aarch32", "edscr_tfo", "scr_el3_ns", "scr_el3_nse",
             "scr_el3_eel2", "scr_el3_rw", "hcr_el2_tge", "hcr_el2_e2h", "hcr_el2_rw", "mdcr_el3_ste",
             "mdcr_el3_rlte", "trfcr_el1_e0tre", "trfcr_el1_e1tre", "trfcr_el2_e0htre", "trfcr_el2_e2tre",
             "dbgen", "niden", "spiden", "spniden", "rlpiden", "rtpiden", "pe_debug", "sder_suniden");
  space_run(space, "TraceAllowed", compare, &sort);
  space_each(space, compare_fields);
}
