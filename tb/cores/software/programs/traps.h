// SPDX-License-Identifier: Apache-2.0
//
// Single instructions that a compiler does not emit (traps.S).
#ifndef TB_CORES_SOFTWARE_PROGRAMS_TRAPS_H
#define TB_CORES_SOFTWARE_PROGRAMS_TRAPS_H

#include <stdint.h>

// Instructions that trap; each returns `value` if it was skipped.
uint64_t traps_illegal(uint64_t value);
uint64_t traps_c_illegal(uint64_t value);
uint64_t traps_supervisor_register(uint64_t value);
uint64_t traps_break(uint64_t value);
uint64_t traps_c_break(uint64_t value);
uint64_t traps_misaligned_ld(uint64_t value);
uint64_t traps_misaligned_c_ld(uint64_t value);
uint64_t traps_misaligned_sw(uint64_t value);
uint64_t traps_misaligned_c_sd(uint64_t value);

// Divisions by the instructions, including those by zero and with an overflow.
int64_t traps_div(int64_t a, int64_t b);
int64_t traps_rem(int64_t a, int64_t b);
uint64_t traps_divu(uint64_t a, uint64_t b);
uint64_t traps_remu(uint64_t a, uint64_t b);
int64_t traps_divw(int64_t a, int64_t b);

// LR and SC: adds to *word, and returns how often the store failed.
uint64_t traps_add_reserved(uint64_t *word, uint64_t value);
// SC without a reservation: does not store, and does not return 0.
uint64_t traps_store_unreserved(uint64_t *word, uint64_t value);

// Eight functions, each in a page of its own, which return value * 2 + their number.
extern uint64_t (*const traps_far[8])(uint64_t value);

#endif  // TB_CORES_SOFTWARE_PROGRAMS_TRAPS_H
