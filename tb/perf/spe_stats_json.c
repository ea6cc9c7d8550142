// SPDX-License-Identifier: Apache-2.0
//
// Statistics as one JSON object. Counts are numbers; values that may need 64 bits are strings of hexadecimal digits.
#include "perf/spe_print.h"
#include "perf/spe_stats.h"

#include <inttypes.h>
#include <stdlib.h>

static void print_latency(FILE *out, const char *name, const struct spe_summary *summary)
{
  bool first = true;
  (void)fprintf(out, "\"%s\": {\"records\": %" PRIu64, name, summary->records);
  if (summary->records != 0) {
    (void)fprintf(out,
                  ", \"min\": %" PRIu64 ", \"median\": %" PRIu64 ", \"p90\": %" PRIu64 ", \"p99\": %" PRIu64
                  ", \"max\": %" PRIu64,
                  summary->min, summary->median, summary->p90, summary->p99, summary->max);
  }
  (void)fputs(", \"histogram\": [", out);
  for (unsigned i = 0; i < SPE_BUCKETS; i++) {
    if (summary->bucket[i] != 0) {
      (void)fprintf(out, "%s{\"from\": %" PRIu64 ", \"to\": %" PRIu64 ", \"records\": %" PRIu64 "}",
                    first ? "" : ", ", spe_bucket_low(i), spe_bucket_high(i), summary->bucket[i]);
      first = false;
    }
  }
  (void)fputs("]}", out);
}

static bool print_table(FILE *out, const struct spe_stats *stats, enum spe_table table,
                        const struct spe_symbols *symbols, size_t top)
{
  // How a table, what its rows count, and the words for that are called.
  static const struct {
    const char *table;
    const char *value;
    const char *label;
  } names[SPE_TABLES] = {{"events", NULL, "name"},        {"operations", NULL, "name"},
                         {"sources", "value", NULL},      {"contexts_el1", "value", NULL},
                         {"contexts_el2", "value", NULL}, {"levels", NULL, "name"},
                         {"pcs", "pc", "symbol"},         {"functions", "start", "name"}};
  size_t count = 0;
  struct spe_row *rows = spe_stats_rows(stats, table, symbols, &count);
  const bool limited = table == SPE_TABLE_PCS || table == SPE_TABLE_FUNCTIONS;
  (void)fprintf(out, ", \"%s\": [", names[table].table);
  for (size_t i = 0; rows != NULL && i < (limited && top < count ? top : count); i++) {
    (void)fprintf(out, "%s{", i == 0 ? "" : ", ");
    if (names[table].value != NULL) {
      (void)fprintf(out, "\"%s\": \"0x%" PRIx64 "\", ", names[table].value, rows[i].value);
    }
    if (table == SPE_TABLE_EVENTS) {
      (void)fprintf(out, "\"bit\": %" PRIu64 ", ", rows[i].value);
    }
    if (names[table].label != NULL && rows[i].label[0] != '\0') {
      (void)fprintf(out, "\"%s\": ", names[table].label);
      spe_print_json_string(out, rows[i].label);
      (void)fputs(", ", out);
    }
    (void)fprintf(out, "\"records\": %" PRIu64 "}", rows[i].count);
  }
  (void)fputs("]", out);
  free(rows);
  return rows != NULL;
}

bool spe_stats_print_json(FILE *out, const struct spe_stats *stats, const struct spe_symbols *symbols,
                          size_t top)
{
  static const char *const names[SPE_LATENCIES] = {"total", "issue", "translation"};
  bool good = true;
  (void)fprintf(out,
                "{\"stream\": {\"bytes\": %" PRIu64 ", \"records\": %" PRIu64 ", \"record_bytes\": %" PRIu64
                ", \"padding_bytes\": %" PRIu64 ", \"skipped_bytes\": %" PRIu64 "}, \"records\": %" PRIu64
                ", \"bytes\": %" PRIu64 ", \"time\": {\"records\": %" PRIu64,
                stats->stream_bytes, stats->stream_records, stats->stream_record_bytes, stats->padding_bytes,
                stats->skipped_bytes, stats->records, stats->bytes, stats->timed);
  if (stats->timed != 0) {
    (void)fprintf(out, ", \"first\": \"0x%" PRIx64 "\", \"last\": \"0x%" PRIx64 "\"", stats->first_time,
                  stats->last_time);
  }
  (void)fputs("}, \"latency\": {", out);
  for (unsigned i = 0; i < SPE_LATENCIES; i++) {
    const struct spe_summary summary = spe_stats_summary(stats, (enum spe_latency)i);
    (void)fputs(i == 0 ? "" : ", ", out);
    print_latency(out, names[i], &summary);
  }
  (void)fputs("}", out);
  for (unsigned i = 0; i < SPE_TABLES; i++) {
    good = print_table(out, stats, (enum spe_table)i, symbols, top) && good;
  }
  (void)fputs("}\n", out);
  return good;
}
