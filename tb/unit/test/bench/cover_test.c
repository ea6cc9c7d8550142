// SPDX-License-Identifier: Apache-2.0
//
// Functional coverage counts what happened, and nothing else: a unit made of the model is driven through known
// situations, and exactly the right bins must be hit.
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/blocks.h"
#include "gen/requirements.h"
#include "spu_sysreg.h"
#include "unit/check/lockstep.h"
#include "unit/cover/cover.h"
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

// In place of the one before.
static void open_bench(const char *config_name)
{
  enum spu_status status;
  (void)close_bench(NULL);
  assert_int_equal(spu_config_by_name(config_name, &bench.config), SPU_OK);
  bench.fake = fake_dut_create(&bench.config);
  bench.lockstep = lockstep_create(&bench.config, NULL, &status);
  assert_non_null(bench.fake);
  assert_non_null(bench.lockstep);
  bench.cover = cover_create(&bench.config, lockstep_model(bench.lockstep));
  assert_non_null(bench.cover);
  bench.observer = cover_observer(bench.cover);
  pe_pins_open(&bench.config, &bench.in);
}

static void clock_bench(void)
{
  struct spu_vif vif;
  struct dut_bus bus;
  fake_dut_eval(bench.fake, &bench.in, &bench.out, &vif, &bus);
  tracker_step(&bench.tracker, &bench.in, &bench.out, &vif, &bus);
  bench.observer.step(bench.observer.context, bench.cycle, &bench.in, &bench.out, &vif, &bus, &bench.tracker);
  assert_true(lockstep_step(bench.lockstep, bench.cycle, &bench.in, &bench.out, &vif, &bus, &bench.tracker));
  fake_dut_clock(bench.fake);
  bench.cycle++;
  bench.in.sysreg_valid = false;
  bench.in.dispatch_valid = 0;
}

// An access in one cycle, its answer in the next.
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

// EL1 profiles itself; the next sample is far away.
static void profile(void)
{
  write_register(SPU_PMSIRR_EL1, 0x400);
  write_register(SPU_PMSICR_EL1, 1000);
  write_register(SPU_PMBPTR_EL1, 0x10000);
  write_register(SPU_PMBLIMITR_EL1, 0x20000 | 1);
  write_register(SPU_PMSCR_EL1, 2);
}

// Forgets what was hit before.
static void start(void)
{
  struct cover_hit hit;
  for (size_t i = 0; cover_hit(bench.cover, i, &hit); i++) {
    assert_true(i < MAX_BINS);
    bench.before[i] = hit.hits;
  }
}

// The bins of a block that were hit since start() are these, in the order of the table, a blank after each.
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
  for (size_t c = 0; spu_config_name(c) != NULL; c++) {
    struct cover_hit one;
    struct cover_hit other;
    open_bench(spu_config_name(c));
    for (size_t i = 0; cover_hit(bench.cover, i, &one); i++) {
      assert_true(plain_words(one.block) && plain_words(one.requirement));
      assert_true(plain_words(one.name) && plain_words(one.meaning));
      for (size_t j = 0; j < i && cover_hit(bench.cover, j, &other); j++) {
        if (strcmp(one.block, other.block) == 0 && strcmp(one.name, other.name) == 0) {
          fail_msg("%s: %s twice", one.block, one.name);
        }
      }
    }
  }
}

// `id` is one of the IDs of a bin: "E1", or "E1 x C3".
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

static bool is_of_a_block(const char *block)
{
#define NAME(name) #name
  static const char *const names[] = {COVERED_BLOCKS(NAME)};
#undef NAME
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (strcmp(names[i], block) == 0) {
      return true;
    }
  }
  return false;
}

// Some configuration can hit a bin of every requirement: of a block, unless docs/requirements.toml says otherwise.
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
    open_bench(spu_config_name(c));
    for (size_t i = 0; cover_hit(bench.cover, i, &hit); i++) {
      bool *found = is_of_a_block(hit.block) ? blocks : pins;
      bool known = false;
      for (size_t r = 0; r < COUNT; r++) {
        const bool about = is_about(hit.requirement, requirements[r].id);
        found[r] = found[r] || about;
        known = known || about;
      }
      if (!known) {
        fail_msg("%s.%s is of %s, which is no requirement", hit.block, hit.name, hit.requirement);
      }
    }
  }
  for (size_t r = 0; r < COUNT; r++) {
    const char *bins = blocks[r] ? "block" : pins[r] ? "pins" : "none";
    if (strcmp(bins, requirements[r].bins) != 0) {
      fail_msg("bins of %s: %s, and the table says %s", requirements[r].id, bins, requirements[r].bins);
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
  open_bench("base");
  profile();
  for (int selected = 1; selected <= 2; selected++) {
    write_register(SPU_PMSICR_EL1, 1);
    clock_bench();
    start();
    bench.in.dispatch_valid = 0x2;  // the second time the one tag is taken
    clock_bench();
    expect_bins("interval", selected == 1 ? "" : "collision collision_coll_clear ");
  }
}

// Bins of random numbers that were hit, each as two letters: of what, and l or h for low or high.
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

// COUNT is loaded, or a secondary count begins, with so many random bytes that one is low and another is high.
TEST(random_numbers_are_covered)  // C2
{
  static const struct {
    const char *config;
    uint64_t pmsicr;
    const char *bins;
  } rows[] = {{"el1only", 0, "lllh"}, {"base", 1, "dldh"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char found[8];
    open_bench(rows[i].config);
    profile();
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
  open_bench("base");
  profile();
  write_register(SPU_PMSICR_EL1, 1);
  bench.in.dispatch_valid = 1;
  clock_bench();
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

// The bins of how operations end, of those that were hit.
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

// Two operations are marked in a row. The older one finishes as `older` says, alone if the younger one is to do so a
// cycle later.
static void end_two(const char *config, struct spu_op older, struct spu_op younger, bool together,
                    const char *expected)
{
  open_bench(config);
  profile();
  write_register(SPU_PMSICR_EL1, 1);
  bench.in.dispatch_valid = 1;
  clock_bench();
  assert_true(bench.out.mark_valid && bench.out.mark_tag == 0);
  write_register(SPU_PMSICR_EL1, 1);
  bench.in.dispatch_valid = 1;
  clock_bench();
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

// Issued in the first cycle, `completed` in the second or not, and over in the third.
TEST(late_result_is_covered)  // D3, D6
{
  for (unsigned how = SPU_OP_RETIRED; how <= SPU_OP_SQUASHED; how++) {
    for (int completed = 0; completed <= 1; completed++) {
      open_bench("base");
      profile();
      write_register(SPU_PMSICR_EL1, 1);
      bench.in.dispatch_valid = 1;
      clock_bench();
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

// Runs a stimulus to its end. What cover_pe.h makes of the pins must be what the unit makes of them.
static void run_stimulus(const struct stimulus *stimulus, uint64_t clocks)
{
  struct tb_error error = {""};
  memset(&bench.in, 0, sizeof bench.in);
  for (uint64_t cycle = 0; cycle < clocks && !stimulus->finished(stimulus->context); cycle++) {
    struct spu_vif vif;
    struct dut_bus bus;
    struct cover_pe pe;
    uint64_t limit = 0;
    stimulus->drive(stimulus->context, cycle, &bench.in);
    fake_dut_eval(bench.fake, &bench.in, &bench.out, &vif, &bus);
    tracker_step(&bench.tracker, &bench.in, &bench.out, &vif, &bus);
    if (!stimulus->observe(stimulus->context, &bench.in, &bench.out, &vif, &bus, &bench.tracker, &error)) {
      fail_msg("%s", error.text);
    }
    bench.observer.step(bench.observer.context, cycle, &bench.in, &bench.out, &vif, &bus, &bench.tracker);
    cover_pe_read(&bench.config, &bench.in, &pe);
    assert_true(spu_peek_register(lockstep_model(bench.lockstep), SPU_PMBLIMITR_EL1, &limit));
    const bool enabled = (limit & 1) != 0 && !spu_next_stopped(lockstep_model(bench.lockstep), &bench.in) &&
                         !bench.in.pe_debug && pe.owner_ss == pe.below_ss && !pe.owner_aarch32;
    assert_int_equal(bench.out.buffer_enabled, enabled);
    assert_true(lockstep_step(bench.lockstep, cycle, &bench.in, &bench.out, &vif, &bus, &bench.tracker));
    fake_dut_clock(bench.fake);
  }
  struct cover_hit hit;
  if (cover_impossible(bench.cover, 0, &hit)) {
    fail_msg("%s of block %s cannot happen", hit.name, hit.block);
  }
}

// Under any legal stimulus nothing happens that is said to be impossible.
TEST(random_stimulus_hits_no_impossible_bin)  // A1, A2
{
  enum { CLOCKS = 30000 };
  for (size_t c = 0; spu_config_name(c) != NULL; c++) {
    open_bench(spu_config_name(c));
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

// A read at EL2 where there is none, and its answer.
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

// Brackets that pair, outside strings; how many objects. -1 if it is no JSON.
static int count_objects(const char *json)
{
  char open[8];
  size_t depth = 0;
  int objects = 0;
  bool string = false;
  for (const char *at = json; *at != '\0'; at++) {
    if (*at == '"') {
      string = !string;
    } else if (!string && (*at == '{' || *at == '[')) {
      objects += *at == '{';
      if (depth == sizeof open) {
        return -1;
      }
      open[depth++] = *at;
    } else if (!string && (*at == '}' || *at == ']')) {
      if (depth == 0 || open[depth - 1] != (*at == '}' ? '{' : '[')) {
        return -1;
      }
      depth--;
    }
  }
  return depth == 0 && !string ? objects : -1;
}

TEST(json_has_every_bin)
{
  struct cover_hit hit;
  char *text = NULL;
  size_t size = 0;
  read_at_el2();
  int bins = 0;
  while (cover_hit(bench.cover, (size_t)bins, &hit)) {
    bins++;
  }
  int impossible = 0;
  while (cover_impossible(bench.cover, (size_t)impossible, &hit)) {
    impossible++;
  }
  assert_true(impossible > 0);
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  cover_json(bench.cover, "el1only", stream);
  assert_int_equal(fclose(stream), 0);
  assert_int_equal(count_objects(text), 1 + bins + impossible);
  assert_non_null(strstr(text, "\"config\": \"el1only\""));
  assert_true(strstr(text, "pmsidr_el2") > strstr(text, "\"impossible\""));
  free(text);
}
