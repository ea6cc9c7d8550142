// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for FEAT_EBEP: whether an overflow causes an interrupt or a PMU Profiling exception, and to which Exception
// level (requirement N9; Arm ARM D13.3, D13.3.2, D24.5.9). Table D13-1 is copied row by row.
#include <string.h>

#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(pmu_exception)

#define COUNT UINT64_C(0xFFFFFFFF)
#define CYCLES (UINT64_C(1) << 31)
#define KPME SPU_PMECR_EL1_KPME

enum { EC_SYSTEM = 0x18 };
enum { IRQ, BELOW, NEITHER, EXCEPTION };  // PMEE; in PMECR_EL1 BELOW is reserved too
enum { MSK = 4, DIS, XX };  // cells other than SPU_EL1 to SPU_EL3 and IRQ; XX: any value, or not applicable

static bool ebep(const struct spu_config *config)
{
  return config->have_ebep;
}

static bool el2_enabled(const struct spu_config *config)
{
  return config->have_el2 && (config->have_el3 || !config->secure_only || config->have_sel2);
}

static uint8_t highest(const struct directed_script *script)
{
  return script->config->have_el3 ? SPU_EL3 : el2_enabled(script->config) ? SPU_EL2 : SPU_EL1;
}

// Sets MDCR_EL3.PMEE and MDCR_EL2.PMEE, where these levels exist.
static void pmee(struct directed_script *script, uint64_t el3, uint64_t el2)
{
  if (script->config->have_el3) {
    DIRECTED_PIN(script, mdcr_el3_pmee, el3);
  }
  if (script->config->have_el2) {
    DIRECTED_PIN(script, mdcr_el2_pmee, el2);
  }
}

// Disables counting, clears the flags, and lets EL1 decide.
static void clear(struct directed_script *script)
{
  pmee(script, BELOW, BELOW);
  directed_add1(script, STEP_LEVEL, highest(script));
  directed_stop_monitors(script);
  directed_msr(script, SPU_PMECR_EL1, 0);
}

// From now on the cycle counter's flag requests an interrupt or exception.
static void overflow(struct directed_script *script)
{
  directed_msr(script, SPU_PMINTENSET_EL1, CYCLES);
  directed_enable_monitors(script);
  directed_msr(script, SPU_PMOVSSET_EL0, CYCLES);
}

static void set_pmecr(struct directed_script *script, uint64_t value)
{
  directed_add1(script, STEP_LEVEL, highest(script));
  directed_msr(script, SPU_PMECR_EL1, value);
}

static void end(struct directed_script *script)
{
  clear(script);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
}

// Expects PMUIRQ and the three exceptions in this cycle: `to` is an Exception level or IRQ; any other value: none.
static void levels(struct directed_script *script, uint8_t to)
{
  _Static_assert(offsetof(struct spu_out, pmu_exception_el3) == offsetof(struct spu_out, pmuirq) + 3,
                 "pmuirq and the exceptions are next to each other");
  const uint8_t bytes[4] = {to == IRQ, to == SPU_EL1, to == SPU_EL2, to == SPU_EL3};
  uint32_t word = 0;
  memcpy(&word, bytes, sizeof word);
  directed_add(script, STEP_OUT, offsetof(struct spu_out, pmuirq), sizeof word, word);
}

// A row of Table D13-1.
struct row {
  uint8_t el3_pmee, el2_pmee, tge, pmee, kpme, pm;
  uint8_t cell[4];  // EL0 to EL3
};

static const struct row rows[] = {
    {0, XX, 0, XX, XX, XX, {IRQ, IRQ, IRQ, IRQ}},
    {0, XX, 1, XX, XX, XX, {IRQ, XX, IRQ, IRQ}},
    {1, 0, 0, XX, XX, XX, {IRQ, IRQ, IRQ, IRQ}},
    {1, 0, 1, XX, XX, XX, {IRQ, XX, IRQ, IRQ}},
    {1, 1, 0, 0, XX, XX, {IRQ, IRQ, IRQ, IRQ}},
    {1, 1, 0, 2, XX, XX, {DIS, DIS, DIS, DIS}},
    {1, 1, 0, 3, 0, XX, {SPU_EL1, MSK, MSK, MSK}},
    {1, 1, 0, 3, 1, 0, {SPU_EL1, SPU_EL1, MSK, MSK}},
    {1, 1, 0, 3, 1, 1, {SPU_EL1, MSK, MSK, MSK}},
    {1, 1, 1, 0, XX, XX, {IRQ, XX, IRQ, IRQ}},
    {1, 1, 1, 2, XX, XX, {DIS, XX, DIS, DIS}},
    {1, 1, 1, 3, XX, XX, {SPU_EL2, XX, MSK, MSK}},
    {1, 2, 0, XX, XX, XX, {DIS, DIS, DIS, DIS}},
    {1, 2, 1, XX, XX, XX, {DIS, XX, DIS, DIS}},
    {1, 3, 0, XX, 0, XX, {SPU_EL2, SPU_EL2, MSK, MSK}},
    {1, 3, 0, XX, 1, 0, {SPU_EL2, SPU_EL2, SPU_EL2, MSK}},
    {1, 3, 0, XX, 1, 1, {SPU_EL2, SPU_EL2, MSK, MSK}},
    {1, 3, 1, XX, 0, XX, {SPU_EL2, XX, MSK, MSK}},
    {1, 3, 1, XX, 1, 0, {SPU_EL2, XX, SPU_EL2, MSK}},
    {1, 3, 1, XX, 1, 1, {SPU_EL2, XX, MSK, MSK}},
    {2, XX, 0, XX, XX, XX, {DIS, DIS, DIS, DIS}},
    {2, XX, 1, XX, XX, XX, {DIS, XX, DIS, DIS}},
    {3, XX, 0, XX, 0, XX, {SPU_EL3, SPU_EL3, SPU_EL3, MSK}},
    {3, XX, 0, XX, 1, 0, {SPU_EL3, SPU_EL3, SPU_EL3, SPU_EL3}},
    {3, XX, 0, XX, 1, 1, {SPU_EL3, SPU_EL3, SPU_EL3, MSK}},
    {3, XX, 1, XX, 0, XX, {SPU_EL3, XX, SPU_EL3, MSK}},
    {3, XX, 1, XX, 1, 0, {SPU_EL3, XX, SPU_EL3, SPU_EL3}},
    {3, XX, 1, XX, 1, 1, {SPU_EL3, XX, SPU_EL3, MSK}},
};

static bool is(uint8_t printed, uint8_t value)
{
  return printed == XX || printed == value;
}

// The first matching row. The reserved PMECR_EL1.PMEE 0b01 has no row and acts as 0b10.
static const struct row *row_of(const struct row *values)
{
  const uint8_t own = values->pmee == BELOW ? NEITHER : values->pmee;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (is(rows[i].el3_pmee, values->el3_pmee) && is(rows[i].el2_pmee, values->el2_pmee) &&
        is(rows[i].tge, values->tge) && is(rows[i].pmee, own) && is(rows[i].kpme, values->kpme) &&
        is(rows[i].pm, values->pm)) {
      return &rows[i];
    }
  }
  return NULL;
}

// Checks each implemented Exception level.
static void each_level(struct directed_script *script, const struct row *values)
{
  const struct row *row = row_of(values);
  for (uint8_t el = SPU_EL0; row != NULL && el <= highest(script); el++) {
    if (row->cell[el] != XX && (el != SPU_EL2 || el2_enabled(script->config))) {
      directed_add1(script, STEP_LEVEL, el);
      levels(script, row->cell[el]);
    }
  }
}

static void each_control(struct directed_script *script, struct row *values)
{
  const uint8_t el3_last = script->config->have_el3 ? EXCEPTION : BELOW;
  const uint8_t el2_last = el2_enabled(script->config) ? EXCEPTION : BELOW;
  const uint8_t tge_last = el2_enabled(script->config) ? 1 : 0;
  for (values->el3_pmee = script->config->have_el3 ? IRQ : BELOW; values->el3_pmee <= el3_last;
       values->el3_pmee++) {
    for (values->el2_pmee = el2_enabled(script->config) ? IRQ : BELOW; values->el2_pmee <= el2_last;
         values->el2_pmee++) {
      pmee(script, values->el3_pmee, values->el2_pmee);
      for (values->tge = 0; values->tge <= tge_last; values->tge++) {
        for (values->pm = 0; values->pm <= 1; values->pm++) {
          DIRECTED_PIN(script, hcr_el2_tge, values->tge);
          DIRECTED_PIN(script, pe_pm, values->pm);
          each_level(script, values);
        }
      }
    }
  }
  DIRECTED_PIN(script, hcr_el2_tge, 0);
}

// N9, RGWLVY, RSCBDZ, Table D13-1: every combination of its left columns, at every Exception level.
SCENARIO_IF(each_row_of_table_d13_1_holds, ebep(config))
{
  struct row values = {0};
  clear(script);
  overflow(script);
  for (values.pmee = 0; values.pmee <= 3; values.pmee++) {
    for (values.kpme = 0; values.kpme <= 1; values.kpme++) {
      pmee(script, BELOW, BELOW);
      set_pmecr(script, values.pmee | (values.kpme != 0 ? KPME : 0));
      each_control(script, &values);
    }
  }
  end(script);
}

// N9, RSCBDZ: Debug state masks the exception at any Exception level below the target, but not PMUIRQ.
SCENARIO_IF(debug_state_masks_pmu_exceptions, ebep(config))
{
  clear(script);
  overflow(script);
  set_pmecr(script, EXCEPTION | KPME);
  for (uint64_t el = SPU_EL0; el <= SPU_EL1; el++) {
    directed_add1(script, STEP_LEVEL, el);
    levels(script, SPU_EL1);
    DIRECTED_PIN(script, pe_debug, 1);
    levels(script, MSK);
    DIRECTED_OUT(script, cti_pmu_overflow, 1);
    DIRECTED_PIN(script, pe_debug, 0);
    levels(script, SPU_EL1);
  }
  set_pmecr(script, IRQ);
  DIRECTED_PIN(script, pe_debug, 1);
  levels(script, IRQ);
  DIRECTED_PIN(script, pe_debug, 0);
  end(script);
}

// A masked exception stays pending until level, PSTATE.PM or KPME unmask it.
SCENARIO_IF(masked_pmu_exception_waits, ebep(config))  // N9
{
  clear(script);
  overflow(script);
  set_pmecr(script, EXCEPTION);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  levels(script, MSK);
  directed_add1(script, STEP_CLOCKS, 20);
  levels(script, MSK);
  directed_msr(script, SPU_PMECR_EL1, EXCEPTION | KPME);
  levels(script, SPU_EL1);
  DIRECTED_PIN(script, pe_pm, 1);
  levels(script, MSK);
  directed_add1(script, STEP_LEVEL, SPU_EL0);  // PM masks only at the target
  levels(script, SPU_EL1);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  DIRECTED_PIN(script, pe_pm, 0);
  levels(script, SPU_EL1);
  directed_msr(script, SPU_PMOVSCLR_EL0, CYCLES);
  levels(script, MSK);
  end(script);
}

// N9, RKBPMJ, D13.3.1, IPFDLQ: the exception has the same causes as the interrupt, and the cross-trigger covers both.
SCENARIO_IF(each_cause_moves_the_pmu_exception, ebep(config))
{
  static const struct {
    uint64_t pmecr;
    uint8_t to;  // target at EL1
  } how[] = {{EXCEPTION | KPME, SPU_EL1}, {IRQ, IRQ}, {NEITHER | KPME, DIS}, {BELOW | KPME, DIS}};
  for (size_t i = 0; i < sizeof how / sizeof how[0]; i++) {
    for (uint64_t flag = config->pmu_counters != 0 ? 1 : CYCLES; flag <= CYCLES;
         flag = flag == 1 ? CYCLES : 2 * CYCLES) {
      clear(script);
      set_pmecr(script, how[i].pmecr);
      directed_add1(script, STEP_LEVEL, SPU_EL1);
      directed_msr(script, SPU_PMOVSSET_EL0, flag);
      directed_msr(script, SPU_PMINTENSET_EL1, flag);
      levels(script, DIS);
      DIRECTED_OUT(script, cti_pmu_overflow, 0);
      directed_enable_monitors(script);
      levels(script, how[i].to);
      DIRECTED_OUT(script, cti_pmu_overflow, 1);
      directed_msr(script, SPU_PMINTENCLR_EL1, flag);
      levels(script, DIS);
      directed_msr(script, SPU_PMINTENSET_EL1, flag);
      levels(script, how[i].to);
      directed_msr(script, SPU_PMOVSCLR_EL0, flag);
      levels(script, DIS);
      DIRECTED_OUT(script, cti_pmu_overflow, 0);
    }
  }
  end(script);
}

// N9: a counter of the second range needs MDCR_EL2.HPME, not PMCR_EL0.E.
SCENARIO_IF(reserved_counter_raises_the_pmu_exception,
            ebep(config) && el2_enabled(config) && config->pmu_counters != 0)
{
  clear(script);
  set_pmecr(script, EXCEPTION);
  DIRECTED_PIN(script, mdcr_el2_hpmn, 0);
  directed_msr(script, SPU_PMOVSSET_EL0, 1);
  directed_msr(script, SPU_PMINTENSET_EL1, 1);
  directed_enable_monitors(script);
  directed_add1(script, STEP_LEVEL, SPU_EL0);
  levels(script, DIS);
  DIRECTED_PIN(script, mdcr_el2_hpme, 1);
  levels(script, SPU_EL1);
  DIRECTED_PIN(script, mdcr_el2_hpme, 0);
  levels(script, DIS);
  end(script);
}

// N9, RGWLVY: where EL2 is disabled in the current Security state, its PMEE and TGE have no effect.
SCENARIO_IF(disabled_el2_has_no_part_in_pmu_exceptions,
            ebep(config) && config->have_el2 && config->have_el3 && (!config->have_rme || config->have_sel2))
{
  clear(script);
  overflow(script);
  set_pmecr(script, EXCEPTION);
  DIRECTED_PIN(script, scr_el3_ns, 0);
  directed_add1(script, STEP_LEVEL, SPU_EL0);
  for (uint64_t el2 = IRQ; el2 <= EXCEPTION; el2++) {
    pmee(script, BELOW, el2);
    for (uint8_t tge = 0; tge <= 1; tge++) {
      DIRECTED_PIN(script, hcr_el2_tge, tge);
      levels(script, SPU_EL1);
    }
  }
  if (config->have_sel2) {
    DIRECTED_PIN(script, scr_el3_eel2, 1);
    levels(script, SPU_EL2);
    DIRECTED_PIN(script, scr_el3_eel2, 0);
  }
  DIRECTED_PIN(script, hcr_el2_tge, 0);
  DIRECTED_PIN(script, scr_el3_ns, 1);
  end(script);
}

// Counter 0 counts a software increment, counter 1 is chained to it.
static void step_pair(struct directed_script *script, uint64_t from, uint64_t to, uint64_t chained,
                      uint64_t flags)
{
  directed_msr(script, SPU_PMOVSCLR_EL0, COUNT);
  directed_msr(script, spu_sysreg_pmevcntr(0), from);
  directed_msr(script, spu_sysreg_pmevcntr(1), 7);
  directed_msr(script, SPU_PMSWINC_EL0, 1);
  directed_expect(script, spu_sysreg_pmevcntr(0), to);
  directed_expect(script, spu_sysreg_pmevcntr(1), chained);
  directed_mrs(script, SPU_PMOVSSET_EL0, COUNT, flags);
}

// N9, D13.3: while the exception is enabled, masked or not, PMCR_EL0.LP acts as 1, and MDCR_EL2.HLP for the second
// range. The field reads as written.
SCENARIO_IF(pmu_exception_makes_event_counters_long, ebep(config) && config->pmu_counters >= 2)
{
  const uint8_t last = el2_enabled(config) ? 1 : 0;
  for (uint8_t second = 0; second <= last; second++) {
    clear(script);
    directed_msr(script, SPU_PMCNTENSET_EL0, 3);
    if (second != 0) {
      DIRECTED_PIN(script, mdcr_el2_hpmn, 0);
      DIRECTED_PIN(script, mdcr_el2_hpme, 1);
      DIRECTED_PIN(script, mdcr_el2_hlp, 0);
    }
    const uint8_t level = second != 0 ? SPU_EL2 : SPU_EL1;
    const uint64_t nsh = second != 0 ? SPU_PMEVTYPER_EL0_NSH : 0;
    directed_msr(script, spu_sysreg_pmevtyper(0), SPU_EVENT_SW_INCR | nsh);
    directed_msr(script, spu_sysreg_pmevtyper(1), SPU_EVENT_CHAIN | nsh);
    directed_msr(script, SPU_PMCR_EL0, (second != 0 ? 0 : SPU_PMCR_EL0_E) | SPU_PMCR_EL0_LC);
    directed_add1(script, STEP_LEVEL, level);
    step_pair(script, COUNT, COUNT + 1, 8, 1);
    step_pair(script, UINT64_MAX, 0, 8, 1);
    directed_msr(script, SPU_PMECR_EL1, EXCEPTION);
    step_pair(script, COUNT, COUNT + 1, 7, 0);
    step_pair(script, UINT64_MAX, 0, 7, 1);
    directed_mrs(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LP, 0);
    directed_msr(script, SPU_PMECR_EL1, NEITHER);
    step_pair(script, COUNT, COUNT + 1, 8, 1);
    if (config->have_el3) {
      pmee(script, EXCEPTION, BELOW);
      step_pair(script, COUNT, COUNT + 1, 7, 0);
      pmee(script, IRQ, EXCEPTION);
      step_pair(script, COUNT, COUNT + 1, 8, 1);
      pmee(script, BELOW, BELOW);
    }
    DIRECTED_PIN(script, mdcr_el2_hpme, 0);
    DIRECTED_PIN(script, mdcr_el2_hpmn, config->pmu_counters);
  }
  end(script);
}

// N9, D13.3, J1: likewise PMCR_EL0.LC acts as 1, and D has no effect then.
SCENARIO_IF(pmu_exception_makes_the_cycle_counter_long, ebep(config) && config->aarch32_el0)
{
  enum { CLOCKS = 20 };
  clear(script);
  directed_msr(script, SPU_PMCCFILTR_EL0, 0);
  directed_msr(script, SPU_PMCNTENSET_EL0, CYCLES);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_msr(script, SPU_PMECR_EL1, EXCEPTION);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_D);
  directed_mrs(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC | SPU_PMCR_EL0_D, SPU_PMCR_EL0_D);
  directed_msr(script, SPU_PMCCNTR_EL0, COUNT - 4);
  directed_add1(script, STEP_CLOCKS, CLOCKS);
  directed_expect(script, SPU_PMCCNTR_EL0, COUNT - 4 + CLOCKS);
  directed_mrs(script, SPU_PMOVSSET_EL0, COUNT, 0);
  directed_msr(script, SPU_PMCCNTR_EL0, UINT64_MAX - 4);
  directed_add1(script, STEP_CLOCKS, CLOCKS);
  directed_expect(script, SPU_PMCCNTR_EL0, CLOCKS - 5);
  directed_mrs(script, SPU_PMOVSSET_EL0, COUNT, CYCLES);
  directed_msr(script, SPU_PMOVSCLR_EL0, COUNT);
  // An interrupt again: 32 bits, and one count in 64 cycles.
  directed_msr(script, SPU_PMECR_EL1, IRQ);
  directed_msr(script, SPU_PMCCNTR_EL0, COUNT);
  directed_add1(script, STEP_CLOCKS, 64);
  directed_mrs(script, SPU_PMOVSSET_EL0, COUNT, CYCLES);
  directed_expect(script, SPU_PMCCNTR_EL0, COUNT + 1);
  end(script);
}

static void verdict(struct directed_script *script, bool write, uint64_t verdict, uint64_t ec)
{
  directed_add(script, write ? STEP_REFUSED : STEP_VERDICT, SPU_PMECR_EL1, verdict, ec);
}

// N9, D24.5.9: access to PMECR_EL1.
SCENARIO_IF(pmecr_traps, ebep(config))
{
  clear(script);
  set_pmecr(script, KPME);
  for (uint8_t write = 0; write <= 1; write++) {
    directed_add1(script, STEP_LEVEL, SPU_EL0);
    verdict(script, write != 0, SPU_ACCESS_UNDEFINED, 0);
    directed_add1(script, STEP_LEVEL, SPU_EL1);
    if (el2_enabled(config)) {
      DIRECTED_PIN(script, hdfgrtr2_el2, write != 0 ? UINT64_MAX : ~SPU_PMECR_EL1_TRAP);
      DIRECTED_PIN(script, hdfgwtr2_el2, write != 0 ? ~SPU_PMECR_EL1_TRAP : UINT64_MAX);
      verdict(script, write != 0, SPU_ACCESS_TRAP_EL2, EC_SYSTEM);
      if (write != 0) {
        directed_expect(script, SPU_PMECR_EL1, KPME);
      }
      DIRECTED_PIN(script, hdfgwtr2_el2, UINT64_MAX);
      DIRECTED_PIN(script, mdcr_el2_tpm, 1);
      verdict(script, write != 0, SPU_ACCESS_TRAP_EL2, EC_SYSTEM);
      DIRECTED_PIN(script, mdcr_el2_tpm, 0);
      DIRECTED_PIN(script, hdfgrtr2_el2, UINT64_MAX);
    }
    if (el2_enabled(config) && config->have_el3) {
      DIRECTED_PIN(script, scr_el3_fgten2, 0);
      verdict(script, write != 0, SPU_ACCESS_TRAP_EL2, EC_SYSTEM);
      DIRECTED_PIN(script, scr_el3_fgten2, 1);
    }
    if (config->have_el3) {
      DIRECTED_PIN(script, mdcr_el3_enpm2, 0);
      verdict(script, write != 0, SPU_ACCESS_TRAP_EL3, EC_SYSTEM);
      DIRECTED_PIN(script, mdcr_el3_enpm2, 1);
      DIRECTED_PIN(script, mdcr_el3_tpm, 1);
      verdict(script, write != 0, SPU_ACCESS_TRAP_EL3, EC_SYSTEM);
      DIRECTED_PIN(script, mdcr_el3_tpm, 0);
    }
    directed_expect(script, SPU_PMECR_EL1, KPME);
  }
  end(script);
}

// KPME and PMEE are stored, also reserved values; all else is RES0. Without the feature the register does not exist,
// the PMEE pins are ignored, and an overflow causes an interrupt.
SCENARIO_IF(pmecr_follows_the_feature, config->pmu_version != 0)  // N9
{
  if (ebep(config)) {
    clear(script);
    for (uint64_t value = 0; value <= 7; value++) {
      set_pmecr(script, value | ~UINT64_C(7));
      directed_expect(script, SPU_PMECR_EL1, value);
    }
    end(script);
    return;
  }
  directed_add1(script, STEP_LEVEL, highest(script));
  directed_refuse(script, SPU_PMECR_EL1, SPU_ACCESS_UNDEFINED, 0);
  directed_msr(script, SPU_PMOVSCLR_EL0, COUNT);
  overflow(script);
  DIRECTED_PIN(script, mdcr_el3_pmee, EXCEPTION);
  DIRECTED_PIN(script, mdcr_el2_pmee, EXCEPTION);
  directed_add1(script, STEP_LEVEL, SPU_EL0);
  levels(script, IRQ);
  directed_add1(script, STEP_LEVEL, highest(script));
  directed_msr(script, SPU_PMINTENCLR_EL1, CYCLES);
  directed_msr(script, SPU_PMOVSCLR_EL0, COUNT);
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC);
}
