// SPDX-License-Identifier: Apache-2.0
//
// Compares spu_mmio in both bus widths with a reference in C, pin by pin and cycle by cycle. Bus, core and unit behave
// randomly: requests of every kind, back to back or not, responses not accepted, accesses not granted, slow responses
// and barriers, and resets (requirements W1 to W5). A stand-alone Verilated program; prints TAP. `+seed=N` selects
// another run.

// W1-W5
module mmio_test;

  import spu_pins_pkg::*;

  // mmio_model.c: the random numbers; the expected pins of bridge `index`; its changes at the end of a cycle.
  import "DPI-C" function void model_seed(input longint unsigned seed);
  import "DPI-C" function int unsigned model_draw(input int unsigned index, input int unsigned bound);
  import "DPI-C" function longint unsigned model_word(input int unsigned index);
  import "DPI-C" function void model_reset(input int unsigned index, input int unsigned width);
  import "DPI-C" function void model_pins(input int unsigned index, input bit grant, output bit ready,
                                          output bit respond,
                                          output bit error, output longint unsigned rdata, output bit access,
                                          output bit write, output int unsigned encoding, output longint unsigned wdata,
                                          output int unsigned el, output bit psb, output bit dsb);
  import "DPI-C" function void model_request(input int unsigned index, input bit write, input int unsigned offset,
                                             input longint unsigned data, input int unsigned strobes,
                                             input int unsigned el);
  import "DPI-C" function void model_granted(input int unsigned index);
  import "DPI-C" function void model_answered(input int unsigned index, input int unsigned verdict,
                                              input int unsigned ec,
                                              input longint unsigned rdata);
  import "DPI-C" function void model_barrier_done(input int unsigned index);
  import "DPI-C" function void model_taken(input int unsigned index);
  import "DPI-C" function int unsigned model_count(input int unsigned index, input int unsigned what);

  localparam int unsigned Clocks = 400_000;
  localparam int unsigned Bridges = 2;
  localparam int unsigned Least = 50;  // minimum number of times for each event

  // As in mmio_model.c.
  typedef enum {
    ReadWholeOrLow, ReadHigh, WriteWhole, WriteLow, WriteHigh, PsbLoad, PsbStore, DsbLoad, DsbStore, BarrierHigh,
    StatusRead0, StatusReadRefusal, StatusReadHigh, StatusClear, StatusWriteHigh, Nowhere, PartialRegister,
    PartialBelow,
    RefusedRead, RefusedWrite
  } happened_e;

  function automatic bit can_happen(happened_e what, int unsigned width);
    if (width == 32) return what != WriteWhole;
    return !(what inside {ReadHigh, WriteLow, WriteHigh, BarrierHigh, StatusReadHigh, StatusWriteHigh});
  endfunction

  // Compared groups of pins, each a test of its own.
  typedef enum {
    Responses, Accesses, Barriers
  } compared_e;
  localparam string Names [3] = '{"each_request_has_its_response_in_order", "register_access_is_made_once_when_granted",
                                  "barrier_is_held_until_it_is_done"};

  logic clk = 1'b0;
  int unsigned clocks = 0;
  int unsigned seed;

  for (genvar i = 0; i < Bridges; i++) begin : gen_mmio
    localparam int unsigned Width = 32 << i;
    localparam int unsigned Bytes = Width / 8;

    logic             rst_n = 1'b0;
    logic             req_valid = 1'b0, req_ready, req_write, rsp_valid, rsp_ready, rsp_error, grant;
    logic [17:0]      req_addr;
    logic [Width-1:0] req_wdata, rsp_rdata;
    logic [Bytes-1:0] req_strb;
    logic [1:0]       req_el, el;
    sysreg_req_t      access;
    sysreg_rsp_t      answer;
    logic             psb, psb_done, dsb, dsb_done;

    spu_mmio #(
      .DataWidth(Width)
    ) u_spu_mmio (
      .clk_i      (clk),
      .rst_ni     (rst_n),
      .req_valid_i(req_valid),
      .req_ready_o(req_ready),
      .req_write_i(req_write),
      .req_addr_i (req_addr),
      .req_wdata_i(req_wdata),
      .req_strb_i (req_strb),
      .req_el_i   (req_el),
      .rsp_valid_o(rsp_valid),
      .rsp_ready_i(rsp_ready),
      .rsp_error_o(rsp_error),
      .rsp_rdata_o(rsp_rdata),
      .grant_i    (grant),
      .el_o       (el),
      .sysreg_o   (access),
      .sysreg_i   (answer),
      .psb_valid_o(psb),
      .psb_done_i (psb_done),
      .dsb_valid_o(dsb),
      .dsb_done_i (dsb_done)
    );

    int unsigned compared [3] = '{0, 0, 0};
    bit failed [3] = '{0, 0, 0};
    string first [3];  // first failure
    // The unit owes a response, due in `answer_in` cycles.
    bit owed = 1'b0;
    int unsigned answer_in;
    // Current speeds of bus, core and unit, as probabilities in percent.
    int unsigned asks, takes, grants, ends, delay;
    // Further required events, besides those that the reference counts.
    int unsigned back_to_back = 0, not_taken = 0, not_granted = 0, ended_at_once = 0, waited_long = 0, resets = 0;
    int unsigned barrier_cycles = 0;
    bit took = 1'b0, accepted = 1'b0, refusing = 1'b0;

    // Each bridge has its own random stream.
    function automatic int unsigned draw(int unsigned bound);
      return model_draw(i, bound);
    endfunction

    function automatic bit percent(int unsigned chance);
      return draw(100) < chance;
    endfunction

    function automatic void check(compared_e of, string what, longint unsigned expected, longint unsigned got);
      compared[of]++;
      if (expected != got && !failed[of]) begin
        failed[of] = 1'b1;
        first[of]  = $sformatf("# cycle %0d: %s: expected 0x%0h, got 0x%0h; repeat with +seed=%0d", clocks,
                               what, expected,
                               got, seed);
      end
    endfunction

    always @(negedge clk) begin
      bit ready, respond, error, made, write, psb_held, dsb_held;
      longint unsigned rdata, wdata;
      int unsigned encoding, level;
      if (!rst_n) begin
        model_reset(i, Width);
        owed = 1'b0;
        took = 1'b0;
        accepted = 1'b0;
        resets++;
      end else begin
        model_pins(i, grant, ready, respond, error, rdata, made, write, encoding, wdata, level, psb_held, dsb_held);
        check(Responses, "req_ready_o", 64'(ready), 64'(req_ready));
        check(Responses, "rsp_valid_o", 64'(respond), 64'(rsp_valid));
        if (respond) check(Responses, "rsp_error_o", 64'(error), 64'(rsp_error));
        if (respond) check(Responses, "rsp_rdata_o", rdata, 64'(rsp_rdata));
        check(Accesses, "sysreg_o.valid", 64'(made), 64'(access.valid));
        if (made) begin
          check(Accesses, "sysreg_o.write", 64'(write), 64'(access.write));
          check(Accesses, "sysreg_o.addr", 64'(encoding), 64'(access.addr));
          check(Accesses, "el_o", 64'(level), 64'(el));
          if (write) check(Accesses, "sysreg_o.wdata", wdata, access.wdata);
        end
        check(Barriers, "psb_valid_o", 64'(psb_held), 64'(psb));
        check(Barriers, "dsb_valid_o", 64'(dsb_held), 64'(dsb));

        back_to_back += 32'(took && req_valid && ready);
        not_taken    += 32'(respond && !rsp_ready);
        not_granted  += 32'(!ready && !respond && !psb_held && !dsb_held && !owed && !grant);
        if (psb_held || dsb_held) begin
          ended_at_once  += 32'(barrier_cycles == 0 && ((psb_held && psb_done) || (dsb_held && dsb_done)));
          waited_long    += 32'(barrier_cycles == 8);
          barrier_cycles++;
        end else begin
          barrier_cycles = 0;
        end
        took = respond && rsp_ready;

        // The end of the cycle.
        if (answer.done) model_answered(i, 32'(answer.verdict), 32'(answer.ec), answer.rdata);
        if (owed && answer.done) owed = 1'b0;
        if (made) begin
          model_granted(i);
          owed      = 1'b1;
          answer_in = percent(50) ? 0 : draw(delay);
        end
        if ((psb_held && psb_done) || (dsb_held && dsb_done)) model_barrier_done(i);
        if (took) model_taken(i);
        if (req_valid && ready) model_request(i, req_write, 32'(req_addr), 64'(req_wdata), 32'(req_strb), 32'(req_el));
        accepted = req_valid && req_ready;
      end
    end

    // Offsets: every location below the registers and its neighbours, the registers' ends, and arbitrary ones.
    function automatic logic [17:0] offset();
      unique case (draw(8))
        0, 1:    return 18'(draw(6) * 4);
        2:       return 18'h20000 - 18'(4 * draw(3)) + 18'(4 * draw(2));
        3:       return 18'(model_word(i)) & 18'h1ffff;
        4:       return 18'h3ffff - 18'(draw(12));
        5:       return 18'h20000 | 18'(1 << draw(17));
        default: return 18'h20000 | 18'(model_word(i));
      endcase
    endfunction

    always @(posedge clk) begin
      if (clocks % 512 == 0) begin
        asks   = percent(30) ? 100 : 1 + draw(100);
        takes  = percent(30) ? 100 : 1 + draw(100);
        grants = percent(30) ? 100 : 1 + draw(100);
        ends   = percent(30) ? 100 : 1 + draw(100);
        delay  = 1 + draw(20);
      end
      // A request is held until it is accepted; without a request the other pins are arbitrary.
      if (!req_valid || accepted) begin
        req_valid <= percent(asks);
        req_write <= 1'(model_word(i));
        req_addr  <= offset();
        req_wdata <= Width'(model_word(i));
        req_strb  <= percent(80) ? '1 : percent(50) ? ~Bytes'(1 << draw(Bytes)) : Bytes'(model_word(i));
        req_el    <= 2'(model_word(i));
      end
      rsp_ready <= percent(takes);
      grant     <= percent(grants);
      psb_done  <= percent(ends);
      dsb_done  <= percent(ends);
      // The unit's response when it is due; sometimes a response to another requester; otherwise garbage.
      refusing = percent(30);
      answer   <= '{done: owed ? answer_in == 0 : percent(20),
                    verdict: refusing ? verdict_e'(1 + draw(5)) : AccessOk, ec: 6'(model_word(i)),
                    offset: 12'(model_word(i)), rdata: model_word(i)};
      if (owed && answer_in != 0) answer_in = answer_in - 1;
      rst_n    <= clocks > 0 && draw(2000) != 0;
    end

    // The results of its tests.
    function automatic void results();
      bit quiet;
      happened_e what;
      quiet = 1'b0;
      what  = what.first();
      for (int n = 0; n < what.num(); n++) begin
        if (can_happen(what, Width) ? model_count(i, 32'(what)) < Least : model_count(i, 32'(what)) != 0) begin
          quiet = 1'b1;
          $display("# width %0d: %s: %0d times", Width, what.name(), model_count(i, 32'(what)));
        end
        what = what.next();
      end
      if (back_to_back < Least || not_taken < Least || not_granted < Least || ended_at_once < Least
          || waited_long < Least
          || resets < Least) begin
        quiet = 1'b1;
        $display({"# width %0d: %0d requests back to back, %0d cycles with a response not taken, ",
                  "%0d with an access not granted"},
                 Width, back_to_back, not_taken, not_granted);
        $display("# width %0d: %0d barriers ended at once, %0d waited long, %0d cycles in reset", Width, ended_at_once,
                 waited_long, resets);
      end
      for (int of = 0; of < 3; of++) begin
        if (failed[of] || compared[of] < Clocks) $write("not ");
        $display("ok %0d - %s width %0d", 4 * i + of + 1, Names[of], Width);
        if (failed[of]) $display("%s", first[of]);
        if (compared[of] < Clocks) $display("# only %0d comparisons", compared[of]);
      end
      if (quiet) $write("not ");
      $display("ok %0d - everything_happens_often width %0d", 4 * i + 4, Width);
    endfunction
  end

  initial begin
    if ($value$plusargs("seed=%d", seed) == 0) seed = 1;
    model_seed(64'(seed));
    $display("# seed %0d", seed);
    $display("1..%0d", 4 * Bridges);
    repeat (Clocks + Clocks / 100) begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      clocks = clocks + 1;
    end
    gen_mmio[0].results();
    gen_mmio[1].results();
    $finish;
  end

endmodule
