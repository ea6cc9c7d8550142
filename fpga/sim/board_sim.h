// SPDX-License-Identifier: Apache-2.0
//
// The pins of a simulated board. Only board_sim.cpp depends on Verilator.
#ifndef FPGA_SIM_BOARD_SIM_H
#define FPGA_SIM_BOARD_SIM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct board_sim;

// A board after power-on. Null if out of memory.
struct board_sim *board_sim_create(void);
void board_sim_destroy(struct board_sim *board);

// Name of the board for which this program was built ("hx8k"), and cycles per bit of its serial line.
const char *board_sim_name(void);
unsigned board_sim_clocks_per_bit(void);

// One clock cycle with this level at the serial line's input. Returns the level at its output.
bool board_sim_clock(struct board_sim *board, bool rx);

// The LEDs, LED 0 in bit 0.
uint8_t board_sim_leds(const struct board_sim *board);

#ifdef __cplusplus
}
#endif

#endif  // FPGA_SIM_BOARD_SIM_H
