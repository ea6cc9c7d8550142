// SPDX-License-Identifier: Apache-2.0
//
// The state of the PE in words, as its pins give it: for mismatch reports.
#ifndef TB_UNIT_REPORT_PE_WORDS_H
#define TB_UNIT_REPORT_PE_WORDS_H

#include "spu.h"
#include "unit/util/text.h"

// "EL1, Non-secure, AArch64", and Debug state if it is that.
void pe_words(const struct spu_config *config, const struct spu_in *in, struct text *text);

// What decides who owns the buffer and where profiling is on: a line of pins.
void pe_words_owner(const struct spu_in *in, struct text *text);

// The pins that trap or redirect accesses, as far as they are not zero: a list. `pmu`: of a register of the
// performance monitors, else of the unit. `write`: of an MSR.
void pe_words_traps(const struct spu_in *in, bool pmu, bool write, struct text *text);

#endif  // TB_UNIT_REPORT_PE_WORDS_H
