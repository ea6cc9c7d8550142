// SPDX-License-Identifier: Apache-2.0
//
// Coverage of the registers' contents (requirements B1, B5): written fields read back, RES0 areas written with ones,
// reset values, ID registers, and direct writes in the cycle of an indirect one.
#include "spu_sysreg.h"
#include "unit/cover/cover_block.h"
#include "unit/cover/cover_config.h"
#include "unit/cover/cover_sysreg.h"

#define BITS(high, low) ((~UINT64_C(0) >> (63 - (high))) & (~UINT64_C(0) << (low)))

COVER_CONFIG(ecv_el2, config->have_ecv && config->have_el2)
COVER_CONFIG(no_pct_7, !config->have_ecv || !config->have_el2)
COVER_CONFIG(no_ecv_el2, !config->have_ecv && config->have_el2)
COVER_CONFIG(count_12bit, !config->count_16bit)
COVER_CONFIG(some_events_missing, cover_filter_events(config) != ~UINT64_C(0))
COVER_CONFIG(no_mss2, !config->have_pie && !config->have_poe && !config->have_the)
COVER_CONFIG(not_reported,
             config->external_abort == SPU_ABORT_IGNORED || config->external_abort == SPU_ABORT_SERROR)
COVER_CONFIG(exc, config->spe_version >= 5)
COVER_CONFIG(exc_el2, cover_exc(config) && config->have_el2)
COVER_CONFIG(exc_el3, cover_exc(config) && config->have_el3)
COVER_CONFIG(no_exc, !cover_exc(config))
COVER_CONFIG(nvm, config->have_spe_nvm)
COVER_CONFIG(no_nvm, !config->have_spe_nvm)
// Both features have fields in PMSCR_ELx above bit 7.
COVER_CONFIG(neither, cover_no_exc(config) && cover_no_nvm(config))
COVER_CONFIG(either, !cover_neither(config))
COVER_CONFIG(neither_el2, cover_neither(config) && config->have_el2)
COVER_CONFIG(either_el2, cover_either(config) && config->have_el2)
COVER_CONFIG(nvm_no_exc, cover_nvm(config) && cover_no_exc(config))
COVER_CONFIG(nvm_no_exc_el2, cover_nvm_no_exc(config) && config->have_el2)
COVER_CONFIG(either_no_envm, cover_either(config) && (cover_no_nvm(config) || config->nested_virt == 0))
COVER_CONFIG(exc_no_nvm_el2, cover_exc_el2(config) && cover_no_nvm(config))
COVER_CONFIG(other_owner, config->have_el3 && (cover_secure(config) || config->have_rme))
COVER_CONFIG(other_owner_el2, cover_other_owner(config) && config->have_el2)

// clang-format off
// X(name, register, exists): each has three bins.
#define REGISTERS(X) \
  X(pmscr_el1, COVER_PMSCR_EL1, NULL) X(pmsnevfr_el1, COVER_PMSNEVFR_EL1, cover_v1p2) \
  X(pmsicr_el1, COVER_PMSICR_EL1, NULL) X(pmsirr_el1, COVER_PMSIRR_EL1, NULL) X(pmsfcr_el1, COVER_PMSFCR_EL1, NULL) \
  X(pmsevfr_el1, COVER_PMSEVFR_EL1, NULL) X(pmslatfr_el1, COVER_PMSLATFR_EL1, NULL) \
  X(pmblimitr_el1, COVER_PMBLIMITR_EL1, NULL) X(pmbptr_el1, COVER_PMBPTR_EL1, NULL) \
  X(pmbsr_el1, COVER_PMBSR_EL1, NULL) X(pmsdsfr_el1, COVER_PMSDSFR_EL1, cover_fds) \
  X(pmscr_el2, COVER_PMSCR_EL2, cover_el2) X(pmbmar_el1, COVER_PMBMAR_EL1, cover_nvm) \
  X(pmbsr_el2, COVER_PMBSR_EL2, cover_exc_el2) X(pmbsr_el3, COVER_PMBSR_EL3, cover_exc_el3)
#define REGISTER_ENUM(name, reg, exists) BIN_##name##_reset, BIN_##name##_read_back, BIN_##name##_all_ones,
#define REGISTER_ROWS(name, reg, exists) \
  {"B1", #name "_reset", #name " is read before any write: the reset value", exists}, \
  {"B1", #name "_read_back", #name " reads back a written value, with bits set and bits clear", exists}, \
  {"B1", #name "_all_ones", #name " is read after every bit was written as one", exists},
#define REGISTER_FIRST(name, reg, exists) [reg] = BIN_##name##_reset,

// X(name, register, area, exists, meaning) for RES0 areas that were written with ones when the register is read; area
// 0: every bit that the configuration does not have.
#define AREAS(X) \
  X(pmscr_el1_res0_2, COVER_PMSCR_EL1, BITS(2, 2), NULL, "PMSCR_EL1 bit 2") \
  X(pmscr_el1_res0_7, COVER_PMSCR_EL1, BITS(7, 7), cover_no_pct_7, "PMSCR_EL1 bit 7, PCT has one bit") \
  X(pmscr_el1_res0_63_8, COVER_PMSCR_EL1, BITS(63, 8), cover_neither, "PMSCR_EL1 bits 63:8") \
  X(pmscr_el1_res0_10_8, COVER_PMSCR_EL1, BITS(10, 8), cover_nvm_no_exc, "PMSCR_EL1.{KE, EE} without FEAT_SPE_EXC") \
  X(pmscr_el1_res0_11, COVER_PMSCR_EL1, BITS(11, 11), cover_either_no_envm, \
    "PMSCR_EL1.EnVM without FEAT_SPE_nVM and FEAT_NV") \
  X(pmscr_el1_res0_63_12, COVER_PMSCR_EL1, BITS(63, 12), cover_either, "PMSCR_EL1 bits 63:12") \
  X(pmscr_el2_res0_2, COVER_PMSCR_EL2, BITS(2, 2), cover_el2, "PMSCR_EL2 bit 2") \
  X(pmscr_el2_res0_7, COVER_PMSCR_EL2, BITS(7, 7), cover_no_ecv_el2, "PMSCR_EL2 bit 7, PCT has one bit") \
  X(pmscr_el2_res0_63_8, COVER_PMSCR_EL2, BITS(63, 8), cover_neither_el2, "PMSCR_EL2 bits 63:8") \
  X(pmscr_el2_res0_10_8, COVER_PMSCR_EL2, BITS(10, 8), cover_nvm_no_exc_el2, \
    "PMSCR_EL2.{KE, EE} without FEAT_SPE_EXC") \
  X(pmscr_el2_res0_11, COVER_PMSCR_EL2, BITS(11, 11), cover_exc_no_nvm_el2, "PMSCR_EL2.EnVM without FEAT_SPE_nVM") \
  X(pmscr_el2_res0_63_12, COVER_PMSCR_EL2, BITS(63, 12), cover_either_el2, "PMSCR_EL2 bits 63:12") \
  X(pmsicr_res0_55_32, COVER_PMSICR_EL1, BITS(55, 32), NULL, "PMSICR_EL1 bits 55:32") \
  X(pmsicr_res0_63_56, COVER_PMSICR_EL1, BITS(63, 56), cover_no_ernd, "PMSICR_EL1 bits 63:56, no FEAT_SPE_ERnd") \
  X(pmsirr_res0_7_1, COVER_PMSIRR_EL1, BITS(7, 1), NULL, "PMSIRR_EL1 bits 7:1") \
  X(pmsirr_res0_63_32, COVER_PMSIRR_EL1, BITS(63, 32), NULL, "PMSIRR_EL1 bits 63:32") \
  X(pmsfcr_res0_3, COVER_PMSFCR_EL1, BITS(3, 3), cover_before_v1p2, "PMSFCR_EL1.FnE before FEAT_SPEv1p2") \
  X(pmsfcr_res0_4, COVER_PMSFCR_EL1, BITS(4, 4), cover_no_fds, "PMSFCR_EL1.FDS without FEAT_SPE_FDS") \
  X(pmsfcr_res0_15_5, COVER_PMSFCR_EL1, BITS(15, 5), NULL, "PMSFCR_EL1 bits 15:5") \
  X(pmsfcr_res0_63_19, COVER_PMSFCR_EL1, BITS(63, 19), cover_no_eft, "PMSFCR_EL1 bits 63:19") \
  X(pmsfcr_res0_47_21, COVER_PMSFCR_EL1, BITS(47, 21), cover_eft, "PMSFCR_EL1 bits 47:21") \
  X(pmsfcr_res0_63_53, COVER_PMSFCR_EL1, BITS(63, 53), cover_eft, "PMSFCR_EL1 bits 63:53") \
  X(pmsevfr_res0, COVER_PMSEVFR_EL1, 0, cover_some_events_missing, "PMSEVFR_EL1: every event that cannot be filtered") \
  X(pmsnevfr_res0, COVER_PMSNEVFR_EL1, 0, cover_v1p2, "PMSNEVFR_EL1: every event that cannot be filtered") \
  X(pmslatfr_res0_15_12, COVER_PMSLATFR_EL1, BITS(15, 12), cover_count_12bit, \
    "PMSLATFR_EL1 bits 15:12, 12-bit counters") \
  X(pmslatfr_res0_63_16, COVER_PMSLATFR_EL1, BITS(63, 16), NULL, "PMSLATFR_EL1 bits 63:16") \
  X(pmblimitr_res0_4_3, COVER_PMBLIMITR_EL1, BITS(4, 3), NULL, "PMBLIMITR_EL1 bits 4:3") \
  X(pmblimitr_res0_5, COVER_PMBLIMITR_EL1, BITS(5, 5), cover_before_v1p2, "PMBLIMITR_EL1.PMFZ before FEAT_SPEv1p2") \
  X(pmblimitr_res0_11_6, COVER_PMBLIMITR_EL1, BITS(11, 6), cover_no_nvm, "PMBLIMITR_EL1 bits 11:6") \
  X(pmblimitr_res0_6, COVER_PMBLIMITR_EL1, BITS(6, 6), cover_nvm, "PMBLIMITR_EL1 bit 6") \
  X(pmblimitr_res0_11_8, COVER_PMBLIMITR_EL1, BITS(11, 8), cover_nvm, "PMBLIMITR_EL1 bits 11:8") \
  X(pmbmar_res0_63_10, COVER_PMBMAR_EL1, BITS(63, 10), cover_nvm, "PMBMAR_EL1 bits 63:10") \
  X(pmbsr_res0_15_6, COVER_PMBSR_EL1, BITS(15, 6), NULL, "PMBSR_EL1 bits 15:6") \
  X(pmbsr_res0_18, COVER_PMBSR_EL1, BITS(18, 18), cover_not_reported, "PMBSR_EL1.EA where nothing sets it") \
  X(pmbsr_res0_25_20, COVER_PMBSR_EL1, BITS(25, 20), NULL, "PMBSR_EL1 bits 25:20") \
  X(pmbsr_res0_55_32, COVER_PMBSR_EL1, BITS(55, 32), cover_no_mss2, "PMBSR_EL1.MSS2 where nothing sets it") \
  X(pmbsr_res0_63_56, COVER_PMBSR_EL1, BITS(63, 56), NULL, "PMBSR_EL1 bits 63:56")

#define BINS(X) \
  X(pmsidr_el1, "B1", NULL, "PMSIDR_EL1 is read at EL1") \
  X(pmsidr_el2, "B1", cover_el2, "PMSIDR_EL1 is read at EL2") \
  X(pmsidr_el3, "B1", cover_el3, "PMSIDR_EL1 is read at EL3") \
  X(p_el1_owner, "B5", NULL, "PMBIDR_EL1.P at the owning EL1: 0") \
  X(p_el1_below_owner, "B5", cover_el2, "PMBIDR_EL1.P at EL1, EL2 owns: 1") \
  X(p_el1_other_state, "B5", cover_other_owner, "PMBIDR_EL1.P at EL1, another Security state owns: 1") \
  X(p_el2_owner, "B5", cover_el2, "PMBIDR_EL1.P at the owning EL2: 0") \
  X(p_el2_above_owner, "B5", cover_el2, "PMBIDR_EL1.P at EL2, EL1 owns: 0") \
  X(p_el2_other_state, "B5", cover_other_owner_el2, "PMBIDR_EL1.P at EL2, another Security state owns: 1") \
  X(p_el3_same_state, "B5", cover_el3, "PMBIDR_EL1.P at EL3, the state of SCR_EL3 owns: 0") \
  X(p_el3_other_state, "B5", cover_other_owner, "PMBIDR_EL1.P at EL3, another state owns: 0") \
  X(pct_el1_00, "B5", cover_el2, "PMSCR_EL1.PCT reads 0b00") \
  X(pct_el1_01, "B5", NULL, "PMSCR_EL1.PCT reads 0b01") \
  X(pct_el1_10, "B5", cover_ecv_el2, "PMSCR_EL1.PCT reads 0b10") \
  X(pct_el1_11, "B5", cover_ecv_el2, "PMSCR_EL1.PCT reads 0b11") \
  X(pct_el1_fixed, "B5", cover_no_el2, "PMSCR_EL1.PCT written as 0b00 reads 0b01 without EL2") \
  X(pct_el2_00, "B5", cover_el2, "PMSCR_EL2.PCT reads 0b00") \
  X(pct_el2_01, "B5", cover_el2, "PMSCR_EL2.PCT reads 0b01") \
  X(pct_el2_10, "B5", cover_ecv_el2, "PMSCR_EL2.PCT reads 0b10") \
  X(pct_el2_11, "B5", cover_ecv_el2, "PMSCR_EL2.PCT reads 0b11") \
  X(pmsicr_write_counts, "B1 x C1", NULL, "PMSICR_EL1 is written in a cycle that counts") \
  X(pmsicr_write_selects, "B1 x C1", NULL, "PMSICR_EL1 is written in a cycle that selects") \
  X(pmsicr_read_counts, "B1 x C1", NULL, "PMSICR_EL1 is read in a cycle that counts") \
  X(pmbptr_write_commits, "B1 x G1", NULL, "PMBPTR_EL1 is written in the cycle of a commit") \
  X(pmbptr_read_commits, "B1 x G1", NULL, "PMBPTR_EL1 is read in the cycle of a commit") \
  X(pmbsr_write_event, "B1 x G6", NULL, "PMBSR_EL1 is written in the cycle of a management event") \
  X(pmbsr_read_event, "B1 x G6", NULL, "PMBSR_EL1 is read in the cycle of a management event") \
  X(pmbsr_write_collision, "B1 x C3", NULL, "PMBSR_EL1 is written in the cycle of a collision") \
  X(pmbsr_write_abort, "B1 x G4", cover_abort_async, "PMBSR_EL1 is written in the cycle of an External abort") \
  X(pmblimitr_write_commits, "B1 x G2", NULL, "PMBLIMITR_EL1 is written in the cycle of a commit") \
  X(pmscr_write_marks, "B1 x D1", NULL, "PMSCR_EL1 is written in the cycle of a mark") \
  X(pmsirr_write_reloads, "B1 x C1", NULL, "PMSIRR_EL1 is written in a cycle that reloads the counter")
// clang-format on

#define AREA_ENUM(name, reg, area, exists, meaning) BIN_##name,
#define AREA_ROW(name, reg, area, exists, meaning) \
  {"B1", #name, "read after it was written with ones: " meaning, exists},
#define AREA_BITS(name, reg, area, exists, meaning) {reg, BIN_##name, area},
enum { REGISTERS(REGISTER_ENUM) AREAS(AREA_ENUM) BINS(COVER_BIN_ENUM) BIN_COUNT };

static const struct cover_bin bins[] = {REGISTERS(REGISTER_ROWS) AREAS(AREA_ROW) BINS(COVER_BIN_ROW)};

// First of the three bins of a register.
static const uint16_t first_bin[COVER_SYSREGS] = {REGISTERS(REGISTER_FIRST)};

static const struct {
  enum cover_sysreg reg;
  uint16_t bin;
  uint64_t area;
} areas[] = {AREAS(AREA_BITS)};

struct state {
  // The access whose response is in this cycle.
  bool valid;
  bool write;
  enum cover_sysreg reg;  // the register that it accesses
  uint64_t data;
  uint8_t p_owner;  // bin of PMBIDR_EL1.P, from p_el1_owner on
  // Since reset.
  uint32_t written;  // set of registers
  uint64_t last[COVER_SYSREGS];
};

// The case of a read of PMBIDR_EL1.P.
static uint8_t p_case(const struct cover_pe *pe)
{
  const bool same = pe->owner_ss == pe->below_ss;
  if (pe->el == SPU_EL3) {
    return same ? BIN_p_el3_same_state - BIN_p_el1_owner : BIN_p_el3_other_state - BIN_p_el1_owner;
  }
  if (!same) {
    return pe->el == SPU_EL2 ? BIN_p_el2_other_state - BIN_p_el1_owner
                             : BIN_p_el1_other_state - BIN_p_el1_owner;
  }
  if (pe->el == SPU_EL2) {
    return pe->owner_el == SPU_EL2 ? BIN_p_el2_owner - BIN_p_el1_owner
                                   : BIN_p_el2_above_owner - BIN_p_el1_owner;
  }
  return pe->owner_el == SPU_EL2 ? BIN_p_el1_below_owner - BIN_p_el1_owner : 0;
}

static bool p_expected(uint8_t p_owner)
{
  const uint32_t bin = p_owner + (uint32_t)BIN_p_el1_owner;
  return bin == BIN_p_el1_below_owner || bin == BIN_p_el1_other_state || bin == BIN_p_el2_other_state;
}

static void cover_read(const struct cover_cycle *cycle, const struct state *state, uint64_t *hits)
{
  const enum cover_sysreg reg = state->reg;
  const uint64_t value = cycle->out->sysreg_rdata;
  const uint64_t mask = cover_sysreg_mask(reg, cycle->config);
  const uint64_t last = state->last[reg];
  if (reg == COVER_PMSIDR_EL1) {
    const uint32_t el = cycle->last_in->pe_el;
    hits[BIN_pmsidr_el1 + (el == SPU_EL3 ? 2U : el == SPU_EL2 ? 1U : 0U)]++;
    return;
  }
  if (reg == COVER_PMBIDR_EL1) {
    hits[BIN_p_el1_owner + state->p_owner] += (value >> 4 & 1) == p_expected(state->p_owner);
    return;
  }
  if ((reg == COVER_PMSCR_EL2 || reg == COVER_PMBSR_EL2) && !cycle->config->have_el2) {
    return;  // RES0 from EL3: counted in block access
  }
  if (reg == COVER_PMSCR_EL1 || reg == COVER_PMSCR_EL2) {
    hits[(reg == COVER_PMSCR_EL1 ? BIN_pct_el1_00 : BIN_pct_el2_00) + (value >> 6 & 3)]++;
  }
  if ((state->written >> reg & 1) == 0) {
    hits[first_bin[reg]]++;
    return;
  }
  if (reg == COVER_PMSCR_EL1 && !cycle->config->have_el2) {
    HIT_IF(pct_el1_fixed, (last >> 6 & 3) == 0 && (value >> 6 & 3) == 1);
  }
  hits[first_bin[reg] + 1] += ((value ^ last) & mask) == 0 && (last & mask) != 0 && (~last & mask) != 0;
  hits[first_bin[reg] + 2] += last == UINT64_MAX;
  for (size_t i = 0; i < sizeof areas / sizeof areas[0]; i++) {
    const uint64_t area = areas[i].area != 0 ? areas[i].area : ~mask;
    const struct cover_bin *bin = &bins[areas[i].bin];
    if (bin->exists != NULL && !bin->exists(cycle->config)) {
      continue;  // the configuration has other areas here
    }
    if (areas[i].reg == reg && (area & mask) == 0 && area != 0) {
      hits[areas[i].bin] += (~last & area) == 0 && (value & area) == 0;
    }
  }
}

// Takes an allowed access, in the cycle after it.
static void end(const struct cover_cycle *cycle, struct state *state, uint64_t *hits)
{
  if (cycle->out->sysreg_verdict != SPU_ACCESS_OK || state->reg == COVER_SYSREGS) {
    return;
  }
  const struct spu_out *then = cycle->last_out;
  const struct spu_vif *vif = cycle->last_vif;
  const bool write = state->write;
  if (write) {
    state->last[state->reg] = state->data;
    state->written |= 1U << state->reg;
  } else {
    cover_read(cycle, state, hits);
  }
  switch (state->reg) {
  case COVER_PMSICR_EL1:
    HIT_IF(pmsicr_write_counts, write && then->sample_pop != 0);
    HIT_IF(pmsicr_write_selects, write && (then->mark_valid || then->sample_collision != 0));
    HIT_IF(pmsicr_read_counts, !write && then->sample_pop != 0);
    break;
  case COVER_PMSIRR_EL1:
    HIT_IF(pmsirr_write_reloads, write && then->sample_pop != 0 && (then->pmsicr & BITS(31, 0)) == 0);
    break;
  case COVER_PMBPTR_EL1:
    HIT_IF(pmbptr_write_commits, write && vif->commit_valid);
    HIT_IF(pmbptr_read_commits, !write && vif->commit_valid);
    break;
  case COVER_PMBLIMITR_EL1:
    HIT_IF(pmblimitr_write_commits, write && vif->commit_valid);
    break;
  case COVER_PMBSR_EL1:
    HIT_IF(pmbsr_write_event, write && vif->event_valid);
    HIT_IF(pmbsr_read_event, !write && vif->event_valid);
    HIT_IF(pmbsr_write_collision, write && then->sample_collision != 0);
    HIT_IF(pmbsr_write_abort, cover_abort_async(cycle->config) && write && cycle->last_in->axi_bvalid &&
                                  cycle->last_in->axi_bresp >= 2);
    break;
  case COVER_PMSCR_EL1:
    HIT_IF(pmscr_write_marks, write && then->mark_valid);
    break;
  default:
    break;
  }
}

static void step(void *context, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct state *state = context;
  if (cycle->after_reset) {
    *state = (struct state){.valid = false};
  }
  if (state->valid && cycle->out->sysreg_done) {
    end(cycle, state, hits);
  }
  state->valid = cycle->in->sysreg_valid && !spu_sysreg_is_monitor(cycle->in->sysreg_addr);
  if (state->valid) {
    const enum cover_sysreg reg = cover_sysreg_at(cycle->in->sysreg_addr);
    state->reg = reg == COVER_SYSREGS ? reg : cover_sysreg_target(reg, cycle);
    state->write = cycle->in->sysreg_write;
    state->data = cycle->in->sysreg_wdata;
    state->p_owner = p_case(cycle->pe);
  }
}

const struct cover_block cover_regs = {"regs", bins, BIN_COUNT, step};
