// SPDX-License-Identifier: Apache-2.0
//
// The System registers and what depends on them: access control, register storage, enables, and the routing of
// management events and their exceptions (Arm ARM D17.1, D17.2, D17.8, D24.7). This module only wires these blocks.
//
// An MRS or MSR is answered in the next cycle. All other outputs depend on this cycle's pins and on the registers at
// its start; updates by the sampler and the writer are visible in the next cycle.

module spu_control
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  // sysreg, pe
  input  sysreg_req_t          sysreg_i,
  input  logic                 pmu_claims_i,      // the performance monitors answer
  output sysreg_rsp_t          sysreg_o,
  input  pe_t                  pe_i,

  // Registers at the start of the cycle, and what they enable
  output regs_t                regs_o,
  output enable_t              enable_o,
  output logic                 discard_mode_o,

  // sampler
  output interval_counters_t   counters_o,
  input  interval_counters_t   counters_i,        // after this cycle's operations
  input  logic                 collision_i,

  // writer
  output bounds_write_t        bounds_write_o,
  input  buffer_update_t       update_i,

  // irq, exceptions, and the filter controls that a core needs
  output logic                 pmbirq_o,
  output profiling_exception_t exception_o,
  output filter_controls_t     filter_o,

  // vif
  output management_event_t    event_o
);

  access_t    access;
  logic [1:0] event_el, default_el;

  spu_access #(
    .Cfg(Cfg)
  ) u_spu_access (
    .write_i (sysreg_i.write),
    .addr_i  (sysreg_i.addr),
    .pe_i,
    .enable_i(enable_o),
    .access_o(access)
  );

  spu_regs #(
    .Cfg(Cfg)
  ) u_spu_regs (
    .clk_i,
    .rst_ni,
    .sysreg_i,
    .pmu_claims_i,
    .sysreg_o,
    .access_i                 (access),
    .programming_not_allowed_i(enable_o.programming_not_allowed),
    .addr_mode_i              (enable_o.addr_mode),
    .counters_i,
    .collision_i,
    .collision_el_i           (default_el),
    .update_i,
    .event_el_i               (event_el),
    .regs_o,
    .counters_o,
    .bounds_write_o,
    .updated_pmbsr_o          (event_o.pmbsr),
    .updated_pmbptr_o         (event_o.pmbptr)
  );

  spu_enable #(
    .Cfg(Cfg)
  ) u_spu_enable (
    .pe_i,
    .regs_i(regs_o),
    .enable_o
  );

  // Discard mode (D17.5.5): samples are taken and filtered as usual, but no record is made.
  localparam bit HaveDiscardMode = Cfg.SpeVersion >= 2;
  assign discard_mode_o = HaveDiscardMode && (regs_o.pmblimitr.fm == PmblimitrFmDiscard);

  assign filter_o = '{ft: regs_o.pmsfcr.ft, ld: regs_o.pmsfcr.ld, st: regs_o.pmsfcr.st};

  spu_event_route #(
    .Cfg(Cfg)
  ) u_spu_event_route (
    .pe_i,
    .enable_i    (enable_o),
    .ec_i        (update_i.ec),
    .fsc_i       (update_i.status),
    .event_el_o  (event_el),
    .default_el_o(default_el)
  );

  assign event_o.valid = update_i.event_valid;
  assign event_o.el    = event_el;

  spu_exception #(
    .Cfg(Cfg)
  ) u_spu_exception (
    .pe_i,
    .regs_i  (regs_o),
    .enable_i(enable_o),
    .pmbirq_o,
    .exception_o
  );

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  // Previous cycle: profiling was stopped, direct writes, the buffer block's write, and register values.
  logic               stopped_q, pmsicr_written_q, pointer_moved_q;
  bounds_write_t      bounds_write_q;
  logic [3:1]         recorded_q, pmbsr_written_q;  // PMBSR_ELx.S; a direct write to PMBSR_ELx
  logic [63:0]        last_pmbptr_q, moved_to_q;
  logic [63:PageBits] last_limit_q;
  pmsicr_t            last_pmsicr_q;

  logic direct_write;
  assign direct_write = sysreg_i.valid && sysreg_i.write;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stopped_q        <= 1'b0;
      bounds_write_q   <= '0;
      pmsicr_written_q <= 1'b0;
      recorded_q       <= '0;
      pmbsr_written_q  <= '0;
      pointer_moved_q  <= 1'b0;
      last_pmbptr_q    <= '0;
      last_limit_q     <= '0;
      last_pmsicr_q    <= '0;
    end else begin
      stopped_q        <= enable_o.stopped;
      recorded_q       <= {regs_o.pmbsr_el3.s, regs_o.pmbsr_el2.s, regs_o.pmbsr.s};
      bounds_write_q   <= bounds_write_o;
      pmsicr_written_q <= direct_write && access.allowed.pmsicr;
      pmbsr_written_q  <= {3{direct_write}}
                        & {access.allowed.pmbsr_el3, access.allowed.pmbsr_el2, access.allowed.pmbsr};
      pointer_moved_q  <= update_i.ptr_we;
      last_pmbptr_q    <= regs_o.pmbptr;
      last_limit_q     <= regs_o.pmblimitr.limit;
      last_pmsicr_q    <= counters_o.pmsicr;
    end
  end

  always_ff @(posedge clk_i) moved_to_q <= update_i.ptr;

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (enable_o.buffer_enabled) EnabledIsRunning_A: assert (regs_o.pmblimitr.e && !enable_o.stopped);
      if (enable_o.profiling_enabled) EnabledCanMark_A: assert (enable_o.can_mark);
      // PMBPTR_EL1 is changed only by a direct write or by the buffer block. While profiling is stopped, it and the
      // interval counters hold.
      PointerMoves_A: assert (bounds_write_q.pmbptr
                              ? regs_o.pmbptr[63:PageBits] == bounds_write_q.pmbptr_page
                              : regs_o.pmbptr == (pointer_moved_q ? moved_to_q : last_pmbptr_q));
      WrittenByMsr_A: assert (bounds_write_o.pmbptr == (direct_write && access.allowed.pmbptr)
                              && bounds_write_o.limit == (direct_write && access.allowed.pmblimitr)
                              && !(bounds_write_o.pmbptr && bounds_write_o.limit));
      LimitMoves_A: assert (regs_o.pmblimitr.limit == (bounds_write_q.limit ? bounds_write_q.limit_page
                                                                            : last_limit_q));
      if (stopped_q) begin
        StoppedHoldsPointer_A: assert (bounds_write_q.pmbptr || regs_o.pmbptr == last_pmbptr_q);
        StoppedHoldsCounters_A: assert (pmsicr_written_q || counters_o.pmsicr == last_pmsicr_q);
      end
      // Each S stays 1 until software clears it. For EL1 it raises the interrupt or the exception, never both.
      StoppedStaysStopped_A: assert ((recorded_q & ~{regs_o.pmbsr_el3.s, regs_o.pmbsr_el2.s, regs_o.pmbsr.s}
                                      & ~pmbsr_written_q) == '0);
      InterruptIsStopped_A: assert (has_spe_exc(Cfg) ? !pmbirq_o || regs_o.pmbsr.s : pmbirq_o == regs_o.pmbsr.s);
      InterruptOrException_A: assert (exception_o == '0 || (has_spe_exc(Cfg) && enable_o.stopped
                                                            && !(pmbirq_o && exception_o.el1)));
      // A management event is recorded only while profiling is not stopped, and sets S.
      if (event_o.valid) begin
        EventIsFirst_A: assert (!enable_o.stopped && event_o.pmbsr.s && event_o.el inside {EL1, EL2, EL3}
                                && (has_spe_exc(Cfg) || event_o.el == EL1));
      end
    end
  end

endmodule
