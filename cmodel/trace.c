// SPDX-License-Identifier: Apache-2.0
//
// Requirements T: self-hosted trace (document S1; Arm ARM D3), and the external debug authentication that only trace
// needs; pmu.c has the rest.
//
// trace_current_issue selects the rules. False: S1's, in the Security states that S1 has; Realm and Root state and
// MDCR_EL3.RLTE as FEAT_RME defines them. True: D3's, which also prohibit trace in Debug state (J1 TraceAllowed) and,
// while self-hosted trace is disabled, use ExternalNoninvasiveDebugAllowed() (IRCXSF). There is no trace buffer
// (FEAT_TRBE).
#include "pmu.h"
#include "spu_internal.h"

// J1.
static bool ExternalInvasiveDebugEnabled(const struct spu_in *in)
{
  return in->dbgen;
}

// J1. FEAT_Debugv8p4 removes the non-invasive signals.
static bool HaveNoninvasiveDebugAuth(const struct spu *spu)
{
  return spu->config.debug_version < 4;
}

// J1, shared/debug/authentication. D3.1: always TRUE with FEAT_TRF.
static bool ExternalNoninvasiveDebugEnabled(const struct spu *spu, const struct spu_in *in)
{
  return spu->config.have_trf || !HaveNoninvasiveDebugAuth(spu) || ExternalInvasiveDebugEnabled(in) ||
         in->niden;
}

// J1. FEAT_RME implies FEAT_Debugv8p4, so non-invasive debug is enabled if invasive debug is.
static bool ExternalRealmNoninvasiveDebugEnabled(const struct spu *spu, const struct spu_in *in)
{
  return spu->config.have_rme && ExternalInvasiveDebugEnabled(in) && in->rlpiden;
}

// J1.
static bool ExternalRootNoninvasiveDebugEnabled(const struct spu *spu, const struct spu_in *in)
{
  const bool secure = !spu->config.have_sel2 || (ExternalInvasiveDebugEnabled(in) && in->spiden);
  return secure && ExternalRealmNoninvasiveDebugEnabled(spu, in) && in->rtpiden;
}

// Whether the signals of the current Security state allow trace.
static bool allowed_in_state(const struct spu *spu, const struct spu_in *in)
{
  switch (CurrentSecurityState(spu, in)) {
  case SS_Secure:
    return ExternalSecureNoninvasiveDebugEnabled(spu, in);
  case SS_Realm:
    return ExternalRealmNoninvasiveDebugEnabled(spu, in);
  case SS_Root:
    return ExternalRootNoninvasiveDebugEnabled(spu, in);
  case SS_NonSecure:
    break;
  }
  return true;
}

// J1, for the current Exception level.
static bool ExternalNoninvasiveDebugAllowed(const struct spu *spu, const struct spu_in *in)
{
  if (!ExternalNoninvasiveDebugEnabled(spu, in)) {
    return false;
  }
  // SDER, SDER32_EL2 or SDER32_EL3 permits trace at Secure EL0 while EL1 uses AArch32.
  if (IsSecure(spu, in) && in->pe_el == SPU_EL0 && in->sder_suniden && ELUsingAArch32(spu, in, SPU_EL1)) {
    return true;
  }
  return allowed_in_state(spu, in);
}

// S1; D3.1.2 with FEAT_RME. The same pin carries MDCR_EL3.STE and SDCR.STE. Without EL3, IsSecure() stands for the
// Effective value of SCR_EL3.NS.
bool SelfHostedTraceEnabled(const struct spu *spu, const struct spu_in *in)
{
  const struct spu_config *config = &spu->config;
  if (!config->have_trace || !config->have_trf) {
    return false;
  }
  bool niden = false;
  if (config->have_rme) {
    const bool secure_trace_enable = config->have_sel2 && in->mdcr_el3_ste;
    niden = (!secure_trace_enable || ExternalSecureNoninvasiveDebugEnabled(spu, in)) &&
            (!in->mdcr_el3_rlte || ExternalRealmNoninvasiveDebugEnabled(spu, in));
  } else if (config->have_el3) {
    niden = !in->mdcr_el3_ste || ExternalSecureNoninvasiveDebugEnabled(spu, in);
  } else {
    niden = !IsSecure(spu, in) || ExternalSecureNoninvasiveDebugEnabled(spu, in);
  }
  return !in->edscr_tfo || !niden;
}

// Whether self-hosted trace is prohibited in a whole Security state (D3.2).
static bool prohibited_in_state(const struct spu *spu, const struct spu_in *in)
{
  switch (CurrentSecurityState(spu, in)) {
  case SS_Secure:
    return spu->config.have_el3 && !in->mdcr_el3_ste;
  case SS_Realm:
    return !in->mdcr_el3_rlte;
  case SS_Root:
    return true;
  case SS_NonSecure:
    break;
  }
  return false;
}

// Arm's functions call SelfHostedTraceEnabled() several times. These take its result as an argument, so it is computed
// once per cycle.

static bool allowed(const struct spu *spu, const struct spu_in *in, bool self_hosted)
{
  const bool d3 = spu->config.trace_current_issue;
  if (!spu->config.have_trace || (d3 && in->pe_debug)) {
    return false;
  }
  if (!self_hosted) {
    return d3 ? ExternalNoninvasiveDebugAllowed(spu, in) : allowed_in_state(spu, in);
  }
  if (prohibited_in_state(spu, in)) {
    return false;
  }
  const bool tge = EL2Enabled(spu, in) && in->hcr_el2_tge;
  switch (in->pe_el) {
  case SPU_EL3:
    return HighestELUsingAArch32(spu, in) && in->trfcr_el1_e1tre;
  case SPU_EL2:
    return in->trfcr_el2_e2tre;
  case SPU_EL1:
    return in->trfcr_el1_e1tre;
  default:
    return tge ? in->trfcr_el2_e0htre : in->trfcr_el1_e0tre;
  }
}

static bool context_idr2(const struct spu *spu, const struct spu_in *in, bool self_hosted, bool trace_allowed)
{
  if (!trace_allowed || !spu->config.have_el2) {
    return false;
  }
  return !self_hosted || in->trfcr_el2_cx;
}

static enum spu_trace_time time_stamp(const struct spu *spu, const struct spu_in *in, bool self_hosted)
{
  static const enum spu_trace_time times[] = {SPU_TRACE_TIME_CORESIGHT, SPU_TRACE_TIME_VIRTUAL,
                                              SPU_TRACE_TIME_OFFSET_PHYSICAL, SPU_TRACE_TIME_PHYSICAL};
  const struct spu_config *config = &spu->config;
  if (!self_hosted) {
    return SPU_TRACE_TIME_CORESIGHT;
  }
  if (config->have_el2) {
    uint32_t ts_el2 = in->trfcr_el2_ts & 3U;
    if (ts_el2 == 2 && !config->have_ecv) {
      ts_el2 = config->reserved_trf_el2;
    }
    if (ts_el2 != 0) {
      return times[ts_el2];
    }
  }
  uint32_t ts_el1 = in->trfcr_el1_ts & 3U;
  if (ts_el1 == 0 || (ts_el1 == 2 && !config->have_ecv)) {
    ts_el1 = config->reserved_trf_el1;
  }
  return times[ts_el1];
}

// S1; D3.2, Table D3-1; requirement T5.
bool TraceAllowed(const struct spu *spu, const struct spu_in *in)
{
  return allowed(spu, in, SelfHostedTraceEnabled(spu, in));
}

// S1.
bool TraceContextIDR2(const struct spu *spu, const struct spu_in *in)
{
  return context_idr2(spu, in, SelfHostedTraceEnabled(spu, in), TraceAllowed(spu, in));
}

// S1; Table D3-2. 0b10 is offset physical time with FEAT_ECV. The reserved values, 0b10 without FEAT_ECV and 0b00 in
// TRFCR_EL1, act as configured (U4).
enum spu_trace_time TraceTimeStamp(const struct spu *spu, const struct spu_in *in)
{
  return time_stamp(spu, in, SelfHostedTraceEnabled(spu, in));
}

// The trace outputs of a cycle, which depend only on its pins.
void spu_trace_outputs(const struct spu *spu, const struct spu_in *in, struct spu_out *out)
{
  out->trace_self_hosted = SelfHostedTraceEnabled(spu, in);
  out->trace_allowed = allowed(spu, in, out->trace_self_hosted);
  out->trace_cx2 = context_idr2(spu, in, out->trace_self_hosted, out->trace_allowed);
  out->trace_ts = (uint8_t)time_stamp(spu, in, out->trace_self_hosted);
}
