// SPDX-License-Identifier: Apache-2.0
//
// Coverage of the performance monitors (requirement P3): software's writes while counters count. Counting, overflow,
// interrupts and access are proved for all inputs.
#include <string.h>

#include "spu_sysreg.h"
#include "unit/cover/cover_block.h"
#include "unit/cover/cover_config.h"

COVER_CONFIG(monitors, config->pmu_version != 0)
COVER_CONFIG(counters, cover_monitors(config) && config->pmu_counters >= 1)
COVER_CONFIG(reserved, cover_counters(config) && config->have_el2)

// clang-format off
#define COVER_PMU_BINS(X) \
  X(software_increment, "P3", cover_counters, "PMSWINC_EL0 for a counter of SW_INCR") \
  X(software_increment_of_other, "P3", cover_counters, "PMSWINC_EL0 for a counter of another PMU event") \
  X(software_increment_beyond, "P3", cover_reserved, "PMSWINC_EL0 below EL2 for one of EL2's counters") \
  X(event_reset, "P3", cover_counters, "PMCR_EL0.P") \
  X(event_reset_spares_reserved, "P3", cover_reserved, "PMCR_EL0.P below EL2, while EL2 has counters") \
  X(cycle_reset, "P3", cover_monitors, "PMCR_EL0.C") \
  X(counter_written_as_it_counts, "P3", cover_counters, "software writes an event counter that counts") \
  X(cycles_written_as_they_count, "P3", cover_monitors, "software writes the cycle counter while it counts")
// clang-format on

enum { COVER_PMU_BINS(COVER_BIN_ENUM) BIN_COUNT };
static const struct cover_bin bins[] = {COVER_PMU_BINS(COVER_BIN_ROW)};

enum { COVER_CYCLES = 31 };  // index of the cycle counter

// Registers that only direct writes change.
struct cover_counting {
  uint64_t pmcr;
  uint32_t cnten;
  uint64_t evtyper[SPU_MAX_COUNTERS];
};

struct state {
  bool known;
  struct cover_counting counting;
};
_Static_assert(sizeof(struct state) <= COVER_BLOCK_STATE, "state");

static uint32_t first_range(const struct cover_cycle *cycle)
{
  const uint32_t hpmn = cycle->last_in->mdcr_el2_hpmn & 31U;
  return cycle->config->have_el2 && hpmn < cycle->config->pmu_counters ? hpmn : cycle->config->pmu_counters;
}

static void cover_software_increment(const struct cover_cycle *cycle, const struct cover_counting *counting,
                                     uint64_t *hits)
{
  const uint32_t bits = (uint32_t)cycle->last_in->sysreg_wdata & ((1U << cycle->config->pmu_counters) - 1U);
  for (uint32_t left = bits & counting->cnten; left != 0; left &= left - 1U) {
    const uint32_t n = (uint32_t)__builtin_ctz(left);
    const bool selects = (counting->evtyper[n] & 0xFFFF) == SPU_EVENT_SW_INCR;
    const bool counts = cycle->out->pmevcntr[n] != cycle->last_out->pmevcntr[n];
    HIT_IF(software_increment, selects && counts);
    HIT_IF(software_increment_of_other, !selects && !counts);
    HIT_IF(software_increment_beyond, selects && !counts && cycle->last_in->pe_el <= SPU_EL1 &&
                                          n >= first_range(cycle) && cycle->last_in->mdcr_el2_hpme);
  }
}

// Takes an allowed write. `counting` is the state before it.
static void cover_write(const struct cover_cycle *cycle, const struct cover_counting *counting,
                        uint64_t *hits)
{
  const struct spu_in *last = cycle->last_in;
  const bool below = last->pe_el <= SPU_EL1;
  const bool cycles = (counting->cnten >> COVER_CYCLES & 1U) != 0 && (counting->pmcr & SPU_PMCR_EL0_E) != 0;
  if (last->sysreg_addr == SPU_PMSWINC_EL0) {
    cover_software_increment(cycle, counting, hits);
  } else if (last->sysreg_addr == SPU_PMCR_EL0) {
    const uint32_t own = first_range(cycle);
    const bool resets = (last->sysreg_wdata & SPU_PMCR_EL0_P) != 0;
    HIT_IF(event_reset, resets);
    HIT_IF(cycle_reset, (last->sysreg_wdata & SPU_PMCR_EL0_C) != 0 && cycle->last_out->pmccntr != 0);
    HIT_IF(event_reset_spares_reserved,
           resets && below && own < cycle->config->pmu_counters && cycle->out->pmevcntr[own] != 0);
  } else if (last->sysreg_addr == SPU_PMCCNTR_EL0) {
    HIT_IF(cycles_written_as_they_count, cycles);
  } else {
    const uint32_t n = (uint32_t)(last->sysreg_addr - spu_sysreg_pmevcntr(0));
    HIT_IF(counter_written_as_it_counts, n < SPU_MAX_COUNTERS && n < cycle->config->pmu_counters &&
                                             (counting->cnten >> n & 1U) != 0 &&
                                             (counting->pmcr & SPU_PMCR_EL0_E) != 0 &&
                                             (counting->evtyper[n] & 0xFFFF) == SPU_EVENT_CPU_CYCLES);
  }
}

static uint64_t peek(const struct cover_cycle *cycle, uint16_t address)
{
  uint64_t value = 0;
  (void)spu_peek_register(cycle->model, address, &value);
  return value;
}

static void read_registers(const struct cover_cycle *cycle, struct cover_counting *counting)
{
  counting->pmcr = peek(cycle, SPU_PMCR_EL0);
  counting->cnten = (uint32_t)peek(cycle, SPU_PMCNTENSET_EL0);
  for (uint32_t n = 0; n < cycle->config->pmu_counters; n++) {
    counting->evtyper[n] = peek(cycle, spu_sysreg_pmevtyper(n));
  }
}

static void step(void *context, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct state *state = context;
  if (cycle->config->pmu_version == 0) {
    return;
  }
  if (cycle->after_reset) {
    state->known = false;
  }
  const struct spu_in *last = cycle->last_in;
  const bool written = state->known && last->sysreg_valid && last->sysreg_write && cycle->out->sysreg_done &&
                       cycle->out->sysreg_verdict == SPU_ACCESS_OK &&
                       spu_sysreg_is_monitor(last->sysreg_addr);
  if (written) {
    cover_write(cycle, &state->counting, hits);
  }
  if (written || !state->known) {
    read_registers(cycle, &state->counting);
    state->known = true;
  }
}

const struct cover_block cover_pmu = {"pmu", bins, BIN_COUNT, step};
