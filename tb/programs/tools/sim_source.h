// SPDX-License-Identifier: Apache-2.0
//
// The stimulus that the command line selects, of any kind.
#ifndef TB_PROGRAMS_TOOLS_SIM_SOURCE_H
#define TB_PROGRAMS_TOOLS_SIM_SOURCE_H

#include "programs/recorder/launch.h"
#include "programs/stimulus/program.h"
#include "programs/tools/sim_options.h"
#include "programs/trace/trace.h"
#include "unit/stimulus/directed/directed.h"
#include "unit/stimulus/events/events_replay.h"
#include "unit/stimulus/random.h"

enum { SIM_WORKLOAD_PID = 1000 };  // of a program, in CONTEXTIDR_EL1 and in perf.data

struct sim_source {
  enum sim_stimulus kind;
  struct stimulus stimulus;
  struct random_stimulus *random;  // one of the three, or a program:
  struct directed_stimulus *directed;
  struct event_replay *replay;
  struct event_list *events;  // to replay
  struct workload *workload;  // null with a recorded trace
  struct workload_end end;    // of the workload, once finished
  struct trace_reader *reader;
};

// Starts the stimulus, and a program's workload. False with an error; *source then needs no closing.
bool sim_source_open(struct sim_source *source, const struct sim_options *options,
                     const struct spu_config *config, struct tb_error *error);

// The PC of the program's first operation. False if it has none.
bool sim_source_start(const struct sim_source *source, uint64_t *pc);

// Waits for a workload whose trace was read to its end, or stops it. False with an error if that fails.
bool sim_source_finish(struct sim_source *source, struct tb_error *error);

// Ends the run of a program as if the limit had been *limit operations: those that were read so far. False if the
// stimulus is not a program.
bool sim_source_stop(struct sim_source *source, uint64_t *limit);

// Frees everything.
void sim_source_close(struct sim_source *source);

// The faults that a random stimulus injected; null for other stimuli.
const struct inject_counts *sim_source_injected(const struct sim_source *source);

// The core model's counts so far; all zero unless the stimulus is a program.
struct core_counts sim_source_core(const struct sim_source *source);

// Operations dispatched so far.
uint64_t sim_source_operations(const struct sim_source *source);

#endif  // TB_PROGRAMS_TOOLS_SIM_SOURCE_H
