// SPDX-License-Identifier: Apache-2.0
//
// The flip-flops that RegisteredPins puts at the pins (docs/integration.md, "Registered pins"): one behind each control
// field of pe, one in front of each interrupt level. They are of no document of Arm's. The state of the PE passes by
// them: PSTATE, Debug state, the Security state, and what holds for one cycle or from reset on.
#include <stddef.h>
#include <string.h>

#include "spu_internal.h"

enum {
  PE_BEGIN = offsetof(struct spu_in, pe_el),
  PE_BYTES = offsetof(struct spu_in, rtpiden) + sizeof(bool) - PE_BEGIN
};

const struct spu_in *spu_pins_in(const struct spu *spu, const struct spu_in *in, struct spu_in *applied)
{
  if (!spu->config.registered_pins) {
    return in;
  }
  *applied = *in;
  memcpy((char *)applied + PE_BEGIN, (const char *)&spu->pins.in + PE_BEGIN, PE_BYTES);
  applied->pe_el = in->pe_el;
  applied->pe_aarch32 = in->pe_aarch32;
  applied->pe_debug = in->pe_debug;
  applied->pe_sm = in->pe_sm;
  applied->pe_pm = in->pe_pm;
  applied->thread_inactive = in->thread_inactive;
  applied->scr_el3_ns = in->scr_el3_ns;
  applied->scr_el3_nse = in->scr_el3_nse;
  applied->el3_aarch32 = in->el3_aarch32;
  return applied;
}

void spu_next_pins(const struct spu *spu, const struct spu_in *in, struct spu_in *applied)
{
  if (spu_pins_in(spu, in, applied) == in) {
    *applied = *in;
  }
}

bool spu_pins_hold(const struct spu *spu, const struct spu_in *in)
{
  return !spu->config.registered_pins ||
         memcmp((const char *)&spu->pins.in + PE_BEGIN, (const char *)in + PE_BEGIN, PE_BYTES) == 0;
}

// The flip-flop *held takes the level of this cycle, and the pin shows that of the cycle before.
static void clock_level(bool *held, bool *level)
{
  const bool shown = *held;
  *held = *level;
  *level = shown;
}

void spu_pins_clock(struct spu *spu, const struct spu_in *in, struct spu_out *out)
{
  if (!spu->config.registered_pins) {
    return;
  }
  spu->pins.in = *in;
  clock_level(&spu->pins.pmbirq, &out->pmbirq);
  clock_level(&spu->pins.pmuirq, &out->pmuirq);
  clock_level(&spu->pins.cti_pmu_overflow, &out->cti_pmu_overflow);
}
