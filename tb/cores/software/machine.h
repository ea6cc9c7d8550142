// SPDX-License-Identifier: Apache-2.0
//
// The machine around the core, for its software: the testbench's devices (core_map.h).
#ifndef TB_CORES_SOFTWARE_MACHINE_H
#define TB_CORES_SOFTWARE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "cores/core_map.h"

// The software's parameters.
uint64_t machine_parameter(enum core_param param);

void machine_write(const char *text, size_t size);
_Noreturn void machine_exit(uint64_t status);

// One line of the supervisor: "supervisor: text 0xVALUE".
void machine_say(const char *text, uint64_t value);

// Reports an inconsistency of program, supervisor, unit or machine, and ends with CORE_GAVE_UP.
_Noreturn void machine_fail(const char *text, uint64_t value);

// Sets CONTEXTIDR_EL1, the process that runs.
void machine_set_process(uint64_t process);

// Takes `size` bytes of records at physical address `address` as one chunk. `flags`: bit 0 DL, bit 1 COLL.
void machine_take(uint64_t address, uint64_t size, uint64_t flags);

// Maps the page of the Profiling Buffer at `address` for the unit.
void machine_map_buffer(uint64_t address);

#endif  // TB_CORES_SOFTWARE_MACHINE_H
