// SPDX-License-Identifier: Apache-2.0
//
// Coverage of records (requirements F1, F2; Arm ARM D18), from the committed bytes alone: which packets are
// there and which are not, in which order, and how long a record and its padding are.
#include <string.h>

#include "cover/cover_block.h"
#include "cover/cover_record_bins.h"

enum { COVER_RECORD_BINS(COVER_BIN_ENUM) BIN_COUNT };
static const struct cover_bin bins[] = {COVER_RECORD_BINS(COVER_BIN_ROW)};

// ---------------------------------------------------------------------------------------------------------
// A record

// Packets that can be there once, as bits.
enum part {
  PART_CONTEXT1 = 1 << 0,
  PART_CONTEXT2 = 1 << 1,
  PART_TOTAL = 1 << 2,
  PART_ISSUE = 1 << 3,
  PART_TRANSLATION = 1 << 4,
  PART_PC = 1 << 5,
  PART_TARGET = 1 << 6,
  PART_VA = 1 << 7,
  PART_PA = 1 << 8,
  PART_PREVIOUS = 1 << 9,
  PART_SOURCE = 1 << 10,
  PART_OP_TYPE = 1 << 11,
  PART_EVENTS = 1 << 12,
  PART_TIMESTAMP = 1 << 13,
  PART_END = 1 << 14,
  PART_ALTERNATE = 1 << 15
};

struct record {
  uint32_t parts;
  uint32_t first;          // part
  uint32_t before_op;      // part before the operation type
  uint32_t before_source;  // and before the data source
  uint32_t length;         // without padding
  uint32_t padding;
  uint8_t op_class;
  uint8_t subclass;
  uint64_t events;
  uint64_t counter[3];
};

struct state {
  struct bounds bounds;
  uint32_t last_parts;
};
_Static_assert(sizeof(struct state) <= COVER_BLOCK_STATE, "state");

static uint32_t part_of(const struct spu_packet *packet)
{
  switch (packet->type) {
  case SPU_PACKET_CONTEXT:
    return packet->index == 0 ? PART_CONTEXT1 : PART_CONTEXT2;
  case SPU_PACKET_COUNTER:
    return packet->index == 4  ? PART_ALTERNATE
           : packet->index < 3 ? (uint32_t)PART_TOTAL << packet->index
                               : 0;
  case SPU_PACKET_ADDRESS:
    return packet->index < 5 ? (uint32_t)PART_PC << packet->index : 0;
  case SPU_PACKET_DATA_SOURCE:
    return PART_SOURCE;
  case SPU_PACKET_OP_TYPE:
    return PART_OP_TYPE;
  case SPU_PACKET_EVENTS:
    return PART_EVENTS;
  case SPU_PACKET_TIMESTAMP:
    return PART_TIMESTAMP;
  case SPU_PACKET_END:
    return PART_END;
  default:
    return 0;
  }
}

static void take_packet(struct record *record, const struct spu_packet *packet, uint32_t part)
{
  switch (part) {
  case PART_TOTAL:
  case PART_ISSUE:
  case PART_TRANSLATION:
    record->counter[packet->index] = packet->value;
    break;
  case PART_OP_TYPE:
    record->op_class = packet->index;
    record->subclass = (uint8_t)packet->value;
    break;
  case PART_EVENTS:
    record->events = packet->value;
    break;
  default:
    break;
  }
}

static struct record decode(const uint8_t *data, size_t size)
{
  struct record record = {0};
  struct spu_packet packet;
  size_t used = 0;
  uint32_t last = 0;
  for (size_t at = 0; spu_decode_packet(&data[at], size - at, &packet, &used) == SPU_DECODE_OK; at += used) {
    if (packet.type == SPU_PACKET_PADDING) {
      record.padding = (uint32_t)used;
      continue;
    }
    const uint32_t part = part_of(&packet);
    record.first = record.parts == 0 ? part : record.first;
    record.before_op = part == PART_OP_TYPE ? last : record.before_op;
    record.before_source = part == PART_SOURCE ? last : record.before_source;
    record.parts |= part;
    record.length = (uint32_t)(at + used);
    take_packet(&record, &packet, part);
    last = part;
  }
  return record;
}

static bool has(const struct record *record, uint32_t parts)
{
  return (record->parts & parts) == parts;
}

static void cover_length(const struct bounds *bounds, const struct record *record, uint32_t size,
                         uint64_t *hits)
{
  if (size % 8 == 0 && size >= 16 && size <= LONGEST) {
    hits[BIN_size_16 + size / 8 - 2]++;
  }
  HIT_IF(shortest_record, record->length == bounds->shortest);
  HIT_IF(longest_record, record->length == bounds->longest);
  HIT_IF(no_padding, record->padding == 0);
  HIT_IF(padding_of_one_byte, record->padding == 1);
  HIT_IF(least_padding, bounds->most_padding != 0 && record->padding == bounds->least_padding);
  HIT_IF(most_padding, bounds->most_padding != 0 && record->padding == bounds->most_padding);
}

static void cover_contexts_and_counters(const struct spu_config *config, const struct record *record,
                                        uint64_t *hits)
{
  const uint64_t largest = config->count_16bit ? 0xFFFF : 0xFFF;
  const uint32_t contexts = record->parts & (PART_CONTEXT1 | PART_CONTEXT2);
  HIT_IF(no_context, contexts == 0);
  HIT_IF(context_el1_alone, contexts == PART_CONTEXT1);
  HIT_IF(context_el2_alone, contexts == PART_CONTEXT2);
  HIT_IF(both_contexts, contexts == (PART_CONTEXT1 | PART_CONTEXT2));
  const uint32_t counters = record->parts & (PART_TOTAL | PART_ISSUE | PART_TRANSLATION);
  HIT_IF(total_latency_alone, counters == PART_TOTAL);
  HIT_IF(total_and_issue_latency, counters == (PART_TOTAL | PART_ISSUE));
  HIT_IF(three_latencies, counters == (PART_TOTAL | PART_ISSUE | PART_TRANSLATION));
  HIT_IF(four_latencies, has(record, PART_TOTAL | PART_ISSUE | PART_TRANSLATION | PART_ALTERNATE));
  HIT_IF(alternate_latency_without_translation,
         has(record, PART_ALTERNATE) && !has(record, PART_TRANSLATION));
  HIT_IF(latency_of_one_cycle, record->counter[0] == 1);
  HIT_IF(counter_saturated, record->counter[0] == largest);
  HIT_IF(counter_above_12_bits, record->counter[0] > 0xFFF);
  HIT_IF(translation_latency_zero, has(record, PART_TRANSLATION) && record->counter[2] == 0);
  HIT_IF(translation_latency_counted, record->counter[2] != 0);
}

static void cover_addresses(const struct record *record, uint64_t *hits)
{
  const uint32_t addresses = record->parts & (PART_PC | PART_TARGET | PART_VA | PART_PA | PART_PREVIOUS);
  const bool branch = record->op_class == 2;
  const bool access = record->op_class == 1;
  const bool squashed = (record->events & 3U) == 0;
  HIT_IF(pc_alone, addresses == PART_PC);
  HIT_IF(branch_with_target, branch && has(record, PART_TARGET));
  HIT_IF(branch_without_target, branch && !has(record, PART_TARGET));
  HIT_IF(va_with_pa, has(record, PART_VA | PART_PA));
  HIT_IF(va_without_pa, has(record, PART_VA) && !has(record, PART_PA));
  HIT_IF(access_without_address, access && !has(record, PART_VA));
  HIT_IF(previous_target_of_branch, has(record, PART_PREVIOUS | PART_TARGET));
  HIT_IF(previous_target_of_access, has(record, PART_PREVIOUS | PART_VA));
  HIT_IF(previous_target_of_other, addresses == (PART_PC | PART_PREVIOUS));
  HIT_IF(target_and_data_addresses, has(record, PART_TARGET | PART_VA | PART_PA));
  HIT_IF(data_source, has(record, PART_SOURCE));
  HIT_IF(branch_with_source, branch && has(record, PART_SOURCE));
  const bool load = access && (record->subclass & 1U) == 0;
  HIT_IF(load_without_source, load && !squashed && !has(record, PART_SOURCE));
  HIT_IF(store_never_has_source, access && !load && !has(record, PART_SOURCE));
}

static void cover_access_type(uint8_t subclass, uint64_t *hits)
{
  const bool store = (subclass & 1U) != 0;
  const unsigned format = subclass & 0xFEU;
  HIT_IF(load_general, format == 0x00 && !store);
  HIT_IF(store_general, format == 0x00 && store);
  HIT_IF(load_simd_fp, format == 0x04 && !store);
  HIT_IF(store_simd_fp, format == 0x04 && store);
  HIT_IF(extended_atomic, format == 0x06);
  HIT_IF(extended_exclusive, format == 0x0A);
  HIT_IF(extended_acquire_release, format == 0x12);
  HIT_IF(extended_several, (format & 0xE2U) == 0x02 && format != 0x06 && format != 0x0A && format != 0x12);
  HIT_IF(unspecified_access, format == 0x10);
  HIT_IF(tag_access, format == 0x14);
  HIT_IF(memory_copy, format == 0x20);
  HIT_IF(memory_set, format == 0x24);
  HIT_IF(nv2_access, format == 0x30);
  HIT_IF(gcs_access, (format & 0xFAU) == 0x40);
  HIT_IF(sve_access, (format & 0x0AU) == 0x08);
  HIT_IF(sve_gather_scatter, (format & 0x8AU) == 0x88);
}

static void cover_op_type(const struct spu_config *config, const struct record *record, uint64_t *hits)
{
  const uint8_t subclass = record->subclass;
  if (record->op_class == 1) {
    cover_access_type(subclass, hits);
  } else if (record->op_class == 2) {
    HIT_IF(branch_direct, (subclass & 3U) == 0);
    HIT_IF(branch_conditional, (subclass & 1U) != 0);
    HIT_IF(branch_indirect, (subclass & 2U) != 0);
    HIT_IF(branch_gcs, (subclass & 4U) != 0);
    HIT_IF(branch_call, config->have_crr && (subclass & 0x18U) == 0x08);
    HIT_IF(branch_return, config->have_crr && (subclass & 0x18U) == 0x10);
    HIT_IF(branch_neither, config->have_crr && (subclass & 0x18U) == 0x18);
  } else {
    const bool sve = (subclass & 0x89U) == 0x08;
    HIT_IF(other_sve, sve);
    HIT_IF(other, !sve && (subclass & 1U) == 0);
    HIT_IF(other_conditional, !sve && (subclass & 1U) != 0);
  }
}

static void cover_end(const struct spu_config *config, const struct record *record, uint64_t *hits)
{
  const unsigned ended = record->events & 3U;
  HIT_IF(retired, ended == 2);
  HIT_IF(excepted, ended == 3);
  HIT_IF(squashed, ended == 0);
  HIT_IF(no_event, record->events == 0);
  HIT_IF(no_previous_target, config->have_pbt && ended != 0 && !has(record, PART_PREVIOUS));
  HIT_IF(ends_with_timestamp, has(record, PART_TIMESTAMP));
  HIT_IF(ends_with_end, has(record, PART_END));
}

static void cover_order(const struct record *record, uint64_t *hits)
{
  HIT_IF(first_is_context_el1, record->first == PART_CONTEXT1);
  HIT_IF(first_is_context_el2, record->first == PART_CONTEXT2);
  HIT_IF(first_is_counter, record->first == PART_TOTAL);
  HIT_IF(op_type_after_pc, record->before_op == PART_PC);
  HIT_IF(op_type_after_target, record->before_op == PART_TARGET);
  HIT_IF(op_type_after_va, record->before_op == PART_VA);
  HIT_IF(op_type_after_pa, record->before_op == PART_PA);
  HIT_IF(op_type_after_previous, record->before_op == PART_PREVIOUS);
  HIT_IF(op_type_after_source, record->before_op == PART_SOURCE);
  HIT_IF(source_after_pc, record->before_source == PART_PC);
  HIT_IF(source_after_va, record->before_source == PART_VA);
  HIT_IF(source_after_pa, record->before_source == PART_PA);
  HIT_IF(source_after_previous, record->before_source == PART_PREVIOUS);
}

static void step(void *context, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct state *state = context;
  const struct spu_vif *vif = cycle->vif;
  if (!vif->commit_valid || vif->commit_len > SPU_MAX_RECORD) {
    return;
  }
  if (!state->bounds.known) {
    state->bounds = bounds_of(cycle->config);
  }
  const struct record record = decode(vif->commit_data, vif->commit_len);
  cover_length(&state->bounds, &record, vif->commit_len, hits);
  cover_contexts_and_counters(cycle->config, &record, hits);
  cover_addresses(&record, hits);
  cover_op_type(cycle->config, &record, hits);
  cover_end(cycle->config, &record, hits);
  cover_order(&record, hits);
  HIT_IF(same_as_before, record.parts == state->last_parts);
  HIT_IF(shorter_than_before,
         state->last_parts != 0 && __builtin_popcount(record.parts) < __builtin_popcount(state->last_parts));
  state->last_parts = record.parts;
}

const struct cover_block cover_record = {"record", bins, BIN_COUNT, step};
