// SPDX-License-Identifier: Apache-2.0
//
// Splits the rest of a record at the end of a page: how many bytes go to this page, whether the record ends in it, and
// how many beats they take on the bus (translation is per page, D17.7; AXI bursts never cross 4 KB).
//
// The outputs are registered. While the inputs are stable, chunk_o and last_o are valid from the second cycle on,
// len_o from the third. Only the last bytes of a page can have less room than a record needs, so the subtraction
// covers the low offset bits only. A record no longer than the pointer's alignment never crosses a page.

module spu_page_split
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic [PageBits-1:0] offset_i,  // page offset of the next byte
  input  logic [7:0]          left_i,    // bytes of the record that are left
  output logic [7:0]          chunk_o,   // bytes of the record in this page
  output logic                last_o,    // the record ends in this page
  output logic [7:0]          len_o      // beats of the chunk - 1
);

  localparam int unsigned OffsetWidth = $clog2(Cfg.AxiDataWidth / 8);
  localparam int unsigned TailWidth = $clog2(MaxRecordBytes);
  localparam bit MayCross = (largest_record(Cfg) > (1 << Cfg.PtrAlign));

  logic [TailWidth:0] tail_room;
  logic               crosses;  // the record continues in the next page
  logic [8:0]         lanes;
  logic [7:0]         chunk_q, len_q;
  logic               last_q;
  assign tail_room = (TailWidth + 1)'(MaxRecordBytes) - {1'b0, offset_i[TailWidth-1:0]};
  assign crosses   = MayCross && (offset_i[PageBits-1:TailWidth] == '1) && (left_i > 8'(tail_room));
  assign lanes     = 9'(chunk_q) + 9'(OffsetWidth'(aligned_pointer(Cfg, 64'(offset_i)))) - 9'd1;

  always_ff @(posedge clk_i) begin
    chunk_q <= crosses ? 8'(tail_room) : left_i;
    last_q  <= !crosses;
    len_q   <= 8'(lanes >> OffsetWidth);
  end

  assign chunk_o = chunk_q;
  assign last_o  = last_q;
  assign len_o   = len_q;

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  logic [PageBits:0]   page_room;
  logic [7:0]          chunk;
  logic [8:0]          chunk_lanes;
  assign page_room   = (PageBits + 1)'(1 << PageBits) - {1'b0, offset_i};
  assign chunk       = ((PageBits + 1)'(left_i) < page_room) ? left_i : page_room[7:0];
  assign chunk_lanes = 9'(chunk) + 9'(offset_i[OffsetWidth-1:0]);

  // stays: offset and length can be a record's and equal the previous cycle's; stayed_q: stays of the previous cycle.
  logic                of_record, stays, stayed_q, running_q;
  logic [PageBits-1:0] last_offset_q;
  logic [7:0]          last_left_q;
  assign of_record = aligned_pointer(Cfg, 64'(offset_i)) == 64'(offset_i)
                  && aligned_pointer(Cfg, 64'(left_i)) == 64'(left_i) && 32'(left_i) <= largest_record(Cfg);
  assign stays     = running_q && of_record && offset_i == last_offset_q && left_i == last_left_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      running_q <= 1'b0;
      stayed_q  <= 1'b0;
    end else begin
      running_q <= 1'b1;
      stayed_q  <= stays;
    end
  end

  always_ff @(posedge clk_i) begin
    last_offset_q <= offset_i;
    last_left_q   <= left_i;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (stays) begin
        ChunkIsThePages_A: assert (chunk_o == chunk && last_o == (chunk == left_i));
      end
      if (stays && stayed_q) begin
        BeatsAreTheChunks_A: assert (len_o == 8'((chunk_lanes - 9'd1) >> OffsetWidth));
      end
    end
  end

endmodule
