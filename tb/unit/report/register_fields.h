// SPDX-License-Identifier: Apache-2.0
//
// The fields of every System register of the unit and of the performance monitors (Arm ARM D24.7, D24.5), and a table
// that compares two values of a register.
#ifndef TB_UNIT_REPORT_REGISTER_FIELDS_H
#define TB_UNIT_REPORT_REGISTER_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unit/util/text.h"

// The name of a value of a field.
struct register_word {
  uint64_t value;
  const char *word;
};

struct register_field {
  const char *name;  // Arm's; for a field of single bits the name of each, with its number in brackets: E[3]
  uint8_t high;
  uint8_t low;
  bool bits;  // independent bits: listed one by one instead of as a value
  const struct register_word
      *words;     // ended by a null word; for `bits`: meaning of each bit, by number. Null: none
  bool syndrome;  // PMBSR_EL1.MSS, whose meaning depends on EC
};

struct register_layout {
  const char *name;
  uint16_t addr;  // sysreg_addr; for PMEVCNTR<n>_EL0 and PMEVTYPER<n>_EL0 the first one's
  const struct register_field *fields;  // highest first
  size_t count;
  const char *access;  // RW, RO or WO
  const char *traps;   // its fine-grained trap registers, for reads and for writes, if it has both; "": none
  uint8_t trap_bit;    // its bit in these
  bool trap_zero;      // 0 traps, not 1
};

// Every register of rtl/data/registers.toml, one row each.
extern const struct register_layout register_layouts[];
extern const size_t register_layout_count;

// The layout of the register at this address; null if there is none.
const struct register_layout *register_layout(uint16_t addr);

// Adds two values of a register field by field, under a line with the register's name (which may be more precise than
// the layout's: PMEVCNTR3_EL0). Marks fields that differ with *; omits fields that are zero on both sides. No line is
// longer than 100 characters.
void register_text(const struct register_layout *layout, const char *name, uint64_t expected, uint64_t got,
                   struct text *text);

// The bits of a register that belong to no field (RES0).
uint64_t register_reserved(const struct register_layout *layout);

#endif  // TB_UNIT_REPORT_REGISTER_FIELDS_H
