// SPDX-License-Identifier: Apache-2.0
//
// Conservation (requirement C6): accounts for every selected operation, in the model's counts and in the
// implementation's outputs, across resets of the unit.
#ifndef TB_UNIT_CHECK_CONSERVE_H
#define TB_UNIT_CHECK_CONSERVE_H

#include "spu.h"
#include "unit/check/flight.h"

// All zero at the start of a run.
struct conserve {
  struct spu_counts before;  // the model's counts up to the last reset
  uint64_t lost_in_flight;   // operations that the model lost to resets
  uint64_t lost_waiting;     // records lost, including one being written
  uint64_t lost_collided;    // lost samples that had collided, which `collided` counts already
};

// A violated conservation law.
struct conserve_break {
  const char *what;
  uint64_t expected;
  uint64_t got;
};

// Call before the model is reset: accumulates its counts and counts its pending operations as lost.
void conserve_reset(struct conserve *conserve, const struct spu *model);

// The model's counts since the start of the run; in_flight and waiting are current values.
struct spu_counts conserve_counts(const struct conserve *conserve, const struct spu *model);

// Checks a drained run at its end. True if every operation is accounted for; else *broken is the violated law.
bool conserve_check(const struct conserve *conserve, const struct spu *model, const struct flight *flight,
                    const struct tracker *tracker, struct conserve_break *broken);

#endif  // TB_UNIT_CHECK_CONSERVE_H
