// SPDX-License-Identifier: Apache-2.0
//
// The program as the core model's front end reads it: one operation after the other, some of them again after a flush.
#ifndef TB_PROGRAMS_CORE_CORE_WINDOW_H
#define TB_PROGRAMS_CORE_CORE_WINDOW_H

#include "programs/core/core.h"
#include "programs/core/execution.h"

enum { CORE_WINDOW = 2 * REORDER_ENTRIES };  // operations kept, at least those in flight

struct core_window {  // all zero except source and limit: nothing read
  struct core_source source;
  uint64_t limit;  // most operations to read; 0: no limit
  struct trace_op ops[CORE_WINDOW];
  uint64_t next;  // number of the next operation, from 0
  uint64_t read;  // operations read from the source so far
  bool ended;     // the source has no more
  bool failed;    // the source could not be read
  struct tb_error error;
};

// The next operation; null if the program has ended or could not be read, or if the source has none yet. It stays the
// next one until `next` is incremented.
const struct trace_op *core_window_next(struct core_window *window);

// Whether every operation was dispatched and no other follows.
static inline bool core_window_ended(const struct core_window *window)
{
  return window->ended && window->next == window->read;
}

#endif  // TB_PROGRAMS_CORE_CORE_WINDOW_H
