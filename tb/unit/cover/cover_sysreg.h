// SPDX-License-Identifier: Apache-2.0
//
// The registers of the unit as Arm ARM D24.7 and D24.2 describe them, for the blocks of functional coverage.
#ifndef TB_UNIT_COVER_COVER_SYSREG_H
#define TB_UNIT_COVER_COVER_SYSREG_H

#include "unit/cover/cover_block.h"

enum cover_sysreg {
  COVER_PMSCR_EL1,
  COVER_PMSNEVFR_EL1,
  COVER_PMSICR_EL1,
  COVER_PMSIRR_EL1,
  COVER_PMSFCR_EL1,
  COVER_PMSEVFR_EL1,
  COVER_PMSLATFR_EL1,
  COVER_PMSIDR_EL1,
  COVER_PMBLIMITR_EL1,
  COVER_PMBPTR_EL1,
  COVER_PMBSR_EL1,
  COVER_PMSDSFR_EL1,
  COVER_PMBIDR_EL1,
  COVER_PMBMAR_EL1,
  COVER_PMSCR_EL2,  // from here on: not of EL1
  COVER_PMSCR_EL12,
  COVER_PMBSR_EL2,
  COVER_PMBSR_EL12,
  COVER_PMBSR_EL3,
  COVER_SYSREGS  // none of them
};

// The register at an address, whether the configuration has it or not; COVER_SYSREGS for any other.
enum cover_sysreg cover_sysreg_at(uint16_t address);

// The register that an access to `reg` reaches from where the PE is, if nothing refuses it: HCR_EL2.E2H exchanges
// names of PMSCR, and with exceptions enabled of PMBSR.
enum cover_sysreg cover_sysreg_target(enum cover_sysreg reg, const struct cover_cycle *cycle);

// Bits that software can write.
uint64_t cover_sysreg_mask(enum cover_sysreg reg, const struct spu_config *config);

// Events of the Events packet that exist (D18.2.6), and those that PMSEVFR_EL1 can select (D24.7.11).
uint64_t cover_events(const struct spu_config *config);
uint64_t cover_filter_events(const struct spu_config *config);

#endif  // TB_UNIT_COVER_COVER_SYSREG_H
