// SPDX-License-Identifier: Apache-2.0
//
// The compared signals: one row per field of spu_out and spu_vif, with the pseudocode function responsible for it.
#ifndef TB_UNIT_CHECK_SIGNALS_H
#define TB_UNIT_CHECK_SIGNALS_H

#include <stddef.h>

#include "spu.h"

struct signal {
  const char *name;      // as in spu.h
  const char *function;  // pseudocode function (or document section) that decides it
  size_t offset;
  size_t size;  // in bytes: 1, 2, 4 or 8; larger for arrays of bytes (commit_data) or of counters (pmevcntr)
};

// Rows of spu_out and of spu_vif, causes before effects, so that the first difference is the best one to report.
extern const struct signal out_signals[];
extern const size_t out_signal_count;
extern const struct signal vif_signals[];
extern const size_t vif_signal_count;

// First row in which the structs differ, ignoring padding; null if there is none.
const struct signal *signal_first_difference(const struct signal *signals, size_t count, const void *a,
                                             const void *b);

// The first differing element of an array of 8-byte values, as a signal of its own. The arrays must differ.
struct signal signal_first_element(const struct signal *signal, const void *a, const void *b);

// The unit's port for a signal of the two lists, with the field if the port is a struct ("vif_o.pmbptr"); null for
// another name.
const char *signal_pin(const char *name);

// Value of a signal of at most 8 bytes.
uint64_t signal_value(const struct signal *signal, const void *from);

#endif  // TB_UNIT_CHECK_SIGNALS_H
