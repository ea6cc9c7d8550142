// SPDX-License-Identifier: Apache-2.0
//
// Runs lines of the conformance vectors (tb/unit/test/vectors/lines/README.md) on one block of the unit. The block is
// built once for many configurations; each line names its row (scripts/vectors.py).
#ifndef TB_UNIT_TEST_VECTORS_VECTORS_BLOCK_H
#define TB_UNIT_TEST_VECTORS_VECTORS_BLOCK_H

#include "unit/test/exhaustive/space.h"
#include "unit/test/vectors/vectors_monitors.h"

// Checks the lines of a group on a block. `space` has the line's row, pins and registers; the check fills in `more`.
struct vectors_group {
  const char *name;
  bool monitors;  // the line sets registers of the performance monitors
  void (*check)(struct space *space, const struct line *line);
};

// The groups of this block; the last has no name. Defined once per block (NAME_vectors.c).
extern const struct vectors_group vectors_groups[];

// Counts a line that cannot run on the block, or that differs for a known reason. The counts are printed at the end.
void vectors_note(const char *what);

// Evaluates the block in the row of the line.
void vectors_eval(struct space *space, const struct line *line);

// The value of a field of the block's result, by its name in the table of the struct (gen/block_structs.h).
uint64_t vectors_result(const struct space *space, const struct field *fields, const char *name);

// Compares a field of the block's result with "out.<what>" if the line has it.
void vectors_expect(const struct space *space, const struct line *line, const struct field *fields,
                    const char *name, const char *what);

// Likewise for a Security state, which is a name in the line.
void vectors_expect_state(const struct space *space, const struct line *line, const struct field *fields,
                          const char *name, const char *what);

#endif  // TB_UNIT_TEST_VECTORS_VECTORS_BLOCK_H
