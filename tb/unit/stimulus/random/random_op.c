// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/random/random_op.h"

#include <string.h>

#include "unit/stimulus/op_pins.h"
#include "unit/util/garbage.h"

enum { KINDS_BASE = 5, KINDS = SPU_KIND_SVE + 1, KINDS_ALL = 16 };

static const uint64_t pa_mask = ((uint64_t)1 << 56) - 1;

static void memory_report(struct rng *rng, struct spu_op *report)
{
  report->store = rng_percent(rng, 40);
  if (report->kind == SPU_KIND_LDST_EXTENDED) {
    const uint32_t flags = 1 + rng_below(rng, 7);  // at least one of the three
    report->acq_rel = (flags & 1) != 0;
    report->exclusive = (flags & 2) != 0;
    report->atomic = (flags & 4) != 0;
  }
  report->va_valid = rng_percent(rng, 90);
  report->va_tbi = rng_percent(rng, 30);
  report->va = rng_next(rng);
  report->pa_valid = rng_percent(rng, 85);  // ignored without a virtual address
  report->pa_ns = rng_percent(rng, 50);
  report->pa_nse = rng_percent(rng, 50);
  report->pa_checked = rng_percent(rng, 50);
  report->pa_tag = (uint8_t)rng_below(rng, 16);
  report->pa = rng_next(rng) & pa_mask;
  report->source_valid = rng_percent(rng, report->store ? 20 : 80);
  // Mostly few values, as in real cores, so that the data source filter sees each; sometimes any.
  report->source = (uint16_t)(rng_percent(rng, 70) ? rng_below(rng, 16) : rng_next(rng));
}

static void branch_report(struct rng *rng, struct spu_op *report)
{
  const uint32_t procedure = rng_below(rng, 16);
  report->cond = rng_percent(rng, 50);
  report->indirect = rng_percent(rng, report->cond ? 10 : 50);
  report->call = procedure <= 4;
  report->ret = procedure >= 4 && procedure <= 8;  // 4: the pins allow both
  report->gcs = rng_percent(rng, 40);
  report->target_valid = rng_percent(rng, 70);
  report->target_ns = rng_percent(rng, 50);
  report->target_nse = rng_percent(rng, 50);
  report->target_el = (uint8_t)rng_below(rng, 4);
  report->target = rng_next(rng);
}

static void vector_report(struct rng *rng, struct spu_op *report)
{
  report->predicated = rng_percent(rng, 50);
  report->gather_scatter = rng_percent(rng, 30);
  report->fp = rng_percent(rng, 50);
  report->evl = (uint8_t)rng_below(rng, 7);  // 7 is reserved
}

// Draws what FEAT_SPE_SME adds; draws nothing without it.
static void sme_report(struct rng *rng, struct spu_op *report)
{
  if (report->kind == SPU_KIND_SVE && rng_percent(rng, 50)) {
    report->kind = SPU_KIND_SME;
    report->cond = rng_percent(rng, 30);
    report->fp = rng_percent(rng, 50);
  }
  if (report->kind == SPU_KIND_LDST_SVE || report->kind == SPU_KIND_SVE) {
    report->evl = rng_percent(rng, 15) ? 7 : report->evl;  // the length of all vectors together
  }
  if (rng_percent(rng, 30)) {  // Streaming SVE mode, and the SMCU
    report->events ^= (uint64_t)(1 + rng_below(rng, 3)) << 24;
  }
}

static void previous_report(struct rng *rng, struct spu_op *report)
{
  report->previous_valid = rng_percent(rng, 60);
  report->previous_ns = rng_percent(rng, 50);
  report->previous_nse = rng_percent(rng, 50);
  report->previous_el = (uint8_t)rng_below(rng, 4);
  report->previous = rng_next(rng);
}

// Mostly kinds of the base architecture, often kinds of optional features, rarely reserved ones.
static uint8_t pick_kind(struct rng *rng)
{
  const uint32_t dice = rng_below(rng, 100);
  if (dice < 2) {
    return (uint8_t)(KINDS + rng_below(rng, KINDS_ALL - KINDS));
  }
  return (uint8_t)(dice < 65 ? rng_below(rng, KINDS_BASE) : KINDS_BASE + rng_below(rng, KINDS - KINDS_BASE));
}

void random_op_report(const struct spu_config *config, struct rng *rng, struct spu_op *report)
{
  // Garbage in flags of other kinds and in values without valid; simd, ets and alt_clock keep it.
  op_pins_garbage(rng_next(rng), report);
  const uint32_t how = rng_below(rng, 100);
  report->how = how < 80 ? SPU_OP_RETIRED : (how < 90 ? SPU_OP_EXCEPTION : SPU_OP_SQUASHED);
  report->kind = pick_kind(rng);
  // Mostly few events at once, as in real cores; sometimes arbitrary bits.
  report->events = rng_next(rng) & rng_next(rng);
  if (rng_percent(rng, 80)) {
    report->events &= 0xFFF;
  }
  previous_report(rng, report);
  // Sometimes an operation reports what its kind does not have.
  const bool foreign = rng_percent(rng, 10);
  const bool memory = report->kind >= SPU_KIND_LDST_GENERAL && report->kind < SPU_KIND_SVE;
  if (report->kind == SPU_KIND_OTHER || report->kind >= SPU_KIND_SVE || foreign) {
    report->cond = rng_percent(rng, 30);
  }
  if (report->kind == SPU_KIND_BRANCH || foreign) {
    branch_report(rng, report);
  }
  if (memory || foreign || (report->kind == SPU_KIND_BRANCH && report->gcs)) {
    memory_report(rng, report);
  }
  if (report->kind == SPU_KIND_LDST_SVE || report->kind == SPU_KIND_SVE || foreign) {
    vector_report(rng, report);
  }
  if (config->have_spe_sme) {
    sme_report(rng, report);
  }
}

void random_op_enrich(const struct spu_config *config, struct rng *rng, struct spu_op *report)
{
  const bool gcs = config->have_gcs && config->spe_version >= 4 && rng_percent(rng, 70);
  memset(report, 0, sizeof *report);
  report->how = SPU_OP_RETIRED;
  report->kind = gcs ? SPU_KIND_BRANCH : SPU_KIND_LDST_GENERAL;
  report->events = rng_next(rng) & 0xFFF;
  previous_report(rng, report);
  report->previous_valid = true;
  if (gcs) {
    branch_report(rng, report);
    report->ret = !report->call;
    report->gcs = true;
    report->target_valid = true;
  }
  memory_report(rng, report);
  report->store = gcs && report->call;
  report->va_valid = true;
  report->pa_valid = true;
  report->source_valid = true;
  report->alt_clock = true;
}

void random_op_mark(const struct spu_config *config, struct random_op *op, struct rng *rng, uint64_t cycle,
                    uint32_t latency)
{
  uint64_t life = 1 + rng_below(rng, latency);
  const uint32_t rare = rng_below(rng, 4000);
  if (rare < 80) {
    life += rng_below(rng, 300);
  } else if (rare < 84) {
    life = 4050 + rng_below(rng, 150);  // around the saturation of 12-bit counters
  } else if (rare < 86 && config->count_16bit) {
    life = 65400 + rng_below(rng, 200);
  }
  op->busy = true;
  op->finished = false;
  op->held = false;
  op->mark = cycle;
  op->finish = cycle + life;
  op->issue = rng_percent(rng, 15) ? UINT64_MAX : cycle + 1 + rng_below(rng, (uint32_t)life);
  op->xlate_from = cycle + 1 + rng_below(rng, (uint32_t)life);
  op->xlate_to = rng_percent(rng, 50) ? op->xlate_from + rng_below(rng, (uint32_t)life + 1) : op->xlate_from;
  // Half of them complete before they finish; of the others, half report `completed` in that cycle.
  const uint32_t completion = rng_below(rng, 100);
  op->complete = completion < 25   ? UINT64_MAX
                 : completion < 50 ? op->finish
                                   : cycle + 1 + rng_below(rng, (uint32_t)life);
  // A long operation often waits to issue, or for the MMU.
  if (life > 256 && rng_percent(rng, 50)) {
    op->issue = op->finish;
    op->xlate_from = cycle + 1;
    op->xlate_to = UINT64_MAX;
  }
  random_op_report(config, rng, &op->report);
  // Half of the operations that are squashed at once were flushed in the cycle of their dispatch.
  if (life == 1 && op->report.how == SPU_OP_SQUASHED && (cycle & 1) != 0) {
    op->issue = UINT64_MAX;
    op->complete = UINT64_MAX;
  }
}

void random_op_expose(struct random_op *op, uint64_t cycle, uint64_t older)
{
  const uint64_t life = op->finish - cycle;
  const uint64_t bits = garbage_at(op->finish << 20 ^ cycle, GARBAGE_OLDEST);
  const bool in_order = (bits & 3) != 0;
  op->oldest_from = in_order ? (older > cycle ? older : cycle) + 1 : cycle + 1 + (bits >> 8) % life;
  op->oldest_to = in_order ? UINT64_MAX : op->oldest_from + (bits >> 32) % (life + 1);
  // Half of them flush younger operations; few for longer than 12 bits can count.
  op->hold = (bits >> 2 & 1) != 0 ? 0 : bits >> 48 & ((bits >> 3 & 0xFF) != 0 ? 0xF : 0x1FFF);
}

void random_op_flush(struct random_op *op, uint64_t cycle)
{
  op->finish = cycle;
  op->report.how = SPU_OP_SQUASHED;
}

void random_op_drive(const struct spu_config *config, struct random_op *op, struct rng *rng, uint64_t cycle,
                     bool hurry, struct spu_op *pins)
{
  if (!op->busy || op->finished) {
    // The tag is free or waits for its decision, so its pins are ignored: drive garbage.
    if (rng_below(rng, 64) == 0) {
      random_op_report(config, rng, pins);
      pins->issued = rng_percent(rng, 50);
      pins->xlate_busy = rng_percent(rng, 50);
      pins->completed = rng_percent(rng, 50);
      pins->finished = rng_percent(rng, 50);
    }
    if (op->held) {  // all but this one
      op->held = cycle <= op->finish + op->hold && !hurry;
      pins->oldest = op->held;
    }
    return;
  }
  pins->xlate_busy = cycle >= op->xlate_from && cycle < op->xlate_to;
  pins->issued = cycle == op->issue || (cycle > op->issue && (cycle & 7) == 0);  // only the first one counts
  const bool finished = cycle >= op->finish || hurry;
  const bool completed = op_pins_completed(cycle, op->complete);
  const struct spu_op before = *pins;
  if (finished && cycle > op->complete) {
    op_pins_finish(&op->report, cycle, pins);
  } else if (finished) {
    *pins = op->report;
  } else if (cycle == op->complete) {
    op_pins_complete(&op->report, cycle, pins);
  }
  pins->issued = before.issued;
  pins->oldest = cycle >= op->oldest_from && cycle < op->oldest_to;
  pins->xlate_busy = before.xlate_busy;
  pins->completed = completed;
  pins->finished = finished;
  op->finished = finished;
  op->finish = finished ? cycle : op->finish;
  op->held = finished && config->exposed_latency;
}
