// SPDX-License-Identifier: Apache-2.0
//
// Plays the trace: dispatches a row of operations in every cycle, pass after pass without a bubble, and reports the
// operations that the unit marks according to their entries (op_report).
//
// Row 0 is dispatched two or three (RegisterRow) cycles after start_i; that cycle is time 0. Rows are read modulo the
// size of the memory. The run, and its time, ends when the last operation in flight has finished.

module op_player
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import bringup_pkg::*;
#(
  parameter config_t Cfg,
  parameter int unsigned Entries,
  // Registers the output of the block RAM, for clocks above about 50 MHz.
  parameter bit RegisterRow,
  localparam int unsigned W = Cfg.DispatchWidth,
  localparam int unsigned RowBits = $clog2(Entries / W)
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  // run_control
  input  logic                start_i,   // not while running
  input  logic                stop_i,    // nothing is dispatched from the next cycle on
  input  logic [15:0]         rows_i,    // of a pass
  input  logic [15:0]         passes_i,  // 0: one
  input  logic [1:0]          el_i,
  output logic                running_o,
  output logic [31:0]         time_o,    // cycles since row 0; of the whole run when it is over

  // trace_ram
  output logic [RowBits-1:0]  row_addr_o,
  output logic                hold_o,     // words 1 to 3 of the row stay
  input  trace_entry_t [W-1:0] row_i,

  // spu_top
  output logic [W-1:0]         dispatch_valid_o,
  output logic [W-1:0][63:0]   dispatch_pc_o,
  input  logic                 mark_valid_i,
  input  logic [SlotWidth-1:0] mark_slot_i,
  input  logic [TagWidth-1:0]  mark_tag_i,
  output op_t [Cfg.InFlight-1:0] op_o
);

  // -------------------------------------------------------------------------------------------------------
  // Row addresses

  logic        fetching_q, fetching_d;
  logic [15:0] row_q, row_d, row_next;
  logic [15:0] passes_left_q, passes_left_d;  // after this one
  logic        last_row;
  assign row_addr_o = row_q[RowBits-1:0];
  assign row_next   = row_q + 1'b1;
  assign last_row   = (row_next == rows_i);

  always_comb begin
    fetching_d    = fetching_q;
    row_d         = row_q;
    passes_left_d = passes_left_q;
    if (start_i) begin
      fetching_d    = (rows_i != '0);
      row_d         = '0;
      passes_left_d = (passes_i == '0) ? '0 : passes_i - 1'b1;
    end else if (fetching_q) begin
      row_d = last_row ? '0 : row_next;
      if (last_row) begin
        passes_left_d = passes_left_q - 1'b1;
        if (passes_left_q == '0) fetching_d = 1'b0;
      end
    end
    if (stop_i) fetching_d = 1'b0;
  end

  // -------------------------------------------------------------------------------------------------------
  // Rows, with the report's values for the cycle after a mark (op_report)

  typedef struct packed {
    logic         finished_next;
    logic         issued_next;
    logic         xlate_next;
    trace_entry_t entry;
  } slot_t;

  function automatic slot_t slot_of(trace_entry_t entry);
    return '{finished_next: entry.details.total == 16'd1, issued_next: entry.details.issue == 16'd1,
             xlate_next: entry.details.xlate != '0, entry: entry};
  endfunction

  logic           fetched_q, fetched_d;  // row_i is a row
  logic           row_valid, row_valid_next;
  slot_t [W-1:0]  fetched, slots;
  assign fetched_d = fetching_q && !stop_i;
  for (genvar s = 0; s < W; s++) begin : gen_slot
    assign fetched[s]          = slot_of(row_i[s]);
    assign dispatch_valid_o[s] = row_valid && slots[s].entry.valid;
    assign dispatch_pc_o[s]    = 64'(slots[s].entry.pc);
  end

  if (RegisterRow) begin : gen_register
    logic          row_valid_q;
    slot_t [W-1:0] slots_q;
    assign row_valid_next = fetched_q && !stop_i;
    assign row_valid      = row_valid_q;
    assign slots          = slots_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) row_valid_q <= 1'b0;
      else         row_valid_q <= row_valid_next;
    end
    always_ff @(posedge clk_i) slots_q <= fetched;
  end else begin : gen_no_register
    assign row_valid_next = fetched_d;
    assign row_valid      = fetched_q;
    assign slots          = fetched;
  end

  // -------------------------------------------------------------------------------------------------------
  // Reports

  slot_t                   marked;
  logic [Cfg.InFlight-1:0] busy_next;

  // With one slot and one tag, the trace memory can hold the marked operation's words: a row is one operation, and no
  // other operation can be marked meanwhile.
  localparam bit Held = !RegisterRow && (W == 1) && (Cfg.InFlight == 1);
  assign hold_o = Held && (busy_next != '0);

  if (W == 1) begin : gen_marked_one
    assign marked = slots[0];
  end else begin : gen_marked_several
    assign marked = slots[mark_slot_i[$clog2(W)-1:0]];
  end

  for (genvar i = 0; i < Cfg.InFlight; i++) begin : gen_tag
    op_report #(
      .Held(Held)
    ) u_op_report (
      .clk_i,
      .rst_ni,
      .mark_i         (mark_valid_i && (mark_tag_i == TagWidth'(i))),
      .entry_i        (marked.entry),
      .finished_next_i(marked.finished_next),
      .issued_next_i  (marked.issued_next),
      .xlate_next_i   (marked.xlate_next),
      .el_i,
      .busy_next_o    (busy_next[i]),
      .op_o           (op_o[i])
    );
  end

  // -------------------------------------------------------------------------------------------------------
  // Time

  logic        running_q, dispatched_q;  // since the start
  logic [31:0] time_q;
  assign running_o = running_q;
  assign time_o    = time_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fetching_q   <= 1'b0;
      fetched_q    <= 1'b0;
      running_q    <= 1'b0;
      dispatched_q <= 1'b0;
      time_q       <= '0;
    end else begin
      fetching_q   <= fetching_d;
      fetched_q    <= fetched_d;
      running_q    <= fetching_d || fetched_d || row_valid_next || (busy_next != '0);
      dispatched_q <= (dispatched_q || row_valid) && !start_i;
      if (start_i)                                       time_q <= '0;
      else if (running_q && (row_valid || dispatched_q)) time_q <= time_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    row_q         <= row_d;
    passes_left_q <= passes_left_d;
  end

endmodule
