// SPDX-License-Identifier: Apache-2.0
//
// The bins of block sample (cover_sample.c), as X(name, requirement, exists, meaning).
#ifndef TB_UNIT_COVER_COVER_SAMPLE_BINS_H
#define TB_UNIT_COVER_COVER_SAMPLE_BINS_H

#include "unit/cover/cover_config.h"
#include "unit/cover/cover_sysreg.h"

// Whether operations have their own class in a record (D18.2.7).
COVER_CONFIG(class_sve_access, (config->have_sve || config->have_sme) && config->spe_version >= 1)
COVER_CONFIG(class_nv2, config->nested_virt >= 2)
COVER_CONFIG(class_tag, config->have_mte && config->spe_version >= 3)
COVER_CONFIG(class_mops, config->have_mops && config->spe_version >= 3)
COVER_CONFIG(class_gcs, config->have_gcs && config->spe_version >= 4)
COVER_CONFIG(recorded, config->squashed_recorded)
COVER_CONFIG(dropped, !config->squashed_recorded)
COVER_CONFIG(recorded_pbt, config->squashed_recorded && config->have_pbt)
COVER_CONFIG(source_2, config->source_bytes == 2)
COVER_CONFIG(recorded_source, config->squashed_recorded && config->source_bytes != 0)
COVER_CONFIG(top_byte_zero, config->va_top_byte_zero)
COVER_CONFIG(rme_pbt, config->have_rme && config->have_pbt)
COVER_CONFIG(class_nv2_el2, cover_class_nv2(config) && config->have_el2)
COVER_CONFIG(recorded_sme, config->squashed_recorded && config->have_spe_sme)
COVER_CONFIG(dropped_sme, !config->squashed_recorded && config->have_spe_sme)
COVER_CONFIG(recorded_sve, config->squashed_recorded && (cover_events(config) >> 17 & 1) != 0)

// clang-format off
#define LATENCY(X) \
  X(total_1, "D3", NULL, "total latency of one cycle") \
  X(total_small, "D3", NULL, "total latency of 2 to 255") \
  X(total_large, "D3", NULL, "total latency of 256 and more") \
  X(total_saturated, "D3", NULL, "the operation took longer than total latency can count") \
  X(issue_1, "D3", NULL, "issue latency of one cycle") \
  X(issue_small, "D3", NULL, "issue latency of 2 to 255") \
  X(issue_large, "D3", NULL, "issue latency of 256 and more") \
  X(issue_saturated, "D3", NULL, "issue latency saturated") \
  X(issue_at_finish, "D3", NULL, "issued in the cycle in which it finished") \
  X(issue_is_total, "D3", NULL, "never issued: issue latency is total latency") \
  X(issue_absent, "D3 x D6", cover_recorded, "squashed before it was issued: no issue latency") \
  X(issue_short_total_saturated, "D3", NULL, "total latency saturated, issue latency not") \
  X(issued_twice, "D3", NULL, "only the first cycle of issued counts") \
  X(translation_zero, "D3", NULL, "translation latency zero") \
  X(translation_small, "D3", NULL, "translation latency of 1 to 255") \
  X(translation_large, "D3", NULL, "translation latency of 256 and more") \
  X(translation_saturated, "D3", NULL, "translation latency saturated") \
  X(translation_absent, "D3 x D4", NULL, "waited for the MMU, but no data VA: no translation latency") \
  X(alternate_absent, "N6", cover_alt_clock, "it did not wait for the alternate clock: no alternate issue latency") \
  X(alternate_zero, "N6", cover_alt_clock, "no cycle of the alternate clock before it was issued") \
  X(alternate_small, "N6", cover_alt_clock, "issue latency of 1 to 255 cycles of the alternate clock") \
  X(alternate_large, "N6", cover_alt_clock, "the same of 256 and more") \
  X(alternate_saturated, "N6", cover_alt_clock, "saturated") \
  X(alternate_saturates_alone, "N6", cover_alt_clock, "saturated, and issue latency is not") \
  X(alternate_less, "N6", cover_alt_clock, "less than issue latency: a slower clock") \
  X(alternate_equal, "N6", cover_alt_clock, "as much as issue latency") \
  X(alternate_more, "N6", cover_alt_clock, "more than issue latency: a faster clock") \
  X(alternate_never_issued, "N6", cover_alt_clock, "never issued: it ends with completion") \
  X(alternate_issued_twice, "N6", cover_alt_clock, "only the first cycle of issued counts") \
  X(alternate_of_access, "N6", cover_alt_clock, "beside a translation latency") \
  X(alternate_of_other, "N6", cover_alt_clock, "without a translation latency") \
  X(alternate_ignored, "N6", cover_no_alt_clock, "reported without an alternate clock: not recorded")

#define EXPOSED(X) \
  X(exposed_zero, "V1", cover_exposed, "the PE did not wait for the operation") \
  X(exposed_small, "V1", cover_exposed, "exposed latency of 1 to 255") \
  X(exposed_large, "V1", cover_exposed, "exposed latency of 256 and more") \
  X(exposed_saturated, "V2", cover_exposed, "saturated") \
  X(exposed_saturates_alone, "V2", cover_exposed, "saturated, and total latency is not") \
  X(exposed_beside_alternate, "V1 x N6", cover_exposed_clock, "beside an alternate clock issue latency") \
  X(exposed_squashed, "V1 x D6", cover_exposed_squashed, "of an operation that was squashed") \
  X(exposed_at_once, "V1", cover_exposed, "the PE waits in the cycle after the mark") \
  X(exposed_later, "V1", cover_exposed, "first in a later cycle") \
  X(exposed_inactive, "V1 x C7", cover_exposed, "the PE waits while the thread is inactive: not counted") \
  X(exposed_after_finish, "V3", cover_exposed, "the PE waits after the finish") \
  X(exposed_only_after_finish, "V3", cover_exposed, "and did not before") \
  X(exposed_empty, "V3", cover_exposed, "cycles before the dispatch belong to it: its slot is the lowest valid one") \
  X(exposed_empty_of_other, "V3", cover_exposed_slots, "they belong to another operation of its dispatch") \
  X(exposed_decision, "V3 x E1", cover_exposed_tags, "another is decided while the PE waits after the finish") \
  X(exposed_twice, "V1", cover_exposed_tags, "the pin is high for two operations: both count")

// Each class of operation that accesses memory, each address packet of it.
#define ACCESS(X, class, exists, text) \
  X(class##_va_pa, "D4", exists, text ": data VA and PA") \
  X(class##_va, "D4", exists, text ": data VA, no PA") \
  X(class##_no_va, "D4", exists, text ": neither")
#define ADDRESSES(X) \
  ACCESS(X, general, NULL, "general-purpose access") \
  ACCESS(X, extended, NULL, "extended access") \
  ACCESS(X, simd_fp, NULL, "SIMD and FP access") \
  ACCESS(X, unspecified, cover_v1p1, "unspecified access") \
  ACCESS(X, nv2, cover_class_nv2, "NV2 register access") \
  ACCESS(X, tag, cover_class_tag, "Allocation Tag access") \
  ACCESS(X, mem_copy, cover_class_mops, "Memory Copy") \
  ACCESS(X, mem_set, cover_class_mops, "Memory Set") \
  ACCESS(X, sve, cover_class_sve_access, "SVE access") \
  ACCESS(X, gcs, cover_class_gcs, "GCS access") \
  ACCESS(X, branch_gcs, cover_class_gcs, "branch that accesses the GCS") \
  X(target, "D4", NULL, "branch target of a taken branch") \
  X(no_target, "D4", NULL, "a branch without target: not taken") \
  X(exception_no_target, "D4 x D6", NULL, "a branch that ended with an exception has no target") \
  X(squashed_no_target, "D4 x D6", cover_recorded, "a squashed branch has no target") \
  X(pa_not_valid, "D4", NULL, "data VA, no PA: not translated") \
  X(pa_not_allowed, "D4", NULL, "data VA, no PA: translated, but collection is disabled") \
  X(nv2_not_profiled, "D4", cover_class_nv2_el2, "NV2 access without VA: EL2 is not profiled") \
  X(previous_branch, "D4", cover_pbt, "previous branch target of a branch") \
  X(previous_access, "D4", cover_pbt, "previous branch target of a memory access") \
  X(previous_other, "D4", cover_pbt, "previous branch target of another operation") \
  X(no_previous, "D4", cover_pbt, "no previous branch target: unknown") \
  X(squashed_no_previous, "D4 x D6", cover_recorded_pbt, "no previous branch target: squashed") \
  X(pc_secure, "D4", cover_secure, "PC in Secure state") \
  X(pc_nonsecure, "D4", cover_nonsecure, "PC in Non-secure state") \
  X(pc_realm, "D4", cover_rme, "PC in Realm state") \
  X(pc_el0, "D4", NULL, "PC at EL0") X(pc_el1, "D4", NULL, "PC at EL1") X(pc_el2, "D4", cover_el2, "PC at EL2") \
  X(target_el0, "D4", NULL, "target at EL0") X(target_el1, "D4", NULL, "target at EL1") \
  X(target_el2, "D4", NULL, "target at EL2") X(target_el3, "D4", NULL, "target at EL3") \
  X(target_ns, "D4", NULL, "target in Non-secure state") X(target_s, "D4", NULL, "target not in Non-secure state") \
  X(target_nse, "D4", cover_rme, "target with NSE") \
  X(previous_ns, "D4", cover_pbt, "previous target in Non-secure state") \
  X(previous_nse, "D4", cover_rme_pbt, "previous target with NSE") \
  X(va_top_byte, "D4", NULL, "top byte of a data VA with TBI") \
  X(va_top_byte_zero, "D4", cover_top_byte_zero, "top byte of a data VA without TBI reads as zero") \
  X(pa_ns, "D4", NULL, "PA in the Non-secure space") X(pa_s, "D4", NULL, "PA not in the Non-secure space") \
  X(pa_nse, "D4", cover_rme, "PA with NSE") \
  X(pa_checked, "D4", cover_mte, "PA of an access that was checked against a tag") \
  X(pa_unchecked, "D4", cover_mte, "a PA without a recorded tag: not checked") \
  X(source_load, "D4", cover_source, "data source of a load") \
  X(source_wide, "D4", cover_source_2, "data source of more than 8 bits") \
  X(source_unknown, "D4", cover_source, "a load without data source") \
  X(source_not_of_store, "D4", cover_source, "a data source reported for a store is not recorded")

// For each kind of operation, in the order of enum spu_op_kind.
#define EACH_KIND(X, prefix, id, exists, exists_sme, text) \
  X(prefix##other, id, exists, text "other") X(prefix##branch, id, exists, text "branch") \
  X(prefix##general, id, exists, text "general-purpose access") \
  X(prefix##simd_fp, id, exists, text "SIMD and FP access") \
  X(prefix##extended, id, exists, text "extended access") X(prefix##sve_access, id, exists, text "SVE access") \
  X(prefix##unspecified, id, exists, text "unspecified access") X(prefix##nv2, id, exists, text "NV2 access") \
  X(prefix##tag, id, exists, text "tag access") X(prefix##mem_copy, id, exists, text "Memory Copy") \
  X(prefix##mem_set, id, exists, text "Memory Set") X(prefix##gcs, id, exists, text "GCS access") \
  X(prefix##sve, id, exists, text "SVE operation") X(prefix##sme, id " x N5", exists_sme, text "SME operation")
#define ENDINGS(X) \
  EACH_KIND(X, exception_, "D6", NULL, cover_sme, "ended with an exception, recorded: ") \
  EACH_KIND(X, squashed_, "D6", cover_recorded, cover_recorded_sme, "squashed, recorded: ") \
  EACH_KIND(X, dropped_, "D6", cover_dropped, cover_dropped_sme, "squashed, dropped: ") \
  X(squashed_no_va, "D6", cover_recorded, "squashed: the data address is not recorded") \
  X(squashed_no_source, "D6", cover_recorded_source, "squashed: the data source is not recorded") \
  X(squashed_no_condition, "D6", cover_recorded, "squashed: events 7:6 are not recorded") \
  X(squashed_no_predicate, "D6", cover_recorded_sve, "squashed: events 18:17 are not recorded") \
  X(squashed_other_events, "D6", cover_recorded, "squashed: other events are recorded") \
  X(squashed_issued, "D6", cover_recorded, "squashed after it was issued: issue latency is recorded") \
  X(exception_va, "D6", NULL, "exception: the data address is recorded") \
  X(exception_no_pa, "D6", NULL, "exception: a data VA without translation")

#define CROSSES(X) \
  X(life_1, "C1 x D3", NULL, "an operation finishes in the cycle after its mark") \
  X(finish_and_mark, "C1 x D3", cover_several_tags, "an operation finishes in the cycle of another's mark") \
  X(two_finish, "D3", cover_several_tags, "two operations finish in one cycle") \
  X(all_tags, "C1 x D3", cover_several_tags, "every tag is in flight") \
  X(finish_out_of_order, "D3", cover_several_tags, "a younger operation finishes first") \
  X(late_result, "D3", NULL, "issued, and completes only when it retires: completed was never high") \
  X(flushed_at_dispatch, "D3 x D6", NULL, "squashed in the cycle after its mark, neither issued nor completed") \
  X(flushed_completed, "D6", NULL, "squashed after it had completed") \
  X(flush_of_several, "D6", cover_several_tags, "two operations are squashed in one cycle") \
  X(flush_at_retirement, "D6", cover_several_tags, \
    "an operation is squashed in the cycle in which an older one retires") \
  X(flush_at_exception, "D6", cover_several_tags, \
    "an operation is squashed in the cycle in which an older one ends with an exception") \
  X(decision_and_finish, "D3 x E1", cover_several_tags, "an operation finishes in the cycle of another's decision") \
  X(inactive_before_issue, "C7", NULL, "the thread is inactive before an operation issues") \
  X(inactive_after_issue, "C7", NULL, "between its issue and its completion") \
  X(inactive_in_translation, "C7", NULL, "while it waits for the MMU") \
  X(inactive_at_issue, "C7", NULL, "in the cycle of its issue") \
  X(inactive_at_completion, "C7", NULL, "in the cycle of its completion") \
  X(inactive_beside_clock, "C7 x N6", cover_alt_clock, "while the alternate clock counts its issue latency") \
  X(finish_and_collision, "C3 x D3", NULL, "an operation finishes in the cycle of a collision") \
  X(in_flight_off, "D6 x A3", NULL, "profiling goes off while it is in flight, and it is recorded") \
  X(in_flight_filter, "D5 x E1", NULL, "a filter is written while it is in flight, and it is recorded") \
  X(in_flight_controls, "D1 x D4", NULL, "PMSCR_ELx is written while it is in flight: the old value applies") \
  X(in_flight_level, "D4 x A3", NULL, "the Exception level changes while it is in flight") \
  X(in_flight_state, "D4 x A1", cover_two_states, "the Security state changes while it is in flight") \
  X(in_flight_debug, "D6 x A2", NULL, "Debug state is entered while it is in flight") \
  X(in_flight_interval, "C1 x D3", NULL, "PMSICR_EL1 is written while it is in flight") \
  X(free_tag_reports, "D5", NULL, "a free tag's pins report: ignored") \
  X(mark_cycle_reports, "D3", NULL, "the marked tag's pins report in the cycle of the mark: ignored") \
  X(finished_tag_reports, "D5", NULL, "a finished tag's pins report again: ignored")
// clang-format on

#endif  // TB_UNIT_COVER_COVER_SAMPLE_BINS_H
