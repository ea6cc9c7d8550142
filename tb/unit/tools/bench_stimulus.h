// SPDX-License-Identifier: Apache-2.0
//
// The simplest stimulus, for measurements: profiling is on, every dispatch slot is valid in every cycle, every sampled
// operation takes the same time, and the interrupt is served at once. The stimulus itself takes almost no time.
#ifndef TB_UNIT_TOOLS_BENCH_STIMULUS_H
#define TB_UNIT_TOOLS_BENCH_STIMULUS_H

#include "unit/env/mmu.h"
#include "unit/stimulus/stimulus.h"

struct bench_options {
  uint64_t cycles;
  uint32_t interval;        // operations from one sample to the next; a multiple of 256 below 2^32
  uint32_t operation;       // cycles from a mark to the operation's end, 6 or more
  uint16_t memory_latency;  // cycles from a translation request or a burst to its response; at least 1
};

struct bench_stimulus {
  struct spu_config config;
  struct bench_options options;
  struct axi_memory *memory;
  struct mmu *mmu;
  uint64_t cycle;
  uint64_t finish[SPU_MAX_TAGS];
  uint32_t write;  // next of the register writes that program the unit
};

// False if out of memory.
bool bench_stimulus_open(struct bench_stimulus *bench, const struct spu_config *config,
                         const struct bench_options *options);
void bench_stimulus_close(struct bench_stimulus *bench);

struct stimulus bench_stimulus(struct bench_stimulus *bench);

#endif  // TB_UNIT_TOOLS_BENCH_STIMULUS_H
