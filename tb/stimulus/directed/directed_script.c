// SPDX-License-Identifier: Apache-2.0
//
// The table of directed scenarios.
#include "stimulus/directed/directed.h"
#include "stimulus/directed/directed_scenarios.h"

static const struct {
  const char *name;
  void (*write)(struct directed_script *script);
} scenarios[] = {
#define SCENARIO(name)     \
  {                        \
#name, scenario_##name \
  }
    SCENARIO(registers_have_reset_values),  // before anything is written
    SCENARIO(record_is_written),            // it measures the length of a record
    SCENARIO(exact_fit_fills_the_buffer),
    SCENARIO(full_event_keeps_dl),
    SCENARIO(each_bit_of_limit_counts),
    SCENARIO(record_that_does_not_fit_is_not_written),
    SCENARIO(fault_at_every_byte_is_reported),
    SCENARIO(stage2_fault_has_ec_0x25),
    SCENARIO(disabled_buffer_is_not_written),
    SCENARIO(gpc_fault_has_ec_0x1e),
    SCENARIO(discard_mode_writes_nothing),
    SCENARIO(record_before_discard_mode_is_written),
    SCENARIO(restart_after_full_loses_nothing),
    SCENARIO(restart_after_fault_loses_nothing),
    SCENARIO(disabled_profiling_keeps_operation_in_flight),
    SCENARIO(higher_level_is_not_sampled),
    SCENARIO(each_row_of_table_d17_1_enables),
    SCENARIO(collision_sets_coll),
    SCENARIO(zero_count_loads_interval),
    SCENARIO(secondary_counter_waits_for_rnd),
    SCENARIO(stopped_unit_samples_nothing),
    SCENARIO(el0_access_is_undefined),
    SCENARIO(aarch32_el3_has_no_profiling),
    SCENARIO(psb_waits_for_operation_and_record),
    SCENARIO(dsb_waits_for_response),
    SCENARIO(pointer_written_during_write_stays),
    SCENARIO(write_after_psb_is_not_overwritten),
    SCENARIO(rtrdtk_psb_covers_earlier_operations),
    SCENARIO(imlghw_read_after_psb_sees_indirect_write),
    SCENARIO(imlghw_write_after_psb_stays),
    SCENARIO(imlghw_write_after_psb_affects_no_earlier_record),
    SCENARIO(imlghw_dsb_after_psb_waits_for_writes),
    SCENARIO(indwcg_write_before_an_operation_affects_it),
    SCENARIO(inrnsl_dsb_waits_for_no_operation),
    SCENARIO(irrbsz_profiling_writes_memory_and_registers),
    SCENARIO(iwzslb_disabled_selection_keeps_chosen_operation),
    SCENARIO(rsxwcp_disabled_buffer_at_the_write_acts_as_configured),
    SCENARIO(rvcywl_other_state_at_the_write_acts_as_configured),
    SCENARIO(rqjwvq_reserved_owner_acts_as_configured),
    SCENARIO(ivkdvf_psb_waits_for_no_later_operation),
    SCENARIO(ipddcl_record_before_psb_goes_to_the_old_context),
    SCENARIO(abort_of_the_first_burst_acts_as_configured),
    SCENARIO(abort_of_the_second_burst_acts_as_configured),
    SCENARIO(abort_of_the_first_of_two_bursts_acts_as_configured),
    SCENARIO(abort_with_the_buffer_off_is_reported),
    SCENARIO(abort_when_stopped_keeps_the_syndrome),
    SCENARIO(fault_goes_before_a_late_abort),
    SCENARIO(fault_goes_before_an_abort_of_its_cycle),
    SCENARIO(restart_after_abort_writes_again),
    SCENARIO(access_not_allowed_sets_dl),
    SCENARIO(sample_pop_is_counted),
    SCENARIO(sample_feed_and_filtrate_are_counted),
    SCENARIO(sample_collision_is_counted),
    SCENARIO(sample_feed_types_are_counted),
    SCENARIO(sample_feed_filters_are_counted),
    SCENARIO(sample_feed_source_is_counted),
    SCENARIO(sample_buffer_full_is_counted),
    SCENARIO(common_event_is_counted),
    SCENARIO(cycle_counter_counts_cycles),
    SCENARIO(overflow_interrupt_is_held_until_cleared),
    SCENARIO(overflow_survives_clear_of_another),
    SCENARIO(chain_counts_overflows_of_its_neighbour),
    SCENARIO(event_counters_freeze_on_spe_event),
    SCENARIO(event_counters_freeze_on_overflow),
    SCENARIO(reserved_counter_is_enabled_by_hpme),
    SCENARIO(secure_counting_needs_spme),
    SCENARIO(aarch32_el3_counts_with_spme),
    SCENARIO(refused_el0_access_traps_to_el1),
    SCENARIO(trace_is_allowed_level_by_level),
    SCENARIO(secure_trace_needs_ste),
    SCENARIO(trace_filter_override_ends_self_hosting),
    SCENARIO(trace_time_follows_trfcr),
    SCENARIO(registers_read_back),
    SCENARIO(count_borrows),
    SCENARIO(interval_zero_selects_nothing),
    SCENARIO(refused_writes_change_nothing),
    SCENARIO(access_refused_by_el3_traps_from_el2),
    SCENARIO(access_refused_by_el3_is_no_memory_access),
    SCENARIO(accesses_see_indirect_writes_in_order),
    SCENARIO(issue_latency_does_not_saturate),
    SCENARIO(direct_write_goes_over_the_selection_of_its_cycle),
    SCENARIO(second_selection_of_a_cycle_collides),
    SCENARIO(each_event_filters_both_ways),
    SCENARIO(each_inverted_event_filters_both_ways),
    SCENARIO(retired_is_filtered_where_others_are_recorded),
    SCENARIO(each_filter_rejects_alone),
    SCENARIO(latency_filter_compares_long_latencies),
    SCENARIO(long_latency_saturates),
    SCENARIO(dsb_waits_for_fifteen_responses),
    SCENARIO(gcs_branch_is_of_two_types),
    SCENARIO(atomics_and_excepting_branches_are_filtered_by_type),
    SCENARIO(discard_mode_discards_while_the_buffer_is_off),
    SCENARIO(record_crosses_a_page_at_every_byte),
    SCENARIO(limit_is_kept_at_every_distance),
    SCENARIO(limit_of_zero_is_full),
    SCENARIO(limit_lowered_during_the_write_fills_the_buffer),
    SCENARIO(every_fault_status_code_is_reported),
    SCENARIO(stop_goes_before_a_later_fault),
    SCENARIO(collision_in_the_cycle_of_an_event_is_kept),
    SCENARIO(abort_of_both_bursts_acts_as_configured),
    SCENARIO(psb_overtakes_dsb),
    SCENARIO(absent_event_is_not_counted),
    SCENARIO(chain_overflows_and_crosses_ranges),
    SCENARIO(reserved_counters_are_out_of_reach),
    SCENARIO(each_cause_moves_the_interrupt),
    SCENARIO(buffer_that_is_off_freezes_nothing),
    SCENARIO(hpmd_prohibits_with_el1_in_aarch32),
    SCENARIO(dp_decides_with_el1_in_aarch32),
    SCENARIO(event_beyond_0x3f_is_counted),
    SCENARIO(cycle_counter_is_long_without_aarch32),
    SCENARIO(aarch32_access_traps_by_hstr),
    SCENARIO(written_record_triggers_cti),
    SCENARIO(debug_state_is_not_traced),
    SCENARIO(sample_behind_a_full_buffer_collides),
    SCENARIO(record_behind_a_full_buffer_collides),
    SCENARIO(sample_behind_a_fault_collides),
    SCENARIO(disabling_ends_the_session),
    SCENARIO(stopping_ends_the_session),
    SCENARIO(sample_of_another_owner_is_discarded),
    SCENARIO(waiting_record_is_discarded_in_discard_mode),
    SCENARIO(psb_waits_for_older_operations_alone),
    SCENARIO(latency_ends_with_completion),
    SCENARIO(completed_operation_can_still_be_squashed),
    SCENARIO(permission_fault_says_what_it_came_from),
    SCENARIO(filter_controls_are_outputs),
    SCENARIO(pointer_has_its_alignment),
#undef SCENARIO
};

const char *directed_name(size_t i)
{
  return i < sizeof scenarios / sizeof scenarios[0] ? scenarios[i].name : NULL;
}

void directed_write(struct directed_script *script, size_t i)
{
  directed_add(script, STEP_SCENARIO, 0, 0, 0);
  if (!script->out_of_memory) {
    script->step[script->count - 1].name = scenarios[i].name;
  }
  scenarios[i].write(script);
  // Whatever is left finishes before the next one begins.
  directed_add1(script, STEP_PSB, 0);
  directed_add1(script, STEP_DSB, 0);
}
