// SPDX-License-Identifier: Apache-2.0
//
// Cores that the core model can imitate: their MIDR_EL1 and their Data Source codes. The codes are IMPLEMENTATION
// DEFINED; readers select the codes of some cores by MIDR_EL1.
#ifndef TB_PROGRAMS_CORE_CORE_MODEL_H
#define TB_PROGRAMS_CORE_CORE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "programs/core/cache.h"
#include "unit/util/text.h"

struct core_model {
  const char *name;
  uint64_t midr;                    // r0p0: readers use implementer and part number
  uint16_t source[CACHE_DRAM + 1];  // indexed by the level that had the line
};

// The default: no vendor, with the codes of Arm's cores.
extern const struct core_model core_model_default;

// Null if the core is unknown.
const struct core_model *core_model_find(const char *name);

// Appends the names of all but the default.
void core_model_names(struct text *text);

#endif  // TB_PROGRAMS_CORE_CORE_MODEL_H
