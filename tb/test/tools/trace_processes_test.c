// SPDX-License-Identifier: Apache-2.0
//
// Traces of several processes: how these take turns, and what is refused. They are real input of the testbench (requirements
// D4, D5 are checked with them).
#define _GNU_SOURCE  // memfd_create

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "test/test.h"
#include "workload/trace_processes.h"
#include "workload/trace_writer.h"

// Appends a trace of so many operations, all at one place.
static void add_trace(int fd, const struct trace_origin *origin, uint64_t pc, uint32_t operations)
{
  static struct trace_writer writer;
  static struct trace_block block;
  static const uint32_t opcode = 0xD503201F;
  struct tb_error error = {""};
  uint32_t run;
  trace_writer_init(&writer, fd, "example");
  assert_true(origin == NULL || trace_writer_origin(&writer, origin, &error));
  assert_true(trace_writer_define(&writer, pc, &opcode, 1, &run, &error));
  trace_block_init(&block, 0);
  for (uint32_t i = 0; i < operations; i++) {
    if (trace_block_full(&block)) {
      assert_true(trace_writer_flush(&writer, &block, pc, &error));
    }
    trace_block_add(&block, run, 1, false, 0);
  }
  assert_true(trace_writer_flush(&writer, &block, pc + 4, &error));
  assert_true(trace_writer_end(&writer, TRACE_END_EXIT, 0, &error));
}

static int new_file(void)
{
  const int fd = memfd_create("processes", MFD_CLOEXEC);
  assert_true(fd >= 0);
  return fd;
}

// The next `count` operations are of that process, and start at its place.
static void expect_turn(struct trace_processes *processes, uint32_t process, uint32_t count)
{
  struct tb_error error = {""};
  for (uint32_t i = 0; i < count; i++) {
    struct trace_op op;
    assert_int_equal(trace_processes_next(processes, &op, &error), TRACE_OP);
    if (op.process != process || op.pc != 0x1000 * (process + 1)) {
      fail_msg("operation %u of a turn: expected process %u, got %u at 0x%llx", i, process, op.process,
               (unsigned long long)op.pc);
    }
  }
}

TEST(processes_take_turns_once_they_are_forked)
{
  static const struct trace_origin first = {30000, 1, {1}};
  static const struct trace_origin grandchild = {0, 2, {1, 1}};
  static const struct trace_origin second = {45000, 1, {3}};  // a fork in between has failed
  struct tb_error error = {""};
  struct trace_op op;
  const int fd = new_file();
  add_trace(fd, NULL, 0x1000, 50000);
  add_trace(fd, &first, 0x2000, 10);
  add_trace(fd, &grandchild, 0x3000, 25000);
  add_trace(fd, &second, 0x4000, 5);
  struct trace_processes *processes = trace_processes_open(fd, "example", &error);
  assert_non_null(processes);
  assert_int_equal(close(fd), 0);
  assert_int_equal(trace_processes_count(processes), 4);
  expect_turn(processes, 0,
              40000);  // nobody else is there in its second turn, at the start of which 20000 are executed
  expect_turn(processes, 1, 10);
  expect_turn(processes, 2, 20000);
  expect_turn(processes, 0, 10000);
  expect_turn(processes, 2, 5000);
  expect_turn(processes, 3, 5);
  assert_int_equal(trace_processes_next(processes, &op, &error), TRACE_END);
  assert_int_equal(trace_processes_next(processes, &op, &error), TRACE_END);
  trace_processes_close(processes);
}

TEST(one_process_is_alone)
{
  struct tb_error error = {""};
  struct trace_op op;
  uint64_t pc = 0;
  const int fd = new_file();
  add_trace(fd, NULL, 0x1000, 45000);
  struct trace_processes *processes = trace_processes_open(fd, "example", &error);
  assert_non_null(processes);
  assert_int_equal(close(fd), 0);
  expect_turn(processes, 0, 45000);
  assert_int_equal(trace_processes_next(processes, &op, &error), TRACE_END);
  assert_true(trace_processes_start(processes, &pc));
  assert_int_equal(pc, 0x1000);
  trace_processes_close(processes);
}

// What is in the file is refused with these words.
static void expect_refused(int fd, const char *words)
{
  struct tb_error error = {""};
  struct trace_processes *processes = trace_processes_open(fd, "example", &error);
  assert_int_equal(close(fd), 0);
  if (processes != NULL || strstr(error.text, words) == NULL || strchr(error.text, '\n') != NULL) {
    fail_msg("expected one line with \"%s\", got \"%s\"", words, error.text);
  }
}

TEST(process_without_a_parent_is_refused)
{
  static const struct trace_origin nobodys = {0, 2, {2, 1}};
  static const struct trace_origin first = {0, 1, {1}};
  int fd = new_file();
  add_trace(fd, NULL, 0x1000, 5);
  add_trace(fd, &nobodys, 0x2000, 5);
  expect_refused(fd, "example: bad trace: process 1 is not one that an earlier one forked");
  fd = new_file();
  add_trace(fd, NULL, 0x1000, 5);
  add_trace(fd, NULL, 0x2000, 5);
  expect_refused(fd, "process 1 is not one that an earlier one forked");
  fd = new_file();
  add_trace(fd, &first, 0x1000, 5);
  expect_refused(fd, "process 0 is not one that an earlier one forked");
}

TEST(cut_or_damaged_trace_is_refused)
{
  static const struct trace_origin first = {0, 1, {1}};
  const int whole = new_file();
  add_trace(whole, NULL, 0x1000, 5);
  const off_t program = lseek(whole, 0, SEEK_CUR);
  add_trace(whole, &first, 0x2000, 5);
  const off_t size = lseek(whole, 0, SEEK_CUR);
  static uint8_t bytes[4096];
  assert_true(size < (off_t)sizeof bytes && pread(whole, bytes, sizeof bytes, 0) == size);
  assert_int_equal(close(whole), 0);
  for (off_t length = 0; length < size; length++) {
    const int fd = new_file();
    assert_int_equal(write(fd, bytes, (size_t)length), length);
    if (length == program) {
      assert_int_equal(close(fd), 0);  // a whole trace of the program alone
    } else {
      expect_refused(fd, "example: ");
    }
  }
  for (off_t at = 0; at < size; at++) {  // a wrong byte is found at the start, or when operations are read
    struct tb_error error = {""};
    struct trace_op op;
    const int fd = new_file();
    bytes[at] ^= 0x10;
    assert_int_equal(write(fd, bytes, (size_t)size), size);
    bytes[at] ^= 0x10;
    struct trace_processes *processes = trace_processes_open(fd, "example", &error);
    assert_int_equal(close(fd), 0);
    enum trace_result result = processes != NULL ? TRACE_OP : TRACE_ERROR;
    while (result == TRACE_OP) {
      result = trace_processes_next(processes, &op, &error);
    }
    if (result != TRACE_ERROR || error.text[0] == '\0') {
      fail_msg("byte %lld is wrong, and nothing is said", (long long)at);
    }
    trace_processes_close(processes);
  }
}

TEST(pipe_is_refused)
{
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  assert_int_equal(close(ends[1]), 0);
  expect_refused(ends[0], "example: processes can only be read from a file");
}
