// SPDX-License-Identifier: Apache-2.0
//
// The unit's blocks that handle PMU overflows, for the proof `pmu-overflow`. This module and
// spec/spec_pmu_names_pkg.sv keep the names of these blocks and ports out of the harnesses.
// (tb/unit/test/exhaustive/overflow_block.sv has the same instances.) Combinational.

module unit_pmu_overflow
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_pmu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  pe_t                  pe_i,
  input  regs_t                spe_regs_i,
  input  pmu_regs_t            regs_i,
  input  logic [Counters-1:0]  late_i,      // overflow flags that come late
  output logic                 irq_o,       // PMUIRQ
  output logic                 cti_o,       // cross-trigger input event
  output profiling_exception_t exception_o  // CheckForPMUException()
);

  enable_t enable;
  logic    overflow;

  spu_enable #(.Cfg(Cfg)) u_enable (.pe_i, .regs_i(spe_regs_i), .enable_o(enable));

  spu_pmu_overflow #(
    .Cfg(Cfg)
  ) u_overflow (
    .pe_i,
    .regs_i,
    .held_i(regs_i.pmovs & ~late_i),
    .late_i(regs_i.pmovs & late_i),
    .irq_o (overflow),
    .cti_o
  );

  spu_pmu_exception #(
    .Cfg(Cfg)
  ) u_exception (
    .pe_i,
    .enable_i   (enable),
    .regs_i,
    .overflow_i (overflow),
    .irq_o,
    .exception_o,
    .pmcr_o     (),
    .hlp_o      ()
  );

endmodule
