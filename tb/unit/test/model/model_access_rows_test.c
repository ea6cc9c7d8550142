// SPDX-License-Identifier: Apache-2.0
//
// Block B: access to the System registers in chosen states: the effect of each trap, their priority, and the absence of
// side effects of refused accesses.
#include <stdio.h>

#include "unit/test/model/model_bench.h"

enum {  // a row's changes to: EL1, Non-secure, owner EL1, no traps; set_state() has these bits in order
  DEBUG = 1,
  SDD = 2,
  PRIORITY = 4,
  SECURE = 8,
  NSPB_OTHER = 16,  // the other Security state owns the buffer
  NSPB_TRAP = 32,   // NSPB<0> is 0
  TPMS = 64,
  E2PB_0 = 128,
  E2PB_1 = 256,  // reserved; E2PB<0> is 1
  E2PB_2 = 512,
  FGTEN = 1024,
  FINE = 2048,  // every field of HDFGRTR_EL2, or HDFGWTR_EL2, is 1
  NV_ = 4096,
  NV1_ = 8192,
  NV2_ = 16384,
  E2H = 32768,
  PMSN_0 = 1 << 16,  // MDCR_EL3.EnPMSN is 0
  PMS3_0 = 1 << 17,
  FGTEN2 = 1 << 18,
  FINE2 = 1 << 19,         // every field of HDFGRTR2_EL2, or HDFGWTR2_EL2, is 1
  OPEN2 = FGTEN2 | FINE2,  // the second set of fine-grained traps permits everything
  HALTED = DEBUG | SDD
};

struct row {
  uint16_t address;
  char access;  // R, W
  uint8_t el;
  uint32_t set;
  enum spu_verdict verdict;
  uint16_t offset_or_target;
};

// B3, B4, U5. Rows with several traps check the order of the clauses.
static const struct row rows[] = {
    {SPU_PMSCR_EL1, 'R', 0, 0, UN, 0},
    {SPU_PMSCR_EL1, 'R', 1, 0, OK, SPU_PMSCR_EL1},
    {SPU_PMSCR_EL1, 'W', 1, TPMS, T2, 0},
    {SPU_PMSCR_EL1, 'W', 2, TPMS, OK, SPU_PMSCR_EL1},
    {SPU_PMSCR_EL1, 'W', 1, TPMS | SECURE | NSPB_OTHER, OK, SPU_PMSCR_EL1},  // base: no Secure EL2
    {SPU_PMSCR_EL1, 'R', 1, TPMS | NSPB_TRAP, T2, 0},                        // EL2 comes first
    {SPU_PMSCR_EL1, 'R', 1, NSPB_TRAP, T3, 0},
    {SPU_PMSCR_EL1, 'R', 2, NSPB_TRAP, T3, 0},
    {SPU_PMSCR_EL1, 'R', 3, NSPB_TRAP | NSPB_OTHER | TPMS, OK, SPU_PMSCR_EL1},
    {SPU_PMSCR_EL1, 'R', 1, NSPB_OTHER, T3, 0},
    {SPU_PMSCR_EL1, 'R', 1, SECURE, T3, 0},
    {SPU_PMSCR_EL1, 'R', 1, NSPB_TRAP | HALTED, UN, 0},
    {SPU_PMSCR_EL1, 'R', 1, NSPB_TRAP | DEBUG, T3, 0},
    {SPU_PMSCR_EL1, 'R', 1, NSPB_TRAP | SDD, T3, 0},
    {SPU_PMSCR_EL1, 'R', 1, TPMS | NSPB_TRAP | HALTED, T2, 0},
    {SPU_PMSCR_EL1, 'R', 1, TPMS | NSPB_TRAP | HALTED | PRIORITY, UN, 0},
    {SPU_PMSCR_EL1, 'R', 1, TPMS | HALTED | PRIORITY, T2, 0},
    {SPU_PMSCR_EL1, 'R', 2, NSPB_TRAP | HALTED | PRIORITY, UN, 0},
    {SPU_PMSCR_EL1, 'R', 1, FINE, OK, SPU_PMSCR_EL1},  // SCR_EL3.FGTEn is 0
    {SPU_PMSCR_EL1, 'R', 1, FINE | FGTEN, T2, 0},
    {SPU_PMSCR_EL1, 'W', 1, FINE | FGTEN | NV_ | NV1_ | NV2_, T2, 0},
    {SPU_PMSCR_EL1, 'W', 2, FINE | FGTEN, OK, SPU_PMSCR_EL1},
    {SPU_PMSCR_EL1, 'W', 1, NV_ | NV1_ | NV2_, ME, 0x828},
    {SPU_PMSCR_EL1, 'W', 1, NV_ | NV2_, OK, SPU_PMSCR_EL1},  // only '111'
    {SPU_PMSCR_EL1, 'W', 1, NV1_ | NV2_, OK, SPU_PMSCR_EL1},
    {SPU_PMSCR_EL1, 'W', 1, NV_ | NV1_ | NV2_ | NSPB_TRAP, T3, 0},
    {SPU_PMSCR_EL1, 'W', 2, NV_ | NV1_ | NV2_, OK, SPU_PMSCR_EL1},
    {SPU_PMSCR_EL1, 'R', 2, E2H, OK, SPU_PMSCR_EL2},
    {SPU_PMSCR_EL1, 'R', 1, E2H, OK, SPU_PMSCR_EL1},
    {SPU_PMSCR_EL1, 'R', 3, E2H, OK, SPU_PMSCR_EL1},
    {SPU_PMSCR_EL12, 'R', 0, E2H, UN, 0},
    {SPU_PMSCR_EL12, 'R', 1, E2H, UN, 0},
    {SPU_PMSCR_EL12, 'R', 1, NV_, T2, 0},
    {SPU_PMSCR_EL12, 'R', 1, NV_ | NV1_ | NV2_, T2, 0},
    {SPU_PMSCR_EL12, 'R', 1, NV_ | NV2_, ME, 0x828},
    {SPU_PMSCR_EL12, 'R', 1, NV_ | NV2_ | NSPB_TRAP | TPMS, ME, 0x828},  // memory is not a register of SPE
    {SPU_PMSCR_EL12, 'R', 2, 0, UN, 0},
    {SPU_PMSCR_EL12, 'W', 2, E2H, OK, SPU_PMSCR_EL1},
    {SPU_PMSCR_EL12, 'W', 2, E2H | NSPB_TRAP, T3, 0},
    {SPU_PMSCR_EL12, 'W', 2, E2H | NSPB_TRAP | HALTED, UN, 0},
    {SPU_PMSCR_EL12, 'W', 2, NSPB_TRAP, UN, 0},
    {SPU_PMSCR_EL12, 'W', 3, E2H, OK, SPU_PMSCR_EL1},
    {SPU_PMSCR_EL12, 'W', 3, 0, UN, 0},
    {SPU_PMSCR_EL12, 'W', 3, E2H | SECURE, UN, 0},  // no Secure EL2
    {SPU_PMSCR_EL2, 'R', 1, 0, UN, 0},
    {SPU_PMSCR_EL2, 'R', 1, NSPB_TRAP, UN, 0},
    {SPU_PMSCR_EL2, 'R', 1, NV_, T2, 0},
    {SPU_PMSCR_EL2, 'R', 1, NV_ | NV2_, T2, 0},
    {SPU_PMSCR_EL2, 'R', 2, 0, OK, SPU_PMSCR_EL2},
    {SPU_PMSCR_EL2, 'R', 2, NSPB_OTHER, T3, 0},
    {SPU_PMSCR_EL2, 'R', 3, NSPB_OTHER, OK, SPU_PMSCR_EL2},
    {SPU_PMSICR_EL1, 'R', 1, NV_ | NV2_, ME, 0x838},
    {SPU_PMSIRR_EL1, 'R', 1, NV_ | NV1_ | NV2_, ME, 0x840},
    {SPU_PMSEVFR_EL1, 'R', 1, NV_ | NV2_, ME, 0x830},
    {SPU_PMSLATFR_EL1, 'R', 1, NV_ | NV2_, ME, 0x848},
    {SPU_PMSNEVFR_EL1, 'R', 1, NV_ | NV2_, ME, 0x850},
    {SPU_PMSDSFR_EL1, 'R', 1, NV_ | NV2_ | OPEN2, ME, 0x858},
    {SPU_PMSFCR_EL1, 'R', 1, NV_ | NV1_ | NV2_, OK, SPU_PMSFCR_EL1},  // not in NVMem
    {SPU_PMSIDR_EL1, 'R', 1, NV_ | NV1_ | NV2_, OK, SPU_PMSIDR_EL1},
    {SPU_PMBIDR_EL1, 'R', 1, NV_ | NV1_ | NV2_, OK, SPU_PMBIDR_EL1},
    {SPU_PMBLIMITR_EL1, 'W', 1, NV_ | NV2_, ME, 0x800},
    {SPU_PMBPTR_EL1, 'W', 1, NV_ | NV2_, ME, 0x810},
    {SPU_PMBSR_EL1, 'W', 1, NV_ | NV2_, ME, 0x820},
    {SPU_PMBSR_EL1, 'W', 1, NV_, OK, SPU_PMBSR_EL1},  // NV alone changes nothing here
    {SPU_PMBSR_EL1, 'W', 1, NV2_, OK, SPU_PMBSR_EL1},
    {SPU_PMBPTR_EL1, 'W', 1, TPMS, OK, SPU_PMBPTR_EL1},
    {SPU_PMBPTR_EL1, 'W', 1, E2PB_0, T2, 0},
    {SPU_PMBPTR_EL1, 'W', 1, E2PB_2, T2, 0},
    {SPU_PMBPTR_EL1, 'W', 1, E2PB_1, OK, SPU_PMBPTR_EL1},
    {SPU_PMBPTR_EL1, 'W', 2, E2PB_0, OK, SPU_PMBPTR_EL1},
    {SPU_PMBPTR_EL1, 'W', 1, E2PB_0 | NSPB_TRAP | HALTED | PRIORITY, UN, 0},
    {SPU_PMBPTR_EL1, 'W', 1, E2PB_0 | SECURE | NSPB_OTHER, OK, SPU_PMBPTR_EL1},
    {SPU_PMSICR_EL1, 'W', 1, E2PB_0, OK, SPU_PMSICR_EL1},
    {SPU_PMSIDR_EL1, 'R', 1, TPMS, T2, 0},
    {SPU_PMSIDR_EL1, 'R', 2, NSPB_OTHER, T3, 0},
    {SPU_PMSIDR_EL1, 'W', 3, 0, UN, 0},
    {SPU_PMSIDR_EL1, 'W', 1, TPMS | NSPB_TRAP | FINE | FGTEN, UN, 0},
    {SPU_PMBIDR_EL1, 'R', 1, TPMS | E2PB_0 | NSPB_TRAP | HALTED | PRIORITY, OK, SPU_PMBIDR_EL1},
    {SPU_PMBIDR_EL1, 'R', 1, FINE | FGTEN, T2, 0},
    {SPU_PMBIDR_EL1, 'R', 2, NSPB_TRAP, OK, SPU_PMBIDR_EL1},
    {SPU_PMBIDR_EL1, 'W', 3, 0, UN, 0},
    {SPU_PMSNEVFR_EL1, 'R', 1, FGTEN | FINE, OK, SPU_PMSNEVFR_EL1},  // its field traps when 0
    {SPU_PMSNEVFR_EL1, 'R', 1, FGTEN, T2, 0},
    {SPU_PMSNEVFR_EL1, 'W', 1, FGTEN, T2, 0},
    {SPU_PMSNEVFR_EL1, 'W', 2, FGTEN, OK, SPU_PMSNEVFR_EL1},
    {SPU_PMSNEVFR_EL1, 'W', 1, PMSN_0, T3, 0},
    {SPU_PMSNEVFR_EL1, 'R', 2, PMSN_0, T3, 0},
    {SPU_PMSNEVFR_EL1, 'R', 3, PMSN_0, OK, SPU_PMSNEVFR_EL1},
    {SPU_PMSNEVFR_EL1, 'R', 1, PMSN_0 | TPMS, T2, 0},  // EL2 comes first
    {SPU_PMSNEVFR_EL1, 'R', 1, PMSN_0 | FGTEN, T2, 0},
    {SPU_PMSNEVFR_EL1, 'R', 1, PMSN_0 | NV_ | NV2_, T3, 0},
    {SPU_PMSNEVFR_EL1, 'R', 1, PMSN_0 | HALTED, UN, 0},
    {SPU_PMSNEVFR_EL1, 'R', 1, PMSN_0 | HALTED | TPMS, T2, 0},
    {SPU_PMSNEVFR_EL1, 'R', 1, PMSN_0 | HALTED | TPMS | PRIORITY, UN, 0},
    {SPU_PMSNEVFR_EL1, 'R', 2, PMSN_0 | HALTED | PRIORITY, UN, 0},
    {SPU_PMSNEVFR_EL1, 'R', 1, PMS3_0, OK, SPU_PMSNEVFR_EL1},
    {SPU_PMSEVFR_EL1, 'R', 1, PMSN_0 | PMS3_0, OK, SPU_PMSEVFR_EL1},
    {SPU_PMSFCR_EL1, 'R', 1, PMSN_0 | PMS3_0 | HALTED | PRIORITY, OK, SPU_PMSFCR_EL1},
    {SPU_PMSDSFR_EL1, 'W', 1, FGTEN | FINE | OPEN2, OK, SPU_PMSDSFR_EL1},
    {SPU_PMSDSFR_EL1, 'W', 1, FGTEN2, T2, 0},  // its field traps when 0,
    {SPU_PMSDSFR_EL1, 'R', 1, FGTEN2, T2, 0},
    {SPU_PMSDSFR_EL1, 'W', 1, FINE2, T2, 0},  // and while SCR_EL3.FGTEn2 is 0
    {SPU_PMSDSFR_EL1, 'W', 2, 0, OK, SPU_PMSDSFR_EL1},
    {SPU_PMSDSFR_EL1, 'W', 1, SECURE | NSPB_OTHER, OK, SPU_PMSDSFR_EL1},  // no Secure EL2
    {SPU_PMSDSFR_EL1, 'W', 1, OPEN2 | PMS3_0, T3, 0},
    {SPU_PMSDSFR_EL1, 'W', 1, OPEN2 | PMSN_0, OK, SPU_PMSDSFR_EL1},
    {SPU_PMSDSFR_EL1, 'W', 1, OPEN2 | PMS3_0 | TPMS, T2, 0},
    {SPU_PMSDSFR_EL1, 'W', 1, PMS3_0, T2, 0},
    {SPU_PMSDSFR_EL1, 'W', 1, PMS3_0 | HALTED, T2, 0},
    {SPU_PMSDSFR_EL1, 'W', 1, PMS3_0 | HALTED | PRIORITY, UN, 0},
    {SPU_PMSDSFR_EL1, 'W', 2, PMS3_0 | HALTED, UN, 0},
    {SPU_PMSDSFR_EL1, 'W', 2, PMS3_0, T3, 0},
    {SPU_PMSDSFR_EL1, 'W', 3, PMS3_0, OK, SPU_PMSDSFR_EL1},
    {SPU_PMSCR_EL1, 'W', 1, FGTEN2, OK, SPU_PMSCR_EL1},  // the second set does not trap other registers
};

static void set_state(const struct row *row)
{
  struct spu_in *in = &b.in;
  bool priority, secure, other, nspb_trap, e2pb_0, e2pb_1, e2pb_2, fine, pmsn_0, pms3_0, fine2;
  SET_BITS(row->set, &in->pe_debug, &in->edscr_sdd, &priority, &secure, &other, &nspb_trap,
           &in->mdcr_el2_tpms, &e2pb_0, &e2pb_1, &e2pb_2, &in->scr_el3_fgten, &fine, &in->hcr_el2_nv,
           &in->hcr_el2_nv1, &in->hcr_el2_nv2, &in->hcr_el2_e2h, &pmsn_0, &pms3_0, &in->scr_el3_fgten2,
           &fine2);
  in->pe_el = row->el;
  in->scr_el3_ns = !secure;
  in->mdcr_el3_nspb = (uint8_t)((other ? 0U : 2U) | (nspb_trap ? 0U : 1U));
  in->mdcr_el2_e2pb = e2pb_0 ? 0 : e2pb_1 ? 1 : e2pb_2 ? 2 : 3;
  in->hdfgrtr_el2 = fine == (row->access == 'R') ? ~UINT64_C(0) : 0;  // the other register must not matter
  in->hdfgwtr_el2 = ~in->hdfgrtr_el2;
  in->hdfgrtr2_el2 = fine2 == (row->access == 'R') ? ~UINT64_C(0) : 0;
  in->hdfgwtr2_el2 = ~in->hdfgrtr2_el2;
  in->mdcr_el3_enpmsn = !pmsn_0;
  in->mdcr_el3_enpms3 = !pms3_0;
}

static struct spu_config full_config(void)
{
  return CHANGED(bench_base(), config.have_fgt = config.have_fgt2 = config.have_fds = true,
                 config.nested_virt = 2, config.spe_version = 4);
}

static void open_row(const struct row *row)
{
  bench_open(CHANGED(full_config(), config.el3_trap_priority = (row->set & PRIORITY) != 0));
  set_state(row);
}

static struct spu_access expected_of(const struct row *row)
{
  return (struct spu_access){.verdict = row->verdict,
                             .ec = row->verdict == T2 || row->verdict == T3 ? 0x18 : 0,
                             .offset = row->verdict == ME ? row->offset_or_target : 0,
                             .target = row->verdict == OK ? row->offset_or_target : 0};
}

TEST(every_row_of_the_access_table_holds)  // B4, U5
{
  for (size_t i = 0; i < COUNT(rows); i++) {
    const struct row *row = &rows[i];
    char what[32];
    (void)snprintf(what, sizeof what, "row %zu", i);
    open_row(row);
    same(check(row->address, row->access == 'W'), expected_of(row), what);
    b.in.pe_aarch32 = true;  // AArch32 has no such instruction
    assert_int_equal(check(row->address, row->access == 'W').verdict, UN);
  }
}

// B3: traps and redirections need their feature, regardless of the pins.
TEST(absent_feature_does_not_trap)
{
  struct spu_config config = bench_base();
  config.nested_virt = 1;
  bench_open(config);
  struct row row = {0, 'R', 1, FINE | FGTEN | NV_ | NV1_ | NV2_, OK, 0};
  set_state(&row);
  assert_int_equal(check(SPU_PMSCR_EL1, false).verdict, OK);  // no FEAT_FGT, no FEAT_NV2
  assert_int_equal(check(SPU_PMSCR_EL2, false).verdict, T2);  // FEAT_NV
  assert_int_equal(check(SPU_PMSCR_EL12, false).verdict, T2);
  config = full_config();
  config.have_el3 = false;  // no MDCR_EL3, no SCR_EL3.FGTEn2
  bench_open(config);
  b.in.pe_el = 1;
  b.in.mdcr_el3_enpmsn = false;
  b.in.mdcr_el3_enpms3 = false;
  b.in.hdfgrtr_el2 = UINT64_C(1) << 62;
  b.in.hdfgrtr2_el2 = UINT64_C(1) << 19;
  assert_int_equal(check(SPU_PMSNEVFR_EL1, false).verdict, OK);
  assert_int_equal(check(SPU_PMSDSFR_EL1, false).verdict, OK);
  b.in.hdfgrtr2_el2 = ~b.in.hdfgrtr2_el2;
  assert_int_equal(check(SPU_PMSDSFR_EL1, false).verdict, T2);
  config.have_el3 = true;
  config.have_el2 = false;
  bench_open(config);
  row.set |= E2H;
  set_state(&row);
  assert_int_equal(check(SPU_PMSCR_EL2, false).verdict, UN);
  assert_int_equal(check(SPU_PMSCR_EL12, false).verdict, UN);
  b.in.pe_el = 3;
  assert_int_equal(check(SPU_PMSCR_EL1, false).target, SPU_PMSCR_EL1);
  assert_int_equal(check(SPU_PMSCR_EL12, false).verdict, UN);
}

// B3: S4's !ELUsingAArch32(EL2): E2H has no effect while EL2 uses AArch32.
TEST(e2h_is_ignored_while_el2_is_in_aarch32)
{
  bench_open(CHANGED(bench_base(), config.aarch32_el2 = true));
  b.in.pe_el = 3;
  b.in.hcr_el2_e2h = true;
  assert_int_equal(check(SPU_PMSCR_EL12, true).verdict, OK);
  b.in.scr_el3_rw = false;
  assert_int_equal(check(SPU_PMSCR_EL12, true).verdict, UN);
}

// B2, B6: while EL3 uses AArch32 all registers are UNDEFINED; a PE whose EL3 is always in AArch64 ignores the pin.
TEST(registers_are_undefined_with_el3_in_aarch32)
{
  for (int have = 0; have <= 1; have++) {
    bench_open(CHANGED(bench_base(), config.aarch32_el3 = have != 0, config.aarch32_el2 = have != 0));
    b.in.el3_aarch32 = true;
    for (uint8_t el = 1; el <= 3; el++) {
      b.in.pe_el = el;
      assert_int_equal(check(SPU_PMBPTR_EL1, true).verdict, have != 0 ? UN : OK);
      assert_int_equal(check(SPU_PMSIDR_EL1, false).verdict, have != 0 ? UN : OK);
    }
  }
}

// B3, U3: MDCR_EL3.{NSPBE, NSPB} with FEAT_RME, at EL1 and EL2: which of Secure (0), Non-secure (1) and Realm (3)
// state may access the registers. Reserved values act as the configured one, here 0b011.
TEST(realm_access_follows_the_mdcr_el3_table)
{
  static const struct {
    uint8_t nspbe, nspb;
    int allowed_state;  // -1: none
  } table[] = {{0, 0, -1}, {0, 1, 0}, {0, 2, -1}, {0, 3, 1}, {1, 0, 1}, {1, 1, 1}, {1, 2, -1}, {1, 3, 3}};
  for (int sel2 = 0; sel2 <= 1; sel2++) {
    bench_open(CHANGED(full_config(), config.have_rme = true, config.debug_version = 4,
                       config.have_sel2 = sel2 != 0, config.reserved_nsxb = 3));
    for (size_t i = 0; i < COUNT(table); i++) {
      for (int ss = 0; ss <= 3; ss++) {
        if (ss == 2 || (ss == 0 && sel2 == 0)) {
          continue;
        }
        int allowed = table[i].allowed_state;
        if (sel2 == 0 && table[i].nspbe == 0 && table[i].nspb <= 1) {
          allowed = 1;  // reserved without a Secure state
        }
        SET_BITS(ss, &b.in.scr_el3_ns, &b.in.scr_el3_nse);
        b.in.scr_el3_eel2 = true;
        b.in.mdcr_el3_nspb = table[i].nspb;
        b.in.mdcr_el3_nspbe = table[i].nspbe != 0;
        for (uint8_t el = 1; el <= 2; el++) {
          b.in.pe_el = el;
          assert_int_equal(check(SPU_PMBPTR_EL1, true).verdict, allowed == ss ? OK : T3);
          assert_int_equal(check(SPU_PMSFCR_EL1, true).verdict, allowed == ss ? OK : T3);
        }
      }
    }
  }
}

// ---------------------------------------------------------------------------------------------------------
// On the pins

// B6: a write that traps, is UNDEFINED or becomes a memory access changes nothing; a read returns zero; the response
// lasts one cycle.
TEST(trapped_write_changes_no_register)
{
  for (size_t i = 0; i < COUNT(rows); i++) {
    const struct row *row = &rows[i];
    if (row->verdict == OK) {
      continue;
    }
    open_row(row);
    memset(&b.spu->regs, 0x11, sizeof b.spu->regs);
    b.spu->regs.pmblimitr = 0;  // the buffer stays disabled
    const struct spu_registers before = b.spu->regs;
    bench_answer(row->address, row->access == 'W', ~UINT64_C(0));
    assert_int_equal(b.out.sysreg_verdict, row->verdict);
    assert_int_equal(b.out.sysreg_ec, expected_of(row).ec);
    assert_int_equal(b.out.sysreg_offset, expected_of(row).offset);
    assert_int_equal(b.out.sysreg_rdata, 0);
    assert_memory_equal(&b.spu->regs, &before, sizeof before);
    bench_clean();
    assert_false(b.out.sysreg_done);
    assert_int_equal(b.out.sysreg_verdict, OK);
    assert_int_equal(b.out.sysreg_ec, 0);
    assert_int_equal(b.out.sysreg_offset, 0);
  }
}

// B3: at EL2 with E2H, PMSCR_EL1 accesses PMSCR_EL2 and PMSCR_EL12 accesses PMSCR_EL1.
TEST(e2h_redirects_pmscr_el1_and_pmscr_el12)
{
  bench_open(bench_base());
  b.in.pe_el = SPU_EL2;
  b.in.hcr_el2_e2h = true;
  bench_answer(SPU_PMSCR_EL1, true, 0x21);
  bench_answer(SPU_PMSCR_EL12, true, 0x12);
  assert_int_equal(bench_peek(SPU_PMSCR_EL2), 0x21);
  assert_int_equal(bench_peek(SPU_PMSCR_EL1), 0x12);
  assert_int_equal(bench_read(SPU_PMSCR_EL1), 0x21);
  assert_int_equal(bench_read(SPU_PMSCR_EL12), 0x12);
  b.in.hcr_el2_e2h = false;
  assert_int_equal(bench_read(SPU_PMSCR_EL1), 0x12);
}

// B6: registers of absent features, and every unallocated encoding, from each Exception level.
TEST(unknown_encoding_is_undefined)
{
  bench_open(bench_base());
  b.in.hcr_el2_e2h = true;
  for (uint8_t el = 0; el <= 3; el++) {
    b.in.pe_el = el;
    uint32_t readable = 0;
    uint32_t writable = 0;
    for (uint32_t address = 0; address < 0x10000; address++) {
      readable += check((uint16_t)address, false).verdict != UN;
      writable += check((uint16_t)address, true).verdict != UN;
    }
    // Nine _EL1 registers of both kinds; at EL2 and EL3 PMSCR_EL2 and, with E2H, PMSCR_EL12 too; two ID
    // registers.
    const uint32_t both = el == 0 ? 0 : el == 1 ? 9 : 11;
    assert_int_equal(writable, both);
    assert_int_equal(readable, both + (el == 0 ? 0U : 2U));
  }
}
