// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/random/random_pe.h"

#include "unit/stimulus/random/random_controls.h"
#include "unit/stimulus/random/random_pmu_exception.h"

static void pick_controls(const struct spu_config *config, struct rng *rng, bool friendly, struct spu_in *in)
{
  // Without Secure state, SCR_EL3.NS is RES1.
  const bool no_secure = config->have_rme && !config->have_sel2;
  in->scr_el3_ns = config->have_el3 && (no_secure || rng_percent(rng, 70));
  // {NSE, NS} = {1, 0} is reserved.
  in->scr_el3_nse = config->have_el3 && config->have_rme && in->scr_el3_ns && rng_percent(rng, 40);
  in->scr_el3_eel2 = config->have_el3 && config->have_sel2 && rng_percent(rng, 50);
  in->hcr_el2_e2h = config->have_el2 && config->have_vhe && rng_percent(rng, 50);
  in->hcr_el2_tge = config->have_el2 && rng_percent(rng, friendly ? 10 : 40);
  in->hcr_el2_rw = config->have_el2 && (!config->aarch32_el1 || rng_percent(rng, friendly ? 95 : 70));
  // With EL2 only in AArch64, RW is 1 in Non-secure state.
  const bool can_clear_rw =
      config->aarch32_el1 && (config->aarch32_el2 || !config->have_el2 || !in->scr_el3_ns);
  in->scr_el3_rw = config->have_el3 && (!can_clear_rw || rng_percent(rng, friendly ? 95 : 70));

  static const uint8_t e2pb[] = {0, 0, 0, 2, 3, 3, 3, 1};  // 1 is reserved, and rare
  in->mdcr_el2_e2pb = config->have_el2 ? e2pb[rng_below(rng, sizeof e2pb)] : 0;
  in->mdcr_el3_nspb = 0;
  in->mdcr_el3_nspbe = false;
  if (config->have_el3) {
    const bool owned = rng_percent(rng, friendly ? 97 : 50);
    // NSPB<1>: Non-secure state owns the buffer. NSPB<0>: lower levels may access the registers.
    in->mdcr_el3_nspb = (uint8_t)((owned == in->scr_el3_ns ? 2U : 0U) | rng_percent(rng, friendly ? 90 : 50));
    in->mdcr_el3_nspbe = config->have_rme && (owned ? in->scr_el3_nse : rng_percent(rng, 50));
    // The owner can differ from the PE's Security state in NSPBE alone.
    if (config->have_rme && !owned && rng_percent(rng, 40)) {
      in->mdcr_el3_nspb ^= 2U;
      in->mdcr_el3_nspbe = !in->scr_el3_nse;
    }
  }
}

// EL3 and so every level uses AArch32; HCR and SCR have no fields for AArch64 features.
static void pick_controls_aarch32(struct rng *rng, struct spu_in *in)
{
  in->scr_el3_nse = false;
  in->scr_el3_eel2 = false;
  in->scr_el3_rw = rng_percent(rng, 50);  // SCR has no such bit
  in->hcr_el2_e2h = false;
  in->hcr_el2_rw = false;
}

// Whether EL2 is enabled in the Security state that SCR_EL3 selects; EEL2 exists only with FEAT_SEL2.
static bool el2_enabled(const struct spu_config *config, const struct spu_in *in)
{
  if (!config->have_el2) {
    return false;
  }
  if (!config->have_el3) {
    return !config->secure_only || config->have_sel2;
  }
  return in->scr_el3_ns || (config->have_sel2 && !in->el3_aarch32 && in->scr_el3_eel2);
}

// The same with EL3 in AArch32: Secure privileged modes are EL3, so there is no Secure EL1.
static void pick_level_aarch32(const struct spu_config *config, struct rng *rng, struct spu_in *in)
{
  static const uint8_t secure[] = {SPU_EL0, SPU_EL3};
  const bool el2 = config->have_el2 && in->scr_el3_ns;
  in->pe_aarch32 = true;
  in->pe_el = in->scr_el3_ns ? (uint8_t)rng_below(rng, 4) : secure[rng_below(rng, 2)];
  if (in->pe_el == SPU_EL2 && !el2) {
    in->pe_el = SPU_EL1;
  }
  if (in->pe_el == SPU_EL1 && el2 && in->hcr_el2_tge) {
    in->pe_el = SPU_EL2;
  }
}

static void pick_level(const struct spu_config *config, struct rng *rng, bool friendly, struct spu_in *in)
{
  const bool el2 = el2_enabled(config, in);
  const bool no_el1 = el2 && in->hcr_el2_tge;
  // Secure EL2 always uses AArch64, and the highest level does here (J1, ELStateUsingAArch32K).
  const bool el2_aarch32 = config->aarch32_el2 && config->have_el3 && in->scr_el3_ns && !in->scr_el3_rw;
  const uint32_t owner = el2 && in->mdcr_el2_e2pb == 0 ? SPU_EL2 : SPU_EL1;
  // Profiling is on at the owner's level and below.
  uint8_t el = (uint8_t)rng_below(rng, friendly ? owner + 1 : 4);
  if (el == SPU_EL3 && !config->have_el3) {
    el = SPU_EL1;
  }
  if (el == SPU_EL2 && !el2) {
    el = SPU_EL1;
  }
  if (el == SPU_EL1 && no_el1) {
    el = SPU_EL2;
  }
  bool el1_aarch32 = false;
  if (config->aarch32_el1) {
    if (el2) {
      const bool host = in->hcr_el2_e2h && in->hcr_el2_tge;
      el1_aarch32 = el2_aarch32 || (!in->hcr_el2_rw && !host);
    } else {
      el1_aarch32 = config->have_el3 ? !in->scr_el3_rw : false;
    }
  }
  in->pe_el = el;
  switch (el) {
  case SPU_EL0:
    in->pe_aarch32 = el1_aarch32 || (config->aarch32_el0 && rng_percent(rng, 5));
    break;
  case SPU_EL1:
    in->pe_aarch32 = el1_aarch32;
    break;
  case SPU_EL2:
    in->pe_aarch32 = el2_aarch32;
    break;
  default:
    in->pe_aarch32 = false;
    break;
  }
}

// The controls that neither choose an owner nor an Execution state.
static void pick_other_controls(const struct spu_config *config, struct rng *rng, bool friendly,
                                struct spu_in *in)
{
  random_controls_traps(config, rng, friendly, in);
  random_controls_counting(config, rng, in);
  random_pmu_exception_controls(config, rng, in);
  random_controls_trace(config, rng, in);
  random_controls_exceptions(config, rng, in);
}

static void pick_contexts(const struct spu_config *config, struct rng *rng, struct spu_in *in)
{
  if (rng_percent(rng, 30)) {
    in->contextidr_el1 = (uint32_t)rng_next(rng);
  }
  if (rng_percent(rng, 30)) {
    in->contextidr_el2 = config->have_el2 ? (uint32_t)rng_next(rng) : 0;
  }
}

void random_pe_any(const struct spu_config *config, struct rng *rng, bool friendly, bool controls,
                   struct spu_in *in)
{
  if (controls) {
    pick_controls(config, rng, friendly, in);
    if (in->el3_aarch32) {
      pick_controls_aarch32(rng, in);
    }
    pick_other_controls(config, rng, friendly, in);
  }
  if (in->el3_aarch32) {
    pick_level_aarch32(config, rng, in);
  } else {
    pick_level(config, rng, friendly, in);
  }
  in->pe_pm = (config->spe_version >= 5 || config->have_ebep) && rng_percent(rng, 40);
  in->pe_sm = config->have_pmu_sme && rng_percent(rng, 50);
  in->pe_debug = rng_percent(rng, friendly ? 2 : 30);
  // In Debug state at EL3 the debugger has access to EL3.
  in->edscr_sdd = config->have_el3 && !(in->pe_debug && in->pe_el == SPU_EL3) && rng_percent(rng, 50);
  pick_contexts(config, rng, in);
  random_controls_time(config, rng, in);
}

void random_pe_flicker(const struct spu_config *config, struct rng *rng, struct spu_in *in)
{
  pick_other_controls(config, rng, true, in);
  pick_contexts(config, rng, in);
  random_controls_time(config, rng, in);
}

void random_pe_reset(const struct spu_config *config, struct rng *rng, struct spu_in *in)
{
  in->el3_aarch32 = config->aarch32_el3 && config->have_el3 && rng_percent(rng, 30);
}

void random_pe_highest(const struct spu_config *config, struct spu_in *in)
{
  if (config->have_el3) {
    in->pe_el = SPU_EL3;
  } else {
    in->pe_el = el2_enabled(config, in) ? SPU_EL2 : SPU_EL1;
  }
  in->pe_aarch32 = in->el3_aarch32;
  in->pe_debug = false;
}
