// SPDX-License-Identifier: Apache-2.0
//
// Fixture of the performance monitors' tests: a model whose event counters count event 0x08 at every level, and one
// call per cycle or access.
#ifndef TB_UNIT_TEST_MODEL_MODEL_PMU_BENCH_H
#define TB_UNIT_TEST_MODEL_MODEL_PMU_BENCH_H

#include "unit/test/model/model_bench.h"

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

// All counters on, at EL1 in Non-secure state; HPMN reserves none for EL2.
static inline void pmu_open(const char *name)
{
  const struct spu_config config = bench_named(name);
  bench_open(config);
  struct pmu *pmu = &b.spu->pmu;
  b.in.mdcr_el2_hpmn = (uint8_t)config.pmu_counters;
  b.in.pe_el = SPU_EL1;
  pmu->pmcr = SPU_PMCR_EL0_E;
  pmu->cnten = CYCLE_BIT | ((1U << config.pmu_counters) - 1U);
  for (uint32_t n = 0; n < config.pmu_counters; n++) {
    pmu->evtyper[n] = SPU_PMEVTYPER_EL0_NSH | EVENT;
  }
  pmu->ccfiltr = SPU_PMEVTYPER_EL0_NSH;
}

// The pin of the core's event `number`.
static inline uint8_t *event_pin(uint32_t number)
{
  for (uint32_t i = 0; i < SPU_MAX_PMU_EVENTS; i++) {
    if (b.spu->config.pmu_events[i] == number) {
      return &b.in.pmu_event[i];
    }
  }
  fail_msg("event 0x%x has no pin", number);
  return NULL;
}

// A cycle with `times` occurrences of the event.
static inline void pmu_clock(uint8_t times)
{
  *event_pin(EVENT) = times;
  bench_clean();
  *event_pin(EVENT) = 0;
}

// Sets counter `n`'s state from four bits: PMCR_EL0.E, MDCR_EL2.HPME, its interrupt enable (if 0, all others are
// enabled), its flag. Returns whether its overflow is then pending, with HPMN 4.
static inline bool pmu_set_overflow(uint32_t n, unsigned bits)
{
  bool enable, hpme, interrupt, flag;
  SET_BITS(bits, &enable, &hpme, &interrupt, &flag);
  b.spu->pmu.pmcr = enable ? SPU_PMCR_EL0_E : 0;
  b.in.mdcr_el2_hpme = hpme;
  b.spu->pmu.inten = interrupt ? 1U << n : ~(1U << n);
  b.spu->pmu.ovs = flag ? 1U << n : 0;
  const bool exists = n < b.spu->config.pmu_counters || n == CYCLES;
  const bool by_hpme = b.spu->config.have_el2 && n >= 4 && n != CYCLES;
  return exists && (by_hpme ? hpme : enable) && interrupt && flag;
}

// An access at the Exception level on the pins; the response comes in the next cycle.
static inline void pmu_msr(uint16_t address, uint64_t value)
{
  bench_access(address, true, value);
  bench_clean();
}

static inline uint64_t pmu_mrs(uint16_t address)
{
  bench_access(address, false, 0);
  bench_clean();
  assert_int_equal(b.spu->answer.access.verdict, SPU_ACCESS_OK);
  return b.spu->answer.rdata;
}

static inline void pmu_msr_at(enum spu_el el, uint16_t address, uint64_t value)
{
  b.in.pe_el = (uint8_t)el;
  pmu_msr(address, value);
}

static inline void pmu_expect_at(enum spu_el el, uint16_t address, uint64_t value)
{
  b.in.pe_el = (uint8_t)el;
  assert_int_equal(pmu_mrs(address), value);
}

// Registers with one bit per counter: one sets bits, the other clears them.
static const struct pmu_pair {
  uint16_t set, clear;
  uint32_t *bits;
} pmu_pairs[] = {{SPU_PMCNTENSET_EL0, SPU_PMCNTENCLR_EL0, &b.spu->pmu.cnten},
                 {SPU_PMOVSSET_EL0, SPU_PMOVSCLR_EL0, &b.spu->pmu.ovs},
                 {SPU_PMINTENSET_EL1, SPU_PMINTENCLR_EL1, &b.spu->pmu.inten}};

// A register's rows in D24.5: the bits of PMUSERENR_EL0 that permit EL0 to read and write it (0: none, EL0 is
// UNDEFINED; ALWAYS: none needed), its bits in HDFGRTR_EL2 and HDFGWTR_EL2 (-1: no trap).
enum { ALWAYS = 16, NONE = -1 };

struct pmu_row {
  uint16_t address;
  bool readable;
  bool writable;
  unsigned el0_read;
  unsigned el0_write;
  int read_trap;
  int write_trap;
};

static const struct pmu_row pmu_rows[] = {
    {SPU_PMCR_EL0, true, true, 1, 1, NONE, 21},         {SPU_PMCNTENSET_EL0, true, true, 1, 1, 16, 16},
    {SPU_PMCNTENCLR_EL0, true, true, 1, 1, 16, 16},     {SPU_PMOVSCLR_EL0, true, true, 1, 1, 18, 18},
    {SPU_PMOVSSET_EL0, true, true, 1, 1, 18, 18},       {SPU_PMSWINC_EL0, false, true, 0, 1 | 2, NONE, 20},
    {SPU_PMSELR_EL0, true, true, 1 | 8, 1 | 8, 19, 19}, {SPU_PMCEID0_EL0, true, false, 1, 0, 58, NONE},
    {SPU_PMCEID1_EL0, true, false, 1, 0, 58, NONE},     {SPU_PMCCNTR_EL0, true, true, 1 | 4, 1, 15, 15},
    {SPU_PMXEVTYPER_EL0, true, true, 1, 1, 13, 13},     {SPU_PMXEVCNTR_EL0, true, true, 1 | 8, 1, 12, 12},
    {SPU_PMUSERENR_EL0, true, true, ALWAYS, 0, 57, 57}, {SPU_PMINTENSET_EL1, true, true, 0, 0, 17, 17},
    {SPU_PMINTENCLR_EL1, true, true, 0, 0, 17, 17},     {SPU_PMMIR_EL1, true, false, 0, 0, 22, NONE},
    {SPU_PMEVCNTR0_EL0, true, true, 1 | 8, 1, 12, 12},  {SPU_PMEVCNTR0_EL0 + 5, true, true, 1 | 8, 1, 12, 12},
    {SPU_PMEVTYPER0_EL0, true, true, 1, 1, 13, 13},     {SPU_PMEVTYPER0_EL0 + 5, true, true, 1, 1, 13, 13},
    {SPU_PMCCFILTR_EL0, true, true, 1, 1, 14, 14},
};

// Expects an access's verdict in the current state: a trap has EC 0x18, or 0x03 for MRC and MCR; no access to these
// registers has an offset.
static inline void expect_access(uint16_t address, bool write, enum spu_verdict verdict)
{
  const struct spu_access got = spu_pmu_access_check(b.spu, &b.in, address, write);
  const uint8_t ec = verdict == OK || verdict == UN ? 0 : b.in.pe_aarch32 ? 0x03 : 0x18;
  if (got.verdict != verdict || got.ec != ec || got.offset != 0) {
    fail_msg("%s 0x%x at EL%d, PMUSERENR 0x%x: verdict %d ec 0x%x, expected %d 0x%x", write ? "MSR" : "MRS",
             address, b.in.pe_el, b.spu->pmu.userenr, got.verdict, got.ec, verdict, ec);
  }
}

static inline void expect_access_at(enum spu_el el, uint16_t address, bool write, enum spu_verdict verdict)
{
  b.in.pe_el = (uint8_t)el;
  expect_access(address, write, verdict);
}

static inline void expect_access_from(enum spu_el el, uint16_t address, bool write, enum spu_verdict verdict)
{
  for (; el <= SPU_EL3; el++) {
    expect_access_at(el, address, write, verdict);
  }
}

#endif  // TB_UNIT_TEST_MODEL_MODEL_PMU_BENCH_H
