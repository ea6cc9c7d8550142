// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/random/random_controls.h"

uint64_t random_controls_fine_traps(const struct spu_config *config, bool write)
{
  uint64_t fields = write ? SPU_HDFGWTR_EL2_PROFILING : SPU_HDFGRTR_EL2_PROFILING;
  if (!config->have_fgt || !config->have_el2) {
    return 0;
  }
  if (config->pmu_version != 0) {
    fields |= write ? SPU_HDFGWTR_EL2_MONITORS : SPU_HDFGRTR_EL2_MONITORS;
  }
  return fields | (config->spe_version >= 2 ? SPU_PMSNEVFR_EL1_TRAP : 0);
}

uint64_t random_controls_fine2_traps(const struct spu_config *config, bool write)
{
  uint64_t fields = 0;
  if (!config->have_fgt2 || !config->have_el2) {
    return 0;
  }
  if (config->have_fds) {
    fields |= SPU_PMSDSFR_EL1_TRAP;
  }
  if (config->have_ebep) {
    fields |= SPU_PMECR_EL1_TRAP;
  }
  if (config->have_spe_nvm) {
    fields |= SPU_PMBMAR_EL1_TRAP;
  }
  if (config->pmu_version >= 9) {
    fields |= SPU_PMUACR_EL1_TRAP | (write ? SPU_PMZR_EL0_TRAP : 0);
  }
  return fields;
}

static uint64_t pick_fine_traps(const struct spu_config *config, struct rng *rng, bool friendly, bool write)
{
  const uint64_t fields = random_controls_fine_traps(config, write) & ~SPU_PMSNEVFR_EL1_TRAP;
  uint64_t traps = 0;
  if (!config->have_fgt) {
    return 0;
  }
  if (rng_percent(rng, friendly ? 3 : 50)) {
    traps = fields & rng_next(rng);
  }
  if (config->spe_version >= 2 && rng_percent(rng, friendly ? 97 : 60)) {
    traps |= SPU_PMSNEVFR_EL1_TRAP;
  }
  return traps;
}

// Draws each bit separately; 0 traps.
static uint64_t pick_fine2_traps(const struct spu_config *config, struct rng *rng, bool friendly, bool write)
{
  uint64_t picked = 0;
  for (uint64_t left = random_controls_fine2_traps(config, write); left != 0; left &= left - 1) {
    picked |= rng_percent(rng, friendly ? 97 : 60) ? left & (~left + 1) : 0;
  }
  return picked;
}

void random_controls_traps(const struct spu_config *config, struct rng *rng, bool friendly, struct spu_in *in)
{
  const bool nested = config->nested_virt >= 1;
  const bool counters2 = config->have_el2 && config->pmu_version != 0;
  const bool counters3 = config->have_el3 && config->pmu_version != 0;
  in->mdcr_el2_tpms = config->have_el2 && rng_percent(rng, friendly ? 3 : 30);
  in->mdcr_el2_tpm = counters2 && rng_percent(rng, friendly ? 3 : 30);
  in->mdcr_el2_tpmcr = counters2 && rng_percent(rng, friendly ? 3 : 30);
  in->hstr_el2_t9 = counters2 && config->aarch32_el0 && rng_percent(rng, friendly ? 3 : 30);
  in->mdcr_el3_tpm = counters3 && rng_percent(rng, friendly ? 3 : 30);
  in->mdcr_el3_enpmsn = config->have_el3 && config->spe_version >= 2 && rng_percent(rng, friendly ? 97 : 60);
  const bool more_counters = config->pmu_version >= 9 || config->have_ebep;
  in->mdcr_el3_enpm2 = config->have_el3 && more_counters && rng_percent(rng, friendly ? 97 : 60);
  in->mdcr_el3_enpms3 = config->have_el3 && config->have_fds && rng_percent(rng, friendly ? 97 : 60);
  in->mdcr_el3_enpms4 = config->have_el3 && config->have_spe_nvm && rng_percent(rng, friendly ? 97 : 60);
  in->scr_el3_fgten = config->have_el3 && config->have_fgt && rng_percent(rng, 70);
  in->scr_el3_fgten2 = config->have_el3 && config->have_fgt2 && rng_percent(rng, friendly ? 97 : 60);
  in->hdfgrtr_el2 = config->have_el2 ? pick_fine_traps(config, rng, friendly, false) : 0;
  in->hdfgwtr_el2 = config->have_el2 ? pick_fine_traps(config, rng, friendly, true) : 0;
  in->hdfgrtr2_el2 = config->have_el2 ? pick_fine2_traps(config, rng, friendly, false) : 0;
  in->hdfgwtr2_el2 = config->have_el2 ? pick_fine2_traps(config, rng, friendly, true) : 0;
  // NV1 and NV2 have no effect without NV.
  in->hcr_el2_nv = nested && rng_percent(rng, friendly ? 3 : 50);
  in->hcr_el2_nv1 = nested && rng_percent(rng, friendly ? 3 : 50);
  in->hcr_el2_nv2 = config->nested_virt >= 2 && rng_percent(rng, in->hcr_el2_nv ? 70 : 10);
}

void random_controls_exceptions(const struct spu_config *config, struct rng *rng, struct spu_in *in)
{
  static const uint8_t pmsee[] = {0, 1, 1, 2, 2, 2, 3, 3};
  if (config->spe_version < 5) {
    return;
  }
  const uint64_t bits = rng_next(rng);
  in->mdcr_el3_pmsee = config->have_el3 ? pmsee[bits & 7] : 0;
  in->scr_el3_ea = config->have_el3 && (bits & 8) != 0;
  in->scr_el3_gpf = config->have_rme && (bits & 0x10) != 0;
  in->hcr_el2_tea = config->have_el2 && (bits & 0x20) != 0;
  in->hcr_el2_gpf = config->have_el2 && config->have_rme && (bits & 0x40) != 0;
}

// HPMN leaves all counters to EL1 and EL0, or some, or more than exist.
static uint8_t pick_hpmn(const struct spu_config *config, struct rng *rng)
{
  const uint32_t dice = rng_below(rng, 100);
  if (dice < 50) {
    return (uint8_t)config->pmu_counters;
  }
  return (uint8_t)rng_below(rng, dice < 92 ? config->pmu_counters + 1 : 32);
}

void random_controls_counting(const struct spu_config *config, struct rng *rng, struct spu_in *in)
{
  const uint32_t version = config->pmu_version;
  const bool el2 = config->have_el2 && version != 0;
  const bool el3 = config->have_el3 && version != 0;
  const uint64_t bits = rng_next(rng);
  in->mdcr_el2_hpmn = el2 ? pick_hpmn(config, rng) : 0;
  in->mdcr_el2_hpme = el2 && (bits & 1) != 0;
  in->mdcr_el2_hpmd = el2 && (bits & 6) == 0;
  in->mdcr_el2_hccd = el2 && version >= 5 && (bits & 0x18) == 0;
  in->mdcr_el2_hlp = el2 && version >= 5 && (bits & 0x20) != 0;
  in->mdcr_el2_hpmfzo = el2 && version >= 7 && (bits & 0xC0) == 0;
  in->mdcr_el2_hpmfzs = el2 && config->spe_version >= 2 && (bits & 0x100) != 0;
  in->mdcr_el3_spme = el3 && (bits & 0x200) != 0;
  in->mdcr_el3_mpmx = el3 && version >= 7 && !in->el3_aarch32 && (bits & 0xC00) == 0;
  in->mdcr_el3_sccd = el3 && version >= 5 && (bits & 0x3000) == 0;
  in->mdcr_el3_mccd = el3 && version >= 7 && !in->el3_aarch32 && (bits & 0xC000) == 0;
  in->sder_suniden =
      (config->have_el3 || config->secure_only) && config->aarch32_el1 && (bits & 0x10000) != 0;
}

void random_controls_time(const struct spu_config *config, struct rng *rng, struct spu_in *in)
{
  in->scr_el3_ecven = config->have_el3 && config->have_ecv_poff && rng_percent(rng, 60);
  in->cnthctl_el2_ecv = config->have_el2 && config->have_ecv_poff && rng_percent(rng, 60);
  if (rng_percent(rng, 10)) {
    in->cntvoff_el2 = config->have_el2 ? rng_next(rng) : 0;
  }
  if (rng_percent(rng, 10)) {
    in->cntpoff_el2 = config->have_el2 && config->have_ecv_poff ? rng_next(rng) : 0;
  }
}

void random_controls_trace(const struct spu_config *config, struct rng *rng, struct spu_in *in)
{
  const bool trf = config->have_trf;
  const bool trf2 = trf && config->have_el2;
  const bool secure = config->have_el3 || config->secure_only;
  const uint64_t bits = rng_next(rng);
  in->trfcr_el1_e0tre = trf && (bits & 1) != 0;
  in->trfcr_el1_e1tre = trf && (bits & 2) != 0;
  in->trfcr_el1_ts = (uint8_t)(trf ? bits >> 2 & 3 : 0);
  in->trfcr_el2_e0htre = trf2 && (bits & 0x10) != 0;
  in->trfcr_el2_e2tre = trf2 && (bits & 0x20) != 0;
  in->trfcr_el2_cx = trf2 && (bits & 0x40) != 0;
  in->trfcr_el2_ts = (uint8_t)(trf2 ? bits >> 7 & 3 : 0);
  in->mdcr_el3_ste = trf && config->have_el3 && (bits & 0x200) != 0;
  in->mdcr_el3_rlte = trf && config->have_rme && (bits & 0x400) != 0;
  in->edscr_tfo = trf && (bits & 0x1800) == 0;
  in->dbgen = (bits & 0x2000) != 0;
  in->niden = (bits & 0x4000) != 0;
  in->spiden = secure && (bits & 0x8000) != 0;
  in->spniden = secure && (bits & 0x10000) != 0;
  in->rlpiden = config->have_rme && (bits & 0x20000) != 0;
  in->rtpiden = config->have_rme && (bits & 0x40000) != 0;
}
