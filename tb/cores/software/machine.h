// SPDX-License-Identifier: Apache-2.0
//
// The machine around the core, as its software sees it: the testbench's devices (core_map.h).
#ifndef TB_CORES_SOFTWARE_MACHINE_H
#define TB_CORES_SOFTWARE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "cores/core_map.h"

// What is asked of the software.
uint64_t machine_parameter(enum core_param param);

void machine_write(const char *text, size_t size);
_Noreturn void machine_exit(uint64_t status);

// One line of the supervisor: "supervisor: text 0xVALUE".
void machine_say(const char *text, uint64_t value);

// The program, the supervisor, the unit or the machine is not as it must be: says so, and ends with CORE_GAVE_UP.
_Noreturn void machine_fail(const char *text, uint64_t value);

// The process that runs from now on: CONTEXTIDR_EL1.
void machine_set_process(uint64_t process);

// Takes `size` bytes of records at physical address `address` as one chunk. `flags`: bit 0 DL, bit 1 COLL.
void machine_take(uint64_t address, uint64_t size, uint64_t flags);

// Maps the page of the Profiling Buffer at `address` for the unit.
void machine_map_buffer(uint64_t address);

#endif  // TB_CORES_SOFTWARE_MACHINE_H
