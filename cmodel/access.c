// SPDX-License-Identifier: Apache-2.0
//
// Block B: access to the System registers (requirements B2 to B6, U5): the access pseudocode of Arm ARM D24.7, one
// function per register, clause by clause, each condition followed by its result. MRS and MSR differ only in the use of
// HDFGRTR_EL2 or HDFGWTR_EL2. The EL0 clause, which begins every page, is in spu_access_check(); `default` is EL3.
//
// docs/contradictions.md lists where documents S0 and S4 differ from these pages, and which text applies. S0 has the
// clauses of MDCR_EL2 and MDCR_EL3 in CheckStatisticalProfilingAccess() and CheckProfilingBufferAccess(); mismatch
// reports use these names.
//
// - MDCR_EL3.EnPMSN, EnPMS3, EnPMS4 and PMSEE exist if the registers that they enable exist. Some pages test them
//   before MDCR_EL3.NSPB, others after it; both trap to EL3, so the order makes no difference.
// - If EL2 is absent, PMSCR_EL2 and PMBSR_EL2 are RES0 from EL3, not UNDEFINED.
// - PMBSR_EL1 without FEAT_SPE_EXC: EffectivePMSCR_EL2_EE() is zero, so the clause that calls it always holds at EL1
//   and never at EL2.
#include "spu_internal.h"

enum { EC_SYSTEM_ACCESS = 0x18 };

// HCR_EL2.<NV2,NV1,NV>: the bits that are 1 in a pattern of D24.7. '101' is compared for equality.
enum { NVX_xx1 = 1, NVX_101 = 5, NVX_1x1 = 5, NVX_111 = 7 };

// ---------------------------------------------------------------------------------------------------------
// Answers

static const struct spu_access undefined = {.verdict = SPU_ACCESS_UNDEFINED};

// AArch64.SystemAccessTrap(EL2, 0x18)
static const struct spu_access trap_el2 = {.verdict = SPU_ACCESS_TRAP_EL2, .ec = EC_SYSTEM_ACCESS};

// NVMem[] at the offset of the register `name`_EL1
#define NVMem(name) ((struct spu_access){.verdict = SPU_ACCESS_MEMORY, .offset = SPU_##name##_EL1_MEMORY})

// The register that is read or written.
#define REGISTER(name) static const struct spu_access name = {.verdict = SPU_ACCESS_OK, .target = SPU_##name}
REGISTER(PMBIDR_EL1);
REGISTER(PMBLIMITR_EL1);
REGISTER(PMBMAR_EL1);
REGISTER(PMBPTR_EL1);
REGISTER(PMBSR_EL1);
REGISTER(PMBSR_EL2);
REGISTER(PMBSR_EL3);
REGISTER(PMSCR_EL1);
REGISTER(PMSCR_EL2);
REGISTER(PMSDSFR_EL1);
REGISTER(PMSEVFR_EL1);
REGISTER(PMSFCR_EL1);
REGISTER(PMSICR_EL1);
REGISTER(PMSIDR_EL1);
REGISTER(PMSIRR_EL1);
REGISTER(PMSLATFR_EL1);
REGISTER(PMSNEVFR_EL1);

// ---------------------------------------------------------------------------------------------------------
// Conditions

static bool HaveEL3(const struct spu *spu)
{
  return spu->config.have_el3;
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

// if EL3SDDUndef() then UNDEFINED; else AArch64.SystemAccessTrap(EL3, 0x18)
static struct spu_access trap_el3(const struct spu_in *in)
{
  return EL3SDDUndef(in) ? undefined
                         : (struct spu_access){.verdict = SPU_ACCESS_TRAP_EL3, .ec = EC_SYSTEM_ACCESS};
}

// J1, CheckMDCR_EL3_NSPBTrap. Only with EL3. Without FEAT_RME: NSPB != SCR_EL3.NS:'1', as in S0 and S4.
static bool CheckMDCR_EL3_NSPBTrap(const struct spu *spu, const struct spu_in *in)
{
  const uint8_t state_bits = EffectiveMDCR_EL3_NSPB(spu, in);
  return (state_bits & 1U) == 0 || (state_bits >> 1 & 1U) != in->scr_el3_ns ||
         (spu->config.have_rme && (state_bits >> 2 & 1U) != in->scr_el3_nse);
}

// J1, EffectiveHCR_EL2_NVx: <NV2,NV1,NV> in bits 2 to 0.
static uint8_t EffectiveHCR_EL2_NVx(const struct spu *spu, const struct spu_in *in)
{
  if (!EL2Enabled(spu, in) || spu->config.nested_virt == 0 || !in->hcr_el2_nv) {
    return 0;
  }
  return (uint8_t)((spu->config.nested_virt >= 2 && in->hcr_el2_nv2) << 2 | in->hcr_el2_nv1 << 1 | 1);
}

// EffectiveHCR_EL2_NVx() IN {pattern}
static bool nvx(const struct spu *spu, const struct spu_in *in, uint8_t pattern)
{
  return (EffectiveHCR_EL2_NVx(spu, in) & pattern) == pattern;
}

// MDCR_EL2.E2PB IN {'x0'}
static bool e2pb_is_x0(const struct spu_in *in)
{
  return (in->mdcr_el2_e2pb & 1U) == 0;
}

// EL2Enabled() && IsFeatureImplemented(FEAT_FGT) && (!HaveEL(EL3) || SCR_EL3.FGTEn == '1')
static bool fgt_enabled(const struct spu *spu, const struct spu_in *in)
{
  return EL2Enabled(spu, in) && spu->config.have_fgt && (!HaveEL3(spu) || in->scr_el3_fgten);
}

// A field of HDFGRTR_EL2, or with `write` the field at the same position in HDFGWTR_EL2.
static bool HDFGxTR_EL2(const struct spu_in *in, bool write, uint64_t field)
{
  return ((write ? in->hdfgwtr_el2 : in->hdfgrtr_el2) & field) != 0;
}

// EL2Enabled() && IsFeatureImplemented(FEAT_FGT2) && ((HaveEL(EL3) && SCR_EL3.FGTEn2 == '0') || the field == '0'), of
// HDFGRTR2_EL2 or HDFGWTR2_EL2
static bool fgt2_trap(const struct spu *spu, const struct spu_in *in, bool write, uint64_t field)
{
  return EL2Enabled(spu, in) && spu->config.have_fgt2 &&
         ((HaveEL3(spu) && !in->scr_el3_fgten2) ||
          ((write ? in->hdfgwtr2_el2 : in->hdfgrtr2_el2) & field) == 0);
}

// ---------------------------------------------------------------------------------------------------------
// Registers

// D24.7.1
static struct spu_access access_PMBIDR_EL1(const struct spu *spu, const struct spu_in *in, bool write)
{
  if (write) {  // there is no MSR
    return undefined;
  }
  switch (in->pe_el) {
  case SPU_EL1:
    return fgt_enabled(spu, in) && HDFGxTR_EL2(in, write, SPU_PMBIDR_EL1_TRAP) ? trap_el2 : PMBIDR_EL1;
  default:  // EL2 likewise
    return PMBIDR_EL1;
  }
}

// D24.7.2
static struct spu_access access_PMBLIMITR_EL1(const struct spu *spu, const struct spu_in *in, bool write)
{
  switch (in->pe_el) {
  case SPU_EL1:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : fgt_enabled(spu, in) && HDFGxTR_EL2(in, write, SPU_PMBLIMITR_EL1_TRAP)        ? trap_el2
           : EL2Enabled(spu, in) && e2pb_is_x0(in)                                         ? trap_el2
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
           : nvx(spu, in, NVX_1x1)                                                         ? NVMem(PMBLIMITR)
                                                                                           : PMBLIMITR_EL1;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
                                                                                           : PMBLIMITR_EL1;
  default:
    return PMBLIMITR_EL1;
  }
}

// D24.7.3
static struct spu_access access_PMBMAR_EL1(const struct spu *spu, const struct spu_in *in, bool write)
{
  if (!spu->config.have_spe_nvm) {
    return undefined;
  }
  switch (in->pe_el) {
  case SPU_EL1:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && !in->mdcr_el3_enpms4              ? undefined
           : HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : fgt2_trap(spu, in, write, SPU_PMBMAR_EL1_TRAP)                                  ? trap_el2
           : EL2Enabled(spu, in) && e2pb_is_x0(in)                                           ? trap_el2
           : HaveEL3(spu) && !in->mdcr_el3_enpms4                                            ? trap_el3(in)
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                                 ? trap_el3(in)
                                                                                             : PMBMAR_EL1;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && !in->mdcr_el3_enpms4          ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
           : HaveEL3(spu) && !in->mdcr_el3_enpms4                                          ? trap_el3(in)
                                                                                           : PMBMAR_EL1;
  default:
    return PMBMAR_EL1;
  }
}

// D24.7.4
static struct spu_access access_PMBPTR_EL1(const struct spu *spu, const struct spu_in *in, bool write)
{
  switch (in->pe_el) {
  case SPU_EL1:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : fgt_enabled(spu, in) && HDFGxTR_EL2(in, write, SPU_PMBPTR_EL1_TRAP)           ? trap_el2
           : EL2Enabled(spu, in) && e2pb_is_x0(in)                                         ? trap_el2
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
           : nvx(spu, in, NVX_1x1)                                                         ? NVMem(PMBPTR)
                                                                                           : PMBPTR_EL1;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
                                                                                           : PMBPTR_EL1;
  default:
    return PMBPTR_EL1;
  }
}

// D24.7.5
static struct spu_access access_PMBSR_EL1(const struct spu *spu, const struct spu_in *in, bool write)
{
  switch (in->pe_el) {
  case SPU_EL1:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : fgt_enabled(spu, in) && HDFGxTR_EL2(in, write, SPU_PMBSR_EL1_TRAP)            ? trap_el2
           : EL2Enabled(spu, in) && e2pb_is_x0(in)                                         ? trap_el2
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
           : nvx(spu, in, NVX_1x1) && (EffectivePMSCR_EL2_EE(spu, in) == 0 ||
                                       (spu->regs.pmscr_el1 & SPU_PMSCR_EL1_EE) == 0 || nvx(spu, in, NVX_111))
               ? NVMem(PMBSR)
               : PMBSR_EL1;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
           : EffectivePMSCR_EL2_EE(spu, in) != 0 && ELIsInHost(spu, in, SPU_EL2)           ? PMBSR_EL2
                                                                                           : PMBSR_EL1;
  default:
    return PMBSR_EL1;
  }
}

// D24.7.5
static struct spu_access access_PMBSR_EL12(const struct spu *spu, const struct spu_in *in)
{
  if (spu->config.spe_version < 5 || !spu->config.have_vhe) {
    return undefined;
  }
  switch (in->pe_el) {
  case SPU_EL1:
    return EffectiveHCR_EL2_NVx(spu, in) == NVX_101 ? NVMem(PMBSR)
           : nvx(spu, in, NVX_xx1)                  ? trap_el2
                                                    : undefined;
  case SPU_EL2:
    return !ELIsInHost(spu, in, SPU_EL2)                                                     ? undefined
           : HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                                 ? trap_el3(in)
                                                                                             : PMBSR_EL1;
  default:
    return ELIsInHost(spu, in, SPU_EL2) ? PMBSR_EL1 : undefined;
  }
}

// D24.7.6
static struct spu_access access_PMBSR_EL2(const struct spu *spu, const struct spu_in *in)
{
  if (spu->config.spe_version < 5) {
    return undefined;
  }
  switch (in->pe_el) {
  case SPU_EL1:
    return nvx(spu, in, NVX_xx1) ? trap_el2 : undefined;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in)  ? undefined
           : HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && (in->mdcr_el3_pmsee & 3U) == 0 ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                                ? trap_el3(in)
           : HaveEL3(spu) && (in->mdcr_el3_pmsee & 3U) == 0                                 ? trap_el3(in)
                                                                                            : PMBSR_EL2;
  default:
    return PMBSR_EL2;
  }
}

// D24.7.7
static struct spu_access access_PMBSR_EL3(const struct spu *spu, const struct spu_in *in)
{
  if (spu->config.spe_version < 5 || !HaveEL3(spu)) {
    return undefined;
  }
  return in->pe_el == SPU_EL3 ? PMBSR_EL3 : undefined;
}

// D24.7.8
static struct spu_access access_PMSCR_EL1(const struct spu *spu, const struct spu_in *in, bool write)
{
  switch (in->pe_el) {
  case SPU_EL1:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : fgt_enabled(spu, in) && HDFGxTR_EL2(in, write, SPU_PMSCR_EL1_TRAP)            ? trap_el2
           : EL2Enabled(spu, in) && in->mdcr_el2_tpms                                      ? trap_el2
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
           : nvx(spu, in, NVX_111)                                                         ? NVMem(PMSCR)
                                                                                           : PMSCR_EL1;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
           : ELIsInHost(spu, in, SPU_EL2)                                                  ? PMSCR_EL2
                                                                                           : PMSCR_EL1;
  default:
    return PMSCR_EL1;
  }
}

// D24.7.8
static struct spu_access access_PMSCR_EL12(const struct spu *spu, const struct spu_in *in)
{
  if (!spu->config.have_vhe) {
    return undefined;
  }
  switch (in->pe_el) {
  case SPU_EL1:
    return EffectiveHCR_EL2_NVx(spu, in) == NVX_101 ? NVMem(PMSCR)
           : nvx(spu, in, NVX_xx1)                  ? trap_el2
                                                    : undefined;
  case SPU_EL2:
    return !ELIsInHost(spu, in, SPU_EL2)                                                     ? undefined
           : HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                                 ? trap_el3(in)
                                                                                             : PMSCR_EL1;
  default:
    return ELIsInHost(spu, in, SPU_EL2) ? PMSCR_EL1 : undefined;
  }
}

// D24.7.9
static struct spu_access access_PMSCR_EL2(const struct spu *spu, const struct spu_in *in)
{
  switch (in->pe_el) {
  case SPU_EL1:
    return nvx(spu, in, NVX_xx1) ? trap_el2 : undefined;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
                                                                                           : PMSCR_EL2;
  default:
    return PMSCR_EL2;
  }
}

// D24.7.10
static struct spu_access access_PMSDSFR_EL1(const struct spu *spu, const struct spu_in *in, bool write)
{
  if (!spu->config.have_fds) {
    return undefined;
  }
  switch (in->pe_el) {
  case SPU_EL1:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && !in->mdcr_el3_enpms3              ? undefined
           : HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : fgt2_trap(spu, in, write, SPU_PMSDSFR_EL1_TRAP)                                 ? trap_el2
           : EL2Enabled(spu, in) && in->mdcr_el2_tpms                                        ? trap_el2
           : HaveEL3(spu) && !in->mdcr_el3_enpms3                                            ? trap_el3(in)
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                                 ? trap_el3(in)
           : nvx(spu, in, NVX_1x1)                                                           ? NVMem(PMSDSFR)
                                                                                             : PMSDSFR_EL1;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && !in->mdcr_el3_enpms3          ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
           : HaveEL3(spu) && !in->mdcr_el3_enpms3                                          ? trap_el3(in)
                                                                                           : PMSDSFR_EL1;
  default:
    return PMSDSFR_EL1;
  }
}

// D24.7.11
static struct spu_access access_PMSEVFR_EL1(const struct spu *spu, const struct spu_in *in, bool write)
{
  switch (in->pe_el) {
  case SPU_EL1:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : fgt_enabled(spu, in) && HDFGxTR_EL2(in, write, SPU_PMSEVFR_EL1_TRAP)          ? trap_el2
           : EL2Enabled(spu, in) && in->mdcr_el2_tpms                                      ? trap_el2
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
           : nvx(spu, in, NVX_1x1)                                                         ? NVMem(PMSEVFR)
                                                                                           : PMSEVFR_EL1;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
                                                                                           : PMSEVFR_EL1;
  default:
    return PMSEVFR_EL1;
  }
}

// D24.7.12
static struct spu_access access_PMSFCR_EL1(const struct spu *spu, const struct spu_in *in, bool write)
{
  switch (in->pe_el) {
  case SPU_EL1:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : fgt_enabled(spu, in) && HDFGxTR_EL2(in, write, SPU_PMSFCR_EL1_TRAP)           ? trap_el2
           : EL2Enabled(spu, in) && in->mdcr_el2_tpms                                      ? trap_el2
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
                                                                                           : PMSFCR_EL1;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
                                                                                           : PMSFCR_EL1;
  default:
    return PMSFCR_EL1;
  }
}

// D24.7.13
static struct spu_access access_PMSICR_EL1(const struct spu *spu, const struct spu_in *in, bool write)
{
  switch (in->pe_el) {
  case SPU_EL1:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : fgt_enabled(spu, in) && HDFGxTR_EL2(in, write, SPU_PMSICR_EL1_TRAP)           ? trap_el2
           : EL2Enabled(spu, in) && in->mdcr_el2_tpms                                      ? trap_el2
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
           : nvx(spu, in, NVX_1x1)                                                         ? NVMem(PMSICR)
                                                                                           : PMSICR_EL1;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
                                                                                           : PMSICR_EL1;
  default:
    return PMSICR_EL1;
  }
}

// D24.7.14
static struct spu_access access_PMSIDR_EL1(const struct spu *spu, const struct spu_in *in, bool write)
{
  if (write) {  // there is no MSR
    return undefined;
  }
  switch (in->pe_el) {
  case SPU_EL1:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : fgt_enabled(spu, in) && HDFGxTR_EL2(in, write, SPU_PMSIDR_EL1_TRAP)           ? trap_el2
           : EL2Enabled(spu, in) && in->mdcr_el2_tpms                                      ? trap_el2
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
                                                                                           : PMSIDR_EL1;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
                                                                                           : PMSIDR_EL1;
  default:
    return PMSIDR_EL1;
  }
}

// D24.7.15
static struct spu_access access_PMSIRR_EL1(const struct spu *spu, const struct spu_in *in, bool write)
{
  switch (in->pe_el) {
  case SPU_EL1:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : fgt_enabled(spu, in) && HDFGxTR_EL2(in, write, SPU_PMSIRR_EL1_TRAP)           ? trap_el2
           : EL2Enabled(spu, in) && in->mdcr_el2_tpms                                      ? trap_el2
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
           : nvx(spu, in, NVX_1x1)                                                         ? NVMem(PMSIRR)
                                                                                           : PMSIRR_EL1;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
                                                                                           : PMSIRR_EL1;
  default:
    return PMSIRR_EL1;
  }
}

// D24.7.16
static struct spu_access access_PMSLATFR_EL1(const struct spu *spu, const struct spu_in *in, bool write)
{
  switch (in->pe_el) {
  case SPU_EL1:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : fgt_enabled(spu, in) && HDFGxTR_EL2(in, write, SPU_PMSLATFR_EL1_TRAP)         ? trap_el2
           : EL2Enabled(spu, in) && in->mdcr_el2_tpms                                      ? trap_el2
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
           : nvx(spu, in, NVX_1x1)                                                         ? NVMem(PMSLATFR)
                                                                                           : PMSLATFR_EL1;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
                                                                                           : PMSLATFR_EL1;
  default:
    return PMSLATFR_EL1;
  }
}

// D24.7.17
static struct spu_access access_PMSNEVFR_EL1(const struct spu *spu, const struct spu_in *in, bool write)
{
  if (spu->config.spe_version < 2) {
    return undefined;
  }
  switch (in->pe_el) {
  case SPU_EL1:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && !in->mdcr_el3_enpmsn          ? undefined
           : fgt_enabled(spu, in) && !HDFGxTR_EL2(in, write, SPU_PMSNEVFR_EL1_TRAP)        ? trap_el2
           : EL2Enabled(spu, in) && in->mdcr_el2_tpms                                      ? trap_el2
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
           : HaveEL3(spu) && !in->mdcr_el3_enpmsn                                          ? trap_el3(in)
           : nvx(spu, in, NVX_1x1)                                                         ? NVMem(PMSNEVFR)
                                                                                           : PMSNEVFR_EL1;
  case SPU_EL2:
    return HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && CheckMDCR_EL3_NSPBTrap(spu, in) ? undefined
           : HaveEL3(spu) && EL3SDDUndefPriority(spu, in) && !in->mdcr_el3_enpmsn          ? undefined
           : HaveEL3(spu) && CheckMDCR_EL3_NSPBTrap(spu, in)                               ? trap_el3(in)
           : HaveEL3(spu) && !in->mdcr_el3_enpmsn                                          ? trap_el3(in)
                                                                                           : PMSNEVFR_EL1;
  default:
    return PMSNEVFR_EL1;
  }
}

// Runs the access pseudocode of the register at `address` for an MRS, or with `write` an MSR, in the PE state of `in`.
// Encodings that the configuration does not implement, and MSR to read-only registers, are UNDEFINED.
struct spu_access spu_access_check(const struct spu *spu, const struct spu_in *in, uint16_t address,
                                   bool write)
{
  // PSTATE.EL == EL0, or not an AArch64 instruction: while EL3 uses AArch32, every level does
  if (in->pe_el == SPU_EL0 || in->pe_aarch32 || HighestELUsingAArch32(spu, in)) {
    return undefined;
  }
  switch (address) {
  case SPU_PMBIDR_EL1:
    return access_PMBIDR_EL1(spu, in, write);
  case SPU_PMBLIMITR_EL1:
    return access_PMBLIMITR_EL1(spu, in, write);
  case SPU_PMBMAR_EL1:
    return access_PMBMAR_EL1(spu, in, write);
  case SPU_PMBPTR_EL1:
    return access_PMBPTR_EL1(spu, in, write);
  case SPU_PMBSR_EL1:
    return access_PMBSR_EL1(spu, in, write);
  case SPU_PMBSR_EL12:
    return access_PMBSR_EL12(spu, in);
  case SPU_PMBSR_EL2:
    return access_PMBSR_EL2(spu, in);
  case SPU_PMBSR_EL3:
    return access_PMBSR_EL3(spu, in);
  case SPU_PMSCR_EL1:
    return access_PMSCR_EL1(spu, in, write);
  case SPU_PMSCR_EL12:
    return access_PMSCR_EL12(spu, in);
  case SPU_PMSCR_EL2:
    return access_PMSCR_EL2(spu, in);
  case SPU_PMSDSFR_EL1:
    return access_PMSDSFR_EL1(spu, in, write);
  case SPU_PMSEVFR_EL1:
    return access_PMSEVFR_EL1(spu, in, write);
  case SPU_PMSFCR_EL1:
    return access_PMSFCR_EL1(spu, in, write);
  case SPU_PMSICR_EL1:
    return access_PMSICR_EL1(spu, in, write);
  case SPU_PMSIDR_EL1:
    return access_PMSIDR_EL1(spu, in, write);
  case SPU_PMSIRR_EL1:
    return access_PMSIRR_EL1(spu, in, write);
  case SPU_PMSLATFR_EL1:
    return access_PMSLATFR_EL1(spu, in, write);
  case SPU_PMSNEVFR_EL1:
    return access_PMSNEVFR_EL1(spu, in, write);
  default:
    return undefined;
  }
}
