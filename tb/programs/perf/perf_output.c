// SPDX-License-Identifier: Apache-2.0
#include "programs/perf/perf_output.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool perf_output_open(struct perf_output *output, const char *path, struct tb_error *error)
{
  static const char suffix[] = ".tmp";
  *output = (struct perf_output){.temporary = malloc(strlen(path) + sizeof suffix)};
  if (output->temporary == NULL) {
    return tb_fail(error, "%s: out of memory", path);
  }
  strcpy(output->temporary, path);
  strcat(output->temporary, suffix);
  output->file = fopen(output->temporary, "wb");
  if (output->file == NULL) {
    (void)tb_fail(error, "%s: %s", path, strerror(errno));
    free(output->temporary);
    return false;
  }
  return true;
}

// Keeps the cause of the first failure.
static void fail(struct perf_output *output, int cause)
{
  if (output->failure == 0) {
    output->failure = cause != 0 ? cause : EIO;
  }
}

void perf_put_bytes(struct perf_output *output, const void *data, size_t size)
{
  if (output->failure == 0 && size > 0 && fwrite(data, 1, size, output->file) != size) {
    fail(output, errno);
  }
  output->offset += size;
}

void perf_put_zeros(struct perf_output *output, size_t count)
{
  static const uint8_t zeros[64];
  for (size_t n = 0; count > 0; count -= n) {
    n = count < sizeof zeros ? count : sizeof zeros;
    perf_put_bytes(output, zeros, n);
  }
}

static void put_little_endian(struct perf_output *output, uint64_t value, size_t size)
{
  uint8_t bytes[8];
  for (size_t i = 0; i < size; i++) {
    bytes[i] = (uint8_t)(value >> (8 * i));
  }
  perf_put_bytes(output, bytes, size);
}

void perf_put_u16(struct perf_output *output, uint16_t value)
{
  put_little_endian(output, value, 2);
}

void perf_put_u32(struct perf_output *output, uint32_t value)
{
  put_little_endian(output, value, 4);
}

void perf_put_u64(struct perf_output *output, uint64_t value)
{
  put_little_endian(output, value, 8);
}

void perf_output_seek(struct perf_output *output, uint64_t offset)
{
  if (offset > LONG_MAX) {
    fail(output, EFBIG);
  } else if (fseek(output->file, (long)offset, SEEK_SET) != 0) {
    fail(output, errno);
  }
  output->offset = offset;
}

bool perf_output_commit(struct perf_output *output, const char *path, struct tb_error *error)
{
  // fclose writes buffered data, so a full disk can be noticed here.
  if (fclose(output->file) != 0) {
    fail(output, errno);
  }
  if (output->failure == 0 && rename(output->temporary, path) != 0) {
    fail(output, errno);
  }
  if (output->failure != 0) {
    (void)remove(output->temporary);
    (void)tb_fail(error, "%s: cannot be written: %s", path, strerror(output->failure));
  }
  free(output->temporary);
  return output->failure == 0;
}
