// SPDX-License-Identifier: Apache-2.0
//
// Coverage of PMUSERENR_EL0.{UEN, TID}, PMUACR_EL1 and PMZR_EL0 (requirement N8; Arm ARM D24.5): what an access reads or
// changes says whether it was let through. Counters that count meanwhile would hide that: they are left out.
#include "cover/cover_pmu_user.h"

#include "cover/cover_pmu_bins.h"
#include "spu_sysreg.h"

enum { CYCLES = COVER_CYCLES };

// An access, and what the controls say of it.
struct user {
  const struct cover_cycle *cycle;
  const struct cover_counting *counting;
  uint16_t addr;
  bool write;
  bool el0;
  bool uen;  // in effect at EL0
  bool en;
  uint32_t data;
};

static uint32_t counter_of(const struct user *user)
{
  if (user->addr == SPU_PMCCNTR_EL0) {
    return CYCLES;
  }
  const uint32_t n = (uint32_t)(user->addr - spu_sysreg_pmevcntr(0));
  return n < user->cycle->config->pmu_counters ? n : CYCLES + 1;
}

static uint64_t value_of(const struct spu_out *out, uint32_t n)
{
  return n == CYCLES ? out->pmccntr : out->pmevcntr[n];
}

static bool allowed(const struct user *user, uint32_t n)
{
  return (user->counting->uacr >> n & 1U) != 0;
}

static bool read_only(const struct user *user, uint32_t n)
{
  return (user->counting->userenr & (n == CYCLES ? SPU_PMUSERENR_EL0_CR : SPU_PMUSERENR_EL0_ER)) != 0;
}

// It did not count in the cycle of the access, as far as its enable says.
static bool still(const struct user *user, uint32_t n)
{
  return (user->counting->cnten >> n & 1U) == 0;
}

static void cover_counter(const struct user *user, uint64_t *hits)
{
  const uint32_t n = counter_of(user);
  if (n > CYCLES || !still(user, n)) {
    return;
  }
  const bool cycles = n == CYCLES;
  const uint64_t before = value_of(user->cycle->last_out, n);
  const uint64_t after = value_of(user->cycle->out, n);
  const uint64_t read = user->cycle->out->sysreg_rdata;
  if (!user->el0) {
    HIT_IF(uen_not_above_el0, !user->write && !allowed(user, n) && before != 0 && read != 0 &&
                                  (user->counting->userenr & SPU_PMUSERENR_EL0_UEN) != 0);
    return;
  }
  if (!user->uen || before == 0) {
    return;
  }
  if (!user->write) {
    hits[cycles ? BIN_uen_reads_cycle_counter : BIN_uen_reads_event_counter] += allowed(user, n) && read != 0;
    hits[cycles ? BIN_uen_hides_cycle_counter : BIN_uen_hides_event_counter] +=
        !allowed(user, n) && read == 0;
    return;
  }
  const bool kept = after == before && (uint32_t)before != user->data;
  if (!allowed(user, n)) {
    hits[cycles ? BIN_uen_ignores_cycle_counter : BIN_uen_ignores_event_counter] += kept;
  } else if (read_only(user, n)) {
    hits[cycles ? BIN_cr_ignores_cycle_counter : BIN_er_ignores_event_counter] += kept;
  } else {
    hits[cycles ? BIN_uen_writes_cycle_counter : BIN_uen_writes_event_counter] += after != before;
  }
}

static void cover_enables(const struct user *user, uint64_t *hits)
{
  const uint32_t all = (1U << user->cycle->config->pmu_counters) - 1U;
  const uint32_t enabled = user->counting->cnten;
  if (!user->write) {
    HIT_IF(uen_masks_enables, (enabled & ~user->counting->uacr & all) != 0 &&
                                  ((uint32_t)user->cycle->out->sysreg_rdata & ~user->counting->uacr) == 0);
    return;
  }
  uint64_t now = 0;
  (void)spu_peek_register(user->cycle->model, SPU_PMCNTENSET_EL0, &now);
  for (uint32_t left = user->data & ~enabled & (all | 1U << CYCLES); left != 0; left &= left - 1U) {
    const uint32_t n = (uint32_t)__builtin_ctz(left);
    const bool set = (now >> n & 1U) != 0;
    HIT_IF(uen_enables, set && allowed(user, n) && !read_only(user, n));
    HIT_IF(uen_ignores_enables, !set && !allowed(user, n));
    HIT_IF(read_only_ignores_enables, !set && allowed(user, n) && read_only(user, n));
  }
}

static void cover_increments(const struct user *user, uint64_t *hits)
{
  const bool sw = (user->counting->userenr & SPU_PMUSERENR_EL0_SW) != 0;
  const uint32_t all = (1U << user->cycle->config->pmu_counters) - 1U;
  for (uint32_t left = user->data & all & user->counting->cnten; left != 0; left &= left - 1U) {
    const uint32_t n = (uint32_t)__builtin_ctz(left);
    const bool counts = value_of(user->cycle->out, n) != value_of(user->cycle->last_out, n);
    if ((user->counting->evtyper[n] & 0xFFFF) == SPU_EVENT_SW_INCR &&
        (user->counting->pmcr & SPU_PMCR_EL0_E) != 0) {
      HIT_IF(uen_increments, counts && allowed(user, n));
      HIT_IF(uen_ignores_increment, !counts && !allowed(user, n) && !sw);
      HIT_IF(sw_increments_all, counts && !allowed(user, n) && sw);
    }
  }
}

static void cover_zeroes(const struct user *user, uint64_t *hits)
{
  const struct cover_cycle *cycle = user->cycle;
  const uint32_t all = (1U << cycle->config->pmu_counters) - 1U;
  for (uint32_t left = (all | 1U << CYCLES) & ~user->counting->cnten; left != 0; left &= left - 1U) {
    const uint32_t n = (uint32_t)__builtin_ctz(left);
    const bool asked = (user->data >> n & 1U) != 0;
    const bool zeroed = value_of(cycle->out, n) == 0;
    if (value_of(cycle->last_out, n) == 0) {
      continue;
    }
    HIT_IF(zero_spares_others, !asked && !zeroed);
    HIT_IF(zero_spares_reserved, asked && !zeroed && cycle->last_in->pe_el == SPU_EL1 && n != CYCLES &&
                                     cover_second_range(cycle->config, cycle->last_in, n));
    if (!asked) {
      continue;
    }
    HIT_IF(zeroes_event_counter, !user->el0 && zeroed && n != CYCLES);
    HIT_IF(zeroes_cycle_counter, !user->el0 && zeroed && n == CYCLES);
    if (user->el0 && user->uen) {
      HIT_IF(uen_zeroes, zeroed && allowed(user, n) && !read_only(user, n));
      HIT_IF(uen_ignores_zero, !zeroed && !allowed(user, n));
      HIT_IF(read_only_ignores_zero, !zeroed && allowed(user, n) && read_only(user, n));
    }
    HIT_IF(en_zeroes, user->el0 && !user->uen && zeroed && !allowed(user, n));
  }
}

static bool is_identification(uint16_t addr)
{
  return addr == SPU_PMCEID0_EL0 || addr == SPU_PMCEID1_EL0;
}

static void cover_done(const struct user *user, uint64_t *hits)
{
  const bool tid = (user->counting->userenr & SPU_PMUSERENR_EL0_TID) != 0;
  const bool id = is_identification(user->addr);
  HIT_IF(tid_not_above_el0, tid && id && !user->el0);
  HIT_IF(tid_spares_others, tid && !id && user->el0 && user->addr != SPU_PMUSERENR_EL0);
  if (user->el0 && user->uen && !user->en && user->addr != SPU_PMUSERENR_EL0) {
    HIT(uen_allows_without_en);
    HIT_IF(uen_in_aarch32, user->cycle->last_in->pe_aarch32);
  }
  switch (user->addr) {
  case SPU_PMCNTENSET_EL0:
    if (user->el0 && user->uen) {
      cover_enables(user, hits);
    }
    break;
  case SPU_PMSWINC_EL0:
    if (user->el0 && user->uen) {
      cover_increments(user, hits);
    }
    break;
  case SPU_PMZR_EL0:
    cover_zeroes(user, hits);
    break;
  case SPU_PMUACR_EL1: {
    const uint32_t hpmn = user->cycle->last_in->mdcr_el2_hpmn & 31U;
    const uint32_t reserved = user->counting->uacr & 0x7FFFFFFFU & ~((1U << hpmn) - 1U);
    HIT_IF(uacr_hides_reserved, !user->write && user->cycle->last_in->pe_el == SPU_EL1 &&
                                    user->cycle->config->have_el2 && reserved != 0 &&
                                    (user->cycle->out->sysreg_rdata & reserved) == 0);
    break;
  }
  default:
    cover_counter(user, hits);
    break;
  }
}

void cover_user_access(const struct cover_cycle *cycle, const struct cover_counting *counting, uint64_t *hits)
{
  const struct spu_in *last = cycle->last_in;
  const uint8_t verdict = cycle->out->sysreg_verdict;
  // EL1 as it is now: what is looked at does not change in the cycle after an access, but for the PE's state.
  const bool el1_aarch32 = cover_el1_aarch32(cycle);
  struct user user = {.cycle = cycle,
                      .counting = counting,
                      .addr = last->sysreg_addr,
                      .write = last->sysreg_write,
                      .el0 = last->pe_el == SPU_EL0,
                      .en = (counting->userenr & SPU_PMUSERENR_EL0_EN) != 0,
                      .data = (uint32_t)last->sysreg_wdata};
  const bool set = (counting->userenr & SPU_PMUSERENR_EL0_UEN) != 0;
  user.uen = set && !el1_aarch32;
  if (cycle->config->pmu_version < 9 || cycle->pe_changed) {
    return;
  }
  if (verdict == SPU_ACCESS_OK) {
    cover_done(&user, hits);
    return;
  }
  const bool tid = (counting->userenr & SPU_PMUSERENR_EL0_TID) != 0;
  const bool to_el1 = verdict == SPU_ACCESS_TRAP_EL1;
  HIT_IF(uen_traps_pmcr, user.el0 && user.uen && user.en && user.addr == SPU_PMCR_EL0 && to_el1);
  HIT_IF(tid_traps, user.el0 && tid && is_identification(user.addr) && (user.en || user.uen) && to_el1);
  HIT_IF(uen_without_aarch64_el1, user.el0 && set && el1_aarch32 && !user.en &&
                                      user.addr == SPU_PMOVSSET_EL0 && verdict == SPU_ACCESS_UNDEFINED);
  HIT_IF(enpm2_traps, user.addr == SPU_PMUACR_EL1 && verdict == SPU_ACCESS_TRAP_EL3 &&
                          !last->mdcr_el3_enpm2 && !last->mdcr_el3_tpm);
  HIT_IF(pmuacr_traps_to_el2, user.addr == SPU_PMUACR_EL1 && verdict == SPU_ACCESS_TRAP_EL2);
  HIT_IF(pmzr_traps_to_el2, user.addr == SPU_PMZR_EL0 && user.write && verdict == SPU_ACCESS_TRAP_EL2);
  HIT_IF(pmuacr_at_el0, user.addr == SPU_PMUACR_EL1 && user.el0 && verdict == SPU_ACCESS_UNDEFINED);
  HIT_IF(pmzr_is_not_read, user.addr == SPU_PMZR_EL0 && !user.write && verdict == SPU_ACCESS_UNDEFINED);
}
