// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/random/random_sysreg.h"

#include "spu_sysreg.h"

static const uint16_t registers[] = {
#define ADDRESS(name) SPU_##name,
    SPU_PROFILING_REGISTERS(ADDRESS)
#undef ADDRESS
};

enum { REGISTERS = sizeof registers / sizeof registers[0] };

bool random_sysreg_pending(const struct random_sysreg *sysreg)
{
  return sysreg->next < sysreg->count;
}

struct random_access random_sysreg_take(struct random_sysreg *sysreg)
{
  return sysreg->queue[sysreg->next++];
}

static void clear(struct random_sysreg *sysreg)
{
  sysreg->count = 0;
  sysreg->next = 0;
}

static void push(struct random_sysreg *sysreg, struct random_access access)
{
  if (!random_sysreg_pending(sysreg)) {
    clear(sysreg);
  }
  if (sysreg->count < RANDOM_SYSREG_QUEUE) {
    sysreg->queue[sysreg->count++] = access;
  }
}

void random_sysreg_push(struct random_sysreg *sysreg, uint16_t addr, uint64_t data)
{
  push(sysreg, (struct random_access){addr, true, data});
}

void random_sysreg_read_all(struct random_sysreg *sysreg)
{
  for (uint32_t i = 0; i < REGISTERS; i++) {
    push(sysreg, (struct random_access){registers[i], false, 0});
  }
}

// PMSCR_EL1 and PMSCR_EL2: mostly both enables, and random collection controls.
static uint64_t pick_control(struct rng *rng)
{
  const uint64_t enables = rng_percent(rng, 90) ? 3 : rng_below(rng, 4);
  return enables | (rng_next(rng) & 0xF8);
}

// The same with KE and EE of FEAT_SPE_EXC, depending on the register's level, and EnVM of FEAT_SPE_nVM.
static uint64_t pick_control_of(uint16_t addr, const struct spu_config *config, struct rng *rng)
{
  static const uint8_t ee_el1[] = {0, 0, 3, 3, 3, 3, 1, 2};  // 1 and 2 are reserved, or belong to FEAT_NV
  static const uint8_t ee_el2[] = {0, 1, 1, 1, 2, 2, 3, 3};
  uint64_t control = pick_control(rng);
  if (config->spe_version >= 5) {
    const uint8_t *ee = addr == SPU_PMSCR_EL2 ? ee_el2 : ee_el1;
    control |= (uint64_t)ee[rng_below(rng, 8)] << SPU_PMSCR_EL1_EE_SHIFT;
    control |= rng_percent(rng, 50) ? SPU_PMSCR_EL1_KE : 0;
  }
  if (config->have_spe_nvm) {
    control |= rng_percent(rng, 75) ? SPU_PMSCR_EL2_EnVM : 0;
  }
  return control;
}

static uint64_t pick_memory(struct rng *rng)
{
  static const uint8_t sh[] = {0, 2, 3, 3, 2, 0, 3, 1};  // 1 is reserved
  return (uint64_t)sh[rng_below(rng, 8)] << SPU_PMBMAR_EL1_SH_SHIFT | random_buffer_attr(rng);
}

// Short, for frequent samples: 1 to 4 units of 256 operations; sometimes a single bit. RND half of the time.
static uint64_t pick_interval(struct rng *rng)
{
  const uint64_t interval = rng_percent(rng, 5) ? (uint64_t)1 << rng_below(rng, 24) : 1 + rng_below(rng, 4);
  return interval << 8 | rng_below(rng, 2);
}

// COUNT expires within a few operations, or sometimes borrows from any of its bits. ECOUNT is small, as FEAT_SPE_ERnd
// leaves it while it waits.
static uint64_t pick_count(struct rng *rng)
{
  const uint64_t ecount = rng_percent(rng, 10) ? (uint64_t)rng_below(rng, 256) << 56 : 0;
  const uint64_t lender = rng_percent(rng, 5) ? (uint64_t)1 << (8 + rng_below(rng, 24)) : 0;
  return ecount | (lender + rng_below(rng, rng_percent(rng, 80) ? 24 : 400));
}

// A latency that operations have, or a single bit.
static uint64_t pick_latency(struct rng *rng)
{
  return rng_percent(rng, 85) ? rng_below(rng, 40) : (uint64_t)1 << rng_below(rng, 16);
}

static uint64_t pick_few_bits(struct rng *rng)
{
  switch (rng_below(rng, 5)) {
  case 0:
    return 0;
  case 1:
    // Events 24 and 25 of FEAT_SPE_SME more often than others.
    return (uint64_t)1 << (rng_percent(rng, 20) ? 24 + rng_below(rng, 2) : rng_below(rng, 64));
  case 2:
    return (uint64_t)1 << rng_below(rng, 12) | (uint64_t)1 << rng_below(rng, 12);
  case 3:
    return rng_next(rng);
  default:
    return 2;  // retired: the usual choice
  }
}

// TYPEm of FEAT_SPE_EFT: no, one, all or any of the five types must match TYPE.
static uint64_t pick_type_masks(struct rng *rng)
{
  switch (rng_below(rng, 6)) {
  case 0:
    return (uint64_t)1 << rng_below(rng, 5);
  case 1:
    return rng_below(rng, 32);
  case 2:
    return rng_percent(rng, 30) ? 31 : rng_below(rng, 32);
  default:
    return 0;
  }
}

// FE, FT, FL in any combination, and types; also FnE, FDS, SIMD, FP and TYPEm, which only some versions have.
static uint64_t pick_filter(struct rng *rng)
{
  const uint64_t types = rng_below(rng, 8) | (rng_percent(rng, 40) ? rng_below(rng, 4) << 3 : 0U);
  return rng_below(rng, 8) | types << 16 | (rng_percent(rng, 20) ? 0x18U : 0U) | pick_type_masks(rng) << 48;
}

// What a handler leaves in PMBSR_EL1: mostly zero; sometimes it clears only S, and DL, EA, COLL, an old EC and status
// code stay for the next management event to keep or overwrite.
static uint64_t pick_status(struct rng *rng)
{
  const uint64_t s = SPU_PMBSR_EL1_S;
  const uint64_t fields = (uint64_t)0x3F << 26 | (uint64_t)0xF << 16 | 0x3F;
  return rng_percent(rng, 60) ? 0 : rng_next(rng) & fields & ~s;
}

// PMBLIMITR_EL1 besides LIMIT: FM in bits 2:1 (2 is Discard mode from FEAT_SPEv1p2 on, 1 and 3 are reserved), PMFZ in
// bit 5, with FEAT_SPE_nVM mostly the nVM for which the buffer was placed, and E.
static uint64_t pick_limit(const struct spu_config *config, const struct random_buffer *buffer,
                           uint32_t discard, struct rng *rng)
{
  uint64_t limit = buffer->limit | 1 | (rng_percent(rng, 30) ? 0x20U : 0U);
  if (rng_percent(rng, discard)) {
    limit |= rng_percent(rng, 85) ? 4U : (uint64_t)(1 + 2 * rng_below(rng, 2)) << 1;
  }
  if (config->have_spe_nvm && rng_percent(rng, 3) != buffer->nvm) {
    limit |= SPU_PMBLIMITR_EL1_nVM;
  }
  return limit;
}

uint64_t random_sysreg_value(uint16_t addr, const struct spu_config *config,
                             const struct random_buffer *buffer, struct rng *rng)
{
  switch (addr) {
  case SPU_PMSCR_EL1:
  case SPU_PMSCR_EL2:
  case SPU_PMSCR_EL12:
    return pick_control_of(addr, config, rng);
  case SPU_PMBMAR_EL1:
    return config->have_spe_nvm ? pick_memory(rng) : rng_next(rng);
  case SPU_PMSICR_EL1:
    return pick_count(rng);
  case SPU_PMSIRR_EL1:
    return pick_interval(rng);
  case SPU_PMSFCR_EL1:
    return pick_filter(rng);
  case SPU_PMSEVFR_EL1:
  case SPU_PMSNEVFR_EL1:
  case SPU_PMSDSFR_EL1:
    return pick_few_bits(rng);
  case SPU_PMSLATFR_EL1:
    return pick_latency(rng);
  case SPU_PMBLIMITR_EL1:
    return pick_limit(config, buffer, 10, rng) & ~(uint64_t)(rng_percent(rng, 20) ? 1U : 0U);
  case SPU_PMBPTR_EL1:
    return buffer->pointer;
  case SPU_PMBSR_EL12:
  case SPU_PMBSR_EL2:
  case SPU_PMBSR_EL3:
    if (config->spe_version < 5) {
      return rng_next(rng);
    }
    return pick_status(rng) | (rng_percent(rng, 10) ? SPU_PMBSR_EL1_S : 0);
  case SPU_PMBSR_EL1:
    return pick_status(rng) | (rng_percent(rng, 10) ? SPU_PMBSR_EL1_S : 0);
  default:
    return rng_next(rng);
  }
}

// FEAT_SPE_EXC. Not every name exists in every state of the PE; a host at EL2 accesses PMBSR_EL2 as PMBSR_EL1.
static const uint16_t other_status[] = {SPU_PMBSR_EL12, SPU_PMBSR_EL2, SPU_PMBSR_EL3};
enum { OTHER_STATUS = sizeof other_status / sizeof other_status[0] };

static void push_status(struct random_sysreg *sysreg, const struct spu_config *config, struct rng *rng)
{
  random_sysreg_push(sysreg, SPU_PMBSR_EL1, pick_status(rng));
  for (uint32_t i = 0; i < OTHER_STATUS && config->spe_version >= 5; i++) {
    if (rng_percent(rng, 90)) {
      random_sysreg_push(sysreg, other_status[i], pick_status(rng));
    }
  }
}

void random_sysreg_clear_others(struct random_sysreg *sysreg, const struct spu_config *config)
{
  for (uint32_t i = 0; i < OTHER_STATUS && config->spe_version >= 5; i++) {
    random_sysreg_push(sysreg, other_status[i], 0);
  }
}

// A register in which software sets S.
static uint16_t pick_stop(const struct spu_config *config, struct rng *rng)
{
  if (config->spe_version < 5 || rng_percent(rng, 40)) {
    return SPU_PMBSR_EL1;
  }
  return other_status[rng_below(rng, OTHER_STATUS)];
}

void random_sysreg_setup(struct random_sysreg *sysreg, const struct spu_config *config,
                         const struct random_profile *profile, const struct random_buffer *buffer,
                         struct rng *rng)
{
  const bool filtered = rng_percent(rng, profile->filtered);
  clear(sysreg);
  if (rng_percent(rng, 70)) {  // otherwise everything is reprogrammed while it runs
    random_sysreg_push(sysreg, SPU_PMSCR_EL1, 0);
    random_sysreg_push(sysreg, SPU_PMBLIMITR_EL1, 0);
  }
  random_sysreg_push(sysreg, SPU_PMBPTR_EL1, buffer->pointer);
  random_sysreg_push(sysreg, SPU_PMSICR_EL1, pick_count(rng));
  random_sysreg_push(sysreg, SPU_PMSIRR_EL1, pick_interval(rng));
  random_sysreg_push(sysreg, SPU_PMSFCR_EL1, filtered ? pick_filter(rng) : 0);
  random_sysreg_push(sysreg, SPU_PMSEVFR_EL1, pick_few_bits(rng));
  random_sysreg_push(sysreg, SPU_PMSLATFR_EL1, pick_latency(rng));
  if (config->spe_version >= 2) {
    random_sysreg_push(sysreg, SPU_PMSNEVFR_EL1, pick_few_bits(rng));
  }
  if (config->have_fds) {
    random_sysreg_push(sysreg, SPU_PMSDSFR_EL1, rng_next(rng) | rng_next(rng));
  }
  if (config->have_el2) {
    random_sysreg_push(sysreg, SPU_PMSCR_EL2, pick_control_of(SPU_PMSCR_EL2, config, rng));
  }
  if (config->have_spe_nvm) {
    random_sysreg_push(sysreg, SPU_PMBMAR_EL1, pick_memory(rng));
  }
  push_status(sysreg, config, rng);
  random_sysreg_push(sysreg, SPU_PMBLIMITR_EL1, pick_limit(config, buffer, profile->discard, rng));
  random_sysreg_push(sysreg, SPU_PMSCR_EL1, pick_control_of(SPU_PMSCR_EL1, config, rng));
  if (config->have_vhe) {  // PMSCR_EL1 accessed PMSCR_EL2 at EL2 with E2H; UNDEFINED without E2H
    random_sysreg_push(sysreg, SPU_PMSCR_EL12, pick_control_of(SPU_PMSCR_EL12, config, rng));
  }
}

void random_sysreg_restart(struct random_sysreg *sysreg, const struct spu_config *config,
                           const struct random_profile *profile, const struct random_buffer *buffer,
                           struct rng *rng)
{
  if (rng_percent(rng, 80)) {
    random_sysreg_push(sysreg, SPU_PMBPTR_EL1, buffer->pointer);
    random_sysreg_push(sysreg, SPU_PMBLIMITR_EL1, pick_limit(config, buffer, profile->discard, rng));
    push_status(sysreg, config, rng);
  } else if (rng_percent(rng, 50)) {
    push_status(sysreg, config, rng);  // restarts at once, with the old pointer for some cycles
    random_sysreg_push(sysreg, SPU_PMBPTR_EL1, buffer->pointer);
    random_sysreg_push(sysreg, SPU_PMBLIMITR_EL1, pick_limit(config, buffer, profile->discard, rng));
  } else {
    push_status(sysreg, config, rng);  // as if the page had been made present
  }
}

void random_sysreg_kick(struct random_sysreg *sysreg, struct rng *rng)
{
  random_sysreg_push(sysreg, SPU_PMSICR_EL1, pick_count(rng));
}

void random_sysreg_end_session(struct random_sysreg *sysreg, const struct spu_config *config,
                               const struct random_profile *profile, const struct random_buffer *buffer,
                               struct rng *rng)
{
  const uint64_t limit = pick_limit(config, buffer, profile->discard, rng);
  if (rng_percent(rng, 40)) {
    const uint16_t status = pick_stop(config, rng);
    random_sysreg_push(sysreg, status, SPU_PMBSR_EL1_S);
    random_sysreg_push(sysreg, status, 0);
    return;
  }
  random_sysreg_push(sysreg, SPU_PMBLIMITR_EL1, rng_percent(rng, 50) ? 0 : limit & ~(uint64_t)1);
  if (rng_percent(rng, 50)) {
    random_sysreg_push(sysreg, SPU_PMBPTR_EL1, buffer->pointer);
  }
  random_sysreg_push(sysreg, SPU_PMBLIMITR_EL1, limit);
}

void random_sysreg_disable(struct random_sysreg *sysreg, const struct spu_config *config, struct rng *rng)
{
  switch (rng_below(rng, 4)) {
  case 0:
    random_sysreg_push(sysreg, SPU_PMSCR_EL1, 0);
    break;
  case 1:
    random_sysreg_push(sysreg, SPU_PMBLIMITR_EL1, 0);
    break;
  case 2:
    random_sysreg_push(sysreg, pick_stop(config, rng), SPU_PMBSR_EL1_S);
    break;
  default:
    random_sysreg_push(sysreg, SPU_PMSCR_EL1, 0);
    random_sysreg_push(sysreg, SPU_PMSCR_EL2, 0);
    break;
  }
}

struct random_access random_sysreg_any(const struct spu_config *config, const struct random_buffer *buffer,
                                       struct rng *rng)
{
  struct random_access access = {registers[rng_below(rng, REGISTERS)], rng_percent(rng, 50), 0};
  const uint32_t nonsense = rng_below(rng, 100);
  if (nonsense < 5) {
    access.addr = (uint16_t)(nonsense == 0 ? rng_next(rng) << 8 : rng_next(rng));
  } else if (nonsense < 15) {
    access.addr ^= (uint16_t)(1U << rng_below(rng, 16));  // an encoding next to a register's
  }
  access.data = rng_percent(rng, 80) ? random_sysreg_value(access.addr, config, buffer, rng) : rng_next(rng);
  if (rng_percent(rng, 5)) {
    access.data = rng_percent(rng, 50) ? 0 : UINT64_MAX;
  }
  return access;
}
