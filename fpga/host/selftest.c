// SPDX-License-Identifier: Apache-2.0
#include "host/selftest.h"

#include "host/commands.h"
#include "host/report.h"

#include <stdarg.h>
#include <stdio.h>

void step_note(struct selftest *test, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  if (!test->failed) {
    (void)vsnprintf(test->detail, sizeof test->detail, format, arguments);
  }
  va_end(arguments);
}

bool step_fail(struct selftest *test, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  if (!test->failed) {
    (void)vsnprintf(test->detail, sizeof test->detail, format, arguments);
  }
  va_end(arguments);
  test->failed = true;
  return true;
}

static const struct {
  const char *name;
  bool (*run)(struct selftest *test, struct tb_error *error);
} steps[] = {{"link", selftest_echo},
             {"identity", selftest_identity},
             {"registers", selftest_registers},
             {"interrupt", selftest_interrupt},
             {"reset", selftest_reset},
             {"buffer memory", selftest_buffer_memory},
             {"player", selftest_play},
             {"random interval", selftest_random},
             {"filter", selftest_filter},
             {"buffer full", selftest_full},
             {"fault", selftest_fault},
             {"stop and drain", selftest_stop},
             {"collisions", selftest_collisions}};

// Performs the steps; false with an error if the link failed.
static bool perform(struct selftest *test, unsigned *failed, struct tb_error *error)
{
  for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
    test->failed = false;
    test->detail[0] = '\0';
    if (!steps[i].run(test, error)) {
      printf("FAIL %-16s %s\n", steps[i].name, error->text);
      return false;
    }
    printf("%s %-16s %s\n", test->failed ? "FAIL" : "ok  ", steps[i].name, test->detail);
    (void)fflush(stdout);
    *failed += test->failed;
  }
  return board_reset(test->board, error);
}

int command_selftest(const struct host_options *options, const struct board *board)
{
  struct tb_error error = {""};
  struct selftest test = {.board = board, .quick = options->quick};
  unsigned failed = 0;
  host_print_board(board);
  if (!player_trace_builtin(board->entries, &board->config, &test.trace, &error)) {
    return host_complain(&error, HOST_FAILED);
  }
  const bool done = perform(&test, &failed, &error);
  player_trace_free(&test.trace);
  char link[256];
  link_report(board->link, link, sizeof link);
  printf("link: %s\n", link);
  if (!done) {
    return host_complain(&error, HOST_FAILED);
  }
  if (failed > 0) {
    (void)tb_fail(&error, "%s: %u of %zu steps failed", board->link->line.name, failed,
                  sizeof steps / sizeof steps[0]);
    return host_complain(&error, HOST_FAILED);
  }
  printf("all %zu steps passed\n", sizeof steps / sizeof steps[0]);
  return HOST_DONE;
}
