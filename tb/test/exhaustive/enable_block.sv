// SPDX-License-Identifier: Apache-2.0
//
// Block A alone: spu_enable.

module enable_block
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

  enable_t        enable;
  enable_result_t answer;

  spu_enable #(
    .Cfg(Cfg)
  ) u_spu_enable (
    .pe_i    (pe_t'(pe[$bits(pe_t)-1:0])),
    .regs_i  (regs_of(regs)),
    .enable_o(enable)
  );

  assign answer = '{owner_ss: enable.owner_ss, owner_el: enable.owner_el, current_ss: enable.current_ss,
                    el2_enabled: enable.el2_enabled, el1_aarch32: enable.el1_aarch32,
                    el2_aarch32: enable.el2_aarch32, secure: enable.secure, in_host: enable.in_host,
                    el2_is_host: enable.el2_is_host, nspb: enable.nspb, buffer_enabled: enable.buffer_enabled,
                    profiling_enabled: enable.profiling_enabled, el2_profiled: enable.el2_profiled,
                    programming_not_allowed: enable.programming_not_allowed};
  assign result = 256'(answer);

endmodule
