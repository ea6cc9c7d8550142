// SPDX-License-Identifier: Apache-2.0
//
// Error responses to the bursts of a record: which of them fail, after how many cycles, together with a fault of the
// same record, and during another activity: the next record, a barrier, software that writes PMBSR_EL1.
#include "spu_sysreg.h"
#include "unit/stimulus/inject/inject_method.h"

enum { PAGE = 4096, LATENCIES = 32, SLVERR = 2, RESPONSES = 2 };

enum shape {
  ONE_BURST,
  FIRST_OF_TWO,
  SECOND_OF_TWO,
  BOTH,
  BEFORE_A_FAULT,  // the first burst fails, and the second page faults
  SHAPES
};

enum companion { NOTHING, NEXT_RECORD, PSB, DSB, STATUS, COMPANIONS };

struct bus_shot {
  enum shape shape;
  uint8_t resp;
  uint16_t latency;  // cycles, at least 1
  enum companion companion;
};

static struct bus_shot shot_of(uint64_t place)
{
  return (struct bus_shot){.shape = (enum shape)inject_split(&place, SHAPES),
                           .resp = (uint8_t)(SLVERR + inject_split(&place, RESPONSES)),
                           .latency = (uint16_t)(1 + inject_split(&place, LATENCIES)),
                           .companion = (enum companion)place};
}

static uint64_t places(const struct inject *inject)
{
  (void)inject;
  return (uint64_t)SHAPES * RESPONSES * LATENCIES * COMPANIONS;
}

static void begin(struct inject *inject, uint64_t cycle)
{
  (void)cycle;
  const struct bus_shot shot = shot_of(inject->shot.place);
  // Two pages: the record starts in the first one. One page: the record starts at its beginning.
  const uint32_t split =
      1 + rng_below(&inject->rng, (uint32_t)spu_config_largest_record(inject->world.config) / 2);
  inject_point(inject, shot.shape == ONE_BURST ? PAGE : split);
  if (shot.shape == BEFORE_A_FAULT) {
    struct mmu_page page = inject_fault_kind(
        inject->world.config, rng_below(&inject->rng, inject_fault_kinds(inject->world.config)));
    page.va = inject->world.buffer->base + PAGE;
    (void)mmu_map(inject->world.mmu, &page);
  }
  const struct axi_timing timing = {.aw_ready_percent = (uint8_t)(rng_percent(&inject->rng, 60) ? 100 : 50),
                                    .w_ready_percent = (uint8_t)(rng_percent(&inject->rng, 60) ? 100 : 50),
                                    .b_latency_min = shot.latency,
                                    .b_latency_max = shot.latency};
  axi_memory_set_timing(inject->world.memory, &timing);
  if (inject->shot.tries != 0 || rng_percent(&inject->rng, 10)) {
    inject_push_rich(inject);
  }
  inject->shot.moment = INJECT_START;
  inject->shot.offset = 1 + rng_below(&inject->rng, 24);
  inject_push_shot(inject);
}

// Makes the bursts of this record fail. Called when it starts and earlier bursts are complete.
static void fail_bursts(struct inject *inject)
{
  const struct bus_shot shot = shot_of(inject->shot.place);
  const uint32_t skip = shot.shape == SECOND_OF_TWO ? 1 : 0;
  axi_memory_fail_bursts(inject->world.memory, skip, shot.shape == BOTH ? 2 : 1, shot.resp);
}

static void act(struct inject *inject, uint64_t cycle)
{
  struct inject_now *now = &inject->now;
  struct inject_shot *shot = &inject->shot;
  shot->until = cycle + 4;
  switch (shot_of(shot->place).companion) {
  case NEXT_RECORD:
    now->access_valid = true;
    now->access = (struct random_access){SPU_PMSICR_EL1, true, 1 + rng_below(&inject->rng, 4)};
    break;
  case PSB:
    now->psb = true;
    inject->counts.barriers++;
    break;
  case DSB:
    now->dsb = true;
    inject->counts.barriers++;
    break;
  case STATUS:
    now->access_valid = true;
    now->access =
        (struct random_access){SPU_PMBSR_EL1, true, rng_percent(&inject->rng, 70) ? 0 : SPU_PMBSR_EL1_S};
    inject->counts.register_writes++;
    break;
  default:
    break;
  }
}

static void watch(struct inject *inject, const struct spu_in *in, const struct spu_vif *vif,
                  const struct tracker *tracker)
{
  struct inject_shot *shot = &inject->shot;
  if (vif->start_valid && shot->state == INJECT_ARMED && !random_sysreg_pending(inject->world.sysreg)) {
    fail_bursts(inject);
  }
  // The record has ended, and all of its responses have arrived.
  const bool aimed = shot->state == INJECT_AIMED || shot->state == INJECT_ACTED;
  shot->hit = shot->hit || (aimed && in->axi_bvalid && in->axi_bresp >= SLVERR);
  shot->lost = shot->lost || (shot->state == INJECT_ACTED && inject_life_quiet(tracker));
}

const struct inject_method inject_bus_method = {.places = places, .begin = begin, .act = act, .watch = watch};
