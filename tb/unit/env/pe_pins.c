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

void pe_pins_copy_state(struct spu_in *to, const struct spu_in *from)
{
  to->pe_el = from->pe_el;
  to->pe_aarch32 = from->pe_aarch32;
  to->pe_debug = from->pe_debug;
  to->pe_sm = from->pe_sm;
  to->pe_pm = from->pe_pm;
  to->thread_inactive = from->thread_inactive;
  to->el3_aarch32 = from->el3_aarch32;
  to->scr_el3_ns = from->scr_el3_ns;
  to->scr_el3_nse = from->scr_el3_nse;
}

bool pe_pins_registered(size_t offset)
{
  static const struct spu_in none;
  struct spu_in rest;
  memset(&rest, 1, sizeof rest);
  pe_pins_copy_state(&rest, &none);
  return offset >= PINS_PE_BEGIN && offset < PINS_PE_END && ((const char *)&rest)[offset] != 0;
}

void pe_pins_copy(struct spu_in *to, const struct spu_in *from)
{
  memcpy((char *)to + PINS_PE_BEGIN, (const char *)from + PINS_PE_BEGIN, PINS_PE_END - PINS_PE_BEGIN);
}
