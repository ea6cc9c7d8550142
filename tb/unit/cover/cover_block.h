// SPDX-License-Identifier: Apache-2.0
//
// The coverage of one block: a table of bins, a state of its own, and a function that sees every
// cycle and counts hits.
#ifndef TB_UNIT_COVER_COVER_BLOCK_H
#define TB_UNIT_COVER_COVER_BLOCK_H

#include <stddef.h>

#include "gen/blocks.h"
#include "spu.h"
#include "spu_sysreg.h"
#include "unit/cover/cover_pe.h"
#include "unit/dut/tracker.h"
#include "unit/util/pmbsr_pins.h"

// The unit's registers at the start of a cycle. Those that the configuration does not have are zero.
struct cover_regs {
  uint64_t pmscr_el2;
  uint64_t pmsirr;
  uint64_t pmblimitr;
  uint64_t pmbsr;
  uint64_t pmbsr_el2;
  uint64_t pmbsr_el3;
};

// One cycle, before the model has seen it.
struct cover_cycle {
  const struct spu_config *config;
  const struct spu *model;  // registers as they are at the start of the cycle: spu_peek_register()
  uint64_t number;
  const struct spu_in *in;    // pe fields that the configuration does not have are zero
  const struct spu_in *pins;  // the same as on the pins, those fields included
  const struct spu_out *out;
  const struct spu_vif *vif;
  const struct dut_bus *bus;
  const struct tracker *tracker;       // it has seen this cycle
  const struct tracker_state *flight;  // where operations and records are at the start of the cycle
  const struct spu_in *last_in;        // of the previous cycle; all zero in the first one and after a reset
  const struct spu_out *last_out;
  const struct spu_vif *last_vif;
  bool after_reset;                     // the unit was reset (not for the first time) before this cycle
  const struct dut_reset_shape *reset;  // how, if after_reset
  const struct tracker_state *taken;    // where operations and records were then
  // Precomputed, so that most cycles are cheap: the meaning of the pe pins, the registers, and
  // whether either differs from the previous cycle. True in the first cycle and after a reset.
  const struct cover_pe *pe;
  const struct cover_regs *regs;  // as from spu_peek_register(), but cheaper
  bool pe_changed;
  bool regs_changed;  // PMSICR_EL1, PMBPTR_EL1 and PMBSR_ELx other than S not counted
  // FEAT_SPE_EXC; without it the first is 0.
  uint8_t ee_el2;    // PMSCR_EL2.EE, the Effective value
  bool stopped;      // profiling is stopped (D17.4)
  bool was_stopped;  // in the previous cycle
};

// The direct write of the previous cycle to a PMBSR_ELx, by any name.
bool cover_wrote_status(const struct cover_cycle *cycle);

// PMBSR_ELx in which the management event of this cycle is recorded, at the start of the cycle.
static inline uint64_t cover_event_register(const struct cover_cycle *cycle)
{
  const uint8_t el = cycle->vif->event_valid ? cycle->vif->event_el : (uint8_t)SPU_EL1;
  return pmbsr_pin(cycle->out, el);
}

// The direct write of the previous cycle, if that was allowed, to the register at `address`.
static inline bool cover_wrote(const struct cover_cycle *cycle, uint16_t address)
{
  const struct spu_in *last = cycle->last_in;
  return last->sysreg_valid && last->sysreg_write && last->sysreg_addr == address &&
         cycle->out->sysreg_done && cycle->out->sysreg_verdict == SPU_ACCESS_OK;
}

// Operations that have not finished at the start of a cycle.
static inline uint8_t cover_unfinished(const struct cover_cycle *cycle)
{
  return cycle->flight->in_flight & (uint8_t)~cycle->flight->finished;
}

// Whether anything of a cycle concerns operations or records.
static inline bool cover_moves(const struct cover_cycle *cycle)
{
  const struct spu_vif *vif = cycle->vif;
  return cover_unfinished(cycle) != 0 || cycle->out->mark_valid || vif->verdict_valid || vif->start_valid ||
         vif->commit_valid || vif->discard_valid || cycle->in->xlate_rsp_valid ||
         cycle->last_in->sysreg_valid;
}

struct cover_bin {
  const char *requirement;
  const char *name;
  const char *meaning;
  bool (*exists)(const struct spu_config *config);  // null: in every configuration
};

// For blocks that list their bins once, as X(name, requirement, exists, meaning).
#define COVER_BIN_ENUM(name, requirement, exists, meaning) BIN_##name,
#define COVER_BIN_ROW(name, requirement, exists, meaning) {requirement, #name, meaning, exists},

// Counts a bin of the block, and if `condition` holds.
#define HIT(name) (hits[BIN_##name]++)
#define HIT_IF(name, condition) (hits[BIN_##name] += (condition) ? 1U : 0U)

enum { COVER_BLOCK_BINS = 512, COVER_BLOCK_STATE = 4096 };

struct cover_block {
  const char *name;
  const struct cover_bin *bins;
  size_t count;  // at most COVER_BLOCK_BINS
  // One cycle; hits[i] counts bin i. `state` is COVER_BLOCK_STATE bytes, all zero at first, the block's own.
  void (*step)(void *state, const struct cover_cycle *cycle, uint64_t *hits);
};

// The coverage of each block (rtl/data/blocks.toml), and of what is seen at the pins and belongs to no block.
#define COVER_NAME(name) cover_##name
extern const struct cover_block COVERED_BLOCKS(COVER_NAME), cover_inject, cover_environment;
#undef COVER_NAME

#endif  // TB_UNIT_COVER_COVER_BLOCK_H
