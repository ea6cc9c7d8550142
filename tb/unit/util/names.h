// SPDX-License-Identifier: Apache-2.0
//
// Names of what the unit's pins say by number.
#ifndef TB_UNIT_UTIL_NAMES_H
#define TB_UNIT_UTIL_NAMES_H

#include <stdint.h>

// Of a reason for which a record was discarded (enum spu_discard); "?" for a value that is none.
const char *discard_name(uint64_t reason);

// Of a register of this unit by its sysreg_addr; null for any other encoding.
const char *register_name(uint16_t addr);

#endif  // TB_UNIT_UTIL_NAMES_H
