// SPDX-License-Identifier: Apache-2.0
//
// Statistics of records: counts first, then tables that the text and the JSON form print.
#ifndef TB_PERF_SPE_STATS_H
#define TB_PERF_SPE_STATS_H

#include "perf/spe_record.h"
#include "perf/spe_symbols.h"
#include "workload/pc_histogram.h"

#include <stdio.h>

enum spe_latency {
  SPE_LATENCY_TOTAL,
  SPE_LATENCY_ISSUE,
  SPE_LATENCY_TRANSLATION,
  SPE_LATENCY_ALTERNATE_ISSUE,  // in cycles of the alternate clock
  SPE_LATENCIES
};

// What is counted by value.
enum spe_count {
  SPE_COUNT_PC,
  SPE_COUNT_OPERATION,
  SPE_COUNT_SOURCE,
  SPE_COUNT_CONTEXT_EL1,
  SPE_COUNT_CONTEXT_EL2,
  SPE_COUNT_LEVEL,
  SPE_COUNTS
};

// Start with all fields zero.
struct spe_stats {
  // Of the stream. The reader of the stream counts these.
  uint64_t stream_bytes;
  uint64_t stream_records;
  uint64_t stream_record_bytes;
  uint64_t padding_bytes;
  uint64_t skipped_bytes;  // no records, or parts of one
  // Of the chosen records.
  uint64_t records;
  uint64_t bytes;
  uint64_t timed;  // with a timestamp
  uint64_t first_time;
  uint64_t last_time;
  uint64_t event[64];
  uint64_t with_events;
  struct pc_histogram latency[SPE_LATENCIES];  // how often each number of cycles
  struct pc_histogram count[SPE_COUNTS];
};

// Counts one chosen record of `size` bytes, of which padding is not counted. False if memory ran out.
bool spe_stats_add(struct spe_stats *stats, const struct spe_record *record, size_t size);

// Makes the counts ready for what follows; nothing can be added afterwards.
void spe_stats_finish(struct spe_stats *stats);
void spe_stats_free(struct spe_stats *stats);

enum { SPE_BUCKETS = 17 };  // 0; 1; 2 and 3; 4 to 7; ... 32768 to 65535

struct spe_summary {  // of one latency, in cycles; all zero if no record has it
  uint64_t records;
  uint64_t min;
  uint64_t median;  // percentiles: the smallest number that this share of the records does not exceed
  uint64_t p90;
  uint64_t p99;
  uint64_t max;
  uint64_t bucket[SPE_BUCKETS];
};
struct spe_summary spe_stats_summary(const struct spe_stats *stats, enum spe_latency latency);

// The first and the last number of a bucket.
uint64_t spe_bucket_low(unsigned bucket);
uint64_t spe_bucket_high(unsigned bucket);

enum spe_table {
  SPE_TABLE_EVENTS,
  SPE_TABLE_OPERATIONS,
  SPE_TABLE_SOURCES,
  SPE_TABLE_CONTEXTS_EL1,
  SPE_TABLE_CONTEXTS_EL2,
  SPE_TABLE_LEVELS,
  SPE_TABLE_PCS,
  SPE_TABLE_FUNCTIONS,  // empty without symbols
  SPE_TABLES
};

struct spe_row {
  char label[160];  // printable ASCII
  uint64_t value;   // event number, source, context, PC; of a function: its first address
  uint64_t count;   // records
};

// The rows of a table in malloc'ed memory that the caller frees, most records first. `symbols` may be null. Null
// if memory ran out; a table without rows has memory, too.
struct spe_row *spe_stats_rows(const struct spe_stats *stats, enum spe_table table,
                               const struct spe_symbols *symbols, size_t *count);

// Print the whole: text, or one JSON object. `top`: rows of the PC and function tables. False if memory ran out.
bool spe_stats_print_text(FILE *out, const struct spe_stats *stats, const struct spe_symbols *symbols,
                          size_t top);
bool spe_stats_print_json(FILE *out, const struct spe_stats *stats, const struct spe_symbols *symbols,
                          size_t top);

#endif  // TB_PERF_SPE_STATS_H
