// SPDX-License-Identifier: Apache-2.0
#include "unit/check/life.h"

#include <string.h>

// The operation with this number; null if it does not exist or was overwritten.
static struct life_op *find(struct life *life, uint64_t number)
{
  struct life_op *op = &life->op[number % LIFE_OPS];
  return number != 0 && op->number == number ? op : NULL;
}

// ---------------------------------------------------------------------------------------------------------
// One cycle

static void take_end(struct life_op *op, uint64_t clock, const struct spu_vif *vif)
{
  op->ended = clock;
  op->end = vif->commit_valid ? LIFE_COMMITTED : LIFE_DISCARDED;
  op->bytes = vif->commit_len;
  op->reason = vif->discard_reason;
}

static void take_decision(struct life_op *op, uint64_t clock, const struct spu_out *out,
                          const struct spu_vif *vif)
{
  op->decision = clock;
  if (out->sample_feed == 0) {
    op->end = LIFE_COLLIDED;
  } else if (vif->decide_discard || !vif->decide_keep) {
    op->end = vif->decide_discard ? LIFE_DISCARD_MODE : LIFE_FILTERED;
  }
}

// Ends first: they refer to the state at the start of the cycle.
static void take_records(struct life *life, const struct tracker_events *events, uint64_t clock,
                         const struct spu_out *out, const struct spu_vif *vif)
{
  struct life_op *op = find(life, events->end);
  if (op != NULL) {
    take_end(op, clock, vif);
  }
  op = find(life, events->start);
  if (op != NULL) {
    op->started = clock;
  }
  op = find(life, events->decision);
  if (op != NULL) {
    take_decision(op, clock, out, vif);
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

static void take_report(struct life_op *op, uint64_t clock, const struct spu_op *report)
{
  if (op->completed == 0) {
    if (report->issued && op->issued == 0) {
      op->issued = clock;
    }
    if (report->xlate_busy) {
      take_wait(op, clock);
    }
    if (report->completed || report->finished) {
      op->completed = clock;
      op->report = *report;
    }
  }
  if (report->finished) {
    op->finished = clock;
    op->how = report->how;
  }
}

static void take_mark(struct life_op *op, uint64_t number, uint64_t clock, const struct spu_in *in,
                      const struct spu_out *out)
{
  const uint8_t slot = out->mark_slot;
  *op = (struct life_op){.number = number,
                         .pc = slot < SPU_MAX_SLOTS ? in->dispatch_pc[slot] : 0,
                         .marked = clock,
                         .tag = out->mark_tag,
                         .slot = slot};
}

void life_step(struct life *life, const struct tracker *tracker, uint64_t cycle, const struct spu_in *in,
               const struct spu_out *out, const struct spu_vif *vif)
{
  const struct tracker_events *events = &tracker->events;
  const uint64_t clock = cycle + 1;
  if ((events->end | events->start | events->decision) != 0) {
    take_records(life, events, clock, out, vif);
  }
  for (unsigned tags = events->reporting; tags != 0; tags &= tags - 1) {
    const unsigned tag = (unsigned)__builtin_ctz(tags);
    struct life_op *op = find(life, tracker_operation_before(tracker, tag));
    if (op != NULL) {
      take_report(op, clock, &in->op[tag]);
    }
  }
  if (events->mark != 0) {
    take_mark(&life->op[events->mark % LIFE_OPS], events->mark, clock, in, out);
  }
}

void life_reset(struct life *life)
{
  memset(life, 0, sizeof *life);
}
