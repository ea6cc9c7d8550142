// SPDX-License-Identifier: Apache-2.0
//
// A run on the board: everything from reset to the records, and what the model says of it.
#ifndef FPGA_HOST_RUN_H
#define FPGA_HOST_RUN_H

#include "host/board.h"
#include "host/compare.h"
#include "host/expect.h"

enum { RUN_SETTINGS = 32 };

struct run {
  const struct player_trace *trace;
  uint32_t rows;
  uint32_t passes;
  uint8_t el;
  uint32_t contextidr;
  struct setting settings[RUN_SETTINGS];
  size_t setting_count;
  bool keep_loaded;  // the board's trace memory has the trace already
  uint64_t limit_ms;
};

// Adds a register to be written before the run; a later value goes over an earlier one. False if there are too many.
bool run_set(struct run *run, uint16_t encoding, uint64_t value);

// The settings of an ordinary run: a sample each `interval` + 1 operations (with a random number of up to 255 more if
// `randomly`), everything recorded, the whole buffer memory as Profiling Buffer.
void run_defaults(struct run *run, const struct board *board, const struct player_trace *trace,
                  uint32_t interval, bool randomly);

// What the model expects of the run on this board.
bool run_expect(const struct run *run, const struct board *board, struct expect_result *expected,
                struct tb_error *error);

// Resets the unit, loads the trace, writes the registers and starts the player.
bool run_start(const struct run *run, const struct board *board, struct tb_error *error);

// Waits for the end, drains, and reads counters, registers and records. observed_free() frees the records.
bool run_finish(const struct run *run, const struct board *board, struct observed *observed,
                struct tb_error *error);
void observed_free(struct observed *observed);

// Loads the trace memory.
bool run_load(const struct board *board, const struct player_trace *trace, struct tb_error *error);

// Bytes [first, end) of the buffer memory, as far as they are in it, in malloc'ed memory.
bool run_download(const struct board *board, uint64_t first, uint64_t end, uint8_t **bytes, size_t *size,
                  struct tb_error *error);

#endif  // FPGA_HOST_RUN_H
