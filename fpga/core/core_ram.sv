// SPDX-License-Identifier: Apache-2.0
//
// The core's memory: block RAM with one port, of 32 bits for the core's two buses and of 64 bits for the host. The host
// comes first, then data, then fetches. A request is acknowledged in the cycle after it was let through, and that is
// when a word that is read appears; the master must not ask for the next one before. A word that the host reads
// appears in the cycle after its address.

module core_ram #(
  parameter int unsigned Bytes,
  localparam int unsigned Words = Bytes / 8,
  localparam int unsigned HostBits = $clog2(Words),
  localparam int unsigned WordBits = HostBits + 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  // host_commands
  input  logic                host_take_i,   // the port is the host's
  input  logic                host_we_i,     // only then
  input  logic [HostBits-1:0] host_addr_i,   // of 64 bits
  input  logic [63:0]         host_wdata_i,
  output logic [63:0]         host_rdata_o,

  // the core's buses
  input  logic                data_valid_i,
  input  logic                data_write_i,
  input  logic [WordBits-1:0] data_addr_i,   // of 32 bits
  input  logic [31:0]         data_wdata_i,
  input  logic [3:0]          data_strb_i,
  output logic                data_ack_o,
  input  logic                fetch_valid_i,
  input  logic [WordBits-1:0] fetch_addr_i,
  output logic                fetch_ack_o,
  output logic [31:0]         rdata_o        // with either ack
);

  logic data_take, fetch_take, data_ack_q, fetch_ack_q;
  assign data_take   = data_valid_i && !data_ack_q && !host_take_i;
  assign fetch_take  = fetch_valid_i && !fetch_ack_q && !host_take_i && !data_take;
  assign data_ack_o  = data_ack_q;
  assign fetch_ack_o = fetch_ack_q;

  logic [WordBits-1:0] core_addr;
  logic [HostBits-1:0] addr;
  logic                half_q;
  logic [7:0]          we;
  logic [63:0]         wdata;
  assign core_addr = data_take ? data_addr_i : fetch_addr_i;
  assign addr      = host_take_i ? host_addr_i : core_addr[WordBits-1:1];
  assign wdata     = host_take_i ? host_wdata_i : {2{data_wdata_i}};

  always_comb begin
    we = '0;
    if (host_take_i)                    we = {8{host_we_i}};
    else if (data_take && data_write_i) we = core_addr[0] ? {data_strb_i, 4'h0} : {4'h0, data_strb_i};
  end

  for (genvar i = 0; i < 8; i++) begin : gen_lane
    block_ram #(
      .Words(Words),
      .Width(8)
    ) u_block_ram (
      .clk_i,
      .we_i   (we[i]),
      .waddr_i(addr),
      .wdata_i(wdata[8*i+:8]),
      .re_i   (1'b1),
      .raddr_i(addr),
      .rdata_o(host_rdata_o[8*i+:8])
    );
  end
  assign rdata_o = half_q ? host_rdata_o[63:32] : host_rdata_o[31:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      data_ack_q  <= 1'b0;
      fetch_ack_q <= 1'b0;
    end else begin
      data_ack_q  <= data_take;
      fetch_ack_q <= fetch_take;
    end
  end

  always_ff @(posedge clk_i) half_q <= core_addr[0];

endmodule
