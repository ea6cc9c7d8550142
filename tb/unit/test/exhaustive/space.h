// SPDX-License-Identifier: Apache-2.0
//
// Runs every combination of a set of input bits on the Verilated block and on the model. Combinations follow a Gray
// code: one bit at a time changes on both sides.
#ifndef TB_UNIT_TEST_EXHAUSTIVE_SPACE_H
#define TB_UNIT_TEST_EXHAUSTIVE_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spu_internal.h"
#include "unit/test/exhaustive/block.h"
#include "unit/util/field.h"

enum { SPACE_MAX_BITS = 40 };

struct space_bit {
  const char *name;  // of its variable
  unsigned index;    // in its variable
  uint32_t *block;   // word of the block's input
  uint32_t block_bit;
  uint8_t *model;  // byte of the model's input
  uint8_t model_bit;
};

// What the filter reads of a finished operation.
struct space_sample {
  uint64_t events;
  uint16_t total_latency;
  uint16_t source;
  uint8_t op_type;  // enum OpType
  bool source_valid;
  bool simd;
  bool fp;
};

struct space {
  struct block block;
  struct space_sample sample;
  struct spu_in in;  // the model's pins; its registers are spu->regs
  struct spu *spu;
  unsigned bits;
  struct space_bit bit[SPACE_MAX_BITS];
  uint64_t combinations;  // combinations compared
  uint64_t unreachable;   // combinations omitted: reserved, or at an absent Exception level
};

// Gives *space the block and a model of the block's configuration. Ends the program with status 2 if that fails.
void space_create(struct space *space);

// Adds the bits of a variable to those that vary: a pin of the pe group ("hcr_el2_tge"), bits of a register
// ("pmscr_el1[7:6]", by the names of struct spu_registers), or of the finished operation ("sample.events[3]", in a
// block whose `more` is a block_sample_t) or of the performance monitors ("pmu.pmcr[0]", if `more` is a block_pmu_t;
// bit b of PMEVTYPER<n>_EL0 is "pmu.pmevtyper[32n+b]", and of its VS "pmu.pmevtyper_vs[2n+b]"). Ends the program with
// status 2 if there is none.
void space_vary(struct space *space, const char *name);

// Sets a variable on both sides. Not for one that varies.
void space_set(struct space *space, const char *name, uint64_t value);

// Gives the block every pin of the pe group and every register that the model has: for what was set there alone.
void space_follow(struct space *space);

// Forgets what varies; everything is 0 again on both sides.
void space_clear(struct space *space);

// Everything that both sides read, in a combination that was met.
struct space_state {
  struct spu_in in;
  struct spu_registers regs;
  uint32_t pe[BLOCK_STATE_BITS / 32];
  uint32_t block_regs[BLOCK_STATE_BITS / 32];
};
void space_save(const struct space *space, struct space_state *state);
void space_restore(struct space *space, const struct space_state *state);

// Adds all of a list of variables.
#define SPACE_VARY(space, names) space_vary_all(space, names, sizeof(names) / sizeof(names)[0])
void space_vary_all(struct space *space, const char *const *names, size_t count);

// Everything 0 but EL2 and EL1 in AArch64.
void space_clear_aarch64(struct space *space);

// The field of that name. Ends the program with status 2 if there is none.
const struct field *space_field(const struct field *fields, const char *name);

// Value of a field of the block's result.
uint64_t space_result(const struct space *space, const struct field *field);

// True if the two sides agree; otherwise it has called space_differ().
typedef bool (*space_compare)(struct space *space, void *context);

// Compares the fields of a result, in their order, with what the model says, but for those whose bit of `unasked` is
// set.
#define SPACE_MATCHES(space, fields, expected, unasked) \
  space_matches(space, fields, expected, sizeof(expected) / sizeof(expected)[0], unasked)
bool space_matches(const struct space *space, const struct field *fields, const uint64_t *expected,
                   size_t count, uint32_t unasked);

// Compares in every combination of the bits that vary. Ends the program with status 1 at the first difference.
void space_run(struct space *space, const char *function, space_compare compare, void *context);

// Says what differs, in which combination; returns false.
bool space_differ(const struct space *space, const char *what, uint64_t expected, uint64_t got);

// What a block's program does with its block: defined once per program (NAME_check.c).
extern const char *const check_name;
void check_block(struct space *space);

#endif  // TB_UNIT_TEST_EXHAUSTIVE_SPACE_H
