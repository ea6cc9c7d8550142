// SPDX-License-Identifier: Apache-2.0
#include "core/software/machine.h"

#include <stdint.h>

#include "core/software/pages.h"
#include "core/software/spu_driver.h"

enum { WINDOW = 0x50000000, DEVICES = 0x60000000, DEVICES_BYTES = 0x1000 };

// Offsets of registers.
enum {
  CONSOLE = 0x00,
  EXIT = 0x08,
  TAKE_ADDR = 0x20,
  TAKE_FLAGS = 0x28,
  TAKE_SIZE = 0x30,
  MAP = 0x38,
  INTERVAL = 0x40,
  OPTIONS = 0x48,
  BUFFER_BYTES = 0x50,
  LATE = 0x58,
  ELF_SIZE = 0x60,
  TICK = 0x68,
  PMSFCR = 0x70,
  PMSEVFR = 0x78,
  PMSLATFR = 0x80,
  PROCESS = 0x88
};

static volatile uint64_t *device(uintptr_t offset)
{
  return (volatile uint64_t *)(DEVICES + offset);  // NOLINT(performance-no-int-to-ptr): a register
}

static uint64_t read(uintptr_t offset)
{
  return *device(offset);
}

// The device has it when this returns: stores are posted.
static void write(uintptr_t offset, uint64_t value)
{
  *device(offset) = value;
  __asm__ volatile("fence iorw, iorw" ::: "memory");
}

void machine_read_parameters(struct machine_parameters *parameters)
{
  *parameters = (struct machine_parameters){.interval = read(INTERVAL),
                                            .options = read(OPTIONS),
                                            .buffer_bytes = read(BUFFER_BYTES),
                                            .late = read(LATE),
                                            .elf_size = read(ELF_SIZE),
                                            .tick = read(TICK),
                                            .pmsfcr = read(PMSFCR),
                                            .pmsevfr = read(PMSEVFR),
                                            .pmslatfr = read(PMSLATFR)};
}

void machine_map_devices(void)
{
  pages_map_device(DEVICES, DEVICES_BYTES);
  pages_map_device(WINDOW, SPU_WINDOW_BYTES);
}

void *machine_window(void)
{
  return (void *)(uintptr_t)WINDOW;  // NOLINT(performance-no-int-to-ptr): a device
}

void machine_write(const char *text, size_t size)
{
  for (size_t i = 0; i < size; i++) {
    write(CONSOLE, (uint8_t)text[i]);
  }
}

_Noreturn void machine_exit(uint64_t status)
{
  write(EXIT, status);
  for (;;) {
    __asm__ volatile("wfi");
  }
}

void machine_set_process(uint64_t process)
{
  write(PROCESS, process);
}

void machine_take(uint64_t address, uint64_t size, uint64_t flags)
{
  write(TAKE_ADDR, address);
  write(TAKE_FLAGS, flags);
  write(TAKE_SIZE, size);
}

void machine_map_buffer(uint64_t address)
{
  write(MAP, address);
}
