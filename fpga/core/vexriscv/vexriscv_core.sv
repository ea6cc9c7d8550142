// SPDX-License-Identifier: Apache-2.0
//
// VexRiscv as it comes (variant Full: RV32IM, five stages, static branch prediction, caches of 4 KB, machine mode),
// and what is seen of its pipeline. Its signals are read by their hierarchical names; the core is not changed.

module vexriscv_core
  import vexriscv_pkg::*;
#(
  parameter logic [31:0] ResetVector
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        interrupt_i,    // machine external interrupt 0 of its array

  // Buses. A request stays until it is acknowledged; data is there with the acknowledgement.
  output logic        fetch_valid_o,
  output logic [29:0] fetch_addr_o,   // of a word
  input  logic        fetch_ack_i,
  input  logic [31:0] fetch_rdata_i,
  output logic        data_valid_o,
  output logic        data_write_o,
  output logic [29:0] data_addr_o,
  output logic [31:0] data_wdata_o,
  output logic [3:0]  data_strb_o,
  input  logic        data_ack_i,
  input  logic [31:0] data_rdata_i,

  output taps_t       taps_o
);

  logic fetch_cycle, data_cycle, fetch_strobe, data_strobe;
  assign fetch_valid_o = fetch_cycle && fetch_strobe;
  assign data_valid_o  = data_cycle && data_strobe;

  VexRiscv u_vexriscv (
    .externalResetVector   (ResetVector),
    .timerInterrupt        (1'b0),
    .softwareInterrupt     (1'b0),
    .externalInterruptArray({31'h0, interrupt_i}),
    .iBusWishbone_CYC      (fetch_cycle),
    .iBusWishbone_STB      (fetch_strobe),
    .iBusWishbone_ACK      (fetch_ack_i),
    .iBusWishbone_WE       (),
    .iBusWishbone_ADR      (fetch_addr_o),
    .iBusWishbone_DAT_MISO (fetch_rdata_i),
    .iBusWishbone_DAT_MOSI (),
    .iBusWishbone_SEL      (),
    .iBusWishbone_ERR      (1'b0),
    .iBusWishbone_CTI      (),
    .iBusWishbone_BTE      (),
    .dBusWishbone_CYC      (data_cycle),
    .dBusWishbone_STB      (data_strobe),
    .dBusWishbone_ACK      (data_ack_i),
    .dBusWishbone_WE       (data_write_o),
    .dBusWishbone_ADR      (data_addr_o),
    .dBusWishbone_DAT_MISO (data_rdata_i),
    .dBusWishbone_DAT_MOSI (data_wdata_o),
    .dBusWishbone_SEL      (data_strb_o),
    .dBusWishbone_ERR      (1'b0),
    .dBusWishbone_CTI      (),
    .dBusWishbone_BTE      (),
    .clk                   (clk_i),
    .reset                 (!rst_ni)
  );

  always_comb begin
    taps_o.fire                = u_vexriscv.decode_arbitration_isFiring;
    taps_o.pc                  = u_vexriscv.decode_PC;
    taps_o.instruction         = u_vexriscv.decode_INSTRUCTION;
    taps_o.execute.stuck       = u_vexriscv.execute_arbitration_isStuck;
    taps_o.execute.remove      = u_vexriscv.execute_arbitration_removeIt;
    taps_o.execute.flushed     = u_vexriscv.execute_arbitration_isFlushed;
    taps_o.execute.exception   = u_vexriscv.CsrPlugin_selfException_valid;
    taps_o.taken               = u_vexriscv.execute_BRANCH_COND_RESULT;
    taps_o.memory.stuck        = u_vexriscv.memory_arbitration_isStuck;
    taps_o.memory.remove       = u_vexriscv.memory_arbitration_removeIt;
    taps_o.memory.flushed      = u_vexriscv.memory_arbitration_isFlushed;
    taps_o.memory.exception    = u_vexriscv.BranchPlugin_branchExceptionPort_valid;
    taps_o.mispredicted        = u_vexriscv.BranchPlugin_jumpInterface_valid;
    taps_o.next_pc             = u_vexriscv.BranchPlugin_jumpInterface_valid
        ? u_vexriscv.BranchPlugin_jumpInterface_payload
                                                                             : u_vexriscv.memory_FORMAL_PC_NEXT;
    taps_o.writeback.stuck     = u_vexriscv.writeBack_arbitration_isStuck;
    taps_o.writeback.remove    = u_vexriscv.writeBack_arbitration_removeIt;
    taps_o.writeback.flushed   = u_vexriscv.writeBack_arbitration_isFlushed;
    taps_o.writeback.exception = u_vexriscv.DBusCachedPlugin_exceptionBus_valid;
    taps_o.redo                = u_vexriscv.DBusCachedPlugin_redoBranch_valid;
    taps_o.address             = u_vexriscv.writeBack_REGFILE_WRITE_DATA;
    taps_o.mepc                = u_vexriscv.CsrPlugin_mepc;
    // Reset flushes every stage.
    if (!rst_ni) begin
      taps_o.fire      = 1'b0;
      taps_o.execute   = '{remove: 1'b1, flushed: 1'b1, default: 1'b0};
      taps_o.memory    = '{remove: 1'b1, flushed: 1'b1, default: 1'b0};
      taps_o.writeback = '{remove: 1'b1, flushed: 1'b1, default: 1'b0};
    end
  end

endmodule
