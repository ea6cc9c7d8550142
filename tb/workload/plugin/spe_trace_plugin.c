// SPDX-License-Identifier: Apache-2.0
//
// QEMU TCG plugin: records what an AArch64 Linux program executes as an operation trace
// (docs/trace-format.md).
//
//   qemu-aarch64 -plugin spe_trace_plugin.so,out=PATH[,limit=N] PROGRAM      writes a file
//   qemu-aarch64 -plugin spe_trace_plugin.so,fd=N[,limit=N] PROGRAM          writes to an open descriptor
//
// With limit=N the guest is ended (status 0) once N operations are recorded. The end of the trace is written
// only when the guest exits by itself or reaches the limit: if a signal ends it, or it executes another program, QEMU
// is gone without a word to a plugin. A guest that starts a thread or a process is ended with an error.
//
// When QEMU translates a block, the block is cut into runs: each ends with an instruction that may access
// memory, because only such an instruction can leave the block early. Executing a run's first instruction
// makes it the pending run; the first access made meanwhile gives its address; the next run completes it. So an access
// that faults leaves a run without address, and nothing after it is recorded.
#define _GNU_SOURCE  // F_DUPFD_CLOEXEC
#include "workload/plugin/qemu_plugin_api.h"
#include "workload/trace_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int qemu_plugin_version = QEMU_PLUGIN_API_VERSION;

enum {
  GUEST_FREE_FD = 500,  // descriptors from here on are out of the way of what a guest expects
  SYS_EXIT = 93,        // AArch64 Linux system calls
  SYS_EXIT_GROUP = 94,
  SYS_CLONE = 220,
  SYS_CLONE3 = 435
};

struct run {
  uint64_t pc;
  uint32_t number;
  uint32_t count;
  uint32_t opcodes[];
};

// Most callbacks pass no context to a plugin, so its state is one static object. The guest has one thread.
static struct {
  struct trace_writer writer;
  int fd;
  const char *name;
  uint64_t limit;  // operations; UINT64_MAX: none
  uint64_t operations;
  bool recording;
  bool exiting;  // the guest asked for its end
  uint32_t status;
  const struct run *pending;  // executed, and not written yet; null: none
  bool has_address;
  uint64_t address;
} recorder = {.fd = -1, .name = "trace", .limit = UINT64_MAX};

static _Noreturn void give_up(const struct tb_error *error)
{
  (void)fprintf(stderr, "spe_trace_plugin: %s\n", error->text);
  _exit(2);
}

// ---------------------------------------------------------------------------------------------------------
// Recording

static void flush(uint64_t next_pc)
{
  struct tb_error error = {""};
  if (!trace_writer_flush(&recorder.writer, next_pc, &error)) {
    give_up(&error);
  }
}

static void complete_pending(uint64_t next_pc)
{
  const struct run *run = recorder.pending;
  if (run == NULL) {
    return;
  }
  recorder.pending = NULL;
  trace_writer_add(&recorder.writer, run->number, run->count, recorder.has_address, recorder.address);
  if (trace_writer_full(&recorder.writer)) {
    flush(next_pc);
  }
}

static void finish_recording(enum trace_end_reason reason)
{
  struct tb_error error = {""};
  if (recorder.pending != NULL) {
    const uint64_t next_pc = recorder.pending->pc + 4U * recorder.pending->count;
    complete_pending(next_pc);
    flush(next_pc);
  }
  recorder.recording = false;
  if (!trace_writer_end(&recorder.writer, reason, recorder.status, &error)) {
    give_up(&error);
  }
  if (close(recorder.fd) != 0) {
    (void)tb_fail(&error, "%s: cannot write the trace: %s", recorder.name, strerror(errno));
    give_up(&error);
  }
}

static struct run *define_run(uint64_t pc, const uint32_t *opcodes, uint32_t count)
{
  struct tb_error error = {""};
  struct run *run = malloc(sizeof *run + count * sizeof *opcodes);
  if (run == NULL) {
    (void)tb_fail(&error, "%s: out of memory", recorder.name);
    give_up(&error);
  }
  run->pc = pc;
  run->count = count;
  memcpy(run->opcodes, opcodes, count * sizeof *opcodes);
  if (!trace_writer_define(&recorder.writer, pc, opcodes, count, &run->number, &error)) {
    give_up(&error);
  }
  return run;
}

// ---------------------------------------------------------------------------------------------------------
// Callbacks

// The first instruction of a run is about to be executed. A run that would exceed the limit is cut there.
static void on_run(unsigned vcpu, void *userdata)
{
  (void)vcpu;
  const struct run *run = userdata;
  if (!recorder.recording) {
    return;
  }
  const uint64_t left = recorder.limit - recorder.operations;
  if (left != 0) {
    complete_pending(run->pc);
    recorder.pending = run->count > left ? define_run(run->pc, run->opcodes, (uint32_t)left) : run;
    recorder.has_address = false;
    recorder.address = 0;
    recorder.operations += recorder.pending->count;
  }
  if (run->count > left) {
    finish_recording(TRACE_END_LIMIT);
    _exit(0);
  }
}

// The last instruction of a run has made an access.
static void on_access(unsigned vcpu, uint32_t info, uint64_t vaddr, void *userdata)
{
  (void)vcpu;
  (void)info;
  (void)userdata;
  if (!recorder.has_address) {
    recorder.has_address = true;
    recorder.address = vaddr;
  }
}

// Whether the instruction may access memory, by encoding group (Arm ARM C4.1): loads and stores, SVE and SME
// (as a whole), and system instructions, of which some clear or translate memory.
static bool may_access(uint32_t opcode)
{
  const bool load_store = (opcode & 0x0A000000U) == 0x08000000U;
  const bool vector = (opcode & 0x9A000000U) == 0x80000000U;
  const bool system = (opcode & 0xFFC00000U) == 0xD5000000U;
  return load_store || vector || system;
}

static uint32_t opcode_of(const struct qemu_plugin_insn *insn)
{
  uint32_t opcode;
  memcpy(&opcode, qemu_plugin_insn_data(insn), sizeof opcode);
  return opcode;
}

static void on_translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
  (void)id;
  if (!recorder.recording) {
    return;
  }
  uint32_t opcodes[TRACE_MAX_RUN];
  const size_t size = qemu_plugin_tb_n_insns(tb);
  for (size_t i = 0; i < size;) {
    struct qemu_plugin_insn *const first = qemu_plugin_tb_get_insn(tb, i);
    const uint64_t pc = qemu_plugin_insn_vaddr(first);
    uint32_t count = 0;
    bool memory = false;
    while (!memory && i < size && count < TRACE_MAX_RUN) {
      struct qemu_plugin_insn *const insn = qemu_plugin_tb_get_insn(tb, i);
      if (qemu_plugin_insn_vaddr(insn) != pc + 4U * count) {
        break;
      }
      opcodes[count] = opcode_of(insn);
      memory = may_access(opcodes[count]);
      if (memory) {
        qemu_plugin_register_vcpu_mem_cb(insn, on_access, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
      }
      count++;
      i++;
    }
    // The first block that QEMU translates is where the program starts: readers rely on run 0 for it.
    struct run *run = define_run(pc, opcodes, count);
    qemu_plugin_register_vcpu_insn_exec_cb(first, on_run, QEMU_PLUGIN_CB_NO_REGS, run);
  }
}

static void on_system_call(qemu_plugin_id_t id, unsigned vcpu, int64_t number, uint64_t a1, uint64_t a2,
                           uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8)
{
  (void)id, (void)vcpu, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
  if (number == SYS_EXIT || number == SYS_EXIT_GROUP) {
    recorder.status = (uint32_t)a1 & 0xFFU;
    recorder.exiting = true;
  } else if (number == SYS_CLONE || number == SYS_CLONE3) {
    struct tb_error error = {""};
    (void)tb_fail(&error, "the program starts a thread or a process: profile it under Linux (make linux)");
    give_up(&error);
  }
}

static void on_exit_of_guest(qemu_plugin_id_t id, void *userdata)
{
  (void)id;
  (void)userdata;
  if (recorder.recording && recorder.exiting) {
    finish_recording(TRACE_END_EXIT);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Options

static bool take_number(const char *text, uint64_t *number)
{
  char *end = NULL;
  errno = 0;
  const unsigned long long value = strtoull(text, &end, 10);
  *number = value;
  return errno == 0 && text[0] >= '0' && text[0] <= '9' && *end == '\0';
}

static bool take_option(const char *option, struct tb_error *error)
{
  uint64_t number = 0;
  if (strncmp(option, "out=", 4) == 0 && recorder.fd < 0) {
    recorder.name = option + 4;
    recorder.fd = open(recorder.name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return recorder.fd >= 0 || tb_fail(error, "%s: %s", recorder.name, strerror(errno));
  }
  if (strncmp(option, "fd=", 3) == 0 && recorder.fd < 0 && take_number(option + 3, &number) &&
      number < 1U << 20) {
    recorder.fd = (int)number;
    return true;
  }
  if (strncmp(option, "limit=", 6) == 0 && take_number(option + 6, &number) && number > 0) {
    recorder.limit = number;
    return true;
  }
  return tb_fail(error, "%s: not an option (out=PATH or fd=N; limit=N)", option);
}

// Out of the way of the descriptors that the guest opens, and closed if it executes another program.
static bool move_away(struct tb_error *error)
{
  const int moved = fcntl(recorder.fd, F_DUPFD_CLOEXEC, GUEST_FREE_FD);
  if (moved < 0) {
    return tb_fail(error, "%s: cannot move descriptor %d: %s", recorder.name, recorder.fd, strerror(errno));
  }
  (void)close(recorder.fd);
  recorder.fd = moved;
  return true;
}

static bool set_up(const struct qemu_plugin_info *info, int argc, char **argv, struct tb_error *error)
{
  if (strcmp(info->target_name, "aarch64") != 0 || info->system_emulation) {
    return tb_fail(error, "records under qemu-aarch64 (user mode) only");
  }
  for (int i = 0; i < argc; i++) {
    if (!take_option(argv[i], error)) {
      return false;
    }
  }
  if (recorder.fd < 0) {
    return tb_fail(error, "one of out=PATH and fd=N is needed");
  }
  if (!move_away(error)) {
    return false;
  }
  recorder.name = strdup(recorder.name);
  if (recorder.name == NULL) {
    return tb_fail(error, "out of memory");
  }
  trace_writer_init(&recorder.writer, recorder.fd, recorder.name);
  recorder.recording = true;
  return true;
}

EXPORTED int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_plugin_info *info, int argc,
                                 char **argv)
{
  struct tb_error error = {""};
  if (!set_up(info, argc, argv, &error)) {
    (void)fprintf(stderr, "spe_trace_plugin: %s\n", error.text);
    return 1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
  qemu_plugin_register_vcpu_syscall_cb(id, on_system_call);
  qemu_plugin_register_atexit_cb(id, on_exit_of_guest, NULL);
  return 0;
}
