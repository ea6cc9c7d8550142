// SPDX-License-Identifier: Apache-2.0
//
// The checker catches every kind of error, and names the responsible pseudocode function and block.
#include <stdio.h>

#include "unit/check/signals.h"
#include "unit/test/bench/check_bench.h"
#include "unit/test/test.h"

enum { CYCLES = 12000 };

// The other tests rely on a unit without other errors.
TEST(correct_unit_matches)  // C6, G1
{
  for (size_t i = 0; spu_config_name(i) != NULL; i++) {
    struct check_bench bench;
    assert_true(check_bench_open(&bench, spu_config_name(i), CYCLES));
    if (!check_bench_run(&bench, NULL, NULL)) {
      mismatch_text(lockstep_failure(bench.lockstep), "", check_report, sizeof check_report);
      fail_msg("%s\n%s", bench.error.text, check_report);
    }
    assert_true(lockstep_counts(bench.lockstep)->committed > 10);
    assert_true(lockstep_counts(bench.lockstep)->events > 0);
    check_bench_close(&bench);
  }
}

TEST(every_output_is_compared_and_localized)
{
  for (size_t i = 0; i < out_signal_count; i++) {
    const struct mismatch *mismatch = check_bench_break("base", CYCLES, check_invert, &out_signals[i]);
    assert_string_equal(mismatch->signal, out_signals[i].name);
    if (strncmp(mismatch->signal, "sysreg_", 7) != 0) {  // there the function depends on the register
      assert_string_equal(mismatch->function, out_signals[i].function);
    }
  }
}

FALSIFY(falsify_verdict)
{
  static uint16_t last;  // address of the access that this cycle answers
  const uint8_t crm = *(const uint8_t *)argument;
  const bool hit = cycle->out.sysreg_done && (last >> 7 & 0xF) == 9 && (last >> 3 & 0xF) == crm;
  last = cycle->in.sysreg_addr;
  cycle->out.sysreg_verdict ^= hit;
  return hit;
}

TEST(wrong_verdict_names_the_check_of_its_register)  // B2
{
  static const struct {
    uint8_t crm;  // of the registers' encodings
    const char *function;
  } rows[] = {{9, "CheckStatisticalProfilingAccess"},
              {10, "CheckProfilingBufferAccess"},
              {12, "D24.5 (accessibility)"}};
  for (size_t i = 0; i < 3; i++) {
    const struct mismatch *mismatch = check_bench_break("base", CYCLES, falsify_verdict, &rows[i].crm);
    assert_string_equal(mismatch->signal, "sysreg_verdict");
    assert_string_equal(mismatch->function, rows[i].function);
  }
}

enum event_error { KEEP, REASON, LENGTH, PMBSR, FAULT_PMBSR, FAULT_PMBPTR };

FALSIFY(falsify_event)
{
  struct spu_vif *vif = &cycle->vif;
  const bool fault = vif->event_valid && vif->discard_reason == SPU_DISCARD_FAULT;
  const struct {
    bool now;
    void *field;
    uint8_t flip;  // bits of its first byte
  } errors[] = {
      [KEEP] = {vif->decide_valid, &vif->decide_keep, 1},
      [REASON] = {vif->discard_valid && !vif->event_valid, &vif->discard_reason, 3},
      [LENGTH] = {vif->commit_valid, &vif->commit_len, 1},
      [PMBSR] = {vif->event_valid && !fault, &vif->event_pmbsr, 1},
      [FAULT_PMBSR] = {fault, &vif->event_pmbsr, 1},
      [FAULT_PMBPTR] = {fault, &vif->event_pmbptr, 1},
  };
  const enum event_error error = *(const enum event_error *)argument;
  *(uint8_t *)errors[error].field ^= errors[error].now ? errors[error].flip : 0;
  return errors[error].now;
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
    const struct mismatch *mismatch = check_bench_break("base", CYCLES, falsify_event, &rows[i].error);
    assert_string_equal(mismatch->function, rows[i].function);
  }
}

struct packet_damage {
  enum spu_packet_type type;
  bool header;           // damage the header; otherwise the payload
  const char *function;  // null if it also depends on the packet's header
  const char *block;
};

// Damages the first packet of this type in a committed record.
FALSIFY(damage_packet)
{
  const struct packet_damage *damage = argument;
  size_t at = 0;
  while (cycle->vif.commit_valid && at < cycle->vif.commit_len) {
    struct spu_packet packet;
    size_t used = 0;
    if (spu_decode_packet(cycle->vif.commit_data + at, cycle->vif.commit_len - at, &packet, &used) !=
        SPU_DECODE_OK) {
      return false;
    }
    if (packet.type == damage->type) {
      cycle->vif.commit_data[damage->header ? at : at + packet.header_bytes] ^= 0x10;
      return true;
    }
    at += used;
  }
  return false;
}

TEST(wrong_packet_names_its_function_and_block)  // F1
{
  static const struct packet_damage rows[] = {
      {SPU_PACKET_CONTEXT, false, NULL, "collect"},
      {SPU_PACKET_COUNTER, false, NULL, "sample"},
      {SPU_PACKET_COUNTER, true, NULL, "record"},
      {SPU_PACKET_ADDRESS, false, NULL, "collect"},
      {SPU_PACKET_OP_TYPE, false, NULL, "sample"},
      {SPU_PACKET_EVENTS, false, "SPEEvent", "sample"},
      {SPU_PACKET_EVENTS, true, NULL, "record"},
      {SPU_PACKET_TIMESTAMP, false, "SPESampleAddTimeStamp", "collect"},
      {SPU_PACKET_TIMESTAMP, true, NULL, "record"},
      {SPU_PACKET_DATA_SOURCE, false, "SPESampleLoadStore", "sample"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct mismatch *mismatch = check_bench_break("base", CYCLES, damage_packet, &rows[i]);
    assert_string_equal(mismatch->suspect.block->name, rows[i].block);
    if (rows[i].function != NULL) {
      assert_string_equal(mismatch->function, rows[i].function);
    }
    if (!rows[i].header) {
      assert_string_equal(mismatch->signal, "commit_data");
      assert_string_not_equal(mismatch->function, "SPEConstructRecord");
      assert_string_not_equal(mismatch->expected, mismatch->got);
    }
  }
}

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
    char note[32];
    const struct mismatch *mismatch = check_bench_break("base", CYCLES, flip_counter, &counters[i]);
    (void)snprintf(note, sizeof note, "event counter %u", counters[i]);
    assert_string_equal(mismatch->signal, "pmevcntr");
    assert_string_equal(mismatch->note, note);
    assert_string_equal(mismatch->function, "AArch64_CountEvents");
    assert_string_not_equal(mismatch->expected, mismatch->got);
  }
}

// Clears PMBSR_EL1.EA in the event of a synchronous abort, or drops the SError.
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
    const struct mismatch *mismatch = check_bench_break(configs[i], 20 * CYCLES, lose_abort, NULL);
    assert_string_equal(mismatch->function, "DebugWriteExternalAbort");
  }
}

FALSIFY(lose_decision)
{
  const bool lost = cycle->vif.decide_valid;
  cycle->vif.decide_valid = false;
  cycle->vif.decide_keep = false;
  cycle->vif.decide_tag = 0;
  return lost;
}

TEST(lost_decision_is_caught)  // C6
{
  (void)check_bench_break("base", CYCLES, lose_decision, NULL);
}

// Completes a PSB that waits for an operation.
FALSIFY(hurry_psb)
{
  static unsigned pending;  // operations marked but not decided
  static bool held;         // the PSB waited in the previous cycle
  const bool now = held && cycle->in.psb_valid && !cycle->vif.psb_done && pending != 0;
  held = cycle->in.psb_valid && pending != 0;
  cycle->vif.psb_done = cycle->vif.psb_done || now;
  pending += cycle->out.mark_valid;
  pending -= cycle->vif.decide_valid;
  return now;
}

TEST(violated_rule_is_caught)  // H1
{
  const struct mismatch *mismatch = check_bench_break("base", 10 * CYCLES, hurry_psb, NULL);
  assert_string_equal(mismatch->signal, "rule");
  assert_string_equal(mismatch->got, "rule violated: a PSB was done before the operations that it covers");
  assert_contains(mismatch->function, "Barrier");
}

TEST(operation_left_at_the_end_breaks_conservation)  // C6
{
  struct check_bench bench;
  struct check_cycle cycle = {0};
  assert_true(check_bench_open(&bench, "base", CYCLES));
  do {
    assert_true(check_bench_step(&bench, NULL, NULL, &cycle));
  } while (!cycle.out.mark_valid);
  assert_false(lockstep_finish(bench.lockstep, bench.cycle));
  assert_string_equal(bench_mismatch(bench.lockstep)->signal, "conservation");
  assert_string_equal(bench_mismatch(bench.lockstep)->note,
                      "requirement C6: operations in flight at the end");
  check_bench_close(&bench);
}
