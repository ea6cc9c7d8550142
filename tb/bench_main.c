// SPDX-License-Identifier: Apache-2.0
//
// spu-bench: clocks per second of the lockstep, of the same unit and stimulus without model and checks, and of
// the model alone. Repetitions of all are interleaved, so that a noisy machine hurts all alike; medians count.
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check/bench_stimulus.h"
#include "check/lockstep.h"
#include "check/output.h"
#include "check/run.h"
#include "dut/dut.h"
#include "stimulus/program.h"
#include "stimulus/random.h"
#include "workload/launch.h"

enum { MAX_REPETITIONS = 99, RECORDED_CLOCKS = 32768, PROGRAM_OPS = 200000, MODEL_ROUNDS = 8 };

static const char help[] =
    "usage: spu-bench [options]\n"
    "Measures clocks per second of processor time: in lockstep, without model and checks, the model alone.\n"
    "\n"
    "  --cycles N        clocks of one random measurement (default 300000)\n"
    "  --repetitions N   of every measurement, 1 to 99; medians are printed (default 5)\n"
    "  --workload ELF    program of the program measurements (default build/workload/demo)\n"
    "  --plugin PATH     QEMU plugin that traces it (default build/lib/spe_trace_plugin.so)\n"
    "  --out DIR         where bench.json goes (default build/bench)\n"
    "\n"
    "Status: 0 measured, 1 a mismatch appeared, 2 wrong use or unreadable input.\n";

struct recorded_clock {
  struct spu_in in;
  struct spu_vif vif;
};

struct bench {
  const char *workload;
  const char *plugin;
  const char *out;
  uint64_t cycles;
  uint64_t repetitions;
  struct spu_config config;
  struct trace_op *ops;  // of the program, in memory: QEMU's speed is not measured
  size_t op_count;
  size_t op_next;
  struct recorded_clock *clocks;  // what the model alone is fed
  size_t clock_count;
  bool mismatch;
};

enum measure {
  RANDOM_LOCKSTEP,
  RANDOM_UNCHECKED,
  PROGRAM_LOCKSTEP,
  PROGRAM_UNCHECKED,
  MODEL_ALONE,
  MEASURES
};

static const struct {
  const char *key;
  const char *text;
} measures[MEASURES] = {{"random_lockstep", "random, lockstep (clocks/s)"},
                        {"random_unchecked", "random, unchecked (clocks/s)"},
                        {"program_lockstep", "program, lockstep (clocks/s)"},
                        {"program_unchecked", "program, unchecked (clocks/s)"},
                        {"model_operations", "model alone (operations/s)"}};

// ---------------------------------------------------------------------------------------------------------
// One measurement

// Processor time, not wall time: other programs on the machine do not count.
static double cpu_seconds(void)
{
  struct timespec now;
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// Runs a stimulus to its end. Returns clocks per second; 0 with an error.
static double measure_run(struct bench *bench, const struct stimulus *stimulus, bool checked,
                          struct tb_error *error)
{
  struct run *run = calloc(1, sizeof *run);
  enum spu_status status = SPU_OK;
  double rate = 0;
  if (run == NULL) {
    (void)tb_fail(error, "out of memory");
    return 0;
  }
  run->stimulus = *stimulus;
  run->dut = dut_create();
  run->lockstep = checked ? lockstep_create(&bench->config, stimulus->memory, &status) : NULL;
  if (run->dut == NULL || (checked && run->lockstep == NULL)) {
    (void)tb_fail(error, "model or unit cannot be made");
  } else {
    const double start = cpu_seconds();
    const enum run_state state = run_clocks(run, UINT64_MAX, error);
    const double seconds = cpu_seconds() - start;
    if (state == RUN_FINISHED && run->counts.records != 0 && seconds > 0) {
      rate = (double)run->cycle / seconds;
    } else {
      bench->mismatch = state == RUN_MISMATCH;
      (void)tb_fail(error, "%s in cycle %" PRIu64 "; spu-sim says more",
                    state == RUN_MISMATCH ? "mismatch" : "nothing was recorded or the run stopped",
                    run->cycle);
    }
  }
  lockstep_destroy(run->lockstep);
  dut_destroy(run->dut);
  free(run);
  return rate;
}

static double measure_random(struct bench *bench, bool checked, struct tb_error *error)
{
  struct random_stimulus *random = random_create(&bench->config, 1, bench->cycles, NULL);
  if (random == NULL) {
    (void)tb_fail(error, "out of memory");
    return 0;
  }
  const struct stimulus stimulus = random_stimulus(random);
  const double rate = measure_run(bench, &stimulus, checked, error);
  random_destroy(random);
  return rate;
}

static enum trace_result next_op(void *context, struct trace_op *op, struct tb_error *error)
{
  struct bench *bench = context;
  (void)error;
  if (bench->op_next == bench->op_count) {
    return TRACE_END;
  }
  *op = bench->ops[bench->op_next++];
  return TRACE_OP;
}

static double measure_program(struct bench *bench, bool checked, struct tb_error *error)
{
  const struct program_options options = {
      .config = &bench->config, .interval = 1024, .random = true, .seed = 1, .pid = 1000};
  const struct core_source source = {.context = bench, .next = next_op};
  struct stimulus stimulus;
  bench->op_next = 0;
  if (!program_create_from(&options, &source, &stimulus, error)) {
    return 0;
  }
  const double rate = measure_run(bench, &stimulus, checked, error);
  program_destroy(&stimulus);
  return rate;
}

// The recorded pins and vif, over and over, each time from reset.
static double measure_model(struct bench *bench, struct tb_error *error)
{
  struct spu *model = malloc(spu_size());
  uint64_t operations = 0;
  if (model == NULL) {
    (void)tb_fail(error, "out of memory");
    return 0;
  }
  const double start = cpu_seconds();
  for (int round = 0; round < MODEL_ROUNDS; round++) {
    struct spu_out out;
    struct spu_vif vif;
    (void)spu_init(model, &bench->config);
    for (size_t i = 0; i < bench->clock_count; i++) {
      spu_step(model, &bench->clocks[i].in, &bench->clocks[i].vif, &out, &vif);
    }
    operations += spu_get_counts(model).operations;
  }
  const double seconds = cpu_seconds() - start;
  const bool explained = spu_last_violation(model).rule == NULL && operations != 0;
  free(model);
  if (!explained || seconds <= 0) {
    (void)tb_fail(error, "the model did not follow the recorded clocks");
    return 0;
  }
  return (double)operations / seconds;
}

static double measure(struct bench *bench, enum measure what, struct tb_error *error)
{
  switch (what) {
  case RANDOM_LOCKSTEP:
  case RANDOM_UNCHECKED:
    return measure_random(bench, what == RANDOM_LOCKSTEP, error);
  case PROGRAM_LOCKSTEP:
  case PROGRAM_UNCHECKED:
    return measure_program(bench, what == PROGRAM_LOCKSTEP, error);
  default:
    return measure_model(bench, error);
  }
}

// ---------------------------------------------------------------------------------------------------------
// What is measured with: recorded before anything is timed

static bool record_program(struct bench *bench, struct tb_error *error)
{
  struct trace_reader *reader = NULL;
  enum trace_result result = TRACE_OP;
  bench->ops = calloc(PROGRAM_OPS, sizeof *bench->ops);
  if (bench->ops == NULL) {
    return tb_fail(error, "out of memory");
  }
  const struct workload_command command = {
      .elf = bench->workload, .plugin = bench->plugin, .op_limit = PROGRAM_OPS};
  struct workload *workload = workload_start(&command, &reader, error);
  if (workload == NULL) {
    return false;
  }
  while (bench->op_count < PROGRAM_OPS && result == TRACE_OP) {
    result = trace_next(reader, &bench->ops[bench->op_count], error);
    bench->op_count += result == TRACE_OP;
  }
  trace_close(reader);
  struct tb_error ignored = {""};
  (void)workload_finish(workload, NULL, &ignored);  // cut off on purpose
  return result != TRACE_ERROR;
}

static bool record_clocks(struct bench *bench, struct tb_error *error)
{
  static const struct bench_options options = {
      .cycles = RECORDED_CLOCKS, .interval = 1024, .operation = 20, .memory_latency = 1};
  struct bench_stimulus source;
  bench->clocks = calloc(RECORDED_CLOCKS, sizeof *bench->clocks);
  struct dut *dut = dut_create();
  if (bench->clocks == NULL || dut == NULL || !bench_stimulus_open(&source, &bench->config, &options)) {
    dut_destroy(dut);
    return tb_fail(error, "out of memory");
  }
  const struct stimulus stimulus = bench_stimulus(&source);
  struct spu_in in = {0};
  bool ok = true;
  for (size_t i = 0; ok && i < RECORDED_CLOCKS; i++) {
    struct spu_out out;
    struct dut_bus bus;
    stimulus.drive(stimulus.context, i, &in);
    dut_clock(dut, &in);
    bench->clocks[i].in = in;
    dut_read(dut, &out, &bench->clocks[i].vif, &bus);
    ok = stimulus.observe(stimulus.context, &in, &out, &bench->clocks[i].vif, &bus, error);
    bench->clock_count++;
  }
  bench_stimulus_close(&source);
  dut_destroy(dut);
  return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Results

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(const double *values, size_t count)
{
  double sorted[MAX_REPETITIONS];
  memcpy(sorted, values, count * sizeof *values);
  qsort(sorted, count, sizeof *sorted, by_value);
  return count % 2 != 0 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

// Median of the ratios of neighbouring measurements.
static double median_ratio(const double *over, const double *under, size_t count)
{
  double ratio[MAX_REPETITIONS];
  for (size_t i = 0; i < count; i++) {
    ratio[i] = over[i] / under[i];
  }
  return median(ratio, count);
}

static bool report(const struct bench *bench, double values[MEASURES][MAX_REPETITIONS],
                   struct tb_error *error)
{
  struct output output;
  const size_t count = bench->repetitions;
  if (!output_open(&output, bench->out, error)) {
    return false;
  }
  FILE *json = output_add(&output, "bench.json", error);
  if (json == NULL) {
    return false;
  }
  const double random = median_ratio(values[RANDOM_LOCKSTEP], values[RANDOM_UNCHECKED], count);
  const double program = median_ratio(values[PROGRAM_LOCKSTEP], values[PROGRAM_UNCHECKED], count);
  (void)printf("configuration %s, medians of %zu\n", dut_config_name(), count);
  (void)fprintf(json, "{\n  \"config\": \"%s\",\n  \"repetitions\": %zu,\n", dut_config_name(), count);
  for (int i = 0; i < MEASURES; i++) {
    const double value = median(values[i], count);
    (void)printf("  %-30s %12.0f\n", measures[i].text, value);
    (void)fprintf(json, "  \"%s\": %.0f,\n", measures[i].key, value);
  }
  (void)printf("  %-30s %12.2f\n", "random, lockstep / unchecked", random);
  (void)printf("  %-30s %12.2f\n", "program, lockstep / unchecked", program);
  (void)fprintf(json, "  \"random_ratio\": %.3f,\n  \"program_ratio\": %.3f\n}\n", random, program);
  return output_commit(&output, error);
}

static bool run_bench(struct bench *bench, struct tb_error *error)
{
  static const char *const stage[] = {"random", "random", "program", "program", "model"};
  double values[MEASURES][MAX_REPETITIONS] = {{0}};
  struct output probe;
  bool ok = true;
  if (spu_config_by_name(dut_config_name(), &bench->config) != SPU_OK) {
    ok = tb_fail(error, "%s: no configuration of that name", dut_config_name());
  }
  ok = ok && output_open(&probe, bench->out, error) && record_program(bench, error) &&
       record_clocks(bench, error);
  for (size_t i = 0; ok && i < bench->repetitions; i++) {
    for (int what = 0; ok && what < MEASURES; what++) {
      values[what][i] = measure(bench, (enum measure)what, error);
      ok = values[what][i] > 0;
      if (!ok) {
        (void)fprintf(stderr, "spu-bench: while measuring %s\n", stage[what]);
      }
    }
    (void)fprintf(stderr, "repetition %zu of %" PRIu64 "\n", i + 1, bench->repetitions);
  }
  ok = ok && report(bench, values, error);
  free(bench->ops);
  free(bench->clocks);
  return ok;
}

static bool parse_number(const char *name, uint64_t *value, struct tb_error *error)
{
  char *end = NULL;
  errno = 0;
  *value = strtoull(optarg, &end, 10);
  if (optarg[0] < '0' || optarg[0] > '9' || *end != '\0' || errno != 0 || *value == 0) {
    return tb_fail(error, "--%s %s: not a number from 1 on", name, optarg);
  }
  return true;
}

static bool parse(int argc, char *argv[], struct bench *bench, bool *help_wanted, struct tb_error *error)
{
  static const struct option options[] = {{"cycles", required_argument, NULL, 'c'},
                                          {"repetitions", required_argument, NULL, 'r'},
                                          {"workload", required_argument, NULL, 'w'},
                                          {"plugin", required_argument, NULL, 'p'},
                                          {"out", required_argument, NULL, 'o'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  int id;
  opterr = 0;
  while ((id = getopt_long(argc, argv, ":", options, NULL)) != -1) {
    switch (id) {
    case 'c':
      if (!parse_number("cycles", &bench->cycles, error)) {
        return false;
      }
      break;
    case 'r':
      if (!parse_number("repetitions", &bench->repetitions, error)) {
        return false;
      }
      break;
    case 'w':
      bench->workload = optarg;
      break;
    case 'p':
      bench->plugin = optarg;
      break;
    case 'o':
      bench->out = optarg;
      break;
    case 'h':
      *help_wanted = true;
      return true;
    default:
      return tb_fail(error, "%s: no such option, or its value is missing; --help explains", argv[optind - 1]);
    }
  }
  if (optind < argc) {
    return tb_fail(error, "%s: no argument expected; --help explains", argv[optind]);
  }
  return bench->repetitions <= MAX_REPETITIONS ||
         tb_fail(error, "--repetitions %" PRIu64 ": at most %d", bench->repetitions, MAX_REPETITIONS);
}

int main(int argc, char *argv[])
{
  struct tb_error error = {""};
  bool help_wanted = false;
  struct bench bench = {.workload = "build/workload/demo",
                        .plugin = "build/lib/spe_trace_plugin.so",
                        .out = "build/bench",
                        .cycles = 300000,
                        .repetitions = 5};
  bool ok = parse(argc, argv, &bench, &help_wanted, &error);
  if (ok && help_wanted) {
    return fputs(help, stdout) >= 0 ? 0 : 2;
  }
  ok = ok && run_bench(&bench, &error);
  if (!ok) {
    (void)fprintf(stderr, "spu-bench: %s\n", error.text);
    return bench.mismatch ? 1 : 2;
  }
  return 0;
}
