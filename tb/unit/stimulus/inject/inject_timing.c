// SPDX-License-Identifier: Apache-2.0
//
// Actions of the PE and its software at a chosen cycle of a sample's life: an exception to a state without profiling
// and back, and register writes.
#include <string.h>

#include "spu_sysreg.h"
#include "unit/env/pe_pins.h"
#include "unit/stimulus/inject/inject_method.h"
#include "unit/stimulus/random/random_pe.h"

enum { OTHER_STATE_TRIES = 16, STAY = 30 };

// ---------------------------------------------------------------------------------------------------------
// Interrupts and exceptions: the target state, the moment, the number of cycles after it

enum target {
  TO_HIGHEST,   // the highest Exception level
  TO_ANY,       // another level, with the same controls
  TO_SECURITY,  // another Security state
  TO_DEBUG,     // Debug state
  TARGETS
};

static uint64_t interrupt_places(const struct inject *inject)
{
  (void)inject;
  return (uint64_t)TARGETS * INJECT_MOMENTS * INJECT_OFFSETS;
}

static void interrupt_begin(struct inject *inject, uint64_t cycle)
{
  (void)cycle;
  uint64_t place = inject->shot.place / TARGETS;
  inject->shot.moment = (enum inject_moment)inject_split(&place, INJECT_MOMENTS);
  inject->shot.offset = (uint32_t)place + (inject->shot.moment == INJECT_FINISH ? 0 : 1);
  random_sysreg_push(inject->world.sysreg, SPU_PMSICR_EL1, 1 + rng_below(&inject->rng, 12));
}

static void other_security_state(struct inject *inject, struct spu_in *pe)
{
  const struct spu_in from = *pe;
  for (int i = 0; i < OTHER_STATE_TRIES; i++) {
    random_pe_any(inject->world.config, &inject->rng, false, true, pe);
    if (pe->scr_el3_ns != from.scr_el3_ns || pe->scr_el3_nse != from.scr_el3_nse) {
      return;
    }
  }
}

static void interrupt_act(struct inject *inject, uint64_t cycle)
{
  const struct spu_config *config = inject->world.config;
  struct spu_in *pe = &inject->pe;
  memset(pe, 0, sizeof *pe);
  pe_pins_copy(pe, inject->world.pe);
  switch ((enum target)(inject->shot.place % TARGETS)) {
  case TO_HIGHEST:
    random_pe_highest(config, pe);
    break;
  case TO_SECURITY:
    other_security_state(inject, pe);
    break;
  case TO_DEBUG:
    pe->pe_debug = true;
    pe->edscr_sdd = pe->edscr_sdd && pe->pe_el != SPU_EL3;
    break;
  default:
    random_pe_any(config, &inject->rng, false, false, pe);
    break;
  }
  inject->pe_until = cycle + 1 + rng_below(&inject->rng, STAY);
  inject->shot.until = inject->pe_until;
  inject->counts.interrupts++;
}

const struct inject_method inject_interrupts_method = {
    .places = interrupt_places, .begin = interrupt_begin, .act = interrupt_act};

// ---------------------------------------------------------------------------------------------------------
// Register writes: the register; set, clear or change; the moment; the number of cycles after it

static const uint16_t registers[] = {SPU_PMSCR_EL1,  SPU_PMSCR_EL2,   SPU_PMSICR_EL1,   SPU_PMSIRR_EL1,
                                     SPU_PMSFCR_EL1, SPU_PMSEVFR_EL1, SPU_PMSLATFR_EL1, SPU_PMBLIMITR_EL1,
                                     SPU_PMBPTR_EL1, SPU_PMBSR_EL1,   SPU_PMSNEVFR_EL1, SPU_PMSDSFR_EL1,
                                     SPU_PMSCR_EL12};

enum { REGISTERS = sizeof registers / sizeof registers[0] };
enum action { SET, CLEAR, CHANGE, ACTIONS };

static uint64_t register_places(const struct inject *inject)
{
  (void)inject;
  return (uint64_t)REGISTERS * ACTIONS * INJECT_MOMENTS * INJECT_OFFSETS;
}

static void register_begin(struct inject *inject, uint64_t cycle)
{
  (void)cycle;
  const struct inject_world *world = &inject->world;
  uint64_t place = inject->shot.place / (REGISTERS * ACTIONS);
  inject->shot.moment = (enum inject_moment)inject_split(&place, INJECT_MOMENTS);
  inject->shot.offset = (uint32_t)place + (inject->shot.moment == INJECT_FINISH ? 0 : 1);
  random_buffer_point(world->buffer, world->config, inject->profile, &inject->rng);
  random_sysreg_setup(world->sysreg, world->config, inject->profile, world->buffer, &inject->rng);
  random_sysreg_push(world->sysreg, SPU_PMSICR_EL1, 1 + rng_below(&inject->rng, 12));
}

// A value with all bits set that can be, except that the buffer does not move.
static uint64_t all_set(const struct random_buffer *buffer, uint16_t addr)
{
  switch (addr) {
  case SPU_PMBLIMITR_EL1:
    return buffer->limit | 0x25;
  case SPU_PMBPTR_EL1:
    return buffer->pointer;
  case SPU_PMBSR_EL1:
    return SPU_PMBSR_EL1_S;
  default:
    return UINT64_MAX;
  }
}

static void register_act(struct inject *inject, uint64_t cycle)
{
  struct inject_now *now = &inject->now;
  uint64_t place = inject->shot.place;
  struct random_access *access = &now->access;
  access->addr = registers[inject_split(&place, REGISTERS)];
  access->write = true;
  switch ((enum action)inject_split(&place, ACTIONS)) {
  case SET:
    access->data = all_set(inject->world.buffer, access->addr);
    break;
  case CLEAR:
    access->data = 0;
    break;
  default:
    access->data =
        random_sysreg_value(access->addr, inject->world.config, inject->world.buffer, &inject->rng);
    break;
  }
  now->access_valid = true;
  now->in_place = rng_percent(&inject->rng, 50);
  inject->counts.register_writes++;
  inject->shot.until = cycle + 10 + rng_below(&inject->rng, 20);
}

const struct inject_method inject_registers_method = {
    .places = register_places, .begin = register_begin, .act = register_act};
