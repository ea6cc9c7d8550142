// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for synchronization and for UNPREDICTABLE behaviour without it: one for each rule of Arm ARM D17.9
// (requirements H, U2, U3).
#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(order)

SCENARIO(psb_waits_for_operation_and_record)  // H1
{
  directed_start(script, 150);
  directed_add(script, STEP_RESPONSE, 1, 10, 0);
  directed_sample_written(script, 1);
}

SCENARIO(dsb_waits_for_response)  // H2
{
  directed_program(script, directed_buffer, directed_end);
  directed_add(script, STEP_RESPONSE, 200, 100, 0);
  directed_sample_synchronized(script, 1);
}

SCENARIO(pointer_written_during_write_stays)  // H4
{
  directed_program(script, directed_buffer, directed_end);
  directed_add(script, STEP_RESPONSE, 1, 5, 0);
  directed_sample_started(script, 1);
  directed_msr(script, SPU_PMBPTR_EL1, directed_second);
  directed_add1(script, STEP_PSB, 1);
  directed_expect(script, SPU_PMBPTR_EL1, directed_second);
}

SCENARIO(write_after_psb_is_not_overwritten)  // H4
{
  directed_program(script, directed_end - directed_largest(script), directed_end);
  directed_sample_to_end(script, 1);
  directed_msr(script, SPU_PMBPTR_EL1, directed_buffer);
  directed_msr(script, SPU_PMBSR_EL1, 0);
  directed_add1(script, STEP_CLOCKS, 50);
  directed_expect(script, SPU_PMBPTR_EL1, directed_buffer);
  directed_expect(script, SPU_PMBSR_EL1, 0);
}

// H1, RTRDTK: PSB CSYNC synchronizes every earlier operation, however many are in flight.
SCENARIO(rtrdtk_psb_covers_earlier_operations)
{
  const uint32_t operations = config->in_flight;
  directed_start(script, 100);
  directed_add(script, STEP_RESPONSE, 1, 20, 0);
  for (uint32_t i = 0; i < operations; i++) {
    directed_sample(script);
  }
  directed_written(script, operations);
}

// H3, IMLGHW, first point: a direct read after PSB CSYNC sees the indirect writes.
SCENARIO(imlghw_read_after_psb_sees_indirect_write)
{
  directed_program(script, directed_end - directed_largest(script), directed_end);
  directed_add1(script, STEP_LATENCY, 40);
  directed_sample_to_end(script, 1);
  directed_expect(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED);
  directed_add(script, STEP_POINTER, directed_end - directed_largest(script), 1, 0);
}

// H4, IMLGHW, second point: a direct write after PSB CSYNC stays.
SCENARIO(imlghw_write_after_psb_stays)
{
  directed_start(script, 40);
  directed_add(script, STEP_RESPONSE, 60, 100, 0);
  directed_sample_to_end(script, 1);
  directed_msr(script, SPU_PMBPTR_EL1, directed_second);
  directed_add1(script, STEP_DSB, 0);
  directed_add1(script, STEP_CLOCKS, 50);
  directed_expect(script, SPU_PMBPTR_EL1, directed_second);
}

// H4, IMLGHW, third point: a direct write after PSB CSYNC does not affect earlier operations' indirect reads.
SCENARIO(imlghw_write_after_psb_affects_no_earlier_record)
{
  directed_start(script, 40);
  directed_sample_to_end(script, 1);
  directed_msr(script, SPU_PMSFCR_EL1, 1U << 16 | 2);  // only branches, but this was a load
  directed_msr(script, SPU_PMBLIMITR_EL1, 0);
  directed_add1(script, STEP_CLOCKS, 20);
  directed_add1(script, STEP_COMMITTED, 1);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_NOT_ENABLED, 0, 0);
  directed_add(script, STEP_POINTER, directed_buffer, 1, 0);
}

// H2, IMLGHW, fourth point: a DSB after PSB CSYNC waits for the writes to complete.
SCENARIO(imlghw_dsb_after_psb_waits_for_writes)
{
  directed_cross(script);  // two bursts
  directed_add1(script, STEP_LATENCY, 40);
  directed_add(script, STEP_RESPONSE, 150, 100, 0);
  directed_sample_synchronized(script, 1);
  directed_add1(script, STEP_COMMITTED, 1);
}

// H4, INDWCG: an operation's indirect reads see an earlier direct write.
SCENARIO(indwcg_write_before_an_operation_affects_it)
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSFCR_EL1, 1U << 16 | 2);  // branches only
  directed_sample_written(script, 0);
  directed_msr(script, SPU_PMSFCR_EL1, 1U << 17 | 2);  // loads only
  directed_msr(script, SPU_PMBPTR_EL1, directed_second);
  directed_sample_written(script, 1);
  directed_add(script, STEP_POINTER, directed_second, 1, 0);
}

// H2, INRNSL: a DSB covers earlier memory transactions: it waits neither for operations nor for later records.
SCENARIO(inrnsl_dsb_waits_for_no_operation)
{
  directed_start(script, 1000);
  directed_sample(script);
  directed_add1(script, STEP_DSB, 0);
  directed_add1(script, STEP_COMMITTED, 0);
  directed_add1(script, STEP_STARTED, 0);
  directed_written(script, 1);
}

// H3, IRRBSZ: the profiling operation reads registers, writes memory, and writes PMBPTR_EL1 and PMBSR_EL1, also on an
// External abort.
SCENARIO(irrbsz_profiling_writes_memory_and_registers)
{
  directed_program(script, directed_buffer, directed_end);
  directed_sample_synchronized(script, 1);
  directed_add(script, STEP_POINTER, directed_buffer, 1, 0);
  if (config->external_abort == SPU_ABORT_REPORTED_SYNC && directed_crosses(config)) {
    directed_cross(script);
    directed_add(script, STEP_FAIL_BURST, 1, 2, 0);
    directed_sample_to_end(script, 2);
    directed_expect(script, SPU_PMBPTR_EL1, directed_second);
    directed_mrs(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_EA | SPU_PMBSR_EL1_DL,
                 SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_EA | SPU_PMBSR_EL1_DL);
  }
}

// H6, IWZSLB: PMSCR_EL1.E1SPE controls the selection of operations, in program order; an operation that was selected is
// not affected.
SCENARIO(iwzslb_disabled_selection_keeps_chosen_operation)
{
  directed_start(script, 30);
  directed_sample(script);
  directed_msr(script, SPU_PMSICR_EL1, 100);
  directed_msr(script, SPU_PMSCR_EL1, 0);
  directed_add1(script, STEP_DISPATCH, 200);  // none of them is counted
  directed_expect(script, SPU_PMSICR_EL1, 100);
  directed_written(script, 1);
}

// Expects the configured result if the buffer is not enabled (E = 1, not stopped) when the scenario's one record is to
// be written to directed_buffer.
static void expect_choice(struct directed_script *script)
{
  const uint32_t choice = script->config->not_enabled_write;
  const bool written = choice == SPU_NOT_ENABLED_WRITE;
  const bool event = choice == SPU_NOT_ENABLED_NOT_ALLOWED;
  directed_add1(script, STEP_COMMITTED, written ? 1 : 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_NOT_ENABLED, written ? 0 : 1, 0);
  directed_add1(script, STEP_EVENTS, event ? 1 : 0);
  directed_add1(script, STEP_IRQ, event ? 1 : 0);
  directed_expect(script, SPU_PMBSR_EL1,
                  event ? SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL | SPU_PMBSR_EL1_BSC_NOT_ALLOWED : 0);
  directed_add(script, STEP_POINTER, directed_buffer, written ? 1 : 0, 0);
}

// U2, RSXWCP: ProfilingBufferEnabled() returns FALSE, in Debug state: written, discarded, or Access not allowed.
SCENARIO(rsxwcp_disabled_buffer_at_the_write_acts_as_configured)
{
  directed_start(script, 30);
  directed_sample(script);
  DIRECTED_PIN(script, pe_debug, 1);
  DIRECTED_OUT(script, buffer_enabled, 0);
  directed_add1(script, STEP_PSB, 1);
  DIRECTED_PIN(script, pe_debug, 0);
  expect_choice(script);
}

// U2, RVCYWL: SCR_EL3.{NSE, NS} does not match the owning Security state; if the record is written, then in the owner's
// regime.
SCENARIO_IF(rvcywl_other_state_at_the_write_acts_as_configured,
            config->have_el3 && (!config->have_rme || config->have_sel2))
{
  directed_start(script, 30);
  directed_sample(script);
  directed_add1(script, STEP_LEVEL, SPU_EL3);
  DIRECTED_PIN(script, scr_el3_ns, 0);
  DIRECTED_OUT(script, buffer_enabled, 0);
  directed_add1(script, STEP_PSB, 1);
  DIRECTED_PIN(script, scr_el3_ns, 1);
  expect_choice(script);
}

// U3, RQJWVQ: {NSPBE, NSPB} = 10x is reserved with FEAT_RME, and acts as the value in the configuration.
SCENARIO_IF(rqjwvq_reserved_owner_acts_as_configured, config->have_rme)
{
  const uint32_t space = config->reserved_nsxb >> 1;  // {NSPBE, NSPB<1>}
  directed_program(script, directed_buffer, directed_end);
  directed_add1(script, STEP_LEVEL, SPU_EL3);
  DIRECTED_PIN(script, mdcr_el3_nspbe, 1);
  DIRECTED_PIN(script, mdcr_el3_nspb, 0);
  DIRECTED_PIN(script, scr_el3_ns, space != 0);
  DIRECTED_PIN(script, scr_el3_nse, space == 3);
  directed_msr(script, SPU_PMSICR_EL1, 1);
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  DIRECTED_OUT(script, profiling_enabled, 1);  // the PE is in the Security state that owns the buffer
  directed_add1(script, STEP_DISPATCH, 1);
  directed_written(script, 1);
  // Not so in any other state.
  DIRECTED_PIN(script, scr_el3_ns, 1);
  DIRECTED_PIN(script, scr_el3_nse, space != 3);
  DIRECTED_OUT(script, profiling_enabled, 0);
  DIRECTED_OUT(script, buffer_enabled, 0);
}

// H1, IVKDVF: PSB CSYNC need not wait for operations dispatched while it waits.
SCENARIO(ivkdvf_psb_waits_for_no_later_operation)
{
  directed_program(script, directed_buffer, directed_end);
  directed_add(script, STEP_RESPONSE, 1, 1, 0);
  directed_sample_started(script, 1);
  directed_add1(script, STEP_PSB_BEGIN, 0);
  directed_add1(script, STEP_CLOCKS, 2);
  directed_add1(script, STEP_LATENCY, 5000);
  directed_sample(script);
  directed_add(script, STEP_RESPONSE, 1, 100, 0);
  directed_add1(script, STEP_PSB_END, 0);
  directed_add1(script, STEP_COMMITTED, 1);
  directed_written(script, 2);
}

// H6, IPDDCL: with PSB CSYNC before the context changes, the records are written for the old context.
SCENARIO(ipddcl_record_before_psb_goes_to_the_old_context)
{
  directed_start(script, 60);
  directed_sample(script);
  directed_msr(script, SPU_PMSCR_EL1, 0);
  directed_synchronize(script, 1);
  directed_msr(script, SPU_PMBLIMITR_EL1, 0);
  directed_msr(script, SPU_PMBPTR_EL1, directed_second);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | 1);
  DIRECTED_PIN(script, contextidr_el1, 0x33333333);
  directed_add1(script, STEP_CLOCKS, 50);
  directed_add1(script, STEP_COMMITTED, 1);
  directed_expect(script, SPU_PMBPTR_EL1, directed_second);
  directed_expect(script, SPU_PMBSR_EL1, 0);
}
