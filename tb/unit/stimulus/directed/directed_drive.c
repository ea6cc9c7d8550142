// SPDX-License-Identifier: Apache-2.0
//
// Drives the pins for directed steps.
#include <string.h>

#include "spu_sysreg.h"
#include "unit/env/pe_pins.h"
#include "unit/stimulus/directed/directed_internal.h"
#include "unit/util/number.h"

// A load whose record has every possible packet.
static void full_report(struct spu_op *op)
{
  memset(op, 0, sizeof *op);
  op->kind = SPU_KIND_LDST_GENERAL;
  op->va_valid = true;
  op->va = 0x00007FFF12345678;
  op->pa_valid = true;
  op->pa_ns = true;
  op->pa = 0x0000008012345678;
  op->source_valid = true;
  op->source = 0x5A;
  op->events = 0x0AC;
}

static void begin_scenario(struct directed_stimulus *directed, const char *name, struct spu_in *in)
{
  directed->name = name;
  directed->started = 0;
  directed->committed = 0;
  directed->events = 0;
  directed->serrors = 0;
  directed->triggers = 0;
  memset(directed->discarded, 0, sizeof directed->discarded);
  pe_pins_open(&directed->config, in);
  in->contextidr_el1 = 0x11111111;
  in->contextidr_el2 = directed->config.have_el2 ? 0x22222222 : 0;
  memset(in->pmu_event, 0, sizeof in->pmu_event);
  mmu_set_stage2(directed->mmu, true);
  axi_memory_fail_bursts(directed->memory, 0, 0, 0);  // for a burst that the previous scenario never made
  full_report(&directed->op);
}

static void drive_ops(struct directed_stimulus *directed, struct spu_in *in)
{
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    struct spu_op *op = &in->op[tag];
    const uint64_t finish = directed->finish[tag];
    *op = directed->op;
    op->issued = finish != 0 && (directed->op.issued || directed->cycle + 2 >= finish);
    op->xlate_busy = finish != 0 && (directed->op.xlate_busy || directed->cycle + 1 == finish);
    op->completed = finish != 0 && directed->op.completed && directed->cycle == directed->complete[tag];
    op->finished = finish != 0 && directed->cycle == finish;
    if (op->finished) {
      directed->finish[tag] = 0;
    }
  }
}

static void map(struct directed_stimulus *directed, uint64_t va, uint64_t fault, uint64_t cause)
{
  const struct mmu_page page = {.va = va,
                                .pa = va & 0xFFFFFFFF,
                                .pas = 1,
                                .fault = fault != 0,
                                .stage2 = fault >= DIRECTED_STAGE2 && fault < DIRECTED_GPC,
                                .gpc = fault >= DIRECTED_GPC,
                                .fsc = (uint8_t)((fault - 1) & 0x3F),
                                .cause = (uint8_t)cause,
                                .attr = (uint8_t)(cause >> 8),
                                .sh = (uint8_t)(cause >> 16)};
  directed->script.out_of_memory |= !mmu_map(directed->mmu, &page);
}

static void set_response(struct directed_stimulus *directed, uint64_t latency, uint64_t ready)
{
  const struct axi_timing timing = {.aw_ready_percent = (uint8_t)ready,
                                    .w_ready_percent = (uint8_t)ready,
                                    .b_latency_min = (uint16_t)latency,
                                    .b_latency_max = (uint16_t)latency};
  axi_memory_set_timing(directed->memory, &timing);
}

// Executes a step that takes no cycle. False for other steps.
static bool take_immediate(struct directed_stimulus *directed, const struct directed_step *step,
                           struct spu_in *in)
{
  switch (step->kind) {
  case STEP_SCENARIO:
    begin_scenario(directed, step->name, in);
    return true;
  case STEP_LEVEL:
    in->pe_el = (uint8_t)step->a;
    return true;
  case STEP_PIN:
    number_put((char *)in + step->a, step->b, step->c);
    return true;
  case STEP_OP:
    number_put((char *)&directed->op + step->a, step->b, step->c);
    return true;
  case STEP_FAIL_BURST:
    axi_memory_fail_burst(directed->memory, (uint32_t)step->a, (uint8_t)step->b);
    return true;
  case STEP_PSB_BEGIN:
    directed->psb_held = true;
    return true;
  case STEP_LATENCY:
    directed->latency = step->a;
    return true;
  case STEP_MAP:
    map(directed, step->a, step->b, step->c);
    return true;
  case STEP_STAGE2:
    mmu_set_stage2(directed->mmu, step->a != 0);
    return true;
  case STEP_RESPONSE:
    set_response(directed, step->a, step->b);
    return true;
  default:
    return false;
  }
}

static void write(uint64_t addr, uint64_t data, struct spu_in *in)
{
  in->sysreg_valid = true;
  in->sysreg_write = true;
  in->sysreg_addr = (uint16_t)addr;
  in->sysreg_wdata = data;
}

static void read(bool valid, uint64_t addr, struct spu_in *in)
{
  in->sysreg_valid = valid;
  in->sysreg_write = false;
  in->sysreg_addr = (uint16_t)addr;
}

static void dispatch(struct directed_stimulus *directed, uint8_t slots, struct spu_in *in)
{
  in->dispatch_valid = slots;
  for (uint32_t slot = 0; slot < SPU_MAX_SLOTS; slot++) {
    if ((slots >> slot & 1U) != 0) {
      in->dispatch_pc[slot] = 0x400000 + 4 * directed->operations;
      directed->operations++;
    }
  }
}

static void drive_step(struct directed_stimulus *directed, const struct directed_step *step,
                       struct spu_in *in)
{
  const bool first = directed->step_clocks == 0;
  switch (step->kind) {
  case STEP_WRITE:
    write(step->a, step->b, in);
    break;
  case STEP_EXPECT:
  case STEP_VERDICT:
    read(first, step->a, in);
    break;
  case STEP_REFUSED:
    write(step->a, UINT64_MAX, in);
    in->sysreg_valid = first;
    break;
  case STEP_POINTER:
    read(first, SPU_PMBPTR_EL1, in);
    break;
  case STEP_FAULT:  // PMBSR_EL1, then PMBPTR_EL1
    read(directed->step_clocks < 2, first ? SPU_PMBSR_EL1 : SPU_PMBPTR_EL1, in);
    break;
  case STEP_WRITE_DISPATCH:
    write(step->a, step->b, in);
    dispatch(directed, 1, in);
    break;
  case STEP_DISPATCH:
    dispatch(directed, step->b == 0 ? 1 : (uint8_t)step->b, in);
    break;
  case STEP_PSB:
    in->psb_valid = true;
    break;
  case STEP_DSB:
    in->dsb_valid = true;
    break;
  default:
    break;
  }
}

void directed_drive(void *context, uint64_t cycle, struct spu_in *in)
{
  struct directed_stimulus *directed = context;
  const struct directed_script *script = &directed->script;
  directed->cycle = cycle;
  in->psb_older = directed->psb_older;
  while (directed->at < script->count && take_immediate(directed, &script->step[directed->at], in)) {
    directed->at++;
  }
  in->sysreg_valid = false;
  in->dispatch_valid = 0;
  in->psb_valid = directed->psb_held;
  in->dsb_valid = false;
  in->time_count = cycle;
  if (directed->at < script->count) {
    drive_step(directed, &script->step[directed->at], in);
  } else {
    directed->done = true;
  }
  directed->psb_older = in->psb_older;
  in->psb_older = in->psb_valid ? in->psb_older : 0;
  drive_ops(directed, in);
  mmu_drive(directed->mmu, in);
  axi_memory_drive(directed->memory, in);
}
