// SPDX-License-Identifier: Apache-2.0
//
// Implements block.h for a Verilated block. Built once per block and configuration.
#include "unit/test/exhaustive/block.h"

#include <memory>

#include "Vblock.h"
#include "verilated.h"

#ifndef SPU_CONFIG_NAME
#error "define SPU_CONFIG_NAME as the name of the configuration, in quotes"
#endif

namespace {
std::unique_ptr<VerilatedContext> context;
std::unique_ptr<Vblock> top;
}  // namespace

extern "C" struct block block_create(void)
{
  context.reset(new VerilatedContext);
  top.reset(new Vblock(context.get()));
  for (int word = 0; word < BLOCK_STATE_BITS / 32; word++) {
    top->pe[word] = 0;
    top->regs[word] = 0;
  }
  for (int word = 0; word < BLOCK_MORE_BITS / 32; word++) {
    top->more[word] = 0;
  }
  return {&top->pe[0], &top->regs[0], &top->more[0], &top->result[0]};
}

extern "C" void block_eval(void)
{
  top->eval();
}

extern "C" const char *block_config_name(void)
{
  return SPU_CONFIG_NAME;
}
