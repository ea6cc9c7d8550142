// SPDX-License-Identifier: Apache-2.0
//
// The bins of block sample (cover_sample.c), as X(name, requirement, exists, meaning).
#ifndef TB_COVER_COVER_SAMPLE_BINS_H
#define TB_COVER_COVER_SAMPLE_BINS_H

#include "cover/cover_config.h"
#include "cover/cover_sysreg.h"

// Which operations have a class of their own in a record (D18.2.7).
COVER_CONFIG(class_sve, config->have_sve && config->spe_version >= 1)
COVER_CONFIG(class_sve_access, (config->have_sve || config->have_sme) && config->spe_version >= 1)
COVER_CONFIG(class_nv2, config->nested_virt >= 2)
COVER_CONFIG(class_tag, config->have_mte && config->spe_version >= 3)
COVER_CONFIG(class_mops, config->have_mops && config->spe_version >= 3)
COVER_CONFIG(class_gcs, config->have_gcs && config->spe_version >= 4)
COVER_CONFIG(no_class_sve, !cover_class_sve(config))
COVER_CONFIG(no_class_sve_access, !cover_class_sve_access(config))
COVER_CONFIG(no_class_nv2, !cover_class_nv2(config))
COVER_CONFIG(no_class_tag, !cover_class_tag(config))
COVER_CONFIG(no_class_mops, !cover_class_mops(config))
COVER_CONFIG(no_class_gcs, !cover_class_gcs(config))
COVER_CONFIG(before_v1p1, config->spe_version < 1)
COVER_CONFIG(class_sve_access_v1p2, cover_class_sve_access(config) && config->spe_version >= 2)
COVER_CONFIG(recorded, config->squashed_recorded)
COVER_CONFIG(dropped, !config->squashed_recorded)
COVER_CONFIG(recorded_pbt, config->squashed_recorded && config->have_pbt)
COVER_CONFIG(source_2, config->source_bytes == 2)
COVER_CONFIG(recorded_source, config->squashed_recorded && config->source_bytes != 0)
COVER_CONFIG(top_byte_zero, config->va_top_byte_zero)
COVER_CONFIG(rme_pbt, config->have_rme && config->have_pbt)
COVER_CONFIG(class_nv2_el2, cover_class_nv2(config) && config->have_el2)
COVER_CONFIG(cr_gcs, cover_class_gcs(config) && config->have_crr)

// clang-format off
#define COVER_EVENT(n) COVER_CONFIG(event_##n, (cover_events(config) >> (n) & 1) != 0)
COVER_EVENT(2) COVER_EVENT(3) COVER_EVENT(4) COVER_EVENT(5) COVER_EVENT(6) COVER_EVENT(7) COVER_EVENT(8)
COVER_EVENT(9) COVER_EVENT(10) COVER_EVENT(11) COVER_EVENT(16) COVER_EVENT(17) COVER_EVENT(18) COVER_EVENT(19)
COVER_EVENT(20) COVER_EVENT(21) COVER_EVENT(22) COVER_EVENT(23)
COVER_CONFIG(events_15_12, (cover_events(config) & 0xF000) != 0)
COVER_CONFIG(events_31_24, (cover_events(config) & (config->have_spe_sme ? 0xFC000000 : 0xFF000000)) != 0)
COVER_CONFIG(event_24, config->have_spe_sme)
COVER_CONFIG(event_25, config->have_spe_sme)
COVER_CONFIG(events_63_48, cover_events(config) >> 48 != 0)
COVER_CONFIG(eft_without_sve, config->have_eft && !cover_class_sve(config))
COVER_CONFIG(recorded_sme, config->squashed_recorded && config->have_spe_sme)
COVER_CONFIG(dropped_sme, !config->squashed_recorded && config->have_spe_sme)
COVER_CONFIG(recorded_sve, config->squashed_recorded && cover_event_17(config))

#define LATENCY(X) \
  X(total_1, "D3", NULL, "total latency of one cycle") \
  X(total_small, "D3", NULL, "total latency of 2 to 255") \
  X(total_large, "D3", NULL, "total latency of 256 and more") \
  X(total_saturated, "D3", NULL, "the operation took longer than its total latency can say") \
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
  X(alternate_absent, "N6", cover_alt_clock, "it did not wait for the alternate clock: no such issue latency") \
  X(alternate_zero, "N6", cover_alt_clock, "no cycle of the alternate clock before it was issued") \
  X(alternate_small, "N6", cover_alt_clock, "issue latency of 1 to 255 cycles of the alternate clock") \
  X(alternate_large, "N6", cover_alt_clock, "issue latency of 256 and more of them") \
  X(alternate_saturated, "N6", cover_alt_clock, "saturated") \
  X(alternate_saturates_alone, "N6", cover_alt_clock, "saturated, and issue latency is not") \
  X(alternate_less, "N6", cover_alt_clock, "less than issue latency: a slower clock") \
  X(alternate_equal, "N6", cover_alt_clock, "as much as issue latency") \
  X(alternate_more, "N6", cover_alt_clock, "more than issue latency: a faster clock") \
  X(alternate_never_issued, "N6", cover_alt_clock, "never issued: it ends with completion") \
  X(alternate_issued_twice, "N6", cover_alt_clock, "only the first cycle of issued counts") \
  X(alternate_of_access, "N6", cover_alt_clock, "beside a translation latency") \
  X(alternate_of_other, "N6", cover_alt_clock, "without a translation latency") \
  X(alternate_ignored, "N6", cover_no_alt_clock, "reported where there is no alternate clock: not recorded")

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
  X(pa_not_allowed, "D4", NULL, "data VA, no PA: translated, but not to be collected") \
  X(nv2_not_profiled, "D4", cover_class_nv2_el2, "NV2 access without VA: EL2 is not profiled") \
  X(previous_branch, "D4", cover_pbt, "previous branch target of a branch") \
  X(previous_access, "D4", cover_pbt, "previous branch target of a memory access") \
  X(previous_other, "D4", cover_pbt, "previous branch target of another operation") \
  X(no_previous, "D4", cover_pbt, "no previous branch target: not known") \
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
  X(pa_unchecked, "D4", cover_mte, "a PA Tag that is not recorded: not checked") \
  X(source_load, "D4", cover_source, "data source of a load") \
  X(source_wide, "D4", cover_source_2, "data source of more than 8 bits") \
  X(source_unknown, "D4", cover_source, "a load without data source") \
  X(source_not_of_store, "D4", cover_source, "a data source reported for a store is not recorded")

#define EVENT_BITS(X, n, id) \
  X(event_##n##_set, id, cover_event_##n, "event " #n " is 1") \
  X(event_##n##_clear, id, cover_event_##n, "event " #n " is 0")
#define EVENTS(X) \
  X(events_retired, "D5", NULL, "events 1:0 are 0b10") \
  X(events_exception, "D5", NULL, "events 1:0 are 0b11") \
  X(events_squashed, "D5", cover_recorded, "events 1:0 are 0b00") \
  EVENT_BITS(X, 2, "D5") EVENT_BITS(X, 3, "D5") EVENT_BITS(X, 4, "D5") EVENT_BITS(X, 5, "D5") \
  EVENT_BITS(X, 6, "D5") EVENT_BITS(X, 7, "D5") EVENT_BITS(X, 8, "D5") EVENT_BITS(X, 9, "D5") \
  EVENT_BITS(X, 10, "D5") EVENT_BITS(X, 11, "D5") EVENT_BITS(X, 16, "D5") EVENT_BITS(X, 17, "D5") \
  EVENT_BITS(X, 18, "D5") EVENT_BITS(X, 19, "D5") EVENT_BITS(X, 20, "D5") EVENT_BITS(X, 21, "D5") \
  EVENT_BITS(X, 22, "D5") EVENT_BITS(X, 23, "D5") EVENT_BITS(X, 24, "N5") EVENT_BITS(X, 25, "N5") \
  X(events_15_12_set, "D5", cover_events_15_12, "an IMPLEMENTATION DEFINED event of 15:12") \
  X(events_31_24_set, "D5", cover_events_31_24, "an IMPLEMENTATION DEFINED event of 31:24") \
  X(events_63_48_set, "D5", cover_events_63_48, "an IMPLEMENTATION DEFINED event of 63:48") \
  X(events_missing, "D5", NULL, "a reported event that the configuration lacks is not recorded") \
  X(not_taken_branch, "D5", NULL, "event 6: a conditional branch that was not taken") \
  X(mispredicted_branch, "D5", NULL, "event 7: a mispredicted branch") \
  X(refill_load, "D5", NULL, "event 3: an L1 refill of a load") \
  X(refill_store, "D5", NULL, "event 3: an L1 refill of a store") \
  X(tlb_walk_load, "D5", NULL, "event 5: a TLB walk of a load") \
  X(last_level_load, "D5", NULL, "event 9: a last level cache miss of a load") \
  X(remote_load, "D5", NULL, "event 10: remote access of a load") \
  X(misaligned_access, "D5", cover_v1p1, "event 11: a misaligned access") \
  X(partial_predicate, "D5", cover_event_17, "event 17 of an SVE operation") \
  X(empty_predicate, "D5", cover_event_18, "event 18 of an SVE operation")

#define TYPES(X) \
  X(other, "D5", NULL, "other, unconditional") X(other_cond, "D5", NULL, "other, conditional") \
  X(general_load, "D5", NULL, "general-purpose load") X(general_store, "D5", NULL, "general-purpose store") \
  X(simd_fp_load, "D5", NULL, "SIMD and FP load") X(simd_fp_store, "D5", NULL, "SIMD and FP store") \
  X(ar_load, "D5", NULL, "load-acquire") X(ar_store, "D5", NULL, "store-release") \
  X(excl_load, "D5", NULL, "load exclusive") X(excl_store, "D5", NULL, "store exclusive") \
  X(at_load, "D5", NULL, "atomic that loads") X(at_store, "D5", NULL, "atomic that only stores") \
  X(ar_excl, "D5", NULL, "exclusive with acquire or release") X(ar_at, "D5", NULL, "atomic with acquire or release") \
  X(unspecified_load, "D5", cover_v1p1, "unspecified load") \
  X(unspecified_store, "D5", cover_v1p1, "unspecified store") \
  X(nv2_load, "D5", cover_class_nv2, "NV2 read") X(nv2_store, "D5", cover_class_nv2, "NV2 write") \
  X(tag_load, "D5", cover_class_tag, "tag load") X(tag_store, "D5", cover_class_tag, "tag store") \
  X(mem_copy_load, "D5", cover_class_mops, "load half of a Memory Copy") \
  X(mem_copy_store, "D5", cover_class_mops, "store half of a Memory Copy") \
  X(mem_set_store, "D5", cover_class_mops, "Memory Set") \
  X(gcs_load, "D5", cover_class_gcs, "GCS load") X(gcs_store, "D5", cover_class_gcs, "GCS store") \
  X(sve_load, "D5", cover_class_sve_access, "SVE load") X(sve_store, "D5", cover_class_sve_access, "SVE store") \
  X(sve_gather, "D5", cover_class_sve_access, "gather load") \
  X(sve_scatter, "D5", cover_class_sve_access, "scatter store") \
  X(sve_load_predicated, "D5", cover_class_sve_access_v1p2, "predicated SVE load") \
  X(sve_store_predicated, "D5", cover_class_sve_access, "predicated SVE store") \
  X(sve_op, "D5", cover_class_sve, "SVE data processing") X(sve_op_fp, "D5", cover_class_sve, "SVE floating-point") \
  X(sve_op_predicated, "D5", cover_class_sve, "predicated SVE data processing") \
  X(evl_0, "D5", cover_class_sve_access, "EVL 0") X(evl_1, "D5", cover_class_sve_access, "EVL 1") \
  X(evl_2, "D5", cover_class_sve_access, "EVL 2") X(evl_3, "D5", cover_class_sve_access, "EVL 3") \
  X(evl_4, "D5", cover_class_sve_access, "EVL 4") X(evl_5, "D5", cover_class_sve_access, "EVL 5") \
  X(evl_6, "D5", cover_class_sve_access, "EVL 6") X(evl_7, "N5", cover_sme, "EVL 7: more than 2048 bits") \
  X(other_neither, "N4", cover_eft, "other, neither SIMD nor floating-point") \
  X(other_fp, "N4", cover_eft, "other, floating-point") X(other_simd, "N4", cover_eft, "other, SIMD") \
  X(other_simd_fp, "N4", cover_eft, "other, SIMD and floating-point") \
  X(other_simd_fp_cond, "N4", cover_eft, "other, conditional, SIMD or floating-point") \
  X(other_excepting_branch, "N4", cover_eft, "a branch with an exception that reports SIMD or FP: neither") \
  X(without_sve_simd, "N4", cover_eft_without_sve, "an SVE operation that is recorded as other is SIMD") \
  X(without_eft, "N4", cover_no_eft, "SIMD or FP of other operations is not recorded") \
  X(sme_op, "N5", cover_sme, "SME data processing") X(sme_op_fp, "N5", cover_sme, "SME floating-point") \
  X(ets_0, "N5", cover_sme, "ETS 0") X(ets_1, "N5", cover_sme, "ETS 1") X(ets_2, "N5", cover_sme, "ETS 2") \
  X(ets_3, "N5", cover_sme, "ETS 3") X(ets_4, "N5", cover_sme, "ETS 4") X(ets_5, "N5", cover_sme, "ETS 5") \
  X(ets_6, "N5", cover_sme, "ETS 6") X(ets_7, "N5", cover_sme, "ETS 7") X(ets_8, "N5", cover_sme, "ETS 8") \
  X(ets_9, "N5", cover_sme, "ETS 9") X(ets_10, "N5", cover_sme, "ETS 10") X(ets_11, "N5", cover_sme, "ETS 11") \
  X(ets_12, "N5", cover_sme, "ETS 12, reserved") X(ets_13, "N5", cover_sme, "ETS 13, reserved") \
  X(ets_14, "N5", cover_sme, "ETS 14, reserved") X(ets_15, "N5", cover_sme, "ETS 15: the whole array") \
  X(without_sme, "N5", cover_no_sme, "an SME operation is recorded as other") \
  X(branch_direct, "D5", NULL, "unconditional direct branch") X(branch_cond, "D5", NULL, "conditional branch") \
  X(branch_ind, "D5", NULL, "indirect branch") \
  X(branch_call, "D5", cover_crr, "branch with link") X(branch_ret, "D5", cover_crr, "procedure return") \
  X(branch_neither, "D5", cover_crr, "neither call nor return") \
  X(branch_gcs_call, "D5", cover_cr_gcs, "branch with link that stores to the GCS") \
  X(branch_gcs_ret, "D5", cover_cr_gcs, "procedure return that loads from the GCS") \
  X(without_sve_ldst, "D5", cover_no_class_sve_access, "an SVE access is recorded as SIMD and FP") \
  X(without_sve, "D5", cover_no_class_sve, "an SVE operation is recorded as other") \
  X(without_unspecified, "D5", cover_before_v1p1, "an unspecified access is recorded as general-purpose") \
  X(without_nv2, "D5", cover_no_class_nv2, "an NV2 access is recorded as unspecified") \
  X(without_tag, "D5", cover_no_class_tag, "a tag access is recorded as unspecified") \
  X(without_mem_copy, "D5", cover_no_class_mops, "a Memory Copy is recorded as unspecified") \
  X(without_mem_set, "D5", cover_no_class_mops, "a Memory Set is recorded as unspecified") \
  X(without_gcs, "D5", cover_no_class_gcs, "a GCS access is recorded as unspecified") \
  X(reserved_kind, "D5", NULL, "an operation of no kind is recorded as other")

// By kind of operation, in the order of enum spu_op_kind.
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
  X(late_result, "D3", NULL, "issued, and completed only as it retires: completed was never high") \
  X(flushed_at_dispatch, "D3 x D6", NULL, "squashed in the cycle after its mark, neither issued nor completed") \
  X(flushed_completed, "D6", NULL, "squashed after it had completed") \
  X(flush_of_several, "D6", cover_several_tags, "two operations are squashed in one cycle") \
  X(flush_at_retirement, "D6", cover_several_tags, \
    "an operation is squashed in the cycle in which an older one retires") \
  X(flush_at_exception, "D6", cover_several_tags, \
    "an operation is squashed in the cycle in which an older one ends with an exception") \
  X(verdict_and_finish, "D3 x E1", cover_several_tags, "an operation finishes in the cycle of another's verdict") \
  X(inactive_before_issue, "C7", NULL, "the thread is inactive before an operation issues") \
  X(inactive_after_issue, "C7", NULL, "between its issue and its completion") \
  X(inactive_in_translation, "C7", NULL, "while it waits for the MMU") \
  X(inactive_at_issue, "C7", NULL, "in the cycle of its issue") \
  X(inactive_at_completion, "C7", NULL, "in the cycle of its completion") \
  X(inactive_beside_clock, "C7 x N6", cover_alt_clock, "while the alternate clock counts its issue latency") \
  X(finish_and_collision, "C3 x D3", NULL, "an operation finishes in the cycle of a collision") \
  X(in_flight_off, "D6 x A3", NULL, "profiling goes off while it is in flight, and it is recorded") \
  X(in_flight_filter, "D5 x E1", NULL, "a filter is written while it is in flight, and it is recorded") \
  X(in_flight_controls, "D1 x D4", NULL, "PMSCR_ELx is written while it is in flight: the old value holds") \
  X(in_flight_level, "D4 x A3", NULL, "the Exception level changes while it is in flight") \
  X(in_flight_state, "D4 x A1", cover_two_states, "the Security state changes while it is in flight") \
  X(in_flight_debug, "D6 x A2", NULL, "Debug state is entered while it is in flight") \
  X(in_flight_interval, "C1 x D3", NULL, "PMSICR_EL1 is written while it is in flight") \
  X(free_tag_reports, "D5", NULL, "a free tag's pins report: ignored") \
  X(mark_cycle_reports, "D3", NULL, "the marked tag's pins report in the cycle of the mark: ignored") \
  X(finished_tag_reports, "D5", NULL, "a finished tag's pins report again: ignored")
// clang-format on

#endif  // TB_COVER_COVER_SAMPLE_BINS_H
