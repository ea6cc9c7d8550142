// SPDX-License-Identifier: Apache-2.0
//
// Random control fields of the PE that do not decide who owns the Profiling Buffer: traps of register accesses,
// counting, timestamps, trace, and external debug authentication. Fields of absent registers or features are zero.
// Traps are rare in friendly states and common in others.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_CONTROLS_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_CONTROLS_H

#include "spu.h"
#include "unit/util/rng.h"

// The bits of HDFGRTR_EL2 (`write`: HDFGWTR_EL2) and of HDFGRTR2_EL2 (HDFGWTR2_EL2) that the unit reads.
uint64_t random_controls_fine_traps(const struct spu_config *config, bool write);
uint64_t random_controls_fine2_traps(const struct spu_config *config, bool write);

// FEAT_SPE_EXC: the routing of management events: MDCR_EL3.PMSEE, SCR_EL3.{EA, GPF}, HCR_EL2.{TEA, GPF}.
void random_controls_exceptions(const struct spu_config *config, struct rng *rng, struct spu_in *in);

// Fields that make an access trap: MDCR_EL2.{TPMS,TPM,TPMCR}, MDCR_EL3.{TPM,EnPMSN,EnPMS3,EnPMS4,EnPM2},
// fine-grained traps, HCR_EL2.{NV,NV1,NV2}.
void random_controls_traps(const struct spu_config *config, struct rng *rng, bool friendly,
                           struct spu_in *in);

// MDCR_EL2 and MDCR_EL3 (SDCR and HDCR with in->el3_aarch32) fields of the performance monitors,
// SDER32_EL3.SUNIDEN.
void random_controls_counting(const struct spu_config *config, struct rng *rng, struct spu_in *in);

// FEAT_ECV and the offsets of the virtual and the physical count.
void random_controls_time(const struct spu_config *config, struct rng *rng, struct spu_in *in);

// TRFCR_ELx, MDCR_EL3.{STE,RLTE}, EDSCR.TFO, and the authentication pins.
void random_controls_trace(const struct spu_config *config, struct rng *rng, struct spu_in *in);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_CONTROLS_H
