// SPDX-License-Identifier: Apache-2.0
#include "programs/core/execution.h"

// Cycles from issue to result.
static const uint8_t unit_clocks[] = {
    [A64_INTEGER] = 1, [A64_MULTIPLY] = 3, [A64_DIVIDE] = 12,  [A64_FP] = 3,    [A64_FP_DIVIDE] = 13,
    [A64_BRANCH] = 1,  [A64_MEMORY] = 1,   [A64_BARRIER] = 12, [A64_SYSTEM] = 4};

bool execution_init(struct execution *execution)
{
  *execution = (struct execution){0};
  const bool caches = cache_levels_init(&execution->caches);
  const bool tlb = tlb_init(&execution->tlb);
  return caches && tlb;
}

void execution_free(struct execution *execution)
{
  cache_levels_free(&execution->caches);
  tlb_free(&execution->tlb);
}

static uint64_t later(uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

// The memory access of an operation: translation, then the cache access, not before cycle `begin`. Returns the cycle of
// its result.
static uint64_t access_memory(struct execution *execution, const struct a64_class *class, uint64_t va,
                              uint64_t begin, struct life *life)
{
  const struct tlb_access translation = tlb_translate(&execution->tlb, va);
  const uint64_t start = later(life->issue + translation.clocks, begin);
  struct cache_access access = cache_levels_access(&execution->caches, translation.pa, start, false);
  uint64_t events = EVENT_L1D_ACCESS | EVENT_TLB_ACCESS;
  if (va % CACHE_LINE_BYTES + class->bytes > CACHE_LINE_BYTES) {
    const uint64_t end_pa = tlb_workload_pa(va + class->bytes - 1U);
    const struct cache_access second = cache_levels_access(&execution->caches, end_pa, start, false);
    access.level = second.level > access.level ? second.level : access.level;
    access.clocks = (second.clocks > access.clocks ? second.clocks : access.clocks) + 1;
    events |= EVENT_MISALIGNED;
  }
  if (translation.walk) {
    events |= EVENT_TLB_WALK;
  }
  if (access.level >= CACHE_L2) {
    events |= EVENT_L1D_REFILL | EVENT_L2D_ACCESS;
  }
  if (access.level >= CACHE_L3) {
    events |= EVENT_LLC_ACCESS | EVENT_L2D_MISS;
  }
  if (access.level == CACHE_DRAM) {
    events |= EVENT_LLC_MISS;
  }
  life->access = true;
  life->va = va;
  life->pa = translation.pa;
  life->xlate_end = life->issue + translation.clocks;
  life->events = events;
  life->level = access.level;
  // A store moves to the store buffer; a read waits for memory.
  return class->load ? start + access.clocks : start + unit_clocks[A64_MEMORY];
}

void execution_flush(struct execution *execution, uint64_t at)
{
  for (uint32_t i = 0; i < REGISTERS; i++) {
    execution->ready[i] = execution->ready[i] < at ? execution->ready[i] : at;
  }
  for (uint32_t i = 0; i < REORDER_ENTRIES; i++) {
    execution->retire_at[i] = execution->retire_at[i] < at ? execution->retire_at[i] : at;
  }
  execution->retired = execution->retired < at ? execution->retired : at;
  execution->issued = execution->issued < at ? execution->issued : at;
}

bool execution_waits(const struct a64_class *class)
{
  const bool unit = class->unit == A64_SYSTEM || class->unit == A64_BARRIER;
  return !class->exception && (unit || class->exclusive || class->atomic);
}

bool execution_uses_vectors(const struct a64_class *class)
{
  return class->kind == SPU_KIND_SVE || class->kind == SPU_KIND_LDST_SVE || class->kind == SPU_KIND_SME;
}

// The smallest n from 0 to `most` with unit << n >= bits.
static uint8_t rounded_up(uint64_t bits, uint64_t unit, uint8_t most)
{
  uint8_t n = 0;
  while (n < most && unit << n < bits) {
    n++;
  }
  return n;
}

// A tile has as many rows as a row has elements. There are 1 << tile_element tiles.
static uint8_t size_of_array(const struct a64_class *class, uint64_t bits)
{
  enum { WHOLE = 15, LARGEST = 11 };
  if (class->tiles == 1U << class->tile_element) {
    return WHOLE;
  }
  const uint64_t tile = bits * bits / (8U << class->tile_element);
  return rounded_up(class->vectors != 0 ? bits * class->vectors : tile * class->tiles, 128, LARGEST);
}

void execution_note_vectors(const struct execution *execution, const struct a64_class *class,
                            const struct trace_vectors *vectors, struct life *life)
{
  const uint64_t bits = class->za ? vectors->streaming_bits : vectors->bits;
  if (vectors->streaming) {
    life->events |= EVENT_STREAMING;
  }
  if (!execution_uses_vectors(class)) {
    return;
  }
  if (class->za || vectors->streaming) {
    life->events |= EVENT_SMCU;
    life->smcu = true;
  }
  if (class->kind == SPU_KIND_SME) {
    life->ets = size_of_array(class, bits);
  } else {
    life->evl = rounded_up(execution->all_vectors ? bits * class->vectors : bits, 32, 7);
  }
}

struct life execution_dispatch(struct execution *execution, const struct code_entry *code,
                               const struct trace_op *op, uint64_t now)
{
  const struct a64_class *class = &code->class;
  uint64_t *ready = execution->ready;
  uint64_t issue = now + 1;
  issue = later(issue, ready[code->reads[0]]);
  issue = later(issue, ready[code->reads[1]]);
  issue = later(issue, ready[code->reads[2]]);
  issue = later(issue, execution->in_order ? execution->issued : 0);
  execution->issued = issue;
  struct life life = {.code = code, .issue = issue, .xlate_end = issue, .how = SPU_OP_RETIRED};
  life.late = execution->at_retirement && execution_waits(class);
  const uint64_t begin = life.late ? later(issue, execution->retired) : issue;
  if (op->has_address && (class->load || class->writes)) {
    life.finish = access_memory(execution, class, op->address, begin, &life);
  } else if (class->kind == SPU_KIND_LDST_SVE && class->load) {  // without an address in the trace
    life.finish = issue + CACHE_L1_CLOCKS;
  } else {
    life.finish = begin + unit_clocks[class->unit];
  }
  execution_note_vectors(execution, class, &op->vectors, &life);
  ready[code->writes[0]] = life.finish;
  ready[code->writes[1]] = life.finish;
  execution->retired = later(execution->retired, life.finish);
  life.retire = execution->retired;
  execution->retire_at[execution->reorder_head] = execution->retired;
  execution->reorder_head = (execution->reorder_head + 1) % REORDER_ENTRIES;
  return life;
}
