// SPDX-License-Identifier: Apache-2.0
//
// Requirement N9: FEAT_EBEP (Arm ARM D13.3.2; J1): whether a counter's overflow causes an interrupt or a PMU Profiling
// exception, and which level takes the exception. Without FEAT_EBEP only the interrupt is enabled.
//
// A reserved value of a PMEE field acts as Constraint_DISABLED: neither is enabled, as for 0b10 in Table D13-1.
#include "spu_internal.h"

enum { PMEE_INTERRUPT = 0, PMEE_DELEGATED = 1, PMEE_RESERVED = 2, PMEE_EXCEPTION = 3 };

// J1. In PMECR_EL1.PMEE, 0b01 is reserved.
static uint8_t EffectivePMEE(const struct spu *spu, const struct spu_in *in, enum spu_el el,
                             bool for_interrupt)
{
  uint8_t val = 0;
  switch (el) {
  case SPU_EL1:
    val = (uint8_t)((spu->pmu.pmecr & SPU_PMECR_EL1_PMEE) >> SPU_PMECR_EL1_PMEE_SHIFT);
    break;
  case SPU_EL2:
    val = in->mdcr_el2_pmee & 3U;
    break;
  default:
    val = in->mdcr_el3_pmee & 3U;
    break;
  }
  // Unpredictable_RESPMEE
  if (val == PMEE_RESERVED || (el == SPU_EL1 && val == PMEE_DELEGATED)) {
    val = for_interrupt ? PMEE_EXCEPTION : PMEE_INTERRUPT;
  }
  return val;
}

// J1; RGWLVY.
struct spu_pmu_exception PMUExceptionEnabled(const struct spu *spu, const struct spu_in *in)
{
  struct spu_pmu_exception exception = {.enabled = false, .target = SPU_EL1};
  if (!spu->config.have_ebep) {
    return exception;
  }
  const uint8_t pmee_el3 = EffectivePMEE(spu, in, SPU_EL3, false);
  const uint8_t pmee_el2 = EffectivePMEE(spu, in, SPU_EL2, false);
  const uint8_t pmee_el1 = EffectivePMEE(spu, in, SPU_EL1, false);
  if (spu->config.have_el3 && pmee_el3 != PMEE_DELEGATED) {
    exception.enabled = pmee_el3 == PMEE_EXCEPTION;
    exception.target = SPU_EL3;
  } else if (EL2Enabled(spu, in) && pmee_el2 != PMEE_DELEGATED) {
    exception.enabled = pmee_el2 == PMEE_EXCEPTION;
    exception.target = SPU_EL2;
  } else {
    exception.enabled = pmee_el1 == PMEE_EXCEPTION;
    exception.target = EffectiveTGE(spu, in) ? SPU_EL2 : SPU_EL1;
  }
  return exception;
}

// J1; RSCBDZ, for an enabled exception.
static bool PMUExceptionMasked(const struct spu *spu, const struct spu_in *in, enum spu_el target_el,
                               enum spu_el from_el, bool pm)
{
  // Halted()
  if (in->pe_debug) {
    return true;
  }
  if (target_el < from_el) {
    return true;
  }
  // From EL2 to EL2, with HCR_EL2.TGE: MDCR_EL2.PMEE
  if (from_el == SPU_EL2 && target_el == SPU_EL2 &&
      EffectivePMEE(spu, in, SPU_EL2, false) != PMEE_EXCEPTION) {
    return true;
  }
  return target_el == from_el && ((spu->pmu.pmecr & SPU_PMECR_EL1_KPME) == 0 || pm);
}

// J1; IPFDLQ, Table D13-1.
bool PMUInterruptEnabled(const struct spu *spu, const struct spu_in *in)
{
  if (!spu->config.have_ebep) {
    return true;
  }
  const uint8_t pmee_el3 = EffectivePMEE(spu, in, SPU_EL3, true);
  const uint8_t pmee_el2 = EffectivePMEE(spu, in, SPU_EL2, true);
  const uint8_t pmee_el1 = EffectivePMEE(spu, in, SPU_EL1, true);
  if (spu->config.have_el3 && pmee_el3 != PMEE_DELEGATED) {
    return pmee_el3 == PMEE_INTERRUPT;
  }
  if (EL2Enabled(spu, in) && pmee_el2 != PMEE_DELEGATED) {
    return pmee_el2 == PMEE_INTERRUPT;
  }
  return pmee_el1 == PMEE_INTERRUPT;
}

// J1; RKBPMJ. Sets the level that takes the exception while it is enabled, pending and not masked.
void CheckForPMUException(const struct spu *spu, const struct spu_in *in, struct spu_out *out)
{
  const struct spu_pmu_exception exception = PMUExceptionEnabled(spu, in);
  if (!exception.enabled ||
      PMUExceptionMasked(spu, in, exception.target, (enum spu_el)in->pe_el, in->pe_pm)) {
    return;
  }
  const bool pmu_exception = CheckPMUOverflowCondition(spu, in);
  out->pmu_exception_el3 = pmu_exception && exception.target == SPU_EL3;
  out->pmu_exception_el2 = pmu_exception && exception.target == SPU_EL2;
  out->pmu_exception_el1 = pmu_exception && exception.target == SPU_EL1;
}
