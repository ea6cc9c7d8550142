// SPDX-License-Identifier: Apache-2.0
//
// Effects of a pipeline flush on the lives of the core model's operations, which are known at dispatch.
#ifndef TB_PROGRAMS_CORE_CORE_FLUSH_H
#define TB_PROGRAMS_CORE_CORE_FLUSH_H

#include "programs/core/execution.h"

// A flush that squashes operations on the correct path, which are dispatched again. At most one is pending.
struct core_flush {
  bool pending;
  bool interrupt;   // else an exception, or an operation that serializes
  uint64_t at;      // cycle
  uint64_t first;   // number of the oldest flushed operation, in program order
  uint64_t pc;      // its PC, as the front end predicts it
  uint64_t resume;  // no operation is dispatched from `at` until this cycle
};

// Flushes the operation in cycle `at`, before it retires.
void core_flush_cut(struct life *life, uint64_t at);

// Removes access and branch data from an operation flushed before it completed. Call after the front end has added
// them.
void core_flush_forget(struct life *life);

// The life of an operation that is dispatched and flushed in cycle `now`: it is marked in this cycle, so it finishes in
// the next.
struct life core_flush_at_dispatch(const struct code_entry *code, uint64_t now);

#endif  // TB_PROGRAMS_CORE_CORE_FLUSH_H
