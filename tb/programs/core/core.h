// SPDX-License-Identifier: Apache-2.0
//
// A core model: turns the operations that a program executed into the pin activity of a superscalar core with caches,
// TLBs and branch prediction. Operations are dispatched in order, up to the dispatch width per cycle, and execute when
// their operands are ready. The model determines the whole life of an operation at dispatch, and reports it if the unit
// marks the operation. One core runs one program at EL0.
//
// A marked operation completes when its result is ready and finishes in program order, when it retires; on a wrong path
// it finishes when the mispredicted branch resolves. A conditional branch that is not taken reports the following
// address as its target, which the architecture permits (D17.6.3) and profile-guided optimizers use.
//
// The address of each instruction line is translated during the cache lookup, in a TLB for instructions only: a TLB
// miss takes time even if the cache hits. Wrong paths fetch nothing.
//
// SVE and SME operations use the trace's vector length; whether a predicate is partial or empty (events 17, 18) is
// unknown. In Streaming SVE mode every operation has event 24. If the alternate clock belongs to a Streaming Mode
// Compute Unit, the SMCU executes operations on ZA and, in that mode, on vectors or predicates (event 25), and they
// wait for issue in its clock, which has half the frequency.
//
// With core_timing, operations on the correct path are squashed too: they are in the sample population more than once.
//
// The model invents nothing that the trace lacks: it does not know whether a conditional select or compare failed its
// condition, so event 6 stays 0 for these; an operation on a wrong path has no data address.
#ifndef TB_PROGRAMS_CORE_CORE_H
#define TB_PROGRAMS_CORE_CORE_H

#include "programs/core/code_map.h"
#include "programs/core/core_model.h"
#include "programs/trace/trace.h"
#include "unit/dut/dut.h"
#include "unit/util/error.h"

// Returns the next operation of the program.
struct core_source {
  void *context;
  enum trace_result (*next)(void *context, struct trace_op *op, struct tb_error *error);
};

// Behaviours of simple cores. None of them changes which operations retire.
struct core_timing {
  // System register accesses, barriers, exclusives and atomics execute when they are the oldest, and complete when they
  // finish.
  bool at_retirement;
  // Operations dispatched in the cycle of a flush are flushed too: they live for one cycle and never issue.
  bool at_dispatch;
  // Sometimes an interrupt squashes the oldest and all younger operations, which are dispatched again after the
  // handler.
  bool interrupts;
  // The front end continues past an exception, and past operations that execute when they are the oldest: when these
  // retire, all younger operations are squashed and dispatched again.
  bool ahead;
  // Decode detects exceptions: the operation is not executed and never issues.
  bool at_decode;
  uint64_t seed;  // seed for the times of interrupts
  bool in_order;  // operations issue in program order
};

struct core_options {
  const struct spu_config *config;  // used in core_create only
  bool wrong_path;                  // dispatch operations of mispredicted paths, which are squashed
  bool no_untaken_targets;          // a conditional branch that is not taken reports no target
  uint64_t op_limit;                // stop after this many operations of the program; 0: no limit
  const struct core_model *model;   // selects the Data Source codes; null: the default's
  struct core_timing timing;
};

struct core_counts {
  uint64_t executed;  // operations of the program, dispatched and retired (or completed with an exception)
  uint64_t sve;       // of these, SVE operations on vectors or predicates
  uint64_t sve_without_length;  // SVE instructions with unknown vector length
  uint64_t sme;                 // SME operations on ZA
  uint64_t sme_without_length;  // SME instructions with unknown vector length
  uint64_t wrong_path;          // operations dispatched on a wrong path and squashed
  uint64_t branches;
  uint64_t taken;  // taken branches
  uint64_t mispredicted;
  uint64_t l1i_refills;   // instruction lines that missed in the first level
  uint64_t itlb_refills;  // instruction lines whose page missed in the first level of the TLB
  uint64_t accesses;      // loads, stores and atomics with an address
  uint64_t l1d_refills;
  uint64_t tlb_walks;  // walks for data addresses
  // Counts for core_timing. An operation that is dispatched again is counted above only when it retires.
  uint64_t at_retirement;  // executed operations that complete when they finish
  uint64_t at_dispatch;    // operations flushed in the cycle of their dispatch, on either path
  uint64_t interrupts;     // interrupts that squashed an operation
  uint64_t interrupted;    // operations of the program that interrupts squashed
  // Operations of the program squashed after an exception, or after an operation that executed as the oldest.
  uint64_t refetched;
  uint64_t unissued;  // exceptions that never issue
  // Exposed time: cycles that belong to no operation. Once the program has ended and nothing is in flight, every other
  // cycle is attributed to one operation.
  uint64_t empty;    // nothing was in flight, and no operation followed
  uint64_t stopped;  // the core did not run
};

struct core;

// A core before its first operation. Null if out of memory.
struct core *core_create(const struct core_options *options, const struct core_source *source);
void core_destroy(struct core *core);

// Fills the dispatch and op pins for cycle `cycle` (which counts up by one). With run false, dispatches no operation;
// those in flight continue.
void core_drive(struct core *core, uint64_t cycle, bool run, struct spu_in *in);

// Takes the unit's mark of this cycle. False if it marked a slot without an operation or used a tag that is in use or
// does not exist, or if reading the program failed in this cycle.
bool core_observe(struct core *core, const struct spu_out *out, struct tb_error *error);

// The first cycle in which core_drive() may do anything: idle cycles before it can be skipped.
uint64_t core_wakes(const struct core *core);

// True if no operation dispatched before `cycle` is still in flight.
bool core_idle(const struct core *core, uint64_t cycle);

// Ends the program after the operations read so far, and returns their number.
uint64_t core_stop(struct core *core);

// True if no operation is left to dispatch.
bool core_ended(const struct core *core);

struct core_counts core_get_counts(const struct core *core);

// Calls visit for every address that the program executed (wrong paths do not count), in no particular order.
void core_each_pc(const struct core *core, code_visit *visit, void *context);

#endif  // TB_PROGRAMS_CORE_CORE_H
