// SPDX-License-Identifier: Apache-2.0
//
// Gathers the branches of records for BOLT, as the pre-aggregated profile that perf2bolt --pa and llvm-bolt --pa read.
// Source: LLVM, bolt/docs/profiles.md, "Pre-aggregated format".
//
// A taken branch that retired is a line B: source, target, count, and count of mispredictions. With a previous branch
// target (FEAT_SPE_PBT) it is also a line F: from that target on, code was executed in order up to this branch,
// including branches that were not taken. So a record of a branch that was not taken counts only without such a target:
// as F, to the next instruction. Then the sample of one operation counts every edge, and edges of equal frequency have
// equal counts. Records of other operations do not count.
#ifndef TB_PROGRAMS_PERF_SPE_BOLT_H
#define TB_PROGRAMS_PERF_SPE_BOLT_H

#include <stdio.h>

#include "programs/perf/spe_record.h"

struct spe_bolt_line {
  uint64_t from;
  uint64_t to;
  bool fall_through;  // F, not B
  uint64_t count;
  uint64_t mispredicted;
};

// All zero: none.
struct spe_bolt {
  uint64_t bias;  // the program's addresses minus those in its file
  struct spe_bolt_line *line;
  size_t count;
  size_t capacity;
};

// Adds the branches of a record. False if out of memory.
bool spe_bolt_add(struct spe_bolt *bolt, const struct spe_record *record);

// Prints the added lines, equal ones combined; nothing can be added afterwards.
void spe_bolt_print(FILE *out, struct spe_bolt *bolt);

void spe_bolt_free(struct spe_bolt *bolt);

#endif  // TB_PROGRAMS_PERF_SPE_BOLT_H
