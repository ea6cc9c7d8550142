// SPDX-License-Identifier: Apache-2.0
//
// Compares any implementation of the unit with the model, in every cycle. The ports are named as in spu_top and are all
// inputs. Connect the implementation's signals, whatever their names, or bind the checker with (.*) to a module that
// uses the same names. README.md describes the connections, the sampling and the compilation.
//
// Reset is asynchronous, as in the unit. A cycle is compared if rst_ni is high at its rising edge, but never before the
// first reset. Only the first mismatch is reported, until the next reset restarts the comparison.

module spu_checker
  import spu_pins_pkg::*;
  import spu_checker_pkg::*;
#(
  // The implementation's configuration
  parameter spu_config_pkg::config_t Cfg = spu_config_pkg::ConfigBase,
  // 0: the axi outputs are not checked; tie them to 0
  parameter bit CheckMemory = 1'b1,
  // A mismatch ends the simulation; +spu_checker_stop does the same for all instances
  parameter bit Stop = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // sysreg
  input  sysreg_req_t sysreg_i,
  input  sysreg_rsp_t sysreg_o,

  // pe
  input  pe_t         pe_i,

  // dispatch
  input  logic [Cfg.DispatchWidth-1:0]       dispatch_valid_i,
  input  logic [Cfg.DispatchWidth-1:0][63:0] dispatch_pc_i,
  input  logic [15:0] dispatch_empty_i,
  input  logic                               mark_valid_o,
  input  logic [SlotWidth-1:0]               mark_slot_o,
  input  logic [TagWidth-1:0]                mark_tag_o,
  input  logic                               profiling_enabled_o,

  // op
  input  op_t [Cfg.InFlight-1:0] op_i,

  // alt_clock
  input  logic [1:0]  alt_clock_i,

  // time
  input  logic [63:0] time_i,

  // xlate
  input  xlate_req_t  xlate_o,
  input  logic        xlate_ready_i,
  input  xlate_rsp_t  xlate_i,

  // axi
  input  axi_aw_t                       axi_aw_o,
  input  logic                          axi_awready_i,
  input  logic                          axi_wvalid_o,
  input  logic [Cfg.AxiDataWidth-1:0]   axi_wdata_o,
  input  logic [Cfg.AxiDataWidth/8-1:0] axi_wstrb_o,
  input  logic                          axi_wlast_o,
  input  logic                          axi_wready_i,
  input  axi_b_t                        axi_b_i,
  input  logic                          axi_bready_o,

  // barrier
  input  logic                    psb_valid_i,
  input  logic [Cfg.InFlight-1:0] psb_older_i,
  input  logic                    psb_done_o,
  input  logic                    dsb_valid_i,
  input  logic                    dsb_done_o,

  // pmu, irq, trace
  input  logic [spu_config_pkg::MaxPmuEvents-1:0][3:0] pmu_event_i,
  input  pmu_events_t      pmu_o,
  input  logic             pmbirq_o,
  input  profiling_exception_t   exception_o,
  input  logic             pmuirq_o,
  input  profiling_exception_t   pmu_exception_o,
  input  logic             cti_pmu_overflow_o,
  input  logic             cti_spe_sample_o,
  input  logic             serror_o,
  input  filter_controls_t filter_o,
  input  trace_t           trace_o,

  // vif
  input  vif_t        vif_o
);

  // spu_checker_dpi.c. A null handle has no effect.
  import "DPI-C" function chandle spu_checker_create(
    input logic [$bits(spu_config_pkg::config_t)-1:0] cfg, input int unsigned pins_bits,
    input int unsigned cfg_bits, input bit check_memory, output string problem);
  import "DPI-C" function void spu_checker_destroy(input chandle handle);
  import "DPI-C" function void spu_checker_reset(input chandle handle);
  import "DPI-C" function int spu_checker_step(
    input chandle handle, input logic [$bits(pins_t)-1:0] pins, output string words);
  import "DPI-C" function string spu_checker_summary(input chandle handle);

  pins_t pins;
  assign pins = '{
    sysreg_i:            sysreg_i,
    sysreg_o:            sysreg_o,
    pe_i:                pe_i,
    dispatch_valid_i:    MaxDispatchWidth'(dispatch_valid_i),
    dispatch_pc_i:       (64 * MaxDispatchWidth)'(dispatch_pc_i),
    dispatch_empty_i:    dispatch_empty_i,
    mark_valid_o:        mark_valid_o,
    mark_slot_o:         mark_slot_o,
    mark_tag_o:          mark_tag_o,
    profiling_enabled_o: profiling_enabled_o,
    op_i:                ($bits(op_t) * MaxInFlight)'(op_i),
    alt_clock_i:         alt_clock_i,
    time_i:              time_i,
    xlate_ready_i:       xlate_ready_i,
    xlate_o:             xlate_o,
    xlate_i:             xlate_i,
    axi_aw_o:            axi_aw_o,
    axi_awready_i:       axi_awready_i,
    axi_wvalid_o:        axi_wvalid_o,
    axi_wlast_o:         axi_wlast_o,
    axi_wstrb_o:         $bits(pins.axi_wstrb_o)'(axi_wstrb_o),
    axi_wdata_o:         $bits(pins.axi_wdata_o)'(axi_wdata_o),
    axi_wready_i:        axi_wready_i,
    axi_b_i:             axi_b_i,
    axi_bready_o:        axi_bready_o,
    psb_valid_i:         psb_valid_i,
    psb_older_i:         MaxInFlight'(psb_older_i),
    psb_done_o:          psb_done_o,
    dsb_valid_i:         dsb_valid_i,
    dsb_done_o:          dsb_done_o,
    pmu_event_i:         pmu_event_i,
    pmu_o:               pmu_o,
    pmbirq_o:            pmbirq_o,
    exception_o:         exception_o,
    pmuirq_o:            pmuirq_o,
    pmu_exception_o:     pmu_exception_o,
    cti_pmu_overflow_o:  cti_pmu_overflow_o,
    cti_spe_sample_o:    cti_spe_sample_o,
    serror_o:            serror_o,
    trace_o:             trace_o,
    filter_o:            filter_o,
    vif_o:               vif_o
  };

  chandle      handle;
  string       words;
  bit          stop;
  bit          was_reset;
  int unsigned cycles;      // compared
  int unsigned mismatches;  // reported

  initial begin
    stop   = Stop || $test$plusargs("spu_checker_stop") != 0;
    handle = spu_checker_create(Cfg, $bits(pins_t), $bits(spu_config_pkg::config_t), CheckMemory, words);
    if (handle == null) $fatal(1, "%s", words);
  end

  // $sampled: the values before the edge, even if they change at the edge. An unknown rst_ni counts as reset.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni !== 1'b1) begin
      was_reset <= 1'b1;
      spu_checker_reset(handle);
    end else if (was_reset) begin
      cycles <= cycles + 1;
      if (spu_checker_step(handle, $sampled(pins), words) == 0) begin
        mismatches <= mismatches + 1;
        if (stop) begin
          $fatal(1, "%s", words);
          $finish;  // for a simulator that is set to continue after errors
        end else begin
          $error("%s", words);
        end
      end
    end
  end

  // A run without a comparison is an error.
  final begin
    $display("%m: %s", spu_checker_summary(handle));
    if (cycles == 0) $error("no cycle was compared");
    spu_checker_destroy(handle);
  end

endmodule
