// SPDX-License-Identifier: Apache-2.0
//
// The lines of group trace on which document S1, which the unit and the model follow where the configuration's
// trace_current_issue is false, differs from the text that made them.
#ifndef TB_UNIT_TEST_VECTORS_VECTORS_TEXTS_H
#define TB_UNIT_TEST_VECTORS_VECTORS_TEXTS_H

#include "unit/test/vectors/vectors_state.h"

enum trace_reason {
  S1_DEBUG_STATE,  // S1 does not ask for Debug state: trace is allowed
  S1_NONINVASIVE,  // S1 does not ask ExternalNoninvasiveDebugEnabled(), which is not always TRUE without FEAT_TRF
  S1_SUNIDEN,      // S1 does not ask SUNIDEN: trace of Secure EL0 is not allowed
  TRACE_REASONS
};

static const char *const trace_reasons[TRACE_REASONS] = {
    "differ: S1 does not ask for Debug state", "differ: S1 does not ask for the non-invasive signals",
    "differ: S1 does not ask for SUNIDEN"};

// Why TraceAllowed() may be `got`, which the line says it is not; TRACE_REASONS if it may not.
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
