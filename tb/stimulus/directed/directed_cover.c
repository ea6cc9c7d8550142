// SPDX-License-Identifier: Apache-2.0
//
// Scenarios of what random stimulus hardly ever meets, so that functional coverage (tb/cover) need not wait for
// luck: reset values, every bit of every register, borrows of the sample counter, refused writes.
#include "spu_sysreg.h"
#include "stimulus/directed/directed_scenarios.h"

enum { MOST_REGISTERS = 15 };

// Read/write registers that the configuration has, PMSCR_EL1 and PMSCR_EL2 last.
static size_t list_registers(const struct spu_config *config, uint16_t list[MOST_REGISTERS])
{
  static const uint16_t always[] = {SPU_PMSICR_EL1,  SPU_PMSIRR_EL1,    SPU_PMSFCR_EL1,
                                    SPU_PMSEVFR_EL1, SPU_PMSLATFR_EL1,  SPU_PMBPTR_EL1,
                                    SPU_PMBSR_EL1,   SPU_PMBLIMITR_EL1, SPU_PMSCR_EL1};
  size_t count = 0;
  if (config->spe_version >= 2) {
    list[count++] = SPU_PMSNEVFR_EL1;
  }
  if (config->have_fds) {
    list[count++] = SPU_PMSDSFR_EL1;
  }
  for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) {
    list[count++] = always[i];
  }
  if (config->have_el2) {
    list[count++] = SPU_PMSCR_EL2;
  }
  return count;
}

// The same with those that fewer controls refuse.
static size_t list_all_registers(const struct spu_config *config, uint16_t list[MOST_REGISTERS])
{
  size_t count = list_registers(config, list);
  if (config->have_spe_nvm) {
    list[count++] = SPU_PMBMAR_EL1;
  }
  if (config->spe_version >= 5 && config->have_el2) {
    list[count++] = SPU_PMBSR_EL2;
  }
  if (config->spe_version >= 5 && config->have_el3) {
    list[count++] = SPU_PMBSR_EL3;
  }
  return count;
}

// Where every register can be accessed.
static void highest_level(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  directed_add1(script, STEP_LEVEL, config->have_el3 ? SPU_EL3 : config->have_el2 ? SPU_EL2 : SPU_EL1);
}

// The unit's reset values: zero, but for PMSCR_EL1.PCT without EL2. Nothing may have been written yet.
void scenario_registers_have_reset_values(struct directed_script *script)
{
  uint16_t list[MOST_REGISTERS];
  const size_t count = list_all_registers(script->config, list);
  highest_level(script);
  for (size_t i = 0; i < count; i++) {
    const bool fixed = list[i] == SPU_PMSCR_EL1 && !script->config->have_el2;
    directed_mrs(script, list[i], UINT64_MAX, fixed ? UINT64_C(1) << 6 : 0);
  }
}

// Ones and patterns into every bit; the checker's model says what is RES0.
void scenario_registers_read_back(struct directed_script *script)
{
  static const uint64_t patterns[] = {0x5555555555555555, 0xAAAAAAAAAAAAAAAA, UINT64_MAX, 0};
  uint16_t list[MOST_REGISTERS];
  const size_t count = list_all_registers(script->config, list);
  for (size_t p = 0; p < sizeof patterns / sizeof patterns[0]; p++) {
    highest_level(script);
    for (size_t i = 0; i < count; i++) {
      directed_msr(script, list[i], patterns[p]);
      directed_mrs(script, list[i], 0, 0);
    }
    // ID registers, and PMBIDR_EL1.P, at each level.
    for (uint64_t el = SPU_EL1; el <= SPU_EL3; el++) {
      if (el == SPU_EL1 || (el == SPU_EL2 && script->config->have_el2) ||
          (el == SPU_EL3 && script->config->have_el3)) {
        directed_add1(script, STEP_LEVEL, el);
        directed_mrs(script, SPU_PMSIDR_EL1, 0, 0);
        directed_mrs(script, SPU_PMBIDR_EL1, 0, 0);
        DIRECTED_PIN(script, mdcr_el3_nspb, script->config->have_el3 ? 1 : 0);  // Secure state owns it
        directed_mrs(script, SPU_PMBIDR_EL1, 0, 0);
        DIRECTED_PIN(script, mdcr_el3_nspb, script->config->have_el3 ? 3 : 0);
      }
    }
  }
}

// COUNT decrements over a byte boundary.
void scenario_count_borrows(struct directed_script *script)
{
  static const uint64_t counts[] = {0x101, 0x10001, 0x1000001};
  directed_program(script, directed_buffer, directed_end);
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    directed_msr(script, SPU_PMSICR_EL1, counts[i]);
    directed_add1(script, STEP_DISPATCH, 3);
    directed_mrs(script, SPU_PMSICR_EL1, UINT64_MAX, counts[i] - 3);
  }
}

// INTERVAL zero: without a random number COUNT stays zero and nothing is selected; nor after the operation that counts
// it down to zero, in whichever slot that is.
void scenario_interval_zero_selects_nothing(struct directed_script *script)
{
  uint64_t sampled = 0;
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSIRR_EL1, 0);
  directed_msr(script, SPU_PMSICR_EL1, 0);
  directed_add1(script, STEP_DISPATCH, 20);
  directed_mrs(script, SPU_PMSICR_EL1, UINT64_MAX, 0);
  for (uint32_t count = 0; count <= script->config->dispatch_width; count++) {
    for (uint32_t slots = 1; slots <= script->config->dispatch_width; slots++) {
      directed_msr(script, SPU_PMSICR_EL1, count);
      directed_add(script, STEP_DISPATCH, 1, (1U << slots) - 1, 0);
      directed_mrs(script, SPU_PMSICR_EL1, UINT64_MAX, count > slots ? count - slots : 0);
      sampled += count != 0 && count <= slots ? 1 : 0;
      directed_add1(script, STEP_PSB, sampled);
    }
  }
  directed_add1(script, STEP_COMMITTED, sampled);
}

static void refuse(struct directed_script *script, uint16_t addr, enum spu_verdict verdict)
{
  const bool trap = verdict == SPU_ACCESS_TRAP_EL2 || verdict == SPU_ACCESS_TRAP_EL3;
  directed_add(script, STEP_VERDICT, addr, verdict, trap ? 0x18 : 0);
  directed_add(script, STEP_REFUSED, addr, verdict, trap ? 0x18 : 0);
}

// All but PMSCR_EL2, which has rules of its own; the buffer's three registers only, or the others.
static void refuse_all(struct directed_script *script, bool buffer, enum spu_verdict verdict)
{
  uint16_t list[MOST_REGISTERS];
  const size_t count = list_registers(script->config, list);
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

// Every register, read and written at EL1, with what traps it to EL2 or to EL3, or makes it a memory access.
void scenario_refused_writes_change_nothing(struct directed_script *script)
{
  const struct spu_config *config = script->config;
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
    // Debug state in which EL3 is out of reach, with and without a trap to EL2 as well.
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
  directed_mrs(script, SPU_PMSICR_EL1, UINT64_MAX, 77);
  directed_mrs(script, SPU_PMBPTR_EL1, UINT64_MAX, directed_buffer);
}

// The same at EL2, where EL3 refuses: PMSCR by its three names, with and without HCR_EL2.E2H.
void scenario_access_refused_by_el3_traps_from_el2(struct directed_script *script)
{
  const struct spu_config *config = script->config;
  if (!config->have_el2 || !config->have_el3) {
    return;
  }
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

// B3: an access that traps to EL3 does not become the memory access that FEAT_NV2 makes of it otherwise.
void scenario_access_refused_by_el3_is_no_memory_access(struct directed_script *script)
{
  if (!script->config->have_el3 || script->config->nested_virt < 2) {
    return;
  }
  directed_program(script, directed_buffer, directed_end);
  DIRECTED_PIN(script, hcr_el2_nv, 1);
  DIRECTED_PIN(script, hcr_el2_nv2, 1);
  DIRECTED_PIN(script, mdcr_el3_nspb, 2);
  refuse(script, SPU_PMBPTR_EL1, SPU_ACCESS_TRAP_EL3);
  DIRECTED_PIN(script, hcr_el2_nv1, 1);
  refuse(script, SPU_PMSCR_EL1, SPU_ACCESS_TRAP_EL3);
}

// Accesses in the cycle of a mark, of a commit and of a collision, found by trying one cycle after another.
void scenario_accesses_see_indirect_writes_in_order(struct directed_script *script)
{
  enum { CLOCKS = 48 };
  for (uint64_t wait = 0; wait < CLOCKS; wait++) {
    directed_program(script, directed_buffer, directed_end);
    directed_sample(script);
    directed_add1(script, STEP_CLOCKS, wait + 1);
    directed_mrs(script, SPU_PMBPTR_EL1, 0, 0);
    directed_add1(script, STEP_PSB, 1);
    // A buffer with room for one record: the commit is a management event as well.
    directed_program(script, directed_end - directed_largest(script), directed_end);
    directed_sample(script);
    directed_add1(script, STEP_CLOCKS, wait + 1);
    directed_mrs(script, SPU_PMBSR_EL1, 0, 0);
    directed_add1(script, STEP_PSB, 1);
  }
}

// An operation that is issued at once and then takes longer than a 12-bit counter can count.
void scenario_issue_latency_does_not_saturate(struct directed_script *script)
{
  enum { LIFE = 4200, PART = 600 };
  directed_program(script, directed_buffer, directed_end);
  directed_add1(script, STEP_LATENCY, LIFE);
  DIRECTED_OP(script, issued, 1);
  directed_sample(script);
  for (uint64_t clocks = 0; clocks < LIFE; clocks += PART) {
    directed_add1(script, STEP_CLOCKS, PART);
  }
  directed_add1(script, STEP_PSB, 1);
  directed_add1(script, STEP_COMMITTED, 1);
}

static void write_and_dispatch(struct directed_script *script, uint16_t addr, uint64_t data)
{
  directed_add(script, STEP_WRITE_DISPATCH, addr, data, 0);
}

// A direct write in the cycle that marks an operation, selects one, or collides: it decides nothing of that cycle, and
// goes over what the cycle does to its register.
void scenario_direct_write_goes_over_the_selection_of_its_cycle(struct directed_script *script)
{
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSICR_EL1, 1);
  write_and_dispatch(script, SPU_PMSCR_EL1, 0);  // marked with everything that was to be collected
  directed_add1(script, STEP_PSB, 1);
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSICR_EL1, 1);
  write_and_dispatch(script, SPU_PMSICR_EL1, 50);
  directed_mrs(script, SPU_PMSICR_EL1, UINT64_MAX, 50);
  write_and_dispatch(script, SPU_PMSICR_EL1, 0);
  write_and_dispatch(script, SPU_PMSIRR_EL1, 5U << 8);  // the load takes the old INTERVAL
  directed_mrs(script, SPU_PMSICR_EL1, UINT64_MAX, 1U << 8);
  directed_add1(script, STEP_LATENCY, 100);
  for (uint32_t i = 0; i < script->config->in_flight; i++) {
    directed_sample(script);
  }
  directed_msr(script, SPU_PMSICR_EL1, 1);
  write_and_dispatch(script, SPU_PMBSR_EL1, 0);  // over COLL, which the collision sets
  directed_mrs(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_COLL, 0);
  directed_add1(script, STEP_PSB, script->config->in_flight);
}

// ECOUNT runs out, and COUNT at the operation after, which draws a random byte: if that is less than the operations
// left in the cycle, it selects a second one.
static void try_to_select_two(struct directed_script *script)
{
  directed_msr(script, SPU_PMSICR_EL1, UINT64_C(1) << 56 | 2);
  directed_add(script, STEP_DISPATCH, 1, (UINT64_C(1) << script->config->dispatch_width) - 1, 0);
}

// While a tag is free, the second one collides beside a mark; later, when none is, both collide. So many tries miss a
// byte that is small enough with a probability of e^-8.
void scenario_second_selection_of_a_cycle_collides(struct directed_script *script)
{
  const uint32_t width = script->config->dispatch_width;
  if (!script->config->have_ernd || width < 2) {
    return;
  }
  const uint32_t tries = 8 * 256 / (width - 1);
  directed_program(script, directed_buffer, directed_end);
  directed_msr(script, SPU_PMSFCR_EL1, 1U << 2);  // FL
  directed_msr(script, SPU_PMSLATFR_EL1, 0xFFF);  // which few reach: the buffer never fills
  directed_msr(script, SPU_PMSIRR_EL1, 1U << 8 | 1);
  for (uint32_t i = 0; i < tries; i++) {
    try_to_select_two(script);
    directed_add1(script, STEP_PSB, 0);  // every tag is free again
  }
  directed_mrs(script, SPU_PMBSR_EL1, SPU_PMBSR_EL1_COLL, SPU_PMBSR_EL1_COLL);
  directed_msr(script, SPU_PMSIRR_EL1, 1U << 8);
  directed_add1(script, STEP_LATENCY, 2 * tries + 100);
  for (uint32_t i = 0; i < script->config->in_flight; i++) {
    directed_sample(script);
  }
  directed_msr(script, SPU_PMSIRR_EL1, 1U << 8 | 1);
  for (uint32_t i = 0; i < tries; i++) {
    try_to_select_two(script);
  }
  directed_add1(script, STEP_PSB, 0);
  directed_msr(script, SPU_PMSLATFR_EL1, 0);
}
