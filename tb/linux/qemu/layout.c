// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds functions and structure offsets in the running QEMU, and refuses a QEMU that this plugin does not support.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "linux/qemu/qemu.h"

struct spe_qemu qemu;
struct spe_offsets spe_offsets;

// The versions of Debian 12 and Debian 13; docs/linux.md lists the tested builds.
static const struct spe_layout layouts[] = {
    {"7.2", false, false, 32, 40, 48, 72, 80, 88, 112, 16, 24, 1, 4},
    {"10.0", true, true, 40, 48, 56, 80, 88, 96, 120, 28, 36, 0, 5},
};

_Noreturn void spe_refuse(const char *what)
{
  (void)fprintf(
      stderr,
      "spe: the unit cannot join this QEMU (%s); use Debian 12's or 13's qemu-system-arm, or the one "
      "that make linux-qemu builds\n",
      what);
  exit(2);
}

bool spe_find_functions(void)
{
  static const char missing[] =
      "spe: this QEMU does not export %s; use Debian 12's or 13's qemu-system-arm, or "
      "the one that make linux-qemu builds\n";
#define FIND(result, name, arguments)                \
  *(void **)&qemu.name = dlsym(RTLD_DEFAULT, #name); \
  if (qemu.name == NULL) {                           \
    (void)fprintf(stderr, missing, #name);           \
    return false;                                    \
  }
  SPE_FUNCTIONS(FIND)
#undef FIND
  static const char *const locks[2][3] = {
      {"qemu_mutex_iothread_locked", "qemu_mutex_lock_iothread_impl", "qemu_mutex_unlock_iothread"},
      {"bql_locked", "bql_lock_impl", "bql_unlock"}};
  for (int version = 0; version < 2; version++) {
    void *const locked = dlsym(RTLD_DEFAULT, locks[version][0]);
    if (locked != NULL) {
      qemu.layout = &layouts[version];
      *(void **)&qemu.locked = locked;
      *(void **)&qemu.lock = dlsym(RTLD_DEFAULT, locks[version][1]);
      *(void **)&qemu.unlock = dlsym(RTLD_DEFAULT, locks[version][2]);
    }
  }
  if (qemu.layout == NULL || qemu.lock == NULL || qemu.unlock == NULL) {
    (void)fprintf(stderr, missing, "bql_lock_impl");
    return false;
  }
  if (dlsym(RTLD_DEFAULT, "current_cpu") == NULL) {
    (void)fprintf(stderr, missing, "current_cpu");
    return false;
  }
  return true;
}

// Reads memory that may be unmapped. Returns the number of bytes read.
static size_t peek(void *from, void *to, size_t size)
{
  const struct iovec local = {to, size};
  const struct iovec remote = {from, size};
  const ssize_t count = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
  return count < 0 ? 0 : (size_t)count;
}

enum { CP_AARCH64 = 1U << 28, CP_NUMBER = 0x13 };

static uint32_t key_of(unsigned op1, unsigned crn, unsigned crm, unsigned op2)
{
  return CP_AARCH64 | CP_NUMBER << 16 | 3U << 14 | op1 << 11 | crn << 7 | crm << 3 | op2;
}

static void *look_up(void *table, uint32_t key, const char *name)
{
  char *found = NULL;
  void *info = qemu.get_arm_cp_reginfo(table, key);
  char text[32] = "";
  if (info == NULL || peek(info, &found, sizeof found) != sizeof found ||
      peek(found, text, strlen(name) + 1) == 0) {
    return NULL;
  }
  return strcmp(text, name) == 0 ? info : NULL;
}

// The start of a GHashTable, by which it is recognised in memory.
struct table_head {
  uint64_t size;
  int32_t modulo;
  uint32_t mask, nodes, occupied;
};

static bool is_table(void *pointer)
{
  struct table_head head;
  return ((uintptr_t)pointer & 15) == 0 && (uintptr_t)pointer > 4096 &&
         peek(pointer, &head, sizeof head) == sizeof head && head.size == (uint64_t)head.mask + 1 &&
         (head.size & head.mask) == 0 && head.nodes >= 100 && head.nodes <= head.occupied &&
         head.occupied <= head.size;
}

void spe_find_table(void *cpu)
{
  enum { LARGEST = 1 << 18 };  // size of an ARMCPU
  void *words[512];
  for (unsigned page = 0; page < LARGEST; page += sizeof words) {
    const size_t count = peek((char *)cpu + page, words, sizeof words) / sizeof words[0];
    for (unsigned i = 0; i < count; i++) {
      if (is_table(words[i]) && look_up(words[i], key_of(0, 0, 5, 0), "ID_AA64DFR0_EL1") != NULL) {
        spe_offsets.table = page + i * (unsigned)sizeof words[0];
        return;
      }
    }
  }
  spe_refuse("the registers of a CPU were not found");
}

void *spe_register(void *cpu, unsigned op1, unsigned crn, unsigned crm, unsigned op2, const char *name)
{
  void *info = look_up(SPE_AT(void *, cpu, spe_offsets.table), key_of(op1, crn, crm, op2), name);
  if (info == NULL) {
    spe_refuse(name);
  }
  return info;
}

unsigned spe_field(void *cpu, unsigned op1, unsigned crn, unsigned crm, unsigned op2, const char *name)
{
  enum { LARGEST = 1 << 14 };  // offset of a register in CPUARMState
  const int64_t offset =
      SPE_AT(int64_t, spe_register(cpu, op1, crn, crm, op2, name), qemu.layout->field_offset);
  if (offset <= ENV_AARCH64 || offset > LARGEST || offset % 8 != 0) {
    spe_refuse(name);
  }
  return (unsigned)offset;
}

void spe_find_fdt(void)
{
  enum { MAGIC = 0xEDFE0DD0 };  // of a device tree, big-endian
  enum { LARGEST = 1024 };      // bytes of a machine before its device tree
  void *words[LARGEST / 8];
  const size_t count = peek(qemu.qdev_get_machine(), words, sizeof words) / sizeof words[0];
  for (unsigned i = 0; i < count; i++) {
    uint32_t magic = 0;
    if ((uintptr_t)words[i] > 4096 && peek(words[i], &magic, sizeof magic) == sizeof magic &&
        magic == MAGIC) {
      spe_offsets.fdt = i * 8;
      return;
    }
  }
  spe_refuse("the device tree was not found: is it machine virt?");
}

// Finds the word that determines bit 30 of the result of curr_cflags(): inverts that bit in each candidate, and
// restores it.
void spe_find_flags(void *cpu)
{
  enum { LARGEST = 12 << 10, BIT = 1 << 30 };
  const uint32_t flags = qemu.curr_cflags(cpu);
  unsigned found = 0;
  for (unsigned offset = 64; offset < LARGEST && found == 0; offset += 4) {
    uint32_t *const word = &SPE_AT(uint32_t, cpu, offset);
    if (*word == 0 || (*word & 0xFF000000U) != (flags & 0xFF000000U)) {
      continue;
    }
    *word ^= BIT;
    const bool determines = (qemu.curr_cflags(cpu) ^ flags) == BIT;
    *word ^= BIT;
    found = determines ? offset : 0;
  }
  if (found == 0) {
    spe_refuse("the flags of translation blocks were not found");
  }
  spe_offsets.flags = found;
}
