// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/events/events_ports.h"

static const struct timed_xlate fast_xlate = {.latency = 1};
// Indexed by what the address waits for.
static const struct timed_axi fast_axi[AXI_ORDERS] = {{.b = 1, .order = AXI_ORDER_FREE},
                                                      {.b = 1, .order = AXI_ORDER_TOGETHER},
                                                      {.b = 1, .order = AXI_ORDER_DATA_FIRST},
                                                      {.b = 1, .order = AXI_ORDER_ADDRESS_FIRST}};

bool events_ports_open(struct events_ports *ports, const struct spu_config *config)
{
  *ports = (struct events_ports){.xlate = &fast_xlate, .axi = fast_axi, .asked = &fast_xlate};
  ports->mmu = mmu_create(0);
  ports->memory = axi_memory_create(config->axi_data_width / 8, 0);
  if (ports->mmu == NULL || ports->memory == NULL) {
    return false;
  }
  ports->attributes = config->have_spe_nvm;
  mmu_configure(ports->mmu, config);
  axi_memory_check_attributes(ports->memory, config->have_spe_nvm);
  return true;
}

void events_ports_close(struct events_ports *ports)
{
  mmu_destroy(ports->mmu);
  axi_memory_destroy(ports->memory);
}

void events_ports_hurry(struct events_ports *ports)
{
  ports->xlate = &fast_xlate;
  ports->axi = &fast_axi[ports->axi->order % AXI_ORDERS];
  ports->asked = ports->xlate_waits ? &fast_xlate : ports->asked;
  for (uint32_t i = ports->bursts.completed; i != ports->bursts.shown; i++) {
    ports->burst[i % EVENTS_BURSTS] = &fast_axi[ports->burst[i % EVENTS_BURSTS]->order % AXI_ORDERS];
  }
}

// ---------------------------------------------------------------------------------------------------------
// xlate

static void answer(const struct events_ports *ports, struct spu_in *in)
{
  const struct timed_xlate *asked = ports->asked;
  mmu_garbage(ports->mmu, in);
  in->xlate_rsp_fault = asked->fault;
  if (asked->fault) {
    in->xlate_rsp_stage2 = asked->stage2;
    in->xlate_rsp_gpc = asked->gpc;
    in->xlate_rsp_fsc = asked->fsc;
    in->xlate_rsp_top_level = asked->top_level;
    in->xlate_rsp_assured_only = asked->assured_only;
    in->xlate_rsp_overlay = asked->overlay;
    in->xlate_rsp_dirty_bit = asked->dirty_bit;
  } else {
    const uint8_t pas =
        mmu_space_for(ports->xlate_ss, (uint8_t)((asked->ns ? 1U : 0U) | (asked->nse ? 2U : 0U)));
    in->xlate_rsp_ns = (pas & 1U) != 0;
    in->xlate_rsp_nse = (pas & 2U) != 0;
    in->xlate_rsp_pa = asked->pa + (ports->xlate_va & 0xFFF);
    if (ports->attributes) {
      in->xlate_rsp_cache = asked->cache;
      in->xlate_rsp_domain = asked->domain;
    }
  }
}

static void drive_xlate(struct events_ports *ports, struct spu_in *in)
{
  mmu_drive(ports->mmu, in);
  if (in->xlate_rsp_valid) {
    answer(ports, in);
    ports->xlate_busy = false;
  }
  const bool ready =
      ports->xlate_waits ? ports->xlate_waited >= ports->asked->stall : ports->xlate->stall == 0;
  in->xlate_req_ready = in->xlate_req_ready && ready != ports->flip.xlate;
}

static bool observe_xlate(struct events_ports *ports, const struct spu_in *in, const struct dut_bus *bus,
                          struct tb_error *error)
{
  if (bus->xlate_req_valid && !ports->xlate_busy) {
    if (!ports->xlate_waits) {
      ports->asked = ports->xlate;
      ports->xlate_waited = 0;
    }
    ports->xlate_waited++;
    ports->xlate_waits = !in->xlate_req_ready;
    ports->xlate_busy = in->xlate_req_ready;
    ports->xlate_va = bus->xlate_req_va;
    ports->xlate_ss = bus->xlate_req_ss;
  }
  const struct mmu_timing timing = {
      .ready_percent = 100, .latency_min = ports->asked->latency, .latency_max = ports->asked->latency};
  mmu_set_timing(ports->mmu, &timing);
  return mmu_observe(ports->mmu, in, bus, error);
}

// ---------------------------------------------------------------------------------------------------------
// AXI

static uint32_t beat_stall(const struct timed_axi *axi, uint32_t beat)
{
  return beat < TIMED_BEATS ? axi->w[beat] : 0;
}

// The memory uses the settings of the burst that completes next, perhaps in this cycle; without a burst, the present
// settings.
static void set_timing(struct events_ports *ports)
{
  const struct events_bursts *bursts = &ports->bursts;
  const bool going = bursts->completed != bursts->shown;
  const struct timed_axi *axi = going ? ports->burst[bursts->completed % EVENTS_BURSTS] : ports->axi;
  const struct axi_timing timing = {.aw_ready_percent = 100,
                                    .w_ready_percent = 100,
                                    .b_latency_min = axi->b,
                                    .b_latency_max = axi->b,
                                    .order = axi->order};
  axi_memory_set_timing(ports->memory, &timing);
  axi_memory_fail_bursts(ports->memory, 0, going ? 1 : 0, axi->resp);
}

static void drive_axi(struct events_ports *ports, struct spu_in *in)
{
  const struct events_bursts *bursts = &ports->bursts;
  uint32_t burst;
  uint32_t beat;
  set_timing(ports);
  axi_memory_drive(ports->memory, in);
  const bool aw = bursts->aw_waits ? ports->aw_waited >= ports->burst[(bursts->shown - 1) % EVENTS_BURSTS]->aw
                                   : ports->axi->aw == 0;
  in->axi_awready = in->axi_awready && aw != ports->flip.aw;
  uint32_t stall = ports->axi->w[0];
  if (events_bursts_next_beat(bursts, &burst, &beat)) {
    stall = beat_stall(ports->burst[burst % EVENTS_BURSTS], beat);
  }
  const bool w = bursts->w_waits ? ports->w_waited >= stall : stall == 0;
  in->axi_wready = in->axi_wready && w != ports->flip.w;
}

static bool observe_axi(struct events_ports *ports, const struct spu_in *in, const struct dut_bus *bus,
                        struct tb_error *error)
{
  struct events_bursts *bursts = &ports->bursts;
  const bool shown = events_bursts_show(bursts, bus);
  if (shown) {
    ports->burst[(bursts->shown - 1) % EVENTS_BURSTS] = ports->axi;
  }
  set_timing(ports);
  const struct events_bus_cycle now = events_bursts_step(bursts, in, bus, shown);
  ports->aw_waited = now.aw_shown ? 1 : ports->aw_waited + 1;
  ports->w_waited = now.w_shown ? 1 : ports->w_waited + 1;
  return axi_memory_observe(ports->memory, in, bus, error);
}

// ---------------------------------------------------------------------------------------------------------

void events_ports_reset(struct events_ports *ports, bool alone)
{
  ports->xlate_waits = false;
  events_bursts_reset(&ports->bursts);
  if (alone) {
    mmu_abandon(ports->mmu);
    axi_memory_abandon(ports->memory, 0);
    return;
  }
  ports->xlate_busy = false;
  ports->bursts.abandoned = 0;
  mmu_reset(ports->mmu);
  axi_memory_reset(ports->memory);
}

void events_ports_drive(struct events_ports *ports, struct spu_in *in)
{
  drive_xlate(ports, in);
  drive_axi(ports, in);
}

bool events_ports_observe(struct events_ports *ports, const struct spu_in *in, const struct dut_bus *bus,
                          struct tb_error *error)
{
  const bool xlate = observe_xlate(ports, in, bus, error);
  return observe_axi(ports, in, bus, error) && xlate;
}

bool events_ports_idle(const struct events_ports *ports)
{
  return !ports->xlate_waits && !ports->xlate_busy && ports->bursts.shown == ports->bursts.answered &&
         ports->bursts.abandoned == 0;
}
