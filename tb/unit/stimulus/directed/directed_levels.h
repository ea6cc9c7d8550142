// SPDX-License-Identifier: Apache-2.0
//
// Shared by several files of scenarios: lists of registers; for FEAT_SPE_EXC, the enables of three levels and the three
// PMBSR_ELx.
#ifndef TB_UNIT_STIMULUS_DIRECTED_DIRECTED_LEVELS_H
#define TB_UNIT_STIMULUS_DIRECTED_DIRECTED_LEVELS_H

#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_script.h"

// MDCR_EL3.PMSEE, PMSCR_EL2.EE and PMSCR_EL1.EE.
struct directed_enables {
  uint64_t pmsee;
  uint64_t ee_el2;
  uint64_t ee_el1;
  uint64_t ke;  // KE of PMSCR_EL2 and PMSCR_EL1
};

// Whether the configuration has FEAT_SPE_EXC.
bool directed_exceptions(const struct spu_config *config);

// The highest Exception level, and a step that moves the PE there.
uint64_t directed_highest(const struct directed_script *script);
void directed_to_highest(struct directed_script *script);

// Sets the fields at the highest level.
void directed_set_enables(struct directed_script *script, const struct directed_enables *enables);

// Sets or checks those of the three registers that exist, at the highest level.
void directed_set_status(struct directed_script *script, uint64_t el1, uint64_t el2, uint64_t el3);
void directed_expect_status(struct directed_script *script, uint64_t el1, uint64_t el2, uint64_t el3);

// The standard setup with this pointer, zero in every PMBSR_ELx, and these enables. Ends at EL1.
void directed_begin(struct directed_script *script, uint64_t pointer, const struct directed_enables *enables);

// Lists the configuration's read/write registers, PMSCR_EL1 and PMSCR_EL2 last, and returns their number. The second
// function also lists those that fewer controls refuse.
enum {
#define ONE_MORE(name) +1
  DIRECTED_REGISTERS = 0 SPU_PROFILING_REGISTERS(ONE_MORE)
#undef ONE_MORE
};
size_t directed_registers(const struct spu_config *config, uint16_t list[DIRECTED_REGISTERS]);
size_t directed_all_registers(const struct spu_config *config, uint16_t list[DIRECTED_REGISTERS]);

// The value of a field as a table prints it, with each X taken from `others`.
uint64_t directed_bits(const char *bits, uint64_t others);

#endif  // TB_UNIT_STIMULUS_DIRECTED_DIRECTED_LEVELS_H
