// SPDX-License-Identifier: Apache-2.0
//
// Operation traces become entries of the player. The core model's blocks (operands, caches, branch prediction) say how
// long an operation lives. Only those lives are taken: the player dispatches a full row in every cycle.
#define _POSIX_C_SOURCE 200809L
#include "host/player_trace.h"

#include "env/branch_predictor.h"
#include "env/code_map.h"
#include "env/core_model.h"
#include "env/execution.h"
#include "workload/trace.h"

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

// What a branch does: its target, its event bits, and when operations behind it can be dispatched.
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

static struct player_entry entry_of(const struct model *model, const struct trace_op *op,
                                    const struct a64_class *class, const struct life *life,
                                    uint64_t dispatched)
{
  const bool source = life->access && class->load && model->sources;
  return (struct player_entry){.valid = true,
                               .pc = op->pc,
                               .kind = (uint8_t) class->kind,
                               .cond = class->cond,
                               .indirect = class->indirect,
                               .store = class->store,
                               .acq_rel = class->acq_rel,
                               .exclusive = class->exclusive,
                               .atomic = class->atomic,
                               .how = (uint8_t)(class->exception ? SPU_OP_EXCEPTION : life->how),
                               .va_valid = life->access,
                               .target_valid = life->taken,
                               .source_valid = source,
                               .va = life->access ? life->va : 0,
                               .events = (uint16_t)(life->events & model->event_mask),
                               .target = life->taken ? life->target : 0,
                               .total = clocks(life->finish - dispatched),
                               .issue = clocks(life->issue - dispatched),
                               .xlate = clocks(life->xlate_end - life->issue),
                               .source = source ? core_model_default.source[life->level] : 0};
}

// One operation in the core model. False if out of memory.
static bool play(struct model *model, const struct trace_op *op, struct player_entry *entry)
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
  *entry = entry_of(model, op, &code->class, &life, dispatched);
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
    struct player_entry entry;
    if (!play(model, &op, &entry)) {
      return tb_fail(error, "%s: out of memory", path);
    }
    if (number >= first) {
      trace->longest = entry.total > trace->longest ? entry.total : trace->longest;
      player_entry_pack(&entry, trace->entries[trace->count++]);
    }
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
  *trace = (struct player_trace){NULL, 0, 0};
  const int fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return tb_fail(error, "%s: %s", path, strerror(errno));
  }
  struct trace_reader *reader = trace_open(fd, path, error);
  struct model *model = calloc(1, sizeof *model);
  trace->entries = calloc(limit, sizeof *trace->entries);
  bool good = reader != NULL;
  if (good && (model == NULL || trace->entries == NULL || !execution_init(&model->execution))) {
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
  if (!good) {
    player_trace_free(trace);
  }
  return good;
}
