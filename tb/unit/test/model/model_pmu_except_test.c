// SPDX-License-Identifier: Apache-2.0
//
// FEAT_EBEP: Table D13-1 row by row, PMUIRQ and the cross-trigger, the Effective values of LC, LP and HLP, and
// PMECR_EL1 (Arm ARM D13.3, D13.3.2, D24.5.9).
#include "unit/test/model/model_pmu_bench.h"

enum { KPME = 4, INTERRUPT = 0, DELEGATED = 1, NEITHER = 2, EXCEPTION = 3 };

// At EL1 in Non-secure state, with the flag of counter 0 pending and enabled, and all PMEE fields zero.
static void open_pending(void)
{
  pmu_open("v9.6");
  b.spu->pmu.inten = b.spu->pmu.ovs = 1;
  b.spu->pmu.cnten = 0;
}

static void set_pmee(uint32_t el3, uint32_t el2, uint32_t el1, bool kpme)
{
  b.in.mdcr_el3_pmee = (uint8_t)el3;
  b.in.mdcr_el2_pmee = (uint8_t)el2;
  b.spu->pmu.pmecr = (uint8_t)((kpme ? (uint32_t)KPME : 0) | el1);
}

// Bit n: the exception is taken to ELn.
static uint32_t taken(void)
{
  return (uint32_t)b.out.pmu_exception_el1 << SPU_EL1 | (uint32_t)b.out.pmu_exception_el2 << SPU_EL2 |
         (uint32_t)b.out.pmu_exception_el3 << SPU_EL3;
}

// Expects these outputs in a cycle with a counter's overflow.
static void expect_outputs(bool irq, uint32_t levels, const char *where)
{
  bench_clean();
  if (b.out.pmuirq != irq || taken() != levels || !b.out.cti_pmu_overflow) {
    fail_msg("%s: PMEE %d %d PMECR %d EL%d: interrupt %d, levels 0x%x, trigger %d; expected %d, 0x%x, 1",
             where, b.in.mdcr_el3_pmee, b.in.mdcr_el2_pmee, b.spu->pmu.pmecr, b.in.pe_el, b.out.pmuirq,
             taken(), b.out.cti_pmu_overflow, irq, levels);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Table D13-1

enum cell { IRQ, DIS, MSK, EL1, EL2, EL3, NA };

struct row {
  const char *el3, *el2, *tge, *el1, *kpme, *pm;
  enum cell from_el3, from_el2, from_el1, from_el0;
};

static const struct row table[] = {{"00", "XX", "0", "XX", "X", "X", IRQ, IRQ, IRQ, IRQ},
                                   {"00", "XX", "1", "XX", "X", "X", IRQ, IRQ, NA, IRQ},
                                   {"01", "00", "0", "XX", "X", "X", IRQ, IRQ, IRQ, IRQ},
                                   {"01", "00", "1", "XX", "X", "X", IRQ, IRQ, NA, IRQ},
                                   {"01", "01", "0", "00", "X", "X", IRQ, IRQ, IRQ, IRQ},
                                   {"01", "01", "0", "10", "X", "X", DIS, DIS, DIS, DIS},
                                   {"01", "01", "0", "11", "0", "X", MSK, MSK, MSK, EL1},
                                   {"01", "01", "0", "11", "1", "0", MSK, MSK, EL1, EL1},
                                   {"01", "01", "0", "11", "1", "1", MSK, MSK, MSK, EL1},
                                   {"01", "01", "1", "00", "X", "X", IRQ, IRQ, NA, IRQ},
                                   {"01", "01", "1", "10", "X", "X", DIS, DIS, NA, DIS},
                                   {"01", "01", "1", "11", "X", "X", MSK, MSK, NA, EL2},
                                   {"01", "10", "0", "XX", "X", "X", DIS, DIS, DIS, DIS},
                                   {"01", "10", "1", "XX", "X", "X", DIS, DIS, NA, DIS},
                                   {"01", "11", "0", "XX", "0", "X", MSK, MSK, EL2, EL2},
                                   {"01", "11", "0", "XX", "1", "0", MSK, EL2, EL2, EL2},
                                   {"01", "11", "0", "XX", "1", "1", MSK, MSK, EL2, EL2},
                                   {"01", "11", "1", "XX", "0", "X", MSK, MSK, NA, EL2},
                                   {"01", "11", "1", "XX", "1", "0", MSK, EL2, NA, EL2},
                                   {"01", "11", "1", "XX", "1", "1", MSK, MSK, NA, EL2},
                                   {"10", "XX", "0", "XX", "X", "X", DIS, DIS, DIS, DIS},
                                   {"10", "XX", "1", "XX", "X", "X", DIS, DIS, NA, DIS},
                                   {"11", "XX", "0", "XX", "0", "X", MSK, EL3, EL3, EL3},
                                   {"11", "XX", "0", "XX", "1", "0", EL3, EL3, EL3, EL3},
                                   {"11", "XX", "0", "XX", "1", "1", MSK, EL3, EL3, EL3},
                                   {"11", "XX", "1", "XX", "0", "X", MSK, EL3, NA, EL3},
                                   {"11", "XX", "1", "XX", "1", "0", EL3, EL3, NA, EL3},
                                   {"11", "XX", "1", "XX", "1", "1", MSK, EL3, NA, EL3}};
enum { ROWS = COUNT(table) };

// The row for the state. The table lacks the reserved PMECR_EL1.PMEE 0b01, which acts as 0b10.
static const struct row *find_row(void)
{
  const uint32_t pmee = b.spu->pmu.pmecr & 3U;
  const struct row *found = NULL;
  for (size_t i = 0; i < ROWS; i++) {
    const struct row *row = &table[i];
    if (fits(row->el3, b.in.mdcr_el3_pmee) && fits(row->el2, b.in.mdcr_el2_pmee) &&
        fits(row->tge, b.in.hcr_el2_tge) && fits(row->el1, pmee == 1 ? 2 : pmee) &&
        fits(row->kpme, (b.spu->pmu.pmecr & KPME) != 0) && fits(row->pm, b.in.pe_pm)) {
      assert_null(found);  // rows exclude each other
      found = row;
    }
  }
  assert_non_null(found);
  return found;
}

static enum cell cell_of(const struct row *row, uint8_t el)
{
  return el == SPU_EL3   ? row->from_el3
         : el == SPU_EL2 ? row->from_el2
         : el == SPU_EL1 ? row->from_el1
                         : row->from_el0;
}

static void expect_cell(enum cell cell)
{
  expect_outputs(cell == IRQ, cell >= EL1 && cell <= EL3 ? 1U << (cell - EL1 + SPU_EL1) : 0, "Table D13-1");
  const struct spu_pmu_exception exception = PMUExceptionEnabled(b.spu, &b.in);
  assert_int_equal(exception.enabled, cell != IRQ && cell != DIS);
  assert_int_equal(PMUInterruptEnabled(b.spu, &b.in), cell == IRQ);
  b.in.pe_debug = true;  // masks the exception and changes nothing else
  expect_outputs(cell == IRQ, 0, "Debug state");
  b.in.pe_debug = false;
}

// N9, RGWLVY, RSCBDZ, IPFDLQ: each row of Table D13-1, for EL2 enabled by SCR_EL3.NS and by EEL2, and from AArch32 at
// EL0. The cross-trigger is high in all of them.
TEST(exception_and_interrupt_follow_the_table)
{
  bool seen[ROWS] = {false};
  open_pending();
  b.spu->config.aarch32_el0 = true;
  assert_true(b.spu->config.have_sel2);
  for (uint32_t bits = 0; bits < 2048; bits++) {
    set_pmee(bits & 3U, bits >> 2 & 3U, bits >> 4 & 3U, (bits & 64U) != 0);
    SET_BITS(bits >> 7, &b.in.hcr_el2_tge, &b.in.pe_pm, &b.in.scr_el3_ns);
    b.in.scr_el3_eel2 = !b.in.scr_el3_ns;
    for (int el = SPU_EL0; el <= SPU_EL3; el++) {
      b.in.pe_el = (uint8_t)el;
      b.in.pe_aarch32 = el == SPU_EL0 && (bits & 1024U) != 0;
      const struct row *row = find_row();
      const enum cell cell = cell_of(row, (uint8_t)el);
      seen[row - table] = true;
      if (cell != NA) {
        expect_cell(cell);
      }
    }
  }
  for (size_t i = 0; i < ROWS; i++) {
    assert_true(seen[i]);
  }
}

// N9, RGWLVY: MDCR_EL2.PMEE and HCR_EL2.TGE have no effect with EL2 disabled or absent; nor MDCR_EL3.PMEE without EL3.
TEST(missing_level_raises_no_exception)
{
  for (uint32_t form = 0; form < 16; form++) {
    for (uint32_t bits = 0; bits < 256; bits++) {
      bool el3, el2;
      open_pending();
      SET_BITS(form, &el3, &el2, &b.in.scr_el3_ns, &b.spu->config.have_sel2);
      b.in.scr_el3_eel2 = !b.spu->config.have_sel2;  // no effect without FEAT_SEL2
      b.spu->config.have_el3 = el3;
      b.spu->config.have_el2 = el2;
      const bool el2_enabled = el2 && (!el3 || b.in.scr_el3_ns);
      b.spu->config.secure_only = false;
      b.in.hcr_el2_tge = (bits & 64U) != 0;
      set_pmee(bits & 3U, bits >> 2 & 3U, bits >> 4 & 3U, (bits & 128U) != 0);
      b.in.pe_el = SPU_EL0;
      const uint32_t by_el3 = el3 ? bits & 3U : DELEGATED;
      const uint32_t by_el2 = el2_enabled ? bits >> 2 & 3U : DELEGATED;
      const uint32_t last = (bits >> 4 & 3U) == DELEGATED ? NEITHER : bits >> 4 & 3U;
      const uint32_t says = by_el3 != DELEGATED ? by_el3 : by_el2 != DELEGATED ? by_el2 : last;
      const uint32_t target = by_el3 != DELEGATED                                        ? SPU_EL3
                              : by_el2 != DELEGATED || (el2_enabled && b.in.hcr_el2_tge) ? SPU_EL2
                                                                                         : SPU_EL1;
      expect_outputs(says == INTERRUPT, says == EXCEPTION ? 1U << target : 0, "absent levels");
    }
  }
}

// N9: without FEAT_EBEP the pins and the stored register have no effect.
TEST(interrupt_is_enabled_without_ebep)
{
  open_pending();
  b.spu->config.have_ebep = false;
  for (uint32_t bits = 0; bits < 512; bits++) {
    set_pmee(bits & 3U, bits >> 2 & 3U, bits >> 4 & 3U, true);
    b.in.hcr_el2_tge = (bits & 64U) != 0;
    b.in.pe_el = bits >> 7 & 3U;
    expect_outputs(true, 0, "without FEAT_EBEP");
  }
}

// N9, RKBPMJ: the exception has the same condition as the interrupt: flag, interrupt enable and global enable of any
// counter.
TEST(exception_has_the_condition_of_the_interrupt)
{
  open_pending();
  set_pmee(EXCEPTION, 0, 0, false);
  b.in.mdcr_el2_hpmn = 4;
  for (uint32_t n = 0; n < 32; n++) {
    for (unsigned bits = 0; bits < 16; bits++) {
      const bool pending = pmu_set_overflow(n, bits);
      bench_clean();
      assert_int_equal(taken(), pending ? 1U << SPU_EL3 : 0);
      assert_int_equal(b.out.cti_pmu_overflow, pending);
      assert_false(b.out.pmuirq);
    }
  }
}

// N9: a level depends on the registers at the start of the cycle and the pins in the cycle.
TEST(exception_follows_registers_of_the_start_and_pins_of_the_cycle)
{
  open_pending();
  b.in.scr_el3_fgten2 = true;
  b.in.hdfgrtr2_el2 = b.in.hdfgwtr2_el2 = UINT64_MAX;
  b.in.mdcr_el3_enpm2 = true;
  set_pmee(DELEGATED, DELEGATED, INTERRUPT, false);
  pmu_msr(SPU_PMECR_EL1, KPME | EXCEPTION);
  assert_true(b.out.pmuirq);
  assert_int_equal(taken(), 0);
  expect_outputs(false, 1U << SPU_EL1, "after the MSR");
  b.in.pe_pm = true;
  expect_outputs(false, 0, "PSTATE.PM");
  b.in.pe_el = SPU_EL0;
  expect_outputs(false, 1U << SPU_EL1, "EL0");
  b.in.mdcr_el3_pmee = INTERRUPT;
  expect_outputs(true, 0, "MDCR_EL3.PMEE");
  b.in.mdcr_el3_pmee = EXCEPTION;
  expect_outputs(false, 1U << SPU_EL3, "MDCR_EL3.PMEE");
  b.in.pe_el = SPU_EL2;
  pmu_msr(SPU_PMOVSCLR_EL0, 1);
  assert_int_equal(taken(), 1U << SPU_EL3);
  bench_clean();
  assert_int_equal(taken(), 0);
  assert_false(b.out.cti_pmu_overflow);
}

// ---------------------------------------------------------------------------------------------------------
// Effective values of PMCR_EL0.{LC, LP} and MDCR_EL2.HLP

// Values of the PMEE fields, and their meaning in Non-secure state with EL2 enabled.
static const struct {
  uint8_t el3, el2, el1;
  bool enabled;
} controls[] = {{INTERRUPT, EXCEPTION, EXCEPTION, false}, {NEITHER, EXCEPTION, EXCEPTION, false},
                {EXCEPTION, INTERRUPT, INTERRUPT, true},  {DELEGATED, INTERRUPT, EXCEPTION, false},
                {DELEGATED, NEITHER, EXCEPTION, false},   {DELEGATED, EXCEPTION, INTERRUPT, true},
                {DELEGATED, DELEGATED, INTERRUPT, false}, {DELEGATED, DELEGATED, DELEGATED, false},
                {DELEGATED, DELEGATED, NEITHER, false},   {DELEGATED, DELEGATED, EXCEPTION, true}};

// At EL0, in AArch32 state or not; PMCR_EL0 has `fields` and E.
static void open_counting(bool aarch32, uint64_t fields)
{
  pmu_open("v9.6");
  b.spu->config.aarch32_el0 = true;
  b.in.pe_el = SPU_EL0;
  b.in.pe_aarch32 = aarch32;
  b.spu->pmu.pmcr = SPU_PMCR_EL0_E | fields;
}

// N9, D13.3: while the exception is enabled, masked or not, event counters of both ranges overflow at bit 63 for any LP
// and HLP, and no CHAIN event occurs; in AArch32 state too.
TEST(event_counters_are_long_while_the_exception_is_enabled)
{
  for (uint32_t form = 0; form < 16; form++) {
    for (size_t i = 0; i < COUNT(controls); i++) {
      bool lp, hlp, aarch32, at_el1;
      SET_BITS(form, &lp, &hlp, &aarch32, &at_el1);
      open_counting(aarch32 && !at_el1, lp ? SPU_PMCR_EL0_LP : 0);
      b.in.pe_el = at_el1 ? SPU_EL1 : SPU_EL0;  // where KPME = 0 masks an exception to EL1
      b.in.mdcr_el2_hlp = hlp;
      b.in.mdcr_el2_hpme = true;
      b.in.mdcr_el2_hpmn = 4;
      set_pmee(controls[i].el3, controls[i].el2, controls[i].el1, false);
      const bool long1 = lp || controls[i].enabled;
      const bool long2 = hlp || controls[i].enabled;
      b.spu->pmu.evtyper[1] = b.spu->pmu.evtyper[5] = SPU_PMEVTYPER_EL0_NSH | SPU_EVENT_CHAIN;
      b.spu->pmu.evcntr[0] = b.spu->pmu.evcntr[4] = 0xFFFFFFFF;
      b.spu->pmu.evcntr[2] = b.spu->pmu.evcntr[6] = UINT64_MAX;
      pmu_clock(1);
      assert_int_equal(b.spu->pmu.evcntr[0], 0x100000000);
      assert_int_equal(b.spu->pmu.evcntr[4], 0x100000000);
      assert_int_equal(b.spu->pmu.evcntr[1], !long1);
      assert_int_equal(b.spu->pmu.evcntr[5], !long2);
      assert_int_equal(b.spu->pmu.ovs & 0xFF, 0x44 | (long1 ? 0 : 0x01) | (long2 ? 0 : 0x10));
    }
  }
}

// N9, D13.3, D24.5.8: so does the cycle counter for either LC, and D is ignored.
TEST(cycle_counter_is_long_while_the_exception_is_enabled)
{
  for (uint32_t form = 0; form < 8; form++) {
    for (size_t i = 0; i < COUNT(controls); i++) {
      bool lc, d, aarch32;
      SET_BITS(form, &lc, &d, &aarch32);
      open_counting(aarch32, (lc ? SPU_PMCR_EL0_LC : 0) | (d ? SPU_PMCR_EL0_D : 0));
      set_pmee(controls[i].el3, controls[i].el2, controls[i].el1, false);
      const bool is_long = lc || controls[i].enabled;
      b.spu->pmu.ccntr = 0xFFFFFFFF;
      b.spu->pmu.prescaler = 62;
      pmu_clock(0);
      const bool divided = d && !is_long;
      assert_int_equal(b.spu->pmu.ccntr, divided ? 0xFFFFFFFF : 0x100000000);
      assert_int_equal(b.spu->pmu.ovs, divided || is_long ? 0 : CYCLE_BIT);
      pmu_clock(0);
      assert_int_equal(b.spu->pmu.ccntr, divided ? 0x100000000 : 0x100000001);
      assert_int_equal(b.spu->pmu.ovs, is_long ? 0 : CYCLE_BIT);
      b.spu->pmu.ovs = 0;
      b.spu->pmu.ccntr = UINT64_MAX;
      b.spu->pmu.prescaler = 63;
      pmu_clock(0);
      assert_int_equal(b.spu->pmu.ccntr, 0);
      assert_int_equal(b.spu->pmu.ovs, CYCLE_BIT);
    }
  }
}

// N9: the Effective values depend on the registers at the start of the cycle; the fields read as written.
TEST(effective_values_are_those_of_the_start_of_the_cycle)
{
  open_counting(false, 0);
  b.in.pe_el = SPU_EL2;
  b.in.mdcr_el3_enpm2 = true;
  set_pmee(DELEGATED, DELEGATED, INTERRUPT, false);
  b.spu->pmu.evcntr[0] = 0xFFFFFFFF;
  *event_pin(EVENT) = 1;
  pmu_msr(SPU_PMECR_EL1, EXCEPTION);
  assert_int_equal(b.spu->pmu.ovs & 1U, 1);
  b.spu->pmu.ovs = 0;
  b.spu->pmu.evcntr[0] = 0xFFFFFFFF;
  assert_int_equal(pmu_mrs(SPU_PMCR_EL0) & (SPU_PMCR_EL0_LP | SPU_PMCR_EL0_LC), 0);
  pmu_msr(SPU_PMECR_EL1, INTERRUPT);
  assert_int_equal(b.spu->pmu.evcntr[0], 0x100000001);
  assert_int_equal(b.spu->pmu.ovs & 1U, 0);
  b.spu->pmu.evcntr[0] = 0xFFFFFFFF;
  pmu_clock(1);
  assert_int_equal(b.spu->pmu.ovs & 1U, 1);
}

// ---------------------------------------------------------------------------------------------------------
// PMECR_EL1

// At EL1, with access to the register.
static void open_access(const char *config)
{
  pmu_open(config);
  b.in.scr_el3_fgten2 = true;
  b.in.hdfgrtr2_el2 = b.in.hdfgwtr2_el2 = UINT64_MAX;
  b.in.mdcr_el3_enpm2 = true;
  b.spu->pmu.userenr = 0xFF;
}

// N9, D24.5.9: KPME and PMEE are stored as written, including reserved values; SSE and the rest are RES0; reset is 0.
TEST(pmecr_keeps_what_is_written)
{
  open_access("v9.6");
  assert_int_equal(SPU_PMECR_EL1, 0xC4F5);  // 3, 0, c9, c14, 5
  for (enum spu_el el = SPU_EL1; el <= SPU_EL3; el++) {
    for (uint64_t value = 0; value < 8; value++) {
      pmu_msr_at(el, SPU_PMECR_EL1, UINT64_MAX << 3 | value);
      assert_int_equal(b.spu->answer.access.verdict, OK);
      pmu_expect_at(el, SPU_PMECR_EL1, value);
      assert_int_equal(bench_peek(SPU_PMECR_EL1), value);
    }
  }
  spu_reset(b.spu);
  assert_int_equal(pmu_mrs(SPU_PMECR_EL1), 0);
}

// N9, D24.5.9: the register exists with FEAT_EBEP for any FEAT_PMUv3pn; not at EL0, nor in AArch32 state.
TEST(pmecr_exists_with_ebep)
{
  for (uint32_t version = 8; version <= 9; version++) {
    open_access("v9.6");
    b.spu->config.pmu_version = version;
    assert_true(spu_pmu_claims(b.spu, SPU_PMECR_EL1));
    for (int write = 0; write < 2; write++) {
      expect_access_at(SPU_EL1, SPU_PMECR_EL1, write != 0, OK);
      expect_access_at(SPU_EL0, SPU_PMECR_EL1, write != 0, UN);
      b.in.pe_aarch32 = true;
      expect_access(SPU_PMECR_EL1, write != 0, UN);
      b.in.pe_aarch32 = false;
    }
    b.spu->config.have_ebep = false;
    assert_false(spu_pmu_claims(b.spu, SPU_PMECR_EL1));
    uint64_t value = 0;
    assert_false(spu_pmu_peek(b.spu, SPU_PMECR_EL1, &value));
    pmu_msr_at(SPU_EL3, SPU_PMECR_EL1, 7);
    assert_int_equal(b.spu->answer.access.verdict, UN);
    assert_int_equal(b.spu->pmu.pmecr, 0);
  }
}

// The controls of the access, one bit each, in the order of set_controls().
enum { UNTRAP = 3, CONTROLS = 11 };

// D24.5.9, clause by clause, at EL1 and above.
static enum spu_verdict expected_access(bool untrap)
{
  const bool el3 = b.spu->config.have_el3;
  const bool el2_enabled = !el3 || b.in.scr_el3_ns;
  const bool to_el3 = el3 && (!b.in.mdcr_el3_enpm2 || b.in.mdcr_el3_tpm);
  if (b.in.pe_el == SPU_EL3) {
    return OK;
  }
  if (to_el3 && b.in.edscr_sdd && b.spu->config.el3_trap_priority) {
    return UN;
  }
  if (b.in.pe_el == SPU_EL1 && el2_enabled) {
    if (b.spu->config.have_fgt2 && ((el3 && !b.in.scr_el3_fgten2) || !untrap)) {
      return T2;
    }
    if (b.in.mdcr_el2_tpm) {
      return T2;
    }
  }
  if (to_el3) {
    return b.in.edscr_sdd ? UN : T3;
  }
  return OK;
}

static void set_controls(uint32_t is, bool write)
{
  bool untrap, other, debug;
  SET_BITS(is, &b.in.mdcr_el3_enpm2, &b.in.mdcr_el3_tpm, &b.in.scr_el3_fgten2, &untrap, &other,
           &b.in.mdcr_el2_tpm, &b.in.scr_el3_ns, &b.spu->config.have_el3, &b.spu->config.have_fgt2, &debug,
           &b.spu->config.el3_trap_priority);
  // nPMECR_EL1 is bit 0; all other bits have the opposite value
  const uint64_t bits = untrap ? 1 : ~UINT64_C(1);
  const uint64_t others = other ? UINT64_MAX : 0;
  b.in.hdfgrtr2_el2 = write ? others : bits;
  b.in.hdfgwtr2_el2 = write ? bits : others;
  b.in.hdfgrtr_el2 = b.in.hdfgwtr_el2 = others;  // none of these bits apply
  b.in.mdcr_el2_tpmcr = other;
  b.in.pe_debug = b.in.edscr_sdd = debug;
}

// N9, U5, D24.5.9: every combination of the controls of its access: MDCR_EL3.EnPM2 and TPM, nPMECR_EL1 and FGTEn2,
// MDCR_EL2.TPM, EDSCR.SDD.
TEST(pmecr_traps_as_its_access_says)
{
  open_access("v9.6");
  b.spu->config.secure_only = false;
  for (uint32_t is = 0; is < 1U << CONTROLS; is++) {
    for (int write = 0; write < 2; write++) {
      set_controls(is, write != 0);
      const unsigned highest = b.spu->config.have_el3 ? SPU_EL3 : SPU_EL2;
      for (unsigned el = SPU_EL1; el <= highest; el++) {
        b.in.pe_el = (uint8_t)el;
        const enum spu_verdict verdict = expected_access((is >> UNTRAP & 1U) != 0);
        expect_access(SPU_PMECR_EL1, write != 0, verdict);
        const struct spu_access got = spu_pmu_access_check(b.spu, &b.in, SPU_PMECR_EL1, write != 0);
        assert_true(verdict != OK || got.target == SPU_PMECR_EL1);
      }
    }
  }
}
