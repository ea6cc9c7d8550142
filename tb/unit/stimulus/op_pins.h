// SPDX-License-Identifier: Apache-2.0
//
// The op pins of a tag in the cycles in which its operation completes and finishes. The unit reads the report in the
// first one and how the operation ended in the second; all else is garbage, a function of the cycle alone.
#ifndef TB_UNIT_STIMULUS_OP_PINS_H
#define TB_UNIT_STIMULUS_OP_PINS_H

#include "spu.h"

// Fills *pins with garbage of legal widths; issued, xlate_busy, completed, finished and every valid are low.
void op_pins_garbage(uint64_t clock, struct spu_op *pins);

// The cycle of `completed`, before that of `finished`: everything but how the operation ended.
void op_pins_complete(const struct spu_op *report, uint64_t clock, struct spu_op *pins);

// The cycle of `finished`, after that of `completed`: only how the operation ended.
void op_pins_finish(const struct spu_op *report, uint64_t clock, struct spu_op *pins);

// Pin `completed`. Only its first cycle counts; afterwards it is arbitrary.
static inline bool op_pins_completed(uint64_t clock, uint64_t complete)
{
  return clock == complete || (clock > complete && (clock & 3) == 0);
}

#endif  // TB_UNIT_STIMULUS_OP_PINS_H
