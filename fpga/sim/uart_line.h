// SPDX-License-Identifier: Apache-2.0
//
// The far end of a serial line, 8N1, cycle by cycle: converts bytes to levels and levels to bytes. The line may be
// noisy: each bit time, idle or not, is inverted with a given probability, independently in both directions.
#ifndef FPGA_SIM_UART_LINE_H
#define FPGA_SIM_UART_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unit/util/rng.h"

enum { UART_LINE_QUEUE = 1024 };  // bytes

struct uart_line {
  unsigned clocks_per_bit;
  struct rng rng;
  uint64_t threshold;  // probability that a bit time is inverted, times 2^32
  uint64_t flipped;    // inverted bit times
  // To the board.
  uint8_t queue[UART_LINE_QUEUE];
  size_t first;
  size_t queued;
  uint32_t shift;  // bits to send, the next in bit 0
  unsigned bits;   // number of them; 0: idle
  unsigned send_clock;
  bool level;
  // From the board.
  unsigned noise_clock;
  bool invert;
  bool receiving;
  unsigned receive_clock;  // since the start bit's edge
  unsigned received_bits;
  uint8_t byte;
  uint8_t arrived[UART_LINE_QUEUE];
  size_t arrived_count;
};

// `noise`: 0 to 1. The line is a pure function of the sent bytes and the seed.
void uart_line_init(struct uart_line *line, unsigned clocks_per_bit, double noise, uint64_t seed);

// Number of bytes that uart_line_put() accepts now.
size_t uart_line_room(const struct uart_line *line);
void uart_line_put(struct uart_line *line, const uint8_t *bytes, size_t size);

// The level towards the board in this cycle.
bool uart_line_send(struct uart_line *line);

// The level from the board in this cycle. Complete bytes go to arrived[], from which the caller takes them.
void uart_line_receive(struct uart_line *line, bool level);

// True if a byte is on the line or waiting.
bool uart_line_busy(const struct uart_line *line);

#endif  // FPGA_SIM_UART_LINE_H
