// SPDX-License-Identifier: Apache-2.0
//
// A Verilated room behind the C interface of room.h. Built once per room and configuration.
#include "test/exhaustive/room.h"

#include <memory>

#include "Vroom.h"
#include "verilated.h"

#ifndef SPU_CONFIG_NAME
#error "define SPU_CONFIG_NAME as the name of the configuration, in quotes"
#endif

namespace {
std::unique_ptr<VerilatedContext> context;
std::unique_ptr<Vroom> top;
}  // namespace

extern "C" struct room room_create(void)
{
  context.reset(new VerilatedContext);
  top.reset(new Vroom(context.get()));
  for (int word = 0; word < ROOM_STATE_BITS / 32; word++) {
    top->pe[word] = 0;
    top->regs[word] = 0;
  }
  for (int word = 0; word < ROOM_MORE_BITS / 32; word++) {
    top->more[word] = 0;
  }
  return {&top->pe[0], &top->regs[0], &top->more[0], &top->result[0]};
}

extern "C" void room_eval(void)
{
  top->eval();
}

extern "C" const char *room_config_name(void)
{
  return SPU_CONFIG_NAME;
}
