// SPDX-License-Identifier: Apache-2.0
//
// Puts a difference between unit and model into words: which signal, what was expected and what came, which
// pseudocode function decides it, and whose block that is.
#ifndef TB_REPORT_EXPLAIN_H
#define TB_REPORT_EXPLAIN_H

#include "check/image.h"
#include "report/mismatch.h"

// Fills in the mismatch; the note must be there already. False, for the caller to return.
bool explain(const struct mismatch_scene *scene, struct lockstep_mismatch *mismatch, uint64_t cycle,
             const char *signal, const char *function, const char *expected, const char *got);

// The cycle in scene->now differs from the model's, or broke a rule of it. True if it does not: padding can differ,
// which is no mismatch.
bool explain_clock(struct mismatch_scene *scene, struct lockstep_mismatch *mismatch, uint64_t cycle,
                   struct spu_violation violation);

// The memory image is not what the record that ended in this cycle should have made of it. False.
bool explain_image(struct mismatch_scene *scene, struct lockstep_mismatch *mismatch, uint64_t cycle,
                   const struct image *image, const struct spu_write *writes, size_t count);

// The stimulus complained with this text. True if that was about a rule of a bus or of the unit's interface, which
// is then the mismatch; false if the input may be bad.
bool explain_broken(struct mismatch_scene *scene, struct lockstep_mismatch *mismatch, uint64_t cycle,
                    const char *complaint);

#endif  // TB_REPORT_EXPLAIN_H
