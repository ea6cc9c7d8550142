// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for corners of the performance monitors that random stimulus meets too seldom (requirements P1 to P4).
#include "spu_sysreg.h"
#include "stimulus/directed/directed_scenarios.h"
#include "util/pmu_pins.h"

#define COUNT UINT64_C(0xFFFFFFFF)

static bool counters(const struct directed_script *script, uint32_t version, uint32_t count)
{
  return script->config->pmu_version >= version && script->config->pmu_version != 0 &&
         script->config->pmu_counters >= count;
}

static bool has_el2(const struct directed_script *script)
{
  return script->config->have_el2 && script->config->have_el3;
}

static void clear(struct directed_script *script)
{
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC);
  directed_msr(script, SPU_PMCNTENCLR_EL0, COUNT);
  directed_msr(script, SPU_PMINTENCLR_EL1, COUNT);
  directed_msr(script, SPU_PMOVSCLR_EL0, COUNT);
}

static void count(struct directed_script *script, uint32_t n, uint64_t type, uint64_t from)
{
  directed_msr(script, spu_sysreg_pmevtyper(n), type);
  directed_msr(script, spu_sysreg_pmevcntr(n), from);
  directed_msr(script, SPU_PMCNTENSET_EL0, UINT64_C(1) << n);
}

// P3, P6: an event that the configuration lacks is not counted, whatever the pins say that have none.
void scenario_absent_event_is_not_counted(struct directed_script *script)
{
  enum { ABSENT = 0x00FF };
  uint32_t unused = 0;
  while (unused < SPU_MAX_PMU_EVENTS && script->config->pmu_events[unused] != 0) {
    unused++;
  }
  if (!counters(script, 1, 1) || unused == SPU_MAX_PMU_EVENTS ||
      pmu_pin(script->config, ABSENT) < SPU_MAX_PMU_EVENTS) {
    return;
  }
  clear(script);
  count(script, 0, ABSENT, 0);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC);
  directed_add(script, STEP_PIN, offsetof(struct spu_in, pmu_event) + unused, 1, 3);
  directed_add1(script, STEP_CLOCKS, 20);
  directed_mrs(script, spu_sysreg_pmevcntr(0), UINT64_MAX, 0);
}

// P3: a chain of two overflows in one cycle, and one from the first range to the second.
void scenario_chain_overflows_and_crosses_ranges(struct directed_script *script)
{
  if (!counters(script, 1, 2)) {
    return;
  }
  clear(script);
  count(script, 0, SPU_EVENT_SW_INCR, COUNT);
  count(script, 1, SPU_EVENT_CHAIN, COUNT);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC);
  directed_msr(script, SPU_PMSWINC_EL0, 1);
  directed_mrs(script, SPU_PMOVSSET_EL0, COUNT, 3);
  if (has_el2(script)) {
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

// P3: what EL1 does to all counters leaves those of EL2 alone.
void scenario_reserved_counters_are_out_of_reach(struct directed_script *script)
{
  if (!counters(script, 1, 2) || !has_el2(script)) {
    return;
  }
  clear(script);
  directed_add1(script, STEP_LEVEL, SPU_EL3);
  count(script, 0, SPU_EVENT_SW_INCR, 3);
  count(script, 1, SPU_EVENT_SW_INCR, 5);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC);
  DIRECTED_PIN(script, mdcr_el2_hpmn, 1);
  DIRECTED_PIN(script, mdcr_el2_hpme, 1);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_msr(script, SPU_PMSWINC_EL0, 3);
  directed_mrs(script, spu_sysreg_pmevcntr(0), UINT64_MAX, 4);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC | SPU_PMCR_EL0_P);
  directed_mrs(script, spu_sysreg_pmevcntr(0), UINT64_MAX, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL3);
  directed_mrs(script, spu_sysreg_pmevcntr(1), UINT64_MAX, 5);
}

// P2: the interrupt rises and falls by each of its causes.
void scenario_each_cause_moves_the_interrupt(struct directed_script *script)
{
  if (!counters(script, 1, 1)) {
    return;
  }
  clear(script);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC);
  directed_msr(script, SPU_PMINTENSET_EL1, 1);
  directed_msr(script, SPU_PMOVSSET_EL0, 1);
  DIRECTED_OUT(script, pmuirq, 1);
  directed_msr(script, SPU_PMINTENCLR_EL1, 1);
  DIRECTED_OUT(script, pmuirq, 0);
  directed_msr(script, SPU_PMINTENSET_EL1, 1);
  DIRECTED_OUT(script, pmuirq, 1);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC);
  DIRECTED_OUT(script, pmuirq, 0);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC);
  DIRECTED_OUT(script, pmuirq, 1);
  if (has_el2(script)) {
    DIRECTED_PIN(script, mdcr_el2_hpmn, 0);
    DIRECTED_OUT(script, pmuirq, 0);
    DIRECTED_PIN(script, mdcr_el2_hpme, 1);
    DIRECTED_OUT(script, pmuirq, 1);
    DIRECTED_PIN(script, mdcr_el2_hpme, 0);
    DIRECTED_OUT(script, pmuirq, 0);
    DIRECTED_PIN(script, mdcr_el2_hpmn, script->config->pmu_counters);
    DIRECTED_OUT(script, pmuirq, 1);
  }
  directed_msr(script, SPU_PMOVSCLR_EL0, 1);
  DIRECTED_OUT(script, pmuirq, 0);
}

// P4: with PMBLIMITR_EL1.E clear S freezes nothing.
void scenario_buffer_that_is_off_freezes_nothing(struct directed_script *script)
{
  if (!counters(script, 1, 1) || script->config->spe_version < 2) {
    return;
  }
  clear(script);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | SPU_PMBLIMITR_EL1_PMFZ);
  directed_msr(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
  count(script, 0, SPU_EVENT_CPU_CYCLES, 0);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC | SPU_PMCR_EL0_FZS);
  directed_add1(script, STEP_CLOCKS, 20);
  directed_mrs(script, spu_sysreg_pmevcntr(0), UINT64_MAX, 20);
}

// P1: at EL2 with EL1 in AArch32, where S3 holds, HPMD prohibits the first range.
void scenario_hpmd_prohibits_with_el1_in_aarch32(struct directed_script *script)
{
  if (!counters(script, 1, 1) || !has_el2(script) || !script->config->aarch32_el1) {
    return;
  }
  clear(script);
  count(script, 0, SPU_EVENT_CPU_CYCLES | SPU_PMEVTYPER_EL0_NSH, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL2);
  DIRECTED_PIN(script, hcr_el2_rw, 0);
  DIRECTED_PIN(script, mdcr_el2_hpmd, 1);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC);
  directed_add1(script, STEP_CLOCKS, 20);
  DIRECTED_PIN(script, mdcr_el2_hpmd, 0);
  directed_add1(script, STEP_CLOCKS, 10);
  DIRECTED_PIN(script, mdcr_el2_hpmd, 1);
  directed_mrs(script, spu_sysreg_pmevcntr(0), COUNT, 10);
}

// P5: at EL2 with EL1 in AArch32, HPMD set and PMCR_EL0.DP clear: the newest text spares the cycle counter.
void scenario_dp_decides_with_el1_in_aarch32(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  if (!counters(script, 1, 1) || !has_el2(script) || !config->aarch32_el1) {
    return;
  }
  clear(script);
  directed_msr(script, SPU_PMCNTENSET_EL0, UINT64_C(1) << 31);
  directed_msr(script, SPU_PMCCFILTR_EL0, SPU_PMCCFILTR_EL0_NSH);
  directed_msr(script, SPU_PMCCNTR_EL0, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL2);
  DIRECTED_PIN(script, hcr_el2_rw, 0);
  DIRECTED_PIN(script, mdcr_el2_hpmd, 1);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC);
  directed_add1(script, STEP_CLOCKS, 20);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC);
  directed_mrs(script, SPU_PMCCNTR_EL0, UINT64_MAX, config->count_text ? 21 : 0);
}
