// SPDX-License-Identifier: Apache-2.0
//
// FEAT_EBEP: every combination of the columns of Table D13-1 in every state of the PE, with and without an overflow.
// count_check.c checks which counters' overflows apply.
#include "gen/block_structs.h"
#include "unit/test/exhaustive/space.h"

const char *const check_name = "overflow";

// In order of overflow_result_t.
static bool compare(struct space *space, void *context)
{
  (void)context;
  struct spu_out out = {0};
  spu_pmu_outputs(space->spu, &space->in, &out);
  const uint64_t expected[] = {out.pmuirq, out.cti_pmu_overflow, out.pmu_exception_el1, out.pmu_exception_el2,
                               out.pmu_exception_el3};
  return SPACE_MATCHES(space, overflow_result_t_fields, expected, 0);
}

// Sets PMECR_EL1 on both sides. The write to the model sets its RES0 bits too.
static void set_pmecr(struct space *space, uint32_t value)
{
  const struct spu_in in = {.pe_el = SPU_EL1};
  spu_pmu_write(space->spu, &in, SPU_PMECR_EL1, value | ~UINT64_C(7));
  space->block.more[BLOCK_MORE_BITS / 32 - 1] = value << 24;
}

void check_block(struct space *space)  // N9
{
  const struct spu_config *config = &space->spu->config;
  if (config->pmu_version == 0) {
    space->combinations = 1;  // nothing to decide
    return;
  }
  for (uint32_t pmecr = 0; pmecr <= (config->have_ebep ? 7U : 0U); pmecr++) {
    space_clear_aarch64(space);
    space_set(space, "pmu.pminten[31]", 1);
    if (config->have_ebep) {
      set_pmecr(space, pmecr);
    }
    SPACE_VARY(space, "pe_el", "pe_debug", "pe_pm", "scr_el3_ns", "scr_el3_nse", "scr_el3_eel2",
               "mdcr_el3_pmee", "mdcr_el2_pmee", "hcr_el2_tge", "hcr_el2_e2h", "pmu.pmovs[31]",
               "pmu.pmcr[0]");
    space_run(space, "CheckForPMUException", compare, NULL);
  }
}
