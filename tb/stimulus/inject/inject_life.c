// SPDX-License-Identifier: Apache-2.0
#include "stimulus/inject/inject_life.h"

#include <string.h>

static void step_samples(struct inject_life *life, const struct spu_in *in, const struct spu_out *out,
                         const struct spu_vif *vif)
{
  if (vif->verdict_valid && vif->verdict_tag < SPU_MAX_TAGS) {
    life->finished &= (uint8_t) ~(1U << vif->verdict_tag);
    life->waiting += vif->verdict_keep && !vif->verdict_discard;
    life->happened[INJECT_VERDICT] = true;
  }
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    if ((life->marked >> tag & 1U) != 0 && in->op[tag].finished) {
      life->marked &= (uint8_t) ~(1U << tag);
      life->finished |= (uint8_t)(1U << tag);
      life->happened[INJECT_FINISH] = true;
    }
  }
  if (out->mark_valid && out->mark_tag < SPU_MAX_TAGS) {
    life->marked |= (uint8_t)(1U << out->mark_tag);
    life->happened[INJECT_MARK] = true;
  }
}

static void step_record(struct inject_life *life, const struct spu_out *out, const struct spu_vif *vif)
{
  if (vif->commit_valid || vif->discard_valid) {
    life->ended = true;
    if (life->writing) {
      life->writing = false;
    } else if (life->waiting != 0) {
      life->waiting--;
    }
  }
  if (vif->start_valid) {
    life->waiting -= life->waiting != 0;
    life->writing = true;
    life->start = out->pmbptr;
    life->happened[INJECT_START] = true;
  }
}

static void step_bus(struct inject_life *life, const struct spu_in *in, const struct dut_bus *bus)
{
  life->asked = bus->xlate_req_valid && !in->xlate_req_ready;
  if (in->xlate_rsp_valid) {
    life->translating = false;
  }
  if (bus->xlate_req_valid && in->xlate_req_ready) {
    life->translating = true;
    life->asked_va = bus->xlate_req_va;
  }
  life->address_waits = bus->axi_awvalid && !in->axi_awready;
  if (bus->axi_wvalid && in->axi_wready && life->beats_left != 0) {
    life->beats_left--;
  }
  if (bus->axi_awvalid && in->axi_awready) {
    life->beats_left = bus->axi_awlen + 1U;
    life->outstanding++;
  }
  if (in->axi_bvalid && bus->axi_bready && life->outstanding != 0) {
    life->outstanding--;
  }
}

void inject_life_step(struct inject_life *life, const struct spu_in *in, const struct spu_out *out,
                      const struct spu_vif *vif, const struct dut_bus *bus)
{
  memset(life->happened, 0, sizeof life->happened);
  life->ended = false;
  step_record(life, out, vif);
  step_samples(life, in, out, vif);
  step_bus(life, in, bus);
  life->psb = in->psb_valid && !vif->psb_done;
  life->dsb = in->dsb_valid && !vif->dsb_done;
  life->raised = out->pmbirq && !life->irq;
  life->irq = out->pmbirq;
}
