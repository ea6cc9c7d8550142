// SPDX-License-Identifier: Apache-2.0
#include "host/commands.h"

#include "host/decode.h"
#include "host/names.h"
#include "host/report.h"
#include "host/run.h"
#include "host/serve.h"
#include "spu_sysreg.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 8192, MOST_PASSES = 0xFFFF };

// What a run has and makes.
struct work {
  const struct host_options *options;
  const struct board *board;
  struct player_trace trace;
  struct run run;
  struct expect_result expected;
  struct observed observed;
  struct served served;
  uint32_t interval;
};

// How many operations a pass of the rows dispatches.
static uint64_t operations_of(const struct work *work)
{
  uint64_t valid = 0;
  for (size_t i = 0; i < (size_t)work->run.rows * work->board->width; i++) {
    valid += player_entry_unpack(work->trace.entries[i]).valid;
  }
  return valid;
}

static uint32_t passes_for(const struct work *work, uint32_t records)
{
  const uint64_t each = work->interval + 1U;
  const uint64_t operations = operations_of(work);
  const uint64_t passes = operations > 0 ? (records * each + operations - 1) / operations : 1;
  return passes < MOST_PASSES ? (uint32_t)passes : MOST_PASSES;
}

// Everything before the board is touched. The status: 2 if what was asked for is not possible.
static bool prepare(struct work *work, struct tb_error *error)
{
  const struct host_options *options = work->options;
  const struct board *board = work->board;
  const char *path = options->arguments[0];
  const size_t limit =
      options->ops != 0 && options->ops < board->entries ? (size_t)options->ops : board->entries;
  const bool read = strcmp(path, "builtin") == 0
                        ? player_trace_builtin(limit, &board->config, &work->trace, error)
                        : player_trace_read(path, options->skip, limit, &board->config, &work->trace, error);
  if (!read) {
    return false;
  }
  work->interval = options->interval != 0 ? options->interval
                                          : expect_interval(&board->config, &work->trace, options->randomly);
  struct run *run = &work->run;
  run_defaults(run, board, &work->trace, work->interval, options->randomly);
  if (options->rows > run->rows) {
    return tb_fail(error, "--rows: %u, but %s fills %u", options->rows, path, run->rows);
  }
  run->rows = options->rows != 0 ? options->rows : run->rows;
  run->el = options->el;
  run->keep_loaded = options->keep_loaded;
  run->limit_ms = (uint64_t)options->limit_s * 1000U;
  for (size_t i = 0; i < options->setting_count; i++) {
    (void)run_set(run, options->settings[i].encoding, options->settings[i].value);
  }
  const uint32_t room = board->buffer_bytes / spu_config_largest_record(&board->config);
  const uint32_t records = options->records != 0 ? options->records : room / 4 * 3;
  run->passes = options->passes != 0 ? options->passes : passes_for(work, records);
  return run_expect(run, board, &work->expected, error);
}

static void print_plan(const struct work *work)
{
  const struct host_options *options = work->options;
  printf("trace       %s: %zu operations from number %" PRIu64 " on, the longest takes %u cycles\n",
         options->arguments[0], work->trace.count, options->skip, work->trace.longest);
  printf("registers  ");
  for (size_t i = 0; i < work->run.setting_count; i++) {
    char name[NAME_BYTES];
    sysreg_name(work->run.settings[i].encoding, name);
    printf(" %s=0x%" PRIx64 "%s", name, work->run.settings[i].value,
           i == 2 && work->run.setting_count > 3 ? "\n           " : "");
  }
  printf("\nrun         %u rows, %u passes at EL%u: %" PRIu64 " operations in %" PRIu64 " cycles%s\n",
         work->run.rows, work->run.passes, work->run.el, work->expected.operations, work->expected.clocks,
         work->run.keep_loaded ? ", of the trace that is loaded" : "");
  (void)fflush(stdout);
}

static void print_outcome(const struct work *work, size_t records, size_t bytes)
{
  const struct observed *observed = &work->observed;
  const uint64_t hz = work->board->clock_hz;
  const uint64_t ns = hz != 0 ? observed->cycles * UINT64_C(1000000000) / hz : 0;
  char link[256];
  link_report(work->board->link, link, sizeof link);
  printf("cycles      %" PRIu64 " (%" PRIu64 ".%03" PRIu64 " ms)\n", observed->cycles, ns / 1000000,
         ns / 1000 % 1000);
  printf("population  %" PRIu64 " of %" PRIu64 " operations, collisions %" PRIu64 ", kept %" PRIu64 "\n",
         observed->population, work->expected.operations, observed->collisions, observed->kept);
  printf("records     %zu in %zu bytes%s%s\n", records, bytes, work->options->output != NULL ? ", to " : "",
         work->options->output != NULL ? work->options->output : "");
  if (work->options->serve) {
    printf("PMBIRQ      served %u times\n", work->served.events);
  }
  printf("link        %s\n", link);
}

// What is wrong with what came. Prints it; the error is the line for stderr.
static bool check_result(struct work *work, struct tb_error *error)
{
  char *buffer = malloc(TEXT_BYTES);
  if (buffer == NULL) {
    return tb_fail(error, "out of memory for the report");
  }
  struct text text = {buffer, TEXT_BYTES, 0};
  buffer[0] = '\0';
  const char *port = work->board->link->line.name;
  unsigned wrong = 0;
  bool same = true;
  if (work->served.events == 0) {
    wrong = compare_counters(&work->expected, &work->observed, &text);
    same = compare_records(&work->expected, &work->observed, &text);
  } else {
    // The model has seen what was before the first access to the registers.
    const struct observed first = {.records = work->served.bytes, .bytes = work->served.first_size};
    same = compare_records(&work->expected, &first, &text);
  }
  if (wrong == 0 && same) {
    free(buffer);
    printf("result      %s\n", work->served.events == 0 ? "records, counters and registers match the model"
                                                        : "records up to the first PMBIRQ match the model");
    return true;
  }
  printf("result      mismatch with the model\n%s", buffer);
  const size_t line = strcspn(buffer, "\n");
  (void)tb_fail(error, "%s: mismatch with the model: %.*s%s", port, (int)(line < 300 ? line : 300), buffer,
                same ? "" : " (the trace in the board is another one, or the unit is broken)");
  free(buffer);
  return false;
}

// Whether every operation was profiled as long as the player ran.
static bool check_profiled(const struct work *work, struct tb_error *error)
{
  const struct expect_result *expected = &work->expected;
  const uint64_t profiled = work->observed.population;
  if (!expected->stopped && work->served.events == 0) {
    return true;
  }
  const uint64_t lost = profiled < expected->operations ? expected->operations - profiled : 0;
  return tb_fail(
      error,
      "%s: the buffer was full and profiling stopped%s: %" PRIu64 " of %" PRIu64
      " operations ran unprofiled, their records are missing; fewer --records or a larger --interval fit",
      work->board->link->line.name, work->options->serve ? " while records were downloaded" : "", lost,
      expected->operations);
}

static bool play(struct work *work, struct tb_error *error)
{
  const struct run *run = &work->run;
  const struct board *board = work->board;
  if (!run_start(run, board, error) ||
      (work->options->serve && !serve_run(run, board, &work->served, error)) ||
      !run_finish(run, board, &work->observed, error)) {
    return false;
  }
  return serve_append(&work->served, work->observed.records, work->observed.bytes, error);
}

// What the board did, all of it said. Records that came are kept in any case.
static int finish(struct work *work, struct tb_error *error)
{
  const struct served *all = &work->served;
  const char *port = work->board->link->line.name;
  size_t records = 0;
  struct tb_error damage = {""};
  const bool whole = decode_count(all->bytes, all->size, "what was downloaded", &records, &damage);
  if (work->options->output != NULL &&
      !host_write_file(work->options->output, all->bytes, all->size, error)) {
    return HOST_WRONG;
  }
  print_outcome(work, records, all->size);
  const bool good = check_result(work, error);
  if (good && !whole) {
    (void)tb_fail(error, "%s: %s", port, damage.text);
  }
  if (good && work->expected.records == 0) {
    (void)tb_fail(
        error,
        "%s: no record was to be expected, so none was compared: more --passes or a smaller --interval",
        port);
    return HOST_FAILED;
  }
  return good && whole && check_profiled(work, error) ? HOST_DONE : HOST_FAILED;
}

int command_run(const struct host_options *options, const struct board *board)
{
  struct tb_error error = {""};
  struct work *work = calloc(1, sizeof *work);
  if (work == NULL) {
    (void)tb_fail(&error, "out of memory");
    return host_complain(&error, HOST_WRONG);
  }
  work->options = options;
  work->board = board;
  int status = HOST_WRONG;
  if (prepare(work, &error)) {
    host_print_board(board);
    print_plan(work);
    status = play(work, &error) ? finish(work, &error) : HOST_FAILED;
  }
  player_trace_free(&work->trace);
  expect_free(&work->expected);
  observed_free(&work->observed);
  free(work->served.bytes);
  free(work);
  return status == HOST_DONE ? HOST_DONE : host_complain(&error, status);
}
