// SPDX-License-Identifier: Apache-2.0
//
// A short list of actions of privileged software, one after the other: direct register writes and reads, barriers,
// context synchronization. The pins show when each ends.
#ifndef TB_UNIT_ENV_AGENT_STEPS_H
#define TB_UNIT_ENV_AGENT_STEPS_H

#include <stddef.h>

#include "spu_sysreg.h"
#include "unit/dut/dut.h"
#include "unit/util/error.h"

enum { AGENT_MAX_STEPS = 16 };

// STEP_SYNC is an exception entry or return, or an ISB: some cycles without a request to the unit.
enum step_kind { STEP_WRITE, STEP_READ, STEP_PSB, STEP_DSB, STEP_SYNC };

struct step {
  enum step_kind kind;
  uint8_t el;  // Exception level of the step
  enum spu_sysreg reg;
  uint64_t value;  // value written or read
};

struct agent_steps {
  struct step list[AGENT_MAX_STEPS];
  uint32_t count;
  uint32_t current;
  uint32_t countdown;  // cycles left of a STEP_SYNC
  bool asked;          // the current step's register access has been requested
};

// An empty list.
void agent_steps_begin(struct agent_steps *steps);

// Appends steps, up to AGENT_MAX_STEPS in all.
void agent_steps_add(struct agent_steps *steps, const struct step *list, size_t count);

// Drives the pins of the current step: pe_el, sysreg, psb_valid, dsb_valid. The list must not have ended.
void agent_steps_drive(const struct agent_steps *steps, struct spu_in *in);

// Takes the outputs of the cycle; sets *ended at the end of the list. False if the unit refused a register access.
bool agent_steps_observe(struct agent_steps *steps, const struct spu_out *out, const struct spu_vif *vif,
                         bool *ended, struct tb_error *error);

// The value that the list's read of a register returned; 0 if the list does not read it.
uint64_t agent_steps_value(const struct agent_steps *steps, enum spu_sysreg reg);

#endif  // TB_UNIT_ENV_AGENT_STEPS_H
