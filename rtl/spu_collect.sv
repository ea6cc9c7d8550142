// SPDX-License-Identifier: Apache-2.0
//
// What may be collected about an operation, and its context, decided in the clock of its mark
// (Arm ARM D17.6.9). Each function is the pseudocode function of that name. Combinational.

module spu_collect
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  pe_t         pe_i,
  input  regs_t       regs_i,
  input  enable_t     enable_i,
  input  logic [63:0] pc_i,    // of the marked operation
  input  logic [63:0] time_i,  // physical count
  output collect_t    collect_o,
  output origin_t     origin_o
);

  function automatic logic collect_context_idr1(pe_t pe, regs_t regs, enable_t enable);
    if (!enable.profiling_enabled || pe.el == EL2) return 1'b0;
    if (enable.el2_enabled && pe.hcr_el2_tge) return 1'b0;
    return regs.pmscr_el1.cx;
  endfunction

  function automatic logic collect_context_idr2(regs_t regs, enable_t enable);
    return enable.profiling_enabled && enable.el2_enabled && regs.pmscr_el2.cx;
  endfunction

  // PMSCR_EL2.PA takes part where the owning Security state has an EL2: a Secure owner is EL2's business only
  // if EL2 is enabled there, and profiling is on only in the owner's own Security state.
  function automatic logic collect_physical_address(regs_t regs, enable_t enable);
    if (!enable.profiling_enabled) return 1'b0;
    if (enable.el2_enabled) begin
      return regs.pmscr_el2.pa && (enable.owner_el == EL2 || regs.pmscr_el1.pa);
    end
    return regs.pmscr_el1.pa;
  endfunction

  function automatic timestamp_e collect_time_stamp(regs_t regs, enable_t enable);
    logic ts, pct;
    ts = (enable.owner_el == EL2) ? regs.pmscr_el2.ts : regs.pmscr_el1.ts;
    if (!enable.profiling_enabled || !ts) return TimestampNone;
    pct = !Cfg.HaveEl2 || regs.pmscr_el1.pct[0];  // D24.7.8: reads as one without EL2
    if (enable.el2_enabled) begin
      pct = regs.pmscr_el2.pct[0] && (enable.owner_el == EL2 || regs.pmscr_el1.pct[0]);
    end
    return pct ? TimestampPhysical : TimestampVirtual;
  endfunction

  // The virtual offset counts as zero without EL2 and in a host's EL2&0 regime (D17.6.9).
  function automatic logic [63:0] virtual_offset(pe_t pe, enable_t enable);
    return (!Cfg.HaveEl2 || enable.in_host) ? '0 : pe.cntvoff_el2;
  endfunction

  always_comb begin
    collect_o.cx1 = collect_context_idr1(pe_i, regs_i, enable_i);
    collect_o.cx2 = collect_context_idr2(regs_i, enable_i);
    collect_o.pa  = collect_physical_address(regs_i, enable_i);
    collect_o.ts  = collect_time_stamp(regs_i, enable_i);
  end

  always_comb begin
    origin_o.context_el1       = pe_i.contextidr_el1;
    origin_o.context_el1_valid = collect_o.cx1;
    origin_o.context_el2       = pe_i.contextidr_el2;
    origin_o.context_el2_valid = collect_o.cx2;
    // D18.2.1: {NS, EL, NSE, 0000} and the address; security_state_e is {NSE, NS}.
    origin_o.pc = {enable_i.current_ss[0], pe_i.el, enable_i.current_ss[1], 4'b0000, pc_i[55:0]};
    origin_o.pa_allowed        = collect_o.pa;
    origin_o.timestamp_valid   = (collect_o.ts != TimestampNone);
    origin_o.timestamp         = time_i;
    if (collect_o.ts == TimestampVirtual) origin_o.timestamp = time_i - virtual_offset(pe_i, enable_i);
  end

endmodule
