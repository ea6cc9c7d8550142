// SPDX-License-Identifier: Apache-2.0
//
// How often each instruction of the program retired, and the cycles in which the core waited for it: what a profile of
// time is compared with. Only user mode; the cycles only of operations dispatched while profiling was on.
#ifndef TB_CORES_CORE_TRUTH_H
#define TB_CORES_CORE_TRUTH_H

#include <stdio.h>

#include "cores/core_trace.h"
#include "unit/env/page_map.h"

struct core_truth {  // all zero: empty
  struct page_map pages;
  bool out_of_memory;  // it is incomplete
};

void core_truth_free(struct core_truth *truth);

// Adds an operation whose life is over.
void core_truth_add(struct core_truth *truth, const struct core_op *op);

// Writes a row for each instruction that was dispatched, in no particular order, as spu-sim's truth.csv.
void core_truth_write(const struct core_truth *truth, FILE *stream);

#endif  // TB_CORES_CORE_TRUTH_H
