// SPDX-License-Identifier: Apache-2.0
//
// Directed stimulus: named scenarios, each a script that sets something up, lets it happen and says what
// software must then see. They run one after the other; what one leaves behind the next one overwrites.
#ifndef TB_UNIT_STIMULUS_DIRECTED_DIRECTED_H
#define TB_UNIT_STIMULUS_DIRECTED_DIRECTED_H

#include "unit/stimulus/stimulus.h"

struct directed_stimulus;

// All scenarios, or only the one called `scenario` if it is not null. Null if out of memory, or (with *known
// false) if there is no such scenario.
struct directed_stimulus *directed_create(const struct spu_config *config, const char *scenario, bool *known);
void directed_destroy(struct directed_stimulus *directed);

// The interface to drive it by; it stays valid until directed_destroy(). observe() fails when an
// expectation of a scenario does not hold; the error names the scenario.
struct stimulus directed_stimulus(struct directed_stimulus *directed);

// Operations dispatched so far.
uint64_t directed_operations(const struct directed_stimulus *directed);

// Name of the i-th scenario; null past the last.
const char *directed_name(size_t i);

// Whether the configuration has what scenario i, which exists, is about. One that does not apply does
// nothing.
bool directed_applies(const struct spu_config *config, size_t i);

#endif  // TB_UNIT_STIMULUS_DIRECTED_DIRECTED_H
