// SPDX-License-Identifier: Apache-2.0
#include "cores/core_trace.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#define PAGE_OFFSET UINT64_C(0xFFF)

// The current step.
struct step {
  struct core_trace *trace;
  uint64_t cycle;
  struct tb_error *error;
};

static bool refuse(const struct step *step, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool refuse(const struct step *step, const char *format, ...)
{
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return tb_fail(step->error, "the core's trace contradicts itself in cycle %" PRIu64 ": %s", step->cycle,
                 text);
}

static bool is_busy(const struct core_trace *trace, unsigned entry)
{
  return entry < CORE_ENTRIES && (trace->busy >> entry & 1) != 0;
}

// Ends a life. In one cycle at most all entries, the last retired operation, and one flushed at its dispatch can end.
static struct core_op *over(struct core_trace *trace, const struct core_op *op)
{
  trace->over[trace->overs] = *op;
  return &trace->over[trace->overs++];
}

// The oldest operation in flight. Null: none.
static struct core_op *oldest(struct core_trace *trace)
{
  struct core_op *oldest = NULL;
  for (unsigned entries = trace->busy; entries != 0; entries &= entries - 1) {
    struct core_op *op = &trace->entry[__builtin_ctz(entries)];
    oldest = oldest == NULL || op->number < oldest->number ? op : oldest;
  }
  return oldest;
}

// Gives the cycle to its operation. Before the events of the cycle.
static void give_cycle(struct core_trace *trace)
{
  struct core_op *owner = trace->busy != 0 ? oldest(trace) : trace->flusher;
  *(owner != NULL ? &owner->exposed : &trace->empty) += 1;
}

// ---------------------------------------------------------------------------------------------------------
// What happens to operations in flight

static bool all_busy(const struct step *step, unsigned entries, const char *what)
{
  const unsigned empty = entries & ~(unsigned)step->trace->busy;
  return empty == 0 || refuse(step, "%s of entry %d, which is empty", what, __builtin_ctz(empty));
}

static bool take_results(const struct step *step, unsigned entries)
{
  for (; entries != 0; entries &= entries - 1) {
    struct core_op *op = &step->trace->entry[__builtin_ctz(entries)];
    if (op->has_result) {
      return refuse(step, "a second result of entry %u, the operation at 0x%" PRIx64, op->entry, op->pc);
    }
    op->has_result = true;
    op->result = step->cycle;
  }
  return true;
}

static void take_walks(const struct step *step, unsigned began, unsigned walking)
{
  for (unsigned entries = began | walking; entries != 0; entries &= entries - 1) {
    const unsigned entry = (unsigned)__builtin_ctz(entries);
    struct core_op *op = &step->trace->entry[entry];
    op->walking += walking >> entry & 1;
    op->walk = op->walked ? op->walk : step->cycle;
    op->walked = true;
  }
}

static void take_misses(const struct step *step, unsigned entries)
{
  for (; entries != 0; entries &= entries - 1) {
    struct core_op *op = &step->trace->entry[__builtin_ctz(entries)];
    op->miss = op->missed ? op->miss : step->cycle;
    op->missed = true;
  }
}

static bool take_progress(const struct step *step, const struct core_events *events)
{
  struct core_trace *trace = step->trace;
  if (!all_busy(step, events->completed, "a result") || !all_busy(step, events->missed, "a miss") ||
      !all_busy(step, events->walk_began, "the start of a table walk") ||
      !all_busy(step, events->walking, "a table walk")) {
    return false;
  }
  take_walks(step, events->walk_began, events->walking);
  take_misses(step, events->missed);
  if (events->translated) {
    if (!is_busy(trace, events->translated_entry)) {
      return refuse(step, "a translation of entry %u, which is empty", events->translated_entry);
    }
    trace->entry[events->translated_entry].translated = true;
    trace->entry[events->translated_entry].mapped = events->translated_mapped;
    trace->entry[events->translated_entry].pa = events->translated_pa;
  }
  if (events->mispredicted) {
    if (!is_busy(trace, events->mispredicted_entry)) {
      return refuse(step, "a misprediction of entry %u, which is empty", events->mispredicted_entry);
    }
    trace->entry[events->mispredicted_entry].mispredicted = true;
  }
  return take_results(step, events->completed);
}

// ---------------------------------------------------------------------------------------------------------
// Program order

// True if an operation at this address can follow the last retired one.
static bool can_follow(const struct core_op *last, uint64_t pc, uint8_t mode)
{
  const struct core_insn *insn = &last->insn;
  if (insn->returns) {
    return true;
  }
  const bool falls_through = insn->kind != CORE_INSN_BRANCH || insn->conditional;
  return mode == last->mode && ((falls_through && pc == last->pc + insn->bytes) || insn->indirect ||
                                (insn->has_offset && pc == last->pc + (uint64_t)insn->offset));
}

// Checks the address of the next operation in program order.
static bool follow(const struct step *step, uint64_t pc, uint8_t mode)
{
  struct core_trace *trace = step->trace;
  struct core_op *last = &trace->last;
  if (!trace->has_last) {
    return true;
  }
  if (!can_follow(last, pc, mode)) {
    return refuse(step,
                  "after 0x%08" PRIx32 " at 0x%" PRIx64 " in mode %u, which retired in cycle %" PRIu64
                  ", comes 0x%" PRIx64 " in mode %u",
                  last->opcode, last->pc, last->mode, last->ended, pc, mode);
  }
  last->has_next = true;
  last->next_pc = pc;
  last->next_mode = mode;
  (void)over(trace, last);
  trace->has_last = false;
  return true;
}

// The oldest operation in flight leaves its entry. Null if the entry has another operation.
static struct core_op *leave(const struct step *step, unsigned entry, uint64_t pc, enum core_fate fate)
{
  struct core_trace *trace = step->trace;
  const char *what = core_fate_name(fate);
  if (!is_busy(trace, entry)) {
    (void)refuse(step, "entry %u, which is empty, ends as %s", entry, what);
    return NULL;
  }
  struct core_op *op = &trace->entry[entry];
  if (op->pc != pc) {
    (void)refuse(step, "entry %u was dispatched at 0x%" PRIx64 " and ends as %s at 0x%" PRIx64, entry, op->pc,
                 what, pc);
    return NULL;
  }
  const struct core_op *first = oldest(trace);
  if (first != op) {
    (void)refuse(step, "the operation at 0x%" PRIx64 " ends as %s before the older one at 0x%" PRIx64, pc,
                 what, first->pc);
    return NULL;
  }
  op->fate = fate;
  op->ended = step->cycle;
  trace->busy &= (uint8_t) ~(1U << entry);
  return op;
}

static bool retire(const struct step *step, const struct core_retired *retired)
{
  struct core_trace *trace = step->trace;
  struct core_op *op = leave(step, retired->entry, retired->pc, CORE_RETIRED);
  if (op == NULL) {
    return false;
  }
  if (op->mode != retired->mode) {
    return refuse(step, "the operation at 0x%" PRIx64 " was dispatched in mode %u and retires in mode %u",
                  op->pc, op->mode, retired->mode);
  }
  core_op_know(op, retired->insn);
  op->access = (retired->rmask | retired->wmask) != 0;
  op->address = retired->addr;
  if (op->access != (op->insn.kind == CORE_INSN_ACCESS)) {
    return refuse(step, "0x%08" PRIx32 " at 0x%" PRIx64 " retires %s a memory access", retired->insn, op->pc,
                  op->access ? "with" : "without");
  }
  if (op->access && op->translated && ((op->address ^ op->pa) & PAGE_OFFSET) != 0) {
    return refuse(step, "the access to 0x%" PRIx64 " by 0x%" PRIx64 " was translated to 0x%" PRIx64,
                  op->address, op->pc, op->pa);
  }
  if (op->mispredicted && op->insn.kind != CORE_INSN_BRANCH) {
    return refuse(step, "0x%08" PRIx32 " at 0x%" PRIx64 " was mispredicted but is not a branch",
                  retired->insn, op->pc);
  }
  if (!follow(step, op->pc, op->mode)) {
    return false;
  }
  trace->retired++;
  trace->last = *op;
  trace->has_last = true;
  return true;
}

static bool take_trap(const struct step *step, const struct core_events *events)
{
  struct core_trace *trace = step->trace;
  const enum core_fate fate = events->trap_interrupt ? CORE_INTERRUPTED : CORE_EXCEPTION;
  const struct core_op *op = leave(step, events->trap_entry, events->trap_pc, fate);
  if (op == NULL || !follow(step, op->pc, op->mode)) {
    return false;
  }
  trace->interrupts += events->trap_interrupt;
  trace->exceptions += !events->trap_interrupt;
  if (events->trap_interrupt) {
    (void)over(trace, op);
  } else {
    trace->trapped = *op;
    trace->flusher = &trace->trapped;
  }
  return true;
}

static void squash_all(const struct step *step)
{
  struct core_trace *trace = step->trace;
  for (unsigned entries = trace->busy; entries != 0; entries &= entries - 1) {
    struct core_op *op = &trace->entry[__builtin_ctz(entries)];
    op->fate = CORE_SQUASHED;
    op->ended = step->cycle;
    trace->squashed++;
    (void)over(trace, op);
  }
  trace->busy = 0;
}

// The operations that retired have left the core empty. The cycles that follow are the last one's if it caused that.
static void take_empty(const struct step *step, const struct core_events *events)
{
  struct core_trace *trace = step->trace;
  const bool retired = trace->has_last && trace->last.ended == step->cycle;
  if (trace->busy == 0 && retired && (events->flush || trace->last.mispredicted)) {
    trace->flusher = &trace->last;
  }
}

// Ends the time of the operation that flushed.
static void end_flush(struct core_trace *trace)
{
  if (trace->flusher == &trace->trapped) {
    (void)over(trace, trace->flusher);
  }
  trace->flusher = NULL;
}

static bool take_dispatch(const struct step *step, const struct core_events *events)
{
  struct core_trace *trace = step->trace;
  const unsigned entry = events->dispatch_entry;
  const struct core_op op = {.number = ++trace->operations,
                             .pc = events->dispatch_pc,
                             .mode = events->dispatch_mode,
                             .entry = events->dispatch_entry,
                             .unissued = events->dispatch_done,
                             .dispatched = step->cycle};
  if (events->dispatch_flushed) {
    trace->dispatched = over(trace, &op);
    trace->dispatched->fate = CORE_SQUASHED;
    trace->dispatched->flushed = true;
    trace->dispatched->ended = step->cycle;
    trace->squashed++;
    return true;
  }
  if (events->flush) {
    return refuse(step,
                  "the operation at 0x%" PRIx64 " was dispatched in the cycle of a flush, and not flushed",
                  op.pc);
  }
  if (entry >= CORE_ENTRIES || is_busy(trace, entry)) {
    return refuse(step, "the operation at 0x%" PRIx64 " was dispatched to entry %u, which %s", op.pc, entry,
                  entry < CORE_ENTRIES ? "has another one" : "does not exist");
  }
  end_flush(trace);
  trace->entry[entry] = op;
  trace->entry[entry].exposed = trace->empty;
  trace->empty = 0;
  trace->busy |= (uint8_t)(1U << entry);
  trace->dispatched = &trace->entry[entry];
  return true;
}

bool core_trace_step(struct core_trace *trace, uint64_t cycle, const struct core_events *events,
                     struct tb_error *error)
{
  const struct step step = {trace, cycle, error};
  trace->overs = 0;
  trace->dispatched = NULL;
  give_cycle(trace);
  if (!take_progress(&step, events)) {
    return false;
  }
  for (unsigned i = 0; i < CORE_RETIRES; i++) {
    if (events->retired[i].valid && !retire(&step, &events->retired[i])) {
      return false;
    }
  }
  if (events->trap && !take_trap(&step, events)) {
    return false;
  }
  if (events->flush) {
    squash_all(&step);
  }
  take_empty(&step, events);
  return !events->dispatch || take_dispatch(&step, events);
}

void core_trace_finish(struct core_trace *trace)
{
  trace->overs = 0;
  trace->dispatched = NULL;
  end_flush(trace);
  if (trace->has_last) {
    (void)over(trace, &trace->last);
    trace->has_last = false;
  }
}

// ---------------------------------------------------------------------------------------------------------
// Consequences of a life

void core_op_know(struct core_op *op, uint32_t opcode)
{
  op->known = true;
  op->opcode = opcode;
  op->insn = core_insn_decode(opcode);
}

struct core_latency core_op_latency(const struct core_op *op)
{
  const uint64_t ended = op->ended - op->dispatched;
  const uint64_t result = op->result - op->dispatched;
  if (op->flushed) {
    return (struct core_latency){1, 1};  // the earliest report to the unit is in the cycle after dispatch
  }
  if (!op->has_result || (op->known && op->insn.late)) {
    return (struct core_latency){ended, ended};
  }
  return (struct core_latency){result, op->known ? result : ended};
}

bool core_op_taken(const struct core_op *op, bool *unknown)
{
  const struct core_insn *insn = &op->insn;
  *unknown = insn->conditional && insn->offset == insn->bytes;
  return insn->kind == CORE_INSN_BRANCH && (!insn->conditional || op->next_pc != op->pc + insn->bytes);
}

const char *core_fate_name(enum core_fate fate)
{
  static const char *const names[] = {"in flight", "retired", "exception", "interrupted", "squashed"};
  return names[fate];
}
