// SPDX-License-Identifier: Apache-2.0
//
// Random sampled operations: their kind, their latencies, and the report pins of each tag.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_OP_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_OP_H

#include "spu.h"
#include "unit/util/rng.h"

struct random_op {
  bool busy;  // marked, not yet decided
  bool finished;
  uint64_t issue;     // cycle of `issued`; UINT64_MAX: never
  uint64_t mark;      // cycle
  uint64_t complete;  // cycle of `completed`; UINT64_MAX: never, it completes with `finished`
  uint64_t finish;
  uint64_t xlate_from;   // `xlate_busy` is high from here ...
  uint64_t xlate_to;     // ... to here, exclusive
  uint64_t oldest_from;  // likewise `oldest` until it finishes, ...
  uint64_t oldest_to;
  uint64_t hold;         // ... and cycles of it after that
  bool held;             // ExposedLatency: it has finished, and `oldest` has not fallen
  struct spu_op report;  // what the pins report when it completes, and how it ended when it finishes
};

// A legal report of an operation as spu.h describes it (issued, xlate_busy, completed and finished are low). Operations
// of the configuration's features are not rare.
void random_op_report(const struct spu_config *config, struct rng *rng, struct spu_op *report);

// Changes a legal report so that its record has the maximum number of packets.
void random_op_enrich(const struct spu_config *config, struct rng *rng, struct spu_op *report);

// An operation was marked in cycle `cycle`: chooses the cycles of its life. Most finish within `latency` cycles; a few
// take longer than the latency counters can count.
void random_op_mark(const struct spu_config *config, struct random_op *op, struct rng *rng, uint64_t cycle,
                    uint32_t latency);

// Chooses the cycles in which the PE waits for an operation that was marked in cycle `cycle`: mostly as in a PE whose
// older operations are gone after cycle `older`, else arbitrarily. Without ExposedLatency the pin is ignored.
void random_op_expose(struct random_op *op, uint64_t cycle, uint64_t older);

// The pipeline is flushed in cycle `cycle`: the operation is squashed, whether it has completed or not.
void random_op_flush(struct random_op *op, uint64_t cycle);

// Pins of cycle `cycle` for this tag. `hurry` finishes the operation at once.
void random_op_drive(const struct spu_config *config, struct random_op *op, struct rng *rng, uint64_t cycle,
                     bool hurry, struct spu_op *pins);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_OP_H
