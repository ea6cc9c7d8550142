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
static bool wrote(const struct scene *scene)
{
  return scene->before->in.sysreg_valid && scene->before->in.sysreg_write &&
         scene->now->out.sysreg_verdict == SPU_ACCESS_OK;
}

static bool wrote_register(const struct scene *scene, uint16_t addr)
{
  return wrote(scene) && scene->before->in.sysreg_addr == addr;
}

// Whether the MSR was to a register that decides whether profiling is on.
static bool wrote_control(const struct scene *scene)
{
  return wrote_register(scene, SPU_PMSCR_EL1) || wrote_register(scene, SPU_PMSCR_EL2) ||
         wrote_register(scene, SPU_PMSCR_EL12) || wrote_register(scene, SPU_PMBLIMITR_EL1) ||
         wrote_register(scene, SPU_PMBSR_EL1);
}

static enum suspect_hint read_hint(const struct scene *scene)
{
  const uint16_t addr = scene->before->in.sysreg_addr;
  const uint64_t expected = scene->model_out.sysreg_rdata;
  const uint64_t got = scene->now->out.sysreg_rdata;
  uint64_t el1 = 0;
  uint64_t el2 = 0;
  if (spu_sysreg_is_monitor(addr)) {
    return SUSPECT_MONITOR;
  }
  if (addr == SPU_PMBIDR_EL1 && (expected ^ got) == SPU_PMBIDR_EL1_P) {
    return SUSPECT_OWNER;
  }
  const bool pmscr = addr == SPU_PMSCR_EL1 || addr == SPU_PMSCR_EL12 || addr == SPU_PMSCR_EL2;
  if (pmscr && scene->before->in.hcr_el2_e2h && spu_peek_register(scene->model, SPU_PMSCR_EL1, &el1) &&
      spu_peek_register(scene->model, SPU_PMSCR_EL2, &el2) && got == (expected == el1 ? el2 : el1)) {
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

static enum suspect_hint pmbsr_hint(const struct scene *scene)
{
  if (wrote_register(scene, SPU_PMBSR_EL1)) {
    return SUSPECT_DIRECT_WRITE;
  }
  // The event's contents were right, or there was no event and only a flag differs.
  return scene->before->vif.event_valid ||
                 merged(scene->before->out.pmbsr, scene->model_out.pmbsr, scene->now->out.pmbsr)
             ? SUSPECT_MERGED
             : SUSPECT_ANY;
}

static enum suspect_hint abort_hint(const struct scene *scene)
{
  return scene->now->in.axi_bvalid && scene->now->in.axi_bresp == 3 ? SUSPECT_DECERR : SUSPECT_ANY;
}

static enum suspect_hint event_pmbsr_hint(const struct scene *scene)
{
  const uint64_t old = pmbsr_pin(&scene->now->out, scene->model_vif.event_el);
  const uint64_t expected = scene->model_vif.event_pmbsr;
  const uint64_t got = scene->now->vif.event_pmbsr;
  if (!merged(old, expected, got)) {
    return abort_hint(scene);
  }
  // A collision in the same cycle is recorded in its own target register, which can be another one.
  return scene->config->spe_version >= 5 && (expected ^ got) == SPU_PMBSR_EL1_COLL ? SUSPECT_ROUTED
                                                                                   : SUSPECT_MERGED;
}

static enum suspect_hint mark_hint(const struct scene *scene)
{
  const struct spu_out *expected = &scene->model_out;
  const struct spu_out *got = &scene->now->out;
  const bool as_many =
      expected->mark_valid + expected->sample_collision == got->mark_valid + got->sample_collision;
  return as_many && expected->mark_valid != got->mark_valid ? SUSPECT_TAGS : SUSPECT_ANY;
}

static enum suspect_hint verdict_hint(const struct scene *scene)
{
  const struct life_op *list[LIFE_SHOWN];
  const bool one = life_pick(scene->life, scene->tracker, LIFE_VERDICT, list) == 1;
  return one && list[0]->how == SPU_OP_SQUASHED && !scene->config->squashed_recorded ? SUSPECT_SQUASHED
                                                                                     : SUSPECT_ANY;
}

// Whether these fields would differ if the MSR had written the other of the two registers: a wrongly redirected write
// then looks like a wrong decision.
static bool redirected(const struct scene *scene, uint64_t fields)
{
  uint64_t el1 = 0;
  uint64_t el2 = 0;
  (void)spu_peek_register(scene->model, SPU_PMSCR_EL1, &el1);
  (void)spu_peek_register(scene->model, SPU_PMSCR_EL2, &el2);
  return (((scene->misdirected[0] ^ el1) | (scene->misdirected[1] ^ el2)) & fields) != 0;
}

static enum suspect_hint profiling_hint(const struct scene *scene)
{
  if (redirected(scene, PMSCR_ENABLES)) {
    return SUSPECT_REDIRECTED;
  }
  return wrote_control(scene) ? SUSPECT_CONTROL_WRITE : SUSPECT_ANY;
}

// Whether one of the two registers would then have this value in a one-bit field.
static bool redirected_gives(const struct scene *scene, uint64_t field, bool value)
{
  return ((scene->misdirected[0] & field) != 0) == value || ((scene->misdirected[1] & field) != 0) == value;
}

static enum suspect_hint collect_hint(const struct scene *scene, const struct mismatch *mismatch)
{
  if (mismatch_is(mismatch,
                  "mark_pa")) {  // a value that neither register would give is not due to a redirected write
    const bool gives = redirected_gives(scene, SPU_PMSCR_EL1_PA, scene->now->out.mark_pa);
    return gives && redirected(scene, SPU_PMSCR_EL1_PA) ? SUSPECT_REDIRECTED : SUSPECT_ANY;
  }
  const uint64_t fields = mismatch_is(mismatch, "mark_ts") ? PMSCR_TIME : SPU_PMSCR_EL1_CX;
  return redirected(scene, fields) ? SUSPECT_REDIRECTED : SUSPECT_ANY;
}

// Whether an operation has finished and is not decided yet, or was decided in the last cycle.
static bool undecided(const struct tracker *tracker)
{
  return tracker->now.finished != 0 || tracker->events.verdict != 0;
}

static enum suspect_hint rule_hint(const struct scene *scene, const struct mismatch *mismatch)
{
  if (strcmp(mismatch->function, "DebugWriteExternalAbort") == 0) {
    return abort_hint(scene);
  }
  if (strcmp(mismatch->function, "ProfilingSynchronizationBarrier") == 0) {
    return undecided(scene->tracker) ? SUSPECT_UNDECIDED : SUSPECT_ANY;
  }
  if (scene->tracker->now.writing) {
    return SUSPECT_WRITING;
  }
  return scene->tracker->now.waiting != 0 ? SUSPECT_WAITING : SUSPECT_ANY;
}

static enum suspect_hint record_of(const struct mismatch *mismatch)
{
  struct record_alignment alignment;
  const struct record_row *culprit = NULL;
  record_align(mismatch->record[0], mismatch->record_size[0], mismatch->record[1], mismatch->record_size[1],
               &alignment);
  return record_hint(&alignment, &culprit);
}

enum suspect_hint mismatch_hint(const struct scene *scene, const struct mismatch *mismatch)
{
  static const struct {
    const char *signal;
    uint16_t addr;
  } outputs[] = {{"pmsicr", SPU_PMSICR_EL1},
                 {"pmbptr", SPU_PMBPTR_EL1},
                 {"pmbsr_el2", SPU_PMBSR_EL2},
                 {"pmbsr_el3", SPU_PMBSR_EL3}};
  if (!scene->in_cycle) {
    return SUSPECT_ANY;
  }
  if (mismatch->recorded) {
    return record_of(mismatch);
  }
  if (mismatch_is(mismatch, "sysreg_rdata")) {
    return read_hint(scene);
  }
  if (mismatch_is(mismatch, "buffer_enabled")) {
    return wrote_control(scene) ? SUSPECT_CONTROL_WRITE : SUSPECT_ANY;
  }
  if (mismatch_is(mismatch, "profiling_enabled")) {
    return profiling_hint(scene);
  }
  if (mismatch_is(mismatch, "mark_cx*") || mismatch_is(mismatch, "mark_pa") ||
      mismatch_is(mismatch, "mark_ts")) {
    return collect_hint(scene, mismatch);
  }
  if (mismatch_is(mismatch, "pmbsr")) {
    return pmbsr_hint(scene);
  }
  for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
    if (mismatch_is(mismatch, outputs[i].signal)) {
      return wrote_register(scene, outputs[i].addr) ? SUSPECT_DIRECT_WRITE : SUSPECT_ANY;
    }
  }
  if (mismatch_is(mismatch, "event_pmbsr")) {
    return event_pmbsr_hint(scene);
  }
  if (mismatch_is(mismatch, "event_*") || mismatch_is(mismatch, "serror")) {
    return abort_hint(scene);
  }
  if (mismatch_is(mismatch, "mark_valid") || mismatch_is(mismatch, "sample_collision")) {
    return mark_hint(scene);
  }
  if (mismatch_is(mismatch, "verdict_keep") || mismatch_is(mismatch, "sample_filtrate")) {
    return verdict_hint(scene);
  }
  if (mismatch_is(mismatch, "rule")) {
    return rule_hint(scene, mismatch);
  }
  if (mismatch_is(mismatch, "pm*") && wrote(scene) && spu_sysreg_is_monitor(scene->before->in.sysreg_addr)) {
    return SUSPECT_DIRECT_WRITE;
  }
  return SUSPECT_ANY;
}
