// SPDX-License-Identifier: Apache-2.0
//
// Feeds arbitrary bytes, as a Profiling Buffer, to the decoder, the splitter into records, and all of spe-dump.
#include "test/fuzz/fuzz.h"

#include "perf/spe_bolt.h"
#include "perf/spe_damage.h"
#include "perf/spe_filter.h"
#include "perf/spe_print.h"
#include "perf/spe_stats.h"

#include <string.h>

enum {
  FILTERED = 4  // records of an input that are filtered, which takes long
};

// Where everything is printed that is only to be printed safely.
static FILE *nowhere(void)
{
  static FILE *file;
  if (file == NULL) {
    file = fopen("/dev/null", "w");
    ALWAYS(file != NULL);
  }
  return file;
}

// Memory of exactly the size asked for, so that a sanitizer sees an access to the byte after it.
static void check_text(const struct spu_packet *packet)
{
  char whole[SPU_PACKET_TEXT];
  const size_t length = spu_packet_text(packet, whole, sizeof whole);
  ALWAYS(length < sizeof whole && strlen(whole) == length);
  ALWAYS(spu_packet_text(packet, NULL, 0) == length);
  char *text = malloc(length);
  ALWAYS(text != NULL && spu_packet_text(packet, text, length) == length);
  ALWAYS(memcmp(text, whole, length - 1) == 0 && text[length - 1] == '\0');
  free(text);
  ALWAYS(spu_packet_function(packet) != NULL);
}

static void check_packets(const uint8_t *data, size_t size)
{
  size_t at = 0;
  while (true) {
    struct spu_packet packet;
    size_t used = SIZE_MAX;
    const enum spu_decode_status status = spu_decode_packet(data + at, size - at, &packet, &used);
    ALWAYS(spu_decode_message(status) != NULL);
    ALWAYS((status == SPU_DECODE_END_OF_DATA) == (at == size));
    if (status != SPU_DECODE_OK) {
      ALWAYS(used == 0);
      return;
    }
    ALWAYS(used > 0 && used <= size - at);
    ALWAYS(packet.type == SPU_PACKET_PADDING ? packet.value == used
                                             : used == (size_t)packet.header_bytes + packet.payload_bytes);
    check_text(&packet);
    at += used;
  }
}

// A record is the same without the stream around it.
static void check_alone(const uint8_t *data, const struct spe_extent *extent)
{
  const size_t size = extent->end - extent->start;
  uint8_t *alone = malloc(size);
  struct spe_extent again;
  ALWAYS(alone != NULL);
  memcpy(alone, data + extent->start, size);
  ALWAYS(spe_next_record(alone, size, 0, &again) == SPE_NEXT_RECORD && again.start == 0 && again.end == size);
  ALWAYS(spe_next_record(alone, size, size, &again) == SPE_NEXT_END);
  ALWAYS(spe_next_record(alone, size - 1, 0, &again) != SPE_NEXT_RECORD);
  free(alone);
}

// A record meets the conditions made out of what it says, and not their opposites.
static void check_filter(const struct spe_record *record)
{
  struct spe_filter filter = {.words = 0};
  struct tb_error error = {""};
  ALWAYS(spe_filter_takes(&filter, record));
  for (unsigned i = 0; i < SPE_FIELD_COUNT; i++) {
    const uint64_t value = spe_field_value((enum spe_field)i, &record->packet[i]);
    struct spe_filter other = {.words = 0};
    const bool has = (record->have >> i & 1) != 0;
    ALWAYS(spe_filter_range(&other.field[i], value + 1, UINT64_MAX, &error));
    ALWAYS(spe_filter_takes(&other, record) == (has && value == UINT64_MAX));
    ALWAYS(spe_filter_range(&other.field[i], 0, value, &error));
    ALWAYS(spe_filter_takes(&other, record) == has);
    ALWAYS(!has || spe_filter_range(&filter.field[i], value, value, &error));
  }
  if ((record->have >> SPE_FIELD_EVENTS & 1) != 0) {
    struct spe_filter none = {.no_events = record->packet[SPE_FIELD_EVENTS].value};
    ALWAYS(spe_filter_takes(&none, record) == (none.no_events == 0));
    filter.events = none.no_events;
    filter.no_events = ~none.no_events;
  }
  if ((record->have >> SPE_FIELD_PC & 1) != 0) {
    filter.levels = (uint8_t)(1U << (record->packet[SPE_FIELD_PC].value >> 61 & 3U));
    struct spe_filter other = {.levels = (uint8_t)(0xFU ^ filter.levels)};
    ALWAYS(!spe_filter_takes(&other, record));
  }
  ALWAYS(spe_filter_takes(&filter, record));
}

static void check_stats(struct spe_stats *stats)
{
  spe_stats_finish(stats);
  for (unsigned i = 0; i < SPE_LATENCIES; i++) {
    const struct spe_summary summary = spe_stats_summary(stats, (enum spe_latency)i);
    uint64_t sum = 0;
    for (unsigned bucket = 0; bucket < SPE_BUCKETS; bucket++) {
      sum += summary.bucket[bucket];
    }
    ALWAYS(sum == summary.records && sum <= stats->records);
    ALWAYS(summary.min <= summary.median && summary.median <= summary.p90 && summary.p90 <= summary.p99 &&
           summary.p99 <= summary.max && summary.max <= 0xFFFF);
  }
  for (unsigned i = 0; i < SPE_TABLES; i++) {
    size_t count = 0;
    struct spe_row *rows = spe_stats_rows(stats, (enum spe_table)i, NULL, &count);
    uint64_t sum = 0;
    ALWAYS(rows != NULL);
    for (size_t row = 0; row < count; row++) {
      ALWAYS(rows[row].count > 0 && (row == 0 || rows[row].count <= rows[row - 1].count));
      ALWAYS(strlen(rows[row].label) < sizeof rows[row].label);
      sum += rows[row].count;
    }
    ALWAYS(i == SPE_TABLE_EVENTS || sum <= stats->records);
    free(rows);
  }
  ALWAYS(spe_stats_print_text(nowhere(), stats, NULL, 10) &&
         spe_stats_print_json(nowhere(), stats, NULL, 10));
}

// Processing a record takes longer than finding it, so the length of an input selects one third of the processing.
enum part { PART_FILTER, PART_PRINT, PART_STATS, PARTS };

static void take_record(const uint8_t *data, const struct spe_extent *extent, enum part part, size_t number,
                        struct spe_stats *stats)
{
  const struct spe_record record = spe_gather(data + extent->start, extent->end - extent->start);
  check_alone(data, extent);
  if (part == PART_STATS) {
    ALWAYS(spe_stats_add(stats, &record, extent->end - extent->start));
  } else if (part == PART_PRINT) {
    spe_print_json(nowhere(), data, extent, NULL);
    spe_print_csv(nowhere(), data, extent, NULL);
    struct spe_bolt bolt = {.bias = number};
    ALWAYS(spe_bolt_add(&bolt, &record) && bolt.count <= 2);
    spe_bolt_print(nowhere(), &bolt);
    spe_bolt_free(&bolt);
  } else if (number < FILTERED) {
    check_filter(&record);
  }
}

// After damage, the next record is where it is said to be.
static size_t after_damage(const uint8_t *data, size_t size, const struct spe_extent *extent)
{
  char text[SPU_PACKET_TEXT];
  struct spe_extent next;
  ALWAYS(extent->status != SPU_DECODE_OK);
  spe_damage_text(extent, text, sizeof text);
  spe_damage_print(nowhere(), data, size, extent);
  const size_t at = spe_damage_end(data, size, extent);
  ALWAYS(at > extent->end || at == size);
  ALWAYS(at == size || (spe_next_record(data, size, at, &next) == SPE_NEXT_RECORD && next.start == at));
  return at;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const enum part part = (enum part)(size % PARTS);
  struct spe_stats stats = {.records = 0};
  struct spe_extent extent;
  size_t number = 0;
  check_packets(data, size);
  if (part == PART_PRINT) {
    spe_print_text(nowhere(), data, 0, size, NULL);
  }
  for (size_t at = 0; true; number++) {
    const enum spe_next next = spe_next_record(data, size, at, &extent);
    ALWAYS(extent.start >= at && extent.end >= extent.start && extent.end <= size);
    if (next == SPE_NEXT_END) {
      ALWAYS(extent.start == size);
      break;
    }
    if (next == SPE_NEXT_UNFINISHED) {
      at = after_damage(data, size, &extent);
      continue;
    }
    ALWAYS(extent.end > extent.start);
    take_record(data, &extent, part, number, &stats);
    at = extent.end;
  }
  if (part == PART_STATS) {
    check_stats(&stats);
    spe_stats_free(&stats);
  }
  return 0;
}
