// SPDX-License-Identifier: Apache-2.0
//
// The common PMU events that the core model reports (Arm ARM D14.3), with their counts per cycle. An operation's events
// are known at its dispatch and reported then; an operation on a wrong path counts only for speculative events.
#ifndef TB_PROGRAMS_CORE_CORE_EVENTS_H
#define TB_PROGRAMS_CORE_CORE_EVENTS_H

#include "programs/core/execution.h"

// The reported PMU events and their numbers.
#define CORE_EVENT_LIST(X)          \
  X(L1I_CACHE_REFILL, 0x0001)       \
  X(L1D_CACHE_REFILL, 0x0003)       \
  X(L1D_CACHE, 0x0004)              \
  X(L1D_TLB_REFILL, 0x0005)         \
  X(LD_RETIRED, 0x0006)             \
  X(ST_RETIRED, 0x0007)             \
  X(INST_RETIRED, 0x0008)           \
  X(EXC_TAKEN, 0x0009)              \
  X(BR_IMMED_RETIRED, 0x000D)       \
  X(BR_RETURN_RETIRED, 0x000E)      \
  X(UNALIGNED_LDST_RETIRED, 0x000F) \
  X(BR_MIS_PRED, 0x0010)            \
  X(BR_PRED, 0x0012)                \
  X(MEM_ACCESS, 0x0013)             \
  X(L1I_CACHE, 0x0014)              \
  X(L2D_CACHE, 0x0016)              \
  X(L2D_CACHE_REFILL, 0x0017)       \
  X(INST_SPEC, 0x001B)              \
  X(BR_RETIRED, 0x0021)             \
  X(BR_MIS_PRED_RETIRED, 0x0022)    \
  X(STALL_FRONTEND, 0x0023)         \
  X(STALL_BACKEND, 0x0024)          \
  X(L1D_TLB, 0x0025)                \
  X(L3D_CACHE, 0x002B)              \
  X(DTLB_WALK, 0x0034)              \
  X(L1D_CACHE_LMISS_RD, 0x0039)     \
  X(OP_RETIRED, 0x003A)             \
  X(OP_SPEC, 0x003B)                \
  X(STALL, 0x003C)                  \
  X(STALL_SLOT_BACKEND, 0x003D)     \
  X(STALL_SLOT_FRONTEND, 0x003E)    \
  X(STALL_SLOT, 0x003F)             \
  X(L1D_CACHE_RD, 0x0040)           \
  X(L1I_CACHE_LMISS, 0x4006)        \
  X(SVE_INST_RETIRED, 0x8002)       \
  X(SME_RETIRED, 0x8358)            \
  X(SME_INST_RETIRED, 0x835A)

enum core_event {
#define CORE_EVENT(name, number) CORE_##name,
  CORE_EVENT_LIST(CORE_EVENT)
#undef CORE_EVENT
      CORE_EVENTS
};

struct core_events {
  bool any;                  // a count is not 0
  bool driven;               // a pin is not 0
  uint8_t pin[CORE_EVENTS];  // SPU_MAX_PMU_EVENTS: not reported
  uint8_t count[CORE_EVENTS];
};

// All counts zero.
void core_events_init(struct core_events *events, const struct spu_config *config);

// Counts a dispatched operation.
void core_events_add(struct core_events *events, const struct a64_class *class, const struct life *life);

// Counts an interrupt.
void core_events_interrupt(struct core_events *events);

// Counts a fetch of an instruction line; `refill`: it missed in the first level.
void core_events_fetch(struct core_events *events, bool refill);

// Counts empty slots in this cycle, all of them if `all`, because the back end is full (`backend`) or the front end has
// no more operations.
void core_events_stall(struct core_events *events, uint32_t slots, bool all, bool backend);

// Fills the pmu_event pins with the counts of this cycle and starts over.
void core_events_drive(struct core_events *events, struct spu_in *in);

#endif  // TB_PROGRAMS_CORE_CORE_EVENTS_H
