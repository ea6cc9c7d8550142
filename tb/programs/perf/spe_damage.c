// SPDX-License-Identifier: Apache-2.0
#include "programs/perf/spe_damage.h"

void spe_damage_text(const struct spe_extent *extent, char *text, size_t size)
{
  (void)snprintf(text, size, "offset 0x%zx of the SPE data: %s, in the record at 0x%zx", extent->end,
                 extent->status == SPU_DECODE_END_OF_DATA ? "no End or Timestamp packet"
                                                          : spu_decode_message(extent->status),
                 extent->start);
}

// Prints the packet in which the stream ends: the bytes of its header, and its full length (D18.1.1).
static void print_truncated(FILE *out, const uint8_t *data, size_t left)
{
  const size_t header = (data[0] & 0xE0U) == 0x20 ? 2 : 1;
  if (left < header) {
    (void)fprintf(out, "expected: the second byte of the extended header 0x%02x\n", (unsigned)data[0]);
    return;
  }
  const unsigned payload = 1U << (data[header - 1] >> 4 & 3U);
  (void)fprintf(out, "expected: %u payload bytes after the header 0x", payload);
  for (size_t i = 0; i < header; i++) {
    (void)fprintf(out, "%02x", data[i]);
  }
  (void)fprintf(out, "; there are %zu\n", left - header);
}

void spe_damage_print(FILE *out, const uint8_t *data, size_t size, const struct spe_extent *extent)
{
  enum { BEFORE = 8, AFTER = 8 };
  const size_t at = extent->end;
  const size_t first = at > BEFORE ? at - BEFORE : 0;
  const size_t last = size - at > AFTER ? at + AFTER : size;
  const int margin = fprintf(out, "  %08zx: ", first);
  for (size_t i = first; i < last; i++) {
    (void)fprintf(out, " %02x", data[i]);
  }
  (void)fprintf(out, "\n%*s^^ ", margin + 1 + 3 * (int)(at - first), "");
  switch (extent->status) {
  case SPU_DECODE_TRUNCATED:
    print_truncated(out, data + at, size - at);
    break;
  case SPU_DECODE_BAD_HEADER:
    (void)fprintf(out, "expected: after 0x%02x, the first byte of an extended header, none of 0x20 to 0x3f\n",
                  data[at]);
    break;
  default:
    (void)fputs("expected: more packets, up to End (0x01) or Timestamp (0x71)\n", out);
    break;
  }
}

// The fields of the packets at data[0..left), up to an End or Timestamp packet; 0 if a packet has no defined meaning, a
// field appears twice, the first packet is padding, or there is no end. *size: bytes up to there.
static uint32_t fields(const uint8_t *data, size_t left, size_t *size)
{
  // Longer than any record without duplicate fields, with padding; bounds the cost of a long run of padding.
  enum { LONGEST = 256 };
  const size_t most = left < LONGEST ? left : LONGEST;
  uint32_t have = 0;
  struct spu_packet packet = {.type = SPU_PACKET_PADDING};
  size_t used = 0;
  *size = 0;
  while (data[0] != 0 && packet.type != SPU_PACKET_END && packet.type != SPU_PACKET_TIMESTAMP) {
    if (spu_decode_packet(data + *size, most - *size, &packet, &used) != SPU_DECODE_OK) {
      return 0;
    }
    const enum spe_field field = spe_packet_field(&packet);
    if (field != SPE_FIELD_COUNT && (have >> field & 1) == 0) {
      have |= UINT32_C(1) << field;
    } else if (packet.type != SPU_PACKET_END && packet.type != SPU_PACKET_PADDING) {
      return 0;
    }
    *size += used;
  }
  return have;
}

size_t spe_damage_end(const uint8_t *data, size_t size, const struct spe_extent *extent)
{
  size_t at = extent->end;
  size_t step = 1;
  while (at < size && size - at > step) {
    at += step;
    const uint32_t have = fields(data + at, size - at, &step);
    if ((have >> SPE_FIELD_PC & 1) != 0) {
      return at;
    }
    step = have != 0 ? step : 1;  // without a PC it is the rest of a damaged record
  }
  return size;
}
