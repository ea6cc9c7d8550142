// SPDX-License-Identifier: Apache-2.0
//
// Explains a difference: signal, expected and actual value, responsible pseudocode function and block (mismatch.h).
#include <inttypes.h>
#include <string.h>

#include "spu_sysreg.h"
#include "unit/report/mismatch.h"
#include "unit/report/record_align.h"
#include "unit/report/record_diff.h"
#include "unit/util/names.h"

static void set(char text[MISMATCH_TEXT], const char *words)
{
  struct text out = {text, MISMATCH_TEXT, 0};
  text[0] = '\0';
  text_add(&out, "%s", words);
}

// mismatch->note must be set already.
static void explain(const struct failure *failure, struct mismatch *mismatch, const char *signal,
                    const char *function, const char *expected, const char *got)
{
  char all[3 * MISMATCH_TEXT];
  struct text text = {all, sizeof all, 0};
  mismatch->signal = signal;
  mismatch->function = function;
  set(mismatch->expected, expected);
  set(mismatch->got, got);
  text_add(&text, "%s %s %s", expected, got, mismatch->note);
  mismatch->suspect = suspect_find(signal, function, mismatch_hint(failure, mismatch), all);
}

// ---------------------------------------------------------------------------------------------------------
// Signals

static bool is_sysreg(const struct signal *signal)
{
  return suspect_fits("sysreg_*", signal->name);
}

static bool is_counter(const struct signal *signal)
{
  return suspect_fits("pmccntr*", signal->name) || suspect_fits("pmev*", signal->name) ||
         strcmp(signal->name, "pmovs") == 0;
}

// The function responsible for a management event: a fault, an error response, or another one.
static const char *responsible_for_event(const struct failure *failure, uint8_t reason, const char *otherwise)
{
  const uint32_t abort = failure->config->external_abort;
  const bool reported = abort == SPU_ABORT_REPORTED_SYNC || abort == SPU_ABORT_REPORTED_ASYNC;
  if (reported && failure->now->in.axi_bvalid && failure->now->in.axi_bresp >= 2) {
    return "DebugWriteExternalAbort";
  }
  if (reason == SPU_DISCARD_FAULT) {
    return "DebugWriteFault";
  }
  return reason == SPU_DISCARD_NOT_ENABLED ? "OtherSPEManagementEvent" : otherwise;
}

// The function of the signal's row, or a more precise one for this value. Responses and PMU counts in this cycle come
// from the previous cycle's access and PMU events.
static const char *responsible(const struct failure *failure, const struct signal *signal)
{
  const uint16_t addr = failure->before->in.sysreg_addr;
  const bool buffer_register = (addr >> 3 & 0xF) == 10 && addr != SPU_PMSDSFR_EL1;  // CRm of PMB* registers
  if (is_sysreg(signal) && strcmp(signal->name, "sysreg_rdata") != 0) {
    if (spu_sysreg_is_monitor(addr)) {
      return "D24.5 (accessibility)";
    }
    return buffer_register ? "CheckProfilingBufferAccess" : signal->function;
  }
  // event_el is decided after the event's cause.
  if (suspect_fits("event_*", signal->name) && strcmp(signal->name, "event_el") != 0) {
    return responsible_for_event(failure, failure->now->vif.discard_reason, signal->function);
  }
  // Samples younger than the one with the event's record collide in the event's cycle.
  const struct spu_vif *event = failure->model_vif.event_valid ? &failure->model_vif : &failure->now->vif;
  if (strcmp(signal->name, "sample_collision") == 0 && event->event_valid) {
    return responsible_for_event(failure, event->discard_reason, "SPEBufferFilled");
  }
  return is_counter(signal) && failure->before->in.el3_aarch32 ? "AArch32_CountEvents" : signal->function;
}

// Adds a value, and its name if it has one.
static void add_value(struct text *text, const char *signal, uint64_t value)
{
  static const struct {
    const char *signal;
    const char *names[7];
  } rows[] = {{"sysreg_verdict",
               {"allowed", "UNDEFINED", "trap to EL1", "trap to EL2", "trap to EL3", "memory access"}},
              {"mark_ts", {"no timestamp", "virtual", "physical", "offset physical"}},
              {"trace_ts", {"CoreSight", "virtual", "physical", "offset physical"}},
              {"event_el", {"EL0", "EL1", "EL2", "EL3"}}};
  const char *name = strcmp(signal, "discard_reason") == 0 ? discard_name(value) : NULL;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (strcmp(rows[i].signal, signal) == 0 && value < 7) {
      name = rows[i].names[value];
    }
  }
  text_add(text, name != NULL ? "0x%" PRIx64 " (%s)" : "0x%" PRIx64, value, name);
}

static void explain_signal(const struct failure *failure, struct mismatch *mismatch, const void *expected,
                           const void *got)
{
  const struct signal *signal = failure->signal;
  char expected_text[48];
  char got_text[48];
  struct text note = {mismatch->note, sizeof mismatch->note, 0};
  struct text text = {expected_text, sizeof expected_text, 0};
  struct signal element = *signal;
  if (strcmp(signal->name, "pmevcntr") == 0) {
    element = signal_first_element(signal, expected, got);
    mismatch->counter = (uint32_t)((element.offset - signal->offset) / element.size);
    text_add(&note, "event counter %" PRIu32, mismatch->counter);
  }
  add_value(&text, signal->name, signal_value(&element, expected));
  text = (struct text){got_text, sizeof got_text, 0};
  add_value(&text, signal->name, signal_value(&element, got));
  if (is_sysreg(signal)) {
    const struct spu_in *in = &failure->before->in;
    const char *name = register_name(in->sysreg_addr);
    text_add(&note, "response to %s %s (encoding 0x%04x)", in->sysreg_write ? "MSR" : "MRS",
             name != NULL ? name : "unknown register", in->sysreg_addr);
  }
  explain(failure, mismatch, signal->name, responsible(failure, signal), expected_text, got_text);
}

// ---------------------------------------------------------------------------------------------------------
// Records

static void keep_record(struct mismatch *mismatch, unsigned side, const uint8_t *data, size_t size)
{
  const size_t kept = size <= SPU_MAX_RECORD ? size : SPU_MAX_RECORD;
  memcpy(mismatch->record[side], data, kept);
  mismatch->record_size[side] = kept;
  mismatch->recorded = true;
}

static void explain_record(const struct failure *failure, struct mismatch *mismatch)
{
  const struct spu_vif *expected = &failure->model_vif;
  const struct spu_vif *got = &failure->now->vif;
  struct record_diff diff;
  keep_record(mismatch, 0, expected->commit_data, expected->commit_len);
  keep_record(mismatch, 1, got->commit_data, got->commit_len);
  if (!record_diff(mismatch->record[0], mismatch->record_size[0], mismatch->record[1],
                   mismatch->record_size[1], &diff)) {
    explain(failure, mismatch, "commit_data", "SPEConstructRecord", "zero beyond commit_len", "other bytes");
    return;
  }
  struct text text = {mismatch->note, sizeof mismatch->note, 0};
  text_add(&text, "packet %zu of the record, byte %zu; lengths: expected %u, got %u", diff.packet, diff.byte,
           expected->commit_len, got->commit_len);
  explain(failure, mismatch, "commit_data", diff.function, diff.expected, diff.got);
}

// For a record that was not committed: the function of the packet that differs in memory, or of the write, if the bytes
// in memory form no packets. Zeros follow the written bytes, so that a packet cut off by the fault still decodes.
static const char *suspect_packet(const struct failure *failure, struct mismatch *mismatch)
{
  struct record_alignment alignment;
  struct record_diff diff;
  if (!record_diff(failure->record[0], sizeof failure->record[0], failure->record[1],
                   sizeof failure->record[1], &diff)) {
    return failure->function;
  }
  keep_record(mismatch, 0, failure->record[0], failure->record_size);
  keep_record(mismatch, 1, failure->record[1], failure->record_size);
  record_align(mismatch->record[0], mismatch->record_size[0], mismatch->record[1], mismatch->record_size[1],
               &alignment);
  const bool garbled = record_garbled(&alignment);
  struct text text = {mismatch->note, sizeof mismatch->note, 0};
  text_add(&text, "packet %zu of a record that was not committed: %s; or %s", diff.packet, diff.got,
           garbled ? diff.function : failure->function);
  return garbled ? failure->function : diff.function;
}

// ---------------------------------------------------------------------------------------------------------
// The rest

static void explain_rule(const struct failure *failure, struct mismatch *mismatch)
{
  const char *function = failure->function;
  struct text text = {mismatch->note, sizeof mismatch->note, 0};
  if (failure->difference == FAILURE_BYTES) {
    function = suspect_packet(failure, mismatch);
  } else if (failure->law != NULL) {
    text_add(&text, "requirement C6: %s", failure->law);
  }
  explain(failure, mismatch, failure->what, function, failure->expected, failure->got);
}

void mismatch_explain(const struct failure *failure, struct mismatch *mismatch)
{
  memset(mismatch, 0, sizeof *mismatch);
  mismatch->cycle = failure->cycle;
  switch (failure->difference) {
  case FAILURE_NONE:
    break;
  case FAILURE_OUT:
    explain_signal(failure, mismatch, &failure->model_out, &failure->now->out);
    break;
  case FAILURE_VIF:
    explain_signal(failure, mismatch, &failure->model_vif, &failure->now->vif);
    break;
  case FAILURE_RECORD:
    explain_record(failure, mismatch);
    break;
  case FAILURE_BYTES:
  case FAILURE_RULE:
    explain_rule(failure, mismatch);
    break;
  }
}
