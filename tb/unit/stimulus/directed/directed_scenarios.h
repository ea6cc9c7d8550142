// SPDX-License-Identifier: Apache-2.0
//
// Macros for scenarios. Each scenario registers itself. Scenarios run in the order of their files (directed_script.c),
// and within a file from top to bottom.
#ifndef TB_UNIT_STIMULUS_DIRECTED_DIRECTED_SCENARIOS_H
#define TB_UNIT_STIMULUS_DIRECTED_DIRECTED_SCENARIOS_H

#include "unit/stimulus/directed/directed_script.h"

struct directed_scenario {
  const char *name;
  int line;
  bool (*applies)(const struct spu_config *config);
  void (*write)(struct directed_script *script, const struct spu_config *config);
  struct directed_scenario *next;
};

// Appends a scenario to its file's list.
void directed_register(struct directed_scenario **file, struct directed_scenario *scenario);

// Begins a file of scenarios, whose name directed_script.c lists.
#define SCENARIO_FILE(file)                     \
  struct directed_scenario *directed_of_##file; \
  static struct directed_scenario **const this_file = &directed_of_##file;

// A scenario appends its steps to `script`; it applies to configurations for which `condition` is true.
#define SCENARIO_IF(scenario, condition)                                                               \
  static bool applies_##scenario(__attribute__((unused)) const struct spu_config *config)              \
  {                                                                                                    \
    return condition;                                                                                  \
  }                                                                                                    \
  static void write_##scenario(struct directed_script *script, const struct spu_config *config);       \
  __attribute__((constructor)) static void register_##scenario(void)                                   \
  {                                                                                                    \
    static struct directed_scenario self = {#scenario, __LINE__, applies_##scenario, write_##scenario, \
                                            NULL};                                                     \
    directed_register(this_file, &self);                                                               \
  }                                                                                                    \
  static void write_##scenario(struct directed_script *script,                                         \
                               __attribute__((unused)) const struct spu_config *config)

#define SCENARIO(scenario) SCENARIO_IF(scenario, true)

#endif  // TB_UNIT_STIMULUS_DIRECTED_DIRECTED_SCENARIOS_H
