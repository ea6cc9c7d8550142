// SPDX-License-Identifier: Apache-2.0
//
// Block G: writing records, full, faults, discards, Access not allowed.
#include "model_buffer_bench.h"
#include "test/test.h"

// Starts the waiting record and answers its first translation.
static void start(struct bench *bench)
{
  start_write(bench);
  translate(bench, 0x80000000);
}

// G1: a commit moves the pointer by the record and says the record's bytes and place.
TEST(commit_moves_pointer_by_the_record)
{
  const struct spu_config config = any_pointer();
  struct bench bench;
  open_with_record(&bench, &config);
  bench.in.xlate_rsp_nse = true;  // without FEAT_RME it says nothing
  start(&bench);
  bench.seen.commit_valid = true;
  bench_clean(&bench);
  assert_true(bench.vif.commit_valid);
  assert_int_equal(bench.vif.commit_len, 64);
  assert_int_equal(bench.vif.commit_data[0], 0x98);
  assert_false(bench.vif.event_valid);
  assert_int_equal(bench_peek(&bench, SPU_PMBPTR_EL1), BENCH_BUFFER + 64);
  struct spu_write writes[SPU_MAX_RECORD_PAGES];
  assert_int_equal(spu_last_writes(bench.spu, writes), 1);
  assert_int_equal(writes[0].va, BENCH_BUFFER);
  assert_int_equal(writes[0].pa, 0x80000000);
  assert_int_equal(writes[0].len, 64);
  assert_int_equal(writes[0].pas, 1);
  assert_memory_equal(writes[0].data, bench.vif.commit_data, 64);
  assert_int_equal(spu_get_counts(bench.spu).bytes, 64);
  bench_close(&bench);
}

// G2: the record that leaves less than 2^MaxSize bytes fills the buffer; DL and COLL stay as they are.
TEST(full_event_keeps_dl)
{
  for (uint64_t dl = 0; dl <= 1; dl++) {
    const struct spu_config config = any_pointer();
    struct bench bench;
    open_with_record(&bench, &config);
    bench_msr(&bench, SPU_PMBPTR_EL1, BENCH_LIMIT - 127);
    bench_msr(&bench, SPU_PMBSR_EL1, dl << 19 | SPU_PMBSR_EL1_COLL | UINT64_C(0x3F) << 26 | 0x3F);
    start(&bench);
    bench.seen.commit_valid = true;
    bench.seen.event_valid = true;
    bench_clean(&bench);
    assert_true(bench.vif.event_valid);
    assert_int_equal(bench.vif.event_pmbsr, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_COLL | dl << 19 | 1);
    assert_int_equal(bench.vif.event_pmbptr, BENCH_LIMIT - 63);
    assert_false(bench.out.pmbirq);
    bench_clean(&bench);
    assert_true(bench.out.pmbirq);
    assert_false(bench.out.profiling_enabled);
    bench_close(&bench);
  }
}

// G2: one byte more room and the buffer is not full.
TEST(full_event_comes_with_the_last_record)
{
  const struct spu_config config = any_pointer();
  struct bench bench;
  bench_open(&bench, &config);
  bench.spu->regs.pmblimitr = BENCH_LIMIT;
  assert_false(SPEBufferIsFull(bench.spu, BENCH_LIMIT - 64));
  assert_true(SPEBufferIsFull(bench.spu, BENCH_LIMIT - 63));
  bench.spu->regs.pmblimitr = 0;
  assert_true(SPEBufferIsFull(bench.spu, 0));
  bench_close(&bench);
}

static void fault_at(struct bench *bench, bool second_page)
{
  bench_msr(bench, SPU_PMBPTR_EL1, SPLIT);
  bench->seen.start_valid = true;
  bench_clean(bench);
  if (second_page) {
    bench_translate(bench, 0x7000FE8);
    bench_clean(bench);
  }
  bench->in.xlate_rsp_valid = true;
  bench->in.xlate_rsp_fault = true;
  bench->in.xlate_rsp_fsc = 0x0F;
  bench->in.xlate_rsp_stage2 = second_page;
  expect_discard(bench, SPU_DISCARD_FAULT, true);
}

// G3: a fault at the record's first byte: the pointer is that byte, DL is unchanged, nothing was written.
TEST(fault_at_first_byte_keeps_dl)
{
  const struct spu_config config = any_pointer();
  struct bench bench;
  open_with_record(&bench, &config);
  fault_at(&bench, false);
  assert_int_equal(bench.vif.event_pmbsr, UINT64_C(0x24) << 26 | SPU_PMBSR_EL1_S | 0x0F);
  assert_int_equal(bench.vif.event_pmbptr, SPLIT);
  struct spu_write writes[SPU_MAX_RECORD_PAGES];
  assert_int_equal(spu_last_writes(bench.spu, writes), 0);
  bench_close(&bench);
}

// G3: a fault in the middle: the bytes before it are written, the pointer is the faulting address, DL is set.
TEST(fault_inside_record_sets_dl)
{
  const struct spu_config config = any_pointer();
  struct bench bench;
  open_with_record(&bench, &config);
  fault_at(&bench, true);
  assert_int_equal(bench.vif.event_pmbsr, UINT64_C(0x25) << 26 | SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL | 0x0F);
  assert_int_equal(bench.vif.event_pmbptr, BENCH_BUFFER + PAGE);
  struct spu_write writes[SPU_MAX_RECORD_PAGES];
  assert_int_equal(spu_last_writes(bench.spu, writes), 1);
  assert_int_equal(writes[0].len, 24);
  assert_int_equal(writes[0].pa, 0x7000FE8);
  bench_close(&bench);
}

// G10: a Granule Protection Check fault that is no Granule Protection Fault: EC 0x1E and nothing in MSS,
// only with FEAT_RME; pointer and DL as for any fault.
TEST(gpc_fault_has_ec_0x1e_and_no_status)
{
  for (int row = 0; row < 4; row++) {
    const bool rme = (row & 1) != 0;
    const bool second_page = (row & 2) != 0;
    struct spu_config config = any_pointer();
    config.have_rme = rme;
    config.debug_version = 4;
    struct bench bench;
    open_with_record(&bench, &config);
    if (second_page) {
      bench_msr(&bench, SPU_PMBPTR_EL1, SPLIT);
      start(&bench);
    } else {
      start_write(&bench);
    }
    bench.in.xlate_rsp_gpc = true;
    bench.in.xlate_rsp_valid = true;
    bench.in.xlate_rsp_fault = true;
    bench.in.xlate_rsp_fsc = 0x28;
    expect_discard(&bench, SPU_DISCARD_FAULT, true);
    const uint64_t reason = rme ? UINT64_C(0x1E) << 26 : UINT64_C(0x24) << 26 | 0x28;
    assert_int_equal(bench.vif.event_pmbsr, reason | SPU_PMBSR_EL1_S | (second_page ? SPU_PMBSR_EL1_DL : 0));
    assert_int_equal(bench.vif.event_pmbptr, second_page ? BENCH_BUFFER + PAGE : BENCH_BUFFER);
    bench_close(&bench);
  }
}

// B1 (D24.7.5, D17.8.3): PMBSR_EL1.MSS2 has what the translation says of a Permission fault, each bit with the feature
// that defines it, TopLevel and AssuredOnly of stage 2; nothing of another fault, nor of one with the EC of a Granule
// Protection Check. The next event takes the bits away.
TEST(mss2_describes_only_permission_faults)
{
  for (uint32_t row = 0; row < 8 * 16 * 2 * 2; row++) {
    const uint8_t fsc = (uint8_t)(row % 16 * 4 + row / 16 % 4);
    const uint32_t features = row / 64 % 8;
    struct spu_config config = any_pointer();
    config.have_rme = true;
    config.debug_version = 4;
    config.have_pie = (features & 1U) != 0;
    config.have_poe = (features & 2U) != 0;
    config.have_the = (features & 4U) != 0;
    for (uint32_t kind = 0; kind < 3; kind++) {
      struct bench bench;
      open_with_record(&bench, &config);
      start_write(&bench);
      bench.in.xlate_rsp_valid = true;
      bench.in.xlate_rsp_fault = true;
      bench.in.xlate_rsp_fsc = fsc;
      bench.in.xlate_rsp_stage2 = kind == 1;
      bench.in.xlate_rsp_gpc = kind == 2;
      bench.in.xlate_rsp_top_level = true;
      bench.in.xlate_rsp_assured_only = true;
      bench.in.xlate_rsp_overlay = true;
      bench.in.xlate_rsp_dirty_bit = true;
      expect_discard(&bench, SPU_DISCARD_FAULT, true);
      uint64_t expected = 0;
      const struct spu_config *had = &bench.spu->config;  // FEAT_THE needs FEAT_S2PIE
      if (fsc >> 2 == 3 && kind != 2) {
        expected |= had->have_pie ? UINT64_C(1) << 37 : 0;
        expected |= had->have_poe ? UINT64_C(1) << 38 : 0;
        expected |= had->have_the && kind == 1 ? UINT64_C(3) << 39 : 0;
      }
      assert_int_equal(bench.vif.event_pmbsr & SPU_PMBSR_EL1_MSS2, expected);
      bench_close(&bench);
    }
  }
  struct spu_config config = any_pointer();
  config.have_pie = config.have_poe = config.have_the = true;
  struct bench bench;
  open_with_record(&bench, &config);
  bench_msr(&bench, SPU_PMBSR_EL1, ~SPU_PMBSR_EL1_S);
  assert_int_equal(bench_peek(&bench, SPU_PMBSR_EL1) & SPU_PMBSR_EL1_MSS2, UINT64_C(0xF) << 37);
  bench_msr(&bench, SPU_PMBPTR_EL1, BENCH_LIMIT - 64);
  start(&bench);
  bench.seen.event_valid = true;
  commit_write(&bench);
  assert_int_equal(bench.vif.event_pmbsr & SPU_PMBSR_EL1_MSS2, 0);
  bench_close(&bench);
}

// B1 (D24.7.4): PMBPTR_EL1[M-1:0] are RES0, for what software writes as for the address of a fault.
TEST(pointer_bits_are_reserved)
{
  for (uint32_t align = 0; align <= 6; align++) {
    struct spu_config config = bench_base();
    config.ptr_align = align;
    struct bench bench;
    open_with_record(&bench, &config);
    bench_msr(&bench, SPU_PMBPTR_EL1, BENCH_BUFFER + 0x7F);
    const uint64_t pointer = BENCH_BUFFER + (0x7F & ~((1U << align) - 1));
    assert_int_equal(bench_peek(&bench, SPU_PMBPTR_EL1), pointer);
    start_write(&bench);
    bench.in.xlate_rsp_valid = true;
    bench.in.xlate_rsp_fault = true;
    expect_discard(&bench, SPU_DISCARD_FAULT, true);
    assert_int_equal(bench.vif.event_pmbptr, pointer);
    bench_close(&bench);
  }
}

// G1: a record over a page boundary is two runs.
TEST(second_page_is_written_to_its_own_address)
{
  const struct spu_config config = any_pointer();
  struct bench bench;
  open_with_record(&bench, &config);
  bench_msr(&bench, SPU_PMBPTR_EL1, SPLIT);
  start(&bench);
  bench_translate(&bench, 0x123000);
  bench.seen.commit_valid = true;  // the last bytes are handed over as the answer comes
  bench_clean(&bench);
  struct spu_write writes[SPU_MAX_RECORD_PAGES];
  assert_int_equal(spu_last_writes(bench.spu, writes), 2);
  assert_int_equal(writes[0].len, 24);
  assert_int_equal(writes[1].len, 40);
  assert_int_equal(writes[1].va, BENCH_BUFFER + PAGE);
  assert_int_equal(writes[1].pa, 0x123000);
  assert_memory_equal(writes[1].data, &bench.vif.commit_data[24], 40);
  bench_close(&bench);
}

// G8: with S set the record is discarded as stopped, before its start and at its end; the pointer stays.
TEST(stopped_unit_writes_nothing)
{
  const struct spu_config config = any_pointer();
  struct bench bench;
  open_with_record(&bench, &config);
  bench_msr(&bench, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
  expect_discard(&bench, SPU_DISCARD_STOPPED, false);
  bench_close(&bench);

  open_with_record(&bench, &config);
  start(&bench);
  bench_msr(&bench, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
  bench_msr(&bench, SPU_PMBLIMITR_EL1, 0);
  expect_discard(&bench, SPU_DISCARD_STOPPED, false);
  assert_int_equal(bench_peek(&bench, SPU_PMBPTR_EL1), BENCH_BUFFER);
  assert_int_equal(spu_get_counts(bench.spu).written, 0);
  bench_close(&bench);
}

// G8: a fault with S set or E clear changes nothing.
TEST(fault_after_stop_keeps_syndrome)
{
  for (int stopped = 0; stopped <= 1; stopped++) {
    const struct spu_config config = any_pointer();
    struct bench bench;
    open_with_record(&bench, &config);
    bench.seen.start_valid = true;
    bench_clean(&bench);
    const uint64_t pmbsr = stopped != 0 ? SPU_PMBSR_EL1_S | 1 : 0;
    bench_msr(&bench, SPU_PMBSR_EL1, pmbsr);
    bench_msr(&bench, SPU_PMBLIMITR_EL1, stopped != 0 ? BENCH_LIMIT | 1 : BENCH_LIMIT);
    bench.in.xlate_rsp_valid = true;
    bench.in.xlate_rsp_fault = true;
    bench.in.xlate_rsp_fsc = 7;
    expect_discard(&bench, stopped != 0 ? SPU_DISCARD_STOPPED : SPU_DISCARD_NOT_ENABLED, false);
    assert_int_equal(bench_peek(&bench, SPU_PMBSR_EL1), pmbsr);
    assert_int_equal(bench_peek(&bench, SPU_PMBPTR_EL1), BENCH_BUFFER);
    bench_close(&bench);
  }
}

// H4: software writes the pointer after the start of the record: the commit leaves it alone.
TEST(commit_keeps_direct_write_of_pointer)
{
  const struct spu_config config = any_pointer();
  for (int when = 0; when < 3; when++) {
    struct bench bench;
    open_with_record(&bench, &config);
    bench.seen.start_valid = true;
    if (when == 0) {  // in the cycle of the start
      bench_msr(&bench, SPU_PMBPTR_EL1, 0x18000);
    }
    bench_clean(&bench);
    bench_translate(&bench, 0x1000);
    bench_clean(&bench);
    if (when == 1) {
      bench_msr(&bench, SPU_PMBPTR_EL1, 0x18000);
    }
    bench.seen.commit_valid = true;
    if (when == 2) {  // in the cycle of the commit
      bench_msr(&bench, SPU_PMBPTR_EL1, 0x18000);
    }
    bench_clean(&bench);
    assert_int_equal(bench_peek(&bench, SPU_PMBPTR_EL1), 0x18000);
    bench_close(&bench);
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
    struct bench bench;
    open_with_record(&bench, &config);
    bench_msr(&bench, SPU_PMBPTR_EL1, BENCH_LIMIT - 127);
    start(&bench);
    assert_int_equal(bench.out.sample_buffer_full, 0);
    bench.seen.event_valid = true;
    commit_write(&bench);
    assert_int_equal(bench.out.sample_buffer_full, expected);
    bench_clean(&bench);
    assert_int_equal(bench.out.sample_buffer_full, 0);
    bench_close(&bench);

    open_with_record(&bench, &config);  // no room for the record
    bench_msr(&bench, SPU_PMBPTR_EL1, BENCH_LIMIT - 32);
    expect_discard(&bench, SPU_DISCARD_FULL, true);
    assert_int_equal(bench.out.sample_buffer_full, expected);
    bench_close(&bench);

    open_with_record(&bench, &config);  // a fault is something else
    start_write(&bench);
    bench.in.xlate_rsp_valid = true;
    bench.in.xlate_rsp_fault = true;
    expect_discard(&bench, SPU_DISCARD_FAULT, true);
    assert_int_equal(bench.out.sample_buffer_full, 0);
    bench_close(&bench);
  }
}

// G2: no room when a record is to be written (software broke RHXSYK): filled, and nothing is written.
TEST(record_without_space_is_not_written)
{
  const struct spu_config config = any_pointer();
  struct bench bench;
  open_with_record(&bench, &config);
  bench_msr(&bench, SPU_PMBPTR_EL1, BENCH_LIMIT - 32);
  expect_discard(&bench, SPU_DISCARD_FULL, true);
  assert_int_equal(bench.vif.event_pmbsr, SPU_PMBSR_EL1_S | 1);
  assert_int_equal(bench.vif.event_pmbptr, BENCH_LIMIT - 32);
  bench_close(&bench);
}

// The rules that an implementation can break in this block.
TEST(violated_rule_is_caught)
{
  const struct spu_config config = any_pointer();
  struct bench bench;
  bench_open(&bench, &config);
  bench_enable(&bench);
  bench.seen.start_valid = true;
  bench_violates(&bench, "SPEPostExecution");  // nothing waits
  bench.seen.commit_valid = true;
  bench_violates(&bench, "SPEWriteToBuffer");  // nothing was started
  bench.seen.event_valid = true;
  bench_violates(&bench, "DebugWriteFault");
  bench_record(&bench);
  bench.seen.start_valid = true;
  bench_clean(&bench);
  bench.seen.commit_valid = true;
  bench_violates(&bench, "SPEWriteToBuffer");  // before its translation
  bench_record(&bench);
  bench.seen.discard_valid = true;
  bench_violates(&bench, "ProfilingBufferEnabled");  // it was to be written
  assert_true(bench.vif.start_valid);
  bench_translate(&bench, 0);
  bench_clean(&bench);
  bench_translate(&bench, 0);
  bench_violates(&bench, "SPEWriteToBuffer");  // one translation too many
  bench.seen.discard_valid = true;
  bench_violates(&bench, "SPEWriteToBuffer");  // it was to be committed
  assert_true(bench.vif.commit_valid);
  bench_close(&bench);
}
