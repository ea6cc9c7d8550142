// SPDX-License-Identifier: Apache-2.0
#include "stimulus/directed_script.h"

#include <stdlib.h>
#include <string.h>

#include "stimulus/directed.h"
#include "stimulus/sysreg.h"

enum { PAGE = 4096 };

static const uint64_t pmbsr_s = 1U << 17;
static const uint64_t pmbsr_coll = 1U << 16;
static const uint64_t pmbsr_dl = 1U << 19;
static const uint64_t pmbsr_status = 0x3F;

void directed_add(struct directed_script *script, enum directed_kind kind, uint64_t a, uint64_t b, uint64_t c)
{
  if (script->count == script->size) {
    const size_t size = script->size == 0 ? 256 : 2 * script->size;
    struct directed_step *step = realloc(script->step, size * sizeof *step);
    if (step == NULL) {
      script->out_of_memory = true;
      return;
    }
    script->step = step;
    script->size = size;
  }
  script->step[script->count++] = (struct directed_step){kind, NULL, a, b, c};
}

static void add1(struct directed_script *script, enum directed_kind kind, uint64_t a)
{
  directed_add(script, kind, a, 0, 0);
}

static void write(struct directed_script *script, uint16_t addr, uint64_t data)
{
  directed_add(script, STEP_WRITE, addr, data, 0);
}

static void expect(struct directed_script *script, uint16_t addr, uint64_t mask, uint64_t value)
{
  directed_add(script, STEP_EXPECT, addr, mask, value);
}

// The usual set-up: EL1 profiles EL1 and EL0, everything is collected and nothing filtered. The pointer is
// `pointer`, the limit the end of the second page.
static void program(struct directed_script *script, uint64_t pointer, uint64_t limit)
{
  add1(script, STEP_LEVEL, SPU_EL1);
  add1(script, STEP_LATENCY, 5);
  directed_add(script, STEP_RESPONSE, 1, 100, 0);
  directed_add(script, STEP_MAP, directed_buffer, 0, 0);
  directed_add(script, STEP_MAP, directed_buffer + PAGE, 0, 0);
  write(script, SYSREG_PMSCR_EL1, 0);
  write(script, SYSREG_PMBLIMITR_EL1, 0);
  write(script, SYSREG_PMBSR_EL1, 0);
  write(script, SYSREG_PMBPTR_EL1, pointer);
  write(script, SYSREG_PMSICR_EL1, 0);
  write(script, SYSREG_PMSIRR_EL1, 1U << 8);
  write(script, SYSREG_PMSFCR_EL1, 0);
  write(script, SYSREG_PMBLIMITR_EL1, limit | 1);
  write(script, SYSREG_PMSCR_EL1, 0x3B);  // TS, PA, CX, E1SPE, E0SPE
}

static const uint64_t buffer_end = directed_buffer + 2 * (uint64_t)PAGE;

static uint64_t largest(const struct directed_script *script)
{
  return (uint64_t)1 << script->config->max_size;
}

// The next operation is sampled.
static void sample(struct directed_script *script)
{
  write(script, SYSREG_PMSICR_EL1, 1);
  add1(script, STEP_DISPATCH, 1);
}

static void record_is_written(struct directed_script *script)
{
  program(script, directed_buffer, buffer_end);
  sample(script);
  add1(script, STEP_PSB, 1);
  add1(script, STEP_DSB, 0);
  add1(script, STEP_COMMITTED, 1);
  expect(script, SYSREG_PMBSR_EL1, UINT64_MAX, 0);
  add1(script, STEP_IRQ, 0);
}

static void buffer_full_exactly(struct directed_script *script)
{
  program(script, buffer_end - largest(script), buffer_end);
  sample(script);
  add1(script, STEP_PSB, 1);
  add1(script, STEP_COMMITTED, 1);  // the last record that fits is written whole
  expect(script, SYSREG_PMBSR_EL1, UINT64_MAX, pmbsr_s | 1);
  add1(script, STEP_IRQ, 1);
}

static void full_event_keeps_dl(struct directed_script *script)
{
  program(script, buffer_end - largest(script), buffer_end);
  write(script, SYSREG_PMBSR_EL1, pmbsr_dl);
  sample(script);
  add1(script, STEP_PSB, 1);
  expect(script, SYSREG_PMBSR_EL1, UINT64_MAX, pmbsr_dl | pmbsr_s | 1);
}

static void no_room_writes_nothing(struct directed_script *script)
{
  const uint64_t pointer = buffer_end - largest(script) + 1;
  program(script, pointer, buffer_end);
  sample(script);
  add1(script, STEP_PSB, 1);
  add1(script, STEP_COMMITTED, 0);
  expect(script, SYSREG_PMBPTR_EL1, UINT64_MAX, pointer);
  expect(script, SYSREG_PMBSR_EL1, UINT64_MAX, pmbsr_s | 1);
}

static void fault_at_every_byte(struct directed_script *script)
{
  for (uint64_t before = 0; before <= largest(script); before++) {
    program(script, directed_buffer + PAGE - before, buffer_end);
    directed_add(script, STEP_MAP, directed_buffer + PAGE, 1 + 0x07, 0);
    sample(script);
    add1(script, STEP_PSB, 1);
    add1(script, STEP_DSB, 0);
    add1(script, STEP_FAULT, before);
  }
}

static void stage2_fault_has_ec_0x25(struct directed_script *script)
{
  program(script, directed_buffer, buffer_end);
  directed_add(script, STEP_MAP, directed_buffer, 0x101 + 0x0F, 0);
  sample(script);
  add1(script, STEP_PSB, 1);
  expect(script, SYSREG_PMBSR_EL1, UINT64_MAX, (uint64_t)0x25 << 26 | pmbsr_s | 0x0F);
  expect(script, SYSREG_PMBPTR_EL1, UINT64_MAX, directed_buffer);
}

static void disabled_profiling_keeps_operation_in_flight(struct directed_script *script)
{
  program(script, directed_buffer, buffer_end);
  add1(script, STEP_LATENCY, 30);
  sample(script);
  write(script, SYSREG_PMSCR_EL1, 0);
  add1(script, STEP_PSB, 1);
  add1(script, STEP_COMMITTED, 1);
}

static void disabled_buffer_is_not_written(struct directed_script *script)
{
  if (script->config->not_enabled_write == SPU_NOT_ENABLED_WRITE) {
    return;  // this configuration writes it
  }
  program(script, directed_buffer, buffer_end);
  add1(script, STEP_LATENCY, 30);
  sample(script);
  write(script, SYSREG_PMBLIMITR_EL1, buffer_end);
  add1(script, STEP_PSB, 1);
  add1(script, STEP_COMMITTED, 0);
  expect(script, SYSREG_PMBPTR_EL1, UINT64_MAX, directed_buffer);
}

static void higher_level_is_not_sampled(struct directed_script *script)
{
  if (!script->config->have_el3) {
    return;
  }
  program(script, directed_buffer, buffer_end);
  write(script, SYSREG_PMSICR_EL1, 100);
  add1(script, STEP_LEVEL, SPU_EL3);
  add1(script, STEP_DISPATCH, 200);
  expect(script, SYSREG_PMSICR_EL1, UINT64_MAX, 100);
  add1(script, STEP_LEVEL, SPU_EL0);
  add1(script, STEP_DISPATCH, 60);
  add1(script, STEP_LEVEL, SPU_EL1);
  expect(script, SYSREG_PMSICR_EL1, UINT64_MAX, 40);
}

static void collision_sets_coll(struct directed_script *script)
{
  program(script, directed_buffer, buffer_end);
  add1(script, STEP_LATENCY, 100);
  for (uint32_t i = 0; i < script->config->in_flight; i++) {
    sample(script);
  }
  expect(script, SYSREG_PMBSR_EL1, pmbsr_coll, 0);
  sample(script);
  expect(script, SYSREG_PMBSR_EL1, pmbsr_coll, pmbsr_coll);
  add1(script, STEP_PSB, script->config->in_flight);
  add1(script, STEP_COMMITTED, script->config->in_flight);
}

static void psb_waits_for_operation_and_record(struct directed_script *script)
{
  program(script, directed_buffer, buffer_end);
  add1(script, STEP_LATENCY, 150);
  directed_add(script, STEP_RESPONSE, 1, 10, 0);
  sample(script);
  add1(script, STEP_PSB, 1);
  add1(script, STEP_COMMITTED, 1);
}

static void dsb_waits_for_response(struct directed_script *script)
{
  program(script, directed_buffer, buffer_end);
  directed_add(script, STEP_RESPONSE, 200, 100, 0);
  sample(script);
  add1(script, STEP_PSB, 1);
  add1(script, STEP_DSB, 0);
}

static void pointer_written_during_write_stays(struct directed_script *script)
{
  program(script, directed_buffer, buffer_end);
  directed_add(script, STEP_RESPONSE, 1, 5, 0);
  sample(script);
  add1(script, STEP_STARTED, 1);
  write(script, SYSREG_PMBPTR_EL1, directed_buffer + PAGE);
  add1(script, STEP_PSB, 1);
  expect(script, SYSREG_PMBPTR_EL1, UINT64_MAX, directed_buffer + PAGE);
}

static void write_after_psb_is_not_overwritten(struct directed_script *script)
{
  program(script, buffer_end - largest(script), buffer_end);
  sample(script);
  add1(script, STEP_PSB, 1);
  write(script, SYSREG_PMBPTR_EL1, directed_buffer);
  write(script, SYSREG_PMBSR_EL1, 0);
  add1(script, STEP_CLOCKS, 50);
  expect(script, SYSREG_PMBPTR_EL1, UINT64_MAX, directed_buffer);
  expect(script, SYSREG_PMBSR_EL1, UINT64_MAX, 0);
}

static void zero_count_loads_interval(struct directed_script *script)
{
  program(script, directed_buffer, buffer_end);
  write(script, SYSREG_PMSIRR_EL1, 3U << 8);
  add1(script, STEP_DISPATCH, 1);
  expect(script, SYSREG_PMSICR_EL1, UINT64_MAX, 3U << 8);
}

static void stopped_unit_samples_nothing(struct directed_script *script)
{
  program(script, directed_buffer, buffer_end);
  write(script, SYSREG_PMBSR_EL1, pmbsr_s);
  add1(script, STEP_IRQ, 1);
  sample(script);
  add1(script, STEP_PSB, 0);
  expect(script, SYSREG_PMSICR_EL1, UINT64_MAX, 1);
  expect(script, SYSREG_PMBSR_EL1, pmbsr_s | pmbsr_status, pmbsr_s);
}

static void el0_access_is_undefined(struct directed_script *script)
{
  program(script, directed_buffer, buffer_end);
  add1(script, STEP_LEVEL, SPU_EL0);
  directed_add(script, STEP_VERDICT, SYSREG_PMBPTR_EL1, SPU_ACCESS_UNDEFINED, 0);
  add1(script, STEP_LEVEL, SPU_EL1);
  directed_add(script, STEP_VERDICT, SYSREG_PMBPTR_EL1, SPU_ACCESS_OK, 0);
}

static const struct {
  const char *name;
  void (*write)(struct directed_script *script);
} scenarios[] = {
#define SCENARIO(name) \
  {                    \
#name, name        \
  }
    SCENARIO(record_is_written),  // first: it measures the length of a record
    SCENARIO(buffer_full_exactly),
    SCENARIO(full_event_keeps_dl),
    SCENARIO(no_room_writes_nothing),
    SCENARIO(fault_at_every_byte),
    SCENARIO(stage2_fault_has_ec_0x25),
    SCENARIO(disabled_profiling_keeps_operation_in_flight),
    SCENARIO(disabled_buffer_is_not_written),
    SCENARIO(higher_level_is_not_sampled),
    SCENARIO(collision_sets_coll),
    SCENARIO(psb_waits_for_operation_and_record),
    SCENARIO(dsb_waits_for_response),
    SCENARIO(pointer_written_during_write_stays),
    SCENARIO(write_after_psb_is_not_overwritten),
    SCENARIO(zero_count_loads_interval),
    SCENARIO(stopped_unit_samples_nothing),
    SCENARIO(el0_access_is_undefined),
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
  add1(script, STEP_PSB, 0);
  add1(script, STEP_DSB, 0);
}
