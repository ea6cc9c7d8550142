// SPDX-License-Identifier: Apache-2.0
//
// Reader of operation traces (docs/trace-format.md). It holds one block in memory at a time; a block of executions
// contains the PC after it, so the reader never reads ahead.
#define _POSIX_C_SOURCE 200809L  // strdup
#include "programs/trace/trace.h"

#include "programs/trace/trace_format.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

struct run {
  uint64_t pc;
  uint32_t count;  // operations
  size_t opcodes;  // index of the first one
};

// One execution of a run, being handed out operation by operation.
struct execution {
  const struct run *run;  // null: none
  uint32_t done;          // operations handed out
  bool has_address;
  uint64_t address;
};

struct trace_reader {
  int fd;
  char *name;
  uint64_t offset;        // of the stream, after what was read
  uint64_t block_offset;  // where the current block's payload starts
  uint32_t blocks;        // read so far
  uint64_t operations;    // handed out
  struct run *runs;
  size_t run_count, run_capacity;
  uint32_t *opcodes;
  size_t opcode_count, opcode_capacity;
  // The current block of executions.
  struct trace_vectors vectors;
  uint64_t last_run, last_address;
  uint64_t next_pc;  // after the block
  size_t at, size;   // in payload
  struct execution current;
  bool ended, failed;
  uint8_t payload[TRACE_MAX_PAYLOAD];
};

static uint32_t crc_of(const uint8_t *bytes, size_t size)
{
  return (uint32_t)crc32(crc32(0, NULL, 0), bytes, (uInt)size);
}

// Reads up to `size` bytes, fewer only at the end of the stream; *got says how many.
static bool read_some(struct trace_reader *reader, uint8_t *bytes, size_t size, size_t *got,
                      struct tb_error *error)
{
  *got = 0;
  while (*got < size) {
    const ssize_t n = read(reader->fd, bytes + *got, size - *got);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return tb_fail(error, "%s: cannot read at byte %" PRIu64 ": %s", reader->name, reader->offset,
                     strerror(errno));
    }
    if (n == 0) {
      break;
    }
    *got += (size_t)n;
    reader->offset += (uint64_t)n;
  }
  return true;
}

static bool read_all(struct trace_reader *reader, uint8_t *bytes, size_t size, const char *what,
                     struct tb_error *error)
{
  size_t got;
  if (!read_some(reader, bytes, size, &got, error)) {
    return false;
  }
  if (got < size) {
    return tb_fail(error, "%s: the trace stops at byte %" PRIu64 ", inside %s: %s", reader->name,
                   reader->offset, what, "the recording was cut short");
  }
  return true;
}

static bool bad_at(const struct trace_reader *reader, uint64_t offset, const char *cause,
                   struct tb_error *error)
{
  return tb_fail(error, "%s: bad trace at byte %" PRIu64 ": %s", reader->name, offset, cause);
}

static bool read_file_header(struct trace_reader *reader, struct tb_error *error)
{
  uint8_t header[TRACE_HEADER_SIZE];
  if (!read_all(reader, header, sizeof header, "the file header", error)) {
    return false;
  }
  if (memcmp(header, TRACE_MAGIC, strlen(TRACE_MAGIC)) != 0) {
    return bad_at(reader, 0, "not an operation trace", error);
  }
  if (trace_get32(header + TRACE_HEADER_CRC) != crc_of(header, TRACE_HEADER_CRC)) {
    return bad_at(reader, TRACE_HEADER_CRC, "checksum of the file header does not match", error);
  }
  if (trace_get16(header + TRACE_HEADER_VERSION) != TRACE_VERSION) {
    return tb_fail(error, "%s: bad trace at byte %d: version %u, this program reads version %d", reader->name,
                   TRACE_HEADER_VERSION, trace_get16(header + TRACE_HEADER_VERSION), TRACE_VERSION);
  }
  if (trace_get16(header + TRACE_HEADER_MACHINE) != TRACE_MACHINE) {
    return bad_at(reader, TRACE_HEADER_MACHINE, "not a trace of an AArch64 program", error);
  }
  return true;
}

struct trace_reader *trace_open(int fd, const char *name, struct tb_error *error)
{
  struct trace_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) {
    (void)tb_fail(error, "%s: out of memory for a trace reader", name);
    (void)close(fd);
    return NULL;
  }
  reader->fd = fd;
  reader->name = strdup(name);
  if (reader->name == NULL) {
    (void)tb_fail(error, "%s: out of memory for a trace reader", name);
  } else if (read_file_header(reader, error)) {
    return reader;
  }
  trace_close(reader);
  return NULL;
}

void trace_close(struct trace_reader *reader)
{
  if (reader == NULL) {
    return;
  }
  (void)close(reader->fd);
  free(reader->runs);
  free(reader->opcodes);
  free(reader->name);
  free(reader);
}

bool trace_start(const struct trace_reader *reader, uint64_t *pc)
{
  if (reader->run_count == 0) {
    return false;
  }
  *pc = reader->runs[0].pc;
  return true;
}

// Makes room for `count` more elements of `size` bytes.
static bool grow(const struct trace_reader *reader, void **elements, size_t used, size_t *capacity,
                 size_t count, size_t size, struct tb_error *error)
{
  if (used + count <= *capacity) {
    return true;
  }
  const size_t wanted = 2 * (used + count);
  void *larger = realloc(*elements, wanted * size);
  if (larger == NULL) {
    return tb_fail(error, "%s: out of memory for the trace's runs", reader->name);
  }
  *elements = larger;
  *capacity = wanted;
  return true;
}

static bool take_run(struct trace_reader *reader, const uint8_t *at, size_t left, uint32_t *count,
                     struct tb_error *error)
{
  const uint64_t offset = reader->block_offset + (uint64_t)(at - reader->payload);
  if (left < TRACE_RUN_SIZE) {
    return bad_at(reader, offset, "incomplete definition of a run", error);
  }
  *count = trace_get32(at + 8);
  if (*count == 0 || *count > TRACE_MAX_RUN || left - TRACE_RUN_SIZE < 4U * *count) {
    return bad_at(reader, offset, "length of a run does not fit", error);
  }
  void *runs = reader->runs;
  void *opcodes = reader->opcodes;
  const bool good =
      grow(reader, &runs, reader->run_count, &reader->run_capacity, 1, sizeof *reader->runs, error) &&
      grow(reader, &opcodes, reader->opcode_count, &reader->opcode_capacity, *count, sizeof *reader->opcodes,
           error);
  reader->runs = runs;
  reader->opcodes = opcodes;
  if (!good) {
    return false;
  }
  reader->runs[reader->run_count++] = (struct run){trace_get64(at), *count, reader->opcode_count};
  for (uint32_t i = 0; i < *count; i++) {
    reader->opcodes[reader->opcode_count++] = trace_get32(at + TRACE_RUN_SIZE + 4U * i);
  }
  return true;
}

static bool take_runs(struct trace_reader *reader, size_t size, struct tb_error *error)
{
  size_t at = 0;
  while (at < size) {
    uint32_t count = 0;
    if (!take_run(reader, reader->payload + at, size - at, &count, error)) {
      return false;
    }
    at += TRACE_RUN_SIZE + 4U * count;
  }
  return true;
}

static bool take_end(struct trace_reader *reader, size_t size, struct tb_error *error)
{
  if (size != TRACE_END_SIZE) {
    return bad_at(reader, reader->block_offset, "the end has a wrong length", error);
  }
  if (trace_get64(reader->payload + TRACE_END_OPS) != reader->operations) {
    return bad_at(reader, reader->block_offset, "the end has another number of operations", error);
  }
  if (trace_get64(reader->payload + TRACE_END_RUNS) != reader->run_count) {
    return bad_at(reader, reader->block_offset, "the end has another number of runs", error);
  }
  if (trace_get32(reader->payload + TRACE_END_REASON) > TRACE_END_ABRUPT) {
    return bad_at(reader, reader->block_offset, "unknown reason for the end", error);
  }
  uint8_t more;
  size_t got;
  if (!read_some(reader, &more, sizeof more, &got, error)) {
    return false;
  }
  if (got != 0) {
    return bad_at(reader, reader->offset - got, "something follows the end", error);
  }
  reader->ended = true;
  return true;
}

static bool is_vector_length(uint32_t bits)
{
  return bits % TRACE_VECTOR_STEP == 0 && bits <= TRACE_VECTOR_MAX;
}

static bool take_vectors(struct trace_reader *reader, size_t size, struct tb_error *error)
{
  const bool sme = size == TRACE_VECTOR_SME_SIZE;
  struct trace_vectors vectors = {.bits = size >= TRACE_VECTOR_SIZE ? trace_get32(reader->payload) : 0};
  uint32_t mode = 0;
  if (sme) {
    vectors.streaming_bits = trace_get32(reader->payload + TRACE_VECTOR_STREAMING);
    mode = trace_get32(reader->payload + TRACE_VECTOR_MODE);
    vectors.streaming = mode == 1;
  }
  if ((!sme && size != TRACE_VECTOR_SIZE) || !is_vector_length(vectors.bits) ||
      !is_vector_length(vectors.streaming_bits) || (sme && vectors.streaming_bits == 0) || mode > 1 ||
      (vectors.streaming && vectors.bits != vectors.streaming_bits)) {
    return bad_at(reader, reader->block_offset, "not a length of vectors", error);
  }
  reader->vectors = vectors;
  return true;
}

static bool take_block(struct trace_reader *reader, uint8_t type, size_t size, struct tb_error *error)
{
  switch (type) {
  case TRACE_BLOCK_RUNS:
    return take_runs(reader, size, error);
  case TRACE_BLOCK_EXECUTIONS:
    if (size < 8) {
      return bad_at(reader, reader->block_offset, "a block of executions has no next PC", error);
    }
    reader->next_pc = trace_get64(reader->payload);
    reader->at = 8;
    reader->size = size;
    reader->last_run = 0;
    reader->last_address = 0;
    return true;
  case TRACE_BLOCK_VECTOR:
    return take_vectors(reader, size, error);
  case TRACE_BLOCK_END:
    return take_end(reader, size, error);
  default:
    return bad_at(reader, reader->block_offset - TRACE_BLOCK_SIZE, "unknown type of block", error);
  }
}

static bool read_block(struct trace_reader *reader, struct tb_error *error)
{
  const uint64_t start = reader->offset;
  uint8_t header[TRACE_BLOCK_SIZE];
  size_t got;
  if (!read_some(reader, header, sizeof header, &got, error)) {
    return false;
  }
  if (got == 0) {
    return tb_fail(error, "%s: the trace stops at byte %" PRIu64 " without an end: %s", reader->name, start,
                   "the recording was cut short");
  }
  if (got < sizeof header) {
    return tb_fail(error, "%s: the trace stops at byte %" PRIu64 ", inside the header of a block: %s",
                   reader->name, reader->offset, "the recording was cut short");
  }
  if (trace_get32(header + TRACE_BLOCK_CRC) != crc_of(header, TRACE_BLOCK_CRC)) {
    return bad_at(reader, start, "checksum of a block's header does not match", error);
  }
  if (header[1] != 0 || header[2] != 0 || header[3] != 0 || trace_get32(header + TRACE_BLOCK_ZERO) != 0) {
    return bad_at(reader, start + 1, "reserved bytes are not zero", error);
  }
  if (trace_get32(header + TRACE_BLOCK_NUMBER) != reader->blocks) {
    return bad_at(reader, start + TRACE_BLOCK_NUMBER, "a block is missing or out of order", error);
  }
  reader->blocks++;
  const size_t size = trace_get32(header + TRACE_BLOCK_LENGTH);
  if (size > sizeof reader->payload) {
    return bad_at(reader, start + TRACE_BLOCK_LENGTH, "a block is too long", error);
  }
  reader->block_offset = reader->offset;
  if (!read_all(reader, reader->payload, size, "a block", error)) {
    return false;
  }
  if (trace_get32(header + TRACE_BLOCK_PAYLOAD_CRC) != crc_of(reader->payload, size)) {
    return bad_at(reader, reader->block_offset, "checksum of a block does not match", error);
  }
  return take_block(reader, header[0], size, error);
}

static bool take_number(struct trace_reader *reader, uint64_t *value, struct tb_error *error)
{
  *value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (reader->at == reader->size) {
      return bad_at(reader, reader->block_offset + reader->at, "incomplete number", error);
    }
    const uint8_t byte = reader->payload[reader->at++];
    if (shift == 63 && byte > 1) {
      break;
    }
    *value |= (uint64_t)(byte & 0x7F) << shift;
    if (byte < 0x80) {
      return true;
    }
  }
  return bad_at(reader, reader->block_offset + reader->at - 1, "a number has more than 64 bits", error);
}

// Takes the next execution of the block into reader->current.
static bool take_execution(struct trace_reader *reader, struct tb_error *error)
{
  const uint64_t offset = reader->block_offset + reader->at;
  uint64_t key;
  if (!take_number(reader, &key, error)) {
    return false;
  }
  const uint64_t run = reader->last_run + trace_unzigzag(key >> 1);
  if (run >= reader->run_count) {
    return bad_at(reader, offset, "a run that is not defined", error);
  }
  reader->last_run = run;
  struct execution *execution = &reader->current;
  *execution = (struct execution){.run = &reader->runs[run], .has_address = (key & 1U) != 0};
  if (execution->has_address) {
    uint64_t difference;
    if (!take_number(reader, &difference, error)) {
      return false;
    }
    reader->last_address += trace_unzigzag(difference);
    execution->address = reader->last_address;
  }
  return true;
}

// PC after the current execution: that of the next run of the block, or the one in the block's start.
static bool following_pc(struct trace_reader *reader, uint64_t *pc, struct tb_error *error)
{
  if (reader->at == reader->size) {
    *pc = reader->next_pc;
    return true;
  }
  const size_t at = reader->at;
  uint64_t key;
  if (!take_number(reader, &key, error)) {
    return false;
  }
  reader->at = at;
  const uint64_t run = reader->last_run + trace_unzigzag(key >> 1);
  if (run >= reader->run_count) {
    return bad_at(reader, reader->block_offset + at, "a run that is not defined", error);
  }
  *pc = reader->runs[run].pc;
  return true;
}

static bool next_op(struct trace_reader *reader, struct trace_op *op, struct tb_error *error)
{
  struct execution *execution = &reader->current;
  while (execution->run == NULL) {
    if (reader->at < reader->size) {
      if (!take_execution(reader, error)) {
        return false;
      }
    } else if (!read_block(reader, error)) {
      return false;
    } else if (reader->ended) {
      return true;
    }
  }
  const struct run *run = execution->run;
  const bool last = execution->done + 1 == run->count;
  *op = (struct trace_op){.pc = run->pc + 4U * execution->done,
                          .opcode = reader->opcodes[run->opcodes + execution->done],
                          .vectors = reader->vectors,
                          .has_address = last && execution->has_address,
                          .address = last ? execution->address : 0};
  op->next_pc = op->pc + 4;
  if (last) {
    if (!following_pc(reader, &op->next_pc, error)) {
      return false;
    }
    execution->run = NULL;
  }
  execution->done++;
  reader->operations++;
  return true;
}

enum trace_result trace_next(struct trace_reader *reader, struct trace_op *op, struct tb_error *error)
{
  if (reader->failed) {
    (void)tb_fail(error, "%s: the trace could not be read to its end", reader->name);
    return TRACE_ERROR;
  }
  if (!reader->ended && !next_op(reader, op, error)) {
    reader->failed = true;
    return TRACE_ERROR;
  }
  return reader->ended ? TRACE_END : TRACE_OP;
}
