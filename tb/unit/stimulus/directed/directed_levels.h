// SPDX-License-Identifier: Apache-2.0
//
// What several files of scenarios share: registers of all Exception levels; of FEAT_SPE_EXC, fields of three levels and
// their three PMBSR_ELx.
#ifndef TB_UNIT_STIMULUS_DIRECTED_DIRECTED_LEVELS_H
#define TB_UNIT_STIMULUS_DIRECTED_DIRECTED_LEVELS_H

#include "unit/stimulus/directed/directed_script.h"

// MDCR_EL3.PMSEE, PMSCR_EL2.EE and PMSCR_EL1.EE.
struct directed_enables {
  uint64_t pmsee;
  uint64_t ee_el2;
  uint64_t ee_el1;
  uint64_t ke;  // of both
};

// The configuration has FEAT_SPE_EXC.
bool directed_exceptions(const struct spu_config *config);

// The highest Exception level, and going there.
uint64_t directed_highest(const struct directed_script *script);
void directed_to_highest(struct directed_script *script);

// Sets the fields, at the highest level.
void directed_set_enables(struct directed_script *script, const struct directed_enables *enables);

// Values of the three registers, those that exist, at the highest level; and what they must hold.
void directed_set_status(struct directed_script *script, uint64_t el1, uint64_t el2, uint64_t el3);
void directed_expect_status(struct directed_script *script, uint64_t el1, uint64_t el2, uint64_t el3);

// The usual set-up with this pointer, nothing in any of the registers, and these enables. At EL1.
void directed_begin(struct directed_script *script, uint64_t pointer, const struct directed_enables *enables);

// Read/write registers that the configuration has, PMSCR_EL1 and PMSCR_EL2 last, and how many they are; the second one
// has also those that fewer controls refuse.
enum { DIRECTED_REGISTERS = 15 };
size_t directed_registers(const struct spu_config *config, uint16_t list[DIRECTED_REGISTERS]);
size_t directed_all_registers(const struct spu_config *config, uint16_t list[DIRECTED_REGISTERS]);

// The value of a field as a table prints it, with each X as it is in `others`.
uint64_t directed_bits(const char *bits, uint64_t others);

#endif  // TB_UNIT_STIMULUS_DIRECTED_DIRECTED_LEVELS_H
