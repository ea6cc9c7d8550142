// SPDX-License-Identifier: Apache-2.0
//
// The bins of the performance monitors (requirements P1 to P4; Arm ARM D13; document S3).
#ifndef TB_COVER_COVER_PMU_BINS_H
#define TB_COVER_COVER_PMU_BINS_H

#include "cover/cover_block.h"
#include "cover/cover_config.h"
#include "cover/cover_pmu_exception_bins.h"

COVER_CONFIG(monitors, config->pmu_version != 0)
// PMCR_EL0.{LC, D} can be other than 1 and 0.
COVER_CONFIG(short_cycles, cover_monitors(config) && cover_aarch32_el0(config))
COVER_CONFIG(counters, cover_monitors(config) && config->pmu_counters >= 1)
COVER_CONFIG(pair, cover_monitors(config) && config->pmu_counters >= 2)
COVER_CONFIG(pmu_sme, cover_counters(config) && config->have_pmu_sme)
COVER_CONFIG(reserved, cover_counters(config) && config->have_el2)
COVER_CONFIG(reserved_pair, cover_pair(config) && config->have_el2)
COVER_CONFIG(p5, cover_counters(config) && config->pmu_version >= 5)
COVER_CONFIG(p5_pair, cover_pair(config) && config->pmu_version >= 5)
COVER_CONFIG(p5_reserved, cover_p5(config) && config->have_el2)
COVER_CONFIG(p5_secure, config->pmu_version >= 5 && cover_secure_el3(config))
COVER_CONFIG(p5_el2, config->pmu_version >= 5 && config->have_el2)
COVER_CONFIG(p7, cover_counters(config) && config->pmu_version >= 7)
COVER_CONFIG(p7_reserved, cover_p7(config) && config->have_el2)
COVER_CONFIG(p7_reserved_pair, cover_p7_reserved(config) && config->pmu_counters >= 2)
COVER_CONFIG(p7_el3, cover_p7(config) && config->have_el3)
COVER_CONFIG(p7_el2_el3, cover_p7_el3(config) && config->have_el2)
COVER_CONFIG(p7_secure, cover_p7(config) && cover_secure_el3(config))
COVER_CONFIG(freeze, cover_counters(config) && config->spe_version >= 2)
COVER_CONFIG(freeze_reserved, cover_freeze(config) && config->have_el2)
COVER_CONFIG(count_nonsecure, cover_counters(config) && cover_nonsecure(config))
COVER_CONFIG(count_secure, cover_counters(config) && cover_secure(config))
COVER_CONFIG(count_secure_el3, cover_counters(config) && cover_secure_el3(config))
COVER_CONFIG(count_secure_el2, cover_counters(config) && cover_secure_el2(config))
COVER_CONFIG(count_secure_el2_el3, cover_counters(config) && cover_secure_el2_el3(config))
COVER_CONFIG(count_realm, cover_counters(config) && config->have_rme)
COVER_CONFIG(count_realm_el2, cover_counters(config) && cover_rme_el2(config))
COVER_CONFIG(count_nonsecure_el2, cover_counters(config) && cover_nonsecure_el2(config))
COVER_CONFIG(count_both, cover_counters(config) && config->have_el3 && cover_nonsecure(config))
COVER_CONFIG(count_el3, cover_counters(config) && config->have_el3)
COVER_CONFIG(count_aarch32, cover_counters(config) && config->aarch32_el1)
COVER_CONFIG(count_aarch32_el2, cover_count_aarch32(config) && config->have_el2)
COVER_CONFIG(count_aarch32_secure, cover_count_aarch32(config) && cover_secure_el3(config))
COVER_CONFIG(count_aarch32_el3, cover_counters(config) && config->aarch32_el3)
COVER_CONFIG(count_aarch32_el3_el2, cover_count_aarch32_el3(config) && config->have_el2)
// What prohibits events, and so the cycle counter by PMCR_EL0.DP, in AArch64 state.
COVER_CONFIG(prohibition, cover_monitors(config) && (config->have_el2 || cover_secure_el3(config)))
COVER_CONFIG(authentication, cover_counters(config) && config->debug_version < 2 && config->have_el3)
COVER_CONFIG(count_v1p2, cover_counters(config) && config->spe_version >= 2)
COVER_CONFIG(count_v1p4, cover_counters(config) && config->spe_version >= 4)
COVER_CONFIG(count_fds, cover_counters(config) && config->have_fds)
COVER_CONFIG(count_eft, cover_counters(config) && config->have_eft)
COVER_CONFIG(dpfzs, cover_freeze(config) && config->have_dpfzs)
COVER_CONFIG(no_dpfzs, cover_freeze(config) && !config->have_dpfzs)
// What FEAT_PMUv3p9 adds.
COVER_CONFIG(p9, cover_counters(config) && config->pmu_version >= 9)
COVER_CONFIG(p9_el2, cover_p9(config) && config->have_el2)
COVER_CONFIG(p9_el3, cover_p9(config) && config->have_el3)
COVER_CONFIG(p9_aarch32, cover_p9(config) && config->aarch32_el0)
COVER_CONFIG(p9_aarch32_el1, cover_p9(config) && config->aarch32_el1)

#define COVER_PMU_PIN(n)                                                  \
  static inline bool cover_event_pin_##n(const struct spu_config *config) \
  {                                                                       \
    return cover_counters(config) && config->pmu_events[n] != 0;          \
  }
COVER_PMU_PIN(0)
COVER_PMU_PIN(1)
COVER_PMU_PIN(2)
COVER_PMU_PIN(3)
COVER_PMU_PIN(4)
COVER_PMU_PIN(5)
COVER_PMU_PIN(6)
COVER_PMU_PIN(7)
COVER_PMU_PIN(8)
COVER_PMU_PIN(9)
COVER_PMU_PIN(10)
COVER_PMU_PIN(11)
COVER_PMU_PIN(12)
COVER_PMU_PIN(13)
COVER_PMU_PIN(14)
COVER_PMU_PIN(15)
COVER_PMU_PIN(16)
COVER_PMU_PIN(17)
COVER_PMU_PIN(18)
COVER_PMU_PIN(19)
COVER_PMU_PIN(20)
COVER_PMU_PIN(21)
COVER_PMU_PIN(22)
COVER_PMU_PIN(23)
COVER_PMU_PIN(24)
COVER_PMU_PIN(25)
COVER_PMU_PIN(26)
COVER_PMU_PIN(27)
COVER_PMU_PIN(28)
COVER_PMU_PIN(29)
COVER_PMU_PIN(30)
COVER_PMU_PIN(31)
COVER_PMU_PIN(32)
COVER_PMU_PIN(33)
COVER_PMU_PIN(34)
COVER_PMU_PIN(35)
COVER_PMU_PIN(36)
COVER_PMU_PIN(37)
COVER_PMU_PIN(38)
COVER_PMU_PIN(39)
COVER_PMU_PIN(40)
COVER_PMU_PIN(41)
COVER_PMU_PIN(42)
COVER_PMU_PIN(43)
COVER_PMU_PIN(44)
COVER_PMU_PIN(45)
COVER_PMU_PIN(46)
COVER_PMU_PIN(47)
COVER_PMU_PIN(48)
COVER_PMU_PIN(49)
COVER_PMU_PIN(50)
COVER_PMU_PIN(51)
COVER_PMU_PIN(52)
COVER_PMU_PIN(53)
COVER_PMU_PIN(54)
COVER_PMU_PIN(55)
COVER_PMU_PIN(56)
COVER_PMU_PIN(57)
COVER_PMU_PIN(58)
COVER_PMU_PIN(59)
COVER_PMU_PIN(60)
COVER_PMU_PIN(61)
COVER_PMU_PIN(62)
COVER_PMU_PIN(63)

#define COVER_PMU_PIN_BIN(X, n) \
  X(event_pin_##n, "P6", cover_event_pin_##n, "a counter counts the event of this pin")
// clang-format off
#define COVER_PMU_PIN_BINS(X) \
  COVER_PMU_PIN_BIN(X, 0) COVER_PMU_PIN_BIN(X, 1) COVER_PMU_PIN_BIN(X, 2) COVER_PMU_PIN_BIN(X, 3)     \
  COVER_PMU_PIN_BIN(X, 4) COVER_PMU_PIN_BIN(X, 5) COVER_PMU_PIN_BIN(X, 6) COVER_PMU_PIN_BIN(X, 7)     \
  COVER_PMU_PIN_BIN(X, 8) COVER_PMU_PIN_BIN(X, 9) COVER_PMU_PIN_BIN(X, 10) COVER_PMU_PIN_BIN(X, 11)   \
  COVER_PMU_PIN_BIN(X, 12) COVER_PMU_PIN_BIN(X, 13) COVER_PMU_PIN_BIN(X, 14) COVER_PMU_PIN_BIN(X, 15) \
  COVER_PMU_PIN_BIN(X, 16) COVER_PMU_PIN_BIN(X, 17) COVER_PMU_PIN_BIN(X, 18) COVER_PMU_PIN_BIN(X, 19) \
  COVER_PMU_PIN_BIN(X, 20) COVER_PMU_PIN_BIN(X, 21) COVER_PMU_PIN_BIN(X, 22) COVER_PMU_PIN_BIN(X, 23) \
  COVER_PMU_PIN_BIN(X, 24) COVER_PMU_PIN_BIN(X, 25) COVER_PMU_PIN_BIN(X, 26) COVER_PMU_PIN_BIN(X, 27) \
  COVER_PMU_PIN_BIN(X, 28) COVER_PMU_PIN_BIN(X, 29) COVER_PMU_PIN_BIN(X, 30) COVER_PMU_PIN_BIN(X, 31) \
  COVER_PMU_PIN_BIN(X, 32) COVER_PMU_PIN_BIN(X, 33) COVER_PMU_PIN_BIN(X, 34) COVER_PMU_PIN_BIN(X, 35) \
  COVER_PMU_PIN_BIN(X, 36) COVER_PMU_PIN_BIN(X, 37) COVER_PMU_PIN_BIN(X, 38) COVER_PMU_PIN_BIN(X, 39) \
  COVER_PMU_PIN_BIN(X, 40) COVER_PMU_PIN_BIN(X, 41) COVER_PMU_PIN_BIN(X, 42) COVER_PMU_PIN_BIN(X, 43) \
  COVER_PMU_PIN_BIN(X, 44) COVER_PMU_PIN_BIN(X, 45) COVER_PMU_PIN_BIN(X, 46) COVER_PMU_PIN_BIN(X, 47) \
  COVER_PMU_PIN_BIN(X, 48) COVER_PMU_PIN_BIN(X, 49) COVER_PMU_PIN_BIN(X, 50) COVER_PMU_PIN_BIN(X, 51) \
  COVER_PMU_PIN_BIN(X, 52) COVER_PMU_PIN_BIN(X, 53) COVER_PMU_PIN_BIN(X, 54) COVER_PMU_PIN_BIN(X, 55) \
  COVER_PMU_PIN_BIN(X, 56) COVER_PMU_PIN_BIN(X, 57) COVER_PMU_PIN_BIN(X, 58) COVER_PMU_PIN_BIN(X, 59) \
  COVER_PMU_PIN_BIN(X, 60) COVER_PMU_PIN_BIN(X, 61) COVER_PMU_PIN_BIN(X, 62) COVER_PMU_PIN_BIN(X, 63)
// clang-format on

// Four combinations of two filter bits, of which the second may need more than the first.
#define COVER_PMU_FILTER(X, where, first, second, words)           \
  X(filter_##where##_00, "P1", first, words ": neither filters")   \
  X(filter_##where##_01, "P1", second, words ": the second alone") \
  X(filter_##where##_10, "P1", first, words ": the first alone")   \
  X(filter_##where##_11, "P1", second, words ": both")

#define COVER_PMU_FILTERS(X)                                                                            \
  COVER_PMU_FILTER(X, nonsecure_el0, cover_count_nonsecure, cover_count_both, "U and NSU")              \
  COVER_PMU_FILTER(X, nonsecure_el1, cover_count_nonsecure, cover_count_both, "P and NSK")              \
  COVER_PMU_FILTER(X, realm_el0, cover_count_realm, cover_count_realm, "U and RLU")                     \
  COVER_PMU_FILTER(X, realm_el1, cover_count_realm, cover_count_realm, "P and RLK")                     \
  COVER_PMU_FILTER(X, realm_el2, cover_count_realm_el2, cover_count_realm_el2, "NSH and RLH")           \
  COVER_PMU_FILTER(X, secure_el2, cover_count_secure_el2, cover_count_secure_el2_el3, "NSH and SH")     \
  COVER_PMU_FILTER(X, el3, cover_count_el3, cover_count_el3, "P and M")                                 \
  X(filter_secure_el0_0, "P1", cover_count_secure, "U clear: counts")                                   \
  X(filter_secure_el0_1, "P1", cover_count_secure, "U set: filtered")                                   \
  X(filter_secure_el1_0, "P1", cover_count_secure, "P clear: counts")                                   \
  X(filter_secure_el1_1, "P1", cover_count_secure, "P set: filtered")                                   \
  X(filter_nonsecure_el2_0, "P1", cover_count_nonsecure_el2, "NSH clear: filtered")                     \
  X(filter_nonsecure_el2_1, "P1", cover_count_nonsecure_el2, "NSH set: counts")                         \
  X(filter_aarch32_el3_0, "P1", cover_count_aarch32_el3, "P clear: counts in a Secure privileged mode") \
  X(filter_aarch32_el3_1, "P1", cover_count_aarch32_el3, "P set: filtered in a Secure privileged mode")

#define COVER_PMU_BINS(X)                                                                                    \
  COVER_PMU_PIN_BINS(X)                                                                                      \
  COVER_PMU_FILTERS(X)                                                                                       \
  X(event_counter_counts, "P1", cover_counters, "nothing prohibits")                                         \
  X(cycle_counter_counts, "P1", cover_monitors, "nothing prohibits")                                         \
  X(debug_stops_events, "P1", cover_counters, "Debug state alone")                                           \
  X(debug_stops_cycles, "P1", cover_monitors, "Debug state alone")                                           \
  X(e_clear_stops_events, "P1", cover_counters, "PMCR_EL0.E alone, first range")                             \
  X(e_clear_stops_cycles, "P1", cover_monitors, "PMCR_EL0.E alone")                                          \
  X(hpme_clear_stops, "P1", cover_reserved, "MDCR_EL2.HPME alone, second range")                             \
  X(hpme_counts_without_e, "P1", cover_reserved, "second range, PMCR_EL0.E clear")                           \
  X(disabled_event_counter, "P1", cover_counters, "PMCNTENSET_EL0 alone")                                    \
  X(disabled_cycle_counter, "P1", cover_monitors, "PMCNTENSET_EL0 alone")                                    \
  X(hpmn_zero, "P1", cover_reserved, "every event counter is EL2's")                                         \
  X(hpmn_between, "P1", cover_reserved_pair, "counters of both ranges count in one cycle")                   \
  X(hpmn_all, "P1", cover_reserved, "no event counter is EL2's")                                             \
  X(hpmn_beyond, "P1", cover_reserved, "HPMN is more than there are")                                        \
  X(last_of_first_range, "P1", cover_reserved, "counter HPMN - 1 counts")                                    \
  X(first_of_second_range, "P1", cover_reserved, "counter HPMN counts")                                      \
  X(secure_spme_clear_stops, "P1", cover_count_secure_el3, "Secure state, SPME alone")                       \
  X(secure_spme_counts, "P1", cover_count_secure_el3, "Secure state, SPME set")                              \
  X(secure_mpmx_counts, "P1", cover_p7_secure, "Secure state below EL3, SPME clear and MPMX set")            \
  X(el3_spme_clear_stops, "P1", cover_p7_el3, "EL3, SPME alone")                                             \
  X(el3_spme_counts, "P1", cover_p7_el3, "EL3, SPME set and MPMX clear")                                     \
  X(el3_mpmx_stops, "P1", cover_p7_el3, "EL3, SPME and MPMX: the first range stops")                         \
  X(el3_mpmx_spares_second, "P1", cover_p7_el2_el3, "EL3, SPME and MPMX: the second range counts")           \
  X(hpmd_stops, "P1", cover_reserved, "EL2, HPMD alone: the first range stops")                              \
  X(hpmd_spares_second, "P1", cover_reserved, "EL2, HPMD: the second range counts")                          \
  X(authentication_overrides, "P1", cover_authentication, "prohibited, but debug is authenticated")          \
  X(dp_stops_cycles, "P1", cover_prohibition, "events are prohibited, DP set")                               \
  X(dp_clear_spares_cycles, "P1", cover_prohibition, "events are prohibited, DP clear")                      \
  X(sccd_stops, "P1", cover_p5_secure, "Secure state, SCCD alone")                                           \
  X(hccd_stops, "P1", cover_p5_el2, "EL2, HCCD alone")                                                       \
  X(mccd_stops, "P1", cover_p7_el3, "EL3, MCCD alone")                                                       \
  X(fzo_stops, "P1", cover_p7, "a flag of the first range is set, FZO alone")                                \
  X(fzo_spares_second, "P1", cover_p7_reserved_pair, "the same: the second range counts")                    \
  X(hpmfzo_stops, "P1", cover_p7_reserved_pair, "a flag of the second range is set, HPMFZO alone")           \
  X(hpmfzo_spares_first, "P1", cover_p7_reserved_pair, "the same: the first range counts")                   \
  X(fzo_not_by_cycles, "P1", cover_p7, "the cycle counter's flag alone freezes nothing")                     \
  X(fzo_spares_cycles, "P1", cover_p7, "frozen event counters, DP clear")                                    \
  X(fzo_stops_cycles, "P1", cover_p7, "frozen event counters, DP set")                                       \
  X(flag_without_fzo, "P1", cover_p7, "a flag is set, FZO clear: counts")                                    \
  X(aarch32_counts, "P1", cover_count_aarch32, "EL1 uses AArch32")                                           \
  X(aarch32_spme_clear_stops, "P1", cover_count_aarch32_secure,                                              \
    "EL1 uses AArch32, Secure state, SPME alone")                                                            \
  X(aarch32_spme_counts, "P1", cover_count_aarch32_secure, "EL1 uses AArch32, Secure state, SPME set")       \
  X(suniden_counts, "P1", cover_count_aarch32_secure, "Secure EL0, SPME clear and SUNIDEN set")              \
  X(aarch32_hpmd_stops, "P1", cover_count_aarch32_el2, "EL1 uses AArch32, at EL2, HPMD alone")               \
  X(aarch32_cycles_stop_without_dp, "P1", cover_count_aarch32_secure, "events are prohibited, DP clear: S3") \
  X(aarch32_dp_stops_cycles, "P1", cover_count_aarch32_secure, "events are prohibited, DP set")              \
  X(aarch32_el3_nonsecure_el0, "P1", cover_count_aarch32_el3,                                                \
    "EL3 in AArch32: counts in Non-secure User mode")                                                        \
  X(aarch32_el3_nonsecure_el1, "P1", cover_count_aarch32_el3,                                                \
    "EL3 in AArch32: counts in a Non-secure privileged mode")                                                \
  X(aarch32_el3_hyp, "P1", cover_count_aarch32_el3_el2, "EL3 in AArch32: counts in Hyp mode")                \
  X(aarch32_el3_secure_el0, "P1", cover_count_aarch32_el3, "EL3 in AArch32: counts in Secure User mode")     \
  X(aarch32_el3_secure_el0_stops, "P1", cover_count_aarch32_el3,                                             \
    "EL3 in AArch32: SPME alone in Secure User mode")                                                        \
  X(aarch32_el3_privileged, "P1", cover_count_aarch32_el3,                                                   \
    "EL3 in AArch32: counts in a Secure privileged mode")                                                    \
  X(aarch32_el3_privileged_stops, "P1", cover_count_aarch32_el3,                                             \
    "EL3 in AArch32: SPME alone in a Secure privileged mode")                                                \
  X(irq_by_first_range, "P2", cover_counters, "the interrupt rises: an event counter below HPMN overflowed") \
  X(irq_by_second_range, "P2", cover_reserved, "the interrupt rises: one from HPMN on overflowed")           \
  X(irq_by_cycle_counter, "P2", cover_monitors, "the interrupt rises: the cycle counter overflowed")         \
  X(irq_by_pmovsset, "P2", cover_monitors, "the interrupt rises: software set a flag")                       \
  X(irq_by_pmintenset, "P2", cover_monitors, "the interrupt rises: software enabled it")                     \
  X(irq_by_e, "P2", cover_monitors, "the interrupt rises: software set PMCR_EL0.E")                          \
  X(irq_by_hpme, "P2", cover_reserved, "the interrupt rises: MDCR_EL2.HPME")                                 \
  X(irq_by_hpmn, "P2", cover_reserved, "the interrupt rises: MDCR_EL2.HPMN")                                 \
  X(irq_ends_by_pmovsclr, "P2", cover_monitors, "the interrupt falls: software cleared the flag")            \
  X(irq_ends_by_pmintenclr, "P2", cover_monitors, "the interrupt falls: software disabled it")               \
  X(irq_ends_by_e, "P2", cover_monitors, "the interrupt falls: software cleared PMCR_EL0.E")                 \
  X(irq_ends_by_hpme, "P2", cover_reserved, "the interrupt falls: MDCR_EL2.HPME")                            \
  X(irq_ends_by_hpmn, "P2", cover_reserved, "the interrupt falls: MDCR_EL2.HPMN")                            \
  X(irq_has_another_cause, "P2", cover_counters, "a flag is cleared, another one holds the interrupt")       \
  X(overflow_without_interrupt, "P2", cover_monitors, "a counter overflows that PMINTENSET_EL1 leaves out")  \
  X(interrupt_of_disabled_range, "P2", cover_monitors, "flag and enable, but E or HPME is clear")            \
  X(overflow_event_32, "P3", cover_counters, "first range, 32 bits")                                         \
  X(overflow_event_64, "P3", cover_p5, "first range, LP set: 64 bits")                                       \
  X(overflow_reserved_32, "P3", cover_reserved, "second range, 32 bits")                                     \
  X(overflow_reserved_64, "P3", cover_p5_reserved, "second range, HLP set: 64 bits")                         \
  X(overflow_cycles_32, "P3", cover_short_cycles, "cycle counter, LC clear: 32 bits")                        \
  X(overflow_cycles_64, "P3", cover_monitors, "cycle counter, LC set: 64 bits")                              \
  X(carry_of_event_counter, "P3", cover_p5, "LP or HLP set: a carry to bit 32 is no overflow")               \
  X(carry_of_cycle_counter, "P3", cover_monitors, "LC set: a carry to bit 32 is no overflow")                \
  X(overflow_past_zero, "P3", cover_counters, "an increment of several takes the counter past zero")         \
  X(overflow_with_flag_set, "P3", cover_counters, "the flag is set already")                                 \
  X(two_overflows, "P3", cover_pair, "two flags are set in one cycle")                                       \
  X(chain_counts, "P3", cover_pair, "an odd counter counts its neighbour's overflow")                        \
  X(chain_overflows, "P3", cover_pair, "and overflows in the same cycle")                                    \
  X(chain_across_ranges, "P3", cover_reserved_pair, "the two are of different ranges")                       \
  X(no_chain_with_64_bits, "P3", cover_p5_pair, "LP or HLP set: the overflow is not chained")                \
  X(chain_of_disabled_counter, "P3", cover_pair, "the odd counter is not enabled")                           \
  X(chain_on_even_counter, "P3", cover_counters, "an even counter selects CHAIN, which never happens")       \
  X(cycles_divided, "P3", cover_short_cycles, "D set and LC clear: every 64 cycles")                         \
  X(lc_before_d, "P3", cover_short_cycles, "D and LC set: every cycle")                                      \
  X(software_increment, "P3", cover_counters, "PMSWINC_EL0 of a counter that selects SW_INCR")               \
  X(software_increment_of_other, "P3", cover_counters, "PMSWINC_EL0 of a counter of another event")          \
  X(software_increment_beyond, "P3", cover_reserved, "PMSWINC_EL0 of a counter that is EL2's, from below")   \
  X(event_reset, "P3", cover_counters, "PMCR_EL0.P")                                                         \
  X(event_reset_spares_reserved, "P3", cover_reserved, "PMCR_EL0.P from below, and EL2 has counters")        \
  X(cycle_reset, "P3", cover_monitors, "PMCR_EL0.C")                                                         \
  X(counter_written_as_it_counts, "P3", cover_counters, "software writes an event counter that counts")      \
  X(cycles_written_as_they_count, "P3", cover_monitors, "software writes the cycle counter while it counts") \
  X(flag_cleared_at_overflow, "P3", cover_monitors, "PMOVSCLR_EL0 in the cycle of the overflow")             \
  X(vs_0_sm_0, "P8", cover_pmu_sme, "VS is 0b00, in Non-streaming mode: counted")                            \
  X(vs_0_sm_1, "P8", cover_pmu_sme, "VS is 0b00, in Streaming SVE mode: counted")                            \
  X(vs_1_sm_0, "P8", cover_pmu_sme, "VS is 0b01, in Non-streaming mode: counted")                            \
  X(vs_1_sm_1, "P8", cover_pmu_sme, "VS is 0b01, in Streaming SVE mode: filtered")                           \
  X(vs_2_sm_0, "P8", cover_pmu_sme, "VS is 0b10, in Non-streaming mode: filtered")                           \
  X(vs_2_sm_1, "P8", cover_pmu_sme, "VS is 0b10, in Streaming SVE mode: counted")                            \
  X(vs_3_sm_0, "P8", cover_pmu_sme, "VS is 0b11, in Non-streaming mode: filtered")                           \
  X(vs_3_sm_1, "P8", cover_pmu_sme, "VS is 0b11, in Streaming SVE mode: filtered")                           \
  X(counts_one, "P3", cover_counters, "an event happens once in a cycle")                                    \
  X(counts_several, "P3", cover_counters, "an event happens more than once in a cycle")                      \
  X(counts_fifteen, "P3", cover_counters, "an event happens as often as a pin can say")                      \
  X(absent_event, "P3", cover_counters,                                                                      \
    "an event that the configuration lacks, though its pin says otherwise")                                  \
  X(sample_pop, "P3 x C4", cover_counters, "counted")                                                        \
  X(sample_feed, "P3 x C4", cover_counters, "counted")                                                       \
  X(sample_filtrate, "P3 x C4", cover_counters, "counted")                                                   \
  X(sample_collision, "P3 x C4", cover_counters, "counted")                                                  \
  X(sample_buffer_full, "P3 x C4", cover_count_v1p4, "counted")                                              \
  X(sample_feed_br, "P3 x C4", cover_count_v1p2, "counted")                                                  \
  X(sample_feed_ld, "P3 x C4", cover_count_v1p2, "counted")                                                  \
  X(sample_feed_st, "P3 x C4", cover_count_v1p2, "counted")                                                  \
  X(sample_feed_op, "P3 x C4", cover_count_v1p2, "counted")                                                  \
  X(sample_feed_event, "P3 x C4", cover_count_v1p2, "counted")                                               \
  X(sample_feed_lat, "P3 x C4", cover_count_v1p2, "counted")                                                 \
  X(sample_feed_ds, "P3 x C4", cover_count_fds, "counted")                                                   \
  X(spe_event_freezes, "P4", cover_freeze, "S, PMFZ and FZS: the first range stands still")                  \
  X(spe_event_freezes_reserved, "P4", cover_freeze_reserved,                                                 \
    "S, PMFZ and HPMFZS: the second range stands still")                                                     \
  X(sample_feed_fp, "N4 x C4", cover_count_eft, "counted")                                                   \
  X(sample_feed_simd, "N4 x C4", cover_count_eft, "counted")                                                 \
  X(spe_event_stops_cycles, "N7", cover_dpfzs,                                                               \
    "S, PMFZ, FZS and DP: the cycle counter stands still, by that alone")                                    \
  X(spe_event_spares_cycles_though_dp, "N7", cover_no_dpfzs,                                                 \
    "without FEAT_SPE_DPFZS it goes on though DP is set")                                                    \
  X(uen_allows_without_en, "N8", cover_p9, "at EL0, UEN set and EN clear: done")                             \
  X(uen_traps_pmcr, "N8", cover_p9, "at EL0, UEN and EN set: PMCR_EL0 traps")                                \
  X(uen_reads_event_counter, "N8", cover_p9, "at EL0 with UEN, P set: an event counter is read")             \
  X(uen_hides_event_counter, "N8", cover_p9, "P clear: it reads as zero")                                    \
  X(uen_reads_cycle_counter, "N8", cover_p9, "C set: the cycle counter is read")                             \
  X(uen_hides_cycle_counter, "N8", cover_p9, "C clear: it reads as zero")                                    \
  X(uen_writes_event_counter, "N8", cover_p9, "P set, ER clear: an event counter is written")                \
  X(uen_ignores_event_counter, "N8", cover_p9, "P clear: the write is ignored")                              \
  X(er_ignores_event_counter, "N8", cover_p9, "P and ER set: the write is ignored")                          \
  X(uen_writes_cycle_counter, "N8", cover_p9, "C set, CR clear: the cycle counter is written")               \
  X(uen_ignores_cycle_counter, "N8", cover_p9, "C clear: the write is ignored")                              \
  X(cr_ignores_cycle_counter, "N8", cover_p9, "C and CR set: the write is ignored")                          \
  X(uen_masks_enables, "N8", cover_p9, "PMCNTENSET_EL0 reads without a counter that is enabled")             \
  X(uen_enables, "N8", cover_p9, "PMCNTENSET_EL0 enables a counter that PMUACR_EL1 allows")                  \
  X(uen_ignores_enables, "N8", cover_p9, "and not one that it does not allow")                               \
  X(read_only_ignores_enables, "N8", cover_p9, "and not one that ER or CR makes read-only")                  \
  X(uen_increments, "N8", cover_p9, "PMSWINC_EL0, P set: increments")                                        \
  X(uen_ignores_increment, "N8", cover_p9, "PMSWINC_EL0, P and SW clear: ignored")                           \
  X(sw_increments_all, "N8", cover_p9, "PMSWINC_EL0, P clear and SW set: increments")                        \
  X(uen_zeroes, "N8", cover_p9, "PMZR_EL0 at EL0 with UEN: a counter becomes zero")                          \
  X(uen_ignores_zero, "N8", cover_p9, "and not one that PMUACR_EL1 does not allow")                          \
  X(read_only_ignores_zero, "N8", cover_p9, "and not one that ER or CR makes read-only")                     \
  X(en_zeroes, "N8", cover_p9, "PMZR_EL0 at EL0 with EN and without UEN: PMUACR_EL1 does not matter")        \
  X(zeroes_event_counter, "N8", cover_p9, "PMZR_EL0 above EL0: an event counter")                            \
  X(zeroes_cycle_counter, "N8", cover_p9, "PMZR_EL0 above EL0: the cycle counter")                           \
  X(zero_spares_others, "N8", cover_p9, "PMZR_EL0: a counter whose bit is clear keeps its value")            \
  X(zero_spares_reserved, "N8", cover_p9_el2, "PMZR_EL0 from below EL2: a counter of EL2 keeps its value")   \
  X(uacr_hides_reserved, "N8", cover_p9_el2, "PMUACR_EL1 below EL2: bits of counters of EL2 are zero")       \
  X(tid_traps, "N8", cover_p9, "TID at EL0: PMCEID traps though EN or UEN is set")                           \
  X(tid_spares_others, "N8", cover_p9, "TID at EL0: another register is done")                               \
  X(tid_not_above_el0, "N8", cover_p9, "TID: PMCEID above EL0 is done")                                      \
  X(uen_in_aarch32, "N8", cover_p9_aarch32, "UEN allows an access in AArch32 state")                         \
  X(uen_without_aarch64_el1, "N8", cover_p9_aarch32_el1, "EL1 uses AArch32: UEN allows nothing")             \
  X(uen_not_above_el0, "N8", cover_p9, "PMUACR_EL1 hides nothing above EL0")                                 \
  X(enpm2_traps, "N8", cover_p9_el3, "PMUACR_EL1 traps to EL3 by EnPM2")                                     \
  X(pmuacr_traps_to_el2, "N8", cover_p9_el2, "PMUACR_EL1 at EL1 traps to EL2")                               \
  X(pmzr_traps_to_el2, "N8", cover_p9_el2, "PMZR_EL0 below EL2 traps to EL2")                                \
  X(pmuacr_at_el0, "N8", cover_p9, "PMUACR_EL1 at EL0 is UNDEFINED")                                         \
  X(pmzr_is_not_read, "N8", cover_p9, "PMZR_EL0 is write only: UNDEFINED")                                   \
  X(spe_event_spares_cycles, "P4", cover_freeze, "the cycle counter goes on")                                \
  X(no_freeze_without_pmfz, "P4", cover_freeze, "S and FZS, PMBLIMITR_EL1.PMFZ clear")                       \
  X(no_freeze_without_fzs, "P4", cover_freeze, "S and PMFZ, PMCR_EL0.FZS clear")                             \
  X(no_freeze_without_hpmfzs, "P4", cover_freeze_reserved, "S and PMFZ, MDCR_EL2.HPMFZS clear")              \
  X(no_freeze_when_off, "P4", cover_freeze, "S, PMFZ and FZS, PMBLIMITR_EL1.E clear")                        \
  X(no_freeze_before_event, "P4", cover_freeze, "PMFZ and FZS, S clear")                                     \
  COVER_PMU_EXCEPTION_BINS(X)

enum { COVER_PMU_BINS(COVER_BIN_ENUM) BIN_COUNT };

// Events that the monitors make themselves.

#endif  // TB_COVER_COVER_PMU_BINS_H
