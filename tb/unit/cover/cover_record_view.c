// SPDX-License-Identifier: Apache-2.0
#include "unit/cover/cover_record_view.h"

#include "spu.h"

enum { OP_LOAD_STORE = 1, OP_BRANCH = 2 };

static enum cover_class load_store(uint8_t type)
{
  switch (type & 0xFEU) {
  case 0x00:
    return COVER_CLASS_GENERAL;
  case 0x04:
    return COVER_CLASS_SIMD_FP;
  case 0x10:
    return COVER_CLASS_UNSPECIFIED;
  case 0x14:
    return COVER_CLASS_TAG;
  case 0x20:
    return COVER_CLASS_MEM_COPY;
  case 0x24:
    return COVER_CLASS_MEM_SET;
  case 0x30:
    return COVER_CLASS_NV2;
  case 0x40:
  case 0x44:
    return COVER_CLASS_GCS;
  default:
    return (type & 0xE2U) == 0x02 ? COVER_CLASS_EXTENDED : COVER_CLASS_SVE_ACCESS;
  }
}

static void read_type(const struct spu_packet *packet, struct cover_record_view *view)
{
  const uint8_t type = (uint8_t)packet->value;
  if (packet->index == OP_LOAD_STORE) {
    view->class = load_store(type);
    view->access = true;
    view->store = (type & 1U) != 0;
  } else if (packet->index == OP_BRANCH) {
    view->branch = true;
    view->access = (type & 4U) != 0;
    view->class = view->access ? COVER_CLASS_BRANCH_GCS : COVER_CLASS_OTHER;
    view->store = view->access && (type & 0x18U) == 0x08;  // a call
  }
}

bool cover_record_read(const uint8_t *data, size_t size, struct cover_record_view *view)
{
  struct spu_packet packet;
  size_t used = 0;
  bool typed = false;
  *view = (struct cover_record_view){.class = COVER_CLASS_OTHER};
  for (size_t at = 0; at < size; at += used) {
    if (spu_decode_packet(data + at, size - at, &packet, &used) != SPU_DECODE_OK) {
      return false;
    }
    switch (packet.type) {
    case SPU_PACKET_ADDRESS:
      if (packet.index >= COVER_ADDRESSES) {
        return false;
      }
      view->has_address[packet.index] = true;
      view->address[packet.index] = packet.value;
      break;
    case SPU_PACKET_COUNTER:
      if (packet.index >= COVER_COUNTERS || packet.index == 3 || packet.index == 5) {
        return false;
      }
      view->has_counter[packet.index] = true;
      view->counter[packet.index] = packet.value;
      break;
    case SPU_PACKET_EVENTS:
      view->events = packet.value;
      break;
    case SPU_PACKET_DATA_SOURCE:
      view->has_source = true;
      view->source = (uint16_t)packet.value;
      break;
    case SPU_PACKET_OP_TYPE:
      read_type(&packet, view);
      typed = true;
      break;
    default:
      break;
    }
  }
  return typed;
}
