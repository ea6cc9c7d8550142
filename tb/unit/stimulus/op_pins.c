// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/op_pins.h"

#include <string.h>

#include "unit/util/garbage.h"

enum { WORDS = 5 };  // words of garbage in a cycle

static const uint64_t pa_mask = ((uint64_t)1 << 56) - 1;

void op_pins_garbage(uint64_t clock, struct spu_op *pins)
{
  const uint64_t flags = garbage_at(WORDS * clock, GARBAGE_OP);
  memset(pins, 0, sizeof *pins);
  pins->cond = (flags & 1) != 0;
  pins->indirect = (flags & 2) != 0;
  pins->store = (flags & 4) != 0;
  pins->acq_rel = (flags & 8) != 0;
  pins->exclusive = (flags & 0x10) != 0;
  pins->atomic = (flags & 0x20) != 0;
  pins->predicated = (flags & 0x40) != 0;
  pins->gather_scatter = (flags & 0x80) != 0;
  pins->fp = (flags & 0x100) != 0;
  pins->call = (flags & 0x200) != 0;
  pins->ret = (flags & 0x400) != 0;
  pins->gcs = (flags & 0x800) != 0;
  pins->va_tbi = (flags & 0x1000) != 0;
  pins->pa_ns = (flags & 0x2000) != 0;
  pins->pa_nse = (flags & 0x4000) != 0;
  pins->pa_checked = (flags & 0x8000) != 0;
  pins->target_ns = (flags & 0x10000) != 0;
  pins->target_nse = (flags & 0x20000) != 0;
  pins->previous_ns = (flags & 0x40000) != 0;
  pins->previous_nse = (flags & 0x80000) != 0;
  pins->how = (uint8_t)(flags >> 20 & 3);
  pins->kind = (uint8_t)(flags >> 22 & 15);
  pins->evl = (uint8_t)(flags >> 26 & 7);
  pins->pa_tag = (uint8_t)(flags >> 29 & 15);
  pins->target_el = (uint8_t)(flags >> 33 & 3);
  pins->previous_el = (uint8_t)(flags >> 35 & 3);
  pins->source = (uint16_t)(flags >> 37);
  pins->ets = (uint8_t)(flags >> 53 & 15);
  pins->simd = (flags >> 57 & 1) != 0;
  pins->alt_clock = (flags >> 58 & 1) != 0;
  pins->oldest = (flags >> 59 & 1) != 0;
  pins->va = garbage_at(WORDS * clock + 1, GARBAGE_OP);
  pins->pa = garbage_at(WORDS * clock + 2, GARBAGE_OP) & pa_mask;
  pins->target = garbage_at(WORDS * clock + 3, GARBAGE_OP);
  pins->previous = garbage_at(WORDS * clock + 4, GARBAGE_OP);
  pins->events = pins->va ^ pins->target;
}

static void take_fate(struct spu_op *pins, const struct spu_op *from)
{
  pins->how = from->how;
  pins->previous_valid = from->previous_valid;
  pins->previous_ns = from->previous_ns;
  pins->previous_nse = from->previous_nse;
  pins->previous_el = from->previous_el;
  pins->previous = from->previous;
}

// Garbage with every valid high.
static void valid_garbage(uint64_t clock, struct spu_op *pins)
{
  op_pins_garbage(clock, pins);
  pins->va_valid = true;
  pins->pa_valid = true;
  pins->target_valid = true;
  pins->source_valid = true;
  pins->previous_valid = true;
}

void op_pins_complete(const struct spu_op *report, uint64_t clock, struct spu_op *pins)
{
  struct spu_op garbage;
  valid_garbage(clock, &garbage);
  memcpy(pins, report, sizeof *pins);
  take_fate(pins, &garbage);
}

void op_pins_finish(const struct spu_op *report, uint64_t clock, struct spu_op *pins)
{
  valid_garbage(clock, pins);
  take_fate(pins, report);
}
