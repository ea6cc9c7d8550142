// SPDX-License-Identifier: Apache-2.0
//
// What a flush of the core model's pipeline does to the lives of operations. The model knows of it when it dispatches
// them.
#ifndef TB_PROGRAMS_CORE_CORE_FLUSH_H
#define TB_PROGRAMS_CORE_CORE_FLUSH_H

#include "programs/core/execution.h"

// Operations of the right path that are squashed, and are dispatched again. One flush at a time is on its way.
struct core_flush {
  bool pending;
  bool interrupt;   // else an exception, or an operation that serializes
  uint64_t at;      // cycle
  uint64_t first;   // number of the oldest operation that it takes, in the program's order
  uint64_t pc;      // its PC, as far as the front end knows before
  uint64_t resume;  // no operation is dispatched from `at` until this cycle
};

// The operation is flushed in cycle `at`, before it retires.
void core_flush_cut(struct life *life, uint64_t at);

// Once the front end has added what it knows: what was flushed before it completed knows nothing of its access and
// its branch.
void core_flush_forget(struct life *life);

// The life of an operation that is flushed in cycle `now`, in which it is dispatched: its mark comes in that cycle,
// so it finishes in the next.
struct life core_flush_at_dispatch(const struct code_entry *code, uint64_t now);

#endif  // TB_PROGRAMS_CORE_CORE_FLUSH_H
