// SPDX-License-Identifier: Apache-2.0
//
// What the filter block keeps, and what it finds an operation to be, is SPECollectRecord()'s answer, for every
// sample and every value of the registers. Combinational.

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

  logic keep, feed_br, feed_ld, feed_st, feed_op, feed_event, feed_lat, feed_ds;

  spu_filter #(.Cfg(Cfg)) u_filter (
    .regs_i,
    .sample_i,
    .keep_o(keep),
    .feed_br_o(feed_br),
    .feed_ld_o(feed_ld),
    .feed_st_o(feed_st),
    .feed_op_o(feed_op),
    .feed_event_o(feed_event),
    .feed_lat_o(feed_lat),
    .feed_ds_o(feed_ds)
  );

  always_comb begin
    // spu_regs does not store the bits of the event filters that do not exist.
    FilterEvents_M: assume (((regs_i.pmsevfr | regs_i.pmsnevfr) & ~filterable_events(Cfg)) == 0);
    FilterNevents_M: assume (have_fne(Cfg) || (regs_i.pmsnevfr == 0 && !regs_i.pmsfcr.fne));
    // spu_regs: FEAT_SPE_FDS.
    FilterFds_M: assume (Cfg.HaveFds || (regs_i.pmsdsfr == 0 && !regs_i.pmsfcr.fds));
    // spu_classify gives no other value.
    FilterType_M: assume (sample_i.op_type <= OpTypeBranchStore);
  end

  logic [2:0] flags;  // {ST, LD, B}
  assign flags = type_flags(sample_i.op_type);

  always_comb begin
    FilterKeep_A: assert (sample_i.dropped || keep == collect_record(Cfg, regs_i, sample_i));
    FilterBr_A: assert (feed_br == flags[0]);
    FilterLd_A: assert (feed_ld == flags[1]);
    FilterSt_A: assert (feed_st == flags[2]);
    FilterOp_A:
      assert (feed_op == (is_op(regs_i, sample_i.op_type)
                          && (regs_i.pmsfcr.st || regs_i.pmsfcr.ld || regs_i.pmsfcr.b)));
    FilterEvent_A:
      assert (feed_event == (is_evt(Cfg, regs_i, sample_i.events) && is_nevt(Cfg, regs_i, sample_i.events)));
    FilterLat_A: assert (feed_lat == is_lat(regs_i, sample_i.total_latency));
    FilterDs_A: assert (feed_ds == is_ds(Cfg, regs_i, sample_i));
    FilterMask_A: assert (filterable_events(Cfg) == filter_mask(Cfg));
  end

  // Each filter alone drops something, and something passes all of them.
  always_comb begin
    FilterKeeps_C: cover (keep && regs_i.pmsfcr.fe && regs_i.pmsfcr.ft && regs_i.pmsfcr.fl
                          && regs_i.pmsevfr != 0 && regs_i.minlat != 0);
    FilterByEvents_C: cover (!keep && regs_i.pmsfcr.fe && !regs_i.pmsfcr.ft && !regs_i.pmsfcr.fl);
    FilterByType_C:
      cover (!keep && !regs_i.pmsfcr.fe && regs_i.pmsfcr.ft && !regs_i.pmsfcr.fl && !sample_i.dropped);
    FilterByLatency_C:
      cover (!keep && !regs_i.pmsfcr.fe && !regs_i.pmsfcr.ft && regs_i.pmsfcr.fl && !sample_i.dropped);
  end

endmodule
