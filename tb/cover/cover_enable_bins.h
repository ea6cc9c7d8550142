// SPDX-License-Identifier: Apache-2.0
//
// The bins of block enable (cover_enable.c), as X(name, requirement, exists, meaning).
#ifndef TB_COVER_COVER_ENABLE_BINS_H
#define TB_COVER_COVER_ENABLE_BINS_H

#include "cover/cover_config.h"

COVER_CONFIG(other_state_el3, config->have_el3 && (cover_secure(config) || config->have_rme))

COVER_CONFIG(realm_or_secure_owner, config->have_rme && config->have_el3)

COVER_CONFIG(secure_rme, config->have_rme &&cover_secure(config))

COVER_CONFIG(el1_aarch32_el2_owner, config->aarch32_el1 && config->have_el2)

// X(name, requirement, exists, meaning)
// clang-format off
#define BINS(X) \
  X(owner_secure_el1, "A1", cover_secure, "Secure EL1 owns the buffer") \
  X(owner_secure_el2, "A1", cover_secure_el2, "Secure EL2 owns it") \
  X(owner_nonsecure_el1, "A1", cover_nonsecure, "Non-secure EL1 owns it") \
  X(owner_nonsecure_el2, "A1", cover_nonsecure_el2, "Non-secure EL2 owns it") \
  X(owner_realm_el1, "A1", cover_rme, "Realm EL1 owns it") \
  X(owner_realm_el2, "A1", cover_rme_el2, "Realm EL2 owns it") \
  X(owner_fixed_without_el3, "A1", cover_no_el3, "without EL3 the one Security state owns it") \
  X(e2pb_00, "A1", cover_el2, "E2PB 0b00 gives the buffer to EL2") \
  X(e2pb_01, "A1", cover_el2, "reserved E2PB 0b01 acts as 0b11") \
  X(e2pb_10, "A1", cover_el2, "E2PB 0b10 gives it to EL1, accesses trap") \
  X(e2pb_11, "A1", cover_el2, "E2PB 0b11 gives it to EL1") \
  X(e2pb_00_without_el2, "A1", cover_el2_can_be_off, "E2PB 0b00 means nothing while EL2 is off") \
  X(reserved_owner, "A1 x U3", cover_rme, "a reserved {NSPBE, NSPB} acts as configured") \
  X(reserved_owner_profiles, "A3 x U3", cover_realm_or_secure_owner, "profiling is on under a reserved {NSPBE, NSPB}") \
  X(nonsecure_not_secure_owner, "A1", cover_secure_el3, "in Non-secure state, Secure state owns it") \
  X(nonsecure_not_realm_owner, "A1", cover_rme, "in Non-secure state, Realm state owns it") \
  X(secure_not_nonsecure_owner, "A1", cover_secure_el3, "in Secure state, Non-secure state owns it") \
  X(secure_not_realm_owner, "A1", cover_secure_rme, "in Secure state, Realm state owns it") \
  X(realm_not_secure_owner, "A1", cover_secure_rme, "in Realm state, Secure state owns it") \
  X(realm_not_nonsecure_owner, "A1", cover_rme, "in Realm state, Non-secure state owns it") \
  X(buffer_enabled, "A2", NULL, "nothing disables the buffer") \
  X(only_e_clear, "A2", NULL, "only PMBLIMITR_EL1.E disables it") \
  X(only_stopped, "A2", NULL, "only that profiling is stopped disables it") \
  X(only_debug, "A2", NULL, "only Debug state disables it") \
  X(only_other_state, "A2", cover_other_state_el3, "only the Security state disables it") \
  X(only_owner_aarch32_el1, "A2", cover_aarch32_el1, "only an EL1 owner in AArch32 disables it") \
  X(only_owner_aarch32_el2, "A2", cover_aarch32_el2, "only an EL2 owner in AArch32 disables it") \
  X(only_el3_aarch32, "A2", cover_aarch32_el3, "only EL3 in AArch32 disables it") \
  X(two_reasons, "A2", NULL, "two reasons at once disable it") \
  X(e2spe_set, "A3", cover_el2, "at EL2 E2SPE decides: on") \
  X(e2spe_clear, "A3", cover_el2, "at EL2 E2SPE decides: off") \
  X(e1spe_set, "A3", NULL, "at EL1 E1SPE decides: on") \
  X(e1spe_clear, "A3", NULL, "at EL1 E1SPE decides: off") \
  X(e0spe_set, "A3", NULL, "at EL0 E0SPE decides: on") \
  X(e0spe_clear, "A3", NULL, "at EL0 E0SPE decides: off") \
  X(e0hspe_set, "A3", cover_el2, "at EL0 with TGE E0HSPE decides: on") \
  X(e0hspe_clear, "A3", cover_el2, "at EL0 with TGE E0HSPE decides: off") \
  X(e0spe_not_e0hspe, "A3", cover_el2, "E0SPE and E0HSPE differ, without TGE") \
  X(e0hspe_not_e0spe, "A3", cover_el2, "E0SPE and E0HSPE differ, with TGE") \
  X(never_at_el3, "A3", cover_el3, "buffer enabled, but at EL3") \
  X(not_above_owner, "A3", cover_el2, "buffer enabled, but at EL2 while EL1 owns it") \
  X(not_tge_el1_owner, "A3", cover_el2, "buffer enabled, but TGE with an EL1 owner") \
  X(not_in_aarch32_el0, "A3", cover_aarch32_el0, "buffer enabled, but EL0 in AArch32") \
  X(not_in_aarch32_el1, "A3", cover_el1_aarch32_el2_owner, "buffer enabled, but EL1 in AArch32 below its owner") \
  X(off_by_e, "A2 x A3", NULL, "profiling goes off by PMBLIMITR_EL1.E") \
  X(off_by_stop, "A2 x A3", NULL, "profiling goes off because it is stopped") \
  X(off_by_enable, "A3", NULL, "profiling goes off by PMSCR_ELx") \
  X(off_by_level, "A3 x H6", NULL, "profiling goes off by a change of Exception level alone") \
  X(off_by_debug, "A2 x A3", NULL, "profiling goes off by entry to Debug state alone") \
  X(on_again, "A3", NULL, "profiling goes on")
// clang-format on

// Table D17-1, a bin per row, Exception level and outcome: OFF is a cell that is always disabled, BIT one in which
// the bit of PMSCR_ELx decides.
// clang-format off
#define OFF(X, row, el, exists, text) X(row##_##el##_off, "A4", exists, "Table D17-1, " text ", " #el ": off")
#define BIT(X, row, el, exists, text) \
  X(row##_##el##_on, "A4", exists, "Table D17-1, " text ", " #el ": on") OFF(X, row, el, exists, text)
#define TABLE_1(X) \
  OFF(X, ns_other, el0, cover_el3, "Non-secure, not the owner") \
  OFF(X, ns_other, el1, cover_el3, "Non-secure, not the owner") \
  OFF(X, ns_other, el2, cover_el2_el3, "Non-secure, not the owner") \
  OFF(X, ns_other, el3, cover_el3, "Non-secure, not the owner") \
  BIT(X, ns_el1, el0, cover_nonsecure, "Non-secure, EL1 owns") \
  BIT(X, ns_el1, el1, cover_nonsecure, "Non-secure, EL1 owns") \
  OFF(X, ns_el1, el2, cover_nonsecure_el2, "Non-secure, EL1 owns") \
  OFF(X, ns_el1, el3, cover_el3, "Non-secure, EL1 owns") \
  OFF(X, ns_el1_tge, el0, cover_nonsecure_el2, "Non-secure, EL1 owns, TGE") \
  OFF(X, ns_el1_tge, el2, cover_nonsecure_el2, "Non-secure, EL1 owns, TGE") \
  OFF(X, ns_el1_tge, el3, cover_el2_el3, "Non-secure, EL1 owns, TGE") \
  BIT(X, ns_el2, el0, cover_nonsecure_el2, "Non-secure, EL2 owns") \
  BIT(X, ns_el2, el1, cover_nonsecure_el2, "Non-secure, EL2 owns") \
  BIT(X, ns_el2, el2, cover_nonsecure_el2, "Non-secure, EL2 owns") \
  OFF(X, ns_el2, el3, cover_el2_el3, "Non-secure, EL2 owns") \
  BIT(X, ns_el2_tge, el0, cover_nonsecure_el2, "Non-secure, EL2 owns, TGE") \
  BIT(X, ns_el2_tge, el2, cover_nonsecure_el2, "Non-secure, EL2 owns, TGE") \
  OFF(X, ns_el2_tge, el3, cover_el2_el3, "Non-secure, EL2 owns, TGE") \
  OFF(X, s_other, el0, cover_secure_el3, "Secure, not the owner") \
  OFF(X, s_other, el1, cover_secure_el3, "Secure, not the owner") \
  OFF(X, s_other, el2, cover_secure_el2_el3, "Secure, not the owner") \
  OFF(X, s_other, el3, cover_secure_el3, "Secure, not the owner") \
  BIT(X, s_no_el2, el0, cover_secure_without_el2, "Secure, EL2 off") \
  BIT(X, s_no_el2, el1, cover_secure_without_el2, "Secure, EL2 off") \
  OFF(X, s_no_el2, el3, cover_secure_el3, "Secure, EL2 off") \
  BIT(X, s_el1, el0, cover_secure_el2, "Secure, EL2 on, EL1 owns") \
  BIT(X, s_el1, el1, cover_secure_el2, "Secure, EL2 on, EL1 owns") \
  OFF(X, s_el1, el2, cover_secure_el2, "Secure, EL2 on, EL1 owns") \
  OFF(X, s_el1, el3, cover_secure_el2_el3, "Secure, EL2 on, EL1 owns") \
  OFF(X, s_el1_tge, el0, cover_secure_el2, "Secure, EL1 owns, TGE") \
  OFF(X, s_el1_tge, el2, cover_secure_el2, "Secure, EL1 owns, TGE") \
  OFF(X, s_el1_tge, el3, cover_secure_el2_el3, "Secure, EL1 owns, TGE") \
  BIT(X, s_el2, el0, cover_secure_el2, "Secure, EL2 owns") \
  BIT(X, s_el2, el1, cover_secure_el2, "Secure, EL2 owns") \
  BIT(X, s_el2, el2, cover_secure_el2, "Secure, EL2 owns") \
  OFF(X, s_el2, el3, cover_secure_el2_el3, "Secure, EL2 owns") \
  BIT(X, s_el2_tge, el0, cover_secure_el2, "Secure, EL2 owns, TGE") \
  BIT(X, s_el2_tge, el2, cover_secure_el2, "Secure, EL2 owns, TGE") \
  OFF(X, s_el2_tge, el3, cover_secure_el2_el3, "Secure, EL2 owns, TGE") \
  OFF(X, r_other, el0, cover_rme, "Realm, not the owner") \
  OFF(X, r_other, el1, cover_rme, "Realm, not the owner") \
  OFF(X, r_other, el2, cover_rme_el2, "Realm, not the owner") \
  OFF(X, r_other, el3, cover_rme, "Realm, not the owner") \
  BIT(X, r_el1, el0, cover_rme, "Realm, EL1 owns") \
  BIT(X, r_el1, el1, cover_rme, "Realm, EL1 owns") \
  OFF(X, r_el1, el2, cover_rme_el2, "Realm, EL1 owns") \
  OFF(X, r_el1, el3, cover_rme, "Realm, EL1 owns") \
  OFF(X, r_el1_tge, el0, cover_rme_el2, "Realm, EL1 owns, TGE") \
  OFF(X, r_el1_tge, el2, cover_rme_el2, "Realm, EL1 owns, TGE") \
  OFF(X, r_el1_tge, el3, cover_rme_el2, "Realm, EL1 owns, TGE") \
  BIT(X, r_el2, el0, cover_rme_el2, "Realm, EL2 owns") \
  BIT(X, r_el2, el1, cover_rme_el2, "Realm, EL2 owns") \
  BIT(X, r_el2, el2, cover_rme_el2, "Realm, EL2 owns") \
  OFF(X, r_el2, el3, cover_rme_el2, "Realm, EL2 owns") \
  BIT(X, r_el2_tge, el0, cover_rme_el2, "Realm, EL2 owns, TGE") \
  BIT(X, r_el2_tge, el2, cover_rme_el2, "Realm, EL2 owns, TGE") \
  OFF(X, r_el2_tge, el3, cover_rme_el2, "Realm, EL2 owns, TGE")

// Table D17-4: a record is started for each owning translation regime; and what disables the buffer.
#define TABLE_4(X) \
  X(regime_secure_el1, "A4", cover_secure_without_el2, "Table D17-4: a record goes to Secure EL1&0, EL2 off") \
  X(regime_secure_el1_el2, "A4", cover_secure_el2, "Table D17-4: a record goes to Secure EL1&0, EL2 on") \
  X(regime_secure_el2, "A4", cover_secure_el2, "Table D17-4: a record goes to Secure EL2") \
  X(regime_secure_el2_host, "A4", cover_secure_vhe, "Table D17-4: a record goes to Secure EL2&0") \
  X(regime_nonsecure_el1, "A4", cover_nonsecure, "Table D17-4: a record goes to Non-secure EL1&0") \
  X(regime_nonsecure_el2, "A4", cover_nonsecure_el2, "Table D17-4: a record goes to Non-secure EL2") \
  X(regime_nonsecure_el2_host, "A4", cover_nonsecure_vhe, "Table D17-4: a record goes to Non-secure EL2&0") \
  X(regime_realm_el1, "A4", cover_rme, "Table D17-4: a record goes to Realm EL1&0") \
  X(regime_realm_el2, "A4", cover_rme_el2, "Table D17-4: a record goes to Realm EL2") \
  X(regime_realm_el2_host, "A4", cover_rme_vhe, "Table D17-4: a record goes to Realm EL2&0") \
  X(disabled_in_secure, "A4", cover_secure_el3, "Table D17-4: E is 1, disabled in Secure state") \
  X(disabled_in_nonsecure, "A4", cover_el3, "Table D17-4: E is 1, disabled in Non-secure state") \
  X(disabled_in_realm, "A4", cover_rme, "Table D17-4: E is 1, disabled in Realm state")
// clang-format on

#endif  // TB_COVER_COVER_ENABLE_BINS_H
