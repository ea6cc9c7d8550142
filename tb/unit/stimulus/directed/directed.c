// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/directed/directed.h"

#include <stdlib.h>
#include <string.h>

#include "unit/stimulus/directed/directed_internal.h"

struct directed_stimulus *directed_create(const struct spu_config *config, const char *scenario, bool *known)
{
  struct directed_stimulus *directed = calloc(1, sizeof *directed);
  *known = true;
  if (directed == NULL) {
    return NULL;
  }
  directed->config = *config;
  directed->script.config = &directed->config;
  directed->memory = axi_memory_create(config->axi_data_width / 8, 1);
  directed->mmu = mmu_create(1);
  *known = false;
  for (size_t i = 0; directed_name(i) != NULL; i++) {
    // The first two always run: the second one measures the record length that others need.
    if (scenario == NULL || i <= 1 || strcmp(scenario, directed_name(i)) == 0) {
      directed_write(&directed->script, i);
    }
    *known = *known || scenario == NULL || strcmp(scenario, directed_name(i)) == 0;
  }
  if (!*known || directed->memory == NULL || directed->mmu == NULL || directed->script.out_of_memory) {
    directed_destroy(directed);
    return NULL;
  }
  mmu_configure(directed->mmu, config);
  axi_memory_check_attributes(directed->memory, config->have_spe_nvm);
  return directed;
}

void directed_destroy(struct directed_stimulus *directed)
{
  if (directed != NULL) {
    axi_memory_destroy(directed->memory);
    mmu_destroy(directed->mmu);
    free(directed->script.step);
    free(directed);
  }
}

static bool finished(const void *context)
{
  return ((const struct directed_stimulus *)context)->done;
}

struct stimulus directed_stimulus(struct directed_stimulus *directed)
{
  return (struct stimulus){.context = directed,
                           .drive = directed_drive,
                           .observe = directed_observe,
                           .finished = finished,
                           .memory = directed->memory};
}

uint64_t directed_operations(const struct directed_stimulus *directed)
{
  return directed->operations;
}

bool directed_applies(const struct spu_config *config, size_t i)
{
  struct directed_script script = {.config = config};
  directed_write(&script, i);
  // Every scenario has at least its name, and PSB and DSB at its end.
  const bool applies = script.count > 3;
  free(script.step);
  return applies;
}
