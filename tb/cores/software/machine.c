// SPDX-License-Identifier: Apache-2.0
#include "cores/software/machine.h"

static volatile uint64_t *device(uintptr_t offset)
{
  return (volatile uint64_t *)(CORE_DEVICES + offset);  // NOLINT(performance-no-int-to-ptr): a register
}

// Stores are posted: this returns when the device has the word.
static void write(uintptr_t offset, uint64_t value)
{
  *device(offset) = value;
  __asm__ volatile("fence iorw, iorw" ::: "memory");
}

uint64_t machine_parameter(enum core_param param)
{
  return *device(CORE_PARAMS + sizeof(uint64_t) * param);
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

static void write_string(const char *text)
{
  for (; *text != '\0'; text++) {
    machine_write(text, 1);
  }
}

void machine_say(const char *text, uint64_t value)
{
  enum { DIGITS = 16 };
  char number[] = " 0x0000000000000000\n";
  for (int i = 0; i < DIGITS; i++) {
    number[3 + i] = "0123456789abcdef"[value >> (4 * (DIGITS - 1 - i)) & 15U];
  }
  write_string("supervisor: ");
  write_string(text);
  write_string(number);
}

_Noreturn void machine_fail(const char *text, uint64_t value)
{
  machine_say(text, value);
  machine_exit(CORE_GAVE_UP);
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
