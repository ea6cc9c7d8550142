// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for FEAT_SPE_EXC: SPE Profiling exceptions and PMBIRQ, and access to each PMBSR_ELx (requirements N1, N2;
// Arm ARM D17.8, D24.7.5 to D24.7.9).
#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_levels.h"
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(except)

enum { EC_SYSTEM = 0x18, MEMORY_OF_PMBSR_EL1 = 0x820 };

// Moves the PE to `el` and checks the levels there. `level` takes the exception; SPU_EL0: none does.
static void expect_at(struct directed_script *script, uint64_t el, uint64_t irq, uint64_t level)
{
  DIRECTED_PIN(script, pe_el, el);
  DIRECTED_OUT(script, exception_el1, level == SPU_EL1);
  DIRECTED_OUT(script, exception_el2, level == SPU_EL2);
  DIRECTED_OUT(script, exception_el3, level == SPU_EL3);
  directed_add1(script, STEP_IRQ, irq);
}

// A row as printed, split by HCR_EL2.TGE. The cells of EL0, EL1, EL2 are the level that takes the exception; N: None, B
// or C, that is, not taken. EL3's cell is never a level.
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

// For PMBSR_EL1.S.
static const struct mask_row table_d17_8[] = {
    {"00", "XX", 0, "XX", "X", "X", 1, "NNN"}, {"00", "XX", 1, "XX", "X", "X", 1, "N-N"},
    {"!", "00", 0, "XX", "X", "X", 1, "NNN"},  {"!", "00", 1, "XX", "X", "X", 1, "N-N"},
    {"!", "!", 0, "00", "X", "X", 1, "NNN"},   {"!", "!", 0, "11", "0", "X", 0, "1NN"},
    {"!", "!", 0, "11", "1", "0", 0, "11N"},   {"!", "!", 0, "11", "1", "1", 0, "1NN"},
    {"!", "!", 1, "00", "X", "X", 1, "N-N"},   {"!", "!", 1, "11", "X", "X", 0, "2-N"}};

// For PMBSR_EL2.S; EE and KE are PMSCR_EL2's.
static const struct mask_row table_d17_9[] = {
    {"00", "XX", 0, "XX", "X", "X", 0, "NNN"}, {"00", "XX", 1, "XX", "X", "X", 0, "N-N"},
    {"!", "0X", 0, "XX", "X", "X", 0, "NNN"},  {"!", "0X", 1, "XX", "X", "X", 0, "N-N"},
    {"!", "10", 0, "XX", "X", "X", 0, "22N"},  {"!", "10", 1, "XX", "X", "X", 0, "2-N"},
    {"!", "11", 0, "XX", "0", "X", 0, "22N"},  {"!", "11", 1, "XX", "0", "X", 0, "2-N"},
    {"!", "11", 0, "XX", "1", "0", 0, "222"},  {"!", "11", 0, "XX", "1", "1", 0, "22N"},
    {"!", "11", 1, "XX", "1", "0", 0, "2-2"},  {"!", "11", 1, "XX", "1", "1", 0, "2-N"}};

// For PMBSR_EL3.S.
static const struct mask_row table_d17_10[] = {
    {"0X", "XX", 0, "XX", "X", "X", 0, "NNN"}, {"0X", "XX", 1, "XX", "X", "X", 0, "N-N"},
    {"10", "XX", 0, "XX", "X", "X", 0, "333"}, {"10", "XX", 1, "XX", "X", "X", 0, "3-3"},
    {"11", "XX", 0, "XX", "X", "X", 0, "333"}, {"11", "XX", 1, "XX", "X", "X", 0, "3-3"}};

// The value of a row's field in pass 0, 1 or 2.
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
    // Rows with PMSEE 0b00 need EL3, and rows that need PMSCR_EL2 need EL2: without it the Effective EE is 0b01.
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
    // In Debug state no exception is taken.
    DIRECTED_PIN(script, pe_debug, 1);
    expect_at(script, SPU_EL0, row->irq, 0);
    DIRECTED_PIN(script, pe_debug, 0);
    DIRECTED_PIN(script, hcr_el2_tge, 0);
    DIRECTED_PIN(script, pe_pm, 0);
  }
  directed_set_status(script, 0, 0, 0);
}

// N2, RYZJQX, D17.8 Table D17-8
SCENARIO_IF(ryzjqx_events_of_el1_are_taken_by_table_d17_8, directed_exceptions(config))
{
  expect_masks(script, table_d17_8, sizeof table_d17_8 / sizeof table_d17_8[0], SPU_EL1);
}

// N2, RYZJQX, D17.8 Table D17-9
SCENARIO_IF(ryzjqx_events_of_el2_are_taken_by_table_d17_9, directed_exceptions(config) && config->have_el2)
{
  expect_masks(script, table_d17_9, sizeof table_d17_9 / sizeof table_d17_9[0], SPU_EL2);
}

// N2, RYZJQX, D17.8 Table D17-10
SCENARIO_IF(ryzjqx_events_of_el3_are_taken_by_table_d17_10, directed_exceptions(config) && config->have_el3)
{
  expect_masks(script, table_d17_10, sizeof table_d17_10 / sizeof table_d17_10[0], SPU_EL3);
}

// N2, RYZJQX: outside the owning Security state an exception to EL1 or EL2 stays pending; one to EL3 is taken.
SCENARIO_IF(exception_waits_outside_the_owning_state,
            directed_exceptions(config) && config->have_el3 && config->have_el2 && config->have_sel2)
{
  static const struct directed_enables enables = {.pmsee = 2, .ee_el2 = 3, .ee_el1 = 3};
  const uint64_t s = SPU_PMBSR_EL1_S;
  for (uint64_t el = SPU_EL1; el <= SPU_EL3; el++) {
    directed_begin(script, directed_buffer, &enables);
    directed_set_status(script, el == SPU_EL1 ? s : 0, el == SPU_EL2 ? s : 0, el == SPU_EL3 ? s : 0);
    DIRECTED_PIN(script, scr_el3_eel2, 1);
    expect_at(script, SPU_EL0, 0, el);
    DIRECTED_PIN(script, scr_el3_ns, 0);
    expect_at(script, SPU_EL0, 0, el == SPU_EL3 ? SPU_EL3 : 0);
    DIRECTED_PIN(script, mdcr_el3_nspb, 1);  // now Secure state owns the buffer
    expect_at(script, SPU_EL0, 0, el);
    DIRECTED_PIN(script, scr_el3_ns, 1);
    expect_at(script, SPU_EL0, 0, el == SPU_EL3 ? SPU_EL3 : 0);
    DIRECTED_PIN(script, mdcr_el3_nspb, 3);
    DIRECTED_PIN(script, scr_el3_eel2, 0);
  }
  directed_set_status(script, 0, 0, 0);
}

// N2, RYZJQX: several can be pending at once.
SCENARIO_IF(exceptions_to_several_levels_are_pending_together,
            directed_exceptions(config) && config->have_el2)
{
  static const struct directed_enables enables = {.pmsee = 2, .ee_el2 = 2, .ee_el1 = 3};
  const uint64_t s = SPU_PMBSR_EL1_S;
  directed_begin(script, directed_buffer, &enables);
  directed_set_status(script, s, s, s);
  DIRECTED_PIN(script, pe_el, SPU_EL0);
  DIRECTED_OUT(script, exception_el1, 1);
  DIRECTED_OUT(script, exception_el2, 1);
  DIRECTED_OUT(script, exception_el3, config->have_el3);
  directed_add1(script, STEP_IRQ, 0);
  directed_set_status(script, 0, 0, 0);
}

// N2, RTSJRP: PMBIRQ is PMBSR_EL1.S unless both higher levels enable EL1's exceptions, also at EL3; in Secure state
// without EL2, PMSCR_EL2.EE has no effect. D24.7.8: reserved values of PMSCR_EL1.EE.
SCENARIO_IF(rtsjrp_interrupt_request_needs_exceptions_off, directed_exceptions(config))
{
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

// N2, RNXPMV, ISFJPD: a handler at each level clears its own register and restarts; both records are complete.
SCENARIO_IF(restart_after_an_exception_loses_nothing, directed_exceptions(config))
{
  static const struct directed_enables enables[] = {
      {.pmsee = 1, .ee_el2 = 1, .ee_el1 = 3}, {.pmsee = 1, .ee_el2 = 3}, {.pmsee = 3}};
  static const uint16_t registers[] = {SPU_PMBSR_EL1, SPU_PMBSR_EL2, SPU_PMBSR_EL3};
  enum { LEVELS = sizeof registers / sizeof registers[0] };
  const uint64_t full = SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED;
  uint64_t committed = 0;
  for (size_t i = 0; i < LEVELS; i++) {
    const uint64_t el = SPU_EL1 + i;
    if (el > directed_highest(script) || (el == SPU_EL2 && !config->have_el2)) {
      continue;
    }
    directed_begin(script, directed_end - directed_largest(script), &enables[i]);
    directed_sample_to_end(script, 1);
    expect_at(script, SPU_EL0, 0, el);
    directed_add1(script, STEP_LEVEL, el);
    directed_expect(script, registers[i], full);
    directed_msr(script, SPU_PMBPTR_EL1, directed_buffer);
    directed_msr(script, registers[i], 0);
    directed_add1(script, STEP_LEVEL, SPU_EL1);
    directed_sample_to_end(script, 2);
    committed += 2;
    directed_add1(script, STEP_COMMITTED, committed);
    expect_at(script, SPU_EL0, 0, 0);
    directed_expect_status(script, 0, 0, 0);
  }
}

// ---------------------------------------------------------------------------------------------------------
// D24.7.5 to D24.7.7: which names access which registers

static void verdict(struct directed_script *script, uint16_t addr, enum spu_verdict verdict)
{
  const bool traps = verdict == SPU_ACCESS_TRAP_EL2 || verdict == SPU_ACCESS_TRAP_EL3;
  const uint64_t detail = traps ? EC_SYSTEM : verdict == SPU_ACCESS_MEMORY ? MEMORY_OF_PMBSR_EL1 : 0;
  directed_add(script, STEP_VERDICT, addr, verdict, detail);
  if (verdict != SPU_ACCESS_OK) {
    directed_add(script, STEP_REFUSED, addr, verdict, detail);
  }
}

// N1, D24.7.5: at EL2 with E2H the name PMBSR_EL1 accesses PMBSR_EL2 unless the Effective value of PMSCR_EL2.EE is
// 0b00, and PMBSR_EL12 accesses PMBSR_EL1; at EL3 names are not redirected.
SCENARIO_IF(host_reaches_its_own_syndrome_register,
            directed_exceptions(config) && config->have_el2 && config->have_vhe)
{
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
    directed_expect(script, SPU_PMBSR_EL1, 0x11);
    DIRECTED_PIN(script, hcr_el2_e2h, 1);
    directed_expect(script, SPU_PMBSR_EL1, own ? 0x12 : 0x11);
    directed_expect(script, SPU_PMBSR_EL12, 0x11);
    directed_msr(script, SPU_PMBSR_EL12, 0x21);
    directed_msr(script, SPU_PMBSR_EL1, 0x22);
    if (config->have_el3) {
      directed_to_highest(script);
      directed_expect(script, SPU_PMBSR_EL12, own ? 0x21 : 0x22);
      directed_expect(script, SPU_PMBSR_EL1, own ? 0x21 : 0x22);
      directed_expect(script, SPU_PMBSR_EL2, own ? 0x22 : 0x12);
      DIRECTED_PIN(script, hcr_el2_e2h, 0);
      verdict(script, SPU_PMBSR_EL12, SPU_ACCESS_UNDEFINED);
    }
    DIRECTED_PIN(script, hcr_el2_e2h, 0);
    directed_expect_status(script, own ? 0x21 : 0x22, own ? 0x22 : 0x12, 0x13);
  }
}

// N1, D24.7.6, D24.7.7: EL2 can access PMBSR_EL2 unless MDCR_EL3.PMSEE is 0b00; only EL3 can access PMBSR_EL3. Neither
// exists without FEAT_SPE_EXC, nor PMBSR_EL3 without EL3.
SCENARIO(syndrome_registers_of_higher_levels_are_out_of_reach)
{
  const bool there = directed_exceptions(config);
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

// N1, D24.7.5, FEAT_NV2: at EL1, PMBSR_EL1 is a memory access with {NV2, NV} = {1, 1}; if exceptions are enabled, only
// with NV1 = 1. PMBSR_EL12 is a memory access with NV1 = 0. Both are at 0x820. PMSCR_EL1.EE counts as stored, also
// reserved values.
SCENARIO_IF(nested_access_to_pmbsr_follows_exceptions,
            directed_exceptions(config) && config->nested_virt >= 2 && config->have_vhe)
{
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
