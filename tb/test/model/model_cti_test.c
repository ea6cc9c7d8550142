// SPDX-License-Identifier: Apache-2.0
//
// The CTI's trigger of the Statistical Profiling Extension (Arm ARM H5.4.5; J1, SPEConstructRecord).
#include "model_buffer_bench.h"
#include "test/test.h"

// P7: a record that is written to memory signals in the cycle of its commit, and in no other.
TEST(written_record_triggers_once)
{
  const struct spu_config config = bench_base();
  struct bench bench;
  open_with_record(&bench, &config);
  assert_false(bench.out.cti_spe_sample);
  start_write(&bench);
  assert_false(bench.out.cti_spe_sample);
  translate(&bench, 0x1000);
  assert_false(bench.out.cti_spe_sample);
  commit_write(&bench);
  assert_true(bench.out.cti_spe_sample);
  bench_clean(&bench);
  assert_false(bench.out.cti_spe_sample);
  bench_close(&bench);
}

// P7: a record of which nothing, or a part, is in memory does not.
TEST(unwritten_record_does_not_trigger)
{
  const struct spu_config config = any_pointer();
  struct bench bench;
  open_with_record(&bench, &config);  // no room
  bench_msr(&bench, SPU_PMBPTR_EL1, BENCH_LIMIT - 32);
  expect_discard(&bench, SPU_DISCARD_FULL, true);
  assert_false(bench.out.cti_spe_sample);
  bench_close(&bench);
  open_aborting(&bench, SPU_ABORT_IGNORED, SPLIT);  // the second of two pages faults
  start_write(&bench);
  translate(&bench, 0x1000);
  bench.in.xlate_rsp_valid = true;
  bench.in.xlate_rsp_fault = true;
  expect_discard(&bench, SPU_DISCARD_FAULT, true);
  assert_false(bench.out.cti_spe_sample);
  bench_close(&bench);
}
