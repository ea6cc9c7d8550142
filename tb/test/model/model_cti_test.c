// SPDX-License-Identifier: Apache-2.0
//
// The CTI's trigger of the Statistical Profiling Extension (Arm ARM H5.4.5; J1, SPEConstructRecord).
#include "model_bench.h"

// P7: a record that is written to memory signals in the cycle of its commit, and in no other.
TEST(written_record_triggers_once)
{
  open_with_record(bench_base());
  assert_false(b.out.cti_spe_sample);
  start_write();
  assert_false(b.out.cti_spe_sample);
  translate(0x1000);
  assert_false(b.out.cti_spe_sample);
  commit_write();
  assert_true(b.out.cti_spe_sample);
  bench_clean();
  assert_false(b.out.cti_spe_sample);
}

// P7: a record of which nothing, or a part, is in memory does not.
TEST(unwritten_record_does_not_trigger)
{
  open_with_record(any_pointer());  // no room
  bench_msr(SPU_PMBPTR_EL1, BENCH_LIMIT - 32);
  expect_discard(SPU_DISCARD_FULL, true);
  assert_false(b.out.cti_spe_sample);
  open_aborting(SPU_ABORT_IGNORED, SPLIT);  // the second of two pages faults
  start_page(0x1000);
  bench_fault(0, false);
  expect_discard(SPU_DISCARD_FAULT, true);
  assert_false(b.out.cti_spe_sample);
}
