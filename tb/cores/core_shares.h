// SPDX-License-Identifier: Apache-2.0
//
// Whether functions are sampled as often as they are executed. Members of the population that retired are compared with
// the samples marked of them, by functions of the programs that were executed.
//
// Samples, not records: whether an operation is marked does not depend on it, while filters, a full buffer and software
// that stops profiling take records as they please. What the unit selected while it had no place for another sample is
// known by number only, and can be of any function.
#ifndef TB_CORES_CORE_SHARES_H
#define TB_CORES_CORE_SHARES_H

#include <stdio.h>

#include "cores/core_code.h"
#include "unit/util/json.h"

enum {
  // Functions with fewer samples than this expected are taken together: the distribution of a few samples has no
  // standard error worth the name.
  CORE_SHARES_EXPECTED = 25,
  CORE_SHARES_ERRORS = 4  // standard errors that a share may be off
};

// All zero but for the programs, whose functions have no counts yet. Without programs every operation is of an unknown
// function.
struct core_shares {
  struct core_code_memory *programs;  // the caller's: what is executed is counted in their functions
  struct function unknown;            // without a name
  uint64_t executed;
  uint64_t samples;
  uint64_t collisions;  // selected, and not marked
};

// An operation of this mode and address has retired; sampled: it was marked.
void core_shares_count(struct core_shares *shares, uint8_t mode, uint64_t pc, bool sampled);

// False with an error if the samples of a function, or of all small ones together, are more than CORE_SHARES_ERRORS
// standard errors and the collisions away from what was executed.
bool core_shares_check(const struct core_shares *shares, struct tb_error *error);

// The array "functions" of all that were executed or sampled, as in spu-sim's report, and whether each is compared
// alone.
void core_shares_json(const struct core_shares *shares, struct json *json);

#endif  // TB_CORES_CORE_SHARES_H
