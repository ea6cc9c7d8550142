// SPDX-License-Identifier: Apache-2.0
#include "host/report.h"

#include "perf/perf_output.h"

#include <stdio.h>

int host_complain(const struct tb_error *error, int status)
{
  (void)fflush(stdout);
  (void)fprintf(stderr, "spu-host: %s\n", error->text);
  return status;
}

void host_print_board(const struct board *board)
{
  printf(
      "board       \"%s\" at %s: %u operation%s a clock, %u trace entries, %u bytes of buffer, %u.%03u MHz\n",
      board->config_name, board->link->line.name, board->width, board->width == 1 ? "" : "s", board->entries,
      board->buffer_bytes, board->clock_hz / 1000000U, board->clock_hz / 1000U % 1000U);
}

bool host_write_file(const char *path, const uint8_t *bytes, size_t size, struct tb_error *error)
{
  struct perf_output output;
  if (!perf_output_open(&output, path, error)) {
    return false;
  }
  perf_put_bytes(&output, bytes, size);
  return perf_output_commit(&output, path, error);
}
