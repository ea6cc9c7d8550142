// SPDX-License-Identifier: Apache-2.0
//
// The System registers of the unit, by their sysreg_addr (Arm ARM D24.7): for reports and for stimuli.
// X(name, op1, CRm, op2); op0 is 3 and CRn is 9 for all of them.
#ifndef TB_STIMULUS_SYSREG_H
#define TB_STIMULUS_SYSREG_H

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

#endif  // TB_STIMULUS_SYSREG_H
