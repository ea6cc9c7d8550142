// SPDX-License-Identifier: Apache-2.0
//
// The state of the PE as text, from its pins, for mismatch reports.
#ifndef TB_UNIT_REPORT_PE_WORDS_H
#define TB_UNIT_REPORT_PE_WORDS_H

#include "spu.h"
#include "unit/util/text.h"

// "EL1, Non-secure, AArch64", with ", Debug state" appended in Debug state.
void pe_words(const struct spu_config *config, const struct spu_in *in, struct text *text);

// The pins that decide who owns the buffer and where profiling is on, in one line.
void pe_words_owner(const struct spu_in *in, struct text *text);

// Lists the nonzero pins that trap or redirect an access. `pmu`: to a register of the performance monitors, else of
// the unit. `write`: by an MSR.
void pe_words_traps(const struct spu_in *in, bool pmu, bool write, struct text *text);

#endif  // TB_UNIT_REPORT_PE_WORDS_H
