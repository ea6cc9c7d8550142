// SPDX-License-Identifier: Apache-2.0
//
// More of what configurations have (cover_config.h): what the rooms from the filters to the barriers ask.
#ifndef TB_COVER_COVER_HAS_H
#define TB_COVER_COVER_HAS_H

#include "cover/cover_config.h"

// SCR_EL3.{NSE, NS} can select more than one Security state.
COVER_CONFIG(two_states, config->have_el3 && (cover_secure(config) || config->have_rme))
COVER_CONFIG(ecv, config->have_ecv)
COVER_CONFIG(gcs, config->have_gcs && config->spe_version >= 4)
COVER_CONFIG(source, config->source_bytes != 0)
// What an error response does.
COVER_CONFIG(abort_sync, config->external_abort == SPU_ABORT_REPORTED_SYNC)
COVER_CONFIG(abort_async, config->external_abort == SPU_ABORT_REPORTED_ASYNC)
COVER_CONFIG(abort_reported, cover_abort_sync(config) || cover_abort_async(config))
COVER_CONFIG(abort_ignored, config->external_abort == SPU_ABORT_IGNORED)
COVER_CONFIG(abort_serror, config->external_abort == SPU_ABORT_SERROR)
// Responses can come after the write has ended: the unit does not wait for them.
COVER_CONFIG(late_responses, !cover_abort_sync(config))
COVER_CONFIG(three_tags, config->in_flight >= 3)
COVER_CONFIG(four_tags, config->in_flight >= 4)

#endif  // TB_COVER_COVER_HAS_H
