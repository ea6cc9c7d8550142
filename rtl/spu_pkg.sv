// SPDX-License-Identifier: Apache-2.0
//
// Types that cross module boundaries. spu_config_pkg.sv has the configuration type, spu_pins_pkg.sv the types of
// spu_top's ports, spu_sysreg_pkg.sv the System registers. Field and value names are Arm's (Arm ARM D18.2).

package spu_pkg;
  import spu_pins_pkg::*;
  import spu_sysreg_pkg::*;

  // -------------------------------------------------------------------------------------------------------
  // Configuration: config_t and the names of its values, re-exported.

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

  localparam int unsigned PageBits = 12;  // the smallest translation granule: 4 KB

  // Packet sizes in bytes, including the one-byte header.
  localparam int unsigned ContextPacketBytes = 5;
  localparam int unsigned CounterPacketBytes = 3;
  localparam int unsigned AddressPacketBytes = 9;
  localparam int unsigned OpTypePacketBytes = 2;
  localparam int unsigned TimestampPacketBytes = 9;

  // Size of the largest record in bytes, padding included: both contexts, counters, addresses, data source, operation
  // type, events and timestamp (D18.1.2). The counters are total, issue and translation latency, and alternate clock
  // issue latency and exposed latency if configured. The addresses are PC, data VA and PA, and the previous branch
  // target if configured. With a Guarded Control Stack a branch that accesses it records both its target and a data VA
  // (D17.6.3).
  function automatic int unsigned largest_record(config_t cfg);
    int unsigned bytes, counters, addresses;
    counters  = ((cfg.AltClock != 0) ? 4 : 3) + (cfg.ExposedLatency ? 1 : 0);
    addresses = 3;
    if (cfg.HavePbt) addresses += 1;
    if (has_gcs_branches(cfg)) addresses += 1;
    bytes = ContextPacketBytes * (cfg.HaveEl2 ? 2 : 1) + CounterPacketBytes * counters
          + AddressPacketBytes * addresses + OpTypePacketBytes + (1 + cfg.EventsBytes) + TimestampPacketBytes;
    if (cfg.SourceBytes != 0) bytes += 1 + cfg.SourceBytes;
    return ((bytes + (1 << cfg.RecordAlign) - 1) >> cfg.RecordAlign) << cfg.RecordAlign;
  endfunction

  // Width of the index of a 64-bit word in a record.
  function automatic int unsigned record_word_width(config_t cfg);
    return $clog2((largest_record(cfg) + 7) / 8 + 1);
  endfunction

  // PMBPTR_EL1 with its RES0 bits [M-1:0] cleared (D24.7.4). Every record is a multiple of 2^M bytes.
  function automatic logic [63:0] aligned_pointer(config_t cfg, logic [63:0] pointer);
    return (pointer >> cfg.PtrAlign) << cfg.PtrAlign;
  endfunction

  // FEAT_SPE_EXC and FEAT_SPEv1p5 imply each other (A2.3.7).
  function automatic bit has_spe_exc(config_t cfg);
    return cfg.SpeVersion >= 5;
  endfunction

  // The Operation Type packet of a branch has a GCS bit (D18.2.7).
  function automatic bit has_gcs_branches(config_t cfg);
    return cfg.HaveGcs && cfg.SpeVersion >= 4;
  endfunction

  // Events that a record can have set (D18.2.6). FEAT_SVE or FEAT_SME adds events 18:17, FEAT_SPE_SME 25:24. From
  // FEAT_SPEv1p4 on, events 31:26 are zero, and 25:24 too without FEAT_SPE_SME. Events beyond the size of the packet do
  // not exist, and have no bit in PMSEVFR_EL1 either (D24.7.11).
  function automatic logic [63:0] implemented_events(config_t cfg);
    localparam logic [63:0] Impdef = 64'hffff_0000_ff00_f000;
    logic [63:0] events;
    events        = 64'h7ff | (cfg.ImpdefEvents & Impdef);
    events[11]    = (cfg.SpeVersion >= 1);
    events[16]    = cfg.HaveTme;
    events[18:17] = {2{(cfg.HaveSve || cfg.HaveSme) && cfg.SpeVersion >= 1}};
    if (cfg.SpeVersion >= 4) begin
      events[23:19] = '1;
      events[31:24] = '0;
    end
    if (cfg.HaveSpeSme) events[25:24] = '1;
    return events & ((64'd1 << (8 * cfg.EventsBytes)) - 64'd1);
  endfunction

  // Events that PMSEVFR_EL1 and PMSNEVFR_EL1 can filter on (D24.7.11, D24.7.17); their other bits are RES0. Event 0 is
  // never filterable, event 1 only if operations that do not retire are recorded, event 6 from FEAT_SPEv1p2 on. Events
  // 10:8, 4 and 2 are optional before FEAT_SPEv1p4.
  function automatic logic [63:0] filterable_events(config_t cfg);
    localparam logic [63:0] Optional = 64'h714;
    logic [63:0] events;
    events    = implemented_events(cfg) & ~Optional;
    events[0] = 1'b0;
    events[1] = cfg.SquashedRecorded;
    events[6] = (cfg.SpeVersion >= 2);
    events    = events | ((cfg.SpeVersion >= 4) ? Optional : 64'(cfg.OptionalFilter) & Optional);
    return events & implemented_events(cfg);
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // System registers (encodings and fields: spu_sysreg_pkg).

  // Registers that other blocks read.
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
    pmbsr_t      pmbsr_el2;  // 0 without FEAT_SPE_EXC or EL2
    pmbsr_t      pmbsr_el3;  // 0 without FEAT_SPE_EXC or EL3
    pmbmar_t     pmbmar;     // 0 without FEAT_SPE_nVM
  } regs_t;

  // -------------------------------------------------------------------------------------------------------
  // Accesses to System registers.

  localparam logic [5:0] EcSysreg = 6'h18;  // ESR_ELx.EC: trapped MRS or MSR
  localparam logic [5:0] EcCp15 = 6'h03;    // trapped MRC or MCR (AArch32)

  // Answer to an access (spu_access).
  typedef struct packed {
    verdict_e    verdict;
    logic [5:0]  ec;        // EC of a trap, else 0
    logic [11:0] offset;    // memory offset if AccessMemory, else 0
    selected_t   selected;  // the register that the encoding reaches, permitted or not
    selected_t   allowed;   // the same if AccessOk, else zero
  } access_t;

  // -------------------------------------------------------------------------------------------------------
  // State of the PE.

  localparam logic [1:0] EL0 = 2'd0;
  localparam logic [1:0] EL1 = 2'd1;
  localparam logic [1:0] EL2 = 2'd2;
  localparam logic [1:0] EL3 = 2'd3;

  // Whether accesses of the owning Security state can use a physical address space {NSE, NS}: its own and the
  // Non-secure one. Root owns no Profiling Buffer.
  function automatic logic owner_has_space(config_t cfg, security_state_e owner, logic [1:0] space);
    if (cfg.HaveRme && owner == SsRealm) return space == 2'b11 || space == 2'b01;
    return space == 2'b01 || (space == 2'b00 && owner == SsSecure);
  endfunction

  // Outputs of spu_enable.
  typedef struct packed {
    security_state_e owner_ss;
    logic [1:0]      owner_el;
    security_state_e current_ss;
    logic            el2_enabled;
    logic            el1_aarch32;        // EL1 uses AArch32
    logic            el2_aarch32;        // EL2 uses AArch32
    logic            secure;             // IsSecure(): the current Security state is Secure
    logic            in_host;            // the EL2&0 regime is current: HCR_EL2.E2H, at EL2 or at EL0 with TGE
    logic            el2_is_host;        // ELIsInHost(EL2), whatever the current Exception level
    logic [2:0]      nspb;               // EffectiveMDCR_EL3_NSPB(): {NSPBE, NSPB}
    logic [1:0]      pmscr_el2_ee;       // EffectivePMSCR_EL2_EE(); 0b00 without FEAT_SPE_EXC
    logic [1:0]      pmscr_el1_ee;       // EffectivePMSCR_EL1_EE(); 0b00 without FEAT_SPE_EXC
    logic            pmbsr_ignores_nv1;  // accesses to PMBSR_EL1 at EL1 ignore HCR_EL2.NV1 (D24.7.8, EE)
    logic            stopped;            // SPEProfilingStopped()
    logic            nvm;                // EffectivePMBLIMITR_EL1_nVM()
    logic            buffer_enabled;     // ProfilingBufferEnabled()
    logic            profiling_enabled;  // StatisticalProfilingEnabled()
    logic            can_mark;           // the registers permit it at some Exception level; known early
    logic            el2_profiled;       // StatisticalProfilingEnabled(EL2)
    logic            programming_not_allowed;  // PMBIDR_EL1.P
    logic [1:0]      addr_mode;          // PMBIDR_EL1.AddrMode
  } enable_t;

  // -------------------------------------------------------------------------------------------------------
  // Between the blocks.

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

  // OpType of the pseudocode, the input of the type filter.
  typedef enum logic [2:0] {
    OpTypeOther      = 3'd0,
    OpTypeBranch     = 3'd1,
    OpTypeLoad       = 3'd2,
    OpTypeStore      = 3'd3,
    OpTypeLoadAtomic = 3'd4,
    OpTypeBranchLoad = 3'd5,  // procedure return that reads the Guarded Control Stack
    OpTypeBranchStore = 3'd6  // branch with link that writes it
  } op_type_e;

  // Class and properties of a completed operation (spu_classify).
  typedef struct packed {
    op_type_e    op_type;
    logic [1:0]  op_class;
    logic [7:0]  op_subclass;
    logic        simd;    // FEAT_SPE_EFT: of type SIMD
    logic        fp;      // FEAT_SPE_EFT: of type FP
    logic [63:0] events;
    logic        branch;  // recorded as a branch
    logic        memory;  // a memory access: addresses and translation latency can be recorded
    logic        load;    // a memory access that can have a data source
    logic        nv2;     // recorded as the memory access of an MRS or MSR (FEAT_NV2)
  } classified_t;

  // A finished sample, input of the filter and of the record: packet payloads and their valid bits.
  typedef struct packed {
    origin_t     origin;
    logic        dropped;  // squashed, and the configuration records no squashed operations
    op_type_e    op_type;
    logic [1:0]  op_class;
    logic [7:0]  op_subclass;
    logic        simd;  // FEAT_SPE_EFT: of type SIMD
    logic        fp;    // FEAT_SPE_EFT: of type FP
    logic [63:0] events;
    logic [15:0] total_latency;
    logic [15:0] issue_latency;
    logic        issue_latency_valid;
    logic [15:0] xlate_latency;
    logic        xlate_latency_valid;
    logic [15:0] alt_issue_latency;
    logic        alt_issue_latency_valid;
    logic [15:0] exposed_latency;  // ExposedLatency: in every record
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

  // A direct write, in this cycle, to a register that bounds where records go.
  typedef struct packed {
    logic               pmbptr;       // to PMBPTR_EL1
    logic               limit;        // to PMBLIMITR_EL1
    logic [63:PageBits] pmbptr_page;  // the page of PMBPTR_EL1 that would be written
    logic [63:PageBits] limit_page;   // and PMBLIMITR_EL1.LIMIT
  } bounds_write_t;

  // The outputs that are interrupt levels, or one like them.
  typedef struct packed {
    logic pmbirq;
    logic pmuirq;
    logic cti_pmu_overflow;
  } interrupt_levels_t;

  // PMSICR_EL1, with a comparison that is stored because dispatch needs it early.
  typedef struct packed {
    pmsicr_t pmsicr;
    logic    count_small;  // COUNT is below 16
  } interval_counters_t;

  function automatic interval_counters_t interval_counters(pmsicr_t pmsicr);
    return '{pmsicr: pmsicr, count_small: pmsicr.count[31:4] == '0};
  endfunction

  // Outputs of the filter, whether or not its filters are enabled: the sample's types, which filters it passes, and
  // whether it is a load from a selected data source.
  typedef struct packed {
    logic br;
    logic ld;
    logic st;
    logic fp;
    logic simd;
    logic op;
    logic matched;
    logic lat;
    logic ds;
  } feed_t;

  // The decision on a finished sample.
  typedef struct packed {
    logic                valid;     // the sample leaves its tag
    logic [TagWidth-1:0] tag;
    logic                keep;      // the sample is kept
    logic                recorded;  // kept, and not taken by Discard mode: there is a record of it
  } decision_t;

  // A write of eight record bytes to the store, which has two banks.
  localparam int unsigned StoreWordWidth = $clog2(MaxRecordBytes / 8 + 1);
  typedef struct packed {
    logic                      valid;
    logic                      bank;
    logic [StoreWordWidth-1:0] word;
    logic [63:0]               data;
  } store_write_t;

  // The record in the store that waits to be written.
  typedef struct packed {
    logic       valid;
    logic       bank;
    logic [7:0] len;  // bytes, padding included
  } waiting_record_t;

  // Progress of the records in this cycle.
  typedef struct packed {
    logic     load;           // spu_axi_write loads position and length of the waiting record
    logic     start_valid;    // the write of the waiting record starts
    logic     burst_done;     // AXI has accepted a page's address and data
    logic     commit_valid;   // the record being written is complete
    logic     discard_valid;  // the record being written, or the waiting one, is discarded
    discard_e discard_reason;
  } write_progress_t;

  // A formatted record: bytes[0] is the first in memory; bytes beyond len are zero.
  typedef struct packed {
    logic [7:0]                     len;  // bytes, padding included
    logic [MaxRecordBytes-1:0][7:0] bytes;
  } record_t;

  // Indirect writes to PMBPTR_EL1 and PMBSR_ELx by the buffer block; spu_event_route selects x. DL and EA can also be
  // set without a management event, by an External abort while S is already 1.
  typedef struct packed {
    logic        ptr_we;
    logic [63:0] ptr;
    logic        dl_set;       // DL becomes 1; it is unchanged otherwise
    logic        ea_set;       // EA becomes 1; it is unchanged otherwise
    logic        event_valid;  // a management event: S becomes 1; EC, MSS and MSS2 are the fields below
    logic [5:0]  ec;
    logic [5:0]  status;
    logic        top_level;
    logic        assured_only;
    logic        overlay;
    logic        dirty_bit;
  } buffer_update_t;

  // A management event, and the registers after it.
  typedef struct packed {
    logic        valid;
    logic [1:0]  el;  // x of the PMBSR_ELx that records it
    pmbsr_t      pmbsr;
    logic [63:0] pmbptr;
  } management_event_t;

  // Why the session ends, which discards all that it has collected (D17.4): stopped, or PMBLIMITR_EL1.E is 0.
  function automatic discard_e session_end_reason(logic stopped, logic enabled);
    if (stopped)  return DiscardStopped;
    if (!enabled) return DiscardNotEnabled;
    return DiscardNone;
  endfunction

endpackage
