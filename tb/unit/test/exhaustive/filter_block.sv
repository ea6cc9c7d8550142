// SPDX-License-Identifier: Apache-2.0
//
// Block E alone: spu_filter. `more` is a block_sample_t.

`BLOCK(filter_block)

  logic           keep;
  feed_t          feed;
  filter_result_t answer;  // keep, then the fields of feed_t in order

  spu_filter #(
    .Cfg(Cfg)
  ) u_spu_filter (
    .regs_i,
    .sample_i(sample_of(more)),
    .keep_o  (keep),
    .feed_o  (feed)
  );

  assign answer = {keep, feed};
  assign result = 256'(answer);

endmodule
