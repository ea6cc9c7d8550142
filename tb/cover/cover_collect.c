// SPDX-License-Identifier: Apache-2.0
//
// Coverage of what is collected about a marked operation (requirements D1, D2, U4 of PMSCR_ELx.PCT). The controls
// that decide are read in the cycle of the mark; a case counts only if the unit's mark_cx1, mark_cx2, mark_pa and
// mark_ts are what it asks for.
#include "cover/cover_block.h"
#include "cover/cover_config.h"

// Of PMSCR_EL1 and PMSCR_EL2 alike.
#define CX(pmscr) (((pmscr)&SPU_PMSCR_EL1_CX) != 0)
#define PA(pmscr) (((pmscr)&SPU_PMSCR_EL1_PA) != 0)
#define TS(pmscr) (((pmscr)&SPU_PMSCR_EL1_TS) != 0)
#define PCT(pmscr) ((uint32_t)(((pmscr)&SPU_PMSCR_EL1_PCT) >> SPU_PMSCR_EL1_PCT_SHIFT))

COVER_CONFIG(ecv_el2, config->have_ecv && config->have_el2)
COVER_CONFIG(ecv_el2_off, config->have_ecv &&cover_el2_can_be_off(config))
COVER_CONFIG(s0, !config->have_ecv)
COVER_CONFIG(s0_el2, !config->have_ecv && config->have_el2)
COVER_CONFIG(s0_without_el2, !config->have_ecv && cover_without_el2(config))
// PMSCR_EL1.PCT is writable only with EL2; without it it reads as 0b01.
COVER_CONFIG(s0_el2_off, !config->have_ecv && cover_el2_can_be_off(config))
COVER_CONFIG(ecv_poff, config->have_ecv && config->have_ecv_poff && config->have_el2)
COVER_CONFIG(ecv_poff_el3, cover_ecv_poff(config) && config->have_el3)
COVER_CONFIG(ecv_no_poff, cover_ecv_el2(config) && !config->have_ecv_poff)
COVER_CONFIG(ecv_vhe, config->have_ecv && config->have_vhe)
COVER_CONFIG(s0_vhe, !config->have_ecv && config->have_vhe)

// X(name, requirement, exists, meaning)
// clang-format off
#define BINS(X) \
  X(cx1_at_el1, "D1", NULL, "CONTEXTIDR_EL1 collected at EL1") \
  X(cx1_at_el0, "D1", NULL, "CONTEXTIDR_EL1 collected at EL0") \
  X(cx1_clear, "D1", NULL, "not collected: PMSCR_EL1.CX is 0") \
  X(cx1_not_at_el2, "D1", cover_el2, "not collected: CX is 1, at EL2") \
  X(cx1_not_with_tge, "D1", cover_el2, "not collected: CX is 1, EL0 with TGE") \
  X(cx2_at_el2, "D1", cover_el2, "CONTEXTIDR_EL2 collected at EL2") \
  X(cx2_at_el1, "D1", cover_el2, "CONTEXTIDR_EL2 collected at EL1") \
  X(cx2_at_el0, "D1", cover_el2, "CONTEXTIDR_EL2 collected at EL0") \
  X(cx2_el1_owner, "D1", cover_el2, "CONTEXTIDR_EL2 collected while EL1 owns the buffer") \
  X(cx2_clear, "D1", cover_el2, "not collected: PMSCR_EL2.CX is 0") \
  X(cx2_el2_off, "D1", cover_el2_can_be_off, "not collected: CX is 1, EL2 is off") \
  X(cx_both, "D1", cover_el2, "both contexts collected") \
  X(cx_none, "D1", NULL, "no context collected") \
  X(pa_el1_11, "D1", cover_el2, "EL1 owns, PA in both registers: collected") \
  X(pa_el1_10, "D1", cover_el2, "EL1 owns, PA in PMSCR_EL1 only: not collected") \
  X(pa_el1_01, "D1", cover_el2, "EL1 owns, PA in PMSCR_EL2 only: not collected") \
  X(pa_el1_00, "D1", cover_el2, "EL1 owns, PA in neither: not collected") \
  X(pa_el2_10, "D1", cover_el2, "EL2 owns, PA in PMSCR_EL1 only: not collected") \
  X(pa_el2_01, "D1", cover_el2, "EL2 owns, PA in PMSCR_EL2 only: collected") \
  X(pa_no_el2_set, "D1", cover_without_el2, "no EL2 in the owner's state, PMSCR_EL1.PA is 1: collected") \
  X(pa_no_el2_clear, "D1", cover_without_el2, "no EL2 in the owner's state, PMSCR_EL1.PA is 0: not collected") \
  X(pa_el2_off_ignores_el2, "D1", cover_el2_can_be_off, "EL2 off, PA in PMSCR_EL1 only: collected") \
  X(ts_none_el1, "D2", NULL, "EL1 owns, PMSCR_EL1.TS is 0: no timestamp") \
  X(ts_none_el2, "D2", cover_el2, "EL2 owns, PMSCR_EL2.TS is 0: no timestamp") \
  X(ts_el1_ignores_el2, "D2", cover_el2, "EL1 owns, only PMSCR_EL1.TS is 1: a timestamp") \
  X(ts_el2_ignores_el1, "D2", cover_el2, "EL2 owns, only PMSCR_EL2.TS is 1: a timestamp") \
  X(s0_el2_virtual, "D2", cover_s0_el2, "EL2 on, PMSCR_EL2.PCT 0: virtual") \
  X(s0_el2_owner_physical, "D2", cover_s0_el2, "EL2 owns, PMSCR_EL2.PCT 1: physical") \
  X(s0_el1_owner_virtual, "D2", cover_s0_el2, "EL2 on, EL1 owns, PCT 1 and 0: virtual") \
  X(s0_el1_owner_physical, "D2", cover_s0_el2, "EL2 on, EL1 owns, PCT 1 and 1: physical") \
  X(s0_no_el2_virtual, "D2", cover_s0_el2_off, "EL2 off, PMSCR_EL1.PCT 0: virtual") \
  X(s0_no_el2_physical, "D2", cover_s0_without_el2, "no EL2, PMSCR_EL1.PCT 1: physical") \
  X(d17_3_el1_00, "D2", cover_ecv_el2, "Table D17-3: EL1 owns, PMSCR_EL1.PCT 00: virtual") \
  X(d17_3_off_01, "D2", cover_ecv_el2_off, "Table D17-3: EL2 off, PMSCR_EL1.PCT 01: physical") \
  X(d17_3_off_11, "D2", cover_ecv_el2_off, "Table D17-3: EL2 off, PMSCR_EL1.PCT 11: offset physical") \
  X(d17_3_el1_2_00, "D2", cover_ecv_el2, "Table D17-3: EL2 on, EL1 owns, PMSCR_EL2.PCT 00: virtual") \
  X(d17_3_el1_01_01, "D2", cover_ecv_el2, "Table D17-3: EL1 owns, PCT 01 and 01: physical") \
  X(d17_3_el1_01_11, "D2", cover_ecv_el2, "Table D17-3: EL1 owns, PCT 01 and 11: offset physical") \
  X(d17_3_el1_11_01, "D2", cover_ecv_el2, "Table D17-3: EL1 owns, PCT 11 and 01: offset physical") \
  X(d17_3_el1_11_11, "D2", cover_ecv_el2, "Table D17-3: EL1 owns, PCT 11 and 11: offset physical") \
  X(d17_3_el2_00, "D2", cover_ecv_el2, "Table D17-3: EL2 owns, PCT 00: virtual") \
  X(d17_3_el2_01, "D2", cover_ecv_el2, "Table D17-3: EL2 owns, PCT 01: physical") \
  X(d17_3_el2_11, "D2", cover_ecv_el2, "Table D17-3: EL2 owns, PCT 11: offset physical") \
  X(reserved_pct_el1, "D2 x U4", cover_ecv_el2, "PMSCR_EL1.PCT 0b10 decides the time") \
  X(reserved_pct_el2, "D2 x U4", cover_ecv_el2, "PMSCR_EL2.PCT 0b10 decides the time") \
  X(virtual_offset, "D2", cover_el2, "virtual time with a virtual offset that is not zero") \
  X(virtual_in_host_el2, "D2", cover_ecv_vhe, "at EL2 with E2H the virtual offset is zero: physical") \
  X(virtual_in_host_el0, "D2", cover_ecv_vhe, "at EL0 with E2H and TGE the virtual offset is zero: physical") \
  X(s0_virtual_in_host, "D2", cover_s0_vhe, "virtual time at EL2, or at EL0 with TGE, in a host") \
  X(virtual_at_el2_no_e2h, "D2", cover_el2, "virtual time at EL2 without E2H") \
  X(physical_offset, "D2", cover_ecv_poff, "offset physical time with an offset that is not zero") \
  X(physical_offset_ecven, "D2", cover_ecv_poff_el3, "only SCR_EL3.ECVEn makes the physical offset zero") \
  X(physical_offset_cnthctl, "D2", cover_ecv_poff, "only CNTHCTL_EL2.ECV makes the physical offset zero") \
  X(physical_no_poff, "D2", cover_ecv_no_poff, "offset physical time without FEAT_ECV_POFF") \
  X(offset_wraps, "D2", cover_el2, "the virtual offset is larger than the count") \
  X(everything, "D1 x D2", NULL, "all that can be collected is") \
  X(nothing, "D1 x D2", NULL, "nothing that is optional is collected") \
  X(cx_after_change, "D1", NULL, "a context that was written since the last mark is collected") \
  X(control_changes_in_cycle, "D1 x B1", NULL, "PMSCR_ELx is written in the cycle of the mark: the old value decides")
// clang-format on

enum { BINS(COVER_BIN_ENUM) BIN_COUNT };

static const struct cover_bin bins[] = {BINS(COVER_BIN_ROW)};

struct state {
  uint32_t context_el1;  // of the last mark
};

static void cover_contexts(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct cover_pe *pe = cycle->pe;
  const struct spu_out *out = cycle->out;
  const bool cx1 = CX(cycle->regs->pmscr_el1);
  const bool cx2 = CX(cycle->regs->pmscr_el2);
  if (out->mark_cx1) {
    hits[pe->el == SPU_EL1 ? BIN_cx1_at_el1 : BIN_cx1_at_el0]++;
  } else {
    hits[BIN_cx1_clear] += !cx1;
    hits[BIN_cx1_not_at_el2] += cx1 && pe->el == SPU_EL2;
    hits[BIN_cx1_not_with_tge] += cx1 && pe->el == SPU_EL0 && pe->tge;
  }
  if (out->mark_cx2) {
    hits[pe->el == SPU_EL2 ? BIN_cx2_at_el2 : pe->el == SPU_EL1 ? BIN_cx2_at_el1 : BIN_cx2_at_el0]++;
    hits[BIN_cx2_el1_owner] += pe->owner_el == SPU_EL1;
  } else if (cycle->config->have_el2) {
    hits[BIN_cx2_clear] += !cx2 && pe->el2;
    hits[BIN_cx2_el2_off] += cx2 && !pe->el2;
  }
  hits[BIN_cx_both] += out->mark_cx1 && out->mark_cx2;
  hits[BIN_cx_none] += !out->mark_cx1 && !out->mark_cx2;
}

static void cover_pa(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct cover_pe *pe = cycle->pe;
  const bool got = cycle->out->mark_pa;
  const bool pa1 = PA(cycle->regs->pmscr_el1);
  const bool pa2 = PA(cycle->regs->pmscr_el2);
  if (!pe->owner_el2) {
    hits[BIN_pa_no_el2_set] += got && pa1;
    hits[BIN_pa_no_el2_clear] += !got && !pa1;
    hits[BIN_pa_el2_off_ignores_el2] += got && !pa2 && cycle->config->have_el2;
  } else if (pe->owner_el == SPU_EL2) {
    hits[BIN_pa_el2_10] += !got && pa1 && !pa2;
    hits[BIN_pa_el2_01] += got && !pa1 && pa2;
  } else {
    hits[BIN_pa_el1_11] += got && pa1 && pa2;
    hits[BIN_pa_el1_10] += !got && pa1 && !pa2;
    hits[BIN_pa_el1_01] += !got && !pa1 && pa2;
    hits[BIN_pa_el1_00] += !got && !pa1 && !pa2;
  }
}

// Without FEAT_ECV: document S0.
static void cover_time_s0(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct cover_pe *pe = cycle->pe;
  const bool pct1 = (PCT(cycle->regs->pmscr_el1) & 1) != 0;
  const bool pct2 = (PCT(cycle->regs->pmscr_el2) & 1) != 0;
  const bool virtual_time = cycle->out->mark_ts == SPU_TIMESTAMP_VIRTUAL;
  const bool physical = cycle->out->mark_ts == SPU_TIMESTAMP_PHYSICAL;
  if (!pe->el2) {
    hits[BIN_s0_no_el2_virtual] += virtual_time && !pct1;
    hits[BIN_s0_no_el2_physical] += physical && pct1;
  } else if (!pct2) {
    hits[BIN_s0_el2_virtual] += virtual_time;
  } else if (pe->owner_el == SPU_EL2) {
    hits[BIN_s0_el2_owner_physical] += physical;
  } else {
    hits[pct1 ? BIN_s0_el1_owner_physical : BIN_s0_el1_owner_virtual] += pct1 ? physical : virtual_time;
  }
  hits[BIN_s0_virtual_in_host] += virtual_time && pe->in_host;
}

// With FEAT_ECV: Table D17-3. Reserved values have bins of their own.
static void cover_time_ecv(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct cover_pe *pe = cycle->pe;
  const uint32_t pct1 = PCT(cycle->regs->pmscr_el1);
  const uint32_t pct2 = PCT(cycle->regs->pmscr_el2);
  const uint8_t ts = cycle->out->mark_ts;
  // "PhysicalCountInt() - virtual offset", of which the offset is zero in a host.
  const uint8_t minus_virtual = pe->in_host ? SPU_TIMESTAMP_PHYSICAL : SPU_TIMESTAMP_VIRTUAL;
  const bool physical = ts == SPU_TIMESTAMP_PHYSICAL;
  const bool offset = ts == SPU_TIMESTAMP_OFFSET_PHYSICAL;
  if (pe->el2 && pct2 == 2) {
    hits[BIN_reserved_pct_el2]++;
    return;
  }
  if (pe->owner_el == SPU_EL2) {
    hits[BIN_d17_3_el2_00] += pct2 == 0 && ts == minus_virtual;
    hits[BIN_d17_3_el2_01] += pct2 == 1 && physical;
    hits[BIN_d17_3_el2_11] += pct2 == 3 && offset;
  } else if (pct1 == 2) {
    hits[BIN_reserved_pct_el1] += !pe->el2 || pct2 != 0;
  } else if (pct1 == 0) {
    hits[BIN_d17_3_el1_00] += ts == minus_virtual;
  } else if (!pe->el2) {
    hits[BIN_d17_3_off_01] += pct1 == 1 && physical;
    hits[BIN_d17_3_off_11] += pct1 == 3 && offset;
  } else {
    hits[BIN_d17_3_el1_2_00] += pct2 == 0 && ts == minus_virtual;
    hits[BIN_d17_3_el1_01_01] += pct2 == 1 && pct1 == 1 && physical;
    hits[BIN_d17_3_el1_01_11] += pct2 == 1 && pct1 == 3 && offset;
    hits[BIN_d17_3_el1_11_01] += pct2 == 3 && pct1 == 1 && offset;
    hits[BIN_d17_3_el1_11_11] += pct2 == 3 && pct1 == 3 && offset;
  }
  const bool virtual_row = (pe->owner_el == SPU_EL2 || pct1 != 0) ? pct2 == 0 : true;
  hits[BIN_virtual_in_host_el2] += virtual_row && physical && pe->in_host && pe->el == SPU_EL2;
  hits[BIN_virtual_in_host_el0] += virtual_row && physical && pe->in_host && pe->el == SPU_EL0;
}

static void cover_offsets(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct cover_pe *pe = cycle->pe;
  const struct spu_in *in = cycle->in;
  if (!cycle->config->have_el2) {
    return;
  }
  if (cycle->out->mark_ts == SPU_TIMESTAMP_VIRTUAL && !pe->in_host) {
    hits[BIN_virtual_offset] += in->cntvoff_el2 != 0;
    hits[BIN_offset_wraps] += in->cntvoff_el2 > in->time_count;
    hits[BIN_virtual_at_el2_no_e2h] += pe->el == SPU_EL2;
  }
  if (cycle->out->mark_ts == SPU_TIMESTAMP_OFFSET_PHYSICAL) {
    const bool ecven = !cycle->config->have_el3 || in->scr_el3_ecven;
    const bool poff = cycle->config->have_ecv_poff;
    hits[BIN_physical_offset] += poff && ecven && in->cnthctl_el2_ecv && in->cntpoff_el2 != 0;
    hits[BIN_physical_offset_ecven] += poff && !ecven && in->cnthctl_el2_ecv && in->cntpoff_el2 != 0;
    hits[BIN_physical_offset_cnthctl] += poff && ecven && !in->cnthctl_el2_ecv && in->cntpoff_el2 != 0;
    hits[BIN_physical_no_poff] += !poff;
  }
}

static void cover_timestamp(const struct cover_cycle *cycle, uint64_t *hits)
{
  const bool ts1 = TS(cycle->regs->pmscr_el1);
  const bool ts2 = TS(cycle->regs->pmscr_el2);
  if (cycle->pe->owner_el == SPU_EL2) {
    hits[BIN_ts_none_el2] += cycle->out->mark_ts == SPU_TIMESTAMP_NONE && !ts2;
    hits[BIN_ts_el2_ignores_el1] += cycle->out->mark_ts != SPU_TIMESTAMP_NONE && !ts1;
  } else {
    hits[BIN_ts_none_el1] += cycle->out->mark_ts == SPU_TIMESTAMP_NONE && !ts1;
    hits[BIN_ts_el1_ignores_el2] +=
        cycle->out->mark_ts != SPU_TIMESTAMP_NONE && !ts2 && cycle->config->have_el2;
  }
  if (cycle->out->mark_ts == SPU_TIMESTAMP_NONE) {
    return;
  }
  if (cycle->config->have_ecv) {
    cover_time_ecv(cycle, hits);
  } else {
    cover_time_s0(cycle, hits);
  }
  cover_offsets(cycle, hits);
}

static void step(void *context, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct state *state = context;
  const struct spu_out *out = cycle->out;
  if (!out->mark_valid) {
    return;
  }
  cover_contexts(cycle, hits);
  cover_pa(cycle, hits);
  cover_timestamp(cycle, hits);
  const bool time = out->mark_ts != SPU_TIMESTAMP_NONE;
  const bool cx2_possible = cycle->config->have_el2;
  hits[BIN_everything] += out->mark_cx1 && (out->mark_cx2 || !cx2_possible) && out->mark_pa && time;
  hits[BIN_nothing] += !out->mark_cx1 && !out->mark_cx2 && !out->mark_pa && !time;
  hits[BIN_cx_after_change] += out->mark_cx1 && cycle->in->contextidr_el1 != state->context_el1;
  state->context_el1 = cycle->in->contextidr_el1;
  hits[BIN_control_changes_in_cycle] +=
      cycle->in->sysreg_valid && cycle->in->sysreg_write && (cycle->in->sysreg_addr & 0x7FF) == 0x4C8;
}

const struct cover_block cover_collect = {"collect", bins, BIN_COUNT, step};
