// SPDX-License-Identifier: Apache-2.0
//
// Coverage of the performance monitors (requirements P1 to P6). Whether counters count is looked at where
// something has changed and in every eighth cycle; overflows, the interrupt and what software writes in each.
// The bins are in cover_pmu_bins.h.
#include <string.h>

#include "cover/cover_block.h"
#include "cover/cover_pmu_bins.h"
#include "cover/cover_pmu_exception.h"
#include "cover/cover_pmu_rules.h"
#include "cover/cover_pmu_user.h"
#include "spu_sysreg.h"

static const struct cover_bin bins[] = {COVER_PMU_BINS(COVER_BIN_ROW)};

struct state {
  bool known;
  struct cover_counting counting;
};
_Static_assert(sizeof(struct state) <= COVER_BLOCK_STATE, "state");

// ---------------------------------------------------------------------------------------------------------
// What the last cycle has counted. `counting` is as it was then.

// Event counter n overflows only at 64 bits.
static bool is_64_bits(const struct cover_cycle *cycle, const struct cover_counting *counting, uint32_t n)
{
  return cycle->config->pmu_version >= 5 &&
         (cover_exception_enabled(cycle->config, cycle->last_in, counting) ||
          (cover_second_range(cycle->config, cycle->last_in, n) ? cycle->last_in->mdcr_el2_hlp
                                                                : (counting->pmcr & COVER_PMCR_LP) != 0));
}

// So does the cycle counter.
static bool are_64_bits(const struct cover_cycle *cycle, const struct cover_counting *counting)
{
  return (counting->pmcr & COVER_PMCR_LC) != 0 ||
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
  HIT_IF(chain_of_disabled_counter, (counting->cnten >> next & 1U) == 0);
  if (counts && !written) {
    HIT(chain_counts);
    HIT_IF(chain_overflows, (gained >> next & 1U) != 0);
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
  HIT_IF(carry_of_cycle_counter, are_64_bits(cycle, counting) && now > before && now >> 32 != before >> 32);
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
    const bool resets = (last->sysreg_wdata & COVER_PMCR_P) != 0;
    HIT_IF(event_reset, resets);
    HIT_IF(cycle_reset, (last->sysreg_wdata & COVER_PMCR_C) != 0 && cycle->last_out->pmccntr != 0);
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
  counting->ccfiltr = peek(cycle, SPU_PMCCFILTR_EL0);
  counting->cnten = (uint32_t)peek(cycle, SPU_PMCNTENSET_EL0);
  counting->inten = (uint32_t)peek(cycle, SPU_PMINTENSET_EL1);
  if (cycle->config->pmu_version >= 9) {
    counting->userenr = (uint32_t)peek(cycle, SPU_PMUSERENR_EL0);
    counting->uacr = (uint32_t)peek(cycle, SPU_PMUACR_EL1);
  }
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
    cover_exception_counters(cycle, &state->counting, hits);
  }
  if (!first && flags_changed) {
    cover_overflows(cycle, &state->counting, hits);
  }
  if (!first && last->sysreg_valid && cycle->out->sysreg_done && spu_sysreg_is_monitor(last->sysreg_addr)) {
    cover_user_access(cycle, &state->counting, hits);
    cover_exception_access(cycle, hits);
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
    cover_exception(cycle, &state->counting, written, hits);
  }
  if (first || written || flags_changed || cycle->pe_changed || cycle->regs_changed ||
      cycle->number % 8 == 0) {
    cover_who_counts(cycle, &state->counting, hits);
  }
}

const struct cover_block cover_pmu = {"pmu", bins, BIN_COUNT, step};
