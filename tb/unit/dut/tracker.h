// SPDX-License-Identifier: Apache-2.0
//
// Tracks the operations and records in the unit, from its pins and its verification interface, for stimulus, checker,
// reports and coverage. It checks nothing and only notes impossible events.
#ifndef TB_UNIT_DUT_TRACKER_H
#define TB_UNIT_DUT_TRACKER_H

#include "unit/dut/dut.h"

enum { TRACKER_QUEUE = 64 };  // kept records that can wait; far more than any implementation holds

// Sets of operations: bit n is the operation with tag n.
struct tracker_state {
  uint8_t in_flight;  // marked, not yet decided
  uint8_t completed;  // in flight and completed
  uint8_t finished;   // in flight and finished
  uint8_t held;       // finished, with `oldest` high in every cycle since
  bool writing;       // a record is being written
  uint32_t waiting;   // kept records that are neither started nor ended
  uint64_t marked;    // operations marked so far
  uint64_t ended;     // records committed or discarded so far
  uint64_t start;     // PMBPTR_EL1 at the start of the last record
};

// Events that the previous state does not allow.
enum {
  TRACKER_END_OF_NOTHING = 1,       // a record ended without a kept operation
  TRACKER_START_OF_NOTHING = 2,     // a record started without one, or during another record's write
  TRACKER_DECISION_OF_NOTHING = 4,  // a decision for a tag without a finished operation
  TRACKER_TAG_IN_USE = 8,           // an operation was marked with a tag in use, or out of range
  TRACKER_QUEUE_FULL = 16           // a record was kept while TRACKER_QUEUE others waited
};

// Events of one cycle. Operations are numbered from 1 in the order of their marks; 0: no such event.
struct tracker_events {
  uint64_t mark;      // operation that was marked
  uint64_t decision;  // operation that was decided
  uint64_t start;     // operation whose record started
  uint64_t end;       // operation whose record was committed or discarded
  bool kept;          // the decision kept it: its record waits from now on
  uint8_t reported;   // operations whose report was read: in flight and not finished before
  uint8_t reporting;  // those of them with anything in their report
  uint8_t completes;
  uint8_t finishes;
  uint8_t impossible;  // TRACKER_...
  bool waits_outside;  // the unit waits for a translation or for AXI
};

// All zero is a unit in reset.
struct tracker {
  struct tracker_state now;      // at the end of the cycle
  struct tracker_state before;   // at the start of the cycle
  struct tracker_events events;  // during the cycle
  bool translating;              // a translation request was accepted and has no response
  uint32_t outstanding;          // bursts whose address was accepted, without a response
  // Operation numbers.
  uint64_t operation[SPU_MAX_TAGS];  // latest operation with the tag
  uint64_t replaced;                 // previous operation with the tag of events.mark
  // Operations whose records have not ended, oldest first: head to tail - 1, modulo the size.
  uint64_t queue[TRACKER_QUEUE];
  uint64_t head;
  uint64_t tail;
};

// One cycle.
void tracker_step(struct tracker *tracker, const struct spu_in *in, const struct spu_out *out,
                  const struct spu_vif *vif, const struct dut_bus *bus);

// The unit was reset.
static inline void tracker_reset(struct tracker *tracker)
{
  *tracker = (struct tracker){.head = 0};
}

// The number of the latest operation that had the tag at or before the start of the last cycle.
static inline uint64_t tracker_operation_before(const struct tracker *tracker, unsigned tag)
{
  const uint64_t number = tracker->operation[tag];
  return number != 0 && number == tracker->events.mark ? tracker->replaced : number;
}

// Queue indices of the oldest and the youngest record that has not ended.
static inline unsigned tracker_oldest(const struct tracker *tracker)
{
  return (unsigned)(tracker->head % TRACKER_QUEUE);
}

static inline unsigned tracker_youngest(const struct tracker *tracker)
{
  return (unsigned)((tracker->tail - 1) % TRACKER_QUEUE);
}

#endif  // TB_UNIT_DUT_TRACKER_H
