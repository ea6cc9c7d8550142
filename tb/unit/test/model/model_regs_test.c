// SPDX-License-Identifier: Apache-2.0
//
// Block B: the System registers.
#include "unit/test/model/model_bench.h"

static void open_at(struct spu_config config, enum spu_el el)
{
  bench_open(config);
  b.in.pe_el = (uint8_t)el;
}

// The value of a register after a write of all ones.
static uint64_t writable(uint16_t address)
{
  bench_answer(address, true, ~UINT64_C(0));
  return bench_peek(address);
}

static const uint16_t storage[] = {SPU_PMSCR_EL1,  SPU_PMSCR_EL2,   SPU_PMSICR_EL1,   SPU_PMSIRR_EL1,
                                   SPU_PMSFCR_EL1, SPU_PMSEVFR_EL1, SPU_PMSLATFR_EL1, SPU_PMBLIMITR_EL1,
                                   SPU_PMBPTR_EL1, SPU_PMBSR_EL1};
enum { STORAGE = COUNT(storage) };

// B1: the bits of every register: writes all ones and reads back, with SPEv1p0 and with features.
TEST(reserved_bit_is_not_writable)
{
  static const struct {
    uint16_t address;
    uint64_t base, full;  // with only SPEv1p0, with features
  } rows[] = {
      {SPU_PMSCR_EL1, 0x7B, 0xFB},
      {SPU_PMSCR_EL2, 0x7B, 0xFB},
      {SPU_PMSICR_EL1, UINT64_C(0xFF000000FFFFFFFF), 0xFFFFFFFF},
      {SPU_PMSIRR_EL1, 0xFFFFFF01, 0xFFFFFF01},
      {SPU_PMSFCR_EL1, 0x70007, 0x7000F},
      {SPU_PMSEVFR_EL1, 0xAA, 0x6FFFE},
      {SPU_PMSLATFR_EL1, 0xFFF, 0xFFFF},
      {SPU_PMBLIMITR_EL1, UINT64_C(0xFFFFFFFFFFFFF007), UINT64_C(0xFFFFFFFFFFFFF027)},
      {SPU_PMBPTR_EL1, ~UINT64_C(63), ~UINT64_C(0)},
      {SPU_PMBSR_EL1, 0xFC0B003F, UINT64_C(0x1E0FC0B003F)},
  };
  for (int features = 0; features <= 1; features++) {
    struct spu_config config = bench_base();
    if (features != 0) {
      config.have_ernd = false;
      config.have_ecv = config.have_sve = config.have_pie = config.have_poe = config.have_the = true;
      config.debug_version = 4;
      config.spe_version = 2;
      config.count_16bit = true;
      config.optional_filter = 0x714;
      config.impdef_events = 0xF000;
      config.ptr_align = 0;
    }
    open_at(config, SPU_EL3);
    assert_int_equal(COUNT(rows), STORAGE);
    for (size_t i = 0; i < COUNT(rows); i++) {
      assert_int_equal(bench_peek(rows[i].address), 0);  // reset
      bench_answer(rows[i].address, true, ~UINT64_C(0));
      assert_int_equal(b.out.sysreg_rdata, 0);
      assert_int_equal(bench_read(rows[i].address), features != 0 ? rows[i].full : rows[i].base);
      assert_int_equal(b.out.sysreg_verdict, OK);
      bench_answer(rows[i].address, true, 0);
      assert_int_equal(bench_peek(rows[i].address), 0);
    }
  }
  open_at(bench_named("v9"), SPU_EL3);
  assert_int_equal(writable(SPU_PMSFCR_EL1), 0x7001F);  // FDS
}

// B1, D24.7.12: PMSFCR_EL1.{SIMDm, FPm, STm, LDm, Bm} are bits 52:48, SIMD and FP bits 20:19, with FEAT_SPE_EFT;
// without they are RES0.
TEST(extended_type_filter_has_its_fields)
{
  for (int eft = 0; eft <= 1; eft++) {
    open_at(CHANGED(bench_named("v9.6"), config.have_eft = config.have_spe_nvm = eft != 0,
                    config.spe_version = eft != 0 ? 5 : 4),
            SPU_EL3);
    assert_int_equal(writable(SPU_PMSFCR_EL1), eft != 0 ? UINT64_C(0x1F0000001F001F) : 0x7001F);
    bench_answer(SPU_PMSFCR_EL1, true, UINT64_C(0x15000000080000));
    assert_int_equal(bench_peek(SPU_PMSFCR_EL1), eft != 0 ? UINT64_C(0x15000000080000) : 0);
  }
}

static void expect_ids(struct spu_config config, uint64_t pmsidr, uint64_t pmbidr)
{
  open_at(config, SPU_EL3);
  assert_int_equal(bench_peek(SPU_PMSIDR_EL1), pmsidr);
  assert_int_equal(bench_peek(SPU_PMBIDR_EL1), pmbidr);
}

// B1, IKDMQG: ID registers follow from the configuration.
TEST(id_registers_follow_the_configuration)
{
  struct spu_config config = bench_base();
  // CountSize 2, MaxSize 6, ERnd, LDS, ArchInst, FL, FT, FE; EA 1, Align 6.
  expect_ids(config, 0x2603F, 0x106);
  config.have_ernd = config.arch_inst = false;
  config.source_bytes = 0;
  config.count_16bit = config.dirty_managed = config.have_pbt = config.have_crr = true;
  config.max_size = 7;
  config.min_interval = 4;
  config.record_align = 3;
  config.external_abort = 2;
  expect_ids(config, 0x3037447, 0x223);
  config = bench_named("v9");  // with LDS, and so FDS
  open_at(config, SPU_EL3);
  assert_int_equal(bench_peek(SPU_PMSIDR_EL1), 0x30370FF);
  // D24.7.14: SME[32], ALTCLK[31:28], FPF[27], EFT[26]
  static const struct {
    bool eft, sme;
    uint32_t alt_clock;
    uint64_t pmsidr;
  } rows[] = {{true, true, 1, UINT64_C(0x11F0370FF)},
              {true, false, 0, 0x0F0370FF},
              {false, true, 0, UINT64_C(0x1030370FF)},
              {false, true, 1, UINT64_C(0x1130370FF)},
              {false, false, 15, 0xF30370FF}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    config = bench_named("v9.6");
    config.have_eft = config.have_spe_nvm = rows[i].eft;
    config.spe_version = rows[i].eft ? 5 : 4;
    config.have_sme = config.have_spe_sme = config.have_pmu_sme = rows[i].sme;
    config.alt_clock = rows[i].alt_clock;
    open_at(config, SPU_EL3);
    assert_int_equal(bench_peek(SPU_PMSIDR_EL1), rows[i].pmsidr);
  }
}

// B1, G4: PMBIDR_EL1.EA describes only aborts that do not reach the unit, and PMBSR_EL1.EA exists only if they do.
TEST(abort_fields_follow_the_configuration)
{
  const struct {
    uint32_t choice;
    uint64_t pmbidr_ea;
    bool pmbsr_ea;
  } rows[] = {{SPU_ABORT_REPORTED_SYNC, 0, true},
              {SPU_ABORT_IGNORED, 1, false},
              {SPU_ABORT_SERROR, 2, false},
              {SPU_ABORT_REPORTED_ASYNC, 0, true}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    open_at(CHANGED(bench_base(), config.external_abort = rows[i].choice), SPU_EL3);
    assert_int_equal(bench_peek(SPU_PMBIDR_EL1) >> 8, rows[i].pmbidr_ea);
    assert_int_equal(writable(SPU_PMBSR_EL1), rows[i].pmbsr_ea ? 0xFC0F003F : 0xFC0B003F);
  }
}

static bool undefined(uint16_t address, bool write)
{
  bench_answer(address, write, ~UINT64_C(0));
  assert_int_equal(b.out.sysreg_ec, 0);
  if (b.out.sysreg_verdict == UN) {
    assert_int_equal(b.out.sysreg_rdata, 0);
    return true;
  }
  assert_int_equal(b.out.sysreg_verdict, OK);
  return false;
}

// B6: every encoding except the unit's registers is UNDEFINED for reads and writes, including those of absent
// performance monitors; ID registers cannot be written.
TEST(other_encoding_is_undefined)
{
  open_at(CHANGED(bench_base(), config.pmu_version = 0, config.pmu_counters = 0), SPU_EL3);
  uint32_t readable = 0;
  uint32_t writable = 0;
  for (uint32_t address = 0; address < 0x10000; address++) {
    readable += undefined((uint16_t)address, false) ? 0 : 1;
    writable += undefined((uint16_t)address, true) ? 0 : 1;
  }
  assert_int_equal(readable, STORAGE + 2);
  assert_int_equal(writable, STORAGE);
  assert_true(undefined(SPU_PMSIDR_EL1, true));
  assert_true(undefined(SPU_PMBIDR_EL1, true));
}

// B2, B6: access by level; an UNDEFINED write changes nothing.
TEST(undefined_write_changes_no_register)
{
  open_at(bench_base(), SPU_EL0);
  for (size_t i = 0; i < STORAGE; i++) {
    b.in.pe_el = SPU_EL0;
    assert_true(undefined(storage[i], true));
    b.in.pe_el = SPU_EL1;
    b.in.pe_aarch32 = true;
    assert_true(undefined(storage[i], true));
    b.in.pe_aarch32 = false;
    assert_int_equal(bench_peek(storage[i]), 0);
    assert_int_equal(undefined(storage[i], false), storage[i] == SPU_PMSCR_EL2);
    b.in.pe_el = SPU_EL2;
    assert_false(undefined(storage[i], false));
  }
}

// B1: without EL2, PMSCR_EL2 is RES0 from EL3, and PMSCR_EL1.PCT always reads as 0b01.
TEST(pct_is_fixed_without_el2)
{
  open_at(CHANGED(bench_base(), config.have_el2 = false), SPU_EL3);
  bench_answer(SPU_PMSCR_EL2, true, ~UINT64_C(0));
  assert_int_equal(b.out.sysreg_verdict, OK);
  assert_int_equal(bench_read(SPU_PMSCR_EL2), 0);
  assert_int_equal(b.out.sysreg_verdict, OK);
  b.in.pe_el = SPU_EL1;
  assert_true(undefined(SPU_PMSCR_EL2, false));
  b.in.pe_el = SPU_EL3;
  assert_int_equal(bench_peek(SPU_PMSCR_EL1), 0x40);
  bench_answer(SPU_PMSCR_EL1, true, 3);
  assert_int_equal(bench_peek(SPU_PMSCR_EL1), 0x43);
}

// B1: PMSNEVFR_EL1 and PMBLIMITR_EL1.PMFZ exist with FEAT_SPEv1p2, PMSDSFR_EL1 with FEAT_SPE_FDS; without the feature
// the register is UNDEFINED and the bit is RES0.
TEST(optional_register_exists_with_its_feature)
{
  for (uint32_t version = 0; version <= 4; version++) {
    open_at(CHANGED(bench_base(), config.spe_version = version, config.events_bytes = 4,
                    config.have_fds = version == 4),
            SPU_EL2);
    assert_int_equal(undefined(SPU_PMSNEVFR_EL1, true), version < 2);
    assert_int_equal(undefined(SPU_PMSDSFR_EL1, true), version < 4);
    assert_int_equal(bench_peek(SPU_PMSEVFR_EL1), 0);
    if (version >= 2) {
      assert_int_equal(bench_peek(SPU_PMSNEVFR_EL1), version < 4 ? 0x8EA : 0xF80FFE);
    }
    if (version >= 4) {
      assert_int_equal(bench_peek(SPU_PMSDSFR_EL1), ~UINT64_C(0));
    }
    bench_answer(SPU_PMBLIMITR_EL1, true, 0x20);
    assert_int_equal(bench_peek(SPU_PMBLIMITR_EL1), version < 2 ? 0 : 0x20);
  }
}

// B5, U4: with FEAT_ECV PCT has two bits, and a reserved value reads back as written.
TEST(reserved_pct_is_kept)
{
  for (int ecv = 0; ecv <= 1; ecv++) {
    open_at(
        CHANGED(bench_base(), config.have_ecv = ecv != 0, config.debug_version = 4, config.reserved_pct = 1),
        SPU_EL3);
    bench_answer(SPU_PMSCR_EL1, true, UINT64_C(2) << 6);
    bench_answer(SPU_PMSCR_EL2, true, UINT64_C(2) << 6);
    assert_int_equal(bench_peek(SPU_PMSCR_EL1), ecv != 0 ? UINT64_C(2) << 6 : 0);
    assert_int_equal(bench_peek(SPU_PMSCR_EL2), ecv != 0 ? UINT64_C(2) << 6 : 0);
  }
}

// B5: PMBIDR_EL1.P depends on the reader.
TEST(programming_bit_depends_on_the_reader)
{
  open_at(bench_base(), SPU_EL1);
  const struct {
    enum spu_el el;
    bool ns;
    uint8_t nspb, e2pb;
    bool p;
  } rows[] = {{SPU_EL1, true, 3, 3, false}, {SPU_EL1, true, 3, 0, true},   {SPU_EL2, true, 3, 0, false},
              {SPU_EL2, true, 3, 3, false}, {SPU_EL1, true, 1, 3, true},   {SPU_EL2, true, 1, 3, true},
              {SPU_EL1, false, 3, 3, true}, {SPU_EL1, false, 1, 0, false}, {SPU_EL3, false, 3, 0, false},
              {SPU_EL3, true, 1, 3, false}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    b.in.pe_el = (uint8_t)rows[i].el;
    b.in.scr_el3_ns = rows[i].ns;
    b.in.mdcr_el3_nspb = rows[i].nspb;
    b.in.mdcr_el2_e2pb = rows[i].e2pb;
    assert_int_equal(bench_read(SPU_PMBIDR_EL1) >> 4 & 1U, rows[i].p);
  }
}

// B6, P3: only the performance monitors respond to their encodings, once, and the profiling registers are unchanged;
// this block responds to the other encodings.
TEST(performance_monitors_answer_for_their_own)
{
  const uint16_t pmcr_el0 = 0xDCE0;
  const struct spu_config config = bench_base();
  open_at(config, SPU_EL3);
  const struct spu_registers before = b.spu->regs;
  bench_answer(pmcr_el0, false, 0);
  assert_int_equal(b.out.sysreg_verdict, OK);
  assert_int_equal(b.out.sysreg_rdata >> 11 & 0x1F, config.pmu_counters);
  assert_memory_equal(&b.spu->regs, &before, sizeof before);
  uint64_t value = 0;
  assert_true(spu_peek_register(b.spu, pmcr_el0, &value));
  assert_int_equal(value >> 11 & 0x1F, config.pmu_counters);
  bench_answer(SPU_PMBPTR_EL1, true, 0x5000);
  assert_int_equal(bench_peek(SPU_PMBPTR_EL1), 0x5000);
  assert_int_equal(bench_read(SPU_PMBPTR_EL1), 0x5000);
  bench_clean();
  assert_false(b.out.sysreg_done);
  assert_true(undefined(0x1234, false));
}

// H4: a direct write overrides an indirect write in its cycle, and an MRS does not see that cycle's changes.
TEST(direct_write_is_not_overwritten)
{
  bench_open_enabled(bench_base());
  b.in.pe_el = SPU_EL1;
  bench_msr(SPU_PMSICR_EL1, 5000);
  bench_access(SPU_PMSICR_EL1, false, 0);
  bench_dispatch(0xF);
  bench_clean();
  assert_int_equal(b.out.sysreg_rdata, 5000);
  assert_int_equal(b.out.pmsicr, 4996);
  b.in.dispatch_valid = 0xF;
  bench_access(SPU_PMSICR_EL1, true, 77);
  bench_clean();
  assert_int_equal(b.out.sample_pop, 4);
  bench_clean();
  assert_int_equal(b.out.pmsicr, 77);
}

// D7, D17.6.4.3: the filter controls by which the core chooses its report of an operation that loads and stores are
// outputs: the register's fields at the start of the cycle.
TEST(filter_controls_are_outputs)
{
  open_at(bench_base(), SPU_EL3);
  for (uint32_t row = 0; row < 8; row++) {
    bool ft, ld, st;
    SET_BITS(row, &ft, &ld, &st);
    const uint8_t before = b.out.filter_ft;
    bench_msr(SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FL | SPU_PMSFCR_EL1_B | (ft ? SPU_PMSFCR_EL1_FT : 0) |
                                  (ld ? SPU_PMSFCR_EL1_LD : 0) | (st ? SPU_PMSFCR_EL1_ST : 0));
    assert_int_equal(b.out.filter_ft, before);
    bench_clean();
    assert_int_equal(b.out.filter_ft, ft);
    assert_int_equal(b.out.filter_ld, ld);
    assert_int_equal(b.out.filter_st, st);
  }
}
