// SPDX-License-Identifier: Apache-2.0
//
// What spu-bench measures with, recorded before anything is timed: a program's operations (QEMU's speed does not count),
// the unit's inputs in every cycle of a run, and what the model alone is fed.
#ifndef TB_TOOLS_BENCH_INPUTS_H
#define TB_TOOLS_BENCH_INPUTS_H

#include "check/run.h"
#include "workload/trace.h"

struct bench_ops {
  struct trace_op *op;
  size_t count;
};

struct bench_program {
  const char *trace;   // a recorded trace; null: the program is executed
  const char *elf;     // the program
  const char *plugin;  // QEMU's, that traces it; null: the one built with this program
};

// The program's operations, at most BENCH_PROGRAM_OPS. *ops is all zero before. False with an error.
enum { BENCH_PROGRAM_OPS = 100000 };
bool bench_record_ops(const struct bench_program *program, struct bench_ops *ops, struct tb_error *error);
void bench_free_ops(struct bench_ops *ops);

// The inputs of a run's cycles.
struct bench_pins {
  struct spu_in *in;
  bool *reset;  // the unit is reset before that cycle
  size_t count;
  size_t capacity;
  uint64_t outputs;  // a hash of the unit's outputs in all of them
  // While they are recorded.
  bool reset_next;
  bool out_of_memory;
};

// Records the cycles of `run`, which is unchecked and new, to its end; then replays them and sees that the outputs are
// the same. *pins is all zero before. False with an error.
bool bench_record_pins(struct run *run, struct bench_pins *pins, struct tb_error *error);
void bench_free_pins(struct bench_pins *pins);

// The pins and the verification interface under the plainest stimulus (bench_stimulus.h), which the model follows.
struct bench_cycles {
  struct bench_recorded {
    struct spu_in in;
    struct spu_vif vif;
  } * cycle;
  size_t count;
};

bool bench_record_cycles(const struct spu_config *config, struct bench_cycles *cycles,
                         struct tb_error *error);
void bench_free_cycles(struct bench_cycles *cycles);

#endif  // TB_TOOLS_BENCH_INPUTS_H
