// SPDX-License-Identifier: Apache-2.0
//
// The words of the FPGA bring-up that start runs, and what the LEDs are told of them: docs/fpga-hardware.md, Words, and
// docs/bring-up.md, LEDs. A stand-alone Verilated program; prints TAP.

`include "fpga/rtl/bringup_pkg.sv"
`include "fpga/rtl/run_control.sv"

module fpga_run_control_test;

  import spu_pins_pkg::*;
  import spu_pkg::*;
  import bringup_pkg::*;

  localparam int unsigned Tests = 2;
  localparam int unsigned Runs = 600;  // more than twice as many as there are run numbers
  localparam int unsigned RunCycles = 3;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic [WordBits-1:0] addr = '0;
  logic        we = 1'b0;
  logic [63:0] wdata = '0;
  logic [63:0] rdata;
  logic        start, running, done;
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
    .framing_errors_i('0),
    .crc_errors_i    ('0),
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
    .pmu_i           ('0),
    .pmbirq_i        (1'b0),
    .serror_i        (1'b0),
    .drained_o       (),
    .serror_seen_o   (),
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

  // A write of START; whether it starts a run.
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

    // The host counts up from the number in STATUS, 8 bits: 0 comes again after 255.
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

    // A request that is sent again.
    write_start(8'd7, starts);
    check("started", 7, 1'b1, starts);
    repeat (RunCycles) cycle();
    write_start(8'd7, starts);
    check("started again", 7, 1'b0, starts);
    addr = WordBits'(WordStatus);
    #1 check("the number in STATUS", 7, 1'b1, rdata[15:8] == 8'd7);
    finish("run_number_starts_one_run");
    $finish;
  end

endmodule
