// SPDX-License-Identifier: Apache-2.0
//
// The steps of directed scenarios. A step that waits too many cycles fails the scenario.
#ifndef TB_UNIT_STIMULUS_DIRECTED_DIRECTED_SCRIPT_H
#define TB_UNIT_STIMULUS_DIRECTED_DIRECTED_SCRIPT_H

#include "spu.h"

enum directed_kind {
  // These take no cycle.
  STEP_SCENARIO,  // begins scenario `name`, with the pins of pe_pins_open() and a full load as operation
  STEP_LEVEL,     // a: new Exception level
  STEP_PIN,       // a: offset in struct spu_in, b: size, c: new value
  STEP_OP,        // a: offset in struct spu_op, b: size, c: new value in reports
  STEP_LATENCY,   // a: cycles for operations marked from now on
  STEP_MAP,  // a: VA of the page, b: 0 mapped; else DIRECTED_STAGE1, _STAGE2 + FSC of a fault, or DIRECTED_GPC;
             // c: enum mmu_cause of the fault, and DIRECTED_MEMORY() of the page
  STEP_STAGE2,      // a: whether EL1 has stage 2 translation (HCR_EL2.VM)
  STEP_RESPONSE,    // a: cycles until AXI responds, b: chance of ready in percent
  STEP_FAIL_BURST,  // a: bursts before the one with response b
  STEP_PSB_BEGIN,   // requests PSB CSYNC during the following steps
  // These take cycles.
  STEP_WRITE,           // a: sysreg_addr, b: data
  STEP_WRITE_DISPATCH,  // the same in a cycle that dispatches an operation
  STEP_EXPECT,          // a: sysreg_addr, b: mask, c: value that an MRS must return
  // a: sysreg_addr, b: enum spu_verdict that an MRS must get, c: EC; for SPU_ACCESS_MEMORY the offset, if not 0
  STEP_VERDICT,
  STEP_REFUSED,    // a: sysreg_addr, b: enum spu_verdict that an MSR of all ones must get, c: likewise
  STEP_OUT,        // a: offset in struct spu_out, b: size, c: value in this cycle
  STEP_DISPATCH,   // a: cycles, b: slots with an operation; 0: slot 0
  STEP_CLOCKS,     // a: idle cycles
  STEP_STARTED,    // waits until `a` records have started
  STEP_PSB,        // waits until it is done; a: records that must have been committed or discarded by then
  STEP_PSB_END,    // waits until STEP_PSB_BEGIN's barrier is done
  STEP_DSB,        // waits until it is done; every AXI burst must have its response then
  STEP_COMMITTED,  // a: records committed in this scenario so far
  STEP_DISCARDED,  // a: enum spu_discard, b: records discarded for that reason in this scenario so far
  STEP_EVENTS,     // a: management events in this scenario so far
  STEP_SERRORS,    // a: cycles with serror in this scenario so far
  STEP_TRIGGERS,   // a: cycles with cti_spe_sample in this scenario so far
  STEP_IRQ,        // a: level of PMBIRQ
  STEP_PACKET,     // a: header, b: payload of a packet of the last record; DIRECTED_ABSENT: no such packet
  STEP_POINTER,    // a: address, b: records: PMBPTR_EL1 must be that many records after it
  STEP_REQUEST,    // a: address, b: nvm, c: DIRECTED_MEMORY() of the last translation request
  STEP_BURST,      // a: address of the last burst, b: AWCACHE, c: AWDOMAIN
  STEP_FAULT       // a: page end - pointer; PMBSR_EL1 and PMBPTR_EL1 must match, given the length of a record
};

// PMBMAR_EL1.{Attr, SH}, above enum mmu_cause.
#define DIRECTED_MEMORY(attr, sh) ((uint64_t)(attr) << 8 | (uint64_t)(sh) << 16)

#define DIRECTED_ABSENT UINT64_MAX

enum { DIRECTED_STAGE1 = 1, DIRECTED_STAGE2 = 0x101, DIRECTED_GPC = 0x201 };

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
  // With RegisteredPins: index of the cycle that presents the control fields that the next steps set; 0: none yet
  size_t present;
  const struct spu_config *config;
};

// Appends the steps of scenario i, which must exist.
void directed_write(struct directed_script *script, size_t i);

// Functions that append steps to a script.
void directed_add(struct directed_script *script, enum directed_kind kind, uint64_t a, uint64_t b,
                  uint64_t c);
// With RegisteredPins, an idle cycle, in which the control fields are presented that the next steps set.
void directed_wait(struct directed_script *script);
void directed_add1(struct directed_script *script, enum directed_kind kind, uint64_t a);
void directed_msr(struct directed_script *script, uint16_t addr, uint64_t data);
void directed_mrs(struct directed_script *script, uint16_t addr, uint64_t mask, uint64_t value);
void directed_expect(struct directed_script *script, uint16_t addr, uint64_t value);  // every bit

// Expects that MRS and MSR are refused; `detail` is c of STEP_VERDICT.
void directed_refuse(struct directed_script *script, uint16_t addr, enum spu_verdict verdict,
                     uint64_t detail);

#define DIRECTED_FIELD(group, field) offsetof(struct group, field), sizeof(((struct group *)NULL)->field)
// Steps for a pin of struct spu_in, a field of reports, and an output, by name.
#define DIRECTED_PIN(script, pin, value) \
  directed_add(script, STEP_PIN, DIRECTED_FIELD(spu_in, pin), (uint64_t)(value))
#define DIRECTED_OP(script, field, value) \
  directed_add(script, STEP_OP, DIRECTED_FIELD(spu_op, field), (uint64_t)(value))
#define DIRECTED_OUT(script, output, value) \
  directed_add(script, STEP_OUT, DIRECTED_FIELD(spu_out, output), (uint64_t)(value))

// The standard setup: EL1 profiles EL1 and EL0, everything is collected and nothing filtered; the buffer's two pages
// are mapped, memory is fast, operations take 5 cycles. The buffer runs from `pointer` to `limit`.
void directed_program(struct directed_script *script, uint64_t pointer, uint64_t limit);

// The same for both pages, with operations that take `latency` cycles.
void directed_start(struct directed_script *script, uint64_t latency);

// Samples the next operation; or as many as can be in flight; or one, and waits until `started` records have started.
void directed_sample(struct directed_script *script);
void directed_sample_all(struct directed_script *script);
void directed_sample_started(struct directed_script *script, uint64_t started);

// PSB CSYNC, after which `records` must have been committed, or `done` committed or discarded; directed_synchronize()
// adds a DSB.
void directed_written(struct directed_script *script, uint64_t records);
void directed_sample_written(struct directed_script *script, uint64_t records);
void directed_sample_to_end(struct directed_script *script, uint64_t done);
void directed_synchronize(struct directed_script *script, uint64_t done);
void directed_sample_synchronized(struct directed_script *script, uint64_t done);

// Whether the performance monitors have at least this version and this many event counters.
bool directed_counters(const struct spu_config *config, uint32_t version, uint32_t count);

// Disables counting, flags and interrupts; enables counting; and enables event counter n with a type and a value.
void directed_stop_monitors(struct directed_script *script);
void directed_enable_monitors(struct directed_script *script);
void directed_count(struct directed_script *script, uint32_t n, uint64_t type, uint64_t from);

// Bytes that SPEBufferIsFull() keeps free.
uint64_t directed_largest(const struct directed_script *script);

// Alignment of PMBPTR_EL1 in bytes.
uint64_t directed_alignment(const struct directed_script *script);

// Whether the scenarios' records can cross a page: they are longer than 16 bytes, so the pointer's alignment must allow
// 16 bytes before the page's end. And how many bytes before the end a crossing record starts.
bool directed_crosses(const struct spu_config *config);
uint64_t directed_before(const struct directed_script *script);

// The standard setup for a record that crosses from the first page to the second, if records can.
void directed_cross(struct directed_script *script);

enum { DIRECTED_PAGE = 4096 };

// Virtual addresses of the buffer's first page, its second page, and its end.
static const uint64_t directed_buffer = 0x0000400000000000;
static const uint64_t directed_second = 0x0000400000001000;
static const uint64_t directed_end = 0x0000400000002000;

// PMBSR_EL1.EC at its bits.
static inline uint64_t directed_ec(uint64_t ec)
{
  return ec << SPU_PMBSR_EL1_EC_SHIFT;
}

#endif  // TB_UNIT_STIMULUS_DIRECTED_DIRECTED_SCRIPT_H
