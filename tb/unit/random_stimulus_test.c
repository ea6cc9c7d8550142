// SPDX-License-Identifier: Apache-2.0
//
// The random stimulus is legal, reproducible, and reaches what it is for.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check_bench.h"
#include "env/mmu.h"
#include "stimulus/random_buffer.h"
#include "stimulus/random_op.h"
#include "stimulus/random_pe.h"
#include "stimulus/random_profile.h"

enum { CYCLES = 40000 };

// Same seed, same inputs in every clock; another seed, others.
static uint64_t hash_run(uint64_t seed, uint64_t cycles)
{
  struct spu_config config;
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  struct random_stimulus *random = random_create(&config, seed, cycles);
  struct fake_dut *fake = fake_dut_create(&config);
  assert_non_null(random);
  assert_non_null(fake);
  const struct stimulus stimulus = random_stimulus(random);
  struct spu_in in = {0};
  struct tb_error error = {""};
  uint64_t hash = 14695981039346656037U;
  for (uint64_t cycle = 0; cycle < cycles; cycle++) {
    struct spu_out out;
    struct spu_vif vif;
    struct dut_bus bus;
    stimulus.drive(stimulus.context, cycle, &in);
    fake_dut_eval(fake, &in, &out, &vif, &bus);
    assert_true(stimulus.observe(stimulus.context, &in, &out, &vif, &bus, &error));
    fake_dut_clock(fake);
    for (size_t i = 0; i < sizeof in; i++) {
      hash = (hash ^ ((const uint8_t *)&in)[i]) * 1099511628211U;
    }
  }
  fake_dut_destroy(fake);
  random_destroy(random);
  return hash;
}

static void same_seed_gives_the_same_run(void **state)
{
  (void)state;
  assert_true(hash_run(7, 3000) == hash_run(7, 3000));
  assert_true(hash_run(7, 3000) != hash_run(8, 3000));
}

static void check_report(const struct spu_op *op)
{
  assert_true(op->how <= SPU_OP_SQUASHED);
  assert_true(op->kind <= SPU_KIND_LDST_EXTENDED);
  assert_true(op->kind != SPU_KIND_LDST_EXTENDED || op->acq_rel || op->exclusive || op->atomic);
  assert_true(op->va_valid || !op->pa_valid);
  assert_true(op->pa >> 56 == 0);
  assert_true(op->target_el <= SPU_EL3);
}

static void reports_are_legal(void **state)  // D5
{
  (void)state;
  struct rng rng;
  unsigned kinds = 0;
  int foreign = 0;  // not memory, but with an address on the pins
  rng_seed(&rng, 1, 0);
  for (int i = 0; i < 20000; i++) {
    struct spu_op op;
    random_op_report(&rng, &op);
    check_report(&op);
    kinds |= 1U << op.kind;
    foreign += op.kind <= SPU_KIND_BRANCH && op.va_valid;
  }
  assert_int_equal(kinds, 0x1F);
  assert_true(foreign > 200);
}

// States that the architecture rules out.
static void check_pe(const struct spu_config *config, const struct spu_in *in)
{
  const bool el2 = config->have_el2 && (in->scr_el3_ns || in->scr_el3_eel2 || !config->have_el3);
  assert_true(in->pe_el <= SPU_EL3);
  assert_true(in->pe_el != SPU_EL3 || (config->have_el3 && !in->pe_aarch32));
  assert_true(in->pe_el != SPU_EL2 || el2);
  assert_true(in->pe_el != SPU_EL2 || !in->pe_aarch32 || config->aarch32_el2);
  assert_true(in->pe_el != SPU_EL1 || !in->pe_aarch32 || config->aarch32_el1);
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
  assert_true(config->have_fgt || !in->scr_el3_fgten);
  // The fields of this unit's registers, PMSNEVFR_EL1's with FEAT_SPE_FnE.
  const uint64_t nevfr = config->spe_version >= 2 ? (uint64_t)1 << 62 : 0;
  const uint64_t writes = config->have_fgt && config->have_el2 ? nevfr | 0x1BF800000 : 0;
  const uint64_t reads = config->have_fgt && config->have_el2 ? nevfr | 0x80000001FF800000 : 0;
  assert_true((in->hdfgwtr_el2 & ~writes) == 0 && (in->hdfgrtr_el2 & ~reads) == 0);
  assert_true(config->nested_virt >= 1 || !(in->hcr_el2_nv || in->hcr_el2_nv1));
  assert_true(config->nested_virt >= 2 || !in->hcr_el2_nv2);
}

static void pe_states_are_legal(void **state)  // A1..A4
{
  (void)state;
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    struct spu_config config;
    struct spu_in in = {0};
    struct rng rng;
    rng_seed(&rng, 1, i);
    assert_int_equal(spu_config_by_name(spu_config_name(i), &config), SPU_OK);
    for (int n = 0; n < 20000; n++) {
      random_pe_any(&config, &rng, n % 2 == 0, n % 3 != 0, &in);
      check_pe(&config, &in);
      struct spu_in highest = in;
      random_pe_highest(&config, &highest);
      check_pe(&config, &highest);
    }
  }
}

// Optional features come and go, so that their pins are legal in each.
static void pe_states_of_features_are_legal(void **state)  // B3, B4
{
  (void)state;
  struct rng rng;
  rng_seed(&rng, 1, 0);
  for (int n = 0; n < 500; n++) {
    struct spu_config config;
    struct spu_in in = {0};
    assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
    config.have_el2 = rng_percent(&rng, 80);
    config.have_el3 = rng_percent(&rng, 80);
    config.have_sel2 = config.have_el2 && rng_percent(&rng, 50);
    config.have_vhe = config.have_el2 && rng_percent(&rng, 50);
    config.have_rme = config.have_el2 && config.have_el3 && rng_percent(&rng, 50);
    config.aarch32_el1 = rng_percent(&rng, 50);
    config.have_fgt = rng_percent(&rng, 50);
    config.nested_virt = config.have_el2 ? rng_below(&rng, 3) : 0;
    config.spe_version = rng_below(&rng, 4);
    assert_int_equal(spu_config_check(&config, NULL), SPU_OK);
    for (int i = 0; i < 200; i++) {
      random_pe_any(&config, &rng, i % 2 == 0, true, &in);
      check_pe(&config, &in);
    }
  }
}

// Each trap of a register access is driven: seldom in friendly states, often in others.
static void a_trap_is_never_driven(void **state)  // B3, B4, U5
{
  (void)state;
  enum { TPMS, READ, WRITE, NEVFR, NV, NV1, NV2, SDD, FGTEN, NSPB, TRAPS, STATES = 20000 };
  static const struct {
    uint32_t low, high;  // percent
  } expected[2][TRAPS] = {
      {{25, 35}, {40, 60}, {40, 60}, {30, 50}, {40, 60}, {40, 60}, {30, 50}, {5, 20}, {60, 80}, {40, 60}},
      {{1, 5}, {1, 5}, {1, 5}, {1, 5}, {1, 5}, {1, 5}, {5, 15}, {0, 2}, {60, 80}, {5, 15}}};
  for (int friendly = 0; friendly <= 1; friendly++) {
    uint32_t count[TRAPS] = {0};
    struct spu_config config;
    struct spu_in in = {0};
    struct rng rng;
    rng_seed(&rng, 1, 0);
    assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
    config.have_fgt = true;
    config.nested_virt = 2;
    config.spe_version = 2;
    for (int n = 0; n < STATES; n++) {
      random_pe_any(&config, &rng, friendly != 0, true, &in);
      count[TPMS] += in.mdcr_el2_tpms;
      count[READ] += (in.hdfgrtr_el2 << 2) != 0 || (in.hdfgrtr_el2 >> 63) != 0;
      count[WRITE] += (in.hdfgwtr_el2 << 2) != 0;
      count[NEVFR] += (in.hdfgwtr_el2 >> 62 & 1) == 0;
      count[NV] += in.hcr_el2_nv;
      count[NV1] += in.hcr_el2_nv1;
      count[NV2] += in.hcr_el2_nv2;
      count[SDD] += in.edscr_sdd && in.pe_debug;
      count[FGTEN] += in.scr_el3_fgten;
      count[NSPB] += (in.mdcr_el3_nspb & 1) == 0;
    }
    for (int i = 0; i < TRAPS; i++) {
      assert_true(count[i] > 0);
      assert_in_range(100 * count[i] / STATES, expected[friendly][i].low, expected[friendly][i].high);
    }
  }
}

// What a random run does with a random PE and random accesses: every register, every verdict.
static void a_verdict_is_never_reached(void **state)  // B3, B4, B6
{
  (void)state;
  struct spu_config config;
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  config.have_fgt = true;
  config.nested_virt = 2;
  struct random_stimulus *random = random_create(&config, 3, 10 * CYCLES);
  struct fake_dut *fake = fake_dut_create(&config);
  assert_non_null(random);
  assert_non_null(fake);
  const struct stimulus stimulus = random_stimulus(random);
  struct spu_in in = {0};
  struct tb_error error = {""};
  uint32_t verdicts[SPU_ACCESS_MEMORY + 1] = {0};
  bool pmscr_el12 = false;
  uint32_t pins = 0;
  for (uint64_t cycle = 0; cycle < 10 * CYCLES; cycle++) {
    struct spu_out out;
    struct spu_vif vif;
    struct dut_bus bus;
    stimulus.drive(stimulus.context, cycle, &in);
    pmscr_el12 |= in.sysreg_valid && in.sysreg_addr == 0xECC8;
    pins |= (in.edscr_sdd ? 1U : 0U) | (in.scr_el3_fgten ? 2U : 0U) | (in.hcr_el2_nv ? 4U : 0U) |
            (in.hcr_el2_nv1 ? 8U : 0U) | (in.hcr_el2_nv2 ? 16U : 0U) | (in.mdcr_el2_tpms ? 32U : 0U) |
            (in.hdfgrtr_el2 != 0 ? 64U : 0U) | (in.hdfgwtr_el2 != 0 ? 128U : 0U);
    fake_dut_eval(fake, &in, &out, &vif, &bus);
    verdicts[out.sysreg_verdict] += out.sysreg_done;
    assert_true(stimulus.observe(stimulus.context, &in, &out, &vif, &bus, &error));
    fake_dut_clock(fake);
  }
  fake_dut_destroy(fake);
  random_destroy(random);
  assert_true(pmscr_el12);
  assert_int_equal(pins, 0xFF);
  for (int verdict = SPU_ACCESS_OK; verdict <= SPU_ACCESS_MEMORY; verdict++) {
    if (verdict != SPU_ACCESS_TRAP_EL1) {  // none of these registers traps to EL1
      assert_true(verdicts[verdict] > 0);
    }
  }
}

// Pages of a buffer fault as often as the profile says, and the limit is legal.
static void buffers_fault_as_often_as_asked(void **state)  // G3
{
  (void)state;
  struct spu_config config;
  struct random_buffer buffer;
  struct rng rng;
  struct mmu *mmu = mmu_create(1);
  assert_non_null(mmu);
  assert_int_equal(spu_config_by_name("wide", &config), SPU_OK);
  uint32_t aligned = 0;
  uint32_t places = 0;
  rng_seed(&rng, 1, 0);
  random_buffer_init(&buffer, &rng);
  for (uint32_t i = 0; random_profile_at(i) != NULL; i++) {
    const struct random_profile *profile = random_profile_at(i);
    uint32_t pages = 0;
    uint32_t faulting = 0;
    for (int n = 0; n < 500; n++) {
      assert_true(random_buffer_place(&buffer, &config, profile, &rng, mmu));
      assert_int_equal(buffer.limit % 4096, 0);
      aligned += buffer.pointer % (1U << config.record_align) == 0;
      places++;
      for (uint32_t page = 0; page < buffer.pages; page++) {
        uint64_t pa;
        bool ns;
        pages++;
        faulting += !mmu_translate(mmu, buffer.base + 4096 * (uint64_t)page, &pa, &ns);
      }
    }
    const uint32_t percent = 100 * faulting / pages;
    assert_true(percent + 4 >= profile->faulting_pages && percent <= profile->faulting_pages + 4);
  }
  assert_true(aligned > places / 2 && aligned < places);  // mostly, as RHLXGD asks, but not always
  mmu_destroy(mmu);
}

// A run is worth its time only if all of this happens in it.
static void everything_is_reached(void **state)
{
  (void)state;
  struct check_bench bench;
  assert_true(check_bench_open(&bench, "wide", CYCLES));
  assert_true(check_bench_run(&bench, NULL, NULL));
  const struct flight_counts *counts = lockstep_counts(bench.lockstep);
  assert_true(counts->marked >= CYCLES / 100);
  assert_true(counts->collided > 0);
  assert_true(counts->kept < counts->verdicts);
  assert_true(counts->committed >= CYCLES / 200);
  assert_true(counts->events > 10);
  for (int reason = SPU_DISCARD_STOPPED; reason <= SPU_DISCARD_FAULT; reason++) {
    assert_true(counts->discarded[reason] > 0);
  }
  check_bench_close(&bench);
}

static void every_profile_is_picked(void **state)
{
  (void)state;
  struct rng rng;
  uint32_t total = 0;
  rng_seed(&rng, 1, 0);
  for (uint32_t i = 0; random_profile_at(i) != NULL; i++) {
    total += random_profile_at(i)->weight;
  }
  for (uint32_t i = 0; random_profile_at(i) != NULL; i++) {
    const struct random_profile *profile = random_profile_at(i);
    uint32_t picked = 0;
    for (int n = 0; n < 20000; n++) {
      picked += random_profile_pick(&rng) == profile;
    }
    const uint32_t expected = 20000 * profile->weight / total;
    assert_in_range(picked, expected - expected / 4, expected + expected / 4);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_seed_gives_the_same_run),
      cmocka_unit_test(reports_are_legal),
      cmocka_unit_test(pe_states_are_legal),
      cmocka_unit_test(everything_is_reached),
      cmocka_unit_test(pe_states_of_features_are_legal),
      cmocka_unit_test(a_trap_is_never_driven),
      cmocka_unit_test(a_verdict_is_never_reached),
      cmocka_unit_test(every_profile_is_picked),
      cmocka_unit_test(buffers_fault_as_often_as_asked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
