// SPDX-License-Identifier: Apache-2.0
//
// Specification of the filter block: SPECollectRecord() and its parts, Arm ARM J1.1.1 and D17.5, with the
// order of their clauses. Written from the Arm documents, not from the RTL: make formal proves that the two
// agree.

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
    if (cfg.SpeVersion >= 1 && cfg.HaveSve) mask[18:17] = '1;
    mask[16] = cfg.HaveTme;  // D24.7.11; the pseudocode is of a PE without FEAT_TME
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
    return mask;
  endfunction

  function automatic bit have_fne(config_t cfg);
    return cfg.SpeVersion >= 2;
  endfunction

  // All events of PMSEVFR_EL1 are set; all of PMSNEVFR_EL1 are clear.
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

  // SPEFilterByEvents(): rejected by either.
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

  // flags of SPEFilterByType(): {ST, LD, B}. A branch that accesses the Guarded Control Stack is a load or
  // store too.
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

  // SPEFilterByType() without FEAT_SPE_EFT.
  function automatic bit is_op(regs_t regs, op_type_e optype);
    logic [2:0] ctrl;
    ctrl = {regs.pmsfcr.st, regs.pmsfcr.ld, regs.pmsfcr.b};
    return ctrl == 0 || (type_flags(optype) & ctrl) != 0;
  endfunction

  function automatic bit filter_by_type(config_t cfg, regs_t regs, op_type_e optype);
    logic [2:0] ctrl;
    ctrl = {regs.pmsfcr.st, regs.pmsfcr.ld, regs.pmsfcr.b};
    if (!regs.pmsfcr.ft) return 0;
    if (ctrl != 0) return !is_op(regs, optype);
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

  // SPEFilterByDataSource(). D17.5.4 says "load operations": a branch that reads the Guarded Control Stack is
  // one.
  function automatic bit is_load_with_source(config_t cfg, sample_t sample);
    return cfg.HaveFds && sample.source_valid
           && sample.op_type inside {OpTypeLoad, OpTypeLoadAtomic, OpTypeBranchLoad};
  endfunction

  // SAMPLE_FEED_DS happens.
  function automatic bit is_ds(config_t cfg, regs_t regs, sample_t sample);
    return is_load_with_source(cfg, sample) && regs.pmsdsfr[sample.source[5:0]];
  endfunction

  function automatic bit filter_by_data_source(config_t cfg, regs_t regs, sample_t sample);
    if (!is_load_with_source(cfg, sample) || !regs.pmsfcr.fds) return 0;
    return !is_ds(cfg, regs, sample);
  endfunction

  // SPECollectRecord().
  function automatic bit collect_record(config_t cfg, regs_t regs, sample_t sample);
    return !(filter_by_events(cfg, regs, sample.events) || filter_by_type(cfg, regs, sample.op_type)
             || filter_by_latency(cfg, regs, sample.total_latency)
             || filter_by_data_source(cfg, regs, sample));
  endfunction

endpackage
