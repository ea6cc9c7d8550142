// SPDX-License-Identifier: Apache-2.0
//
// State of the directed stimulus, for directed*.c only.
#ifndef TB_UNIT_STIMULUS_DIRECTED_DIRECTED_INTERNAL_H
#define TB_UNIT_STIMULUS_DIRECTED_DIRECTED_INTERNAL_H

#include "unit/env/mmu.h"
#include "unit/stimulus/directed/directed.h"
#include "unit/stimulus/directed/directed_script.h"

struct directed_stimulus {
  struct spu_config config;
  struct directed_script script;
  struct axi_memory *memory;
  struct mmu *mmu;
  size_t at;             // present step
  uint64_t step_clocks;  // cycles spent in this step
  const char *name;      // scenario
  struct spu_op op;      // report of operations
  uint64_t latency;
  uint64_t complete[SPU_MAX_TAGS];  // cycle after the mark, in which the operation can complete
  uint64_t finish[SPU_MAX_TAGS];    // cycle in which the operation finishes; 0: none in flight
  uint64_t cycle;
  uint64_t operations;
  uint64_t record_length;  // length of the run's first record
  struct spu_vif last;     // outputs in the cycle of the last record
  struct dut_bus request;  // outputs in the cycle of the last translation request
  struct dut_bus burst;    // outputs in the cycle of the last burst's address
  // Counts in this scenario.
  uint64_t started;
  uint64_t committed;
  uint64_t discarded[SPU_DISCARD_REASONS];  // by enum spu_discard
  uint64_t events;
  uint64_t serrors;
  uint64_t triggers;
  bool psb_held;      // STEP_PSB_BEGIN
  uint8_t psb_older;  // value of the pin while PSB CSYNC is requested
  bool wrote;         // the previous cycle had a STEP_WRITE
  bool done;
};

// struct stimulus.drive and .observe.
void directed_drive(void *context, uint64_t cycle, struct spu_in *in);
bool directed_observe(void *context, const struct spu_in *in, const struct spu_out *out,
                      const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker,
                      struct tb_error *error);

#endif  // TB_UNIT_STIMULUS_DIRECTED_DIRECTED_INTERNAL_H
