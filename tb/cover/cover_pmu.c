// SPDX-License-Identifier: Apache-2.0
//
// Coverage of the performance monitors (requirements P2, P3): overflows, the interrupt, and what software writes. When
// counters count, and who may read and write them, is proved for all inputs.
#include <string.h>

#include "cover/cover_block.h"
#include "cover/cover_config.h"
#include "spu_sysreg.h"

COVER_CONFIG(monitors, config->pmu_version != 0)
COVER_CONFIG(short_cycles, cover_monitors(config) && cover_aarch32_el0(config))
COVER_CONFIG(counters, cover_monitors(config) && config->pmu_counters >= 1)
COVER_CONFIG(pair, cover_monitors(config) && config->pmu_counters >= 2)
COVER_CONFIG(reserved, cover_counters(config) && config->have_el2)
COVER_CONFIG(reserved_pair, cover_pair(config) && config->have_el2)
COVER_CONFIG(p5, cover_counters(config) && config->pmu_version >= 5)
COVER_CONFIG(p5_pair, cover_pair(config) && config->pmu_version >= 5)
COVER_CONFIG(p5_reserved, cover_p5(config) && config->have_el2)

// clang-format off
#define COVER_PMU_BINS(X) \
  X(irq_by_first_range, "P2", cover_counters, "the interrupt rises: an event counter below HPMN overflowed") \
  X(irq_by_second_range, "P2", cover_reserved, "the interrupt rises: one from HPMN on overflowed") \
  X(irq_by_cycle_counter, "P2", cover_monitors, "the interrupt rises: the cycle counter overflowed") \
  X(irq_by_pmovsset, "P2", cover_monitors, "the interrupt rises: software set a flag") \
  X(irq_by_pmintenset, "P2", cover_monitors, "the interrupt rises: software enabled it") \
  X(irq_by_e, "P2", cover_monitors, "the interrupt rises: software set PMCR_EL0.E") \
  X(irq_by_hpme, "P2", cover_reserved, "the interrupt rises: MDCR_EL2.HPME") \
  X(irq_by_hpmn, "P2", cover_reserved, "the interrupt rises: MDCR_EL2.HPMN") \
  X(irq_ends_by_pmovsclr, "P2", cover_monitors, "the interrupt falls: software cleared the flag") \
  X(irq_ends_by_pmintenclr, "P2", cover_monitors, "the interrupt falls: software disabled it") \
  X(irq_ends_by_e, "P2", cover_monitors, "the interrupt falls: software cleared PMCR_EL0.E") \
  X(irq_ends_by_hpme, "P2", cover_reserved, "the interrupt falls: MDCR_EL2.HPME") \
  X(irq_ends_by_hpmn, "P2", cover_reserved, "the interrupt falls: MDCR_EL2.HPMN") \
  X(irq_has_another_cause, "P2", cover_counters, "a flag is cleared, another one holds the interrupt") \
  X(overflow_without_interrupt, "P2", cover_monitors, "a counter overflows that PMINTENSET_EL1 leaves out") \
  X(interrupt_of_disabled_range, "P2", cover_monitors, "flag and enable, but E or HPME is clear") \
  X(overflow_event_32, "P3", cover_counters, "first range, 32 bits") \
  X(overflow_event_64, "P3", cover_p5, "first range, LP set: 64 bits") \
  X(overflow_reserved_32, "P3", cover_reserved, "second range, 32 bits") \
  X(overflow_reserved_64, "P3", cover_p5_reserved, "second range, HLP set: 64 bits") \
  X(overflow_cycles_32, "P3", cover_short_cycles, "cycle counter, LC clear: 32 bits") \
  X(overflow_cycles_64, "P3", cover_monitors, "cycle counter, LC set: 64 bits") \
  X(carry_of_event_counter, "P3", cover_p5, "LP or HLP set: a carry to bit 32 is no overflow") \
  X(carry_of_cycle_counter, "P3", cover_monitors, "LC set: a carry to bit 32 is no overflow") \
  X(overflow_past_zero, "P3", cover_counters, "an increment of several takes the counter past zero") \
  X(overflow_with_flag_set, "P3", cover_counters, "the flag is set already") \
  X(two_overflows, "P3", cover_pair, "two flags are set in one cycle") \
  X(chain_counts, "P3", cover_pair, "an odd counter counts its neighbour's overflow") \
  X(chain_overflows, "P3", cover_pair, "and overflows in the same cycle") \
  X(chain_across_ranges, "P3", cover_reserved_pair, "the two are of different ranges") \
  X(no_chain_with_64_bits, "P3", cover_p5_pair, "LP or HLP set: the overflow is not chained") \
  X(chain_of_disabled_counter, "P3", cover_pair, "the odd counter is not enabled") \
  X(chain_on_even_counter, "P3", cover_counters, "an even counter selects CHAIN, which never happens") \
  X(software_increment, "P3", cover_counters, "PMSWINC_EL0 of a counter that selects SW_INCR") \
  X(software_increment_of_other, "P3", cover_counters, "PMSWINC_EL0 of a counter of another event") \
  X(software_increment_beyond, "P3", cover_reserved, "PMSWINC_EL0 of a counter that is EL2's, from below") \
  X(event_reset, "P3", cover_counters, "PMCR_EL0.P") \
  X(event_reset_spares_reserved, "P3", cover_reserved, "PMCR_EL0.P from below, and EL2 has counters") \
  X(cycle_reset, "P3", cover_monitors, "PMCR_EL0.C") \
  X(counter_written_as_it_counts, "P3", cover_counters, "software writes an event counter that counts") \
  X(cycles_written_as_they_count, "P3", cover_monitors, "software writes the cycle counter while it counts") \
  X(flag_cleared_at_overflow, "P3", cover_monitors, "PMOVSCLR_EL0 in the cycle of the overflow")
// clang-format on

enum { COVER_PMU_BINS(COVER_BIN_ENUM) BIN_COUNT };
static const struct cover_bin bins[] = {COVER_PMU_BINS(COVER_BIN_ROW)};

enum { COVER_CYCLES = 31 };  // index of the cycle counter

// The registers that only direct writes change.
struct cover_counting {
  uint64_t pmcr;
  uint32_t cnten;
  uint32_t inten;
  uint32_t pmecr;
  uint64_t evtyper[SPU_MAX_COUNTERS];
};

struct state {
  bool known;
  struct cover_counting counting;
};
_Static_assert(sizeof(struct state) <= COVER_BLOCK_STATE, "state");

// ---------------------------------------------------------------------------------------------------------
// What the last cycle has counted. `counting` is as it was then.

// Whether event counter n is one of those that MDCR_EL2.HPMN reserves for EL2.
static bool cover_second_range(const struct spu_config *config, const struct spu_in *in, uint32_t n)
{
  return config->have_el2 && n < COVER_CYCLES && n >= (in->mdcr_el2_hpmn & 31U);
}

// The PMU Profiling exception is enabled (RGWLVY): PMCR_EL0.{LC, LP} and MDCR_EL2.HLP act as 1.
static bool cover_exception_enabled(const struct spu_config *config, const struct spu_in *in,
                                    const struct cover_counting *counting)
{
  enum { BELOW = 1, EXCEPTION = 3 };  // MDCR_ELx.PMEE, and PMECR_EL1.PMEE but for BELOW
  if (!config->have_ebep) {
    return false;
  }
  struct cover_pe pe;
  cover_pe_read(config, in, &pe);
  uint32_t pmee = counting->pmecr & SPU_PMECR_EL1_PMEE;
  if (config->have_el3 && in->mdcr_el3_pmee != BELOW) {
    pmee = in->mdcr_el3_pmee;
  } else if (pe.el2 && in->mdcr_el2_pmee != BELOW) {
    pmee = in->mdcr_el2_pmee;
  }
  return pmee == EXCEPTION;
}

// Event counter n overflows only at 64 bits.
static bool is_64_bits(const struct cover_cycle *cycle, const struct cover_counting *counting, uint32_t n)
{
  return cycle->config->pmu_version >= 5 &&
         (cover_exception_enabled(cycle->config, cycle->last_in, counting) ||
          (cover_second_range(cycle->config, cycle->last_in, n) ? cycle->last_in->mdcr_el2_hlp
                                                                : (counting->pmcr & SPU_PMCR_EL0_LP) != 0));
}

// So does the cycle counter.
static bool are_64_bits(const struct cover_cycle *cycle, const struct cover_counting *counting)
{
  return (counting->pmcr & SPU_PMCR_EL0_LC) != 0 ||
         cover_exception_enabled(cycle->config, cycle->last_in, counting);
}

static void cover_chain(const struct cover_cycle *cycle, const struct cover_counting *counting, uint32_t n,
                        uint32_t gained, uint64_t *hits)
{
  const uint32_t next = n + 1;
  if ((n & 1U) != 0 || next >= cycle->config->pmu_counters ||
      (counting->evtyper[next] & 0xFFFF) != SPU_EVENT_CHAIN) {
    return;
  }
  const bool counts = cycle->out->pmevcntr[next] != cycle->last_out->pmevcntr[next];
  const bool written = cycle->last_in->sysreg_valid && cycle->last_in->sysreg_write;
  HIT_IF(no_chain_with_64_bits, is_64_bits(cycle, counting, n) && !counts);
  HIT_IF(chain_of_disabled_counter, (counting->cnten & 1U << (next & 31U)) == 0);
  if (counts && !written) {
    HIT(chain_counts);
    HIT_IF(chain_overflows, (gained & 1U << (next & 31U)) != 0);
    HIT_IF(chain_across_ranges, cover_second_range(cycle->config, cycle->last_in, n) !=
                                    cover_second_range(cycle->config, cycle->last_in, next));
  }
}

static void cover_overflows(const struct cover_cycle *cycle, const struct cover_counting *counting,
                            uint64_t *hits)
{
  const uint32_t set = cover_wrote(cycle, SPU_PMOVSSET_EL0) ? (uint32_t)cycle->last_in->sysreg_wdata : 0;
  const uint32_t gained = cycle->out->pmovs & ~cycle->last_out->pmovs & ~set;
  HIT_IF(two_overflows, (gained & (gained - 1U)) != 0);
  HIT_IF(overflow_without_interrupt, (gained & ~counting->inten) != 0);
  for (uint32_t left = gained; left != 0; left &= left - 1U) {
    const uint32_t n = (uint32_t)__builtin_ctz(left);
    if (n == COVER_CYCLES) {
      const bool wide = are_64_bits(cycle, counting);
      HIT_IF(overflow_cycles_32, !wide);
      HIT_IF(overflow_cycles_64, wide);
      continue;
    }
    const bool second = cover_second_range(cycle->config, cycle->last_in, n);
    const bool wide = is_64_bits(cycle, counting, n);
    const uint32_t value = (uint32_t)cycle->out->pmevcntr[n];
    HIT_IF(overflow_event_32, !second && !wide);
    HIT_IF(overflow_event_64, !second && wide);
    HIT_IF(overflow_reserved_32, second && !wide);
    HIT_IF(overflow_reserved_64, second && wide);
    HIT_IF(overflow_past_zero, value != 0 && value < 15);
    cover_chain(cycle, counting, n, gained, hits);
  }
}

// Counters whose lower half went past its end, flagged or not. Only cycles without a direct write, or with one
// that clears flags.
static void cover_wraps(const struct cover_cycle *cycle, const struct cover_counting *counting,
                        uint64_t *hits)
{
  const bool cleared = cover_wrote(cycle, SPU_PMOVSCLR_EL0);
  const uint32_t flags = cycle->last_out->pmovs;
  if (cycle->last_in->sysreg_valid && cycle->last_in->sysreg_write && !cleared) {
    return;
  }
  const uint32_t clears = cleared ? (uint32_t)cycle->last_in->sysreg_wdata : 0;
  for (uint32_t left = counting->cnten & ((1U << cycle->config->pmu_counters) - 1U); left != 0;
       left &= left - 1U) {
    const uint32_t n = (uint32_t)__builtin_ctz(left);
    const uint64_t now = cycle->out->pmevcntr[n];
    const uint64_t before = cycle->last_out->pmevcntr[n];
    if ((uint32_t)now >= (uint32_t)before) {
      continue;
    }
    const bool overflow = !is_64_bits(cycle, counting, n) || now < before;
    HIT_IF(carry_of_event_counter, !overflow);
    HIT_IF(overflow_with_flag_set, overflow && (flags >> n & 1U) != 0);
    HIT_IF(flag_cleared_at_overflow, overflow && (clears >> n & 1U) != 0);
  }
  const uint64_t now = cycle->out->pmccntr;
  const uint64_t before = cycle->last_out->pmccntr;
  HIT_IF(carry_of_cycle_counter, now > before && now >> 32 != before >> 32 && are_64_bits(cycle, counting));
}

// ---------------------------------------------------------------------------------------------------------
// The interrupt

static void cover_rise(const struct cover_cycle *cycle, const struct cover_counting *now, uint64_t *hits)
{
  const uint32_t gained = cycle->out->pmovs & ~cycle->last_out->pmovs & now->inten;
  if (cover_wrote(cycle, SPU_PMOVSSET_EL0)) {
    HIT(irq_by_pmovsset);
  } else if (cover_wrote(cycle, SPU_PMINTENSET_EL1)) {
    HIT(irq_by_pmintenset);
  } else if (cover_wrote(cycle, SPU_PMCR_EL0)) {
    HIT(irq_by_e);
  } else if (gained == 1U << COVER_CYCLES) {
    HIT(irq_by_cycle_counter);
  } else if (gained != 0) {
    const bool second = cover_second_range(cycle->config, cycle->in, (uint32_t)__builtin_ctz(gained));
    HIT_IF(irq_by_first_range, !second);
    HIT_IF(irq_by_second_range, second);
  } else if (!cycle->last_out->cti_pmu_overflow) {
    const bool hpme = cycle->in->mdcr_el2_hpme != cycle->last_in->mdcr_el2_hpme;
    HIT_IF(irq_by_hpme, hpme);
    HIT_IF(irq_by_hpmn, !hpme && cycle->in->mdcr_el2_hpmn != cycle->last_in->mdcr_el2_hpmn);
  }
}

static void cover_fall(const struct cover_cycle *cycle, uint64_t *hits)
{
  if (cover_wrote(cycle, SPU_PMOVSCLR_EL0)) {
    HIT(irq_ends_by_pmovsclr);
  } else if (cover_wrote(cycle, SPU_PMINTENCLR_EL1)) {
    HIT(irq_ends_by_pmintenclr);
  } else if (cover_wrote(cycle, SPU_PMCR_EL0)) {
    HIT(irq_ends_by_e);
  } else if (!cycle->out->cti_pmu_overflow) {
    const bool hpme = cycle->in->mdcr_el2_hpme != cycle->last_in->mdcr_el2_hpme;
    HIT_IF(irq_ends_by_hpme, hpme);
    HIT_IF(irq_ends_by_hpmn, !hpme && cycle->in->mdcr_el2_hpmn != cycle->last_in->mdcr_el2_hpmn);
  }
}

static void cover_interrupt(const struct cover_cycle *cycle, const struct cover_counting *now, uint64_t *hits)
{
  const bool high = cycle->out->pmuirq;
  const bool was_high = cycle->last_out->pmuirq;
  if (high && !was_high) {
    cover_rise(cycle, now, hits);
  } else if (!high && was_high) {
    cover_fall(cycle, hits);
  } else {
    HIT_IF(irq_has_another_cause, high && (cycle->last_out->pmovs & ~cycle->out->pmovs & now->inten) != 0);
    HIT_IF(interrupt_of_disabled_range,
           !high && !cycle->out->cti_pmu_overflow && (now->inten & cycle->out->pmovs) != 0);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Software

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

// A write that was allowed. `counting` is as it was before.
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

// CHAIN on an even counter, looked at when something was written.
static void cover_even_chain(const struct cover_cycle *cycle, const struct cover_counting *counting,
                             uint64_t *hits)
{
  for (uint32_t n = 0; n < cycle->config->pmu_counters; n += 2) {
    HIT_IF(chain_on_even_counter,
           (counting->evtyper[n] & 0xFFFF) == SPU_EVENT_CHAIN && (counting->cnten >> n & 1U) != 0);
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
  counting->inten = (uint32_t)peek(cycle, SPU_PMINTENSET_EL1);
  if (cycle->config->have_ebep) {
    counting->pmecr = (uint32_t)peek(cycle, SPU_PMECR_EL1);
  }
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
  const bool first = !state->known;
  const struct spu_in *last = cycle->last_in;
  const bool flags_changed = cycle->out->pmovs != cycle->last_out->pmovs;
  const bool written = !first && last->sysreg_valid && last->sysreg_write && cycle->out->sysreg_done &&
                       cycle->out->sysreg_verdict == SPU_ACCESS_OK &&
                       spu_sysreg_is_monitor(last->sysreg_addr);
  if (!first && state->counting.cnten != 0) {
    cover_wraps(cycle, &state->counting, hits);
  }
  if (!first && flags_changed) {
    cover_overflows(cycle, &state->counting, hits);
  }
  if (written) {
    cover_write(cycle, &state->counting, hits);
  }
  if (written || first) {
    read_registers(cycle, &state->counting);
    cover_even_chain(cycle, &state->counting, hits);
    state->known = true;
  }
  if (!first && (flags_changed || written || cycle->pe_changed)) {
    cover_interrupt(cycle, &state->counting, hits);
  }
}

const struct cover_block cover_pmu = {"pmu", bins, BIN_COUNT, step};
