// SPDX-License-Identifier: Apache-2.0
//
// Rooms P: reading and writing the registers of the performance monitors (requirement P3; Arm ARM D24.5).
//
// In AArch32 state an access is to bits 31 to 0 of the register that the AArch32 one is mapped to; the others
// stay. IMPLEMENTATION DEFINED here: PMCR_EL0.{IMP, IDCODE} and PMMIR_EL1 are zero, there is no event export
// (PMCR_EL0.X is RAZ/WI). Without AArch32 at EL0 there is none anywhere, and PMCR_EL0.LC is RES1 and D is RES0.
#include "spu_internal.h"

// PMCR_EL0 fields that a write changes.
static uint64_t pmcr_mask(const struct spu_config *config)
{
  uint64_t mask = PMCR_E;
  if (config->aarch32_el0) {
    mask |= PMCR_LC | PMCR_D;
  }
  if (config->have_el3 || config->have_el2 || config->pmu_version >= 7) {
    mask |= PMCR_DP;
  }
  if (config->pmu_version >= 5) {
    mask |= PMCR_LP;
  }
  if (config->pmu_version >= 7) {
    mask |= PMCR_FZO;
  }
  if (config->spe_version >= 2) {
    mask |= PMCR_FZS;
  }
  return mask;
}

// Fields of PMCCFILTR_EL0, and with PMEVTYPER_EVENT of PMEVTYPER<n>_EL0.
static uint64_t filter_mask(const struct spu_config *config)
{
  uint64_t mask = PMEVTYPER_P | PMEVTYPER_U;
  if (config->have_el3) {
    mask |= PMEVTYPER_NSK | PMEVTYPER_NSU | PMEVTYPER_M;
  }
  if (config->have_el2) {
    mask |= PMEVTYPER_NSH;
  }
  if (config->have_el3 && config->have_sel2) {
    mask |= PMEVTYPER_SH;
  }
  if (config->have_rme) {
    mask |= PMEVTYPER_RLK | PMEVTYPER_RLU | PMEVTYPER_RLH;
  }
  return mask;
}

// Bits of the set and clear registers that can be seen.
static uint32_t counter_bits(uint32_t accessible)
{
  return 1U << PMU_CYCLE_COUNTER | ((1U << accessible) - 1U);
}

// Whether PMCEID<n>_EL0 shows event `number`: it can be counted.
static bool event_exists(const struct spu_config *config, uint32_t number)
{
  for (uint32_t i = 0; i < SPU_MAX_PMU_EVENTS; i++) {
    if (config->pmu_events[i] == number && number != 0) {
      return true;
    }
  }
  return spu_pmu_own_event(number);
}

// PMCEID0_EL0, PMCEID1_EL0: bits 31 to 0 from event 0x0000, or 0x0020; bits 63 to 32 from 0x4000, or 0x4020.
static uint64_t pmceid(const struct spu_config *config, uint32_t half)
{
  uint64_t value = 0;
  for (uint32_t n = 0; n < 32; n++) {
    value |= event_exists(config, 32 * half + n) ? SPU_BIT(n) : 0;
    value |= event_exists(config, 0x4000 + 32 * half + n) ? SPU_BIT(32 + n) : 0;
  }
  return value;
}

// `accessible` event counters can be seen.
static uint64_t read_register(const struct spu *spu, uint16_t target, uint32_t accessible)
{
  const struct pmu *pmu = &spu->pmu;
  switch (target) {
  case PMU_PMCR_EL0:
    return pmu->pmcr | (uint64_t)accessible << PMCR_N_SHIFT;
  case PMU_PMCNTENSET_EL0:
  case PMU_PMCNTENCLR_EL0:
    return pmu->cnten & counter_bits(accessible);
  case PMU_PMINTENSET_EL1:
  case PMU_PMINTENCLR_EL1:
    return pmu->inten & counter_bits(accessible);
  case PMU_PMOVSSET_EL0:
  case PMU_PMOVSCLR_EL0:
    return pmu->ovs & counter_bits(accessible);
  case PMU_PMSELR_EL0:
    return pmu->sel;
  case PMU_PMUSERENR_EL0:
    return pmu->userenr;
  case PMU_PMCEID0_EL0:
    return pmceid(&spu->config, 0);
  case PMU_PMCEID1_EL0:
    return pmceid(&spu->config, 1);
  case PMU_PMCCNTR_EL0:
    return pmu->ccntr;
  case PMU_PMCCFILTR_EL0:
    return pmu->ccfiltr;
  default:
    break;
  }
  if (target >= PMU_PMEVCNTR0_EL0 && target < PMU_PMEVCNTR0_EL0 + SPU_MAX_COUNTERS) {
    return pmu->evcntr[target - PMU_PMEVCNTR0_EL0];
  }
  if (target >= PMU_PMEVTYPER0_EL0 && target < PMU_PMEVTYPER0_EL0 + SPU_MAX_COUNTERS) {
    return pmu->evtyper[target - PMU_PMEVTYPER0_EL0];
  }
  return 0;  // PMMIR_EL1; PMXEVTYPER_EL0 and PMXEVCNTR_EL0 of a counter that cannot be seen
}

uint64_t spu_pmu_read(const struct spu *spu, const struct spu_in *in, uint16_t target)
{
  return read_register(spu, target, GetNumEventCountersAccessible(spu, in));
}

static void write_pmcr(struct spu *spu, uint64_t value, uint64_t bits, uint32_t accessible)
{
  struct pmu *pmu = &spu->pmu;
  const uint64_t mask = pmcr_mask(&spu->config) & bits;
  pmu->pmcr = (pmu->pmcr & ~mask) | (value & mask);
  if ((value & PMCR_P) != 0) {
    for (uint32_t n = 0; n < accessible; n++) {
      pmu->evcntr[n] = 0;
    }
  }
  if ((value & PMCR_C) != 0) {
    pmu->ccntr = 0;
    pmu->prescaler = 0;
  }
}

// A direct write of the clock, over what the clock has counted.
void spu_pmu_write(struct spu *spu, const struct spu_in *in, uint16_t target, uint64_t value)
{
  const struct spu_config *config = &spu->config;
  struct pmu *pmu = &spu->pmu;
  const uint32_t accessible = GetNumEventCountersAccessible(spu, in);
  const uint32_t flags = (uint32_t)value & counter_bits(accessible);
  const uint64_t bits = in->pe_aarch32 ? UINT32_MAX : UINT64_MAX;  // an MCR writes bits 31 to 0
  switch (target) {
  case PMU_PMCR_EL0:
    write_pmcr(spu, value, bits, accessible);
    return;
  case PMU_PMCNTENSET_EL0:
    pmu->cnten |= flags;
    return;
  case PMU_PMCNTENCLR_EL0:
    pmu->cnten &= ~flags;
    return;
  case PMU_PMINTENSET_EL1:
    pmu->inten |= flags;
    return;
  case PMU_PMINTENCLR_EL1:
    pmu->inten &= ~flags;
    return;
  case PMU_PMOVSSET_EL0:
    pmu->ovs |= flags;
    return;
  case PMU_PMOVSCLR_EL0:
    pmu->ovs &= ~flags;
    return;
  case PMU_PMSELR_EL0:
    pmu->sel = value & 31U;
    return;
  case PMU_PMUSERENR_EL0:
    pmu->userenr = value & (PMUSERENR_ER | PMUSERENR_CR | PMUSERENR_SW | PMUSERENR_EN);
    return;
  case PMU_PMCCNTR_EL0:
    pmu->ccntr = (pmu->ccntr & ~bits) | (value & bits);
    return;
  case PMU_PMCCFILTR_EL0:
    pmu->ccfiltr = value & filter_mask(config);
    return;
  default:
    break;
  }
  if (target >= PMU_PMEVCNTR0_EL0 && target < PMU_PMEVCNTR0_EL0 + SPU_MAX_COUNTERS) {
    uint64_t *counter = &pmu->evcntr[target - PMU_PMEVCNTR0_EL0];
    const uint64_t written = config->pmu_version >= 5 ? bits : UINT32_MAX;
    *counter = (*counter & ~written) | (value & written);
  } else if (target >= PMU_PMEVTYPER0_EL0 && target < PMU_PMEVTYPER0_EL0 + SPU_MAX_COUNTERS) {
    pmu->evtyper[target - PMU_PMEVTYPER0_EL0] = value & (filter_mask(config) | PMEVTYPER_EVENT);
  }
}

bool spu_pmu_peek(const struct spu *spu, uint16_t address, uint64_t *value)
{
  if (!spu_pmu_claims(spu, address) || address == PMU_PMSWINC_EL0) {
    return false;
  }
  if (address == PMU_PMXEVTYPER_EL0) {
    address = spu->pmu.sel == PMU_CYCLE_COUNTER ? (uint16_t)PMU_PMCCFILTR_EL0
                                                : (uint16_t)(PMU_PMEVTYPER0_EL0 + spu->pmu.sel);
  } else if (address == PMU_PMXEVCNTR_EL0 && spu->pmu.sel != PMU_CYCLE_COUNTER) {
    address = (uint16_t)(PMU_PMEVCNTR0_EL0 + spu->pmu.sel);
  }
  *value = read_register(spu, address, spu->config.pmu_counters);
  return true;
}
