// SPDX-License-Identifier: Apache-2.0
//
// Block B: who may touch the System registers (requirements B2 to B6, U5). The access pseudocode of MRS and MSR
// in Arm ARM D24.7; for PMSCR_EL1 and PMSCR_EL12 also document S4; the two Check… functions of document S0.
//
// Where the documents differ, the older text is what remains when the newer feature is off:
// - MDCR_EL3.NSPB. S0 and S4 compare it with SCR_EL3.NS:'1'. D24.7 calls CheckMDCR_EL3_NSPBTrap(), which is
//   that comparison unless FEAT_RME is implemented; so one function serves all.
// - Reserved {NSPBE, NSPB}. J1 permits a trap whatever value the reserved one acts as. It is not taken: the
//   value acts as reserved_nsxb here as everywhere (U3).
// - Fine-grained traps. S0 has none, S4 has them unconditionally, D24.7 with FEAT_FGT: have_fgt.
// - HCR_EL2.{NV2, NV1, NV}. S4 tests the bits, D24.7 EffectiveHCR_EL2_NVx(). They agree with these permitted
//   choices: NV1 is ignored while NV is 0, and {NV, NV2} = {1, 0} does not act as {1, 1}.
// - E2H. S4 tests HCR_EL2.E2H at EL2, D24.7 ELIsInHost(EL2); the same, since EL2 is then enabled and AArch64.
// - PMBIDR_EL1. S0 counts it among the buffer's registers by its name; D24.7 and the lists at MDCR_EL2.E2PB
//   and MDCR_EL3.NSPB do not, so it has only the fine-grained trap.
// - PMSCR_EL2. S0 would let EL1 access it; D24.7 makes that UNDEFINED, or a trap with FEAT_NV. Without EL2 it
//   is RES0 from EL3 (D24.7.9), not UNDEFINED.
// - MDCR_EL3.EnPMSN, EnPMS3, EnPMS4, and PMSEE for PMBSR_EL2. D24.7 tests them before MDCR_EL3.NSPB or after it; both
// trap to
//   EL3, so the order cannot be told. They came with their registers: where the register exists, so does the enable.
// - FEAT_FGT2. Other than FEAT_FGT, whose traps are off while SCR_EL3.FGTEn is 0, it traps while
//   SCR_EL3.FGTEn2 is 0.
// - EL3 in AArch32: then every level is, and there are no AArch64 instructions to access with.
// - PMBSR_EL1 and FEAT_SPE_EXC: without it EffectivePMSCR_EL2_EE() is zero, and those clauses are always
//   (EL1, memory) or never (EL2, redirection) true.
// - PMBSR_EL2. Without EL2 it is RES0 from EL3 (D24.7.6), as PMSCR_EL2 is.
#include "spu_internal.h"

enum { EC_SYSTEM_ACCESS = 0x18 };

// HCR_EL2.<NV2,NV1,NV>, the patterns that D24.7 tests: value under a mask.
enum {
  NV = 1U,
  NV1 = 2U,
  NV2 = 4U,
  NVX_1x1 = NV2 | NV,  // tested under the same mask
  NVX_111 = NV2 | NV1 | NV,
  NVX_101 = NV2 | NV
};

enum check {
  CHECK_NONE,
  CHECK_STATISTICAL_PROFILING,  // CheckStatisticalProfilingAccess()
  CHECK_PROFILING_BUFFER        // CheckProfilingBufferAccess()
};

enum enable {
  ENABLE_NONE,
  ENABLE_PMSN,  // MDCR_EL3.EnPMSN
  ENABLE_PMS3,  // MDCR_EL3.EnPMS3
  ENABLE_PMS4,  // MDCR_EL3.EnPMS4
  ENABLE_PMSEE  // MDCR_EL3.PMSEE: not 0b00
};

// A register that EL1 can access. Its bit in HDFGWTR_EL2 is where HDFGRTR_EL2 has it; likewise HDFGWTR2_EL2.
struct rule {
  uint16_t address;
  bool read_only;
  enum check check;
  enum enable enable;
  uint64_t trap;     // fine-grained trap when 1
  uint64_t untrap;   // fine-grained trap when 0
  uint64_t untrap2;  // the same in HDFGRTR2_EL2
  uint8_t nvx;       // all of these bits of EffectiveHCR_EL2_NVx(): memory; 0: never
  uint16_t offset;
};

#define PROFILING CHECK_STATISTICAL_PROFILING
#define BUFFER CHECK_PROFILING_BUFFER
static const struct rule rules[] = {
    {SPU_PMSCR_EL1, false, PROFILING, ENABLE_NONE, SPU_PMSCR_EL1_TRAP, 0, 0, NVX_111, SPU_PMSCR_EL1_MEMORY},
    {SPU_PMSNEVFR_EL1, false, PROFILING, ENABLE_PMSN, 0, SPU_PMSNEVFR_EL1_TRAP, 0, NVX_1x1,
     SPU_PMSNEVFR_EL1_MEMORY},
    {SPU_PMSICR_EL1, false, PROFILING, ENABLE_NONE, SPU_PMSICR_EL1_TRAP, 0, 0, NVX_1x1,
     SPU_PMSICR_EL1_MEMORY},
    {SPU_PMSIRR_EL1, false, PROFILING, ENABLE_NONE, SPU_PMSIRR_EL1_TRAP, 0, 0, NVX_1x1,
     SPU_PMSIRR_EL1_MEMORY},
    {SPU_PMSFCR_EL1, false, PROFILING, ENABLE_NONE, SPU_PMSFCR_EL1_TRAP, 0, 0, 0, 0},
    {SPU_PMSEVFR_EL1, false, PROFILING, ENABLE_NONE, SPU_PMSEVFR_EL1_TRAP, 0, 0, NVX_1x1,
     SPU_PMSEVFR_EL1_MEMORY},
    {SPU_PMSLATFR_EL1, false, PROFILING, ENABLE_NONE, SPU_PMSLATFR_EL1_TRAP, 0, 0, NVX_1x1,
     SPU_PMSLATFR_EL1_MEMORY},
    {SPU_PMSIDR_EL1, true, PROFILING, ENABLE_NONE, SPU_PMSIDR_EL1_TRAP, 0, 0, 0, 0},
    {SPU_PMSDSFR_EL1, false, PROFILING, ENABLE_PMS3, 0, 0, SPU_PMSDSFR_EL1_TRAP, NVX_1x1,
     SPU_PMSDSFR_EL1_MEMORY},
    {SPU_PMBLIMITR_EL1, false, BUFFER, ENABLE_NONE, SPU_PMBLIMITR_EL1_TRAP, 0, 0, NVX_1x1,
     SPU_PMBLIMITR_EL1_MEMORY},
    {SPU_PMBPTR_EL1, false, BUFFER, ENABLE_NONE, SPU_PMBPTR_EL1_TRAP, 0, 0, NVX_1x1, SPU_PMBPTR_EL1_MEMORY},
    {SPU_PMBSR_EL1, false, BUFFER, ENABLE_NONE, SPU_PMBSR_EL1_TRAP, 0, 0, NVX_1x1, SPU_PMBSR_EL1_MEMORY},
    {SPU_PMBMAR_EL1, false, BUFFER, ENABLE_PMS4, 0, 0, SPU_PMBMAR_EL1_TRAP, 0, 0},
    {SPU_PMBIDR_EL1, true, CHECK_NONE, ENABLE_NONE, SPU_PMBIDR_EL1_TRAP, 0, 0, 0, 0},
};

// At EL2 the three names of PMSCR are treated alike, as is PMBSR_EL12.
static const struct rule *const pmscr = &rules[0];

// PMBSR_EL2 at EL2.
static const struct rule pmbsr_el2 = {SPU_PMBSR_EL2, false, BUFFER, ENABLE_PMSEE, 0, 0, 0, 0, 0};

static const struct spu_access undefined = {.verdict = SPU_ACCESS_UNDEFINED};

static struct spu_access allowed(uint16_t target)
{
  return (struct spu_access){.verdict = SPU_ACCESS_OK, .target = target};
}

static struct spu_access memory(uint16_t offset)
{
  return (struct spu_access){.verdict = SPU_ACCESS_MEMORY, .offset = offset};
}

// J1, AArch64.SystemAccessTrap.
static struct spu_access trap(enum spu_verdict verdict)
{
  return (struct spu_access){.verdict = verdict, .ec = EC_SYSTEM_ACCESS};
}

static const struct rule *find_rule(const struct spu *spu, uint16_t address)
{
  if ((address == SPU_PMSNEVFR_EL1 && spu->config.spe_version < 2) ||
      (address == SPU_PMSDSFR_EL1 && !spu->config.have_fds) ||
      (address == SPU_PMBMAR_EL1 && !spu->config.have_spe_nvm)) {
    return NULL;
  }
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
    if (rules[i].address == address) {
      return &rules[i];
    }
  }
  return NULL;
}

// J1, shared/debug/EL3SDDUndef.
static bool EL3SDDUndef(const struct spu_in *in)
{
  return in->pe_debug && in->edscr_sdd;
}

// J1, shared/debug/EL3SDDUndefPriority; requirement U5.
static bool EL3SDDUndefPriority(const struct spu *spu, const struct spu_in *in)
{
  return EL3SDDUndef(in) && spu->config.el3_trap_priority;
}

// J1, CheckMDCR_EL3_NSPBTrap. Only with EL3. Without FEAT_RME: NSPB != SCR_EL3.NS:'1', as S0 and S4 have it.
bool CheckMDCR_EL3_NSPBTrap(const struct spu *spu, const struct spu_in *in)
{
  const uint8_t state_bits = EffectiveMDCR_EL3_NSPB(spu, in);
  return (state_bits & 1U) == 0 || (state_bits >> 1 & 1U) != in->scr_el3_ns ||
         (spu->config.have_rme && (state_bits >> 2 & 1U) != in->scr_el3_nse);
}

// J1, EffectiveHCR_EL2_NVx: <NV2,NV1,NV> in bits 2 to 0.
uint8_t EffectiveHCR_EL2_NVx(const struct spu *spu, const struct spu_in *in)
{
  if (!EL2Enabled(spu, in) || spu->config.nested_virt == 0 || !in->hcr_el2_nv) {
    return 0;
  }
  return (uint8_t)(NV | (in->hcr_el2_nv1 ? NV1 : 0) |
                   (spu->config.nested_virt >= 2 && in->hcr_el2_nv2 ? NV2 : 0));
}

// PSTATE.EL == EL0 || UsingAArch32(): every level uses AArch32 if EL3 does.
static bool no_access_at_all(const struct spu *spu, const struct spu_in *in)
{
  return in->pe_el == SPU_EL0 || in->pe_aarch32 || HighestELUsingAArch32(spu, in);
}

// The last clause of both functions of S0.
static enum spu_verdict check_el3(const struct spu *spu, const struct spu_in *in)
{
  const bool trapped = spu->config.have_el3 && in->pe_el != SPU_EL3 && CheckMDCR_EL3_NSPBTrap(spu, in);
  return trapped ? SPU_ACCESS_TRAP_EL3 : SPU_ACCESS_OK;
}

// S0; requirement B2.
enum spu_verdict CheckProfilingBufferAccess(const struct spu *spu, const struct spu_in *in)
{
  if (no_access_at_all(spu, in)) {
    return SPU_ACCESS_UNDEFINED;
  }
  if (EL2Enabled(spu, in) && in->pe_el == SPU_EL1 && (in->mdcr_el2_e2pb & 1U) == 0) {
    return SPU_ACCESS_TRAP_EL2;
  }
  return check_el3(spu, in);
}

// S0; requirement B2.
enum spu_verdict CheckStatisticalProfilingAccess(const struct spu *spu, const struct spu_in *in)
{
  if (no_access_at_all(spu, in)) {
    return SPU_ACCESS_UNDEFINED;
  }
  if (EL2Enabled(spu, in) && in->pe_el == SPU_EL1 && in->mdcr_el2_tpms) {
    return SPU_ACCESS_TRAP_EL2;
  }
  return check_el3(spu, in);
}

// EL2Enabled() && FEAT_FGT && (!HaveEL(EL3) || SCR_EL3.FGTEn) && the register's bit.
static bool fine_grained_trap(const struct spu *spu, const struct spu_in *in, const struct rule *rule,
                              bool write)
{
  if (!EL2Enabled(spu, in) || !spu->config.have_fgt || (spu->config.have_el3 && !in->scr_el3_fgten)) {
    return false;
  }
  const uint64_t traps = write ? in->hdfgwtr_el2 : in->hdfgrtr_el2;
  return (traps & rule->trap) != 0 || (~traps & rule->untrap) != 0;
}

// EL2Enabled() && FEAT_FGT2 && ((HaveEL(EL3) && !SCR_EL3.FGTEn2) || the register's bit).
static bool fine_grained_trap2(const struct spu *spu, const struct spu_in *in, const struct rule *rule,
                               bool write)
{
  if (!EL2Enabled(spu, in) || !spu->config.have_fgt2 || rule->untrap2 == 0) {
    return false;
  }
  const uint64_t traps = write ? in->hdfgwtr2_el2 : in->hdfgrtr2_el2;
  return (spu->config.have_el3 && !in->scr_el3_fgten2) || (~traps & rule->untrap2) != 0;
}

// MDCR_EL3.EnPMSN == '0', EnPMS3 == '0', EnPMS4 == '0' or PMSEE == '00', for the registers that have such an enable.
// Only with EL3.
static bool not_enabled_by_el3(const struct spu_in *in, const struct rule *rule)
{
  return (rule->enable == ENABLE_PMSN && !in->mdcr_el3_enpmsn) ||
         (rule->enable == ENABLE_PMS3 && !in->mdcr_el3_enpms3) ||
         (rule->enable == ENABLE_PMS4 && !in->mdcr_el3_enpms4) ||
         (rule->enable == ENABLE_PMSEE && (in->mdcr_el3_pmsee & 3U) == 0);
}

// HaveEL(EL3) && EL3SDDUndefPriority() && a reason to trap to EL3.
static bool undefined_first(const struct spu *spu, const struct spu_in *in, const struct rule *rule)
{
  return spu->config.have_el3 && rule->check != CHECK_NONE && EL3SDDUndefPriority(spu, in) &&
         (CheckMDCR_EL3_NSPBTrap(spu, in) || not_enabled_by_el3(in, rule));
}

// What the traps by MDCR_EL2 and MDCR_EL3 leave: SPU_ACCESS_OK if none applies.
static struct spu_access control_traps(const struct spu *spu, const struct spu_in *in,
                                       const struct rule *rule)
{
  enum spu_verdict verdict = SPU_ACCESS_OK;
  if (rule->check == CHECK_STATISTICAL_PROFILING) {
    verdict = CheckStatisticalProfilingAccess(spu, in);
  } else if (rule->check == CHECK_PROFILING_BUFFER) {
    verdict = CheckProfilingBufferAccess(spu, in);
  }
  if (verdict == SPU_ACCESS_OK && spu->config.have_el3 && not_enabled_by_el3(in, rule)) {
    verdict = SPU_ACCESS_TRAP_EL3;
  }
  if (verdict == SPU_ACCESS_TRAP_EL3 && EL3SDDUndef(in)) {
    return undefined;
  }
  return verdict == SPU_ACCESS_OK ? allowed(0) : trap(verdict);
}

// D24.7.5, at EL1: EffectivePMSCR_EL2_EE() == '00' || PMSCR_EL1.EE == '00' || EffectiveHCR_EL2_NVx() == '111', of
// PMBSR_EL1 alone. The field itself, not its Effective value.
static bool stays_memory(const struct spu *spu, const struct spu_in *in, const struct rule *rule)
{
  return rule->address != SPU_PMBSR_EL1 || EffectivePMSCR_EL2_EE(spu, in) == 0 ||
         (spu->regs.pmscr_el1 & SPU_PMSCR_EL1_EE) == 0 || EffectiveHCR_EL2_NVx(spu, in) == NVX_111;
}

// "if PSTATE.EL == EL1" of D24.7, every register but PMSCR_EL2, PMSCR_EL12, PMBSR_EL2, PMBSR_EL12 and PMBSR_EL3.
static struct spu_access access_at_el1(const struct spu *spu, const struct spu_in *in,
                                       const struct rule *rule, bool write)
{
  // EL3SDDUndefPriority()
  if (undefined_first(spu, in, rule)) {
    return undefined;
  }
  // HDFGRTR_EL2, HDFGWTR_EL2, HDFGRTR2_EL2, HDFGWTR2_EL2
  if (fine_grained_trap(spu, in, rule, write) || fine_grained_trap2(spu, in, rule, write)) {
    return trap(SPU_ACCESS_TRAP_EL2);
  }
  // MDCR_EL2, MDCR_EL3
  const struct spu_access trapped = control_traps(spu, in, rule);
  if (trapped.verdict != SPU_ACCESS_OK) {
    return trapped;
  }
  // EffectiveHCR_EL2_NVx()
  if (rule->nvx != 0 && (EffectiveHCR_EL2_NVx(spu, in) & rule->nvx) == rule->nvx &&
      stays_memory(spu, in, rule)) {
    return memory(rule->offset);
  }
  return allowed(rule->address);
}

// "if PSTATE.EL == EL2" of D24.7; `target` is what is accessed if nothing traps.
static struct spu_access access_at_el2(const struct spu *spu, const struct spu_in *in,
                                       const struct rule *rule, uint16_t target)
{
  // EL3SDDUndefPriority(): the same answer as below, where no trap to EL2 stands between
  if (undefined_first(spu, in, rule)) {
    return undefined;
  }
  // MDCR_EL3
  const struct spu_access trapped = control_traps(spu, in, rule);
  return trapped.verdict == SPU_ACCESS_OK ? allowed(target) : trapped;
}

// D24.7.9, PMSCR_EL2; D24.7.6, PMBSR_EL2.
static struct spu_access access_el2(const struct spu *spu, const struct spu_in *in, const struct rule *rule,
                                    uint16_t address)
{
  switch (in->pe_el) {
  case SPU_EL1:
    // EffectiveHCR_EL2_NVx() IN {'xx1'}
    return (EffectiveHCR_EL2_NVx(spu, in) & NV) != 0 ? trap(SPU_ACCESS_TRAP_EL2) : undefined;
  case SPU_EL2:
    return access_at_el2(spu, in, rule, address);
  default:
    return allowed(address);
  }
}

// S4; D24.7.8, PMSCR_EL12: PMSCR_EL1 by another name, while E2H is 1. D24.7.5, PMBSR_EL12: likewise.
static struct spu_access access_el12(const struct spu *spu, const struct spu_in *in, uint16_t target,
                                     uint16_t offset)
{
  const uint8_t nvx = EffectiveHCR_EL2_NVx(spu, in);
  if (!spu->config.have_vhe) {
    return undefined;
  }
  switch (in->pe_el) {
  case SPU_EL1:
    if (nvx == NVX_101) {
      return memory(offset);
    }
    return (nvx & NV) != 0 ? trap(SPU_ACCESS_TRAP_EL2) : undefined;
  case SPU_EL2:
    return ELIsInHost(spu, in, SPU_EL2) ? access_at_el2(spu, in, pmscr, target) : undefined;
  default:
    return ELIsInHost(spu, in, SPU_EL2) ? allowed(target) : undefined;
  }
}

// What an access at EL2 to the name of an EL1 register reaches: for PMSCR_EL1, and with EffectivePMSCR_EL2_EE() != '00'
// for PMBSR_EL1, ELIsInHost(EL2) makes it EL2's.
static uint16_t redirect_at_el2(const struct spu *spu, const struct spu_in *in, uint16_t address)
{
  if (address == SPU_PMSCR_EL1 && ELIsInHost(spu, in, SPU_EL2)) {
    return SPU_PMSCR_EL2;
  }
  if (address == SPU_PMBSR_EL1 && EffectivePMSCR_EL2_EE(spu, in) != 0 && ELIsInHost(spu, in, SPU_EL2)) {
    return SPU_PMBSR_EL2;
  }
  return address;
}

// PMBSR_EL12, PMBSR_EL2 and PMBSR_EL3 (D24.7.5 to D24.7.7), which are there with FEAT_SPE_EXC.
static struct spu_access access_pmbsr(const struct spu *spu, const struct spu_in *in, uint16_t address)
{
  if (spu->config.spe_version < 5) {
    return undefined;
  }
  switch (address) {
  case SPU_PMBSR_EL12:
    return access_el12(spu, in, SPU_PMBSR_EL1, SPU_PMBSR_EL12_MEMORY);
  case SPU_PMBSR_EL2:
    return access_el2(spu, in, &pmbsr_el2, SPU_PMBSR_EL2);
  default:
    return spu->config.have_el3 && in->pe_el == SPU_EL3 ? allowed(SPU_PMBSR_EL3) : undefined;
  }
}

// Runs the access pseudocode of the register at `address` for an MRS, or with `write` an MSR, in the PE's
// state of `in`. Encodings that are no register of this configuration, and MSR to read-only ones, are
// UNDEFINED.
struct spu_access spu_access_check(const struct spu *spu, const struct spu_in *in, uint16_t address,
                                   bool write)
{
  if (no_access_at_all(spu, in)) {
    return undefined;
  }
  switch (address) {
  case SPU_PMSCR_EL2:
    return access_el2(spu, in, pmscr, SPU_PMSCR_EL2);
  case SPU_PMSCR_EL12:
    return access_el12(spu, in, SPU_PMSCR_EL1, SPU_PMSCR_EL1_MEMORY);
  case SPU_PMBSR_EL12:
  case SPU_PMBSR_EL2:
  case SPU_PMBSR_EL3:
    return access_pmbsr(spu, in, address);
  default:
    break;
  }
  const struct rule *rule = find_rule(spu, address);
  if (rule == NULL || (write && rule->read_only)) {
    return undefined;
  }
  switch (in->pe_el) {
  case SPU_EL1:
    return access_at_el1(spu, in, rule, write);
  case SPU_EL2:
    return access_at_el2(spu, in, rule, redirect_at_el2(spu, in, address));
  default:
    return allowed(address);
  }
}
