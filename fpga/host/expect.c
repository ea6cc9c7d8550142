// SPDX-License-Identifier: Apache-2.0
#include "host/expect.h"

#include "host/names.h"
#include "spu_sysreg.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BOUND_CLOCKS = 64, BOUND_MORE = 2, INTERVAL_STEP = 256, INTERVAL_MOST = 0xFFFF00, RANDOM_MOST = 255 };

enum write_state { WRITE_IDLE, WRITE_TRANSLATE, WRITE_COMMIT };

// An operation that the model has marked.
struct flight {
  bool active;
  bool finished;  // waits for its verdict
  uint64_t marked;
  struct player_entry entry;
};

struct twin {
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
  bool faulting;       // the translation asked for has no answer
  bool ever_finished;  // last_finish holds
  uint64_t last_finish;
  size_t record_room;
};

uint32_t expect_bound(const struct spu_config *config)
{
  return BOUND_CLOCKS * (config->in_flight + BOUND_MORE);
}

uint32_t expect_interval(const struct spu_config *config, const struct player_trace *trace, bool randomly)
{
  const uint64_t operations = ((uint64_t)trace->longest + expect_bound(config) + 2) * config->dispatch_width +
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

static void step(struct twin *twin)
{
  spu_step(twin->spu, &twin->in, &twin->seen, &twin->out, &twin->vif);
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

static bool program(struct twin *twin, struct tb_error *error)
{
  for (size_t i = 0; i < twin->options->setting_count; i++) {
    const struct setting *setting = &twin->options->settings[i];
    twin->in.sysreg_valid = true;
    twin->in.sysreg_write = true;
    twin->in.sysreg_addr = setting->encoding;
    twin->in.sysreg_wdata = setting->value;
    step(twin);
    twin->in.sysreg_valid = false;
    step(twin);
    if (twin->out.sysreg_verdict != SPU_ACCESS_OK) {
      char name[NAME_BYTES];
      sysreg_name(setting->encoding, name);
      return tb_fail(error, "%s: %s", name, verdict_text(twin->out.sysreg_verdict));
    }
  }
  return spu_peek_register(twin->spu, SPU_PMBPTR_EL1, &twin->result->first);
}

// The pins of the player in this clock.
static void drive(struct twin *twin)
{
  const struct expect_options *options = twin->options;
  struct spu_in *in = &twin->in;
  in->time_count = twin->clock;
  in->dispatch_valid = 0;
  if (twin->clock < twin->rows) {
    const uint64_t row = twin->clock % options->rows;
    for (uint32_t slot = 0; slot < options->config->dispatch_width; slot++) {
      const struct player_entry entry =
          player_entry_unpack(options->trace->entries[row * options->config->dispatch_width + slot]);
      in->dispatch_valid = (uint8_t)(in->dispatch_valid | (uint32_t)entry.valid << slot);
      in->dispatch_pc[slot] = entry.pc;
      twin->result->operations += entry.valid;
    }
  }
}

static void report(struct twin *twin, const struct flight *flight, struct spu_op *pins)
{
  const struct player_entry *entry = &flight->entry;
  const uint64_t age = twin->clock - flight->marked;
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
  pins->target_el = twin->options->el;
  pins->target = entry->target;
  pins->source_valid = entry->source_valid;
  pins->source = entry->source;
  pins->events = entry->events;
}

// Resolves everything as early as the unit may. The model decides the outcome: whether a record
// that is taken is written or discarded, and how its write ends.
static void resolve(struct twin *twin)
{
  twin->seen = (struct spu_vif){.verdict_valid = false};
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS && !twin->seen.verdict_valid; tag++) {
    if (twin->flights[tag].finished) {
      twin->seen.verdict_valid = true;
      twin->seen.verdict_tag = (uint8_t)tag;
    }
  }
  twin->in.xlate_rsp_valid = twin->write == WRITE_TRANSLATE;
  twin->in.xlate_rsp_fault = false;
  if (twin->in.xlate_rsp_valid) {
    // Records are written in order, so that this is where the record goes.
    const uint64_t va = twin->out.pmbptr;
    twin->in.xlate_rsp_fault = va >= twin->options->buffer_bytes;
    twin->in.xlate_rsp_fsc = twin->in.xlate_rsp_fault ? 7 : 0;
    twin->in.xlate_rsp_pa = twin->in.xlate_rsp_fault ? 0 : va;
    twin->in.xlate_rsp_ns = !twin->in.xlate_rsp_fault;
    twin->faulting = twin->in.xlate_rsp_fault;
    twin->seen.burst_valid = !twin->faulting;
  }
  if (twin->write == WRITE_COMMIT) {
    twin->seen.commit_valid = !twin->faulting;
    twin->seen.discard_valid = twin->faulting;
  } else if (twin->write == WRITE_IDLE && twin->waiting > 0) {
    twin->seen.start_valid = true;
  }
}

static bool keep_record(struct twin *twin, struct tb_error *error)
{
  struct expect_result *result = twin->result;
  struct spu_write writes[SPU_MAX_RECORD_PAGES];
  const size_t count = spu_last_writes(twin->spu, writes);
  for (size_t i = 0; i < count; i++) {
    if (writes[i].pa + writes[i].len > twin->options->buffer_bytes) {
      return tb_fail(error, "a record at 0x%" PRIx64 " crosses the end of the buffer memory", writes[i].pa);
    }
    memcpy(result->buffer + writes[i].pa, writes[i].data, writes[i].len);
  }
  if (result->records == twin->record_room) {
    twin->record_room = 2 * twin->record_room + 64;
    uint32_t *more = realloc(result->record_at, twin->record_room * sizeof *more);
    if (more == NULL) {
      return tb_fail(error, "out of memory for the expected records");
    }
    result->record_at = more;
  }
  result->record_at[result->records++] = (uint32_t)result->bytes;
  result->bytes += twin->vif.commit_len;
  return true;
}

// Takes the outcome that the model decided for what resolve() reported.
static bool take_events(struct twin *twin, struct tb_error *error)
{
  const struct spu_vif *vif = &twin->vif;
  if (vif->verdict_valid) {
    twin->flights[vif->verdict_tag] = (struct flight){.active = false};
    twin->result->kept += vif->verdict_keep;
    twin->waiting += vif->verdict_keep && !vif->verdict_discard;
  }
  if (twin->seen.start_valid) {
    twin->waiting--;
    twin->write = vif->start_valid ? WRITE_TRANSLATE : WRITE_IDLE;
  } else if (twin->write == WRITE_TRANSLATE) {
    twin->write = WRITE_COMMIT;
  } else if (twin->write == WRITE_COMMIT) {
    twin->write = WRITE_IDLE;
    return !vif->commit_valid || keep_record(twin, error);
  }
  return true;
}

static bool in_flight(const struct twin *twin)
{
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    if (twin->flights[tag].active && !twin->flights[tag].finished) {
      return true;
    }
  }
  return false;
}

// Whether what was selected in this clock depends on how fast the unit is.
static bool check_selection(const struct twin *twin, struct tb_error *error)
{
  const bool selected = twin->out.mark_valid || twin->out.sample_collision != 0;
  const uint32_t bound = expect_bound(twin->options->config);
  if (!selected || !twin->ever_finished || twin->clock <= twin->last_finish ||
      twin->clock - twin->last_finish > bound) {
    return true;
  }
  return tb_fail(error,
                 "the run is not deterministic: an operation is selected in clock %" PRIu64 ", only %" PRIu64
                 " clocks after the sampled one before it has finished; its record may take %" PRIu32
                 ": a larger --interval is needed (%" PRIu32 " is enough for this trace)",
                 twin->clock, twin->clock - twin->last_finish, bound,
                 expect_interval(twin->options->config, twin->options->trace, true));
}

static bool play_clock(struct twin *twin, struct tb_error *error)
{
  struct expect_result *result = twin->result;
  drive(twin);
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    twin->in.op[tag] = (struct spu_op){.issued = false};
    if (twin->flights[tag].active && !twin->flights[tag].finished) {
      report(twin, &twin->flights[tag], &twin->in.op[tag]);
    }
  }
  const bool running = twin->clock < twin->rows || in_flight(twin);
  twin->in.pe_el = running ? twin->options->el : (uint8_t)SPU_EL1;
  result->latest = running ? twin->clock + 1 : result->latest;
  resolve(twin);
  step(twin);
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    if (twin->in.op[tag].finished) {
      twin->flights[tag].finished = true;
      twin->ever_finished = true;
      twin->last_finish = twin->clock;
    }
  }
  if (!take_events(twin, error) || !check_selection(twin, error)) {
    return false;
  }
  if (twin->out.mark_valid) {
    const uint64_t row = twin->clock % twin->options->rows;
    const size_t entry = row * twin->options->config->dispatch_width + twin->out.mark_slot;
    twin->flights[twin->out.mark_tag] =
        (struct flight){.active = true,
                        .marked = twin->clock,
                        .entry = player_entry_unpack(twin->options->trace->entries[entry])};
  }
  result->population += twin->out.sample_pop;
  result->collisions += twin->out.sample_collision;
  if ((twin->out.pmbsr & SPU_PMBSR_EL1_S) != 0 && twin->clock < twin->rows && !result->stopped) {
    result->stopped = true;
  }
  return true;
}

// Profiling stopped between the clock in which the last sampled operation finished and the bound after it.
static void population_limits(struct twin *twin)
{
  struct expect_result *result = twin->result;
  result->population_most = result->population;
  if (result->stopped) {
    const uint64_t more =
        (uint64_t)expect_bound(twin->options->config) * twin->options->config->dispatch_width;
    const uint64_t most = result->population + more;
    result->population_most = most < result->operations ? most : result->operations;
  }
}

static bool play(struct twin *twin, struct tb_error *error)
{
  struct expect_result *result = twin->result;
  twin->rows = (uint64_t)twin->options->rows * twin->options->passes;
  result->clocks = twin->rows;
  for (;;) {
    if (!play_clock(twin, error)) {
      return false;
    }
    twin->clock++;
    const bool busy = twin->clock < twin->rows || in_flight(twin);
    bool waiting = twin->waiting > 0 || twin->write != WRITE_IDLE;
    for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
      waiting = waiting || twin->flights[tag].active;
    }
    if (!busy && !waiting) {
      break;
    }
  }
  population_limits(twin);
  return spu_peek_register(twin->spu, SPU_PMBPTR_EL1, &result->pmbptr) &&
         spu_peek_register(twin->spu, SPU_PMBSR_EL1, &result->pmbsr) &&
         spu_peek_register(twin->spu, SPU_PMSICR_EL1, &result->pmsicr);
}

bool expect_run(const struct expect_options *options, struct expect_result *result, struct tb_error *error)
{
  *result = (struct expect_result){.buffer = calloc(1, options->buffer_bytes)};
  struct twin *twin = calloc(1, sizeof *twin);
  struct spu *spu = calloc(1, spu_size());
  bool good = result->buffer != NULL && twin != NULL && spu != NULL;
  if (!good) {
    (void)tb_fail(error, "out of memory for the model");
  } else if (spu_init(spu, options->config) != SPU_OK) {
    good = tb_fail(error, "the model refuses the configuration");
  } else {
    twin->options = options;
    twin->result = result;
    twin->spu = spu;
    expect_constants(&twin->in, options->contextidr);
    good = program(twin, error) && play(twin, error);
  }
  free(twin);
  free(spu);
  if (!good) {
    expect_free(result);
  }
  return good;
}
