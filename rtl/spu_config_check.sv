// Made by scripts/generate.py from rtl/data/features.toml.
// SPDX-License-Identifier: Apache-2.0
//
// A configuration that the architecture forbids, or that cannot work, fails here at elaboration, with a
// message for each rule that it breaks. No logic. spu_config_check() of the model refuses the same
// configurations in the same words.

module spu_config_check
  import spu_pkg::*;
#(
  parameter config_t Cfg
) ();

  function automatic bit lists(logic [15:0] number);
    for (int unsigned n = 0; n < MaxPmuEvents; n++) if (Cfg.PmuEvents[n] == number) return 1'b1;
    return 1'b0;
  endfunction

  // The core lacks a PMU event that D14.6 requires.
  function automatic bit lacks_event();
    if (Cfg.PmuVersion >= 1 && !(lists(16'h0008) || lists(16'h001b))) return 1'b1;
    if (Cfg.PmuVersion >= 1 && !(lists(16'h0023) && lists(16'h0024))) return 1'b1;
    if ((Cfg.HaveSve || Cfg.HaveSme) && !(lists(16'h8002) || lists(16'h8006))) return 1'b1;
    if (Cfg.PmuVersion >= 4 && !(lists(16'h0039) && lists(16'h003c) && lists(16'h0040) && lists(16'h4006))) return 1'b1;
    if (Cfg.HaveTrf && (Cfg.HaveRme || Cfg.HaveTme || Cfg.HaveSme || Cfg.HaveGcs || Cfg.HaveEbep || Cfg.HaveEft
        || Cfg.AltClock != 0) && !(lists(16'h4010) && lists(16'h4011) && lists(16'h4012) && lists(16'h4013))
    ) return 1'b1;
    if (Cfg.PmuVersion >= 9 && !(lists(16'h0014))) return 1'b1;
    if (Cfg.HaveSme && !(lists(16'h835a) || lists(16'h835e))) return 1'b1;
    if (Cfg.HaveSme && !(lists(16'h8358) || lists(16'h835c))) return 1'b1;
    if (Cfg.PmuVersion >= 1 && (lists(16'h003d) || lists(16'h003e) || lists(16'h003f)) && !(lists(16'h003d)
        && lists(16'h003e) && lists(16'h003f))
    ) return 1'b1;
    return 1'b0;
  endfunction

  // unit
  if (!(Cfg.DispatchWidth >= 1 && Cfg.DispatchWidth <= 8)) begin : gen_bad_dispatch_width
    $error("DispatchWidth must be 1 to 8");
  end
  // unit
  if (!(Cfg.AxiDataWidth inside {64, 128, 256, 512})) begin : gen_bad_axi_data_width
    $error("AxiDataWidth must be 64, 128, 256 or 512");
  end
  // unit
  if (!(Cfg.InFlight >= 1 && Cfg.InFlight <= 4)) begin : gen_bad_in_flight
    $error("InFlight must be 1 to 4");
  end
  // unit: no record is larger than 128 bytes
  if (Cfg.RecordAlign > 7) begin : gen_bad_record_align
    $error("RecordAlign must be 0 to 7");
  end
  // D24.7.4, PTR
  if (Cfg.PtrAlign > Cfg.RecordAlign) begin : gen_bad_ptr_align
    $error("PtrAlign must be 0 to RecordAlign");
  end
  // D24.7.14, MaxSize, and unit: at most 7
  if (!(Cfg.MaxSize inside {6, 7})) begin : gen_bad_max_size
    $error("MaxSize must be 6 or 7");
  end
  // D24.7.14, Interval
  if (!(Cfg.MinInterval <= 8 && Cfg.MinInterval != 1)) begin : gen_bad_min_interval
    $error("MinInterval must be 0 or 2 to 8");
  end
  // D18.2.6, SZ
  if (!(Cfg.EventsBytes inside {1, 2, 4, 8})) begin : gen_bad_events_bytes
    $error("EventsBytes must be 1, 2, 4 or 8");
  end
  // D18.2.4, SZ
  if (Cfg.SourceBytes > 2) begin : gen_bad_source_bytes
    $error("SourceBytes must be 0, 1 or 2");
  end
  // D24.7.14, MaxSize
  if (largest_record(Cfg) > (1 << Cfg.MaxSize)) begin : gen_bad_largest_record
    $error("the largest record does not fit in 2^MaxSize bytes");
  end
  // A2.2.3, FEAT_SPE; A2.2.2, FEAT_VHE
  if (Cfg.HaveEl2 && !Cfg.HaveVhe) begin : gen_bad_el2
    $error("HaveEl2 needs HaveVhe (Armv8.1, which FEAT_SPE needs)");
  end
  // A2.2.2, FEAT_VHE
  if (Cfg.HaveVhe && !Cfg.HaveEl2) begin : gen_bad_vhe
    $error("HaveVhe needs HaveEl2");
  end
  // D1.1.3.1
  if (Cfg.SecureOnly && Cfg.HaveEl3) begin : gen_bad_secure_only
    $error("SecureOnly is for a PE without HaveEl3");
  end
  // A2.2.5, FEAT_SEL2
  if (Cfg.SecureOnly && Cfg.HaveEl2 && !Cfg.HaveSel2) begin : gen_bad_secure_el2
    $error("SecureOnly with HaveEl2 needs HaveSel2");
  end
  // A2.2.5, FEAT_SEL2, FEAT_Debugv8p4
  if (Cfg.HaveSel2 && !(Cfg.HaveEl2 && (Cfg.HaveEl3 || Cfg.SecureOnly) && Cfg.DebugVersion == 4)) begin : gen_bad_sel2
    $error("HaveSel2 needs HaveEl2, a Secure state (HaveEl3 or SecureOnly) and DebugVersion 4");
  end
  // A2.3.3, FEAT_RME; A2.3.1, Armv9.0; A2.2.7, FEAT_ECV_POFF
  if (Cfg.HaveRme && !(Cfg.HaveEl3 && !Cfg.Aarch32El1 && Cfg.SpeVersion >= 2 && Cfg.HaveEcvPoff
      && Cfg.PmuVersion inside {0, 7, 8, 9})
  ) begin : gen_bad_rme
    $error("HaveRme needs HaveEl3, no Aarch32El1, SpeVersion 2 or later, HaveEcvPoff and PmuVersion 0, 7 or later");
  end
  // A2.2.1, FEAT_AA32EL1
  if (Cfg.Aarch32El1 && !Cfg.Aarch32El0) begin : gen_bad_aarch32_el1
    $error("Aarch32El1 needs Aarch32El0");
  end
  // A2.2.1, FEAT_AA32EL2
  if (Cfg.Aarch32El2 && !(Cfg.HaveEl2 && Cfg.Aarch32El1)) begin : gen_bad_aarch32_el2
    $error("Aarch32El2 needs HaveEl2 and Aarch32El1");
  end
  // A2.2.1, FEAT_AA32EL3
  if (Cfg.Aarch32El3 && !(Cfg.HaveEl3 && Cfg.Aarch32El1 && (Cfg.Aarch32El2 || !Cfg.HaveEl2))
  ) begin : gen_bad_aarch32_el3
    $error("Aarch32El3 needs HaveEl3, Aarch32El1 and, with HaveEl2, Aarch32El2");
  end
  // unit: FEAT_SPE to FEAT_SPEv1p5
  if (Cfg.SpeVersion > 5) begin : gen_bad_spe_version
    $error("SpeVersion must be 0 to 5");
  end
  // A2.2.8, FEAT_SPE_PBT
  if (Cfg.HavePbt && Cfg.SpeVersion < 2) begin : gen_bad_pbt
    $error("HavePbt needs SpeVersion 2 or later");
  end
  // A2.2.10, FEAT_SPE_CRR
  if (Cfg.HaveCrr && Cfg.SpeVersion < 4) begin : gen_bad_crr
    $error("HaveCrr needs SpeVersion 4 or later");
  end
  // A2.2.10, FEAT_SPE_FDS
  if (Cfg.HaveFds && !(Cfg.SpeVersion >= 4 && Cfg.SourceBytes >= 1 && (Cfg.HaveFgt2 || !Cfg.HaveEl2))
  ) begin : gen_bad_fds
    $error("HaveFds needs SpeVersion 4 or later, SourceBytes 1 or 2 and, with HaveEl2, HaveFgt2");
  end
  // A2.3.7, FEAT_SPEv1p5
  if (Cfg.SpeVersion >= 5 && !Cfg.HaveSpeNvm) begin : gen_bad_spe_v1p5
    $error("SpeVersion 5 needs HaveSpeNvm");
  end
  // D24.7.14, ALTCLK
  if (!(Cfg.AltClock inside {0, 1, 15})) begin : gen_bad_alt_clock
    $error("AltClock must be 0, 1 or 15");
  end
  // D17.6.1
  if (Cfg.AltClock == 1 && !Cfg.HaveSpeSme) begin : gen_bad_alt_clock_smcu
    $error("AltClock 1 needs HaveSpeSme");
  end
  // A2.3.3, FEAT_SME; A2.3.1, Armv9.0
  if (Cfg.HaveSme && Cfg.Aarch32El1) begin : gen_bad_sme
    $error("HaveSme excludes Aarch32El1");
  end
  // A2.3.3, FEAT_SPE_SME
  if (Cfg.HaveSpeSme && !Cfg.HaveSme) begin : gen_bad_spe_sme
    $error("HaveSpeSme needs HaveSme");
  end
  // A2.2.10, FEAT_SPE_DPFZS
  if (Cfg.HaveDpfzs && !(Cfg.SpeVersion >= 2 && Cfg.PmuVersion >= 7)) begin : gen_bad_dpfzs
    $error("HaveDpfzs needs SpeVersion 2 and PmuVersion 7, or later");
  end
  // D17.8.4
  if (Cfg.ExternalAbort > 3) begin : gen_bad_external_abort
    $error("ExternalAbort must be 0 to 3");
  end
  // D17.8.4; D24.7.1, EA
  if (Cfg.SpeVersion >= 3 && Cfg.ExternalAbort inside {0, 3}) begin : gen_bad_abort_reported
    $error("ExternalAbort must be 1 or 2 from SpeVersion 3 on: aborts cannot be reported to the unit");
  end
  // D17.8.4.4
  if (Cfg.AbortPtrHeld && Cfg.ExternalAbort != 0) begin : gen_bad_abort_ptr_held
    $error("AbortPtrHeld needs ExternalAbort 0");
  end
  // D17.8.3.1; D24.7.1, F
  if (Cfg.SpeVersion >= 3 && !Cfg.DirtyManaged) begin : gen_bad_dirty_managed
    $error("DirtyManaged must be 1 from SpeVersion 3 on");
  end
  // D18.2.6
  if ((Cfg.ImpdefEvents & ~64'hffff0000ff00f000) != 0) begin : gen_bad_impdef_events
    $error("ImpdefEvents can only contain events 12 to 15, 24 to 31 and 48 to 63");
  end
  // D24.7.11
  if ((Cfg.OptionalFilter & ~32'h714) != 0) begin : gen_bad_optional_filter
    $error("OptionalFilter can only contain events 2, 4, 8, 9 and 10");
  end
  // unit
  if (Cfg.SpeVersion >= 2 && !(Cfg.CountCurrentIssue && Cfg.TraceCurrentIssue)) begin : gen_bad_newest_issue
    $error("SpeVersion 2 or later needs CountCurrentIssue and TraceCurrentIssue: the unit then follows issue M.a.a");
  end
  // A2.1.2; A2.2.4, FEAT_SPEv1p1; A2.3.1, Armv9.0
  if (Cfg.HaveTme && !(Cfg.SpeVersion == 1 && !Cfg.Aarch32El1)) begin : gen_bad_tme
    $error("HaveTme (Armv9.0) needs SpeVersion 1, no Aarch32El1: issue M.a.a, from SpeVersion 2 on, withdrew FEAT_TME");
  end
  // A2.2.7, FEAT_ECV_POFF
  if (Cfg.HaveEcvPoff && !(Cfg.HaveEcv && Cfg.HaveEl2)) begin : gen_bad_ecv_poff
    $error("HaveEcvPoff needs HaveEcv and HaveEl2");
  end
  // A2.2.10, FEAT_FGT2
  if (Cfg.HaveFgt2 && !Cfg.HaveFgt) begin : gen_bad_fgt2
    $error("HaveFgt2 needs HaveFgt");
  end
  // A2.2.4, FEAT_NV; A2.2.5, FEAT_NV2
  if (Cfg.NestedVirt > 2) begin : gen_bad_nested_virt
    $error("NestedVirt must be 0, 1 or 2");
  end
  // A2.2.4, FEAT_NV
  if (Cfg.NestedVirt != 0 && !Cfg.HaveEl2) begin : gen_bad_nested_virt_el2
    $error("NestedVirt needs HaveEl2");
  end
  // A2.3.5, FEAT_GCS; A2.2.10, FEAT_SPE_CRR; A2.3.1, Armv9.0
  if (Cfg.HaveGcs && !(Cfg.HaveCrr && Cfg.HavePie && !Cfg.Aarch32El1)) begin : gen_bad_gcs
    $error("HaveGcs needs HaveCrr, HavePie and no Aarch32El1");
  end
  // A2.2.10, FEAT_THE
  if (Cfg.HaveThe && !((Cfg.HavePie || !Cfg.HaveEl2) && (Cfg.HaveFgt2 || !Cfg.HaveEl2))) begin : gen_bad_the
    $error("HaveThe with HaveEl2 needs HavePie and HaveFgt2");
  end
  // unit: debug authentication changes with FEAT_Debugv8p2 and FEAT_Debugv8p4
  if (!(Cfg.DebugVersion inside {0, 2, 4})) begin : gen_bad_debug_version
    $error("DebugVersion must be 0, 2 or 4");
  end
  // A2.2.3, FEAT_SPE; unit: at most FEAT_PMUv3p9
  if (!(Cfg.PmuVersion inside {0, 1, 4, 5, 7, 8, 9})) begin : gen_bad_pmu_version
    $error("PmuVersion must be 0, 1, 4, 5, 7, 8 or 9");
  end
  // D13.1
  if (Cfg.PmuCounters > 31) begin : gen_bad_pmu_counters
    $error("PmuCounters must be 0 to 31");
  end
  // unit
  if (Cfg.PmuVersion == 0 && Cfg.PmuCounters != 0) begin : gen_bad_no_pmu
    $error("PmuCounters must be 0 with PmuVersion 0");
  end
  // A2.2.9, FEAT_MOPS; A2.2.10, FEAT_PMUv3p9, FEAT_SPE_DPFZS
  if (Cfg.PmuVersion >= 9 && !(Cfg.HaveMops && (Cfg.HaveFgt2 || !Cfg.HaveEl2) && (Cfg.HaveDpfzs || Cfg.SpeVersion < 4))
  ) begin : gen_bad_pmu_v3p9
    $error("PmuVersion 9 needs HaveMops, HaveFgt2 with HaveEl2, and HaveDpfzs from SpeVersion 4 on");
  end
  // A2.3.5, FEAT_EBEP; A2.2.9, FEAT_MOPS, FEAT_SPEv1p3, FEAT_PMUv3p8; A2.3.1, Armv9.0
  if (Cfg.HaveEbep && !(Cfg.HaveMops && Cfg.SpeVersion >= 3 && Cfg.PmuVersion inside {8, 9} && (Cfg.HaveFgt2
      || !Cfg.HaveEl2) && !Cfg.Aarch32El1)
  ) begin : gen_bad_ebep
    $error(
      "HaveEbep needs HaveMops, SpeVersion 3, PmuVersion 8 or later, no Aarch32El1, HaveFgt2 with HaveEl2 (Armv9.3)"
    );
  end
  // A2.3.5, FEAT_EBEP; A2.2.9, FEAT_PMUv3p9
  if (((Cfg.PmuVersion >= 9 && Cfg.HaveGcs) || (Cfg.PmuVersion >= 9 && Cfg.HaveEft) || (Cfg.PmuVersion >= 9
      && Cfg.AltClock != 0) || Cfg.HavePmuSme) && !Cfg.HaveEbep
  ) begin : gen_bad_ebep_armv9_3
    $error("PmuVersion 9 needs HaveEbep with HaveGcs, HaveEft, AltClock or HavePmuSme (Armv9.3)");
  end
  // D13.1; A2.2.7, FEAT_HPMN0
  if (Cfg.PmuVersion >= 1 && Cfg.PmuCounters == 0 && !(Cfg.HaveFgt || !Cfg.HaveEl2)) begin : gen_bad_hpmn0
    $error("PmuCounters 0 with HaveEl2 needs HaveFgt, which FEAT_HPMN0 needs");
  end
  // unit: it counts them itself; D14.3
  if (spu_pmu_pkg::lists_own_event(Cfg.PmuEvents)) begin : gen_bad_pmu_events_own
    $error("PmuEvents must not contain the unit's own events");
  end
  // unit: an event has one pin; D14.2
  if (spu_pmu_pkg::lists_event_twice(Cfg.PmuEvents)) begin : gen_bad_pmu_events_twice
    $error("PmuEvents must not contain an event twice");
  end
  // D14.6
  if (Cfg.PmuEventsComplete && Cfg.PmuCounters != 0 && lacks_event()) begin : gen_bad_pmu_events_complete
    $error("PmuEventsComplete needs all events that D14.6 requires in PmuEvents");
  end
  // A2.2.5, FEAT_TRF; D3.1: ExternalNoninvasiveDebugEnabled() is TRUE
  if (Cfg.HaveTrf && !(Cfg.HaveTrace && Cfg.DebugVersion == 4)) begin : gen_bad_trf
    $error("HaveTrf needs HaveTrace and DebugVersion 4");
  end
  // A2.2.3, FEAT_Debugv8p2
  if ((Cfg.SpeVersion >= 1 || Cfg.NestedVirt != 0 || Cfg.HaveSve || Cfg.PmuVersion >= 4) && Cfg.DebugVersion < 2
  ) begin : gen_bad_armv8_2
    $error("SpeVersion 1, PmuVersion 4 or later, NestedVirt and HaveSve need DebugVersion 2 or 4 (Armv8.2)");
  end
  // A2.2.5, FEAT_Debugv8p4, FEAT_SEL2; A2.2.1, FEAT_Secure
  if ((Cfg.HaveMte || Cfg.HaveEcv || Cfg.HaveFgt || Cfg.HaveTme || Cfg.PmuVersion >= 5) && !(Cfg.DebugVersion == 4
      && (Cfg.HaveSel2 || !Cfg.HaveEl2 || !Cfg.HaveEl3 || Cfg.HaveRme))
  ) begin : gen_bad_armv8_4
    $error(
      "HaveMte, HaveEcv, HaveFgt, HaveTme, PmuVersion 5 on need DebugVersion 4, HaveSel2 with EL2 and EL3 (Armv8.4)"
    );
  end
  // A2.2.5, FEAT_PMUv3p4
  if (Cfg.HaveMte && Cfg.PmuVersion == 1) begin : gen_bad_armv8_4_pmu
    $error("HaveMte needs PmuVersion 0, 4 or later (Armv8.4)");
  end
  // A2.2.4, FEAT_SPEv1p1
  if ((Cfg.HaveEcv || Cfg.HaveFgt) && Cfg.SpeVersion < 1) begin : gen_bad_armv8_5
    $error("HaveEcv and HaveFgt need SpeVersion 1 or later (Armv8.5)");
  end
  // A2.2.6, FEAT_PMUv3p5
  if ((Cfg.HaveEcv || Cfg.HaveFgt || Cfg.HaveTme) && Cfg.PmuVersion inside {1, 4}) begin : gen_bad_armv8_5_pmu
    $error("HaveEcv, HaveFgt and HaveTme need PmuVersion 0, 5 or later (Armv8.5)");
  end
  // A2.2.7, FEAT_ECV, FEAT_FGT
  if ((Cfg.SpeVersion >= 2 || Cfg.PmuVersion >= 7) && !(Cfg.HaveEcv && (Cfg.HaveFgt || !(Cfg.HaveEl2 || Cfg.HaveEl3)))
  ) begin : gen_bad_armv8_6
    $error("SpeVersion 2 and PmuVersion 7, or later, need HaveEcv, and HaveFgt with EL2 or EL3 (Armv8.6)");
  end
  // A2.2.8, FEAT_SPEv1p2
  if ((Cfg.HaveMops || Cfg.HaveSme || Cfg.PmuVersion >= 8) && Cfg.SpeVersion < 2) begin : gen_bad_armv8_7
    $error("HaveMops, HaveSme and PmuVersion 8 or later need SpeVersion 2 or later (Armv8.7)");
  end
  // A2.2.8, FEAT_PMUv3p7
  if ((Cfg.SpeVersion >= 3 || Cfg.HaveMops || Cfg.HaveSme) && !(Cfg.PmuVersion inside {0, 7, 8, 9})
  ) begin : gen_bad_armv8_7_pmu
    $error("SpeVersion 3 or later, HaveMops and HaveSme need PmuVersion 0, 7 or later (Armv8.7)");
  end
  // A2.2.9, FEAT_MOPS, FEAT_PMUv3p8
  if ((Cfg.SpeVersion >= 4 || Cfg.HaveFgt2 || Cfg.HavePie || Cfg.HavePoe || Cfg.HaveThe) && !(Cfg.HaveMops
      && Cfg.PmuVersion inside {0, 8, 9})
  ) begin : gen_bad_armv8_8
    $error("SpeVersion 4 on, HaveFgt2, HavePie, HavePoe and HaveThe need HaveMops, PmuVersion 0 or 8 on (Armv8.8)");
  end
  // A2.2.9, FEAT_SPEv1p3
  if ((Cfg.HaveFgt2 || Cfg.HavePie || Cfg.HavePoe || Cfg.HaveThe || Cfg.PmuVersion >= 9) && Cfg.SpeVersion < 3
  ) begin : gen_bad_armv8_8_spe
    $error("HaveFgt2, HavePie, HavePoe, HaveThe and PmuVersion 9 need SpeVersion 3 or later (Armv8.8)");
  end
  // A2.3.6, FEAT_SPE_EFT, FEAT_SPE_FPF, FEAT_SPE_ALTCLK; A2.2.10; A2.3.1, Armv9.0
  if ((Cfg.HaveEft || Cfg.AltClock != 0) && !(Cfg.HaveCrr && (Cfg.HaveFds || Cfg.SourceBytes == 0) && (Cfg.HaveFgt2
      || !Cfg.HaveEl2) && !Cfg.Aarch32El1 && Cfg.PmuVersion inside {0, 9})
  ) begin : gen_bad_armv8_9
    $error("HaveEft and AltClock need HaveCrr, HaveFds, HaveFgt2, PmuVersion 0 or 9 and no Aarch32El1 (Armv9.4)");
  end
  // A2.3.6, FEAT_PMUv3_SME; A2.2.10
  if (Cfg.HavePmuSme && !(Cfg.HaveSme && Cfg.PmuVersion >= 9 && Cfg.HaveCrr && (Cfg.HaveFds || Cfg.SourceBytes == 0))
  ) begin : gen_bad_pmu_sme
    $error("HavePmuSme needs HaveSme, PmuVersion 9, HaveCrr and, with SourceBytes, HaveFds (Armv9.4)");
  end
  // A2.3.7, FEAT_SPE_nVM; A2.3.6, FEAT_SPE_EFT, FEAT_PMUv3_SME; A2.3.3, FEAT_SPE_SME
  if (Cfg.HaveSpeNvm && !(Cfg.HaveEft && (Cfg.HaveSpeSme || !Cfg.HaveSme) && (Cfg.HavePmuSme || !Cfg.HaveSme
      || Cfg.PmuVersion == 0))
  ) begin : gen_bad_armv9_5
    $error("HaveSpeNvm needs HaveEft and, with HaveSme, HaveSpeSme and (unless PmuVersion 0) HavePmuSme (Armv9.5)");
  end
  // D18.2.6, E[11]
  if (Cfg.SpeVersion >= 1 && Cfg.EventsBytes < 2) begin : gen_bad_events_bytes_alignment
    $error("SpeVersion 1 or later needs EventsBytes 2 or more: event 11");
  end
  // D18.2.6, E[25], E[24], E[18], E[17], E[16]
  if (((Cfg.HaveSve && Cfg.SpeVersion >= 1) || Cfg.HaveSme || Cfg.HaveTme) && Cfg.EventsBytes < 4
  ) begin : gen_bad_events_bytes_vectors
    $error("HaveSve from SpeVersion 1, HaveSme and HaveTme need EventsBytes 4 or more: events 16 to 18, 24 and 25");
  end
  // D17.9.1, RSXWCP, RVCYWL
  if (Cfg.NotEnabledWrite > 2) begin : gen_bad_not_enabled_write
    $error("NotEnabledWrite must be 0, 1 or 2");
  end
  // D24.3.18, NSPB
  if (!(Cfg.ReservedNsxb inside {0, 1, 2, 3, 6, 7})) begin : gen_bad_reserved_nsxb
    $error("ReservedNsxb must be a value of {NSPBE, NSPB} that is not reserved: 0 to 3, 6 or 7");
  end
  // D24.3.18, NSPB
  if (Cfg.ReservedNsxb <= 1 && !(Cfg.HaveSel2 || !Cfg.HaveRme)) begin : gen_bad_reserved_nsxb_secure
    $error("ReservedNsxb 0 and 1 need a Secure state, which HaveRme only has with HaveSel2");
  end
  // D24.3.18, NSPB
  if (Cfg.ReservedNsxb inside {6, 7} && !Cfg.HaveRme) begin : gen_bad_reserved_nsxb_realm
    $error("ReservedNsxb 6 and 7 need HaveRme");
  end
  // J1.1.1, EffectivePMSCR_EL1_EE
  if (!(Cfg.ReservedEe inside {0, 3})) begin : gen_bad_reserved_ee
    $error("ReservedEe must be 0 or 3");
  end
  // D24.7.8, PCT
  if (!(Cfg.ReservedPct inside {0, 1, 3})) begin : gen_bad_reserved_pct
    $error("ReservedPct must be 0, 1 or 3");
  end
  // D24.7.8, PCT
  if (Cfg.ReservedPct == 3 && !Cfg.HaveEcv) begin : gen_bad_reserved_pct_ecv
    $error("ReservedPct 3 needs HaveEcv");
  end
  // D24.4.74, TS
  if (!(Cfg.ReservedTrfEl1 inside {1, 2, 3})) begin : gen_bad_reserved_trf_el1
    $error("ReservedTrfEl1 must be 1, 2 or 3");
  end
  // D24.4.74, TS
  if (Cfg.ReservedTrfEl1 == 2 && !Cfg.HaveEcv) begin : gen_bad_reserved_trf_el1_ecv
    $error("ReservedTrfEl1 2 needs HaveEcv");
  end
  // D24.4.75, TS
  if (Cfg.ReservedTrfEl2 > 3) begin : gen_bad_reserved_trf_el2
    $error("ReservedTrfEl2 must be 0 to 3");
  end
  // D24.4.75, TS
  if (Cfg.ReservedTrfEl2 == 2 && !Cfg.HaveEcv) begin : gen_bad_reserved_trf_el2_ecv
    $error("ReservedTrfEl2 2 needs HaveEcv");
  end

endmodule
