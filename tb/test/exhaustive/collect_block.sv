// SPDX-License-Identifier: Apache-2.0
//
// Block D alone, fed by block A: what spu_collect decides at a mark.

module collect_block
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import block_inputs_pkg::*;
  import block_structs_pkg::*;
#(
  parameter config_t Cfg = spu_config_pkg::`SPU_CONFIG
) (
  input  logic [1023:0] pe,
  input  logic [1023:0] regs,
  input  logic [2047:0] more,
  output logic [255:0]  result
);

  enable_t  enable;
  collect_t collect;
  origin_t  origin;

  spu_enable #(
    .Cfg(Cfg)
  ) u_spu_enable (
    .pe_i    (pe_t'(pe[$bits(pe_t)-1:0])),
    .regs_i  (regs_of(regs)),
    .enable_o(enable)
  );

  spu_collect #(
    .Cfg(Cfg)
  ) u_spu_collect (
    .pe_i     (pe_t'(pe[$bits(pe_t)-1:0])),
    .regs_i   (regs_of(regs)),
    .enable_i (enable),
    .pc_i     (more[63:0]),
    .time_i   (more[127:64]),
    .collect_o(collect),
    .origin_o (origin)
  );

  collect_result_t answer;
  assign answer = '{cx1: collect.cx1, cx2: collect.cx2, pa: collect.pa, ts: collect.ts, pc: origin.pc,
                    timestamp: origin.timestamp};
  assign result = 256'(answer);

endmodule
