// SPDX-License-Identifier: Apache-2.0
#include "sim/uart_line.h"

enum { FRAME_BITS = 10 };  // start, 8 data bits, stop

void uart_line_init(struct uart_line *line, unsigned clocks_per_bit, double noise, uint64_t seed)
{
  *line = (struct uart_line){
      .clocks_per_bit = clocks_per_bit, .threshold = (uint64_t)(noise * 4294967296.0), .level = true};
  rng_seed(&line->rng, seed, 0);
}

size_t uart_line_room(const struct uart_line *line)
{
  return UART_LINE_QUEUE - line->queued;
}

void uart_line_put(struct uart_line *line, const uint8_t *bytes, size_t size)
{
  for (size_t i = 0; i < size && line->queued < UART_LINE_QUEUE; i++) {
    line->queue[(line->first + line->queued++) % UART_LINE_QUEUE] = bytes[i];
  }
}

static bool inverted(struct uart_line *line)
{
  const bool flip = line->threshold != 0 && rng_next(&line->rng) >> 32 < line->threshold;
  line->flipped += flip;
  return flip;
}

bool uart_line_send(struct uart_line *line)
{
  if (line->send_clock == 0) {  // a bit time begins
    if (line->bits == 0 && line->queued > 0) {
      line->shift = (uint32_t)line->queue[line->first] << 1 | 1U << 9;
      line->bits = FRAME_BITS;
      line->first = (line->first + 1) % UART_LINE_QUEUE;
      line->queued--;
    }
    line->level = true;
    if (line->bits > 0) {
      line->level = (line->shift & 1U) != 0;
      line->shift >>= 1;
      line->bits--;
    }
    line->level ^= inverted(line);
  }
  line->send_clock = line->send_clock + 1 == line->clocks_per_bit ? 0 : line->send_clock + 1;
  return line->level;
}

// The middle of a bit.
static void sample(struct uart_line *line, bool level)
{
  const unsigned bit = line->received_bits++;
  if (bit == 0) {
    line->receiving = !level;  // else a glitch
  } else if (bit <= 8) {
    line->byte = (uint8_t)(line->byte >> 1 | (level ? 0x80U : 0U));
  } else {
    line->receiving = false;
    // A byte without a stop bit is dropped.
    if (level && line->arrived_count < UART_LINE_QUEUE) {
      line->arrived[line->arrived_count++] = line->byte;
    }
  }
}

void uart_line_receive(struct uart_line *line, bool level)
{
  if (line->noise_clock == 0) {
    line->invert = inverted(line);
  }
  line->noise_clock = line->noise_clock + 1 == line->clocks_per_bit ? 0 : line->noise_clock + 1;
  const bool seen = level != line->invert;
  if (!line->receiving) {
    if (!seen) {
      line->receiving = true;
      line->receive_clock = 0;
      line->received_bits = 0;
    }
    return;
  }
  line->receive_clock++;
  if (line->receive_clock == line->clocks_per_bit / 2 + line->received_bits * line->clocks_per_bit) {
    sample(line, seen);
  }
}

bool uart_line_busy(const struct uart_line *line)
{
  return line->queued > 0 || line->bits > 0 || line->receiving;
}
