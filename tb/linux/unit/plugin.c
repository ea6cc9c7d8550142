// SPDX-License-Identifier: Apache-2.0
//
// The TCG plugin: selects the instructions to follow, and how. Blocks are translated up to three times, once for each
// enum spe_blocks: a CPU that is not profiled runs at full speed.
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "linux/unit/count.h"
#include "linux/unit/unit.h"
#include "programs/recorder/plugin/qemu_plugin_api.h"

#define EXPORTED __attribute__((visibility("default")))

enum { PSB_CSYNC = 0xD503223F, OLD_API = 1, NEW_API = 4 };

EXPORTED int qemu_plugin_version = OLD_API;

static FILE *log_file;
static size_t (*copy_opcode)(const struct qemu_plugin_insn *insn, void *to,
                             size_t size);  // of the newer interface

// QEMU reads the version before it calls anything. It must be that of QEMU's interface, which is recognized by a
// function that only the newer one has.
__attribute__((constructor)) static void choose_version(void)
{
  qemu_plugin_version = dlsym(RTLD_DEFAULT, "qemu_plugin_read_register") != NULL ? NEW_API : OLD_API;
  *(void **)&copy_opcode = dlsym(RTLD_DEFAULT, "qemu_plugin_insn_data");
}

void spe_log(const char *format, ...)
{
  if (log_file != NULL) {
    va_list arguments;
    va_start(arguments, format);
    (void)vfprintf(log_file, format, arguments);
    va_end(arguments);
    (void)fputc('\n', log_file);
  }
}

// A block's data for an instruction; kept as long as QEMU runs, because blocks come and go.
struct instruction {
  uint64_t pc;  // at translation
  uint32_t opcode;
};

static void on_begin(unsigned cpu, void *data)
{
  const struct instruction *first = data;
  spe_unit_begin(spe_cpu_unit(cpu), first->pc);
}

static void on_instruction(unsigned cpu, void *data)
{
  const struct instruction *instruction = data;
  spe_unit_instruction(spe_cpu_unit(cpu), instruction->pc, instruction->opcode);
}

static void on_memory(unsigned cpu, uint32_t info, uint64_t va, void *data)
{
  (void)info;
  (void)data;
  spe_unit_memory(spe_cpu_unit(cpu), va);
}

static void on_block(unsigned cpu, void *data)
{
  const size_t *const size = data;
  spe_unit_count(spe_cpu_unit(cpu), *size);
}

// A block's size, for as long as QEMU runs.
static size_t *kept(size_t size)
{
  enum { MOST = 1024 };  // instructions of a block: twice as many as QEMU makes
  static size_t sizes[MOST + 1];
  assert(size <= MOST);
  sizes[size] = size;
  return &sizes[size];
}

static void on_psb(unsigned cpu, void *data)
{
  (void)data;
  spe_unit_synchronize(spe_cpu_unit(cpu));
}

static uint32_t opcode_of(struct qemu_plugin_insn *insn)
{
  uint32_t opcode = 0;
  if (qemu_plugin_version == OLD_API) {
    memcpy(&opcode, qemu_plugin_insn_data(insn), sizeof opcode);
  } else {
    (void)copy_opcode(insn, &opcode, sizeof opcode);
  }
  return opcode;
}

static void follow(struct qemu_plugin_tb *tb, struct qemu_plugin_insn *insn, uint32_t opcode, bool first)
{
  struct instruction *instruction = malloc(sizeof *instruction);
  if (instruction == NULL) {
    (void)fputs("spe: out of memory\n", stderr);
    exit(2);
  }
  *instruction = (struct instruction){qemu_plugin_insn_vaddr(insn), opcode};
  if (first) {
    qemu_plugin_register_vcpu_tb_exec_cb(tb, on_begin, QEMU_PLUGIN_CB_NO_REGS, instruction);
  }
  qemu_plugin_register_vcpu_insn_exec_cb(insn, on_instruction, QEMU_PLUGIN_CB_NO_REGS, instruction);
  qemu_plugin_register_vcpu_mem_cb(insn, on_memory, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
}

static void on_translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
  (void)id;
  const size_t size = qemu_plugin_tb_n_insns(tb);
  const struct spe_unit *unit = spe_cpu_unit(spe_cpu_current());
  const enum spe_blocks blocks = unit != NULL ? spe_unit_blocks(unit) : SPE_BLOCKS_PLAIN;
  if (blocks == SPE_BLOCKS_COUNT) {
    qemu_plugin_register_vcpu_tb_exec_cb(tb, on_block, QEMU_PLUGIN_CB_NO_REGS, kept(size));
  }
  for (size_t i = 0; i < size; i++) {
    struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
    const uint32_t opcode = opcode_of(insn);
    if (blocks == SPE_BLOCKS_DETAIL) {
      follow(tb, insn, opcode, i == 0);
    }
    if (spe_options.counts != NULL) {
      spe_count_instruction(insn);
    }
    if (opcode == PSB_CSYNC) {
      qemu_plugin_register_vcpu_insn_exec_cb(insn, on_psb, QEMU_PLUGIN_CB_NO_REGS, NULL);
    }
  }
}

// The guest has ended. A unit that fails its checks makes QEMU's status 1.
static void at_exit(qemu_plugin_id_t id, void *data)
{
  (void)id;
  (void)data;
  bool right = true;
  for (unsigned cpu = 0; spe_cpu_unit(cpu) != NULL; cpu++) {
    right = spe_unit_finish(spe_cpu_unit(cpu)) && right;
  }
  right = (spe_options.counts == NULL || spe_count_write(spe_options.counts)) && right;
  if (log_file != NULL && fclose(log_file) != 0) {
    (void)fprintf(stderr, "spe: log: %s\n", strerror(errno));
    right = false;
  }
  if (!right) {
    (void)fflush(NULL);
    _exit(1);
  }
}

// The value of an argument name=value; null if it has another name.
static const char *value_of(const char *argument, const char *name)
{
  const size_t length = strlen(name);
  return strncmp(argument, name, length) == 0 && argument[length] == '=' ? argument + length + 1 : NULL;
}

// One argument. False after a line on stderr.
static bool take(const char *argument)
{
  const struct {
    const char *name;
    const char **path;
    uint64_t *number;
  } options[] = {
      {"records", &spe_options.records, NULL}, {"counts", &spe_options.counts, NULL},
      {"events", &spe_options.events, NULL},   {"waves", &spe_options.waves, NULL},
      {"from", NULL, &spe_options.from},       {"to", NULL, &spe_options.to},
  };
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
    const char *const value = value_of(argument, options[i].name);
    if (value != NULL && options[i].path != NULL) {
      *options[i].path = strdup(value);
      return true;
    }
    if (value != NULL) {
      *options[i].number = strtoull(value, NULL, 10);
      return true;
    }
  }
  const char *const config = value_of(argument, "config");
  const char *const log = value_of(argument, "log");
  if (config == NULL && log == NULL) {
    (void)fprintf(stderr,
                  "spe: no argument %s (there are: config= log= records= counts= events= waves= from= to=)\n",
                  argument);
    return false;
  }
  if (config != NULL && spu_config_by_name(config, &spe_options.config) != SPU_OK) {
    (void)fprintf(stderr, "spe: config: no configuration %s\n", config);
    return false;
  }
  if (log != NULL) {
    log_file = fopen(log, "w");
  }
  if (log != NULL && log_file == NULL) {
    (void)fprintf(stderr, "spe: log: %s: %s\n", log, strerror(errno));
    return false;
  }
  return true;
}

EXPORTED int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_plugin_info *info, int argc,
                                 char **argv)
{
  (void)info;
  (void)spu_config_by_name("base", &spe_options.config);
  spe_options.to = UINT64_MAX;
  for (int i = 0; i < argc; i++) {
    if (!take(argv[i])) {
      return 1;
    }
  }
  if (!spe_qemu_open()) {
    return 1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
  qemu_plugin_register_atexit_cb(id, at_exit, NULL);
  return 0;
}
