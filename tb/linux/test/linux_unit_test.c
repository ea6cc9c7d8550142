// SPDX-License-Identifier: Apache-2.0
//
// The unit of a guest's CPU (tb/linux/unit). The test replaces the CPU: it makes a driver's register accesses, executes
// a loop, takes exceptions, and reads the records from memory. The implementation is the model; linux_rtl_test.py runs
// the same test with the RTL.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linux/unit/implementation.h"
#include "linux/unit/unit.h"
#include "spu.h"
#include "unit/test/test.h"
#include "unit/util/names.h"

enum {
  BUFFER = 0x100000,
  SIZE = 0x20000,
  CODE = 0x400000,
  DATA = 0x7F0000,
  LOOP = 8,        // instructions
  MOVED = 0x1000,  // CODE minus the address at which the block was translated
  LDR = 0xF9400020,
  STR = 0xF9000020,
  B_NE = 0x54000001,
  ADD = 0x91000400,
  SVC = 0xD4000001,
  VECTOR = 0x8000
};

struct spe_cpu {
  unsigned el;
  bool host;        // the kernel is at EL2
  uint32_t opcode;  // first instruction of the loop
  uint64_t buffer;  // start address
  uint64_t pc, return_pc, time;
  bool level;
  enum spe_blocks blocks;
  uint8_t memory[SIZE];
};

static struct spe_cpu played;
static struct spe_unit *unit;

uint64_t spe_cpu_time(struct spe_cpu *cpu)
{
  return cpu->time += 10;
}

void spe_cpu_pins(struct spe_cpu *cpu, struct spu_in *in)
{
  in->pe_el = (uint8_t)cpu->el;
  in->contextidr_el1 = 0x1234;
  in->hcr_el2_rw = true;
  if (cpu->host) {
    in->hcr_el2_e2h = in->hcr_el2_tge = true;
    in->mdcr_el2_e2pb = 0;  // EL2 owns the buffer
  }
}

uint64_t spe_cpu_pc(struct spe_cpu *cpu)
{
  return cpu->pc;
}

uint64_t spe_cpu_return_pc(struct spe_cpu *cpu)
{
  return cpu->return_pc;
}

bool spe_cpu_ignores_top_byte(struct spe_cpu *cpu, uint64_t va)
{
  (void)cpu;
  (void)va;
  return false;
}

void spe_cpu_interrupt(struct spe_cpu *cpu, bool level)
{
  cpu->level = level;
}

void spe_cpu_choose(struct spe_cpu *cpu, enum spe_blocks blocks, bool now)
{
  (void)now;
  cpu->blocks = blocks;
}

static uint64_t pa_of(uint64_t va)
{
  return (va & 0xFFFFFFFF) | UINT64_C(1) << 32;
}

// A physical address is the low half of the virtual address and bit 32. Accesses outside of buffer and data fault.
struct spe_translation spe_cpu_translate(struct spe_cpu *cpu, unsigned el, uint64_t va, bool store)
{
  (void)el;
  (void)store;
  const bool there = (va >= cpu->buffer && va < cpu->buffer + SIZE) || (va >> 12 == DATA >> 12);
  return (struct spe_translation){.fault = !there, .fsc = 0x05, .ns = true, .pa = pa_of(va)};
}

bool spe_cpu_write(struct spe_cpu *cpu, uint64_t pa, bool ns, const void *data, size_t size)
{
  const uint64_t at = pa - pa_of(cpu->buffer);
  assert_true(ns && at + size <= SIZE);
  memcpy(&cpu->memory[at], data, size);
  return true;
}

void spe_log(const char *format, ...)
{
  (void)format;
}

static uint64_t mrs(uint16_t address)
{
  assert_int_equal(spe_unit_check(unit, address, false), SPU_ACCESS_OK);
  return spe_unit_access(unit, address, false, 0);
}

static void msr(uint16_t address, uint64_t value)
{
  assert_int_equal(spe_unit_check(unit, address, true), SPU_ACCESS_OK);
  (void)spe_unit_access(unit, address, true, value);
}

// Starts a session in the order of Linux's driver.
static void enable(uint64_t interval, uint64_t limit)
{
  played.el = SPU_EL1;
  spe_unit_exception(unit);
  msr(SPU_PMSCR_EL1, 0);
  msr(SPU_PMBSR_EL1, 0);
  msr(SPU_PMBPTR_EL1, BUFFER);
  msr(SPU_PMBLIMITR_EL1, limit | SPU_PMBLIMITR_EL1_E);
  msr(SPU_PMSIRR_EL1, interval);
  msr(SPU_PMSICR_EL1, interval);
  msr(SPU_PMSCR_EL1, SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_CX | SPU_PMSCR_EL1_PA | SPU_PMSCR_EL1_TS);
  played.el = SPU_EL0;
  spe_unit_exception(unit);
}

static void disable(void)
{
  played.return_pc = CODE;
  played.el = SPU_EL1;
  spe_unit_exception(unit);
  spe_unit_synchronize(unit);
  msr(SPU_PMSCR_EL1, 0);
}

// Executes a loop at CODE, whose first instruction accesses memory, in blocks of the kind that the unit has chosen.
static void execute(unsigned rounds)
{
  for (unsigned round = 0; round < rounds; round++) {
    played.pc = CODE;
    if (played.blocks == SPE_BLOCKS_COUNT) {
      spe_unit_count(unit, LOOP);
      continue;
    }
    if (played.blocks == SPE_BLOCKS_PLAIN) {
      continue;
    }
    spe_unit_begin(unit, CODE - MOVED);
    for (unsigned i = 0; i < LOOP; i++) {
      const uint32_t opcode = i == 0          ? played.opcode
                              : i == LOOP - 1 ? (uint32_t)B_NE | (uint32_t)(-(LOOP - 1) & 0x7FFFF) << 5
                                              : ADD;
      spe_unit_instruction(unit, CODE - MOVED + 4 * i, opcode);
      if (i == 0) {
        spe_unit_memory(unit, DATA + 8);
      }
    }
  }
}

static int open_unit(void **state)
{
  (void)state;
  played = (struct spe_cpu){.opcode = LDR, .buffer = BUFFER};
  spe_options = (struct spe_options){.events = getenv("LINUX_EVENTS"), .to = UINT64_MAX};
  assert_int_equal(spu_config_by_name("base", &spe_options.config), SPU_OK);
  unit = spe_unit_create(&played, 0, false, false);
  return 0;
}

struct found {
  unsigned records, loads, branches, times;
};

// Reads the records up to `end`. Every PC is in the loop; a data address is the load's, a target the start of the loop.
static struct found read_records(uint64_t end)
{
  struct found found = {0};
  size_t at = 0;
  uint64_t pc = 0;
  while (at < end - BUFFER) {
    struct spu_packet packet;
    size_t used = 0;
    assert_int_equal(spu_decode_packet(&played.memory[at], (size_t)(end - BUFFER) - at, &packet, &used),
                     SPU_DECODE_OK);
    at += used;
    const uint64_t address = packet.value & 0xFFFFFFFFFFFFFF;
    if (packet.type == SPU_PACKET_TIMESTAMP) {
      found.records++;
      found.times += packet.value != 0;
    } else if (packet.type == SPU_PACKET_CONTEXT) {
      assert_int_equal(packet.value, 0x1234);
    } else if (packet.type == SPU_PACKET_ADDRESS && packet.index == 0) {
      pc = address;
      assert_int_equal(packet.value >> 61 & 3, SPU_EL0);
      assert_true(pc >= CODE && pc < CODE + 4 * LOOP && pc % 4 == 0);
    } else if (packet.type == SPU_PACKET_ADDRESS && packet.index == 1) {
      assert_int_equal(pc, CODE + 4 * (LOOP - 1));
      assert_int_equal(address, CODE);
      assert_int_equal(packet.value >> 61 & 3, SPU_EL0);
      found.branches++;
    } else if (packet.type == SPU_PACKET_ADDRESS && packet.index == 2) {
      assert_int_equal(pc, CODE);
      assert_int_equal(address, DATA + 8);
      found.loads++;
    } else if (packet.type == SPU_PACKET_ADDRESS && packet.index == 3) {
      assert_int_equal(address, (DATA + 8) | UINT64_C(1) << 32);
    }
  }
  return found;
}

TEST_WITH(records_describe_the_executed_loop, open_unit, NULL)
{
  assert_int_equal(spe_unit_version(), 1);
  enable(0x101, BUFFER + SIZE);
  assert_int_equal(played.blocks, SPE_BLOCKS_DETAIL);
  execute(10000);
  disable();
  assert_int_equal(played.blocks, SPE_BLOCKS_PLAIN);
  const uint64_t end = mrs(SPU_PMBPTR_EL1);
  assert_int_equal(mrs(SPU_PMBSR_EL1) & SPU_PMBSR_EL1_S, 0);
  const struct found found = read_records(end);
  // Samples are 256 operations and 0 to 255 more apart.
  assert_in_range(found.records, LOOP * 10000 / 512, LOOP * 10000 / 256 + 200);
  assert_true(found.loads > found.records / 16 && found.branches > found.records / 16);
  assert_int_equal(found.times, found.records);
  assert_true(spe_unit_finish(unit));
}

// PMSICR_EL1 is the same as if the unit had seen each operation: none is lost or counted twice.
TEST_WITH(counting_gives_the_same_selections, open_unit, NULL)
{
  enum { ROUNDS = 40000, INTERVAL = 0x10000 };
  (void)state;
  enable(INTERVAL, BUFFER + SIZE);
  // The RTL sees each operation.
  assert_int_equal(played.blocks, getenv("LINUX_RTL") != NULL ? SPE_BLOCKS_DETAIL : SPE_BLOCKS_COUNT);
  execute(ROUNDS);
  disable();
  const uint64_t records = (mrs(SPU_PMBPTR_EL1) - BUFFER) / 64;
  const uint64_t left = mrs(SPU_PMSICR_EL1) & SPU_PMSICR_EL1_COUNT;
  const uint64_t operations = (uint64_t)ROUNDS * LOOP;
  // The operation after a selected one loads the counter, so an interval is 0x10001. A wrong path adds a few operations
  // to the population.
  assert_in_range(records * (INTERVAL + 1) + (INTERVAL - left), operations, operations + 100 * (records + 1));
  assert_true(spe_unit_finish(unit));
}

TEST_WITH(full_buffer_interrupts, open_unit, NULL)
{
  enable(0x100, BUFFER + 0x1000);
  for (int i = 0; i < 1000 && !played.level; i++) {
    execute(100);
  }
  assert_true(played.level);
  disable();
  assert_int_equal(mrs(SPU_PMBSR_EL1) & (SPU_PMBSR_EL1_S | 0x3F), SPU_PMBSR_EL1_S | 1);
  msr(SPU_PMBSR_EL1, 0);
  assert_false(played.level);
}

TEST_WITH(fault_of_the_guest_is_reported, open_unit, NULL)
{
  enable(0x100, BUFFER + SIZE);
  played.el = SPU_EL1;
  spe_unit_exception(unit);
  msr(SPU_PMBLIMITR_EL1, 0);
  msr(SPU_PMBPTR_EL1, BUFFER + SIZE);
  msr(SPU_PMBLIMITR_EL1, (BUFFER + 2 * SIZE) | SPU_PMBLIMITR_EL1_E);
  played.el = SPU_EL0;
  spe_unit_exception(unit);
  execute(100);
  disable();
  assert_int_equal(mrs(SPU_PMBSR_EL1) & ~(uint64_t)SPU_PMBSR_EL1_COLL,
                   (uint64_t)SPU_PMBSR_EL1_EC_STAGE1 << SPU_PMBSR_EL1_EC_SHIFT | SPU_PMBSR_EL1_S | 5);
}

TEST_WITH(access_from_el0_is_refused, open_unit, NULL)
{
  assert_int_equal(spe_unit_check(unit, SPU_PMSCR_EL1, false), SPU_ACCESS_UNDEFINED);
  played.el = SPU_EL1;
  assert_int_equal(spe_unit_check(unit, SPU_PMSCR_EL2, false), SPU_ACCESS_UNDEFINED);
  assert_int_equal(spe_unit_check(unit, SPU_PMSIDR_EL1, true), SPU_ACCESS_UNDEFINED);
}

// The return address of the exception follows the last instruction. An instruction at that address was not executed.
TEST_WITH(interrupted_instruction_was_not_executed, open_unit, NULL)
{
  for (int again = 0; again < 2; again++) {
    enable(0x100, BUFFER + SIZE);
    played.pc = CODE;
    spe_unit_begin(unit, CODE - MOVED);
    for (unsigned i = 0; i < 5; i++) {
      spe_unit_instruction(unit, CODE - MOVED + 4 * i, i == 4 ? SVC : ADD);
    }
    played.return_pc = CODE + (again ? 16 : 20);
    played.pc = VECTOR;
    played.el = SPU_EL1;
    spe_unit_exception(unit);
    assert_int_equal(0x100 - (mrs(SPU_PMSICR_EL1) & SPU_PMSICR_EL1_COUNT), again ? 4 : 5);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Accesses of Linux's driver in the guest (FILE.script)

static uint16_t address_of(const char *name)
{
#define ROW(NAME)                 \
  if (strcmp(name, #NAME) == 0) { \
    return (uint16_t)SPU_##NAME;  \
  }
  SPU_PROFILING_REGISTERS(ROW)
#undef ROW
  fail_msg("no register %s", name);
  return 0;
}

// The register has the written value. The driver writes no reserved bits except those below the alignment of a pointer,
// and PCT, which is 0b01 in a PE without EL2.
static void written(uint16_t address, uint64_t value)
{
  const bool el2 = spe_implementation_config(played.host, false).have_el2;
  const uint64_t align = UINT64_C(1) << (mrs(SPU_PMBIDR_EL1) & SPU_PMBIDR_EL1_Align);
  uint64_t kept = value;
  if (address == SPU_PMBPTR_EL1) {
    kept &= ~(align - 1);
  } else if (address == SPU_PMSCR_EL1 && !el2) {
    kept |= (uint64_t)SPU_PMSCR_EL1_PCT_PHYSICAL << SPU_PMSCR_EL1_PCT_SHIFT;
  }
  msr(address, value);
  const uint64_t found = mrs(address);
  if (found != kept) {
    fail_msg("%s is 0x%" PRIx64 " after 0x%" PRIx64 " was written", register_name(address), found, value);
  }
}

// The register has the value that the driver read, except for the counter. How much of a full buffer is used depends on
// the records: less than the size of one is free.
static void read_back(uint16_t address, uint64_t value)
{
  const uint64_t found = mrs(address);
  if (address == SPU_PMBPTR_EL1) {
    const uint64_t end = mrs(SPU_PMBLIMITR_EL1) & SPU_PMBLIMITR_EL1_LIMIT;
    const uint64_t largest =
        UINT64_C(1) << ((mrs(SPU_PMSIDR_EL1) & SPU_PMSIDR_EL1_MaxSize) >> SPU_PMSIDR_EL1_MaxSize_SHIFT);
    assert_true(found <= end && end - found < largest);
    assert_true(value <= end && end - value < largest);
  } else if (address != SPU_PMSICR_EL1 && found != value) {
    fail_msg("%s is 0x%" PRIx64 ", but the driver read 0x%" PRIx64, register_name(address), found, value);
  }
}

// Repeats the accesses of the script, and executes the loop up to each of its interrupts. Returns their number.
static unsigned replay(const char *path)
{
  unsigned interrupts = 0;
  char line[160], what[8], name[32], number[32];
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file) != NULL) {
    if (line[0] == '#') {
      continue;
    }
    const int words = sscanf(line, "cpu 0 %7s %31s %31s", what, name, number);
    if (words == 3) {
      (strcmp(what, "MRS") == 0 ? read_back : written)(address_of(name), strtoull(number, NULL, 16));
      continue;
    }
    assert_string_equal(what, "PMBIRQ");
    const bool rises = strcmp(name, "1") == 0;
    for (int i = 0; i < 10000 && rises && !played.level; i++) {
      execute(100);
    }
    assert_int_equal(played.level, rises);
    interrupts += rises;
  }
  (void)fclose(file);
  assert_true(spe_unit_finish(unit));
  return interrupts;
}

TEST_WITH(driver_of_linux_6_1_at_el1, open_unit, NULL)
{
  played.buffer = 0xFFFF8000082AD000;
  played.el = SPU_EL1;
  spe_unit_exception(unit);
  assert_int_equal(replay("tb/linux/test/driver_6.1_base_el1.script"), 2);
}

static int open_v9_6(void **state)
{
  (void)state;
  if (getenv("LINUX_RTL") != NULL) {
    return 0;  // that RTL has configuration base
  }
  played = (struct spe_cpu){.opcode = STR, .buffer = 0xFFFF8000803C9000, .host = true, .el = SPU_EL2};
  spe_options = (struct spe_options){.to = UINT64_MAX};
  assert_int_equal(spu_config_by_name("v9.6", &spe_options.config), SPU_OK);
  unit = spe_unit_create(&played, 0, true, false);
  spe_unit_exception(unit);
  return 0;
}

TEST_WITH(driver_of_linux_6_12_at_el2, open_v9_6, NULL)
{
  if (getenv("LINUX_RTL") != NULL) {
    skip();
  }
  assert_int_equal(replay("tb/linux/test/driver_6.12_v9.6_el2.script"), 6);
}

// Without the Exception levels that the machine lacks.
TEST(every_configuration_is_possible_in_every_machine)
{
  if (getenv("LINUX_RTL") != NULL) {
    skip();
  }
  const char *name = NULL;
  for (size_t i = 0; (name = spu_config_name(i)) != NULL; i++) {
    for (unsigned levels = 0; levels < 4; levels++) {
      const char *why = "";
      assert_int_equal(spu_config_by_name(name, &spe_options.config), SPU_OK);
      const struct spu_config config = spe_implementation_config((levels & 1U) != 0, (levels & 2U) != 0);
      if (spu_config_check(&config, &why) != SPU_OK) {
        fail_msg("%s, levels %u: %s", name, levels, why);
      }
    }
  }
}
