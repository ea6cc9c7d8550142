// SPDX-License-Identifier: Apache-2.0
//
// Coverage of what FEAT_PMUv3p9 changes for software (requirement N8).
#ifndef TB_COVER_COVER_PMU_USER_H
#define TB_COVER_COVER_PMU_USER_H

#include "cover/cover_pmu_rules.h"

// The access of the previous cycle, to a register of the monitors. `counting` is as it was before.
void cover_user_access(const struct cover_cycle *cycle, const struct cover_counting *counting,
                       uint64_t *hits);

#endif  // TB_COVER_COVER_PMU_USER_H
