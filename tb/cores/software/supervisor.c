// SPDX-License-Identifier: Apache-2.0
//
// The supervisor: runs one user program, which is already in memory, maps its pages on first use, serves its system
// calls, and profiles it. The final status is the program's, or CORE_GAVE_UP if the supervisor cannot continue or finds
// an inconsistency.
#include "cores/software/frame.h"
#include "cores/software/machine.h"
#include "cores/software/pages.h"
#include "cores/software/profile.h"
#include "cores/software/system_calls.h"

enum { PROCESS = 4711 };

// First address above the stack of the user program. The memory of the stack is before that of the program.
#define STACK_END UINT64_C(0x3FFFFFF000)
enum { STACK_BYTES = 0x100000 };

// scause. Interrupts also have the highest bit.
enum {
  CAUSE_CALL = 8,
  CAUSE_FETCH_PAGE = 12,
  CAUSE_LOAD_PAGE = 13,
  CAUSE_STORE_PAGE = 15,
  INTERRUPT_TIMER = 5,
  INTERRUPT_EXTERNAL = 9
};
#define CAUSE_INTERRUPT (UINT64_C(1) << 63)

enum { LINUX_ENOSYS = 38, LINUX_EBADF = 9 };
enum { SIE_TIMER = 1 << INTERRUPT_TIMER, SIE_EXTERNAL = 1 << INTERRUPT_EXTERNAL };
enum { SSTATUS_SPP = 1 << 8 };

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
  struct profile profile;
  uint64_t late;     // timer interrupts for which PMBIRQ waits before it is served
  uint64_t tick;     // cycles between timer interrupts; 0: none
  uint64_t waiting;  // timer interrupts until PMBIRQ is served; 0: it is not pending
  bool skips;        // instructions that trap are skipped
  uint64_t skipped;  // instructions
} state;

static void enable_interrupts(void)
{
  const uint64_t bits =
      (state.waiting == 0 ? (uint64_t)SIE_EXTERNAL : 0) | (state.tick != 0 ? (uint64_t)SIE_TIMER : 0);
  __asm__ volatile("csrw sie, %0" ::"r"(bits) : "memory");
}

static void handle_interrupt(uint64_t number)
{
  if (number == INTERRUPT_EXTERNAL) {
    state.waiting = state.late;
    if (state.late == 0) {
      profile_interrupt(&state.profile);
    }
  } else if (number == INTERRUPT_TIMER) {
    supervisor_set_timer(state.tick);
    if (state.waiting != 0) {
      state.waiting--;
      if (state.waiting == 0) {
        profile_interrupt(&state.profile);
      }
    }
  } else {
    machine_fail("an unknown interrupt", number);
  }
  enable_interrupts();
}

// Physical address of the user's byte at `va`; 0: none.
static uintptr_t place_of(uint64_t va)
{
  const uint64_t in_program = va - CORE_PROGRAM_VA;
  const uint64_t in_stack = va - (STACK_END - STACK_BYTES);
  if (in_program < CORE_PROGRAM_BYTES) {
    return CORE_PROGRAM + in_program;
  }
  return in_stack < STACK_BYTES ? CORE_PROGRAM - STACK_BYTES + in_stack : 0;
}

static void handle_call(struct frame *frame)
{
  const uint64_t a0 = frame->x[FRAME_A0];
  uint64_t result = (uint64_t)-LINUX_ENOSYS;
  switch (frame->x[FRAME_A7]) {
  case SYSTEM_WRITE:
    result = (uint64_t)-LINUX_EBADF;
    if (a0 == 1) {
      result = frame->x[FRAME_A2];
      // NOLINTNEXTLINE(performance-no-int-to-ptr): memory
      machine_write((const char *)place_of(frame->x[FRAME_A1]), result);
    }
    break;
  case SYSTEM_EXIT_GROUP:
    profile_stop(&state.profile);
    machine_exit(a0 & 0xFFU);
  case SYSTEM_SKIP:
    state.skips = a0 != 0;
    result = state.skipped;
    break;
  default:
    break;
  }
  frame->x[FRAME_A0] = result;
  frame->x[0] += 4;
}

// Skips an instruction that is not permitted, or that the core lacks: it has no effect.
static void skip(struct frame *frame, uint64_t cause)
{
  // NOLINTNEXTLINE(performance-no-int-to-ptr): memory
  const uint16_t *instruction = (const uint16_t *)place_of(frame->x[0]);
  if (!state.skips || instruction == NULL) {
    machine_say("the program cannot go on at", frame->x[0]);
    machine_fail("scause", cause);
  }
  state.skipped++;
  frame->x[0] += (*instruction & 3U) == 3U ? 4 : 2;
}

static void handle_page_fault(const struct frame *frame, uint64_t va)
{
  const uintptr_t place = place_of(va);
  if (place == 0 || !pages_map_user(va, place)) {
    machine_say("no such memory", va);
    machine_fail("the program cannot go on at", frame->x[0]);
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
  case CAUSE_LOAD_PAGE:
  case CAUSE_STORE_PAGE:
    handle_page_fault(frame, value);
    break;
  default:
    skip(frame, cause);
    break;
  }
}

_Noreturn void supervisor_stuck(uint64_t cause, uint64_t pc, uint64_t value)
{
  machine_say("scause", cause);
  machine_say("stval", value);
  machine_fail("a trap of the supervisor itself, at", pc);
}

// A trap from the supervisor or from machine mode, in machine mode.
_Noreturn void supervisor_stuck_in_machine(uint64_t cause, uint64_t pc, uint64_t value)
{
  machine_say("mcause", cause);
  machine_say("mtval", value);
  machine_fail("a trap that is nobody's, at", pc);
}

_Noreturn void supervisor_main(void)
{
  pages_create((uintptr_t)supervisor_end, CORE_PROGRAM - STACK_BYTES);
  pages_map_device(CORE_DEVICES, CORE_DEVICES_BYTES);
  pages_map_device(CORE_MMIO, CORE_MMIO_BYTES);
  pages_map_device(CORE_BUFFER, CORE_BUFFER_BYTES);
  state.late = machine_parameter(CORE_LATE);
  state.tick = machine_parameter(CORE_TICK);
  machine_set_process(PROCESS);
  profile_start(&state.profile);
  pages_turn_on();
  struct frame *frame = &supervisor_frame;
  frame->x[0] = machine_parameter(CORE_ENTRY);
  frame->x[FRAME_SP] = STACK_END - 16;
  __asm__ volatile("csrc sstatus, %0" ::"r"((uint64_t)SSTATUS_SPP) : "memory");
  if (state.tick != 0) {
    supervisor_set_timer(state.tick);
  }
  enable_interrupts();
  supervisor_resume(frame);
}
