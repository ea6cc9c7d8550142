// SPDX-License-Identifier: Apache-2.0
//
// What the unit is told by vexriscv_adapter of operations that follow each other through a pipeline of this kind,
// several marked ones at a time, against a pipeline that the test keeps: without VexRiscv, whose taps are driven
// here. A stand-alone Verilated program; prints TAP.

`include "fpga/core/vexriscv/vexriscv_pkg.sv"
`include "fpga/core/vexriscv/vexriscv_report.sv"
`include "fpga/core/vexriscv/vexriscv_adapter.sv"

module fpga_vexriscv_adapter_test;

  import spu_pins_pkg::*;
  import vexriscv_pkg::*;

  localparam int unsigned Tests = 8;
  localparam int unsigned InFlight = 3;
  localparam int unsigned Cycles = 20000;
  localparam int unsigned Enough = 50;  // times that each case has to come

  localparam logic [31:0] Load = 32'h0005A503;      // lw a0, 0(a1)
  localparam logic [31:0] Store = 32'h00A58023;     // sb a0, 0(a1)
  localparam logic [31:0] Branch = 32'hFEB51CE3;    // bne a0, a1, . - 8
  localparam logic [31:0] Call = 32'h008000EF;      // jal ra, . + 8
  localparam logic [31:0] Add = 32'h00B50533;       // add a0, a0, a1
  localparam logic [31:0] Multiply = 32'h02B50533;  // mul a0, a0, a1
  localparam logic [31:0] Program [6] = '{Load, Store, Branch, Call, Add, Multiply};

  logic  clk = 1'b0;
  logic  rst_n = 1'b0;
  taps_t taps = '0;
  taps_t seen = '0;  // of the cycle that the adapter shows: the one before
  logic  dispatch_valid, mark_valid = 1'b0;
  logic [63:0]         dispatch_pc;
  logic [TagWidth-1:0] mark_tag = '0;
  op_t  [InFlight-1:0] op;
  logic [InFlight-1:0] psb_older;

  vexriscv_adapter #(.InFlight(InFlight)) u_adapter (
    .clk_i(clk), .rst_ni(rst_n), .taps_i(taps), .dispatch_valid_o(dispatch_valid), .dispatch_pc_o(dispatch_pc),
    .mark_valid_i(mark_valid), .mark_tag_i(mark_tag), .op_o(op), .psb_older_o(psb_older)
  );

  // -------------------------------------------------------------------------------------------------------
  // The pipeline. Of a stage: what is in it, and of that what the unit has to be told at its end.

  typedef struct packed {
    logic        there;
    logic        marked;
    logic [31:0] tag;
    logic [31:0] instruction;
    logic        taken;         // in the cycle in which it left execute
    logic        mispredicted;  // in that in which it left memory
    logic [31:0] next_pc;       // likewise
  } operation_t;

  localparam int Execute = 0;
  localparam int Memory = 1;
  localparam int Writeback = 2;
  operation_t stage [3];

  // What is wrong is counted by what it is about: a line of each kind is enough.
  typedef enum int {Dispatch, Places, Completion, Ends, Fates, Branches, Addresses} about_e;
  int unsigned wrong [7];
  int unsigned at = 0;
  int unsigned retired = 0, squashed = 0, exceptions = 0, waiting = 0, taken_branches = 0, younger = 0, together = 0;

  task automatic check(about_e about, string what, int unsigned tag, logic [63:0] wanted, logic [63:0] got);
    if (got !== wanted && wrong[about] == 0) begin
      $display("# cycle %0d: tag %0d: %s: expected %h, got %h", at, tag, what, wanted, got);
    end
    if (got !== wanted) wrong[about]++;
  endtask

  int unsigned number = 0;
  task automatic finish(string name, bit right);
    number++;
    if (!right) $write("not ");
    $display("ok %0d - %s", number, name);
  endtask

  function automatic bit one_in(int unsigned n);
    return $urandom_range(n - 1) == 0;
  endfunction

  function automatic stage_t of_stage(bit stuck, bit remove, bit flushed, bit exception);
    return '{stuck: stuck, remove: remove, flushed: flushed, exception: exception};
  endfunction

  // The taps of the next cycle. What nothing belongs to is random.
  task automatic drive();
    int          from;  // stages below this one are flushed by an older operation
    int unsigned which;
    bit          stuck;
    which             = $urandom_range(5);
    taps              = '0;
    taps.pc           = $urandom;
    taps.instruction  = Program[which];
    taps.taken        = 1'($urandom);
    taps.mispredicted = 1'($urandom);
    taps.next_pc      = $urandom;
    taps.address      = $urandom;
    taps.mepc         = $urandom;
    from = one_in(12) ? $urandom_range(3) : 0;
    // A stage that waits stops those behind it.
    stuck = one_in(8);
    taps.writeback = of_stage(stuck, from > Writeback, from > Writeback, one_in(20));
    stuck |= one_in(8);
    taps.memory    = of_stage(stuck, from > Memory, from > Memory, one_in(20));
    stuck |= one_in(8);
    taps.execute   = of_stage(stuck, from > Execute, from > Execute, one_in(20));
    // An exception removes the operation that has it, unless it waits.
    if (taps.writeback.exception && !taps.writeback.stuck) taps.writeback.remove = 1'b1;
    if (taps.memory.exception && !taps.memory.stuck)       taps.memory.remove = 1'b1;
    if (taps.execute.exception && !taps.execute.stuck)     taps.execute.remove = 1'b1;
    taps.mispredicted &= !taps.memory.stuck;
    taps.fire = !stuck && from == 0 && !one_in(5);
  endtask

  function automatic stage_t tap_of(int place);
    case (place)
      Execute: return seen.execute;
      Memory:  return seen.memory;
      default: return seen.writeback;
    endcase
  endfunction

  // Compares the reports with what the stages hold.
  task automatic compare();
    bit [InFlight-1:0] older;
    older = '1;
    check(Dispatch, "dispatched", 0, {seen.fire, 63'(seen.pc)},
          {dispatch_valid, seen.fire ? dispatch_pc[62:0] : 63'(seen.pc)});
    for (int unsigned tag = 0; tag < InFlight; tag++) begin
      int          place;
      bit          in_stage, leaves, ends, done;
      operation_t  which;
      stage_t      tap;
      op_how_e     how;
      in_stage = 1'b0;
      for (int i = 0; i < 3; i++) begin
        if (stage[i].there && stage[i].marked && stage[i].tag == tag) begin
          in_stage = 1'b1;
          place    = i;
        end
      end
      if (!in_stage) begin
        check(Ends, "nothing there", tag, 64'd0, 64'({op[tag].issued, op[tag].completed, op[tag].finished}));
        continue;
      end
      older[tag] = 1'b0;
      which  = stage[place];
      tap    = tap_of(place);
      leaves = !tap.stuck && !tap.remove;
      ends   = tap.remove || (leaves && place == Writeback);
      // Results of loads, stores and multiplications are not there before write-back.
      done   = leaves && place == Memory && which.instruction inside {Branch, Call, Add};
      how    = !tap.remove ? OpRetired : (tap.exception && !tap.flushed) ? OpException : OpSquashed;
      check(Places, "issued: leaves decode, is in execute", tag, 64'(place == Execute), 64'(op[tag].issued));
      check(Completion, "completed", tag, 64'(done), 64'(op[tag].completed));
      check(Ends, "finished", tag, 64'(ends), 64'(op[tag].finished));
      if (!leaves && !ends) waiting++;
      if (ends) begin
        check(Fates, "how", tag, 64'(how), 64'(op[tag].how));
        case (how)
          OpRetired:  retired++;
          OpSquashed: squashed++;
          default:    exceptions++;
        endcase
      end
      if (done || (ends && how == OpRetired)) begin
        if (place == Memory) begin
          which.mispredicted = seen.mispredicted;
          which.next_pc      = seen.next_pc;
        end
        check(Branches, "branch", tag, 64'(which.instruction inside {Branch, Call}), 64'(op[tag].kind == KindBranch));
        if (which.instruction inside {Branch, Call}) begin
          check(Branches, "not taken", tag, 64'(which.instruction == Branch && !which.taken), 64'(op[tag].events[6]));
          check(Branches, "mispredicted", tag, 64'(which.mispredicted), 64'(op[tag].events[7]));
          check(Branches, "has a target", tag, 64'(which.instruction == Call || which.taken),
                64'(op[tag].target_valid));
          if (op[tag].target_valid) check(Branches, "target", tag, 64'(which.next_pc), op[tag].target);
          taken_branches += 32'(which.taken);
        end
      end
      if (ends && how == OpRetired) begin
        check(Addresses, "load or store", tag, 64'(which.instruction inside {Load, Store}), 64'(op[tag].va_valid));
        if (op[tag].va_valid) check(Addresses, "address", tag, 64'(seen.address), op[tag].va);
      end
    end
    check(Places, "older than a load in write-back", 0, 64'(older), 64'(psb_older));
    younger  += 32'(!(&older));
    together += 32'($countones(~older) > 1);
  endtask

  // The stages after this cycle. What left decode comes last: the unit may mark it, with a tag that is free then.
  task automatic advance();
    bit [InFlight-1:0] busy;
    for (int i = Writeback; i >= Execute; i--) begin
      stage_t tap;
      tap = tap_of(i);
      if (i == Execute && !tap.stuck) stage[i].taken = seen.taken;
      if (i == Memory && !tap.stuck) begin
        stage[i].mispredicted = seen.mispredicted;
        stage[i].next_pc      = seen.next_pc;
      end
      if (tap.remove) begin
        stage[i].there = 1'b0;
      end else if (!tap.stuck) begin
        if (i < Writeback) stage[i + 1] = stage[i];
        stage[i].there = 1'b0;
      end
    end
    mark_valid = 1'b0;
    mark_tag   = TagWidth'($urandom_range(InFlight - 1));
    busy       = '0;
    foreach (stage[i]) if (stage[i].there && stage[i].marked) busy[stage[i].tag[TagWidth-1:0]] = 1'b1;
    if (seen.fire) begin
      mark_valid                 = !busy[mark_tag] && !one_in(4);
      stage[Execute].there       = 1'b1;
      stage[Execute].marked      = mark_valid;
      stage[Execute].tag         = 32'(mark_tag);
      stage[Execute].instruction = seen.instruction;
    end
  endtask

  initial begin
    $display("1..%0d", Tests);
    foreach (stage[i]) stage[i] = '0;
    #5 clk = 1'b1;
    #5 clk = 1'b0;
    rst_n = 1'b1;
    drive();
    for (at = 0; at < Cycles; at++) begin
      #4 clk = 1'b1;
      #1 mark_valid = 1'b0;
      seen = taps;
      drive();
      #1 compare();
      advance();  // the mark is of what the adapter dispatches now
      #4 clk = 1'b0;
    end
    finish("what_leaves_decode_is_dispatched", wrong[Dispatch] == 0);
    finish("psb_waits_for_no_operation_of_the_pipeline", wrong[Places] == 0);
    finish("results_complete_in_memory", wrong[Completion] == 0);
    finish("operations_end_in_write_back_or_where_they_are_removed", wrong[Ends] == 0);
    finish("flushed_operations_are_squashed", wrong[Fates] == 0);
    finish("branches_keep_their_own_direction_and_target", wrong[Branches] == 0);
    finish("addresses_are_of_the_operation_in_write_back", wrong[Addresses] == 0);
    $display({"# retired %0d, squashed %0d, exceptions %0d, waiting %0d, taken %0d, marked in the pipeline %0d, ",
              "several %0d"}, retired,
             squashed, exceptions, waiting, taken_branches, younger, together);
    finish("every_case_came", retired >= Enough && squashed >= Enough && exceptions >= Enough && waiting >= Enough &&
           taken_branches >= Enough && younger >= Enough && together >= Enough);
    $finish;
  end

endmodule
