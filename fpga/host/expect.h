// SPDX-License-Identifier: Apache-2.0
//
// What the board must give: the player in software drives the reference model (libspu), cycle by cycle.
//
// The model does not say when the unit resolves a finished operation, only within which bound
// (docs/verification-interface.md, Bound). The outcome does not depend on that moment if no operation is
// selected before the bound has passed; any other run is refused. Then records, counters and registers are
// determined, with one exception: when the buffer becomes full or a write faults, profiling stops somewhere
// within the bound, so the population has limits instead of a value.
#ifndef FPGA_HOST_EXPECT_H
#define FPGA_HOST_EXPECT_H

#include "host/player_trace.h"

struct setting {  // of a System register, before the run
  uint16_t encoding;
  uint64_t value;
};

struct expect_options {
  const struct spu_config *config;
  uint32_t buffer_bytes;  // of the board's buffer memory
  const struct player_trace *trace;
  uint32_t rows;    // of each pass; at most those of the trace
  uint32_t passes;  // at least 1
  uint8_t el;       // Exception level while the player runs
  uint32_t contextidr;
  const struct setting *settings;  // in the order in which they are written, behind a reset
  size_t setting_count;
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
  uint64_t population;  // profiled: at least, and
  uint64_t population_most;
  uint64_t collisions;
  uint64_t kept;    // by the filters
  uint64_t clocks;  // in which rows were dispatched
  uint64_t latest;  // cycles up to the first in which nothing is dispatched or in flight: CYCLES
  bool stopped;     // profiling stopped before the last row
};

// False with an error if the run is refused (not deterministic, a setting that the model refuses) or memory ran out.
// expect_free() frees the result.
bool expect_run(const struct expect_options *options, struct expect_result *result, struct tb_error *error);
void expect_free(struct expect_result *result);

// The PE's control fields that the board holds constant, at EL1.
void expect_constants(struct spu_in *in, uint32_t contextidr);

// The smallest sampling interval, a multiple of 256, with which every run of this trace is deterministic. `randomly`:
// with PMSIRR_EL1.RND two selections can be up to 255 operations closer.
uint32_t expect_interval(const struct spu_config *config, const struct player_trace *trace, bool randomly);

#endif  // FPGA_HOST_EXPECT_H
