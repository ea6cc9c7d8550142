// SPDX-License-Identifier: Apache-2.0
//
// The checker: steps the reference model beside an implementation and compares every output.
// Per cycle: the implementation's outputs (struct spu_out), its verification interface (struct spu_vif), the rules of
// the interface, and every AXI beat. Per record: its bytes and the memory image. At the end: conservation (requirement
// C6). Keeps the first difference and its context, and compares nothing after it.
#ifndef TB_UNIT_CHECK_LOCKSTEP_H
#define TB_UNIT_CHECK_LOCKSTEP_H

#include "spu.h"
#include "unit/check/failure.h"
#include "unit/check/flight.h"
#include "unit/dut/dut.h"
#include "unit/env/axi_memory.h"

struct lockstep;

// A checker in the reset state. `memory` is the memory at the unit's AXI port; if it is null, the memory image is not
// checked. Null with *status if the configuration is bad, null with SPU_OK if out of memory.
struct lockstep *lockstep_create(const struct spu_config *config, const struct axi_memory *memory,
                                 enum spu_status *status);
void lockstep_destroy(struct lockstep *lockstep);

// Checks one cycle: the pins and outputs of the implementation, after the environment has seen the outputs (so that
// this cycle's AXI beat is in memory). The tracker must be the same one in every cycle and outlive the report. False
// from the first mismatch on.
bool lockstep_step(struct lockstep *lockstep, uint64_t cycle, const struct spu_in *in,
                   const struct spu_out *out, const struct spu_vif *vif, const struct dut_bus *bus,
                   const struct tracker *tracker);

// The unit was reset: resets the model. Call before tracker_reset(): what is in flight or waiting is counted as lost to
// the reset. Memory keeps what was committed.
void lockstep_reset(struct lockstep *lockstep, const struct tracker *tracker);

// The checker's model, for spu_peek_register() and spu_get_counts().
const struct spu *lockstep_model(const struct lockstep *lockstep);

// Checks the end of a drained run: nothing in flight or waiting, every operation accounted for. False on this or an
// earlier mismatch.
bool lockstep_finish(struct lockstep *lockstep, uint64_t cycle);

// The stimulus reported an error after this cycle was stepped. True if the unit broke a rule of a bus or of the
// interface: this is then the mismatch. False if the input may be at fault.
bool lockstep_broken(struct lockstep *lockstep, uint64_t cycle, const char *complaint);

// Cycles compared so far.
uint64_t lockstep_compared(const struct lockstep *lockstep);

// The implementation's counts, from its outputs.
const struct flight_counts *lockstep_counts(const struct lockstep *lockstep);

// Operations and records lost to resets, from the implementation's outputs.
const struct flight_lost *lockstep_lost(const struct lockstep *lockstep);

// The model's counts, over all resets.
struct spu_counts lockstep_model_counts(const struct lockstep *lockstep);

// The first difference and its context, for unit/report/mismatch.h; null if there is none.
const struct failure *lockstep_failure(const struct lockstep *lockstep);

#endif  // TB_UNIT_CHECK_LOCKSTEP_H
