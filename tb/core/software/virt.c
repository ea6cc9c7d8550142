// SPDX-License-Identifier: Apache-2.0
//
// QEMU's board `virt` in place of the testbench's devices, for what does not need the unit: qemu-system-riscv64 has the
// same core without it. `-device loader` puts the user program's file into memory.
#include "core/software/machine.h"

#include <stdint.h>

#include "core/software/pages.h"

enum { TEST = 0x100000, UART = 0x10000000 };      // devices, each a page
enum { TEST_PASS = 0x5555, TEST_FAIL = 0x3333 };  // what ends QEMU; the status is above it
enum { ELF_ROOM = 0x1000000, TICK = 10000 };      // bytes; of 100 ns

void machine_read_parameters(struct machine_parameters *parameters)
{
  *parameters = (struct machine_parameters){.options = CORE_OFF, .elf_size = ELF_ROOM, .tick = TICK};
}

void machine_map_devices(void)
{
  pages_map_device(TEST, PAGES_BYTES);
  pages_map_device(UART, PAGES_BYTES);
}

void *machine_window(void)
{
  return NULL;
}

void machine_write(const char *text, size_t size)
{
  for (size_t i = 0; i < size; i++) {
    *(volatile char *)UART = text[i];  // NOLINT(performance-no-int-to-ptr): a register
  }
}

_Noreturn void machine_exit(uint64_t status)
{
  volatile uint32_t *test = (volatile uint32_t *)TEST;  // NOLINT(performance-no-int-to-ptr): a register
  *test = status == 0 ? TEST_PASS : (uint32_t)status << 16 | TEST_FAIL;
  for (;;) {
    __asm__ volatile("wfi");
  }
}

void machine_set_process(uint64_t process)
{
  (void)process;
}

void machine_take(uint64_t address, uint64_t size, uint64_t flags)
{
  (void)address;
  (void)size;
  (void)flags;
}

void machine_map_buffer(uint64_t address)
{
  (void)address;
}
