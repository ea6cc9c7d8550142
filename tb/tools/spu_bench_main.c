// SPDX-License-Identifier: Apache-2.0
//
// spu-bench: cycles per second of the pins and the unit's evaluation alone, of a run without model and checks, and of
// the lockstep, side by side; and operations per second of the model alone. Repetitions of all are interleaved, so that
// a noisy machine hurts all alike.
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "dut/dut.h"
#include "tools/bench_report.h"
#include "tools/progress.h"
#include "util/output.h"
#include "util/typed_number.h"
#include "util/version.h"

static const char help[] =
    "usage: spu-bench [options]\n"
    "Measures cycles per second, by processor time and by wall clock: recorded inputs to the pins and the "
    "unit's\n"
    "evaluation alone; the run without model and checks; the lockstep; and the model alone.\n"
    "\n"
    "  --cycles N        cycles of one random measurement, 1 to 1000000 (default 200000)\n"
    "  --seed N          of every random decision (default 1)\n"
    "  --repetitions N   of every measurement, 1 to 99 (default 7)\n"
    "  --trace FILE      trace of the program of the program measurements (default "
    "build/workload/demo.trace)\n"
    "  --workload ELF    a program that is executed instead\n"
    "  --plugin PATH     QEMU plugin that traces it (default: the one built with this program)\n"
    "  --out DIR         where bench-CONFIGURATION.json goes (default build/bench)\n"
    "  --help            this text\n"
    "  --version         the version\n"
    "\n"
    "Status: 0 measured, 1 a mismatch appeared, 2 wrong use or unreadable input.\n";

enum { MAX_CYCLES = 1000000 };  // all their inputs are kept in memory

struct options {
  struct bench_program program;
  const char *out;
  uint64_t cycles;
  uint64_t seed;
  uint64_t repetitions;
  bool help;
  bool version;
};

// ---------------------------------------------------------------------------------------------------------
// The measurements

static bool add(struct bench_series *series, const struct bench_sample *sample, struct tb_error *error)
{
  return bench_add(series, sample) || tb_fail(error, "nothing was measured, or no cycle moved");
}

enum { MEASUREMENTS = BENCH_SOURCES * BENCH_KINDS + 1 };  // of a repetition

// What is measured is shown as it goes.
struct going {
  struct progress progress;
  uint64_t done;
  uint64_t total;
};

static void count(struct going *going)
{
  char text[160];
  progress_text(&going->progress, ++going->done, going->total, "measurements", text, sizeof text);
  (void)fputs(text, stderr);
}

// Every measurement once.
static bool measure_all(const struct bench_setup *setup, struct bench_results *results, struct going *going,
                        bool *mismatch, struct tb_error *error)
{
  struct bench_sample sample;
  for (int source = 0; source < BENCH_SOURCES; source++) {
    for (int kind = 0; kind < BENCH_KINDS; kind++) {
      if (!bench_measure(setup, (enum bench_source)source, (enum bench_kind)kind, &sample, mismatch, error) ||
          !add(&results->run[source][kind], &sample, error)) {
        return false;
      }
      count(going);
    }
  }
  if (!bench_measure_model(setup, &sample, error) || !add(&results->model, &sample, error)) {
    return false;
  }
  count(going);
  return true;
}

static bool repeat(const struct bench_setup *setup, uint64_t repetitions, struct bench_results *results,
                   bool *mismatch, struct tb_error *error)
{
  struct going going = {.total = repetitions * MEASUREMENTS};
  bool ok = true;
  progress_start(&going.progress, isatty(STDERR_FILENO) != 0);
  for (uint64_t i = 0; ok && i < repetitions; i++) {
    ok = measure_all(setup, results, &going, mismatch, error);
  }
  (void)fputs(progress_clear(&going.progress), stderr);
  return ok;
}

static bool write_results(const struct bench_results *results, struct output *output, struct tb_error *error)
{
  char name[64];
  (void)snprintf(name, sizeof name, "bench-%s.json", results->config);
  FILE *json = output_add(output, name, error);
  if (json == NULL) {
    return false;
  }
  bench_json(results, json);
  return output_commit(output, error);
}

// The status.
static int run_bench(const struct options *options, struct tb_error *error)
{
  struct output output = {.count = 0};
  struct bench_setup setup = {.cycles = options->cycles, .seed = options->seed};
  struct bench_results *results = calloc(1, sizeof *results);
  bool mismatch = false;
  if (results == NULL) {
    (void)tb_fail(error, "out of memory");
    return 2;
  }
  results->config = dut_config_name();
  results->cycles = options->cycles;
  results->seed = options->seed;
  bool ok = output_open(&output, options->out, error) && bench_prepare(&setup, &options->program, error) &&
            repeat(&setup, options->repetitions, results, &mismatch, error) &&
            write_results(results, &output, error);
  if (ok) {
    bench_print(results, stdout);
    ok = fflush(stdout) == 0 || tb_fail(error, "standard output: cannot be written");
  }
  output_abort(&output);
  bench_release(&setup);
  free(results);
  return ok ? 0 : mismatch ? 1 : 2;
}

// ---------------------------------------------------------------------------------------------------------
// The command line

static bool parse_number(const char *name, uint64_t most, uint64_t *value, struct tb_error *error)
{
  if (!typed_number(optarg, value) || *value == 0 || *value > most) {
    return tb_fail(error, "--%s %s: not a number from 1 to %" PRIu64, name, optarg, most);
  }
  return true;
}

// A trace, or what is executed; the rest is filled in.
static bool check_program(struct bench_program *program, struct tb_error *error)
{
  if (program->trace != NULL && program->elf != NULL) {
    return tb_fail(error, "--workload: not with --trace, of which nothing is executed");
  }
  if (program->plugin != NULL && program->elf == NULL) {
    return tb_fail(error, "--plugin: goes with --workload");
  }
  if (program->elf == NULL && program->trace == NULL) {
    program->trace = "build/workload/demo.trace";
  }
  return true;
}

static bool parse(int argc, char *argv[], struct options *options, struct tb_error *error)
{
  static const struct option table[] = {
      {"cycles", required_argument, NULL, 'c'},      {"seed", required_argument, NULL, 's'},
      {"repetitions", required_argument, NULL, 'r'}, {"trace", required_argument, NULL, 't'},
      {"workload", required_argument, NULL, 'w'},    {"plugin", required_argument, NULL, 'p'},
      {"out", required_argument, NULL, 'o'},         {"help", no_argument, NULL, 'h'},
      {"version", no_argument, NULL, 'V'},           {NULL, 0, NULL, 0}};
  bool ok = true;
  int id;
  opterr = 0;
  while (ok && (id = getopt_long(argc, argv, ":", table, NULL)) != -1) {
    switch (id) {
    case 'c':
      ok = parse_number("cycles", MAX_CYCLES, &options->cycles, error);
      break;
    case 's':
      ok = parse_number("seed", UINT32_MAX, &options->seed, error);
      break;
    case 'r':
      ok = parse_number("repetitions", BENCH_MAX_REPETITIONS, &options->repetitions, error);
      break;
    case 't':
      options->program.trace = optarg;
      break;
    case 'w':
      options->program.elf = optarg;
      break;
    case 'p':
      options->program.plugin = optarg;
      break;
    case 'o':
      options->out = optarg;
      break;
    case 'h':
      options->help = true;
      return true;
    case 'V':
      options->version = true;
      return true;
    default:
      return tb_fail(error, "%s: no such option, or its value is missing; --help explains", argv[optind - 1]);
    }
  }
  if (ok && optind < argc) {
    return tb_fail(error, "%s: no argument expected; --help explains", argv[optind]);
  }
  return ok && check_program(&options->program, error);
}

int main(int argc, char *argv[])
{
  struct tb_error error = {""};
  struct options options = {.out = "build/bench", .cycles = 200000, .seed = 1, .repetitions = 7};
  int status = 2;
  if (parse(argc, argv, &options, &error)) {
    if (options.help || options.version) {
      return fputs(options.help ? help : VERSION_TEXT("spu-bench"), stdout) >= 0 ? 0 : 2;
    }
    status = run_bench(&options, &error);
  }
  if (error.text[0] != '\0') {
    (void)fprintf(stderr, "spu-bench: %s\n", error.text);
  }
  return status;
}
