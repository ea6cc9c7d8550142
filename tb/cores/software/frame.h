// SPDX-License-Identifier: Apache-2.0
//
// The registers of the user program while the supervisor runs; for start.S too.
#ifndef TB_CORES_SOFTWARE_FRAME_H
#define TB_CORES_SOFTWARE_FRAME_H

#define FRAME_PC 0
#define FRAME_X(n) (8 * (n))
#define FRAME_BYTES 256

#ifndef __ASSEMBLER__

#include <stddef.h>
#include <stdint.h>

enum { FRAME_SP = 2, FRAME_A0 = 10, FRAME_A1 = 11, FRAME_A2 = 12, FRAME_A7 = 17 };

struct frame {
  uint64_t x[32];  // x[0] is the program counter
};

_Static_assert(sizeof(struct frame) == FRAME_BYTES, "start.S has the size");

#endif  // __ASSEMBLER__

#endif  // TB_CORES_SOFTWARE_FRAME_H
