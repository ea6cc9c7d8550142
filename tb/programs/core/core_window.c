// SPDX-License-Identifier: Apache-2.0
#include "programs/core/core_window.h"

#include <stddef.h>

const struct trace_op *core_window_next(struct core_window *window)
{
  struct trace_op *op = &window->ops[window->next % CORE_WINDOW];
  if (window->next < window->read) {
    return op;
  }
  if (window->ended || (window->limit != 0 && window->read >= window->limit)) {
    window->ended = true;
    return NULL;
  }
  const enum trace_result result = window->source.next(window->source.context, op, &window->error);
  window->ended = result == TRACE_END || result == TRACE_ERROR;
  window->failed = result == TRACE_ERROR;
  window->read += result == TRACE_OP ? 1U : 0U;
  return result == TRACE_OP ? op : NULL;
}
