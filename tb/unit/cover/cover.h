// SPDX-License-Identifier: Apache-2.0
//
// Functional coverage: the cases of each requirement as named bins, and crosses where two rules
// meet. Bins are grouped by block; a bin that a configuration cannot reach does not exist there.
// Everything is observed at the pins, on vif and in the architectural state of the checker's model,
// nothing inside the unit.
#ifndef TB_UNIT_COVER_COVER_H
#define TB_UNIT_COVER_COVER_H

#include <stddef.h>
#include <stdio.h>

#include "spu.h"
#include "unit/dut/observer.h"

struct cover;

// No bin hit yet. `model` is the checker's (lockstep_model) and must outlive the coverage. Null if out of memory.
struct cover *cover_create(const struct spu_config *config, const struct spu *model);
void cover_destroy(struct cover *cover);

// The observer to add to a run.
struct observer cover_observer(struct cover *cover);

// One bin of this configuration.
struct cover_hit {
  const char *block;        // "filter"
  const char *requirement;  // "E1"; of a cross: "E1 x C3"
  const char *name;         // what happened, unique within the block: "event_filter_rejects"
  const char *meaning;      // in a few words
  uint64_t hits;            // how often it happened; of a state that lasts, how often it began
};

// The i-th bin; false past the end.
bool cover_hit(const struct cover *cover, size_t i, struct cover_hit *hit);

// The i-th bin that was hit although the table says that the configuration cannot reach it: an
// error in the table, in the stimulus, or in what was observed. False past the end.
bool cover_impossible(const struct cover *cover, size_t i, struct cover_hit *hit);

// Writes {"config": ..., "bins": [{"block", "requirement", "name", "meaning", "hits"}, ...], "impossible": [...]},
// the second list (of cover_impossible) with the same members. Errors are the stream's.
void cover_json(const struct cover *cover, const char *config, FILE *stream);

#endif  // TB_UNIT_COVER_COVER_H
