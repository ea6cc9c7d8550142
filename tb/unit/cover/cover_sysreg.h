// SPDX-License-Identifier: Apache-2.0
//
// The unit's registers from Arm ARM D24.7 and D24.2, for functional coverage.
#ifndef TB_UNIT_COVER_COVER_SYSREG_H
#define TB_UNIT_COVER_COVER_SYSREG_H

#include "spu_sysreg.h"
#include "unit/cover/cover_block.h"

enum cover_sysreg {
#define COVER_SYSREG(name) COVER_##name,
  SPU_PROFILING_REGISTERS(COVER_SYSREG)
#undef COVER_SYSREG
      COVER_SYSREGS  // none of them
};

// The register at an address, even if the configuration lacks it; COVER_SYSREGS for other addresses.
enum cover_sysreg cover_sysreg_at(uint16_t address);

// The register that an access to `reg` accesses in the PE's state, if it is allowed: HCR_EL2.E2H redirects the names of
// PMSCR and, with exceptions enabled, of PMBSR.
enum cover_sysreg cover_sysreg_target(enum cover_sysreg reg, const struct cover_cycle *cycle);

// Bits that software can write.
uint64_t cover_sysreg_mask(enum cover_sysreg reg, const struct spu_config *config);

// Implemented events of the Events packet (D18.2.6), and those that PMSEVFR_EL1 can select (D24.7.11).
uint64_t cover_events(const struct spu_config *config);
uint64_t cover_filter_events(const struct spu_config *config);

#endif  // TB_UNIT_COVER_COVER_SYSREG_H
