// SPDX-License-Identifier: Apache-2.0
#include "report/explain.h"

#include <inttypes.h>
#include <string.h>

#include "check/signals.h"
#include "report/record_align.h"
#include "report/record_diff.h"
#include "spu_sysreg.h"
#include "util/names.h"

static void set(char text[LOCKSTEP_TEXT], const char *words)
{
  struct text out = {text, LOCKSTEP_TEXT, 0};
  text[0] = '\0';
  text_add(&out, "%s", words);
}

bool explain(const struct mismatch_scene *scene, struct lockstep_mismatch *mismatch, uint64_t cycle,
             const char *signal, const char *function, const char *expected, const char *got)
{
  char all[3 * LOCKSTEP_TEXT];
  struct text text = {all, sizeof all, 0};
  mismatch->cycle = cycle;
  mismatch->signal = signal;
  mismatch->function = function;
  set(mismatch->expected, expected);
  set(mismatch->got, got);
  text_add(&text, "%s %s %s", expected, got, mismatch->note);
  mismatch->suspect = suspect_find(signal, function, mismatch_hint(scene, mismatch), all);
  return false;
}

// ---------------------------------------------------------------------------------------------------------
// Signals

static bool is_sysreg(const struct signal *signal)
{
  return strncmp(signal->name, "sysreg_", 7) == 0;
}

static bool is_counter(const struct signal *signal)
{
  return strncmp(signal->name, "pmccntr", 7) == 0 || strncmp(signal->name, "pmev", 4) == 0 ||
         strcmp(signal->name, "pmovs") == 0;
}

// A management event: of a fault, of an error response, or of something else.
static const char *responsible_for_event(const struct mismatch_scene *scene, uint8_t reason,
                                         const char *otherwise)
{
  const uint32_t abort = scene->config->external_abort;
  const bool reported = abort == SPU_ABORT_REPORTED_SYNC || abort == SPU_ABORT_REPORTED_ASYNC;
  if (reported && scene->now->in.axi_bvalid && scene->now->in.axi_bresp >= 2) {
    return "DebugWriteExternalAbort";
  }
  if (reason == SPU_DISCARD_FAULT) {
    return "DebugWriteFault";
  }
  return reason == SPU_DISCARD_NOT_ENABLED ? "OtherSPEManagementEvent" : otherwise;
}

// The function of the signal's row, or the one that produces this particular value. An answer
// belongs to the access of the previous cycle, and so does what was counted there.
static const char *responsible(const struct mismatch_scene *scene, const struct signal *signal)
{
  const uint16_t addr = scene->before->in.sysreg_addr;
  const bool buffer_register = (addr >> 3 & 0xF) == 10 && addr != SPU_PMSDSFR_EL1;  // CRm of PMB* registers
  if (is_sysreg(signal) && strcmp(signal->name, "sysreg_rdata") != 0) {
    if (spu_sysreg_is_monitor(addr)) {
      return "D24.5 (accessibility)";
    }
    return buffer_register ? "CheckProfilingBufferAccess" : signal->function;
  }
  if (strncmp(signal->name, "event_", 6) == 0) {
    return responsible_for_event(scene, scene->now->vif.discard_reason, signal->function);
  }
  // What was sampled behind the record of an event collides in the event's cycle.
  const struct spu_vif *event = scene->model_vif.event_valid ? &scene->model_vif : &scene->now->vif;
  if (strcmp(signal->name, "sample_collision") == 0 && event->event_valid) {
    return responsible_for_event(scene, event->discard_reason, "SPEBufferFilled");
  }
  return is_counter(signal) && scene->before->in.el3_aarch32 ? "AArch32_CountEvents" : signal->function;
}

static bool explain_signal(struct mismatch_scene *scene, struct lockstep_mismatch *mismatch, uint64_t cycle,
                           const struct signal *signal, const void *expected, const void *got)
{
  char expected_text[32];
  char got_text[32];
  struct text note = {mismatch->note, sizeof mismatch->note, 0};
  struct text text = {expected_text, sizeof expected_text, 0};
  struct signal element = *signal;
  if (strcmp(signal->name, "pmevcntr") == 0) {
    element = signal_first_element(signal, expected, got);
    scene->counter = (uint32_t)((element.offset - signal->offset) / element.size);
    text_add(&note, "event counter %" PRIu32, scene->counter);
  }
  text_add(&text, "0x%" PRIx64, signal_value(&element, expected));
  text = (struct text){got_text, sizeof got_text, 0};
  text_add(&text, "0x%" PRIx64, signal_value(&element, got));
  if (is_sysreg(signal)) {
    const struct spu_in *in = &scene->before->in;
    const char *name = register_name(in->sysreg_addr);
    text_add(&note, "answer to %s %s (encoding 0x%04x)", in->sysreg_write ? "MSR" : "MRS",
             name != NULL ? name : "of no register", in->sysreg_addr);
  }
  return explain(scene, mismatch, cycle, signal->name, responsible(scene, signal), expected_text, got_text);
}

// ---------------------------------------------------------------------------------------------------------
// Records

static void keep_record(struct mismatch_scene *scene, unsigned side, const uint8_t *data, size_t size)
{
  const size_t kept = size <= SPU_MAX_RECORD ? size : SPU_MAX_RECORD;
  memcpy(scene->record[side], data, kept);
  scene->record_size[side] = kept;
  scene->recorded = true;
}

static bool explain_record(struct mismatch_scene *scene, struct lockstep_mismatch *mismatch, uint64_t cycle)
{
  const struct spu_vif *expected = &scene->model_vif;
  const struct spu_vif *got = &scene->now->vif;
  struct record_diff diff;
  keep_record(scene, 0, expected->commit_data, expected->commit_len);
  keep_record(scene, 1, got->commit_data, got->commit_len);
  if (!record_diff(scene->record[0], scene->record_size[0], scene->record[1], scene->record_size[1], &diff)) {
    return explain(scene, mismatch, cycle, "commit_data", "SPEConstructRecord", "zero beyond commit_len",
                   "other bytes");
  }
  struct text text = {mismatch->note, sizeof mismatch->note, 0};
  text_add(&text, "packet %zu of the record, byte %zu; lengths: expected %u, got %u", diff.packet, diff.byte,
           expected->commit_len, got->commit_len);
  return explain(scene, mismatch, cycle, "commit_data", diff.function, diff.expected, diff.got);
}

bool explain_clock(struct mismatch_scene *scene, struct lockstep_mismatch *mismatch, uint64_t cycle,
                   struct spu_violation violation)
{
  const struct spu_vif *model_vif = &scene->model_vif;
  const struct spu_vif *vif = &scene->now->vif;
  const struct signal *signal =
      signal_first_difference(out_signals, out_signal_count, &scene->model_out, &scene->now->out);
  if (signal != NULL) {
    return explain_signal(scene, mismatch, cycle, signal, &scene->model_out, &scene->now->out);
  }
  // Before the contents of an event: may it happen at all?
  if (violation.rule != NULL) {
    return explain(scene, mismatch, cycle, "rule", violation.function, violation.rule, "rule violated");
  }
  signal = signal_first_difference(vif_signals, vif_signal_count, model_vif, vif);
  if (signal == NULL) {
    return true;
  }
  if (strncmp(signal->name, "commit_", 7) == 0 && model_vif->commit_valid == vif->commit_valid) {
    return explain_record(scene, mismatch, cycle);
  }
  return explain_signal(scene, mismatch, cycle, signal, model_vif, vif);
}

// A record that ended without a commit shows its bytes in memory only: names the packet that differs there, or the
// write, if what is there makes no packets.
static const char *suspect_packet(struct mismatch_scene *scene, struct lockstep_mismatch *mismatch,
                                  const struct image *image, const struct spu_write *writes, size_t count)
{
  // Zero beyond what was written, so that a packet cut off by the fault still decodes.
  uint8_t bytes[2][2 * SPU_MAX_RECORD] = {{0}};
  struct record_alignment alignment;
  struct record_diff diff;
  size_t size = 0;
  for (size_t i = 0; i < count; i++) {
    memcpy(bytes[0] + size, writes[i].data, writes[i].len);
    axi_memory_read(image->memory, writes[i].pa, writes[i].pas, bytes[1] + size, writes[i].len);
    size += writes[i].len;
  }
  if (!record_diff(bytes[0], sizeof bytes[0], bytes[1], sizeof bytes[1], &diff)) {
    return "SPEWriteToBuffer";
  }
  keep_record(scene, 0, bytes[0], size);
  keep_record(scene, 1, bytes[1], size);
  record_align(scene->record[0], scene->record_size[0], scene->record[1], scene->record_size[1], &alignment);
  const bool garbled = record_garbled(&alignment);
  struct text text = {mismatch->note, sizeof mismatch->note, 0};
  text_add(&text, "packet %zu of a record that was not committed: %s; or %s", diff.packet, diff.got,
           garbled ? diff.function : "SPEWriteToBuffer");
  return garbled ? "SPEWriteToBuffer" : diff.function;
}

bool explain_image(struct mismatch_scene *scene, struct lockstep_mismatch *mismatch, uint64_t cycle,
                   const struct image *image, const struct spu_write *writes, size_t count)
{
  const char *function = scene->now->vif.commit_valid ? "SPEWriteToBuffer"
                                                      : suspect_packet(scene, mismatch, image, writes, count);
  return explain(scene, mismatch, cycle, "memory image", function, image->expected, image->got);
}

// ---------------------------------------------------------------------------------------------------------
// Interfaces

bool explain_broken(struct mismatch_scene *scene, struct lockstep_mismatch *mismatch, uint64_t cycle,
                    const char *complaint)
{
  static const struct {
    const char *start;
    const char *function;
    const char *expected;
  } rows[] = {{"assertion: tb/formal/axi_write_rules.sv:", "SPEWriteToBuffer", "the AXI4 protocol"},
              {"assertion: ", "SPEWriteToBuffer", "every assertion of the RTL"},
              {"AXI W: ", "SPEWriteToBuffer", "the AXI4 protocol"},
              {"xlate: ", "SPEWriteToBuffer", "the protocol of translation requests"},
              {"mark: ", "SPEPreExecution", "a mark of an operation that was dispatched, with a free tag"},
              {"agent: access to ", "CheckStatisticalProfilingAccess", "access allowed"},
              {"the unit did not drain", "SPEPostExecution", "every operation ends"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (strncmp(complaint, rows[i].start, strlen(rows[i].start)) == 0) {
      (void)explain(scene, mismatch, cycle, "bus protocol", rows[i].function, rows[i].expected, complaint);
      return true;
    }
  }
  return false;
}
