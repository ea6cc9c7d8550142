// SPDX-License-Identifier: Apache-2.0
#include "unit/tools/bench_stimulus.h"

#include <string.h>

#include "spu_sysreg.h"
#include "unit/env/pe_pins.h"
#include "unit/util/pmu_pins.h"

enum { PAGES = 64, PAGE = 4096 };

static const uint64_t buffer = 0x10000000;

static const struct {
  uint16_t addr;
  uint64_t data;
} writes[] = {
    {SPU_PMBPTR_EL1, buffer},  // an interrupt handler starts here,
    {SPU_PMBSR_EL1, 0},        // and ends here
    {SPU_PMSIRR_EL1, 0},       // the interval of the options
    {SPU_PMSFCR_EL1, 0},
    {SPU_PMBLIMITR_EL1, (buffer + PAGES * PAGE) | 1},
    {SPU_PMCR_EL0, 0x47},  // E, P, C, LC: all counters run; UNDEFINED without performance monitors
    {SPU_PMCNTENSET_EL0, 0xFFFFFFFF},
    {SPU_PMSCR_EL1, 0x3B},  // TS, PA, CX, E1SPE, E0SPE
};

enum { WRITES = sizeof writes / sizeof writes[0] };

bool bench_stimulus_open(struct bench_stimulus *bench, const struct spu_config *config,
                         const struct bench_options *options)
{
  const struct axi_timing bus = {.aw_ready_percent = 100,
                                 .w_ready_percent = 100,
                                 .b_latency_min = options->memory_latency,
                                 .b_latency_max = options->memory_latency};
  const struct mmu_timing translation = {
      .ready_percent = 100, .latency_min = options->memory_latency, .latency_max = options->memory_latency};
  memset(bench, 0, sizeof *bench);
  bench->config = *config;
  bench->options = *options;
  bench->memory = axi_memory_create(config->axi_data_width / 8, 1);
  bench->mmu = mmu_create(1);
  bool ok = bench->memory != NULL && bench->mmu != NULL;
  for (uint64_t i = 0; ok && i < PAGES; i++) {
    const struct mmu_page page = {.va = buffer + i * PAGE, .pa = buffer + i * PAGE, .pas = 1};
    ok = mmu_map(bench->mmu, &page);
  }
  if (!ok) {
    bench_stimulus_close(bench);
    return false;
  }
  axi_memory_set_timing(bench->memory, &bus);
  mmu_set_timing(bench->mmu, &translation);
  return true;
}

void bench_stimulus_close(struct bench_stimulus *bench)
{
  axi_memory_destroy(bench->memory);
  mmu_destroy(bench->mmu);
  bench->memory = NULL;
  bench->mmu = NULL;
}

static void start(const struct spu_config *config, struct spu_in *in)
{
  pe_pins_open(config, in);
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    struct spu_op *op = &in->op[tag];
    op->kind = SPU_KIND_LDST_GENERAL;
    op->va_valid = true;
    op->va = 0x400000;
    op->pa_valid = true;
    op->pa = 0x400000;
    op->events = 4;
    op->previous_valid = config->have_pbt;
    op->previous = 0x400000;
  }
  // Events of a busy core in a cycle: operations, loads, level 1 accesses.
  static const uint8_t events[] = {0x08, 0x06, 0x04, 0x3B};
  for (size_t i = 0; i < sizeof events; i++) {
    const uint32_t pin = pmu_pin(config, events[i]);
    if (pin < SPU_MAX_PMU_EVENTS) {
      in->pmu_event[pin] = (uint8_t)config->dispatch_width;
    }
  }
}

static void drive(void *context, uint64_t cycle, struct spu_in *in)
{
  struct bench_stimulus *bench = context;
  bench->cycle = cycle;
  if (cycle == 0) {
    start(&bench->config, in);
  }
  in->time_count = cycle;
  in->sysreg_valid = bench->write < WRITES;
  if (in->sysreg_valid) {
    in->sysreg_write = true;
    in->sysreg_addr = writes[bench->write].addr;
    in->sysreg_wdata =
        in->sysreg_addr == SPU_PMSIRR_EL1 ? bench->options.interval : writes[bench->write].data;
    bench->write++;
  }
  in->dispatch_valid = (uint8_t)((1U << bench->config.dispatch_width) - 1);
  for (uint32_t slot = 0; slot < bench->config.dispatch_width; slot++) {
    in->dispatch_pc[slot] = 0x400000 + 4 * ((cycle * bench->config.dispatch_width + slot) & 0xFFFF);
  }
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    in->op[tag].issued = cycle + 5 == bench->finish[tag];
    in->op[tag].finished = cycle == bench->finish[tag];
  }
  mmu_drive(bench->mmu, in);
  axi_memory_drive(bench->memory, in);
}

static bool observe(void *context, const struct spu_in *in, const struct spu_out *out,
                    const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker,
                    struct tb_error *error)
{
  (void)tracker;
  struct bench_stimulus *bench = context;
  (void)vif;
  if (out->mark_valid && out->mark_tag < SPU_MAX_TAGS) {
    bench->finish[out->mark_tag] = bench->cycle + bench->options.operation;
  }
  if (out->pmbirq && bench->write == WRITES) {
    bench->write = 0;
  }
  return mmu_observe(bench->mmu, in, bus, error) && axi_memory_observe(bench->memory, in, bus, error);
}

static bool finished(const void *context)
{
  const struct bench_stimulus *bench = context;
  return bench->cycle + 1 >= bench->options.cycles;
}

struct stimulus bench_stimulus(struct bench_stimulus *bench)
{
  return (struct stimulus){
      .context = bench, .drive = drive, .observe = observe, .finished = finished, .memory = bench->memory};
}
