// SPDX-License-Identifier: Apache-2.0
//
// Every combination of a set of input bits, on the Verilated room and on the model at once. Combinations follow a
// Gray code: one bit changes at a time on both sides.
#ifndef TB_TEST_EXHAUSTIVE_SPACE_H
#define TB_TEST_EXHAUSTIVE_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "spu_internal.h"
#include "test/exhaustive/room.h"
#include "util/field.h"

enum { SPACE_MAX_BITS = 40 };

struct space_bit {
  const char *name;  // of its variable
  unsigned index;    // in its variable
  uint32_t *room;    // word of the room's input
  uint32_t room_bit;
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
};

struct space {
  struct room room;
  struct space_sample sample;
  struct spu_in in;  // the model's pins; its registers are spu->regs
  struct spu *spu;
  unsigned bits;
  struct space_bit bit[SPACE_MAX_BITS];
  uint64_t combinations;  // all that were compared
  uint64_t unreachable;   // all that were left out: reserved, or at an Exception level that is not there
};

// Gives *space the room and a model of the room's configuration. Ends the program with status 2 if that fails.
void space_create(struct space *space);

// Adds the bits of a variable to those that vary: a pin of the pe group ("hcr_el2_tge"), bits of a register
// ("pmscr_el1[7:6]", by the names of struct spu_registers), or of the finished operation ("sample.events[3]", in a
// room whose `more` is a room_sample_t) or of the performance monitors ("pmu.pmcr[0]", if `more` is a room_pmu_t; bit b of
// PMEVTYPER<n>_EL0 is "pmu.pmevtyper[32n+b]"). Ends the program with status 2 if there is none.
void space_vary(struct space *space, const char *name);

// Sets a variable on both sides. Not for one that varies.
void space_set(struct space *space, const char *name, uint64_t value);

// Gives the room every pin of the pe group and every register that the model has: for what was set there alone.
void space_follow(struct space *space);

// Forgets what varies; everything is 0 again on both sides.
void space_clear(struct space *space);

// Everything that both sides read, in a combination that was met.
struct space_state {
  struct spu_in in;
  struct spu_registers regs;
  uint32_t pe[ROOM_STATE_BITS / 32];
  uint32_t room_regs[ROOM_STATE_BITS / 32];
};
void space_save(const struct space *space, struct space_state *state);
void space_restore(struct space *space, const struct space_state *state);

// The field of that name. Ends the program with status 2 if there is none.
const struct field *space_field(const struct field *fields, const char *name);

// Value of a field of the room's result.
uint64_t space_result(const struct space *space, const struct field *field);

// True if the two sides agree; otherwise it has called space_differ().
typedef bool (*space_compare)(struct space *space, void *context);

// Compares in every combination of the bits that vary. Ends the program with status 1 at the first difference.
void space_run(struct space *space, const char *function, space_compare compare, void *context);

// Says what differs, in which combination; returns false.
bool space_differ(const struct space *space, const char *what, uint64_t expected, uint64_t got);

// What a room's program does with its room: defined once per program (NAME_check.c).
extern const char *const check_name;
void check_room(struct space *space);

#endif  // TB_TEST_EXHAUSTIVE_SPACE_H
