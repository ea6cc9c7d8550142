// SPDX-License-Identifier: Apache-2.0
//
// The board behind the link: its words, the unit's registers, its memories. All of them are false with an error, which
// names the port, if the link fails or the board refuses.
#ifndef FPGA_HOST_BOARD_H
#define FPGA_HOST_BOARD_H

#include "host/link.h"
#include "spu.h"

struct board {
  struct link_state *link;
  char config_name[9];
  struct spu_config config;
  uint32_t width;         // dispatch slots
  uint32_t entries;       // of the trace memory
  uint32_t buffer_bytes;  // of the buffer memory
  uint32_t axi_bytes;
  uint32_t clock_hz;
  char core_name[9];  // empty: the player stands in for a core
};

struct board_status {
  bool running;
  bool drained;
  bool pmbirq;
  bool serror;
  uint8_t run;              // number of the run that was started last
  uint32_t framing_errors;  // of the board's receiver since reset
  uint32_t bad_requests;    // with a bad CRC
};

// The core's RAM, which is where the trace memory is otherwise.
enum { BOARD_ENTRY_BYTES = 32 };  // of board.entries

// Reads who the board is and fills *board. Also an error: it is no such board, or its configuration is not known here
// or does not fit its sizes.
bool board_identify(struct board *board, struct link_state *link, struct tb_error *error);

// One word.
bool board_read(const struct board *board, uint16_t addr, uint64_t *value, struct tb_error *error);
bool board_write(const struct board *board, uint16_t addr, uint64_t value, struct tb_error *error);

// `count` words from `addr` on.
bool board_read_words(const struct board *board, uint16_t addr, uint64_t *values, size_t count,
                      struct tb_error *error);
bool board_write_words(const struct board *board, uint16_t addr, const uint64_t *values, size_t count,
                       struct tb_error *error);

// MRS and MSR at EL1. *verdict is enum spu_verdict; if it is null, a verdict other than SPU_ACCESS_OK is an error.
bool board_mrs(const struct board *board, uint16_t encoding, uint64_t *value, uint8_t *verdict,
               struct tb_error *error);
bool board_msr(const struct board *board, uint16_t encoding, uint64_t value, uint8_t *verdict,
               struct tb_error *error);

// `data` comes back inverted.
bool board_echo(const struct board *board, const uint64_t *data, uint64_t *answers, size_t count,
                struct tb_error *error);

bool board_get_status(const struct board *board, struct board_status *status, struct tb_error *error);

// Resets unit and player; memories keep what they hold.
bool board_reset(const struct board *board, struct tb_error *error);

// Starts a run and returns without waiting for its end.
bool board_start(const struct board *board, uint32_t rows, uint32_t passes, struct tb_error *error);

// Waits for the end of the run. False with an error if it does not end in `limit_ms`.
bool board_wait(const struct board *board, uint64_t limit_ms, struct tb_error *error);

// Starts the core. Its RAM has the program.
bool board_start_core(const struct board *board, struct tb_error *error);

// PSB CSYNC, then DSB, and waits for both.
bool board_drain(const struct board *board, struct tb_error *error);

#endif  // FPGA_HOST_BOARD_H
