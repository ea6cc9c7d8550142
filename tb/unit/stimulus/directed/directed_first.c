// SPDX-License-Identifier: Apache-2.0
//
// The first scenarios of every run.
#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_levels.h"
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(first)

// Reset values: zero, except PMSCR_EL1.PCT without EL2. Must run before any write.
SCENARIO(registers_have_reset_values)  // B1
{
  uint16_t list[DIRECTED_REGISTERS];
  const size_t count = directed_all_registers(config, list);
  directed_to_highest(script);
  for (size_t i = 0; i < count; i++) {
    const bool fixed = list[i] == SPU_PMSCR_EL1 && !config->have_el2;
    directed_expect(script, list[i], fixed ? UINT64_C(1) << 6 : 0);
  }
}

// Also measures the length of a record.
SCENARIO(record_is_written)  // G1
{
  directed_program(script, directed_buffer, directed_end);
  directed_sample_synchronized(script, 1);
  directed_add1(script, STEP_COMMITTED, 1);
  directed_expect(script, SPU_PMBSR_EL1, 0);
  directed_add1(script, STEP_IRQ, 0);
}
