// SPDX-License-Identifier: Apache-2.0
//
// The model as a unit: it makes each choice that the verification interface leaves to an implementation as early as
// allowed: when a finished operation is decided, a record is taken, a burst is made, a write ends, a barrier is done.
// spu_step() computes the consequences, as in lockstep.
#include <string.h>

#include "spu_internal.h"

// The tag that finished first; `finished` is not zero.
static uint8_t first_finished(const struct spu *spu)
{
  uint32_t first = (uint32_t)__builtin_ctz(spu->finished);
  for (uint32_t tag = first + 1; spu->finished >> tag != 0; tag++) {
    const bool finished = (spu->finished >> tag & 1U) != 0;
    if (finished && spu->sample[tag].finish_order < spu->sample[first].finish_order) {
      first = tag;
    }
  }
  return (uint8_t)first;
}

// No response to the write in progress is outstanding.
static bool answered(const struct spu *spu)
{
  const struct spu_write_state *write = &spu->write;
  return !spu_abort_awaited(&spu->config) || write->responded == write->accepted;
}

// The record being written waits for the translation of its next page.
static bool page_awaited(const struct spu *spu)
{
  const struct spu_write_state *write = &spu->write;
  return write->active && write->record.origin.ended == SPU_DISCARD_NONE && !write->faulted &&
         !write->aborted && write->answered < write->pages && write->accepted == write->answered &&
         answered(spu);
}

static void choose_write(const struct spu *spu, const struct spu_in *in, struct spu_vif *chosen)
{
  const struct spu_write_state *write = &spu->write;
  if (!write->active) {
    chosen->start_valid = spu->waiting_count != 0;
  } else if (write->record.origin.ended == SPU_DISCARD_NONE && write->accepted < write->answered) {
    chosen->burst_valid = in->axi_awready && in->axi_wready;
  } else if (!page_awaited(spu)) {
    chosen->commit_valid = answered(spu);
  }
}

void spu_act(struct spu *spu, const struct spu_in *in, struct spu_out *out, struct spu_vif *vif)
{
  struct spu_vif chosen;
  memset(&chosen, 0, sizeof chosen);
  // If more records waited than there are tags, the oldest could exceed the bound.
  if (spu->finished != 0 && spu->waiting_count < spu->config.in_flight) {
    chosen.decide_valid = true;
    chosen.decide_tag = first_finished(spu);
  }
  choose_write(spu, in, &chosen);
  spu->acting = true;
  spu_step(spu, in, &chosen, out, vif);
  spu->acting = false;
}

bool spu_idle(const struct spu *spu)
{
  return (spu->in_flight | spu->finished) == 0 && spu->waiting_count == 0 && !spu->write.active &&
         spu->responses == spu->bursts && !spu->psb.active && !spu->dsb.active;
}

bool spu_next_page(const struct spu *spu, uint64_t *va)
{
  if (!page_awaited(spu)) {
    return false;
  }
  *va = spu->write.start + spu_write_offset(&spu->write, spu->write.answered);
  return true;
}

bool spu_next_enabled(const struct spu *spu, const struct spu_in *in)
{
  struct spu_in applied;
  in = spu_pins_in(spu, in, &applied);
  return ProfilingBufferEnabled(spu, in) && StatisticalProfilingEnabled(spu, in);
}

enum spu_verdict spu_next_access(const struct spu *spu, const struct spu_in *in, uint8_t *ec)
{
  struct spu_in applied;
  in = spu_pins_in(spu, in, &applied);
  const struct spu_access access = spu_pmu_claims(spu, in->sysreg_addr)
                                       ? spu_pmu_access_check(spu, in, in->sysreg_addr, in->sysreg_write)
                                       : spu_access_check(spu, in, in->sysreg_addr, in->sysreg_write);
  if (ec != NULL) {
    *ec = access.ec;
  }
  return access.verdict;
}

uint64_t spu_countable(const struct spu *spu, const struct spu_in *in)
{
  const bool same = spu_idle(spu) && spu->pmu.cnten == 0 && spu_pins_hold(spu, in);
  return same && spu_next_enabled(spu, in) ? spu_unselected(spu) : 0;
}

enum spu_status spu_count(struct spu *spu, const struct spu_in *in, uint64_t operations)
{
  if (operations > spu_countable(spu, in)) {
    return SPU_ERR_ARGUMENT;
  }
  spu->next = spu->regs;
  spu_count_unselected(spu, operations);
  spu->regs = spu->next;
  spu->counts.operations += operations;
  return SPU_OK;
}
