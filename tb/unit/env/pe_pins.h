// SPDX-License-Identifier: Apache-2.0
//
// The pe pins (those of pe_i in struct spu_in) as a group: their values on a machine where nothing is in
// the way, and copies of the whole group.
#ifndef TB_UNIT_ENV_PE_PINS_H
#define TB_UNIT_ENV_PE_PINS_H

#include "spu.h"

// What boot code and a hypervisor leave to a driver at EL1: Non-secure state if there is one, AArch64
// everywhere, EL1 owns the Profiling Buffer and all event counters, no access is trapped and nothing
// prohibits counting. The PE is at EL1, not in Debug state; everything else is zero. Writes every pin of
// the group.
void pe_pins_open(const struct spu_config *config, struct spu_in *in);

// Copies the pins of the group, and nothing else.
void pe_pins_copy(struct spu_in *to, const struct spu_in *from);

#endif  // TB_UNIT_ENV_PE_PINS_H
