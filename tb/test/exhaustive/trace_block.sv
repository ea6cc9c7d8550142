// SPDX-License-Identifier: Apache-2.0
//
// Block T alone, fed by block A: spu_trace_control.

module trace_block
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

  enable_t       enable;
  trace_t        trace;
  trace_result_t answer;

  spu_enable #(
    .Cfg(Cfg)
  ) u_spu_enable (
    .pe_i    (pe_t'(pe[$bits(pe_t)-1:0])),
    .regs_i  (regs_of(regs)),
    .enable_o(enable)
  );

  spu_trace_control #(
    .Cfg(Cfg)
  ) u_trace_control (
    .pe_i    (pe_t'(pe[$bits(pe_t)-1:0])),
    .enable_i(enable),
    .trace_o (trace)
  );

  assign answer = '{self_hosted: trace.self_hosted, allowed: trace.allowed, cx2: trace.cx2, ts: trace.ts};
  assign result = 256'(answer);

endmodule
