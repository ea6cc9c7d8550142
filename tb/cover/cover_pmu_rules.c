// SPDX-License-Identifier: Apache-2.0
#include "cover/cover_pmu_rules.h"

bool cover_second_range(const struct spu_config *config, const struct spu_in *in, uint32_t n)
{
  return config->have_el2 && n < COVER_CYCLES && n >= (in->mdcr_el2_hpmn & 31U);
}

bool cover_el1_aarch32(const struct cover_cycle *cycle)
{
  const struct spu_config *config = cycle->config;
  const struct spu_in *in = cycle->in;
  const struct cover_pe *pe = cycle->pe;
  if (pe->all_aarch32) {
    return true;
  }
  const bool secure_el2 = pe->below_ss == COVER_SECURE && config->have_sel2 && in->scr_el3_eel2;
  const bool host = config->have_vhe && in->hcr_el2_e2h && in->hcr_el2_tge;
  return config->aarch32_el1 &&
         ((config->have_el3 && !in->scr_el3_rw && !secure_el2) || (pe->el2 && !in->hcr_el2_rw && !host));
}

// At EL3, which has its own controls: with the older text not while EL1 uses AArch32.
static bool el3_aarch64(const struct cover_cycle *cycle, bool el1_aarch32)
{
  return cycle->pe->el == SPU_EL3 && !cycle->pe->all_aarch32 && (cycle->config->count_text || !el1_aarch32);
}

// D13.5.4: event counting is prohibited.
static uint32_t prohibited(const struct cover_cycle *cycle, bool el1_aarch32, bool second)
{
  const struct spu_config *config = cycle->config;
  const struct spu_in *in = cycle->in;
  const struct cover_pe *pe = cycle->pe;
  const bool p7 = config->pmu_version >= 7;
  uint32_t why = 0;
  if (p7 && el3_aarch64(cycle, el1_aarch32)) {
    why = !in->mdcr_el3_spme ? WHY_EL3 : in->mdcr_el3_mpmx && !second ? WHY_MPMX : 0;
  } else if (config->have_el3 && pe->ss == COVER_SECURE && !in->mdcr_el3_spme &&
             !(p7 && !pe->all_aarch32 && in->mdcr_el3_mpmx) &&
             !(pe->el == SPU_EL0 && el1_aarch32 && in->sder_suniden)) {
    why = WHY_SPME;
  }
  if (pe->el == SPU_EL2 && !second && in->mdcr_el2_hpmd) {
    why |= WHY_HPMD;
  }
  const bool secure_debug =
      (config->have_el3 || config->secure_only) && (in->dbgen || in->niden) && (in->spiden || in->spniden);
  return why != 0 && config->debug_version < 2 && secure_debug ? NOTE_OVERRIDE : why;
}

// D13.5.2: frozen by a flag of the same range.
static bool frozen(const struct cover_cycle *cycle, const struct cover_counting *counting, bool second)
{
  const struct spu_config *config = cycle->config;
  uint32_t flags = cycle->out->pmovs & ((1U << config->pmu_counters) - 1U);
  if (config->pmu_version < 7) {
    return false;
  }
  if (config->have_el2) {
    const uint32_t first = (1U << (cycle->in->mdcr_el2_hpmn & 31U)) - 1U;
    flags &= second ? ~first : first;
  }
  return flags != 0 && (second ? cycle->in->mdcr_el2_hpmfzo : (counting->pmcr & COVER_PMCR_FZO) != 0);
}

static bool frozen_by_spe(const struct cover_cycle *cycle, const struct cover_counting *counting, bool second)
{
  return cycle->config->spe_version >= 2 &&
         (cycle->regs->pmblimitr & (SPU_PMBLIMITR_EL1_PMFZ | SPU_PMBLIMITR_EL1_E)) ==
             (SPU_PMBLIMITR_EL1_PMFZ | SPU_PMBLIMITR_EL1_E) &&
         cycle->stopped && (second ? cycle->in->mdcr_el2_hpmfzs : (counting->pmcr & COVER_PMCR_FZS) != 0);
}

// D13.5.4, D13.5.5: what only the cycle counter has.
static uint32_t cycles_prohibited(const struct cover_cycle *cycle, bool el1_aarch32)
{
  const struct spu_in *in = cycle->in;
  const struct cover_pe *pe = cycle->pe;
  const bool el3 = cycle->config->pmu_version >= 7 && el3_aarch64(cycle, el1_aarch32);
  uint32_t why = 0;
  if (cycle->config->pmu_version < 5) {
    return 0;
  }
  if (in->mdcr_el3_sccd && (el3 || (cycle->config->have_el3 && pe->ss == COVER_SECURE))) {
    why |= WHY_SCCD;
  }
  if (in->mdcr_el2_hccd && pe->el == SPU_EL2) {
    why |= WHY_HCCD;
  }
  return why | (el3 && in->mdcr_el3_mccd ? WHY_MCCD : 0);
}

static bool bit(uint64_t filter, unsigned n)
{
  return (filter >> n & 1U) != 0;
}

// D13.7.1: a level's own bit, and the one that inverts it in a Security state.
static bool filtered(const struct cover_cycle *cycle, bool el1_aarch32, uint64_t filter)
{
  const struct cover_pe *pe = cycle->pe;
  const bool p = bit(filter, 31);
  const bool nsh = bit(filter, 27);
  switch (pe->el) {
  case SPU_EL0:
    return bit(filter, 30) !=
           (pe->ss == COVER_NONSECURE ? bit(filter, 28) : pe->ss == COVER_REALM && bit(filter, 21));
  case SPU_EL1:
    return p != (pe->ss == COVER_NONSECURE ? bit(filter, 29) : pe->ss == COVER_REALM && bit(filter, 22));
  case SPU_EL2:
    return pe->ss == COVER_NONSECURE ? !nsh
           : pe->ss == COVER_REALM   ? nsh == bit(filter, 20)
                                     : nsh == bit(filter, 24);
  default:
    return p != (el3_aarch64(cycle, el1_aarch32) && bit(filter, 26));
  }
}

uint32_t cover_why_not(const struct cover_cycle *cycle, const struct cover_counting *counting,
                       bool el1_aarch32, uint32_t n)
{
  const bool cycles = n == COVER_CYCLES;
  const bool second = cover_second_range(cycle->config, cycle->in, n);
  const bool enabled = second ? cycle->in->mdcr_el2_hpme : (counting->pmcr & SPU_PMCR_EL0_E) != 0;
  uint32_t why = prohibited(cycle, el1_aarch32, second);
  const bool freezes = frozen(cycle, counting, second);
  const bool dp = (counting->pmcr & COVER_PMCR_DP) != 0;
  if (!cycles) {
    why |= freezes ? WHY_FZO : 0;
    why |= frozen_by_spe(cycle, counting, second) ? WHY_FZS : 0;
  } else {
    // With the older text, in AArch32 state, prohibited events stop the cycle counter whatever DP says.
    const bool older = el1_aarch32 && !cycle->config->count_text;
    const uint32_t notes = ((why & WHY_ANY) != 0 ? NOTE_PROHIBITED : 0) | (freezes ? NOTE_FROZEN : 0) |
                           (frozen_by_spe(cycle, counting, false) ? NOTE_STOPPED : 0);
    const uint32_t by_dp = (older ? NOTE_PROHIBITED : NOTE_PROHIBITED | NOTE_FROZEN) |
                           (cycle->config->have_dpfzs ? NOTE_STOPPED : 0);
    why = (older ? why : 0) | notes | cycles_prohibited(cycle, el1_aarch32);
    why |= dp && (notes & by_dp) != 0 ? WHY_DP : 0;
  }
  why |= cycle->in->pe_debug ? WHY_DEBUG : 0;
  why |= enabled ? 0 : WHY_ENABLE;
  why |= (counting->cnten >> n & 1U) != 0 ? 0 : WHY_SELECT;
  const uint64_t filter = cycles ? counting->ccfiltr : counting->evtyper[n];
  const bool by_mode = cycle->config->have_pmu_sme && bit(filter, cycle->in->pe_sm ? 56 : 57);  // D13.7.2
  why |= by_mode || filtered(cycle, el1_aarch32, filter) ? WHY_FILTER : 0;
  return why;
}
