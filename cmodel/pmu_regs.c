// SPDX-License-Identifier: Apache-2.0
//
// Blocks P: reading and writing the registers of the performance monitors (requirement P3; Arm ARM D24.5).
//
// In AArch32 state an access is to bits 31 to 0 of the register that the AArch32 one is mapped to; the others
// stay. IMPLEMENTATION DEFINED here: PMCR_EL0.{IMP, IDCODE} and PMMIR_EL1 are zero, there is no event export
// (PMCR_EL0.X is RAZ/WI). Without AArch32 at EL0 there is none anywhere, and PMCR_EL0.LC is RES1 and D is RES0.
#include "spu_internal.h"

// PMCR_EL0 fields that a write changes.
static uint64_t pmcr_mask(const struct spu_config *config)
{
  uint64_t mask = SPU_PMCR_EL0_E;
  if (config->aarch32_el0) {
    mask |= SPU_PMCR_EL0_LC | SPU_PMCR_EL0_D;
  }
  if (config->have_el3 || config->have_el2 || config->pmu_version >= 7) {
    mask |= SPU_PMCR_EL0_DP;
  }
  if (config->pmu_version >= 5) {
    mask |= SPU_PMCR_EL0_LP;
  }
  if (config->pmu_version >= 7) {
    mask |= SPU_PMCR_EL0_FZO;
  }
  if (config->spe_version >= 2) {
    mask |= SPU_PMCR_EL0_FZS;
  }
  return mask;
}

// Fields of PMCCFILTR_EL0, and with SPU_PMEVTYPER_EL0_evtCount of PMEVTYPER<n>_EL0.
static uint64_t filter_mask(const struct spu_config *config)
{
  uint64_t mask = SPU_PMEVTYPER_EL0_P | SPU_PMEVTYPER_EL0_U;
  if (config->have_el3) {
    mask |= SPU_PMEVTYPER_EL0_NSK | SPU_PMEVTYPER_EL0_NSU | SPU_PMEVTYPER_EL0_M;
  }
  if (config->have_el2) {
    mask |= SPU_PMEVTYPER_EL0_NSH;
  }
  if (config->have_el3 && config->have_sel2) {
    mask |= SPU_PMEVTYPER_EL0_SH;
  }
  if (config->have_rme) {
    mask |= SPU_PMEVTYPER_EL0_RLK | SPU_PMEVTYPER_EL0_RLU | SPU_PMEVTYPER_EL0_RLH;
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
  return spu_pmu_event_pin(config, number) < SPU_MAX_PMU_EVENTS || spu_pmu_own_event(number);
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
  case SPU_PMCR_EL0:
    return pmu->pmcr | (uint64_t)accessible << SPU_PMCR_EL0_N_SHIFT;
  case SPU_PMCNTENSET_EL0:
  case SPU_PMCNTENCLR_EL0:
    return pmu->cnten & counter_bits(accessible);
  case SPU_PMINTENSET_EL1:
  case SPU_PMINTENCLR_EL1:
    return pmu->inten & counter_bits(accessible);
  case SPU_PMOVSSET_EL0:
  case SPU_PMOVSCLR_EL0:
    return pmu->ovs & counter_bits(accessible);
  case SPU_PMSELR_EL0:
    return pmu->sel;
  case SPU_PMUSERENR_EL0:
    return pmu->userenr;
  case SPU_PMCEID0_EL0:
    return pmceid(&spu->config, 0);
  case SPU_PMCEID1_EL0:
    return pmceid(&spu->config, 1);
  case SPU_PMCCNTR_EL0:
    return pmu->ccntr;
  case SPU_PMCCFILTR_EL0:
    return pmu->ccfiltr;
  default:
    break;
  }
  if (target >= SPU_PMEVCNTR0_EL0 && target < SPU_PMEVCNTR0_EL0 + SPU_MAX_COUNTERS) {
    return pmu->evcntr[target - SPU_PMEVCNTR0_EL0];
  }
  if (target >= SPU_PMEVTYPER0_EL0 && target < SPU_PMEVTYPER0_EL0 + SPU_MAX_COUNTERS) {
    return pmu->evtyper[target - SPU_PMEVTYPER0_EL0];
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
  if ((value & SPU_PMCR_EL0_P) != 0) {
    for (uint32_t n = 0; n < accessible; n++) {
      pmu->evcntr[n] = 0;
    }
  }
  if ((value & SPU_PMCR_EL0_C) != 0) {
    pmu->ccntr = 0;
    pmu->prescaler = 0;
  }
}

// A direct write of the cycle, over what the cycle has counted.
void spu_pmu_write(struct spu *spu, const struct spu_in *in, uint16_t target, uint64_t value)
{
  const struct spu_config *config = &spu->config;
  struct pmu *pmu = &spu->pmu;
  const uint32_t accessible = GetNumEventCountersAccessible(spu, in);
  const uint32_t flags = (uint32_t)value & counter_bits(accessible);
  const uint64_t bits = in->pe_aarch32 ? UINT32_MAX : UINT64_MAX;  // an MCR writes bits 31 to 0
  switch (target) {
  case SPU_PMCR_EL0:
    write_pmcr(spu, value, bits, accessible);
    return;
  case SPU_PMCNTENSET_EL0:
    pmu->cnten |= flags;
    return;
  case SPU_PMCNTENCLR_EL0:
    pmu->cnten &= ~flags;
    return;
  case SPU_PMINTENSET_EL1:
    pmu->inten |= flags;
    return;
  case SPU_PMINTENCLR_EL1:
    pmu->inten &= ~flags;
    return;
  case SPU_PMOVSSET_EL0:
    pmu->ovs |= flags;
    return;
  case SPU_PMOVSCLR_EL0:
    pmu->ovs &= ~flags;
    return;
  case SPU_PMSELR_EL0:
    pmu->sel = value & 31U;
    return;
  case SPU_PMUSERENR_EL0:
    pmu->userenr =
        value & (SPU_PMUSERENR_EL0_ER | SPU_PMUSERENR_EL0_CR | SPU_PMUSERENR_EL0_SW | SPU_PMUSERENR_EL0_EN);
    return;
  case SPU_PMCCNTR_EL0:
    pmu->ccntr = (pmu->ccntr & ~bits) | (value & bits);
    return;
  case SPU_PMCCFILTR_EL0:
    pmu->ccfiltr = value & filter_mask(config);
    return;
  default:
    break;
  }
  if (target >= SPU_PMEVCNTR0_EL0 && target < SPU_PMEVCNTR0_EL0 + SPU_MAX_COUNTERS) {
    uint64_t *counter = &pmu->evcntr[target - SPU_PMEVCNTR0_EL0];
    const uint64_t written = config->pmu_version >= 5 ? bits : UINT32_MAX;
    *counter = (*counter & ~written) | (value & written);
  } else if (target >= SPU_PMEVTYPER0_EL0 && target < SPU_PMEVTYPER0_EL0 + SPU_MAX_COUNTERS) {
    pmu->evtyper[target - SPU_PMEVTYPER0_EL0] = value & (filter_mask(config) | SPU_PMEVTYPER_EL0_evtCount);
  }
}

bool spu_pmu_peek(const struct spu *spu, uint16_t address, uint64_t *value)
{
  if (!spu_pmu_claims(spu, address) || address == SPU_PMSWINC_EL0) {
    return false;
  }
  if (address == SPU_PMXEVTYPER_EL0) {
    address = spu->pmu.sel == PMU_CYCLE_COUNTER ? (uint16_t)SPU_PMCCFILTR_EL0
                                                : (uint16_t)(SPU_PMEVTYPER0_EL0 + spu->pmu.sel);
  } else if (address == SPU_PMXEVCNTR_EL0 && spu->pmu.sel != PMU_CYCLE_COUNTER) {
    address = (uint16_t)(SPU_PMEVCNTR0_EL0 + spu->pmu.sel);
  }
  *value = read_register(spu, address, spu->config.pmu_counters);
  return true;
}
