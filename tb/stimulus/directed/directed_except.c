// SPDX-License-Identifier: Apache-2.0
//
// Scenarios of FEAT_SPE_EXC: SPE Profiling exceptions and PMBIRQ (requirement N2; Arm ARM D17.8, D24.7.8, D24.7.9).
#include "spu_sysreg.h"
#include "stimulus/directed/directed_levels.h"
#include "stimulus/directed/directed_scenarios.h"

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
  return bits[0] == '!' ? nonzero[pass] : directed_bits(bits, pass == 0 ? 0 : 3);
}

static void expect_masks(struct directed_script *script, const struct mask_row *rows, size_t count,
                         uint64_t el)
{
  const struct spu_config *config = script->config;
  const uint64_t s = SPU_PMBSR_EL1_S;
  for (size_t i = 0; i < 3 * count; i++) {
    const struct mask_row *row = &rows[i / 3];
    const uint64_t pass = i % 3;
    const struct directed_enables enables = {.pmsee = pick(row->pmsee, pass),
                                             .ee_el2 = pick(row->ee_el2, pass),
                                             .ee_el1 = pick(row->ee_el1, pass),
                                             .ke = pick(row->ke, pass)};
    // Without EL3 what PMSEE is 0b00 for does not exist; nor without EL2 what needs PMSCR_EL2, of which EE is then
    // 0b01.
    if ((!config->have_el3 && row->pmsee[0] != '!') ||
        (!config->have_el2 && (row->tge != 0 || enables.ee_el2 != 1))) {
      continue;
    }
    directed_begin(script, directed_buffer, &enables);
    directed_set_status(script, el == SPU_EL1 ? s : 0, el == SPU_EL2 ? s : 0, el == SPU_EL3 ? s : 0);
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
  directed_set_status(script, 0, 0, 0);
}

void scenario_ryzjqx_events_of_el1_are_taken_by_table_d17_8(struct directed_script *script)
{
  if (directed_exceptions(script)) {
    expect_masks(script, table_d17_8, sizeof table_d17_8 / sizeof table_d17_8[0], SPU_EL1);
  }
}

void scenario_ryzjqx_events_of_el2_are_taken_by_table_d17_9(struct directed_script *script)
{
  if (directed_exceptions(script) && script->config->have_el2) {
    expect_masks(script, table_d17_9, sizeof table_d17_9 / sizeof table_d17_9[0], SPU_EL2);
  }
}

void scenario_ryzjqx_events_of_el3_are_taken_by_table_d17_10(struct directed_script *script)
{
  if (directed_exceptions(script) && script->config->have_el3) {
    expect_masks(script, table_d17_10, sizeof table_d17_10 / sizeof table_d17_10[0], SPU_EL3);
  }
}

// RYZJQX: outside the owning Security state an exception to EL1 or EL2 waits; one to EL3 does not.
void scenario_exception_waits_outside_the_owning_state(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  static const struct directed_enables enables = {.pmsee = 2, .ee_el2 = 3, .ee_el1 = 3};
  const uint64_t s = SPU_PMBSR_EL1_S;
  if (!directed_exceptions(script) || !config->have_el3 || !config->have_el2 || !config->have_sel2) {
    return;
  }
  for (uint64_t el = SPU_EL1; el <= SPU_EL3; el++) {
    directed_begin(script, directed_buffer, &enables);
    directed_set_status(script, el == SPU_EL1 ? s : 0, el == SPU_EL2 ? s : 0, el == SPU_EL3 ? s : 0);
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
  directed_set_status(script, 0, 0, 0);
}

// RYZJQX: several can be pending at once.
void scenario_exceptions_to_several_levels_are_pending_together(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  static const struct directed_enables enables = {.pmsee = 2, .ee_el2 = 2, .ee_el1 = 3};
  const uint64_t s = SPU_PMBSR_EL1_S;
  if (!directed_exceptions(script) || !config->have_el2) {
    return;
  }
  directed_begin(script, directed_buffer, &enables);
  directed_set_status(script, s, s, s);
  DIRECTED_PIN(script, pe_el, SPU_EL0);
  DIRECTED_OUT(script, exception_el1, 1);
  DIRECTED_OUT(script, exception_el2, 1);
  DIRECTED_OUT(script, exception_el3, config->have_el3);
  directed_add1(script, STEP_IRQ, 0);
  directed_set_status(script, 0, 0, 0);
}

// RTSJRP: PMBIRQ is PMBSR_EL1.S unless both levels above leave EL1 its exceptions, also at EL3; in Secure state
// without EL2 PMSCR_EL2.EE does not count. D24.7.8: reserved values of PMSCR_EL1.EE.
void scenario_rtsjrp_interrupt_request_needs_exceptions_off(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  if (!directed_exceptions(script)) {
    return;
  }
  for (uint64_t bits = 0; bits < 64; bits++) {
    const struct directed_enables enables = {.pmsee = bits & 3, .ee_el2 = bits >> 2 & 3, .ee_el1 = bits >> 4};
    const uint64_t reserved = config->nested_virt >= 1 ? enables.ee_el1 >> 1 : config->reserved_ee != 0;
    const bool el1 = (enables.ee_el1 == 1 || enables.ee_el1 == 2 ? reserved : enables.ee_el1 >> 1) != 0;
    const bool above = !config->have_el3 || enables.pmsee != 0;
    if ((!config->have_el3 && enables.pmsee != 0) || (!config->have_el2 && enables.ee_el2 != 1)) {
      continue;
    }
    directed_begin(script, directed_buffer, &enables);
    directed_set_status(script, SPU_PMBSR_EL1_S, 0, 0);
    const bool el2 = !config->have_el2 || enables.ee_el2 != 0;
    for (uint64_t el = SPU_EL1; el <= directed_highest(script); el++) {
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
    directed_set_status(script, 0, 0, 0);
    directed_add1(script, STEP_CLOCKS, 2);
    directed_add1(script, STEP_IRQ, 0);
  }
}

// RNXPMV, ISFJPD: a handler of each level clears its own register and restarts; both records are whole.
void scenario_restart_after_an_exception_loses_nothing(struct directed_script *script)
{
  static const struct directed_enables enables[] = {
      {.pmsee = 1, .ee_el2 = 1, .ee_el1 = 3}, {.pmsee = 1, .ee_el2 = 3}, {.pmsee = 3}};
  static const uint16_t registers[] = {SPU_PMBSR_EL1, SPU_PMBSR_EL2, SPU_PMBSR_EL3};
  enum { LEVELS = sizeof registers / sizeof registers[0] };
  const uint64_t full = SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED;
  uint64_t committed = 0;
  if (!directed_exceptions(script)) {
    return;
  }
  for (size_t i = 0; i < LEVELS; i++) {
    const uint64_t el = SPU_EL1 + i;
    if (el > directed_highest(script) || (el == SPU_EL2 && !script->config->have_el2)) {
      continue;
    }
    directed_begin(script, directed_end - directed_largest(script), &enables[i]);
    directed_sample(script);
    directed_add1(script, STEP_PSB, 1);
    expect_at(script, SPU_EL0, 0, el);
    directed_add1(script, STEP_LEVEL, el);
    directed_mrs(script, registers[i], UINT64_MAX, full);
    directed_msr(script, SPU_PMBPTR_EL1, directed_buffer);
    directed_msr(script, registers[i], 0);
    directed_add1(script, STEP_LEVEL, SPU_EL1);
    directed_sample(script);
    directed_add1(script, STEP_PSB, 2);
    committed += 2;
    directed_add1(script, STEP_COMMITTED, committed);
    expect_at(script, SPU_EL0, 0, 0);
    directed_expect_status(script, 0, 0, 0);
  }
}
