// SPDX-License-Identifier: Apache-2.0
#include "unit/env/agent_steps.h"

#include <assert.h>

#include "unit/util/names.h"

enum { SYNC_CLOCKS = 4 };

void agent_steps_begin(struct agent_steps *steps)
{
  *steps = (struct agent_steps){.countdown = SYNC_CLOCKS};
}

void agent_steps_add(struct agent_steps *steps, const struct step *list, size_t count)
{
  assert(steps->count + count <= AGENT_MAX_STEPS);
  for (size_t i = 0; i < count; i++) {
    steps->list[steps->count++] = list[i];
  }
}

void agent_steps_drive(const struct agent_steps *steps, struct spu_in *in)
{
  const struct step *step = &steps->list[steps->current];
  in->pe_el = step->el;
  in->psb_valid = step->kind == STEP_PSB;
  in->psb_older = in->psb_valid ? 0x0F : 0;  // all tags: nothing is sampled at the agent's level
  in->dsb_valid = step->kind == STEP_DSB;
  in->sysreg_valid = (step->kind == STEP_WRITE || step->kind == STEP_READ) && !steps->asked;
  if (in->sysreg_valid) {
    in->sysreg_write = step->kind == STEP_WRITE;
    in->sysreg_addr = (uint16_t)step->reg;
    in->sysreg_wdata = step->value;
  }
}

// For a register access: sets *done when it has its response.
static bool observe_access(struct agent_steps *steps, struct step *step, const struct spu_out *out,
                           bool *done, struct tb_error *error)
{
  if (!steps->asked) {  // requested in this cycle, the response is in the next
    steps->asked = true;
    return true;
  }
  if (!out->sysreg_done || out->sysreg_verdict != SPU_ACCESS_OK) {
    return tb_fail(error, "agent: access to %s at EL%u was %s (verdict %u)",
                   register_name((uint16_t)step->reg), step->el,
                   out->sysreg_done ? "refused" : "not acknowledged", out->sysreg_verdict);
  }
  if (step->kind == STEP_READ) {
    step->value = out->sysreg_rdata;
  }
  *done = true;
  return true;
}

bool agent_steps_observe(struct agent_steps *steps, const struct spu_out *out, const struct spu_vif *vif,
                         bool *ended, struct tb_error *error)
{
  struct step *step = &steps->list[steps->current];
  bool done = false;
  *ended = false;
  switch (step->kind) {
  case STEP_WRITE:
  case STEP_READ:
    if (!observe_access(steps, step, out, &done, error)) {
      return false;
    }
    break;
  case STEP_PSB:
    done = vif->psb_done;
    break;
  case STEP_DSB:
    done = vif->dsb_done;
    break;
  case STEP_SYNC:
    done = --steps->countdown == 0;
    break;
  }
  if (done) {
    steps->current++;
    steps->asked = false;
    steps->countdown = SYNC_CLOCKS;
    *ended = steps->current == steps->count;
  }
  return true;
}

uint64_t agent_steps_value(const struct agent_steps *steps, enum spu_sysreg reg)
{
  for (uint32_t i = 0; i < steps->count; i++) {
    if (steps->list[i].kind == STEP_READ && steps->list[i].reg == reg) {
      return steps->list[i].value;
    }
  }
  return 0;
}
