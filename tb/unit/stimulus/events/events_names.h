// SPDX-License-Identifier: Apache-2.0
//
// System registers by name, for event lists.
#ifndef TB_UNIT_STIMULUS_EVENTS_EVENTS_NAMES_H
#define TB_UNIT_STIMULUS_EVENTS_EVENTS_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EVENTS_NAME_BYTES = 24 };

// The name of the register at sysreg_addr `addr`, or its number in hexadecimal if there is none.
void events_register_name(uint16_t addr, char name[EVENTS_NAME_BYTES]);

// The sysreg_addr of a register's name. False if there is none.
bool events_register_addr(const char *name, uint16_t *addr);

#endif  // TB_UNIT_STIMULUS_EVENTS_EVENTS_NAMES_H
