// SPDX-License-Identifier: Apache-2.0
//
// The trace of the board's player: entries of the trace memory, one operation each (docs/bring-up.md, The player;
// bringup_pkg::trace_entry_t).
#ifndef FPGA_EXPECT_PLAYER_TRACE_H
#define FPGA_EXPECT_PLAYER_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spu.h"
#include "unit/util/error.h"

// The lowest bit of each field, counted over the words of an entry: 64 is bit 0 of word 1.
enum {
  ENTRY_WORDS = 4,
  ENTRY_MOST = 8192,  // entries of a trace memory
  ENTRY_PC = 0,       // 48 bits
  ENTRY_KIND = 48,    // 4 bits: enum spu_op_kind
  ENTRY_VALID = 52,   // 0: the slot is empty
  ENTRY_COND = 53,
  ENTRY_INDIRECT = 54,
  ENTRY_STORE = 55,
  ENTRY_ACQ_REL = 56,
  ENTRY_EXCLUSIVE = 57,
  ENTRY_ATOMIC = 58,
  ENTRY_HOW = 59,  // 2 bits: enum spu_op_how
  ENTRY_VA_VALID = 61,
  ENTRY_TARGET_VALID = 62,
  ENTRY_SOURCE_VALID = 63,
  ENTRY_VA = 64,       // 48 bits
  ENTRY_EVENTS = 112,  // 16 bits; from ENTRY_TOTAL on likewise
  ENTRY_TARGET = 128,  // 48 bits
  ENTRY_TOTAL = 192,   // cycles from the mark to finished, at least 1
  ENTRY_ISSUE = 208,   // cycles from the mark to issued; 0: never
  ENTRY_XLATE = 224,   // cycles of waiting for a translation, which begin with the one after the mark
  ENTRY_SOURCE = 240
};

// The `width` bits of a field.
static inline uint64_t entry_field(const uint64_t words[ENTRY_WORDS], unsigned low, unsigned width)
{
  return words[low / 64] >> low % 64 & ((UINT64_C(1) << width) - 1);
}

struct player_trace {
  uint64_t (*entries)[ENTRY_WORDS];  // room for ENTRY_MOST
  size_t count;
};

// Adds operations first, first + 1, ... of an operation trace (docs/trace-format.md), at most `limit` and only whole
// rows of the configuration's width. Class and flags come from the opcode; latencies, events and data sources from the
// core model (tb/programs/core), which has executed all earlier operations; an operation waits for its operands, the
// caches and the reorder buffer. False with an error if the file cannot be read or lacks these operations.
bool player_trace_read(const char *path, uint64_t first, size_t limit, const struct spu_config *config,
                       struct player_trace *trace, struct tb_error *error);

#endif  // FPGA_EXPECT_PLAYER_TRACE_H
