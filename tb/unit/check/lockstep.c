// SPDX-License-Identifier: Apache-2.0
#include "unit/check/lockstep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "spu_sysreg.h"
#include "unit/check/conserve.h"
#include "unit/check/history.h"
#include "unit/check/image.h"
#include "unit/util/text.h"

struct lockstep {
  struct spu *model;
  struct spu_config config;
  struct flight flight;
  struct image image;
  struct conserve conserve;
  struct history history;
  struct life life;
  struct failure failure;
  struct failure_cycle shown[2];  // this cycle and the previous one
  bool failed;
  uint64_t compared;
};

// Before the first cycle.
static const struct tracker at_reset;

struct lockstep *lockstep_create(const struct spu_config *config, const struct axi_memory *memory,
                                 enum spu_status *status)
{
  struct lockstep *lockstep = calloc(1, sizeof *lockstep);
  *status = SPU_OK;
  if (lockstep == NULL) {
    return NULL;
  }
  lockstep->model = malloc(spu_size());
  if (lockstep->model != NULL) {
    *status = spu_init(lockstep->model, config);
  }
  if (lockstep->model == NULL || *status != SPU_OK) {
    lockstep_destroy(lockstep);
    return NULL;
  }
  lockstep->config = *config;
  lockstep->failure.model = lockstep->model;
  lockstep->failure.config = &lockstep->config;
  lockstep->failure.life = &lockstep->life;
  lockstep->failure.ring = &lockstep->history.ring;
  lockstep->failure.in_cycle = true;
  lockstep->failure.tracker = &at_reset;
  lockstep->failure.now = &lockstep->shown[0];
  lockstep->failure.before = &lockstep->shown[1];
  flight_init(&lockstep->flight, config);
  image_init(&lockstep->image, config, memory);
  return lockstep;
}

void lockstep_destroy(struct lockstep *lockstep)
{
  if (lockstep != NULL) {
    image_free(&lockstep->image);
    free(lockstep->model);
    free(lockstep);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Mismatches

static bool fail(struct lockstep *lockstep, uint64_t cycle, const char *what, const char *function,
                 const char *expected, const char *got)
{
  lockstep->failed = true;
  return failure_rule(&lockstep->failure, cycle, what, function, expected, got);
}

// ---------------------------------------------------------------------------------------------------------
// One cycle

// PMBLIMITR_EL1 at the start of the cycle, before the model steps.
static uint64_t pmblimitr(const struct lockstep *lockstep)
{
  uint64_t value = 0;
  (void)spu_peek_register(lockstep->model, SPU_PMBLIMITR_EL1, &value);
  return value;
}

// Checks that the registers at the start of the cycle allow what the unit offers to memory and MMU.
static bool check_offers(struct lockstep *lockstep, const struct spu_in *in, const struct spu_out *out,
                         const struct spu_vif *vif, const struct dut_bus *bus)
{
  if (vif->start_valid) {
    const struct spu_request request = spu_next_request(lockstep->model, in);
    image_start(&lockstep->image, out->pmbptr, pmblimitr(lockstep) & ~(uint64_t)0xFFF, &request);
  }
  const bool offers = bus->xlate_req_valid | bus->axi_awvalid | bus->axi_wvalid;
  const bool session = !offers || (!spu_next_stopped(lockstep->model, in) && (pmblimitr(lockstep) & 1) != 0);
  return image_begin(&lockstep->image, in, bus, session);
}

// Updates failure.misdirected with the previous cycle's access, whose response is in this cycle.
static void follow_misdirected(struct failure *failure)
{
  enum { EL1_REGISTER, EL2_REGISTER };
  const struct spu_in *in = &failure->before->in;
  if (!in->sysreg_valid || !in->sysreg_write || failure->now->out.sysreg_verdict != SPU_ACCESS_OK) {
    return;
  }
  if (in->sysreg_addr == SPU_PMSCR_EL1 && in->hcr_el2_e2h && in->pe_el >= SPU_EL2) {
    failure->misdirected[in->pe_el == SPU_EL2 ? EL1_REGISTER : EL2_REGISTER] = in->sysreg_wdata;
  } else if (in->sysreg_addr == SPU_PMSCR_EL1 || in->sysreg_addr == SPU_PMSCR_EL12) {
    failure->misdirected[EL1_REGISTER] = in->sysreg_wdata;
  } else if (in->sysreg_addr == SPU_PMSCR_EL2) {
    failure->misdirected[EL2_REGISTER] = in->sysreg_wdata;
  }
}

// Checks what the comparison of the signals does not: `broken`, a broken rule of the interface or null;
// `offers_allowed`, the result of check_offers(); and memory. When a record has ended, memory must hold every byte that
// the model says was written.
static bool check_memory(struct lockstep *lockstep, uint64_t cycle, const char *broken, bool offers_allowed,
                         const struct failure_cycle *now, const struct dut_bus *bus)
{
  struct spu_write writes[SPU_MAX_RECORD_PAGES];
  struct image *image = &lockstep->image;
  if (broken != NULL) {
    return fail(lockstep, cycle, "rule", "SPEPostExecution", "docs/verification-interface.md", broken);
  }
  if (!offers_allowed) {
    return fail(lockstep, cycle, "AXI write", image->function, image->expected, image->got);
  }
  if (!image_burst(image, &now->in, bus, now->vif.burst_valid)) {
    return fail(lockstep, cycle, "burst_valid", "SPEWriteToBuffer", image->expected, image->got);
  }
  if (!image_step(image, &now->in, bus)) {
    return fail(lockstep, cycle, "AXI write", "SPEWriteToBuffer", image->expected, image->got);
  }
  if (!now->vif.commit_valid && !now->vif.discard_valid) {
    return true;
  }
  const size_t count = spu_last_writes(lockstep->model, writes);
  if (image_end(image, writes, count)) {
    return true;
  }
  lockstep->failed = true;
  return failure_image(&lockstep->failure, cycle, image, writes, count);
}

bool lockstep_step(struct lockstep *lockstep, uint64_t cycle, const struct spu_in *in,
                   const struct spu_out *out, const struct spu_vif *vif, const struct dut_bus *bus,
                   const struct tracker *tracker)
{
  if (lockstep->failed) {
    return false;
  }
  struct failure *failure = &lockstep->failure;
  failure->tracker = tracker;
  history_step(&lockstep->history, tracker, cycle, in, out, vif);
  life_step(&lockstep->life, tracker, cycle, in, out, vif);
  const char *broken = flight_step(&lockstep->flight, tracker, out, vif);
  const bool offers_allowed = check_offers(lockstep, in, out, vif, bus);
  lockstep->compared++;

  // While both sides agree, the model's outputs stand for the unit's, so that nothing is copied.
  struct failure_cycle *now = &lockstep->shown[lockstep->compared % 2];
  spu_next_pins(lockstep->model, in, &now->in);
  spu_step(lockstep->model, in, vif, &now->out, &now->vif);
  failure->before = failure->now;
  failure->now = now;
  const struct spu_violation violation = spu_last_violation(lockstep->model);
  const bool suspect = memcmp(&now->out, out, sizeof *out) != 0 || memcmp(&now->vif, vif, sizeof *vif) != 0 ||
                       violation.rule != NULL;
  if (suspect) {
    failure->model_out = now->out;
    failure->model_vif = now->vif;
    now->out = *out;
    now->vif = *vif;
  }
  follow_misdirected(failure);
  if (suspect && !failure_cycle_matches(failure, cycle, violation)) {
    lockstep->failed = true;
    return false;
  }
  return check_memory(lockstep, cycle, broken, offers_allowed, now, bus);
}

bool lockstep_broken(struct lockstep *lockstep, uint64_t cycle, const char *complaint)
{
  if (lockstep->failed) {
    return true;
  }
  lockstep->failed = failure_complaint(&lockstep->failure, cycle, complaint);
  return lockstep->failed;
}

void lockstep_reset(struct lockstep *lockstep, const struct tracker *tracker)
{
  conserve_reset(&lockstep->conserve, lockstep->model);
  flight_reset(&lockstep->flight, tracker);
  spu_reset(lockstep->model);
  if (!lockstep->failed && !image_reset(&lockstep->image)) {
    lockstep->failure.in_cycle = false;
    (void)fail(lockstep, lockstep->compared, "memory image", "SPEWriteToBuffer", lockstep->image.expected,
               lockstep->image.got);
  }
  if (lockstep->failed) {
    return;  // the report shows the state before the reset
  }
  memset(&lockstep->history, 0, sizeof lockstep->history);
  life_reset(&lockstep->life);
  memset(lockstep->shown, 0, sizeof lockstep->shown);
  memset(lockstep->failure.misdirected, 0, sizeof lockstep->failure.misdirected);
}

const struct spu *lockstep_model(const struct lockstep *lockstep)
{
  return lockstep->model;
}

// ---------------------------------------------------------------------------------------------------------
// The end

static bool conserved(struct lockstep *lockstep, uint64_t cycle)
{
  struct conserve_break broken;
  char expected[64];
  char got[64];
  if (conserve_check(&lockstep->conserve, lockstep->model, &lockstep->flight, lockstep->failure.tracker,
                     &broken)) {
    return true;
  }
  struct text text = {expected, sizeof expected, 0};
  text_add(&text, "%" PRIu64, broken.expected);
  text = (struct text){got, sizeof got, 0};
  text_add(&text, "%" PRIu64, broken.got);
  lockstep->failure.law = broken.what;
  lockstep->failure.in_cycle = false;
  return fail(lockstep, cycle, "conservation", "SPEPostExecution", expected, got);
}

bool lockstep_finish(struct lockstep *lockstep, uint64_t cycle)
{
  if (lockstep->failed) {
    return false;
  }
  if (!image_check(&lockstep->image)) {
    lockstep->failure.in_cycle = false;
    return fail(lockstep, cycle, "memory image", "SPEWriteToBuffer", lockstep->image.expected,
                lockstep->image.got);
  }
  return conserved(lockstep, cycle);
}

uint64_t lockstep_compared(const struct lockstep *lockstep)
{
  return lockstep->compared;
}

const struct flight_counts *lockstep_counts(const struct lockstep *lockstep)
{
  return &lockstep->flight.counts;
}

struct spu_counts lockstep_model_counts(const struct lockstep *lockstep)
{
  return conserve_counts(&lockstep->conserve, lockstep->model);
}

const struct flight_lost *lockstep_lost(const struct lockstep *lockstep)
{
  return &lockstep->flight.lost;
}

const struct failure *lockstep_failure(const struct lockstep *lockstep)
{
  return lockstep->failed ? &lockstep->failure : NULL;
}
