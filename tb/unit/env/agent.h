// SPDX-License-Identifier: Apache-2.0
//
// A software agent that uses the unit as an operating system's driver does. It programs the registers at EL2 and EL1,
// lets the program run at EL0, and services PMBIRQ or, with FEAT_SPE_EXC and depending on the seed, SPE Profiling
// exceptions to EL1, EL2 or EL3: PSB CSYNC, DSB, read PMBSR_ELx and PMBPTR_EL1, copy the data from memory, restart as
// in Arm ARM D17.7.4. At the end of the program it disables profiling and collects the rest. It uses only the pins.
#ifndef TB_UNIT_ENV_AGENT_H
#define TB_UNIT_ENV_AGENT_H

#include "unit/dut/dut.h"
#include "unit/env/aux_data.h"
#include "unit/env/axi_memory.h"
#include "unit/env/mmu.h"
#include "unit/util/error.h"

struct agent_options {
  const struct spu_config *config;  // used in agent_create only
  uint64_t interval;                // operations, a multiple of 256, 256 .. 2^32 - 256
  bool random;                      // PMSIRR_EL1.RND
  uint64_t pmsfcr;                  // filters: register values; all zero keeps every record
  uint64_t pmsevfr;
  uint64_t pmslatfr;
  size_t buffer_bytes;  // size of the Profiling Buffer: a multiple of 4096, at least 4096
  bool demand_map;      // map each page of the buffer only when the unit faults on it
  uint32_t pid;         // the program's: CONTEXTIDR_EL1
  // Seed for interrupt latencies, the target of events, the translation regime, the order of restart writes, and the
  // physical pages of the buffer.
  uint64_t seed;
};

struct agent_counts {
  uint64_t interrupts;
  uint64_t buffer_full;  // management events by cause
  uint64_t faults;
  uint64_t data_losses;    // management events with DL set
  uint64_t collisions;     // times that PMBSR_EL1.COLL was set
  uint64_t bytes;          // bytes collected
  uint64_t partial_bytes;  // bytes of dropped partial records
};

struct agent;

// Creates an agent and maps the buffer into `mmu`, unless demand_map. The agent uses mmu and memory, which the caller
// owns. Null with an error for a bad option or if out of memory.
struct agent *agent_create(const struct agent_options *options, struct mmu *mmu,
                           const struct axi_memory *memory, struct tb_error *error);
void agent_destroy(struct agent *agent);

// Fills the sysreg, pe and barrier pins of this cycle.
void agent_drive(struct agent *agent, struct spu_in *in);

// Whether the program may dispatch operations in this cycle.
bool agent_lets_run(const struct agent *agent);

// Takes this cycle's outputs. `idle`: no operation is in flight; `ended`: nor will another one be.
// False if the unit refused a register access or reported an impossible event, or if out of memory.
bool agent_observe(struct agent *agent, const struct spu_out *out, const struct spu_vif *vif, bool idle,
                   bool ended, struct tb_error *error);

// True once profiling is off and all data collected.
bool agent_done(const struct agent *agent);

// The collected chunks, in order; the agent owns the bytes, which stay valid until the next agent_observe().
size_t agent_chunk_count(const struct agent *agent);
struct aux_chunk agent_chunk(const struct agent *agent, size_t index);

struct agent_counts agent_get_counts(const struct agent *agent);

#endif  // TB_UNIT_ENV_AGENT_H
