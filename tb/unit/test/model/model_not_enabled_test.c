// SPDX-License-Identifier: Apache-2.0
//
// Block G: a record is about to be written while the buffer is not enabled (requirements U2, G5; document
// S2, rules RSXWCP and RVCYWL).
#include "unit/test/model/model_bench.h"

// Why the buffer is not enabled when a record is taken.
enum not_enabled { STOPPED, DISABLED, OTHER_STATE, DEBUG_STATE, OWNER_IN_AARCH32, NOT_ENABLED };

static void not_enabled(enum not_enabled how)
{
  switch (how) {
  case STOPPED:
    bench_msr(SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
    break;
  case DISABLED:
    bench_msr(SPU_PMBLIMITR_EL1, BENCH_LIMIT);
    break;
  case OTHER_STATE:
    b.in.scr_el3_ns = false;
    break;
  case DEBUG_STATE:
    b.in.pe_debug = true;
    break;
  default:
    b.in.hcr_el2_rw = false;
    b.in.pe_aarch32 = true;
    break;
  }
}

// U2, RSXWCP, RVCYWL, RVCYWL: the record's treatment for each choice and each reason. Stopped or with E clear, it is
// always discarded silently (D17.4); Access not allowed sets S and DL and does not move the pointer.
TEST(not_enabled_choice_is_followed)
{
  for (uint32_t row = 0; row < 3 * NOT_ENABLED; row++) {
    const uint32_t choice = row / NOT_ENABLED;
    const enum not_enabled how = (enum not_enabled)(row % NOT_ENABLED);
    open_with_record(CHANGED(bench_base(), config.not_enabled_write = choice));
    not_enabled(how);
    bench_clean();
    assert_false(b.out.buffer_enabled);
    const bool event = choice == SPU_NOT_ENABLED_NOT_ALLOWED && how > DISABLED;
    if (choice == SPU_NOT_ENABLED_WRITE && how > DISABLED) {
      write_waiting_record();
      assert_int_equal(bench_peek(SPU_PMBPTR_EL1), BENCH_BUFFER + 64);
    } else {
      expect_discard(how == STOPPED ? SPU_DISCARD_STOPPED : SPU_DISCARD_NOT_ENABLED, event);
      assert_int_equal(b.vif.event_pmbsr, event ? SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL : 0);
      assert_int_equal(bench_peek(SPU_PMBSR_EL1),
                       event ? SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL : (how == STOPPED ? SPU_PMBSR_EL1_S : 0));
      assert_int_equal(bench_peek(SPU_PMBPTR_EL1), BENCH_BUFFER);
    }
  }
}

// G5, D17.8.5: Access not allowed clears an earlier event's syndrome; a discard without the event is a violation.
TEST(not_allowed_replaces_an_old_status)
{
  struct spu_config config = bench_base();
  config.not_enabled_write = SPU_NOT_ENABLED_NOT_ALLOWED;
  open_with_record(config);
  bench_msr(SPU_PMBSR_EL1, STAGE1 | 0x3F | SPU_PMBSR_EL1_COLL);
  b.in.scr_el3_ns = false;
  expect_discard(SPU_DISCARD_NOT_ENABLED, true);
  assert_int_equal(b.vif.event_pmbsr, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL | SPU_PMBSR_EL1_COLL);

  open_with_record(config);
  b.in.scr_el3_ns = false;
  VIOLATES(discard_valid, "OtherSPEManagementEvent");
}

// U2: a record written although the buffer is not enabled still respects the limit.
TEST(not_enabled_write_stops_at_the_limit)
{
  open_with_record(CHANGED(any_pointer(), config.not_enabled_write = SPU_NOT_ENABLED_WRITE));
  bench_msr(SPU_PMBPTR_EL1, BENCH_LIMIT - 63);
  b.in.scr_el3_ns = false;
  expect_discard(SPU_DISCARD_FULL, true);
  assert_int_equal(b.vif.event_pmbsr, SPU_PMBSR_EL1_S | 1);
}
