// SPDX-License-Identifier: Apache-2.0
//
// How often each instruction of a program was executed, by QEMU's own count: nothing of it goes through core model or
// unit, so profiles are checked against it.
#ifndef TB_LINUX_COUNT_H
#define TB_LINUX_COUNT_H

#include <stdbool.h>

#include "programs/recorder/plugin/qemu_plugin_api.h"

// An instruction was translated. It is counted if it is where a program without relocation is linked.
void spe_count_instruction(struct qemu_plugin_insn *insn);

// Writes a line `ADDRESS COUNT` for each that was executed. False, after a line on stderr, if that cannot be.
bool spe_count_write(const char *path);

#endif  // TB_LINUX_COUNT_H
