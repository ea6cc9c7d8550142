// SPDX-License-Identifier: Apache-2.0
#include "programs/perf/spe_record.h"

enum spe_next spe_next_record(const uint8_t *data, size_t size, size_t offset, struct spe_extent *extent)
{
  bool inside = false;
  *extent = (struct spe_extent){.start = offset, .end = offset};
  while (true) {
    struct spu_packet packet;
    size_t used = 0;
    extent->status = spu_decode_packet(data + extent->end, size - extent->end, &packet, &used);
    if (extent->status == SPU_DECODE_END_OF_DATA && !inside) {
      return SPE_NEXT_END;
    }
    if (extent->status != SPU_DECODE_OK) {
      return SPE_NEXT_UNFINISHED;
    }
    extent->end += used;
    if (packet.type == SPU_PACKET_END || packet.type == SPU_PACKET_TIMESTAMP) {
      return SPE_NEXT_RECORD;
    }
    if (packet.type == SPU_PACKET_PADDING && !inside) {
      extent->start = extent->end;
    } else {
      inside = true;
    }
  }
}

enum spe_field spe_packet_field(const struct spu_packet *packet)
{
  static const enum spe_field counters[] = {
      SPE_FIELD_TOTAL,           SPE_FIELD_ISSUE, SPE_FIELD_TRANSLATION, SPE_FIELD_COUNT,
      SPE_FIELD_ALTERNATE_ISSUE, SPE_FIELD_COUNT, SPE_FIELD_EXPOSED};
  static const enum spe_field addresses[] = {SPE_FIELD_PC, SPE_FIELD_TARGET, SPE_FIELD_VA, SPE_FIELD_PA,
                                             SPE_FIELD_PREVIOUS_TARGET};
  switch (packet->type) {
  case SPU_PACKET_CONTEXT:
    return packet->index == 0 ? SPE_FIELD_CONTEXT_EL1
                              : (packet->index == 1 ? SPE_FIELD_CONTEXT_EL2 : SPE_FIELD_COUNT);
  case SPU_PACKET_COUNTER:
    return packet->index < sizeof counters / sizeof counters[0] ? counters[packet->index] : SPE_FIELD_COUNT;
  case SPU_PACKET_ADDRESS:
    return packet->index < sizeof addresses / sizeof addresses[0] ? addresses[packet->index]
                                                                  : SPE_FIELD_COUNT;
  case SPU_PACKET_DATA_SOURCE:
    return SPE_FIELD_SOURCE;
  case SPU_PACKET_OP_TYPE:
    return SPE_FIELD_OPERATION;
  case SPU_PACKET_EVENTS:
    return SPE_FIELD_EVENTS;
  case SPU_PACKET_TIMESTAMP:
    return SPE_FIELD_TIMESTAMP;
  case SPU_PACKET_PADDING:
  case SPU_PACKET_END:
  case SPU_PACKET_UNKNOWN:
    break;
  }
  return SPE_FIELD_COUNT;
}

struct spe_record spe_gather(const uint8_t *data, size_t size)
{
  struct spe_record record = {0};
  struct spu_packet packet;
  size_t used = 0;
  for (size_t offset = 0; spu_decode_packet(data + offset, size - offset, &packet, &used) == SPU_DECODE_OK;
       offset += used) {
    const enum spe_field field = spe_packet_field(&packet);
    if (field != SPE_FIELD_COUNT && (record.have >> field & 1) == 0) {
      record.have |= UINT32_C(1) << field;
      record.packet[field] = packet;
    }
  }
  return record;
}
