// SPDX-License-Identifier: Apache-2.0
//
// Block A: every combination of everything that says who owns the Profiling Buffer and whether profiling is on.
#include "gen/block_structs.h"
#include "test/exhaustive/space.h"

const char *const check_name = "enable";

// What block A decides, in order of enable_result_t.
struct decision {
  const char *name;
  uint64_t value;
};

static bool compare(struct space *space, void *context)
{
  (void)context;
  const struct spu *spu = space->spu;
  const struct spu_in *in = &space->in;
  const struct spu_owner owner = ProfilingBufferOwner(spu, in);
  const struct decision decisions[] = {
      {"owner_ss", owner.ss},
      {"owner_el", owner.el},
      {"current_ss", CurrentSecurityState(spu, in)},
      {"el2_enabled", EL2Enabled(spu, in)},
      {"el1_aarch32", ELUsingAArch32(spu, in, SPU_EL1)},
      {"el2_aarch32", spu->config.have_el2 && ELUsingAArch32(spu, in, SPU_EL2)},
      {"secure", IsSecure(spu, in)},
      {"in_host", IsInHost(spu, in)},
      {"el2_is_host", ELIsInHost(spu, in, SPU_EL2)},
      {"nspb", EffectiveMDCR_EL3_NSPB(spu, in)},
      {"buffer_enabled", ProfilingBufferEnabled(spu, in)},
      {"profiling_enabled", StatisticalProfilingEnabled(spu, in)},
      {"el2_profiled", StatisticalProfilingEnabledAtEL(spu, in, SPU_EL2)},
      {"programming_not_allowed", SPE_PMBIDR_P_Read(spu, in)},
  };
  static const struct field *fields[sizeof decisions / sizeof decisions[0]];
  for (size_t i = 0; i < sizeof decisions / sizeof decisions[0]; i++) {
    if (fields[i] == NULL) {
      fields[i] = space_field(enable_result_t_fields, decisions[i].name);
    }
    const uint64_t got = space_result(space, fields[i]);
    if (got != decisions[i].value) {
      return space_differ(space, decisions[i].name, decisions[i].value, got);
    }
  }
  return true;
}

void check_block(struct space *space)
{
  static const char *const variables[] = {
      "pe_el",         "pe_aarch32",     "pe_debug",     "el3_aarch32", "scr_el3_ns",     "scr_el3_nse",
      "scr_el3_eel2",  "scr_el3_rw",     "hcr_el2_tge",  "hcr_el2_e2h", "hcr_el2_rw",     "mdcr_el2_e2pb",
      "mdcr_el3_nspb", "mdcr_el3_nspbe", "pmblimitr[0]", "pmbsr[17]",   "pmscr_el1[1:0]", "pmscr_el2[1:0]"};
  for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
    space_vary(space, variables[i]);
  }
  space_run(space, "StatisticalProfilingEnabled", compare, NULL);
}
