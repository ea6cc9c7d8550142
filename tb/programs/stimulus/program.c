// SPDX-License-Identifier: Apache-2.0
#include "programs/stimulus/program.h"

#include <stdlib.h>

enum { DEFAULT_BUFFER_BYTES = 65536 };

// A memory system with other traffic.
static const struct axi_timing busy_memory = {
    .aw_ready_percent = 90, .w_ready_percent = 95, .b_latency_min = 8, .b_latency_max = 60};
static const struct mmu_timing busy_mmu = {.ready_percent = 90, .latency_min = 2, .latency_max = 40};

struct program {
  struct core *core;
  struct agent *agent;
  struct mmu *mmu;
  struct axi_memory *memory;
  uint64_t cycle;  // the current cycle
  uint64_t population;
};

static void drive(void *context, uint64_t cycle, struct spu_in *in)
{
  struct program *program = context;
  program->cycle = cycle;
  agent_drive(program->agent, in);
  core_drive(program->core, cycle, agent_lets_run(program->agent), in);
  mmu_drive(program->mmu, in);
  axi_memory_drive(program->memory, in);
  in->time_count = cycle;
}

static bool observe(void *context, const struct spu_in *in, const struct spu_out *out,
                    const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker,
                    struct tb_error *error)
{
  (void)tracker;
  struct program *program = context;
  program->population += out->sample_pop;
  if (!axi_memory_observe(program->memory, in, bus, error) || !mmu_observe(program->mmu, in, bus, error) ||
      !core_observe(program->core, out, error)) {
    return false;
  }
  const bool idle = core_idle(program->core, program->cycle);
  return agent_observe(program->agent, out, vif, idle, core_ended(program->core), error);
}

static bool finished(const void *context)
{
  const struct program *program = context;
  return agent_done(program->agent) && axi_memory_outstanding(program->memory) == 0;
}

static void destroy(struct program *program)
{
  agent_destroy(program->agent);
  core_destroy(program->core);
  mmu_destroy(program->mmu);
  axi_memory_destroy(program->memory);
  free(program);
}

// The agent uses the lowest three bits.
static struct core_timing timing_of(uint64_t seed, bool in_order)
{
  return (struct core_timing){.in_order = in_order,
                              .at_retirement = (seed >> 3 & 1) != 0,
                              .at_dispatch = (seed >> 4 & 1) != 0,
                              .interrupts = (seed >> 5 & 1) != 0,
                              .ahead = (seed >> 6 & 1) != 0,
                              .at_decode = (seed >> 7 & 1) != 0,
                              .seed = seed};
}

bool program_create_from(const struct program_options *options, const struct core_source *source,
                         struct stimulus *stimulus, struct tb_error *error)
{
  struct program *program = calloc(1, sizeof *program);
  if (program == NULL) {
    return tb_fail(error, "program: out of memory");
  }
  const struct core_options core = {.config = options->config,
                                    .wrong_path = !options->no_wrong_path,
                                    .op_limit = options->op_limit,
                                    .model = options->model,
                                    .timing = timing_of(options->seed, options->in_order)};
  const struct agent_options agent = {.config = options->config,
                                      .interval = options->interval,
                                      .random = options->random,
                                      .pmsfcr = options->pmsfcr,
                                      .pmsevfr = options->pmsevfr,
                                      .pmslatfr = options->pmslatfr,
                                      .buffer_bytes = options->buffer_bytes == 0 ? DEFAULT_BUFFER_BYTES
                                                                                 : options->buffer_bytes,
                                      .demand_map = options->demand_map,
                                      .pid = options->pid,
                                      .seed = options->seed};
  program->core = core_create(&core, source);
  program->mmu = mmu_create(options->seed);
  program->memory = axi_memory_create(options->config->axi_data_width / 8, options->seed);
  if (program->core == NULL || program->mmu == NULL || program->memory == NULL) {
    destroy(program);
    return tb_fail(error, "program: out of memory");
  }
  mmu_configure(program->mmu, options->config);
  axi_memory_check_attributes(program->memory, options->config->have_spe_nvm);
  program->agent = agent_create(&agent, program->mmu, program->memory, error);
  if (program->agent == NULL) {
    destroy(program);
    return false;
  }
  struct axi_timing memory = options->fast ? axi_fast : busy_memory;
  memory.order = (uint8_t)options->axi;
  axi_memory_set_timing(program->memory, &memory);
  if (!options->fast) {
    mmu_set_timing(program->mmu, &busy_mmu);
  }
  *stimulus = (struct stimulus){.context = program,
                                .drive = drive,
                                .observe = observe,
                                .finished = finished,
                                .memory = program->memory};
  return true;
}

static enum trace_result next_of_trace(void *context, struct trace_op *op, struct tb_error *error)
{
  return trace_next(context, op, error);
}

bool program_create(const struct program_options *options, struct trace_reader *reader,
                    struct stimulus *stimulus, struct tb_error *error)
{
  const struct core_source source = {.context = reader, .next = next_of_trace};
  return program_create_from(options, &source, stimulus, error);
}

void program_destroy(struct stimulus *stimulus)
{
  if (stimulus->context != NULL) {
    destroy(stimulus->context);
    *stimulus = (struct stimulus){0};
  }
}

uint64_t program_stop(const struct stimulus *stimulus)
{
  const struct program *program = stimulus->context;
  return core_stop(program->core);
}

struct program_report program_get_report(const struct stimulus *stimulus)
{
  const struct program *program = stimulus->context;
  return (struct program_report){.core = core_get_counts(program->core),
                                 .agent = agent_get_counts(program->agent),
                                 .clocks = program->cycle + 1,
                                 .population = program->population};
}

size_t program_chunk_count(const struct stimulus *stimulus)
{
  const struct program *program = stimulus->context;
  return agent_chunk_count(program->agent);
}

struct aux_chunk program_chunk(const struct stimulus *stimulus, size_t index)
{
  const struct program *program = stimulus->context;
  return agent_chunk(program->agent, index);
}

void program_each_pc(const struct stimulus *stimulus, code_visit *visit, void *context)
{
  const struct program *program = stimulus->context;
  core_each_pc(program->core, visit, context);
}
