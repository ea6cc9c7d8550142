// SPDX-License-Identifier: Apache-2.0
//
// Checks a record against the life of its operation in the core's own trace. tb/cores/core_checker.h lists what the
// trace leaves open.
#ifndef TB_CORES_CORE_DECIDE_H
#define TB_CORES_CORE_DECIDE_H

#include "cores/core_trace.h"
#include "spu.h"

// The instruction of a program at an address; false if no program has the address. The bytes after a 16-bit instruction
// do not matter.
typedef bool core_code(const void *context, uint8_t mode, uint64_t pc, uint32_t *opcode);

// The host's knowledge of core, adapter and software.
struct core_checker_options {
  struct spu_config config;
  uint32_t issue_latency;  // of every operation that issues
  bool e0spe, e1spe;       // the Exception levels that software selected
  bool untaken_target;     // a conditional branch that is not taken has the next address as its target
  bool non_secure;         // the Security state of everything
  bool unfiltered;       // software sets no filter in the whole run: everything that can be recorded is kept
  uint64_t events_open;  // bits of the Events packet that are not checked: the adapter cannot report them
  // Cached memory, end exclusive. A load from elsewhere does not access the cache. Both 0: all memory.
  uint64_t cached_start, cached_end;
  // The Data Source of a load that hit; of one that missed or is not cached. Without data_source no record has one.
  bool data_source;
  uint16_t source_hit, source_miss;
  // The programs' code, with which an operation that has a result and did not retire is checked. Null: unknown.
  core_code *code;
  const void *code_context;
};

// The unit's outputs in the cycle of the mark.
struct core_mark {
  uint64_t cycle;
  bool cx1, cx2, pa;
  uint8_t ts;  // enum spu_timestamp
};

// The first field that is wrong.
struct core_difference {
  const char *field;
  char trace[80];   // the expected value
  char record[80];  // the value in the record
};

// True if a record matches its operation, whose life has ended. The data are `size` bytes from the buffer, including
// padding. *timestamp receives that of the record, 0 if it has none. False with the difference.
bool core_decide(const struct core_checker_options *options, const struct core_op *op,
                 const struct core_mark *mark, const uint8_t *data, size_t size, uint64_t *timestamp,
                 struct core_difference *difference);

// Adds the instruction of an operation that has a result and did not retire, from the programs' code. Before
// core_decide(). False if an operation that retired has another instruction in the code, which is in *opcode.
bool core_decide_code(const struct core_checker_options *options, struct core_op *op, uint32_t *opcode);

// The Exception level of a mode of the core: U is EL0, S is EL1, M is the highest one.
enum spu_el core_mode_el(const struct spu_config *config, uint8_t mode);

#endif  // TB_CORES_CORE_DECIDE_H
