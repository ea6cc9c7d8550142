// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/random/random_speed.h"

// The order between the channels: often none, above all in fast memory, since an order costs cycles.
static uint8_t pick_order(enum random_speed speed, struct rng *rng)
{
  const bool free = rng_percent(rng, speed == RANDOM_FAST ? 70 : 40);
  return (uint8_t)(free ? AXI_ORDER_FREE : 1 + rng_below(rng, AXI_ORDERS - 1));
}

void random_speed_set(enum random_speed speed, uint32_t errors, struct rng *rng, struct axi_memory *memory,
                      struct mmu *mmu)
{
  struct axi_timing axi = {
      .aw_ready_percent = 100, .w_ready_percent = 100, .b_latency_min = 1, .b_latency_max = 1};
  struct mmu_timing walk = {.ready_percent = 100, .latency_min = 1, .latency_max = 1};
  if (speed != RANDOM_FAST) {
    const bool slow = speed == RANDOM_SLOW;
    axi.aw_ready_percent = (uint8_t)(slow ? 5 + rng_below(rng, 30) : 40 + rng_below(rng, 61));
    axi.w_ready_percent = (uint8_t)(slow ? 5 + rng_below(rng, 30) : 40 + rng_below(rng, 61));
    axi.b_latency_max = (uint16_t)(slow ? 1 + rng_below(rng, 100) : 1 + rng_below(rng, 8));
    walk.ready_percent = (uint8_t)(slow ? 10 + rng_below(rng, 40) : 60 + rng_below(rng, 41));
    walk.latency_max = (uint16_t)(slow ? 1 + rng_below(rng, 100) : 1 + rng_below(rng, 6));
  }
  axi.b_error_percent = (uint8_t)errors;
  axi.b_exokay_percent = (uint8_t)(rng_percent(rng, 30) ? 40 : 0);
  axi.order = pick_order(speed, rng);
  axi_memory_set_timing(memory, &axi);
  mmu_set_timing(mmu, &walk);
}
