// SPDX-License-Identifier: Apache-2.0
//
// Operation traces: the reader returns what was written, and refuses incomplete and damaged traces. Program runs,
// which check requirements D4 and D5, read them.
#define _GNU_SOURCE  // memfd_create

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "programs/trace/trace.h"
#include "programs/trace/trace_writer.h"
#include "unit/test/test.h"

struct bytes {
  uint8_t data[1 << 20];
  size_t size;
};

static int file_of(const uint8_t *data, size_t size)
{
  const int fd = memfd_create("trace", MFD_CLOEXEC);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, data, size), (ssize_t)size);
  assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
  return fd;
}

static void slurp(int fd, struct bytes *bytes)
{
  assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
  const ssize_t got = read(fd, bytes->data, sizeof bytes->data);
  assert_true(got > 0 && (size_t)got < sizeof bytes->data);
  bytes->size = (size_t)got;
  assert_int_equal(close(fd), 0);
}

static struct trace_writer trace;  // too large for a stack
static struct bytes example;

static int open_writer(const char *name)
{
  const int fd = memfd_create("trace", MFD_CLOEXEC);
  trace_writer_init(&trace, fd, name);
  return fd;
}

static uint32_t define(uint64_t pc, const uint32_t *opcodes, uint32_t count)
{
  struct tb_error error = {""};
  uint32_t run;
  assert_true(trace_writer_define(&trace, pc, opcodes, count, &run, &error));
  return run;
}

static void flush(uint64_t next_pc)
{
  struct tb_error error = {""};
  assert_true(trace_writer_flush(&trace, next_pc, &error));
}

static void end(enum trace_end_reason reason)
{
  struct tb_error error = {""};
  assert_true(trace_writer_end(&trace, reason, 0, &error));
}

// `example` has a run without memory, one with and without address, and one defined after the first block.
static int write_example(void **state)
{
  static const uint32_t opcodes[4] = {0xD503201F, 0x91000400, 0xF9400000, 0x14000000};
  (void)state;
  const int fd = open_writer("example");
  const uint32_t memory = define(0x1000, opcodes, 3);
  const uint32_t jump = define(0x100C, opcodes + 3, 1);
  trace_writer_add(&trace, memory, 3, true, 0xFFFF000012345678);
  trace_writer_add(&trace, jump, 1, false, 0);
  flush(0x2000);
  const uint32_t late = define(0x2000, opcodes, 1);
  trace_writer_add(&trace, late, 1, false, 0);
  trace_writer_add(&trace, memory, 3, false, 0);
  trace_writer_add(&trace, memory, 3, true, 8);
  flush(0x100C);
  trace_writer_add(&trace, jump, 1, false, 0);
  flush(0x1010);
  end(TRACE_END_EXIT);
  slurp(fd, &example);
  return 0;
}

#define EXAMPLE_TEST(name) TEST_WITH(name, write_example, NULL)

// How reading a trace ends, after *count operations.
static enum trace_result read_all(const uint8_t *data, size_t size, size_t *count, struct tb_error *error)
{
  *count = 0;
  struct trace_reader *reader = trace_open(file_of(data, size), "example", error);
  struct trace_op op;
  enum trace_result result = reader != NULL ? TRACE_OP : TRACE_ERROR;
  while (result == TRACE_OP) {
    result = trace_next(reader, &op, error);
    *count += result == TRACE_OP ? 1U : 0U;
  }
  if (reader != NULL && result == TRACE_ERROR) {
    struct tb_error again = {""};
    assert_int_equal(trace_next(reader, &op, &again), TRACE_ERROR);
  }
  trace_close(reader);
  return result;
}

// The error of a trace that is refused.
static const char *refusal(const uint8_t *data, size_t size)
{
  static struct tb_error error;
  size_t count;
  error.text[0] = '\0';
  assert_int_equal(read_all(data, size, &count, &error), TRACE_ERROR);
  return error.text;
}

EXAMPLE_TEST(operations_read_back_as_written)
{
  static const struct trace_op expected[] = {
      {0x1000, 0x1004, 0, 0xD503201F, false, {0}},
      {0x1004, 0x1008, 0, 0x91000400, false, {0}},
      {0x1008, 0x100C, 0xFFFF000012345678, 0xF9400000, true, {0}},
      {0x100C, 0x2000, 0, 0x14000000, false, {0}},
      {0x2000, 0x1000, 0, 0xD503201F, false, {0}},
      {0x1000, 0x1004, 0, 0xD503201F, false, {0}},
      {0x1004, 0x1008, 0, 0x91000400, false, {0}},
      {0x1008, 0x1000, 0, 0xF9400000, false, {0}},
      {0x1000, 0x1004, 0, 0xD503201F, false, {0}},
      {0x1004, 0x1008, 0, 0x91000400, false, {0}},
      {0x1008, 0x100C, 8, 0xF9400000, true, {0}},
      {0x100C, 0x1010, 0, 0x14000000, false, {0}},
  };
  struct tb_error error = {""};
  struct trace_reader *reader = trace_open(file_of(example.data, example.size), "example", &error);
  assert_non_null(reader);
  struct trace_op op;
  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    assert_int_equal(trace_next(reader, &op, &error), TRACE_OP);
    if (op.pc != expected[i].pc || op.next_pc != expected[i].next_pc || op.address != expected[i].address ||
        op.opcode != expected[i].opcode || op.has_address != expected[i].has_address) {
      fail_msg("operation %zu: pc %llx next %llx address %llx opcode %08x", i, (unsigned long long)op.pc,
               (unsigned long long)op.next_pc, (unsigned long long)op.address, op.opcode);
    }
  }
  assert_int_equal(trace_next(reader, &op, &error), TRACE_END);
  assert_int_equal(trace_next(reader, &op, &error), TRACE_END);
  assert_string_equal(error.text, "");
  trace_close(reader);
}

// A trace with one operation for each row.
static void write_vectors(const struct trace_vectors *vectors, size_t count, struct bytes *bytes)
{
  static const uint32_t opcode = 0x04A20020;
  const int fd = open_writer("vectors");
  const uint32_t run = define(0x1000, &opcode, 1);
  for (size_t i = 0; i < count; i++) {
    trace.vectors = vectors[i];
    trace_writer_add(&trace, run, 1, false, 0);
    flush(0x1004);
  }
  end(TRACE_END_EXIT);
  slurp(fd, bytes);
}

// Each operation has the vector lengths and the mode of its block.
TEST(vectors_are_those_of_the_block)
{
  static const struct trace_vectors vectors[] = {{0, 0, false},     {512, 0, false},  {512, 0, false},
                                                 {128, 0, false},   {0, 0, false},    {2048, 0, false},
                                                 {512, 256, false}, {256, 256, true}, {512, 256, false},
                                                 {0, 128, false},   {0, 0, false}};
  enum { COUNT = sizeof vectors / sizeof vectors[0], CHANGES = 9 };
  static struct bytes bytes;
  struct tb_error error = {""};
  write_vectors(vectors, COUNT, &bytes);
  struct trace_reader *reader = trace_open(file_of(bytes.data, bytes.size), "vectors", &error);
  struct trace_op op;
  for (size_t i = 0; i < COUNT; i++) {
    assert_int_equal(trace_next(reader, &op, &error), TRACE_OP);
    if (!trace_vectors_equal(&op.vectors, &vectors[i])) {
      fail_msg("operation %zu: %u bits, %u in Streaming SVE mode, which is %d", i, op.vectors.bits,
               op.vectors.streaming_bits, op.vectors.streaming);
    }
  }
  assert_int_equal(trace_next(reader, &op, &error), TRACE_END);
  trace_close(reader);
  const size_t end = bytes.size - TRACE_BLOCK_SIZE - TRACE_END_SIZE;
  assert_int_equal(trace_get32(bytes.data + end + TRACE_BLOCK_NUMBER),
                   1 + COUNT + CHANGES);  // 1: definitions
}

TEST(impossible_vector_length_is_refused)
{
  static const struct trace_vectors vectors[] = {
      {64, 0, false},   {129, 0, false},    {2176, 0, false}, {0x80000100, 0, false},
      {128, 64, false}, {128, 2176, false}, {64, 128, false},  // only that of Streaming SVE mode is possible
      {512, 256, true}};                                       // Streaming SVE mode has another length
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
    static struct bytes bytes;
    write_vectors(&vectors[i], 1, &bytes);
    assert_non_null(strstr(refusal(bytes.data, bytes.size), "not a length of vectors"));
  }
}

// F3: the difference to the start address in the file is how far a program was moved when it was loaded.
EXAMPLE_TEST(start_is_where_the_program_starts)
{
  struct tb_error error = {""};
  struct trace_reader *reader = trace_open(file_of(example.data, example.size), "example", &error);
  assert_non_null(reader);
  uint64_t pc = 7;
  assert_false(trace_start(reader, &pc));
  assert_int_equal(pc, 7);
  struct trace_op op;
  while (trace_next(reader, &op, &error) == TRACE_OP) {
    assert_true(trace_start(reader, &pc));
    assert_int_equal(pc, 0x1000);
  }
  assert_true(trace_start(reader, &pc));
  trace_close(reader);
}

EXAMPLE_TEST(truncated_trace_is_refused)
{
  for (size_t size = 0; size < example.size; size++) {
    char offset[64];
    const char *error = refusal(example.data, size);
    (void)snprintf(offset, sizeof offset, "at byte %zu", size);
    if (strstr(error, offset) == NULL || strstr(error, "example: ") != error) {
      fail_msg("cut at %zu: %s", size, error);
    }
  }
}

EXAMPLE_TEST(flipped_bit_is_caught)
{
  for (size_t bit = 0; bit < 8 * example.size; bit++) {
    example.data[bit / 8] ^= (uint8_t)(1U << bit % 8);
    const char *error = refusal(example.data, example.size);
    if (error[0] == '\0' || strchr(error, '\n') != NULL) {
      fail_msg("bit %zu of byte %zu: %s", bit % 8, bit / 8, error);
    }
    example.data[bit / 8] ^= (uint8_t)(1U << bit % 8);
  }
}

EXAMPLE_TEST(bytes_after_the_end_are_refused)
{
  example.data[example.size] = 0;
  assert_non_null(strstr(refusal(example.data, example.size + 1), "something follows the end"));
}

// Size of the block at `at`, including its header.
static size_t block_size(size_t at)
{
  return TRACE_BLOCK_SIZE + trace_get32(example.data + at + TRACE_BLOCK_LENGTH);
}

EXAMPLE_TEST(missing_block_is_caught)
{
  for (size_t at = TRACE_HEADER_SIZE; at < example.size; at += block_size(at)) {
    static struct bytes less;
    const size_t gone = block_size(at);
    memcpy(less.data, example.data, at);
    memcpy(less.data + at, example.data + at + gone, example.size - at - gone);
    (void)refusal(less.data, example.size - gone);
  }
}

EXAMPLE_TEST(exchanged_blocks_are_caught)
{
  for (size_t at = TRACE_HEADER_SIZE; at + block_size(at) < example.size; at += block_size(at)) {
    static struct bytes other;
    const size_t first = block_size(at);
    const size_t second = block_size(at + first);
    memcpy(other.data, example.data, example.size);
    memcpy(other.data + at, example.data + at + first, second);
    memcpy(other.data + at + second, example.data + at, first);
    (void)refusal(other.data, example.size);
  }
}

// Makes the checksums of the example's block at `at` right after a change.
static void repair(size_t at)
{
  uint8_t *block = example.data + at;
  const uint32_t length = trace_get32(block + TRACE_BLOCK_LENGTH);
  trace_put32(block + TRACE_BLOCK_PAYLOAD_CRC, (uint32_t)crc32(0, block + TRACE_BLOCK_SIZE, length));
  trace_put32(block + TRACE_BLOCK_CRC, (uint32_t)crc32(0, block, TRACE_BLOCK_CRC));
}

// Every value of every byte of every block, with correct checksums: the contents are refused or read, but never used as
// an address out of bounds, which the address sanitizer would report.
EXAMPLE_TEST(bad_contents_do_not_crash_the_reader)
{
  size_t refused = 0;
  for (size_t at = TRACE_HEADER_SIZE; at < example.size; at += block_size(at)) {
    for (size_t i = TRACE_BLOCK_SIZE; i < block_size(at); i++) {
      const uint8_t good = example.data[at + i];
      for (unsigned value = 0; value < 256; value++) {
        size_t count;
        struct tb_error error = {""};
        example.data[at + i] = (uint8_t)value;
        repair(at);
        refused += read_all(example.data, example.size, &count, &error) == TRACE_ERROR ? 1U : 0U;
        assert_true(count <= 1U << 16);
      }
      example.data[at + i] = good;
      repair(at);
    }
  }
  assert_true(refused > 1000);
}

EXAMPLE_TEST(reserved_bytes_are_zero)
{
  static const size_t reserved[] = {1, 2, 3, TRACE_BLOCK_ZERO, TRACE_BLOCK_ZERO + 3};
  for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
    (void)write_example(state);
    example.data[TRACE_HEADER_SIZE + reserved[i]] = 1;
    repair(TRACE_HEADER_SIZE);
    assert_string_equal(refusal(example.data, example.size),
                        "example: bad trace at byte 17: reserved bytes are not zero");
  }
}

EXAMPLE_TEST(another_version_is_refused)
{
  trace_put16(example.data + TRACE_HEADER_VERSION, TRACE_VERSION + 1);
  trace_put32(example.data + TRACE_HEADER_CRC, (uint32_t)crc32(0, example.data, TRACE_HEADER_CRC));
  assert_string_equal(refusal(example.data, example.size),
                      "example: bad trace at byte 8: version 2, this program reads version 1");
}

// Many blocks, with differences of every size: nothing is lost between two blocks.
TEST(long_trace_keeps_every_operation)
{
  enum { EXECUTIONS = 200000 };
  static const uint32_t opcode = 0xF9400000;
  struct tb_error error = {""};
  const int fd = open_writer("long");
  for (uint32_t i = 0; i < 10000; i++) {
    assert_int_equal(define(0x400000 + 16 * i, &opcode, 1), i);
  }
  for (uint64_t i = 0; i < EXECUTIONS; i++) {
    if (trace_writer_full(&trace)) {
      flush(0x400000 + 16 * (i * 7919 % 10000));
    }
    trace_writer_add(&trace, (uint32_t)(i * 7919 % 10000), 1, true, i * i * 0x9E3779B97F4A7C15U >> (i % 64));
  }
  flush(4);
  end(TRACE_END_LIMIT);
  assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
  struct trace_reader *reader = trace_open(fd, "long", &error);
  struct trace_op op;
  for (uint64_t i = 0; i < EXECUTIONS; i++) {
    assert_int_equal(trace_next(reader, &op, &error), TRACE_OP);
    assert_int_equal(op.pc, 0x400000 + 16 * (i * 7919 % 10000));
    assert_int_equal(op.address, i * i * 0x9E3779B97F4A7C15U >> (i % 64));
    assert_int_equal(op.next_pc, i + 1 < EXECUTIONS ? 0x400000 + 16 * ((i + 1) * 7919 % 10000) : 4);
  }
  assert_int_equal(trace_next(reader, &op, &error), TRACE_END);
  trace_close(reader);
}

TEST(failed_write_is_reported)
{
  static const uint32_t opcode = 0xF9400000;
  struct tb_error error = {""};
  uint32_t run;
  trace_writer_init(&trace, -1, "nowhere");
  assert_false(trace_writer_define(&trace, 0, &opcode, 0, &run, &error));
  error.text[0] = '\0';
  trace_writer_add(&trace, define(0, &opcode, 1), 1, false, 0);
  assert_false(trace_writer_flush(&trace, 4, &error));
  assert_string_equal(error.text, "nowhere: cannot write the trace: Bad file descriptor");
}
