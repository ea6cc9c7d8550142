// SPDX-License-Identifier: Apache-2.0
//
// Start and end of a user program, and its system calls. They are Linux's: the program also runs under Linux.
#include "cores/software/system_calls.h"

  .text
  .globl _start
  .type _start, @function
_start:
  .option push
  .option norelax
  la gp, __global_pointer$
  .option pop
  la tp, thread_begin
  andi sp, sp, -16
  call main
  // Falls through.

  .globl _exit
  .type _exit, @function
_exit:
  li a7, SYSTEM_EXIT_GROUP
  ecall
1:
  j 1b

// long system_call(long a0, long a1, long a2, long number)
  .globl system_call
  .type system_call, @function
system_call:
  mv a7, a3
  ecall
  ret
