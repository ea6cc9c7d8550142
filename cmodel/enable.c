// SPDX-License-Identifier: Apache-2.0
//
// Requirements A: the owner of the Profiling Buffer, and whether the buffer and profiling are enabled (Arm ARM D17.4,
// D17.7.5, J1; document S0), with the functions of the Exception model that these call.
#include "spu_internal.h"

// J1, shared/functions/system/HighestELUsingAArch32. Without EL3 the highest level always uses AArch64.
bool HighestELUsingAArch32(const struct spu *spu, const struct spu_in *in)
{
  return spu->config.aarch32_el3 && spu->config.have_el3 && in->el3_aarch32;
}

// J1, shared/functions/system/IsSecureEL2Enabled.
bool IsSecureEL2Enabled(const struct spu *spu, const struct spu_in *in)
{
  if (!spu->config.have_el2 || !spu->config.have_sel2) {
    return false;
  }
  if (spu->config.have_el3) {
    return !HighestELUsingAArch32(spu, in) && in->scr_el3_eel2;
  }
  return spu->config.secure_only;
}

// J1, shared/functions/system/EL2Enabled.
bool EL2Enabled(const struct spu *spu, const struct spu_in *in)
{
  return spu->config.have_el2 && (!spu->config.have_el3 || in->scr_el3_ns || IsSecureEL2Enabled(spu, in));
}

// J1, shared/functions/system/HaveSecureState.
bool HaveSecureState(const struct spu *spu)
{
  if (!spu->config.have_el3) {
    return spu->config.secure_only;
  }
  return !(spu->config.have_rme && !spu->config.have_sel2);
}

// J1, shared/functions/system/EffectiveSCR_EL3_NS.
bool EffectiveSCR_EL3_NS(const struct spu *spu, const struct spu_in *in)
{
  if (!HaveSecureState(spu)) {
    return true;
  }
  return spu->config.have_el3 ? in->scr_el3_ns : false;
}

// J1, shared/functions/system/EffectiveSCR_EL3_NSE.
bool EffectiveSCR_EL3_NSE(const struct spu *spu, const struct spu_in *in)
{
  return spu->config.have_rme && in->scr_el3_nse;
}

// J1, shared/functions/system/SecurityStateAtEL. {NSE, NS} = {1, 0} is reserved below EL3; it acts as Realm.
enum SecurityState SecurityStateAtEL(const struct spu *spu, const struct spu_in *in, enum spu_el el)
{
  if (spu->config.have_rme) {
    if (el == SPU_EL3) {
      return SS_Root;
    }
    if (EffectiveSCR_EL3_NSE(spu, in)) {
      return SS_Realm;
    }
    return EffectiveSCR_EL3_NS(spu, in) ? SS_NonSecure : SS_Secure;
  }
  if (!spu->config.have_el3) {
    return spu->config.secure_only ? SS_Secure : SS_NonSecure;
  }
  if (el == SPU_EL3) {
    return SS_Secure;
  }
  return in->scr_el3_ns ? SS_NonSecure : SS_Secure;
}

// J1, shared/functions/system/CurrentSecurityState.
enum SecurityState CurrentSecurityState(const struct spu *spu, const struct spu_in *in)
{
  return SecurityStateAtEL(spu, in, (enum spu_el)in->pe_el);
}

// J1, shared/functions/system/IsSecure. Root state, which is EL3's with FEAT_RME, is not Secure.
bool IsSecure(const struct spu *spu, const struct spu_in *in)
{
  return CurrentSecurityState(spu, in) == SS_Secure;
}

// J1, shared/functions/system/ELStateUsingAArch32. For EL0 below an EL1 in AArch64, the result is known only at EL0.
bool ELUsingAArch32(const struct spu *spu, const struct spu_in *in, enum spu_el el)
{
  const struct spu_config *config = &spu->config;
  const bool secure =
      config->have_el3 ? !in->scr_el3_ns : !(config->have_el2 && !config->have_sel2) && config->secure_only;
  if (HighestELUsingAArch32(spu, in)) {
    return el != SPU_EL2 || (config->have_el2 && !secure);
  }
  const bool have_aarch32 =
      el == SPU_EL0 || (el == SPU_EL1 && config->aarch32_el1) || (el == SPU_EL2 && config->aarch32_el2);
  if (!have_aarch32 || (secure && el == SPU_EL2)) {
    return false;
  }
  const bool secure_el2 = config->have_sel2 && in->scr_el3_eel2;
  const bool aarch32_below_el3 = config->have_el3 && (!secure || !secure_el2) && !in->scr_el3_rw;
  const bool host = config->have_vhe && in->hcr_el2_e2h && in->hcr_el2_tge;
  const bool aarch32_at_el1 =
      aarch32_below_el3 || (config->have_el2 && (!secure || secure_el2) && !host && !in->hcr_el2_rw);
  if (el == SPU_EL0 && !aarch32_at_el1) {
    return in->pe_el == SPU_EL0 && in->pe_aarch32;
  }
  return aarch32_below_el3 || (aarch32_at_el1 && el != SPU_EL2);
}

// J1, shared/functions/system/ELIsInHost.
bool ELIsInHost(const struct spu *spu, const struct spu_in *in, enum spu_el el)
{
  if (!spu->config.have_vhe || ELUsingAArch32(spu, in, SPU_EL2)) {
    return false;
  }
  switch (el) {
  case SPU_EL2:
    return EL2Enabled(spu, in) && in->hcr_el2_e2h;
  case SPU_EL0:
    return EL2Enabled(spu, in) && in->hcr_el2_e2h && in->hcr_el2_tge;
  default:
    return false;
  }
}

// J1, shared/functions/system/IsInHost.
bool IsInHost(const struct spu *spu, const struct spu_in *in)
{
  return ELIsInHost(spu, in, (enum spu_el)in->pe_el);
}

// J1, EffectiveMDCR_EL3_NSPB: {NSPBE, NSPB}. Reserved values act as reserved_nsxb (U3). Only with EL3.
uint8_t EffectiveMDCR_EL3_NSPB(const struct spu *spu, const struct spu_in *in)
{
  const struct spu_config *config = &spu->config;
  uint32_t state_bits = in->mdcr_el3_nspb & 3U;
  if (config->have_rme) {
    state_bits |= in->mdcr_el3_nspbe ? 4U : 0U;
    if ((state_bits >> 1) == 2U || (!config->have_sel2 && (state_bits >> 1) == 0U)) {
      state_bits = config->reserved_nsxb;
    }
  }
  return (uint8_t)state_bits;
}

// S0; D17.7.5; requirement A1.
struct spu_owner ProfilingBufferOwner(const struct spu *spu, const struct spu_in *in)
{
  const struct spu_config *config = &spu->config;
  struct spu_owner owner = {SS_NonSecure, SPU_EL1};
  if (config->have_el3) {
    switch (EffectiveMDCR_EL3_NSPB(spu, in) >> 1) {
    case 0:
      owner.ss = SS_Secure;
      break;
    case 3:
      owner.ss = SS_Realm;
      break;
    default:
      owner.ss = SS_NonSecure;
      break;
    }
  } else {
    owner.ss = config->secure_only ? SS_Secure : SS_NonSecure;
  }
  if (config->have_el2 && (owner.ss != SS_Secure || IsSecureEL2Enabled(spu, in))) {
    owner.el = (in->mdcr_el2_e2pb & 3U) == 0 ? SPU_EL2 : SPU_EL1;
  }
  return owner;
}

// D24.7.9, EnVM: the Effective value is 1 if EL2 is disabled in the owning Security state or owns the buffer. An absent
// EL2 counts as disabled (D17.7).
bool EffectivePMSCR_EL2_EnVM(const struct spu *spu, const struct spu_in *in)
{
  const struct spu_owner owner = ProfilingBufferOwner(spu, in);
  const bool el2 = spu->config.have_el2 && (owner.ss != SS_Secure || IsSecureEL2Enabled(spu, in));
  return !el2 || owner.el == SPU_EL2 || (spu->regs.pmscr_el2 & SPU_PMSCR_EL2_EnVM) != 0;
}

// J1; D17.7. An attribute of translation requests for the buffer; the environment translates.
bool EffectivePMBLIMITR_EL1_nVM(const struct spu *spu, const struct spu_in *in)
{
  if (!spu->config.have_spe_nvm) {
    return false;
  }
  return EffectivePMSCR_EL2_EnVM(spu, in) && (spu->regs.pmblimitr & SPU_PMBLIMITR_EL1_nVM) != 0;
}

// S0 with D17.4, which requires Non-debug state; requirement A2. While EL3 uses AArch32, every level that could own the
// buffer does too, so the pins of MDCR_EL3, which does not exist then, do not matter.
bool ProfilingBufferEnabled(const struct spu *spu, const struct spu_in *in)
{
  if (in->pe_debug || (spu->regs.pmblimitr & SPU_PMBLIMITR_EL1_E) == 0 || SPEProfilingStopped(spu, in)) {
    return false;
  }
  const struct spu_owner owner = ProfilingBufferOwner(spu, in);
  const bool nse = EffectiveSCR_EL3_NSE(spu, in);
  const bool ns = EffectiveSCR_EL3_NS(spu, in);
  bool state_match = false;
  switch (owner.ss) {
  case SS_Secure:
    state_match = !nse && !ns;
    break;
  case SS_NonSecure:
    state_match = !nse && ns;
    break;
  case SS_Realm:
    state_match = nse && ns;
    break;
  case SS_Root:
    break;
  }
  return !ELUsingAArch32(spu, in, owner.el) && state_match;
}

// S0; requirement A3.
bool StatisticalProfilingEnabled(const struct spu *spu, const struct spu_in *in)
{
  return StatisticalProfilingEnabledAtEL(spu, in, (enum spu_el)in->pe_el);
}

// The same for a given Exception level.
bool StatisticalProfilingEnabledAtEL(const struct spu *spu, const struct spu_in *in, enum spu_el el)
{
  if (in->pe_aarch32 || !ProfilingBufferEnabled(spu, in)) {
    return false;
  }
  const bool tge_set = EL2Enabled(spu, in) && in->hcr_el2_tge;
  const struct spu_owner owner = ProfilingBufferOwner(spu, in);
  if (owner.el < el || (tge_set && owner.el == SPU_EL1) || owner.ss != SecurityStateAtEL(spu, in, el)) {
    return false;
  }
  switch (el) {
  case SPU_EL2:
    return (spu->regs.pmscr_el2 & SPU_PMSCR_EL2_E2SPE) != 0;
  case SPU_EL1:
    return (spu->regs.pmscr_el1 & SPU_PMSCR_EL1_E1SPE) != 0;
  case SPU_EL0:
    return tge_set ? (spu->regs.pmscr_el2 & SPU_PMSCR_EL2_E0HSPE) != 0
                   : (spu->regs.pmscr_el1 & SPU_PMSCR_EL1_E0SPE) != 0;
  default:
    return false;
  }
}
