// SPDX-License-Identifier: Apache-2.0
//
// The bins of the filters (requirements E1 to E7, U1; Arm ARM D17.5). A filter decides alone when every other
// enabled one accepts.
#ifndef TB_COVER_COVER_FILTER_BINS_H
#define TB_COVER_COVER_FILTER_BINS_H

#include "cover/cover_config.h"

#define BIT(n) (UINT64_C(1) << (n))
#define BITS(high, low) ((~UINT64_C(0) >> (63 - (high))) & (~UINT64_C(0) << (low)))

// D24.7.11: events that PMSEVFR_EL1 can select. Event 1 (retired) is absent only from operations that were squashed.
static inline uint64_t filterable(const struct spu_config *config)
{
  const uint64_t optional = BIT(2) | BIT(4) | BITS(10, 8);
  uint64_t events = (config->squashed_recorded ? BIT(1) : 0) | BIT(3) | BIT(5) | BIT(7);
  events |= config->spe_version >= 4 ? optional : config->optional_filter & optional;
  events |= config->spe_version >= 1 ? BIT(11) : 0;
  events |= config->spe_version >= 1 && config->have_sve ? BITS(18, 17) : 0;
  events |= config->spe_version >= 2 ? BIT(6) : 0;
  events |= config->have_tme ? BIT(16) : 0;
  events |= config->spe_version >= 4 ? BITS(23, 19) : BITS(31, 24) & config->impdef_events;
  return events | (config->impdef_events & (BITS(15, 12) | BITS(63, 48)));
}

// X(bit of the Events packet); then the IMPLEMENTATION DEFINED ones by name.
#define EVENTS(X) \
  X(1)            \
  X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23)

#define HAS_EVENT(n)                                                     \
  static inline bool cover_event_##n(const struct spu_config *config)    \
  {                                                                      \
    return (filterable(config) >> (n)&1) != 0;                           \
  }                                                                      \
  static inline bool cover_inverted_##n(const struct spu_config *config) \
  {                                                                      \
    return cover_event_##n(config) && config->spe_version >= 2;          \
  }
EVENTS(HAS_EVENT)

COVER_CONFIG(impdef_low, (filterable(config) & BITS(15, 12)) != 0)
COVER_CONFIG(impdef_middle, (filterable(config) & BITS(31, 24)) != 0)
COVER_CONFIG(impdef_high, (filterable(config) & BITS(63, 48)) != 0)
COVER_CONFIG(inverted_low, cover_impdef_low(config) && config->spe_version >= 2)
COVER_CONFIG(inverted_middle, cover_impdef_middle(config) && config->spe_version >= 2)
COVER_CONFIG(inverted_high, cover_impdef_high(config) && config->spe_version >= 2)
COVER_CONFIG(squashed_dropped, !config->squashed_recorded)
COVER_CONFIG(wide_latency, config->count_16bit)
COVER_CONFIG(zero_events_off, !config->zero_events_reject)
COVER_CONFIG(zero_events_reject, config->zero_events_reject)
COVER_CONFIG(zero_inverted_off, !config->zero_events_reject && config->spe_version >= 2)
COVER_CONFIG(zero_inverted_reject, config->zero_events_reject && config->spe_version >= 2)
COVER_CONFIG(no_types_off, !config->no_types_reject)
COVER_CONFIG(no_types_reject, config->no_types_reject)
COVER_CONFIG(zero_latency_off, !config->zero_latency_reject)
COVER_CONFIG(zero_latency_reject, config->zero_latency_reject)
COVER_CONFIG(both_off, !config->both_events_reject && config->spe_version >= 2)
COVER_CONFIG(both_reject, config->both_events_reject && config->spe_version >= 2)

#define E1_REJECTS(X, n) \
  X(event_##n##_missing_rejects, "E1", cover_event_##n, "the one selected event that did not happen")
#define E1_KEEPS(X, n) X(event_##n##_present_keeps, "E1", cover_event_##n, "selected, and it happened")
#define E2_REJECTS(X, n) \
  X(inverted_##n##_present_rejects, "E2", cover_inverted_##n, "the one event selected against that happened")
#define E2_KEEPS(X, n) \
  X(inverted_##n##_absent_keeps, "E2", cover_inverted_##n, "selected against, and it did not happen")

// Each of the four lists in the order of EVENTS, impdef_low, _middle, _high.
// clang-format off
#define EACH(KIND, X)                                                                            \
  KIND(X, 1) KIND(X, 2) KIND(X, 3) KIND(X, 4) KIND(X, 5) KIND(X, 6) KIND(X, 7) KIND(X, 8)        \
  KIND(X, 9) KIND(X, 10) KIND(X, 11) KIND(X, 16) KIND(X, 17) KIND(X, 18) KIND(X, 19) KIND(X, 20) \
  KIND(X, 21) KIND(X, 22) KIND(X, 23)
// clang-format on

#define COVER_FILTER_BINS(X)                                                                                 \
  EACH(E1_REJECTS, X)                                                                                        \
  X(event_impdef_low_missing_rejects, "E1", cover_impdef_low, "one of events 15 to 12")                      \
  X(event_impdef_middle_missing_rejects, "E1", cover_impdef_middle, "one of events 31 to 24")                \
  X(event_impdef_high_missing_rejects, "E1", cover_impdef_high, "one of events 63 to 48")                    \
  EACH(E1_KEEPS, X)                                                                                          \
  X(event_impdef_low_present_keeps, "E1", cover_impdef_low, "one of events 15 to 12")                        \
  X(event_impdef_middle_present_keeps, "E1", cover_impdef_middle, "one of events 31 to 24")                  \
  X(event_impdef_high_present_keeps, "E1", cover_impdef_high, "one of events 63 to 48")                      \
  EACH(E2_REJECTS, X)                                                                                        \
  X(inverted_impdef_low_present_rejects, "E2", cover_inverted_low, "one of events 15 to 12")                 \
  X(inverted_impdef_middle_present_rejects, "E2", cover_inverted_middle, "one of events 31 to 24")           \
  X(inverted_impdef_high_present_rejects, "E2", cover_inverted_high, "one of events 63 to 48")               \
  EACH(E2_KEEPS, X)                                                                                          \
  X(inverted_impdef_low_absent_keeps, "E2", cover_inverted_low, "one of events 15 to 12")                    \
  X(inverted_impdef_middle_absent_keeps, "E2", cover_inverted_middle, "one of events 31 to 24")              \
  X(inverted_impdef_high_absent_keeps, "E2", cover_inverted_high, "one of events 63 to 48")                  \
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
