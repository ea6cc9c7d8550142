// SPDX-License-Identifier: Apache-2.0
//
// FEAT_PMUv3p9: EL0's access under PMUSERENR_EL0.{TID, UEN} and PMUACR_EL1, register by register, and PMZR_EL0 (Arm ARM
// D13.11.3, D24.5, G8.4).
#include "unit/test/model/model_pmu_bench.h"

enum { EN = 1, SW = 2, CR = 4, ER = 8, UEN = 16, TID = 64, PM_BITS = 128 };

// At EL0, with nothing counting; EL1 permits counters 0, 2 and 5 to EL0.
static void open_user(void)
{
  pmu_open("v9.6");
  b.spu->pmu.pmcr = 0;
  b.spu->pmu.userenr = UEN;
  b.spu->pmu.uacr = 0x25;
  b.in.scr_el3_fgten = b.in.scr_el3_fgten2 = true;
  b.in.hdfgrtr2_el2 = b.in.hdfgwtr2_el2 = UINT64_MAX;
  b.in.mdcr_el3_enpm2 = true;
  b.in.pe_el = SPU_EL0;
}

// EL0 in AArch32 state. EL1 uses AArch64, or with `el1` AArch32.
static void use_aarch32(bool el1)
{
  b.spu->config.aarch32_el0 = b.spu->config.aarch32_el1 = true;
  b.in.pe_aarch32 = true;
  b.in.hcr_el2_rw = !el1;
}

// ---------------------------------------------------------------------------------------------------------
// Traps

// PMZR_EL0 comes with FEAT_PMUv3p9, and has no AArch32 form.
static const struct pmu_row pmzr = {SPU_PMZR_EL0, false, true, 0, EN, NONE, 21};

// Whether PMUSERENR_EL0 permits the access; `uen`: UEN is effective.
static bool enabled(const struct pmu_row *row, bool write, uint8_t userenr, bool uen)
{
  const bool identification = row->address == SPU_PMCEID0_EL0 || row->address == SPU_PMCEID1_EL0;
  if (identification && (userenr & TID) != 0) {
    return false;
  }
  if (uen && (userenr & UEN) != 0) {
    return row->address != SPU_PMCR_EL0;
  }
  return ((write ? row->el0_write : row->el0_read) & userenr) != 0;
}

static void check_row(const struct pmu_row *row, void (*check)(const struct pmu_row *row, bool write))
{
  for (int write = 0; write < 2; write++) {
    const unsigned lets = write != 0 ? row->el0_write : row->el0_read;
    for (unsigned userenr = 0; userenr < PM_BITS && lets != 0 && lets != ALWAYS; userenr++) {
      b.spu->pmu.userenr = (uint8_t)userenr;
      check(row, write != 0);
    }
  }
}

// Calls `check` for every access that PMUSERENR_EL0 controls.
static void for_each_access(void (*check)(const struct pmu_row *row, bool write))
{
  for (size_t i = 0; i < COUNT(pmu_rows); i++) {
    check_row(&pmu_rows[i], check);
  }
  check_row(&pmzr, check);
}

static void check_aarch64(const struct pmu_row *row, bool write)
{
  const bool ok = enabled(row, write, b.spu->pmu.userenr, true);
  expect_access_at(SPU_EL0, row->address, write, ok ? OK : T1);
  b.in.hcr_el2_tge = true;
  expect_access(row->address, write, ok ? OK : T2);
  b.in.scr_el3_ns = false;  // EL2 is not enabled
  expect_access(row->address, write, ok ? OK : T1);
  b.in.scr_el3_ns = true;
  b.in.hcr_el2_tge = false;
  expect_access_at(SPU_EL1, row->address, write, OK);  // neither bit applies to EL1
}

// P3, D24.5.26: UEN permits EL0 every register but PMCR_EL0, which it refuses for either EN; TID refuses PMCEID<n>_EL0.
TEST(uen_opens_all_but_pmcr_to_el0)
{
  open_user();
  for_each_access(check_aarch64);
}

static void check_aarch32(const struct pmu_row *row, bool write)
{
  const bool ok = enabled(row, write, b.spu->pmu.userenr, true);
  expect_access(row->address, write, row == &pmzr ? UN : ok ? OK : T1);
  b.in.hcr_el2_tge = true;
  expect_access(row->address, write, row == &pmzr ? UN : ok ? OK : T2);
  b.in.hcr_el2_tge = false;
}

static void check_aarch32_el1(const struct pmu_row *row, bool write)
{
  const bool ok = row != &pmzr && enabled(row, write, b.spu->pmu.userenr, false);
  expect_access(row->address, write, ok ? OK : UN);
  b.in.hcr_el2_tge = true;  // to an EL2 that uses AArch64
  expect_access(row->address, write, row == &pmzr ? UN : ok ? OK : T2);
  b.in.hcr_el2_tge = false;
}

// P3, G8.4: MRC and MCR act as MRS and MSR while EL1 uses AArch64. While EL1 uses AArch32, UEN acts as 0, but TID
// applies.
TEST(uen_is_zero_while_el1_uses_aarch32)
{
  open_user();
  use_aarch32(false);
  for_each_access(check_aarch32);
  use_aarch32(true);
  for_each_access(check_aarch32_el1);
}

static void check_version8(const struct pmu_row *row, bool write)
{
  const bool ok = ((write ? row->el0_write : row->el0_read) & b.spu->pmu.userenr) != 0;
  expect_access(row->address, write, row == &pmzr ? UN : ok ? OK : T1);
}

// P3, D24.5.25, D24.5.26, D24.5.29: before FEAT_PMUv3p9 there is neither UEN nor TID, PMUACR_EL1 nor PMZR_EL0.
TEST(pmuv3p8_has_no_uen_or_pmzr)
{
  open_user();
  assert_true(spu_pmu_claims(b.spu, SPU_PMZR_EL0));
  assert_true(spu_pmu_claims(b.spu, SPU_PMUACR_EL1));
  assert_int_equal(SPU_PMZR_EL0, 0xDCEC);    // 3, 3, c9, c13, 4
  assert_int_equal(SPU_PMUACR_EL1, 0xC4F4);  // 3, 0, c9, c14, 4
  b.spu->config.pmu_version = 8;
  for_each_access(check_version8);
  assert_false(spu_pmu_claims(b.spu, SPU_PMZR_EL0));
  assert_false(spu_pmu_claims(b.spu, SPU_PMUACR_EL1));
  b.spu->pmu.evcntr[1] = 8;
  b.spu->pmu.userenr = UEN | EN;
  assert_int_equal(pmu_mrs(evcntr(1)), 8);
  b.in.pe_el = SPU_EL1;
  pmu_msr(SPU_PMUSERENR_EL0, UINT64_MAX);
  assert_int_equal(pmu_mrs(SPU_PMUSERENR_EL0), ER | CR | SW | EN);
  b.spu->config.pmu_version = 9;
  pmu_msr(SPU_PMUSERENR_EL0, UINT64_MAX);  // IR is RES0
  assert_int_equal(pmu_mrs(SPU_PMUSERENR_EL0), TID | UEN | ER | CR | SW | EN);
}

// P3, D24.5.4: TID has priority over fine-grained and other traps to EL2.
TEST(tid_comes_before_traps_to_el2)
{
  open_user();
  b.in.mdcr_el2_tpm = true;
  expect_access(SPU_PMCEID0_EL0, false, T2);
  b.spu->pmu.userenr = UEN | TID;
  b.in.hdfgrtr_el2 = UINT64_MAX;
  expect_access(SPU_PMCEID0_EL0, false, T1);
  expect_access(SPU_PMCEID1_EL0, false, T1);
}

// P3, U5, D24.5.25: EnPM2 applies to PMUACR_EL1, the FGT2 bit and TPM to both; a trap to EL2 has priority over EL3's.
TEST(user_access_registers_trap_by_priority)
{
  static const struct {
    uint16_t address;
    bool write;
    int bit;
  } accesses[] = {{SPU_PMUACR_EL1, false, 4}, {SPU_PMUACR_EL1, true, 4}, {SPU_PMZR_EL0, true, 21}};
  for (size_t i = 0; i < COUNT(accesses); i++) {
    const uint16_t address = accesses[i].address;
    const bool write = accesses[i].write;
    const bool el0 = address == SPU_PMZR_EL0;
    open_user();
    uint64_t *bits = write ? &b.in.hdfgwtr2_el2 : &b.in.hdfgrtr2_el2;
    uint64_t *other = write ? &b.in.hdfgrtr2_el2 : &b.in.hdfgwtr2_el2;
    *other = 0;
    b.in.hdfgrtr_el2 = b.in.hdfgwtr_el2 = UINT64_MAX;  // do not apply to these registers
    expect_access(address, write, el0 ? OK : UN);
    expect_access_from(SPU_EL1, address, write, OK);
    expect_access_at(SPU_EL3, SPU_PMZR_EL0, false, UN);
    // HDFGRTR2_EL2, HDFGWTR2_EL2
    for (int bit = 0; bit < 64; bit++) {
      *bits = ~SPU_BIT(bit);
      expect_access_at(SPU_EL1, address, write, bit == accesses[i].bit ? T2 : OK);
    }
    *bits = UINT64_MAX;
    // SCR_EL3.FGTEn2 == 0 traps too, if EL2 is enabled and EL3 exists
    b.in.scr_el3_fgten2 = false;
    expect_access(address, write, T2);
    expect_access_at(SPU_EL2, address, write, OK);
    bool *const needed[] = {&b.in.scr_el3_ns, &b.spu->config.have_el3, &b.spu->config.have_fgt2};
    for (size_t n = 0; n < COUNT(needed); n++) {
      *needed[n] = false;
      expect_access_at(SPU_EL1, address, write, OK);
      *needed[n] = true;
    }
    if (el0) {
      expect_access_at(SPU_EL0, address, write, T2);
      b.in.hcr_el2_tge = b.in.hcr_el2_e2h = true;  // EL0 is in the host
      expect_access(address, write, OK);
      b.in.hcr_el2_tge = b.in.hcr_el2_e2h = false;
      b.spu->pmu.userenr = 0;
      expect_access(address, write, T1);
    }
    // MDCR_EL3.EnPM2, TPM
    for (int tpm = 0; tpm < 2; tpm++) {
      b.in.mdcr_el3_tpm = b.in.mdcr_el3_enpm2 = tpm != 0;
      const bool trapped = tpm != 0 || !el0;
      b.in.scr_el3_fgten2 = true;
      expect_access_at(SPU_EL1, address, write, trapped ? T3 : OK);
      b.in.mdcr_el2_tpm = true;
      expect_access(address, write, T2);
      b.in.mdcr_el2_tpm = false;
      b.in.scr_el3_fgten2 = false;
      expect_access(address, write, T2);
      expect_access_at(SPU_EL2, address, write, trapped ? T3 : OK);
      expect_access_at(SPU_EL3, address, write, OK);
      // Debug state with EDSCR.SDD
      b.in.pe_debug = b.in.edscr_sdd = true;
      for (int first = 0; first < 2; first++) {
        b.spu->config.el3_trap_priority = first != 0;
        expect_access_at(SPU_EL1, address, write, trapped && first != 0 ? UN : T2);
        expect_access_at(SPU_EL2, address, write, trapped ? UN : OK);
      }
      b.in.pe_debug = b.in.edscr_sdd = false;
    }
  }
}

// P3: PMUACR_EL1 and PMZR_EL0 have no AArch32 form.
TEST(new_registers_are_undefined_in_aarch32_state)
{
  open_user();
  use_aarch32(true);
  b.spu->pmu.userenr = EN;
  expect_access(SPU_PMZR_EL0, true, UN);
  expect_access_at(SPU_EL1, SPU_PMZR_EL0, true, UN);
  expect_access(SPU_PMUACR_EL1, true, UN);
  expect_access(SPU_PMUACR_EL1, false, UN);
}

// ---------------------------------------------------------------------------------------------------------
// Counters and their filters

// A register that accesses a counter or filter: the bit in PMUACR_EL1, and the bit that makes it read-only.
struct way {
  uint16_t address;
  uint8_t sel;  // PMSELR_EL0.SEL
  uint8_t bit;
  uint8_t read_only;
  bool filter;
};

static const struct way ways[] = {
    {SPU_PMCCNTR_EL0, 0, CYCLES, CR, false},        {SPU_PMCCFILTR_EL0, 0, CYCLES, CR, true},
    {SPU_PMXEVTYPER_EL0, CYCLES, CYCLES, CR, true}, {SPU_PMEVCNTR0_EL0, 3, 0, ER, false},
    {SPU_PMEVCNTR0_EL0 + 7, 3, 7, ER, false},       {SPU_PMEVTYPER0_EL0, 3, 0, ER, true},
    {SPU_PMEVTYPER0_EL0 + 7, 3, 7, ER, true},       {SPU_PMXEVCNTR_EL0, 0, 0, ER, false},
    {SPU_PMXEVCNTR_EL0, 7, 7, ER, false},           {SPU_PMXEVTYPER_EL0, 0, 0, ER, true},
    {SPU_PMXEVTYPER_EL0, 7, 7, ER, true},
};

static uint64_t *place(const struct way *way)
{
  struct pmu *pmu = &b.spu->pmu;
  if (way->bit == CYCLES) {
    return way->filter ? &pmu->ccfiltr : &pmu->ccntr;
  }
  return way->filter ? &pmu->evtyper[way->bit] : &pmu->evcntr[way->bit];
}

// `bit`: PMUACR_EL1 has only the counter's bit; else all bits but this one.
static void check_way(const struct way *way, uint8_t userenr, bool bit, bool uen)
{
  b.spu->pmu.userenr = userenr;
  b.spu->pmu.sel = way->sel;
  b.spu->pmu.uacr = bit ? 1U << way->bit : (CYCLE_BIT | 0xFF) & ~(1U << way->bit);
  uint64_t *value = place(way);
  *value = SPU_PMEVTYPER_EL0_U;
  const bool seen = !uen || bit;
  const bool written = seen && (!uen || (userenr & way->read_only) == 0);
  assert_int_equal(pmu_mrs(way->address), seen ? SPU_PMEVTYPER_EL0_U : 0);
  pmu_msr(way->address, SPU_PMEVTYPER_EL0_P);
  assert_int_equal(b.spu->answer.access.verdict, OK);
  assert_int_equal(*value, written ? SPU_PMEVTYPER_EL0_P : SPU_PMEVTYPER_EL0_U);
}

// P3, Table D13-12, D24.5.1, .2, .10, .12, .27, .28: with UEN, a counter and its filter are RAZ/WI if the counter's bit
// in PMUACR_EL1 is 0; else ER, or CR for the cycle counter, makes them read-only. No effect at EL1 or with UEN 0.
TEST(counter_is_user_accessible_by_its_bit)
{
  open_user();
  for (unsigned form = 0; form < 3; form++) {  // AArch64; AArch32 state; and EL1 in AArch32
    if (form != 0) {
      use_aarch32(form == 2);
    }
    for (size_t i = 0; i < COUNT(ways); i++) {
      for (unsigned low = 0; low < UEN; low++) {
        for (int bit = 0; bit < 2; bit++) {
          b.in.pe_el = SPU_EL0;
          check_way(&ways[i], (uint8_t)(low | EN), bit != 0, false);
          check_way(&ways[i], (uint8_t)(UEN | low | (form == 2 ? EN : 0)), bit != 0, form != 2);
          b.in.pe_el = form == 1 ? SPU_EL0 : SPU_EL1;
          check_way(&ways[i], (uint8_t)((form == 1 ? 0 : UEN) | low | EN), bit != 0, false);
        }
      }
    }
  }
}

// P3, D24.5.6, .7, .20, .21: bits of enables and flags are RAZ/WI or read-only like their counters.
TEST(enables_and_flags_are_those_of_user_counters)
{
  static const struct {
    uint8_t userenr;
    uint32_t read;
    uint32_t written;
  } cases[] = {
      {UEN, CYCLE_BIT | 0x25, CYCLE_BIT | 0x25}, {UEN | EN | SW, CYCLE_BIT | 0x25, CYCLE_BIT | 0x25},
      {UEN | CR, CYCLE_BIT | 0x25, 0x25},        {UEN | ER, CYCLE_BIT | 0x25, CYCLE_BIT},
      {UEN | ER | CR | EN, CYCLE_BIT | 0x25, 0}, {EN | ER | CR, CYCLE_BIT | 0x3F, CYCLE_BIT | 0x3F},
  };
  open_user();
  b.in.mdcr_el2_hpmn = 6;
  for (int form = 0; form < 2; form++) {
    if (form != 0) {
      use_aarch32(false);
    }
    for (const struct pmu_pair *pair = pmu_pairs; pair < &pmu_pairs[2]; pair++) {
      for (size_t n = 0; n < COUNT(cases); n++) {
        b.spu->pmu.userenr = cases[n].userenr;
        b.spu->pmu.uacr = CYCLE_BIT | 0xA5;  // counter 7 is beyond HPMN
        *pair->bits = CYCLE_BIT | 0xFF;
        assert_int_equal(pmu_mrs(pair->set), cases[n].read);
        assert_int_equal(pmu_mrs(pair->clear), cases[n].read);
        pmu_msr(pair->clear, UINT64_MAX);
        assert_int_equal(*pair->bits, (CYCLE_BIT | 0xFF) & ~cases[n].written);
        *pair->bits = 0;
        pmu_msr(pair->set, UINT64_MAX);
        assert_int_equal(*pair->bits, cases[n].written);
      }
    }
  }
  // Without the bit C
  b.spu->pmu.userenr = UEN;
  b.spu->pmu.uacr = 0;
  b.spu->pmu.ovs = CYCLE_BIT | 0xFF;
  assert_int_equal(pmu_mrs(SPU_PMOVSSET_EL0), 0);
  pmu_msr(SPU_PMOVSCLR_EL0, UINT64_MAX);
  assert_int_equal(b.spu->pmu.ovs, CYCLE_BIT | 0xFF);
  // With EL1 in AArch32, UEN is 0
  use_aarch32(true);
  b.spu->pmu.userenr = UEN | ER | CR | EN;
  assert_int_equal(pmu_mrs(SPU_PMOVSSET_EL0), CYCLE_BIT | 0x3F);
  pmu_msr(SPU_PMOVSCLR_EL0, UINT64_MAX);
  assert_int_equal(b.spu->pmu.ovs, 0xC0);
  b.in.pe_aarch32 = false;
  b.in.hcr_el2_rw = true;
  b.spu->pmu.inten = 0;
  pmu_msr_at(SPU_EL1, SPU_PMINTENSET_EL1, UINT64_MAX);  // EL1's register
  assert_int_equal(pmu_mrs(SPU_PMINTENCLR_EL1), CYCLE_BIT | 0x3F);
}

// P3, Table D13-12, D24.5.24: with UEN and without SW, PMSWINC_EL0 increments only the counters in PMUACR_EL1; with SW
// it ignores PMUACR_EL1. ER has no effect, nor does EN with UEN.
TEST(software_increments_by_uen_and_sw)
{
  for (int form = 0; form < 3; form++) {  // AArch64; AArch32 state; and EL1 in AArch32
    for (unsigned userenr = 0; userenr < 2 * UEN; userenr++) {
      open_user();
      if (form != 0) {
        use_aarch32(form == 2);
      }
      b.in.mdcr_el2_hpmn = 7;
      b.spu->pmu.pmcr = SPU_PMCR_EL0_E;
      b.spu->pmu.userenr = (uint8_t)userenr;
      b.spu->pmu.uacr = CYCLE_BIT | 0xA5;
      for (uint32_t n = 0; n < 8; n++) {
        b.spu->pmu.evtyper[n] = SPU_EVENT_SW_INCR;
      }
      pmu_msr(SPU_PMSWINC_EL0, UINT64_MAX);
      const bool uen = form != 2 && (userenr & UEN) != 0;
      const bool allowed = uen || (userenr & (SW | EN)) != 0;
      const uint32_t expected = !allowed ? 0 : uen && (userenr & SW) == 0 ? 0x25 : 0x7F;
      for (uint32_t n = 0; n < 8; n++) {
        assert_int_equal(b.spu->pmu.evcntr[n], expected >> n & 1U);
      }
    }
  }
}

// ---------------------------------------------------------------------------------------------------------
// PMUACR_EL1 and PMZR_EL0

// P3, D24.5.25: C and P<n> of accessible counters are written; other bits keep their values.
TEST(user_access_bits_stop_at_hidden_counters)
{
  open_user();
  pmu_msr_at(SPU_EL2, SPU_PMUACR_EL1, UINT64_MAX);
  pmu_expect_at(SPU_EL2, SPU_PMUACR_EL1, CYCLE_BIT | 0xFF);  // F0 is RES0
  b.in.mdcr_el2_hpmn = 4;
  pmu_expect_at(SPU_EL1, SPU_PMUACR_EL1, CYCLE_BIT | 0xF);
  pmu_msr_at(SPU_EL1, SPU_PMUACR_EL1, 0);
  pmu_expect_at(SPU_EL2, SPU_PMUACR_EL1, 0xF0);
  pmu_msr_at(SPU_EL2, SPU_PMUACR_EL1, 0x50);
  pmu_msr_at(SPU_EL1, SPU_PMUACR_EL1, UINT64_MAX);
  pmu_msr_at(SPU_EL1, SPU_PMUACR_EL1, 5);
  pmu_expect_at(SPU_EL1, SPU_PMUACR_EL1, 5);
  pmu_expect_at(SPU_EL2, SPU_PMUACR_EL1, 0x55);
  assert_int_equal(bench_peek(SPU_PMUACR_EL1), 0x55);
  b.in.scr_el3_ns = false;  // EL2 is not enabled
  pmu_msr_at(SPU_EL1, SPU_PMUACR_EL1, 0x20);
  pmu_expect_at(SPU_EL1, SPU_PMUACR_EL1, 0x20);
  spu_reset(b.spu);
  pmu_expect_at(SPU_EL1, SPU_PMUACR_EL1, 0);
  pmu_expect_at(SPU_EL1, SPU_PMUSERENR_EL0, 0);
}

// Writes PMZR_EL0 and expects exactly the counters of `expected` to be zero afterwards.
static void expect_zeroed(uint64_t value, uint32_t expected)
{
  struct pmu *pmu = &b.spu->pmu;
  for (uint32_t n = 0; n < 8; n++) {
    pmu->evcntr[n] = UINT64_MAX - n;
  }
  pmu->ccntr = UINT64_MAX;
  pmu->ovs = pmu->inten = CYCLE_BIT | 0xFF;
  pmu_msr(SPU_PMZR_EL0, value);
  assert_int_equal(b.spu->answer.access.verdict, OK);
  assert_int_equal(b.spu->answer.rdata, 0);
  for (uint32_t n = 0; n < 8; n++) {
    assert_int_equal(pmu->evcntr[n], (expected >> n & 1U) != 0 ? 0 : UINT64_MAX - n);
  }
  assert_int_equal(pmu->ccntr, (expected & CYCLE_BIT) != 0 ? 0 : UINT64_MAX);
  assert_int_equal(pmu->ovs, CYCLE_BIT | 0xFF);
  assert_int_equal(pmu->inten, CYCLE_BIT | 0xFF);
}

// P3, D13.5.3, D24.5.29: PMZR_EL0 zeroes all bits of the selected counters and no overflow flag; only accessible
// counters, and at EL0 only those that UEN, PMUACR_EL1, CR and ER permit it to write.
TEST(zeroing_reaches_the_counters_of_its_mask)
{
  static const struct {
    uint8_t userenr;
    uint32_t uacr;
    uint64_t written;
    uint32_t zeroed;
  } cases[] = {
      {UEN, CYCLE_BIT | 0x25, UINT64_MAX, CYCLE_BIT | 0x25},
      {UEN | EN | SW, CYCLE_BIT | 0x25, UINT64_MAX, CYCLE_BIT | 0x25},
      {UEN | CR, CYCLE_BIT | 0x25, UINT64_MAX, 0x25},
      {UEN | ER, CYCLE_BIT | 0x25, UINT64_MAX, CYCLE_BIT},
      {UEN | ER | CR, CYCLE_BIT | 0x25, UINT64_MAX, 0},
      {EN | ER | CR, CYCLE_BIT | 0x25, UINT64_MAX, CYCLE_BIT | 0xFF},
      {UEN, CYCLE_BIT | 0x25, 0x7, 0x5},
      {UEN, 0x25, UINT64_MAX, 0x25},
  };
  open_user();
  for (size_t i = 0; i < COUNT(cases); i++) {
    b.spu->pmu.userenr = cases[i].userenr;
    b.spu->pmu.uacr = cases[i].uacr;
    expect_zeroed(cases[i].written, cases[i].zeroed);
    expect_zeroed(0, 0);
  }
  // Above EL0 none of these has an effect
  b.spu->pmu.userenr = UEN | ER | CR;
  b.spu->pmu.uacr = 0;
  b.in.mdcr_el2_hpmn = 4;
  for (unsigned el = SPU_EL1; el <= SPU_EL3; el++) {
    b.in.pe_el = (uint8_t)el;
    const uint32_t accessible = el == SPU_EL1 ? 0xF : 0xFF;
    expect_zeroed(UINT64_MAX, CYCLE_BIT | accessible);
    expect_zeroed(0x5A, 0x5A & accessible);
    expect_zeroed(UINT64_C(0x180000000), CYCLE_BIT);  // F0 is RES0
    expect_zeroed(UINT64_C(0xFFFFFFFF00000000), 0);
  }
  b.in.pe_el = SPU_EL0;
  b.spu->pmu.userenr = EN;
  expect_zeroed(UINT64_MAX, CYCLE_BIT | 0xF);
  uint64_t value = 0;
  assert_false(spu_pmu_peek(b.spu, SPU_PMZR_EL0, &value));
}

// P3: zeroing overrides the cycle's count and restarts the division of PMCR_EL0.D, like PMCR_EL0.{P, C}.
TEST(zeroing_wins_over_counting)
{
  for (int pmcr = 0; pmcr < 2; pmcr++) {
    open_user();
    b.spu->config.aarch32_el0 = true;
    b.in.pe_el = SPU_EL1;
    b.spu->pmu.pmcr = SPU_PMCR_EL0_E | SPU_PMCR_EL0_D;
    b.spu->pmu.prescaler = 60;
    *event_pin(EVENT) = 1;
    b.spu->pmu.evcntr[3] = UINT32_MAX;
    const uint64_t reset = SPU_PMCR_EL0_E | SPU_PMCR_EL0_D | SPU_PMCR_EL0_P | SPU_PMCR_EL0_C;
    pmu_msr(pmcr != 0 ? SPU_PMCR_EL0 : SPU_PMZR_EL0, pmcr != 0 ? reset : CYCLE_BIT | 0xFF);
    assert_int_equal(b.spu->pmu.evcntr[3], 0);
    assert_int_equal(b.spu->pmu.ovs, 8);
    bench_clean_cycles(63);
    assert_int_equal(b.spu->pmu.ccntr, 0);
    bench_clean();
    assert_int_equal(b.spu->pmu.ccntr, 1);
  }
}

// P1, D13.3 IRYCLJ: EL0's permissions do not affect counting and overflow.
TEST(counting_ignores_user_access)
{
  open_user();
  b.spu->pmu.pmcr = SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC;
  b.spu->pmu.uacr = 0;
  b.spu->pmu.userenr = UEN | ER | CR;
  b.spu->pmu.evcntr[1] = UINT32_MAX;
  b.spu->pmu.inten = 2;
  pmu_clock(1);
  assert_int_equal(b.spu->pmu.evcntr[0], 1);
  assert_int_equal(b.spu->pmu.ccntr, 1);
  assert_int_equal(b.spu->pmu.ovs, 2);
  bench_clean();
  assert_true(b.out.pmuirq);
}

// P3, G8.4.18: PMUSERENR maps to PMUSERENR_EL0: an EL1 that uses AArch32 keeps UEN, and it has no effect there.
TEST(aarch32_el1_stores_uen_without_effect)
{
  open_user();
  use_aarch32(true);
  b.spu->pmu.uacr = 0;
  b.spu->pmu.evcntr[1] = 8;
  b.in.pe_el = SPU_EL1;
  pmu_msr(SPU_PMUSERENR_EL0, UEN | EN);
  b.in.pe_el = SPU_EL0;
  assert_int_equal(pmu_mrs(SPU_PMUSERENR_EL0), UEN | EN);
  assert_int_equal(pmu_mrs(evcntr(1)), 8);
  use_aarch32(false);
  assert_int_equal(pmu_mrs(evcntr(1)), 0);
}
