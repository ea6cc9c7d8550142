// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "tools/bench_measure.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "stimulus/program/program.h"
#include "stimulus/random.h"

enum { MODEL_ROUNDS = 8 };

static double seconds_of(clockid_t clock)
{
  struct timespec now;
  (void)clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void start(struct bench_sample *sample)
{
  sample->seconds[BENCH_WALL] = seconds_of(CLOCK_MONOTONIC);
  sample->seconds[BENCH_CPU] = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

static void stop(struct bench_sample *sample, uint64_t work)
{
  sample->seconds[BENCH_CPU] = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - sample->seconds[BENCH_CPU];
  sample->seconds[BENCH_WALL] = seconds_of(CLOCK_MONOTONIC) - sample->seconds[BENCH_WALL];
  sample->work = work;
}

// ---------------------------------------------------------------------------------------------------------
// Pins and evaluation alone

static bool measure_pins(const struct bench_pins *pins, struct bench_sample *sample, struct tb_error *error)
{
  struct dut *dut = dut_create();
  if (dut == NULL) {
    return tb_fail(error, "out of memory");
  }
  start(sample);
  for (size_t i = 0; i < pins->count; i++) {
    if (pins->reset[i]) {
      (void)dut_reset(dut);
    }
    dut_clock(dut, &pins->in[i]);
  }
  dut_clock(dut, &pins->in[pins->count - 1]);  // ends the last cycle, as in a run
  stop(sample, pins->count);
  const char *where = dut_failed_assertion(dut);
  const bool ok = where == NULL || tb_fail(error, "assertion: %s failed", where);
  dut_destroy(dut);
  return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Runs

// What is needed for a run of a stimulus, and what was made for it.
struct source {
  struct stimulus stimulus;
  struct random_stimulus *random;
  const struct bench_ops *ops;
  size_t next;  // of ops
};

static enum trace_result next_op(void *context, struct trace_op *op, struct tb_error *error)
{
  struct source *source = context;
  (void)error;
  if (source->next == source->ops->count) {
    return TRACE_END;
  }
  *op = source->ops->op[source->next++];
  return TRACE_OP;
}

static bool open_source(const struct bench_setup *setup, enum bench_source which, struct source *source,
                        struct tb_error *error)
{
  *source = (struct source){.ops = &setup->ops};
  if (which == BENCH_PROGRAM) {
    const struct program_options options = {
        .config = &setup->config, .interval = 1024, .random = true, .seed = setup->seed, .pid = 1000};
    const struct core_source operations = {.context = source, .next = next_op};
    return program_create_from(&options, &operations, &source->stimulus, error);
  }
  source->random = random_create(&setup->config, setup->seed, setup->cycles, NULL);
  if (source->random == NULL) {
    return tb_fail(error, "out of memory");
  }
  source->stimulus = random_stimulus(source->random);
  return true;
}

static void close_source(enum bench_source which, struct source *source)
{
  if (which == BENCH_PROGRAM) {
    program_destroy(&source->stimulus);
  }
  random_destroy(source->random);
}

// A run that recorded nothing, or was another one than the recorded, has no rate.
static bool check_run(const struct run *run, enum run_state state, const struct bench_pins *pins,
                      bool *mismatch, struct tb_error *error)
{
  *mismatch = state == RUN_MISMATCH ||
              (state == RUN_FINISHED && run->lockstep != NULL && !lockstep_finish(run->lockstep, run->cycle));
  if (*mismatch) {
    return tb_fail(error, "mismatch in cycle %" PRIu64 "; spu-sim says more", run->cycle);
  }
  if (state != RUN_FINISHED || run->counts.records == 0) {
    return tb_fail(error, "nothing was recorded, or the run stopped, in cycle %" PRIu64 "; spu-sim says more",
                   run->cycle);
  }
  return run->cycle == pins->count ||
         tb_fail(error, "%" PRIu64 " cycles, and %zu when inputs were recorded", run->cycle, pins->count);
}

static bool measure_run(const struct bench_setup *setup, enum bench_source which, bool checked,
                        struct bench_sample *sample, bool *mismatch, struct tb_error *error)
{
  struct source source;
  enum spu_status status = SPU_OK;
  bool ok = false;
  if (!open_source(setup, which, &source, error)) {
    return false;
  }
  struct run run = {.stimulus = source.stimulus,
                    .dut = dut_create(),
                    .lockstep =
                        checked ? lockstep_create(&setup->config, source.stimulus.memory, &status) : NULL};
  if (run.dut == NULL || (checked && run.lockstep == NULL)) {
    (void)tb_fail(error, "model or unit cannot be made");
  } else {
    start(sample);
    const enum run_state state = run_clocks(&run, UINT64_MAX, error);
    stop(sample, run.cycle);
    ok = check_run(&run, state, &setup->pins[which], mismatch, error);
  }
  lockstep_destroy(run.lockstep);
  dut_destroy(run.dut);
  close_source(which, &source);
  return ok;
}

bool bench_measure(const struct bench_setup *setup, enum bench_source source, enum bench_kind kind,
                   struct bench_sample *sample, bool *mismatch, struct tb_error *error)
{
  *mismatch = false;
  return kind == BENCH_PINS ? measure_pins(&setup->pins[source], sample, error)
                            : measure_run(setup, source, kind == BENCH_LOCKSTEP, sample, mismatch, error);
}

// ---------------------------------------------------------------------------------------------------------
// The model alone

// The recorded pins and vif, over and over, each time from reset.
bool bench_measure_model(const struct bench_setup *setup, struct bench_sample *sample, struct tb_error *error)
{
  struct spu *model = malloc(spu_size());
  uint64_t operations = 0;
  if (model == NULL) {
    return tb_fail(error, "out of memory");
  }
  start(sample);
  for (int round = 0; round < MODEL_ROUNDS; round++) {
    struct spu_out out;
    struct spu_vif vif;
    (void)spu_init(model, &setup->config);
    for (size_t i = 0; i < setup->recorded.count; i++) {
      spu_step(model, &setup->recorded.cycle[i].in, &setup->recorded.cycle[i].vif, &out, &vif);
    }
    operations += spu_get_counts(model).operations;
  }
  stop(sample, operations);
  const bool explained = spu_last_violation(model).rule == NULL && operations != 0;
  free(model);
  return explained || tb_fail(error, "the model did not follow the recorded cycles");
}

// ---------------------------------------------------------------------------------------------------------
// Before and after

static bool record_pins(struct bench_setup *setup, enum bench_source which, struct tb_error *error)
{
  struct source source;
  if (!open_source(setup, which, &source, error)) {
    return false;
  }
  struct run run = {.stimulus = source.stimulus, .dut = dut_create()};
  const bool ok =
      run.dut != NULL ? bench_record_pins(&run, &setup->pins[which], error) : tb_fail(error, "out of memory");
  dut_destroy(run.dut);
  close_source(which, &source);
  return ok;
}

bool bench_prepare(struct bench_setup *setup, const struct bench_program *program, struct tb_error *error)
{
  if (spu_config_by_name(dut_config_name(), &setup->config) != SPU_OK) {
    return tb_fail(error, "%s: no configuration of that name", dut_config_name());
  }
  return bench_record_ops(program, &setup->ops, error) &&
         bench_record_cycles(&setup->config, &setup->recorded, error) &&
         record_pins(setup, BENCH_RANDOM, error) && record_pins(setup, BENCH_PROGRAM, error);
}

void bench_release(struct bench_setup *setup)
{
  bench_free_ops(&setup->ops);
  bench_free_cycles(&setup->recorded);
  for (int i = 0; i < BENCH_SOURCES; i++) {
    bench_free_pins(&setup->pins[i]);
  }
}
