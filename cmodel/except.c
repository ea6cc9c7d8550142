// SPDX-License-Identifier: Apache-2.0
//
// Requirements N1, N2: FEAT_SPE_EXC (Arm ARM D17.4, D17.8; J1): the PMBSR_ELx that records a management event, whether
// profiling is stopped, and the resulting SPE Profiling exceptions and PMBIRQ. Without FEAT_SPE_EXC,
// EffectivePMSCR_EL2_EE() is 0b00, and only PMBSR_EL1 matters.
//
// FEAT_SPE_EXC excludes an EL3 in AArch32, so the MDCR_EL3.PMSEE pins are not qualified by EL3's Execution state.
#include "spu_internal.h"

static bool have_spe_exc(const struct spu *spu)
{
  return spu->config.spe_version >= 5;
}

// HaveEL(EL3) && MDCR_EL3.PMSEE == '1x'
static bool el3_enables(const struct spu *spu, const struct spu_in *in)
{
  return spu->config.have_el3 && (in->mdcr_el3_pmsee & 2U) != 0;
}

// EffectivePMSCR_EL2_EE() == '1x'
static bool el2_enables(const struct spu *spu, const struct spu_in *in)
{
  return (EffectivePMSCR_EL2_EE(spu, in) & 2U) != 0;
}

static bool service(uint64_t pmbsr)
{
  return (pmbsr & SPU_PMBSR_EL1_S) != 0;
}

// J1, whose text garbles the condition on EL2; this follows RHJXHT and D24.7.9. It applies at EL3 too.
uint8_t EffectivePMSCR_EL2_EE(const struct spu *spu, const struct spu_in *in)
{
  if (!have_spe_exc(spu)) {
    return 0;
  }
  if (spu->config.have_el3 && (in->mdcr_el3_pmsee & 3U) == 0) {
    return 0;
  }
  const bool check_el2 =
      spu->config.have_el2 && (EffectiveSCR_EL3_NS(spu, in) || IsSecureEL2Enabled(spu, in));
  return check_el2 ? (uint8_t)((spu->regs.pmscr_el2 & SPU_PMSCR_EL2_EE) >> SPU_PMSCR_EL2_EE_SHIFT) : 1;
}

// J1. FEAT_NV defines 0b01 and 0b10; without it they are reserved and act as reserved_ee.
uint8_t EffectivePMSCR_EL1_EE(const struct spu *spu, const struct spu_in *in)
{
  if (EffectivePMSCR_EL2_EE(spu, in) == 0) {
    return 0;
  }
  const uint8_t ee = (uint8_t)((spu->regs.pmscr_el1 & SPU_PMSCR_EL1_EE) >> SPU_PMSCR_EL1_EE_SHIFT);
  if (ee == 1 || ee == 2) {
    if (spu->config.nested_virt >= 1) {
      return ee == 2 ? 3 : 0;
    }
    return (uint8_t)spu->config.reserved_ee;
  }
  return ee;
}

// J1, shared/functions/system/EffectiveTGE.
bool EffectiveTGE(const struct spu *spu, const struct spu_in *in)
{
  return EL2Enabled(spu, in) && in->hcr_el2_tge;
}

// J1, shared/functions/system/EffectiveEA.
static bool EffectiveEA(const struct spu *spu, const struct spu_in *in)
{
  return spu->config.have_el3 && !in->pe_debug && in->scr_el3_ea;
}

// J1; every PE with FEAT_SPE_EXC has FEAT_RAS.
static bool EffectiveHCR_TEA(const struct spu *spu, const struct spu_in *in)
{
  return EL2Enabled(spu, in) && in->hcr_el2_tea;
}

// J1; D17.4. Table D17-2 lists the inverse: whether profiling is not stopped.
bool SPEProfilingStopped(const struct spu *spu, const struct spu_in *in)
{
  bool stopped = service(spu->regs.pmbsr);
  if (have_spe_exc(spu)) {
    if (el3_enables(spu, in)) {
      stopped = stopped || service(spu->regs.pmbsr_el3);
    }
    if (el2_enables(spu, in)) {
      stopped = stopped || service(spu->regs.pmbsr_el2);
    }
  }
  return stopped;
}

// J1; RTSJRP.
bool SPEInterruptEnabled(const struct spu *spu, const struct spu_in *in)
{
  return EffectivePMSCR_EL1_EE(spu, in) == 0;
}

// fsc_bits IN {'10001x', '1001xx', '101000'}: a Granule Protection Fault
static bool fsc_is_gpf(uint32_t fsc_bits)
{
  return (fsc_bits & 0x3EU) == 0x22U || (fsc_bits & 0x3CU) == 0x24U || fsc_bits == 0x28U;
}

// fsc_bits IN {'010000', '01001x', '0101xx', '011011'}: a synchronous External abort
static bool fsc_is_sync_ext_abort(uint32_t fsc_bits)
{
  return fsc_bits == 0x10U || (fsc_bits & 0x3EU) == 0x12U || (fsc_bits & 0x3CU) == 0x14U || fsc_bits == 0x1BU;
}

// J1; RHJXHT.
enum spu_el ReportSPEEvent(const struct spu *spu, const struct spu_in *in, uint32_t ec_bits,
                           uint32_t fsc_bits)
{
  bool route_to_el3 = false;
  bool route_to_el2 = false;
  if (have_spe_exc(spu)) {
    const bool s1fault = ec_bits == SPU_PMBSR_EL1_EC_STAGE1;
    const bool s2fault = ec_bits == SPU_PMBSR_EL1_EC_STAGE2;
    const bool gpcfault = spu->config.have_rme && ec_bits == SPU_PMBSR_EL1_EC_GPC;
    const bool gpfault = spu->config.have_rme && (s1fault || s2fault) && fsc_is_gpf(fsc_bits);
    const bool sync_ext_abort = (s1fault || s2fault) && fsc_is_sync_ext_abort(fsc_bits);
    const struct spu_owner owner = ProfilingBufferOwner(spu, in);
    if (el3_enables(spu, in)) {
      route_to_el3 = in->mdcr_el3_pmsee == 3 || gpcfault || (gpfault && in->scr_el3_gpf) ||
                     (sync_ext_abort && EffectiveEA(spu, in));
    }
    if (el2_enables(spu, in)) {
      route_to_el2 = EffectivePMSCR_EL2_EE(spu, in) == 3 || (s1fault && owner.el == SPU_EL2) || s2fault ||
                     gpcfault || (gpfault && in->hcr_el2_gpf) ||
                     (sync_ext_abort && EffectiveHCR_TEA(spu, in));
    }
  }
  if (route_to_el3) {
    return SPU_EL3;
  }
  return route_to_el2 ? SPU_EL2 : SPU_EL1;
}

// J1, for an Other management event, and for updates that are not a management event.
enum spu_el DefaultSPEEvent(const struct spu *spu, const struct spu_in *in)
{
  return ReportSPEEvent(spu, in, 0, 0);
}

// J1; D17.8, RYZJQX, Tables D17-8 to D17-10. Sets each level whose exception is pending, enabled and not masked.
void CheckForSPEException(const struct spu *spu, const struct spu_in *in, struct spu_out *out)
{
  if (!have_spe_exc(spu) || in->pe_debug) {
    return;
  }
  const uint8_t el = in->pe_el;
  const bool in_owning_ss = CurrentSecurityState(spu, in) == ProfilingBufferOwner(spu, in).ss;
  if (el3_enables(spu, in)) {
    const bool masked = el == SPU_EL3;
    out->exception_el3 = service(spu->regs.pmbsr_el3) && !masked;
  }
  if (el2_enables(spu, in)) {
    const bool kernel =
        EffectivePMSCR_EL2_EE(spu, in) == 3 && (spu->regs.pmscr_el2 & SPU_PMSCR_EL2_KE) != 0 && !in->pe_pm;
    const bool masked = !in_owning_ss || el == SPU_EL3 || (el == SPU_EL2 && !kernel);
    out->exception_el2 = service(spu->regs.pmbsr_el2) && !masked;
  }
  if (EffectivePMSCR_EL1_EE(spu, in) == 3) {
    const bool kernel = (spu->regs.pmscr_el1 & SPU_PMSCR_EL1_KE) != 0 && !in->pe_pm;
    const bool masked = !in_owning_ss || el == SPU_EL3 || el == SPU_EL2 || (el == SPU_EL1 && !kernel);
    const bool taken = service(spu->regs.pmbsr) && !masked;
    if (EffectiveTGE(spu, in)) {
      out->exception_el2 = out->exception_el2 || taken;
    } else {
      out->exception_el1 = taken;
    }
  }
}
