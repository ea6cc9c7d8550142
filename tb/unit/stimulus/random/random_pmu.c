// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/random/random_pmu.h"

#include "spu_sysreg.h"
#include "unit/stimulus/random/random_pmu_exception.h"

static const uint16_t registers[] = {
#define ADDRESS(name) SPU_##name,
    SPU_MONITOR_REGISTERS(ADDRESS)
#undef ADDRESS
};

enum { REGISTERS = sizeof registers / sizeof registers[0] };

// ---------------------------------------------------------------------------------------------------------
// Values

// Any PMU event of the core; 0 if it has none.
static uint16_t core_event(const struct spu_config *config, struct rng *rng)
{
  uint16_t reported[SPU_MAX_PMU_EVENTS] = {0};
  uint32_t count = 0;
  for (uint32_t pin = 0; pin < SPU_MAX_PMU_EVENTS; pin++) {
    if (config->pmu_events[pin] != 0) {
      reported[count++] = config->pmu_events[pin];
    }
  }
  return count != 0 ? reported[rng_below(rng, count)] : 0;
}

static uint16_t pick_event(const struct spu_config *config, struct rng *rng)
{
  static const uint16_t sampling[] = {0x4000, 0x4001, 0x4002, 0x4003};
  static const uint16_t filtering[] = {0x8122, 0x8123, 0x812A, 0x812B, 0x812C,
                                       0x812D, 0x812E, 0x812F, 0x8348, 0x8349};
  const uint32_t dice = rng_below(rng, 100);
  if (dice < 25) {
    return sampling[rng_below(rng, sizeof sampling / sizeof sampling[0])];
  }
  if (dice < 40) {  // these exist only in later versions, with FEAT_SPE_FDS and FEAT_SPE_EFT
    return filtering[rng_below(rng, sizeof filtering / sizeof filtering[0])];
  }
  if (dice < 52) {
    return SPU_EVENT_CPU_CYCLES;
  }
  if (dice < 62) {
    return SPU_EVENT_SW_INCR;
  }
  if (dice < 95) {
    return core_event(config, rng);
  }
  const uint16_t any = (uint16_t)rng_next(rng);
  return any >> 14 == 3 ? SPU_EVENT_CHAIN : any;  // on even counters too, where it never counts
}

// VS in bits 57:56; P, U, NSK, NSU, NSH, M, MT, SH and the Realm filters in bits 31:20.
static uint64_t pick_filter(struct rng *rng)
{
  if (rng_percent(rng, 50)) {
    return rng_percent(rng, 50) ? 0 : (uint64_t)1 << 27;  // nothing filtered; EL2 is counted with NSH only
  }
  return rng_next(rng) & rng_next(rng) & 0x03000000FFF00000;
}

// An odd counter often continues its even neighbour.
static uint64_t pick_type(const struct spu_config *config, struct rng *rng, uint32_t n)
{
  const bool chained = (n & 1) != 0 && rng_percent(rng, 35);
  return pick_filter(rng) | (chained ? SPU_EVENT_CHAIN : pick_event(config, rng));
}

// Near the overflow of 32 bits, of 64 bits (or one bit away from it), or of both; or any value.
static uint64_t pick_count(struct rng *rng)
{
  const uint64_t left = rng_below(rng, rng_percent(rng, 60) ? 40 : 1000);
  switch (rng_below(rng, 4)) {
  case 0:
    return (UINT64_MAX - left) ^ (rng_percent(rng, 30) ? (uint64_t)1 << (32 + rng_below(rng, 32)) : 0);
  case 1:
    return 0xFFFFFFFF - left;
  case 2:
    return rng_next(rng) | (0xFFFFFFFF - left);
  default:
    return rng_percent(rng, 20) ? rng_next(rng) : UINT64_MAX - left;
  }
}

static uint64_t pick_control(struct rng *rng)
{
  uint64_t control = rng_next(rng) & 0x2D0;  // FZO, LP, LC, X
  control |= rng_percent(rng, 92) ? 1U : 0U;
  control |= rng_percent(rng, 5) ? 2U : 0U;   // P
  control |= rng_percent(rng, 5) ? 4U : 0U;   // C
  control |= rng_percent(rng, 20) ? 8U : 0U;  // D
  control |= rng_percent(rng, 30) ? 0x20U : 0U;
  control |= rng_percent(rng, 40) ? (uint64_t)1 << 32 : 0;  // FZS
  return control;
}

// A set of event counters, and the cycle counter in bit 31.
static uint64_t pick_mask(struct rng *rng)
{
  return rng_percent(rng, 50) ? 0xFFFFFFFF : rng_next(rng) & 0xFFFFFFFF;
}

// EN, SW, CR, ER, UEN and TID; also IR, which is RES0.
static uint64_t pick_user_enable(const struct spu_config *config, struct rng *rng)
{
  const uint64_t enables = rng_below(rng, 16);
  if (config->pmu_version < 9) {
    return enables;
  }
  return enables | (rng_percent(rng, 60) ? SPU_PMUSERENR_EL0_UEN : 0) |
         (rng_percent(rng, 30) ? SPU_PMUSERENR_EL0_TID : 0) | (rng_percent(rng, 10) ? (uint64_t)0x20 : 0);
}

static uint64_t sensible(uint16_t addr, const struct spu_config *config, struct rng *rng)
{
  if (addr >= spu_sysreg_pmevtyper(0) && addr < spu_sysreg_pmevtyper(SPU_MAX_COUNTERS)) {
    return pick_type(config, rng, addr - (uint32_t)spu_sysreg_pmevtyper(0));
  }
  switch (addr) {
  case SPU_PMCR_EL0:
    return pick_control(rng);
  case SPU_PMSELR_EL0:
    return rng_percent(rng, 80) ? rng_below(rng, config->pmu_counters + 1) : rng_below(rng, 32);
  case SPU_PMXEVTYPER_EL0:
    return pick_type(config, rng, rng_below(rng, 2));
  case SPU_PMCCFILTR_EL0:
    return pick_filter(rng);
  case SPU_PMUSERENR_EL0:
    return pick_user_enable(config, rng);
  case SPU_PMECR_EL1:
    return random_pmu_exception_value(rng);
  case SPU_PMUACR_EL1:
    return rng_percent(rng, 80) ? pick_mask(rng) : (uint64_t)1 << rng_below(rng, 32);
  case SPU_PMCNTENSET_EL0:
  case SPU_PMCNTENCLR_EL0:
  case SPU_PMOVSCLR_EL0:
  case SPU_PMOVSSET_EL0:
  case SPU_PMSWINC_EL0:
  case SPU_PMZR_EL0:
  case SPU_PMINTENSET_EL1:
  case SPU_PMINTENCLR_EL1:
    return rng_percent(rng, 40) ? pick_mask(rng) : (uint64_t)1 << rng_below(rng, 32);
  default:
    return pick_count(rng);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Software

static uint32_t pick_counter(const struct spu_config *config, struct rng *rng)
{
  return rng_below(rng, config->pmu_counters);
}

void random_pmu_setup(struct random_sysreg *sysreg, const struct spu_config *config, struct rng *rng)
{
  const uint32_t counters = config->pmu_counters < 5 ? config->pmu_counters : 5;
  if (rng_percent(rng, 30)) {
    random_sysreg_push(sysreg, SPU_PMCNTENCLR_EL0, 0xFFFFFFFF);
  }
  for (uint32_t i = 0; i < counters; i++) {
    const uint32_t n = pick_counter(config, rng);
    random_sysreg_push(sysreg, spu_sysreg_pmevtyper(n), pick_type(config, rng, n));
    random_sysreg_push(sysreg, spu_sysreg_pmevcntr(n), pick_count(rng));
  }
  random_sysreg_push(sysreg, SPU_PMCCNTR_EL0, pick_count(rng));
  random_sysreg_push(sysreg, SPU_PMCCFILTR_EL0, pick_filter(rng));
  random_sysreg_push(sysreg, SPU_PMUSERENR_EL0, pick_user_enable(config, rng));
  if (config->pmu_version >= 9) {
    random_sysreg_push(sysreg, SPU_PMUACR_EL1, pick_mask(rng));
  }
  if (config->have_ebep) {
    random_sysreg_push(sysreg, SPU_PMECR_EL1, random_pmu_exception_value(rng));
  }
  random_sysreg_push(sysreg, SPU_PMCNTENSET_EL0, pick_mask(rng));
  random_sysreg_push(sysreg, SPU_PMINTENSET_EL1, pick_mask(rng));
  if (rng_percent(rng, 60)) {
    random_sysreg_push(sysreg, SPU_PMOVSCLR_EL0, 0xFFFFFFFF);
  }
  random_sysreg_push(sysreg, SPU_PMCR_EL0, pick_control(rng));
}

void random_pmu_service(struct random_sysreg *sysreg, const struct spu_config *config, struct rng *rng)
{
  random_sysreg_push(sysreg, SPU_PMOVSCLR_EL0, rng_percent(rng, 70) ? 0xFFFFFFFF : pick_mask(rng));
  for (uint32_t i = 0; config->pmu_counters != 0 && i < 2; i++) {
    random_sysreg_push(sysreg, spu_sysreg_pmevcntr(pick_counter(config, rng)), pick_count(rng));
  }
  if (rng_percent(rng, 30)) {
    random_sysreg_push(sysreg, SPU_PMCCNTR_EL0, pick_count(rng));
  }
}

struct random_access random_pmu_any(const struct spu_config *config, struct rng *rng)
{
  struct random_access access = {registers[rng_below(rng, REGISTERS)], rng_percent(rng, 50), 0};
  if (rng_percent(rng, 40)) {
    // Mostly a counter that exists, or the first one that does not.
    const uint32_t n = rng_below(rng, rng_percent(rng, 90) ? config->pmu_counters + 1 : SPU_MAX_COUNTERS);
    const uint32_t counter = n < SPU_MAX_COUNTERS ? n : 0;
    access.addr = rng_percent(rng, 50) ? spu_sysreg_pmevcntr(counter) : spu_sysreg_pmevtyper(counter);
  }
  if (rng_percent(rng, 5)) {
    access.addr ^= (uint16_t)(1U << rng_below(rng, 16));  // an encoding next to a register's
  }
  if (rng_percent(rng, 8)) {  // P and C; P zeroes only the counters that the Exception level may see
    return (struct random_access){SPU_PMCR_EL0, true,
                                  pick_control(rng) | 2 * (1 + (uint64_t)rng_below(rng, 3))};
  }
  access.data = rng_percent(rng, 85) ? sensible(access.addr, config, rng) : rng_next(rng);
  return access;
}

// ---------------------------------------------------------------------------------------------------------
// Events

void random_pmu_init(struct random_pmu_pins *pins, const struct spu_config *config)
{
  *pins = (struct random_pmu_pins){0};
  for (uint32_t pin = 0; pin < SPU_MAX_PMU_EVENTS; pin++) {
    if (config->pmu_events[pin] != 0) {
      pins->existing[pins->existing_count++] = (uint8_t)pin;
    }
  }
  pins->existing_count += pins->existing_count == 0;
}

void random_pmu_drive(struct random_pmu_pins *pins, struct rng *rng, uint32_t percent, struct spu_in *in)
{
  const uint64_t bits = rng_next(rng);
  for (uint32_t i = 0; i < pins->count; i++) {
    in->pmu_event[pins->pin[i]] = 0;
  }
  pins->count = 0;
  uint32_t chosen = 0;  // one bit each; mostly none or one is set
  for (uint32_t i = 0; i < RANDOM_PMU_EVENTS; i++) {
    chosen |= (uint32_t)((bits >> (16 * i) & 0x7F) * 100 < percent * UINT64_C(128)) << i;
  }
  for (; chosen != 0; chosen &= chosen - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(chosen);
    const uint32_t dice = (uint32_t)(bits >> (16 * i)) & 0xFFFF;
    const uint32_t n = dice >> 7;  // 0..511
    const uint32_t any = n * 8 + (uint32_t)(bits >> (61 - 3 * i) & 7);
    const uint8_t pin = n < 8 ? (uint8_t)any : pins->existing[n % pins->existing_count];
    pins->pin[pins->count++] = pin;
    in->pmu_event[pin] = (uint8_t)((bits >> (3 * i + 5) & 7) == 0 ? 15 : 1 + (dice & 3));
  }
}
