// SPDX-License-Identifier: Apache-2.0
//
// Configurations for proofs only: rows of spu_config_pkg with a few changed fields, so that the subject of the proof
// fits into a small state space.

package formal_config_pkg;

  import spu_pkg::*;
  import spu_config_pkg::*;

  // Two operations in flight, short records: alignment 8, narrow bus.
  function automatic config_t two_tags();
    config_t cfg;
    cfg              = ConfigBase;
    cfg.DispatchWidth = 2;
    cfg.InFlight     = 2;
    cfg.RecordAlign  = 3;
    cfg.PtrAlign     = 0;
    cfg.AxiDataWidth = 64;
    return cfg;
  endfunction
  localparam config_t ConfigFormalTwo = two_tags();

  // External aborts reported with their address, so the buffer block waits for responses.
  function automatic config_t synchronous_abort();
    config_t cfg;
    cfg               = ConfigBase;
    cfg.AxiDataWidth  = 64;
    cfg.ExternalAbort = AbortReportedSync;
    return cfg;
  endfunction
  localparam config_t ConfigFormalSync = synchronous_abort();

  // FEAT_SPEv1p5 without EL3 and FEAT_NV: the effect of a reserved PMSCR_EL1.EE is a choice.
  function automatic config_t exceptions_without_el3();
    config_t cfg;
    cfg              = ConfigV9p6;
    cfg.HaveEl3      = 0;
    cfg.HaveSel2     = 0;
    cfg.HaveRme      = 0;
    cfg.NestedVirt   = 0;
    cfg.ReservedEe   = 3;
    cfg.ReservedNsxb = 2;
    return cfg;
  endfunction
  localparam config_t ConfigFormalExc = exceptions_without_el3();

  // FEAT_SPEv1p5 without EL2, with the other choice, in a small unit.
  function automatic config_t exceptions_without_el2();
    config_t cfg;
    cfg               = ConfigV9p6;
    cfg.DispatchWidth = 2;
    cfg.InFlight      = 2;
    cfg.AxiDataWidth  = 64;
    cfg.HaveEl2       = 0;
    cfg.HaveVhe       = 0;
    cfg.HaveSel2      = 0;
    cfg.HaveEcvPoff   = 0;
    cfg.HaveRme       = 0;
    cfg.NestedVirt    = 0;
    cfg.ReservedEe    = 0;
    cfg.ReservedNsxb  = 2;
    return cfg;
  endfunction
  localparam config_t ConfigFormalExcEl1 = exceptions_without_el2();

  // FEAT_SPE_nVM before FEAT_SPEv1p5.
  function automatic config_t early_nvm();
    config_t cfg;
    cfg            = ConfigV9p6;
    cfg.SpeVersion = 4;
    return cfg;
  endfunction
  localparam config_t ConfigFormalNvm = early_nvm();

  // Every level can use AArch32, with the newest issues' rules for MPMX and MCCD, and for a trace unit without
  // self-hosted controls that uses all authentication signals.
  function automatic config_t newest_texts();
    config_t cfg;
    cfg                   = ConfigAarch32El3;
    cfg.PmuVersion        = 7;
    cfg.CountCurrentIssue = 1;
    cfg.TraceCurrentIssue = 1;
    cfg.HaveTrf           = 0;
    cfg.DebugVersion      = 2;
    return cfg;
  endfunction
  localparam config_t ConfigFormalText = newest_texts();

  // Freeze on SPE event before FEAT_PMUv3p7.
  function automatic config_t early_freeze();
    config_t cfg;
    cfg            = ConfigV8p7;
    cfg.PmuVersion = 5;
    return cfg;
  endfunction
  localparam config_t ConfigFormalFreeze = early_freeze();

  // All of FEAT_SPE_EFT, FEAT_SPE_FPF, FEAT_SPE_SME, FEAT_SPE_ALTCLK, FEAT_SPE_DPFZS, FEAT_PMUv3p9 and ExposedLatency
  // in a small unit: SME without SVE, an alternate clock, EL0 in AArch32 below an EL1 in AArch64, counters of 12 bits,
  // and a choice for a filter without types that must have no effect.
  function automatic config_t all_features();
    config_t cfg;
    cfg               = ConfigV9p6;
    cfg.DispatchWidth = 2;
    cfg.InFlight      = 2;
    cfg.AxiDataWidth  = 64;
    cfg.ExposedLatency = 1;
    cfg.Aarch32El0    = 1;
    cfg.AltClock      = 15;
    cfg.Count16bit    = 0;
    cfg.HaveSve       = 0;
    cfg.PmuCounters   = 2;
    cfg.PmuEvents     = PmuEventsV3p4;
    cfg.PmuEventsComplete = 0;
    cfg.NoTypesReject = 1;
    return cfg;
  endfunction
  localparam config_t ConfigFormalFeatures = all_features();

  // FEAT_SPE_SME in Armv9.2's version, without SVE: events 24 and 25 are in the IMPLEMENTATION DEFINED range there, but
  // are not IMPLEMENTATION DEFINED.
  function automatic config_t early_sme();
    config_t cfg;
    cfg              = ConfigV8p7;
    cfg.HaveSme      = 1;
    cfg.HaveSpeSme   = 1;
    cfg.HaveSve      = 0;
    cfg.PmuEventsComplete = 0;
    cfg.ImpdefEvents = 64'hffff_0000_fc00_f000;
    return cfg;
  endfunction
  localparam config_t ConfigFormalSme = early_sme();

  // Only FEAT_SME: events 17 and 18, and loads and stores of its registers.
  function automatic config_t sme_alone();
    config_t cfg;
    cfg            = early_sme();
    cfg.HaveSpeSme = 0;
    return cfg;
  endfunction
  localparam config_t ConfigFormalSmeAlone = sme_alone();

  // FEAT_PMUv3p9 and FEAT_SPE_DPFZS, with AArch32 at every level.
  function automatic config_t user_access();
    config_t cfg;
    cfg                   = ConfigAarch32El3;
    cfg.SpeVersion        = 3;
    cfg.DirtyManaged      = 1;
    cfg.HaveEcv           = 1;
    cfg.HaveFgt           = 1;
    cfg.HaveFgt2          = 1;
    cfg.HaveMops          = 1;
    cfg.HaveDpfzs         = 1;
    cfg.PmuVersion        = 9;
    cfg.CountCurrentIssue = 1;
    cfg.TraceCurrentIssue = 1;
    return cfg;
  endfunction
  localparam config_t ConfigFormalUser = user_access();

endpackage
