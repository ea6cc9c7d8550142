// SPDX-License-Identifier: Apache-2.0
#include "core/software/machine.h"

#include <stdint.h>

#include "core/software/pages.h"
#include "core/software/spu_driver.h"

static volatile uint64_t *device(uintptr_t offset)
{
  return (volatile uint64_t *)(CORE_DEVICES + offset);  // NOLINT(performance-no-int-to-ptr): a register
}

static uint64_t parameter(enum core_param param)
{
  return *device(CORE_PARAMS + sizeof(uint64_t) * param);
}

// The device has it when this returns: stores are posted.
static void write(uintptr_t offset, uint64_t value)
{
  *device(offset) = value;
  __asm__ volatile("fence iorw, iorw" ::: "memory");
}

void machine_read_parameters(struct machine_parameters *parameters)
{
  *parameters = (struct machine_parameters){.interval = parameter(CORE_INTERVAL),
                                            .options = parameter(CORE_OPTIONS),
                                            .buffer_bytes = parameter(CORE_BUFFER_SIZE),
                                            .late = parameter(CORE_LATE),
                                            .elf_size = parameter(CORE_ELF_SIZE),
                                            .tick = parameter(CORE_TICK),
                                            .pmsfcr = parameter(CORE_PMSFCR),
                                            .pmsevfr = parameter(CORE_PMSEVFR),
                                            .pmslatfr = parameter(CORE_PMSLATFR)};
}

void machine_map_devices(void)
{
  pages_map_device(CORE_DEVICES, CORE_DEVICES_BYTES);
  pages_map_device(CORE_WINDOW, CORE_WINDOW_BYTES);
}

void *machine_window(void)
{
  return (void *)(uintptr_t)CORE_WINDOW;  // NOLINT(performance-no-int-to-ptr): a device
}

void machine_write(const char *text, size_t size)
{
  for (size_t i = 0; i < size; i++) {
    write(CORE_CONSOLE, (uint8_t)text[i]);
  }
}

_Noreturn void machine_exit(uint64_t status)
{
  write(CORE_EXIT, status);
  for (;;) {
    __asm__ volatile("wfi");
  }
}

void machine_set_process(uint64_t process)
{
  write(CORE_PROCESS, process);
}

void machine_take(uint64_t address, uint64_t size, uint64_t flags)
{
  write(CORE_TAKE_ADDR, address);
  write(CORE_TAKE_FLAGS, flags);
  write(CORE_TAKE_SIZE, size);
}

void machine_map_buffer(uint64_t address)
{
  write(CORE_MAP, address);
}
