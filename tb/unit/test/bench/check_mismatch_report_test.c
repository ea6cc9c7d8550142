// SPDX-License-Identifier: Apache-2.0
//
// The mismatch report is readable and complete, its drawing shows when things happened, and mismatch.json is JSON.
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/check/signals.h"
#include "unit/report/life_draw.h"
#include "unit/test/bench/check_bench.h"
#include "unit/test/test.h"
#include "unit/tools/mismatch_files.h"

enum { CYCLES = 12000 };

// ---------------------------------------------------------------------------------------------------------
// The drawing

// One cycle; the bus is idle.
static void watch(struct life *life, struct tracker *tracker, uint64_t cycle, const struct spu_in *in,
                  const struct spu_out *out, const struct spu_vif *vif)
{
  const struct dut_bus bus = {0};
  tracker_step(tracker, in, out, vif, &bus);
  life_step(life, tracker, cycle, in, out, vif);
}

static void live(struct life *life, struct tracker *tracker)
{
  for (uint64_t cycle = 10; cycle <= 30; cycle++) {
    struct spu_in in = {0};
    struct spu_out out = {0};
    struct spu_vif vif = {0};
    if (cycle == 10) {
      out.mark_valid = true;
      out.mark_slot = 1;
      out.mark_tag = 2;
      in.dispatch_pc[1] = 0x4000;
    }
    in.op[2].issued = cycle == 13;
    in.op[2].xlate_busy = cycle == 14 || cycle == 15 || cycle == 17;
    in.op[2].completed = cycle == 18;
    in.op[2].finished = cycle == 20;
    in.op[2].kind = SPU_KIND_LDST_GENERAL;
    vif.decide_valid = vif.decide_keep = cycle == 22;
    vif.decide_tag = cycle == 22 ? 2 : 0;
    out.sample_feed = cycle == 22;
    vif.start_valid = cycle == 24;
    vif.commit_valid = cycle == 30;
    vif.commit_len = cycle == 30 ? 48 : 0;
    watch(life, tracker, cycle, &in, &out, &vif);
  }
}

TEST(life_is_drawn_as_it_happened)
{
  struct life life = {0};
  struct tracker tracker = {.head = 0};
  char buffer[4096] = "";
  struct text text = {buffer, sizeof buffer, 0};
  const struct life_op *list[LIFE_SHOWN];
  live(&life, &tracker);
  assert_int_equal(life_pick(&life, &tracker, LIFE_RECORD, list), 1);
  life_text(list[0], 30, &text);
  assert_fits_terminal(buffer);
  const char *lines[] = {"life of operation 0: load/store, retired, committed, 48 bytes\n",
                         "  tag 2, slot 1, PC 0x4000\n",
                         "a column is 1 cycle, ! marks cycle 30\n",
                         "  waits to issue            10        13      3  |====                !  ",
                         "  translating               14        17      3  |    == =            !  ",
                         "  in the pipeline           10        18      8  |=========           !  ",
                         "  waits to finish           18        20      2  |        ===         !  ",
                         "  waits for decision        20        22      2  |          ===       !  ",
                         "  record waits              22        24      2  |            ===     !  ",
                         "  record is written         24        30      6  |              ======!  "};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    assert_contains(buffer, lines[i]);
  }
}

TEST(operations_of_the_mismatch_are_picked)
{
  struct life life = {0};
  struct tracker tracker = {.head = 0};
  const struct life_op *list[LIFE_SHOWN];
  const struct spu_in in = {0};
  const struct spu_vif nothing = {0};
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    const struct spu_out out = {.mark_valid = true, .mark_tag = (uint8_t)tag};
    watch(&life, &tracker, tag, &in, &out, &nothing);
  }
  assert_int_equal(life_pick(&life, &tracker, LIFE_ALL, list), 4);
  assert_int_equal(life_pick(&life, &tracker, LIFE_MARK, list), 1);
  assert_int_equal(list[0]->tag, 3);
  const struct spu_out out = {.sample_feed = 1};
  const struct spu_vif decision = {.decide_valid = true, .decide_tag = 1};
  watch(&life, &tracker, 9, &in, &out, &decision);
  assert_int_equal(life_pick(&life, &tracker, LIFE_DECISION, list), 1);
  assert_int_equal(list[0]->tag, 1);
  assert_int_equal(list[0]->end, LIFE_FILTERED);
  assert_int_equal(life_pick(&life, &tracker, LIFE_ALL, list), 3);
  const struct spu_vif collided = {.decide_valid = true, .decide_tag = 2};  // SAMPLE_FEED does not count it
  watch(&life, &tracker, 10, &in, &(struct spu_out){0}, &collided);
  assert_int_equal(life_pick(&life, &tracker, LIFE_DECISION, list), 1);
  assert_int_equal(list[0]->end, LIFE_COLLIDED);
  life_reset(&life);
  tracker_reset(&tracker);
  assert_int_equal(life_pick(&life, &tracker, LIFE_ALL, list), 0);
}

// From the cycle in which an operation finishes to that of its decision.
TEST(undecided_operation_is_counted)
{
  for (uint64_t between = 1; between < 4; between++) {
    struct tracker tracker = {.head = 0};
    const struct failure failure = {.tracker = &tracker, .in_cycle = true};
    const struct mismatch mismatch = {.signal = "rule", .function = "ProfilingSynchronizationBarrier"};
    struct dut_bus bus = {0};
    for (uint64_t since = 0; since <= 2 * between + 1; since++) {
      struct spu_in in = {0};
      const bool decision = since == 2 * between;
      const struct spu_out out = {.mark_valid = since == 0, .sample_feed = decision};
      const struct spu_vif vif = {.decide_valid = decision};
      in.op[0].finished = since == between;
      tracker_step(&tracker, &in, &out, &vif, &bus);
      const enum suspect_hint hint = mismatch_hint(&failure, &mismatch);
      assert_int_equal(hint == SUSPECT_UNDECIDED, since >= between && since <= 2 * between);
    }
  }
}

TEST(inconsistent_outputs_do_not_break_the_drawing)
{
  struct life life = {0};
  struct tracker tracker = {.head = 0};
  const struct life_op *list[LIFE_SHOWN];
  const struct spu_in in = {0};
  for (uint64_t cycle = 0; cycle < 1000; cycle++) {
    const struct spu_out out = {.mark_valid = true, .mark_tag = (uint8_t)(cycle * 37), .mark_slot = 200};
    const struct spu_vif vif = {.decide_valid = cycle % 3 == 0,
                                .decide_tag = (uint8_t)(cycle * 11),
                                .decide_keep = true,
                                .start_valid = cycle % 5 == 0,
                                .commit_valid = cycle % 7 == 0,
                                .discard_valid = cycle % 11 == 0};
    char buffer[2048] = "";
    struct text text = {buffer, sizeof buffer, 0};
    watch(&life, &tracker, cycle, &in, &out, &vif);
    const size_t count = life_pick(&life, &tracker, (enum life_about)(cycle % 4), list);
    for (size_t i = 0; i < count; i++) {
      life_text(list[i], cycle, &text);
    }
    assert_fits_terminal(buffer);
  }
}

// ---------------------------------------------------------------------------------------------------------
// The report

TEST(report_is_complete_and_fits_the_terminal)
{
  static const char *const parts[] = {"MISMATCH in cycle ",  // in this order
                                      "\n  signal    ",     "\n  expected  ",
                                      "\n  got       ",     "\n  function  ",
                                      "\n  block     ",     "\n  RTL       ",
                                      "\n  model     ",     "\n  violates  ",
                                      "\nlast events",      "\nreproduce with:\n  make sim"};
  for (size_t i = 0; i < out_signal_count; i++) {
    const struct mismatch *mismatch = check_bench_break("base", CYCLES, check_invert, &out_signals[i]);
    assert_fits_terminal(check_report);
    const char *at = check_report;
    for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++) {
      assert_contains(at, parts[p]);
      at = strstr(at, parts[p]);
    }
    assert_contains(check_report, mismatch->signal);
    assert_contains(check_report, mismatch->function);
  }
}

FALSIFY(decision_is_wrong)
{
  cycle->vif.decide_keep ^= cycle->vif.decide_valid;
  return cycle->vif.decide_valid;
}

FALSIFY(time_is_wrong)
{
  const bool wrong = cycle->out.mark_valid && cycle->out.mark_ts == SPU_TIMESTAMP_VIRTUAL;
  cycle->out.mark_ts = wrong ? SPU_TIMESTAMP_PHYSICAL : cycle->out.mark_ts;
  return wrong;
}

FALSIFY(psb_is_early)
{
  const bool early = cycle->in.psb_valid && !cycle->vif.psb_done;
  cycle->vif.psb_done |= early;
  return early;
}

FALSIFY(access_is_refused)
{
  static uint16_t addr;  // in the previous cycle
  const bool refused =
      addr == SPU_PMBPTR_EL1 && cycle->out.sysreg_done && cycle->out.sysreg_verdict == SPU_ACCESS_OK;
  cycle->out.sysreg_verdict = refused ? SPU_ACCESS_TRAP_EL2 : cycle->out.sysreg_verdict;
  addr = cycle->in.sysreg_addr;
  return refused;
}

FALSIFY(write_is_lost)
{
  static uint16_t addr;
  const bool lost = addr == spu_sysreg_pmevcntr(0);
  cycle->out.pmevcntr[0] ^= lost;
  addr = cycle->in.sysreg_valid && cycle->in.sysreg_write ? cycle->in.sysreg_addr : 0;
  return lost;
}

TEST(deciding_facts_are_shown)
{
  static const struct {
    const char *signal;
    check_falsify falsify;
    const char *words;  // of the report
  } rows[] = {{"decide_keep", decision_is_wrong, "\n  sample    "},
              {"decide_keep", decision_is_wrong, "\n            total latency "},
              {"decide_keep", decision_is_wrong, "\n  events    EV "},
              {"mark_ts", time_is_wrong, "\n  expected  0x1 (virtual)\n  got       0x2 (physical)\n"},
              {"rule", psb_is_early, "\n  PSB CSYNC requested in cycle "},
              {"sysreg_verdict", access_is_refused, "0x0 (allowed)\n  got       0x3 (trap to EL2)\n"},
              {"sysreg_verdict", access_is_refused, "\n  trap bit  HDFGWTR_EL2[24] is "},
              {"pmevcntr", write_is_lost, "\n  written   PMEVCNTR0_EL0 = 0x"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct mismatch *mismatch = check_bench_break("base", CYCLES, rows[i].falsify, NULL);
    assert_string_equal(mismatch->signal, rows[i].signal);
    assert_fits_terminal(check_report);
    assert_contains(check_report, rows[i].words);
  }
}

TEST(small_buffer_is_not_overrun)
{
  static char whole[MISMATCH_REPORT];
  struct check_bench bench;
  assert_true(check_bench_open(&bench, "base", CYCLES));
  assert_false(check_bench_run(&bench, check_invert, &out_signals[7]));
  mismatch_text(lockstep_failure(bench.lockstep), "make sim", whole, sizeof whole);
  const size_t length = strlen(whole);
  assert_true(length + 1 < sizeof whole);
  for (size_t size = 1; size <= length + 1; size++) {
    char *part = test_malloc(size);  // cmocka's allocator detects an overrun
    mismatch_text(lockstep_failure(bench.lockstep), "make sim", part, size);
    assert_int_equal(strlen(part), size - 1);
    assert_memory_equal(part, whole, size - 1);
    test_free(part);
  }
  check_bench_close(&bench);
}

TEST(json_is_escaped)
{
  static const struct mismatch_run run = {"base", "random", 7, "a\"b", "make sim ARGS=\"x\""};
  struct mismatch mismatch = {.cycle = 12, .signal = "pmsicr", .function = "SPEToCollectSample"};
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  assert_non_null(file);
  (void)snprintf(mismatch.expected, sizeof mismatch.expected, "a \"quoted\" \\ text\nof two lines");
  mismatch.suspect = suspect_find(mismatch.signal, mismatch.function, SUSPECT_DIRECT_WRITE, "");
  mismatch_json(&mismatch, &run, file);
  assert_int_equal(fclose(file), 0);
  assert_string_equal(text, "{\n"
                            "  \"cycle\": 12,\n"
                            "  \"signal\": \"pmsicr\",\n"
                            "  \"pin\": \"vif_o.pmsicr\",\n"
                            "  \"function\": \"SPEToCollectSample\",\n"
                            "  \"block\": \"regs\",\n"
                            "  \"other_block\": \"interval\",\n"
                            "  \"requirement\": \"B1 C1\",\n"
                            "  \"expected\": \"a \\\"quoted\\\" \\\\ text\\u000aof two lines\",\n"
                            "  \"got\": \"\",\n"
                            "  \"note\": \"\",\n"
                            "  \"config\": \"base\",\n"
                            "  \"stimulus\": \"random\",\n"
                            "  \"seed\": 7,\n"
                            "  \"profile\": \"a\\\"b\",\n"
                            "  \"command\": \"make sim ARGS=\\\"x\\\"\"\n"
                            "}\n");
  free(text);
}
