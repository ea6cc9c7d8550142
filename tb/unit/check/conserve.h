// SPDX-License-Identifier: Apache-2.0
//
// Conservation (requirement C6): what became of every selected operation, by the model and by the
// implementation's outputs, across resets of the unit.
#ifndef TB_UNIT_CHECK_CONSERVE_H
#define TB_UNIT_CHECK_CONSERVE_H

#include "spu.h"
#include "unit/check/flight.h"

// All zero at the start of a run.
struct conserve {
  struct spu_counts before;  // the model's, up to the last reset
  uint64_t lost_in_flight;   // to resets, by the model: operations
  uint64_t lost_waiting;     // records, the one being written included
  uint64_t lost_collided;    // of either, those that had collided: they are in collided already
};

// A law that does not hold.
struct conserve_break {
  const char *what;
  uint64_t expected;
  uint64_t got;
};

// The model is about to be reset: its counts are added up, and what it has pending is lost.
void conserve_reset(struct conserve *conserve, const struct spu *model);

// The model's counts since the start of the run. in_flight and waiting are those of now.
struct spu_counts conserve_counts(const struct conserve *conserve, const struct spu *model);

// The end of a drained run. True if every operation is accounted for; else *broken says what is not.
bool conserve_check(const struct conserve *conserve, const struct spu *model, const struct flight *flight,
                    const struct tracker *tracker, struct conserve_break *broken);

#endif  // TB_UNIT_CHECK_CONSERVE_H
