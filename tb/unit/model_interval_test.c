// SPDX-License-Identifier: Apache-2.0
//
// Room C: the interval counters and the random numbers.
#include <math.h>

#include "model_bench.h"

static void set_interval(struct bench *bench, uint64_t pmsirr, uint64_t pmsicr)
{
  bench->spu->regs.pmsirr = pmsirr;
  bench->spu->next.pmsirr = pmsirr;
  bench->spu->next.pmsicr = pmsicr;
}

// Operations from one selection to the next; 0 if there is none for far longer than any interval used here.
static uint32_t gap(struct spu *spu)
{
  for (uint32_t count = 1; count < 10000; count++) {
    if (SPEToCollectSample(spu)) {
      return count;
    }
  }
  return 0;
}

// C1: without randomization an operation is selected each INTERVAL * 256 + 1.
static void interval_is_not_256_times_plus_1(void **state)
{
  (void)state;
  const struct spu_config config = bench_base();
  struct bench bench;
  bench_open(&bench, &config);
  for (uint32_t interval = 1; interval <= 5; interval++) {
    set_interval(&bench, (uint64_t)interval << 8, 0);
    for (int i = 0; i < 4; i++) {
      assert_int_equal(gap(bench.spu), interval * 256 + 1);
    }
  }
  assert_int_equal(bench.spu->lfsr, 1);  // nothing was drawn
  bench_close(&bench);
}

// C1: counting the slots of a clock together differs from one at a time. Counters near zero, all masks.
static void fast_count_differs_from_one_at_a_time(void **state)
{
  (void)state;
  struct rng rng;
  rng_seed(&rng, 2, 0);
  for (uint32_t round = 0; round < 200000; round++) {
    struct spu_config config = bench_base();
    config.have_ernd = rng_percent(&rng, 60);
    struct spu fast = {.config = config};
    fast.lfsr = 1 + rng_below(&rng, 0xFFFFFF);
    fast.regs.pmsirr = (uint64_t)rng_below(&rng, 3) << 8 | rng_below(&rng, 2);
    const uint64_t ecount = rng_percent(&rng, 50) ? rng_below(&rng, 12) : 0;
    fast.next.pmsicr = rng_below(&rng, 14) | ecount << PMSICR_ECOUNT_SHIFT;
    struct spu slow = fast;
    const uint32_t valid = rng_below(&rng, 256);
    uint32_t expected = 0;
    for (uint32_t slot = 0; slot < SPU_MAX_SLOTS; slot++) {
      if ((valid >> slot & 1U) != 0 && SPEToCollectSample(&slow)) {
        expected |= 1U << slot;
      }
    }
    assert_int_equal(spu_count_operations(&fast, valid), expected);
    assert_int_equal(fast.next.pmsicr, slow.next.pmsicr);
    assert_int_equal(fast.lfsr, slow.lfsr);
  }
}

static uint8_t byte_in_context(void *context)
{
  return *(const uint8_t *)context;
}

// C1: with FEAT_SPE_ERnd a random value of zero selects at once (D17.3.4.3), as does one; n selects n-1
// later.
static void random_zero_waits(void **state)
{
  (void)state;
  const struct spu_config config = bench_base();
  struct bench bench;
  bench_open(&bench, &config);
  const struct {
    uint8_t random;
    uint32_t first;
  } cases[] = {{0, 1}, {1, 1}, {2, 2}, {255, 255}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    uint8_t random = cases[i].random;
    spu_set_random(bench.spu, byte_in_context, &random);
    set_interval(&bench, 0x101, 1);
    assert_int_equal(gap(bench.spu), cases[i].first);
  }
  bench_close(&bench);
}

// C1: without FEAT_SPE_ERnd the random byte is the low byte of the reload.
static void reload_ignores_random_byte(void **state)
{
  (void)state;
  struct spu_config config = bench_base();
  config.have_ernd = false;
  struct bench bench;
  bench_open(&bench, &config);
  uint8_t random = 0x5A;
  spu_set_random(bench.spu, byte_in_context, &random);
  set_interval(&bench, 0x301, 0);
  assert_false(SPEToCollectSample(bench.spu));
  assert_int_equal(bench.spu->next.pmsicr, 0x35A);
  bench_close(&bench);
}

// C2: the documented generator: 24 bits, maximal period, first bytes.
static void random_period_is_short(void **state)
{
  (void)state;
  struct spu spu = {.lfsr = 1};
  uint32_t histogram[256] = {0};
  uint32_t draws = 0;
  do {
    histogram[SPEGetRandomInterval(&spu)]++;
    draws++;
  } while (spu.lfsr != 1);
  // 8 steps a byte and an odd period: every state occurs once, the all-zero state never.
  assert_int_equal(draws, 0xFFFFFF);
  for (uint32_t value = 0; value < 256; value++) {
    assert_int_equal(histogram[value], value == 0 ? 65535 : 65536);
  }
}

// Chi-square of `places` equally likely places, from how often each was seen.
static double chi_square(const uint32_t *seen, uint32_t places, uint32_t total)
{
  const double expected = (double)total / places;
  double sum = 0;
  for (uint32_t i = 0; i < places; i++) {
    const double difference = seen[i] - expected;
    sum += difference * difference / expected;
  }
  return sum;
}

// C2: with randomization every place of a loop is sampled alike, also where the loop's length divides the
// interval. The bound is the mean plus six standard deviations of chi-square.
static void random_interval_favours_a_place_in_a_loop(void **state)
{
  enum { SAMPLES = 60000, LONGEST = 256 };
  (void)state;
  for (int ernd = 0; ernd <= 1; ernd++) {
    struct spu_config config = bench_base();
    config.have_ernd = ernd != 0;
    struct bench bench;
    bench_open(&bench, &config);
    set_interval(&bench, 1U << 8 | PMSIRR_RND, 0);
    static uint32_t seen[LONGEST];
    memset(seen, 0, sizeof seen);
    uint64_t operation = 0;
    for (uint32_t i = 0; i < SAMPLES; i++) {
      operation += gap(bench.spu);
      seen[operation % LONGEST]++;
    }
    for (uint32_t length = 2; length <= LONGEST; length *= 2) {
      uint32_t places[LONGEST] = {0};
      for (uint32_t i = 0; i < LONGEST; i++) {
        places[i % length] += seen[i];
      }
      const double freedom = length - 1;
      const double bound = freedom + 6 * sqrt(2 * freedom);
      const double found = chi_square(places, length, SAMPLES);
      if (found > bound) {
        fail_msg("ernd %d, loop of %u: chi-square %.1f, bound %.1f", ernd, length, found, bound);
      }
    }
    bench_close(&bench);
  }
}

// C1: profiling is off, but the counter moves.
static void counter_moves_while_disabled(void **state)
{
  (void)state;
  const struct spu_config config = bench_base();
  struct bench bench;
  bench_open(&bench, &config);
  bench_enable(&bench);
  bench_msr(&bench, SPU_PMSICR_EL1, 1000);
  bench.in.dispatch_valid = 0xF;
  bench_clean(&bench);
  assert_int_equal(bench.out.sample_pop, 4);
  bench.in.pe_el = SPU_EL2;
  bench.in.dispatch_valid = 0xF;
  bench_clean(&bench);
  assert_int_equal(bench.out.sample_pop, 0);
  assert_int_equal(bench_peek(&bench, SPU_PMSICR_EL1), 996);
  bench_close(&bench);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(interval_is_not_256_times_plus_1),
      cmocka_unit_test(fast_count_differs_from_one_at_a_time),
      cmocka_unit_test(random_zero_waits),
      cmocka_unit_test(reload_ignores_random_byte),
      cmocka_unit_test(random_period_is_short),
      cmocka_unit_test(random_interval_favours_a_place_in_a_loop),
      cmocka_unit_test(counter_moves_while_disabled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
