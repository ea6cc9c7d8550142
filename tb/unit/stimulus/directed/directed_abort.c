// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for External aborts, in each form that a configuration can have, and for Access not allowed
// (requirements G4, G5, G6, H5; Arm ARM D17.8.4, D17.8.5).
#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(abort)

enum { SLVERR = 2, DECERR = 3 };

static bool reported(const struct spu_config *config)
{
  return config->external_abort == SPU_ABORT_REPORTED_SYNC ||
         config->external_abort == SPU_ABORT_REPORTED_ASYNC;
}

// Responses take `latency` cycles; the response to the `burst`-th of the next bursts is an error.
static void fail_burst(struct directed_script *script, uint64_t latency, uint64_t burst, uint64_t response)
{
  directed_add(script, STEP_RESPONSE, latency, 100, 0);
  directed_add(script, STEP_FAIL_BURST, burst, response, 0);
}

// Expects the state after an error response to the burst at `burst` of the record at `pointer`, once the writes are
// complete.
static void expect_abort(struct directed_script *script, uint64_t pointer, uint64_t burst)
{
  const uint32_t form = script->config->external_abort;
  const uint64_t s = directed_ec(0x24) | SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_EA;
  directed_add1(script, STEP_SERRORS, form == SPU_ABORT_SERROR ? 1 : 0);
  directed_add1(script, STEP_EVENTS, reported(script->config) ? 1 : 0);
  directed_add1(script, STEP_IRQ, reported(script->config) ? 1 : 0);
  if (form == SPU_ABORT_REPORTED_SYNC) {
    directed_add1(script, STEP_COMMITTED, 0);
    directed_add(script, STEP_DISCARDED, SPU_DISCARD_FAULT, 1, 0);
    directed_expect(script, SPU_PMBSR_EL1,
                    s | (burst != pointer ? SPU_PMBSR_EL1_DL : 0) | SPU_PMBSR_EL1_FSC_SYNC_ABORT);
    directed_expect(script, SPU_PMBPTR_EL1, burst);
    return;
  }
  directed_add1(script, STEP_COMMITTED, 1);  // before the response came
  directed_expect(script, SPU_PMBSR_EL1,
                  form == SPU_ABORT_REPORTED_ASYNC ? s | SPU_PMBSR_EL1_DL | SPU_PMBSR_EL1_FSC_ASYNC_ABORT
                                                   : 0);
  directed_add(script, STEP_POINTER, pointer, 1, 0);
}

SCENARIO(abort_of_the_first_burst_acts_as_configured)  // G4, H5, RJFYNW
{
  directed_program(script, directed_buffer, directed_end);
  fail_burst(script, 100, 0, SLVERR);
  directed_sample_synchronized(script, 1);  // H5: when PSB CSYNC is done, the abort has been reported
  expect_abort(script, directed_buffer, directed_buffer);
}

SCENARIO_IF(abort_of_the_second_burst_acts_as_configured, directed_crosses(config))  // G4
{
  directed_cross(script);
  fail_burst(script, 100, 1, DECERR);
  directed_sample_synchronized(script, 1);
  expect_abort(script, directed_second - directed_before(script), directed_second);
}

SCENARIO_IF(abort_of_the_first_of_two_bursts_acts_as_configured, directed_crosses(config))  // G4
{
  directed_cross(script);
  fail_burst(script, 100, 0, DECERR);
  directed_sample_synchronized(script, 1);
  expect_abort(script, directed_second - directed_before(script), directed_second - directed_before(script));
}

// The response arrives with the buffer off; what counts is that it was on when the write was made.
SCENARIO_IF(abort_with_the_buffer_off_is_reported, reported(config))  // G4, IRRBSZ
{
  directed_program(script, directed_buffer, directed_end);
  fail_burst(script, 200, 0, SLVERR);
  directed_sample_started(script, 1);
  directed_add1(script, STEP_CLOCKS, 50);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end);
  directed_synchronize(script, 1);
  expect_abort(script, directed_buffer, directed_buffer);
}

// G4, D17.8.4.4, IBRTKK: where PMBPTR_EL1 is held (IBRTKK), it cannot get the address of a later burst, so the report
// is asynchronous. Both bursts are on the bus before the buffer is off.
SCENARIO_IF(abort_of_the_second_burst_with_the_buffer_off,
            config->external_abort == SPU_ABORT_REPORTED_SYNC && directed_crosses(config))
{
  const uint64_t pointer = directed_second - directed_before(script);
  directed_cross(script);
  fail_burst(script, 200, 1, SLVERR);
  directed_sample_started(script, 1);
  directed_add1(script, STEP_CLOCKS, 300);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end);
  directed_synchronize(script, 1);
  if (!config->abort_ptr_held) {
    expect_abort(script, pointer, directed_second);
    return;
  }
  directed_add1(script, STEP_EVENTS, 1);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_FAULT, 1, 0);
  directed_expect(script, SPU_PMBSR_EL1,
                  directed_ec(0x24) | SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_EA | SPU_PMBSR_EL1_DL |
                      SPU_PMBSR_EL1_FSC_ASYNC_ABORT);
  directed_expect(script, SPU_PMBPTR_EL1, pointer);
}

// G4, G6, IXPWQC: with S = 1, only EA and DL record the abort.
SCENARIO_IF(abort_when_stopped_keeps_the_syndrome, reported(config))
{
  const bool synchronous = config->external_abort == SPU_ABORT_REPORTED_SYNC;
  directed_program(script, directed_buffer, directed_end);
  fail_burst(script, 200, 0, SLVERR);
  directed_sample_started(script, 1);
  directed_add1(script, STEP_CLOCKS, 50);
  directed_msr(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_BSC_FILLED);
  directed_synchronize(script, 1);
  directed_add1(script, STEP_EVENTS, 0);
  directed_expect(script, SPU_PMBSR_EL1,
                  SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_EA | (synchronous ? 0 : SPU_PMBSR_EL1_DL) |
                      SPU_PMBSR_EL1_BSC_FILLED);
}

// G6, IXQRTS: after a fault of the second page, an error response to the first burst sets EA and keeps the fault's
// syndrome.
SCENARIO_IF(fault_goes_before_a_late_abort,
            config->external_abort == SPU_ABORT_REPORTED_ASYNC && directed_crosses(config))
{
  directed_cross(script);
  directed_add(script, STEP_MAP, directed_second, DIRECTED_STAGE1 + 0x0F, 0);
  fail_burst(script, 200, 0, SLVERR);
  directed_sample_synchronized(script, 1);
  directed_add1(script, STEP_EVENTS, 1);
  directed_expect(script, SPU_PMBSR_EL1,
                  directed_ec(0x24) | SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_EA | SPU_PMBSR_EL1_DL | 0x0F);
  directed_expect(script, SPU_PMBPTR_EL1, directed_second);
}

// G6, IXQRTS: the same two at every distance, one of which puts both in one cycle: EA and DL are set then too, and
// there is one management event, with the fault's syndrome (G6). Which distance this is depends on the unit.
SCENARIO_IF(fault_goes_before_an_abort_of_its_cycle,
            config->external_abort == SPU_ABORT_REPORTED_ASYNC && directed_crosses(config))
{
  for (uint64_t delay = 1; delay <= 24; delay++) {
    directed_cross(script);
    directed_add(script, STEP_MAP, directed_second, DIRECTED_STAGE1 + 0x0F, 0);
    fail_burst(script, delay, 0, SLVERR);
    directed_sample_synchronized(script, 1);
    directed_mrs(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_EA | SPU_PMBSR_EL1_DL,
                 SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_EA | SPU_PMBSR_EL1_DL);
  }
}

// Software writes PMBSR_EL1 at every distance from an error response: in its cycle, and in those before and after it.
SCENARIO(status_is_written_around_an_abort)  // G5
{
  for (uint64_t delay = 1; delay <= 24; delay++) {
    directed_program(script, directed_buffer, directed_end);
    fail_burst(script, 8, 0, SLVERR);
    directed_sample_started(script, delay);
    directed_add1(script, STEP_CLOCKS, delay);
    directed_msr(script, SPU_PMBSR_EL1, 0);
    directed_synchronize(script, delay);
  }
}

// Software finds EA, moves the pointer and continues.
SCENARIO_IF(restart_after_abort_writes_again, reported(config))  // G9
{
  directed_program(script, directed_buffer, directed_end);
  directed_add(script, STEP_FAIL_BURST, 0, SLVERR, 0);
  directed_sample_synchronized(script, 1);
  directed_mrs(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_EA, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_EA);
  directed_msr(script, SPU_PMBPTR_EL1, directed_second);
  directed_msr(script, SPU_PMBSR_EL1, 0);
  directed_sample_synchronized(script, 2);
  directed_add(script, STEP_POINTER, directed_second, 1, 0);
  directed_expect(script, SPU_PMBSR_EL1, 0);
  directed_add1(script, STEP_IRQ, 0);
}

// G5, D17.8.5: the third option of RSXWCP.
SCENARIO_IF(access_not_allowed_sets_dl, config->not_enabled_write == SPU_NOT_ENABLED_NOT_ALLOWED)
{
  directed_start(script, 30);
  directed_sample(script);
  directed_msr(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_COLL);
  DIRECTED_PIN(script, pe_debug, 1);
  directed_add1(script, STEP_PSB, 1);
  DIRECTED_PIN(script, pe_debug, 0);
  directed_add1(script, STEP_EVENTS, 1);
  directed_add1(script, STEP_IRQ, 1);
  directed_expect(script, SPU_PMBSR_EL1,
                  SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL | SPU_PMBSR_EL1_COLL | SPU_PMBSR_EL1_BSC_NOT_ALLOWED);
  directed_expect(script, SPU_PMBPTR_EL1, directed_buffer);
}
