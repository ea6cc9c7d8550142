// SPDX-License-Identifier: Apache-2.0
//
// Room E: keep or drop (document S0 CollectRecord, as SPECollectRecord of later issues; Arm ARM D17.5). Where
// those texts and D17.5 disagree D17.5 holds: records of a total latency of at least MINLAT are kept, an
// operation of no selected type is rejected, and an unselected data source rejects.
#include "spu_internal.h"

// Requirements E1, E2. PMSEVFR_EL1 and PMSNEVFR_EL1 hold only bits that can be filtered.
static bool filter_by_events(const struct spu *spu, uint64_t events)
{
  const struct spu_registers *regs = &spu->regs;
  const bool reject = spu->config.zero_events_reject;
  const bool fe = (regs->pmsfcr & PMSFCR_FE) != 0;
  const bool fne = (regs->pmsfcr & PMSFCR_FnE) != 0;
  if (fe && fne && (regs->pmsevfr & regs->pmsnevfr) != 0) {
    return reject;
  }
  if (fne && (regs->pmsnevfr == 0 ? reject : (events & regs->pmsnevfr) != 0)) {
    return true;
  }
  return fe && (regs->pmsevfr == 0 ? reject : (~events & regs->pmsevfr) != 0);
}

// Requirement E3.
static bool filter_by_type(const struct spu *spu, enum OpType op_type)
{
  const uint64_t types = spu->regs.pmsfcr & (PMSFCR_B | PMSFCR_LD | PMSFCR_ST);
  if ((spu->regs.pmsfcr & PMSFCR_FT) == 0) {
    return false;
  }
  if (types == 0) {
    return spu->config.no_types_reject;
  }
  uint64_t flags = 0;
  switch (op_type) {
  case OpType_Branch:
    flags = PMSFCR_B;
    break;
  case OpType_Load:
    flags = PMSFCR_LD;
    break;
  case OpType_Store:
    flags = PMSFCR_ST;
    break;
  case OpType_LoadAtomic:
    flags = PMSFCR_LD | PMSFCR_ST;
    break;
  case OpType_Other:
    break;
  }
  return (flags & types) == 0;
}

// Requirement E4.
static bool filter_by_latency(const struct spu *spu, uint32_t total_latency)
{
  if ((spu->regs.pmsfcr & PMSFCR_FL) == 0) {
    return false;
  }
  if (spu->regs.pmslatfr == 0) {
    return spu->config.zero_latency_reject;
  }
  return total_latency < spu->regs.pmslatfr;
}

// Requirement E5. PMSFCR_EL1.FDS exists only with FEAT_SPE_FDS.
static bool filter_by_data_source(const struct spu *spu, enum OpType op_type, const struct spu_sample *sample)
{
  const bool load = op_type == OpType_Load || op_type == OpType_LoadAtomic;
  if ((spu->regs.pmsfcr & PMSFCR_FDS) == 0 || !load || !sample->data_source_valid) {
    return false;
  }
  return (spu->regs.pmsdsfr >> (sample->data_source & 63U) & 1U) == 0;
}

// TRUE if the record is kept.
bool SPECollectRecord(const struct spu *spu, uint64_t events, uint32_t total_latency, enum OpType op_type,
                      const struct spu_sample *sample)
{
  return !(filter_by_events(spu, events) || filter_by_type(spu, op_type) ||
           filter_by_latency(spu, total_latency) || filter_by_data_source(spu, op_type, sample));
}
