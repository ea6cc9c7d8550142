// SPDX-License-Identifier: Apache-2.0
//
// Random runs of the model with an implementation that obeys the rules: nothing is lost or written outside the buffer,
// and the model reports no violation.
#include "unit/test/model/model_bench.h"

static uint32_t random_tag(struct rng *rng, uint32_t tags)
{
  uint32_t tag = rng_below(rng, SPU_MAX_TAGS);
  while ((tags >> tag & 1U) == 0) {
    tag = (tag + 1) % SPU_MAX_TAGS;
  }
  return tag;
}

static void random_inputs(struct rng *rng)
{
  static const uint16_t software[] = {SPU_PMBSR_EL1, SPU_PMBPTR_EL1, SPU_PMBLIMITR_EL1, SPU_PMSIRR_EL1,
                                      SPU_PMSFCR_EL1};
  static const uint64_t values[] = {0, BENCH_BUFFER, BENCH_LIMIT | 1, 0x101, 7 | 7 << 16};
  struct spu_in *in = &b.in;
  in->dispatch_valid = (uint8_t)rng_next(rng);
  if (rng_percent(rng, 5)) {
    b.spu->regs.pmsicr = 1;
  }
  in->pe_el = (uint8_t)(rng_percent(rng, 2) ? SPU_EL2 : SPU_EL0);
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    struct spu_op *op = &in->op[tag];
    op->issued = rng_percent(rng, 30);
    op->xlate_busy = rng_percent(rng, 30);
    op->finished = rng_percent(rng, 10);
    op->how = (uint8_t)rng_below(rng, 3);
    op->kind = (uint8_t)rng_below(rng, 5);
    op->va_valid = rng_percent(rng, 50);
    op->events = rng_next(rng);
    op->va = rng_next(rng);
  }
  if (rng_percent(rng, 1)) {
    const uint32_t which = rng_below(rng, 5);
    in->pe_el = SPU_EL2;
    in->sysreg_valid = true;
    in->sysreg_write = true;
    in->sysreg_addr = software[which];
    in->sysreg_wdata = which != 0 && rng_percent(rng, 10) ? values[which] & ~UINT64_C(1) : values[which];
    if (which == 0 && rng_percent(rng, 20)) {
      in->sysreg_wdata = SPU_PMBSR_EL1_S;
    }
  }
}

// Makes random choices that an implementation may make in this cycle, given the model's state at its start.
static void random_events(struct rng *rng)
{
  const struct spu *spu = b.spu;
  const struct spu_write_state *write = &spu->write;
  const bool session =
      (spu->regs.pmbsr & SPU_PMBSR_EL1_S) == 0 && (spu->regs.pmblimitr & SPU_PMBLIMITR_EL1_E) != 0;
  const bool writable = session && write->record.origin.ended == SPU_DISCARD_NONE;
  if (spu->finished != 0 && rng_percent(rng, 50)) {
    b.seen.decide_valid = true;
    b.seen.decide_tag = (uint8_t)random_tag(rng, spu->finished);
  }
  if (write->active && writable && !write->faulted && write->answered < write->pages) {
    if (rng_percent(rng, 50)) {
      bench_translate(rng_next(rng) >> 8);
      b.in.xlate_rsp_fault = rng_percent(rng, 5);
    }
  } else if (write->active && rng_percent(rng, 50)) {
    const uint64_t next = write->pointer_written ? spu->regs.pmbptr : write->start + write->record.size;
    b.seen.commit_valid = writable && !write->faulted;
    b.seen.discard_valid = !b.seen.commit_valid;
    b.seen.event_valid = writable && (write->faulted || SPEBufferIsFull(spu, next));
  } else if (!write->active && spu->waiting_count != 0 && rng_percent(rng, 50)) {
    const struct spu_origin *origin = &spu->waiting[spu->waiting_first].origin;
    const bool lost = !session || origin->ended != SPU_DISCARD_NONE;
    const bool enabled = !lost && ProfilingBufferEnabled(spu, &b.in);
    b.seen.start_valid = enabled && !SPEBufferIsFull(spu, spu->regs.pmbptr);
    b.seen.discard_valid = !b.seen.start_valid;
    b.seen.event_valid = enabled && b.seen.discard_valid;
  }
  b.in.axi_bvalid = spu->responses < spu->bursts;
}

// C6, G1: every selected operation is accounted for, and no byte is written outside the buffer.
TEST(no_operation_is_lost_in_random_runs)
{
  uint64_t seen[SPU_DISCARD_REASONS] = {0};
  uint64_t written = 0;
  uint64_t late = 0;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    struct rng rng;
    rng_seed(&rng, seed, 0);
    bench_open_enabled(CHANGED(bench_base(), config.dispatch_width = 8, config.in_flight = 2,
                               config.record_align = 3, config.ptr_align = 3));
    for (int clock = 0; clock < 20000; clock++) {
      random_inputs(&rng);
      random_events(&rng);
      bench_clean();
      bench_expect_conservation(b.spu);
      struct spu_write writes[SPU_MAX_RECORD_PAGES];
      const size_t runs = spu_last_writes(b.spu, writes);
      for (size_t i = 0; i < runs; i++) {
        assert_true(writes[i].va >= BENCH_BUFFER && writes[i].va + writes[i].len <= BENCH_LIMIT);
      }
    }
    const struct spu_counts counts = spu_get_counts(b.spu);
    written += counts.written;
    late += counts.late;
    for (int reason = 0; reason < SPU_DISCARD_REASONS; reason++) {
      seen[reason] += counts.discarded[reason];
    }
  }
  assert_true(written > 1000 && late > 10);
  assert_true(seen[SPU_DISCARD_STOPPED] > 0 && seen[SPU_DISCARD_NOT_ENABLED] > 0);
  assert_true(seen[SPU_DISCARD_FAULT] > 0);
}
