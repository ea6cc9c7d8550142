// Made by scripts/generate.py from rtl/data/pins.toml.
// SPDX-License-Identifier: Apache-2.0
//
// The structs at the ports of spu_top (docs/integration.md).

package spu_pins_pkg;

  localparam int unsigned MaxDispatchWidth = 8;   // dispatch slots per cycle
  localparam int unsigned MaxInFlight = 4;        // sampled operations in flight
  localparam int unsigned TagWidth = $clog2(MaxInFlight);
  localparam int unsigned SlotWidth = $clog2(MaxDispatchWidth);
  localparam int unsigned PaWidth = 56;           // bits of a physical address
  localparam int unsigned MaxRecordBytes = 128;   // bytes of one record, padding included
  localparam int unsigned MaxEventCounters = 31;  // event counters of the performance monitors

  // The verdict on a System register access.
  typedef enum logic [2:0] {
    AccessOk        = 3'd0,
    AccessUndefined = 3'd1,
    AccessTrapEl1   = 3'd2,
    AccessTrapEl2   = 3'd3,
    AccessTrapEl3   = 3'd4,
    AccessMemory    = 3'd5  // the access becomes a memory access at sysreg_o.offset (FEAT_NV2)
  } verdict_e;

  // One MRS or MSR.
  typedef struct packed {
    logic        valid;  // there is an access in this cycle
    logic        write;  // MSR
    logic [15:0] addr;   // {op0, op1, CRn, CRm, op2}: op0[15:14] op1[13:11] CRn[10:7] CRm[6:3] op2[2:0]
    logic [63:0] wdata;  // value of an MSR
  } sysreg_req_t;

  // The response to it, in the next cycle.
  typedef struct packed {
    logic        done;     // the previous cycle had an access; the other fields are the response
    verdict_e    verdict;  // what the PE must do; AccessOk when done is low
    logic [5:0]  ec;       // exception class of a trap: 0x18, or 0x03 for an access in AArch32 state; else 0
    logic [11:0] offset;   // offset from VNCR_EL2 for AccessMemory, else 0
    logic [63:0] rdata;    // value of an allowed MRS, else 0
  } sysreg_rsp_t;

  typedef enum logic [1:0] {
    SsSecure    = 2'd0,
    SsNonSecure = 2'd1,
    SsRoot      = 2'd2,
    SsRealm     = 2'd3
  } security_state_e;

  // The PE's state, and the control fields that the unit reads from the PE's registers.
  typedef struct packed {
    logic [1:0]  el;                // PSTATE.EL
    logic        aarch32;           // PSTATE.nRW: the current Exception level is in AArch32 state
    logic        debug;             // Debug state
    logic        sm;                // PSTATE.SM: Streaming SVE mode
    // the thread of this PE is not active, or could not issue an operation, in this cycle: latencies do not count it
    // (D17.1.2, RJMMZP). 0 in a PE with one thread
    logic        thread_inactive;
    // EL3 uses AArch32, and so does every level; the named registers are then SCR, SDCR, HDCR ...
    logic        el3_aarch32;
    logic        edscr_sdd;         // EDSCR.SDD: EL3 is not accessible to the debugger
    logic        edscr_tfo;         // EDSCR.TFO: trace filter override
    logic        scr_el3_ns;        // SCR_EL3.NS; SCR.NS while EL3 uses AArch32
    logic        scr_el3_nse;       // SCR_EL3.NSE
    logic        scr_el3_eel2;      // SCR_EL3.EEL2
    logic        scr_el3_rw;        // SCR_EL3.RW
    logic        scr_el3_fgten;     // SCR_EL3.FGTEn
    logic        scr_el3_fgten2;    // SCR_EL3.FGTEn2
    logic        scr_el3_ecven;     // SCR_EL3.ECVEn
    logic        hcr_el2_tge;       // HCR_EL2.TGE
    logic        hcr_el2_e2h;       // HCR_EL2.E2H
    logic        hcr_el2_rw;        // HCR_EL2.RW
    logic        hcr_el2_nv;        // HCR_EL2.NV
    logic        hcr_el2_nv1;       // HCR_EL2.NV1
    logic        hcr_el2_nv2;       // HCR_EL2.NV2
    // HSTR_EL2.T9, HSTR.T9 while EL2 uses AArch32: AArch32 accesses from EL1 and EL0 to registers of CRn = 9
    logic        hstr_el2_t9;
    logic [1:0]  mdcr_el2_e2pb;     // MDCR_EL2.E2PB
    logic        mdcr_el2_tpms;     // MDCR_EL2.TPMS
    logic        mdcr_el2_tpm;      // MDCR_EL2.TPM
    logic        mdcr_el2_tpmcr;    // MDCR_EL2.TPMCR
    logic [4:0]  mdcr_el2_hpmn;     // MDCR_EL2.HPMN
    logic        mdcr_el2_hpme;     // MDCR_EL2.HPME
    logic        mdcr_el2_hpmd;     // MDCR_EL2.HPMD
    logic        mdcr_el2_hccd;     // MDCR_EL2.HCCD
    logic        mdcr_el2_hlp;      // MDCR_EL2.HLP
    logic        mdcr_el2_hpmfzo;   // MDCR_EL2.HPMFZO
    logic        mdcr_el2_hpmfzs;   // MDCR_EL2.HPMFZS
    logic [1:0]  mdcr_el3_nspb;     // MDCR_EL3.NSPB
    logic        mdcr_el3_nspbe;    // MDCR_EL3.NSPBE
    logic        mdcr_el3_enpmsn;   // MDCR_EL3.EnPMSN
    logic        mdcr_el3_enpm2;    // MDCR_EL3.EnPM2
    logic        mdcr_el3_enpms4;   // MDCR_EL3.EnPMS4
    logic [1:0]  mdcr_el3_pmsee;    // MDCR_EL3.PMSEE
    logic        scr_el3_ea;        // SCR_EL3.EA
    logic        scr_el3_gpf;       // SCR_EL3.GPF
    logic        hcr_el2_tea;       // HCR_EL2.TEA
    logic        hcr_el2_gpf;       // HCR_EL2.GPF
    logic        pe_pm;             // PSTATE.PM
    logic        mdcr_el3_enpms3;   // MDCR_EL3.EnPMS3
    logic        mdcr_el3_tpm;      // MDCR_EL3.TPM
    logic        mdcr_el3_spme;     // MDCR_EL3.SPME; SDCR.SPME while EL3 uses AArch32
    logic        mdcr_el3_mpmx;     // MDCR_EL3.MPMX
    logic [1:0]  mdcr_el3_pmee;     // MDCR_EL3.PMEE
    logic [1:0]  mdcr_el2_pmee;     // MDCR_EL2.PMEE
    logic        mdcr_el3_sccd;     // MDCR_EL3.SCCD; SDCR.SCCD while EL3 uses AArch32
    logic        mdcr_el3_mccd;     // MDCR_EL3.MCCD
    logic        mdcr_el3_ste;      // MDCR_EL3.STE; SDCR.STE while EL3 uses AArch32
    logic        mdcr_el3_rlte;     // MDCR_EL3.RLTE
    logic        sder_suniden;      // SDER.SUNIDEN: SDER32_EL3, or SDER32_EL2
    logic [63:0] hdfgrtr_el2;       // HDFGRTR_EL2, whole: fine-grained read traps, of debug and profiling registers
    logic [63:0] hdfgwtr_el2;       // HDFGWTR_EL2, whole: write traps
    logic [63:0] hdfgrtr2_el2;      // HDFGRTR2_EL2, whole: more read traps
    logic [63:0] hdfgwtr2_el2;      // HDFGWTR2_EL2, whole: more write traps
    logic [31:0] contextidr_el1;    // CONTEXTIDR_EL1
    logic [31:0] contextidr_el2;    // CONTEXTIDR_EL2
    logic        cnthctl_el2_ecv;   // CNTHCTL_EL2.ECV
    logic [63:0] cntvoff_el2;       // CNTVOFF_EL2
    logic [63:0] cntpoff_el2;       // CNTPOFF_EL2
    logic        trfcr_el1_e0tre;   // TRFCR_EL1.E0TRE; TRFCR while EL1 uses AArch32
    logic        trfcr_el1_e1tre;   // TRFCR_EL1.E1TRE
    logic [1:0]  trfcr_el1_ts;      // TRFCR_EL1.TS
    logic        trfcr_el2_e0htre;  // TRFCR_EL2.E0HTRE; HTRFCR while EL2 uses AArch32
    logic        trfcr_el2_e2tre;   // TRFCR_EL2.E2TRE
    logic        trfcr_el2_cx;      // TRFCR_EL2.CX
    logic [1:0]  trfcr_el2_ts;      // TRFCR_EL2.TS
    logic        dbgen;             // external debug authentication: DBGEN
    logic        niden;             // likewise NIDEN
    logic        spiden;            // likewise SPIDEN
    logic        spniden;           // likewise SPNIDEN
    logic        rlpiden;           // likewise RLPIDEN
    logic        rtpiden;           // likewise RTPIDEN
  } pe_t;

  // How the core ended a sampled operation (D17.6.7, D17.6.10).
  typedef enum logic [1:0] {
    OpRetired   = 2'd0,  // architecturally executed
    OpException = 2'd1,  // completed with a synchronous exception
    OpSquashed  = 2'd2   // did not retire: misspeculated
  } op_how_e;

  // The architecture's class of a sampled operation (D18.2.7). The unit derives the Operation Type packet and the
  // filter type from it and from the flags of the report that are named here. From KindLdstSve on, the kinds need
  // features; without them they are recorded as the class that the architecture then defines.
  typedef enum logic [3:0] {
    KindOther           = 4'd0,   // cond: conditional select or compare; simd, fp
    KindBranch          = 4'd1,   // cond, indirect
    KindLdstGeneral     = 4'd2,   // store
    KindLdstSimdFp      = 4'd3,   // store, simd, fp
    KindLdstExtended    = 4'd4,   // store, acq_rel, exclusive, atomic: at least one of the last three; simd, fp
    KindLdstSve         = 4'd5,   // SVE and SME: store, predicated, gather_scatter, evl
    KindLdstUnspecified = 4'd6,   // store, simd, fp
    KindLdstNv2         = 4'd7,   // store: System register access that FEAT_NV2 turned into a memory access
    KindLdstTag         = 4'd8,   // store: Allocation Tags
    KindLdstMemCopy     = 4'd9,   // store: which half of a Memory Copy
    KindLdstMemSet      = 4'd10,  // always a store
    // Guarded Control Stack: store; atomic: a swap; call, ret: the branch of which it is a micro-operation
    KindLdstGcs         = 4'd11,
    KindSve             = 4'd12,  // SVE data processing: predicated, fp, evl
    KindSme             = 4'd13   // SME data processing of ZA: fp, ets
  } op_kind_e;

  // The report of one sampled operation, per tag. issued, xlate_busy, completed and finished describe the cycle in
  // which they are high. The operation completes in the first cycle in which completed or finished is high: all fields
  // below finished are read in that cycle, except how and the fields named previous, which are read in the cycle of
  // finished. Ignored for a tag that is not in flight, and in the cycle in which the tag is marked.
  typedef struct packed {
    // the operation leaves its issue queue in this cycle; only the first time counts
    logic               issued;
    logic               xlate_busy;      // at least one part of it waits for the MMU in this cycle
    // ExposedLatency: the PE waits for it in this cycle: it is the oldest operation in flight, or nothing is in flight
    // behind a flush that it caused; also after finished
    logic               oldest;
    // it can no longer stall a consumer (D18.2): total and translation latency end with this cycle
    logic               completed;
    logic               finished;        // it has retired or will not retire: the last cycle of its life
    // OpRetired, OpException (a synchronous exception) or OpSquashed (did not retire)
    op_how_e            how;
    op_kind_e           kind;            // its class
    logic               cond;            // conditional branch, select or compare
    logic               indirect;        // indirect branch (exception returns included)
    // memory: not a memory-reading operation (LDST = 1); an atomic that returns a value has 0
    logic               store;
    logic               acq_rel;         // memory: acquire or release semantics
    logic               exclusive;       // memory: load/store exclusive
    logic               atomic;          // memory: atomic, or a swap on the Guarded Control Stack
    logic               predicated;      // SVE: has a Governing predicate
    logic               gather_scatter;  // SVE: gather load or scatter store
    // floating-point, as D17.5.1 defines the type FP: data processing, or a scalar load or store of SIMD&FP registers
    // other than Q
    logic               fp;
    logic               simd;            // FEAT_SPE_EFT: SIMD, as D17.5.1 defines the type; SVE and SME are always SIMD
    // SVE: EVL, n for a vector of at most 32 << n bits, 0 to 6; FEAT_SPE_SME: of all vectors together, 7: more than
    // 2048 bits
    logic [2:0]         evl;
    // FEAT_SPE_SME: ETS (D18.2.7), n for at most 128 << n bits of ZA, 0 to 11; 15: all of it
    logic [3:0]         ets;
    logic               call;            // branch with link, or a micro-operation of one
    logic               ret;             // procedure return, likewise
    logic               gcs;             // the branch accesses the Guarded Control Stack
    // FEAT_SPE_ALTCLK: it waited for issue in the domain of the alternate clock; its issue latency in that clock is
    // also recorded
    logic               alt_clock;
    logic               va_valid;        // an access was made at va
    // the Top Byte Ignore bit that applies to va is 1; or memory tagging is used there with address tagging disabled
    // (D17.6.4.1)
    logic               va_tbi;
    logic               pa_valid;        // va was translated: pa and pa_ns are the result
    logic               pa_ns;           // pa is in the Non-secure physical address space
    logic               pa_nse;          // FEAT_RME: {pa_nse, pa_ns} is the physical address space
    logic               pa_checked;      // FEAT_MTE2: checked against an Allocation Tag
    logic [3:0]         pa_tag;          // FEAT_MTE2: Physical Address Tag
    // branch: target, target_el and target_ns are valid. For a branch that is not taken it may be 0, or 1 with the
    // address after the branch (D17.6.3)
    logic               target_valid;
    logic               target_ns;       // Security state at the target is Non-secure
    logic               target_nse;      // FEAT_RME: {target_nse, target_ns} is the Security state
    logic [1:0]         target_el;       // Exception level at the target
    // FEAT_SPE_PBT: the previous branch target is known and may be recorded (D17.6.3.1)
    logic               previous_valid;
    logic               previous_ns;     // Security state at that target is Non-secure
    logic               previous_nse;    // FEAT_RME: {previous_nse, previous_ns} is the Security state
    logic [1:0]         previous_el;     // Exception level at that target
    logic               source_valid;    // load: the data source is known
    // Data Source payload: where a load's data came from (IMPLEMENTATION DEFINED coding)
    logic [15:0]        source;
    logic [63:0]        events;          // Events packet bits as in D18.2.6; bits 0 and 1 are ignored, how decides them
    logic [63:0]        va;              // data virtual address
    logic [PaWidth-1:0] pa;              // data physical address
    logic [63:0]        target;          // branch target virtual address
    // target virtual address of the last taken branch retired before this operation
    logic [63:0]        previous;
  } op_t;

  // A translation request.
  typedef struct packed {
    logic            valid;  // there is a request; held, unchanged, until xlate_ready_i
    logic [63:0]     va;     // address of the first byte
    logic [1:0]      el;     // owning translation regime: Exception level
    security_state_e ss;     // owning translation regime: Security state, 0 Secure, 1 Non-secure, 3 Realm
    // FEAT_SPE_nVM: no stage 1 translation. va is an intermediate physical address, or a physical address without stage
    // 2; an address that is too large causes a stage 1 Address Size fault (D17.7.2)
    logic            nvm;
    logic [1:0]      sh;     // with nvm: PMBMAR_EL1.SH, the stage 1 output's Shareability; else 0
    logic [7:0]      attr;   // with nvm: PMBMAR_EL1.Attr, its memory type; else 0
  } xlate_req_t;

  // The response to it. A fault adds top_level, assured_only, overlay and dirty_bit to PMBSR_EL1.MSS2 (D24.7.5), each
  // with the feature that defines it.
  typedef struct packed {
    // there is a response; at the earliest in the cycle after the request was accepted
    logic               valid;
    logic               fault;         // the translation faults
    logic               stage2;        // the fault is a stage 2 fault
    // with fault: a Granule Protection Check fault other than a Granule Protection Fault (FEAT_RME)
    logic               gpc;
    logic [5:0]         fsc;           // fault status code
    // FEAT_RME: {nse, ns} is the output address space, 00 Secure, 01 Non-secure, 11 Realm; 0 without FEAT_RME
    logic               nse;
    logic               ns;            // output address space is Non-secure
    logic [PaWidth-1:0] pa;            // physical address of the requested byte
    // FEAT_SPE_nVM: AWCACHE of the bursts to that page, from the memory attributes of both stages
    logic [3:0]         cache;
    logic [1:0]         domain;        // FEAT_SPE_nVM: AWDOMAIN likewise
    // FEAT_THE: with a stage 2 Permission fault (fsc 0b0011xx), PMBSR_EL1.MSS2.TopLevel
    logic               top_level;
    logic               assured_only;  // FEAT_THE: with a stage 2 Permission fault, AssuredOnly
    logic               overlay;       // FEAT_S1POE or FEAT_S2POE: with a Permission fault, Overlay
    logic               dirty_bit;     // FEAT_S1PIE or FEAT_S2PIE: with a Permission fault, DirtyBit
  } xlate_rsp_t;

  // AXI4 write address channel.
  typedef struct packed {
    logic               valid;   // AWVALID
    logic [PaWidth-1:0] addr;    // AWADDR, aligned to the beat
    logic [7:0]         len;     // AWLEN: beats - 1
    logic [2:0]         size;    // AWSIZE
    logic [1:0]         burst;   // AWBURST: INCR
    logic [2:0]         prot;    // AWPROT: privileged, Non-secure by the translation, data
    logic               nse;     // AXI5's AWNSE: with prot[1] the physical address space (FEAT_RME)
    logic [3:0]         cache;   // FEAT_SPE_nVM: AWCACHE, from the translation; else 0
    logic [1:0]         domain;  // FEAT_SPE_nVM: AWDOMAIN likewise
  } axi_aw_t;

  // AXI4 write response channel.
  typedef struct packed {
    logic       valid;  // BVALID
    logic [1:0] resp;   // BRESP
  } axi_b_t;

  // PMSFCR_EL1's fields that select the load or the store of an operation that does both (D17.6.4.3, D17.6.4.5).
  typedef struct packed {
    logic ft;  // PMSFCR_EL1.FT at the start of the cycle
    logic ld;  // PMSFCR_EL1.LD
    logic st;  // PMSFCR_EL1.ST
  } filter_controls_t;

  // Profiling exceptions of one kind that are enabled, pending and not masked, from registers and pins of this cycle:
  // CheckForSPEException(), CheckForPMUException(). There can be more than one; the core chooses which to take first.
  typedef struct packed {
    logic el1;  // taken to EL1
    logic el2;  // taken to EL2
    logic el3;  // taken to EL3
  } profiling_exception_t;

  // PMU events of a cycle (D13, SAMPLE_*): the number of occurrences of each.
  typedef struct packed {
    logic [3:0] sample_pop;          // SAMPLE_POP
    logic [3:0] sample_collision;    // SAMPLE_COLLISION
    logic       sample_feed;         // SAMPLE_FEED
    logic       sample_filtrate;     // SAMPLE_FILTRATE
    logic       sample_feed_br;      // SAMPLE_FEED_BR: with FEAT_SPEv1p2, else 0
    logic       sample_feed_ld;      // SAMPLE_FEED_LD: likewise
    logic       sample_feed_st;      // SAMPLE_FEED_ST: likewise
    logic       sample_feed_op;      // SAMPLE_FEED_OP: likewise
    logic       sample_feed_event;   // SAMPLE_FEED_EVENT: likewise
    logic       sample_feed_lat;     // SAMPLE_FEED_LAT: likewise
    logic       sample_feed_ds;      // SAMPLE_FEED_DS: with FEAT_SPE_FDS, else 0
    logic       sample_feed_fp;      // SAMPLE_FEED_FP: with FEAT_SPE_EFT, else 0
    logic       sample_feed_simd;    // SAMPLE_FEED_SIMD: likewise
    logic       sample_buffer_full;  // SAMPLE_BUFFER_FULL: with FEAT_SPEv1p4, else 0
  } pmu_events_t;

  // Counters and overflow flags of the performance monitors.
  typedef struct packed {
    logic [63:0]                       pmccntr;   // cycle counter
    logic [31:0]                       pmovs;     // overflow flags, 31: the cycle counter
    logic [MaxEventCounters-1:0][63:0] pmevcntr;  // event counters
  } pmu_counters_t;

  typedef enum logic [1:0] {
    TraceTimeCoreSight      = 2'd0,
    TraceTimeVirtual        = 2'd1,
    TraceTimePhysical       = 2'd2,
    TraceTimeOffsetPhysical = 2'd3
  } trace_time_e;

  // The permissions of self-hosted trace, from the pins of this cycle.
  typedef struct packed {
    logic        self_hosted;  // self-hosted trace is enabled: SelfHostedTraceEnabled()
    logic        allowed;      // the current Exception level and Security state may be traced: TraceAllowed()
    logic        cx2;          // CONTEXTIDR_EL2 and the VMID may be traced: TraceContextIDR2()
    // the time for timestamps, TraceTimeStamp(): TraceTimeCoreSight, TraceTimeVirtual, TraceTimePhysical,
    // TraceTimeOffsetPhysical
    trace_time_e ts;
  } trace_t;

  typedef enum logic [1:0] {
    TimestampNone           = 2'd0,
    TimestampVirtual        = 2'd1,
    TimestampPhysical       = 2'd2,
    TimestampOffsetPhysical = 2'd3
  } timestamp_e;

  // Why a kept record was not written.
  typedef enum logic [2:0] {
    DiscardNone       = 3'd0,
    DiscardStopped    = 3'd1,  // PMBSR_EL1.S was 1 at some time since the operation was marked
    DiscardNotEnabled = 3'd2,  // E was 0 since the mark; or ProfilingBufferEnabled() is FALSE; or the owner changed
    DiscardFull       = 3'd3,  // the buffer had no room for a record: software violated RHXSYK
    DiscardFault      = 3'd4,  // the write faulted or was aborted: a management event, or S was already 1
    DiscardMode       = 3'd5   // Discard mode (D17.5.5) when the write would start; at the decision, see decide_discard
  } discard_e;

  // What may be collected, as decided when an operation is marked.
  typedef struct packed {
    logic       cx1;  // CollectContextIDR1()
    logic       cx2;  // CollectContextIDR2()
    logic       pa;   // CollectPhysicalAddress()
    timestamp_e ts;   // CollectTimeStamp()
  } collect_t;

  // The verification interface. Wide fields come last and start at multiples of 32 bits, so that a simulator copies
  // whole words.
  typedef struct packed {
    logic                           buffer_enabled;  // ProfilingBufferEnabled()
    collect_t                       mark;            // what may be collected from the marked operation
    // the filter decides on a finished operation: SPECollectRecord() ran. Its tag is free from the next cycle on
    logic                           decide_valid;
    logic [TagWidth-1:0]            decide_tag;      // tag of that operation
    logic                           decide_keep;     // kept by the filters
    logic                           decide_discard;  // kept by the filters, but discarded: Discard mode (D17.5.5)
    logic                           start_valid;     // the write of the oldest waiting record starts
    // the oldest waiting record is discarded before any byte is written, or its write ends without a commit
    logic                           discard_valid;
    discard_e                       discard_reason;  // why a kept record was not written (enum spu_discard)
    // AXI has accepted the address and all data of a burst, the last of them in this cycle; the burst has the bytes of
    // the record in one page. Its response can come from the next cycle on; a response without a burst is ignored
    logic                           burst_valid;
    logic                           commit_valid;    // AXI has accepted every byte of the record being written
    logic [7:0]                     commit_len;      // bytes of the record, including padding
    logic                           event_valid;     // a Profiling Buffer management event
    // the event is recorded in PMBSR_EL1, PMBSR_EL2 or PMBSR_EL3: ReportSPEEvent()
    logic [1:0]                     event_el;
    logic [MaxRecordBytes-1:0][7:0] commit_data;     // the record; zero beyond commit_len
    logic [63:0]                    pmsicr;          // PMSICR_EL1 at the start of the cycle
    logic [63:0]                    pmbptr;          // PMBPTR_EL1 at the start of the cycle
    logic [63:0]                    pmbsr;           // PMBSR_EL1 at the start of the cycle
    logic [63:0]                    pmbsr_el2;       // PMBSR_EL2 likewise; 0 without FEAT_SPE_EXC
    logic [63:0]                    pmbsr_el3;       // PMBSR_EL3 likewise
    // that register after this cycle's indirect writes, including that of a collision, and before its direct write
    logic [63:0]                    event_pmbsr;
    logic [63:0]                    event_pmbptr;    // PMBPTR_EL1 likewise
    // counters and flags of the performance monitors at the start of the cycle
    pmu_counters_t                  pmu;
  } vif_t;

endpackage
