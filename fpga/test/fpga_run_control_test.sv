// SPDX-License-Identifier: Apache-2.0
//
// The words of the FPGA bring-up that start runs and show the state of run and unit, and the outputs to the LEDs:
// docs/bring-up.md, Words, and Pins and LEDs. A stand-alone Verilated program; prints TAP.

`include "fpga/rtl/bringup_pkg.sv"
`include "fpga/rtl/run_control.sv"

module fpga_run_control_test;

  import spu_pins_pkg::*;
  import spu_pkg::*;
  import bringup_pkg::*;

  localparam int unsigned Tests = 4;
  localparam int unsigned Runs = 600;  // more than twice the number of run numbers
  localparam int unsigned RunCycles = 3;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic [WordBits-1:0] addr = '0;
  logic        we = 1'b0;
  logic [63:0] wdata = '0;
  logic [63:0] rdata;
  logic        start, running, done, serror_seen;
  logic [15:0] framing_errors = '0, crc_errors = '0;
  pmu_events_t pmu = '0;
  logic        pmbirq = 1'b0, serror = 1'b0;
  logic [1:0]  left_q;  // cycles of the run

  run_control #(
    .ConfigName('0),
    .Sizes     ('0)
  ) u_run_control (
    .clk_i           (clk),
    .rst_ni          (rst_n),
    .addr_i          (addr),
    .we_i            (we),
    .wdata_i         (wdata),
    .rdata_o         (rdata),
    .framing_errors_i(framing_errors),
    .crc_errors_i    (crc_errors),
    .start_o         (start),
    .stop_o          (),
    .rows_o          (),
    .passes_o        (),
    .running_i       (running),
    .time_i          ('0),
    .el_o            (),
    .contextidr_o    (),
    .psb_valid_o     (),
    .psb_done_i      (1'b0),
    .dsb_valid_o     (),
    .dsb_done_i      (1'b0),
    .pmu_i           (pmu),
    .pmbirq_i        (pmbirq),
    .serror_i        (serror),
    .drained_o       (),
    .serror_seen_o   (serror_seen),
    .done_o          (done)
  );

  // A player whose runs are short.
  assign running = (left_q != '0);
  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n)       left_q <= '0;
    else if (start)   left_q <= 2'(RunCycles);
    else if (running) left_q <= left_q - 1'b1;
  end

  bit failed = 1'b0;
  int unsigned number = 0;

  task automatic check(string what, int unsigned run, logic expected, logic got);
    if (got != expected && !failed) $display("# run %0d: %s: expected %b, got %b", run, what, expected, got);
    failed |= (got != expected);
  endtask

  task automatic check_word(string what, word_e word, logic [63:0] expected);
    addr = WordBits'(word);
    #1;
    if (rdata !== expected && !failed) $display("# %s: expected %h, got %h", what, expected, rdata);
    failed |= (rdata !== expected);
  endtask

  task automatic finish(string name);
    number++;
    if (failed) $write("not ");
    $display("ok %0d - %s", number, name);
    failed = 1'b0;
  endtask

  task automatic cycle();
    #5 clk = 1'b1;
    #5 clk = 1'b0;
  endtask

  // Writes START. `starts`: the write starts a run.
  task automatic write_start(logic [7:0] run, output logic starts);
    addr  = WordBits'(WordStart);
    wdata = 64'(run);
    we    = 1'b1;
    #1 starts = start;
    cycle();
    we = 1'b0;
  endtask

  initial begin
    logic starts;
    $display("1..%0d", Tests);
    cycle();
    rst_n = 1'b1;

    // The host increments the number in STATUS, which has 8 bits and wraps.
    check("done before a run", 0, 1'b0, done);
    for (int unsigned run = 1; run <= Runs; run++) begin
      write_start(8'(run), starts);
      check("started", run, 1'b1, starts);
      for (int unsigned i = 0; i < RunCycles; i++) begin
        check("done during the run", run, 1'b0, done);
        cycle();
      end
      check("done after the run", run, 1'b1, done);
    end
    rst_n = 1'b0;
    #1 rst_n = 1'b1;
    check("done after reset", 0, 1'b0, done);
    finish("every_run_is_shown_as_over");

    // A repeated request.
    write_start(8'd7, starts);
    check("started", 7, 1'b1, starts);
    repeat (RunCycles) cycle();
    write_start(8'd7, starts);
    check("started again", 7, 1'b0, starts);
    addr = WordBits'(WordStatus);
    #1 check("the number in STATUS", 7, 1'b1, rdata[15:8] == 8'd7);
    finish("run_number_starts_one_run");

    // The sums of a run include only its own PMU events, which are counted a cycle later.
    for (int unsigned run = 8; run < 40; run++) begin
      int unsigned population, collisions, kept;
      pmu = '{sample_pop: 4'd5, sample_collision: 4'd3, sample_filtrate: 1'b1, default: '0};  // before the run
      cycle();
      pmu = '0;
      write_start(8'(run), starts);
      check("started", run, 1'b1, starts);
      {population, collisions, kept} = '0;
      for (int unsigned i = 0; i < 20; i++) begin
        pmu                  = '1;
        pmu.sample_pop       = 4'($urandom);
        pmu.sample_collision = 4'($urandom);
        pmu.sample_filtrate  = 1'($urandom);
        population += 32'(pmu.sample_pop);
        collisions += 32'(pmu.sample_collision);
        kept       += 32'(pmu.sample_filtrate);
        cycle();
      end
      pmu = '0;
      cycle();
      check_word("POPULATION", WordPopulation, 64'(population));
      check_word("COLLISIONS", WordCollisions, 64'(collisions));
      check_word("KEPT", WordKept, 64'(kept));
    end
    finish("sums_are_of_the_events_of_one_run");

    framing_errors = 16'h1234;
    crc_errors     = 16'h5678;
    check_word("STATUS after runs", WordStatus, 64'h0000_5678_1234_2702);
    pmbirq = 1'b1;
    serror = 1'b1;
    check_word("STATUS with PMBIRQ", WordStatus, 64'h0000_5678_1234_2706);
    cycle();
    serror = 1'b0;
    pmbirq = 1'b0;
    check_word("STATUS after an SError", WordStatus, 64'h0000_5678_1234_270a);
    check("SError at the LED", 39, 1'b1, serror_seen);
    write_start(8'd40, starts);
    check_word("STATUS in a run", WordStatus, 64'h0000_5678_1234_280b);
    finish("status_is_that_of_link_run_and_unit");
    $finish;
  end

endmodule
