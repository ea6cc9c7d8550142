// SPDX-License-Identifier: Apache-2.0
//
// The lives of a core's operations, out of the core's own trace of itself. A recorder beside the core says what
// happened in each cycle; nothing here knows the unit or what is at its pins.
#ifndef TB_CORE_CORE_TRACE_H
#define TB_CORE_CORE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

enum {
  CORE_ENTRIES = 8,  // operations that the core has in flight at most
  CORE_RETIRES = 2   // operations that retire in a cycle at most
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

#endif  // TB_CORE_CORE_TRACE_H
