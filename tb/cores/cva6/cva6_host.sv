// SPDX-License-Identifier: Apache-2.0
//
// CVA6 as the core beside the unit: the unit's pins, the bus, interrupts, and the core's own trace. For another core,
// replace this module (docs/cores.md).

module cva6_host
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,

  // unit
  output logic [1:0]                    el_o,
  output logic                          dispatch_valid_o,
  output logic [63:0]                   dispatch_pc_o,
  output logic [15:0]                   dispatch_empty_o,
  input  logic                          mark_valid_i,
  input  logic [TagWidth-1:0]           mark_tag_i,
  output op_t                           op_o [MaxInFlight],
  output logic [MaxInFlight-1:0]        psb_older_o,
  output logic [MaxPmuEvents-1:0][3:0]  pmu_event_o,

  // interrupts
  input  logic                          external_irq_i,  // supervisor external interrupt
  input  logic                          timer_irq_i,

  // AXI4 with the atomic transactions of AXI5, 64 bits
  output ariane_axi::req_t              axi_req_o,
  input  ariane_axi::resp_t             axi_resp_i,

  // trace
  output core_trace_pkg::events_t       trace_o
);

  // Memory from 0x8000_0000 is cached. The bridge and the devices are not idempotent (tb/cores/core_map.h).
  typedef logic [ariane_pkg::NrMaxRules-1:0][63:0] rules_t;
  localparam ariane_pkg::ariane_cfg_t ArianeCfg = '{
    RASDepth:              2,
    BTBEntries:            32,
    BHTEntries:            128,
    NrNonIdempotentRules:  2,
    NonIdempotentAddrBase: rules_t'({64'h6000_0000, 64'h5000_0000}),
    NonIdempotentLength:   rules_t'({64'h1000, 64'h4_0000}),
    NrExecuteRegionRules:  1,
    ExecuteRegionAddrBase: rules_t'({64'h8000_0000}),
    ExecuteRegionLength:   rules_t'({64'h4000_0000}),
    NrCachedRegionRules:   1,
    CachedRegionAddrBase:  rules_t'({64'h8000_0000}),
    CachedRegionLength:    rules_t'({64'h4000_0000}),
    AxiCompliant:          1'b1,
    SwapEndianess:         1'b0,
    DmBaseAddress:         64'h0,
    NrPMPEntries:          0  // unused, and slow to simulate
  };

  cva6 #(
    .ArianeCfg(ArianeCfg)
  ) u_cva6 (
    .clk_i,
    .rst_ni,
    .boot_addr_i (64'h8000_0000),
    .hart_id_i   ('0),
    .irq_i       ({external_irq_i, 1'b0}),
    .ipi_i       (1'b0),
    .time_irq_i  (timer_irq_i),
    .debug_req_i (1'b0),
    .rvfi_o      (),  // bound: cva6_trace
    .cvxif_req_o (),
    .cvxif_resp_i('0),
    .axi_req_o,
    .axi_resp_i
  );

  cva6_adapter #(
    .Cfg      (Cfg),
    .ArianeCfg(ArianeCfg)
  ) u_adapter (
    .clk_i,
    .rst_ni,
    .tap_i(u_cva6.i_taps.tap_i),
    .el_o,
    .dispatch_valid_o,
    .dispatch_pc_o,
    .dispatch_empty_o,
    .mark_valid_i,
    .mark_tag_i,
    .op_o,
    .psb_older_o,
    .pmu_event_o
  );

  assign trace_o = u_cva6.i_trace.trace;

  // Every cycle belongs to one operation at most. Not in the adapter, whose mutants are all in one simulation.
  logic [MaxInFlight-1:0] oldest;
  always_comb begin
    for (int unsigned tag = 0; tag < MaxInFlight; tag++) oldest[tag] = op_o[tag].oldest;
  end
  always_ff @(posedge clk_i) begin
    if (rst_ni) OneOwner_A: assert ($onehot0({oldest, dispatch_empty_o != '0}));
  end

endmodule
