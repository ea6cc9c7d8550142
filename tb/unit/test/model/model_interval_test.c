// SPDX-License-Identifier: Apache-2.0
//
// Block C: the interval counters and the random numbers.
#include <math.h>

#include "unit/test/model/model_bench.h"

static void set_interval(uint64_t pmsirr, uint64_t pmsicr)
{
  b.spu->regs.pmsirr = pmsirr;
  b.spu->next.pmsirr = pmsirr;
  b.spu->next.pmsicr = pmsicr;
}

// Operations from one selection to the next; 0 if none comes within far more operations than any interval here.
static uint32_t gap(struct spu *spu)
{
  for (uint32_t count = 1; count < 10000; count++) {
    if (SPEToCollectSample(spu)) {
      return count;
    }
  }
  return 0;
}

// C1, D17.3.4.1: without randomization, one of every INTERVAL * 256 + 1 operations is selected.
TEST(interval_is_256_times_plus_1)
{
  bench_open(bench_base());
  for (uint32_t interval = 1; interval <= 5; interval++) {
    set_interval((uint64_t)interval << 8, 0);
    for (int i = 0; i < 4; i++) {
      assert_int_equal(gap(b.spu), interval * 256 + 1);
    }
  }
  assert_int_equal(b.spu->lfsr, 1);  // nothing was drawn
}

// C1: counting a cycle's slots at once equals counting one at a time, for counters near zero and all masks.
TEST(fast_count_equals_one_at_a_time)
{
  struct rng rng;
  rng_seed(&rng, 2, 0);
  for (uint32_t round = 0; round < 200000; round++) {
    struct spu_config config = bench_base();
    config.have_ernd = rng_percent(&rng, 60);
    struct spu fast = {.config = config};
    fast.lfsr = 1 + rng_below(&rng, 0xFFFFFF);
    fast.regs.pmsirr = (uint64_t)rng_below(&rng, 3) << 8 | rng_below(&rng, 2);
    const uint64_t ecount = rng_percent(&rng, 50) ? rng_below(&rng, 12) : 0;
    fast.next.pmsicr = rng_below(&rng, 14) | ecount << SPU_PMSICR_EL1_ECOUNT_SHIFT;
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

// C1, D17.3.4.3: with FEAT_SPE_ERnd a random r selects the r-th operation after the one at which COUNT expires; zero
// selects that one itself. The operation that draws r does not decrement ECOUNT.
TEST(random_byte_selects_that_many_operations_later)
{
  bench_open(bench_base());
  for (uint32_t value = 0; value < 256; value++) {
    uint8_t random = (uint8_t)value;
    spu_set_random(b.spu, byte_in_context, &random);
    set_interval(0x101, 1);
    assert_int_equal(SPEToCollectSample(b.spu), value == 0);
    assert_int_equal(b.spu->next.pmsicr, (uint64_t)value << SPU_PMSICR_EL1_ECOUNT_SHIFT);
    if (value != 0) {
      assert_int_equal(gap(b.spu), value);
    }
  }
}

// C1: ECOUNT counts only with RND = 1 and FEAT_SPE_ERnd (J1); otherwise it keeps its value and selects nothing.
TEST(secondary_counter_rests_without_random_numbers)
{
  for (int row = 0; row < 4; row++) {
    struct spu_config config = bench_base();
    config.have_ernd = (row & 1) != 0;
    const uint64_t rnd = (row & 2) != 0 ? SPU_PMSIRR_EL1_RND : 0;
    bench_open(config);
    set_interval(0x100 | rnd, (uint64_t)3 << SPU_PMSICR_EL1_ECOUNT_SHIFT | 100);
    const bool counts = row == 3;
    for (uint32_t i = 1; i <= 6; i++) {
      assert_int_equal(SPEToCollectSample(b.spu), counts && i == 3);
      assert_int_equal(b.spu->next.pmsicr & SPU_PMSICR_EL1_COUNT, 100 - i);
      assert_int_equal(b.spu->next.pmsicr >> SPU_PMSICR_EL1_ECOUNT_SHIFT, counts ? (i < 3 ? 3 - i : 0) : 3);
    }
    // Eight operations in one cycle, far from the expiry of COUNT.
    set_interval(0x100 | rnd, (uint64_t)9 << SPU_PMSICR_EL1_ECOUNT_SHIFT | 100);
    assert_int_equal(spu_count_operations(b.spu, 0xFF), 0);
    assert_int_equal(b.spu->next.pmsicr, (counts ? UINT64_C(1) : 9) << SPU_PMSICR_EL1_ECOUNT_SHIFT | 92);
  }
}

// C1, D17.3.4.2: without FEAT_SPE_ERnd the random byte is the low byte of the reload, if RND is 1.
TEST(reload_has_the_random_byte)
{
  bench_open(CHANGED(bench_base(), config.have_ernd = false));
  uint8_t random = 0x5A;
  spu_set_random(b.spu, byte_in_context, &random);
  set_interval(0x301, 0);
  assert_false(SPEToCollectSample(b.spu));
  assert_int_equal(b.spu->next.pmsicr, 0x35A);
  set_interval(0x300, 0);
  assert_false(SPEToCollectSample(b.spu));
  assert_int_equal(b.spu->next.pmsicr, 0x300);
}

// C2, D17.3.2: the documented generator: 24 bits, maximal period, first bytes.
TEST(random_period_is_maximal)
{
  struct spu spu = {.lfsr = 1};
  uint32_t histogram[256] = {0};
  uint32_t draws = 0;
  do {
    histogram[SPEGetRandomInterval(&spu)]++;
    draws++;
  } while (spu.lfsr != 1);
  // With 8 steps per byte and an odd period, every state occurs once, except the all-zero state.
  assert_int_equal(draws, 0xFFFFFF);
  for (uint32_t value = 0; value < 256; value++) {
    assert_int_equal(histogram[value], value == 0 ? 65535 : 65536);
  }
}

// Chi-square of the observed against the expected frequency of each place. An unreachable place must not be observed;
// *freedom: number of the other places minus one.
static double chi_square(const uint32_t *seen, const double *expected, uint32_t places, double *freedom)
{
  double sum = 0;
  *freedom = -1;
  for (uint32_t i = 0; i < places; i++) {
    if (expected[i] == 0) {
      assert_int_equal(seen[i], 0);
      continue;
    }
    const double difference = seen[i] - expected[i];
    sum += difference * difference / expected[i];
    *freedom += 1;
  }
  return sum;
}

// Chi-square with n degrees of freedom exceeds the bound with a probability of 1e-6: the cube root of chi-square over n
// is nearly normal, with mean 1 - 2/(9n) and variance 2/(9n) (Wilson and Hilferty), and exceeds its mean by 4.75
// standard deviations with that probability. For n = 255 the bound is 377. With 65536 samples and 256 places, one place
// selected twice as often and another never selected add 512.
static void expect_even(const char *what, const uint32_t *seen, const double *expected, uint32_t places)
{
  double freedom = 0;
  const double found = chi_square(seen, expected, places, &freedom);
  const double spread = 2 / (9 * freedom);
  const double bound = freedom * pow(1 - spread + 4.75 * sqrt(spread), 3);
  if (found > bound) {
    fail_msg("%s, %u places: chi-square %.1f, bound %.1f", what, places, found, bound);
  }
}

// Samples every INTERVAL * 256 + 1 operations in a loop of `length` operations; `seen` counts the samples at each
// place.
static void sample_loop(bool ernd, uint32_t interval, uint32_t length, uint32_t samples, uint32_t *seen)
{
  bench_open(CHANGED(bench_base(), config.have_ernd = ernd));
  set_interval((uint64_t)interval << 8 | SPU_PMSIRR_EL1_RND, 0);
  memset(seen, 0, length * sizeof *seen);
  uint64_t operation = 0;
  for (uint32_t i = 0; i < samples; i++) {
    operation += gap(b.spu);
    seen[operation % length]++;
  }
}

// C2, D17.3.1, D17.3.2: the selected operation is 0 to 255 operations after the one at which COUNT expires, with equal
// frequency. COUNT expires at every 257th operation here.
TEST(displacements_are_equally_likely)
{
  enum { SAMPLES = 65536, DISPLACEMENTS = 256, INTERVAL = 257 };
  (void)state;
  static uint32_t seen[INTERVAL];
  sample_loop(true, 1, INTERVAL, SAMPLES, seen);
  assert_int_equal(seen[INTERVAL - 1], 0);
  double expected[DISPLACEMENTS];
  for (uint32_t i = 0; i < DISPLACEMENTS; i++) {
    expected[i] = (double)SAMPLES / DISPLACEMENTS;
  }
  expect_even("displacement", seen, expected, DISPLACEMENTS);
}

// C2: in a loop whose length divides INTERVAL * 256 + 1, COUNT always expires at the same place, so only the random
// bytes spread the samples. With FEAT_SPE_ERnd, a place's expected frequency is the number of displacements that hit it
// (of 256, which no such length divides); without it the bytes accumulate, and all places are equally likely.
TEST(loop_that_divides_the_interval_is_sampled_evenly)
{
  enum { SAMPLES = 65536, LONGEST = 513 };
  (void)state;
  static const struct {
    uint32_t interval, length;
  } loops[] = {{1, 257}, {2, 3}, {2, 9}, {2, 19}, {2, 27}, {2, 57}, {2, 171}};
  static uint32_t seen[2][LONGEST];  // by INTERVAL - 1
  for (int ernd = 0; ernd <= 1; ernd++) {
    for (uint32_t interval = 1; interval <= 2; interval++) {
      sample_loop(ernd != 0, interval, interval * 256 + 1, SAMPLES, seen[interval - 1]);
    }
    for (size_t i = 0; i < COUNT(loops); i++) {
      const uint32_t length = loops[i].length;
      uint32_t places[LONGEST] = {0};
      double expected[LONGEST] = {0};
      const uint32_t distance = loops[i].interval * 256 + 1;
      assert_int_equal(distance % length, 0);
      for (uint32_t at = 0; at < distance; at++) {
        places[at % length] += seen[loops[i].interval - 1][at];
      }
      for (uint32_t at = 0; at < (ernd != 0 ? 256 : length); at++) {
        expected[at % length] += (double)SAMPLES / (ernd != 0 ? 256 : length);
      }
      expect_even(ernd != 0 ? "loop, FEAT_SPE_ERnd" : "loop", places, expected, length);
    }
  }
}

// C2: with randomization every place in a loop of 2^n operations is sampled equally. These lengths never divide the
// interval: its expiry moves by one place per sample.
TEST(random_interval_favours_no_place_in_a_loop)
{
  enum { SAMPLES = 65536, LONGEST = 256 };
  (void)state;
  for (int ernd = 0; ernd <= 1; ernd++) {
    static uint32_t seen[LONGEST];
    sample_loop(ernd != 0, 1, LONGEST, SAMPLES, seen);
    for (uint32_t length = 2; length <= LONGEST; length *= 2) {
      uint32_t places[LONGEST] = {0};
      double expected[LONGEST];
      for (uint32_t i = 0; i < LONGEST; i++) {
        places[i % length] += seen[i];
        expected[i] = (double)SAMPLES / length;
      }
      expect_even(ernd != 0 ? "loop, FEAT_SPE_ERnd" : "loop", places, expected, length);
    }
  }
}

// C1, D17.3.5: while profiling is off the counter stands still.
TEST(counter_stands_still_while_disabled)
{
  bench_open_enabled(bench_base());
  bench_msr(SPU_PMSICR_EL1, 1000);
  bench_dispatch(0xF);
  assert_int_equal(b.out.sample_pop, 4);
  b.in.pe_el = SPU_EL2;
  bench_dispatch(0xF);
  assert_int_equal(b.out.sample_pop, 0);
  assert_int_equal(bench_peek(SPU_PMSICR_EL1), 996);
}
