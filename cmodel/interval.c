// SPDX-License-Identifier: Apache-2.0
//
// Requirements C: which operation is sampled (Arm ARM D17.3; PMSICR_EL1, PMSIRR_EL1).
//
// Random numbers (requirement C2): a 24-bit Fibonacci LFSR with feedback s[23]^s[22]^s[21]^s[16] shifted in
// at bit 0, reset to 1. Drawing a byte advances it 8 steps; the byte is s[7:0]. It advances only when the
// pseudocode draws a value.
#include "spu_internal.h"

// The next random byte, 0x00 to 0xFF.
uint8_t SPEGetRandomInterval(struct spu *spu)
{
  if (spu->random_next != NULL) {
    return spu->random_next(spu->random_context);
  }
  for (int step = 0; step < 8; step++) {
    const uint32_t s = spu->lfsr;
    const uint32_t feedback = (s >> 23 ^ s >> 22 ^ s >> 21 ^ s >> 16) & 1U;
    spu->lfsr = (s << 1 | feedback) & 0xFFFFFFU;
  }
  return (uint8_t)spu->lfsr;
}

// Whether ECOUNT counts.
static bool has_secondary_counter(const struct spu *spu)
{
  return spu->config.have_ernd && (spu->regs.pmsirr & SPU_PMSIRR_EL1_RND) != 0;
}

// PMSICR_EL1.COUNT is loaded from PMSIRR_EL1 (D17.3.3).
void SPEResetSampleCounter(struct spu *spu)
{
  uint64_t count = spu->regs.pmsirr & SPU_PMSIRR_EL1_INTERVAL;
  if ((spu->regs.pmsirr & SPU_PMSIRR_EL1_RND) != 0 && !spu->config.have_ernd) {
    count |= SPEGetRandomInterval(spu);
  }
  spu->next.pmsicr = (spu->next.pmsicr & ~SPU_PMSICR_EL1_COUNT) | count;
}

// J1, for one operation of the sample population. Returns true if the operation is selected. The operation at which
// COUNT reaches zero loads ECOUNT with a random r and does not decrement it: r selects the r-th operation after this
// one, and zero selects this one (D17.3.4.3). ECOUNT keeps its value while PMSIRR_EL1.RND is 0.
bool SPEToCollectSample(struct spu *spu)
{
  const bool secondary = has_secondary_counter(spu);
  if ((spu->next.pmsicr & SPU_PMSICR_EL1_COUNT) == 0) {
    SPEResetSampleCounter(spu);
  } else {
    spu->next.pmsicr -= 1;
    if ((spu->next.pmsicr & SPU_PMSICR_EL1_COUNT) == 0) {
      if (!secondary) {
        return true;
      }
      const uint64_t random = SPEGetRandomInterval(spu);
      spu->next.pmsicr = (spu->next.pmsicr & ~SPU_PMSICR_EL1_ECOUNT) | random << SPU_PMSICR_EL1_ECOUNT_SHIFT;
      return random == 0;
    }
  }
  if (secondary && (spu->next.pmsicr & SPU_PMSICR_EL1_ECOUNT) != 0) {
    spu->next.pmsicr -= SPU_BIT(SPU_PMSICR_EL1_ECOUNT_SHIFT);
    return (spu->next.pmsicr & SPU_PMSICR_EL1_ECOUNT) == 0;
  }
  return false;
}

// ECOUNT if it counts; else 0.
static uint64_t secondary_count(const struct spu *spu, uint64_t pmsicr)
{
  return has_secondary_counter(spu) ? pmsicr >> SPU_PMSICR_EL1_ECOUNT_SHIFT : 0;
}

static uint64_t least(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

uint64_t spu_unselected(const struct spu *spu)
{
  const uint64_t count = spu->regs.pmsicr & SPU_PMSICR_EL1_COUNT;
  const uint64_t ecount = secondary_count(spu, spu->regs.pmsicr);
  if (count == 0) {
    return 0;
  }
  return ecount == 0 ? count - 1 : least(count, ecount) - 1;
}

void spu_count_unselected(struct spu *spu, uint64_t operations)
{
  const uint64_t ecount = secondary_count(spu, spu->next.pmsicr);
  spu->next.pmsicr -= operations;
  if (ecount != 0) {
    spu->next.pmsicr -= operations << SPU_PMSICR_EL1_ECOUNT_SHIFT;
  }
}

// The operations of one cycle, slot 0 first: bit n of `valid` is a member of the population in slot n. Returns the
// selected slots. If no counter can reach zero in this cycle, each operation only decrements, so all are counted at
// once.
uint32_t spu_count_operations(struct spu *spu, uint32_t valid)
{
  const uint64_t number = (uint64_t)__builtin_popcount(valid);
  const uint64_t count = spu->next.pmsicr & SPU_PMSICR_EL1_COUNT;
  const uint64_t ecount = secondary_count(spu, spu->next.pmsicr);
  if (count > number && (ecount == 0 || ecount > number)) {
    spu_count_unselected(spu, number);
    return 0;
  }
  uint32_t selected = 0;
  for (uint32_t slot = 0; slot < SPU_MAX_SLOTS; slot++) {
    if ((valid >> slot & 1U) != 0 && SPEToCollectSample(spu)) {
      selected |= 1U << slot;
    }
  }
  return selected;
}
