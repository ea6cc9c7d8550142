// SPDX-License-Identifier: Apache-2.0
#include "programs/core/core_events.h"

#include <string.h>

#include "unit/util/pmu_pins.h"

enum { MOST = 15 };  // maximum of a pin

void core_events_init(struct core_events *events, const struct spu_config *config)
{
  static const uint16_t numbers[CORE_EVENTS] = {
#define CORE_EVENT(name, number) number,
      CORE_EVENT_LIST(CORE_EVENT)
#undef CORE_EVENT
  };
  memset(events, 0, sizeof *events);
  for (uint32_t event = 0; event < CORE_EVENTS; event++) {
    events->pin[event] = (uint8_t)pmu_pin(config, numbers[event]);
  }
}

static void add(struct core_events *events, enum core_event event, bool occurred)
{
  events->count[event] = (uint8_t)(events->count[event] + (occurred ? 1 : 0));
}

static void add_branch(struct core_events *events, const struct a64_class *class, const struct life *life)
{
  const bool mispredicted = (life->events & EVENT_MISPREDICTED) != 0;
  add(events, CORE_BR_RETIRED, true);
  add(events, CORE_BR_PRED, true);
  add(events, CORE_BR_IMMED_RETIRED, !class->indirect);
  add(events, CORE_BR_RETURN_RETIRED, class->ret);
  add(events, CORE_BR_MIS_PRED, mispredicted);
  add(events, CORE_BR_MIS_PRED_RETIRED, mispredicted);
}

static void add_access(struct core_events *events, const struct a64_class *class, const struct life *life)
{
  add(events, CORE_MEM_ACCESS, true);
  add(events, CORE_LD_RETIRED, class->load);
  add(events, CORE_ST_RETIRED, class->writes);
  add(events, CORE_UNALIGNED_LDST_RETIRED, (life->events & EVENT_MISALIGNED) != 0);
  add(events, CORE_L1D_TLB, true);
  add(events, CORE_L1D_TLB_REFILL, life->xlate_end > life->issue);
  add(events, CORE_DTLB_WALK, (life->events & EVENT_TLB_WALK) != 0);
  add(events, CORE_L1D_CACHE, true);
  add(events, CORE_L1D_CACHE_RD, class->load);
  add(events, CORE_L1D_CACHE_REFILL, (life->events & EVENT_L1D_REFILL) != 0);
  add(events, CORE_L1D_CACHE_LMISS_RD, class->load && (life->events & EVENT_L1D_REFILL) != 0);
  add(events, CORE_L2D_CACHE, (life->events & EVENT_L2D_ACCESS) != 0);
  add(events, CORE_L2D_CACHE_REFILL, (life->events & EVENT_L2D_MISS) != 0);
  add(events, CORE_L3D_CACHE, (life->events & EVENT_LLC_ACCESS) != 0);
}

static void add_vector(struct core_events *events, const struct a64_class *class)
{
  add(events, CORE_SVE_INST_RETIRED, !class->za);
  add(events, CORE_SME_INST_RETIRED, class->za);
  add(events, CORE_SME_RETIRED, class->kind == SPU_KIND_SME);
}

void core_events_add(struct core_events *events, const struct a64_class *class, const struct life *life)
{
  events->any = true;
  add(events, CORE_OP_SPEC, true);
  add(events, CORE_INST_SPEC, true);
  if (life->how == SPU_OP_SQUASHED) {
    return;
  }
  add(events, CORE_INST_RETIRED, life->how == SPU_OP_RETIRED);
  add(events, CORE_OP_RETIRED, life->how == SPU_OP_RETIRED);
  add(events, CORE_EXC_TAKEN, life->how == SPU_OP_EXCEPTION);
  if (class->branch) {
    add_branch(events, class, life);
  }
  if (execution_uses_vectors(class)) {
    add_vector(events, class);
  }
  if (life->access) {
    add_access(events, class, life);
  }
}

void core_events_interrupt(struct core_events *events)
{
  events->any = true;
  add(events, CORE_EXC_TAKEN, true);
}

void core_events_fetch(struct core_events *events, bool refill)
{
  events->any = true;
  add(events, CORE_L1I_CACHE, true);
  add(events, CORE_L1I_CACHE_REFILL, refill);
  add(events, CORE_L1I_CACHE_LMISS, refill);
}

void core_events_stall(struct core_events *events, uint32_t slots, bool all, bool backend)
{
  const enum core_event of_slots = backend ? CORE_STALL_SLOT_BACKEND : CORE_STALL_SLOT_FRONTEND;
  events->any = true;
  add(events, CORE_STALL, all);
  add(events, backend ? CORE_STALL_BACKEND : CORE_STALL_FRONTEND, all);
  events->count[CORE_STALL_SLOT] = (uint8_t)slots;
  events->count[of_slots] = (uint8_t)slots;
}

void core_events_drive(struct core_events *events, struct spu_in *in)
{
  if (!events->any && !events->driven) {
    return;
  }
  for (uint32_t event = 0; event < CORE_EVENTS; event++) {
    if (events->pin[event] < SPU_MAX_PMU_EVENTS) {
      in->pmu_event[events->pin[event]] = events->count[event] < MOST ? events->count[event] : MOST;
    }
    events->count[event] = 0;
  }
  events->driven = events->any;
  events->any = false;
}
