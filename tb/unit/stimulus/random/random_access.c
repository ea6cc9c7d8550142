// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/random/random_access.h"

#include "spu_sysreg.h"
#include "unit/stimulus/random/random_controls.h"
#include "unit/stimulus/random/random_pe.h"
#include "unit/stimulus/random/random_pmu.h"

// For one cycle: Debug state without access to EL3, and traps by several levels, whose priority is then a choice.
static void debug_with_traps(const struct spu_config *config, struct rng *rng, struct spu_in *in)
{
  if (config->have_el3 && in->pe_el != SPU_EL3 && !in->el3_aarch32) {
    random_controls_traps(config, rng, false, in);
    in->mdcr_el3_nspb &= (uint8_t)(rng_percent(rng, 50) ? 2U : 3U);
    in->pe_debug = true;
    in->edscr_sdd = true;
  }
}

bool random_access_pick(const struct spu_config *config, struct rng *rng, const struct random_buffer *buffer,
                        struct spu_in *in, struct random_access *access)
{
  const bool counters = config->pmu_version != 0;
  if (rng_percent(rng, 30)) {
    random_pe_highest(config, in);
  }
  if (rng_percent(rng, 8)) {
    debug_with_traps(config, rng, in);
  }
  if (!in->pe_aarch32) {
    const bool pmu = rng_percent(rng, counters ? 45 : 5);
    *access = pmu ? random_pmu_any(config, rng) : random_sysreg_any(config, buffer, rng);
    return true;
  }
  if (in->el3_aarch32 && rng_percent(rng, 10)) {
    *access = random_sysreg_any(config, buffer, rng);
    return true;
  }
  *access = random_pmu_any(config, rng);
  return spu_sysreg_is_monitor(access->addr) && counters;
}
