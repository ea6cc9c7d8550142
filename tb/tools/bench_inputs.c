// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "tools/bench_inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "tools/bench_stimulus.h"
#include "workload/launch.h"

enum { MODEL_CYCLES = 32768, FIRST_CAPACITY = 65536 };

// ---------------------------------------------------------------------------------------------------------
// The program's operations

static bool read_ops(struct trace_reader *reader, struct bench_ops *ops, struct tb_error *error)
{
  enum trace_result result = TRACE_OP;
  while (ops->count < BENCH_PROGRAM_OPS && result == TRACE_OP) {
    result = trace_next(reader, &ops->op[ops->count], error);
    ops->count += result == TRACE_OP;
  }
  return result != TRACE_ERROR;
}

static bool read_trace(const char *path, struct bench_ops *ops, struct tb_error *error)
{
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return tb_fail(error, "%s: %s", path, strerror(errno));
  }
  struct trace_reader *reader = trace_open(fd, path, error);
  const bool ok = reader != NULL && read_ops(reader, ops, error);
  trace_close(reader);
  return ok;
}

static bool execute(const struct bench_program *program, struct bench_ops *ops, struct tb_error *error)
{
  struct trace_reader *reader = NULL;
  const struct workload_command command = {
      .elf = program->elf, .plugin = program->plugin, .op_limit = BENCH_PROGRAM_OPS};
  struct workload *workload = workload_start(&command, &reader, error);
  if (workload == NULL) {
    return false;
  }
  const bool ok = read_ops(reader, ops, error);
  trace_close(reader);
  struct tb_error ignored = {""};
  (void)workload_finish(workload, NULL, &ignored);  // cut off on purpose
  return ok;
}

bool bench_record_ops(const struct bench_program *program, struct bench_ops *ops, struct tb_error *error)
{
  ops->op = calloc(BENCH_PROGRAM_OPS, sizeof *ops->op);
  if (ops->op == NULL) {
    return tb_fail(error, "out of memory");
  }
  return program->trace != NULL ? read_trace(program->trace, ops, error) : execute(program, ops, error);
}

void bench_free_ops(struct bench_ops *ops)
{
  free(ops->op);
  *ops = (struct bench_ops){0};
}

// ---------------------------------------------------------------------------------------------------------
// The unit's inputs

static uint64_t hash(uint64_t value, const void *data, size_t size)
{
  const unsigned char *byte = data;
  for (size_t i = 0; i < size; i++) {
    value = (value ^ byte[i]) * 0x100000001b3U;  // FNV-1a
  }
  return value;
}

static uint64_t hash_outputs(uint64_t value, const struct spu_out *out, const struct spu_vif *vif,
                             const struct dut_bus *bus)
{
  return hash(hash(hash(value, out, sizeof *out), vif, sizeof *vif), bus, sizeof *bus);
}

static bool grow(struct bench_pins *pins)
{
  if (pins->count < pins->capacity) {
    return true;
  }
  const size_t capacity = pins->capacity == 0 ? FIRST_CAPACITY : 2 * pins->capacity;
  struct spu_in *in = realloc(pins->in, capacity * sizeof *in);
  pins->in = in != NULL ? in : pins->in;
  bool *reset = realloc(pins->reset, capacity * sizeof *reset);
  pins->reset = reset != NULL ? reset : pins->reset;
  pins->capacity = in != NULL && reset != NULL ? capacity : pins->capacity;
  return in != NULL && reset != NULL;
}

static void record_step(void *context, uint64_t cycle, const struct spu_in *in, const struct spu_out *out,
                        const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker)
{
  (void)tracker;
  struct bench_pins *pins = context;
  (void)cycle;
  if (pins->out_of_memory || !grow(pins)) {
    pins->out_of_memory = true;
    return;
  }
  pins->in[pins->count] = *in;
  pins->reset[pins->count++] = pins->reset_next;
  pins->reset_next = false;
  pins->outputs = hash_outputs(pins->outputs, out, vif, bus);
}

static void record_reset(void *context, uint64_t cycle, const struct dut_reset_shape *shape)
{
  (void)shape;
  (void)cycle;
  ((struct bench_pins *)context)->reset_next = true;
}

// The outputs' hash when the recorded inputs are replayed to a new unit.
static bool replay(const struct bench_pins *pins, uint64_t *outputs, struct tb_error *error)
{
  struct dut *dut = dut_create();
  if (dut == NULL) {
    return tb_fail(error, "out of memory");
  }
  *outputs = 0;
  for (size_t i = 0; i < pins->count; i++) {
    struct spu_out out = {0};
    struct spu_vif vif = {0};
    struct dut_bus bus = {0};
    if (pins->reset[i]) {
      (void)dut_reset(dut);
    }
    dut_clock(dut, &pins->in[i]);
    dut_read(dut, &out, &vif, &bus);
    *outputs = hash_outputs(*outputs, &out, &vif, &bus);
  }
  dut_destroy(dut);
  return true;
}

bool bench_record_pins(struct run *run, struct bench_pins *pins, struct tb_error *error)
{
  const struct observer observer = {.context = pins, .step = record_step, .reset = record_reset};
  uint64_t outputs = 0;
  run_observe(run, &observer);
  if (run_clocks(run, UINT64_MAX, error) != RUN_FINISHED) {
    return tb_fail(error, "the run stopped; spu-sim says more");
  }
  if (pins->out_of_memory || pins->count == 0) {
    return tb_fail(error, pins->out_of_memory ? "out of memory" : "the stimulus has no cycle");
  }
  return replay(pins, &outputs, error) &&
         (outputs == pins->outputs ||
          tb_fail(error, "the recorded inputs give other outputs than the run had"));
}

void bench_free_pins(struct bench_pins *pins)
{
  free(pins->in);
  free(pins->reset);
  *pins = (struct bench_pins){0};
}

// ---------------------------------------------------------------------------------------------------------
// What the model follows

bool bench_record_cycles(const struct spu_config *config, struct bench_cycles *cycles, struct tb_error *error)
{
  static const struct bench_options options = {
      .cycles = MODEL_CYCLES, .interval = 1024, .operation = 20, .memory_latency = 1};
  struct bench_stimulus source;
  cycles->cycle = calloc(MODEL_CYCLES, sizeof *cycles->cycle);
  struct dut *dut = dut_create();
  if (cycles->cycle == NULL || dut == NULL || !bench_stimulus_open(&source, config, &options)) {
    dut_destroy(dut);
    return tb_fail(error, "out of memory");
  }
  const struct stimulus stimulus = bench_stimulus(&source);
  const struct tracker tracker = {.head = 0};  // this stimulus does not look
  struct spu_in in = {0};
  bool ok = true;
  for (size_t i = 0; ok && i < MODEL_CYCLES; i++) {
    struct bench_recorded *recorded = &cycles->cycle[cycles->count++];
    struct spu_out out = {0};
    struct dut_bus bus = {0};
    stimulus.drive(stimulus.context, i, &in);
    recorded->in = in;
    dut_clock(dut, &in);
    dut_read(dut, &out, &recorded->vif, &bus);
    ok = stimulus.observe(stimulus.context, &in, &out, &recorded->vif, &bus, &tracker, error);
  }
  bench_stimulus_close(&source);
  dut_destroy(dut);
  return ok;
}

void bench_free_cycles(struct bench_cycles *cycles)
{
  free(cycles->cycle);
  *cycles = (struct bench_cycles){0};
}
