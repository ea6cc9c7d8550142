// SPDX-License-Identifier: Apache-2.0
//
// One timed measurement each. What is created, recorded or checked before and after does not count.
#ifndef TB_TOOLS_BENCH_MEASURE_H
#define TB_TOOLS_BENCH_MEASURE_H

#include "tools/bench_inputs.h"
#include "tools/bench_rates.h"

// What a cycle consists of: each adds to the one before.
enum bench_kind {
  BENCH_PINS,       // recorded inputs to the pins, and the unit's evaluation
  BENCH_UNCHECKED,  // the stimulus and its environment instead, and the outputs read
  BENCH_LOCKSTEP,   // the model beside it, and everything compared
  BENCH_KINDS
};

enum bench_source { BENCH_RANDOM, BENCH_PROGRAM, BENCH_SOURCES };

// What all measurements of a program have in common.
struct bench_setup {
  struct spu_config config;
  uint64_t cycles;  // of the random stimulus
  uint64_t seed;
  struct bench_ops ops;
  struct bench_pins pins[BENCH_SOURCES];
  struct bench_cycles recorded;
};

// Fills in everything but cycles and seed; the rest is all zero before. False with an error.
bool bench_prepare(struct bench_setup *setup, const struct bench_program *program, struct tb_error *error);
void bench_release(struct bench_setup *setup);

// Cycles of the random stimulus or of the program. False with an error; *mismatch is then true if unit and model
// differed.
bool bench_measure(const struct bench_setup *setup, enum bench_source source, enum bench_kind kind,
                   struct bench_sample *sample, bool *mismatch, struct tb_error *error);

// Operations of the model by itself.
bool bench_measure_model(const struct bench_setup *setup, struct bench_sample *sample,
                         struct tb_error *error);

#endif  // TB_TOOLS_BENCH_MEASURE_H
