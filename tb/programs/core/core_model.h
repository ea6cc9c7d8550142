// SPDX-License-Identifier: Apache-2.0
//
// Cores that the core model can stand for: their MIDR_EL1, and their codes of Data Sources. The codes are
// IMPLEMENTATION DEFINED; readers know those of some cores by MIDR_EL1.
#ifndef TB_PROGRAMS_CORE_CORE_MODEL_H
#define TB_PROGRAMS_CORE_CORE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "programs/core/cache.h"
#include "unit/util/text.h"

struct core_model {
  const char *name;
  uint64_t midr;                    // r0p0: readers go by implementer and part number
  uint16_t source[CACHE_DRAM + 1];  // by where the line came from
};

// The default: of no vendor, with the codes of Arm's cores.
extern const struct core_model core_model_default;

// Null if there is no such core.
const struct core_model *core_model_find(const char *name);

// Appends the names of all, but for the default's.
void core_model_names(struct text *text);

#endif  // TB_PROGRAMS_CORE_CORE_MODEL_H
