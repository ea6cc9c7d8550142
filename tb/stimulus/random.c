// SPDX-License-Identifier: Apache-2.0
#include "stimulus/random.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "env/mmu.h"
#include "stimulus/random_buffer.h"
#include "stimulus/random_op.h"
#include "stimulus/random_pe.h"
#include "stimulus/random_profile.h"
#include "stimulus/random_sysreg.h"

enum {
  EPISODE_MIN = 1000,
  EPISODE_SPREAD = 3000,
  DRAIN_LIMIT = 100000  // clocks that draining may take; a thousand suffice
};

enum drain { DRAIN_NOT, DRAIN_OPERATIONS, DRAIN_PSB, DRAIN_DSB, DRAIN_RESPONSES, DRAIN_DONE };

struct random_stimulus {
  struct spu_config config;
  struct rng rng;
  struct axi_memory *memory;
  struct mmu *mmu;
  struct random_buffer buffer;
  struct random_sysreg sysreg;
  struct random_op op[SPU_MAX_TAGS];
  const struct random_profile *profile;
  uint64_t cycles;  // of the run, without draining
  uint64_t cycle;   // this one
  uint64_t episode_end;
  uint64_t operations;
  uint64_t pc;
  struct spu_in pe;      // its pe group is the state of the software that is profiled
  uint64_t odd_until;    // clock in which a PE state without profiling ends; UINT64_MAX: no such state
  bool pmbirq;           // of the previous clock
  uint64_t irq_service;  // clock in which the interrupt is served; 0: no interrupt
  bool psb_valid;
  bool dsb_valid;
  bool out_of_memory;
  enum drain drain;
};

// ---------------------------------------------------------------------------------------------------------
// Episodes

static void set_speed(struct random_stimulus *random, enum random_speed speed)
{
  struct axi_timing axi = {
      .aw_ready_percent = 100, .w_ready_percent = 100, .b_latency_min = 1, .b_latency_max = 1};
  struct mmu_timing mmu = {.ready_percent = 100, .latency_min = 1, .latency_max = 1};
  if (speed != RANDOM_FAST) {
    const bool slow = speed == RANDOM_SLOW;
    axi.aw_ready_percent =
        (uint8_t)(slow ? 5 + rng_below(&random->rng, 30) : 40 + rng_below(&random->rng, 61));
    axi.w_ready_percent =
        (uint8_t)(slow ? 5 + rng_below(&random->rng, 30) : 40 + rng_below(&random->rng, 61));
    axi.b_latency_max = (uint16_t)(slow ? 1 + rng_below(&random->rng, 100) : 1 + rng_below(&random->rng, 8));
    axi.b_error_percent =
        (uint8_t)(random->config.external_abort == 1 && rng_percent(&random->rng, 30) ? 10 : 0);
    mmu.ready_percent = (uint8_t)(slow ? 10 + rng_below(&random->rng, 40) : 60 + rng_below(&random->rng, 41));
    mmu.latency_max = (uint16_t)(slow ? 1 + rng_below(&random->rng, 60) : 1 + rng_below(&random->rng, 6));
  }
  axi_memory_set_timing(random->memory, &axi);
  mmu_set_timing(random->mmu, &mmu);
}

// A new buffer and a whole programming.
static void program(struct random_stimulus *random)
{
  if (!random_buffer_place(&random->buffer, &random->config, random->profile, &random->rng, random->mmu)) {
    random->out_of_memory = true;
  }
  random_sysreg_setup(&random->sysreg, &random->config, random->profile, &random->buffer, &random->rng);
}

static void start_episode(struct random_stimulus *random, uint64_t cycle)
{
  random->profile = random_profile_pick(&random->rng);
  random->episode_end = cycle + EPISODE_MIN + rng_below(&random->rng, EPISODE_SPREAD);
  random->pc = rng_next(&random->rng) & ~(uint64_t)3;
  set_speed(random, random->profile->memory);
  random_pe_any(&random->config, &random->rng, true, true, &random->pe);
  program(random);
}

struct random_stimulus *random_create(const struct spu_config *config, uint64_t seed, uint64_t cycles)
{
  struct random_stimulus *random = calloc(1, sizeof *random);
  if (random == NULL) {
    return NULL;
  }
  random->config = *config;
  random->cycles = cycles;
  random->odd_until = UINT64_MAX;
  rng_seed(&random->rng, seed, 0);
  random->memory = axi_memory_create(config->axi_data_width / 8, seed);
  random->mmu = mmu_create(seed);
  if (random->memory == NULL || random->mmu == NULL) {
    random_destroy(random);
    return NULL;
  }
  random_buffer_init(&random->buffer, &random->rng);
  return random;
}

void random_destroy(struct random_stimulus *random)
{
  if (random != NULL) {
    axi_memory_destroy(random->memory);
    mmu_destroy(random->mmu);
    free(random);
  }
}

// ---------------------------------------------------------------------------------------------------------
// The pins of a clock

static void copy_pe(struct spu_in *to, const struct spu_in *from)
{
  to->pe_el = from->pe_el;
  to->pe_aarch32 = from->pe_aarch32;
  to->pe_debug = from->pe_debug;
  to->edscr_sdd = from->edscr_sdd;
  to->scr_el3_ns = from->scr_el3_ns;
  to->scr_el3_nse = from->scr_el3_nse;
  to->scr_el3_eel2 = from->scr_el3_eel2;
  to->scr_el3_rw = from->scr_el3_rw;
  to->scr_el3_fgten = from->scr_el3_fgten;
  to->hcr_el2_tge = from->hcr_el2_tge;
  to->hcr_el2_e2h = from->hcr_el2_e2h;
  to->hcr_el2_rw = from->hcr_el2_rw;
  to->hcr_el2_nv = from->hcr_el2_nv;
  to->hcr_el2_nv1 = from->hcr_el2_nv1;
  to->hcr_el2_nv2 = from->hcr_el2_nv2;
  to->mdcr_el2_e2pb = from->mdcr_el2_e2pb;
  to->mdcr_el2_tpms = from->mdcr_el2_tpms;
  to->mdcr_el3_nspb = from->mdcr_el3_nspb;
  to->mdcr_el3_nspbe = from->mdcr_el3_nspbe;
  to->hdfgrtr_el2 = from->hdfgrtr_el2;
  to->hdfgwtr_el2 = from->hdfgwtr_el2;
  to->contextidr_el1 = from->contextidr_el1;
  to->contextidr_el2 = from->contextidr_el2;
  to->cntvoff_el2 = from->cntvoff_el2;
}

// At most one of these starts per clock; `dice` is 0..999.
static void decide_software(struct random_stimulus *random, uint64_t cycle, uint32_t dice)
{
  const struct random_profile *profile = random->profile;
  uint32_t at = profile->kick;
  if (random->irq_service != 0 && cycle >= random->irq_service) {
    random->irq_service = 0;
    random_buffer_point(&random->buffer, &random->config, profile, &random->rng);
    random_sysreg_restart(&random->sysreg, &random->buffer, &random->rng);
  } else if (dice < at) {
    random_sysreg_kick(&random->sysreg, &random->rng);
  } else if (dice < (at += profile->setup)) {
    program(random);
  } else if (dice < at + profile->disable) {
    random_sysreg_disable(&random->sysreg, &random->rng);
  }
}

// Now and then a state in which profiling is hardly ever on, but never for long.
static void change_pe(struct random_stimulus *random, uint64_t cycle)
{
  const bool was_odd = random->odd_until != UINT64_MAX;
  const bool odd = !was_odd && rng_percent(&random->rng, 25);
  const bool controls = odd || was_odd || rng_percent(&random->rng, 40);
  random_pe_any(&random->config, &random->rng, !odd, controls, &random->pe);
  random->odd_until = odd ? cycle + 1 + rng_below(&random->rng, 60) : UINT64_MAX;
}

static void drive_software(struct random_stimulus *random, uint64_t cycle, struct spu_in *in)
{
  const uint64_t random_bits = rng_next(&random->rng);
  in->sysreg_valid = false;
  if (!random_sysreg_pending(&random->sysreg)) {
    decide_software(random, cycle, (uint32_t)((random_bits & 0xFFFFFFFF) * 1000 >> 32));
  }
  if (cycle >= random->odd_until || (random_bits >> 32) * 1000 >> 32 < random->profile->pe_change) {
    change_pe(random, cycle);
  }
  copy_pe(in, &random->pe);
  struct random_access access;
  if (random_sysreg_pending(&random->sysreg)) {
    random_pe_highest(&random->config, in);
    access = random_sysreg_take(&random->sysreg);
  } else if (!in->pe_aarch32 && rng_below(&random->rng, 1000) < random->profile->access) {
    if (rng_percent(&random->rng, 30)) {
      random_pe_highest(&random->config, in);
    }
    access = random_sysreg_any(&random->buffer, &random->rng);
  } else {
    return;
  }
  in->sysreg_valid = true;
  in->sysreg_write = access.write;
  in->sysreg_addr = access.addr;
  in->sysreg_wdata = access.data;
}

static void drive_dispatch(struct random_stimulus *random, struct spu_in *in)
{
  const uint32_t density = random->profile->dispatch_density;
  const uint64_t bits = rng_next(&random->rng);
  uint64_t valid = 0xFF;
  if (density == 9) {
    valid = (uint64_t)1 << (bits & 7);
  } else if (density != 0) {
    valid = bits;
    for (uint32_t i = 1; i < density; i++) {
      valid |= bits >> (8 * i);
    }
  }
  in->dispatch_valid = (uint8_t)(valid & ((1U << random->config.dispatch_width) - 1));
  for (uint32_t slot = 0; slot < random->config.dispatch_width; slot++) {
    in->dispatch_pc[slot] = random->pc + 4 * (uint64_t)slot;
  }
  random->pc += 4 * (uint64_t)random->config.dispatch_width;
  if (bits >> 56 == 0) {  // a far branch now and then, any byte of the PC
    random->pc = rng_next(&random->rng) & ~(uint64_t)3;
  }
  random->operations += (uint64_t)__builtin_popcount(in->dispatch_valid);
}

static void drive_time(struct random_stimulus *random, uint64_t cycle, struct spu_in *in)
{
  in->time_count += (cycle & 3) == 0;
  if ((cycle & 0xFF) == 0 && rng_percent(&random->rng, 20)) {
    in->time_count = rng_next(&random->rng);
  }
}

static void drive_barriers(struct random_stimulus *random, struct spu_in *in)
{
  const uint32_t dice = rng_below(&random->rng, 1000);
  // A request that was answered falls for a clock before the next one rises.
  random->psb_valid = random->psb_valid || (!in->psb_valid && dice < random->profile->barrier);
  random->dsb_valid = random->dsb_valid || (!in->dsb_valid && dice >= 1000 - random->profile->barrier);
  in->psb_valid = random->psb_valid;
  in->dsb_valid = random->dsb_valid;
}

// ---------------------------------------------------------------------------------------------------------
// Draining

static void drive_drain(struct random_stimulus *random, struct spu_in *in)
{
  if (random->drain == DRAIN_NOT) {
    random->drain = DRAIN_OPERATIONS;
    set_speed(random, RANDOM_FAST);
  }
  copy_pe(in, &random->pe);
  in->sysreg_valid = false;
  in->dispatch_valid = 0;
  if (random->drain == DRAIN_OPERATIONS) {
    bool busy = random->psb_valid || random->dsb_valid || in->psb_valid || in->dsb_valid;
    for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
      busy = busy || (random->op[tag].busy && !random->op[tag].finished);
    }
    random->drain = busy ? DRAIN_OPERATIONS : DRAIN_PSB;
    random->psb_valid = !busy || random->psb_valid;
  } else if (random->drain == DRAIN_PSB && !random->psb_valid) {
    random->drain = DRAIN_DSB;
    random->dsb_valid = true;
  } else if (random->drain == DRAIN_DSB && !random->dsb_valid) {
    random->drain = DRAIN_RESPONSES;
  } else if (random->drain == DRAIN_RESPONSES && axi_memory_outstanding(random->memory) == 0) {
    random->drain = DRAIN_DONE;
  }
  in->psb_valid = random->psb_valid;
  in->dsb_valid = random->dsb_valid;
}

// ---------------------------------------------------------------------------------------------------------
// The interface

static void drive(void *context, uint64_t cycle, struct spu_in *in)
{
  struct random_stimulus *random = context;
  const bool draining = cycle >= random->cycles;
  random->cycle = cycle;
  if (random->profile == NULL || (cycle >= random->episode_end && !draining)) {
    start_episode(random, cycle);
  }
  if (draining) {
    drive_drain(random, in);
  } else {
    drive_software(random, cycle, in);
    drive_dispatch(random, in);
    drive_barriers(random, in);
  }
  drive_time(random, cycle, in);
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    random_op_drive(&random->op[tag], &random->rng, cycle, draining, &in->op[tag]);
  }
  mmu_drive(random->mmu, in);
  axi_memory_drive(random->memory, in);
}

static bool observe(void *context, const struct spu_in *in, const struct spu_out *out,
                    const struct spu_vif *vif, const struct dut_bus *bus, struct tb_error *error)
{
  struct random_stimulus *random = context;
  if (!mmu_observe(random->mmu, in, bus, error) || !axi_memory_observe(random->memory, in, bus, error)) {
    return false;
  }
  if (vif->verdict_valid && vif->verdict_tag < SPU_MAX_TAGS) {
    random->op[vif->verdict_tag].busy = false;
  }
  if (out->mark_valid && out->mark_tag < SPU_MAX_TAGS) {
    random_op_mark(&random->op[out->mark_tag], &random->rng, random->cycle, random->profile->latency,
                   random->config.count_16bit);
  }
  random->psb_valid = random->psb_valid && !vif->psb_done;
  random->dsb_valid = random->dsb_valid && !vif->dsb_done;
  if (out->pmbirq && !random->pmbirq) {
    random->irq_service = random->cycle + 1 + rng_below(&random->rng, random->profile->irq_delay);
  }
  random->pmbirq = out->pmbirq;
  if (random->out_of_memory) {
    return tb_fail(error, "random stimulus: out of memory");
  }
  if (random->cycle >= random->cycles + DRAIN_LIMIT) {
    return tb_fail(error, "the unit did not drain within %d clocks: %s", DRAIN_LIMIT,
                   random->drain == DRAIN_PSB
                       ? "PSB CSYNC is not done"
                       : (random->drain == DRAIN_DSB ? "DSB is not done" : "AXI responses are missing"));
  }
  return true;
}

static bool finished(const void *context)
{
  return ((const struct random_stimulus *)context)->drain == DRAIN_DONE;
}

struct stimulus random_stimulus(struct random_stimulus *random)
{
  return (struct stimulus){
      .context = random, .drive = drive, .observe = observe, .finished = finished, .memory = random->memory};
}

uint64_t random_operations(const struct random_stimulus *random)
{
  return random->operations;
}
