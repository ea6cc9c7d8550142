// SPDX-License-Identifier: Apache-2.0
//
// Registers of the performance monitors: fields, writes over what is counted, hidden counters (Arm ARM D13.11,
// D24.5).
#include "model_pmu_bench.h"

// P3: a direct write goes over what the clock has counted; set and clear registers work on the flags after
// it.
static void write_does_not_win(void **state)
{
  (void)state;
  struct bench b;
  pmu_open(&b, "base");
  b.in.pmu_event[EVENT] = 1;
  b.spu->pmu.evcntr[0] = 0xFFFFFFFF;
  pmu_msr(&b, evcntr(0), 0x123456789);
  assert_int_equal(b.spu->pmu.evcntr[0], 0x23456789);
  assert_int_equal(b.spu->pmu.ovs, 1);
  b.spu->pmu.evcntr[1] = 0xFFFFFFFF;
  pmu_msr(&b, PMU_PMOVSCLR_EL0, 3);
  assert_int_equal(b.spu->pmu.ovs, 0);
  assert_int_equal(b.spu->pmu.evcntr[1], 0);
  pmu_msr(&b, PMU_PMCNTENCLR_EL0, 2);
  assert_int_equal(b.spu->pmu.evcntr[1], 1);
  pmu_msr(&b, PMU_PMCR_EL0, PMCR_P | PMCR_C);
  assert_int_equal(b.spu->pmu.evcntr[0], 0);
  assert_int_equal(b.spu->pmu.evcntr[1], 0);
  assert_int_equal(b.spu->pmu.ccntr, 0);
  b.spu->pmu.pmcr = PMCR_E;
  // A read gives the state at the start of its clock
  b.spu->pmu.evcntr[0] = 5;
  assert_int_equal(pmu_mrs(&b, evcntr(0)), 5);
  assert_int_equal(b.spu->pmu.evcntr[0], 6);
  bench_close(&b);
}

// P3: flags, enables, N and PMCR.P stop at the counters that the level can see.
static void hidden_counter_is_seen(void **state)
{
  (void)state;
  struct bench b;
  pmu_open(&b, "base");
  b.spu->pmu.pmcr = 0;
  b.in.mdcr_el2_hpmn = 4;
  static const struct {
    uint16_t set;
    uint16_t clear;
  } pairs[] = {{PMU_PMCNTENSET_EL0, PMU_PMCNTENCLR_EL0},
               {PMU_PMINTENSET_EL1, PMU_PMINTENCLR_EL1},
               {PMU_PMOVSSET_EL0, PMU_PMOVSCLR_EL0}};
  for (size_t i = 0; i < 3; i++) {
    b.in.pe_el = SPU_EL2;
    pmu_msr(&b, pairs[i].clear, UINT64_MAX);
    assert_int_equal(pmu_mrs(&b, pairs[i].set), 0);
    pmu_msr(&b, pairs[i].set, UINT64_MAX);
    assert_int_equal(pmu_mrs(&b, pairs[i].set), CYCLE_BIT | 0x3F);
    assert_int_equal(pmu_mrs(&b, pairs[i].clear), CYCLE_BIT | 0x3F);
    b.in.pe_el = SPU_EL1;
    assert_int_equal(pmu_mrs(&b, pairs[i].clear), CYCLE_BIT | 0xF);
    pmu_msr(&b, pairs[i].clear, 0x31);
    b.in.pe_el = SPU_EL3;
    assert_int_equal(pmu_mrs(&b, pairs[i].set), CYCLE_BIT | 0x3E);
    b.in.pe_el = SPU_EL1;
    b.in.scr_el3_ns = false;  // EL2 is not enabled
    assert_int_equal(pmu_mrs(&b, pairs[i].clear), CYCLE_BIT | 0x3E);
    b.in.scr_el3_ns = true;
  }
  assert_int_equal(pmu_mrs(&b, PMU_PMCR_EL0), 4U << 11);
  memset(b.spu->pmu.evcntr, 1, sizeof b.spu->pmu.evcntr);
  pmu_msr(&b, PMU_PMCR_EL0, PMCR_P);
  assert_int_equal(b.spu->pmu.evcntr[3], 0);
  assert_int_not_equal(b.spu->pmu.evcntr[4], 0);
  b.in.pe_el = SPU_EL2;
  assert_int_equal(pmu_mrs(&b, PMU_PMCR_EL0), 6U << 11);
  pmu_msr(&b, PMU_PMCR_EL0, PMCR_P);
  assert_int_equal(b.spu->pmu.evcntr[5], 0);
  b.in.pe_el = SPU_EL1;
  b.in.mdcr_el2_hpmn = 9;
  assert_int_equal(pmu_mrs(&b, PMU_PMCR_EL0), 6U << 11);
  bench_close(&b);
}

static uint64_t stored(struct bench *b, uint16_t address)
{
  pmu_msr(b, address, UINT64_MAX);
  const uint64_t ones = pmu_mrs(b, address);
  pmu_msr(b, address, 0);
  assert_int_equal(pmu_mrs(b, address) & ~(UINT64_C(31) << PMCR_N_SHIFT), 0);
  return ones;
}

// P3: the fields that exist, by feature; the rest are RES0.
static void reserved_bit_is_stored(void **state)
{
  (void)state;
  static const struct {
    const char *config;
    uint64_t pmcr;
    uint64_t filter;
    uint64_t counter;
  } rows[] = {{"base", PMCR_LC | PMCR_DP | PMCR_D | PMCR_E | 6U << 11, 0xFC000000, UINT32_MAX},
              {"v8.7", PMCR_FZS | PMCR_FZO | PMCR_LP | PMCR_LC | PMCR_DP | PMCR_D | PMCR_E | 6U << 11,
               0xFD000000, UINT64_MAX},
              {"v9", PMCR_FZS | PMCR_FZO | PMCR_LP | PMCR_LC | PMCR_DP | PMCR_D | PMCR_E | 8U << 11,
               0xFD700000, UINT64_MAX},
              {"el1only", PMCR_LP | PMCR_LC | PMCR_D | PMCR_E | 4U << 11, 0xC0000000, UINT64_MAX}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct bench b;
    pmu_open(&b, rows[i].config);
    b.spu->pmu.cnten = 0;
    b.in.pe_el = i == 3 ? SPU_EL1 : SPU_EL3;
    assert_int_equal(stored(&b, PMU_PMCR_EL0), rows[i].pmcr);
    assert_int_equal(stored(&b, PMU_PMCCFILTR_EL0), rows[i].filter);
    assert_int_equal(stored(&b, evtyper(1)), rows[i].filter | 0xFFFF);
    assert_int_equal(stored(&b, evcntr(1)), rows[i].counter);
    assert_int_equal(stored(&b, PMU_PMCCNTR_EL0), UINT64_MAX);
    assert_int_equal(stored(&b, PMU_PMSELR_EL0), 31);
    assert_int_equal(stored(&b, PMU_PMUSERENR_EL0), 15);
    bench_close(&b);
  }
}

// P3: PMCEID<n>_EL0 says what counts; PMMIR_EL1 exists from FEAT_PMUv3p4.
static void identification_lies(void **state)
{
  (void)state;
  struct bench b;
  pmu_open(&b, "base");
  assert_int_equal(pmu_mrs(&b, PMU_PMCEID0_EL0), UINT64_C(0xF403F63FF));
  assert_int_equal(pmu_mrs(&b, PMU_PMCEID1_EL0), UINT64_C(0x38000118));
  uint64_t value = 1;
  assert_false(spu_pmu_peek(b.spu, PMU_PMMIR_EL1, &value));
  b.spu->config.pmu_version = 4;
  assert_true(spu_pmu_peek(b.spu, PMU_PMMIR_EL1, &value));
  assert_int_equal(value, 0);
  b.spu->config.pmu_version = 0;
  assert_false(spu_pmu_claims(b.spu, PMU_PMCR_EL0));
  bench_close(&b);
}

// P3: PMSELR_EL0 leads PMXEVTYPER_EL0 and PMXEVCNTR_EL0 to the counter.
static void selection_leads_elsewhere(void **state)
{
  (void)state;
  struct bench b;
  pmu_open(&b, "base");
  b.spu->pmu.cnten = 0;
  pmu_msr(&b, PMU_PMSELR_EL0, 3);
  pmu_msr(&b, PMU_PMXEVTYPER_EL0, 0x1234);
  pmu_msr(&b, PMU_PMXEVCNTR_EL0, 77);
  assert_int_equal(pmu_mrs(&b, evtyper(3)), 0x1234);
  assert_int_equal(pmu_mrs(&b, evcntr(3)), 77);
  assert_int_equal(pmu_mrs(&b, PMU_PMXEVTYPER_EL0), 0x1234);
  assert_int_equal(pmu_mrs(&b, PMU_PMXEVCNTR_EL0), 77);
  uint64_t value = 0;
  assert_true(spu_pmu_peek(b.spu, PMU_PMXEVCNTR_EL0, &value));
  assert_int_equal(value, 77);
  pmu_msr(&b, PMU_PMSELR_EL0, 31);
  pmu_msr(&b, PMU_PMXEVTYPER_EL0, PMEVTYPER_U);
  assert_int_equal(pmu_mrs(&b, PMU_PMCCFILTR_EL0), PMEVTYPER_U);
  pmu_msr(&b, PMU_PMXEVCNTR_EL0, 5);
  assert_int_equal(pmu_mrs(&b, PMU_PMXEVCNTR_EL0), 0);
  assert_true(spu_pmu_peek(b.spu, PMU_PMXEVTYPER_EL0, &value));
  assert_int_equal(value, PMEVTYPER_U);
  bench_close(&b);
}

// P3: AArch32 state sees and writes bits 31 to 0.
static void aarch32_access_is_64_bits(void **state)
{
  (void)state;
  struct bench b;
  pmu_open(&b, "aarch32-el3");
  b.in.el3_aarch32 = true;
  b.in.pe_aarch32 = true;
  b.in.pe_el = SPU_EL3;
  b.spu->pmu.cnten = 0;
  b.spu->pmu.evcntr[0] = UINT64_C(0x1122334455667788);
  b.spu->pmu.ccntr = UINT64_C(0x1122334455667788);
  b.spu->config.spe_version = 2;
  b.spu->pmu.pmcr = PMCR_FZS;
  assert_int_equal(pmu_mrs(&b, evcntr(0)), 0x55667788);
  assert_int_equal(pmu_mrs(&b, PMU_PMCCNTR_EL0), 0x55667788);
  pmu_msr(&b, evcntr(0), 1);
  pmu_msr(&b, PMU_PMCCNTR_EL0, 2);
  pmu_msr(&b, PMU_PMCR_EL0, PMCR_LC);
  assert_int_equal(b.spu->pmu.evcntr[0], UINT64_C(0x1122334400000001));
  assert_int_equal(b.spu->pmu.ccntr, UINT64_C(0x1122334400000002));
  assert_int_equal(b.spu->pmu.pmcr, PMCR_FZS | PMCR_LC);
  bench_close(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(write_does_not_win),        cmocka_unit_test(hidden_counter_is_seen),
      cmocka_unit_test(reserved_bit_is_stored),    cmocka_unit_test(identification_lies),
      cmocka_unit_test(selection_leads_elsewhere), cmocka_unit_test(aarch32_access_is_64_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
