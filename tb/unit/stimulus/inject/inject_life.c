// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/inject/inject_life.h"

static void step_bus(struct inject_life *life, const struct spu_in *in, const struct dut_bus *bus)
{
  life->asked = bus->xlate_req_valid && !in->xlate_req_ready;
  if (bus->xlate_req_valid && in->xlate_req_ready) {
    life->asked_va = bus->xlate_req_va;
  }
  life->address_waits = bus->axi_awvalid && !in->axi_awready;
  if (bus->axi_wvalid && in->axi_wready) {
    life->beats_left--;
  }
  if (bus->axi_awvalid && in->axi_awready) {
    life->beats_left += bus->axi_awlen + 1;
  }
}

void inject_life_step(struct inject_life *life, const struct spu_in *in, const struct spu_out *out,
                      const struct spu_vif *vif, const struct dut_bus *bus)
{
  step_bus(life, in, bus);
  life->psb = in->psb_valid && !vif->psb_done;
  life->dsb = in->dsb_valid && !vif->dsb_done;
  life->raised = out->pmbirq && !life->irq;
  life->irq = out->pmbirq;
}

bool inject_life_is(const struct tracker *tracker, enum inject_moment moment)
{
  const struct tracker_events *events = &tracker->events;
  switch (moment) {
  case INJECT_MARK:
    return events->mark != 0;
  case INJECT_FINISH:
    return events->finishes != 0;
  case INJECT_DECISION:
    return events->decision != 0;
  case INJECT_START:
    return events->start != 0;
  default:
    return false;
  }
}
