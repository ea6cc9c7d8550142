// SPDX-License-Identifier: Apache-2.0
//
// Block P: whether a counter counts, and the overflow level. The block has no output for PMUCounterIsHyp().
#include <stdio.h>

#include "gen/block_structs.h"
#include "unit/test/vectors/vectors_block.h"

static const char *const reasons[REASONS] = {
    [ROOT_PROHIBITED] = "differ: D13.5.4 prohibits in Root state",
    [CYCLE_FLAG] = "differ: D13.5.2.1, the cycle counter's flag freezes nothing",
    [S3_CYCLES_DP] = "differ: S3, prohibition stops the cycle counter whatever DP",
    [S3_CYCLES_FROZEN] = "differ: S3, overflow does not freeze the cycle counter",
    [S3_EL3] = "differ: S3, MPMX, MCCD and M do nothing at EL3",
};

// Sets the block's registers from the line. Bits of absent counters are zero in registers.
static void set_registers_of_monitors(struct space *space)
{
  const struct pmu *pmu = &space->spu->pmu;
  const uint32_t implemented =
      UINT32_C(1) << PMU_CYCLE_COUNTER | ((UINT32_C(1) << space->spu->config.pmu_counters) - 1);
  space_set(space, "pmu.pmcr", pmu->pmcr);
  space_set(space, "pmu.pmcnten", pmu->cnten & implemented);
  space_set(space, "pmu.pminten", pmu->inten & implemented);
  space_set(space, "pmu.pmovs", pmu->ovs & implemented);
}

static void set_filter(struct space *space, uint32_t n, uint64_t filter)
{
  const struct pmu *pmu = &space->spu->pmu;
  char name[48] = "pmu.pmccfiltr";
  uint16_t address = SPU_PMCCFILTR_EL0;
  if (n != PMU_CYCLE_COUNTER) {
    (void)snprintf(name, sizeof name, "pmu.pmevtyper[%u:%u]", 32 * n + 31, 32 * n);
    address = (uint16_t)(SPU_PMEVTYPER0_EL0 + n);
  }
  spu_pmu_write(space->spu, &space->in, address, filter);  // only the configuration's fields
  space_set(space, name, n == PMU_CYCLE_COUNTER ? pmu->ccfiltr : pmu->evtyper[n]);
}

static void check_count(struct space *space, const struct line *line)
{
  const uint32_t n = (uint32_t)number(line, "idx");
  set_registers_of_monitors(space);
  set_filter(space, n, number(line, "filter"));
  vectors_eval(space, line);
  const uint64_t count = vectors_result(space, count_result_t_fields, "count");
  const struct question q = {space->spu, &space->in, line, n, (count >> n & 1U) != 0};
  if (q.got == flag(line, "out.count")) {
    return;
  }
  for (unsigned reason = 0; reason < REASONS; reason++) {
    if (has_reason(&q, (enum reason)reason)) {
      vectors_note(reasons[reason]);
      return;
    }
  }
  expect(line, "count", q.got, number(line, "out.count"));
}

static void check_overflow(struct space *space, const struct line *line)
{
  set_registers_of_monitors(space);
  vectors_eval(space, line);
  vectors_expect(space, line, count_result_t_fields, "irq", "irq");
  vectors_expect(space, line, count_result_t_fields, "irq", "condition");
  vectors_expect(space, line, count_result_t_fields, "cti", "cti");
}

// P1, P2, P5
const struct vectors_group vectors_groups[] = {
    {"pmu_count", true, check_count}, {"pmu_ovf", true, check_overflow}, {NULL, false, NULL}};
