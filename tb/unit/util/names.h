// SPDX-License-Identifier: Apache-2.0
//
// Names for numbers on the unit's pins.
#ifndef TB_UNIT_UTIL_NAMES_H
#define TB_UNIT_UTIL_NAMES_H

#include <stdint.h>

// The name of a reason for a discard (enum spu_discard); "?" for another value.
const char *discard_name(uint64_t reason);

// The name of the unit's register at this sysreg_addr; null for other encodings.
const char *register_name(uint16_t addr);

#endif  // TB_UNIT_UTIL_NAMES_H
