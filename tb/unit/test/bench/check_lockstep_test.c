// SPDX-License-Identifier: Apache-2.0
//
// The checker catches every kind of error and names the responsible pseudocode function.
#include <stdio.h>

#include "unit/check/signals.h"
#include "unit/test/bench/check_bench.h"
#include "unit/test/test.h"

enum { CYCLES = 12000 };

// A correct unit shows no mismatch: what the other tests find is what they broke.
static void run_correct(const char *config)
{
  struct check_bench bench;
  assert_true(check_bench_open(&bench, config, CYCLES));
  const bool ok = check_bench_run(&bench, NULL, NULL);
  if (!ok) {
    static char text[MISMATCH_REPORT];
    mismatch_text(lockstep_failure(bench.lockstep), "", text, sizeof text);
    print_message("%s\n%s", bench.error.text, text);
  }
  assert_true(ok);
  assert_true(lockstep_counts(bench.lockstep)->committed > 10);
  assert_true(lockstep_counts(bench.lockstep)->events > 0);
  check_bench_close(&bench);
}

TEST(correct_unit_matches)  // C6, G1
{
  run_correct("base");
}

TEST(correct_unit_of_any_configuration_matches)  // C6, G1
{
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    run_correct(spu_config_name(i));
  }
}

// One bit of one signal of spu_out is inverted.
FALSIFY(flip_out)
{
  const struct signal *signal = argument;
  if (cycle->out.pmbptr == 0) {
    return false;  // not before something has happened
  }
  ((uint8_t *)&cycle->out)[signal->offset] ^= 1;
  return true;
}

TEST(every_output_is_compared_and_localized)
{
  for (size_t i = 0; i < out_signal_count; i++) {
    struct check_bench bench;
    const struct mismatch *mismatch = check_bench_break(&bench, "base", CYCLES, flip_out, &out_signals[i]);
    assert_non_null(mismatch);
    assert_int_equal(mismatch->cycle, bench.falsified_cycle);
    assert_string_equal(mismatch->signal, out_signals[i].name);
    if (strncmp(mismatch->signal, "sysreg_", 7) != 0) {
      assert_string_equal(mismatch->function, out_signals[i].function);
    }
    check_bench_close(&bench);
  }
}

// A sysreg answer to a register of the buffer is CheckProfilingBufferAccess's, of the others the other
// check's.

FALSIFY(falsify_answer)
{
  static uint16_t last;  // the access that this cycle answers
  const uint8_t crm = *(const uint8_t *)argument;
  const bool hit = cycle->out.sysreg_done && (last >> 7 & 0xF) == 9 && (last >> 3 & 0xF) == crm;
  last = cycle->in.sysreg_addr;
  if (hit) {
    cycle->out.sysreg_verdict ^= 1;
  }
  return hit;
}

TEST(wrong_verdict_names_the_check_of_its_register)  // B2
{
  static const struct {
    uint8_t crm;
    const char *function;
  } rows[] = {{9, "CheckStatisticalProfilingAccess"},
              {10, "CheckProfilingBufferAccess"},
              {12, "D24.5 (accessibility)"}};
  for (size_t i = 0; i < 3; i++) {
    struct check_bench bench;
    const struct mismatch *mismatch = check_bench_break(&bench, "base", CYCLES, falsify_answer, &rows[i].crm);
    assert_non_null(mismatch);
    assert_string_equal(mismatch->signal, "sysreg_verdict");
    assert_string_equal(mismatch->function, rows[i].function);
    check_bench_close(&bench);
  }
}

// Events: what goes wrong, in a cycle in which it can.
enum event_error { KEEP, REASON, LENGTH, PMBSR, FAULT_PMBSR, FAULT_PMBPTR };

FALSIFY(falsify_event)
{
  struct spu_vif *vif = &cycle->vif;
  const bool fault = vif->event_valid && vif->discard_reason == SPU_DISCARD_FAULT;
  switch (*(const enum event_error *)argument) {
  case KEEP:
    vif->decide_keep = vif->decide_keep != vif->decide_valid;
    return vif->decide_valid;
  case REASON:
    if (vif->discard_valid && !vif->event_valid) {
      vif->discard_reason ^= 3;
      return true;
    }
    return false;
  case LENGTH:
    vif->commit_len ^= (uint8_t)(vif->commit_valid ? 1 : 0);
    return vif->commit_valid;
  case PMBSR:
    vif->event_pmbsr ^= vif->event_valid && !fault ? 1 : 0;
    return vif->event_valid && !fault;
  case FAULT_PMBSR:
    vif->event_pmbsr ^= fault ? 1 : 0;
    return fault;
  default:
    vif->event_pmbptr ^= fault ? 1 : 0;
    return fault;
  }
}

TEST(event_contents_are_compared_and_localized)  // E6, G2, G3
{
  static const struct {
    enum event_error error;
    const char *function;
  } rows[] = {{KEEP, "SPECollectRecord"},        {REASON, "ProfilingBufferEnabled"},
              {PMBSR, "SPEBufferFilled"},        {FAULT_PMBSR, "DebugWriteFault"},
              {FAULT_PMBPTR, "DebugWriteFault"}, {LENGTH, "SPEConstructRecord"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct check_bench bench;
    const struct mismatch *mismatch =
        check_bench_break(&bench, "base", CYCLES, falsify_event, &rows[i].error);
    assert_non_null(mismatch);
    assert_int_equal(mismatch->cycle, bench.falsified_cycle);
    assert_string_equal(mismatch->function, rows[i].function);
    check_bench_close(&bench);
  }
}

// The first packet of a type in a committed record is damaged: the report names its function.
FALSIFY(damage_packet)
{
  const enum spu_packet_type type = *(const enum spu_packet_type *)argument;
  size_t at = 0;
  while (cycle->vif.commit_valid && at < cycle->vif.commit_len) {
    struct spu_packet packet;
    size_t used = 0;
    if (spu_decode_packet(cycle->vif.commit_data + at, cycle->vif.commit_len - at, &packet, &used) !=
        SPU_DECODE_OK) {
      return false;
    }
    if (packet.type == type) {
      cycle->vif.commit_data[at + packet.header_bytes] ^= 0x10;
      return true;
    }
    at += used;
  }
  return false;
}

TEST(wrong_packet_names_its_function)  // F1
{
  static const enum spu_packet_type types[] = {
      SPU_PACKET_CONTEXT, SPU_PACKET_COUNTER,   SPU_PACKET_ADDRESS,    SPU_PACKET_OP_TYPE,
      SPU_PACKET_EVENTS,  SPU_PACKET_TIMESTAMP, SPU_PACKET_DATA_SOURCE};
  const size_t by_type = 4;  // from here on the type alone says which function it is
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    struct check_bench bench;
    struct spu_packet packet = {.type = types[i]};
    const struct mismatch *mismatch = check_bench_break(&bench, "base", CYCLES, damage_packet, &types[i]);
    assert_non_null(mismatch);
    assert_string_equal(mismatch->signal, "commit_data");
    if (i >= by_type) {
      assert_string_equal(mismatch->function, spu_packet_function(&packet));
    }
    assert_string_not_equal(mismatch->function, "SPEConstructRecord");
    assert_string_not_equal(mismatch->expected, mismatch->got);
    check_bench_close(&bench);
  }
}

// An event that the checker does not get to see.
FALSIFY(lose_decision)
{
  const bool lost = cycle->vif.decide_valid;
  cycle->vif.decide_valid = false;
  cycle->vif.decide_keep = false;
  cycle->vif.decide_tag = 0;
  return lost;
}

// One event counter, somewhere in the array.
FALSIFY(flip_counter)
{
  const uint32_t counter = *(const uint32_t *)argument;
  cycle->out.pmevcntr[counter] ^= 0x100;
  return true;
}

TEST(wrong_counter_is_named)  // P1, P3
{
  static const uint32_t counters[] = {0, 5, SPU_MAX_COUNTERS - 1};
  for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++) {
    struct check_bench bench;
    char note[32];
    const struct mismatch *mismatch = check_bench_break(&bench, "base", CYCLES, flip_counter, &counters[i]);
    assert_non_null(mismatch);
    (void)snprintf(note, sizeof note, "event counter %u", counters[i]);
    assert_string_equal(mismatch->signal, "pmevcntr");
    assert_string_equal(mismatch->note, note);
    assert_string_equal(mismatch->function, "AArch64_CountEvents");
    assert_string_not_equal(mismatch->expected, mismatch->got);
    check_bench_close(&bench);
  }
}

// The syndrome of an abort, or its SError.
FALSIFY(lose_abort)
{
  if (cycle->in.axi_bvalid && cycle->in.axi_bresp >= 2 && cycle->vif.event_valid) {
    cycle->vif.event_pmbsr &= ~(uint64_t)(1U << 18);
    return true;
  }
  const bool lost = cycle->out.serror;
  cycle->out.serror = false;
  return lost;
}

TEST(lost_abort_is_localized)  // G4
{
  static const char *const configs[] = {"v8.7", "wide", "v9"};  // synchronous, asynchronous, SError
  for (size_t i = 0; i < 3; i++) {
    struct check_bench bench;
    const struct mismatch *mismatch = check_bench_break(&bench, configs[i], 20 * CYCLES, lose_abort, NULL);
    assert_non_null(mismatch);
    assert_int_equal(mismatch->cycle, bench.falsified_cycle);
    assert_string_equal(mismatch->function, "DebugWriteExternalAbort");
    check_bench_close(&bench);
  }
}

TEST(lost_decision_is_caught)  // C6
{
  struct check_bench bench;
  assert_non_null(check_bench_break(&bench, "base", CYCLES, lose_decision, NULL));
  check_bench_close(&bench);
}

// A barrier that does not wait. Whether something is pending is not seen here: the checker must know.
FALSIFY(hurry_psb)
{
  const struct check_bench *bench = argument;
  const struct flight_counts *counts = lockstep_counts(bench->lockstep);
  static bool held;  // psb_valid was high in the cycle before, and an operation was marked before that
  const bool now = held && cycle->in.psb_valid && !cycle->vif.psb_done && counts->marked != counts->decisions;
  held = cycle->in.psb_valid && counts->marked != counts->decisions;
  cycle->vif.psb_done = cycle->vif.psb_done || now;
  return now;
}

TEST(violated_rule_is_caught)  // H1
{
  struct check_bench bench = {.cycle = 0};
  const struct mismatch *mismatch = check_bench_break(&bench, "base", 10 * CYCLES, hurry_psb, &bench);
  assert_non_null(mismatch);
  assert_int_equal(mismatch->cycle, bench.falsified_cycle);
  assert_string_equal(mismatch->signal, "rule");
  assert_string_equal(mismatch->got, "rule violated: a PSB was done before the operations that it covers");
  assert_non_null(strstr(mismatch->function, "Barrier"));
  check_bench_close(&bench);
}

TEST(operation_left_at_the_end_breaks_conservation)  // C6
{
  struct check_bench bench;
  assert_true(check_bench_open(&bench, "base", CYCLES));
  // Stops in the middle, with an operation in flight.
  struct check_cycle cycle = {0};
  do {
    assert_true(check_bench_step(&bench, NULL, NULL, &cycle));
  } while (!cycle.out.mark_valid);
  assert_false(lockstep_finish(bench.lockstep, bench.cycle));
  assert_string_equal(bench_mismatch(bench.lockstep)->signal, "conservation");
  assert_string_equal(bench_mismatch(bench.lockstep)->note,
                      "requirement C6: operations in flight at the end");
  check_bench_close(&bench);
}

// Of a record that was started a few cycles before, so that the last events go back to there.
FALSIFY(damage_quick_packet)
{
  static unsigned since;
  since = cycle->vif.start_valid ? 0 : since + 1;
  return since < 20 && damage_packet(cycle, argument);
}

TEST(report_is_complete)
{
  static const enum spu_packet_type type = SPU_PACKET_EVENTS;
  struct check_bench bench;
  static char text[MISMATCH_REPORT];
  assert_non_null(check_bench_break(&bench, "base", CYCLES, damage_quick_packet, &type));
  mismatch_text(lockstep_failure(bench.lockstep), "make sim SEED=1", text, sizeof text);
  assert_non_null(strstr(text, "MISMATCH in cycle"));
  assert_non_null(strstr(text, "commit_data"));
  assert_non_null(strstr(text, "SPEEvent"));
  assert_non_null(strstr(text, "record started at PMBPTR_EL1"));
  assert_non_null(strstr(text, "make sim SEED=1"));
  // A buffer that is too small is not overrun.
  char small[40];
  memset(small, 0x55, sizeof small);
  mismatch_text(lockstep_failure(bench.lockstep), "make", small, sizeof small - 1);
  assert_int_equal(small[sizeof small - 1], 0x55);
  assert_int_equal(strlen(small), sizeof small - 2);
  check_bench_close(&bench);
}
