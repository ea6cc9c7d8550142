// SPDX-License-Identifier: Apache-2.0
//
// Feeds arbitrary bytes, as a Profiling Buffer, to the decoder, the splitter into records, and all of spe-dump.
#include "programs/test/fuzz/fuzz.h"

#include "programs/perf/spe_bolt.h"
#include "programs/perf/spe_damage.h"
#include "programs/perf/spe_print.h"

#include <string.h>

// Receives output that only needs to be printed without an error.
static FILE *nowhere(void)
{
  static FILE *file;
  if (file == NULL) {
    file = fopen("/dev/null", "w");
    ALWAYS(file != NULL);
  }
  return file;
}

// Memory of the exact size, so that a sanitizer detects an access to the byte after it.
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

// A record decodes alike without the stream around it.
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

static void take_record(const uint8_t *data, const struct spe_extent *extent, bool print, size_t number)
{
  const struct spe_record record = spe_gather(data + extent->start, extent->end - extent->start);
  check_alone(data, extent);
  if (print) {
    spe_print_json(nowhere(), data, extent);
    spe_print_csv(nowhere(), data, extent);
    struct spe_bolt bolt = {.bias = number};
    ALWAYS(spe_bolt_add(&bolt, &record) && bolt.count <= 2);
    spe_bolt_print(nowhere(), &bolt);
    spe_bolt_free(&bolt);
  }
}

// After damage, the next record is at the reported offset.
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
  // Printing a record takes longer than finding it: only inputs of some lengths are printed.
  const bool print = size % 2 == 0;
  struct spe_extent extent;
  size_t number = 0;
  check_packets(data, size);
  if (print) {
    spe_print_text(nowhere(), data, 0, size);
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
    take_record(data, &extent, print, number);
    at = extent.end;
  }
  return 0;
}
