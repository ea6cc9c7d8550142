// SPDX-License-Identifier: Apache-2.0
//
// Room P's decisions alone, behind room A: pmu_count and pmu_overflow. `more` is a pmu_regs_t.

module count_room
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import pmu_pkg::*;
#(
  parameter config_t Cfg = spu_config_pkg::`SPU_CONFIG
) (
  input  logic [1023:0] pe,
  input  logic [1023:0] regs,
  input  logic [2047:0] more,
  output logic [255:0]  result
);

  typedef struct packed {
    logic        irq;
    logic        cti;
    logic [31:0] count;
  } count_result_t;

  enable_t       enable;
  regs_t         spu_regs;
  pmu_regs_t     pmu_regs;
  count_result_t answer;
  assign spu_regs = regs_t'(regs[$bits(regs_t)-1:0]);
  assign pmu_regs = pmu_regs_t'(more[$bits(pmu_regs_t)-1:0]);

  spu_enable #(
    .Cfg(Cfg)
  ) u_spu_enable (
    .pe_i    (pe_t'(pe[$bits(pe_t)-1:0])),
    .regs_i  (spu_regs),
    .enable_o(enable)
  );

  pmu_count #(
    .Cfg(Cfg)
  ) u_pmu_count (
    .pe_i        (pe_t'(pe[$bits(pe_t)-1:0])),
    .enable_i    (enable),
    .regs_i      (pmu_regs),
    .spe_freeze_i(spu_regs.pmblimitr.e && spu_regs.pmblimitr.pmfz && spu_regs.pmbsr.s),
    .count_o     (answer.count)
  );

  pmu_overflow #(
    .Cfg(Cfg)
  ) u_pmu_overflow (
    .pe_i  (pe_t'(pe[$bits(pe_t)-1:0])),
    .regs_i(pmu_regs),
    .irq_o (answer.irq),
    .cti_o (answer.cti)
  );

  assign result = 256'(answer);

endmodule
