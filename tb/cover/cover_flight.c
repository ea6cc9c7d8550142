// SPDX-License-Identifier: Apache-2.0
#include "cover/cover_flight.h"

#include "spu_sysreg.h"

bool cover_wrote(const struct cover_clock *clock, uint16_t address)
{
  const struct spu_in *last = clock->last_in;
  return last->sysreg_valid && last->sysreg_write && last->sysreg_addr == address &&
         clock->out->sysreg_done && clock->out->sysreg_verdict == SPU_ACCESS_OK;
}

bool cover_flight_moves(const struct cover_flight *flight, const struct cover_clock *clock)
{
  const struct spu_vif *vif = clock->vif;
  return (flight->in_flight & ~flight->finished) != 0 || clock->out->mark_valid || vif->verdict_valid ||
         vif->start_valid || vif->commit_valid || vif->discard_valid || clock->in->xlate_rsp_valid ||
         clock->last_in->sysreg_valid;
}

// A record's way: kept, started or discarded, ended.
static void step_record(struct cover_flight *flight, const struct cover_clock *clock)
{
  const struct spu_vif *vif = clock->vif;
  const bool ends = vif->commit_valid || vif->discard_valid;
  flight->ended += ends;
  if (flight->writing) {
    flight->pointer_written = flight->pointer_written || cover_wrote(clock, SPU_PMBPTR_EL1);
    if (clock->in->xlate_rsp_valid && clock->in->xlate_rsp_fault) {
      flight->faulted = true;
      flight->fsc = clock->in->xlate_rsp_fsc;
      flight->stage2 = clock->in->xlate_rsp_stage2;
      flight->gpc = clock->in->xlate_rsp_gpc;
    } else if (clock->in->xlate_rsp_valid) {
      flight->answered++;
    }
    flight->writing = !ends;
  } else if (vif->start_valid) {
    flight->waiting--;
    flight->writing = true;
    flight->pointer_written = false;
    flight->faulted = false;
    flight->answered = 0;
    flight->start = clock->out->pmbptr;
  } else if (vif->discard_valid) {
    flight->waiting--;
  }
  if (vif->verdict_valid && vif->verdict_keep && !vif->verdict_discard) {
    flight->waiting++;
  }
}

bool cover_flight_completes(const struct cover_flight *flight, const struct cover_clock *clock, unsigned tag)
{
  const struct spu_op *op = &clock->in->op[tag];
  return (flight->in_flight >> tag & 1U) != 0 && (flight->completed >> tag & 1U) == 0 &&
         (op->completed || op->finished);
}

void cover_flight_step(struct cover_flight *flight, const struct cover_clock *clock)
{
  const struct spu_out *out = clock->out;
  if (!cover_flight_moves(flight, clock)) {
    return;
  }
  step_record(flight, clock);
  for (unsigned tag = 0; flight->in_flight >> tag != 0; tag++) {
    if (cover_flight_completes(flight, clock, tag)) {
      flight->completed |= (uint8_t)(1U << tag);
    }
    if ((flight->in_flight >> tag & 1U) != 0 && clock->in->op[tag].finished) {
      flight->finished |= (uint8_t)(1U << tag);
    }
  }
  if (clock->vif->verdict_valid) {
    const uint8_t left = (uint8_t) ~(1U << (clock->vif->verdict_tag & 7U));
    flight->in_flight &= left;
    flight->completed &= left;
    flight->finished &= left;
  }
  if (out->mark_valid && out->mark_tag < SPU_MAX_TAGS) {
    flight->in_flight |= (uint8_t)(1U << out->mark_tag);
    flight->mark[out->mark_tag] = clock->cycle;
    flight->serial[out->mark_tag] = flight->marks++;
  }
}
