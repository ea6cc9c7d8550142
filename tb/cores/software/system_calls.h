// SPDX-License-Identifier: Apache-2.0
//
// The supervisor's system calls: number in a7, arguments in a0 to a5, result in a0. All but one are Linux's for
// RISC-V. For crt0.S too.
#ifndef TB_CORES_SOFTWARE_SYSTEM_CALLS_H
#define TB_CORES_SOFTWARE_SYSTEM_CALLS_H

#define SYSTEM_WRITE 64
#define SYSTEM_EXIT 93
#define SYSTEM_EXIT_GROUP 94

// With a0 = 1, an instruction that traps for another reason than a missing page is skipped and counted from now on;
// with 0 it ends the program again. Returns the number of skipped instructions. Linux has no such call and returns
// -ENOSYS.
#define SYSTEM_SKIP 0x5350

#endif  // TB_CORES_SOFTWARE_SYSTEM_CALLS_H
