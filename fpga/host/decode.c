// SPDX-License-Identifier: Apache-2.0
#include "host/decode.h"

#include "host/report.h"
#include "perf/perf_file.h"
#include "perf/spe_damage.h"
#include "perf/spe_print.h"

#include <stdlib.h>
#include <string.h>

// Goes through the records; prints them if `out` is not null.
static bool walk(FILE *out, const uint8_t *bytes, size_t size, const char *name, size_t *records,
                 struct tb_error *error)
{
  struct spe_extent extent = {0};
  size_t at = 0;
  *records = 0;
  for (;;) {
    const enum spe_next next = spe_next_record(bytes, size, at, &extent);
    if (out != NULL && next != SPE_NEXT_END) {
      (void)fputs(*records > 0 ? "\n" : "", out);
      spe_print_text(out, bytes, extent.start, extent.end);
    }
    if (next == SPE_NEXT_END) {
      return true;
    }
    if (next == SPE_NEXT_UNFINISHED) {
      char text[256];
      spe_damage_text(&extent, text, sizeof text);
      return tb_fail(error, "%s: %s", name, text);
    }
    (*records)++;
    at = extent.end;
  }
}

bool decode_count(const uint8_t *bytes, size_t size, const char *name, size_t *records,
                  struct tb_error *error)
{
  return walk(NULL, bytes, size, name, records, error);
}

int decode_file(const char *path)
{
  struct tb_error error = {""};
  size_t size = 0;
  size_t records = 0;
  const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
  uint8_t *bytes = perf_file_read(path, name, &size, &error);
  const bool good = bytes != NULL && walk(stdout, bytes, size, name, &records, &error);
  free(bytes);
  return good ? HOST_DONE : host_complain(&error, HOST_WRONG);
}
