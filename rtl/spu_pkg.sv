// SPDX-License-Identifier: Apache-2.0
//
// Types that cross module boundaries, and the fields of the registers. The configuration's type is in spu_config_pkg.
// Field and value names are Arm's (Arm ARM D24.7, D18.2).

package spu_pkg;

  // -------------------------------------------------------------------------------------------------------
  // Configuration: config_t and the names of its values, for whoever imports this package.

  import spu_config_pkg::MaxPmuEvents;
  import spu_config_pkg::pmu_event_list_t;
  import spu_config_pkg::config_t;
  import spu_config_pkg::NotEnabledWrites;
  import spu_config_pkg::NotEnabledDiscards;
  import spu_config_pkg::NotEnabledNotAllowed;
  import spu_config_pkg::AbortReportedSync;
  import spu_config_pkg::AbortIgnored;
  import spu_config_pkg::AbortSError;
  import spu_config_pkg::AbortReportedAsync;
  export spu_config_pkg::*;

  localparam int unsigned MaxDispatchWidth = 8;
  localparam int unsigned MaxInFlight = 4;
  localparam int unsigned TagWidth = $clog2(MaxInFlight);
  localparam int unsigned SlotWidth = $clog2(MaxDispatchWidth);
  localparam int unsigned PaWidth = 56;
  localparam int unsigned PageBits = 12;  // the smallest translation granule: 4 KB
  localparam int unsigned MaxRecordBytes = 128;
  localparam int unsigned MaxEventCounters = 31;  // of the performance monitors

  // Bytes of a packet with a one-byte header.
  localparam int unsigned ContextPacketBytes = 5;
  localparam int unsigned CounterPacketBytes = 3;
  localparam int unsigned AddressPacketBytes = 9;
  localparam int unsigned OpTypePacketBytes = 2;
  localparam int unsigned TimestampPacketBytes = 9;

  // Bytes of the largest record, padding included: both contexts, three counters, the addresses, data source,
  // operation type, events, timestamp (D18.1.2). Addresses are PC, data VA and PA, the previous branch target, and
  // with a Guarded Control Stack the branch target too: a branch that accesses it records both (D17.6.3).
  function automatic int unsigned largest_record(config_t cfg);
    int unsigned bytes, addresses;
    addresses = 3;
    if (cfg.HavePbt) addresses += 1;
    if (has_gcs_branches(cfg)) addresses += 1;
    bytes = ContextPacketBytes * (cfg.HaveEl2 ? 2 : 1) + 3 * CounterPacketBytes + AddressPacketBytes * addresses
          + OpTypePacketBytes + (1 + cfg.EventsBytes) + TimestampPacketBytes;
    if (cfg.SourceBytes != 0) bytes += 1 + cfg.SourceBytes;
    return ((bytes + (1 << cfg.RecordAlign) - 1) >> cfg.RecordAlign) << cfg.RecordAlign;
  endfunction

  // PMBPTR_EL1 without its RES0 bits [M-1:0] (D24.7.4). Every record is a multiple of 2^M bytes.
  function automatic logic [63:0] aligned_pointer(config_t cfg, logic [63:0] pointer);
    return (pointer >> cfg.PtrAlign) << cfg.PtrAlign;
  endfunction

  // The GCS bit of a branch's operation type packet exists (D18.2.7).
  function automatic bit has_gcs_branches(config_t cfg);
    return cfg.HaveGcs && cfg.SpeVersion >= 4;
  endfunction

  // Events that a record can have set (D18.2.6). From FEAT_SPEv1p4 events 31:26 are zero, and 25:24 are
  // FEAT_SPE_SME's.
  function automatic logic [63:0] implemented_events(config_t cfg);
    localparam logic [63:0] Impdef = 64'hffff_0000_ff00_f000;
    logic [63:0] events;
    events        = 64'h7ff | (cfg.ImpdefEvents & Impdef);
    events[11]    = (cfg.SpeVersion >= 1);
    events[16]    = cfg.HaveTme;
    events[18:17] = {2{cfg.HaveSve && cfg.SpeVersion >= 1}};
    if (cfg.SpeVersion >= 4) begin
      events[23:19] = '1;
      events[31:24] = '0;
    end
    return events;
  endfunction

  // Events that PMSEVFR_EL1 and PMSNEVFR_EL1 can filter on (D24.7.11, D24.7.17); the other bits of the registers are
  // RES0. Event 0 never, event 1 if operations that do not retire are recorded, event 6 from FEAT_SPEv1p2, and before
  // FEAT_SPEv1p4 it is a choice for events 10:8, 4 and 2.
  function automatic logic [63:0] filterable_events(config_t cfg);
    localparam logic [63:0] Optional = 64'h714;
    logic [63:0] events;
    events    = implemented_events(cfg) & ~Optional;
    events[0] = 1'b0;
    events[1] = cfg.SquashedRecorded;
    events[6] = (cfg.SpeVersion >= 2);
    return events | ((cfg.SpeVersion >= 4) ? Optional : 64'(cfg.OptionalFilter) & Optional);
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // System registers (D24.7): encodings {op0, op1, CRn, CRm, op2} and fields.

  typedef enum logic [15:0] {
    PMSCR_EL1     = {2'd3, 3'd0, 4'd9, 4'd9, 3'd0},
    PMSNEVFR_EL1  = {2'd3, 3'd0, 4'd9, 4'd9, 3'd1},
    PMSICR_EL1    = {2'd3, 3'd0, 4'd9, 4'd9, 3'd2},
    PMSIRR_EL1    = {2'd3, 3'd0, 4'd9, 4'd9, 3'd3},
    PMSFCR_EL1    = {2'd3, 3'd0, 4'd9, 4'd9, 3'd4},
    PMSEVFR_EL1   = {2'd3, 3'd0, 4'd9, 4'd9, 3'd5},
    PMSLATFR_EL1  = {2'd3, 3'd0, 4'd9, 4'd9, 3'd6},
    PMSIDR_EL1    = {2'd3, 3'd0, 4'd9, 4'd9, 3'd7},
    PMBLIMITR_EL1 = {2'd3, 3'd0, 4'd9, 4'd10, 3'd0},
    PMBPTR_EL1    = {2'd3, 3'd0, 4'd9, 4'd10, 3'd1},
    PMBSR_EL1     = {2'd3, 3'd0, 4'd9, 4'd10, 3'd3},
    PMSDSFR_EL1   = {2'd3, 3'd0, 4'd9, 4'd10, 3'd4},
    PMBIDR_EL1    = {2'd3, 3'd0, 4'd9, 4'd10, 3'd7},
    PMSCR_EL2     = {2'd3, 3'd4, 4'd9, 4'd9, 3'd0},
    PMSCR_EL12    = {2'd3, 3'd5, 4'd9, 4'd9, 3'd0}
  } sysreg_e;

  typedef struct packed {
    logic [55:0] res0_63_8;
    logic [1:0]  pct;
    logic        ts;
    logic        pa;
    logic        cx;
    logic        res0_2;
    logic        e1spe;
    logic        e0spe;
  } pmscr_el1_t;

  typedef struct packed {
    logic [55:0] res0_63_8;
    logic [1:0]  pct;
    logic        ts;
    logic        pa;
    logic        cx;
    logic        res0_2;
    logic        e2spe;
    logic        e0hspe;
  } pmscr_el2_t;

  typedef struct packed {
    logic [7:0]  ecount;
    logic [23:0] res0_55_32;
    logic [31:0] count;
  } pmsicr_t;

  typedef struct packed {
    logic [31:0] res0_63_32;
    logic [23:0] interval;
    logic [6:0]  res0_7_1;
    logic        rnd;
  } pmsirr_t;

  typedef struct packed {
    logic [44:0] res0_63_19;
    logic        st;
    logic        ld;
    logic        b;
    logic [10:0] res0_15_5;
    logic        fds;
    logic        fne;
    logic        fl;
    logic        ft;
    logic        fe;
  } pmsfcr_t;

  typedef struct packed {
    logic [51:0] limit;
    logic [5:0]  res0_11_6;
    logic        pmfz;
    logic [1:0]  res0_4_3;
    logic [1:0]  fm;
    logic        e;
  } pmblimitr_t;

  localparam logic [1:0] FmDiscard = 2'b10;  // PMBLIMITR_EL1.FM: Discard mode

  typedef struct packed {
    logic [22:0] res0_63_41;
    logic        top_level;     // MSS2 of a Data Abort
    logic        assured_only;
    logic        overlay;
    logic        dirty_bit;
    logic [4:0]  res0_36_32;
    logic [5:0]  ec;
    logic [5:0]  res0_25_20;
    logic        dl;
    logic        ea;
    logic        s;
    logic        coll;
    logic [9:0]  res0_15_6;
    logic [5:0]  status;  // FSC for faults, BSC for other events
  } pmbsr_t;

  localparam logic [5:0] EcOther  = 6'h00;  // PMBSR_EL1.EC
  localparam logic [5:0] EcGpc    = 6'h1e;
  localparam logic [5:0] EcStage1 = 6'h24;
  localparam logic [5:0] EcStage2 = 6'h25;
  localparam logic [5:0] BscNotAllowed = 6'h00;  // PMBSR_EL1.BSC
  localparam logic [5:0] BscFilled = 6'h01;
  localparam logic [5:0] FscSyncAbort = 6'h10;  // PMBSR_EL1.FSC: External abort
  localparam logic [5:0] FscAsyncAbort = 6'h11;
  localparam logic [3:0] FscPermission = 4'b0011;  // bits [5:2]: Permission fault

  // Registers that other rooms read.
  typedef struct packed {
    pmscr_el1_t  pmscr_el1;
    pmscr_el2_t  pmscr_el2;
    pmsirr_t     pmsirr;
    pmsfcr_t     pmsfcr;
    logic [63:0] pmsevfr;
    logic [63:0] pmsnevfr;
    logic [63:0] pmsdsfr;
    logic [15:0] minlat;  // PMSLATFR_EL1.MINLAT
    pmblimitr_t  pmblimitr;
    logic [63:0] pmbptr;
    pmbsr_t      pmbsr;
  } regs_t;

  // -------------------------------------------------------------------------------------------------------
  // sysreg: one MRS or MSR, answered in the next clock.

  typedef struct packed {
    logic        valid;
    logic        write;
    logic [15:0] addr;  // sysreg_e or any other encoding
    logic [63:0] wdata;
  } sysreg_req_t;

  typedef enum logic [2:0] {
    AccessOk        = 3'd0,
    AccessUndefined = 3'd1,
    AccessTrapEl1   = 3'd2,
    AccessTrapEl2   = 3'd3,
    AccessTrapEl3   = 3'd4,
    AccessMemory    = 3'd5  // becomes a memory access at offset (FEAT_NV2)
  } verdict_e;

  typedef struct packed {
    logic        done;
    verdict_e    verdict;
    logic [5:0]  ec;      // exception class of a trap
    logic [11:0] offset;
    logic [63:0] rdata;   // 0 unless an allowed read
  } sysreg_rsp_t;

  localparam logic [5:0] EcSysreg = 6'h18;  // ESR_ELx.EC: trapped MRS or MSR
  localparam logic [5:0] EcCp15 = 6'h03;    // trapped MRC or MCR (AArch32)

  // A register, one-hot. PMSCR_EL12 is the PMSCR_EL1 of a guest, and has no field of its own.
  typedef struct packed {
    logic pmscr_el1;
    logic pmscr_el2;
    logic pmsicr;
    logic pmsirr;
    logic pmsfcr;
    logic pmsevfr;
    logic pmsnevfr;
    logic pmsdsfr;
    logic pmslatfr;
    logic pmsidr;
    logic pmblimitr;
    logic pmbptr;
    logic pmbsr;
    logic pmbidr;
  } selected_t;

  // Answers of the access room.
  typedef struct packed {
    verdict_e    verdict;
    logic [5:0]  ec;        // of a trap, else 0
    logic [11:0] offset;    // of AccessMemory, else 0
    selected_t   selected;  // the register behind the name, whether or not it may be accessed
    selected_t   allowed;   // the same if it may (AccessOk), else zero
  } access_t;

  // -------------------------------------------------------------------------------------------------------
  // pe: the PE's state, and the control fields this unit reads from the PE's registers.

  localparam logic [1:0] EL0 = 2'd0;
  localparam logic [1:0] EL1 = 2'd1;
  localparam logic [1:0] EL2 = 2'd2;
  localparam logic [1:0] EL3 = 2'd3;

  typedef struct packed {
    logic [1:0]  el;
    logic        aarch32;
    logic        debug;
    logic        el3_aarch32;  // EL3 uses AArch32, and so does every Exception level
    logic        edscr_sdd;
    logic        edscr_tfo;
    logic        scr_el3_ns;   // SCR.NS while EL3 uses AArch32; likewise MDCR_EL3 and SDCR

    logic        scr_el3_nse;
    logic        scr_el3_eel2;
    logic        scr_el3_rw;
    logic        scr_el3_fgten;
    logic        scr_el3_fgten2;
    logic        scr_el3_ecven;
    logic        hcr_el2_tge;
    logic        hcr_el2_e2h;
    logic        hcr_el2_rw;
    logic        hcr_el2_nv;
    logic        hcr_el2_nv1;
    logic        hcr_el2_nv2;
    logic        hstr_el2_t9;
    logic [1:0]  mdcr_el2_e2pb;
    logic        mdcr_el2_tpms;
    logic        mdcr_el2_tpm;
    logic        mdcr_el2_tpmcr;
    logic [4:0]  mdcr_el2_hpmn;
    logic        mdcr_el2_hpme;
    logic        mdcr_el2_hpmd;
    logic        mdcr_el2_hccd;
    logic        mdcr_el2_hlp;
    logic        mdcr_el2_hpmfzo;
    logic        mdcr_el2_hpmfzs;
    logic [1:0]  mdcr_el3_nspb;
    logic        mdcr_el3_nspbe;
    logic        mdcr_el3_enpmsn;
    logic        mdcr_el3_enpms3;
    logic        mdcr_el3_tpm;
    logic        mdcr_el3_spme;
    logic        mdcr_el3_mpmx;
    logic        mdcr_el3_sccd;
    logic        mdcr_el3_mccd;
    logic        mdcr_el3_ste;
    logic        mdcr_el3_rlte;
    logic        sder_suniden;
    logic [63:0] hdfgrtr_el2;
    logic [63:0] hdfgwtr_el2;
    logic [63:0] hdfgrtr2_el2;
    logic [63:0] hdfgwtr2_el2;
    logic [31:0] contextidr_el1;
    logic [31:0] contextidr_el2;
    logic        cnthctl_el2_ecv;
    logic [63:0] cntvoff_el2;
    logic [63:0] cntpoff_el2;
    logic        trfcr_el1_e0tre;
    logic        trfcr_el1_e1tre;
    logic [1:0]  trfcr_el1_ts;
    logic        trfcr_el2_e0htre;
    logic        trfcr_el2_e2tre;
    logic        trfcr_el2_cx;
    logic [1:0]  trfcr_el2_ts;
    // External debug authentication.
    logic        dbgen;
    logic        niden;
    logic        spiden;
    logic        spniden;
    logic        rlpiden;
    logic        rtpiden;
  } pe_t;

  typedef enum logic [1:0] {
    SsSecure    = 2'd0,
    SsNonSecure = 2'd1,
    SsRoot      = 2'd2,
    SsRealm     = 2'd3
  } security_state_e;

  // Physical address spaces {NSE, NS} that accesses of a Security state can have: its own and the Non-secure one. Root
  // owns no Profiling Buffer.
  function automatic logic owner_has_space(config_t cfg, security_state_e owner, logic [1:0] space);
    if (cfg.HaveRme && owner == SsRealm) return space == 2'b11 || space == 2'b01;
    return space == 2'b01 || (space == 2'b00 && owner == SsSecure);
  endfunction

  // Answers of the enable room.
  typedef struct packed {
    security_state_e owner_ss;
    logic [1:0]      owner_el;
    security_state_e current_ss;
    logic            el2_enabled;
    logic            el1_aarch32;        // EL1 uses AArch32
    logic            el2_aarch32;        // EL2 uses AArch32
    logic            secure;             // IsSecure(): the current Security state is Secure
    logic            in_host;            // EL2&0 regime is current: HCR_EL2.E2H and {EL2 or EL0 with TGE}
    logic            el2_is_host;        // ELIsInHost(EL2), whatever the current Exception level
    logic [2:0]      nspb;               // EffectiveMDCR_EL3_NSPB(): {NSPBE, NSPB}
    logic            buffer_enabled;     // ProfilingBufferEnabled()
    logic            profiling_enabled;  // StatisticalProfilingEnabled()
    logic            el2_profiled;       // StatisticalProfilingEnabled(EL2)
    logic            programming_not_allowed;  // PMBIDR_EL1.P
  } enable_t;

  // -------------------------------------------------------------------------------------------------------
  // op: report of a sampled operation, one port per tag.

  typedef enum logic [1:0] {
    OpRetired   = 2'd0,
    OpException = 2'd1,
    OpSquashed  = 2'd2
  } op_how_e;

  typedef enum logic [3:0] {
    KindOther           = 4'd0,
    KindBranch          = 4'd1,
    KindLdstGeneral     = 4'd2,
    KindLdstSimdFp      = 4'd3,
    KindLdstExtended    = 4'd4,
    KindLdstSve         = 4'd5,
    KindLdstUnspecified = 4'd6,
    KindLdstNv2         = 4'd7,
    KindLdstTag         = 4'd8,
    KindLdstMemCopy     = 4'd9,
    KindLdstMemSet      = 4'd10,
    KindLdstGcs         = 4'd11,
    KindSve             = 4'd12
  } op_kind_e;

  typedef struct packed {
    logic                issued;
    logic                xlate_busy;
    logic                completed;
    logic                finished;
    op_how_e             how;
    op_kind_e            kind;
    logic                cond;
    logic                indirect;
    logic                store;
    logic                acq_rel;
    logic                exclusive;
    logic                atomic;
    logic                predicated;
    logic                gather_scatter;
    logic                fp;
    logic [2:0]          evl;
    logic                call;
    logic                ret;
    logic                gcs;
    logic                va_valid;
    logic                va_tbi;
    logic                pa_valid;
    logic                pa_ns;
    logic                pa_nse;
    logic                pa_checked;
    logic [3:0]          pa_tag;
    logic                target_valid;
    logic                target_ns;
    logic                target_nse;
    logic [1:0]          target_el;
    logic                previous_valid;
    logic                previous_ns;
    logic                previous_nse;
    logic [1:0]          previous_el;
    logic                source_valid;
    logic [15:0]         source;
    logic [63:0]         events;
    logic [63:0]         va;
    logic [PaWidth-1:0]  pa;
    logic [63:0]         target;
    logic [63:0]         previous;
  } op_t;

  // -------------------------------------------------------------------------------------------------------
  // Between the rooms.

  typedef enum logic [1:0] {
    TimestampNone           = 2'd0,
    TimestampVirtual        = 2'd1,
    TimestampPhysical       = 2'd2,
    TimestampOffsetPhysical = 2'd3
  } timestamp_e;

  // What may be collected, decided when an operation is marked.
  typedef struct packed {
    logic       cx1;
    logic       cx2;
    logic       pa;
    timestamp_e ts;
  } collect_t;

  // Context of an operation at its mark.
  typedef struct packed {
    logic [31:0] context_el1;
    logic        context_el1_valid;
    logic [31:0] context_el2;
    logic        context_el2_valid;
    logic [63:0] pc;  // Address packet payload: NS, EL, NSE and address
    logic        pa_allowed;
    logic        el2_profiled;  // StatisticalProfilingEnabled(EL2): the address of an NV2 access may be recorded
    logic [63:0] timestamp;
    logic        timestamp_valid;
  } origin_t;

  // OpType of the pseudocode: what the type filter sees.
  typedef enum logic [2:0] {
    OpTypeOther      = 3'd0,
    OpTypeBranch     = 3'd1,
    OpTypeLoad       = 3'd2,
    OpTypeStore      = 3'd3,
    OpTypeLoadAtomic = 3'd4,
    OpTypeBranchLoad = 3'd5,  // procedure return that reads the Guarded Control Stack
    OpTypeBranchStore = 3'd6  // branch with link that writes it
  } op_type_e;

  // A finished sample, ready for the filter and the record: packet payloads and which are present.
  typedef struct packed {
    origin_t     origin;
    logic        dropped;  // squashed, and such operations are not recorded
    op_type_e    op_type;
    logic [1:0]  op_class;
    logic [7:0]  op_subclass;
    logic [63:0] events;
    logic [15:0] total_latency;
    logic [15:0] issue_latency;
    logic        issue_latency_valid;
    logic [15:0] xlate_latency;
    logic        xlate_latency_valid;
    logic [63:0] target;
    logic        target_valid;
    logic [63:0] va;
    logic        va_valid;
    logic [63:0] pa;
    logic        pa_valid;
    logic [63:0] previous;
    logic        previous_valid;
    logic [15:0] source;
    logic        source_valid;
  } sample_t;

  // What the filter finds, whichever filters are on: type, which filters the sample passes, and whether it is a load of
  // a selected data source.
  typedef struct packed {
    logic br;
    logic ld;
    logic st;
    logic op;
    logic matched;
    logic lat;
    logic ds;
  } feed_t;

  // A formatted record: bytes[0] is the first in memory; bytes beyond len are zero.
  typedef struct packed {
    logic [7:0]                     len;  // bytes, padding included
    logic [MaxRecordBytes-1:0][7:0] bytes;
  } record_t;

  // Indirect writes to PMBPTR_EL1 and PMBSR_EL1 by the buffer room. DL and EA can also be set without a management
  // event: by an External abort that comes when S is already 1.
  typedef struct packed {
    logic        ptr_we;
    logic [63:0] ptr;
    logic        dl_set;       // DL becomes 1; it is unchanged otherwise
    logic        ea_set;       // EA becomes 1; it is unchanged otherwise
    logic        event_valid;  // a management event: S becomes 1, EC, MSS and MSS2 are what follows
    logic [5:0]  ec;
    logic [5:0]  status;
    logic        top_level;
    logic        assured_only;
    logic        overlay;
    logic        dirty_bit;
  } buffer_update_t;

  // -------------------------------------------------------------------------------------------------------
  // xlate: translation of Profiling Buffer addresses. One request at a time.

  typedef struct packed {
    logic            valid;
    logic [63:0]     va;
    logic [1:0]      el;  // owning translation regime
    security_state_e ss;
  } xlate_req_t;

  typedef struct packed {
    logic               valid;
    logic               fault;
    logic               stage2;
    logic               gpc;  // a Granule Protection Check fault other than a Granule Protection Fault
    logic [5:0]         fsc;
    logic               nse;  // FEAT_RME: {nse, ns} is the physical address space
    logic               ns;
    logic [PaWidth-1:0] pa;
    logic               top_level;     // FEAT_THE
    logic               assured_only;  // FEAT_THE
    logic               overlay;       // FEAT_S1POE, FEAT_S2POE
    logic               dirty_bit;     // FEAT_S1PIE, FEAT_S2PIE
  } xlate_rsp_t;

  // -------------------------------------------------------------------------------------------------------
  // axi: address and response of AXI4 write channels; data has the configuration's width.

  typedef struct packed {
    logic               valid;
    logic [PaWidth-1:0] addr;   // aligned to the beat
    logic [7:0]         len;    // beats - 1
    logic [2:0]         size;
    logic [1:0]         burst;  // INCR
    logic [2:0]         prot;   // privileged, Non-secure by the translation, data
    logic               nse;    // AXI5's AWNSE: with prot[1] the physical address space (FEAT_RME)
  } axi_aw_t;

  typedef struct packed {
    logic       valid;
    logic [1:0] resp;
  } axi_b_t;

  // -------------------------------------------------------------------------------------------------------
  // PMSFCR_EL1's fields that choose which of load and store is sampled of an operation that does both.

  typedef struct packed {
    logic ft;
    logic ld;
    logic st;
  } filter_controls_t;

  // -------------------------------------------------------------------------------------------------------
  // PMU events of a clock: how often each occurred.

  typedef struct packed {
    logic [3:0] sample_pop;
    logic [3:0] sample_collision;
    logic       sample_feed;
    logic       sample_filtrate;
    // FEAT_SPEv1p2
    logic       sample_feed_br;
    logic       sample_feed_ld;
    logic       sample_feed_st;
    logic       sample_feed_op;
    logic       sample_feed_event;
    logic       sample_feed_lat;
    logic       sample_feed_ds;      // FEAT_SPE_FDS
    logic       sample_buffer_full;  // FEAT_SPEv1p4
  } pmu_events_t;

  // Counters and overflow flags of the performance monitors (vif).
  typedef struct packed {
    logic [63:0]                       pmccntr;
    logic [31:0]                       pmovs;  // 31: cycle counter
    logic [MaxEventCounters-1:0][63:0] pmevcntr;
  } pmu_counters_t;

  // -------------------------------------------------------------------------------------------------------
  // trace: what self-hosted trace may do now.

  typedef enum logic [1:0] {
    TraceTimeCoreSight      = 2'd0,
    TraceTimeVirtual        = 2'd1,
    TraceTimePhysical       = 2'd2,
    TraceTimeOffsetPhysical = 2'd3
  } trace_time_e;

  typedef struct packed {
    logic        self_hosted;  // SelfHostedTraceEnabled()
    logic        allowed;      // TraceAllowed()
    logic        cx2;          // TraceContextIDR2()
    trace_time_e ts;           // TraceTimeStamp()
  } trace_t;

  // -------------------------------------------------------------------------------------------------------
  // vif: the verification interface (docs/verification-interface.md).

  typedef enum logic [2:0] {
    DiscardNone       = 3'd0,
    DiscardStopped    = 3'd1,
    DiscardNotEnabled = 3'd2,
    DiscardFull       = 3'd3,
    DiscardFault      = 3'd4,
    DiscardMode       = 3'd5,
    DiscardCollided   = 3'd6
  } discard_e;

  // A lapse: why all that has been collected is discarded (D17.4), of PMBSR_EL1.S and PMBLIMITR_EL1.E.
  function automatic discard_e session_lapse(logic stopped, logic enabled);
    if (stopped)  return DiscardStopped;
    if (!enabled) return DiscardNotEnabled;
    return DiscardNone;
  endfunction

  // Wide fields last: each starts at a multiple of 32 bits, which a simulator copies by words.
  typedef struct packed {
    logic                buffer_enabled;
    collect_t            mark;
    logic                verdict_valid;
    logic [TagWidth-1:0] verdict_tag;
    logic                verdict_keep;
    logic                verdict_discard;
    logic                start_valid;
    logic                discard_valid;
    discard_e            discard_reason;
    logic                burst_valid;
    logic                commit_valid;
    logic [7:0]          commit_len;
    logic                event_valid;
    logic [MaxRecordBytes-1:0][7:0] commit_data;
    logic [63:0]         pmsicr;
    logic [63:0]         pmbptr;
    logic [63:0]         pmbsr;
    logic [63:0]         event_pmbsr;
    logic [63:0]         event_pmbptr;
    pmu_counters_t       pmu;
  } vif_t;

endpackage
