// SPDX-License-Identifier: Apache-2.0
//
// Functional coverage: the cases of each requirement as named bins, and crosses of two rules. Bins are grouped by
// block; a configuration has only bins that it can reach. Coverage observes the pins, vif and the architectural state
// of the checker's model, but nothing inside the unit.
#ifndef TB_UNIT_COVER_COVER_H
#define TB_UNIT_COVER_COVER_H

#include <stddef.h>
#include <stdio.h>

#include "spu.h"
#include "unit/dut/observer.h"

struct cover;

// Coverage without hits. `model` is the checker's (lockstep_model) and must outlive it. Null if out of memory.
struct cover *cover_create(const struct spu_config *config, const struct spu *model);
void cover_destroy(struct cover *cover);

// The observer to add to a run.
struct observer cover_observer(struct cover *cover);

// One bin of this configuration.
struct cover_hit {
  const char *block;        // "filter"
  const char *requirement;  // "E1"; for a cross "E1 x C3"
  const char *name;         // unique within the block: "event_filter_rejects"
  const char *meaning;      // short description
  uint64_t hits;            // number of occurrences; for a state that lasts, number of its beginnings
};

// The i-th bin; false past the end.
bool cover_hit(const struct cover *cover, size_t i, struct cover_hit *hit);

// The i-th bin that was hit although the configuration should not reach it: an error in the table, the stimulus or the
// observation. False past the end.
bool cover_impossible(const struct cover *cover, size_t i, struct cover_hit *hit);

// Writes {"config": ..., "bins": [{"block", "requirement", "name", "meaning", "hits"}, ...], "impossible": [...]};
// the second list, from cover_impossible(), has the same members. The stream keeps errors.
void cover_json(const struct cover *cover, const char *config, FILE *stream);

#endif  // TB_UNIT_COVER_COVER_H
