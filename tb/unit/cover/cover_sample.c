// SPDX-License-Identifier: Apache-2.0
//
// Coverage of sampled operations (requirements D3 to D6): follows an operation from its mark and reports to the
// decision and its committed record. The record's bytes show its contents; the operation's reports show why something
// is absent. Type and events are proved for every report.
#include "unit/cover/cover_sample.h"
#include "spu_sysreg.h"

static const struct cover_bin bins[] = {LATENCY(COVER_BIN_ROW) EXPOSED(COVER_BIN_ROW) ADDRESSES(COVER_BIN_ROW)
                                            ENDINGS(COVER_BIN_ROW) CROSSES(COVER_BIN_ROW)};

enum { QUEUE = 34 };

struct state {
  uint32_t marks;
  uint32_t head, tail;  // queue of kept records
  struct cover_life life[SPU_MAX_TAGS];
  struct cover_life kept[QUEUE];
};

_Static_assert(sizeof(struct state) <= COVER_BLOCK_STATE, "the state of block sample");

// ---------------------------------------------------------------------------------------------------------
// Operations in flight

// What a cycle changes for operations in flight, from the previous cycle's write and the pins.
static uint8_t meets(const struct cover_cycle *cycle, const struct cover_life *life)
{
  const struct spu_in *last = cycle->last_in;
  uint8_t met = cycle->out->profiling_enabled ? 0 : MET_OFF;
  if (cycle->pe_changed) {
    met |=
        (uint8_t)((cycle->pe->el != life->el ? MET_LEVEL : 0) |
                  (cycle->pe->below_ss != life->ss ? MET_STATE : 0) | (cycle->in->pe_debug ? MET_DEBUG : 0));
  }
  if (!last->sysreg_valid || !last->sysreg_write || cycle->out->sysreg_verdict != SPU_ACCESS_OK) {
    return met;
  }
  switch (last->sysreg_addr) {
  case SPU_PMSFCR_EL1:
  case SPU_PMSEVFR_EL1:
  case SPU_PMSNEVFR_EL1:
  case SPU_PMSLATFR_EL1:
  case SPU_PMSDSFR_EL1:
    return met | MET_FILTER;
  case SPU_PMSCR_EL1:
  case SPU_PMSCR_EL2:
  case SPU_PMSCR_EL12:
    return met | MET_CONTROLS;
  case SPU_PMSICR_EL1:
    return met | MET_INTERVAL;
  default:
    return met;
  }
}

// Takes the report at completion; how it ended, and the previous branch target, come with `finished`.
static void complete(const struct spu_op *op, struct cover_life *life)
{
  life->complete = true;
  life->events = op->events;
  life->kind = op->kind;
  life->alt_clock = op->alt_clock;
  life->va_valid = op->va_valid;
  life->va_tbi = op->va_tbi;
  life->va_top = op->va >> 56 != 0;
  life->pa_valid = op->pa_valid;
  life->pa_checked = op->pa_checked;
  life->tag = (op->pa_tag & 0xF) != 0;
  life->target_valid = op->target_valid;
  life->source_valid = op->source_valid;
}

// The operation finishes; `completed`: the pin was high in an earlier cycle.
static void cover_end(const struct spu_op *op, const struct cover_life *life, bool completed, uint64_t *hits)
{
  const bool squashed = op->how == SPU_OP_SQUASHED;
  const bool late = !completed && !op->completed;
  HIT_IF(life_1, life->total == 1 && !completed);
  HIT_IF(late_result, late && op->how == SPU_OP_RETIRED && life->issue != 0 && life->issue < life->total);
  HIT_IF(flushed_at_dispatch, late && squashed && life->issue == 0 && life->total == 1);
  HIT_IF(flushed_completed, completed && squashed);
}

// An inactive cycle of the thread before the operation completes.
static void cover_inactive(const struct cover_cycle *cycle, const struct spu_op *op, bool issued,
                           uint64_t *hits)
{
  HIT_IF(inactive_before_issue, !issued && !op->issued);
  HIT_IF(inactive_after_issue, issued);
  HIT_IF(inactive_in_translation, op->xlate_busy);
  HIT_IF(inactive_at_issue, !issued && op->issued);
  HIT_IF(inactive_at_completion, op->completed || op->finished);
  HIT_IF(inactive_beside_clock, !issued && cycle->in->alt_clock != 0 && cycle->config->alt_clock != 0);
}

// The PE waits for the operation in this cycle.
static void cover_oldest(const struct cover_cycle *cycle, uint32_t tag, struct cover_life *life,
                         uint64_t *hits)
{
  const bool finished = (cycle->flight->finished >> tag & 1) != 0;
  const uint8_t others = (uint8_t)(cover_unfinished(cycle) & ~(1U << tag));
  for (uint32_t other = 0; other < SPU_MAX_TAGS; other++) {
    HIT_IF(exposed_twice, (others >> other & 1) != 0 && cycle->in->op[other].oldest);
  }
  HIT_IF(exposed_inactive, cycle->in->thread_inactive);
  HIT_IF(exposed_at_once, !life->oldest && !finished && cycle->number == life->mark + 1);
  HIT_IF(exposed_later, !life->oldest && !finished && cycle->number != life->mark + 1);
  HIT_IF(exposed_after_finish, finished);
  HIT_IF(exposed_only_after_finish, finished && !life->oldest);
  HIT_IF(exposed_decision, finished && cycle->vif->decide_valid);
  life->oldest = life->oldest || !finished;
}

// An operation is squashed in the cycle in which an older one finishes.
static void cover_flush(const struct spu_op *older, uint64_t *hits)
{
  HIT_IF(flush_of_several, older->how == SPU_OP_SQUASHED);
  HIT_IF(flush_at_retirement, older->how == SPU_OP_RETIRED);
  HIT_IF(flush_at_exception, older->how == SPU_OP_EXCEPTION);
}

static void report(const struct cover_cycle *cycle, uint32_t tag, struct state *state, uint64_t *hits)
{
  struct cover_life *life = &state->life[tag];
  const struct spu_op *op = &cycle->in->op[tag];
  const bool completed = life->complete;
  life->met |= meets(cycle, life);
  if (!completed) {
    if (cycle->in->thread_inactive) {
      cover_inactive(cycle, op, life->issue != 0, hits);
    }
    if (op->issued) {
      life->issued_again = life->issue != 0;
      life->issue = life->issue != 0 ? life->issue : (uint32_t)(cycle->number - life->mark);
    }
    life->busy += op->xlate_busy ? 1U : 0U;
    life->total = (uint32_t)(cycle->number - life->mark);
    if (op->completed || op->finished) {
      complete(op, life);
    }
  }
  if (!op->finished) {
    return;
  }
  life->how = op->how;
  life->previous_valid = op->previous_valid;
  cover_end(op, life, completed, hits);
  HIT_IF(finish_and_mark, cycle->out->mark_valid);
  HIT_IF(finish_and_collision, cycle->out->sample_collision != 0);
  HIT_IF(decision_and_finish, cycle->vif->decide_valid);
  for (uint32_t other = 0; other < SPU_MAX_TAGS; other++) {
    const bool flies = (cover_unfinished(cycle) >> other & 1) != 0;
    const bool older = flies && state->life[other].serial < life->serial;
    HIT_IF(finish_out_of_order, older);
    if (older && op->how == SPU_OP_SQUASHED && cycle->in->op[other].finished) {
      cover_flush(&cycle->in->op[other], hits);
    }
    HIT_IF(two_finish, flies && other < tag && cycle->in->op[other].finished);
  }
}

static void reports(const struct cover_cycle *cycle, struct state *state, uint64_t *hits)
{
  for (uint32_t tag = 0; tag < cycle->config->in_flight; tag++) {
    const struct spu_op *op = &cycle->in->op[tag];
    const uint8_t bit = (uint8_t)(1U << tag);
    if (op->oldest && cycle->config->exposed_latency &&
        ((cover_unfinished(cycle) | cycle->flight->held) & bit) != 0) {
      cover_oldest(cycle, tag, &state->life[tag], hits);
    }
    if ((cover_unfinished(cycle) & bit) != 0) {
      report(cycle, tag, state, hits);
    } else if (op->finished) {
      const bool marked = cycle->out->mark_valid && cycle->out->mark_tag == tag;
      hits[(cycle->flight->finished & bit) != 0 ? BIN_finished_tag_reports
           : marked                             ? BIN_mark_cycle_reports
                                                : BIN_free_tag_reports]++;
    }
  }
}

// Whether profiling is enabled at EL2 in the cycle of the mark, given that it is at the PE's level: an NV2 access has
// an address only then.
static bool el2_profiled(const struct cover_cycle *cycle)
{
  return cycle->pe->owner_el == SPU_EL2 && cycle->pe->el2 && (cycle->regs->pmscr_el2 & 2) != 0;
}

static void mark(const struct cover_cycle *cycle, struct state *state, uint64_t *hits)
{
  const uint32_t tag = cycle->out->mark_tag & 3U;
  state->life[tag] = (struct cover_life){.mark = cycle->number,
                                         .serial = state->marks++,
                                         .el = cycle->pe->el,
                                         .ss = cycle->pe->below_ss,
                                         .pa_allowed = cycle->out->mark_pa,
                                         .el2_profiled = el2_profiled(cycle)};
  if (cycle->config->exposed_latency && cycle->in->dispatch_empty != 0) {
    state->life[tag].empty = (cycle->in->dispatch_valid & ((1U << cycle->out->mark_slot) - 1U)) == 0;
    HIT_IF(exposed_empty_of_other, !state->life[tag].empty);
  }
  HIT_IF(all_tags, cycle->config->in_flight > 1 &&
                       cycle->tracker->now.in_flight == (1U << cycle->config->in_flight) - 1U);
}

static void decide(const struct cover_cycle *cycle, struct state *state, uint64_t *hits)
{
  const uint32_t tag = cycle->vif->decide_tag & 3U;
  const struct cover_life *life = &state->life[tag];
  if (cycle->vif->decide_keep && !cycle->vif->decide_discard) {
    state->kept[state->tail++ % QUEUE] = *life;
  } else if (!cycle->config->squashed_recorded && life->how == SPU_OP_SQUASHED &&
             life->kind <= last_kind(cycle->config)) {
    hits[BIN_dropped_other + life->kind]++;
  }
}

static void step(void *context, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct state *state = context;
  if (cycle->after_reset) {
    *state = (struct state){.marks = 0};
  }
  const struct spu_vif *vif = cycle->vif;
  if ((vif->commit_valid || vif->discard_valid) && state->head != state->tail) {
    const struct cover_life *life = &state->kept[state->head++ % QUEUE];
    if (vif->commit_valid) {
      cover_sample_commit(cycle, life, hits);
    }
  }
  reports(cycle, state, hits);
  // The tags of the decision and of the mark refer to the start of the cycle.
  if (vif->decide_valid) {
    decide(cycle, state, hits);
  }
  if (cycle->out->mark_valid) {
    mark(cycle, state, hits);
  }
}

const struct cover_block cover_sample = {"sample", bins, BIN_COUNT, step};
