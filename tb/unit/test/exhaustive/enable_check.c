// SPDX-License-Identifier: Apache-2.0
//
// Block A: every combination of the controls of the Profiling Buffer's owner and of profiling.
#include "gen/block_structs.h"
#include "unit/test/exhaustive/space.h"

const char *const check_name = "enable";

// In order of enable_result_t.
static bool compare(struct space *space, void *context)
{
  (void)context;
  const struct spu *spu = space->spu;
  const struct spu_in *in = &space->in;
  const struct spu_owner owner = ProfilingBufferOwner(spu, in);
  const uint64_t expected[] = {
      owner.ss,
      owner.el,
      CurrentSecurityState(spu, in),
      EL2Enabled(spu, in),
      ELUsingAArch32(spu, in, SPU_EL1),
      spu->config.have_el2 && ELUsingAArch32(spu, in, SPU_EL2),
      IsSecure(spu, in),
      IsInHost(spu, in),
      ELIsInHost(spu, in, SPU_EL2),
      EffectiveMDCR_EL3_NSPB(spu, in),
      ProfilingBufferEnabled(spu, in),
      StatisticalProfilingEnabled(spu, in),
      StatisticalProfilingEnabledAtEL(spu, in, SPU_EL2),
      SPE_PMBIDR_P_Read(spu, in),
  };
  return SPACE_MATCHES(space, enable_result_t_fields, expected, 0);
}

void check_block(struct space *space)  // A1-A4, B5, U3, ISBQVZ
{
  SPACE_VARY(space, "pe_el", "pe_aarch32", "pe_debug", "el3_aarch32", "scr_el3_ns", "scr_el3_nse",
             "scr_el3_eel2", "scr_el3_rw", "hcr_el2_tge", "hcr_el2_e2h", "hcr_el2_rw", "mdcr_el2_e2pb",
             "mdcr_el3_nspb", "mdcr_el3_nspbe", "pmblimitr[0]", "pmbsr[17]", "pmscr_el1[1:0]",
             "pmscr_el2[1:0]");
  space_run(space, "StatisticalProfilingEnabled", compare, NULL);
}
