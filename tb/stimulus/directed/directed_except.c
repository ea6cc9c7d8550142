// SPDX-License-Identifier: Apache-2.0
//
// Scenarios of FEAT_SPE_EXC: which PMBSR_ELx records a management event, what stops profiling, and who is told of it
// (requirements N1, N2; Arm ARM D17.3, D17.4, D17.8, D24.7.5 to D24.7.9).
#include <string.h>

#include "env/mmu.h"
#include "spu_sysreg.h"
#include "stimulus/directed/directed_scenarios.h"

enum { EC_SYSTEM = 0x18, MEMORY_OF_PMBSR_EL1 = 0x820 };

static bool exceptions(const struct directed_script *script)
{
  return script->config->spe_version >= 5;
}

// MDCR_EL3.PMSEE, PMSCR_EL2.EE and PMSCR_EL1.EE; the level is then EL1.
struct enables {
  uint64_t pmsee;
  uint64_t ee_el2;
  uint64_t ee_el1;
  uint64_t ke;  // of both
};

// The highest Exception level.
static uint64_t highest(const struct directed_script *script)
{
  return script->config->have_el3 ? SPU_EL3 : script->config->have_el2 ? SPU_EL2 : SPU_EL1;
}

static void to_highest(struct directed_script *script)
{
  directed_add1(script, STEP_LEVEL, highest(script));
}

static void set_enables(struct directed_script *script, const struct enables *enables)
{
  const uint64_t ke = enables->ke != 0 ? SPU_PMSCR_EL1_KE : 0;
  to_highest(script);
  if (script->config->have_el2) {
    directed_msr(script, SPU_PMSCR_EL2, ke | enables->ee_el2 << SPU_PMSCR_EL1_EE_SHIFT);
  }
  directed_msr(script, SPU_PMSCR_EL1, 0x3B | ke | enables->ee_el1 << SPU_PMSCR_EL1_EE_SHIFT);
  DIRECTED_PIN(script, mdcr_el3_pmsee, script->config->have_el3 ? enables->pmsee : 0);
}

// Values of the three registers, those that exist. PMSCR_EL2 lets EL2 at them without EL3.
static void set_status(struct directed_script *script, uint64_t el1, uint64_t el2, uint64_t el3)
{
  to_highest(script);
  directed_msr(script, SPU_PMBSR_EL1, el1);
  if (script->config->have_el2) {
    directed_msr(script, SPU_PMBSR_EL2, el2);
  }
  if (script->config->have_el3) {
    directed_msr(script, SPU_PMBSR_EL3, el3);
  }
}

static void expect_status(struct directed_script *script, uint64_t el1, uint64_t el2, uint64_t el3)
{
  DIRECTED_PIN(script, pe_debug, 0);
  to_highest(script);
  directed_mrs(script, SPU_PMBSR_EL1, UINT64_MAX, el1);
  if (script->config->have_el2) {
    directed_mrs(script, SPU_PMBSR_EL2, UINT64_MAX, el2);
  }
  if (script->config->have_el3) {
    directed_mrs(script, SPU_PMBSR_EL3, UINT64_MAX, el3);
  }
}

// The usual set-up, with nothing in any of the registers, and these enables. At EL1.
static void begin(struct directed_script *script, uint64_t pointer, const struct enables *enables)
{
  DIRECTED_PIN(script, mdcr_el2_e2pb, script->config->have_el2 ? 3 : 0);
  directed_program(script, pointer, directed_end);
  set_enables(script, enables);
  set_status(script, 0, 0, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
}

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

// The field's value, with each X as it is in `others`.
static uint64_t value_of(const char *bits, uint64_t others)
{
  const size_t width = strlen(bits);
  uint64_t value = 0;
  for (size_t i = 0; i < width; i++) {
    const uint64_t other = others >> (width - 1 - i) & 1;
    value = value << 1 | (bits[i] == 'X' ? other : bits[i] == '1');
  }
  return value;
}

// An event of a row, which has to be in PMBSR_EL<el>: `fault` is as in STEP_MAP, or 0 for a full buffer.
static void expect_event(struct directed_script *script, const struct enables *enables, uint64_t e2pb,
                         uint64_t fault, uint64_t syndrome, uint8_t el)
{
  const uint64_t pmbsr = syndrome | SPU_PMBSR_EL1_S;
  begin(script, fault != 0 ? directed_buffer : directed_end - directed_largest(script), enables);
  directed_add(script, STEP_MAP, directed_buffer, fault, 0);
  DIRECTED_PIN(script, mdcr_el2_e2pb, e2pb);
  directed_sample(script);
  directed_add1(script, STEP_PSB, 1);
  expect_status(script, el == SPU_EL1 ? pmbsr : 0, el == SPU_EL2 ? pmbsr : 0, el == SPU_EL3 ? pmbsr : 0);
}

// Every row that the configuration can be in, with 0 for each X and then with 1. Fault status codes of the table take turns.
static void expect_table(struct directed_script *script, const struct report_row *rows, size_t count,
                         const uint8_t *codes, size_t codes_count)
{
  size_t turn = 0;
  for (size_t i = 0; i < 2 * count; i++) {
    const struct report_row *row = &rows[i / 2];
    const uint64_t others = i % 2 == 0 ? 0 : 3;
    const struct enables enables = {
        .pmsee = value_of(row->pmsee, others), .ee_el2 = value_of(row->ee, others), .ee_el1 = others};
    const uint64_t e2pb = value_of(row->e2pb, others);
    if (!script->config->have_el3 && enables.pmsee != 1) {
      continue;
    }
    DIRECTED_PIN(script, scr_el3_gpf, value_of(row->el3_bit, others));
    DIRECTED_PIN(script, scr_el3_ea, value_of(row->el3_bit, others));
    DIRECTED_PIN(script, hcr_el2_gpf, value_of(row->el2_bit, others));
    DIRECTED_PIN(script, hcr_el2_tea, value_of(row->el2_bit, others));
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
  if (exceptions(script) && script->config->have_el2 && script->config->have_rme) {
    expect_table(script, table_d17_5, sizeof table_d17_5 / sizeof table_d17_5[0], codes, sizeof codes);
  }
}

void scenario_rhjxht_external_aborts_are_reported_by_table_d17_6(struct directed_script *script)
{
  static const uint8_t codes[] = {0x14, 0x10, 0x17, 0x13, 0x12, 0x15, 0x16, 0x1B};
  if (exceptions(script) && script->config->have_el2) {
    expect_table(script, table_d17_6, sizeof table_d17_6 / sizeof table_d17_6[0], codes, sizeof codes);
  }
}

void scenario_rhjxht_other_events_are_reported_by_table_d17_7(struct directed_script *script)
{
  static const uint8_t codes[] = {0x07, 0x00, 0x0F, 0x09, 0x21, 0x30, 0x2B};
  if (exceptions(script) && script->config->have_el2) {
    expect_table(script, table_d17_7, sizeof table_d17_7 / sizeof table_d17_7[0], codes, sizeof codes);
  }
}

// RHJXHT, J1 EffectiveEA(): in Debug state SCR_EL3.EA counts as 0. The PE enters it after the write has begun.
void scenario_external_abort_in_debug_state_is_not_reported_to_el3(struct directed_script *script)
{
  static const struct enables enables = {.pmsee = 2, .ee_el2 = 2};
  const uint64_t pmbsr = directed_ec(0x24) | SPU_PMBSR_EL1_S | 0x14;
  if (!exceptions(script) || !script->config->have_el3 || !script->config->have_el2) {
    return;
  }
  DIRECTED_PIN(script, scr_el3_ea, 1);
  DIRECTED_PIN(script, hcr_el2_tea, 1);
  for (uint64_t debug = 0; debug < 2; debug++) {
    begin(script, directed_buffer, &enables);
    directed_add(script, STEP_MAP, directed_buffer, DIRECTED_STAGE1 + 0x14, 0);
    directed_sample(script);
    directed_add1(script, STEP_STARTED, debug + 1);
    DIRECTED_PIN(script, pe_debug, debug);
    directed_add1(script, STEP_PSB, debug + 1);
    expect_status(script, 0, debug != 0 ? pmbsr : 0, debug != 0 ? 0 : pmbsr);
  }
}

// RHJXHT, D24.7.9: in Secure state PMSCR_EL2.EE counts if SCR_EL3.EEL2 is 1. Else all goes to EL1, or EL3.
void scenario_secure_state_reports_to_el2_with_eel2(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  static const struct enables enables = {.pmsee = 1, .ee_el2 = 3};
  const uint64_t full = SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED;
  if (!exceptions(script) || !config->have_el3 || !config->have_el2 || !config->have_sel2) {
    return;
  }
  for (uint64_t eel2 = 0; eel2 < 2; eel2++) {
    begin(script, directed_end - directed_largest(script), &enables);
    DIRECTED_PIN(script, scr_el3_ns, 0);
    DIRECTED_PIN(script, scr_el3_eel2, eel2);
    DIRECTED_PIN(script, mdcr_el3_nspb, 1);
    directed_sample(script);
    directed_add1(script, STEP_PSB, 1);
    expect_status(script, eel2 != 0 ? 0 : full, eel2 != 0 ? full : 0, 0);
    DIRECTED_PIN(script, scr_el3_ns, 1);
    DIRECTED_PIN(script, mdcr_el3_nspb, 3);
  }
  DIRECTED_PIN(script, scr_el3_eel2, 0);
}

// D17.3.7: COLL is set in the register of the Other event column, which is not that of a stage 2 fault.
void scenario_collision_is_recorded_in_the_register_of_other_events(struct directed_script *script)
{
  static const struct {
    struct enables enables;
    uint8_t event;
    uint8_t collision;
  } rows[] = {{{.pmsee = 1, .ee_el2 = 2}, 2, 1}, {{.pmsee = 1, .ee_el2 = 3}, 2, 2}, {{.pmsee = 3}, 3, 3}};
  const uint64_t fault = directed_ec(0x25) | SPU_PMBSR_EL1_S | 0x07;
  if (!exceptions(script) || !script->config->have_el2) {
    return;
  }
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uint64_t status[4] = {0};
    if (rows[i].event == 3 && !script->config->have_el3) {
      continue;
    }
    begin(script, directed_buffer, &rows[i].enables);
    directed_add1(script, STEP_LATENCY, 100);
    for (uint32_t n = 0; n < script->config->in_flight + 1; n++) {
      directed_sample(script);
    }
    directed_add1(script, STEP_PSB, 0);
    status[rows[i].collision] = SPU_PMBSR_EL1_COLL;
    expect_status(script, status[1], status[2], status[3]);
    // With a fault that another sample collides with.
    if (script->config->in_flight < 2) {
      continue;
    }
    begin(script, directed_buffer, &rows[i].enables);
    directed_add(script, STEP_MAP, directed_buffer, DIRECTED_STAGE2 + 0x07, 0);
    directed_sample(script);
    directed_add1(script, STEP_LATENCY, 200);
    directed_sample(script);
    directed_add1(script, STEP_PSB, 1);
    status[rows[i].event] |= fault;
    expect_status(script, status[1], status[2], status[3]);
    directed_add(script, STEP_MAP, directed_buffer, 0, 0);
  }
}

// ---------------------------------------------------------------------------------------------------------
// D17.4: what stops profiling

// Table D17-2: S of PMBSR_EL3 with PMSEE 0b1X, of PMBSR_EL2 with PMSCR_EL2.EE 0b1X and PMSEE not 0b00, and of PMBSR_EL1.
void scenario_each_row_of_table_d17_2_stops(struct directed_script *script)
{
  const bool el2 = script->config->have_el2;
  const bool el3 = script->config->have_el3;
  if (!exceptions(script)) {
    return;
  }
  for (uint64_t bits = 0; bits < 128; bits++) {
    const struct enables enables = {.pmsee = bits & 3, .ee_el2 = bits >> 2 & 3};
    const bool s1 = (bits & 16) != 0;
    const bool s2 = (bits & 32) != 0;
    const bool s3 = (bits & 64) != 0;
    const bool by_el3 = el3 && s3 && enables.pmsee >= 2;
    const bool by_el2 = el2 && s2 && enables.ee_el2 >= 2 && (!el3 || enables.pmsee != 0);
    if ((!el2 && (s2 || enables.ee_el2 != 0)) || (!el3 && (s3 || enables.pmsee != 0))) {
      continue;
    }
    begin(script, directed_buffer, &enables);
    set_status(script, s1 ? SPU_PMBSR_EL1_S : 0, s2 ? SPU_PMBSR_EL1_S : 0, s3 ? SPU_PMBSR_EL1_S : 0);
    directed_add1(script, STEP_LEVEL, SPU_EL1);
    directed_add1(script, STEP_CLOCKS, 2);
    DIRECTED_OUT(script, buffer_enabled, !s1 && !by_el2 && !by_el3);
    DIRECTED_OUT(script, profiling_enabled, !s1 && !by_el2 && !by_el3);
  }
  set_status(script, 0, 0, 0);
}

// G12, D17.4: a sample of before PMBSR_EL2.S, or PMBSR_EL3.S, is not written after it was cleared.
void scenario_stopping_by_another_level_ends_the_session(struct directed_script *script)
{
  static const struct enables enables = {.pmsee = 2, .ee_el2 = 2};
  if (!exceptions(script)) {
    return;
  }
  for (uint64_t el = SPU_EL2; el <= SPU_EL3; el++) {
    const uint16_t pmbsr = el == SPU_EL2 ? SPU_PMBSR_EL2 : SPU_PMBSR_EL3;
    if (el == SPU_EL2 ? !script->config->have_el2 : !script->config->have_el3) {
      continue;
    }
    begin(script, directed_buffer, &enables);
    directed_add1(script, STEP_LATENCY, 60);
    directed_add(script, STEP_DISCARDED, SPU_DISCARD_STOPPED, el == SPU_EL2 ? 0 : script->config->have_el2,
                 0);
    directed_sample(script);
    to_highest(script);
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
// RTSJRP, RYZJQX: Tables D17-8 to D17-10

// Where the PE is, and what is high there. `level` is one that takes the exception, or SPU_EL0.
static void expect_at(struct directed_script *script, uint64_t el, uint64_t irq, uint64_t level)
{
  DIRECTED_PIN(script, pe_el, el);
  DIRECTED_OUT(script, exception_el1, level == SPU_EL1);
  DIRECTED_OUT(script, exception_el2, level == SPU_EL2);
  DIRECTED_OUT(script, exception_el3, level == SPU_EL3);
  directed_add1(script, STEP_IRQ, irq);
}

// A row as it is printed, without HCR_EL2.TGE where it is both: the cells of EL0, EL1, EL2 by the level that takes the
// exception; N: None, B or C, that is, it is not taken. EL3's cell is never a level.
struct mask_row {
  const char *pmsee;  // !: not 0b00
  const char *ee_el2;
  uint8_t tge;
  const char *ee_el1;
  const char *ke;
  const char *pm;
  uint8_t irq;
  const char *cells;
};

// PMBSR_EL1.S.
static const struct mask_row table_d17_8[] = {
    {"00", "XX", 0, "XX", "X", "X", 1, "NNN"}, {"00", "XX", 1, "XX", "X", "X", 1, "N-N"},
    {"!", "00", 0, "XX", "X", "X", 1, "NNN"},  {"!", "00", 1, "XX", "X", "X", 1, "N-N"},
    {"!", "!", 0, "00", "X", "X", 1, "NNN"},   {"!", "!", 0, "11", "0", "X", 0, "1NN"},
    {"!", "!", 0, "11", "1", "0", 0, "11N"},   {"!", "!", 0, "11", "1", "1", 0, "1NN"},
    {"!", "!", 1, "00", "X", "X", 1, "N-N"},   {"!", "!", 1, "11", "X", "X", 0, "2-N"}};

// PMBSR_EL2.S; EE and KE are those of PMSCR_EL2.
static const struct mask_row table_d17_9[] = {
    {"00", "XX", 0, "XX", "X", "X", 0, "NNN"}, {"00", "XX", 1, "XX", "X", "X", 0, "N-N"},
    {"!", "0X", 0, "XX", "X", "X", 0, "NNN"},  {"!", "0X", 1, "XX", "X", "X", 0, "N-N"},
    {"!", "10", 0, "XX", "X", "X", 0, "22N"},  {"!", "10", 1, "XX", "X", "X", 0, "2-N"},
    {"!", "11", 0, "XX", "0", "X", 0, "22N"},  {"!", "11", 1, "XX", "0", "X", 0, "2-N"},
    {"!", "11", 0, "XX", "1", "0", 0, "222"},  {"!", "11", 0, "XX", "1", "1", 0, "22N"},
    {"!", "11", 1, "XX", "1", "0", 0, "2-2"},  {"!", "11", 1, "XX", "1", "1", 0, "2-N"}};

// PMBSR_EL3.S.
static const struct mask_row table_d17_10[] = {
    {"0X", "XX", 0, "XX", "X", "X", 0, "NNN"}, {"0X", "XX", 1, "XX", "X", "X", 0, "N-N"},
    {"10", "XX", 0, "XX", "X", "X", 0, "333"}, {"10", "XX", 1, "XX", "X", "X", 0, "3-3"},
    {"11", "XX", 0, "XX", "X", "X", 0, "333"}, {"11", "XX", 1, "XX", "X", "X", 0, "3-3"}};

// One of the values that a field can have in a row; pass 0 to 2.
static uint64_t pick(const char *bits, uint64_t pass)
{
  static const uint64_t nonzero[] = {1, 3, 2};
  return bits[0] == '!' ? nonzero[pass] : value_of(bits, pass == 0 ? 0 : 3);
}

static void expect_masks(struct directed_script *script, const struct mask_row *rows, size_t count,
                         uint64_t el)
{
  const struct spu_config *config = script->config;
  const uint64_t s = SPU_PMBSR_EL1_S;
  for (size_t i = 0; i < 3 * count; i++) {
    const struct mask_row *row = &rows[i / 3];
    const uint64_t pass = i % 3;
    const struct enables enables = {.pmsee = pick(row->pmsee, pass),
                                    .ee_el2 = pick(row->ee_el2, pass),
                                    .ee_el1 = pick(row->ee_el1, pass),
                                    .ke = pick(row->ke, pass)};
    // Without EL3 what PMSEE is 0b00 for does not exist; nor without EL2 what needs PMSCR_EL2, of which EE is then 0b01.
    if ((!config->have_el3 && row->pmsee[0] != '!') ||
        (!config->have_el2 && (row->tge != 0 || enables.ee_el2 != 1))) {
      continue;
    }
    begin(script, directed_buffer, &enables);
    set_status(script, el == SPU_EL1 ? s : 0, el == SPU_EL2 ? s : 0, el == SPU_EL3 ? s : 0);
    DIRECTED_PIN(script, hcr_el2_tge, row->tge);
    DIRECTED_PIN(script, pe_pm, pick(row->pm, pass));
    for (uint64_t at = SPU_EL0; at <= SPU_EL2; at++) {
      if (row->cells[at] != '-' && (at != SPU_EL2 || config->have_el2)) {
        expect_at(script, at, row->irq, row->cells[at] == 'N' ? 0 : (uint64_t)(row->cells[at] - '0'));
      }
    }
    if (config->have_el3) {
      expect_at(script, SPU_EL3, row->irq, 0);
    }
    // In Debug state nothing is taken.
    DIRECTED_PIN(script, pe_debug, 1);
    expect_at(script, SPU_EL0, row->irq, 0);
    DIRECTED_PIN(script, pe_debug, 0);
    DIRECTED_PIN(script, hcr_el2_tge, 0);
    DIRECTED_PIN(script, pe_pm, 0);
  }
  set_status(script, 0, 0, 0);
}

void scenario_ryzjqx_events_of_el1_are_taken_by_table_d17_8(struct directed_script *script)
{
  if (exceptions(script)) {
    expect_masks(script, table_d17_8, sizeof table_d17_8 / sizeof table_d17_8[0], SPU_EL1);
  }
}

void scenario_ryzjqx_events_of_el2_are_taken_by_table_d17_9(struct directed_script *script)
{
  if (exceptions(script) && script->config->have_el2) {
    expect_masks(script, table_d17_9, sizeof table_d17_9 / sizeof table_d17_9[0], SPU_EL2);
  }
}

void scenario_ryzjqx_events_of_el3_are_taken_by_table_d17_10(struct directed_script *script)
{
  if (exceptions(script) && script->config->have_el3) {
    expect_masks(script, table_d17_10, sizeof table_d17_10 / sizeof table_d17_10[0], SPU_EL3);
  }
}

// RYZJQX: outside the owning Security state an exception to EL1 or EL2 waits; one to EL3 does not.
void scenario_exception_waits_outside_the_owning_state(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  static const struct enables enables = {.pmsee = 2, .ee_el2 = 3, .ee_el1 = 3};
  const uint64_t s = SPU_PMBSR_EL1_S;
  if (!exceptions(script) || !config->have_el3 || !config->have_el2 || !config->have_sel2) {
    return;
  }
  for (uint64_t el = SPU_EL1; el <= SPU_EL3; el++) {
    begin(script, directed_buffer, &enables);
    set_status(script, el == SPU_EL1 ? s : 0, el == SPU_EL2 ? s : 0, el == SPU_EL3 ? s : 0);
    DIRECTED_PIN(script, scr_el3_eel2, 1);
    expect_at(script, SPU_EL0, 0, el);
    DIRECTED_PIN(script, scr_el3_ns, 0);
    expect_at(script, SPU_EL0, 0, el == SPU_EL3 ? SPU_EL3 : 0);
    DIRECTED_PIN(script, mdcr_el3_nspb, 1);  // Secure state owns the buffer now
    expect_at(script, SPU_EL0, 0, el);
    DIRECTED_PIN(script, scr_el3_ns, 1);
    expect_at(script, SPU_EL0, 0, el == SPU_EL3 ? SPU_EL3 : 0);
    DIRECTED_PIN(script, mdcr_el3_nspb, 3);
    DIRECTED_PIN(script, scr_el3_eel2, 0);
  }
  set_status(script, 0, 0, 0);
}

// RYZJQX: several can be pending at once.
void scenario_exceptions_to_several_levels_are_pending_together(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  static const struct enables enables = {.pmsee = 2, .ee_el2 = 2, .ee_el1 = 3};
  const uint64_t s = SPU_PMBSR_EL1_S;
  if (!exceptions(script) || !config->have_el2) {
    return;
  }
  begin(script, directed_buffer, &enables);
  set_status(script, s, s, s);
  DIRECTED_PIN(script, pe_el, SPU_EL0);
  DIRECTED_OUT(script, exception_el1, 1);
  DIRECTED_OUT(script, exception_el2, 1);
  DIRECTED_OUT(script, exception_el3, config->have_el3);
  directed_add1(script, STEP_IRQ, 0);
  set_status(script, 0, 0, 0);
}

// RTSJRP: PMBIRQ is PMBSR_EL1.S unless both levels above leave EL1 its exceptions, also at EL3; in Secure state without EL2
// PMSCR_EL2.EE does not count. D24.7.8: reserved values of PMSCR_EL1.EE.
void scenario_rtsjrp_interrupt_request_needs_exceptions_off(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  if (!exceptions(script)) {
    return;
  }
  for (uint64_t bits = 0; bits < 64; bits++) {
    const struct enables enables = {.pmsee = bits & 3, .ee_el2 = bits >> 2 & 3, .ee_el1 = bits >> 4};
    const uint64_t reserved = config->nested_virt >= 1 ? enables.ee_el1 >> 1 : config->reserved_ee != 0;
    const bool el1 = (enables.ee_el1 == 1 || enables.ee_el1 == 2 ? reserved : enables.ee_el1 >> 1) != 0;
    const bool above = !config->have_el3 || enables.pmsee != 0;
    if ((!config->have_el3 && enables.pmsee != 0) || (!config->have_el2 && enables.ee_el2 != 1)) {
      continue;
    }
    begin(script, directed_buffer, &enables);
    set_status(script, SPU_PMBSR_EL1_S, 0, 0);
    const bool el2 = !config->have_el2 || enables.ee_el2 != 0;
    for (uint64_t el = SPU_EL1; el <= highest(script); el++) {
      DIRECTED_PIN(script, pe_el, el);
      directed_add1(script, STEP_IRQ, !(above && el2 && el1));
    }
    if (config->have_el3 && (!config->have_rme || config->have_sel2)) {
      DIRECTED_PIN(script, scr_el3_ns, 0);
      directed_add1(script, STEP_IRQ, !(above && el1));
      DIRECTED_PIN(script, scr_el3_eel2, config->have_sel2);
      directed_add1(script, STEP_IRQ, !(above && (!config->have_sel2 || el2) && el1));
      DIRECTED_PIN(script, scr_el3_eel2, 0);
      DIRECTED_PIN(script, scr_el3_ns, 1);
    }
    set_status(script, 0, 0, 0);
    directed_add1(script, STEP_CLOCKS, 2);
    directed_add1(script, STEP_IRQ, 0);
  }
}

// RNXPMV, ISFJPD: a handler of each level clears its own register and restarts; both records are whole.
void scenario_restart_after_an_exception_loses_nothing(struct directed_script *script)
{
  static const struct enables enables[] = {
      {.pmsee = 1, .ee_el2 = 1, .ee_el1 = 3}, {.pmsee = 1, .ee_el2 = 3}, {.pmsee = 3}};
  static const uint16_t registers[] = {SPU_PMBSR_EL1, SPU_PMBSR_EL2, SPU_PMBSR_EL3};
  const uint64_t full = SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED;
  uint64_t committed = 0;
  if (!exceptions(script)) {
    return;
  }
  for (uint64_t el = SPU_EL1; el <= highest(script); el++) {
    if (el == SPU_EL2 && !script->config->have_el2) {
      continue;
    }
    begin(script, directed_end - directed_largest(script), &enables[el - 1]);
    directed_sample(script);
    directed_add1(script, STEP_PSB, 1);
    expect_at(script, SPU_EL0, 0, el);
    directed_add1(script, STEP_LEVEL, el);
    directed_mrs(script, registers[el - 1], UINT64_MAX, full);
    directed_msr(script, SPU_PMBPTR_EL1, directed_buffer);
    directed_msr(script, registers[el - 1], 0);
    directed_add1(script, STEP_LEVEL, SPU_EL1);
    directed_sample(script);
    directed_add1(script, STEP_PSB, 2);
    committed += 2;
    directed_add1(script, STEP_COMMITTED, committed);
    expect_at(script, SPU_EL0, 0, 0);
    expect_status(script, 0, 0, 0);
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
  if (!exceptions(script) || !config->have_el2 || !config->have_vhe) {
    return;
  }
  for (uint64_t bits = 0; bits < 16; bits++) {
    const struct enables enables = {.pmsee = bits & 3, .ee_el2 = bits >> 2};
    const bool own = enables.ee_el2 != 0 && (!config->have_el3 || enables.pmsee != 0);
    if (!config->have_el3 && enables.pmsee != 0) {
      continue;
    }
    begin(script, directed_buffer, &enables);
    set_status(script, 0x11, 0x12, 0x13);
    directed_add1(script, STEP_LEVEL, SPU_EL2);
    verdict(script, SPU_PMBSR_EL12, SPU_ACCESS_UNDEFINED);
    directed_mrs(script, SPU_PMBSR_EL1, UINT64_MAX, 0x11);
    DIRECTED_PIN(script, hcr_el2_e2h, 1);
    directed_mrs(script, SPU_PMBSR_EL1, UINT64_MAX, own ? 0x12 : 0x11);
    directed_mrs(script, SPU_PMBSR_EL12, UINT64_MAX, 0x11);
    directed_msr(script, SPU_PMBSR_EL12, 0x21);
    directed_msr(script, SPU_PMBSR_EL1, 0x22);
    if (config->have_el3) {
      to_highest(script);
      directed_mrs(script, SPU_PMBSR_EL12, UINT64_MAX, own ? 0x21 : 0x22);
      directed_mrs(script, SPU_PMBSR_EL1, UINT64_MAX, own ? 0x21 : 0x22);
      directed_mrs(script, SPU_PMBSR_EL2, UINT64_MAX, own ? 0x22 : 0x12);
      DIRECTED_PIN(script, hcr_el2_e2h, 0);
      verdict(script, SPU_PMBSR_EL12, SPU_ACCESS_UNDEFINED);
    }
    DIRECTED_PIN(script, hcr_el2_e2h, 0);
    expect_status(script, own ? 0x21 : 0x22, own ? 0x22 : 0x12, 0x13);
  }
}

// D24.7.6, D24.7.7: PMBSR_EL2 is EL2's unless MDCR_EL3.PMSEE is 0b00, PMBSR_EL3 is EL3's alone. Neither is there without
// FEAT_SPE_EXC, nor PMBSR_EL3 without EL3.
void scenario_syndrome_registers_of_higher_levels_are_out_of_reach(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  const bool there = exceptions(script);
  const struct enables none = {.pmsee = 0};
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
    set_enables(script, &none);
  }
}

// D24.7.5, FEAT_NV2: EL1's PMBSR_EL1 is memory with {NV2, NV} = {1, 1}; if exceptions are enabled, with NV1 = 1 only. PMBSR_EL12
// is memory with NV1 = 0. Either is at 0x820. PMSCR_EL1.EE is the field, reserved or not.
void scenario_nested_access_to_pmbsr_follows_exceptions(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  if (!exceptions(script) || config->nested_virt < 2 || !config->have_vhe) {
    return;
  }
  for (uint64_t bits = 0; bits < 128; bits++) {
    const struct enables enables = {.pmsee = bits & 1, .ee_el2 = bits >> 1 & 3, .ee_el1 = bits >> 3 & 3};
    const bool nv = (bits & 64) != 0;
    const bool nv1 = (bits & 32) != 0;
    const bool counts =
        (!config->have_el3 || enables.pmsee != 0) && enables.ee_el2 != 0 && enables.ee_el1 != 0;
    if (!config->have_el3 && enables.pmsee != 0) {
      continue;
    }
    begin(script, directed_buffer, &enables);
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
