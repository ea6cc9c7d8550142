// SPDX-License-Identifier: Apache-2.0
//
// Buffer (G, N1, N2): FEAT_SPE_EXC: the tables of Arm ARM D17.4 and D17.8 row by row, the registers that record a
// management event and a collision, and the consequences.
#include "unit/stimulus/directed/event_route_tables.h"
#include "unit/test/model/model_bench.h"

enum { EVENTS_PER_CLASS = 48 };

// A PE with FEAT_SPE_EXC, at EL0 in Non-secure state.
static struct spu_config exceptions(void)
{
  return CHANGED(bench_named("v9.6"), config.ptr_align = 0, config.squashed_recorded = true);
}

// Likewise without FEAT_RME, so with Secure state.
static struct spu_config without_rme(void)
{
  return CHANGED(exceptions(), config.have_rme = false, config.reserved_nsxb = 3);
}

static uint64_t report(uint32_t ec, uint32_t fsc)
{
  return ReportSPEEvent(b.spu, &b.in, ec, fsc);
}

static void set_ee(uint32_t ee_el2, uint32_t ee_el1)
{
  b.spu->regs.pmscr_el2 &= ~SPU_PMSCR_EL2_EE;
  b.spu->regs.pmscr_el2 |= (uint64_t)ee_el2 << SPU_PMSCR_EL2_EE_SHIFT;
  b.spu->regs.pmscr_el1 &= ~SPU_PMSCR_EL1_EE;
  b.spu->regs.pmscr_el1 |= (uint64_t)ee_el1 << SPU_PMSCR_EL1_EE_SHIFT;
}

// S of PMBSR_EL1, PMBSR_EL2 and PMBSR_EL3.
static void set_stops(bool el1, bool el2, bool el3)
{
  b.spu->regs.pmbsr = el1 ? SPU_PMBSR_EL1_S : 0;
  b.spu->regs.pmbsr_el2 = el2 ? SPU_PMBSR_EL1_S : 0;
  b.spu->regs.pmbsr_el3 = el3 ? SPU_PMBSR_EL1_S : 0;
}

// ---------------------------------------------------------------------------------------------------------
// Tables D17-5 to D17-7

enum cause { CAUSE_GPF, CAUSE_ABORT, CAUSE_OTHER };

// Fault status codes of D24.7.5, by table; the end is 0xFF.
static const uint8_t codes[][EVENTS_PER_CLASS] = {
    [CAUSE_GPF] = {0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0xFF},
    [CAUSE_ABORT] = {0x10, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x1B, 0xFF},
    [CAUSE_OTHER] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C,
                     0x0D, 0x0E, 0x0F, 0x11, 0x21, 0x29, 0x2A, 0x2B, 0x2C, 0x30, 0x31, 0xFF}};

// The result of the cause's table for a state; bits that only other tables use are ignored.
struct event_route_state {
  uint32_t pmsee, ee, e2pb;
  bool el3_bit, el2_bit;
};

static const struct event_route_row *find_row(enum cause cause, const struct event_route_state *at)
{
  static const struct {
    const struct event_route_row *rows;
    size_t count;
  } tables[] = {{table_d17_5, COUNT(table_d17_5)},
                {table_d17_6, COUNT(table_d17_6)},
                {table_d17_7, COUNT(table_d17_7)}};
  const struct event_route_row *found = NULL;
  for (size_t i = 0; i < tables[cause].count; i++) {
    const struct event_route_row *row = &tables[cause].rows[i];
    if (fits(row->pmsee, at->pmsee) && fits(row->el3_bit, at->el3_bit) && fits(row->ee, at->ee) &&
        fits(row->e2pb, at->e2pb) && fits(row->el2_bit, at->el2_bit)) {
      assert_null(found);  // rows exclude each other
      found = row;
    }
  }
  assert_non_null(found);
  return found;
}

static void expect_event_route(enum cause cause, const struct event_route_state *at,
                               const struct event_route_row *row)
{
  for (uint32_t i = 0; codes[cause][i] != 0xFF; i++) {
    const uint32_t fsc = codes[cause][i];
    if (report(0x24, fsc) != row->stage1 || report(0x25, fsc) != row->stage2) {
      fail_msg("table of cause %d, FSC 0x%x, PMSEE %u EE %u E2PB %u: expected EL%d EL%d, got EL%d EL%d",
               (int)cause, fsc, at->pmsee, at->ee, at->e2pb, row->stage1, row->stage2, (int)report(0x24, fsc),
               (int)report(0x25, fsc));
    }
  }
  if (cause == CAUSE_GPF) {
    assert_int_equal(report(0x1E, 0), row->third);
  }
  if (cause == CAUSE_OTHER) {
    assert_int_equal(report(0, 0), row->third);
    assert_int_equal(report(0x1F, 0x24), row->third);
    assert_int_equal(DefaultSPEEvent(b.spu, &b.in), row->third);
  }
}

// G, RHJXHT: each row of Tables D17-5 (Granule Protection Checks), D17-6 (External aborts) and D17-7 (all others), for
// any value of controls that it lacks.
TEST(event_is_reported_as_the_tables_say)  // N1
{
  bench_open(exceptions());
  assert_true(b.spu->config.have_rme);
  for (uint32_t bits = 0; bits < 1024; bits++) {
    struct event_route_state at = {.pmsee = bits & 3U, .ee = bits >> 2 & 3U, .e2pb = bits >> 4 & 3U};
    if (at.e2pb == 1) {
      continue;  // reserved
    }
    b.in.mdcr_el3_pmsee = (uint8_t)at.pmsee;
    b.in.mdcr_el2_e2pb = (uint8_t)at.e2pb;
    set_ee(at.ee, bits & 3U);
    SET_BITS(bits >> 6, &b.in.scr_el3_gpf, &b.in.hcr_el2_gpf, &b.in.scr_el3_ea, &b.in.hcr_el2_tea);
    for (enum cause cause = CAUSE_GPF; cause <= CAUSE_OTHER; cause++) {
      at.el3_bit = cause == CAUSE_GPF ? b.in.scr_el3_gpf : b.in.scr_el3_ea;
      at.el2_bit = cause == CAUSE_GPF ? b.in.hcr_el2_gpf : b.in.hcr_el2_tea;
      expect_event_route(cause, &at, find_row(cause, &at));
    }
  }
}

// G, RHJXHT, EffectiveEA(): in Debug state SCR_EL3.EA acts as 0; GPF and HCR_EL2.TEA are unaffected.
TEST(external_abort_in_debug_state_goes_not_to_el3)  // N1
{
  bench_open(exceptions());
  b.in.mdcr_el3_pmsee = 2;
  b.in.scr_el3_ea = b.in.scr_el3_gpf = b.in.hcr_el2_tea = true;
  set_ee(2, 0);
  assert_int_equal(report(0x24, 0x10), SPU_EL3);
  b.in.pe_debug = true;
  assert_int_equal(report(0x24, 0x10), SPU_EL2);
  assert_int_equal(report(0x24, 0x28), SPU_EL3);
}

// G, RHJXHT: without FEAT_RME there is neither a GPC fault nor a GPF; their codes are reserved, without special effect.
TEST(granule_protection_needs_rme)  // N1
{
  bench_open(without_rme());
  b.in.mdcr_el3_pmsee = 2;
  b.in.scr_el3_gpf = b.in.hcr_el2_gpf = true;
  set_ee(2, 0);
  assert_int_equal(report(0x24, 0x28), SPU_EL1);
  assert_int_equal(report(0x25, 0x28), SPU_EL2);
  assert_int_equal(report(0x1E, 0), SPU_EL1);
}

// ---------------------------------------------------------------------------------------------------------
// Effective values

// G, RHJXHT, D24.7.9: the Effective value of PMSCR_EL2.EE. Without EL3, PMSEE does not exist; without EL2, or if
// neither SCR_EL3.NS nor EEL2 is 1, EE is 0b01, also at EL3.
TEST(effective_ee_of_el2_needs_pmsee_and_el2)  // N2
{
  static const struct {
    bool el3, el2, ns, eel2;
    uint8_t pmsee, ee, effective;
  } rows[] = {{true, true, true, false, 0, 3, 0},  {true, true, true, false, 1, 3, 3},
              {true, true, true, false, 3, 0, 0},  {true, true, true, false, 2, 2, 2},
              {true, true, true, true, 2, 2, 2},  // NS is 1: EEL2 has no effect
              {true, true, false, true, 2, 2, 2},  {true, true, false, true, 0, 2, 0},
              {true, true, false, false, 2, 2, 1}, {true, true, false, false, 2, 0, 1},
              {true, true, false, false, 0, 2, 0}, {true, false, true, false, 2, 3, 1},
              {true, false, true, false, 0, 3, 0}, {false, true, true, false, 0, 3, 3},
              {false, true, true, false, 0, 0, 0}, {false, false, true, false, 0, 2, 1}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    bench_open(CHANGED(without_rme(), config.have_el3 = rows[i].el3, config.have_el2 = rows[i].el2,
                       config.have_sel2 = true));
    b.in.scr_el3_ns = rows[i].ns;
    b.in.scr_el3_eel2 = rows[i].eel2;
    b.in.mdcr_el3_pmsee = rows[i].pmsee;
    set_ee(rows[i].ee, 3);
    for (uint8_t el = 0; el <= 3; el++) {
      b.in.pe_el = el;
      if (EffectivePMSCR_EL2_EE(b.spu, &b.in) != rows[i].effective) {
        fail_msg("row %zu at EL%d: %d", i, el, EffectivePMSCR_EL2_EE(b.spu, &b.in));
      }
    }
    assert_int_equal(EffectivePMSCR_EL1_EE(b.spu, &b.in), rows[i].effective != 0 ? 3 : 0);
  }
  // FEAT_RME without a Secure state: SCR_EL3.NS is 1 regardless of the pin
  bench_open(CHANGED(bench_named("v9.6"), config.have_sel2 = false));
  b.in.scr_el3_ns = false;
  b.in.mdcr_el3_pmsee = 1;
  set_ee(3, 0);
  assert_int_equal(EffectivePMSCR_EL2_EE(b.spu, &b.in), b.spu->config.have_sel2 ? 1 : 3);
}

// U4, N2, D24.7.8: a reserved PMSCR_EL1.EE follows its higher bit with FEAT_NV, else reserved_ee.
TEST(reserved_ee_acts_as_the_configuration_says)
{
  static const struct {
    uint32_t nested_virt, reserved_ee;
    uint8_t ee, effective;
  } rows[] = {{0, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 2, 0}, {0, 0, 3, 3}, {0, 3, 0, 0}, {0, 3, 1, 3},
              {0, 3, 2, 3}, {0, 3, 3, 3}, {1, 3, 1, 0}, {1, 0, 2, 3}, {2, 3, 1, 0}, {2, 0, 2, 3}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    bench_open(CHANGED(exceptions(), config.nested_virt = rows[i].nested_virt,
                       config.reserved_ee = rows[i].reserved_ee));
    b.in.mdcr_el3_pmsee = 1;
    set_ee(1, rows[i].ee);
    assert_int_equal(EffectivePMSCR_EL1_EE(b.spu, &b.in), rows[i].effective);
    assert_int_equal(SPEInterruptEnabled(b.spu, &b.in), rows[i].effective == 0);
    set_ee(0, rows[i].ee);
    assert_int_equal(EffectivePMSCR_EL1_EE(b.spu, &b.in), 0);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Table D17-2

// G, RTWFRY: each row of Table D17-2. Its last column is True where profiling is not stopped.
TEST(profiling_is_stopped_as_the_table_says)  // N1
{
  static const struct {
    const char *s1, *pmsee, *s3, *ee, *s2;
    bool stopped;
  } rows[] = {{"0", "00", "X", "XX", "X", false}, {"0", "01", "X", "0X", "X", false},
              {"0", "01", "X", "1X", "0", false}, {"0", "01", "X", "1X", "1", true},
              {"0", "1X", "0", "0X", "X", false}, {"0", "1X", "0", "1X", "0", false},
              {"0", "1X", "0", "1X", "1", true},  {"0", "1X", "1", "XX", "X", true},
              {"1", "XX", "X", "XX", "X", true}};
  bench_open_enabled(exceptions());
  for (uint32_t bits = 0; bits < 128; bits++) {
    const uint32_t s1 = bits & 1U, s2 = bits >> 1 & 1U, s3 = bits >> 2 & 1U;
    const uint32_t pmsee = bits >> 3 & 3U, ee = bits >> 5;
    set_stops(s1 != 0, s2 != 0, s3 != 0);
    b.in.mdcr_el3_pmsee = (uint8_t)pmsee;
    set_ee(ee, 0);
    uint32_t found = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
      if (fits(rows[i].s1, s1) && fits(rows[i].pmsee, pmsee) && fits(rows[i].s3, s3) &&
          fits(rows[i].ee, ee) && fits(rows[i].s2, s2)) {
        found++;
        assert_int_equal(SPEProfilingStopped(b.spu, &b.in), rows[i].stopped);
        bench_clean();
        assert_int_equal(b.out.profiling_enabled, !rows[i].stopped);
        assert_int_equal(b.out.buffer_enabled, !rows[i].stopped);
      }
    }
    assert_int_equal(found, 1);
  }
}

// G, RTWFRY: the session ends with reason "stopped", whichever PMBSR_ELx stops it, even if S becomes effective by a
// change of MDCR_EL3.PMSEE.
TEST(session_ends_when_any_register_stops_it)  // N1
{
  for (int el = 1; el <= 3; el++) {
    bench_open_enabled(exceptions());
    set_ee(2, 0);
    if (el == 1) {
      bench_record();
      bench_msr(SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
      bench_clean();
      bench_msr(SPU_PMBSR_EL1, 0);
    } else {
      bench_msr(el == 2 ? SPU_PMBSR_EL2 : SPU_PMBSR_EL3, SPU_PMBSR_EL1_S);
      bench_record();  // PMSEE is 0b00
      b.in.mdcr_el3_pmsee = el == 2 ? 1 : 2;
      bench_clean();
      b.in.mdcr_el3_pmsee = 0;
      bench_clean();
    }
    assert_true(b.out.buffer_enabled || el == 1);
    expect_discard(SPU_DISCARD_STOPPED, false);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Tables D17-8 to D17-10

struct exception_row {
  const char *pmsee, *ee2, *ke2, *tge, *ee1, *ke1, *pm;
  const char *irq;      // HIGH, LOW
  const char *from[4];  // None, B, C, EL1 to EL3, n/a; from EL0 first
};

#define ANY2 "XX"
static const struct exception_row table_d17_8[] = {
    {"00", ANY2, "X", "0", ANY2, "X", "X", "HIGH", {"None", "None", "None", "None"}},
    {"00", ANY2, "X", "1", ANY2, "X", "X", "HIGH", {"None", "n/a", "None", "None"}},
    {"!=00", "00", "X", "0", ANY2, "X", "X", "HIGH", {"None", "None", "None", "None"}},
    {"!=00", "00", "X", "1", ANY2, "X", "X", "HIGH", {"None", "n/a", "None", "None"}},
    {"!=00", "!=00", "X", "0", "0X", "X", "X", "HIGH", {"None", "None", "None", "None"}},
    {"!=00", "!=00", "X", "0", "1X", "0", "X", "LOW", {"EL1", "C", "C", "C"}},
    {"!=00", "!=00", "X", "0", "1X", "1", "0", "LOW", {"EL1", "EL1", "C", "C"}},
    {"!=00", "!=00", "X", "0", "1X", "1", "1", "LOW", {"EL1", "B", "C", "C"}},
    {"!=00", "!=00", "X", "1", "0X", "X", "X", "HIGH", {"None", "n/a", "None", "None"}},
    {"!=00", "!=00", "X", "1", "1X", "X", "X", "LOW", {"EL2", "n/a", "C", "C"}}};

static const struct exception_row table_d17_9[] = {
    {"00", ANY2, "X", "0", ANY2, "X", "X", "LOW", {"None", "None", "None", "None"}},
    {"00", ANY2, "X", "1", ANY2, "X", "X", "LOW", {"None", "n/a", "None", "None"}},
    {"!=00", "0X", "X", "0", ANY2, "X", "X", "LOW", {"None", "None", "None", "None"}},
    {"!=00", "0X", "X", "1", ANY2, "X", "X", "LOW", {"None", "n/a", "None", "None"}},
    {"!=00", "10", "X", "0", ANY2, "X", "X", "LOW", {"EL2", "EL2", "C", "C"}},
    {"!=00", "10", "X", "1", ANY2, "X", "X", "LOW", {"EL2", "n/a", "C", "C"}},
    {"!=00", "11", "0", "0", ANY2, "X", "X", "LOW", {"EL2", "EL2", "C", "C"}},
    {"!=00", "11", "0", "1", ANY2, "X", "X", "LOW", {"EL2", "n/a", "C", "C"}},
    {"!=00", "11", "1", "0", ANY2, "X", "0", "LOW", {"EL2", "EL2", "EL2", "C"}},
    {"!=00", "11", "1", "0", ANY2, "X", "1", "LOW", {"EL2", "EL2", "B", "C"}},
    {"!=00", "11", "1", "1", ANY2, "X", "0", "LOW", {"EL2", "n/a", "EL2", "C"}},
    {"!=00", "11", "1", "1", ANY2, "X", "1", "LOW", {"EL2", "n/a", "B", "C"}}};

static const struct exception_row table_d17_10[] = {
    {"0X", ANY2, "X", "0", ANY2, "X", "X", "LOW", {"None", "None", "None", "None"}},
    {"0X", ANY2, "X", "1", ANY2, "X", "X", "LOW", {"None", "n/a", "None", "None"}},
    {"10", ANY2, "X", "0", ANY2, "X", "X", "LOW", {"EL3", "EL3", "EL3", "C"}},
    {"10", ANY2, "X", "1", ANY2, "X", "X", "LOW", {"EL3", "n/a", "EL3", "C"}},
    {"11", ANY2, "X", "0", ANY2, "X", "X", "LOW", {"EL3", "EL3", "EL3", "C"}},
    {"11", ANY2, "X", "1", ANY2, "X", "X", "LOW", {"EL3", "n/a", "EL3", "C"}}};

// Controls of the tables, from the bits of a number: 0 PM, 1 KE and 2, 3 EE of EL1, 4 TGE, 5 KE and 6, 7 EE of EL2,
// 8, 9 PMSEE.
static void set_controls(uint32_t bits)
{
  b.in.pe_pm = (bits & 1U) != 0;
  b.in.hcr_el2_tge = (bits & 16U) != 0;
  b.in.mdcr_el3_pmsee = (uint8_t)(bits >> 8 & 3U);
  b.spu->regs.pmscr_el1 = (bits & 2U) != 0 ? SPU_PMSCR_EL1_KE : 0;
  b.spu->regs.pmscr_el2 = (bits & 32U) != 0 ? SPU_PMSCR_EL2_KE : 0;
  set_ee(bits >> 6 & 3U, bits >> 2 & 3U);
}

static bool row_fits(const struct exception_row *row, uint32_t bits)
{
  return fits(row->pm, bits & 1U) && fits(row->ke1, bits >> 1 & 1U) && fits(row->ee1, bits >> 2 & 3U) &&
         fits(row->tge, bits >> 4 & 1U) && fits(row->ke2, bits >> 5 & 1U) && fits(row->ee2, bits >> 6 & 3U) &&
         fits(row->pmsee, bits >> 8 & 3U);
}

static uint32_t taken(const struct spu_out *out)
{
  return (out->exception_el1 ? 2U : 0U) | (out->exception_el2 ? 4U : 0U) | (out->exception_el3 ? 8U : 0U);
}

// The levels to which exceptions are taken in the next cycle, one bit each.
static uint64_t taken_now(void)
{
  bench_clean();
  return taken(&b.out);
}

static void expect_table(const struct exception_row *rows, size_t count, enum spu_el el)
{
  bench_open(exceptions());
  assert_true(b.spu->config.nested_virt >= 1);  // PMSCR_EL1.EE follows its higher bit
  for (uint32_t bits = 0; bits < 1024; bits++) {
    const struct exception_row *found = NULL;
    for (size_t i = 0; i < count; i++) {
      if (row_fits(&rows[i], bits)) {
        assert_null(found);
        found = &rows[i];
      }
    }
    assert_non_null(found);
    for (uint8_t from = 0; from <= 3; from++) {
      if (strcmp(found->from[from], "n/a") == 0) {
        continue;
      }
      set_controls(bits);
      set_stops(el == SPU_EL1, el == SPU_EL2, el == SPU_EL3);
      b.in.pe_el = from;
      bench_clean();
      const bool to = strncmp(found->from[from], "EL", 2) == 0;
      const uint32_t expected = to ? 1U << (found->from[from][2] - '0') : 0;
      if (taken(&b.out) != expected || b.out.pmbirq != (strcmp(found->irq, "HIGH") == 0)) {
        fail_msg("S of EL%d, controls 0x%x, from EL%d: expected %s and IRQ %s, got 0x%x and %d", (int)el,
                 bits, from, found->from[from], found->irq, taken(&b.out), b.out.pmbirq);
      }
    }
  }
}

// G, RYZJQX, RTSJRP: each row of Table D17-8: S of PMBSR_EL1.
TEST(exception_of_el1_follows_its_table)  // N2
{
  expect_table(table_d17_8, COUNT(table_d17_8), SPU_EL1);
}

// G, RYZJQX: each row of Table D17-9: S of PMBSR_EL2.
TEST(exception_of_el2_follows_its_table)  // N2
{
  expect_table(table_d17_9, COUNT(table_d17_9), SPU_EL2);
}

// G, RYZJQX: each row of Table D17-10: S of PMBSR_EL3.
TEST(exception_of_el3_follows_its_table)  // N2
{
  expect_table(table_d17_10, COUNT(table_d17_10), SPU_EL3);
}

// G, RYZJQX: all exceptions can be taken at once; none in Debug state; only EL3's outside the owning Security state;
// none before SPEv1p5, where only PMBIRQ exists. TGE acts as 0 while EL2 is disabled.
TEST(exception_needs_the_owning_state_and_no_debug_state)  // N2
{
  static const struct step steps[] = {
      {SET(in.hcr_el2_tge, false), 14}, {SET(in.hcr_el2_tge, true), 12},
      {SET(in.hcr_el2_tge, false), 14}, {SET(in.pe_debug, true), 0},
      {SET(in.pe_debug, false), 14},    {SET(in.scr_el3_nse, true), 8},  // Realm state
      {SET(in.scr_el3_nse, false), 14}, {SET(in.mdcr_el3_nspb, 1), UNASKED},
      {SET(in.scr_el3_ns, false), 10},  // Secure state, without EL2, and it owns the buffer
      {SET(in.hcr_el2_tge, true), 10},
  };
  bench_open(exceptions());
  b.in.mdcr_el3_pmsee = 3;
  set_ee(3, 3);
  set_stops(true, true, true);
  RUN_STEPS(taken_now, steps);
  assert_false(b.out.pmbirq);

  bench_open(bench_named("v9"));
  b.in.mdcr_el3_pmsee = 3;
  set_ee(3, 3);
  set_stops(true, true, true);
  assert_int_equal(taken_now(), 0);
  assert_true(b.out.pmbirq);
  assert_int_equal(report(0x25, 0), SPU_EL1);
  b.spu->regs.pmbsr = 0;
  assert_false(SPEProfilingStopped(b.spu, &b.in));

  bench_open(CHANGED(without_rme(), config.have_el3 = false));
  b.in.mdcr_el3_pmsee = 0;  // EL3 does not exist
  set_ee(2, 3);
  set_stops(false, true, true);
  assert_int_equal(taken_now(), 4);
  b.in.mdcr_el3_pmsee = 3;
  set_ee(1, 3);
  assert_int_equal(report(0x24, 0x10), SPU_EL1);
  assert_false(SPEProfilingStopped(b.spu, &b.in));
}

// ---------------------------------------------------------------------------------------------------------
// Recorded values

static const uint16_t registers[] = {SPU_PMBSR_EL1, SPU_PMBSR_EL2, SPU_PMBSR_EL3};

// Old syndromes, which an event must not change in the other registers.
static const uint64_t old[] = {SPU_PMBSR_EL1_MSS2_DirtyBit | 0x01, STAGE1 | 0x02, STAGE2 | 0x03};

static void expect_registers(enum spu_el el, uint64_t value)
{
  for (int i = 0; i < 3; i++) {
    const uint64_t expected = i + 1 == (int)el ? value : old[i];
    if (bench_peek(registers[i]) != expected) {
      fail_msg("PMBSR_EL%d: expected 0x%llx, got 0x%llx", i + 1, (unsigned long long)expected,
               (unsigned long long)bench_peek(registers[i]));
    }
  }
}

// Expects that only this level's register records this cycle's event.
static void expect_recorded(enum spu_el el, uint64_t value)
{
  assert_int_equal(b.vif.event_el, el);
  expect_registers(el, value);
}

// A record waits to be written at `pointer`; PMSEE and PMSCR_EL2.EE are as given.
static void open_recording(struct spu_config config, uint8_t pmsee, uint32_t ee, uint64_t pointer)
{
  bench_open_enabled(config);
  bench_msr(SPU_PMBPTR_EL1, pointer);
  bench_record();
  b.in.mdcr_el3_pmsee = pmsee;
  set_ee(ee, 0);
  for (int i = 0; i < 3; i++) {
    bench_msr(registers[i], old[i]);
  }
}

static const struct route {
  uint8_t pmsee;
  uint32_t ee;
  enum spu_el fault, other;  // target of a stage 2 Permission fault, and of an Other management event
} routes[] = {{0, 3, 1, 1}, {1, 1, 1, 1}, {1, 2, 2, 1}, {2, 3, 2, 2}, {3, 0, 3, 3}};
enum { ROUTES = COUNT(routes) };

static void open_route(struct spu_config config, const struct route *route, uint64_t pointer)
{
  open_recording(config, route->pmsee, route->ee, pointer);
}

// G3, N1, RHJXHT: a fault writes its whole syndrome with DL to one PMBSR_ELx, named by vif; the others are unchanged.
TEST(fault_is_recorded_in_one_register)
{
  for (uint32_t row = 0; row < 2 * ROUTES; row++) {
    const struct route *route = &routes[row / 2];
    const bool second_page = row % 2 != 0;
    open_route(exceptions(), route, SPLIT);
    start_write();
    if (second_page) {
      translate(0x7000FE8);
    }
    bench_fault(0x0F, true);
    b.in.xlate_rsp_overlay = true;
    expect_discard(SPU_DISCARD_FAULT, true);
    const uint64_t expected =
        SPU_PMBSR_EL1_MSS2_Overlay | STAGE2 | SPU_PMBSR_EL1_S | 0x0F | (second_page ? SPU_PMBSR_EL1_DL : 0);
    expect_event(expected, second_page ? BENCH_BUFFER + PAGE : SPLIT);
    expect_recorded(route->fault, expected);
    bench_clean();
    assert_int_equal(b.vif.event_el, 0);
    assert_int_equal(b.out.pmbsr, bench_peek(SPU_PMBSR_EL1));
    assert_int_equal(b.out.pmbsr_el2, bench_peek(SPU_PMBSR_EL2));
    assert_int_equal(b.out.pmbsr_el3, bench_peek(SPU_PMBSR_EL3));
    assert_false(b.out.profiling_enabled);
    assert_int_equal(b.out.pmbirq, route->fault == SPU_EL1);
    assert_int_equal(taken(&b.out), route->fault == SPU_EL1 ? 0 : 1U << route->fault);
  }
}

// G3, G10, Tables D17-5 and D17-6: the translation response determines the fault: with PMSEE 0b10 and EE 0b00, a GPF
// goes to EL3 by SCR_EL3.GPF, an External abort on a table walk by SCR_EL3.EA, another GPC fault always, other faults
// never.
TEST(translation_response_names_the_fault)
{
  static const struct {
    uint8_t fsc;
    bool stage2, gpc, gpf, ea;
    enum spu_el el;
    uint64_t syndrome;
  } rows[] = {{0x28, false, false, true, false, 3, STAGE1 | 0x28},
              {0x25, true, false, true, false, 3, STAGE2 | 0x25},
              {0x28, false, false, false, true, 1, STAGE1 | 0x28},
              {0x15, false, false, false, true, 3, STAGE1 | 0x15},
              {0x15, true, false, true, false, 1, STAGE2 | 0x15},
              {0x07, false, false, true, true, 1, STAGE1 | 0x07},
              {0x28, false, true, false, false, 3, UINT64_C(0x1E) << 26}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    open_recording(exceptions(), 2, 0, BENCH_BUFFER);
    b.in.scr_el3_gpf = rows[i].gpf;
    b.in.scr_el3_ea = rows[i].ea;
    start_write();
    bench_fault(rows[i].fsc, rows[i].stage2);
    b.in.xlate_rsp_gpc = rows[i].gpc;
    expect_discard(SPU_DISCARD_FAULT, true);
    expect_recorded(rows[i].el, rows[i].syndrome | SPU_PMBSR_EL1_S);
  }
}

// G, RHJXHT: the pins and the owner in the cycle that records the event determine its register.
TEST(event_goes_by_the_cycle_in_which_it_is_recorded)  // N1
{
  open_recording(exceptions(), 2, 3, BENCH_BUFFER);
  start_write();
  bench_fault(0x07, false);
  bench_clean();
  b.in.mdcr_el3_pmsee = 3;
  expect_discard(SPU_DISCARD_FAULT, true);
  expect_recorded(SPU_EL3, STAGE1 | SPU_PMBSR_EL1_S | 0x07);
}

// G2, N1, Table D17-7: a full buffer is recorded like an Other management event; DL and COLL of that register are
// unchanged.
TEST(full_buffer_is_recorded_in_one_register)
{
  for (uint32_t i = 0; i < ROUTES; i++) {
    const enum spu_el el = routes[i].other;
    open_route(exceptions(), &routes[i], BENCH_LIMIT - 128);
    bench_msr(registers[el - 1], old[el - 1] | SPU_PMBSR_EL1_DL | SPU_PMBSR_EL1_COLL);
    start_page(0x80000000);
    commit_last_write();
    expect_recorded(el, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL | SPU_PMBSR_EL1_COLL | 1);
    assert_int_equal(b.vif.event_pmbsr, bench_peek(registers[el - 1]));
    assert_int_equal(b.out.sample_buffer_full, 1);
  }
}

// G5, N1, Table D17-7: Access not allowed is recorded in the same register, with its DL.
TEST(access_not_allowed_is_recorded_in_one_register)
{
  struct spu_config config = exceptions();
  config.not_enabled_write = SPU_NOT_ENABLED_NOT_ALLOWED;
  for (uint32_t i = 0; i < ROUTES; i++) {
    open_route(config, &routes[i], BENCH_BUFFER);
    b.in.pe_debug = true;
    expect_discard(SPU_DISCARD_NOT_ENABLED, true);
    expect_recorded(routes[i].other, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL);
  }
}

// C3, N1, J1 SPESampleCollision(): a collision sets COLL in the register of Other management events.
TEST(collision_is_recorded_in_the_default_register)
{
  struct spu_config config = exceptions();
  config.in_flight = 1;
  for (uint32_t i = 0; i < ROUTES; i++) {
    open_route(config, &routes[i], BENCH_BUFFER);
    (void)bench_mark(0x400000);
    bench_select(0);
    bench_clean();
    assert_int_equal(b.out.sample_collision, 1);
    expect_registers(routes[i].other, old[routes[i].other - 1] | SPU_PMBSR_EL1_COLL);
  }
}

// C3, N1, D17.8: with FEAT_SPEv1p5 nothing collides with a fault, wherever it is recorded: younger samples are fed, and
// discarded because profiling has stopped.
TEST(nothing_collides_with_a_fault)
{
  for (uint32_t i = 0; i < ROUTES; i++) {
    open_route(exceptions(), &routes[i], BENCH_BUFFER);
    start_write();
    (void)bench_mark(0x400000);
    bench_fault(0x07, true);
    discard_record(SPU_DISCARD_FAULT, true);
    assert_int_equal(b.out.sample_collision, 0);
    expect_recorded(routes[i].fault, STAGE2 | SPU_PMBSR_EL1_S | 0x07);
    assert_true(bench_finish(0, (struct spu_op){0}));
    expect_fed(1, 1);
    expect_discard(SPU_DISCARD_STOPPED, false);
    assert_int_equal(spu_get_counts(b.spu).collided, 0);
  }
}

// B1, N1, G: a direct write to the event's register overrides it; a write to another one does not interfere.
TEST(direct_write_concerns_its_own_register)
{
  for (int written = 1; written <= 3; written++) {
    open_recording(exceptions(), 1, 3, BENCH_BUFFER);
    start_write();
    b.in.pe_el = SPU_EL3;
    bench_access(registers[written - 1], true, 0x3F);
    bench_fault(0x07, false);
    discard_record(SPU_DISCARD_FAULT, true);
    const uint64_t event = STAGE1 | SPU_PMBSR_EL1_S | 0x07;
    assert_int_equal(b.vif.event_el, SPU_EL2);
    assert_int_equal(b.vif.event_pmbsr, event);
    for (int el = 1; el <= 3; el++) {
      assert_int_equal(bench_peek(registers[el - 1]),
                       el == written ? 0x3F : (el == SPU_EL2 ? event : old[el - 1]));
    }
  }
}

static uint64_t first_counter_freezes(void)
{
  return SPEFreezeOnEvent(b.spu, &b.in, 0);
}

// P4, N1: the event counters freeze when profiling is stopped, whichever PMBSR_ELx stops it.
TEST(counters_freeze_when_any_register_stops_profiling)
{
  static const struct step steps[] = {
      {SET(spu->regs.pmbsr_el3, SPU_PMBSR_EL1_S), UNASKED},
      {SET(in.mdcr_el3_pmsee, 1), false},
      {SET(in.mdcr_el3_pmsee, 2), true},
      {SET(spu->regs.pmbsr_el3, 0), false},
      {SET(spu->regs.pmbsr_el2, SPU_PMBSR_EL1_S), true},
  };
  bench_open(exceptions());
  b.in.mdcr_el2_hpmn = (uint8_t)b.spu->config.pmu_counters;
  b.spu->pmu.pmcr = SPU_PMCR_EL0_E | SPU_PMCR_EL0_FZS;
  bench_msr(SPU_PMBLIMITR_EL1, BENCH_LIMIT | SPU_PMBLIMITR_EL1_PMFZ | SPU_PMBLIMITR_EL1_E);
  set_ee(2, 0);
  RUN_STEPS(first_counter_freezes, steps);
}
