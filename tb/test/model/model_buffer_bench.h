// SPDX-License-Identifier: Apache-2.0
//
// What the tests of block G share: a record that waits, and the steps of its write.
#ifndef TB_TEST_MODEL_MODEL_BUFFER_BENCH_H
#define TB_TEST_MODEL_MODEL_BUFFER_BENCH_H

#include "model_bench.h"

enum { RESP_OKAY = 0, RESP_EXOKAY = 1, RESP_SLVERR = 2, RESP_DECERR = 3 };  // AXI responses
enum { PAGE = 4096, BEFORE = 24, SPLIT = BENCH_BUFFER + PAGE - BEFORE };  // a record from SPLIT has two pages

// PMBSR_EL1 after an External abort of a record's first page that is reported synchronously, and one that
// is not.
static const uint64_t sync_syndrome = UINT64_C(0x24) << 26 | SPU_PMBSR_EL1_EA | SPU_PMBSR_EL1_S | 0x10;
static const uint64_t async_syndrome =
    UINT64_C(0x24) << 26 | SPU_PMBSR_EL1_EA | SPU_PMBSR_EL1_DL | SPU_PMBSR_EL1_S | 0x11;

// Configuration "base", but for PMBPTR_EL1: software can write all of it.
static inline struct spu_config any_pointer(void)
{
  struct spu_config config = bench_base();
  config.ptr_align = 0;
  return config;
}

// A record waits, with `external_abort`, to be written at `pointer`.
static inline void open_aborting(struct bench *bench, uint32_t external_abort, uint64_t pointer)
{
  struct spu_config config = any_pointer();
  config.external_abort = external_abort;
  bench_open(bench, &config);
  bench_enable(bench);
  bench_msr(bench, SPU_PMBPTR_EL1, pointer);
  bench_record(bench);
}

// A record waits, in configuration `config`, to be written at BENCH_BUFFER.
static inline void open_with_record(struct bench *bench, const struct spu_config *config)
{
  bench_open(bench, config);
  bench_enable(bench);
  bench_record(bench);
}

// The waiting record is taken for writing.
static inline void start_write(struct bench *bench)
{
  bench->seen.start_valid = true;
  bench_clean(bench);
  assert_true(bench->vif.start_valid);
}

static inline void translate(struct bench *bench, uint64_t pa)
{
  bench_translate(bench, pa);
  bench_clean(bench);
}

static inline void commit_write(struct bench *bench)
{
  bench->seen.commit_valid = true;
  bench_clean(bench);
  assert_true(bench->vif.commit_valid);
}

// This cycle discards the record, for `reason`, with or without a management event.
static inline void expect_discard(struct bench *bench, enum spu_discard reason, bool event)
{
  bench->seen.discard_valid = true;
  bench->seen.event_valid = event;
  bench_clean(bench);
  assert_true(bench->vif.discard_valid);
  assert_false(bench->vif.commit_valid);
  assert_int_equal(bench->vif.discard_reason, reason);
  assert_int_equal(bench->vif.event_valid, event);
  assert_int_equal(spu_get_counts(bench->spu).discarded[reason], 1);
  assert_int_equal(spu_get_counts(bench->spu).waiting, 0);
}

#endif  // TB_TEST_MODEL_MODEL_BUFFER_BENCH_H
