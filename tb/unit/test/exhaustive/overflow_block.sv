// SPDX-License-Identifier: Apache-2.0
//
// The unit's handling of a counter overflow, named as in tb/unit/formal/unit_pmu_overflow.sv: spu_pmu_overflow and
// spu_pmu_exception, with block A. `more` is a block_pmu_t; more[2042:2040] are the fields of PMECR_EL1.

`BLOCK(overflow_block)

  enable_t enable_i;
  spu_enable #(.Cfg(Cfg)) u_spu_enable (.pe_i, .regs_i, .enable_o(enable_i));

  pmu_regs_t            pmu_regs;
  profiling_exception_t exception;
  logic                 overflow, irq, cti;
  overflow_result_t     answer;

  always_comb begin
    pmu_regs       = pmu_of(more);
    pmu_regs.pmecr = pmecr_t'(more[2042:2040]);
  end

  spu_pmu_overflow #(
    .Cfg(Cfg)
  ) u_spu_pmu_overflow (
    .pe_i,
    .regs_i(pmu_regs),
    .held_i(pmu_regs.pmovs),
    .late_i('0),
    .irq_o (overflow),
    .cti_o (cti)
  );

  spu_pmu_exception #(
    .Cfg(Cfg)
  ) u_spu_pmu_exception (
    .pe_i,
    .enable_i,
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
