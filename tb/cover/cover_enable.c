// SPDX-License-Identifier: Apache-2.0
//
// Coverage of block A: who owns the buffer, is it enabled, is profiling on (requirements A1 to A4). What decides
// is worked out from pins and registers (cover_pe.h), and a case counts only if the unit's buffer_enabled or
// profiling_enabled agrees.
#include "cover/cover_block.h"
#include "cover/cover_enable_bins.h"

#define E0SPE 1U  // E0HSPE in PMSCR_EL2
#define E1SPE 2U  // E2SPE in PMSCR_EL2

// clang-format off
enum { BINS(COVER_BIN_ENUM) TABLE_1(COVER_BIN_ENUM) TABLE_4(COVER_BIN_ENUM) BIN_COUNT, BIN_NONE = BIN_COUNT };

static const struct cover_bin bins[] = {BINS(COVER_BIN_ROW) TABLE_1(COVER_BIN_ROW) TABLE_4(COVER_BIN_ROW)};

// Rows of Table D17-1, in its order: the bins of each level, for off and on.
#define C_NONE {BIN_NONE, BIN_NONE}
#define C_OFF(row, el) {BIN_##row##_##el##_off, BIN_NONE}
#define C_BIT(row, el) {BIN_##row##_##el##_off, BIN_##row##_##el##_on}
enum row { ROW_OTHER, ROW_NO_EL2, ROW_EL1, ROW_EL1_TGE, ROW_EL2, ROW_EL2_TGE, ROWS };
#define STATE_ROWS(state, no_el2) { \
    {C_OFF(state##_other, el0), C_OFF(state##_other, el1), C_OFF(state##_other, el2), C_OFF(state##_other, el3)}, \
    no_el2, \
    {C_BIT(state##_el1, el0), C_BIT(state##_el1, el1), C_OFF(state##_el1, el2), C_OFF(state##_el1, el3)}, \
    {C_OFF(state##_el1_tge, el0), C_NONE, C_OFF(state##_el1_tge, el2), C_OFF(state##_el1_tge, el3)}, \
    {C_BIT(state##_el2, el0), C_BIT(state##_el2, el1), C_BIT(state##_el2, el2), C_OFF(state##_el2, el3)}, \
    {C_BIT(state##_el2_tge, el0), C_NONE, C_BIT(state##_el2_tge, el2), C_OFF(state##_el2_tge, el3)}}
#define SECURE_NO_EL2 {C_BIT(s_no_el2, el0), C_BIT(s_no_el2, el1), C_NONE, C_OFF(s_no_el2, el3)}
// Without EL2 at all, the rows of an EL1 owner.
#define EL1_ALONE(state) {C_BIT(state##_el1, el0), C_BIT(state##_el1, el1), C_NONE, C_OFF(state##_el1, el3)}

static const uint16_t table_1[4][ROWS][4][2] = {
    [COVER_SECURE] = STATE_ROWS(s, SECURE_NO_EL2),
    [COVER_NONSECURE] = STATE_ROWS(ns, EL1_ALONE(ns)),
    [COVER_REALM] = STATE_ROWS(r, EL1_ALONE(r)),
};
// clang-format on

struct state {
  bool known;  // `last` is of the previous cycle
  bool enabled;
  uint8_t reasons;  // of the previous cycle's state
  uint8_t el;
};

// Why the buffer is disabled.
enum { BY_E = 1, BY_STOP = 2, BY_DEBUG = 4, BY_STATE = 8, BY_AARCH32 = 16 };

static uint8_t reasons(const struct cover_cycle *cycle)
{
  const struct cover_pe *pe = cycle->pe;
  return (uint8_t)(((cycle->regs->pmblimitr & SPU_PMBLIMITR_EL1_E) == 0 ? BY_E : 0) |
                   (cycle->stopped ? BY_STOP : 0) | (cycle->in->pe_debug ? BY_DEBUG : 0) |
                   (pe->owner_ss != pe->below_ss ? BY_STATE : 0) | (pe->owner_aarch32 ? BY_AARCH32 : 0));
}

static void cover_owner(const struct cover_cycle *cycle, uint64_t *hits)
{
  static const uint16_t owner[4][2] = {[COVER_SECURE] = {BIN_owner_secure_el1, BIN_owner_secure_el2},
                                       [COVER_NONSECURE] = {BIN_owner_nonsecure_el1, BIN_owner_nonsecure_el2},
                                       [COVER_REALM] = {BIN_owner_realm_el1, BIN_owner_realm_el2}};
  const struct cover_pe *pe = cycle->pe;
  const uint32_t e2pb = cycle->in->mdcr_el2_e2pb & 3U;
  if (pe->all_aarch32 || pe->owner_ss == COVER_ROOT) {
    return;
  }
  hits[owner[pe->owner_ss][pe->owner_el == SPU_EL2]]++;
  hits[BIN_owner_fixed_without_el3] += !cycle->config->have_el3;
  if (pe->owner_el2) {
    hits[BIN_e2pb_00 + e2pb]++;
  }
  // EL2 off in the owner's state, which is Secure, while the PE is there.
  hits[BIN_e2pb_00_without_el2] += cycle->config->have_el2 && !pe->owner_el2 && e2pb == 0;
  static const uint16_t others[4][4] = {
      [COVER_NONSECURE] =
          {[COVER_SECURE] = BIN_nonsecure_not_secure_owner, [COVER_REALM] = BIN_nonsecure_not_realm_owner},
      [COVER_SECURE] =
          {[COVER_NONSECURE] = BIN_secure_not_nonsecure_owner, [COVER_REALM] = BIN_secure_not_realm_owner},
      [COVER_REALM] = {
          [COVER_SECURE] = BIN_realm_not_secure_owner, [COVER_NONSECURE] = BIN_realm_not_nonsecure_owner}};
  if (pe->owner_ss != pe->below_ss) {
    hits[others[pe->below_ss][pe->owner_ss]] += !cycle->out->buffer_enabled;
  }
  hits[BIN_reserved_owner] += pe->owner_reserved;
  hits[BIN_reserved_owner_profiles] += pe->owner_reserved && cycle->out->profiling_enabled;
}

static void cover_buffer_enabled(const struct cover_cycle *cycle, uint8_t why, uint64_t *hits)
{
  const bool enabled = cycle->out->buffer_enabled;
  if (enabled != (why == 0)) {
    return;
  }
  switch (why) {
  case 0:
    hits[BIN_buffer_enabled]++;
    break;
  case BY_E:
    hits[BIN_only_e_clear]++;
    break;
  case BY_STOP:
    hits[BIN_only_stopped]++;
    break;
  case BY_DEBUG:
    hits[BIN_only_debug]++;
    break;
  case BY_STATE:
    hits[BIN_only_other_state]++;
    break;
  case BY_AARCH32:
    hits[cycle->pe->all_aarch32           ? BIN_only_el3_aarch32
         : cycle->pe->owner_el == SPU_EL2 ? BIN_only_owner_aarch32_el2
                                          : BIN_only_owner_aarch32_el1]++;
    break;
  default:
    hits[BIN_two_reasons]++;
    break;
  }
}

// The buffer is enabled: what decides whether profiling is on.
static void cover_profiling(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct cover_pe *pe = cycle->pe;
  const struct cover_regs *regs = cycle->regs;
  const bool on = cycle->out->profiling_enabled;
  const uint64_t differ = (regs->pmscr_el1 ^ regs->pmscr_el2) & E0SPE;
  if (pe->el == SPU_EL3) {
    hits[BIN_never_at_el3] += !on;
  } else if (cycle->in->pe_aarch32) {
    hits[BIN_not_in_aarch32_el0] += !on && pe->el == SPU_EL0;
    hits[BIN_not_in_aarch32_el1] += !on && pe->el == SPU_EL1;
  } else if (pe->tge && pe->owner_el == SPU_EL1) {
    hits[BIN_not_tge_el1_owner] += !on;
  } else if (pe->el > pe->owner_el) {
    hits[BIN_not_above_owner] += !on;
  } else if (pe->el == SPU_EL2) {
    hits[on ? BIN_e2spe_set : BIN_e2spe_clear] += on == ((regs->pmscr_el2 & E1SPE) != 0);
  } else if (pe->el == SPU_EL1) {
    hits[on ? BIN_e1spe_set : BIN_e1spe_clear] += on == ((regs->pmscr_el1 & E1SPE) != 0);
  } else if (pe->tge) {
    hits[on ? BIN_e0hspe_set : BIN_e0hspe_clear] += on == ((regs->pmscr_el2 & E0SPE) != 0);
    hits[BIN_e0hspe_not_e0spe] += differ != 0;
  } else {
    hits[on ? BIN_e0spe_set : BIN_e0spe_clear] += on == ((regs->pmscr_el1 & E0SPE) != 0);
    hits[BIN_e0spe_not_e0hspe] += differ != 0 && cycle->config->have_el2;
  }
}

static enum row find_row(const struct cover_pe *pe)
{
  if (pe->owner_ss != pe->below_ss) {
    return ROW_OTHER;
  }
  if (!pe->el2) {
    return ROW_NO_EL2;
  }
  if (pe->owner_el == SPU_EL2) {
    return pe->tge ? ROW_EL2_TGE : ROW_EL2;
  }
  return pe->tge ? ROW_EL1_TGE : ROW_EL1;
}

// Its precondition: the buffer is enabled as far as E, S and the execution state go, Non-debug state, AArch64.
static void cover_table_1(const struct cover_cycle *cycle, uint8_t why, uint64_t *hits)
{
  const struct cover_pe *pe = cycle->pe;
  if ((why & ~BY_STATE) != 0 || cycle->in->pe_aarch32) {
    return;
  }
  const uint16_t bin = table_1[pe->below_ss][find_row(pe)][pe->el & 3U][cycle->out->profiling_enabled];
  if (bin != BIN_NONE) {
    hits[bin]++;
  }
}

static void cover_table_4_disabled(const struct cover_cycle *cycle, uint8_t why, uint64_t *hits)
{
  static const uint16_t disabled[4] = {BIN_disabled_in_secure, BIN_disabled_in_nonsecure, BIN_NONE,
                                       BIN_disabled_in_realm};
  const uint16_t bin = disabled[cycle->pe->below_ss];
  if (why == BY_STATE && bin != BIN_NONE && !cycle->out->buffer_enabled) {
    hits[bin]++;
  }
}

static void cover_regime(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct cover_pe *pe = cycle->pe;
  const bool host = cycle->in->hcr_el2_e2h && cycle->config->have_vhe;
  const uint32_t el2 = host ? 2U : 1U;
  const uint32_t regime = pe->owner_el == SPU_EL2 ? el2 : 0U;
  if (pe->owner_ss == COVER_SECURE) {
    hits[!pe->el2 ? (uint32_t)BIN_regime_secure_el1 : BIN_regime_secure_el1_el2 + regime]++;
  } else if (pe->owner_ss == COVER_NONSECURE) {
    hits[BIN_regime_nonsecure_el1 + regime]++;
  } else {
    hits[BIN_regime_realm_el1 + regime]++;
  }
}

// Profiling was on in the previous cycle and is off, for one reason.
static void cover_off(const struct cover_cycle *cycle, const struct state *last, uint8_t why, uint64_t *hits)
{
  const bool same_level = last->el == cycle->pe->el && !cycle->in->pe_aarch32;
  const bool written = cycle->last_in->sysreg_valid && cycle->last_in->sysreg_write;
  if (why == BY_E && same_level) {
    hits[BIN_off_by_e]++;
  } else if (why == BY_STOP && same_level) {
    hits[BIN_off_by_stop]++;
  } else if (why == BY_DEBUG && same_level) {
    hits[BIN_off_by_debug]++;
  } else if (why == 0 && same_level && written && !cycle->pe_changed) {
    hits[BIN_off_by_enable]++;
  } else if (why == 0 && !same_level && !cycle->regs_changed) {
    hits[BIN_off_by_level]++;
  }
}

static void step(void *context, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct state *state = context;
  if (cycle->vif->start_valid && cycle->out->buffer_enabled) {
    cover_regime(cycle, hits);
  }
  if (!cycle->pe_changed && !cycle->regs_changed) {
    return;
  }
  const uint8_t why = reasons(cycle);
  const bool on = cycle->out->profiling_enabled;
  cover_owner(cycle, hits);
  cover_buffer_enabled(cycle, why, hits);
  if (why == 0) {
    cover_profiling(cycle, hits);
  }
  cover_table_1(cycle, why, hits);
  cover_table_4_disabled(cycle, why, hits);
  if (state->known && !cycle->after_reset) {
    hits[BIN_on_again] += on && !state->enabled;
    if (!on && state->enabled) {
      cover_off(cycle, state, why, hits);
    }
  }
  *state = (struct state){.known = true, .enabled = on, .reasons = why, .el = cycle->pe->el};
}

const struct cover_block cover_enable = {"enable", bins, BIN_COUNT, step};
