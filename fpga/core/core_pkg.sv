// SPDX-License-Identifier: Apache-2.0
//
// Addresses of a core on a board: docs/fpga-hardware.md has the table, fpga/core/vexriscv/software/board.h the same
// for its programs. And which words a host has there.

package core_pkg;

  // Bits 31:28. From 0x80000000 on VexRiscv does not cache.
  localparam logic [3:0] RegionRam     = 4'h4;
  localparam logic [3:0] RegionBuffer  = 4'h8;
  localparam logic [3:0] RegionWindow  = 4'h9;
  localparam logic [3:0] RegionDevices = 4'ha;

  // Bits 3:2 of a device register.
  localparam logic [1:0] DeviceExit     = 2'd0;  // w: the program ends with this value
  localparam logic [1:0] DeviceTime     = 2'd2;  // r: cycles of the run, bits 31:0
  localparam logic [1:0] DeviceTimeHigh = 2'd3;  // r: bits 63:32 at the last read of the low half

  localparam logic [31:0] ResetVector = {RegionRam, 28'h0};
  localparam logic [63:0] BufferBase = {32'h0, RegionBuffer, 28'h0};

  // By address: the words (bringup_pkg::word_e) that the host can read and write.
  localparam logic [15:0] CoreReadable = 16'b1111_1100_0000_1111;
  localparam logic [15:0] CoreWritable = 16'b0000_0001_0110_0000;

endpackage
