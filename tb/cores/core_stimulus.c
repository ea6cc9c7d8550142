// SPDX-License-Identifier: Apache-2.0
#include "cores/core_stimulus.h"

#include <stdlib.h>

#include "unit/env/pe_pins.h"

enum {
  SETTLE = 4000,       // cycles after the end, in which the unit becomes idle
  STANDSTILL = 200000  // cycles without an operation, after which software is considered stuck
};

// A memory system that also serves others.
static const struct axi_timing unit_memory = {
    .aw_ready_percent = 90, .w_ready_percent = 95, .b_latency_min = 8, .b_latency_max = 60};
static const struct mmu_timing unit_mmu = {.ready_percent = 90, .latency_min = 2, .latency_max = 40};

struct core_run {
  struct core_options options;
  struct spu_in pe;  // the pe pins: what boot code and hypervisor have set up
  struct mmu *mmu;
  struct axi_memory *memory;
  struct core_system system;
  struct core_bus bus;
  struct core_in in;
  struct core_out out;
  uint64_t last_operation;  // cycle
  uint64_t last_pc;
  uint64_t ended;  // cycle; 0: not yet
  uint64_t cycle;
};

static void drive(void *context, uint64_t cycle, struct spu_in *in)
{
  struct core_run *run = context;
  run->cycle = cycle;
  run->system.mtime = cycle;
  pe_pins_copy(in, &run->pe);
  in->contextidr_el1 = run->system.process;
  mmu_drive(run->mmu, in);
  axi_memory_drive(run->memory, in);
  in->time_count = cycle;
  core_bus_drive(&run->bus, &run->in);
  core_dut_drive(run->options.dut, &run->in);
}

static void joined(void *context, struct spu_in *in)
{
  struct core_run *run = context;
  struct core_events events;
  core_dut_join(run->options.dut, in);
  core_dut_read(run->options.dut, &run->out, &events);
  if (events.dispatch) {
    run->last_operation = run->cycle;
    run->last_pc = events.dispatch_pc;
  }
  core_checker_events(run->options.checker, &events);
}

static bool observe(void *context, const struct spu_in *in, const struct spu_out *out,
                    const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker,
                    struct tb_error *error)
{
  (void)out;
  (void)vif;
  (void)tracker;
  struct core_run *run = context;
  if (!axi_memory_observe(run->memory, in, bus, error) || !mmu_observe(run->mmu, in, bus, error) ||
      !core_bus_observe(&run->bus, &run->in, &run->out, error)) {
    return false;
  }
  if (run->system.ended && run->ended == 0) {
    run->ended = run->cycle;
  }
  return run->ended != 0 || run->cycle - run->last_operation < STANDSTILL ||
         tb_fail(error, "the core stands still: the last operation was dispatched %d cycles ago, at 0x%llx",
                 STANDSTILL, (unsigned long long)run->last_pc);
}

static bool finished(const void *context)
{
  const struct core_run *run = context;
  return run->ended != 0 && run->cycle - run->ended >= SETTLE && axi_memory_outstanding(run->memory) == 0;
}

static void destroy(struct core_run *run)
{
  core_system_free(&run->system);
  mmu_destroy(run->mmu);
  axi_memory_destroy(run->memory);
  free(run);
}

static bool prepare(struct core_run *run, struct tb_error *error)
{
  const struct core_options *options = &run->options;
  const struct spu_config *config = options->config;
  run->mmu = mmu_create(options->seed);
  run->memory = axi_memory_create(config->axi_data_width / 8, options->seed);
  if (run->mmu == NULL || run->memory == NULL) {
    return tb_fail(error, "out of memory");
  }
  mmu_configure(run->mmu, config);
  mmu_set_timing(run->mmu, &unit_mmu);
  axi_memory_check_attributes(run->memory, config->have_spe_nvm);
  axi_memory_set_timing(run->memory, &unit_memory);
  pe_pins_open(config, &run->pe);
  struct core_system *system = &run->system;
  system->mmu = run->mmu;
  system->memory = run->memory;
  system->pas = config->have_el3 || !config->secure_only ? 1 : 0;
  system->console = options->console;
  for (unsigned n = 0; n < CORE_PARAM_COUNT; n++) {
    system->param[n] = options->param[n];
  }
  run->bus.system = system;
  core_bus_init(&run->bus, options->seed);
  return core_system_init(system, error) && core_system_load(system, options->supervisor, error) &&
         core_system_place(system, options->program, error);
}

bool core_stimulus_create(const struct core_options *options, struct stimulus *stimulus,
                          struct tb_error *error)
{
  struct core_run *run = calloc(1, sizeof *run);
  if (run == NULL) {
    return tb_fail(error, "out of memory");
  }
  run->options = *options;
  if (!prepare(run, error)) {
    destroy(run);
    return false;
  }
  *stimulus = (struct stimulus){.context = run,
                                .drive = drive,
                                .joined = joined,
                                .observe = observe,
                                .finished = finished,
                                .memory = run->memory};
  return true;
}

void core_stimulus_destroy(struct stimulus *stimulus)
{
  if (stimulus->context != NULL) {
    destroy(stimulus->context);
    *stimulus = (struct stimulus){0};
  }
}

const struct core_system *core_stimulus_system(const struct stimulus *stimulus)
{
  const struct core_run *run = stimulus->context;
  return &run->system;
}
