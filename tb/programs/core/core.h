// SPDX-License-Identifier: Apache-2.0
//
// A core model: turns the operations a program executed into the pin activity of a superscalar core with
// caches, TLBs and branch prediction. Operations are dispatched in order, up to the dispatch width per cycle,
// and execute when their operands are there; the model knows the whole life of an operation when it
// dispatches it, and reports the life of those that the unit marks. One core runs one program at EL0.
//
// A marked operation completes when its result is there, and its fate comes in program order, when it retires; what is
// on a wrong path meets its fate when the branch before it resolves. A conditional branch that is not taken has the
// address that follows it as its target, which the architecture permits (D17.6.3) and profile-guided optimizers read.
//
// Each line of instructions is translated while the cache is looked up, in a TLB of instructions alone: a miss of it
// costs time where the cache has the line. Wrong paths fetch nothing.
//
// An operation of SVE or SME is as long as the vectors of the trace; whether its predicate is partial or empty
// (events 17, 18) is not known. In Streaming SVE mode every operation has event 24. If the alternate clock is that of
// a Streaming Mode Compute Unit, one executes what uses ZA and, in that mode, vectors or predicates (event 25), and
// waits for issue in its own clock, which is half as fast.
//
// With core_habits operations of the right path are squashed, too: they are in the population more than once.
//
// What the trace does not say is not made up: whether a conditional select or compare failed its condition is
// not known, so event 6 stays 0 for them; an operation on a wrong path has no data address.
#ifndef TB_PROGRAMS_CORE_CORE_H
#define TB_PROGRAMS_CORE_CORE_H

#include "programs/core/core_model.h"
#include "programs/trace/trace.h"
#include "unit/dut/dut.h"
#include "unit/util/error.h"

// Gives the next operation of the program.
struct core_source {
  void *context;
  enum trace_result (*next)(void *context, struct trace_op *op, struct tb_error *error);
};

// What simple cores do. None of it changes which operations retire.
struct core_habits {
  // System register accesses, barriers, exclusives and atomics execute when they are the oldest, and complete with
  // their fate.
  bool at_retirement;
  // What is dispatched in the cycle of a flush is flushed, too: it lives for a cycle and never issues.
  bool at_dispatch;
  // Now and then an interrupt takes the place of the oldest operation: it and all younger ones are squashed, and are
  // dispatched again after the handler.
  bool interrupts;
  // The front end goes on behind an exception, and behind what executes when it is the oldest: when that retires, all
  // younger operations are squashed, and are dispatched again.
  bool ahead;
  // What generates an exception is known as it is decoded: no unit executes it, and it never issues.
  bool at_decode;
  uint64_t seed;  // of when interrupts come
};

struct core_options {
  const struct spu_config *config;  // used in core_create only
  bool wrong_path;  // dispatch operations of the path a mispredicted branch predicted; they are squashed
  bool no_untaken_targets;         // a conditional branch that is not taken reports no target
  uint64_t op_limit;               // stop after this many operations of the program; 0: no limit
  const struct core_model *model;  // whose Data Source codes there are; null: the default's
  struct core_habits habits;
};

struct core_counts {
  uint64_t executed;  // operations of the program, dispatched and retired (or completed with an exception)
  uint64_t sve;       // of these, operations of SVE that use vectors or predicates
  uint64_t sve_without_length;  // instructions of SVE while the length of vectors is not known
  uint64_t sme;                 // operations of SME that use ZA
  uint64_t sme_without_length;  // instructions of SME while the length of its vectors is not known
  uint64_t wrong_path;          // operations dispatched on a wrong path and squashed
  uint64_t branches;
  uint64_t taken;  // of the branches
  uint64_t mispredicted;
  uint64_t l1i_refills;   // lines of instructions that the first level did not have
  uint64_t itlb_refills;  // lines of instructions whose page the first level of their TLB lacked
  uint64_t accesses;      // loads, stores and atomics with an address
  uint64_t l1d_refills;
  uint64_t tlb_walks;  // of data addresses
  // Of core_habits. What is dispatched again is counted above only when it retires.
  uint64_t at_retirement;  // executed operations that complete with their fate
  uint64_t at_dispatch;    // operations flushed in the cycle of their dispatch, on either path
  uint64_t interrupts;     // that squashed something
  uint64_t interrupted;    // operations of the program that they squashed
  // Operations of the program squashed behind an exception, or behind what executes as the oldest.
  uint64_t refetched;
  uint64_t unissued;  // exceptions that never issue
};

struct core;

// A core before its first operation. Null if out of memory.
struct core *core_create(const struct core_options *options, const struct core_source *source);
void core_destroy(struct core *core);

// Fills the dispatch and op pins for cycle `cycle` (which counts up by one). With run false no operation is
// dispatched; those in flight go on.
void core_drive(struct core *core, uint64_t cycle, bool run, struct spu_in *in);

// Takes the unit's mark of this cycle. False if it marked a slot without an operation or a tag that is in use
// or does not exist, or if reading the program failed in this cycle.
bool core_observe(struct core *core, const struct spu_out *out, struct tb_error *error);

// The first cycle in which core_drive() may have something to do: what waits in between can be left out.
uint64_t core_wakes(const struct core *core);

// Nothing dispatched before `cycle` is still in flight.
bool core_idle(const struct core *core, uint64_t cycle);

// The program ends with the operations that were read so far. Returns how many these are.
uint64_t core_stop(struct core *core);

// The program has ended: no operation is left to dispatch.
bool core_ended(const struct core *core);

struct core_counts core_get_counts(const struct core *core);

// Calls visit for every address with how often the program executed the operation there (wrong paths do not
// count), in no particular order.
void core_each_pc(const struct core *core, void (*visit)(void *context, uint64_t pc, uint64_t executed),
                  void *context);

#endif  // TB_PROGRAMS_CORE_CORE_H
