// SPDX-License-Identifier: Apache-2.0
#include "linux/unit/count.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { BEGIN = 0x400000, END = 0x500000, INSTRUCTION = 4 };

static uint64_t count[(END - BEGIN) / INSTRUCTION];

static void on_executed(unsigned cpu, void *data)
{
  (void)cpu;
  uint64_t *const counter = data;
  (void)__atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

void spe_count_instruction(struct qemu_plugin_insn *insn)
{
  const uint64_t address = qemu_plugin_insn_vaddr(insn);
  if (address >= BEGIN && address < END) {
    qemu_plugin_register_vcpu_insn_exec_cb(insn, on_executed, QEMU_PLUGIN_CB_NO_REGS,
                                           &count[(address - BEGIN) / INSTRUCTION]);
  }
}

bool spe_count_write(const char *path)
{
  FILE *const file = fopen(path, "w");
  for (uint64_t i = 0; file != NULL && i < sizeof count / sizeof count[0]; i++) {
    if (count[i] != 0) {
      (void)fprintf(file, "0x%" PRIx64 " %" PRIu64 "\n", BEGIN + i * INSTRUCTION, count[i]);
    }
  }
  if (file != NULL && (ferror(file) | fclose(file)) == 0) {
    return true;
  }
  (void)fprintf(stderr, "spe: counts: %s: %s\n", path, strerror(errno));
  return false;
}
