// SPDX-License-Identifier: Apache-2.0
//
// "report": FEAT_SPE_EXC and FEAT_SPE_nVM as they are seen at the pins (requirements N1 to N3): which PMBSR_ELx records an
// event and why, what stops profiling, exceptions and PMBIRQ, and buffers without stage 1 translation.
#include "cover/cover_block.h"
#include "cover/cover_report_bins.h"
#include "spu_sysreg.h"

enum { REPORT_BINS(COVER_BIN_ENUM) BIN_COUNT };
static const struct cover_bin bins[] = {REPORT_BINS(COVER_BIN_ROW)};

#define S SPU_PMBSR_EL1_S

struct state {
  uint8_t pending;  // bit n: an exception to ELn was high
  bool irq;         // PMBIRQ was high
  bool gated;       // it was low with PMBSR_EL1.S
  bool by_el2, by_el3, el2_ignored, el3_ignored;
  bool asked_nvm;  // the translation that is not answered
  bool asked_stage2;
  bool addr_mode;  // PMBIDR_EL1 was read, from level `el`
  uint8_t el;
};
_Static_assert(sizeof(struct state) <= COVER_BLOCK_STATE, "state");

// ---------------------------------------------------------------------------------------------------------
// Management events

enum event_class {
  CLASS_FULL,
  CLASS_GPC,
  CLASS_GPF1,
  CLASS_GPF2,
  CLASS_ABORT1,
  CLASS_ABORT2,
  CLASS_OTHER1,
  CLASS_OTHER2
};

static enum event_class class_of(const struct spu_config *config, uint64_t pmbsr)
{
  const uint32_t ec = (uint32_t)(pmbsr >> 26 & 0x3F);
  const uint32_t fsc = (uint32_t)(pmbsr & 0x3F);
  const uint32_t stage2 = ec == 0x25 ? 1 : 0;
  if (ec == 0x1E) {
    return CLASS_GPC;
  }
  if (ec != 0x24 && ec != 0x25) {
    return CLASS_FULL;
  }
  if (config->have_rme && fsc >= 0x22 && fsc <= 0x28) {
    return (enum event_class)(CLASS_GPF1 + stage2);
  }
  const bool abort = fsc == 0x10 || (fsc >= 0x12 && fsc <= 0x17) || fsc == 0x1B;
  return (enum event_class)((abort ? CLASS_ABORT1 : CLASS_OTHER1) + stage2);
}

// Which control took the event where it went.
static void cover_route(const struct cover_cycle *cycle, enum event_class kind, uint64_t *hits)
{
  const struct spu_in *in = cycle->in;
  const uint8_t el = cycle->vif->event_el;
  const uint32_t pmsee = cycle->config->have_el3 ? in->mdcr_el3_pmsee & 3U : 1U;
  const bool gpf = (kind == CLASS_GPF1 || kind == CLASS_GPF2) && cycle->config->have_rme;
  const bool abort = kind == CLASS_ABORT1 || kind == CLASS_ABORT2;
  const bool stage1 = kind == CLASS_GPF1 || kind == CLASS_ABORT1 || kind == CLASS_OTHER1;
  const bool stage2 = kind == CLASS_GPF2 || kind == CLASS_ABORT2 || kind == CLASS_OTHER2;
  const uint64_t field = cycle->regs->pmscr_el2 >> SPU_PMSCR_EL1_EE_SHIFT & 3U;
  HIT_IF(all_to_el3, pmsee == 3 && el == SPU_EL3);
  HIT_IF(gpc_to_el3, pmsee == 2 && kind == CLASS_GPC && el == SPU_EL3);
  HIT_IF(gpf_to_el3, pmsee == 2 && gpf && in->scr_el3_gpf && el == SPU_EL3);
  HIT_IF(gpf_not_to_el3, pmsee == 2 && gpf && !in->scr_el3_gpf && el != SPU_EL3);
  HIT_IF(abort_to_el3, pmsee == 2 && abort && in->scr_el3_ea && el == SPU_EL3);
  HIT_IF(abort_not_to_el3, pmsee == 2 && abort && !in->scr_el3_ea && el != SPU_EL3);
  HIT_IF(abort_not_to_el3_in_debug, pmsee == 2 && abort && in->scr_el3_ea && in->pe_debug && el != SPU_EL3);
  HIT_IF(ee_off_by_pmsee, pmsee == 0 && field >= 2 && el == SPU_EL1);
  HIT_IF(ee_ignored_without_el2, pmsee == 1 && field >= 2 && !cycle->pe->el2 && el == SPU_EL1);
  HIT_IF(ee_00, pmsee == 1 && cycle->ee_el2 == 0 && el == SPU_EL1);
  HIT_IF(ee_01, pmsee == 1 && cycle->ee_el2 == 1 && cycle->pe->el2 && el == SPU_EL1);
  HIT_IF(all_to_el2, cycle->ee_el2 == 3 && el == SPU_EL2);
  HIT_IF(full_with_ee_10, cycle->ee_el2 == 2 && kind == CLASS_FULL && el == SPU_EL1);
  if (cycle->ee_el2 != 2 || el == SPU_EL3) {
    return;
  }
  const bool owner2 = cycle->pe->owner_el == SPU_EL2;
  HIT_IF(stage1_of_el2_to_el2, stage1 && owner2 && el == SPU_EL2);
  HIT_IF(stage1_of_el1_to_el1, kind == CLASS_OTHER1 && !owner2 && el == SPU_EL1);
  HIT_IF(stage2_to_el2, stage2 && el == SPU_EL2);
  HIT_IF(gpc_to_el2, kind == CLASS_GPC && el == SPU_EL2);
  HIT_IF(gpf_to_el2, gpf && stage1 && !owner2 && in->hcr_el2_gpf && el == SPU_EL2);
  HIT_IF(gpf_not_to_el2, gpf && stage1 && !owner2 && !in->hcr_el2_gpf && el == SPU_EL1);
  HIT_IF(abort_to_el2, abort && stage1 && !owner2 && in->hcr_el2_tea && el == SPU_EL2);
  HIT_IF(abort_not_to_el2, abort && stage1 && !owner2 && !in->hcr_el2_tea && el == SPU_EL1);
}

static void cover_event(const struct cover_cycle *cycle, uint64_t *hits)
{
  const uint8_t el = cycle->vif->event_el;
  const enum event_class kind = class_of(cycle->config, cycle->vif->event_pmbsr);
  if (el < SPU_EL1) {
    return;
  }
  hits[BIN_full_to_el1 + 3 * (uint32_t)kind + el - SPU_EL1]++;
  cover_route(cycle, kind, hits);
}

// COLL rises.
static void cover_collision(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_out *now = cycle->out;
  const struct spu_out *before = cycle->last_out;
  if (cycle->last_out->sample_collision == 0) {
    return;
  }
  const uint64_t coll = SPU_PMBSR_EL1_COLL;
  const bool el1 = (now->pmbsr & ~before->pmbsr & coll) != 0;
  const bool el2 = (now->pmbsr_el2 & ~before->pmbsr_el2 & coll) != 0;
  const bool el3 = (now->pmbsr_el3 & ~before->pmbsr_el3 & coll) != 0;
  HIT_IF(coll_of_el1, el1);
  HIT_IF(coll_of_el2, el2);
  HIT_IF(coll_of_el3, el3);
  HIT_IF(coll_beside_event, el1 && cycle->last_vif->event_valid && cycle->last_vif->event_el == SPU_EL2);
}

// ---------------------------------------------------------------------------------------------------------
// What stops profiling, and who is told

static void cover_stop(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct cover_regs *regs = cycle->regs;
  const bool s1 = (regs->pmbsr & S) != 0;
  const bool s2 = (regs->pmbsr_el2 & S) != 0;
  const bool s3 = (regs->pmbsr_el3 & S) != 0;
  const bool pmsee = cycle->config->have_el3 && (cycle->in->mdcr_el3_pmsee & 2U) != 0;
  const bool by_el2 = !s1 && s2 && !(s3 && pmsee) && cycle->ee_el2 >= 2;
  const bool by_el3 = !s1 && s3 && pmsee && !(s2 && cycle->ee_el2 >= 2);
  const bool on = cycle->out->buffer_enabled;
  const bool el2_ignored = !s1 && s2 && cycle->ee_el2 < 2 && on;
  const bool el3_ignored = !s1 && s3 && !pmsee && on;
  HIT_IF(stopped_by_el2_alone, by_el2 && !on && !state->by_el2);
  HIT_IF(stopped_by_el3_alone, by_el3 && !on && !state->by_el3);
  HIT_IF(s_of_el2_does_not_count, el2_ignored && !state->el2_ignored);
  HIT_IF(s_of_el3_does_not_count, el3_ignored && !state->el3_ignored);
  state->by_el2 = by_el2;
  state->by_el3 = by_el3;
  state->el2_ignored = el2_ignored;
  state->el3_ignored = el3_ignored;
}

// An exception begins to be high, or S is there and it does not.
static void cover_exceptions(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_out *out = cycle->out;
  const struct spu_in *in = cycle->in;
  const struct cover_regs *regs = cycle->regs;
  const struct cover_pe *pe = cycle->pe;
  const uint8_t el = in->pe_el;
  const uint8_t now = (uint8_t)(out->exception_el1 << 1 | out->exception_el2 << 2 | out->exception_el3 << 3);
  const uint8_t rises = now & (uint8_t)~state->pending;
  const bool here = pe->ss == pe->owner_ss;
  const bool el1 = (regs->pmbsr & S) != 0 && cycle->ee_el1 == 3;
  const bool el2 = (regs->pmbsr_el2 & S) != 0 && cycle->ee_el2 >= 2;
  const bool el3 = (regs->pmbsr_el3 & S) != 0 && cycle->config->have_el3 && (in->mdcr_el3_pmsee & 2U) != 0;
  const bool ke1 = (regs->pmscr_el1 & SPU_PMSCR_EL1_KE) != 0;
  const bool ke2 = (regs->pmscr_el2 & SPU_PMSCR_EL1_KE) != 0;
  state->pending = now;
  HIT_IF(el1_from_el0, (rises & 2U) != 0 && el == SPU_EL0);
  HIT_IF(el1_from_el1, (rises & 2U) != 0 && el == SPU_EL1);
  HIT_IF(el1_goes_to_host, (rises & 4U) != 0 && pe->tge && el1 && !el2);
  HIT_IF(el2_from_el0, (rises & 4U) != 0 && el == SPU_EL0 && el2);
  HIT_IF(el2_from_el1, (rises & 4U) != 0 && el == SPU_EL1);
  HIT_IF(el2_from_el2, (rises & 4U) != 0 && el == SPU_EL2);
  HIT_IF(el3_from_el0, (rises & 8U) != 0 && el == SPU_EL0);
  HIT_IF(el3_from_el1, (rises & 8U) != 0 && el == SPU_EL1);
  HIT_IF(el3_from_el2, (rises & 8U) != 0 && el == SPU_EL2);
  HIT_IF(several_pending, rises != 0 && (now & (now - 1)) != 0);
  if (in->pe_debug) {
    HIT_IF(masked_in_debug, (el1 || el2 || el3) && now == 0);
    return;
  }
  HIT_IF(el3_masked_at_el3, el3 && el == SPU_EL3 && now == 0);
  HIT_IF(el1_masked_in_other_state, el1 && !here && el <= SPU_EL1 && (now & 2U) == 0);
  HIT_IF(el2_masked_in_other_state, el2 && !here && el <= SPU_EL1 && (now & 4U) == 0);
  if (!here) {
    return;
  }
  HIT_IF(el1_masked_by_ke, el1 && el == SPU_EL1 && !ke1 && (now & 2U) == 0);
  HIT_IF(el1_masked_by_pm, el1 && el == SPU_EL1 && ke1 && in->pe_pm && (now & 2U) == 0);
  HIT_IF(el1_masked_above, el1 && el == SPU_EL2 && (now & 2U) == 0);
  HIT_IF(el2_masked_by_ke, el2 && el == SPU_EL2 && cycle->ee_el2 == 3 && !ke2 && (now & 4U) == 0);
  HIT_IF(el2_masked_by_pm, el2 && el == SPU_EL2 && cycle->ee_el2 == 3 && ke2 && in->pe_pm && (now & 4U) == 0);
  HIT_IF(el2_masked_by_ee_10,
         el2 && el == SPU_EL2 && cycle->ee_el2 == 2 && ke2 && !in->pe_pm && (now & 4U) == 0);
}

static void cover_interrupt(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct cover_regs *regs = cycle->regs;
  const bool service = (regs->pmbsr & S) != 0;
  const bool irq = cycle->out->pmbirq;
  const bool rises = irq && !state->irq;
  const bool falls = service && !irq && !state->gated;
  const uint32_t pmsee = cycle->config->have_el3 ? cycle->in->mdcr_el3_pmsee & 3U : 1U;
  const uint64_t ee = regs->pmscr_el1 >> SPU_PMSCR_EL1_EE_SHIFT & 3U;
  HIT_IF(irq_by_pmsee, rises && pmsee == 0 && ee == 3);
  HIT_IF(irq_by_ee_of_el2, rises && pmsee != 0 && cycle->ee_el2 == 0 && ee == 3);
  HIT_IF(irq_by_ee_of_el1, rises && pmsee != 0 && cycle->ee_el2 != 0 && ee == 0);
  HIT_IF(irq_gated, falls && ee == 3);
  HIT_IF(irq_with_reserved_ee, rises && cycle->ee_el2 != 0 && (ee == 1 || ee == 2));
  HIT_IF(irq_gated_by_reserved_ee, falls && (ee == 1 || ee == 2));
  HIT_IF(irq_at_el3, rises && cycle->in->pe_el == SPU_EL3);
  state->irq = irq;
  state->gated = service && !irq;
}

// ---------------------------------------------------------------------------------------------------------
// FEAT_SPE_nVM

static void cover_request(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct dut_bus *bus = cycle->bus;
  const struct cover_regs *regs = cycle->regs;
  const bool el2 = bus->xlate_req_el == SPU_EL2;
  const bool nvm = (regs->pmblimitr & SPU_PMBLIMITR_EL1_nVM) != 0;
  const bool envm = (regs->pmscr_el2 & SPU_PMSCR_EL2_EnVM) != 0;
  const uint32_t outer = bus->xlate_req_attr >> 4;
  if (bus->xlate_req_valid && cycle->in->xlate_req_ready) {
    state->asked_nvm = bus->xlate_req_nvm;
    state->asked_stage2 = !el2 && cycle->pe->owner_el2;
    HIT_IF(envm_keeps_stage1, nvm && !envm && !bus->xlate_req_nvm && !el2 && cycle->pe->owner_el2);
    HIT_IF(nvm_clear, !nvm && !bus->xlate_req_nvm);
    if (bus->xlate_req_nvm) {
      HIT_IF(nvm_of_el1, !el2 && cycle->pe->owner_el2);
      HIT_IF(nvm_of_el2, el2);
      HIT_IF(nvm_of_el2_without_envm, el2 && !envm);
      HIT_IF(nvm_without_el2, !el2 && !cycle->pe->owner_el2);
      HIT_IF(nvm_secure, bus->xlate_req_ss == COVER_SECURE);
      HIT_IF(nvm_realm, bus->xlate_req_ss == COVER_REALM);
      HIT_IF(nvm_device, outer == 0);
      HIT_IF(nvm_non_cacheable, outer == 4);
      HIT_IF(nvm_write_through, outer != 0 && (outer & 4U) == 0);
      HIT_IF(nvm_write_back, outer > 4 && (outer & 4U) != 0);
      hits[BIN_nvm_non_shareable + bus->xlate_req_sh]++;
      HIT_IF(nvm_second_page, cycle->flight->start >> 12 != bus->xlate_req_va >> 12);
      HIT_IF(attributes_of_the_start, (regs->pmbmar & SPU_PMBMAR_EL1_Attr) != bus->xlate_req_attr);
    }
  }
  const struct spu_in *in = cycle->in;
  if (in->xlate_rsp_valid && state->asked_nvm && cycle->flight->writing) {
    const bool size =
        in->xlate_rsp_fault && !in->xlate_rsp_stage2 && !in->xlate_rsp_gpc && in->xlate_rsp_fsc == 0;
    HIT_IF(nvm_address_size_fault, size);
    HIT_IF(nvm_stage2_fault, in->xlate_rsp_fault && in->xlate_rsp_stage2);
    HIT_IF(nvm_stage2_answer, !in->xlate_rsp_fault && state->asked_stage2);
    HIT_IF(nvm_physical_answer, !in->xlate_rsp_fault && !state->asked_stage2);
    state->asked_nvm = false;
  }
  if (bus->axi_awvalid && in->axi_awready) {
    HIT_IF(burst_to_device, bus->axi_awcache < 2);
    HIT_IF(burst_to_non_cacheable, bus->axi_awcache == 3);
    HIT_IF(burst_to_cacheable, bus->axi_awcache > 3);
    hits[BIN_burst_non_shareable + bus->axi_awdomain]++;
  }
}

// PMBIDR_EL1.AddrMode.
static void cover_identification(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  if (state->addr_mode && cycle->out->sysreg_done && cycle->out->sysreg_verdict == SPU_ACCESS_OK) {
    const bool both = (cycle->out->sysreg_rdata >> 6 & 3U) == 1;
    hits[BIN_virtual_only_at_el1 + 2 * (state->el - SPU_EL1) + (both ? 1 : 0)]++;
  }
  const struct spu_in *in = cycle->in;
  state->addr_mode = in->sysreg_valid && !in->sysreg_write && in->sysreg_addr == SPU_PMBIDR_EL1 &&
                     in->pe_el >= SPU_EL1 && !in->pe_aarch32;
  state->el = in->pe_el;
}

// ---------------------------------------------------------------------------------------------------------

static void step(void *context, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct state *state = context;
  if (cycle->after_reset) {
    *state = (struct state){.pending = 0};
  }
  if (cycle->config->spe_version >= 5) {
    if (cycle->vif->event_valid) {
      cover_event(cycle, hits);
    }
    cover_collision(cycle, hits);
    if (cycle->pe_changed || cycle->regs_changed) {
      cover_stop(state, cycle, hits);
      cover_exceptions(state, cycle, hits);
      cover_interrupt(state, cycle, hits);
    }
  }
  if (cycle->config->have_spe_nvm) {
    cover_request(state, cycle, hits);
    cover_identification(state, cycle, hits);
  }
}

const struct cover_block cover_report = {"report", bins, BIN_COUNT, step};
