// SPDX-License-Identifier: Apache-2.0
//
// The trace: one memory per slot and word of an entry, so that a cycle reads a whole row and a host writes one word.
// The row appears in the cycle after its address; words 1 to 3 are stable while hold_i is high. The part of word 2 that
// is always zero is not stored.

module trace_ram
  import bringup_pkg::*;
#(
  parameter int unsigned DispatchWidth,
  parameter int unsigned Entries,
  localparam int unsigned Rows = Entries / DispatchWidth
) (
  input  logic                       clk_i,

  // host_commands
  input  logic                       we_i,
  input  logic [$clog2(Entries)-1:0] entry_i,
  input  logic [1:0]                 word_i,
  input  logic [63:0]                wdata_i,

  // op_player
  input  logic [$clog2(Rows)-1:0]          row_i,
  input  logic                             hold_i,
  output trace_entry_t [DispatchWidth-1:0] row_o
);

  localparam int unsigned RowBits = $clog2(Rows);

  for (genvar s = 0; s < DispatchWidth; s++) begin : gen_slot
    logic slot_we;
    if (DispatchWidth == 1) begin : gen_one
      assign slot_we = we_i;
    end else begin : gen_several
      assign slot_we = we_i && (entry_i[$clog2(DispatchWidth)-1:0] == s);
    end

    logic [EntryWords-1:0][63:0] words;
    assign row_o[s] = words;

    for (genvar w = 0; w < EntryWords; w++) begin : gen_word
      localparam int unsigned Width = (w == 2) ? TraceAddressBits : 64;
      logic [Width-1:0] rdata;
      assign words[w] = 64'(rdata);

      block_ram #(
        .Words(Rows),
        .Width(Width)
      ) u_block_ram (
        .clk_i,
        .we_i   (slot_we && (word_i == w)),
        .waddr_i(entry_i[$clog2(Entries)-1-:RowBits]),
        .wdata_i(wdata_i[Width-1:0]),
        .re_i   (w == 0 || !hold_i),
        .raddr_i(row_i),
        .rdata_o(rdata)
      );
    end
  end

endmodule
