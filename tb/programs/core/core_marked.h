// SPDX-License-Identifier: Apache-2.0
//
// The core model's marked operations, and the reports on their pins.
#ifndef TB_PROGRAMS_CORE_CORE_MARKED_H
#define TB_PROGRAMS_CORE_CORE_MARKED_H

#include "programs/core/core_model.h"
#include "programs/core/core_time.h"
#include "programs/core/execution.h"
#include "unit/dut/dut.h"
#include "unit/util/error.h"

// A marked operation. Copies the class, since code can change while the operation is in flight.
struct marked {
  bool active;
  bool completed;
  struct life life;
  struct a64_class class;
};

struct core_marked {
  uint32_t tags;
  bool ns;
  bool sources;
  bool smcu;  // the core has a Streaming Mode Compute Unit with its own clock
  bool previous_branches;
  bool untaken_targets;
  uint64_t event_mask;
  const struct core_model *model;
  bool exposed;  // the unit counts exposed latency
  bool any;      // an operation is in flight, or its pins are still high
  struct marked marked[SPU_MAX_TAGS];
};

// Starts with no marked operation. `untaken_targets`: a conditional branch that is not taken reports the next address.
void core_marked_init(struct core_marked *core, const struct spu_config *config,
                      const struct core_model *model, bool untaken_targets);

// Fills the op pins of cycle `now`, whose owner *time knows.
void core_marked_drive(struct core_marked *core, const struct core_time *time, uint64_t now,
                       struct spu_in *in);

// Adds an operation with this life under `tag`. False if the tag is in use or does not exist.
bool core_marked_add(struct core_marked *core, uint32_t tag, const struct life *life, struct tb_error *error);

#endif  // TB_PROGRAMS_CORE_CORE_MARKED_H
