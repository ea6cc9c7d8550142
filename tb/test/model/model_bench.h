// SPDX-License-Identifier: Apache-2.0
//
// What the model's unit tests share: a model of configuration "base" with its input pins at values with which
// profiling at EL0 works, and one call per cycle.
#ifndef TB_TEST_MODEL_MODEL_BENCH_H
#define TB_TEST_MODEL_MODEL_BENCH_H

#include <stdlib.h>
#include <string.h>

#include "spu_internal.h"
#include "test/model/permitted.h"
#include "test/test.h"
#include "util/rng.h"

struct bench {
  struct spu *spu;
  struct spu_in in;
  struct spu_vif seen;
  struct spu_out out;
  struct spu_vif vif;
  bool slow;  // the write channels take no burst of themselves: a test says burst_valid
};

static inline struct spu_config bench_named(const char *name)
{
  struct spu_config config;
  assert_int_equal(spu_config_by_name(name, &config), SPU_OK);
  return config;
}

static inline struct spu_config bench_base(void)
{
  return bench_named("base");
}

// A PE with the features of `config` and what they need (permit()).
static inline void bench_open(struct bench *bench, const struct spu_config *config)
{
  struct spu_config permitted = *config;
  permit(&permitted);
  const char *why = NULL;
  if (spu_config_check(&permitted, &why) != SPU_OK) {
    fail_msg("%s", why);
  }
  memset(bench, 0, sizeof *bench);
  bench->spu = calloc(1, spu_size());
  assert_non_null(bench->spu);
  assert_int_equal(spu_init(bench->spu, &permitted), SPU_OK);
  bench->in.scr_el3_ns = true;
  bench->in.scr_el3_rw = true;
  bench->in.hcr_el2_rw = true;
  bench->in.mdcr_el2_e2pb = 3;       // EL1 owns the buffer,
  bench->in.mdcr_el3_nspb = 3;       // in Non-secure state,
  bench->in.mdcr_el3_enpmsn = true;  // and EL3 lets lower levels have every register
  bench->in.mdcr_el3_enpms3 = true;
  bench->in.mdcr_el3_enpms4 = true;
  bench->in.psb_older =
      (1U << SPU_MAX_TAGS) - 1;  // a PSB CSYNC is younger than what is in flight as it comes
}

static inline void bench_close(struct bench *bench)
{
  free(bench->spu);
}

// The write channels take each burst in the cycle in which the translation of its page is answered.
static inline bool bench_takes_burst(const struct bench *bench)
{
  const struct spu_write_state *write = &bench->spu->write;
  const bool session = write->record.origin.lapsed == SPU_DISCARD_NONE &&
                       (bench->spu->regs.pmblimitr & SPU_PMBLIMITR_EL1_E) != 0 &&
                       !SPEProfilingStopped(bench->spu, &bench->in);
  const bool answered = bench->in.xlate_rsp_valid && !bench->in.xlate_rsp_fault && session && write->active &&
                        !write->faulted && !write->aborted && write->answered < write->pages;
  return !bench->slow && answered;
}

// One cycle. Pins and flags that last one cycle are cleared afterwards.
static inline void bench_clock(struct bench *bench)
{
  bench->seen.burst_valid |= bench_takes_burst(bench);
  spu_step(bench->spu, &bench->in, &bench->seen, &bench->out, &bench->vif);
  memset(&bench->seen, 0, sizeof bench->seen);
  memset(bench->in.op, 0, sizeof bench->in.op);
  bench->in.dispatch_valid = 0;
  bench->in.sysreg_valid = false;
  bench->in.xlate_rsp_valid = false;
  bench->in.xlate_rsp_fault = false;
  bench->in.xlate_rsp_gpc = false;
  bench->in.axi_bvalid = false;
  bench->in.axi_bresp = 0;
}

// A cycle in which the implementation keeps to the rules.
static inline void bench_clean(struct bench *bench)
{
  bench_clock(bench);
  const struct spu_violation violation = spu_last_violation(bench->spu);
  if (violation.rule != NULL) {
    fail_msg("%s (%s)", violation.rule, violation.function);
  }
}

// A cycle that breaks a rule: the violation's function is `function`.
static inline void bench_violates(struct bench *bench, const char *function)
{
  bench_clock(bench);
  const struct spu_violation violation = spu_last_violation(bench->spu);
  assert_non_null(violation.rule);
  assert_string_equal(violation.function, function);
}

static inline void bench_msr(struct bench *bench, uint16_t address, uint64_t value)
{
  const uint8_t el = bench->in.pe_el;
  bench->in.pe_el = SPU_EL3;
  bench->in.sysreg_valid = true;
  bench->in.sysreg_write = true;
  bench->in.sysreg_addr = address;
  bench->in.sysreg_wdata = value;
  bench_clean(bench);
  bench->in.pe_el = el;
}

static inline uint64_t bench_peek(const struct bench *bench, uint16_t address)
{
  uint64_t value = 0;
  assert_true(spu_peek_register(bench->spu, address, &value));
  return value;
}

enum { BENCH_BUFFER = 0x10000, BENCH_LIMIT = 0x20000 };

// Software enables profiling of EL0: one sample each 257 operations, buffer from BENCH_BUFFER to BENCH_LIMIT.
static inline void bench_enable(struct bench *bench)
{
  bench_msr(bench, SPU_PMSIRR_EL1, 0x100);
  bench_msr(bench, SPU_PMSICR_EL1, 0);
  bench_msr(bench, SPU_PMBPTR_EL1, BENCH_BUFFER);
  bench_msr(bench, SPU_PMBLIMITR_EL1, BENCH_LIMIT | 1);
  bench_msr(bench, SPU_PMSCR_EL1, SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_E1SPE);
}

// An operation at `pc` is marked in this cycle; returns its tag.
static inline uint8_t bench_mark(struct bench *bench, uint64_t pc)
{
  bench->spu->regs.pmsicr = 1;
  bench->in.dispatch_valid = 1;
  bench->in.dispatch_pc[0] = pc;
  bench_clean(bench);
  assert_true(bench->out.mark_valid);
  return bench->out.mark_tag;
}

// The operation of `tag` finishes and is decided; returns whether its record is kept.
static inline bool bench_finish(struct bench *bench, uint8_t tag, const struct spu_op *op)
{
  bench->in.op[tag] = *op;
  bench->in.op[tag].finished = true;
  bench_clean(bench);
  bench->seen.verdict_valid = true;
  bench->seen.verdict_tag = tag;
  bench_clean(bench);
  return bench->vif.verdict_keep;
}

// Marks and finishes an operation whose record then waits to be written.
static inline void bench_record(struct bench *bench)
{
  const struct spu_op op = {0};
  assert_true(bench_finish(bench, bench_mark(bench, 0x400000), &op));
}

static inline void bench_translate(struct bench *bench, uint64_t pa)
{
  bench->in.xlate_rsp_valid = true;
  bench->in.xlate_rsp_pa = pa;
  bench->in.xlate_rsp_ns = true;
}

// Memory answers one burst in this cycle: AXI response 0 is OKAY, 2 SLVERR, 3 DECERR.
static inline void bench_respond(struct bench *bench, uint8_t response)
{
  bench->in.axi_bvalid = true;
  bench->in.axi_bresp = response;
}

// C6: every selected operation is accounted for.
static inline void bench_expect_conservation(const struct spu *spu)
{
  const struct spu_counts counts = spu_get_counts(spu);
  uint64_t sum =
      counts.collided + counts.in_flight + counts.dropped + counts.filtered + counts.waiting + counts.written;
  for (int reason = 0; reason < SPU_DISCARD_REASONS; reason++) {
    sum += counts.discarded[reason];
  }
  assert_int_equal(counts.selected, sum);
  assert_int_equal(counts.waiting, spu->waiting_count + spu->write.active);
  const uint32_t tags = spu->in_flight | spu->finished;
  assert_int_equal(counts.in_flight + counts.held, __builtin_popcount(tags));
}

#endif  // TB_TEST_MODEL_MODEL_BENCH_H
