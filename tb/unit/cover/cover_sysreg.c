// SPDX-License-Identifier: Apache-2.0
#include "unit/cover/cover_sysreg.h"

#define BITS(high, low) ((~UINT64_C(0) >> (63 - (high))) & (~UINT64_C(0) << (low)))
#define BIT(n) (UINT64_C(1) << (n))

enum cover_sysreg cover_sysreg_at(uint16_t address)
{
  static const uint16_t addresses[] = {
#define ADDRESS(name) SPU_##name,
      SPU_PROFILING_REGISTERS(ADDRESS)
#undef ADDRESS
  };
  uint32_t reg = 0;
  while (reg < COVER_SYSREGS && addresses[reg] != address) {
    reg++;
  }
  return (enum cover_sysreg)reg;
}

enum cover_sysreg cover_sysreg_target(enum cover_sysreg reg, const struct cover_cycle *cycle)
{
  const struct cover_pe *pe = cycle->pe;
  if (reg == COVER_PMSCR_EL12) {
    return COVER_PMSCR_EL1;
  }
  if (reg == COVER_PMBSR_EL12) {
    return COVER_PMBSR_EL1;
  }
  if (reg == COVER_PMBSR_EL1 && pe->el == SPU_EL2 && pe->host && cycle->ee_el2 != 0) {
    return COVER_PMBSR_EL2;
  }
  return reg == COVER_PMSCR_EL1 && pe->el == SPU_EL2 && pe->host ? COVER_PMSCR_EL2 : reg;
}

uint64_t cover_events(const struct spu_config *config)
{
  const uint32_t version = config->spe_version;
  uint64_t impdef = config->impdef_events & (BITS(63, 48) | BITS(31, 24) | BITS(15, 12));
  impdef &= version >= 4 ? ~BITS(31, 24) : ~UINT64_C(0);
  return BITS(10, 0) | impdef | (version >= 1 ? BIT(11) : 0) |
         (version >= 1 && config->have_sve ? BITS(18, 17) : 0) | (config->have_tme ? BIT(16) : 0) |
         (version >= 4 ? BITS(23, 19) : 0) | (config->have_spe_sme ? BITS(25, 24) : 0);
}

uint64_t cover_filter_events(const struct spu_config *config)
{
  const uint64_t optional = BIT(10) | BIT(9) | BIT(8) | BIT(4) | BIT(2);
  const uint64_t events = cover_events(config) & ~(optional | BIT(0) | BIT(6));
  return events | (config->spe_version >= 2 ? BIT(6) : 0) |
         (config->spe_version >= 4 ? optional : config->optional_filter & optional);
}

static uint64_t pmbsr_mask(const struct spu_config *config)
{
  const bool reported =
      config->external_abort == SPU_ABORT_REPORTED_SYNC || config->external_abort == SPU_ABORT_REPORTED_ASYNC;
  return BITS(31, 26) | BIT(19) | BITS(17, 16) | BITS(5, 0) | (reported ? BIT(18) : 0);
}

uint64_t cover_sysreg_mask(enum cover_sysreg reg, const struct spu_config *config)
{
  const bool exc = config->spe_version >= 5;
  const uint64_t pct = (config->have_ecv ? BITS(7, 6) : BIT(6)) | (exc ? BITS(10, 8) : 0);
  switch (reg) {
  case COVER_PMSCR_EL1:
  case COVER_PMSCR_EL12:
    return BITS(5, 3) | BITS(1, 0) |
           (config->have_el2 ? pct
            : exc            ? BITS(10, 8)
                             : 0) |
           (config->have_spe_nvm && config->nested_virt >= 1 ? BIT(11) : 0);
  case COVER_PMSCR_EL2:
    return config->have_el2 ? BITS(5, 3) | BITS(1, 0) | pct | (config->have_spe_nvm ? BIT(11) : 0) : 0;
  case COVER_PMSNEVFR_EL1:
    return config->spe_version >= 2 ? cover_filter_events(config) : 0;
  case COVER_PMSEVFR_EL1:
    return cover_filter_events(config);
  case COVER_PMSICR_EL1:
    return BITS(31, 0) | (config->have_ernd ? BITS(63, 56) : 0);
  case COVER_PMSIRR_EL1:
    return BITS(31, 8) | BIT(0);
  case COVER_PMSFCR_EL1:
    return BITS(18, 16) | BITS(2, 0) | (config->spe_version >= 2 ? BIT(3) : 0) |
           (config->have_fds ? BIT(4) : 0) | (config->have_eft ? BITS(20, 19) | BITS(52, 48) : 0);
  case COVER_PMSLATFR_EL1:
    return config->count_16bit ? BITS(15, 0) : BITS(11, 0);
  case COVER_PMBLIMITR_EL1:
    return BITS(63, 12) | BITS(2, 0) | (config->spe_version >= 2 ? BIT(5) : 0) |
           (config->have_spe_nvm ? BIT(7) : 0);
  case COVER_PMBMAR_EL1:
    return config->have_spe_nvm ? BITS(9, 0) : 0;
  case COVER_PMBPTR_EL1:
    return ~UINT64_C(0);
  case COVER_PMBSR_EL2:
    return exc && config->have_el2 ? pmbsr_mask(config) : 0;
  case COVER_PMBSR_EL3:
    return exc && config->have_el3 ? pmbsr_mask(config) : 0;
  case COVER_PMBSR_EL1:
  case COVER_PMBSR_EL12:
    return pmbsr_mask(config);
  case COVER_PMSDSFR_EL1:
    return config->have_fds ? ~UINT64_C(0) : 0;
  default:
    return 0;
  }
}
