// SPDX-License-Identifier: Apache-2.0
//
// Block P's decisions alone, fed by block A: spu_pmu_count and spu_pmu_overflow. `more` is a block_pmu_t.

module count_block
  import spu_pins_pkg::*;
  import spu_pkg::*;
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

  enable_t       enable;
  regs_t         spu_regs;
  pmu_regs_t     pmu_regs;
  count_result_t answer;
  assign spu_regs = regs_of(regs);
  assign pmu_regs = pmu_of(more);

  spu_enable #(
    .Cfg(Cfg)
  ) u_spu_enable (
    .pe_i    (pe_t'(pe[$bits(pe_t)-1:0])),
    .regs_i  (spu_regs),
    .enable_o(enable)
  );

  spu_pmu_count #(
    .Cfg(Cfg)
  ) u_pmu_count (
    .pe_i        (pe_t'(pe[$bits(pe_t)-1:0])),
    .enable_i    (enable),
    .regs_i      (pmu_regs),
    .spe_freeze_i(spu_regs.pmblimitr.e && spu_regs.pmblimitr.pmfz && spu_regs.pmbsr.s),
    .count_o     (answer.count)
  );

  spu_pmu_overflow #(
    .Cfg(Cfg)
  ) u_pmu_overflow (
    .pe_i  (pe_t'(pe[$bits(pe_t)-1:0])),
    .regs_i(pmu_regs),
    .irq_o (answer.irq),
    .cti_o (answer.cti)
  );

  assign result = 256'(answer);

endmodule
