// SPDX-License-Identifier: Apache-2.0
#include "stimulus/directed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "env/mmu.h"
#include "stimulus/directed_script.h"
#include "stimulus/sysreg.h"

enum { STEP_LIMIT = 20000 };  // clocks that a step may wait

struct directed_stimulus {
  struct spu_config config;
  struct directed_script script;
  struct axi_memory *memory;
  struct mmu *mmu;
  size_t at;             // step
  uint64_t step_clocks;  // clocks spent in it
  const char *name;      // scenario
  uint64_t latency;
  uint64_t finish[SPU_MAX_TAGS];  // clock in which the operation finishes; 0: none in flight
  uint64_t cycle;
  uint64_t operations;
  uint64_t record_length;  // of the first record of the run
  uint64_t marked;         // in this scenario
  uint64_t started;
  uint64_t committed;
  uint64_t discarded;
  bool done;
};

struct directed_stimulus *directed_create(const struct spu_config *config, const char *scenario, bool *known)
{
  struct directed_stimulus *directed = calloc(1, sizeof *directed);
  *known = true;
  if (directed == NULL) {
    return NULL;
  }
  directed->config = *config;
  directed->script.config = &directed->config;
  directed->memory = axi_memory_create(config->axi_data_width / 8, 1);
  directed->mmu = mmu_create(1);
  *known = false;
  for (size_t i = 0; directed_name(i) != NULL; i++) {
    // The first one always runs: it measures what others expect.
    if (scenario == NULL || i == 0 || strcmp(scenario, directed_name(i)) == 0) {
      directed_write(&directed->script, i);
    }
    *known = *known || scenario == NULL || strcmp(scenario, directed_name(i)) == 0;
  }
  if (!*known || directed->memory == NULL || directed->mmu == NULL || directed->script.out_of_memory) {
    directed_destroy(directed);
    return NULL;
  }
  return directed;
}

void directed_destroy(struct directed_stimulus *directed)
{
  if (directed != NULL) {
    axi_memory_destroy(directed->memory);
    mmu_destroy(directed->mmu);
    free(directed->script.step);
    free(directed);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Driving

static void initial_pe(const struct spu_config *config, struct spu_in *in)
{
  in->pe_el = SPU_EL1;
  in->scr_el3_ns = config->have_el3;
  in->scr_el3_rw = config->have_el3;
  in->hcr_el2_rw = config->have_el2;
  in->mdcr_el2_e2pb = config->have_el2 ? 3 : 0;
  in->mdcr_el3_nspb = config->have_el3 ? 3 : 0;
  in->contextidr_el1 = 0x11111111;
  in->contextidr_el2 = config->have_el2 ? 0x22222222 : 0;
}

// A load with every packet that a record can hold.
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

static void drive_ops(struct directed_stimulus *directed, struct spu_in *in)
{
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    struct spu_op *op = &in->op[tag];
    const uint64_t finish = directed->finish[tag];
    full_report(op);
    op->issued = finish != 0 && directed->cycle + 2 >= finish;
    op->xlate_busy = finish != 0 && directed->cycle + 1 == finish;
    op->finished = finish != 0 && directed->cycle == finish;
    if (op->finished) {
      directed->finish[tag] = 0;
    }
  }
}

static void map(struct directed_stimulus *directed, uint64_t va, uint64_t fault)
{
  const struct mmu_page page = {.va = va,
                                .pa = va & 0xFFFFFFFF,
                                .ns = true,
                                .fault = fault != 0,
                                .stage2 = fault > 0x100,
                                .fsc = (uint8_t)((fault - 1) & 0x3F)};
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

// Steps that take no clock. False for any other.
static bool take_immediate(struct directed_stimulus *directed, const struct directed_step *step,
                           struct spu_in *in)
{
  switch (step->kind) {
  case STEP_SCENARIO:
    directed->name = step->name;
    directed->marked = 0;
    directed->started = 0;
    directed->committed = 0;
    directed->discarded = 0;
    return true;
  case STEP_LEVEL:
    in->pe_el = (uint8_t)step->a;
    return true;
  case STEP_LATENCY:
    directed->latency = step->a;
    return true;
  case STEP_MAP:
    map(directed, step->a, step->b);
    return true;
  case STEP_RESPONSE:
    set_response(directed, step->a, step->b);
    return true;
  default:
    return false;
  }
}

static void drive_step(struct directed_stimulus *directed, const struct directed_step *step,
                       struct spu_in *in)
{
  const bool first = directed->step_clocks == 0;
  switch (step->kind) {
  case STEP_WRITE:
    in->sysreg_valid = true;
    in->sysreg_write = true;
    in->sysreg_addr = (uint16_t)step->a;
    in->sysreg_wdata = step->b;
    break;
  case STEP_EXPECT:
  case STEP_VERDICT:
    in->sysreg_valid = first;
    in->sysreg_write = false;
    in->sysreg_addr = (uint16_t)step->a;
    break;
  case STEP_FAULT:  // PMBSR_EL1, then PMBPTR_EL1
    in->sysreg_valid = directed->step_clocks < 2;
    in->sysreg_write = false;
    in->sysreg_addr = first ? SYSREG_PMBSR_EL1 : SYSREG_PMBPTR_EL1;
    break;
  case STEP_DISPATCH:
    in->dispatch_valid = 1;
    in->dispatch_pc[0] = 0x400000 + 4 * directed->operations;
    directed->operations++;
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

static void drive(void *context, uint64_t cycle, struct spu_in *in)
{
  struct directed_stimulus *directed = context;
  const struct directed_script *script = &directed->script;
  directed->cycle = cycle;
  if (cycle == 0) {
    initial_pe(&directed->config, in);
  }
  while (directed->at < script->count && take_immediate(directed, &script->step[directed->at], in)) {
    directed->at++;
  }
  in->sysreg_valid = false;
  in->dispatch_valid = 0;
  in->psb_valid = false;
  in->dsb_valid = false;
  in->time_count = cycle;
  if (directed->at < script->count) {
    drive_step(directed, &script->step[directed->at], in);
  } else {
    directed->done = true;
  }
  drive_ops(directed, in);
  mmu_drive(directed->mmu, in);
  axi_memory_drive(directed->memory, in);
}

// ---------------------------------------------------------------------------------------------------------
// Observing

static bool fail_value(const struct directed_stimulus *directed, struct tb_error *error, const char *what,
                       uint64_t expected, uint64_t got)
{
  return tb_fail(error, "%s (step %zu): %s: expected 0x%" PRIx64 ", got 0x%" PRIx64, directed->name,
                 directed->at, what, expected, got);
}

// The clock after the access: its answer.
static bool check_answer(const struct directed_stimulus *directed, const struct directed_step *step,
                         const struct spu_out *out, struct tb_error *error)
{
  if (step->kind == STEP_VERDICT) {
    return out->sysreg_verdict == step->b ||
           fail_value(directed, error, "verdict of an access", step->b, out->sysreg_verdict);
  }
  return (out->sysreg_rdata & step->b) == step->c ||
         fail_value(directed, error, "register value", step->c, out->sysreg_rdata & step->b);
}

static bool check_fault(const struct directed_stimulus *directed, const struct directed_step *step,
                        const struct spu_out *out, struct tb_error *error)
{
  const uint64_t page_end = directed_buffer + 4096;
  const bool faults = step->a < directed->record_length;
  const uint64_t dl = faults && step->a != 0 ? 1U << 19 : 0;
  if (directed->step_clocks == 1) {
    const uint64_t pmbsr = faults ? (uint64_t)0x24 << 26 | dl | 1U << 17 | 0x07 : 0;
    return out->sysreg_rdata == pmbsr || fail_value(directed, error, "PMBSR_EL1", pmbsr, out->sysreg_rdata);
  }
  const uint64_t pmbptr = faults ? page_end : page_end - step->a + directed->record_length;
  return out->sysreg_rdata == pmbptr || fail_value(directed, error, "PMBPTR_EL1", pmbptr, out->sysreg_rdata);
}

// True when the step is done. A broken expectation leaves its error.
static bool observe_step(const struct directed_stimulus *directed, const struct directed_step *step,
                         const struct spu_out *out, const struct spu_vif *vif, struct tb_error *error)
{
  const uint64_t ended = directed->committed + directed->discarded;
  switch (step->kind) {
  case STEP_WRITE:
    return true;
  case STEP_EXPECT:
  case STEP_VERDICT:
    return directed->step_clocks == 1 && check_answer(directed, step, out, error);
  case STEP_FAULT:
    if (directed->step_clocks != 0 && !check_fault(directed, step, out, error)) {
      return false;
    }
    return directed->step_clocks == 2;
  case STEP_DISPATCH:
  case STEP_CLOCKS:
    return directed->step_clocks + 1 >= step->a;
  case STEP_MARKED:
    return directed->marked >= step->a;
  case STEP_STARTED:
    return directed->started >= step->a;
  case STEP_PSB:
    if (vif->psb_done && ended < step->a) {
      (void)fail_value(directed, error, "records ended before PSB CSYNC was done", step->a, ended);
    }
    return vif->psb_done;
  case STEP_DSB:
    if (vif->dsb_done && axi_memory_outstanding(directed->memory) != 0) {
      (void)fail_value(directed, error, "AXI bursts without a response when DSB was done", 0,
                       axi_memory_outstanding(directed->memory));
    }
    return vif->dsb_done;
  case STEP_COMMITTED:
    return directed->committed == step->a ||
           fail_value(directed, error, "records committed", step->a, directed->committed);
  case STEP_IRQ:
    return out->pmbirq == step->a || fail_value(directed, error, "PMBIRQ", step->a, out->pmbirq);
  default:
    return true;
  }
}

static void count(struct directed_stimulus *directed, const struct spu_out *out, const struct spu_vif *vif)
{
  if (out->mark_valid && out->mark_tag < SPU_MAX_TAGS) {
    directed->marked++;
    directed->finish[out->mark_tag] = directed->cycle + directed->latency;
  }
  directed->started += vif->start_valid;
  directed->committed += vif->commit_valid;
  directed->discarded += vif->discard_valid;
  if (vif->commit_valid && directed->record_length == 0) {
    directed->record_length = vif->commit_len;
  }
}

static bool observe(void *context, const struct spu_in *in, const struct spu_out *out,
                    const struct spu_vif *vif, const struct dut_bus *bus, struct tb_error *error)
{
  struct directed_stimulus *directed = context;
  if (!mmu_observe(directed->mmu, in, bus, error) || !axi_memory_observe(directed->memory, in, bus, error)) {
    return false;
  }
  if (directed->script.out_of_memory) {
    return tb_fail(error, "directed stimulus: out of memory");
  }
  count(directed, out, vif);
  if (directed->at == directed->script.count) {
    return true;
  }
  const struct directed_step *step = &directed->script.step[directed->at];
  if (observe_step(directed, step, out, vif, error)) {
    directed->at++;
    directed->step_clocks = 0;
  } else if (directed->step_clocks++ == STEP_LIMIT) {
    return tb_fail(error, "%s (step %zu): nothing happened for %d clocks", directed->name, directed->at,
                   STEP_LIMIT);
  }
  return error->text[0] == '\0';
}

static bool finished(const void *context)
{
  return ((const struct directed_stimulus *)context)->done;
}

struct stimulus directed_stimulus(struct directed_stimulus *directed)
{
  return (struct stimulus){.context = directed,
                           .drive = drive,
                           .observe = observe,
                           .finished = finished,
                           .memory = directed->memory};
}

uint64_t directed_operations(const struct directed_stimulus *directed)
{
  return directed->operations;
}
