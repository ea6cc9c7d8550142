// SPDX-License-Identifier: Apache-2.0
//
// What came from the board beside what the model expects.
#ifndef FPGA_HOST_COMPARE_H
#define FPGA_HOST_COMPARE_H

#include "host/expect.h"
#include "util/text.h"

// What was read after a run.
struct observed {
  uint64_t cycles;
  uint64_t population;
  uint64_t collisions;
  uint64_t kept;
  uint64_t pmbptr;
  uint64_t pmbsr;
  uint64_t pmsicr;
  // Bytes from the start of the buffer up to pmbptr, as far as they are in the buffer memory.
  uint8_t *records;
  size_t bytes;
};

// Adds a line for each difference of counters and registers. Returns how many there are.
unsigned compare_counters(const struct expect_result *expected, const struct observed *observed,
                          struct text *text);

// The records. True if every byte is the expected one. If not, adds to the text which record differs first, where, what
// is in it and what was expected, and both records in full.
bool compare_records(const struct expect_result *expected, const struct observed *observed,
                     struct text *text);

#endif  // FPGA_HOST_COMPARE_H
