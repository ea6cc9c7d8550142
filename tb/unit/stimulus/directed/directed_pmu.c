// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for the performance monitors: what they count, when, and the overflow interrupt (requirements P1 to P4, C4;
// Arm ARM D13).
#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_scenarios.h"
#include "unit/util/pmu_pins.h"

SCENARIO_FILE(pmu)

enum {
  EVENT_INST_RETIRED = 0x08,
};

#define COUNT UINT64_C(0xFFFFFFFF)
#define CYCLE_COUNTER (UINT64_C(1) << 31)

// Disables and clears everything.
static void reset(struct directed_script *script)
{
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_stop_monitors(script);
  directed_msr(script, SPU_PMUSERENR_EL0, 0);
}

// Compares bits 31:0: from FEAT_PMUv3p5 on the upper half continues to count, although PMCR_EL0.LP = 0 selects overflow
// at 32 bits.
static void expect_count(struct directed_script *script, uint32_t n, uint64_t value)
{
  directed_mrs(script, spu_sysreg_pmevcntr(n), COUNT, value);
}

SCENARIO_IF(sample_pop_is_counted, directed_counters(config, 1, 1))  // C4
{
  reset(script);
  directed_count(script, 0, 0x4000, 0);
  directed_enable_monitors(script);
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSICR_EL1, 1000);
  directed_add1(script, STEP_DISPATCH, 57);
  expect_count(script, 0, 57);
  directed_msr(script, SPU_PMSCR_EL1, 0);
  directed_add1(script, STEP_DISPATCH, 57);  // not in the sample population
  expect_count(script, 0, 57);
}

SCENARIO_IF(sample_feed_and_filtrate_are_counted, directed_counters(config, 1, 2))  // C4
{
  reset(script);
  directed_count(script, 0, 0x4001, 0);
  directed_count(script, 1, 0x4002, 0);
  directed_enable_monitors(script);
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSFCR_EL1, 1U << 16 | 2);  // branches only: the load is filtered out
  directed_sample_to_end(script, 0);
  expect_count(script, 0, 1);
  expect_count(script, 1, 0);
  directed_msr(script, SPU_PMSFCR_EL1, 0);
  directed_sample_to_end(script, 1);
  expect_count(script, 0, 2);
  expect_count(script, 1, 1);
}

SCENARIO_IF(sample_collision_is_counted, directed_counters(config, 1, 1))  // C4, IDBJXM
{
  const uint32_t tags = config->in_flight;
  reset(script);
  directed_count(script, 0, 0x4003, 0);
  directed_enable_monitors(script);
  directed_start(script, 200);
  for (uint32_t i = 0; i < tags + 3; i++) {
    directed_sample(script);
  }
  expect_count(script, 0, 3);
}

// C4, FEAT_SPEv1p2: counts depend on the types of operations, not on the filters.
SCENARIO_IF(sample_feed_types_are_counted, directed_counters(config, 1, 3) && config->spe_version >= 2)
{
  reset(script);
  for (uint32_t n = 0; n < 3; n++) {
    directed_count(script, n, 0x812A + n, 0);  // BR, LD, ST
  }
  directed_enable_monitors(script);
  directed_program(script, directed_buffer, directed_end);
  directed_sample(script);  // a load
  directed_add1(script, STEP_PSB, 1);
  DIRECTED_OP(script, store, 1);
  directed_sample_to_end(script, 2);
  directed_sample_to_end(script, 3);
  DIRECTED_OP(script, kind, SPU_KIND_BRANCH);
  directed_sample_to_end(script, 4);
  expect_count(script, 0, 1);
  expect_count(script, 1, 1);
  expect_count(script, 2, 2);
}

// C4, FEAT_SPEv1p2: counts depend on the filter registers, even if no filter is enabled.
SCENARIO_IF(sample_feed_filters_are_counted,
            directed_counters(config, 1, 3) && config->spe_version >= 2 && config->events_bytes >= 2)
{
  reset(script);
  for (uint32_t n = 0; n < 3; n++) {
    directed_count(script, n, 0x812D + n, 0);  // OP, EVENT, LAT
  }
  directed_enable_monitors(script);
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSFCR_EL1, 1U << 17);  // LD without FT
  directed_msr(script, SPU_PMSEVFR_EL1, 0x08);     // this load has event 3
  directed_msr(script, SPU_PMSNEVFR_EL1, 0);
  directed_msr(script, SPU_PMSLATFR_EL1, 5);
  directed_sample_to_end(script, 1);
  directed_msr(script, SPU_PMSFCR_EL1, 1U << 16);  // B
  directed_msr(script, SPU_PMSEVFR_EL1, 0x808);    // but not event 11
  directed_msr(script, SPU_PMSLATFR_EL1, 6);
  directed_sample_to_end(script, 2);
  expect_count(script, 0, 1);
  expect_count(script, 1, 1);
  expect_count(script, 2, 1);
  directed_add1(script, STEP_COMMITTED, 2);
  directed_msr(script, SPU_PMSEVFR_EL1, 0);
  directed_msr(script, SPU_PMSLATFR_EL1, 0);
}

// C4, FEAT_SPE_FDS: the load's data source is selected, then not.
SCENARIO_IF(sample_feed_source_is_counted,
            directed_counters(config, 1, 1) && config->have_fds && config->source_bytes != 0)
{
  enum {
    SOURCE = 0x5A & 0x3F
  };  // data source of directed loads; PMSDSFR_EL1 has a bit for each value of the low six bits
  reset(script);
  directed_count(script, 0, 0x8122, 0);
  directed_enable_monitors(script);
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSDSFR_EL1, UINT64_C(1) << SOURCE);
  directed_sample_to_end(script, 1);
  directed_msr(script, SPU_PMSDSFR_EL1, ~(UINT64_C(1) << SOURCE));
  directed_sample_to_end(script, 2);
  expect_count(script, 0, 1);
  directed_msr(script, SPU_PMSDSFR_EL1, UINT64_MAX);
}

// C4, D17.8.2
SCENARIO_IF(sample_buffer_full_is_counted, directed_counters(config, 1, 1) && config->spe_version >= 4)
{
  reset(script);
  directed_count(script, 0, 0x8123, 0);
  directed_enable_monitors(script);
  directed_program(script, directed_end - directed_largest(script), directed_end);
  directed_sample_to_end(script, 1);
  directed_add1(script, STEP_IRQ, 1);
  expect_count(script, 0, 1);
}

SCENARIO(common_event_is_counted)  // P3
{
  const uint32_t pin = pmu_pin(config, EVENT_INST_RETIRED);
  if (!directed_counters(config, 1, 1) || pin == SPU_MAX_PMU_EVENTS) {
    return;
  }
  reset(script);
  directed_count(script, 0, EVENT_INST_RETIRED, 0);
  directed_enable_monitors(script);
  directed_add(script, STEP_PIN, offsetof(struct spu_in, pmu_event) + pin, 1, 3);
  directed_add1(script, STEP_CLOCKS, 10);
  directed_add(script, STEP_PIN, offsetof(struct spu_in, pmu_event) + pin, 1, 0);
  expect_count(script, 0, 30);
}

SCENARIO_IF(cycle_counter_counts_cycles, directed_counters(config, 1, 0))  // P3
{
  reset(script);
  directed_msr(script, SPU_PMCCFILTR_EL0, 0);
  directed_msr(script, SPU_PMCNTENSET_EL0, CYCLE_COUNTER);
  directed_enable_monitors(script);
  directed_msr(script, SPU_PMCCNTR_EL0, UINT64_MAX - 9);
  directed_add1(script, STEP_CLOCKS, 20);
  directed_expect(script, SPU_PMCCNTR_EL0, 10);
  directed_mrs(script, SPU_PMOVSCLR_EL0, COUNT, CYCLE_COUNTER);
}

// P8, RYWWSV: VS<0> filters out Streaming SVE mode, VS<1> Non-streaming mode, and both (reserved) filter out all. EL0
// counts; software runs at EL1, which P filters out.
SCENARIO_IF(streaming_mode_filters_counters, directed_counters(config, 1, 1))
{
  const bool exists = config->have_pmu_sme;
  const uint64_t p = UINT64_C(1) << 31;
  reset(script);
  for (uint64_t vs = 0; vs < 4; vs++) {
    for (uint64_t sm = 0; sm < 2; sm++) {
      const uint64_t counted = exists && ((vs & 1 & sm) != 0 || (vs >> 1 & 1 & ~sm) != 0) ? 0 : 10;
      directed_count(script, 0, vs << 56 | p | SPU_EVENT_CPU_CYCLES, 0);
      directed_mrs(script, spu_sysreg_pmevtyper(0), UINT64_MAX << 32, exists ? vs << 56 : 0);
      directed_msr(script, SPU_PMCCFILTR_EL0, vs << 56 | p);
      directed_mrs(script, SPU_PMCCFILTR_EL0, UINT64_MAX << 32, exists ? vs << 56 : 0);
      directed_msr(script, SPU_PMCNTENSET_EL0, CYCLE_COUNTER);
      directed_msr(script, SPU_PMCCNTR_EL0, 0);
      directed_enable_monitors(script);
      DIRECTED_PIN(script, pe_sm, sm);
      directed_add1(script, STEP_LEVEL, SPU_EL0);
      directed_add1(script, STEP_CLOCKS, 10);
      directed_add1(script, STEP_LEVEL, SPU_EL1);
      expect_count(script, 0, counted);
      directed_expect(script, SPU_PMCCNTR_EL0, counted);
    }
  }
  DIRECTED_PIN(script, pe_sm, 0);
}

// P8: an AArch32 access, which has 32 bits, does not change VS, where it exists.
SCENARIO_IF(aarch32_write_keeps_vs, directed_counters(config, 1, 1) && config->aarch32_el0)
{
  const uint64_t vs = config->have_pmu_sme ? UINT64_C(1) << 56 : 0;
  reset(script);
  directed_msr(script, spu_sysreg_pmevtyper(0), vs);
  directed_msr(script, SPU_PMCCFILTR_EL0, vs);
  directed_msr(script, SPU_PMUSERENR_EL0, SPU_PMUSERENR_EL0_EN);
  directed_add1(script, STEP_LEVEL, SPU_EL0);
  DIRECTED_PIN(script, pe_aarch32, 1);
  directed_msr(script, spu_sysreg_pmevtyper(0), SPU_EVENT_CPU_CYCLES);
  directed_msr(script, SPU_PMCCFILTR_EL0, 0);
  DIRECTED_PIN(script, pe_aarch32, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_expect(script, spu_sysreg_pmevtyper(0), vs | SPU_EVENT_CPU_CYCLES);
  directed_expect(script, SPU_PMCCFILTR_EL0, vs);
  directed_msr(script, SPU_PMUSERENR_EL0, 0);
}

// B8, D24.5.19: SLOTS is the maximum count of STALL_SLOT in a cycle; SME is the only other field. AArch32 also has the
// register.
SCENARIO_IF(pmmir_has_slots_and_sme, directed_counters(config, 4, 0))
{
  const uint64_t pmmir = (config->have_pmu_sme ? UINT64_C(1) << 28 : 0) | config->dispatch_width;
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_expect(script, SPU_PMMIR_EL1, pmmir);
  if (config->aarch32_el1) {
    DIRECTED_PIN(script, pe_aarch32, 1);
    directed_expect(script, SPU_PMMIR_EL1, pmmir);
    DIRECTED_PIN(script, pe_aarch32, 0);
  }
}

// P2: the level stays until its cause is gone.
SCENARIO_IF(overflow_interrupt_is_held_until_cleared, directed_counters(config, 1, 1))
{
  reset(script);
  directed_count(script, 0, SPU_EVENT_SW_INCR, 0);
  directed_enable_monitors(script);
  directed_msr(script, SPU_PMINTENSET_EL1, 1);
  directed_msr(script, spu_sysreg_pmevcntr(0), COUNT);
  DIRECTED_OUT(script, pmuirq, 0);
  directed_msr(script, SPU_PMSWINC_EL0, 1);
  DIRECTED_OUT(script, pmuirq, 1);
  expect_count(script, 0, 0);
  directed_add1(script, STEP_CLOCKS, 30);
  DIRECTED_OUT(script, pmuirq, 1);
  directed_mrs(script, SPU_PMOVSSET_EL0, COUNT, 1);
  directed_msr(script, SPU_PMOVSCLR_EL0, 2);  // flag of another counter
  DIRECTED_OUT(script, pmuirq, 1);
  directed_msr(script, SPU_PMOVSCLR_EL0, 1);
  DIRECTED_OUT(script, pmuirq, 0);
}

// Other counters' flags are cleared in every cycle, also in that of the overflow.
SCENARIO_IF(overflow_survives_clear_of_another, directed_counters(config, 1, 2))  // P3
{
  reset(script);
  directed_count(script, 0, SPU_EVENT_CPU_CYCLES, 0);
  directed_enable_monitors(script);
  directed_msr(script, spu_sysreg_pmevcntr(0), COUNT - 4);
  for (uint32_t i = 0; i < 12; i++) {
    directed_msr(script, SPU_PMOVSCLR_EL0, 2);
  }
  directed_mrs(script, SPU_PMOVSSET_EL0, COUNT, 1);
}

SCENARIO_IF(chain_counts_overflows_of_its_neighbour, directed_counters(config, 1, 2))  // P3
{
  reset(script);
  directed_count(script, 0, SPU_EVENT_SW_INCR, 0);
  directed_count(script, 1, SPU_EVENT_CHAIN, 0);
  directed_enable_monitors(script);
  directed_msr(script, spu_sysreg_pmevcntr(0), COUNT - 1);
  directed_msr(script, SPU_PMSWINC_EL0, 1);
  expect_count(script, 1, 0);
  directed_msr(script, SPU_PMSWINC_EL0, 1);
  expect_count(script, 0, 0);
  expect_count(script, 1, 1);
}

// P4: with PMCR_EL0.FZS and PMBLIMITR_EL1.PMFZ, event counters freeze while PMBSR_EL1.S is 1; the cycle counter
// continues.
SCENARIO_IF(event_counters_freeze_on_spe_event, directed_counters(config, 1, 1) && config->spe_version >= 2)
{
  reset(script);
  directed_count(script, 0, SPU_EVENT_CPU_CYCLES, 0);
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | 0x20 | 1);
  directed_msr(script, SPU_PMCNTENSET_EL0, CYCLE_COUNTER);
  directed_msr(script, SPU_PMCCFILTR_EL0, 0);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC | SPU_PMCR_EL0_FZS);
  directed_msr(script, SPU_PMCCNTR_EL0, 0);
  directed_msr(script, spu_sysreg_pmevcntr(0), 0);
  directed_add1(script, STEP_CLOCKS, 5);
  directed_msr(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
  directed_add1(script, STEP_CLOCKS, 20);
  expect_count(script, 0, 6);  // the cycle of the write still counts
  directed_expect(script, SPU_PMCCNTR_EL0, 29);
  directed_msr(script, SPU_PMBSR_EL1, 0);
  directed_add1(script, STEP_CLOCKS, 5);
  expect_count(script, 0, 11);
}

// FEAT_PMUv3p7: with PMCR_EL0.FZO nothing counts after an overflow.
SCENARIO_IF(event_counters_freeze_on_overflow, directed_counters(config, 7, 2))  // P1
{
  reset(script);
  directed_count(script, 0, SPU_EVENT_SW_INCR, 0);
  directed_count(script, 1, SPU_EVENT_SW_INCR, 0);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC | SPU_PMCR_EL0_FZO);
  directed_msr(script, spu_sysreg_pmevcntr(0), COUNT);
  directed_msr(script, SPU_PMSWINC_EL0, 3);
  directed_msr(script, SPU_PMSWINC_EL0, 3);
  expect_count(script, 0, 0);
  expect_count(script, 1, 1);
  directed_msr(script, SPU_PMOVSCLR_EL0, 1);
  directed_msr(script, SPU_PMSWINC_EL0, 2);
  expect_count(script, 1, 2);
}

// P1: counters from MDCR_EL2.HPMN on belong to EL2 and are enabled by HPME.
SCENARIO_IF(reserved_counter_is_enabled_by_hpme,
            directed_counters(config, 1, 2) && config->have_el2 && config->have_el3)
{
  const uint32_t last = config->pmu_counters - 1;
  reset(script);
  directed_add1(script, STEP_LEVEL, SPU_EL3);
  directed_count(script, last, SPU_EVENT_CPU_CYCLES, 0);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC);  // E = 0
  directed_msr(script, spu_sysreg_pmevcntr(last), 0);
  DIRECTED_PIN(script, mdcr_el2_hpmn, last);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_add1(script, STEP_CLOCKS, 10);
  DIRECTED_PIN(script, mdcr_el2_hpme, 1);
  directed_add1(script, STEP_CLOCKS, 10);
  DIRECTED_PIN(script, mdcr_el2_hpme, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL3);
  expect_count(script, last, 10);
}

// P1: counting in Secure state needs MDCR_EL3.SPME.
SCENARIO_IF(secure_counting_needs_spme,
            directed_counters(config, 1, 1) && config->have_el3 && (!config->have_rme || config->have_sel2))
{
  reset(script);
  directed_count(script, 0, SPU_EVENT_CPU_CYCLES, 0);
  directed_enable_monitors(script);
  DIRECTED_PIN(script, scr_el3_ns, 0);
  directed_msr(script, spu_sysreg_pmevcntr(0), 0);
  directed_add1(script, STEP_CLOCKS, 10);
  DIRECTED_PIN(script, mdcr_el3_spme, 1);
  directed_add1(script, STEP_CLOCKS, 10);
  DIRECTED_PIN(script, mdcr_el3_spme, 0);
  expect_count(script, 0, 10);
}

// The same with EL3 in AArch32, where SDCR.SPME decides.
SCENARIO_IF(aarch32_el3_counts_with_spme, directed_counters(config, 1, 1) && config->aarch32_el3)  // P1
{
  reset(script);
  directed_count(script, 0, SPU_EVENT_CPU_CYCLES, 0);
  directed_enable_monitors(script);
  DIRECTED_PIN(script, el3_aarch32, 1);
  DIRECTED_PIN(script, pe_aarch32, 1);
  DIRECTED_PIN(script, scr_el3_rw, 0);
  DIRECTED_PIN(script, hcr_el2_rw, 0);
  DIRECTED_PIN(script, scr_el3_ns, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL3);
  directed_msr(script, spu_sysreg_pmevcntr(0), 0);
  directed_add1(script, STEP_CLOCKS, 10);
  DIRECTED_PIN(script, mdcr_el3_spme, 1);
  directed_add1(script, STEP_CLOCKS, 10);
  DIRECTED_PIN(script, mdcr_el3_spme, 0);
  expect_count(script, 0, 10);
}

// At EL0 without PMUSERENR_EL0.EN, an MRS or an MRC traps to EL1.
SCENARIO_IF(refused_el0_access_traps_to_el1, directed_counters(config, 1, 0))  // P3
{
  reset(script);
  directed_add1(script, STEP_LEVEL, SPU_EL0);
  directed_add(script, STEP_VERDICT, SPU_PMCCNTR_EL0, SPU_ACCESS_TRAP_EL1, 0x18);
  if (config->aarch32_el1) {
    DIRECTED_PIN(script, pe_aarch32, 1);
    directed_add(script, STEP_VERDICT, SPU_PMCCNTR_EL0, SPU_ACCESS_TRAP_EL1, 0x03);
    DIRECTED_PIN(script, pe_aarch32, 0);
  }
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_msr(script, SPU_PMUSERENR_EL0, 1);
  directed_add1(script, STEP_LEVEL, SPU_EL0);
  directed_add(script, STEP_VERDICT, SPU_PMCCNTR_EL0, SPU_ACCESS_OK, 0);
}
