// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for room in the buffer, samples that outlive their session, completion, and a barrier that waits only for
// older operations (requirements B1, C3, C7, D3, D7, D8, E7, G12, H7).
#include "spu_sysreg.h"
#include "unit/env/mmu.h"
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(session)

// Whether the configuration can count SAMPLE_FEED, SAMPLE_FILTRATE and SAMPLE_COLLISION at once.
static bool counts_samples(const struct spu_config *config)
{
  return config->pmu_version != 0 && config->pmu_counters >= 3;
}

static void count_samples(struct directed_script *script)
{
  if (counts_samples(script->config)) {
    directed_add1(script, STEP_LEVEL, SPU_EL1);
    for (uint32_t n = 0; n < 3; n++) {
      directed_msr(script, spu_sysreg_pmevtyper(n), 0x4001 + n);
      directed_msr(script, spu_sysreg_pmevcntr(n), 0);
    }
    directed_msr(script, SPU_PMCNTENSET_EL0, 7);
    directed_enable_monitors(script);
  }
}

static void expect_samples(struct directed_script *script, uint64_t feed, uint64_t filtrate,
                           uint64_t collision)
{
  const uint64_t expected[] = {feed, filtrate, collision};
  for (uint32_t n = 0; n < 3 && counts_samples(script->config); n++) {
    directed_mrs(script, spu_sysreg_pmevcntr(n), 0xFFFFFFFF, expected[n]);
  }
}

// C3, D17.3.7, IQYCRM, RLTMKQ, RWVKFM: with one sample in flight there is no room for a second record. The second
// sample collides when it is selected, and COLL is visible at once; the first record is written, and the buffer is then
// full.
SCENARIO(sample_without_room_collides)
{
  count_samples(script);
  directed_program(script, directed_end - directed_largest(script), directed_end);
  directed_add1(script, STEP_LATENCY, 100);
  directed_sample(script);
  directed_expect(script, SPU_PMBSR_EL1, 0);
  directed_sample(script);
  directed_expect(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_COLL);
  directed_written(script, 1);
  directed_expect(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_COLL | SPU_PMBSR_EL1_BSC_FILLED);
  expect_samples(script, 1, 1, 1);
}

// C3, C4, IDBJXM: waiting records, and the one being written, need room too, although their tags are free; two of three
// fit.
SCENARIO(room_counts_records_that_wait)
{
  count_samples(script);
  directed_program(script, directed_end - 2 * directed_largest(script), directed_end);
  directed_add(script, STEP_RESPONSE, 1, 2, 0);
  directed_sample_started(script, 1);
  directed_sample(script);
  directed_add1(script, STEP_CLOCKS, 20);
  directed_expect(script, SPU_PMBSR_EL1, 0);
  directed_sample(script);
  directed_expect(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_COLL);
  directed_written(script, 2);
  expect_samples(script, 2, 2, 1);
}

// C3: a record that fills the buffer to the last byte fits, with another in flight; with one alignment unit less room
// it does not.
SCENARIO(room_is_exact)
{
  for (uint64_t less = 0; less < 2 && config->in_flight >= 2; less++) {
    const uint64_t pointer = directed_end - 2 * directed_largest(script) + less * directed_alignment(script);
    directed_program(script, pointer, directed_end);
    directed_add1(script, STEP_LATENCY, 60);
    directed_sample(script);
    directed_sample(script);
    directed_expect(script, SPU_PMBSR_EL1, less != 0 ? SPU_PMBSR_EL1_COLL : 0);
    directed_written(script, 2 + less);
  }
}

// C3, E7: a record that is not written needs no room.
SCENARIO_IF(discard_mode_needs_no_room, config->spe_version >= 2 && config->in_flight >= 2)
{
  directed_program(script, directed_end - directed_largest(script), directed_end);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | 4 | 1);
  directed_add1(script, STEP_LATENCY, 60);
  directed_sample(script);
  directed_sample_to_end(script, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_MODE, 2, 0);
  directed_expect(script, SPU_PMBSR_EL1, 0);
}

// C3, D17.8: software lowers the limit when two samples are in flight. The second one is discarded, which does not
// count as a collision.
SCENARIO(sample_behind_a_lowered_limit_is_discarded)
{
  count_samples(script);
  directed_program(script, directed_second - directed_largest(script), directed_end);
  directed_add(script, STEP_RESPONSE, 1, 5, 0);
  directed_sample_started(script, 1);
  directed_add1(script, STEP_LATENCY, 1500);
  directed_sample(script);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_second | 1);
  directed_add1(script, STEP_PSB, 2);
  directed_add1(script, STEP_COMMITTED, 1);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_STOPPED, 1, 0);
  directed_expect(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED);
  expect_samples(script, 2, 2, 0);
}

// C3, C4, D17.8, RWVKFM: a fault comes while a younger sample is in flight. From FEAT_SPEv1p5 on the sample is
// discarded and counted normally: in SAMPLE_FILTRATE if the filters keep it. Before, it collides.
SCENARIO(fault_overtakes_a_sample)
{
  const bool discards = config->spe_version >= 5;
  for (uint64_t kept = 0; kept < 2 && config->in_flight >= 2; kept++) {
    count_samples(script);
    directed_program(script, directed_buffer, directed_end);
    directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_LD);
    directed_add(script, STEP_MAP, directed_buffer, DIRECTED_STAGE1 + 0x07, 0);
    directed_sample(script);
    directed_add1(script, STEP_LATENCY, 200);
    directed_sample(script);
    directed_add1(script, STEP_CLOCKS, 100);
    DIRECTED_OP(script, store, 1 - kept);  // the second operation's report
    directed_add1(script, STEP_PSB, 1);
    DIRECTED_OP(script, store, 0);
    directed_expect(script, SPU_PMBSR_EL1,
                    directed_ec(0x24) | SPU_PMBSR_EL1_S | (discards ? 0 : SPU_PMBSR_EL1_COLL) | 0x07);
    directed_add(script, STEP_DISCARDED, SPU_DISCARD_FAULT, 1 + kept, 0);
    directed_add(script, STEP_DISCARDED, SPU_DISCARD_STOPPED, discards ? kept : 0, 0);
    expect_samples(script, discards ? 2 : 1, discards ? 1 + kept : 1, discards ? 0 : 1);
  }
}

// C3: a sample whose record waits already was fed to the filters, so it does not collide in any version.
SCENARIO_IF(fault_overtakes_a_record_that_waits, directed_crosses(config))
{
  count_samples(script);
  directed_cross(script);
  directed_add(script, STEP_MAP, directed_second, DIRECTED_STAGE1 + 0x07, 0);
  directed_add(script, STEP_RESPONSE, 1, 1, 0);
  directed_sample_started(script, 1);
  directed_sample_to_end(script, 2);
  directed_expect(script, SPU_PMBSR_EL1, directed_ec(0x24) | SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL | 0x07);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_FAULT, 1, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_STOPPED, 1, 0);
  expect_samples(script, 2, 2, 0);
}

// G12, D17.4, IBRTKK: a sample from before the buffer was disabled is not written after it is enabled again.
SCENARIO(disabling_ends_the_session)
{
  directed_start(script, 30);
  directed_sample(script);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | 1);
  directed_add1(script, STEP_PSB, 1);
  directed_add1(script, STEP_COMMITTED, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_NOT_ENABLED, 1, 0);
  directed_add1(script, STEP_EVENTS, 0);
  directed_expect(script, SPU_PMBPTR_EL1, directed_buffer);
  // The next session's samples are.
  directed_sample_to_end(script, 2);
  directed_add1(script, STEP_COMMITTED, 1);
}

// G12, D17.4, IBRTKK, IGRLRX: nor after profiling was stopped. The first cause is the reason for the discard.
SCENARIO(stopping_ends_the_session)
{
  directed_start(script, 40);
  directed_sample(script);
  directed_msr(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end);
  directed_msr(script, SPU_PMBSR_EL1, 0);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | 1);
  directed_add1(script, STEP_PSB, 1);
  directed_add1(script, STEP_COMMITTED, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_STOPPED, 1, 0);
  directed_add1(script, STEP_EVENTS, 0);
}

// G12, D17.9.1 IPDDCL: a sample taken for one owner is not written to another owner's buffer.
SCENARIO_IF(sample_of_another_owner_is_discarded, config->have_el2)
{
  directed_start(script, 30);
  directed_sample(script);
  DIRECTED_PIN(script, mdcr_el2_e2pb, 0);
  directed_add1(script, STEP_PSB, 1);
  directed_add1(script, STEP_COMMITTED, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_NOT_ENABLED, 1, 0);
  directed_add1(script, STEP_EVENTS, 0);
  directed_mrs(script, SPU_PMBPTR_EL1, 0, 0);
}

// E7, D17.5.5: a record that waits when Discard mode is set is not written, and causes no management event.
SCENARIO_IF(waiting_record_is_discarded_in_discard_mode, config->spe_version >= 2)
{
  directed_program(script, directed_end - 2 * directed_largest(script), directed_end);
  directed_add(script, STEP_RESPONSE, 1, 2, 0);
  directed_sample_started(script, 1);
  directed_sample(script);
  directed_add1(script, STEP_CLOCKS, 40);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | 4 | 1);
  directed_add1(script, STEP_PSB, 2);
  directed_add1(script, STEP_COMMITTED, 1);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_MODE, 1, 0);
  directed_add1(script, STEP_EVENTS, 0);
  directed_expect(script, SPU_PMBSR_EL1, 0);
}

// H7: PSB CSYNC does not wait for itself, if it is sampled, nor for a younger operation.
SCENARIO(psb_waits_for_older_operations_alone)
{
  directed_start(script, 200);
  directed_sample(script);
  DIRECTED_PIN(script, psb_older, 0);
  directed_written(script, 0);
  directed_expect(script, SPU_PMBPTR_EL1, directed_buffer);
  DIRECTED_PIN(script, psb_older, 0x0F);
  directed_written(script, 1);
}

// D3, D18.2: latencies end when an operation completes, however late it finishes.
SCENARIO(latency_ends_with_completion)
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSLATFR_EL1, 10);
  directed_msr(script, SPU_PMSFCR_EL1, 4);  // FL
  directed_add1(script, STEP_LATENCY, 60);
  DIRECTED_OP(script, completed, 1);
  directed_sample_written(script, 0);
  DIRECTED_OP(script, completed, 0);
  directed_sample_written(script, 1);
}

// C7, D17.1.2 RJMMZP: cycles in which the thread is not active count in no latency, even if the operation issues,
// completes or finishes in them.
SCENARIO(inactive_cycles_are_no_latency)
{
  enum { TOTAL = 0x98, ISSUE = 0x99, TRANSLATION = 0x9A, ALTERNATE = 0x9C, LATENCY = 30 };
  static const struct {
    uint8_t active;    // active cycles after the mark
    uint8_t inactive;  // then inactive cycles; active again afterwards
    uint8_t total;
    uint8_t issue;  // issue latency; the issue comes two cycles before the end
  } rows[] = {{LATENCY, 0, LATENCY, LATENCY - 2},
              {3, 8, LATENCY - 8, LATENCY - 10},
              {4, LATENCY, 4, 4},
              {0, LATENCY, 0, 0},
              {0, LATENCY - 1, 1, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    directed_start(script, LATENCY);
    DIRECTED_PIN(script, alt_clock, 2);
    DIRECTED_OP(script, alt_clock, 1);
    DIRECTED_OP(script, xlate_busy, 1);
    directed_sample(script);
    if (rows[i].active != 0) {
      directed_add1(script, STEP_CLOCKS, rows[i].active);
    }
    DIRECTED_PIN(script, thread_inactive, rows[i].inactive != 0);
    if (rows[i].inactive != 0) {
      directed_add1(script, STEP_CLOCKS, rows[i].inactive);
    }
    DIRECTED_PIN(script, thread_inactive, 0);
    directed_add1(script, STEP_PSB, i + 1);
    directed_add(script, STEP_PACKET, TOTAL, rows[i].total, 0);
    directed_add(script, STEP_PACKET, ISSUE, rows[i].issue, 0);
    directed_add(script, STEP_PACKET, TRANSLATION, rows[i].total, 0);
    if (config->alt_clock != 0) {
      directed_add(script, STEP_PACKET, ALTERNATE, 2U * rows[i].issue, 0);
    }
  }
  DIRECTED_PIN(script, alt_clock, 0);
}

// Header of an Events packet, by the bytes of its payload.
static const uint8_t events_header[] = {[1] = 0x42, [2] = 0x52, [4] = 0x62, [8] = 0x72};

// D6, D17.6.7: an operation completes and then does not retire; its record has neither condition nor predicate events
// (7, 6, 18 and 17).
SCENARIO(completed_operation_can_still_be_squashed)
{
  const bool sve =
      config->spe_version >= 1 && (config->have_sve || config->have_sme) && config->events_bytes > 2;
  const uint64_t header = events_header[config->events_bytes];
  for (unsigned how = SPU_OP_RETIRED; how <= SPU_OP_SQUASHED; how++) {
    for (unsigned kind = SPU_KIND_OTHER; kind <= SPU_KIND_LDST_GENERAL; kind++) {
      directed_start(script, 20);
      DIRECTED_OP(script, completed, 1);
      DIRECTED_OP(script, how, how);
      DIRECTED_OP(script, kind, kind);
      DIRECTED_OP(script, cond, 1);
      DIRECTED_OP(script, events, 0x600C4);
      DIRECTED_OP(script, target_valid, 1);
      directed_sample_to_end(script, 0);
      if (how == SPU_OP_RETIRED) {
        directed_add(script, STEP_PACKET, header, sve ? 0x600C6 : 0xC6, 0);
      } else if (how == SPU_OP_SQUASHED && config->squashed_recorded) {
        directed_add(script, STEP_PACKET, header, 0x4, 0);
      }
    }
  }
}

// D8, D17.6.3: a branch that ends with an exception is not recorded as a branch, so it is neither mispredicted nor not
// taken.
SCENARIO(branch_with_an_exception_has_no_branch_events)
{
  directed_program(script, directed_buffer, directed_end);
  DIRECTED_OP(script, kind, SPU_KIND_BRANCH);
  DIRECTED_OP(script, events, 0xE8);  // not taken, mispredicted, and two events that any operation may have
  for (uint64_t how = SPU_OP_RETIRED; how <= SPU_OP_EXCEPTION; how++) {
    DIRECTED_OP(script, how, how);
    directed_sample_to_end(script, 1 + how);
    directed_add(script, STEP_PACKET, events_header[config->events_bytes],
                 how == SPU_OP_RETIRED ? 0xEA : 0x2B, 0);
  }
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FE);
  directed_msr(script, SPU_PMSEVFR_EL1, 0x80);
  directed_sample_written(script, 2);  // the filter sees no event 7
  directed_msr(script, SPU_PMSEVFR_EL1, 0);
}

// B1, G3, D24.7.5: MSS2 of Permission faults, bit by bit, where the feature exists.
SCENARIO(permission_fault_has_mss2)
{
  for (unsigned bit = 0; bit < 4; bit++) {
    for (unsigned fault = 0; fault < 3; fault++) {
      const bool stage2 = fault == 1;
      const bool permission = fault != 2;
      if (stage2 && !config->have_el2) {
        continue;
      }
      // PMBSR_EL1[40:37], from bit 37: DirtyBit, Overlay, AssuredOnly, TopLevel.
      static const uint8_t causes[] = {MMU_DIRTY_BIT, MMU_OVERLAY, MMU_ASSURED_ONLY, MMU_TOP_LEVEL};
      const bool exists[] = {config->have_pie, config->have_poe, config->have_the && stage2,
                             config->have_the && stage2};
      const uint64_t mss2 = exists[bit] && permission ? (uint64_t)1 << (37 + bit) : 0;
      const uint64_t fsc = permission ? 0x0F : 0x07;
      directed_program(script, directed_buffer, directed_end);
      directed_add(script, STEP_MAP, directed_buffer, (stage2 ? DIRECTED_STAGE2 : DIRECTED_STAGE1) + fsc,
                   causes[bit]);
      directed_sample_to_end(script, 1);
      directed_expect(script, SPU_PMBSR_EL1,
                      mss2 | directed_ec(stage2 ? 0x25 : 0x24) | SPU_PMBSR_EL1_S | fsc);
    }
  }
}

// D7, D17.6.4.3, D17.6.4.5: the core gets the filter controls that choose between the halves of an operation.
SCENARIO(filter_controls_are_outputs)
{
  directed_program(script, directed_buffer, directed_end);
  for (uint64_t field = 0; field < 8; field++) {
    const uint64_t ft = field & 1;
    const uint64_t ld = field >> 1 & 1;
    const uint64_t st = field >> 2;
    directed_msr(script, SPU_PMSFCR_EL1, ft << 1 | ld << 17 | st << 18);
    DIRECTED_OUT(script, filter_ft, ft);
    DIRECTED_OUT(script, filter_ld, ld);
    DIRECTED_OUT(script, filter_st, st);
  }
}

// B1, D24.7.4: the pointer's low bits below the configured alignment are RES0.
SCENARIO(pointer_has_its_alignment)
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMBPTR_EL1, directed_second - 1);
  directed_expect(script, SPU_PMBPTR_EL1, directed_second - directed_alignment(script));
}
