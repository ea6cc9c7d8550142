// SPDX-License-Identifier: Apache-2.0
//
// Coverage of the filters (requirements E1 to E7, U1; Arm ARM D17.5): which filter decided, and on which side
// of its rule the operation was. A filter decides alone when every other enabled one accepts.
#include <string.h>

#include "cover/cover_block.h"
#include "cover/cover_filter_bins.h"

#define BIT(n) (UINT64_C(1) << (n))
#define BITS(high, low) ((~UINT64_C(0) >> (63 - (high))) & (~UINT64_C(0) << (low)))

// PMSFCR_EL1.{B, LD, ST, FP, SIMD} from bit 16 on, their masks from bit 48 on.
enum { TYPE_B = 1, TYPE_LD = 2, TYPE_ST = 4, TYPE_FP = 8, TYPE_SIMD = 16, ALL_TYPES = 31 };

enum { COVER_FILTER_BINS(COVER_BIN_ENUM) BIN_COUNT };
static const struct cover_bin bins[] = {COVER_FILTER_BINS(COVER_BIN_ROW)};

// What the filters look at of an operation that has finished.
struct finished_op {
  bool dropped;
  bool branch;  // by its kind, before an exception changed that
  bool excepted;
  bool atomic;
  bool gcs;
  bool source_valid;
  uint8_t kind;
  uint8_t reported;  // SIMD and FP as the pins say
  uint8_t types;
  uint16_t source;
  uint32_t latency;
  uint64_t events;
};

struct state {
  uint64_t active;              // cycles of the thread
  uint64_t mark[SPU_MAX_TAGS];  // of these, the last
  struct finished_op op[SPU_MAX_TAGS];
  struct spu_op report[SPU_MAX_TAGS];  // as the operation completed
  uint64_t latency[SPU_MAX_TAGS];
};
_Static_assert(sizeof(struct state) <= COVER_BLOCK_STATE, "state");

// ---------------------------------------------------------------------------------------------------------
// Operations

// SIMD and FP by the kind that the core reports, whatever it is recorded as.
static uint8_t vector_types(const struct spu_op *op)
{
  const uint8_t fp = op->fp ? TYPE_FP : 0;
  const uint8_t both = (uint8_t)(fp | (op->simd ? TYPE_SIMD : 0));
  switch (op->kind) {
  case SPU_KIND_SVE:
  case SPU_KIND_SME:
    return TYPE_SIMD | fp;
  case SPU_KIND_LDST_SVE:
    return TYPE_SIMD;
  case SPU_KIND_OTHER:
  case SPU_KIND_LDST_SIMD_FP:
  case SPU_KIND_LDST_EXTENDED:
  case SPU_KIND_LDST_UNSPECIFIED:
    return both;
  default:
    return op->kind > SPU_KIND_SME ? both : 0;
  }
}

static void take_op(const struct spu_config *config, const struct spu_op *op, uint64_t latency,
                    struct finished_op *to)
{
  const bool squashed = op->how == SPU_OP_SQUASHED;
  const bool memory = op->kind >= SPU_KIND_LDST_GENERAL && op->kind <= SPU_KIND_LDST_GCS;
  memset(to, 0, sizeof *to);
  to->dropped = squashed && !config->squashed_recorded;
  to->branch = op->kind == SPU_KIND_BRANCH;
  to->excepted = op->how == SPU_OP_EXCEPTION;
  to->latency = (uint32_t)latency;
  if (to->branch && !to->excepted) {
    to->gcs = cover_gcs(config) && op->gcs && (op->call || op->ret);
    to->types = (uint8_t)(TYPE_B | (to->gcs ? op->call ? TYPE_ST : TYPE_LD : 0));
  } else if (memory) {
    const bool store = op->store || op->kind == SPU_KIND_LDST_MEM_SET;
    const bool atomic =
        op->kind == SPU_KIND_LDST_EXTENDED || (op->kind == SPU_KIND_LDST_GCS && config->have_gcs);
    to->atomic = !store && atomic && op->atomic;
    to->types = (uint8_t)(store ? TYPE_ST : TYPE_LD | (to->atomic ? TYPE_ST : 0));
  }
  const bool load = (to->types & TYPE_LD) != 0;
  to->kind = op->kind;
  to->reported = (uint8_t)((op->fp ? TYPE_FP : 0) | (op->simd ? TYPE_SIMD : 0));
  to->types |= config->have_eft ? vector_types(op) : 0;
  to->source_valid = load && !squashed && op->source_valid && config->source_bytes != 0;
  to->source = op->source;
  to->events = op->events & ~BITS(1, 0);
  to->events &= squashed ? ~(BITS(7, 6) | BITS(18, 17)) : UINT64_MAX;
  to->events &= to->branch && to->excepted ? ~BITS(7, 6) : UINT64_MAX;
  to->events |= squashed ? 0 : BIT(1);
}

// ---------------------------------------------------------------------------------------------------------
// Filters

enum outcome { OFF, ACCEPTS, REJECTS };

// The five filters for an operation. One that is CONSTRAINED UNPREDICTABLE counts as OFF here and sets `strange`.
struct filters {
  enum outcome event;
  enum outcome inverted;
  enum outcome type;
  enum outcome latency;
  enum outcome source;
  bool strange;
  unsigned rejecting;
};

static enum outcome outcome(bool enabled, bool rejects)
{
  return !enabled ? OFF : rejects ? REJECTS : ACCEPTS;
}

static uint8_t selected_types(const struct cover_regs *regs)
{
  return (uint8_t)(regs->pmsfcr >> 16 & ALL_TYPES);
}

// Types that must be as PMSFCR_EL1 says; none without FEAT_SPE_EFT.
static uint8_t masked_types(const struct cover_regs *regs)
{
  return (uint8_t)(regs->pmsfcr >> 48 & ALL_TYPES);
}

// RYGCFK: the two parts of the type filter.
static bool or_part_rejects(const struct cover_regs *regs, uint8_t types)
{
  const unsigned any = selected_types(regs) & ~(unsigned)masked_types(regs);
  return any != 0 && (types & any) == 0;
}

static bool and_part_rejects(const struct cover_regs *regs, uint8_t types)
{
  return ((types ^ selected_types(regs)) & masked_types(regs)) != 0;
}

static bool selects_twice(const struct cover_regs *regs)
{
  return (regs->pmsfcr & SPU_PMSFCR_EL1_FE) != 0 && (regs->pmsfcr & SPU_PMSFCR_EL1_FnE) != 0 &&
         (regs->pmsevfr & regs->pmsnevfr) != 0;
}

static struct filters apply(const struct spu_config *config, const struct cover_regs *regs,
                            const struct finished_op *op)
{
  const uint64_t f = regs->pmsfcr;
  const bool twice = selects_twice(regs);
  struct filters filters = {
      .event = outcome((f & SPU_PMSFCR_EL1_FE) != 0 && regs->pmsevfr != 0 && !twice,
                       (regs->pmsevfr & ~op->events) != 0),
      .inverted = outcome((f & SPU_PMSFCR_EL1_FnE) != 0 && regs->pmsnevfr != 0 && !twice,
                          (regs->pmsnevfr & op->events) != 0),
      .type = outcome((f & SPU_PMSFCR_EL1_FT) != 0 && (config->have_eft || selected_types(regs) != 0),
                      or_part_rejects(regs, op->types) || and_part_rejects(regs, op->types)),
      .latency = outcome((f & SPU_PMSFCR_EL1_FL) != 0 && regs->pmslatfr != 0, op->latency < regs->pmslatfr),
      .source = outcome((f & SPU_PMSFCR_EL1_FDS) != 0,
                        op->source_valid && (regs->pmsdsfr >> (op->source & 63U) & 1U) == 0)};
  filters.strange = twice || ((f & SPU_PMSFCR_EL1_FE) != 0 && regs->pmsevfr == 0) ||
                    ((f & SPU_PMSFCR_EL1_FnE) != 0 && regs->pmsnevfr == 0) ||
                    (!config->have_eft && (f & SPU_PMSFCR_EL1_FT) != 0 && selected_types(regs) == 0) ||
                    ((f & SPU_PMSFCR_EL1_FL) != 0 && regs->pmslatfr == 0);
  filters.rejecting =
      (unsigned)((filters.event == REJECTS) + (filters.inverted == REJECTS) + (filters.type == REJECTS) +
                 (filters.latency == REJECTS) + (filters.source == REJECTS));
  return filters;
}

// Place of an event in each of the four lists of bins: retired, named, IMPLEMENTATION DEFINED.
static unsigned event_kind(const struct spu_config *config, unsigned event)
{
  enum { RETIRED, NAMED, LOW, MIDDLE, HIGH };
  if (event == 1) {
    return RETIRED;
  }
  if (event >= 12 && event <= 15) {
    return LOW;
  }
  const bool sme = config->have_spe_sme && (event == 24 || event == 25);
  return event >= 48 ? HIGH : event >= 24 && !sme ? MIDDLE : NAMED;
}

static bool one_bit(uint64_t bits)
{
  return bits != 0 && (bits & (bits - 1)) == 0;
}

// Events 24 and 25 of FEAT_SPE_SME: which of the four bins of each.
enum { MISSING_REJECTS, PRESENT_KEEPS, PRESENT_REJECTS, ABSENT_KEEPS };

static void cover_sme_events(uint64_t events, unsigned which, uint64_t *hits)
{
  hits[BIN_streaming_missing_rejects + which] += events >> 24 & 1;
  hits[BIN_smcu_missing_rejects + which] += events >> 25 & 1;
}

static void cover_event_filters(const struct spu_config *config, const struct cover_regs *regs,
                                const struct finished_op *op, const struct filters *filters, bool keep,
                                uint64_t *hits)
{
  const uint64_t missing = regs->pmsevfr & ~op->events;
  const uint64_t present = regs->pmsnevfr & op->events;
  if (filters->event == REJECTS && filters->rejecting == 1 && one_bit(missing)) {
    hits[BIN_retired_missing_rejects + event_kind(config, (unsigned)__builtin_ctzll(missing))]++;
    HIT_IF(several_events_one_missing_rejects, !one_bit(regs->pmsevfr));
    cover_sme_events(missing, MISSING_REJECTS, hits);
  }
  if (filters->inverted == REJECTS && filters->rejecting == 1 && one_bit(present)) {
    hits[BIN_retired_present_rejects + event_kind(config, (unsigned)__builtin_ctzll(present))]++;
    cover_sme_events(present, PRESENT_REJECTS, hits);
  }
  HIT_IF(both_event_filters_reject, filters->event == REJECTS && filters->inverted == REJECTS);
  if (!keep) {
    return;
  }
  for (uint64_t left = filters->event == ACCEPTS ? regs->pmsevfr : 0; left != 0; left &= left - 1) {
    hits[BIN_retired_present_keeps + event_kind(config, (unsigned)__builtin_ctzll(left))]++;
  }
  for (uint64_t left = filters->inverted == ACCEPTS ? regs->pmsnevfr : 0; left != 0; left &= left - 1) {
    hits[BIN_retired_absent_keeps + event_kind(config, (unsigned)__builtin_ctzll(left))]++;
  }
  cover_sme_events(filters->event == ACCEPTS ? regs->pmsevfr : 0, PRESENT_KEEPS, hits);
  cover_sme_events(filters->inverted == ACCEPTS ? regs->pmsnevfr : 0, ABSENT_KEEPS, hits);
  HIT_IF(several_events_present_keeps, filters->event == ACCEPTS && !one_bit(regs->pmsevfr));
  HIT_IF(event_filter_off_keeps, (regs->pmsfcr & SPU_PMSFCR_EL1_FE) == 0 && missing != 0);
  HIT_IF(inverted_filter_off_keeps, (regs->pmsfcr & SPU_PMSFCR_EL1_FnE) == 0 && present != 0);
  HIT_IF(both_event_filters_keep, filters->event == ACCEPTS && filters->inverted == ACCEPTS);
}

// What FEAT_SPE_EFT adds, where the type filter decides.
static void cover_vector_types(const struct cover_regs *regs, const struct finished_op *op, bool keep,
                               uint64_t *hits)
{
  const uint8_t selected = selected_types(regs);
  const uint8_t types = op->types;
  const bool alone = one_bit(selected);
  const bool fp = selected == TYPE_FP;
  const bool simd = selected == TYPE_SIMD;
  if (keep) {
    HIT_IF(fp_selected_keeps, types == TYPE_FP && (selected & TYPE_FP) != 0);
    HIT_IF(simd_selected_keeps, types == TYPE_SIMD && (selected & TYPE_SIMD) != 0);
    HIT_IF(simd_fp_kept_as_simd, simd && (types & TYPE_FP) != 0);
    HIT_IF(simd_fp_kept_as_fp, fp && (types & TYPE_SIMD) != 0);
    HIT_IF(fp_load_kept_as_fp, fp && (types & TYPE_LD) != 0);
    HIT_IF(fp_load_kept_as_load, selected == TYPE_LD && (types & TYPE_FP) != 0);
    HIT_IF(simd_store_kept_as_simd, simd && (types & TYPE_ST) != 0 && !op->atomic);
    HIT_IF(simd_atomic_kept_as_store, selected == TYPE_ST && op->atomic && (types & TYPE_SIMD) != 0);
    HIT_IF(sve_operation_is_simd, simd && op->kind == SPU_KIND_SVE && (op->reported & TYPE_SIMD) == 0);
    HIT_IF(no_types_keep_all, selected == 0 && types != 0);
    return;
  }
  const bool reports = alone && (simd || fp) && (op->reported & selected) != 0;
  HIT_IF(fp_not_selected_rejects, types == TYPE_FP);
  HIT_IF(simd_not_selected_rejects, types == TYPE_SIMD);
  HIT_IF(branch_is_neither_simd_nor_fp, reports && op->branch);
  HIT_IF(plain_access_is_neither_simd_nor_fp, reports && op->kind == SPU_KIND_LDST_GENERAL);
  HIT_IF(sve_access_is_not_fp, reports && fp && op->kind == SPU_KIND_LDST_SVE);
}

static void cover_masked_types(const struct cover_regs *regs, const struct finished_op *op, bool keep,
                               uint64_t *hits)
{
  enum { KEEPS_1, REJECTS_1, KEEPS_0, REJECTS_0, EACH };  // in the order of TYPE_MASK
  const unsigned selected = selected_types(regs);
  const unsigned mask = masked_types(regs);
  const unsigned differ = (op->types ^ selected) & mask;
  const bool any = (selected & ~mask) != 0;
  const bool or_rejects = or_part_rejects(regs, op->types);
  for (unsigned left = keep                             ? mask
                       : !or_rejects && one_bit(differ) ? differ
                                                        : 0;
       left != 0; left &= left - 1) {
    const unsigned type = (unsigned)__builtin_ctz(left);
    hits[BIN_mask_b_1_keeps + type * EACH + ((selected >> type & 1U) != 0 ? 0U : KEEPS_0) +
         (keep ? 0U : 1U)]++;
  }
  HIT_IF(both_parts_keep, keep && any);
  HIT_IF(or_part_rejects, !keep && or_rejects && differ == 0);
  HIT_IF(and_part_rejects, !keep && any && !or_rejects && differ != 0);
  if (mask == ALL_TYPES) {
    HIT_IF(all_masks_keep, keep && selected != 0);
    HIT_IF(all_masks_reject, !keep && one_bit(differ));
    HIT_IF(all_masks_without_types_keep, keep && selected == 0);
  }
}

static void cover_types(const struct cover_regs *regs, const struct finished_op *op,
                        const struct filters *filters, bool keep, uint64_t *hits)
{
  const uint8_t selected = selected_types(regs);
  const uint8_t types = op->types;
  const bool single = one_bit(types);
  const bool masked = masked_types(regs) != 0;
  if (filters->type == ACCEPTS && keep && selected != 0 && !masked) {
    HIT_IF(branch_selected_keeps, single && types == TYPE_B);
    HIT_IF(load_selected_keeps, single && types == TYPE_LD);
    HIT_IF(store_selected_keeps, single && types == TYPE_ST);
    HIT_IF(atomic_kept_as_load, op->atomic && (selected & ~(unsigned)TYPE_B) == TYPE_LD);
    HIT_IF(atomic_kept_as_store, op->atomic && (selected & ~(unsigned)TYPE_B) == TYPE_ST);
    HIT_IF(gcs_return_kept_as_branch, op->gcs && types == (TYPE_B | TYPE_LD) && selected == TYPE_B);
    HIT_IF(gcs_return_kept_as_load,
           op->gcs && types == (TYPE_B | TYPE_LD) && (selected & (TYPE_B | TYPE_LD)) == TYPE_LD);
    HIT_IF(gcs_call_kept_as_store,
           op->gcs && types == (TYPE_B | TYPE_ST) && (selected & (TYPE_B | TYPE_ST)) == TYPE_ST);
  } else if (filters->type == REJECTS && filters->rejecting == 1 && !masked) {
    HIT_IF(branch_not_selected_rejects, types == TYPE_B);
    HIT_IF(load_not_selected_rejects, types == TYPE_LD);
    HIT_IF(store_not_selected_rejects, types == TYPE_ST);
    HIT_IF(atomic_not_selected_rejects, op->atomic);
    HIT_IF(gcs_branch_not_selected_rejects, op->gcs);
    HIT_IF(other_rejects, types == 0);
    HIT_IF(other_rejects_though_all_selected, types == 0 && (selected & 7) == 7);
    HIT_IF(excepting_branch_is_no_branch, op->branch && op->excepted && selected == TYPE_B);
  }
  HIT_IF(type_filter_off_keeps, keep && (regs->pmsfcr & SPU_PMSFCR_EL1_FT) == 0 && selected != 0 && !masked &&
                                    (selected & types) == 0);
}

static void cover_latency(const struct cover_regs *regs, const struct finished_op *op,
                          const struct filters *filters, bool keep, uint64_t *hits)
{
  const uint64_t minlat = regs->pmslatfr;
  const uint64_t latency = op->latency;
  if (filters->latency == ACCEPTS && keep) {
    HIT_IF(latency_equal_keeps, latency == minlat);
    HIT_IF(latency_above_keeps, latency > minlat);
    HIT_IF(saturated_latency_keeps, minlat == 0xFFF);
    HIT_IF(long_latency_keeps, minlat > 0xFFF);
  } else if (filters->latency == REJECTS && filters->rejecting == 1) {
    HIT_IF(latency_one_below_rejects, latency + 1 == minlat);
    HIT_IF(latency_far_below_rejects, latency <= minlat / 2);
    HIT_IF(long_latency_rejects, latency > 0xFFF);
  }
  HIT_IF(latency_filter_off_keeps, keep && (regs->pmsfcr & SPU_PMSFCR_EL1_FL) == 0 && latency < minlat);
}

static void cover_sources(const struct spu_config *config, const struct cover_regs *regs,
                          const struct finished_op *op, const struct filters *filters, bool keep,
                          uint64_t *hits)
{
  const bool load = (op->types & TYPE_LD) != 0;
  if (!config->have_fds) {
    return;
  }
  HIT_IF(source_not_selected_rejects, filters->source == REJECTS && filters->rejecting == 1);
  if (keep && filters->source == ACCEPTS) {
    HIT_IF(source_selected_keeps, op->source_valid);
    HIT_IF(unknown_source_keeps, load && !op->source_valid);
    HIT_IF(source_of_no_load_keeps, !load);
  }
  HIT_IF(source_filter_off_keeps, keep && filters->source == OFF && op->source_valid &&
                                      (regs->pmsdsfr >> (op->source & 63U) & 1U) == 0);
}

static void cover_together(const struct cover_cycle *cycle, const struct filters *filters, bool keep,
                           uint64_t *hits)
{
  const struct spu_config *config = cycle->config;
  const bool all = filters->event != OFF && filters->type != OFF && filters->latency != OFF &&
                   (config->spe_version < 2 || filters->inverted != OFF) &&
                   (!config->have_fds || filters->source != OFF);
  HIT_IF(no_filter_keeps,
         keep && (cycle->regs->pmsfcr & (SPU_PMSFCR_EL1_FE | SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_FL |
                                         SPU_PMSFCR_EL1_FnE | SPU_PMSFCR_EL1_FDS)) == 0);
  HIT_IF(three_filters_reject,
         filters->event == REJECTS && filters->type == REJECTS && filters->latency == REJECTS);
  if (all) {
    const bool one = filters->rejecting == 1;
    HIT_IF(all_filters_keep, keep);
    HIT_IF(all_filters_event_rejects, one && filters->event == REJECTS);
    HIT_IF(all_filters_inverted_rejects, one && filters->inverted == REJECTS);
    HIT_IF(all_filters_type_rejects, one && filters->type == REJECTS);
    HIT_IF(all_filters_latency_rejects, one && filters->latency == REJECTS);
    HIT_IF(all_filters_source_rejects, one && filters->source == REJECTS);
  }
}

// What S0 and D17.5 leave to the implementation. Hit if no other filter decides.
static void cover_choices(const struct spu_config *config, const struct cover_regs *regs,
                          const struct finished_op *op, const struct filters *filters, bool keep,
                          uint64_t *hits)
{
  const bool fe = (regs->pmsfcr & SPU_PMSFCR_EL1_FE) != 0;
  const bool fne = (regs->pmsfcr & SPU_PMSFCR_EL1_FnE) != 0;
  const bool twice = selects_twice(regs);
  const bool zero_event = fe && regs->pmsevfr == 0;
  const bool zero_inverted = fne && regs->pmsnevfr == 0;
  const bool no_types =
      !config->have_eft && (regs->pmsfcr & SPU_PMSFCR_EL1_FT) != 0 && selected_types(regs) == 0;
  const bool zero_latency = (regs->pmsfcr & SPU_PMSFCR_EL1_FL) != 0 && regs->pmslatfr == 0;
  if (!filters->strange || filters->rejecting != 0 ||
      twice + zero_event + zero_inverted + no_types + zero_latency != 1) {
    return;
  }
  const bool one_rejects = (regs->pmsevfr & ~op->events) != 0 || (regs->pmsnevfr & op->events) != 0;
  HIT_IF(zero_events_act_as_off, keep && zero_event);
  HIT_IF(zero_events_reject, !keep && zero_event);
  HIT_IF(zero_inverted_acts_as_off, keep && zero_inverted);
  HIT_IF(zero_inverted_rejects, !keep && zero_inverted);
  HIT_IF(no_types_act_as_off, keep && no_types);
  HIT_IF(no_types_reject, !keep && no_types);
  HIT_IF(zero_latency_acts_as_off, keep && zero_latency);
  HIT_IF(zero_latency_rejects, !keep && zero_latency);
  HIT_IF(event_in_both_acts_as_off, keep && twice && one_rejects);
  HIT_IF(event_in_both_rejects, !keep && twice);
}

static void cover_mode(const struct cover_cycle *cycle, uint64_t *hits)
{
  const uint64_t fm = cycle->regs->pmblimitr >> 1 & 3U;
  const struct spu_vif *vif = cycle->vif;
  if (cycle->config->spe_version < 2 || fm == 0) {
    return;
  }
  HIT_IF(discard_mode_filtered, fm == 2 && !vif->verdict_keep);
  HIT_IF(reserved_mode_fills, fm != 2 && vif->verdict_keep && !vif->verdict_discard);
  if (vif->verdict_discard) {
    HIT(discard_mode_takes);
    HIT_IF(discard_mode_with_record_waiting, cycle->flight->writing || cycle->flight->waiting != 0);
    HIT_IF(discard_mode_when_stopped, cycle->stopped);
    HIT_IF(discard_mode_when_off, (cycle->regs->pmblimitr & 1U) == 0);
  }
}

static void cover_verdict(const struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct finished_op *op = &state->op[cycle->vif->verdict_tag % SPU_MAX_TAGS];
  const bool keep = cycle->vif->verdict_keep;
  if (op->dropped) {
    HIT(not_recorded_is_not_filtered);
    return;
  }
  const struct filters filters = apply(cycle->config, cycle->regs, op);
  cover_event_filters(cycle->config, cycle->regs, op, &filters, keep, hits);
  cover_types(cycle->regs, op, &filters, keep, hits);
  if (cycle->config->have_eft &&
      (filters.type == REJECTS ? filters.rejecting == 1 : filters.type == ACCEPTS && keep)) {
    if (masked_types(cycle->regs) != 0) {
      cover_masked_types(cycle->regs, op, keep, hits);
    } else {
      cover_vector_types(cycle->regs, op, keep, hits);
    }
  }
  cover_latency(cycle->regs, op, &filters, keep, hits);
  cover_sources(cycle->config, cycle->regs, op, &filters, keep, hits);
  cover_together(cycle, &filters, keep, hits);
  cover_choices(cycle->config, cycle->regs, op, &filters, keep, hits);
  cover_mode(cycle, hits);
}

// The report is read when the operation completes, its fate when it is finished.
static void follow_op(struct state *state, const struct cover_cycle *cycle, unsigned tag)
{
  const struct spu_op *op = &cycle->in->op[tag];
  if ((cycle->tracker->events.completes >> tag & 1U) != 0) {
    state->report[tag] = *op;
    state->latency[tag] = state->active - state->mark[tag];
  }
  if (op->finished) {
    state->report[tag].how = op->how;
    take_op(cycle->config, &state->report[tag], state->latency[tag], &state->op[tag]);
  }
}

static void step(void *context, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct state *state = context;
  if (cycle->after_reset) {
    memset(state, 0, sizeof *state);
  }
  if (!cover_moves(cycle)) {
    return;
  }
  state->active += cycle->in->thread_inactive ? 0 : 1;
  // A sample that has collided is decided by no filter.
  if (cycle->vif->verdict_valid && cycle->out->sample_feed != 0) {
    cover_verdict(state, cycle, hits);
  }
  for (unsigned tags = cover_unfinished(cycle); tags != 0; tags &= tags - 1) {
    follow_op(state, cycle, (unsigned)__builtin_ctz(tags));
  }
  if (cycle->out->mark_valid) {
    state->mark[cycle->out->mark_tag % SPU_MAX_TAGS] = state->active;
  }
}

const struct cover_block cover_filter = {"filter", bins, BIN_COUNT, step};
