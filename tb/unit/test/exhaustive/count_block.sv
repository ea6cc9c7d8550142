// SPDX-License-Identifier: Apache-2.0
//
// Block P (spu_pmu_count and spu_pmu_overflow), with block A. `more` is a block_pmu_t.

`BLOCK(count_block)

  enable_t enable_i;
  spu_enable #(.Cfg(Cfg)) u_spu_enable (.pe_i, .regs_i, .enable_o(enable_i));

  pmu_regs_t     pmu_regs;
  count_result_t answer;
  assign pmu_regs = pmu_of(more);

  spu_pmu_count #(
    .Cfg(Cfg)
  ) u_pmu_count (
    .pe_i,
    .enable_i,
    .regs_i      (pmu_regs),
    .spe_freeze_i(regs_i.pmblimitr.e && regs_i.pmblimitr.pmfz && regs_i.pmbsr.s),
    .count_o     (answer.count)
  );

  spu_pmu_overflow #(
    .Cfg(Cfg)
  ) u_pmu_overflow (
    .pe_i,
    .regs_i(pmu_regs),
    .held_i(pmu_regs.pmovs),
    .late_i('0),
    .irq_o (answer.irq),
    .cti_o (answer.cti)
  );

  assign result = 256'(answer);

endmodule
