// SPDX-License-Identifier: Apache-2.0
//
// Bits of the Events packet that the core model sets or a reader uses (Arm ARM D18.2.6).
#ifndef TB_UNIT_UTIL_EVENT_BITS_H
#define TB_UNIT_UTIL_EVENT_BITS_H

enum {
  EVENT_EXCEPTION = 1 << 0,
  EVENT_RETIRED = 1 << 1,
  EVENT_L1D_ACCESS = 1 << 2,
  EVENT_L1D_REFILL = 1 << 3,
  EVENT_TLB_ACCESS = 1 << 4,
  EVENT_TLB_WALK = 1 << 5,
  EVENT_NOT_TAKEN = 1 << 6,
  EVENT_MISPREDICTED = 1 << 7,
  EVENT_LLC_ACCESS = 1 << 8,
  EVENT_LLC_MISS = 1 << 9,
  EVENT_MISALIGNED = 1 << 11,
  EVENT_L2D_ACCESS = 1 << 19,
  EVENT_L2D_MISS = 1 << 20,
  EVENT_STREAMING = 1 << 24,  // Streaming SVE mode
  EVENT_SMCU = 1 << 25        // SMCU or external coprocessor
};

#endif  // TB_UNIT_UTIL_EVENT_BITS_H
