// SPDX-License-Identifier: Apache-2.0
//
// The lives of a core's operations, out of the core's own trace of itself. A recorder beside the core says what
// happened in each cycle; nothing here knows the unit or what is at its pins.
#ifndef TB_CORE_CORE_TRACE_H
#define TB_CORE_CORE_TRACE_H

#include "core/core_insn.h"
#include "util/error.h"

enum {
  CORE_ENTRIES = 8,  // operations that the core has in flight at most
  CORE_RETIRES = 2,  // operations that retire in a cycle at most
  CORE_OVER = 16     // lives that are over in a cycle at most
};

struct core_retired {
  bool valid;
  uint8_t entry;
  uint64_t pc;
  uint32_t insn;         // as it was fetched: bits 1:0 of a compressed one are not 3
  uint64_t addr;         // virtual address of a memory access
  uint8_t rmask, wmask;  // bytes that were read and written there; both 0: no access
  uint8_t mode;          // 0 U, 1 S, 3 M
};

// What happened in one cycle of the core. Sets of entries have bit n for entry n.
struct core_events {
  // An operation enters the pipeline and gets an entry.
  bool dispatch;
  uint8_t dispatch_entry;
  uint64_t dispatch_pc;
  uint8_t dispatch_mode;  // 0 U, 1 S, 3 M
  // It was flushed in the same cycle: no entry came to be, and its number may be used again at once.
  bool dispatch_flushed;
  uint8_t completed;                          // results that were written back
  struct core_retired retired[CORE_RETIRES];  // in program order
  // The oldest operation takes an exception. After an interrupt it is squashed, to be executed again later.
  bool trap;
  uint8_t trap_entry;
  uint64_t trap_pc;
  bool trap_interrupt;
  // Every operation in flight that does not retire or trap in this cycle is squashed, completed or not.
  bool flush;
  uint8_t missed;      // a load missed in the data cache
  uint8_t walk_began;  // the table walk for its data address began
  uint8_t walking;     // it waits for that walk
  // The access of an entry has this physical address.
  bool translated;
  uint8_t translated_entry;
  uint64_t translated_pa;
  // A branch went elsewhere than predicted.
  bool mispredicted;
  uint8_t mispredicted_entry;
};

enum core_fate {
  CORE_GOING,
  CORE_RETIRED,
  CORE_EXCEPTION,
  CORE_INTERRUPTED,  // squashed, and executed again after an interrupt
  CORE_SQUASHED
};

// The life of one operation. Cycles are the caller's.
struct core_op {
  uint64_t number;  // from 1, in the order of dispatch
  uint64_t pc;
  uint8_t mode;
  uint8_t entry;
  enum core_fate fate;
  bool flushed;  // in the cycle of its dispatch
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
// operation was, it can have been one that is executed as it retires, whose result comes early and means nothing: both are
// then possible.
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

#endif  // TB_CORE_CORE_TRACE_H
