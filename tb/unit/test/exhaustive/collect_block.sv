// SPDX-License-Identifier: Apache-2.0
//
// Block D (spu_collect at a mark), with block A.

`BLOCK(collect_block)

  enable_t enable_i;
  spu_enable #(.Cfg(Cfg)) u_spu_enable (.pe_i, .regs_i, .enable_o(enable_i));

  collect_t        collect;
  origin_t         origin;
  collect_result_t answer;

  spu_collect #(
    .Cfg(Cfg)
  ) u_spu_collect (
    .pe_i,
    .regs_i,
    .enable_i,
    .pc_i     (more[63:0]),
    .time_i   (more[127:64]),
    .collect_o(collect),
    .origin_o (origin)
  );

  assign answer = '{cx1: collect.cx1, cx2: collect.cx2, pa: collect.pa, ts: collect.ts, pc: origin.pc,
                    timestamp: origin.timestamp};
  assign result = 256'(answer);

endmodule
