// SPDX-License-Identifier: Apache-2.0
//
// The pin on which a configuration's core reports a PMU event.
#ifndef TB_UNIT_UTIL_PMU_PINS_H
#define TB_UNIT_UTIL_PMU_PINS_H

#include "spu.h"

// Index of spu_in.pmu_event for event `number`; SPU_MAX_PMU_EVENTS if the core does not report it.
static inline uint32_t pmu_pin(const struct spu_config *config, uint32_t number)
{
  uint32_t pin = 0;
  while (pin < SPU_MAX_PMU_EVENTS && (number == 0 || config->pmu_events[pin] != number)) {
    pin++;
  }
  return pin;
}

#endif  // TB_UNIT_UTIL_PMU_PINS_H
