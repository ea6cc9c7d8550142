// Made by scripts/generate.py from rtl/data/configurations.toml.
// SPDX-License-Identifier: Apache-2.0
//
// The configuration: what one consists of, and those that have a name. RTL, model and tools have the same.

package spu_config_pkg;

  // -------------------------------------------------------------------------------------------------------
  // Fields. docs/integration.md and cmodel/spu_config.h, which has them in snake case, say what they mean.

  // PMU event numbers that the core reports, each on the event pin of its index; 0 where there is none.
  localparam int unsigned MaxPmuEvents = 64;
  typedef bit [MaxPmuEvents-1:0][15:0] pmu_event_list_t;

  typedef struct packed {
    // Size and timing of the implementation
    int unsigned DispatchWidth;
    int unsigned AxiDataWidth;
    int unsigned InFlight;
    int unsigned RecordAlign;
    int unsigned PtrAlign;
    int unsigned MaxSize;
    int unsigned MinInterval;
    int unsigned EventsBytes;
    int unsigned SourceBytes;
    bit RegisteredPins;
    bit ExposedLatency;
    // Exception levels and Security states
    bit HaveEl2;
    bit HaveEl3;
    bit SecureOnly;
    bit HaveSel2;
    bit HaveVhe;
    bit HaveRme;
    bit Aarch32El0;
    bit Aarch32El1;
    bit Aarch32El2;
    bit Aarch32El3;
    // Features
    int unsigned SpeVersion;
    bit HaveErnd;
    bit HavePbt;
    bit HaveFds;
    bit HaveCrr;
    bit HaveEft;
    bit HaveSme;
    bit HaveSpeSme;
    int unsigned AltClock;
    bit HaveSpeNvm;
    bit HaveDpfzs;
    bit HaveEcv;
    bit HaveEcvPoff;
    bit HaveFgt;
    bit HaveFgt2;
    int unsigned NestedVirt;
    bit HaveSve;
    bit HaveTme;
    bit HaveMte;
    bit HaveMops;
    bit HaveGcs;
    bit HavePie;
    bit HavePoe;
    bit HaveThe;
    int unsigned DebugVersion;
    int unsigned PmuVersion;
    bit HaveEbep;
    bit HavePmuSme;
    int unsigned PmuCounters;
    pmu_event_list_t PmuEvents;
    bit PmuEventsComplete;
    bit CountCurrentIssue;
    bit HaveTrace;
    bit HaveTrf;
    bit TraceCurrentIssue;
    bit Count16bit;
    // IMPLEMENTATION DEFINED choices
    bit ArchInst;
    bit SquashedRecorded;
    bit VaTopByteZero;
    bit DirtyManaged;
    int unsigned ExternalAbort;
    bit AbortPtrHeld;
    bit [63:0] ImpdefEvents;
    int unsigned OptionalFilter;
    // CONSTRAINED UNPREDICTABLE choices
    bit ZeroEventsReject;
    bit NoTypesReject;
    bit ZeroLatencyReject;
    bit BothEventsReject;
    int unsigned NotEnabledWrite;
    int unsigned ReservedNsxb;
    int unsigned ReservedPct;
    int unsigned ReservedEe;
    int unsigned ReservedTrfEl1;
    int unsigned ReservedTrfEl2;
    bit El3TrapPriority;
  } config_t;

  // Values of config_t.ExternalAbort: the effect of an error response to a write (D17.8.4). It does not matter how a
  // translation faults: an External abort on a table walk is a fault that xlate reports.
  // Reported to the unit, with the address; PMBIDR_EL1.EA is 0. Only before FEAT_SPEv1p3.
  localparam int unsigned AbortReportedSync = 0;
  localparam int unsigned AbortIgnored = 1;  // PMBIDR_EL1.EA is 1
  localparam int unsigned AbortSError = 2;  // the PE takes an SError exception (pin serror); PMBIDR_EL1.EA is 2
  localparam int unsigned AbortReportedAsync = 3;  // reported to the unit whenever the response comes; otherwise like 0

  // Values of config_t.NotEnabledWrite: what happens to a record if the buffer is not enabled when it is about to be
  // written (D17.9.1, RSXWCP, RVCYWL).
  localparam int unsigned NotEnabledWrites = 0;  // written
  localparam int unsigned NotEnabledDiscards = 1;  // silently discarded
  localparam int unsigned NotEnabledNotAllowed = 2;  // discarded, with an Access not allowed management event

  // -------------------------------------------------------------------------------------------------------
  // Lists of PMU events

  // No performance monitors.
  localparam pmu_event_list_t PmuEventsNone = pmu_event_list_t'({16'h0000});

  // With an event counter and FEAT_PMUv3p1, a level 1 data cache, and program flow prediction. All recommended events.
  localparam bit [24:0][15:0] EventsV3p1 = {
    16'h003f,  // STALL_SLOT
    16'h003e,  // STALL_SLOT_FRONTEND
    16'h003d,  // STALL_SLOT_BACKEND
    16'h003c,  // STALL
    16'h003b,  // OP_SPEC
    16'h003a,  // OP_RETIRED
    16'h0024,  // STALL_BACKEND
    16'h0023,  // STALL_FRONTEND
    16'h0022,  // BR_MIS_PRED_RETIRED
    16'h0021,  // BR_RETIRED
    16'h001b,  // INST_SPEC
    16'h0014,  // L1I_CACHE
    16'h0013,  // MEM_ACCESS
    16'h0012,  // BR_PRED
    16'h0010,  // BR_MIS_PRED
    16'h000e,  // BR_RETURN_RETIRED
    16'h000d,  // BR_IMMED_RETIRED
    16'h0009,  // EXC_TAKEN
    16'h0008,  // INST_RETIRED
    16'h0007,  // ST_RETIRED
    16'h0006,  // LD_RETIRED
    16'h0005,  // L1D_TLB_REFILL
    16'h0004,  // L1D_CACHE
    16'h0003,  // L1D_CACHE_REFILL
    16'h0001   // L1I_CACHE_REFILL
  };
  localparam pmu_event_list_t PmuEventsV3p1 = pmu_event_list_t'({EventsV3p1});

  // With FEAT_PMUv3p4, which also has STALL.
  localparam bit [2:0][15:0] EventsV3p4 = {
    16'h4006,  // L1I_CACHE_LMISS
    16'h0040,  // L1D_CACHE_RD
    16'h0039   // L1D_CACHE_LMISS_RD
  };
  localparam pmu_event_list_t PmuEventsV3p4 = pmu_event_list_t'({EventsV3p4, EventsV3p1});

  // With FEAT_SVE: one of two alternatives.
  localparam bit [0:0][15:0] EventsV3p4Sve = {
    16'h8002   // SVE_INST_RETIRED
  };
  localparam pmu_event_list_t PmuEventsV3p4Sve = pmu_event_list_t'({EventsV3p4Sve, EventsV3p4, EventsV3p1});

  // With FEAT_ETE, and a TRCIDR5.NUMEXTINSEL of 4.
  localparam bit [7:0][15:0] EventsV3p4SveEte = {
    16'h401b,  // CTI_TRIGOUT7
    16'h401a,  // CTI_TRIGOUT6
    16'h4019,  // CTI_TRIGOUT5
    16'h4018,  // CTI_TRIGOUT4
    16'h4013,  // TRCEXTOUT3
    16'h4012,  // TRCEXTOUT2
    16'h4011,  // TRCEXTOUT1
    16'h4010   // TRCEXTOUT0
  };
  localparam pmu_event_list_t PmuEventsV3p4SveEte =
      pmu_event_list_t'({EventsV3p4SveEte, EventsV3p4Sve, EventsV3p4, EventsV3p1});

  // With FEAT_ETE.
  localparam bit [3:0][15:0] EventsV3p4Ete = {
    16'h4013,  // TRCEXTOUT3
    16'h4012,  // TRCEXTOUT2
    16'h4011,  // TRCEXTOUT1
    16'h4010   // TRCEXTOUT0
  };
  localparam pmu_event_list_t PmuEventsV3p4Ete = pmu_event_list_t'({EventsV3p4Ete, EventsV3p4, EventsV3p1});

  // With FEAT_SME: one of two alternatives for its data processing, and one of two for all its instructions.
  localparam bit [1:0][15:0] EventsV3p4SveSme = {
    16'h835a,  // SME_INST_RETIRED
    16'h8358   // SME_RETIRED
  };
  localparam pmu_event_list_t PmuEventsV3p4SveSme =
      pmu_event_list_t'({EventsV3p4SveSme, EventsV3p4Sve, EventsV3p4, EventsV3p1});

  // With FEAT_ETE and FEAT_SME.
  localparam bit [1:0][15:0] EventsV3p4SveEteSme = {
    16'h835a,  // SME_INST_RETIRED
    16'h8358   // SME_RETIRED
  };
  localparam pmu_event_list_t PmuEventsV3p4SveEteSme =
      pmu_event_list_t'({EventsV3p4SveEteSme, EventsV3p4SveEte, EventsV3p4Sve, EventsV3p4, EventsV3p1});

  // -------------------------------------------------------------------------------------------------------
  // The configurations

  // SPEv1p0 with EL2 and EL3: Armv8.2 level.
  localparam config_t ConfigBase = '{
    DispatchWidth:     4,
    AxiDataWidth:      128,
    InFlight:          1,
    RecordAlign:       6,
    PtrAlign:          6,
    MaxSize:           6,
    MinInterval:       0,
    EventsBytes:       2,
    SourceBytes:       1,
    RegisteredPins:    0,
    ExposedLatency:    0,
    HaveEl2:           1,
    HaveEl3:           1,
    SecureOnly:        0,
    HaveSel2:          0,
    HaveVhe:           1,
    HaveRme:           0,
    Aarch32El0:        1,
    Aarch32El1:        1,
    Aarch32El2:        0,
    Aarch32El3:        0,
    SpeVersion:        0,
    HaveErnd:          1,
    HavePbt:           0,
    HaveFds:           0,
    HaveCrr:           0,
    HaveEft:           0,
    HaveSme:           0,
    HaveSpeSme:        0,
    AltClock:          0,
    HaveSpeNvm:        0,
    HaveDpfzs:         0,
    HaveEcv:           0,
    HaveEcvPoff:       0,
    HaveFgt:           0,
    HaveFgt2:          0,
    NestedVirt:        0,
    HaveSve:           0,
    HaveTme:           0,
    HaveMte:           0,
    HaveMops:          0,
    HaveGcs:           0,
    HavePie:           0,
    HavePoe:           0,
    HaveThe:           0,
    DebugVersion:      2,
    PmuVersion:        1,
    HaveEbep:          0,
    HavePmuSme:        0,
    PmuCounters:       6,
    PmuEvents:         PmuEventsV3p1,
    PmuEventsComplete: 1,
    CountCurrentIssue: 0,
    HaveTrace:         1,
    HaveTrf:           0,
    TraceCurrentIssue: 0,
    Count16bit:        0,
    ArchInst:          1,
    SquashedRecorded:  1,
    VaTopByteZero:     1,
    DirtyManaged:      0,
    ExternalAbort:     1,
    AbortPtrHeld:      0,
    ImpdefEvents:      0,
    OptionalFilter:    0,
    ZeroEventsReject:  0,
    NoTypesReject:     0,
    ZeroLatencyReject: 0,
    BothEventsReject:  0,
    NotEnabledWrite:   1,
    ReservedNsxb:      2,
    ReservedPct:       0,
    ReservedEe:        0,
    ReservedTrfEl1:    1,
    ReservedTrfEl2:    1,
    El3TrapPriority:   0
  };

  // Like base, for a wide core: two operations in flight, and records of varying length that cross pages.
  localparam config_t ConfigWide = '{
    DispatchWidth:     8,
    AxiDataWidth:      256,
    InFlight:          2,
    RecordAlign:       3,
    PtrAlign:          0,
    MaxSize:           6,
    MinInterval:       0,
    EventsBytes:       2,
    SourceBytes:       1,
    RegisteredPins:    0,
    ExposedLatency:    0,
    HaveEl2:           1,
    HaveEl3:           1,
    SecureOnly:        0,
    HaveSel2:          0,
    HaveVhe:           1,
    HaveRme:           0,
    Aarch32El0:        1,
    Aarch32El1:        1,
    Aarch32El2:        0,
    Aarch32El3:        0,
    SpeVersion:        0,
    HaveErnd:          1,
    HavePbt:           0,
    HaveFds:           0,
    HaveCrr:           0,
    HaveEft:           0,
    HaveSme:           0,
    HaveSpeSme:        0,
    AltClock:          0,
    HaveSpeNvm:        0,
    HaveDpfzs:         0,
    HaveEcv:           0,
    HaveEcvPoff:       0,
    HaveFgt:           0,
    HaveFgt2:          0,
    NestedVirt:        0,
    HaveSve:           0,
    HaveTme:           0,
    HaveMte:           0,
    HaveMops:          0,
    HaveGcs:           0,
    HavePie:           0,
    HavePoe:           0,
    HaveThe:           0,
    DebugVersion:      4,
    PmuVersion:        4,
    HaveEbep:          0,
    HavePmuSme:        0,
    PmuCounters:       6,
    PmuEvents:         PmuEventsV3p4,
    PmuEventsComplete: 1,
    CountCurrentIssue: 0,
    HaveTrace:         1,
    HaveTrf:           1,
    TraceCurrentIssue: 0,
    Count16bit:        0,
    ArchInst:          1,
    SquashedRecorded:  1,
    VaTopByteZero:     1,
    DirtyManaged:      0,
    ExternalAbort:     3,
    AbortPtrHeld:      0,
    ImpdefEvents:      0,
    OptionalFilter:    0,
    ZeroEventsReject:  1,
    NoTypesReject:     1,
    ZeroLatencyReject: 1,
    BothEventsReject:  0,
    NotEnabledWrite:   0,
    ReservedNsxb:      2,
    ReservedPct:       0,
    ReservedEe:        0,
    ReservedTrfEl1:    3,
    ReservedTrfEl2:    0,
    El3TrapPriority:   0
  };

  // Armv8.7 level: SPEv1p2 with the previous branch target, Secure EL2, nested virtualization, PMUv3p7.
  localparam config_t ConfigV8p7 = '{
    DispatchWidth:     8,
    AxiDataWidth:      128,
    InFlight:          2,
    RecordAlign:       6,
    PtrAlign:          6,
    MaxSize:           7,
    MinInterval:       0,
    EventsBytes:       4,
    SourceBytes:       1,
    RegisteredPins:    0,
    ExposedLatency:    0,
    HaveEl2:           1,
    HaveEl3:           1,
    SecureOnly:        0,
    HaveSel2:          1,
    HaveVhe:           1,
    HaveRme:           0,
    Aarch32El0:        1,
    Aarch32El1:        0,
    Aarch32El2:        0,
    Aarch32El3:        0,
    SpeVersion:        2,
    HaveErnd:          1,
    HavePbt:           1,
    HaveFds:           0,
    HaveCrr:           0,
    HaveEft:           0,
    HaveSme:           0,
    HaveSpeSme:        0,
    AltClock:          0,
    HaveSpeNvm:        0,
    HaveDpfzs:         0,
    HaveEcv:           1,
    HaveEcvPoff:       1,
    HaveFgt:           1,
    HaveFgt2:          0,
    NestedVirt:        2,
    HaveSve:           1,
    HaveTme:           0,
    HaveMte:           0,
    HaveMops:          0,
    HaveGcs:           0,
    HavePie:           0,
    HavePoe:           0,
    HaveThe:           0,
    DebugVersion:      4,
    PmuVersion:        7,
    HaveEbep:          0,
    HavePmuSme:        0,
    PmuCounters:       6,
    PmuEvents:         PmuEventsV3p4Sve,
    PmuEventsComplete: 1,
    CountCurrentIssue: 1,
    HaveTrace:         1,
    HaveTrf:           1,
    TraceCurrentIssue: 1,
    Count16bit:        0,
    ArchInst:          1,
    SquashedRecorded:  1,
    VaTopByteZero:     1,
    DirtyManaged:      0,
    ExternalAbort:     0,
    AbortPtrHeld:      0,
    ImpdefEvents:      0,
    OptionalFilter:    32'h0000_0714,
    ZeroEventsReject:  0,
    NoTypesReject:     0,
    ZeroLatencyReject: 0,
    BothEventsReject:  1,
    NotEnabledWrite:   2,
    ReservedNsxb:      2,
    ReservedPct:       1,
    ReservedEe:        0,
    ReservedTrfEl1:    1,
    ReservedTrfEl2:    3,
    El3TrapPriority:   0
  };

  // Armv9.3 level: RME, SPEv1p4 with the data source filter, SVE, GCS, PMUv3p8.
  localparam config_t ConfigV9 = '{
    DispatchWidth:     8,
    AxiDataWidth:      256,
    InFlight:          4,
    RecordAlign:       3,
    PtrAlign:          3,
    MaxSize:           7,
    MinInterval:       0,
    EventsBytes:       8,
    SourceBytes:       2,
    RegisteredPins:    0,
    ExposedLatency:    0,
    HaveEl2:           1,
    HaveEl3:           1,
    SecureOnly:        0,
    HaveSel2:          1,
    HaveVhe:           1,
    HaveRme:           1,
    Aarch32El0:        0,
    Aarch32El1:        0,
    Aarch32El2:        0,
    Aarch32El3:        0,
    SpeVersion:        4,
    HaveErnd:          1,
    HavePbt:           1,
    HaveFds:           1,
    HaveCrr:           1,
    HaveEft:           0,
    HaveSme:           0,
    HaveSpeSme:        0,
    AltClock:          0,
    HaveSpeNvm:        0,
    HaveDpfzs:         0,
    HaveEcv:           1,
    HaveEcvPoff:       1,
    HaveFgt:           1,
    HaveFgt2:          1,
    NestedVirt:        2,
    HaveSve:           1,
    HaveTme:           0,
    HaveMte:           1,
    HaveMops:          1,
    HaveGcs:           1,
    HavePie:           1,
    HavePoe:           1,
    HaveThe:           1,
    DebugVersion:      4,
    PmuVersion:        8,
    HaveEbep:          0,
    HavePmuSme:        0,
    PmuCounters:       8,
    PmuEvents:         PmuEventsV3p4SveEte,
    PmuEventsComplete: 1,
    CountCurrentIssue: 1,
    HaveTrace:         1,
    HaveTrf:           1,
    TraceCurrentIssue: 1,
    Count16bit:        1,
    ArchInst:          1,
    SquashedRecorded:  1,
    VaTopByteZero:     1,
    DirtyManaged:      1,
    ExternalAbort:     2,
    AbortPtrHeld:      0,
    ImpdefEvents:      64'hffff_0000_0000_f000,
    OptionalFilter:    0,
    ZeroEventsReject:  0,
    NoTypesReject:     0,
    ZeroLatencyReject: 0,
    BothEventsReject:  0,
    NotEnabledWrite:   1,
    ReservedNsxb:      6,
    ReservedPct:       3,
    ReservedEe:        0,
    ReservedTrfEl1:    2,
    ReservedTrfEl2:    2,
    El3TrapPriority:   1
  };

  // Armv9.6 level: SPEv1p5 with exceptions to three Exception levels, the extended type filter, SME, an alternate
  // clock, and PMUv3p9.
  localparam config_t ConfigV9p6 = '{
    DispatchWidth:     8,
    AxiDataWidth:      256,
    InFlight:          4,
    RecordAlign:       3,
    PtrAlign:          3,
    MaxSize:           7,
    MinInterval:       0,
    EventsBytes:       8,
    SourceBytes:       2,
    RegisteredPins:    0,
    ExposedLatency:    0,
    HaveEl2:           1,
    HaveEl3:           1,
    SecureOnly:        0,
    HaveSel2:          1,
    HaveVhe:           1,
    HaveRme:           1,
    Aarch32El0:        0,
    Aarch32El1:        0,
    Aarch32El2:        0,
    Aarch32El3:        0,
    SpeVersion:        5,
    HaveErnd:          1,
    HavePbt:           1,
    HaveFds:           1,
    HaveCrr:           1,
    HaveEft:           1,
    HaveSme:           1,
    HaveSpeSme:        1,
    AltClock:          1,
    HaveSpeNvm:        1,
    HaveDpfzs:         1,
    HaveEcv:           1,
    HaveEcvPoff:       1,
    HaveFgt:           1,
    HaveFgt2:          1,
    NestedVirt:        2,
    HaveSve:           1,
    HaveTme:           0,
    HaveMte:           1,
    HaveMops:          1,
    HaveGcs:           1,
    HavePie:           1,
    HavePoe:           1,
    HaveThe:           1,
    DebugVersion:      4,
    PmuVersion:        9,
    HaveEbep:          1,
    HavePmuSme:        1,
    PmuCounters:       8,
    PmuEvents:         PmuEventsV3p4SveEteSme,
    PmuEventsComplete: 1,
    CountCurrentIssue: 1,
    HaveTrace:         1,
    HaveTrf:           1,
    TraceCurrentIssue: 1,
    Count16bit:        1,
    ArchInst:          1,
    SquashedRecorded:  1,
    VaTopByteZero:     1,
    DirtyManaged:      1,
    ExternalAbort:     2,
    AbortPtrHeld:      0,
    ImpdefEvents:      64'hffff_0000_0000_f000,
    OptionalFilter:    0,
    ZeroEventsReject:  0,
    NoTypesReject:     0,
    ZeroLatencyReject: 0,
    BothEventsReject:  0,
    NotEnabledWrite:   1,
    ReservedNsxb:      6,
    ReservedPct:       3,
    ReservedEe:        0,
    ReservedTrfEl1:    2,
    ReservedTrfEl2:    2,
    El3TrapPriority:   1
  };

  // A small PE without EL2 and EL3.
  localparam config_t ConfigEl1only = '{
    DispatchWidth:     2,
    AxiDataWidth:      64,
    InFlight:          1,
    RecordAlign:       4,
    PtrAlign:          4,
    MaxSize:           6,
    MinInterval:       0,
    EventsBytes:       2,
    SourceBytes:       1,
    RegisteredPins:    0,
    ExposedLatency:    0,
    HaveEl2:           0,
    HaveEl3:           0,
    SecureOnly:        0,
    HaveSel2:          0,
    HaveVhe:           0,
    HaveRme:           0,
    Aarch32El0:        0,
    Aarch32El1:        0,
    Aarch32El2:        0,
    Aarch32El3:        0,
    SpeVersion:        1,
    HaveErnd:          0,
    HavePbt:           0,
    HaveFds:           0,
    HaveCrr:           0,
    HaveEft:           0,
    HaveSme:           0,
    HaveSpeSme:        0,
    AltClock:          0,
    HaveSpeNvm:        0,
    HaveDpfzs:         0,
    HaveEcv:           0,
    HaveEcvPoff:       0,
    HaveFgt:           0,
    HaveFgt2:          0,
    NestedVirt:        0,
    HaveSve:           0,
    HaveTme:           0,
    HaveMte:           0,
    HaveMops:          0,
    HaveGcs:           0,
    HavePie:           0,
    HavePoe:           0,
    HaveThe:           0,
    DebugVersion:      4,
    PmuVersion:        5,
    HaveEbep:          0,
    HavePmuSme:        0,
    PmuCounters:       4,
    PmuEvents:         PmuEventsV3p4,
    PmuEventsComplete: 1,
    CountCurrentIssue: 1,
    HaveTrace:         1,
    HaveTrf:           1,
    TraceCurrentIssue: 1,
    Count16bit:        0,
    ArchInst:          1,
    SquashedRecorded:  1,
    VaTopByteZero:     1,
    DirtyManaged:      0,
    ExternalAbort:     1,
    AbortPtrHeld:      0,
    ImpdefEvents:      0,
    OptionalFilter:    0,
    ZeroEventsReject:  0,
    NoTypesReject:     0,
    ZeroLatencyReject: 0,
    BothEventsReject:  0,
    NotEnabledWrite:   1,
    ReservedNsxb:      2,
    ReservedPct:       0,
    ReservedEe:        0,
    ReservedTrfEl1:    3,
    ReservedTrfEl2:    1,
    El3TrapPriority:   0
  };

  // The smallest unit, for small FPGAs: one operation per cycle, no EL2 and EL3, no performance monitors, no trace.
  localparam config_t ConfigSmall = '{
    DispatchWidth:     1,
    AxiDataWidth:      64,
    InFlight:          1,
    RecordAlign:       6,
    PtrAlign:          6,
    MaxSize:           6,
    MinInterval:       0,
    EventsBytes:       2,
    SourceBytes:       1,
    RegisteredPins:    0,
    ExposedLatency:    0,
    HaveEl2:           0,
    HaveEl3:           0,
    SecureOnly:        0,
    HaveSel2:          0,
    HaveVhe:           0,
    HaveRme:           0,
    Aarch32El0:        0,
    Aarch32El1:        0,
    Aarch32El2:        0,
    Aarch32El3:        0,
    SpeVersion:        0,
    HaveErnd:          1,
    HavePbt:           0,
    HaveFds:           0,
    HaveCrr:           0,
    HaveEft:           0,
    HaveSme:           0,
    HaveSpeSme:        0,
    AltClock:          0,
    HaveSpeNvm:        0,
    HaveDpfzs:         0,
    HaveEcv:           0,
    HaveEcvPoff:       0,
    HaveFgt:           0,
    HaveFgt2:          0,
    NestedVirt:        0,
    HaveSve:           0,
    HaveTme:           0,
    HaveMte:           0,
    HaveMops:          0,
    HaveGcs:           0,
    HavePie:           0,
    HavePoe:           0,
    HaveThe:           0,
    DebugVersion:      2,
    PmuVersion:        0,
    HaveEbep:          0,
    HavePmuSme:        0,
    PmuCounters:       0,
    PmuEvents:         PmuEventsNone,
    PmuEventsComplete: 1,
    CountCurrentIssue: 0,
    HaveTrace:         0,
    HaveTrf:           0,
    TraceCurrentIssue: 0,
    Count16bit:        0,
    ArchInst:          1,
    SquashedRecorded:  1,
    VaTopByteZero:     1,
    DirtyManaged:      0,
    ExternalAbort:     1,
    AbortPtrHeld:      0,
    ImpdefEvents:      0,
    OptionalFilter:    0,
    ZeroEventsReject:  0,
    NoTypesReject:     0,
    ZeroLatencyReject: 0,
    BothEventsReject:  0,
    NotEnabledWrite:   1,
    ReservedNsxb:      2,
    ReservedPct:       0,
    ReservedEe:        0,
    ReservedTrfEl1:    3,
    ReservedTrfEl2:    1,
    El3TrapPriority:   0
  };

  // A PE whose EL3 can use AArch32: Armv8.4 level, with Secure EL2 while EL3 uses AArch32.
  localparam config_t ConfigAarch32El3 = '{
    DispatchWidth:     2,
    AxiDataWidth:      64,
    InFlight:          1,
    RecordAlign:       6,
    PtrAlign:          6,
    MaxSize:           6,
    MinInterval:       0,
    EventsBytes:       2,
    SourceBytes:       1,
    RegisteredPins:    0,
    ExposedLatency:    0,
    HaveEl2:           1,
    HaveEl3:           1,
    SecureOnly:        0,
    HaveSel2:          1,
    HaveVhe:           1,
    HaveRme:           0,
    Aarch32El0:        1,
    Aarch32El1:        1,
    Aarch32El2:        1,
    Aarch32El3:        1,
    SpeVersion:        0,
    HaveErnd:          1,
    HavePbt:           0,
    HaveFds:           0,
    HaveCrr:           0,
    HaveEft:           0,
    HaveSme:           0,
    HaveSpeSme:        0,
    AltClock:          0,
    HaveSpeNvm:        0,
    HaveDpfzs:         0,
    HaveEcv:           0,
    HaveEcvPoff:       0,
    HaveFgt:           0,
    HaveFgt2:          0,
    NestedVirt:        0,
    HaveSve:           0,
    HaveTme:           0,
    HaveMte:           0,
    HaveMops:          0,
    HaveGcs:           0,
    HavePie:           0,
    HavePoe:           0,
    HaveThe:           0,
    DebugVersion:      4,
    PmuVersion:        5,
    HaveEbep:          0,
    HavePmuSme:        0,
    PmuCounters:       6,
    PmuEvents:         PmuEventsV3p4,
    PmuEventsComplete: 1,
    CountCurrentIssue: 0,
    HaveTrace:         1,
    HaveTrf:           1,
    TraceCurrentIssue: 0,
    Count16bit:        0,
    ArchInst:          1,
    SquashedRecorded:  0,
    VaTopByteZero:     1,
    DirtyManaged:      0,
    ExternalAbort:     1,
    AbortPtrHeld:      0,
    ImpdefEvents:      0,
    OptionalFilter:    0,
    ZeroEventsReject:  0,
    NoTypesReject:     0,
    ZeroLatencyReject: 0,
    BothEventsReject:  0,
    NotEnabledWrite:   1,
    ReservedNsxb:      2,
    ReservedPct:       0,
    ReservedEe:        0,
    ReservedTrfEl1:    1,
    ReservedTrfEl2:    1,
    El3TrapPriority:   0
  };

  // A profile of time: el1only with exposed latency, two operations in flight, and FEAT_SPE_ERnd.
  localparam config_t ConfigExposed = '{
    DispatchWidth:     2,
    AxiDataWidth:      64,
    InFlight:          2,
    RecordAlign:       4,
    PtrAlign:          4,
    MaxSize:           6,
    MinInterval:       0,
    EventsBytes:       2,
    SourceBytes:       1,
    RegisteredPins:    0,
    ExposedLatency:    1,
    HaveEl2:           0,
    HaveEl3:           0,
    SecureOnly:        0,
    HaveSel2:          0,
    HaveVhe:           0,
    HaveRme:           0,
    Aarch32El0:        0,
    Aarch32El1:        0,
    Aarch32El2:        0,
    Aarch32El3:        0,
    SpeVersion:        1,
    HaveErnd:          1,
    HavePbt:           0,
    HaveFds:           0,
    HaveCrr:           0,
    HaveEft:           0,
    HaveSme:           0,
    HaveSpeSme:        0,
    AltClock:          0,
    HaveSpeNvm:        0,
    HaveDpfzs:         0,
    HaveEcv:           0,
    HaveEcvPoff:       0,
    HaveFgt:           0,
    HaveFgt2:          0,
    NestedVirt:        0,
    HaveSve:           0,
    HaveTme:           0,
    HaveMte:           0,
    HaveMops:          0,
    HaveGcs:           0,
    HavePie:           0,
    HavePoe:           0,
    HaveThe:           0,
    DebugVersion:      4,
    PmuVersion:        5,
    HaveEbep:          0,
    HavePmuSme:        0,
    PmuCounters:       4,
    PmuEvents:         PmuEventsV3p4,
    PmuEventsComplete: 1,
    CountCurrentIssue: 1,
    HaveTrace:         1,
    HaveTrf:           1,
    TraceCurrentIssue: 1,
    Count16bit:        0,
    ArchInst:          1,
    SquashedRecorded:  1,
    VaTopByteZero:     1,
    DirtyManaged:      0,
    ExternalAbort:     1,
    AbortPtrHeld:      0,
    ImpdefEvents:      0,
    OptionalFilter:    0,
    ZeroEventsReject:  0,
    NoTypesReject:     0,
    ZeroLatencyReject: 0,
    BothEventsReject:  0,
    NotEnabledWrite:   1,
    ReservedNsxb:      2,
    ReservedPct:       0,
    ReservedEe:        0,
    ReservedTrfEl1:    3,
    ReservedTrfEl2:    1,
    El3TrapPriority:   0
  };

endpackage
