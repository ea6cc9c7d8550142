// SPDX-License-Identifier: Apache-2.0
#include "programs/trace/trace_writer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum {
  LONGEST_EXECUTION = 20,  // bytes: two numbers of 64 bits
  NEXT_PC_SIZE = 8         // start of a block of executions
};

void trace_writer_init(struct trace_writer *writer, int fd, const char *name)
{
  memset(writer, 0, sizeof *writer);
  writer->fd = fd;
  writer->name = name;
  writer->used = NEXT_PC_SIZE;
}

static uint32_t crc_of(const uint8_t *bytes, size_t size)
{
  return (uint32_t)crc32(crc32(0, NULL, 0), bytes, (uInt)size);
}

static bool write_all(struct trace_writer *writer, const uint8_t *bytes, size_t size, struct tb_error *error)
{
  while (size > 0) {
    const ssize_t written = write(writer->fd, bytes, size);
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      return tb_fail(error, "%s: cannot write the trace: %s", writer->name, strerror(errno));
    }
    bytes += written;
    size -= (size_t)written;
  }
  return true;
}

static bool write_file_header(struct trace_writer *writer, struct tb_error *error)
{
  uint8_t header[TRACE_HEADER_SIZE] = TRACE_MAGIC;
  trace_put16(header + TRACE_HEADER_VERSION, TRACE_VERSION);
  trace_put16(header + TRACE_HEADER_MACHINE, TRACE_MACHINE);
  trace_put32(header + TRACE_HEADER_CRC, crc_of(header, TRACE_HEADER_CRC));
  writer->started = true;
  return write_all(writer, header, sizeof header, error);
}

static bool write_block(struct trace_writer *writer, enum trace_block_type type, const uint8_t *payload,
                        size_t size, struct tb_error *error)
{
  if (!writer->started && !write_file_header(writer, error)) {
    return false;
  }
  uint8_t header[TRACE_BLOCK_SIZE] = {(uint8_t)type};
  trace_put32(header + TRACE_BLOCK_NUMBER, writer->blocks++);
  trace_put32(header + TRACE_BLOCK_LENGTH, (uint32_t)size);
  trace_put32(header + TRACE_BLOCK_PAYLOAD_CRC, crc_of(payload, size));
  trace_put32(header + TRACE_BLOCK_CRC, crc_of(header, TRACE_BLOCK_CRC));
  return write_all(writer, header, sizeof header, error) && write_all(writer, payload, size, error);
}

static bool write_definitions(struct trace_writer *writer, struct tb_error *error)
{
  const size_t size = writer->definitions_used;
  writer->definitions_used = 0;
  return size == 0 || write_block(writer, TRACE_BLOCK_RUNS, writer->definitions, size, error);
}

bool trace_writer_define(struct trace_writer *writer, uint64_t pc, const uint32_t *opcodes, uint32_t count,
                         uint32_t *run, struct tb_error *error)
{
  if (count == 0 || count > TRACE_MAX_RUN) {
    return tb_fail(error, "%s: a run of %u operations (1..%d are possible)", writer->name, count,
                   TRACE_MAX_RUN);
  }
  if (writer->definitions_used >= TRACE_DEFINITIONS_DUE && !write_definitions(writer, error)) {
    return false;
  }
  uint8_t *at = writer->definitions + writer->definitions_used;
  trace_put64(at, pc);
  trace_put32(at + 8, count);
  for (uint32_t i = 0; i < count; i++) {
    trace_put32(at + TRACE_RUN_SIZE + 4U * i, opcodes[i]);
  }
  writer->definitions_used += TRACE_RUN_SIZE + 4U * count;
  *run = writer->runs++;
  return true;
}

bool trace_writer_full(const struct trace_writer *writer)
{
  return writer->used + LONGEST_EXECUTION > sizeof writer->payload;
}

// Seven bits per byte, least significant first; the top bit is set if more follow. Returns the end of the number.
static uint8_t *put_number(uint8_t *at, uint64_t value)
{
  while (value >= 0x80) {
    *at++ = (uint8_t)(value | 0x80);
    value >>= 7;
  }
  *at++ = (uint8_t)value;
  return at;
}

void trace_writer_add(struct trace_writer *writer, uint32_t run, uint32_t count, bool has_address,
                      uint64_t address)
{
  const uint64_t key = trace_zigzag((uint64_t)run - writer->last_run) << 1 | (has_address ? 1U : 0U);
  uint8_t *at = put_number(writer->payload + writer->used, key);
  writer->last_run = run;
  if (has_address) {
    at = put_number(at, trace_zigzag(address - writer->last_address));
    writer->last_address = address;
  }
  writer->operations += count;
  writer->used = (size_t)(at - writer->payload);
}

// Writes the length of vectors if it has changed.
static bool write_vectors(struct trace_writer *writer, struct tb_error *error)
{
  const struct trace_vectors *vectors = &writer->vectors;
  if (trace_vectors_equal(vectors, &writer->written)) {
    return true;
  }
  const size_t size = vectors->streaming_bits != 0 ? TRACE_VECTOR_SME_SIZE : TRACE_VECTOR_SIZE;
  uint8_t payload[TRACE_VECTOR_SME_SIZE];
  trace_put32(payload, vectors->bits);
  trace_put32(payload + TRACE_VECTOR_STREAMING, vectors->streaming_bits);
  trace_put32(payload + TRACE_VECTOR_MODE, vectors->streaming ? 1 : 0);
  writer->written = *vectors;
  return write_block(writer, TRACE_BLOCK_VECTOR, payload, size, error);
}

bool trace_writer_flush(struct trace_writer *writer, uint64_t next_pc, struct tb_error *error)
{
  const size_t size = writer->used;
  writer->used = NEXT_PC_SIZE;
  writer->last_run = 0;
  writer->last_address = 0;
  trace_put64(writer->payload, next_pc);
  return size == NEXT_PC_SIZE || (write_definitions(writer, error) && write_vectors(writer, error) &&
                                  write_block(writer, TRACE_BLOCK_EXECUTIONS, writer->payload, size, error));
}

bool trace_writer_end(struct trace_writer *writer, enum trace_end_reason reason, uint32_t status,
                      struct tb_error *error)
{
  if (!write_definitions(writer, error)) {
    return false;
  }
  uint8_t payload[TRACE_END_SIZE];
  trace_put64(payload + TRACE_END_OPS, writer->operations);
  trace_put64(payload + TRACE_END_RUNS, writer->runs);
  trace_put32(payload + TRACE_END_REASON, (uint32_t)reason);
  trace_put32(payload + TRACE_END_STATUS, status);
  return write_block(writer, TRACE_BLOCK_END, payload, sizeof payload, error);
}
