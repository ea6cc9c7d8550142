// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for the list of PMU events, PMCR_EL0 without AArch32 state, AArch32 accesses, the cross-trigger's sample
// event, and trace in Debug state (requirements P6, B7, P7, T5; Arm ARM D14, D24.5.8, G8.4, H5.4.5, D3).
#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_scenarios.h"
#include "unit/util/pmu_pins.h"

SCENARIO_FILE(monitors)

#define COUNT UINT64_C(0xFFFFFFFF)
#define CYCLE_COUNTER (UINT64_C(1) << 31)
#define EC_CP15 0x03

static bool has_el2(const struct spu_config *config)
{
  return config->have_el2 && config->have_el3;
}

static void clear(struct directed_script *script)
{
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_stop_monitors(script);
}

// P3, P6: a PMU event that the configuration lacks is not counted, whatever the value of unused pins.
SCENARIO(absent_event_is_not_counted)
{
  enum { ABSENT = 0x00FF };
  uint32_t unused = 0;
  while (unused < SPU_MAX_PMU_EVENTS && config->pmu_events[unused] != 0) {
    unused++;
  }
  if (!directed_counters(config, 1, 1) || unused == SPU_MAX_PMU_EVENTS ||
      pmu_pin(config, ABSENT) < SPU_MAX_PMU_EVENTS) {
    return;
  }
  clear(script);
  directed_count(script, 0, ABSENT, 0);
  directed_enable_monitors(script);
  directed_add(script, STEP_PIN, offsetof(struct spu_in, pmu_event) + unused, 1, 3);
  directed_add1(script, STEP_CLOCKS, 20);
  directed_expect(script, spu_sysreg_pmevcntr(0), 0);
}

// P3: a chain of two overflows in one cycle, and one from the first range to the second.
SCENARIO_IF(chain_overflows_and_crosses_ranges, directed_counters(config, 1, 2))
{
  clear(script);
  directed_count(script, 0, SPU_EVENT_SW_INCR, COUNT);
  directed_count(script, 1, SPU_EVENT_CHAIN, COUNT);
  directed_enable_monitors(script);
  directed_msr(script, SPU_PMSWINC_EL0, 1);
  directed_mrs(script, SPU_PMOVSSET_EL0, COUNT, 3);
  if (has_el2(config)) {
    directed_add1(script, STEP_LEVEL, SPU_EL3);
    directed_msr(script, SPU_PMOVSCLR_EL0, COUNT);
    directed_msr(script, spu_sysreg_pmevtyper(0), SPU_EVENT_CPU_CYCLES);
    DIRECTED_PIN(script, mdcr_el2_hpmn, 1);
    DIRECTED_PIN(script, mdcr_el2_hpme, 1);
    directed_msr(script, spu_sysreg_pmevcntr(1), 0);
    directed_msr(script, spu_sysreg_pmevcntr(0), COUNT - 2);
    directed_add1(script, STEP_LEVEL, SPU_EL1);
    directed_add1(script, STEP_CLOCKS, 10);
    directed_add1(script, STEP_LEVEL, SPU_EL3);
    directed_mrs(script, spu_sysreg_pmevcntr(1), COUNT, 1);
  }
}

// P3: an operation of EL1 on all counters does not affect EL2's.
SCENARIO_IF(reserved_counters_are_out_of_reach, directed_counters(config, 1, 2) && has_el2(config))
{
  clear(script);
  directed_add1(script, STEP_LEVEL, SPU_EL3);
  directed_count(script, 0, SPU_EVENT_SW_INCR, 3);
  directed_count(script, 1, SPU_EVENT_SW_INCR, 5);
  directed_enable_monitors(script);
  DIRECTED_PIN(script, mdcr_el2_hpmn, 1);
  DIRECTED_PIN(script, mdcr_el2_hpme, 1);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_msr(script, SPU_PMSWINC_EL0, 3);
  directed_expect(script, spu_sysreg_pmevcntr(0), 4);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC | SPU_PMCR_EL0_P);
  directed_expect(script, spu_sysreg_pmevcntr(0), 0);
  directed_add1(script, STEP_LEVEL, SPU_EL3);
  directed_expect(script, spu_sysreg_pmevcntr(1), 5);
}

// P2: each of its causes raises and lowers the interrupt.
SCENARIO_IF(each_cause_moves_the_interrupt, directed_counters(config, 1, 1))
{
  clear(script);
  directed_enable_monitors(script);
  directed_msr(script, SPU_PMINTENSET_EL1, 1);
  directed_msr(script, SPU_PMOVSSET_EL0, 1);
  DIRECTED_OUT(script, pmuirq, 1);
  directed_msr(script, SPU_PMINTENCLR_EL1, 1);
  DIRECTED_OUT(script, pmuirq, 0);
  directed_msr(script, SPU_PMINTENSET_EL1, 1);
  DIRECTED_OUT(script, pmuirq, 1);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC);
  DIRECTED_OUT(script, pmuirq, 0);
  directed_enable_monitors(script);
  DIRECTED_OUT(script, pmuirq, 1);
  if (has_el2(config)) {
    DIRECTED_PIN(script, mdcr_el2_hpmn, 0);
    DIRECTED_OUT(script, pmuirq, 0);
    DIRECTED_PIN(script, mdcr_el2_hpme, 1);
    DIRECTED_OUT(script, pmuirq, 1);
    DIRECTED_PIN(script, mdcr_el2_hpme, 0);
    DIRECTED_OUT(script, pmuirq, 0);
    DIRECTED_PIN(script, mdcr_el2_hpmn, config->pmu_counters);
    DIRECTED_OUT(script, pmuirq, 1);
  }
  directed_msr(script, SPU_PMOVSCLR_EL0, 1);
  DIRECTED_OUT(script, pmuirq, 0);
}

// P4: with PMBLIMITR_EL1.E clear S freezes nothing.
SCENARIO_IF(buffer_that_is_off_freezes_nothing, directed_counters(config, 1, 1) && config->spe_version >= 2)
{
  clear(script);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | SPU_PMBLIMITR_EL1_PMFZ);
  directed_msr(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
  directed_count(script, 0, SPU_EVENT_CPU_CYCLES, 0);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC | SPU_PMCR_EL0_FZS);
  directed_add1(script, STEP_CLOCKS, 20);
  directed_expect(script, spu_sysreg_pmevcntr(0), 20);
}

// P1: at EL2 with EL1 in AArch32, HPMD prohibits counting in the first range.
SCENARIO_IF(hpmd_prohibits_with_el1_in_aarch32,
            directed_counters(config, 1, 1) && has_el2(config) && config->aarch32_el1)
{
  clear(script);
  directed_count(script, 0, SPU_EVENT_CPU_CYCLES | SPU_PMEVTYPER_EL0_NSH, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL2);
  DIRECTED_PIN(script, hcr_el2_rw, 0);
  DIRECTED_PIN(script, mdcr_el2_hpmd, 1);
  directed_enable_monitors(script);
  directed_add1(script, STEP_CLOCKS, 20);
  DIRECTED_PIN(script, mdcr_el2_hpmd, 0);
  directed_add1(script, STEP_CLOCKS, 10);
  DIRECTED_PIN(script, mdcr_el2_hpmd, 1);
  directed_mrs(script, spu_sysreg_pmevcntr(0), COUNT, 10);
}

// P5: at EL2 with EL1 in AArch32, HPMD set and PMCR_EL0.DP clear: in the newest issue the cycle counter still counts.
SCENARIO_IF(dp_decides_with_el1_in_aarch32,
            directed_counters(config, 1, 1) && has_el2(config) && config->aarch32_el1)
{
  clear(script);
  directed_msr(script, SPU_PMCNTENSET_EL0, UINT64_C(1) << 31);
  directed_msr(script, SPU_PMCCFILTR_EL0, SPU_PMCCFILTR_EL0_NSH);
  directed_msr(script, SPU_PMCCNTR_EL0, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL2);
  DIRECTED_PIN(script, hcr_el2_rw, 0);
  DIRECTED_PIN(script, mdcr_el2_hpmd, 1);
  directed_enable_monitors(script);
  directed_add1(script, STEP_CLOCKS, 20);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC);
  directed_expect(script, SPU_PMCCNTR_EL0, config->count_current_issue ? 21 : 0);
}

// The first PMU event beyond 0x003F is counted from its own pin only, and PMCEID0_EL0 or PMCEID1_EL0 reports it.
SCENARIO(event_beyond_0x3f_is_counted)  // P6
{
  uint32_t pin = 0;
  while (pin < SPU_MAX_PMU_EVENTS && config->pmu_events[pin] <= 0x003F) {
    pin++;
  }
  if (!directed_counters(config, 1, 1) || pin == SPU_MAX_PMU_EVENTS) {
    return;
  }
  const uint32_t low = pmu_pin(config, 0x4006);
  if (low < SPU_MAX_PMU_EVENTS) {
    directed_mrs(script, SPU_PMCEID0_EL0, UINT64_C(1) << (32 + 6), UINT64_C(1) << (32 + 6));
  }
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC);
  directed_count(script, 0, config->pmu_events[pin], 0);
  directed_enable_monitors(script);
  directed_add(script, STEP_PIN, offsetof(struct spu_in, pmu_event) + pin, 1, 2);
  directed_add(script, STEP_PIN, offsetof(struct spu_in, pmu_event) + pin - 1, 1, 7);
  directed_add1(script, STEP_CLOCKS, 10);
  directed_add(script, STEP_PIN, offsetof(struct spu_in, pmu_event) + pin, 1, 0);
  directed_add1(script, STEP_CLOCKS, 3);
  directed_add(script, STEP_PIN, offsetof(struct spu_in, pmu_event) + pin - 1, 1, 0);
  directed_mrs(script, spu_sysreg_pmevcntr(0), COUNT, 20);
}

// B7: PMCR_EL0.LC is RES1 and D RES0: cycles overflow at 64 bits and are not divided.
SCENARIO_IF(cycle_counter_is_long_without_aarch32, directed_counters(config, 1, 0) && !config->aarch32_el0)
{
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
  directed_expect(script, SPU_PMCCNTR_EL0, COUNT + 11);
  directed_mrs(script, SPU_PMOVSCLR_EL0, COUNT, 0);
}

// B7: HSTR_EL2.T9 traps AArch32 accesses to CRn 9 that PMUSERENR permits.
SCENARIO_IF(aarch32_access_traps_by_hstr,
            directed_counters(config, 1, 0) && config->aarch32_el0 && config->have_el2)
{
  directed_msr(script, SPU_PMUSERENR_EL0, 1);
  DIRECTED_PIN(script, hstr_el2_t9, 1);
  directed_add1(script, STEP_LEVEL, SPU_EL0);
  directed_add(script, STEP_VERDICT, SPU_PMCCNTR_EL0, SPU_ACCESS_OK, 0);
  DIRECTED_PIN(script, pe_aarch32, 1);
  directed_add(script, STEP_VERDICT, SPU_PMCCNTR_EL0, SPU_ACCESS_TRAP_EL2, EC_CP15);
  directed_add(script, STEP_VERDICT, SPU_PMUSERENR_EL0, SPU_ACCESS_TRAP_EL2, EC_CP15);
  directed_add(script, STEP_VERDICT, SPU_PMCCFILTR_EL0, SPU_ACCESS_OK, 0);
  if (config->have_el3) {  // MDCR_EL3.TPM has lower priority
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

// Each record written to memory triggers once; a rejected or faulting one does not.
SCENARIO(written_record_triggers_cti)  // P7
{
  directed_program(script, directed_buffer, directed_end);
  directed_sample_to_end(script, 1);
  directed_add1(script, STEP_TRIGGERS, 1);
  directed_msr(script, SPU_PMSFCR_EL1, 0x2 | 1U << 16);  // FT with B: the load is rejected
  directed_sample_to_end(script, 1);
  directed_add1(script, STEP_TRIGGERS, 1);
  directed_msr(script, SPU_PMSFCR_EL1, 0);
  directed_add(script, STEP_MAP, directed_buffer, DIRECTED_STAGE1 + 0x04, 0);
  directed_sample_to_end(script, 2);
  directed_add1(script, STEP_EVENTS, 1);
  directed_add1(script, STEP_TRIGGERS, 1);
  directed_add(script, STEP_MAP, directed_buffer, 0, 0);
}

// According to the newest issue.
SCENARIO_IF(debug_state_is_not_traced, config->have_trace)  // T5
{
  DIRECTED_PIN(script, trfcr_el1_e1tre, 1);
  DIRECTED_OUT(script, trace_allowed, 1);
  DIRECTED_PIN(script, pe_debug, 1);
  DIRECTED_OUT(script, trace_allowed, !config->trace_current_issue);
}
