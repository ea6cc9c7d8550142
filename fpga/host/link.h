// SPDX-License-Identifier: Apache-2.0
//
// The link: requests and their answers over a line that may damage, lose or invent bytes. Every request is
// idempotent, so whatever got no good answer is sent again; all repairs are counted.
//
// Up to LINK_WINDOW requests are unanswered at a time. The board answers in order: an answer to a later request says
// that those before it were lost. Every transmission has a number (seq) of its own, so that a late answer is never
// taken for another's. After a silence the host sends zeros: they complete whatever the board took for the beginning
// of a request, and begin none.
#ifndef FPGA_HOST_LINK_H
#define FPGA_HOST_LINK_H

#include "host/frames.h"
#include "host/line.h"

enum { LINK_ATTEMPTS = 8 };  // at a request, before the link is given up

struct link_counts {
  uint64_t requests;    // asked for by the caller
  uint64_t answered;    // of these
  uint64_t repeated;    // transmissions beyond the first of a request
  uint64_t lost;        // known by the answer to a later request
  uint64_t timeouts;    // nothing came for too long
  uint64_t rejected;    // the board found a bad CRC
  uint64_t unexpected;  // good answers to nothing that is open
};

struct link_state {
  struct line line;
  unsigned attempts;
  struct response_finder finder;  // it counts answers with a bad CRC
  struct link_counts counts;
  uint8_t seq;             // of the next transmission
  uint64_t round_trip_ms;  // the slowest recent one
  bool measured;           // round_trip_ms holds
  unsigned silences;       // timeouts since the last answer
};

// A link with nothing sent. `attempts` is at least 1.
void link_init(struct link_state *link, const struct line *line, unsigned attempts);

// Sends the zeros: whatever an earlier program left half sent is completed.
bool link_resync(struct link_state *link, struct tb_error *error);

// Performs every request, in no particular order if something is repaired: what depends on an order goes in calls of
// its own. responses[i] answers requests[i]; a status other than STATUS_BAD_CRC is an answer. False with an error,
// which names the port and the counts, when a request was not answered in LINK_ATTEMPTS attempts or the line is gone.
bool link_exchange(struct link_state *link, const struct request *requests, struct response *responses,
                   size_t count, struct tb_error *error);

// Errors that were found and repaired, in words: "no link errors", or what there was. `text` of at most `size` bytes.
void link_report(const struct link_state *link, char *text, size_t size);

// Errors of the line so far, of all kinds.
uint64_t link_errors(const struct link_state *link);

#endif  // FPGA_HOST_LINK_H
