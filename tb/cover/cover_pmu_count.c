// SPDX-License-Identifier: Apache-2.0
//
// Coverage of the performance monitors: which counters count in a cycle, and the one reason for which another
// stands still. An event counter matters in cycles in which its event happens.
#include "cover/cover_block.h"
#include "cover/cover_pmu_bins.h"
#include "cover/cover_pmu_exception.h"
#include "cover/cover_pmu_rules.h"
#include "util/pmu_pins.h"

// ---------------------------------------------------------------------------------------------------------
// Events

// How often the event happens in this cycle; the monitors' own SW_INCR and CHAIN excepted. *bin receives the
// bin of its being counted.
static unsigned happens(const struct cover_cycle *cycle, unsigned number, unsigned *bin)
{
  const struct spu_out *out = cycle->out;
  const uint8_t sampling[] = {out->sample_pop, out->sample_feed, out->sample_filtrate, out->sample_collision};
  const uint8_t feeding[] = {out->sample_feed_br, out->sample_feed_ld,    out->sample_feed_st,
                             out->sample_feed_op, out->sample_feed_event, out->sample_feed_lat};
  *bin = BIN_COUNT;
  if (number == SPU_EVENT_CPU_CYCLES) {
    return 1;
  }
  if (number >= 0x4000 && number <= 0x4003) {
    *bin = BIN_sample_pop + (number - 0x4000);
    return sampling[number - 0x4000];
  }
  if (number == 0x8122 && cycle->config->have_fds) {
    *bin = BIN_sample_feed_ds;
    return out->sample_feed_ds;
  }
  if ((number == 0x8348 || number == 0x8349) && cycle->config->have_eft) {
    *bin = number == 0x8348 ? BIN_sample_feed_fp : BIN_sample_feed_simd;
    return number == 0x8348 ? out->sample_feed_fp : out->sample_feed_simd;
  }
  if (number == 0x8123 && cycle->config->spe_version >= 4) {
    *bin = BIN_sample_buffer_full;
    return out->sample_buffer_full;
  }
  if (number >= 0x812A && number <= 0x812F && cycle->config->spe_version >= 2) {
    *bin = BIN_sample_feed_br + (number - 0x812A);
    return feeding[number - 0x812A];
  }
  const uint32_t pin = pmu_pin(cycle->config, number);
  if (pin == SPU_MAX_PMU_EVENTS) {
    return 0;
  }
  *bin = BIN_event_pin_0 + pin;
  return cycle->in->pmu_event[pin] & 15U;
}

// The core does not report the event, and a pin that has none says that something occurred.
static bool absent(const struct cover_cycle *cycle, unsigned number)
{
  bool occurred = false;
  for (uint32_t pin = 0; pin < SPU_MAX_PMU_EVENTS; pin++) {
    occurred = occurred || (cycle->config->pmu_events[pin] == 0 && cycle->in->pmu_event[pin] != 0);
  }
  return occurred && number != SPU_EVENT_SW_INCR && number != SPU_EVENT_CHAIN &&
         (number < 0x4000 || number > 0x4003) && (number < 0x8122 || number > 0x812F) &&
         pmu_pin(cycle->config, number) == SPU_MAX_PMU_EVENTS;
}

// The bin of the filter bits that matter at the level and in the state of the PE; BIN_COUNT if there is none.
static unsigned filter_bin(const struct cover_cycle *cycle, bool el1_aarch32, uint64_t filter)
{
  const uint8_t ss = cycle->pe->ss;
  const unsigned p = (unsigned)(filter >> 31 & 1U);
  const unsigned u = (unsigned)(filter >> 30 & 1U);
  const unsigned nsh = (unsigned)(filter >> 27 & 1U);
  switch (cycle->pe->el) {
  case SPU_EL0:
    return ss == COVER_SECURE  ? BIN_filter_secure_el0_0 + u
           : ss == COVER_REALM ? BIN_filter_realm_el0_00 + (2 * u + (unsigned)(filter >> 21 & 1U))
                               : BIN_filter_nonsecure_el0_00 + (2 * u + (unsigned)(filter >> 28 & 1U));
  case SPU_EL1:
    return ss == COVER_SECURE  ? BIN_filter_secure_el1_0 + p
           : ss == COVER_REALM ? BIN_filter_realm_el1_00 + (2 * p + (unsigned)(filter >> 22 & 1U))
                               : BIN_filter_nonsecure_el1_00 + (2 * p + (unsigned)(filter >> 29 & 1U));
  case SPU_EL2:
    return ss == COVER_SECURE  ? BIN_filter_secure_el2_00 + (2 * nsh + (unsigned)(filter >> 24 & 1U))
           : ss == COVER_REALM ? BIN_filter_realm_el2_00 + (2 * nsh + (unsigned)(filter >> 20 & 1U))
                               : BIN_filter_nonsecure_el2_0 + nsh;
  default:
    return cycle->pe->all_aarch32 ? BIN_filter_aarch32_el3_0 + p
           : el1_aarch32 && !cycle->config->count_text
               ? (unsigned)BIN_COUNT
               : BIN_filter_el3_00 + (2 * p + (unsigned)(filter >> 26 & 1U));
  }
}

// ---------------------------------------------------------------------------------------------------------
// Who counts, and why not

struct look {
  const struct cover_cycle *cycle;
  const struct cover_counting *counting;
  bool el1_aarch32;
  uint32_t first_flags;  // overflow flags of the first range
  uint32_t second_flags;
};

// Event counter n stands still for one reason alone.
static void cover_stopped(const struct look *look, bool second, uint32_t why, uint64_t *hits)
{
  const bool aarch32 = look->el1_aarch32;
  HIT_IF(debug_stops_events, why == WHY_DEBUG);
  HIT_IF(e_clear_stops_events, why == WHY_ENABLE && !second);
  HIT_IF(hpme_clear_stops, why == WHY_ENABLE && second);
  HIT_IF(disabled_event_counter, why == WHY_SELECT);
  HIT_IF(secure_spme_clear_stops, why == WHY_SPME && !aarch32);
  HIT_IF(aarch32_spme_clear_stops, why == WHY_SPME && aarch32);
  HIT_IF(el3_spme_clear_stops, why == WHY_EL3);
  HIT_IF(el3_mpmx_stops, why == WHY_MPMX);
  HIT_IF(hpmd_stops, why == WHY_HPMD && !aarch32);
  HIT_IF(aarch32_hpmd_stops, why == WHY_HPMD && aarch32);
  HIT_IF(fzo_stops, why == WHY_FZO && !second);
  HIT_IF(hpmfzo_stops, why == WHY_FZO && second);
  HIT_IF(spe_event_freezes, why == WHY_FZS && !second);
  HIT_IF(spe_event_freezes_reserved, why == WHY_FZS && second);
  if (look->cycle->pe->all_aarch32 && why == WHY_SPME) {
    HIT_IF(aarch32_el3_secure_el0_stops, look->cycle->pe->el == SPU_EL0);
    HIT_IF(aarch32_el3_privileged_stops, look->cycle->pe->el == SPU_EL3);
  }
}

static void cover_aarch32(const struct look *look, uint64_t *hits)
{
  const struct cover_pe *pe = look->cycle->pe;
  const bool secure = pe->ss == COVER_SECURE && look->cycle->config->have_el3;
  const bool spme = look->cycle->in->mdcr_el3_spme;
  HIT(aarch32_counts);
  HIT_IF(aarch32_spme_counts, secure && spme);
  HIT_IF(suniden_counts, secure && !spme && pe->el == SPU_EL0);
  if (pe->all_aarch32) {
    HIT_IF(aarch32_el3_nonsecure_el0, !secure && pe->el == SPU_EL0);
    HIT_IF(aarch32_el3_nonsecure_el1, !secure && pe->el == SPU_EL1);
    HIT_IF(aarch32_el3_hyp, pe->el == SPU_EL2);
    HIT_IF(aarch32_el3_secure_el0, secure && pe->el == SPU_EL0);
    HIT_IF(aarch32_el3_privileged, pe->el == SPU_EL3);
  }
}

// SPE's freeze, with one of its conditions missing.
static void cover_no_freeze(const struct look *look, bool second, uint64_t *hits)
{
  const struct cover_cycle *cycle = look->cycle;
  const uint64_t limit = cycle->regs->pmblimitr;
  const bool stopped = cycle->stopped;
  const bool pmfz = (limit >> 5 & 1U) != 0;
  const bool on = (limit & 1U) != 0;
  const bool fzs = second ? cycle->in->mdcr_el2_hpmfzs : (look->counting->pmcr & COVER_PMCR_FZS) != 0;
  if (cycle->config->spe_version < 2) {
    return;
  }
  HIT_IF(no_freeze_without_pmfz, stopped && on && !pmfz && fzs && !second);
  HIT_IF(no_freeze_without_fzs, stopped && on && pmfz && !fzs && !second);
  HIT_IF(no_freeze_without_hpmfzs, stopped && on && pmfz && !fzs && second);
  HIT_IF(no_freeze_when_off, stopped && !on && pmfz && fzs && !second);
  HIT_IF(no_freeze_before_event, !stopped && on && pmfz && fzs && !second);
}

// Event counter n counts.
static void cover_counts(const struct look *look, uint32_t n, bool second, uint64_t *hits)
{
  const struct cover_cycle *cycle = look->cycle;
  const struct spu_in *in = cycle->in;
  const struct cover_pe *pe = cycle->pe;
  const bool p7 = cycle->config->pmu_version >= 7;
  const bool fzo = (look->counting->pmcr & COVER_PMCR_FZO) != 0;
  const uint32_t hpmn = in->mdcr_el2_hpmn & 31U;
  HIT(event_counter_counts);
  if (cycle->config->have_el2) {
    HIT_IF(hpme_counts_without_e, second && (look->counting->pmcr & SPU_PMCR_EL0_E) == 0);
    HIT_IF(hpmn_zero, second && hpmn == 0);
    HIT_IF(hpmn_all, hpmn == cycle->config->pmu_counters);
    HIT_IF(hpmn_beyond, hpmn > cycle->config->pmu_counters);
    HIT_IF(last_of_first_range, n + 1 == hpmn);
    HIT_IF(first_of_second_range, n == hpmn);
  }
  if (look->el1_aarch32) {
    cover_aarch32(look, hits);
  } else if (cycle->config->have_el3) {
    const bool secure = pe->ss == COVER_SECURE && !(p7 && pe->el == SPU_EL3);
    HIT_IF(secure_spme_counts, secure && in->mdcr_el3_spme);
    HIT_IF(secure_mpmx_counts, secure && !in->mdcr_el3_spme && p7);
    HIT_IF(el3_spme_counts, p7 && pe->el == SPU_EL3 && !in->mdcr_el3_mpmx);
    HIT_IF(el3_mpmx_spares_second, p7 && pe->el == SPU_EL3 && in->mdcr_el3_mpmx && second);
  }
  HIT_IF(hpmd_spares_second, second && pe->el == SPU_EL2 && in->mdcr_el2_hpmd);
  if (p7) {
    HIT_IF(fzo_spares_second, second && fzo && look->first_flags != 0);
    HIT_IF(hpmfzo_spares_first, !second && in->mdcr_el2_hpmfzo && look->second_flags != 0);
    HIT_IF(fzo_not_by_cycles, !second && fzo && cycle->out->pmovs == 1U << COVER_CYCLES);
    HIT_IF(flag_without_fzo, !second && !fzo && look->first_flags != 0);
  }
  cover_no_freeze(look, second, hits);
}

static void cover_event_counter(const struct look *look, uint32_t n, uint32_t *counted, uint64_t *hits)
{
  const struct cover_cycle *cycle = look->cycle;
  const uint64_t type = look->counting->evtyper[n];
  const unsigned number = (unsigned)(type & 0xFFFF);
  unsigned bin = BIN_COUNT;
  const unsigned times = happens(cycle, number, &bin);
  if (times == 0) {
    HIT_IF(absent_event,
           absent(cycle, number) && cover_why_not(cycle, look->counting, look->el1_aarch32, n) == 0);
    return;
  }
  const bool second = cover_second_range(cycle->config, cycle->in, n);
  const uint32_t reasons = cover_why_not(cycle, look->counting, look->el1_aarch32, n);
  const uint32_t why = reasons & WHY_ANY;
  if (why == 0 || why == WHY_FILTER) {
    const unsigned filter = filter_bin(cycle, look->el1_aarch32, type);
    hits[filter] += filter < BIN_COUNT ? 1U : 0U;
    hits[BIN_vs_0_sm_0 + 2 * (type >> 56 & 3) + cycle->in->pe_sm] += cycle->config->have_pmu_sme;
  }
  if (why != 0) {
    cover_stopped(look, second, why, hits);
    return;
  }
  *counted |= 1U << n;
  HIT_IF(authentication_overrides, (reasons & NOTE_OVERRIDE) != 0);
  hits[bin] += bin < BIN_COUNT ? 1U : 0U;
  HIT_IF(counts_one, times == 1 && number != SPU_EVENT_CPU_CYCLES);
  HIT_IF(counts_several, times > 1);
  HIT_IF(counts_fifteen, times == 15);
  cover_counts(look, n, second, hits);
}

static void cover_cycle_counter(const struct look *look, uint64_t *hits)
{
  const struct cover_cycle *cycle = look->cycle;
  const uint32_t reasons = cover_why_not(cycle, look->counting, look->el1_aarch32, COVER_CYCLES);
  const uint32_t why = reasons & WHY_ANY;
  const bool aarch32 = look->el1_aarch32;
  const bool prohibited = (reasons & NOTE_PROHIBITED) != 0;
  const bool frozen = (reasons & NOTE_FROZEN) != 0;
  const bool stopped = cycle->config->have_dpfzs && (reasons & NOTE_STOPPED) != 0;
  const bool d = (look->counting->pmcr & COVER_PMCR_D) != 0;
  const bool lc = (look->counting->pmcr & COVER_PMCR_LC) != 0 ||
                  cover_exception_enabled(cycle->config, cycle->in, look->counting);
  HIT_IF(debug_stops_cycles, why == WHY_DEBUG);
  HIT_IF(e_clear_stops_cycles, why == WHY_ENABLE);
  HIT_IF(disabled_cycle_counter, why == WHY_SELECT);
  HIT_IF(dp_stops_cycles, why == WHY_DP && prohibited && !frozen && !stopped);
  HIT_IF(fzo_stops_cycles, why == WHY_DP && frozen && !prohibited && !stopped);
  HIT_IF(spe_event_stops_cycles, why == WHY_DP && stopped && !frozen && !prohibited);
  HIT_IF(sccd_stops, why == WHY_SCCD);
  HIT_IF(hccd_stops, why == WHY_HCCD);
  HIT_IF(mccd_stops, why == WHY_MCCD);
  HIT_IF(aarch32_cycles_stop_without_dp, aarch32 && !cycle->config->count_text && why == WHY_SPME);
  HIT_IF(aarch32_dp_stops_cycles, aarch32 && !cycle->config->count_text && why == (WHY_SPME | WHY_DP));
  if (why != 0) {
    return;
  }
  HIT(cycle_counter_counts);
  HIT_IF(dp_clear_spares_cycles, prohibited);
  HIT_IF(fzo_spares_cycles, frozen);
  HIT_IF(cycles_divided, d && !lc);
  HIT_IF(lc_before_d, d && lc);
  HIT_IF(spe_event_spares_cycles, (reasons & NOTE_STOPPED) != 0);
  HIT_IF(spe_event_spares_cycles_though_dp,
         (reasons & NOTE_STOPPED) != 0 && (look->counting->pmcr & COVER_PMCR_DP) != 0);
}

void cover_who_counts(const struct cover_cycle *cycle, const struct cover_counting *counting, uint64_t *hits)
{
  const uint32_t all = (1U << cycle->config->pmu_counters) - 1U;
  const uint32_t first = cycle->config->have_el2 ? (1U << (cycle->in->mdcr_el2_hpmn & 31U)) - 1U : all;
  const struct look look = {.cycle = cycle,
                            .counting = counting,
                            .el1_aarch32 = cover_el1_aarch32(cycle),
                            .first_flags = cycle->out->pmovs & all & first,
                            .second_flags = cycle->out->pmovs & all & ~first};
  uint32_t counted = 0;
  for (uint32_t n = 0; n < cycle->config->pmu_counters; n++) {
    cover_event_counter(&look, n, &counted, hits);
  }
  HIT_IF(hpmn_between, (counted & first) != 0 && (counted & ~first) != 0);
  cover_cycle_counter(&look, hits);
}
