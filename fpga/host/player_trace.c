// SPDX-License-Identifier: Apache-2.0
#include "host/player_trace.h"

#include "env/core.h"
#include "env/execution.h"
#include "util/rng.h"

#include <stdlib.h>

#define BITS_48 (UINT64_MAX >> 16)

enum { BUILTIN_LONGEST = 240 };  // cycles: leaves room for the unit in a short interval

void player_entry_pack(const struct player_entry *entry, uint64_t words[ENTRY_WORDS])
{
  words[0] = (entry->pc & BITS_48) | (uint64_t)(entry->kind & 15U) << ENTRY_KIND |
             (uint64_t)entry->valid << ENTRY_VALID | (uint64_t)entry->cond << ENTRY_COND |
             (uint64_t)entry->indirect << ENTRY_INDIRECT | (uint64_t)entry->store << ENTRY_STORE |
             (uint64_t)entry->acq_rel << ENTRY_ACQ_REL | (uint64_t)entry->exclusive << ENTRY_EXCLUSIVE |
             (uint64_t)entry->atomic << ENTRY_ATOMIC | (uint64_t)(entry->how & 3U) << ENTRY_HOW |
             (uint64_t)entry->va_valid << ENTRY_VA_VALID |
             (uint64_t)entry->target_valid << ENTRY_TARGET_VALID |
             (uint64_t)entry->source_valid << ENTRY_SOURCE_VALID;
  words[1] = (entry->va & BITS_48) | (uint64_t)entry->events << 48;
  words[2] = entry->target & BITS_48;
  words[3] = entry->total | (uint64_t)entry->issue << 16 | (uint64_t)entry->xlate << 32 |
             (uint64_t)entry->source << 48;
}

static bool bit(uint64_t word, unsigned number)
{
  return (word >> number & 1U) != 0;
}

struct player_entry player_entry_unpack(const uint64_t words[ENTRY_WORDS])
{
  return (struct player_entry){.valid = bit(words[0], ENTRY_VALID),
                               .pc = words[0] & BITS_48,
                               .kind = (uint8_t)(words[0] >> ENTRY_KIND & 15U),
                               .cond = bit(words[0], ENTRY_COND),
                               .indirect = bit(words[0], ENTRY_INDIRECT),
                               .store = bit(words[0], ENTRY_STORE),
                               .acq_rel = bit(words[0], ENTRY_ACQ_REL),
                               .exclusive = bit(words[0], ENTRY_EXCLUSIVE),
                               .atomic = bit(words[0], ENTRY_ATOMIC),
                               .how = (uint8_t)(words[0] >> ENTRY_HOW & 3U),
                               .va_valid = bit(words[0], ENTRY_VA_VALID),
                               .target_valid = bit(words[0], ENTRY_TARGET_VALID),
                               .source_valid = bit(words[0], ENTRY_SOURCE_VALID),
                               .va = words[1] & BITS_48,
                               .events = (uint16_t)(words[1] >> 48),
                               .target = words[2] & BITS_48,
                               .total = (uint16_t)words[3],
                               .issue = (uint16_t)(words[3] >> 16),
                               .xlate = (uint16_t)(words[3] >> 32),
                               .source = (uint16_t)(words[3] >> 48)};
}

void player_trace_free(struct player_trace *trace)
{
  free(trace->entries);
  *trace = (struct player_trace){NULL, 0, 0};
}

bool player_trace_builtin(size_t limit, const struct spu_config *config, struct player_trace *trace,
                          struct tb_error *error)
{
  const size_t count = limit / config->dispatch_width * config->dispatch_width;
  *trace = (struct player_trace){calloc(count, sizeof *trace->entries), count, 0};
  if (trace->entries == NULL) {
    return tb_fail(error, "out of memory for the built-in trace");
  }
  struct rng rng;
  rng_seed(&rng, 1, 0);
  const uint64_t events = config->events_bytes >= 2 ? 0xFFFC : 0xFC;
  for (size_t i = 0; i < count; i++) {
    const uint64_t random = rng_next(&rng);
    const bool memory = i % 5 >= 2;
    const bool reads = memory && (random & 2U) == 0;
    // Every field of the entry differs from its neighbours'; addresses walk a one through all their bits.
    struct player_entry entry = {.valid = true,
                                 .pc = (0x400000 + 4 * i) ^ (UINT64_C(4) << i % 44),
                                 .kind = (uint8_t)(i % 5),
                                 .cond = (random & 1U) != 0,
                                 .indirect = i % 5 == 1 && (random & 2U) != 0,
                                 .store = memory && !reads,
                                 .how = (uint8_t)(i % 16 == 15 ? SPU_OP_EXCEPTION : SPU_OP_RETIRED),
                                 .va_valid = memory,
                                 .target_valid = i % 5 == 1 && (random & 4U) != 0,
                                 .source_valid = reads && config->source_bytes != 0,
                                 .va = memory ? rng_next(&rng) : 0,
                                 .events = (uint16_t)(rng_next(&rng) & events),
                                 .target = i % 5 == 1 ? rng_next(&rng) & ~UINT64_C(3) : 0,
                                 .total = (uint16_t)(1 + rng_below(&rng, BUILTIN_LONGEST)),
                                 .source =
                                     (uint16_t)(random >> 32 & (config->source_bytes > 1 ? 0xFFFF : 0xFF))};
    if (entry.kind == SPU_KIND_LDST_EXTENDED) {
      entry.acq_rel = true;
      entry.exclusive = (random & 8U) != 0;
      entry.atomic = (random & 16U) != 0;
    }
    if (i % 32 == 31) {
      entry.how = SPU_OP_SQUASHED;
    }
    entry.issue = (uint16_t)rng_below(&rng, entry.total + 1U);
    entry.xlate = (uint16_t)(memory ? rng_below(&rng, entry.total + 1U) : 0);
    trace->longest = entry.total > trace->longest ? entry.total : trace->longest;
    player_entry_pack(&entry, trace->entries[i]);
  }
  return true;
}
