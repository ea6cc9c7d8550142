// SPDX-License-Identifier: Apache-2.0
#include "util/json.h"

void json_string(FILE *stream, const char *text)
{
  (void)fputc('"', stream);
  for (; *text != '\0'; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\') {
      (void)fprintf(stream, "\\%c", c);
    } else if (c < 0x20) {
      (void)fprintf(stream, "\\u%04x", c);
    } else {
      (void)fputc(c, stream);
    }
  }
  (void)fputc('"', stream);
}
