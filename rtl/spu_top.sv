// SPDX-License-Identifier: Apache-2.0
//
// The Statistical Profiling Unit. docs/integration.md describes every pin and its timing. This module only wires
//
//   pins      flip-flops at the pins, if there are any
//   control   registers, the PE's state, management events
//   sampler   dispatch -> interval -> sample -> filter -> record
//   writer    record -> buffer -> memory; barriers
//   pmu, trace_control, vif
//
// Data flows from the sampler to the writer; room, collisions with management events and register updates flow back.

module spu_top
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg = spu_config_pkg::ConfigBase
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // sysreg: MRS and MSR, answered in the next cycle
  input  sysreg_req_t sysreg_i,
  output sysreg_rsp_t sysreg_o,

  // pe: state and control fields of the PE
  input  pe_t         pe_i,

  // dispatch: operations entering the pipeline, slot 0 oldest; the mark answers in the same cycle
  input  logic [Cfg.DispatchWidth-1:0]       dispatch_valid_i,
  input  logic [Cfg.DispatchWidth-1:0][63:0] dispatch_pc_i,
  input  logic [15:0]                        dispatch_empty_i,
  output logic                               mark_valid_o,
  output logic [SlotWidth-1:0]               mark_slot_o,
  output logic [TagWidth-1:0]                mark_tag_o,

  // op: reports of the sampled operations, by tag
  input  op_t [Cfg.InFlight-1:0] op_i,

  // alt_clock: cycles of the alternate clock that begin in this cycle (FEAT_SPE_ALTCLK)
  input  logic [1:0]  alt_clock_i,

  // time: the physical count
  input  logic [63:0] time_i,

  // xlate: translation of Profiling Buffer addresses
  output xlate_req_t  xlate_o,
  input  logic        xlate_ready_i,
  input  xlate_rsp_t  xlate_i,

  // axi: AXI4 write channels
  output axi_aw_t                       axi_aw_o,
  input  logic                          axi_awready_i,
  output logic                          axi_wvalid_o,
  output logic [Cfg.AxiDataWidth-1:0]   axi_wdata_o,
  output logic [Cfg.AxiDataWidth/8-1:0] axi_wstrb_o,
  output logic                          axi_wlast_o,
  input  logic                          axi_wready_i,
  input  axi_b_t                        axi_b_i,
  output logic                          axi_bready_o,

  // barrier: held until done
  input  logic        psb_valid_i,
  input  logic [Cfg.InFlight-1:0] psb_older_i,  // in its first cycle: tags of operations older than the PSB CSYNC
  output logic        psb_done_o,
  input  logic        dsb_valid_i,
  output logic        dsb_done_o,

  // pmu: occurrences of the unit's events and of the core's common events in this cycle
  output pmu_events_t                  pmu_o,
  input  logic [MaxPmuEvents-1:0][3:0] pmu_event_i,

  // irq: levels; cti_spe_sample_o and serror_o (an External abort for the PE to take) are high for one cycle
  output logic                 pmbirq_o,
  output profiling_exception_t exception_o,
  output logic                 pmuirq_o,
  output profiling_exception_t pmu_exception_o,
  output logic                 cti_pmu_overflow_o,
  output logic                 cti_spe_sample_o,
  output logic                 serror_o,

  // StatisticalProfilingEnabled() in this cycle: for a core with FEAT_SPE_PBT
  output logic        profiling_enabled_o,

  // filter: PMSFCR_EL1.{FT, LD, ST}, for a core that samples one half of a CPY* or GCSSS2
  output filter_controls_t filter_o,

  // trace: what self-hosted trace may do in this cycle
  output trace_t      trace_o,

  // vif: docs/verification-interface.md; leave open outside verification
  output vif_t        vif_o
);

  spu_config_check #(.Cfg(Cfg)) u_spu_config_check ();

  // -------------------------------------------------------------------------------------------------------
  // pins

  pe_t               pe;
  interrupt_levels_t levels;

  spu_pins #(.Cfg(Cfg)) u_spu_pins (
    .clk_i,
    .rst_ni,
    .pe_i,
    .pe_o    (pe),
    .levels_i(levels),
    .levels_o({pmbirq_o, pmuirq_o, cti_pmu_overflow_o})
  );

  // -------------------------------------------------------------------------------------------------------
  // control

  regs_t              regs;
  enable_t            enable;
  logic               discard_mode, collision, pmu_claims;
  bounds_write_t      bounds_write;
  interval_counters_t counters, counters_next;
  buffer_update_t     buffer_update;
  management_event_t  management_event;

  sysreg_rsp_t spu_answer, pmu_answer;  // the performance monitors answer for their own registers (pmu_claims)
  assign sysreg_o = spu_answer | pmu_answer;

  spu_control #(.Cfg(Cfg)) u_spu_control (
    .clk_i,
    .rst_ni,
    .sysreg_i,
    .pmu_claims_i    (pmu_claims),
    .sysreg_o        (spu_answer),
    .pe_i            (pe),
    .regs_o          (regs),
    .enable_o        (enable),
    .discard_mode_o  (discard_mode),
    .counters_o      (counters),
    .counters_i      (counters_next),
    .collision_i     (collision),
    .bounds_write_o  (bounds_write),
    .update_i        (buffer_update),
    .pmbirq_o        (levels.pmbirq),
    .exception_o,
    .filter_o,
    .event_o         (management_event)
  );

  assign profiling_enabled_o = enable.profiling_enabled;

  // -------------------------------------------------------------------------------------------------------
  // sampler

  logic [Cfg.InFlight-1:0] tag_busy, tag_collided;
  logic [3:0]              event_collisions;
  logic                    sample_room, record_busy, record_taken, writer_busy, buffer_filled;
  decision_t               decision;
  waiting_record_t         waiting_record;
  store_write_t            store_write;
  collect_t                collect;

  spu_sampler #(.Cfg(Cfg)) u_spu_sampler (
    .clk_i,
    .rst_ni,
    .sysreg_i,
    .pe_i              (pe),
    .regs_i            (regs),
    .enable_i          (enable),
    .discard_mode_i    (discard_mode),
    .counters_i        (counters),
    .counters_o        (counters_next),
    .collision_o       (collision),
    .dispatch_valid_i,
    .dispatch_pc_i,
    .dispatch_empty_i,
    .mark_valid_o,
    .mark_slot_o,
    .mark_tag_o,
    .op_i,
    .alt_clock_i,
    .time_i,
    .tag_busy_o        (tag_busy),
    .decision_o        (decision),
    .record_busy_o     (record_busy),
    .record_o          (waiting_record),
    .store_o           (store_write),
    .sample_room_i     (sample_room),
    .tag_collided_i    (tag_collided),
    .event_collisions_i(event_collisions),
    .record_taken_i    (record_taken),
    .writer_busy_i     (writer_busy),
    .filled_i          (buffer_filled),
    .pmu_o,
    .collect_o         (collect)
  );

  // -------------------------------------------------------------------------------------------------------
  // writer

  write_progress_t progress;

  spu_writer #(.Cfg(Cfg)) u_spu_writer (
    .clk_i,
    .rst_ni,
    .regs_i          (regs),
    .enable_i        (enable),
    .discard_mode_i  (discard_mode),
    .bounds_write_i  (bounds_write),
    .update_o        (buffer_update),
    .mark_valid_i    (mark_valid_o),
    .mark_tag_i      (mark_tag_o),
    .tag_busy_i      (tag_busy),
    .decision_i      (decision),
    .record_busy_i   (record_busy),
    .record_i        (waiting_record),
    .store_i         (store_write),
    .sample_room_o   (sample_room),
    .tag_collided_o  (tag_collided),
    .collisions_o    (event_collisions),
    .record_taken_o  (record_taken),
    .busy_o          (writer_busy),
    .filled_o        (buffer_filled),
    .xlate_o,
    .xlate_ready_i,
    .xlate_i,
    .axi_aw_o,
    .axi_awready_i,
    .axi_wvalid_o,
    .axi_wdata_o,
    .axi_wstrb_o,
    .axi_wlast_o,
    .axi_wready_i,
    .axi_b_i,
    .axi_bready_o,
    .psb_valid_i,
    .psb_older_i,
    .psb_done_o,
    .dsb_valid_i,
    .dsb_done_o,
    .serror_o,
    .progress_o      (progress)
  );

  assign cti_spe_sample_o = progress.commit_valid;

  // -------------------------------------------------------------------------------------------------------
  // pmu, trace_control

  localparam int unsigned EventCounters = spu_pmu_pkg::existing_counters(Cfg.PmuCounters);
  logic [MaxEventCounters:0]      pmovs;
  logic [63:0]                    pmccntr;
  logic [EventCounters-1:0][63:0] pmevcntr;

  spu_pmu_top #(.Cfg(Cfg)) u_pmu_top (
    .clk_i,
    .rst_ni,
    .sysreg_i,
    .claims_o(pmu_claims),
    .sysreg_o(pmu_answer),
    .pe_i        (pe),
    .enable_i    (enable),
    // Freeze on SPE event (D13.3): PMBLIMITR_EL1.{E, PMFZ} and profiling stopped.
    .spe_freeze_i(regs.pmblimitr.e && regs.pmblimitr.pmfz && enable.stopped),
    .events_i    (pmu_event_i),
    .spe_events_i(pmu_o),
    .pmovs_o     (pmovs),
    .pmccntr_o   (pmccntr),
    .pmevcntr_o  (pmevcntr),
    .irq_o       (levels.pmuirq),
    .exception_o (pmu_exception_o),
    .cti_o       (levels.cti_pmu_overflow)
  );

  spu_trace_control #(.Cfg(Cfg)) u_trace_control (
    .pe_i    (pe),
    .enable_i(enable),
    .trace_o
  );

  // -------------------------------------------------------------------------------------------------------
  // vif

  spu_vif #(.Cfg(Cfg)) u_spu_vif (
    .clk_i,
    .regs_i        (regs),
    .enable_i      (enable),
    .discard_mode_i(discard_mode),
    .counters_i    (counters),
    .event_i       (management_event),
    .mark_valid_i  (mark_valid_o),
    .collect_i     (collect),
    .decision_i    (decision),
    .store_i       (store_write),
    .record_i      (waiting_record),
    .progress_i    (progress),
    .pmovs_i       (pmovs),
    .pmccntr_i     (pmccntr),
    .pmevcntr_i    (pmevcntr),
    .vif_o
  );

endmodule
