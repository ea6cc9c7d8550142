// SPDX-License-Identifier: Apache-2.0
//
// The expected memory: every byte that a record wrote, until it is overwritten. Compared with memory when the unit is
// reset, and at the end.
#ifndef TB_UNIT_CHECK_SHADOW_H
#define TB_UNIT_CHECK_SHADOW_H

#include "spu.h"
#include "unit/env/axi_memory.h"
#include "unit/env/page_map.h"

struct shadow {  // all zero: no byte is known
  struct page_map pages;
  bool incomplete;  // out of memory: some bytes are not compared
};

// A byte that differs in memory.
struct shadow_break {
  uint64_t pa;
  uint8_t pas;
  uint8_t expected;
  uint8_t got;
};

void shadow_free(struct shadow *shadow);

// A beat was accepted: its bytes are unknown until its record ends.
void shadow_forget(struct shadow *shadow, const struct axi_beat *beat);

// A record ended: memory must hold these bytes from now on.
void shadow_keep(struct shadow *shadow, const struct spu_write *write);

// True if memory holds every known byte of the pages that changed since the last check.
bool shadow_check(struct shadow *shadow, const struct axi_memory *memory, struct shadow_break *broken);

#endif  // TB_UNIT_CHECK_SHADOW_H
