// SPDX-License-Identifier: Apache-2.0
//
// A small random stimulus for acme_profiler: software that starts sessions, a core that dispatches operations and
// reports the sampled ones, an MMU, a memory, barriers, and occasional resets. It depends only on +seed=N and lasts
// +cycles=N cycles. Only the checker checks.

module acme_tb
  import spu_pins_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_config_pkg::*;
;

  localparam config_t Acme = ConfigBase;

  // -------------------------------------------------------------------------------------------------------
  // Clock, reset, and random numbers that are the same in every simulator

  logic ck = 1'b0;
  logic resetn = 1'b0;
  always #5 ck = !ck;

  longint unsigned seed = 1;
  longint unsigned now = 0;  // cycles

  // Depends only on the seed, the cycle and `place`, the call site, so a simulator's order of evaluation has no effect.
  function automatic longint unsigned random(int unsigned place);
    longint unsigned bits;
    bits = (seed << 32) + 64 * now + 64'(place);
    bits = (bits ^ (bits >> 30)) * 64'hbf58_476d_1ce4_e5b9;
    bits = (bits ^ (bits >> 27)) * 64'h94d0_49bb_1331_11eb;
    return bits ^ (bits >> 31);
  endfunction

  function automatic bit one_in(int unsigned n, int unsigned place);
    return (random(place) >> 16) % 64'(n) == 0;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // The unit

  sysreg_req_t                         csr_request;
  pe_t                                 core_state;
  logic [Acme.DispatchWidth-1:0]       issue;
  logic [Acme.DispatchWidth-1:0][63:0] issue_pc;
  op_t  [Acme.InFlight-1:0]            uop_report;
  logic [1:0]                          accelerator_cycles;
  logic [63:0]                         timer;
  xlate_req_t                          mmu_request;
  logic                                mmu_accept;
  xlate_rsp_t                          mmu_answer;
  axi_aw_t                             aw;
  logic                                aw_ready, w_valid, w_last, w_ready;
  axi_b_t                              b;
  logic                                flush, flush_done, fence, fence_done, irq_profiler;
  logic [63:0][3:0]                    core_events;

  acme_profiler #(
    .Acme(Acme)
  ) u_profiler (
    .ck,
    .resetn,
    .csr_request,
    .csr_response    (),
    .core_state,
    .issue,
    .issue_pc,
    .pick            (),
    .pick_lane       (),
    .pick_id         (),
    .profiling       (),
    .uop_report,
    .accelerator_cycles,
    .timer,
    .mmu_request,
    .mmu_accept,
    .mmu_answer,
    .aw,
    .aw_ready,
    .w_valid,
    .w_data          (),
    .w_strobe        (),
    .w_last,
    .w_ready,
    .b,
    .b_ready         (),
    .flush,
    .flush_older     ('1),
    .flush_done,
    .fence,
    .fence_done,
    .core_events,
    .unit_events     (),
    .irq_profiler,
    .exceptions      (),
    .counter_exceptions(),
    .irq_counters    (),
    .trigger_counters(),
    .trigger_record  (),
    .bus_error       (),
    .filter          (),
    .tracing         (),
    .retired         ()
  );

  // -------------------------------------------------------------------------------------------------------
  // Software: a session from a random pointer to the end of a page; a new one when the buffer is full or has faulted

  localparam longint unsigned Buffer = 64'h0000_0000_4000_0000;
  localparam int unsigned Steps = 8;

  int unsigned step;  // of programming a session; Steps: the session runs

  function automatic sysreg_req_t msr(logic [15:0] addr, longint unsigned value);
    return '{valid: 1'b1, write: 1'b1, addr: addr, wdata: value};
  endfunction

  // Enables profiling, with a filter by type in every other session on average.
  function automatic sysreg_req_t programming(int unsigned at);
    case (at)
      0: return msr(PMSCR_EL1, 64'h3b);
      1: return msr(PMSIRR_EL1, ((1 + 64'(one_in(2, 0))) << 8) | 64'(one_in(2, 1)));
      2: return msr(PMSICR_EL1, 0);
      3: return msr(PMSFCR_EL1, one_in(2, 2) ? 0 : 64'h7_0002 & {random(3)} | 64'h2_0002);
      4: return msr(PMSLATFR_EL1, 0);
      5: return msr(PMBSR_EL1, 0);
      6: return msr(PMBPTR_EL1, Buffer + ((random(4) >> 16) % 128) * 64);
      default: return msr(PMBLIMITR_EL1, Buffer + 64'h3001);
    endcase
  endfunction

  function automatic logic [15:0] some_register();
    return {2'd3, one_in(8, 5) ? 3'd4 : 3'd0, 4'd9, one_in(2, 6) ? 4'd9 : 4'd10, 3'(random(7) >> 20)};
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // The core: reports of sampled operations

  function automatic op_t report();
    op_t op;
    op            = '0;
    op.issued     = one_in(3, 8);
    op.xlate_busy = one_in(4, 9);
    op.completed  = one_in(12, 10);
    op.finished   = one_in(16, 11);
    op.how        = op_how_e'(one_in(8, 12) ? 2'(1 + 32'(one_in(2, 13))) : 2'd0);
    op.events     = random(14);
    case ((random(15) >> 16) % 4)
      0: begin
        op.kind = KindOther;
        op.cond = one_in(2, 16);
      end
      1: begin
        op.kind         = KindBranch;
        op.cond         = one_in(2, 17);
        op.indirect     = one_in(3, 18);
        op.target_valid = one_in(2, 19);
        op.target       = random(20);
        op.target_ns    = 1'b1;
        op.target_el    = 2'd1;
      end
      default: begin
        op.kind         = one_in(4, 21) ? KindLdstSimdFp : KindLdstGeneral;
        op.store        = one_in(2, 22);
        op.va_valid     = 1'b1;
        op.va           = random(23);
        op.pa_valid     = !one_in(4, 24);
        op.pa           = PaWidth'(random(25));
        op.pa_ns        = 1'b1;
        op.source_valid = !op.store;
        op.source       = 16'(random(26));
      end
    endcase
    return op;
  endfunction

  // Non-secure EL1 owns the buffer.
  function automatic pe_t some_state(bit programs);
    pe_t pe;
    pe                = '0;
    pe.el             = programs || !one_in(4, 27) ? 2'd1 : 2'(random(28) >> 18);
    pe.scr_el3_ns     = 1'b1;
    pe.scr_el3_rw     = 1'b1;
    pe.hcr_el2_rw     = 1'b1;
    pe.mdcr_el2_e2pb  = 2'd3;
    pe.mdcr_el3_nspb  = 2'd3;
    pe.mdcr_el2_hpmn  = 5'd6;
    pe.contextidr_el1 = 32'(random(29));
    pe.dbgen          = 1'b1;
    return pe;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // MMU and memory

  bit          asked;                            // a translation is outstanding
  logic [63:0] asked_va;
  int          addresses, datas, unanswered;     // accepted addresses and last beats; bursts without a response

  function automatic xlate_rsp_t translation();
    xlate_rsp_t answer;
    answer       = '0;
    answer.valid = 1'b1;
    answer.fault = one_in(32, 30);
    answer.fsc   = answer.fault ? 6'h07 : 6'h00;
    answer.ns    = 1'b1;
    answer.pa    = {asked_va[55:12] ^ 44'h1234, asked_va[11:0]};
    return answer;
  endfunction

  task automatic idle();
    csr_request <= '0;
    uop_report  <= '0;
    issue       <= '0;
    mmu_accept  <= 1'b0;
    mmu_answer  <= '0;
    aw_ready    <= 1'b0;
    w_ready     <= 1'b0;
    b           <= '0;
    flush       <= 1'b0;
    fence       <= 1'b0;
    core_state  <= some_state(1'b1);
    core_events <= '0;
    issue_pc    <= '0;
    timer       <= '0;
    accelerator_cycles <= '0;
    step        = 0;
    asked       = 1'b0;
    addresses   = 0;
    datas       = 0;
    unanswered  = 0;
  endtask

  // Handshakes at this edge, then the stimulus of the next cycle.
  task automatic cycle();
    logic [2:0] happened;  // one of the core's events
    now++;
    if (mmu_request.valid && mmu_accept) begin
      asked    = 1'b1;
      asked_va = mmu_request.va;
    end
    if (aw.valid && aw_ready) addresses++;
    if (w_valid && w_ready && w_last) datas++;
    if (addresses > 0 && datas > 0) begin
      addresses--;
      datas--;
      unanswered++;
    end

    csr_request <= '0;
    core_state  <= (step == Steps && one_in(64, 31)) ? some_state(1'b0) : core_state;
    if (step < Steps) begin
      core_state  <= some_state(1'b1);
      csr_request <= programming(step);
      step        = step + 1;
    end else if (one_in(16, 32)) begin
      csr_request <= '{valid: 1'b1, write: 1'b0, addr: some_register(), wdata: '0};
    end else if (one_in(32, 33)) begin
      csr_request <= msr(PMSICR_EL1, 1 + (random(34) >> 16) % 64);  // shortens the interval
    end else if (irq_profiler ? one_in(100, 35) : one_in(4000, 36)) begin
      step = 0;
    end

    timer <= timer + 1;
    accelerator_cycles <= 2'(random(41) >> 30);
    issue <= Acme.DispatchWidth'(random(37) >> 24);
    for (int unsigned lane = 0; lane < Acme.DispatchWidth; lane++) issue_pc[lane] <= random(60 + lane);
    for (int unsigned id = 0; id < Acme.InFlight; id++) uop_report[id] <= report();
    for (int unsigned event_pin = 0; event_pin < 64; event_pin++) core_events[event_pin] <= '0;
    happened = 3'(random(39) >> 20);
    core_events[happened] <= 4'(random(40) >> 24);

    mmu_accept <= one_in(2, 41);
    mmu_answer <= '0;
    if (asked && one_in(4, 42)) begin
      mmu_answer <= translation();
      asked      = 1'b0;
    end
    aw_ready <= one_in(2, 43);
    w_ready  <= !one_in(4, 44);
    b        <= '0;
    if (unanswered > 0 && one_in(64, 45)) begin
      b          <= '{valid: 1'b1, resp: 2'd0};
      unanswered = unanswered - 1;
    end

    flush <= flush ? !flush_done : one_in(500, 46);
    fence <= fence ? !fence_done : one_in(700, 47);
  endtask

  always @(posedge ck or negedge resetn) begin
    if (!resetn) idle();
    else         cycle();
  end

  // -------------------------------------------------------------------------------------------------------
  // The run: each reset begins at a different time within a cycle and spans 0, 1 or 2 clock edges

  int unsigned cycles = 100_000;

  initial begin
    void'($value$plusargs("seed=%d", seed));
    void'($value$plusargs("cycles=%d", cycles));
    repeat (3) @(posedge ck);
    #3 resetn = 1'b1;
    for (int unsigned i = 0; i < cycles; i++) begin
      @(posedge ck);
      if (i % 16_384 == 16_383) begin
        repeat (1 + i / 16_384 % 8) #1;
        resetn = 1'b0;
        repeat (i / 16_384 % 3) @(posedge ck);
        #1 resetn = 1'b1;
      end
    end
    $finish;
  end

endmodule
