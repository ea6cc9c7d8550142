// SPDX-License-Identifier: Apache-2.0
//
// The scenarios, by block: each appends its steps to the script, or nothing if the configuration lacks what
// it is about.
#ifndef TB_STIMULUS_DIRECTED_DIRECTED_SCENARIOS_H
#define TB_STIMULUS_DIRECTED_DIRECTED_SCENARIOS_H

#include "stimulus/directed/directed_script.h"

// directed_buffer.c
void scenario_record_is_written(struct directed_script *script);
void scenario_exact_fit_fills_the_buffer(struct directed_script *script);
void scenario_full_event_keeps_dl(struct directed_script *script);
void scenario_each_bit_of_limit_counts(struct directed_script *script);
void scenario_record_that_does_not_fit_is_not_written(struct directed_script *script);
void scenario_fault_at_every_byte_is_reported(struct directed_script *script);
void scenario_stage2_fault_has_ec_0x25(struct directed_script *script);
void scenario_disabled_buffer_is_not_written(struct directed_script *script);
void scenario_gpc_fault_has_ec_0x1e(struct directed_script *script);
void scenario_discard_mode_writes_nothing(struct directed_script *script);
void scenario_record_before_discard_mode_is_written(struct directed_script *script);
void scenario_restart_after_full_loses_nothing(struct directed_script *script);
void scenario_restart_after_fault_loses_nothing(struct directed_script *script);

// directed_sampling.c
void scenario_disabled_profiling_keeps_operation_in_flight(struct directed_script *script);
void scenario_higher_level_is_not_sampled(struct directed_script *script);
void scenario_each_row_of_table_d17_1_enables(struct directed_script *script);
void scenario_collision_sets_coll(struct directed_script *script);
void scenario_zero_count_loads_interval(struct directed_script *script);
void scenario_secondary_counter_waits_for_rnd(struct directed_script *script);
void scenario_two_operations_of_a_cycle_collide(struct directed_script *script);
void scenario_stopped_unit_samples_nothing(struct directed_script *script);
void scenario_el0_access_is_undefined(struct directed_script *script);
void scenario_aarch32_el3_has_no_profiling(struct directed_script *script);

// directed_order.c
void scenario_psb_waits_for_operation_and_record(struct directed_script *script);
void scenario_dsb_waits_for_response(struct directed_script *script);
void scenario_pointer_written_during_write_stays(struct directed_script *script);
void scenario_write_after_psb_is_not_overwritten(struct directed_script *script);
void scenario_rtrdtk_psb_covers_earlier_operations(struct directed_script *script);
void scenario_imlghw_read_after_psb_sees_indirect_write(struct directed_script *script);
void scenario_imlghw_write_after_psb_stays(struct directed_script *script);
void scenario_imlghw_write_after_psb_affects_no_earlier_record(struct directed_script *script);
void scenario_imlghw_dsb_after_psb_waits_for_writes(struct directed_script *script);
void scenario_indwcg_write_before_an_operation_affects_it(struct directed_script *script);
void scenario_inrnsl_dsb_waits_for_no_operation(struct directed_script *script);
void scenario_irrbsz_profiling_writes_memory_and_registers(struct directed_script *script);
void scenario_iwzslb_disabled_selection_keeps_chosen_operation(struct directed_script *script);
void scenario_rsxwcp_disabled_buffer_at_the_write_acts_as_configured(struct directed_script *script);
void scenario_rvcywl_other_state_at_the_write_acts_as_configured(struct directed_script *script);
void scenario_rqjwvq_reserved_owner_acts_as_configured(struct directed_script *script);
void scenario_ivkdvf_psb_waits_for_no_later_operation(struct directed_script *script);
void scenario_ipddcl_record_before_psb_goes_to_the_old_context(struct directed_script *script);

// directed_abort.c
void scenario_abort_of_the_first_burst_acts_as_configured(struct directed_script *script);
void scenario_abort_of_the_second_burst_acts_as_configured(struct directed_script *script);
void scenario_abort_of_the_first_of_two_bursts_acts_as_configured(struct directed_script *script);
void scenario_abort_with_the_buffer_off_is_reported(struct directed_script *script);
void scenario_abort_of_the_second_burst_with_the_buffer_off(struct directed_script *script);
void scenario_abort_when_stopped_keeps_the_syndrome(struct directed_script *script);
void scenario_fault_goes_before_a_late_abort(struct directed_script *script);
void scenario_fault_goes_before_an_abort_of_its_cycle(struct directed_script *script);
void scenario_restart_after_abort_writes_again(struct directed_script *script);
void scenario_access_not_allowed_sets_dl(struct directed_script *script);

// directed_pmu.c
void scenario_sample_pop_is_counted(struct directed_script *script);
void scenario_sample_feed_and_filtrate_are_counted(struct directed_script *script);
void scenario_sample_collision_is_counted(struct directed_script *script);
void scenario_sample_feed_types_are_counted(struct directed_script *script);
void scenario_sample_feed_filters_are_counted(struct directed_script *script);
void scenario_sample_feed_source_is_counted(struct directed_script *script);
void scenario_sample_buffer_full_is_counted(struct directed_script *script);
void scenario_common_event_is_counted(struct directed_script *script);
void scenario_cycle_counter_counts_cycles(struct directed_script *script);
void scenario_streaming_mode_filters_counters(struct directed_script *script);
void scenario_aarch32_write_keeps_vs(struct directed_script *script);
void scenario_pmmir_has_slots_and_sme(struct directed_script *script);
void scenario_overflow_interrupt_is_held_until_cleared(struct directed_script *script);
void scenario_overflow_survives_clear_of_another(struct directed_script *script);
void scenario_chain_counts_overflows_of_its_neighbour(struct directed_script *script);
void scenario_event_counters_freeze_on_spe_event(struct directed_script *script);
void scenario_event_counters_freeze_on_overflow(struct directed_script *script);
void scenario_reserved_counter_is_enabled_by_hpme(struct directed_script *script);
void scenario_secure_counting_needs_spme(struct directed_script *script);
void scenario_aarch32_el3_counts_with_spme(struct directed_script *script);
void scenario_refused_el0_access_traps_to_el1(struct directed_script *script);

// directed_trace.c
void scenario_trace_is_allowed_level_by_level(struct directed_script *script);
void scenario_secure_trace_needs_ste(struct directed_script *script);
void scenario_trace_filter_override_ends_self_hosting(struct directed_script *script);
void scenario_trace_time_follows_trfcr(struct directed_script *script);

// directed_cover.c
void scenario_registers_have_reset_values(struct directed_script *script);
void scenario_registers_read_back(struct directed_script *script);
void scenario_count_borrows(struct directed_script *script);
void scenario_interval_zero_selects_nothing(struct directed_script *script);
void scenario_refused_writes_change_nothing(struct directed_script *script);
void scenario_access_refused_by_el3_traps_from_el2(struct directed_script *script);
void scenario_access_refused_by_el3_is_no_memory_access(struct directed_script *script);
void scenario_accesses_see_indirect_writes_in_order(struct directed_script *script);
void scenario_issue_latency_does_not_saturate(struct directed_script *script);
void scenario_direct_write_goes_over_the_selection_of_its_cycle(struct directed_script *script);
void scenario_second_selection_of_a_cycle_collides(struct directed_script *script);

// directed_cover2.c
void scenario_each_event_filters_both_ways(struct directed_script *script);
void scenario_each_inverted_event_filters_both_ways(struct directed_script *script);
void scenario_retired_is_filtered_where_others_are_recorded(struct directed_script *script);
void scenario_each_filter_rejects_alone(struct directed_script *script);
void scenario_latency_filter_compares_long_latencies(struct directed_script *script);
void scenario_long_latency_saturates(struct directed_script *script);
void scenario_dsb_waits_for_fifteen_responses(struct directed_script *script);
void scenario_gcs_branch_is_of_two_types(struct directed_script *script);
void scenario_gcs_swap_is_a_load_and_a_store(struct directed_script *script);
void scenario_atomics_and_excepting_branches_are_filtered_by_type(struct directed_script *script);
void scenario_discard_mode_discards_while_the_buffer_is_off(struct directed_script *script);
void scenario_record_crosses_a_page_at_every_byte(struct directed_script *script);
void scenario_limit_is_kept_at_every_distance(struct directed_script *script);
void scenario_limit_of_zero_is_full(struct directed_script *script);
void scenario_limit_lowered_during_the_write_fills_the_buffer(struct directed_script *script);
void scenario_every_fault_status_code_is_reported(struct directed_script *script);
void scenario_stop_goes_before_a_later_fault(struct directed_script *script);
void scenario_collision_in_the_cycle_of_an_event_is_kept(struct directed_script *script);
void scenario_abort_of_both_bursts_acts_as_configured(struct directed_script *script);
void scenario_psb_overtakes_dsb(struct directed_script *script);

// directed_cover2_pmu.c
void scenario_absent_event_is_not_counted(struct directed_script *script);
void scenario_chain_overflows_and_crosses_ranges(struct directed_script *script);
void scenario_reserved_counters_are_out_of_reach(struct directed_script *script);
void scenario_each_cause_moves_the_interrupt(struct directed_script *script);
void scenario_buffer_that_is_off_freezes_nothing(struct directed_script *script);
void scenario_hpmd_prohibits_with_el1_in_aarch32(struct directed_script *script);
void scenario_dp_decides_with_el1_in_aarch32(struct directed_script *script);

// directed_monitors.c
void scenario_event_beyond_0x3f_is_counted(struct directed_script *script);
void scenario_cycle_counter_is_long_without_aarch32(struct directed_script *script);
void scenario_aarch32_access_traps_by_hstr(struct directed_script *script);
void scenario_written_record_triggers_cti(struct directed_script *script);
void scenario_debug_state_is_not_traced(struct directed_script *script);

// directed_session.c
void scenario_sample_without_room_collides(struct directed_script *script);
void scenario_room_counts_records_that_wait(struct directed_script *script);
void scenario_room_is_exact(struct directed_script *script);
void scenario_discard_mode_needs_no_room(struct directed_script *script);
void scenario_sample_behind_a_lowered_limit_is_discarded(struct directed_script *script);
void scenario_fault_overtakes_a_sample(struct directed_script *script);
void scenario_fault_overtakes_a_record_that_waits(struct directed_script *script);
void scenario_disabling_ends_the_session(struct directed_script *script);
void scenario_stopping_ends_the_session(struct directed_script *script);
void scenario_sample_of_another_owner_is_discarded(struct directed_script *script);
void scenario_waiting_record_is_discarded_in_discard_mode(struct directed_script *script);
void scenario_psb_waits_for_older_operations_alone(struct directed_script *script);
void scenario_latency_ends_with_completion(struct directed_script *script);
void scenario_inactive_cycles_are_no_latency(struct directed_script *script);
void scenario_completed_operation_can_still_be_squashed(struct directed_script *script);
void scenario_branch_with_an_exception_has_no_branch_events(struct directed_script *script);
void scenario_permission_fault_says_what_it_came_from(struct directed_script *script);
void scenario_filter_controls_are_outputs(struct directed_script *script);
void scenario_pointer_has_its_alignment(struct directed_script *script);

// directed_types.c
void scenario_type_filter_selects_simd_and_fp(struct directed_script *script);
void scenario_type_masks_select_one_type_exactly(struct directed_script *script);
void scenario_both_parts_of_the_type_filter_apply(struct directed_script *script);
void scenario_masks_of_all_types_select_one_combination(struct directed_script *script);
void scenario_type_filter_without_types_keeps_all(struct directed_script *script);
void scenario_only_some_kinds_are_simd_or_fp(struct directed_script *script);
void scenario_sample_feed_simd_and_fp_are_counted(struct directed_script *script);
void scenario_sample_feed_op_follows_the_masks(struct directed_script *script);
void scenario_other_format_says_simd_and_fp(struct directed_script *script);
void scenario_new_filter_fields_follow_the_feature(struct directed_script *script);
void scenario_features_are_identified(struct directed_script *script);
void scenario_sme_format_has_size_and_fp(struct directed_script *script);
void scenario_sve_or_sme_access_has_its_length(struct directed_script *script);
void scenario_streaming_mode_and_smcu_are_recorded(struct directed_script *script);
void scenario_alternate_latency_counts_its_clock(struct directed_script *script);
void scenario_alternate_latency_saturates(struct directed_script *script);

// directed_user.c
void scenario_cycle_counter_freezes_on_spe_event_by_dp(struct directed_script *script);
void scenario_pmuacr_says_what_el0_reads(struct directed_script *script);
void scenario_pmuacr_and_read_only_say_what_el0_writes(struct directed_script *script);
void scenario_pmuacr_masks_enables_and_flags_at_el0(struct directed_script *script);
void scenario_software_increment_at_el0_needs_pmuacr_or_sw(struct directed_script *script);
void scenario_pmzr_zeroes_what_it_names(struct directed_script *script);
void scenario_pmzr_at_el0_follows_pmuacr(struct directed_script *script);
void scenario_pmcr_traps_with_user_enable(struct directed_script *script);
void scenario_pmceid_traps_by_tid(struct directed_script *script);
void scenario_user_enable_needs_el1_in_aarch64(struct directed_script *script);
void scenario_user_enable_allows_aarch32_at_el0(struct directed_script *script);
void scenario_pmuacr_has_a_bit_for_each_counter(struct directed_script *script);
void scenario_pmuacr_and_pmzr_trap(struct directed_script *script);
void scenario_user_enable_follows_the_version(struct directed_script *script);

// directed_pmu_exception.c
void scenario_each_row_of_table_d13_1_holds(struct directed_script *script);
void scenario_debug_state_masks_pmu_exceptions(struct directed_script *script);
void scenario_masked_pmu_exception_waits(struct directed_script *script);
void scenario_each_cause_moves_the_pmu_exception(struct directed_script *script);
void scenario_reserved_counter_raises_the_pmu_exception(struct directed_script *script);
void scenario_disabled_el2_has_no_part_in_pmu_exceptions(struct directed_script *script);
void scenario_pmu_exception_makes_event_counters_long(struct directed_script *script);
void scenario_pmu_exception_makes_the_cycle_counter_long(struct directed_script *script);
void scenario_pmecr_traps(struct directed_script *script);
void scenario_pmecr_follows_the_feature(struct directed_script *script);

// directed_report.c
void scenario_rhjxht_granule_protection_faults_are_reported_by_table_d17_5(struct directed_script *script);
void scenario_rhjxht_external_aborts_are_reported_by_table_d17_6(struct directed_script *script);
void scenario_rhjxht_other_events_are_reported_by_table_d17_7(struct directed_script *script);
void scenario_external_abort_in_debug_state_is_not_reported_to_el3(struct directed_script *script);
void scenario_secure_state_reports_to_el2_with_eel2(struct directed_script *script);
void scenario_collision_is_recorded_in_the_register_of_other_events(struct directed_script *script);
void scenario_each_row_of_table_d17_2_stops(struct directed_script *script);
void scenario_stopping_by_another_level_ends_the_session(struct directed_script *script);
void scenario_host_reaches_its_own_syndrome_register(struct directed_script *script);
void scenario_syndrome_registers_of_higher_levels_are_out_of_reach(struct directed_script *script);
void scenario_nested_access_to_pmbsr_follows_exceptions(struct directed_script *script);

// directed_except.c
void scenario_ryzjqx_events_of_el1_are_taken_by_table_d17_8(struct directed_script *script);
void scenario_ryzjqx_events_of_el2_are_taken_by_table_d17_9(struct directed_script *script);
void scenario_ryzjqx_events_of_el3_are_taken_by_table_d17_10(struct directed_script *script);
void scenario_exception_waits_outside_the_owning_state(struct directed_script *script);
void scenario_exceptions_to_several_levels_are_pending_together(struct directed_script *script);
void scenario_rtsjrp_interrupt_request_needs_exceptions_off(struct directed_script *script);
void scenario_restart_after_an_exception_loses_nothing(struct directed_script *script);

// directed_nvm.c
void scenario_buffer_without_translation_is_written_at_physical_addresses(struct directed_script *script);
void scenario_buffer_without_stage1_is_translated_by_stage2(struct directed_script *script);
void scenario_record_without_stage1_crosses_a_page(struct directed_script *script);
void scenario_wide_address_is_an_address_size_fault(struct directed_script *script);
void scenario_fault_without_stage1_is_of_stage2(struct directed_script *script);
void scenario_addresses_without_stage1_need_envm(struct directed_script *script);
void scenario_memory_attributes_follow_the_feature(struct directed_script *script);

#endif  // TB_STIMULUS_DIRECTED_DIRECTED_SCENARIOS_H
