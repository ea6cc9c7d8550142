// SPDX-License-Identifier: Apache-2.0
//
// Decides what may be collected about an operation, and forms its context, in the cycle of its mark (Arm ARM D17.6.9).
// Each function is the pseudocode function of the same name. Combinational.

module spu_collect
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  pe_t         pe_i,
  input  regs_t       regs_i,
  input  enable_t     enable_i,
  input  logic [63:0] pc_i,    // of the operation marked in the previous cycle
  input  logic [63:0] time_i,  // physical count
  output collect_t    collect_o,
  output origin_t     origin_o
);

  function automatic logic collect_context_idr1();
    if (!enable_i.profiling_enabled || pe_i.el == EL2) return 1'b0;
    if (enable_i.el2_enabled && pe_i.hcr_el2_tge) return 1'b0;
    return regs_i.pmscr_el1.cx;
  endfunction

  function automatic logic collect_context_idr2();
    return enable_i.profiling_enabled && enable_i.el2_enabled && regs_i.pmscr_el2.cx;
  endfunction

  // PMSCR_EL2.PA applies if the owning Security state has an EL2; for a Secure owner, only if Secure EL2 is enabled.
  // el2_enabled covers both, because profiling is enabled only in the owner's Security state.
  function automatic logic collect_physical_address();
    if (!enable_i.profiling_enabled) return 1'b0;
    if (enable_i.el2_enabled) begin
      return regs_i.pmscr_el2.pa && (enable_i.owner_el == EL2 || regs_i.pmscr_el1.pa);
    end
    return regs_i.pmscr_el1.pa;
  endfunction

  // PMSCR_ELx.PCT: one bit without FEAT_ECV; the reserved value acts as configured.
  function automatic logic [1:0] effective_pct(logic [1:0] pct);
    if (!Cfg.HaveEcv) return {1'b0, pct[0]};
    return (pct == 2'b10) ? 2'(Cfg.ReservedPct) : pct;
  endfunction

  // CollectTimeStamp() in two parts: the kind of timestamp, and, later in the cycle, whether there is one. Table D17-3
  // applies, and without FEAT_ECV the older form that it extends. Virtual time in a host's EL2&0 regime has no offset:
  // the text with FEAT_ECV calls it physical, the older one virtual.
  function automatic timestamp_e time_stamp_kind();
    logic [1:0] pct_el1, pct_el2;
    timestamp_e virtual_time;
    virtual_time = (Cfg.HaveEcv && enable_i.in_host) ? TimestampPhysical : TimestampVirtual;
    // D24.7.8: PCT reads as one without EL2.
    pct_el1      = Cfg.HaveEl2 ? effective_pct(regs_i.pmscr_el1.pct) : 2'b01;
    pct_el2      = effective_pct(regs_i.pmscr_el2.pct);
    if (enable_i.el2_enabled) begin
      if (pct_el2 == 2'b00) return virtual_time;
      if (pct_el2 == 2'b01 && enable_i.owner_el == EL2) return TimestampPhysical;
      if (pct_el2 == 2'b11 && (enable_i.owner_el == EL2 || pct_el1 != 2'b00)) return TimestampOffsetPhysical;
    end
    unique case (pct_el1)
      2'b00:   return virtual_time;
      2'b01:   return TimestampPhysical;
      default: return TimestampOffsetPhysical;
    endcase
  endfunction

  function automatic logic time_stamped();
    return enable_i.profiling_enabled && ((enable_i.owner_el == EL2) ? regs_i.pmscr_el2.ts : regs_i.pmscr_el1.ts);
  endfunction

  // The physical offset exists with FEAT_ECV_POFF, if EL3 and EL2 enable it (D17.6.9).
  function automatic logic physical_offset_valid();
    return Cfg.HaveEl2 && Cfg.HaveEcvPoff && pe_i.cnthctl_el2_ecv && (!Cfg.HaveEl3 || pe_i.scr_el3_ecven);
  endfunction

  // Both differences are computed in parallel; the kind of timestamp, known late, only selects. Without a timestamp the
  // result is unused. The virtual offset is zero without EL2 and in a host's EL2&0 regime (D17.6.9).
  function automatic logic [63:0] get_timestamp(timestamp_e kind, logic [63:0] count);
    logic [63:0] virtual_count, offset_count;
    virtual_count = count - pe_i.cntvoff_el2;
    offset_count  = count - pe_i.cntpoff_el2;
    if (Cfg.HaveEl2 && kind == TimestampVirtual && !enable_i.in_host) return virtual_count;
    if (kind == TimestampOffsetPhysical && physical_offset_valid()) return offset_count;
    return count;
  endfunction

  timestamp_e kind;
  logic       time_stamp;

  always_comb begin
    kind       = time_stamp_kind();
    time_stamp = time_stamped();
  end

  always_comb begin
    collect_o.cx1 = collect_context_idr1();
    collect_o.cx2 = collect_context_idr2();
    collect_o.pa  = collect_physical_address();
    collect_o.ts  = time_stamp ? kind : TimestampNone;
  end

  always_comb begin
    origin_o.context_el1       = pe_i.contextidr_el1;
    origin_o.context_el1_valid = collect_o.cx1;
    origin_o.context_el2       = pe_i.contextidr_el2;
    origin_o.context_el2_valid = collect_o.cx2;
    // D18.2.1: {NS, EL, NSE, 0000} and the address; security_state_e is {NSE, NS}.
    origin_o.pc = {enable_i.current_ss[0], pe_i.el, enable_i.current_ss[1], 4'b0000, pc_i[55:0]};
    origin_o.pa_allowed        = collect_o.pa;
    origin_o.el2_profiled      = enable_i.el2_profiled;
    origin_o.timestamp_valid   = time_stamp;
    origin_o.timestamp         = get_timestamp(kind, time_i);
  end

endmodule
