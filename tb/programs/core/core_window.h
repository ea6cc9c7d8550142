// SPDX-License-Identifier: Apache-2.0
//
// The program as the core model's front end reads it: one operation after the other, and some of them again, where a
// flush has taken them back.
#ifndef TB_PROGRAMS_CORE_CORE_WINDOW_H
#define TB_PROGRAMS_CORE_CORE_WINDOW_H

#include "programs/core/core.h"
#include "programs/core/execution.h"

enum { CORE_WINDOW = 2 * REORDER_ENTRIES };  // operations that it keeps, at least those that are in flight

struct core_window {  // all zero but for the source, and a limit: nothing has been read
  struct core_source source;
  uint64_t limit;  // operations that are read at most; 0: all
  struct trace_op ops[CORE_WINDOW];
  uint64_t next;  // number of the operation that comes next, from 0
  uint64_t read;  // operations of the source, so far
  bool ended;     // it has no more
  bool failed;    // it could not be read
  struct tb_error error;
};

// The operation that comes next; null if the program has ended or could not be read, or the source has none yet. It
// stays the next one until `next` is moved on.
const struct trace_op *core_window_next(struct core_window *window);

// Whether every operation was dispatched, and there will be no other.
static inline bool core_window_ended(const struct core_window *window)
{
  return window->ended && window->next == window->read;
}

#endif  // TB_PROGRAMS_CORE_CORE_WINDOW_H
