// SPDX-License-Identifier: Apache-2.0
//
// Block A: owner, buffer enabled, profiling enabled.
#include "unit/test/model/model_bench.h"

static struct spu_config full_config(void)
{
  return CHANGED(bench_base(), config.have_sel2 = true, config.have_rme = true, config.debug_version = 4);
}

// One row of Table D17-1: the bit that enables profiling at EL3, EL2, EL1 and EL0; D: none.
enum enables { D, E2SPE, E1SPE, E0HSPE, E0SPE };

struct row {
  int nse, ns, nspbe, nspb, e2pb, eel2, tge;  // -1: any value
  enum enables el2, el1, el0;
};

static const struct row table_d17_1[] = {
    {0, 1, 1, 0, -1, -1, -1, D, D, D},
    {0, 1, 0, 2, 2, -1, 0, D, E1SPE, E0SPE},
    {0, 1, 0, 2, 2, -1, 1, D, D, D},
    {0, 1, 0, 2, 0, -1, 0, E2SPE, E1SPE, E0SPE},
    {0, 1, 0, 2, 0, -1, 1, E2SPE, D, E0HSPE},
    {0, 0, 0, 2, -1, -1, -1, D, D, D},
    {0, 0, 0, 0, -1, 0, -1, D, E1SPE, E0SPE},
    {0, 0, 0, 0, 2, 1, 0, D, E1SPE, E0SPE},
    {0, 0, 0, 0, 2, 1, 1, D, D, D},
    {0, 0, 0, 0, 0, 1, 0, E2SPE, E1SPE, E0SPE},
    {0, 0, 0, 0, 0, 1, 1, E2SPE, D, E0HSPE},
    {1, 1, 1, 0, -1, -1, -1, D, D, D},
    {1, 1, 1, 2, 2, -1, 0, D, E1SPE, E0SPE},
    {1, 1, 1, 2, 2, -1, 1, D, D, D},
    {1, 1, 1, 2, 0, -1, 0, E2SPE, E1SPE, E0SPE},
    {1, 1, 1, 2, 0, -1, 1, E2SPE, D, E0HSPE},
};

static uint32_t pick(int value, struct rng *rng, uint32_t bound)
{
  return value < 0 ? rng_below(rng, bound) : (uint32_t)value;
}

static void set_enables(struct spu *spu, uint32_t bits)
{
  spu->regs.pmscr_el1 = bits & 3U;
  spu->regs.pmscr_el2 = bits >> 2 & 3U;
}

static uint64_t buffer_enabled(void)
{
  return ProfilingBufferEnabled(b.spu, &b.in);
}

static bool enabled_by(enum enables enables, uint32_t bits)
{
  static const uint32_t bit[] = {[D] = 0, [E0SPE] = 1, [E1SPE] = 2, [E0HSPE] = 4, [E2SPE] = 8};
  return (bits & bit[enables]) != 0;
}

// A4, ISBQVZ: every row of Table D17-1, with random values for X.
TEST(every_row_of_table_d17_1_holds)
{
  struct spu_config config = full_config();
  config.reserved_nsxb = 6;  // reserved {1, 0b0x} acts as Realm; Non-secure and Realm rows check "Disabled"
  bench_open(config);
  b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_E;
  struct rng rng;
  rng_seed(&rng, 1, 0);
  for (size_t i = 0; i < COUNT(table_d17_1); i++) {
    const struct row *row = &table_d17_1[i];
    b.spu->config.reserved_nsxb = row->nse != 0 ? 2 : 6;
    for (uint32_t round = 0; round < 256; round++) {
      const uint32_t bits = rng_below(&rng, 16);
      struct spu_in *in = &b.in;
      in->scr_el3_nse = row->nse != 0;
      in->scr_el3_ns = row->ns != 0;
      in->mdcr_el3_nspbe = row->nspbe != 0;
      in->mdcr_el3_nspb = (uint8_t)((uint32_t)row->nspb | rng_below(&rng, 2));
      in->mdcr_el2_e2pb = (uint8_t)pick(row->e2pb, &rng, 4);
      in->mdcr_el2_e2pb |= row->e2pb == 2 ? (uint8_t)rng_below(&rng, 2) : 0;
      in->scr_el3_eel2 = pick(row->eel2, &rng, 2) != 0;
      in->hcr_el2_tge = pick(row->tge, &rng, 2) != 0;
      set_enables(b.spu, bits);
      assert_false(StatisticalProfilingEnabledAtEL(b.spu, in, SPU_EL3));
      const bool secure_el2 = in->scr_el3_ns || in->scr_el3_eel2;
      if (secure_el2) {
        assert_int_equal(StatisticalProfilingEnabledAtEL(b.spu, in, SPU_EL2), enabled_by(row->el2, bits));
      }
      if (!(in->hcr_el2_tge && secure_el2)) {  // EL1 is not applicable with TGE
        assert_int_equal(StatisticalProfilingEnabledAtEL(b.spu, in, SPU_EL1), enabled_by(row->el1, bits));
      }
      assert_int_equal(StatisticalProfilingEnabledAtEL(b.spu, in, SPU_EL0), enabled_by(row->el0, bits));
    }
  }
}

// A4, RBWRVP, RKFMHR, IYZHFG: Table D17-4, the owning translation regime.
TEST(owner_follows_table_d17_4)
{
  bench_open(full_config());
  const struct {
    bool eel2, nspbe;
    uint8_t nspb, e2pb;
    enum SecurityState ss;
    enum spu_el el;
  } rows[] = {{0, 0, 0, 0, SS_Secure, SPU_EL1},    {0, 0, 1, 2, SS_Secure, SPU_EL1},
              {1, 0, 0, 2, SS_Secure, SPU_EL1},    {1, 0, 0, 3, SS_Secure, SPU_EL1},
              {1, 0, 1, 0, SS_Secure, SPU_EL2},    {0, 0, 2, 0, SS_NonSecure, SPU_EL2},
              {0, 0, 3, 2, SS_NonSecure, SPU_EL1}, {0, 1, 2, 0, SS_Realm, SPU_EL2},
              {0, 1, 3, 3, SS_Realm, SPU_EL1}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    b.in.scr_el3_eel2 = rows[i].eel2;
    b.in.mdcr_el3_nspbe = rows[i].nspbe;
    b.in.mdcr_el3_nspb = rows[i].nspb;
    b.in.mdcr_el2_e2pb = rows[i].e2pb;
    const struct spu_owner owner = ProfilingBufferOwner(b.spu, &b.in);
    assert_int_equal(owner.ss, rows[i].ss);
    assert_int_equal(owner.el, rows[i].el);
  }
}

// A2, RWXXFL: each condition of an enabled buffer is needed.
TEST(buffer_needs_every_condition)
{
  static const struct step steps[] = {
      {SET(spu->regs.pmblimitr, SPU_PMBLIMITR_EL1_E), true},
      {SET(in.pe_debug, true), false},
      {SET(in.pe_debug, false), true},
      {SET(in.scr_el3_ns, false), false},
      {SET(in.scr_el3_ns, true), true},
      {SET(in.hcr_el2_rw, false), false},  // the owner, EL1, uses AArch32
      {SET(in.hcr_el2_rw, true), true},
      {SET(spu->regs.pmbsr, SPU_PMBSR_EL1_S), false},
      {SET(spu->regs.pmbsr, SPU_PMBSR_EL1_COLL | SPU_PMBSR_EL1_DL), true},
      {SET(spu->regs.pmblimitr, 0), false},
  };
  bench_open(bench_base());
  RUN_STEPS(buffer_enabled, steps);
}

// A3: profiling is off in AArch32 state, although the owner uses AArch64.
TEST(profiling_is_off_in_aarch32)
{
  bench_open(bench_base());
  b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_E;
  b.spu->regs.pmscr_el1 = SPU_PMSCR_EL1_E0SPE;
  assert_true(StatisticalProfilingEnabled(b.spu, &b.in));
  b.in.pe_aarch32 = true;
  assert_false(StatisticalProfilingEnabled(b.spu, &b.in));
  assert_true(ProfilingBufferEnabled(b.spu, &b.in));
}

// A2, A3: with EL3 in AArch32, every level uses AArch32, profiling is off, and there is no Secure EL2. The pin is
// ignored in other configurations.
TEST(aarch32_el3_turns_profiling_off)
{
  bench_open(
      CHANGED(bench_base(), config.aarch32_el2 = true, config.aarch32_el3 = true, config.have_sel2 = true));
  struct spu_in *in = &b.in;
  b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_E;
  set_enables(b.spu, 15);
  in->scr_el3_eel2 = true;
  in->pe_el = SPU_EL1;
  assert_true(StatisticalProfilingEnabled(b.spu, in));
  in->el3_aarch32 = true;
  for (uint32_t owner = 0; owner < 16; owner++) {
    in->mdcr_el3_nspb = owner & 3U;
    in->mdcr_el2_e2pb = (uint8_t)(owner >> 2);
    for (int ns = 0; ns <= 1; ns++) {
      in->scr_el3_ns = ns != 0;
      assert_false(ProfilingBufferEnabled(b.spu, in));
      for (uint8_t el = 0; el <= 3; el++) {
        assert_false(StatisticalProfilingEnabledAtEL(b.spu, in, (enum spu_el)el));
        // There is no EL2 in Secure state.
        assert_int_equal(ELUsingAArch32(b.spu, in, (enum spu_el)el), el != SPU_EL2 || ns != 0);
        assert_int_equal(SecurityStateAtEL(b.spu, in, (enum spu_el)el),
                         el == SPU_EL3 || ns == 0 ? SS_Secure : SS_NonSecure);
      }
      assert_false(IsSecureEL2Enabled(b.spu, in));
      assert_int_equal(EL2Enabled(b.spu, in), ns != 0);
    }
  }
  in->scr_el3_ns = true;
  in->mdcr_el3_nspb = 3;
  b.spu->config.aarch32_el3 = false;
  assert_false(HighestELUsingAArch32(b.spu, in));
  assert_true(StatisticalProfilingEnabled(b.spu, in));
  b.spu->config.aarch32_el3 = true;
  b.spu->config.have_el3 = false;
  assert_false(HighestELUsingAArch32(b.spu, in));
  b.spu->config.have_el3 = true;
  b.spu->config.have_el2 = false;
  assert_false(ELUsingAArch32(b.spu, in, SPU_EL2));
}

// A1: EL3 is in Secure state; with FEAT_RME in Root state, which is not Secure.
TEST(root_state_is_not_secure)
{
  for (int rme = 0; rme <= 1; rme++) {
    bench_open(CHANGED(full_config(), config.have_rme = rme != 0));
    assert_false(IsSecure(b.spu, &b.in));
    b.in.pe_el = SPU_EL3;
    assert_int_equal(IsSecure(b.spu, &b.in), rme == 0);
    b.in.pe_el = SPU_EL1;
    b.in.scr_el3_ns = false;
    assert_true(IsSecure(b.spu, &b.in));
  }
}
