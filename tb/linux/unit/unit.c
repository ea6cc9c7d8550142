// SPDX-License-Identifier: Apache-2.0
#include "linux/unit/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linux/unit/implementation.h"
#include "programs/core/core.h"
#include "unit/env/pe_pins.h"

enum {
  WAITING = 2 * SPU_MAX_SLOTS,  // operations that wait for the core: those of a cycle, and later ones
  MARGIN = 1024,  // operations before a selection that are executed one by one: more than in a block
  SETTLED = 2,    // cycles after which nothing is pending: the interrupt has its level, the response is given
  STANDSTILL = 1 << 20  // cycles of waiting after which something is wrong
};

struct spe_options spe_options;

struct spe_unit {
  struct spe_cpu *cpu;
  unsigned number;
  struct spu_config config;
  struct spe_implementation *implementation;
  const struct spu *model;
  struct spu_in in;
  struct spu_out out;
  bool psb_done;
  uint64_t cycle;
  unsigned settled;
  struct core *core;
  // Operations that wait for the core, oldest first. The last instruction joins them when its successor is known.
  struct trace_op waiting[WAITING];
  unsigned first, count;
  struct trace_op last;
  bool has_last;
  uint64_t moved;  // of the executing block: its PC minus the address at which it was translated
  // Target of the exception return that is the core's last operation, and its Exception level.
  uint64_t return_target;
  uint8_t return_el;
  bool enabled;
  enum spe_blocks blocks;
  // Operations that the unit need not see, because none of them is selected: their number, and how many have been
  // executed.
  uint64_t countable, counted;
  uint64_t operations;
};

// ---------------------------------------------------------------------------------------------------------
// A cycle

static enum trace_result next_operation(void *context, struct trace_op *op, struct tb_error *error)
{
  (void)error;
  struct spe_unit *unit = context;
  if (unit->count == 0) {
    return TRACE_LATER;
  }
  *op = unit->waiting[unit->first];
  unit->first = (unit->first + 1) % WAITING;
  unit->count--;
  return TRACE_OP;
}

static _Noreturn void give_up(const struct spe_unit *unit, const char *why)
{
  (void)fprintf(stderr, "spe: unit %u, cycle %" PRIu64 ": %s\n", unit->number, unit->cycle, why);
  exit(1);
}

// Sets pins of operations that depend on the guest.
static void complete_pins(struct spe_unit *unit)
{
  struct spu_in *in = &unit->in;
  for (uint32_t tag = 0; tag < unit->config.in_flight; tag++) {
    struct spu_op *op = &in->op[tag];
    if (op->target_valid) {
      op->target_el = op->target == unit->return_target ? unit->return_el : in->pe_el;
    }
    op->previous_el = op->previous_valid ? in->pe_el : 0;
    if (op->va_valid) {
      const struct spe_translation translation = spe_cpu_translate(unit->cpu, in->pe_el, op->va, op->store);
      op->va_tbi = spe_cpu_ignores_top_byte(unit->cpu, op->va);
      op->pa_valid = op->pa_valid && !translation.fault;
      op->pa = op->pa_valid ? translation.pa : 0;
      op->pa_ns = op->pa_valid && translation.ns;
    }
  }
}

// Passes the counted operations to the unit.
static void settle_count(struct spe_unit *unit)
{
  if (unit->counted != 0 && !spe_implementation_count(unit->implementation, &unit->in, unit->counted)) {
    give_up(unit, "more operations were counted than allowed");
  }
  unit->countable = unit->counted = 0;
}

static void clock_unit(struct spe_unit *unit)
{
  struct spu_in *in = &unit->in;
  struct tb_error error = {""};
  complete_pins(unit);
  in->time_count = in->dispatch_valid != 0 ? spe_cpu_time(unit->cpu) : in->time_count;
  unit->psb_done = spe_implementation_step(unit->implementation, in, &unit->out);
  if (!core_observe(unit->core, &unit->out, &error)) {
    give_up(unit, error.text);
  }
  spe_cpu_interrupt(unit->cpu, unit->out.pmbirq);
}

// One cycle of core and unit; the core takes operations if `run`. The unit skips cycles in which nothing happens to it.
static void step(struct spe_unit *unit, bool run)
{
  struct spu_in *in = &unit->in;
  const uint64_t wakes = core_wakes(unit->core);
  if (unit->settled >= SETTLED && wakes > unit->cycle) {
    unit->cycle = wakes;
  }
  core_drive(unit->core, unit->cycle++, run, in);
  const uint64_t dispatched = (uint64_t)__builtin_popcount(in->dispatch_valid);
  if (unit->settled >= SETTLED && !in->sysreg_valid && !in->psb_valid &&
      dispatched <= unit->countable - unit->counted) {
    unit->counted += dispatched;
    return;
  }
  settle_count(unit);
  clock_unit(unit);
  unit->settled = spu_idle(unit->model) && !in->sysreg_valid ? unit->settled + 1 : 0;
  unit->countable = unit->settled >= SETTLED ? spe_implementation_countable(unit->implementation, in) : 0;
  in->sysreg_valid = false;
}

// ---------------------------------------------------------------------------------------------------------
// Instructions

static void push(struct spe_unit *unit)
{
  unit->waiting[(unit->first + unit->count) % WAITING] = unit->last;
  unit->count++;
  unit->operations++;
  unit->has_last = false;
}

// All executed operations reach the unit, and all its samples end.
static void drain(struct spe_unit *unit)
{
  const uint64_t end = unit->cycle + STANDSTILL;
  while (unit->count != 0) {
    step(unit, true);
  }
  while (unit->settled < SETTLED) {
    step(unit, false);
    if (unit->cycle > end) {
      give_up(unit, "the operations in flight do not end");
    }
  }
}

static uint64_t countable_left(const struct spe_unit *unit)
{
  return unit->countable - unit->counted;
}

static void choose(struct spe_unit *unit, enum spe_blocks blocks, bool now)
{
  if (blocks != unit->blocks) {
    unit->blocks = blocks;
    spe_cpu_choose(unit->cpu, blocks, now);
  }
}

// Handles a change of the CPU's state.
static void look(struct spe_unit *unit)
{
  settle_count(unit);
  spe_cpu_pins(unit->cpu, &unit->in);
  unit->enabled = spu_next_enabled(unit->model, &unit->in);
  unit->countable = spe_implementation_countable(unit->implementation, &unit->in);
  const bool far = countable_left(unit) > 2 * MARGIN;
  choose(unit, !unit->enabled ? SPE_BLOCKS_PLAIN : far ? SPE_BLOCKS_COUNT : SPE_BLOCKS_DETAIL, true);
}

enum spe_blocks spe_unit_blocks(const struct spe_unit *unit)
{
  return unit->blocks;
}

void spe_unit_begin(struct spe_unit *unit, uint64_t address)
{
  unit->moved = spe_cpu_pc(unit->cpu) - address;
}

void spe_unit_instruction(struct spe_unit *unit, uint64_t address, uint32_t opcode)
{
  const uint64_t pc = address + unit->moved;
  if (!unit->enabled) {
    return;
  }
  if (unit->has_last) {
    unit->last.next_pc = pc;
    push(unit);
    while (unit->count >= unit->config.dispatch_width) {
      step(unit, true);
    }
  }
  unit->last = (struct trace_op){.pc = pc, .next_pc = pc + 4, .opcode = opcode};
  unit->has_last = true;
  if (countable_left(unit) > 2 * MARGIN) {
    choose(unit, SPE_BLOCKS_COUNT, false);
  }
}

void spe_unit_memory(struct spe_unit *unit, uint64_t va)
{
  if (unit->has_last && !unit->last.has_address) {
    unit->last.has_address = true;
    unit->last.address = va;
  }
}

void spe_unit_count(struct spe_unit *unit, uint64_t number)
{
  if (!unit->enabled) {
    return;
  }
  if (unit->has_last) {
    unit->last.next_pc = spe_cpu_pc(unit->cpu);
    push(unit);
  }
  drain(unit);
  unit->counted += number < countable_left(unit) ? number : countable_left(unit);
  unit->operations += number;
  if (countable_left(unit) < MARGIN) {
    choose(unit, SPE_BLOCKS_DETAIL, false);
  }
}

void spe_unit_synchronize(struct spe_unit *unit)
{
  drain(unit);
  unit->in.psb_valid = true;
  unit->in.psb_older = (1U << SPU_MAX_TAGS) - 1;
  const uint64_t end = unit->cycle + STANDSTILL;
  do {
    step(unit, false);
  } while (!unit->psb_done && unit->cycle < end);
  unit->in.psb_valid = false;
  if (!unit->psb_done) {
    give_up(unit, "PSB CSYNC is not done although nothing is in flight");
  }
}

static bool is_exception_return(uint32_t opcode)
{
  return (opcode & 0xFFFFF3FFU) == 0xD69F03E0U || opcode == 0xD69F0BFFU || opcode == 0xD69F0FFFU;
}

// The last instruction took the exception or returned from one; an instruction that will be executed again does not
// count as executed.
void spe_unit_exception(struct spe_unit *unit)
{
  struct spu_in now = unit->in;
  spe_cpu_pins(unit->cpu, &now);
  if (unit->has_last && is_exception_return(unit->last.opcode)) {
    unit->last.next_pc = unit->return_target = spe_cpu_pc(unit->cpu);
    unit->return_el = now.pe_el;
    push(unit);
  } else if (unit->has_last) {
    unit->last.next_pc = spe_cpu_return_pc(unit->cpu);
    unit->has_last = unit->last.next_pc != unit->last.pc;
    if (unit->has_last) {
      push(unit);
    }
  }
  drain(unit);
  unit->return_target = 0;
  look(unit);
}

// ---------------------------------------------------------------------------------------------------------
// Registers

unsigned spe_unit_version(void)
{
  return spe_options.config.spe_version + 1;
}

enum spu_verdict spe_unit_check(struct spe_unit *unit, uint16_t address, bool write)
{
  struct spu_in in = unit->in;
  spe_cpu_pins(unit->cpu, &in);
  in.sysreg_valid = true;
  in.sysreg_write = write;
  in.sysreg_addr = address;
  return spu_next_access(unit->model, &in, NULL);
}

uint64_t spe_unit_access(struct spe_unit *unit, uint16_t address, bool write, uint64_t value)
{
  if (unit->has_last) {
    push(unit);
  }
  drain(unit);
  settle_count(unit);
  spe_cpu_pins(unit->cpu, &unit->in);
  unit->in.time_count = spe_cpu_time(unit->cpu);
  unit->in.sysreg_valid = true;
  unit->in.sysreg_write = write;
  unit->in.sysreg_addr = address;
  unit->in.sysreg_wdata = value;
  step(unit, false);
  step(unit, false);
  const uint64_t data = unit->out.sysreg_rdata;
  drain(unit);
  look(unit);
  return data;
}

// ---------------------------------------------------------------------------------------------------------
// Beginning and end

struct spe_unit *spe_unit_create(struct spe_cpu *cpu, unsigned number, bool el2, bool el3)
{
  const struct spu_config config = spe_implementation_config(el2, el3);
  if (config.registered_pins) {  // control fields change here with the access or operation that needs them
    (void)fputs("spe: config: RegisteredPins must be 0\n", stderr);
    exit(2);
  }
  struct spu_config core = config;
  memset(core.pmu_events, 0, sizeof core.pmu_events);  // QEMU implements the guest's performance monitors
  struct spe_unit *unit = calloc(1, sizeof *unit);
  const struct core_options options = {.config = &core, .wrong_path = true};
  const struct core_source source = {unit, next_operation};
  struct core *model = core_create(&options, &source);
  if (unit == NULL || model == NULL) {
    (void)fputs("spe: out of memory\n", stderr);
    exit(2);
  }
  *unit = (struct spe_unit){.cpu = cpu, .number = number, .config = config, .core = model, .cycle = 1};
  unit->implementation = spe_implementation_create(cpu, number, &config);
  unit->model = spe_implementation_model(unit->implementation);
  pe_pins_open(&config, &unit->in);
  return unit;
}

bool spe_unit_finish(struct spe_unit *unit)
{
  const struct spu_counts c = spu_get_counts(unit->model);
  uint64_t discarded = 0;
  for (int reason = 0; reason < SPU_DISCARD_REASONS; reason++) {
    discarded += c.discarded[reason];
  }
  spe_log("cpu %u: %" PRIu64 " operations, %" PRIu64 " in the population, %" PRIu64 " selected, %" PRIu64
          " collided, %" PRIu64 " dropped, %" PRIu64 " filtered, %" PRIu64 " written, %" PRIu64
          " discarded, %" PRIu64 " bytes, %" PRIu64 " management events",
          unit->number, unit->operations, c.operations, c.selected, c.collided, c.dropped, c.filtered,
          c.written, discarded, c.bytes, c.events);
  const uint64_t ends = c.collided + c.in_flight + c.dropped + c.filtered + c.waiting + c.written + discarded;
  if (ends != c.selected) {
    (void)fprintf(stderr,
                  "spe: unit %u: %" PRIu64 " operations were selected, and %" PRIu64 " are accounted for\n",
                  unit->number, c.selected, ends);
  }
  return spe_implementation_finish(unit->implementation) && ends == c.selected;
}
