// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for the Profiling Buffer: writes, full buffer, faults, Discard mode, restarts (requirements G, E7).
#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(buffer)

SCENARIO(exact_fit_fills_the_buffer)  // G2
{
  directed_program(script, directed_end - directed_largest(script), directed_end);
  directed_sample_written(script, 1);  // the last record that fits is written completely
  directed_expect(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED);
  directed_add1(script, STEP_IRQ, 1);
}

SCENARIO(full_event_keeps_dl)  // G2, G7, RNXZXG, D17.8.2
{
  directed_program(script, directed_end - directed_largest(script), directed_end);
  directed_msr(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_DL);
  directed_sample_to_end(script, 1);
  directed_expect(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_DL | SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED);
}

// The end of a page leaves no room if it is the limit; a limit that differs in one bit is above or below it.
SCENARIO(each_bit_of_limit_counts)  // G1
{
  const uint64_t pointer = directed_second - directed_largest(script) + directed_alignment(script);
  uint32_t committed = 0;
  for (uint32_t bit = 12; bit < 64; bit++) {
    const uint64_t limit = directed_second ^ (uint64_t)1 << bit;
    const bool room = limit > directed_second;
    committed += room;
    directed_program(script, pointer, limit);
    directed_sample_to_end(script, room);
    directed_add1(script, STEP_COMMITTED, committed);
    directed_expect(script, SPU_PMBSR_EL1, room ? 0 : SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED);
  }
}

SCENARIO(record_that_does_not_fit_is_not_written)  // G1, RPGGHS
{
  const uint64_t pointer = directed_end - directed_largest(script) + directed_alignment(script);
  directed_program(script, pointer, directed_end);
  directed_sample_to_end(script, 1);
  directed_add1(script, STEP_COMMITTED, 0);
  directed_expect(script, SPU_PMBPTR_EL1, pointer);
  directed_expect(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED);
}

SCENARIO(fault_at_every_byte_is_reported)  // G3, RMYXZK
{
  for (uint64_t before = 0; before <= directed_largest(script); before += directed_alignment(script)) {
    directed_program(script, directed_second - before, directed_end);
    directed_add(script, STEP_MAP, directed_second, DIRECTED_STAGE1 + 0x07, 0);
    directed_sample_synchronized(script, 1);
    directed_add1(script, STEP_FAULT, before);
  }
}

SCENARIO_IF(stage2_fault_has_ec_0x25, config->have_el2)  // G3, D17.8.3
{
  directed_program(script, directed_buffer, directed_end);
  directed_add(script, STEP_MAP, directed_buffer, DIRECTED_STAGE2 + 0x0F, 0);
  directed_sample_to_end(script, 1);
  directed_expect(script, SPU_PMBSR_EL1, directed_ec(0x25) | SPU_PMBSR_EL1_S | 0x0F);
  directed_expect(script, SPU_PMBPTR_EL1, directed_buffer);
}

// U2, D17.4: with E = 0 a record is silently discarded in every configuration.
SCENARIO(disabled_buffer_is_not_written)
{
  directed_start(script, 30);
  directed_sample(script);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end);
  directed_add1(script, STEP_PSB, 1);
  directed_add1(script, STEP_COMMITTED, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_NOT_ENABLED, 1, 0);
  directed_add1(script, STEP_EVENTS, 0);
  directed_expect(script, SPU_PMBPTR_EL1, directed_buffer);
  directed_expect(script, SPU_PMBSR_EL1, 0);
}

// A Granule Protection Check fault has EC 0x1E, and MSS is zero for every status code.
SCENARIO_IF(gpc_fault_has_ec_0x1e, config->have_rme)  // G10, D17.8.3
{
  directed_program(script, directed_buffer, directed_end);
  directed_add(script, STEP_MAP, directed_buffer, DIRECTED_GPC + 0x25, 0);
  directed_sample_to_end(script, 1);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_FAULT, 1, 0);
  directed_expect(script, SPU_PMBSR_EL1, directed_ec(0x1E) | SPU_PMBSR_EL1_S);
  directed_expect(script, SPU_PMBPTR_EL1, directed_buffer);
  directed_add1(script, STEP_IRQ, 1);
}

// E7, D17.5.5: everything but the write happens.
SCENARIO_IF(discard_mode_writes_nothing, config->spe_version >= 2)
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | 4 | 1);
  directed_mrs(script, SPU_PMBLIMITR_EL1, 6, 4);
  directed_sample_to_end(script, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_MODE, 1, 0);
  directed_add1(script, STEP_COMMITTED, 0);
  directed_add1(script, STEP_EVENTS, 0);
  directed_expect(script, SPU_PMBPTR_EL1, directed_buffer);
  directed_expect(script, SPU_PMBSR_EL1, 0);
  // A full buffer has no effect then.
  directed_msr(script, SPU_PMBPTR_EL1, directed_end - 1);
  directed_sample_to_end(script, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_MODE, 2, 0);
  directed_expect(script, SPU_PMBSR_EL1, 0);
}

// A record kept before Discard mode is written.
SCENARIO_IF(record_before_discard_mode_is_written, config->spe_version >= 2)  // E7
{
  directed_program(script, directed_buffer, directed_end);
  directed_add(script, STEP_RESPONSE, 1, 5, 0);
  directed_sample_started(script, 1);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | 4 | 1);
  directed_written(script, 1);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_MODE, 0, 0);
  directed_add(script, STEP_POINTER, directed_buffer, 1, 0);
}

// G9, after a full buffer: the handler moves the pointer and clears PMBSR_EL1; both records are complete.
SCENARIO(restart_after_full_loses_nothing)
{
  directed_program(script, directed_end - directed_largest(script), directed_end);
  directed_sample_synchronized(script, 1);
  directed_expect(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED);
  directed_add1(script, STEP_IRQ, 1);
  directed_msr(script, SPU_PMBPTR_EL1, directed_buffer);
  directed_msr(script, SPU_PMBSR_EL1, 0);
  directed_sample_synchronized(script, 2);
  directed_add1(script, STEP_COMMITTED, 2);
  directed_add(script, STEP_POINTER, directed_buffer, 1, 0);
  directed_expect(script, SPU_PMBSR_EL1, 0);
  directed_add1(script, STEP_IRQ, 0);
}

// G9, after a fault between two records: DL is 0, so software maps the page and continues at PMBPTR_EL1.
SCENARIO(restart_after_fault_loses_nothing)
{
  directed_program(script, directed_second, directed_end);
  directed_add(script, STEP_MAP, directed_second, DIRECTED_STAGE1 + 0x07, 0);
  directed_sample_synchronized(script, 1);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_FAULT, 1, 0);
  directed_expect(script, SPU_PMBSR_EL1, directed_ec(0x24) | SPU_PMBSR_EL1_S | 0x07);
  directed_expect(script, SPU_PMBPTR_EL1, directed_second);
  directed_add(script, STEP_MAP, directed_second, 0, 0);
  directed_msr(script, SPU_PMBSR_EL1, 0);
  directed_sample_to_end(script, 2);
  directed_add1(script, STEP_COMMITTED, 1);
  directed_add(script, STEP_POINTER, directed_second, 1, 0);
  directed_expect(script, SPU_PMBSR_EL1, 0);
}
