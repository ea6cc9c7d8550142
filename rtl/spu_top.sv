// SPDX-License-Identifier: Apache-2.0
//
// The Statistical Profiling Unit. This module only wires the blocks of the pipeline
//
//   dispatch -> interval -> sample -> filter -> record -> buffer -> memory
//
// and what flows back: which tags are free, what the buffer writes to the registers, what is pending for the
// barriers. docs/integration.md has every pin and its timing.

module spu_top
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
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
  output logic                               mark_valid_o,
  output logic [SlotWidth-1:0]               mark_slot_o,
  output logic [TagWidth-1:0]                mark_tag_o,

  // op: reports of the sampled operations, by tag
  input  op_t [Cfg.InFlight-1:0] op_i,

  // alt_clock: FEAT_SPE_ALTCLK: cycles of the alternate clock that begin in this cycle
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
  // In the first cycle of psb_valid_i: tags of operations older than the PSB CSYNC
  input  logic [Cfg.InFlight-1:0] psb_older_i,
  output logic        psb_done_o,
  input  logic        dsb_valid_i,
  output logic        dsb_done_o,

  // pmu: how often each of the unit's events and the core's common events occurred in this cycle
  output pmu_events_t                  pmu_o,
  input  logic [MaxPmuEvents-1:0][3:0] pmu_event_i,

  // irq, and Profiling exceptions to take: levels; CTI: an overflow, a level, and a record that has been written, for a
  // cycle; SError: an External abort for the PE to take, for a cycle
  output logic                 pmbirq_o,
  output profiling_exception_t exception_o,
  output logic                 pmuirq_o,
  output profiling_exception_t pmu_exception_o,
  output logic                 cti_pmu_overflow_o,
  output logic                 cti_spe_sample_o,
  output logic                 serror_o,

  // StatisticalProfilingEnabled() in this cycle: for a core with FEAT_SPE_PBT
  output logic        profiling_enabled_o,

  // PMSFCR_EL1's choice between load and store: for a core that samples one half of a CPY* or GCSSS2
  output filter_controls_t filter_o,

  // trace: what self-hosted trace may do in this cycle
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
  logic [1:0]     event_el, default_el;
  logic           pmbptr_written;
  logic           collided;
  logic [3:0]     selection_collisions, event_collisions;
  logic           count_small, count_small_next;
  pmbsr_t         updated_pmbsr;
  logic [63:0]    updated_pmbptr;

  // The performance monitors answer for their own registers.
  logic        pmu_claims;
  sysreg_rsp_t spu_answer, pmu_answer;
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
    .sysreg_i,
    .pmu_claims_i             (pmu_claims),
    .sysreg_o                 (spu_answer),
    .access_i                 (access),
    .programming_not_allowed_i(enable.programming_not_allowed),
    .addr_mode_i              (enable.addr_mode),
    .pmsicr_i                 (pmsicr_next),
    .count_small_i            (count_small_next),
    .collision_i              (collided || event_collisions != '0),
    .collision_el_i           (default_el),
    .update_i                 (buffer_update),
    .event_el_i               (event_el),
    .regs_o                   (regs),
    .pmsicr_o                 (pmsicr),
    .count_small_o            (count_small),
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
  logic [SlotWidth-1:0]    next_slot;
  logic [TagWidth-1:0]     next_tag;
  collect_t                collect;
  origin_t                 origin;
  logic                    sample_room;

  spu_interval #(
    .Cfg(Cfg)
  ) u_spu_interval (
    .clk_i,
    .rst_ni,
    .profiling_enabled_i(enable.profiling_enabled),
    .dispatch_valid_i,
    .pmsirr_i           (regs.pmsirr),
    .pmsicr_i           (pmsicr),
    .count_small_i      (count_small),
    .pmsicr_o           (pmsicr_next),
    .count_small_o      (count_small_next),
    .tag_free_i         (tag_free),
    .sample_room_i      (sample_room),
    .mark_valid_o,
    .mark_slot_o,
    .mark_tag_o,
    .next_slot_o        (next_slot),
    .next_tag_o         (next_tag),
    .population_o       (pmu_o.sample_pop),
    .collisions_o       (selection_collisions),
    .collided_o         (collided)
  );

  // The slot to mark is known late in the cycle: its PC is chosen in the next one.
  logic [Cfg.DispatchWidth-1:0][55:0] pc_q;
  logic [SlotWidth-1:0]               next_slot_q;
  always_ff @(posedge clk_i) begin
    for (int unsigned slot = 0; slot < Cfg.DispatchWidth; slot++) pc_q[slot] <= dispatch_pc_i[slot][55:0];
    next_slot_q <= next_slot;
  end

  spu_collect #(
    .Cfg(Cfg)
  ) u_spu_collect (
    .pe_i,
    .regs_i   (regs),
    .enable_i (enable),
    .pc_i     (64'(pc_q[next_slot_q])),
    .time_i,
    .collect_o(collect),
    .origin_o (origin)
  );

  // -------------------------------------------------------------------------------------------------------
  // sample, filter, record

  localparam int unsigned WordWidth = $clog2((largest_record(Cfg) + 7) / 8 + 1);

  logic                 finished_valid, last_packet, verdict_valid, kept, recorded;
  logic [TagWidth-1:0]  finished_tag;
  sample_t              finished;
  logic                 record_busy, record_valid, record_bank, record_taken;
  logic [7:0]           record_len;
  logic                 store_write, store_bank;
  logic [WordWidth-1:0] store_word;
  logic [63:0]          store_data;
  logic                 buffer_busy;

  spu_sample #(
    .Cfg(Cfg)
  ) u_spu_sample (
    .clk_i,
    .rst_ni,
    .mark_valid_i    (mark_valid_o),
    .mark_tag_i      (next_tag),
    .origin_i        (origin),
    .tag_free_o      (tag_free),
    .op_i,
    .alt_clock_i,
    .thread_inactive_i(pe_i.thread_inactive),
    .finished_valid_o(finished_valid),
    .finished_tag_o  (finished_tag),
    .finished_o      (finished),
    .decided_i        (verdict_valid)
  );

  logic  passed, fed, buffer_filled;
  logic [Cfg.InFlight-1:0] tag_collided;
  feed_t found, feed;

  spu_filter #(
    .Cfg(Cfg)
  ) u_spu_filter (
    .regs_i  (regs),
    .sample_i(finished),
    .keep_o  (passed),
    .feed_o  (found)
  );

  // Discard mode (D17.5.5): everything happens but the record.
  localparam bit HaveDiscardMode = Cfg.SpeVersion >= 2;
  logic discard_mode;
  assign discard_mode = HaveDiscardMode && (regs.pmblimitr.fm == PmblimitrFmDiscard);

  spu_verdict #(
    .Cfg(Cfg)
  ) u_spu_verdict (
    .clk_i,
    .rst_ni,
    .write_i       (sysreg_i.valid && sysreg_i.write),
    .addr_i        (sysreg_i.addr),
    .sample_valid_i(finished_valid),
    .keep_i        (passed),
    .feed_i        (found),
    .discard_mode_i(discard_mode),
    .collided_i    ((tag_collided & (Cfg.InFlight'(1) << finished_tag)) != '0),
    .last_i        (last_packet),
    .valid_o       (verdict_valid),
    .keep_o        (kept),
    .recorded_o    (recorded),
    .fed_o         (fed),
    .feed_o        (feed)
  );

  assign pmu_o.sample_feed        = fed;
  assign pmu_o.sample_filtrate    = kept;
  assign pmu_o.sample_feed_br     = feed.br;
  assign pmu_o.sample_feed_ld     = feed.ld;
  assign pmu_o.sample_feed_st     = feed.st;
  assign pmu_o.sample_feed_op     = feed.op;
  assign pmu_o.sample_feed_event  = feed.matched;
  assign pmu_o.sample_feed_lat    = feed.lat;
  assign pmu_o.sample_feed_ds     = feed.ds;
  assign pmu_o.sample_feed_fp     = feed.fp;
  assign pmu_o.sample_feed_simd   = feed.simd;
  assign pmu_o.sample_buffer_full = (Cfg.SpeVersion >= 4) && buffer_filled;

  spu_record #(
    .Cfg(Cfg)
  ) u_spu_record (
    .clk_i,
    .rst_ni,
    .sample_valid_i(finished_valid),
    .sample_i      (finished),
    .last_o        (last_packet),
    .decided_i      (verdict_valid),
    .recorded_i    (recorded),
    .busy_o        (record_busy),
    .write_o       (store_write),
    .write_bank_o  (store_bank),
    .write_word_o  (store_word),
    .write_data_o  (store_data),
    .record_valid_o(record_valid),
    .record_len_o  (record_len),
    .record_bank_o (record_bank),
    .record_taken_i(record_taken),
    .buffer_busy_i (buffer_busy)
  );

  // -------------------------------------------------------------------------------------------------------
  // session

  logic       collide, record_foreign;
  discard_e   lapse, record_lapse;
  logic [2:0] pending;
  assign lapse = session_lapse(enable.stopped, regs.pmblimitr.e);

  spu_session #(
    .Cfg(Cfg)
  ) u_spu_session (
    .clk_i,
    .rst_ni,
    .mark_valid_i      (mark_valid_o),
    .mark_tag_i        (mark_tag_o),
    .owner_ss_i        (enable.owner_ss),
    .owner_is_el2_i    (enable.owner_el == EL2),
    .tag_busy_i        (~tag_free),
    .verdict_valid_i   (verdict_valid),
    .verdict_tag_i     (finished_tag),
    .verdict_recorded_i(recorded),
    .record_busy_i     (record_busy),
    .lapse_i           (lapse),
    .collide_i         (collide),
    .record_lapse_o    (record_lapse),
    .record_foreign_o  (record_foreign),
    .pending_o         (pending),
    .tag_collided_o    (tag_collided),
    .collisions_o      (event_collisions)
  );

  assign pmu_o.sample_collision = selection_collisions + event_collisions;

  // -------------------------------------------------------------------------------------------------------
  // buffer, memory

  localparam int unsigned OutstandingWidth = 4;
  localparam int unsigned BeatBytes = Cfg.AxiDataWidth / 8;
  localparam int unsigned OffsetWidth = $clog2(BeatBytes);
  localparam int unsigned BeatWidth = $clog2(largest_record(Cfg) / BeatBytes + 2);

  logic                        room, load, burst_valid, burst_ns, burst_nse, burst_done, response, response_error;
  logic [3:0]                  burst_cache;
  logic [1:0]                  burst_domain;
  logic [OffsetWidth-1:0]      load_offset;
  logic [PaWidth-1:0]          burst_addr;
  logic [7:0]                  burst_beats;
  logic [OutstandingWidth-1:0] outstanding;
  logic                        start_valid, commit_valid, discard_valid;
  discard_e                    discard_reason;

  spu_buffer #(
    .Cfg(Cfg)
  ) u_spu_buffer (
    .clk_i,
    .rst_ni,
    .record_valid_i  (record_valid),
    .record_len_i    (record_len),
    .record_taken_o  (record_taken),
    .record_lapse_i  (record_lapse),
    .record_foreign_i(record_foreign),
    .lapse_i         (lapse),
    .discard_mode_i  (discard_mode),
    .pending_i       (pending),
    .collide_o       (collide),
    .sample_room_o   (sample_room),
    .regs_i          (regs),
    .enable_i        (enable),
    .pmbptr_written_i(pmbptr_written),
    .update_o        (buffer_update),
    .xlate_o,
    .xlate_ready_i,
    .xlate_i,
    .room_i          (room),
    .load_o          (load),
    .load_offset_o   (load_offset),
    .burst_valid_o   (burst_valid),
    .burst_addr_o    (burst_addr),
    .burst_beats_o   (burst_beats),
    .burst_ns_o      (burst_ns),
    .burst_nse_o     (burst_nse),
    .burst_cache_o   (burst_cache),
    .burst_domain_o  (burst_domain),
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

  spu_report #(
    .Cfg(Cfg)
  ) u_spu_report (
    .pe_i,
    .enable_i    (enable),
    .ec_i        (buffer_update.ec),
    .fsc_i       (buffer_update.status),
    .event_el_o  (event_el),
    .default_el_o(default_el)
  );

  logic                        read_bank, read_next;
  logic [BeatWidth-1:0]        read_beat;
  logic [OffsetWidth-1:0]      read_offset;
  logic [Cfg.AxiDataWidth-1:0] read_data;

  spu_record_store #(
    .Cfg(Cfg)
  ) u_spu_record_store (
    .clk_i,
    .write_i      (store_write),
    .write_bank_i (store_bank),
    .write_word_i (store_word),
    .write_data_i (store_data),
    .read_bank_i  (read_bank),
    .read_beat_i  (read_beat),
    .read_offset_i(read_offset),
    .read_next_i  (read_next),
    .read_data_o  (read_data)
  );

  spu_axi_write #(
    .Cfg             (Cfg),
    .OutstandingWidth(OutstandingWidth)
  ) u_spu_axi_write (
    .clk_i,
    .rst_ni,
    .load_i       (load),
    .load_bank_i  (record_bank),
    .load_len_i   (record_len),
    .load_offset_i(load_offset),
    .read_bank_o  (read_bank),
    .read_beat_o  (read_beat),
    .read_offset_o(read_offset),
    .read_next_o  (read_next),
    .read_data_i  (read_data),
    .room_o       (room),
    .burst_valid_i(burst_valid),
    .burst_addr_i (burst_addr),
    .burst_beats_i(burst_beats),
    .burst_ns_i   (burst_ns),
    .burst_nse_i  (burst_nse),
    .burst_cache_i (burst_cache),
    .burst_domain_i(burst_domain),
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
    .psb_older_i,
    .psb_done_o,
    .dsb_valid_i,
    .dsb_done_o,
    .tag_busy_i     (~tag_free),
    .verdict_valid_i(verdict_valid),
    .verdict_tag_i  (finished_tag),
    .verdict_recorded_i(recorded),
    .record_busy_i  (record_busy),
    .start_valid_i  (start_valid),
    .discard_valid_i(discard_valid),
    .commit_valid_i (commit_valid),
    .buffer_busy_i  (buffer_busy),
    .outstanding_i  (outstanding),
    .response_i     (response)
  );

  spu_exception #(
    .Cfg(Cfg)
  ) u_spu_exception (
    .pe_i,
    .regs_i  (regs),
    .enable_i(enable),
    .pmbirq_o,
    .exception_o
  );

  assign cti_spe_sample_o    = commit_valid;
  assign profiling_enabled_o = enable.profiling_enabled;
  assign filter_o            = '{ft: regs.pmsfcr.ft, ld: regs.pmsfcr.ld, st: regs.pmsfcr.st};

  spu_trace_control #(
    .Cfg(Cfg)
  ) u_trace_control (
    .pe_i,
    .enable_i(enable),
    .trace_o
  );

  // -------------------------------------------------------------------------------------------------------
  // pmu

  localparam int unsigned EventCounters = spu_pmu_pkg::existing_counters(Cfg.PmuCounters);
  logic [MaxEventCounters:0]      pmovs;
  logic [63:0]                    pmccntr;
  logic [EventCounters-1:0][63:0] pmevcntr;

  spu_pmu_top #(
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
    .spe_freeze_i(regs.pmblimitr.e && regs.pmblimitr.pmfz && enable.stopped),
    .events_i    (pmu_event_i),
    .spe_events_i(pmu_o),
    .pmovs_o     (pmovs),
    .pmccntr_o   (pmccntr),
    .pmevcntr_o  (pmevcntr),
    .irq_o       (pmuirq_o),
    .exception_o (pmu_exception_o),
    .cti_o       (cti_pmu_overflow_o)
  );

  // -------------------------------------------------------------------------------------------------------
  // vif

  // The record being written.
  record_t written;

  spu_record_image #(
    .Cfg(Cfg)
  ) u_spu_record_image (
    .clk_i,
    .write_i     (store_write),
    .write_bank_i(store_bank),
    .write_word_i(store_word),
    .write_data_i(store_data),
    .load_i      (load),
    .load_bank_i (record_bank),
    .load_len_i  (record_len),
    .record_o    (written)
  );

  always_comb begin
    vif_o                   = '0;
    vif_o.pmsicr            = pmsicr;
    vif_o.pmbptr            = regs.pmbptr;
    vif_o.pmbsr             = regs.pmbsr;
    vif_o.pmbsr_el2         = regs.pmbsr_el2;
    vif_o.pmbsr_el3         = regs.pmbsr_el3;
    vif_o.buffer_enabled    = enable.buffer_enabled;
    vif_o.verdict_valid     = verdict_valid;
    vif_o.start_valid       = start_valid;
    vif_o.discard_valid     = discard_valid;
    vif_o.discard_reason    = discard_reason;
    vif_o.burst_valid       = burst_done;
    vif_o.commit_valid      = commit_valid;
    vif_o.event_valid       = buffer_update.event_valid;
    vif_o.pmu.pmccntr       = pmccntr;
    vif_o.pmu.pmovs         = pmovs;
    for (int unsigned n = 0; n < EventCounters; n++) vif_o.pmu.pmevcntr[n] = pmevcntr[n];
    if (mark_valid_o) vif_o.mark = collect;
    if (verdict_valid) begin
      vif_o.verdict_tag  = finished_tag;
      vif_o.verdict_keep = kept;
      vif_o.verdict_discard = kept && discard_mode;
    end
    if (commit_valid) begin
      vif_o.commit_len  = written.len;
      vif_o.commit_data = written.bytes;
    end
    if (buffer_update.event_valid) begin
      vif_o.event_el     = event_el;
      vif_o.event_pmbsr  = updated_pmbsr;
      vif_o.event_pmbptr = updated_pmbptr;
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  // Of the last cycle: profiling was stopped, what was written directly, what the buffer block wrote, the registers.
  logic                stopped_q, pmbptr_written_q, pmsicr_written_q, pointer_moved_q, marked_q;
  logic [3:1]          recorded_q, pmbsr_written_q;  // S, and a direct write, of PMBSR_ELx
  logic [63:0]         last_pmbptr_q, moved_to_q;
  pmsicr_t             last_pmsicr_q;
  logic [TagWidth-1:0] marked_tag_q;

  logic direct_write;
  assign direct_write = sysreg_i.valid && sysreg_i.write;

  // Samples that are pending, and that PMBPTR_EL1, limit and Discard mode are as when those were taken.
  logic [2:0] all_pending;
  logic       buffer_kept, buffer_kept_q;
  assign all_pending = pending + 3'(buffer_busy);
  assign buffer_kept = !discard_mode && (buffer_kept_q || all_pending <= 3'd1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stopped_q        <= 1'b0;
      pmbptr_written_q <= 1'b0;
      pmsicr_written_q <= 1'b0;
      recorded_q       <= '0;
      pmbsr_written_q  <= '0;
      pointer_moved_q  <= 1'b0;
      last_pmbptr_q    <= '0;
      last_pmsicr_q    <= '0;
      marked_q         <= 1'b0;
      buffer_kept_q    <= 1'b0;
    end else begin
      stopped_q        <= enable.stopped;
      recorded_q       <= {regs.pmbsr_el3.s, regs.pmbsr_el2.s, regs.pmbsr.s};
      pmbptr_written_q <= direct_write && access.allowed.pmbptr;
      pmsicr_written_q <= direct_write && access.allowed.pmsicr;
      pmbsr_written_q  <= {3{direct_write}}
                        & {access.allowed.pmbsr_el3, access.allowed.pmbsr_el2, access.allowed.pmbsr};
      pointer_moved_q  <= buffer_update.ptr_we;
      last_pmbptr_q    <= regs.pmbptr;
      last_pmsicr_q    <= pmsicr;
      marked_q         <= mark_valid_o;
      buffer_kept_q    <= buffer_kept && !(direct_write && (access.allowed.pmbptr || access.allowed.pmblimitr));
    end
  end

  always_ff @(posedge clk_i) begin
    moved_to_q   <= buffer_update.ptr;
    marked_tag_q <= mark_tag_o;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // A mark: one at most, of an operation that is there, on a free tag, while profiling is enabled.
      if (mark_valid_o) begin
        MarksValidSlot_A: assert ((dispatch_valid_i & (Cfg.DispatchWidth'(1) << mark_slot_o)) != '0);
        MarksFreeTag_A: assert ((tag_free & (Cfg.InFlight'(1) << mark_tag_o)) != '0);
        MarksWhileEnabled_A: assert (profiling_enabled_o && !enable.stopped && !pe_i.debug);
        MarksInSession_A: assert (lapse == DiscardNone);
      end
      if (marked_q) begin
        MarkTakesTag_A: assert ((tag_free & (Cfg.InFlight'(1) << marked_tag_q)) == '0);
      end
      // The pipeline: what each block may take for granted. A sample that has collided with a management event
      // counts nowhere and is not written.
      if (verdict_valid) begin
        DecidesBusyTag_A: assert (finished_valid && (~tag_free & (Cfg.InFlight'(1) << finished_tag)) != '0
                                  && !(recorded && record_busy));
        CollidedLeavesSilently_A: assert ((tag_collided & (Cfg.InFlight'(1) << finished_tag)) == '0
                                          || (!kept && !recorded && !fed));
      end
      // A sample that was taken with room is not lost to a full buffer, unless software changes the buffer.
      if (buffer_kept) begin
        KeepsRoom_A: assert (all_pending <= 3'd1 || {1'b0, regs.pmbptr} + (65'(all_pending) << Cfg.MaxSize)
                                                    <= {1'b0, regs.pmblimitr.limit, 12'h000});
        FullLosesNothing_A: assert (!buffer_filled || (all_pending == 3'd1 && !mark_valid_o));
      end
      if (start_valid) begin
        StartsWaitingRecord_A: assert (record_valid && record_busy && !buffer_busy);
        StartsInSession_A: assert (record_lapse == DiscardNone && !record_foreign);
      end
      if (discard_valid) begin
        DiscardsWhatIsThere_A: assert (buffer_busy || (record_valid && record_busy));
      end
      if (commit_valid) begin
        CommitsWhatIsWritten_A: assert (buffer_busy);
      end
      if (enable.buffer_enabled) EnabledIsRunning_A: assert (regs.pmblimitr.e && !enable.stopped);
      // PMBPTR_EL1 moves by a direct write or as the buffer block says. While profiling is stopped it
      // stays, and so do the counters.
      PointerMoves_A: assert (regs.pmbptr == last_pmbptr_q || pmbptr_written_q
                              || (pointer_moved_q && regs.pmbptr == moved_to_q));
      if (stopped_q) begin
        StoppedHoldsPointer_A: assert (pmbptr_written_q || regs.pmbptr == last_pmbptr_q);
        StoppedHoldsCounters_A: assert (pmsicr_written_q || pmsicr == last_pmsicr_q);
      end
      // Each S stays until software clears it. What it asks for is the interrupt or exceptions, never both of EL1's.
      StoppedStaysStopped_A: assert ((recorded_q & ~{regs.pmbsr_el3.s, regs.pmbsr_el2.s, regs.pmbsr.s}
                                      & ~pmbsr_written_q) == '0);
      InterruptIsStopped_A: assert (has_spe_exc(Cfg) ? !pmbirq_o || regs.pmbsr.s : pmbirq_o == regs.pmbsr.s);
      InterruptOrException_A: assert (exception_o == '0 || (has_spe_exc(Cfg) && enable.stopped
                                                            && !(pmbirq_o && exception_o.el1)));
      // An event is recorded where S was 0, and profiling is stopped from then on.
      if (buffer_update.event_valid) begin
        EventIsFirst_A: assert (!enable.stopped && updated_pmbsr.s && event_el inside {EL1, EL2, EL3}
                                && (has_spe_exc(Cfg) || event_el == EL1));
      end
    end
  end

endmodule
