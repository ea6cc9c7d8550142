// SPDX-License-Identifier: Apache-2.0
//
// The filter block's decision and operation types match SPECollectRecord() for every sample and every value of the
// registers. Combinational.

module filter_harness
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spec_filter_pkg::*;
(
  input regs_t   regs_i,
  input sample_t sample_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  logic  keep;
  feed_t feed;

  spu_filter #(.Cfg(Cfg)) u_filter (
    .regs_i,
    .sample_i,
    .keep_o(keep),
    .feed_o(feed)
  );

  always_comb begin
    // spu_regs does not store absent bits of the event filters.
    FilterEvents_M: assume (((regs_i.pmsevfr | regs_i.pmsnevfr) & ~filterable_events(Cfg)) == 0);
    FilterNevents_M: assume (have_fne(Cfg) || (regs_i.pmsnevfr == 0 && !regs_i.pmsfcr.fne));
    // spu_regs: FEAT_SPE_FDS.
    FilterFds_M: assume (Cfg.HaveFds || (regs_i.pmsdsfr == 0 && !regs_i.pmsfcr.fds));
    // spu_regs: FEAT_SPE_EFT.
    FilterTypeMask_M: assume (Cfg.HaveEft || {regs_i.pmsfcr.simdm, regs_i.pmsfcr.fpm, regs_i.pmsfcr.stm,
                                              regs_i.pmsfcr.ldm,
                                              regs_i.pmsfcr.bm, regs_i.pmsfcr.simd, regs_i.pmsfcr.fp} == 0);
    // spu_classify produces no other values: ClassifySimdFp_A.
    FilterType_M: assume (sample_i.op_type <= OpTypeBranchStore);
    FilterSimdFp_M: assume (Cfg.HaveEft || {sample_i.simd, sample_i.fp} == 0);
  end

  logic [2:0] flags;  // {ST, LD, B}
  assign flags = type_flags(sample_i.op_type);

  always_comb begin
    FilterKeep_A: assert (sample_i.dropped || keep == collect_record(Cfg, regs_i, sample_i));
    FilterBr_A: assert (feed.br == flags[0]);
    FilterLd_A: assert (feed.ld == flags[1]);
    FilterSt_A: assert (feed.st == flags[2]);
    FilterFp_A: assert (feed.fp == (Cfg.HaveEft && sample_i.fp));
    FilterSimd_A: assert (feed.simd == (Cfg.HaveEft && sample_i.simd));
    FilterOp_A: assert (feed.op == feeds_op(Cfg, regs_i, sample_i));
    FilterEvent_A:
      assert (feed.matched == (is_evt(Cfg, regs_i, sample_i.events) && is_nevt(Cfg, regs_i, sample_i.events)));
    FilterLat_A: assert (feed.lat == is_lat(regs_i, sample_i.total_latency));
    FilterDs_A: assert (feed.ds == is_ds(Cfg, regs_i, sample_i));
    FilterMask_A: assert (filterable_events(Cfg) == filter_mask(Cfg));
  end

  // Each filter alone rejects some sample, and some sample passes all of them.
  always_comb begin
    FilterKeeps_C: cover (keep && regs_i.pmsfcr.fe && regs_i.pmsfcr.ft && regs_i.pmsfcr.fl
                          && regs_i.pmsevfr != 0 && regs_i.minlat != 0);
    FilterByEvents_C: cover (!keep && regs_i.pmsfcr.fe && !regs_i.pmsfcr.ft && !regs_i.pmsfcr.fl);
    FilterByType_C:
      cover (!keep && !regs_i.pmsfcr.fe && regs_i.pmsfcr.ft && !regs_i.pmsfcr.fl && !sample_i.dropped);
    FilterByLatency_C:
      cover (!keep && !regs_i.pmsfcr.fe && !regs_i.pmsfcr.ft && regs_i.pmsfcr.fl && !sample_i.dropped);
  end

  // Each part of the type filter alone rejects some sample. A mask alone is a constraint; without constraints nothing
  // is filtered.
  if (Cfg.HaveEft) begin : gen_eft
    logic [4:0] ctrl, mask;
    assign ctrl = filter_ctrl(Cfg, regs_i);
    assign mask = filter_type_mask(Cfg, regs_i);
    always_comb begin
      FilterByOr_C: cover (!keep && !sample_i.dropped && regs_i.pmsfcr[4:0] == 5'b00010 && (flags & mask[2:0]) != 0
                           && (filter_flags(sample_i) & mask) == (ctrl & mask));
      FilterByAnd_C: cover (!keep && !sample_i.dropped && regs_i.pmsfcr[4:0] == 5'b00010 && (ctrl & ~mask) == 5'b11000
                            && sample_i.simd && flags[2]);
      FilterMaskAlone_C: cover (feed.op && ctrl == 0 && mask == 5'b11111 && keep);
      FilterNoType_C: cover (keep && regs_i.pmsfcr.ft && ctrl == 0 && mask == 0 && !feed.op && flags == 3'b001);
    end
  end

endmodule
