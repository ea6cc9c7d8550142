// SPDX-License-Identifier: Apache-2.0
//
// spe-dump: prints the records of a raw SPE stream or of a perf.data file.
#include "perf/perf_data.h"
#include "perf/perf_file.h"
#include "perf/spe_bolt.h"
#include "perf/spe_damage.h"
#include "perf/spe_print.h"
#include "tools/spe_dump_options.h"
#include "util/version.h"

#include <stdlib.h>
#include <string.h>

struct dump {
  struct spe_dump_options options;
  const char *name;  // of the input, for errors
  uint8_t *file;
  size_t file_size;
  uint8_t *trace;  // out of a perf.data file; null: the file is the stream
  const uint8_t *data;
  size_t size;
  size_t *breaks;  // where in the trace no record continues
  size_t break_count;
  size_t break_at;  // the first of them that was not passed
  struct spe_bolt bolt;
  uint64_t records;
  uint64_t skipped;  // bytes that are in no record
  uint64_t damages;  // of the SPE data
  bool empty;        // nothing to print
};

static void complain(const char *text)
{
  (void)fprintf(stderr, "spe-dump: %s\n", text);
}

// Words on standard error. What was printed so far comes first, so that the two do not mix up on a terminal.
static void remark(const struct dump *dump, const char *text)
{
  (void)fflush(stdout);
  (void)fprintf(stderr, "spe-dump: %s: %s\n", dump->name, text);
}

static bool load_stream(struct dump *dump, struct tb_error *error)
{
  dump->file = perf_file_read(dump->options.path, dump->name, &dump->file_size, error);
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

// Text also has the padding in front of the record, from `printed` on.
static bool show(struct dump *dump, const struct spe_extent *extent, size_t printed, struct tb_error *error)
{
  const bool first = dump->records++ == 0;
  switch (dump->options.form) {
  case SPE_DUMP_TEXT:
    // The padding behind a record is printed with it.
    spe_print_text(stdout, dump->data, printed, extent->start);
    (void)fputs(first ? "" : "\n", stdout);
    spe_print_text(stdout, dump->data, extent->start, extent->end);
    break;
  case SPE_DUMP_JSON:
    spe_print_json(stdout, dump->data, extent);
    break;
  case SPE_DUMP_CSV:
    spe_print_csv(stdout, dump->data, extent);
    break;
  case SPE_DUMP_BOLT: {
    const struct spe_record record = spe_gather(dump->data + extent->start, extent->end - extent->start);
    return spe_bolt_add(&dump->bolt, &record) ||
           tb_fail(error, "%s: out of memory for the branches", dump->name);
  }
  }
  return true;
}

// What is no whole record, and would have to be one before `end`. Text has what can be made out of it.
static void show_damage(struct dump *dump, const struct spe_extent *extent, size_t printed, size_t end)
{
  if (dump->options.form == SPE_DUMP_TEXT) {
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
  if (dump->options.form == SPE_DUMP_TEXT) {
    spe_print_text(stdout, dump->data, printed, end);
  }
}

// Where the record at `at` has to end, at the latest: it does not continue in bytes that were taken after a loss.
static size_t end_of_record(struct dump *dump, size_t at)
{
  while (dump->break_at < dump->break_count && dump->breaks[dump->break_at] <= at) {
    dump->break_at++;
  }
  return dump->break_at < dump->break_count ? dump->breaks[dump->break_at] : dump->size;
}

// Goes through the stream. False with an error if that had to end early; damage is no such error, but counted.
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
      at = dump->options.resync ? spe_damage_end(dump->data, end, &extent) : dump->size;
      dump->skipped += at - extent.start;
      continue;
    }
    if (!show(dump, &extent, at, error)) {
      return false;
    }
    at = extent.end;
  }
}

// That a recording is empty is worth a word: the reason is hardly ever what its reader wants.
static void say_empty(struct dump *dump, bool ok)
{
  if (!ok || dump->damages > 0) {
    return;
  }
  if (dump->records == 0) {
    dump->empty = true;
    remark(dump, dump->size == 0 ? "an empty recording: no SPE data"
                                 : "an empty recording: nothing but padding, no record");
  } else if (dump->options.form == SPE_DUMP_BOLT && dump->bolt.count == 0) {
    dump->empty = true;
    remark(dump, "no branch that retired is in the records");
  }
}

static bool run(struct dump *dump, struct tb_error *error)
{
  if (!load_stream(dump, error)) {
    return false;
  }
  const struct spe_dump_options *options = &dump->options;
  dump->bolt.bias = options->bias;
  if (options->form == SPE_DUMP_CSV) {
    spe_print_csv_header(stdout);
  }
  const bool ok = walk(dump, error);
  spe_bolt_print(stdout, &dump->bolt);
  (void)fflush(stdout);
  say_empty(dump, ok);
  if (options->resync && dump->damages > 0) {
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

int main(int argc, char **argv)
{
  struct dump dump = {.damages = 0};
  struct tb_error error = {""};
  if (!spe_dump_parse(argc, argv, &dump.options, &error)) {
    complain(error.text);
    return 2;
  }
  if (dump.options.help || dump.options.version) {
    (void)fputs(dump.options.help ? spe_dump_usage : VERSION_TEXT("spe-dump"), stdout);
    return fflush(stdout) == 0 ? 0 : 2;
  }
  dump.name = strcmp(dump.options.path, "-") == 0 ? "standard input" : dump.options.path;
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
