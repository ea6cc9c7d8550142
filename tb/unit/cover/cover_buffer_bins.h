// SPDX-License-Identifier: Apache-2.0
//
// The bins of the Profiling Buffer (requirements G1 to G10, U2, U3; Arm ARM D17.7, D17.8, D17.9).
#ifndef TB_UNIT_COVER_COVER_BUFFER_BINS_H
#define TB_UNIT_COVER_COVER_BUFFER_BINS_H

#include "unit/cover/cover_config.h"

enum { COVER_SHORTEST = 17 };  // bytes of the shortest record

// A record of 2^MaxSize bytes exists, so a record can end at the limit.
COVER_CONFIG(largest_fills, spu_config_largest_record(config) == 1U << config->max_size)
// What the pointer's alignment allows besides crossing a page: crossing at any byte; a pointer less aligned than
// records; records that begin or end on any lane; a page with room for a single beat.
COVER_CONFIG(any_byte, config->ptr_align == 0)
COVER_CONFIG(loose_pointer, config->ptr_align < config->record_align)
COVER_CONFIG(loose_block, config->ptr_align < config->max_size)
COVER_CONFIG(loose_lanes, 8U << config->ptr_align < config->axi_data_width)
COVER_CONFIG(one_beat, 8U << config->ptr_align <= config->axi_data_width)
COVER_CONFIG(crosses_rme, cover_rme(config) && cover_crosses(config))
COVER_CONFIG(crosses_spaces, cover_two_spaces(config) && cover_crosses(config))
COVER_CONFIG(crosses_sync, cover_abort_sync(config) && cover_crosses(config))
// Only if even the shortest record crosses is it certain where a write was lost.
COVER_CONFIG(shortest_crosses_sync, cover_crosses_sync(config) && COVER_SHORTEST > 1U << config->ptr_align)
COVER_CONFIG(crosses_async, cover_abort_async(config) && cover_crosses(config))
COVER_CONFIG(v1p5, config->spe_version >= 5)
COVER_CONFIG(before_v1p5, config->spe_version < 5)
COVER_CONFIG(pie, config->have_pie)
COVER_CONFIG(poe, config->have_poe)
COVER_CONFIG(the, config->have_the && config->have_el2)
COVER_CONFIG(several_beats, spu_config_largest_record(config) > config->axi_data_width / 8)
COVER_CONFIG(realm_el2, config->have_rme && config->have_el2)
COVER_CONFIG(choice_write, config->not_enabled_write == SPU_NOT_ENABLED_WRITE)
COVER_CONFIG(choice_discard, config->not_enabled_write == SPU_NOT_ENABLED_DISCARD)
COVER_CONFIG(choice_refuse, config->not_enabled_write == SPU_NOT_ENABLED_NOT_ALLOWED)
COVER_CONFIG(state_write, cover_choice_write(config) && cover_two_states(config))
COVER_CONFIG(state_discard, cover_choice_discard(config) && cover_two_states(config))
COVER_CONFIG(state_refuse, cover_choice_refuse(config) && cover_two_states(config))
COVER_CONFIG(aarch32_owner, config->aarch32_el1 || config->aarch32_el2)
COVER_CONFIG(aarch32_write, cover_choice_write(config) && cover_aarch32_owner(config))
COVER_CONFIG(aarch32_discard, cover_choice_discard(config) && cover_aarch32_owner(config))
COVER_CONFIG(aarch32_refuse, cover_choice_refuse(config) && cover_aarch32_owner(config))
COVER_CONFIG(async_refuse, cover_abort_async(config) && cover_choice_refuse(config))

#define COVER_BUFFER_BINS(X)                                                                                 \
  X(record_written, "G1", NULL, "a record is written and the pointer moves")                                 \
  X(record_at_page_start, "G1", NULL, "its first byte is the first of a page")                               \
  X(record_ends_with_page, "G1", NULL, "its last byte is the last of a page")                                \
  X(record_crosses_page, "G1", cover_crosses, "written in two pages")                                        \
  X(cross_after_one_byte, "G1", cover_any_byte, "one byte is in the first page")                             \
  X(cross_before_last_byte, "G1", cover_any_byte, "one byte is in the second page")                          \
  X(cross_to_other_frame, "G1", cover_crosses, "the two pages are not adjacent in physical memory")          \
  X(cross_to_other_space, "G1", cover_crosses_spaces,                                                        \
    "the two pages are in different physical address spaces")                                                \
  X(pointer_not_aligned, "G1", cover_loose_pointer, "the pointer is not a multiple of PMBIDR_EL1.Align")     \
  X(write_after_write, "G1", NULL, "a write starts in the cycle after another ended")                        \
  X(record_waits_for_write, "G1", NULL, "a kept record waits while another is written")                      \
  X(burst_of_one_beat, "G1", cover_one_beat, "an AXI burst of one beat")                                     \
  X(burst_of_several_beats, "G1", cover_several_beats, "an AXI burst of more than one beat")                 \
  X(beat_without_first_byte, "G1", cover_loose_lanes, "the first strobe of a beat is low")                   \
  X(beat_without_last_byte, "G1", cover_loose_lanes, "the last strobe of a beat is low")                     \
  X(whole_beat, "G1", NULL, "every strobe of a beat is high")                                                \
  X(regime_nonsecure_el1, "G1 x A1", cover_nonsecure, "the translation is for Non-secure EL1")               \
  X(regime_nonsecure_el2, "G1 x A1", cover_nonsecure_el2, "the translation is for Non-secure EL2")           \
  X(regime_secure_el1, "G1 x A1", cover_secure, "the translation is for Secure EL1")                         \
  X(regime_secure_el2, "G1 x A1", cover_secure_el2, "the translation is for Secure EL2")                     \
  X(regime_realm_el1, "G1 x A1", cover_rme, "the translation is for Realm EL1")                              \
  X(regime_realm_el2, "G1 x A1", cover_realm_el2, "the translation is for Realm EL2")                        \
  X(pointer_written_during_write, "G1", NULL, "software's pointer stays when the write ends")                \
  X(pointer_written_at_start, "G1", NULL, "the same, written in the cycle of the start")                     \
  X(pointer_written_at_commit, "G1", NULL, "written in the cycle of the commit: the commit overrides it")    \
  X(limit_written_during_write, "G1", NULL, "PMBLIMITR_EL1 changes while a record is written")               \
  X(full_at_limit, "G2", cover_largest_fills, "the last record ends at the limit")                           \
  X(full_one_byte_short, "G2", cover_any_byte, "one byte less left than the largest record needs")           \
  X(full_otherwise, "G2", cover_loose_block, "less left than the largest record needs, but not nothing")     \
  X(room_for_one_is_not_full, "G2", NULL, "exactly as much left as the largest record needs")                \
  X(full_before_write, "G2", NULL, "no room when a record is to be written: software violated RHXSYK")       \
  X(full_pointer_at_limit, "G2", NULL, "the same with the pointer at the limit")                             \
  X(full_pointer_above_limit, "G2", NULL, "the same with the pointer above the limit")                       \
  X(full_limit_zero, "G2", NULL, "the same with a limit of zero")                                            \
  X(full_after_limit_moved, "G2", NULL, "full because the limit was lowered during the write")               \
  X(full_keeps_dl_clear, "G2", NULL, "DL was 0 and stays 0")                                                 \
  X(full_keeps_dl_set, "G2", NULL, "DL was 1 and stays 1")                                                   \
  X(full_keeps_coll_clear, "G2 x C3", NULL, "COLL was 0 and stays 0")                                        \
  X(full_keeps_coll_set, "G2 x C3", NULL, "COLL was 1 and stays 1")                                          \
  X(full_over_old_syndrome, "G2", NULL, "EC and MSS held another event's syndrome")                          \
  X(fault_at_first_byte, "G3", NULL, "nothing of the record is written")                                     \
  X(fault_at_first_byte_keeps_dl, "G3", NULL, "the same with DL already set")                                \
  X(fault_in_second_page, "G3", cover_crosses, "the bytes before it are written, and DL is set")             \
  X(fault_after_one_byte, "G3", cover_any_byte, "one byte is written")                                       \
  X(fault_leaves_written_pointer, "G3", NULL, "software wrote PMBPTR_EL1 meanwhile")                         \
  X(fault_with_coll, "G3 x C3", NULL, "COLL was set and stays set")                                          \
  X(fault_when_stopped, "G3 x G8", NULL, "S was set meanwhile: the syndrome is unchanged")                   \
  X(fault_when_off, "G3 x A2", NULL, "E was cleared meanwhile: no event")                                    \
  X(gpc_fault, "G10", cover_rme, "EC 0x1E at the first byte")                                                \
  X(gpc_fault_in_second_page, "G10", cover_crosses_rme, "EC 0x1E with DL")                                   \
  X(abort_ignored, "G4", cover_abort_ignored, "the unit ignores it")                                         \
  X(abort_taken_by_pe, "G4", cover_abort_serror, "the unit raises serror")                                   \
  X(abort_event_sync, "G4", cover_abort_sync, "management event with the address")                           \
  X(abort_event_async, "G4", cover_abort_async, "management event in the cycle of the response")             \
  X(abort_of_first_of_two, "G4", cover_shortest_crosses_sync,                                                \
    "aborted in the first of two pages: the second is not requested")                                        \
  X(abort_after_commit, "G4", cover_late_responses, "the response comes after the record was committed")     \
  X(abort_when_stopped, "G4 x G6", cover_abort_reported, "S was 1: EA is set, the syndrome is unchanged")    \
  X(abort_when_off, "G4 x A2", cover_abort_reported, "E is 0: still reported")                               \
  X(abort_with_ea_set, "G4", cover_abort_reported, "EA was already 1")                                       \
  X(abort_keeps_coll, "G4 x C3", cover_abort_reported, "COLL was set and stays set")                         \
  X(abort_leaves_written_pointer, "G4", cover_abort_sync, "software wrote PMBPTR_EL1 meanwhile")             \
  X(not_allowed, "G5", cover_choice_refuse, "Access not allowed: DL, no syndrome")                           \
  X(not_allowed_with_coll, "G5 x C3", cover_choice_refuse, "COLL was set and stays set")                     \
  X(fault_with_abort, "G6", cover_abort_async, "in one cycle: the fault's syndrome, and EA")                 \
  X(abort_with_full, "G6", cover_abort_async, "in one cycle: the abort's syndrome")                          \
  X(abort_with_not_allowed, "G6", cover_async_refuse, "in one cycle: the abort's syndrome")                  \
  X(fault_then_abort, "G6", cover_crosses_async,                                                             \
    "the first burst's abort comes after the second page's fault")                                           \
  X(abort_then_fault, "G6", cover_crosses_async, "the abort comes first: the write ends as stopped")         \
  X(full_then_abort, "G6", cover_abort_async, "the record that filled the buffer is aborted")                \
  X(fault_instead_of_full, "G6", NULL, "the record would have filled the buffer, but faulted")               \
  X(event_with_collision, "G6 x C3", NULL, "an operation collides in the cycle of an event")                 \
  X(event_with_write_of_pmbsr, "G6 x B1", NULL, "software writes PMBSR_EL1 in the cycle of an event")        \
  X(event_with_write_of_pmbptr, "G6 x B1", NULL, "software writes PMBPTR_EL1 in the cycle of an event")      \
  X(irq_rises_by_event, "G7", NULL, "PMBIRQ rises with a management event")                                  \
  X(irq_rises_by_software, "G7", NULL, "PMBIRQ rises because software sets S")                               \
  X(irq_falls, "G7", NULL, "PMBIRQ falls when software clears S")                                            \
  X(irq_stays, "G7", NULL, "software writes PMBSR_EL1 with S set")                                           \
  X(stopped_discards_waiting, "G8", NULL, "a kept record is discarded because S is 1")                       \
  X(stopped_discards_write, "G8", NULL, "a write in progress ends as stopped")                               \
  X(event_with_record_waiting, "G8", NULL, "a management event while a kept record waits")                   \
  X(event_with_operation, "G8", NULL, "a management event while a sampled operation is in flight")           \
  X(stopped_by_software_during_write, "G8", NULL, "software sets S while a record is written")               \
  X(stopped_by_software_while_waiting, "G8", NULL, "software sets S while a record waits")                   \
  X(stopped_unit_counts_nothing, "G8 x C1", NULL, "operations dispatch that would be counted if S were 0")   \
  X(off_discards_waiting, "G8 x A2", NULL, "a kept record is discarded because E is 0")                      \
  X(off_discards_write, "G8 x A2", NULL, "a write in progress ends because E is 0")                          \
  X(restart_after_full, "G9", NULL, "a record is written after software cleared S")                          \
  X(restart_after_fault, "G9", NULL, "a record is written after software cleared S")                         \
  X(restart_after_abort, "G9", cover_abort_reported, "a record is written after software cleared S")         \
  X(restart_after_not_allowed, "G9", cover_choice_refuse, "a record is written after software cleared S")    \
  X(restart_after_software_stop, "G9", NULL, "a record is written after software cleared S")                 \
  X(restart_where_it_stopped, "G9", NULL, "after a fault, at the same PMBPTR_EL1")                           \
  X(restart_elsewhere, "G9", NULL, "at another PMBPTR_EL1")                                                  \
  X(restart_keeps_dl, "G9", NULL, "software clears S and keeps DL")                                          \
  X(restart_keeps_coll, "G9 x C3", NULL, "software clears S and keeps COLL")                                 \
  X(restart_during_write, "G9", NULL, "S is set and cleared while one record is written: it does not count") \
  X(off_at_write_is_silent, "U2", NULL, "E is 0: discarded")                                                 \
  X(debug_at_write_written, "U2", cover_choice_write, "Debug state: written")                                \
  X(debug_at_write_discarded, "U2", cover_choice_discard, "Debug state: discarded")                          \
  X(debug_at_write_refused, "U2", cover_choice_refuse, "Debug state: Access not allowed")                    \
  X(state_at_write_written, "U2", cover_state_write, "not the owner's Security state: written")              \
  X(state_at_write_discarded, "U2", cover_state_discard, "not the owner's Security state: discarded")        \
  X(state_at_write_refused, "U2", cover_state_refuse, "not the owner's Security state: Access not allowed")  \
  X(aarch32_at_write_written, "U2", cover_aarch32_write, "the owner uses AArch32: written")                  \
  X(aarch32_at_write_discarded, "U2", cover_aarch32_discard, "the owner uses AArch32: discarded")            \
  X(aarch32_at_write_refused, "U2", cover_aarch32_refuse, "the owner uses AArch32: Access not allowed")      \
  X(not_enabled_and_full, "U2 x G2", cover_choice_write, "not enabled, written as configured, no room")      \
  X(debug_during_write, "U2", NULL, "Debug state begins during a write, which continues")                    \
  X(ended_is_not_written, "G12", NULL, "a sample of an earlier session: discarded")                          \
  X(collided_by_fault, "C3 x G3", cover_before_v1p5,                                                         \
    "a sample in flight collides with the fault of a record")                                                \
  X(overtaken_by_fault, "C3 x G3", cover_v1p5, "a sample in flight is overtaken by the fault of a record")   \
  X(waits_in_discard_mode, "E7", cover_v1p2, "a record waits when Discard mode is set: discarded")           \
  X(syndrome_top_level, "B1", cover_the, "MSS2.TopLevel")                                                    \
  X(syndrome_assured_only, "B1", cover_the, "MSS2.AssuredOnly")                                              \
  X(syndrome_overlay, "B1", cover_poe, "MSS2.Overlay")                                                       \
  X(syndrome_dirty_bit, "B1", cover_pie, "MSS2.DirtyBit")                                                    \
  X(reserved_owner_profiles, "U3", cover_rme, "a reserved owner acts as configured: profiling is on")        \
  X(reserved_owner_elsewhere, "U3", cover_rme, "the same from another Security state: off")                  \
  X(record_for_reserved_owner, "U3 x G1", cover_rme, "a record is written for a reserved owner")

#endif  // TB_UNIT_COVER_COVER_BUFFER_BINS_H
