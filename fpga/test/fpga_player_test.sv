// SPDX-License-Identifier: Apache-2.0
//
// The player of the FPGA bring-up with its trace memory, in the shapes of both boards and in one with several tags: the
// cycle of each row, the reports of marked operations, and the length of a run. Random traces, marks and stops. A
// stand-alone Verilated program; prints TAP.

`include "fpga/rtl/bringup_pkg.sv"
`include "fpga/rtl/block_ram.sv"
`include "fpga/rtl/trace_ram.sv"
`include "fpga/rtl/op_report.sv"
`include "fpga/rtl/op_player.sv"

module fpga_player_test;

  import spu_pins_pkg::*;
  import spu_pkg::*;
  import bringup_pkg::*;

  // {xlate_busy, issued, finished} of an operation `after` cycles after its mark. `latencies` is word 3 of its entry:
  // total, issue and xlate from bit 0 on (docs/bring-up.md, The player).
  function automatic logic [2:0] expected_report(int unsigned after, logic [63:0] latencies);
    bit alive;
    alive = after > 0 && after <= 32'(latencies[15:0]);
    return {alive && after <= 32'(latencies[47:32]), alive && after == 32'(latencies[31:16]),
            alive && after == 32'(latencies[15:0])};
  endfunction

  localparam int unsigned Entries = 64;
  localparam int unsigned Runs = 400;
  localparam int unsigned Units = 3;
  localparam int unsigned Widths [Units] = '{1, 4, 2};
  localparam int unsigned Tags [Units] = '{1, 1, 3};

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  bit [Units-1:0] done = '0;

  function automatic config_t config_of(int unsigned width, int unsigned in_flight);
    config_t cfg;
    cfg               = spu_config_pkg::ConfigBase;
    cfg.DispatchWidth = width;
    cfg.InFlight      = in_flight;
    return cfg;
  endfunction

  for (genvar i = 0; i < Units; i++) begin : gen_unit
    localparam int unsigned W = Widths[i];
    localparam int unsigned InFlight = Tags[i];
    localparam bit RegisterRow = (i != 0);
    localparam int unsigned Fill = RegisterRow ? 3 : 2;  // cycles from the start to row 0

    logic         start, stop, running;
    logic [15:0]  rows, passes;
    logic [1:0]   el;
    logic [31:0]  run_time;
    logic [$clog2(Entries/W)-1:0] row_addr;
    logic               hold;
    trace_entry_t [W-1:0] row;
    logic [W-1:0]       valid;
    logic [W-1:0][63:0] pc;
    logic               mark_valid;
    logic [SlotWidth-1:0] mark_slot;
    logic [TagWidth-1:0]  mark_tag;
    op_t [InFlight-1:0] op;
    logic               we;
    logic [$clog2(Entries)-1:0] entry;
    logic [1:0]         word;
    logic [63:0]        wdata;

    trace_ram #(.DispatchWidth(W), .Entries(Entries)) u_trace_ram (
      .clk_i(clk), .we_i(we), .entry_i(entry), .word_i(word), .wdata_i(wdata), .row_i(row_addr), .hold_i(hold),
      .row_o(row)
    );
    op_player #(.Cfg(config_of(W, InFlight)), .Entries(Entries), .RegisterRow(RegisterRow)) u_op_player (
      .clk_i(clk), .rst_ni(rst_n), .start_i(start), .stop_i(stop), .rows_i(rows), .passes_i(passes), .el_i(el),
      .running_o(running), .time_o(run_time), .row_addr_o(row_addr), .hold_o(hold), .row_i(row),
      .dispatch_valid_o(valid),
      .dispatch_pc_o(pc), .mark_valid_i(mark_valid), .mark_slot_i(mark_slot), .mark_tag_i(mark_tag), .op_o(op)
    );

    // The test's own copy of the trace, and the state of the run.
    trace_entry_t  trace [Entries];
    int            clock;      // since row 0; negative before
    int            last;       // cycle of the last row
    int            idle;       // cycles since the run should have ended
    int unsigned   runs = 0;
    int unsigned   marks = 0, stops = 0, filled = 0;
    bit            started = 1'b0, stopped;
    bit            failed = 1'b0;
    bit            in_flight [InFlight];
    int            marked_at [InFlight];
    int unsigned   holds [InFlight];  // cycles until the unit releases the tag
    trace_entry_t  of_tag [InFlight];

    task automatic check(string what, logic [63:0] expected, logic [63:0] got);
      if (expected !== got && !failed) begin
        failed = 1'b1;
        $display("# width %0d, run %0d, cycle %0d: %s: expected 0x%0h, got 0x%0h", W, runs, clock, what, expected, got);
      end
    endtask

    function automatic trace_entry_t random_entry();
      trace_entry_t e;
      e       = {$urandom, $urandom, $urandom, $urandom, $urandom, $urandom, $urandom, $urandom};
      e.details.zero  = '0;
      e.details.total = 16'($urandom_range(1, $urandom_range(1, 30)));
      e.details.issue = 16'($urandom_range(0, 8));
      e.details.xlate = 16'($urandom_range(0, 8));
      e.valid = ($urandom_range(3) != 0);
      return e;
    endfunction

    function automatic op_t expected_op(trace_entry_t e, logic [2:0] report);
      op_t o;
      o              = '0;
      o.finished     = report[0];
      o.completed    = report[0];
      o.issued       = report[1];
      o.xlate_busy   = report[2];
      o.how          = e.how;
      o.kind         = e.kind;
      o.cond         = e.cond;
      o.indirect     = e.indirect;
      o.store        = e.store;
      o.acq_rel      = e.acq_rel;
      o.exclusive    = e.exclusive;
      o.atomic       = e.atomic;
      o.va_valid     = e.va_valid;
      o.pa_valid     = e.va_valid;
      o.pa_ns        = 1'b1;
      o.va           = {16'h0, e.details.va};
      o.pa           = {8'h0, e.details.va};
      o.target_valid = e.target_valid;
      o.target_ns    = 1'b1;
      o.target_el    = el;
      o.target       = {16'h0, e.details.target};
      o.source_valid = e.source_valid;
      o.source       = e.details.source;
      o.events       = {48'h0, e.details.events};
      return o;
    endfunction

    // Checks the outputs in the middle of each cycle.
    always @(negedge clk) begin
      bit any;
      logic [W-1:0] expected_valid;
      any = 1'b0;
      if (rst_n && started && !done[i]) begin
        expected_valid = '0;
        for (int s = 0; s < W; s++) begin
          if (clock >= 0 && clock <= last) begin
            trace_entry_t e;
            e = trace[(clock % int'(rows)) * W % Entries + s];
            expected_valid[s] = e.valid;
            if (e.valid) check("PC", {16'h0, e.pc}, pc[s]);
          end
        end
        check("dispatched slots", 64'(expected_valid), 64'(valid));
        for (int t = 0; t < InFlight; t++) begin
          if (in_flight[t]) begin
            logic [2:0] report;
            op_t o;
            report = expected_report(clock - marked_at[t], of_tag[t][255:192]);
            o      = expected_op(of_tag[t], report);
            any    = 1'b1;
            check("report", 64'(report), 64'({op[t].xlate_busy, op[t].issued, op[t].finished}));
            if (report[0]) check("operation", 64'(o === op[t]), 1);
          end else begin
            check("no report", 0, 64'({op[t].xlate_busy, op[t].issued, op[t].finished}));
          end
        end
        if (clock == -int'(Fill)) begin
          check("running before the start", 0, 64'(running));
        end else if (clock <= last || any) begin
          check("running", 1, 64'(running));
          check("time", clock < 0 ? 0 : 64'(clock), 64'(run_time));
          idle = 0;
        end else begin
          check("running after the end", 0, 64'(running));
          idle++;
        end
      end
    end

    // Marks a valid slot at random.
    always @(posedge clk) begin
      #1;
      mark_valid = 1'b0;
      mark_slot  = SlotWidth'($urandom_range(W - 1));
      mark_tag   = TagWidth'($urandom_range(InFlight - 1));
      if (started && valid[mark_slot] && !in_flight[mark_tag] && holds[mark_tag] == 0 && $urandom_range(2) == 0) begin
        mark_valid = 1'b1;
      end
    end

    // The end of the cycle: applies its mark and its stop; between runs, loads the next trace.
    always @(posedge clk) begin
      started <= started;
      start   <= 1'b0;
      stop    <= 1'b0;
      if (rst_n && !done[i]) begin
        if (started) begin
          for (int t = 0; t < InFlight; t++) begin
            if (in_flight[t] && clock - marked_at[t] == int'(of_tag[t].details.total)) begin
              in_flight[t] = 1'b0;
              holds[t]     = $urandom_range(1, 5);
            end else if (!in_flight[t] && holds[t] != 0) begin
              holds[t]--;
            end
          end
          if (mark_valid) begin
            marks++;
            in_flight[mark_tag] = 1'b1;
            marked_at[mark_tag] = clock;
            of_tag[mark_tag]    = trace[(clock % int'(rows)) * W % Entries + int'(mark_slot)];
          end
          if (stop) begin
            stopped = 1'b1;
            stops++;
            if (clock < last) last = clock;
          end
          clock++;
          if (!stopped && !stop && $urandom_range(300) == 0) stop <= 1'b1;
          if (idle > 3) begin
            started <= 1'b0;
            runs++;
            filled = 0;
            if (runs == Runs || failed) begin
              if (marks < 500 || stops < 20) check("marks and stops", 1, 0);
              if (failed) $write("not ");
              $display("ok %0d - player_plays_rows_and_reports_marks width %0d, %0d in flight", i + 1, W, InFlight);
              done[i] = 1'b1;
            end
          end
        end else if (filled < Entries * EntryWords) begin
          // A new trace in every other run.
          trace_entry_t e;
          if (runs % 2 == 0) begin
            if (filled % EntryWords == 0) trace[filled/EntryWords] = random_entry();
            e     = trace[filled/EntryWords];
            we    <= 1'b1;
            entry <= 6'(filled / EntryWords);
            word  <= 2'(filled % EntryWords);
            wdata <= e[64*(filled%EntryWords)+:64];
          end
          filled++;
        end else if (filled == Entries * EntryWords) begin
          we     <= 1'b0;
          rows   <= 16'($urandom_range(1, Entries / W + 3));
          passes <= 16'($urandom_range(0, 4));
          el     <= 2'($urandom);
          filled++;
        end else begin
          start   <= 1'b1;
          started <= 1'b1;
          stopped = 1'b0;
          idle    = 0;
          clock   = -int'(Fill);
          last    = int'(rows) * int'(passes == 0 ? 1 : passes) - 1;
          for (int t = 0; t < InFlight; t++) begin
            in_flight[t] = 1'b0;
            holds[t]     = 0;
          end
        end
      end
    end
  end

  initial begin
    $display("1..%0d", Units);
    repeat (2_000_000) begin
      if (done != '1) begin
        #5 clk = 1'b1;
        #2 rst_n = 1'b1;
        #3 clk = 1'b0;
      end
    end
    if (done != '1) $display("Bail out! not over in time: %b", done);
    $finish;
  end

endmodule
