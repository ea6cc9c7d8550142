// SPDX-License-Identifier: Apache-2.0
//
// Numbers that users type: decimal, or hexadecimal after 0x. A leading zero does not make a number octal.
#ifndef TB_UNIT_UTIL_TYPED_NUMBER_H
#define TB_UNIT_UTIL_TYPED_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

// Reads a number at the start of *text, which then points after it. False if there is none or it needs more than 64
// bits.
bool typed_number_take(const char **text, uint64_t *value);

// Reads a number that is the whole of `text`. False if it is anything else.
bool typed_number(const char *text, uint64_t *value);

#endif  // TB_UNIT_UTIL_TYPED_NUMBER_H
