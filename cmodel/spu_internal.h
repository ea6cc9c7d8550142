// SPDX-License-Identifier: Apache-2.0
//
// Internals of libspu: the state of the model, and the functions shared by its files. A function with Arm's name
// implements the pseudocode of that name (Arm ARM J1, D17), with its clauses in the same order. README.md has a reading
// order for the files.
//
// During a step there are two copies of the registers: `regs` is the state at the start of the cycle, which every
// decision reads; `next` is the state at its end. No decision affects another one in the same cycle
// (docs/verification-interface.md).
#ifndef SPU_INTERNAL_H
#define SPU_INTERNAL_H

#include "pmu.h"
#include "spu.h"

#define SPU_BIT(n) (UINT64_C(1) << (n))
#define SPU_MASK(high, low) ((~UINT64_C(0) >> (63 - (high))) & (~UINT64_C(0) << (low)))

struct spu_registers {
  uint64_t pmscr_el1;
  uint64_t pmscr_el2;
  uint64_t pmsicr;
  uint64_t pmsirr;
  uint64_t pmsfcr;
  uint64_t pmsevfr;
  uint64_t pmsnevfr;
  uint64_t pmslatfr;
  uint64_t pmsdsfr;
  uint64_t pmblimitr;
  uint64_t pmbptr;
  uint64_t pmbsr;      // PMBSR_EL1
  uint64_t pmbsr_el2;  // FEAT_SPE_EXC
  uint64_t pmbsr_el3;
  uint64_t pmbmar;  // FEAT_SPE_nVM
};

// ---------------------------------------------------------------------------------------------------------
// Types of the pseudocode

enum SecurityState { SS_Secure = 0, SS_NonSecure = 1, SS_Root = 2, SS_Realm = 3 };

enum TimeStamp { TimeStamp_None, TimeStamp_Virtual, TimeStamp_Physical, TimeStamp_OffsetPhysical };

// The last two are branches that access the Guarded Control Stack (D17.6.3): the filters see both types.
enum OpType {
  OpType_Other,
  OpType_Branch,
  OpType_Load,
  OpType_Store,
  OpType_LoadAtomic,
  OpType_BranchLoad,
  OpType_BranchStore
};

// How an operation's kind and flags classify it (D17.5.1, D18.2.7): the Operation Type packet, the types for the
// filters, and whether the record has the packets of a branch or a memory access.
struct spu_class {
  uint8_t op_class;
  uint8_t op_subclass;
  enum OpType op_type;
  bool simd;  // FEAT_SPE_EFT: is_simd and is_floating_point, which any op_type can have
  bool fp;
  bool branch;
  bool memory;
  bool store;  // memory: does not read memory
  bool nv2;    // memory: a System register access that FEAT_NV2 turned into a memory access
};

// PMU events SAMPLE_FEED_*, which SPECollectRecord() determines regardless of the enables in PMSFCR_EL1.
struct spu_feed {
  bool br;
  bool ld;
  bool st;
  bool op;
  bool event;
  bool lat;
  bool ds;
  bool fp;
  bool simd;
};

struct spu_owner {  // ProfilingBufferOwner()
  enum SecurityState ss;
  enum spu_el el;
};

// A translation fault for the Profiling Buffer, or an External abort of a write to it: the input of DebugWriteFault()
// and DebugWriteExternalAbort().
struct spu_fault {
  uint8_t fsc;  // EncodeLDFSC(), 6 bits
  bool second_stage;
  bool gpc;        // a Granule Protection Check fault other than a Granule Protection Fault
  uint64_t mss2;   // PMBSR_ELx.MSS2, at its bit position
  bool data_lost;  // a fault beyond the record's first byte: part of the record has been written
  // an External abort that memory itself reports as asynchronous; never an AXI response
  bool asynchronous;
};

// ---------------------------------------------------------------------------------------------------------
// Sample storage (SPESample… of the pseudocode) and records

enum {
  SPEMaxCounters = 32,
  SPEMaxAddrs = 32,
  SPECounterPosTotalLatency = 0,
  SPECounterPosIssueLatency = 1,
  SPECounterPosTranslationLatency = 2,
  SPECounterPosAltIssueLatency = 4,
  SPECounterPosExposedLatency = 6,  // IMPLEMENTATION DEFINED: ExposedLatency
  SPEAddrPosPCVirtual = 0,
  SPEAddrPosBranchTarget = 1,
  SPEAddrPosDataVirtual = 2,
  SPEAddrPosDataPhysical = 3,
  SPEAddrPosPrevBranchTarget = 4
};

// Passed from a sample to its record: whether the record may still be written, and whether a barrier waits for it.
struct spu_origin {
  struct spu_owner owner;  // owner of the Profiling Buffer at the mark
  enum spu_discard ended;  // reason for the session end: SPU_DISCARD_NONE, _STOPPED or _NOT_ENABLED
  bool covered;            // the pending PSB CSYNC waits for it
};

struct spu_sample {
  struct spu_origin origin;
  bool collided;          // lost to a management event that is reported synchronously
  uint64_t mark_cycle;    // spu.active_cycles at the mark
  uint64_t finish_order;  // spu.finish_count at the finish
  bool issued;
  bool completed;
  bool finished;
  bool closed;   // finished, and its exposed latency has ended
  bool dropped;  // squashed, and the configuration does not record squashed operations
  bool pa_allowed;
  bool el2_profiled;  // StatisticalProfilingEnabled(EL2) at the mark
  // SPESample…
  bool context_el1_valid;
  bool context_el2_valid;
  bool timestamp_valid;
  bool data_source_valid;
  uint16_t data_source;
  uint8_t op_class;
  uint8_t op_subclass;
  enum OpType op_type;
  bool simd;  // FEAT_SPE_EFT
  bool fp;
  uint32_t context_el1;
  uint32_t context_el2;
  uint32_t counter_valid;  // bit n: counter[n]
  uint32_t address_valid;  // bit n: address[n]
  uint64_t timestamp;
  uint64_t events;
  uint32_t counter[SPEMaxCounters];
  uint64_t address[SPEMaxAddrs];
  struct spu_op report;  // in the cycle of completion
};

struct spu_record {
  uint32_t size;  // SPERecordSize; at most SPU_MAX_RECORD
  bool overflow;  // a byte did not fit
  struct spu_origin origin;
  uint8_t data[SPU_MAX_RECORD];
};

// Maximum number of kept records that wait to be written. More is a violation.
enum { SPU_MAX_WAITING = 32 };

// The write in progress.
struct spu_write_state {
  bool active;
  bool pointer_written;  // software has written PMBPTR_EL1 since the start
  bool faulted;          // a translation returned `fault`
  bool aborted;          // synchronous External abort of page `abort_page`
  uint32_t pages;        // pages the record touches
  uint32_t answered;     // translations answered without a fault before the session ended
  uint32_t accepted;     // bursts accepted by the write channels
  uint32_t responded;    // bursts with a response, if the unit waits for responses
  uint32_t abort_page;
  uint64_t start;  // address of the first byte
  struct spu_fault fault;
  struct spu_record record;
  uint64_t pa[SPU_MAX_RECORD_PAGES];
  uint8_t pas[SPU_MAX_RECORD_PAGES];
};

struct spu_barrier {  // a pending PSB or DSB
  bool active;
  uint32_t unstalled;  // PSB: cycles without a reason to wait
  uint64_t boundary;   // DSB: number of bursts that it covers
};

// Effects of one cycle on PMBSR_ELx: collected by buffer.c, applied by manage.c.
struct spu_cycle_events {
  bool not_allowed;
  bool filled;
  bool aborted;
  bool abort_at_start;
  struct spu_fault abort;
  bool faulted;
};

// Result of a register's access pseudocode.
struct spu_access {
  enum spu_verdict verdict;
  uint8_t ec;       // trap: 0x18, or 0x03 for performance monitors in AArch32 state; else 0
  uint16_t offset;  // SPU_ACCESS_MEMORY: offset of the memory access; else 0
  uint16_t target;  // SPU_ACCESS_OK: sysreg_addr of the register that is accessed; else 0
};

struct spu_sysreg_answer {
  bool done;
  struct spu_access access;
  uint64_t rdata;
};

// RegisteredPins: what the flip-flops at the pins hold.
struct spu_registered_pins {
  struct spu_in in;  // the pins of the cycle before, of which only control fields are read
  bool pmbirq;       // the levels of the cycle before
  bool pmuirq;
  bool cti_pmu_overflow;
};

struct spu {
  struct spu_config config;
  // From the configuration, fixed by spu_init().
  uint64_t events_exist;   // Events packet bits that exist
  uint64_t events_filter;  // PMSEVFR_EL1 bits that exist
  uint32_t counter_max;
  uint8_t (*random_next)(void *context);
  void *random_context;
  // State, cleared by spu_reset().
  struct spu_registers regs;
  struct spu_registers next;
  uint32_t lfsr;
  uint64_t active_cycles;  // cycles in which the thread was active, including this one
  uint64_t finish_count;   // operations finished
  uint64_t bursts;         // bursts accepted by the AXI write channels
  uint64_t responses;      // responses to these bursts
  struct spu_sysreg_answer answer;
  struct pmu pmu;
  struct spu_sample sample[SPU_MAX_TAGS];
  uint32_t in_flight;  // tags that are marked and not closed
  uint32_t finished;   // tags that are closed and undecided; a tag in neither mask is free
  uint32_t waiting_first;
  uint32_t waiting_count;
  struct spu_record waiting[SPU_MAX_WAITING];
  struct spu_write_state write;
  struct spu_barrier psb;
  struct spu_barrier dsb;
  struct spu_registered_pins pins;
  struct spu_counts counts;
  bool acting;  // in spu_act(): there is no implementation's vif to compare
  // Results of the last step.
  struct spu_violation violation;
  size_t write_count;
  struct spu_write writes[SPU_MAX_RECORD_PAGES];
};

// Index in waiting[] of the i-th oldest waiting record; for i = waiting_count, of the next free entry.
static inline uint32_t spu_waiting_index(const struct spu *spu, uint32_t i)
{
  return (spu->waiting_first + i) % SPU_MAX_WAITING;
}

// Stores the first violation of the cycle.
void spu_violate(struct spu *spu, const char *rule, const char *function);

// J1, PMBSR_EL[], in the registers at the start or the end of the cycle.
static inline uint64_t *PMBSR_EL(struct spu_registers *regs, enum spu_el el)
{
  switch (el) {
  case SPU_EL3:
    return &regs->pmbsr_el3;
  case SPU_EL2:
    return &regs->pmbsr_el2;
  default:
    return &regs->pmbsr;
  }
}

// ---------------------------------------------------------------------------------------------------------
// Functions by file, in the order of README.md; pmu.h has those of pmu*.c.

// pins.c
// The pins as they take effect in this cycle: `in`, or, with RegisteredPins, *applied, which it fills.
const struct spu_in *spu_pins_in(const struct spu *spu, const struct spu_in *in, struct spu_in *applied);
// Whether cycles with these pins leave the flip-flops behind them unchanged.
bool spu_pins_hold(const struct spu *spu, const struct spu_in *in);
// The end of a cycle: the levels of *out become those that the pins show.
void spu_pins_clock(struct spu *spu, const struct spu_in *in, struct spu_out *out);

// enable.c
bool HighestELUsingAArch32(const struct spu *spu, const struct spu_in *in);
bool IsSecureEL2Enabled(const struct spu *spu, const struct spu_in *in);
bool EL2Enabled(const struct spu *spu, const struct spu_in *in);
bool HaveSecureState(const struct spu *spu);
bool EffectiveSCR_EL3_NS(const struct spu *spu, const struct spu_in *in);
bool EffectiveSCR_EL3_NSE(const struct spu *spu, const struct spu_in *in);
enum SecurityState SecurityStateAtEL(const struct spu *spu, const struct spu_in *in, enum spu_el el);
enum SecurityState CurrentSecurityState(const struct spu *spu, const struct spu_in *in);
bool IsSecure(const struct spu *spu, const struct spu_in *in);
bool ELUsingAArch32(const struct spu *spu, const struct spu_in *in, enum spu_el el);
bool ELIsInHost(const struct spu *spu, const struct spu_in *in, enum spu_el el);
bool IsInHost(const struct spu *spu, const struct spu_in *in);
uint8_t EffectiveMDCR_EL3_NSPB(const struct spu *spu, const struct spu_in *in);
struct spu_owner ProfilingBufferOwner(const struct spu *spu, const struct spu_in *in);
bool EffectivePMSCR_EL2_EnVM(const struct spu *spu, const struct spu_in *in);
bool EffectivePMBLIMITR_EL1_nVM(const struct spu *spu, const struct spu_in *in);
bool ProfilingBufferEnabled(const struct spu *spu, const struct spu_in *in);
bool StatisticalProfilingEnabled(const struct spu *spu, const struct spu_in *in);
bool StatisticalProfilingEnabledAtEL(const struct spu *spu, const struct spu_in *in, enum spu_el el);

// except.c
uint8_t EffectivePMSCR_EL2_EE(const struct spu *spu, const struct spu_in *in);
uint8_t EffectivePMSCR_EL1_EE(const struct spu *spu, const struct spu_in *in);
bool EffectiveTGE(const struct spu *spu, const struct spu_in *in);
bool SPEProfilingStopped(const struct spu *spu, const struct spu_in *in);
bool SPEInterruptEnabled(const struct spu *spu, const struct spu_in *in);
enum spu_el ReportSPEEvent(const struct spu *spu, const struct spu_in *in, uint32_t ec_bits,
                           uint32_t fsc_bits);
enum spu_el DefaultSPEEvent(const struct spu *spu, const struct spu_in *in);
void CheckForSPEException(const struct spu *spu, const struct spu_in *in, struct spu_out *out);

// session.c
void spu_session_step(struct spu *spu, const struct spu_in *in);
uint32_t spu_session_collide(struct spu *spu);

// interval.c
uint8_t SPEGetRandomInterval(struct spu *spu);
void SPEResetSampleCounter(struct spu *spu);
bool SPEToCollectSample(struct spu *spu);
uint32_t spu_count_operations(struct spu *spu, uint32_t valid);
// Number of operations that only decrement the counters: none is selected, loads COUNT or draws a random number.
uint64_t spu_unselected(const struct spu *spu);
// Counts that many operations in spu->next.
void spu_count_unselected(struct spu *spu, uint64_t operations);

// collect.c
bool CollectContextIDR1(const struct spu *spu, const struct spu_in *in);
bool CollectContextIDR2(const struct spu *spu, const struct spu_in *in);
bool CollectPhysicalAddress(const struct spu *spu, const struct spu_in *in);
enum TimeStamp CollectTimeStamp(const struct spu *spu, const struct spu_in *in);
bool PhysicalOffsetIsValid(const struct spu *spu, const struct spu_in *in);
uint64_t GetTimestamp(const struct spu *spu, const struct spu_in *in, enum TimeStamp timestamp);

// sample.c
void SPESampleAddContext(const struct spu *spu, const struct spu_in *in, struct spu_sample *sample);
void SPESampleAddAddressPCVirtual(const struct spu *spu, const struct spu_in *in, uint64_t pc,
                                  struct spu_sample *sample);
void SPESampleAddTimeStamp(const struct spu *spu, const struct spu_in *in, struct spu_sample *sample);
void spu_sample_mark(struct spu *spu, const struct spu_in *in, uint64_t pc, uint32_t empty,
                     struct spu_sample *sample);
void spu_sample_report(struct spu *spu, const struct spu_in *in, const struct spu_op *op,
                       struct spu_sample *sample);

// classify.c
struct spu_class spu_classify(const struct spu_config *config, const struct spu_op *op);

// filter.c
bool spu_discard_mode(const struct spu *spu);
bool SPECollectRecord(const struct spu *spu, uint64_t events, uint32_t total_latency, enum OpType op_type,
                      const struct spu_sample *sample, struct spu_feed *feed);

// record.c
void SPEConstructRecord(const struct spu *spu, const struct spu_sample *sample, struct spu_record *record);

// buffer.c
// Bytes of the record before the page with index `page` of those that it touches.
uint32_t spu_write_offset(const struct spu_write_state *write, uint32_t page);
void spu_buffer_step(struct spu *spu, const struct spu_in *in, const struct spu_vif *seen,
                     bool buffer_enabled, bool response, struct spu_cycle_events *now, struct spu_vif *vif);

// manage.c
bool spu_buffer_holds(const struct spu *spu, uint64_t pmbptr, uint64_t records);
bool SPEBufferIsFull(const struct spu *spu, uint64_t pmbptr);
void SPEBufferFilled(struct spu *spu, const struct spu_in *in);
void DebugWriteFault(struct spu *spu, const struct spu_in *in, const struct spu_fault *fault);
bool DebugWriteExternalAbort(struct spu *spu, const struct spu_fault *fault, bool at_start);
void spu_manage(struct spu *spu, const struct spu_in *in, const struct spu_cycle_events *now,
                const struct spu_vif *seen, struct spu_out *out, struct spu_vif *vif);

// barrier.c
void spu_barrier_step(struct spu *spu, const struct spu_in *in, const struct spu_vif *seen,
                      struct spu_vif *vif);

// access.c
struct spu_access spu_access_check(const struct spu *spu, const struct spu_in *in, uint16_t address,
                                   bool write);

// regs.c
bool SPE_PMBIDR_P_Read(const struct spu *spu, const struct spu_in *in);
bool spu_pmbidr_addr_mode(const struct spu *spu, const struct spu_in *in);
void spu_regs_reset(struct spu *spu);
void spu_regs_access(struct spu *spu, const struct spu_in *in);

// trace.c
bool SelfHostedTraceEnabled(const struct spu *spu, const struct spu_in *in);
bool TraceAllowed(const struct spu *spu, const struct spu_in *in);
bool TraceContextIDR2(const struct spu *spu, const struct spu_in *in);
enum spu_trace_time TraceTimeStamp(const struct spu *spu, const struct spu_in *in);
void spu_trace_outputs(const struct spu *spu, const struct spu_in *in, struct spu_out *out);

// config.c
uint64_t spu_config_events_exist(const struct spu_config *config);
uint64_t spu_config_events_filter(const struct spu_config *config);
bool spu_abort_reported(const struct spu_config *config);
bool spu_abort_awaited(const struct spu_config *config);
// Whether PMU event `number` is the unit's own in some configuration; it is then never an event of the core.
bool spu_pmu_own_event(uint32_t number);
// Whether pmu_events has one of those, or an event twice.
bool spu_config_lists_own_event(const struct spu_config *config);
bool spu_config_lists_event_twice(const struct spu_config *config);
// The first rule that the configuration breaks, as a sentence; null if there is none.
const char *spu_config_refusal(const struct spu_config *config);

// ---------------------------------------------------------------------------------------------------------
// The table of named configurations, generated from rtl/data/configurations.toml.

struct spu_named_config {
  const char *name;
  struct spu_config config;
};
extern const struct spu_named_config spu_config_table[];
extern const size_t spu_config_count;

#endif  // SPU_INTERNAL_H
