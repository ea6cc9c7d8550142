// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the performance monitors share: a model whose event counters count event 0x08 at every
// level, and one call per cycle or access.
#ifndef TB_TEST_MODEL_MODEL_PMU_BENCH_H
#define TB_TEST_MODEL_MODEL_PMU_BENCH_H

#include "model_bench.h"

enum {
  EVENT = 0x08,  // INST_RETIRED: the core reports it in every configuration of the table
  CYCLES = PMU_CYCLE_COUNTER
};

#define CYCLE_BIT (1U << PMU_CYCLE_COUNTER)

static inline uint16_t evcntr(uint32_t n)
{
  return (uint16_t)(SPU_PMEVCNTR0_EL0 + n);
}

static inline uint16_t evtyper(uint32_t n)
{
  return (uint16_t)(SPU_PMEVTYPER0_EL0 + n);
}

// All counters on, at EL1 in Non-secure state; HPMN keeps none for EL2.
static inline void pmu_open(struct bench *bench, const char *name)
{
  const struct spu_config config = bench_named(name);
  bench_open(bench, &config);
  struct spu_in *in = &bench->in;
  struct pmu *pmu = &bench->spu->pmu;
  in->mdcr_el2_hpmn = (uint8_t)config.pmu_counters;
  in->pe_el = SPU_EL1;
  pmu->pmcr = SPU_PMCR_EL0_E;
  pmu->cnten = CYCLE_BIT | ((1U << config.pmu_counters) - 1U);
  for (uint32_t n = 0; n < config.pmu_counters; n++) {
    pmu->evtyper[n] = SPU_PMEVTYPER_EL0_NSH | EVENT;
  }
  pmu->ccfiltr = SPU_PMEVTYPER_EL0_NSH;
}

static inline bool counts(const struct bench *bench, uint32_t n)
{
  const struct spu_pmu_pe pe = spu_pmu_pe(bench->spu, &bench->in);
  return AArch32_CountEvents(bench->spu, &bench->in, &pe, n);
}

// The pin of the core's event `number`.
static inline uint8_t *event_pin(struct bench *bench, uint32_t number)
{
  for (uint32_t i = 0; i < SPU_MAX_PMU_EVENTS; i++) {
    if (bench->spu->config.pmu_events[i] == number) {
      return &bench->in.pmu_event[i];
    }
  }
  fail_msg("event 0x%x has no pin", number);
  return NULL;
}

// A cycle in which `times` events happen.
static inline void pmu_clock(struct bench *bench, uint8_t times)
{
  *event_pin(bench, EVENT) = times;
  bench_clean(bench);
  *event_pin(bench, EVENT) = 0;
}

// An access at the level of the pins; its answer is that of the next cycle.
static inline void pmu_access(struct bench *bench, uint16_t address, bool write, uint64_t value)
{
  bench->in.sysreg_valid = true;
  bench->in.sysreg_write = write;
  bench->in.sysreg_addr = address;
  bench->in.sysreg_wdata = value;
}

static inline void pmu_msr(struct bench *bench, uint16_t address, uint64_t value)
{
  pmu_access(bench, address, true, value);
  bench_clean(bench);
}

static inline uint64_t pmu_mrs(struct bench *bench, uint16_t address)
{
  pmu_access(bench, address, false, 0);
  bench_clean(bench);
  assert_int_equal(bench->spu->answer.access.verdict, SPU_ACCESS_OK);
  return bench->spu->answer.rdata;
}

#endif  // TB_TEST_MODEL_MODEL_PMU_BENCH_H
