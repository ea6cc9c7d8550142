// SPDX-License-Identifier: Apache-2.0
//
// The performance monitors' state in a line of the conformance vectors, and the lines of pmu_count for which unit and
// model follow another document.
#ifndef TB_UNIT_TEST_VECTORS_VECTORS_MONITORS_H
#define TB_UNIT_TEST_VECTORS_VECTORS_MONITORS_H

#include "unit/test/vectors/vectors_state.h"

static inline void set_monitors(struct spu *spu, struct spu_in *in, const struct line *line)
{
  spu->config.pmu_version = (uint32_t)number(line, "cfg.pmu_version");
  spu->config.pmu_counters = (uint32_t)number(line, "IMPDEF:Number_of_event_counters");
  const bool el3_aarch32 = in->el3_aarch32;
  in->pe_debug = number(line, "EDSCR.STATUS") > 2;  // 1: restarting, 2: Non-debug state
  in->mdcr_el2_hpmn = (uint8_t)number(line, "MDCR_EL2.HPMN");
  in->mdcr_el2_hpme = flag(line, "MDCR_EL2.HPME");
  in->mdcr_el2_hpmd = flag(line, "MDCR_EL2.HPMD");
  in->mdcr_el2_hccd = flag(line, "MDCR_EL2.HCCD");
  in->mdcr_el2_hpmfzo = flag(line, "MDCR_EL2.HPMFZO");
  in->mdcr_el3_spme = flag(line, el3_aarch32 ? "SDCR.SPME" : "MDCR_EL3.SPME");
  in->mdcr_el3_sccd = flag(line, el3_aarch32 ? "SDCR.SCCD" : "MDCR_EL3.SCCD");
  in->mdcr_el3_mpmx = flag(line, "MDCR_EL3.MPMX");
  in->mdcr_el3_mccd = flag(line, "MDCR_EL3.MCCD");
  in->niden = flag(line, "SIG:NIDEN");
  in->spniden = flag(line, "SIG:SPNIDEN");
  struct pmu *pmu = &spu->pmu;
  pmu->pmcr = (flag(line, "PMCR_EL0.E") ? SPU_PMCR_EL0_E : 0) |
              (flag(line, "PMCR_EL0.DP") ? SPU_PMCR_EL0_DP : 0) |
              (flag(line, "PMCR_EL0.FZO") ? SPU_PMCR_EL0_FZO : 0);
  pmu->ovs = (uint32_t)number(line, "PMOVSCLR_EL0");
  pmu->cnten = (uint32_t)number(line, "PMCNTENSET_EL0");
  pmu->inten = (uint32_t)number(line, "PMINTENCLR_EL1");
}

// ---------------------------------------------------------------------------------------------------------
// Lines on which the text of 2023 differs

enum reason {
  ROOT_PROHIBITED,  // D13.5.4: at EL3 SPME = 0 prohibits, and SCCD stops the cycle counter, in Root state too
  CYCLE_FLAG,       // D13.5.2.1: only flags of event counters freeze, not the cycle counter's
  // The text of S3 (count_current_issue false):
  S3_CYCLES_DP,      // even with DP = 0, the cycle counter does not count while event counting is prohibited
  S3_CYCLES_FROZEN,  // freeze on overflow does not affect the cycle counter
  S3_EL3,            // MPMX, MCCD and filter bit M have no effect at EL3
  REASONS
};

struct question {
  const struct spu *spu;
  const struct spu_in *in;
  const struct line *line;
  uint32_t n;
  bool got;
};

static inline bool root(const struct question *q)
{
  return q->spu->config.have_rme && q->in->pe_el == SPU_EL3;
}

static inline bool version7(const struct question *q)
{
  return q->spu->config.pmu_version == 7;
}

static inline bool has_reason(const struct question *q, enum reason reason)
{
  const struct spu_in *in = q->in;
  const bool cycles = q->n == PMU_CYCLE_COUNTER;
  const bool secure = number(q->line, "SCR_EL3.NS") == 0 || in->pe_el == SPU_EL3 || in->el3_aarch32;
  const bool aarch32 = !q->spu->config.count_current_issue && ELUsingAArch32(q->spu, in, SPU_EL1);
  switch (reason) {
  case ROOT_PROHIBITED:
    return root(q) && !q->got && version7(q) &&
           ((!in->mdcr_el3_spme && !in->mdcr_el3_mpmx) || (cycles && in->mdcr_el3_sccd));
  case CYCLE_FLAG:
    return version7(q) && q->got && (q->spu->pmu.ovs >> PMU_CYCLE_COUNTER) != 0 &&
           flag(q->line, "PMCR_EL0.FZO");
  case S3_CYCLES_DP:
    return aarch32 && cycles && !q->got && !flag(q->line, "PMCR_EL0.DP") &&
           (in->pe_el == SPU_EL2 ? in->mdcr_el2_hpmd || secure : secure && !in->mdcr_el3_spme);
  case S3_CYCLES_FROZEN:
    return aarch32 && cycles && q->got && version7(q) && flag(q->line, "PMCR_EL0.FZO") &&
           flag(q->line, "PMCR_EL0.DP");
  case S3_EL3:
    return aarch32 && in->pe_el == SPU_EL3 && !in->el3_aarch32 &&
           ((number(q->line, "filter") & SPU_PMEVTYPER_EL0_M) != 0 || in->mdcr_el3_mpmx ||
            (cycles && in->mdcr_el3_mccd));
  default:
    return false;
  }
}

#endif  // TB_UNIT_TEST_VECTORS_VECTORS_MONITORS_H
