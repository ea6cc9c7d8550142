// SPDX-License-Identifier: Apache-2.0
//
// Self-test: runs of the player, each compared with the model in every counter, register and byte.
#include "host/selftest.h"
#include "spu_sysreg.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  RECORD = 64,  // bytes, of both boards' configurations
  QUICK_RECORDS = 24,

  LONG_TOTAL = 530,  // cycles: two selections fall into the life of an operation, the third is clear of it
  COLLISION_INTERVAL = 256,
  COLLISION_ROWS = 8,
  STOP_PASSES = 0xFFFF
};

static uint32_t interval(const struct selftest *test, bool randomly)
{
  return expect_interval(&test->board->config, &test->trace, randomly);
}

// A run of the built-in trace, of enough passes for `records`.
static void plan(const struct selftest *test, struct run *run, uint32_t records, bool randomly)
{
  run_defaults(run, test->board, &test->trace, interval(test, randomly), randomly);
  const uint64_t operations = (uint64_t)records * (interval(test, randomly) + 1U);
  run->passes = (uint32_t)((operations + test->trace.count - 1) / test->trace.count);
  run->keep_loaded = test->loaded;
}

// Fails the step with the first lines of a comparison, as one line.
static void fail_with(struct selftest *test, char *lines)
{
  enum { LINES = 3 };
  char *at = lines;
  for (int line = 0; line < LINES && *at != '\0'; line++) {
    at += strcspn(at, "\n");
    if (*at == '\n') {
      *at++ = line + 1 < LINES ? ';' : '\0';
    }
  }
  *at = '\0';
  (void)step_fail(test, "%s", lines);
}

// Plays it and compares. Notes what it did.
static bool play(struct selftest *test, struct run *run, const char *what, struct tb_error *error)
{
  struct expect_result expected;
  struct observed observed = {.records = NULL};
  if (!run_expect(run, test->board, &expected, error)) {
    return false;
  }
  const bool done = run_start(run, test->board, error) && run_finish(run, test->board, &observed, error);
  if (done) {
    char buffer[4096] = "";
    struct text text = {buffer, sizeof buffer, 0};
    const unsigned wrong = compare_counters(&expected, &observed, &text);
    const bool same = compare_records(&expected, &observed, &text);
    if (wrong > 0 || !same) {
      fail_with(test, buffer);
    }
    step_note(test, "%zu records%s, %" PRIu64 " operations, %" PRIu64 " collisions, match the model",
              expected.records, what, expected.operations, expected.collisions);
  }
  observed_free(&observed);
  expect_free(&expected);
  return done;
}

static uint32_t most_records(const struct selftest *test)
{
  const uint32_t room = test->board->buffer_bytes / RECORD - 2;
  return test->quick && room > QUICK_RECORDS ? (uint32_t)QUICK_RECORDS : room;
}

bool selftest_play(struct selftest *test, struct tb_error *error)
{
  if (test->quick && test->trace.count > 512) {
    test->trace.count = 512;
  }
  struct run run;
  plan(test, &run, most_records(test), false);
  const bool done = play(test, &run, "", error);
  test->loaded = done;
  return done;
}

bool selftest_random(struct selftest *test, struct tb_error *error)
{
  struct run run;
  plan(test, &run, most_records(test) / 2, true);
  run.el = 1;
  return play(test, &run, " at EL1", error);
}

bool selftest_filter(struct selftest *test, struct tb_error *error)
{
  struct run run;
  plan(test, &run, most_records(test), false);
  (void)run_set(&run, SPU_PMSLATFR_EL1, test->trace.longest / 2);
  (void)run_set(&run, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FL);
  return play(test, &run, " left by the latency filter", error);
}

bool selftest_full(struct selftest *test, struct tb_error *error)
{
  struct run run;
  enum { ROOM = 4 };
  plan(test, &run, 2 * ROOM, false);
  (void)run_set(&run, SPU_PMBPTR_EL1, test->board->buffer_bytes - ROOM * RECORD);
  return play(test, &run, " up to the management event", error);
}

bool selftest_fault(struct selftest *test, struct tb_error *error)
{
  struct run run;
  plan(test, &run, 4, false);
  // Behind the buffer memory nothing is mapped.
  (void)run_set(&run, SPU_PMBPTR_EL1, test->board->buffer_bytes);
  (void)run_set(&run, SPU_PMBLIMITR_EL1, (test->board->buffer_bytes + 4096U) | 1U);
  return play(test, &run, " before a translation fault", error);
}

bool selftest_stop(struct selftest *test, struct tb_error *error)
{
  const struct board *board = test->board;
  struct run run;
  struct observed observed = {.records = NULL};
  plan(test, &run, 1, false);
  run.passes = STOP_PASSES;
  (void)run_set(&run, SPU_PMSIRR_EL1, 0x10000);  // so that the buffer has room until the host stops it
  if (!run_start(&run, board, error) || !board_write(board, WORD_STOP, 0, error) ||
      !run_finish(&run, board, &observed, error)) {
    return false;
  }
  const uint64_t asked = (uint64_t)run.rows * run.passes;
  observed_free(&observed);
  if (observed.cycles == 0 || observed.cycles >= asked) {
    return step_fail(test, "STOP after %" PRIu64 " of %" PRIu64 " cycles", observed.cycles, asked);
  }
  if (observed.pmbptr != observed.kept * RECORD) {
    return step_fail(test, "PMBPTR_EL1 is 0x%" PRIx64 " with %" PRIu64 " records kept", observed.pmbptr,
                     observed.kept);
  }
  step_note(test, "stopped in cycle %" PRIu64 ", PSB CSYNC and DSB done", observed.cycles);
  return true;
}

bool selftest_collisions(struct selftest *test, struct tb_error *error)
{
  struct player_trace trace;
  if (!player_trace_builtin((size_t)COLLISION_ROWS * test->board->width, &test->board->config, &trace,
                            error)) {
    return false;
  }
  for (size_t i = 0; i < trace.count; i++) {
    struct player_entry entry = player_entry_unpack(trace.entries[i]);
    entry.total = LONG_TOTAL;
    player_entry_pack(&entry, trace.entries[i]);
  }
  struct run run;
  run_defaults(&run, test->board, &trace, COLLISION_INTERVAL * test->board->width, false);
  run.passes = 3 * 8 * COLLISION_INTERVAL / COLLISION_ROWS;
  const bool done = play(test, &run, "", error);
  test->loaded = false;
  player_trace_free(&trace);
  return done;
}
