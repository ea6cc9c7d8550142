// SPDX-License-Identifier: Apache-2.0
//
// Decides a record by the life that the core's own trace gives its operation. What neither of them determines is left
// open; tb/cores/core_truth.h lists it.
#ifndef TB_CORES_CORE_DECIDE_H
#define TB_CORES_CORE_DECIDE_H

#include "cores/core_trace.h"
#include "spu.h"

// The instruction that a program has at an address; false if it is of none. The bytes after one of 16 bits do not
// matter.
typedef bool core_code(const void *context, uint8_t mode, uint64_t pc, uint32_t *opcode);

// What the host knows of core, adapter and software.
struct core_truth_options {
  struct spu_config config;
  uint32_t issue_latency;  // of every operation that issues
  bool e0spe, e1spe;       // the Exception levels that software asked for
  bool untaken_target;     // a conditional branch that is not taken has the address behind it as its target
  bool non_secure;         // the Security state of everything
  bool unfiltered;         // software has set no filter in the whole run: what can be recorded is kept
  uint64_t events_open;    // bits of the Events packet that are not decided: the adapter cannot report them
  // Memory that the data cache holds, end exclusive. A load from elsewhere is no access to it. Both 0: all memory.
  uint64_t cached_start, cached_end;
  // The Data Source of a load that hit; that missed, or is of what is not cached. Without it no record has one.
  bool data_source;
  uint16_t source_hit, source_miss;
  // Programs that do not change: what has a result and did not retire is then decided as its instruction. Null: not.
  core_code *code;
  const void *code_context;
};

// What the unit said in the cycle of the mark.
struct core_mark {
  uint64_t cycle;
  bool cx1, cx2, pa;
  uint8_t ts;  // enum spu_timestamp
};

// The first field that is wrong.
struct core_difference {
  const char *field;
  char trace[80];   // what it has to be
  char record[80];  // what it is
};

// Whether a record says what happened to the operation, whose life is over. Data of `size` bytes as in the buffer,
// padding included. *timestamp receives that of the record, 0 if it has none. False with the difference.
bool core_decide(const struct core_truth_options *options, const struct core_op *op,
                 const struct core_mark *mark, const uint8_t *data, size_t size, uint64_t *timestamp,
                 struct core_difference *difference);

// What the programs' code says of an operation that has a result and did not retire. Before core_decide(). False if
// one that retired has another instruction there, which is in *opcode.
bool core_decide_code(const struct core_truth_options *options, struct core_op *op, uint32_t *opcode);

// The Exception level that a mode of the core stands for: U is EL0, S is EL1, M is the highest one.
enum spu_el core_mode_el(const struct spu_config *config, uint8_t mode);

#endif  // TB_CORES_CORE_DECIDE_H
