// SPDX-License-Identifier: Apache-2.0
//
// The link over a scripted line: what is damaged, lost, doubled or late is repaired and counted; what cannot be
// repaired is reported (docs/fpga-hardware.md, The serial line).
#include <stdlib.h>
#include <string.h>

#include "host/crc16.h"
#include "host/link.h"
#include "test/test.h"
#include "util/rng.h"

enum { WORDS = 64, PENDING = 4096 };

enum fault {
  FAULT_NONE,
  FAULT_DROP_REQUEST,
  FAULT_DAMAGE_REQUEST,  // the board rejects it
  FAULT_CUT_REQUEST,     // loses a byte
  FAULT_DROP_RESPONSE,
  FAULT_DAMAGE_RESPONSE,
  FAULT_DOUBLE_RESPONSE,
  FAULT_SWAP_RESPONSE,  // comes after the next
  FAULT_LATE_RESPONSE   // comes after the host has given it up
};

// A board with a few words, and a line that damages one transmission, or many.
struct board {
  enum fault fault;
  uint64_t at;       // transmission that it happens to, the first is 0
  unsigned percent;  // of all transmissions; 0: only `at`
  struct rng rng;
  uint64_t words[WORDS];
  uint64_t transmissions;
  uint64_t executed;
  uint8_t partial[REQUEST_BYTES];  // as the board's receiver has it
  size_t used;
  uint8_t held[RESPONSE_BYTES];  // a response that comes later
  bool holding;
  uint64_t hold_until;  // 0: with the next response
  uint8_t pending[PENDING];
  size_t pending_size;
  uint64_t now;
  bool dead;
};

static void deliver(struct board *board, const uint8_t *bytes)
{
  assert_true(board->pending_size + RESPONSE_BYTES <= PENDING);
  memcpy(board->pending + board->pending_size, bytes, RESPONSE_BYTES);
  board->pending_size += RESPONSE_BYTES;
}

static void answer(struct board *board, uint8_t seq, uint8_t status, uint64_t data, enum fault fault)
{
  uint8_t bytes[RESPONSE_BYTES] = {RESPONSE_SYNC, seq, status};
  for (size_t i = 0; i < 8; i++) {
    bytes[3 + i] = (uint8_t)(data >> 8 * i);
  }
  const uint16_t crc = crc16(bytes, RESPONSE_BYTES - 2);
  bytes[11] = (uint8_t)crc;
  bytes[12] = (uint8_t)(crc >> 8);
  if (fault == FAULT_DROP_RESPONSE) {
    return;
  }
  if (fault == FAULT_SWAP_RESPONSE || fault == FAULT_LATE_RESPONSE) {
    memcpy(board->held, bytes, sizeof bytes);
    board->holding = true;
    board->hold_until = fault == FAULT_LATE_RESPONSE ? board->now + 3000 : 0;
    return;
  }
  if (fault == FAULT_DAMAGE_RESPONSE) {
    bytes[6] ^= 0x10;
  }
  deliver(board, bytes);
  if (fault == FAULT_DOUBLE_RESPONSE) {
    deliver(board, bytes);
  }
  if (board->holding && board->hold_until == 0) {
    deliver(board, board->held);
    board->holding = false;
  }
}

static void execute(struct board *board, enum fault fault)
{
  const uint8_t *bytes = board->partial;
  const uint16_t crc = (uint16_t)(bytes[13] | bytes[14] << 8);
  if (crc16(bytes, 13) != crc) {
    answer(board, bytes[1], STATUS_BAD_CRC, 0, FAULT_NONE);
    return;
  }
  uint64_t data = 0;
  for (size_t i = 0; i < 8; i++) {
    data |= (uint64_t)bytes[5 + i] << 8 * i;
  }
  const size_t word = bytes[3] % WORDS;
  board->executed++;
  if (bytes[2] == OP_WRITE) {
    board->words[word] = data;
  }
  answer(board, bytes[1], STATUS_DONE, bytes[2] == OP_READ ? board->words[word] : 0, fault);
}

static void receive_byte(struct board *board, uint8_t byte, enum fault fault)
{
  if (board->used == 0 && byte != REQUEST_SYNC) {
    return;
  }
  board->partial[board->used++] = byte;
  if (board->used == REQUEST_BYTES) {
    board->used = 0;
    execute(board, fault);
  }
}

static bool line_send(void *context, const uint8_t *bytes, size_t size, struct tb_error *error)
{
  struct board *board = context;
  (void)error;
  for (size_t at = 0; at < size && !board->dead; at += REQUEST_BYTES) {
    uint8_t frame[REQUEST_BYTES];
    memcpy(frame, bytes + at, sizeof frame);
    const bool request = frame[0] == REQUEST_SYNC;
    const bool hit = request && (board->percent != 0 ? rng_percent(&board->rng, board->percent)
                                                     : board->transmissions == board->at);
    enum fault fault = hit ? board->fault : FAULT_NONE;
    if (hit && board->percent != 0) {
      fault = (enum fault)(1 + rng_below(&board->rng, FAULT_SWAP_RESPONSE));
    }
    board->transmissions += request;
    if (fault == FAULT_DROP_REQUEST) {
      continue;
    }
    if (fault == FAULT_DAMAGE_REQUEST) {
      frame[7] ^= 4;
    }
    for (size_t i = 0; i < sizeof frame; i++) {
      if (fault != FAULT_CUT_REQUEST || i != 4) {
        receive_byte(board, frame[i], fault);
      }
    }
  }
  return true;
}

static bool line_receive(void *context, uint8_t *bytes, size_t size, unsigned wait_ms, size_t *got,
                         struct tb_error *error)
{
  struct board *board = context;
  (void)error;
  if (board->pending_size == 0) {
    board->now += wait_ms;
    if (board->holding && board->hold_until != 0 && board->now >= board->hold_until) {
      deliver(board, board->held);
      board->holding = false;
    }
    *got = 0;
    return true;
  }
  *got = board->pending_size < size ? board->pending_size : size;
  memcpy(bytes, board->pending, *got);
  board->pending_size -= *got;
  memmove(board->pending, board->pending + *got, board->pending_size);
  return true;
}

static uint64_t line_now(void *context)
{
  return ((const struct board *)context)->now;
}

static void start(struct board *board, struct link_state *link)
{
  const struct line line = {board, "port", line_send, line_receive, line_now};
  rng_seed(&board->rng, 7, 0);
  link_init(link, &line, LINK_ATTEMPTS);
}

// Writes every word, then reads all of them.
static void write_and_read(struct board *board, struct link_state *link)
{
  struct request requests[WORDS];
  struct response responses[WORDS];
  struct tb_error error = {""};
  for (size_t i = 0; i < WORDS; i++) {
    requests[i] = (struct request){OP_WRITE, (uint16_t)i, i * UINT64_C(0x5A5A5A5A01010101)};
  }
  assert_true(link_exchange(link, requests, responses, WORDS, &error));
  for (size_t i = 0; i < WORDS; i++) {
    assert_int_equal(board->words[i], requests[i].data);
    requests[i].op = OP_READ;
  }
  assert_true(link_exchange(link, requests, responses, WORDS, &error));
  for (size_t i = 0; i < WORDS; i++) {
    assert_int_equal(responses[i].data, requests[i].data);
  }
  assert_string_equal(error.text, "");
}

static struct link_counts with_fault(enum fault fault, uint64_t at, uint64_t *bad_crc)
{
  struct board board = {.fault = fault, .at = at};
  struct link_state link;
  start(&board, &link);
  write_and_read(&board, &link);
  *bad_crc = link.finder.bad_crc;
  return link.counts;
}

TEST(clean_line_needs_no_repair)
{
  char text[200];
  struct board board = {.fault = FAULT_NONE};
  struct link_state link;
  start(&board, &link);
  write_and_read(&board, &link);
  assert_int_equal(link.counts.repeated, 0);
  assert_int_equal(link_errors(&link), 0);
  assert_int_equal(board.transmissions, 2 * WORDS);
  link_report(&link, text, sizeof text);
  assert_string_equal(text, "no link errors");
}

TEST(lost_request_is_repeated)
{
  uint64_t bad_crc = 0;
  for (uint64_t at = 0; at < 2 * WORDS; at++) {
    const struct link_counts counts = with_fault(FAULT_DROP_REQUEST, at, &bad_crc);
    assert_true(counts.repeated >= 1);
    assert_int_equal(counts.lost + counts.timeouts, 1);
  }
}

TEST(damaged_request_is_repeated)
{
  uint64_t bad_crc = 0;
  for (uint64_t at = 0; at < 2 * WORDS; at++) {
    const struct link_counts counts = with_fault(FAULT_DAMAGE_REQUEST, at, &bad_crc);
    assert_int_equal(counts.repeated, 1);
    assert_int_equal(counts.rejected, 1);
    assert_int_equal(counts.timeouts, 0);
  }
}

// The board takes the next request's first bytes for the end of this one, and loses its place.
TEST(cut_request_is_recovered_from)
{
  uint64_t bad_crc = 0;
  for (uint64_t at = 0; at < 2 * WORDS; at++) {
    const struct link_counts counts = with_fault(FAULT_CUT_REQUEST, at, &bad_crc);
    assert_true(counts.repeated >= 1);
  }
}

TEST(lost_response_is_requested_again)
{
  uint64_t bad_crc = 0;
  for (uint64_t at = 0; at < 2 * WORDS; at++) {
    const struct link_counts counts = with_fault(FAULT_DROP_RESPONSE, at, &bad_crc);
    assert_true(counts.repeated >= 1);
    assert_int_equal(counts.lost + counts.timeouts, 1);
  }
}

TEST(damaged_response_is_rejected)
{
  uint64_t bad_crc = 0;
  const struct link_counts counts = with_fault(FAULT_DAMAGE_RESPONSE, 100, &bad_crc);
  assert_int_equal(bad_crc, 1);
  assert_int_equal(counts.repeated, 1);
}

TEST(doubled_response_is_dropped)
{
  uint64_t bad_crc = 0;
  const struct link_counts counts = with_fault(FAULT_DOUBLE_RESPONSE, 70, &bad_crc);
  assert_int_equal(counts.unexpected, 1);
  assert_int_equal(counts.repeated, 0);
}

TEST(swapped_response_answers_only_its_request)
{
  uint64_t bad_crc = 0;
  const struct link_counts counts = with_fault(FAULT_SWAP_RESPONSE, 70, &bad_crc);
  assert_int_equal(counts.lost, 1);
  assert_int_equal(counts.unexpected, 1);
  assert_int_equal(counts.repeated, 1);
}

// The last of a batch: only the timeout shows that it is missing; when it comes, the request has been sent again.
TEST(late_response_answers_only_its_request)
{
  uint64_t bad_crc = 0;
  const struct link_counts counts = with_fault(FAULT_LATE_RESPONSE, WORDS - 1, &bad_crc);
  assert_int_equal(counts.timeouts, 1);
  assert_int_equal(counts.repeated, 1);
}

TEST(many_faults_of_all_kinds_are_repaired)
{
  struct board board = {.percent = 10};
  struct link_state link;
  start(&board, &link);
  for (int i = 0; i < 100; i++) {
    write_and_read(&board, &link);
  }
  assert_true(link.counts.repeated > 500);
  assert_int_equal(link.counts.answered, 200 * WORDS);
}

TEST(silence_ends_with_an_error)
{
  struct board board = {.dead = true};
  struct link_state link;
  struct response response;
  struct tb_error error = {""};
  start(&board, &link);
  assert_false(link_exchange(&link, &(struct request){OP_READ, 3, 0}, &response, 1, &error));
  assert_non_null(strstr(error.text, "port: link: no answer (8 attempts; 7 repeats in 1 requests"));
  assert_non_null(strstr(error.text, "8 timeouts"));
  assert_true(board.now < 60000);
}

TEST(dying_line_is_reported)
{
  struct board board = {.fault = FAULT_NONE, .at = UINT64_MAX};
  struct link_state link;
  struct response response;
  struct tb_error error = {""};
  start(&board, &link);
  write_and_read(&board, &link);
  board.dead = true;
  assert_false(link_exchange(&link, &(struct request){OP_WRITE, 0x1234, 0}, &response, 1, &error));
  assert_non_null(strstr(error.text, "port: link: write 0x1234 has no good answer after 8 attempts"));
  assert_non_null(strstr(error.text, "check the cable"));
}
