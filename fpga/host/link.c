// SPDX-License-Identifier: Apache-2.0
#include "host/link.h"

#include "util/text.h"

#include <inttypes.h>
#include <string.h>

enum {
  BATCH = 256,           // requests followed at a time
  FIRST_WAIT_MS = 1500,  // for an answer, before anything is known of the line's speed
  LEAST_WAIT_MS = 400,
  MOST_WAIT_MS = 3000,
  WAIT_FACTOR = 6  // times the slowest recent answer
};

enum state { WAITING, SENT, DONE };

struct flight {  // a transmission that is not answered yet
  uint16_t index;
  uint8_t seq;
  uint64_t sent_ms;
};

struct batch {
  const struct request *requests;
  struct response *responses;
  size_t count;
  size_t done;
  uint8_t state[BATCH];
  uint8_t attempts[BATCH];
  size_t first_waiting;                // none before it waits
  struct flight flights[LINK_WINDOW];  // oldest first
  size_t flying;
};

void link_init(struct link_state *link, const struct line *line, unsigned attempts)
{
  *link = (struct link_state){.line = *line, .attempts = attempts};
}

uint64_t link_errors(const struct link_state *link)
{
  const struct link_counts *counts = &link->counts;
  return counts->lost + counts->timeouts + counts->rejected + counts->unexpected + link->finder.bad_crc;
}

void link_report(const struct link_state *link, char *text, size_t size)
{
  const struct link_counts *counts = &link->counts;
  struct text out = {text, size, 0};
  text[0] = '\0';
  if (link_errors(link) == 0) {
    text_add(&out, "no link errors");
    return;
  }
  text_add(&out,
           "%" PRIu64 " repeats in %" PRIu64 " requests (bad CRC: %" PRIu64 " at the board, %" PRIu64
           " here; %" PRIu64 " lost, %" PRIu64 " timeouts, %" PRIu64 " unexpected answers)",
           counts->repeated, counts->requests, counts->rejected, link->finder.bad_crc, counts->lost,
           counts->timeouts, counts->unexpected);
}

static bool give_up(const struct link_state *link, const struct request *request, struct tb_error *error)
{
  static const char *const names[] = {"read", "write", "MRS", "MSR", "echo"};
  char counts[200];
  link_report(link, counts, sizeof counts);
  const char *what = request->op <= OP_ECHO ? names[request->op] : "request";
  if (link->counts.answered == 0) {
    return tb_fail(
        error,
        "%s: link: no answer (%u attempts; %s): is the board configured, is this its port, and --baud right?",
        link->line.name, link->attempts, counts);
  }
  return tb_fail(
      error,
      "%s: link: %s 0x%04x has no good answer after %u attempts; %s: check the cable, the port and --baud",
      link->line.name, what, request->addr, link->attempts, counts);
}

// Marks the request to be sent again, or gives up.
static bool again(struct link_state *link, struct batch *batch, size_t index, struct tb_error *error)
{
  if (batch->attempts[index] >= link->attempts) {
    return give_up(link, &batch->requests[index], error);
  }
  batch->state[index] = WAITING;
  if (index < batch->first_waiting) {
    batch->first_waiting = index;
  }
  return true;
}

// Sends as many requests as the window takes.
static bool fill_window(struct link_state *link, struct batch *batch, struct tb_error *error)
{
  uint8_t bytes[LINK_WINDOW * REQUEST_BYTES];
  size_t used = 0;
  const uint64_t now = link->line.now(link->line.context);
  while (batch->flying < LINK_WINDOW) {
    size_t index = batch->first_waiting;
    while (index < batch->count && batch->state[index] != WAITING) {
      index++;
    }
    batch->first_waiting = index;
    if (index == batch->count) {
      break;
    }
    link->counts.repeated += batch->attempts[index] > 0;
    batch->attempts[index]++;
    batch->state[index] = SENT;
    batch->flights[batch->flying++] = (struct flight){(uint16_t)index, link->seq, now};
    request_encode(&batch->requests[index], link->seq++, bytes + used);
    used += REQUEST_BYTES;
  }
  return used == 0 || link->line.send(link->line.context, bytes, used, error);
}

static void measure(struct link_state *link, uint64_t sent_ms)
{
  const uint64_t took = link->line.now(link->line.context) - sent_ms;
  const uint64_t before = link->round_trip_ms - link->round_trip_ms / 16;
  link->round_trip_ms = took > before ? took : before;
  link->measured = true;
  link->silences = 0;
}

// Takes a good answer. Earlier transmissions without one have lost theirs.
static bool take(struct link_state *link, struct batch *batch, const struct response *response,
                 struct tb_error *error)
{
  size_t place = 0;
  while (place < batch->flying && batch->flights[place].seq != response->seq) {
    place++;
  }
  if (place == batch->flying) {
    link->counts.unexpected++;
    return true;
  }
  const struct flight flight = batch->flights[place];
  bool good = true;
  for (size_t i = 0; i < place && good; i++) {
    link->counts.lost++;
    good = again(link, batch, batch->flights[i].index, error);
  }
  batch->flying -= place + 1;
  memmove(batch->flights, batch->flights + place + 1, batch->flying * sizeof batch->flights[0]);
  if (!good) {
    return false;
  }
  if (response->status == STATUS_BAD_CRC) {
    link->counts.rejected++;
    return again(link, batch, flight.index, error);
  }
  measure(link, flight.sent_ms);
  batch->responses[flight.index] = *response;
  batch->state[flight.index] = DONE;
  batch->done++;
  link->counts.answered++;
  return true;
}

static uint64_t patience(const struct link_state *link)
{
  uint64_t wait = link->measured ? link->round_trip_ms * WAIT_FACTOR : FIRST_WAIT_MS;
  wait = wait < LEAST_WAIT_MS ? LEAST_WAIT_MS : wait;
  wait <<= link->silences < 8 ? link->silences : 8;
  return wait < MOST_WAIT_MS ? wait : MOST_WAIT_MS;
}

bool link_resync(struct link_state *link, struct tb_error *error)
{
  static const uint8_t zeros[REQUEST_BYTES] = {0};
  link->finder.used = 0;
  return link->line.send(link->line.context, zeros, sizeof zeros, error);
}

// Nothing that is open was answered: everything is sent again, behind zeros.
static bool time_out(struct link_state *link, struct batch *batch, struct tb_error *error)
{
  link->counts.timeouts++;
  link->silences++;
  for (size_t i = 0; i < batch->flying; i++) {
    if (!again(link, batch, batch->flights[i].index, error)) {
      return false;
    }
  }
  batch->flying = 0;
  return link_resync(link, error);
}

static bool exchange_batch(struct link_state *link, struct batch *batch, struct tb_error *error)
{
  while (batch->done < batch->count) {
    if (!fill_window(link, batch, error)) {
      return false;
    }
    uint8_t bytes[LINK_WINDOW * RESPONSE_BYTES];
    size_t got = 0;
    const uint64_t deadline = batch->flights[0].sent_ms + patience(link);
    const uint64_t now = link->line.now(link->line.context);
    const unsigned wait = now < deadline ? (unsigned)(deadline - now) : 0;
    if (!link->line.receive(link->line.context, bytes, sizeof bytes, wait, &got, error)) {
      return false;
    }
    for (size_t i = 0; i < got; i++) {
      struct response response;
      if (response_find(&link->finder, bytes[i], &response) && !take(link, batch, &response, error)) {
        return false;
      }
    }
    // Received bytes alone are no progress: a board that lost frame alignment sends garbage
    // forever.
    if (batch->flying > 0 &&
        link->line.now(link->line.context) >= batch->flights[0].sent_ms + patience(link) &&
        !time_out(link, batch, error)) {
      return false;
    }
  }
  return true;
}

bool link_exchange(struct link_state *link, const struct request *requests, struct response *responses,
                   size_t count, struct tb_error *error)
{
  link->counts.requests += count;
  for (size_t at = 0; at < count; at += BATCH) {
    struct batch batch = {.requests = requests + at,
                          .responses = responses + at,
                          .count = count - at < BATCH ? count - at : BATCH};
    if (!exchange_batch(link, &batch, error)) {
      return false;
    }
  }
  return true;
}
