// SPDX-License-Identifier: Apache-2.0
//
// A configuration that cannot work fails here, at elaboration. No logic. spu_config_check() of the model refuses
// the same ones.

module spu_config_check
  import spu_pkg::*;
#(
  parameter config_t Cfg
) ();

  if (Cfg.DispatchWidth < 1 || Cfg.DispatchWidth > MaxDispatchWidth) begin : gen_bad_dispatch_width
    $error("DispatchWidth must be 1 to 8");
  end
  if (!(Cfg.AxiDataWidth inside {64, 128, 256, 512})) begin : gen_bad_axi_data_width
    $error("AxiDataWidth must be 64, 128, 256 or 512");
  end
  if (Cfg.InFlight < 1 || Cfg.InFlight > MaxInFlight) begin : gen_bad_in_flight
    $error("InFlight must be 1 to 4");
  end
  if (Cfg.RecordAlign > 11) begin : gen_bad_record_align
    $error("RecordAlign must be 0 to 11");
  end
  if (Cfg.MaxSize < 4 || Cfg.MaxSize > 7) begin : gen_bad_max_size
    $error("MaxSize must be 4 to 7");
  end
  if (largest_record(Cfg) > (1 << Cfg.MaxSize)) begin : gen_bad_record_size
    $error("the largest record does not fit in 2^MaxSize bytes");
  end
  if (Cfg.MinInterval > 8 || Cfg.MinInterval == 1) begin : gen_bad_min_interval
    $error("MinInterval must be 0 or 2 to 8");
  end
  if (!(Cfg.EventsBytes inside {1, 2, 4, 8})) begin : gen_bad_events_bytes
    $error("EventsBytes must be 1, 2, 4 or 8");
  end
  if (Cfg.SourceBytes > 2) begin : gen_bad_source_bytes
    $error("SourceBytes must be 0, 1 or 2");
  end
  if (Cfg.SecureOnly && Cfg.HaveEl3) begin : gen_bad_secure_only
    $error("SecureOnly is for a PE without EL3");
  end
  if (Cfg.HaveSel2 && !Cfg.HaveEl2) begin : gen_bad_sel2
    $error("HaveSel2 needs HaveEl2");
  end
  if (Cfg.HaveRme && !(Cfg.HaveEl2 && Cfg.HaveEl3)) begin : gen_bad_rme
    $error("HaveRme needs HaveEl2 and HaveEl3");
  end
  if (Cfg.Aarch32El2 && !(Cfg.HaveEl2 && Cfg.Aarch32El1)) begin : gen_bad_aarch32_el2
    $error("Aarch32El2 needs HaveEl2 and Aarch32El1");
  end
  if (Cfg.Aarch32El3
      && (!Cfg.HaveEl3 || !Cfg.Aarch32El1 || (Cfg.HaveEl2 && !Cfg.Aarch32El2) || Cfg.HaveRme)
     ) begin : gen_bad_aarch32_el3
    $error("Aarch32El3 needs HaveEl3 and AArch32 at every lower level, and no HaveRme");
  end
  if (Cfg.SpeVersion > 4) begin : gen_bad_spe_version
    $error("SpeVersion must be 0 to 4");
  end
  if (Cfg.HaveEcvPoff && !Cfg.HaveEcv) begin : gen_bad_ecv_poff
    $error("HaveEcvPoff needs HaveEcv");
  end
  if (Cfg.HaveFgt2 && !Cfg.HaveFgt) begin : gen_bad_fgt2
    $error("HaveFgt2 needs HaveFgt");
  end
  if (Cfg.NestedVirt > ((Cfg.HaveEl2) ? 2 : 0)) begin : gen_bad_nested_virt
    $error("NestedVirt must be 0, 1 or 2, and 0 without HaveEl2");
  end
  if (!(Cfg.DebugVersion inside {0, 2, 4})) begin : gen_bad_debug_version
    $error("DebugVersion must be 0, 2 or 4");
  end
  if (Cfg.DebugVersion != 4 && (Cfg.HaveEcv || Cfg.HaveRme)) begin : gen_bad_debug_feature
    $error("HaveEcv and HaveRme need DebugVersion 4");
  end
  if (!(Cfg.PmuVersion inside {0, 1, 4, 5, 7, 8})) begin : gen_bad_pmu_version
    $error("PmuVersion must be 0, 1, 4, 5, 7 or 8");
  end
  if (Cfg.PmuCounters > ((Cfg.PmuVersion == 0) ? 0 : MaxEventCounters)) begin : gen_bad_pmu_counters
    $error("PmuCounters must be 0 to 31, and 0 without performance monitors");
  end
  if (pmu_pkg::lists_own_event(Cfg.PmuEvents)) begin : gen_bad_pmu_events_own
    $error("PmuEvents must not have the unit's own events");
  end
  if (pmu_pkg::lists_event_twice(Cfg.PmuEvents)) begin : gen_bad_pmu_events_twice
    $error("PmuEvents must not have an event twice");
  end
  if (Cfg.HaveTrf && !Cfg.HaveTrace) begin : gen_bad_trf
    $error("HaveTrf needs HaveTrace");
  end
  if (Cfg.ExternalAbort > AbortReportedAsync) begin : gen_bad_external_abort
    $error("ExternalAbort must be 0 to 3");
  end
  if (Cfg.SpeVersion >= 3
      && Cfg.ExternalAbort inside {AbortReportedSync, AbortReportedAsync}) begin : gen_bad_abort_version
    $error("from FEAT_SPEv1p3 an External abort cannot be reported to the unit");
  end
  if (Cfg.NotEnabledWrite > NotEnabledNotAllowed) begin : gen_bad_not_enabled_write
    $error("NotEnabledWrite must be 0, 1 or 2");
  end
  if (!(Cfg.ReservedNsxb inside {2, 3}) && !(Cfg.ReservedNsxb inside {0, 1} && (Cfg.HaveSel2 || !Cfg.HaveRme))
      && !(Cfg.ReservedNsxb inside {6, 7} && Cfg.HaveRme)) begin : gen_bad_reserved_nsxb
    $error("ReservedNsxb must be an {NSPBE, NSPB} that is not reserved itself");
  end
  if (!(Cfg.ReservedPct inside {0, 1}) && !(Cfg.ReservedPct == 3 && Cfg.HaveEcv)) begin : gen_bad_reserved_pct
    $error("ReservedPct must be 0, 1, or 3 with HaveEcv");
  end
  if (!(Cfg.ReservedTrfEl1 inside {1, 3}) && !(Cfg.ReservedTrfEl1 == 2 && Cfg.HaveEcv)) begin : gen_bad_reserved_trf_el1
    $error("ReservedTrfEl1 must be 1, 3, or 2 with HaveEcv");
  end
  if (!(Cfg.ReservedTrfEl2 inside {0, 1, 3})
      && !(Cfg.ReservedTrfEl2 == 2 && Cfg.HaveEcv)) begin : gen_bad_reserved_trf_el2
    $error("ReservedTrfEl2 must be 0, 1, 3, or 2 with HaveEcv");
  end

endmodule
