// SPDX-License-Identifier: Apache-2.0
//
// The window of a waveform: which cycles it has, and that the second run of a failure equals the first. A unit without
// RTL (unit/test/bench/fake_dut.h) replaces the Verilated one and notes the calls to its waveform.
#include <stdlib.h>
#include <string.h>

#include "programs/tools/wave_window.h"
#include "unit/dut/wave.h"
#include "unit/stimulus/random.h"
#include "unit/test/bench/fake_dut.h"
#include "unit/test/test.h"

enum { CREATED = 2 };  // time after dut_create(), as in dut.cpp

static struct {
  int units;         // that exist
  uint64_t started;  // time of dut_wave_start(), 0: never
  uint64_t stopped;
  // Faults.
  bool refuse;          // the file cannot be written
  uint64_t room_until;  // time at which the file system is full; 0: never
  uint64_t lies_from;   // from this time on no operation is marked: not the first run
} seen;

struct dut {
  struct fake_dut *fake;
  struct spu_out out;
  struct spu_vif vif;
  struct dut_bus bus;
  uint64_t time;
  bool writing;
};

struct dut *dut_create(void)
{
  struct spu_config config;
  struct dut *dut = calloc(1, sizeof *dut);
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  assert_non_null(dut);
  dut->fake = fake_dut_create(&config);
  dut->time = CREATED;
  seen.units++;
  return dut;
}

void dut_destroy(struct dut *dut)
{
  (void)dut_wave_stop(dut);
  fake_dut_destroy(dut->fake);
  free(dut);
  seen.units--;
}

const char *dut_config_name(void)
{
  return "base";
}

struct dut_reset_shape dut_reset(struct dut *dut)
{
  (void)dut;
  fail_msg("no stimulus of this test resets the unit");
  return (struct dut_reset_shape){0};
}

void dut_clock(struct dut *dut, const struct spu_in *in)
{
  if (dut->time != CREATED) {
    fake_dut_clock(dut->fake);
  }
  fake_dut_eval(dut->fake, in, &dut->out, &dut->vif, &dut->bus);
  dut->time += 2;
}

void dut_read(const struct dut *dut, struct spu_out *out, struct spu_vif *vif, struct dut_bus *bus)
{
  *out = dut->out;
  *vif = dut->vif;
  *bus = dut->bus;
  if (seen.lies_from != 0 && dut->time >= seen.lies_from) {
    out->mark_valid = false;
  }
}

const char *dut_failed_assertion(const struct dut *dut)
{
  (void)dut;
  return NULL;
}

bool dut_wave_start(struct dut *dut, const char *path)
{
  (void)path;
  dut->writing = !seen.refuse;
  seen.started = dut->time;
  return !seen.refuse;
}

uint64_t dut_wave_time(const struct dut *dut)
{
  return dut->time;
}

bool dut_wave_lost(const struct dut *dut)
{
  return seen.room_until != 0 && dut->time >= seen.room_until;
}

bool dut_wave_stop(struct dut *dut)
{
  if (dut->writing) {
    dut->writing = false;
    seen.stopped = dut->time;
  }
  return !dut_wave_lost(dut);
}

static uint64_t before(uint64_t cycle)
{
  return CREATED + 2 * cycle;
}

static const struct sim_options options = {
    .stimulus = SIM_RANDOM, .args = "", .seed = 3, .cycles = 4000, .waves_to = UINT64_MAX};

static struct spu_config config;
static struct random_stimulus *stimulus;
static struct run run;
static struct tb_error error;

static void begin_run(void)
{
  stimulus = random_create(&config, options.seed, options.cycles, NULL);
  run = (struct run){.dut = dut_create(), .stimulus = random_stimulus(stimulus)};
}

static void end_run(void)
{
  dut_destroy(run.dut);
  random_destroy(stimulus);
}

static int clear(void **state)
{
  (void)state;
  memset(&seen, 0, sizeof seen);
  error.text[0] = '\0';
  return spu_config_by_name("base", &config) != SPU_OK;
}

#define WINDOW_TEST(name) TEST_WITH(name, clear, NULL)

// A first run, after the evaluation of `cycle`.
static struct wave_window_failure fail_in(uint64_t cycle)
{
  begin_run();
  assert_int_equal(run_clocks(&run, cycle, &error), RUN_GOING);
  run.stimulus.drive(run.stimulus.context, run.cycle, &run.in);
  dut_clock(run.dut, &run.in);
  const struct wave_window_failure failure = wave_window_failure_of(&run);
  end_run();
  return failure;
}

static void save(uint64_t cycle)
{
  const struct wave_window_failure failure = fail_in(cycle);
  assert_true(wave_window_save(&options, &config, &failure, "w.fst", NULL, &error));
}

static void expect_unsaved(const struct wave_window_failure *failure, const char *words)
{
  assert_false(wave_window_save(&options, &config, failure, "w.fst", NULL, &error));
  assert_string_equal(error.text, words);
  assert_int_equal(seen.units, 0);
}

static void run_window(struct wave_window *window, uint64_t clocks)
{
  begin_run();
  assert_int_equal(wave_window_run(window, &run, clocks, &error), RUN_GOING);
  assert_int_equal(run.cycle, clocks);
  end_run();
}

WINDOW_TEST(waveform_has_the_requested_cycles)
{
  struct wave_window window = {.path = "w.fst", .from = 100, .to = 149};
  run_window(&window, 400);
  assert_int_equal(seen.started, before(100));
  assert_int_equal(seen.stopped, before(150));
  assert_int_equal(window.state, WAVE_WINDOW_PAST);
}

WINDOW_TEST(waveform_without_an_end_lasts_to_the_end)
{
  struct wave_window window = {.path = "w.fst", .from = 0, .to = UINT64_MAX};
  run_window(&window, 400);
  assert_int_equal(window.state, WAVE_WINDOW_OPEN);
  assert_int_equal(seen.stopped, before(400));
}

WINDOW_TEST(window_is_around_the_failure)
{
  assert_int_equal(fail_in(2500).time, before(2501));
  save(2500);
  assert_int_equal(seen.started, before(2500 - WAVE_WINDOW_CLOCKS_BEFORE));
  assert_int_equal(seen.stopped, before(2500 + WAVE_WINDOW_CLOCKS_AFTER + 1));
  assert_int_equal(seen.units, 0);
}

WINDOW_TEST(early_failure_has_a_window_from_the_start)
{
  save(7);
  assert_int_equal(seen.started, before(0));
}

WINDOW_TEST(failure_in_the_last_cycle_is_in_the_window)
{
  save(options.cycles - 1);
  assert_true(seen.stopped >= before(options.cycles));
}

WINDOW_TEST(window_of_another_run_is_not_saved)
{
  const struct wave_window_failure failure = fail_in(2500);
  assert_true(failure.counts.samples != 0);
  seen.lies_from = before(100);
  expect_unsaved(&failure, "the second run differs from the first");
}

WINDOW_TEST(interrupt_ends_the_second_run)
{
  const volatile sig_atomic_t stop = 1;
  const struct wave_window_failure failure = fail_in(3900);
  assert_false(wave_window_save(&options, &config, &failure, "w.fst", &stop, &error));
  assert_string_equal(error.text, "interrupted");
}

WINDOW_TEST(unwritable_window_is_an_error)
{
  const struct wave_window_failure failure = fail_in(2500);
  seen.refuse = true;
  expect_unsaved(&failure, "w.fst: cannot write the waveform");
}

// The file system is full in the middle of the window, or only when the file is closed.
WINDOW_TEST(window_without_room_is_an_error)
{
  const struct wave_window_failure failure = fail_in(2500);
  const uint64_t until[] = {before(2000), before(2500 + WAVE_WINDOW_CLOCKS_AFTER + 1)};
  for (unsigned i = 0; i < 2; i++) {
    error.text[0] = '\0';
    seen.room_until = until[i];
    expect_unsaved(&failure, "w.fst: no space left for the waveform");
  }
}

WINDOW_TEST(run_ends_when_there_is_no_room_for_its_waveform)
{
  struct wave_window window = {.path = "w.fst", .from = 100, .to = UINT64_MAX};
  begin_run();
  seen.room_until = before(1000);
  assert_int_equal(wave_window_run(&window, &run, 500, &error), RUN_GOING);
  assert_int_equal(wave_window_run(&window, &run, 2000, &error), RUN_BROKEN);
  assert_int_equal(window.state, WAVE_WINDOW_FAILED);
  assert_string_equal(error.text, "w.fst: no space left for the waveform");
  end_run();
}
