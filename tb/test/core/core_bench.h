// SPDX-License-Identifier: Apache-2.0
//
// What the tests of tb/core share: instructions, and a core whose trace is written by hand. A test says what happens
// in a cycle and then steps; what was said lasts one cycle.
#ifndef TB_TEST_CORE_CORE_BENCH_H
#define TB_TEST_CORE_CORE_BENCH_H

#include <string.h>

#include "core/core_trace.h"
#include "test/test.h"

enum {
  INSN_NOP = 0x00000013,     // ADDI x0, x0, 0
  INSN_C_NOP = 0x0001,       // C.NOP
  INSN_LD = 0x0004B503,      // LD a0, 0(s1)
  INSN_SD = 0x00A4B023,      // SD a0, 0(s1)
  INSN_AMOADD = 0x00A4B52F,  // AMOADD.D a0, a0, (s1)
  INSN_CSRR = 0x14202573,    // CSRR a0, scause
  INSN_BEQ = 0x00A58863,     // BEQ a1, a0, +16
  INSN_JAL = 0x100000EF,     // JAL ra, +256
  INSN_RET = 0x00008067,     // JALR x0, 0(ra)
  INSN_SRET = 0x10200073     // SRET
};

// Into the events of the next cycle.
static inline void say_dispatch(struct core_events *events, uint8_t entry, uint64_t pc, uint8_t mode)
{
  events->dispatch = true;
  events->dispatch_entry = entry;
  events->dispatch_pc = pc;
  events->dispatch_mode = mode;
}

// The first or, if that is taken, the second to retire in this cycle.
static inline struct core_retired *say_retired(struct core_events *events, uint8_t entry, uint64_t pc,
                                               uint32_t insn, uint8_t mode)
{
  struct core_retired *retired = &events->retired[events->retired[0].valid ? 1 : 0];
  assert_false(retired->valid);
  *retired = (struct core_retired){.valid = true, .entry = entry, .pc = pc, .insn = insn, .mode = mode};
  return retired;
}

static inline void say_access(struct core_retired *retired, uint64_t address, bool read)
{
  retired->addr = address;
  retired->rmask = read ? 0xFF : 0;
  retired->wmask = read ? 0 : 0xFF;
}

static inline void say_translated(struct core_events *events, uint8_t entry, uint64_t pa)
{
  events->translated = true;
  events->translated_entry = entry;
  events->translated_pa = pa;
  events->translated_mapped = true;
}

static inline void say_trap(struct core_events *events, uint8_t entry, uint64_t pc, bool interrupt)
{
  events->trap = true;
  events->trap_entry = entry;
  events->trap_pc = pc;
  events->trap_interrupt = interrupt;
  events->flush = true;
}

#endif  // TB_TEST_CORE_CORE_BENCH_H
