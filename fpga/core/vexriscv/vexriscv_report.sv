// SPDX-License-Identifier: Apache-2.0
//
// What becomes of the operation with one tag: from the mark, in the cycle in which it leaves decode, through execute,
// memory and write-back to its end; spu_top's op port of that tag. All inputs belong to one cycle, and the report
// does too.
//
// An operation of this core is issued when it leaves decode. It completes in memory, where results of everything but
// loads, stores, multiplications and MRET are there, and retires in write-back.

module vexriscv_report
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import vexriscv_pkg::*;
(
  input  logic  clk_i,
  input  logic  rst_ni,
  input  logic  mark_i,         // the operation that leaves decode carries this tag
  input  taps_t taps_i,
  output logic  in_pipeline_o,  // it is in execute, memory or write-back
  output op_t   op_o
);

  localparam int unsigned EventL1dAccess = 2;
  localparam int unsigned EventL1dRefill = 3;
  localparam int unsigned EventNotTaken = 6;
  localparam int unsigned EventMispredicted = 7;

  // RISC-V: opcodes (bits 6:2), and an instruction.
  localparam logic [4:0] OpcodeLoad = 5'b00000;
  localparam logic [4:0] OpcodeStore = 5'b01000;
  localparam logic [4:0] OpcodeRegister = 5'b01100;
  localparam logic [4:0] OpcodeBranch = 5'b11000;
  localparam logic [4:0] OpcodeJalr = 5'b11001;
  localparam logic [4:0] OpcodeJal = 5'b11011;
  localparam logic [31:0] Mret = 32'h3020_0073;

  typedef enum logic [1:0] {
    StNone,     // waits for a mark
    StExecute,  // the operation is there
    StMemory,
    StWriteback
  } place_e;

  place_e      place_q, place_d;
  logic [31:0] instruction_q, target_q;
  logic        taken_q, mispredicted_q;
  assign in_pipeline_o = (place_q != StNone);

  stage_t stage;
  always_comb begin
    unique case (place_q)
      StExecute:   stage = taps_i.execute;
      StMemory:    stage = taps_i.memory;
      StWriteback: stage = taps_i.writeback;
      default:     stage = '0;
    endcase
  end

  logic goes_on;
  assign goes_on = !stage.stuck && !stage.remove;

  always_comb begin
    place_d = place_q;
    if (stage.remove) begin
      place_d = StNone;
    end else if (!stage.stuck) begin
      unique case (place_q)
        StExecute: place_d = StMemory;
        StMemory:  place_d = StWriteback;
        default:   place_d = StNone;
      endcase
    end
    if (mark_i) place_d = StExecute;
  end

  // What it is.
  logic [4:0] opcode, rd, rs1;
  logic       load, store, branch, jal, jalr, mret, multiply, link_rd, link_rs1;
  assign opcode   = instruction_q[6:2];
  assign rd       = instruction_q[11:7];
  assign rs1      = instruction_q[19:15];
  assign load     = (opcode == OpcodeLoad);
  assign store    = (opcode == OpcodeStore);
  assign branch   = (opcode == OpcodeBranch);
  assign jal      = (opcode == OpcodeJal);
  assign jalr     = (opcode == OpcodeJalr);
  assign mret     = (instruction_q == Mret);
  assign multiply = (opcode == OpcodeRegister) && instruction_q[25] && !instruction_q[14];
  // The link registers of the calling convention are x1 and x5.
  assign link_rd  = (rd == 5'd1) || (rd == 5'd5);
  assign link_rs1 = (rs1 == 5'd1) || (rs1 == 5'd5);

  logic finished, retired, taken, mispredicted, access;
  assign finished     = in_pipeline_o && (stage.remove || (place_q == StWriteback && goes_on));
  assign retired      = !stage.remove;
  assign taken        = (branch && taken_q) || jal || jalr || mret;
  assign mispredicted = mispredicted_q || (place_q == StMemory && taps_i.mispredicted);
  assign access       = (load || store) && (place_q == StWriteback) && !stage.exception;

  always_comb begin
    op_o              = '0;
    op_o.issued       = (place_q == StExecute);
    op_o.completed    = (place_q == StMemory) && goes_on && !(load || store || multiply || mret);
    op_o.finished     = finished;
    if (retired)                                 op_o.how = OpRetired;
    else if (stage.exception && !stage.flushed)  op_o.how = OpException;
    else                                         op_o.how = OpSquashed;
    if (load || store)                           op_o.kind = KindLdstGeneral;
    else if (branch || jal || jalr || mret)      op_o.kind = KindBranch;
    else                                         op_o.kind = KindOther;
    op_o.cond         = branch;
    op_o.indirect     = jalr || mret;
    op_o.call         = (jal || jalr) && link_rd;
    op_o.ret          = jalr && link_rs1 && !link_rd;
    op_o.store        = store;
    op_o.va_valid     = access;
    op_o.va           = 64'(taps_i.address);
    op_o.pa_valid     = access;
    op_o.pa_ns        = 1'b1;
    op_o.pa           = PaWidth'(taps_i.address);
    op_o.target_valid = taken;
    op_o.target_ns    = 1'b1;
    op_o.target_el    = EL1;
    if (mret)                                    op_o.target = 64'(taps_i.mepc);
    else if (place_q == StMemory)                op_o.target = 64'(taps_i.next_pc);
    else                                         op_o.target = 64'(target_q);
    // Where a load's data came from: 0 the cache, 1 the bus.
    op_o.source_valid = load && access;
    op_o.source       = 16'(taps_i.address[31]);
    op_o.events[EventL1dAccess]    = access && !taps_i.address[31];
    op_o.events[EventL1dRefill]    = access && taps_i.redo;
    op_o.events[EventNotTaken]     = branch && !taken_q;
    op_o.events[EventMispredicted] = (branch || jal || jalr) && mispredicted;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) place_q <= StNone;
    else         place_q <= place_d;
  end

  always_ff @(posedge clk_i) begin
    if (mark_i) instruction_q <= taps_i.instruction;
    if (place_q == StExecute) taken_q <= taps_i.taken;
    if (place_q == StMemory)  target_q <= taps_i.next_pc;
    mispredicted_q <= mispredicted && (place_q == StMemory || place_q == StWriteback);
  end

  // -------------------------------------------------------------------------------------------------------
  // Properties (checked in simulation)

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      ReportTagIsFree_A: assert (!mark_i || !in_pipeline_o || finished);
      ReportMarkFires_A: assert (!mark_i || taps_i.fire);
    end
  end

endmodule
