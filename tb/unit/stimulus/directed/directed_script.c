// SPDX-License-Identifier: Apache-2.0
//
// The directed scenarios, in order.
#include "unit/stimulus/directed/directed.h"
#include "unit/stimulus/directed/directed_scenarios.h"

// The files in the order in which they run; `first` must be first.
// clang-format off
#define FILES(X) \
  X(first) X(buffer) X(sampling) X(order) X(abort) X(pmu) X(trace) X(registers) X(filter) X(write) X(monitors) \
  X(session) X(types) X(user) X(pmu_exception) X(event_route) X(except) X(nvm)
// clang-format on

#define DECLARATION(file) extern struct directed_scenario *directed_of_##file;
FILES(DECLARATION)
#define ROW(file) &directed_of_##file,
static struct directed_scenario **const files[] = {FILES(ROW)};

void directed_register(struct directed_scenario **file, struct directed_scenario *scenario)
{
  while (*file != NULL && (*file)->line < scenario->line) {
    file = &(*file)->next;
  }
  scenario->next = *file;
  *file = scenario;
}

static const struct directed_scenario *find(size_t i)
{
  for (size_t file = 0; file < sizeof files / sizeof files[0]; file++) {
    for (const struct directed_scenario *scenario = *files[file]; scenario != NULL;
         scenario = scenario->next) {
      if (i-- == 0) {
        return scenario;
      }
    }
  }
  return NULL;
}

const char *directed_name(size_t i)
{
  const struct directed_scenario *scenario = find(i);
  return scenario != NULL ? scenario->name : NULL;
}

void directed_write(struct directed_script *script, size_t i)
{
  const struct directed_scenario *scenario = find(i);
  directed_add(script, STEP_SCENARIO, 0, 0, 0);
  if (!script->out_of_memory) {
    script->step[script->count - 1].name = scenario->name;
  }
  if (scenario->applies(script->config)) {
    directed_wait(script);  // for the pins that the scenario begins with
    scenario->write(script, script->config);
  }
  // Everything pending ends before the next scenario begins.
  directed_add1(script, STEP_PSB, 0);
  directed_add1(script, STEP_DSB, 0);
}
