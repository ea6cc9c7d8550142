// SPDX-License-Identifier: Apache-2.0
//
// The expected results of the board: a software version of the player drives the reference model (libspu), cycle by
// cycle.
//
// The model does not determine when the unit resolves a finished operation, only a bound
// (docs/verification-interface.md, Bound). The outcome does not depend on that time if no operation is selected before
// the bound has passed; any other run is refused. Records, counters and registers are then determined, with one
// exception: when the buffer becomes full or a write faults, profiling stops at some time within the bound, so the
// population has limits instead of a value.
#ifndef FPGA_EXPECT_EXPECT_H
#define FPGA_EXPECT_EXPECT_H

#include "expect/player_trace.h"

struct expect_options {
  const struct player_trace *trace;
  uint32_t buffer_bytes;  // of the board's buffer memory
  uint32_t rows;          // in each pass; at most those of the trace
  uint32_t passes;        // at least 1
  uint8_t el;             // Exception level while the player runs
  uint32_t contextidr;
};

struct expect_result {
  uint8_t *buffer;  // the buffer memory: bytes [first, first + bytes) are records
  uint64_t first;   // PMBPTR_EL1 at the start
  uint64_t bytes;
  uint32_t *record_at;  // offset of each record from `first`
  size_t records;
  uint64_t pmbptr;
  uint64_t pmbsr;
  uint64_t pmsicr;      // holds unless `stopped`
  uint64_t operations;  // dispatched
  uint64_t population;  // profiled operations: at least this many, and
  uint64_t population_most;
  uint64_t collisions;
  uint64_t kept;    // by the filters
  uint64_t clocks;  // cycles in which rows were dispatched
  uint64_t latest;  // cycles before the first one without dispatch or an operation in flight: CYCLES
  bool stopped;     // profiling stopped before the last row
};

// The model of the unit in the board's PE, after a reset. Null if out of memory. expect_destroy() frees it.
struct expect *expect_create(const struct spu_config *config);
void expect_destroy(struct expect *expect);

// MRS or MSR at EL1: returns the verdict; *read is the value of a read.
uint8_t expect_access(struct expect *expect, bool write, uint16_t encoding, uint64_t value, uint64_t *read);

// A run of the player. False with an error if it is not deterministic, or if out of memory. expect_free() frees the
// result in any case.
bool expect_play(struct expect *expect, const struct expect_options *options, struct expect_result *result,
                 struct tb_error *error);
void expect_free(struct expect_result *result);

// The smallest sampling interval, a multiple of 256, with which every run of this trace is deterministic. `randomly`:
// with PMSIRR_EL1.RND, two selections can be up to 255 operations closer.
uint32_t expect_interval(const struct spu_config *config, const struct player_trace *trace, bool randomly);

#endif  // FPGA_EXPECT_EXPECT_H
