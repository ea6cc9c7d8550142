// SPDX-License-Identifier: Apache-2.0
//
// The performance monitors' pseudocode functions against the architecture's conformance vectors, groups
// pmu_count and pmu_ovf (tb/unit/test/vectors/lines/README.md). SPU_VECTORS in the environment names another directory
// of vectors.
//
// The pseudocode of pmu_count is of 2023. The model follows S3 if EL1 uses AArch32 and count_current_issue is false,
// and D13 where that pseudocode contradicts it. Such lines are not left out: each line that differs must have one of
// the reasons in vectors_monitors.h, and differ in that reason's direction. They are counted for both values of
// count_current_issue.
#include "unit/test/test.h"
#include "unit/test/vectors/vectors_group.h"
#include "unit/test/vectors/vectors_monitors.h"

static void set_all(struct spu *spu, struct spu_in *in, const struct line *line)
{
  set_state(spu, in, line);
  set_monitors(spu, in, line);
}

static unsigned explained[2][REASONS];  // by count_current_issue

static void expect_count(const struct question *q, const char *what)
{
  if (q->got == flag(q->line, "out.count")) {
    return;
  }
  for (unsigned reason = 0; reason < REASONS; reason++) {
    if (has_reason(q, (enum reason)reason)) {
      explained[q->spu->config.count_current_issue][reason]++;
      return;
    }
  }
  expect(q->line, what, q->got, number(q->line, "out.count"));
}

static void check_count(struct spu *spu, struct spu_in *in, const struct line *line)
{
  struct question q = {spu, in, line, (uint32_t)number(line, "idx"), false};
  const uint16_t filter =
      q.n == PMU_CYCLE_COUNTER ? (uint16_t)SPU_PMCCFILTR_EL0 : (uint16_t)(SPU_PMEVTYPER0_EL0 + q.n);
  spu_pmu_write(spu, in, filter, number(line, "filter"));
  const struct spu_pmu_pe pe = spu_pmu_pe(spu, in);
  for (int text = 0; text < 2; text++) {
    spu->config.count_current_issue = text != 0;
    q.got = AArch32_CountEvents(spu, in, &pe, q.n);
    if (pe.el1_aarch32 && text == 0) {
      expect_count(&q, "AArch32.CountEvents by S3");
    } else {
      expect_count(&q, "CountEvents by D13.5");
      expect(line, "AArch32.CountEvents where D13.5 holds", q.got, AArch64_CountEvents(spu, in, &pe, q.n));
    }
  }
}

static void check_overflow(struct spu *spu, struct spu_in *in, const struct line *line)
{
  expect_field(line, "irq", AArch32_CheckForPMUOverflow(spu, in));
  expect_field(line, "irq", AArch64_CheckForPMUOverflow(spu, in));
  expect_field(line, "condition", AArch64_CheckForPMUOverflow(spu, in));
  struct spu_out out = {0};
  spu_pmu_outputs(spu, in, &out);
  expect_field(line, "irq", out.pmuirq);
  expect_field(line, "cti", out.cti_pmu_overflow);
  const char *is_hyp = text(line, "out.is_hyp");
  for (uint32_t n = 0; n < spu->config.pmu_counters; n++) {
    expect(line, "PMUCounterIsHyp", spu_pmu_reserved_for_el2(spu, in, n), is_hyp[n] == '1');
  }
}

// P1, P5: whether a counter counts.
TEST(counting_matches_vectors)
{
  memset(explained, 0, sizeof explained);
  run_group("pmu_count", set_all, check_count);
  for (unsigned text = 0; text < 2; text++) {
    for (unsigned reason = 0; reason < REASONS; reason++) {
      print_message("# count_current_issue %u, differing for reason %u: %u\n", text, reason,
                    explained[text][reason]);
    }
  }
}

// P2: the level of PMUIRQ and of the cross-trigger.
TEST(overflow_matches_vectors)
{
  run_group("pmu_ovf", set_all, check_overflow);
}
