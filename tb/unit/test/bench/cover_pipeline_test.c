// SPDX-License-Identifier: Apache-2.0
//
// Coverage of the blocks buffer, barrier and pmu: a known situation hits its bins and no others (requirements G, H, P).
#include <string.h>

#include "spu_sysreg.h"
#include "unit/cover/cover_block.h"
#include "unit/test/test.h"

// One block, driven cycle by cycle.
struct bench {
  struct spu_config config;
  const struct spu *model;  // null: only pmu needs it
  uint64_t state[COVER_BLOCK_STATE / sizeof(uint64_t)];
  uint64_t hits[COVER_BLOCK_BINS];
  uint64_t cycle;
  struct spu_in in;
  struct spu_in last_in;
  struct spu_out out;
  struct spu_out last_out;
  struct spu_vif vif;
  struct spu_vif last_vif;
  struct dut_bus bus;
  struct tracker tracker;
  struct cover_pe pe;
  struct cover_regs regs;
  bool changed;
};

static struct bench open_bench(const char *config)
{
  struct bench bench;
  memset(&bench, 0, sizeof bench);
  bench.config = test_config(config);
  bench.in.pe_el = SPU_EL1;
  bench.in.scr_el3_ns = bench.config.have_el3;
  bench.in.scr_el3_rw = true;
  bench.in.hcr_el2_rw = true;
  bench.in.mdcr_el2_e2pb = 3;
  bench.in.mdcr_el3_nspb = 3;
  bench.regs.pmblimitr = 0x10001;
  return bench;
}

// One cycle. Signals of single events are cleared afterwards.
static void cycle_of(struct bench *bench, const struct cover_block *block)
{
  cover_pe_read(&bench->config, &bench->in, &bench->pe);
  bench->out.sample_feed = bench->vif.decide_valid;
  tracker_step(&bench->tracker, &bench->in, &bench->out, &bench->vif, &bench->bus);
  const struct cover_cycle cycle = {.config = &bench->config,
                                    .model = bench->model,
                                    .number = ++bench->cycle,
                                    .in = &bench->in,
                                    .out = &bench->out,
                                    .vif = &bench->vif,
                                    .bus = &bench->bus,
                                    .tracker = &bench->tracker,
                                    .flight = &bench->tracker.before,
                                    .last_in = &bench->last_in,
                                    .last_out = &bench->last_out,
                                    .last_vif = &bench->last_vif,
                                    .pe = &bench->pe,
                                    .regs = &bench->regs,
                                    .pe_changed = bench->changed,
                                    .regs_changed = bench->changed};
  block->step(bench->state, &cycle, bench->hits);
  bench->last_in = bench->in;
  bench->last_out = bench->out;
  bench->last_vif = bench->vif;
  memset(&bench->vif, 0, sizeof bench->vif);
  memset(&bench->bus, 0, sizeof bench->bus);
  bench->out.mark_valid = false;
  bench->in.op[0].finished = false;
  bench->in.xlate_rsp_valid = false;
  bench->in.axi_bvalid = false;
  bench->changed = false;
}

// Exactly these bins were hit. A null ends the list.
static void expect_hits(const struct bench *bench, const struct cover_block *block, const char *const names[])
{
  for (size_t b = 0; b < block->count; b++) {
    bool listed = false;
    for (size_t i = 0; names[i] != NULL; i++) {
      listed = listed || strcmp(names[i], block->bins[b].name) == 0;
    }
    if (listed != (bench->hits[b] != 0)) {
      fail_msg("%s: %s", block->bins[b].name, listed ? "not hit" : "hit");
    }
  }
  for (size_t i = 0; names[i] != NULL; i++) {
    size_t b = 0;
    while (b < block->count && strcmp(names[i], block->bins[b].name) != 0) {
      b++;
    }
    assert_true(b < block->count);
  }
}

#define EXPECT(bench, block, ...) expect_hits(bench, block, (const char *const[]){__VA_ARGS__, NULL})

// Marks an operation that finishes in the next cycle and is kept.
static void keep(struct bench *bench, const struct cover_block *block)
{
  bench->out.mark_valid = true;
  cycle_of(bench, block);
  bench->in.op[0].finished = true;
  cycle_of(bench, block);
  bench->vif.decide_valid = true;
  bench->vif.decide_keep = true;
  cycle_of(bench, block);
}

// Keeps a record and starts its write at `pointer`.
static void start(struct bench *bench, uint64_t pointer)
{
  keep(bench, &cover_buffer);
  bench->out.pmbptr = pointer;
  bench->out.buffer_enabled = true;
  bench->vif.start_valid = true;
  cycle_of(bench, &cover_buffer);
}

TEST(full_buffer_is_covered)
{
  struct bench bench = open_bench("base");
  start(&bench, 0x10000 - 0x40);
  bench.in.xlate_rsp_valid = true;
  cycle_of(&bench, &cover_buffer);
  bench.vif.commit_valid = true;
  bench.vif.commit_len = 64;
  bench.vif.event_valid = true;
  cycle_of(&bench, &cover_buffer);
  EXPECT(&bench, &cover_buffer, "record_written", "record_ends_with_page", "full_at_limit",
         "full_keeps_dl_clear", "full_keeps_coll_clear");
}

TEST(space_for_one_record_is_not_full)
{
  struct bench bench = open_bench("base");
  start(&bench, 0x10000 - 0x80);
  bench.in.xlate_rsp_valid = true;
  cycle_of(&bench, &cover_buffer);
  bench.vif.commit_valid = true;
  bench.vif.commit_len = 64;
  cycle_of(&bench, &cover_buffer);
  EXPECT(&bench, &cover_buffer, "record_written", "room_for_one_is_not_full");
}

TEST(fault_in_second_page_is_covered)
{
  struct bench bench = open_bench("base");
  start(&bench, 0x8FE0);
  bench.in.xlate_rsp_valid = true;
  cycle_of(&bench, &cover_buffer);
  bench.in.xlate_rsp_valid = true;
  bench.in.xlate_rsp_fault = true;
  bench.in.xlate_rsp_fsc = 0x07;
  cycle_of(&bench, &cover_buffer);
  bench.vif.discard_valid = true;
  bench.vif.discard_reason = SPU_DISCARD_FAULT;
  bench.vif.event_valid = true;
  cycle_of(&bench, &cover_buffer);
  EXPECT(&bench, &cover_buffer, "pointer_not_aligned", "fault_in_second_page");
}

TEST(psb_of_an_operation_is_covered)
{
  struct bench bench = open_bench("base");
  bench.out.profiling_enabled = true;
  bench.last_out.profiling_enabled = true;
  bench.out.mark_valid = true;
  cycle_of(&bench, &cover_barrier);
  bench.in.psb_valid = true;
  cycle_of(&bench, &cover_barrier);
  bench.in.op[0].finished = true;
  cycle_of(&bench, &cover_barrier);
  bench.vif.decide_valid = true;
  cycle_of(&bench, &cover_barrier);
  bench.vif.psb_done = true;
  cycle_of(&bench, &cover_barrier);
  EXPECT(&bench, &cover_barrier, "psb_finds_one_operation", "psb_covers_filtered");
}

TEST(dsb_of_a_burst_is_covered)
{
  struct bench bench = open_bench("base");
  bench.bus.axi_awvalid = true;
  bench.in.axi_awready = true;
  cycle_of(&bench, &cover_barrier);
  bench.in.dsb_valid = true;
  cycle_of(&bench, &cover_barrier);
  cycle_of(&bench, &cover_barrier);
  bench.in.axi_bvalid = true;
  bench.in.axi_bresp = 2;
  cycle_of(&bench, &cover_barrier);
  bench.vif.dsb_done = true;
  cycle_of(&bench, &cover_barrier);
  EXPECT(&bench, &cover_barrier, "dsb_finds_one_burst", "dsb_done_with_response", "error_during_dsb",
         "error_ends_dsb");
}

// Runs a cycle in which nothing is enabled. Returns the model, which the caller frees.
static struct spu *open_monitors(struct bench *bench)
{
  *bench = open_bench("v9");
  struct spu *model = test_malloc(spu_size());
  assert_int_equal(spu_init(model, &bench->config), SPU_OK);
  bench->model = model;
  cycle_of(bench, &cover_pmu);
  return model;
}

TEST(disabled_monitors_count_nothing)
{
  struct bench bench;
  struct spu *model = open_monitors(&bench);
  EXPECT(&bench, &cover_pmu, NULL);
  test_free(model);
}

TEST(reset_of_the_cycle_counter_is_covered)
{
  struct bench bench;
  struct spu *model = open_monitors(&bench);
  bench.last_in.sysreg_valid = bench.last_in.sysreg_write = bench.out.sysreg_done = true;
  bench.last_in.sysreg_addr = SPU_PMCR_EL0;
  bench.last_in.sysreg_wdata = SPU_PMCR_EL0_C;
  bench.last_out.pmccntr = 7;
  cycle_of(&bench, &cover_pmu);
  EXPECT(&bench, &cover_pmu, "cycle_reset");
  test_free(model);
}
