// Made by scripts/generate.py from rtl/data/pins.toml.
// SPDX-License-Identifier: Apache-2.0
//
// The pins of one cycle, the inputs and outputs of spu_step(), with the groups, names and meanings of
// spu_top's ports (docs/integration.md). spu.h includes this.
#ifndef SPU_PINS_H
#define SPU_PINS_H

#include <stdbool.h>
#include <stdint.h>

#include "spu_config.h"

// clang-format off

enum {
  SPU_MAX_SLOTS = 8,       // dispatch slots per cycle
  SPU_MAX_TAGS = 4,        // sampled operations in flight
  SPU_MAX_RECORD = 128,    // bytes of one record, padding included
  SPU_MAX_AXI_BYTES = 64,  // bytes of one AXI beat
  SPU_MAX_COUNTERS = 31    // event counters of the performance monitors
};

// The verdict on a System register access.
enum spu_verdict {
  SPU_ACCESS_OK = 0,
  SPU_ACCESS_UNDEFINED = 1,
  SPU_ACCESS_TRAP_EL1 = 2,
  SPU_ACCESS_TRAP_EL2 = 3,
  SPU_ACCESS_TRAP_EL3 = 4,
  SPU_ACCESS_MEMORY = 5  // the access becomes a memory access at sysreg_offset (FEAT_NV2)
};

// How the core ended a sampled operation (D17.6.7, D17.6.10).
enum spu_op_how {
  SPU_OP_RETIRED = 0,    // architecturally executed
  SPU_OP_EXCEPTION = 1,  // completed with a synchronous exception
  SPU_OP_SQUASHED = 2    // did not retire: misspeculated
};

// The architecture's class of a sampled operation (D18.2.7). The unit derives the Operation Type packet and
// the filter type from it and from the flags of the report that are named here. From SPU_KIND_LDST_SVE on,
// the kinds need features; without them they are recorded as the class that the architecture then defines.
enum spu_op_kind {
  SPU_KIND_OTHER = 0,             // cond: conditional select or compare; simd, fp
  SPU_KIND_BRANCH = 1,            // cond, indirect
  SPU_KIND_LDST_GENERAL = 2,      // store
  SPU_KIND_LDST_SIMD_FP = 3,      // store, simd, fp
  // store, acq_rel, exclusive, atomic: at least one of the last three; simd, fp
  SPU_KIND_LDST_EXTENDED = 4,
  SPU_KIND_LDST_SVE = 5,          // SVE and SME: store, predicated, gather_scatter, evl
  SPU_KIND_LDST_UNSPECIFIED = 6,  // store, simd, fp
  SPU_KIND_LDST_NV2 = 7,          // store: System register access that FEAT_NV2 turned into a memory access
  SPU_KIND_LDST_TAG = 8,          // store: Allocation Tags
  SPU_KIND_LDST_MEM_COPY = 9,     // store: which half of a Memory Copy
  SPU_KIND_LDST_MEM_SET = 10,     // always a store
  // Guarded Control Stack: store; atomic: a swap; call, ret: the branch of which it is a micro-operation
  SPU_KIND_LDST_GCS = 11,
  SPU_KIND_SVE = 12,              // SVE data processing: predicated, fp, evl
  SPU_KIND_SME = 13               // SME data processing of ZA: fp, ets
};

enum spu_trace_time {
  SPU_TRACE_TIME_CORESIGHT = 0,
  SPU_TRACE_TIME_VIRTUAL = 1,
  SPU_TRACE_TIME_PHYSICAL = 2,
  SPU_TRACE_TIME_OFFSET_PHYSICAL = 3
};

enum spu_timestamp {
  SPU_TIMESTAMP_NONE = 0,
  SPU_TIMESTAMP_VIRTUAL = 1,
  SPU_TIMESTAMP_PHYSICAL = 2,
  SPU_TIMESTAMP_OFFSET_PHYSICAL = 3
};

// Why a kept record was not written.
enum spu_discard {
  SPU_DISCARD_NONE = 0,
  SPU_DISCARD_STOPPED = 1,  // PMBSR_EL1.S was 1 at some time since the operation was marked
  // E was 0 since the mark; or ProfilingBufferEnabled() is FALSE; or the owner changed
  SPU_DISCARD_NOT_ENABLED = 2,
  SPU_DISCARD_FULL = 3,     // the buffer had no room for a record: software violated RHXSYK
  SPU_DISCARD_FAULT = 4,    // the write faulted or was aborted: a management event, or S was already 1
  // Discard mode (D17.5.5) when the write would start; at the decision, see decide_discard
  SPU_DISCARD_MODE = 5,
  SPU_DISCARD_REASONS = 6
};

// The report of one sampled operation, per tag. issued, xlate_busy, completed and finished describe the cycle
// in which they are high. The operation completes in the first cycle in which completed or finished is high:
// all fields below finished are read in that cycle, except how and the fields named previous, which are read
// in the cycle of finished. Ignored for a tag that is not in flight, and in the cycle in which the tag is
// marked.
struct spu_op {
  bool issued;          // the operation leaves its issue queue in this cycle; only the first time counts
  bool xlate_busy;      // at least one part of it waits for the MMU in this cycle
  // ExposedLatency: the PE waits for it in this cycle: it is the oldest operation in flight, or nothing is in
  // flight behind a flush that it caused; also after finished
  bool oldest;
  // it can no longer stall a consumer (D18.2): total and translation latency end with this cycle
  bool completed;
  bool finished;        // it has retired or will not retire: the last cycle of its life
  // SPU_OP_RETIRED, SPU_OP_EXCEPTION (a synchronous exception) or SPU_OP_SQUASHED (did not retire); enum
  // spu_op_how
  uint8_t how;
  uint8_t kind;         // its class; enum spu_op_kind
  bool cond;            // conditional branch, select or compare
  bool indirect;        // indirect branch (exception returns included)
  // memory: not a memory-reading operation (LDST = 1); an atomic that returns a value has 0
  bool store;
  bool acq_rel;         // memory: acquire or release semantics
  bool exclusive;       // memory: load/store exclusive
  bool atomic;          // memory: atomic, or a swap on the Guarded Control Stack
  bool predicated;      // SVE: has a Governing predicate
  bool gather_scatter;  // SVE: gather load or scatter store
  // floating-point, as D17.5.1 defines the type FP: data processing, or a scalar load or store of SIMD&FP
  // registers other than Q
  bool fp;
  bool simd;            // FEAT_SPE_EFT: SIMD, as D17.5.1 defines the type; SVE and SME are always SIMD
  // SVE: EVL, n for a vector of at most 32 << n bits, 0 to 6; FEAT_SPE_SME: of all vectors together, 7: more
  // than 2048 bits; 3 bits
  uint8_t evl;
  // FEAT_SPE_SME: ETS (D18.2.7), n for at most 128 << n bits of ZA, 0 to 11; 15: all of it; 4 bits
  uint8_t ets;
  bool call;            // branch with link, or a micro-operation of one
  bool ret;             // procedure return, likewise
  bool gcs;             // the branch accesses the Guarded Control Stack
  // FEAT_SPE_ALTCLK: it waited for issue in the domain of the alternate clock; its issue latency in that
  // clock is also recorded
  bool alt_clock;
  bool va_valid;        // an access was made at va
  // the Top Byte Ignore bit that applies to va is 1; or memory tagging is used there with address tagging
  // disabled (D17.6.4.1)
  bool va_tbi;
  bool pa_valid;        // va was translated: pa and pa_ns are the result
  bool pa_ns;           // pa is in the Non-secure physical address space
  bool pa_nse;          // FEAT_RME: {pa_nse, pa_ns} is the physical address space
  bool pa_checked;      // FEAT_MTE2: checked against an Allocation Tag
  uint8_t pa_tag;       // FEAT_MTE2: Physical Address Tag; 4 bits
  // branch: target, target_el and target_ns are valid. For a branch that is not taken it may be 0, or 1 with
  // the address after the branch (D17.6.3)
  bool target_valid;
  bool target_ns;       // Security state at the target is Non-secure
  bool target_nse;      // FEAT_RME: {target_nse, target_ns} is the Security state
  uint8_t target_el;    // Exception level at the target; 2 bits
  bool previous_valid;  // FEAT_SPE_PBT: the previous branch target is known and may be recorded (D17.6.3.1)
  bool previous_ns;     // Security state at that target is Non-secure
  bool previous_nse;    // FEAT_RME: {previous_nse, previous_ns} is the Security state
  uint8_t previous_el;  // Exception level at that target; 2 bits
  bool source_valid;    // load: the data source is known
  uint16_t source;      // Data Source payload: where a load's data came from (IMPLEMENTATION DEFINED coding)
  uint64_t events;      // Events packet bits as in D18.2.6; bits 0 and 1 are ignored, how decides them
  uint64_t va;          // data virtual address
  uint64_t pa;          // data physical address; 56 bits
  uint64_t target;      // branch target virtual address
  uint64_t previous;    // target virtual address of the last taken branch retired before this operation
};

// Input pins of one cycle.
struct spu_in {
  // sysreg: one MRS or MSR. The response comes in the next cycle.
  bool sysreg_valid;      // there is an access in this cycle
  bool sysreg_write;      // MSR
  uint16_t sysreg_addr;   // {op0, op1, CRn, CRm, op2}: op0[15:14] op1[13:11] CRn[10:7] CRm[6:3] op2[2:0]
  uint64_t sysreg_wdata;  // value of an MSR
  // pe: the PE's state and the control fields that the unit reads.
  uint8_t pe_el;            // PSTATE.EL; 2 bits
  bool pe_aarch32;          // PSTATE.nRW: the current Exception level is in AArch32 state
  bool pe_debug;            // Debug state
  bool pe_sm;               // PSTATE.SM: Streaming SVE mode
  // the thread of this PE is not active, or could not issue an operation, in this cycle: latencies do not
  // count it (D17.1.2, RJMMZP). 0 in a PE with one thread
  bool thread_inactive;
  // EL3 uses AArch32, and so does every level; the named registers are then SCR, SDCR, HDCR ...
  bool el3_aarch32;
  bool edscr_sdd;           // EDSCR.SDD: EL3 is not accessible to the debugger
  bool edscr_tfo;           // EDSCR.TFO: trace filter override
  bool scr_el3_ns;          // SCR_EL3.NS; SCR.NS while EL3 uses AArch32
  bool scr_el3_nse;         // SCR_EL3.NSE
  bool scr_el3_eel2;        // SCR_EL3.EEL2
  bool scr_el3_rw;          // SCR_EL3.RW
  bool scr_el3_fgten;       // SCR_EL3.FGTEn
  bool scr_el3_fgten2;      // SCR_EL3.FGTEn2
  bool scr_el3_ecven;       // SCR_EL3.ECVEn
  bool hcr_el2_tge;         // HCR_EL2.TGE
  bool hcr_el2_e2h;         // HCR_EL2.E2H
  bool hcr_el2_rw;          // HCR_EL2.RW
  bool hcr_el2_nv;          // HCR_EL2.NV
  bool hcr_el2_nv1;         // HCR_EL2.NV1
  bool hcr_el2_nv2;         // HCR_EL2.NV2
  // HSTR_EL2.T9, HSTR.T9 while EL2 uses AArch32: AArch32 accesses from EL1 and EL0 to registers of CRn = 9
  bool hstr_el2_t9;
  uint8_t mdcr_el2_e2pb;    // MDCR_EL2.E2PB; 2 bits
  bool mdcr_el2_tpms;       // MDCR_EL2.TPMS
  bool mdcr_el2_tpm;        // MDCR_EL2.TPM
  bool mdcr_el2_tpmcr;      // MDCR_EL2.TPMCR
  uint8_t mdcr_el2_hpmn;    // MDCR_EL2.HPMN; 5 bits
  bool mdcr_el2_hpme;       // MDCR_EL2.HPME
  bool mdcr_el2_hpmd;       // MDCR_EL2.HPMD
  bool mdcr_el2_hccd;       // MDCR_EL2.HCCD
  bool mdcr_el2_hlp;        // MDCR_EL2.HLP
  bool mdcr_el2_hpmfzo;     // MDCR_EL2.HPMFZO
  bool mdcr_el2_hpmfzs;     // MDCR_EL2.HPMFZS
  uint8_t mdcr_el3_nspb;    // MDCR_EL3.NSPB; 2 bits
  bool mdcr_el3_nspbe;      // MDCR_EL3.NSPBE
  bool mdcr_el3_enpmsn;     // MDCR_EL3.EnPMSN
  bool mdcr_el3_enpm2;      // MDCR_EL3.EnPM2
  bool mdcr_el3_enpms4;     // MDCR_EL3.EnPMS4
  uint8_t mdcr_el3_pmsee;   // MDCR_EL3.PMSEE; 2 bits
  bool scr_el3_ea;          // SCR_EL3.EA
  bool scr_el3_gpf;         // SCR_EL3.GPF
  bool hcr_el2_tea;         // HCR_EL2.TEA
  bool hcr_el2_gpf;         // HCR_EL2.GPF
  bool pe_pm;               // PSTATE.PM
  bool mdcr_el3_enpms3;     // MDCR_EL3.EnPMS3
  bool mdcr_el3_tpm;        // MDCR_EL3.TPM
  bool mdcr_el3_spme;       // MDCR_EL3.SPME; SDCR.SPME while EL3 uses AArch32
  bool mdcr_el3_mpmx;       // MDCR_EL3.MPMX
  uint8_t mdcr_el3_pmee;    // MDCR_EL3.PMEE; 2 bits
  uint8_t mdcr_el2_pmee;    // MDCR_EL2.PMEE; 2 bits
  bool mdcr_el3_sccd;       // MDCR_EL3.SCCD; SDCR.SCCD while EL3 uses AArch32
  bool mdcr_el3_mccd;       // MDCR_EL3.MCCD
  bool mdcr_el3_ste;        // MDCR_EL3.STE; SDCR.STE while EL3 uses AArch32
  bool mdcr_el3_rlte;       // MDCR_EL3.RLTE
  bool sder_suniden;        // SDER.SUNIDEN: SDER32_EL3, or SDER32_EL2
  uint64_t hdfgrtr_el2;     // HDFGRTR_EL2, whole: fine-grained read traps, of debug and profiling registers
  uint64_t hdfgwtr_el2;     // HDFGWTR_EL2, whole: write traps
  uint64_t hdfgrtr2_el2;    // HDFGRTR2_EL2, whole: more read traps
  uint64_t hdfgwtr2_el2;    // HDFGWTR2_EL2, whole: more write traps
  uint32_t contextidr_el1;  // CONTEXTIDR_EL1
  uint32_t contextidr_el2;  // CONTEXTIDR_EL2
  bool cnthctl_el2_ecv;     // CNTHCTL_EL2.ECV
  uint64_t cntvoff_el2;     // CNTVOFF_EL2
  uint64_t cntpoff_el2;     // CNTPOFF_EL2
  bool trfcr_el1_e0tre;     // TRFCR_EL1.E0TRE; TRFCR while EL1 uses AArch32
  bool trfcr_el1_e1tre;     // TRFCR_EL1.E1TRE
  uint8_t trfcr_el1_ts;     // TRFCR_EL1.TS; 2 bits
  bool trfcr_el2_e0htre;    // TRFCR_EL2.E0HTRE; HTRFCR while EL2 uses AArch32
  bool trfcr_el2_e2tre;     // TRFCR_EL2.E2TRE
  bool trfcr_el2_cx;        // TRFCR_EL2.CX
  uint8_t trfcr_el2_ts;     // TRFCR_EL2.TS; 2 bits
  bool dbgen;               // external debug authentication: DBGEN
  bool niden;               // likewise NIDEN
  bool spiden;              // likewise SPIDEN
  bool spniden;             // likewise SPNIDEN
  bool rlpiden;             // likewise RLPIDEN
  bool rtpiden;             // likewise RTPIDEN
  // dispatch: operations entering the pipeline in this cycle, slot 0 oldest.
  // bit n: slot n holds an operation; slot 0 is oldest; gaps are allowed
  uint8_t dispatch_valid;
  uint64_t dispatch_pc[SPU_MAX_SLOTS];  // the PCs of valid slots
  // ExposedLatency: cycles up to this one in which nothing was in flight before the oldest operation of this
  // cycle; 0 behind a flush, whose operation owns them; saturates
  uint16_t dispatch_empty;
  // op: reports of sampled operations, by tag.
  struct spu_op op[SPU_MAX_TAGS];
  // FEAT_SPE_ALTCLK: cycles of the alternate clock that begin in this cycle, 0 to 3; 2 bits
  uint8_t alt_clock;
  // time
  uint64_t time_count;  // the physical count
  // xlate: response to the translation request for the Profiling Buffer.
  bool xlate_req_ready;         // the request is accepted in this cycle
  // there is a response; at the earliest in the cycle after the request was accepted
  bool xlate_rsp_valid;
  bool xlate_rsp_fault;         // the translation faults
  bool xlate_rsp_stage2;        // the fault is a stage 2 fault
  // with xlate_rsp_fault: a Granule Protection Check fault other than a Granule Protection Fault (FEAT_RME)
  bool xlate_rsp_gpc;
  uint8_t xlate_rsp_fsc;        // fault status code; 6 bits
  // FEAT_RME: {xlate_rsp_nse, xlate_rsp_ns} is the output address space, 00 Secure, 01 Non-secure, 11 Realm;
  // 0 without FEAT_RME
  bool xlate_rsp_nse;
  bool xlate_rsp_ns;            // output address space is Non-secure
  uint64_t xlate_rsp_pa;        // physical address of the requested byte; 56 bits
  // FEAT_SPE_nVM: AWCACHE of the bursts to that page, from the memory attributes of both stages; 4 bits
  uint8_t xlate_rsp_cache;
  uint8_t xlate_rsp_domain;     // FEAT_SPE_nVM: AWDOMAIN likewise; 2 bits
  // FEAT_THE: with a stage 2 Permission fault (xlate_rsp_fsc 0b0011xx), PMBSR_EL1.MSS2.TopLevel
  bool xlate_rsp_top_level;
  bool xlate_rsp_assured_only;  // FEAT_THE: with a stage 2 Permission fault, AssuredOnly
  bool xlate_rsp_overlay;       // FEAT_S1POE or FEAT_S2POE: with a Permission fault, Overlay
  bool xlate_rsp_dirty_bit;     // FEAT_S1PIE or FEAT_S2PIE: with a Permission fault, DirtyBit
  // axi: AXI4 write channels, subordinate side.
  bool axi_awready;   // AWREADY
  bool axi_wready;    // WREADY
  bool axi_bvalid;    // BVALID
  uint8_t axi_bresp;  // BRESP; 2 bits
  // barrier: held until the matching done.
  bool psb_valid;  // PSB CSYNC; held until psb_done
  // read in the first cycle of psb_valid: bit n is 1 if the operation last marked with tag n is older than
  // the PSB CSYNC in program order; 4 bits
  uint8_t psb_older;
  bool dsb_valid;  // DSB; held until dsb_done
  // pmu: occurrences of each event of spu_config.pmu_events in this cycle, 0 to 15.
  uint8_t pmu_event[SPU_MAX_PMU_EVENTS];  // occurrences of PmuEvents[n] in this cycle: 0 to 15; 4 bits
};

// Outputs that inputs and vif determine completely: compared in every cycle. They are in order of dependency:
// the previous cycle's access determines the registers, the registers determine whether profiling is on, the
// interval counters determine the marks, and so on. So the first difference is closest to the cause.
struct spu_out {
  // Response to the previous cycle's access.
  bool sysreg_done;        // the previous cycle had an access; the other fields are the response
  uint8_t sysreg_verdict;  // what the PE must do; SPU_ACCESS_OK when sysreg_done is low; enum spu_verdict
  // exception class of a trap: 0x18, or 0x03 for an access in AArch32 state; else 0; 6 bits
  uint8_t sysreg_ec;
  uint16_t sysreg_offset;  // offset from VNCR_EL2 for SPU_ACCESS_MEMORY, else 0; 12 bits
  // State at the start of the cycle, and what follows from it and the pins of the cycle.
  bool buffer_enabled;    // ProfilingBufferEnabled()
  // same cycle: StatisticalProfilingEnabled(), so the operations of this cycle are in the sample population.
  // For a core with FEAT_SPE_PBT; others leave it open
  bool profiling_enabled;
  uint64_t sysreg_rdata;  // value of an allowed MRS, else 0
  uint64_t pmsicr;        // PMSICR_EL1 at the start of the cycle
  uint64_t pmbptr;        // PMBPTR_EL1 at the start of the cycle
  uint64_t pmbsr;         // PMBSR_EL1 at the start of the cycle
  uint64_t pmbsr_el2;     // PMBSR_EL2 likewise; 0 without FEAT_SPE_EXC
  uint64_t pmbsr_el3;     // PMBSR_EL3 likewise
  bool exception_el1;     // taken to EL1
  bool exception_el2;     // taken to EL2
  bool exception_el3;     // taken to EL3
  bool pmbirq;            // PMBIRQ, a level: PMBSR_EL1.S; with FEAT_SPE_EXC only if SPEInterruptEnabled()
  // Selection of operations in this cycle. PMU events (D13, SAMPLE_*) are numbers of occurrences.
  uint8_t sample_pop;        // SAMPLE_POP; 4 bits
  // same cycle: one operation is sampled: the operation of slot mark_slot gets tag mark_tag
  bool mark_valid;
  uint8_t mark_slot;         // its slot; 0 without mark_valid; 3 bits
  uint8_t mark_tag;          // its tag; 0 without mark_valid; 2 bits
  uint8_t sample_collision;  // SAMPLE_COLLISION; 4 bits
  bool mark_cx1;             // CollectContextIDR1()
  bool mark_cx2;             // CollectContextIDR2()
  bool mark_pa;              // CollectPhysicalAddress()
  uint8_t mark_ts;           // CollectTimeStamp(); enum spu_timestamp
  // Filter decisions and writes of this cycle.
  uint8_t sample_feed;         // SAMPLE_FEED
  uint8_t sample_filtrate;     // SAMPLE_FILTRATE
  uint8_t sample_feed_br;      // SAMPLE_FEED_BR: with FEAT_SPEv1p2, else 0
  uint8_t sample_feed_ld;      // SAMPLE_FEED_LD: likewise
  uint8_t sample_feed_st;      // SAMPLE_FEED_ST: likewise
  uint8_t sample_feed_op;      // SAMPLE_FEED_OP: likewise
  uint8_t sample_feed_event;   // SAMPLE_FEED_EVENT: likewise
  uint8_t sample_feed_lat;     // SAMPLE_FEED_LAT: likewise
  uint8_t sample_feed_ds;      // SAMPLE_FEED_DS: with FEAT_SPE_FDS, else 0
  uint8_t sample_feed_fp;      // SAMPLE_FEED_FP: with FEAT_SPE_EFT, else 0
  uint8_t sample_feed_simd;    // SAMPLE_FEED_SIMD: likewise
  uint8_t sample_buffer_full;  // SAMPLE_BUFFER_FULL: with FEAT_SPEv1p4, else 0
  // the cross-trigger interface's input trigger 2 (H5.4.5): high for one cycle, in which the write channels
  // have accepted the last byte of a record and its write has not failed
  bool cti_spe_sample;
  // same cycle as the error response: an External abort that the PE takes as an SError; one cycle for each
  bool serror;
  // Performance monitors at the start of the cycle.
  uint64_t pmccntr;                     // cycle counter
  uint64_t pmevcntr[SPU_MAX_COUNTERS];  // event counters
  uint32_t pmovs;                       // overflow flags, 31: the cycle counter
  // PMUIRQ, a level: an overflow flag with its interrupt enable and its counter's global enable; with
  // FEAT_EBEP only if PMUInterruptEnabled()
  bool pmuirq;
  bool pmu_exception_el1;               // taken to EL1
  bool pmu_exception_el2;               // taken to EL2
  bool pmu_exception_el3;               // taken to EL3
  // the level of PMUIRQ, even if the interrupt is not enabled (FEAT_EBEP), for the cross-trigger interface
  bool cti_pmu_overflow;
  // Self-hosted trace, from the pins of this cycle.
  bool trace_self_hosted;  // self-hosted trace is enabled: SelfHostedTraceEnabled()
  bool trace_allowed;      // the current Exception level and Security state may be traced: TraceAllowed()
  bool trace_cx2;          // CONTEXTIDR_EL2 and the VMID may be traced: TraceContextIDR2()
  // the time for timestamps, TraceTimeStamp(): SPU_TRACE_TIME_CORESIGHT, SPU_TRACE_TIME_VIRTUAL,
  // SPU_TRACE_TIME_PHYSICAL, SPU_TRACE_TIME_OFFSET_PHYSICAL; enum spu_trace_time
  uint8_t trace_ts;
  // PMSFCR_EL1 at the start of the cycle: it selects what the core reports of an operation that both loads
  // and stores (D17.6.4.3, D17.6.4.5).
  bool filter_ft;  // PMSFCR_EL1.FT at the start of the cycle
  bool filter_ld;  // PMSFCR_EL1.LD
  bool filter_st;  // PMSFCR_EL1.ST
};

// Verification interface: what happened in this cycle. The implementation chooses when to raise the *_valid
// flags; the contents are then determined, and spu_step computes them. In the order in which they are
// compared.
struct spu_vif {
  // the filter decides on a finished operation: SPECollectRecord() ran. Its tag is free from the next cycle
  // on
  bool decide_valid;
  uint8_t decide_tag;   // tag of that operation; 2 bits
  bool decide_keep;     // kept by the filters
  bool decide_discard;  // kept by the filters, but discarded: Discard mode (D17.5.5)
  // The writing of a record.
  bool start_valid;                     // the write of the oldest waiting record starts
  // AXI has accepted the address and all data of a burst, the last of them in this cycle; the burst has the
  // bytes of the record in one page. Its response can come from the next cycle on; a response without a burst
  // is ignored
  bool burst_valid;
  bool commit_valid;                    // AXI has accepted every byte of the record being written
  uint8_t commit_len;                   // bytes of the record, including padding
  uint8_t commit_data[SPU_MAX_RECORD];  // the record; zero beyond commit_len
  // the oldest waiting record is discarded before any byte is written, or its write ends without a commit
  bool discard_valid;
  uint8_t discard_reason;               // why a kept record was not written (enum spu_discard); 3 bits
  // A Profiling Buffer management event: register values after it.
  bool event_valid;       // a Profiling Buffer management event
  // the event is recorded in PMBSR_EL1, PMBSR_EL2 or PMBSR_EL3: ReportSPEEvent(); 2 bits
  uint8_t event_el;
  // that register after this cycle's indirect writes, including that of a collision, and before its direct
  // write
  uint64_t event_pmbsr;
  uint64_t event_pmbptr;  // PMBPTR_EL1 likewise
  // Barriers completing in this cycle.
  // same cycle: all older operations have left the unit, and so have all records that waited or were being
  // written in the first cycle
  bool psb_done;
  // same cycle: every burst accepted, address and data, before the first cycle of dsb_valid has its response
  bool dsb_done;
};

// clang-format on

#endif  // SPU_PINS_H
