// SPDX-License-Identifier: Apache-2.0
//
// Requirements D: which data may be collected for a sampled operation, and which timestamp (document S0; Arm ARM
// D17.6.9, Table D17-3).
#include "spu_internal.h"

// S0; D17.6.9.
bool CollectContextIDR1(const struct spu *spu, const struct spu_in *in)
{
  if (!StatisticalProfilingEnabled(spu, in)) {
    return false;
  }
  if (in->pe_el == SPU_EL2) {
    return false;
  }
  if (EL2Enabled(spu, in) && in->hcr_el2_tge) {
    return false;
  }
  return (spu->regs.pmscr_el1 & SPU_PMSCR_EL1_CX) != 0;
}

// D17.6.9: EL2 must be enabled. (S0 has this test inverted.)
bool CollectContextIDR2(const struct spu *spu, const struct spu_in *in)
{
  if (!StatisticalProfilingEnabled(spu, in)) {
    return false;
  }
  if (!EL2Enabled(spu, in)) {
    return false;
  }
  return (spu->regs.pmscr_el2 & SPU_PMSCR_EL2_CX) != 0;
}

// S0; with FEAT_SEL2, the controls of EL2 also apply in Secure state (D17.6.9).
bool CollectPhysicalAddress(const struct spu *spu, const struct spu_in *in)
{
  if (!StatisticalProfilingEnabled(spu, in)) {
    return false;
  }
  const struct spu_owner owner = ProfilingBufferOwner(spu, in);
  if (spu->config.have_el2 && (owner.ss != SS_Secure || IsSecureEL2Enabled(spu, in))) {
    return (spu->regs.pmscr_el2 & SPU_PMSCR_EL2_PA) != 0 &&
           (owner.el == SPU_EL2 || (spu->regs.pmscr_el1 & SPU_PMSCR_EL1_PA) != 0);
  }
  return (spu->regs.pmscr_el1 & SPU_PMSCR_EL1_PA) != 0;
}

// PMSCR_ELx.PCT with its reserved value replaced (U4). The field has two bits only with FEAT_ECV.
static uint32_t effective_pct(const struct spu *spu, uint64_t pmscr)
{
  const uint32_t pct = (uint32_t)((pmscr & SPU_PMSCR_EL1_PCT) >> SPU_PMSCR_EL1_PCT_SHIFT);
  return pct == 2U ? spu->config.reserved_pct : pct;
}

// CollectTimeStamp() with FEAT_ECV (J1, Table D17-3).
static enum TimeStamp collect_timestamp_ecv(const struct spu *spu, const struct spu_in *in, enum spu_el owner)
{
  const enum TimeStamp virtual_time = IsInHost(spu, in) ? TimeStamp_Physical : TimeStamp_Virtual;
  const uint32_t pct_el1 = effective_pct(spu, spu->regs.pmscr_el1);
  if (EL2Enabled(spu, in)) {
    switch (effective_pct(spu, spu->regs.pmscr_el2)) {
    case 0:
      return virtual_time;
    case 1:
      if (owner == SPU_EL2) {
        return TimeStamp_Physical;
      }
      break;
    default:
      return owner == SPU_EL1 && pct_el1 == 0 ? virtual_time : TimeStamp_OffsetPhysical;
    }
  }
  switch (pct_el1) {
  case 0:
    return virtual_time;
  case 1:
    return TimeStamp_Physical;
  default:
    return TimeStamp_OffsetPhysical;
  }
}

// S0 without FEAT_ECV.
enum TimeStamp CollectTimeStamp(const struct spu *spu, const struct spu_in *in)
{
  if (!StatisticalProfilingEnabled(spu, in)) {
    return TimeStamp_None;
  }
  const struct spu_owner owner = ProfilingBufferOwner(spu, in);
  const uint64_t pmscr_el1 = spu->regs.pmscr_el1;
  const uint64_t pmscr_el2 = spu->regs.pmscr_el2;
  if (((owner.el == SPU_EL2 ? pmscr_el2 : pmscr_el1) & SPU_PMSCR_EL1_TS) == 0) {
    return TimeStamp_None;
  }
  if (spu->config.have_ecv) {
    return collect_timestamp_ecv(spu, in, owner.el);
  }
  const uint64_t pct_bit = SPU_BIT(SPU_PMSCR_EL1_PCT_SHIFT);
  bool pct = (pmscr_el1 & pct_bit) != 0;
  if (EL2Enabled(spu, in)) {
    pct = (pmscr_el2 & pct_bit) != 0 && (owner.el == SPU_EL2 || pct);
  }
  return pct ? TimeStamp_Physical : TimeStamp_Virtual;
}

// J1, EffectiveSCR_EL3_RW, for an EL3 that uses AArch64.
static bool effective_scr_el3_rw(const struct spu *spu, const struct spu_in *in)
{
  if (!spu->config.aarch32_el2 && !spu->config.aarch32_el1) {
    return true;
  }
  if (spu->config.aarch32_el1) {
    if (!spu->config.aarch32_el2 && in->scr_el3_ns) {
      return true;
    }
    if (spu->config.have_sel2 && in->scr_el3_eel2 && !in->scr_el3_ns) {
      return true;
    }
  }
  return in->scr_el3_rw;
}

// J1, with D17.6.9: CNTPOFF_EL2 exists only with FEAT_ECV_POFF.
bool PhysicalOffsetIsValid(const struct spu *spu, const struct spu_in *in)
{
  const struct spu_config *config = &spu->config;
  if (HighestELUsingAArch32(spu, in)) {
    return false;
  }
  if (!config->have_el2 || !config->have_ecv || !config->have_ecv_poff) {
    return false;
  }
  if (config->have_el3 && in->scr_el3_ns && !effective_scr_el3_rw(spu, in)) {
    return false;
  }
  if (config->have_el3 && !in->scr_el3_ecven) {
    return false;
  }
  return in->cnthctl_el2_ecv;
}

// J1.
uint64_t GetTimestamp(const struct spu *spu, const struct spu_in *in, enum TimeStamp timestamp)
{
  switch (timestamp) {
  case TimeStamp_Physical:
    return in->time_count;
  case TimeStamp_Virtual:
    return in->time_count - in->cntvoff_el2;
  case TimeStamp_OffsetPhysical:
    return in->time_count - (PhysicalOffsetIsValid(spu, in) ? in->cntpoff_el2 : 0);
  case TimeStamp_None:
    break;
  }
  return 0;
}
