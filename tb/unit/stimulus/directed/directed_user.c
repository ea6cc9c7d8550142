// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for FEAT_PMUv3p9: EL0's access to the performance monitors under PMUSERENR_EL0.{UEN, TID} and PMUACR_EL1,
// and PMZR_EL0; and for FEAT_SPE_DPFZS (requirements N7, N8; Arm ARM D24.5, G8.4, D13.5.3).
#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(user)

#define COUNT UINT64_C(0xFFFFFFFF)
#define CYCLES (UINT64_C(1) << 31)
#define EN SPU_PMUSERENR_EL0_EN
#define SW SPU_PMUSERENR_EL0_SW
#define CR SPU_PMUSERENR_EL0_CR
#define ER SPU_PMUSERENR_EL0_ER
#define UEN SPU_PMUSERENR_EL0_UEN
#define TID SPU_PMUSERENR_EL0_TID

enum { EC_SYSTEM = 0x18, EC_CP15 = 0x03 };

static bool el2(const struct spu_config *config)
{
  return config->have_el2 && config->have_el3;
}

// Disables counting and sets the first two event counters and the cycle counter.
static void values(struct directed_script *script, uint64_t zero, uint64_t one, uint64_t cycles)
{
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC);
  directed_msr(script, SPU_PMCNTENCLR_EL0, COUNT);
  directed_msr(script, SPU_PMOVSCLR_EL0, COUNT);
  directed_msr(script, spu_sysreg_pmevcntr(0), zero);
  directed_msr(script, spu_sysreg_pmevcntr(1), one);
  directed_msr(script, SPU_PMCCNTR_EL0, cycles);
}

static void expect_values(struct directed_script *script, uint64_t zero, uint64_t one, uint64_t cycles)
{
  directed_expect(script, spu_sysreg_pmevcntr(0), zero);
  directed_expect(script, spu_sysreg_pmevcntr(1), one);
  directed_expect(script, SPU_PMCCNTR_EL0, cycles);
}

// Checks the three counters at EL1.
static void expect_at_el1(struct directed_script *script, uint64_t zero, uint64_t one, uint64_t cycles)
{
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  expect_values(script, zero, one, cycles);
}

// EL1 sets EL0's permissions and moves to EL0.
static void user(struct directed_script *script, uint64_t enables, uint64_t counters)
{
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_msr(script, SPU_PMUSERENR_EL0, enables);
  directed_msr(script, SPU_PMUACR_EL1, counters);
  directed_add1(script, STEP_LEVEL, SPU_EL0);
}

static void end(struct directed_script *script)
{
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_msr(script, SPU_PMUSERENR_EL0, 0);
  directed_msr(script, SPU_PMUACR_EL1, 0);
}

static void traps(struct directed_script *script, uint16_t addr, uint64_t ec)
{
  directed_add(script, STEP_VERDICT, addr, SPU_ACCESS_TRAP_EL1, ec);
}

static void allowed(struct directed_script *script, uint16_t addr)
{
  directed_add(script, STEP_VERDICT, addr, SPU_ACCESS_OK, 0);
}

// N7, J1, SPEFreezeOnEvent: PMCR_EL0.{FZS, DP} = {1, 1}. Without FEAT_SPE_DPFZS the cycle counter continues for either
// DP.
SCENARIO_IF(cycle_counter_freezes_on_spe_event_by_dp, config->pmu_version != 0 && config->spe_version >= 2)
{
  enum { BEFORE = 5, STOPPED = 20, ACCESSES = 3 };  // cycles; ACCESSES: those of an MRS and an MSR
  for (uint64_t dp = 0; dp < 2; dp++) {
    const bool freezes = config->have_dpfzs && dp != 0;
    directed_program(script, directed_buffer, directed_end);
    directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | SPU_PMBLIMITR_EL1_PMFZ | 1);
    directed_msr(script, SPU_PMCNTENSET_EL0, CYCLES);
    directed_msr(script, SPU_PMCCFILTR_EL0, 0);
    directed_msr(script, SPU_PMCR_EL0,
                 SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC | SPU_PMCR_EL0_FZS | (dp != 0 ? SPU_PMCR_EL0_DP : 0));
    directed_msr(script, SPU_PMCCNTR_EL0, 0);
    directed_add1(script, STEP_CLOCKS, BEFORE);
    directed_msr(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
    directed_add1(script, STEP_CLOCKS, STOPPED);
    directed_expect(script, SPU_PMCCNTR_EL0, freezes ? BEFORE + 1 : BEFORE + 1 + STOPPED);
    directed_msr(script, SPU_PMBSR_EL1, 0);
    directed_add1(script, STEP_CLOCKS, BEFORE);
    directed_expect(script, SPU_PMCCNTR_EL0, freezes ? 2 * BEFORE + 1 : 2 * BEFORE + 1 + STOPPED + ACCESSES);
  }
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC);
}

// PMUACR_EL1: with UEN, a counter that EL0 may not read is zero under each of its names.
SCENARIO_IF(pmuacr_limits_reads_at_el0, directed_counters(config, 9, 2))  // N8
{
  values(script, 0x11, 0x22, 0x33);
  directed_msr(script, spu_sysreg_pmevtyper(0), SPU_EVENT_CPU_CYCLES);
  directed_msr(script, SPU_PMCCFILTR_EL0, SPU_PMCCFILTR_EL0_NSH);
  user(script, UEN, CYCLES | 1);
  expect_values(script, 0x11, 0, 0x33);
  directed_mrs(script, spu_sysreg_pmevtyper(0), 0xFFFF, SPU_EVENT_CPU_CYCLES);
  directed_msr(script, SPU_PMSELR_EL0, 0);
  directed_expect(script, SPU_PMXEVCNTR_EL0, 0x11);
  directed_msr(script, SPU_PMSELR_EL0, 1);
  directed_expect(script, SPU_PMXEVCNTR_EL0, 0);
  user(script, UEN, 2);
  expect_values(script, 0, 0x22, 0);
  directed_expect(script, spu_sysreg_pmevtyper(0), 0);
  directed_expect(script, SPU_PMCCFILTR_EL0, 0);
  directed_expect(script, SPU_PMXEVCNTR_EL0, 0x22);
  directed_msr(script, SPU_PMSELR_EL0, 31);
  directed_expect(script, SPU_PMXEVTYPER_EL0, 0);
  user(script, EN, 0);  // PMUACR_EL1 has no effect without UEN
  expect_values(script, 0x11, 0x22, 0x33);
  user(script, UEN, 0);
  expect_at_el1(script, 0x11, 0x22, 0x33);  // nor does it above EL0
  end(script);
}

// Writes at EL0: PMUACR_EL1 allows them, ER and CR make counters read-only. Other writes are ignored.
SCENARIO_IF(pmuacr_and_read_only_limit_writes_at_el0, directed_counters(config, 9, 2))  // N8
{
  static const struct {
    uint64_t enables;
    uint64_t counters;
    uint64_t zero;
    uint64_t one;
    uint64_t cycles;
  } rows[] = {{UEN, CYCLES | 1, 7, 2, 7},      {UEN, 2, 1, 7, 3},      {UEN | ER, CYCLES | 3, 1, 2, 7},
              {UEN | CR, CYCLES | 3, 7, 7, 3}, {UEN | SW, 1, 7, 2, 3}, {UEN | ER | CR, CYCLES | 3, 1, 2, 3},
              {EN | ER | CR, 0, 7, 7, 7}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    values(script, 1, 2, 3);
    user(script, rows[i].enables, rows[i].counters);
    directed_msr(script, spu_sysreg_pmevcntr(0), 7);
    directed_msr(script, spu_sysreg_pmevcntr(1), 7);
    directed_msr(script, SPU_PMCCNTR_EL0, 7);
    expect_at_el1(script, rows[i].zero, rows[i].one, rows[i].cycles);
  }
  values(script, 1, 2, 3);
  directed_msr(script, spu_sysreg_pmevtyper(0), SPU_EVENT_SW_INCR);
  user(script, UEN | ER, 1);
  directed_msr(script, spu_sysreg_pmevtyper(0), SPU_EVENT_CPU_CYCLES);
  directed_mrs(script, spu_sysreg_pmevtyper(0), 0xFFFF, SPU_EVENT_SW_INCR);
  user(script, UEN, 1);
  directed_msr(script, spu_sysreg_pmevtyper(0), SPU_EVENT_CPU_CYCLES);
  directed_mrs(script, spu_sysreg_pmevtyper(0), 0xFFFF, SPU_EVENT_CPU_CYCLES);
  end(script);
}

// In set and clear registers, bits that EL0 may not access read as zero and ignore writes; read-only bits ignore
// writes.
SCENARIO_IF(pmuacr_masks_enables_and_flags_at_el0, directed_counters(config, 9, 2))  // N8
{
  static const struct {
    uint16_t set;
    uint16_t clear;
  } pairs[] = {{SPU_PMCNTENSET_EL0, SPU_PMCNTENCLR_EL0}, {SPU_PMOVSSET_EL0, SPU_PMOVSCLR_EL0}};
  const uint64_t all = CYCLES | 3;
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    values(script, 0, 0, 0);
    directed_msr(script, pairs[i].set, all);
    user(script, UEN, 1);
    directed_expect(script, pairs[i].set, 1);
    directed_expect(script, pairs[i].clear, 1);
    directed_msr(script, pairs[i].clear, COUNT);
    user(script, UEN | ER, all);
    directed_expect(script, pairs[i].set, CYCLES | 2);  // read-only, but readable
    directed_msr(script, pairs[i].set, COUNT);
    directed_expect(script, pairs[i].set, CYCLES | 2);
    directed_msr(script, pairs[i].clear, COUNT);
    directed_expect(script, pairs[i].set, 2);
    user(script, UEN | CR, all);
    directed_msr(script, pairs[i].set, CYCLES | 1);
    directed_expect(script, pairs[i].set, 3);
    directed_add1(script, STEP_LEVEL, SPU_EL1);
    directed_msr(script, pairs[i].clear, COUNT);
  }
  end(script);
}

// PMSWINC_EL0 with UEN: PMUACR_EL1 decides, unless SW is set.
SCENARIO_IF(software_increment_at_el0_needs_pmuacr_or_sw, directed_counters(config, 9, 2))  // N8
{
  values(script, 0, 0, 0);
  for (uint32_t n = 0; n < 2; n++) {
    directed_msr(script, spu_sysreg_pmevtyper(n), SPU_EVENT_SW_INCR);
  }
  directed_msr(script, SPU_PMCNTENSET_EL0, 3);
  directed_enable_monitors(script);
  user(script, UEN, 1);
  directed_msr(script, SPU_PMSWINC_EL0, 3);
  expect_at_el1(script, 1, 0, 0);
  user(script, UEN | ER, 2);  // read-only applies to counters and PMZR_EL0 only
  directed_msr(script, SPU_PMSWINC_EL0, 3);
  expect_at_el1(script, 1, 1, 0);
  user(script, UEN | SW, 0);
  directed_msr(script, SPU_PMSWINC_EL0, 3);
  expect_at_el1(script, 2, 2, 0);
  user(script, SW, 0);
  directed_msr(script, SPU_PMSWINC_EL0, 3);
  expect_at_el1(script, 3, 3, 0);
  end(script);
}

// Above EL0, PMZR_EL0 zeroes the selected counters that belong to the Exception level, and nothing else.
SCENARIO_IF(pmzr_zeroes_what_it_names, directed_counters(config, 9, 2))  // N8
{
  values(script, 1, 2, 3);
  directed_msr(script, SPU_PMUSERENR_EL0, UEN | ER | CR);
  directed_msr(script, SPU_PMUACR_EL1, 0);
  directed_msr(script, SPU_PMOVSSET_EL0, CYCLES | 3);
  directed_msr(script, SPU_PMZR_EL0, 1);
  expect_values(script, 0, 2, 3);
  directed_msr(script, SPU_PMZR_EL0, CYCLES);
  expect_values(script, 0, 2, 0);
  directed_msr(script, SPU_PMZR_EL0, UINT64_MAX ^ 2);
  expect_values(script, 0, 2, 0);
  directed_msr(script, SPU_PMZR_EL0, 2);
  expect_values(script, 0, 0, 0);
  directed_mrs(script, SPU_PMOVSCLR_EL0, COUNT, CYCLES | 3);
  if (el2(config)) {
    values(script, 1, 2, 3);
    DIRECTED_PIN(script, mdcr_el2_hpmn, 1);
    directed_msr(script, SPU_PMZR_EL0, COUNT);
    DIRECTED_PIN(script, mdcr_el2_hpmn, config->pmu_counters);
    expect_values(script, 0, 2, 0);
  }
  end(script);
}

// PMZR_EL0 at EL0.
SCENARIO_IF(pmzr_at_el0_follows_pmuacr, directed_counters(config, 9, 2))  // N8
{
  static const struct {
    uint64_t enables;
    uint64_t counters;
    uint64_t zero;
    uint64_t one;
    uint64_t cycles;
  } rows[] = {{UEN, CYCLES | 1, 0, 2, 0},      {UEN, 2, 1, 0, 3},      {UEN | ER, CYCLES | 3, 1, 2, 0},
              {UEN | CR, CYCLES | 3, 0, 0, 3}, {UEN | SW, 1, 0, 2, 3}, {EN | ER | CR, 0, 0, 0, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    values(script, 1, 2, 3);
    user(script, rows[i].enables, rows[i].counters);
    directed_msr(script, SPU_PMZR_EL0, COUNT);
    expect_at_el1(script, rows[i].zero, rows[i].one, rows[i].cycles);
  }
  user(script, ER | CR | SW, CYCLES | 3);
  directed_add(script, STEP_REFUSED, SPU_PMZR_EL0, SPU_ACCESS_TRAP_EL1, EC_SYSTEM);
  end(script);
}

// UEN gives EL0 access to every register but PMCR_EL0, to which it removes access.
SCENARIO_IF(pmcr_traps_with_user_enable, directed_counters(config, 9, 1))  // N8
{
  static const uint16_t enabled[] = {SPU_PMCCFILTR_EL0,  SPU_PMCCNTR_EL0,  SPU_PMCNTENCLR_EL0,
                                     SPU_PMCNTENSET_EL0, SPU_PMOVSCLR_EL0, SPU_PMOVSSET_EL0,
                                     SPU_PMSELR_EL0,     SPU_PMCEID0_EL0,  SPU_PMCEID1_EL0};
  user(script, EN, COUNT);
  allowed(script, SPU_PMCR_EL0);
  user(script, UEN | EN, COUNT);
  traps(script, SPU_PMCR_EL0, EC_SYSTEM);
  user(script, UEN, 0);
  traps(script, SPU_PMCR_EL0, EC_SYSTEM);
  for (size_t i = 0; i < sizeof enabled / sizeof enabled[0]; i++) {
    allowed(script, enabled[i]);
  }
  allowed(script, spu_sysreg_pmevcntr(0));
  allowed(script, spu_sysreg_pmevtyper(0));
  user(script, 0, COUNT);
  for (size_t i = 0; i < sizeof enabled / sizeof enabled[0]; i++) {
    traps(script, enabled[i], EC_SYSTEM);
  }
  end(script);
}

// TID traps whatever else allows the access, but only at EL0.
SCENARIO_IF(pmceid_traps_by_tid, directed_counters(config, 9, 0))  // N8
{
  static const uint64_t enables[] = {EN, UEN, EN | UEN};
  for (size_t i = 0; i < sizeof enables / sizeof enables[0]; i++) {
    user(script, enables[i], COUNT);
    allowed(script, SPU_PMCEID0_EL0);
    allowed(script, SPU_PMCEID1_EL0);
    user(script, enables[i] | TID, COUNT);
    traps(script, SPU_PMCEID0_EL0, EC_SYSTEM);
    traps(script, SPU_PMCEID1_EL0, EC_SYSTEM);
    allowed(script, SPU_PMCCNTR_EL0);
  }
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  allowed(script, SPU_PMCEID0_EL0);
  if (config->aarch32_el0) {
    directed_add1(script, STEP_LEVEL, SPU_EL0);
    DIRECTED_PIN(script, pe_aarch32, 1);
    traps(script, SPU_PMCEID0_EL0, EC_CP15);
    DIRECTED_PIN(script, pe_aarch32, 0);
  }
  end(script);
}

// N8: UEN acts as zero while EL1 uses AArch32: EN decides, and PMUACR_EL1 has no effect. Refused accesses are UNDEFINED
// then.
SCENARIO_IF(user_enable_needs_el1_in_aarch64,
            directed_counters(config, 9, 2) && config->aarch32_el1 && el2(config))
{
  values(script, 0x11, 0x22, 0x33);
  user(script, UEN, COUNT);
  DIRECTED_PIN(script, hcr_el2_rw, 0);
  DIRECTED_PIN(script, pe_aarch32, 1);
  directed_add(script, STEP_VERDICT, SPU_PMCCNTR_EL0, SPU_ACCESS_UNDEFINED, 0);
  directed_add(script, STEP_VERDICT, SPU_PMOVSSET_EL0, SPU_ACCESS_UNDEFINED, 0);
  DIRECTED_PIN(script, hcr_el2_rw, 1);
  DIRECTED_PIN(script, pe_aarch32, 0);
  user(script, UEN | EN | TID, 0);
  DIRECTED_PIN(script, hcr_el2_rw, 0);
  DIRECTED_PIN(script, pe_aarch32, 1);
  directed_mrs(script, SPU_PMCCNTR_EL0, COUNT, 0x33);
  directed_mrs(script, spu_sysreg_pmevcntr(1), COUNT, 0x22);
  allowed(script, SPU_PMCR_EL0);
  directed_add(script, STEP_VERDICT, SPU_PMCEID0_EL0, SPU_ACCESS_UNDEFINED, 0);  // TID applies even so
  DIRECTED_PIN(script, hcr_el2_rw, 1);
  DIRECTED_PIN(script, pe_aarch32, 0);
  end(script);
}

// EL0 in AArch32 under EL1 in AArch64.
SCENARIO_IF(user_enable_allows_aarch32_at_el0, directed_counters(config, 9, 2) && config->aarch32_el0)  // N8
{
  values(script, 0x11, 0x22, 0x33);
  user(script, UEN, CYCLES | 2);
  DIRECTED_PIN(script, pe_aarch32, 1);
  directed_mrs(script, SPU_PMCCNTR_EL0, COUNT, 0x33);
  directed_mrs(script, spu_sysreg_pmevcntr(0), COUNT, 0);
  directed_mrs(script, spu_sysreg_pmevcntr(1), COUNT, 0x22);
  traps(script, SPU_PMCR_EL0, EC_CP15);
  directed_msr(script, spu_sysreg_pmevcntr(0), 5);
  directed_msr(script, spu_sysreg_pmevcntr(1), 5);
  DIRECTED_PIN(script, pe_aarch32, 0);
  expect_at_el1(script, 0x11, 5, 0x33);
  end(script);
}

// PMUACR_EL1 has C and a bit for each counter of the Exception level; other bits read as zero and ignore writes.
SCENARIO_IF(pmuacr_has_a_bit_for_each_counter, directed_counters(config, 9, 0))  // N8
{
  const uint64_t all = CYCLES | ((UINT64_C(1) << config->pmu_counters) - 1);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_msr(script, SPU_PMUACR_EL1, UINT64_MAX);
  directed_expect(script, SPU_PMUACR_EL1, all);
  if (el2(config) && config->pmu_counters >= 2) {
    DIRECTED_PIN(script, mdcr_el2_hpmn, 1);
    directed_expect(script, SPU_PMUACR_EL1, CYCLES | 1);
    directed_msr(script, SPU_PMUACR_EL1, 0);
    directed_add1(script, STEP_LEVEL, SPU_EL2);
    directed_expect(script, SPU_PMUACR_EL1, all & ~(CYCLES | 1));
    directed_add1(script, STEP_LEVEL, SPU_EL1);
  }
  end(script);
}

// Access to PMUACR_EL1 and PMZR_EL0.
SCENARIO_IF(pmuacr_and_pmzr_trap, directed_counters(config, 9, 0))  // N8
{
  user(script, EN | UEN, COUNT);
  directed_add(script, STEP_VERDICT, SPU_PMUACR_EL1, SPU_ACCESS_UNDEFINED, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_add(script, STEP_VERDICT, SPU_PMZR_EL0, SPU_ACCESS_UNDEFINED, 0);  // write only
  if (config->have_el2 && config->have_fgt2) {
    DIRECTED_PIN(script, hdfgrtr2_el2, ~SPU_PMUACR_EL1_TRAP);
    directed_add(script, STEP_VERDICT, SPU_PMUACR_EL1, SPU_ACCESS_TRAP_EL2, EC_SYSTEM);
    DIRECTED_PIN(script, hdfgrtr2_el2, UINT64_MAX);
    allowed(script, SPU_PMUACR_EL1);
    DIRECTED_PIN(script, hdfgwtr2_el2, ~SPU_PMUACR_EL1_TRAP);
    directed_add(script, STEP_REFUSED, SPU_PMUACR_EL1, SPU_ACCESS_TRAP_EL2, EC_SYSTEM);
    DIRECTED_PIN(script, hdfgwtr2_el2, ~SPU_PMZR_EL0_TRAP);
    directed_add(script, STEP_REFUSED, SPU_PMZR_EL0, SPU_ACCESS_TRAP_EL2, EC_SYSTEM);
    directed_add1(script, STEP_LEVEL, SPU_EL0);
    directed_add(script, STEP_REFUSED, SPU_PMZR_EL0, SPU_ACCESS_TRAP_EL2, EC_SYSTEM);
    directed_add1(script, STEP_LEVEL, SPU_EL1);
    DIRECTED_PIN(script, hdfgwtr2_el2, UINT64_MAX);
    if (config->have_el3) {
      DIRECTED_PIN(script, scr_el3_fgten2, 0);
      directed_add(script, STEP_VERDICT, SPU_PMUACR_EL1, SPU_ACCESS_TRAP_EL2, EC_SYSTEM);
      directed_add(script, STEP_REFUSED, SPU_PMZR_EL0, SPU_ACCESS_TRAP_EL2, EC_SYSTEM);
      DIRECTED_PIN(script, scr_el3_fgten2, 1);
    }
  }
  if (config->have_el3) {
    DIRECTED_PIN(script, mdcr_el3_enpm2, 0);
    directed_refuse(script, SPU_PMUACR_EL1, SPU_ACCESS_TRAP_EL3, EC_SYSTEM);
    directed_msr(script, SPU_PMZR_EL0, 0);  // EnPM2 does not apply to it
    DIRECTED_PIN(script, mdcr_el3_enpm2, 1);
  }
  end(script);
}

// Before FEAT_PMUv3p9 neither the fields nor the registers exist.
SCENARIO_IF(user_enable_follows_the_version, config->pmu_version != 0)  // N8
{
  const uint64_t fields = directed_counters(config, 9, 0) ? UEN | TID : 0;
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_msr(script, SPU_PMUSERENR_EL0, UINT64_MAX);
  directed_expect(script, SPU_PMUSERENR_EL0, EN | SW | CR | ER | fields);
  directed_msr(script, SPU_PMUSERENR_EL0, 0);
  if (!directed_counters(config, 9, 0)) {
    directed_add(script, STEP_VERDICT, SPU_PMUACR_EL1, SPU_ACCESS_UNDEFINED, 0);
    directed_add(script, STEP_REFUSED, SPU_PMZR_EL0, SPU_ACCESS_UNDEFINED, 0);
  }
}
