// SPDX-License-Identifier: Apache-2.0
//
// Random legal states of the PE: Exception level, Security state, Execution state, and the control fields that the unit
// reads. Combinations that the architecture rules out do not occur (EL1 with TGE, AArch64 below an AArch32 level,
// Secure EL2 without FEAT_SEL2, ...); fields of absent registers are zero. Traps of this unit's registers
// (random_controls.h) are rare in friendly states and common in others.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_PE_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_PE_H

#include "spu.h"
#include "unit/util/rng.h"

// Writes any legal state to the pe group of *in. With `friendly`, profiling can be on in most of them. Without
// `controls` the control fields stay unchanged, and with them the owner of the buffer.
void random_pe_any(const struct spu_config *config, struct rng *rng, bool friendly, bool controls,
                   struct spu_in *in);

// Writes other values to the control fields, but for those that choose an owner or an Execution state: for a cycle, so
// that with RegisteredPins each reader of a field meets a change of it.
void random_pe_flicker(const struct spu_config *config, struct rng *rng, struct spu_in *in);

// Chooses at a reset whether EL3, and with it every level, uses AArch32 (pin el3_aarch32). The other pins then need new
// values, with controls.
void random_pe_reset(const struct spu_config *config, struct rng *rng, struct spu_in *in);

// Moves the PE to its highest Exception level, outside Debug state, in AArch64 if possible, with unchanged controls:
// software can write every register there.
void random_pe_highest(const struct spu_config *config, struct spu_in *in);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_PE_H
