// SPDX-License-Identifier: Apache-2.0
//
// Directed stimulus: named scenarios, each a script that sets up a situation, runs it and states what software must
// then see. They run one after the other; each overwrites the state that the previous one left.
#ifndef TB_UNIT_STIMULUS_DIRECTED_DIRECTED_H
#define TB_UNIT_STIMULUS_DIRECTED_DIRECTED_H

#include "unit/stimulus/stimulus.h"

struct directed_stimulus;

// All scenarios, or only `scenario` if it is not null. Null if out of memory, or (with *known false) if that scenario
// does not exist.
struct directed_stimulus *directed_create(const struct spu_config *config, const char *scenario, bool *known);
void directed_destroy(struct directed_stimulus *directed);

// The stimulus interface, valid until directed_destroy(). observe() fails when an expectation of a scenario does not
// hold; the error names the scenario.
struct stimulus directed_stimulus(struct directed_stimulus *directed);

// Operations dispatched so far.
uint64_t directed_operations(const struct directed_stimulus *directed);

// Name of the i-th scenario; null past the last.
const char *directed_name(size_t i);

// Whether scenario i, which must exist, applies to the configuration. Otherwise it does nothing.
bool directed_applies(const struct spu_config *config, size_t i);

#endif  // TB_UNIT_STIMULUS_DIRECTED_DIRECTED_H
