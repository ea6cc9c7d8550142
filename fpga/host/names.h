// SPDX-License-Identifier: Apache-2.0
//
// Names of the board's words and of the System registers.
#ifndef FPGA_HOST_NAMES_H
#define FPGA_HOST_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NAME_BYTES = 32 };

struct name {
  bool sysreg;    // MRS and MSR; else a word
  uint16_t addr;  // encoding of the System register, or address of the word
};

// What the user calls it: the name of a word (STATUS), its address (0x3), the name of a register (PMSCR_EL1,
// PMEVCNTR2_EL0) or its generic name (S3_0_C9_C9_0). Case does not matter. False if it is none of these.
bool name_find(const char *text, struct name *name);

// The names, for people; of at most NAME_BYTES.
void word_name(uint16_t addr, char *text);
void sysreg_name(uint16_t encoding, char *text);

// The Statistical Profiling registers, in the order of their encodings; null past the end.
const char *profiling_register(size_t index, uint16_t *encoding);

// What an access to the register that is not OK came to, from the data of its answer. A constant sentence.
const char *verdict_text(uint64_t data, uint16_t encoding, bool write);

#endif  // FPGA_HOST_NAMES_H
