// SPDX-License-Identifier: Apache-2.0
//
// Requirements P: access to the registers of the performance monitors: the access pseudocode of Arm ARM D24.5, and of
// G8.4 for AArch32 state. All pages have the same clauses in the same order and differ only in the fields that they
// test. This file therefore has one page and a table of those fields. pmu_regs.c applies PMUACR_EL1 to permitted
// accesses.
//
// An event counter that is not implemented, or that HPMN hides from EL1 and EL0:
// - with FEAT_FGT, UNDEFINED or a trap to EL2 (D13.11 RSRPKH, D24.5.10);
// - without, CONSTRAINED UNPREDICTABLE: PMEVCNTR<n> and PMEVTYPER<n> are UNDEFINED, PMXEVCNTR and PMXEVTYPER RAZ/WI.
// HPMN is an unsigned number; if it exceeds the number of counters, all are accessible.
//
// In AArch32 state the core presents MRC and MCR as accesses to the mapped AArch64 registers; a trap reports EC 0x03.
// - An EL0 access that PMUSERENR refuses is UNDEFINED if the level that would take the trap uses AArch32. HSTR_EL2.T9
//   can trap only accesses that are not refused.
// - Fine-grained traps apply only to EL0 with EL1 in AArch64. Traps by MDCR_EL3 need an EL3 in AArch64.
// - PMUACR_EL1, PMZR_EL0 and PMECR_EL1 have no AArch32 form: UNDEFINED.
// - PMUSERENR_EL0.UEN is 0 while EL1 uses AArch32 (its field, D13.11.3, J1), although the pseudocode of G8.4 tests
//   EL2's Execution state where it applies PMUACR_EL1.
#include "spu_internal.h"

enum { EC_AARCH32_ACCESS = 0x03, EC_SYSTEM_ACCESS = 0x18 };

enum {
  NO_ACCESS = 0,      // as `read` or `write`: UNDEFINED at every level
  EL1_ACCESS = 0x80,  // from EL1
  EL0_ALWAYS = 0x20,  // from EL0, regardless of PMUSERENR_EL0
  // from EL0, with one of these bits of PMUSERENR_EL0
  EN_ALONE = SPU_PMUSERENR_EL0_EN,
  EN = SPU_PMUSERENR_EL0_UEN | SPU_PMUSERENR_EL0_EN,
  EN_SW = SPU_PMUSERENR_EL0_SW | EN,
  EN_CR = SPU_PMUSERENR_EL0_CR | EN,
  EN_ER = SPU_PMUSERENR_EL0_ER | EN
};

// A register: what permits EL0 to read and write it, and its bits in HDFGRTR_EL2 and HDFGWTR_EL2 (0: no trap).
struct rule {
  uint16_t address;
  uint8_t read;
  uint8_t write;
  uint64_t read_trap;
  uint64_t write_trap;
};

static const struct rule rules[] = {
    {SPU_PMCR_EL0, EN_ALONE, EN_ALONE, 0, SPU_PMCR_EL0_TRAP},
    {SPU_PMCNTENSET_EL0, EN, EN, SPU_PMCNTENSET_EL0_TRAP, SPU_PMCNTENSET_EL0_TRAP},
    {SPU_PMCNTENCLR_EL0, EN, EN, SPU_PMCNTENCLR_EL0_TRAP, SPU_PMCNTENCLR_EL0_TRAP},
    {SPU_PMOVSCLR_EL0, EN, EN, SPU_PMOVSCLR_EL0_TRAP, SPU_PMOVSCLR_EL0_TRAP},
    {SPU_PMOVSSET_EL0, EN, EN, SPU_PMOVSSET_EL0_TRAP, SPU_PMOVSSET_EL0_TRAP},
    {SPU_PMSWINC_EL0, NO_ACCESS, EN_SW, 0, SPU_PMSWINC_EL0_TRAP},
    {SPU_PMSELR_EL0, EN_ER, EN_ER, SPU_PMSELR_EL0_TRAP, SPU_PMSELR_EL0_TRAP},
    {SPU_PMCEID0_EL0, EN, NO_ACCESS, SPU_PMCEID0_EL0_TRAP, 0},
    {SPU_PMCEID1_EL0, EN, NO_ACCESS, SPU_PMCEID1_EL0_TRAP, 0},
    {SPU_PMCCNTR_EL0, EN_CR, EN, SPU_PMCCNTR_EL0_TRAP, SPU_PMCCNTR_EL0_TRAP},
    {SPU_PMXEVTYPER_EL0, EN, EN, SPU_PMXEVTYPER_EL0_TRAP, SPU_PMXEVTYPER_EL0_TRAP},
    {SPU_PMXEVCNTR_EL0, EN_ER, EN, SPU_PMXEVCNTR_EL0_TRAP, SPU_PMXEVCNTR_EL0_TRAP},
    {SPU_PMUSERENR_EL0, EL0_ALWAYS, EL1_ACCESS, SPU_PMUSERENR_EL0_TRAP, SPU_PMUSERENR_EL0_TRAP},
    {SPU_PMINTENSET_EL1, EL1_ACCESS, EL1_ACCESS, SPU_PMINTENSET_EL1_TRAP, SPU_PMINTENSET_EL1_TRAP},
    {SPU_PMINTENCLR_EL1, EL1_ACCESS, EL1_ACCESS, SPU_PMINTENCLR_EL1_TRAP, SPU_PMINTENCLR_EL1_TRAP},
    {SPU_PMMIR_EL1, EL1_ACCESS, NO_ACCESS, SPU_PMMIR_EL1_TRAP, 0},
    {SPU_PMCCFILTR_EL0, EN, EN, SPU_PMCCFILTR_EL0_TRAP, SPU_PMCCFILTR_EL0_TRAP},
    {SPU_PMUACR_EL1, EL1_ACCESS, EL1_ACCESS, 0, 0},
    {SPU_PMECR_EL1, EL1_ACCESS, EL1_ACCESS, 0, 0},
    {SPU_PMZR_EL0, NO_ACCESS, EN, 0, 0},
};
static const struct rule rule_evcntr = {SPU_PMEVCNTR0_EL0, EN_ER, EN, SPU_PMEVCNTR0_EL0_TRAP,
                                        SPU_PMEVCNTR0_EL0_TRAP};
static const struct rule rule_evtyper = {SPU_PMEVTYPER0_EL0, EN, EN, SPU_PMEVTYPER0_EL0_TRAP,
                                         SPU_PMEVTYPER0_EL0_TRAP};

static const struct spu_access undefined = {.verdict = SPU_ACCESS_UNDEFINED};

static struct spu_access trap(const struct spu_in *in, enum spu_verdict verdict)
{
  return (struct spu_access){.verdict = verdict, .ec = in->pe_aarch32 ? EC_AARCH32_ACCESS : EC_SYSTEM_ACCESS};
}

static bool is_bank(uint16_t address, uint16_t first)
{
  return address >= first && address < first + SPU_MAX_COUNTERS;
}

// The register's bit in HDFGRTR2_EL2 and HDFGWTR2_EL2, which traps if it is clear; 0 if it has none. Only registers of
// FEAT_PMUv3p9 and FEAT_EBEP have such a bit, and these have no AArch32 form.
static uint64_t untrap2(uint16_t address)
{
  switch (address) {
  case SPU_PMUACR_EL1:
    return SPU_PMUACR_EL1_TRAP;
  case SPU_PMZR_EL0:
    return SPU_PMZR_EL0_TRAP;
  case SPU_PMECR_EL1:
    return SPU_PMECR_EL1_TRAP;
  default:
    return 0;
  }
}

// Whether a configuration with performance monitors has the register.
static bool exists(const struct spu_config *config, uint16_t address)
{
  switch (address) {
  case SPU_PMUACR_EL1:
  case SPU_PMZR_EL0:
    return config->pmu_version >= 9;
  case SPU_PMECR_EL1:
    return config->have_ebep;
  case SPU_PMMIR_EL1:
    return config->pmu_version >= 4;
  default:
    return true;
  }
}

static const struct rule *find_rule(const struct spu *spu, uint16_t address)
{
  if (spu->config.pmu_version == 0 || !spu_sysreg_is_monitor(address) || !exists(&spu->config, address)) {
    return NULL;
  }
  if (is_bank(address, SPU_PMEVCNTR0_EL0)) {
    return &rule_evcntr;
  }
  if (is_bank(address, SPU_PMEVTYPER0_EL0)) {
    return &rule_evtyper;
  }
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
    if (rules[i].address == address) {
      return &rules[i];
    }
  }
  return NULL;
}

bool spu_pmu_claims(const struct spu *spu, uint16_t address)
{
  return find_rule(spu, address) != NULL;
}

// J1, GetNumEventCountersAccessible; D13.1.3.
uint32_t GetNumEventCountersAccessible(const struct spu *spu, const struct spu_in *in)
{
  const uint32_t total_counters = spu->config.pmu_counters;
  const uint32_t hpmn = in->mdcr_el2_hpmn & 31U;
  // (PSTATE.EL == EL1 || PSTATE.EL == EL0) && EL2Enabled()
  if (in->pe_el <= SPU_EL1 && EL2Enabled(spu, in)) {
    return hpmn < total_counters ? hpmn : total_counters;
  }
  return total_counters;
}

// FEAT_PMUv3p9 && !ELUsingAArch32(EL1) && PSTATE.EL == EL0 && PMUSERENR_EL0.UEN == '1'
bool spu_pmu_user_access(const struct spu *spu, const struct spu_in *in)
{
  return spu->config.pmu_version >= 9 && !ELUsingAArch32(spu, in, SPU_EL1) && in->pe_el == SPU_EL0 &&
         (spu->pmu.userenr & SPU_PMUSERENR_EL0_UEN) != 0;
}

// The target of an access: a register of event counter n, or another register, such as PMCCFILTR_EL0 through
// PMXEVTYPER_EL0.
struct subject {
  bool counted;   // the target belongs to event counter n
  bool selected;  // by PMSELR_EL0
  uint32_t n;
  uint16_t target;
};

static struct subject subject_of(const struct spu *spu, uint16_t address)
{
  const uint32_t sel = spu->pmu.sel;
  if (address == SPU_PMXEVTYPER_EL0 && sel == PMU_CYCLE_COUNTER) {
    return (struct subject){.target = SPU_PMCCFILTR_EL0};
  }
  if (address == SPU_PMXEVTYPER_EL0) {
    return (struct subject){true, true, sel, (uint16_t)(SPU_PMEVTYPER0_EL0 + sel)};
  }
  if (address == SPU_PMXEVCNTR_EL0) {
    return (struct subject){true, true, sel, (uint16_t)(SPU_PMEVCNTR0_EL0 + sel)};
  }
  if (is_bank(address, SPU_PMEVCNTR0_EL0)) {
    return (struct subject){true, false, (uint32_t)(address - SPU_PMEVCNTR0_EL0), address};
  }
  if (is_bank(address, SPU_PMEVTYPER0_EL0)) {
    return (struct subject){true, false, (uint32_t)(address - SPU_PMEVTYPER0_EL0), address};
  }
  return (struct subject){.target = address};
}

// ConstrainUnpredictableProcedure(Unpredictable_PMUEVENTCOUNTER): for RAZ/WI the target is the selecting register.
static struct spu_access no_such_counter(const struct subject *subject, uint16_t address)
{
  return subject->selected ? (struct spu_access){.verdict = SPU_ACCESS_OK, .target = address} : undefined;
}

// HaveEL(EL3) && (MDCR_EL3.EnPM2 == '0' || MDCR_EL3.TPM == '1'), with EL3 in AArch64. EnPM2 applies only to PMUACR_EL1
// and PMECR_EL1.
static bool el3_traps(const struct spu *spu, const struct spu_in *in, const struct rule *rule)
{
  const bool of_enpm2 = rule->address == SPU_PMUACR_EL1 || rule->address == SPU_PMECR_EL1;
  return spu->config.have_el3 && !ELUsingAArch32(spu, in, SPU_EL3) &&
         ((of_enpm2 && !in->mdcr_el3_enpm2) || in->mdcr_el3_tpm);
}

// J1, shared/debug/EL3SDDUndef.
static bool EL3SDDUndef(const struct spu_in *in)
{
  return in->pe_debug && in->edscr_sdd;
}

// EL2Enabled() && FEAT_FGT && (!HaveEL(EL3) || SCR_EL3.FGTEn == '1') && the register's bit.
static bool fine_grained_trap(const struct spu *spu, const struct spu_in *in, const struct rule *rule,
                              bool write)
{
  if (!EL2Enabled(spu, in) || !spu->config.have_fgt || (spu->config.have_el3 && !in->scr_el3_fgten)) {
    return false;
  }
  // !ELIsInHost(EL0)
  if (in->pe_el == SPU_EL0 && ELIsInHost(spu, in, SPU_EL0)) {
    return false;
  }
  if (in->pe_aarch32 && (in->pe_el != SPU_EL0 || ELUsingAArch32(spu, in, SPU_EL1))) {
    return false;
  }
  return ((write ? in->hdfgwtr_el2 & rule->write_trap : in->hdfgrtr_el2 & rule->read_trap)) != 0;
}

// EL2Enabled() && FEAT_FGT2 && ((HaveEL(EL3) && SCR_EL3.FGTEn2 == '0') || the register's bit == '0').
static bool fine_grained_trap2(const struct spu *spu, const struct spu_in *in, uint16_t address, bool write)
{
  if (!EL2Enabled(spu, in) || !spu->config.have_fgt2 || untrap2(address) == 0) {
    return false;
  }
  // !ELIsInHost(EL0)
  if (in->pe_el == SPU_EL0 && ELIsInHost(spu, in, SPU_EL0)) {
    return false;
  }
  return (spu->config.have_el3 && !in->scr_el3_fgten2) ||
         ((write ? in->hdfgwtr2_el2 : in->hdfgrtr2_el2) & untrap2(address)) == 0;
}

// EL2Enabled() && HSTR_EL2.T9 == '1', and !ELIsInHost(EL0) at EL0: only MRC and MCR with CRn c9 (G8.4).
static bool hstr_trap(const struct spu *spu, const struct spu_in *in, uint16_t address)
{
  return in->pe_aarch32 && in->hstr_el2_t9 && spu_sysreg_crn(address) == 9 && EL2Enabled(spu, in) &&
         !(in->pe_el == SPU_EL0 && ELIsInHost(spu, in, SPU_EL0));
}

// Whether PMUSERENR_EL0 refuses the access from EL0.
static bool el0_refused(const struct spu *spu, const struct spu_in *in, const struct rule *rule, bool write)
{
  const uint8_t from_el0 = write ? rule->write : rule->read;
  if (from_el0 == EL0_ALWAYS) {
    return false;
  }
  // PMUSERENR_EL0.{UEN, ER, CR, SW, EN}: UEN replaces EN if it is effective
  const uint8_t ignored = spu_pmu_user_access(spu, in) ? SPU_PMUSERENR_EL0_EN : SPU_PMUSERENR_EL0_UEN;
  if ((from_el0 & spu->pmu.userenr & ~ignored) == 0) {
    return true;
  }
  // FEAT_PMUv3p9 && PMUSERENR_EL0.TID == '1', PMUSERENR.TID == '1'
  return spu->config.pmu_version >= 9 && (spu->pmu.userenr & SPU_PMUSERENR_EL0_TID) != 0 &&
         (rule->address == SPU_PMCEID0_EL0 || rule->address == SPU_PMCEID1_EL0);
}

// The result of an EL0 access that PMUSERENR_EL0 refuses.
static struct spu_access refuse_el0(const struct spu *spu, const struct spu_in *in)
{
  // EL2Enabled() && HCR_EL2.TGE == '1'
  const enum spu_el target = EL2Enabled(spu, in) && in->hcr_el2_tge ? SPU_EL2 : SPU_EL1;
  if (in->pe_aarch32 && ELUsingAArch32(spu, in, target)) {
    return undefined;
  }
  return trap(in, target == SPU_EL2 ? SPU_ACCESS_TRAP_EL2 : SPU_ACCESS_TRAP_EL1);
}

// "if PSTATE.EL == EL0" and "EL1": the traps to EL1 and EL2. SPU_ACCESS_OK without a target if there is none.
static struct spu_access lower_traps(const struct spu *spu, const struct spu_in *in, const struct rule *rule,
                                     const struct subject *subject, bool write)
{
  // PMUSERENR_EL0
  if (in->pe_el == SPU_EL0 && el0_refused(spu, in, rule, write)) {
    return refuse_el0(spu, in);
  }
  // HSTR_EL2.T9, HSTR.T9
  if (hstr_trap(spu, in, rule->address)) {
    return trap(in, SPU_ACCESS_TRAP_EL2);
  }
  // HDFGRTR_EL2, HDFGWTR_EL2, HDFGRTR2_EL2, HDFGWTR2_EL2
  if (fine_grained_trap(spu, in, rule, write) || fine_grained_trap2(spu, in, rule->address, write)) {
    return trap(in, SPU_ACCESS_TRAP_EL2);
  }
  // MDCR_EL2.TPM, then TPMCR
  if (EL2Enabled(spu, in) && (in->mdcr_el2_tpm || (rule->address == SPU_PMCR_EL0 && in->mdcr_el2_tpmcr))) {
    return trap(in, SPU_ACCESS_TRAP_EL2);
  }
  // m >= GetNumEventCountersAccessible()
  if (subject->counted && subject->n >= GetNumEventCountersAccessible(spu, in)) {
    return spu->config.have_fgt ? trap(in, SPU_ACCESS_TRAP_EL2) : no_such_counter(subject, rule->address);
  }
  return (struct spu_access){.verdict = SPU_ACCESS_OK};
}

// Runs the access pseudocode of the register at `address` for an MRS, or with `write` an MSR, in the PE state of `in`.
// Encodings that are not in this block, and directions that the register does not have, are UNDEFINED.
struct spu_access spu_pmu_access_check(const struct spu *spu, const struct spu_in *in, uint16_t address,
                                       bool write)
{
  const struct rule *rule = find_rule(spu, address);
  if (rule == NULL || (write ? rule->write : rule->read) == NO_ACCESS) {
    return undefined;
  }
  // PMUACR_EL1, PMZR_EL0, PMECR_EL1: no AArch32 form
  if (in->pe_aarch32 && untrap2(address) != 0) {
    return undefined;
  }
  // m >= GetNumEventCountersSelfHosted()
  const struct subject subject = subject_of(spu, address);
  if (subject.counted && subject.n >= spu->config.pmu_counters) {
    return spu->config.have_fgt ? undefined : no_such_counter(&subject, address);
  }
  // PSTATE.EL == EL3
  if (in->pe_el == SPU_EL3) {
    return (struct spu_access){.verdict = SPU_ACCESS_OK, .target = subject.target};
  }
  // PSTATE.EL == EL0: UNDEFINED
  if (in->pe_el == SPU_EL0 && (write ? rule->write : rule->read) == EL1_ACCESS) {
    return undefined;
  }
  // EL3SDDUndefPriority()
  if (el3_traps(spu, in, rule) && EL3SDDUndef(in) && spu->config.el3_trap_priority) {
    return undefined;
  }
  if (in->pe_el != SPU_EL2) {
    const struct spu_access lower = lower_traps(spu, in, rule, &subject, write);
    if (lower.verdict != SPU_ACCESS_OK || lower.target != 0) {
      return lower;
    }
  }
  // MDCR_EL3.EnPM2, MDCR_EL3.TPM
  if (el3_traps(spu, in, rule)) {
    return EL3SDDUndef(in) ? undefined : trap(in, SPU_ACCESS_TRAP_EL3);
  }
  return (struct spu_access){.verdict = SPU_ACCESS_OK, .target = subject.target};
}
