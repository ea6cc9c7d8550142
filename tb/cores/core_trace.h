// SPDX-License-Identifier: Apache-2.0
//
// The lives of a core's operations, from the core's own trace. A recorder beside the core reports the events of each
// cycle; nothing here uses the unit or its pins.
#ifndef TB_CORES_CORE_TRACE_H
#define TB_CORES_CORE_TRACE_H

#include "cores/core_insn.h"
#include "gen/core_events.h"
#include "unit/util/error.h"

enum { CORE_OVER = 16 };  // most lives that can end in a cycle
enum { CORE_USER = 0 };   // the mode of programs

enum core_fate {
  CORE_GOING,
  CORE_RETIRED,
  CORE_EXCEPTION,
  CORE_INTERRUPTED,  // squashed, and executed again after an interrupt
  CORE_SQUASHED
};
enum { CORE_FATES = CORE_SQUASHED + 1 };

// The life of one operation. Cycles are the caller's.
struct core_op {
  uint64_t number;  // from 1, in the order of dispatch
  uint64_t pc;
  uint8_t mode;
  uint8_t entry;
  enum core_fate fate;
  bool flushed;   // in the cycle of its dispatch
  bool unissued;  // it entered with an exception or an interrupt
  uint64_t dispatched;
  uint64_t ended;
  bool has_result;  // its result was written back, in cycle `result`
  uint64_t result;
  uint64_t exposed;  // cycles in which the core waited for it; complete when its life is over
  uint32_t walking;  // cycles in which it waited for a table walk
  bool walked;
  uint64_t walk;  // cycle of the first sign of a walk
  bool missed;
  uint64_t miss;  // cycle of the first miss
  bool mispredicted;
  bool translated;
  bool mapped;  // by the TLB
  uint64_t pa;
  // If it has retired, or the caller knows its instruction.
  bool known;
  struct core_insn insn;
  uint32_t opcode;  // of `insn`
  bool access;      // if it has retired: it accessed `address`
  uint64_t address;
  // The next operation that retired or trapped, if nothing intervened.
  bool has_next;
  uint64_t next_pc;
  uint8_t next_mode;
  // For the caller, who may set them in the cycle of dispatch (core_trace.dispatched).
  bool population;
  uint32_t sample;
};

// Cycles from dispatch to completion, when an operation can no longer stall a consumer. An unknown operation may be one
// that is executed as it retires, whose early result is meaningless: two values are then possible.
struct core_latency {
  uint64_t cycles;
  uint64_t other;  // equals `cycles` if only one is possible
};
struct core_latency core_op_latency(const struct core_op *op);

// Sets the operation's instruction.
void core_op_know(struct core_op *op, uint32_t opcode);

// True if a retired branch was taken. *unknown: a conditional branch whose target is the next instruction.
bool core_op_taken(const struct core_op *op, bool *unknown);

// Every cycle belongs to one operation (docs/integration.md, "Exposed latency"). In flight is what was dispatched in an
// earlier cycle and has not ended in an earlier cycle.
// - Something is in flight: it is the oldest's.
// - Nothing is in flight, and the last one took an exception, retired with a flush, or retired as a mispredicted branch
//   before another was dispatched: it is the last one's, up to and with the cycle of the next dispatch.
// - Otherwise it is the next one's, and again the cycle of its dispatch is the last: at the start of a run, while
//   instructions are fetched slowly, and after an interrupt, which always squashes the operation that takes it.
// An operation that is flushed in the cycle of its dispatch has no cycle, and is not the next one.
//
// All zero: a core that has dispatched nothing.
struct core_trace {
  struct core_op entry[CORE_ENTRIES];
  uint8_t busy;         // entries in flight
  bool has_last;        // the life of the last retired operation is not over: its successor is not known yet
  struct core_op last;  // that operation
  struct core_op trapped;      // one that took an exception, whose life is over at the next dispatch
  struct core_op *flusher;     // whose the empty cycles are: `last` or `trapped`; null: the next operation's
  uint64_t empty;              // cycles that the next operation gets
  struct core_op *dispatched;  // in the last step, in entry[] or over[]; null: none
  // Lives that ended in the last step: they do not change any more.
  struct core_op over[CORE_OVER];
  unsigned overs;
  uint64_t operations;  // dispatched
  uint64_t retired;
  uint64_t exceptions;
  uint64_t interrupts;
  uint64_t squashed;  // without interrupted ones
};

// Takes one cycle. False with an error if the trace contradicts itself; it must not be used any more.
bool core_trace_step(struct core_trace *trace, uint64_t cycle, const struct core_events *events,
                     struct tb_error *error);

// Ends the lives of the last operations that retired or took an exception, whatever follows them.
void core_trace_finish(struct core_trace *trace);

// The name of a fate, such as "retired".
const char *core_fate_name(enum core_fate fate);

#endif  // TB_CORES_CORE_TRACE_H
