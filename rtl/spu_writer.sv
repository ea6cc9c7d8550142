// SPDX-License-Identifier: Apache-2.0
//
// From a record in the store to memory: sessions, the Profiling Buffer, AXI, and the barriers that wait for all of it
// (Arm ARM D17.4, D17.7 to D17.9). This module only wires the blocks
//
//   session -> buffer -> axi_write -> memory
//   store   -----------> axi_write
//
// A record starts in the cycle in which it is offered, if no other is being written; spu_buffer has the latency.

module spu_writer
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,

  // control
  input  regs_t                         regs_i,
  input  enable_t                       enable_i,
  input  logic                          discard_mode_i,
  input  bounds_write_t                 bounds_write_i,
  output buffer_update_t                update_o,

  // sampler
  input  logic                          mark_valid_i,
  input  logic [TagWidth-1:0]           mark_tag_i,
  input  logic [Cfg.InFlight-1:0]       tag_busy_i,
  input  decision_t                     decision_i,
  input  logic                          record_busy_i,     // a record of a decided sample has not been taken
  input  waiting_record_t               record_i,
  input  store_write_t                  store_i,
  output logic                          sample_room_o,     // the buffer permits sampling one more operation
  output logic [Cfg.InFlight-1:0]       tag_collided_o,
  output logic [3:0]                    collisions_o,      // with this cycle's management event
  output logic                          record_taken_o,
  output logic                          busy_o,
  output logic                          filled_o,          // SPEBufferFilled()

  // xlate
  output xlate_req_t                    xlate_o,
  input  logic                          xlate_ready_i,
  input  xlate_rsp_t                    xlate_i,

  // axi
  output axi_aw_t                       axi_aw_o,
  input  logic                          axi_awready_i,
  output logic                          axi_wvalid_o,
  output logic [Cfg.AxiDataWidth-1:0]   axi_wdata_o,
  output logic [Cfg.AxiDataWidth/8-1:0] axi_wstrb_o,
  output logic                          axi_wlast_o,
  input  logic                          axi_wready_i,
  input  axi_b_t                        axi_b_i,
  output logic                          axi_bready_o,

  // barrier
  input  logic                          psb_valid_i,
  input  logic [Cfg.InFlight-1:0]       psb_older_i,
  output logic                          psb_done_o,
  input  logic                          dsb_valid_i,
  output logic                          dsb_done_o,

  output logic                          serror_o,          // an External abort, for the PE to take
  output write_progress_t               progress_o
);

  // -------------------------------------------------------------------------------------------------------
  // session

  logic       collide, record_owner_changed;
  discard_e   session_end, record_session_end;
  logic [2:0] pending;
  assign session_end = session_end_reason(enable_i.stopped, regs_i.pmblimitr.e);

  spu_session #(
    .Cfg(Cfg)
  ) u_spu_session (
    .clk_i,
    .rst_ni,
    .can_mark_i            (enable_i.can_mark),
    .mark_valid_i,
    .mark_tag_i,
    .owner_ss_i            (enable_i.owner_ss),
    .owner_is_el2_i        (enable_i.owner_el == EL2),
    .tag_busy_i,
    .decide_valid_i        (decision_i.valid),
    .decide_tag_i          (decision_i.tag),
    .recorded_i            (decision_i.recorded),
    .record_busy_i,
    .session_end_i         (session_end),
    .collide_i             (collide),
    .record_session_end_o  (record_session_end),
    .record_owner_changed_o(record_owner_changed),
    .pending_o             (pending),
    .tag_collided_o,
    .collisions_o
  );

  // -------------------------------------------------------------------------------------------------------
  // buffer, store, axi_write

  localparam int unsigned OutstandingWidth = 4;
  localparam int unsigned BeatBytes = Cfg.AxiDataWidth / 8;
  localparam int unsigned OffsetWidth = $clog2(BeatBytes);
  localparam int unsigned BeatWidth = $clog2(largest_record(Cfg) / BeatBytes + 2);
  localparam int unsigned WordWidth = record_word_width(Cfg);

  logic                        can_accept, burst_valid, burst_ns, burst_nse, response, response_error;
  logic [3:0]                  burst_cache;
  logic [1:0]                  burst_domain;
  logic [OffsetWidth-1:0]      load_offset;
  logic [PaWidth-1:0]          burst_addr;
  logic [7:0]                  burst_len;
  logic [OutstandingWidth-1:0] outstanding;

  spu_buffer #(
    .Cfg(Cfg)
  ) u_spu_buffer (
    .clk_i,
    .rst_ni,
    .record_valid_i        (record_i.valid),
    .record_len_i          (record_i.len),
    .record_taken_o,
    .record_session_end_i  (record_session_end),
    .record_owner_changed_i(record_owner_changed),
    .session_end_i         (session_end),
    .discard_mode_i,
    .pending_i             (pending),
    .collide_o             (collide),
    .sample_room_o,
    .regs_i,
    .enable_i,
    .bounds_write_i,
    .update_o,
    .xlate_o,
    .xlate_ready_i,
    .xlate_i,
    .can_accept_i          (can_accept),
    .load_o                (progress_o.load),
    .load_offset_o         (load_offset),
    .burst_valid_o         (burst_valid),
    .burst_addr_o          (burst_addr),
    .burst_len_o           (burst_len),
    .burst_ns_o            (burst_ns),
    .burst_nse_o           (burst_nse),
    .burst_cache_o         (burst_cache),
    .burst_domain_o        (burst_domain),
    .burst_done_i          (progress_o.burst_done),
    .response_i            (response),
    .response_error_i      (response_error),
    .filled_o,
    .serror_o,
    .busy_o,
    .start_valid_o         (progress_o.start_valid),
    .commit_valid_o        (progress_o.commit_valid),
    .discard_valid_o       (progress_o.discard_valid),
    .discard_reason_o      (progress_o.discard_reason)
  );

  logic                        read_bank, read_next;
  logic [BeatWidth-1:0]        read_beat;
  logic [OffsetWidth-1:0]      read_offset;
  logic [Cfg.AxiDataWidth-1:0] read_data;

  spu_record_store #(
    .Cfg(Cfg)
  ) u_spu_record_store (
    .clk_i,
    .write_i      (store_i.valid),
    .write_bank_i (store_i.bank),
    .write_word_i (WordWidth'(store_i.word)),
    .write_data_i (store_i.data),
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
    .load_i          (progress_o.load),
    .load_bank_i     (record_i.bank),
    .load_len_i      (record_i.len),
    .load_offset_i   (load_offset),
    .read_bank_o     (read_bank),
    .read_beat_o     (read_beat),
    .read_offset_o   (read_offset),
    .read_next_o     (read_next),
    .read_data_i     (read_data),
    .can_accept_o    (can_accept),
    .burst_valid_i   (burst_valid),
    .burst_addr_i    (burst_addr),
    .burst_len_i     (burst_len),
    .burst_ns_i      (burst_ns),
    .burst_nse_i     (burst_nse),
    .burst_cache_i   (burst_cache),
    .burst_domain_i  (burst_domain),
    .burst_done_o    (progress_o.burst_done),
    .outstanding_o   (outstanding),
    .response_o      (response),
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
  // barrier

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
    .tag_busy_i,
    .decide_valid_i (decision_i.valid),
    .decide_tag_i   (decision_i.tag),
    .recorded_i     (decision_i.recorded),
    .record_busy_i,
    .start_valid_i  (progress_o.start_valid),
    .discard_valid_i(progress_o.discard_valid),
    .commit_valid_i (progress_o.commit_valid),
    .buffer_busy_i  (busy_o),
    .outstanding_i  (outstanding),
    .response_i     (response)
  );

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  // Pending samples; whether PMBPTR_EL1, limit and Discard mode have not changed since these were marked.
  logic [2:0] all_pending;
  logic       buffer_kept, buffer_kept_q;
  pmblimitr_t last_pmblimitr_q;
  assign all_pending = pending + 3'(busy_o);
  assign buffer_kept = !discard_mode_i
                    && ((buffer_kept_q && regs_i.pmblimitr == last_pmblimitr_q) || all_pending <= 3'd1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) buffer_kept_q <= 1'b0;
    else         buffer_kept_q <= buffer_kept && !bounds_write_i.pmbptr;
  end

  always_ff @(posedge clk_i) last_pmblimitr_q <= regs_i.pmblimitr;

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // A sample that was marked with room is not lost to a full buffer, unless software changes the buffer.
      if (buffer_kept) begin
        KeepsRoom_A: assert (all_pending <= 3'd1 || {1'b0, regs_i.pmbptr} + (65'(all_pending) << Cfg.MaxSize)
                                                    <= {1'b0, regs_i.pmblimitr.limit, 12'h000});
        FullLosesNothing_A: assert (!filled_o || (all_pending == 3'd1 && !mark_valid_i));
      end
      // What the blocks assume of each other.
      if (progress_o.start_valid) begin
        StartsWaitingRecord_A: assert (record_i.valid && record_busy_i && !busy_o);
        StartsInSession_A: assert (record_session_end == DiscardNone && !record_owner_changed);
      end
      if (progress_o.discard_valid) begin
        DiscardsWhatIsThere_A: assert (busy_o || (record_i.valid && record_busy_i));
      end
      if (progress_o.commit_valid) begin
        CommitsWhatIsWritten_A: assert (busy_o);
      end
    end
  end

endmodule
