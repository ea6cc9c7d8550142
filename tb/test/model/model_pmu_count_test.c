// SPDX-License-Identifier: Apache-2.0
//
// Which counters count: the two forms of CountEvents, and the freeze on an SPE event (document S3; Arm ARM
// D13.5, D13.7).
#include "model_pmu_bench.h"
#include "test/test.h"

// P1: PMCR.E, HPME and PMCNTENSET.
TEST(disabled_counter_counts_nothing)
{
  struct bench b;
  pmu_open(&b, "base");
  b.in.mdcr_el2_hpmn = 4;
  assert_true(counts(&b, 3));
  assert_true(counts(&b, CYCLES));
  assert_false(counts(&b, 4));  // HPME
  b.in.mdcr_el2_hpme = true;
  assert_true(counts(&b, 4));
  b.spu->pmu.pmcr = 0;
  assert_false(counts(&b, 3));
  assert_false(counts(&b, CYCLES));
  assert_true(counts(&b, 4));
  b.spu->pmu.cnten = ~(1U << 4);
  assert_false(counts(&b, 4));
  b.spu->pmu.pmcr = SPU_PMCR_EL0_E;
  assert_true(counts(&b, 3));
  b.spu->pmu.cnten = 1U << 4;
  assert_false(counts(&b, 3));
  assert_false(counts(&b, CYCLES));
  bench_close(&b);
}

// P1: HPMN is compared as a number, and there is none without EL2.
TEST(hpmn_out_of_range_is_compared_as_a_number)
{
  struct bench b;
  pmu_open(&b, "base");
  b.in.mdcr_el2_hpmn = 0;
  assert_false(counts(&b, 0));
  assert_true(counts(&b, CYCLES));
  b.in.mdcr_el2_hpmn = 31;
  assert_true(counts(&b, 5));
  bench_close(&b);
  pmu_open(&b, "el1only");
  b.in.mdcr_el2_hpmn = 0;
  assert_true(counts(&b, 0));
  bench_close(&b);
}

// P1: nothing counts in Debug state.
TEST(nothing_counts_in_debug_state)
{
  struct bench b;
  pmu_open(&b, "base");
  b.in.pe_debug = true;
  assert_false(counts(&b, 0));
  assert_false(counts(&b, CYCLES));
  b.in.scr_el3_rw = false;  // EL1 uses AArch32
  assert_false(counts(&b, 0));
  bench_close(&b);
}

struct filter_row {
  uint8_t el;
  bool ns;
  bool nse;
  uint64_t filter;
  bool counted;
};

static void check_filters(const char *config, bool rw, bool text, const struct filter_row *rows, size_t count)
{
  struct bench b;
  pmu_open(&b, config);
  b.spu->config.count_text = text;
  b.in.scr_el3_rw = rw;
  b.in.scr_el3_eel2 = true;
  b.in.mdcr_el3_spme = true;
  for (size_t i = 0; i < count; i++) {
    b.in.pe_el = rows[i].el;
    b.in.scr_el3_ns = rows[i].ns;
    b.in.scr_el3_nse = rows[i].nse;
    b.spu->pmu.evtyper[1] = rows[i].filter;
    b.spu->pmu.ccfiltr = rows[i].filter;
    if (counts(&b, 1) != rows[i].counted || counts(&b, CYCLES) != rows[i].counted) {
      fail_msg("%s row %zu: counts %d and %d", config, i, counts(&b, 1), counts(&b, CYCLES));
    }
  }
  bench_close(&b);
}

#define CHECK_FILTERS(config, rw, text, rows) \
  check_filters(config, rw, text, rows, sizeof(rows) / sizeof(rows)[0])

// P1: P, U, NSK, NSU, NSH, M, SH, RLK, RLU, RLH.
TEST(every_filter_bit_is_applied)
{
  static const struct filter_row rows[] = {
      {SPU_EL0, true, false, 0, true},
      {SPU_EL0, true, false, SPU_PMEVTYPER_EL0_U, false},
      {SPU_EL0, true, false, SPU_PMEVTYPER_EL0_NSU, false},
      {SPU_EL0, true, false, SPU_PMEVTYPER_EL0_U | SPU_PMEVTYPER_EL0_NSU, true},
      {SPU_EL0, true, false, SPU_PMEVTYPER_EL0_P | SPU_PMEVTYPER_EL0_NSK | SPU_PMEVTYPER_EL0_RLU, true},
      {SPU_EL0, false, false, SPU_PMEVTYPER_EL0_NSU, true},
      {SPU_EL0, false, false, SPU_PMEVTYPER_EL0_U | SPU_PMEVTYPER_EL0_NSU, false},
      {SPU_EL0, true, true, SPU_PMEVTYPER_EL0_RLU, false},
      {SPU_EL0, true, true, SPU_PMEVTYPER_EL0_U | SPU_PMEVTYPER_EL0_RLU, true},
      {SPU_EL1, true, false, SPU_PMEVTYPER_EL0_P, false},
      {SPU_EL1, true, false, SPU_PMEVTYPER_EL0_NSK, false},
      {SPU_EL1, true, false, SPU_PMEVTYPER_EL0_P | SPU_PMEVTYPER_EL0_NSK, true},
      {SPU_EL1, false, false, SPU_PMEVTYPER_EL0_NSK, true},
      {SPU_EL1, false, false, SPU_PMEVTYPER_EL0_P | SPU_PMEVTYPER_EL0_NSK, false},
      {SPU_EL1, true, true, SPU_PMEVTYPER_EL0_RLK, false},
      {SPU_EL1, true, true, SPU_PMEVTYPER_EL0_P | SPU_PMEVTYPER_EL0_RLK, true},
      {SPU_EL2, true, false, 0, false},
      {SPU_EL2, true, false, SPU_PMEVTYPER_EL0_NSH, true},
      {SPU_EL2, true, false, SPU_PMEVTYPER_EL0_NSH | SPU_PMEVTYPER_EL0_SH | SPU_PMEVTYPER_EL0_RLH, true},
      {SPU_EL2, false, false, 0, false},
      {SPU_EL2, false, false, SPU_PMEVTYPER_EL0_SH, true},
      {SPU_EL2, false, false, SPU_PMEVTYPER_EL0_NSH | SPU_PMEVTYPER_EL0_SH, false},
      {SPU_EL2, true, true, SPU_PMEVTYPER_EL0_RLH, true},
      {SPU_EL2, true, true, SPU_PMEVTYPER_EL0_NSH, true},
      {SPU_EL2, true, true, SPU_PMEVTYPER_EL0_NSH | SPU_PMEVTYPER_EL0_RLH, false},
      {SPU_EL3, true, false, 0, true},
      {SPU_EL3, true, false, SPU_PMEVTYPER_EL0_P, false},
      {SPU_EL3, true, false, SPU_PMEVTYPER_EL0_M, false},
      {SPU_EL3, true, false, SPU_PMEVTYPER_EL0_M | SPU_PMEVTYPER_EL0_P, true},
  };
  CHECK_FILTERS("v9", true, true, rows);
}

// P8, D13.7.2 RYWWSV: VS<0> filters cycles in Streaming SVE mode and VS<1> those in Non-streaming SVE mode, of each
// counter by its own register; the reserved 0b11 all. Without FEAT_PMUv3_SME neither matters.
TEST(streaming_mode_is_filtered_by_vs)
{
  static const bool counted[4][2] = {{true, true}, {true, false}, {false, true}, {false, false}};  // [VS][SM]
  for (uint32_t row = 0; row < 4 * 2 * 2; row++) {
    const uint64_t vs = row / 4;
    const bool sm = (row & 1U) != 0;
    const bool have = (row & 2U) != 0;
    struct bench b;
    pmu_open(&b, "v9.6");
    b.spu->config.have_pmu_sme = have;
    b.in.pe_sm = sm;
    b.spu->pmu.evtyper[1] |= vs << SPU_PMEVTYPER_EL0_VS_SHIFT;
    assert_int_equal(counts(&b, 1), !have || counted[vs][sm]);
    assert_true(counts(&b, CYCLES));
    b.spu->pmu.ccfiltr |= vs << SPU_PMCCFILTR_EL0_VS_SHIFT;
    assert_int_equal(counts(&b, CYCLES), !have || counted[vs][sm]);
    assert_true(counts(&b, 0));
    b.spu->pmu.ccfiltr |= SPU_PMEVTYPER_EL0_P;
    assert_false(counts(&b, CYCLES));
    bench_close(&b);
  }
}

// P1: S3 knows no M: at EL3, P alone.
TEST(aarch32_form_filters_by_its_own_bits)
{
  static const struct filter_row rows[] = {
      {SPU_EL0, true, false, SPU_PMEVTYPER_EL0_U, false},
      {SPU_EL0, true, false, SPU_PMEVTYPER_EL0_U | SPU_PMEVTYPER_EL0_NSU, true},
      {SPU_EL0, false, false, SPU_PMEVTYPER_EL0_U | SPU_PMEVTYPER_EL0_NSU, false},
      {SPU_EL1, true, false, SPU_PMEVTYPER_EL0_NSK, false},
      {SPU_EL1, false, false, SPU_PMEVTYPER_EL0_NSK, true},
      {SPU_EL1, false, false, SPU_PMEVTYPER_EL0_P, false},
      {SPU_EL2, true, false, 0, false},
      {SPU_EL2, true, false, SPU_PMEVTYPER_EL0_NSH, true},
      {SPU_EL3, false, false, SPU_PMEVTYPER_EL0_M, true},
      {SPU_EL3, false, false, SPU_PMEVTYPER_EL0_M | SPU_PMEVTYPER_EL0_P, false},
  };
  CHECK_FILTERS("base", false, false, rows);
}

// P5: D13.7.1 does not ask what EL1 uses: at an EL3 in AArch64, M.
TEST(filter_does_not_depend_on_what_el1_uses)
{
  static const struct filter_row rows[] = {
      {SPU_EL0, true, false, SPU_PMEVTYPER_EL0_U | SPU_PMEVTYPER_EL0_NSU, true},
      {SPU_EL0, false, false, SPU_PMEVTYPER_EL0_U | SPU_PMEVTYPER_EL0_NSU, false},
      {SPU_EL1, true, false, SPU_PMEVTYPER_EL0_NSK, false},
      {SPU_EL1, false, false, SPU_PMEVTYPER_EL0_NSK, true},
      {SPU_EL2, true, false, SPU_PMEVTYPER_EL0_NSH, true},
      {SPU_EL3, false, false, 0, true},
      {SPU_EL3, false, false, SPU_PMEVTYPER_EL0_M, false},
      {SPU_EL3, false, false, SPU_PMEVTYPER_EL0_P, false},
      {SPU_EL3, false, false, SPU_PMEVTYPER_EL0_M | SPU_PMEVTYPER_EL0_P, true},
  };
  CHECK_FILTERS("base", false, true, rows);
  CHECK_FILTERS("base", true, true, rows);
}

// P1: MDCR_EL3.SPME and MPMX in Secure state; before FEAT_PMUv3p7 there is no MPMX.
TEST(secure_state_counts_by_spme_and_mpmx)
{
  struct bench b;
  pmu_open(&b, "v8.7");
  b.in.scr_el3_ns = false;
  assert_false(counts(&b, 0));
  assert_true(counts(&b, CYCLES));
  b.spu->pmu.pmcr |= SPU_PMCR_EL0_DP;
  assert_false(counts(&b, CYCLES));
  b.in.mdcr_el3_mpmx = true;
  assert_true(counts(&b, 0));
  b.spu->config.pmu_version = 5;
  assert_false(counts(&b, 0));
  b.in.mdcr_el3_spme = true;
  assert_true(counts(&b, 0));
  assert_true(counts(&b, CYCLES));
  b.in.mdcr_el3_spme = false;
  b.in.pe_el = SPU_EL0;
  b.in.sder_suniden = true;  // only for AArch32
  assert_false(counts(&b, 0));
  b.in.scr_el3_ns = true;
  assert_true(counts(&b, 0));
  bench_close(&b);
}

// P1: EL3 by FEAT_PMUv3p7: {SPME, MPMX} = {1, 0}, or {1, 1} for counters reserved for EL2; also in Root
// state.
TEST(el3_counts_by_spme_and_mpmx)
{
  static const char *const configs[] = {"v8.7", "v9"};
  for (size_t i = 0; i < 2; i++) {
    struct bench b;
    pmu_open(&b, configs[i]);
    b.in.pe_el = SPU_EL3;
    b.in.mdcr_el2_hpmn = 4;
    b.in.mdcr_el2_hpme = true;
    for (unsigned bits = 0; bits < 4; bits++) {
      b.in.mdcr_el3_spme = (bits & 2) != 0;
      b.in.mdcr_el3_mpmx = (bits & 1) != 0;
      assert_int_equal(counts(&b, 0), bits == 2);
      assert_int_equal(counts(&b, 4), bits >= 2);
    }
    b.spu->pmu.pmcr |= SPU_PMCR_EL0_DP;
    assert_false(counts(&b, CYCLES));
    b.in.mdcr_el3_mpmx = false;
    assert_true(counts(&b, CYCLES));
    b.in.mdcr_el3_mccd = true;
    assert_false(counts(&b, CYCLES));
    b.in.mdcr_el3_mccd = false;
    b.in.mdcr_el3_sccd = true;
    assert_false(counts(&b, CYCLES));
    b.in.pe_el = SPU_EL1;
    assert_true(counts(&b, CYCLES));
    bench_close(&b);
  }
}

// P1: HPMD at EL2, HCCD and SCCD from FEAT_PMUv3p5.
TEST(el2_counts_by_hpmd_hccd_and_sccd)
{
  struct bench b;
  pmu_open(&b, "v8.7");
  b.in.pe_el = SPU_EL2;
  b.in.mdcr_el2_hpmn = 4;
  b.in.mdcr_el2_hpme = true;
  assert_true(counts(&b, 0));
  b.in.mdcr_el2_hpmd = true;
  assert_false(counts(&b, 0));
  assert_true(counts(&b, 4));
  assert_true(counts(&b, CYCLES));
  b.in.mdcr_el2_hccd = true;
  assert_false(counts(&b, CYCLES));
  b.spu->config.pmu_version = 4;
  assert_true(counts(&b, CYCLES));
  b.in.pe_el = SPU_EL1;
  b.spu->config.pmu_version = 5;
  assert_true(counts(&b, 0));
  assert_true(counts(&b, CYCLES));
  b.in.scr_el3_ns = false;
  b.in.mdcr_el3_spme = true;
  b.in.mdcr_el3_sccd = true;
  assert_false(counts(&b, CYCLES));
  assert_true(counts(&b, 0));
  b.spu->config.pmu_version = 4;
  assert_true(counts(&b, CYCLES));
  bench_close(&b);
}

// P1: the authentication interface overrides only before FEAT_Debugv8p2; FEAT_Debugv8p4 changes its signals.
TEST(authentication_overrides_before_debugv8p2)
{
  struct bench b;
  pmu_open(&b, "base");
  b.in.scr_el3_ns = false;
  for (unsigned pins = 0; pins < 16; pins++) {
    b.in.dbgen = (pins & 1) != 0;
    b.in.niden = (pins & 2) != 0;
    b.in.spiden = (pins & 4) != 0;
    b.in.spniden = (pins & 8) != 0;
    b.spu->config.debug_version = 0;
    assert_int_equal(counts(&b, 0), (pins & 3) != 0 && (pins & 12) != 0);
    b.spu->config.debug_version = 2;
    assert_false(counts(&b, 0));
    assert_int_equal(ExternalSecureNoninvasiveDebugEnabled(b.spu, &b.in),
                     (pins & 3) != 0 && (pins & 12) != 0);
    b.spu->config.debug_version = 4;
    assert_int_equal(ExternalSecureNoninvasiveDebugEnabled(b.spu, &b.in), (pins & 5) == 5);
  }
  b.spu->config.have_el3 = false;
  assert_false(ExternalSecureNoninvasiveDebugEnabled(b.spu, &b.in));
  b.spu->config.secure_only = true;
  assert_true(ExternalSecureNoninvasiveDebugEnabled(b.spu, &b.in));
  bench_close(&b);
}

// P1: S3 in full where it is not the AArch64 form: SUNIDEN; with counting prohibited the cycle counter stops
// whatever DP is; no freeze of the cycle counter.
TEST(aarch32_form_follows_s3)
{
  struct bench b;
  pmu_open(&b, "base");
  b.in.scr_el3_rw = false;
  b.in.scr_el3_ns = false;
  b.in.pe_el = SPU_EL0;
  assert_false(counts(&b, 0));
  assert_false(counts(&b, CYCLES));
  b.in.sder_suniden = true;
  assert_true(counts(&b, 0));
  assert_true(counts(&b, CYCLES));
  b.in.pe_el = SPU_EL1;
  assert_false(counts(&b, 0));
  b.spu->config.pmu_version = 7;
  b.in.mdcr_el3_mpmx = true;
  assert_true(counts(&b, 0));
  b.spu->pmu.pmcr |= SPU_PMCR_EL0_FZO | SPU_PMCR_EL0_DP;
  b.spu->pmu.ovs = 1;
  assert_false(counts(&b, 1));
  assert_true(counts(&b, CYCLES));
  b.spu->pmu.ovs = CYCLE_BIT;
  assert_true(counts(&b, 1));
  b.in.mdcr_el3_sccd = true;
  assert_false(counts(&b, CYCLES));
  bench_close(&b);
}

// P5: the rules of D13.5.4 at EL3 and EL2, which use AArch64, are the same with EL1 in AArch32 as without:
// MPMX, MCCD, and PMCR.DP, without which the cycle counter goes on.
TEST(counting_follows_d13_5_whatever_el1_uses)
{
  struct bench b;
  pmu_open(&b, "base");
  b.spu->config.pmu_version = 7;
  b.spu->config.count_text = true;
  b.in.mdcr_el2_hpmn = 4;
  b.in.mdcr_el2_hpme = true;
  for (unsigned bits = 0; bits < 64; bits++) {
    b.in.scr_el3_rw = (bits & 1) != 0;
    const bool spme = b.in.mdcr_el3_spme = (bits & 2) != 0;
    const bool mpmx = b.in.mdcr_el3_mpmx = (bits & 4) != 0;
    const bool mccd = b.in.mdcr_el3_mccd = (bits & 8) != 0;
    const bool hpmd = b.in.mdcr_el2_hpmd = (bits & 16) != 0;
    const bool dp = (bits & 32) != 0;
    b.spu->pmu.pmcr = SPU_PMCR_EL0_E | (dp ? SPU_PMCR_EL0_DP : 0);
    b.in.pe_el = SPU_EL3;
    assert_int_equal(counts(&b, 0), spme && !mpmx);
    assert_int_equal(counts(&b, 4), spme);
    assert_int_equal(counts(&b, CYCLES), !mccd && (!dp || (spme && !mpmx)));
    b.in.pe_el = SPU_EL2;
    assert_int_equal(counts(&b, 0), !hpmd);
    assert_int_equal(counts(&b, 4), true);
    assert_int_equal(counts(&b, CYCLES), !dp || !hpmd);
  }
  bench_close(&b);
}

// P5: in AArch32 state, too: DP, freeze on overflow of the cycle counter, and SUNIDEN at EL0.
TEST(aarch32_state_follows_d13_5)
{
  struct bench b;
  pmu_open(&b, "base");
  b.spu->config.pmu_version = 7;
  b.spu->config.count_text = true;
  b.in.scr_el3_rw = false;
  b.in.scr_el3_ns = false;
  b.in.pe_aarch32 = true;
  assert_false(counts(&b, 0));
  assert_true(counts(&b, CYCLES));
  b.spu->pmu.pmcr |= SPU_PMCR_EL0_DP;
  assert_false(counts(&b, CYCLES));
  b.in.pe_el = SPU_EL0;
  b.in.sder_suniden = true;
  assert_true(counts(&b, 0));
  assert_true(counts(&b, CYCLES));
  b.spu->pmu.pmcr |= SPU_PMCR_EL0_FZO;
  b.spu->pmu.ovs = 1;
  assert_false(counts(&b, CYCLES));
  b.spu->pmu.pmcr &= ~SPU_PMCR_EL0_DP;
  assert_true(counts(&b, CYCLES));
  assert_false(counts(&b, 1));
  bench_close(&b);
}

// P1, P5: EL3 in AArch32: SDCR.SPME whatever MPMX is; SUNIDEN at EL0; no filter bit M. By either text.
static void check_aarch32_el3(bool text)
{
  struct bench b;
  pmu_open(&b, "aarch32-el3");
  b.spu->config.count_text = text;
  b.in.el3_aarch32 = true;
  b.spu->config.pmu_version = 7;
  b.in.scr_el3_ns = false;
  b.in.pe_el = SPU_EL3;
  b.in.mdcr_el3_mpmx = true;
  assert_false(counts(&b, 0));
  b.in.mdcr_el3_spme = true;
  assert_true(counts(&b, 0));
  b.in.mdcr_el3_mccd = true;
  assert_true(counts(&b, CYCLES));
  b.spu->pmu.evtyper[0] |= SPU_PMEVTYPER_EL0_M;
  assert_true(counts(&b, 0));
  b.spu->pmu.evtyper[0] |= SPU_PMEVTYPER_EL0_P;
  assert_false(counts(&b, 0));
  b.spu->pmu.evtyper[0] = 0;
  b.in.pe_el = SPU_EL0;
  b.in.mdcr_el3_spme = false;
  assert_false(counts(&b, 0));
  b.in.sder_suniden = true;
  assert_true(counts(&b, 0));
  bench_close(&b);
}

TEST(aarch32_el3_ignores_aarch64_controls)
{
  check_aarch32_el3(false);
  check_aarch32_el3(true);
}

// P1: FZO and HPMFZO: each by the flags of its own range, with FEAT_PMUv3p7.
TEST(overflow_freezes_the_counters_of_its_range)
{
  struct bench b;
  pmu_open(&b, "v8.7");
  b.in.mdcr_el2_hpmn = 4;
  b.in.mdcr_el2_hpme = true;
  b.spu->pmu.ovs = 1U << 3 | 1U << 5 | CYCLE_BIT;
  assert_true(counts(&b, 0));
  b.spu->pmu.pmcr |= SPU_PMCR_EL0_FZO;
  assert_false(counts(&b, 0));
  assert_true(counts(&b, 4));
  assert_true(counts(&b, CYCLES));
  b.spu->pmu.pmcr |= SPU_PMCR_EL0_DP;
  assert_false(counts(&b, CYCLES));
  b.in.mdcr_el2_hpmfzo = true;
  assert_false(counts(&b, 4));
  b.spu->pmu.ovs = 1U << 5 | CYCLE_BIT;
  assert_true(counts(&b, 0));
  assert_true(counts(&b, CYCLES));
  assert_false(counts(&b, 4));
  b.spu->pmu.ovs = 1U << 3;
  assert_true(counts(&b, 4));
  assert_false(counts(&b, 0));
  b.spu->config.pmu_version = 5;
  assert_true(counts(&b, 0));
  bench_close(&b);
}

// P4: PMBLIMITR_EL1.{PMFZ, E}, PMBSR_EL1.S, and FZS or HPMFZS; event counters only.
TEST(spe_event_freezes_the_selected_counters)
{
  struct bench b;
  pmu_open(&b, "v8.7");
  b.in.mdcr_el2_hpmn = 4;
  b.in.mdcr_el2_hpme = true;
  b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_E | SPU_PMBLIMITR_EL1_PMFZ;
  b.spu->regs.pmbsr = SPU_PMBSR_EL1_S;
  assert_false(SPEFreezeOnEvent(b.spu, &b.in, 0));
  b.spu->pmu.pmcr |= SPU_PMCR_EL0_FZS | SPU_PMCR_EL0_DP;
  assert_true(SPEFreezeOnEvent(b.spu, &b.in, 0));
  assert_false(SPEFreezeOnEvent(b.spu, &b.in, 4));
  assert_false(SPEFreezeOnEvent(b.spu, &b.in, CYCLES));
  b.in.mdcr_el2_hpmfzs = true;
  assert_true(SPEFreezeOnEvent(b.spu, &b.in, 4));
  pmu_clock(&b, 1);
  assert_int_equal(b.spu->pmu.evcntr[0], 0);
  assert_int_equal(b.spu->pmu.evcntr[4], 0);
  assert_int_equal(b.spu->pmu.ccntr, 1);
  b.spu->regs.pmbsr = 0;
  assert_false(SPEFreezeOnEvent(b.spu, &b.in, 0));
  b.spu->regs.pmbsr = SPU_PMBSR_EL1_S;
  b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_E;
  assert_false(SPEFreezeOnEvent(b.spu, &b.in, 0));
  b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_PMFZ;
  assert_false(SPEFreezeOnEvent(b.spu, &b.in, 0));
  b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_E | SPU_PMBLIMITR_EL1_PMFZ;
  b.spu->config.spe_version = 1;
  assert_false(SPEFreezeOnEvent(b.spu, &b.in, 0));
  b.spu->config.spe_version = 2;
  b.spu->config.aarch32_el3 = true;
  b.in.el3_aarch32 = true;
  assert_false(SPEFreezeOnEvent(b.spu, &b.in, 0));
  bench_close(&b);
}

// P4, RHSGZX, IFZPQV: with FEAT_SPE_DPFZS, PMCR_EL0.{FZS, DP} = {1, 1} freezes the cycle counter, as the
// counters of the first range; HPMN = 0 and MDCR_EL2.HPMFZS do not matter to it.
TEST(spe_event_freezes_the_cycle_counter_with_fzs_and_dp)
{
  struct bench b;
  pmu_open(&b, "v9.6");
  b.in.mdcr_el2_hpme = true;
  b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_E | SPU_PMBLIMITR_EL1_PMFZ;
  b.spu->regs.pmbsr = SPU_PMBSR_EL1_S;
  static const uint64_t fields[] = {0, SPU_PMCR_EL0_FZS, SPU_PMCR_EL0_DP, SPU_PMCR_EL0_FZS | SPU_PMCR_EL0_DP};
  for (uint8_t hpmn = 0; hpmn <= 8; hpmn += 4) {
    b.in.mdcr_el2_hpmn = hpmn;
    b.in.mdcr_el2_hpmfzs = hpmn == 4;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
      b.spu->pmu.pmcr = SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC | fields[i];
      b.spu->pmu.ccntr = 7;
      pmu_clock(&b, 1);
      assert_int_equal(b.spu->pmu.ccntr, i == 3 ? 7 : 8);
      assert_int_equal(SPEFreezeOnEvent(b.spu, &b.in, CYCLES), i == 3);
    }
  }
  // As the event counters of the first range: PMBSR_EL1.S and PMBLIMITR_EL1.{PMFZ, E}
  b.spu->regs.pmbsr = 0;
  assert_false(SPEFreezeOnEvent(b.spu, &b.in, CYCLES));
  b.spu->regs.pmbsr = SPU_PMBSR_EL1_S;
  b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_E;
  assert_false(SPEFreezeOnEvent(b.spu, &b.in, CYCLES));
  b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_PMFZ;
  assert_false(SPEFreezeOnEvent(b.spu, &b.in, CYCLES));
  b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_E | SPU_PMBLIMITR_EL1_PMFZ;
  pmu_clock(&b, 1);
  assert_int_equal(b.spu->pmu.ccntr, 7);
  b.spu->config.have_dpfzs = false;
  pmu_clock(&b, 1);
  assert_int_equal(b.spu->pmu.ccntr, 8);
  // With EL1 in AArch32 too, in both forms of counting
  b.spu->config.have_dpfzs = b.spu->config.aarch32_el0 = b.spu->config.aarch32_el1 = true;
  b.in.hcr_el2_rw = false;
  b.in.pe_aarch32 = true;
  for (int text = 0; text < 2; text++) {
    b.spu->config.count_text = text != 0;
    b.spu->pmu.pmcr |= SPU_PMCR_EL0_DP;
    pmu_clock(&b, 1);
    assert_int_equal(b.spu->pmu.ccntr, 8 + text);
    b.spu->pmu.pmcr &= ~SPU_PMCR_EL0_DP;
    pmu_clock(&b, 1);
    assert_int_equal(b.spu->pmu.ccntr, 9 + text);
  }
  bench_close(&b);
}

// P4: RHSGZX asks for FEAT_SPEv1p2, whatever the monitors' version.
TEST(spe_event_freezes_with_every_pmu_version)
{
  static const uint32_t versions[] = {1, 4, 5, 7, 8, 9};
  for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
    struct bench b;
    pmu_open(&b, "v8.7");
    b.spu->config.pmu_version = versions[i];
    b.in.mdcr_el2_hpmn = 4;
    b.in.mdcr_el2_hpme = true;
    b.in.mdcr_el2_hpmfzs = true;
    b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_E | SPU_PMBLIMITR_EL1_PMFZ;
    b.spu->regs.pmbsr = SPU_PMBSR_EL1_S;
    pmu_clock(&b, 1);
    assert_int_equal(b.spu->pmu.evcntr[0], 1);
    assert_int_equal(b.spu->pmu.evcntr[4], 0);
    b.spu->pmu.pmcr |= SPU_PMCR_EL0_FZS | SPU_PMCR_EL0_DP;
    pmu_clock(&b, 1);
    assert_int_equal(b.spu->pmu.evcntr[0], 1);
    assert_int_equal(b.spu->pmu.ccntr, 2);
    bench_close(&b);
  }
}
