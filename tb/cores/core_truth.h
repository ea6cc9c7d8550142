// SPDX-License-Identifier: Apache-2.0
//
// The truth about every sample, from the core's own trace: an observer of a run in which the unit stands beside a real
// core. Of the unit it looks at outputs and at the verification interface alone. What the unit is told about operations
// comes from the adapter, which is what this decides.
//
// Before each cycle the host calls core_truth_events(); events of the core's cycle n go with the unit's cycle n + 1, in
// which the unit sees that cycle's pins.
//
// Decided: that a mark meets an operation, each record (core_decide.h), that every sample has an end and that it comes
// after the operation's, the Exception level of every sample, SAMPLE_POP in every cycle and over the run, timestamps,
// and the shares of functions.
// Left open: the value of contexts, and of timestamps beyond their order; which records filters let through
// (but see core_truth_options.unfiltered), which lockstep decides. Of an operation that does not retire the trace has
// no virtual address and no instruction. Unless the host knows the programs (core_truth_options.code), its type is
// decided as far as the trace has seen an access, and its latency is one of two. Its data virtual address is decided
// in its page offset, if it was translated.
#ifndef TB_CORES_CORE_TRUTH_H
#define TB_CORES_CORE_TRUTH_H

#include "cores/core_decide.h"
#include "cores/core_shares.h"
#include "unit/dut/observer.h"

enum {
  CORE_SAMPLES = 128,    // that wait for an end; far more than any implementation holds
  CORE_TRUTH_TEXT = 512  // of a contradiction
};

struct core_truth_counts {
  uint64_t population;  // operations dispatched while profiling was enabled
  uint64_t sample_pop;  // SAMPLE_POP of the unit
  uint64_t marks;
  uint64_t decided;     // records
  uint64_t not_kept;    // samples that filters rejected, or that did not retire
  uint64_t discarded;   // kept, and not written
  uint64_t collided;    // marked, and lost to an earlier record's event
  uint64_t unfinished;  // samples of operations in flight, or records not written, at the end of the run
  uint64_t lost;        // samples that resets of the unit took
  uint64_t contradictions;
  uint64_t decided_by_fate[CORE_FATES];
};

enum core_sample_end { CORE_SAMPLE_GOING, CORE_SAMPLE_NOT_KEPT, CORE_SAMPLE_GONE, CORE_SAMPLE_WRITTEN };

struct core_sample {
  bool used;
  bool over;      // op is its operation's whole life
  bool resolved;  // it has had its verdict
  uint8_t tag;
  uint8_t size;  // of data
  enum core_sample_end end;
  struct core_mark mark;
  struct core_op op;  // as it was dispatched, until it is over
  uint8_t data[SPU_MAX_RECORD];
};

// All of it is the caller's, and nothing of it is to be changed by others but `shares`, to which programs are added
// between core_truth_init() and the first cycle.
struct core_truth {
  struct core_truth_options options;
  struct core_trace trace;
  struct core_shares shares;
  struct core_events events;  // of the next cycle
  struct core_truth_counts counts;
  struct core_sample sample[CORE_SAMPLES];
  uint32_t tag[SPU_MAX_TAGS];    // the sample that has it, plus 1; 0: none
  uint32_t queue[CORE_SAMPLES];  // kept records that have not ended, oldest first: head to tail - 1
  uint64_t head;
  uint64_t tail;
  uint64_t cycle;  // the last one
  bool stamped;    // a record had a timestamp: the last one, and its sample's mark
  uint64_t timestamp;
  uint64_t timestamp_mark;
  bool broken;  // the trace contradicts itself: nothing is decided any more
  char contradiction[CORE_TRUTH_TEXT];
};

// What is decided if the host says nothing else: an issue latency of 1, both Exception levels, every event.
struct core_truth_options core_truth_options_of(const struct spu_config *config);

void core_truth_init(struct core_truth *truth, const struct core_truth_options *options);

// To be added to the run.
struct observer core_truth_observer(struct core_truth *truth);

// What the core's trace says of the cycle that comes. Without it nothing happens in the core in that cycle.
void core_truth_events(struct core_truth *truth, const struct core_events *events);

// The first contradiction, in one line; null if there was none. Later ones are counted.
const char *core_truth_contradiction(const struct core_truth *truth);

// The end of the run; software has waited for its records with PSB CSYNC, or they count as unfinished. False with an
// error if there was a contradiction, there is one in the sums, or nothing was decided. To be called once.
bool core_truth_finish(struct core_truth *truth, struct tb_error *error);

// The object `name` of a report: the counts. The functions are core_shares_json()'s.
void core_truth_json(const struct core_truth *truth, struct json *json, const char *name);

#endif  // TB_CORES_CORE_TRUTH_H
