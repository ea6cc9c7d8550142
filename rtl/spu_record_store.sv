// SPDX-License-Identifier: Apache-2.0
//
// Holds two records between spu_record, which writes words of 8 bytes, and AXI, which reads beats.
//
// A beat is read as it goes to the bus: byte i of the record is on lane (offset + i) modulo the beat, so lanes below
// the offset carry the end of the previous stored beat. No beat is buffered for that: each pair of lanes is a memory
// with its own address, which is one beat earlier where the pair wraps around the end of the bus, and the pairs are
// rotated by the offset. Only an odd offset needs one byte of the previous beat. Offset bits that the pointer's
// alignment keeps zero (PtrAlign) need no rotation. A beat is read in the cycle with read_next_i, and read_data_o shows
// it from the next cycle on. A bank is never read before it is complete, so a memory need not define what a read during
// a write returns (no_rw_check).

module spu_record_store
  import spu_pkg::*;
#(
  parameter config_t Cfg,
  localparam int unsigned BeatBytes = Cfg.AxiDataWidth / 8,
  localparam int unsigned OffsetWidth = $clog2(BeatBytes),
  localparam int unsigned WordWidth = record_word_width(Cfg),
  localparam int unsigned BeatWidth = $clog2(largest_record(Cfg) / BeatBytes + 2)
) (
  input  logic                      clk_i,

  // record
  input  logic                      write_i,
  input  logic                      write_bank_i,
  input  logic [WordWidth-1:0]      write_word_i,
  input  logic [63:0]               write_data_i,

  // spu_axi_write
  input  logic                      read_bank_i,
  input  logic [OffsetWidth-1:0]    read_offset_i,  // lane of the record's first byte
  input  logic [BeatWidth-1:0]      read_beat_i,    // beat read last; all ones before the first one
  input  logic                      read_next_i,    // read the beat after it
  output logic [BeatBytes-1:0][7:0] read_data_o
);

  localparam int unsigned WordsPerBeat = BeatBytes / 8;
  localparam int unsigned NumPairs = BeatBytes / 2;
  localparam int unsigned Beats = (largest_record(Cfg) + BeatBytes - 1) / BeatBytes;
  localparam int unsigned AddrWidth = (Beats == 1) ? 1 : $clog2(Beats);
  localparam int unsigned Depth = 2 << AddrWidth;

  logic [AddrWidth-1:0] write_beat, beat, beat_before;
  assign write_beat  = AddrWidth'(write_word_i >> $clog2(WordsPerBeat));
  assign beat        = AddrWidth'(read_beat_i + BeatWidth'(1));
  assign beat_before = AddrWidth'(read_beat_i);

  logic [OffsetWidth-2:0] turn;  // in pairs
  assign turn = read_offset_i[OffsetWidth-1:1];

  logic [NumPairs-1:0][15:0] stored, turned;
  for (genvar pair = 0; pair < NumPairs; pair++) begin : gen_pair
    (* no_rw_check *) logic [15:0] memory_q[Depth];
    logic [15:0] data_q;
    logic        write, passes_end;

    assign write      = write_i && (32'(write_word_i) % WordsPerBeat == pair / 4);
    assign passes_end = (32'(turn) + pair >= NumPairs);

    always_ff @(posedge clk_i) begin
      if (write) memory_q[{write_bank_i, write_beat}] <= write_data_i[16*(pair%4) +: 16];
      if (read_next_i) data_q <= memory_q[{read_bank_i, passes_end ? beat_before : beat}];
    end
    assign stored[pair] = data_q;
  end

  always_comb begin
    turned = stored;
    for (int unsigned i = 0; i < OffsetWidth - 1; i++) begin
      if (turn[i]) turned = (turned << (16 << i)) | (turned >> (16 * NumPairs - (16 << i)));
    end
  end

  // An odd offset rotates by one lane more.
  logic [7:0] byte_before_q;
  always_ff @(posedge clk_i) begin
    if (read_next_i) byte_before_q <= turned[NumPairs-1][15:8];
  end
  assign read_data_o = read_offset_i[0] ? (8*BeatBytes)'({turned, byte_before_q}) : turned;

endmodule
