// SPDX-License-Identifier: Apache-2.0
//
// Requirements E: keep or reject a sample (document S0 CollectRecord, SPECollectRecord in later issues; Arm ARM D17.5).
// Where these texts and D17.5 disagree, D17.5 applies: a total latency of at least MINLAT passes; an operation of no
// selected type and an unselected data source are rejected. With FEAT_SPE_EFT, a type filter that selects nothing
// rejects nothing (RYGCFK).
#include "spu_internal.h"

enum { TYPEM_OVER_TYPE = 32 };  // PMSFCR_EL1.TYPEm is bits 52:48, TYPE bits 20:16

// D17.5.5. The reserved values of FM, and 0b10 before FEAT_SPEv1p2, are Fill mode.
bool spu_discard_mode(const struct spu *spu)
{
  const uint64_t fm = (spu->regs.pmblimitr & SPU_PMBLIMITR_EL1_FM) >> SPU_PMBLIMITR_EL1_FM_SHIFT;
  return spu->config.spe_version >= 2 && fm == SPU_PMBLIMITR_EL1_FM_DISCARD;
}

// All events in PMSEVFR_EL1 occurred; no event in PMSNEVFR_EL1 occurred. Both registers store only bits of filterable
// events, and PMSNEVFR_EL1 is zero before FEAT_SPEv1p2.
static bool has_all_events(const struct spu_registers *regs, uint64_t events)
{
  return (~events & regs->pmsevfr) == 0;
}

static bool has_no_inverted_event(const struct spu_registers *regs, uint64_t events)
{
  return (events & regs->pmsnevfr) == 0;
}

// Requirements E1, E2. Arm ARM J1.1, which returns the rejections by PMSEVFR_EL1 and by PMSNEVFR_EL1 separately. This
// returns their OR, because one configuration choice decides for an event that is in both registers.
static bool SPEFilterByEvents(const struct spu *spu, uint64_t events)
{
  const struct spu_registers *regs = &spu->regs;
  const bool fe = (regs->pmsfcr & SPU_PMSFCR_EL1_FE) != 0;
  const bool fne = (regs->pmsfcr & SPU_PMSFCR_EL1_FnE) != 0;
  if (fe && fne && (regs->pmsevfr & regs->pmsnevfr) != 0) {
    return spu->config.both_events_reject;
  }
  const bool reject = spu->config.zero_events_reject;
  if (fne && (regs->pmsnevfr == 0 ? reject : !has_no_inverted_event(regs, events))) {
    return true;
  }
  return fe && (regs->pmsevfr == 0 ? reject : !has_all_events(regs, events));
}

// The types B, LD and ST of an operation, at their bit positions in PMSFCR_EL1.
static uint64_t op_type_flags(enum OpType op_type)
{
  switch (op_type) {
  case OpType_Branch:
    return SPU_PMSFCR_EL1_B;
  case OpType_Load:
    return SPU_PMSFCR_EL1_LD;
  case OpType_Store:
    return SPU_PMSFCR_EL1_ST;
  case OpType_LoadAtomic:
    return SPU_PMSFCR_EL1_LD | SPU_PMSFCR_EL1_ST;
  case OpType_BranchLoad:
    return SPU_PMSFCR_EL1_B | SPU_PMSFCR_EL1_LD;
  case OpType_BranchStore:
    return SPU_PMSFCR_EL1_B | SPU_PMSFCR_EL1_ST;
  case OpType_Other:
    break;
  }
  return 0;
}

// D17.5.1, flags. FEAT_SPE_EFT adds two types, which are false without it (spu_classify()).
static uint64_t type_flags(enum OpType op_type, const struct spu_sample *sample)
{
  return op_type_flags(op_type) | (sample->simd ? SPU_PMSFCR_EL1_SIMD : 0) |
         (sample->fp ? SPU_PMSFCR_EL1_FP : 0);
}

// PMSFCR_EL1.TYPE and TYPEm (D17.5.1, ctrl and mask), both at TYPE's bit positions.
struct type_filter {
  uint64_t ctrl;
  uint64_t mask;
};

static struct type_filter type_filter(const struct spu *spu)
{
  const uint64_t base = SPU_PMSFCR_EL1_B | SPU_PMSFCR_EL1_LD | SPU_PMSFCR_EL1_ST;
  const uint64_t all = base | SPU_PMSFCR_EL1_FP | SPU_PMSFCR_EL1_SIMD;
  const uint64_t pmsfcr = spu->regs.pmsfcr;
  if (!spu->config.have_eft) {
    return (struct type_filter){.ctrl = pmsfcr & base};
  }
  return (struct type_filter){.ctrl = pmsfcr & all, .mask = pmsfcr >> TYPEM_OVER_TYPE & all};
}

// J1.1, SPEFilterByType: is_op. The unmasked controls select an operation of any of their types. The masked types must
// match their controls exactly.
static bool has_selected_type(const struct type_filter *filter, uint64_t flags)
{
  const uint64_t ctrl_or = filter->ctrl & ~filter->mask;
  const uint64_t ctrl_and = filter->ctrl & filter->mask;
  return (ctrl_or == 0 || (flags & ctrl_or) != 0) && (flags & filter->mask) == ctrl_and;
}

// Requirement E3. Arm ARM J1.1; D17.5.1, RYGCFK.
static bool SPEFilterByType(const struct spu *spu, uint64_t flags)
{
  const struct type_filter filter = type_filter(spu);
  if ((spu->regs.pmsfcr & SPU_PMSFCR_EL1_FT) == 0) {
    return false;
  }
  if (spu->config.have_eft || filter.ctrl != 0) {
    return !has_selected_type(&filter, flags);
  }
  return spu->config.no_types_reject;
}

// SAMPLE_FEED_OP (D14.3): does not count while all controls are zero.
static bool feeds_op(const struct spu *spu, uint64_t flags)
{
  const struct type_filter filter = type_filter(spu);
  return (filter.ctrl | filter.mask) != 0 && has_selected_type(&filter, flags);
}

// Requirement E4. Arm ARM J1.1.
static bool SPEFilterByLatency(const struct spu *spu, uint32_t total_latency)
{
  if ((spu->regs.pmsfcr & SPU_PMSFCR_EL1_FL) == 0) {
    return false;
  }
  return spu->regs.pmslatfr == 0 ? spu->config.zero_latency_reject : total_latency < spu->regs.pmslatfr;
}

// Requirement E5: whether PMSDSFR_EL1 applies, and whether it selects the data source.
static bool has_filtered_source(const struct spu *spu, uint64_t flags, const struct spu_sample *sample)
{
  return spu->config.have_fds && (flags & SPU_PMSFCR_EL1_LD) != 0 && sample->data_source_valid;
}

static bool has_selected_source(const struct spu *spu, uint64_t flags, const struct spu_sample *sample)
{
  return has_filtered_source(spu, flags, sample) &&
         (spu->regs.pmsdsfr >> (sample->data_source & 63U) & 1U) != 0;
}

static bool SPEFilterByDataSource(const struct spu *spu, uint64_t flags, const struct spu_sample *sample)
{
  return (spu->regs.pmsfcr & SPU_PMSFCR_EL1_FDS) != 0 && has_filtered_source(spu, flags, sample) &&
         !has_selected_source(spu, flags, sample);
}

// Returns true if the record is kept. *feed receives the operation's SAMPLE_FEED_* events (requirement C4), regardless
// of the enables in PMSFCR_EL1; the caller checks for FEAT_SPEv1p2. `sample` has the types SIMD and FP and the data
// source.
bool SPECollectRecord(const struct spu *spu, uint64_t events, uint32_t total_latency, enum OpType op_type,
                      const struct spu_sample *sample, struct spu_feed *feed)
{
  const struct spu_registers *regs = &spu->regs;
  const uint64_t flags = type_flags(op_type, sample);
  feed->br = (flags & SPU_PMSFCR_EL1_B) != 0;
  feed->ld = (flags & SPU_PMSFCR_EL1_LD) != 0;
  feed->st = (flags & SPU_PMSFCR_EL1_ST) != 0;
  feed->fp = sample->fp;
  feed->simd = sample->simd;
  feed->op = feeds_op(spu, flags);
  feed->event = has_all_events(regs, events) && has_no_inverted_event(regs, events);
  feed->lat = total_latency >= regs->pmslatfr;
  feed->ds = has_selected_source(spu, flags, sample);
  return !(SPEFilterByEvents(spu, events) || SPEFilterByType(spu, flags) ||
           SPEFilterByLatency(spu, total_latency) || SPEFilterByDataSource(spu, flags, sample));
}
