// SPDX-License-Identifier: Apache-2.0
//
// spe-dump: prints the records of a raw SPE stream or of a perf.data file.
#include "perf/perf_data.h"
#include "perf/perf_format.h"
#include "perf/spe_print.h"
#include "perf/spe_record.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum form { FORM_TEXT, FORM_JSON, FORM_CSV };

static const char usage[] = "usage: spe-dump [--json | --csv] FILE\n"
                            "Prints the Arm SPE records in FILE: the raw bytes of a Profiling Buffer, or a "
                            "perf.data file (told apart by\n"
                            "its first bytes). - reads standard input. By default one packet a line (offset "
                            "in the stream, bytes, meaning)\n"
                            "and a blank line between records, worded as by perf's raw dump.\n"
                            "  --json      one record a line, as a JSON object\n"
                            "  --csv       one record a line, behind a line of column names\n"
                            "  -h, --help  this text\n"
                            "Status: 0 done; 2 wrong use, an unreadable file, or bytes that are not whole "
                            "records: a line on standard\n"
                            "error says at which offset, and the records before it are printed.\n";

static void complain(const char *text)
{
  (void)fprintf(stderr, "spe-dump: %s\n", text);
}

// All bytes of a file, in malloc'ed memory that the caller frees; null with an error.
static uint8_t *read_file(FILE *file, const char *name, size_t *size, struct tb_error *error)
{
  size_t room = (size_t)1 << 16;
  uint8_t *bytes = malloc(room);
  *size = 0;
  while (bytes != NULL) {
    *size += fread(bytes + *size, 1, room - *size, file);
    if (*size < room) {
      break;
    }
    uint8_t *larger = room <= SIZE_MAX / 2 ? realloc(bytes, room * 2) : NULL;
    if (larger == NULL) {
      free(bytes);
    }
    bytes = larger;
    room *= 2;
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

// The SPE bytes of `path`, in malloc'ed memory that the caller frees.
static bool load(const char *path, const char *name, uint8_t **data, size_t *size, struct tb_error *error)
{
  const bool standard_input = strcmp(path, "-") == 0;
  FILE *file = standard_input ? stdin : fopen(path, "rb");
  if (file == NULL) {
    return tb_fail(error, "%s: %s", name, strerror(errno));
  }
  uint8_t *bytes = read_file(file, name, size, error);
  if (!standard_input) {
    (void)fclose(file);
  }
  if (bytes == NULL) {
    return false;
  }
  if (*size < 8 || (memcmp(bytes, PERF_MAGIC, 8) != 0 && memcmp(bytes, PERF_MAGIC_BIG_ENDIAN, 8) != 0)) {
    *data = bytes;
    return true;
  }
  const bool ok = perf_data_read_aux(bytes, *size, name, data, size, error);
  free(bytes);
  return ok;
}

// Prints every record. False with an error if something is no record; all before it is printed.
static bool dump(FILE *out, const uint8_t *data, size_t size, enum form form, const char *name,
                 struct tb_error *error)
{
  struct spe_extent extent = {0};
  size_t printed = 0;
  if (form == FORM_CSV) {
    spe_print_csv_header(out);
  }
  while (true) {
    const enum spe_next next = spe_next_record(data, size, extent.end, &extent);
    if (form == FORM_TEXT) {
      // The padding behind a record is printed with it.
      spe_print_text(out, data, printed, extent.start);
      (void)fputs(printed > 0 && extent.end > extent.start ? "\n" : "", out);
      spe_print_text(out, data, extent.start, extent.end);
      printed = extent.end;
    } else if (next == SPE_NEXT_RECORD && form == FORM_JSON) {
      spe_print_json(out, data, &extent);
    } else if (next == SPE_NEXT_RECORD) {
      spe_print_csv(out, data, &extent);
    }
    if (next == SPE_NEXT_END) {
      return true;
    }
    if (next == SPE_NEXT_UNFINISHED) {
      return tb_fail(error, "%s: offset 0x%zx of the SPE data: %s, in the record at 0x%zx", name, extent.end,
                     extent.status == SPU_DECODE_END_OF_DATA ? "no End or Timestamp packet"
                                                             : spu_decode_message(extent.status),
                     extent.start);
    }
  }
}

int main(int argc, char **argv)
{
  enum { OPTION_JSON = 1, OPTION_CSV };
  static const struct option options[] = {{"json", no_argument, NULL, OPTION_JSON},
                                          {"csv", no_argument, NULL, OPTION_CSV},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  bool json = false;
  bool csv = false;
  for (int option = 0; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
    switch (option) {
    case OPTION_JSON:
      json = true;
      break;
    case OPTION_CSV:
      csv = true;
      break;
    case 'h':
      (void)fputs(usage, stdout);
      return 0;
    default:
      return 2;  // getopt_long has said why
    }
  }
  if (optind + 1 != argc || (json && csv)) {
    complain(json && csv ? "--json and --csv exclude each other" : "one FILE is needed; see spe-dump --help");
    return 2;
  }
  const char *path = argv[optind];
  const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
  uint8_t *data = NULL;
  size_t size = 0;
  struct tb_error error = {""};
  bool ok = load(path, name, &data, &size, &error);
  if (ok) {
    ok = dump(stdout, data, size, json ? FORM_JSON : (csv ? FORM_CSV : FORM_TEXT), name, &error);
    free(data);
  }
  // Written before the error is, so that the two do not mix up on a terminal.
  if (ferror(stdout) != 0 || fflush(stdout) != 0) {
    complain("standard output cannot be written");
    return 2;
  }
  if (!ok) {
    complain(error.text);
  }
  return ok ? 0 : 2;
}
