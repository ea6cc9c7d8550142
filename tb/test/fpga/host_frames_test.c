// SPDX-License-Identifier: Apache-2.0
//
// Requests as bytes, and responses found in damaged streams (docs/fpga-hardware.md, The serial line).
#include <string.h>

#include "host/crc16.h"
#include "host/frames.h"
#include "test/test.h"

enum { STREAM = 256 };

struct stream {
  struct response_finder finder;
  struct response found[8];
  size_t count;
};

static void feed(struct stream *stream, const uint8_t *bytes, size_t size)
{
  for (size_t i = 0; i < size; i++) {
    struct response response;
    if (response_find(&stream->finder, bytes[i], &response)) {
      assert_true(stream->count < 8);
      stream->found[stream->count++] = response;
    }
  }
}

static void make(uint8_t bytes[RESPONSE_BYTES], uint8_t seq, uint64_t data)
{
  bytes[0] = RESPONSE_SYNC;
  bytes[1] = seq;
  bytes[2] = STATUS_DONE;
  for (size_t i = 0; i < 8; i++) {
    bytes[3 + i] = (uint8_t)(data >> 8 * i);
  }
  const uint16_t crc = crc16(bytes, 11);
  bytes[11] = (uint8_t)crc;
  bytes[12] = (uint8_t)(crc >> 8);
}

// Bytes and CRC were worked out by another program.
TEST(request_has_the_documented_layout)
{
  static const uint8_t expected[REQUEST_BYTES] = {0x5A, 0x07, 0x01, 0x34, 0x12, 0x88, 0x77, 0x66,
                                                  0x55, 0x44, 0x33, 0x22, 0x11, 0x2F, 0x60};
  uint8_t bytes[REQUEST_BYTES];
  request_encode(&(struct request){OP_WRITE, 0x1234, 0x1122334455667788}, 7, bytes);
  assert_memory_equal(bytes, expected, sizeof expected);
}

TEST(response_is_read_as_documented)
{
  static const uint8_t bytes[RESPONSE_BYTES] = {0xA5, 0x07, 0x00, 0x88, 0x77, 0x66, 0x55,
                                                0x44, 0x33, 0x22, 0x11, 0xC5, 0xA2};
  struct stream stream = {.count = 0};
  feed(&stream, bytes, sizeof bytes);
  assert_int_equal(stream.count, 1);
  assert_int_equal(stream.found[0].seq, 7);
  assert_int_equal(stream.found[0].status, STATUS_DONE);
  assert_int_equal(stream.found[0].data, 0x1122334455667788);
}

TEST(response_is_found_behind_noise)
{
  static const uint8_t noise[] = {0x00, 0xA5, 0xFF, 0xA5, 0xA5, 0x13};
  uint8_t bytes[RESPONSE_BYTES];
  struct stream stream = {.count = 0};
  make(bytes, 9, 42);
  feed(&stream, noise, sizeof noise);
  feed(&stream, bytes, sizeof bytes);
  assert_int_equal(stream.count, 1);
  assert_int_equal(stream.found[0].data, 42);
}

// The frame after the damaged one follows at once.
TEST(response_is_found_behind_a_damaged_one)
{
  for (size_t bit = 0; bit < 8 * RESPONSE_BYTES; bit++) {
    uint8_t bytes[3 * RESPONSE_BYTES];
    struct stream stream = {.count = 0};
    make(bytes, 1, 0xA5A5A5A5A5A5A5A5);
    make(bytes + RESPONSE_BYTES, 2, 0xA5A5);
    make(bytes + 2 * RESPONSE_BYTES, 3, 7);
    bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
    feed(&stream, bytes, sizeof bytes);
    assert_int_equal(stream.count, 2);
    assert_int_equal(stream.found[0].seq, 2);
    assert_int_equal(stream.found[1].seq, 3);
  }
}

TEST(response_is_found_behind_a_lost_byte)
{
  for (size_t lost = 0; lost < RESPONSE_BYTES; lost++) {
    uint8_t bytes[2 * RESPONSE_BYTES];
    struct stream stream = {.count = 0};
    make(bytes, 1, 0x1234567890ABCDEF);
    make(bytes + RESPONSE_BYTES, 2, 77);
    memmove(bytes + lost, bytes + lost + 1, sizeof bytes - lost - 1);
    feed(&stream, bytes, sizeof bytes - 1);
    assert_int_equal(stream.count, 1);
    assert_int_equal(stream.found[0].data, 77);
  }
}

TEST(bad_crc_is_counted)
{
  uint8_t bytes[RESPONSE_BYTES];
  struct stream stream = {.count = 0};
  make(bytes, 1, 5);
  bytes[5] ^= 1;
  feed(&stream, bytes, sizeof bytes);
  assert_int_equal(stream.count, 0);
  assert_int_equal(stream.finder.bad_crc, 1);
}
