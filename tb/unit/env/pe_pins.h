// SPDX-License-Identifier: Apache-2.0
//
// The pe pins (pe_i's in struct spu_in) as a group: permissive values, and copies of the whole group.
#ifndef TB_UNIT_ENV_PE_PINS_H
#define TB_UNIT_ENV_PE_PINS_H

#include <stddef.h>

#include "spu.h"

// The state in which boot code and a hypervisor start a driver at EL1: Non-secure state if it exists, AArch64 at every
// level; EL1 owns the Profiling Buffer and all event counters; no access traps and nothing prohibits counting. The PE
// is at EL1, not in Debug state; everything else is zero. Writes every pin of the group.
void pe_pins_open(const struct spu_config *config, struct spu_in *in);

// Copies only the pins of the group that are the PE's state, which RegisteredPins gives no flip-flop
// (docs/integration.md).
void pe_pins_copy_state(struct spu_in *to, const struct spu_in *from);

// Whether the pin at this offset in struct spu_in is one of the others of the group.
bool pe_pins_registered(size_t offset);

// Copies only the pins of the group.
void pe_pins_copy(struct spu_in *to, const struct spu_in *from);

#endif  // TB_UNIT_ENV_PE_PINS_H
