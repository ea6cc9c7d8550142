// SPDX-License-Identifier: Apache-2.0
//
// The interface of the kinds of injections, for inject*.c only.
#ifndef TB_UNIT_STIMULUS_INJECT_INJECT_METHOD_H
#define TB_UNIT_STIMULUS_INJECT_INJECT_METHOD_H

#include "unit/stimulus/inject/inject.h"

enum { INJECT_OFFSETS = 16 };  // offsets in cycles after a moment

struct inject_method {
  uint64_t (*places)(const struct inject *inject);
  // Queues the accesses that lead to shot.place, and sets shot.moment and shot.offset.
  void (*begin)(struct inject *inject, uint64_t cycle);
  // Called in the chosen cycle. Sets shot.until. Null: no action.
  void (*act)(struct inject *inject, uint64_t cycle);
  // Takes a cycle; sets shot.hit when the intended event has happened. Null: acting counts as a hit.
  void (*watch)(struct inject *inject, const struct spu_in *in, const struct spu_vif *vif,
                const struct tracker *tracker);
};

extern const struct inject_method inject_faults_method, inject_bus_method, inject_interrupts_method,
    inject_registers_method;

// The next place of the profile's walk.
uint64_t inject_next_place(struct inject *inject, uint64_t places);

// Splits the next dimension, of `size` values, off *place.
static inline uint32_t inject_split(uint64_t *place, uint32_t size)
{
  const uint32_t value = (uint32_t)(*place % size);
  *place /= size;
  return value;
}

// Number of kinds of faults in a configuration: FSC values of stage 1 and stage 2, and the Granule Protection Check.
uint32_t inject_fault_kinds(const struct spu_config *config);
// Number of bytes of a record that can be the first of a page, given the alignment of the pointer.
uint32_t inject_fault_places(const struct spu_config *config);
// The i-th kind of fault, in the fields fault, stage2, gpc and fsc of a page.
struct mmu_page inject_fault_kind(const struct spu_config *config, uint32_t i);
// The kind of fault in the response on the pins; inject_fault_kinds() if it is none of them.
uint32_t inject_fault_kind_of(const struct spu_config *config, const struct spu_in *in);

// Places at least two pages without a fault; the first `bytes` bytes of the next record are in the first page.
void inject_point(struct inject *inject, uint32_t bytes);

// Queues writes of pointer, limit, status and a small count.
void inject_push_shot(struct inject *inject);
// Queues a setup that keeps every record and collects everything.
void inject_push_rich(struct inject *inject);

// Stalls memory from time to time.
void inject_memory_clock(struct inject *inject, uint64_t cycle);
void inject_memory_release(struct inject *inject);

// Whether the unit is in this phase.
bool inject_phase_is(const struct inject_life *life, const struct tracker *tracker, enum inject_phase phase);

#endif  // TB_UNIT_STIMULUS_INJECT_INJECT_METHOD_H
