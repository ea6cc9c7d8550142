// SPDX-License-Identifier: Apache-2.0
//
// The filter's decision and its consequences: Discard mode, the PMU events of a decision, and conservation.
#include "unit/test/model/model_bench.h"

static struct spu_config version_config(uint32_t version)
{
  return CHANGED(bench_base(), config.spe_version = version);
}

// C6, E7, D17.5.5: Discard mode does not change the decision, but a kept sample makes no record: it is counted, and
// pointer, limit and events have no effect. Reserved values of FM, and 0b10 before FEAT_SPEv1p2, are Fill mode.
TEST(discard_mode_makes_no_record)
{
  for (uint32_t row = 0; row < 20; row++) {
    const uint32_t version = row / 4;
    const uint64_t fm = row % 4;
    const bool discards = version >= 2 && fm == 2;
    bench_open_enabled(version_config(version));
    bench_msr(SPU_PMBLIMITR_EL1, (discards ? 0 : BENCH_LIMIT) | fm << 1 | 1);
    assert_true(bench_sample((struct spu_op){0}));
    assert_int_equal(b.vif.decide_discard, discards);
    expect_fed(1, 1);
    assert_false(b.vif.event_valid);
    const struct spu_counts counts = spu_get_counts(b.spu);
    assert_int_equal(counts.discarded[SPU_DISCARD_MODE], discards);
    assert_int_equal(counts.waiting, !discards);
    bench_msr(SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_LD);
    assert_false(bench_sample((struct spu_op){0}));  // rejected, not discarded
    assert_false(b.vif.decide_discard);
    assert_int_equal(spu_get_counts(b.spu).filtered, 1);
    expect_registers_of_buffer(0, BENCH_BUFFER);
  }
}

// E7: FM is read at the decision, and again when a kept record is taken. A record being written is not affected; a
// waiting one is discarded, regardless of limit and pointer and without an event. A collision still sets COLL, and a
// PSB does not wait for discarded samples.
TEST(discard_mode_discards_a_waiting_record)
{
  bench_open_enabled(version_config(2));
  bench_record();
  start_write();
  bench_record();
  const uint8_t tag = bench_mark(0);
  bench_end(tag);
  b.seen.decide_valid = true;
  bench_msr(SPU_PMBLIMITR_EL1, BENCH_LIMIT | DISCARD_MODE | 1);  // in the cycle of a decision
  assert_false(b.vif.decide_discard);
  (void)bench_mark(0);
  bench_select(0);
  bench_clean();
  assert_int_equal(bench_peek(SPU_PMBSR_EL1), SPU_PMBSR_EL1_COLL);
  translate(0);
  commit_write();
  bench_msr(SPU_PMBPTR_EL1, BENCH_LIMIT);
  discard_record(SPU_DISCARD_MODE, false);
  discard_record(SPU_DISCARD_MODE, false);
  expect_registers_of_buffer(SPU_PMBSR_EL1_COLL, BENCH_LIMIT);
  bench_end(0);
  bench_decide(0);
  assert_true(b.vif.decide_discard);
  psb_is_done();
  const struct spu_counts counts = spu_get_counts(b.spu);
  assert_int_equal(counts.discarded[SPU_DISCARD_MODE], 3);
  assert_int_equal(counts.selected, counts.collided + counts.written + 3);
}

// C4, D14.3, D14.6: the PMU events of a decision: SAMPLE_FEED_* from FEAT_SPEv1p2, SAMPLE_FEED_DS with FEAT_SPE_FDS,
// for any enables in PMSFCR_EL1, and for rejected, dropped and kept samples alike.
TEST(feed_events_count_every_sample)
{
  for (uint32_t row = 0; row < 40; row++) {
    const uint32_t version = row / 8;
    bool dropped, reject, load;
    SET_BITS(row, &dropped, &reject, &load);
    struct spu_config config = version < 4 ? version_config(version) : bench_named("v9");
    config.external_abort = SPU_ABORT_IGNORED;
    config.squashed_recorded = false;
    config.source_bytes = 1;
    bench_open_enabled(config);
    bench_msr(SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_LD | SPU_PMSFCR_EL1_ST | (reject ? SPU_PMSFCR_EL1_FL : 0));
    bench_msr(SPU_PMSLATFR_EL1, reject ? 2 : 1);
    if (config.have_fds) {
      bench_msr(SPU_PMSDSFR_EL1, SPU_BIT(5));
    }
    const struct spu_op op = {.kind = SPU_KIND_LDST_GENERAL,
                              .store = !load,
                              .source_valid = load,
                              .source = 5,
                              .how = dropped ? SPU_OP_SQUASHED : SPU_OP_RETIRED};
    assert_int_equal(bench_sample(op), !dropped && !reject);
    const uint8_t counted = version >= 2 ? 1 : 0;
    expect_fed(1, !dropped && !reject);
    assert_int_equal(b.out.sample_feed_ld, load ? counted : 0);
    assert_int_equal(b.out.sample_feed_st, load ? 0 : counted);
    assert_int_equal(b.out.sample_feed_op, counted);
    assert_int_equal(b.out.sample_feed_event, counted);
    assert_int_equal(b.out.sample_feed_lat, reject ? 0 : counted);
    assert_int_equal(b.out.sample_feed_br, 0);
    // The data source of a squashed operation is not sampled (D17.6.7).
    assert_int_equal(b.out.sample_feed_ds, config.have_fds && load && !dropped);
    bench_clean();
    assert_int_equal(b.out.sample_feed_ld + b.out.sample_feed_st + b.out.sample_feed_op +
                         b.out.sample_feed_event + b.out.sample_feed_lat + b.out.sample_feed_ds,
                     0);
  }
}

// C4, D14.3, D14.6: SAMPLE_FEED_FP and SAMPLE_FEED_SIMD with FEAT_SPE_EFT count every sample that SAMPLE_FEED counts,
// kept, rejected or dropped, for any type filter.
TEST(vector_feed_events_count_every_sample)
{
  for (uint32_t row = 0; row < 64; row++) {
    bool dropped, reject, eft, access, simd, fp;
    SET_BITS(row, &dropped, &reject, &eft, &access, &simd, &fp);
    bench_open_enabled(CHANGED(bench_named("v9.6"), config.have_eft = config.have_spe_nvm = eft,
                               config.spe_version = eft ? 5 : 4, config.squashed_recorded = false));
    // Rejected: neither SIMD nor floating-point, and a branch
    bench_msr(SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_SIMDm | SPU_PMSFCR_EL1_FPm |
                                  (reject ? SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_B : 0));
    const struct spu_op op = {.kind = access ? SPU_KIND_LDST_EXTENDED : SPU_KIND_OTHER,
                              .simd = simd,
                              .fp = fp,
                              .how = dropped ? SPU_OP_SQUASHED : SPU_OP_RETIRED};
    assert_int_equal(bench_sample(op), !dropped && !reject);
    assert_int_equal(b.out.sample_feed, 1);
    assert_int_equal(b.out.sample_feed_fp, eft && fp);
    assert_int_equal(b.out.sample_feed_simd, eft && simd);
    bench_clean();
    assert_int_equal(b.out.sample_feed_fp + b.out.sample_feed_simd, 0);
  }
}

// C6: every selected operation is accounted for in every cycle: random cycles of an implementation that completes every
// write it starts, for each way of reporting aborts.
TEST(every_operation_is_accounted_for)
{
  for (uint32_t choice = 0; choice <= SPU_ABORT_REPORTED_ASYNC; choice++) {
    struct spu_config config = version_config(2);
    config.external_abort = choice;
    config.in_flight = 4;
    struct rng rng;
    rng_seed(&rng, 1, choice);
    bench_open_enabled(config);
    for (int clock = 0; clock < 20000; clock++) {
      const struct spu *spu = b.spu;
      if (spu->regs.pmsicr > 3) {
        b.spu->regs.pmsicr = 1 + rng_below(&rng, 3);
      }
      b.in.dispatch_valid = (uint8_t)rng_below(&rng, 16);
      for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
        b.in.op[tag].finished = rng_percent(&rng, 40);
        b.in.op[tag].how = rng_percent(&rng, 20) ? SPU_OP_SQUASHED : SPU_OP_RETIRED;
      }
      if (spu->finished != 0) {
        b.seen.decide_valid = true;
        b.seen.decide_tag = (uint8_t)__builtin_ctz(spu->finished);
      }
      const bool sync = choice == SPU_ABORT_REPORTED_SYNC;
      const bool responds = !sync || spu->write.responded < spu->write.accepted;
      if (responds && rng_percent(&rng, 30)) {
        bench_respond(rng_percent(&rng, 5) ? 2 : 0);
      } else if (spu->write.active && spu->write.answered < spu->write.pages && !spu->write.aborted &&
                 !spu->write.faulted && spu->write.record.origin.ended == SPU_DISCARD_NONE) {
        bench_translate(0);
        b.in.xlate_rsp_fault = rng_percent(&rng, 5);
      } else if (spu->write.active ? !sync || !responds : spu->waiting_count != 0) {
        b.seen.start_valid = !spu->write.active;  // flags may be wrong: the counts follow the model
        b.seen.discard_valid = spu->write.active;
      }
      b.in.sysreg_valid = rng_percent(&rng, 5);
      b.in.sysreg_write = true;
      b.in.pe_el = b.in.sysreg_valid ? SPU_EL1 : SPU_EL0;
      b.in.sysreg_addr = rng_percent(&rng, 50) ? SPU_PMBSR_EL1 : SPU_PMBLIMITR_EL1;
      b.in.sysreg_wdata = b.in.sysreg_addr == SPU_PMBSR_EL1
                              ? (rng_percent(&rng, 10) ? SPU_PMBSR_EL1_S : 0)
                              : BENCH_LIMIT | (rng_percent(&rng, 20) ? DISCARD_MODE : 0) | 1;
      if (rng_percent(&rng, 2)) {
        b.spu->regs.pmbptr = BENCH_BUFFER;
      }
      bench_clock();
      bench_expect_conservation(b.spu);
    }
    const struct spu_counts counts = spu_get_counts(b.spu);
    assert_true(counts.written > 100 && counts.collided > 100 && counts.discarded[SPU_DISCARD_MODE] > 10);
    assert_true(counts.late > 100 && counts.late < counts.collided);
    assert_true(counts.discarded[SPU_DISCARD_FAULT] > 10 && counts.discarded[SPU_DISCARD_STOPPED] > 10);
  }
}
