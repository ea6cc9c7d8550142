// SPDX-License-Identifier: Apache-2.0
#include "unit/cover/cover_pe.h"

// {NSE, NS} of the levels below EL3.
static uint8_t security_below_el3(const struct spu_config *config, const struct spu_in *in)
{
  if (!config->have_el3) {
    return config->secure_only ? COVER_SECURE : COVER_NONSECURE;
  }
  if (config->have_rme && in->scr_el3_nse) {
    return COVER_REALM;
  }
  const bool no_secure = config->have_rme && !config->have_sel2;
  return in->scr_el3_ns || no_secure ? COVER_NONSECURE : COVER_SECURE;
}

static bool secure_el2(const struct spu_config *config, const struct spu_in *in, bool all_aarch32)
{
  if (!config->have_el2 || !config->have_sel2) {
    return false;
  }
  return config->have_el3 ? in->scr_el3_eel2 && !all_aarch32 : config->secure_only;
}

// MDCR_EL3.{NSPBE, NSPB<1>} (requirement A1, U3).
static void read_owner_state(const struct spu_config *config, const struct spu_in *in, struct cover_pe *pe)
{
  pe->owner_reserved = false;
  if (!config->have_el3) {
    pe->owner_ss = pe->below_ss;
    return;
  }
  uint32_t state = in->mdcr_el3_nspb >> 1 & 1U;
  if (config->have_rme) {
    state |= in->mdcr_el3_nspbe ? 2U : 0U;
    pe->owner_reserved = state == 2 || (state == 0 && !config->have_sel2);
    if (pe->owner_reserved) {
      state = config->reserved_nsxb >> 1;
    }
  }
  pe->owner_ss = state == 0 ? COVER_SECURE : state == 3 ? COVER_REALM : COVER_NONSECURE;
}

// D17.7.5: the owning level must use AArch64.
static bool owner_uses_aarch32(const struct spu_config *config, const struct spu_in *in,
                               const struct cover_pe *pe)
{
  if (pe->all_aarch32) {
    return true;
  }
  const bool el2_aarch32 =
      config->aarch32_el2 && config->have_el3 && pe->below_ss != COVER_SECURE && !in->scr_el3_rw;
  if (pe->owner_el == SPU_EL2) {
    return el2_aarch32;
  }
  if (!config->aarch32_el1) {
    return false;
  }
  // SCR_EL3.RW decides without EL2 in between; else HCR_EL2.RW, except in a host.
  const bool by_el3 = config->have_el3 && !in->scr_el3_rw &&
                      !(pe->below_ss == COVER_SECURE && config->have_sel2 && in->scr_el3_eel2);
  const bool by_el2 = pe->el2 && !in->hcr_el2_rw && !(config->have_vhe && in->hcr_el2_e2h && in->hcr_el2_tge);
  return by_el3 || by_el2;
}

void cover_pe_read(const struct spu_config *config, const struct spu_in *in, struct cover_pe *pe)
{
  pe->el = in->pe_el;
  pe->all_aarch32 = config->aarch32_el3 && config->have_el3 && in->el3_aarch32;
  pe->below_ss = security_below_el3(config, in);
  pe->ss = pe->el != SPU_EL3 ? pe->below_ss : config->have_rme ? COVER_ROOT : COVER_SECURE;
  const bool secure2 = secure_el2(config, in, pe->all_aarch32);
  pe->el2 = config->have_el2 && (pe->below_ss != COVER_SECURE || secure2);
  read_owner_state(config, in, pe);
  const bool owner_el2 = config->have_el2 && (pe->owner_ss != COVER_SECURE || secure2);
  pe->owner_el = owner_el2 && (in->mdcr_el2_e2pb & 3U) == 0 ? SPU_EL2 : SPU_EL1;
  pe->owner_aarch32 = owner_uses_aarch32(config, in, pe);
  const bool el2_aarch32 = pe->all_aarch32 || (config->aarch32_el2 && config->have_el3 &&
                                               pe->below_ss != COVER_SECURE && !in->scr_el3_rw);
  pe->host = pe->el2 && config->have_vhe && in->hcr_el2_e2h && !el2_aarch32;
}
