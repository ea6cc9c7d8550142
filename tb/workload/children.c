// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE  // pipe2, asprintf
#include "workload/children.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "workload/trace_kept.h"

struct children {
  char *directory;
  int life[2];
  char **origin;  // such as 2.1, in order
  size_t count;
};

static const char trace_ending[] = ".trace";

struct children *children_start(struct tb_error *error)
{
  const char *place = getenv("TMPDIR");
  struct children *children = calloc(1, sizeof *children);
  if (children == NULL) {
    (void)tb_fail(error, "out of memory");
    return NULL;
  }
  children->life[0] = -1;
  children->life[1] = -1;
  if (asprintf(&children->directory, "%s/openspu-XXXXXX", place != NULL && place[0] == '/' ? place : "/tmp") <
      0) {
    children->directory = NULL;
    (void)tb_fail(error, "out of memory");
  } else if (mkdtemp(children->directory) == NULL) {
    (void)tb_fail(error, "%s: cannot make this directory: %s", children->directory, strerror(errno));
    free(children->directory);
    children->directory = NULL;
  } else if (pipe2(children->life, O_CLOEXEC) != 0) {
    (void)tb_fail(error, "cannot make a pipe: %s", strerror(errno));
  } else {
    return children;
  }
  children_finish(children);
  return NULL;
}

const char *children_directory(const struct children *children)
{
  return children->directory;
}

int children_life(const struct children *children)
{
  return children->life[1];
}

void children_started(struct children *children)
{
  (void)close(children->life[1]);
  children->life[1] = -1;
}

// By numbers: 1, 1.1, 1.2, 2, 10.
static int by_origin(const void *a, const void *b)
{
  const char *x = *(char *const *)a;
  const char *y = *(char *const *)b;
  for (;;) {
    char *x_end;
    char *y_end;
    const unsigned long x_number = strtoul(x, &x_end, 10);
    const unsigned long y_number = strtoul(y, &y_end, 10);
    if (x_number != y_number) {
      return x_number < y_number ? -1 : 1;
    }
    if (*x_end == '\0' || *y_end == '\0') {
      return (*x_end != '\0') - (*y_end != '\0');
    }
    x = x_end + 1;
    y = y_end + 1;
  }
}

static bool add_origin(struct children *children, const char *file)
{
  const size_t length = strlen(file) - (sizeof trace_ending - 1);
  char **larger = realloc((void *)children->origin, (children->count + 1) * sizeof *larger);
  if (larger == NULL) {
    return false;
  }
  children->origin = larger;
  larger[children->count] = strndup(file, length);
  return larger[children->count++] != NULL;
}

static bool list_origins(struct children *children, struct tb_error *error)
{
  DIR *directory = opendir(children->directory);
  if (directory == NULL) {
    return tb_fail(error, "%s: %s", children->directory, strerror(errno));
  }
  bool good = true;
  const struct dirent *entry;
  while (good && (entry = readdir(directory)) != NULL) {
    const char *ending = strstr(entry->d_name, trace_ending);
    if (ending != NULL && ending[sizeof trace_ending - 1] == '\0') {
      good = add_origin(children, entry->d_name) || tb_fail(error, "out of memory");
    }
  }
  (void)closedir(directory);
  if (good && children->count > 0) {
    qsort((void *)children->origin, children->count, sizeof *children->origin, by_origin);
  }
  return good;
}

static int open_file(const struct children *children, const char *origin, const char *ending, int flags)
{
  char *path;
  if (asprintf(&path, "%s/%s%s", children->directory, origin, ending) < 0) {
    return -1;
  }
  const int fd = open(path, flags | O_CLOEXEC);
  free(path);
  return fd;
}

// Writes what a process did not come to write, if it ended abruptly, to its trace.
static bool complete(const struct children *children, const char *origin, int trace, const char *name,
                     struct tb_error *error)
{
  const int kept = open_file(children, origin, ".kept", O_RDWR);
  bool missing = false;
  if (kept < 0) {
    return tb_fail(error, "%s: cannot read what process %s recorded: %s", name, origin, strerror(errno));
  }
  const bool good = kept_write_rest(kept, trace, name, &missing, error);
  (void)close(kept);
  return good;
}

static bool append(int from, int to, const char *name, struct tb_error *error)
{
  uint8_t data[1 << 16];
  ssize_t got = lseek(from, 0, SEEK_SET) == 0 ? 1 : -1;
  while (got > 0) {
    got = read(from, data, sizeof data);
    for (ssize_t at = 0; at < got;) {
      const ssize_t written = write(to, data + at, (size_t)(got - at));
      if (written < 0 && errno != EINTR) {
        return tb_fail(error, "%s: cannot write the trace: %s", name, strerror(errno));
      }
      at += written > 0 ? written : 0;
    }
  }
  return got == 0 || tb_fail(error, "%s: cannot read the trace of a process: %s", name, strerror(errno));
}

bool children_collect(struct children *children, int fd, const char *name, const volatile sig_atomic_t *stop,
                      struct tb_error *error)
{
  char nothing;
  ssize_t got;
  do {
    got = read(children->life[0], &nothing, 1);
    if (got < 0 && stop != NULL && *stop > 1) {
      return tb_fail(error, "%s: processes that it forked go on; their traces are lost", name);
    }
  } while (got != 0 && (got > 0 || errno == EINTR));
  bool good = list_origins(children, error);
  for (size_t i = 0; good && i < children->count; i++) {
    const char *origin = children->origin[i];
    const int trace = open_file(children, origin, trace_ending, O_RDWR | O_APPEND);
    if (trace < 0) {
      return tb_fail(error, "%s: no trace of process %s: %s", name, origin, strerror(errno));
    }
    good = complete(children, origin, trace, name, error) && append(trace, fd, name, error);
    (void)close(trace);
  }
  return good;
}

static void remove_directory(const char *path)
{
  DIR *directory = opendir(path);
  if (directory == NULL) {
    return;
  }
  const int fd = dirfd(directory);
  const struct dirent *entry;
  while (fd >= 0 && (entry = readdir(directory)) != NULL) {
    (void)unlinkat(fd, entry->d_name, 0);
  }
  (void)closedir(directory);
  (void)rmdir(path);
}

void children_finish(struct children *children)
{
  if (children == NULL) {
    return;
  }
  for (int i = 0; i < 2; i++) {
    if (children->life[i] >= 0) {
      (void)close(children->life[i]);
    }
  }
  if (children->directory != NULL) {
    remove_directory(children->directory);
  }
  for (size_t i = 0; i < children->count; i++) {
    free(children->origin[i]);
  }
  free((void *)children->origin);
  free(children->directory);
  free(children);
}
