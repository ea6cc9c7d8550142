// SPDX-License-Identifier: Apache-2.0
//
// The lives of a core's operations, out of the core's own trace of itself. A recorder beside the core says what
// happened in each cycle; nothing here knows the unit or what is at its pins.
#ifndef TB_CORES_CORE_TRACE_H
#define TB_CORES_CORE_TRACE_H

#include "cores/core_insn.h"
#include "gen/core_events.h"
#include "unit/util/error.h"

enum { CORE_OVER = 16 };  // lives that are over in a cycle at most

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
  bool unissued;  // it brought an exception or an interrupt with it
  uint64_t dispatched;
  uint64_t ended;
  bool has_result;  // its result was written back, in cycle `result`
  uint64_t result;
  uint32_t walking;  // cycles in which it waited for a table walk
  bool walked;
  uint64_t walk;  // cycle of the first sign of a walk
  bool missed;
  uint64_t miss;  // cycle of the first miss
  bool mispredicted;
  bool translated;
  bool mapped;  // by the TLB
  uint64_t pa;
  // Of one that has retired, or whose instruction the caller knows.
  bool known;
  struct core_insn insn;
  uint32_t opcode;  // what `insn` was decoded from
  bool access;      // of one that has retired: at `address`
  uint64_t address;
  // What retired or trapped after it, if nothing cut its life short.
  bool has_next;
  uint64_t next_pc;
  uint8_t next_mode;
  // For the caller, who may set them in the cycle of dispatch (core_trace.dispatched).
  bool population;
  uint32_t sample;
};

// How many cycles after its dispatch an operation completed: it can no longer stall a consumer. If nobody knows what an
// operation was, it can have been one that is executed as it retires, whose result comes early and means nothing:
// both are then possible.
struct core_latency {
  uint64_t cycles;
  uint64_t other;  // as `cycles` where only one is possible
};
struct core_latency core_op_latency(const struct core_op *op);

// The operation is this instruction.
void core_op_know(struct core_op *op, uint32_t opcode);

// Whether a branch that retired was taken. *unknown: a conditional one goes to the next instruction either way.
bool core_op_taken(const struct core_op *op, bool *unknown);

// All zero is a core that has dispatched nothing.
struct core_trace {
  struct core_op entry[CORE_ENTRIES];
  uint8_t busy;         // entries in flight
  bool has_last;        // the operation that retired last is not over: what comes after it is not known yet
  struct core_op last;  // that operation
  struct core_op *dispatched;  // the one of the last step, in entry[] or over[]; null: none
  // Lives that were over with the last step: nothing about them changes any more.
  struct core_op over[CORE_OVER];
  unsigned overs;
  uint64_t operations;  // dispatched
  uint64_t retired;
  uint64_t exceptions;
  uint64_t interrupts;
  uint64_t squashed;  // without those that were interrupted
};

// Takes one cycle. False with an error if the trace contradicts itself: what it says afterwards means nothing.
bool core_trace_step(struct core_trace *trace, uint64_t cycle, const struct core_events *events,
                     struct tb_error *error);

// The operation that retired last is over, whatever comes after it.
void core_trace_finish(struct core_trace *trace);

// A word for a fate: "retired".
const char *core_fate_name(enum core_fate fate);

#endif  // TB_CORES_CORE_TRACE_H
