// SPDX-License-Identifier: Apache-2.0
//
// The access pseudocode of Arm ARM D24.7 as text, register by register: the clauses for each Exception level in the
// document's order, "condition>answer", evaluated from left to right until a condition is true.
//
// Conditions:
//   D      EL3SDDUndefPriority() && CheckMDCR_EL3_NSPBTrap()
//   Fn fn  fine-grained traps are enabled, and field n is 1; is 0
//   gn     in the second set of fine-grained traps, field n or SCR_EL3.FGTEn2 is 0
//   T, B   EL2Enabled() && TPMS; EL2Enabled() && E2PB IN {'x0'}
//   N      CheckMDCR_EL3_NSPBTrap()
//   Ei     MDCR_EL3.EnPMSN == '0' (i = n), EnPMS3 == '0' (i = 3), EnPMS4 == '0' (i = 4), PMSEE == '00' (i = s)
//   di     EL3SDDUndefPriority() && Ei
//   Vabc   EffectiveHCR_EL2_NVx() IN {'abc'}
//   W      V1x1 && (EffectivePMSCR_EL2_EE() == '00' || PMSCR_EL1.EE == '00' || V111)
//   H, h   ELIsInHost(EL2); !ELIsInHost(EL2)
//   P      EffectivePMSCR_EL2_EE() != '00' && H
// Answers: U UNDEFINED; 2 trap to EL2; 3 trap to EL3, or UNDEFINED if EL3SDDUndef(); Mxxx NVMem[0xxxx]; =REGISTER that
// register; = the row's own register.
#ifndef TB_UNIT_TEST_MODEL_MODEL_ACCESS_CLAUSES_H
#define TB_UNIT_TEST_MODEL_MODEL_ACCESS_CLAUSES_H

#include <stdio.h>

#include "unit/test/model/model_bench.h"

struct clause_row {
  const char *name;
  uint16_t address;
  // required feature: ' ' none, 'n' FEAT_SPE_FnE, 'd' FEAT_SPE_FDS, 'v' FEAT_VHE, 'm' FEAT_SPE_nVM, 'x' FEAT_SPE_EXC,
  // 'y' FEAT_SPE_EXC and FEAT_VHE, 'z' FEAT_SPE_EXC and EL3
  char feature;
  bool msr;  // MSR exists
  const char *el1;
  const char *el2;
  const char *el3;
};

#define EL2_USUAL "D>U N>3 ="
static const struct clause_row clause_rows[] = {
    {"PMBIDR_EL1", 0xC4D7, ' ', false, "F63>2 =", "=", "="},
    {"PMBLIMITR_EL1", 0xC4D0, ' ', true, "D>U F23>2 B>2 N>3 V1x1>M800 =", EL2_USUAL, "="},
    {"PMBPTR_EL1", 0xC4D1, ' ', true, "D>U F24>2 B>2 N>3 V1x1>M810 =", EL2_USUAL, "="},
    {"PMBMAR_EL1", 0xC4D5, 'm', true, "d4>U D>U g24>2 B>2 E4>3 N>3 =", "D>U d4>U N>3 E4>3 =", "="},
    {"PMBSR_EL1", 0xC4D3, ' ', true, "D>U F25>2 B>2 N>3 W>M820 =", "D>U N>3 P>=E4D3 =", "="},
    {"PMBSR_EL12", 0xECD3, 'y', true, "V101>M820 Vxx1>2 U", "h>U D>U N>3 =C4D3", "H>=C4D3 U"},
    {"PMBSR_EL2", 0xE4D3, 'x', true, "Vxx1>2 U", "D>U ds>U N>3 Es>3 =", "="},
    {"PMBSR_EL3", 0xF4D3, 'z', true, "U", "U", "="},
    {"PMSCR_EL1", 0xC4C8, ' ', true, "D>U F26>2 T>2 N>3 V111>M828 =", "D>U N>3 H>=E4C8 =", "="},
    {"PMSCR_EL12", 0xECC8, 'v', true, "V101>M828 Vxx1>2 U", "h>U D>U N>3 =C4C8", "H>=C4C8 U"},
    {"PMSCR_EL2", 0xE4C8, ' ', true, "Vxx1>2 U", EL2_USUAL, "="},
    {"PMSDSFR_EL1", 0xC4D4, 'd', true, "d3>U D>U g19>2 T>2 E3>3 N>3 V1x1>M858 =", "D>U d3>U N>3 E3>3 =", "="},
    {"PMSEVFR_EL1", 0xC4CD, ' ', true, "D>U F27>2 T>2 N>3 V1x1>M830 =", EL2_USUAL, "="},
    {"PMSFCR_EL1", 0xC4CC, ' ', true, "D>U F28>2 T>2 N>3 =", EL2_USUAL, "="},
    {"PMSICR_EL1", 0xC4CA, ' ', true, "D>U F29>2 T>2 N>3 V1x1>M838 =", EL2_USUAL, "="},
    {"PMSIDR_EL1", 0xC4CF, ' ', false, "D>U F30>2 T>2 N>3 =", EL2_USUAL, "="},
    {"PMSIRR_EL1", 0xC4CB, ' ', true, "D>U F31>2 T>2 N>3 V1x1>M840 =", EL2_USUAL, "="},
    {"PMSLATFR_EL1", 0xC4CE, ' ', true, "D>U F32>2 T>2 N>3 V1x1>M848 =", EL2_USUAL, "="},
    {"PMSNEVFR_EL1", 0xC4C9, 'n', true,
     "D>U dn>U f62>2 T>2 N>3 En>3 V1x1>M850 =", "D>U dn>U N>3 En>3 =", "="},
};
enum { CLAUSE_ROWS = COUNT(clause_rows) };

static inline bool clause_el2_enabled(const struct spu_config *config, const struct spu_in *in)
{
  const bool secure = config->have_el3 ? !in->scr_el3_ns : config->secure_only;
  const bool secure_el2 = config->have_sel2 && (!config->have_el3 || in->scr_el3_eel2);
  return config->have_el2 && (!config->have_el3 || !secure || secure_el2);
}

static inline bool clause_nspb_trap(const struct spu_config *config, const struct spu_in *in)
{
  if (!config->have_el3) {
    return false;
  }
  unsigned bits = in->mdcr_el3_nspb;
  if (config->have_rme) {
    bits += in->mdcr_el3_nspbe ? 4U : 0U;
    if (bits == 4 || bits == 5 || (!config->have_sel2 && bits <= 1)) {
      bits = config->reserved_nsxb;
    }
  }
  const unsigned wanted = 1U + (in->scr_el3_ns ? 2U : 0U) + (config->have_rme && in->scr_el3_nse ? 4U : 0U);
  return bits != wanted;
}

static inline bool clause_enable_is_0(char which, const struct spu_config *config, const struct spu_in *in)
{
  assert_non_null(strchr("n34s", which));
  const bool enabled = which == 'n'   ? in->mdcr_el3_enpmsn
                       : which == '3' ? in->mdcr_el3_enpms3
                       : which == '4' ? in->mdcr_el3_enpms4
                                      : in->mdcr_el3_pmsee != 0;
  return config->have_el3 && !enabled;
}

static inline bool clause_nvx(const char *pattern, const struct spu_config *config, const struct spu_in *in)
{
  char nvx[4] = "000";
  if (clause_el2_enabled(config, in) && config->nested_virt > 0 && in->hcr_el2_nv) {
    nvx[0] = config->nested_virt > 1 && in->hcr_el2_nv2 ? '1' : '0';
    nvx[1] = in->hcr_el2_nv1 ? '1' : '0';
    nvx[2] = '1';
  }
  for (int i = 0; i < 3; i++) {
    if (pattern[i] != 'x' && pattern[i] != nvx[i]) {
      return false;
    }
  }
  return true;
}

// EffectivePMSCR_EL2_EE() != '00'. If EL2 is not enabled, the Effective value is '01'.
static inline bool clause_ee(const struct spu_config *config, const struct spu_in *in,
                             const struct spu_registers *regs)
{
  if (config->spe_version < 5 || (config->have_el3 && in->mdcr_el3_pmsee == 0)) {
    return false;
  }
  return !clause_el2_enabled(config, in) || (regs->pmscr_el2 >> 8 & 3U) != 0;
}

static inline bool clause_holds(const char *condition, const struct spu_config *config,
                                const struct spu_in *in, const struct spu_registers *regs, bool write)
{
  const bool el2 = clause_el2_enabled(config, in);
  unsigned field = 0;
  switch (condition[0]) {
  case 'D':
    return in->pe_debug && in->edscr_sdd && config->el3_trap_priority && clause_nspb_trap(config, in);
  case 'F':
  case 'f':
    field = (unsigned)strtoul(condition + 1, NULL, 10);
    return el2 && config->have_fgt && (!config->have_el3 || in->scr_el3_fgten) &&
           ((write ? in->hdfgwtr_el2 : in->hdfgrtr_el2) >> field & 1U) == (condition[0] == 'F' ? 1U : 0U);
  case 'g':
    field = (unsigned)strtoul(condition + 1, NULL, 10);
    return el2 && config->have_fgt2 &&
           ((config->have_el3 && !in->scr_el3_fgten2) ||
            ((write ? in->hdfgwtr2_el2 : in->hdfgrtr2_el2) >> field & 1U) == 0);
  case 'd':
    return in->pe_debug && in->edscr_sdd && config->el3_trap_priority &&
           clause_enable_is_0(condition[1], config, in);
  case 'E':
    return clause_enable_is_0(condition[1], config, in);
  case 'T':
    return el2 && in->mdcr_el2_tpms;
  case 'B':
    return el2 && (in->mdcr_el2_e2pb == 0 || in->mdcr_el2_e2pb == 2);
  case 'N':
    return clause_nspb_trap(config, in);
  case 'V':
    return clause_nvx(condition + 1, config, in);
  case 'W':
    return clause_nvx("1x1", config, in) &&
           (!clause_ee(config, in, regs) || (regs->pmscr_el1 >> 8 & 3U) == 0 ||
            clause_nvx("111", config, in));
  case 'P':
    return clause_ee(config, in, regs) && el2 && config->have_vhe && in->hcr_el2_e2h;
  case 'H':
    return el2 && config->have_vhe && in->hcr_el2_e2h;
  case 'h':
    return !(el2 && config->have_vhe && in->hcr_el2_e2h);
  default:
    fail_msg("unknown condition %s", condition);
    return false;
  }
}

static inline struct spu_access clause_apply(const char *answer, uint16_t address, const struct spu_in *in)
{
  struct spu_access access = {.verdict = SPU_ACCESS_UNDEFINED};
  switch (answer[0]) {
  case 'U':
    return access;
  case '3':
    if (in->pe_debug && in->edscr_sdd) {
      return access;
    }
    access.verdict = SPU_ACCESS_TRAP_EL3;
    access.ec = 0x18;
    return access;
  case '2':
    access.verdict = SPU_ACCESS_TRAP_EL2;
    access.ec = 0x18;
    return access;
  case 'M':
    access.verdict = SPU_ACCESS_MEMORY;
    access.offset = (uint16_t)strtoul(answer + 1, NULL, 16);
    return access;
  default:
    assert_int_equal(answer[0], '=');
    access.verdict = SPU_ACCESS_OK;
    access.target = answer[1] == '\0' ? address : (uint16_t)strtoul(answer + 1, NULL, 16);
    return access;
  }
}

static inline struct spu_access clause_answer(const struct clause_row *row, const struct spu_config *config,
                                              const struct spu_in *in, const struct spu_registers *regs,
                                              bool write)
{
  const struct spu_access undefined = {.verdict = SPU_ACCESS_UNDEFINED};
  const bool el3_aarch32 = config->have_el3 && config->aarch32_el3 && in->el3_aarch32;
  if (in->pe_aarch32 || el3_aarch32 || in->pe_el == 0 || (write && !row->msr) ||
      (row->feature == 'n' && config->spe_version < 2) || (row->feature == 'd' && !config->have_fds) ||
      (row->feature == 'v' && !config->have_vhe) || (row->feature == 'm' && !config->have_spe_nvm) ||
      (row->feature == 'x' && config->spe_version < 5) ||
      (row->feature == 'y' && (config->spe_version < 5 || !config->have_vhe)) ||
      (row->feature == 'z' && (config->spe_version < 5 || !config->have_el3))) {
    return undefined;
  }
  const char *at = in->pe_el == 1 ? row->el1 : in->pe_el == 2 ? row->el2 : row->el3;
  for (;;) {
    char clause[32] = "";
    int length = 0;
    assert_int_equal(sscanf(at, "%31s%n", clause, &length), 1);
    at += length;
    char *answer = strchr(clause, '>');
    if (answer == NULL) {
      return clause_apply(clause, row->address, in);
    }
    *answer = '\0';
    if (clause_holds(clause, config, in, regs, write)) {
      return clause_apply(answer + 1, row->address, in);
    }
  }
}

// Random features, in permitted combinations.
static inline void clause_random_config(struct rng *rng, struct spu_config *config)
{
  config->have_el2 = rng_percent(rng, 85);
  config->have_el3 = rng_percent(rng, 80);
  config->secure_only = !config->have_el3 && rng_percent(rng, 30);
  config->have_sel2 = config->have_el2 && rng_percent(rng, 50);
  config->have_rme = config->have_el2 && config->have_el3 && rng_percent(rng, 40);
  config->debug_version = 4;
  config->have_fgt = rng_percent(rng, 50);
  config->have_fgt2 = config->have_fgt && rng_percent(rng, 20);
  config->aarch32_el3 = config->have_el3 && !config->have_rme && rng_percent(rng, 30);
  config->aarch32_el1 = config->aarch32_el3;
  config->aarch32_el2 = config->aarch32_el3 && config->have_el2;
  config->nested_virt = config->have_el2 ? rng_below(rng, 3) : 0;
  config->spe_version = rng_below(rng, 4);
  config->have_fds = rng_percent(rng, 30);
  config->el3_trap_priority = rng_percent(rng, 50);
  config->reserved_nsxb = rng_percent(rng, 50) ? 3 : 2;
  if (rng_percent(rng, 50)) {
    config->have_spe_nvm = true;
    config->spe_version = 4 + rng_below(rng, 2);
  }
  permit(config);
}

// A random state at an existing Exception level. Most other pins are random, regardless of the configuration.
static inline void clause_random_state(struct rng *rng, const struct spu_config *config, struct spu_in *in)
{
  const uint64_t bits = rng_next(rng);
  const uint32_t trapping = 10 + 20 * rng_below(rng, 4);  // percent, so that late clauses are reached too
  SET_BITS(bits, &in->pe_debug, &in->edscr_sdd);
  in->scr_el3_ns = (bits & 4U) != 0 || (config->have_rme && !config->have_sel2);
  in->scr_el3_nse = config->have_rme && in->scr_el3_ns && (bits & 8U) != 0;
  in->scr_el3_eel2 = config->have_sel2 && (bits & 16U) != 0;
  SET_BITS(bits >> 5, &in->scr_el3_fgten, &in->hcr_el2_nv, &in->hcr_el2_nv1, &in->hcr_el2_nv2);
  in->hcr_el2_e2h = config->have_vhe && (bits & 512U) != 0;
  in->mdcr_el2_tpms = rng_percent(rng, trapping);
  in->mdcr_el2_e2pb = (uint8_t)((bits >> 10 & 2U) | (rng_percent(rng, trapping) ? 0U : 1U));
  in->mdcr_el3_nspb = (uint8_t)((in->scr_el3_ns ? 2U : 0U) | 1U);
  in->mdcr_el3_nspbe = in->scr_el3_nse;
  if (rng_percent(rng, trapping)) {
    in->mdcr_el3_nspb = (uint8_t)(bits >> 12 & 3U);
    in->mdcr_el3_nspbe = (bits >> 14 & 1U) != 0;
  }
  in->hdfgrtr_el2 = rng_next(rng) & rng_next(rng);
  in->hdfgwtr_el2 = rng_next(rng) | rng_next(rng);
  in->mdcr_el3_enpmsn = !rng_percent(rng, trapping);
  in->mdcr_el3_enpms3 = !rng_percent(rng, trapping);
  in->mdcr_el3_enpms4 = !rng_percent(rng, trapping);
  in->mdcr_el3_pmsee = (uint8_t)(rng_percent(rng, trapping) ? 0U : 1U + rng_below(rng, 3));
  in->scr_el3_fgten2 = !rng_percent(rng, trapping);
  in->hdfgrtr2_el2 = rng_next(rng) | rng_next(rng);
  in->hdfgwtr2_el2 = rng_next(rng) | rng_next(rng) | rng_next(rng);
  in->pe_aarch32 = rng_percent(rng, 5);
  in->el3_aarch32 = rng_percent(rng, 10);
  do {
    in->pe_el = (uint8_t)rng_below(rng, 4);
  } while ((in->pe_el == 3 && !config->have_el3) || (in->pe_el == 2 && !clause_el2_enabled(config, in)));
}

#endif  // TB_UNIT_TEST_MODEL_MODEL_ACCESS_CLAUSES_H
