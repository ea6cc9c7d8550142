// SPDX-License-Identifier: Apache-2.0
//
// See traps.h.

  .macro function name
  .text
  .balign 2
  .globl \name
  .type \name, @function
\name:
  .endm

function traps_illegal
  .word 0xFFFFFFFF
  ret
function traps_c_illegal
  .half 0
  ret
function traps_supervisor_register
  .word 0x10002573  // csrr a0, sstatus
  ret
function traps_break
  .option push
  .option norvc
  ebreak
  .option pop
  ret
function traps_c_break
  c.ebreak
  ret
function traps_misaligned_ld
  ld a0, -7(sp)
  ret
function traps_misaligned_c_ld
  addi a1, sp, -9
  c.ld a0, 0(a1)
  ret
function traps_misaligned_sw
  sw a0, -7(sp)
  ret
function traps_misaligned_c_sd
  addi a1, sp, -12
  c.sd a0, 0(a1)
  ret

function traps_div
  div a0, a0, a1
  ret
function traps_rem
  rem a0, a0, a1
  ret
function traps_divu
  divu a0, a0, a1
  ret
function traps_remu
  remu a0, a0, a1
  ret
function traps_divw
  divw a0, a0, a1
  ret

function traps_add_reserved
  li a3, 0
1:
  lr.d.aq a2, (a0)
  add a2, a2, a1
  sc.d.rl a4, a2, (a0)
  beqz a4, 2f
  addi a3, a3, 1
  j 1b
2:
  mv a0, a3
  ret

function traps_store_unreserved
  addi sp, sp, -16
  mv a2, sp
1:
  lr.d a3, (a2)  // replaces the earlier reservation
  sc.d a3, a3, (a2)
  bnez a3, 1b
  sc.d a0, a1, (a0)
  addi sp, sp, 16
  ret

  .irp n, 0, 1, 2, 3, 4, 5, 6, 7
  .text
  .balign 4096
far_\n:
  slli a0, a0, 1
  addi a0, a0, \n
  ret
  .endr

  .section .rodata
  .balign 8
  .globl traps_far
traps_far:
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7
  .dword far_\n
  .endr
