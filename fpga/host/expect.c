// SPDX-License-Identifier: Apache-2.0
#include "host/expect.h"

#include "host/names.h"
#include "spu_sysreg.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { INTERVAL_STEP = 256, INTERVAL_MOST = 0xFFFF00, RANDOM_MOST = 255 };

enum write_state { WRITE_IDLE, WRITE_TRANSLATE, WRITE_COMMIT };

// An operation that the model has marked.
struct flight {
  bool active;
  bool finished;  // waits for its verdict
  uint64_t marked;
  struct player_entry entry;
};

struct reference {
  const struct expect_options *options;
  struct expect_result *result;
  struct spu *spu;
  struct spu_in in;
  struct spu_vif seen;
  struct spu_out out;
  struct spu_vif vif;
  uint64_t clock;  // of the run
  uint64_t rows;   // to dispatch
  struct flight flights[SPU_MAX_TAGS];
  uint32_t waiting;  // kept records
  enum write_state write;
  bool faulting;       // the translation was answered with a fault
  bool ever_finished;  // last_finish holds
  uint64_t last_finish;
  size_t record_room;
};

uint32_t expect_interval(const struct spu_config *config, const struct player_trace *trace, bool randomly)
{
  const uint64_t operations =
      ((uint64_t)trace->longest + spu_config_bound(config) + 2) * config->dispatch_width +
      (randomly ? RANDOM_MOST : 0U);
  const uint64_t interval = (operations + INTERVAL_STEP - 1) / INTERVAL_STEP * INTERVAL_STEP;
  return interval < INTERVAL_MOST ? (uint32_t)interval : INTERVAL_MOST;
}

void expect_free(struct expect_result *result)
{
  free(result->buffer);
  free(result->record_at);
  *result = (struct expect_result){NULL};
}

static void step(struct reference *reference)
{
  spu_step(reference->spu, &reference->in, &reference->seen, &reference->out, &reference->vif);
}

// A Non-secure EL1&0 regime that owns the buffer.
void expect_constants(struct spu_in *in, uint32_t contextidr)
{
  *in = (struct spu_in){.pe_el = SPU_EL1,
                        .scr_el3_ns = true,
                        .scr_el3_rw = true,
                        .hcr_el2_rw = true,
                        .mdcr_el3_nspb = 3,
                        .mdcr_el2_e2pb = 3,
                        .dbgen = true,
                        .niden = true,
                        .spiden = true,
                        .spniden = true,
                        .contextidr_el1 = contextidr};
}

static bool program(struct reference *reference, struct tb_error *error)
{
  for (size_t i = 0; i < reference->options->setting_count; i++) {
    const struct setting *setting = &reference->options->settings[i];
    reference->in.sysreg_valid = true;
    reference->in.sysreg_write = true;
    reference->in.sysreg_addr = setting->encoding;
    reference->in.sysreg_wdata = setting->value;
    step(reference);
    reference->in.sysreg_valid = false;
    step(reference);
    if (reference->out.sysreg_verdict != SPU_ACCESS_OK) {
      char name[NAME_BYTES];
      sysreg_name(setting->encoding, name);
      return tb_fail(error, "%s: %s", name,
                     verdict_text(reference->out.sysreg_verdict, setting->encoding, true));
    }
  }
  return spu_peek_register(reference->spu, SPU_PMBPTR_EL1, &reference->result->first);
}

// The pins of the player in this cycle.
static void drive(struct reference *reference)
{
  const struct expect_options *options = reference->options;
  struct spu_in *in = &reference->in;
  in->time_count = reference->clock;
  in->dispatch_valid = 0;
  if (reference->clock < reference->rows) {
    const uint64_t row = reference->clock % options->rows;
    for (uint32_t slot = 0; slot < options->config->dispatch_width; slot++) {
      const struct player_entry entry =
          player_entry_unpack(options->trace->entries[row * options->config->dispatch_width + slot]);
      in->dispatch_valid = (uint8_t)(in->dispatch_valid | (uint32_t)entry.valid << slot);
      in->dispatch_pc[slot] = entry.pc;
      reference->result->operations += entry.valid;
    }
  }
}

static void report(struct reference *reference, const struct flight *flight, struct spu_op *pins)
{
  const struct player_entry *entry = &flight->entry;
  const uint64_t age = reference->clock - flight->marked;
  *pins = (struct spu_op){.issued = entry->issue != 0 && age == entry->issue,
                          .xlate_busy = age >= 1 && age <= entry->xlate,
                          .finished = age == entry->total};
  if (!pins->finished) {
    return;
  }
  pins->how = entry->how;
  pins->kind = entry->kind;
  pins->cond = entry->cond;
  pins->indirect = entry->indirect;
  pins->store = entry->store;
  pins->acq_rel = entry->acq_rel;
  pins->exclusive = entry->exclusive;
  pins->atomic = entry->atomic;
  pins->va_valid = entry->va_valid;
  pins->va = entry->va;
  pins->pa_valid = entry->va_valid;
  pins->pa_ns = true;
  pins->pa = entry->va;
  pins->target_valid = entry->target_valid;
  pins->target_ns = true;
  pins->target_el = reference->options->el;
  pins->target = entry->target;
  pins->source_valid = entry->source_valid;
  pins->source = entry->source;
  pins->events = entry->events;
}

// Resolves everything as early as the unit may. The model decides the outcome: whether a record
// that is taken is written or discarded, and how its write ends.
static void resolve(struct reference *reference)
{
  reference->seen = (struct spu_vif){.verdict_valid = false};
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS && !reference->seen.verdict_valid; tag++) {
    if (reference->flights[tag].finished) {
      reference->seen.verdict_valid = true;
      reference->seen.verdict_tag = (uint8_t)tag;
    }
  }
  reference->in.xlate_rsp_valid = reference->write == WRITE_TRANSLATE;
  reference->in.xlate_rsp_fault = false;
  if (reference->in.xlate_rsp_valid) {
    // Records are written in order, so that this is where the record goes.
    const uint64_t va = reference->out.pmbptr;
    reference->in.xlate_rsp_fault = va >= reference->options->buffer_bytes;
    reference->in.xlate_rsp_fsc = reference->in.xlate_rsp_fault ? 7 : 0;
    reference->in.xlate_rsp_pa = reference->in.xlate_rsp_fault ? 0 : va;
    reference->in.xlate_rsp_ns = !reference->in.xlate_rsp_fault;
    reference->faulting = reference->in.xlate_rsp_fault;
    reference->seen.burst_valid = !reference->faulting;
  }
  if (reference->write == WRITE_COMMIT) {
    reference->seen.commit_valid = !reference->faulting;
    reference->seen.discard_valid = reference->faulting;
  } else if (reference->write == WRITE_IDLE && reference->waiting > 0) {
    reference->seen.start_valid = true;
  }
}

static bool keep_record(struct reference *reference, struct tb_error *error)
{
  struct expect_result *result = reference->result;
  struct spu_write writes[SPU_MAX_RECORD_PAGES];
  const size_t count = spu_last_writes(reference->spu, writes);
  for (size_t i = 0; i < count; i++) {
    if (writes[i].pa + writes[i].len > reference->options->buffer_bytes) {
      return tb_fail(error, "a record at 0x%" PRIx64 " crosses the end of the buffer memory", writes[i].pa);
    }
    memcpy(result->buffer + writes[i].pa, writes[i].data, writes[i].len);
  }
  if (result->records == reference->record_room) {
    reference->record_room = 2 * reference->record_room + 64;
    uint32_t *more = realloc(result->record_at, reference->record_room * sizeof *more);
    if (more == NULL) {
      return tb_fail(error, "out of memory for the expected records");
    }
    result->record_at = more;
  }
  result->record_at[result->records++] = (uint32_t)result->bytes;
  result->bytes += reference->vif.commit_len;
  return true;
}

// Takes the outcome that the model decided for what resolve() reported.
static bool take_events(struct reference *reference, struct tb_error *error)
{
  const struct spu_vif *vif = &reference->vif;
  if (vif->verdict_valid) {
    reference->flights[vif->verdict_tag] = (struct flight){.active = false};
    reference->result->kept += vif->verdict_keep;
    reference->waiting += vif->verdict_keep && !vif->verdict_discard;
  }
  if (reference->seen.start_valid) {
    reference->waiting--;
    reference->write = vif->start_valid ? WRITE_TRANSLATE : WRITE_IDLE;
  } else if (reference->write == WRITE_TRANSLATE) {
    reference->write = WRITE_COMMIT;
  } else if (reference->write == WRITE_COMMIT) {
    reference->write = WRITE_IDLE;
    return !vif->commit_valid || keep_record(reference, error);
  }
  return true;
}

static bool in_flight(const struct reference *reference)
{
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    if (reference->flights[tag].active && !reference->flights[tag].finished) {
      return true;
    }
  }
  return false;
}

// Whether what was selected in this cycle depends on how fast the unit is.
static bool check_selection(const struct reference *reference, struct tb_error *error)
{
  const bool selected = reference->out.mark_valid || reference->out.sample_collision != 0;
  const uint32_t bound = spu_config_bound(reference->options->config);
  if (!selected || !reference->ever_finished || reference->clock <= reference->last_finish ||
      reference->clock - reference->last_finish > bound) {
    return true;
  }
  return tb_fail(error,
                 "the run is not deterministic: an operation is selected in cycle %" PRIu64 ", only %" PRIu64
                 " cycles after the sampled one before it has finished; its record may take %" PRIu32
                 ": a larger --interval is needed (%" PRIu32 " is enough for this trace)",
                 reference->clock, reference->clock - reference->last_finish, bound,
                 expect_interval(reference->options->config, reference->options->trace, true));
}

static bool play_clock(struct reference *reference, struct tb_error *error)
{
  struct expect_result *result = reference->result;
  drive(reference);
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    reference->in.op[tag] = (struct spu_op){.issued = false};
    if (reference->flights[tag].active && !reference->flights[tag].finished) {
      report(reference, &reference->flights[tag], &reference->in.op[tag]);
    }
  }
  const bool running = reference->clock < reference->rows || in_flight(reference);
  reference->in.pe_el = running ? reference->options->el : (uint8_t)SPU_EL1;
  result->latest = running ? reference->clock + 1 : result->latest;
  resolve(reference);
  step(reference);
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    if (reference->in.op[tag].finished) {
      reference->flights[tag].finished = true;
      reference->ever_finished = true;
      reference->last_finish = reference->clock;
    }
  }
  if (!take_events(reference, error) || !check_selection(reference, error)) {
    return false;
  }
  if (reference->out.mark_valid) {
    const uint64_t row = reference->clock % reference->options->rows;
    const size_t entry = row * reference->options->config->dispatch_width + reference->out.mark_slot;
    reference->flights[reference->out.mark_tag] =
        (struct flight){.active = true,
                        .marked = reference->clock,
                        .entry = player_entry_unpack(reference->options->trace->entries[entry])};
  }
  result->population += reference->out.sample_pop;
  result->collisions += reference->out.sample_collision;
  if ((reference->out.pmbsr & SPU_PMBSR_EL1_S) != 0 && reference->clock < reference->rows &&
      !result->stopped) {
    result->stopped = true;
  }
  return true;
}

// Profiling stopped between the cycle in which the last sampled operation finished and the bound after it.
static void population_limits(struct reference *reference)
{
  struct expect_result *result = reference->result;
  result->population_most = result->population;
  if (result->stopped) {
    const uint64_t more =
        (uint64_t)spu_config_bound(reference->options->config) * reference->options->config->dispatch_width;
    const uint64_t most = result->population + more;
    result->population_most = most < result->operations ? most : result->operations;
  }
}

static bool play(struct reference *reference, struct tb_error *error)
{
  struct expect_result *result = reference->result;
  reference->rows = (uint64_t)reference->options->rows * reference->options->passes;
  result->clocks = reference->rows;
  for (;;) {
    if (!play_clock(reference, error)) {
      return false;
    }
    reference->clock++;
    const bool busy = reference->clock < reference->rows || in_flight(reference);
    bool waiting = reference->waiting > 0 || reference->write != WRITE_IDLE;
    for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
      waiting = waiting || reference->flights[tag].active;
    }
    if (!busy && !waiting) {
      break;
    }
  }
  population_limits(reference);
  return spu_peek_register(reference->spu, SPU_PMBPTR_EL1, &result->pmbptr) &&
         spu_peek_register(reference->spu, SPU_PMBSR_EL1, &result->pmbsr) &&
         spu_peek_register(reference->spu, SPU_PMSICR_EL1, &result->pmsicr);
}

bool expect_run(const struct expect_options *options, struct expect_result *result, struct tb_error *error)
{
  *result = (struct expect_result){.buffer = calloc(1, options->buffer_bytes)};
  struct reference *reference = calloc(1, sizeof *reference);
  struct spu *spu = calloc(1, spu_size());
  bool good = result->buffer != NULL && reference != NULL && spu != NULL;
  if (!good) {
    (void)tb_fail(error, "out of memory for the model");
  } else if (spu_init(spu, options->config) != SPU_OK) {
    good = tb_fail(error, "the model refuses the configuration");
  } else {
    reference->options = options;
    reference->result = result;
    reference->spu = spu;
    expect_constants(&reference->in, options->contextidr);
    good = program(reference, error) && play(reference, error);
  }
  free(reference);
  free(spu);
  if (!good) {
    expect_free(result);
  }
  return good;
}
