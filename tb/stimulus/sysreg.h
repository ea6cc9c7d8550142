// SPDX-License-Identifier: Apache-2.0
//
// The System registers of the unit, by their sysreg_addr (Arm ARM D24.7, D24.5): for reports and for stimuli.
// Statistical Profiling: X(name, op1, CRm, op2); op0 is 3 and CRn is 9 for all of them.
#ifndef TB_STIMULUS_SYSREG_H
#define TB_STIMULUS_SYSREG_H

#include <stdbool.h>
#include <stdint.h>

#define SYSREG_LIST(X)       \
  X(PMSCR_EL1, 0, 9, 0)      \
  X(PMSNEVFR_EL1, 0, 9, 1)   \
  X(PMSICR_EL1, 0, 9, 2)     \
  X(PMSIRR_EL1, 0, 9, 3)     \
  X(PMSFCR_EL1, 0, 9, 4)     \
  X(PMSEVFR_EL1, 0, 9, 5)    \
  X(PMSLATFR_EL1, 0, 9, 6)   \
  X(PMSIDR_EL1, 0, 9, 7)     \
  X(PMBLIMITR_EL1, 0, 10, 0) \
  X(PMBPTR_EL1, 0, 10, 1)    \
  X(PMBSR_EL1, 0, 10, 3)     \
  X(PMSDSFR_EL1, 0, 10, 4)   \
  X(PMBIDR_EL1, 0, 10, 7)    \
  X(PMSCR_EL2, 4, 9, 0)      \
  X(PMSCR_EL12, 5, 9, 0)

#define SYSREG_ADDR(op1, crm, op2) (3U << 14 | (op1) << 11 | 9U << 7 | (crm) << 3 | (op2))

enum sysreg {
#define SYSREG_ENUM(name, op1, crm, op2) SYSREG_##name = SYSREG_ADDR(op1##U, crm##U, op2##U),
  SYSREG_LIST(SYSREG_ENUM)
#undef SYSREG_ENUM
};

// Performance monitors: X(name, op1, CRn, CRm, op2); op0 is 3. PMEVCNTR<n>_EL0 and PMEVTYPER<n>_EL0 follow
// below.
#define PMU_SYSREG_LIST(X)       \
  X(PMCR_EL0, 3, 9, 12, 0)       \
  X(PMCNTENSET_EL0, 3, 9, 12, 1) \
  X(PMCNTENCLR_EL0, 3, 9, 12, 2) \
  X(PMOVSCLR_EL0, 3, 9, 12, 3)   \
  X(PMSWINC_EL0, 3, 9, 12, 4)    \
  X(PMSELR_EL0, 3, 9, 12, 5)     \
  X(PMCEID0_EL0, 3, 9, 12, 6)    \
  X(PMCEID1_EL0, 3, 9, 12, 7)    \
  X(PMCCNTR_EL0, 3, 9, 13, 0)    \
  X(PMXEVTYPER_EL0, 3, 9, 13, 1) \
  X(PMXEVCNTR_EL0, 3, 9, 13, 2)  \
  X(PMUSERENR_EL0, 3, 9, 14, 0)  \
  X(PMOVSSET_EL0, 3, 9, 14, 3)   \
  X(PMINTENSET_EL1, 0, 9, 14, 1) \
  X(PMINTENCLR_EL1, 0, 9, 14, 2) \
  X(PMMIR_EL1, 0, 9, 14, 6)      \
  X(PMCCFILTR_EL0, 3, 14, 15, 7)

#define PMU_SYSREG_ADDR(op1, crn, crm, op2) (3U << 14 | (op1) << 11 | (crn) << 7 | (crm) << 3 | (op2))

enum pmu_sysreg {
#define SYSREG_ENUM(name, op1, crn, crm, op2) SYSREG_##name = PMU_SYSREG_ADDR(op1##U, crn##U, crm##U, op2##U),
  PMU_SYSREG_LIST(SYSREG_ENUM)
#undef SYSREG_ENUM
};

// PMEVCNTR<n>_EL0 and PMEVTYPER<n>_EL0, n in 0..30.
static inline uint16_t sysreg_pmevcntr(uint32_t n)
{
  return (uint16_t)(PMU_SYSREG_ADDR(3U, 14U, 8U, 0U) + n);
}

static inline uint16_t sysreg_pmevtyper(uint32_t n)
{
  return (uint16_t)(PMU_SYSREG_ADDR(3U, 14U, 12U, 0U) + n);
}

// The register of the performance monitors at this address; false for any other.
static inline bool sysreg_is_pmu(uint16_t addr)
{
  const uint32_t crn = addr >> 7 & 0xFU;
  const uint32_t crm = addr >> 3 & 0xFU;
  const uint32_t op1 = addr >> 11 & 7U;
  return addr >> 14 == 3 && ((crn == 14 && op1 == 3 && crm >= 8) || (crn == 9 && crm >= 12 && crm <= 14));
}

#endif  // TB_STIMULUS_SYSREG_H
