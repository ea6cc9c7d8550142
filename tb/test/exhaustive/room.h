// SPDX-License-Identifier: Apache-2.0
//
// One decision room of the unit, Verilated alone: the same four ports for every room (tb/test/exhaustive/*_room.sv),
// as arrays of 32-bit words, least significant first. Combinational: room_eval() makes `result` follow.
#ifndef TB_TEST_EXHAUSTIVE_ROOM_H
#define TB_TEST_EXHAUSTIVE_ROOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ROOM_STATE_BITS = 1024, ROOM_MORE_BITS = 2048, ROOM_RESULT_BITS = 256 };

struct room {
  uint32_t *pe;            // pe_t
  uint32_t *regs;          // room_regs_t (tb/test/exhaustive/rooms.toml)
  uint32_t *more;          // what else the room reads
  const uint32_t *result;  // what it decides
};

// The room of this program. One at a time; it lives as long as the program.
struct room room_create(void);
void room_eval(void);

// Name of the configuration the room was built for.
const char *room_config_name(void);

#ifdef __cplusplus
}
#endif

#endif  // TB_TEST_EXHAUSTIVE_ROOM_H
