// SPDX-License-Identifier: Apache-2.0
//
// Collects the traces of processes that a recorded program forks: QEMU's plugin leaves them in a directory, which is there as
// long as this is.
#ifndef TB_WORKLOAD_CHILDREN_H
#define TB_WORKLOAD_CHILDREN_H

#include "util/error.h"

#include <signal.h>
#include <stdbool.h>

struct children;

// Makes an empty directory, in TMPDIR or /tmp. Null with an error.
struct children *children_start(struct tb_error *error);

// For the plugin: the directory, and the descriptor that each process keeps open. The caller that has started QEMU then
// calls children_started().
const char *children_directory(const struct children *children);
int children_life(const struct children *children);
void children_started(struct children *children);

// Waits until none of the processes is recorded any more, and appends their traces to what is in `fd`, in the order that
// trace_processes.h tells. `name` is the program's, for errors. False with an error; to wait no longer is one, too: a signal
// handler of the caller then counts more than 1 in *stop (may be null).
bool children_collect(struct children *children, int fd, const char *name, const volatile sig_atomic_t *stop,
                      struct tb_error *error);

// Removes the directory and what is in it. Null is allowed.
void children_finish(struct children *children);

#endif  // TB_WORKLOAD_CHILDREN_H
