// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for writes that are too rare in random stimulus: every position of a page's end and of the limit, every
// fault status code, every distance between two events (requirements G1 to G8, H1, H2).
#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(write)

// G1, D17.7.7: a page ends after each byte of the record, and both pages are mapped.
SCENARIO(record_crosses_a_page_at_every_byte)
{
  const uint64_t align = directed_alignment(script);
  for (uint64_t before = align; before <= directed_largest(script); before += align) {
    directed_program(script, directed_second - before, directed_end);
    directed_sample_to_end(script, 1);
    directed_add1(script, STEP_COMMITTED, before / align);
    directed_expect(script, SPU_PMBSR_EL1, 0);
  }
}

// G1, G2, RKLGPG: the limit at each distance from the end of a record.
SCENARIO(limit_is_kept_at_every_distance)
{
  const uint64_t largest = directed_largest(script);
  const uint64_t align = directed_alignment(script);
  for (uint64_t more = 0; more <= largest; more += align) {
    directed_program(script, directed_end - largest - more, directed_end);
    directed_sample_to_end(script, 1);
    directed_add1(script, STEP_COMMITTED, more / align + 1);
  }
}

// G2: no room at a limit of zero, whatever the pointer.
SCENARIO(limit_of_zero_is_full)
{
  directed_start(script, 30);
  directed_sample(script);
  directed_msr(script, SPU_PMBLIMITR_EL1, 1);
  directed_add1(script, STEP_PSB, 1);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_FULL, 1, 0);
  directed_expect(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED);
}

// G2: the limit is lowered while the record is written, so that the buffer is full after the write.
SCENARIO(limit_lowered_during_the_write_fills_the_buffer)
{
  directed_program(script, directed_second - 2 * directed_largest(script) + 1, directed_end);
  directed_add(script, STEP_RESPONSE, 1, 5, 0);
  directed_sample_started(script, 1);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_buffer | 1);
  directed_add1(script, STEP_PSB, 1);
  directed_mrs(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | 0x3F, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED);
}

// G3: every fault status code except Granule Protection Check faults, at each stage.
SCENARIO(every_fault_status_code_is_reported)
{
  static const uint8_t codes[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B,
                                  0x0C, 0x0D, 0x0E, 0x0F, 0x14, 0x15, 0x16, 0x17, 0x21, 0x30, 0x31};
  for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
    for (int stage2 = 0; stage2 <= (config->have_el2 ? 1 : 0); stage2++) {
      const uint64_t ec = stage2 != 0 ? 0x25 : 0x24;
      directed_program(script, directed_buffer, directed_end);
      directed_add(script, STEP_MAP, directed_buffer,
                   (uint64_t)(stage2 != 0 ? DIRECTED_STAGE2 : DIRECTED_STAGE1) + codes[i], 0);
      directed_sample_to_end(script, 0);
      directed_expect(script, SPU_PMBSR_EL1, directed_ec(ec) | SPU_PMBSR_EL1_S | codes[i]);
    }
  }
}

// G8: software sets S at every distance from the start of a write that faults.
SCENARIO(stop_goes_before_a_later_fault)
{
  for (uint64_t clocks = 1; clocks <= 12; clocks++) {
    directed_cross(script);
    directed_add(script, STEP_MAP, directed_second, DIRECTED_STAGE1 + 0x07, 0);
    directed_add(script, STEP_RESPONSE, 1, 10, 0);
    directed_sample_started(script, clocks);
    directed_add1(script, STEP_CLOCKS, clocks);
    directed_msr(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
    directed_synchronize(script, 0);
  }
}

// C3, G6: an operation collides at every distance from a record's management event, one of which is its cycle; which
// one depends on the unit.
SCENARIO(collision_in_the_cycle_of_an_event_is_kept)
{
  for (uint64_t i = 1; i <= 240; i++) {
    const uint64_t clocks = 1 + i % 40;
    directed_program(script, directed_end - directed_largest(script), directed_end);
    directed_add(script, STEP_RESPONSE, 1, 15, 0);
    directed_sample_started(script, i);
    directed_msr(script, SPU_PMSICR_EL1, clocks);
    directed_add1(script, STEP_DISPATCH, clocks);
    directed_synchronize(script, 0);
  }
}

// G4: both bursts of a record get an error response. The distance that hits the second one depends on the unit. With
// synchronous aborts it is never made.
SCENARIO_IF(abort_of_both_bursts_acts_as_configured,
            config->external_abort != SPU_ABORT_REPORTED_SYNC && directed_crosses(config))
{
  for (uint64_t clocks = 1; clocks <= 40; clocks++) {
    directed_cross(script);
    directed_add(script, STEP_RESPONSE, 100, 100, 0);
    directed_add(script, STEP_FAIL_BURST, 0, 2, 0);
    directed_sample(script);
    directed_add1(script, STEP_CLOCKS, clocks);
    directed_add(script, STEP_FAIL_BURST, 0, 3, 0);
    directed_synchronize(script, 0);
  }
}

// H1, H2: PSB CSYNC is done because its operation is filtered out, while DSB still waits for a later one's burst.
SCENARIO_IF(psb_overtakes_dsb, config->in_flight >= 2)
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_LD);
  directed_add(script, STEP_RESPONSE, 400, 100, 0);
  directed_add1(script, STEP_LATENCY, 200);
  directed_sample(script);
  directed_add1(script, STEP_PSB_BEGIN, 0);
  directed_add1(script, STEP_CLOCKS, 2);
  directed_add1(script, STEP_LATENCY, 5);
  directed_sample_started(script, 1);
  directed_add1(script, STEP_CLOCKS, 20);
  DIRECTED_OP(script, store, 1);  // the first operation's report
  directed_add1(script, STEP_DSB, 0);
  directed_add1(script, STEP_PSB_END, 0);
  directed_written(script, 1);
}
