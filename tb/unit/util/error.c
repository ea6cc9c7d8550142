// SPDX-License-Identifier: Apache-2.0
#include "unit/util/error.h"

#include <stdarg.h>
#include <stdio.h>

bool tb_fail(struct tb_error *error, const char *format, ...)
{
  if (error->text[0] != '\0') {
    return false;
  }
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(error->text, sizeof error->text, format, arguments);
  va_end(arguments);
  return false;
}
