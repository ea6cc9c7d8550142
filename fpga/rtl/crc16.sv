// SPDX-License-Identifier: Apache-2.0
//
// Adds one byte to a CRC-16/CCITT-FALSE. Combinational.

module crc16
  import bringup_pkg::*;
(
  input  logic [15:0] crc_i,
  input  logic [7:0]  byte_i,
  output logic [15:0] crc_o
);

  always_comb begin
    crc_o = crc_i ^ {byte_i, 8'h00};
    for (int i = 0; i < 8; i++) begin
      crc_o = {crc_o[14:0], 1'b0} ^ (crc_o[15] ? CrcPolynomial : 16'h0000);
    end
  end

endmodule
