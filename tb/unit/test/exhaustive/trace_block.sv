// SPDX-License-Identifier: Apache-2.0
//
// Block T (spu_trace_control), with block A.

`BLOCK(trace_block)

  enable_t enable_i;
  spu_enable #(.Cfg(Cfg)) u_spu_enable (.pe_i, .regs_i, .enable_o(enable_i));

  trace_t        trace;
  trace_result_t answer;

  spu_trace_control #(
    .Cfg(Cfg)
  ) u_trace_control (
    .pe_i,
    .enable_i,
    .trace_o (trace)
  );

  assign answer = '{self_hosted: trace.self_hosted, allowed: trace.allowed, cx2: trace.cx2, ts: trace.ts};
  assign result = 256'(answer);

endmodule
