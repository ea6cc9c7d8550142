// SPDX-License-Identifier: Apache-2.0
//
// Block E alone: spu_filter. `more` is a block_sample_t.

`BLOCK(filter_block)

  filter_result_t answer;

  spu_filter #(
    .Cfg(Cfg)
  ) u_spu_filter (
    .regs_i,
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
