// SPDX-License-Identifier: Apache-2.0
//
// What is compared: one row per field of spu_out and spu_vif, with the pseudocode function responsible for
// it.
#ifndef TB_UNIT_CHECK_SIGNALS_H
#define TB_UNIT_CHECK_SIGNALS_H

#include <stddef.h>

#include "spu.h"

struct signal {
  const char *name;      // as in spu.h
  const char *function;  // pseudocode function (or document section) that decides it
  size_t offset;
  size_t size;  // bytes: 1, 2, 4 or 8; more: an array, of bytes (commit_data) or of counters (pmevcntr)
};

// Rows of spu_out and of spu_vif, in the order in which a mismatch is best reported: causes before effects.
extern const struct signal out_signals[];
extern const size_t out_signal_count;
extern const struct signal vif_signals[];
extern const size_t vif_signal_count;

// First row in which the structs differ; null if there is none (padding is not looked at).
const struct signal *signal_first_difference(const struct signal *signals, size_t count, const void *a,
                                             const void *b);

// The first element that differs of an array of 8-byte values, as a signal of its own. The arrays must
// differ.
struct signal signal_first_element(const struct signal *signal, const void *a, const void *b);

// The port of the unit, and where it is a struct the field, that has a signal of the two lists ("vif_o.pmbptr"); null
// for another name.
const char *signal_pin(const char *name);

// Value of a signal of at most 8 bytes.
uint64_t signal_value(const struct signal *signal, const void *from);

#endif  // TB_UNIT_CHECK_SIGNALS_H
