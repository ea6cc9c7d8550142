// SPDX-License-Identifier: Apache-2.0
//
// Access to the registers of the performance monitors: the access pseudocode of Arm ARM D24.5, row by row.
#include "unit/test/model/model_pmu_bench.h"

// Calls `check` for every existing row and direction, on a fresh model in which EL1 has access.
static void for_each(void (*check)(const struct pmu_row *row, bool write))
{
  for (size_t i = 0; i < COUNT(pmu_rows); i++) {
    for (int write = 0; write < 2; write++) {
      pmu_open("v8.7");
      b.in.scr_el3_fgten = true;
      b.spu->pmu.userenr = 15;
      if (write != 0 ? pmu_rows[i].writable : pmu_rows[i].readable) {
        check(&pmu_rows[i], write != 0);
      } else {
        expect_access_at(SPU_EL3, pmu_rows[i].address, write != 0, UN);
      }
    }
  }
}

static void check_levels(const struct pmu_row *row, bool write)
{
  expect_access_from(SPU_EL1, row->address, write, OK);
  const unsigned lets = write ? row->el0_write : row->el0_read;
  b.in.pe_el = SPU_EL0;
  for (uint8_t bits = 0; bits < 16; bits++) {
    b.spu->pmu.userenr = bits;
    const bool allowed = lets == ALWAYS || (lets & bits) != 0;
    b.in.hcr_el2_tge = false;
    expect_access(row->address, write, allowed ? OK : lets == 0 ? UN : T1);
    b.in.hcr_el2_tge = true;
    expect_access(row->address, write, allowed ? OK : lets == 0 ? UN : T2);
    b.in.scr_el3_ns = false;  // EL2 is not enabled
    expect_access(row->address, write, allowed ? OK : lets == 0 ? UN : T1);
    b.in.scr_el3_ns = true;
  }
}

// P3: levels, and PMUSERENR_EL0 at EL0.
TEST(every_level_has_its_access)
{
  for_each(check_levels);
}

static void check_fine_grained(const struct pmu_row *row, bool write)
{
  const int trap = write ? row->write_trap : row->read_trap;
  const bool el0 = (write ? row->el0_write : row->el0_read) != 0;
  uint64_t *bits = write ? &b.in.hdfgwtr_el2 : &b.in.hdfgrtr_el2;
  uint64_t *other = write ? &b.in.hdfgrtr_el2 : &b.in.hdfgwtr_el2;
  bool *const needed[] = {&b.in.scr_el3_fgten, &b.spu->config.have_fgt, &b.in.scr_el3_ns};
  for (int bit = 0; bit < 64; bit++) {
    *bits = SPU_BIT(bit);
    expect_access_at(SPU_EL1, row->address, write, bit == trap ? T2 : OK);
    expect_access_at(SPU_EL2, row->address, write, OK);
    if (bit != trap) {
      continue;
    }
    if (el0) {
      expect_access_at(SPU_EL0, row->address, write, T2);
      b.in.hcr_el2_tge = b.in.hcr_el2_e2h = true;  // EL0 is in the host
      expect_access(row->address, write, OK);
      b.in.hcr_el2_tge = b.in.hcr_el2_e2h = false;
    }
    for (size_t i = 0; i < COUNT(needed); i++) {
      *needed[i] = false;
      expect_access_at(SPU_EL1, row->address, write, OK);
      *needed[i] = true;
    }
  }
  *bits = 0;
  *other = UINT64_MAX;
  expect_access_at(SPU_EL1, row->address, write, OK);
}

// P3: fine-grained traps.
TEST(fine_grained_traps_are_taken)
{
  for_each(check_fine_grained);
}

static void check_traps(const struct pmu_row *row, bool write)
{
  b.in.mdcr_el2_tpmcr = true;
  expect_access(row->address, write, row->address == SPU_PMCR_EL0 ? T2 : OK);
  b.in.mdcr_el2_tpmcr = false;
  b.in.mdcr_el3_tpm = true;
  expect_access(row->address, write, T3);
  b.in.mdcr_el2_tpm = true;
  expect_access(row->address, write, T2);
  expect_access_at(SPU_EL2, row->address, write, T3);
  expect_access_at(SPU_EL3, row->address, write, OK);
  // Debug state with EDSCR.SDD: EL3 is not accessible; the priority is a choice (U5)
  b.in.pe_debug = b.in.edscr_sdd = true;
  for (int first = 0; first < 2; first++) {
    b.spu->config.el3_trap_priority = first != 0;
    expect_access_at(SPU_EL1, row->address, write, first ? UN : T2);
    expect_access_at(SPU_EL2, row->address, write, UN);
    expect_access_at(SPU_EL3, row->address, write, OK);
  }
  b.spu->pmu.userenr = 0;
  b.spu->config.el3_trap_priority = false;
  const unsigned lets = write ? row->el0_write : row->el0_read;
  expect_access_at(SPU_EL0, row->address, write, lets == 0 ? UN : lets == ALWAYS ? T2 : T1);
}

// P3, U5: MDCR_EL2.{TPM, TPMCR}, MDCR_EL3.TPM and the order of the traps.
TEST(traps_are_taken_in_order)
{
  for_each(check_traps);
}

// P3: absent counters, or counters that HPMN hides: with FEAT_FGT UNDEFINED, or a trap to EL2 after TPM and before
// EL3's.
TEST(missing_counter_is_undefined_or_traps_with_fgt)
{
  pmu_open("v8.7");
  b.in.mdcr_el2_hpmn = 4;
  static const uint16_t banks[] = {SPU_PMEVCNTR0_EL0, SPU_PMEVTYPER0_EL0};
  static const uint16_t selected[] = {SPU_PMXEVCNTR_EL0, SPU_PMXEVTYPER_EL0};
  for (unsigned i = 0; i < 2; i++) {
    for (uint8_t n = 0; n < 31; n++) {
      b.spu->pmu.sel = n;
      for (enum spu_el el = SPU_EL1; el <= SPU_EL3; el++) {
        const bool hidden = el == SPU_EL1 && n >= 4;
        const enum spu_verdict verdict = n >= 6 ? UN : hidden ? T2 : OK;
        expect_access_at(el, (uint16_t)(banks[i] + n), true, verdict);
        expect_access_at(el, selected[i], false, verdict);
      }
    }
  }
  b.spu->pmu.sel = 5;
  b.in.mdcr_el3_tpm = true;
  expect_access_at(SPU_EL1, SPU_PMXEVCNTR_EL0, false, T2);
  b.in.mdcr_el3_tpm = false;
  b.in.scr_el3_ns = false;  // EL2 is not enabled: nothing is hidden
  expect_access(SPU_PMXEVCNTR_EL0, false, OK);
  b.spu->pmu.sel = 31;
  expect_access(SPU_PMXEVCNTR_EL0, false, UN);
  expect_access(SPU_PMXEVTYPER_EL0, false, OK);
}

// P3: the same without FEAT_FGT: UNDEFINED by number, RAZ/WI by PMSELR_EL0.
TEST(missing_counter_is_undefined_or_raz_without_fgt)
{
  pmu_open("base");
  b.in.mdcr_el2_hpmn = 4;
  b.spu->pmu.evcntr[4] = b.spu->pmu.evtyper[4] = 9;
  expect_access(evcntr(4), false, UN);
  expect_access(evtyper(4), true, UN);
  expect_access(evcntr(3), false, OK);
  expect_access_at(SPU_EL3, evcntr(5), false, OK);
  expect_access_at(SPU_EL3, evcntr(6), false, UN);
  for (uint8_t sel = 4; sel < 32; sel++) {
    b.in.pe_el = sel < 6 ? SPU_EL1 : SPU_EL3;
    b.spu->pmu.sel = sel;
    assert_int_equal(pmu_mrs(SPU_PMXEVCNTR_EL0), 0);
    pmu_msr(SPU_PMXEVCNTR_EL0, 1);
    if (sel != 31) {
      assert_int_equal(pmu_mrs(SPU_PMXEVTYPER_EL0), 0);
      pmu_msr(SPU_PMXEVTYPER_EL0, 1);
    }
  }
  assert_int_equal(b.spu->pmu.evcntr[4], 9);
  assert_int_equal(b.spu->pmu.evtyper[4], 9);
  b.spu->pmu.sel = 4;
  b.in.mdcr_el2_tpm = true;
  expect_access_at(SPU_EL1, SPU_PMXEVCNTR_EL0, false, T2);
  expect_access_at(SPU_EL0, SPU_PMXEVCNTR_EL0, false, T1);
}

static uint64_t pmcr_access(bool write)
{
  const struct spu_access got = spu_pmu_access_check(b.spu, &b.in, SPU_PMCR_EL0, write);
  assert_int_equal(got.ec, got.verdict == OK || got.verdict == UN ? 0 : 0x03);
  return got.verdict;
}

static uint64_t pmcr_read(void)
{
  return pmcr_access(false);
}

static uint64_t pmcr_write(void)
{
  return pmcr_access(true);
}

// P3: AArch32 state: EC 0x03; a refused access from EL0 is UNDEFINED if the target level uses AArch32.
TEST(aarch32_access_reports_ec_0x03)
{
  static const struct step reads[] = {
      {SET(in.pe_el, SPU_EL0), T1},     {SET(in.hcr_el2_tge, true), T2},
      {SET(in.scr_el3_rw, false), UN},  // EL2 and EL1 use AArch32
      {SET(in.hcr_el2_tge, false), UN}, {SET(in.scr_el3_rw, true), T1},
      {SET(in.hcr_el2_rw, false), UN},  // EL1 uses AArch32
  };
  static const struct step writes[] = {
      {SET(spu->pmu.userenr, 1), UNASKED}, {SET(in.hdfgwtr_el2, SPU_BIT(21)), OK},
      {SET(in.hcr_el2_rw, true), T2},      {SET(in.hcr_el2_rw, false), OK},
      {SET(in.pe_el, SPU_EL1), OK},        {SET(in.mdcr_el2_tpm, true), T2},
      {SET(in.mdcr_el2_tpm, false), OK},   {SET(in.mdcr_el3_tpm, true), T3},
      {SET(in.el3_aarch32, true), OK},  // this trap does not exist
  };
  pmu_open("aarch32-el3");
  b.spu->config.have_fgt = true;
  b.in.scr_el3_fgten = true;
  b.in.pe_aarch32 = true;
  RUN_STEPS(pmcr_read, reads);
  RUN_STEPS(pmcr_write, writes);
  b.in.mdcr_el2_hpmn = 2;
  expect_access(evcntr(3), true, T2);
}

// B7, G8.4: HSTR_EL2.T9 traps MRC and MCR of CRn = c9 from EL1 and EL0: after EL3SDDUndefPriority,
// PMUSERENR and counters that do not exist, before HDFGxTR_EL2, TPM, HPMN and MDCR_EL3.TPM.
static void check_hstr(const struct pmu_row *row, bool write)
{
  const bool c9 = (row->address >> 7 & 15U) == 9;
  const unsigned lets = write ? row->el0_write : row->el0_read;
  b.in.hstr_el2_t9 = true;
  expect_access_from(SPU_EL1, row->address, write, OK);  // not for MRS and MSR
  b.in.pe_aarch32 = true;
  b.in.hcr_el2_rw = false;  // EL1 uses AArch32
  expect_access_from(SPU_EL2, row->address, write, OK);
  expect_access_at(SPU_EL1, row->address, write, c9 ? T2 : OK);
  b.in.mdcr_el3_tpm = true;
  expect_access(row->address, write, c9 ? T2 : T3);
  b.in.pe_debug = b.in.edscr_sdd = true;
  b.spu->config.el3_trap_priority = true;
  expect_access(row->address, write, UN);
  b.in.pe_debug = b.in.mdcr_el3_tpm = false;
  b.in.scr_el3_ns = false;  // EL2 is not enabled
  expect_access(row->address, write, OK);
  b.in.scr_el3_ns = true;
  expect_access_at(SPU_EL0, row->address, write, lets == 0 ? UN : c9 ? T2 : OK);
  b.in.hcr_el2_rw = true;  // EL1 uses AArch64
  expect_access(row->address, write, lets == 0 ? UN : c9 ? T2 : OK);
  b.spu->pmu.userenr = 0;
  if (lets != 0 && lets != ALWAYS) {
    expect_access(row->address, write, T1);
  }
  b.spu->pmu.userenr = 15;
  b.in.hcr_el2_tge = b.in.hcr_el2_e2h = true;  // EL0 is in the host
  expect_access(row->address, write, lets == 0 ? UN : OK);
}

TEST(hstr_t9_traps_c9_after_pmuserenr)  // B7
{
  for_each(check_hstr);
  pmu_open("base");  // no FEAT_FGT: without the trap, RAZ/WI
  b.in.pe_aarch32 = true;
  b.in.hcr_el2_rw = false;
  b.in.hstr_el2_t9 = true;
  b.in.mdcr_el2_hpmn = 4;
  b.spu->pmu.sel = 5;
  expect_access(SPU_PMXEVCNTR_EL0, false, T2);
  b.spu->pmu.sel = 6;
  expect_access(SPU_PMXEVCNTR_EL0, false, OK);
}

// B6, P3: a refused write changes nothing; the response comes in the next cycle; this block ignores other encodings.
TEST(refused_write_changes_nothing)
{
  pmu_open("base");
  b.in.mdcr_el2_tpm = true;
  const struct pmu before = b.spu->pmu;
  b.spu->pmu.cnten = 0;
  pmu_msr(SPU_PMCR_EL0, SPU_PMCR_EL0_LC);
  assert_int_equal(b.spu->pmu.pmcr, before.pmcr);
  bench_clean();
  assert_true(b.out.sysreg_done);
  assert_int_equal(b.out.sysreg_verdict, SPU_ACCESS_TRAP_EL2);
  assert_int_equal(b.out.sysreg_ec, 0x18);
  b.in.mdcr_el2_tpm = false;
  bench_access(SPU_PMCR_EL0, false, 0);
  bench_clean();
  bench_clean();
  assert_int_equal(b.out.sysreg_rdata, before.pmcr | 6U << 11);
  for (uint32_t address = 0; address < 0x10000; address++) {
    bool expected = false;
    for (size_t i = 0; i < COUNT(pmu_rows); i++) {
      expected |= pmu_rows[i].address == address && address != SPU_PMMIR_EL1;
    }
    expected |= address >= SPU_PMEVCNTR0_EL0 && address <= SPU_PMEVCNTR0_EL0 + 30U;
    expected |= address >= SPU_PMEVTYPER0_EL0 && address <= SPU_PMEVTYPER0_EL0 + 31U;  // 31: PMCCFILTR_EL0
    assert_int_equal(spu_pmu_claims(b.spu, (uint16_t)address), expected);
  }
  expect_access(0, false, UN);
  b.spu->config.pmu_version = 0;
  expect_access(SPU_PMCR_EL0, false, UN);
  assert_int_equal(SPU_PMCR_EL0, 0xDCE0);       // 3, 3, c9, c12, 0
  assert_int_equal(SPU_PMCCFILTR_EL0, 0xDF7F);  // 3, 3, c14, c15, 7
}
