// SPDX-License-Identifier: Apache-2.0
//
// The last events of a run, for mismatch reports.
#ifndef TB_UNIT_CHECK_EVENT_RING_H
#define TB_UNIT_CHECK_EVENT_RING_H

#include "spu.h"

enum { EVENT_RING_SIZE = 16 };

enum event_kind {
  EVENT_MARK,        // a: slot, b: tag
  EVENT_COLLISION,   // a: number of samples
  EVENT_FINISH,      // a: tag, b: enum spu_op_how
  EVENT_DECISION,    // a: tag, b: 0 not kept, 1 kept, 2 kept and discarded
  EVENT_START,       // a: PMBPTR_EL1
  EVENT_DISCARD,     // a: reason
  EVENT_COMMIT,      // a: bytes
  EVENT_MANAGEMENT,  // a: PMBSR_EL1, b: PMBPTR_EL1 after it
  EVENT_XLATE,       // a: output address; b: 0x100 | FSC if it faulted, else 0
  EVENT_READ,        // a: sysreg_addr
  EVENT_WRITE,       // a: sysreg_addr, b: data
  EVENT_PE,          // a: Exception level, b: profiling enabled << 1 | buffer enabled
  EVENT_IRQ,         // a: level
  EVENT_PMUIRQ,      // a: level
  EVENT_ABORT,       // a: AXI response, 2 or 3
  EVENT_PSB,         // a: 0 requested, 1 done
  EVENT_DSB          // a: 0 requested, 1 done
};

struct event {
  uint64_t cycle;
  uint64_t a;
  uint64_t b;
  enum event_kind kind;
};

// The last request of a barrier, and the contents of the unit at that time.
struct barrier_request {
  uint64_t cycle;
  uint8_t tags;      // operations in flight that a PSB CSYNC covers
  uint32_t records;  // kept and not started
  bool writing;      // a record was being written
  uint32_t bursts;   // bursts without a response
};

// All zero is an empty ring.
struct event_ring {
  struct event event[EVENT_RING_SIZE];
  uint64_t count;                     // events pushed so far
  struct barrier_request barrier[2];  // PSB CSYNC, DSB
};

static inline void event_push(struct event_ring *ring, uint64_t cycle, enum event_kind kind, uint64_t a,
                              uint64_t b)
{
  ring->event[ring->count++ % EVENT_RING_SIZE] = (struct event){cycle, a, b, kind};
}

#endif  // TB_UNIT_CHECK_EVENT_RING_H
