// SPDX-License-Identifier: Apache-2.0
//
// Block D: what may be collected, and the choice of timestamp.
#include "unit/test/model/model_bench.h"

static void open_enabled(void)
{
  bench_open(bench_base());
  b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_E;
  b.spu->regs.pmscr_el1 = SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_E1SPE;
  b.spu->regs.pmscr_el2 = SPU_PMSCR_EL2_E0HSPE | SPU_PMSCR_EL2_E2SPE;
}

static uint64_t context_el1(void)
{
  return CollectContextIDR1(b.spu, &b.in);
}

static uint64_t timestamp(void)
{
  struct spu_sample sample = {0};
  SPESampleAddTimeStamp(b.spu, &b.in, &sample);
  assert_true(sample.timestamp_valid);
  return sample.timestamp;
}

// D1: CONTEXTIDR_EL1 is not collected at EL2, nor at EL0 in a host.
TEST(context_el1_is_not_collected_at_el2)
{
  static const struct step steps[] = {
      {SET(in.mdcr_el2_e2pb, 3), true},   {SET(in.mdcr_el2_e2pb, 0), true},
      {SET(in.hcr_el2_tge, true), false}, {SET(in.hcr_el2_tge, false), true},
      {SET(in.pe_el, SPU_EL2), false},
  };
  open_enabled();
  b.spu->regs.pmscr_el1 |= SPU_PMSCR_EL1_CX;
  RUN_STEPS(context_el1, steps);
  assert_true(StatisticalProfilingEnabled(b.spu, &b.in));
}

// D1, D17.6.9: CONTEXTIDR_EL2 needs EL2 enabled.
TEST(context_el2_needs_el2)
{
  open_enabled();
  b.spu->regs.pmscr_el2 |= SPU_PMSCR_EL1_CX;
  assert_true(CollectContextIDR2(b.spu, &b.in));
  b.in.mdcr_el3_nspb = 1;  // Secure state owns the buffer and is current: EL2 is disabled there
  b.in.scr_el3_ns = false;
  assert_true(StatisticalProfilingEnabled(b.spu, &b.in));
  assert_false(CollectContextIDR2(b.spu, &b.in));
}

// D1: physical addresses need both PA bits for an EL1 owner, EL2's for an EL2 owner, EL1's in Secure state.
TEST(physical_address_needs_the_pa_bits_of_its_owner)
{
  open_enabled();
  for (uint32_t bits = 0; bits < 4; bits++) {
    const bool pa1 = (bits & 1U) != 0;
    const bool pa2 = (bits & 2U) != 0;
    b.spu->regs.pmscr_el1 = SPU_PMSCR_EL1_E0SPE | (pa1 ? SPU_PMSCR_EL1_PA : 0);
    b.spu->regs.pmscr_el2 = pa2 ? SPU_PMSCR_EL1_PA : 0;
    b.in.scr_el3_ns = true;
    b.in.mdcr_el3_nspb = 3;
    b.in.mdcr_el2_e2pb = 3;
    assert_int_equal(CollectPhysicalAddress(b.spu, &b.in), pa1 && pa2);
    b.in.mdcr_el2_e2pb = 0;
    assert_int_equal(CollectPhysicalAddress(b.spu, &b.in), pa2);
    b.in.scr_el3_ns = false;
    b.in.mdcr_el3_nspb = 1;
    assert_int_equal(CollectPhysicalAddress(b.spu, &b.in), pa1);
  }
}

// D2: S0's choice of timestamp for every {owner, TS, PCT}.
TEST(timestamp_choice_follows_s0)
{
  open_enabled();
  for (uint32_t bits = 0; bits < 32; bits++) {
    bool owner_el2, ts1, ts2, pct1, pct2;
    SET_BITS(bits, &owner_el2, &ts1, &ts2, &pct1, &pct2);
    b.in.mdcr_el2_e2pb = owner_el2 ? 0 : 3;
    b.spu->regs.pmscr_el1 = SPU_PMSCR_EL1_E0SPE | (ts1 ? SPU_PMSCR_EL1_TS : 0) | (pct1 ? SPU_BIT(6) : 0);
    b.spu->regs.pmscr_el2 = (ts2 ? SPU_PMSCR_EL1_TS : 0) | (pct2 ? SPU_BIT(6) : 0);
    enum TimeStamp expected = TimeStamp_None;
    if (owner_el2 ? ts2 : ts1) {
      expected = pct2 && (owner_el2 || pct1) ? TimeStamp_Physical : TimeStamp_Virtual;
    }
    assert_int_equal(CollectTimeStamp(b.spu, &b.in), expected);
  }
}

// D2, D17.6.9: virtual time has no offset in a host.
TEST(host_time_has_no_offset)
{
  open_enabled();
  b.in.mdcr_el2_e2pb = 0;
  b.in.time_count = 5000;
  b.in.cntvoff_el2 = 1000;
  b.spu->regs.pmscr_el2 |= SPU_PMSCR_EL1_TS;
  assert_int_equal(timestamp(), 4000);
  b.in.hcr_el2_e2h = b.in.hcr_el2_tge = true;
  assert_int_equal(timestamp(), 5000);
}

// One row of Table D17-3, for an enabled or disabled EL2; -1: any value.
struct row {
  bool el2_enabled;
  bool owner_el2;
  int pct2, ts2, pct1, ts1;
  enum TimeStamp time;
};

static const struct row table_d17_3[] = {
    {false, false, -1, -1, -1, 0, TimeStamp_None},
    {true, false, -1, -1, -1, 0, TimeStamp_None},
    {false, false, -1, -1, 0, 1, TimeStamp_Virtual},
    {true, false, -1, -1, 0, 1, TimeStamp_Virtual},
    {false, false, -1, -1, 1, 1, TimeStamp_Physical},
    {false, false, -1, -1, 3, 1, TimeStamp_OffsetPhysical},
    {true, false, 0, -1, -1, 1, TimeStamp_Virtual},
    {true, false, 1, -1, 1, 1, TimeStamp_Physical},
    {true, false, 1, -1, 3, 1, TimeStamp_OffsetPhysical},
    {true, false, 3, -1, 1, 1, TimeStamp_OffsetPhysical},
    {true, false, 3, -1, 3, 1, TimeStamp_OffsetPhysical},
    {true, true, -1, 0, -1, -1, TimeStamp_None},
    {true, true, 0, 1, -1, -1, TimeStamp_Virtual},
    {true, true, 1, 1, -1, -1, TimeStamp_Physical},
    {true, true, 3, 1, -1, -1, TimeStamp_OffsetPhysical},
};

static uint32_t pick(int value, struct rng *rng, uint32_t bound)
{
  return value < 0 ? rng_below(rng, bound) : (uint32_t)value;
}

// D2, U4, D17.6.9 Table D17-3: every row. In half of the rounds the reserved PCT replaces the value that it acts as.
TEST(every_row_of_table_d17_3_holds)
{
  open_enabled();
  b.spu->config.have_ecv = true;
  struct rng rng;
  rng_seed(&rng, 2, 0);
  for (size_t i = 0; i < COUNT(table_d17_3); i++) {
    const struct row *row = &table_d17_3[i];
    for (uint32_t round = 0; round < 200; round++) {
      static const uint8_t values[] = {0, 1, 3};
      const uint32_t reserved = b.spu->config.reserved_pct = values[rng_below(&rng, 3)];
      uint32_t pct1 = pick(row->pct1, &rng, 4);
      uint32_t pct2 = pick(row->pct2, &rng, 4);
      pct1 = pct1 == reserved && rng_below(&rng, 2) != 0 ? 2 : pct1;
      pct2 = pct2 == reserved && rng_below(&rng, 2) != 0 ? 2 : pct2;
      b.in.scr_el3_ns = row->el2_enabled;
      b.in.mdcr_el3_nspb = row->el2_enabled ? 3 : 1;
      b.in.mdcr_el2_e2pb = row->owner_el2 ? 0 : 3;
      b.spu->regs.pmscr_el1 =
          SPU_PMSCR_EL1_E0SPE | (uint64_t)pick(row->ts1, &rng, 2) << 5 | (uint64_t)pct1 << 6;
      b.spu->regs.pmscr_el2 = (uint64_t)pick(row->ts2, &rng, 2) << 5 | (uint64_t)pct2 << 6;
      if (CollectTimeStamp(b.spu, &b.in) != row->time) {
        fail_msg("row %zu: PCT %u of EL2, %u of EL1, reserved acts as %u: time %d", i, pct2, pct1, reserved,
                 (int)CollectTimeStamp(b.spu, &b.in));
      }
    }
  }
}

// D2, B5: without FEAT_ECV PCT has one bit.
TEST(second_pct_bit_needs_ecv)
{
  open_enabled();
  b.spu->config.reserved_pct = 1;
  for (uint64_t pct = 0; pct < 4; pct++) {
    b.spu->regs.pmscr_el1 = SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_TS | pct << 6;
    b.spu->regs.pmscr_el2 = pct << 6;
    assert_int_equal(CollectTimeStamp(b.spu, &b.in),
                     (pct & 1U) != 0 ? TimeStamp_Physical : TimeStamp_Virtual);
  }
}

// D2, D17.6.9: each condition for a nonzero physical offset.
TEST(physical_offset_needs_every_condition)
{
  static const struct step steps[] = {
      {SET(spu->config.have_ecv, true), 9000},
      {SET(spu->config.have_ecv_poff, true), 9000},
      {SET(in.scr_el3_ecven, true), 9000},
      {SET(in.cnthctl_el2_ecv, true), 7000},
      {SET(in.scr_el3_ecven, false), 9000},
      {SET(in.scr_el3_ecven, true), 7000},
      {SET(spu->config.have_ecv_poff, false), 9000},
      {SET(spu->config.have_ecv_poff, true), 7000},
      {SET(in.el3_aarch32, true), 7000},
      {SET(spu->config.have_el2, false), 9000},
      {SET(spu->config.have_el2, true), 7000},
      {SET(spu->config.have_el3, false), 7000},
      {SET(in.scr_el3_ecven, false), 7000},  // needed only with EL3
  };
  open_enabled();
  b.in.time_count = 9000;
  b.in.cntvoff_el2 = 1;
  b.in.cntpoff_el2 = 2000;
  b.spu->regs.pmscr_el1 |= SPU_PMSCR_EL1_TS | SPU_PMSCR_EL1_PCT;
  b.spu->regs.pmscr_el2 |= SPU_PMSCR_EL1_PCT;
  RUN_STEPS(timestamp, steps);
  b.spu->config.have_el3 = b.spu->config.aarch32_el3 = b.in.scr_el3_ecven = true;
  assert_false(PhysicalOffsetIsValid(b.spu, &b.in));
}

// D1, D2: while profiling is off nothing is collected.
TEST(nothing_is_collected_while_disabled)
{
  open_enabled();
  b.spu->regs.pmscr_el1 = SPU_MASK(6, 3);
  b.spu->regs.pmscr_el2 = SPU_MASK(6, 3);
  assert_false(CollectContextIDR1(b.spu, &b.in));
  assert_false(CollectContextIDR2(b.spu, &b.in));
  assert_false(CollectPhysicalAddress(b.spu, &b.in));
  assert_int_equal(CollectTimeStamp(b.spu, &b.in), TimeStamp_None);
}

// J1, EffectiveSCR_EL3_RW: if EL2 can use AArch32, SCR_EL3.RW = 0 makes the offset zero in Non-secure state; if only
// EL1 can, or neither, RW has no effect.
TEST(physical_offset_follows_scr_el3_rw)
{
  static const struct {
    bool aarch32_el1, aarch32_el2, rw, ns, valid;
  } rows[] = {{false, false, false, true, true}, {true, false, false, true, true},
              {true, true, false, true, false},  {true, true, true, true, true},
              {true, true, false, false, true},  {true, false, false, false, true}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    bench_open(CHANGED(bench_base(), config.have_ecv = config.have_ecv_poff = true,
                       config.aarch32_el1 = rows[i].aarch32_el1, config.aarch32_el2 = rows[i].aarch32_el2));
    b.in.scr_el3_ecven = b.in.cnthctl_el2_ecv = true;
    b.in.scr_el3_rw = rows[i].rw;
    b.in.scr_el3_ns = rows[i].ns;
    assert_int_equal(PhysicalOffsetIsValid(b.spu, &b.in), rows[i].valid);
    b.in.cnthctl_el2_ecv = false;
    assert_false(PhysicalOffsetIsValid(b.spu, &b.in));
  }
}
