// SPDX-License-Identifier: Apache-2.0
//
// QEMU TCG plugin: records the operations of an AArch64 Linux program as an operation trace (docs/trace-format.md).
//
//   qemu-aarch64 -plugin spe_trace_plugin.so,out=PATH[,limit=N] PROGRAM      writes a file
//   qemu-aarch64 -plugin spe_trace_plugin.so,fd=N[,limit=N] PROGRAM          writes to an open descriptor
//
// With limit=N the guest ends (status 0) after N recorded operations. If a signal ends the guest, or it executes
// another program, QEMU ends without notifying a plugin: a process that the plugin has started then writes the rest of
// the trace. A guest that starts a thread or a process is ended with an error.
//
// QEMU reports no access of a predicated SVE load or store. The address of a contiguous one is computed from the
// registers when the next instruction is about to be executed; others have none.
//
// vector=BITS is the length of SVE vectors when the guest starts; by default there is no SVE. streaming=BITS is their
// length in Streaming SVE mode; by default there is no SME. A plugin cannot query them. The plugin follows that mode by
// the instructions that set it, SMSTART, SMSTOP and writes of SVCR, and by system calls, which end it. A signal handler
// counts as executed in the mode that it interrupts.
//
// When QEMU translates a block, the plugin cuts it into runs: each ends with an instruction that may access memory,
// because only such an instruction can leave the block early. Executing a run's first instruction makes it the pending
// run; the first access until the next run gives its address; the next run completes it. So an access that faults
// leaves a run without address, and nothing after it is recorded.
#define _GNU_SOURCE  // F_DUPFD_CLOEXEC, MAP_ANONYMOUS
#include "programs/a64/a64.h"
#include "programs/a64/sve_address.h"
#include "programs/recorder/plugin/guest_registers.h"
#include "programs/recorder/plugin/qemu_plugin_api.h"
#include "programs/trace/trace_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int qemu_plugin_version = QEMU_PLUGIN_API_VERSION;

enum {
  GUEST_FREE_FD = 500,  // descriptors from here on do not collide with those of a guest
  SYS_EXIT = 93,        // AArch64 Linux system calls
  SYS_EXIT_GROUP = 94,
  SYS_RT_SIGRETURN = 139,
  SYS_PRCTL = 167,
  SYS_CLONE = 220,
  SYS_CLONE3 = 435,
  SET_VECTOR_LENGTH = 50,  // of prctl
  SET_STREAMING_LENGTH = 63,
  LENGTH_ON_EXECUTION = 1 << 18,  // in its argument: of the next program, not of this one
  LENGTH_MASK = 0xFFFF            // of its result: bytes
};

struct run {
  uint64_t pc;
  uint32_t number;
  uint32_t count;
  bool contiguous;  // the last is a contiguous access of SVE or SME
  bool sets_mode;   // the last sets PSTATE.SM
  uint32_t last;    // opcode
  const uint32_t *opcodes;
};

// Most callbacks pass no context to a plugin, so its state is one object. The guest is single-threaded. The process
// that writes the rest of a trace shares this object.
struct recorder {
  struct trace_writer writer;
  int fd;
  const char *name;
  uint64_t limit;  // operations; UINT64_MAX: none
  uint64_t operations;
  bool recording;
  bool exiting;  // the guest called exit
  uint32_t status;
  struct run run;  // executed last
  bool pending;    // and not written yet
  bool has_address;
  uint64_t address;
  bool registers;           // general registers can be read
  uint32_t vector_bits;     // of SVE, when it is not in Streaming SVE mode; 0: there is no SVE
  uint32_t streaming_bits;  // in that mode, when the guest starts; 0: there is no SME
  int64_t sets_length;      // what prctl() does, if it sets the length of vectors; 0: something else
};

static struct recorder *recorder;

static _Noreturn void give_up(const struct tb_error *error)
{
  (void)fprintf(stderr, "spe_trace_plugin: %s\n", error->text);
  recorder->recording = false;
  _exit(2);
}

// ---------------------------------------------------------------------------------------------------------
// Recording

// PC of the next operation after the last run, unless it jumps.
static uint64_t following_pc(void)
{
  return recorder->run.pc + 4U * recorder->run.count;
}

static void flush(uint64_t next_pc)
{
  struct tb_error error = {""};
  if (!trace_writer_flush(&recorder->writer, next_pc, &error)) {
    give_up(&error);
  }
}

static void complete_pending(uint64_t next_pc)
{
  if (!recorder->pending) {
    return;
  }
  recorder->pending = false;
  trace_writer_add(&recorder->writer, recorder->run.number, recorder->run.count, recorder->has_address,
                   recorder->address);
  if (trace_writer_full(&recorder->writer)) {
    flush(next_pc);
  }
}

// The guest continues after the pending run, at `pc`; after a signal the registers would have changed.
static void note_sve_address(uint64_t pc)
{
  const uint32_t opcode = recorder->run.last;
  struct sve_operands operands;
  uint64_t base = 0;
  uint64_t index = 0;
  if (!recorder->pending || !recorder->run.contiguous || recorder->has_address || pc != following_pc() ||
      !sve_contiguous(opcode, &operands) || !guest_register(operands.base, &base)) {
    return;
  }
  const bool zero = !operands.indexed || operands.index == 31;  // as an index it is the zero register
  if (zero || guest_register(operands.index, &index)) {
    recorder->has_address = true;
    recorder->address = sve_address(opcode, recorder->writer.vectors.bits, base, index);
  }
}

// Changes the length of vectors, which ends a block.
static void set_vectors(struct trace_vectors vectors, uint64_t next_pc)
{
  if (!trace_vectors_equal(&vectors, &recorder->writer.vectors)) {
    complete_pending(next_pc);
    flush(next_pc);
    recorder->writer.vectors = vectors;
  }
}

static void set_streaming(bool streaming, uint64_t next_pc)
{
  struct trace_vectors vectors = recorder->writer.vectors;
  vectors.streaming = streaming;
  vectors.bits = streaming ? vectors.streaming_bits : recorder->vector_bits;
  set_vectors(vectors, next_pc);
}

// The guest continues at `pc`. If that follows an instruction that sets PSTATE.SM, the instruction was executed.
static void note_streaming(uint64_t pc)
{
  bool on = false;
  unsigned from = 0;
  if (!recorder->pending || !recorder->run.sets_mode || pc != following_pc() ||
      !a64_sets_streaming(recorder->run.last, &on, &from)) {
    return;
  }
  uint64_t value = on ? 1 : 0;
  if (from == 31) {
    value = 0;
  } else if (from < 31 && !guest_register(from, &value)) {
    return;
  }
  set_streaming((value & 1) != 0, pc);
}

static void finish_recording(enum trace_end_reason reason)
{
  struct tb_error error = {""};
  complete_pending(following_pc());
  flush(following_pc());
  recorder->recording = false;
  if (!trace_writer_end(&recorder->writer, reason, recorder->status, &error)) {
    give_up(&error);
  }
  if (close(recorder->fd) != 0) {
    (void)tb_fail(&error, "%s: cannot write the trace: %s", recorder->name, strerror(errno));
    give_up(&error);
  }
}

static struct run *define_run(uint64_t pc, const uint32_t *opcodes, uint32_t count)
{
  struct tb_error error = {""};
  struct run *run = malloc(sizeof *run + count * sizeof *opcodes);
  if (run == NULL) {
    (void)tb_fail(&error, "%s: out of memory", recorder->name);
    give_up(&error);
  }
  uint32_t *const copy = (uint32_t *)(run + 1);
  memcpy(copy, opcodes, count * sizeof *opcodes);
  *run = (struct run){.pc = pc, .count = count, .last = opcodes[count - 1], .opcodes = copy};
  struct sve_operands operands;
  bool on = false;
  unsigned from = 0;
  run->contiguous = recorder->registers && sve_contiguous(run->last, &operands);
  run->sets_mode = recorder->streaming_bits != 0 && a64_sets_streaming(run->last, &on, &from);
  if (!trace_writer_define(&recorder->writer, pc, opcodes, count, &run->number, &error)) {
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
  if (!recorder->recording) {
    return;
  }
  const uint64_t left = recorder->limit - recorder->operations;
  if (left != 0) {
    note_sve_address(run->pc);
    note_streaming(run->pc);
    complete_pending(run->pc);
    recorder->run = run->count > left ? *define_run(run->pc, run->opcodes, (uint32_t)left) : *run;
    recorder->pending = true;
    recorder->has_address = false;
    recorder->address = 0;
    recorder->operations += recorder->run.count;
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
  if (!recorder->has_address) {
    recorder->has_address = true;
    recorder->address = vaddr;
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
  if (!recorder->recording) {
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
  (void)id, (void)vcpu, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
  if (number == SYS_EXIT || number == SYS_EXIT_GROUP) {
    recorder->status = (uint32_t)a1 & 0xFFU;
    recorder->exiting = true;
  } else if (number == SYS_CLONE || number == SYS_CLONE3) {
    struct tb_error error = {""};
    (void)tb_fail(&error, "the program starts a thread or a process: profile it under Linux (make linux)");
    give_up(&error);
  }
  if (!recorder->recording) {
    return;
  }
  const bool length = number == SYS_PRCTL && (a1 == SET_VECTOR_LENGTH || a1 == SET_STREAMING_LENGTH);
  recorder->sets_length = length && (a2 & LENGTH_ON_EXECUTION) == 0 ? (int64_t)a1 : 0;
  if (number != SYS_RT_SIGRETURN) {  // which restores the mode of the interrupted code
    set_streaming(false, following_pc());
  }
}

// A program can choose shorter vectors. Such a block ends before that.
static void on_system_result(qemu_plugin_id_t id, unsigned vcpu, int64_t number, int64_t result)
{
  (void)id, (void)vcpu, (void)number;
  if (!recorder->recording || recorder->sets_length == 0 || result < 0 || recorder->vector_bits == 0) {
    return;
  }
  struct trace_vectors vectors = recorder->writer.vectors;
  const uint32_t bits = 8 * ((uint32_t)result & LENGTH_MASK);
  if (recorder->sets_length == SET_VECTOR_LENGTH) {
    vectors.bits = recorder->vector_bits = bits;
  } else {
    vectors.streaming_bits = bits;
  }
  set_vectors(vectors, following_pc());
  recorder->sets_length = 0;
}

static void on_exit_of_guest(qemu_plugin_id_t id, void *userdata)
{
  (void)id;
  (void)userdata;
  if (recorder->recording && recorder->exiting) {
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

static bool take_length(const char *text, uint32_t *bits)
{
  uint64_t number = 0;
  if (!take_number(text, &number) || number == 0 || number % TRACE_VECTOR_STEP != 0 ||
      number > TRACE_VECTOR_MAX) {
    return false;
  }
  *bits = (uint32_t)number;
  return true;
}

static bool take_option(const char *option, struct tb_error *error)
{
  uint64_t number = 0;
  if (strncmp(option, "out=", 4) == 0 && recorder->fd < 0) {
    recorder->name = option + 4;
    recorder->fd = open(recorder->name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return recorder->fd >= 0 || tb_fail(error, "%s: %s", recorder->name, strerror(errno));
  }
  if (strncmp(option, "fd=", 3) == 0 && recorder->fd < 0 && take_number(option + 3, &number) &&
      number < 1U << 20) {
    recorder->fd = (int)number;
    return true;
  }
  if (strncmp(option, "limit=", 6) == 0 && take_number(option + 6, &number) && number > 0) {
    recorder->limit = number;
    return true;
  }
  if ((strncmp(option, "vector=", 7) == 0 && take_length(option + 7, &recorder->vector_bits)) ||
      (strncmp(option, "streaming=", 10) == 0 && take_length(option + 10, &recorder->streaming_bits))) {
    return true;
  }
  return tb_fail(error, "%s: not an option (out=PATH or fd=N; vector=BITS; streaming=BITS; limit=N)", option);
}

// Moves the descriptor away from those that the guest opens; it is closed if the guest executes another program.
static bool move_away(struct tb_error *error)
{
  const int moved = fcntl(recorder->fd, F_DUPFD_CLOEXEC, GUEST_FREE_FD);
  if (moved < 0) {
    return tb_fail(error, "%s: cannot move descriptor %d: %s", recorder->name, recorder->fd, strerror(errno));
  }
  (void)close(recorder->fd);
  recorder->fd = moved;
  return true;
}

// ---------------------------------------------------------------------------------------------------------
// The rest of a trace

// Waits until QEMU has ended in any way.
static _Noreturn void write_rest(int qemu)
{
  struct pollfd state = {.fd = qemu, .events = POLLIN};
  while (poll(&state, 1, -1) < 0 && errno == EINTR) {
  }
  if (recorder->recording && recorder->operations > 0) {
    finish_recording(TRACE_END_ABRUPT);
  }
  _exit(0);
}

// Starts the process that writes the rest, and keeps stdout and stderr open until then. It has its own session, and is
// not a child that the guest could find.
static bool watch_qemu(struct tb_error *error)
{
  const int qemu = pidfd_open(getpid(), 0);
  const pid_t child = qemu >= 0 ? fork() : -1;
  int status = 1;
  if (child == 0) {
    (void)setsid();
    const pid_t watcher = fork();
    if (watcher == 0) {
      write_rest(qemu);
    }
    _exit(watcher < 0 ? 1 : 0);
  }
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  (void)close(qemu);
  return status == 0 || tb_fail(error, "%s: cannot watch QEMU: %s", recorder->name, strerror(errno));
}

static bool set_up(const struct qemu_plugin_info *info, int argc, char **argv, struct tb_error *error)
{
  recorder = mmap(NULL, sizeof *recorder, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (recorder == MAP_FAILED) {
    return tb_fail(error, "out of memory");
  }
  recorder->fd = -1;
  recorder->name = "trace";
  recorder->limit = UINT64_MAX;
  if (strcmp(info->target_name, "aarch64") != 0 || info->system_emulation) {
    return tb_fail(error, "records under qemu-aarch64 (user mode) only");
  }
  for (int i = 0; i < argc; i++) {
    if (!take_option(argv[i], error)) {
      return false;
    }
  }
  if (recorder->fd < 0) {
    return tb_fail(error, "expects out=PATH or fd=N");
  }
  if (!move_away(error)) {
    return false;
  }
  recorder->name = strdup(recorder->name);
  if (recorder->name == NULL) {
    return tb_fail(error, "out of memory");
  }
  recorder->registers =
      (recorder->vector_bits != 0 || recorder->streaming_bits != 0) && guest_registers_open();
  trace_writer_init(&recorder->writer, recorder->fd, recorder->name);
  recorder->writer.vectors =
      (struct trace_vectors){.bits = recorder->vector_bits, .streaming_bits = recorder->streaming_bits};
  recorder->recording = true;
  return watch_qemu(error);
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
  qemu_plugin_register_vcpu_syscall_ret_cb(id, on_system_result);
  qemu_plugin_register_atexit_cb(id, on_exit_of_guest, NULL);
  return 0;
}
