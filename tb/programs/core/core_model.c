// SPDX-License-Identifier: Apache-2.0
#include "programs/core/core_model.h"

#include <string.h>

// Neoverse N1 Technical Reference Manual: L1 data cache, L2 cache, system cache, DRAM. Linux perf assumes the same
// codes for the other cores.
#define ARM_SOURCES                                                          \
  {                                                                          \
    [CACHE_L1] = 0x0, [CACHE_L2] = 0x8, [CACHE_L3] = 0xB, [CACHE_DRAM] = 0xE \
  }
// AmpereOne, from Linux perf.
#define AMPERE_SOURCES                                                       \
  {                                                                          \
    [CACHE_L1] = 0x8, [CACHE_L2] = 0x9, [CACHE_L3] = 0x3, [CACHE_DRAM] = 0x7 \
  }

const struct core_model core_model_default = {"none", 0xF0000, ARM_SOURCES};

static const struct core_model models[] = {{"neoverse-n1", 0x410FD0C0, ARM_SOURCES},
                                           {"neoverse-n2", 0x410FD490, ARM_SOURCES},
                                           {"neoverse-v1", 0x410FD400, ARM_SOURCES},
                                           {"ampere1a", 0xC00FAC40, AMPERE_SOURCES}};
enum { MODELS = sizeof models / sizeof models[0] };

const struct core_model *core_model_find(const char *name)
{
  for (size_t i = 0; i < MODELS; i++) {
    if (strcmp(models[i].name, name) == 0) {
      return &models[i];
    }
  }
  return NULL;
}

void core_model_names(struct text *text)
{
  for (size_t i = 0; i < MODELS; i++) {
    text_add(text, "%s%s", i == 0 ? "" : (i + 1 < MODELS ? ", " : " or "), models[i].name);
  }
}
