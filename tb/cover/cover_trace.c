// SPDX-License-Identifier: Apache-2.0
//
// Coverage of self-hosted trace (requirements T1 to T5, U4; Arm ARM D3; document S1): what the pins say, by the
// tables of D3.1 and D3.2. Each state of the pins counts once.
#include "cover/cover_block.h"
#include "cover/cover_config.h"

COVER_CONFIG(trace_unit, config->have_trace)
COVER_CONFIG(trf, config->have_trace && config->have_trf)
COVER_CONFIG(trf_el2, cover_trf(config) && config->have_el2)
COVER_CONFIG(trf_el2_only, cover_trf_el2(config) && cover_nonsecure(config))
COVER_CONFIG(trf_no_el2, cover_trf(config) && !config->have_el2)
COVER_CONFIG(trf_nonsecure, cover_trf(config) && cover_nonsecure(config))
COVER_CONFIG(trf_secure, cover_trf(config) && cover_secure(config))
COVER_CONFIG(trf_secure_ste, cover_trf_secure(config) && config->have_el3)
COVER_CONFIG(trf_secure_el2, cover_trf(config) && cover_secure_el2(config))
COVER_CONFIG(trf_realm, cover_trf(config) && config->have_rme)
COVER_CONFIG(trf_realm_el2, cover_trf_realm(config) && config->have_el2)
COVER_CONFIG(trf_el3, cover_trf(config) && config->have_el3)
COVER_CONFIG(trf_aarch32_el3, cover_trf(config) && config->aarch32_el3)
COVER_CONFIG(trf_later, cover_trf(config) && config->trace_text)
COVER_CONFIG(trf_older, cover_trf(config) && !config->trace_text)
COVER_CONFIG(trf_ecv, cover_trf(config) && config->have_ecv)
COVER_CONFIG(trf_ecv_el2, cover_trf_ecv(config) && config->have_el2)
COVER_CONFIG(trf_no_ecv, cover_trf(config) && !config->have_ecv)
COVER_CONFIG(trf_no_ecv_el2, cover_trf_no_ecv(config) && config->have_el2)
COVER_CONFIG(trf_ste, cover_trf(config) && config->have_el3 && cover_secure(config))
COVER_CONFIG(trf_no_el3_secure, cover_trf(config) && !config->have_el3 && config->secure_only)
COVER_CONFIG(no_trf, config->have_trace && !config->have_trf)
COVER_CONFIG(trace_secure, config->have_trace &&cover_secure(config))
COVER_CONFIG(trace_el2, config->have_trace && config->have_el2)
COVER_CONFIG(trace_realm, config->have_trace && config->have_rme)
COVER_CONFIG(trace_niden, cover_no_trf(config) && config->trace_text && config->debug_version < 4)
COVER_CONFIG(suniden, config->have_trace && config->trace_text && cover_secure(config) && config->aarch32_el1)
COVER_CONFIG(ecv_el2, config->have_ecv && config->have_el2)

// Where self-hosted trace is allowed and where its own bit prohibits it.
#define LEVEL(X, where, exists, words)                \
  X(where##_allowed, "T2", exists, words ": allowed") \
  X(where##_prohibited, "T2", exists, words ": its enable prohibits")

#define BINS(X)                                                                                              \
  X(self_hosted, "T1", cover_trf, "trace is self-hosted")                                                    \
  X(override_ends_self_hosting, "T1", cover_trf, "EDSCR.TFO and the debugger may: it is not")                \
  X(override_refused_to_secure, "T1", cover_trf_ste, "EDSCR.TFO, but STE and no Secure non-invasive debug")  \
  X(override_with_secure_debug, "T1", cover_trf_ste, "EDSCR.TFO with STE and Secure non-invasive debug")     \
  X(override_refused_to_realm, "T1", cover_trf_realm, "EDSCR.TFO, but RLTE and no Realm non-invasive debug") \
  X(override_with_realm_debug, "T1", cover_trf_realm, "EDSCR.TFO with RLTE and Realm non-invasive debug")    \
  X(override_of_secure_pe, "T1", cover_trf_no_el3_secure, "EDSCR.TFO in a PE that is Secure only")           \
  X(never_self_hosted, "T1", cover_no_trf, "without FEAT_TRF")                                               \
  LEVEL(X, nonsecure_el0, cover_trf_nonsecure, "Non-secure EL0")                                             \
  LEVEL(X, nonsecure_host_el0, cover_trf_el2_only, "Non-secure EL0 with TGE")                                \
  LEVEL(X, nonsecure_el1, cover_trf_nonsecure, "Non-secure EL1")                                             \
  LEVEL(X, nonsecure_el2, cover_trf_el2_only, "Non-secure EL2")                                              \
  LEVEL(X, secure_el0, cover_trf_secure, "Secure EL0")                                                       \
  LEVEL(X, secure_host_el0, cover_trf_secure_el2, "Secure EL0 with TGE")                                     \
  LEVEL(X, secure_el1, cover_trf_secure, "Secure EL1")                                                       \
  LEVEL(X, secure_el2, cover_trf_secure_el2, "Secure EL2")                                                   \
  LEVEL(X, realm_el0, cover_trf_realm, "Realm EL0")                                                          \
  LEVEL(X, realm_host_el0, cover_trf_realm_el2, "Realm EL0 with TGE")                                        \
  LEVEL(X, realm_el1, cover_trf_realm, "Realm EL1")                                                          \
  LEVEL(X, realm_el2, cover_trf_realm_el2, "Realm EL2")                                                      \
  LEVEL(X, aarch32_el3, cover_trf_aarch32_el3, "EL3 in AArch32")                                             \
  X(el3_prohibited, "T2", cover_trf_el3, "EL3 in AArch64: never")                                            \
  X(secure_prohibited, "T2", cover_trf_secure_ste, "Secure state with STE clear")                            \
  X(realm_prohibited, "T2", cover_trf_realm, "Realm state with RLTE clear")                                  \
  X(debug_state_prohibits, "T2", cover_trf_later, "Debug state, where trace would be allowed")               \
  X(debug_state_does_not_matter, "T2", cover_trf_older, "Debug state, and the older text")                   \
  X(external_nonsecure, "T2", cover_trace_unit, "not self-hosted: Non-secure state is traced")               \
  X(external_secure_allowed, "T2", cover_trace_secure, "not self-hosted: Secure non-invasive debug")         \
  X(external_secure_prohibited, "T2", cover_trace_secure, "not self-hosted: no Secure non-invasive debug")   \
  X(external_secure_el0_by_suniden, "T2", cover_suniden, "not self-hosted: Secure EL0 by SUNIDEN")           \
  X(external_realm_allowed, "T2", cover_trace_realm, "not self-hosted: Realm non-invasive debug")            \
  X(external_realm_prohibited, "T2", cover_trace_realm, "not self-hosted: no Realm non-invasive debug")      \
  X(external_root_allowed, "T2", cover_trace_realm, "not self-hosted: Root non-invasive debug")              \
  X(external_root_prohibited, "T2", cover_trace_realm, "not self-hosted: no Root non-invasive debug")        \
  X(external_not_authenticated, "T2", cover_trace_niden, "not self-hosted: no non-invasive debug at all")    \
  X(context_shown, "T3", cover_trf_el2, "TRFCR_EL2.CX is 1")                                                 \
  X(context_hidden, "T3", cover_trf_el2, "TRFCR_EL2.CX is 0")                                                \
  X(context_hidden_with_trace, "T3 x T2", cover_trf_el2, "CX is 1, but trace is prohibited")                 \
  X(context_shown_externally, "T3", cover_trace_el2, "not self-hosted: whatever CX says")                    \
  X(no_context_without_el2, "T3", cover_trf_no_el2, "there is no CONTEXTIDR_EL2")                            \
  X(time_coresight, "T4", cover_trace_unit, "not self-hosted: CoreSight time")                               \
  X(time_virtual_by_el2, "T4", cover_trf_el2, "TRFCR_EL2.TS")                                                \
  X(time_physical_by_el2, "T4", cover_trf_el2, "TRFCR_EL2.TS")                                               \
  X(time_offset_by_el2, "T4", cover_trf_ecv_el2, "TRFCR_EL2.TS, offset physical time")                       \
  X(time_virtual_by_el1, "T4", cover_trf, "TRFCR_EL1.TS")                                                    \
  X(time_physical_by_el1, "T4", cover_trf, "TRFCR_EL1.TS")                                                   \
  X(time_offset_by_el1, "T4", cover_trf_ecv, "TRFCR_EL1.TS, offset physical time")                           \
  X(time_by_el2_goes_first, "T4", cover_trf_el2, "TRFCR_EL1.TS says another time")                           \
  X(coresight_time_before_all, "T4 x T1", cover_trf, "not self-hosted, and TS says another time")            \
  X(reserved_zero_in_el1, "U4", cover_trf, "TRFCR_EL1.TS 0b00 acts as configured")                           \
  X(reserved_two_in_el1, "U4", cover_trf_no_ecv, "TRFCR_EL1.TS 0b10 acts as configured")                     \
  X(reserved_two_in_el2, "U4", cover_trf_no_ecv_el2, "TRFCR_EL2.TS 0b10 acts as configured")                 \
  X(reserved_pct_in_el1, "U4 x D2", cover_ecv, "PMSCR_EL1.PCT 0b10 decides a timestamp")                     \
  X(reserved_pct_in_el2, "U4 x D2", cover_ecv_el2, "PMSCR_EL2.PCT 0b10 decides a timestamp")

enum { BINS(COVER_BIN_ENUM) BIN_COUNT };
static const struct cover_bin bins[] = {BINS(COVER_BIN_ROW)};

// D3.1.2: what the debug authentication signals permit.
static bool secure_debug(const struct spu_config *config, const struct spu_in *in)
{
  if (!config->have_el3 && !config->secure_only) {
    return false;
  }
  return config->debug_version >= 4 ? in->dbgen && in->spiden
                                    : (in->dbgen || in->niden) && (in->spiden || in->spniden);
}

static bool realm_debug(const struct spu_config *config, const struct spu_in *in)
{
  return config->have_rme && in->dbgen && in->rlpiden;
}

static void cover_override(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_config *config = cycle->config;
  const struct spu_in *in = cycle->in;
  const bool ste = in->mdcr_el3_ste && config->have_el3 && cover_secure(config);
  const bool rlte = in->mdcr_el3_rlte && config->have_rme;
  HIT_IF(self_hosted, !in->edscr_tfo);
  if (!in->edscr_tfo) {
    return;
  }
  HIT_IF(override_ends_self_hosting, !cycle->out->trace_self_hosted);
  HIT_IF(override_refused_to_secure, ste && !secure_debug(config, in));
  HIT_IF(override_with_secure_debug, ste && secure_debug(config, in) && !cycle->out->trace_self_hosted);
  HIT_IF(override_refused_to_realm, rlte && !realm_debug(config, in));
  HIT_IF(override_with_realm_debug, rlte && realm_debug(config, in) && !cycle->out->trace_self_hosted);
  HIT_IF(override_of_secure_pe, cover_trf_no_el3_secure(config));
}

// First of the bins of a Security state: allowed and prohibited at EL0, EL0 with TGE, EL1 and EL2.
static unsigned first_of_state(uint8_t ss)
{
  return ss == COVER_NONSECURE ? BIN_nonsecure_el0_allowed
         : ss == COVER_SECURE  ? BIN_secure_el0_allowed
                               : BIN_realm_el0_allowed;
}

static void cover_self_hosted(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_config *config = cycle->config;
  const struct spu_in *in = cycle->in;
  const struct cover_pe *pe = cycle->pe;
  const bool secure_off = pe->ss == COVER_SECURE && config->have_el3 && !in->mdcr_el3_ste;
  const bool realm_off = pe->ss == COVER_REALM && !in->mdcr_el3_rlte;
  const bool host = pe->el == SPU_EL0 && pe->tge;
  const unsigned level = pe->el == SPU_EL0 ? (host ? 1 : 0) : (unsigned)pe->el + 1;  // place among the bins
  const bool enabled = pe->el == SPU_EL2   ? in->trfcr_el2_e2tre
                       : pe->el == SPU_EL0 ? (host ? in->trfcr_el2_e0htre : in->trfcr_el1_e0tre)
                                           : in->trfcr_el1_e1tre;
  if (pe->el == SPU_EL3 && !pe->all_aarch32) {
    HIT(el3_prohibited);
    return;
  }
  if (secure_off || realm_off) {
    HIT_IF(secure_prohibited, secure_off && enabled);
    HIT_IF(realm_prohibited, realm_off && enabled);
    return;
  }
  if (in->pe_debug) {
    HIT_IF(debug_state_prohibits, enabled && config->trace_text);
    HIT_IF(debug_state_does_not_matter, enabled && !config->trace_text);
    return;
  }
  if (pe->el == SPU_EL3) {
    HIT_IF(aarch32_el3_allowed, enabled);
    HIT_IF(aarch32_el3_prohibited, !enabled);
    return;
  }
  hits[first_of_state(pe->ss) + 2 * level + (enabled ? 0 : 1)]++;
}

static void cover_external(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_config *config = cycle->config;
  const struct spu_in *in = cycle->in;
  const uint8_t ss = cycle->pe->ss;
  const bool allowed = cycle->out->trace_allowed;
  if (config->trace_text && in->pe_debug) {
    return;
  }
  if (cover_trace_niden(config) && !in->dbgen && !in->niden) {
    HIT(external_not_authenticated);
    return;
  }
  const bool debug = secure_debug(config, in);
  HIT_IF(external_nonsecure, ss == COVER_NONSECURE && allowed);
  HIT_IF(external_secure_allowed, ss == COVER_SECURE && debug);
  HIT_IF(external_secure_prohibited, ss == COVER_SECURE && !debug && !allowed);
  HIT_IF(external_secure_el0_by_suniden, ss == COVER_SECURE && !debug && allowed);
  HIT_IF(external_realm_allowed, ss == COVER_REALM && allowed);
  HIT_IF(external_realm_prohibited, ss == COVER_REALM && !allowed);
  HIT_IF(external_root_allowed, ss == COVER_ROOT && allowed);
  HIT_IF(external_root_prohibited, ss == COVER_ROOT && !allowed);
}

static void cover_context(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_out *out = cycle->out;
  const bool cx = cycle->in->trfcr_el2_cx;
  if (!cycle->config->have_el2) {
    HIT_IF(no_context_without_el2, out->trace_allowed && cycle->config->have_trf);
  } else if (out->trace_self_hosted) {
    HIT_IF(context_shown, cx && out->trace_allowed);
    HIT_IF(context_hidden, !cx && out->trace_allowed);
    HIT_IF(context_hidden_with_trace, cx && !out->trace_allowed);
  } else {
    HIT_IF(context_shown_externally, !cx && out->trace_allowed);
  }
}

static void cover_time(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_config *config = cycle->config;
  const unsigned el1 = cycle->in->trfcr_el1_ts & 3U;
  unsigned el2 = config->have_el2 ? cycle->in->trfcr_el2_ts & 3U : 0;
  if (!cycle->out->trace_self_hosted) {
    HIT(time_coresight);
    HIT_IF(coresight_time_before_all, config->have_trf && (el1 == 1 || el1 == 3) && el2 == 0);
    return;
  }
  if (el2 == 2 && !config->have_ecv) {
    HIT(reserved_two_in_el2);
    el2 = config->reserved_trf_el2;
  } else {
    HIT_IF(time_virtual_by_el2, el2 == 1);
    HIT_IF(time_offset_by_el2, el2 == 2);
    HIT_IF(time_physical_by_el2, el2 == 3);
  }
  if (el2 != 0) {
    HIT_IF(time_by_el2_goes_first, el1 != el2 && el1 != 0);
    return;
  }
  HIT_IF(reserved_zero_in_el1, el1 == 0);
  HIT_IF(time_virtual_by_el1, el1 == 1);
  HIT_IF(time_offset_by_el1, el1 == 2 && config->have_ecv);
  HIT_IF(reserved_two_in_el1, el1 == 2 && !config->have_ecv);
  HIT_IF(time_physical_by_el1, el1 == 3);
}

// Table D17-3: which PCT is asked, of an operation whose record has a timestamp.
static void cover_pct(const struct cover_cycle *cycle, uint64_t *hits)
{
  const bool el2 = cycle->pe->el2;
  const uint64_t pct1 = cycle->regs->pmscr_el1 >> 6 & 3U;
  const uint64_t pct2 = cycle->regs->pmscr_el2 >> 6 & 3U;
  const uint64_t effective2 = pct2 == 2 ? cycle->config->reserved_pct : pct2;
  const bool asks_el1 = !el2 || (cycle->pe->owner_el == SPU_EL1 && effective2 != 0);
  HIT_IF(reserved_pct_in_el2, el2 && pct2 == 2);
  HIT_IF(reserved_pct_in_el1, asks_el1 && pct1 == 2);
}

static void step(void *context, const struct cover_cycle *cycle, uint64_t *hits)
{
  (void)context;
  if (cycle->out->mark_valid && cycle->out->mark_ts != SPU_TIMESTAMP_NONE && cycle->config->have_ecv) {
    cover_pct(cycle, hits);
  }
  if (!cycle->pe_changed || !cycle->config->have_trace) {
    return;
  }
  HIT_IF(never_self_hosted, !cycle->config->have_trf);
  if (cycle->config->have_trf) {
    cover_override(cycle, hits);
  }
  if (cycle->out->trace_self_hosted) {
    cover_self_hosted(cycle, hits);
  } else {
    cover_external(cycle, hits);
  }
  cover_context(cycle, hits);
  cover_time(cycle, hits);
}

const struct cover_block cover_trace = {"trace", bins, BIN_COUNT, step};
