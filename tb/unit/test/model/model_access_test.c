// SPDX-License-Identifier: Apache-2.0
//
// Block B: access to the System registers. Two transcriptions of the documents share nothing with the model's code: the
// clauses of Arm ARM D24.7 as text that is evaluated in order (model_access_clauses.h), and the nested text of document
// S4. Both are compared with the model over random states of the PE and random features. model_access_rows_test.c has
// chosen states.
#include "unit/test/model/model_access_clauses.h"
#include "unit/test/model/model_bench.h"

// B2 to B6, U5: every register, MRS and MSR, any state and any features, against D24.7.
TEST(access_follows_d24_7)
{
  enum { CONFIGS = 150, STATES = 1500 };
  uint32_t seen[CLAUSE_ROWS][SPU_ACCESS_MEMORY + 1] = {{0}};
  struct rng rng;
  rng_seed(&rng, 1, 0);
  for (int c = 0; c < CONFIGS; c++) {
    struct spu_config config = bench_base();
    clause_random_config(&rng, &config);
    bench_open(config);
    for (int n = 0; n < STATES; n++) {
      clause_random_state(&rng, &config, &b.in);
      if (b.spu->config.spe_version >= 5) {
        b.spu->regs.pmscr_el1 = (uint64_t)rng_below(&rng, 4) << SPU_PMSCR_EL1_EE_SHIFT;
        b.spu->regs.pmscr_el2 = (uint64_t)rng_below(&rng, 4) << SPU_PMSCR_EL2_EE_SHIFT;
      }
      for (size_t i = 0; i < CLAUSE_ROWS; i++) {
        for (int write = 0; write <= 1; write++) {
          const struct spu_access expected =
              clause_answer(&clause_rows[i], &config, &b.in, &b.spu->regs, write != 0);
          same(check(clause_rows[i].address, write != 0), expected, clause_rows[i].name);
          seen[i][expected.verdict]++;
        }
      }
    }
  }
  for (size_t i = 0; i < CLAUSE_ROWS; i++) {  // the comparison covered both results
    assert_true(seen[i][SPU_ACCESS_OK] > 1000);
    assert_true(seen[i][SPU_ACCESS_UNDEFINED] > 1000);
    if (clause_rows[i].address == SPU_PMBSR_EL3) {
      continue;
    }
    assert_true(seen[i][SPU_ACCESS_TRAP_EL2] > 100);
    if (clause_rows[i].address != SPU_PMBIDR_EL1) {
      assert_true(seen[i][SPU_ACCESS_TRAP_EL3] > 1000);
    }
    if (strstr(clause_rows[i].el1, ">M") != NULL) {
      assert_true(seen[i][SPU_ACCESS_MEMORY] > 100);
    }
  }
}

// ---------------------------------------------------------------------------------------------------------
// S4 verbatim: raw bits, with the same nesting. S4 does not have FEAT_RME.

static const struct spu_access s4_undefined = {.verdict = SPU_ACCESS_UNDEFINED};
static const struct spu_access s4_trap_el2 = {.verdict = SPU_ACCESS_TRAP_EL2, .ec = 0x18};
static const struct spu_access s4_trap_el3 = {.verdict = SPU_ACCESS_TRAP_EL3, .ec = 0x18};
static const struct spu_access s4_memory = {.verdict = SPU_ACCESS_MEMORY, .offset = 0x828};
static const struct spu_access s4_el1 = {.verdict = SPU_ACCESS_OK, .target = 0xC4C8};
static const struct spu_access s4_el2 = {.verdict = SPU_ACCESS_OK, .target = 0xE4C8};

static bool s4_el2_enabled(const struct spu_config *config, const struct spu_in *in)
{
  return config->have_el2 && (!config->have_el3 || in->scr_el3_ns || (config->have_sel2 && in->scr_el3_eel2));
}

static bool s4_first(const struct spu_config *config, const struct spu_in *in)  // the first two clauses
{
  const bool halted = in->pe_debug && config->have_el3 && in->edscr_sdd && config->el3_trap_priority;
  return (halted && !in->scr_el3_ns && in->mdcr_el3_nspb != 1) ||
         (halted && in->scr_el3_ns && in->mdcr_el3_nspb != 3);
}

static bool s4_nspb(const struct spu_config *config, const struct spu_in *in)
{
  return config->have_el3 &&
         ((!in->scr_el3_ns && in->mdcr_el3_nspb != 1) || (in->scr_el3_ns && in->mdcr_el3_nspb != 3));
}

static struct spu_access s4_el3_trap(const struct spu_in *in)
{
  return in->pe_debug && in->edscr_sdd ? s4_undefined : s4_trap_el3;
}

static int s4_nvx(const struct spu_in *in)
{
  return in->hcr_el2_nv2 * 4 + in->hcr_el2_nv1 * 2 + in->hcr_el2_nv;
}

static struct spu_access s4_pmscr_el1(const struct spu_config *config, const struct spu_in *in, bool write)
{
  const uint64_t fine = write ? in->hdfgwtr_el2 : in->hdfgrtr_el2;
  if (in->pe_el == 0) {
    return s4_undefined;
  }
  if (in->pe_el == 1) {
    if (s4_first(config, in)) {
      return s4_undefined;
    }
    if (s4_el2_enabled(config, in) && (!config->have_el3 || in->scr_el3_fgten) && (fine >> 26 & 1) == 1) {
      return s4_trap_el2;
    }
    if (s4_el2_enabled(config, in) && in->mdcr_el2_tpms) {
      return s4_trap_el2;
    }
    if (s4_nspb(config, in)) {
      return s4_el3_trap(in);
    }
    if (s4_el2_enabled(config, in) && s4_nvx(in) == 7) {
      return s4_memory;
    }
    return s4_el1;
  }
  if (in->pe_el == 2) {
    if (s4_first(config, in)) {
      return s4_undefined;
    }
    if (s4_nspb(config, in)) {
      return s4_el3_trap(in);
    }
    if (in->hcr_el2_e2h) {
      return s4_el2;
    }
    return s4_el1;
  }
  return s4_el1;
}

static struct spu_access s4_pmscr_el12(const struct spu_config *config, const struct spu_in *in)
{
  if (in->pe_el == 0) {
    return s4_undefined;
  }
  if (in->pe_el == 1) {
    if (s4_el2_enabled(config, in) && s4_nvx(in) == 5) {
      return s4_memory;
    }
    if (s4_el2_enabled(config, in) && in->hcr_el2_nv) {
      return s4_trap_el2;
    }
    return s4_undefined;
  }
  if (in->pe_el == 2) {
    if (in->hcr_el2_e2h) {
      if (s4_first(config, in)) {
        return s4_undefined;
      }
      if (s4_nspb(config, in)) {
        return s4_el3_trap(in);
      }
      return s4_el1;
    }
    return s4_undefined;
  }
  return s4_el2_enabled(config, in) && in->hcr_el2_e2h ? s4_el1 : s4_undefined;
}

// B3, U5: every combination of the bits that S4 reads, with and without EL3, both priorities.
TEST(pmscr_access_follows_s4)
{
  for (uint32_t features = 0; features < 8; features++) {
    struct spu_config config = bench_base();
    SET_BITS(features, &config.have_el3, &config.el3_trap_priority, &config.have_sel2);
    config.have_fgt = true;
    config.nested_virt = 2;
    permit(&config);
    bench_open(config);
    struct spu_in *in = &b.in;
    for (uint32_t bits = 0; bits < 1U << 17; bits++) {
      in->pe_el = (uint8_t)(bits & 3U);
      SET_BITS(bits >> 2, &in->pe_debug, &in->edscr_sdd, &in->scr_el3_ns, &in->scr_el3_eel2,
               &in->scr_el3_fgten);
      in->mdcr_el3_nspb = (uint8_t)(bits >> 7 & 3U);
      SET_BITS(bits >> 9, &in->mdcr_el2_tpms, &in->hcr_el2_nv, &in->hcr_el2_nv1, &in->hcr_el2_nv2,
               &in->hcr_el2_e2h);
      in->hdfgrtr_el2 = (uint64_t)(bits >> 14 & 1U) << 26;
      in->hdfgwtr_el2 = (uint64_t)(bits >> 15 & 1U) << 26;
      const bool write = (bits >> 16 & 1U) != 0;
      if ((in->pe_el == 3 && !config.have_el3) || (in->pe_el == 2 && !s4_el2_enabled(&config, in))) {
        continue;
      }
      same(check(0xC4C8, write), s4_pmscr_el1(&config, in, write), "PMSCR_EL1");
      same(check(0xECC8, write), s4_pmscr_el12(&config, in), "PMSCR_EL12");
    }
  }
}

// ---------------------------------------------------------------------------------------------------------
// S0

static const uint16_t profiling[] = {SPU_PMSCR_EL1,   SPU_PMSICR_EL1,   SPU_PMSIRR_EL1, SPU_PMSFCR_EL1,
                                     SPU_PMSEVFR_EL1, SPU_PMSLATFR_EL1, SPU_PMSIDR_EL1};
static const uint16_t buffer[] = {SPU_PMBLIMITR_EL1, SPU_PMBPTR_EL1, SPU_PMBSR_EL1};
enum { PROFILING = COUNT(profiling), BUFFER = COUNT(buffer) };

// B2: in configuration "base" the verdicts match the two functions of S0 in every state that these read.
TEST(check_functions_follow_s0)
{
  for (int have = 0; have < 4; have++) {
    struct spu_config config = bench_base();
    SET_BITS(have, &config.have_el2, &config.have_el3);
    bench_open(config);
    struct spu_in *in = &b.in;
    for (uint32_t bits = 0; bits < 1U << 9; bits++) {
      in->pe_el = (uint8_t)(bits & 3U);
      SET_BITS(bits >> 2, &in->pe_aarch32, &in->scr_el3_ns);
      in->mdcr_el3_nspb = (uint8_t)(bits >> 4 & 3U);
      in->mdcr_el2_e2pb = (uint8_t)(bits >> 6 & 3U);
      in->mdcr_el2_tpms = (bits >> 8 & 1U) != 0;
      const bool el2 = config.have_el2 && (!config.have_el3 || in->scr_el3_ns);
      if ((in->pe_el == 3 && !config.have_el3) || (in->pe_el == 2 && !el2)) {
        continue;
      }
      enum spu_verdict last = SPU_ACCESS_OK;  // the clauses of both, from the last to the first
      if (config.have_el3 && in->pe_el != 3 && in->mdcr_el3_nspb != in->scr_el3_ns * 2 + 1) {
        last = SPU_ACCESS_TRAP_EL3;
      }
      const bool from_el1 = el2 && in->pe_el == 1;
      enum spu_verdict of_buffer = from_el1 && (in->mdcr_el2_e2pb & 1U) != 1 ? SPU_ACCESS_TRAP_EL2 : last;
      enum spu_verdict of_profiling = from_el1 && in->mdcr_el2_tpms ? SPU_ACCESS_TRAP_EL2 : last;
      if (in->pe_el == 0 || in->pe_aarch32) {
        of_buffer = SPU_ACCESS_UNDEFINED;
        of_profiling = SPU_ACCESS_UNDEFINED;
      }
      for (size_t i = 0; i < PROFILING; i++) {
        assert_int_equal(check(profiling[i], false).verdict, of_profiling);
      }
      for (size_t i = 0; i < BUFFER; i++) {
        assert_int_equal(check(buffer[i], true).verdict, of_buffer);
      }
    }
  }
}
