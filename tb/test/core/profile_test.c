// SPDX-License-Identifier: Apache-2.0
//
// What the supervisor of tb/core/software says when it cannot profile, on a machine that notes what is written. No
// requirement: what runs on the core must be right itself.
#include "core/software/profile.h"
#include "test/test.h"

#include <string.h>

#include "core/software/pages.h"
#include "core/software/spu_driver_mmio.h"

// ---------------------------------------------------------------------------------------------------------
// The machine. It ends before the unit is looked at

static struct {
  char console[256];
  size_t written;
  uint64_t status;
  jmp_buf exit;
} machine;

void machine_write(const char *text, size_t size)
{
  assert_true(machine.written + size < sizeof machine.console);
  memcpy(machine.console + machine.written, text, size);
  machine.written += size;
}

_Noreturn void machine_exit(uint64_t status)
{
  machine.status = status;
  longjmp(machine.exit, 1);
}

void *machine_window(void)
{
  return NULL;
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

void pages_map_device(uintptr_t address, size_t bytes)
{
  (void)address;
  (void)bytes;
}

struct spu_driver_bus spu_driver_mmio(void *window)
{
  return (struct spu_driver_bus){.context = window};
}

// ---------------------------------------------------------------------------------------------------------

static void expect_end(const struct machine_parameters *parameters, const char *line)
{
  static struct profile profile;
  memset(&machine, 0, sizeof machine);
  if (setjmp(machine.exit) == 0) {
    profile_start(&profile, parameters);
    fail_msg("it starts");
  }
  assert_string_equal(machine.console, line);
  assert_int_equal(machine.status, CORE_GAVE_UP);
}

TEST(what_is_too_large_is_named)
{
  expect_end(&(struct machine_parameters){.interval = 256, .buffer_bytes = CORE_BUFFER_BYTES + 4096},
             "supervisor: a buffer that is too large 0x0000000000101000\n");
  expect_end(&(struct machine_parameters){.interval = UINT64_C(1) << 32, .buffer_bytes = 4096},
             "supervisor: an interval that is too large 0x0000000100000000\n");
}
