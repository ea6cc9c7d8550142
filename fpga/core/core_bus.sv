// SPDX-License-Identifier: Apache-2.0
//
// What a core's data bus reaches, by the highest four bits of the address: its RAM, the Profiling Buffer (read only),
// the window of the unit's registers, and a few device registers. One access at a time, acknowledged in the cycle in
// which a word that is read is there. An access to anything else ends the program with an exit value of ones.

module core_bus
  import core_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  // the core's data bus: an access stays until it is acknowledged
  input  logic        valid_i,
  input  logic        write_i,
  input  logic [31:0] addr_i,
  input  logic [31:0] wdata_i,
  output logic        ack_o,
  output logic [31:0] rdata_o,

  // core_ram
  output logic        ram_valid_o,
  input  logic        ram_ack_i,
  input  logic [31:0] ram_rdata_i,

  // buffer_ram: the word of 64 bits at addr_i
  input  logic        buffer_busy_i,    // its port is the host's in this cycle
  input  logic [63:0] buffer_rdata_i,   // of the address in the cycle before

  // spu_window
  output logic        window_valid_o,
  input  logic        window_ready_i,
  input  logic        window_ack_i,
  input  logic [31:0] window_rdata_i,

  // core_control
  input  logic [63:0] time_i,
  output logic        exit_o,
  output logic [31:0] exit_value_o
);

  logic ram, buffer, window, device, open;
  assign ram    = (addr_i[31:28] == RegionRam);
  assign buffer = (addr_i[31:28] == RegionBuffer);
  assign window = (addr_i[31:28] == RegionWindow);
  assign device = (addr_i[31:28] == RegionDevices);
  assign open   = valid_i && !ack_o;

  // The window has the request. The end of a program can leave an answer that nobody waits for.
  logic asked_q, window_ack;

  assign ram_valid_o    = valid_i && ram;
  assign window_valid_o = valid_i && window && !asked_q;

  // Everything but RAM and window: acknowledged by a register.
  logic        ack_q, exit_q, half_q, time_q;
  logic [31:0] exit_value_q, time_high_q, time_low_q;
  logic        exit, bad;
  assign exit         = open && device && write_i && (addr_i[3:2] == DeviceExit);
  assign bad          = open && !(ram || buffer || window || device);
  assign exit_o       = exit_q;
  assign exit_value_o = exit_value_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked_q <= 1'b0;
      ack_q   <= 1'b0;
      exit_q  <= 1'b0;
    end else begin
      asked_q <= (asked_q || (window_valid_o && window_ready_i)) && !window_ack;
      ack_q   <= open && !ram && !window && !(buffer && buffer_busy_i);
      exit_q  <= exit || bad;
    end
  end

  // The high half of the time is kept when the low one is read.
  always_ff @(posedge clk_i) begin
    half_q       <= addr_i[2];
    time_q       <= (addr_i[3:2] == DeviceTimeHigh);
    exit_value_q <= bad ? '1 : wdata_i;
    if (open && device && addr_i[3:2] == DeviceTime) begin
      time_low_q  <= time_i[31:0];
      time_high_q <= time_i[63:32];
    end
  end

  assign window_ack = asked_q && window_ack_i;
  assign ack_o      = ack_q || (ram && ram_ack_i) || window_ack;

  always_comb begin
    rdata_o = ram_rdata_i;
    if (window)      rdata_o = window_rdata_i;
    else if (buffer) rdata_o = half_q ? buffer_rdata_i[63:32] : buffer_rdata_i[31:0];
    else if (device) rdata_o = time_q ? time_high_q : time_low_q;
  end

endmodule
