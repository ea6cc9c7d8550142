// SPDX-License-Identifier: Apache-2.0
//
// The steps that directed scenarios are made of. A step that waits has a limit of clocks; reaching it fails the
// scenario.
#ifndef TB_STIMULUS_DIRECTED_SCRIPT_H
#define TB_STIMULUS_DIRECTED_SCRIPT_H

#include "spu.h"

enum directed_kind {
  STEP_SCENARIO,  // name: starts here
  STEP_LEVEL,     // a: Exception level from now on
  STEP_LATENCY,   // a: clocks that operations marked from now on take
  STEP_MAP,  // a: VA of the page, b: 0 mapped; else 1 + FSC of a stage 1 fault, or 0x101 + FSC of stage 2
  STEP_RESPONSE,   // a: clocks until AXI responds, b: chance of ready in percent
  STEP_WRITE,      // a: sysreg_addr, b: data
  STEP_EXPECT,     // a: sysreg_addr, b: mask, c: value an MRS shall give there
  STEP_VERDICT,    // a: sysreg_addr, b: enum spu_verdict that an MRS shall get
  STEP_DISPATCH,   // a: operations, one per clock
  STEP_CLOCKS,     // a: clocks in which nothing happens
  STEP_MARKED,     // waits until an operation has been marked since the scenario began: a: how many
  STEP_STARTED,    // waits until `a` records have been started
  STEP_PSB,        // until it is done; a: records that must have been committed or discarded by then
  STEP_DSB,        // until it is done; no AXI burst may be without its response then
  STEP_COMMITTED,  // a: records committed in this scenario so far
  STEP_IRQ,        // a: level of PMBIRQ
  STEP_FAULT       // a: page end - pointer: what PMBSR_EL1 and PMBPTR_EL1 must say, by the length of a record
};

struct directed_step {
  enum directed_kind kind;
  const char *name;
  uint64_t a;
  uint64_t b;
  uint64_t c;
};

struct directed_script {
  struct directed_step *step;
  size_t count;
  size_t size;
  bool out_of_memory;
  const struct spu_config *config;
};

// Appends one step.
void directed_add(struct directed_script *script, enum directed_kind kind, uint64_t a, uint64_t b,
                  uint64_t c);

// Appends the steps of scenario i, which exists.
void directed_write(struct directed_script *script, size_t i);

// Virtual address of the buffer's first page; scenarios use it and the page after it.
static const uint64_t directed_buffer = 0x0000400000000000;

#endif  // TB_STIMULUS_DIRECTED_SCRIPT_H
