// SPDX-License-Identifier: Apache-2.0
//
// Requirement P3: reading and writing the registers of the performance monitors (Arm ARM D24.5).
//
// In AArch32 state an access reads or writes bits 31 to 0 of the mapped AArch64 register; the other bits keep their
// value. IMPLEMENTATION DEFINED choices: PMCR_EL0.{IMP, IDCODE} are zero, there is no event export (PMCR_EL0.X is
// RAZ/WI), and PMMIR_EL1.SLOTS is the number of dispatch slots. A PE without AArch32 at EL0 has it at no level:
// PMCR_EL0.LC is then RES1 and D is RES0.
// FEAT_PMUv3_ICNTR is not implemented: PMUACR_EL1.F0, PMZR_EL0.F0 and PMUSERENR_EL0.IR are RES0. Nor is FEAT_PMUv3_SS:
// PMECR_EL1.SSE is RES0.
// PMUSERENR has no UEN but maps to PMUSERENR_EL0, so an AArch32 access reads and writes that bit like any other.
#include "spu_internal.h"

// Writable fields of PMCR_EL0.
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

// Fields of PMCCFILTR_EL0; PMEVTYPER<n>_EL0 has SPU_PMEVTYPER_EL0_evtCount in addition.
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
  if (config->have_pmu_sme) {
    mask |= SPU_PMEVTYPER_EL0_VS;
  }
  return mask;
}

// PMUSERENR_EL0 fields that exist.
static uint8_t userenr_mask(const struct spu_config *config)
{
  uint8_t mask = SPU_PMUSERENR_EL0_ER | SPU_PMUSERENR_EL0_CR | SPU_PMUSERENR_EL0_SW | SPU_PMUSERENR_EL0_EN;
  if (config->pmu_version >= 9) {
    mask |= SPU_PMUSERENR_EL0_TID | SPU_PMUSERENR_EL0_UEN;
  }
  return mask;
}

// ---------------------------------------------------------------------------------------------------------
// Counters that an access reaches

// The cycle counter, and the first `accessible` event counters.
static uint32_t counter_bits(uint32_t accessible)
{
  return 1U << PMU_CYCLE_COUNTER | ((1U << accessible) - 1U);
}

// J1, GetPMUAccessMask; D13.11. Without FEAT_PMUv3_ICNTR it is also GetPMUReadMask.
uint32_t GetPMUAccessMask(const struct spu *spu, const struct spu_in *in)
{
  // PMCCNTR_EL0, and GetNumEventCountersAccessible()
  uint32_t mask = counter_bits(GetNumEventCountersAccessible(spu, in));
  // Check EL0 ignore access conditions
  if (spu_pmu_user_access(spu, in)) {
    mask &= spu->pmu.uacr;
  }
  return mask;
}

// J1, GetPMUWriteMask; D13.11.
uint32_t GetPMUWriteMask(const struct spu *spu, const struct spu_in *in)
{
  uint32_t mask = GetPMUAccessMask(spu, in);
  // Check EL0 ignore write conditions
  if (spu_pmu_user_access(spu, in)) {
    // PMUSERENR_EL0.CR
    if ((spu->pmu.userenr & SPU_PMUSERENR_EL0_CR) != 0) {
      mask &= ~(1U << PMU_CYCLE_COUNTER);
    }
    // PMUSERENR_EL0.ER
    if ((spu->pmu.userenr & SPU_PMUSERENR_EL0_ER) != 0) {
      mask &= 1U << PMU_CYCLE_COUNTER;
    }
  }
  return mask;
}

static bool is_bank(uint16_t target, uint16_t first)
{
  return target >= first && target < first + SPU_MAX_COUNTERS;
}

// The bit in PMUACR_EL1 (C or P<n>) of a counter or its filter, else 0.
static uint32_t counter_bit(uint16_t target)
{
  if (target == SPU_PMCCNTR_EL0 || target == SPU_PMCCFILTR_EL0) {
    return 1U << PMU_CYCLE_COUNTER;
  }
  if (is_bank(target, SPU_PMEVCNTR0_EL0)) {
    return 1U << (target - SPU_PMEVCNTR0_EL0);
  }
  if (is_bank(target, SPU_PMEVTYPER0_EL0)) {
    return 1U << (target - SPU_PMEVTYPER0_EL0);
  }
  return 0;
}

// D24.5.1, .2, .10, .12, .27, .28: whether a read returns zero or a write is ignored because of PMUSERENR_EL0.UEN, for
// the counter or filter `target`. `mask` has the counters that EL0 may read, or write.
static bool user_ignored(const struct spu *spu, const struct spu_in *in, uint16_t target, uint32_t mask)
{
  return spu_pmu_user_access(spu, in) && (counter_bit(target) & ~mask) != 0;
}

// ---------------------------------------------------------------------------------------------------------
// Reading

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

// `accessible` is the number of accessible event counters, `mask` has the visible counters.
static uint64_t read_register(const struct spu *spu, uint16_t target, uint32_t accessible, uint32_t mask)
{
  const struct pmu *pmu = &spu->pmu;
  switch (target) {
  case SPU_PMCR_EL0:
    return pmu->pmcr | (uint64_t)accessible << SPU_PMCR_EL0_N_SHIFT;
  case SPU_PMCNTENSET_EL0:
  case SPU_PMCNTENCLR_EL0:
    return pmu->cnten & mask;
  case SPU_PMINTENSET_EL1:
  case SPU_PMINTENCLR_EL1:
    return pmu->inten & mask;
  case SPU_PMOVSSET_EL0:
  case SPU_PMOVSCLR_EL0:
    return pmu->ovs & mask;
  case SPU_PMUACR_EL1:
    return pmu->uacr & mask;
  case SPU_PMECR_EL1:
    return pmu->pmecr;
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
  case SPU_PMMIR_EL1:
    return spu->config.dispatch_width | (spu->config.have_pmu_sme ? SPU_PMMIR_EL1_SME : 0);
  default:
    break;
  }
  if (is_bank(target, SPU_PMEVCNTR0_EL0)) {
    return pmu->evcntr[target - SPU_PMEVCNTR0_EL0];
  }
  if (is_bank(target, SPU_PMEVTYPER0_EL0)) {
    return pmu->evtyper[target - SPU_PMEVTYPER0_EL0];
  }
  return 0;  // PMXEVTYPER_EL0 and PMXEVCNTR_EL0 of an inaccessible counter
}

uint64_t spu_pmu_read(const struct spu *spu, const struct spu_in *in, uint16_t target)
{
  const uint32_t mask = GetPMUAccessMask(spu, in);
  if (user_ignored(spu, in, target, mask)) {
    return 0;
  }
  return read_register(spu, target, GetNumEventCountersAccessible(spu, in), mask);
}

// ---------------------------------------------------------------------------------------------------------
// Writing

// J1, ZeroPMUCounters; D24.5.29.
static void ZeroPMUCounters(struct spu *spu, const struct spu_in *in, uint64_t val)
{
  struct pmu *pmu = &spu->pmu;
  const uint32_t masked_val = (uint32_t)val & GetPMUWriteMask(spu, in);
  for (uint32_t idx = 0; idx < SPU_MAX_COUNTERS; idx++) {
    if ((masked_val >> idx & 1U) != 0) {
      pmu->evcntr[idx] = 0;
    }
  }
  // CYCLE_COUNTER_ID; the division of PMCR_EL0.D restarts
  if ((masked_val >> PMU_CYCLE_COUNTER & 1U) != 0) {
    pmu->ccntr = 0;
    pmu->prescaler = 0;
  }
}

// J1, ClearEventCounters.
static void ClearEventCounters(struct spu *spu, const struct spu_in *in)
{
  ZeroPMUCounters(spu, in, SPU_MASK(30, 0));
}

// J1, ZeroCycleCounter.
static void ZeroCycleCounter(struct spu *spu, const struct spu_in *in)
{
  ZeroPMUCounters(spu, in, SPU_BIT(PMU_CYCLE_COUNTER));
}

static void write_pmcr(struct spu *spu, const struct spu_in *in, uint64_t value, uint64_t bits)
{
  struct pmu *pmu = &spu->pmu;
  const uint64_t mask = pmcr_mask(&spu->config) & bits;
  pmu->pmcr = (pmu->pmcr & ~mask) | (value & mask);
  if ((value & SPU_PMCR_EL0_P) != 0) {
    ClearEventCounters(spu, in);
  }
  if ((value & SPU_PMCR_EL0_C) != 0) {
    ZeroCycleCounter(spu, in);
  }
}

// The cycle's direct write, which overrides the cycle's counting.
void spu_pmu_write(struct spu *spu, const struct spu_in *in, uint16_t target, uint64_t value)
{
  const struct spu_config *config = &spu->config;
  struct pmu *pmu = &spu->pmu;
  const uint32_t mask = GetPMUWriteMask(spu, in);
  const uint32_t flags = (uint32_t)value & mask;
  const uint64_t bits = in->pe_aarch32 ? UINT32_MAX : UINT64_MAX;  // an MCR writes bits 31 to 0
  if (user_ignored(spu, in, target, mask)) {
    return;
  }
  switch (target) {
  case SPU_PMCR_EL0:
    write_pmcr(spu, in, value, bits);
    return;
  case SPU_PMZR_EL0:
    ZeroPMUCounters(spu, in, value);
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
    pmu->userenr = (uint8_t)value & userenr_mask(config);
    return;
  case SPU_PMUACR_EL1:
    pmu->uacr = (pmu->uacr & ~mask) | flags;
    return;
  case SPU_PMECR_EL1:
    pmu->pmecr = value & (SPU_PMECR_EL1_KPME | SPU_PMECR_EL1_PMEE);
    return;
  case SPU_PMCCNTR_EL0:
    pmu->ccntr = (pmu->ccntr & ~bits) | (value & bits);
    return;
  case SPU_PMCCFILTR_EL0:
    pmu->ccfiltr = (pmu->ccfiltr & ~bits) | (value & bits & filter_mask(config));
    return;
  default:
    break;
  }
  if (is_bank(target, SPU_PMEVCNTR0_EL0)) {
    uint64_t *counter = &pmu->evcntr[target - SPU_PMEVCNTR0_EL0];
    const uint64_t written = config->pmu_version >= 5 ? bits : UINT32_MAX;
    *counter = (*counter & ~written) | (value & written);
  } else if (is_bank(target, SPU_PMEVTYPER0_EL0)) {
    uint64_t *evtyper = &pmu->evtyper[target - SPU_PMEVTYPER0_EL0];
    *evtyper = (*evtyper & ~bits) | (value & bits & (filter_mask(config) | SPU_PMEVTYPER_EL0_evtCount));
  }
}

bool spu_pmu_peek(const struct spu *spu, uint16_t address, uint64_t *value)
{
  if (!spu_pmu_claims(spu, address) || address == SPU_PMSWINC_EL0 || address == SPU_PMZR_EL0) {
    return false;
  }
  if (address == SPU_PMXEVTYPER_EL0) {
    address = spu->pmu.sel == PMU_CYCLE_COUNTER ? (uint16_t)SPU_PMCCFILTR_EL0
                                                : (uint16_t)(SPU_PMEVTYPER0_EL0 + spu->pmu.sel);
  } else if (address == SPU_PMXEVCNTR_EL0 && spu->pmu.sel != PMU_CYCLE_COUNTER) {
    address = (uint16_t)(SPU_PMEVCNTR0_EL0 + spu->pmu.sel);
  }
  const uint32_t counters = spu->config.pmu_counters;
  *value = read_register(spu, address, counters, counter_bits(counters));
  return true;
}
