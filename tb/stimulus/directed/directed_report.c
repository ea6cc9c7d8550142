// SPDX-License-Identifier: Apache-2.0
//
// Scenarios of FEAT_SPE_EXC: which PMBSR_ELx records a management event, what stops profiling, and who reaches which
// register (requirement N1; Arm ARM D17.3, D17.4, D17.8, D24.7.5 to D24.7.7).
#include "env/mmu.h"
#include "spu_sysreg.h"
#include "stimulus/directed/directed_levels.h"
#include "stimulus/directed/directed_scenarios.h"

enum { EC_SYSTEM = 0x18, MEMORY_OF_PMBSR_EL1 = 0x820 };

// ---------------------------------------------------------------------------------------------------------
// RHJXHT: Tables D17-5 to D17-7

// A row as it is printed: a field's bits, X for either value. Where the three kinds of events go; 0: no such column.
struct report_row {
  const char *pmsee;
  const char *el3_bit;  // SCR_EL3.GPF, SCR_EL3.EA
  const char *ee;
  const char *e2pb;
  const char *el2_bit;  // HCR_EL2.GPF, HCR_EL2.TEA
  uint8_t stage1;
  uint8_t stage2;
  uint8_t third;
};

// Granule Protection Checks; the third is a GPC fault.
static const struct report_row table_d17_5[] = {
    {"00", "X", "XX", "XX", "X", 1, 1, 1}, {"01", "X", "0X", "XX", "X", 1, 1, 1},
    {"01", "X", "10", "00", "X", 2, 2, 2}, {"01", "X", "10", "1X", "0", 1, 2, 2},
    {"01", "X", "10", "1X", "1", 2, 2, 2}, {"01", "X", "11", "XX", "X", 2, 2, 2},
    {"10", "0", "0X", "XX", "X", 1, 1, 3}, {"10", "0", "10", "00", "X", 2, 2, 3},
    {"10", "0", "10", "1X", "0", 1, 2, 3}, {"10", "0", "10", "1X", "1", 2, 2, 3},
    {"10", "0", "11", "XX", "X", 2, 2, 3}, {"10", "1", "XX", "XX", "X", 3, 3, 3},
    {"11", "X", "XX", "XX", "X", 3, 3, 3}};

// External aborts.
static const struct report_row table_d17_6[] = {
    {"00", "X", "XX", "XX", "X", 1, 1, 0}, {"01", "X", "0X", "XX", "X", 1, 1, 0},
    {"01", "X", "10", "00", "X", 2, 2, 0}, {"01", "X", "10", "1X", "0", 1, 2, 0},
    {"01", "X", "10", "1X", "1", 2, 2, 0}, {"01", "X", "11", "XX", "X", 2, 2, 0},
    {"10", "0", "0X", "XX", "X", 1, 1, 0}, {"10", "0", "10", "00", "X", 2, 2, 0},
    {"10", "0", "10", "1X", "0", 1, 2, 0}, {"10", "0", "10", "1X", "1", 2, 2, 0},
    {"10", "0", "11", "XX", "X", 2, 2, 0}, {"10", "1", "XX", "XX", "X", 3, 3, 0},
    {"11", "X", "XX", "XX", "X", 3, 3, 0}};

// All others; the third is an Other event.
static const struct report_row table_d17_7[] = {
    {"00", "X", "XX", "XX", "X", 1, 1, 1}, {"01", "X", "0X", "XX", "X", 1, 1, 1},
    {"01", "X", "10", "00", "X", 2, 2, 1}, {"01", "X", "10", "1X", "X", 1, 2, 1},
    {"01", "X", "11", "XX", "X", 2, 2, 2}, {"10", "X", "0X", "XX", "X", 1, 1, 1},
    {"10", "X", "10", "00", "X", 2, 2, 1}, {"10", "X", "10", "1X", "X", 1, 2, 1},
    {"10", "X", "11", "XX", "X", 2, 2, 2}, {"11", "X", "XX", "XX", "X", 3, 3, 3}};

// An event of a row, which has to be in PMBSR_EL<el>: `fault` is as in STEP_MAP, or 0 for a full buffer.
static void expect_event(struct directed_script *script, const struct directed_enables *enables,
                         uint64_t e2pb, uint64_t fault, uint64_t syndrome, uint8_t el)
{
  const uint64_t pmbsr = syndrome | SPU_PMBSR_EL1_S;
  directed_begin(script, fault != 0 ? directed_buffer : directed_end - directed_largest(script), enables);
  directed_add(script, STEP_MAP, directed_buffer, fault, 0);
  DIRECTED_PIN(script, mdcr_el2_e2pb, e2pb);
  directed_sample(script);
  directed_add1(script, STEP_PSB, 1);
  directed_expect_status(script, el == SPU_EL1 ? pmbsr : 0, el == SPU_EL2 ? pmbsr : 0,
                         el == SPU_EL3 ? pmbsr : 0);
}

// Every row that the configuration can be in, with 0 for each X and then with 1. Fault status codes of the table take
// turns.
static void expect_table(struct directed_script *script, const struct report_row *rows, size_t count,
                         const uint8_t *codes, size_t codes_count)
{
  size_t turn = 0;
  for (size_t i = 0; i < 2 * count; i++) {
    const struct report_row *row = &rows[i / 2];
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
    // 0x28 and 0x10 are not on a walk: of stage 1.
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

void scenario_rhjxht_granule_protection_faults_are_reported_by_table_d17_5(struct directed_script *script)
{
  static const uint8_t codes[] = {0x25, 0x28, 0x22, 0x23, 0x24, 0x26, 0x27};
  if (directed_exceptions(script) && script->config->have_el2 && script->config->have_rme) {
    expect_table(script, table_d17_5, sizeof table_d17_5 / sizeof table_d17_5[0], codes, sizeof codes);
  }
}

void scenario_rhjxht_external_aborts_are_reported_by_table_d17_6(struct directed_script *script)
{
  static const uint8_t codes[] = {0x14, 0x10, 0x17, 0x13, 0x12, 0x15, 0x16, 0x1B};
  if (directed_exceptions(script) && script->config->have_el2) {
    expect_table(script, table_d17_6, sizeof table_d17_6 / sizeof table_d17_6[0], codes, sizeof codes);
  }
}

void scenario_rhjxht_other_events_are_reported_by_table_d17_7(struct directed_script *script)
{
  static const uint8_t codes[] = {0x07, 0x00, 0x0F, 0x09, 0x21, 0x30, 0x2B};
  if (directed_exceptions(script) && script->config->have_el2) {
    expect_table(script, table_d17_7, sizeof table_d17_7 / sizeof table_d17_7[0], codes, sizeof codes);
  }
}

// RHJXHT, J1 EffectiveEA(): in Debug state SCR_EL3.EA counts as 0. The PE enters it after the write has begun.
void scenario_external_abort_in_debug_state_is_not_reported_to_el3(struct directed_script *script)
{
  static const struct directed_enables enables = {.pmsee = 2, .ee_el2 = 2};
  const uint64_t pmbsr = directed_ec(0x24) | SPU_PMBSR_EL1_S | 0x14;
  if (!directed_exceptions(script) || !script->config->have_el3 || !script->config->have_el2) {
    return;
  }
  DIRECTED_PIN(script, scr_el3_ea, 1);
  DIRECTED_PIN(script, hcr_el2_tea, 1);
  for (uint64_t debug = 0; debug < 2; debug++) {
    directed_begin(script, directed_buffer, &enables);
    directed_add(script, STEP_MAP, directed_buffer, DIRECTED_STAGE1 + 0x14, 0);
    directed_sample(script);
    directed_add1(script, STEP_STARTED, debug + 1);
    DIRECTED_PIN(script, pe_debug, debug);
    directed_add1(script, STEP_PSB, debug + 1);
    directed_expect_status(script, 0, debug != 0 ? pmbsr : 0, debug != 0 ? 0 : pmbsr);
  }
}

// RHJXHT, D24.7.9: in Secure state PMSCR_EL2.EE counts if SCR_EL3.EEL2 is 1. Else all goes to EL1, or EL3.
void scenario_secure_state_reports_to_el2_with_eel2(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  static const struct directed_enables enables = {.pmsee = 1, .ee_el2 = 3};
  const uint64_t full = SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED;
  if (!directed_exceptions(script) || !config->have_el3 || !config->have_el2 || !config->have_sel2) {
    return;
  }
  for (uint64_t eel2 = 0; eel2 < 2; eel2++) {
    directed_begin(script, directed_end - directed_largest(script), &enables);
    DIRECTED_PIN(script, scr_el3_ns, 0);
    DIRECTED_PIN(script, scr_el3_eel2, eel2);
    DIRECTED_PIN(script, mdcr_el3_nspb, 1);
    directed_sample(script);
    directed_add1(script, STEP_PSB, 1);
    directed_expect_status(script, eel2 != 0 ? 0 : full, eel2 != 0 ? full : 0, 0);
    DIRECTED_PIN(script, scr_el3_ns, 1);
    DIRECTED_PIN(script, mdcr_el3_nspb, 3);
  }
  DIRECTED_PIN(script, scr_el3_eel2, 0);
}

// D17.3.7: COLL is set in the register of the Other event column, which is not that of a stage 2 fault.
void scenario_collision_is_recorded_in_the_register_of_other_events(struct directed_script *script)
{
  static const struct {
    struct directed_enables enables;
    uint8_t event;
    uint8_t collision;
  } rows[] = {{{.pmsee = 1, .ee_el2 = 2}, 2, 1}, {{.pmsee = 1, .ee_el2 = 3}, 2, 2}, {{.pmsee = 3}, 3, 3}};
  const uint64_t fault = directed_ec(0x25) | SPU_PMBSR_EL1_S | 0x07;
  if (!directed_exceptions(script) || !script->config->have_el2) {
    return;
  }
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uint64_t status[4] = {0};
    if (rows[i].event == 3 && !script->config->have_el3) {
      continue;
    }
    directed_begin(script, directed_buffer, &rows[i].enables);
    directed_add1(script, STEP_LATENCY, 100);
    for (uint32_t n = 0; n < script->config->in_flight + 1; n++) {
      directed_sample(script);
    }
    directed_add1(script, STEP_PSB, 0);
    status[rows[i].collision] = SPU_PMBSR_EL1_COLL;
    directed_expect_status(script, status[1], status[2], status[3]);
    directed_add(script, STEP_MAP, directed_buffer, DIRECTED_STAGE2 + 0x07, 0);
    directed_add1(script, STEP_LEVEL, SPU_EL1);
    directed_sample(script);
    directed_add1(script, STEP_PSB, 0);
    status[rows[i].event] |= fault;
    directed_expect_status(script, status[1], status[2], status[3]);
    directed_add(script, STEP_MAP, directed_buffer, 0, 0);
  }
  // For want of room, at every distance from the fault, at one of them in its cycle. Which that is depends on the unit.
  for (uint64_t clocks = 1; clocks <= 60; clocks++) {
    directed_begin(script, directed_end - directed_largest(script), &rows[0].enables);
    directed_add(script, STEP_MAP, directed_second, DIRECTED_STAGE2 + 0x07, 0);
    directed_sample(script);
    directed_msr(script, SPU_PMSICR_EL1, clocks);
    directed_add1(script, STEP_DISPATCH, clocks);
    directed_add1(script, STEP_PSB, 0);
    directed_to_highest(script);
    directed_mrs(script, SPU_PMBSR_EL1, ~SPU_PMBSR_EL1_COLL, 0);
    directed_mrs(script, SPU_PMBSR_EL2, UINT64_MAX, fault);
  }
}

// ---------------------------------------------------------------------------------------------------------
// D17.4: what stops profiling

// Table D17-2: S of PMBSR_EL3 with PMSEE 0b1X, of PMBSR_EL2 with PMSCR_EL2.EE 0b1X and PMSEE not 0b00, and of
// PMBSR_EL1.
void scenario_each_row_of_table_d17_2_stops(struct directed_script *script)
{
  const bool el2 = script->config->have_el2;
  const bool el3 = script->config->have_el3;
  if (!directed_exceptions(script)) {
    return;
  }
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

// G12, D17.4: a sample of before PMBSR_EL2.S, or PMBSR_EL3.S, is not written after it was cleared.
void scenario_stopping_by_another_level_ends_the_session(struct directed_script *script)
{
  static const struct directed_enables enables = {.pmsee = 2, .ee_el2 = 2};
  if (!directed_exceptions(script)) {
    return;
  }
  for (uint64_t el = SPU_EL2; el <= SPU_EL3; el++) {
    const uint16_t pmbsr = el == SPU_EL2 ? SPU_PMBSR_EL2 : SPU_PMBSR_EL3;
    if (el == SPU_EL2 ? !script->config->have_el2 : !script->config->have_el3) {
      continue;
    }
    directed_begin(script, directed_buffer, &enables);
    directed_add1(script, STEP_LATENCY, 60);
    directed_add(script, STEP_DISCARDED, SPU_DISCARD_STOPPED, el == SPU_EL2 ? 0 : script->config->have_el2,
                 0);
    directed_sample(script);
    directed_to_highest(script);
    directed_msr(script, pmbsr, SPU_PMBSR_EL1_S);
    directed_msr(script, pmbsr, 0);
    directed_add1(script, STEP_PSB, 1);
    directed_add(script, STEP_DISCARDED, SPU_DISCARD_STOPPED,
                 el == SPU_EL2 ? 1 : 1U + script->config->have_el2, 0);
    directed_add1(script, STEP_COMMITTED, 0);
    directed_add1(script, STEP_EVENTS, 0);
    directed_mrs(script, SPU_PMBPTR_EL1, UINT64_MAX, directed_buffer);
  }
}

// ---------------------------------------------------------------------------------------------------------
// D24.7.5 to D24.7.7: who reaches what

static void verdict(struct directed_script *script, uint16_t addr, enum spu_verdict verdict)
{
  const bool traps = verdict == SPU_ACCESS_TRAP_EL2 || verdict == SPU_ACCESS_TRAP_EL3;
  const uint64_t detail = traps ? EC_SYSTEM : verdict == SPU_ACCESS_MEMORY ? MEMORY_OF_PMBSR_EL1 : 0;
  directed_add(script, STEP_VERDICT, addr, verdict, detail);
  if (verdict != SPU_ACCESS_OK) {
    directed_add(script, STEP_REFUSED, addr, verdict, detail);
  }
}

// D24.7.5: at EL2 with E2H the name PMBSR_EL1 reaches PMBSR_EL2 unless the Effective value of PMSCR_EL2.EE is 0b00, and
// PMBSR_EL12 reaches PMBSR_EL1; at EL3 names are as they are.
void scenario_host_reaches_its_own_syndrome_register(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  if (!directed_exceptions(script) || !config->have_el2 || !config->have_vhe) {
    return;
  }
  for (uint64_t bits = 0; bits < 16; bits++) {
    const struct directed_enables enables = {.pmsee = bits & 3, .ee_el2 = bits >> 2};
    const bool own = enables.ee_el2 != 0 && (!config->have_el3 || enables.pmsee != 0);
    if (!config->have_el3 && enables.pmsee != 0) {
      continue;
    }
    directed_begin(script, directed_buffer, &enables);
    directed_set_status(script, 0x11, 0x12, 0x13);
    directed_add1(script, STEP_LEVEL, SPU_EL2);
    verdict(script, SPU_PMBSR_EL12, SPU_ACCESS_UNDEFINED);
    directed_mrs(script, SPU_PMBSR_EL1, UINT64_MAX, 0x11);
    DIRECTED_PIN(script, hcr_el2_e2h, 1);
    directed_mrs(script, SPU_PMBSR_EL1, UINT64_MAX, own ? 0x12 : 0x11);
    directed_mrs(script, SPU_PMBSR_EL12, UINT64_MAX, 0x11);
    directed_msr(script, SPU_PMBSR_EL12, 0x21);
    directed_msr(script, SPU_PMBSR_EL1, 0x22);
    if (config->have_el3) {
      directed_to_highest(script);
      directed_mrs(script, SPU_PMBSR_EL12, UINT64_MAX, own ? 0x21 : 0x22);
      directed_mrs(script, SPU_PMBSR_EL1, UINT64_MAX, own ? 0x21 : 0x22);
      directed_mrs(script, SPU_PMBSR_EL2, UINT64_MAX, own ? 0x22 : 0x12);
      DIRECTED_PIN(script, hcr_el2_e2h, 0);
      verdict(script, SPU_PMBSR_EL12, SPU_ACCESS_UNDEFINED);
    }
    DIRECTED_PIN(script, hcr_el2_e2h, 0);
    directed_expect_status(script, own ? 0x21 : 0x22, own ? 0x22 : 0x12, 0x13);
  }
}

// D24.7.6, D24.7.7: PMBSR_EL2 is EL2's unless MDCR_EL3.PMSEE is 0b00, PMBSR_EL3 is EL3's alone. Neither is there
// without FEAT_SPE_EXC, nor PMBSR_EL3 without EL3.
void scenario_syndrome_registers_of_higher_levels_are_out_of_reach(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  const bool there = directed_exceptions(script);
  const struct directed_enables none = {.pmsee = 0};
  DIRECTED_PIN(script, mdcr_el2_e2pb, config->have_el2 ? 3 : 0);
  directed_program(script, directed_buffer, directed_end);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  verdict(script, SPU_PMBSR_EL2, SPU_ACCESS_UNDEFINED);
  verdict(script, SPU_PMBSR_EL3, SPU_ACCESS_UNDEFINED);
  verdict(script, SPU_PMBSR_EL12, SPU_ACCESS_UNDEFINED);
  if (config->have_el2) {
    directed_add1(script, STEP_LEVEL, SPU_EL2);
    verdict(script, SPU_PMBSR_EL3, SPU_ACCESS_UNDEFINED);
    verdict(script, SPU_PMBSR_EL2,
            !there             ? SPU_ACCESS_UNDEFINED
            : config->have_el3 ? SPU_ACCESS_TRAP_EL3
                               : SPU_ACCESS_OK);
    if (there && config->have_el3) {
      DIRECTED_PIN(script, mdcr_el3_pmsee, 1);
      verdict(script, SPU_PMBSR_EL2, SPU_ACCESS_OK);
      DIRECTED_PIN(script, mdcr_el3_nspb, 2);
      verdict(script, SPU_PMBSR_EL2, SPU_ACCESS_TRAP_EL3);
      DIRECTED_PIN(script, mdcr_el3_nspb, 3);
    }
  }
  if (config->have_el3) {
    directed_add1(script, STEP_LEVEL, SPU_EL3);
    verdict(script, SPU_PMBSR_EL3, there ? SPU_ACCESS_OK : SPU_ACCESS_UNDEFINED);
    verdict(script, SPU_PMBSR_EL2, there ? SPU_ACCESS_OK : SPU_ACCESS_UNDEFINED);
  }
  if (there) {
    directed_set_enables(script, &none);
  }
}

// D24.7.5, FEAT_NV2: EL1's PMBSR_EL1 is memory with {NV2, NV} = {1, 1}; if exceptions are enabled, with NV1 = 1 only.
// PMBSR_EL12 is memory with NV1 = 0. Either is at 0x820. PMSCR_EL1.EE is the field, reserved or not.
void scenario_nested_access_to_pmbsr_follows_exceptions(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  if (!directed_exceptions(script) || config->nested_virt < 2 || !config->have_vhe) {
    return;
  }
  for (uint64_t bits = 0; bits < 128; bits++) {
    const struct directed_enables enables = {
        .pmsee = bits & 1, .ee_el2 = bits >> 1 & 3, .ee_el1 = bits >> 3 & 3};
    const bool nv = (bits & 64) != 0;
    const bool nv1 = (bits & 32) != 0;
    const bool counts =
        (!config->have_el3 || enables.pmsee != 0) && enables.ee_el2 != 0 && enables.ee_el1 != 0;
    if (!config->have_el3 && enables.pmsee != 0) {
      continue;
    }
    directed_begin(script, directed_buffer, &enables);
    DIRECTED_PIN(script, hcr_el2_nv, nv);
    DIRECTED_PIN(script, hcr_el2_nv1, nv1);
    DIRECTED_PIN(script, hcr_el2_nv2, 1);
    const bool memory = nv && (nv1 || !counts);
    verdict(script, SPU_PMBSR_EL1, memory ? SPU_ACCESS_MEMORY : SPU_ACCESS_OK);
    verdict(script, SPU_PMBSR_EL12,
            nv && !nv1 ? SPU_ACCESS_MEMORY
            : nv       ? SPU_ACCESS_TRAP_EL2
                       : SPU_ACCESS_UNDEFINED);
    verdict(script, SPU_PMBSR_EL2, nv ? SPU_ACCESS_TRAP_EL2 : SPU_ACCESS_UNDEFINED);
    DIRECTED_PIN(script, hcr_el2_nv, 0);
    DIRECTED_PIN(script, hcr_el2_nv1, 0);
    DIRECTED_PIN(script, hcr_el2_nv2, 0);
  }
}
