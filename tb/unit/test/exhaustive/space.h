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

enum { SPACE_MAX_BITS = 40, SPACE_NAME_BYTES = 32 };

struct space_bit {
  char name[SPACE_NAME_BYTES];  // of its variable
  unsigned index;               // in its variable
  uint32_t *block;              // word of the block's input
  uint32_t block_bit;
  uint8_t *model;  // byte of the model's input
  uint8_t model_bit;
};

// The fields of a finished operation that the filter reads.
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

// Creates the block and a model of the block's configuration. Ends the program with status 2 if that fails.
void space_create(struct space *space);

// Makes the bits of a variable vary. Its name, in printf style, is a pin of the pe group ("hcr_el2_tge"), bits of a
// register ("pmscr_el1[7:6]", by the names of struct spu_registers), of the finished operation ("sample.events[3]", in
// a block whose `more` is a block_sample_t) or of the performance monitors ("pmu.pmcr[0]", if `more` is a block_pmu_t;
// bit b of PMEVTYPER<n>_EL0 is "pmu.pmevtyper[32n+b]", and of its VS "pmu.pmevtyper_vs[2n+b]"). Ends the program with
// status 2 if there is none.
void space_vary(struct space *space, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Sets a variable that does not vary, on both sides.
void space_set(struct space *space, const char *name, uint64_t value);

// Copies every pin of the pe group and every register from the model to the block, after changes of the model alone.
void space_follow(struct space *space);

// Sets everything to 0 on both sides. Nothing varies any more.
void space_clear(struct space *space);

// Makes all of these variables vary; of space_vary_all(), a null ends the list.
#define SPACE_VARY(space, ...) space_vary_all(space, SPACE_NAMES(__VA_ARGS__))
#define SPACE_NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})
void space_vary_all(struct space *space, const char *const *names);

// Sets everything to 0, except that EL2 and EL1 use AArch64.
void space_clear_aarch64(struct space *space);

// The field of that name. Ends the program with status 2 if there is none.
const struct field *space_field(const struct field *fields, const char *name);

// Value of a field of the block's result.
uint64_t space_result(const struct space *space, const struct field *field);

// True if the two sides agree; otherwise it has called space_differ().
typedef bool (*space_compare)(struct space *space, void *context);

// Compares the fields of a result, in their order, except those whose bit in `ignored` is set.
#define SPACE_MATCHES(space, fields, expected, ignored) \
  space_matches(space, fields, expected, sizeof(expected) / sizeof(expected)[0], ignored)
bool space_matches(const struct space *space, const struct field *fields, const uint64_t *expected,
                   size_t count, uint32_t ignored);

// Compares in every combination of the bits that vary. Ends the program with status 1 at the first difference.
void space_run(struct space *space, const char *function, space_compare compare, void *context);

// For too many bits for all combinations. Each combination of some bits has a class, by the facts that the decisions
// read: space_sort() keeps the first four combinations of each class (a key below 2^16), and space_each() restores them
// one by one for a function that varies the other bits.
void space_sort(struct space *space, uint32_t key);
void space_each(struct space *space, void (*run)(struct space *space));

// Prints the difference and the combination. Returns false.
bool space_differ(const struct space *space, const char *what, uint64_t expected, uint64_t got);

// The check of a program's block: defined in NAME_check.c.
extern const char *const check_name;
void check_block(struct space *space);

#endif  // TB_UNIT_TEST_EXHAUSTIVE_SPACE_H
