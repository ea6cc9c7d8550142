// SPDX-License-Identifier: Apache-2.0
//
// What the kinds of injections have in common, for inject*.c only.
#ifndef TB_UNIT_STIMULUS_INJECT_INJECT_METHOD_H
#define TB_UNIT_STIMULUS_INJECT_INJECT_METHOD_H

#include "unit/stimulus/inject/inject.h"

enum { INJECT_OFFSETS = 16 };  // cycles after a moment that are tried

struct inject_method {
  uint64_t (*places)(const struct inject *inject);
  // Queues the accesses that lead to shot.place, and sets shot.moment and shot.offset.
  void (*begin)(struct inject *inject, uint64_t cycle);
  // In the chosen cycle. Sets shot.until. Null: nothing is done then.
  void (*act)(struct inject *inject, uint64_t cycle);
  // Sees a cycle; sets shot.hit when what the shot is for has happened. Null: it has when it acted.
  void (*watch)(struct inject *inject, const struct spu_in *in, const struct spu_vif *vif,
                const struct tracker *tracker);
};

extern const struct inject_method inject_faults_method, inject_bus_method, inject_interrupts_method,
    inject_registers_method;

// The next place of the profile's walk.
uint64_t inject_next_place(struct inject *inject, uint64_t places);

// Splits *place by a dimension: the next `size` values.
static inline uint32_t inject_split(uint64_t *place, uint32_t size)
{
  const uint32_t value = (uint32_t)(*place % size);
  *place /= size;
  return value;
}

// Kinds of faults of a configuration: FSC values of stage 1, of stage 2, and the Granule Protection Check.
uint32_t inject_fault_kinds(const struct spu_config *config);
// Bytes of a record that can be the first of a page: a page begins at a multiple of the pointer's alignment.
uint32_t inject_fault_places(const struct spu_config *config);
// The i-th: fields fault, stage2, gpc and fsc of a page.
struct mmu_page inject_fault_kind(const struct spu_config *config, uint32_t i);
// Which one an answer on the pins is; inject_fault_kinds() if none of them.
uint32_t inject_fault_kind_of(const struct spu_config *config, const struct spu_in *in);

// Two pages and more, without a fault; the first `bytes` bytes of the next record are in the first page.
void inject_point(struct inject *inject, uint32_t bytes);

// Queues pointer, limit, status and a count of a few operations.
void inject_push_shot(struct inject *inject);
// Queues a programming that keeps every record and collects everything.
void inject_push_rich(struct inject *inject);

// Bytes of memory that stands still now and then.
void inject_memory_clock(struct inject *inject, uint64_t cycle);
void inject_memory_release(struct inject *inject);

// Whether something is going on in the unit.
bool inject_phase_is(const struct inject_life *life, const struct tracker *tracker, enum inject_phase phase);

#endif  // TB_UNIT_STIMULUS_INJECT_INJECT_METHOD_H
