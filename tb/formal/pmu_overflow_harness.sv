// SPDX-License-Identifier: Apache-2.0
//
// PMUIRQ and the cross-trigger input are CheckForPMUOverflow()'s, for every value of the registers.
// Combinational.

module pmu_overflow_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spu_pmu_pkg::*;
  import spec_pmu_pkg::*;
(
  input pe_t       pe_i,
  input pmu_regs_t regs_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  logic irq, cti;

  spu_pmu_overflow #(.Cfg(Cfg)) u_overflow (.pe_i, .regs_i, .irq_o(irq), .cti_o(cti));

  // spu_pmu_regs: bits of counters that do not exist are zero.
  localparam logic [31:0] Exist = {1'b1, implemented_counters(Cfg.PmuCounters)};
  always_comb PmuOverflowExist_M: assume (((regs_i.pmovs | regs_i.pminten | regs_i.pmcnten) & ~Exist) == 0);

  always_comb begin
    PmuOverflowIrq_A: assert (irq == check_for_pmu_overflow(Cfg, pe_i, regs_i));
    PmuOverflowCti_A: assert (cti == irq);
  end

  always_comb begin
    PmuOverflowCycles_C: cover (irq && regs_i.pmovs == 32'h8000_0000);
    PmuOverflowLow_C: cover (irq && regs_i.pmovs == 32'h1 && regs_i.pmcr.e);
    PmuOverflowNot_C: cover (!irq && regs_i.pmovs != 0);
  end

endmodule
