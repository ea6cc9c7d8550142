// SPDX-License-Identifier: Apache-2.0
//
// Coverage of FEAT_EBEP (requirement N9): where PMU Profiling exceptions are taken, what masks them, what PMUIRQ has left,
// and counters that they make long.
#ifndef TB_COVER_COVER_PMU_EXCEPTION_H
#define TB_COVER_COVER_PMU_EXCEPTION_H

#include "cover/cover_pmu_rules.h"

// The PMU Profiling exception is enabled: PMCR_EL0.{LC, LP} and MDCR_EL2.HLP act as 1. False without FEAT_EBEP. `in` are
// the pins of the cycle, and `counting` the registers at its start.
bool cover_exception_enabled(const struct spu_config *config, const struct spu_in *in,
                             const struct cover_counting *counting);

// Counts the bins of a cycle's levels. `written`: the access of the cycle before wrote a register of the monitors.
void cover_exception(const struct cover_cycle *cycle, const struct cover_counting *now, bool written,
                     uint64_t *hits);

// What the last cycle did to counters while the exception was enabled. `counting` is as it was then.
void cover_exception_counters(const struct cover_cycle *cycle, const struct cover_counting *counting,
                              uint64_t *hits);

// The access of the previous cycle, to PMECR_EL1. `counting` is as it was before.
void cover_exception_access(const struct cover_cycle *cycle, uint64_t *hits);

#endif  // TB_COVER_COVER_PMU_EXCEPTION_H
