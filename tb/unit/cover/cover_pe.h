// SPDX-License-Identifier: Apache-2.0
//
// The meaning of the PE's pins, for functional coverage: the buffer's owner, the Security state, whether EL2 is
// enabled. Written from the tables of Arm ARM D17.4 and D17.7.5, since the model is written from the pseudocode.
#ifndef TB_UNIT_COVER_COVER_PE_H
#define TB_UNIT_COVER_COVER_PE_H

#include <stdbool.h>
#include <stdint.h>

#include "spu.h"

// Security states, as {NSE, NS}.
enum { COVER_SECURE = 0, COVER_NONSECURE = 1, COVER_ROOT = 2, COVER_REALM = 3 };

struct cover_pe {
  uint8_t el;
  uint8_t below_ss;  // Security state of EL2, EL1 and EL0
  uint8_t ss;        // Security state of the PE
  uint8_t owner_el;  // owner of the Profiling Buffer
  uint8_t owner_ss;
  bool all_aarch32;     // EL3, and so every level, uses AArch32
  bool owner_aarch32;   // the owning level uses AArch32
  bool owner_reserved;  // MDCR_EL3.{NSPBE, NSPB} has a reserved value
  bool el2;             // EL2 is implemented and enabled
  bool host;            // HCR_EL2.E2H in effect: ELIsInHost(EL2)
};

// Decodes the pe group of the pins.
void cover_pe_read(const struct spu_config *config, const struct spu_in *in, struct cover_pe *pe);

#endif  // TB_UNIT_COVER_COVER_PE_H
