// SPDX-License-Identifier: Apache-2.0
//
// Block G: writing records, full, faults, discards, Access not allowed.
#include "unit/test/model/model_bench.h"

// G1: a commit moves the pointer by the record's length and shows the record's bytes and address.
TEST(commit_moves_pointer_by_the_record)
{
  open_with_record(any_pointer());
  b.in.xlate_rsp_nse = true;  // ignored without FEAT_RME
  start_page(0x80000000);
  commit_write();
  assert_int_equal(b.vif.commit_len, 64);
  assert_int_equal(b.vif.commit_data[0], 0x98);
  assert_false(b.vif.event_valid);
  assert_int_equal(bench_peek(SPU_PMBPTR_EL1), BENCH_BUFFER + 64);
  const struct spu_write *writes = expect_writes(1);
  assert_int_equal(writes[0].va, BENCH_BUFFER);
  assert_int_equal(writes[0].pa, 0x80000000);
  assert_int_equal(writes[0].len, 64);
  assert_int_equal(writes[0].pas, 1);
  assert_memory_equal(writes[0].data, b.vif.commit_data, 64);
  assert_int_equal(spu_get_counts(b.spu).bytes, 64);
}

// G2: a record that leaves less than 2^MaxSize bytes fills the buffer; DL and COLL are unchanged.
TEST(full_event_keeps_dl)
{
  for (uint64_t dl = 0; dl <= 1; dl++) {
    open_with_record_at(BENCH_LIMIT - 127);
    bench_msr(SPU_PMBSR_EL1, dl << 19 | SPU_PMBSR_EL1_COLL | UINT64_C(0x3F) << 26 | 0x3F);
    start_page(0x80000000);
    commit_last_write();
    expect_event(SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_COLL | dl << 19 | 1, BENCH_LIMIT - 63);
    assert_false(b.out.pmbirq);
    bench_clean();
    assert_true(b.out.pmbirq);
    assert_false(b.out.profiling_enabled);
  }
}

// G2: with one more byte of room the buffer is not full.
TEST(full_event_comes_with_the_last_record)
{
  bench_open(any_pointer());
  b.spu->regs.pmblimitr = BENCH_LIMIT;
  assert_false(SPEBufferIsFull(b.spu, BENCH_LIMIT - 64));
  assert_true(SPEBufferIsFull(b.spu, BENCH_LIMIT - 63));
  b.spu->regs.pmblimitr = 0;
  assert_true(SPEBufferIsFull(b.spu, 0));
}

// G3: a fault at the record's first byte: the pointer is that byte, DL is unchanged, nothing was written.
TEST(fault_at_first_byte_keeps_dl)
{
  open_with_record_at(SPLIT);
  start_write();
  expect_fault(0x0F, false);
  expect_event(STAGE1 | SPU_PMBSR_EL1_S | 0x0F, SPLIT);
  (void)expect_writes(0);
}

// G3, P7: a fault in the middle: the bytes before it are written, the pointer is the faulting address, DL is set.
TEST(fault_inside_record_sets_dl)
{
  open_with_record_at(SPLIT);
  start_page(0x7000FE8);
  expect_fault(0x0F, true);
  expect_event(STAGE2 | SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL | 0x0F, BENCH_BUFFER + PAGE);
  const struct spu_write *writes = expect_writes(1);
  assert_int_equal(writes[0].len, 24);
  assert_int_equal(writes[0].pa, 0x7000FE8);
}

// G10: a Granule Protection Check fault other than a Granule Protection Fault has EC 0x1E and a zero MSS, only with
// FEAT_RME; pointer and DL as for any fault.
TEST(gpc_fault_has_ec_0x1e_and_no_status)
{
  for (int row = 0; row < 4; row++) {
    const bool rme = (row & 1) != 0;
    const bool second_page = (row & 2) != 0;
    open_with_record(CHANGED(any_pointer(), config.have_rme = rme, config.debug_version = 4));
    if (second_page) {
      bench_msr(SPU_PMBPTR_EL1, SPLIT);
      start_page(0x80000000);
    } else {
      start_write();
    }
    b.in.xlate_rsp_gpc = true;
    expect_fault(0x28, false);
    const uint64_t reason = rme ? UINT64_C(0x1E) << 26 : STAGE1 | 0x28;
    expect_event(reason | SPU_PMBSR_EL1_S | (second_page ? SPU_PMBSR_EL1_DL : 0),
                 second_page ? BENCH_BUFFER + PAGE : BENCH_BUFFER);
  }
}

// B1, RNXZXG (D24.7.5, D17.8.3): PMBSR_EL1.MSS2 has the translation's details of a Permission fault, each bit with its
// feature, TopLevel and AssuredOnly only for stage 2. It is zero for other faults and for the EC of a Granule
// Protection Check. The next event clears the bits.
TEST(mss2_describes_only_permission_faults)
{
  for (uint32_t row = 0; row < 8 * 16 * 2 * 2; row++) {
    const uint8_t fsc = (uint8_t)(row % 16 * 4 + row / 16 % 4);
    const uint32_t features = row / 64 % 8;
    struct spu_config config = any_pointer();
    config.have_rme = true;
    config.debug_version = 4;
    SET_BITS(features, &config.have_pie, &config.have_poe, &config.have_the);
    for (uint32_t kind = 0; kind < 3; kind++) {
      open_with_record(config);
      start_write();
      bench_fault(fsc, kind == 1);
      b.in.xlate_rsp_gpc = kind == 2;
      b.in.xlate_rsp_top_level = true;
      b.in.xlate_rsp_assured_only = true;
      b.in.xlate_rsp_overlay = true;
      b.in.xlate_rsp_dirty_bit = true;
      expect_discard(SPU_DISCARD_FAULT, true);
      uint64_t expected = 0;
      const struct spu_config *had = &b.spu->config;  // FEAT_THE needs FEAT_S2PIE
      if (fsc >> 2 == 3 && kind != 2) {
        expected |= had->have_pie ? UINT64_C(1) << 37 : 0;
        expected |= had->have_poe ? UINT64_C(1) << 38 : 0;
        expected |= had->have_the && kind == 1 ? UINT64_C(3) << 39 : 0;
      }
      assert_int_equal(b.vif.event_pmbsr & SPU_PMBSR_EL1_MSS2, expected);
    }
  }
  open_with_record(CHANGED(any_pointer(), config.have_pie = config.have_poe = config.have_the = true));
  bench_msr(SPU_PMBSR_EL1, ~SPU_PMBSR_EL1_S);
  assert_int_equal(bench_peek(SPU_PMBSR_EL1) & SPU_PMBSR_EL1_MSS2, UINT64_C(0xF) << 37);
  bench_msr(SPU_PMBPTR_EL1, BENCH_LIMIT - 64);
  start_page(0x80000000);
  commit_last_write();
  assert_int_equal(b.vif.event_pmbsr & SPU_PMBSR_EL1_MSS2, 0);
}

// B1, RKLGPG (D24.7.4): PMBPTR_EL1[M-1:0] are RES0, for software's writes and for the address of a fault.
TEST(pointer_bits_are_reserved)
{
  for (uint32_t align = 0; align <= 6; align++) {
    open_with_record(CHANGED(bench_base(), config.ptr_align = align));
    bench_msr(SPU_PMBPTR_EL1, BENCH_BUFFER + 0x7F);
    const uint64_t pointer = BENCH_BUFFER + (0x7F & ~((1U << align) - 1));
    assert_int_equal(bench_peek(SPU_PMBPTR_EL1), pointer);
    start_write();
    expect_fault(0, false);
    assert_int_equal(b.vif.event_pmbptr, pointer);
  }
}

// G1, D17.7.7: a record across a page boundary is two writes.
TEST(second_page_is_written_to_its_own_address)
{
  open_with_record_at(SPLIT);
  start_page(0x80000000);
  bench_translate(0x123000);
  b.seen.commit_valid = true;  // the last bytes are accepted in the cycle of the response
  bench_clean();
  const struct spu_write *writes = expect_writes(2);
  assert_int_equal(writes[0].len, 24);
  assert_int_equal(writes[1].len, 40);
  assert_int_equal(writes[1].va, BENCH_BUFFER + PAGE);
  assert_int_equal(writes[1].pa, 0x123000);
  assert_memory_equal(writes[1].data, &b.vif.commit_data[24], 40);
}

// G8: with S set the record is discarded as stopped, before its start and at its end; the pointer is unchanged.
TEST(stopped_unit_writes_nothing)
{
  open_with_record(any_pointer());
  bench_msr(SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
  expect_discard(SPU_DISCARD_STOPPED, false);

  open_with_record(any_pointer());
  start_page(0x80000000);
  bench_msr(SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
  bench_msr(SPU_PMBLIMITR_EL1, 0);
  expect_discard(SPU_DISCARD_STOPPED, false);
  assert_int_equal(bench_peek(SPU_PMBPTR_EL1), BENCH_BUFFER);
  assert_int_equal(spu_get_counts(b.spu).written, 0);
}

// G8: a fault with S set or E clear changes nothing.
TEST(fault_after_stop_keeps_syndrome)
{
  for (int stopped = 0; stopped <= 1; stopped++) {
    open_with_record(any_pointer());
    start_write();
    const uint64_t pmbsr = stopped != 0 ? SPU_PMBSR_EL1_S | 1 : 0;
    bench_msr(SPU_PMBSR_EL1, pmbsr);
    bench_msr(SPU_PMBLIMITR_EL1, stopped != 0 ? BENCH_LIMIT | 1 : BENCH_LIMIT);
    bench_fault(7, false);
    expect_discard(stopped != 0 ? SPU_DISCARD_STOPPED : SPU_DISCARD_NOT_ENABLED, false);
    expect_registers_of_buffer(pmbsr, BENCH_BUFFER);
  }
}

// H4: if software writes the pointer after the start of the record, the commit does not change it.
TEST(commit_keeps_direct_write_of_pointer)
{
  for (int when = 0; when < 3; when++) {
    open_with_record(any_pointer());
    b.seen.start_valid = true;
    if (when == 0) {  // in the cycle of the start
      bench_msr(SPU_PMBPTR_EL1, 0x18000);
    }
    bench_clean();
    translate(0x1000);
    if (when == 1) {
      bench_msr(SPU_PMBPTR_EL1, 0x18000);
    }
    b.seen.commit_valid = true;
    if (when == 2) {  // in the cycle of the commit
      bench_msr(SPU_PMBPTR_EL1, 0x18000);
    }
    bench_clean();
    assert_int_equal(bench_peek(SPU_PMBPTR_EL1), 0x18000);
  }
}

// G2, C4: SAMPLE_BUFFER_FULL where SPEBufferFilled() runs, once, from FEAT_SPEv1p4.
TEST(full_buffer_is_counted_once)
{
  for (uint32_t version = 3; version <= 4; version++) {
    struct spu_config config = any_pointer();
    config.spe_version = version;
    config.record_align = 6;
    config.max_size = 6;
    const uint8_t expected = version >= 4 ? 1 : 0;
    open_with_record(config);
    bench_msr(SPU_PMBPTR_EL1, BENCH_LIMIT - 127);
    start_page(0x80000000);
    assert_int_equal(b.out.sample_buffer_full, 0);
    commit_last_write();
    assert_int_equal(b.out.sample_buffer_full, expected);
    bench_clean();
    assert_int_equal(b.out.sample_buffer_full, 0);

    open_with_record(config);  // no room for the record
    bench_msr(SPU_PMBPTR_EL1, BENCH_LIMIT - 32);
    expect_discard(SPU_DISCARD_FULL, true);
    assert_int_equal(b.out.sample_buffer_full, expected);

    open_with_record(config);  // a fault does not count
    start_write();
    expect_fault(0, false);
    assert_int_equal(b.out.sample_buffer_full, 0);
  }
}

// The rules that an implementation can break in this block.
TEST(violated_rule_is_caught)
{
  bench_open_enabled(any_pointer());
  VIOLATES(start_valid, "SPEPostExecution");   // no record waits
  VIOLATES(commit_valid, "SPEWriteToBuffer");  // no record was started
  VIOLATES(event_valid, "DebugWriteFault");
  bench_record();
  start_write();
  VIOLATES(commit_valid, "SPEWriteToBuffer");  // before its translation
  bench_record();
  VIOLATES(discard_valid, "ProfilingBufferEnabled");  // it should have been written
  assert_true(b.vif.start_valid);
  translate(0);
  bench_translate(0);
  bench_violates("SPEWriteToBuffer");           // one translation too many
  VIOLATES(discard_valid, "SPEWriteToBuffer");  // it should have been committed
  assert_true(b.vif.commit_valid);
}

// P7: a record written to memory triggers only in the cycle of its commit; discard_record() checks that a record that
// is not, or only partly, in memory does not trigger.
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
