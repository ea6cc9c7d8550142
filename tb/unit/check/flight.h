// SPDX-License-Identifier: Apache-2.0
//
// Checks what the tracker follows, from the implementation's outputs alone: no more ends than beginnings, and the bound
// within which a finished operation must be resolved. Counts everything for conservation (C6).
#ifndef TB_UNIT_CHECK_FLIGHT_H
#define TB_UNIT_CHECK_FLIGHT_H

#include "spu.h"
#include "unit/dut/tracker.h"

struct flight_counts {
  uint64_t operations;  // sum of sample_pop
  uint64_t marked;
  uint64_t collided;
  uint64_t verdicts;
  uint64_t kept;
  uint64_t committed;
  uint64_t bytes;
  uint64_t discarded[SPU_DISCARD_REASONS];  // by enum spu_discard
  uint64_t disowned;  // verdicts that SAMPLE_FEED does not count: the sample had collided
  uint64_t events;
};

// What resets of the unit took: it was selected, and nothing became of it.
struct flight_lost {
  uint64_t resets;
  uint64_t in_flight;  // operations marked and not decided
  uint64_t waiting;    // records kept and not started
  uint64_t writing;    // records of which some was perhaps in memory
  uint64_t bursts;     // without their response
};

struct flight {
  struct flight_counts counts;
  struct flight_lost lost;
  uint64_t bound;                 // cycles, docs/verification-interface.md "Bound"
  uint64_t active;                // cycles so far in which the unit waited for nothing outside
  uint64_t finish[SPU_MAX_TAGS];  // `active` when the operation finished
  uint64_t kept[TRACKER_QUEUE];   // the same of kept records, as in the tracker's queue
};

void flight_init(struct flight *flight, const struct spu_config *config);

// The unit was reset, and the tracker is not yet: what is in flight or waiting is lost to it, and counted. What was
// counted before stays.
void flight_reset(struct flight *flight, const struct tracker *tracker);

// One clock, which the tracker has seen. Null, or a sentence saying which rule the implementation broke: more ends than
// beginnings, or the bound.
const char *flight_step(struct flight *flight, const struct tracker *tracker, const struct spu_out *out,
                        const struct spu_vif *vif);

#endif  // TB_UNIT_CHECK_FLIGHT_H
