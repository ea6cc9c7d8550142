// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/events/events_bursts.h"

void events_bursts_reset(struct events_bursts *bursts)
{
  *bursts = (struct events_bursts){.abandoned = bursts->abandoned + bursts->completed - bursts->answered};
}

bool events_bursts_full(const struct events_bursts *bursts)
{
  return !bursts->aw_waits && bursts->shown - bursts->answered == EVENTS_BURSTS;
}

bool events_bursts_next_beat(const struct events_bursts *bursts, uint32_t *burst, uint32_t *beat)
{
  if (bursts->filling == bursts->shown) {
    return false;
  }
  *burst = bursts->filling;
  *beat = bursts->burst[bursts->filling % EVENTS_BURSTS].taken;
  return true;
}

bool events_bursts_show(struct events_bursts *bursts, const struct dut_bus *bus)
{
  if (!bus->axi_awvalid || bursts->aw_waits || events_bursts_full(bursts)) {
    return false;
  }
  const uint32_t i = bursts->shown++ % EVENTS_BURSTS;
  bursts->burst[i].beats = bus->axi_awlen + 1U;
  bursts->burst[i].taken = 0;
  bursts->burst[i].accepted = false;
  return true;
}

struct events_bus_cycle events_bursts_step(struct events_bursts *bursts, const struct spu_in *in,
                                           const struct dut_bus *bus, bool shown)
{
  struct events_bus_cycle now = {.aw_shown = shown};
  if (bus->axi_awvalid && (shown || bursts->aw_waits)) {
    now.aw_taken = in->axi_awready;
    bursts->aw_waits = !in->axi_awready;
    bursts->burst[(bursts->shown - 1) % EVENTS_BURSTS].accepted = in->axi_awready;
  }
  if (bus->axi_wvalid && events_bursts_next_beat(bursts, &now.w_burst, &now.beat)) {
    now.w_shown = !bursts->w_waits;
    now.w_taken = in->axi_wready;
    bursts->w_waits = !in->axi_wready;
    const uint32_t i = bursts->filling % EVENTS_BURSTS;
    if (now.w_taken && ++bursts->burst[i].taken == bursts->burst[i].beats) {
      bursts->filling++;
    }
  }
  const uint32_t i = bursts->completed % EVENTS_BURSTS;
  if (bursts->completed != bursts->filling && bursts->burst[i].accepted) {
    bursts->completed++;
    now.completed = true;
  }
  if (now.aw_taken || now.w_taken) {
    bursts->abandoned = 0;  // memory was reset too
  }
  if (in->axi_bvalid && bursts->abandoned != 0) {
    now.b_late = bus->axi_bready;
    bursts->abandoned -= bus->axi_bready ? 1 : 0;
  } else if (in->axi_bvalid) {
    now.b_shown = !bursts->b_waits;
    now.b_burst = bursts->answered;
    bursts->b_waits = !bus->axi_bready;
    bursts->answered += bus->axi_bready ? 1 : 0;
  }
  return now;
}
