// SPDX-License-Identifier: Apache-2.0
//
// Stands for somebody else's implementation: spu_top under another name, with ports of other names.

module acme_profiler
  import spu_pins_pkg::*;
#(
  parameter spu_config_pkg::config_t Acme = spu_config_pkg::ConfigBase
) (
  input  logic                                ck,
  input  logic                                resetn,
  input  sysreg_req_t                         csr_request,
  output sysreg_rsp_t                         csr_response,
  input  pe_t                                 core_state,
  input  logic [Acme.DispatchWidth-1:0]       issue,
  input  logic [Acme.DispatchWidth-1:0][63:0] issue_pc,
  output logic                                pick,
  output logic [SlotWidth-1:0]                pick_lane,
  output logic [TagWidth-1:0]                 pick_id,
  output logic                                profiling,
  input  op_t [Acme.InFlight-1:0]             uop_report,
  input  logic [1:0]                          accelerator_cycles,
  input  logic [63:0]                         timer,
  output xlate_req_t                          mmu_request,
  input  logic                                mmu_accept,
  input  xlate_rsp_t                          mmu_answer,
  output axi_aw_t                             aw,
  input  logic                                aw_ready,
  output logic                                w_valid,
  output logic [Acme.AxiDataWidth-1:0]        w_data,
  output logic [Acme.AxiDataWidth/8-1:0]      w_strobe,
  output logic                                w_last,
  input  logic                                w_ready,
  input  axi_b_t                              b,
  output logic                                b_ready,
  input  logic                                flush,
  input  logic [Acme.InFlight-1:0]            flush_older,
  output logic                                flush_done,
  input  logic                                fence,
  output logic                                fence_done,
  input  logic [63:0][3:0]                    core_events,
  output pmu_events_t                         unit_events,
  output logic                                irq_profiler,
  output logic                                irq_counters,
  output logic                                trigger_counters,
  output logic                                trigger_record,
  output logic                                bus_error,
  output filter_controls_t                    filter,
  output trace_t                              tracing,
  output vif_t                                retired
);

  spu_top #(
    .Cfg(Acme)
  ) u_core (
    .clk_i              (ck),
    .rst_ni             (resetn),
    .sysreg_i           (csr_request),
    .sysreg_o           (csr_response),
    .pe_i               (core_state),
    .dispatch_valid_i   (issue),
    .dispatch_pc_i      (issue_pc),
    .mark_valid_o       (pick),
    .mark_slot_o        (pick_lane),
    .mark_tag_o         (pick_id),
    .op_i               (uop_report),
    .alt_clock_i        (accelerator_cycles),
    .time_i             (timer),
    .xlate_o            (mmu_request),
    .xlate_ready_i      (mmu_accept),
    .xlate_i            (mmu_answer),
    .axi_aw_o           (aw),
    .axi_awready_i      (aw_ready),
    .axi_wvalid_o       (w_valid),
    .axi_wdata_o        (w_data),
    .axi_wstrb_o        (w_strobe),
    .axi_wlast_o        (w_last),
    .axi_wready_i       (w_ready),
    .axi_b_i            (b),
    .axi_bready_o       (b_ready),
    .psb_valid_i        (flush),
    .psb_older_i        (flush_older),
    .psb_done_o         (flush_done),
    .dsb_valid_i        (fence),
    .dsb_done_o         (fence_done),
    .pmu_o              (unit_events),
    .pmu_event_i        (core_events),
    .pmbirq_o           (irq_profiler),
    .pmuirq_o           (irq_counters),
    .cti_pmu_overflow_o (trigger_counters),
    .cti_spe_sample_o   (trigger_record),
    .serror_o           (bus_error),
    .profiling_enabled_o(profiling),
    .filter_o           (filter),
    .trace_o            (tracing),
    .vif_o              (retired)
  );

endmodule
