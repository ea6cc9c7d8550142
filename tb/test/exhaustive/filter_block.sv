// SPDX-License-Identifier: Apache-2.0
//
// Block E alone: spu_filter. `more` is a block_sample_t.

module filter_block
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

  filter_result_t answer;

  spu_filter #(
    .Cfg(Cfg)
  ) u_spu_filter (
    .regs_i      (regs_of(regs)),
    .sample_i    (sample_of(more)),
    .keep_o      (answer.keep),
    .feed_br_o   (answer.feed_br),
    .feed_ld_o   (answer.feed_ld),
    .feed_st_o   (answer.feed_st),
    .feed_fp_o   (answer.feed_fp),
    .feed_simd_o (answer.feed_simd),
    .feed_op_o   (answer.feed_op),
    .feed_event_o(answer.feed_event),
    .feed_lat_o  (answer.feed_lat),
    .feed_ds_o   (answer.feed_ds)
  );

  assign result = 256'(answer);

endmodule
