// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for self-hosted trace (requirements T1 to T4; Arm ARM D3).
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(trace)

// Exactly one bit of TRFCR_EL1 or TRFCR_EL2 permits each level.
SCENARIO_IF(trace_is_allowed_level_by_level, config->have_trace && config->have_trf)  // T2
{
  DIRECTED_OUT(script, trace_self_hosted, 1);
  directed_add1(script, STEP_LEVEL, SPU_EL0);
  DIRECTED_PIN(script, trfcr_el1_e1tre, 1);
  DIRECTED_OUT(script, trace_allowed, 0);
  DIRECTED_PIN(script, trfcr_el1_e0tre, 1);
  DIRECTED_OUT(script, trace_allowed, 1);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  DIRECTED_OUT(script, trace_allowed, 1);
  DIRECTED_PIN(script, trfcr_el1_e1tre, 0);
  DIRECTED_OUT(script, trace_allowed, 0);
  if (config->have_el2) {
    directed_add1(script, STEP_LEVEL, SPU_EL2);
    DIRECTED_PIN(script, trfcr_el2_e0htre, 1);
    DIRECTED_OUT(script, trace_allowed, 0);
    DIRECTED_PIN(script, trfcr_el2_e2tre, 1);
    DIRECTED_OUT(script, trace_allowed, 1);
    // EL0 in the host's regime.
    directed_add1(script, STEP_LEVEL, SPU_EL0);
    DIRECTED_PIN(script, hcr_el2_tge, 1);
    DIRECTED_OUT(script, trace_allowed, 1);
    DIRECTED_PIN(script, trfcr_el2_e0htre, 0);
    DIRECTED_OUT(script, trace_allowed, 0);
    DIRECTED_PIN(script, hcr_el2_tge, 0);
  }
  if (config->have_el3) {
    directed_add1(script, STEP_LEVEL, SPU_EL3);
    DIRECTED_PIN(script, mdcr_el3_ste, 1);
    DIRECTED_OUT(script, trace_allowed, 0);
  }
}

// T2: in Secure state, trace also needs MDCR_EL3.STE.
SCENARIO_IF(secure_trace_needs_ste, config->have_trace && config->have_trf && config->have_el3 &&
                                        (!config->have_rme || config->have_sel2))
{
  DIRECTED_PIN(script, scr_el3_ns, 0);
  DIRECTED_PIN(script, trfcr_el1_e0tre, 1);
  DIRECTED_PIN(script, trfcr_el1_e1tre, 1);
  DIRECTED_OUT(script, trace_allowed, 0);
  DIRECTED_PIN(script, mdcr_el3_ste, 1);
  DIRECTED_OUT(script, trace_allowed, 1);
}

// T1, T3, T4: with EDSCR.TFO the debugger controls the trace, and timestamps are CoreSight time.
SCENARIO_IF(trace_filter_override_ends_self_hosting, config->have_trace && config->have_trf)
{
  DIRECTED_PIN(script, trfcr_el1_ts, 3);
  DIRECTED_OUT(script, trace_self_hosted, 1);
  DIRECTED_PIN(script, edscr_tfo, 1);
  // In Secure state the debugger must be authenticated, from FEAT_Debugv8p4 on by DBGEN and SPIDEN.
  DIRECTED_OUT(script, trace_self_hosted, config->secure_only && config->debug_version >= 4);
  DIRECTED_PIN(script, dbgen, 1);
  DIRECTED_PIN(script, spiden, 1);
  DIRECTED_OUT(script, trace_self_hosted, 0);
  DIRECTED_OUT(script, trace_ts, SPU_TRACE_TIME_CORESIGHT);
  DIRECTED_OUT(script, trace_cx2, config->have_el2);
}

// T3, T4: TRFCR_EL2.TS selects the timestamp, or leaves it to TRFCR_EL1.TS; CX permits CONTEXTIDR_EL2.
SCENARIO_IF(trace_time_follows_trfcr, config->have_trace && config->have_trf)
{
  DIRECTED_PIN(script, trfcr_el1_e1tre, 1);  // the context is shown only where trace is allowed
  DIRECTED_PIN(script, trfcr_el1_ts, 1);
  DIRECTED_OUT(script, trace_ts, SPU_TRACE_TIME_VIRTUAL);
  DIRECTED_PIN(script, trfcr_el1_ts, 3);
  DIRECTED_OUT(script, trace_ts, SPU_TRACE_TIME_PHYSICAL);
  DIRECTED_OUT(script, trace_cx2, 0);
  if (config->have_el2) {
    DIRECTED_PIN(script, trfcr_el2_ts, 1);
    DIRECTED_OUT(script, trace_ts, SPU_TRACE_TIME_VIRTUAL);
    DIRECTED_PIN(script, trfcr_el2_ts, 3);
    DIRECTED_PIN(script, trfcr_el1_ts, 1);
    DIRECTED_OUT(script, trace_ts, SPU_TRACE_TIME_PHYSICAL);
    DIRECTED_PIN(script, trfcr_el2_cx, 1);
    DIRECTED_OUT(script, trace_cx2, 1);
  }
}
