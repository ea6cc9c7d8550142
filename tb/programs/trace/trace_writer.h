// SPDX-License-Identifier: Apache-2.0
//
// Writes operation traces (docs/trace-format.md): used by the QEMU plugin and by tests.
//
// A trace lists the executed *runs*. A run is a straight-line sequence of operations of which only the last may access
// memory.
#ifndef TB_PROGRAMS_TRACE_TRACE_WRITER_H
#define TB_PROGRAMS_TRACE_TRACE_WRITER_H

#include "programs/trace/trace_format.h"
#include "unit/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  TRACE_BLOCK_CAPACITY = 1 << 16,  // payload bytes collected before a block is due
  TRACE_DEFINITIONS_DUE = 1 << 16  // bytes of definitions collected before they are written
};

// Public only for allocation: the members are private.
struct trace_writer {
  int fd;
  const char *name;
  bool started;         // the file header is written
  uint32_t blocks;      // written so far
  uint32_t runs;        // defined so far
  uint64_t operations;  // executed so far
  struct trace_vectors
      vectors;  // of added executions: the caller changes them only when everything is flushed
  struct trace_vectors written;  // the last ones in the trace
  size_t definitions_used;       // bytes waiting
  uint8_t definitions[TRACE_DEFINITIONS_DUE + TRACE_RUN_SIZE + 4 * TRACE_MAX_RUN];
  // The block of executions that is being collected. Differences are stored against these:
  uint32_t last_run;
  uint64_t last_address;
  size_t used;
  uint8_t payload[TRACE_BLOCK_CAPACITY];
};

// Starts a trace on an open file descriptor, which stays the caller's. `name` is used in errors and must live
// as long as the writer. Nothing is written yet.
void trace_writer_init(struct trace_writer *writer, int fd, const char *name);

// Defines a run of `count` operations (1..TRACE_MAX_RUN) from `pc` on; *run receives its number. It is
// written before the next block of executions. False with an error if count is out of range or a write failed.
bool trace_writer_define(struct trace_writer *writer, uint64_t pc, const uint32_t *opcodes, uint32_t count,
                         uint32_t *run, struct tb_error *error);

// True when a block must be written before another execution is added.
bool trace_writer_full(const struct trace_writer *writer);

// Adds one execution of `run`, which has `count` operations; if has_address, its last operation accessed
// `address` first. The writer must not be full.
void trace_writer_add(struct trace_writer *writer, uint32_t run, uint32_t count, bool has_address,
                      uint64_t address);

// Writes the added executions, if any, as a block. next_pc is the PC of the next operation. False with an error if a
// write failed.
bool trace_writer_flush(struct trace_writer *writer, uint64_t next_pc, struct tb_error *error);

// Writes the end. Everything that was added must have been flushed. False with an error if a write failed.
bool trace_writer_end(struct trace_writer *writer, enum trace_end_reason reason, uint32_t status,
                      struct tb_error *error);

#endif  // TB_PROGRAMS_TRACE_TRACE_WRITER_H
