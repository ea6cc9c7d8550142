// SPDX-License-Identifier: Apache-2.0
//
// Reads the guest's general registers, for which QEMU 7.2 has no plugin interface, with an exported function of the
// debugger's stub. Without that function nothing can be read.
#ifndef TB_PROGRAMS_RECORDER_PLUGIN_GUEST_REGISTERS_H
#define TB_PROGRAMS_RECORDER_PLUGIN_GUEST_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

// Looks for the functions. False if this QEMU lacks one.
bool guest_registers_open(void);

// X0 to X30, or SP as 31, of the first vCPU, whose thread must call this: the value after the previous instruction.
// QEMU only updates it when its generated code calls a helper, which every predicated SVE access does. False if
// registers cannot be read.
bool guest_register(unsigned number, uint64_t *value);

#endif  // TB_PROGRAMS_RECORDER_PLUGIN_GUEST_REGISTERS_H
