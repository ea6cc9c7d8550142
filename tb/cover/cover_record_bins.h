// SPDX-License-Identifier: Apache-2.0
//
// The bins of records (requirements F1, F2; Arm ARM D18), and the lengths that a configuration's records can have.
#ifndef TB_COVER_COVER_RECORD_BINS_H
#define TB_COVER_COVER_RECORD_BINS_H

#include "cover/cover_config.h"

// ---------------------------------------------------------------------------------------------------------
// Lengths that a configuration's records can have

enum { LONGEST = 128, PC = 9, ADDRESS = 9, CONTEXT = 5, COUNTER = 3, OP_TYPE = 2 };

// Unpadded lengths, as a set.
struct lengths {
  bool has[LONGEST + 1];
};

static inline void add_length(struct lengths *lengths, uint32_t length)
{
  if (length <= LONGEST) {
    lengths->has[length] = true;
  }
}

// What an access adds: VA with its counter, PA, and the data source.
static inline void add_access(struct lengths *lengths, const struct spu_config *config, uint32_t length,
                              bool load)
{
  const uint32_t source = config->source_bytes != 0 ? 1 + config->source_bytes : 0;
  for (uint32_t addresses = 0; addresses <= 2; addresses++) {
    const uint32_t access = length + (addresses != 0 ? COUNTER : 0) + addresses * ADDRESS;
    add_length(lengths, access);
    if (load) {
      add_length(lengths, access + source);
    }
  }
}

static inline void add_finished(struct lengths *lengths, const struct spu_config *config, uint32_t length)
{
  for (uint32_t target = 0; target <= 1; target++) {
    add_length(lengths, length + target * ADDRESS);
    if (cover_gcs(config)) {
      add_access(lengths, config, length + target * ADDRESS, true);
    }
  }
  add_access(lengths, config, length, true);
}

static inline struct lengths reachable(const struct spu_config *config)
{
  struct lengths lengths = {{false}};
  for (uint32_t contexts = 0; contexts <= (config->have_el2 ? 2U : 1U); contexts++) {
    for (uint32_t end = 1; end <= 9; end += 8) {  // End, or a timestamp
      const uint32_t common = contexts * CONTEXT + COUNTER + PC + OP_TYPE + 1 + config->events_bytes + end;
      if (config->squashed_recorded) {
        add_length(&lengths, common);  // never issued
        add_length(&lengths, common + COUNTER);
      }
      for (uint32_t issue = 1; issue <= (config->alt_clock != 0 ? 2U : 1U); issue++) {
        add_finished(&lengths, config, common + issue * COUNTER);
        if (config->have_pbt) {
          add_finished(&lengths, config, common + issue * COUNTER + ADDRESS);
        }
      }
    }
  }
  return lengths;
}

static inline uint32_t padded(const struct spu_config *config, uint32_t length)
{
  const uint32_t align = 1U << config->record_align;
  return (length + align - 1) / align * align;
}

static inline bool reaches(const struct spu_config *config, uint32_t record)
{
  const struct lengths lengths = reachable(config);
  for (uint32_t length = 1; length <= LONGEST; length++) {
    if (lengths.has[length] && padded(config, length) == record) {
      return true;
    }
  }
  return false;
}

// Bounds of records and of padding.
struct bounds {
  bool known;
  uint32_t shortest;
  uint32_t longest;
  uint32_t least_padding;
  uint32_t most_padding;
};

static inline struct bounds bounds_of(const struct spu_config *config)
{
  const struct lengths lengths = reachable(config);
  struct bounds bounds = {.known = true, .shortest = LONGEST, .least_padding = LONGEST};
  for (uint32_t length = 1; length <= LONGEST; length++) {
    if (lengths.has[length]) {
      const uint32_t padding = padded(config, length) - length;
      bounds.shortest = length < bounds.shortest ? length : bounds.shortest;
      bounds.longest = length;
      bounds.least_padding = padding < bounds.least_padding ? padding : bounds.least_padding;
      bounds.most_padding = padding > bounds.most_padding ? padding : bounds.most_padding;
    }
  }
  return bounds;
}

#define SIZES(X) X(16) X(24) X(32) X(40) X(48) X(56) X(64) X(72) X(80) X(88) X(96) X(104) X(112) X(120) X(128)
#define HAS_SIZE(bytes) COVER_CONFIG(size_##bytes, reaches(config, bytes))
SIZES(HAS_SIZE)

COVER_CONFIG(unpadded, bounds_of(config).least_padding == 0)
COVER_CONFIG(padded, bounds_of(config).most_padding != 0)
COVER_CONFIG(one_byte, bounds_of(config).least_padding <= 1 && bounds_of(config).most_padding >= 1)
COVER_CONFIG(squashed, config->squashed_recorded)
COVER_CONFIG(squashed_el2, config->squashed_recorded && config->have_el2)
COVER_CONFIG(wide_counter, config->count_16bit)
COVER_CONFIG(narrow_counter, !config->count_16bit)
COVER_CONFIG(sve, config->have_sve && config->spe_version >= 1)
COVER_CONFIG(tags, config->have_mte && config->spe_version >= 3)
COVER_CONFIG(mops, config->have_mops && config->spe_version >= 3)
COVER_CONFIG(gcs_source, cover_gcs(config) && config->source_bytes != 0)
COVER_CONFIG(pbt_source, config->have_pbt && config->source_bytes != 0)

#define SIZE_BIN(X, bytes) \
  X(size_##bytes, "F2", cover_size_##bytes, "a record of so many bytes, padding included")
// clang-format off
#define SIZE_BINS(X)                                                                  \
  SIZE_BIN(X, 16) SIZE_BIN(X, 24) SIZE_BIN(X, 32) SIZE_BIN(X, 40) SIZE_BIN(X, 48)     \
  SIZE_BIN(X, 56) SIZE_BIN(X, 64) SIZE_BIN(X, 72) SIZE_BIN(X, 80) SIZE_BIN(X, 88)     \
  SIZE_BIN(X, 96) SIZE_BIN(X, 104) SIZE_BIN(X, 112) SIZE_BIN(X, 120) SIZE_BIN(X, 128)
// clang-format on

#define COVER_RECORD_BINS(X)                                                                             \
  SIZE_BINS(X)                                                                                           \
  X(shortest_record, "F2", NULL, "the fewest bytes that a record can have before padding")               \
  X(longest_record, "F2", NULL, "the most bytes that a record can have before padding")                  \
  X(no_padding, "F2", cover_unpadded, "the last packet ends at a multiple of PMBIDR_EL1.Align")          \
  X(padding_of_one_byte, "F2", cover_one_byte, "one byte of padding")                                    \
  X(least_padding, "F2", cover_padded, "as little padding as there can be")                              \
  X(most_padding, "F2", cover_padded, "as much padding as there can be")                                 \
  X(no_context, "F1", NULL, "no Context packet")                                                         \
  X(context_el1_alone, "F1", NULL, "CONTEXTIDR_EL1 without CONTEXTIDR_EL2")                              \
  X(context_el2_alone, "F1", cover_el2, "CONTEXTIDR_EL2 without CONTEXTIDR_EL1")                         \
  X(both_contexts, "F1", cover_el2, "both Context packets")                                              \
  X(total_latency_alone, "F1", cover_squashed, "no other counter: squashed before it was issued")        \
  X(total_and_issue_latency, "F1", NULL, "two counters: no data address")                                \
  X(three_latencies, "F1", NULL, "all three counters")                                                   \
  X(four_latencies, "F1 x N6", cover_alt_clock, "all four counters")                                     \
  X(alternate_latency_without_translation, "F1 x N6", cover_alt_clock,                                   \
    "the alternate clock's counter without that of translation")                                         \
  X(latency_of_one_cycle, "F1 x D3", NULL, "the shortest total latency")                                 \
  X(counter_saturated, "F1 x D3", NULL, "a counter at its largest value")                                \
  X(counter_above_12_bits, "F1 x D3", cover_wide_counter, "a count that 12 bits do not hold")            \
  X(translation_latency_zero, "F1 x D3", NULL, "an access that did not wait for the MMU")                \
  X(translation_latency_counted, "F1 x D3", NULL, "an access that waited for the MMU")                   \
  X(pc_alone, "F1", NULL, "no other address")                                                            \
  X(branch_with_target, "F1", NULL, "a branch with its target")                                          \
  X(branch_without_target, "F1", NULL, "a branch without a target")                                      \
  X(va_with_pa, "F1", NULL, "both data addresses")                                                       \
  X(va_without_pa, "F1", NULL, "the virtual data address alone")                                         \
  X(access_without_address, "F1", NULL, "a memory access without a data address")                        \
  X(previous_target_of_branch, "F1", cover_pbt, "the previous branch target beside the branch's own")    \
  X(previous_target_of_access, "F1", cover_pbt, "the previous branch target beside data addresses")      \
  X(previous_target_of_other, "F1", cover_pbt, "the previous branch target of neither")                  \
  X(no_previous_target, "F1", cover_pbt, "an operation that completed without a previous branch target") \
  X(target_and_data_addresses, "F1 x D5", cover_gcs, "a branch that accessed the GCS: four addresses")   \
  X(data_source, "F1", cover_source, "a Data Source packet")                                             \
  X(load_without_source, "F1", cover_source, "a load without a Data Source packet")                      \
  X(branch_with_source, "F1", cover_gcs_source, "a return that read the GCS")                            \
  X(store_never_has_source, "F1", cover_source, "a store")                                               \
  X(other, "F1 x D5", NULL, "operation type: other, unconditional")                                      \
  X(other_conditional, "F1 x D5", NULL, "operation type: other, conditional")                            \
  X(other_sve, "F1 x D5", cover_sve, "operation type: SVE data processing")                              \
  X(load_general, "F1 x D5", NULL, "operation type: load to general-purpose registers")                  \
  X(store_general, "F1 x D5", NULL, "operation type: store from general-purpose registers")              \
  X(load_simd_fp, "F1 x D5", NULL, "operation type: SIMD and floating-point load")                       \
  X(store_simd_fp, "F1 x D5", NULL, "operation type: SIMD and floating-point store")                     \
  X(extended_atomic, "F1 x D5", NULL, "operation type: extended, AT alone")                              \
  X(extended_exclusive, "F1 x D5", NULL, "operation type: extended, EXCL alone")                         \
  X(extended_acquire_release, "F1 x D5", NULL, "operation type: extended, AR alone")                     \
  X(extended_several, "F1 x D5", NULL, "operation type: extended, more than one of AT, EXCL and AR")     \
  X(unspecified_access, "F1 x D5", cover_v1p1, "operation type: load or store of unspecified registers") \
  X(nv2_access, "F1 x D5", cover_nv2, "operation type: System register access that FEAT_NV2 made")       \
  X(sve_access, "F1 x D5", cover_sve, "operation type: SVE load or store")                               \
  X(sve_gather_scatter, "F1 x D5", cover_sve, "operation type: SVE gather load or scatter store")        \
  X(tag_access, "F1 x D5", cover_tags, "operation type: Allocation Tags")                                \
  X(memory_copy, "F1 x D5", cover_mops, "operation type: Memory Copy, either half")                      \
  X(memory_set, "F1 x D5", cover_mops, "operation type: Memory Set")                                     \
  X(gcs_access, "F1 x D5", cover_gcs, "operation type: Guarded Control Stack, common")                   \
  X(branch_direct, "F1 x D5", NULL, "operation type: unconditional direct branch")                       \
  X(branch_conditional, "F1 x D5", NULL, "operation type: conditional branch")                           \
  X(branch_indirect, "F1 x D5", NULL, "operation type: indirect branch")                                 \
  X(branch_call, "F1 x D5", cover_crr, "operation type: CR says branch with link")                       \
  X(branch_return, "F1 x D5", cover_crr, "operation type: CR says procedure return")                     \
  X(branch_neither, "F1 x D5", cover_crr, "operation type: CR says neither")                             \
  X(branch_gcs, "F1 x D5", cover_gcs, "operation type: a branch that accessed the GCS")                  \
  X(retired, "F1 x D6", NULL, "an operation that was architecturally executed")                          \
  X(excepted, "F1 x D6", NULL, "an operation that completed with an exception")                          \
  X(squashed, "F1 x D6", cover_squashed, "an operation that did not retire")                             \
  X(no_event, "F1", cover_squashed, "an Events packet of zero")                                          \
  X(ends_with_timestamp, "F1", NULL, "the last packet is the timestamp")                                 \
  X(ends_with_end, "F1", NULL, "the last packet is End: no timestamp")                                   \
  X(first_is_context_el1, "F1", NULL, "the first packet")                                                \
  X(first_is_context_el2, "F1", cover_el2, "the first packet")                                           \
  X(first_is_counter, "F1", NULL, "the first packet")                                                    \
  X(op_type_after_pc, "F1", NULL, "which packet the operation type follows")                             \
  X(op_type_after_target, "F1", NULL, "which packet the operation type follows")                         \
  X(op_type_after_va, "F1", NULL, "which packet the operation type follows")                             \
  X(op_type_after_pa, "F1", NULL, "which packet the operation type follows")                             \
  X(op_type_after_previous, "F1", cover_pbt, "which packet the operation type follows")                  \
  X(op_type_after_source, "F1", cover_source, "which packet the operation type follows")                 \
  X(source_after_pc, "F1", cover_source, "which packet the data source follows")                         \
  X(source_after_va, "F1", cover_source, "which packet the data source follows")                         \
  X(source_after_pa, "F1", cover_source, "which packet the data source follows")                         \
  X(source_after_previous, "F1", cover_pbt_source, "which packet the data source follows")               \
  X(same_as_before, "F1", NULL, "the same packets as the record before")                                 \
  X(shorter_than_before, "F1", NULL, "fewer packets than the record before: nothing of it is left over")

#endif  // TB_COVER_COVER_RECORD_BINS_H
