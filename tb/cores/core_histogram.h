// SPDX-License-Identifier: Apache-2.0
//
// Checks that functions are sampled in proportion to their execution. For each function of the programs, it compares
// the members of the population that retired with the samples among them.
//
// It counts samples, not records: marking does not depend on the operation, but filters, a full buffer and software
// that stops profiling remove records selectively. Operations that were selected while no tag was free are only known
// by number, and can belong to any function.
#ifndef TB_CORES_CORE_HISTOGRAM_H
#define TB_CORES_CORE_HISTOGRAM_H

#include <stdio.h>

#include "cores/core_code.h"
#include "cores/core_trace.h"
#include "unit/util/json.h"

enum {
  // Functions with fewer expected samples than this are combined: for a few samples the standard error is meaningless.
  CORE_HISTOGRAM_EXPECTED = 25,
  CORE_HISTOGRAM_ERRORS = 4  // standard errors that a share may be off
};

// All zero except the programs, whose functions have no counts yet. Without programs every operation belongs to the
// unknown function.
struct core_histogram {
  struct core_code_memory *programs;  // the caller's: executions are counted in their functions
  struct function unknown;            // without a name
  uint64_t executed;
  uint64_t samples;
  uint64_t collisions;  // selected, and not marked
};

// Counts a member of the population whose life is over: its cycles, and if it has retired its execution and whether it
// was marked.
void core_histogram_count(struct core_histogram *histogram, const struct core_op *op);

// Estimates the functions' cycles from the exposed latency of records, each of which stands for `interval` operations.
void core_histogram_estimate(struct core_histogram *histogram, const uint8_t *data, size_t size,
                             uint64_t interval);

// False with an error if the samples of a function, or of all small ones together, differ from their share of execution
// by more than CORE_HISTOGRAM_ERRORS standard errors plus the collisions.
bool core_histogram_check(const struct core_histogram *histogram, struct tb_error *error);

// The array "functions" of all executed or sampled functions, as in spu-sim's report, with whether each is compared
// separately.
void core_histogram_json(const struct core_histogram *histogram, struct json *json);

// Prints the functions, as spu-sim's summary does.
void core_histogram_print(const struct core_histogram *histogram, FILE *stream);

#endif  // TB_CORES_CORE_HISTOGRAM_H
