// SPDX-License-Identifier: Apache-2.0
//
// spu_buffer and spu_axi_write with a memory that responds. A request waits at most Wait cycles, except that memory may
// hold an address until data is offered, and data until the address is accepted (IHI 0022 A3.3.1 permits a subordinate
// either; both together are the hardest case for the unit). Then a handshake completes at least every Bound cycles, and
// a record needs a limited number of them (spu_axi_write: BeatsAreTheRecords_A; spu_buffer: NextIsAccepted_A), so no
// write hangs.

module live_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
#(
  localparam config_t Cfg = `FORMAL_CONFIG
) (
  input logic                        clk_i,
  input logic                        record_valid_i,
  input logic [7:0]                  record_len_i,
  input logic [2:0]                  pending_i,
  input discard_e                    earlier_end_i,
  input logic                        record_owner_changed_i,
  input logic                        discard_mode_i,
  input regs_t                       regs_i,
  input enable_t                     enable_i,
  input bounds_write_t               bounds_write_i,
  input logic                        xlate_ready_i,
  input xlate_rsp_t                  xlate_i,
  input logic                        axi_awready_i,
  input logic                        axi_wready_i,
  input axi_b_t                      axi_b_i
);

  localparam int unsigned Wait = 2;
  localparam int unsigned Bound = 2 * Wait + 3;
  localparam int unsigned OutstandingWidth = 4;
  localparam int unsigned OffsetWidth = $clog2(Cfg.AxiDataWidth / 8);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  xlate_req_t                  xlate;
  logic                        can_accept, load, burst_valid, burst_ns, burst_nse, burst_done, response, response_error;
  logic [OffsetWidth-1:0]      load_offset;
  logic [PaWidth-1:0]          burst_addr;
  logic [7:0]                  burst_len;
  logic                        busy, commit_valid;
  axi_aw_t                     aw;
  logic                        wvalid, wlast;

  // session_end: this cycle's, as in spu_writer. earlier_end_i: from an earlier cycle, kept by spu_session
  discard_e session_end;
  assign session_end = session_end_reason(enable_i.stopped, regs_i.pmblimitr.e);

  spu_buffer #(
    .Cfg(Cfg)
  ) u_spu_buffer (
    .clk_i,
    .rst_ni,
    .record_valid_i,
    .record_len_i,
    .record_taken_o      (),
    .record_session_end_i((earlier_end_i != DiscardNone) ? earlier_end_i : session_end),
    .record_owner_changed_i,
    .session_end_i         (session_end),
    .pending_i,
    .collide_o       (),
    .sample_room_o   (),
    .discard_mode_i,
    .regs_i,
    .enable_i,
    .bounds_write_i,
    .update_o        (),
    .xlate_o         (xlate),
    .xlate_ready_i,
    .xlate_i,
    .can_accept_i    (can_accept),
    .load_o          (load),
    .load_offset_o   (load_offset),
    .burst_valid_o   (burst_valid),
    .burst_addr_o    (burst_addr),
    .burst_len_o     (burst_len),
    .burst_ns_o      (burst_ns),
    .burst_nse_o     (burst_nse),
    .burst_done_i    (burst_done),
    .response_i      (response),
    .response_error_i(response_error),
    .filled_o        (),
    .serror_o        (),
    .busy_o          (busy),
    .start_valid_o   (),
    .commit_valid_o  (commit_valid),
    .discard_valid_o (),
    .discard_reason_o()
  );

  spu_axi_write #(
    .Cfg             (Cfg),
    .OutstandingWidth(OutstandingWidth)
  ) u_spu_axi_write (
    .clk_i,
    .rst_ni,
    .load_i          (load),
    .load_bank_i     (1'b0),
    .load_len_i      (record_len_i),
    .load_offset_i   (load_offset),
    .read_bank_o     (),
    .read_beat_o     (),
    .read_offset_o   (),
    .read_next_o     (),
    .read_data_i     ('0),
    .can_accept_o    (can_accept),
    .burst_valid_i   (burst_valid),
    .burst_addr_i    (burst_addr),
    .burst_len_i     (burst_len),
    .burst_ns_i      (burst_ns),
    .burst_nse_i     (burst_nse),
    .burst_done_o    (burst_done),
    .outstanding_o   (),
    .response_o      (response),
    .response_error_o(response_error),
    .axi_aw_o        (aw),
    .axi_awready_i,
    .axi_wvalid_o    (wvalid),
    .axi_wdata_o     (),
    .axi_wstrb_o     (),
    .axi_wlast_o     (wlast),
    .axi_wready_i,
    .axi_b_i,
    .axi_bready_o    ()
  );

  // *_waits: cycles for which each request has waited; still: cycles since the last handshake; written: bursts whose
  // data is complete and whose response is outstanding.
  logic [2:0] ready_waits = '0, answer_waits = '0, aw_waits = '0, w_waits = '0, b_waits = '0;
  logic [3:0] still = '0;
  logic       owed = 1'b0;
  logic       data_taken = 1'b0;  // all data of the burst whose address is still offered
  logic [4:0] written = '0;
  logic       progress;
  assign progress = !busy || (xlate.valid && xlate_ready_i) || xlate_i.valid || (aw.valid && axi_awready_i)
                 || (wvalid && axi_wready_i) || axi_b_i.valid;

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      ready_waits  <= (xlate.valid && !xlate_ready_i) ? ready_waits + 3'd1 : '0;
      answer_waits <= (owed && !xlate_i.valid) ? answer_waits + 3'd1 : '0;
      aw_waits     <= (aw.valid && !axi_awready_i) ? aw_waits + 3'(wvalid || data_taken) : '0;
      w_waits      <= (wvalid && !axi_wready_i) ? w_waits + 3'(!aw.valid) : '0;
      data_taken   <= (data_taken || (wvalid && axi_wready_i && wlast)) && !burst_done;
      b_waits      <= (written != '0 && !axi_b_i.valid) ? b_waits + 3'd1 : '0;
      owed         <= (xlate.valid && xlate_ready_i) || (owed && !xlate_i.valid);
      written      <= written + 5'(wvalid && axi_wready_i && wlast) - 5'(axi_b_i.valid);
      still        <= progress ? '0 : still + 4'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // spu_record: LenIsAligned_A; spu_regs: PointerIsAligned_A
      LenIsAligned_M:     assume (aligned_pointer(Cfg, 64'(record_len_i)) == 64'(record_len_i));
      PointerIsAligned_M: assume (regs_i.pmbptr == aligned_pointer(Cfg, regs_i.pmbptr));
      EarlierEnd_M:       assume (earlier_end_i inside {DiscardNone, DiscardStopped, DiscardNotEnabled});
      // spu_record: LenFits_A; spu_control: EnabledIsRunning_A
      LenFits_M: assume (!record_valid_i || (record_len_i != '0 && 32'(record_len_i) <= largest_record(Cfg)));
      EnabledIsRunning_M: assume (!enable_i.buffer_enabled || (regs_i.pmblimitr.e && !enable_i.stopped));
      // Memory and MMU must respond for the unit to make progress, as tb/unit/env/axi_memory.c and mmu.c do.
      TakesRequest_M: assume (32'(ready_waits) <= Wait);
      AnswersRequest_M: assume (32'(answer_waits) <= Wait && (!xlate_i.valid || owed));
      TakesAddress_M: assume (32'(aw_waits) <= Wait);
      TakesData_M: assume (32'(w_waits) <= Wait);
      AnswersBurst_M: assume (32'(b_waits) <= Wait && (!axi_b_i.valid || written != '0));
      GoesOn_A: assert (32'(still) <= Bound);
      WritesRecord_C: cover (commit_valid);
    end
  end

endmodule
