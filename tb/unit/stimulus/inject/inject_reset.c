// SPDX-License-Identifier: Apache-2.0
//
// Resets in every phase, stalls of memory, and the names of the counts.
#include <string.h>

#include "unit/stimulus/inject/inject_method.h"

// ---------------------------------------------------------------------------------------------------------
// Resets: the walk covers the phase and the number of cycles after it

enum { RESET_OFFSETS = 6, RESET_GAP = 60, RESET_SPREAD = 250, RESET_PATIENCE = 600 };

bool inject_phase_is(const struct inject_life *life, const struct tracker *tracker, enum inject_phase phase)
{
  const uint8_t unfinished = tracker->now.in_flight & (uint8_t)~tracker->now.finished;
  switch (phase) {
  case INJECT_IN_FLIGHT:
    return unfinished != 0;
  case INJECT_FINISHED:
    return tracker->now.finished != 0;
  case INJECT_WAITING:
    return tracker->now.waiting != 0;
  case INJECT_ASKED:
    return life->asked;
  case INJECT_TRANSLATING:
    return tracker->translating;
  case INJECT_ADDRESS:
    return life->address_waits;
  case INJECT_DATA:
    return life->beats_left > 0;
  case INJECT_RESPONSE:
    return tracker->outstanding != 0 && life->beats_left == 0;
  case INJECT_PSB:
    return life->psb;
  case INJECT_DSB:
    return life->dsb;
  case INJECT_IRQ:
    return life->irq;
  default:
    return tracker->now.in_flight == 0 && !life->psb && !life->dsb && !life->irq &&
           inject_life_quiet(tracker);
  }
}

static void do_reset(struct inject *inject, uint64_t cycle, const struct tracker *tracker)
{
  struct inject_shot *shot = &inject->shot;
  const uint64_t places = (uint64_t)INJECT_PHASES * RESET_OFFSETS;
  for (int phase = 0; phase < INJECT_PHASES; phase++) {
    inject->counts.reset_in[phase] += inject_phase_is(&inject->life, tracker, (enum inject_phase)phase);
  }
  inject->counts.resets++;
  memset(&inject->life, 0, sizeof inject->life);
  shot->state = INJECT_IDLE;
  shot->place = inject_next_place(inject, places);
  shot->until = cycle + RESET_GAP + rng_below(&inject->rng, RESET_SPREAD);
}

bool inject_reset(struct inject *inject, uint64_t cycle, const struct tracker *tracker)
{
  struct inject_shot *shot = &inject->shot;
  if (inject->profile == NULL || inject->profile->injection != RANDOM_INJECT_RESETS || cycle < shot->until) {
    return false;
  }
  uint64_t place = shot->place;
  const enum inject_phase phase = (enum inject_phase)inject_split(&place, INJECT_PHASES);
  if (shot->state == INJECT_IDLE) {
    const bool there = inject_phase_is(&inject->life, tracker, phase);
    if (!there && cycle < shot->until + RESET_PATIENCE) {
      return false;
    }
    inject->counts.shots += there;
    inject->counts.missed += !there;
    shot->state = INJECT_AIMED;
    shot->act_at = cycle + place;
  }
  if (cycle < shot->act_at) {
    return false;
  }
  do_reset(inject, cycle, tracker);
  return true;
}

// ---------------------------------------------------------------------------------------------------------
// Bursty memory: perfect, dead, perfect, ...

enum {
  PERFECT = 30,
  PERFECT_SPREAD = 300,
  DEAD = 20,
  DEAD_SPREAD = 300,
  CHANNELS = 15,
  RESPONSES_ONLY = 4,
  LONG = 500
};

void inject_memory_release(struct inject *inject)
{
  axi_memory_hold(inject->world.memory, (struct axi_hold){false, false, false});
  mmu_hold(inject->world.mmu, false);
  inject->dead = false;
}

void inject_memory_clock(struct inject *inject, uint64_t cycle)
{
  if (cycle < inject->memory_until) {
    return;
  }
  if (inject->dead) {
    inject_memory_release(inject);
    inject->memory_until = cycle + PERFECT + rng_below(&inject->rng, PERFECT_SPREAD);
    return;
  }
  // All channels, or some. Responses alone are held until the unit runs out of bursts.
  const uint32_t channels = rng_percent(&inject->rng, 40) ? CHANNELS : 1 + rng_below(&inject->rng, CHANNELS);
  const struct axi_hold hold = {(channels & 1) != 0, (channels & 2) != 0, (channels & 4) != 0};
  axi_memory_hold(inject->world.memory, hold);
  mmu_hold(inject->world.mmu, (channels & 8) != 0);
  inject->dead = true;
  inject->counts.dead_phases++;
  inject->memory_until =
      cycle + DEAD + rng_below(&inject->rng, DEAD_SPREAD) + (channels == RESPONSES_ONLY ? LONG : 0);
}

// ---------------------------------------------------------------------------------------------------------
// Names

const char *inject_fault_name(size_t fault)
{
  static const char *const names[INJECT_FAULTS] = {"address_size",
                                                   "translation",
                                                   "access_flag",
                                                   "permission",
                                                   "external_abort",
                                                   "parity",
                                                   "alignment",
                                                   "granule_protection",
                                                   "tlb_conflict",
                                                   "unsupported",
                                                   "granule_protection_check"};
  return fault < INJECT_FAULTS ? names[fault] : NULL;
}

const char *inject_phase_name(size_t phase)
{
  static const char *const names[INJECT_PHASES] = {"in_flight",   "finished", "waiting", "translation_asked",
                                                   "translating", "address",  "data",    "response",
                                                   "psb",         "dsb",      "irq",     "nothing"};
  return phase < INJECT_PHASES ? names[phase] : NULL;
}
