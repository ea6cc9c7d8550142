// SPDX-License-Identifier: Apache-2.0
//
// The table of directed scenarios.
#include "stimulus/directed/directed.h"
#include "stimulus/directed/directed_scenarios.h"

static const struct {
  const char *name;
  void (*write)(struct directed_script *script);
} scenarios[] = {
#define ROW(name) {#name, scenario_##name},
    SCENARIOS(ROW)
#undef ROW
};

const char *directed_name(size_t i)
{
  return i < sizeof scenarios / sizeof scenarios[0] ? scenarios[i].name : NULL;
}

void directed_write(struct directed_script *script, size_t i)
{
  directed_add(script, STEP_SCENARIO, 0, 0, 0);
  if (!script->out_of_memory) {
    script->step[script->count - 1].name = scenarios[i].name;
  }
  scenarios[i].write(script);
  // Whatever is left finishes before the next one begins.
  directed_add1(script, STEP_PSB, 0);
  directed_add1(script, STEP_DSB, 0);
}
