// SPDX-License-Identifier: Apache-2.0
//
// Holds the whole record that is being written, for the verification interface only; the unit itself stores it in
// words. Without the verification interface synthesis removes this module.

module spu_vif_record
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg,
  localparam int unsigned WordWidth = record_word_width(Cfg)
) (
  input  logic                 clk_i,

  // record to store
  input  logic                 write_i,
  input  logic                 write_bank_i,
  input  logic [WordWidth-1:0] write_word_i,
  input  logic [63:0]          write_data_i,

  // record to buffer
  input  logic                 load_i,
  input  logic                 load_bank_i,
  input  logic [7:0]           load_len_i,
  output record_t              record_o       // the record loaded last
);

  localparam int unsigned Words = MaxRecordBytes / 8;

  logic [1:0][Words-1:0][63:0] banks_q;
  record_t                     record_q;

  always_ff @(posedge clk_i) begin
    if (write_i) begin
      // The first word begins a record.
      if (write_word_i == '0) banks_q[write_bank_i] <= '0;
      banks_q[write_bank_i][write_word_i] <= write_data_i;
    end
    if (load_i) record_q <= '{len: load_len_i, bytes: banks_q[load_bank_i]};
  end

  assign record_o = record_q;

endmodule
