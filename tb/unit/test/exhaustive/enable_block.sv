// SPDX-License-Identifier: Apache-2.0
//
// Block A (spu_enable).

`BLOCK(enable_block)

  enable_t        enable;
  enable_result_t answer;

  spu_enable #(
    .Cfg(Cfg)
  ) u_spu_enable (
    .pe_i,
    .regs_i,
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
