// SPDX-License-Identifier: Apache-2.0
//
// The agent works through a short list of steps at EL1 or EL2, then lets the program run at EL0 until the
// interrupt or the end of the program gives it a new list.
#include "unit/env/agent.h"

#include "unit/env/agent_steps.h"
#include "unit/env/aux_data.h"
#include "unit/env/buffer_pages.h"
#include "unit/env/page_map.h"
#include "unit/env/pe_pins.h"
#include "unit/util/rng.h"

#include <stdlib.h>

enum {
  INTERRUPT_CLOCKS = 24,  // longest delay from PMBIRQ or an SPE Profiling exception until it is taken
  NVM_MEMORY = 0x3FF      // PMBMAR_EL1: Inner Shareable, Write-Back, Read-Allocate, Write-Allocate
};

enum phase {
  PHASE_SETUP,    // programs the unit
  PHASE_RUN,      // the program runs
  PHASE_DRAIN,    // waits until nothing is in flight, then takes the interrupt
  PHASE_SERVICE,  // synchronizes, and reads the cause
  PHASE_RESTART,  // programs the unit to resume
  PHASE_STOP,     // turns profiling off and synchronizes
  PHASE_OFF,      // turns the buffer off
  PHASE_DONE
};

// Where a management event is reported and serviced.
struct service {
  uint8_t target;  // target level of SPE Profiling exceptions; SPU_EL0: PMBIRQ
  uint8_t el;      // level at which the agent services it
  enum spu_sysreg pmbsr;
};

struct agent {
  struct agent_options options;
  struct rng rng;
  uint32_t record_align;
  bool have_el2;
  struct service service;
  bool nvm;          // the buffer has only stage 2 translation
  bool polite;       // clears PMBLIMITR_EL1.E before it writes PMBPTR_EL1 and PMBSR_ELx (DEN0154, SFDXJJ)
  struct spu_in pe;  // the pe pins: set up by boot code and hypervisor, changed by the program
  struct buffer_pages buffer;
  enum phase phase;
  struct agent_steps steps;
  uint32_t countdown;  // cycles until the interrupt is taken
  bool interrupt_pending;
  uint64_t pmbsr;
  uint64_t pmbptr;
  struct aux_data aux_data;
  unsigned flags;  // AUX_DATA_ bits since the last chunk
  struct agent_counts counts;
};

static void begin(struct agent *agent, enum phase phase)
{
  agent->phase = phase;
  agent_steps_begin(&agent->steps);
}

// With FEAT_SPE_EXC the seed chooses the target.
static struct service pick_service(const struct spu_config *config, uint64_t seed)
{
  static const struct service services[] = {{SPU_EL0, SPU_EL1, SPU_PMBSR_EL1},
                                            {SPU_EL1, SPU_EL1, SPU_PMBSR_EL1},
                                            {SPU_EL2, SPU_EL2, SPU_PMBSR_EL2},
                                            {SPU_EL3, SPU_EL3, SPU_PMBSR_EL3}};
  const uint32_t choice = (uint32_t)(seed % 4);
  const bool there = choice == 2 ? config->have_el2 : choice != 3 || config->have_el3;
  return services[config->spe_version >= 5 && there ? choice : 0];
}

static uint8_t pmsee_of(const struct spu_config *config, uint8_t target)
{
  if (!config->have_el3 || target == SPU_EL0) {
    return 0;
  }
  return target == SPU_EL3 ? 3 : 1;
}

// Fields of PMSCR_EL2 and PMSCR_EL1 other than those for collection.
static uint64_t control_el2(const struct agent *agent)
{
  const uint64_t ee = agent->service.target == SPU_EL2 ? 3 : agent->service.target == SPU_EL1 ? 1 : 0;
  return ee << SPU_PMSCR_EL1_EE_SHIFT | (agent->nvm ? SPU_PMSCR_EL2_EnVM : 0);
}

static uint64_t control_el1(const struct agent *agent)
{
  return agent->service.target == SPU_EL1 ? SPU_PMSCR_EL1_EE : 0;
}

static void add(struct agent *agent, struct step step)
{
  agent_steps_add(&agent->steps, &step, 1);
}

static struct step enable_buffer(const struct agent *agent)
{
  const uint64_t nvm = agent->nvm ? SPU_PMBLIMITR_EL1_nVM : 0;
  return (struct step){STEP_WRITE, SPU_EL1, SPU_PMBLIMITR_EL1,
                       buffer_pages_limit(&agent->buffer) | SPU_PMBLIMITR_EL1_E | nvm};
}

static void begin_setup(struct agent *agent, const struct spu_config *config)
{
  const struct agent_options *options = &agent->options;
  const uint64_t physical = SPU_PMSCR_EL1_PA | SPU_PMSCR_EL1_PCT_PHYSICAL << SPU_PMSCR_EL1_PCT_SHIFT;
  const uint64_t interval = options->interval | (options->random ? SPU_PMSIRR_EL1_RND : 0);
  const struct step list[] = {
      {STEP_WRITE, SPU_EL1, SPU_PMSCR_EL1, 0},
      {STEP_WRITE, SPU_EL1, SPU_PMSFCR_EL1, options->pmsfcr},
      {STEP_WRITE, SPU_EL1, SPU_PMSEVFR_EL1, options->pmsevfr},
      {STEP_WRITE, SPU_EL1, SPU_PMSLATFR_EL1, options->pmslatfr},
      {STEP_WRITE, SPU_EL1, SPU_PMSIRR_EL1, interval},
      {STEP_WRITE, SPU_EL1, SPU_PMSICR_EL1, 0},
      {STEP_WRITE, agent->service.el, agent->service.pmbsr, 0},
      {STEP_WRITE, SPU_EL1, SPU_PMBPTR_EL1, agent->buffer.base},
      enable_buffer(agent),
      {.kind = STEP_SYNC, .el = SPU_EL1},
      {STEP_WRITE, SPU_EL1, SPU_PMSCR_EL1,
       SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_CX | SPU_PMSCR_EL1_TS | physical | control_el1(agent)},
      {.kind = STEP_SYNC, .el = SPU_EL1}};
  begin(agent, PHASE_SETUP);
  if (config->registered_pins) {  // in the first cycle after reset control fields are zero
    add(agent, (struct step){.kind = STEP_SYNC, .el = SPU_EL1});
  }
  if (agent->have_el2) {  // permissions of hypervisor or boot code for EL1's collection
    add(agent, (struct step){STEP_WRITE, SPU_EL2, SPU_PMSCR_EL2, physical | control_el2(agent)});
  }
  if (agent->nvm) {
    add(agent, (struct step){STEP_WRITE, SPU_EL1, SPU_PMBMAR_EL1, NVM_MEMORY});
  }
  agent_steps_add(&agent->steps, list, sizeof list / sizeof list[0]);
}

// The sequence that makes records visible: exception entry or ISB, PSB CSYNC, DSB, then direct reads (D17.9).
static void begin_synchronized_reads(struct agent *agent, enum phase phase)
{
  const struct step list[] = {{.kind = STEP_SYNC, .el = SPU_EL1},
                              {.kind = STEP_PSB, .el = SPU_EL1},
                              {.kind = STEP_SYNC, .el = SPU_EL1},
                              {.kind = STEP_DSB, .el = SPU_EL1},
                              {STEP_READ, agent->service.el, agent->service.pmbsr, 0},
                              {STEP_READ, SPU_EL1, SPU_PMBPTR_EL1, 0}};
  begin(agent, phase);
  if (phase == PHASE_STOP) {
    add(agent, (struct step){STEP_WRITE, SPU_EL1, SPU_PMSCR_EL1, 0});
  }
  agent_steps_add(&agent->steps, list, sizeof list / sizeof list[0]);
}

// Resumes the buffer at the agent's pointer. A polite agent disables it meanwhile.
static void begin_restart(struct agent *agent)
{
  const struct step list[] = {{STEP_WRITE, SPU_EL1, SPU_PMBLIMITR_EL1, 0},
                              {.kind = STEP_SYNC, .el = SPU_EL1},
                              {STEP_WRITE, SPU_EL1, SPU_PMBPTR_EL1, agent->pmbptr},
                              {STEP_WRITE, agent->service.el, agent->service.pmbsr, 0},
                              enable_buffer(agent)};
  begin(agent, PHASE_RESTART);
  agent_steps_add(&agent->steps, agent->polite ? list : list + 2, agent->polite ? 5 : 2);
  add(agent, (struct step){.kind = STEP_SYNC, .el = SPU_EL1});
}

// ---------------------------------------------------------------------------------------------------------
// Data

// Copies [base, PMBPTR_EL1) from memory as one chunk, without a partial record at its end.
static bool collect(struct agent *agent, bool partial, struct tb_error *error)
{
  if (agent->pmbptr < agent->buffer.base || agent->pmbptr > buffer_pages_limit(&agent->buffer)) {
    return tb_fail(error, "agent: PMBPTR_EL1 is 0x%llx, outside 0x%llx..0x%llx",
                   (unsigned long long)agent->pmbptr, (unsigned long long)agent->buffer.base,
                   (unsigned long long)buffer_pages_limit(&agent->buffer));
  }
  const size_t size = (size_t)(agent->pmbptr - agent->buffer.base);
  uint8_t *data = aux_data_reserve(&agent->aux_data, size);
  if (data == NULL) {
    return tb_fail(error, "agent: out of memory");
  }
  if (!buffer_pages_read(&agent->buffer, agent->buffer.base, data, size)) {
    return tb_fail(error, "agent: PMBPTR_EL1 0x%llx is beyond an unmapped page",
                   (unsigned long long)agent->pmbptr);
  }
  const size_t whole = partial ? aux_data_whole_records(data, size, agent->record_align) : size;
  agent->counts.bytes += whole;
  agent->counts.partial_bytes += size - whole;
  if (!aux_data_close(&agent->aux_data, whole, agent->flags)) {
    return tb_fail(error, "agent: out of memory");
  }
  agent->flags = 0;
  return true;
}

// Handles the event in PMBSR_ELx and PMBPTR_EL1: maps a page, collects data, and decides where to resume (D17.7.4).
static bool handle_event(struct agent *agent, struct tb_error *error)
{
  agent->pmbsr = agent_steps_value(&agent->steps, agent->service.pmbsr);
  agent->pmbptr = agent_steps_value(&agent->steps, SPU_PMBPTR_EL1);
  const uint32_t ec = (uint32_t)(agent->pmbsr >> 26 & 0x3F);
  const uint32_t status = (uint32_t)(agent->pmbsr & 0x3F);
  const bool stopped = (agent->pmbsr & SPU_PMBSR_EL1_S) != 0;
  const bool lost = (agent->pmbsr & SPU_PMBSR_EL1_DL) != 0;
  const bool fault = stopped && (ec == SPU_PMBSR_EL1_EC_STAGE1 || ec == SPU_PMBSR_EL1_EC_STAGE2);
  const bool full = stopped && ec == SPU_PMBSR_EL1_EC_OTHER && status == SPU_PMBSR_EL1_BSC_FILLED;
  const bool mappable = fault && agent->options.demand_map && agent->pmbptr >= agent->buffer.base &&
                        agent->pmbptr < buffer_pages_limit(&agent->buffer);
  uint64_t pa;
  uint8_t pas;
  if ((stopped && !full && !mappable) || (agent->pmbsr & SPU_PMBSR_EL1_EA) != 0 ||
      (mappable && mmu_translate(agent->buffer.mmu, agent->pmbptr, &pa, &pas))) {
    return tb_fail(error, "agent: unexpected management event: PMBSR_EL%u 0x%llx, PMBPTR_EL1 0x%llx",
                   agent->service.el, (unsigned long long)agent->pmbsr, (unsigned long long)agent->pmbptr);
  }
  agent->counts.buffer_full += full;
  agent->counts.faults += fault;
  agent->counts.data_losses += lost;
  const bool collision = (agent->pmbsr & SPU_PMBSR_EL1_COLL) != 0;
  agent->counts.collisions += collision;
  // Like Linux's driver, which reads the rest of the register only if S is 1.
  agent->flags |= (lost ? AUX_DATA_LOST : 0) | (stopped && collision ? AUX_DATA_COLLISION : 0);
  if (mappable && !buffer_pages_map(&agent->buffer, agent->pmbptr)) {
    return tb_fail(error, "agent: out of memory");
  }
  if (fault && !lost && agent->phase == PHASE_SERVICE) {
    return true;  // the page is mapped now: resumes at the saved write pointer
  }
  if (!collect(agent, lost, error)) {
    return false;
  }
  agent->pmbptr = agent->buffer.base;
  return true;
}

// ---------------------------------------------------------------------------------------------------------

// The current phase's steps are done: begins the next phase.
static bool end_phase(struct agent *agent, struct tb_error *error)
{
  switch (agent->phase) {
  case PHASE_SERVICE:
    if (!handle_event(agent, error)) {
      return false;
    }
    begin_restart(agent);
    break;
  case PHASE_STOP:
    if (!handle_event(agent, error)) {
      return false;
    }
    begin(agent, PHASE_OFF);
    add(agent, (struct step){STEP_WRITE, SPU_EL1, SPU_PMBLIMITR_EL1, 0});
    add(agent, (struct step){STEP_WRITE, agent->service.el, agent->service.pmbsr, 0});
    break;
  case PHASE_OFF:
    agent->phase = PHASE_DONE;
    break;
  case PHASE_SETUP:
  case PHASE_RUN:
  case PHASE_DRAIN:
  case PHASE_RESTART:
  case PHASE_DONE:
    agent->phase = PHASE_RUN;
    break;
  }
  return true;
}

static bool observe_steps(struct agent *agent, const struct spu_out *out, const struct spu_vif *vif,
                          struct tb_error *error)
{
  bool ended;
  return agent_steps_observe(&agent->steps, out, vif, &ended, error) && (!ended || end_phase(agent, error));
}

// While the program runs: waits until the interrupt is taken, or for the end.
static void observe_run(struct agent *agent, bool irq, bool idle, bool ended)
{
  if (irq && !agent->interrupt_pending) {
    agent->interrupt_pending = true;
    agent->countdown = 1 + rng_below(&agent->rng, INTERRUPT_CLOCKS);
  } else if (agent->interrupt_pending) {
    if (--agent->countdown == 0) {
      agent->interrupt_pending = false;
      agent->counts.interrupts++;
      agent->phase = PHASE_DRAIN;
    }
  } else if (ended && idle) {
    begin_synchronized_reads(agent, PHASE_STOP);
  }
}

bool agent_observe(struct agent *agent, const struct spu_out *out, const struct spu_vif *vif, bool idle,
                   bool ended, struct tb_error *error)
{
  switch (agent->phase) {
  case PHASE_RUN:
    observe_run(agent, out->pmbirq || out->exception_el1 || out->exception_el2 || out->exception_el3, idle,
                ended);
    return true;
  case PHASE_DRAIN:
    if (idle) {
      begin_synchronized_reads(agent, PHASE_SERVICE);
    }
    return true;
  case PHASE_DONE:
    return true;
  case PHASE_SETUP:
  case PHASE_SERVICE:
  case PHASE_RESTART:
  case PHASE_STOP:
  case PHASE_OFF:
    return observe_steps(agent, out, vif, error);
  }
  return true;
}

void agent_drive(struct agent *agent, struct spu_in *in)
{
  pe_pins_copy(in, &agent->pe);
  in->pe_el = SPU_EL0;
  in->sysreg_valid = false;
  in->psb_valid = false;
  in->psb_older = 0;
  in->dsb_valid = false;
  if (agent->phase != PHASE_RUN && agent->phase != PHASE_DRAIN && agent->phase != PHASE_DONE) {
    agent_steps_drive(&agent->steps, in);
  }
}

bool agent_lets_run(const struct agent *agent)
{
  return agent->phase == PHASE_RUN;
}

bool agent_done(const struct agent *agent)
{
  return agent->phase == PHASE_DONE;
}

size_t agent_chunk_count(const struct agent *agent)
{
  return agent->aux_data.chunk_count;
}

struct aux_chunk agent_chunk(const struct agent *agent, size_t index)
{
  return aux_chunk(&agent->aux_data, index);
}

struct agent_counts agent_get_counts(const struct agent *agent)
{
  return agent->counts;
}

struct agent *agent_create(const struct agent_options *options, struct mmu *mmu,
                           const struct axi_memory *memory, struct tb_error *error)
{
  if (options->interval < 256 || options->interval % 256 != 0 || options->interval >> 32 != 0) {
    (void)tb_fail(error, "interval %llu: must be a multiple of 256 below 2^32",
                  (unsigned long long)options->interval);
    return NULL;
  }
  if (options->buffer_bytes < PAGE_BYTES || options->buffer_bytes % PAGE_BYTES != 0 ||
      options->buffer_bytes > (size_t)1 << 30) {
    (void)tb_fail(error, "buffer of %zu bytes: must be a multiple of 4096, at most 1 GB",
                  options->buffer_bytes);
    return NULL;
  }
  struct agent *agent = calloc(1, sizeof *agent);
  if (agent == NULL) {
    (void)tb_fail(error, "agent: out of memory");
    return NULL;
  }
  agent->options = *options;
  agent->options.config = NULL;
  agent->record_align = options->config->record_align;
  agent->have_el2 = options->config->have_el2;
  const uint8_t pas = options->config->have_el3 || !options->config->secure_only ? 1 : 0;
  pe_pins_open(options->config, &agent->pe);
  agent->pe.contextidr_el1 = options->pid;
  agent->service = pick_service(options->config, options->seed);
  agent->pe.mdcr_el3_pmsee = pmsee_of(options->config, agent->service.target);
  agent->nvm = options->config->have_spe_nvm && agent->have_el2 && options->seed / 4 % 2 == 1;
  agent->polite = options->seed % 3 == 2;  // else it writes them while E is 1, which this unit allows
  rng_seed(&agent->rng, options->seed, 0xC3);
  if (!buffer_pages_init(&agent->buffer, agent->nvm ? BUFFER_IPA : BUFFER_VA, options->buffer_bytes, pas,
                         !options->demand_map, options->seed, mmu, memory)) {
    agent_destroy(agent);
    (void)tb_fail(error, "agent: out of memory");
    return NULL;
  }
  begin_setup(agent, options->config);
  return agent;
}

void agent_destroy(struct agent *agent)
{
  if (agent != NULL) {
    aux_data_free(&agent->aux_data);
    buffer_pages_free(&agent->buffer);
    free(agent);
  }
}
