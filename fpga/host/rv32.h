// SPDX-License-Identifier: Apache-2.0
//
// What a 32-bit instruction of RV32IM with Zicsr is, as far as a record tells it: The RISC-V Instruction Set Manual,
// Volume I, chapter "RV32/64G Instruction Set Listings".
#ifndef FPGA_HOST_RV32_H
#define FPGA_HOST_RV32_H

#include <stdbool.h>
#include <stdint.h>

enum rv32_kind { RV32_NONE, RV32_OTHER, RV32_LOAD, RV32_STORE, RV32_BRANCH };

struct rv32 {
  enum rv32_kind kind;  // RV32_NONE: no such instruction
  bool conditional;     // branch
  bool indirect;        // branch: JALR, MRET
  bool call;            // it links
  bool returns;         // JALR through a link register that does not link
  bool division;        // or remainder
  bool multiplication;
  bool environment_call;
  bool trap_return;
  uint32_t target;  // of a direct branch
  uint32_t bytes;   // of a load or store
  unsigned base;    // register of its address
};

struct rv32 rv32_decode(uint32_t word, uint32_t pc);

#endif  // FPGA_HOST_RV32_H
