// SPDX-License-Identifier: Apache-2.0
//
// The lines of group trace for which document S1 differs from the vectors' pseudocode. Unit and model follow S1 if the
// configuration's trace_current_issue is false.
#ifndef TB_UNIT_TEST_VECTORS_VECTORS_TEXTS_H
#define TB_UNIT_TEST_VECTORS_VECTORS_TEXTS_H

#include "unit/test/vectors/vectors_state.h"

enum trace_reason {
  S1_DEBUG_STATE,  // S1 does not test Debug state: trace is allowed
  S1_NONINVASIVE,  // S1 does not call ExternalNoninvasiveDebugEnabled(), which can be FALSE without FEAT_TRF
  S1_SUNIDEN,      // S1 does not test SUNIDEN: trace of Secure EL0 is not allowed
  TRACE_REASONS
};

static const char *const trace_reasons[TRACE_REASONS] = {"differ: S1 does not check Debug state",
                                                         "differ: S1 does not check the non-invasive signals",
                                                         "differ: S1 does not check SUNIDEN"};

// The reason why TraceAllowed() may return `got`, unlike in the line; TRACE_REASONS if there is none.
static inline enum trace_reason reason_of_trace(const struct spu *spu, const struct spu_in *in, bool got)
{
  const struct spu_config *config = &spu->config;
  const bool external = in->edscr_tfo || !config->have_trf;
  if (config->trace_current_issue) {
    return TRACE_REASONS;
  }
  if (got && in->pe_debug) {
    return S1_DEBUG_STATE;
  }
  if (got && external && !config->have_trf && config->debug_version < 4 && !in->dbgen && !in->niden) {
    return S1_NONINVASIVE;
  }
  if (!got && external && in->pe_el == SPU_EL0 && in->sder_suniden && IsSecure(spu, in) &&
      ELUsingAArch32(spu, in, SPU_EL1)) {
    return S1_SUNIDEN;
  }
  return TRACE_REASONS;
}

#endif  // TB_UNIT_TEST_VECTORS_VECTORS_TEXTS_H
