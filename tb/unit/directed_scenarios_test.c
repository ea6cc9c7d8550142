// SPDX-License-Identifier: Apache-2.0
//
// The directed scenarios hold for a correct unit, and fail, by name, for one that is not.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "check/fake_dut.h"
#include "check/lockstep.h"
#include "stimulus/directed.h"

enum { MOST_CLOCKS = 200000 };

// Changes what the stimulus and the checker see.
typedef void (*falsify)(struct spu_out *out, struct spu_vif *vif);

// Runs one scenario (null: all), unchecked if the unit is falsified. False with the stimulus's error.
static bool run(const char *config_name, const char *scenario, falsify change, struct tb_error *error)
{
  struct spu_config config;
  enum spu_status status;
  bool known = false;
  assert_int_equal(spu_config_by_name(config_name, &config), SPU_OK);
  struct directed_stimulus *directed = directed_create(&config, scenario, &known);
  struct fake_dut *fake = fake_dut_create(&config);
  assert_true(known);
  assert_non_null(directed);
  assert_non_null(fake);
  const struct stimulus stimulus = directed_stimulus(directed);
  struct lockstep *lockstep = lockstep_create(&config, stimulus.memory, &status);
  assert_non_null(lockstep);
  struct spu_in in = {0};
  bool ok = true;
  uint64_t cycle = 0;
  while (ok && !stimulus.finished(stimulus.context)) {
    struct spu_out out;
    struct spu_vif vif;
    struct dut_bus bus;
    assert_true(cycle < MOST_CLOCKS);
    stimulus.drive(stimulus.context, cycle, &in);
    fake_dut_eval(fake, &in, &out, &vif, &bus);
    if (change != NULL) {
      change(&out, &vif);
    }
    ok = stimulus.observe(stimulus.context, &in, &out, &vif, &bus, error);
    assert_true(change != NULL || lockstep_step(lockstep, cycle, &in, &out, &vif, &bus));
    fake_dut_clock(fake);
    cycle++;
  }
  assert_true(change != NULL || lockstep_finish(lockstep, cycle));
  lockstep_destroy(lockstep);
  fake_dut_destroy(fake);
  directed_destroy(directed);
  return ok;
}

static void correct_unit_passes_every_scenario(void **state)  // G2, G3, G8, H1, H2, H4
{
  (void)state;
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    struct tb_error error = {""};
    const bool ok = run(spu_config_name(i), NULL, NULL, &error);
    assert_string_equal(error.text, "");
    assert_true(ok);
  }
}

static void every_scenario_runs_alone(void **state)
{
  (void)state;
  for (size_t i = 0; directed_name(i) != NULL; i++) {
    struct tb_error error = {""};
    assert_true(run("wide", directed_name(i), NULL, &error));
  }
}

static void set_dl(struct spu_out *out, struct spu_vif *vif)
{
  (void)vif;
  if (out->sysreg_rdata >> 17 == 1) {  // PMBSR_EL1 with S and nothing above: a full buffer
    out->sysreg_rdata |= 1U << 19;
  }
}

static void hurry_psb(struct spu_out *out, struct spu_vif *vif)
{
  static unsigned clocks;
  (void)out;
  vif->psb_done = ++clocks % 8 == 0;
}

static void lose_irq(struct spu_out *out, struct spu_vif *vif)
{
  (void)vif;
  out->pmbirq = false;
}

static void wrong_unit_fails_by_name(void **state)  // G2, G7, H1
{
  (void)state;
  static const struct {
    const char *scenario;
    falsify change;
    const char *words;
  } rows[] = {{"buffer_full_exactly", set_dl, "register value"},
              {"buffer_full_exactly", lose_irq, "PMBIRQ"},
              {"psb_waits_for_operation_and_record", hurry_psb, "before PSB CSYNC was done"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct tb_error error = {""};
    assert_false(run("wide", rows[i].scenario, rows[i].change, &error));
    assert_non_null(strstr(error.text, rows[i].words));
  }
}

static void unknown_scenario_is_refused(void **state)
{
  (void)state;
  struct spu_config config;
  bool known = true;
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  assert_null(directed_create(&config, "no_such_scenario", &known));
  assert_false(known);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(correct_unit_passes_every_scenario),
      cmocka_unit_test(every_scenario_runs_alone),
      cmocka_unit_test(wrong_unit_fails_by_name),
      cmocka_unit_test(unknown_scenario_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
