// SPDX-License-Identifier: Apache-2.0
#include "unit/cover/cover.h"

#include <stdlib.h>
#include <string.h>

#include "spu_sysreg.h"
#include "unit/cover/cover_block.h"
#include "unit/stimulus/random/random_garbage.h"
#include "unit/util/json.h"

// The blocks in order, then the coverage that belongs to no block.
#define ADDRESS(name) &cover_##name
static const struct cover_block *const blocks[] = {COVERED_BLOCKS(ADDRESS), &cover_inject,
                                                   &cover_environment};
#undef ADDRESS

enum { BLOCKS = sizeof blocks / sizeof blocks[0] };

struct block_state {
  uint64_t state[COVER_BLOCK_STATE / sizeof(uint64_t)];
  uint64_t hits[COVER_BLOCK_BINS];
};

struct place {
  uint16_t block;
  uint16_t bin;
};

struct cover {
  struct spu_config config;
  const struct spu *model;
  struct random_garbage absent;  // no garbage: zero in absent pe fields
  struct spu_in in;              // inputs of this cycle, without garbage
  struct spu_in last_in;
  struct spu_out last_out;
  struct spu_vif last_vif;
  struct tracker_state last_flight;
  struct cover_pe pe;
  struct cover_regs regs;
  bool stopped;  // profiling was stopped in the last cycle
  bool running;  // at least one cycle since the start or the last reset
  bool after_reset;
  struct dut_reset_shape reset;  // the last reset
  struct block_state block[BLOCKS];
  // The configuration's bins in order, and from the end backwards those that it does not have.
  struct place order[BLOCKS * COVER_BLOCK_BINS];
  size_t existing;
  size_t missing;
};

static void put_in_order(struct cover *cover)
{
  for (size_t r = 0; r < BLOCKS; r++) {
    for (size_t b = 0; b < blocks[r]->count; b++) {
      const struct cover_bin *bin = &blocks[r]->bins[b];
      const bool here = bin->exists == NULL || bin->exists(&cover->config);
      const size_t at = here ? cover->existing++ : BLOCKS * COVER_BLOCK_BINS - ++cover->missing;
      cover->order[at] = (struct place){(uint16_t)r, (uint16_t)b};
    }
  }
}

struct cover *cover_create(const struct spu_config *config, const struct spu *model)
{
  struct cover *cover = calloc(1, sizeof *cover);
  if (cover != NULL) {
    cover->config = *config;
    cover->model = model;
    random_garbage_init(&cover->absent, config);
    put_in_order(cover);
  }
  return cover;
}

void cover_destroy(struct cover *cover)
{
  free(cover);
}

// ---------------------------------------------------------------------------------------------------------
// One cycle

static uint64_t peek(const struct cover *cover, uint16_t address)
{
  uint64_t value = 0;
  (void)spu_peek_register(cover->model, address, &value);
  return value;
}

// Reads the registers that only direct writes change.
static void read_registers(struct cover *cover)
{
  struct cover_regs *regs = &cover->regs;
  regs->pmscr_el2 = peek(cover, SPU_PMSCR_EL2);
  regs->pmsirr = peek(cover, SPU_PMSIRR_EL1);
  regs->pmblimitr = peek(cover, SPU_PMBLIMITR_EL1);
}

// RTSJRP, RHJXHT, D24.7.8, D24.7.9, Table D17-2.
static void read_exceptions(const struct cover *cover, struct cover_cycle *now)
{
  const struct spu_config *config = &cover->config;
  const struct cover_regs *regs = &cover->regs;
  const uint32_t pmsee = config->have_el3 ? cover->in.mdcr_el3_pmsee & 3U : 1U;
  now->stopped = (regs->pmbsr & SPU_PMBSR_EL1_S) != 0;
  now->was_stopped = cover->stopped;
  if (config->spe_version < 5) {
    return;
  }
  if (pmsee != 0) {
    now->ee_el2 = cover->pe.el2 ? regs->pmscr_el2 >> SPU_PMSCR_EL1_EE_SHIFT & 3U : 1U;
  }
  now->stopped = now->stopped || (now->ee_el2 >= 2 && (regs->pmbsr_el2 & SPU_PMBSR_EL1_S) != 0) ||
                 (config->have_el3 && pmsee >= 2 && (regs->pmbsr_el3 & SPU_PMBSR_EL1_S) != 0);
}

bool cover_wrote_status(const struct cover_cycle *cycle)
{
  return cover_wrote(cycle, SPU_PMBSR_EL1) || cover_wrote(cycle, SPU_PMBSR_EL12) ||
         cover_wrote(cycle, SPU_PMBSR_EL2) || cover_wrote(cycle, SPU_PMBSR_EL3);
}

static void step(void *context, uint64_t cycle, const struct spu_in *pins, const struct spu_out *out,
                 const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker)
{
  struct cover *cover = context;
  const struct spu_in *in = &cover->in;
  spu_next_pins(cover->model, pins, &cover->in);
  random_garbage_drive(&cover->absent, &cover->in);
  const uint64_t stopped = (uint64_t)1 << 17;  // PMBSR_EL1.S
  const bool first = !cover->running;
  struct cover_cycle now = {.config = &cover->config,
                            .model = cover->model,
                            .number = cycle,
                            .in = in,
                            .pins = pins,
                            .out = out,
                            .vif = vif,
                            .bus = bus,
                            .tracker = tracker,
                            .flight = &tracker->before,
                            .last_in = &cover->last_in,
                            .last_out = &cover->last_out,
                            .last_vif = &cover->last_vif,
                            .after_reset = cover->after_reset,
                            .reset = &cover->reset,
                            .taken = &cover->last_flight,
                            .pe = &cover->pe,
                            .regs = &cover->regs};
  now.pe_changed =
      first || memcmp((const char *)in + PINS_PE_BEGIN, (const char *)&cover->last_in + PINS_PE_BEGIN,
                      PINS_PE_END - PINS_PE_BEGIN) != 0;
  if (now.pe_changed) {
    cover_pe_read(&cover->config, in, &cover->pe);
  }
  const bool written = first || (cover->last_in.sysreg_valid && cover->last_in.sysreg_write);
  if (written) {
    read_registers(cover);
  }
  const uint64_t changed = (out->pmbsr ^ cover->regs.pmbsr) | (out->pmbsr_el2 ^ cover->regs.pmbsr_el2) |
                           (out->pmbsr_el3 ^ cover->regs.pmbsr_el3);
  now.regs_changed = written || (changed & stopped) != 0;
  cover->regs.pmbsr = out->pmbsr;
  cover->regs.pmbsr_el2 = out->pmbsr_el2;
  cover->regs.pmbsr_el3 = out->pmbsr_el3;
  read_exceptions(cover, &now);
  for (size_t i = 0; i < BLOCKS; i++) {
    blocks[i]->step(cover->block[i].state, &now, cover->block[i].hits);
  }
  cover->stopped = now.stopped;
  cover->last_in = *in;
  cover->last_out = *out;
  cover->last_vif = *vif;
  cover->last_flight = tracker->now;
  cover->running = true;
  cover->after_reset = false;
}

static void reset(void *context, uint64_t cycle, const struct dut_reset_shape *shape)
{
  struct cover *cover = context;
  (void)cycle;
  memset(&cover->last_in, 0, sizeof cover->last_in);
  memset(&cover->last_out, 0, sizeof cover->last_out);
  memset(&cover->last_vif, 0, sizeof cover->last_vif);
  cover->stopped = false;
  cover->running = false;
  cover->after_reset = true;
  cover->reset = *shape;
}

struct observer cover_observer(struct cover *cover)
{
  return (struct observer){.context = cover, .step = step, .reset = reset};
}

// ---------------------------------------------------------------------------------------------------------
// Results

static struct cover_hit hit_of(const struct cover *cover, struct place place)
{
  const struct cover_bin *bin = &blocks[place.block]->bins[place.bin];
  return (struct cover_hit){blocks[place.block]->name, bin->requirement, bin->name, bin->meaning,
                            cover->block[place.block].hits[place.bin]};
}

bool cover_hit(const struct cover *cover, size_t i, struct cover_hit *hit)
{
  if (i >= cover->existing) {
    return false;
  }
  *hit = hit_of(cover, cover->order[i]);
  return true;
}

bool cover_impossible(const struct cover *cover, size_t i, struct cover_hit *hit)
{
  for (size_t m = 1; m <= cover->missing; m++) {
    *hit = hit_of(cover, cover->order[BLOCKS * COVER_BLOCK_BINS - m]);
    if (hit->hits != 0 && i-- == 0) {
      return true;
    }
  }
  return false;
}

static void write_list(struct json *json, const char *name, const struct cover *cover, bool exists)
{
  struct cover_hit hit;
  json_array(json, name, JSON_LINES);
  for (size_t i = 0; exists ? cover_hit(cover, i, &hit) : cover_impossible(cover, i, &hit); i++) {
    json_object(json, NULL, JSON_INLINE);
    json_text(json, "block", hit.block);
    json_text(json, "requirement", hit.requirement);
    json_text(json, "name", hit.name);
    json_text(json, "meaning", hit.meaning);
    json_number(json, "hits", hit.hits);
    json_end(json);
  }
  json_end(json);
}

void cover_json(const struct cover *cover, const char *config, FILE *stream)
{
  struct json json = json_writer(stream);
  json_object(&json, NULL, JSON_LINES);
  json_text(&json, "config", config);
  write_list(&json, "bins", cover, true);
  write_list(&json, "impossible", cover, false);
  json_end(&json);
}
