// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE  // pread
#include "workload/trace_processes.h"

#include "workload/trace_format.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct process {
  struct trace_reader *reader;
  struct trace_op op;  // the next one, when ready
  bool ready;
  bool ended;
  uint64_t executed;  // operations that were handed out
  size_t parent;      // its number; its own: none
  uint64_t birth;     // operations that the parent executes before
};

struct trace_processes {
  char *name;
  struct process *process;
  size_t count;
  size_t turn;     // whose
  uint32_t slice;  // operations of this turn
};

static bool out_of_memory(const char *name, struct tb_error *error)
{
  return tb_fail(error, "%s: out of memory for its processes", name);
}

// Where the trace that starts at `offset` ends: behind its block of type E. Only its structure is looked at.
static bool skip_trace(int fd, const char *name, uint64_t *offset, struct tb_error *error)
{
  uint64_t at = *offset + TRACE_HEADER_SIZE;
  for (;;) {
    uint8_t header[TRACE_BLOCK_SIZE];
    const ssize_t got = pread(fd, header, sizeof header, (off_t)at);
    if (got != (ssize_t)sizeof header) {
      return tb_fail(error, "%s: the trace stops at byte %" PRIu64 " without an end: %s", name,
                     at + (uint64_t)(got > 0 ? got : 0), "the recording was cut short");
    }
    at += sizeof header + trace_get32(header + TRACE_BLOCK_LENGTH);
    if (header[0] == TRACE_BLOCK_END) {
      *offset = at;
      return true;
    }
  }
}

// A reader with a place in the file of its own.
static struct trace_reader *reader_at(int fd, const char *name, uint64_t offset, struct tb_error *error)
{
  char path[32];
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  const int own = open(path, O_RDONLY | O_CLOEXEC);
  if (own < 0 || lseek(own, (off_t)offset, SEEK_SET) < 0) {
    (void)tb_fail(error, "%s: %s", name, strerror(errno));
    if (own >= 0) {
      (void)close(own);
    }
    return NULL;
  }
  return trace_open_part(own, name, offset, error);
}

static bool add_process(struct trace_processes *processes, struct trace_reader *reader)
{
  struct process *larger = realloc(processes->process, (processes->count + 1) * sizeof *processes->process);
  if (larger == NULL) {
    trace_close(reader);
    return false;
  }
  processes->process = larger;
  processes->process[processes->count++] = (struct process){.reader = reader};
  return true;
}

static bool fetch(struct process *process, struct tb_error *error)
{
  if (process->ready || process->ended) {
    return true;
  }
  switch (trace_next(process->reader, &process->op, error)) {
  case TRACE_OP:
    process->ready = true;
    return true;
  case TRACE_END:
    process->ended = true;
    return true;
  default:
    return false;
  }
}

// Whose the first `depth` numbers of the path are, among those before `count`; `count` if nobody's.
static size_t find(const struct trace_processes *processes, const struct trace_origin *origin, uint32_t depth,
                   size_t count)
{
  for (size_t i = 0; i < count; i++) {
    struct trace_origin other = {0};
    (void)trace_origin(processes->process[i].reader, &other);
    if (other.depth == depth && memcmp(other.path, origin->path, depth * sizeof *origin->path) == 0) {
      return i;
    }
  }
  return count;
}

// Reads the first operation of each, and with it where it comes from.
static bool meet(struct trace_processes *processes, struct tb_error *error)
{
  for (size_t i = 0; i < processes->count; i++) {
    struct process *process = &processes->process[i];
    struct trace_origin origin = {0};
    if (!fetch(process, error)) {
      return false;
    }
    const bool forked = trace_origin(process->reader, &origin);
    process->parent = forked ? find(processes, &origin, origin.depth - 1, i) : i;
    process->birth = origin.birth;
    if (forked != (i > 0) || (forked && process->parent == i)) {
      return tb_fail(error, "%s: bad trace: process %zu is not one that an earlier one forked",
                     processes->name, i);
    }
  }
  return true;
}

static bool open_all(struct trace_processes *processes, int fd, struct tb_error *error)
{
  const off_t size = lseek(fd, 0, SEEK_END);
  if (size < 0) {
    return tb_fail(error, "%s: processes can only be read from a file: %s", processes->name, strerror(errno));
  }
  uint64_t offset = 0;
  do {
    struct trace_reader *reader = reader_at(fd, processes->name, offset, error);
    if (reader == NULL) {
      return false;
    }
    if (!add_process(processes, reader)) {
      return out_of_memory(processes->name, error);
    }
    if (!skip_trace(fd, processes->name, &offset, error)) {
      return false;
    }
  } while (offset < (uint64_t)size);
  if (offset > (uint64_t)size) {
    return tb_fail(error, "%s: the trace stops at byte %" PRIu64 ", inside a block: %s", processes->name,
                   (uint64_t)size, "the recording was cut short");
  }
  return meet(processes, error);
}

struct trace_processes *trace_processes_open(int fd, const char *name, struct tb_error *error)
{
  struct trace_processes *processes = calloc(1, sizeof *processes);
  if (processes != NULL) {
    processes->name = strdup(name);
  }
  if (processes == NULL || processes->name == NULL) {
    (void)out_of_memory(name, error);
  } else if (open_all(processes, fd, error)) {
    return processes;
  }
  trace_processes_close(processes);
  return NULL;
}

void trace_processes_close(struct trace_processes *processes)
{
  if (processes == NULL) {
    return;
  }
  for (size_t i = 0; i < processes->count; i++) {
    trace_close(processes->process[i].reader);
  }
  free(processes->process);
  free(processes->name);
  free(processes);
}

size_t trace_processes_count(const struct trace_processes *processes)
{
  return processes->count;
}

// One whose parent ended before it should have forked it is there, too. A parent comes before its children.
static bool was_forked(const struct trace_processes *processes, size_t number)
{
  const struct process *process = &processes->process[number];
  while (process->parent != number) {
    const struct process *parent = &processes->process[process->parent];
    if (!parent->ended && parent->executed < process->birth) {
      return false;
    }
    number = process->parent;
    process = parent;
  }
  return true;
}

enum trace_result trace_processes_next(struct trace_processes *processes, struct trace_op *op,
                                       struct tb_error *error)
{
  if (processes->slice == TRACE_SLICE) {
    processes->slice = 0;
    processes->turn = (processes->turn + 1) % processes->count;
  }
  for (size_t tried = 0; tried <= processes->count; tried++) {
    struct process *process = &processes->process[processes->turn];
    if (process->ready && was_forked(processes, processes->turn)) {
      *op = process->op;
      op->process = (uint32_t)processes->turn;
      process->ready = false;
      process->executed++;
      processes->slice++;
      return fetch(process, error) ? TRACE_OP : TRACE_ERROR;
    }
    processes->slice = 0;
    processes->turn = (processes->turn + 1) % processes->count;
  }
  return TRACE_END;
}

bool trace_processes_start(const struct trace_processes *processes, uint64_t *pc)
{
  return trace_start(processes->process[0].reader, pc);
}
