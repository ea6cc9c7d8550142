// SPDX-License-Identifier: Apache-2.0
#include "programs/core/core.h"

#include "programs/core/branch_predictor.h"
#include "programs/core/core_events.h"
#include "programs/core/core_flush.h"
#include "programs/core/core_marked.h"
#include "programs/core/core_time.h"
#include "programs/core/core_window.h"
#include "programs/core/execution.h"
#include "unit/util/rng.h"

#include <stdlib.h>

enum {
  REDIRECT_CLOCKS = 5,       // from a resolved misprediction to the first correct operation
  LATE_REDIRECT_CLOCKS = 2,  // the front end learns a direct branch's target in decode
  KERNEL_CLOCKS = 200,       // time in the operating system, whose operations are not traced
  INTERRUPT_MIN = 400,       // from the end of an interrupt's handler to the next interrupt
  INTERRUPT_SPREAD = 3000,
  SMCU_CLOCK = 2  // cycles per cycle of its clock
};

struct core {
  uint32_t width;
  bool wrong_path;
  struct code_map code;
  struct execution execution;
  struct tlb itlb;
  struct branch_predictor predictor;
  struct core_events events;
  // The program.
  struct core_window window;
  struct trace_vectors vectors;  // of the last operation read
  bool target_known;             // a branch was taken since the program was last resumed
  uint64_t last_target;          // target of the last taken branch
  // The pipeline.
  uint64_t now;
  uint64_t fetch_from;  // no operation is dispatched before this cycle
  uint64_t fetch_line;  // instruction cache line fetched last
  bool on_wrong_path;
  uint64_t wrong_pc;
  uint64_t resolve;  // cycle in which the mispredicted branch finishes
  struct core_timing timing;
  struct core_flush flush;
  struct rng rng;
  uint64_t interrupt;  // cycle of the next interrupt; UINT64_MAX: none
  struct core_time time;
  // This cycle's operations, and the marked ones.
  uint8_t valid;
  struct life slots[SPU_MAX_SLOTS];
  struct core_marked marked;
  struct core_counts counts;
};

static void set_interrupt(struct core *core, uint64_t from)
{
  core->interrupt =
      core->timing.interrupts ? from + INTERRUPT_MIN + rng_below(&core->rng, INTERRUPT_SPREAD) : UINT64_MAX;
}

struct core *core_create(const struct core_options *options, const struct core_source *source)
{
  struct core *core = calloc(1, sizeof *core);
  if (core == NULL) {
    return NULL;
  }
  const struct spu_config *config = options->config;
  core->window.source = *source;
  core->window.limit = options->op_limit;
  core->width = config->dispatch_width;
  core->wrong_path = options->wrong_path;
  core_marked_init(&core->marked, config, options->model != NULL ? options->model : &core_model_default,
                   !options->no_untaken_targets);
  core_events_init(&core->events, config);
  core->fetch_line = ~(uint64_t)0;
  const bool execution = execution_init(&core->execution);
  core->execution.all_vectors = config->have_spe_sme;
  core->execution.at_retirement = options->timing.at_retirement;
  core->execution.in_order = options->timing.in_order;
  core->timing = options->timing;
  rng_seed(&core->rng, options->timing.seed, 0xC5);
  set_interrupt(core, 0);
  if (!tlb_init(&core->itlb) || !execution) {
    core_destroy(core);
    return NULL;
  }
  return core;
}

void core_destroy(struct core *core)
{
  if (core != NULL) {
    code_map_free(&core->code);
    execution_free(&core->execution);
    tlb_free(&core->itlb);
    free(core);
  }
}

// Whether instruction cache and TLB have pc's line and page; if not, dispatch waits for them.
static bool fetch_hits(struct core *core, uint64_t pc)
{
  const uint64_t line = pc >> CACHE_LINE_SHIFT;
  if (line == core->fetch_line) {
    return true;
  }
  core->fetch_line = line;
  const struct tlb_access translation = tlb_translate(&core->itlb, pc);
  const struct cache_access access =
      cache_levels_access(&core->execution.caches, translation.pa, core->now, true);
  core_events_fetch(&core->events, access.level != CACHE_L1);
  core->counts.l1i_refills += access.level != CACHE_L1;
  core->counts.itlb_refills += translation.clocks != 0;
  const uint32_t line_clocks = access.clocks > CACHE_L1_CLOCKS ? access.clocks : 0;
  const uint32_t clocks = line_clocks > translation.clocks ? line_clocks : translation.clocks;
  core->fetch_from = clocks != 0 ? core->now + clocks : core->fetch_from;
  return clocks == 0;
}

// Steers the front end after dispatching a branch. Returns true if the branch ends the dispatch group.
static bool steer(struct core *core, struct code_entry *code, const struct trace_op *op, struct life *life)
{
  const struct a64_class *class = &code->class;
  const bool taken = !class->cond || op->next_pc != op->pc + 4;
  const struct branch_prediction prediction =
      branch_predict(&core->predictor, class, op->pc, op->next_pc, code->target);
  life->taken = taken;
  life->target = op->next_pc;
  life->events |= taken ? 0 : EVENT_NOT_TAKEN;
  if (taken && !class->indirect) {
    code->target = op->next_pc;
  }
  if (prediction.mispredicted) {
    life->events |= EVENT_MISPREDICTED;
    core->resolve = life->finish;
    core->fetch_from = life->finish + REDIRECT_CLOCKS;
    core->on_wrong_path = core->wrong_path && prediction.wrong_known;
    core->wrong_pc = prediction.wrong_pc;
    return true;
  }
  if (prediction.late) {
    core->fetch_from = core->now + 1 + LATE_REDIRECT_CLOCKS;
  }
  return taken;
}

// Counts an operation of the program that retires or ends with an exception.
static void count(struct core_counts *counts, struct code_entry *code, const struct trace_op *op,
                  const struct life *life)
{
  code->executed++;
  counts->executed++;
  counts->at_retirement += life->late;
  counts->branches += code->class.branch;
  counts->taken += life->taken;
  counts->mispredicted += (life->events & EVENT_MISPREDICTED) != 0;
  counts->accesses += life->access;
  counts->l1d_refills += (life->events & EVENT_L1D_REFILL) != 0;
  counts->tlb_walks += (life->events & EVENT_TLB_WALK) != 0;
  if (a64_is_sve(op->opcode)) {
    counts->sve += execution_uses_vectors(&code->class);
    counts->sve_without_length += op->vectors.bits == 0;
  } else if (a64_is_sme(op->opcode)) {
    counts->sme += execution_uses_vectors(&code->class);
  }
  if (op->vectors.streaming_bits == 0) {
    counts->sme_without_length += a64_needs_sme(op->opcode);
  }
}

// Whether the operation being dispatched will be flushed: by a pending flush, or an interrupt before it retires.
static bool flushed(struct core *core, const struct trace_op *op, struct life *life)
{
  if (!core->flush.pending && life->retire >= core->interrupt) {
    core->flush = (struct core_flush){.pending = true,
                                      .interrupt = true,
                                      .at = core->interrupt,
                                      .first = core->window.next,
                                      .pc = op->pc,
                                      .resume = core->interrupt + KERNEL_CLOCKS};
  }
  if (core->flush.pending) {
    core_flush_cut(life, core->flush.at);
  }
  return core->flush.pending;
}

// The front end continues past an operation that will flush all younger ones when it retires.
static void run_ahead(struct core *core, const struct trace_op *op, const struct life *life, uint64_t clocks)
{
  core->flush = (struct core_flush){.pending = true,
                                    .at = life->retire,
                                    .first = core->window.next + 1,
                                    .pc = op->pc + 4,
                                    .resume = life->retire + clocks};
}

// Steers the front end after dispatching an exception.
static void leave(struct core *core, const struct trace_op *op, struct life *life, bool again)
{
  if (again) {
    core->fetch_from = core->flush.resume;
    return;
  }
  life->how = SPU_OP_EXCEPTION;
  if (core->timing.at_decode) {
    life->issue = UINT64_MAX;
    core->counts.unissued++;
  }
  core->target_known = false;  // the operating system's branches are unknown
  if (core->timing.ahead) {
    run_ahead(core, op, life, KERNEL_CLOCKS);
  } else {
    core->fetch_from = core->execution.retired + KERNEL_CLOCKS;
  }
}

// Gives an operation its cycles, and sets the number of empty ones before it.
static void take_time(struct core *core, struct code_entry *code, struct life *life, uint16_t *empty)
{
  const bool flushes = life->how != SPU_OP_SQUASHED &&
                       (life->how == SPU_OP_EXCEPTION || (life->events & EVENT_MISPREDICTED) != 0 ||
                        (core->timing.ahead && execution_waits(&code->class)));
  const uint64_t cycles = core_time_add(&core->time, code, life, core->now, flushes);
  if (core->marked.exposed && cycles != 0) {
    *empty = (uint16_t)(cycles < UINT16_MAX ? cycles : UINT16_MAX);
  }
}

// Dispatches an operation of the program in this cycle. Returns true if no further operation follows it in this cycle.
static bool execute(struct core *core, struct code_entry *code, const struct trace_op *op, struct life *life)
{
  *life = execution_dispatch(&core->execution, code, op, core->now);
  life->previous_known = core->target_known;
  life->previous = core->last_target;
  core->vectors = op->vectors;
  const bool again = flushed(core, op, life);
  bool ends = code->class.exception;
  if (code->class.exception) {
    leave(core, op, life, again);
  } else if (code->class.branch) {
    ends = steer(core, code, op, life);
  } else if (core->timing.ahead && !again && execution_waits(&code->class)) {
    run_ahead(core, op, life, REDIRECT_CLOCKS);
  }
  if (again) {
    core_flush_forget(life);
  } else {
    count(&core->counts, code, op, life);
  }
  if (life->taken && !again) {
    core->target_known = true;
    core->last_target = life->target;
  }
  core_events_add(&core->events, &code->class, life);
  return ends;
}

// Whether operations dispatched in this cycle are flushed in it.
static bool flushing(const struct core *core)
{
  return core->flush.pending && core->now >= core->flush.at;
}

// Dispatches an operation in the cycle of a flush. Returns true if no further operation follows it in this cycle.
static bool dispatch_in_vain(struct core *core, const struct code_entry *code, struct life *life)
{
  *life = core_flush_at_dispatch(code, core->now);
  execution_note_vectors(&core->execution, &code->class, &core->vectors, life);
  core->counts.at_dispatch++;
  core_events_add(&core->events, &code->class, life);
  return code->class.branch || code->class.exception;
}

// Whether the front end must wait for a flush before the next operation, because it is not at the predicted address.
static bool comes_after_flush(const struct core *core, const struct trace_op *op)
{
  return core->flush.pending && core->window.next == core->flush.first && op->pc != core->flush.pc;
}

// Dispatches operations of the program. Returns the valid slots.
static uint8_t dispatch(struct core *core, struct spu_in *in)
{
  uint8_t valid = 0;
  for (uint32_t slot = 0; slot < core->width; slot++) {
    const struct trace_op *op =
        execution_full(&core->execution, core->now) ? NULL : core_window_next(&core->window);
    if (op == NULL) {
      break;
    }
    if (comes_after_flush(core, op)) {
      break;
    }
    if (!fetch_hits(core, op->pc)) {
      break;
    }
    struct code_entry *code = code_map_learn(&core->code, op->pc, op->opcode);
    if (code == NULL) {
      core->window.failed = !tb_fail(&core->window.error, "core model: out of memory");
      break;
    }
    in->dispatch_pc[slot] = op->pc;
    valid = (uint8_t)(valid | 1U << slot);
    struct life *life = &core->slots[slot];
    bool ends = true;
    if (flushing(core)) {
      ends = dispatch_in_vain(core, code, life);
    } else {
      ends = execute(core, code, op, life);
      take_time(core, code, life, &in->dispatch_empty);
    }
    core->window.next++;
    if (ends) {
      break;
    }
  }
  return valid;
}

// The next PC that the front end fetches on the wrong path; 0 if unknown.
static uint64_t wrong_path_next(const struct code_entry *code, uint64_t pc)
{
  const struct a64_class *class = &code->class;
  if (class->exception || class->indirect) {
    return 0;
  }
  return class->branch && !class->cond ? code->target : pc + 4;
}

// Dispatches an operation on the wrong path.
static void dispatch_wrong(struct core *core, const struct code_entry *code, struct life *life)
{
  *life = (struct life){.code = code,
                        .issue = core->now + 1,
                        .xlate_end = core->now + 1,
                        .finish = core->resolve < core->now + 2 ? core->resolve : core->now + 2,
                        .retire = core->resolve,
                        .how = SPU_OP_SQUASHED};
  execution_note_vectors(&core->execution, &code->class, &core->vectors, life);
  core_events_add(&core->events, &code->class, life);
}

// Dispatches operations on the wrong path, as far as its code is known.
static uint8_t dispatch_wrong_path(struct core *core, uint64_t *pcs)
{
  uint8_t valid = 0;
  for (uint32_t slot = 0; slot < core->width; slot++) {
    const uint64_t pc = core->wrong_pc;
    const struct code_entry *code = code_map_find(&core->code, pc);
    if (code == NULL) {
      core->on_wrong_path = false;
      break;
    }
    pcs[slot] = pc;
    valid = (uint8_t)(valid | 1U << slot);
    if (core->now >= core->resolve) {
      (void)dispatch_in_vain(core, code, &core->slots[slot]);
    } else {
      dispatch_wrong(core, code, &core->slots[slot]);
    }
    core->counts.wrong_path++;
    core->wrong_pc = wrong_path_next(code, pc);
    if (core->wrong_pc != pc + 4) {
      break;
    }
  }
  return valid;
}

// At the end of the cycle, flushes everything that has not retired.
static void flush(struct core *core)
{
  const uint64_t operations =
      core->window.next > core->flush.first ? core->window.next - core->flush.first : 0;
  execution_flush(&core->execution, core->flush.at);
  core->window.next -= operations;
  core->fetch_from = core->flush.resume;
  core->flush.pending = false;
  if (core->flush.interrupt) {
    core->counts.interrupts++;
    core->counts.interrupted += operations;
    core->target_known = false;
    core_events_interrupt(&core->events);
    set_interrupt(core, core->flush.resume);
  } else {
    core->counts.refetched += operations;
  }
}

// Fills the dispatch pins. Returns the valid slots.
static uint8_t drive_dispatch(struct core *core, struct spu_in *in)
{
  const bool wrong_path = core->on_wrong_path && (core->now < core->resolve ||
                                                  (core->timing.at_dispatch && core->now == core->resolve));
  if (flushing(core) && !core->timing.at_dispatch) {
    return 0;
  }
  if (wrong_path) {
    return dispatch_wrong_path(core, in->dispatch_pc);
  }
  if (core->now < core->resolve || core->now < core->fetch_from) {
    return 0;
  }
  return dispatch(core, in);
}

void core_drive(struct core *core, uint64_t cycle, bool run, struct spu_in *in)
{
  core->now = cycle;
  if (!run || core_ended(core)) {
    core_time_stop(&core->time, cycle);
  }
  if (core->marked.any) {
    core_marked_drive(&core->marked, &core->time, cycle, in);
  }
  in->dispatch_empty = 0;
  in->alt_clock = core->marked.smcu && cycle % SMCU_CLOCK == 0;
  core->target_known = core->target_known && run;  // no branch is recorded while profiling is off (D17.6.3.1)
  if (!core->flush.pending && cycle >= core->interrupt) {  // nothing was in flight: it squashes no operation
    set_interrupt(core, cycle);
  }
  core->valid = run ? drive_dispatch(core, in) : 0;
  if (flushing(core)) {
    flush(core);
  }
  in->dispatch_valid = core->valid;
  const uint32_t empty = core->width - (uint32_t)__builtin_popcount(core->valid);
  if (run && empty != 0 && !core_window_ended(&core->window)) {
    core_events_stall(&core->events, empty, core->valid == 0, execution_full(&core->execution, cycle));
  }
  core_events_drive(&core->events, in);
}

bool core_observe(struct core *core, const struct spu_out *out, struct tb_error *error)
{
  if (core->window.failed) {
    return tb_fail(error, "%s", core->window.error.text);
  }
  if (!out->mark_valid) {
    return true;
  }
  if (out->mark_slot >= core->width || (core->valid & 1U << out->mark_slot) == 0) {
    return tb_fail(error, "mark: slot %u has no operation", out->mark_slot);
  }
  return core_marked_add(&core->marked, out->mark_tag, &core->slots[out->mark_slot], error);
}

uint64_t core_wakes(const struct core *core)
{
  if (core->marked.any || core->flush.pending || core->on_wrong_path || core->timing.interrupts) {
    return 0;
  }
  const uint64_t front = core->fetch_from > core->resolve ? core->fetch_from : core->resolve;
  const uint64_t room = core->execution.retire_at[core->execution.reorder_head];
  return front > room ? front : room;
}

bool core_idle(const struct core *core, uint64_t cycle)
{
  return cycle > core->execution.retired && cycle >= core->resolve && !core->marked.any;
}

uint64_t core_stop(struct core *core)
{
  core->window.ended = true;
  return core->window.read;
}

bool core_ended(const struct core *core)
{
  return core_window_ended(&core->window) && !core->flush.pending;
}

struct core_counts core_get_counts(const struct core *core)
{
  struct core_counts counts = core->counts;
  counts.empty = core->time.empty;
  counts.stopped = core->time.stopped;
  return counts;
}

void core_each_pc(const struct core *core, code_visit *visit, void *context)
{
  code_map_each(&core->code, visit, context);
}
