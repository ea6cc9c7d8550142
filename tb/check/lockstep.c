// SPDX-License-Identifier: Apache-2.0
#include "check/lockstep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/history.h"
#include "check/image.h"
#include "check/record_diff.h"
#include "check/signals.h"
#include "stimulus/sysreg.h"
#include "util/text.h"

struct lockstep {
  struct spu *model;
  struct flight flight;
  struct image image;
  struct history history;
  struct lockstep_mismatch mismatch;
  bool failed;
  uint64_t compared;
  // Of this clock and the previous one, for naming what a difference comes from.
  bool aborted;      // this clock has an error response
  bool el3_aarch32;  // of the previous clock: what it counted is seen in this one
  bool access_write;
  uint16_t access_addr;
};

struct lockstep *lockstep_create(const struct spu_config *config, const struct axi_memory *memory,
                                 enum spu_status *status)
{
  struct lockstep *lockstep = calloc(1, sizeof *lockstep);
  *status = SPU_OK;
  if (lockstep == NULL) {
    return NULL;
  }
  lockstep->model = malloc(spu_size());
  if (lockstep->model != NULL) {
    *status = spu_init(lockstep->model, config);
  }
  if (lockstep->model == NULL || *status != SPU_OK) {
    lockstep_destroy(lockstep);
    return NULL;
  }
  flight_init(&lockstep->flight, config);
  image_init(&lockstep->image, config, memory);
  return lockstep;
}

void lockstep_destroy(struct lockstep *lockstep)
{
  if (lockstep != NULL) {
    free(lockstep->model);
    free(lockstep);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Mismatches

static bool fail(struct lockstep *lockstep, uint64_t cycle, const char *signal, const char *function,
                 const char *expected, const char *got)
{
  struct lockstep_mismatch *mismatch = &lockstep->mismatch;
  lockstep->failed = true;
  mismatch->cycle = cycle;
  mismatch->signal = signal;
  mismatch->function = function;
  struct text text = {mismatch->expected, sizeof mismatch->expected, 0};
  text_add(&text, "%s", expected);
  text = (struct text){mismatch->got, sizeof mismatch->got, 0};
  text_add(&text, "%s", got);
  return false;
}

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
static const char *responsible_for_event(const struct lockstep *lockstep, const struct spu_vif *vif,
                                         const char *otherwise)
{
  if (lockstep->aborted) {
    return "DebugWriteExternalAbort";
  }
  if (vif->discard_reason == SPU_DISCARD_FAULT) {
    return "DebugWriteFault";
  }
  return vif->discard_reason == SPU_DISCARD_NOT_ENABLED ? "OtherSPEManagementEvent" : otherwise;
}

// The row's function, or the one that this very value comes from.
static const char *responsible(const struct lockstep *lockstep, const struct signal *signal,
                               const struct spu_vif *vif)
{
  // CRm of PMB* registers, and of PMSDSFR_EL1
  const bool buffer_register =
      (lockstep->access_addr >> 3 & 0xF) == 10 && lockstep->access_addr != SYSREG_PMSDSFR_EL1;
  if (is_sysreg(signal) && sysreg_is_pmu(lockstep->access_addr)) {
    return strcmp(signal->name, "sysreg_rdata") == 0 ? signal->function : "D24.5 (accessibility)";
  }
  if (is_sysreg(signal) && buffer_register && strcmp(signal->name, "sysreg_rdata") != 0) {
    return "CheckProfilingBufferAccess";
  }
  if (strncmp(signal->name, "event_", 6) == 0) {
    return responsible_for_event(lockstep, vif, signal->function);
  }
  if (is_counter(signal) && lockstep->el3_aarch32) {
    return "AArch32_CountEvents";
  }
  return signal->function;
}

static void note_counter(struct lockstep *lockstep, size_t counter)
{
  struct text text = {lockstep->mismatch.note, sizeof lockstep->mismatch.note, 0};
  text_add(&text, "event counter %zu", counter);
}

static bool fail_signal(struct lockstep *lockstep, uint64_t cycle, const struct signal *signal,
                        const void *expected, const void *got, const struct spu_vif *vif)
{
  char expected_text[32];
  char got_text[32];
  struct text text = {expected_text, sizeof expected_text, 0};
  struct signal element = *signal;
  if (strcmp(signal->name, "pmevcntr") == 0) {
    element = signal_first_element(signal, expected, got);
    note_counter(lockstep, (element.offset - signal->offset) / element.size);
  }
  text_add(&text, "0x%" PRIx64, signal_value(&element, expected));
  text = (struct text){got_text, sizeof got_text, 0};
  text_add(&text, "0x%" PRIx64, signal_value(&element, got));
  if (is_sysreg(signal)) {
    const char *name = event_register_name(lockstep->access_addr);
    text = (struct text){lockstep->mismatch.note, sizeof lockstep->mismatch.note, 0};
    text_add(&text, "answer to %s %s (encoding 0x%04x)", lockstep->access_write ? "MSR" : "MRS",
             name != NULL ? name : "of no register", lockstep->access_addr);
  }
  return fail(lockstep, cycle, signal->name, responsible(lockstep, signal, vif), expected_text, got_text);
}

static bool fail_record(struct lockstep *lockstep, uint64_t cycle, const struct spu_vif *expected,
                        const struct spu_vif *got)
{
  struct record_diff diff;
  const size_t got_len = got->commit_len <= SPU_MAX_RECORD ? got->commit_len : SPU_MAX_RECORD;
  if (!record_diff(expected->commit_data, expected->commit_len, got->commit_data, got_len, &diff)) {
    return fail(lockstep, cycle, "commit_data", "SPEConstructRecord", "zero beyond commit_len",
                "other bytes");
  }
  struct text text = {lockstep->mismatch.note, sizeof lockstep->mismatch.note, 0};
  text_add(&text, "packet %zu of the record, byte %zu; lengths: expected %u, got %u", diff.packet, diff.byte,
           expected->commit_len, got->commit_len);
  return fail(lockstep, cycle, "commit_data", diff.function, diff.expected, diff.got);
}

// Some byte differs or a rule is broken: say which. Padding can differ too, which is no mismatch.
static bool explain(struct lockstep *lockstep, uint64_t cycle, const struct spu_out *out,
                    const struct spu_out *model_out, const struct spu_vif *vif,
                    const struct spu_vif *model_vif)
{
  const struct signal *signal = signal_first_difference(out_signals, out_signal_count, model_out, out);
  if (signal != NULL) {
    return fail_signal(lockstep, cycle, signal, model_out, out, vif);
  }
  // Before the contents of an event: may it happen at all?
  const struct spu_violation violation = spu_last_violation(lockstep->model);
  if (violation.rule != NULL) {
    return fail(lockstep, cycle, "rule", violation.function, violation.rule, "not so");
  }
  signal = signal_first_difference(vif_signals, vif_signal_count, model_vif, vif);
  if (signal == NULL) {
    return true;
  }
  if (strncmp(signal->name, "commit_", 7) == 0 && model_vif->commit_valid == vif->commit_valid) {
    return fail_record(lockstep, cycle, model_vif, vif);
  }
  return fail_signal(lockstep, cycle, signal, model_vif, vif, vif);
}

// ---------------------------------------------------------------------------------------------------------
// One clock

static void start_record(struct lockstep *lockstep, const struct spu_out *out)
{
  uint64_t limit = 0;
  (void)spu_peek_register(lockstep->model, SYSREG_PMBLIMITR_EL1, &limit);
  image_start(&lockstep->image, out->pmbptr, limit & ~(uint64_t)0xFFF);
}

// A record that ended without a commit shows its bytes in memory only: names the packet that differs there.
static const char *blame_packet(struct lockstep *lockstep, const struct spu_write *writes, size_t count)
{
  // Zero beyond what was written, so that a packet cut off by the fault still decodes.
  uint8_t expected[2 * SPU_MAX_RECORD] = {0};
  uint8_t got[2 * SPU_MAX_RECORD] = {0};
  struct record_diff diff;
  size_t size = 0;
  for (size_t i = 0; i < count; i++) {
    memcpy(expected + size, writes[i].data, writes[i].len);
    axi_memory_read(lockstep->image.memory, writes[i].pa, writes[i].pas, got + size, writes[i].len);
    size += writes[i].len;
  }
  if (!record_diff(expected, sizeof expected, got, sizeof got, &diff)) {
    return "SPEWriteToBuffer";
  }
  struct text text = {lockstep->mismatch.note, sizeof lockstep->mismatch.note, 0};
  text_add(&text, "packet %zu of a record that was not committed: %s; or SPEWriteToBuffer", diff.packet,
           diff.got);
  return diff.function;
}

// Every byte that the model says was laid into the buffer is in memory now.
static bool end_record(struct lockstep *lockstep, uint64_t cycle, bool committed)
{
  struct spu_write writes[SPU_MAX_RECORD_PAGES];
  const size_t count = spu_last_writes(lockstep->model, writes);
  if (!image_end(&lockstep->image, writes, count)) {
    const char *function = committed ? "SPEWriteToBuffer" : blame_packet(lockstep, writes, count);
    return fail(lockstep, cycle, "memory image", function, lockstep->image.expected, lockstep->image.got);
  }
  return true;
}

bool lockstep_step(struct lockstep *lockstep, uint64_t cycle, const struct spu_in *in,
                   const struct spu_out *out, const struct spu_vif *vif, const struct dut_bus *bus)
{
  struct spu_out model_out;
  struct spu_vif model_vif;
  if (lockstep->failed) {
    return false;
  }
  lockstep->aborted = in->axi_bvalid && in->axi_bresp >= 2;
  history_step(&lockstep->history, cycle, in, out, vif);
  const char *broken = flight_step(&lockstep->flight, cycle, in, out, vif, bus, &lockstep->history.ring);
  if (vif->start_valid) {
    start_record(lockstep, out);  // the limit of the start of the clock: before the model steps
  }
  spu_step(lockstep->model, in, vif, &model_out, &model_vif);
  lockstep->compared++;

  if (memcmp(&model_out, out, sizeof *out) != 0 || memcmp(&model_vif, vif, sizeof *vif) != 0 ||
      spu_last_violation(lockstep->model).rule != NULL) {
    if (!explain(lockstep, cycle, out, &model_out, vif, &model_vif)) {
      return false;
    }
  }
  if (broken != NULL) {
    return fail(lockstep, cycle, "rule", "SPEPostExecution", "docs/verification-interface.md", broken);
  }
  if (!image_step(&lockstep->image, in, bus)) {
    return fail(lockstep, cycle, "AXI write", "SPEWriteToBuffer", lockstep->image.expected,
                lockstep->image.got);
  }
  if ((vif->commit_valid || vif->discard_valid) && !end_record(lockstep, cycle, vif->commit_valid)) {
    return false;
  }
  if (in->sysreg_valid) {
    lockstep->access_addr = in->sysreg_addr;
    lockstep->access_write = in->sysreg_write;
  }
  lockstep->el3_aarch32 = in->el3_aarch32;
  return true;
}

// ---------------------------------------------------------------------------------------------------------
// The end

static bool conserve(struct lockstep *lockstep, uint64_t cycle, const char *what, uint64_t expected,
                     uint64_t got)
{
  char expected_text[64];
  char got_text[64];
  if (expected == got) {
    return true;
  }
  struct text text = {expected_text, sizeof expected_text, 0};
  text_add(&text, "%" PRIu64, expected);
  text = (struct text){got_text, sizeof got_text, 0};
  text_add(&text, "%" PRIu64, got);
  text = (struct text){lockstep->mismatch.note, sizeof lockstep->mismatch.note, 0};
  text_add(&text, "requirement C6: %s", what);
  return fail(lockstep, cycle, "conservation", "SPEPostExecution", expected_text, got_text);
}

bool lockstep_finish(struct lockstep *lockstep, uint64_t cycle)
{
  if (lockstep->failed) {
    return false;
  }
  const struct spu_counts model = spu_get_counts(lockstep->model);
  const struct flight_counts *seen = &lockstep->flight.counts;
  uint64_t discarded = 0;
  uint64_t model_discarded = 0;
  for (unsigned i = 0; i <= SPU_DISCARD_MODE; i++) {
    discarded += seen->discarded[i];
    model_discarded += model.discarded[i];
  }
  const uint64_t resolved = model.collided + model.dropped + model.filtered + model.written + model_discarded;
  bool ok =
      conserve(lockstep, cycle, "operations in flight at the end", 0, model.in_flight) &&
      conserve(lockstep, cycle, "records waiting at the end", 0, model.waiting) &&
      conserve(lockstep, cycle, "selected = collided + dropped + filtered + written + discarded",
               model.selected, resolved) &&
      conserve(lockstep, cycle, "operations in the sample population", model.operations, seen->operations) &&
      conserve(lockstep, cycle, "marks + collisions = selected", model.selected,
               seen->marked + seen->collided) &&
      conserve(lockstep, cycle, "verdicts = marks", seen->marked, seen->verdicts) &&
      conserve(lockstep, cycle, "kept = verdicts - dropped - filtered",
               seen->verdicts - model.dropped - model.filtered, seen->kept) &&
      conserve(lockstep, cycle, "committed + discarded = kept", seen->kept, seen->committed + discarded) &&
      conserve(lockstep, cycle, "records written", model.written, seen->committed) &&
      conserve(lockstep, cycle, "bytes written", model.bytes, seen->bytes) &&
      conserve(lockstep, cycle, "management events", model.events, seen->events);
  for (unsigned i = 0; ok && i <= SPU_DISCARD_MODE; i++) {
    ok = conserve(lockstep, cycle, event_discard_name(i), model.discarded[i], seen->discarded[i]);
  }
  return ok && conserve(lockstep, cycle, "AXI bursts without a response", 0, lockstep->flight.outstanding);
}

uint64_t lockstep_compared(const struct lockstep *lockstep)
{
  return lockstep->compared;
}

const struct flight_counts *lockstep_counts(const struct lockstep *lockstep)
{
  return &lockstep->flight.counts;
}

struct spu_counts lockstep_model_counts(const struct lockstep *lockstep)
{
  return spu_get_counts(lockstep->model);
}

const struct lockstep_mismatch *lockstep_mismatch(const struct lockstep *lockstep)
{
  return lockstep->failed ? &lockstep->mismatch : NULL;
}

void lockstep_report(const struct lockstep *lockstep, const char *command, char *data, size_t size)
{
  const struct lockstep_mismatch *mismatch = &lockstep->mismatch;
  struct text text = {data, size, 0};
  data[0] = '\0';
  if (!lockstep->failed) {
    return;
  }
  text_add(&text, "MISMATCH in cycle %" PRIu64 "\n", mismatch->cycle);
  text_add(&text, "  signal    %s\n", mismatch->signal);
  text_add(&text, "  expected  %s\n", mismatch->expected);
  text_add(&text, "  got       %s\n", mismatch->got);
  text_add(&text, "  function  %s\n", mismatch->function);
  if (mismatch->note[0] != '\0') {
    text_add(&text, "  where     %s\n", mismatch->note);
  }
  text_add(&text, "last events (cycle, event):\n");
  text.length += event_ring_text(&lockstep->history.ring, data + text.length, size - text.length);
  text_add(&text, "reproduce with:\n  %s\n", command);
}
