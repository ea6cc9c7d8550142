// SPDX-License-Identifier: Apache-2.0
//
// Single instructions that a compiler does not write (traps.S).
#ifndef TB_CORE_SOFTWARE_PROGRAMS_TRAPS_H
#define TB_CORE_SOFTWARE_PROGRAMS_TRAPS_H

#include <stdint.h>

// Loads and stores of 2, 4 and 8 bytes, of any alignment; compressed ones too.
uint64_t traps_ld(const void *address);
uint64_t traps_lw(const void *address);
uint64_t traps_lwu(const void *address);
uint64_t traps_lh(const void *address);
uint64_t traps_lhu(const void *address);
uint64_t traps_c_ld(const void *address);
uint64_t traps_c_lw(const void *address);
void traps_sd(void *address, uint64_t value);
void traps_sw(void *address, uint64_t value);
void traps_sh(void *address, uint64_t value);
void traps_c_sd(void *address, uint64_t value);
void traps_c_sw(void *address, uint64_t value);

// Instructions that trap; each returns `value` if it was skipped.
uint64_t traps_illegal(uint64_t value);
uint64_t traps_c_illegal(uint64_t value);
uint64_t traps_supervisor_register(uint64_t value);
uint64_t traps_break(uint64_t value);
uint64_t traps_c_break(uint64_t value);

// Divisions as the instructions do them, by zero and with an overflow too.
int64_t traps_div(int64_t a, int64_t b);
int64_t traps_rem(int64_t a, int64_t b);
uint64_t traps_divu(uint64_t a, uint64_t b);
uint64_t traps_remu(uint64_t a, uint64_t b);
int64_t traps_divw(int64_t a, int64_t b);

// LR and SC: adds to *word, and returns how often the store failed.
uint64_t traps_add_reserved(uint64_t *word, uint64_t value);
// SC without a reservation: does not store, and returns something else than 0.
uint64_t traps_store_unreserved(uint64_t *word, uint64_t value);

// Each of eight functions is in a page of its own; returns value * 2 + its number.
extern uint64_t (*const traps_far[8])(uint64_t value);

#endif  // TB_CORE_SOFTWARE_PROGRAMS_TRAPS_H
