// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for the selection of operations and for access to the registers (requirements A, B, C).
#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(sampling)

SCENARIO(disabled_profiling_keeps_operation_in_flight)  // H6, D17.3.5
{
  directed_start(script, 30);
  directed_sample(script);
  directed_msr(script, SPU_PMSCR_EL1, 0);
  directed_written(script, 1);
}

SCENARIO_IF(higher_level_is_not_sampled, config->have_el3)  // A3, H6
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSICR_EL1, 100);
  directed_add1(script, STEP_LEVEL, SPU_EL3);
  directed_add1(script, STEP_DISPATCH, 200);
  directed_expect(script, SPU_PMSICR_EL1, 100);
  directed_add1(script, STEP_LEVEL, SPU_EL0);
  directed_add1(script, STEP_DISPATCH, 60);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_expect(script, SPU_PMSICR_EL1, 40);
}

// Checks a row of Table D17-1 (A4), while all PMSCR_ELx bits that enable profiling are `on`. The pins for the Security
// state and the owning Security state are set already.
static void expect_row(struct directed_script *script, bool el2, bool el2_owns, bool tge, bool on)
{
  DIRECTED_PIN(script, mdcr_el2_e2pb, el2_owns ? 0 : 3);
  DIRECTED_PIN(script, hcr_el2_tge, tge);
  directed_add1(script, STEP_LEVEL, SPU_EL0);
  DIRECTED_OUT(script, profiling_enabled, on && (el2_owns || !tge));
  if (!tge) {
    directed_add1(script, STEP_LEVEL, SPU_EL1);
    DIRECTED_OUT(script, profiling_enabled, on);
  }
  if (el2) {
    directed_add1(script, STEP_LEVEL, SPU_EL2);
    DIRECTED_OUT(script, profiling_enabled, on && el2_owns);
  }
}

static void expect_rows(struct directed_script *script, bool el2, bool on)
{
  expect_row(script, el2, false, false, on);
  if (el2) {
    expect_row(script, el2, false, true, on);
    expect_row(script, el2, true, false, on);
    expect_row(script, el2, true, true, on);
  }
  if (script->config->have_el3) {
    directed_add1(script, STEP_LEVEL, SPU_EL3);
    DIRECTED_OUT(script, profiling_enabled, 0);
  }
}

// Checks the rows of Security states other than directed_program()'s, each of which owns the buffer.
static void expect_rows_of_other_states(struct directed_script *script, bool on)
{
  const struct spu_config *config = script->config;
  if (config->have_el3 && (!config->have_rme || config->have_sel2)) {
    DIRECTED_PIN(script, scr_el3_ns, 0);
    DIRECTED_PIN(script, mdcr_el3_nspb, 1);
    expect_rows(script, false, on);
    if (config->have_sel2) {
      DIRECTED_PIN(script, scr_el3_eel2, 1);
      expect_rows(script, true, on);
      DIRECTED_PIN(script, scr_el3_eel2, 0);
    }
    DIRECTED_PIN(script, scr_el3_ns, 1);
    DIRECTED_PIN(script, mdcr_el3_nspb, 3);
  }
  if (config->have_rme) {
    DIRECTED_PIN(script, scr_el3_nse, 1);
    DIRECTED_PIN(script, mdcr_el3_nspbe, 1);
    expect_rows(script, true, on);
    DIRECTED_PIN(script, scr_el3_nse, 0);
    DIRECTED_PIN(script, mdcr_el3_nspbe, 0);
  }
}

SCENARIO(each_row_of_table_d17_1_enables)  // A4
{
  const enum spu_el highest = config->have_el3 ? SPU_EL3 : config->have_el2 ? SPU_EL2 : SPU_EL1;
  directed_program(script, directed_buffer, directed_end);
  for (uint64_t on = 0; on < 2; on++) {
    DIRECTED_PIN(script, mdcr_el2_e2pb, 3);
    DIRECTED_PIN(script, hcr_el2_tge, 0);
    directed_add1(script, STEP_LEVEL, highest);
    directed_msr(script, SPU_PMSCR_EL1, 3 * on);  // E1SPE, E0SPE
    if (config->have_el2) {
      directed_msr(script, SPU_PMSCR_EL2, 3 * on);  // E2SPE, E0HSPE
    }
    expect_rows(script, config->have_el2, on != 0);
    expect_rows_of_other_states(script, on != 0);
  }
}

SCENARIO(collision_sets_coll)  // C3, IDBJXM, RLTMKQ
{
  directed_start(script, 100);
  directed_sample_all(script);
  directed_mrs(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_COLL, 0);
  directed_sample(script);
  directed_mrs(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_COLL, SPU_PMBSR_EL1_COLL);
  directed_written(script, config->in_flight);
}

SCENARIO(zero_count_loads_interval)  // C1, D17.3.3
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSIRR_EL1, 3U << 8);
  directed_add1(script, STEP_DISPATCH, 1);
  directed_expect(script, SPU_PMSICR_EL1, 3U << 8);
}

// C1, D17.3.4.1: ECOUNT works only with RND. Without it only COUNT counts, and ECOUNT keeps its value.
SCENARIO_IF(secondary_counter_waits_for_rnd, config->have_ernd)
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSICR_EL1, UINT64_C(1) << 56 | 4);
  directed_add1(script, STEP_DISPATCH, 3);
  directed_written(script, 0);
  directed_expect(script, SPU_PMSICR_EL1, UINT64_C(1) << 56 | 1);
  directed_add1(script, STEP_DISPATCH, 1);  // sampled by COUNT
  directed_written(script, 1);
  directed_msr(script, SPU_PMSIRR_EL1, 1U << 8 | 1);
  directed_add1(script, STEP_DISPATCH, 1);  // sampled by ECOUNT, while it reloads COUNT
  directed_expect(script, SPU_PMSICR_EL1, 0x100);
  directed_written(script, 2);
}

// C3, D17.3.4.3: ECOUNT selects the first operation of a cycle, and COUNT expires at the second, which selects this or
// a later one: if the random number is below 3, two operations of one cycle are selected and collide.
SCENARIO_IF(two_operations_of_a_cycle_collide, config->have_ernd && config->dispatch_width >= 4)
{
  directed_start(script, 4000);
  directed_sample_all(script);
  directed_msr(script, SPU_PMSIRR_EL1, 1U << 8 | 1);
  for (uint32_t i = 0; i < 600; i++) {
    directed_msr(script, SPU_PMBSR_EL1, 0);
    directed_msr(script, SPU_PMSICR_EL1, UINT64_C(1) << 56 | 2);
    directed_add(script, STEP_DISPATCH, 1, 0xF, 0);
    directed_mrs(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_COLL, SPU_PMBSR_EL1_COLL);
  }
  directed_add1(script, STEP_PSB, config->in_flight);
}

SCENARIO(stopped_unit_samples_nothing)  // A2, G8, RTWFRY
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
  directed_add1(script, STEP_IRQ, 1);
  directed_sample_to_end(script, 0);
  directed_expect(script, SPU_PMSICR_EL1, 1);
  directed_mrs(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | (uint64_t)0x3F, SPU_PMBSR_EL1_S);
}

SCENARIO(el0_access_is_undefined)  // B6
{
  directed_program(script, directed_buffer, directed_end);
  directed_add1(script, STEP_LEVEL, SPU_EL0);
  directed_add(script, STEP_VERDICT, SPU_PMBPTR_EL1, SPU_ACCESS_UNDEFINED, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_add(script, STEP_VERDICT, SPU_PMBPTR_EL1, SPU_ACCESS_OK, 0);
}

// With every level in AArch32 there are no profiling registers and no profiling (Arm ARM D17.4).
SCENARIO_IF(aarch32_el3_has_no_profiling, config->aarch32_el3)  // A3
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSICR_EL1, 100);
  DIRECTED_PIN(script, el3_aarch32, 1);
  DIRECTED_PIN(script, pe_aarch32, 1);
  DIRECTED_PIN(script, scr_el3_rw, 0);
  DIRECTED_PIN(script, hcr_el2_rw, 0);
  for (uint32_t el = SPU_EL0; el <= SPU_EL3; el++) {
    directed_add1(script, STEP_LEVEL, el);
    DIRECTED_OUT(script, profiling_enabled, 0);
    DIRECTED_OUT(script, buffer_enabled, 0);
    directed_add1(script, STEP_DISPATCH, 200);
    directed_add(script, STEP_VERDICT, SPU_PMSICR_EL1, SPU_ACCESS_UNDEFINED, 0);
  }
  DIRECTED_PIN(script, el3_aarch32, 0);
  DIRECTED_PIN(script, pe_aarch32, 0);
  DIRECTED_PIN(script, scr_el3_rw, 1);
  DIRECTED_PIN(script, hcr_el2_rw, 1);
  directed_expect(script, SPU_PMSICR_EL1, 100);
}
