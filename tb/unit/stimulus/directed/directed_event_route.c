// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for FEAT_SPE_EXC: which PMBSR_ELx records a management event, and what stops profiling (requirement N1; Arm
// ARM D17.3, D17.4, D17.8).
#include "spu_sysreg.h"
#include "unit/env/mmu.h"
#include "unit/stimulus/directed/directed_levels.h"
#include "unit/stimulus/directed/directed_scenarios.h"
#include "unit/stimulus/directed/event_route_tables.h"

SCENARIO_FILE(event_route)

// ---------------------------------------------------------------------------------------------------------
// RHJXHT: Tables D17-5 to D17-7

// Causes a management event and expects it in PMBSR_EL<el>: `fault` is as in STEP_MAP, or 0 for a full buffer.
static void expect_event(struct directed_script *script, const struct directed_enables *enables,
                         uint64_t e2pb, uint64_t fault, uint64_t syndrome, uint8_t el)
{
  const uint64_t pmbsr = syndrome | SPU_PMBSR_EL1_S;
  directed_begin(script, fault != 0 ? directed_buffer : directed_end - directed_largest(script), enables);
  directed_add(script, STEP_MAP, directed_buffer, fault, 0);
  DIRECTED_PIN(script, mdcr_el2_e2pb, e2pb);
  directed_sample_to_end(script, 1);
  directed_expect_status(script, el == SPU_EL1 ? pmbsr : 0, el == SPU_EL2 ? pmbsr : 0,
                         el == SPU_EL3 ? pmbsr : 0);
}

// Checks every row that the configuration can have, with 0 for each X and then with 1. The table's fault status codes
// take turns.
static void expect_table(struct directed_script *script, const struct event_route_row *rows, size_t count,
                         const uint8_t *codes, size_t codes_count)
{
  size_t turn = 0;
  for (size_t i = 0; i < 2 * count; i++) {
    const struct event_route_row *row = &rows[i / 2];
    const uint64_t others = i % 2 == 0 ? 0 : 3;
    const struct directed_enables enables = {.pmsee = directed_bits(row->pmsee, others),
                                             .ee_el2 = directed_bits(row->ee, others),
                                             .ee_el1 = others};
    const uint64_t e2pb = directed_bits(row->e2pb, others);
    if (!script->config->have_el3 && enables.pmsee != 1) {
      continue;
    }
    DIRECTED_PIN(script, scr_el3_gpf, directed_bits(row->el3_bit, others));
    DIRECTED_PIN(script, scr_el3_ea, directed_bits(row->el3_bit, others));
    DIRECTED_PIN(script, hcr_el2_gpf, directed_bits(row->el2_bit, others));
    DIRECTED_PIN(script, hcr_el2_tea, directed_bits(row->el2_bit, others));
    const uint8_t code = codes[turn++ % codes_count];
    expect_event(script, &enables, e2pb, DIRECTED_STAGE1 + code, directed_ec(0x24) | code, row->stage1);
    // 0x28 and 0x10 are not on a walk, so they are used for stage 1 only.
    const uint8_t walk = code == 0x28 || code == 0x10 ? codes[0] : code;
    expect_event(script, &enables, e2pb, DIRECTED_STAGE2 + walk, directed_ec(0x25) | walk, row->stage2);
    if (row->third != 0 && rows == table_d17_5) {
      expect_event(script, &enables, e2pb, DIRECTED_GPC, directed_ec(0x1E), row->third);
    } else if (row->third != 0) {
      expect_event(script, &enables, e2pb, 0, SPU_PMBSR_EL1_BSC_FILLED, row->third);
    }
  }
  directed_add(script, STEP_MAP, directed_buffer, 0, 0);
}

// N1, RHJXHT, D17.8 Table D17-5
SCENARIO_IF(rhjxht_granule_protection_faults_are_reported_by_table_d17_5,
            directed_exceptions(config) && config->have_el2 && config->have_rme)
{
  static const uint8_t codes[] = {0x25, 0x28, 0x22, 0x23, 0x24, 0x26, 0x27};
  expect_table(script, table_d17_5, sizeof table_d17_5 / sizeof table_d17_5[0], codes, sizeof codes);
}

// N1, RHJXHT, D17.8 Table D17-6
SCENARIO_IF(rhjxht_external_aborts_are_reported_by_table_d17_6,
            directed_exceptions(config) && config->have_el2)
{
  static const uint8_t codes[] = {0x14, 0x10, 0x17, 0x13, 0x12, 0x15, 0x16, 0x1B};
  expect_table(script, table_d17_6, sizeof table_d17_6 / sizeof table_d17_6[0], codes, sizeof codes);
}

// N1, RHJXHT, D17.8 Table D17-7
SCENARIO_IF(rhjxht_other_events_are_reported_by_table_d17_7, directed_exceptions(config) && config->have_el2)
{
  static const uint8_t codes[] = {0x07, 0x00, 0x0F, 0x09, 0x21, 0x30, 0x2B};
  expect_table(script, table_d17_7, sizeof table_d17_7 / sizeof table_d17_7[0], codes, sizeof codes);
}

// N1, RHJXHT, J1 EffectiveEA(): in Debug state SCR_EL3.EA acts as 0. The PE enters it after the write has begun.
SCENARIO_IF(external_abort_in_debug_state_is_not_reported_to_el3,
            directed_exceptions(config) && config->have_el3 && config->have_el2)
{
  static const struct directed_enables enables = {.pmsee = 2, .ee_el2 = 2};
  const uint64_t pmbsr = directed_ec(0x24) | SPU_PMBSR_EL1_S | 0x14;
  DIRECTED_PIN(script, scr_el3_ea, 1);
  DIRECTED_PIN(script, hcr_el2_tea, 1);
  for (uint64_t debug = 0; debug < 2; debug++) {
    directed_begin(script, directed_buffer, &enables);
    directed_add(script, STEP_MAP, directed_buffer, DIRECTED_STAGE1 + 0x14, 0);
    directed_sample_started(script, debug + 1);
    DIRECTED_PIN(script, pe_debug, debug);
    directed_add1(script, STEP_PSB, debug + 1);
    directed_expect_status(script, 0, debug != 0 ? pmbsr : 0, debug != 0 ? 0 : pmbsr);
  }
}

// N1, RHJXHT, D24.7.9: in Secure state PMSCR_EL2.EE applies if SCR_EL3.EEL2 is 1. Else all events go to EL1 or EL3.
SCENARIO_IF(secure_state_reports_to_el2_with_eel2,
            directed_exceptions(config) && config->have_el3 && config->have_el2 && config->have_sel2)
{
  static const struct directed_enables enables = {.pmsee = 1, .ee_el2 = 3};
  const uint64_t full = SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED;
  for (uint64_t eel2 = 0; eel2 < 2; eel2++) {
    directed_begin(script, directed_end - directed_largest(script), &enables);
    DIRECTED_PIN(script, scr_el3_ns, 0);
    DIRECTED_PIN(script, scr_el3_eel2, eel2);
    DIRECTED_PIN(script, mdcr_el3_nspb, 1);
    directed_sample_to_end(script, 1);
    directed_expect_status(script, eel2 != 0 ? 0 : full, eel2 != 0 ? full : 0, 0);
    DIRECTED_PIN(script, scr_el3_ns, 1);
    DIRECTED_PIN(script, mdcr_el3_nspb, 3);
  }
  DIRECTED_PIN(script, scr_el3_eel2, 0);
}

// N1, D17.3.7: COLL is set in the register of the Other event column, here a different one than for a stage 2 fault.
SCENARIO_IF(collision_is_recorded_in_the_register_of_other_events,
            directed_exceptions(config) && config->have_el2)
{
  static const struct {
    struct directed_enables enables;
    uint8_t event;
    uint8_t collision;
  } rows[] = {{{.pmsee = 1, .ee_el2 = 2}, 2, 1}, {{.pmsee = 1, .ee_el2 = 3}, 2, 2}, {{.pmsee = 3}, 3, 3}};
  const uint64_t fault = directed_ec(0x25) | SPU_PMBSR_EL1_S | 0x07;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uint64_t status[4] = {0};
    if (rows[i].event == 3 && !config->have_el3) {
      continue;
    }
    directed_begin(script, directed_buffer, &rows[i].enables);
    directed_add1(script, STEP_LATENCY, 100);
    for (uint32_t n = 0; n < config->in_flight + 1; n++) {
      directed_sample(script);
    }
    directed_add1(script, STEP_PSB, 0);
    status[rows[i].collision] = SPU_PMBSR_EL1_COLL;
    directed_expect_status(script, status[1], status[2], status[3]);
    directed_add(script, STEP_MAP, directed_buffer, DIRECTED_STAGE2 + 0x07, 0);
    directed_add1(script, STEP_LEVEL, SPU_EL1);
    directed_sample_to_end(script, 0);
    status[rows[i].event] |= fault;
    directed_expect_status(script, status[1], status[2], status[3]);
    directed_add(script, STEP_MAP, directed_buffer, 0, 0);
  }
  // A collision for lack of room at every distance from the fault, one of which is its cycle; which one depends on the
  // unit.
  for (uint64_t clocks = 1; clocks <= 60; clocks++) {
    directed_begin(script, directed_end - directed_largest(script), &rows[0].enables);
    directed_add(script, STEP_MAP, directed_second, DIRECTED_STAGE2 + 0x07, 0);
    directed_sample(script);
    directed_msr(script, SPU_PMSICR_EL1, clocks);
    directed_add1(script, STEP_DISPATCH, clocks);
    directed_add1(script, STEP_PSB, 0);
    directed_to_highest(script);
    directed_mrs(script, SPU_PMBSR_EL1, ~SPU_PMBSR_EL1_COLL, 0);
    directed_expect(script, SPU_PMBSR_EL2, fault);
  }
}

// ---------------------------------------------------------------------------------------------------------
// D17.4: what stops profiling

// Table D17-2: PMBSR_EL3.S stops with PMSEE 0b1X, PMBSR_EL2.S with PMSCR_EL2.EE 0b1X and PMSEE not 0b00, PMBSR_EL1.S
// always.
SCENARIO_IF(each_row_of_table_d17_2_stops, directed_exceptions(config))  // N1, IJHPHD
{
  const bool el2 = config->have_el2;
  const bool el3 = config->have_el3;
  for (uint64_t bits = 0; bits < 128; bits++) {
    const struct directed_enables enables = {.pmsee = bits & 3, .ee_el2 = bits >> 2 & 3};
    const bool s1 = (bits & 16) != 0;
    const bool s2 = (bits & 32) != 0;
    const bool s3 = (bits & 64) != 0;
    const bool by_el3 = el3 && s3 && enables.pmsee >= 2;
    const bool by_el2 = el2 && s2 && enables.ee_el2 >= 2 && (!el3 || enables.pmsee != 0);
    if ((!el2 && (s2 || enables.ee_el2 != 0)) || (!el3 && (s3 || enables.pmsee != 0))) {
      continue;
    }
    directed_begin(script, directed_buffer, &enables);
    directed_set_status(script, s1 ? SPU_PMBSR_EL1_S : 0, s2 ? SPU_PMBSR_EL1_S : 0, s3 ? SPU_PMBSR_EL1_S : 0);
    directed_add1(script, STEP_LEVEL, SPU_EL1);
    directed_add1(script, STEP_CLOCKS, 2);
    DIRECTED_OUT(script, buffer_enabled, !s1 && !by_el2 && !by_el3);
    DIRECTED_OUT(script, profiling_enabled, !s1 && !by_el2 && !by_el3);
  }
  directed_set_status(script, 0, 0, 0);
}

// G12, N1, D17.4, IJHPHD: a sample from before PMBSR_EL2.S or PMBSR_EL3.S was set is not written after it is cleared.
SCENARIO_IF(stopping_by_another_level_ends_the_session, directed_exceptions(config))
{
  static const struct directed_enables enables = {.pmsee = 2, .ee_el2 = 2};
  for (uint64_t el = SPU_EL2; el <= SPU_EL3; el++) {
    const uint16_t pmbsr = el == SPU_EL2 ? SPU_PMBSR_EL2 : SPU_PMBSR_EL3;
    if (el == SPU_EL2 ? !config->have_el2 : !config->have_el3) {
      continue;
    }
    directed_begin(script, directed_buffer, &enables);
    directed_add1(script, STEP_LATENCY, 60);
    directed_add(script, STEP_DISCARDED, SPU_DISCARD_STOPPED, el == SPU_EL2 ? 0 : config->have_el2, 0);
    directed_sample(script);
    directed_to_highest(script);
    directed_msr(script, pmbsr, SPU_PMBSR_EL1_S);
    directed_msr(script, pmbsr, 0);
    directed_add1(script, STEP_PSB, 1);
    directed_add(script, STEP_DISCARDED, SPU_DISCARD_STOPPED, el == SPU_EL2 ? 1 : 1U + config->have_el2, 0);
    directed_add1(script, STEP_COMMITTED, 0);
    directed_add1(script, STEP_EVENTS, 0);
    directed_expect(script, SPU_PMBPTR_EL1, directed_buffer);
  }
}
