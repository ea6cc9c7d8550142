// SPDX-License-Identifier: Apache-2.0
//
// What a program prints for --version.
#ifndef TB_UNIT_UTIL_VERSION_H
#define TB_UNIT_UTIL_VERSION_H

#include "spu.h"

// One line; NAME is the program's, a string literal.
#define VERSION_TEXT(NAME) NAME " (OpenSPU) " SPU_VERSION "\n"

#endif  // TB_UNIT_UTIL_VERSION_H
