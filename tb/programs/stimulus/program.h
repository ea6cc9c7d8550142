// SPDX-License-Identifier: Apache-2.0
//
// A stimulus that profiles a program: a trace drives the core model, an agent serves the unit as an operating system
// does, and MMU and memory respond. The unit then writes the SPE records of that program.
#ifndef TB_PROGRAMS_STIMULUS_PROGRAM_H
#define TB_PROGRAMS_STIMULUS_PROGRAM_H

#include "programs/core/core.h"
#include "programs/trace/trace.h"
#include "unit/env/agent.h"
#include "unit/env/axi_memory.h"
#include "unit/stimulus/stimulus.h"

// Frequency of the timestamps' counter: one count per cycle of a 1 GHz core.
enum { PROGRAM_TIME_HZ = 1000000000 };

// Filter register values that keep only records of retired operations, as D17.2.1 recommends for data shown to users:
// PMSFCR_EL1.FE and event 1 of PMSEVFR_EL1.
enum { PROGRAM_RETIRED_PMSFCR = 1 << 0, PROGRAM_RETIRED_PMSEVFR = 1 << 1 };

struct program_options {
  const struct spu_config *config;  // of the unit; used in program_create only
  uint64_t interval;                // operations between samples, a multiple of 256, 256 .. 2^32 - 256
  bool random;                      // PMSIRR_EL1.RND: perturb the interval
  uint64_t seed;        // for every random decision; bits 3 to 7 select the core_timing, in their order
  uint64_t op_limit;    // stop after this many operations of the program; 0: no limit
  size_t buffer_bytes;  // size of the Profiling Buffer, a multiple of 4096; 0: 64 KB
  uint32_t pid;         // the program's, in CONTEXTIDR_EL1
  uint64_t pmsfcr;      // filters: register values; all zero keeps every record
  uint64_t pmsevfr;
  uint64_t pmslatfr;
  bool no_wrong_path;              // dispatch only operations that the program executes
  bool in_order;                   // operations issue in program order
  bool demand_map;                 // the buffer's pages are mapped when the unit faults on them
  enum axi_order axi;              // what each of the memory's ready signals waits for
  const struct core_model *model;  // the core's timing; null: the default
  bool fast;                       // MMU and memory respond at once; otherwise with delays
};

// Prepares a run of the program in `reader`, which the caller owns and which must outlive the stimulus.
// False with an error for a bad option or if out of memory; *stimulus is then unchanged.
bool program_create(const struct program_options *options, struct trace_reader *reader,
                    struct stimulus *stimulus, struct tb_error *error);

// The same with operations from any source.
bool program_create_from(const struct program_options *options, const struct core_source *source,
                         struct stimulus *stimulus, struct tb_error *error);

// Frees what program_create() made. *stimulus may be all zero.
void program_destroy(struct stimulus *stimulus);

// Stops reading operations: the run ends as if op_limit were the number read so far, which it returns.
uint64_t program_stop(const struct stimulus *stimulus);

// Counts of a run so far. Operations dispatched are core.executed + core.wrong_path + core.interrupted +
// core.refetched.
struct program_report {
  struct core_counts core;
  struct agent_counts agent;
  uint64_t clocks;
  // Operations that the unit counted (SAMPLE_POP): those dispatched while profiling was on.
  uint64_t population;
};
struct program_report program_get_report(const struct stimulus *stimulus);

// The profiling data, one chunk for each time the agent collected some, in order. The bytes stay valid until the next
// cycle of the stimulus.
size_t program_chunk_count(const struct stimulus *stimulus);
struct aux_chunk program_chunk(const struct stimulus *stimulus, size_t index);

// As core_each_pc().
void program_each_pc(const struct stimulus *stimulus, code_visit *visit, void *context);

#endif  // TB_PROGRAMS_STIMULUS_PROGRAM_H
