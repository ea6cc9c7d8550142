// SPDX-License-Identifier: Apache-2.0
//
// The functions of the demonstration workload (tb/programs/demo) for RV64IMAC: fewer operations, and whole numbers in
// the matrices.
#include "cores/software/user/runtime.h"

#include <stddef.h>

#define NOINLINE RUNTIME_NOINLINE
#define next_random runtime_random
#define report runtime_report

enum {
  NODES = 1024,  // of four cache lines of 64 bytes each
  STEPS = 90 * NODES,
  WORDS = 8192,
  COPIES = 3,
  KEYS = 1800,
  FIRST_GAP = KEYS,  // fewer keys need one gap less
  SIDE = 40,         // of the matrices
  COUNTERS = 64,
  COUNTS = 15000
};

typedef int64_t number;

#include "programs/demo/functions.h"
#include "programs/demo/runs.h"
