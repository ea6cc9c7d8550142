// SPDX-License-Identifier: Apache-2.0
//
// Written from rules RGWLVY and RSCBDZ and Table D13-1 of Arm ARM D13.3.2, rather than from the pseudocode.
#include "cover/cover_pmu_exception.h"

#include "cover/cover_pmu_bins.h"
#include "spu_sysreg.h"

enum {
  INTERRUPT = 0,
  BELOW = 1,
  RESERVED = 2,
  EXCEPTION = 3
};  // MDCR_ELx.PMEE, and PMECR_EL1.PMEE but for BELOW

// Who says what an overflow does, and what it says.
struct decision {
  uint8_t level;   // whose PMEE it is
  uint8_t pmee;    // its value
  uint8_t target;  // of the exception, if pmee is EXCEPTION
  bool host;       // PMECR_EL1.PMEE says it of EL2, by TGE
};

static bool el2_is_enabled(const struct spu_config *config, const struct spu_in *in)
{
  if (!config->have_el2) {
    return false;
  }
  if (!config->have_el3) {
    return !config->secure_only || config->have_sel2;
  }
  return in->scr_el3_ns || (config->have_sel2 && in->scr_el3_eel2);
}

static uint8_t pmee_of_el1(const struct cover_counting *counting)
{
  return (uint8_t)(counting->pmecr & SPU_PMECR_EL1_PMEE);
}

static struct decision decide(const struct spu_config *config, const struct spu_in *in,
                              const struct cover_counting *counting)
{
  const bool el2 = el2_is_enabled(config, in);
  if (config->have_el3 && in->mdcr_el3_pmee != BELOW) {
    return (struct decision){SPU_EL3, in->mdcr_el3_pmee, SPU_EL3, false};
  }
  if (el2 && in->mdcr_el2_pmee != BELOW) {
    return (struct decision){SPU_EL2, in->mdcr_el2_pmee, SPU_EL2, false};
  }
  const bool host = el2 && in->hcr_el2_tge;
  return (struct decision){SPU_EL1, pmee_of_el1(counting), host ? SPU_EL2 : SPU_EL1, host};
}

bool cover_exception_enabled(const struct spu_config *config, const struct spu_in *in,
                             const struct cover_counting *counting)
{
  return config->have_ebep && decide(config, in, counting).pmee == EXCEPTION;
}

// ---------------------------------------------------------------------------------------------------------
// Levels

static bool high(const struct spu_out *out)
{
  return out->pmu_exception_el1 || out->pmu_exception_el2 || out->pmu_exception_el3;
}

static void cover_taken(const struct cover_cycle *cycle, const struct decision *decision, uint64_t *hits)
{
  const struct spu_out *out = cycle->out;
  const uint8_t el = cycle->in->pe_el;
  HIT_IF(exception_to_el1_from_el0, out->pmu_exception_el1 && el == SPU_EL0);
  HIT_IF(exception_to_el1_from_el1, out->pmu_exception_el1 && el == SPU_EL1);
  HIT_IF(exception_to_el2_from_el0, out->pmu_exception_el2 && el == SPU_EL0 && !decision->host);
  HIT_IF(exception_to_el2_from_el1, out->pmu_exception_el2 && el == SPU_EL1 && cycle->in->pe_pm);
  HIT_IF(exception_to_el2_from_el2, out->pmu_exception_el2 && el == SPU_EL2);
  HIT_IF(exception_to_el2_for_host, out->pmu_exception_el2 && el == SPU_EL0 && decision->host);
  HIT_IF(exception_to_el3_from_el0, out->pmu_exception_el3 && el == SPU_EL0);
  HIT_IF(exception_to_el3_from_el1, out->pmu_exception_el3 && el == SPU_EL1);
  HIT_IF(exception_to_el3_from_el2, out->pmu_exception_el3 && el == SPU_EL2);
  HIT_IF(exception_to_el3_from_el3, out->pmu_exception_el3 && el == SPU_EL3);
  HIT_IF(exception_without_el2, out->pmu_exception_el1 && !el2_is_enabled(cycle->config, cycle->in) &&
                                    (cycle->in->mdcr_el2_pmee != BELOW || cycle->in->hcr_el2_tge));
}

// Enabled, with an overflow condition, and not taken.
static void cover_masked(const struct cover_cycle *cycle, const struct cover_counting *now,
                         const struct decision *decision, uint64_t *hits)
{
  const uint8_t el = cycle->in->pe_el;
  const bool at_target = el == decision->target;
  const bool kpme = (now->pmecr & SPU_PMECR_EL1_KPME) != 0;
  const bool pm = cycle->in->pe_pm;
  HIT_IF(exception_masked_in_debug, cycle->in->pe_debug && el < decision->target);
  if (cycle->in->pe_debug) {
    return;
  }
  HIT_IF(exception_masked_above, el > decision->target);
  HIT_IF(exception_masked_in_host, at_target && decision->host && kpme && !pm);
  HIT_IF(exception_masked_by_kpme, at_target && !decision->host && !kpme && !pm);
  HIT_IF(exception_masked_by_pm, at_target && !decision->host && kpme && pm);
}

static void cover_others(const struct cover_cycle *cycle, const struct cover_counting *now,
                         const struct decision *decision, uint64_t *hits)
{
  const uint8_t own = pmee_of_el1(now);
  if (cycle->out->pmuirq) {
    HIT_IF(pmuirq_by_pmecr, decision->level == SPU_EL1);
    HIT_IF(pmuirq_by_mdcr_el2, decision->level == SPU_EL2 && own == EXCEPTION);
    HIT_IF(pmuirq_by_mdcr_el3, decision->level == SPU_EL3 && own == EXCEPTION);
  } else if (decision->pmee == EXCEPTION) {
    HIT(pmuirq_gated);
  } else if (!high(cycle->out)) {
    HIT_IF(neither_by_pmecr_01, decision->level == SPU_EL1 && own == BELOW);
    HIT_IF(neither_by_pmecr_10, decision->level == SPU_EL1 && own == RESERVED);
    HIT_IF(neither_by_mdcr_el2, decision->level == SPU_EL2 && own != RESERVED);
    HIT_IF(neither_by_mdcr_el3, decision->level == SPU_EL3 && own != RESERVED);
  }
}

static void cover_changes(const struct cover_cycle *cycle, bool written, uint64_t *hits)
{
  const struct spu_out *out = cycle->out;
  const struct spu_out *last = cycle->last_out;
  const bool now = high(out);
  const bool was = high(last);
  if (now && !was) {
    const bool overflow = (out->pmovs & ~last->pmovs) != 0 && !last->cti_pmu_overflow;
    HIT_IF(exception_rises_by_overflow, overflow && !written && !cycle->pe_changed);
    HIT_IF(exception_rises_by_pmecr, cover_wrote(cycle, SPU_PMECR_EL1));
    HIT_IF(exception_rises_by_level, cycle->pe_changed && last->cti_pmu_overflow && !written);
  }
  if (was && !now) {
    HIT_IF(exception_ends_by_pmovsclr, cover_wrote(cycle, SPU_PMOVSCLR_EL0) && !out->cti_pmu_overflow);
    HIT_IF(exception_ends_by_pmecr, cover_wrote(cycle, SPU_PMECR_EL1));
  }
  HIT_IF(exception_changes_target, now && was &&
                                       (out->pmu_exception_el1 != last->pmu_exception_el1 ||
                                        out->pmu_exception_el2 != last->pmu_exception_el2));
}

void cover_exception(const struct cover_cycle *cycle, const struct cover_counting *now, bool written,
                     uint64_t *hits)
{
  if (!cycle->config->have_ebep) {
    return;
  }
  if (cycle->out->cti_pmu_overflow) {
    const struct decision decision = decide(cycle->config, cycle->in, now);
    if (high(cycle->out)) {
      cover_taken(cycle, &decision, hits);
    } else if (decision.pmee == EXCEPTION) {
      cover_masked(cycle, now, &decision, hits);
    }
    cover_others(cycle, now, &decision, hits);
  }
  cover_changes(cycle, written, hits);
}

// ---------------------------------------------------------------------------------------------------------
// Counters

static bool wraps_low(uint64_t before, uint64_t now)
{
  return now > before && now >> 32 != before >> 32;
}

static void cover_long_counter(const struct cover_cycle *cycle, const struct cover_counting *counting,
                               uint32_t n, uint64_t *hits)
{
  const uint64_t before = cycle->last_out->pmevcntr[n];
  const uint64_t now = cycle->out->pmevcntr[n];
  const bool second = cover_second_range(cycle->config, cycle->last_in, n);
  const bool field = second ? cycle->last_in->mdcr_el2_hlp : (counting->pmcr & COVER_PMCR_LP) != 0;
  const bool gained = (cycle->out->pmovs & ~cycle->last_out->pmovs) >> n & 1U;
  if (field || now == before) {
    return;
  }
  const bool overflow = now < before && gained;
  const bool carry = wraps_low(before, now) && (cycle->last_out->pmovs >> n & 1U) == 0 && !gained;
  HIT_IF(effective_lp_overflow, !second && overflow);
  HIT_IF(effective_lp_carry, !second && carry);
  HIT_IF(effective_hlp_overflow, second && overflow);
  HIT_IF(effective_hlp_carry, second && carry);
  const uint32_t next = n + 1;
  HIT_IF(effective_lp_no_chain, carry && (n & 1U) == 0 && next < cycle->config->pmu_counters &&
                                    (counting->cnten >> next & 1U) != 0 &&
                                    (counting->evtyper[next] & 0xFFFF) == SPU_EVENT_CHAIN &&
                                    cycle->out->pmevcntr[next] == cycle->last_out->pmevcntr[next]);
}

void cover_exception_counters(const struct cover_cycle *cycle, const struct cover_counting *counting,
                              uint64_t *hits)
{
  const struct spu_in *last = cycle->last_in;
  // A direct write can change what is looked at.
  if (!cover_exception_enabled(cycle->config, last, counting) || (last->sysreg_valid && last->sysreg_write)) {
    return;
  }
  for (uint32_t left = counting->cnten & ((1U << cycle->config->pmu_counters) - 1U); left != 0;
       left &= left - 1U) {
    cover_long_counter(cycle, counting, (uint32_t)__builtin_ctz(left), hits);
  }
  const uint64_t before = cycle->last_out->pmccntr;
  const uint64_t now = cycle->out->pmccntr;
  const bool flag = (cycle->out->pmovs >> COVER_CYCLES & 1U) != 0;
  const bool had = (cycle->last_out->pmovs >> COVER_CYCLES & 1U) != 0;
  if ((counting->pmcr & COVER_PMCR_LC) == 0 && now != before) {
    HIT_IF(effective_lc_overflow, now < before && flag && !had);
    HIT_IF(effective_lc_carry, wraps_low(before, now) && !flag);
    HIT_IF(effective_lc_undivided, (counting->pmcr & COVER_PMCR_D) != 0 && now == before + 1);
  }
}

void cover_exception_access(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_in *last = cycle->last_in;
  const uint8_t verdict = cycle->out->sysreg_verdict;
  if (!cycle->config->have_ebep || last->sysreg_addr != SPU_PMECR_EL1) {
    return;
  }
  HIT_IF(pmecr_reads_back, verdict == SPU_ACCESS_OK && !last->sysreg_write && cycle->out->sysreg_rdata != 0);
  HIT_IF(pmecr_at_el0, verdict == SPU_ACCESS_UNDEFINED && last->pe_el == SPU_EL0);
  HIT_IF(pmecr_traps_to_el2, verdict == SPU_ACCESS_TRAP_EL2 && last->pe_el == SPU_EL1 && !last->mdcr_el2_tpm);
  HIT_IF(pmecr_traps_by_enpm2,
         verdict == SPU_ACCESS_TRAP_EL3 && !last->mdcr_el3_enpm2 && !last->mdcr_el3_tpm);
}
