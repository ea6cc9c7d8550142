// SPDX-License-Identifier: Apache-2.0
//
// The details of a mismatch report that depend on the signal (mismatch.h).
#include <inttypes.h>
#include <string.h>

#include "spu_sysreg.h"
#include "unit/report/life_draw.h"
#include "unit/report/mismatch.h"
#include "unit/report/pe_words.h"
#include "unit/report/record_align.h"
#include "unit/report/register_fields.h"
#include "unit/util/names.h"
#include "unit/util/pmu_pins.h"

enum { CYCLES = 31 };

static uint64_t peek(const struct failure *failure, uint16_t addr)
{
  uint64_t value = 0;
  (void)spu_peek_register(failure->model, addr, &value);
  return value;
}

static void add_registers(uint16_t addr, uint64_t expected, uint64_t got, struct text *text)
{
  const struct register_layout *layout = register_layout(addr);
  if (layout != NULL) {
    register_text(layout, register_name(addr), expected, got, text);
  }
}

// Adds a cycle's MSR, if it has one.
static void add_written(const struct spu_in *in, struct text *text)
{
  if (in->sysreg_valid && in->sysreg_write) {
    const char *name = register_name(in->sysreg_addr);
    text_add(text, "  written   %s = 0x%" PRIx64 "%s\n", name != NULL ? name : "unknown register",
             in->sysreg_wdata, in->pe_aarch32 ? ", from AArch32" : "");
  }
}

static void add_pe(const struct failure *failure, const struct spu_in *in, struct text *text)
{
  text_add(text, "  PE        ");
  pe_words(failure->config, in, text);
  text_add(text, "\n");
}

// ---------------------------------------------------------------------------------------------------------
// Choosing operations

static void add_count(const char *who, uint64_t pmsicr, struct text *text)
{
  text_add(text, "  %-9s COUNT %" PRIu64 ", ECOUNT %" PRIu64, who, pmsicr & UINT32_MAX, pmsicr >> 56);
}

// Adds what a cycle dispatched, and the controls of the interval counter.
static void add_dispatch(const struct failure *failure, const struct failure_cycle *cycle, struct text *text)
{
  const uint64_t pmsirr = peek(failure, SPU_PMSIRR_EL1);
  add_count("before", cycle->out.pmsicr, text);
  text_add(text, "; slots ");
  for (unsigned slot = 0; slot < failure->config->dispatch_width; slot++) {
    text_add(text, "%c", (cycle->in.dispatch_valid >> slot & 1) != 0 ? (char)('0' + slot) : '.');
  }
  text_add(text, ", profiling %s\n  reload    INTERVAL 0x%" PRIx64 "%s\n",
           cycle->out.profiling_enabled ? "on" : "off", pmsirr >> 8 & 0xFFFFFF,
           (pmsirr & 1) != 0 ? ", random" : "");
}

static void add_choice(const char *who, const struct spu_out *out, struct text *text)
{
  if (out->mark_valid) {
    text_add(text, "  %-9s marks slot %u as tag %u", who, out->mark_slot, out->mark_tag);
  } else {
    text_add(text, "  %-9s marks nothing", who);
  }
  text_add(text, "; %u counted, %u collide\n", out->sample_pop, out->sample_collision);
}

static void details_mark(const struct failure *failure, struct text *text)
{
  add_dispatch(failure, failure->now, text);
  add_choice("model", &failure->model_out, text);
  add_choice("unit", &failure->now->out, text);
}

static void details_pmsicr(const struct failure *failure, struct text *text)
{
  text_add(text, "previous cycle, which decides the value:\n");
  add_dispatch(failure, failure->before, text);
  add_choice("both", &failure->before->out, text);
  add_written(&failure->before->in, text);
  add_registers(SPU_PMSICR_EL1, failure->model_out.pmsicr, failure->now->out.pmsicr, text);
}

static void details_collect(const struct failure *failure, struct text *text)
{
  add_pe(failure, &failure->now->in, text);
  text_add(text, "  owner     ");
  pe_words_owner(&failure->now->in, text);
  text_add(text,
           "\n  controls  PMSCR_EL1 0x%" PRIx64 ", PMSCR_EL2 0x%" PRIx64
           ", PMBLIMITR_EL1.E %u, PMBSR_EL1.S %u\n",
           peek(failure, SPU_PMSCR_EL1), peek(failure, SPU_PMSCR_EL2),
           (unsigned)(peek(failure, SPU_PMBLIMITR_EL1) & 1), (unsigned)(failure->now->out.pmbsr >> 17 & 1));
}

// ---------------------------------------------------------------------------------------------------------
// Accesses, monitors, decisions, barriers

static void add_tags(unsigned tags, struct text *text)
{
  text_add(text, tags == 0 ? " no operation" : " tags");
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    if ((tags >> tag & 1) != 0) {
      text_add(text, " %u", tag);
    }
  }
}

// Adds the register's bit in the fine-grained trap registers.
static void add_trap(const struct spu_in *in, struct text *text)
{
  const struct register_layout *layout = register_layout(in->sysreg_addr);
  const char *of = layout != NULL ? strstr(layout->traps, in->sysreg_write ? "HDFGWTR" : "HDFGRTR") : NULL;
  if (of == NULL) {
    return;
  }
  const bool second = of[strlen("HDFGWTR")] == '2';
  const uint64_t reads = second ? in->hdfgrtr2_el2 : in->hdfgrtr_el2;
  const uint64_t writes = second ? in->hdfgwtr2_el2 : in->hdfgwtr_el2;
  text_add(text, "  trap bit  %.*s[%u] is %u; %u traps\n", (int)strcspn(of, " "), of, layout->trap_bit,
           (unsigned)((in->sysreg_write ? writes : reads) >> layout->trap_bit & 1),
           layout->trap_zero ? 0U : 1U);
}

static void details_access(const struct failure *failure, const struct mismatch *mismatch, struct text *text)
{
  const struct spu_in *in = &failure->before->in;
  add_pe(failure, in, text);
  text_add(text, "  not zero  ");
  pe_words_traps(in, spu_sysreg_is_monitor(in->sysreg_addr), in->sysreg_write, text);
  text_add(text, "\n");
  add_trap(in, text);
  if (mismatch_is(mismatch, "sysreg_rdata")) {
    // At EL2 with E2H set, PMSCR_EL1 names PMSCR_EL2.
    const bool host = in->sysreg_addr == SPU_PMSCR_EL1 && in->pe_el == SPU_EL2 && in->hcr_el2_e2h;
    add_registers(host ? (uint16_t)SPU_PMSCR_EL2 : in->sysreg_addr, failure->model_out.sysreg_rdata,
                  failure->now->out.sysreg_rdata, text);
  }
}

static void add_counter(const struct failure *failure, uint32_t counter, struct text *text)
{
  const uint16_t type_register =
      counter == CYCLES ? (uint16_t)SPU_PMCCFILTR_EL0 : spu_sysreg_pmevtyper(counter);
  const uint64_t type = peek(failure, type_register);
  const uint64_t before =
      counter == CYCLES ? failure->before->out.pmccntr : failure->before->out.pmevcntr[counter];
  const uint16_t event = (uint16_t)type;
  static const struct {
    const char *name;
    uint8_t bit;
  } bits[] = {{"P", 31}, {"U", 30},  {"NSK", 29}, {"NSU", 28}, {"NSH", 27},
              {"M", 26}, {"SH", 24}, {"RLK", 22}, {"RLU", 21}, {"RLH", 20}};
  if (counter == CYCLES) {
    text_add(text, "  counter   cycles; before 0x%" PRIx64 "; filter", before);
  } else {
    text_add(text, "  counter   %u: event 0x%04x; before 0x%" PRIx64 "; filter", counter, event, before);
  }
  for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
    text_add(text, (type >> bits[i].bit & 1) != 0 ? " %s" : "%.0s", bits[i].name);
  }
  text_add(text, "%s\n", type >> 20 == 0 ? " none" : "");
  const uint32_t pin = counter != CYCLES ? pmu_pin(failure->config, event) : SPU_MAX_PMU_EVENTS;
  if (pin < SPU_MAX_PMU_EVENTS) {
    text_add(text, "  pins      pmu_event[%u] %u times in the previous cycle\n", pin,
             failure->before->in.pmu_event[pin]);
  }
}

// FEAT_EBEP: the controls that decide levels in this cycle, or the length of counters in the previous one.
static void add_pmee(const struct failure *failure, const struct mismatch *mismatch, struct text *text)
{
  const bool level = mismatch_is(mismatch, "pmuirq") || mismatch_is(mismatch, "pmu_exception_*");
  const struct spu_in *in = level ? &failure->now->in : &failure->before->in;
  if (failure->config->have_ebep) {
    text_add(text, "  PMEE      PMECR_EL1 0x%" PRIx64 ", MDCR_EL2 %u, MDCR_EL3 %u%s; TGE %u, PSTATE.PM %u\n",
             peek(failure, SPU_PMECR_EL1), in->mdcr_el2_pmee, in->mdcr_el3_pmee, level ? " now" : "",
             in->hcr_el2_tge, in->pe_pm);
  }
}

static void details_pmu(const struct failure *failure, const struct mismatch *mismatch, struct text *text)
{
  const struct spu_in *in = &failure->before->in;
  text_add(text, "previous cycle, which decides the value:\n");
  add_written(in, text);
  if (mismatch_is(mismatch, "pmevcntr")) {
    add_counter(failure, mismatch->counter, text);
  } else if (mismatch_is(mismatch, "pmccntr")) {
    add_counter(failure, CYCLES, text);
  } else if (mismatch_is(mismatch, "pmovs")) {
    const uint32_t differs = failure->model_out.pmovs ^ failure->now->out.pmovs;
    add_counter(failure, (uint32_t)__builtin_ctz(differs), text);
  }
  add_pe(failure, in, text);
  text_add(text,
           "  enables   PMCR_EL0 0x%" PRIx64 ", PMCNTENSET_EL0 0x%" PRIx64 ", PMINTENSET_EL1 0x%" PRIx64 "\n",
           peek(failure, SPU_PMCR_EL0), peek(failure, SPU_PMCNTENSET_EL0), peek(failure, SPU_PMINTENSET_EL1));
  text_add(text, "  flags     PMOVSSET_EL0 0x%" PRIx32 " now\n", failure->now->out.pmovs);
  text_add(text, "  MDCR_EL2  HPMN %u HPME %u HPMD %u HLP %u HCCD %u HPMFZO %u HPMFZS %u\n",
           in->mdcr_el2_hpmn, in->mdcr_el2_hpme, in->mdcr_el2_hpmd, in->mdcr_el2_hlp, in->mdcr_el2_hccd,
           in->mdcr_el2_hpmfzo, in->mdcr_el2_hpmfzs);
  text_add(text, "  MDCR_EL3  SPME %u MPMX %u SCCD %u MCCD %u; SDER SUNIDEN %u\n", in->mdcr_el3_spme,
           in->mdcr_el3_mpmx, in->mdcr_el3_sccd, in->mdcr_el3_mccd, in->sder_suniden);
  add_pmee(failure, mismatch, text);
  if (mismatch_is(mismatch, "pmovs")) {
    add_registers(SPU_PMOVSSET_EL0, failure->model_out.pmovs, failure->now->out.pmovs, text);
  } else if (mismatch_is(mismatch, "pmccntr")) {
    add_registers(SPU_PMCCNTR_EL0, failure->model_out.pmccntr, failure->now->out.pmccntr, text);
  } else if (mismatch_is(mismatch, "pmevcntr")) {
    add_registers(spu_sysreg_pmevcntr(mismatch->counter), failure->model_out.pmevcntr[mismatch->counter],
                  failure->now->out.pmevcntr[mismatch->counter], text);
  }
}

// Adds what the filters see of the operation being decided.
static void add_sample(const struct failure *failure, struct text *text)
{
  const struct life_op *list[LIFE_SHOWN];
  const bool one = life_pick(failure->life, failure->tracker, LIFE_DECISION, list) == 1;
  const struct life_op *op = list[0];
  if (!one || op->finished == 0) {
    return;
  }
  const struct spu_op *report = &op->report;
  const bool branch = report->kind == SPU_KIND_BRANCH;
  const bool memory = report->kind >= SPU_KIND_LDST_GENERAL && report->kind <= SPU_KIND_LDST_GCS;
  const bool extended = report->kind == SPU_KIND_LDST_EXTENDED;
  const bool atomic = report->atomic && (extended || report->kind == SPU_KIND_LDST_GCS);
  const bool store = report->store || report->kind == SPU_KIND_LDST_MEM_SET;
  const struct {
    const char *name;
    bool set;
  } flags[] = {{"load", memory && !store},
               {"store", memory && (store || atomic)},
               {"atomic", atomic},
               {"acquire or release", extended && report->acq_rel},
               {"exclusive", extended && report->exclusive},
               {"conditional", !memory && report->cond},
               {"indirect", branch && report->indirect},
               {"call", branch && report->call},
               {"return", branch && report->ret},
               {"FP", !branch && report->fp},
               {"SIMD", !branch && report->simd}};
  text_add(text, "  sample    %s", life_kind(op));
  for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
    text_add(text, flags[i].set ? ", %s" : "%.0s", flags[i].name);
  }
  text_add(text, "\n            total latency %" PRIu64 ", ", op->completed - op->marked);
  text_add(text, report->source_valid ? "data source 0x%x" : "no data source", report->source);
  const uint64_t how = op->how == SPU_OP_EXCEPTION ? 1 : op->how == SPU_OP_RETIRED ? 2 : 0;
  const struct spu_packet packet = {
      .type = SPU_PACKET_EVENTS, .payload_bytes = 8, .value = (report->events & ~3U) | how};
  char events[SPU_PACKET_TEXT];
  (void)spu_packet_text(&packet, events, sizeof events);
  text_add(text, "\n");
  mismatch_line(text, "events", events);
}

// Adds the enabled filters and their registers.
static void details_decision(const struct failure *failure, struct text *text)
{
  static const struct {
    const char *name;
    uint8_t bit;
  } filters[] = {{"FE", 0}, {"FT", 1}, {"FL", 2}, {"FnE", 3}, {"FDS", 4}, {"B", 16}, {"LD", 17}, {"ST", 18}};
  const uint64_t pmsfcr = peek(failure, SPU_PMSFCR_EL1);
  add_sample(failure, text);
  text_add(text, "  filters  ");
  for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++) {
    text_add(text, (pmsfcr >> filters[i].bit & 1) != 0 ? " %s" : "%.0s", filters[i].name);
  }
  text_add(text, "%s; MINLAT %" PRIu64, pmsfcr == 0 ? " none" : "", peek(failure, SPU_PMSLATFR_EL1));
  text_add(text,
           "\n            PMSEVFR_EL1 0x%" PRIx64 ", PMSNEVFR_EL1 0x%" PRIx64 ", PMSDSFR_EL1 0x%" PRIx64 "\n",
           peek(failure, SPU_PMSEVFR_EL1), peek(failure, SPU_PMSNEVFR_EL1), peek(failure, SPU_PMSDSFR_EL1));
  text_add(text, "            (registers after the failing cycle)\n");
}

static void details_trace(const struct failure *failure, struct text *text)
{
  const struct spu_in *in = &failure->now->in;
  add_pe(failure, in, text);
  text_add(text, "  controls  TRFCR_EL1 E0TRE %u E1TRE %u TS %u; TRFCR_EL2 E0HTRE %u E2TRE %u CX %u TS %u\n",
           in->trfcr_el1_e0tre, in->trfcr_el1_e1tre, in->trfcr_el1_ts, in->trfcr_el2_e0htre,
           in->trfcr_el2_e2tre, in->trfcr_el2_cx, in->trfcr_el2_ts);
  text_add(
      text,
      "  debugger  DBGEN %u NIDEN %u SPIDEN %u SPNIDEN %u RLPIDEN %u RTPIDEN %u; TFO %u; STE %u RLTE %u\n",
      in->dbgen, in->niden, in->spiden, in->spniden, in->rlpiden, in->rtpiden, in->edscr_tfo,
      in->mdcr_el3_ste, in->mdcr_el3_rlte);
}

// Adds what the pending barriers wait for: at their request, and now.
static void details_barrier(const struct failure *failure, struct text *text)
{
  const struct spu_in *in = &failure->now->in;
  const struct tracker_state *now = &failure->tracker->before;
  const struct barrier_request *psb = &failure->ring->barrier[0];
  const struct barrier_request *dsb = &failure->ring->barrier[1];
  if (in->psb_valid) {
    text_add(text, "  PSB CSYNC requested in cycle %" PRIu64 ": waits for", psb->cycle);
    add_tags(psb->tags, text);
    text_add(text, "; %u record%s waiting, %s\n", psb->records, psb->records == 1 ? "" : "s",
             psb->writing ? "one being written" : "none being written");
  }
  if (in->dsb_valid) {
    text_add(text, "  DSB       requested in cycle %" PRIu64 ": %u burst%s without a response\n", dsb->cycle,
             dsb->bursts, dsb->bursts == 1 ? "" : "s");
  }
  text_add(text, "  now      ");
  add_tags(now->in_flight, text);
  text_add(text, " in flight; %u record%s waiting, %s; %u burst%s without a response\n", now->waiting,
           now->waiting == 1 ? "" : "s", now->writing ? "one being written" : "none being written",
           failure->tracker->outstanding, failure->tracker->outstanding == 1 ? "" : "s");
}

static void details_buffer(const struct failure *failure, struct text *text)
{
  const uint64_t limit = peek(failure, SPU_PMBLIMITR_EL1);
  text_add(text,
           "  buffer    PMBPTR_EL1 0x%" PRIx64 ", LIMIT 0x%" PRIx64 ", E %u, S %u; records of up to %u B\n",
           failure->now->out.pmbptr, limit & ~UINT64_C(0xFFF), (unsigned)(limit & 1),
           (unsigned)(failure->now->out.pmbsr >> 17 & 1), 1U << failure->config->max_size);
}

// The PMBSR_ELx that records a management event.
static uint16_t event_register(const struct spu_vif *vif)
{
  return vif->event_el == SPU_EL3 ? SPU_PMBSR_EL3 : vif->event_el == SPU_EL2 ? SPU_PMBSR_EL2 : SPU_PMBSR_EL1;
}

static void details_exception(const struct failure *failure, struct text *text)
{
  const struct spu_in *in = &failure->now->in;
  const struct spu_out *out = &failure->model_out;
  add_pe(failure, in, text);
  text_add(text, "  owner     ");
  pe_words_owner(in, text);
  text_add(text,
           "\n  controls  MDCR_EL3.PMSEE %u, HCR_EL2.TGE %u, PSTATE.PM %u, PMSCR_EL1 0x%" PRIx64
           ", PMSCR_EL2 0x%" PRIx64 "\n  S         PMBSR_EL1 %u, PMBSR_EL2 %u, PMBSR_EL3 %u\n",
           in->mdcr_el3_pmsee, in->hcr_el2_tge, in->pe_pm, peek(failure, SPU_PMSCR_EL1),
           peek(failure, SPU_PMSCR_EL2), (unsigned)(out->pmbsr >> 17 & 1),
           (unsigned)(out->pmbsr_el2 >> 17 & 1), (unsigned)(out->pmbsr_el3 >> 17 & 1));
}

void mismatch_details(const struct failure *failure, const struct mismatch *mismatch, struct text *text)
{
  const struct spu_out *expected = &failure->model_out;
  const struct spu_out *got = &failure->now->out;
  if (!failure->in_cycle) {
    return;
  }
  if (mismatch->recorded) {
    struct record_alignment alignment;
    record_align(mismatch->record[0], mismatch->record_size[0], mismatch->record[1], mismatch->record_size[1],
                 &alignment);
    record_align_text(&alignment, text);
  } else if (mismatch_is(mismatch, "pmsicr")) {
    details_pmsicr(failure, text);
  } else if (mismatch_is(mismatch, "pmbptr")) {
    details_buffer(failure, text);
    add_registers(SPU_PMBPTR_EL1, expected->pmbptr, got->pmbptr, text);
  } else if (mismatch_is(mismatch, "pmbsr") || mismatch_is(mismatch, "pmbirq")) {
    add_registers(SPU_PMBSR_EL1, expected->pmbsr, got->pmbsr, text);
  } else if (mismatch_is(mismatch, "pmbsr_el2")) {
    add_registers(SPU_PMBSR_EL2, expected->pmbsr_el2, got->pmbsr_el2, text);
  } else if (mismatch_is(mismatch, "pmbsr_el3")) {
    add_registers(SPU_PMBSR_EL3, expected->pmbsr_el3, got->pmbsr_el3, text);
  } else if (mismatch_is(mismatch, "exception_*")) {
    details_exception(failure, text);
  } else if (mismatch_is(mismatch, "event_*")) {
    details_buffer(failure, text);
    add_registers(event_register(&failure->model_vif), failure->model_vif.event_pmbsr,
                  failure->now->vif.event_pmbsr, text);
    add_registers(SPU_PMBPTR_EL1, failure->model_vif.event_pmbptr, failure->now->vif.event_pmbptr, text);
  } else if (mismatch_is(mismatch, "sysreg_*")) {
    details_access(failure, mismatch, text);
  } else if (mismatch_is(mismatch, "mark_cx*") || mismatch_is(mismatch, "mark_pa") ||
             mismatch_is(mismatch, "mark_ts") || mismatch_is(mismatch, "buffer_enabled") ||
             mismatch_is(mismatch, "profiling_enabled")) {
    details_collect(failure, text);
  } else if (mismatch_is(mismatch, "mark_*") || mismatch_is(mismatch, "sample_pop") ||
             mismatch_is(mismatch, "sample_collision")) {
    details_mark(failure, text);
  } else if (mismatch_is(mismatch, "decide_*") || mismatch_is(mismatch, "sample_f*")) {
    details_decision(failure, text);
  } else if (mismatch_is(mismatch, "trace_*")) {
    details_trace(failure, text);
  } else if (mismatch_is(mismatch, "pm*") || mismatch_is(mismatch, "cti_pmu_overflow")) {
    details_pmu(failure, mismatch, text);
  } else if (strcmp(mismatch->suspect.block->name, "barrier") == 0) {
    details_barrier(failure, text);
  } else {
    details_buffer(failure, text);
  }
}
