# SPDX-License-Identifier: Apache-2.0
#
# The reset vector, the trap handler's entry, and a chain of indirect jumps that is written in assembly because what follows
# each jump must never be executed.

    .section .text.start, "ax"
    .globl _start
    .type _start, @function
_start:
    la sp, stack_end
    la t0, trap_entry
    csrw mtvec, t0
    la t0, bss_start
    la t1, bss_end
clear:
    sw zero, 0(t0)
    addi t0, t0, 4
    bltu t0, t1, clear
    call main
    tail board_exit
    .size _start, . - _start

    .text
# Saves what C functions may change.
    .balign 4
    .type trap_entry, @function
trap_entry:
    addi sp, sp, -64
    sw ra, 0(sp)
    sw t0, 4(sp)
    sw t1, 8(sp)
    sw t2, 12(sp)
    sw a0, 16(sp)
    sw a1, 20(sp)
    sw a2, 24(sp)
    sw a3, 28(sp)
    sw a4, 32(sp)
    sw a5, 36(sp)
    sw a6, 40(sp)
    sw a7, 44(sp)
    sw t3, 48(sp)
    sw t4, 52(sp)
    sw t5, 56(sp)
    sw t6, 60(sp)
    csrr a0, mcause
    csrr a1, mepc
    call trap
    csrw mepc, a0
    lw ra, 0(sp)
    lw t0, 4(sp)
    lw t1, 8(sp)
    lw t2, 12(sp)
    lw a0, 16(sp)
    lw a1, 20(sp)
    lw a2, 24(sp)
    lw a3, 28(sp)
    lw a4, 32(sp)
    lw a5, 36(sp)
    lw a6, 40(sp)
    lw a7, 44(sp)
    lw t3, 48(sp)
    lw t4, 52(sp)
    lw t5, 56(sp)
    lw t6, 60(sp)
    addi sp, sp, 64
    mret
    .size trap_entry, . - trap_entry

# uint32_t jump_chain(uint32_t count): an indirect jump per count. The core fetches and dispatches what follows a jump before
# it knows where the jump goes; none of it may retire.
    .balign 4
    .globl jump_chain
    .type jump_chain, @function
jump_chain:
    mv a1, zero
    la t1, link
link:
    addi a1, a1, 3
    addi a0, a0, -1
    beqz a0, end_of_chain
    jr t1
    .globl wrong_path
    .type wrong_path, @object
wrong_path:
    addi a1, a1, 1000
    addi a1, a1, 1000
    addi a1, a1, 1000
    addi a1, a1, 1000
    .size wrong_path, . - wrong_path
end_of_chain:
    mv a0, a1
    ret
    .size jump_chain, . - jump_chain
