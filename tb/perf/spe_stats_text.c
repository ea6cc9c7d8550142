// SPDX-License-Identifier: Apache-2.0
//
// Statistics to read.
#include "perf/spe_stats.h"

#include <inttypes.h>
#include <stdlib.h>

enum { BAR = 40 };  // characters of the longest bar

static double percent(uint64_t part, uint64_t whole)
{
  return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

static void print_stream(FILE *out, const struct spe_stats *stats)
{
  (void)fprintf(out, "stream      %" PRIu64 " bytes: %" PRIu64 " records in %" PRIu64 " bytes\n",
                stats->stream_bytes, stats->stream_records, stats->stream_record_bytes);
  (void)fprintf(out, "padding     %" PRIu64 " bytes, %.1f %%\n", stats->padding_bytes,
                percent(stats->padding_bytes, stats->stream_bytes));
  if (stats->skipped_bytes != 0) {
    (void)fprintf(out, "skipped     %" PRIu64 " bytes, %.1f %%\n", stats->skipped_bytes,
                  percent(stats->skipped_bytes, stats->stream_bytes));
  }
  (void)fprintf(out, "chosen      %" PRIu64 " records in %" PRIu64 " bytes, %.1f %% of the records\n",
                stats->records, stats->bytes, percent(stats->records, stats->stream_records));
  if (stats->timed != 0) {
    (void)fprintf(out, "timestamps  %" PRIu64 " to %" PRIu64 ", span %" PRIu64 "\n", stats->first_time,
                  stats->last_time, stats->last_time - stats->first_time);
  }
}

static void print_latency(FILE *out, const char *name, const struct spe_summary *summary)
{
  unsigned first = SPE_BUCKETS;
  unsigned last = 0;
  uint64_t most = 1;
  for (unsigned i = 0; i < SPE_BUCKETS; i++) {
    if (summary->bucket[i] != 0) {
      first = first == SPE_BUCKETS ? i : first;
      last = i;
      most = summary->bucket[i] > most ? summary->bucket[i] : most;
    }
  }
  (void)fprintf(out, "\n%s latency, cycles: %" PRIu64 " records\n", name, summary->records);
  if (summary->records == 0) {
    return;
  }
  (void)fprintf(
      out, "  min %" PRIu64 "  median %" PRIu64 "  90 %% %" PRIu64 "  99 %% %" PRIu64 "  max %" PRIu64 "\n",
      summary->min, summary->median, summary->p90, summary->p99, summary->max);
  for (unsigned i = first; i <= last; i++) {
    char range[32];
    if (spe_bucket_low(i) == spe_bucket_high(i)) {
      (void)snprintf(range, sizeof range, "%" PRIu64, spe_bucket_low(i));
    } else {
      (void)snprintf(range, sizeof range, "%" PRIu64 "-%" PRIu64, spe_bucket_low(i), spe_bucket_high(i));
    }
    // A bucket that is not empty has at least one character.
    const unsigned length = (unsigned)((double)summary->bucket[i] / (double)most * (BAR - 1)) +
                            (summary->bucket[i] != 0 ? 1U : 0U);
    static const char bar[BAR + 1] = "########################################";
    (void)fprintf(out, "  %11s %9" PRIu64 " %5.1f %%%s%.*s\n", range, summary->bucket[i],
                  percent(summary->bucket[i], summary->records), length != 0 ? " |" : "", (int)length, bar);
  }
}

static bool print_table(FILE *out, const struct spe_stats *stats, enum spe_table table,
                        const struct spe_symbols *symbols, size_t top)
{
  static const char *const titles[SPE_TABLES] = {"events",          "operations",       "data sources",
                                                 "contexts of el1", "contexts of el2",  "exception levels",
                                                 "hottest PCs",     "hottest functions"};
  size_t count = 0;
  struct spe_row *rows = spe_stats_rows(stats, table, symbols, &count);
  const bool limited = table == SPE_TABLE_PCS || table == SPE_TABLE_FUNCTIONS;
  const size_t shown = limited && top < count ? top : count;
  if (rows != NULL && count > 0) {
    (void)fprintf(out, "\n%s", titles[table]);
    if (shown < count) {
      (void)fprintf(out, " (%zu of %zu)", shown, count);
    }
    (void)fputs("\n", out);
  }
  for (size_t i = 0; rows != NULL && i < shown; i++) {
    (void)fprintf(out, "  %9" PRIu64 " %5.1f %%  ", rows[i].count, percent(rows[i].count, stats->records));
    if (table == SPE_TABLE_PCS) {
      (void)fprintf(out, "0x%" PRIx64 "%s", rows[i].value, rows[i].label[0] != '\0' ? "  " : "");
    }
    (void)fprintf(out, "%s\n", rows[i].label);
  }
  free(rows);
  return rows != NULL;
}

bool spe_stats_print_text(FILE *out, const struct spe_stats *stats, const struct spe_symbols *symbols,
                          size_t top)
{
  static const char *const names[SPE_LATENCIES] = {"total", "issue", "translation", "alternate issue"};
  bool good = true;
  print_stream(out, stats);
  for (unsigned i = 0; i < SPE_LATENCIES; i++) {
    const struct spe_summary summary = spe_stats_summary(stats, (enum spe_latency)i);
    // Few units have an alternate clock.
    if (summary.records != 0 || i != SPE_LATENCY_ALTERNATE_ISSUE) {
      print_latency(out, names[i], &summary);
    }
  }
  for (unsigned i = 0; i < SPE_TABLES; i++) {
    good = print_table(out, stats, (enum spe_table)i, symbols, top) && good;
  }
  return good;
}
