// SPDX-License-Identifier: Apache-2.0
//
// Counting in a cycle: counters, overflow flags, PMU events, and the overflow interrupt (Arm ARM D13.3).
#include "unit/test/model/model_pmu_bench.h"

// P3: counters have 32 bits before FEAT_PMUv3p5: they wrap, and any increment with a carry out of bit 31 sets the flag.
TEST(narrow_counter_wraps_at_bit_31)
{
  pmu_open("base");
  b.spu->pmu.evcntr[0] = 0xFFFFFFF8;
  b.spu->pmu.evcntr[1] = 0xFFFFFFF0;
  pmu_clock(15);
  assert_int_equal(b.out.pmevcntr[0], 0xFFFFFFF8);
  pmu_clock(0);
  assert_int_equal(b.out.pmevcntr[0], 7);
  assert_int_equal(b.out.pmevcntr[1], 0xFFFFFFFF);
  assert_int_equal(b.out.pmevcntr[2], 15);
  assert_int_equal(b.out.pmovs, 1);
  pmu_clock(1);
  pmu_clock(0);
  assert_int_equal(b.out.pmevcntr[1], 0);
  assert_int_equal(b.out.pmovs, 3);
}

// P3: 64-bit counters count in all bits; LP and HLP select the bit at which they overflow.
TEST(long_counter_overflows_where_lp_and_hlp_say)
{
  static const struct {
    uint64_t lp;
    bool hlp;
    uint32_t ovs;
  } rows[] = {
      {0, false, 0x3F}, {SPU_PMCR_EL0_LP, false, 0x3A}, {SPU_PMCR_EL0_LP, true, 0x2A}, {0, true, 0x2F}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    pmu_open("v8.7");
    b.in.mdcr_el2_hpmn = 4;
    b.in.mdcr_el2_hpme = true;
    b.in.mdcr_el2_hlp = rows[i].hlp;
    b.spu->pmu.pmcr |= rows[i].lp;
    for (uint32_t n = 0; n < 6; n++) {
      b.spu->pmu.evcntr[n] = n % 2 == 0 ? 0xFFFFFFFF : UINT64_MAX;
    }
    pmu_clock(1);
    assert_int_equal(b.spu->pmu.evcntr[0], 0x100000000);
    assert_int_equal(b.spu->pmu.evcntr[1], 0);
    assert_int_equal(b.spu->pmu.ovs, rows[i].ovs);
  }
}

// Expects these values in the first four counters after a cycle with `times` events.
static void expect_chain(uint8_t times, const uint64_t values[4])
{
  pmu_clock(times);
  assert_memory_equal(b.spu->pmu.evcntr, values, 4 * sizeof *values);
}

// P3: CHAIN counts the overflow of the even neighbour in the same cycle, unless that overflows at bit 63.
TEST(chain_counts_overflows_of_its_neighbour)
{
  pmu_open("v8.7");
  for (uint32_t n = 1; n < 4; n++) {
    b.spu->pmu.evtyper[n] = SPU_PMEVTYPER_EL0_NSH | SPU_EVENT_CHAIN;
  }
  b.spu->pmu.evcntr[0] = 0xFFFFFFFE;
  expect_chain(1, (const uint64_t[]){0xFFFFFFFF, 0, 0, 0});
  expect_chain(3, (const uint64_t[]){0x100000002, 1, 0, 0});
  expect_chain(3, (const uint64_t[]){0x100000005, 1, 0, 0});
  // An odd counter's overflow causes no CHAIN
  b.spu->pmu.evtyper[1] = SPU_PMEVTYPER_EL0_NSH | EVENT;
  b.spu->pmu.evcntr[1] = 0xFFFFFFFF;
  expect_chain(1, (const uint64_t[]){0x100000006, 0x100000000, 0, 0});
  b.spu->pmu.evtyper[1] = SPU_PMEVTYPER_EL0_NSH | SPU_EVENT_CHAIN;
  b.spu->pmu.evcntr[0] = UINT64_MAX;
  b.spu->pmu.evcntr[1] = 0;
  b.spu->pmu.pmcr |= SPU_PMCR_EL0_LP;
  expect_chain(1, (const uint64_t[]){0, 0, 0, 0});
  // The flag freezes from the next cycle on, not in this one
  b.spu->pmu.pmcr = SPU_PMCR_EL0_E | SPU_PMCR_EL0_FZO;
  b.spu->pmu.ovs = 0;
  b.spu->pmu.evcntr[0] = 0xFFFFFFFF;
  expect_chain(1, (const uint64_t[]){0x100000000, 1, 0, 0});
  expect_chain(1, (const uint64_t[]){0x100000000, 1, 0, 0});
}

// Expects the cycle counter and the overflow flags after this many cycles.
static void expect_cycles(unsigned cycles, uint64_t ccntr, uint32_t ovs)
{
  bench_clean_cycles(cycles);
  assert_int_equal(b.spu->pmu.ccntr, ccntr);
  assert_int_equal(b.spu->pmu.ovs, ovs);
}

// P3: PMCCNTR_EL0: LC, and D, which LC = 1 overrides.
TEST(cycle_counter_follows_lc_and_d)
{
  pmu_open("base");
  b.spu->pmu.ccntr = 0xFFFFFFFF;
  expect_cycles(1, 0x100000000, CYCLE_BIT);
  b.spu->pmu.ovs = 0;
  b.spu->pmu.pmcr |= SPU_PMCR_EL0_LC;
  b.spu->pmu.ccntr = 0xFFFFFFFF;
  expect_cycles(1, 0x100000000, 0);
  b.spu->pmu.ccntr = UINT64_MAX;
  expect_cycles(1, 0, CYCLE_BIT);
  b.spu->pmu.pmcr |= SPU_PMCR_EL0_D;
  expect_cycles(1, 1, CYCLE_BIT);
  b.spu->pmu.pmcr = SPU_PMCR_EL0_E | SPU_PMCR_EL0_D;
  expect_cycles(63, 1, CYCLE_BIT);
  b.spu->pmu.ccfiltr = SPU_PMEVTYPER_EL0_P;  // the divider ignores cycles that are not counted
  expect_cycles(1, 1, CYCLE_BIT);
  b.spu->pmu.ccfiltr = 0;
  expect_cycles(1, 2, CYCLE_BIT);
  // PMCR.C clears counter and divider, not the flag
  bench_clean_cycles(40);
  pmu_msr(SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_D | SPU_PMCR_EL0_C);
  expect_cycles(0, 0, CYCLE_BIT);
  expect_cycles(63, 0, CYCLE_BIT);
  expect_cycles(1, 1, CYCLE_BIT);
}

static uint64_t counted(uint32_t number)
{
  b.spu->pmu.evtyper[0] = SPU_PMEVTYPER_EL0_NSH | number;
  b.spu->pmu.evcntr[0] = 0;
  spu_pmu_step(b.spu, &b.in, &b.out);
  return b.spu->pmu.evcntr[0];
}

// Occurrences of the unit's own event `number` in event_counts_by_its_own_pin; -1 for other events.
static int own_occurrences(const struct spu_config *config, uint32_t number)
{
  static const struct {
    uint16_t number;
    uint8_t times;
    uint8_t version;  // from FEAT_SPEv1p<n>
  } own[] = {{SPU_EVENT_SW_INCR, 0, 0},
             {SPU_EVENT_CPU_CYCLES, 1, 0},
             {SPU_EVENT_CHAIN, 0, 0},
             {SPU_EVENT_SAMPLE_POP, 8, 0},
             {SPU_EVENT_SAMPLE_FEED, 2, 0},
             {SPU_EVENT_SAMPLE_FILTRATE, 3, 0},
             {SPU_EVENT_SAMPLE_COLLISION, 4, 0},
             {SPU_EVENT_SAMPLE_FEED_BR, 5, 2},
             {SPU_EVENT_SAMPLE_FEED_LD, 6, 2},
             {SPU_EVENT_SAMPLE_FEED_ST, 7, 2},
             {SPU_EVENT_SAMPLE_FEED_OP, 10, 2},
             {SPU_EVENT_SAMPLE_FEED_EVENT, 11, 2},
             {SPU_EVENT_SAMPLE_FEED_LAT, 12, 2},
             {SPU_EVENT_SAMPLE_BUFFER_FULL, 13, 4}};
  if (number == 0x8348 || number == 0x8349) {  // SAMPLE_FEED_FP, SAMPLE_FEED_SIMD
    const int times = number == 0x8348 ? 9 : 15;
    return config->have_eft ? times : 0;
  }
  if (number == SPU_EVENT_SAMPLE_FEED_DS) {
    return config->have_fds ? 14 : 0;
  }
  for (size_t i = 0; i < COUNT(own); i++) {
    if (own[i].number == number) {
      return config->spe_version >= own[i].version ? own[i].times : 0;
    }
  }
  return -1;
}

// P3, P6: implemented events, and only those, count from their own pin; C4: the unit's own events need their features.
TEST(event_counts_by_its_own_pin)
{
  static const char *const configs[] = {"base", "v8.7", "v9", "v9.6"};
  for (uint32_t row = 0; row < 20; row++) {
    pmu_open(configs[row % 4]);
    b.spu->config.spe_version = row / 4;
    memset(b.in.pmu_event, 9, sizeof b.in.pmu_event);  // also pins without an event
    b.spu->config.pmu_events[40] = 0x00C0;             // IMPLEMENTATION DEFINED
    b.spu->config.pmu_events[62] = 0xC0C0;
    b.spu->config.pmu_events[63] = 0xFFFF;
    uint8_t expected[0x10000] = {0};
    for (uint32_t i = 0; i < SPU_MAX_PMU_EVENTS; i++) {
      b.in.pmu_event[i] = (uint8_t)(1 + i % 15);
      expected[b.spu->config.pmu_events[i]] = b.in.pmu_event[i];
    }
    b.out = (struct spu_out){.sample_pop = 8,
                             .sample_feed = 2,
                             .sample_filtrate = 3,
                             .sample_collision = 4,
                             .sample_feed_br = 5,
                             .sample_feed_ld = 6,
                             .sample_feed_st = 7,
                             .sample_feed_op = 10,
                             .sample_feed_event = 11,
                             .sample_feed_lat = 12,
                             .sample_feed_ds = 14,
                             .sample_feed_fp = 9,
                             .sample_feed_simd = 15,
                             .sample_buffer_full = 13};
    for (uint32_t number = 0; number < 0x10000; number++) {
      const int own = own_occurrences(&b.spu->config, number);
      assert_int_equal(counted(number), own >= 0 ? own : expected[number]);
    }
    *event_pin(EVENT) = 0x1F;
    assert_int_equal(counted(EVENT), 15);
  }
}

// P3: a write to PMSWINC_EL0 counts once, in its cycle, in counters of SW_INCR that the level can access and that
// count.
TEST(software_increment_counts_once)
{
  pmu_open("base");
  for (uint32_t n = 0; n < 6; n++) {
    b.spu->pmu.evtyper[n] = SPU_PMEVTYPER_EL0_NSH | (n == 1 ? EVENT : SPU_EVENT_SW_INCR);
  }
  b.spu->pmu.evtyper[2] |= SPU_PMEVTYPER_EL0_P;
  b.in.mdcr_el2_hpmn = 4;
  b.in.mdcr_el2_hpme = true;
  pmu_msr(SPU_PMSWINC_EL0, 0x3E);
  bench_clean();
  static const uint64_t at_el1[] = {0, 0, 0, 1, 0, 0};
  assert_memory_equal(b.spu->pmu.evcntr, at_el1, sizeof at_el1);
  b.in.pe_el = SPU_EL2;
  pmu_msr(SPU_PMSWINC_EL0, 0x31);
  static const uint64_t at_el2[] = {1, 0, 0, 1, 1, 1};
  assert_memory_equal(b.spu->pmu.evcntr, at_el2, sizeof at_el2);
}

static void check_interrupt(const char *config, bool rw)
{
  pmu_open(config);
  b.in.scr_el3_rw = rw;
  b.in.mdcr_el2_hpmn = 4;
  b.spu->pmu.cnten = 0;
  for (uint32_t n = 0; n < 32; n++) {
    for (unsigned bits = 0; bits < 16; bits++) {
      const bool pending = pmu_set_overflow(n, bits);
      bench_clean();
      assert_int_equal(b.out.pmuirq, pending);
      assert_int_equal(b.out.cti_pmu_overflow, b.out.pmuirq);
    }
  }
}

// P2: the level follows the enabled flags, each under the control of its range.
TEST(interrupt_level_is_that_of_enabled_flags)
{
  check_interrupt("base", true);
  check_interrupt("base", false);
  check_interrupt("el1only", true);
  pmu_open("base");
  b.spu->pmu.inten = CYCLE_BIT;
  b.spu->pmu.ccntr = 0xFFFFFFFF;
  bench_clean();
  assert_false(b.out.pmuirq);
  bench_clean();
  assert_true(b.out.pmuirq);
  b.in.pe_debug = true;
  bench_clean();
  assert_true(b.out.pmuirq);
  pmu_msr(SPU_PMOVSCLR_EL0, CYCLE_BIT);
  assert_true(b.out.pmuirq);
  bench_clean();
  assert_false(b.out.pmuirq);
}
