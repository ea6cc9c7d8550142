// SPDX-License-Identifier: Apache-2.0
#include "report/life.h"

#include <string.h>

// The operation of this number; null if it was forgotten. `number` is one more, 0: none.
static struct life_op *find(struct life *life, uint64_t number)
{
  struct life_op *op = &life->op[(number - 1) % LIFE_OPS];
  return number != 0 && op->marked != 0 && op->number == number - 1 ? op : NULL;
}

// ---------------------------------------------------------------------------------------------------------
// One clock

static void take_end(struct life *life, uint64_t clock, const struct spu_vif *vif)
{
  if (life->head == life->tail) {
    return;
  }
  life->record_now = life->queue[life->head++ % LIFE_OPS];
  struct life_op *op = find(life, life->record_now);
  if (op != NULL) {
    op->ended = clock;
    op->end = vif->commit_valid ? LIFE_COMMITTED : LIFE_DISCARDED;
    op->bytes = vif->commit_len;
    op->reason = vif->discard_reason;
  }
}

static void take_start(struct life *life, uint64_t clock)
{
  if (life->head == life->tail) {
    return;
  }
  life->record_now = life->queue[life->head % LIFE_OPS];
  struct life_op *op = find(life, life->record_now);
  if (op != NULL) {
    op->started = clock;
  }
}

static void take_verdict(struct life *life, uint64_t clock, const struct spu_out *out,
                         const struct spu_vif *vif)
{
  if (vif->verdict_tag >= SPU_MAX_TAGS) {
    return;
  }
  life->verdict_now = life->current[vif->verdict_tag];
  life->current[vif->verdict_tag] = 0;
  life->live &= ~(1U << vif->verdict_tag);
  struct life_op *op = find(life, life->verdict_now);
  if (op == NULL) {
    return;
  }
  op->verdict = clock;
  if (out->sample_feed == 0) {
    op->end = LIFE_COLLIDED;
  } else if (vif->verdict_discard || !vif->verdict_keep) {
    op->end = vif->verdict_discard ? LIFE_DISCARD_MODE : LIFE_FILTERED;
  } else if (life->tail - life->head < LIFE_OPS) {
    life->queue[life->tail++ % LIFE_OPS] = life->verdict_now;
  }
}

static void take_wait(struct life_op *op, uint64_t clock)
{
  op->waited++;
  if (op->waits != 0 && op->wait[op->waits - 1].to + 1 == clock) {
    op->wait[op->waits - 1].to = clock;
  } else if (op->waits < LIFE_WAITS) {
    op->wait[op->waits++] = (struct life_wait){clock, clock};
  }
}

static void take_report(struct life *life, uint64_t clock, uint32_t tag, const struct spu_op *report)
{
  struct life_op *op = find(life, life->current[tag]);
  if (op == NULL) {
    return;
  }
  if (op->completed == 0) {
    if (report->issued && op->issued == 0) {
      op->issued = clock;
    }
    if (report->xlate_busy) {
      take_wait(op, clock);
    }
    if (report->completed || report->finished) {
      op->completed = clock;
      op->kind = report->kind;
    }
  }
  if (report->finished) {
    op->finished = clock;
    op->how = report->how;
    life->live &= ~(1U << tag);
  }
}

static void take_mark(struct life *life, uint64_t clock, const struct spu_in *in, const struct spu_out *out)
{
  const uint8_t tag = out->mark_tag;
  const uint8_t slot = out->mark_slot;
  if (tag >= SPU_MAX_TAGS) {
    return;
  }
  life->op[life->marked % LIFE_OPS] = (struct life_op){.number = life->marked,
                                                       .pc = slot < SPU_MAX_SLOTS ? in->dispatch_pc[slot] : 0,
                                                       .marked = clock,
                                                       .tag = tag,
                                                       .slot = slot};
  life->marked++;
  life->mark_now = life->marked;
  life->current[tag] = life->marked;
  life->live |= 1U << tag;
}

void life_step(struct life *life, uint64_t cycle, const struct spu_in *in, const struct spu_out *out,
               const struct spu_vif *vif)
{
  const uint64_t clock = cycle + 1;
  life->mark_now = 0;
  life->verdict_now = 0;
  life->record_now = 0;
  // Ends first: they concern what was there at the start of the clock.
  if (vif->commit_valid | vif->discard_valid) {
    take_end(life, clock, vif);
  }
  if (vif->start_valid) {
    take_start(life, clock);
  }
  if (vif->verdict_valid) {
    take_verdict(life, clock, out, vif);
  }
  for (uint32_t tags = life->live; tags != 0; tags &= tags - 1) {
    const uint32_t tag = (uint32_t)__builtin_ctz(tags);
    take_report(life, clock, tag, &in->op[tag]);
  }
  if (out->mark_valid) {
    take_mark(life, clock, in, out);
  }
}

void life_reset(struct life *life)
{
  memset(life, 0, sizeof *life);
}

// ---------------------------------------------------------------------------------------------------------
// Choice

bool life_waiting(const struct life *life)
{
  return life->head != life->tail;
}

bool life_writing(const struct life *life)
{
  if (!life_waiting(life)) {
    return false;
  }
  const uint64_t number = life->queue[life->head % LIFE_OPS];
  const struct life_op *op = &life->op[(number - 1) % LIFE_OPS];
  return op->number == number - 1 && op->started != 0;
}

static bool going(const struct life_op *op)
{
  return op->marked != 0 && op->end == LIFE_GOING;
}

bool life_unjudged(const struct life *life)
{
  for (size_t i = 0; i < LIFE_OPS; i++) {
    const struct life_op *op = &life->op[i];
    if (going(op) && op->finished != 0 && op->verdict == 0) {
      return true;
    }
  }
  return life->verdict_now != 0;
}

static size_t pick_all(const struct life *life, const struct life_op *list[LIFE_SHOWN])
{
  size_t count = 0;
  const uint64_t first = life->marked > LIFE_OPS ? life->marked - LIFE_OPS : 0;
  for (uint64_t number = first; number < life->marked && count < LIFE_SHOWN; number++) {
    const struct life_op *op = &life->op[number % LIFE_OPS];
    if (going(op)) {
      list[count++] = op;
    }
  }
  return count;
}

size_t life_pick(const struct life *life, enum life_about about, const struct life_op *list[LIFE_SHOWN])
{
  uint64_t number = 0;
  switch (about) {
  case LIFE_MARK:
    number = life->mark_now;
    break;
  case LIFE_VERDICT:
    number = life->verdict_now;
    break;
  case LIFE_RECORD:
    number = life->record_now;
    if (number == 0 && life_writing(life)) {
      number = life->queue[life->head % LIFE_OPS];
    }
    break;
  case LIFE_ALL:
    break;
  }
  if (number != 0) {
    const struct life_op *op = &life->op[(number - 1) % LIFE_OPS];
    if (op->number == number - 1) {
      list[0] = op;
      return 1;
    }
  }
  return pick_all(life, list);
}
