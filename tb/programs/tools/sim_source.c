// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L
#include "programs/tools/sim_source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/stimulus/events/events_text.h"
#include "unit/util/shell_words.h"

static bool open_program(struct sim_source *source, const struct sim_options *options,
                         const struct spu_config *config, struct tb_error *error)
{
  const struct program_options program = {.config = config,
                                          .interval = options->interval,
                                          .random = !options->steady,
                                          .seed = options->seed,
                                          .op_limit = options->ops,
                                          .pid = SIM_WORKLOAD_PID,
                                          .axi = options->axi,
                                          .model = options->model,
                                          .in_order = options->in_order,
                                          .pmsfcr = options->speculative ? 0 : PROGRAM_RETIRED_PMSFCR,
                                          .pmsevfr = options->speculative ? 0 : PROGRAM_RETIRED_PMSEVFR};
  if (options->model != NULL && config->source_bytes == 0) {
    return tb_fail(error, "--perf-midr %s: this configuration's records have no Data Source",
                   options->model->name);
  }
  if (options->trace != NULL) {
    const int fd = open(options->trace, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
      return tb_fail(error, "%s: %s", options->trace, strerror(errno));
    }
    source->reader = trace_open(fd, options->trace, error);
    return source->reader != NULL && program_create(&program, source->reader, &source->stimulus, error);
  }
  bool unclosed = false;
  char **arguments = shell_words(options->args, &unclosed);
  if (arguments == NULL) {
    return unclosed ? tb_fail(error, "--args: %s: a quote is not closed", options->args)
                    : tb_fail(error, "%s: out of memory", options->workload);
  }
  const struct workload_command command = {.elf = options->workload,
                                           .arguments = arguments,
                                           .environment = options->env,
                                           .cpu = options->cpu,
                                           .plugin = options->plugin,
                                           .op_limit = options->ops};
  source->workload = workload_start(&command, &source->reader, error);
  free((void *)arguments);
  return source->workload != NULL && program_create(&program, source->reader, &source->stimulus, error);
}

static bool open_directed(struct sim_source *source, const struct sim_options *options,
                          const struct spu_config *config, struct tb_error *error)
{
  bool known = false;
  source->directed = directed_create(config, options->scenario, &known);
  if (source->directed == NULL) {
    return known ? tb_fail(error, "directed: out of memory")
                 : tb_fail(error, "--scenario (SCENARIO=): no %s; --scenario list prints the names",
                           options->scenario);
  }
  source->stimulus = directed_stimulus(source->directed);
  return true;
}

static bool open_events(struct sim_source *source, const struct sim_options *options,
                        const struct spu_config *config, struct tb_error *error)
{
  if (!events_read_file(options->events, &source->events, error)) {
    return false;
  }
  source->replay = event_replay_create(config, source->events->event, source->events->count);
  if (source->replay == NULL) {
    return tb_fail(error, "%s: out of memory", options->events);
  }
  source->stimulus = event_replay_stimulus(source->replay);
  return true;
}

static bool open_random(struct sim_source *source, const struct sim_options *options,
                        const struct spu_config *config, struct tb_error *error)
{
  const struct random_profile *profile = NULL;
  if (options->profile != NULL) {
    profile = random_profile_find(options->profile);
    if (profile == NULL) {
      char names[256] = "";
      struct text text = {names, sizeof names, 0};
      random_profile_names(&text);
      return tb_fail(error, "--profile (PROFILE=): no %s (there are: %s)", options->profile, names);
    }
  }
  source->random = random_create(config, options->seed, options->cycles, profile);
  if (source->random == NULL) {
    return tb_fail(error, "random: out of memory");
  }
  source->stimulus = random_stimulus(source->random);
  return true;
}

bool sim_source_open(struct sim_source *source, const struct sim_options *options,
                     const struct spu_config *config, struct tb_error *error)
{
  bool opened = false;
  *source = (struct sim_source){.kind = options->stimulus};
  switch (options->stimulus) {
  case SIM_PROGRAM:
    opened = open_program(source, options, config, error);
    break;
  case SIM_RANDOM:
    opened = open_random(source, options, config, error);
    break;
  case SIM_DIRECTED:
    opened = open_directed(source, options, config, error);
    break;
  case SIM_EVENTS:
    opened = open_events(source, options, config, error);
    break;
  }
  if (!opened) {
    sim_source_close(source);
  }
  return opened;
}

bool sim_source_start(const struct sim_source *source, uint64_t *pc)
{
  return trace_start(source->reader, pc);
}

bool sim_source_finish(struct sim_source *source, struct tb_error *error)
{
  struct workload *workload = source->workload;
  if (workload == NULL) {
    return true;
  }
  source->workload = NULL;
  return workload_finish(workload, &source->end, error);
}

bool sim_source_stop(struct sim_source *source, uint64_t *limit)
{
  if (source->kind == SIM_PROGRAM) {
    *limit = program_stop(&source->stimulus);
  }
  return source->kind == SIM_PROGRAM;
}

void sim_source_close(struct sim_source *source)
{
  struct tb_error ignored = {""};
  (void)sim_source_finish(source, &ignored);
  if (source->kind == SIM_PROGRAM) {
    program_destroy(&source->stimulus);
    trace_close(source->reader);
  }
  random_destroy(source->random);
  directed_destroy(source->directed);
  event_replay_destroy(source->replay);
  event_list_destroy(source->events);
  *source = (struct sim_source){.kind = source->kind};
}

const struct inject_counts *sim_source_injected(const struct sim_source *source)
{
  return source->random != NULL ? random_injected(source->random) : NULL;
}

struct core_counts sim_source_core(const struct sim_source *source)
{
  return source->kind == SIM_PROGRAM ? program_get_report(&source->stimulus).core : (struct core_counts){0};
}

uint64_t sim_source_operations(const struct sim_source *source)
{
  switch (source->kind) {
  case SIM_RANDOM:
    return random_operations(source->random);
  case SIM_DIRECTED:
    return directed_operations(source->directed);
  case SIM_EVENTS:
    return event_replay_operations(source->replay);
  default: {
    const struct core_counts core = sim_source_core(source);
    return core.executed + core.wrong_path + core.interrupted + core.refetched;
  }
  }
}
