// SPDX-License-Identifier: Apache-2.0
//
// Block sample: the contents of committed records (requirements D3 to D6).
#include "unit/cover/cover_record_view.h"
#include "unit/cover/cover_sample.h"

static void cover_latencies(const struct spu_config *config, const struct cover_life *life,
                            const struct cover_record_view *view, uint64_t *hits)
{
  const uint32_t max = config->count_16bit ? 0xFFFF : 0xFFF;
  const uint64_t total = view->counter[0];
  hits[total == 1 ? BIN_total_1 : total < 256 ? BIN_total_small : BIN_total_large]++;
  HIT_IF(total_saturated, total == max && life->total > max);
  if (view->has_counter[1]) {
    const uint64_t issue = view->counter[1];
    hits[issue == 1 ? BIN_issue_1 : issue < 256 ? BIN_issue_small : BIN_issue_large]++;
    HIT_IF(issue_saturated, issue == max);
    HIT_IF(issue_at_finish, life->issue == life->total && issue == total);
    HIT_IF(issue_is_total, life->issue == 0 && issue == total);
    HIT_IF(issue_short_total_saturated, total == max && issue < max);
    HIT_IF(issued_twice, life->issued_again && issue == life->issue);
  } else {
    HIT_IF(issue_absent, life->issue == 0 && life->how == SPU_OP_SQUASHED);
  }
  if (view->has_counter[2]) {
    const uint64_t busy = view->counter[2];
    hits[busy == 0 ? BIN_translation_zero : busy < 256 ? BIN_translation_small : BIN_translation_large]++;
    HIT_IF(translation_saturated, busy == max);
  } else {
    HIT_IF(translation_absent, life->busy != 0);
  }
}

// D17.6.1: the issue latency in the alternate clock.
static void cover_alternate(const struct spu_config *config, const struct cover_life *life,
                            const struct cover_record_view *view, uint64_t *hits)
{
  const uint32_t max = config->count_16bit ? 0xFFFF : 0xFFF;
  const uint64_t alternate = view->counter[4];
  const uint64_t issue = view->counter[1];
  if (config->alt_clock == 0) {
    HIT_IF(alternate_ignored, life->alt_clock && !view->has_counter[4]);
    return;
  }
  if (!view->has_counter[4]) {
    HIT_IF(alternate_absent, !life->alt_clock);
    return;
  }
  hits[alternate == 0 ? BIN_alternate_zero : alternate < 256 ? BIN_alternate_small : BIN_alternate_large]++;
  HIT_IF(alternate_saturated, alternate == max);
  hits[view->has_counter[2] ? BIN_alternate_of_access : BIN_alternate_of_other]++;
  if (view->has_counter[1]) {
    HIT_IF(alternate_saturates_alone, alternate == max && issue < max);
    HIT_IF(alternate_less, alternate < issue);
    HIT_IF(alternate_equal, alternate == issue);
    HIT_IF(alternate_more, alternate > issue);
    HIT_IF(alternate_never_issued, life->issue == 0);
    HIT_IF(alternate_issued_twice, life->issued_again && alternate != 0);
  }
}

static void cover_exposed_latency(const struct spu_config *config, const struct cover_life *life,
                                  const struct cover_record_view *view, uint64_t *hits)
{
  const uint32_t max = config->count_16bit ? 0xFFFF : 0xFFF;
  const uint64_t exposed = view->counter[6];
  if (!config->exposed_latency) {
    return;
  }
  hits[exposed == 0 ? BIN_exposed_zero : exposed < 256 ? BIN_exposed_small : BIN_exposed_large]++;
  HIT_IF(exposed_saturated, exposed == max);
  HIT_IF(exposed_saturates_alone, exposed == max && view->counter[0] < max);
  HIT_IF(exposed_beside_alternate, view->has_counter[4]);
  HIT_IF(exposed_squashed, life->how == SPU_OP_SQUASHED && exposed != 0);
  HIT_IF(exposed_empty, life->empty && exposed != 0);
}

// First of the three bins of a class that accesses memory.
static void cover_class_addresses(const struct cover_record_view *view, uint64_t *hits)
{
  static const uint16_t first[COVER_CLASSES] = {[COVER_CLASS_GENERAL] = BIN_general_va_pa,
                                                [COVER_CLASS_EXTENDED] = BIN_extended_va_pa,
                                                [COVER_CLASS_SIMD_FP] = BIN_simd_fp_va_pa,
                                                [COVER_CLASS_UNSPECIFIED] = BIN_unspecified_va_pa,
                                                [COVER_CLASS_NV2] = BIN_nv2_va_pa,
                                                [COVER_CLASS_TAG] = BIN_tag_va_pa,
                                                [COVER_CLASS_MEM_COPY] = BIN_mem_copy_va_pa,
                                                [COVER_CLASS_MEM_SET] = BIN_mem_set_va_pa,
                                                [COVER_CLASS_SVE_ACCESS] = BIN_sve_va_pa,
                                                [COVER_CLASS_GCS] = BIN_gcs_va_pa,
                                                [COVER_CLASS_BRANCH_GCS] = BIN_branch_gcs_va_pa};
  if (view->class != COVER_CLASS_OTHER) {
    hits[first[view->class] + (!view->has_address[2] ? 2U : view->has_address[3] ? 0U : 1U)]++;
  }
}

static void cover_instruction_addresses(const struct spu_config *config, const struct cover_life *life,
                                        const struct cover_record_view *view, uint64_t *hits)
{
  const bool retired = life->how == SPU_OP_RETIRED;
  const uint64_t pc = view->address[0];
  const bool pc_ns = pc >> 63 != 0;
  hits[(pc >> 60 & 1) != 0 ? BIN_pc_realm : pc_ns ? BIN_pc_nonsecure : BIN_pc_secure]++;
  const uint32_t pc_el = (uint32_t)(pc >> 61 & 3);
  hits[pc_el == 2 ? BIN_pc_el2 : pc_el == 1 ? BIN_pc_el1 : BIN_pc_el0]++;
  if (view->has_address[1]) {
    const uint64_t target = view->address[1];
    hits[BIN_target]++;
    hits[BIN_target_el0 + (target >> 61 & 3)]++;
    hits[target >> 63 != 0 ? BIN_target_ns : BIN_target_s]++;
    HIT_IF(target_nse, (target >> 60 & 1) != 0);
  } else if (life->kind == SPU_KIND_BRANCH) {
    HIT_IF(no_target, retired && !life->target_valid);
    HIT_IF(exception_no_target, life->how == SPU_OP_EXCEPTION && life->target_valid);
    HIT_IF(squashed_no_target, life->how == SPU_OP_SQUASHED && life->target_valid);
  }
  if (view->has_address[4]) {
    const uint64_t previous = view->address[4];
    hits[view->branch ? BIN_previous_branch : view->access ? BIN_previous_access : BIN_previous_other]++;
    HIT_IF(previous_ns, previous >> 63 != 0);
    HIT_IF(previous_nse, (previous >> 60 & 1) != 0);
  } else if (config->have_pbt) {
    HIT_IF(no_previous, retired && !life->previous_valid);
    HIT_IF(squashed_no_previous, life->how == SPU_OP_SQUASHED && life->previous_valid);
  }
}

static void cover_data(const struct spu_config *config, const struct cover_life *life,
                       const struct cover_record_view *view, uint64_t *hits)
{
  const bool squashed = life->how == SPU_OP_SQUASHED;
  if (view->has_address[2]) {
    const bool top = view->address[2] >> 56 != 0;
    HIT_IF(va_top_byte, life->va_tbi && top);
    HIT_IF(va_top_byte_zero, !life->va_tbi && !top && life->va_top);
    HIT_IF(pa_not_valid, !view->has_address[3] && !life->pa_valid && life->pa_allowed);
    HIT_IF(pa_not_allowed, !view->has_address[3] && life->pa_valid && !life->pa_allowed);
    HIT_IF(exception_va, life->how == SPU_OP_EXCEPTION);
    HIT_IF(exception_no_pa, life->how == SPU_OP_EXCEPTION && !life->pa_valid);
  } else {
    HIT_IF(nv2_not_profiled,
           view->class == COVER_CLASS_NV2 && !squashed && life->va_valid && !life->el2_profiled);
    HIT_IF(squashed_no_va, squashed && view->access && life->va_valid);
  }
  if (view->has_address[3]) {
    const uint64_t pa = view->address[3];
    hits[pa >> 63 != 0 ? BIN_pa_ns : BIN_pa_s]++;
    HIT_IF(pa_nse, (pa >> 60 & 1) != 0);
    HIT_IF(pa_checked, (pa >> 62 & 1) != 0);
    HIT_IF(pa_unchecked, config->have_mte && !life->pa_checked && life->tag && (pa >> 56 & 0xF) == 0);
  }
  if (view->has_source) {
    hits[BIN_source_load]++;
    HIT_IF(source_wide, view->source > 0xFF);
  } else if (config->source_bytes != 0 && view->access) {
    HIT_IF(source_unknown, !squashed && !view->store && !life->source_valid);
    HIT_IF(source_not_of_store, !squashed && view->store && life->source_valid);
    HIT_IF(squashed_no_source, squashed && !view->store && life->source_valid);
  }
}

// The contents that the record of a squashed operation omits.
static void cover_squashed(const struct spu_config *config, const struct cover_life *life,
                           const struct cover_record_view *view, uint64_t *hits)
{
  const uint64_t reported = life->events & cover_events(config);
  HIT_IF(squashed_no_condition, (life->events & 0xC0) != 0 && (view->events & 0xC0) == 0);
  HIT_IF(squashed_no_predicate, (reported & 0x60000) != 0 && (view->events & 0x60000) == 0);
  HIT_IF(squashed_other_events, view->events != 0);
  HIT_IF(squashed_issued, view->has_counter[1]);
}

void cover_sample_commit(const struct cover_cycle *cycle, const struct cover_life *life, uint64_t *hits)
{
  struct cover_record_view view;
  if (!cover_record_read(cycle->vif->commit_data, cycle->vif->commit_len, &view)) {
    return;
  }
  cover_latencies(cycle->config, life, &view, hits);
  cover_alternate(cycle->config, life, &view, hits);
  cover_exposed_latency(cycle->config, life, &view, hits);
  cover_class_addresses(&view, hits);
  cover_instruction_addresses(cycle->config, life, &view, hits);
  cover_data(cycle->config, life, &view, hits);
  if (life->how == SPU_OP_SQUASHED) {
    cover_squashed(cycle->config, life, &view, hits);
  }
  if (life->kind <= last_kind(cycle->config) && life->how != SPU_OP_RETIRED) {
    hits[(life->how == SPU_OP_EXCEPTION ? BIN_exception_other : BIN_squashed_other) + life->kind]++;
  }
  static const struct {
    uint8_t met;
    uint16_t bin;
  } rows[] = {{MET_OFF, BIN_in_flight_off},          {MET_FILTER, BIN_in_flight_filter},
              {MET_LEVEL, BIN_in_flight_level},      {MET_CONTROLS, BIN_in_flight_controls},
              {MET_STATE, BIN_in_flight_state},      {MET_DEBUG, BIN_in_flight_debug},
              {MET_INTERVAL, BIN_in_flight_interval}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    hits[rows[i].bin] += (life->met & rows[i].met) != 0;
  }
}
