// SPDX-License-Identifier: Apache-2.0
//
// Blocks D and F: the contents and bytes of records.
#include <stdio.h>

#include "unit/test/model/model_bench.h"

// Profiling with everything collected: contexts, physical addresses, virtual time.
static void open_collecting(struct spu_config config)
{
  bench_open_enabled(config);
  bench_msr(SPU_PMSCR_EL1, SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_CX | SPU_PMSCR_EL1_PA | SPU_PMSCR_EL1_TS);
  bench_msr(SPU_PMSCR_EL2, SPU_PMSCR_EL1_CX | SPU_PMSCR_EL1_PA);
  b.in.contextidr_el1 = 0x11223344;
  b.in.contextidr_el2 = 0x55667788;
  b.in.time_count = 0x1000;
  b.in.cntvoff_el2 = 0x10;
}

// A load of 5 cycles, which issues in the second and waits for the MMU in the third.
static void run(struct spu_op op)
{
  const uint8_t tag = bench_mark(UINT64_C(0xFFFF000012345678));
  bench_clean();
  b.in.op[tag].issued = true;
  bench_clean();
  b.in.op[tag].xlate_busy = true;
  bench_clean();
  bench_clean();
  (void)bench_finish(tag, op);
}

static const struct spu_op load_op = {.how = SPU_OP_RETIRED,
                                      .kind = SPU_KIND_LDST_GENERAL,
                                      .va_valid = true,
                                      .pa_valid = true,
                                      .pa_ns = true,
                                      .source_valid = true,
                                      .source = 0x1A,
                                      .events = 0xFFFF,
                                      .va = UINT64_C(0xAB00112233445566),
                                      .pa = UINT64_C(0x00998877665544)};

// Expects the waiting record's packets as text, one per line, including padding and the record's end.
static void expect_packets(const char *expected)
{
  char text[1024] = "";
  const struct spu_record *record = &b.spu->waiting[b.spu->waiting_first];
  assert_int_equal(b.spu->waiting_count, 1);
  for (size_t at = 0; at < record->size;) {
    struct spu_packet packet;
    size_t used = 0;
    assert_int_equal(spu_decode_packet(&record->data[at], record->size - at, &packet, &used), SPU_DECODE_OK);
    const size_t length = strlen(text);
    (void)spu_packet_text(&packet, text + length, sizeof text - length - 1);
    if (packet.type == SPU_PACKET_PADDING) {
      (void)snprintf(text + strlen(text), 8, " %u", (unsigned)packet.value);
    }
    (void)strcat(text, "\n");
    at += used;
  }
  assert_string_equal(text, expected);
}

// D3-D5, F1, D18.1.2: the packets of a load, their order and values: 62 bytes, and 2 bytes of padding.
TEST(load_record_has_its_packets)
{
  open_collecting(bench_base());
  run(load_op);
  expect_packets("CONTEXT 0x11223344 el1\nCONTEXT 0x55667788 el2\n"
                 "LAT 5 TOT\nLAT 2 ISSUE\nLAT 1 XLAT\n"
                 "PC 0xff000012345678 el0 ns=1\nVA 0x112233445566\nPA 0x998877665544 ns=1 ch=0 pat=0\n"
                 "DATA-SOURCE 26\nLD GP-REG\n"
                 "EV RETIRED L1D-ACCESS L1D-REFILL TLB-ACCESS TLB-REFILL NOT-TAKEN MISPRED LLC-ACCESS "
                 "LLC-REFILL REMOTE-ACCESS\nTS 4080\nPAD 2\n");
}

// D4: the top byte of the data virtual address, with and without TBI.
TEST(virtual_address_has_its_top_byte)
{
  for (int keep = 0; keep <= 1; keep++) {
    for (int tbi = 0; tbi <= 1; tbi++) {
      open_collecting(CHANGED(bench_base(), config.va_top_byte_zero = keep == 0));
      struct spu_op op = load_op;
      op.va_tbi = tbi != 0;
      run(op);
      const struct spu_sample *sample = &b.spu->sample[0];
      assert_int_equal(sample->address[SPEAddrPosDataVirtual] >> 56, keep != 0 || tbi != 0 ? 0xAB : 0);
    }
  }
}

// D4, D17.6.4: without an access there is no address and no translation latency; without PA permission no PA.
TEST(record_has_no_packet_without_its_cause)
{
  const struct spu_config config = bench_base();
  open_collecting(config);
  struct spu_op op = load_op;
  op.va_valid = false;
  op.events = 0;
  op.source_valid = false;
  run(op);
  expect_packets("CONTEXT 0x11223344 el1\nCONTEXT 0x55667788 el2\nLAT 5 TOT\nLAT 2 ISSUE\n"
                 "PC 0xff000012345678 el0 ns=1\nLD GP-REG\nEV RETIRED\nTS 4080\nPAD 25\n");

  open_collecting(config);
  bench_msr(SPU_PMSCR_EL2, 0);
  bench_msr(SPU_PMSCR_EL1, SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_PA);
  op = load_op;
  op.store = true;
  op.events = 0;
  run(op);
  expect_packets("LAT 5 TOT\nLAT 2 ISSUE\nLAT 1 XLAT\nPC 0xff000012345678 el0 ns=1\nVA 0x112233445566\n"
                 "ST GP-REG\nEV RETIRED\nEND\nPAD 31\n");
}

// D5: branches and their targets.
TEST(branch_record_has_its_packets)
{
  open_collecting(bench_base());
  bench_msr(SPU_PMSCR_EL1, SPU_PMSCR_EL1_E0SPE);
  bench_msr(SPU_PMSCR_EL2, 0);
  const struct spu_op op = {.kind = SPU_KIND_BRANCH,
                            .cond = true,
                            .indirect = true,
                            .va_valid = true,
                            .pa_valid = true,
                            .source_valid = true,
                            .target_valid = true,
                            .target_el = 2,
                            .target = UINT64_C(0xFFFFFFFF80001234)};
  run(op);
  expect_packets("LAT 5 TOT\nLAT 2 ISSUE\nPC 0xff000012345678 el0 ns=1\nTGT 0xffffff80001234 el2 ns=0\n"
                 "B COND IND\nEV RETIRED\nEND\nPAD 34\n");
  assert_int_equal(b.spu->sample[0].op_subclass, 3);
}

// D6, D17.6.3, D17.6.10: an operation that generates an exception is not treated as a branch: its target is not
// collected, and it is neither mispredicted nor not taken (D18.2.6).
TEST(exception_hides_the_branch_target)
{
  open_collecting(bench_base());
  bench_msr(SPU_PMSCR_EL1, SPU_PMSCR_EL1_E0SPE);
  bench_msr(SPU_PMSCR_EL2, 0);
  struct spu_op op = {.how = SPU_OP_EXCEPTION,
                      .kind = SPU_KIND_BRANCH,
                      .cond = true,
                      .target_valid = true,
                      .target = 0x1000,
                      .events = 0xC0};
  run(op);
  expect_packets("LAT 5 TOT\nLAT 2 ISSUE\nPC 0xff000012345678 el0 ns=1\nOTHER INSN-OTHER\n"
                 "EV EXCEPTION-GEN RETIRED\nEND\nPAD 43\n");
  assert_int_equal(b.spu->sample[0].op_type, OpType_Other);
  bench_msr(SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FE);
  bench_msr(SPU_PMSEVFR_EL1, SPU_BIT(7));
  assert_false(bench_sample(op));
  op.kind = SPU_KIND_OTHER;  // a conditional operation that is not a branch
  assert_true(bench_sample(op));
  assert_int_equal(b.spu->sample[0].events, 0xC3);
}

// D6, D17.6.7: the record of a squashed load has no address, source, condition, predicate or retired event.
TEST(squashed_operation_hides_its_access)
{
  const struct spu_config config = bench_base();
  open_collecting(config);
  struct spu_op op = load_op;
  op.how = SPU_OP_SQUASHED;
  run(op);
  expect_packets("CONTEXT 0x11223344 el1\nCONTEXT 0x55667788 el2\nLAT 5 TOT\nLAT 2 ISSUE\n"
                 "PC 0xff000012345678 el0 ns=1\nLD GP-REG\n"
                 "EV L1D-ACCESS L1D-REFILL TLB-ACCESS TLB-REFILL LLC-ACCESS LLC-REFILL REMOTE-ACCESS\n"
                 "TS 4080\nPAD 25\n");

  open_collecting(config);
  bench_msr(SPU_PMSCR_EL1, SPU_PMSCR_EL1_E0SPE);
  bench_msr(SPU_PMSCR_EL2, 0);
  op = (struct spu_op){.how = SPU_OP_SQUASHED,
                       .kind = SPU_KIND_BRANCH,
                       .target_valid = true,
                       .target = 0x1000,
                       .events = 0xC0};
  assert_true(bench_finish(bench_mark(0x8000), op));
  expect_packets("LAT 1 TOT\nPC 0x8000 el0 ns=1\nB\nEV\nEND\nPAD 46\n");

  bench_open_enabled(bench_named("v9"));
  op = (struct spu_op){.how = SPU_OP_SQUASHED, .kind = SPU_KIND_SVE, .events = 0x600C4};
  assert_true(bench_finish(bench_mark(0x8000), op));
  assert_int_equal(b.spu->sample[0].events, 0x4);
}

// D6, D17.2.1: if squashed operations are not recorded, they are dropped and counted.
TEST(squashed_operation_is_dropped_where_configured)
{
  open_collecting(CHANGED(bench_base(), config.squashed_recorded = false));
  const struct spu_op op = {.how = SPU_OP_SQUASHED};
  assert_false(bench_sample(op));
  expect_fed(1, 0);
  assert_int_equal(spu_get_counts(b.spu).dropped, 1);
  assert_int_equal(b.spu->waiting_count, 0);
}

// D5, D18.2.7 other, D18.2.7 load/store general, D18.2.7 load/store extended: the Operation Type payload and the filter
// type of every class.
TEST(operation_type_follows_the_class)
{
  const struct {
    struct spu_op op;
    uint8_t op_class, subclass;
    enum OpType type;
  } rows[] = {
      {{.kind = SPU_KIND_OTHER}, 0, 0x00, OpType_Other},
      {{.kind = SPU_KIND_OTHER, .cond = 1}, 0, 0x01, OpType_Other},
      {{.kind = SPU_KIND_BRANCH}, 2, 0x00, OpType_Branch},
      {{.kind = SPU_KIND_BRANCH, .cond = 1}, 2, 0x01, OpType_Branch},
      {{.kind = SPU_KIND_BRANCH, .indirect = 1}, 2, 0x02, OpType_Branch},
      {{.kind = SPU_KIND_LDST_GENERAL}, 1, 0x00, OpType_Load},
      {{.kind = SPU_KIND_LDST_GENERAL, .store = 1, .cond = 1}, 1, 0x01, OpType_Store},
      {{.kind = SPU_KIND_LDST_SIMD_FP}, 1, 0x04, OpType_Load},
      {{.kind = SPU_KIND_LDST_SIMD_FP, .store = 1, .atomic = 1}, 1, 0x05, OpType_Store},
      {{.kind = SPU_KIND_LDST_EXTENDED, .acq_rel = 1}, 1, 0x12, OpType_Load},
      {{.kind = SPU_KIND_LDST_EXTENDED, .exclusive = 1, .store = 1}, 1, 0x0B, OpType_Store},
      {{.kind = SPU_KIND_LDST_EXTENDED, .atomic = 1}, 1, 0x06, OpType_LoadAtomic},
      {{.kind = SPU_KIND_LDST_EXTENDED, .atomic = 1, .store = 1, .acq_rel = 1}, 1, 0x17, OpType_Store},
  };
  bench_open(bench_base());
  for (size_t i = 0; i < COUNT(rows); i++) {
    struct spu_op op = rows[i].op;
    struct spu_sample sample = {0};
    op.finished = true;
    spu_sample_report(b.spu, &b.in, &op, &sample);
    assert_int_equal(sample.op_class, rows[i].op_class);
    assert_int_equal(sample.op_subclass, rows[i].subclass);
    assert_int_equal(sample.op_type, rows[i].type);
  }
}

// D3, D18.2.3: counters saturate at 12 or 16 bits.
TEST(counter_saturates)
{
  const struct {
    bool wide;
    uint32_t count, expected;
  } rows[] = {{false, 0xFFE, 0xFFE},  {false, 0xFFF, 0xFFF},  {false, 0x1000, 0xFFF}, {false, 0x20001, 0xFFF},
              {true, 0x1000, 0x1000}, {true, 0xFFFF, 0xFFFF}, {true, 0x10000, 0xFFFF}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    bench_open(CHANGED(bench_base(), config.count_16bit = rows[i].wide));
    struct spu_sample sample = {.counter_valid = 1};
    sample.counter[0] = rows[i].count;
    struct spu_record record;
    SPEConstructRecord(b.spu, &sample, &record);
    assert_int_equal(record.data[0], 0x98);
    assert_int_equal(record.data[1] | record.data[2] << 8, rows[i].expected);
  }
}

// F2: the computed size is that of the largest record, and a configuration in which it does not fit is refused.
TEST(too_large_record_is_refused)
{
  struct spu_config config = bench_base();
  const char *why = NULL;
  assert_int_equal(spu_config_largest_record(&config), 64);
  config.record_align = 0;
  config.ptr_align = 0;
  assert_int_equal(spu_config_largest_record(&config), 62);
  open_collecting(config);
  run(load_op);
  assert_int_equal(b.spu->waiting[b.spu->waiting_first].size, 62);
  config.events_bytes = 8;
  assert_int_equal(spu_config_check(&config, &why), SPU_ERR_CONFIG);
  assert_string_equal(why, "the largest record does not fit in 2^MaxSize bytes");
  config.max_size = 7;
  assert_int_equal(spu_config_check(&config, &why), SPU_OK);
}

// F1, F2, D5: a procedure return that accesses the Guarded Control Stack has every packet; no record is longer.
TEST(largest_record_is_the_largest)
{
  struct spu_config config = bench_base();
  config.spe_version = 4;
  config.have_gcs = config.have_crr = config.have_pbt = true;
  config.max_size = 7;
  config.record_align = 0;
  open_collecting(config);
  struct spu_op op = load_op;
  op.kind = SPU_KIND_BRANCH;
  op.ret = op.gcs = op.indirect = true;
  op.events = 0;
  op.target_valid = op.previous_valid = true;
  op.target = 0x1000;
  op.previous = 0x2000;
  run(op);
  expect_packets("CONTEXT 0x11223344 el1\nCONTEXT 0x55667788 el2\n"
                 "LAT 5 TOT\nLAT 2 ISSUE\nLAT 1 XLAT\n"
                 "PC 0xff000012345678 el0 ns=1\nTGT 0x1000 el0 ns=0\nVA 0x112233445566\n"
                 "PA 0x998877665544 ns=1 ch=0 pat=0\nPBT 0x2000 el0 ns=0\n"
                 "DATA-SOURCE 26\nB IND GCS CR-RET\nEV RETIRED\nTS 4080\n");
  assert_int_equal(b.spu->sample[0].op_subclass, 0x16);
  assert_int_equal(b.spu->waiting[b.spu->waiting_first].size, spu_config_largest_record(&config));
}

// D3, F1, F2: the alternate clock issue latency is the last Counter packet, with the short header and index 4; the
// largest record includes it.
TEST(alternate_latency_follows_the_other_counters)
{
  struct spu_config config = bench_named("v9.6");
  config.record_align = 0;
  config.ptr_align = 0;
  config.have_rme = false;  // the bench's PE is in Non-secure state
  config.reserved_nsxb = 2;
  config.impdef_events = 0;
  open_collecting(config);
  struct spu_op op = load_op;
  op.kind = SPU_KIND_BRANCH;
  op.ret = op.gcs = op.indirect = true;
  op.events = SPU_BIT(24) | SPU_BIT(25);
  op.target_valid = op.previous_valid = true;
  op.target = 0x1000;
  op.previous = 0x2000;
  op.alt_clock = true;
  b.in.alt_clock = 2;
  run(op);
  expect_packets("CONTEXT 0x11223344 el1\nCONTEXT 0x55667788 el2\n"
                 "LAT 5 TOT\nLAT 2 ISSUE\nLAT 1 XLAT\nLAT 4 ALT_ISSUE\n"
                 "PC 0xff000012345678 el0 ns=1\nTGT 0x1000 el0 ns=0\nVA 0x112233445566\n"
                 "PA 0x998877665544 ns=1 ch=0 pat=0\nPBT 0x2000 el0 ns=0\n"
                 "DATA-SOURCE 26\nB IND GCS CR-RET\nEV RETIRED STREAMING-SVE SMCU\nTS 4080\n");
  const struct spu_record *record = &b.spu->waiting[b.spu->waiting_first];
  assert_int_equal(record->size, 90);
  assert_int_equal(record->size, spu_config_largest_record(&config));
  assert_int_equal(record->data[19], 0x9C);  // after two contexts and three latencies
  assert_int_equal(record->data[20] | record->data[21] << 8, 4);
}

// V1, V2, F2: exposed latency is the last Counter packet, behind that of the alternate clock; it saturates like the
// others, and the largest record includes it.
TEST(exposed_latency_is_the_last_counter)
{
  for (int wide = 0; wide <= 1; wide++) {
    struct spu_config config = bench_named("v9.6");
    config.record_align = 0;
    config.ptr_align = 0;
    config.count_16bit = wide != 0;
    const uint32_t most = wide != 0 ? 0xFFFF : 0xFFF;
    const uint32_t without = spu_config_largest_record(&config);
    config.exposed_latency = true;
    assert_int_equal(spu_config_largest_record(&config), without + 3);
    for (uint32_t below = 0; below < 3; below++) {
      char packets[200];
      (void)snprintf(packets, sizeof packets,
                     "LAT 1 TOT\nLAT 1 ISSUE\nLAT 0 ALT_ISSUE\nLAT %u EXPOSED\n"
                     "PC 0x8000 el0 ns=1\nOTHER INSN-OTHER\nEV RETIRED\nEND\n",
                     below == 2 ? most - 1 : most);
      bench_open_enabled(config);
      b.in.dispatch_empty = (uint16_t)(most - below);
      b.in.op[bench_mark(0x8000)] = (struct spu_op){.alt_clock = true, .oldest = true, .finished = true};
      bench_clean_cycles(2);
      bench_decide(0);
      expect_packets(packets);
    }
  }
}

// D3: the alternate clock issue latency saturates like issue latency, independently.
TEST(alternate_latency_saturates)
{
  for (int wide = 0; wide <= 1; wide++) {
    bench_open_enabled(CHANGED(bench_named("v9.6"), config.count_16bit = wide != 0));
    b.in.alt_clock = 3;
    const uint8_t tag = bench_mark(0x8000);
    bench_clean_cycles(1365);
    const struct spu_op op = {.alt_clock = true};
    assert_true(bench_finish(tag, op));
    expect_packets(wide != 0 ? "LAT 1366 TOT\nLAT 1366 ISSUE\nLAT 4098 ALT_ISSUE\nPC 0x8000 el0 ns=1\n"
                               "OTHER INSN-OTHER\nEV RETIRED\nEND\nPAD 2\n"
                             : "LAT 1366 TOT\nLAT 1366 ISSUE\nLAT 4095 ALT_ISSUE\nPC 0x8000 el0 ns=1\n"
                               "OTHER INSN-OTHER\nEV RETIRED\nEND\nPAD 2\n");
  }
}
