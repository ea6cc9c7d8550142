// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/inject/inject.h"

#include <string.h>

#include "unit/stimulus/inject/inject_method.h"

enum {
  PATIENCE = 250,  // cycles for which a shot waits for its moment
  TRIES = 4,       // failed shots before a place is given up
  SEEDS = 4        // consecutive seeds whose starts spread evenly over a walk
};

static const struct inject_method *const methods[RANDOM_INJECTIONS] = {
    [RANDOM_INJECT_FAULTS] = &inject_faults_method,
    [RANDOM_INJECT_BUS] = &inject_bus_method,
    [RANDOM_INJECT_INTERRUPTS] = &inject_interrupts_method,
    [RANDOM_INJECT_REGISTERS] = &inject_registers_method,
};

static enum random_injection kind_of(const struct inject *inject)
{
  return inject->profile != NULL ? inject->profile->injection : RANDOM_INJECT_NOTHING;
}

static const struct inject_method *method_of(const struct inject *inject)
{
  return methods[kind_of(inject)];
}

// ---------------------------------------------------------------------------------------------------------
// Walks

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
  while (b != 0) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// The walk visits each of `places` once per round. Its steps are long, so that even a short run sees every value of
// each dimension.
uint64_t inject_next_place(struct inject *inject, uint64_t places)
{
  const enum random_injection kind = kind_of(inject);
  uint64_t step = places * 618 / 1000 + 1;
  while (common_divisor(step, places) != 1) {
    step++;
  }
  const uint64_t start = inject->seed % SEEDS * places / SEEDS;
  return (start + inject->walk[kind]++) * step % places;
}

void inject_init(struct inject *inject, const struct inject_world *world, uint64_t seed)
{
  memset(inject, 0, sizeof *inject);
  inject->world = *world;
  rng_seed(&inject->rng, seed, 0xC3);
  inject->seed = seed;
  inject->irq_walk = rng_below(&inject->rng, 2 * INJECT_OFFSETS);
  inject->counts.fault_pairs_possible =
      (uint64_t)inject_fault_kinds(world->config) * inject_fault_places(world->config);
}

void inject_stop(struct inject *inject)
{
  inject_memory_release(inject);
  axi_memory_fail_bursts(inject->world.memory, 0, 0, 0);
  memset(&inject->now, 0, sizeof inject->now);
  if (inject->shot.open) {  // the next episode of this kind takes the place
    inject->walk[kind_of(inject)]--;
    inject->shot.open = false;
  }
  inject->shot.state = INJECT_IDLE;
  inject->profile = NULL;
  inject->rich = false;
}

void inject_episode(struct inject *inject, const struct random_profile *profile, uint64_t cycle)
{
  inject_stop(inject);
  inject->profile = profile;
  inject->stuck = false;
  inject->memory_until = cycle;
  inject->rich = profile->injection == RANDOM_INJECT_FAULTS || profile->injection == RANDOM_INJECT_BUS;
}

// ---------------------------------------------------------------------------------------------------------
// One shot

static void begin(struct inject *inject, const struct inject_method *method, uint64_t cycle)
{
  struct inject_shot *shot = &inject->shot;
  if (!shot->open) {
    shot->place = inject_next_place(inject, method->places(inject));
    shot->open = true;
    shot->tries = 0;
  }
  shot->state = INJECT_ARMED;
  shot->until = cycle + PATIENCE;
  shot->hit = false;
  shot->lost = false;
  shot->spare = false;
  method->begin(inject, cycle);
}

// The shot is over. The next shot takes the next place if this one hit, or after enough failures.
static void end(struct inject *inject)
{
  struct inject_shot *shot = &inject->shot;
  shot->state = INJECT_IDLE;
  if (shot->hit) {
    inject->counts.shots++;
    shot->open = false;
  } else if (!shot->spare && ++shot->tries == TRIES) {
    inject->counts.missed++;
    shot->open = false;
  }
}

bool inject_software(struct inject *inject, uint64_t cycle)
{
  const struct inject_method *method = method_of(inject);
  const bool stuck = inject->stuck;
  inject->stuck = false;
  if (method != NULL && inject->shot.state == INJECT_IDLE && !stuck) {
    begin(inject, method, cycle);
  }
  return !stuck;
}

static void aim(struct inject *inject, uint64_t cycle)
{
  inject->shot.state = INJECT_AIMED;
  inject->shot.act_at = cycle;
}

void inject_clock(struct inject *inject, uint64_t cycle, bool finishing)
{
  const struct inject_method *method = method_of(inject);
  struct inject_shot *shot = &inject->shot;
  memset(&inject->now, 0, sizeof inject->now);
  if (kind_of(inject) == RANDOM_INJECT_MEMORY) {
    inject_memory_clock(inject, cycle);
  }
  if (method == NULL) {
    return;
  }
  if (shot->state == INJECT_ARMED && method->act != NULL && shot->moment == INJECT_FINISH && finishing &&
      !random_sysreg_pending(inject->world.sysreg)) {
    aim(inject, cycle + shot->offset);
  }
  if (shot->state == INJECT_AIMED && cycle >= shot->act_at) {
    shot->state = INJECT_ACTED;
    shot->until = cycle + 1;
    method->act(inject, cycle);
    shot->hit = shot->hit || method->watch == NULL;
  }
  inject->now.pe_valid = cycle < inject->pe_until;
}

static void observe_shot(struct inject *inject, const struct inject_method *method, uint64_t cycle,
                         const struct tracker *tracker)
{
  struct inject_shot *shot = &inject->shot;
  switch (shot->state) {
  case INJECT_ARMED:
    if (method->act != NULL && shot->moment != INJECT_FINISH && inject_life_is(tracker, shot->moment) &&
        !random_sysreg_pending(inject->world.sysreg)) {
      aim(inject, cycle + (shot->offset == 0 ? 1 : shot->offset));
    } else if (shot->hit || shot->lost) {
      end(inject);
    } else if (cycle >= shot->until) {
      inject->stuck = true;
      end(inject);
    }
    break;
  case INJECT_ACTED:
    if (cycle >= shot->until && (shot->hit || shot->lost || cycle >= shot->until + PATIENCE)) {
      end(inject);
    }
    break;
  default:
    break;
  }
}

static enum inject_fault class_of(const struct spu_in *in)
{
  const uint8_t fsc = in->xlate_rsp_fsc;
  if (in->xlate_rsp_gpc) {
    return INJECT_GRANULE_CHECK;
  }
  if (fsc < 0x10) {
    return (enum inject_fault)(INJECT_ADDRESS_SIZE + (fsc >> 2));
  }
  switch (fsc) {
  case 0x21:
    return INJECT_ALIGNMENT;
  case 0x29:
  case 0x2C:
    return INJECT_ADDRESS_SIZE;
  case 0x2A:
  case 0x2B:
    return INJECT_TRANSLATION;
  case 0x30:
    return INJECT_TLB_CONFLICT;
  case 0x31:
    return INJECT_UNSUPPORTED;
  default:
    break;
  }
  if (fsc >= 0x22 && fsc <= 0x28) {
    return INJECT_GRANULE_FAULT;
  }
  return fsc >= 0x18 ? INJECT_PARITY : INJECT_EXTERNAL_ABORT;
}

// Call before inject_life_step(): this cycle's responses belong to requests of earlier cycles.
static void count(struct inject *inject, const struct spu_in *in, const struct tracker *tracker)
{
  struct inject_counts *counts = &inject->counts;
  if (in->axi_bvalid && in->axi_bresp >= 2) {
    counts->aborts[in->axi_bresp & 1U]++;
  }
  counts->dead_clocks += inject->dead;
  if (!in->xlate_rsp_valid || !in->xlate_rsp_fault) {
    return;
  }
  counts->faults[class_of(in)]++;
  const uint64_t place = (inject->life.asked_va - tracker->before.start) >> inject->world.config->ptr_align;
  const uint32_t kind = inject_fault_kind_of(inject->world.config, in);
  const uint32_t places = inject_fault_places(inject->world.config);
  if (kind < inject_fault_kinds(inject->world.config) && place < places) {
    const uint64_t pair = kind * (uint64_t)places + place;
    uint64_t *word = &inject->pairs[pair / 64];
    counts->fault_pairs += (~*word >> pair % 64) & 1U;
    *word |= (uint64_t)1 << pair % 64;
  }
}

void inject_observe(struct inject *inject, uint64_t cycle, const struct spu_in *in, const struct spu_out *out,
                    const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker)
{
  const struct inject_method *method = method_of(inject);
  count(inject, in, tracker);
  inject_life_step(&inject->life, in, out, vif, bus);
  if (method == NULL) {
    return;
  }
  if (method->watch != NULL && inject->shot.state != INJECT_IDLE) {
    method->watch(inject, in, vif, tracker);
  }
  observe_shot(inject, method, cycle, tracker);
}

bool inject_serves(const struct inject *inject)
{
  return kind_of(inject) == RANDOM_INJECT_FAULTS || kind_of(inject) == RANDOM_INJECT_BUS;
}

uint32_t inject_irq_delay(struct inject *inject, struct rng *rng, uint32_t most)
{
  if (kind_of(inject) != RANDOM_INJECT_INTERRUPTS) {
    return rng_below(rng, most);
  }
  inject->counts.services++;
  return inject->irq_walk++ % (2 * INJECT_OFFSETS);
}
