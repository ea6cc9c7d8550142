// SPDX-License-Identifier: Apache-2.0
//
// The Statistical Profiling Unit. This module only wires the rooms of the street
//
//   dispatch -> interval -> sample -> filter -> record -> buffer -> memory
//
// and what flows back: which tags are free, what the buffer writes to the registers, what is pending for the
// barriers. docs/integration.md has every pin and its timing.

module spu_top
  import spu_pkg::*;
#(
  parameter config_t Cfg = spu_config_pkg::ConfigBase
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // sysreg: MRS and MSR, answered in the next clock
  input  sysreg_req_t sysreg_i,
  output sysreg_rsp_t sysreg_o,

  // pe: state and control fields of the PE
  input  pe_t         pe_i,

  // dispatch: operations entering the pipeline, slot 0 oldest; the mark answers in the same clock
  input  logic [Cfg.DispatchWidth-1:0]       dispatch_valid_i,
  input  logic [Cfg.DispatchWidth-1:0][63:0] dispatch_pc_i,
  output logic                               mark_valid_o,
  output logic [SlotWidth-1:0]               mark_slot_o,
  output logic [TagWidth-1:0]                mark_tag_o,

  // op: reports of the sampled operations, by tag
  input  op_t [Cfg.InFlight-1:0] op_i,

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
  output logic        psb_done_o,
  input  logic        dsb_valid_i,
  output logic        dsb_done_o,

  // pmu: how often each of the unit's events and the core's common events occurred in this clock
  output pmu_events_t                  pmu_o,
  input  logic [CommonEvents-1:0][3:0] pmu_event_i,

  // irq: levels; SError: an External abort for the PE to take
  output logic        pmbirq_o,
  output logic        pmuirq_o,
  output logic        cti_pmu_overflow_o,
  output logic        serror_o,

  // StatisticalProfilingEnabled() in this clock: for a core with FEAT_SPE_PBT
  output logic        profiling_enabled_o,

  // trace: what self-hosted trace may do in this clock
  output trace_t      trace_o,

  // vif: docs/verification-interface.md; leave open outside verification
  output vif_t        vif_o
);

  spu_config_check #(
    .Cfg(Cfg)
  ) u_spu_config_check ();

  // -------------------------------------------------------------------------------------------------------
  // access, regs, enable

  access_t        access;
  regs_t          regs;
  pmsicr_t        pmsicr, pmsicr_next;
  enable_t        enable;
  buffer_update_t buffer_update;
  logic           pmbptr_written;
  pmbsr_t         updated_pmbsr;
  logic [63:0]    updated_pmbptr;

  // The performance monitors answer for their own registers.
  logic        pmu_claims;
  sysreg_req_t spu_request;
  sysreg_rsp_t spu_answer, pmu_answer;
  always_comb begin
    spu_request       = sysreg_i;
    spu_request.valid = sysreg_i.valid && !pmu_claims;
  end
  assign sysreg_o = spu_answer | pmu_answer;

  spu_access #(
    .Cfg(Cfg)
  ) u_spu_access (
    .write_i (sysreg_i.write),
    .addr_i  (sysreg_i.addr),
    .pe_i,
    .enable_i(enable),
    .access_o(access)
  );

  spu_regs #(
    .Cfg(Cfg)
  ) u_spu_regs (
    .clk_i,
    .rst_ni,
    .sysreg_i                 (spu_request),
    .sysreg_o                 (spu_answer),
    .access_i                 (access),
    .programming_not_allowed_i(enable.programming_not_allowed),
    .pmsicr_i                 (pmsicr_next),
    .collision_i              (pmu_o.sample_collision != '0),
    .update_i                 (buffer_update),
    .regs_o                   (regs),
    .pmsicr_o                 (pmsicr),
    .pmbptr_written_o         (pmbptr_written),
    .updated_pmbsr_o          (updated_pmbsr),
    .updated_pmbptr_o         (updated_pmbptr)
  );

  spu_enable #(
    .Cfg(Cfg)
  ) u_spu_enable (
    .pe_i,
    .regs_i  (regs),
    .enable_o(enable)
  );

  // -------------------------------------------------------------------------------------------------------
  // interval, collect

  logic [Cfg.InFlight-1:0] tag_free;
  collect_t                collect;
  origin_t                 origin;

  spu_interval #(
    .Cfg(Cfg)
  ) u_spu_interval (
    .clk_i,
    .rst_ni,
    .profiling_enabled_i(enable.profiling_enabled),
    .dispatch_valid_i,
    .pmsirr_i           (regs.pmsirr),
    .pmsicr_i           (pmsicr),
    .pmsicr_o           (pmsicr_next),
    .tag_free_i         (tag_free),
    .mark_valid_o,
    .mark_slot_o,
    .mark_tag_o,
    .population_o       (pmu_o.sample_pop),
    .collisions_o       (pmu_o.sample_collision)
  );

  spu_collect #(
    .Cfg(Cfg)
  ) u_spu_collect (
    .pe_i,
    .regs_i   (regs),
    .enable_i (enable),
    .pc_i     (dispatch_pc_i[mark_slot_o]),
    .time_i,
    .collect_o(collect),
    .origin_o (origin)
  );

  // -------------------------------------------------------------------------------------------------------
  // sample, filter, record

  logic                finished_valid, record_ready, verdict_valid, keep;
  logic [TagWidth-1:0] finished_tag;
  sample_t             finished;
  logic                record_valid, record_taken;
  record_t             record;

  spu_sample #(
    .Cfg(Cfg)
  ) u_spu_sample (
    .clk_i,
    .rst_ni,
    .mark_valid_i    (mark_valid_o),
    .mark_tag_i      (mark_tag_o),
    .origin_i        (origin),
    .tag_free_o      (tag_free),
    .op_i,
    .finished_valid_o(finished_valid),
    .finished_tag_o  (finished_tag),
    .finished_o      (finished),
    .finished_ready_i(record_ready)
  );

  struct packed {
    logic br, ld, st, op, matched, lat;
  } feed;
  logic buffer_filled;

  spu_filter #(
    .Cfg(Cfg)
  ) u_spu_filter (
    .regs_i  (regs),
    .sample_i(finished),
    .keep_o  (keep),
    .feed_br_o   (feed.br),
    .feed_ld_o   (feed.ld),
    .feed_st_o   (feed.st),
    .feed_op_o   (feed.op),
    .feed_event_o(feed.matched),
    .feed_lat_o  (feed.lat)
  );

  // Discard mode (D17.5.5): everything happens but the record.
  localparam bit HaveDiscardMode = Cfg.SpeVersion >= 2;
  localparam bit HaveFeedEvents = Cfg.SpeVersion >= 4;
  logic discard_mode;
  assign discard_mode = HaveDiscardMode && (regs.pmblimitr.fm == FmDiscard);

  logic counted;
  assign verdict_valid = finished_valid && record_ready;
  assign counted       = HaveFeedEvents && verdict_valid && !finished.dropped;
  assign pmu_o.sample_feed        = verdict_valid;
  assign pmu_o.sample_filtrate    = verdict_valid && keep;
  assign pmu_o.sample_feed_br     = counted && feed.br;
  assign pmu_o.sample_feed_ld     = counted && feed.ld;
  assign pmu_o.sample_feed_st     = counted && feed.st;
  assign pmu_o.sample_feed_op     = counted && feed.op;
  assign pmu_o.sample_feed_event  = counted && feed.matched;
  assign pmu_o.sample_feed_lat    = counted && feed.lat;
  assign pmu_o.sample_buffer_full = HaveFeedEvents && buffer_filled;

  spu_record #(
    .Cfg(Cfg)
  ) u_spu_record (
    .clk_i,
    .rst_ni,
    .sample_valid_i(verdict_valid && keep && !discard_mode),
    .sample_i      (finished),
    .ready_o       (record_ready),
    .record_valid_o(record_valid),
    .record_o      (record),
    .record_taken_i(record_taken)
  );

  // -------------------------------------------------------------------------------------------------------
  // buffer, memory

  localparam int unsigned OutstandingWidth = 4;
  localparam int unsigned OffsetWidth = $clog2(Cfg.AxiDataWidth / 8);

  logic                        load, burst_valid, burst_ns, burst_nse, burst_done, response, response_error;
  logic [OffsetWidth-1:0]      load_offset;
  logic [PaWidth-1:0]          burst_addr;
  logic [7:0]                  burst_beats;
  logic [OutstandingWidth-1:0] outstanding;
  logic                        buffer_busy, start_valid, commit_valid, discard_valid;
  discard_e                    discard_reason;

  spu_buffer #(
    .Cfg(Cfg)
  ) u_spu_buffer (
    .clk_i,
    .rst_ni,
    .record_valid_i  (record_valid),
    .record_i        (record),
    .record_taken_o  (record_taken),
    .regs_i          (regs),
    .enable_i        (enable),
    .pmbptr_written_i(pmbptr_written),
    .update_o        (buffer_update),
    .xlate_o,
    .xlate_ready_i,
    .xlate_i,
    .load_o          (load),
    .load_offset_o   (load_offset),
    .burst_valid_o   (burst_valid),
    .burst_addr_o    (burst_addr),
    .burst_beats_o   (burst_beats),
    .burst_ns_o      (burst_ns),
    .burst_nse_o     (burst_nse),
    .burst_done_i    (burst_done),
    .response_i      (response),
    .response_error_i(response_error),
    .filled_o        (buffer_filled),
    .serror_o,
    .busy_o          (buffer_busy),
    .start_valid_o   (start_valid),
    .commit_valid_o  (commit_valid),
    .discard_valid_o (discard_valid),
    .discard_reason_o(discard_reason)
  );

  spu_axi_write #(
    .Cfg             (Cfg),
    .OutstandingWidth(OutstandingWidth)
  ) u_spu_axi_write (
    .clk_i,
    .rst_ni,
    .load_i       (load),
    .load_record_i(record),
    .load_offset_i(load_offset),
    .burst_valid_i(burst_valid),
    .burst_addr_i (burst_addr),
    .burst_beats_i(burst_beats),
    .burst_ns_i   (burst_ns),
    .burst_nse_i  (burst_nse),
    .burst_done_o (burst_done),
    .outstanding_o(outstanding),
    .response_o   (response),
    .response_error_o(response_error),
    .axi_aw_o,
    .axi_awready_i,
    .axi_wvalid_o,
    .axi_wdata_o,
    .axi_wstrb_o,
    .axi_wlast_o,
    .axi_wready_i,
    .axi_b_i,
    .axi_bready_o
  );

  // -------------------------------------------------------------------------------------------------------
  // barrier, irq, trace

  spu_barrier #(
    .Cfg             (Cfg),
    .OutstandingWidth(OutstandingWidth)
  ) u_spu_barrier (
    .clk_i,
    .rst_ni,
    .psb_valid_i,
    .psb_done_o,
    .dsb_valid_i,
    .dsb_done_o,
    .tag_busy_i     (~tag_free),
    .verdict_valid_i(verdict_valid),
    .verdict_tag_i  (finished_tag),
    .verdict_keep_i (keep && !discard_mode),
    .record_busy_i  (!record_ready),
    .start_valid_i  (start_valid),
    .discard_valid_i(discard_valid),
    .commit_valid_i (commit_valid),
    .buffer_busy_i  (buffer_busy),
    .outstanding_i  (outstanding),
    .response_i     (response)
  );

  assign pmbirq_o            = regs.pmbsr.s;
  assign profiling_enabled_o = enable.profiling_enabled;

  trace_control #(
    .Cfg(Cfg)
  ) u_trace_control (
    .pe_i,
    .enable_i(enable),
    .trace_o
  );

  // -------------------------------------------------------------------------------------------------------
  // pmu

  pmu_counters_t pmu_counters;

  pmu_top #(
    .Cfg(Cfg)
  ) u_pmu_top (
    .clk_i,
    .rst_ni,
    .sysreg_i,
    .claims_o    (pmu_claims),
    .sysreg_o    (pmu_answer),
    .pe_i,
    .enable_i    (enable),
    // Freeze on SPE event (D13.3): PMBLIMITR_EL1.{E, PMFZ} and profiling stopped.
    .spe_freeze_i(regs.pmblimitr.e && regs.pmblimitr.pmfz && regs.pmbsr.s),
    .events_i    (pmu_event_i),
    .spe_events_i(pmu_o),
    .counters_o  (pmu_counters),
    .irq_o       (pmuirq_o),
    .cti_o       (cti_pmu_overflow_o)
  );

  // -------------------------------------------------------------------------------------------------------
  // vif

  // The record being written: the one piece of state outside the rooms, for vif alone.
  record_t written;
  always_ff @(posedge clk_i) begin
    if (load) written <= record;
  end

  always_comb begin
    vif_o                   = '0;
    vif_o.pmsicr            = pmsicr;
    vif_o.pmbptr            = regs.pmbptr;
    vif_o.pmbsr             = regs.pmbsr;
    vif_o.buffer_enabled    = enable.buffer_enabled;
    vif_o.verdict_valid     = verdict_valid;
    vif_o.start_valid       = start_valid;
    vif_o.discard_valid     = discard_valid;
    vif_o.discard_reason    = discard_reason;
    vif_o.commit_valid      = commit_valid;
    vif_o.event_valid       = buffer_update.event_valid;
    vif_o.pmu               = pmu_counters;
    if (mark_valid_o) vif_o.mark = collect;
    if (verdict_valid) begin
      vif_o.verdict_tag  = finished_tag;
      vif_o.verdict_keep = keep;
      vif_o.verdict_discard = keep && discard_mode;
    end
    if (commit_valid) begin
      vif_o.commit_len  = written.len;
      vif_o.commit_data = written.bytes;
    end
    if (buffer_update.event_valid) begin
      vif_o.event_pmbsr  = updated_pmbsr;
      vif_o.event_pmbptr = updated_pmbptr;
    end
  end

endmodule
