// SPDX-License-Identifier: Apache-2.0
//
// All that the owner of acme_profiler writes: the checker, bound to the unit, with the unit's ports.

bind acme_profiler spu_checker #(
  .Cfg(Acme)
) u_spu_checker (
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
  .profiling_enabled_o(profiling),
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
  .pmu_event_i        (core_events),
  .pmu_o              (unit_events),
  .pmbirq_o           (irq_profiler),
  .pmuirq_o           (irq_counters),
  .cti_pmu_overflow_o (trigger_counters),
  .cti_spe_sample_o   (trigger_record),
  .serror_o           (bus_error),
  .filter_o           (filter),
  .trace_o            (tracing),
  .vif_o              (retired)
);
