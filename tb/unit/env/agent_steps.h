// SPDX-License-Identifier: Apache-2.0
//
// A short list of things that privileged software does to the unit, one after the other: direct register
// writes and reads, barriers, context synchronization. Each ends when the pins say so.
#ifndef TB_UNIT_ENV_AGENT_STEPS_H
#define TB_UNIT_ENV_AGENT_STEPS_H

#include <stddef.h>

#include "spu_sysreg.h"
#include "unit/dut/dut.h"
#include "unit/util/error.h"

enum { AGENT_MAX_STEPS = 16 };

// STEP_SYNC is an exception entry or return, or an ISB: some cycles in which nothing is asked of the unit.
enum step_kind { STEP_WRITE, STEP_READ, STEP_PSB, STEP_DSB, STEP_SYNC };

struct step {
  enum step_kind kind;
  uint8_t el;  // Exception level it happens at
  enum spu_sysreg reg;
  uint64_t value;  // to write, or read
};

struct agent_steps {
  struct step list[AGENT_MAX_STEPS];
  uint32_t count;
  uint32_t current;
  uint32_t countdown;  // cycles left of a STEP_SYNC
  bool asked;          // the register access of the current step has been made
};

// An empty list.
void agent_steps_begin(struct agent_steps *steps);

// Adds steps at the end; the list never gets longer than AGENT_MAX_STEPS.
void agent_steps_add(struct agent_steps *steps, const struct step *list, size_t count);

// Drives the pins of the current step: pe_el, sysreg, psb_valid, dsb_valid. The list must not have ended.
void agent_steps_drive(const struct agent_steps *steps, struct spu_in *in);

// Takes the outputs of the cycle; *ended says whether that was the end of the list. False if the unit refused
// a register access.
bool agent_steps_observe(struct agent_steps *steps, const struct spu_out *out, const struct spu_vif *vif,
                         bool *ended, struct tb_error *error);

// What the list's read of a register gave; 0 if it has none.
uint64_t agent_steps_value(const struct agent_steps *steps, enum spu_sysreg reg);

#endif  // TB_UNIT_ENV_AGENT_STEPS_H
