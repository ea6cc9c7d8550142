// SPDX-License-Identifier: Apache-2.0
//
// The PMBSR_ELx of an Exception level.
#ifndef TB_UNIT_UTIL_PMBSR_PINS_H
#define TB_UNIT_UTIL_PMBSR_PINS_H

#include "spu.h"

// Its value in a cycle; PMBSR_EL1 also for EL0.
static inline uint64_t pmbsr_pin(const struct spu_out *out, uint8_t el)
{
  return el == SPU_EL3 ? out->pmbsr_el3 : (el == SPU_EL2 ? out->pmbsr_el2 : out->pmbsr);
}

#endif  // TB_UNIT_UTIL_PMBSR_PINS_H
