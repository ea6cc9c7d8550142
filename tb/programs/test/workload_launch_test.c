// SPDX-License-Identifier: Apache-2.0
//
// Running a workload and reading its trace through a pipe. Needs qemu-aarch64, and the plugin and the demonstration
// program under $BUILD (build/ if unset). Requirements C1, D4 and D5 are tested with these traces.
#define _POSIX_C_SOURCE 200809L

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "programs/recorder/launch.h"
#include "unit/test/test.h"

struct paths {
  char program[512];
  char plugin[512];
  char other[512];  // a file in the plugin's directory that is not a plugin
};

static struct paths paths(void)
{
  const char *build = getenv("BUILD");
  struct paths made;
  (void)snprintf(made.program, sizeof made.program, "%s/workload/demo", build != NULL ? build : "build");
  (void)snprintf(made.plugin, sizeof made.plugin, "%s/lib/spe_trace_plugin.so",
                 build != NULL ? build : "build");
  (void)snprintf(made.other, sizeof made.other, "%s/lib/libtb.a", build != NULL ? build : "build");
  return made;
}

static struct workload *start(uint64_t limit, struct trace_reader **reader)
{
  const struct paths where = paths();
  struct tb_error error = {""};
  const struct workload_command command = {.elf = where.program, .plugin = where.plugin, .op_limit = limit};
  struct workload *workload = workload_start(&command, reader, &error);
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

TEST(limit_gives_exactly_that_many_operations)
{
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

// Writes a program of one segment with three instructions, which ends with status 2.
static void write_failing_program(char *path)
{
  static const uint32_t code[] = {0xD2800040, 0xD2800BC8, 0xD4000001};  // mov x0, #2; mov x8, #94; svc #0
  enum { PLACE = 0x400000 };
  Elf64_Ehdr header = {.e_type = ET_EXEC,
                       .e_machine = EM_AARCH64,
                       .e_version = EV_CURRENT,
                       .e_entry = PLACE + sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr),
                       .e_phoff = sizeof(Elf64_Ehdr),
                       .e_ehsize = sizeof(Elf64_Ehdr),
                       .e_phentsize = sizeof(Elf64_Phdr),
                       .e_phnum = 1};
  static const unsigned char ident[] = {0x7F, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT};
  memcpy(header.e_ident, ident, sizeof ident);
  const size_t size = sizeof header + sizeof(Elf64_Phdr) + sizeof code;
  const Elf64_Phdr segment = {.p_type = PT_LOAD,
                              .p_flags = PF_R | PF_X,
                              .p_vaddr = PLACE,
                              .p_filesz = size,
                              .p_memsz = size,
                              .p_align = 0x1000};
  FILE *file = fdopen(mkstemp(path), "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(&header, sizeof header, 1, file), 1);
  assert_int_equal(fwrite(&segment, sizeof segment, 1, file), 1);
  assert_int_equal(fwrite(code, sizeof code, 1, file), 1);
  assert_int_equal(fclose(file), 0);
}

TEST(failed_program_is_reported)
{
  const struct paths where = paths();
  char program[] = "/tmp/workload-launch-XXXXXX";
  write_failing_program(program);
  const struct workload_command command = {.elf = program, .plugin = where.plugin};
  struct tb_error error = {""};
  struct trace_reader *reader;
  struct workload *workload = workload_start(&command, &reader, &error);
  (void)unlink(program);
  if (workload == NULL) {
    fail_msg("%s", error.text);
  }
  struct trace_op op;
  enum trace_result result;
  while ((result = trace_next(reader, &op, &error)) == TRACE_OP) {
  }
  assert_int_equal(result, TRACE_END);
  struct workload_end end;
  assert_true(workload_finish(workload, &end, &error));
  assert_int_equal(end.signal, 0);
  assert_int_equal(end.status, 2);
  trace_close(reader);
  assert_no_process_left();
}

// Whether the reader is closed before or after it.
TEST(abandoned_workload_is_ended)
{
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

TEST(refused_start_names_its_cause)
{
  const struct paths where = paths();
  const struct {
    const char *program;
    const char *plugin;
    const char *cause;
  } cases[] = {
      {"/nonexistent/program", where.plugin, "/nonexistent/program: No such file or directory"},
      {where.plugin, where.plugin, "not a little-endian AArch64 ELF file"},
      {where.program, "/nonexistent/plugin.so", "/nonexistent/plugin.so: cannot read QEMU's plugin"},
      {where.program, where.other, "exited with status 1 before anything was recorded"},
  };
  const int before = open_descriptors();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct tb_error error = {""};
    struct trace_reader *reader;
    const struct workload_command command = {.elf = cases[i].program, .plugin = cases[i].plugin};
    assert_null(workload_start(&command, &reader, &error));
    assert_null(reader);
    if (strstr(error.text, cases[i].cause) == NULL) {
      fail_msg("case %zu: expected %s, got %s", i, cases[i].cause, error.text);
    }
    assert_no_process_left();
  }
  assert_int_equal(open_descriptors(), before);
}
