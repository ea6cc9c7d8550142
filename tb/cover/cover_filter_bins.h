// SPDX-License-Identifier: Apache-2.0
//
// The bins of the filters (requirements E1 to E7, U1; Arm ARM D17.5). A filter decides alone when every other
// enabled one accepts.
#ifndef TB_COVER_COVER_FILTER_BINS_H
#define TB_COVER_COVER_FILTER_BINS_H

#include "cover/cover_config.h"
#include "cover/cover_sysreg.h"

// What PMSEVFR_EL1 and PMSNEVFR_EL1 can select (D24.7.11).
COVER_CONFIG(retired, config->squashed_recorded)  // else event 1 is in every record
COVER_CONFIG(impdef_low, (cover_events(config) & 0xF000) != 0)
// Events 25 and 24 are none of these with FEAT_SPE_SME.
COVER_CONFIG(impdef_middle, (cover_events(config) & (config->have_spe_sme ? 0xFC000000 : 0xFF000000)) != 0)
COVER_CONFIG(impdef_high, cover_events(config) >> 48 != 0)
COVER_CONFIG(inverted_retired, cover_retired(config) && config->spe_version >= 2)
COVER_CONFIG(inverted_low, cover_impdef_low(config) && config->spe_version >= 2)
COVER_CONFIG(inverted_middle, cover_impdef_middle(config) && config->spe_version >= 2)
COVER_CONFIG(inverted_high, cover_impdef_high(config) && config->spe_version >= 2)
COVER_CONFIG(squashed_dropped, !config->squashed_recorded)
COVER_CONFIG(wide_latency, config->count_16bit)
COVER_CONFIG(zero_events_off, !config->zero_events_reject)
COVER_CONFIG(zero_events_reject, config->zero_events_reject)
COVER_CONFIG(zero_inverted_off, !config->zero_events_reject && config->spe_version >= 2)
COVER_CONFIG(zero_inverted_reject, config->zero_events_reject && config->spe_version >= 2)
COVER_CONFIG(no_types_off, !config->no_types_reject && !config->have_eft)
COVER_CONFIG(no_types_reject, config->no_types_reject && !config->have_eft)
COVER_CONFIG(eft_sve, config->have_eft && config->have_sve)
COVER_CONFIG(sme_v1p2, config->have_spe_sme && config->spe_version >= 2)
COVER_CONFIG(zero_latency_off, !config->zero_latency_reject)
COVER_CONFIG(zero_latency_reject, config->zero_latency_reject)
COVER_CONFIG(both_off, !config->both_events_reject && config->spe_version >= 2)
COVER_CONFIG(both_reject, config->both_events_reject && config->spe_version >= 2)

// Events that FEAT_SPE_SME names, each side of both filters.
#define SME_EVENT(X, name, text)                                                                    \
  X(name##_missing_rejects, "E1", cover_sme, text ": selected alone, and it did not happen")        \
  X(name##_present_keeps, "E1", cover_sme, text ": selected, and it happened")                      \
  X(name##_present_rejects, "E2", cover_sme_v1p2, text ": selected against alone, and it happened") \
  X(name##_absent_keeps, "E2", cover_sme_v1p2, text ": selected against, and it did not happen")

// The mask bit of one type, alone.
#define TYPE_MASK(X, name, text)                                                                      \
  X(mask_##name##_1_keeps, "N4", cover_eft, text ": must be set, and is")                             \
  X(mask_##name##_1_rejects, "N4", cover_eft, text ": must be set, and is not; nothing else rejects") \
  X(mask_##name##_0_keeps, "N4", cover_eft, text ": must be clear, and is")                           \
  X(mask_##name##_0_rejects, "N4", cover_eft, text ": must be clear, and is not; nothing else rejects")

// Kinds of events, in the order of cover_filter.c's event_kind().
#define EVENT_KINDS(X, what, rule, text, retired, named, low, middle, high)    \
  X(retired_##what, rule, retired, text ": event 1")                           \
  X(named_event_##what, rule, named, text ": one that the architecture names") \
  X(impdef_low_##what, rule, low, text ": one of 15 to 12")                    \
  X(impdef_middle_##what, rule, middle, text ": one of 31 to 24")              \
  X(impdef_high_##what, rule, high, text ": one of 63 to 48")
#define SELECTED(X, what, rule, text)                                                          \
  EVENT_KINDS(X, what, rule, text, cover_retired, NULL, cover_impdef_low, cover_impdef_middle, \
              cover_impdef_high)
#define INVERTED(X, what, rule, text)                                                      \
  EVENT_KINDS(X, what, rule, text, cover_inverted_retired, cover_v1p2, cover_inverted_low, \
              cover_inverted_middle, cover_inverted_high)

#define COVER_FILTER_BINS(X)                                                                                 \
  SELECTED(X, missing_rejects, "E1", "the one selected event that did not happen")                           \
  SELECTED(X, present_keeps, "E1", "selected, and it happened")                                              \
  INVERTED(X, present_rejects, "E2", "the one event selected against that happened")                         \
  INVERTED(X, absent_keeps, "E2", "selected against, and it did not happen")                                 \
  X(several_events_present_keeps, "E1", NULL, "more than one event selected, all happened")                  \
  X(several_events_one_missing_rejects, "E1", NULL, "more than one event selected, one did not happen")      \
  X(event_filter_off_keeps, "E1", NULL, "FE is 0: a selected event that is missing does not matter")         \
  X(inverted_filter_off_keeps, "E2", cover_v1p2, "FnE is 0: an event selected against does not matter")      \
  X(both_event_filters_keep, "E1 x E2", cover_v1p2, "FE and FnE, nothing selected twice: both accept")       \
  X(both_event_filters_reject, "E1 x E2", cover_v1p2, "FE and FnE, nothing selected twice: both reject")     \
  X(branch_selected_keeps, "E3", NULL, "B selected, a branch")                                               \
  X(branch_not_selected_rejects, "E3", NULL, "only other types selected, a branch")                          \
  X(load_selected_keeps, "E3", NULL, "LD selected, a load")                                                  \
  X(load_not_selected_rejects, "E3", NULL, "only other types selected, a load")                              \
  X(store_selected_keeps, "E3", NULL, "ST selected, a store")                                                \
  X(store_not_selected_rejects, "E3", NULL, "only other types selected, a store")                            \
  X(atomic_kept_as_load, "E3", NULL, "LD without ST, an atomic that returns a value")                        \
  X(atomic_kept_as_store, "E3", NULL, "ST without LD, an atomic that returns a value")                       \
  X(atomic_not_selected_rejects, "E3", NULL, "only B selected, an atomic that returns a value")              \
  X(other_rejects, "E3", NULL, "an operation of none of the types")                                          \
  X(other_rejects_though_all_selected, "E3", NULL, "the same with B, LD and ST")                             \
  X(gcs_return_kept_as_branch, "E3", cover_gcs, "B alone, a return that reads the GCS")                      \
  X(gcs_return_kept_as_load, "E3", cover_gcs, "LD without B, a return that reads the GCS")                   \
  X(gcs_call_kept_as_store, "E3", cover_gcs, "ST without B, a call that writes the GCS")                     \
  X(gcs_branch_not_selected_rejects, "E3", cover_gcs, "neither its B nor its LD or ST")                      \
  X(excepting_branch_is_no_branch, "E3 x D6", NULL, "B alone, a branch that generates an exception")         \
  X(type_filter_off_keeps, "E3", NULL, "FT is 0: a type that is not selected does not matter")               \
  SME_EVENT(X, streaming, "event 24, Streaming SVE mode")                                                    \
  SME_EVENT(X, smcu, "event 25, SMCU or coprocessor")                                                        \
  TYPE_MASK(X, b, "B")                                                                                       \
  TYPE_MASK(X, ld, "LD")                                                                                     \
  TYPE_MASK(X, st, "ST")                                                                                     \
  TYPE_MASK(X, fp, "FP")                                                                                     \
  TYPE_MASK(X, simd, "SIMD")                                                                                 \
  X(fp_selected_keeps, "N4", cover_eft, "FP selected, an operation of that type alone")                      \
  X(simd_selected_keeps, "N4", cover_eft, "SIMD selected, an operation of that type alone")                  \
  X(fp_not_selected_rejects, "N4", cover_eft, "only other types selected, an operation of type FP alone")    \
  X(simd_not_selected_rejects, "N4", cover_eft, "only other types selected, one of type SIMD alone")         \
  X(simd_fp_kept_as_simd, "N4", cover_eft, "SIMD without FP, an operation of both")                          \
  X(simd_fp_kept_as_fp, "N4", cover_eft, "FP without SIMD, an operation of both")                            \
  X(fp_load_kept_as_fp, "N4", cover_eft, "FP without LD, a load of type FP")                                 \
  X(fp_load_kept_as_load, "N4", cover_eft, "LD without FP, a load of type FP")                               \
  X(simd_store_kept_as_simd, "N4", cover_eft, "SIMD without ST, a store of type SIMD")                       \
  X(simd_atomic_kept_as_store, "N4", cover_eft, "ST alone, an atomic load of type SIMD")                     \
  X(branch_is_neither_simd_nor_fp, "N4", cover_eft, "SIMD or FP alone, a branch that reports them")          \
  X(plain_access_is_neither_simd_nor_fp, "N4", cover_eft, "the same of a general-purpose access")            \
  X(sve_operation_is_simd, "N4", cover_eft_sve, "SIMD alone, an SVE operation that reports no SIMD")         \
  X(sve_access_is_not_fp, "N4", cover_eft_sve, "FP alone, an SVE access that reports FP")                    \
  X(both_parts_keep, "N4", cover_eft, "TYPEm of some types, TYPE of others: both parts accept")              \
  X(or_part_rejects, "N4", cover_eft, "the same: only the part of types without TYPEm rejects")              \
  X(and_part_rejects, "N4", cover_eft, "the same: only the part of types with TYPEm rejects")                \
  X(all_masks_keep, "N4", cover_eft, "TYPEm of all types: the operation is exactly of those of TYPE")        \
  X(all_masks_reject, "N4", cover_eft, "TYPEm of all types: the operation differs in one")                   \
  X(all_masks_without_types_keep, "N4", cover_eft, "TYPEm of all types, TYPE 0: an operation of no type")    \
  X(no_types_keep_all, "N4", cover_eft, "FT with TYPE 0 and TYPEm 0")                                        \
  X(latency_equal_keeps, "E4", NULL, "total latency is MINLAT")                                              \
  X(latency_one_below_rejects, "E4", NULL, "total latency is MINLAT - 1")                                    \
  X(latency_above_keeps, "E4", NULL, "total latency is more than MINLAT")                                    \
  X(latency_far_below_rejects, "E4", NULL, "total latency is at most MINLAT / 2")                            \
  X(saturated_latency_keeps, "E4 x D3", NULL, "the largest MINLAT of a 12-bit counter is met")               \
  X(long_latency_keeps, "E4 x D3", cover_wide_latency, "MINLAT of more than 12 bits is met")                 \
  X(long_latency_rejects, "E4 x D3", cover_wide_latency,                                                     \
    "MINLAT of more than 12 bits is missed by a latency of more")                                            \
  X(latency_filter_off_keeps, "E4", NULL, "FL is 0: a latency below MINLAT does not matter")                 \
  X(source_selected_keeps, "E5", cover_fds, "a load whose data source is selected")                          \
  X(source_not_selected_rejects, "E5", cover_fds, "a load whose data source is not")                         \
  X(unknown_source_keeps, "E5", cover_fds, "a load whose data source is not known")                          \
  X(source_of_no_load_keeps, "E5", cover_fds, "no load: data sources do not matter")                         \
  X(source_filter_off_keeps, "E5", cover_fds, "FDS is 0: a source that is not selected does not matter")     \
  X(all_filters_keep, "E6", NULL, "every filter there is enabled, all accept")                               \
  X(all_filters_event_rejects, "E6", NULL, "every filter enabled, that of events alone rejects")             \
  X(all_filters_inverted_rejects, "E6", cover_v1p2,                                                          \
    "every filter enabled, that of inverted events alone rejects")                                           \
  X(all_filters_type_rejects, "E6", NULL, "every filter enabled, that of types alone rejects")               \
  X(all_filters_latency_rejects, "E6", NULL, "every filter enabled, that of latency alone rejects")          \
  X(all_filters_source_rejects, "E6", cover_fds, "every filter enabled, that of data sources alone rejects") \
  X(three_filters_reject, "E6", NULL, "events, type and latency reject together")                            \
  X(no_filter_keeps, "E6", NULL, "no filter enabled")                                                        \
  X(not_recorded_is_not_filtered, "E6 x D6", cover_squashed_dropped,                                         \
    "squashed and dropped before the filters")                                                               \
  X(discard_mode_takes, "E7", cover_v1p2, "kept, and taken by Discard mode")                                 \
  X(discard_mode_filtered, "E7 x E6", cover_v1p2, "rejected in Discard mode")                                \
  X(discard_mode_with_record_waiting, "E7 x G1", cover_v1p2,                                                 \
    "taken while an earlier record waits or is written")                                                     \
  X(discard_mode_when_stopped, "E7 x G8", cover_v1p2, "taken with PMBSR_EL1.S set")                          \
  X(discard_mode_when_off, "E7 x A2", cover_v1p2, "taken with PMBLIMITR_EL1.E clear")                        \
  X(reserved_mode_fills, "E7", cover_v1p2, "a reserved value of FM is Fill mode")                            \
  X(zero_events_act_as_off, "U1", cover_zero_events_off, "FE with no event selected keeps")                  \
  X(zero_events_reject, "U1", cover_zero_events_reject, "FE with no event selected rejects")                 \
  X(zero_inverted_acts_as_off, "U1", cover_zero_inverted_off, "FnE with no event selected keeps")            \
  X(zero_inverted_rejects, "U1", cover_zero_inverted_reject, "FnE with no event selected rejects")           \
  X(no_types_act_as_off, "U1", cover_no_types_off, "FT with no type selected keeps")                         \
  X(no_types_reject, "U1", cover_no_types_reject, "FT with no type selected rejects")                        \
  X(zero_latency_acts_as_off, "U1", cover_zero_latency_off, "FL with MINLAT 0 keeps")                        \
  X(zero_latency_rejects, "U1", cover_zero_latency_reject, "FL with MINLAT 0 rejects")                       \
  X(event_in_both_acts_as_off, "U1", cover_both_off,                                                         \
    "an event in both event filters: kept though one would reject")                                          \
  X(event_in_both_rejects, "U1", cover_both_reject, "an event in both event filters rejects")

#endif  // TB_COVER_COVER_FILTER_BINS_H
