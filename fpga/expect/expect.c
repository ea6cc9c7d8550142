// SPDX-License-Identifier: Apache-2.0
#include "expect/expect.h"

#include "spu_sysreg.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { INTERVAL_STEP = 256, INTERVAL_MOST = 0xFFFF00, RANDOM_MOST = 255 };

enum write_state { WRITE_IDLE, WRITE_TRANSLATE, WRITE_COMMIT };

// An operation that the model has marked.
struct flight {
  bool active;
  bool finished;  // waits for the filter's decision
  uint64_t marked;
  const uint64_t *entry;
};

struct expect {
  struct spu_config config;
  const struct expect_options *options;
  struct expect_result *result;
  struct spu *spu;
  struct spu_in in;
  struct spu_vif seen;
  struct spu_out out;
  struct spu_vif vif;
  uint64_t clock;  // cycle of the run
  uint64_t rows;   // to dispatch
  struct flight flights[SPU_MAX_TAGS];
  uint32_t waiting;  // kept records
  enum write_state write;
  bool faulting;       // the translation faulted
  bool ever_finished;  // last_finish holds
  uint64_t last_finish;
  size_t record_room;
};

uint32_t expect_interval(const struct spu_config *config, const struct player_trace *trace, bool randomly)
{
  uint64_t longest = 0;
  for (size_t i = 0; i < trace->count; i++) {
    const uint64_t total = entry_field(trace->entries[i], ENTRY_TOTAL, 16);
    longest = total > longest ? total : longest;
  }
  const uint64_t operations =
      (longest + spu_config_bound(config) + 2) * config->dispatch_width + (randomly ? RANDOM_MOST : 0U);
  const uint64_t interval = (operations + INTERVAL_STEP - 1) / INTERVAL_STEP * INTERVAL_STEP;
  return interval < INTERVAL_MOST ? (uint32_t)interval : INTERVAL_MOST;
}

void expect_free(struct expect_result *result)
{
  free(result->buffer);
  free(result->record_at);
  *result = (struct expect_result){NULL};
}

static void step(struct expect *expect)
{
  spu_step(expect->spu, &expect->in, &expect->seen, &expect->out, &expect->vif);
}

struct expect *expect_create(const struct spu_config *config)
{
  struct expect *expect = calloc(1, sizeof *expect);
  struct spu *spu = calloc(1, spu_size());
  if (expect == NULL || spu == NULL || spu_init(spu, config) != SPU_OK) {
    free(expect);
    free(spu);
    return NULL;
  }
  // A Non-secure EL1&0 translation regime owns the buffer.
  *expect = (struct expect){.config = *config,
                            .spu = spu,
                            .in = {.pe_el = SPU_EL1,
                                   .scr_el3_ns = true,
                                   .scr_el3_rw = true,
                                   .hcr_el2_rw = true,
                                   .mdcr_el3_nspb = 3,
                                   .mdcr_el2_e2pb = 3,
                                   .dbgen = true,
                                   .niden = true,
                                   .spiden = true,
                                   .spniden = true}};
  return expect;
}

void expect_destroy(struct expect *expect)
{
  if (expect != NULL) {
    free(expect->spu);
    free(expect);
  }
}

uint8_t expect_access(struct expect *expect, bool write, uint16_t encoding, uint64_t value, uint64_t *read)
{
  expect->in.sysreg_valid = true;
  expect->in.sysreg_write = write;
  expect->in.sysreg_addr = encoding;
  expect->in.sysreg_wdata = value;
  step(expect);
  expect->in.sysreg_valid = false;
  step(expect);
  *read = expect->out.sysreg_rdata;
  return expect->out.sysreg_verdict;
}

// The pins of the player in this cycle.
static void drive(struct expect *expect)
{
  const struct expect_options *options = expect->options;
  struct spu_in *in = &expect->in;
  in->time_count = expect->clock;
  in->dispatch_valid = 0;
  if (expect->clock < expect->rows) {
    const uint64_t row = expect->clock % options->rows;
    for (uint32_t slot = 0; slot < expect->config.dispatch_width; slot++) {
      const uint64_t *entry = options->trace->entries[row * expect->config.dispatch_width + slot];
      const uint64_t valid = entry_field(entry, ENTRY_VALID, 1);
      in->dispatch_valid = (uint8_t)(in->dispatch_valid | valid << slot);
      in->dispatch_pc[slot] = entry_field(entry, ENTRY_PC, 48);
      expect->result->operations += valid;
    }
  }
}

static bool flag(const uint64_t words[ENTRY_WORDS], unsigned low)
{
  return entry_field(words, low, 1) != 0;
}

static void report(struct expect *expect, const struct flight *flight, struct spu_op *pins)
{
  const uint64_t *entry = flight->entry;
  const uint64_t age = expect->clock - flight->marked;
  const uint64_t issue = entry_field(entry, ENTRY_ISSUE, 16);
  *pins = (struct spu_op){.issued = issue != 0 && age == issue,
                          .xlate_busy = age >= 1 && age <= entry_field(entry, ENTRY_XLATE, 16),
                          .finished = age == entry_field(entry, ENTRY_TOTAL, 16)};
  if (!pins->finished) {
    return;
  }
  pins->how = (uint8_t)entry_field(entry, ENTRY_HOW, 2);
  pins->kind = (uint8_t)entry_field(entry, ENTRY_KIND, 4);
  pins->cond = flag(entry, ENTRY_COND);
  pins->indirect = flag(entry, ENTRY_INDIRECT);
  pins->store = flag(entry, ENTRY_STORE);
  pins->acq_rel = flag(entry, ENTRY_ACQ_REL);
  pins->exclusive = flag(entry, ENTRY_EXCLUSIVE);
  pins->atomic = flag(entry, ENTRY_ATOMIC);
  pins->va_valid = flag(entry, ENTRY_VA_VALID);
  pins->va = entry_field(entry, ENTRY_VA, 48);
  pins->pa_valid = pins->va_valid;
  pins->pa_ns = true;
  pins->pa = pins->va;
  pins->target_valid = flag(entry, ENTRY_TARGET_VALID);
  pins->target_ns = true;
  pins->target_el = expect->options->el;
  pins->target = entry_field(entry, ENTRY_TARGET, 48);
  pins->source_valid = flag(entry, ENTRY_SOURCE_VALID);
  pins->source = (uint16_t)entry_field(entry, ENTRY_SOURCE, 16);
  pins->events = entry_field(entry, ENTRY_EVENTS, 16);
}

// Resolves everything as early as the unit may. The model decides the outcome: whether a kept record is written or
// discarded, and how its write ends.
static void resolve(struct expect *expect)
{
  expect->seen = (struct spu_vif){.decide_valid = false};
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS && !expect->seen.decide_valid; tag++) {
    if (expect->flights[tag].finished) {
      expect->seen.decide_valid = true;
      expect->seen.decide_tag = (uint8_t)tag;
    }
  }
  expect->in.xlate_rsp_valid = expect->write == WRITE_TRANSLATE;
  expect->in.xlate_rsp_fault = false;
  if (expect->in.xlate_rsp_valid) {
    // Records are written in order, so this is the record's address.
    const uint64_t va = expect->out.pmbptr;
    expect->in.xlate_rsp_fault = va >= expect->options->buffer_bytes;
    expect->in.xlate_rsp_fsc = expect->in.xlate_rsp_fault ? 7 : 0;
    expect->in.xlate_rsp_pa = expect->in.xlate_rsp_fault ? 0 : va;
    expect->in.xlate_rsp_ns = !expect->in.xlate_rsp_fault;
    expect->faulting = expect->in.xlate_rsp_fault;
    expect->seen.burst_valid = !expect->faulting;
  }
  if (expect->write == WRITE_COMMIT) {
    expect->seen.commit_valid = !expect->faulting;
    expect->seen.discard_valid = expect->faulting;
  } else if (expect->write == WRITE_IDLE && expect->waiting > 0) {
    expect->seen.start_valid = true;
  }
}

static bool keep_record(struct expect *expect, struct tb_error *error)
{
  struct expect_result *result = expect->result;
  struct spu_write writes[SPU_MAX_RECORD_PAGES];
  const size_t count = spu_last_writes(expect->spu, writes);
  for (size_t i = 0; i < count; i++) {
    if (writes[i].pa + writes[i].len > expect->options->buffer_bytes) {
      return tb_fail(error, "a record at 0x%" PRIx64 " crosses the end of the buffer memory", writes[i].pa);
    }
    memcpy(result->buffer + writes[i].pa, writes[i].data, writes[i].len);
  }
  if (result->records == expect->record_room) {
    expect->record_room = 2 * expect->record_room + 64;
    uint32_t *more = realloc(result->record_at, expect->record_room * sizeof *more);
    if (more == NULL) {
      return tb_fail(error, "out of memory for the expected records");
    }
    result->record_at = more;
  }
  result->record_at[result->records++] = (uint32_t)result->bytes;
  result->bytes += expect->vif.commit_len;
  return true;
}

// Takes the model's outcome of the events that resolve() reported.
static bool take_events(struct expect *expect, struct tb_error *error)
{
  const struct spu_vif *vif = &expect->vif;
  if (vif->decide_valid) {
    expect->flights[vif->decide_tag] = (struct flight){.active = false};
    expect->result->kept += vif->decide_keep;
    expect->waiting += vif->decide_keep && !vif->decide_discard;
  }
  if (expect->seen.start_valid) {
    expect->waiting--;
    expect->write = vif->start_valid ? WRITE_TRANSLATE : WRITE_IDLE;
  } else if (expect->write == WRITE_TRANSLATE) {
    expect->write = WRITE_COMMIT;
  } else if (expect->write == WRITE_COMMIT) {
    expect->write = WRITE_IDLE;
    return !vif->commit_valid || keep_record(expect, error);
  }
  return true;
}

static bool in_flight(const struct expect *expect)
{
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    if (expect->flights[tag].active && !expect->flights[tag].finished) {
      return true;
    }
  }
  return false;
}

// False if the outcome of a selection in this cycle depends on the speed of the unit.
static bool check_selection(const struct expect *expect, struct tb_error *error)
{
  const bool selected = expect->out.mark_valid || expect->out.sample_collision != 0;
  const uint32_t bound = spu_config_bound(&expect->config);
  if (!selected || !expect->ever_finished || expect->clock <= expect->last_finish ||
      expect->clock - expect->last_finish > bound) {
    return true;
  }
  return tb_fail(error,
                 "the run is not deterministic: an operation is selected in cycle %" PRIu64 ", only %" PRIu64
                 " cycles after the sampled one before it has finished; its record may take %" PRIu32
                 ": a larger --interval is needed (%" PRIu32 " is enough for this trace)",
                 expect->clock, expect->clock - expect->last_finish, bound,
                 expect_interval(&expect->config, expect->options->trace, true));
}

static bool play_clock(struct expect *expect, struct tb_error *error)
{
  struct expect_result *result = expect->result;
  drive(expect);
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    expect->in.op[tag] = (struct spu_op){.issued = false};
    if (expect->flights[tag].active && !expect->flights[tag].finished) {
      report(expect, &expect->flights[tag], &expect->in.op[tag]);
    }
  }
  const bool running = expect->clock < expect->rows || in_flight(expect);
  expect->in.pe_el = running ? expect->options->el : (uint8_t)SPU_EL1;
  result->latest = running ? expect->clock + 1 : result->latest;
  resolve(expect);
  step(expect);
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    if (expect->in.op[tag].finished) {
      expect->flights[tag].finished = true;
      expect->ever_finished = true;
      expect->last_finish = expect->clock;
    }
  }
  if (!take_events(expect, error) || !check_selection(expect, error)) {
    return false;
  }
  if (expect->out.mark_valid) {
    const uint64_t row = expect->clock % expect->options->rows;
    const size_t entry = row * expect->config.dispatch_width + expect->out.mark_slot;
    expect->flights[expect->out.mark_tag] = (struct flight){
        .active = true, .marked = expect->clock, .entry = expect->options->trace->entries[entry]};
  }
  result->population += expect->out.sample_pop;
  result->collisions += expect->out.sample_collision;
  if ((expect->out.pmbsr & SPU_PMBSR_EL1_S) != 0 && expect->clock < expect->rows && !result->stopped) {
    result->stopped = true;
  }
  return true;
}

// Sets the limits of the population if profiling stopped within the bound after the last sampled operation finished.
static void population_limits(struct expect *expect)
{
  struct expect_result *result = expect->result;
  result->population_most = result->population;
  if (result->stopped) {
    const uint64_t more = (uint64_t)spu_config_bound(&expect->config) * expect->config.dispatch_width;
    const uint64_t most = result->population + more;
    result->population_most = most < result->operations ? most : result->operations;
  }
}

static bool play(struct expect *expect, struct tb_error *error)
{
  struct expect_result *result = expect->result;
  expect->rows = (uint64_t)expect->options->rows * expect->options->passes;
  result->clocks = expect->rows;
  for (;;) {
    if (!play_clock(expect, error)) {
      return false;
    }
    expect->clock++;
    const bool busy = expect->clock < expect->rows || in_flight(expect);
    bool waiting = expect->waiting > 0 || expect->write != WRITE_IDLE;
    for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
      waiting = waiting || expect->flights[tag].active;
    }
    if (!busy && !waiting) {
      break;
    }
  }
  population_limits(expect);
  return spu_peek_register(expect->spu, SPU_PMBPTR_EL1, &result->pmbptr) &&
         spu_peek_register(expect->spu, SPU_PMBSR_EL1, &result->pmbsr) &&
         spu_peek_register(expect->spu, SPU_PMSICR_EL1, &result->pmsicr);
}

bool expect_play(struct expect *expect, const struct expect_options *options, struct expect_result *result,
                 struct tb_error *error)
{
  *result = (struct expect_result){.buffer = calloc(1, options->buffer_bytes)};
  expect->options = options;
  expect->result = result;
  expect->in.contextidr_el1 = options->contextidr;
  return (result->buffer != NULL || tb_fail(error, "out of memory for the expected records")) &&
         spu_peek_register(expect->spu, SPU_PMBPTR_EL1, &result->first) && play(expect, error);
}
