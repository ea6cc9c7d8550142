// SPDX-License-Identifier: Apache-2.0
//
// Counting. What the counts are printed as is in spe_stats_rows.c, spe_stats_text.c and spe_stats_json.c.
#include "perf/spe_stats.h"

#include "perf/spe_filter.h"

static bool has(const struct spe_record *record, enum spe_field field)
{
  return (record->have >> field & 1) != 0;
}

// Counts a field's value, if the record has the field.
static bool add(struct pc_histogram *histogram, const struct spe_record *record, enum spe_field field)
{
  return !has(record, field) || pc_histogram_add(histogram, spe_field_value(field, &record->packet[field]));
}

static void add_events(struct spe_stats *stats, const struct spe_record *record)
{
  if (!has(record, SPE_FIELD_EVENTS)) {
    return;
  }
  stats->with_events++;
  for (unsigned bit = 0; bit < 64; bit++) {
    stats->event[bit] += record->packet[SPE_FIELD_EVENTS].value >> bit & 1U;
  }
}

static void add_time(struct spe_stats *stats, const struct spe_record *record)
{
  if (!has(record, SPE_FIELD_TIMESTAMP)) {
    return;
  }
  const uint64_t time = record->packet[SPE_FIELD_TIMESTAMP].value;
  if (stats->timed == 0 || time < stats->first_time) {
    stats->first_time = time;
  }
  if (stats->timed == 0 || time > stats->last_time) {
    stats->last_time = time;
  }
  stats->timed++;
}

bool spe_stats_add(struct spe_stats *stats, const struct spe_record *record, size_t size)
{
  stats->records++;
  stats->bytes += size - record->padding;
  add_events(stats, record);
  add_time(stats, record);
  bool good = add(&stats->latency[SPE_LATENCY_TOTAL], record, SPE_FIELD_TOTAL) &&
              add(&stats->latency[SPE_LATENCY_ISSUE], record, SPE_FIELD_ISSUE) &&
              add(&stats->latency[SPE_LATENCY_TRANSLATION], record, SPE_FIELD_TRANSLATION) &&
              add(&stats->latency[SPE_LATENCY_ALTERNATE_ISSUE], record, SPE_FIELD_ALTERNATE_ISSUE) &&
              add(&stats->count[SPE_COUNT_PC], record, SPE_FIELD_PC) &&
              add(&stats->count[SPE_COUNT_SOURCE], record, SPE_FIELD_SOURCE) &&
              add(&stats->count[SPE_COUNT_CONTEXT_EL1], record, SPE_FIELD_CONTEXT_EL1) &&
              add(&stats->count[SPE_COUNT_CONTEXT_EL2], record, SPE_FIELD_CONTEXT_EL2);
  if (good && has(record, SPE_FIELD_OPERATION)) {  // subclass, then class
    const struct spu_packet *packet = &record->packet[SPE_FIELD_OPERATION];
    good = pc_histogram_add(&stats->count[SPE_COUNT_OPERATION], packet->value << 2 | packet->index);
  }
  if (good && has(record, SPE_FIELD_PC)) {  // NS, EL, NSE: bits 63 to 60
    good = pc_histogram_add(&stats->count[SPE_COUNT_LEVEL], record->packet[SPE_FIELD_PC].value >> 60);
  }
  return good;
}

void spe_stats_finish(struct spe_stats *stats)
{
  for (unsigned i = 0; i < SPE_LATENCIES; i++) {
    pc_histogram_sort(&stats->latency[i]);
  }
  for (unsigned i = 0; i < SPE_COUNTS; i++) {
    pc_histogram_sort(&stats->count[i]);
  }
}

void spe_stats_free(struct spe_stats *stats)
{
  for (unsigned i = 0; i < SPE_LATENCIES; i++) {
    pc_histogram_free(&stats->latency[i]);
  }
  for (unsigned i = 0; i < SPE_COUNTS; i++) {
    pc_histogram_free(&stats->count[i]);
  }
}

uint64_t spe_bucket_low(unsigned bucket)
{
  return bucket == 0 ? 0 : UINT64_C(1) << (bucket - 1);
}

uint64_t spe_bucket_high(unsigned bucket)
{
  return (UINT64_C(1) << bucket) - 1;
}

// The smallest number that `percent` of the records do not exceed; the histogram is sorted and not empty.
static uint64_t percentile(const struct pc_histogram *histogram, uint64_t records, uint64_t percent)
{
  // Rounded up without multiplying what may be large.
  const uint64_t wanted = records / 100 * percent + (records % 100 * percent + 99) / 100;
  uint64_t seen = 0;
  size_t i = 0;
  while ((seen += histogram->entries[i].count) < wanted) {
    i++;
  }
  return histogram->entries[i].pc;
}

struct spe_summary spe_stats_summary(const struct spe_stats *stats, enum spe_latency latency)
{
  const struct pc_histogram *histogram = &stats->latency[latency];
  struct spe_summary summary = {0};
  for (size_t i = 0; i < histogram->used; i++) {
    unsigned bucket = 0;
    while (spe_bucket_high(bucket) < histogram->entries[i].pc) {
      bucket++;
    }
    summary.bucket[bucket] += histogram->entries[i].count;
    summary.records += histogram->entries[i].count;
  }
  if (summary.records != 0) {
    summary.min = histogram->entries[0].pc;
    summary.median = percentile(histogram, summary.records, 50);
    summary.p90 = percentile(histogram, summary.records, 90);
    summary.p99 = percentile(histogram, summary.records, 99);
    summary.max = histogram->entries[histogram->used - 1].pc;
  }
  return summary;
}
