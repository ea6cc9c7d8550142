// SPDX-License-Identifier: Apache-2.0
#include "unit/util/typed_number.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

bool typed_number_take(const char **text, uint64_t *value)
{
  const char *digits = *text;
  char *end = NULL;
  const bool hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  digits += hex ? 2 : 0;
  // strtoull() also takes blanks and signs.
  if (!(hex ? isxdigit((unsigned char)digits[0]) : isdigit((unsigned char)digits[0]))) {
    return false;
  }
  errno = 0;
  *value = strtoull(digits, &end, hex ? 16 : 10);
  *text = end;
  return errno == 0;
}

bool typed_number(const char *text, uint64_t *value)
{
  return typed_number_take(&text, value) && *text == '\0';
}
