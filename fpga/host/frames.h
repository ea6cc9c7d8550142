// SPDX-License-Identifier: Apache-2.0
//
// Requests and responses as bytes, and responses found in a stream of bytes that may be damaged.
#ifndef FPGA_HOST_FRAMES_H
#define FPGA_HOST_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/protocol.h"

struct request {
  uint8_t op;  // enum link_op
  uint16_t addr;
  uint64_t data;
};

struct response {
  uint8_t seq;
  uint8_t status;  // enum link_status
  uint64_t data;
};

void request_encode(const struct request *request, uint8_t seq, uint8_t bytes[REQUEST_BYTES]);

// Finds responses in what the line delivers. All zero: nothing received.
struct response_finder {
  uint8_t bytes[RESPONSE_BYTES];  // a frame in the making: begins with the sync byte
  size_t used;
  uint64_t skipped;  // bytes that belong to no good response
  uint64_t bad_crc;  // frames whose CRC was wrong
};

// Takes the next byte. True if it completes a good response. After a bad one the search goes on behind its sync
// byte, so that a response that follows a damaged one closely is found.
bool response_find(struct response_finder *finder, uint8_t byte, struct response *response);

#endif  // FPGA_HOST_FRAMES_H
