// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "unit/util/output.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/util/text.h"

static bool make_directories(char *path)
{
  for (char *at = path + 1; *at != '\0'; at++) {
    if (*at == '/') {
      *at = '\0';
      const bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
      *at = '/';
      if (!made) {
        return false;
      }
    }
  }
  return mkdir(path, 0777) == 0 || errno == EEXIST;
}

bool output_open(struct output *output, const char *directory, struct tb_error *error)
{
  struct stat status;
  memset(output, 0, sizeof *output);
  const size_t length = strlen(directory);
  if (length == 0 || length >= sizeof output->directory) {
    return tb_fail(error, "--out: the path is empty or too long");
  }
  memcpy(output->directory, directory, length + 1);
  if (!make_directories(output->directory)) {
    return tb_fail(error, "%s: cannot create the directory: %s", directory, strerror(errno));
  }
  if (stat(directory, &status) != 0 || !S_ISDIR(status.st_mode)) {
    return tb_fail(error, "%s: not a directory", directory);
  }
  if (access(directory, W_OK | X_OK) != 0) {
    return tb_fail(error, "%s: cannot write there: %s", directory, strerror(errno));
  }
  return true;
}

static struct output_file *add(struct output *output, const char *name, struct tb_error *error)
{
  if (output->count == OUTPUT_FILES) {
    (void)tb_fail(error, "%s: more output files than expected", name);
    return NULL;
  }
  struct output_file *file = &output->file[output->count++];
  struct text text = {file->name, sizeof file->name, 0};
  text_add(&text, "%s", name);
  text = (struct text){file->temporary, sizeof file->temporary, 0};
  text_add(&text, "%s/.%s.%ld", output->directory, name, (long)getpid());
  return file;
}

FILE *output_add(struct output *output, const char *name, struct tb_error *error)
{
  struct output_file *file = add(output, name, error);
  if (file == NULL) {
    return NULL;
  }
  file->stream = fopen(file->temporary, "wb");
  if (file->stream == NULL) {
    (void)tb_fail(error, "%s/%s: cannot write: %s", output->directory, name, strerror(errno));
    output->count--;  // nothing to complete
    return NULL;
  }
  return file->stream;
}

bool output_add_path(struct output *output, const char *name, const char **path, struct tb_error *error)
{
  const struct output_file *file = add(output, name, error);
  if (file == NULL) {
    return false;
  }
  *path = file->temporary;
  return true;
}

static void remove_temporary(struct output_file *file)
{
  if (file->stream != NULL) {
    (void)fclose(file->stream);
    file->stream = NULL;
  }
  (void)unlink(file->temporary);
}

static bool has(const struct output *output, const char *name)
{
  for (int i = 0; i < output->count; i++) {
    if (strcmp(output->file[i].name, name) == 0) {
      return true;
    }
  }
  return false;
}

// Removes what a killed process left of a file: its temporary file, or one that a writer derived from that.
static void remove_stale(const char *directory, const char *name)
{
  DIR *entries = opendir(directory);
  const int fd = entries != NULL ? dirfd(entries) : -1;
  const size_t length = strlen(name);
  const struct dirent *entry;
  while (fd >= 0 && (entry = readdir(entries)) != NULL) {
    const char *file = entry->d_name;
    if (file[0] == '.' && strncmp(file + 1, name, length) == 0 && file[length + 1] == '.') {
      char *end = NULL;
      const long pid = strtol(file + length + 2, &end, 10);
      if (pid > 0 && (*end == '\0' || *end == '.') && kill((pid_t)pid, 0) != 0 && errno == ESRCH) {
        (void)unlinkat(fd, file, 0);
      }
    }
  }
  if (entries != NULL) {
    (void)closedir(entries);
  }
}

void output_supersede(const struct output *output, const char *const names[], size_t count)
{
  for (size_t i = 0; i < count; i++) {
    char path[OUTPUT_PATH + 96];
    if (!has(output, names[i])) {
      (void)snprintf(path, sizeof path, "%s/%s", output->directory, names[i]);
      (void)unlink(path);
    }
    remove_stale(output->directory, names[i]);
  }
}

// Closes the stream. The cause of an earlier failed write is lost; writing once more gives it again.
static bool close_stream(const struct output *output, struct output_file *file, struct tb_error *error)
{
  int cause = 0;
  if (ferror(file->stream) != 0) {
    cause = fputc(0, file->stream) == EOF ? errno : EIO;
  }
  if (fclose(file->stream) != 0) {
    cause = errno;
  }
  file->stream = NULL;
  return cause == 0 ||
         tb_fail(error, "%s/%s: cannot write: %s", output->directory, file->name, strerror(cause));
}

bool output_commit(struct output *output, struct tb_error *error)
{
  for (int i = 0; i < output->count; i++) {
    if (output->file[i].stream != NULL && !close_stream(output, &output->file[i], error)) {
      output_abort(output);
      return false;
    }
  }
  for (int i = 0; i < output->count; i++) {
    char final[OUTPUT_PATH + 96];
    const struct output_file *file = &output->file[i];
    (void)snprintf(final, sizeof final, "%s/%s", output->directory, file->name);
    if (rename(file->temporary, final) != 0) {
      (void)tb_fail(error, "%s: cannot write: %s", final, strerror(errno));
      output_abort(output);
      return false;
    }
  }
  output->count = 0;
  return true;
}

void output_abort(struct output *output)
{
  for (int i = 0; i < output->count; i++) {
    remove_temporary(&output->file[i]);
  }
  output->count = 0;
}
