// SPDX-License-Identifier: Apache-2.0
//
// Which operations and records are in the unit, derived from its pins and its verification interface in one
// place for stimulus, checker, reports and coverage. It checks nothing: an event that cannot happen is only
// noted as such.
#ifndef TB_UNIT_DUT_TRACKER_H
#define TB_UNIT_DUT_TRACKER_H

#include "unit/dut/dut.h"

enum { TRACKER_QUEUE = 64 };  // kept records that wait; far more than any implementation holds

// Sets of operations have bit n for the operation with tag n.
struct tracker_state {
  uint8_t in_flight;  // marked, without a verdict
  uint8_t completed;  // of those
  uint8_t finished;   // of those
  bool writing;       // a record is being written
  uint32_t waiting;   // kept records that are neither started nor ended
  uint64_t marked;    // operations marked so far
  uint64_t ended;     // records committed or discarded so far
  uint64_t start;     // PMBPTR_EL1 where the last record was started
};

// Events that the state before does not allow.
enum {
  TRACKER_END_OF_NOTHING = 1,      // a record ended that no operation was kept for
  TRACKER_START_OF_NOTHING = 2,    // the same of a start, or another record is being written
  TRACKER_VERDICT_OF_NOTHING = 4,  // no operation with this tag has finished
  TRACKER_TAG_IN_USE = 8,          // an operation was marked with a tag that another one has, or with none
  TRACKER_QUEUE_FULL = 16          // a record was kept beside TRACKER_QUEUE others
};

// What happened in one cycle. Operations are numbered from 1 in the order of their marks; 0: it did not happen.
struct tracker_events {
  uint64_t mark;     // the operation marked
  uint64_t verdict;  // whose verdict came
  uint64_t start;    // whose record was started
  uint64_t end;      // whose record was committed or discarded
  bool kept;         // with the verdict: a record waits from now on
  uint8_t reported;  // operations whose report was read: in flight, and not finished before
  uint8_t telling;   // of those, whose report says anything
  uint8_t completes;
  uint8_t finishes;
  uint8_t impossible;  // TRACKER_...
  bool waits_outside;  // for a translation, or for AXI
};

// All zero is a unit in reset.
struct tracker {
  struct tracker_state now;      // at the end of the last cycle
  struct tracker_state before;   // at its start
  struct tracker_events events;  // in between
  bool translating;              // a translation was taken and not answered
  uint32_t outstanding;          // bursts whose address was taken, without a response
  // Numbers of operations.
  uint64_t operation[SPU_MAX_TAGS];  // that has the tag, or had it last
  uint64_t replaced;                 // that had the tag of events.mark before
  // Whose records have not ended, oldest first: head to tail - 1, modulo its size.
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

// The number of the operation that had a tag at the start of the last cycle, or before.
static inline uint64_t tracker_operation_before(const struct tracker *tracker, unsigned tag)
{
  const uint64_t number = tracker->operation[tag];
  return number != 0 && number == tracker->events.mark ? tracker->replaced : number;
}

// Where the oldest and the youngest record that has not ended are in the queue.
static inline unsigned tracker_oldest(const struct tracker *tracker)
{
  return (unsigned)(tracker->head % TRACKER_QUEUE);
}

static inline unsigned tracker_youngest(const struct tracker *tracker)
{
  return (unsigned)((tracker->tail - 1) % TRACKER_QUEUE);
}

#endif  // TB_UNIT_DUT_TRACKER_H
