// SPDX-License-Identifier: Apache-2.0
//
// QEMU TCG plugin: records what an AArch64 Linux program executes as an operation trace
// (docs/trace-format.md).
//
//   qemu-aarch64 -plugin spe_trace_plugin.so,out=PATH[,limit=N] PROGRAM      writes a file
//   qemu-aarch64 -plugin spe_trace_plugin.so,fd=N[,limit=N] PROGRAM          writes to an open descriptor
//
// With limit=N the guest is ended (status 0) once N operations are recorded. The end of the trace is written
// only when the guest exits by itself or reaches the limit. If a signal ends it, or it executes another program, QEMU
// is gone without a word to a plugin: then whoever started it finds the rest in the memory of descriptor M, if
// kept=M gave one of the size of struct kept (trace_kept.h).
//
// QEMU reports no access of a predicated SVE load or store. A contiguous one gets its address from the registers that
// it leaves, when the instruction behind it is about to be executed; others have none.
//
// vector=BITS says how long SVE's vectors are when the guest starts; without it there is no SVE. streaming=BITS says
// how long they are in Streaming SVE mode; without it there is no SME. A plugin cannot ask. That mode is followed by
// what sets it: SMSTART, SMSTOP, a write of SVCR, and system calls, which end it. A handler of a signal counts as
// executed in the mode that it interrupts.
//
// When QEMU translates a block, the block is cut into runs: each ends with an instruction that may access
// memory, because only such an instruction can leave the block early. Executing a run's first instruction
// makes it the thread's pending run; the first access made meanwhile gives its address; the thread's next run
// completes it. So an access that faults leaves a run without address, and nothing after it is recorded.
#define _GNU_SOURCE  // F_DUPFD_CLOEXEC, MAP_ANONYMOUS, MAP_NORESERVE, pthread_atfork
#include "workload/a64.h"
#include "workload/plugin/guest_registers.h"
#include "workload/plugin/qemu_plugin_api.h"
#include "workload/sve_address.h"
#include "workload/trace_kept.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int qemu_plugin_version = QEMU_PLUGIN_API_VERSION;

enum {
  GUEST_FREE_FD = 500,  // descriptors from here on are out of the way of what a guest expects
  SYS_EXIT = 93,        // AArch64 Linux system calls
  SYS_EXIT_GROUP = 94,
  SYS_PRCTL = 167,
  SYS_RT_SIGRETURN = 139,
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
  uint32_t opcodes[];
};

// Most callbacks pass no context to a plugin, so its state is one static object.
static struct {
  pthread_mutex_t lock;  // writer, numbers of threads; taken after a thread's lock
  struct kept *kept;
  int kept_fd;  // -1: nobody shares that memory
  int fd;
  const char *name;
  uint64_t limit;  // operations; UINT64_MAX: none
  _Atomic uint64_t operations;
  _Atomic bool recording;
  _Atomic bool exiting;  // the guest asked for its end
  _Atomic uint32_t status;
  uint32_t threads_seen;
  uint32_t vector_bits;     // of new threads; 0: there is no SVE
  uint32_t streaming_bits;  // in Streaming SVE mode; 0: there is no SME
  bool registers;           // they can be read
} recorder = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .kept_fd = -1, .fd = -1, .name = "trace", .limit = UINT64_MAX};

static _Noreturn void give_up(const struct tb_error *error)
{
  (void)fprintf(stderr, "spe_trace_plugin: %s\n", error->text);
  recorder.kept->open_ended = false;
  _exit(2);
}

// ---------------------------------------------------------------------------------------------------------
// Recording. Callers hold the thread's lock.

static void lock_writer(void)
{
  (void)pthread_mutex_lock(&recorder.lock);
  recorder.kept->open_ended = false;
}

static void unlock_writer(void)
{
  recorder.kept->open_ended = true;
  (void)pthread_mutex_unlock(&recorder.lock);
}

static void flush_block(struct kept_thread *thread, uint64_t next_pc)
{
  struct tb_error error = {""};
  lock_writer();
  const bool good = trace_writer_flush(&recorder.kept->writer, &thread->block, next_pc, &error);
  unlock_writer();
  if (!good) {
    give_up(&error);
  }
}

// The thread goes on behind its pending run, at `pc`: a signal would have changed registers.
static void note_sve_address(unsigned vcpu, struct kept_thread *thread, uint64_t pc)
{
  struct sve_operands operands;
  uint64_t base = 0;
  uint64_t index = 0;
  if (!thread->pending || thread->sve_opcode == 0 || thread->has_address || pc != kept_next_pc(thread) ||
      !sve_contiguous(thread->sve_opcode, &operands) || !guest_register(vcpu, operands.base, &base)) {
    return;
  }
  const bool zero = !operands.indexed || operands.index == 31;  // as an index it is the zero register
  if (zero || guest_register(vcpu, operands.index, &index)) {
    thread->has_address = true;
    thread->address = sve_address(thread->sve_opcode, thread->block.vectors.bits, base, index);
  }
}

static void complete_pending(struct kept_thread *thread, uint64_t next_pc)
{
  if (!thread->pending) {
    return;
  }
  kept_complete(thread);
  if (trace_block_full(&thread->block)) {
    flush_block(thread, next_pc);
  }
}

// From here on vectors are as long as this: a block ends.
static void set_vectors(struct kept_thread *thread, struct trace_vectors vectors, uint64_t next_pc)
{
  if (!trace_vectors_equal(&vectors, &thread->block.vectors)) {
    complete_pending(thread, next_pc);
    flush_block(thread, next_pc);
    thread->block.vectors = vectors;
  }
}

static void set_streaming(struct kept_thread *thread, bool streaming, uint64_t next_pc)
{
  const uint32_t streaming_bits = thread->block.vectors.streaming_bits;
  const struct trace_vectors vectors = {.bits = streaming ? streaming_bits : thread->vector_bits,
                                        .streaming_bits = streaming_bits,
                                        .streaming = streaming};
  set_vectors(thread, vectors, next_pc);
}

// The thread goes on at `pc`. If that is behind what sets PSTATE.SM, it was executed.
static void note_streaming(unsigned vcpu, struct kept_thread *thread, uint64_t pc)
{
  bool on = false;
  unsigned from = 0;
  if (!thread->pending || thread->mode_opcode == 0 || pc != kept_next_pc(thread) ||
      !a64_sets_streaming(thread->mode_opcode, &on, &from)) {
    return;
  }
  uint64_t value = on ? 1 : 0;
  if (from == 31) {
    value = 0;
  } else if (from < 31 && !guest_register(vcpu, from, &value)) {
    return;
  }
  set_streaming(thread, (value & 1) != 0, pc);
}

// The thread executes nothing more.
static void finish_thread(struct kept_thread *thread)
{
  if (thread->pending) {
    const uint64_t next_pc = kept_next_pc(thread);
    complete_pending(thread, next_pc);
    flush_block(thread, next_pc);
  }
}

static void finish_recording(enum trace_end_reason reason)
{
  for (uint32_t i = 0; i < recorder.kept->vcpus; i++) {
    struct kept_thread *thread = &recorder.kept->thread[i];
    if (thread->known) {
      (void)pthread_mutex_lock(&thread->lock);
      finish_thread(thread);
      (void)pthread_mutex_unlock(&thread->lock);
    }
  }
  struct tb_error error = {""};
  recorder.kept->open_ended = false;
  if (!trace_writer_end(&recorder.kept->writer, reason, recorder.status, &error)) {
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
  struct sve_operands operands;
  run->contiguous = recorder.registers && count > 0 && sve_contiguous(opcodes[count - 1], &operands);
  bool on = false;
  unsigned from = 0;
  run->sets_mode =
      recorder.streaming_bits != 0 && count > 0 && a64_sets_streaming(opcodes[count - 1], &on, &from);
  lock_writer();
  const bool good = trace_writer_define(&recorder.kept->writer, pc, opcodes, count, &run->number, &error);
  unlock_writer();
  if (!good) {
    give_up(&error);
  }
  return run;
}

// The number may have been another thread's, which has ended.
static void start_thread(struct kept_thread *thread, uint32_t vcpu)
{
  struct kept *kept = recorder.kept;
  (void)pthread_mutex_lock(&recorder.lock);
  while (kept->vcpus <= vcpu) {
    (void)pthread_mutex_init(&kept->thread[kept->vcpus++].lock, NULL);
  }
  trace_block_init(&thread->block, recorder.threads_seen++);
  thread->vector_bits = recorder.vector_bits;
  thread->block.vectors =
      (struct trace_vectors){.bits = recorder.vector_bits, .streaming_bits = recorder.streaming_bits};
  (void)pthread_mutex_unlock(&recorder.lock);
  thread->known = true;
}

static struct kept_thread *thread_of(unsigned vcpu)
{
  if (vcpu >= TRACE_KEPT_VCPUS) {
    struct tb_error error = {""};
    (void)tb_fail(&error, "%s: no room for guest thread %u", recorder.name, vcpu);
    give_up(&error);
  }
  struct kept_thread *thread = &recorder.kept->thread[vcpu];
  if (!thread->known) {
    start_thread(thread, vcpu);
  }
  return thread;
}

// ---------------------------------------------------------------------------------------------------------
// Callbacks

static void end_at_limit(void)
{
  if (atomic_exchange(&recorder.recording, false)) {
    finish_recording(TRACE_END_LIMIT);
    _exit(0);
  }
}

// The first instruction of a run is about to be executed.
static void on_run(unsigned vcpu, void *userdata)
{
  if (!recorder.recording) {
    return;
  }
  struct kept_thread *thread = thread_of(vcpu);
  struct run *run = userdata;
  (void)pthread_mutex_lock(&thread->lock);
  // Counted under the lock: whoever ends the recording sees either the run or a count past the limit.
  const uint64_t before = atomic_fetch_add(&recorder.operations, run->count);
  bool full = before >= recorder.limit;
  if (!full) {
    note_sve_address(vcpu, thread, run->pc);
    note_streaming(vcpu, thread, run->pc);
    complete_pending(thread, run->pc);
    if (run->count > recorder.limit - before) {
      run = define_run(run->pc, run->opcodes, (uint32_t)(recorder.limit - before));
      full = true;
    }
    thread->pc = run->pc;
    thread->run = run->number;
    thread->count = run->count;
    thread->sve_opcode = run->contiguous ? run->opcodes[run->count - 1] : 0;
    thread->mode_opcode = run->sets_mode ? run->opcodes[run->count - 1] : 0;
    thread->has_address = false;
    thread->address = 0;
    thread->pending = true;
  }
  (void)pthread_mutex_unlock(&thread->lock);
  if (full) {
    end_at_limit();
  }
}

// The last instruction of a run has made an access.
static void on_access(unsigned vcpu, uint32_t info, uint64_t vaddr, void *userdata)
{
  (void)info;
  (void)userdata;
  if (!recorder.recording) {
    return;
  }
  struct kept_thread *thread = thread_of(vcpu);
  (void)pthread_mutex_lock(&thread->lock);
  if (!thread->has_address) {
    thread->has_address = true;
    thread->address = vaddr;
  }
  (void)pthread_mutex_unlock(&thread->lock);
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

static void on_thread_exit(qemu_plugin_id_t id, unsigned vcpu)
{
  (void)id;
  if (!recorder.recording || vcpu >= TRACE_KEPT_VCPUS || !recorder.kept->thread[vcpu].known) {
    return;
  }
  struct kept_thread *thread = &recorder.kept->thread[vcpu];
  (void)pthread_mutex_lock(&thread->lock);
  finish_thread(thread);
  thread->known = false;
  (void)pthread_mutex_unlock(&thread->lock);
}

static void on_system_call(qemu_plugin_id_t id, unsigned vcpu, int64_t number, uint64_t a1, uint64_t a2,
                           uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8)
{
  (void)id, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
  if (number == SYS_EXIT || number == SYS_EXIT_GROUP) {
    recorder.status = (uint32_t)a1 & 0xFFU;
    recorder.exiting = true;
  }
  if (!recorder.recording) {
    return;
  }
  struct kept_thread *thread = thread_of(vcpu);
  if (number == SYS_PRCTL && (a1 == SET_VECTOR_LENGTH || a1 == SET_STREAMING_LENGTH)) {
    thread->sets_length = (a2 & LENGTH_ON_EXECUTION) == 0 ? (uint32_t)a1 : 0;
  }
  if (thread->block.vectors.streaming &&
      number != SYS_RT_SIGRETURN) {  // which has the mode of what it returns to
    (void)pthread_mutex_lock(&thread->lock);
    set_streaming(thread, false, kept_next_pc(thread));
    (void)pthread_mutex_unlock(&thread->lock);
  }
}

// A program can choose shorter vectors, for the thread and those that it starts. Such a block ends before that.
static void on_system_result(qemu_plugin_id_t id, unsigned vcpu, int64_t number, int64_t result)
{
  (void)id;
  if (number != SYS_PRCTL || !recorder.recording || recorder.vector_bits == 0) {
    return;
  }
  struct kept_thread *thread = thread_of(vcpu);
  (void)pthread_mutex_lock(&thread->lock);
  if (thread->sets_length != 0 && result >= 0) {
    struct trace_vectors vectors = thread->block.vectors;
    const uint32_t bits = 8 * ((uint32_t)result & LENGTH_MASK);
    if (thread->sets_length == SET_VECTOR_LENGTH) {
      vectors.bits = thread->vector_bits = recorder.vector_bits = bits;
    } else {
      vectors.streaming_bits = recorder.streaming_bits = bits;
    }
    set_vectors(thread, vectors, kept_next_pc(thread));
  }
  thread->sets_length = 0;
  (void)pthread_mutex_unlock(&thread->lock);
}

static void on_exit_of_guest(qemu_plugin_id_t id, void *userdata)
{
  (void)id;
  (void)userdata;
  if (atomic_exchange(&recorder.recording, false) && recorder.exiting) {
    finish_recording(TRACE_END_EXIT);
  }
}

// A process that the guest forks is not recorded, and must not keep the trace open.
static void in_forked_child(void)
{
  if (recorder.recording) {
    (void)close(recorder.fd);
    recorder.recording = false;
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
  if (strncmp(option, "kept=", 5) == 0 && recorder.kept_fd < 0 && take_number(option + 5, &number) &&
      number < 1U << 20) {
    recorder.kept_fd = (int)number;
    return true;
  }
  if (strncmp(option, "vector=", 7) == 0 && take_length(option + 7, &recorder.vector_bits)) {
    return true;
  }
  if (strncmp(option, "streaming=", 10) == 0 && take_length(option + 10, &recorder.streaming_bits)) {
    return true;
  }
  if (strncmp(option, "limit=", 6) == 0 && take_number(option + 6, &number) && number > 0) {
    recorder.limit = number;
    return true;
  }
  return tb_fail(error, "%s: not an option (out=PATH or fd=N; kept=N; vector=BITS; streaming=BITS; limit=N)",
                 option);
}

// Out of the way of the descriptors that the guest opens, and closed if it executes another program.
static bool move_away(int *descriptor, struct tb_error *error)
{
  const int moved = fcntl(*descriptor, F_DUPFD_CLOEXEC, GUEST_FREE_FD);
  if (moved < 0) {
    return tb_fail(error, "%s: cannot move descriptor %d: %s", recorder.name, *descriptor, strerror(errno));
  }
  (void)close(*descriptor);
  *descriptor = moved;
  return true;
}

static bool map_kept(void)
{
  const int flags = recorder.kept_fd >= 0 ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
  void *memory =
      mmap(NULL, sizeof *recorder.kept, PROT_READ | PROT_WRITE, flags | MAP_NORESERVE, recorder.kept_fd, 0);
  recorder.kept = memory != MAP_FAILED ? memory : NULL;
  if (recorder.kept_fd >= 0) {
    (void)close(recorder.kept_fd);
  }
  return recorder.kept != NULL;
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
  if (!move_away(&recorder.fd, error)) {
    return false;
  }
  recorder.name = strdup(recorder.name);
  if (recorder.name == NULL || !map_kept() || pthread_atfork(NULL, NULL, in_forked_child) != 0) {
    return tb_fail(error, "out of memory");
  }
  recorder.registers = (recorder.vector_bits != 0 || recorder.streaming_bits != 0) && guest_registers_open();
  trace_writer_init(&recorder.kept->writer, recorder.fd, recorder.name);
  recorder.kept->open_ended = true;
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
  qemu_plugin_register_vcpu_exit_cb(id, on_thread_exit);
  qemu_plugin_register_vcpu_syscall_cb(id, on_system_call);
  qemu_plugin_register_vcpu_syscall_ret_cb(id, on_system_result);
  qemu_plugin_register_atexit_cb(id, on_exit_of_guest, NULL);
  return 0;
}
