// SPDX-License-Identifier: Apache-2.0
//
// The checker: steps the reference model beside an implementation and compares everything the two determine.
// Per cycle: the implementation's outputs (struct spu_out), the contents of its events (struct spu_vif), what
// it did that cannot be explained, and every AXI beat. Per record: its bytes and the memory image. At the end:
// conservation (requirement C6). The first difference is kept with what surrounds it; nothing is compared after it.
#ifndef TB_UNIT_CHECK_LOCKSTEP_H
#define TB_UNIT_CHECK_LOCKSTEP_H

#include "spu.h"
#include "unit/check/flight.h"
#include "unit/check/scene.h"
#include "unit/dut/dut.h"
#include "unit/env/axi_memory.h"

struct lockstep;

// A checker in the reset state. `memory` is what is behind the unit's AXI port; null leaves the memory image
// unchecked. Null with *status if the configuration is bad (SPU_OK then means: out of memory).
struct lockstep *lockstep_create(const struct spu_config *config, const struct axi_memory *memory,
                                 enum spu_status *status);
void lockstep_destroy(struct lockstep *lockstep);

// One cycle: the pins and outputs of the implementation, after the environment has seen the outputs (so that
// this cycle's AXI beat is in memory), and the tracker, which must be the same one in every cycle and outlive
// the report. False from the first mismatch on.
bool lockstep_step(struct lockstep *lockstep, uint64_t cycle, const struct spu_in *in,
                   const struct spu_out *out, const struct spu_vif *vif, const struct dut_bus *bus,
                   const struct tracker *tracker);

// The unit was reset: resets the model. Called before the tracker is reset, since what was in flight or
// waiting is counted as lost to the reset. What was committed before stays in memory.
void lockstep_reset(struct lockstep *lockstep, const struct tracker *tracker);

// The checker's model, for spu_peek_register() and spu_get_counts().
const struct spu *lockstep_model(const struct lockstep *lockstep);

// The end of a drained run: nothing in flight, nothing waiting, every operation accounted for. False on a
// mismatch, an earlier one included.
bool lockstep_finish(struct lockstep *lockstep, uint64_t cycle);

// The stimulus reported an error after this cycle was stepped. True if it is the unit's fault (a rule of a bus or of
// the interface is broken): it is then the mismatch. False if the input may be bad.
bool lockstep_broken(struct lockstep *lockstep, uint64_t cycle, const char *complaint);

// Cycles compared so far.
uint64_t lockstep_compared(const struct lockstep *lockstep);

// What the implementation did, counted from its outputs.
const struct flight_counts *lockstep_counts(const struct lockstep *lockstep);

// What resets of the unit took, by the implementation's outputs.
const struct flight_lost *lockstep_lost(const struct lockstep *lockstep);

// The model's counts, over all resets.
struct spu_counts lockstep_model_counts(const struct lockstep *lockstep);

// The first difference and its surroundings, for unit/report/mismatch.h; null if there is none.
const struct scene *lockstep_scene(const struct lockstep *lockstep);

#endif  // TB_UNIT_CHECK_LOCKSTEP_H
