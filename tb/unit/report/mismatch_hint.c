// SPDX-License-Identifier: Apache-2.0
//
// Derives hints about the cause of a mismatch from the cycles around it (mismatch.h).
#include <string.h>

#include "spu_sysreg.h"
#include "unit/report/life_draw.h"
#include "unit/report/mismatch.h"
#include "unit/report/record_align.h"
#include "unit/util/pmbsr_pins.h"

// Fields of PMSCR_EL1, at the same bits in PMSCR_EL2.
#define PMSCR_ENABLES (SPU_PMSCR_EL1_E1SPE | SPU_PMSCR_EL1_E0SPE)
#define PMSCR_TIME (SPU_PMSCR_EL1_PCT | SPU_PMSCR_EL1_TS)

// Whether the previous cycle had an allowed MSR, to the register in before->in.
static bool wrote(const struct failure *failure)
{
  return failure->before->in.sysreg_valid && failure->before->in.sysreg_write &&
         failure->now->out.sysreg_verdict == SPU_ACCESS_OK;
}

static bool wrote_register(const struct failure *failure, uint16_t addr)
{
  return wrote(failure) && failure->before->in.sysreg_addr == addr;
}

// Whether the MSR was to a register that decides whether profiling is on.
static bool wrote_control(const struct failure *failure)
{
  return wrote_register(failure, SPU_PMSCR_EL1) || wrote_register(failure, SPU_PMSCR_EL2) ||
         wrote_register(failure, SPU_PMSCR_EL12) || wrote_register(failure, SPU_PMBLIMITR_EL1) ||
         wrote_register(failure, SPU_PMBSR_EL1);
}

static enum suspect_hint read_hint(const struct failure *failure)
{
  const uint16_t addr = failure->before->in.sysreg_addr;
  const uint64_t expected = failure->model_out.sysreg_rdata;
  const uint64_t got = failure->now->out.sysreg_rdata;
  uint64_t el1 = 0;
  uint64_t el2 = 0;
  if (spu_sysreg_is_monitor(addr)) {
    return SUSPECT_MONITOR;
  }
  if (addr == SPU_PMBIDR_EL1 && (expected ^ got) == SPU_PMBIDR_EL1_P) {
    return SUSPECT_OWNER;
  }
  const bool pmscr = addr == SPU_PMSCR_EL1 || addr == SPU_PMSCR_EL12 || addr == SPU_PMSCR_EL2;
  if (pmscr && failure->before->in.hcr_el2_e2h && spu_peek_register(failure->model, SPU_PMSCR_EL1, &el1) &&
      spu_peek_register(failure->model, SPU_PMSCR_EL2, &el2) && got == (expected == el1 ? el2 : el1)) {
    return SUSPECT_OTHER_REGISTER;
  }
  return SUSPECT_ANY;
}

// Whether the difference in PMBSR_EL1 is in how the register merges an update, not in the update: COLL, a lost bit, or
// only EC unchanged.
static bool merged(uint64_t old, uint64_t expected, uint64_t got)
{
  const uint64_t differs = expected ^ got;
  const uint64_t ec = SPU_PMBSR_EL1_EC;
  const bool lost_dl = (differs & old & ~got & SPU_PMBSR_EL1_DL) != 0;
  const bool ec_alone = (differs & ec) != 0 && (differs & ~ec) == 0 && (got & ec) == (old & ec);
  return (differs & SPU_PMBSR_EL1_COLL) != 0 || lost_dl || ec_alone;
}

static enum suspect_hint pmbsr_hint(const struct failure *failure)
{
  if (wrote_register(failure, SPU_PMBSR_EL1)) {
    return SUSPECT_DIRECT_WRITE;
  }
  // The event's contents were right, or there was no event and only a flag differs.
  return failure->before->vif.event_valid ||
                 merged(failure->before->out.pmbsr, failure->model_out.pmbsr, failure->now->out.pmbsr)
             ? SUSPECT_MERGED
             : SUSPECT_ANY;
}

static enum suspect_hint abort_hint(const struct failure *failure)
{
  return failure->now->in.axi_bvalid && failure->now->in.axi_bresp == 3 ? SUSPECT_DECERR : SUSPECT_ANY;
}

static enum suspect_hint event_pmbsr_hint(const struct failure *failure)
{
  const uint64_t old = pmbsr_pin(&failure->now->out, failure->model_vif.event_el);
  const uint64_t expected = failure->model_vif.event_pmbsr;
  const uint64_t got = failure->now->vif.event_pmbsr;
  if (!merged(old, expected, got)) {
    return abort_hint(failure);
  }
  // A collision in the same cycle is recorded in its own target register, which can be another one.
  return failure->config->spe_version >= 5 && (expected ^ got) == SPU_PMBSR_EL1_COLL ? SUSPECT_ROUTED
                                                                                     : SUSPECT_MERGED;
}

static enum suspect_hint mark_hint(const struct failure *failure)
{
  const struct spu_out *expected = &failure->model_out;
  const struct spu_out *got = &failure->now->out;
  const bool as_many =
      expected->mark_valid + expected->sample_collision == got->mark_valid + got->sample_collision;
  return as_many && expected->mark_valid != got->mark_valid ? SUSPECT_TAGS : SUSPECT_ANY;
}

static enum suspect_hint decision_hint(const struct failure *failure)
{
  const struct life_op *list[LIFE_SHOWN];
  const bool one = life_pick(failure->life, failure->tracker, LIFE_DECISION, list) == 1;
  return one && list[0]->how == SPU_OP_SQUASHED && !failure->config->squashed_recorded ? SUSPECT_SQUASHED
                                                                                       : SUSPECT_ANY;
}

// Whether these fields would differ if the MSR had written the other of the two registers: a wrongly redirected write
// then looks like a wrong decision.
static bool redirected(const struct failure *failure, uint64_t fields)
{
  uint64_t el1 = 0;
  uint64_t el2 = 0;
  (void)spu_peek_register(failure->model, SPU_PMSCR_EL1, &el1);
  (void)spu_peek_register(failure->model, SPU_PMSCR_EL2, &el2);
  return (((failure->misdirected[0] ^ el1) | (failure->misdirected[1] ^ el2)) & fields) != 0;
}

static enum suspect_hint profiling_hint(const struct failure *failure)
{
  if (redirected(failure, PMSCR_ENABLES)) {
    return SUSPECT_REDIRECTED;
  }
  return wrote_control(failure) ? SUSPECT_CONTROL_WRITE : SUSPECT_ANY;
}

// Whether one of the two registers would then have this value in a one-bit field.
static bool redirected_gives(const struct failure *failure, uint64_t field, bool value)
{
  return ((failure->misdirected[0] & field) != 0) == value ||
         ((failure->misdirected[1] & field) != 0) == value;
}

static enum suspect_hint collect_hint(const struct failure *failure, const struct mismatch *mismatch)
{
  if (mismatch_is(mismatch,
                  "mark_pa")) {  // a value that neither register would give is not due to a redirected write
    const bool gives = redirected_gives(failure, SPU_PMSCR_EL1_PA, failure->now->out.mark_pa);
    return gives && redirected(failure, SPU_PMSCR_EL1_PA) ? SUSPECT_REDIRECTED : SUSPECT_ANY;
  }
  const uint64_t fields = mismatch_is(mismatch, "mark_ts") ? PMSCR_TIME : SPU_PMSCR_EL1_CX;
  return redirected(failure, fields) ? SUSPECT_REDIRECTED : SUSPECT_ANY;
}

// Whether an operation has finished and is not decided yet, or was decided in the last cycle.
static bool undecided(const struct tracker *tracker)
{
  return tracker->now.finished != 0 || tracker->events.decision != 0;
}

static enum suspect_hint rule_hint(const struct failure *failure, const struct mismatch *mismatch)
{
  if (strcmp(mismatch->function, "DebugWriteExternalAbort") == 0) {
    return abort_hint(failure);
  }
  if (strcmp(mismatch->function, "ProfilingSynchronizationBarrier") == 0) {
    return undecided(failure->tracker) ? SUSPECT_UNDECIDED : SUSPECT_ANY;
  }
  if (failure->tracker->now.writing) {
    return SUSPECT_WRITING;
  }
  return failure->tracker->now.waiting != 0 ? SUSPECT_WAITING : SUSPECT_ANY;
}

static enum suspect_hint record_of(const struct mismatch *mismatch)
{
  struct record_alignment alignment;
  const struct record_row *culprit = NULL;
  record_align(mismatch->record[0], mismatch->record_size[0], mismatch->record[1], mismatch->record_size[1],
               &alignment);
  return record_hint(&alignment, &culprit);
}

enum suspect_hint mismatch_hint(const struct failure *failure, const struct mismatch *mismatch)
{
  static const struct {
    const char *signal;
    uint16_t addr;
  } outputs[] = {{"pmsicr", SPU_PMSICR_EL1},
                 {"pmbptr", SPU_PMBPTR_EL1},
                 {"pmbsr_el2", SPU_PMBSR_EL2},
                 {"pmbsr_el3", SPU_PMBSR_EL3}};
  if (!failure->in_cycle) {
    return SUSPECT_ANY;
  }
  if (mismatch->recorded) {
    return record_of(mismatch);
  }
  if (mismatch_is(mismatch, "sysreg_rdata")) {
    return read_hint(failure);
  }
  if (mismatch_is(mismatch, "buffer_enabled")) {
    return wrote_control(failure) ? SUSPECT_CONTROL_WRITE : SUSPECT_ANY;
  }
  if (mismatch_is(mismatch, "profiling_enabled")) {
    return profiling_hint(failure);
  }
  if (mismatch_is(mismatch, "mark_cx*") || mismatch_is(mismatch, "mark_pa") ||
      mismatch_is(mismatch, "mark_ts")) {
    return collect_hint(failure, mismatch);
  }
  if (mismatch_is(mismatch, "pmbsr")) {
    return pmbsr_hint(failure);
  }
  for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
    if (mismatch_is(mismatch, outputs[i].signal)) {
      return wrote_register(failure, outputs[i].addr) ? SUSPECT_DIRECT_WRITE : SUSPECT_ANY;
    }
  }
  if (mismatch_is(mismatch, "event_pmbsr")) {
    return event_pmbsr_hint(failure);
  }
  if (mismatch_is(mismatch, "event_*") || mismatch_is(mismatch, "serror")) {
    return abort_hint(failure);
  }
  if (mismatch_is(mismatch, "mark_valid") || mismatch_is(mismatch, "sample_collision")) {
    return mark_hint(failure);
  }
  if (mismatch_is(mismatch, "decide_keep") || mismatch_is(mismatch, "sample_filtrate")) {
    return decision_hint(failure);
  }
  if (mismatch_is(mismatch, "rule")) {
    return rule_hint(failure, mismatch);
  }
  if (mismatch_is(mismatch, "pm*") && wrote(failure) &&
      spu_sysreg_is_monitor(failure->before->in.sysreg_addr)) {
    return SUSPECT_DIRECT_WRITE;
  }
  return SUSPECT_ANY;
}
