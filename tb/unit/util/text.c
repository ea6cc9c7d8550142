// SPDX-License-Identifier: Apache-2.0
#include "unit/util/text.h"

#include <stdarg.h>
#include <stdio.h>

void text_add(struct text *text, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  const size_t room = text->size - text->length;
  const int length = vsnprintf(text->data + text->length, room, format, arguments);
  va_end(arguments);
  if (length > 0) {
    text->length += (size_t)length < room ? (size_t)length : room - 1;
  }
}
