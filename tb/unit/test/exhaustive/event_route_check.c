// SPDX-License-Identifier: Apache-2.0
//
// FEAT_SPE_EXC and FEAT_SPE_nVM: which PMBSR_ELx records a management event, for every EC and FSC; whether profiling is
// stopped; PMBIRQ and the Profiling exceptions; whether the Profiling Buffer is translated.
#include "gen/block_structs.h"
#include "unit/test/exhaustive/space.h"

const char *const check_name = "event_route";

struct event {
  uint8_t ec;
  uint8_t fsc;
};

// In order of event_route_result_t.
static bool compare(struct space *space, void *context)
{
  const struct event *event = context;
  const struct spu *spu = space->spu;
  const struct spu_in *in = &space->in;
  struct spu_out out = {0};
  CheckForSPEException(spu, in, &out);
  const uint64_t expected[] = {
      ReportSPEEvent(spu, in, event->ec, event->fsc),
      DefaultSPEEvent(spu, in),
      SPEProfilingStopped(spu, in),
      (spu->regs.pmbsr & SPU_PMBSR_EL1_S) != 0 && SPEInterruptEnabled(spu, in),
      out.exception_el1,
      out.exception_el2,
      out.exception_el3,
      EffectivePMBLIMITR_EL1_nVM(spu, in),
      spu_pmbidr_addr_mode(spu, in),
  };
  return SPACE_MATCHES(space, event_route_result_t_fields, expected, 0);
}

static void run(struct space *space, const char *function, struct event event, const char *const *variables)
{
  space_clear_aarch64(space);
  space_vary_all(space, variables);
  space->block.more[0] = (uint32_t)event.ec | (uint32_t)event.fsc << 8;
  space_run(space, function, compare, &event);
}

// Both Data Aborts with every FSC, and the events without FSC.
static void check_registers(struct space *space)
{
  const char *const *const variables =
      SPACE_NAMES("pe_debug", "scr_el3_ns", "scr_el3_nse", "scr_el3_eel2", "mdcr_el3_nspb", "mdcr_el3_nspbe",
                  "mdcr_el3_pmsee", "mdcr_el2_e2pb", "scr_el3_gpf", "scr_el3_ea", "hcr_el2_gpf",
                  "hcr_el2_tea", "pmscr_el2[9:8]");
  static const uint8_t without_fsc[] = {0x00, 0x1e, 0x1f};
  for (size_t i = 0; i < sizeof without_fsc; i++) {
    // Only FEAT_RME has Granule Protection Checks.
    if (without_fsc[i] != 0x1e || space->spu->config.have_rme) {
      run(space, "ReportSPEEvent", (struct event){without_fsc[i], 0}, variables);
    }
  }
  for (uint8_t fsc = 0; fsc < 64; fsc++) {
    if (!space->spu->config.have_rme && fsc >= 0x22 && fsc <= 0x28) {
      continue;
    }
    run(space, "ReportSPEEvent", (struct event){0x24, fsc}, variables);
    run(space, "ReportSPEEvent", (struct event){0x25, fsc}, variables);
  }
}

void check_block(struct space *space)  // A1, A2, U4, N1, N2, IJXFJK, RPSLVX
{
  if (space->spu->config.spe_version >= 5) {
    check_registers(space);
  }
  run(space, "CheckForSPEException", (struct event){0, 0},
      SPACE_NAMES("pe_el", "pe_debug", "pe_pm", "scr_el3_ns", "scr_el3_nse", "scr_el3_eel2", "hcr_el2_tge",
                  "mdcr_el3_nspb", "mdcr_el3_nspbe", "mdcr_el3_pmsee", "pmscr_el1[10:8]", "pmscr_el2[10:8]",
                  "pmbsr[17]", "pmbsr_el2[17]", "pmbsr_el3[17]"));
  run(space, "EffectivePMBLIMITR_EL1_nVM", (struct event){0, 0},
      SPACE_NAMES("pe_el", "pe_debug", "scr_el3_ns", "scr_el3_nse", "scr_el3_eel2", "mdcr_el3_nspb",
                  "mdcr_el3_nspbe", "mdcr_el2_e2pb", "pmscr_el2[11]", "pmblimitr[7]"));
}
