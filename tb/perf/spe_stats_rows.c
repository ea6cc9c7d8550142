// SPDX-License-Identifier: Apache-2.0
//
// From counts to the rows of tables: what a value is called, and which come first.
#include "perf/spe_filter.h"
#include "perf/spe_stats.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct spe_row *event_rows(const struct spe_stats *stats, size_t *count)
{
  struct spe_row *rows = calloc(64, sizeof *rows);
  *count = 0;
  for (unsigned bit = 0; rows != NULL && bit < 64; bit++) {
    if (stats->event[bit] != 0) {
      struct spe_row *row = &rows[(*count)++];
      *row = (struct spe_row){.value = bit, .count = stats->event[bit]};
      spe_event_name(bit, row->label, sizeof row->label);
    }
  }
  return rows;
}

static void operation_label(struct spe_row *row)
{
  const struct spu_packet packet = {
      .type = SPU_PACKET_OP_TYPE, .index = (uint8_t)(row->value & 3U), .value = row->value >> 2};
  (void)spu_packet_text(&packet, row->label, sizeof row->label);
}

// The value is NS, EL (2 bits), NSE.
static void level_label(struct spe_row *row)
{
  static const char *const states[] = {"Secure", "Non-secure", "reserved", "Realm"};  // NSE, NS
  const unsigned level = (unsigned)(row->value >> 1 & 3U);
  (void)snprintf(row->label, sizeof row->label, "el%u %s", level,
                 states[(row->value & 1U) << 1 | (row->value >> 3 & 1U)]);
}

static void label(struct spe_row *row, enum spe_table table, const struct spe_symbols *symbols)
{
  const struct function *function = NULL;
  switch (table) {
  case SPE_TABLE_OPERATIONS:
    operation_label(row);
    break;
  case SPE_TABLE_LEVELS:
    level_label(row);
    break;
  case SPE_TABLE_FUNCTIONS:
    function = spe_symbols_find(symbols, row->value);
    row->value = function->start;
    spe_symbols_name(function, NULL, row->label, sizeof row->label);
    break;
  case SPE_TABLE_PCS:
    if (symbols != NULL) {
      spe_symbols_name(spe_symbols_find(symbols, row->value), &row->value, row->label, sizeof row->label);
    }
    break;
  default:
    (void)snprintf(row->label, sizeof row->label, "0x%" PRIx64, row->value);
    break;
  }
}

static int by_label(const void *left, const void *right)
{
  const struct spe_row *a = left;
  const struct spe_row *b = right;
  const int order = strcmp(a->label, b->label);
  return order != 0 ? order : (a->value > b->value) - (a->value < b->value);
}

static int by_count(const void *left, const void *right)
{
  const struct spe_row *a = left;
  const struct spe_row *b = right;
  return a->count != b->count ? (a->count < b->count) - (a->count > b->count)
                              : (a->value > b->value) - (a->value < b->value);
}

// Merges rows with the same label; if `by_value`, only those that also have the same value (functions).
static size_t merge(struct spe_row *rows, size_t count, bool by_value)
{
  size_t used = 0;
  qsort(rows, count, sizeof *rows, by_label);
  for (size_t i = 0; i < count; i++) {
    if (used > 0 && strcmp(rows[used - 1].label, rows[i].label) == 0 &&
        (!by_value || rows[used - 1].value == rows[i].value)) {
      rows[used - 1].count += rows[i].count;
    } else {
      rows[used++] = rows[i];
    }
  }
  return used;
}

struct spe_row *spe_stats_rows(const struct spe_stats *stats, enum spe_table table,
                               const struct spe_symbols *symbols, size_t *count)
{
  static const enum spe_count counts[SPE_TABLES] = {[SPE_TABLE_OPERATIONS] = SPE_COUNT_OPERATION,
                                                    [SPE_TABLE_SOURCES] = SPE_COUNT_SOURCE,
                                                    [SPE_TABLE_CONTEXTS_EL1] = SPE_COUNT_CONTEXT_EL1,
                                                    [SPE_TABLE_CONTEXTS_EL2] = SPE_COUNT_CONTEXT_EL2,
                                                    [SPE_TABLE_LEVELS] = SPE_COUNT_LEVEL,
                                                    [SPE_TABLE_PCS] = SPE_COUNT_PC,
                                                    [SPE_TABLE_FUNCTIONS] = SPE_COUNT_PC};
  struct spe_row *rows = NULL;
  if (table == SPE_TABLE_EVENTS) {
    rows = event_rows(stats, count);
  } else {
    const struct pc_histogram *histogram = &stats->count[counts[table]];
    *count = table == SPE_TABLE_FUNCTIONS && symbols == NULL ? 0 : histogram->used;
    rows = calloc(*count + 1, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < *count; i++) {
      rows[i] = (struct spe_row){.value = histogram->entries[i].pc, .count = histogram->entries[i].count};
      label(&rows[i], table, symbols);
    }
  }
  if (rows != NULL && *count > 0) {
    if (table == SPE_TABLE_OPERATIONS || table == SPE_TABLE_FUNCTIONS) {
      *count = merge(rows, *count, table == SPE_TABLE_FUNCTIONS);
    }
    qsort(rows, *count, sizeof *rows, by_count);
  }
  return rows;
}
