// SPDX-License-Identifier: Apache-2.0
//
// Which counters count: the two forms of CountEvents, and the freeze on an SPE event (document S3; Arm ARM
// D13.5, D13.7).
#include "unit/test/model/model_pmu_bench.h"

// Six counters and HPMN 4: the counters below HPMN, and those reserved for EL2.
enum { LOW = 0x0F, HIGH = 0x30, EVENTS = LOW | HIGH };
// The bits that let an SPE event freeze counters.
enum { FREEZE = SPU_PMBLIMITR_EL1_E | SPU_PMBLIMITR_EL1_PMFZ };

// Opens a model in which counters 4 and 5 are reserved for EL2 and also enabled.
static void open_ranges(const char *name)
{
  pmu_open(name);
  b.in.mdcr_el2_hpmn = 4;
  b.in.mdcr_el2_hpme = true;
}

static bool counts(uint32_t n)
{
  const struct spu_pmu_pe pe = spu_pmu_pe(b.spu, &b.in);
  return AArch32_CountEvents(b.spu, &b.in, &pe, n);
}

// All counters that count, one bit each.
static uint64_t counting(void)
{
  uint64_t counters = counts(CYCLES) ? CYCLE_BIT : 0;
  for (uint32_t n = 0; n < b.spu->config.pmu_counters; n++) {
    counters |= counts(n) ? SPU_BIT(n) : 0;
  }
  return counters;
}

static uint64_t first_counts(void)
{
  return counts(0);
}

static uint64_t cycles_count(void)
{
  return counts(CYCLES);
}

// All counters that an SPE event freezes.
static uint64_t frozen(void)
{
  uint64_t counters = SPEFreezeOnEvent(b.spu, &b.in, CYCLES) ? CYCLE_BIT : 0;
  for (uint32_t n = 0; n < b.spu->config.pmu_counters; n++) {
    counters |= SPEFreezeOnEvent(b.spu, &b.in, n) ? SPU_BIT(n) : 0;
  }
  return counters;
}

// P1: PMCR.E, HPME and PMCNTENSET.
TEST(disabled_counter_counts_nothing)
{
  static const struct step steps[] = {
      {SET(in.mdcr_el2_hpmn, 4), LOW | CYCLE_BIT},
      {SET(in.mdcr_el2_hpme, true), EVENTS | CYCLE_BIT},
      {SET(spu->pmu.pmcr, 0), HIGH},
      {SET(spu->pmu.cnten, ~(1U << 4)), HIGH & ~(1U << 4)},
      {SET(spu->pmu.pmcr, SPU_PMCR_EL0_E), LOW | (HIGH & ~(1U << 4)) | CYCLE_BIT},
      {SET(spu->pmu.cnten, 1U << 4), 1U << 4},
  };
  pmu_open("base");
  RUN_STEPS(counting, steps);
}

// P1: HPMN is compared as a number, and has no effect without EL2.
TEST(hpmn_out_of_range_is_compared_as_a_number)
{
  pmu_open("base");
  b.in.mdcr_el2_hpmn = 0;
  assert_int_equal(counting(), CYCLE_BIT);
  b.in.mdcr_el2_hpmn = 31;
  assert_int_equal(counting(), CYCLE_BIT | EVENTS);
  pmu_open("el1only");
  b.in.mdcr_el2_hpmn = 0;
  assert_int_equal(counting(), CYCLE_BIT | 0xF);
}

// P1: nothing counts in Debug state.
TEST(nothing_counts_in_debug_state)
{
  pmu_open("base");
  b.in.pe_debug = true;
  assert_int_equal(counting(), 0);
  b.in.scr_el3_rw = false;  // EL1 uses AArch32
  assert_int_equal(counting(), 0);
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
  pmu_open(config);
  b.spu->config.count_current_issue = text;
  b.in.scr_el3_rw = rw;
  b.in.scr_el3_eel2 = true;
  b.in.mdcr_el3_spme = true;
  for (size_t i = 0; i < count; i++) {
    b.in.pe_el = rows[i].el;
    b.in.scr_el3_ns = rows[i].ns;
    b.in.scr_el3_nse = rows[i].nse;
    b.spu->pmu.evtyper[1] = rows[i].filter;
    b.spu->pmu.ccfiltr = rows[i].filter;
    if (counts(1) != rows[i].counted || counts(CYCLES) != rows[i].counted) {
      fail_msg("%s row %zu: counts %d and %d", config, i, counts(1), counts(CYCLES));
    }
  }
}

#define CHECK_FILTERS(config, rw, text, rows) check_filters(config, rw, text, rows, COUNT(rows))

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

// P8, D13.7.2 RYWWSV: VS<0> filters cycles in Streaming SVE mode and VS<1> those in Non-streaming SVE mode, for each
// counter by its own register; the reserved 0b11 filters all. Without FEAT_PMUv3_SME they have no effect.
TEST(streaming_mode_is_filtered_by_vs)
{
  static const bool counted[4][2] = {{true, true}, {true, false}, {false, true}, {false, false}};  // [VS][SM]
  for (uint32_t row = 0; row < 4 * 2 * 2; row++) {
    const uint64_t vs = row / 4;
    const bool sm = (row & 1U) != 0;
    const bool have = (row & 2U) != 0;
    pmu_open("v9.6");
    b.spu->config.have_pmu_sme = have;
    b.in.pe_sm = sm;
    b.spu->pmu.evtyper[1] |= vs << SPU_PMEVTYPER_EL0_VS_SHIFT;
    assert_int_equal(counts(1), !have || counted[vs][sm]);
    assert_true(counts(CYCLES));
    b.spu->pmu.ccfiltr |= vs << SPU_PMCCFILTR_EL0_VS_SHIFT;
    assert_int_equal(counts(CYCLES), !have || counted[vs][sm]);
    assert_true(counts(0));
    b.spu->pmu.ccfiltr |= SPU_PMEVTYPER_EL0_P;
    assert_false(counts(CYCLES));
  }
}

// P1: S3 does not have M: at EL3, only P filters.
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

// P5: D13.7.1 does not depend on EL1's Execution state: at an EL3 in AArch64, M filters.
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
  static const struct step steps[] = {
      {SET(in.scr_el3_ns, false), CYCLE_BIT},
      {SET(spu->pmu.pmcr, SPU_PMCR_EL0_E | SPU_PMCR_EL0_DP), 0},
      {SET(in.mdcr_el3_mpmx, true), EVENTS | CYCLE_BIT},
      {SET(spu->config.pmu_version, 5), 0},
      {SET(in.mdcr_el3_spme, true), EVENTS | CYCLE_BIT},
      {SET(in.mdcr_el3_spme, false), 0},
      {SET(in.pe_el, SPU_EL0), 0},
      {SET(in.sder_suniden, true), 0},  // only for AArch32
      {SET(in.scr_el3_ns, true), EVENTS | CYCLE_BIT},
  };
  pmu_open("v8.7");
  RUN_STEPS(counting, steps);
}

// P1: with FEAT_PMUv3p7, EL3 counts for {SPME, MPMX} = {1, 0}, or {1, 1} for counters reserved for EL2; also in Root
// state.
TEST(el3_counts_by_spme_and_mpmx)
{
  static const struct step steps[] = {
      {SET(spu->pmu.pmcr, SPU_PMCR_EL0_E | SPU_PMCR_EL0_DP), false},
      {SET(in.mdcr_el3_mpmx, false), true},
      {SET(in.mdcr_el3_mccd, true), false},
      {SET(in.mdcr_el3_mccd, false), true},
      {SET(in.mdcr_el3_sccd, true), false},
      {SET(in.pe_el, SPU_EL1), true},
  };
  static const char *const configs[] = {"v8.7", "v9"};
  for (size_t i = 0; i < COUNT(configs); i++) {
    open_ranges(configs[i]);
    b.in.pe_el = SPU_EL3;
    for (unsigned bits = 0; bits < 4; bits++) {
      b.in.mdcr_el3_spme = (bits & 2) != 0;
      b.in.mdcr_el3_mpmx = (bits & 1) != 0;
      assert_int_equal(counting() & EVENTS, (bits == 2 ? LOW : 0) | (bits >= 2 ? HIGH : 0));
    }
    RUN_STEPS(cycles_count, steps);
  }
}

// P1: HPMD at EL2, HCCD and SCCD from FEAT_PMUv3p5.
TEST(el2_counts_by_hpmd_hccd_and_sccd)
{
  static const struct step steps[] = {
      {SET(in.pe_el, SPU_EL2), EVENTS | CYCLE_BIT},
      {SET(in.mdcr_el2_hpmd, true), HIGH | CYCLE_BIT},
      {SET(in.mdcr_el2_hccd, true), HIGH},
      {SET(spu->config.pmu_version, 4), HIGH | CYCLE_BIT},
      {SET(in.pe_el, SPU_EL1), UNASKED},
      {SET(spu->config.pmu_version, 5), EVENTS | CYCLE_BIT},
      {SET(in.scr_el3_ns, false), UNASKED},
      {SET(in.mdcr_el3_spme, true), UNASKED},
      {SET(in.mdcr_el3_sccd, true), EVENTS},
      {SET(spu->config.pmu_version, 4), EVENTS | CYCLE_BIT},
  };
  open_ranges("v8.7");
  RUN_STEPS(counting, steps);
}

// P1: the authentication interface overrides only before FEAT_Debugv8p2; FEAT_Debugv8p4 changes its signals.
TEST(authentication_overrides_before_debugv8p2)
{
  pmu_open("base");
  b.in.scr_el3_ns = false;
  for (unsigned pins = 0; pins < 16; pins++) {
    SET_BITS(pins, &b.in.dbgen, &b.in.niden, &b.in.spiden, &b.in.spniden);
    b.spu->config.debug_version = 0;
    assert_int_equal(counts(0), (pins & 3) != 0 && (pins & 12) != 0);
    b.spu->config.debug_version = 2;
    assert_false(counts(0));
    assert_int_equal(ExternalSecureNoninvasiveDebugEnabled(b.spu, &b.in),
                     (pins & 3) != 0 && (pins & 12) != 0);
    b.spu->config.debug_version = 4;
    assert_int_equal(ExternalSecureNoninvasiveDebugEnabled(b.spu, &b.in), (pins & 5) == 5);
  }
  b.spu->config.have_el3 = false;
  assert_false(ExternalSecureNoninvasiveDebugEnabled(b.spu, &b.in));
  b.spu->config.secure_only = true;
  assert_true(ExternalSecureNoninvasiveDebugEnabled(b.spu, &b.in));
}

// P1: all of S3's differences from the AArch64 form: SUNIDEN; with counting prohibited the cycle counter stops for
// either DP; the cycle counter does not freeze.
TEST(aarch32_form_follows_s3)
{
  static const struct step steps[] = {
      {SET(in.scr_el3_rw, false), UNASKED},
      {SET(in.scr_el3_ns, false), UNASKED},
      {SET(in.pe_el, SPU_EL0), 0},
      {SET(in.sder_suniden, true), EVENTS | CYCLE_BIT},
      {SET(in.pe_el, SPU_EL1), 0},
      {SET(spu->config.pmu_version, 7), UNASKED},
      {SET(in.mdcr_el3_mpmx, true), EVENTS | CYCLE_BIT},
      {SET(spu->pmu.ovs, 1), UNASKED},
      {SET(spu->pmu.pmcr, SPU_PMCR_EL0_E | SPU_PMCR_EL0_FZO | SPU_PMCR_EL0_DP), CYCLE_BIT},
      {SET(spu->pmu.ovs, CYCLE_BIT), EVENTS | CYCLE_BIT},
      {SET(in.mdcr_el3_sccd, true), EVENTS},
  };
  pmu_open("base");
  RUN_STEPS(counting, steps);
}

// P5: the rules of D13.5.4 at EL3 and EL2 in AArch64 do not depend on EL1's Execution state: MPMX, MCCD, and PMCR.DP,
// without which the cycle counter continues to count.
TEST(counting_follows_d13_5_whatever_el1_uses)
{
  open_ranges("base");
  b.spu->config.pmu_version = 7;
  b.spu->config.count_current_issue = true;
  for (unsigned bits = 0; bits < 64; bits++) {
    b.in.scr_el3_rw = (bits & 1) != 0;
    const bool spme = b.in.mdcr_el3_spme = (bits & 2) != 0;
    const bool mpmx = b.in.mdcr_el3_mpmx = (bits & 4) != 0;
    const bool mccd = b.in.mdcr_el3_mccd = (bits & 8) != 0;
    const bool hpmd = b.in.mdcr_el2_hpmd = (bits & 16) != 0;
    const bool dp = (bits & 32) != 0;
    b.spu->pmu.pmcr = SPU_PMCR_EL0_E | (dp ? SPU_PMCR_EL0_DP : 0);
    b.in.pe_el = SPU_EL3;
    assert_int_equal(counts(0), spme && !mpmx);
    assert_int_equal(counts(4), spme);
    assert_int_equal(counts(CYCLES), !mccd && (!dp || (spme && !mpmx)));
    b.in.pe_el = SPU_EL2;
    assert_int_equal(counts(0), !hpmd);
    assert_int_equal(counts(4), true);
    assert_int_equal(counts(CYCLES), !dp || !hpmd);
  }
}

// P5: in AArch32 state too: DP, freeze of the cycle counter on overflow, and SUNIDEN at EL0.
TEST(aarch32_state_follows_d13_5)
{
  static const struct step steps[] = {
      {SET(spu->config.pmu_version, 7), UNASKED},
      {SET(spu->config.count_current_issue, true), UNASKED},
      {SET(in.scr_el3_rw, false), UNASKED},
      {SET(in.scr_el3_ns, false), UNASKED},
      {SET(in.pe_aarch32, true), CYCLE_BIT},
      {SET(spu->pmu.pmcr, SPU_PMCR_EL0_E | SPU_PMCR_EL0_DP), 0},
      {SET(in.pe_el, SPU_EL0), UNASKED},
      {SET(in.sder_suniden, true), EVENTS | CYCLE_BIT},
      {SET(spu->pmu.ovs, 1), UNASKED},
      {SET(spu->pmu.pmcr, SPU_PMCR_EL0_E | SPU_PMCR_EL0_DP | SPU_PMCR_EL0_FZO), 0},
      {SET(spu->pmu.pmcr, SPU_PMCR_EL0_E | SPU_PMCR_EL0_FZO), CYCLE_BIT},
  };
  pmu_open("base");
  RUN_STEPS(counting, steps);
}

// P1, P5: EL3 in AArch32: SDCR.SPME for either MPMX; SUNIDEN at EL0; no filter bit M; in either issue.
TEST(aarch32_el3_ignores_aarch64_controls)
{
  static const struct step at_el3[] = {
      {SET(in.el3_aarch32, true), UNASKED}, {SET(spu->config.pmu_version, 7), UNASKED},
      {SET(in.scr_el3_ns, false), UNASKED}, {SET(in.pe_el, SPU_EL3), UNASKED},
      {SET(in.mdcr_el3_mpmx, true), false}, {SET(in.mdcr_el3_spme, true), true},
      {SET(in.mdcr_el3_mccd, true), true},
  };
  static const struct step filters[] = {
      {SET(spu->pmu.evtyper[0], SPU_PMEVTYPER_EL0_M), true},
      {SET(spu->pmu.evtyper[0], SPU_PMEVTYPER_EL0_M | SPU_PMEVTYPER_EL0_P), false},
      {SET(spu->pmu.evtyper[0], 0), true},
      {SET(in.pe_el, SPU_EL0), true},
      {SET(in.mdcr_el3_spme, false), false},
      {SET(in.sder_suniden, true), true},
  };
  for (int text = 0; text < 2; text++) {
    pmu_open("aarch32-el3");
    b.spu->config.count_current_issue = text != 0;
    RUN_STEPS(first_counts, at_el3);
    assert_true(counts(CYCLES));
    RUN_STEPS(first_counts, filters);
  }
}

// P1: FZO and HPMFZO: each depends on the flags of its own range, with FEAT_PMUv3p7.
TEST(overflow_freezes_the_counters_of_its_range)
{
  static const struct step steps[] = {
      {SET(spu->pmu.ovs, 1U << 3 | 1U << 5 | CYCLE_BIT), EVENTS | CYCLE_BIT},
      {SET(spu->pmu.pmcr, SPU_PMCR_EL0_E | SPU_PMCR_EL0_FZO), HIGH | CYCLE_BIT},
      {SET(spu->pmu.pmcr, SPU_PMCR_EL0_E | SPU_PMCR_EL0_FZO | SPU_PMCR_EL0_DP), HIGH},
      {SET(in.mdcr_el2_hpmfzo, true), 0},
      {SET(spu->pmu.ovs, 1U << 5 | CYCLE_BIT), LOW | CYCLE_BIT},
      {SET(spu->pmu.ovs, 1U << 3), HIGH},
      {SET(spu->config.pmu_version, 5), EVENTS | CYCLE_BIT},
  };
  open_ranges("v8.7");
  RUN_STEPS(counting, steps);
}

// P4: PMBLIMITR_EL1.{PMFZ, E}, PMBSR_EL1.S, and FZS or HPMFZS; event counters only.
TEST(spe_event_freezes_the_selected_counters)
{
  static const struct step by_range[] = {
      {SET(spu->regs.pmblimitr, FREEZE), UNASKED},
      {SET(spu->regs.pmbsr, SPU_PMBSR_EL1_S), 0},
      {SET(spu->pmu.pmcr, SPU_PMCR_EL0_E | SPU_PMCR_EL0_FZS | SPU_PMCR_EL0_DP), LOW},
      {SET(in.mdcr_el2_hpmfzs, true), EVENTS},
  };
  static const struct step conditions[] = {
      {SET(spu->regs.pmbsr, 0), 0},
      {SET(spu->regs.pmbsr, SPU_PMBSR_EL1_S), EVENTS},
      {SET(spu->regs.pmblimitr, SPU_PMBLIMITR_EL1_E), 0},
      {SET(spu->regs.pmblimitr, SPU_PMBLIMITR_EL1_PMFZ), 0},
      {SET(spu->regs.pmblimitr, FREEZE), EVENTS},
      {SET(spu->config.spe_version, 1), 0},
      {SET(spu->config.spe_version, 2), EVENTS},
      {SET(spu->config.aarch32_el3, true), EVENTS},
      {SET(in.el3_aarch32, true), 0},
  };
  open_ranges("v8.7");
  RUN_STEPS(frozen, by_range);
  pmu_clock(1);
  assert_int_equal(b.spu->pmu.evcntr[0], 0);
  assert_int_equal(b.spu->pmu.evcntr[4], 0);
  assert_int_equal(b.spu->pmu.ccntr, 1);
  RUN_STEPS(frozen, conditions);
}

// P4, RHSGZX, IFZPQV: with FEAT_SPE_DPFZS, PMCR_EL0.{FZS, DP} = {1, 1} freezes the cycle counter like the counters of
// the first range; HPMN = 0 and MDCR_EL2.HPMFZS have no effect on it.
TEST(spe_event_freezes_the_cycle_counter_with_fzs_and_dp)
{
  pmu_open("v9.6");
  b.in.mdcr_el2_hpme = true;
  b.spu->regs.pmblimitr = FREEZE;
  b.spu->regs.pmbsr = SPU_PMBSR_EL1_S;
  static const uint64_t fields[] = {0, SPU_PMCR_EL0_FZS, SPU_PMCR_EL0_DP, SPU_PMCR_EL0_FZS | SPU_PMCR_EL0_DP};
  for (uint8_t hpmn = 0; hpmn <= 8; hpmn += 4) {
    b.in.mdcr_el2_hpmn = hpmn;
    b.in.mdcr_el2_hpmfzs = hpmn == 4;
    for (size_t i = 0; i < COUNT(fields); i++) {
      b.spu->pmu.pmcr = SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC | fields[i];
      b.spu->pmu.ccntr = 7;
      pmu_clock(1);
      assert_int_equal(b.spu->pmu.ccntr, i == 3 ? 7 : 8);
      assert_int_equal(SPEFreezeOnEvent(b.spu, &b.in, CYCLES), i == 3);
    }
  }
  // Like the event counters of the first range: PMBSR_EL1.S and PMBLIMITR_EL1.{PMFZ, E}
  b.spu->regs.pmbsr = 0;
  assert_false(SPEFreezeOnEvent(b.spu, &b.in, CYCLES));
  b.spu->regs.pmbsr = SPU_PMBSR_EL1_S;
  b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_E;
  assert_false(SPEFreezeOnEvent(b.spu, &b.in, CYCLES));
  b.spu->regs.pmblimitr = SPU_PMBLIMITR_EL1_PMFZ;
  assert_false(SPEFreezeOnEvent(b.spu, &b.in, CYCLES));
  b.spu->regs.pmblimitr = FREEZE;
  pmu_clock(1);
  assert_int_equal(b.spu->pmu.ccntr, 7);
  b.spu->config.have_dpfzs = false;
  pmu_clock(1);
  assert_int_equal(b.spu->pmu.ccntr, 8);
  // With EL1 in AArch32 too, in both forms of counting
  b.spu->config.have_dpfzs = b.spu->config.aarch32_el0 = b.spu->config.aarch32_el1 = true;
  b.in.hcr_el2_rw = false;
  b.in.pe_aarch32 = true;
  for (int text = 0; text < 2; text++) {
    b.spu->config.count_current_issue = text != 0;
    b.spu->pmu.pmcr |= SPU_PMCR_EL0_DP;
    pmu_clock(1);
    assert_int_equal(b.spu->pmu.ccntr, 8 + text);
    b.spu->pmu.pmcr &= ~SPU_PMCR_EL0_DP;
    pmu_clock(1);
    assert_int_equal(b.spu->pmu.ccntr, 9 + text);
  }
}

// P4: RHSGZX needs FEAT_SPEv1p2, for any version of the monitors.
TEST(spe_event_freezes_with_every_pmu_version)
{
  static const uint32_t versions[] = {1, 4, 5, 7, 8, 9};
  for (size_t i = 0; i < COUNT(versions); i++) {
    open_ranges("v8.7");
    b.spu->config.pmu_version = versions[i];
    b.in.mdcr_el2_hpmfzs = true;
    b.spu->regs.pmblimitr = FREEZE;
    b.spu->regs.pmbsr = SPU_PMBSR_EL1_S;
    pmu_clock(1);
    assert_int_equal(b.spu->pmu.evcntr[0], 1);
    assert_int_equal(b.spu->pmu.evcntr[4], 0);
    b.spu->pmu.pmcr |= SPU_PMCR_EL0_FZS | SPU_PMCR_EL0_DP;
    pmu_clock(1);
    assert_int_equal(b.spu->pmu.evcntr[0], 1);
    assert_int_equal(b.spu->pmu.ccntr, 2);
  }
}
