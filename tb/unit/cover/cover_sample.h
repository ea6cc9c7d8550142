// SPDX-License-Identifier: Apache-2.0
//
// Shared by the two files of block sample: its bins, and the life of an operation.
#ifndef TB_UNIT_COVER_COVER_SAMPLE_H
#define TB_UNIT_COVER_COVER_SAMPLE_H

#include "unit/cover/cover_block.h"
#include "unit/cover/cover_sample_bins.h"

enum {
  LATENCY(COVER_BIN_ENUM) EXPOSED(COVER_BIN_ENUM) ADDRESSES(COVER_BIN_ENUM) ENDINGS(COVER_BIN_ENUM)
      CROSSES(COVER_BIN_ENUM) BIN_COUNT
};

// Events while an operation was in flight.
enum {
  MET_OFF = 1,
  MET_FILTER = 2,
  MET_CONTROLS = 4,
  MET_LEVEL = 8,
  MET_STATE = 16,
  MET_DEBUG = 32,
  MET_INTERVAL = 64
};

// An operation, from its mark to the end of its record.
struct cover_life {
  uint64_t events;  // its reported events
  uint64_t mark;    // cycle
  uint32_t total;   // cycles to completion
  uint32_t issue;   // issue, in cycles of its life; 0: never
  uint32_t busy;    // cycles of waiting for the MMU before completion
  uint32_t serial;
  uint8_t kind;
  uint8_t how;
  uint8_t met;
  uint8_t el;  // Exception level at the mark
  uint8_t ss;
  bool alt_clock;
  bool oldest;  // ExposedLatency: `oldest` was high before the finish, or in its cycle
  bool empty;   // cycles before its dispatch belong to it
  bool complete;
  bool issued_again;
  bool pa_allowed, el2_profiled;
  bool va_valid, va_tbi, va_top, pa_valid, pa_checked, tag;
  bool target_valid, previous_valid, source_valid;
};

// The last kind with its own class and so with bins for how it ended.
static inline uint8_t last_kind(const struct spu_config *config)
{
  return config->have_spe_sme ? SPU_KIND_SME : SPU_KIND_SVE;
}

// The record of `life` is committed in this cycle.
void cover_sample_commit(const struct cover_cycle *cycle, const struct cover_life *life, uint64_t *hits);

#endif  // TB_UNIT_COVER_COVER_SAMPLE_H
