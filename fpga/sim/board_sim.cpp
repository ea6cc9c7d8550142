// SPDX-License-Identifier: Apache-2.0
//
// The Verilated top of a board behind a C interface. The build selects it: FPGA_BOARD_NAME, FPGA_CLOCKS_PER_BIT.
#include "sim/board_sim.h"

#include <memory>
#include <new>

#include "Vtop.h"
#include "verilated.h"

struct board_sim {
  VerilatedContext context;
  std::unique_ptr<Vtop> top;
};

// Releases the reset button, if the board has one.
template <class Top> static auto leave_button(Top &top, int) -> decltype(top.btn_pwr_ni = 1, void())
{
  top.btn_pwr_ni = 1;
}
template <class Top> static void leave_button(Top &, long)
{
}

board_sim *board_sim_create(void)
{
  board_sim *board = new (std::nothrow) board_sim;
  if (board == nullptr) {
    return nullptr;
  }
  board->context.randReset(2);
  board->top = std::make_unique<Vtop>(&board->context);
  leave_button(*board->top, 0);
  board->top->clk_i = 0;
  board->top->uart_rx_i = 1;
  board->top->eval();
  return board;
}

void board_sim_destroy(board_sim *board)
{
  if (board != nullptr) {
    board->top->final();
    delete board;
  }
}

const char *board_sim_name(void)
{
  return FPGA_BOARD_NAME;
}

unsigned board_sim_clocks_per_bit(void)
{
  return FPGA_CLOCKS_PER_BIT;
}

bool board_sim_clock(board_sim *board, bool rx)
{
  Vtop &top = *board->top;
  top.uart_rx_i = rx;
  top.clk_i = 1;
  top.eval();
  top.clk_i = 0;
  top.eval();
  return top.uart_tx_o != 0;
}

uint8_t board_sim_leds(const board_sim *board)
{
  return static_cast<uint8_t>(board->top->led_o);
}
