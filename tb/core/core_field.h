// SPDX-License-Identifier: Apache-2.0
//
// Compares single fields of a record with what they have to be, and puts the first difference into words. Used by
// core_decide.c alone.
#ifndef TB_CORE_CORE_FIELD_H
#define TB_CORE_CORE_FIELD_H

#include "core/core_decide.h"
#include "perf/spe_record.h"

struct core_decision {
  const struct core_truth_options *options;
  const struct core_op *op;
  const struct core_mark *mark;
  struct spe_record record;
  struct core_difference *difference;
};

// All of these return false with the difference, called by `name`.

bool core_field_has(const struct core_decision *decision, enum spe_field field);
// Of a field that the record does not have: 0.
uint64_t core_field_value(const struct core_decision *decision, enum spe_field field);

// The difference is in words already.
bool core_field_differs(const struct core_decision *decision, const char *name);

// There is no such packet.
bool core_field_absent(const struct core_decision *decision, enum spe_field field, const char *name);

// There is one if it is wanted. Its value is not known.
bool core_field_present(const struct core_decision *decision, enum spe_field field, bool wanted,
                        const char *name);

// It has one of two numbers.
bool core_field_equals(const struct core_decision *decision, enum spe_field field, uint64_t value,
                       uint64_t other, const char *name);

// It has this address, or another pattern of bits.
bool core_field_equals_bits(const struct core_decision *decision, enum spe_field field, uint64_t value,
                            const char *name);

#endif  // TB_CORE_CORE_FIELD_H
