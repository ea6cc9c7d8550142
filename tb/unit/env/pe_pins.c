// SPDX-License-Identifier: Apache-2.0
#include "unit/env/pe_pins.h"

#include <string.h>

#include "gen/pins.h"

void pe_pins_open(const struct spu_config *config, struct spu_in *in)
{
  memset((char *)in + PINS_PE_BEGIN, 0, PINS_PE_END - PINS_PE_BEGIN);
  in->pe_el = SPU_EL1;
  in->dbgen = true;
  in->niden = true;
  if (config->have_el2) {
    in->hcr_el2_rw = true;
    in->mdcr_el2_e2pb = 3;
    in->mdcr_el2_hpmn = (uint8_t)config->pmu_counters;
    in->hdfgrtr_el2 = config->have_fgt && config->spe_version >= 2 ? SPU_PMSNEVFR_EL1_TRAP : 0;
    in->hdfgwtr_el2 = in->hdfgrtr_el2;
    in->hdfgrtr2_el2 = config->have_fgt2 && config->have_fds ? SPU_PMSDSFR_EL1_TRAP : 0;
    in->hdfgrtr2_el2 |= config->have_fgt2 && config->pmu_version >= 9 ? SPU_PMUACR_EL1_TRAP : 0;
    in->hdfgrtr2_el2 |= config->have_ebep ? SPU_PMECR_EL1_TRAP : 0;
    in->hdfgrtr2_el2 |= config->have_fgt2 && config->have_spe_nvm ? SPU_PMBMAR_EL1_TRAP : 0;
    in->hdfgwtr2_el2 = in->hdfgrtr2_el2;
    in->hdfgwtr2_el2 |= config->have_fgt2 && config->pmu_version >= 9 ? SPU_PMZR_EL0_TRAP : 0;
  }
  if (config->have_el3) {
    in->scr_el3_ns = true;
    in->scr_el3_rw = true;
    in->scr_el3_fgten = config->have_fgt;
    in->scr_el3_fgten2 = config->have_fgt2;
    in->scr_el3_ecven = config->have_ecv_poff;
    in->mdcr_el3_nspb = 3;
    in->mdcr_el3_enpmsn = config->spe_version >= 2;
    in->mdcr_el3_enpm2 = config->pmu_version >= 9 || config->have_ebep;
    in->mdcr_el3_enpms3 = config->have_fds;
    in->mdcr_el3_enpms4 = config->have_spe_nvm;
  }
}

bool pe_pins_registered(size_t offset)
{
  static const size_t state[] = {
      offsetof(struct spu_in, pe_el),       offsetof(struct spu_in, pe_aarch32),
      offsetof(struct spu_in, pe_debug),    offsetof(struct spu_in, pe_sm),
      offsetof(struct spu_in, pe_pm),       offsetof(struct spu_in, thread_inactive),
      offsetof(struct spu_in, el3_aarch32), offsetof(struct spu_in, scr_el3_ns),
      offsetof(struct spu_in, scr_el3_nse)};
  bool at_once = offset < PINS_PE_BEGIN || offset >= PINS_PE_END;
  for (size_t i = 0; i < sizeof state / sizeof state[0]; i++) {
    at_once = at_once || offset == state[i];
  }
  return !at_once;
}

void pe_pins_copy(struct spu_in *to, const struct spu_in *from)
{
  memcpy((char *)to + PINS_PE_BEGIN, (const char *)from + PINS_PE_BEGIN, PINS_PE_END - PINS_PE_BEGIN);
}
