// SPDX-License-Identifier: Apache-2.0
//
// spu-throughput: measures the losses at full dispatch. Every slot is valid in every cycle. For each sampling interval
// and memory latency it counts selected operations, collisions (no tag was free) and dropped records, in lockstep with
// the model. The results do not depend on the speed of the machine.
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/check/lockstep.h"
#include "unit/check/run.h"
#include "unit/dut/dut.h"
#include "unit/tools/bench_stimulus.h"
#include "unit/util/options.h"

// Cycles per cell: enough for some hundred samples at the longest interval on the narrowest unit.
enum { CLOCKS = 40000, OPERATION = 20 };

static const uint32_t intervals[] = {256, 512, 1024, 2048, 4096};
static const uint16_t latencies[] = {1, 4, 8, 16, 24, 32, 48, 64, 96, 128};
enum {
  INTERVALS = sizeof intervals / sizeof intervals[0],
  LATENCIES = sizeof latencies / sizeof latencies[0]
};

static const struct option_program program = {
    .name = "spu-throughput",
    .usage = "",
    .about = "Collisions and drops at full dispatch, over sampling interval and memory\n"
             "latency.\n\n",
    .status = "\n"
              "Status: 0 measured, 1 a mismatch with the model appeared, 2 wrong use.\n"};

struct cell {
  uint64_t selected;
  uint64_t collided;
  uint64_t dropped;  // records discarded
};

enum outcome { MEASURED, MISMATCH, FAILED };

static enum outcome measure(const struct spu_config *config, uint32_t interval, uint16_t latency,
                            struct cell *cell, struct tb_error *error)
{
  const struct bench_options options = {
      .cycles = CLOCKS, .interval = interval, .operation = OPERATION, .memory_latency = latency};
  struct bench_stimulus source = {0};
  enum spu_status status = SPU_OK;
  struct run *run = calloc(1, sizeof *run);
  enum outcome outcome = FAILED;
  if (run == NULL || !bench_stimulus_open(&source, config, &options)) {
    free(run);
    (void)tb_fail(error, "out of memory");
    return FAILED;
  }
  run->stimulus = bench_stimulus(&source);
  run->dut = dut_create();
  run->lockstep = lockstep_create(config, source.memory, &status);
  if (run->dut == NULL || run->lockstep == NULL) {
    (void)tb_fail(error, "cannot create model or unit");
  } else {
    const enum run_state state = run_clocks(run, UINT64_MAX, error);
    const struct spu_counts counts = lockstep_model_counts(run->lockstep);
    *cell = (struct cell){.selected = counts.selected, .collided = counts.collided};
    for (size_t i = 0; i < sizeof counts.discarded / sizeof counts.discarded[0]; i++) {
      cell->dropped += counts.discarded[i];
    }
    if (state == RUN_MISMATCH) {
      outcome = MISMATCH;
      (void)tb_fail(error, "mismatch in cycle %" PRIu64 " (interval %" PRIu32 ", latency %u)", run->cycle,
                    interval, (unsigned)latency);
    } else if (state == RUN_FINISHED && counts.written != 0) {
      outcome = MEASURED;
    } else {
      (void)tb_fail(error, "nothing was recorded (interval %" PRIu32 ", latency %u)", interval,
                    (unsigned)latency);
    }
  }
  lockstep_destroy(run->lockstep);
  dut_destroy(run->dut);
  bench_stimulus_close(&source);
  free(run);
  return outcome;
}

// ---------------------------------------------------------------------------------------------------------
// Results

static void print_table(const struct spu_config *config, struct cell cells[LATENCIES][INTERVALS])
{
  (void)printf("configuration %s: dispatch %" PRIu32 ", %" PRIu32 " in flight, bus of %" PRIu32 " bits\n",
               dut_config_name(), config->dispatch_width, config->in_flight, config->axi_data_width);
  (void)printf("  collisions+drops of the operations selected; operations take %d cycles\n  latency |",
               OPERATION);
  for (size_t i = 0; i < INTERVALS; i++) {
    (void)printf("  1 of %-5" PRIu32 " ", intervals[i]);
  }
  (void)printf("\n");
  for (size_t l = 0; l < LATENCIES; l++) {
    (void)printf("  %7u |", (unsigned)latencies[l]);
    for (size_t i = 0; i < INTERVALS; i++) {
      const struct cell *cell = &cells[l][i];
      char text[32];
      (void)snprintf(text, sizeof text, "%" PRIu64 "+%" PRIu64 "/%" PRIu64, cell->collided, cell->dropped,
                     cell->selected);
      (void)printf("  %-11s", text);
    }
    (void)printf("\n");
  }
}

int main(int argc, char *argv[])
{
  struct tb_error error = {""};
  struct spu_config config;
  struct cell cells[LATENCIES][INTERVALS] = {{{0}}};
  const int first = options_parse(&program, argc, argv, NULL, NULL, &error);
  enum outcome outcome = first != 0 ? MEASURED : FAILED;
  if (first != 0 && first < argc) {
    (void)tb_fail(&error, "%s: no argument expected; --help explains", argv[first]);
    outcome = FAILED;
  }
  if (outcome == MEASURED && spu_config_by_name(dut_config_name(), &config) != SPU_OK) {
    (void)tb_fail(&error, "%s: no configuration of that name", dut_config_name());
    outcome = FAILED;
  }
  for (size_t cell = 0; outcome == MEASURED && cell < LATENCIES * INTERVALS; cell++) {
    const size_t l = cell / INTERVALS;
    const size_t i = cell % INTERVALS;
    outcome = measure(&config, intervals[i], latencies[l], &cells[l][i], &error);
  }
  if (outcome != MEASURED) {
    (void)fprintf(stderr, "spu-throughput: %s\n", error.text);
    return outcome == MISMATCH ? 1 : 2;
  }
  print_table(&config, cells);
  return fflush(stdout) == 0 ? 0 : 2;
}
