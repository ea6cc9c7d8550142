// SPDX-License-Identifier: Apache-2.0
//
// Operation traces: the reader reads what the writer writes, and refuses incomplete or wrong traces.
// The traces are real input of the testbench (requirements D4, D5 are checked with them).
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

// A run without memory, one with and without address, one defined after the first block.
static void write_example(struct bytes *bytes)
{
  static const uint32_t opcodes[4] = {0xD503201F, 0x91000400, 0xF9400000, 0x14000000};
  struct tb_error error = {""};
  const int fd = memfd_create("trace", MFD_CLOEXEC);
  static struct trace_writer written;
  struct trace_writer *const writer = &written;
  trace_writer_init(writer, fd, "example");
  uint32_t memory;
  uint32_t jump;
  uint32_t late;
  assert_true(trace_writer_define(writer, 0x1000, opcodes, 3, &memory, &error));
  assert_true(trace_writer_define(writer, 0x100C, opcodes + 3, 1, &jump, &error));
  trace_writer_add(writer, memory, 3, true, 0xFFFF000012345678);
  trace_writer_add(writer, jump, 1, false, 0);
  assert_true(trace_writer_flush(writer, 0x2000, &error));
  assert_true(trace_writer_define(writer, 0x2000, opcodes, 1, &late, &error));
  trace_writer_add(writer, late, 1, false, 0);
  trace_writer_add(writer, memory, 3, false, 0);
  trace_writer_add(writer, memory, 3, true, 8);
  assert_true(trace_writer_flush(writer, 0x100C, &error));
  trace_writer_add(writer, jump, 1, false, 0);
  assert_true(trace_writer_flush(writer, 0x1010, &error));
  assert_true(trace_writer_end(writer, TRACE_END_EXIT, 0, &error));
  slurp(fd, bytes);
}

// How reading a trace ends; *count says after how many operations.
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

TEST(operations_read_back_as_written)
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
  static struct bytes bytes;
  write_example(&bytes);
  struct tb_error error = {""};
  struct trace_reader *reader = trace_open(file_of(bytes.data, bytes.size), "example", &error);
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
  static struct trace_writer writer;
  static const uint32_t opcode = 0x04A20020;
  struct tb_error error = {""};
  uint32_t run;
  const int fd = memfd_create("trace", MFD_CLOEXEC);
  trace_writer_init(&writer, fd, "vectors");
  assert_true(trace_writer_define(&writer, 0x1000, &opcode, 1, &run, &error));
  for (size_t i = 0; i < count; i++) {
    writer.vectors = vectors[i];
    trace_writer_add(&writer, run, 1, false, 0);
    assert_true(trace_writer_flush(&writer, 0x1004, &error));
  }
  assert_true(trace_writer_end(&writer, TRACE_END_EXIT, 0, &error));
  slurp(fd, bytes);
}

// Operations have the lengths that vectors had then, and the mode.
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
  static const struct trace_vectors vectors[] = {{64, 0, false},         {129, 0, false},  {2176, 0, false},
                                                 {0x80000100, 0, false}, {128, 64, false}, {128, 2176, false},
                                                 {64, 128, false},   // of SVE, of SME
                                                 {512, 256, true}};  // the mode has another length
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
    static struct bytes bytes;
    struct tb_error error = {""};
    size_t count;
    write_vectors(&vectors[i], 1, &bytes);
    assert_int_equal(read_all(bytes.data, bytes.size, &count, &error), TRACE_ERROR);
    assert_non_null(strstr(error.text, "not a length of vectors"));
  }
}

// F3: the address at which a program starts shows by how much it was moved when it was loaded.
TEST(start_is_where_the_program_starts)
{
  static struct bytes bytes;
  write_example(&bytes);
  struct tb_error error = {""};
  struct trace_reader *reader = trace_open(file_of(bytes.data, bytes.size), "example", &error);
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

TEST(truncated_trace_is_refused)
{
  static struct bytes bytes;
  write_example(&bytes);
  for (size_t size = 0; size < bytes.size; size++) {
    size_t count;
    char offset[64];
    struct tb_error error = {""};
    (void)snprintf(offset, sizeof offset, "at byte %zu", size);
    assert_int_equal(read_all(bytes.data, size, &count, &error), TRACE_ERROR);
    if (strstr(error.text, offset) == NULL || strstr(error.text, "example: ") != error.text) {
      fail_msg("cut at %zu: %s", size, error.text);
    }
  }
}

TEST(flipped_bit_is_caught)
{
  static struct bytes bytes;
  write_example(&bytes);
  for (size_t bit = 0; bit < 8 * bytes.size; bit++) {
    size_t count;
    struct tb_error error = {""};
    bytes.data[bit / 8] ^= (uint8_t)(1U << bit % 8);
    if (read_all(bytes.data, bytes.size, &count, &error) != TRACE_ERROR || error.text[0] == '\0' ||
        strchr(error.text, '\n') != NULL) {
      fail_msg("bit %zu of byte %zu: %s", bit % 8, bit / 8, error.text);
    }
    bytes.data[bit / 8] ^= (uint8_t)(1U << bit % 8);
  }
}

TEST(bytes_after_the_end_are_refused)
{
  static struct bytes bytes;
  write_example(&bytes);
  bytes.data[bytes.size] = 0;
  size_t count;
  struct tb_error error = {""};
  assert_int_equal(read_all(bytes.data, bytes.size + 1, &count, &error), TRACE_ERROR);
  assert_non_null(strstr(error.text, "something follows the end"));
}

// Size of the block at `at`, its header included.
static size_t block_size(const struct bytes *bytes, size_t at)
{
  return TRACE_BLOCK_SIZE + trace_get32(bytes->data + at + TRACE_BLOCK_LENGTH);
}

TEST(missing_block_is_caught)
{
  static struct bytes bytes;
  write_example(&bytes);
  for (size_t at = TRACE_HEADER_SIZE; at < bytes.size; at += block_size(&bytes, at)) {
    static struct bytes less;
    const size_t gone = block_size(&bytes, at);
    memcpy(less.data, bytes.data, at);
    memcpy(less.data + at, bytes.data + at + gone, bytes.size - at - gone);
    size_t count;
    struct tb_error error = {""};
    assert_int_equal(read_all(less.data, bytes.size - gone, &count, &error), TRACE_ERROR);
  }
}

TEST(exchanged_blocks_are_caught)
{
  static struct bytes bytes;
  write_example(&bytes);
  for (size_t at = TRACE_HEADER_SIZE; at + block_size(&bytes, at) < bytes.size;
       at += block_size(&bytes, at)) {
    static struct bytes other;
    const size_t first = block_size(&bytes, at);
    const size_t second = block_size(&bytes, at + first);
    memcpy(other.data, bytes.data, bytes.size);
    memcpy(other.data + at, bytes.data + at + first, second);
    memcpy(other.data + at + second, bytes.data + at, first);
    size_t count;
    struct tb_error error = {""};
    assert_int_equal(read_all(other.data, bytes.size, &count, &error), TRACE_ERROR);
  }
}

// Makes the checksums of the block at `at` right again after a change.
static void repair(struct bytes *bytes, size_t at)
{
  uint8_t *block = bytes->data + at;
  const uint32_t length = trace_get32(block + TRACE_BLOCK_LENGTH);
  trace_put32(block + TRACE_BLOCK_PAYLOAD_CRC, (uint32_t)crc32(0, block + TRACE_BLOCK_SIZE, length));
  trace_put32(block + TRACE_BLOCK_CRC, (uint32_t)crc32(0, block, TRACE_BLOCK_CRC));
}

// With right checksums every byte of every block set to every value: contents are refused or read, never
// followed out of bounds (the run under the address sanitizer would say so).
TEST(bad_contents_do_not_crash_the_reader)
{
  static struct bytes good;
  static struct bytes bad;
  write_example(&good);
  size_t refused = 0;
  for (size_t at = TRACE_HEADER_SIZE; at < good.size; at += block_size(&good, at)) {
    for (size_t i = TRACE_BLOCK_SIZE; i < block_size(&good, at); i++) {
      for (unsigned value = 0; value < 256; value++) {
        memcpy(bad.data, good.data, good.size);
        bad.size = good.size;
        bad.data[at + i] = (uint8_t)value;
        repair(&bad, at);
        size_t count;
        struct tb_error error = {""};
        refused += read_all(bad.data, bad.size, &count, &error) == TRACE_ERROR ? 1U : 0U;
        assert_true(count <= 1U << 16);
      }
    }
  }
  assert_true(refused > 1000);
}

TEST(reserved_bytes_are_zero)
{
  static const size_t reserved[] = {1, 2, 3, TRACE_BLOCK_ZERO, TRACE_BLOCK_ZERO + 3};
  for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
    static struct bytes bytes;
    write_example(&bytes);
    bytes.data[TRACE_HEADER_SIZE + reserved[i]] = 1;
    repair(&bytes, TRACE_HEADER_SIZE);
    size_t count;
    struct tb_error error = {""};
    assert_int_equal(read_all(bytes.data, bytes.size, &count, &error), TRACE_ERROR);
    assert_string_equal(error.text, "example: bad trace at byte 17: reserved bytes are not zero");
  }
}

TEST(another_version_is_refused)
{
  static struct bytes bytes;
  write_example(&bytes);
  trace_put16(bytes.data + TRACE_HEADER_VERSION, TRACE_VERSION + 1);
  trace_put32(bytes.data + TRACE_HEADER_CRC, (uint32_t)crc32(0, bytes.data, TRACE_HEADER_CRC));
  size_t count;
  struct tb_error error = {""};
  assert_int_equal(read_all(bytes.data, bytes.size, &count, &error), TRACE_ERROR);
  assert_string_equal(error.text, "example: bad trace at byte 8: version 2, this program reads version 1");
}

// Many blocks, with differences of every size: nothing is lost where one block ends and the next starts.
TEST(long_trace_keeps_every_operation)
{
  enum { EXECUTIONS = 200000 };
  static const uint32_t opcode = 0xF9400000;
  struct tb_error error = {""};
  const int fd = memfd_create("trace", MFD_CLOEXEC);
  static struct trace_writer written;
  struct trace_writer *const writer = &written;
  trace_writer_init(writer, fd, "long");
  uint32_t run;
  for (uint32_t i = 0; i < 10000; i++) {
    assert_true(trace_writer_define(writer, 0x400000 + 16 * i, &opcode, 1, &run, &error));
  }
  for (uint64_t i = 0; i < EXECUTIONS; i++) {
    if (trace_writer_full(writer)) {
      assert_true(trace_writer_flush(writer, 0x400000 + 16 * (i * 7919 % 10000), &error));
    }
    trace_writer_add(writer, (uint32_t)(i * 7919 % 10000), 1, true, i * i * 0x9E3779B97F4A7C15U >> (i % 64));
  }
  assert_true(trace_writer_flush(writer, 4, &error));
  assert_true(trace_writer_end(writer, TRACE_END_LIMIT, 0, &error));
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
  static struct trace_writer written;
  struct trace_writer *const writer = &written;
  trace_writer_init(writer, -1, "nowhere");
  uint32_t run;
  assert_false(trace_writer_define(writer, 0, &opcode, 0, &run, &error));
  error.text[0] = '\0';
  assert_true(trace_writer_define(writer, 0, &opcode, 1, &run, &error));
  trace_writer_add(writer, run, 1, false, 0);
  assert_false(trace_writer_flush(writer, 4, &error));
  assert_string_equal(error.text, "nowhere: cannot write the trace: Bad file descriptor");
}
