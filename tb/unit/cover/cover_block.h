// SPDX-License-Identifier: Apache-2.0
//
// The coverage of one block: a table of bins, the block's own state, and a function that counts hits in every cycle.
#ifndef TB_UNIT_COVER_COVER_BLOCK_H
#define TB_UNIT_COVER_COVER_BLOCK_H

#include <stddef.h>

#include "gen/blocks.h"
#include "spu.h"
#include "spu_sysreg.h"
#include "unit/cover/cover_pe.h"
#include "unit/dut/tracker.h"
#include "unit/util/pmbsr_pins.h"

// The unit's registers at the start of a cycle. Absent registers are zero.
struct cover_regs {
  uint64_t pmscr_el2;
  uint64_t pmsirr;
  uint64_t pmblimitr;
  uint64_t pmbsr;
  uint64_t pmbsr_el2;
  uint64_t pmbsr_el3;
};

// One cycle, before the model steps.
struct cover_cycle {
  const struct spu_config *config;
  const struct spu *model;  // spu_peek_register() returns values from the start of the cycle
  uint64_t number;
  const struct spu_in *in;    // absent pe fields are zero
  const struct spu_in *pins;  // values on the pins, also of absent fields
  const struct spu_out *out;
  const struct spu_vif *vif;
  const struct dut_bus *bus;
  const struct tracker *tracker;       // after this cycle
  const struct tracker_state *flight;  // operations and records at the start of the cycle
  const struct spu_in *last_in;  // inputs of the previous cycle; all zero in the first one and after a reset
  const struct spu_out *last_out;
  const struct spu_vif *last_vif;
  bool after_reset;                     // the unit was reset before this cycle, after its first reset
  const struct dut_reset_shape *reset;  // shape of that reset, if after_reset
  const struct tracker_state *taken;    // operations and records at that reset
  // Precomputed, so that most cycles are cheap: the meaning of the pe pins, the registers, and whether either changed
  // since the previous cycle (true in the first cycle and after a reset).
  const struct cover_pe *pe;
  const struct cover_regs *regs;  // the same as spu_peek_register(), but cheaper
  bool pe_changed;
  bool regs_changed;  // ignores PMSICR_EL1, PMBPTR_EL1 and, except S, PMBSR_ELx
  // FEAT_SPE_EXC; ee_el2 is 0 without it.
  uint8_t ee_el2;    // Effective value of PMSCR_EL2.EE
  bool stopped;      // profiling is stopped (D17.4)
  bool was_stopped;  // stopped in the previous cycle
};

// Whether the previous cycle had a direct write to a PMBSR_ELx, under any name.
bool cover_wrote_status(const struct cover_cycle *cycle);

// The PMBSR_ELx that records this cycle's management event, at the start of the cycle.
static inline uint64_t cover_event_register(const struct cover_cycle *cycle)
{
  const uint8_t el = cycle->vif->event_valid ? cycle->vif->event_el : (uint8_t)SPU_EL1;
  return pmbsr_pin(cycle->out, el);
}

// Whether the previous cycle had an allowed direct write to the register at `address`.
static inline bool cover_wrote(const struct cover_cycle *cycle, uint16_t address)
{
  const struct spu_in *last = cycle->last_in;
  return last->sysreg_valid && last->sysreg_write && last->sysreg_addr == address &&
         cycle->out->sysreg_done && cycle->out->sysreg_verdict == SPU_ACCESS_OK;
}

// Operations that have not finished at the start of the cycle.
static inline uint8_t cover_unfinished(const struct cover_cycle *cycle)
{
  return cycle->flight->in_flight & (uint8_t)~cycle->flight->finished;
}

// Whether the cycle has any event of operations or records.
static inline bool cover_moves(const struct cover_cycle *cycle)
{
  const struct spu_vif *vif = cycle->vif;
  return cover_unfinished(cycle) != 0 || cycle->out->mark_valid || vif->decide_valid || vif->start_valid ||
         vif->commit_valid || vif->discard_valid || cycle->in->xlate_rsp_valid ||
         cycle->last_in->sysreg_valid;
}

struct cover_bin {
  const char *requirement;
  const char *name;
  const char *meaning;
  bool (*exists)(const struct spu_config *config);  // null: in every configuration
};

// For blocks that list their bins as X(name, requirement, exists, meaning).
#define COVER_BIN_ENUM(name, requirement, exists, meaning) BIN_##name,
#define COVER_BIN_ROW(name, requirement, exists, meaning) {requirement, #name, meaning, exists},

// Count a hit of a bin, always or if `condition` is true.
#define HIT(name) (hits[BIN_##name]++)
#define HIT_IF(name, condition) (hits[BIN_##name] += (condition) ? 1U : 0U)

enum { COVER_BLOCK_BINS = 512, COVER_BLOCK_STATE = 4096 };

struct cover_block {
  const char *name;
  const struct cover_bin *bins;
  size_t count;  // at most COVER_BLOCK_BINS
  // Takes one cycle; hits[i] counts bin i. `state` is the block's own: COVER_BLOCK_STATE bytes, initially zero.
  void (*step)(void *state, const struct cover_cycle *cycle, uint64_t *hits);
};

// The coverage of each block (rtl/data/blocks.toml), and the coverage of the pins that belongs to no block.
#define COVER_NAME(name) cover_##name
extern const struct cover_block COVERED_BLOCKS(COVER_NAME), cover_inject, cover_environment;
#undef COVER_NAME

#endif  // TB_UNIT_COVER_COVER_BLOCK_H
