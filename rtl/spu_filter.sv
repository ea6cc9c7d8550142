// SPDX-License-Identifier: Apache-2.0
//
// Decides whether a finished sample is kept: SPECollectRecord() (Arm ARM D17.5, J1; registers of D24.7). Combinational.
//
// A kept sample passes every enabled filter. feed_o has the sample's types and the filters that it would pass, whether
// or not they are enabled: the PMU events SAMPLE_FEED_* (D14.3).

module spu_filter
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
#(
  parameter config_t Cfg
) (
  input  regs_t   regs_i,
  input  sample_t sample_i,
  output logic    keep_o,
  output feed_t   feed_o
);

  localparam bit HaveInverted = Cfg.SpeVersion >= 2;  // PMSNEVFR_EL1, PMSFCR_EL1.FnE
  localparam logic [63:0] FilterMask = filterable_events(Cfg);

  // A bit for each type; simd and fp are always 0 without FEAT_SPE_EFT.
  typedef struct packed {
    logic simd;
    logic fp;
    logic br;
    logic ld;
    logic st;
  } flags_t;

  // D17.5.1: atomics that return a value are loads and stores; a branch that accesses the Guarded Control
  // Stack is a branch, and a load or a store.
  function automatic flags_t type_flags(op_type_e op_type, logic simd, logic fp);
    flags_t flags;
    flags.simd = Cfg.HaveEft && simd;
    flags.fp = Cfg.HaveEft && fp;
    flags.br = op_type inside {OpTypeBranch, OpTypeBranchLoad, OpTypeBranchStore};
    flags.ld = op_type inside {OpTypeLoad, OpTypeLoadAtomic, OpTypeBranchLoad};
    flags.st = op_type inside {OpTypeStore, OpTypeLoadAtomic, OpTypeBranchStore};
    return flags;
  endfunction

  // D17.5.2: every event of PMSEVFR_EL1 is set.
  function automatic logic has_events(logic [63:0] wanted, logic [63:0] set);
    return (~set & wanted) == '0;
  endfunction

  // D17.5.2: no event of PMSNEVFR_EL1 is set.
  function automatic logic lacks_events(logic [63:0] unwanted, logic [63:0] set);
    return !HaveInverted || (set & unwanted) == '0;
  endfunction

  // D17.5.2: both event filters, with masks of implemented bits.
  function automatic logic filter_by_events(pmsfcr_t control, logic [63:0] wanted, logic [63:0] unwanted,
                                            logic [63:0] set);
    logic inverted, rejected_event, rejected_nevent;
    inverted        = HaveInverted && control.fne;
    rejected_event  = (wanted == '0) ? Cfg.ZeroEventsReject : !has_events(wanted, set);
    rejected_nevent = (unwanted == '0) ? Cfg.ZeroEventsReject : !lacks_events(unwanted, set);
    if (control.fe && inverted && (wanted & unwanted) != '0) return Cfg.BothEventsReject;
    return (control.fe && rejected_event) || (inverted && rejected_nevent);
  endfunction

  // D17.5.1: ctrl, PMSFCR_EL1.TYPE.
  function automatic flags_t type_controls(pmsfcr_t control);
    return {Cfg.HaveEft && control.simd, Cfg.HaveEft && control.fp, control.b, control.ld, control.st};
  endfunction

  // D17.5.1: mask, PMSFCR_EL1.TYPEm.
  function automatic flags_t type_mask(pmsfcr_t control);
    if (!Cfg.HaveEft) return '0;
    return {control.simdm, control.fpm, control.bm, control.ldm, control.stm};
  endfunction

  // D17.5.1, RYGCFK: the operation is of one of the selected types whose mask is 0, if there are any, and agrees with
  // the control of each type whose mask is 1.
  function automatic logic has_types(flags_t ctrl, flags_t mask, flags_t flags);
    flags_t any_of;
    any_of = ctrl & ~mask;
    return (any_of == '0 || (flags & any_of) != '0) && ((flags ^ ctrl) & mask) == '0;
  endfunction

  // D17.5.1: the operation must be of a selected type.
  function automatic logic filter_by_type(pmsfcr_t control, flags_t flags);
    flags_t selected;
    selected = type_controls(control);
    if (!control.ft) return 1'b0;
    if (Cfg.HaveEft) return !has_types(selected, type_mask(control), flags);
    return (selected == '0) ? Cfg.NoTypesReject : ((flags & selected) == '0);
  endfunction

  // SAMPLE_FEED_OP: 0 without a selected type or a mask.
  function automatic logic feeds_op(flags_t ctrl, flags_t mask, flags_t flags);
    if (Cfg.HaveEft) return (ctrl | mask) != '0 && has_types(ctrl, mask, flags);
    return (flags & ctrl) != '0;
  endfunction

  // D17.5.3: total latency must reach the minimum.
  function automatic logic filter_by_latency(pmsfcr_t control, logic [15:0] minlat, logic [15:0] latency);
    if (!control.fl) return 1'b0;
    return (minlat == '0) ? Cfg.ZeroLatencyReject : (latency < minlat);
  endfunction

  // D17.5.4: a load with a data source must have a selected one; others are not affected.
  function automatic logic filter_by_data_source(pmsfcr_t control, logic [63:0] selected, logic load,
                                                 logic source_valid, logic [5:0] source);
    if (!Cfg.HaveFds || !control.fds || !load || !source_valid) return 1'b0;
    return !selected[source];
  endfunction

  flags_t flags;
  logic [63:0] wanted, unwanted;
  assign flags    = type_flags(sample_i.op_type, sample_i.simd, sample_i.fp);
  assign wanted   = regs_i.pmsevfr & FilterMask;
  assign unwanted = regs_i.pmsnevfr & FilterMask;

  assign keep_o = !sample_i.dropped
               && !filter_by_events(regs_i.pmsfcr, wanted, unwanted, sample_i.events)
               && !filter_by_type(regs_i.pmsfcr, flags)
               && !filter_by_latency(regs_i.pmsfcr, regs_i.minlat, sample_i.total_latency)
               && !filter_by_data_source(regs_i.pmsfcr, regs_i.pmsdsfr, flags.ld, sample_i.source_valid,
                                         sample_i.source[5:0]);

  assign feed_o = '{
    br:      flags.br,
    ld:      flags.ld,
    st:      flags.st,
    fp:      flags.fp,
    simd:    flags.simd,
    op:      feeds_op(type_controls(regs_i.pmsfcr), type_mask(regs_i.pmsfcr), flags),
    matched: has_events(wanted, sample_i.events) && lacks_events(unwanted, sample_i.events),
    lat:     sample_i.total_latency >= regs_i.minlat,
    ds:      Cfg.HaveFds && flags.ld && sample_i.source_valid && regs_i.pmsdsfr[sample_i.source[5:0]]
  };

endmodule
