// SPDX-License-Identifier: Apache-2.0
#include "core/software/console.h"

#include "core/software/machine.h"

static void write(const char *text)
{
  size_t size = 0;
  while (text[size] != '\0') {
    size++;
  }
  machine_write(text, size);
}

void console_line(const char *text, uint64_t value)
{
  enum { DIGITS = 16 };
  char number[] = " 0x0000000000000000\n";
  for (int i = 0; i < DIGITS; i++) {
    number[3 + i] = "0123456789abcdef"[value >> (4 * (DIGITS - 1 - i)) & 15U];
  }
  write("supervisor: ");
  write(text);
  write(number);
}

_Noreturn void console_fail(const char *text, uint64_t value)
{
  console_line(text, value);
  machine_exit(CORE_GAVE_UP);
}
