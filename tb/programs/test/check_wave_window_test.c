// SPDX-License-Identifier: Apache-2.0
//
// The waveform's window: which cycles it has, and that the second run of a failure is the first one again. A unit
// without RTL (unit/test/bench/fake_dut.h) stands in for the Verilated one and notes what is asked of its waveform.
#include <stdlib.h>
#include <string.h>

#include "programs/tools/wave_window.h"
#include "unit/dut/wave.h"
#include "unit/stimulus/random.h"
#include "unit/test/bench/fake_dut.h"
#include "unit/test/test.h"

// What the units of a test were asked for.
enum { CREATED = 2 };  // time after dut_create(), as in dut.cpp

static struct {
  int units;         // alive
  uint64_t started;  // time of dut_wave_start(), 0: never
  uint64_t stopped;
  bool refuse;          // the file cannot be written
  uint64_t room_until;  // time from which there is no room for it; 0: always is
  uint64_t lies_from;   // from this cycle on dispatch is never marked: another run than the first
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

// Time before and after a cycle.
static uint64_t before(uint64_t cycle)
{
  return CREATED + 2 * cycle;
}

static const struct sim_options options = {
    .stimulus = SIM_RANDOM, .args = "", .seed = 3, .cycles = 4000, .waves_to = UINT64_MAX};

static struct spu_config base(void)
{
  struct spu_config config;
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  return config;
}

// Where a first run is after the evaluation of `cycle`.
static struct wave_window_failure fail_in(uint64_t cycle)
{
  const struct spu_config config = base();
  struct tb_error error = {""};
  struct random_stimulus *random = random_create(&config, options.seed, options.cycles, NULL);
  struct run run = {.dut = dut_create(), .stimulus = random_stimulus(random)};
  assert_int_equal(run_clocks(&run, cycle, &error), RUN_GOING);
  run.stimulus.drive(run.stimulus.context, run.cycle, &run.in);
  dut_clock(run.dut, &run.in);
  const struct wave_window_failure failure = wave_window_failure_of(&run);
  dut_destroy(run.dut);
  random_destroy(random);
  return failure;
}

static int clear(void **state)
{
  (void)state;
  memset(&seen, 0, sizeof seen);
  return 0;
}

static void run_window(struct wave_window *window, uint64_t clocks)
{
  const struct spu_config config = base();
  struct tb_error error = {""};
  struct random_stimulus *random = random_create(&config, 3, 4000, NULL);
  struct run run = {.dut = dut_create(), .stimulus = random_stimulus(random)};
  assert_int_equal(wave_window_run(window, &run, clocks, &error), RUN_GOING);
  assert_int_equal(run.cycle, clocks);
  dut_destroy(run.dut);
  random_destroy(random);
}

TEST_WITH(waveform_has_the_requested_cycles, clear, NULL)
{
  struct wave_window window = {.path = "w.fst", .from = 100, .to = 149};
  run_window(&window, 400);
  assert_int_equal(seen.started, before(100));
  assert_int_equal(seen.stopped, before(150));
  assert_int_equal(window.state, WAVE_WINDOW_PAST);
}

TEST_WITH(waveform_without_an_end_lasts_to_the_end, clear, NULL)
{
  struct wave_window window = {.path = "w.fst", .from = 0, .to = UINT64_MAX};
  run_window(&window, 400);
  assert_int_equal(window.state, WAVE_WINDOW_OPEN);
  assert_int_equal(seen.stopped, before(400));
}

TEST_WITH(window_is_around_the_failure, clear, NULL)
{
  const struct spu_config config = base();
  struct tb_error error = {""};
  const struct wave_window_failure failure = fail_in(2500);
  assert_int_equal(failure.time, before(2501));
  assert_true(wave_window_save(&options, &config, &failure, "w.fst", NULL, &error));
  assert_int_equal(seen.started, before(2500 - WAVE_WINDOW_CLOCKS_BEFORE));
  assert_int_equal(seen.stopped, before(2500 + WAVE_WINDOW_CLOCKS_AFTER + 1));
  assert_int_equal(seen.units, 0);
}

TEST_WITH(early_failure_has_a_window_from_the_start, clear, NULL)
{
  const struct spu_config config = base();
  struct tb_error error = {""};
  const struct wave_window_failure failure = fail_in(7);
  assert_true(wave_window_save(&options, &config, &failure, "w.fst", NULL, &error));
  assert_int_equal(seen.started, before(0));
}

TEST_WITH(failure_in_the_last_cycle_is_in_the_window, clear, NULL)
{
  const struct spu_config config = base();
  struct tb_error error = {""};
  const struct wave_window_failure failure = fail_in(options.cycles - 1);
  assert_true(wave_window_save(&options, &config, &failure, "w.fst", NULL, &error));
  assert_true(seen.stopped >= before(options.cycles));
}

TEST_WITH(window_of_another_run_is_not_saved, clear, NULL)
{
  const struct spu_config config = base();
  struct tb_error error = {""};
  const struct wave_window_failure failure = fail_in(2500);
  assert_true(failure.counts.samples != 0);
  seen.lies_from = before(100);
  assert_false(wave_window_save(&options, &config, &failure, "w.fst", NULL, &error));
  assert_string_equal(error.text, "the second run differs from the first");
  assert_int_equal(seen.units, 0);
}

TEST_WITH(interrupt_ends_the_second_run, clear, NULL)
{
  const struct spu_config config = base();
  struct tb_error error = {""};
  const volatile sig_atomic_t stop = 1;
  const struct wave_window_failure failure = fail_in(3900);
  assert_false(wave_window_save(&options, &config, &failure, "w.fst", &stop, &error));
  assert_string_equal(error.text, "interrupted");
}

TEST_WITH(unwritable_window_is_an_error, clear, NULL)
{
  const struct spu_config config = base();
  struct tb_error error = {""};
  const struct wave_window_failure failure = fail_in(2500);
  seen.refuse = true;
  assert_false(wave_window_save(&options, &config, &failure, "w.fst", NULL, &error));
  assert_string_equal(error.text, "w.fst: cannot write the waveform");
}

// No room in the middle of the window, and only when the file is completed.
TEST_WITH(window_without_room_is_an_error, clear, NULL)
{
  const struct spu_config config = base();
  const struct wave_window_failure failure = fail_in(2500);
  const uint64_t until[] = {before(2000), before(2500 + WAVE_WINDOW_CLOCKS_AFTER + 1)};
  for (unsigned i = 0; i < 2; i++) {
    struct tb_error error = {""};
    seen.room_until = until[i];
    assert_false(wave_window_save(&options, &config, &failure, "w.fst", NULL, &error));
    assert_string_equal(error.text, "w.fst: no space left for the waveform");
    assert_int_equal(seen.units, 0);
  }
}

TEST_WITH(run_ends_when_there_is_no_room_for_its_waveform, clear, NULL)
{
  const struct spu_config config = base();
  struct tb_error error = {""};
  struct wave_window window = {.path = "w.fst", .from = 100, .to = UINT64_MAX};
  struct random_stimulus *random = random_create(&config, 3, 4000, NULL);
  struct run run = {.dut = dut_create(), .stimulus = random_stimulus(random)};
  seen.room_until = before(1000);
  assert_int_equal(wave_window_run(&window, &run, 500, &error), RUN_GOING);
  assert_int_equal(wave_window_run(&window, &run, 2000, &error), RUN_BROKEN);
  assert_int_equal(window.state, WAVE_WINDOW_FAILED);
  assert_string_equal(error.text, "w.fst: no space left for the waveform");
  dut_destroy(run.dut);
  random_destroy(random);
}
