// SPDX-License-Identifier: Apache-2.0
//
// Operation traces: the operations of an AArch64 program, in order. docs/trace-format.md has the format. The reader
// checks everything: magic, version, lengths, checksums, a proper end.
#ifndef TB_PROGRAMS_TRACE_TRACE_H
#define TB_PROGRAMS_TRACE_TRACE_H

#include "programs/trace/trace_format.h"
#include "unit/util/error.h"

#include <stdbool.h>
#include <stdint.h>

struct trace_op {
  uint64_t pc;
  uint64_t next_pc;  // PC of the next operation; pc + 4 for the last one
  uint64_t address;  // first data address accessed
  uint32_t opcode;
  bool has_address;  // the operation accessed memory
  struct trace_vectors vectors;
};

struct trace_reader;

// Reads from an open file descriptor (file or pipe), which the reader then owns. `name` is used in errors.
// Null with an error if the header is wrong, or if out of memory.
struct trace_reader *trace_open(int fd, const char *name, struct tb_error *error);
void trace_close(struct trace_reader *reader);

// The PC of the program's first operation. False before that operation was read.
bool trace_start(const struct trace_reader *reader, uint64_t *pc);

enum trace_result { TRACE_OP, TRACE_END, TRACE_ERROR, TRACE_LATER };  // LATER: a live source has none yet

// The next operation. TRACE_END only after the end block; a stream that just stops is TRACE_ERROR.
enum trace_result trace_next(struct trace_reader *reader, struct trace_op *op, struct tb_error *error);

#endif  // TB_PROGRAMS_TRACE_TRACE_H
