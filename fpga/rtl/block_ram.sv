// SPDX-License-Identifier: Apache-2.0
//
// A memory with one write and one read port, like every FPGA's block RAM: the read data appears in the next cycle and
// stays until the next read. Reading a word in the cycle in which it is written returns an undefined value.

module block_ram #(
  parameter int unsigned Words,
  parameter int unsigned Width
) (
  input  logic                     clk_i,
  input  logic                     we_i,
  input  logic [$clog2(Words)-1:0] waddr_i,
  input  logic [Width-1:0]         wdata_i,
  input  logic                     re_i,
  input  logic [$clog2(Words)-1:0] raddr_i,
  output logic [Width-1:0]         rdata_o
);

  (* no_rw_check *) logic [Width-1:0] memory [Words];

  always_ff @(posedge clk_i) begin
    if (we_i) memory[waddr_i] <= wdata_i;
    if (re_i) rdata_o <= memory[raddr_i];
  end

endmodule
