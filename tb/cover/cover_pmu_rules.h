// SPDX-License-Identifier: Apache-2.0
//
// Why a counter of the performance monitors does not count: every reason that there is, for each counter, from
// the tables of Arm ARM D13.5 and D13.7; document S3 where EL1 uses AArch32.
#ifndef TB_COVER_COVER_PMU_RULES_H
#define TB_COVER_COVER_PMU_RULES_H

#include "cover/cover_block.h"

enum { COVER_CYCLES = 31 };  // index of the cycle counter

// PMCR_EL0.
#define COVER_PMCR_P (UINT64_C(1) << 1)
#define COVER_PMCR_C (UINT64_C(1) << 2)
#define COVER_PMCR_D (UINT64_C(1) << 3)
#define COVER_PMCR_DP (UINT64_C(1) << 5)
#define COVER_PMCR_LC (UINT64_C(1) << 6)
#define COVER_PMCR_LP (UINT64_C(1) << 7)
#define COVER_PMCR_FZO (UINT64_C(1) << 9)
#define COVER_PMCR_FZS (UINT64_C(1) << 32)

// The registers that only direct writes change.
struct cover_counting {
  uint64_t pmcr;
  uint64_t ccfiltr;
  uint32_t cnten;
  uint32_t inten;
  uint32_t userenr;
  uint32_t uacr;
  uint32_t pmecr;
  uint64_t evtyper[SPU_MAX_COUNTERS];
};

// Reasons. The last four are none by themselves.
enum {
  WHY_DEBUG = 1 << 0,
  WHY_ENABLE = 1 << 1,  // PMCR_EL0.E, of the second range MDCR_EL2.HPME
  WHY_SELECT = 1 << 2,  // PMCNTENSET_EL0
  WHY_SPME = 1 << 3,    // Secure state
  WHY_EL3 = 1 << 4,     // MDCR_EL3.SPME, at EL3 with FEAT_PMUv3p7
  WHY_MPMX = 1 << 5,
  WHY_HPMD = 1 << 6,
  WHY_FZO = 1 << 7,
  WHY_FZS = 1 << 8,
  WHY_DP = 1 << 9,
  WHY_SCCD = 1 << 10,
  WHY_HCCD = 1 << 11,
  WHY_MCCD = 1 << 12,
  WHY_FILTER = 1 << 13,
  WHY_ANY = (1 << 14) - 1,
  NOTE_PROHIBITED = 1 << 14,  // of the cycle counter: event counting is prohibited
  NOTE_FROZEN = 1 << 15,      // of the cycle counter: event counters of the first range are frozen
  NOTE_STOPPED = 1 << 17,     // of the cycle counter: SPE has frozen event counters of the first range
  NOTE_OVERRIDE = 1 << 16     // the authentication interface overrides what software prohibits
};

// Whether event counter n is one of those that MDCR_EL2.HPMN reserves for EL2.
bool cover_second_range(const struct spu_config *config, const struct spu_in *in, uint32_t n);

// ELUsingAArch32(EL1).
bool cover_el1_aarch32(const struct cover_cycle *cycle);

// The reasons of counter n, or of COVER_CYCLES, in a cycle.
uint32_t cover_why_not(const struct cover_cycle *cycle, const struct cover_counting *counting,
                       bool el1_aarch32, uint32_t n);

// Counts the bins of the counters that count in this cycle, and of those that one reason alone keeps from it.
void cover_who_counts(const struct cover_cycle *cycle, const struct cover_counting *counting, uint64_t *hits);

#endif  // TB_COVER_COVER_PMU_RULES_H
