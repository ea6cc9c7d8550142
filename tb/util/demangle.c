// SPDX-License-Identifier: Apache-2.0
//
// The compiler's C++ library has the one demangler that knows all that the compiler can make.
#include "util/demangle.h"

#include <stddef.h>
#include <string.h>

// As <cxxabi.h> has it, which is a header for C++ only.
extern char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

char *demangle(const char *symbol)
{
  int status = 0;
  // It takes anything else for the name of a type.
  return strncmp(symbol, "_Z", 2) == 0 ? __cxa_demangle(symbol, NULL, NULL, &status) : NULL;
}
