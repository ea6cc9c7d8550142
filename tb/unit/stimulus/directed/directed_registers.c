// SPDX-License-Identifier: Apache-2.0
//
// Scenarios for registers that are too rare in random stimulus: every bit, refused accesses, accesses in the cycle of
// an indirect write; and for the sample counter's borrows and expiry.
#include "spu_sysreg.h"
#include "unit/stimulus/directed/directed_levels.h"
#include "unit/stimulus/directed/directed_scenarios.h"

SCENARIO_FILE(registers)

// Writes ones and patterns to every bit; the checker's model knows which are RES0.
SCENARIO(registers_read_back)  // B1
{
  static const uint64_t patterns[] = {0x5555555555555555, 0xAAAAAAAAAAAAAAAA, UINT64_MAX, 0};
  uint16_t list[DIRECTED_REGISTERS];
  const size_t count = directed_all_registers(config, list);
  for (size_t p = 0; p < sizeof patterns / sizeof patterns[0]; p++) {
    directed_to_highest(script);
    for (size_t i = 0; i < count; i++) {
      directed_msr(script, list[i], patterns[p]);
      directed_mrs(script, list[i], 0, 0);
    }
    // Reads ID registers, and PMBIDR_EL1.P, at each level.
    for (uint64_t el = SPU_EL1; el <= SPU_EL3; el++) {
      if (el == SPU_EL1 || (el == SPU_EL2 && config->have_el2) || (el == SPU_EL3 && config->have_el3)) {
        directed_add1(script, STEP_LEVEL, el);
        directed_mrs(script, SPU_PMSIDR_EL1, 0, 0);
        directed_mrs(script, SPU_PMBIDR_EL1, 0, 0);
        DIRECTED_PIN(script, mdcr_el3_nspb, config->have_el3 ? 1 : 0);  // Secure state owns the buffer
        directed_mrs(script, SPU_PMBIDR_EL1, 0, 0);
        DIRECTED_PIN(script, mdcr_el3_nspb, config->have_el3 ? 3 : 0);
      }
    }
  }
}

// COUNT decrements over a byte boundary.
SCENARIO(count_borrows)  // C1
{
  static const uint64_t counts[] = {0x101, 0x10001, 0x1000001};
  directed_program(script, directed_buffer, directed_end);
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    directed_msr(script, SPU_PMSICR_EL1, counts[i]);
    directed_add1(script, STEP_DISPATCH, 3);
    directed_expect(script, SPU_PMSICR_EL1, counts[i] - 3);
  }
}

// With INTERVAL zero and no random number, COUNT stays zero and nothing is selected, also after an operation in any
// slot counts it down to zero.
SCENARIO(interval_zero_selects_nothing)  // C1
{
  uint64_t sampled = 0;
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSIRR_EL1, 0);
  directed_msr(script, SPU_PMSICR_EL1, 0);
  directed_add1(script, STEP_DISPATCH, 20);
  directed_expect(script, SPU_PMSICR_EL1, 0);
  for (uint32_t count = 0; count <= config->dispatch_width; count++) {
    for (uint32_t slots = 1; slots <= config->dispatch_width; slots++) {
      directed_msr(script, SPU_PMSICR_EL1, count);
      directed_add(script, STEP_DISPATCH, 1, (1U << slots) - 1, 0);
      directed_expect(script, SPU_PMSICR_EL1, count > slots ? count - slots : 0);
      sampled += count != 0 && count <= slots ? 1 : 0;
      directed_add1(script, STEP_PSB, sampled);
    }
  }
  directed_add1(script, STEP_COMMITTED, sampled);
}

static void refuse(struct directed_script *script, uint16_t addr, enum spu_verdict verdict)
{
  const bool trap = verdict == SPU_ACCESS_TRAP_EL2 || verdict == SPU_ACCESS_TRAP_EL3;
  directed_refuse(script, addr, verdict, trap ? 0x18 : 0);
}

// Expects that all registers but PMSCR_EL2 are refused: the buffer's three, or the others.
static void refuse_all(struct directed_script *script, bool buffer, enum spu_verdict verdict)
{
  uint16_t list[DIRECTED_REGISTERS];
  const size_t count = directed_registers(script->config, list);
  for (size_t i = 0; i < count; i++) {
    const bool is_buffer =
        list[i] == SPU_PMBLIMITR_EL1 || list[i] == SPU_PMBPTR_EL1 || list[i] == SPU_PMBSR_EL1;
    const bool no_memory = verdict == SPU_ACCESS_MEMORY && list[i] == SPU_PMSFCR_EL1;
    if (is_buffer == buffer && list[i] != SPU_PMSCR_EL2 && !no_memory) {
      refuse(script, list[i], verdict);
    }
  }
  if (!buffer && verdict != SPU_ACCESS_MEMORY) {
    directed_add(script, STEP_VERDICT, SPU_PMSIDR_EL1, verdict, 0x18);
  }
}

// Reads and writes every register at EL1 with each control that traps it to EL2 or EL3 or makes it a memory access.
SCENARIO(refused_writes_change_nothing)  // B6
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSCR_EL1, 0);
  directed_msr(script, SPU_PMSICR_EL1, 77);
  if (config->have_el2) {
    DIRECTED_PIN(script, mdcr_el2_tpms, 1);
    refuse_all(script, false, SPU_ACCESS_TRAP_EL2);
    DIRECTED_PIN(script, mdcr_el2_tpms, 0);
    for (uint32_t e2pb = 0; e2pb <= 2; e2pb += 2) {
      DIRECTED_PIN(script, mdcr_el2_e2pb, e2pb);
      refuse_all(script, true, SPU_ACCESS_TRAP_EL2);
    }
    DIRECTED_PIN(script, mdcr_el2_e2pb, 3);
  }
  if (config->nested_virt >= 2) {
    DIRECTED_PIN(script, hcr_el2_nv, 1);
    DIRECTED_PIN(script, hcr_el2_nv1, 1);
    DIRECTED_PIN(script, hcr_el2_nv2, 1);
    refuse_all(script, false, SPU_ACCESS_MEMORY);
    refuse_all(script, true, SPU_ACCESS_MEMORY);
    refuse(script, SPU_PMSCR_EL2, SPU_ACCESS_TRAP_EL2);
    DIRECTED_PIN(script, hcr_el2_nv1, 0);
    directed_mrs(script, SPU_PMSCR_EL1, 0, 0);  // needs NV1
    if (config->have_vhe) {
      refuse(script, SPU_PMSCR_EL12, SPU_ACCESS_MEMORY);
      DIRECTED_PIN(script, hcr_el2_nv1, 1);
      refuse(script, SPU_PMSCR_EL12, SPU_ACCESS_TRAP_EL2);
      DIRECTED_PIN(script, hcr_el2_nv1, 0);
    }
    DIRECTED_PIN(script, hcr_el2_nv, 0);
    DIRECTED_PIN(script, hcr_el2_nv2, 0);
  }
  if (config->have_fgt && config->have_el2) {
    const uint64_t open = config->spe_version >= 2 ? UINT64_C(1) << 62 : 0;
    DIRECTED_PIN(script, hdfgrtr_el2, open | UINT64_C(1) << 63);
    directed_add(script, STEP_VERDICT, SPU_PMBIDR_EL1, SPU_ACCESS_TRAP_EL2, 0x18);
    DIRECTED_PIN(script, hdfgrtr_el2, open);
  }
  if (config->have_el3) {
    DIRECTED_PIN(script, mdcr_el3_nspb, 2);
    refuse_all(script, false, SPU_ACCESS_TRAP_EL3);
    refuse_all(script, true, SPU_ACCESS_TRAP_EL3);
    DIRECTED_PIN(script, mdcr_el3_nspb, 3);
    if (config->spe_version >= 2) {
      DIRECTED_PIN(script, mdcr_el3_enpmsn, 0);
      refuse(script, SPU_PMSNEVFR_EL1, SPU_ACCESS_TRAP_EL3);
      DIRECTED_PIN(script, mdcr_el3_enpmsn, 1);
    }
    if (config->have_fds) {
      DIRECTED_PIN(script, mdcr_el3_enpms3, 0);
      refuse(script, SPU_PMSDSFR_EL1, SPU_ACCESS_TRAP_EL3);
      DIRECTED_PIN(script, mdcr_el3_enpms3, 1);
    }
    DIRECTED_PIN(script, mdcr_el3_nspb, 2);
    // Debug state without access to EL3, with and without a trap to EL2.
    DIRECTED_PIN(script, pe_debug, 1);
    DIRECTED_PIN(script, edscr_sdd, 1);
    refuse(script, SPU_PMSICR_EL1, SPU_ACCESS_UNDEFINED);
    DIRECTED_PIN(script, mdcr_el2_tpms, config->have_el2);
    refuse(script, SPU_PMSICR_EL1,
           config->have_el2 && !config->el3_trap_priority ? SPU_ACCESS_TRAP_EL2 : SPU_ACCESS_UNDEFINED);
    DIRECTED_PIN(script, mdcr_el2_tpms, 0);
    DIRECTED_PIN(script, pe_debug, 0);
    DIRECTED_PIN(script, edscr_sdd, 0);
    DIRECTED_PIN(script, mdcr_el3_nspb, 3);
  }
  directed_expect(script, SPU_PMSICR_EL1, 77);
  directed_expect(script, SPU_PMBPTR_EL1, directed_buffer);
}

// The same at EL2, with refusals by EL3: PMSCR under its three names, with and without HCR_EL2.E2H.
SCENARIO_IF(access_refused_by_el3_traps_from_el2, config->have_el2 && config->have_el3)  // B4
{
  directed_program(script, directed_buffer, directed_end);
  directed_add1(script, STEP_LEVEL, SPU_EL2);
  directed_msr(script, SPU_PMSCR_EL2, 0x38);
  DIRECTED_PIN(script, mdcr_el3_nspb, 2);
  refuse(script, SPU_PMSCR_EL1, SPU_ACCESS_TRAP_EL3);
  refuse(script, SPU_PMSCR_EL2, SPU_ACCESS_TRAP_EL3);
  refuse(script, SPU_PMBPTR_EL1, SPU_ACCESS_TRAP_EL3);
  if (config->have_vhe) {
    refuse(script, SPU_PMSCR_EL12, SPU_ACCESS_UNDEFINED);
    DIRECTED_PIN(script, hcr_el2_e2h, 1);
    refuse(script, SPU_PMSCR_EL1, SPU_ACCESS_TRAP_EL3);
    refuse(script, SPU_PMSCR_EL12, SPU_ACCESS_TRAP_EL3);
    DIRECTED_PIN(script, hcr_el2_e2h, 0);
  }
  DIRECTED_PIN(script, mdcr_el3_nspb, 3);
  directed_mrs(script, SPU_PMSCR_EL2, 0xFF, 0x38);
}

// B3, B4: an access that traps to EL3 does not become a FEAT_NV2 memory access.
SCENARIO_IF(access_refused_by_el3_is_no_memory_access, config->have_el3 && config->nested_virt >= 2)
{
  directed_program(script, directed_buffer, directed_end);
  DIRECTED_PIN(script, hcr_el2_nv, 1);
  DIRECTED_PIN(script, hcr_el2_nv2, 1);
  DIRECTED_PIN(script, mdcr_el3_nspb, 2);
  refuse(script, SPU_PMBPTR_EL1, SPU_ACCESS_TRAP_EL3);
  DIRECTED_PIN(script, hcr_el2_nv1, 1);
  refuse(script, SPU_PMSCR_EL1, SPU_ACCESS_TRAP_EL3);
}

// Accesses in the cycles of a mark, a commit and a collision: tries one cycle after another.
SCENARIO(accesses_see_indirect_writes_in_order)  // H3
{
  enum { CLOCKS = 48 };
  for (uint64_t wait = 0; wait < CLOCKS; wait++) {
    directed_program(script, directed_buffer, directed_end);
    directed_sample(script);
    directed_add1(script, STEP_CLOCKS, wait + 1);
    directed_mrs(script, SPU_PMBPTR_EL1, 0, 0);
    directed_add1(script, STEP_PSB, 1);
    // A buffer with room for one record: the commit also causes a management event.
    directed_program(script, directed_end - directed_largest(script), directed_end);
    directed_sample(script);
    directed_add1(script, STEP_CLOCKS, wait + 1);
    directed_mrs(script, SPU_PMBSR_EL1, 0, 0);
    directed_add1(script, STEP_PSB, 1);
  }
}

// An operation issues at once and then takes longer than a 12-bit counter can count.
SCENARIO(issue_latency_does_not_saturate)  // D3
{
  enum { LIFE = 4200, PART = 600 };
  directed_start(script, LIFE);
  DIRECTED_OP(script, issued, 1);
  directed_sample(script);
  for (uint64_t clocks = 0; clocks < LIFE; clocks += PART) {
    directed_add1(script, STEP_CLOCKS, PART);
  }
  directed_written(script, 1);
}

static void write_and_dispatch(struct directed_script *script, uint16_t addr, uint64_t data)
{
  directed_add(script, STEP_WRITE_DISPATCH, addr, data, 0);
}

// A direct write in the cycle of a mark, a selection or a collision does not affect that cycle, and overrides the
// cycle's update of the register.
SCENARIO(direct_write_goes_over_the_selection_of_its_cycle)  // C1
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSICR_EL1, 1);
  write_and_dispatch(script, SPU_PMSCR_EL1, 0);  // the mark still collects everything
  directed_add1(script, STEP_PSB, 1);
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSICR_EL1, 1);
  write_and_dispatch(script, SPU_PMSICR_EL1, 50);
  directed_expect(script, SPU_PMSICR_EL1, 50);
  write_and_dispatch(script, SPU_PMSICR_EL1, 0);
  write_and_dispatch(script, SPU_PMSIRR_EL1, 5U << 8);  // the reload uses the old INTERVAL
  directed_expect(script, SPU_PMSICR_EL1, 1U << 8);
  directed_add1(script, STEP_PSB, 2);  // every tag is free
  directed_add1(script, STEP_LATENCY, 100);
  directed_sample_all(script);
  directed_msr(script, SPU_PMSICR_EL1, 1);
  write_and_dispatch(script, SPU_PMBSR_EL1, 0);  // overrides COLL, which the collision sets
  directed_mrs(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_COLL, 0);
  directed_add1(script, STEP_PSB, 2 + config->in_flight);
}

// ECOUNT expires, and COUNT at the next operation, which draws a random byte: if this is less than the number of
// operations left in the cycle, a second one is selected.
static void try_to_select_two(struct directed_script *script)
{
  directed_msr(script, SPU_PMSICR_EL1, UINT64_C(1) << 56 | 2);
  directed_add(script, STEP_DISPATCH, 1, (UINT64_C(1) << script->config->dispatch_width) - 1, 0);
}

// While a tag is free, the first one is marked and the second collides; later, without a free tag, both collide. This
// many tries fail with a probability of e^-8.
SCENARIO(second_selection_of_a_cycle_collides)  // C1, IQYCRM
{
  const uint32_t width = config->dispatch_width;
  if (!config->have_ernd || width < 2) {
    return;
  }
  const uint32_t tries = 8 * 256 / (width - 1);
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSFCR_EL1, 1U << 2);  // FL
  directed_msr(script, SPU_PMSLATFR_EL1, 0xFFF);  // few operations reach it, so the buffer never fills
  directed_msr(script, SPU_PMSIRR_EL1, 1U << 8 | 1);
  for (uint32_t i = 0; i < tries; i++) {
    try_to_select_two(script);
    directed_add1(script, STEP_PSB, 0);  // every tag is free again
  }
  directed_mrs(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_COLL, SPU_PMBSR_EL1_COLL);
  directed_msr(script, SPU_PMSIRR_EL1, 1U << 8);
  directed_add1(script, STEP_LATENCY, 2 * tries + 100);
  directed_sample_all(script);
  directed_msr(script, SPU_PMSIRR_EL1, 1U << 8 | 1);
  for (uint32_t i = 0; i < tries; i++) {
    try_to_select_two(script);
  }
  directed_add1(script, STEP_PSB, 0);
  directed_msr(script, SPU_PMSLATFR_EL1, 0);
}
