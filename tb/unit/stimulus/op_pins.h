// SPDX-License-Identifier: Apache-2.0
//
// What the op pins of a tag say in the cycles of completion and of fate. The unit reads the report in the first one and
// how the operation ended in the second one; the rest is garbage, a function of the cycle alone.
#ifndef TB_UNIT_STIMULUS_OP_PINS_H
#define TB_UNIT_STIMULUS_OP_PINS_H

#include "spu.h"

// Fills *pins with garbage of legal widths; issued, xlate_busy, completed, finished and every valid are low.
void op_pins_garbage(uint64_t clock, struct spu_op *pins);

// The cycle of completion, before that of fate: everything but fate.
void op_pins_complete(const struct spu_op *report, uint64_t clock, struct spu_op *pins);

// The cycle of fate, after that of completion: fate alone.
void op_pins_finish(const struct spu_op *report, uint64_t clock, struct spu_op *pins);

// Pin `completed`, which counts once: from its first cycle on it says anything.
static inline bool op_pins_completed(uint64_t clock, uint64_t complete)
{
  return clock == complete || (clock > complete && (clock & 3) == 0);
}

#endif  // TB_UNIT_STIMULUS_OP_PINS_H
