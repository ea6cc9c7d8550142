// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/random/random_garbage.h"

#include <string.h>

#include "unit/stimulus/random/random_controls.h"

// Sets every bit of the fields that the configuration does not have.
static void find_absent(const struct spu_config *config, bool el3_aarch32, struct spu_in *absent)
{
#define PIN_LACKS(name, bits, lacks) \
  if (lacks) {                       \
    absent->name = (bits);           \
  }
#include "gen/pins.def"
}

void random_garbage_init(struct random_garbage *garbage, const struct spu_config *config)
{
  memset(garbage, 0, sizeof *garbage);
  for (unsigned aarch32 = 0; aarch32 <= config->aarch32_el3; aarch32++) {
    struct spu_in absent;
    memset(&absent, 0, sizeof absent);
    find_absent(config, aarch32 != 0, &absent);
    // These pins are whole registers: most of their bits belong to other units' registers.
    absent.hdfgrtr_el2 = ~random_controls_fine_traps(config, false);
    absent.hdfgwtr_el2 = ~random_controls_fine_traps(config, true);
    absent.hdfgrtr2_el2 = ~random_controls_fine2_traps(config, false);
    absent.hdfgwtr2_el2 = ~random_controls_fine2_traps(config, true);
    memcpy(garbage->absent[aarch32], (const char *)&absent + TIMED_PE_BEGIN, TIMED_PE_BYTES);
  }
}

void random_garbage_draw(struct random_garbage *garbage, struct rng *rng)
{
  const uint64_t some = rng_percent(rng, 30) ? 0 : rng_next(rng);  // half of the fields, or none
  for (unsigned i = 0; i < RANDOM_GARBAGE_WORDS; i++) {
    garbage->bits[i] = some == 0 ? 0 : rng_next(rng);
  }
}

void random_garbage_drive(const struct random_garbage *garbage, struct spu_in *in)
{
  const uint64_t *absent = garbage->absent[in->el3_aarch32];
  uint64_t pe[RANDOM_GARBAGE_WORDS];
  memcpy(pe, (const char *)in + TIMED_PE_BEGIN, TIMED_PE_BYTES);
  for (unsigned i = 0; i < RANDOM_GARBAGE_WORDS; i++) {
    pe[i] = (pe[i] & ~absent[i]) | (garbage->bits[i] & absent[i]);
  }
  memcpy((char *)in + TIMED_PE_BEGIN, pe, TIMED_PE_BYTES);
}
