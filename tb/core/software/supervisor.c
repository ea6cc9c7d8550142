// SPDX-License-Identifier: Apache-2.0
//
// The supervisor: runs one user program, whose pages it makes as they are first used, does what Linux would do for
// it, and profiles it. The status at the end is the program's, 128 and the signal's number if a trap ended it, or
// CORE_GAVE_UP if something here is inconsistent.
#include <string.h>

#include "core/software/access.h"
#include "core/software/console.h"
#include "core/software/frame.h"
#include "core/software/machine.h"
#include "core/software/pages.h"
#include "core/software/profile.h"
#include "core/software/program.h"
#include "core/software/system_calls.h"

enum { PROCESS = 4711 };

// scause. Interrupts have the highest bit too.
enum {
  CAUSE_ILLEGAL = 2,
  CAUSE_BREAKPOINT = 3,
  CAUSE_LOAD_MISALIGNED = 4,
  CAUSE_STORE_MISALIGNED = 6,
  CAUSE_CALL = 8,
  CAUSE_FETCH_PAGE = 12,
  CAUSE_LOAD_PAGE = 13,
  CAUSE_STORE_PAGE = 15,
  INTERRUPT_TIMER = 5,
  INTERRUPT_EXTERNAL = 9
};
#define CAUSE_INTERRUPT (UINT64_C(1) << 63)

enum { SIGILL = 4, SIGTRAP = 5, SIGBUS = 7, SIGSEGV = 11, STATUS_SIGNAL = 128 };
enum { LINUX_ENOSYS = 38, LINUX_EFAULT = 14, LINUX_EBADF = 9 };
enum { SIE_TIMER = 1 << INTERRUPT_TIMER, SIE_EXTERNAL = 1 << INTERRUPT_EXTERNAL };
enum { SSTATUS_SPP = 1 << 8, SSTATUS_SUM = 1 << 18 };

// start.S
void supervisor_set_timer(uint64_t cycles);
_Noreturn void supervisor_resume(struct frame *frame);
extern struct frame supervisor_frame;
_Noreturn void supervisor_main(void);
void supervisor_handle(struct frame *frame, uint64_t cause, uint64_t value);
_Noreturn void supervisor_stuck(uint64_t cause, uint64_t pc, uint64_t value);
_Noreturn void supervisor_stuck_in_machine(uint64_t cause, uint64_t pc, uint64_t value);

extern uint8_t supervisor_end[];  // supervisor.ld

static struct {
  struct machine_parameters parameters;
  struct program program;
  struct profile profile;
  bool profiled;
  uint64_t waiting;  // timer interrupts until PMBIRQ is served; 0: it is not pending
  bool skips;        // the program wants to go on behind what it must not do
  uint64_t skipped;  // instructions
} state;

static void enable_interrupts(uint64_t bits)
{
  __asm__ volatile("csrw sie, %0" ::"r"(bits) : "memory");
}

static uint64_t enabled_interrupts(void)
{
  return (state.profiled && state.waiting == 0 ? (uint64_t)SIE_EXTERNAL : 0) |
         (state.parameters.tick != 0 ? (uint64_t)SIE_TIMER : 0);
}

static _Noreturn void end(uint64_t status)
{
  if (state.profiled) {
    profile_stop(&state.profile);
  }
  machine_exit(status);
}

// ---------------------------------------------------------------------------------------------------------
// Interrupts

static void handle_external(void)
{
  if (!state.profiled) {
    console_fail("an external interrupt", 0);
  }
  if (state.parameters.late != 0 && state.parameters.tick != 0) {
    state.waiting = state.parameters.late;
  } else {
    profile_interrupt(&state.profile);
  }
}

static void handle_timer(void)
{
  supervisor_set_timer(state.parameters.tick);
  if (state.waiting != 0) {
    state.waiting--;
    if (state.waiting == 0) {
      profile_interrupt(&state.profile);
    }
  }
}

static void handle_interrupt(uint64_t number)
{
  if (number == INTERRUPT_EXTERNAL) {
    handle_external();
  } else if (number == INTERRUPT_TIMER) {
    handle_timer();
  } else {
    console_fail("an unknown interrupt", number);
  }
  enable_interrupts(enabled_interrupts());
}

// ---------------------------------------------------------------------------------------------------------
// System calls

// write(): -EFAULT if a byte cannot be read, what is before it has been written then.
static uint64_t call_write(uint64_t file, uint64_t address, uint64_t size)
{
  if (file != 1 && file != 2) {
    return (uint64_t)-LINUX_EBADF;
  }
  for (uint64_t done = 0; done < size;) {
    const uint8_t *text = program_reach(&state.program, address + done, PAGES_READ);
    const uint64_t page_left = PAGES_BYTES - (address + done) % PAGES_BYTES;
    const uint64_t part = size - done < page_left ? size - done : page_left;
    if (text == NULL) {
      return (uint64_t)-LINUX_EFAULT;
    }
    machine_write((const char *)text, part);
    done += part;
  }
  return size;
}

static void handle_call(struct frame *frame)
{
  const uint64_t a0 = frame->x[FRAME_A0];
  uint64_t result = 0;
  switch (frame->x[FRAME_A7]) {
  case SYSTEM_WRITE:
    result = call_write(a0, frame->x[FRAME_A1], frame->x[FRAME_A2]);
    break;
  case SYSTEM_EXIT:
  case SYSTEM_EXIT_GROUP:
    end(a0 & 0xFFU);
  case SYSTEM_BRK:
    result = program_set_brk(&state.program, a0);
    break;
  case SYSTEM_SKIP:
    state.skips = a0 != 0;
    result = state.skipped;
    break;
  default:
    result = (uint64_t)-LINUX_ENOSYS;
    break;
  }
  frame->x[FRAME_A0] = result;
  frame->x[0] += 4;
}

// ---------------------------------------------------------------------------------------------------------
// What the program must not do, or the core does not

// The instruction at `pc`; 0, which is none, if it cannot be read.
static uint32_t instruction_at(uint64_t pc)
{
  uint32_t instruction = 0;
  for (uint32_t i = 0; i < 2; i++) {
    const uint8_t *half = program_reach(&state.program, pc + 2 * (uint64_t)i, PAGES_EXECUTE);
    if (half == NULL) {
      return 0;
    }
    instruction |= (uint32_t)(half[0] | half[1] << 8) << (16 * i);
    if (access_instruction_bytes((uint16_t)instruction) == 2) {
      break;
    }
  }
  return instruction;
}

static void skip(struct frame *frame, uint64_t signal)
{
  if (!state.skips) {
    console_line("the program ended at", frame->x[0]);
    end(STATUS_SIGNAL + signal);
  }
  state.skipped++;
  frame->x[0] += access_instruction_bytes((uint16_t)instruction_at(frame->x[0]));
}

static void segmentation_fault(struct frame *frame, uint64_t address)
{
  console_line("no such memory", address);
  console_line("the program ended at", frame->x[0]);
  end(STATUS_SIGNAL + SIGSEGV);
}

// Does byte by byte what the core does not do at once. Whether it was a load or a store.
static bool emulate(struct frame *frame, uint64_t address)
{
  const uint32_t instruction = instruction_at(frame->x[0]);
  struct access access;
  uint8_t bytes[8];
  if (!access_decode(instruction, &access)) {
    return false;
  }
  for (uint32_t i = 0; i < access.bytes; i++) {
    uint8_t *byte = program_reach(&state.program, address + i, access.store ? PAGES_WRITE : PAGES_READ);
    if (byte == NULL) {
      segmentation_fault(frame, address + i);
    } else if (access.store) {
      *byte = (uint8_t)((access.reg != 0 ? frame->x[access.reg] : 0) >> (8 * i));
    } else {
      bytes[i] = *byte;
    }
  }
  if (!access.store && access.reg != 0) {
    frame->x[access.reg] = access_loaded(&access, bytes);
  }
  frame->x[0] += access_instruction_bytes((uint16_t)instruction);
  return true;
}

static void handle_page_fault(struct frame *frame, uint64_t address, unsigned right)
{
  if (!program_make_page(&state.program, address, right)) {
    segmentation_fault(frame, address);
  }
}

void supervisor_handle(struct frame *frame, uint64_t cause, uint64_t value)
{
  if ((cause & CAUSE_INTERRUPT) != 0) {
    handle_interrupt(cause & ~CAUSE_INTERRUPT);
    return;
  }
  switch (cause) {
  case CAUSE_CALL:
    handle_call(frame);
    break;
  case CAUSE_FETCH_PAGE:
    handle_page_fault(frame, value, PAGES_EXECUTE);
    break;
  case CAUSE_LOAD_PAGE:
    handle_page_fault(frame, value, PAGES_READ);
    break;
  case CAUSE_STORE_PAGE:
    handle_page_fault(frame, value, PAGES_WRITE);
    break;
  case CAUSE_LOAD_MISALIGNED:
  case CAUSE_STORE_MISALIGNED:
    if (!emulate(frame, value)) {
      skip(frame, SIGBUS);
    }
    break;
  case CAUSE_ILLEGAL:
    skip(frame, SIGILL);
    break;
  case CAUSE_BREAKPOINT:
    skip(frame, SIGTRAP);
    break;
  default:
    skip(frame, SIGBUS);
    break;
  }
}

_Noreturn void supervisor_stuck(uint64_t cause, uint64_t pc, uint64_t value)
{
  console_line("scause", cause);
  console_line("stval", value);
  console_fail("a trap of the supervisor itself, at", pc);
}

// In machine mode: of the supervisor or of machine mode itself.
_Noreturn void supervisor_stuck_in_machine(uint64_t cause, uint64_t pc, uint64_t value)
{
  console_line("mcause", cause);
  console_line("mtval", value);
  console_fail("a trap that is nobody's, at", pc);
}

_Noreturn void supervisor_main(void)
{
  pages_create((uintptr_t)supervisor_end, CORE_ELF);
  machine_map_devices();
  machine_read_parameters(&state.parameters);
  const uint8_t *file = (const uint8_t *)(uintptr_t)CORE_ELF;  // NOLINT(performance-no-int-to-ptr): memory
  const char *wrong = CORE_ELF + state.parameters.elf_size > CORE_RAM + CORE_RAM_BYTES
                          ? "a file that is too large"
                          : program_load(&state.program, file, state.parameters.elf_size);
  if (wrong != NULL) {
    console_fail(wrong, state.parameters.elf_size);
  }
  state.profiled = (state.parameters.options & CORE_OFF) == 0;
  machine_set_process(PROCESS);
  if (state.profiled) {
    profile_start(&state.profile, &state.parameters);
  }
  pages_turn_on();
  struct frame *frame = &supervisor_frame;
  memset(frame, 0, sizeof *frame);
  frame->x[0] = state.program.entry;
  frame->x[FRAME_SP] = PROGRAM_STACK_END - 16;
  __asm__ volatile("csrc sstatus, %0" ::"r"((uint64_t)SSTATUS_SPP | SSTATUS_SUM) : "memory");
  if (state.parameters.tick != 0) {
    supervisor_set_timer(state.parameters.tick);
  }
  enable_interrupts(enabled_interrupts());
  supervisor_resume(frame);
}
