// SPDX-License-Identifier: Apache-2.0
//
// Internals of libspu: the state of the model, and the functions that its files call in each other. A function with
// Arm's name implements the pseudocode of that name (Arm ARM J1, D17), with its clauses in the same order. README.md
// says in which order to read the files.
//
// During a step there are two copies of the registers: `regs` is the state at the start of the cycle, which every
// decision reads, and `next` is the state that the cycle leaves. So no decision of a cycle affects another decision of
// the same cycle (docs/verification-interface.md).
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

// The last two are branches that access the Guarded Control Stack (D17.6.3): of both types for the filters.
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
  bool store;  // memory: not a memory-reading operation
  bool nv2;    // memory: a System register access that FEAT_NV2 made one
};

// PMU events that SPECollectRecord() decides on, whatever PMSFCR_EL1 enables (SAMPLE_FEED_*).
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

// A fault of a translation for the Profiling Buffer, or an External abort of a write to it, as DebugWriteFault() and
// DebugWriteExternalAbort() need it.
struct spu_fault {
  uint8_t fsc;  // EncodeLDFSC(), 6 bits
  bool second_stage;
  bool gpc;        // a Granule Protection Check fault other than a Granule Protection Fault
  uint64_t mss2;   // PMBSR_ELx.MSS2, in its place
  bool data_lost;  // a fault: its address is not the record's first byte, of which some have been written
  // An External abort that memory itself reported as asynchronous; an AXI response never is.
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
  SPEAddrPosPCVirtual = 0,
  SPEAddrPosBranchTarget = 1,
  SPEAddrPosDataVirtual = 2,
  SPEAddrPosDataPhysical = 3,
  SPEAddrPosPrevBranchTarget = 4
};

// What a sample hands on to its record: whether that may still be written, and who waits for it.
struct spu_origin {
  struct spu_owner owner;  // of the Profiling Buffer when it was marked
  enum spu_discard ended;  // what has ended the session: SPU_DISCARD_NONE, _STOPPED or _NOT_ENABLED
  bool covered;            // the pending PSB CSYNC waits for it
};

struct spu_sample {
  struct spu_origin origin;
  bool collided;          // lost to a management event that is reported synchronously
  uint64_t mark_cycle;    // spu.active_cycles when it was marked
  uint64_t finish_order;  // spu.finish_count when it finished
  bool issued;
  bool completed;
  bool dropped;  // squashed, and such operations are not recorded
  bool pa_allowed;
  bool el2_profiled;  // StatisticalProfilingEnabled(EL2) when it was marked
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
  struct spu_op report;  // as it was in the cycle of completion
};

struct spu_record {
  uint32_t size;  // SPERecordSize; at most SPU_MAX_RECORD
  bool overflow;  // a byte did not fit
  struct spu_origin origin;
  uint8_t data[SPU_MAX_RECORD];
};

// Kept records that an implementation may hold before they are written. More is a violation.
enum { SPU_MAX_WAITING = 32 };

// The write in progress.
struct spu_write_state {
  bool active;
  bool pointer_written;  // software has written PMBPTR_EL1 since the start
  bool faulted;          // a translation was answered with `fault`
  bool aborted;          // synchronous External abort of page `abort_page`
  uint32_t pages;        // pages the record touches
  uint32_t answered;     // translations answered without fault while the session lasted
  uint32_t accepted;     // bursts that the write channels have taken
  uint32_t responded;    // bursts that memory has answered, if the unit waits for that
  uint32_t abort_page;
  uint64_t start;  // address of the first byte
  struct spu_fault fault;
  struct spu_record record;
  uint64_t pa[SPU_MAX_RECORD_PAGES];
  uint8_t pas[SPU_MAX_RECORD_PAGES];
};

struct spu_barrier {  // PSB or DSB being waited for
  bool active;
  uint32_t unstalled;  // PSB: cycles in which nothing kept it waiting
  uint64_t boundary;   // DSB: bursts it covers
};

// What one cycle does to PMBSR_ELx: gathered by buffer.c, applied by manage.c.
struct spu_cycle_events {
  bool not_allowed;
  bool filled;
  bool aborted;
  bool abort_at_start;
  struct spu_fault abort;
  bool faulted;
};

// Outcome of the access pseudocode of a register.
struct spu_access {
  enum spu_verdict verdict;
  uint8_t ec;       // of a trap: 0x18, or 0x03 from the performance monitors in AArch32 state; else 0
  uint16_t offset;  // of the memory access for SPU_ACCESS_MEMORY, else 0
  uint16_t target;  // sysreg_addr of the register finally accessed for SPU_ACCESS_OK, else 0
};

struct spu_sysreg_answer {
  bool done;
  struct spu_access access;
  uint64_t rdata;
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
  uint64_t active_cycles;  // cycles in which the thread was active, this one included
  uint64_t finish_count;   // operations finished
  uint64_t bursts;         // taken by the AXI write channels
  uint64_t responses;      // that answered one of them
  struct spu_sysreg_answer answer;
  struct pmu pmu;
  struct spu_sample sample[SPU_MAX_TAGS];
  uint32_t in_flight;  // tags marked and not finished
  uint32_t finished;   // tags finished that wait for their decision; a tag in neither is free
  uint32_t waiting_first;
  uint32_t waiting_count;
  struct spu_record waiting[SPU_MAX_WAITING];
  struct spu_write_state write;
  struct spu_barrier psb;
  struct spu_barrier dsb;
  struct spu_counts counts;
  bool acting;  // in spu_act(): nothing is claimed, so no claim is compared
  // Results of the last step.
  struct spu_violation violation;
  size_t write_count;
  struct spu_write writes[SPU_MAX_RECORD_PAGES];
};

// Place in waiting[] of the i-th kept record, oldest first; of the next one to keep for i = waiting_count.
static inline uint32_t spu_waiting_index(const struct spu *spu, uint32_t i)
{
  return (spu->waiting_first + i) % SPU_MAX_WAITING;
}

// Keeps the first violation of the cycle.
void spu_violate(struct spu *spu, const char *rule, const char *function);

// J1, PMBSR_EL[]: of the registers of a cycle's start or end.
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
// Functions of the files, in the order of README.md; pmu.h has those of pmu*.c.

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
// How many operations only decrement the counters: none of them is selected, loads COUNT or draws a random number.
uint64_t spu_unselected(const struct spu *spu);
// Counts so many of them in spu->next.
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
void spu_sample_mark(struct spu *spu, const struct spu_in *in, uint64_t pc, struct spu_sample *sample);
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
// Bytes of the record that lie before page `page` of those it touches.
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
// Whether the unit itself counts PMU event `number`, in some configuration: then it is no event of the core's.
bool spu_pmu_own_event(uint32_t number);
// Whether pmu_events has one of those, or an event twice.
bool spu_config_lists_own_event(const struct spu_config *config);
bool spu_config_lists_event_twice(const struct spu_config *config);
// The first rule that the configuration breaks, in words; null if it keeps them all.
const char *spu_config_refusal(const struct spu_config *config);

// ---------------------------------------------------------------------------------------------------------
// The table of named configurations, made from rtl/data/configurations.toml.

struct spu_named_config {
  const char *name;
  struct spu_config config;
};
extern const struct spu_named_config spu_config_table[];
extern const size_t spu_config_count;

#endif  // SPU_INTERNAL_H
