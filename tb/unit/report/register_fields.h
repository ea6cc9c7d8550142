// SPDX-License-Identifier: Apache-2.0
//
// The fields of every System register of the unit and of the performance monitors (Arm ARM D24.7, D24.5), and two
// values of a register side by side.
#ifndef TB_UNIT_REPORT_REGISTER_FIELDS_H
#define TB_UNIT_REPORT_REGISTER_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unit/util/text.h"

// A value of a field, in words.
struct register_word {
  uint64_t value;
  const char *word;
};

struct register_field {
  const char *name;  // Arm's; of a field of single bits, what each is called, its number in brackets: E[3]
  uint8_t high;
  uint8_t low;
  bool bits;  // one bit per thing: bits are listed instead of a value
  const struct register_word
      *words;     // ended by a null word; of `bits`: what each bit is, by number. Null: none
  bool syndrome;  // PMBSR_EL1.MSS, whose meaning EC says
};

struct register_layout {
  const char *name;
  uint16_t addr;  // sysreg_addr; of PMEVCNTR<n>_EL0 and PMEVTYPER<n>_EL0 that of the first
  const struct register_field *fields;  // highest first
  size_t count;
  const char *access;  // RW, RO or WO
  const char
      *traps;  // the registers of its fine-grained trap, for reads and for writes, if it has both; "": none
  uint8_t trap_bit;  // in them
  bool trap_zero;    // it traps when the bit is 0
};

// Every register of rtl/data/registers.toml, one row each.
extern const struct register_layout register_layouts[];
extern const size_t register_layout_count;

// The layout of the register at this address; null if there is none.
const struct register_layout *register_layout(uint16_t addr);

// Two values of a register field by field, under a line with the register's name (which may be more precise than the
// layout's: PMEVCNTR3_EL0). Fields that differ are marked with *; equal fields that are zero are left out. No line is
// longer than 100 characters.
void register_text(const struct register_layout *layout, const char *name, uint64_t expected, uint64_t got,
                   struct text *text);

// The bits of a register that are no field of it (RES0).
uint64_t register_reserved(const struct register_layout *layout);

#endif  // TB_UNIT_REPORT_REGISTER_FIELDS_H
