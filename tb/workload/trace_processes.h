// SPDX-License-Identifier: Apache-2.0
//
// A trace of several processes: a program's, and behind it those of the processes that it forked, each whole in itself
// (docs/trace-format.md). The processes take turns on one core, as a scheduler lets them: each executes a slice of
// operations, then the next one that is there. A process is there once its parent has executed its fork.
#ifndef TB_WORKLOAD_TRACE_PROCESSES_H
#define TB_WORKLOAD_TRACE_PROCESSES_H

#include "util/error.h"
#include "workload/trace.h"

#include <stddef.h>

enum { TRACE_SLICE = 20000 };  // operations of a turn

struct trace_processes;

// Reads from the open file descriptor, which stays the caller's; it must be of a file. `name` is used in errors. Null with an
// error if what is there is no trace, is damaged in its structure, or memory ran out.
struct trace_processes *trace_processes_open(int fd, const char *name, struct tb_error *error);
void trace_processes_close(struct trace_processes *processes);

// How many there are: 0 is the program itself, the others are in the order in which they were forked, each before those that
// it forked.
size_t trace_processes_count(const struct trace_processes *processes);

// The next operation; op->process is whose. TRACE_END when each process has ended.
enum trace_result trace_processes_next(struct trace_processes *processes, struct trace_op *op,
                                       struct tb_error *error);

// Where the program starts: the PC of its first operation. False before that was read.
bool trace_processes_start(const struct trace_processes *processes, uint64_t *pc);

#endif  // TB_WORKLOAD_TRACE_PROCESSES_H
