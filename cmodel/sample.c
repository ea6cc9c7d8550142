// SPDX-License-Identifier: Apache-2.0
//
// Requirements C, D: operations in flight. This file determines the contents of an operation's record when the
// operation is marked, completes and finishes (Arm ARM D17.6, D18.2).
//
// Contents by the operation's fate. "memory": a load, store or atomic, or a branch that accesses the Guarded Control
// Stack; "load": a memory access that is not a store (see classify.c):
//
//                       retired                       exception               squashed, recorded
//   contexts, PC, time  as determined at the mark     same                    same
//   total latency       always                        always                  always
//   issue latency       always                        always                  if it was issued
//   translation latency with a data VA                same                    absent
//   alternate clock     alt_clock, if the config has  same                    same
//    issue latency       an alternate clock
//   exposed latency     if the config has it          same                    same
//   branch target       branch with target_valid      absent                  absent
//   data VA             memory with va_valid; for     same                    absent
//                       NV2 also: EL2 was profiled
//   data PA             data VA and pa_valid, allowed same                    absent
//   previous target     have_pbt and previous_valid   same                    absent
//   data source         load with source_valid        same                    absent
//   operation type      by kind                       branch becomes other    by kind
//   events 1:0          0b10                          0b11                    0b00
//   events 7, 6         as reported                   same; branch: zero      zero
//   events 18, 17       as reported                   same                    zero
//   other events        as reported                   same                    as reported
//
// A branch that generates an exception is not a memory access either.
//
// Reasons:
// D17.1.2, RJMMZP: cycles in which the thread is inactive do not count in any latency. D18.2: latencies end when the
// operation completes. It can then no longer stall a consumer, although its fate may still be unknown. If it has not
// reported `issued` by then, its issue latency is its total latency.
// D18.2.3: the alternate clock issue latency covers the same interval in alternate clock cycles: those that begin in
// active cycles after the mark, up to and including the cycle of `issued`. The core reports whether an operation has
// one.
// D18.2.3 leaves INDEX 0b00110 to the implementation: exposed latency (ExposedLatency) covers active cycles after the
// mark in which the operation is the oldest, also after the finish, and what the dispatch counted before it. Until the
// PE no longer waits for it, the sample is not closed and is not decided.
// D17.6.4: without a data VA packet there is no PA packet and no Translation latency packet. D17.6.4.2: the address of
// a System register access that became a memory access is recorded only if profiling is enabled at EL2 at the mark.
// D17.6, D17.6.3: for an operation that generates an exception no target is collected. It is not treated as a branch,
// neither in its operation type nor by the type filter, so it is neither mispredicted nor not taken (D18.2.6).
// D17.6.3.1: the previous branch target is recorded for any operation that is no longer speculative; the core reports
// whether that branch may be named.
// D17.6.7: the record of a squashed operation reveals no address and no condition or predicate (events 7, 6, 18, 17).
// D18.2.4: atomics that return no value (store high) have no Data Source packet. D18.2.6: E[1] is set for an operation
// that completes with an exception; absent events read as zero. D18.2.1: NSE needs FEAT_RME; the tag check and the tag
// of a physical address need FEAT_MTE2; the tag of an unchecked access reads as zero.
#include <string.h>

#include "spu_internal.h"

#define EVENT_EXCEPTION SPU_BIT(0)
#define EVENT_RETIRED SPU_BIT(1)
#define EVENTS_BRANCH (SPU_BIT(6) | SPU_BIT(7))
#define EVENTS_CONDITION (EVENTS_BRANCH | SPU_BIT(17) | SPU_BIT(18))

#define ADDRESS_BITS SPU_MASK(55, 0)

// Address packet payload of an instruction address: NS, EL, NSE and ADDR (D18.2.1).
static uint64_t instruction_address(uint64_t address, bool ns, uint32_t el, bool nse)
{
  return (address & ADDRESS_BITS) | (uint64_t)ns << 63 | (uint64_t)(el & 3U) << 61 | (uint64_t)nse << 60;
}

// J1.
void SPESampleAddContext(const struct spu *spu, const struct spu_in *in, struct spu_sample *sample)
{
  sample->context_el1_valid = CollectContextIDR1(spu, in);
  sample->context_el1 = in->contextidr_el1;
  sample->context_el2_valid = CollectContextIDR2(spu, in);
  sample->context_el2 = in->contextidr_el2;
}

// J1: the operation's address, with its Exception level and Security state.
void SPESampleAddAddressPCVirtual(const struct spu *spu, const struct spu_in *in, uint64_t pc,
                                  struct spu_sample *sample)
{
  const enum SecurityState ss = CurrentSecurityState(spu, in);
  sample->address[SPEAddrPosPCVirtual] =
      instruction_address(pc, ss == SS_NonSecure || ss == SS_Realm, in->pe_el, ss == SS_Realm);
  sample->address_valid |= 1U << SPEAddrPosPCVirtual;
}

// J1: the time of the cycle in which the operation is marked. Without EL2, or in a host, the virtual offset is zero
// (D17.6.9), so virtual time is physical time.
void SPESampleAddTimeStamp(const struct spu *spu, const struct spu_in *in, struct spu_sample *sample)
{
  const enum TimeStamp timestamp = CollectTimeStamp(spu, in);
  const bool no_offset = timestamp == TimeStamp_Virtual && (!spu->config.have_el2 || IsInHost(spu, in));
  sample->timestamp_valid = timestamp != TimeStamp_None;
  sample->timestamp = GetTimestamp(spu, in, no_offset ? TimeStamp_Physical : timestamp);
}

// The operation at `pc` is sampled in this cycle (SPEPreExecution); `empty` is the exposed latency that it begins with.
void spu_sample_mark(struct spu *spu, const struct spu_in *in, uint64_t pc, uint32_t empty,
                     struct spu_sample *sample)
{
  memset(sample, 0, sizeof *sample);
  sample->origin.owner = ProfilingBufferOwner(spu, in);
  sample->mark_cycle = spu->active_cycles;
  sample->pa_allowed = CollectPhysicalAddress(spu, in);
  sample->el2_profiled = StatisticalProfilingEnabledAtEL(spu, in, SPU_EL2);
  SPESampleAddContext(spu, in, sample);
  SPESampleAddAddressPCVirtual(spu, in, pc, sample);
  SPESampleAddTimeStamp(spu, in, sample);
  if (spu->config.exposed_latency) {
    sample->counter_valid |= 1U << SPECounterPosExposedLatency;
    sample->counter[SPECounterPosExposedLatency] = empty;
  }
}

static void set_address(struct spu_sample *sample, uint32_t index, uint64_t payload)
{
  sample->address[index] = payload;
  sample->address_valid |= 1U << index;
}

// The target of a branch, and the previous branch target of any operation (SPEBranch).
static void finish_targets(const struct spu_config *config, const struct spu_op *op, bool branch,
                           struct spu_sample *sample)
{
  if (branch && op->how == SPU_OP_RETIRED && op->target_valid) {
    set_address(
        sample, SPEAddrPosBranchTarget,
        instruction_address(op->target, op->target_ns, op->target_el, config->have_rme && op->target_nse));
  }
  if (config->have_pbt && op->previous_valid && op->how != SPU_OP_SQUASHED) {
    set_address(sample, SPEAddrPosPrevBranchTarget,
                instruction_address(op->previous, op->previous_ns, op->previous_el,
                                    config->have_rme && op->previous_nse));
  }
}

// SPESetDataVirtualAddress.
static uint64_t data_virtual_address(const struct spu_config *config, const struct spu_op *op)
{
  return op->va_tbi || !config->va_top_byte_zero ? op->va : op->va & ADDRESS_BITS;
}

// SPESetDataPhysicalAddress: NS, CH, NSE, PAT and ADDR.
static uint64_t data_physical_address(const struct spu_config *config, const struct spu_op *op)
{
  uint64_t payload = (op->pa & ADDRESS_BITS) | (uint64_t)op->pa_ns << 63;
  if (config->have_rme && op->pa_nse) {
    payload |= SPU_BIT(60);
  }
  if (config->have_mte && op->pa_checked) {
    payload |= SPU_BIT(62) | (uint64_t)(op->pa_tag & 0xFU) << 56;
  }
  return payload;
}

// The addresses, translation latency and data source of a memory access (SPESampleLoadStore).
static void finish_access(const struct spu_config *config, const struct spu_op *op,
                          const struct spu_class *class, struct spu_sample *sample)
{
  if (op->va_valid && (!class->nv2 || sample->el2_profiled)) {
    set_address(sample, SPEAddrPosDataVirtual, data_virtual_address(config, op));
    if (op->pa_valid && sample->pa_allowed) {
      set_address(sample, SPEAddrPosDataPhysical, data_physical_address(config, op));
    }
    sample->counter_valid |= 1U << SPECounterPosTranslationLatency;
  }
  if (!class->store && op->source_valid && config->source_bytes != 0) {
    sample->data_source_valid = true;
    sample->data_source = op->source;
  }
}

// Completion (D18.2): the operation can no longer stall a consumer. Its latencies end, and its report is stored.
static void complete(const struct spu *spu, const struct spu_op *op, struct spu_sample *sample)
{
  sample->completed = true;
  sample->report = *op;
  sample->counter[SPECounterPosTotalLatency] = (uint32_t)(spu->active_cycles - sample->mark_cycle);
  sample->counter_valid |= 1U << SPECounterPosTotalLatency;
  if (!sample->issued) {
    sample->counter[SPECounterPosIssueLatency] = sample->counter[SPECounterPosTotalLatency];
  }
  if (spu->config.alt_clock != 0 && op->alt_clock) {
    sample->counter_valid |= 1U << SPECounterPosAltIssueLatency;
  }
}

// The report at completion, with the fields that are known only at the finish: the fate and the previous branch target.
static struct spu_op whole_report(const struct spu_op *completed, const struct spu_op *finished)
{
  struct spu_op op = *completed;
  op.how = finished->how;
  op.previous_valid = finished->previous_valid;
  op.previous_ns = finished->previous_ns;
  op.previous_nse = finished->previous_nse;
  op.previous_el = finished->previous_el;
  op.previous = finished->previous;
  return op;
}

// The operation finishes. `op` is the whole report.
static void finish(struct spu *spu, const struct spu_op *op, struct spu_sample *sample)
{
  const bool squashed = op->how == SPU_OP_SQUASHED;
  sample->finished = true;
  sample->closed = !spu->config.exposed_latency;
  sample->finish_order = spu->finish_count++;
  sample->dropped = squashed && !spu->config.squashed_recorded;
  if (sample->issued || !squashed) {
    sample->counter_valid |= 1U << SPECounterPosIssueLatency;
  }
  const struct spu_class class = spu_classify(&spu->config, op);
  sample->op_class = class.op_class;
  sample->op_subclass = class.op_subclass;
  sample->op_type = class.op_type;
  sample->simd = class.simd;
  sample->fp = class.fp;
  finish_targets(&spu->config, op, class.branch, sample);
  if (class.memory && !squashed) {
    finish_access(&spu->config, op, &class, sample);
  }
  uint64_t events = op->events & ~(EVENT_EXCEPTION | EVENT_RETIRED);
  if (squashed) {
    events &= ~EVENTS_CONDITION;
  } else {
    events |= EVENT_RETIRED | (op->how == SPU_OP_EXCEPTION ? EVENT_EXCEPTION : 0);
  }
  if (op->how == SPU_OP_EXCEPTION && op->kind == SPU_KIND_BRANCH) {
    events &= ~EVENTS_BRANCH;
  }
  sample->events = events & spu->events_exist;
}

// One cycle of a sampled operation (SPECycle): step 2 of the verification interface.
void spu_sample_report(struct spu *spu, const struct spu_in *in, const struct spu_op *op,
                       struct spu_sample *sample)
{
  const bool active = !in->thread_inactive;
  if (spu->config.exposed_latency && op->oldest && active) {
    sample->counter[SPECounterPosExposedLatency]++;
  }
  if (sample->finished) {  // ExposedLatency: the PE may still wait for it
    sample->closed = !op->oldest;
    return;
  }
  if (!sample->completed) {
    if (!sample->issued && active) {
      sample->counter[SPECounterPosAltIssueLatency] += in->alt_clock & 3U;
    }
    if (op->issued && !sample->issued) {
      sample->issued = true;
      sample->counter[SPECounterPosIssueLatency] = (uint32_t)(spu->active_cycles - sample->mark_cycle);
    }
    if (op->xlate_busy && active) {
      sample->counter[SPECounterPosTranslationLatency]++;
    }
    if (op->completed || op->finished) {
      complete(spu, op, sample);
    }
  }
  if (op->finished) {
    const struct spu_op whole = whole_report(&sample->report, op);
    finish(spu, &whole, sample);
  }
}
