// SPDX-License-Identifier: Apache-2.0
//
// What the supervisor says itself.
#ifndef TB_CORE_SOFTWARE_CONSOLE_H
#define TB_CORE_SOFTWARE_CONSOLE_H

#include <stdint.h>

// One line: "supervisor: text 0xVALUE".
void console_line(const char *text, uint64_t value);

// The supervisor, the unit or the machine is not as it must be: says so, and ends with CORE_GAVE_UP.
_Noreturn void console_fail(const char *text, uint64_t value);

#endif  // TB_CORE_SOFTWARE_CONSOLE_H
