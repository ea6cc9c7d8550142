// SPDX-License-Identifier: Apache-2.0
//
// Reads the guest's general registers, which QEMU 7.2 has no plugin interface for: by the function that serves a
// debugger, which the executable exports. Where there is none, nothing can be read.
#ifndef TB_PROGRAMS_RECORDER_PLUGIN_GUEST_REGISTERS_H
#define TB_PROGRAMS_RECORDER_PLUGIN_GUEST_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

// Looks for the functions. False if this QEMU lacks one.
bool guest_registers_open(void);

// X0 to X30, or SP as 31, of the first vCPU, whose thread calls. What the instruction before the current one left; QEMU
// keeps a register elsewhere until it has called out of its generated code, as every predicated SVE access does.
// False if there is nothing to read it with.
bool guest_register(unsigned number, uint64_t *value);

#endif  // TB_PROGRAMS_RECORDER_PLUGIN_GUEST_REGISTERS_H
