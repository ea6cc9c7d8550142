// SPDX-License-Identifier: Apache-2.0
//
// Converts operation traces to entries of the player. The core model's blocks (operands, caches, branch prediction)
// determine an operation's latencies. Dispatch times are not used: the player dispatches a full row in every cycle.
#define _POSIX_C_SOURCE 200809L
#include "expect/player_trace.h"

#include "programs/core/branch_predictor.h"
#include "programs/core/code_map.h"
#include "programs/core/core_model.h"
#include "programs/core/execution.h"
#include "programs/trace/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REDIRECT_CLOCKS = 5, COUNTER_LIMIT = 0xFFFF };

struct model {
  struct code_map code;
  struct execution execution;
  struct branch_predictor predictor;
  uint32_t width;
  uint32_t slot;  // operations dispatched in cycle `now`
  uint64_t now;
  uint16_t event_mask;
  bool sources;
};

static uint16_t clocks(uint64_t number)
{
  return (uint16_t)(number < COUNTER_LIMIT ? number : COUNTER_LIMIT);
}

// A branch: its target, its event bits, and when later operations can be dispatched.
static void steer(struct model *model, struct code_entry *code, const struct trace_op *op, struct life *life)
{
  const struct a64_class *class = &code->class;
  life->taken = !class->cond || op->next_pc != op->pc + 4;
  life->target = op->next_pc;
  life->events = life->taken ? 0 : EVENT_NOT_TAKEN;
  const struct branch_prediction prediction =
      branch_predict(&model->predictor, class, op->pc, op->next_pc, code->target);
  if (life->taken && !class->indirect) {
    code->target = op->next_pc;
  }
  if (prediction.mispredicted) {
    life->events |= EVENT_MISPREDICTED;
    model->now = life->finish + REDIRECT_CLOCKS;
    model->slot = 0;
  }
}

static void put(uint64_t words[ENTRY_WORDS], unsigned low, unsigned width, uint64_t value)
{
  words[low / 64] |= (value & ((UINT64_C(1) << width) - 1)) << low % 64;
}

static void make_entry(const struct model *model, const struct trace_op *op, const struct a64_class *class,
                       const struct life *life, uint64_t dispatched, uint64_t words[ENTRY_WORDS])
{
  const bool source = life->access && class->load && model->sources;
  memset(words, 0, ENTRY_WORDS * sizeof words[0]);
  put(words, ENTRY_PC, 48, op->pc);
  put(words, ENTRY_KIND, 4, class->kind);
  put(words, ENTRY_VALID, 1, 1);
  put(words, ENTRY_COND, 1, class->cond);
  put(words, ENTRY_INDIRECT, 1, class->indirect);
  put(words, ENTRY_STORE, 1, class->store);
  put(words, ENTRY_ACQ_REL, 1, class->acq_rel);
  put(words, ENTRY_EXCLUSIVE, 1, class->exclusive);
  put(words, ENTRY_ATOMIC, 1, class->atomic);
  put(words, ENTRY_HOW, 2, class->exception ? SPU_OP_EXCEPTION : life->how);
  put(words, ENTRY_VA_VALID, 1, life->access);
  put(words, ENTRY_TARGET_VALID, 1, life->taken);
  put(words, ENTRY_SOURCE_VALID, 1, source);
  put(words, ENTRY_VA, 48, life->access ? life->va : 0);
  put(words, ENTRY_EVENTS, 16, life->events & model->event_mask);
  put(words, ENTRY_TARGET, 48, life->taken ? life->target : 0);
  put(words, ENTRY_TOTAL, 16, clocks(life->finish - dispatched));
  put(words, ENTRY_ISSUE, 16, clocks(life->issue - dispatched));
  put(words, ENTRY_XLATE, 16, clocks(life->xlate_end - life->issue));
  put(words, ENTRY_SOURCE, 16, source ? core_model_default.source[life->level] : 0);
}

// Runs one operation in the core model. False if out of memory.
static bool play(struct model *model, const struct trace_op *op, uint64_t entry[ENTRY_WORDS])
{
  struct code_entry *code = code_map_learn(&model->code, op->pc, op->opcode);
  if (code == NULL) {
    return false;
  }
  if (model->slot == model->width) {
    model->slot = 0;
    model->now++;
  }
  while (execution_full(&model->execution, model->now)) {
    model->slot = 0;
    model->now++;
  }
  model->slot++;
  const uint64_t dispatched = model->now;
  struct life life = execution_dispatch(&model->execution, code, op, dispatched);
  code->executed++;
  if (code->class.branch && !code->class.exception) {
    steer(model, code, op, &life);
  }
  make_entry(model, op, &code->class, &life, dispatched, entry);
  return true;
}

static bool convert(struct trace_reader *reader, const char *path, uint64_t first, size_t limit,
                    struct model *model, struct player_trace *trace, struct tb_error *error)
{
  struct trace_op op;
  enum trace_result result = TRACE_OP;
  for (uint64_t number = 0; trace->count < limit; number++) {
    result = trace_next(reader, &op, error);
    if (result != TRACE_OP) {
      break;
    }
    uint64_t *entry = trace->entries[trace->count];
    if (!play(model, &op, entry)) {
      return tb_fail(error, "%s: out of memory", path);
    }
    trace->count += number >= first;
  }
  if (result == TRACE_ERROR) {
    return false;
  }
  trace->count = trace->count / model->width * model->width;
  return trace->count > 0 || tb_fail(error, "%s: has no %" PRIu32 " operations from number %" PRIu64 " on",
                                     path, model->width, first);
}

bool player_trace_read(const char *path, uint64_t first, size_t limit, const struct spu_config *config,
                       struct player_trace *trace, struct tb_error *error)
{
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return tb_fail(error, "%s: %s", path, strerror(errno));
  }
  struct trace_reader *reader = trace_open(fd, path, error);
  struct model *model = calloc(1, sizeof *model);
  bool good = reader != NULL;
  if (good && (model == NULL || !execution_init(&model->execution))) {
    (void)tb_fail(error, "%s: out of memory", path);
    good = false;
  }
  if (good) {
    model->width = config->dispatch_width;
    model->sources = config->source_bytes != 0;
    const uint32_t events = config->spe_version < 1 ? ~(uint32_t)EVENT_MISALIGNED : ~UINT32_C(0);
    model->event_mask = (uint16_t)(events & (config->events_bytes > 1 ? 0xFFFFU : 0xFFU));
    good = convert(reader, path, first, limit, model, trace, error);
  }
  if (model != NULL) {
    code_map_free(&model->code);
    execution_free(&model->execution);
  }
  free(model);
  trace_close(reader);
  return good;
}
