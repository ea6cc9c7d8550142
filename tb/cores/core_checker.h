// SPDX-License-Identifier: Apache-2.0
//
// Checks every sample against the core's own trace: an observer of a run in which the unit is beside a real core. It
// only reads the unit's outputs and verification interface. The unit's information about operations comes from the
// adapter, which this checks.
//
// Before each cycle the host calls core_checker_events(); events of the core's cycle n belong to the unit's cycle n +
// 1, in which the unit sees that cycle's pins.
//
// Checked: every mark has an operation; each record (core_decide.h); every sample ends, after its operation; the
// Exception level of every sample; SAMPLE_POP in every cycle and over the run; the order of timestamps; the shares of
// functions; in the trace alone, that operations have all cycles, each once.
// Not checked: the values of contexts, and of timestamps beyond their order; which records pass the filters (but see
// core_checker_options.unfiltered), which lockstep checks. The trace has no virtual address and no instruction of an
// operation that does not retire. Unless the host knows the programs (core_checker_options.code), its type is only
// checked if the trace has an access, and its latency is one of two. Only the page offset of its data virtual address
// is checked, if it was translated.
#ifndef TB_CORES_CORE_CHECKER_H
#define TB_CORES_CORE_CHECKER_H

#include "cores/core_decide.h"
#include "cores/core_histogram.h"
#include "cores/core_truth.h"
#include "unit/dut/observer.h"

enum {
  CORE_SAMPLES = 128,      // that wait for an end; far more than any implementation has
  CORE_CHECKER_TEXT = 512  // length of a mismatch
};

struct core_checker_counts {
  uint64_t population;  // operations dispatched while profiling was enabled
  uint64_t sample_pop;  // SAMPLE_POP of the unit
  uint64_t executed;    // operations of user mode that retired
  uint64_t unseen;      // those of them that were dispatched while profiling was off
  uint64_t marks;
  uint64_t decided;     // records
  uint64_t not_kept;    // samples that filters rejected, or that did not retire
  uint64_t discarded;   // kept, and not written
  uint64_t collided;    // marked, and lost to an earlier record's event
  uint64_t cycles;      // of the trace
  uint64_t exposed;     // those of operations whose lives are over
  uint64_t unfinished;  // samples of operations in flight, or records not written, at the end of the run
  uint64_t lost;        // samples that resets of the unit removed
  uint64_t mismatches;
  uint64_t decided_by_fate[CORE_FATES];
};

enum core_sample_end { CORE_SAMPLE_GOING, CORE_SAMPLE_NOT_KEPT, CORE_SAMPLE_GONE, CORE_SAMPLE_WRITTEN };

struct core_sample {
  bool used;
  bool over;      // op is its operation's whole life
  bool resolved;  // the filter has decided
  uint8_t tag;
  uint8_t size;  // of data
  enum core_sample_end end;
  struct core_mark mark;
  struct core_op op;  // as at its dispatch, until it is over
  uint8_t data[SPU_MAX_RECORD];
};

// The caller owns it, but may only change `histogram`, to which it adds programs, and `truth`, between
// core_checker_init() and the first cycle.
struct core_checker {
  struct core_checker_options options;
  struct core_trace trace;
  struct core_histogram histogram;
  struct core_truth *truth;   // the caller's; null: none
  struct core_events events;  // of the next cycle
  struct core_checker_counts counts;
  struct core_sample sample[CORE_SAMPLES];
  uint32_t tag[SPU_MAX_TAGS];    // the sample with this tag, plus 1; 0: none
  uint32_t queue[CORE_SAMPLES];  // kept records that have not ended, oldest first: head to tail - 1
  uint64_t head;
  uint64_t tail;
  uint64_t cycle;  // the last one
  bool stamped;    // a record had a timestamp: the last one, and its sample's mark
  uint64_t timestamp;
  uint64_t timestamp_mark;
  bool broken;  // the trace contradicts itself: nothing is checked any more
  char mismatch[CORE_CHECKER_TEXT];
};

// The default options: an issue latency of 1, both Exception levels, every event checked.
struct core_checker_options core_checker_options_of(const struct spu_config *config);

void core_checker_init(struct core_checker *checker, const struct core_checker_options *options);

// The observer to add to the run.
struct observer core_checker_observer(struct core_checker *checker);

// Passes the core's events of the next cycle. Without this call, nothing happens in the core in that cycle.
void core_checker_events(struct core_checker *checker, const struct core_events *events);

// The first mismatch, in one line; null if there was none. Later ones are counted.
const char *core_checker_mismatch(const struct core_checker *checker);

// Ends the run, once; software has waited for its records with PSB CSYNC, or they count as unfinished. False with an
// error if there was a mismatch, the sums contradict each other, or nothing was checked.
bool core_checker_finish(struct core_checker *checker, struct tb_error *error);

// The object `name` of a report: the counts. core_histogram_json() writes the functions.
void core_checker_json(const struct core_checker *checker, struct json *json, const char *name);

#endif  // TB_CORES_CORE_CHECKER_H
