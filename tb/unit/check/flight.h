// SPDX-License-Identifier: Apache-2.0
//
// Checks two rules from the implementation's outputs alone: nothing ends that did not begin, and a finished operation
// is resolved within the documented bound. Counts everything for conservation (C6).
#ifndef TB_UNIT_CHECK_FLIGHT_H
#define TB_UNIT_CHECK_FLIGHT_H

#include "spu.h"
#include "unit/dut/tracker.h"

struct flight_counts {
  uint64_t operations;  // sum of sample_pop
  uint64_t marked;
  uint64_t collided;
  uint64_t decisions;
  uint64_t kept;
  uint64_t committed;
  uint64_t bytes;
  uint64_t discarded[SPU_DISCARD_REASONS];  // by enum spu_discard
  uint64_t uncounted;  // decisions that SAMPLE_FEED does not count: the sample had collided
  uint64_t events;
};

// Operations and records lost to resets of the unit.
struct flight_lost {
  uint64_t resets;
  uint64_t in_flight;  // operations marked but not decided
  uint64_t waiting;    // records kept but not started
  uint64_t writing;    // records that may be partly in memory
  uint64_t bursts;     // bursts without a response
};

struct flight {
  struct flight_counts counts;
  struct flight_lost lost;
  bool exposed_latency;           // the sample of an operation that is held is not decided
  uint64_t bound;                 // cycles, docs/verification-interface.md "Bound"
  uint64_t active;                // cycles so far in which the unit did not wait for memory or MMU
  uint64_t finish[SPU_MAX_TAGS];  // `active` when the operation finished, or was last held
  uint64_t kept[TRACKER_QUEUE];   // the same for kept records, indexed like the tracker's queue
};

void flight_init(struct flight *flight, const struct spu_config *config);

// The unit was reset. Call before tracker_reset(): counts what is in flight or waiting as lost, keeps the other counts.
void flight_reset(struct flight *flight, const struct tracker *tracker);

// Checks one cycle, after tracker_step(). Null, or the rule that the implementation broke, as a sentence.
const char *flight_step(struct flight *flight, const struct tracker *tracker, const struct spu_out *out,
                        const struct spu_vif *vif);

#endif  // TB_UNIT_CHECK_FLIGHT_H
