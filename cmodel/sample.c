// SPDX-License-Identifier: Apache-2.0
//
// Rooms C and D: operations in flight. What a record will hold of an operation is decided here, when it is
// marked and when it finishes (Arm ARM D17.6, D18.2).
//
// What is present, by how the operation ended ("memory": kind 2, 3 or 4; "load": memory with store low):
//
//                       retired                       exception               squashed, recorded
//   contexts, PC, time  as decided at the mark        same                    same
//   total latency       always                        always                  always
//   issue latency       always                        always                  if it was issued
//   translation latency memory with va_valid          same                    absent
//   branch target       branch with target_valid      absent                  absent
//   data VA             memory with va_valid          same                    absent
//   data PA             data VA and pa_valid, allowed same                    absent
//   data source         load with source_valid        same                    absent
//   operation type      by kind                       branch becomes other    by kind
//   events 1:0          0b10                          0b11                    0b00
//   events 7, 6, 18, 17 as reported                   same                    zero
//   other events        as reported                   same                    as reported
//
// Reasons. Issue latency of an operation that never reported `issued` is its whole life, when it completed.
// D17.6.4: without a data VA packet there is no PA packet and the Translation latency packet is not
// recorded. D17.6, D17.6.3: the target of an operation that generates an exception is not collected, and it
// is not treated as a branch, neither in its operation type nor by the type filter. D17.6.7: the record of
// an operation that did not retire infers no address and no condition or predicate (events 7, 6, 18, 17).
// D18.2.4: atomics that return nothing (store high) have no Data Source packet. D18.2.6: E[1] is set for an
// operation that completes with an exception. Events that the configuration does not have read as zero.
#include <string.h>

#include "spu_internal.h"

enum { OP_CLASS_OTHER = 0, OP_CLASS_LOAD_STORE = 1, OP_CLASS_BRANCH = 2 };

// D18.2.7, Operation Type payloads.
enum {
  SUBCLASS_COND = 0x01,
  SUBCLASS_BRANCH_IND = 0x02,
  SUBCLASS_LDST = 0x01,
  SUBCLASS_SIMD_FP = 0x04,
  SUBCLASS_EXTENDED = 0x02,
  SUBCLASS_AT = 0x04,
  SUBCLASS_EXCL = 0x08,
  SUBCLASS_AR = 0x10
};

#define EVENT_EXCEPTION SPU_BIT(0)
#define EVENT_RETIRED SPU_BIT(1)
#define EVENTS_CONDITION (SPU_BIT(6) | SPU_BIT(7) | SPU_BIT(17) | SPU_BIT(18))

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

// J1: the address of the operation, with the Exception level and Security state it executes in.
void SPESampleAddAddressPCVirtual(const struct spu *spu, const struct spu_in *in, uint64_t pc,
                                  struct spu_sample *sample)
{
  const enum SecurityState ss = CurrentSecurityState(spu, in);
  sample->nse = ss == SS_Realm;
  sample->address[SPEAddrPosPCVirtual] =
      instruction_address(pc, ss == SS_NonSecure || ss == SS_Realm, in->pe_el, sample->nse);
  sample->address_valid |= 1U << SPEAddrPosPCVirtual;
}

// J1: the time is that of the clock in which the operation is marked. Without EL2 and in a host the virtual
// offset is zero (D17.6.9), so that virtual time is physical time.
void SPESampleAddTimeStamp(const struct spu *spu, const struct spu_in *in, struct spu_sample *sample)
{
  const enum TimeStamp timestamp = CollectTimeStamp(spu, in);
  const bool no_offset = timestamp == TimeStamp_Virtual && (!spu->config.have_el2 || IsInHost(spu, in));
  sample->timestamp_valid = timestamp != TimeStamp_None;
  sample->timestamp = GetTimestamp(in, no_offset ? TimeStamp_Physical : timestamp);
}

// The operation at `pc` is sampled in this clock (SPEPreExecution).
void spu_sample_mark(struct spu *spu, const struct spu_in *in, uint64_t pc, struct spu_sample *sample)
{
  memset(sample, 0, sizeof *sample);
  sample->serial = spu->marks;
  sample->mark_clock = spu->clock;
  sample->pa_allowed = CollectPhysicalAddress(spu, in);
  SPESampleAddContext(spu, in, sample);
  SPESampleAddAddressPCVirtual(spu, in, pc, sample);
  SPESampleAddTimeStamp(spu, in, sample);
  spu->marks++;
}

static void set_address(struct spu_sample *sample, uint32_t index, uint64_t payload)
{
  sample->address[index] = payload;
  sample->address_valid |= 1U << index;
}

// Operation Type packet and filter type of a branch (SPEBranch).
static void finish_branch(const struct spu_op *op, struct spu_sample *sample)
{
  if (op->how == SPU_OP_EXCEPTION) {
    return;
  }
  sample->op_class = OP_CLASS_BRANCH;
  sample->op_subclass = (uint8_t)((op->indirect ? SUBCLASS_BRANCH_IND : 0) | (op->cond ? SUBCLASS_COND : 0));
  sample->op_type = OpType_Branch;
  if (op->how == SPU_OP_RETIRED && op->target_valid) {
    set_address(sample, SPEAddrPosBranchTarget,
                instruction_address(op->target, op->target_ns, op->target_el, sample->nse));
  }
}

// The addresses of an access (SPESampleLoadStore, SPESetDataVirtualAddress, SPESetDataPhysicalAddress), its
// translation latency and its data source.
static void finish_access(const struct spu *spu, const struct spu_op *op, struct spu_sample *sample)
{
  if (op->va_valid) {
    const bool top_byte = op->va_tbi || !spu->config.va_top_byte_zero;
    set_address(sample, SPEAddrPosDataVirtual, top_byte ? op->va : op->va & ADDRESS_BITS);
    if (op->pa_valid && sample->pa_allowed) {
      set_address(sample, SPEAddrPosDataPhysical, (op->pa & ADDRESS_BITS) | (uint64_t)op->pa_ns << 63);
    }
    sample->counter_valid |= 1U << SPECounterPosTranslationLatency;
  }
  if (!op->store && op->source_valid && spu->config.source_bytes != 0) {
    sample->data_source_valid = true;
    sample->data_source = op->source;
  }
}

// Operation Type packet and filter type of a load, store or atomic (SPESampleGeneralPurposeLoadStore,
// SPESampleSIMDFPLoadStore, SPESampleExtendedLoadStore).
static void finish_memory(const struct spu *spu, const struct spu_op *op, struct spu_sample *sample)
{
  int subclass = op->store ? SUBCLASS_LDST : 0;
  sample->op_type = op->store ? OpType_Store : OpType_Load;
  if (op->kind == SPU_KIND_LDST_SIMD_FP) {
    subclass |= SUBCLASS_SIMD_FP;
  } else if (op->kind == SPU_KIND_LDST_EXTENDED) {
    subclass |= SUBCLASS_EXTENDED | (op->acq_rel ? SUBCLASS_AR : 0) | (op->exclusive ? SUBCLASS_EXCL : 0) |
                (op->atomic ? SUBCLASS_AT : 0);
    if (op->atomic && !op->store) {
      sample->op_type = OpType_LoadAtomic;
    }
  }
  sample->op_class = OP_CLASS_LOAD_STORE;
  sample->op_subclass = (uint8_t)subclass;
  if (op->how != SPU_OP_SQUASHED) {
    finish_access(spu, op, sample);
  }
}

// The report of the last clock of the operation's life.
static void finish(const struct spu *spu, const struct spu_op *op, struct spu_sample *sample)
{
  const bool squashed = op->how == SPU_OP_SQUASHED;
  sample->finish_busy = spu->busy_clocks;
  sample->dropped = squashed && !spu->config.squashed_recorded;
  sample->counter[SPECounterPosTotalLatency] = (uint32_t)(spu->clock - sample->mark_clock);
  sample->counter_valid |= 1U << SPECounterPosTotalLatency;
  if (!sample->issued) {
    sample->counter[SPECounterPosIssueLatency] = sample->counter[SPECounterPosTotalLatency];
  }
  if (sample->issued || !squashed) {
    sample->counter_valid |= 1U << SPECounterPosIssueLatency;
  }
  switch (op->kind) {
  case SPU_KIND_BRANCH:
    finish_branch(op, sample);
    break;
  case SPU_KIND_LDST_GENERAL:
  case SPU_KIND_LDST_SIMD_FP:
  case SPU_KIND_LDST_EXTENDED:
    finish_memory(spu, op, sample);
    break;
  default:
    sample->op_subclass = op->cond ? SUBCLASS_COND : 0;
    break;
  }
  uint64_t events = op->events & ~(EVENT_EXCEPTION | EVENT_RETIRED);
  if (squashed) {
    events &= ~EVENTS_CONDITION;
  } else {
    events |= EVENT_RETIRED | (op->how == SPU_OP_EXCEPTION ? EVENT_EXCEPTION : 0);
  }
  sample->events = events & spu->events_exist;
}

// One clock of a sampled operation's life (SPECycle): step 2 of the verification interface.
void spu_sample_report(struct spu *spu, const struct spu_op *op, struct spu_sample *sample)
{
  if (op->issued && !sample->issued) {
    sample->issued = true;
    sample->counter[SPECounterPosIssueLatency] = (uint32_t)(spu->clock - sample->mark_clock);
  }
  if (op->xlate_busy) {
    sample->counter[SPECounterPosTranslationLatency]++;
  }
  if (op->finished) {
    finish(spu, op, sample);
  }
}
