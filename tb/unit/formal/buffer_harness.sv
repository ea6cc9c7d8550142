// SPDX-License-Identifier: Apache-2.0
//
// spu_buffer with arbitrary registers, records, translation and memory.

module buffer_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spec_enable_pkg::*;
  import spec_names_pkg::*;
(
  input logic       clk_i,
  input logic       record_valid_i,
  input logic [7:0] record_len_i,
  input logic [2:0] pending_i,
  input discard_e   earlier_end_i,
  input logic       record_owner_changed_i,
  input logic       discard_mode_i,
  input regs_t      regs_i,
  input enable_t    enable_i,
  input bounds_write_t bounds_write_i,
  input logic       xlate_ready_i,
  input xlate_rsp_t xlate_i,
  input logic       can_accept_i,
  input logic       burst_done_i,
  input logic       response_i,
  input logic       response_error_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic           burst_valid, busy, commit_valid, discard_valid;
  logic [7:0]     burst_len;
  discard_e       discard_reason;
  xlate_req_t     xlate;
  buffer_update_t update;

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
    .update_o        (update),
    .xlate_o         (xlate),
    .xlate_ready_i,
    .xlate_i,
    .can_accept_i,
    .load_o          (),
    .load_offset_o   (),
    .burst_valid_o   (burst_valid),
    .burst_addr_o    (),
    .burst_len_o     (burst_len),
    .burst_ns_o      (),
    .burst_nse_o     (),
    .burst_cache_o   (),
    .burst_domain_o  (),
    .burst_done_i,
    .response_i,
    .response_error_i,
    .filled_o        (),
    .serror_o        (),
    .busy_o          (busy),
    .start_valid_o   (),
    .commit_valid_o  (commit_valid),
    .discard_valid_o (discard_valid),
    .discard_reason_o(discard_reason)
  );

  localparam logic [1:0] LastPage = (largest_record(Cfg) > (1 << Cfg.PtrAlign)) ? 2'd2 : 2'd1;

  // Finished pages of the record.
  logic [1:0] pages = '0;
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (!busy) pages <= '0;
      else if (burst_valid && burst_done_i && pages != '1) pages <= pages + 2'd1;
    end
  end

  // PMBPTR_EL1 and the limit of the next cycle; of a written PMBPTR_EL1 the page.
  logic               after_reset = 1'b1, pmbptr_written;
  logic [63:0]        next_pmbptr;
  logic [63:PageBits] next_limit;
  always_ff @(posedge clk_i) begin
    after_reset    <= !rst_ni;
    pmbptr_written <= bounds_write_i.pmbptr;
    next_pmbptr    <= update.ptr_we ? update.ptr : regs_i.pmbptr;
    if (bounds_write_i.pmbptr) next_pmbptr[63:PageBits] <= bounds_write_i.pmbptr_page;
    next_limit     <= bounds_write_i.limit ? bounds_write_i.limit_page : regs_i.pmblimitr.limit;
  end

  // For induction: what spu_buffer_room remembers of the record that is being written.
  logic [63:0] va;
  assign va = u_spu_buffer.va_q;
  always_ff @(posedge clk_i) begin
    if (rst_ni && busy && u_spu_buffer.remaining_q == '0 && !u_spu_buffer.ptr_moved_q) begin
      LeavesPage_A: assert (u_spu_buffer.u_spu_buffer_room.leaves_q
                            == (va[63:PageBits] != regs_i.pmbptr[63:PageBits]
                                || 13'(va[PageBits-1:0]) + 13'(1 << Cfg.MaxSize) > 13'(1 << PageBits)));
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // docs/integration.md: no attributes without nVM, no nVM without FEAT_SPE_nVM (spu_buffer: XlateStays_A).
      XlateAttributes_A: assert (!xlate.valid || (Cfg.HaveSpeNvm && xlate.nvm)
                                 || {xlate.nvm, xlate.sh, xlate.attr} == '0);
      // SPEProfilingStopped(): the proof `event-route`
      StoppedByEl1_M: assume (regs_i.pmbsr.s ? enable_i.stopped : have_spe_exc(Cfg) || !enable_i.stopped);
      // spu_record: LenIsAligned_A; spu_regs: PointerIsAligned_A
      LenIsAligned_M:     assume (aligned_pointer(Cfg, 64'(record_len_i)) == 64'(record_len_i));
      PointerIsAligned_M: assume (regs_i.pmbptr == aligned_pointer(Cfg, regs_i.pmbptr));
      // spu_control: PointerMoves_A, LimitMoves_A
      // After reset both are 0 (spu_regs).
      PointerMoves_M: assume (after_reset ? regs_i.pmbptr == '0
                                          : regs_i.pmbptr[63:PageBits] == next_pmbptr[63:PageBits]
                                            && (pmbptr_written || regs_i.pmbptr == next_pmbptr));
      LimitMoves_M:   assume (regs_i.pmblimitr.limit == (after_reset ? '0 : next_limit));
      // spu_control: WrittenByMsr_A
      WritesOne_M:    assume (!(bounds_write_i.pmbptr && bounds_write_i.limit));
      EarlierEnd_M:       assume (earlier_end_i inside {DiscardNone, DiscardStopped, DiscardNotEnabled});
      // spu_record: LenFits_A
      LenFits_M: assume (!record_valid_i || (record_len_i != '0 && 32'(record_len_i) <= largest_record(Cfg)));
      // spu_control: EnabledIsRunning_A
      EnabledIsRunning_M: assume (!enable_i.buffer_enabled || (regs_i.pmblimitr.e && !enable_i.stopped));
      // docs/integration.md: the MMU returns an address space that the request's owner can access.
      SpaceIsTheOwners_M: assume (!xlate_i.valid || xlate_i.fault
                                  || owner_has_space(Cfg, xlate.ss, {Cfg.HaveRme && xlate_i.nse, xlate_i.ns}));
      // spu_axi_write: BurstDoneIfAsked_A
      BurstDoneIfAsked_M: assume (!burst_done_i || burst_valid);
      // LastPage: a second page where the pointer's alignment permits one.
      SecondPage_C: cover (commit_valid && pages == LastPage);
      FaultInLastPage_C: cover (discard_valid && discard_reason == DiscardFault && update.ptr_we
                                && pages == LastPage - 2'd1);
      SeveralBeats_C: cover (burst_valid && burst_len != '0);
      SessionEndStopsWrite_C: cover (discard_valid && busy && discard_reason == DiscardNotEnabled);
    end
  end

endmodule
