// SPDX-License-Identifier: Apache-2.0
//
// Machine mode delegates all traps to the supervisor, and forwards those that the core cannot delegate. It turns the
// machine timer interrupt into the supervisor's, and sets the timer for the supervisor. Below it, the entries and exits
// of the supervisor.
#include "cores/core_map.h"
#include "cores/software/frame.h"

#define MSTATUS_MPP 0x1800
#define MSTATUS_MPP_S 0x800
#define MSTATUS_SPP_SIE 0x102
#define MIP_STIP 0x20
#define MIE_MTIE 0x80
#define DELEGATED_EXCEPTIONS 0xB1FF  // all but calls from S and M
#define DELEGATED_INTERRUPTS 0x222   // supervisor software, timer, external
#define CAUSE_SUPERVISOR_CALL 9

  .section .text.start, "ax"
  .globl _start
_start:
  // The testbench's memory is 0: .bss is not cleared.
  la t0, machine_stack_end
  csrw mscratch, t0
  la t0, machine_trap
  csrw mtvec, t0
  li t0, DELEGATED_EXCEPTIONS
  csrw medeleg, t0
  li t0, DELEGATED_INTERRUPTS
  csrw mideleg, t0
  csrw mie, zero
  csrw mcounteren, zero
  li t0, MSTATUS_MPP
  csrc mstatus, t0
  li t0, MSTATUS_MPP_S
  csrs mstatus, t0
  la t0, supervisor_start
  csrw mepc, t0
  mret

// The timer interrupt; or a call from the supervisor, which requests the next one a0 cycles from now.
  .balign 4
machine_trap:
  csrrw sp, mscratch, sp
  sd t0, -8(sp)
  sd t1, -16(sp)
  csrr t0, mcause
  bltz t0, timer
  li t1, CAUSE_SUPERVISOR_CALL
  bne t0, t1, forward
  li t0, CORE_DEVICES + CORE_MTIME
  ld t0, 0(t0)
  add t0, t0, a0
  li t1, CORE_DEVICES + CORE_MTIMECMP
  sd t0, 0(t1)
  fence iorw, iorw
  ld t0, 0(t1)  // completes the store, which clears the interrupt
  li t0, MIP_STIP
  csrc mip, t0
  li t0, MIE_MTIE
  csrs mie, t0
  csrr t0, mepc
  addi t0, t0, 4
  csrw mepc, t0
  j machine_return
timer:
  li t0, MIE_MTIE
  csrc mie, t0
  li t0, MIP_STIP
  csrs mip, t0
machine_return:
  ld t0, -8(sp)
  ld t1, -16(sp)
  csrrw sp, mscratch, sp
  mret

// A trap that the core does not delegate: in CVA6, illegal instructions and misaligned accesses. From U it is forwarded
// to the supervisor. From S or M it is an error.
forward:
  csrr t0, mstatus
  li t1, MSTATUS_MPP
  and t0, t0, t1
  bnez t0, machine_stuck
  csrr t0, mcause
  csrw scause, t0
  csrr t0, mepc
  csrw sepc, t0
  csrr t0, mtval
  csrw stval, t0
  csrr t0, stvec
  csrw mepc, t0
  li t0, MSTATUS_MPP_S
  csrs mstatus, t0
  // As for a delegated trap: SPP is U, and interrupts are disabled until SRET. SIE has no effect in U.
  li t0, MSTATUS_SPP_SIE
  csrc mstatus, t0
  j machine_return

// Reports the trap and ends the run, on an empty stack. After another trap the core stands still, and the testbench
// stops.
machine_stuck:
  la t0, machine_lost
  csrw mtvec, t0
  csrw mie, zero
  la sp, machine_stack_end
  csrr a0, mcause
  csrr a1, mepc
  csrr a2, mtval
  call supervisor_stuck_in_machine  // does not return
  .balign 4
machine_lost:
  wfi
  j machine_lost

// ---------------------------------------------------------------------------------------------------------
// Supervisor mode. While it runs, the user's registers are at the end of its stack, and sscratch is 0.

  .text
supervisor_start:
  la sp, supervisor_frame
  csrw sscratch, zero
  la t0, supervisor_trap
  csrw stvec, t0
  call supervisor_main  // does not return

  .balign 4
supervisor_trap:
  csrrw sp, sscratch, sp
  beqz sp, trap_of_supervisor
  sd x1, FRAME_X(1)(sp)
  .irp n, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  sd x\n, FRAME_X(\n)(sp)
  .endr
  csrrw t0, sscratch, zero
  sd t0, FRAME_X(2)(sp)
  csrr t0, sepc
  sd t0, FRAME_PC(sp)
  csrr a1, scause
  csrr a2, stval
  mv a0, sp
  call supervisor_handle
  la a0, supervisor_frame
  // Falls through.

// Returns to the user program with the registers at a0, the end of this stack.
  .globl supervisor_resume
supervisor_resume:
  mv sp, a0
  csrw sscratch, sp
  ld t0, FRAME_PC(sp)
  csrw sepc, t0
  ld x1, FRAME_X(1)(sp)
  .irp n, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  ld x\n, FRAME_X(\n)(sp)
  .endr
  ld sp, FRAME_X(2)(sp)
  sret

trap_of_supervisor:
  csrrw sp, sscratch, sp
  csrr a0, scause
  csrr a1, sepc
  csrr a2, stval
  call supervisor_stuck  // does not return

// void supervisor_set_timer(uint64_t cycles)
  .globl supervisor_set_timer
supervisor_set_timer:
  ecall
  ret

  .bss
  .balign 16
  .space 1024
machine_stack_end:
  .space 8192
  .globl supervisor_frame
supervisor_frame:
  .space FRAME_BYTES
