// SPDX-License-Identifier: Apache-2.0
#include "programs/perf/perf_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t *read_all(FILE *file, const char *name, size_t *size, struct tb_error *error)
{
  size_t capacity = (size_t)1 << 16;
  uint8_t *bytes = malloc(capacity);
  *size = 0;
  while (bytes != NULL) {
    *size += fread(bytes + *size, 1, capacity - *size, file);
    if (*size < capacity) {
      break;
    }
    uint8_t *larger = capacity <= SIZE_MAX / 2 ? realloc(bytes, capacity * 2) : NULL;
    if (larger == NULL) {
      free(bytes);
    }
    bytes = larger;
    capacity *= 2;
  }
  if (bytes == NULL) {
    (void)tb_fail(error, "%s: out of memory", name);
  } else if (ferror(file)) {
    (void)tb_fail(error, "%s: %s", name, strerror(errno));
    free(bytes);
    bytes = NULL;
  }
  return bytes;
}

uint8_t *perf_file_read(const char *path, const char *name, size_t *size, struct tb_error *error)
{
  const bool standard_input = strcmp(path, "-") == 0;
  FILE *file = standard_input ? stdin : fopen(path, "rb");
  if (file == NULL) {
    (void)tb_fail(error, "%s: %s", name, strerror(errno));
    return NULL;
  }
  uint8_t *bytes = read_all(file, name, size, error);
  if (!standard_input) {
    (void)fclose(file);
  }
  return bytes;
}
