// SPDX-License-Identifier: Apache-2.0
//
// Packs packets into 8-byte words.
//
// Bytes that do not yet fill a word stay here, in the lanes below pos. A packet of 1 to 9 bytes is rotated so that it
// starts at lane pos; bytes beyond lane 7 begin the next word. At most one word completes per cycle, so a packet of 9
// bytes on top of 7 leaves a whole word behind (pos 8). That word leaves with the next packet, which waits one cycle if
// it also has 9 bytes. flush_i writes the remainder, padded with zeros, then zero words up to the record alignment.

module spu_packer
  import spu_pkg::*;
#(
  parameter config_t Cfg,
  localparam int unsigned WordWidth = record_word_width(Cfg)
) (
  input  logic                 clk_i,

  input  logic                 clear_i,         // a new record begins

  input  logic                 packet_valid_i,
  input  logic [3:0]           packet_bytes_i,
  input  logic [8:0][7:0]      packet_data_i,   // zero while flush_i
  output logic                 ready_o,

  input  logic                 flush_i,         // no packet is left
  output logic                 flushed_o,       // and everything has been written
  output logic [7:0]           len_o,           // bytes with padding, valid in the first cycle of the flush

  // store
  output logic                 write_o,
  output logic [WordWidth-1:0] word_o,          // index of the word in the record
  output logic [7:0][7:0]      data_o
);

  localparam int unsigned AlignMask = (1 << Cfg.RecordAlign) - 1;
  localparam logic [WordWidth-1:0] WordMask = WordWidth'(AlignMask >> 3);

  logic [7:0][7:0]      rest_q;         // bytes that have not been written
  logic [3:0]           pos_q, pos_d;   // number of these bytes
  logic [WordWidth-1:0] word_q;

  // The packet's first 8 bytes, rotated so that byte 0 is on the lane after the rest.
  function automatic logic [7:0][7:0] turned(logic [7:0][7:0] bytes, logic [2:0] turn);
    if (turn[0]) bytes = {bytes[6:0], bytes[7]};
    if (turn[1]) bytes = {bytes[5:0], bytes[7:6]};
    if (turn[2]) bytes = {bytes[3:0], bytes[7:4]};
    return bytes;
  endfunction

  logic       full, nine, accept, complete;
  logic [4:0] sum;
  assign full     = pos_q[3];
  assign nine     = packet_bytes_i[3];  // no packet has 8 bytes
  assign ready_o  = !(packet_valid_i && full && nine);
  assign accept   = packet_valid_i && ready_o;
  assign sum      = {2'b00, pos_q[2:0]} + {1'b0, packet_bytes_i};
  assign complete = packet_valid_i && (sum[4:3] != '0);
  assign write_o  = (packet_valid_i && full) || complete || (flush_i && !flushed_o);

  logic [7:0][7:0] bytes, next_rest;
  assign bytes = turned(packet_data_i[7:0], pos_q[2:0]);
  always_comb begin
    for (int unsigned lane = 0; lane < 8; lane++) begin
      data_o[lane]    = (lane < 32'(pos_q)) ? rest_q[lane] : bytes[lane];
      // Byte 8 goes to the lane of byte 0, in the next word.
      next_rest[lane] = (nine && pos_q[2:0] == 3'(lane)) ? packet_data_i[8] : bytes[lane];
    end
  end

  always_comb begin
    pos_d = pos_q;
    if (accept) pos_d = {sum[4], sum[2:0]};
    else if (write_o) pos_d = '0;
    if (clear_i) pos_d = '0;
  end

  always_ff @(posedge clk_i) begin
    pos_q  <= pos_d;
    word_q <= clear_i ? '0 : word_q + WordWidth'(write_o);
    for (int unsigned lane = 0; lane < 8; lane++) begin
      if (accept && (complete || full || lane >= 32'(pos_q))) rest_q[lane] <= next_rest[lane];
    end
  end

  assign word_o    = word_q;
  assign flushed_o = (pos_q == '0) && (word_q & WordMask) == '0;
  assign len_o     = (8'({word_q, 3'b000}) + 8'(pos_q) + 8'(AlignMask)) & ~8'(AlignMask);

endmodule
