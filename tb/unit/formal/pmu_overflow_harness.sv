// SPDX-License-Identifier: Apache-2.0
//
// PMUIRQ and the cross-trigger input match CheckForPMUOverflow(), and PMU Profiling exceptions CheckForPMUException(),
// for every value of the registers. Combinational. unit_pmu_overflow.sv instantiates the unit's blocks.

module pmu_overflow_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spu_pmu_pkg::*;
  import spec_state_pkg::*;
  import spec_pmu_pkg::*;
  import spec_pmu_names_pkg::*;
  import spec_pmu_exception_pkg::*;
(
  input pe_t       pe_i,
  input regs_t     spe_regs_i,
  input pmu_regs_t regs_i,
  input logic [31:0] late_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  logic                 irq, cti, condition;
  profiling_exception_t exception;

  unit_pmu_overflow #(
    .Cfg(Cfg)
  ) u_unit (
    .pe_i,
    .spe_regs_i,
    .regs_i,
    .late_i,
    .irq_o      (irq),
    .cti_o      (cti),
    .exception_o(exception)
  );

  // spu_pmu_regs: bits of absent counters are zero.
  localparam logic [31:0] Exist = {1'b1, implemented_counters(Cfg.PmuCounters)};
  always_comb begin
    PmuOverflowExist_M: assume (((regs_i.pmovs | regs_i.pminten | regs_i.pmcnten) & ~Exist) == 0);
    // The core drives only possible PE states.
    PmuOverflowPossible_M: assume (possible_state(Cfg, pe_i));
  end

  assign condition = check_for_pmu_overflow(Cfg, pe_i, regs_i);
  always_comb begin
    PmuOverflowIrq_A: assert (irq == (condition && pmu_interrupt_enabled(Cfg, pe_i, pmecr_of(regs_i))));
    PmuOverflowCti_A: assert (cti == condition);
    PmuOverflowException_A: assert (exception == check_for_pmu_exception(Cfg, pe_i, pmecr_of(regs_i), condition));
  end

  always_comb begin
    PmuOverflowCycles_C: cover (irq && regs_i.pmovs == 32'h8000_0000);
    PmuOverflowLow_C: cover (irq && regs_i.pmovs == 32'h1 && regs_i.pmcr.e);
    PmuOverflowNot_C: cover (!irq && regs_i.pmovs != 0);
  end
  if (Cfg.HaveEbep) begin : gen_ebep
    always_comb begin
      PmuOverflowNoIrq_C: cover (!irq && cti && exception == '0);
      PmuOverflowEl1_C: cover (exception.el1 && pe_i.el == EL1);
    end
    if (Cfg.HaveEl2) begin : gen_el2
      always_comb PmuOverflowEl2_C: cover (exception.el2 && pe_i.el == EL2);
    end
    if (Cfg.HaveEl3) begin : gen_el3
      always_comb PmuOverflowEl3_C: cover (exception.el3 && pe_i.el == EL3);
    end
  end

endmodule
