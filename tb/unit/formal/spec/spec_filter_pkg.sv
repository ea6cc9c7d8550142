// SPDX-License-Identifier: Apache-2.0
//
// Specification of the filter block: SPECollectRecord() and its parts, Arm ARM J1.1.1 and D17.5, with their clauses in
// Arm's order. Written from the Arm documents, not from the RTL: make formal proves that the two agree.

package spec_filter_pkg;

  import spu_pkg::*;

  // The Events packet bits that SPEFilterByEvents() checks. Before FEAT_SPEv1p4 bits 10:8, 4 and 2 are
  // IMPLEMENTATION DEFINED; FEAT_SPE_FnE comes with FEAT_SPEv1p2.
  function automatic logic [63:0] filter_mask(config_t cfg);
    logic [63:0] mask, impdef_mask;
    mask = 0;
    impdef_mask = cfg.ImpdefEvents;
    mask[63:48] = impdef_mask[63:48];
    if (cfg.SpeVersion >= 4) mask[23:19] = '1;
    else mask[31:24] = impdef_mask[31:24];
    // D24.7.11, D24.7.17: only FEAT_SPE_SME; the pseudocode also requires FEAT_SPEv1p4.
    if (cfg.HaveSpeSme) mask[25:24] = '1;
    // D24.7.11, D24.7.17: FEAT_SVE or FEAT_SME; the pseudocode requires FEAT_SVE.
    if (cfg.SpeVersion >= 1 && (cfg.HaveSve || cfg.HaveSme)) mask[18:17] = '1;
    mask[16] = cfg.HaveTme;  // D24.7.11; the pseudocode is for a PE without FEAT_TME
    mask[15:12] = impdef_mask[15:12];
    if (cfg.SpeVersion >= 1) mask[11] = 1;
    mask[10:8] = (cfg.SpeVersion >= 4) ? '1 : cfg.OptionalFilter[10:8];
    mask[7] = 1;
    if (cfg.SpeVersion >= 2) mask[6] = 1;
    mask[5] = 1;
    mask[3] = 1;
    mask[1] = cfg.SquashedRecorded;  // D24.7.11, D24.7.17: ignored where speculative operations are never recorded
    mask[4] = (cfg.SpeVersion >= 4) || cfg.OptionalFilter[4];
    mask[2] = (cfg.SpeVersion >= 4) || cfg.OptionalFilter[2];
    // D24.7.11: only implemented events, which are those with a bit in the packet (D18.2.6, SZ).
    for (int unsigned n = 0; n < 64; n++) if (n >= 8 * cfg.EventsBytes) mask[n] = 0;
    return mask;
  endfunction

  function automatic bit have_fne(config_t cfg);
    return cfg.SpeVersion >= 2;
  endfunction

  // All events in PMSEVFR_EL1 are set; all in PMSNEVFR_EL1 are clear.
  function automatic bit is_evt(config_t cfg, regs_t regs, logic [63:0] events);
    logic [63:0] e, evfr;
    e = events & filter_mask(cfg);
    evfr = regs.pmsevfr & filter_mask(cfg);
    return (~e & evfr) == 0;
  endfunction

  function automatic bit is_nevt(config_t cfg, regs_t regs, logic [63:0] events);
    logic [63:0] e, nevfr;
    if (!have_fne(cfg)) return 1;
    e = events & filter_mask(cfg);
    nevfr = regs.pmsnevfr & filter_mask(cfg);
    return (e & nevfr) == 0;
  endfunction

  // SPEFilterByEvents(): either filter rejects.
  function automatic bit filter_by_events(config_t cfg, regs_t regs, logic [63:0] events);
    logic [63:0] evfr, nevfr;
    bit is_rejected_event, is_rejected_nevent;
    evfr = regs.pmsevfr & filter_mask(cfg);
    nevfr = regs.pmsnevfr & filter_mask(cfg);
    is_rejected_event = 0;
    is_rejected_nevent = 0;
    if (regs.pmsfcr.fe) begin
      if (evfr != 0) is_rejected_event = !is_evt(cfg, regs, events);
      else is_rejected_event = cfg.ZeroEventsReject;
    end
    if (have_fne(cfg) && regs.pmsfcr.fne) begin
      if (nevfr != 0) is_rejected_nevent = !is_nevt(cfg, regs, events);
      else is_rejected_nevent = cfg.ZeroEventsReject;
    end
    if (have_fne(cfg) && regs.pmsfcr.fne && regs.pmsfcr.fe && (evfr & nevfr) != 0) begin
      is_rejected_nevent = cfg.BothEventsReject;
      is_rejected_event = cfg.BothEventsReject;
    end
    return is_rejected_event || is_rejected_nevent;
  endfunction

  // flags of SPEFilterByType() without FEAT_SPE_EFT: {ST, LD, B}. A branch that accesses the Guarded Control Stack is
  // also a load or store.
  function automatic logic [2:0] type_flags(op_type_e optype);
    case (optype)
      OpTypeBranch: return 3'b001;
      OpTypeLoad: return 3'b010;
      OpTypeStore: return 3'b100;
      OpTypeLoadAtomic: return 3'b110;
      OpTypeBranchLoad: return 3'b011;
      OpTypeBranchStore: return 3'b101;
      default: return 3'b000;
    endcase
  endfunction

  // flags, ctrl and mask with FEAT_SPE_EFT: {SIMD, FP, ST, LD, B}. Without it ctrl has three bits, and mask is zero
  // (D17.5.1).
  function automatic logic [4:0] filter_flags(sample_t sample);
    return {sample.simd, sample.fp, type_flags(sample.op_type)};
  endfunction

  function automatic logic [4:0] filter_ctrl(config_t cfg, regs_t regs);
    logic [4:0] ctrl;
    ctrl = 0;
    ctrl[2:0] = {regs.pmsfcr.st, regs.pmsfcr.ld, regs.pmsfcr.b};
    if (cfg.HaveEft) ctrl[4:3] = {regs.pmsfcr.simd, regs.pmsfcr.fp};
    return ctrl;
  endfunction

  function automatic logic [4:0] filter_type_mask(config_t cfg, regs_t regs);
    if (!cfg.HaveEft) return 0;
    return {regs.pmsfcr.simdm, regs.pmsfcr.fpm, regs.pmsfcr.stm, regs.pmsfcr.ldm, regs.pmsfcr.bm};
  endfunction

  // RYGCFK, ILVCZH: discarded by the OR of the unmasked types, or by the AND of the masked ones.
  function automatic bit discarded_by_or(logic [4:0] flags, logic [4:0] ctrl, logic [4:0] mask);
    return (ctrl & ~mask) != 0 && (flags & (ctrl & ~mask)) == 0;
  endfunction

  function automatic bit discarded_by_and(logic [4:0] flags, logic [4:0] ctrl, logic [4:0] mask);
    return (flags & mask) != (ctrl & mask);
  endfunction

  // SPEFilterByType().
  function automatic bit is_op(config_t cfg, regs_t regs, sample_t sample);
    logic [4:0] flags, ctrl, mask;
    flags = filter_flags(sample);
    ctrl = filter_ctrl(cfg, regs);
    mask = filter_type_mask(cfg, regs);
    return !discarded_by_or(flags, ctrl, mask) && !discarded_by_and(flags, ctrl, mask);
  endfunction

  // Whether SAMPLE_FEED_OP counts: for either value of FT, but not if all constraints are zero (D14.3).
  function automatic bit feeds_op(config_t cfg, regs_t regs, sample_t sample);
    if (filter_ctrl(cfg, regs) == 0 && filter_type_mask(cfg, regs) == 0) return 0;
    return is_op(cfg, regs, sample);
  endfunction

  function automatic bit filter_by_type(config_t cfg, regs_t regs, sample_t sample);
    if (!regs.pmsfcr.ft) return 0;
    if (cfg.HaveEft || filter_ctrl(cfg, regs) != 0) return !is_op(cfg, regs, sample);
    return cfg.NoTypesReject;
  endfunction

  // SPEFilterByLatency().
  function automatic bit is_lat(regs_t regs, logic [15:0] total_latency);
    return total_latency >= regs.minlat;
  endfunction

  function automatic bit filter_by_latency(config_t cfg, regs_t regs, logic [15:0] total_latency);
    if (!regs.pmsfcr.fl) return 0;
    if (regs.minlat != 0) return !is_lat(regs, total_latency);
    return cfg.ZeroLatencyReject;
  endfunction

  // SPEFilterByDataSource(). D17.5.4 says "load operations", which includes a branch that reads the Guarded Control
  // Stack.
  function automatic bit is_load_with_source(config_t cfg, sample_t sample);
    return cfg.HaveFds && sample.source_valid
           && sample.op_type inside {OpTypeLoad, OpTypeLoadAtomic, OpTypeBranchLoad};
  endfunction

  // Whether SAMPLE_FEED_DS counts.
  function automatic bit is_ds(config_t cfg, regs_t regs, sample_t sample);
    return is_load_with_source(cfg, sample) && regs.pmsdsfr[sample.source[5:0]];
  endfunction

  function automatic bit filter_by_data_source(config_t cfg, regs_t regs, sample_t sample);
    if (!is_load_with_source(cfg, sample) || !regs.pmsfcr.fds) return 0;
    return !is_ds(cfg, regs, sample);
  endfunction

  // SPECollectRecord().
  function automatic bit collect_record(config_t cfg, regs_t regs, sample_t sample);
    return !(filter_by_events(cfg, regs, sample.events) || filter_by_type(cfg, regs, sample)
             || filter_by_latency(cfg, regs, sample.total_latency)
             || filter_by_data_source(cfg, regs, sample));
  endfunction

endpackage
