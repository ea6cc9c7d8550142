// SPDX-License-Identifier: Apache-2.0
//
// What vexriscv_report says of an operation, for the ways that it can go through a pipeline of this kind: without
// VexRiscv, whose taps are driven here. A stand-alone Verilated program; prints TAP.

`include "fpga/core/vexriscv/vexriscv_pkg.sv"
`include "fpga/core/vexriscv/vexriscv_report.sv"

module fpga_vexriscv_report_test;

  import spu_pins_pkg::*;
  import vexriscv_pkg::*;

  localparam int unsigned Tests = 7;
  localparam logic [31:0] Load = 32'h0005A503;      // lw a0, 0(a1)
  localparam logic [31:0] Store = 32'h00A58023;     // sb a0, 0(a1)
  localparam logic [31:0] Branch = 32'hFEB51CE3;    // bne a0, a1, . - 8
  localparam logic [31:0] Call = 32'h008000EF;      // jal ra, . + 8
  localparam logic [31:0] Return = 32'h00008067;    // ret
  localparam logic [31:0] Mret = 32'h30200073;
  localparam logic [31:0] Add = 32'h00B50533;       // add a0, a0, a1
  localparam logic [31:0] Multiply = 32'h02B50533;  // mul a0, a0, a1

  logic  clk = 1'b0;
  logic  rst_n = 1'b0;
  logic  mark = 1'b0;
  taps_t taps = '0;
  logic  in_pipeline;
  op_t   op;

  vexriscv_report u_report (
    .clk_i(clk), .rst_ni(rst_n), .mark_i(mark), .taps_i(taps), .in_pipeline_o(in_pipeline), .op_o(op)
  );

  bit failed = 1'b0;
  int unsigned number = 0;

  task automatic check(string what, logic [63:0] wanted, logic [63:0] got);
    if (got !== wanted && !failed) $display("# %s: expected %h, got %h", what, wanted, got);
    failed |= (got !== wanted);
  endtask

  task automatic finish(string name);
    number++;
    if (failed) $write("not ");
    $display("ok %0d - %s", number, name);
    failed = 1'b0;
  endtask

  task automatic cycle();
    #4 clk = 1'b1;
    #5 clk = 1'b0;
    #1;
  endtask

  // The operation leaves decode; from then on it is in execute.
  task automatic begin_op(logic [31:0] instruction);
    taps             = '0;
    taps.fire        = 1'b1;
    taps.instruction = instruction;
    mark             = 1'b1;
    cycle();
    taps = '0;
    mark = 1'b0;
    #1;
  endtask

  // Nothing of the report is there but what a cycle in the middle has.
  task automatic expect_going(string where, logic completed);
    #1;
    check({where, ": in the pipeline"}, 64'd1, 64'(in_pipeline));
    check({where, ": finished"}, 64'd0, 64'(op.finished));
    check({where, ": completed"}, 64'(completed), 64'(op.completed));
  endtask

  task automatic expect_end(string where, op_how_e how);
    #1;
    check({where, ": finished"}, 64'd1, 64'(op.finished));
    check({where, ": how"}, 64'(how), 64'(op.how));
  endtask

  task automatic expect_gone(string where);
    cycle();
    check({where, ": gone"}, 64'd0, 64'({in_pipeline, op.finished, op.completed, op.issued}));
  endtask

  initial begin
    $display("1..%0d", Tests);
    cycle();
    rst_n = 1'b1;
    check("nothing yet", 64'd0, 64'(in_pipeline));

    // Stalls in each stage: nothing moves, whatever the others do.
    begin_op(Load);
    check("issued", 64'd1, 64'(op.issued));
    taps.execute.stuck = 1'b1;
    repeat (3) begin expect_going("execute", 1'b0); cycle(); end
    taps.execute.stuck = 1'b0;
    expect_going("execute", 1'b0);
    cycle();
    taps.memory.stuck = 1'b1;
    taps.address = 32'h44444444;  // of another operation
    repeat (3) begin expect_going("memory", 1'b0); cycle(); end
    taps.memory.stuck = 1'b0;
    expect_going("memory", 1'b0);
    check("no address before write-back", 64'd0, 64'(op.va_valid));
    cycle();
    taps.writeback.stuck = 1'b1;
    taps.address = 32'h40001234;
    repeat (3) begin expect_going("write-back", 1'b0); cycle(); end
    taps.writeback.stuck = 1'b0;
    expect_end("write-back", OpRetired);
    check("kind", 64'(KindLdstGeneral), 64'(op.kind));
    check("address", {1'b1, 63'h40001234}, {op.va_valid, op.va[62:0]});
    check("physical", {1'b1, 63'h40001234}, {op.pa_valid, 7'h0, op.pa});
    check("source", {1'b1, 63'h0}, {op.source_valid, 47'h0, op.source});
    check("events", 64'h4, op.events);
    expect_gone("load");
    begin_op(Store);
    cycle();
    cycle();
    taps.address = 32'h80000010;
    expect_end("store", OpRetired);
    check("store", {1'b1, 63'h80000010}, {op.store && op.va_valid && !op.source_valid, op.va[62:0]});
    check("uncached", 64'h0, op.events);
    expect_gone("store");
    finish("loads_and_stores_report_in_write_back");

    // A branch: taken is known in execute, the rest in memory.
    for (int unsigned i = 0; i < 4; i++) begin
      begin_op(Branch);
      taps.taken = i[0];
      cycle();
      taps.taken        = !i[0];  // of the operation behind
      taps.mispredicted = i[1];
      taps.next_pc      = 32'h40000100 + i;
      expect_going("branch", 1'b1);
      for (int unsigned part = 0; part < 2; part++) begin  // as it completes, and as it retires
        check("branch", {60'(KindBranch), 1'b1, 1'b0, i[0], i[1]},
              {60'(op.kind), op.cond, op.indirect, op.target_valid, op.events[7]});
        check("not taken", 64'(!i[0]), 64'(op.events[6]));
        check("target", 64'h40000100 + 64'(i), op.target);
        if (part == 0) cycle();
        taps.mispredicted = !i[1];  // of the operation behind
        taps.next_pc      = '1;
        #1;
      end
      expect_end("branch", OpRetired);
      expect_gone("branch");
    end
    finish("branches_report_what_execute_and_memory_decide");

    begin_op(Call);
    check("call", 64'b1000, {60'h0, op.call, op.ret, op.indirect, op.cond});
    cycle();
    cycle();
    expect_end("call", OpRetired);
    expect_gone("call");
    begin_op(Return);
    check("return", 64'b0110, {60'h0, op.call, op.ret, op.indirect, op.cond});
    cycle();
    cycle();
    expect_end("return", OpRetired);
    expect_gone("return");
    begin_op(Mret);
    cycle();
    expect_going("MRET in memory", 1'b0);
    cycle();
    taps.mepc = 32'h40000abc;
    expect_end("MRET", OpRetired);
    check("MRET", {4'b0011, 60'h40000abc}, {op.call, op.ret, op.indirect, op.target_valid, op.target[59:0]});
    expect_gone("MRET");
    finish("calls_returns_and_trap_returns_are_told_apart");

    begin_op(Add);
    cycle();
    expect_going("add", 1'b1);
    taps.memory.stuck = 1'b1;
    expect_going("add that waits", 1'b0);
    taps.memory.stuck = 1'b0;
    cycle();
    expect_end("add", OpRetired);
    check("other", 64'(KindOther), 64'(op.kind));
    check("no events", 64'h0, op.events);
    expect_gone("add");
    begin_op(Multiply);
    cycle();
    expect_going("multiply", 1'b0);
    cycle();
    expect_end("multiply", OpRetired);
    expect_gone("multiply");
    finish("results_complete_where_they_are_there");

    // Removed in each stage, by an older operation or for an exception of its own, while stuck or not.
    for (int unsigned place = 0; place < 3; place++) begin
      for (int unsigned i = 0; i < 8; i++) begin
        stage_t stage;
        stage = '{stuck: i[0], remove: 1'b1, flushed: i[1], exception: i[2]};
        begin_op(Load);
        repeat (place) cycle();
        if (place == 0)      taps.execute = stage;
        else if (place == 1) taps.memory = stage;
        else                 taps.writeback = stage;
        expect_end("removed", i[2] && !i[1] ? OpException : OpSquashed);
        expect_gone("removed");
      end
    end
    finish("removed_operations_end_where_they_are");

    // A load that missed is fetched again: it is squashed, and its report has the refill.
    begin_op(Load);
    cycle();
    cycle();
    taps.writeback = '{remove: 1'b1, flushed: 1'b1, default: 1'b0};
    taps.redo      = 1'b1;
    taps.address   = 32'h40000000;
    expect_end("miss", OpSquashed);
    check("refill", 64'hC, op.events);
    expect_gone("miss");
    finish("load_that_missed_is_squashed_with_a_refill");

    // The next one can be marked in the cycle in which the one before leaves.
    begin_op(Add);
    cycle();
    cycle();
    taps.fire        = 1'b1;
    taps.instruction = Load;
    mark             = 1'b1;
    expect_end("first", OpRetired);
    cycle();
    taps = '0;
    mark = 1'b0;
    #1 check("second", {1'b1, 63'(KindLdstGeneral)}, {op.issued, 63'(op.kind)});
    cycle();
    cycle();
    expect_end("second", OpRetired);
    expect_gone("second");
    finish("operations_follow_without_a_gap");
    $finish;
  end

endmodule
