// SPDX-License-Identifier: Apache-2.0
//
// What the unit does about an overflow: spu_pmu_overflow and spu_pmu_exception behind block A, by the names that
// tb/formal/unit_pmu_overflow.sv has too. `more` is a block_pmu_t, and more[2042:2040] are the fields of PMECR_EL1.

module overflow_block
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import block_inputs_pkg::*;
  import block_structs_pkg::*;
  import spu_pmu_pkg::*;
#(
  parameter config_t Cfg = spu_config_pkg::`SPU_CONFIG
) (
  input  logic [1023:0] pe,
  input  logic [1023:0] regs,
  input  logic [2047:0] more,
  output logic [255:0]  result
);

  pe_t                  pe_i;
  pmu_regs_t            pmu_regs;
  enable_t              enable;
  profiling_exception_t exception;
  logic                 overflow, irq, cti;
  overflow_result_t     answer;

  assign pe_i = pe_t'(pe[$bits(pe_t)-1:0]);
  always_comb begin
    pmu_regs       = pmu_of(more);
    pmu_regs.pmecr = pmecr_t'(more[2042:2040]);
  end

  spu_enable #(
    .Cfg(Cfg)
  ) u_spu_enable (
    .pe_i,
    .regs_i  (regs_of(regs)),
    .enable_o(enable)
  );

  spu_pmu_overflow #(
    .Cfg(Cfg)
  ) u_spu_pmu_overflow (
    .pe_i,
    .regs_i(pmu_regs),
    .irq_o (overflow),
    .cti_o (cti)
  );

  spu_pmu_exception #(
    .Cfg(Cfg)
  ) u_spu_pmu_exception (
    .pe_i,
    .enable_i   (enable),
    .regs_i     (pmu_regs),
    .overflow_i (overflow),
    .irq_o      (irq),
    .exception_o(exception),
    .pmcr_o     (),
    .hlp_o      ()
  );

  assign answer = '{irq: irq, cti: cti, el1: exception.el1, el2: exception.el2, el3: exception.el3};
  assign result = 256'(answer);

endmodule
