// SPDX-License-Identifier: Apache-2.0
//
// spe-dump: prints the records of a raw SPE stream or of a perf.data file.
#include "programs/perf/perf_data.h"
#include "programs/perf/perf_file.h"
#include "programs/perf/spe_bolt.h"
#include "programs/perf/spe_damage.h"
#include "programs/perf/spe_print.h"
#include "unit/util/options.h"

#include <stdlib.h>
#include <string.h>

enum form { FORM_PACKETS, FORM_JSON, FORM_CSV, FORM_BOLT };

struct dump {
  const char *path;
  enum form form;
  const char *form_name;  // null: none was chosen
  bool resync;
  uint64_t bias;
  const char *name;  // of the input, for errors
  uint8_t *file;
  size_t file_size;
  uint8_t *trace;  // from a perf.data file; null: the file is the stream
  const uint8_t *data;
  size_t size;
  size_t *breaks;  // places in the trace across which no record continues
  size_t break_count;
  size_t break_at;  // the first of them that is still ahead
  struct spe_bolt bolt;
  uint64_t records;
  uint64_t skipped;  // bytes that are in no record
  uint64_t damages;  // of the SPE data
  bool empty;        // nothing to print
};

static bool take_format(void *options, const char *text, struct tb_error *error)
{
  static const char *const forms[] = {
      [FORM_PACKETS] = "packets", [FORM_JSON] = "json", [FORM_CSV] = "csv", [FORM_BOLT] = "bolt"};
  struct dump *dump = options;
  unsigned form = 0;
  while (form < sizeof forms / sizeof forms[0] && strcmp(forms[form], text) != 0) {
    form++;
  }
  if (form == sizeof forms / sizeof forms[0]) {
    return tb_fail(error, "%s: no such format (there are: packets, json, csv, bolt)", text);
  }
  if (dump->form_name != NULL && dump->form != form) {
    return tb_fail(error, "%s and %s exclude each other", dump->form_name, text);
  }
  dump->form = (enum form)form;
  dump->form_name = forms[form];
  return true;
}

static bool take_json(void *options, const char *text, struct tb_error *error)
{
  (void)text;
  return take_format(options, "json", error);
}

static bool take_csv(void *options, const char *text, struct tb_error *error)
{
  (void)text;
  return take_format(options, "csv", error);
}

static const struct option_row rows[] = {
    {"format", 0, "FORM", OPTION_TAKE_BY(take_format),
     .help =
         "packets (as above); json: one record per line, as a JSON object; csv: one record per line, after a "
         "line of column names; or bolt: the branches, as the pre-aggregated profile that BOLT reads: "
         "perf2bolt --pa"},
    {"json", 0, NULL, OPTION_TAKE_BY(take_json), .help = "--format json"},
    {"csv", 0, NULL, OPTION_TAKE_BY(take_csv), .help = "--format csv"},
    {"bias", 0, "ADDRESS", OPTION_NUMBER_AT(struct dump, bias),
     .help = "for BOLT: load address of the program minus the address in its file"},
    {"resync", 0, NULL, OPTION_FLAG_AT(struct dump, resync),
     .help = "after damage, continue where the next whole record seems to begin"}};

enum { BIAS = 3 };  // its row

static const struct option_program program = {
    .name = "spe-dump",
    .usage = "[OPTION...] FILE",
    .about = "Prints the Arm SPE records in FILE: the raw bytes of a Profiling Buffer, or a\n"
             "perf.data file (detected by its first bytes). - reads standard input. By\n"
             "default, one packet per line (offset in the stream, bytes, meaning) and a blank\n"
             "line between records, in the words of perf's raw dump.\n",
    .status = "Status: 0 done; 1 FILE has no record, or no branch for --format bolt; 2 wrong\n"
              "use, an unreadable file, or bytes that are not whole records: standard error has\n"
              "the offset and what was expected there; the records before it are printed, with\n"
              "--resync also those after it.\n",
    .rows = rows,
    .count = sizeof rows / sizeof rows[0]};

static void complain(const char *text)
{
  (void)fprintf(stderr, "spe-dump: %s\n", text);
}

// Prints a message on standard error, after flushing standard output, so that a terminal shows them in order.
static void remark(const struct dump *dump, const char *text)
{
  (void)fflush(stdout);
  (void)fprintf(stderr, "spe-dump: %s: %s\n", dump->name, text);
}

static bool load_stream(struct dump *dump, struct tb_error *error)
{
  dump->file = perf_file_read(dump->path, dump->name, &dump->file_size, error);
  dump->data = dump->file;
  dump->size = dump->file_size;
  if (dump->file == NULL || !perf_data_is(dump->file, dump->file_size)) {
    return dump->file != NULL;
  }
  const bool ok =
      perf_data_read_aux(dump->file, dump->file_size, dump->name, &dump->trace, &dump->size, error) &&
      perf_data_read_breaks(dump->file, dump->file_size, dump->name, &dump->breaks, &dump->break_count,
                            error);
  dump->data = dump->trace;
  if (ok && !perf_data_was_closed(dump->file, dump->file_size)) {
    return tb_fail(error,
                   "%s: an empty recording: its header has no size of the data, as perf record leaves it "
                   "when it is killed",
                   dump->name);
  }
  return ok;
}

// Prints a record. The text format also prints the padding before it, from `printed` on.
static bool show(struct dump *dump, const struct spe_extent *extent, size_t printed, struct tb_error *error)
{
  const bool first = dump->records++ == 0;
  switch (dump->form) {
  case FORM_PACKETS:
    // The padding after a record is printed with it.
    spe_print_text(stdout, dump->data, printed, extent->start);
    (void)fputs(first ? "" : "\n", stdout);
    spe_print_text(stdout, dump->data, extent->start, extent->end);
    break;
  case FORM_JSON:
    spe_print_json(stdout, dump->data, extent);
    break;
  case FORM_CSV:
    spe_print_csv(stdout, dump->data, extent);
    break;
  case FORM_BOLT: {
    const struct spe_record record = spe_gather(dump->data + extent->start, extent->end - extent->start);
    return spe_bolt_add(&dump->bolt, &record) ||
           tb_fail(error, "%s: out of memory for the branches", dump->name);
  }
  }
  return true;
}

// Reports bytes that are not a whole record before `end`. The text format prints their packets, as far as they decode.
static void show_damage(struct dump *dump, const struct spe_extent *extent, size_t printed, size_t end)
{
  if (dump->form == FORM_PACKETS) {
    spe_print_text(stdout, dump->data, printed, extent->start);
    (void)fputs(printed > 0 && extent->end > extent->start ? "\n" : "", stdout);
    spe_print_text(stdout, dump->data, extent->start, extent->end);
  }
  char text[256];
  spe_damage_text(extent, text, sizeof text);
  remark(dump, text);
  spe_damage_print(stderr, dump->data, end, extent);
  dump->damages++;
}

static void print_padding(const struct dump *dump, size_t printed, size_t end)
{
  if (dump->form == FORM_PACKETS) {
    spe_print_text(stdout, dump->data, printed, end);
  }
}

// The limit for the end of the record at `at`: it does not continue in bytes that were taken after a loss.
static size_t end_of_record(struct dump *dump, size_t at)
{
  while (dump->break_at < dump->break_count && dump->breaks[dump->break_at] <= at) {
    dump->break_at++;
  }
  return dump->break_at < dump->break_count ? dump->breaks[dump->break_at] : dump->size;
}

// Walks through the stream. False with an error if it had to stop early; damage only counts.
static bool walk(struct dump *dump, struct tb_error *error)
{
  struct spe_extent extent = {0};
  size_t at = 0;
  while (true) {
    const size_t end = end_of_record(dump, at);
    const enum spe_next next = spe_next_record(dump->data, end, at, &extent);
    if (next == SPE_NEXT_END) {
      print_padding(dump, at, extent.start);
      at = extent.start;
      if (at < dump->size) {
        continue;
      }
      return true;
    }
    if (next == SPE_NEXT_UNFINISHED) {
      show_damage(dump, &extent, at, end);
      at = dump->resync ? spe_damage_end(dump->data, end, &extent) : dump->size;
      dump->skipped += at - extent.start;
      continue;
    }
    if (!show(dump, &extent, at, error)) {
      return false;
    }
    at = extent.end;
  }
}

// Explains an empty recording, which is rarely what the user expects.
static void add_empty(struct dump *dump, bool ok)
{
  if (!ok || dump->damages > 0) {
    return;
  }
  if (dump->records == 0) {
    dump->empty = true;
    remark(dump, dump->size == 0 ? "an empty recording: no SPE data"
                                 : "an empty recording: nothing but padding, no record");
  } else if (dump->form == FORM_BOLT && dump->bolt.count == 0) {
    dump->empty = true;
    remark(dump, "the records have no branch that retired");
  }
}

static bool run(struct dump *dump, struct tb_error *error)
{
  if (!load_stream(dump, error)) {
    return false;
  }
  dump->bolt.bias = dump->bias;
  if (dump->form == FORM_CSV) {
    spe_print_csv_header(stdout);
  }
  const bool ok = walk(dump, error);
  spe_bolt_print(stdout, &dump->bolt);
  (void)fflush(stdout);
  add_empty(dump, ok);
  if (dump->resync && dump->damages > 0) {
    (void)fprintf(stderr, "spe-dump: %s: %llu bytes skipped, at %llu places\n", dump->name,
                  (unsigned long long)dump->skipped, (unsigned long long)dump->damages);
  }
  return ok;
}

static void clean_up(struct dump *dump)
{
  spe_bolt_free(&dump->bolt);
  free(dump->breaks);
  free(dump->trace);
  free(dump->file);
}

static bool parse(struct dump *dump, int argc, char **argv, struct tb_error *error)
{
  uint64_t given = 0;
  const int first = options_parse(&program, argc, argv, dump, &given, error);
  if (first == 0) {
    return false;
  }
  dump->path = argv[first];
  return (argc - first == 1 || tb_fail(error, "expects one FILE; see --help")) &&
         ((given >> BIAS & 1) == 0 || dump->form == FORM_BOLT ||
          tb_fail(error, "--bias: only with --format bolt"));
}

int main(int argc, char **argv)
{
  struct dump dump = {.damages = 0};
  struct tb_error error = {""};
  if (!parse(&dump, argc, argv, &error)) {
    complain(error.text);
    return 2;
  }
  dump.name = strcmp(dump.path, "-") == 0 ? "standard input" : dump.path;
  const bool ok = run(&dump, &error);
  clean_up(&dump);
  if (ferror(stdout) != 0 || fflush(stdout) != 0) {
    complain("standard output cannot be written");
    return 2;
  }
  if (!ok) {
    complain(error.text);
  }
  if (!ok || dump.damages > 0) {
    return 2;
  }
  return dump.empty ? 1 : 0;
}
