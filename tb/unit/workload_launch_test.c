// SPDX-License-Identifier: Apache-2.0
//
// Running a workload and reading its trace through a pipe. Needs qemu-aarch64, the plugin and the demonstration
// program, under $BUILD (build/ if unset). Traces are what requirements C1, D4 and D5 are profiled with.
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workload/launch.h"

struct paths {
  char program[512];
  char plugin[512];
};

static struct paths paths(void)
{
  const char *build = getenv("BUILD");
  struct paths made;
  (void)snprintf(made.program, sizeof made.program, "%s/workload/demo", build != NULL ? build : "build");
  (void)snprintf(made.plugin, sizeof made.plugin, "%s/lib/spe_trace_plugin.so",
                 build != NULL ? build : "build");
  return made;
}

static struct workload *start(uint64_t limit, struct trace_reader **reader)
{
  const struct paths where = paths();
  struct tb_error error = {""};
  struct workload *workload = workload_start(where.program, NULL, where.plugin, limit, reader, &error);
  if (workload == NULL) {
    fail_msg("%s", error.text);
  }
  return workload;
}

static void assert_no_process_left(void)
{
  errno = 0;
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
  assert_int_equal(errno, ECHILD);
}

static int open_descriptors(void)
{
  int count = 0;
  for (int fd = 0; fd < 256; fd++) {
    count += fcntl(fd, F_GETFD) >= 0 ? 1 : 0;
  }
  return count;
}

static void limit_gives_another_number_of_operations(void **state)
{
  (void)state;
  struct tb_error error = {""};
  struct trace_reader *reader;
  struct workload *workload = start(123457, &reader);
  struct trace_op op;
  uint64_t count = 0;
  enum trace_result result;
  while ((result = trace_next(reader, &op, &error)) == TRACE_OP) {
    count++;
  }
  assert_int_equal(result, TRACE_END);
  assert_int_equal(count, 123457);
  trace_close(reader);
  assert_true(workload_finish(workload, NULL, &error));
  assert_no_process_left();
}

static void failed_program_counts_as_done(void **state)
{
  (void)state;
  const struct paths where = paths();
  char name[] = "demo";
  char argument[] = "unwanted";
  char *argv[] = {name, argument, NULL};
  struct tb_error error = {""};
  struct trace_reader *reader;
  struct workload *workload = workload_start(where.program, argv, where.plugin, 0, &reader, &error);
  assert_non_null(workload);
  struct trace_op op;
  enum trace_result result;
  while ((result = trace_next(reader, &op, &error)) == TRACE_OP) {
  }
  assert_int_equal(result, TRACE_END);
  assert_false(workload_finish(workload, NULL, &error));
  if (strstr(error.text, "exited with status 2") == NULL) {
    fail_msg("%s", error.text);
  }
  trace_close(reader);
  assert_no_process_left();
}

// Whether the reader is closed before or after, and however little was read.
static void abandoned_workload_keeps_running(void **state)
{
  (void)state;
  const int before = open_descriptors();
  for (int close_first = 0; close_first < 2; close_first++) {
    struct tb_error error = {""};
    struct trace_reader *reader;
    struct workload *workload = start(0, &reader);
    struct trace_op op;
    for (int i = 0; i < 10; i++) {
      assert_int_equal(trace_next(reader, &op, &error), TRACE_OP);
    }
    if (close_first) {
      trace_close(reader);
    }
    assert_true(workload_finish(workload, NULL, &error));
    if (!close_first) {
      trace_close(reader);
    }
    assert_no_process_left();
  }
  assert_int_equal(open_descriptors(), before);
}

static void refused_start_names_no_cause(void **state)
{
  (void)state;
  const struct paths where = paths();
  const struct {
    const char *program;
    const char *plugin;
    const char *cause;
  } cases[] = {
      {"/nonexistent/program", where.plugin, "/nonexistent/program: No such file or directory"},
      {where.plugin, where.plugin, "not an AArch64 program"},
      {where.program, "/nonexistent/plugin.so", "/nonexistent/plugin.so: cannot read QEMU's plugin"},
      {where.program, where.program,
       "exited with status 1 before anything was recorded"},  // no plugin of ours
  };
  const int before = open_descriptors();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct tb_error error = {""};
    struct trace_reader *reader;
    assert_null(workload_start(cases[i].program, NULL, cases[i].plugin, 0, &reader, &error));
    assert_null(reader);
    if (strstr(error.text, cases[i].cause) == NULL) {
      fail_msg("case %zu: expected %s, got %s", i, cases[i].cause, error.text);
    }
    assert_no_process_left();
  }
  assert_int_equal(open_descriptors(), before);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(limit_gives_another_number_of_operations),
      cmocka_unit_test(failed_program_counts_as_done),
      cmocka_unit_test(abandoned_workload_keeps_running),
      cmocka_unit_test(refused_start_names_no_cause),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
