// SPDX-License-Identifier: Apache-2.0
#include "programs/core/core_marked.h"

#include <string.h>

enum { ALT_CLOCK_SMCU = 1 };  // PMSIDR_EL1.ALTCLK

// The events in the configuration's Events packet.
static uint64_t events_of(const struct spu_config *config)
{
  uint64_t mask = config->events_bytes >= 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * config->events_bytes) - 1;
  if (config->spe_version < 1) {
    mask &= ~(uint64_t)EVENT_MISALIGNED;
  }
  if (config->spe_version < 4) {
    mask &= ~(uint64_t)(EVENT_L2D_ACCESS | EVENT_L2D_MISS);
  }
  if (!config->have_spe_sme) {
    mask &= ~(uint64_t)EVENT_STREAMING;
  }
  if (config->alt_clock != ALT_CLOCK_SMCU) {
    mask &= ~(uint64_t)EVENT_SMCU;
  }
  return mask;
}

void core_marked_init(struct core_marked *core, const struct spu_config *config,
                      const struct core_model *model, bool untaken_targets)
{
  memset(core, 0, sizeof *core);
  core->tags = config->in_flight;
  core->ns = config->have_el3 || !config->secure_only;
  core->sources = config->source_bytes != 0;
  core->smcu = config->alt_clock == ALT_CLOCK_SMCU;
  core->previous_branches = config->have_pbt;
  core->exposed = config->exposed_latency;
  core->untaken_targets = untaken_targets;
  core->event_mask = events_of(config);
  core->model = model;
}

// Fills the pins that the unit reads when an operation completes.
static void report(const struct core_marked *core, const struct marked *marked, struct spu_op *pins)
{
  const struct life *life = &marked->life;
  const struct a64_class *class = &marked->class;
  pins->completed = !life->late;
  pins->kind = (uint8_t) class->kind;
  pins->cond = class->cond;
  pins->indirect = class->indirect;
  pins->store = class->store;
  pins->acq_rel = class->acq_rel;
  pins->exclusive = class->exclusive;
  pins->atomic = class->atomic;
  pins->predicated = class->predicated;
  pins->gather_scatter = class->gather_scatter;
  pins->simd = class->simd;
  pins->fp = class->fp;
  pins->evl = life->evl;
  pins->ets = life->ets;
  pins->alt_clock = core->smcu && life->smcu && (life->events & EVENT_STREAMING) != 0;
  pins->call = class->call;
  pins->ret = class->ret;
  pins->events = life->events & core->event_mask;
  if (life->access) {
    pins->va_valid = true;
    pins->va_tbi = true;  // Linux sets TCR_EL1.TBI0
    pins->va = life->va;
    pins->pa_valid = true;
    pins->pa_ns = core->ns;
    pins->pa = life->pa;
    pins->source_valid = class->load && core->sources;
    pins->source = pins->source_valid ? core->model->source[life->level] : 0;
  }
  if (life->taken || (core->untaken_targets && class->branch && life->how == SPU_OP_RETIRED)) {
    pins->target_valid = true;
    pins->target_ns = core->ns;
    pins->target_el = SPU_EL0;
    pins->target = life->target;
  }
}

// Fills the pins that the unit reads when an operation finishes.
static void report_fate(const struct core_marked *core, const struct life *life, struct spu_op *pins)
{
  pins->finished = true;
  pins->how = (uint8_t)life->how;
  if (core->previous_branches && life->previous_known) {
    pins->previous_valid = true;
    pins->previous_ns = core->ns;
    pins->previous_el = SPU_EL0;
    pins->previous = life->previous;
  }
}

void core_marked_drive(struct core_marked *core, const struct core_time *time, uint64_t now,
                       struct spu_in *in)
{
  bool any = false;
  for (uint32_t tag = 0; tag < core->tags; tag++) {
    struct marked *marked = &core->marked[tag];
    struct spu_op *pins = &in->op[tag];
    if (pins->issued || pins->xlate_busy || pins->oldest || pins->completed || pins->finished) {
      *pins = (struct spu_op){0};
      any = true;
    }
    pins->oldest = core->exposed && core_time_waits(time, &marked->life, now);
    any = any || pins->oldest;
    if (!marked->active) {
      continue;
    }
    any = true;
    const struct life *life = &marked->life;
    pins->issued = now == life->issue;
    pins->xlate_busy = now >= life->issue && now < life->xlate_end;
    if (now >= life->finish && !marked->completed) {
      report(core, marked, pins);
      marked->completed = true;
    }
    if (now >= life->retire) {
      report_fate(core, life, pins);
      marked->active = false;
    }
  }
  core->any = any;
}

bool core_marked_add(struct core_marked *core, uint32_t tag, const struct life *life, struct tb_error *error)
{
  if (tag >= core->tags || core->marked[tag].active) {
    return tb_fail(error, "mark: tag %u is in use or does not exist", tag);
  }
  core->marked[tag] = (struct marked){.active = true, .life = *life, .class = life->code->class};
  core->any = true;
  return true;
}
