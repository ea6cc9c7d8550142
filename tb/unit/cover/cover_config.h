// SPDX-License-Identifier: Apache-2.0
//
// Predicates on configurations, for the bins of functional coverage.
#ifndef TB_UNIT_COVER_COVER_CONFIG_H
#define TB_UNIT_COVER_COVER_CONFIG_H

#include <stddef.h>

#include "spu.h"

#define COVER_CONFIG(name, expression)                             \
  static inline bool cover_##name(const struct spu_config *config) \
  {                                                                \
    return (expression);                                           \
  }

// Levels and Security states. Below EL3: Secure state, Non-secure state, or both; Realm with FEAT_RME.
COVER_CONFIG(el2, config->have_el2)
COVER_CONFIG(no_el2, !config->have_el2)
COVER_CONFIG(el3, config->have_el3)
COVER_CONFIG(no_el3, !config->have_el3)
COVER_CONFIG(vhe, config->have_vhe)
COVER_CONFIG(no_vhe, !config->have_vhe)
COVER_CONFIG(rme, config->have_rme)
COVER_CONFIG(rme_el2, config->have_rme && config->have_el2)
COVER_CONFIG(secure, config->have_el3 ? !config->have_rme || config->have_sel2 : config->secure_only)
COVER_CONFIG(secure_el2, config->have_el2 && config->have_sel2 && cover_secure(config))
COVER_CONFIG(nonsecure, config->have_el3 || !config->secure_only)
COVER_CONFIG(nonsecure_el2, config->have_el2 &&cover_nonsecure(config))
COVER_CONFIG(aarch32_el0, config->aarch32_el0)
// Versions and features.
COVER_CONFIG(v1p1, config->spe_version >= 1)
COVER_CONFIG(v1p2, config->spe_version >= 2)
COVER_CONFIG(v1p4, config->spe_version >= 4)
COVER_CONFIG(before_v1p2, config->spe_version < 2)
COVER_CONFIG(ernd, config->have_ernd)
COVER_CONFIG(no_ernd, !config->have_ernd)
COVER_CONFIG(fds, config->have_fds)
COVER_CONFIG(no_fds, !config->have_fds)
COVER_CONFIG(pbt, config->have_pbt)
COVER_CONFIG(mte, config->have_mte)
COVER_CONFIG(several_tags, config->in_flight > 1)
// SCR_EL3.{NSE, NS} can select more than one Security state.
COVER_CONFIG(two_states, config->have_el3 && (cover_secure(config) || config->have_rme))
COVER_CONFIG(source, config->source_bytes != 0)
COVER_CONFIG(eft, config->have_eft)
COVER_CONFIG(no_eft, !config->have_eft)
COVER_CONFIG(sme, config->have_spe_sme)
COVER_CONFIG(alt_clock, config->alt_clock != 0)
COVER_CONFIG(no_alt_clock, config->alt_clock == 0)
COVER_CONFIG(exposed, config->exposed_latency)
COVER_CONFIG(exposed_tags, config->exposed_latency && config->in_flight > 1)
COVER_CONFIG(exposed_slots, config->exposed_latency && config->dispatch_width > 1)
COVER_CONFIG(exposed_clock, config->exposed_latency && config->alt_clock != 0)
COVER_CONFIG(exposed_squashed, config->exposed_latency && config->squashed_recorded)
// Effects of an error response.
COVER_CONFIG(abort_sync, config->external_abort == SPU_ABORT_REPORTED_SYNC)
COVER_CONFIG(abort_async, config->external_abort == SPU_ABORT_REPORTED_ASYNC)
COVER_CONFIG(abort_reported, cover_abort_sync(config) || cover_abort_async(config))
COVER_CONFIG(abort_ignored, config->external_abort == SPU_ABORT_IGNORED)
COVER_CONFIG(abort_serror, config->external_abort == SPU_ABORT_SERROR)
// The unit does not wait for responses, so they can come after the write has ended.
COVER_CONFIG(late_responses, !cover_abort_sync(config))
COVER_CONFIG(three_tags, config->in_flight >= 3)
// A record can be written to two pages.
COVER_CONFIG(crosses, spu_config_largest_record(config) > 1U << config->ptr_align)
COVER_CONFIG(crosses_late, cover_late_responses(config) && cover_crosses(config))
// Absent features, whose pins carry garbage.
COVER_CONFIG(no_sel2, !config->have_sel2)
COVER_CONFIG(no_rme, !config->have_rme)
COVER_CONFIG(no_nv, config->nested_virt == 0)
COVER_CONFIG(without_trf, !config->have_trf)
// The buffer's owner can use pages in more than one physical address space.
COVER_CONFIG(two_spaces, cover_secure(config) || config->have_rme)
COVER_CONFIG(four_tags, config->in_flight >= 4)

#endif  // TB_UNIT_COVER_COVER_CONFIG_H
