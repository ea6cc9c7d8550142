// SPDX-License-Identifier: Apache-2.0
//
// QEMU's own count of executions of each instruction of a program. It is independent of core model and unit, so tests
// compare profiles with it.
#ifndef TB_LINUX_COUNT_H
#define TB_LINUX_COUNT_H

#include <stdbool.h>

#include "programs/recorder/plugin/qemu_plugin_api.h"

// Called when an instruction is translated. It is counted if it is in the address range of a non-relocated program.
void spe_count_instruction(struct qemu_plugin_insn *insn);

// Writes a line `ADDRESS COUNT` for each executed instruction. False, after a line on stderr, if that fails.
bool spe_count_write(const char *path);

#endif  // TB_LINUX_COUNT_H
