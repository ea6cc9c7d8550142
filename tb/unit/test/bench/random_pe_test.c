// SPDX-License-Identifier: Apache-2.0
//
// The PE of the random stimulus: states and control fields are legal in every configuration, and each trap occurs.

#include "unit/stimulus/random/random_garbage.h"
#include "unit/stimulus/random/random_pe.h"
#include "unit/test/model/permitted.h"
#include "unit/test/test.h"

static void check_counting(const struct spu_config *config, const struct spu_in *in)
{
  const uint32_t version = config->pmu_version;
  const bool el2 = config->have_el2 && version != 0;
  const bool el3 = config->have_el3 && version != 0;
  assert_true(el2 || !(in->mdcr_el2_tpm || in->mdcr_el2_tpmcr || in->mdcr_el2_hpme || in->mdcr_el2_hpmd));
  assert_true(el2 ? in->mdcr_el2_hpmn <= 31 : in->mdcr_el2_hpmn == 0);
  assert_true((el2 && version >= 5) || !(in->mdcr_el2_hccd || in->mdcr_el2_hlp));
  assert_true((el2 && version >= 7) || !in->mdcr_el2_hpmfzo);
  assert_true((el2 && config->spe_version >= 2) || !in->mdcr_el2_hpmfzs);
  assert_true((el2 && config->aarch32_el0) || !in->hstr_el2_t9);
  assert_true(el3 || !(in->mdcr_el3_tpm || in->mdcr_el3_spme));
  assert_true((el3 && version >= 5) || !in->mdcr_el3_sccd);
  assert_true((el3 && version >= 7 && !in->el3_aarch32) || !(in->mdcr_el3_mccd || in->mdcr_el3_mpmx));
  assert_true(config->aarch32_el1 || !in->sder_suniden);
}

static void check_trace(const struct spu_config *config, const struct spu_in *in)
{
  const bool trf2 = config->have_trf && config->have_el2;
  assert_true(config->have_trf || !(in->trfcr_el1_e0tre || in->trfcr_el1_e1tre || in->trfcr_el1_ts != 0));
  assert_true(trf2 || !(in->trfcr_el2_e0htre || in->trfcr_el2_e2tre || in->trfcr_el2_cx));
  assert_true(in->trfcr_el1_ts <= 3 && in->trfcr_el2_ts <= (trf2 ? 3 : 0));
  assert_true((config->have_trf && config->have_el3) || !in->mdcr_el3_ste);
  assert_true((config->have_trf && config->have_rme) || !in->mdcr_el3_rlte);
  assert_true(config->have_trf || !in->edscr_tfo);
  assert_true(config->have_rme || !(in->rlpiden || in->rtpiden));
  assert_true(config->have_el3 || config->secure_only || !(in->spiden || in->spniden));
  assert_true(config->have_ecv_poff || !(in->cnthctl_el2_ecv || in->scr_el3_ecven || in->cntpoff_el2 != 0));
}

// The trap fields of this unit's registers: PMSNEVFR_EL1's with FEAT_SPE_FnE, the performance monitors' if they exist.
static void check_fine_traps(const struct spu_config *config, const struct spu_in *in)
{
  const bool fgt = config->have_fgt && config->have_el2;
  const bool pmu = config->pmu_version != 0;
  const uint64_t nevfr = config->spe_version >= 2 ? (uint64_t)1 << 62 : 0;
  const uint64_t writes = fgt ? nevfr | 0x1BF800000 | (pmu ? 0x02000000003FF000 : 0) : 0;
  const uint64_t reads = fgt ? nevfr | 0x80000001FF800000 | (pmu ? 0x06000000004FF000 : 0) : 0;
  const bool fgt2 = config->have_fgt2 && config->have_el2;
  const uint64_t pmuacr = fgt2 && config->pmu_version >= 9 ? 1U << 4 : 0;
  const uint64_t pmzr = fgt2 && config->pmu_version >= 9 ? 1U << 21 : 0;
  const uint64_t pmecr = fgt2 && config->have_ebep ? 1U : 0;
  const uint64_t pmbmar = fgt2 && config->have_spe_nvm ? 1U << 24 : 0;
  const uint64_t fine2 = pmuacr | pmecr | pmbmar | (fgt2 && config->have_fds ? 1U << 19 : 0);
  assert_true(config->have_fgt || !in->scr_el3_fgten);
  assert_true(config->have_fgt2 || !in->scr_el3_fgten2);
  assert_true((in->hdfgwtr_el2 & ~writes) == 0 && (in->hdfgrtr_el2 & ~reads) == 0);
  assert_true((in->hdfgwtr2_el2 & ~(fine2 | pmzr)) == 0 && (in->hdfgrtr2_el2 & ~fine2) == 0);
  assert_true(config->spe_version >= 2 || !in->mdcr_el3_enpmsn);
  assert_true(config->have_fds || !in->mdcr_el3_enpms3);
  assert_true(config->pmu_version >= 9 || config->have_ebep || !in->mdcr_el3_enpm2);
  assert_true((config->have_spe_nvm && config->have_el3) || !in->mdcr_el3_enpms4);
}

// Controls of the exceptions on management events.
static void check_exceptions(const struct spu_config *config, const struct spu_in *in)
{
  const bool exc = config->spe_version >= 5;
  assert_true(exc || config->have_ebep || !in->pe_pm);
  assert_true((exc && config->have_el3) || (in->mdcr_el3_pmsee == 0 && !in->scr_el3_ea));
  assert_true((exc && config->have_el2) || !in->hcr_el2_tea);
  assert_true((exc && config->have_rme) || (!in->scr_el3_gpf && !in->hcr_el2_gpf));
}

static void check_aarch32(const struct spu_config *config, const struct spu_in *in)
{
  assert_true(config->aarch32_el3 && in->pe_aarch32);
  assert_true(in->pe_el != SPU_EL1 || in->scr_el3_ns);  // Secure privileged modes are EL3
  assert_false(in->hcr_el2_rw || in->hcr_el2_e2h || in->scr_el3_nse || in->scr_el3_eel2);
}

// The architecture excludes these states.
static void check_pe(const struct spu_config *config, const struct spu_in *in)
{
  const bool el2 = config->have_el2 && (in->scr_el3_ns || in->scr_el3_eel2 || !config->have_el3);
  assert_true(in->pe_el <= SPU_EL3);
  assert_true(in->pe_el != SPU_EL3 || (config->have_el3 && in->pe_aarch32 == in->el3_aarch32));
  assert_true(in->pe_el != SPU_EL2 || el2);
  assert_true(in->pe_el != SPU_EL2 || !in->pe_aarch32 || config->aarch32_el2);
  assert_true(in->pe_el != SPU_EL1 || !in->pe_aarch32 || config->aarch32_el1);
  // Secure EL2 uses AArch64 (J1, ELStateUsingAArch32K).
  if (config->have_el3 && !in->scr_el3_ns && in->scr_el3_eel2) {
    assert_true(in->pe_el != SPU_EL2 || !in->pe_aarch32);
    assert_true(in->pe_el != SPU_EL1 || !in->pe_aarch32 || !in->hcr_el2_rw);
  }
  assert_true(in->pe_el != SPU_EL1 || !(el2 && in->hcr_el2_tge));
  assert_true(config->have_rme || (!in->scr_el3_nse && !in->mdcr_el3_nspbe));
  assert_true(in->scr_el3_ns || !in->scr_el3_nse);
  assert_true(config->have_sel2 || !in->scr_el3_eel2);
  assert_true(config->have_vhe || !in->hcr_el2_e2h);
  assert_true(config->have_el2 || (!in->hcr_el2_tge && !in->hcr_el2_e2h && in->mdcr_el2_e2pb == 0));
  assert_true(config->have_sel2 || !config->have_rme || in->scr_el3_ns);
  assert_true(config->have_el3 || !in->edscr_sdd);
  assert_true(!(in->edscr_sdd && in->pe_debug) || in->pe_el != SPU_EL3);
  assert_true(config->have_el2 || !in->mdcr_el2_tpms);
  check_fine_traps(config, in);
  check_counting(config, in);
  check_trace(config, in);
  check_exceptions(config, in);
  if (in->el3_aarch32) {
    check_aarch32(config, in);
  }
  assert_true(config->nested_virt >= 1 || !(in->hcr_el2_nv || in->hcr_el2_nv1));
  assert_true(config->nested_virt >= 2 || !in->hcr_el2_nv2);
}

TEST(pe_states_are_legal)  // A1..A4, N1
{
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    const struct spu_config config = test_config(spu_config_name(i));
    struct spu_in in = {0};
    struct rng rng;
    rng_seed(&rng, 1, i);
    for (int n = 0; n < 20000; n++) {
      const bool reset = n % 100 == 0;
      if (reset) {
        random_pe_reset(&config, &rng, &in);
      }
      random_pe_any(&config, &rng, n % 2 == 0, reset || n % 3 != 0, &in);
      check_pe(&config, &in);
      struct spu_in highest = in;
      random_pe_highest(&config, &highest);
      check_pe(&config, &highest);
    }
  }
}

// Every pin of an absent feature carries garbage, and no other pin does.
TEST(absent_fields_carry_garbage)  // A1..A4
{
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    const struct spu_config config = test_config(spu_config_name(i));
    struct random_garbage garbage;
    struct rng rng;
    struct spu_in moved = {0};
    rng_seed(&rng, 2, i);
    random_garbage_init(&garbage, &config);
    for (int n = 0; n < 2000; n++) {
      struct spu_in in = {0};
      random_pe_any(&config, &rng, n % 2 == 0, true, &in);
      const struct spu_in legal = in;
      random_garbage_draw(&garbage, &rng);
      random_garbage_drive(&garbage, &in);
      moved.scr_el3_eel2 |= in.scr_el3_eel2 && !legal.scr_el3_eel2;
      moved.scr_el3_nse |= in.scr_el3_nse && !legal.scr_el3_nse;
      moved.hcr_el2_tge |= in.hcr_el2_tge && !legal.hcr_el2_tge;
      moved.mdcr_el3_nspb |= in.mdcr_el3_nspb ^ legal.mdcr_el3_nspb;
      moved.hdfgrtr_el2 |= in.hdfgrtr_el2 ^ legal.hdfgrtr_el2;
      assert_int_equal(in.pe_el, legal.pe_el);
      assert_int_equal(in.contextidr_el1, legal.contextidr_el1);
      // The Exception level that the testbench derives from these pins does not depend on garbage.
      struct spu_in highest = in;
      struct spu_in expected = legal;
      random_pe_highest(&config, &highest);
      random_pe_highest(&config, &expected);
      assert_int_equal(highest.pe_el, expected.pe_el);
    }
    assert_int_equal(moved.scr_el3_eel2, !(config.have_el3 && config.have_sel2));
    assert_int_equal(moved.scr_el3_nse, !config.have_rme);
    assert_int_equal(moved.hcr_el2_tge, !config.have_el2);
    assert_int_equal(moved.mdcr_el3_nspb, config.have_el3 ? 0 : 3);
    // The low bits are traps of debug registers, which the unit does not have.
    assert_true((moved.hdfgrtr_el2 & 0xFF) == 0xFF);
    assert_int_equal(moved.hdfgrtr_el2 >> 23 & 1, !(config.have_fgt && config.have_el2));
  }
}

TEST(pe_states_of_features_are_legal)  // B3, B4
{
  struct rng rng;
  rng_seed(&rng, 1, 0);
  for (int n = 0; n < 500; n++) {
    struct spu_config config = test_config("base");
    struct spu_in in = {0};
    config.have_el2 = rng_percent(&rng, 80);
    config.have_el3 = rng_percent(&rng, 80);
    config.have_sel2 = config.have_el2 && rng_percent(&rng, 50);
    config.have_rme = config.have_el2 && config.have_el3 && rng_percent(&rng, 50);
    config.aarch32_el1 = rng_percent(&rng, 50);
    config.have_fgt = rng_percent(&rng, 50);
    config.nested_virt = config.have_el2 ? rng_below(&rng, 3) : 0;
    config.spe_version = rng_below(&rng, 4);
    static const uint32_t pmu_versions[] = {0, 1, 4, 5, 7};
    config.pmu_version = pmu_versions[rng_below(&rng, 5)];
    config.pmu_counters = config.pmu_version == 0 ? 0 : 1 + rng_below(&rng, 31);
    config.have_trf = rng_percent(&rng, 50);
    config.have_ecv = config.have_el2 && rng_percent(&rng, 50);
    config.have_ecv_poff = config.have_ecv && rng_percent(&rng, 50);
    config.debug_version = config.have_rme || config.have_ecv ? 4 : 2 * rng_below(&rng, 3);
    config.have_fgt2 = config.have_fgt && rng_percent(&rng, 50);
    config.aarch32_el2 = config.have_el2 && config.aarch32_el1 && rng_percent(&rng, 50);
    config.aarch32_el3 = config.have_el3 && config.aarch32_el1 && (config.aarch32_el2 || !config.have_el2) &&
                         !config.have_rme && rng_percent(&rng, 50);
    permit(&config);
    assert_int_equal(spu_config_check(&config, NULL), SPU_OK);
    random_pe_reset(&config, &rng, &in);
    for (int i = 0; i < 200; i++) {
      random_pe_any(&config, &rng, i % 2 == 0, true, &in);
      check_pe(&config, &in);
    }
  }
}

// Each trap of a register access, and the range of its frequency in percent: in all states, and in friendly ones.
// clang-format off
#define TRAPS(X) \
  X(in.mdcr_el2_tpms, 25, 35, 1, 5) \
  X((in.hdfgrtr_el2 << 2) != 0 || (in.hdfgrtr_el2 >> 63) != 0, 40, 60, 1, 5) \
  X((in.hdfgwtr_el2 << 2) != 0, 40, 60, 1, 5) \
  X((in.hdfgwtr_el2 >> 62 & 1) == 0, 30, 50, 1, 5) \
  X(in.hcr_el2_nv, 40, 60, 1, 5) \
  X(in.hcr_el2_nv1, 40, 60, 1, 5) \
  X(in.hcr_el2_nv2, 30, 50, 5, 15) \
  X(in.edscr_sdd && in.pe_debug, 5, 20, 0, 2) \
  X(in.scr_el3_fgten, 60, 80, 60, 80) \
  X((in.mdcr_el3_nspb & 1) == 0, 40, 60, 5, 15) \
  X(in.mdcr_el2_tpm, 25, 35, 1, 5) \
  X(in.mdcr_el2_tpmcr, 25, 35, 1, 5) \
  X(in.mdcr_el3_tpm, 25, 35, 1, 5) \
  X(!in.mdcr_el3_enpmsn, 30, 50, 1, 5) \
  X(!in.mdcr_el3_enpms3, 30, 50, 1, 5) \
  X((in.hdfgrtr2_el2 >> 19 & 1) == 0, 30, 50, 1, 5) \
  X(!in.scr_el3_fgten2, 30, 50, 1, 5) \
  X(!in.mdcr_el3_enpm2, 30, 50, 1, 5) \
  X((in.hdfgrtr2_el2 >> 4 & 1) == 0, 30, 50, 1, 5) \
  X((in.hdfgwtr2_el2 >> 21 & 1) == 0, 30, 50, 1, 5)
// clang-format on

TEST(every_trap_occurs)  // B3, B4, U5, N8
{
  enum { STATES = 20000 };
#define ROW(is, low, high, friendly_low, friendly_high) {#is, {low, friendly_low}, {high, friendly_high}},
  static const struct {
    const char *is;
    uint32_t low[2], high[2];
  } rows[] = {TRAPS(ROW)};
#undef ROW
  for (int friendly = 0; friendly <= 1; friendly++) {
    uint32_t count[sizeof rows / sizeof rows[0]] = {0};
    struct spu_config config = test_config("base");
    struct spu_in in = {0};
    struct rng rng;
    rng_seed(&rng, 1, 0);
    config.have_fgt = true;
    config.nested_virt = 2;
    config.spe_version = 2;
    config.have_fgt2 = true;
    config.have_fds = true;
    config.pmu_version = 9;
    for (int n = 0; n < STATES; n++) {
      size_t i = 0;
      random_pe_any(&config, &rng, friendly != 0, true, &in);
#define COUNT(is, low, high, friendly_low, friendly_high) count[i++] += (is) ? 1U : 0U;
      TRAPS(COUNT)
#undef COUNT
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      const uint32_t percent = 100 * count[i] / STATES;
      if (count[i] == 0 || percent < rows[i].low[friendly] || percent > rows[i].high[friendly]) {
        fail_msg("%s in %u %% of %s states", rows[i].is, percent, friendly != 0 ? "friendly" : "all");
      }
    }
  }
}
