// SPDX-License-Identifier: Apache-2.0
//
// Statistics as one JSON object. Counts are numbers; values that may need 64 bits are strings of hexadecimal digits.
#include "perf/spe_stats.h"

#include <stdlib.h>

#include "util/json.h"

static void print_latency(struct json *json, const char *name, const struct spe_summary *summary)
{
  json_object(json, name, JSON_INLINE);
  json_number(json, "records", summary->records);
  if (summary->records != 0) {
    json_number(json, "min", summary->min);
    json_number(json, "median", summary->median);
    json_number(json, "p90", summary->p90);
    json_number(json, "p99", summary->p99);
    json_number(json, "max", summary->max);
  }
  json_array(json, "histogram", JSON_INLINE);
  for (unsigned i = 0; i < SPE_BUCKETS; i++) {
    if (summary->bucket[i] != 0) {
      json_object(json, NULL, JSON_INLINE);
      json_number(json, "from", spe_bucket_low(i));
      json_number(json, "to", spe_bucket_high(i));
      json_number(json, "records", summary->bucket[i]);
      json_end(json);
    }
  }
  json_end(json);
  json_end(json);
}

static bool print_table(struct json *json, const struct spe_stats *stats, enum spe_table table,
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
  json_array(json, names[table].table, JSON_INLINE);
  for (size_t i = 0; rows != NULL && i < (limited && top < count ? top : count); i++) {
    json_object(json, NULL, JSON_INLINE);
    if (names[table].value != NULL) {
      json_hex(json, names[table].value, rows[i].value);
    }
    if (table == SPE_TABLE_EVENTS) {
      json_number(json, "bit", rows[i].value);
    }
    if (names[table].label != NULL && rows[i].label[0] != '\0') {
      json_text(json, names[table].label, rows[i].label);
    }
    json_number(json, "records", rows[i].count);
    json_end(json);
  }
  json_end(json);
  free(rows);
  return rows != NULL;
}

bool spe_stats_print_json(FILE *out, const struct spe_stats *stats, const struct spe_symbols *symbols,
                          size_t top)
{
  static const char *const names[SPE_LATENCIES] = {"total", "issue", "translation", "alternate_issue"};
  struct json json = json_writer(out);
  bool good = true;
  json_object(&json, NULL, JSON_INLINE);
  json_object(&json, "stream", JSON_INLINE);
  json_number(&json, "bytes", stats->stream_bytes);
  json_number(&json, "records", stats->stream_records);
  json_number(&json, "record_bytes", stats->stream_record_bytes);
  json_number(&json, "padding_bytes", stats->padding_bytes);
  json_number(&json, "skipped_bytes", stats->skipped_bytes);
  json_end(&json);
  json_number(&json, "records", stats->records);
  json_number(&json, "bytes", stats->bytes);
  json_object(&json, "time", JSON_INLINE);
  json_number(&json, "records", stats->timed);
  if (stats->timed != 0) {
    json_hex(&json, "first", stats->first_time);
    json_hex(&json, "last", stats->last_time);
  }
  json_end(&json);
  json_object(&json, "latency", JSON_INLINE);
  for (unsigned i = 0; i < SPE_LATENCIES; i++) {
    const struct spe_summary summary = spe_stats_summary(stats, (enum spe_latency)i);
    print_latency(&json, names[i], &summary);
  }
  json_end(&json);
  for (unsigned i = 0; i < SPE_TABLES; i++) {
    good = print_table(&json, stats, (enum spe_table)i, symbols, top) && good;
  }
  json_end(&json);
  return good;
}
