// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/random.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "spu_sysreg.h"
#include "unit/env/mmu.h"
#include "unit/env/pe_pins.h"
#include "unit/stimulus/inject/inject.h"
#include "unit/stimulus/random/random_access.h"
#include "unit/stimulus/random/random_buffer.h"
#include "unit/stimulus/random/random_dispatch.h"
#include "unit/stimulus/random/random_garbage.h"
#include "unit/stimulus/random/random_op.h"
#include "unit/stimulus/random/random_pe.h"
#include "unit/stimulus/random/random_pmu.h"
#include "unit/stimulus/random/random_pmu_exception.h"
#include "unit/stimulus/random/random_profile.h"
#include "unit/stimulus/random/random_speed.h"
#include "unit/stimulus/random/random_sysreg.h"

enum {
  ALL_TAGS = (1 << SPU_MAX_TAGS) - 1,
  EPISODE_MIN = 1000,
  EPISODE_SPREAD = 3000,
  RESET_BOOT = 40,      // cycles from a reset until software begins
  UNNOTICED = 40,       // cycles from a stop without interrupt or exception until software polls
  DRAIN_LIMIT = 100000  // cycles that draining may take; a thousand normally suffice
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
  struct random_pmu_pins pmu;
  struct random_dispatch dispatch;
  struct random_garbage garbage;
  struct inject inject;
  const struct random_profile *profile;
  const struct random_profile *only;  // profile of all episodes; null: mixed
  uint64_t cycles;                    // length of the run, without draining
  uint64_t cycle;                     // the present one
  uint64_t episode_end;
  struct spu_in pe;    // its pe group is the state of the profiled software
  struct spu_in late;  // RegisteredPins: its pe group has the state for the next cycle
  uint64_t odd_until;  // cycle in which a PE state without profiling ends; UINT64_MAX: no such state
  bool served;         // PMBIRQ or an SPE Profiling exception was high in the previous cycle
  bool pmuirq;
  bool pmu_exception;    // high, for any level
  uint64_t irq_service;  // cycle in which software serves the interrupt or exception, or polls; 0: neither
  uint64_t pmu_service;
  uint64_t boot;  // cycle in which software starts after a reset; 0: it has started
  bool psb_valid;
  uint8_t psb_older;
  // Tags of operations that end after the pending PSB CSYNC: the barrier itself and younger operations.
  uint8_t psb_own;
  bool dsb_valid;
  bool out_of_memory;
  enum drain drain;
  bool reset;     // the next episode begins with the unit drained and el3_aarch32 inverted
  bool recorded;  // a record was committed
};

// ---------------------------------------------------------------------------------------------------------
// Episodes

static void set_speed(struct random_stimulus *random, enum random_speed speed)
{
  const uint32_t errors = random->drain == DRAIN_NOT ? random->profile->bus_errors : 0;
  random_speed_set(speed, errors, &random->rng, random->memory, random->mmu);
}

// Places a new buffer and programs the unit. With EL3 in AArch32 there is no profiling to program.
static void program(struct random_stimulus *random)
{
  if (!random_buffer_place(&random->buffer, &random->config, random->profile, &random->rng, random->mmu)) {
    random->out_of_memory = true;
  }
  if (!random->pe.el3_aarch32) {
    random_sysreg_setup(&random->sysreg, &random->config, random->profile, &random->buffer, &random->rng);
  }
}

static void program_pmu(struct random_stimulus *random)
{
  if (random->config.pmu_version != 0) {
    random_pmu_setup(&random->sysreg, &random->config, &random->rng);
  }
}

// A new state of the PE, and new garbage on the pins of features that it does not have.
static void any_pe(struct random_stimulus *random, bool friendly, bool controls)
{
  random_pe_any(&random->config, &random->rng, friendly, controls, &random->pe);
  if (controls) {
    random_garbage_draw(&random->garbage, &random->rng);
  }
}

static void start_episode(struct random_stimulus *random, uint64_t cycle)
{
  random->drain = DRAIN_NOT;
  random->profile = random->only != NULL ? random->only : random_profile_pick(&random->rng);
  random->episode_end = cycle + EPISODE_MIN + rng_below(&random->rng, EPISODE_SPREAD);
  random_dispatch_start(&random->dispatch, &random->rng);
  set_speed(random, random->profile->memory);
  any_pe(random, true, true);
  program(random);
  program_pmu(random);
  inject_episode(&random->inject, random->profile, cycle);
}

// The episode has ended. True if the next one can begin; before a reset, the unit must be drained first. EL3 stays in
// AArch64 until something has been recorded, since nothing can be with EL3 in AArch32.
static bool next_episode(struct random_stimulus *random)
{
  if (!random->recorded) {
    return true;
  }
  if (!random->reset) {
    struct spu_in pe = random->pe;
    random_pe_reset(&random->config, &random->rng, &pe);
    random->reset = pe.el3_aarch32 != random->pe.el3_aarch32;
    return !random->reset;
  }
  if (random->drain != DRAIN_DONE) {
    return false;
  }
  random->reset = false;
  random->pe.el3_aarch32 = !random->pe.el3_aarch32;
  return true;
}

struct random_stimulus *random_create(const struct spu_config *config, uint64_t seed, uint64_t cycles,
                                      const struct random_profile *profile)
{
  struct random_stimulus *random = calloc(1, sizeof *random);
  if (random == NULL) {
    return NULL;
  }
  random->config = *config;
  random_pmu_init(&random->pmu, config);
  random_garbage_init(&random->garbage, config);
  random->cycles = cycles;
  random->only = profile;
  random->odd_until = UINT64_MAX;
  rng_seed(&random->rng, seed, 0);
  random->memory = axi_memory_create(config->axi_data_width / 8, seed);
  random->mmu = mmu_create(seed);
  if (random->memory == NULL || random->mmu == NULL) {
    random_destroy(random);
    return NULL;
  }
  mmu_configure(random->mmu, config);
  axi_memory_check_attributes(random->memory, config->have_spe_nvm);
  random_buffer_init(&random->buffer, &random->rng);
  const struct inject_world world = {.config = &random->config,
                                     .mmu = random->mmu,
                                     .memory = random->memory,
                                     .buffer = &random->buffer,
                                     .sysreg = &random->sysreg,
                                     .pe = &random->pe};
  inject_init(&random->inject, &world, seed);
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

// The state in the first cycle after reset, in which RegisteredPins makes the control fields zero.
static void boot_state(struct random_stimulus *random)
{
  random->late = random->pe;
  random_pe_highest(&random->config, &random->late);
}

// ---------------------------------------------------------------------------------------------------------
// The pins of a cycle

// Software starts again: after a reset, or because nothing can be sampled in the PE's state.
static void begin_anew(struct random_stimulus *random)
{
  random->odd_until = UINT64_MAX;
  any_pe(random, true, true);
  program(random);
}

// Ends the session: disables and enables the buffer, or gives it to another Exception level or Security state, if the
// configuration has one.
static void end_session(struct random_stimulus *random)
{
  const bool el2 = random->config.have_el2;
  const bool el3 = random->config.have_el3 && !random->pe.el3_aarch32;
  const uint32_t dice = rng_below(&random->rng, 4);
  if (dice == 0 && el2) {
    random->pe.mdcr_el2_e2pb ^= 3U;
  } else if (dice == 1 && el3) {
    random->pe.mdcr_el3_nspb ^= 2U;
  } else {
    if (dice == 2) {
      random_buffer_point(&random->buffer, &random->config, random->profile, &random->rng);
    }
    random_sysreg_end_session(&random->sysreg, &random->config, random->profile, &random->buffer,
                              &random->rng);
  }
}

// At most one of these starts per cycle; `dice` is 0..999.
static void decide_software(struct random_stimulus *random, uint64_t cycle, uint32_t dice)
{
  const struct random_profile *profile = random->profile;
  const uint32_t setup = profile->kick;  // `dice` from here on is a setup
  const uint32_t disable = setup + profile->setup;
  const uint32_t session_end = disable + profile->disable;
  const uint32_t pmu = session_end + profile->session_end;
  if (random->boot != 0) {
    if (cycle >= random->boot) {
      random->boot = 0;
      begin_anew(random);
      program_pmu(random);
    }
  } else if (!inject_software(&random->inject, cycle)) {
    begin_anew(random);
  } else if (random_sysreg_pending(&random->sysreg)) {
    return;  // the injection decides
  } else if (random->irq_service != 0 && cycle >= random->irq_service) {
    random->irq_service = 0;
    random_buffer_point(&random->buffer, &random->config, profile, &random->rng);
    random_sysreg_restart(&random->sysreg, &random->config, profile, &random->buffer, &random->rng);
  } else if (random->pmu_service != 0 && cycle >= random->pmu_service) {
    random->pmu_service = 0;
    random_pmu_service(&random->sysreg, &random->config, &random->rng);
  } else if (dice < setup) {
    random_sysreg_kick(&random->sysreg, &random->rng);
  } else if (dice < disable) {
    program(random);
  } else if (dice < session_end) {
    random_sysreg_disable(&random->sysreg, &random->config, &random->rng);
  } else if (dice < pmu) {
    if (random->recorded) {  // only then, so that even a short run records something
      end_session(random);
    }
  } else if (dice < pmu + profile->pmu) {
    program_pmu(random);
  }
}

// Sometimes moves to a state in which profiling is rarely on, but never for long.
static void change_pe(struct random_stimulus *random, uint64_t cycle)
{
  const bool was_odd = random->odd_until != UINT64_MAX;
  const bool odd = !was_odd && rng_percent(&random->rng, 25);
  const bool controls = odd || was_odd || rng_percent(&random->rng, 40);
  any_pe(random, !odd, controls);
  random->odd_until = odd ? cycle + 1 + rng_below(&random->rng, 60) : UINT64_MAX;
}

// The state of the PE and its control fields, of which the unit must see possible combinations: with RegisteredPins the
// state is presented a cycle later.
static void drive_pe(struct random_stimulus *random, const struct spu_in *pe, struct spu_in *in)
{
  pe_pins_copy(in, pe);
  if (random->config.registered_pins) {
    pe_pins_copy_state(in, &random->late);
    pe_pins_copy_state(&random->late, pe);
  }
}

static void drive_software(struct random_stimulus *random, uint64_t cycle, struct spu_in *in)
{
  const uint64_t random_bits = rng_next(&random->rng);
  in->sysreg_valid = false;
  if (!random_sysreg_pending(&random->sysreg)) {
    decide_software(random, cycle, (uint32_t)((random_bits & 0xFFFFFFFF) * 1000 >> 32));
  }
  if (random->boot == 0 &&
      (cycle >= random->odd_until || (random_bits >> 32) * 1000 >> 32 < random->profile->pe_change)) {
    change_pe(random, cycle);
  }
  drive_pe(random, random->inject.now.pe_valid ? &random->inject.pe : &random->pe, in);
  const struct inject_now *now = &random->inject.now;
  struct random_access access;
  if (now->access_valid) {
    if (!now->in_place || in->pe_el == SPU_EL0 || in->pe_aarch32) {
      random_pe_highest(&random->config, in);
    }
    access = now->access;
    if (in->pe_aarch32) {
      return;
    }
  } else if (random_sysreg_pending(&random->sysreg)) {
    random_pe_highest(&random->config, in);
    access = random_sysreg_take(&random->sysreg);
  } else if (rng_below(&random->rng, 1000) >= random->profile->access ||
             !random_access_pick(&random->config, &random->rng, &random->buffer, in, &access)) {
    return;
  }
  in->sysreg_valid = true;
  in->sysreg_write = access.write;
  in->sysreg_addr = access.addr;
  in->sysreg_wdata = in->pe_aarch32 ? access.data & 0xFFFFFFFF : access.data;
}

static void drive_barriers(struct random_stimulus *random, struct spu_in *in)
{
  const uint32_t dice = rng_below(&random->rng, 1000);
  const struct inject_now *now = &random->inject.now;
  // A request may stay high after its response: this is the next request.
  const bool again = dice % 10 < 3;
  const bool psb_goes_on = random->psb_valid;
  random->psb_valid =
      random->psb_valid || dice < random->profile->barrier || now->psb || (in->psb_valid && again);
  random->dsb_valid =
      random->dsb_valid || dice >= 1000 - random->profile->barrier || now->dsb || (in->dsb_valid && again);
  if (random->psb_valid && !psb_goes_on) {
    // Which operations are older than the barrier: mostly all. Some of the younger ones wait for it.
    const uint64_t bits = rng_next(&random->rng);
    random->psb_older = (bits & 1) != 0 ? ALL_TAGS : (uint8_t)(bits >> 8 & ALL_TAGS);
    random->psb_own = (uint8_t)(bits >> 16 & ALL_TAGS & ~(uint64_t)random->psb_older);
  }
  in->psb_valid = random->psb_valid;
  in->psb_older = random->psb_valid ? random->psb_older : 0;
  in->dsb_valid = random->dsb_valid;
}

// ---------------------------------------------------------------------------------------------------------
// Draining

static void drive_drain(struct random_stimulus *random, struct spu_in *in)
{
  if (random->drain == DRAIN_NOT) {
    random->drain = DRAIN_OPERATIONS;
    inject_stop(&random->inject);
    set_speed(random, RANDOM_FAST);
  }
  drive_pe(random, &random->pe, in);
  random_garbage_drive(&random->garbage, in);
  in->sysreg_valid = false;
  in->dispatch_valid = 0;
  if (random->drain == DRAIN_OPERATIONS) {
    bool busy = random->psb_valid || random->dsb_valid || in->psb_valid || in->dsb_valid;
    for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
      busy = busy || (random->op[tag].busy && !random->op[tag].finished);
    }
    random->drain = busy ? DRAIN_OPERATIONS : DRAIN_PSB;
    random->psb_valid = !busy || random->psb_valid;
    random->psb_older = busy ? random->psb_older : ALL_TAGS;
  } else if (random->drain == DRAIN_PSB && !random->psb_valid) {
    random->drain = DRAIN_DSB;
    random->dsb_valid = true;
  } else if (random->drain == DRAIN_DSB && !random->dsb_valid) {
    random->drain = DRAIN_RESPONSES;
  } else if (random->drain == DRAIN_RESPONSES && axi_memory_outstanding(random->memory) == 0) {
    random->drain = DRAIN_DONE;
  }
  in->psb_valid = random->psb_valid;
  in->psb_older = random->psb_valid ? random->psb_older : 0;
  in->dsb_valid = random->dsb_valid;
}

// ---------------------------------------------------------------------------------------------------------
// The interface

// Delays the end of operations younger than the pending PSB CSYNC.
static void delay_own(struct random_stimulus *random, uint64_t cycle)
{
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    struct random_op *op = &random->op[tag];
    if ((random->psb_own >> tag & 1U) != 0 && !op->finished && op->finish <= cycle) {
      op->finish = cycle + 1;
    }
  }
}

// Sometimes an operation flushes the younger ones, as an exception, an interrupt or a misprediction does. Operations
// that wait for a pending PSB CSYNC are not flushed.
static void flush_younger(struct random_stimulus *random, uint64_t cycle)
{
  uint64_t from = UINT64_MAX;
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    const struct random_op *op = &random->op[tag];
    if (op->busy && !op->finished && op->finish <= cycle && op->mark < from) {
      from = op->mark;
    }
  }
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    struct random_op *op = &random->op[tag];
    if (op->busy && !op->finished && op->mark > from && (random->psb_own >> tag & 1U) == 0) {
      random_op_flush(op, cycle);
    }
  }
}

static bool finishing(const struct random_stimulus *random, uint64_t cycle)
{
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    const struct random_op *op = &random->op[tag];
    if (op->busy && !op->finished && cycle >= op->finish) {
      return true;
    }
  }
  return false;
}

static void drive(void *context, uint64_t cycle, struct spu_in *in)
{
  struct random_stimulus *random = context;
  const bool end = cycle >= random->cycles;
  random->cycle = cycle;
  if (random->profile == NULL || (cycle >= random->episode_end && !end && next_episode(random))) {
    const bool first = random->profile == NULL;
    start_episode(random, cycle);
    if (first) {
      boot_state(random);
    }
  }
  const bool draining = end || random->reset;
  if (draining) {
    drive_drain(random, in);
  } else {
    inject_clock(&random->inject, cycle, finishing(random, cycle));
    drive_software(random, cycle, in);
    if (random->config.registered_pins && rng_percent(&random->rng, 20)) {
      random_pe_flicker(&random->config, &random->rng, in);
    }
    random_garbage_drive(&random->garbage, in);
    random_dispatch_drive(&random->dispatch, &random->config, &random->rng, random->profile->dispatch_density,
                          in);
    drive_barriers(random, in);
  }
  random_pmu_drive(&random->pmu, &random->rng, random->profile->events, in);
  random_dispatch_time(&random->dispatch, &random->rng, cycle, in);
  random_dispatch_alt_clock(&random->dispatch, &random->config, &random->rng, cycle, in);
  random_dispatch_thread(cycle, in);
  random_dispatch_empty(cycle, in);
  if (random->psb_own != 0 && random->psb_valid) {
    delay_own(random, cycle);
  }
  if ((cycle & 3) == 0) {
    flush_younger(random, cycle);
  }
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    random_op_drive(&random->config, &random->op[tag], &random->rng, cycle, draining, &in->op[tag]);
  }
  mmu_drive(random->mmu, in);
  axi_memory_drive(random->memory, in);
}

// PMU Profiling exceptions are served like PMUIRQ. A masked one is taken later than its overflow, or never.
static void observe_pmu_exception(struct random_stimulus *random, const struct spu_out *out)
{
  const bool high = random_pmu_exception_high(out);
  if (high && !random->pmu_exception) {
    random->pmu_service = random->cycle + 1 + rng_below(&random->rng, random->profile->irq_delay);
  }
  random->pmu_exception = high;
}

// Whether S is set without an interrupt or exception: exceptions are masked or disabled, or the register has no effect.
// Software finds it by polling.
static bool stopped_unnoticed(const struct random_stimulus *random, const struct spu_out *out)
{
  const bool service = ((out->pmbsr | out->pmbsr_el2 | out->pmbsr_el3) & SPU_PMBSR_EL1_S) != 0;
  return random->config.spe_version >= 5 && service && random->irq_service == 0;
}

// PMBIRQ and SPE Profiling exceptions.
static void observe_service(struct random_stimulus *random, const struct spu_out *out)
{
  const bool served = out->pmbirq || out->exception_el1 || out->exception_el2 || out->exception_el3;
  if (inject_serves(&random->inject)) {
    random->served = served;
    return;
  }
  if (served && !random->served) {
    random->irq_service =
        random->cycle + 1 + inject_irq_delay(&random->inject, &random->rng, random->profile->irq_delay);
  } else if (stopped_unnoticed(random, out)) {
    random->irq_service =
        random->cycle + UNNOTICED + rng_below(&random->rng, 8 * (random->profile->irq_delay + 1));
  }
  random->served = served;
}

// The last cycle in which the PE can wait for an operation that is in flight, but for that of `tag`.
static uint64_t last_end(const struct random_stimulus *random, uint32_t tag)
{
  uint64_t last = 0;
  for (uint32_t other = 0; other < SPU_MAX_TAGS; other++) {
    const struct random_op *op = &random->op[other];
    const uint64_t end = op->finish + op->hold;
    last = other != tag && op->busy && end > last ? end : last;
  }
  return last;
}

static bool observe(void *context, const struct spu_in *in, const struct spu_out *out,
                    const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker,
                    struct tb_error *error)
{
  struct random_stimulus *random = context;
  if (!mmu_observe(random->mmu, in, bus, error) || !axi_memory_observe(random->memory, in, bus, error)) {
    return false;
  }
  inject_observe(&random->inject, random->cycle, in, out, vif, bus, tracker);
  random->recorded = random->recorded || vif->commit_valid;
  if (vif->decide_valid && vif->decide_tag < SPU_MAX_TAGS) {
    random->op[vif->decide_tag].busy = false;
  }
  if (out->mark_valid && out->mark_tag < SPU_MAX_TAGS) {
    random_op_mark(&random->config, &random->op[out->mark_tag], &random->rng, random->cycle,
                   random->profile->latency);
    random_op_expose(&random->op[out->mark_tag], random->cycle, last_end(random, out->mark_tag));
    if (random->inject.rich) {
      random_op_enrich(&random->config, &random->rng, &random->op[out->mark_tag].report);
    }
  }
  random->psb_valid = random->psb_valid && !vif->psb_done;
  random->psb_own = random->psb_valid ? random->psb_own : 0;
  random->dsb_valid = random->dsb_valid && !vif->dsb_done;
  observe_service(random, out);
  if (out->pmuirq && !random->pmuirq) {
    random->pmu_service = random->cycle + 1 + rng_below(&random->rng, random->profile->irq_delay);
  }
  random->pmuirq = out->pmuirq;
  observe_pmu_exception(random, out);
  if (random->out_of_memory) {
    return tb_fail(error, "random stimulus: out of memory");
  }
  if (random->cycle >= random->cycles + DRAIN_LIMIT) {
    return tb_fail(error, "the unit did not drain within %d cycles: %s", DRAIN_LIMIT,
                   random->drain == DRAIN_PSB
                       ? "PSB CSYNC is not done"
                       : (random->drain == DRAIN_DSB ? "DSB is not done" : "AXI responses are missing"));
  }
  return true;
}

// Resets memory and MMU with the unit, or lets them respond to pending requests. Until software starts, the PE is at
// its highest Exception level, in a newly chosen Execution state.
static bool reset(void *context, const struct tracker *tracker)
{
  struct random_stimulus *random = context;
  const uint64_t cycle = random->cycle + 1;
  const bool draining = cycle >= random->cycles || random->reset;
  if (random->profile == NULL || draining || !inject_reset(&random->inject, cycle, tracker)) {
    return false;
  }
  if (rng_percent(&random->rng, 50)) {
    mmu_reset(random->mmu);
    axi_memory_reset(random->memory);
  } else {
    mmu_abandon(random->mmu);
    axi_memory_abandon(random->memory, 50);
  }
  memset(random->op, 0, sizeof random->op);
  memset(&random->sysreg, 0, sizeof random->sysreg);
  random_pmu_init(&random->pmu, &random->config);
  memset(&random->pe, 0, sizeof random->pe);
  random->odd_until = UINT64_MAX;
  random->served = false;
  random->pmuirq = false;
  random->pmu_exception = false;
  random->irq_service = 0;
  random->pmu_service = 0;
  random->psb_valid = false;
  random->psb_older = 0;
  random->psb_own = 0;
  random->dsb_valid = false;
  random_pe_reset(&random->config, &random->rng, &random->pe);
  random->pe.el3_aarch32 = random->pe.el3_aarch32 && random->recorded;
  any_pe(random, false, true);
  random_pe_highest(&random->config, &random->pe);
  boot_state(random);
  random->boot = cycle + 1 + rng_below(&random->rng, RESET_BOOT);
  if (rng_percent(&random->rng, 50) && !random->pe.pe_aarch32) {
    random_sysreg_read_all(&random->sysreg);
  }
  return true;
}

static bool finished(const void *context)
{
  const struct random_stimulus *random = context;
  return random->drain == DRAIN_DONE && random->cycle >= random->cycles;
}

struct stimulus random_stimulus(struct random_stimulus *random)
{
  return (struct stimulus){.context = random,
                           .drive = drive,
                           .observe = observe,
                           .finished = finished,
                           .reset = reset,
                           .memory = random->memory};
}

uint64_t random_operations(const struct random_stimulus *random)
{
  return random->dispatch.operations;
}

const struct inject_counts *random_injected(const struct random_stimulus *random)
{
  return &random->inject.counts;
}
