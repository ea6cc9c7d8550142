// SPDX-License-Identifier: Apache-2.0
//
// Block B (N1, N3): the registers and fields of FEAT_SPE_EXC and FEAT_SPE_nVM, and the conditions under which the
// pointers are not virtual addresses (Arm ARM D17.7, D24.7.1 to D24.7.9).
#include "unit/test/model/model_bench.h"

// v9.6 at SpeVersion `version`, without features that the test does not need.
static struct spu_config newest(uint32_t version, bool nvm)
{
  return CHANGED(bench_named("v9.6"), config.spe_version = version, config.have_spe_nvm = nvm,
                 config.have_rme = false, config.reserved_nsxb = 3);
}

// Writes all ones at EL3 and reads back; an absent register is UNDEFINED for both accesses.
static void expect_bits(uint16_t address, bool there, uint64_t bits)
{
  uint64_t value = 0;
  b.in.pe_el = SPU_EL3;
  assert_int_equal(spu_peek_register(b.spu, address, &value), there);
  assert_int_equal(value, 0);  // reset
  bench_answer(address, true, ~UINT64_C(0));
  assert_int_equal(b.out.sysreg_verdict, there ? OK : UN);
  assert_int_equal(bench_read(address), there ? bits : 0);
  assert_int_equal(b.out.sysreg_verdict, there ? OK : UN);
}

// B1, N3, D24.7.2 to D24.7.9: the bits that each feature adds. FEAT_SPE_EXC adds KE and EE; FEAT_SPE_nVM adds nVM,
// PMSCR_EL2.EnVM and PMBMAR_EL1; PMSCR_EL1.EnVM also needs FEAT_NV.
TEST(feature_adds_its_fields)
{
  static const struct {
    uint32_t version;
    bool nvm;
    uint32_t nested_virt;
    uint64_t pmscr_el1, pmscr_el2, pmblimitr;
  } rows[] = {{4, false, 2, 0x0FB, 0x0FB, 0x027},
              {4, true, 0, 0x0FB, 0x8FB, 0x0A7},
              {4, true, 1, 0x8FB, 0x8FB, 0x0A7},
              {5, true, 0, 0x7FB, 0xFFB, 0x0A7},
              {5, true, 2, 0xFFB, 0xFFB, 0x0A7}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    bench_open(CHANGED(newest(rows[i].version, rows[i].nvm), config.nested_virt = rows[i].nested_virt));
    const bool exc = rows[i].version >= 5;
    const uint64_t pmbsr = UINT64_C(0x1E0FC0B003F);
    expect_bits(SPU_PMSCR_EL1, true, rows[i].pmscr_el1);
    expect_bits(SPU_PMSCR_EL2, true, rows[i].pmscr_el2);
    expect_bits(SPU_PMBLIMITR_EL1, true, UINT64_C(0xFFFFFFFFFFFFF000) | rows[i].pmblimitr);
    expect_bits(SPU_PMBMAR_EL1, rows[i].nvm, 0x3FF);
    expect_bits(SPU_PMBSR_EL1, true, pmbsr);
    expect_bits(SPU_PMBSR_EL2, exc, pmbsr);
    expect_bits(SPU_PMBSR_EL3, exc, pmbsr);
    assert_int_equal(b.out.pmbsr_el2, exc ? pmbsr : 0);
    assert_int_equal(b.out.pmbsr_el3, exc ? pmbsr : 0);
  }
}

// B1, N1, D24.7.6, D24.7.9: without EL2 PMBSR_EL2 and PMSCR_EL2 are RES0 from EL3. D24.7.7: without EL3 there is no
// PMBSR_EL3.
TEST(register_of_a_missing_level_is_reserved)
{
  bench_open(CHANGED(newest(5, true), config.have_el2 = false));
  expect_bits(SPU_PMBSR_EL2, true, 0);
  expect_bits(SPU_PMSCR_EL2, true, 0);
  expect_bits(SPU_PMBSR_EL3, true, UINT64_C(0x1E0FC0B003F));

  bench_open(CHANGED(newest(5, true), config.have_el3 = false));
  uint64_t value = 0;
  assert_false(spu_peek_register(b.spu, SPU_PMBSR_EL3, &value));
  for (uint8_t el = 1; el <= 2; el++) {
    b.in.pe_el = el;
    bench_answer(SPU_PMBSR_EL3, false, 0);
    assert_int_equal(b.out.sysreg_verdict, UN);
  }
}

// B5, N1, D24.7.5: a host at EL2 accesses PMBSR_EL2 as PMBSR_EL1 unless the Effective value of PMSCR_EL2.EE is 0b00,
// and PMBSR_EL1 as PMBSR_EL12; a hypervisor without E2H accesses PMBSR_EL1 under its own name, and PMBSR_EL12 is
// UNDEFINED.
TEST(host_reaches_its_syndrome_by_the_name_of_el1)
{
  for (uint32_t row = 0; row < 16; row++) {
    const bool host = (row & 1U) != 0;
    const bool pmsee = (row & 2U) != 0;
    const uint32_t ee = row >> 2;
    bench_open(newest(5, true));
    b.spu->regs.pmbsr = 0x11;
    b.spu->regs.pmbsr_el2 = 0x12;
    b.spu->regs.pmscr_el2 = (uint64_t)ee << SPU_PMSCR_EL2_EE_SHIFT;
    b.in.mdcr_el3_pmsee = pmsee ? 1 : 0;
    b.in.hcr_el2_e2h = host;
    b.in.pe_el = SPU_EL2;
    assert_int_equal(bench_read(SPU_PMBSR_EL1), host && pmsee && ee != 0 ? 0x12 : 0x11);
    assert_int_equal(bench_read(SPU_PMBSR_EL12), host ? 0x11 : 0);
    assert_int_equal(b.out.sysreg_verdict, host ? OK : UN);
    bench_answer(SPU_PMBSR_EL12, true, 0x21);
    assert_int_equal(bench_peek(SPU_PMBSR_EL1), host ? 0x21 : 0x11);
    bench_answer(SPU_PMBSR_EL1, true, 0x31);
    assert_int_equal(bench_peek(SPU_PMBSR_EL2), host && pmsee && ee != 0 ? 0x31 : 0x12);
    bench_answer(SPU_PMBSR_EL2, true, 0x22);
    assert_int_equal(b.out.sysreg_verdict, pmsee ? OK : T3);
    if (pmsee) {
      assert_int_equal(bench_peek(SPU_PMBSR_EL2), 0x22);
    }
  }
}

// B4, N1, D24.7.5: at EL1, PMBSR_EL1 is a memory access with {NV2, NV} = {1, 1}; if PMSCR_EL1.EE is not 0b00, NV1 must
// be 1 too, unless the Effective value of PMSCR_EL2.EE is 0b00. PMSCR_EL1.EE is tested as stored, reserved or not.
TEST(ee_keeps_pmbsr_el1_from_becoming_memory)
{
  static const struct {
    bool nv, nv1, nv2;
    uint8_t pmsee;
    uint32_t ee2, ee1;
    bool memory;
  } rows[] = {{true, false, true, 0, 3, 3, true},  {true, false, true, 1, 0, 3, true},
              {true, false, true, 1, 1, 0, true},  {true, false, true, 1, 1, 1, false},
              {true, false, true, 1, 1, 2, false}, {true, false, true, 1, 3, 3, false},
              {true, true, true, 1, 3, 3, true},   {true, true, false, 0, 0, 0, false},
              {false, true, true, 0, 0, 0, false}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    bench_open(newest(5, true));
    assert_int_equal(b.spu->config.nested_virt, 2);
    b.in.hcr_el2_nv = rows[i].nv;
    b.in.hcr_el2_nv1 = rows[i].nv1;
    b.in.hcr_el2_nv2 = rows[i].nv2;
    b.in.mdcr_el3_pmsee = rows[i].pmsee;
    b.spu->regs.pmscr_el2 = (uint64_t)rows[i].ee2 << SPU_PMSCR_EL2_EE_SHIFT;
    b.spu->regs.pmscr_el1 = (uint64_t)rows[i].ee1 << SPU_PMSCR_EL1_EE_SHIFT;
    b.in.pe_el = SPU_EL1;
    bench_answer(SPU_PMBSR_EL1, true, 0);
    assert_int_equal(b.out.sysreg_verdict, rows[i].memory ? ME : OK);
    assert_int_equal(b.out.sysreg_offset, rows[i].memory ? 0x820 : 0);
  }
}

// G, D17.7, D24.7.9: nVM is effective unless EL2 is enabled in the owning Security state, EL1 owns the buffer, and
// PMSCR_EL2.EnVM is 0. AddrMode shows this if the reader may program the buffer (P is 0), also at EL3, for either nVM.
TEST(nvm_needs_the_permission_of_el2)  // N3
{
  static const struct {
    bool have_nvm, el2, nvm, envm;
    uint8_t e2pb, nspb;
    bool eel2;
    bool effective, addr_mode;
  } rows[] = {
      {true, true, true, true, 3, 3, false, true, true},
      {true, true, false, true, 3, 3, false, false, true},
      {true, true, true, false, 3, 3, false, false, false},
      {true, true, true, false, 0, 3, false, true, true},  // EL2 owns it
      {true, true, false, false, 0, 3, false, false, true},
      {true, true, true, false, 2, 3, true, false, false},
      {true, true, true, false, 3, 1, false, true, true},  // Secure state without EL2
      {true, true, true, false, 3, 1, true, false, false},
      {true, true, true, true, 3, 1, true, true, true},
      {true, true, true, false, 0, 1, true, true, true},
      {true, false, true, false, 3, 3, false, true, true},
      {true, false, false, false, 3, 3, false, false, true},
      {false, true, true, true, 3, 3, false, false, false},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    bench_open(CHANGED(newest(4, rows[i].have_nvm), config.have_el2 = rows[i].el2));
    b.spu->regs.pmblimitr = rows[i].nvm ? SPU_PMBLIMITR_EL1_nVM : 0;
    b.spu->regs.pmscr_el2 = rows[i].envm ? SPU_PMSCR_EL2_EnVM : 0;
    b.in.mdcr_el2_e2pb = rows[i].e2pb;
    b.in.mdcr_el3_nspb = rows[i].nspb;
    b.in.scr_el3_eel2 = rows[i].eel2;
    assert_int_equal(EffectivePMBLIMITR_EL1_nVM(b.spu, &b.in), rows[i].effective);
    for (uint8_t el = 1; el <= 3; el++) {
      for (int ns = 0; ns <= 1; ns++) {
        if (el == 2 && (!rows[i].el2 || (ns == 0 && !rows[i].eel2))) {
          continue;
        }
        b.in.pe_el = el;
        b.in.scr_el3_ns = ns != 0;
        bench_answer(SPU_PMBIDR_EL1, false, 0);
        const bool owner_el2 = rows[i].el2 && rows[i].e2pb == 0 && (rows[i].nspb == 3 || rows[i].eel2);
        const bool p = el != 3 && ((ns != 0) != (rows[i].nspb == 3) || (el == 1 && owner_el2));
        assert_int_equal(b.out.sysreg_rdata >> 4 & 1U, p);
        if ((b.out.sysreg_rdata >> 6 & 3U) != (rows[i].addr_mode && !p ? 1 : 0)) {
          fail_msg("row %zu at EL%d, NS %d: AddrMode %d", i, el, ns, (int)(b.out.sysreg_rdata >> 6 & 3U));
        }
      }
    }
  }
}
