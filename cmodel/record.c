// SPDX-License-Identifier: Apache-2.0
//
// Requirements F: packets to bytes (Arm ARM D18; J1 SPEConstructRecord): contexts, counters, addresses, data source,
// operation type, events, then the timestamp or an End packet, then padding to PMBIDR_EL1.Align.
#include <string.h>

#include "spu_internal.h"

static void SPEEmptyRecord(struct spu_record *record)
{
  record->size = 0;
  record->overflow = false;
  memset(record->data, 0, sizeof record->data);
}

static void SPEAddByteToRecord(struct spu_record *record, uint8_t byte)
{
  if (record->size >= sizeof record->data) {
    record->overflow = true;
    return;
  }
  record->data[record->size++] = byte;
}

// `bytes` is 1, 2, 4 or 8: the number of payload bytes; SZ is its logarithm.
static void SPEAddPacketToRecord(struct spu_record *record, uint32_t header_hi, uint32_t header_lo,
                                 uint64_t payload, uint32_t bytes)
{
  const uint32_t sz = bytes == 8 ? 3 : bytes / 2;
  SPEAddByteToRecord(record, (uint8_t)(header_hi << 6 | sz << 4 | header_lo));
  for (uint32_t i = 0; i < bytes; i++) {
    SPEAddByteToRecord(record, (uint8_t)(payload >> (8 * i)));
  }
}

// Header of an Address or Counter packet: `group` is bit 3 of the short header; an index of 8 and above needs
// the extended format.
static void add_indexed_packet(struct spu_record *record, uint32_t group, uint32_t index, uint64_t payload,
                               uint32_t bytes)
{
  if (index >= 8) {
    SPEAddByteToRecord(record, (uint8_t)(0x20U | index >> 3));
  }
  SPEAddPacketToRecord(record, 2, group << 3 | (index & 7U), payload, bytes);
}

// The record of a finished sample. record->overflow is set if it does not fit SPU_MAX_RECORD bytes.
void SPEConstructRecord(const struct spu *spu, const struct spu_sample *sample, struct spu_record *record)
{
  SPEEmptyRecord(record);
  if (sample->context_el1_valid) {
    SPEAddPacketToRecord(record, 1, 0x4, sample->context_el1, 4);
  }
  if (sample->context_el2_valid) {
    SPEAddPacketToRecord(record, 1, 0x5, sample->context_el2, 4);
  }
  for (uint32_t index = 0; index < SPEMaxCounters; index++) {
    if ((sample->counter_valid >> index & 1U) != 0) {
      const uint32_t count = sample->counter[index];
      add_indexed_packet(record, 1, index, count > spu->counter_max ? spu->counter_max : count, 2);
    }
  }
  for (uint32_t index = 0; index < SPEMaxAddrs; index++) {
    if ((sample->address_valid >> index & 1U) != 0) {
      add_indexed_packet(record, 0, index, sample->address[index], 8);
    }
  }
  if (sample->data_source_valid) {
    SPEAddPacketToRecord(record, 1, 0x3, sample->data_source, spu->config.source_bytes);
  }
  SPEAddPacketToRecord(record, 1, 0x8U | sample->op_class, sample->op_subclass, 1);
  SPEAddPacketToRecord(record, 1, 0x2, sample->events, spu->config.events_bytes);
  if (sample->timestamp_valid) {
    SPEAddPacketToRecord(record, 1, 0x1, sample->timestamp, 8);
  } else {
    SPEAddByteToRecord(record, 0x01);
  }
  const uint32_t align = 1U << spu->config.record_align;
  while (record->size % align != 0 && !record->overflow) {
    SPEAddByteToRecord(record, 0x00);
  }
}
