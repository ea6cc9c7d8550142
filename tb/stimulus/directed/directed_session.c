// SPDX-License-Identifier: Apache-2.0
//
// Scenarios of samples that outlive their session, or collide with an event; of completion, and of a barrier that
// waits for older operations alone (requirements B1, C3, D3, D7, E7, G12, H7).
#include "env/mmu.h"
#include "spu_sysreg.h"
#include "stimulus/directed/directed_scenarios.h"

// C3, D17.8: a sample taken while the record before it is written, and lost because that one fills the buffer.
void scenario_sample_behind_a_full_buffer_collides(struct directed_script *script)
{
  directed_program(script, directed_end - directed_largest(script), directed_end);
  directed_add(script, STEP_RESPONSE, 1, 5, 0);
  directed_sample(script);
  directed_add1(script, STEP_STARTED, 1);
  directed_add1(script, STEP_LATENCY, 1500);
  directed_sample(script);
  directed_add1(script, STEP_PSB, 1);
  directed_add1(script, STEP_COMMITTED, 1);
  directed_add1(script, STEP_EVENTS, 1);
  directed_mrs(script, SPU_PMBSR_EL1, UINT64_MAX,
               SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_COLL | SPU_PMBSR_EL1_BSC_FILLED);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_STOPPED, 0, 0);
}

// C3, D17.8: its record waits already.
void scenario_record_behind_a_full_buffer_collides(struct directed_script *script)
{
  directed_program(script, directed_end - directed_largest(script), directed_end);
  directed_add(script, STEP_RESPONSE, 1, 2, 0);
  directed_sample(script);
  directed_add1(script, STEP_STARTED, 1);
  directed_sample(script);
  directed_add1(script, STEP_PSB, 2);
  directed_add1(script, STEP_COMMITTED, 1);
  directed_mrs(script, SPU_PMBSR_EL1, UINT64_MAX,
               SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_COLL | SPU_PMBSR_EL1_BSC_FILLED);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_COLLIDED, 1, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_STOPPED, 0, 0);
}

// C3, D17.3.7, D17.9: COLL of a sample that is lost to an earlier full buffer comes with that event. A read before it does
// not see it, one after PSB CSYNC does.
void scenario_psb_shows_coll_of_a_lost_sample(struct directed_script *script)
{
  directed_program(script, directed_end - directed_largest(script), directed_end);
  directed_add(script, STEP_RESPONSE, 1, 2, 0);
  directed_sample(script);
  directed_add1(script, STEP_STARTED, 1);
  directed_sample(script);
  directed_mrs(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_COLL, 0);
  directed_add1(script, STEP_PSB, 2);
  directed_mrs(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_COLL,
               SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_COLL);
}

// C3, D17.8: a fault is reported synchronously, too.
void scenario_sample_behind_a_fault_collides(struct directed_script *script)
{
  if (script->config->in_flight < 2) {
    return;
  }
  directed_program(script, directed_buffer, directed_end);
  directed_add(script, STEP_MAP, directed_buffer, DIRECTED_STAGE1 + 0x07, 0);
  directed_sample(script);
  directed_add1(script, STEP_LATENCY, 200);
  directed_sample(script);
  directed_add1(script, STEP_PSB, 1);
  directed_mrs(script, SPU_PMBSR_EL1, UINT64_MAX,
               directed_ec(0x24) | SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_COLL | 0x07);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_FAULT, 1, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_STOPPED, 0, 0);
}

// G12, D17.4: what was collected before the buffer was disabled is not written after it is enabled again.
void scenario_disabling_ends_the_session(struct directed_script *script)
{
  directed_program(script, directed_buffer, directed_end);
  directed_add1(script, STEP_LATENCY, 30);
  directed_sample(script);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | 1);
  directed_add1(script, STEP_PSB, 1);
  directed_add1(script, STEP_COMMITTED, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_NOT_ENABLED, 1, 0);
  directed_add1(script, STEP_EVENTS, 0);
  directed_mrs(script, SPU_PMBPTR_EL1, UINT64_MAX, directed_buffer);
  // The next session's are.
  directed_sample(script);
  directed_add1(script, STEP_PSB, 2);
  directed_add1(script, STEP_COMMITTED, 1);
}

// G12, D17.4: nor after profiling was stopped. What was first is the reason.
void scenario_stopping_ends_the_session(struct directed_script *script)
{
  directed_program(script, directed_buffer, directed_end);
  directed_add1(script, STEP_LATENCY, 40);
  directed_sample(script);
  directed_msr(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_S);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end);
  directed_msr(script, SPU_PMBSR_EL1, 0);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | 1);
  directed_add1(script, STEP_PSB, 1);
  directed_add1(script, STEP_COMMITTED, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_STOPPED, 1, 0);
  directed_add1(script, STEP_EVENTS, 0);
}

// G12, D17.9.1 IPDDCL: a sample of one owner is not written into the buffer of another.
void scenario_sample_of_another_owner_is_discarded(struct directed_script *script)
{
  if (!script->config->have_el2) {
    return;
  }
  directed_program(script, directed_buffer, directed_end);
  directed_add1(script, STEP_LATENCY, 30);
  directed_sample(script);
  DIRECTED_PIN(script, mdcr_el2_e2pb, 0);
  directed_add1(script, STEP_PSB, 1);
  directed_add1(script, STEP_COMMITTED, 0);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_NOT_ENABLED, 1, 0);
  directed_add1(script, STEP_EVENTS, 0);
  directed_mrs(script, SPU_PMBPTR_EL1, 0, 0);
}

// E7, D17.5.5: a record that waits when Discard mode is set is not written, and there is no event.
void scenario_waiting_record_is_discarded_in_discard_mode(struct directed_script *script)
{
  if (script->config->spe_version < 2) {
    return;
  }
  directed_program(script, directed_end - 2 * directed_largest(script), directed_end);
  directed_add(script, STEP_RESPONSE, 1, 2, 0);
  directed_sample(script);
  directed_add1(script, STEP_STARTED, 1);
  directed_sample(script);
  directed_add1(script, STEP_CLOCKS, 40);
  directed_msr(script, SPU_PMBLIMITR_EL1, directed_end | 4 | 1);
  directed_add1(script, STEP_PSB, 2);
  directed_add1(script, STEP_COMMITTED, 1);
  directed_add(script, STEP_DISCARDED, SPU_DISCARD_MODE, 1, 0);
  directed_add1(script, STEP_EVENTS, 0);
  directed_mrs(script, SPU_PMBSR_EL1, UINT64_MAX, 0);
}

// H7: a sampled PSB CSYNC, or an operation behind it, does not keep it waiting.
void scenario_psb_waits_for_older_operations_alone(struct directed_script *script)
{
  directed_program(script, directed_buffer, directed_end);
  directed_add1(script, STEP_LATENCY, 200);
  directed_sample(script);
  DIRECTED_PIN(script, psb_older, 0);
  directed_add1(script, STEP_PSB, 0);
  directed_add1(script, STEP_COMMITTED, 0);
  directed_mrs(script, SPU_PMBPTR_EL1, UINT64_MAX, directed_buffer);
  DIRECTED_PIN(script, psb_older, 0x0F);
  directed_add1(script, STEP_PSB, 1);
  directed_add1(script, STEP_COMMITTED, 1);
}

// D3, D18.2: latencies end where an operation completes, however late its fate is known.
void scenario_latency_ends_with_completion(struct directed_script *script)
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSLATFR_EL1, 10);
  directed_msr(script, SPU_PMSFCR_EL1, 4);  // FL
  directed_add1(script, STEP_LATENCY, 60);
  DIRECTED_OP(script, completed, 1);
  directed_sample(script);
  directed_add1(script, STEP_PSB, 0);
  directed_add1(script, STEP_COMMITTED, 0);
  DIRECTED_OP(script, completed, 0);
  directed_sample(script);
  directed_add1(script, STEP_PSB, 1);
  directed_add1(script, STEP_COMMITTED, 1);
}

// D6, D17.6.7: what completed and then did not retire.
void scenario_completed_operation_can_still_be_squashed(struct directed_script *script)
{
  for (unsigned how = SPU_OP_RETIRED; how <= SPU_OP_SQUASHED; how++) {
    for (unsigned kind = SPU_KIND_OTHER; kind <= SPU_KIND_LDST_GENERAL; kind++) {
      directed_program(script, directed_buffer, directed_end);
      directed_add1(script, STEP_LATENCY, 20);
      DIRECTED_OP(script, completed, 1);
      DIRECTED_OP(script, how, how);
      DIRECTED_OP(script, kind, kind);
      DIRECTED_OP(script, cond, 1);
      DIRECTED_OP(script, events, UINT64_MAX);
      DIRECTED_OP(script, target_valid, 1);
      directed_sample(script);
      directed_add1(script, STEP_PSB, 0);
    }
  }
}

// B1, D24.7.5: MSS2 of Permission faults, bit by bit, as far as there is something to report.
void scenario_permission_fault_says_what_it_came_from(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  for (unsigned bit = 0; bit < 4; bit++) {
    for (unsigned fault = 0; fault < 3; fault++) {
      const bool stage2 = fault == 1;
      const bool permission = fault != 2;
      if (stage2 && !config->have_el2) {
        continue;
      }
      // As PMBSR_EL1[40:37] has them: TopLevel, AssuredOnly, Overlay, DirtyBit.
      static const uint8_t causes[] = {MMU_DIRTY_BIT, MMU_OVERLAY, MMU_ASSURED_ONLY, MMU_TOP_LEVEL};
      const bool exists[] = {config->have_pie, config->have_poe, config->have_the && stage2,
                             config->have_the && stage2};
      const uint64_t mss2 = exists[bit] && permission ? (uint64_t)1 << (37 + bit) : 0;
      const uint64_t fsc = permission ? 0x0F : 0x07;
      directed_program(script, directed_buffer, directed_end);
      directed_add(script, STEP_MAP, directed_buffer, (stage2 ? DIRECTED_STAGE2 : DIRECTED_STAGE1) + fsc,
                   causes[bit]);
      directed_sample(script);
      directed_add1(script, STEP_PSB, 1);
      directed_mrs(script, SPU_PMBSR_EL1, UINT64_MAX,
                   mss2 | directed_ec(stage2 ? 0x25 : 0x24) | SPU_PMBSR_EL1_S | fsc);
    }
  }
}

// D7, D17.6.4.3, D17.6.4.5: the core is given the filter controls that choose a half of an operation.
void scenario_filter_controls_are_outputs(struct directed_script *script)
{
  directed_program(script, directed_buffer, directed_end);
  for (uint64_t field = 0; field < 8; field++) {
    const uint64_t ft = field & 1;
    const uint64_t ld = field >> 1 & 1;
    const uint64_t st = field >> 2;
    directed_msr(script, SPU_PMSFCR_EL1, ft << 1 | ld << 17 | st << 18);
    DIRECTED_OUT(script, filter_ft, ft);
    DIRECTED_OUT(script, filter_ld, ld);
    DIRECTED_OUT(script, filter_st, st);
  }
}

// B1, D24.7.4: the pointer's low bits are RES0, as many as the configuration says.
void scenario_pointer_has_its_alignment(struct directed_script *script)
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMBPTR_EL1, directed_second - 1);
  directed_mrs(script, SPU_PMBPTR_EL1, UINT64_MAX, directed_second - directed_alignment(script));
}
