// SPDX-License-Identifier: Apache-2.0
//
// Registers of the performance monitors: fields, writes that override counting, hidden counters (Arm ARM D13.11,
// D24.5).
#include "unit/test/model/model_pmu_bench.h"

static void expect_counters(uint64_t first, uint64_t last, uint64_t cycles)
{
  assert_int_equal(b.spu->pmu.evcntr[0], first);
  assert_int_equal(b.spu->pmu.evcntr[5], last);
  assert_int_equal(b.spu->pmu.ccntr, cycles);
}

// P3: a direct write overrides the cycle's counts; set and clear registers apply to the flags after counting.
TEST(direct_write_wins_over_counting)
{
  pmu_open("base");
  *event_pin(EVENT) = 1;
  b.spu->pmu.evcntr[0] = 0xFFFFFFFF;
  pmu_msr(evcntr(0), 0x123456789);
  assert_int_equal(b.spu->pmu.evcntr[0], 0x23456789);
  assert_int_equal(b.spu->pmu.ovs, 1);
  b.spu->pmu.evcntr[1] = 0xFFFFFFFF;
  pmu_msr(SPU_PMOVSCLR_EL0, 3);
  assert_int_equal(b.spu->pmu.ovs, 0);
  assert_int_equal(b.spu->pmu.evcntr[1], 0);
  pmu_msr(SPU_PMCNTENCLR_EL0, 2);
  assert_int_equal(b.spu->pmu.evcntr[1], 1);
  pmu_msr(SPU_PMCR_EL0, SPU_PMCR_EL0_P | SPU_PMCR_EL0_C);
  expect_counters(0, 0, 0);
  b.spu->pmu.pmcr = SPU_PMCR_EL0_E;
  // A read returns the state at the start of its cycle
  b.spu->pmu.evcntr[0] = 5;
  assert_int_equal(pmu_mrs(evcntr(0)), 5);
  assert_int_equal(b.spu->pmu.evcntr[0], 6);
}

// P3: flags, enables, N and PMCR.P cover only the counters that the level can access.
TEST(hidden_counter_is_not_seen)
{
  pmu_open("base");
  b.spu->pmu.pmcr = 0;
  b.in.mdcr_el2_hpmn = 4;
  for (size_t i = 0; i < COUNT(pmu_pairs); i++) {
    const struct pmu_pair *pair = &pmu_pairs[i];
    pmu_msr_at(SPU_EL2, pair->clear, UINT64_MAX);
    pmu_expect_at(SPU_EL2, pair->set, 0);
    pmu_msr_at(SPU_EL2, pair->set, UINT64_MAX);
    pmu_expect_at(SPU_EL2, pair->set, CYCLE_BIT | 0x3F);
    pmu_expect_at(SPU_EL2, pair->clear, CYCLE_BIT | 0x3F);
    pmu_expect_at(SPU_EL1, pair->clear, CYCLE_BIT | 0xF);
    pmu_msr_at(SPU_EL1, pair->clear, 0x31);
    pmu_expect_at(SPU_EL3, pair->set, CYCLE_BIT | 0x3E);
    b.in.scr_el3_ns = false;  // EL2 is not enabled
    pmu_expect_at(SPU_EL1, pair->clear, CYCLE_BIT | 0x3E);
    b.in.scr_el3_ns = true;
  }
  pmu_expect_at(SPU_EL1, SPU_PMCR_EL0, 4U << 11);
  memset(b.spu->pmu.evcntr, 1, sizeof b.spu->pmu.evcntr);
  pmu_msr_at(SPU_EL1, SPU_PMCR_EL0, SPU_PMCR_EL0_P);
  assert_int_equal(b.spu->pmu.evcntr[3], 0);
  assert_int_not_equal(b.spu->pmu.evcntr[4], 0);
  pmu_expect_at(SPU_EL2, SPU_PMCR_EL0, 6U << 11);
  pmu_msr_at(SPU_EL2, SPU_PMCR_EL0, SPU_PMCR_EL0_P);
  assert_int_equal(b.spu->pmu.evcntr[5], 0);
  b.in.mdcr_el2_hpmn = 9;
  pmu_expect_at(SPU_EL1, SPU_PMCR_EL0, 6U << 11);
}

// P3, D24.5.8, D13.5.3: PMCR_EL0.P resets only the event counters, C only the cycle counter; neither an overflow flag.
TEST(reset_leaves_the_other_counters)
{
  static const char *const configs[] = {"base", "v8.7", "v9.6"};
  for (size_t i = 0; i < COUNT(configs); i++) {
    pmu_open(configs[i]);
    b.spu->pmu.pmcr = 0;
    b.spu->pmu.ovs = CYCLE_BIT | 0x3F;
    b.spu->pmu.evcntr[0] = b.spu->pmu.evcntr[5] = 3;
    b.spu->pmu.ccntr = 4;
    pmu_msr(SPU_PMCR_EL0, SPU_PMCR_EL0_P);
    expect_counters(0, 0, 4);
    b.spu->pmu.evcntr[0] = b.spu->pmu.evcntr[5] = 3;
    pmu_msr(SPU_PMCR_EL0, SPU_PMCR_EL0_C);
    expect_counters(3, 3, 0);
    assert_int_equal(b.spu->pmu.ovs, CYCLE_BIT | 0x3F);
  }
}

// The value read after all ones are written; after zero is written it must be `constant`.
static uint64_t stored(uint16_t address, uint64_t constant)
{
  pmu_msr(address, UINT64_MAX);
  const uint64_t ones = pmu_mrs(address);
  pmu_msr(address, 0);
  assert_int_equal(pmu_mrs(address), constant);
  return ones;
}

// P3, B7: the fields by feature; all else is RES0, except that PMCR_EL0.LC is RES1 without AArch32. The bits of
// PMCR_EL0 are FZS 32, FZO 9, LP 7, LC 6, DP 5, D 3, E 0 (D24.5.8).
TEST(reserved_bit_is_not_stored)
{
  static const struct {
    const char *config;
    uint64_t pmcr;
    uint64_t constant;
    uint64_t filter;
    uint64_t counter;
  } rows[] = {{"base", 0x69, 6U << 11, 0xFC000000, UINT32_MAX},
              {"v8.7", 0x1000002E9, 6U << 11, 0xFD000000, UINT64_MAX},
              {"v9", 0x1000002A1, 0x40 | 8U << 11, 0xFD700000, UINT64_MAX},
              {"el1only", 0x81, 0x40 | 4U << 11, 0xC0000000, UINT64_MAX},
              {"v9.6", 0x1000002A1, 0x40 | 8U << 11, UINT64_C(0x3000000FD700000), UINT64_MAX}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    pmu_open(rows[i].config);
    spu_reset(b.spu);
    b.in.pe_el = i == 3 ? SPU_EL1 : SPU_EL3;
    assert_int_equal(pmu_mrs(SPU_PMCR_EL0), rows[i].constant);
    assert_int_equal(stored(SPU_PMCR_EL0, rows[i].constant), rows[i].pmcr | rows[i].constant);
    assert_int_equal(stored(SPU_PMCCFILTR_EL0, 0), rows[i].filter);
    assert_int_equal(stored(evtyper(1), 0), rows[i].filter | 0xFFFF);
    assert_int_equal(stored(evcntr(1), 0), rows[i].counter);
    assert_int_equal(stored(SPU_PMCCNTR_EL0, 0), UINT64_MAX);
    assert_int_equal(stored(SPU_PMSELR_EL0, 0), 31);
    assert_int_equal(stored(SPU_PMUSERENR_EL0, 0), i == 4 ? 0x5F : 15);
  }
}

// B7, D24.5.8: without AArch32 the cycle counter overflows only at bit 63, and is not divided.
TEST(cycle_counter_is_long_without_aarch32)
{
  pmu_open("v9");
  spu_reset(b.spu);
  b.in.pe_el = SPU_EL1;
  pmu_msr(SPU_PMCNTENSET_EL0, CYCLE_BIT);
  pmu_msr(SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_D);
  b.spu->pmu.ccntr = UINT32_MAX;
  bench_clean();
  assert_int_equal(b.spu->pmu.ccntr, UINT64_C(0x100000000));
  assert_int_equal(b.spu->pmu.ovs, 0);
  b.spu->pmu.ccntr = UINT64_MAX;
  bench_clean();
  assert_int_equal(b.spu->pmu.ovs, CYCLE_BIT);
}

// B8, P6: PMCEID<n>_EL0 identifies the events 0x0000 to 0x003F and 0x4000 to 0x403F; B8: PMMIR_EL1 exists from
// FEAT_PMUv3p4 on; SLOTS is the number of dispatch slots, SME identifies FEAT_PMUv3_SME (D24.5.19).
TEST(identification_lists_what_counts)
{
  pmu_open("base");
  static const uint16_t listed[] = {0x0001, 0x001F, 0x0020, 0x003F, 0x0040, 0x4004,
                                    0x401F, 0x4020, 0x403F, 0x4040, 0x8002};
  memset(b.spu->config.pmu_events, 0, sizeof b.spu->config.pmu_events);
  memcpy(&b.spu->config.pmu_events[SPU_MAX_PMU_EVENTS - 11], listed, sizeof listed);
  // SW_INCR, CPU_CYCLES, CHAIN; SAMPLE_POP, FEED, FILTRATE, COLLISION
  assert_int_equal(pmu_mrs(SPU_PMCEID0_EL0), UINT64_C(0x8000001FC0020003));
  assert_int_equal(pmu_mrs(SPU_PMCEID1_EL0), UINT64_C(0x8000000180000001));
  memset(b.spu->config.pmu_events, 0, sizeof b.spu->config.pmu_events);
  assert_int_equal(pmu_mrs(SPU_PMCEID0_EL0), UINT64_C(0xF40020001));
  assert_int_equal(pmu_mrs(SPU_PMCEID1_EL0), 0);
  uint64_t value = 1;
  assert_false(spu_pmu_peek(b.spu, SPU_PMMIR_EL1, &value));
  b.spu->config.pmu_version = 4;
  for (uint32_t slots = 1; slots <= SPU_MAX_SLOTS; slots++) {
    b.spu->config.dispatch_width = slots;
    b.spu->config.have_pmu_sme = slots % 2 != 0;
    assert_true(spu_pmu_peek(b.spu, SPU_PMMIR_EL1, &value));
    assert_int_equal(value, slots | (slots % 2 != 0 ? 0x10000000 : 0));
    assert_int_equal(pmu_mrs(SPU_PMMIR_EL1), value);
  }
  b.spu->config.pmu_version = 0;
  assert_false(spu_pmu_claims(b.spu, SPU_PMCR_EL0));
}

static bool has_event(const struct spu_config *config, uint16_t number)
{
  bool found = spu_pmu_own_event(number);
  for (uint32_t i = 0; i < SPU_MAX_PMU_EVENTS; i++) {
    found |= config->pmu_events[i] == number;
  }
  return found;
}

// P6, D14.6: the core of a named configuration reports the PMU events that its features require; none are required for
// TRCIDR5.NUMEXTINSEL, which the configuration does not contain.
TEST(every_required_event_is_reported)
{
  static const uint16_t always[] = {0x0003, 0x0004, 0x0010, 0x0011, 0x0012, 0x0023, 0x0024};
  static const uint16_t from_p4[] = {0x003C, 0x0039, 0x4006, 0x0040};
  static const uint16_t all_or_none[] = {0x003D, 0x003E, 0x003F};
  static const uint16_t ete[] = {0x4010, 0x4011, 0x4012, 0x4013};
  struct spu_config config;
  unsigned configs = 0;
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    assert_int_equal(spu_config_by_name(spu_config_name(i), &config), SPU_OK);
    if (config.pmu_version == 0 || config.pmu_counters == 0) {
      continue;
    }
    configs++;
    for (size_t n = 0; n < COUNT(always); n++) {
      assert_true(has_event(&config, always[n]));
    }
    assert_true(has_event(&config, 0x0008) || has_event(&config, 0x001B));
    for (size_t n = 0; n < 4 && config.pmu_version >= 4; n++) {
      assert_true(has_event(&config, from_p4[n]));
    }
    for (size_t n = 1; n < 3; n++) {
      assert_int_equal(has_event(&config, all_or_none[n]), has_event(&config, all_or_none[0]));
    }
    assert_true(config.pmu_version < 9 || has_event(&config, 0x0014));
    assert_true(!config.have_sve || has_event(&config, 0x8002) || has_event(&config, 0x8006));
    for (size_t n = 0; n < 4 && config.have_trace && config.have_gcs;
         n++) {  // Armv9: the trace unit is an ETE
      assert_true(has_event(&config, ete[n]));
    }
  }
  assert_true(configs >= 6);
}

// P3: PMSELR_EL0 selects the counter of PMXEVTYPER_EL0 and PMXEVCNTR_EL0.
TEST(selection_leads_to_its_counter)
{
  pmu_open("base");
  b.spu->pmu.cnten = 0;
  pmu_msr(SPU_PMSELR_EL0, 3);
  pmu_msr(SPU_PMXEVTYPER_EL0, 0x1234);
  pmu_msr(SPU_PMXEVCNTR_EL0, 77);
  assert_int_equal(pmu_mrs(evtyper(3)), 0x1234);
  assert_int_equal(pmu_mrs(evcntr(3)), 77);
  assert_int_equal(pmu_mrs(SPU_PMXEVTYPER_EL0), 0x1234);
  assert_int_equal(pmu_mrs(SPU_PMXEVCNTR_EL0), 77);
  assert_int_equal(bench_peek(SPU_PMXEVCNTR_EL0), 77);
  pmu_msr(SPU_PMSELR_EL0, 31);
  pmu_msr(SPU_PMXEVTYPER_EL0, SPU_PMEVTYPER_EL0_U);
  assert_int_equal(pmu_mrs(SPU_PMCCFILTR_EL0), SPU_PMEVTYPER_EL0_U);
  pmu_msr(SPU_PMXEVCNTR_EL0, 5);
  assert_int_equal(pmu_mrs(SPU_PMXEVCNTR_EL0), 0);
  assert_int_equal(bench_peek(SPU_PMXEVTYPER_EL0), SPU_PMEVTYPER_EL0_U);
}

// P3: AArch32 state reads and writes bits 31 to 0.
TEST(aarch32_access_is_32_bits)
{
  pmu_open("aarch32-el3");
  b.in.el3_aarch32 = true;
  b.in.pe_aarch32 = true;
  b.in.pe_el = SPU_EL3;
  b.spu->pmu.cnten = 0;
  b.spu->pmu.evcntr[0] = UINT64_C(0x1122334455667788);
  b.spu->pmu.ccntr = UINT64_C(0x1122334455667788);
  b.spu->config.spe_version = 2;
  b.spu->pmu.pmcr = SPU_PMCR_EL0_FZS;
  assert_int_equal(pmu_mrs(evcntr(0)), 0x55667788);
  assert_int_equal(pmu_mrs(SPU_PMCCNTR_EL0), 0x55667788);
  pmu_msr(evcntr(0), 1);
  pmu_msr(SPU_PMCCNTR_EL0, 2);
  pmu_msr(SPU_PMCR_EL0, SPU_PMCR_EL0_LC);
  assert_int_equal(b.spu->pmu.evcntr[0], UINT64_C(0x1122334400000001));
  assert_int_equal(b.spu->pmu.ccntr, UINT64_C(0x1122334400000002));
  assert_int_equal(b.spu->pmu.pmcr, SPU_PMCR_EL0_FZS | SPU_PMCR_EL0_LC);
  b.spu->config.have_pmu_sme = true;
  b.spu->pmu.evtyper[0] = b.spu->pmu.ccfiltr = SPU_PMEVTYPER_EL0_VS | SPU_PMEVTYPER_EL0_P;
  assert_int_equal(pmu_mrs(evtyper(0)), SPU_PMEVTYPER_EL0_P);
  pmu_msr(evtyper(0), SPU_PMEVTYPER_EL0_U | 0x11);
  pmu_msr(SPU_PMCCFILTR_EL0, SPU_PMEVTYPER_EL0_U);
  assert_int_equal(b.spu->pmu.evtyper[0], SPU_PMEVTYPER_EL0_VS | SPU_PMEVTYPER_EL0_U | 0x11);
  assert_int_equal(b.spu->pmu.ccfiltr, SPU_PMEVTYPER_EL0_VS | SPU_PMEVTYPER_EL0_U);
}
