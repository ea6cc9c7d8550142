// SPDX-License-Identifier: Apache-2.0
//
// Random stimulus of PMU Profiling exceptions: every value of each PMEE and of PMECR_EL1, if FEAT_EBEP is implemented.

#include "unit/stimulus/random/random_pe.h"
#include "unit/stimulus/random/random_pmu.h"
#include "unit/stimulus/random/random_pmu_exception.h"
#include "unit/test/test.h"

static const struct {
  bool ebep;
  bool el2;
  bool el3;
} configs[] = {{true, true, true}, {true, false, true}, {true, true, false}, {false, true, true}};

enum { CONFIGS = sizeof configs / sizeof configs[0], STATES = 5000 };

// v9.6 with some Exception levels, with or without the feature.
static struct spu_config config_of(size_t i)
{
  struct spu_config config = test_config("v9.6");
  config.have_ebep = configs[i].ebep;
  config.have_el2 = configs[i].el2;
  config.have_el3 = configs[i].el3;
  return config;
}

static void check_values(const uint32_t counts[4], bool exists)
{
  static const uint32_t low[] = {10, 40, 5, 10};  // percent
  for (int value = 0; value < 4; value++) {
    if (exists) {
      assert_in_range(100 * counts[value] / STATES, low[value], 60);
    } else {
      assert_int_equal(counts[value], value == 0 ? STATES : 0);
    }
  }
}

TEST(every_pmee_is_driven)  // N9
{
  for (size_t i = 0; i < CONFIGS; i++) {
    const struct spu_config config = config_of(i);
    struct spu_in in = {0};
    struct rng rng;
    uint32_t el3[4] = {0};
    uint32_t el2[4] = {0};
    uint32_t masked = 0;
    rng_seed(&rng, 1, 0);
    for (int n = 0; n < STATES; n++) {
      random_pe_any(&config, &rng, n % 2 == 0, true, &in);
      assert_true(in.mdcr_el3_pmee < 4 && in.mdcr_el2_pmee < 4);
      el3[in.mdcr_el3_pmee]++;
      el2[in.mdcr_el2_pmee]++;
      masked += in.pe_pm;
    }
    check_values(el3, configs[i].ebep && configs[i].el3);
    check_values(el2, configs[i].ebep && configs[i].el2);
    if (config.have_ebep) {
      assert_in_range(100 * masked / STATES, 30, 50);
    }
  }
}

TEST(pmecr_is_programmed)  // N9
{
  for (size_t i = 0; i < CONFIGS; i++) {
    const struct spu_config config = config_of(i);
    struct rng rng;
    uint32_t writes = 0;
    uint32_t values[8] = {0};
    rng_seed(&rng, 1, 0);
    for (int n = 0; n < STATES; n++) {
      struct random_sysreg sysreg = {0};
      random_pmu_setup(&sysreg, &config, &rng);
      while (random_sysreg_pending(&sysreg)) {
        const struct random_access access = random_sysreg_take(&sysreg);
        if (access.addr == SPU_PMECR_EL1) {
          assert_true(access.write);
          values[access.data & 7]++;
          writes++;
        }
      }
    }
    assert_int_equal(writes, config.have_ebep ? STATES : 0);
    for (int value = 0; config.have_ebep && value < 8; value++) {
      assert_true(values[value] > STATES / 50);
    }
  }
}

TEST(any_level_is_served)  // N9
{
  const struct spu_out none = {.pmuirq = true, .cti_pmu_overflow = true};
  const struct spu_out el1 = {.pmu_exception_el1 = true};
  const struct spu_out el2 = {.pmu_exception_el2 = true};
  const struct spu_out el3 = {.pmu_exception_el3 = true};
  assert_false(random_pmu_exception_high(&none));
  assert_true(random_pmu_exception_high(&el1));
  assert_true(random_pmu_exception_high(&el2));
  assert_true(random_pmu_exception_high(&el3));
}
