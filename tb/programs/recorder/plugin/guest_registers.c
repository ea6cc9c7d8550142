// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE  // RTLD_DEFAULT
#include "programs/recorder/plugin/guest_registers.h"

#include <dlfcn.h>
#include <string.h>

// GByteArray, from GLib's documentation.
struct byte_array {
  uint8_t *data;
  unsigned length;
};

static struct {
  void *(*cpu)(int index);
  int (*read)(void *cpu, struct byte_array *bytes, int number);
  struct byte_array *(*make)(void);
  struct byte_array *(*resize)(struct byte_array *bytes, unsigned length);
} qemu;

// POSIX allows an object pointer to hold a function's address.
static bool find(const char *name, void *function, size_t size)
{
  void *const found = dlsym(RTLD_DEFAULT, name);
  memcpy(function, &found, size);
  return found != NULL;
}

bool guest_registers_open(void)
{
  const bool cpu = find("qemu_get_cpu", &qemu.cpu, sizeof qemu.cpu);
  const bool read = find("aarch64_cpu_gdb_read_register", &qemu.read, sizeof qemu.read);
  const bool make = find("g_byte_array_new", &qemu.make, sizeof qemu.make);
  const bool resize = find("g_byte_array_set_size", &qemu.resize, sizeof qemu.resize);
  return cpu && read && make && resize;
}

bool guest_register(unsigned number, uint64_t *value)
{
  static struct byte_array *bytes;
  if (qemu.cpu == NULL || qemu.read == NULL || qemu.make == NULL || qemu.resize == NULL) {
    return false;
  }
  void *cpu = qemu.cpu(0);
  if (bytes == NULL) {
    bytes = qemu.make();
  }
  (void)qemu.resize(bytes, 0);
  if (cpu == NULL || qemu.read(cpu, bytes, (int)number) != sizeof *value || bytes->length != sizeof *value) {
    return false;
  }
  memcpy(value, bytes->data, sizeof *value);
  return true;
}
