// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for cases that are too rare in random stimulus: every filterable event, long latencies, filters one by one,
// types of operations (requirements D3, E1 to E7, F2, H2).
#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(filter)

// Implemented bits of PMSEVFR_EL1 (D24.7.11). Event 1 (retired) exists where operations without it are recorded; events
// beyond the size of the Events packet do not exist.
static uint64_t filterable(const struct spu_config *config)
{
  const uint64_t optional = 0x714;  // events 10, 9, 8, 4, 2
  uint64_t events = 0xA8 | (config->spe_version >= 4 ? optional : config->optional_filter & optional);
  events |= config->squashed_recorded ? 0x2U : 0U;
  events |= config->spe_version >= 1 ? 0x800U : 0U;
  events |= config->spe_version >= 1 && (config->have_sve || config->have_sme) ? 0x60000U : 0U;
  events |= config->spe_version >= 2 ? 0x40U : 0U;
  events |= config->have_tme ? 0x10000U : 0U;
  events |= config->spe_version >= 4 ? 0xF80000U : config->impdef_events & 0xFF000000;
  events |= config->have_spe_sme ? 0x3000000U : 0U;
  events |= config->impdef_events & 0xFFFF00000000F000;
  return events & (UINT64_MAX >> (64 - 8 * config->events_bytes));
}

// Samples an operation with event `n` and one without. Every retired operation has event 1, so the one without event 1
// is squashed.
static void sample_with_and_without(struct directed_script *script, uint32_t n)
{
  DIRECTED_OP(script, events, UINT64_C(1) << n);
  directed_sample_to_end(script, 0);
  DIRECTED_OP(script, events, 0);
  DIRECTED_OP(script, how, n == 1 ? SPU_OP_SQUASHED : SPU_OP_RETIRED);
  directed_sample_to_end(script, 0);
  DIRECTED_OP(script, how, SPU_OP_RETIRED);
}

// E1, N5, D17.5.2: only the record with the event is kept.
SCENARIO(each_event_filters_both_ways)
{
  const uint64_t events = filterable(config);
  uint64_t kept = 0;
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FE);
  for (uint32_t n = 0; n < 64; n++) {
    if ((events >> n & 1) != 0) {
      directed_msr(script, SPU_PMSEVFR_EL1, UINT64_C(1) << n);
      sample_with_and_without(script, n);
      directed_add1(script, STEP_COMMITTED, ++kept);
    }
  }
  // All events at once: a record must have every one.
  directed_msr(script, SPU_PMSEVFR_EL1, events);
  DIRECTED_OP(script, events, events);
  directed_sample_to_end(script, 0);
  DIRECTED_OP(script, events, events & ~UINT64_C(8));
  directed_sample_to_end(script, 0);
  DIRECTED_OP(script, events, 0);
  directed_add1(script, STEP_COMMITTED, ++kept);
  directed_msr(script, SPU_PMSEVFR_EL1, 0);
}

// E2, N5, D17.5.2: only the record without the event is kept.
SCENARIO_IF(each_inverted_event_filters_both_ways, config->spe_version >= 2)
{
  const uint64_t events = filterable(config);
  uint64_t kept = 0;
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FnE);
  for (uint32_t n = 0; n < 64; n++) {
    if ((events >> n & 1) != 0) {
      directed_msr(script, SPU_PMSNEVFR_EL1, UINT64_C(1) << n);
      sample_with_and_without(script, n);
      directed_add1(script, STEP_COMMITTED, ++kept);
    }
  }
  directed_msr(script, SPU_PMSNEVFR_EL1, 0);
}

// B1, E1, E2: where only retired operations are recorded, the filter bits for event 1 read as zero and have no effect.
SCENARIO(retired_is_filtered_where_others_are_recorded)
{
  const uint64_t retired = config->squashed_recorded ? 0x2 : 0;
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSEVFR_EL1, 0xA);  // also event 3, which this load has
  directed_expect(script, SPU_PMSEVFR_EL1, 0x8 | retired);
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FE);
  sample_with_and_without(script, 3);
  directed_add1(script, STEP_COMMITTED, 1);
  if (config->spe_version >= 2) {
    directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FnE);
    directed_msr(script, SPU_PMSNEVFR_EL1, 0xA);
    directed_expect(script, SPU_PMSNEVFR_EL1, 0x8 | retired);
    sample_with_and_without(script, 3);
    directed_add1(script, STEP_COMMITTED, config->squashed_recorded ? 1 : 2);
    directed_msr(script, SPU_PMSNEVFR_EL1, 0);
  }
  directed_msr(script, SPU_PMSEVFR_EL1, 0);
}

static void sample_and_expect(struct directed_script *script, uint64_t committed)
{
  directed_sample_to_end(script, 0);
  directed_add1(script, STEP_COMMITTED, committed);
}

// E6: with every filter on, each one alone rejects.
SCENARIO(each_filter_rejects_alone)
{
  const bool v1p2 = config->spe_version >= 2;
  const bool fds = config->have_fds;
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSFCR_EL1,
               (uint64_t)(SPU_PMSFCR_EL1_FE | SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_FL | SPU_PMSFCR_EL1_LD |
                          (v1p2 ? SPU_PMSFCR_EL1_FnE : 0) | (fds ? SPU_PMSFCR_EL1_FDS : 0)));
  directed_msr(script, SPU_PMSEVFR_EL1, 0x08);
  directed_msr(script, SPU_PMSLATFR_EL1, 5);
  if (v1p2) {
    directed_msr(script, SPU_PMSNEVFR_EL1, 0x20);
  }
  if (fds) {
    directed_msr(script, SPU_PMSDSFR_EL1, UINT64_C(1) << (0x5A & 63));
  }
  DIRECTED_OP(script, events, 0x08);
  sample_and_expect(script, 1);
  DIRECTED_OP(script, events, 0);
  sample_and_expect(script, 1);
  if (v1p2) {
    DIRECTED_OP(script, events, 0x28);
    sample_and_expect(script, 1);
  }
  DIRECTED_OP(script, events, 0x08);
  DIRECTED_OP(script, store, 1);
  sample_and_expect(script, 1);
  DIRECTED_OP(script, store, 0);
  directed_add1(script, STEP_LATENCY, 4);
  sample_and_expect(script, 1);
  directed_add1(script, STEP_LATENCY, 5);
  if (fds) {
    DIRECTED_OP(script, source, 1);
    sample_and_expect(script, 1);
  }
  directed_msr(script, SPU_PMSEVFR_EL1, 0);
  directed_msr(script, SPU_PMSLATFR_EL1, 0);
  if (v1p2) {
    directed_msr(script, SPU_PMSNEVFR_EL1, 0);
  }
}

// E4: at the maximum of a 12-bit counter, and beyond.
SCENARIO(latency_filter_compares_long_latencies)
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FL);
  directed_msr(script, SPU_PMSLATFR_EL1, 0xFFF);
  directed_add1(script, STEP_LATENCY, 0x1010);
  sample_and_expect(script, 1);
  if (config->count_16bit) {
    directed_msr(script, SPU_PMSLATFR_EL1, 0x1011);
    sample_and_expect(script, 1);
    directed_msr(script, SPU_PMSLATFR_EL1, 0x1010);
    sample_and_expect(script, 2);
  }
  directed_msr(script, SPU_PMSLATFR_EL1, 0);
}

// D3: every counter of every tag saturates, also 16-bit counters: the operations issue late and wait for the MMU all
// the time. In the second round they issue at once, and only the total latency saturates.
SCENARIO(long_latency_saturates)
{
  const uint64_t clocks = config->count_16bit ? 0x10100 : 0x1100;
  directed_start(script, clocks);
  for (uint32_t round = 1; round <= 2; round++) {
    const uint32_t records = round * config->in_flight;
    DIRECTED_OP(script, xlate_busy, round == 1);
    DIRECTED_OP(script, issued, round == 2);
    directed_sample_all(script);
    for (uint64_t waited = 0; waited < clocks; waited += 0x1000) {
      directed_add1(script, STEP_CLOCKS, 0x1000);
    }
    directed_written(script, records);
  }
}

// H2: as many bursts without a response as the unit can count. With synchronous aborts each burst waits for its
// response.
SCENARIO_IF(dsb_waits_for_fifteen_responses, config->external_abort != SPU_ABORT_REPORTED_SYNC)
{
  enum { OWED = 15, APART = 60 };
  directed_program(script, directed_buffer, directed_end);
  directed_add(script, STEP_RESPONSE, 2 * OWED * APART, 100, 0);
  for (int i = 0; i < OWED; i++) {
    directed_sample(script);
    directed_add1(script, STEP_CLOCKS, APART);
  }
  directed_add1(script, STEP_COMMITTED, OWED);
  directed_synchronize(script, OWED);
}

// E3, F2: a branch that accesses the Guarded Control Stack has two types, and its record can have every address.
SCENARIO_IF(gcs_branch_has_two_types,
            config->have_gcs && config->spe_version >= 4 && config->have_el2 && config->have_el3)
{
  directed_program(script, directed_buffer, directed_end);
  directed_add1(script, STEP_LEVEL, SPU_EL3);
  directed_msr(script, SPU_PMSCR_EL2, 0x38);  // TS, PA, CX
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  DIRECTED_OP(script, kind, SPU_KIND_BRANCH);
  DIRECTED_OP(script, gcs, 1);
  DIRECTED_OP(script, target_valid, 1);
  DIRECTED_OP(script, target, 0x404000);
  DIRECTED_OP(script, previous_valid, 1);
  DIRECTED_OP(script, previous, 0x402000);
  DIRECTED_OP(script, ret, 1);
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_B);
  sample_and_expect(script, 1);
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_LD);
  sample_and_expect(script, 2);
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_ST);
  sample_and_expect(script, 2);
  DIRECTED_OP(script, ret, 0);
  DIRECTED_OP(script, call, 1);
  sample_and_expect(script, 3);
  directed_add1(script, STEP_LEVEL, SPU_EL3);
  directed_msr(script, SPU_PMSCR_EL2, 0);
}

// E3, D17.5.1, D18.2.7, DDSNMB, D18.2.7 load/store GCS: a swap on the Guarded Control Stack is a load and a store,
// recorded as a load. COMM says whether a branch with link or procedure return made the access.
SCENARIO_IF(gcs_swap_is_a_load_and_a_store, config->have_gcs && config->spe_version >= 4)
{
  directed_program(script, directed_buffer, directed_end);
  DIRECTED_OP(script, kind, SPU_KIND_LDST_GCS);
  DIRECTED_OP(script, atomic, 1);
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_LD);
  sample_and_expect(script, 1);
  directed_add(script, STEP_PACKET, 0x49, 0x44, 0);
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_ST);
  sample_and_expect(script, 2);
  directed_add(script, STEP_PACKET, 0x49, 0x44, 0);
  DIRECTED_OP(script, atomic, 0);
  sample_and_expect(script, 2);
  DIRECTED_OP(script, store, 1);
  DIRECTED_OP(script, call, 1);
  sample_and_expect(script, 3);
  directed_add(script, STEP_PACKET, 0x49, 0x41, 0);
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_LD);
  DIRECTED_OP(script, store, 0);
  DIRECTED_OP(script, call, 0);
  DIRECTED_OP(script, ret, 1);
  sample_and_expect(script, 4);
  directed_add(script, STEP_PACKET, 0x49, 0x40, 0);
}

// E3: an atomic that returns a value is a load and a store; a branch that generates an exception does not count as one.
SCENARIO(atomics_and_excepting_branches_are_filtered_by_type)
{
  directed_program(script, directed_buffer, directed_end);
  DIRECTED_OP(script, kind, SPU_KIND_LDST_EXTENDED);
  DIRECTED_OP(script, atomic, 1);
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_LD);
  sample_and_expect(script, 1);
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_ST);
  sample_and_expect(script, 2);
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_B);
  sample_and_expect(script, 2);
  DIRECTED_OP(script, kind, SPU_KIND_BRANCH);
  sample_and_expect(script, 3);
  DIRECTED_OP(script, how, SPU_OP_EXCEPTION);
  sample_and_expect(script, 3);
}

// E7, D17.5.5: Discard mode discards what finishes while the buffer is off, and while the unit is stopped.
SCENARIO_IF(discard_mode_discards_while_the_buffer_is_off, config->spe_version >= 2)
{
  directed_start(script, 30);
  directed_sample(script);
  directed_msr(script, SPU_PMBLIMITR_EL1,
               directed_end | (SPU_PMBLIMITR_EL1_FM_DISCARD << SPU_PMBLIMITR_EL1_FM_SHIFT));
  directed_add1(script, STEP_PSB, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_MODE, 1, 0);
  directed_msr(script, SPU_PMBLIMITR_EL1,
               directed_end | (SPU_PMBLIMITR_EL1_FM_DISCARD << SPU_PMBLIMITR_EL1_FM_SHIFT) | 1);
  directed_sample(script);
  directed_msr(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
  directed_add1(script, STEP_PSB, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_MODE, 2, 0);
  directed_add1(script, STEP_EVENTS, 0);
}
