// SPDX-License-Identifier: Apache-2.0
//
// Shared by the tests of tb/cores: instructions, a core's trace written by hand, and the contents of records, for the
// model's writer. A test sets the events of a cycle and then steps; events last one cycle.
#ifndef TB_CORES_TEST_CORE_BENCH_H
#define TB_CORES_TEST_CORE_BENCH_H

#include <string.h>

#include "cores/core_trace.h"
#include "spu_internal.h"
#include "unit/test/test.h"

enum {
  INSN_NOP = 0x00000013,       // ADDI x0, x0, 0
  INSN_C_NOP = 0x0001,         // C.NOP
  INSN_LD = 0x0004B503,        // LD a0, 0(s1)
  INSN_SD = 0x00A4B023,        // SD a0, 0(s1)
  INSN_AMOADD = 0x00A4B52F,    // AMOADD.D a0, a0, (s1)
  INSN_CSRR = 0x14202573,      // CSRR a0, scause
  INSN_BEQ = 0x00A58863,       // BEQ a1, a0, +16
  INSN_BEQ_NEXT = 0x00A58263,  // BEQ a1, a0, +4
  INSN_JAL = 0x100000EF,       // JAL ra, +256
  INSN_RET = 0x00008067,       // JALR x0, 0(ra)
  INSN_SRET = 0x10200073       // SRET
};

// These functions add events to the next cycle.
static inline void add_dispatch(struct core_events *events, uint8_t entry, uint64_t pc, uint8_t mode)
{
  events->dispatch = true;
  events->dispatch_entry = entry;
  events->dispatch_pc = pc;
  events->dispatch_mode = mode;
}

// The first operation to retire in this cycle, or the second.
static inline struct core_retired *add_retired(struct core_events *events, uint8_t entry, uint64_t pc,
                                               uint32_t insn, uint8_t mode)
{
  struct core_retired *retired = &events->retired[events->retired[0].valid ? 1 : 0];
  assert_false(retired->valid);
  *retired = (struct core_retired){.valid = true, .entry = entry, .pc = pc, .insn = insn, .mode = mode};
  return retired;
}

static inline void add_access(struct core_retired *retired, uint64_t address, bool read)
{
  retired->addr = address;
  retired->rmask = read ? 0xFF : 0;
  retired->wmask = read ? 0 : 0xFF;
}

static inline void add_translated(struct core_events *events, uint8_t entry, uint64_t pa)
{
  events->translated = true;
  events->translated_entry = entry;
  events->translated_pa = pa;
  events->translated_mapped = true;
}

static inline void add_trap(struct core_events *events, uint8_t entry, uint64_t pc, bool interrupt)
{
  events->trap = true;
  events->trap_entry = entry;
  events->trap_pc = pc;
  events->trap_interrupt = interrupt;
  events->flush = true;
}

#define NS (UINT64_C(1) << 63)
#define PC UINT64_C(0xFFFFFFC000001000)
#define PC_PACKET (NS | UINT64_C(0xFFFFC000001000))
#define EL1 (UINT64_C(1) << 61)
#define BIT(n) (1U << (n))

enum { DISPATCH = 100, RESULT = 109, END = 120 };

// A record of an operation that completed in cycle 109.
static inline struct spu_sample sample_of(uint8_t class, uint8_t subclass, uint64_t events)
{
  struct spu_sample sample = {.timestamp_valid = true,
                              .timestamp = 5000,
                              .op_class = class,
                              .op_subclass = subclass,
                              .events = events,
                              .counter_valid =
                                  BIT(SPECounterPosTotalLatency) | BIT(SPECounterPosIssueLatency),
                              .address_valid = BIT(SPEAddrPosPCVirtual)};
  sample.counter[SPECounterPosTotalLatency] = RESULT - DISPATCH;
  sample.counter[SPECounterPosIssueLatency] = 1;
  sample.address[SPEAddrPosPCVirtual] = PC_PACKET;
  return sample;
}

static inline void set_counter(struct spu_sample *sample, unsigned index, uint32_t value)
{
  sample->counter[index] = value;
  sample->counter_valid |= BIT(index);
}

static inline void set_address(struct spu_sample *sample, unsigned index, uint64_t value)
{
  sample->address[index] = value;
  sample->address_valid |= BIT(index);
}

#endif  // TB_CORES_TEST_CORE_BENCH_H
