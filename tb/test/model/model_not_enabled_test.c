// SPDX-License-Identifier: Apache-2.0
//
// Block G: a record is about to be written while the buffer is not enabled (requirements U2, G5; document
// S2, rules RSXWCP and RVCYWL).
#include "model_buffer_bench.h"
#include "test/test.h"

// How the buffer is not enabled as a record is taken.
enum not_enabled { STOPPED, DISABLED, OTHER_STATE, DEBUG_STATE, OWNER_IN_AARCH32, NOT_ENABLED };

static void not_enabled(struct bench *bench, enum not_enabled how)
{
  switch (how) {
  case STOPPED:
    bench_msr(bench, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
    break;
  case DISABLED:
    bench_msr(bench, SPU_PMBLIMITR_EL1, BENCH_LIMIT);
    break;
  case OTHER_STATE:
    bench->in.scr_el3_ns = false;
    break;
  case DEBUG_STATE:
    bench->in.pe_debug = true;
    break;
  default:
    bench->in.hcr_el2_rw = false;
    bench->in.pe_aarch32 = true;
    break;
  }
}

// U2: RSXWCP, RVCYWL: what is done with the record for each choice and each reason. Stopped, or with E clear, it
// is always discarded without a word (D17.4); Access not allowed sets S and DL and moves no pointer.
TEST(not_enabled_choice_is_followed)
{
  for (uint32_t row = 0; row < 3 * NOT_ENABLED; row++) {
    const uint32_t choice = row / NOT_ENABLED;
    const enum not_enabled how = (enum not_enabled)(row % NOT_ENABLED);
    struct spu_config config = bench_base();
    config.not_enabled_write = choice;
    struct bench bench;
    open_with_record(&bench, &config);
    not_enabled(&bench, how);
    bench_clean(&bench);
    assert_false(bench.out.buffer_enabled);
    const bool event = choice == SPU_NOT_ENABLED_NOT_ALLOWED && how > DISABLED;
    if (choice == SPU_NOT_ENABLED_WRITE && how > DISABLED) {
      start_write(&bench);
      translate(&bench, 0);
      commit_write(&bench);
      assert_int_equal(bench_peek(&bench, SPU_PMBPTR_EL1), BENCH_BUFFER + 64);
    } else {
      expect_discard(&bench, how == STOPPED ? SPU_DISCARD_STOPPED : SPU_DISCARD_NOT_ENABLED, event);
      assert_int_equal(bench.vif.event_pmbsr, event ? SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL : 0);
      assert_int_equal(bench_peek(&bench, SPU_PMBSR_EL1),
                       event ? SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL : (how == STOPPED ? SPU_PMBSR_EL1_S : 0));
      assert_int_equal(bench_peek(&bench, SPU_PMBPTR_EL1), BENCH_BUFFER);
    }
    bench_close(&bench);
  }
}

// G5: the syndrome of an earlier event goes when Access not allowed comes; a violation names what is missing.
TEST(not_allowed_replaces_an_old_status)
{
  struct spu_config config = bench_base();
  config.not_enabled_write = SPU_NOT_ENABLED_NOT_ALLOWED;
  struct bench bench;
  open_with_record(&bench, &config);
  bench_msr(&bench, SPU_PMBSR_EL1, UINT64_C(0x24) << 26 | 0x3F | SPU_PMBSR_EL1_COLL);
  bench.in.scr_el3_ns = false;
  expect_discard(&bench, SPU_DISCARD_NOT_ENABLED, true);
  assert_int_equal(bench.vif.event_pmbsr, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL | SPU_PMBSR_EL1_COLL);
  bench_close(&bench);

  open_with_record(&bench, &config);
  bench.in.scr_el3_ns = false;
  bench.seen.discard_valid = true;
  bench_violates(&bench, "OtherSPEManagementEvent");
  bench_close(&bench);
}

// U2: written although not enabled: full is full.
TEST(not_enabled_write_stops_at_the_limit)
{
  struct spu_config config = any_pointer();
  config.not_enabled_write = SPU_NOT_ENABLED_WRITE;
  struct bench bench;
  open_with_record(&bench, &config);
  bench_msr(&bench, SPU_PMBPTR_EL1, BENCH_LIMIT - 63);
  bench.in.scr_el3_ns = false;
  expect_discard(&bench, SPU_DISCARD_FULL, true);
  assert_int_equal(bench.vif.event_pmbsr, SPU_PMBSR_EL1_S | 1);
  bench_close(&bench);
}
