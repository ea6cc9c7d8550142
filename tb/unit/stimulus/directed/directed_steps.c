// SPDX-License-Identifier: Apache-2.0
//
// Functions that append steps to a script.
#include <stdlib.h>
#include <string.h>

#include "spu_sysreg.h"
#include "unit/env/pe_pins.h"
#include "unit/stimulus/directed/directed_script.h"

static void append(struct directed_script *script, const struct directed_step *added)
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
  script->step[script->count++] = *added;
}

static bool checks_level(enum directed_kind kind, uint64_t offset)
{
  return kind == STEP_IRQ || (kind == STEP_OUT && (offset == offsetof(struct spu_out, pmbirq) ||
                                                   offset == offsetof(struct spu_out, pmuirq) ||
                                                   offset == offsetof(struct spu_out, cti_pmu_overflow)));
}

// Puts the last step at index `at`.
static void move_last(struct directed_script *script, size_t at)
{
  const struct directed_step last = script->step[script->count - 1];
  memmove(&script->step[at + 1], &script->step[at], (script->count - 1 - at) * sizeof last);
  script->step[at] = last;
}

void directed_wait(struct directed_script *script)
{
  if (script->config->registered_pins) {
    script->present = script->count;
    append(script, &(struct directed_step){STEP_CLOCKS, NULL, 1, 0, 0});
  }
}

// With RegisteredPins a control field is presented a cycle before the steps that it is for, and before what else
// changes with it: in an idle cycle if there is one, otherwise in a cycle of its own.
static void present(struct directed_script *script)
{
  if (script->present == 0) {
    size_t at = script->count - 1;
    while (script->step[at - 1].kind < STEP_WRITE) {  // each scenario has a first cycle: directed_wait()
      at--;
    }
    struct directed_step *before = &script->step[at - 1];
    before->a -= before->kind == STEP_CLOCKS && before->a > 1;
    append(script, &(struct directed_step){STEP_CLOCKS, NULL, 1, 0, 0});
    move_last(script, at);
    script->present = at;
  }
  move_last(script, script->present++);
}

void directed_add(struct directed_script *script, enum directed_kind kind, uint64_t a, uint64_t b, uint64_t c)
{
  const bool registered = script->config->registered_pins;
  if (registered && checks_level(kind, a)) {
    directed_wait(script);
  }
  append(script, &(struct directed_step){kind, NULL, a, b, c});
  if (registered && !script->out_of_memory && kind == STEP_PIN && pe_pins_registered(a)) {
    present(script);
  } else if (kind >= STEP_WRITE) {
    script->present = 0;
  }
}

void directed_add1(struct directed_script *script, enum directed_kind kind, uint64_t a)
{
  directed_add(script, kind, a, 0, 0);
}

void directed_msr(struct directed_script *script, uint16_t addr, uint64_t data)
{
  directed_add(script, STEP_WRITE, addr, data, 0);
}

void directed_mrs(struct directed_script *script, uint16_t addr, uint64_t mask, uint64_t value)
{
  directed_add(script, STEP_EXPECT, addr, mask, value);
}

void directed_expect(struct directed_script *script, uint16_t addr, uint64_t value)
{
  directed_mrs(script, addr, UINT64_MAX, value);
}

void directed_refuse(struct directed_script *script, uint16_t addr, enum spu_verdict verdict, uint64_t detail)
{
  directed_add(script, STEP_VERDICT, addr, verdict, detail);
  directed_add(script, STEP_REFUSED, addr, verdict, detail);
}

void directed_program(struct directed_script *script, uint64_t pointer, uint64_t limit)
{
  directed_add1(script, STEP_LEVEL, SPU_EL1);
  directed_add1(script, STEP_LATENCY, 5);
  DIRECTED_PIN(script, psb_older, (1U << SPU_MAX_TAGS) - 1);
  directed_add(script, STEP_RESPONSE, 1, 100, 0);
  directed_add(script, STEP_MAP, directed_buffer, 0, 0);
  directed_add(script, STEP_MAP, directed_second, 0, 0);
  directed_msr(script, SPU_PMSCR_EL1, 0);
  directed_msr(script, SPU_PMBLIMITR_EL1, 0);
  directed_msr(script, SPU_PMBSR_EL1, 0);
  directed_msr(script, SPU_PMBPTR_EL1, pointer);
  directed_msr(script, SPU_PMSICR_EL1, 0);
  directed_msr(script, SPU_PMSIRR_EL1, 1U << 8);
  directed_msr(script, SPU_PMSFCR_EL1, 0);
  directed_msr(script, SPU_PMBLIMITR_EL1, limit | 1);
  directed_msr(script, SPU_PMSCR_EL1, 0x3B);  // TS, PA, CX, E1SPE, E0SPE
}

void directed_start(struct directed_script *script, uint64_t latency)
{
  directed_program(script, directed_buffer, directed_end);
  directed_add1(script, STEP_LATENCY, latency);
}

void directed_cross(struct directed_script *script)
{
  directed_program(script, directed_second - directed_before(script), directed_end);
}

void directed_sample(struct directed_script *script)
{
  directed_msr(script, SPU_PMSICR_EL1, 1);
  directed_add1(script, STEP_DISPATCH, 1);
}

void directed_sample_to_end(struct directed_script *script, uint64_t done)
{
  directed_sample(script);
  directed_add1(script, STEP_PSB, done);
}

void directed_written(struct directed_script *script, uint64_t records)
{
  directed_add1(script, STEP_PSB, records);
  directed_add1(script, STEP_COMMITTED, records);
}

void directed_sample_written(struct directed_script *script, uint64_t records)
{
  directed_sample(script);
  directed_written(script, records);
}

void directed_synchronize(struct directed_script *script, uint64_t done)
{
  directed_add1(script, STEP_PSB, done);
  directed_add1(script, STEP_DSB, 0);
}

void directed_sample_synchronized(struct directed_script *script, uint64_t done)
{
  directed_sample(script);
  directed_synchronize(script, done);
}

void directed_sample_started(struct directed_script *script, uint64_t started)
{
  directed_sample(script);
  directed_add1(script, STEP_STARTED, started);
}

void directed_sample_all(struct directed_script *script)
{
  for (uint32_t i = 0; i < script->config->in_flight; i++) {
    directed_sample(script);
  }
}

void directed_stop_monitors(struct directed_script *script)
{
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_LC);
  directed_msr(script, SPU_PMCNTENCLR_EL0, UINT32_MAX);
  directed_msr(script, SPU_PMINTENCLR_EL1, UINT32_MAX);
  directed_msr(script, SPU_PMOVSCLR_EL0, UINT32_MAX);
}

void directed_enable_monitors(struct directed_script *script)
{
  directed_msr(script, SPU_PMCR_EL0, SPU_PMCR_EL0_E | SPU_PMCR_EL0_LC);
}

void directed_count(struct directed_script *script, uint32_t n, uint64_t type, uint64_t from)
{
  directed_msr(script, spu_sysreg_pmevtyper(n), type);
  directed_msr(script, spu_sysreg_pmevcntr(n), from);
  directed_msr(script, SPU_PMCNTENSET_EL0, UINT64_C(1) << n);
}

bool directed_counters(const struct spu_config *config, uint32_t version, uint32_t count)
{
  return config->pmu_version >= version && config->pmu_version != 0 && config->pmu_counters >= count;
}

uint64_t directed_alignment(const struct directed_script *script)
{
  return (uint64_t)1 << script->config->ptr_align;
}

bool directed_crosses(const struct spu_config *config)
{
  return config->ptr_align <= 4;
}

uint64_t directed_before(const struct directed_script *script)
{
  const uint64_t align = directed_alignment(script);
  return align < 16 ? 16 : align;
}

uint64_t directed_largest(const struct directed_script *script)
{
  return (uint64_t)1 << script->config->max_size;
}
