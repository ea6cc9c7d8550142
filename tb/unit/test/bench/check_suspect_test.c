// SPDX-License-Identifier: Apache-2.0
//
// Every mismatch suspects a block, every block can be suspected, and an error is localized to its block.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "unit/check/signals.h"
#include "unit/test/bench/check_bench.h"
#include "unit/test/model/model_bench.h"
#include "unit/test/test.h"

enum { CYCLES = 12000 };

static const char *const functions[] = {"CheckStatisticalProfilingAccess",
                                        "CheckProfilingBufferAccess",
                                        "D24.5 (accessibility)",
                                        "ProfilingSynchronizationBarrier",
                                        "DataSynchronizationBarrier",
                                        "SPEPostExecution",
                                        "SPEWriteToBuffer",
                                        "SPEBufferIsFull",
                                        "SPEBufferFilled",
                                        "ProfilingBufferEnabled",
                                        "DebugWriteFault",
                                        "DebugWriteExternalAbort",
                                        "OtherSPEManagementEvent",
                                        "SPEConstructRecord",
                                        "AArch32_CountEvents"};

static const char *const checks[] = {"rule", "memory image", "AXI write", "bus protocol", "conservation"};

// Takes the next word of a list with single spaces. False at its end.
static bool next_word(const char **words, char word[128])
{
  const size_t length = strcspn(*words, " ");
  (void)snprintf(word, 128, "%.*s", (int)length, *words);
  *words += length + ((*words)[length] == ' ' ? 1 : 0);
  return length > 0;
}

static void check_signal(const char *signal, const char *function)
{
  assert_true(suspect_known(signal, function));
  for (int hint = 0; hint < SUSPECT_HINTS; hint++) {
    const struct suspect suspect = suspect_find(signal, function, (enum suspect_hint)hint, "bound AXI");
    const char *paths = suspect.rtl;
    const char *ids = suspect.requirement;
    char word[128];
    assert_non_null(suspect.block);
    assert_ptr_not_equal(suspect.block, suspect.other);
    while (next_word(&paths, word)) {
      if (access(word, R_OK) != 0) {
        fail_msg("%s: no such file", word);
      }
    }
    while (next_word(&ids, word)) {
      assert_non_null(suspect_requirement(word));
      assert_true(strlen(suspect_requirement(word)) <= 84);  // fits its line
    }
  }
}

TEST(every_signal_has_a_block)
{
  for (size_t i = 0; i < out_signal_count; i++) {
    check_signal(out_signals[i].name, out_signals[i].function);
  }
  for (size_t i = 0; i < vif_signal_count; i++) {
    check_signal(vif_signals[i].name, vif_signals[i].function);
  }
  for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
    for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++) {
      check_signal(checks[i], functions[f]);
    }
  }
  assert_false(suspect_known("no_such_signal", "SPEPostExecution"));
}

TEST(every_block_can_be_suspected)
{
  for (size_t block = 0; block < suspect_block_count; block++) {
    bool named = false;
    for (int hint = 0; hint < SUSPECT_HINTS; hint++) {
      for (size_t i = 0; i < out_signal_count + vif_signal_count; i++) {
        const struct signal *signal =
            i < out_signal_count ? &out_signals[i] : &vif_signals[i - out_signal_count];
        named = named || suspect_find(signal->name, signal->function, (enum suspect_hint)hint, "").block ==
                             &suspect_blocks[block];
      }
    }
    if (!named) {
      fail_msg("%s is never suspected", suspect_blocks[block].name);
    }
  }
}

TEST(evidence_decides_the_suspected_block)
{
  static const struct {
    const char *signal;
    const char *function;
    enum suspect_hint hint;
    const char *text;
    const char *block;
  } rows[] = {{"pmsicr", "SPEToCollectSample", SUSPECT_ANY, "", "interval"},
              {"pmsicr", "SPEToCollectSample", SUSPECT_DIRECT_WRITE, "", "regs"},
              {"pmbptr", "SPEWriteToBuffer", SUSPECT_ANY, "", "buffer"},
              {"pmbptr", "SPEWriteToBuffer", SUSPECT_DIRECT_WRITE, "", "regs"},
              {"psb_done", "ProfilingSynchronizationBarrier", SUSPECT_ANY, "", "barrier"},
              {"dsb_done", "DataSynchronizationBarrier", SUSPECT_ANY, "", "barrier"},
              {"decide_keep", "SPECollectRecord", SUSPECT_ANY, "", "filter"},
              {"event_pmbsr", "DebugWriteFault", SUSPECT_ANY, "", "buffer"},
              {"memory image", "SPEWriteToBuffer", SUSPECT_ANY, "", "axi"},
              {"sysreg_rdata", "MRS", SUSPECT_ANY, "", "regs"},
              {"sysreg_rdata", "MRS", SUSPECT_MONITOR, "", "pmu"},
              {"sysreg_rdata", "MRS", SUSPECT_OWNER, "", "enable"},
              {"commit_data", "SPECycle", SUSPECT_SAMPLED, "", "sample"},
              {"commit_data", "SPECycle", SUSPECT_FORMAT, "", "record"},
              {"commit_data", "CollectContextIDR1", SUSPECT_COLLECTED, "", "collect"},
              {"mark_valid", "SPEToCollectSample", SUSPECT_TAGS, "", "sample"},
              {"bus protocol", "SPEWriteToBuffer", SUSPECT_ANY, "AXI W: data before", "axi"},
              {"bus protocol", "SPEWriteToBuffer", SUSPECT_ANY,
               "assertion: tb/unit/formal/axi_write_rules.sv:93 failed", "axi"},
              {"bus protocol", "SPEWriteToBuffer", SUSPECT_ANY, "xlate: request", "buffer"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct suspect suspect = suspect_find(rows[i].signal, rows[i].function, rows[i].hint, rows[i].text);
    assert_row_equal(rows[i].signal, suspect.block->name, rows[i].block);
  }
}

TEST(requirement_cited_is_the_one_violated)
{
  static const struct {
    const char *signal;
    const char *function;
    enum suspect_hint hint;
    const char *text;
    const char *requirement;
  } rows[] = {
      {"memory image", "SPECycle", SUSPECT_SAMPLED, "", "D3"},
      {"commit_data", "SPECycle", SUSPECT_PRESENT, "", "D3"},
      {"commit_data", "SPEEvent", SUSPECT_SAMPLED, "", "D5"},
      {"commit_data", "SPESampleAddOpOther", SUSPECT_SAMPLED, "", "D5"},
      {"commit_data", "SPESetDataVirtualAddress", SUSPECT_PRESENT, "", "D4"},
      {"commit_data", "SPESampleAddTimeStamp", SUSPECT_COLLECTED, "", "D2"},
      {"mark_ts", "CollectTimeStamp", SUSPECT_REDIRECTED, "", "D2 B3"},
      {"memory image", "SPEWriteToBuffer", SUSPECT_ANY, "", "G1"},
      {"memory image", "SPEConstructRecord", SUSPECT_FORMAT, "", "F1"},
      {"AXI write", "SPEWriteToBuffer", SUSPECT_ANY, "beat at ns:0x0 strobe 0x1", "G1"},
      {"AXI write", "SPEWriteToBuffer", SUSPECT_ANY, "strobe 0x1: another address space, AWPROT[1] and AWNSE",
       "G11"},
      {"AXI write", "ProfilingBufferOwner", SUSPECT_ANY, "a translation request for EL1 of Realm state",
       "A1 G12"},
      {"bus protocol", "SPEWriteToBuffer", SUSPECT_ANY,
       "xlate: request for 0x1000 dropped before it was accepted", "G11"},
      {"bus protocol", "SPEWriteToBuffer", SUSPECT_ANY,
       "assertion: tb/unit/formal/axi_write_rules.sv:93 failed", "G11"},
      {"bus protocol", "SPEPostExecution", SUSPECT_ANY, "did not drain within 20000 cycles: DSB is not done",
       "H2"},
      {"rule", "ProfilingSynchronizationBarrier", SUSPECT_ANY,
       "a PSB waits although nothing that it covers is left", "H7"},
      {"rule", "DataSynchronizationBarrier", SUSPECT_ANY, "a DSB was done that was not requested", "H2"},
      {"assertion", "", SUSPECT_ANY, "assertion: rtl/spu_barrier.sv:129 (DsbAnswered_A) failed", "H2"},
      {"assertion", "", SUSPECT_ANY, "assertion: rtl/spu_barrier.sv:119 (EarlierTagsAreBusy_A) failed", "H1"},
      {"assertion", "", SUSPECT_ANY, "assertion: rtl/spu_buffer.sv:534 (XlateStays_A) failed", "G11"},
      {"assertion", "", SUSPECT_ANY, "assertion: rtl/spu_session.sv:1 (FedOrCollides_A) failed", "C3"},
      {"assertion", "", SUSPECT_ANY, "assertion: rtl/spu_writer.sv:1 (KeepsRoom_A) failed", "C3"},
      {"assertion", "", SUSPECT_ANY, "assertion: rtl/spu_buffer.sv:512 (NeverWritesAtLimit_A) failed", "G1"},
      {"assertion", "", SUSPECT_ANY, "assertion: rtl/spu_control.sv:1 (StoppedHoldsCounters_A) failed", "G8"},
      {"assertion", "", SUSPECT_ANY, "assertion: rtl/spu_writer.sv:1 (StartsWaitingRecord_A) failed", "C6"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct suspect suspect = suspect_find(rows[i].signal, rows[i].function, rows[i].hint, rows[i].text);
    assert_row_equal(rows[i].signal, suspect.requirement, rows[i].requirement);
  }
}

// The counters apply a direct write to a counter, not the block of the registers alone.
TEST(counter_that_was_written_suspects_counters)
{
  const struct suspect suspect = suspect_find("pmevcntr", "AArch64_CountEvents", SUSPECT_DIRECT_WRITE, "");
  assert_contains(suspect.rtl, "rtl/spu_pmu_counters.sv");
  assert_contains(suspect.rtl, "rtl/spu_pmu_regs.sv");
}

// ---------------------------------------------------------------------------------------------------------
// Through the checker

TEST(wrong_output_suspects_its_block)
{
  static const struct {
    const char *signal;
    const char *block;
  } rows[] = {{"buffer_enabled", "enable"}, {"sysreg_verdict", "access"},  {"pmsicr", "interval"},
              {"pmbirq", "event_route"},    {"sample_pop", "interval"},    {"mark_cx2", "collect"},
              {"mark_tag", "sample"},       {"sample_filtrate", "filter"}, {"pmccntr", "pmu"},
              {"trace_ts", "trace"},        {"sample_feed", "sample"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    size_t s = 0;
    while (strcmp(out_signals[s].name, rows[i].signal) != 0) {
      s++;
    }
    const struct mismatch *mismatch = check_bench_break("base", CYCLES, check_invert, &out_signals[s]);
    assert_string_equal(mismatch->signal, rows[i].signal);
    assert_row_equal(rows[i].signal, mismatch->suspect.block->name, rows[i].block);
  }
}

// EL2 writes the register `addr`, and the unit writes `unit_addr` instead; then EL1 runs.
static struct suspect suspect_of_msr(uint16_t addr, uint16_t unit_addr)
{
  enum spu_status status;
  const struct spu_config config = bench_base();
  const struct dut_bus bus = {0};
  struct tracker tracker = {.head = 0};
  const struct {
    uint16_t addr;
    uint64_t value;
  } writes[] = {{SPU_PMBLIMITR_EL1, 1}, {addr, 3}, {0, 0}, {0, 0}};
  bench_open(config);
  struct lockstep *lockstep = lockstep_create(&config, NULL, &status);
  assert_non_null(lockstep);
  for (uint64_t cycle = 0; bench_mismatch(lockstep) == NULL; cycle++) {
    assert_true(cycle < sizeof writes / sizeof writes[0]);
    struct spu_in in = b.in;
    in.hcr_el2_e2h = true;
    in.pe_el = cycle < 3 ? SPU_EL2 : SPU_EL1;
    in.sysreg_valid = in.sysreg_write = writes[cycle].addr != 0;
    in.sysreg_addr = writes[cycle].addr;
    in.sysreg_wdata = writes[cycle].value;
    struct spu_in unit_in = in;
    unit_in.sysreg_addr = in.sysreg_addr == addr ? unit_addr : in.sysreg_addr;
    spu_step(b.spu, &unit_in, &b.seen, &b.out, &b.vif);
    tracker_step(&tracker, &in, &b.out, &b.vif, &bus);
    (void)lockstep_step(lockstep, cycle, &in, &b.out, &b.vif, &bus, &tracker);
  }
  assert_string_equal(bench_mismatch(lockstep)->signal, "profiling_enabled");
  const struct suspect suspect = bench_mismatch(lockstep)->suspect;
  lockstep_destroy(lockstep);
  return suspect;
}

TEST(redirected_msr_suspects_access_too)  // B3
{
  const struct suspect redirected = suspect_of_msr(SPU_PMSCR_EL1, SPU_PMSCR_EL12);
  assert_string_equal(redirected.block->name, "enable");
  assert_non_null(redirected.other);
  assert_string_equal(redirected.other->name, "access");
  // HCR_EL2.E2H does not redirect this MSR.
  const struct suspect decided = suspect_of_msr(SPU_PMSCR_EL12, SPU_PMSCR_EL2);
  assert_string_equal(decided.block->name, "enable");
  assert_null(decided.other);
}

// A complaint that does not come from the checker: of memory, the MMU, the agent or an assertion of the RTL.
TEST(complaint_of_the_environment_is_a_mismatch)  // C6, G1
{
  static const struct {
    const char *complaint;
    const char *signal;
    const char *block;
  } rows[] = {
      {"AXI W: data before its address was offered on AW", "bus protocol", "axi"},
      {"assertion: rtl/spu_packer.sv:173 failed", "assertion", "record"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const char *const complaint = rows[i].complaint;
    struct check_bench bench;
    struct check_cycle cycle;
    char got[128];
    assert_true(check_bench_open(&bench, "base", CYCLES));
    while (bench.cycle < 3000) {
      assert_true(check_bench_step(&bench, NULL, NULL, &cycle));
    }
    assert_false(lockstep_broken(bench.lockstep, bench.cycle, "trace: ends in the middle of an operation"));
    assert_null(bench_mismatch(bench.lockstep));
    assert_true(lockstep_broken(bench.lockstep, bench.cycle, complaint));
    assert_string_equal(bench_mismatch(bench.lockstep)->signal, rows[i].signal);
    assert_string_equal(bench_mismatch(bench.lockstep)->suspect.block->name, rows[i].block);
    mismatch_text(lockstep_failure(bench.lockstep), "make sim", check_report, sizeof check_report);
    (void)snprintf(got, sizeof got, "  got       %s\n", complaint);
    assert_contains(check_report, got);
    assert_contains(check_report, "MISMATCH in cycle 3000\n");
    assert_contains(check_report, "last events");
    assert_contains(check_report, "reproduce with:\n  make sim\n");
    check_bench_close(&bench);
  }
}

// Even if the name of another file is a prefix of its name.
TEST(failed_assertion_suspects_the_block_of_its_file)  // C6
{
  unsigned files = 0;
  for (size_t i = 0; i < suspect_block_count; i++) {
    const char *paths = suspect_blocks[i].rtl;
    char path[128];
    while (next_word(&paths, path)) {
      char text[256];
      (void)snprintf(text, sizeof text, "assertion: %s:1 failed", path);
      const struct suspect suspect = suspect_find("assertion", "any", SUSPECT_ANY, text);
      assert_string_equal(suspect.block->name, suspect_blocks[i].name);
      assert_non_null(suspect_requirement(suspect.requirement));
      files++;
    }
  }
  assert_true(files > 25);
}
