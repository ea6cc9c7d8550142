// SPDX-License-Identifier: Apache-2.0
//
// The C side of spu_checker with packed structs as from a simulator: its comparisons, its messages, and its handling of
// X. No requirement: the checker is for other units.
#include "checker/spu_checker_dpi.h"
#include "unit/test/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checker/spu_checker_pins.h"
#include "spu.h"

enum { WORDS = (SPU_CHECKER_PINS_BITS + 31) / 32, CONFIG_WORDS = (SPU_CHECKER_CONFIG_BITS + 31) / 32 };

// The current test's checker of `base`, and a model that acts as the unit.
static struct bench {
  void *checker;
  struct spu *unit;
  struct spu_in in;
  svLogicVecVal pins[WORDS];  // pins in the last cycle
  const char *mismatch;
} bench;

static void put(svLogicVecVal *words, unsigned low, unsigned width, uint64_t value)
{
  for (unsigned bit = low; bit < low + width; bit++) {
    const uint32_t mask = UINT32_C(1) << bit % 32;
    words[bit / 32].aval &= ~mask;
    words[bit / 32].aval |= (value >> (bit - low) & 1) != 0 ? mask : 0;
  }
}

static void put_config(svLogicVecVal words[CONFIG_WORDS], const struct spu_config *config)
{
  memset(words, 0, CONFIG_WORDS * sizeof *words);
#define CHECKER_CONFIG(member, low, width) put(words, low, width, config->member);
#include "checker/spu_checker_pins.def"
}

static struct spu_config base(void)
{
  struct spu_config config;
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  return config;
}

static void *create(const struct spu_config *config, const char **problem)
{
  svLogicVecVal words[CONFIG_WORDS];
  put_config(words, config);
  return spu_checker_create(words, SPU_CHECKER_PINS_BITS, SPU_CHECKER_CONFIG_BITS, 1, problem);
}

static int open_bench(void **state)
{
  (void)state;
  const struct spu_config config = base();
  bench = (struct bench){.unit = malloc(spu_size())};
  bench.checker = create(&config, &bench.mismatch);
  assert_non_null(bench.checker);
  assert_non_null(bench.unit);
  assert_int_equal(spu_init(bench.unit, &config), SPU_OK);
  return 0;
}

static int close_bench(void **state)
{
  (void)state;
  spu_checker_destroy(bench.checker);
  free(bench.unit);
  return 0;
}

// The outputs of a correct unit in a cycle.
static void run_unit(void)
{
  const struct spu_vif seen = {0};
  struct spu_out out;
  struct spu_vif vif;
  spu_step(bench.unit, &bench.in, &seen, &out, &vif);
  memset(bench.pins, 0, sizeof bench.pins);
#define CHECKER_IN(member, low, width) put(bench.pins, low, width, bench.in.member);
#define CHECKER_OUT(member, pin, low, width, function) put(bench.pins, low, width, out.member);
#define CHECKER_VIF(member, pin, low, width, function) put(bench.pins, low, width, vif.member);
#include "checker/spu_checker_pins.def"
}

static bool check(void)
{
  return spu_checker_step(bench.checker, bench.pins, &bench.mismatch) == 1;
}

static bool step(void)
{
  run_unit();
  return check();
}

static void both_reset(void)
{
  spu_checker_reset(bench.checker);
  spu_reset(bench.unit);
}

static void assert_says(const char *words)
{
  if (strstr(bench.mismatch, words) == NULL) {
    fail_msg("it does not say \"%s\": %s", words, bench.mismatch);
  }
}

static void flip(unsigned bit)
{
  bench.pins[bit / 32].aval ^= UINT32_C(1) << bit % 32;
}

static void set_unknown(unsigned bit)
{
  bench.pins[bit / 32].bval |= UINT32_C(1) << bit % 32;
}

// ---------------------------------------------------------------------------------------------------------

TEST_WITH(unit_equal_to_the_model_matches, open_bench, close_bench)
{
  assert_true(step());
  bench.in = (struct spu_in){.sysreg_valid = true, .sysreg_write = true, .pe_el = SPU_EL3};
  bench.in.sysreg_addr = SPU_PMBPTR_EL1;
  bench.in.sysreg_wdata = 0xABCDEF0123456740;
  assert_true(step());
  bench.in.sysreg_write = false;
  assert_true(step());
  assert_true(step());
  assert_string_equal(spu_checker_summary(bench.checker),
                      "0 mismatches in 4 cycles compared; 0 records, 0 events");
}

TEST_WITH(every_output_is_compared, open_bench, close_bench)
{
  static const struct {
    const char *pin;
    const char *function;
    unsigned low;
    unsigned width;
  } rows[] = {
#define CHECKER_OUT(member, pin, low, width, function) {#pin, function, low, width},
#include "checker/spu_checker_pins.def"
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    for (unsigned bit = rows[i].low; bit < rows[i].low + rows[i].width; bit++) {
      char words[64];
      both_reset();
      run_unit();
      flip(bit);
      if (check()) {
        fail_msg("bit %u of %s is not compared", bit - rows[i].low, rows[i].pin);
      }
      (void)snprintf(words, sizeof words, "\n  signal    %s\n", rows[i].pin);
      assert_says(words);
      (void)snprintf(words, sizeof words, "\n  function  %s", rows[i].function);
      assert_says(words);
    }
  }
}

TEST_WITH(every_bit_of_the_interface_is_compared, open_bench, close_bench)
{
  static const struct {
    const char *pin;
    unsigned low;
    unsigned width;
  } rows[] = {
#define CHECKER_VIF(member, pin, low, width, function) {#pin, low, width},
#include "checker/spu_checker_pins.def"
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    for (unsigned bit = rows[i].low; bit < rows[i].low + rows[i].width; bit++) {
      both_reset();
      run_unit();
      flip(bit);
      if (check()) {
        fail_msg("bit %u of %s is not compared", bit - rows[i].low, rows[i].pin);
      }
    }
  }
}

TEST_WITH(mismatch_names_pin_values_function_and_access, open_bench, close_bench)
{
  bench.in = (struct spu_in){.sysreg_valid = true, .sysreg_addr = SPU_PMSCR_EL2, .pe_el = SPU_EL1};
  assert_true(step());
  run_unit();
#define CHECKER_OUT(member, pin, low, width, function) \
  if (strcmp(#member, "sysreg_verdict") == 0) {        \
    put(bench.pins, low, width, SPU_ACCESS_OK);        \
  }
#include "checker/spu_checker_pins.def"
  assert_false(check());
  assert_string_equal(bench.mismatch, "mismatch in cycle 2\n"
                                      "  signal    sysreg_o.verdict\n"
                                      "  expected  0x1\n"
                                      "  got       0x0\n"
                                      "  function  CheckStatisticalProfilingAccess\n"
                                      "  access    MRS S3_4_C9_C9_0 in the cycle before");
}

TEST_WITH(event_that_cannot_be_is_a_rule_violated, open_bench, close_bench)
{
  run_unit();
#define CHECKER_VIF(member, pin, low, width, function) \
  if (strcmp(#member, "commit_valid") == 0) {          \
    put(bench.pins, low, width, 1);                    \
  }
#include "checker/spu_checker_pins.def"
  assert_false(check());
  assert_says("\n  signal    rule\n  expected  no rule violated\n  got       ");
}

// Unknown digits are shown as x, regardless of their value in the simulator.
TEST_WITH(unknown_output_is_a_mismatch, open_bench, close_bench)
{
#define CHECKER_OUT(member, pin, low, width, function) \
  if (strcmp(#member, "pmbsr") == 0) {                 \
    both_reset();                                      \
    run_unit();                                        \
    set_unknown((low) + 5);                            \
    assert_false(check());                             \
    assert_says("\n  signal    vif_o.pmbsr\n");        \
    assert_says("\n  got       0x00000000000000x0\n"); \
  }
#include "checker/spu_checker_pins.def"
}

TEST_WITH(unknown_input_is_taken_as_zero, open_bench, close_bench)
{
#define CHECKER_IN(member, low, width)                     \
  for (unsigned bit = low; bit < (low) + (width); bit++) { \
    both_reset();                                          \
    run_unit();                                            \
    flip(bit);                                             \
    set_unknown(bit);                                      \
    assert_true(check());                                  \
    assert_true(step());                                   \
  }
#include "checker/spu_checker_pins.def"
}

TEST_WITH(burst_without_burst_valid_is_a_mismatch, open_bench, close_bench)
{
  bench.in.axi_awready = true;
  bench.in.axi_wready = true;
  run_unit();
#define CHECKER_BUS(member, low, width)                                            \
  if (strcmp(#member, "axi_awvalid") == 0 || strcmp(#member, "axi_wvalid") == 0 || \
      strcmp(#member, "axi_wlast") == 0) {                                         \
    put(bench.pins, low, width, 1);                                                \
  }
#include "checker/spu_checker_pins.def"
  assert_false(check());
  assert_says("\n  signal    vif_o.burst_valid\n");
}

TEST_WITH(mismatch_is_reported_once_until_reset, open_bench, close_bench)
{
  for (unsigned round = 1; round <= 3; round++) {
    both_reset();
    for (unsigned cycle = 0; cycle < 4; cycle++) {
      memset(bench.pins, 0xFF, sizeof bench.pins);
      assert_int_equal(check(), cycle > 0);
      assert_int_equal(bench.mismatch[0] == '\0', cycle > 0);
    }
  }
  assert_string_equal(spu_checker_summary(bench.checker),
                      "3 mismatches in 3 cycles compared; 0 records, 0 events");
}

// A register written before a reset has its reset value afterwards, on both sides.
TEST_WITH(reset_resets_the_model, open_bench, close_bench)
{
  bench.in = (struct spu_in){.sysreg_valid = true, .sysreg_write = true, .pe_el = SPU_EL3};
  bench.in.sysreg_addr = SPU_PMBPTR_EL1;
  bench.in.sysreg_wdata = 0x1000;
  assert_true(step());
  both_reset();
  bench.in.sysreg_valid = false;
  assert_true(step());
  bench.in.sysreg_valid = true;
  assert_true(step());
  spu_reset(bench.unit);
  assert_false(step());
}

TEST_WITH(checkers_do_not_disturb_each_other, open_bench, close_bench)
{
  struct bench first = bench;
  first.in = (struct spu_in){.sysreg_valid = true, .sysreg_write = true, .pe_el = SPU_EL3};
  first.in.sysreg_addr = SPU_PMBPTR_EL1;
  first.in.sysreg_wdata = 0x1000;
  (void)open_bench(state);
  const struct bench second = bench;
  for (unsigned cycle = 0; cycle < 4; cycle++) {
    bench = first;
    run_unit();
    if (cycle == 3) {
      memset(bench.pins, 0xFF, sizeof bench.pins);
    }
    assert_int_equal(check(), cycle < 3);
    bench = second;
    assert_true(step());
  }
  (void)close_bench(state);
  bench = first;
}

TEST(configuration_is_refused_in_words)
{
  const char *problem = NULL;
  struct spu_config config = base();
  config.axi_data_width = 100;
  assert_null(create(&config, &problem));
  const char *why = NULL;
  assert_int_equal(spu_config_check(&config, &why), SPU_ERR_CONFIG);
  assert_string_equal(problem, why);
}

TEST(other_version_of_the_packages_is_refused)
{
  const svLogicVecVal words[CONFIG_WORDS] = {0};
  const char *problem = NULL;
  assert_null(spu_checker_create(words, SPU_CHECKER_PINS_BITS + 1, SPU_CHECKER_CONFIG_BITS, 1, &problem));
  assert_string_equal(problem, "spu_checker_dpi.c and the packages are of different versions");
}

TEST(every_configuration_is_accepted)
{
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    struct spu_config config;
    const char *problem = NULL;
    assert_int_equal(spu_config_by_name(spu_config_name(i), &config), SPU_OK);
    void *checker = create(&config, &problem);
    assert_string_equal(problem, "");
    assert_non_null(checker);
    spu_checker_destroy(checker);
  }
}
