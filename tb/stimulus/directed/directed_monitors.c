// SPDX-License-Identifier: Apache-2.0
//
// Scenarios of the list of events, of PMCR_EL0 without AArch32 state, of AArch32 accesses, of the cross-trigger's
// sample event, and of trace in Debug state (requirements P6, B7, P7, T5; Arm ARM D14, D24.5.8, G8.4, H5.4.5, D3).
#include "spu_sysreg.h"
#include "stimulus/directed/directed_scenarios.h"
#include "util/pmu_pins.h"

#define COUNT UINT64_C(0xFFFFFFFF)
#define CYCLE_COUNTER (UINT64_C(1) << 31)
#define EC_CP15 0x03

static bool monitors(const struct directed_script *script, uint32_t count)
{
  return script->config->pmu_version != 0 && script->config->pmu_counters >= count;
}

// The first event of the list beyond 0x003F, on its own pin and no other; PMCEID0_EL0 or PMCEID1_EL0 tells of it.
void scenario_event_beyond_0x3f_is_counted(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  uint32_t pin = 0;
  while (pin < SPU_MAX_PMU_EVENTS && config->pmu_events[pin] <= 0x003F) {
    pin++;
  }
  if (!monitors(script, 1) || pin == SPU_MAX_PMU_EVENTS) {
    return;
  }
  const uint32_t low = pmu_pin(config, 0x4006);
  if (low < SPU_MAX_PMU_EVENTS) {
    directed_mrs(script, SPU_PMCEID0_EL0, UINT64_C(1) << (32 + 6), UINT64_C(1) << (32 + 6));
  }
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC);
  directed_msr(script, spu_sysreg_pmevtyper(0), config->pmu_events[pin]);
  directed_msr(script, spu_sysreg_pmevcntr(0), 0);
  directed_msr(script, SPU_PMCNTENSET_EL0, 1);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC);
  directed_add(script, STEP_PIN, offsetof(struct spu_in, pmu_event) + pin, 1, 2);
  directed_add(script, STEP_PIN, offsetof(struct spu_in, pmu_event) + pin - 1, 1, 7);
  directed_add1(script, STEP_CLOCKS, 10);
  directed_add(script, STEP_PIN, offsetof(struct spu_in, pmu_event) + pin, 1, 0);
  directed_add1(script, STEP_CLOCKS, 3);
  directed_add(script, STEP_PIN, offsetof(struct spu_in, pmu_event) + pin - 1, 1, 0);
  directed_mrs(script, spu_sysreg_pmevcntr(0), COUNT, 20);
}

// PMCR_EL0.LC is RES1 and D RES0: cycles overflow at 64 bits and are not divided.
void scenario_cycle_counter_is_long_without_aarch32(struct directed_script *script)
{
  if (!monitors(script, 0) || script->config->aarch32_el0) {
    return;
  }
  directed_msr(script, SPU_PMCR_EL0, 0);
  directed_mrs(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC | SPU_PMCR_EL0_D, SPU_PMCR_EL0_LC);
  directed_msr(script, SPU_PMCNTENCLR_EL0, COUNT);
  directed_msr(script, SPU_PMOVSCLR_EL0, COUNT);
  directed_msr(script, SPU_PMCCFILTR_EL0, 0);
  directed_msr(script, SPU_PMCCNTR_EL0, COUNT);
  directed_msr(script, SPU_PMCNTENSET_EL0, CYCLE_COUNTER);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_D);
  directed_add1(script, STEP_CLOCKS, 10);
  directed_msr(script, SPU_PMCR_EL0, 0);
  directed_mrs(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC | SPU_PMCR_EL0_D, SPU_PMCR_EL0_LC);
  directed_mrs(script, SPU_PMCCNTR_EL0, UINT64_MAX, COUNT + 11);
  directed_mrs(script, SPU_PMOVSCLR_EL0, COUNT, 0);
}

// HSTR_EL2.T9: what PMUSERENR permits, in AArch32 state, of CRn 9.
void scenario_aarch32_access_traps_by_hstr(struct directed_script *script)
{
  if (!monitors(script, 0) || !script->config->aarch32_el0 || !script->config->have_el2) {
    return;
  }
  directed_msr(script, SPU_PMUSERENR_EL0, 1);
  DIRECTED_PIN(script, hstr_el2_t9, 1);
  directed_add1(script, STEP_LEVEL, SPU_EL0);
  directed_add(script, STEP_VERDICT, SPU_PMCCNTR_EL0, SPU_ACCESS_OK, 0);
  DIRECTED_PIN(script, pe_aarch32, 1);
  directed_add(script, STEP_VERDICT, SPU_PMCCNTR_EL0, SPU_ACCESS_TRAP_EL2, EC_CP15);
  directed_add(script, STEP_VERDICT, SPU_PMUSERENR_EL0, SPU_ACCESS_TRAP_EL2, EC_CP15);
  directed_add(script, STEP_VERDICT, SPU_PMCCFILTR_EL0, SPU_ACCESS_OK, 0);
  if (script->config->have_el3) {  // MDCR_EL3.TPM comes after it
    DIRECTED_PIN(script, mdcr_el3_tpm, 1);
    directed_add(script, STEP_VERDICT, SPU_PMCCNTR_EL0, SPU_ACCESS_TRAP_EL2, EC_CP15);
    directed_add(script, STEP_VERDICT, SPU_PMCCFILTR_EL0, SPU_ACCESS_TRAP_EL3, EC_CP15);
    DIRECTED_PIN(script, mdcr_el3_tpm, 0);
  }
  DIRECTED_PIN(script, pe_aarch32, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_msr(script, SPU_PMUSERENR_EL0, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL0);
  DIRECTED_PIN(script, pe_aarch32, 1);
  directed_add(script, STEP_VERDICT, SPU_PMCCNTR_EL0, SPU_ACCESS_TRAP_EL1, EC_CP15);
}

// A record that is in memory, once; neither a rejected nor a faulting one.
void scenario_written_record_triggers_cti(struct directed_script *script)
{
  directed_program(script, directed_buffer, directed_end);
  directed_sample(script);
  directed_add1(script, STEP_PSB, 1);
  directed_add1(script, STEP_TRIGGERS, 1);
  directed_msr(script, SPU_PMSFCR_EL1, 0x2 | 1U << 16);  // FT with B: the load is rejected
  directed_sample(script);
  directed_add1(script, STEP_PSB, 1);
  directed_add1(script, STEP_TRIGGERS, 1);
  directed_msr(script, SPU_PMSFCR_EL1, 0);
  directed_add(script, STEP_MAP, directed_buffer, DIRECTED_STAGE1 + 0x04, 0);
  directed_sample(script);
  directed_add1(script, STEP_PSB, 2);
  directed_add1(script, STEP_EVENTS, 1);
  directed_add1(script, STEP_TRIGGERS, 1);
  directed_add(script, STEP_MAP, directed_buffer, 0, 0);
}

// Where the newest text holds.
void scenario_debug_state_is_not_traced(struct directed_script *script)
{
  if (!script->config->have_trace) {
    return;
  }
  DIRECTED_PIN(script, trfcr_el1_e1tre, 1);
  DIRECTED_OUT(script, trace_allowed, 1);
  DIRECTED_PIN(script, pe_debug, 1);
  DIRECTED_OUT(script, trace_allowed, !script->config->trace_text);
}
