// SPDX-License-Identifier: Apache-2.0
//
// The Profiling Buffer: pointer, limit, faults, External aborts, management events (Arm ARM D17.7, D17.8,
// D17.9.1; S0 and J1 SPEWriteToBuffer, SPEBufferIsFull, SPEBufferFilled, DebugWriteFault,
// DebugWriteExternalAbort).
//
// Writes one formatted record at a time. A record starts if it belongs to the current session and owner (spu_session),
// Discard mode is off, the buffer is enabled or NotEnabledWrite permits the write anyway, and a record of the maximum
// size fits; otherwise it is discarded. A started record is translated and passed to AXI page by page from PMBPTR_EL1,
// which moves when the whole record has been accepted. Once profiling has been stopped or the buffer disabled, no
// further translation is requested and no further burst begins; what is already on the bus completes, the pointer
// stays, and the record does not count. One record takes 3 + pages x (1 + translation + beats) cycles. spu_page_split
// splits a record at page boundaries, spu_buffer_room checks for room, and spu_syndrome forms the fields of PMBSR_ELx.
//
// An error response is an External abort. An abort that is reported synchronously must be known before anything else is
// written: the block then waits for the response to each page, and each record takes that much longer. Otherwise it
// does not wait for responses. If the buffer has been disabled by the time of the abort, two rules of the manual
// contradict each other: PMBPTR_EL1 is not updated (D17.4), and it becomes the aborted address (D17.8.4). AbortPtrHeld
// selects the first: PMBPTR_EL1 is then the aborted address only if the first page was aborted, and an abort of a later
// page is reported as asynchronous.
//
// More than 300 lines: one state machine decides everything about a record, and a third of the file is properties.

module spu_buffer
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  // record
  input  logic               record_valid_i,
  input  logic [7:0]         record_len_i,  // bytes, padding included
  output logic               record_taken_o,

  // session
  input  discard_e           record_session_end_i,
  input  logic               record_owner_changed_i,
  input  discard_e           session_end_i,  // in this cycle
  input  logic [2:0]         pending_i,      // pending samples except the one being written
  output logic               collide_o,      // a management event with which samples collide

  // interval
  output logic               sample_room_o,    // the buffer permits sampling one more operation

  // PMBLIMITR_EL1.FM
  input  logic               discard_mode_i,

  // regs, enable
  input  regs_t              regs_i,
  input  enable_t            enable_i,
  input  bounds_write_t      bounds_write_i,
  output buffer_update_t     update_o,

  // xlate
  output xlate_req_t         xlate_o,
  input  logic               xlate_ready_i,
  input  xlate_rsp_t         xlate_i,

  // spu_axi_write
  input  logic               can_accept_i,      // one more burst may start
  output logic               load_o,
  output logic [$clog2(Cfg.AxiDataWidth/8)-1:0] load_offset_o,
  output logic               burst_valid_o,
  output logic [PaWidth-1:0] burst_addr_o,
  output logic [7:0]         burst_len_o,        // beats - 1
  output logic               burst_ns_o,
  output logic               burst_nse_o,
  output logic [3:0]         burst_cache_o,
  output logic [1:0]         burst_domain_o,
  input  logic               burst_done_i,
  input  logic               response_i,        // to the oldest outstanding burst
  input  logic               response_error_i,  // an External abort

  // Status and events of this cycle (pmu, irq, vif).
  output logic               filled_o,  // SPEBufferFilled()
  output logic               serror_o,  // an External abort, for the PE to take
  output logic               busy_o,
  output logic               start_valid_o,
  output logic               commit_valid_o,
  output logic               discard_valid_o,
  output discard_e           discard_reason_o
);

  localparam int unsigned OffsetWidth = $clog2(Cfg.AxiDataWidth / 8);
  localparam bit AbortSync = Cfg.ExternalAbort == AbortReportedSync;
  localparam bit AbortAsync = Cfg.ExternalAbort == AbortReportedAsync;
  // RWVKFM: from FEAT_SPEv1p5 on, operations may be sampled after one whose record has faulted.
  localparam bit EventsCollide = !has_spe_exc(Cfg);

  typedef enum logic [2:0] {
    StIdle,       // waits for a record
    StTranslate,  // waits for the translation request to be taken
    StWaitXlate,  // waits for the translation
    StWrite,      // waits until AXI has accepted this page's address and data
    StWaitB,      // waits for the response to this page (synchronous External aborts only)
    StCommit      // one cycle: the record is complete
  } state_e;

  state_e             state_q, state_d;
  logic [63:0]        va_q, va_d;                // next byte to write
  logic [7:0]         remaining_q, remaining_d;  // bytes from va on
  logic               first_page_q, first_page_d;
  logic               xlate_pending_q;  // the translation request of this page is offered and not yet accepted
  logic               on_bus_q;         // the burst of this page has been put on the bus
  logic               ptr_moved_q, ptr_moved_d;  // software has written PMBPTR_EL1 since the start
  logic [PaWidth-1:0] pa_q;              // physical address of va
  logic               ns_q;
  logic               nse_q;
  logic [1:0]         el_q;              // translation regime of the record
  security_state_e    ss_q;
  logic               nvm_q;             // no stage 1 translation; sh and attr are PMBMAR_EL1's
  logic [1:0]         sh_q;
  logic [7:0]         attr_q;
  logic [3:0]         cache_q;           // attributes of va's page
  logic [1:0]         domain_q;

  // Why the started record no longer counts.
  discard_e session_ended, session_ended_q;
  assign session_ended = (session_ended_q != DiscardNone) ? session_ended_q : session_end_i;

  // The part of the record in va's page.
  logic [7:0] chunk, len;
  logic       last;

  spu_page_split #(
    .Cfg(Cfg)
  ) u_spu_page_split (
    .clk_i,
    .rst_ni,
    .offset_i(va_q[PageBits-1:0]),
    .left_i  (remaining_q),
    .chunk_o (chunk),  // chunk and last: valid in StWaitXlate, StWrite and StWaitB; len: in StWrite
    .last_o  (last),
    .len_o   (len)
  );

  assign burst_len_o   = len;
  assign burst_addr_o  = {pa_q[PaWidth-1:OffsetWidth], OffsetWidth'(0)};
  assign burst_ns_o    = ns_q;
  assign burst_nse_o   = nse_q;
  assign burst_cache_o  = Cfg.HaveSpeNvm ? cache_q : '0;
  assign burst_domain_o = Cfg.HaveSpeNvm ? domain_q : '0;
  assign burst_valid_o = (state_q == StWrite) && (on_bus_q || (can_accept_i && session_ended == DiscardNone));

  // A record that does not start is also loaded: whether it starts is known late in the cycle.
  assign load_o        = (state_q == StIdle) && record_valid_i;
  assign load_offset_o = OffsetWidth'(aligned_pointer(Cfg, regs_i.pmbptr));
  assign xlate_o       = '{
    valid: (state_q == StTranslate) && (xlate_pending_q || session_ended == DiscardNone),
    va:    va_q,
    el:    el_q,
    ss:    ss_q,
    nvm:   Cfg.HaveSpeNvm && nvm_q,
    sh:    (Cfg.HaveSpeNvm && nvm_q) ? sh_q : '0,
    attr:  (Cfg.HaveSpeNvm && nvm_q) ? attr_q : '0
  };
  assign busy_o        = (state_q != StIdle);

  // Whether a record of this session may be written. NotEnabledWrites ignores the Security state and Debug state.
  logic may_write;
  always_comb begin
    unique case (Cfg.NotEnabledWrite)
      NotEnabledWrites:                         may_write = 1'b1;
      NotEnabledDiscards, NotEnabledNotAllowed: may_write = enable_i.buffer_enabled;
      default:                                  may_write = 1'b0;
    endcase
  end

  // This page is done: AXI has accepted it, and if aborts are synchronous its response has arrived.
  logic        page_written, page_aborted;
  logic [63:0] next_va;  // the byte after it
  assign page_written = AbortSync ? response_i && (burst_done_i || state_q == StWaitB) : burst_done_i;
  assign page_aborted = AbortSync && page_written && response_error_i;
  assign next_va      = va_q + 64'(chunk);

  logic       full;       // PMBPTR_EL1, or the end of the record, leaves no room for another one
  logic       at_pmbptr;  // the next record starts at PMBPTR_EL1: none is being written that will move it
  logic [2:0] pending;
  assign at_pmbptr = !busy_o || ptr_moved_q;
  assign pending   = pending_i + 3'(busy_o);

  spu_buffer_room #(
    .Cfg(Cfg)
  ) u_spu_buffer_room (
    .clk_i,
    .rst_ni,
    .pmbptr_i      (regs_i.pmbptr),
    .pmblimitr_i   (regs_i.pmblimitr),
    .bounds_write_i,
    .page_moves_i  (update_o.ptr_we && update_o.ptr[PageBits] != regs_i.pmbptr[PageBits]),
    .discard_mode_i,
    .at_pmbptr_i   (at_pmbptr),
    .page_written_i(page_written),
    .next_va_i     (next_va[PageBits:0]),
    .pending_i     (pending),
    .full_o        (full),
    .sample_room_o
  );

  // An External abort now leaves PMBPTR_EL1 unchanged (ptr_held), and that is not the aborted address (elsewhere).
  logic ptr_held, elsewhere;
  assign ptr_held  = Cfg.AbortPtrHeld && session_ended != DiscardNone;
  assign elsewhere = ptr_held && !first_page_q;

  assign serror_o = (Cfg.ExternalAbort == AbortSError) && response_error_i;

  logic not_allowed, faulted, aborted, ptr_we;

  spu_syndrome #(
    .Cfg(Cfg)
  ) u_spu_syndrome (
    .stopped_i    (enable_i.stopped),
    .async_abort_i(AbortAsync && response_error_i),
    .not_allowed_i(not_allowed),
    .fault_i      (faulted),
    .xlate_i,
    .abort_i      (aborted),
    .elsewhere_i  (elsewhere),
    .partial_i    (!first_page_q),
    .filled_i     (filled_o),
    .ptr_we_i     (ptr_we),
    .ptr_i        (aligned_pointer(Cfg, va_q)),  // end of the written bytes, or where a fault or abort stopped
    .update_o
  );

  always_comb begin
    state_d          = state_q;
    va_d             = va_q;
    remaining_d      = remaining_q;
    first_page_d     = first_page_q;
    ptr_moved_d      = ptr_moved_q || bounds_write_i.pmbptr;
    record_taken_o   = 1'b0;
    start_valid_o    = 1'b0;
    commit_valid_o   = 1'b0;
    discard_valid_o  = 1'b0;
    discard_reason_o = DiscardNone;
    filled_o         = 1'b0;
    collide_o        = 1'b0;
    not_allowed      = 1'b0;
    faulted          = 1'b0;
    aborted          = 1'b0;
    ptr_we           = 1'b0;

    unique case (state_q)
      StIdle: begin
        // Whether a record starts is known late in the cycle; its address and length are known early.
        va_d         = aligned_pointer(Cfg, regs_i.pmbptr);
        remaining_d  = record_len_i;
        first_page_d = 1'b1;
        ptr_moved_d  = bounds_write_i.pmbptr;
        if (record_valid_i) begin
          record_taken_o = 1'b1;
          if (record_session_end_i != DiscardNone) begin
            discard_valid_o  = 1'b1;
            discard_reason_o = record_session_end_i;
          end else if (record_owner_changed_i) begin
            discard_valid_o  = 1'b1;
            discard_reason_o = DiscardNotEnabled;
          end else if (discard_mode_i) begin
            // Kept before Discard mode was set. In Discard mode no event occurs and the pointer stays (D17.5.5).
            discard_valid_o  = 1'b1;
            discard_reason_o = DiscardMode;
          end else if (!may_write) begin
            discard_valid_o  = 1'b1;
            discard_reason_o = DiscardNotEnabled;
            not_allowed      = (Cfg.NotEnabledWrite == NotEnabledNotAllowed);
          end else if (full) begin
            // Software violated RHXSYK. Nothing may be written at or above the limit.
            discard_valid_o  = 1'b1;
            discard_reason_o = DiscardFull;
            filled_o         = 1'b1;
          end else begin
            start_valid_o = 1'b1;
            state_d       = StTranslate;
          end
        end
      end
      StTranslate: begin
        if (!xlate_o.valid) begin
          state_d          = StIdle;
          discard_valid_o  = 1'b1;
          discard_reason_o = session_ended;
        end else if (xlate_ready_i) begin
          state_d = StWaitXlate;
        end
      end
      StWaitXlate: begin
        if (xlate_i.valid && session_ended != DiscardNone) begin
          state_d          = StIdle;
          discard_valid_o  = 1'b1;
          discard_reason_o = session_ended;
        end else if (xlate_i.valid && !xlate_i.fault) begin
          state_d = StWrite;
        end else if (xlate_i.valid) begin
          state_d          = StIdle;
          discard_valid_o  = 1'b1;
          discard_reason_o = DiscardFault;
          collide_o        = EventsCollide;
          faulted          = 1'b1;
          ptr_we           = !ptr_moved_q;
        end
      end
      StWrite: begin
        if (!on_bus_q && session_ended != DiscardNone) begin
          state_d          = StIdle;
          discard_valid_o  = 1'b1;
          discard_reason_o = session_ended;
        end
        if (burst_done_i) state_d = StWaitB;
      end
      StWaitB: ;     // page_written, below
      StCommit: begin
        state_d = StIdle;
        if (session_ended != DiscardNone) begin
          discard_valid_o  = 1'b1;
          discard_reason_o = session_ended;
        end else begin
          commit_valid_o = 1'b1;
          ptr_we         = !ptr_moved_q;
          filled_o       = full;
        end
      end
      default: state_d = StIdle;
    endcase

    if (page_written) begin
      va_d         = aligned_pointer(Cfg, next_va);
      remaining_d  = remaining_q - chunk;
      first_page_d = 1'b0;
      state_d      = last ? StCommit : StTranslate;
    end
    // Synchronous abort: this page is lost; the pages before it have been written.
    if (page_aborted) begin
      state_d          = StIdle;
      discard_valid_o  = 1'b1;
      discard_reason_o = enable_i.stopped ? session_ended : DiscardFault;
      collide_o        = !enable_i.stopped && !elsewhere;
      aborted          = 1'b1;
      ptr_we           = !enable_i.stopped && !ptr_moved_q && !ptr_held;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q         <= StIdle;
      xlate_pending_q <= 1'b0;
      on_bus_q        <= 1'b0;
    end else begin
      state_q         <= state_d;
      xlate_pending_q <= xlate_o.valid && !xlate_ready_i;
      on_bus_q        <= burst_valid_o && !burst_done_i;
    end
  end

  always_ff @(posedge clk_i) begin
    va_q            <= va_d;
    remaining_q     <= remaining_d;
    first_page_q    <= first_page_d;
    ptr_moved_q     <= ptr_moved_d;
    session_ended_q <= (state_q == StIdle) ? DiscardNone : session_ended;
    if (load_o) begin
      el_q   <= enable_i.owner_el;
      ss_q   <= enable_i.owner_ss;
      nvm_q  <= enable_i.nvm;
      sh_q   <= regs_i.pmbmar.sh;
      attr_q <= regs_i.pmbmar.attr;
    end
    if (state_q == StWaitXlate && xlate_i.valid) begin
      pa_q <= xlate_i.pa;
      ns_q <= xlate_i.ns;
      nse_q <= Cfg.HaveRme && xlate_i.nse;
      cache_q  <= xlate_i.cache;
      domain_q <= xlate_i.domain;
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  // The record being written: start address, limit at its start, length, and bytes in completed pages.
  logic [63:0] start_q;
  logic [63:PageBits] limit_q;
  logic [7:0]  len_q, accepted_q;
  // The page translated last, and its translation.
  logic [63:PageBits]      asked_page_q;
  logic [PaWidth-1:PageBits] answered_page_q;
  logic        answered_ns_q;
  logic [3:0]  answered_cache_q;
  logic [1:0]  answered_domain_q;
  logic [12:0] chunk_end;     // page offset of the byte after the chunk
  logic        place_kept_q;  // the translation kept the page offset, as it must (docs/integration.md)
  logic        ended_q;       // the session has ended since the start
  logic        loaded_q;      // a record was loaded in the previous cycle
  // Requests of the previous cycle that were not accepted.
  logic                    burst_waits_q, xlate_waits_q;
  logic [PaWidth+15:0]     last_burst_q;
  xlate_req_t              last_xlate_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      burst_waits_q <= 1'b0;
      xlate_waits_q <= 1'b0;
    end else begin
      burst_waits_q <= burst_valid_o && !burst_done_i;
      xlate_waits_q <= xlate_o.valid && !xlate_ready_i;
    end
  end

  assign chunk_end = 13'(va_q[PageBits-1:0]) + 13'(chunk);

  always_ff @(posedge clk_i) begin
    last_burst_q <= {burst_addr_o, burst_len_o, burst_ns_o, burst_nse_o, burst_cache_o, burst_domain_o};
    last_xlate_q <= xlate_o;
    ended_q  <= busy_o && (ended_q || session_end_i != DiscardNone);
    loaded_q <= load_o;
    if (start_valid_o) begin
      start_q    <= regs_i.pmbptr;
      limit_q    <= regs_i.pmblimitr.limit;
      len_q      <= record_len_i;
      accepted_q <= '0;
    end else if (state_q inside {StWrite, StWaitB} && page_written) begin
      accepted_q <= accepted_q + chunk;
    end
    if (xlate_o.valid && xlate_ready_i) asked_page_q <= xlate_o.va[63:PageBits];
    if (state_q == StWaitXlate && xlate_i.valid) begin
      answered_page_q <= xlate_i.pa[PaWidth-1:PageBits];
      answered_ns_q   <= xlate_i.ns;
      answered_cache_q  <= xlate_i.cache;
      answered_domain_q <= xlate_i.domain;
      place_kept_q    <= (xlate_i.pa[PageBits-1:0] == va_q[PageBits-1:0]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (busy_o) begin
        // The whole record fits below the limit at its start, and its bytes are written in order from there.
        RecordFits_A: assert ({1'b0, start_q} + 65'(len_q) <= {1'b0, limit_q, PageBits'(0)}
                              && 32'(len_q) <= largest_record(Cfg));
        PointerStays_A:    assert (ptr_moved_q || regs_i.pmbptr == start_q);
        NextIsAccepted_A:  assert (va_q == start_q + 64'(accepted_q) && remaining_q == len_q - accepted_q
                                   && accepted_q <= len_q);
        WritesSomething_A: assert ((remaining_q == '0) == (state_q == StCommit));
        StaysAligned_A:    assert (aligned_pointer(Cfg, va_q) == va_q && aligned_pointer(Cfg, start_q) == start_q
                                && aligned_pointer(Cfg, 64'(remaining_q)) == 64'(remaining_q)
                                && aligned_pointer(Cfg, 64'(len_q)) == 64'(len_q));
      end
      if (state_q inside {StWaitXlate, StWrite, StWaitB}) begin
        AskedForThisPage_A: assert (asked_page_q == va_q[63:PageBits]);
        ChunkEndsRecordOrPage_A: assert (last ? chunk == remaining_q && chunk_end <= 13'(1 << PageBits)
                                              : chunk < remaining_q && chunk_end == 13'(1 << PageBits));
      end
      // A translation is in an address space that the buffer's owner can have (docs/integration.md).
      if (state_q == StWaitXlate && xlate_i.valid && !xlate_i.fault) begin
        SpaceIsTheOwners_A: assert (owner_has_space(Cfg, ss_q, {Cfg.HaveRme && xlate_i.nse, xlate_i.ns}));
      end
      // SPEBufferIsFull(), with one more bit than an address, so that the sum does not wrap.
      if (!busy_o || state_q == StCommit) begin
        FullAsSpecified_A: assert (full == ({1'b0, (!busy_o || ptr_moved_q) ? regs_i.pmbptr : va_q}
                                            + (65'd1 << Cfg.MaxSize) > {1'b0, regs_i.pmblimitr.limit, PageBits'(0)}));
      end
      // A burst holds exactly the record's bytes in this page, at their offset in the translated page.
      if (state_q == StWrite) begin
        BurstIsTranslated_A: assert (asked_page_q == va_q[63:PageBits]
                                     && burst_addr_o[PaWidth-1:PageBits] == answered_page_q
                                     && burst_ns_o == answered_ns_q
                                     && (!Cfg.HaveSpeNvm || (burst_cache_o == answered_cache_q
                                                             && burst_domain_o == answered_domain_q))
                                     && (!place_kept_q
                                         || burst_addr_o[PageBits-1:OffsetWidth] == va_q[PageBits-1:OffsetWidth]));
        BurstHoldsChunk_A: assert ((13'(burst_len_o) + 13'd1) << OffsetWidth >= 13'(va_q[OffsetWidth-1:0]) + 13'(chunk)
                                   && 13'(burst_len_o) << OffsetWidth < 13'(va_q[OffsetWidth-1:0]) + 13'(chunk));
      end
      if (burst_valid_o) begin
        NeverWritesAtLimit_A: assert ({1'b0, va_q} + 65'(chunk) <= {1'b0, limit_q, PageBits'(0)});
        BurstFitsPage_A: assert (burst_addr_o[OffsetWidth-1:0] == '0
                                 && (!place_kept_q
                                     || 14'(burst_addr_o[PageBits-1:0]) + ((14'(burst_len_o) + 14'd1) << OffsetWidth)
                                        <= 14'(1 << PageBits)));
        BeatsOfOneRecord_A: assert (32'(burst_len_o) <= (largest_record(Cfg) + (1 << OffsetWidth) - 2) >> OffsetWidth);
        StartsIfAccepted_A: assert (burst_waits_q || can_accept_i);
        LoadsBetweenBursts_A: assert (!load_o && !loaded_q);
      end
      // Handshakes.
      if (burst_waits_q) begin
        AsksUntilDone_A: assert (burst_valid_o
                                 && {burst_addr_o, burst_len_o, burst_ns_o, burst_nse_o, burst_cache_o,
                                     burst_domain_o} == last_burst_q);
      end
      if (xlate_waits_q) begin
        XlateStays_A: assert (xlate_o == last_xlate_q);
      end
      AttributesNeedNvm_A: assert (xlate_o.nvm ? Cfg.HaveSpeNvm : {xlate_o.sh, xlate_o.attr} == '0);
      RemembersItsRequests_A: assert (xlate_pending_q == xlate_waits_q && on_bus_q == burst_waits_q
                                      && (!busy_o || (session_ended_q != DiscardNone) == ended_q));
      // PMBPTR_EL1 moves past the accepted bytes: the record, or the pages before the one that failed.
      if (update_o.ptr_we) begin
        PointerIsAccepted_A: assert (update_o.ptr == start_q + 64'(accepted_q));
        PointerMovesAtEnd_A: assert ((commit_valid_o || discard_reason_o == DiscardFault) && !ptr_moved_q);
      end
      // From the cycle in which the buffer is disabled or profiling is stopped, no new burst or translation request
      // begins, and the record does not count.
      if (session_end_i != DiscardNone || ended_q) begin
        QuietAfterSessionEnd_A: assert ((!burst_valid_o || burst_waits_q) && (!xlate_o.valid || xlate_waits_q));
      end
      if (commit_valid_o) begin
        CommitIsWhole_A: assert (accepted_q == len_q && update_o.ptr_we == !ptr_moved_q);
        EndedDoesNotCount_A: assert (session_end_i == DiscardNone && !ended_q);
      end
      // While profiling is stopped the pointer does not move, and there is no management event.
      if (enable_i.stopped) begin
        StoppedIsStill_A: assert (!update_o.ptr_we && !update_o.event_valid && !start_valid_o);
      end
      OneOutcome_A: assert (32'(start_valid_o) + 32'(commit_valid_o) + 32'(discard_valid_o) <= 1
                            && discard_valid_o == (discard_reason_o != DiscardNone)
                            && (!commit_valid_o || busy_o)
                            && (!start_valid_o || (record_taken_o && record_valid_i && !busy_o)));
    end
  end

endmodule
