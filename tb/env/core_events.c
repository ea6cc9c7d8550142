// SPDX-License-Identifier: Apache-2.0
#include "env/core_events.h"

#include <string.h>

enum {  // event numbers (Arm ARM D13.11.2)
  L1I_CACHE_REFILL = 0x01,
  L1D_CACHE_REFILL = 0x03,
  L1D_CACHE = 0x04,
  L1D_TLB_REFILL = 0x05,
  LD_RETIRED = 0x06,
  ST_RETIRED = 0x07,
  INST_RETIRED = 0x08,
  EXC_TAKEN = 0x09,
  BR_IMMED_RETIRED = 0x0D,
  BR_RETURN_RETIRED = 0x0E,
  UNALIGNED_LDST_RETIRED = 0x0F,
  BR_MIS_PRED = 0x10,
  BR_PRED = 0x12,
  MEM_ACCESS = 0x13,
  L1I_CACHE = 0x14,
  L2D_CACHE = 0x16,
  L2D_CACHE_REFILL = 0x17,
  INST_SPEC = 0x1B,
  BR_RETIRED = 0x21,
  BR_MIS_PRED_RETIRED = 0x22,
  STALL_FRONTEND = 0x23,
  STALL_BACKEND = 0x24,
  L1D_TLB = 0x25,
  L3D_CACHE = 0x2B,
  DTLB_WALK = 0x34,
  OP_RETIRED = 0x3A,
  OP_SPEC = 0x3B,
  STALL = 0x3C
};

enum { MOST = 15 };  // what a pin can say

void core_events_init(struct core_events *events, uint64_t exists)
{
  memset(events, 0, sizeof *events);
  events->exists = exists;
}

static void add(struct core_events *events, unsigned event, bool occurred)
{
  events->count[event] = (uint8_t)(events->count[event] + (occurred ? 1 : 0));
}

static void add_branch(struct core_events *events, const struct a64_class *class, const struct life *life)
{
  const bool mispredicted = (life->events & EVENT_MISPREDICTED) != 0;
  add(events, BR_RETIRED, true);
  add(events, BR_PRED, true);
  add(events, BR_IMMED_RETIRED, !class->indirect);
  add(events, BR_RETURN_RETIRED, class->ret);
  add(events, BR_MIS_PRED, mispredicted);
  add(events, BR_MIS_PRED_RETIRED, mispredicted);
}

static void add_access(struct core_events *events, const struct a64_class *class, const struct life *life)
{
  add(events, MEM_ACCESS, true);
  add(events, LD_RETIRED, class->load);
  add(events, ST_RETIRED, class->writes);
  add(events, UNALIGNED_LDST_RETIRED, (life->events & EVENT_MISALIGNED) != 0);
  add(events, L1D_TLB, true);
  add(events, L1D_TLB_REFILL, life->xlate_end > life->issue);
  add(events, DTLB_WALK, (life->events & EVENT_TLB_WALK) != 0);
  add(events, L1D_CACHE, true);
  add(events, L1D_CACHE_REFILL, (life->events & EVENT_L1D_REFILL) != 0);
  add(events, L2D_CACHE, (life->events & EVENT_L2D_ACCESS) != 0);
  add(events, L2D_CACHE_REFILL, (life->events & EVENT_L2D_MISS) != 0);
  add(events, L3D_CACHE, (life->events & EVENT_LLC_ACCESS) != 0);
}

void core_events_add(struct core_events *events, const struct a64_class *class, const struct life *life)
{
  events->any = true;
  add(events, OP_SPEC, true);
  add(events, INST_SPEC, true);
  if (life->how == SPU_OP_SQUASHED) {
    return;
  }
  add(events, INST_RETIRED, life->how == SPU_OP_RETIRED);
  add(events, OP_RETIRED, life->how == SPU_OP_RETIRED);
  add(events, EXC_TAKEN, life->how == SPU_OP_EXCEPTION);
  if (class->branch) {
    add_branch(events, class, life);
  }
  if (life->access) {
    add_access(events, class, life);
  }
}

void core_events_fetch(struct core_events *events, bool refill)
{
  events->any = true;
  add(events, L1I_CACHE, true);
  add(events, L1I_CACHE_REFILL, refill);
}

void core_events_stall(struct core_events *events, bool backend)
{
  events->any = true;
  add(events, STALL, true);
  add(events, backend ? STALL_BACKEND : STALL_FRONTEND, true);
}

void core_events_drive(struct core_events *events, struct spu_in *in)
{
  if (!events->any && !events->driven) {
    return;
  }
  for (uint32_t event = 0; event < SPU_COMMON_EVENTS; event++) {
    const bool exists = (events->exists >> event & 1) != 0;
    const uint8_t count = events->count[event] < MOST ? events->count[event] : MOST;
    in->pmu_event[event] = exists ? count : 0;
    events->count[event] = 0;
  }
  events->driven = events->any;
  events->any = false;
}
