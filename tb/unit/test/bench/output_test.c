// SPDX-License-Identifier: Apache-2.0
//
// Directories of results: their files appear together, and a file that cannot be written is an error.
#define _POSIX_C_SOURCE 200809L

#include "unit/test/test.h"
#include "unit/util/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct bench {
  char directory[64];
  struct output output;
  struct tb_error error;
};

// The path of a file; valid until the next call.
static const char *path_of(const struct bench *bench, const char *name)
{
  static char path[128];
  (void)snprintf(path, sizeof path, "%s/%s", bench->directory, name);
  return path;
}

// The path of a file until it is complete.
static const char *temporary_of(const struct bench *bench, const char *name)
{
  char temporary[64];
  (void)snprintf(temporary, sizeof temporary, ".%s.%ld", name, (long)getpid());
  return path_of(bench, temporary);
}

static bool exists(const struct bench *bench, const char *name)
{
  return access(path_of(bench, name), F_OK) == 0;
}

static void open_bench(struct bench *bench)
{
  *bench = (struct bench){.directory = "build/output_test.XXXXXX"};
  assert_true(mkdir("build", 0777) == 0 || errno == EEXIST);
  assert_non_null(mkdtemp(bench->directory));
  assert_true(output_open(&bench->output, bench->directory, &bench->error));
}

static void close_bench(const struct bench *bench, const char *const names[], size_t count)
{
  for (size_t i = 0; i < count; i++) {
    assert_int_equal(unlink(path_of(bench, names[i])), 0);
  }
  assert_int_equal(rmdir(bench->directory), 0);  // nothing else is left
}

static void add_text(struct bench *bench, const char *name)
{
  FILE *file = output_add(&bench->output, name, &bench->error);
  assert_non_null(file);
  assert_true(fputs(name, file) >= 0);
}

TEST(files_appear_together)
{
  struct bench bench;
  open_bench(&bench);
  add_text(&bench, "one");
  add_text(&bench, "two");
  assert_false(exists(&bench, "one"));
  assert_true(output_commit(&bench.output, &bench.error));
  close_bench(&bench, (const char *const[]){"one", "two"}, 2);
}

// The other files appear, and the file of an earlier run under its name is removed.
TEST(file_that_cannot_be_opened_leaves_no_file)
{
  static const char *const results[] = {"one", "two"};
  struct bench bench;
  open_bench(&bench);
  add_text(&bench, "two");
  assert_true(output_commit(&bench.output, &bench.error));
  add_text(&bench, "one");
  assert_int_equal(mkdir(temporary_of(&bench, "two"), 0777), 0);
  assert_null(output_add(&bench.output, "two", &bench.error));
  assert_contains(bench.error.text, "two: cannot write: ");
  assert_int_equal(rmdir(temporary_of(&bench, "two")), 0);
  output_supersede(&bench.output, results, 2);
  if (!output_commit(&bench.output, &bench.error)) {
    fail_msg("%s", bench.error.text);
  }
  assert_false(exists(&bench, "two"));
  close_bench(&bench, results, 1);
}

// Files of a killed process are removed. Those of a running process, and files with other names, stay.
TEST(temporary_files_of_ended_processes_are_removed)
{
  static const struct {
    const char *name;
    bool stays;
  } files[] = {{".one.999999999", false}, {".one.999999999.tmp", false}, {".one.1", true},
               {".one.x", true},          {".two.999999999", true},      {"one.999999999", true}};
  struct bench bench;
  open_bench(&bench);
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    assert_int_equal(close(creat(path_of(&bench, files[i].name), 0666)), 0);
  }
  output_supersede(&bench.output, (const char *const[]){"one"}, 1);
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    assert_int_equal(unlink(path_of(&bench, files[i].name)) == 0, files[i].stays);
  }
  close_bench(&bench, NULL, 0);
}

// /dev/full takes no bytes. The error comes with the write, or if it is buffered, at the end.
TEST(failed_write_reports_its_own_cause)
{
  for (int buffered = 0; buffered <= 1; buffered++) {
    struct bench bench;
    open_bench(&bench);
    assert_int_equal(symlink("/dev/full", temporary_of(&bench, "one")), 0);
    FILE *file = output_add(&bench.output, "one", &bench.error);
    assert_non_null(file);
    assert_int_equal(setvbuf(file, NULL, buffered != 0 ? _IOFBF : _IONBF, BUFSIZ), 0);
    assert_int_equal(fputs("text", file) >= 0, buffered);
    errno = ENOENT;  // from an unrelated call in between
    assert_false(output_commit(&bench.output, &bench.error));
    assert_contains(bench.error.text, "one: cannot write: ");
    assert_contains(bench.error.text, strerror(ENOSPC));
    close_bench(&bench, NULL, 0);
  }
}
