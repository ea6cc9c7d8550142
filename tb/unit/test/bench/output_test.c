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

static void in_directory(const struct bench *bench, const char *name, char path[128])
{
  (void)snprintf(path, 128, "%s/%s", bench->directory, name);
}

// The name of a file until it is complete.
static void temporary_of(const struct bench *bench, const char *name, char path[128])
{
  (void)snprintf(path, 128, "%s/.%s.%ld", bench->directory, name, (long)getpid());
}

static bool exists(const struct bench *bench, const char *name)
{
  char path[128];
  in_directory(bench, name, path);
  return access(path, F_OK) == 0;
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
    char path[128];
    in_directory(bench, names[i], path);
    assert_int_equal(unlink(path), 0);
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
  char blocked[128];
  open_bench(&bench);
  add_text(&bench, "two");
  assert_true(output_commit(&bench.output, &bench.error));
  add_text(&bench, "one");
  temporary_of(&bench, "two", blocked);
  assert_int_equal(mkdir(blocked, 0777), 0);
  assert_null(output_add(&bench.output, "two", &bench.error));
  assert_non_null(strstr(bench.error.text, "two: cannot write: "));
  assert_int_equal(rmdir(blocked), 0);
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
    char path[128];
    in_directory(&bench, files[i].name, path);
    assert_int_equal(close(creat(path, 0666)), 0);
  }
  output_supersede(&bench.output, (const char *const[]){"one"}, 1);
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    char path[128];
    in_directory(&bench, files[i].name, path);
    assert_int_equal(unlink(path) == 0, files[i].stays);
  }
  close_bench(&bench, NULL, 0);
}

// /dev/full takes no bytes. The error comes with the write, or if it is buffered, at the end.
TEST(failed_write_reports_its_own_cause)
{
  for (int buffered = 0; buffered <= 1; buffered++) {
    struct bench bench;
    char temporary[128];
    open_bench(&bench);
    temporary_of(&bench, "one", temporary);
    assert_int_equal(symlink("/dev/full", temporary), 0);
    FILE *file = output_add(&bench.output, "one", &bench.error);
    assert_non_null(file);
    assert_int_equal(setvbuf(file, NULL, buffered != 0 ? _IOFBF : _IONBF, BUFSIZ), 0);
    assert_int_equal(fputs("text", file) >= 0, buffered);
    errno = ENOENT;  // from an unrelated call in between
    assert_false(output_commit(&bench.output, &bench.error));
    assert_non_null(strstr(bench.error.text, "one: cannot write: "));
    assert_non_null(strstr(bench.error.text, strerror(ENOSPC)));
    close_bench(&bench, NULL, 0);
  }
}
