// SPDX-License-Identifier: Apache-2.0
//
// The bins of FEAT_EBEP (requirement N9; Arm ARM D13.3.2). Those of a target Exception level need that level; where it
// is taken from, too.
#ifndef TB_COVER_COVER_PMU_EXCEPTION_BINS_H
#define TB_COVER_COVER_PMU_EXCEPTION_BINS_H

#include "cover/cover_config.h"

COVER_CONFIG(ebep, config->have_ebep)
COVER_CONFIG(ebep_el2, config->have_ebep && config->have_el2)
COVER_CONFIG(ebep_el3, config->have_ebep && config->have_el3)
COVER_CONFIG(ebep_el2_el3, cover_ebep_el2(config) && config->have_el3)
COVER_CONFIG(ebep_above_el1, config->have_ebep && (config->have_el2 || config->have_el3))
COVER_CONFIG(ebep_counters, config->have_ebep && config->pmu_counters >= 1)
COVER_CONFIG(ebep_reserved, cover_ebep_counters(config) && config->have_el2)
COVER_CONFIG(ebep_pair, config->have_ebep && config->pmu_counters >= 2)
COVER_CONFIG(ebep_short_cycles, config->have_ebep && config->aarch32_el0)

#define COVER_PMU_EXCEPTION_BINS(X)                                                                          \
  X(exception_to_el1_from_el0, "N9", cover_ebep, "taken to EL1 from EL0")                                    \
  X(exception_to_el1_from_el1, "N9", cover_ebep, "KPME set and PM clear: from EL1")                          \
  X(exception_to_el2_from_el0, "N9", cover_ebep_el2, "taken to EL2 by MDCR_EL2.PMEE, from EL0")              \
  X(exception_to_el2_from_el1, "N9", cover_ebep_el2, "from EL1, whatever KPME and PM say")                   \
  X(exception_to_el2_from_el2, "N9", cover_ebep_el2, "KPME set and PM clear: from EL2")                      \
  X(exception_to_el2_for_host, "N9", cover_ebep_el2, "PMECR_EL1.PMEE with TGE: from EL0 to EL2")             \
  X(exception_to_el3_from_el0, "N9", cover_ebep_el3, "taken to EL3 from EL0")                                \
  X(exception_to_el3_from_el1, "N9", cover_ebep_el3, "taken to EL3 from EL1")                                \
  X(exception_to_el3_from_el2, "N9", cover_ebep_el2_el3, "taken to EL3 from EL2")                            \
  X(exception_to_el3_from_el3, "N9", cover_ebep_el3, "KPME set and PM clear: from EL3")                      \
  X(exception_masked_in_debug, "N9", cover_ebep, "masked in Debug state alone")                              \
  X(exception_masked_above, "N9", cover_ebep_above_el1, "masked above the target")                           \
  X(exception_masked_by_kpme, "N9", cover_ebep, "masked at the target, KPME alone")                          \
  X(exception_masked_by_pm, "N9", cover_ebep, "masked at the target, PSTATE.PM alone")                       \
  X(exception_masked_in_host, "N9", cover_ebep_el2, "masked at EL2 where TGE makes it the target")           \
  X(pmuirq_by_pmecr, "N9", cover_ebep, "PMUIRQ, PMECR_EL1.PMEE says so")                                     \
  X(pmuirq_by_mdcr_el2, "N9", cover_ebep_el2, "PMUIRQ, MDCR_EL2.PMEE says so, and PMECR_EL1.PMEE another")   \
  X(pmuirq_by_mdcr_el3, "N9", cover_ebep_el3, "PMUIRQ, MDCR_EL3.PMEE says so, and PMECR_EL1.PMEE another")   \
  X(pmuirq_gated, "N9", cover_ebep, "an overflow condition without PMUIRQ: the exception is enabled")        \
  X(neither_by_pmecr_01, "N9", cover_ebep, "neither: PMECR_EL1.PMEE is 0b01")                                \
  X(neither_by_pmecr_10, "N9", cover_ebep, "neither: PMECR_EL1.PMEE is 0b10")                                \
  X(neither_by_mdcr_el2, "N9", cover_ebep_el2, "neither: MDCR_EL2.PMEE is 0b10")                             \
  X(neither_by_mdcr_el3, "N9", cover_ebep_el3, "neither: MDCR_EL3.PMEE is 0b10")                             \
  X(exception_without_el2, "N9", cover_ebep_el2_el3, "EL2 is disabled: MDCR_EL2.PMEE and TGE do not matter") \
  X(exception_rises_by_overflow, "N9", cover_ebep, "it rises with an overflow")                              \
  X(exception_rises_by_pmecr, "N9", cover_ebep, "it rises because software wrote PMECR_EL1")                 \
  X(exception_rises_by_level, "N9", cover_ebep, "it was masked, and the PE has gone elsewhere")              \
  X(exception_ends_by_pmovsclr, "N9", cover_ebep, "it ends: software cleared the flag")                      \
  X(exception_ends_by_pmecr, "N9", cover_ebep, "it ends because software wrote PMECR_EL1")                   \
  X(exception_changes_target, "N9", cover_ebep_above_el1,                                                    \
    "from one cycle to the next it is another level's")                                                      \
  X(effective_lc_overflow, "N9", cover_ebep_short_cycles, "LC clear, enabled: overflow at 64 bits")          \
  X(effective_lc_carry, "N9", cover_ebep_short_cycles,                                                       \
    "LC clear, enabled: a carry to bit 32 is no overflow")                                                   \
  X(effective_lc_undivided, "N9", cover_ebep_short_cycles, "LC clear and D set, enabled: not divided")       \
  X(effective_lp_overflow, "N9", cover_ebep_counters, "LP clear, enabled: overflow at 64 bits")              \
  X(effective_lp_carry, "N9", cover_ebep_counters, "LP clear, enabled: a carry to bit 32 is no overflow")    \
  X(effective_hlp_overflow, "N9", cover_ebep_reserved, "HLP clear, enabled: overflow at 64 bits")            \
  X(effective_hlp_carry, "N9", cover_ebep_reserved, "HLP clear, enabled: a carry to bit 32 is no overflow")  \
  X(effective_lp_no_chain, "N9", cover_ebep_pair, "LP or HLP clear, enabled: that carry is not chained")     \
  X(pmecr_reads_back, "N9", cover_ebep, "PMECR_EL1 is read with a value that is not zero")                   \
  X(pmecr_at_el0, "N9", cover_ebep, "PMECR_EL1 at EL0 is UNDEFINED")                                         \
  X(pmecr_traps_to_el2, "N9", cover_ebep_el2, "PMECR_EL1 at EL1 traps to EL2, TPM clear: fine-grained")      \
  X(pmecr_traps_by_enpm2, "N9", cover_ebep_el3, "PMECR_EL1 traps to EL3 by EnPM2 alone")

#endif  // TB_COVER_COVER_PMU_EXCEPTION_BINS_H
