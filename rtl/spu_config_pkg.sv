// SPDX-License-Identifier: Apache-2.0
//
// The named configurations: the one table that RTL, model and tools use. scripts/configs.py reads it to make
// the C table, so every row lists every field of spu_pkg::config_t as `Name: value`.

package spu_config_pkg;

  import spu_pkg::config_t;

  // SPEv1p0 with EL2 and EL3: Armv8.2 level.
  localparam config_t ConfigBase = '{
    DispatchWidth:     4,
    AxiDataWidth:      128,
    InFlight:          1,
    RecordAlign:       6,
    MaxSize:           6,
    MinInterval:       0,
    EventsBytes:       2,
    SourceBytes:       1,
    HaveEl2:           1,
    HaveEl3:           1,
    SecureOnly:        0,
    HaveSel2:          0,
    HaveVhe:           1,
    HaveRme:           0,
    Aarch32El1:        1,
    Aarch32El2:        0,
    SpeVersion:        0,
    HaveErnd:          1,
    HavePbt:           0,
    HaveFds:           0,
    HaveEcv:           0,
    HaveFgt:           0,
    NestedVirt:        0,
    HaveSve:           0,
    HaveTme:           0,
    Count16bit:        0,
    ArchInst:          1,
    SquashedRecorded:  1,
    VaTopByteZero:     1,
    DirtyManaged:      0,
    ExternalAbort:     1,
    ImpdefEvents:      0,
    OptionalFilter:    0,
    ZeroEventsReject:  0,
    NoTypesReject:     0,
    ZeroLatencyReject: 0,
    NotEnabledWrite:   1,
    ReservedNsxb:      2,
    ReservedPct:       0,
    El3TrapPriority:   0
  };

  // The same for a wide core: two operations in flight, and records that vary in length and cross pages.
  localparam config_t ConfigWide = '{
    DispatchWidth:     8,
    AxiDataWidth:      256,
    InFlight:          2,
    RecordAlign:       3,
    MaxSize:           6,
    MinInterval:       0,
    EventsBytes:       2,
    SourceBytes:       1,
    HaveEl2:           1,
    HaveEl3:           1,
    SecureOnly:        0,
    HaveSel2:          0,
    HaveVhe:           1,
    HaveRme:           0,
    Aarch32El1:        1,
    Aarch32El2:        0,
    SpeVersion:        0,
    HaveErnd:          1,
    HavePbt:           0,
    HaveFds:           0,
    HaveEcv:           0,
    HaveFgt:           0,
    NestedVirt:        0,
    HaveSve:           0,
    HaveTme:           0,
    Count16bit:        0,
    ArchInst:          1,
    SquashedRecorded:  1,
    VaTopByteZero:     1,
    DirtyManaged:      0,
    ExternalAbort:     1,
    ImpdefEvents:      0,
    OptionalFilter:    0,
    ZeroEventsReject:  0,
    NoTypesReject:     0,
    ZeroLatencyReject: 0,
    NotEnabledWrite:   1,
    ReservedNsxb:      2,
    ReservedPct:       0,
    El3TrapPriority:   0
  };

endpackage
