// SPDX-License-Identifier: Apache-2.0
//
// The performance monitors with the enable block, for the proof `pmu-exception`. This module and
// spec/spec_pmu_names_pkg.sv keep the names of the unit's blocks, ports and signals out of its harness.

module unit_pmu
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_pmu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  sysreg_req_t                  sysreg_i,
  input  pe_t                          pe_i,
  input  regs_t                        spe_regs_i,
  input  logic                         spe_freeze_i,
  input  logic [MaxPmuEvents-1:0][3:0] events_i,
  input  pmu_events_t                  spe_events_i,

  output sysreg_rsp_t                  sysreg_o,
  output pmu_regs_t                    regs_o,
  output logic                         irq_o,
  output logic                         cti_o,
  output profiling_exception_t         exception_o,
  output logic                         cycles_count_o,   // the cycle counter counts in this cycle

  // Effects of the previous cycle on the counters.
  output logic [Counters-1:0]          long_overflow_o,  // the counter overflows at bit 63
  output logic                         cycle_o           // the cycle counter is incremented
);

  enable_t enable;

  spu_enable #(.Cfg(Cfg)) u_enable (.pe_i, .regs_i(spe_regs_i), .enable_o(enable));

  spu_pmu_top #(
    .Cfg(Cfg)
  ) u_pmu (
    .clk_i,
    .rst_ni,
    .sysreg_i,
    .claims_o    (),
    .sysreg_o,
    .pe_i,
    .enable_i    (enable),
    .spe_freeze_i,
    .events_i,
    .spe_events_i,
    .pmovs_o     (),
    .pmccntr_o   (),
    .pmevcntr_o  (),
    .irq_o,
    .cti_o,
    .exception_o
  );

  assign regs_o         = u_pmu.gen_pmu.regs;
  assign cycles_count_o = u_pmu.gen_pmu.count[CycleCounter];
  assign cycle_o        = u_pmu.gen_pmu.increments[CycleCounter].counts;

  for (genvar n = 0; n < Counters; n++) begin : gen_counter
    assign long_overflow_o[n] = u_pmu.gen_pmu.increments[n].long_overflow;
  end

endmodule
