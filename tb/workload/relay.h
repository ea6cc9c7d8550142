// SPDX-License-Identifier: Apache-2.0
//
// Passes on to our stderr what a process writes into a pipe. How a C library buffers its output depends on whether
// that is a terminal, a file or a pipe; given a pipe every time, it behaves the same wherever our stderr goes.
#ifndef TB_WORKLOAD_RELAY_H
#define TB_WORKLOAD_RELAY_H

#include "util/error.h"

#include <stdbool.h>

struct relay;

// *write_end receives the end that the process writes to; the caller closes its own copy. False with an error.
bool relay_start(struct relay **relay, int *write_end, struct tb_error *error);

// Passes on what was written up to now, and frees the relay. Somebody may still have the write end: what comes
// later is lost. A null relay is allowed.
void relay_finish(struct relay *relay);

#endif  // TB_WORKLOAD_RELAY_H
