// SPDX-License-Identifier: Apache-2.0
//
// The names that C++ programs give their functions, out of the names of symbols.
#ifndef TB_UTIL_DEMANGLE_H
#define TB_UTIL_DEMANGLE_H

// The name of a symbol that the C++ ABI mangled ("_Z..."), with its parameters, in malloc'ed memory that the caller
// frees. Null if it is not mangled, or there is no memory.
char *demangle(const char *symbol);

#endif  // TB_UTIL_DEMANGLE_H
