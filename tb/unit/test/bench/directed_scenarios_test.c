// SPDX-License-Identifier: Apache-2.0
//
// Every directed scenario passes on a correct unit, and the right one fails on a wrong unit.
#include <string.h>

#include "unit/stimulus/directed/directed.h"
#include "unit/test/bench/check_bench.h"
#include "unit/test/test.h"

// Falsifies the outputs for the stimulus.
typedef void (*falsify)(struct spu_out *out, struct spu_vif *vif);
#define WRONG(name) \
  static void name(__attribute__((unused)) struct spu_out *out, __attribute__((unused)) struct spu_vif *vif)
#define WRONG_VALUE(name, output, value) \
  WRONG(name)                            \
  {                                      \
    output = value;                      \
  }

// Runs one scenario (null: all), without the checker if the outputs are falsified. False with the stimulus's error.
static bool run_in(struct spu_config config, const char *scenario, falsify change, struct tb_error *error)
{
  struct check_bench bench;
  bool known = false;
  struct directed_stimulus *directed = directed_create(&config, scenario, &known);
  assert_true(known);
  assert_non_null(directed);
  assert_true(check_bench_open_with(&bench, &config, directed_stimulus(directed)));
  bench.wrong = change;
  const bool ok = check_bench_run(&bench, NULL, NULL);
  *error = bench.error;
  assert_null(bench_mismatch(bench.lockstep));
  check_bench_close(&bench);
  directed_destroy(directed);
  return ok;
}

static bool run(const char *config_name, const char *scenario, falsify change, struct tb_error *error)
{
  return run_in(test_config(config_name), scenario, change, error);
}

TEST(correct_unit_passes_every_scenario)  // G2, G3, G8, H1, H2, H4
{
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    struct tb_error error = {""};
    const bool ok = run_in(test_config_exposed(spu_config_name(i), i % 2 != 0), NULL, NULL, &error);
    assert_string_equal(error.text, "");
    assert_true(ok);
  }
}

// The control fields that a scenario sets are presented a cycle earlier.
TEST(unit_with_registered_pins_passes_every_scenario)
{
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    struct spu_config config = test_config_exposed(spu_config_name(i), i % 2 == 0);
    struct tb_error error = {""};
    config.registered_pins = true;
    const bool ok = run_in(config, NULL, NULL, &error);
    assert_string_equal(error.text, "");
    assert_true(ok);
  }
}

// In a named configuration, or with features that only rows of the sweep have: FEAT_PMUv3p9 and FEAT_EBEP with AArch32,
// synchronous External aborts of records that cross a page, and ExposedLatency.
TEST(every_scenario_applies_somewhere)
{
  for (size_t i = 0; directed_name(i) != NULL; i++) {
    struct spu_config other = test_config("base");
    other.pmu_version = 9;
    other.have_ebep = true;
    other.external_abort = SPU_ABORT_REPORTED_SYNC;
    other.ptr_align = 0;
    other.exposed_latency = true;
    bool applies = directed_applies(&other, i);
    for (size_t c = 0; spu_config_name(c) != NULL; c++) {
      const struct spu_config config = test_config(spu_config_name(c));
      applies = applies || directed_applies(&config, i);
    }
    if (!applies) {
      fail_msg("%s applies to no configuration", directed_name(i));
    }
  }
}

TEST(every_rule_of_d17_9_has_a_scenario)  // H1 to H6, U2, U3
{
  static const char *const rules[] = {"rtrdtk", "imlghw", "indwcg", "inrnsl", "irrbsz", "iwzslb",
                                      "rsxwcp", "rvcywl", "rqjwvq", "ivkdvf", "ipddcl"};
  for (size_t rule = 0; rule < sizeof rules / sizeof rules[0]; rule++) {
    bool found = false;
    for (size_t i = 0; directed_name(i) != NULL; i++) {
      found = found || strncmp(directed_name(i), rules[rule], strlen(rules[rule])) == 0;
    }
    if (!found) {
      fail_msg("no scenario of %s", rules[rule]);
    }
  }
}

WRONG_VALUE(allow_trace, out->trace_allowed, true)
WRONG_VALUE(lose_serror, out->serror, false)
WRONG_VALUE(lose_irq, out->pmbirq, false)
WRONG_VALUE(lose_ea, out->sysreg_rdata, out->sysreg_rdata & ~(uint64_t)(1U << 18))
WRONG_VALUE(lose_coll, out->sysreg_rdata, out->sysreg_rdata & ~(uint64_t)(1U << 16))
WRONG_VALUE(count_one_more, out->sysreg_rdata, out->sysreg_rdata == 57 ? 58 : out->sysreg_rdata)
WRONG_VALUE(lose_discard, vif->decide_discard, false)

WRONG(lose_pmuirq)
{
  static unsigned held;  // cycles
  held = out->pmuirq ? held + 1 : 0;
  out->pmuirq = out->pmuirq && held < 8;
}

WRONG(set_dl)
{
  if (out->sysreg_rdata >> 17 == 1) {  // PMBSR_EL1 after a full buffer: S is set, and nothing above
    out->sysreg_rdata |= 1U << 19;
  }
}

WRONG(hurry_psb)
{
  static unsigned clocks;
  vif->psb_done = ++clocks % 8 == 0;
}

// Records an operation of class other as a branch.
WRONG(change_class)
{
  for (size_t i = 0; vif->commit_valid && i < vif->commit_len; i++) {
    vif->commit_data[i] = vif->commit_data[i] == 0x48 ? 0x4A : vif->commit_data[i];
  }
}

TEST(wrong_unit_fails_the_named_scenario)  // G2, G7, H1
{
  static const struct {
    const char *config;
    const char *scenario;
    falsify change;
    const char *words;
  } rows[] = {{"wide", "exact_fit_fills_the_buffer", set_dl, "register value"},
              {"wide", "exact_fit_fills_the_buffer", lose_irq, "PMBIRQ"},
              {"wide", "psb_waits_for_operation_and_record", hurry_psb, "before PSB CSYNC was done"},
              {"wide", "overflow_interrupt_is_held_until_cleared", lose_pmuirq, "output"},
              {"wide", "trace_is_allowed_level_by_level", allow_trace, "output"},
              {"wide", "sample_pop_is_counted", count_one_more, "register value"},
              {"wide", "abort_of_the_first_burst_acts_as_configured", lose_ea, "register value"},
              {"wide", "abort_of_the_second_burst_acts_as_configured", lose_ea, "register value"},
              {"wide", "sample_without_room_collides", lose_coll, "register value"},
              {"v9", "abort_of_the_first_burst_acts_as_configured", lose_serror, "SErrors"},
              {"v9", "discard_mode_writes_nothing", lose_discard, "records discarded"},
              {"v9", "other_format_has_simd_and_fp", change_class, "payload of a packet"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct tb_error error = {""};
    assert_false(run(rows[i].config, rows[i].scenario, rows[i].change, &error));
    assert_contains(error.text, rows[i].words);
  }
}
