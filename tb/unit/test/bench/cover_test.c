// SPDX-License-Identifier: Apache-2.0
//
// Functional coverage: known situations on a unit without RTL must hit exactly the right bins.
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/blocks.h"
#include "gen/requirements.h"
#include "spu_sysreg.h"
#include "unit/check/lockstep.h"
#include "unit/cover/cover.h"
#include "unit/cover/cover_block.h"
#include "unit/cover/cover_pe.h"
#include "unit/env/pe_pins.h"
#include "unit/stimulus/directed/directed.h"
#include "unit/stimulus/random.h"
#include "unit/test/bench/fake_dut.h"
#include "unit/test/test.h"

enum { MAX_BINS = 4096, MAX_BLOCK_TEXT = 4096 };

static struct {
  struct spu_config config;
  struct fake_dut *fake;
  struct lockstep *lockstep;
  struct cover *cover;
  struct observer observer;
  struct tracker tracker;
  struct spu_in in;
  struct spu_out out;
  uint64_t cycle;
  uint64_t before[MAX_BINS];
} bench;

static int close_bench(void **state)
{
  (void)state;
  cover_destroy(bench.cover);
  lockstep_destroy(bench.lockstep);
  fake_dut_destroy(bench.fake);
  memset(&bench, 0, sizeof bench);
  return 0;
}

TEST_GROUP(NULL, close_bench)

// Replaces the previous bench.
static void open_exposed(const char *config_name, bool exposed)
{
  enum spu_status status;
  (void)close_bench(NULL);
  bench.config = test_config_exposed(config_name, exposed);
  bench.fake = fake_dut_create(&bench.config);
  bench.lockstep = lockstep_create(&bench.config, NULL, &status);
  assert_non_null(bench.fake);
  assert_non_null(bench.lockstep);
  bench.cover = cover_create(&bench.config, lockstep_model(bench.lockstep));
  assert_non_null(bench.cover);
  bench.observer = cover_observer(bench.cover);
  pe_pins_open(&bench.config, &bench.in);
}

static void open_bench(const char *config_name)
{
  open_exposed(config_name, false);
}

// cover_pe.h must interpret the pins as the unit does.
static void check_pe(void)
{
  const struct spu *model = lockstep_model(bench.lockstep);
  struct cover_pe pe;
  uint64_t limit = 0;
  cover_pe_read(&bench.config, &bench.in, &pe);
  assert_true(spu_peek_register(model, SPU_PMBLIMITR_EL1, &limit));
  const bool enabled = (limit & 1) != 0 && !spu_next_stopped(model, &bench.in) && !bench.in.pe_debug &&
                       pe.owner_ss == pe.below_ss && !pe.owner_aarch32;
  assert_int_equal(bench.out.buffer_enabled, enabled);
}

// One cycle of a stimulus, or of the bench's own pins if it is null.
static void clock_stimulus(const struct stimulus *stimulus)
{
  struct spu_vif vif;
  struct dut_bus bus;
  struct tb_error error = {""};
  if (stimulus != NULL) {
    stimulus->drive(stimulus->context, bench.cycle, &bench.in);
  }
  fake_dut_eval(bench.fake, &bench.in, &bench.out, &vif, &bus);
  tracker_step(&bench.tracker, &bench.in, &bench.out, &vif, &bus);
  if (stimulus != NULL &&
      !stimulus->observe(stimulus->context, &bench.in, &bench.out, &vif, &bus, &bench.tracker, &error)) {
    fail_msg("%s", error.text);
  }
  bench.observer.step(bench.observer.context, bench.cycle, &bench.in, &bench.out, &vif, &bus, &bench.tracker);
  check_pe();
  assert_true(lockstep_step(bench.lockstep, bench.cycle, &bench.in, &bench.out, &vif, &bus, &bench.tracker));
  fake_dut_clock(bench.fake);
  bench.cycle++;
}

static void clock_bench(void)
{
  clock_stimulus(NULL);
  bench.in.sysreg_valid = false;
  bench.in.dispatch_valid = 0;
}

// An access, and its response in the next cycle.
static void access_register(uint16_t addr, bool write, uint64_t data)
{
  bench.in.sysreg_valid = true;
  bench.in.sysreg_write = write;
  bench.in.sysreg_addr = addr;
  bench.in.sysreg_wdata = data;
  clock_bench();
  clock_bench();
}

static void write_register(uint16_t addr, uint64_t data)
{
  access_register(addr, true, data);
}

// A bench whose EL1 profiles itself with a long interval.
static void open_profiling(const char *config_name)
{
  open_bench(config_name);
  write_register(SPU_PMSIRR_EL1, 0x400);
  write_register(SPU_PMSICR_EL1, 1000);
  write_register(SPU_PMBPTR_EL1, 0x10000);
  write_register(SPU_PMBLIMITR_EL1, 0x20000 | 1);
  write_register(SPU_PMSCR_EL1, 2);
}

// Dispatches an operation that is selected.
static void select_operation(void)
{
  write_register(SPU_PMSICR_EL1, 1);
  bench.in.dispatch_valid = 1;
  clock_bench();
}

// Later checks ignore hits before this call.
static void start(void)
{
  struct cover_hit hit;
  for (size_t i = 0; cover_hit(bench.cover, i, &hit); i++) {
    assert_true(i < MAX_BINS);
    bench.before[i] = hit.hits;
  }
}

// Exactly these bins of a block were hit since start(): in the order of the table, with a blank after each.
static void expect_bins(const char *block, const char *expected)
{
  char text[MAX_BLOCK_TEXT] = "";
  struct cover_hit hit;
  for (size_t i = 0; cover_hit(bench.cover, i, &hit); i++) {
    if (strcmp(hit.block, block) == 0 && hit.hits != bench.before[i]) {
      const size_t length = strlen(text);
      (void)snprintf(text + length, sizeof text - length, "%s ", hit.name);
    }
  }
  assert_string_equal(text, expected);
}

// ---------------------------------------------------------------------------------------------------------
// The tables

static bool plain_words(const char *text)
{
  for (const char *at = text; *at != '\0'; at++) {
    if (*at == '"' || *at == '\\' || *at < ' ' || *at > '~') {
      return false;
    }
  }
  return text[0] != '\0';
}

TEST(every_bin_has_its_own_name)
{
#define ADDRESS(name) &cover_##name
  static const struct cover_block *const blocks[] = {COVERED_BLOCKS(ADDRESS), &cover_inject,
                                                     &cover_environment};
#undef ADDRESS
  for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++) {
    const struct cover_bin *bins = blocks[b]->bins;
    assert_true(blocks[b]->count <= COVER_BLOCK_BINS);
    for (size_t i = 0; i < blocks[b]->count; i++) {
      assert_true(plain_words(blocks[b]->name) && plain_words(bins[i].requirement));
      assert_true(plain_words(bins[i].name) && plain_words(bins[i].meaning));
      for (size_t j = 0; j < i; j++) {
        assert_string_not_equal(bins[i].name, bins[j].name);
      }
    }
  }
}

// Whether `id` is among a bin's requirements, such as "E1" or "E1 x C3".
static bool is_about(const char *requirement, const char *id)
{
  const size_t length = strlen(id);
  for (const char *at = strstr(requirement, id); at != NULL; at = strstr(at + 1, id)) {
    if ((at == requirement || at[-1] == ' ') && (at[length] == '\0' || at[length] == ' ')) {
      return true;
    }
  }
  return false;
}

// Every requirement has a bin in some configuration: in a block, unless docs/requirements.toml says otherwise.
TEST(requirements_have_the_bins_of_their_table)
{
#define ROW(id, sentence, bins) \
  {                             \
    id, bins                    \
  }
  static const struct {
    const char *id;
    const char *bins;
  } requirements[] = {REQUIREMENTS(ROW)};
#undef ROW
  enum { COUNT = sizeof requirements / sizeof requirements[0] };
  bool blocks[COUNT] = {false};
  bool pins[COUNT] = {false};
  for (size_t c = 0; spu_config_name(c) != NULL; c++) {
    struct cover_hit hit;
    open_exposed(spu_config_name(c), true);
    for (size_t i = 0; cover_hit(bench.cover, i, &hit); i++) {
      const bool pin =
          strcmp(hit.block, cover_inject.name) == 0 || strcmp(hit.block, cover_environment.name) == 0;
      bool *found = pin ? pins : blocks;
      bool known = false;
      for (size_t r = 0; r < COUNT; r++) {
        const bool about = is_about(hit.requirement, requirements[r].id);
        found[r] = found[r] || about;
        known = known || about;
      }
      if (!known) {
        fail_msg("%s.%s: %s is not a requirement", hit.block, hit.name, hit.requirement);
      }
    }
  }
  for (size_t r = 0; r < COUNT; r++) {
    const char *bins = blocks[r] ? "block" : pins[r] ? "pins" : "none";
    if (strcmp(bins, requirements[r].bins) != 0) {
      fail_msg("bins of %s: %s instead of %s", requirements[r].id, bins, requirements[r].bins);
    }
  }
}

// ---------------------------------------------------------------------------------------------------------
// Known situations

TEST(idle_unit_covers_nothing)
{
  open_bench("base");
  start();
  for (int i = 0; i < 100; i++) {
    clock_bench();
  }
  expect_bins("regs", "");
  expect_bins("interval", "");
  expect_bins("sample", "");
}

TEST(register_contents_are_covered)  // B1, B5
{
  open_bench("base");
  start();
  access_register(SPU_PMSFCR_EL1, false, 0);
  expect_bins("regs", "pmsfcr_el1_reset ");
  start();
  write_register(SPU_PMSFCR_EL1, UINT64_MAX);
  expect_bins("regs", "");
  access_register(SPU_PMSFCR_EL1, false, 0);
  expect_bins("regs", "pmsfcr_el1_all_ones pmsfcr_res0_3 pmsfcr_res0_4 pmsfcr_res0_15_5 pmsfcr_res0_63_19 ");
  start();
  access_register(SPU_PMBIDR_EL1, false, 0);
  expect_bins("regs", "p_el1_owner ");
  start();
  bench.in.mdcr_el3_nspb = 1;
  access_register(SPU_PMBIDR_EL1, false, 0);
  expect_bins("regs", "p_el1_other_state ");
}

TEST(collision_is_covered)  // C3
{
  open_profiling("base");
  for (int selected = 1; selected <= 2; selected++) {
    write_register(SPU_PMSICR_EL1, 1);
    clock_bench();
    start();
    bench.in.dispatch_valid = 0x2;  // the second time the only tag is in use
    clock_bench();
    expect_bins("interval", selected == 1 ? "" : "collision collision_coll_clear ");
  }
}

// The bins of random numbers that were hit. Each is two letters: the first of its name, and l or h for low or high.
static void random_bins(char found[8])
{
  struct text text = {found, 8, 0};
  struct cover_hit hit;
  found[0] = '\0';
  for (size_t i = 0; cover_hit(bench.cover, i, &hit); i++) {
    if (strcmp(hit.requirement, "C2") == 0 && hit.hits != 0) {
      text_add(&text, "%c%c", hit.name[0], *(strrchr(hit.name, '_') + 1));
    }
  }
}

// COUNT is loaded, or a secondary count begins, often enough for low and high random bytes.
TEST(random_numbers_are_covered)  // C2
{
  static const struct {
    const char *config;
    uint64_t pmsicr;
    const char *bins;
  } rows[] = {{"el1only", 0, "lllh"}, {"base", 1, "dldh"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char found[8];
    open_profiling(rows[i].config);
    for (uint64_t rnd = 0; rnd <= 1; rnd++) {
      write_register(SPU_PMSIRR_EL1, 0x400 | rnd);
      for (int n = 0; n < 200; n++) {
        write_register(SPU_PMSICR_EL1, rows[i].pmsicr);
        bench.in.dispatch_valid = 1;
        clock_bench();
        clock_bench();
      }
      random_bins(found);
      assert_string_equal(found, rnd == 0 ? "" : rows[i].bins);
    }
  }
}

TEST(operation_is_covered_as_recorded)  // D3, D4, D5, D6
{
  open_profiling("base");
  select_operation();
  assert_true(bench.out.mark_valid);
  start();
  clock_bench();
  bench.in.op[0] = (struct spu_op){.finished = true,
                                   .how = SPU_OP_EXCEPTION,
                                   .kind = SPU_KIND_LDST_SIMD_FP,
                                   .store = true,
                                   .va_valid = true,
                                   .va = 0x1234};
  clock_bench();
  bench.in.op[0].finished = false;
  bench.in.xlate_req_ready = true;
  bench.in.axi_awready = true;
  bench.in.axi_wready = true;
  for (int i = 0; i < 100; i++) {
    bench.in.xlate_rsp_valid = i == 20;
    bench.in.xlate_rsp_ns = true;
    bench.in.xlate_rsp_pa = 0x8000;
    bench.in.axi_bvalid = i == 60;
    clock_bench();
  }
  expect_bins("sample",
              "total_small issue_small issue_is_total translation_zero simd_fp_va pc_nonsecure pc_el1 "
              "exception_simd_fp "
              "exception_va exception_no_pa ");
}

// Exactly these bins of how operations end were hit.
static void expect_ends(const char *expected)
{
  static const char *const names[] = {"late_result",      "flushed_at_dispatch", "flushed_completed",
                                      "flush_of_several", "flush_at_retirement", "flush_at_exception"};
  char found[256] = "";
  struct text text = {found, sizeof found, 0};
  struct cover_hit hit;
  for (size_t i = 0; cover_hit(bench.cover, i, &hit); i++) {
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
      if (strcmp(hit.block, "sample") == 0 && strcmp(hit.name, names[n]) == 0 && hit.hits != 0) {
        text_add(&text, "%s ", names[n]);
      }
    }
  }
  assert_string_equal(found, expected);
}

// Marks two operations, which end as `older` and `younger` say: in the same cycle, or the younger one a cycle later.
static void end_two(const char *config, struct spu_op older, struct spu_op younger, bool together,
                    const char *expected)
{
  open_profiling(config);
  select_operation();
  assert_true(bench.out.mark_valid && bench.out.mark_tag == 0);
  select_operation();
  assert_int_equal(bench.out.mark_valid, bench.config.in_flight > 1);
  start();
  bench.in.op[0] = older;
  bench.in.op[1] = together ? younger : (struct spu_op){0};
  clock_bench();
  bench.in.op[0] = (struct spu_op){0};
  if (!together) {
    bench.in.op[1] = younger;
    clock_bench();
  }
  expect_ends(expected);
}

TEST(ends_of_operations_are_covered)  // D3, D6
{
  const struct spu_op none = {0};
  const struct spu_op squashed = {.finished = true, .how = SPU_OP_SQUASHED};
  const struct spu_op retired = {.finished = true, .how = SPU_OP_RETIRED};
  const struct spu_op excepted = {.finished = true, .how = SPU_OP_EXCEPTION};
  struct spu_op issued = squashed;
  struct spu_op completed = squashed;
  issued.issued = true;
  completed.completed = true;
  end_two("wide", none, squashed, true, "flushed_at_dispatch ");
  end_two("wide", none, issued, true, "");
  end_two("wide", none, completed, true, "");
  end_two("wide", none, squashed, false, "");
  end_two("wide", squashed, squashed, true, "flushed_at_dispatch flush_of_several ");
  end_two("wide", retired, squashed, true, "flushed_at_dispatch flush_at_retirement ");
  end_two("wide", excepted, squashed, true, "flushed_at_dispatch flush_at_exception ");
  end_two("wide", retired, squashed, false, "");
  end_two("wide", squashed, retired, true, "");
}

// An operation is issued in one cycle, may complete in the next, and ends in the third.
TEST(late_result_is_covered)  // D3, D6
{
  for (unsigned how = SPU_OP_RETIRED; how <= SPU_OP_SQUASHED; how++) {
    for (int completed = 0; completed <= 1; completed++) {
      open_profiling("base");
      select_operation();
      start();
      bench.in.op[0] = (struct spu_op){.issued = true};
      clock_bench();
      bench.in.op[0] = (struct spu_op){.completed = completed != 0};
      clock_bench();
      bench.in.op[0] = (struct spu_op){.finished = true, .how = (uint8_t)how};
      clock_bench();
      const bool late = completed == 0 && how == SPU_OP_RETIRED;
      const bool flushed = completed != 0 && how == SPU_OP_SQUASHED;
      expect_ends(late ? "late_result " : flushed ? "flushed_completed " : "");
    }
  }
}

// ---------------------------------------------------------------------------------------------------------
// Other stimuli, and results

static void run_stimulus(const struct stimulus *stimulus, uint64_t clocks)
{
  struct cover_hit hit;
  memset(&bench.in, 0, sizeof bench.in);
  while (bench.cycle < clocks && !stimulus->finished(stimulus->context)) {
    clock_stimulus(stimulus);
  }
  if (cover_impossible(bench.cover, 0, &hit)) {
    fail_msg("%s of block %s cannot happen", hit.name, hit.block);
  }
}

TEST(random_stimulus_hits_no_impossible_bin)  // A1, A2
{
  enum { CLOCKS = 30000 };
  for (size_t c = 0; spu_config_name(c) != NULL; c++) {
    open_exposed(spu_config_name(c), c % 2 != 0);
    struct random_stimulus *random = random_create(&bench.config, 3, CLOCKS, NULL);
    assert_non_null(random);
    const struct stimulus stimulus = random_stimulus(random);
    run_stimulus(&stimulus, CLOCKS);
    random_destroy(random);
  }
}

TEST(directed_stimulus_hits_no_impossible_bin)  // A1, A2, B1
{
  for (size_t c = 0; spu_config_name(c) != NULL; c++) {
    bool known = false;
    open_bench(spu_config_name(c));
    struct directed_stimulus *directed = directed_create(&bench.config, NULL, &known);
    assert_non_null(directed);
    const struct stimulus stimulus = directed_stimulus(directed);
    run_stimulus(&stimulus, UINT64_MAX);
    directed_destroy(directed);
  }
}

// A read at EL2 in a configuration without EL2, and its response.
static void read_at_el2(void)
{
  struct spu_vif vif = {0};
  struct dut_bus bus = {0};
  struct cover_hit hit;
  open_bench("el1only");
  bench.in.sysreg_valid = true;
  bench.in.pe_el = SPU_EL2;
  bench.in.sysreg_addr = SPU_PMSIDR_EL1;
  for (uint64_t cycle = 0; cycle <= 1; cycle++) {
    assert_false(cover_impossible(bench.cover, 0, &hit));
    bench.observer.step(bench.observer.context, cycle, &bench.in, &bench.out, &vif, &bus, &bench.tracker);
    bench.out.sysreg_done = true;
    bench.out.sysreg_verdict = SPU_ACCESS_OK;
  }
}

TEST(impossible_bin_is_reported)
{
  struct cover_hit hit;
  read_at_el2();
  assert_true(cover_impossible(bench.cover, 0, &hit));
  assert_string_equal(hit.block, "regs");
  assert_string_equal(hit.name, "pmsidr_el2");
}

TEST(json_has_every_bin)
{
  struct cover_hit hit;
  char *text = NULL;
  size_t size = 0;
  read_at_el2();
  size_t bins = 0;
  while (cover_hit(bench.cover, bins, &hit)) {
    bins++;
  }
  size_t impossible = 0;
  while (cover_impossible(bench.cover, impossible, &hit)) {
    impossible++;
  }
  assert_true(impossible > 0);
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  cover_json(bench.cover, "el1only", stream);
  assert_int_equal(fclose(stream), 0);
  size_t written = 0;
  for (const char *at = strstr(text, "\"meaning\": "); at != NULL; at = strstr(at + 1, "\"meaning\": ")) {
    written++;
  }
  assert_int_equal(written, bins + impossible);
  assert_contains(text, "\"config\": \"el1only\"");
  assert_true(strstr(text, "pmsidr_el2") > strstr(text, "\"impossible\""));
  assert_string_equal(text + size - 3, "\n}\n");  // every array and object is closed
  free(text);
}
