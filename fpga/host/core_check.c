// SPDX-License-Identifier: Apache-2.0
#include "host/core_check.h"

#include "host/rv32.h"
#include "perf/spe_record.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum {
  CLASS_OTHER = 0,
  CLASS_MEMORY = 1,
  CLASS_BRANCH = 2,
  SUBCLASS_STORE = 1,
  SUBCLASS_CONDITIONAL = 1,
  SUBCLASS_INDIRECT = 2,
  // Of VexRiscv: cycles from decode to where a result is there, at least.
  CYCLES_MEMORY = 2,
  CYCLES_WRITEBACK = 3,
  CYCLES_DIVISION = 34,
  // Instructions between a full buffer and what the program counts as serving, at most.
  BEFORE_SERVING = 64
};

enum {
  EVENT_EXCEPTION = 1 << 0,
  EVENT_RETIRED = 1 << 1,
  EVENT_L1D_ACCESS = 1 << 2,
  EVENT_L1D_REFILL = 1 << 3,
  EVENT_NOT_TAKEN = 1 << 6,
  EVENT_MISPREDICTED = 1 << 7
};

#define ADDRESS_BITS ((UINT64_C(1) << 56) - 1)
#define LEVEL_EL1 UINT64_C(5)  // {NS, EL} at bits 63:61 of a PC or a target: Non-secure EL1

const char *const core_check_names[CORE_CHECK_KINDS] = {"other",    "multiply",  "divide",    "load",
                                                        "store",    "taken",     "not taken", "direct",
                                                        "indirect", "exception", "squashed"};

struct core_check core_check_begin(const struct core_program *program, const struct core_results *results)
{
  return (struct core_check){.program = program, .results = results, .last_time = results->time_start};
}

// A record as it is looked at.
struct look {
  struct core_check *check;
  struct spe_record record;
  uint32_t pc;
  uint64_t events;
  bool retired;
  struct rv32 instruction;
};

static bool has(const struct look *look, enum spe_field field)
{
  return (look->record.have >> field & 1U) != 0;
}

static uint64_t value(const struct look *look, enum spe_field field)
{
  return has(look, field) ? look->record.packet[field].value : 0;
}

__attribute__((format(printf, 3, 4))) static bool demand(struct look *look, bool condition,
                                                         const char *format, ...)
{
  struct core_check *check = look->check;
  if (!condition && check->contradictions++ == 0) {
    char text[160];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)tb_fail(&check->first, "record %" PRIu64 ", PC 0x%" PRIx32 ": %s", check->records, look->pc, text);
  }
  return condition;
}

static void check_memory(struct look *look)
{
  const struct rv32 *instruction = &look->instruction;
  const struct core_program *program = look->check->program;
  const uint64_t va = value(look, SPE_FIELD_VA);
  const uint32_t address = (uint32_t)va;
  const bool load = instruction->kind == RV32_LOAD;
  const bool cached = address < CORE_UNCACHED;
  enum { STACK_POINTER = 2 };
  demand(look, has(look, SPE_FIELD_VA) && va >> 32 == 0, "a load or store at 0x%" PRIx64, va);
  demand(look, has(look, SPE_FIELD_PA) && (value(look, SPE_FIELD_PA) & ADDRESS_BITS) == va,
         "PA is not VA 0x%" PRIx64, va);
  demand(look, address % instruction->bytes == 0, "%u bytes at 0x%" PRIx32, instruction->bytes, address);
  demand(look, ((look->events & EVENT_L1D_ACCESS) != 0) == cached && (look->events & EVENT_L1D_REFILL) == 0,
         "cache events 0x%" PRIx64 " at 0x%" PRIx32, look->events, address);
  demand(look, has(look, SPE_FIELD_SOURCE) == load && value(look, SPE_FIELD_SOURCE) == (load && !cached),
         "data source %" PRIu64 " at 0x%" PRIx32, value(look, SPE_FIELD_SOURCE), address);

  const bool in_stack = address - program->stack_start < program->stack_end - program->stack_start;
  struct elf32_symbol function = {NULL, 0, 0};
  struct elf32_symbol object = {NULL, 0, 0};
  bool right = false;
  (void)elf32_at(&program->elf, look->pc, ELF32_FUNCTION, &function);
  if (instruction->base == STACK_POINTER) {
    right = in_stack;
  } else if (address < CORE_UNCACHED) {
    // Code that profiles, and not what it profiles, claims nothing, and may touch any object.
    const enum core_claim claim = core_program_claims(program, function.address, address, instruction->bytes);
    right = in_stack || claim == CORE_CLAIM_INSIDE ||
            (claim == CORE_CLAIM_NONE && elf32_at(&program->elf, address, ELF32_OBJECT, &object));
  } else {
    right = (load && address - CORE_BUFFER < 0x20000) || address - CORE_WINDOW < CORE_WINDOW_BYTES ||
            address - CORE_DEVICES < CORE_DEVICES_BYTES;
  }
  look->check->addresses += demand(look, right, "0x%" PRIx32 " is in nothing that %s touches", address,
                                   function.name != NULL ? function.name : "it");
  look->check->kinds[load ? CORE_CHECK_LOAD : CORE_CHECK_STORE]++;
}

static void check_target(struct look *look, bool taken)
{
  const struct rv32 *instruction = &look->instruction;
  const struct elf32 *elf = &look->check->program->elf;
  const uint64_t target = value(look, SPE_FIELD_TARGET);
  const uint32_t address = (uint32_t)target;
  uint32_t word = 0;
  if (!demand(look, has(look, SPE_FIELD_TARGET) == taken, "%s target",
              taken ? "no" : "a branch that was not taken has a") ||
      !taken) {
    return;
  }
  demand(look, target >> 61 == LEVEL_EL1 && (target & ADDRESS_BITS) == address, "target 0x%" PRIx64, target);
  if (!demand(look, elf32_instruction(elf, address, &word), "target 0x%" PRIx32 " is no instruction",
              address)) {
    return;
  }
  if (!instruction->indirect) {
    look->check->targets += demand(look, address == instruction->target,
                                   "target 0x%" PRIx32 ", not 0x%" PRIx32, address, instruction->target);
  } else if (instruction->returns && elf32_instruction(elf, address - 4, &word)) {
    demand(look, rv32_decode(word, address - 4).call, "a return to 0x%" PRIx32 ", which is behind no call",
           address);
  }
}

// The core predicts that a branch is taken if it goes backwards, and never the target of an indirect one.
static void check_branch(struct look *look)
{
  const struct rv32 *instruction = &look->instruction;
  const bool not_taken = (look->events & EVENT_NOT_TAKEN) != 0;
  const bool mispredicted = (look->events & EVENT_MISPREDICTED) != 0;
  const bool backwards = instruction->target < look->pc;
  demand(look, !not_taken || instruction->conditional, "an unconditional branch that was not taken");
  check_target(look, !not_taken);
  const bool expected =
      instruction->conditional ? backwards == not_taken : instruction->indirect && !instruction->trap_return;
  look->check->predictions +=
      demand(look, mispredicted == expected, "%s mispredicted", mispredicted ? "was" : "was not");
  look->check->kinds[instruction->conditional ? (not_taken ? CORE_CHECK_NOT_TAKEN : CORE_CHECK_TAKEN)
                     : instruction->indirect  ? CORE_CHECK_INDIRECT
                                              : CORE_CHECK_DIRECT]++;
}

// What the operation was is told of every one, whatever became of it.
static void check_operation(struct look *look)
{
  const struct rv32 *instruction = &look->instruction;
  const struct spu_packet *packet = &look->record.packet[SPE_FIELD_OPERATION];
  const bool branch = instruction->kind == RV32_BRANCH;
  const bool memory = instruction->kind == RV32_LOAD || instruction->kind == RV32_STORE;
  const unsigned class = memory ? CLASS_MEMORY : branch ? CLASS_BRANCH : CLASS_OTHER;
  uint64_t subclass = 0;
  if (branch) {
    subclass = (instruction->conditional ? SUBCLASS_CONDITIONAL : 0U) |
               (instruction->indirect ? SUBCLASS_INDIRECT : 0U);
  } else if (instruction->kind == RV32_STORE) {
    subclass = SUBCLASS_STORE;
  }
  demand(look, has(look, SPE_FIELD_OPERATION) && packet->index == class && packet->value == subclass,
         "operation %u/%" PRIu64 ", not %u/%" PRIu64, packet->index, packet->value, class, subclass);
}

static void check_times(struct look *look)
{
  struct core_check *check = look->check;
  const struct rv32 *instruction = &look->instruction;
  const uint64_t total = value(look, SPE_FIELD_TOTAL);
  const uint64_t time = value(look, SPE_FIELD_TIMESTAMP);
  const bool late = instruction->kind == RV32_LOAD || instruction->kind == RV32_STORE ||
                    instruction->multiplication || instruction->trap_return;
  const uint64_t least = instruction->division ? CYCLES_DIVISION : late ? CYCLES_WRITEBACK : CYCLES_MEMORY;
  demand(look, has(look, SPE_FIELD_TOTAL) && (!look->retired || total >= least), "total latency %" PRIu64,
         total);
  demand(look, value(look, SPE_FIELD_ISSUE) == 1, "issue latency %" PRIu64, value(look, SPE_FIELD_ISSUE));
  demand(look, has(look, SPE_FIELD_TIMESTAMP) && time >= check->last_time && time <= check->results->time_end,
         "time %" PRIu64 " after %" PRIu64, time, check->last_time);
  check->last_time = time;
}

static void check_retired(struct look *look)
{
  const struct rv32 *instruction = &look->instruction;
  const struct elf32_symbol *wrong_path = &look->check->program->wrong_path;
  demand(look, look->pc - wrong_path->address >= wrong_path->size,
         "an instruction that is never executed has retired");
  demand(look, !instruction->environment_call, "an environment call has retired");
  if (instruction->kind == RV32_LOAD || instruction->kind == RV32_STORE) {
    check_memory(look);
  } else {
    demand(look, !has(look, SPE_FIELD_VA) && !has(look, SPE_FIELD_SOURCE),
           "a data address of what is no access");
    if (instruction->kind == RV32_BRANCH) {
      check_branch(look);
    } else {
      demand(look, (look->events & ~(uint64_t)EVENT_RETIRED) == 0, "events 0x%" PRIx64, look->events);
      look->check->kinds[instruction->division         ? CORE_CHECK_DIVIDE
                         : instruction->multiplication ? CORE_CHECK_MULTIPLY
                                                       : CORE_CHECK_OTHER]++;
    }
  }
  if (instruction->kind != RV32_BRANCH) {
    demand(look, !has(look, SPE_FIELD_TARGET), "a target of what is no branch");
  }
}

void core_check_record(struct core_check *check, const uint8_t *data, size_t size)
{
  struct look look = {.check = check, .record = spe_gather(data, size)};
  const uint64_t pc = value(&look, SPE_FIELD_PC);
  uint32_t word = 0;
  check->records++;
  look.pc = (uint32_t)pc;
  look.events = value(&look, SPE_FIELD_EVENTS);
  look.retired = (look.events & EVENT_RETIRED) != 0;
  if (!demand(&look, has(&look, SPE_FIELD_PC) && pc >> 61 == LEVEL_EL1 && (pc & ADDRESS_BITS) == look.pc,
              "PC 0x%" PRIx64, pc) ||
      !demand(&look, elf32_instruction(&check->program->elf, look.pc, &word),
              "no instruction of the program")) {
    return;
  }
  look.instruction = rv32_decode(word, look.pc);
  if (!demand(&look, look.instruction.kind != RV32_NONE, "0x%" PRIx32 " is no instruction", word)) {
    return;
  }
  demand(&look, has(&look, SPE_FIELD_EVENTS), "no events");
  check_operation(&look);
  check_times(&look);
  if (look.retired) {
    demand(&look, (look.events & EVENT_EXCEPTION) == 0, "retired, and generated an exception");
    check_retired(&look);
    return;
  }
  const bool exception = (look.events & EVENT_EXCEPTION) != 0;
  demand(&look, look.instruction.environment_call || !exception, "an exception of no environment call");
  demand(&look, !has(&look, SPE_FIELD_VA) && !has(&look, SPE_FIELD_TARGET) && !has(&look, SPE_FIELD_SOURCE),
         "addresses of what did not retire");
  check->kinds[exception ? CORE_CHECK_EXCEPTION : CORE_CHECK_SQUASHED]++;
}

struct core_bounds core_check_bounds(const struct core_results *results,
                                     const struct core_parameters *parameters)
{
  // Every instruction that retires was dispatched, at most one a cycle. From one sample to the next `interval`
  // operations and one are dispatched, and up to 255 more. A full buffer can cost the sample that is in flight.
  const uint64_t each = parameters->interval + 1U;
  const uint64_t not_profiled = results->serving + (uint64_t)BEFORE_SERVING * results->interrupts;
  const uint64_t profiled = results->retired > not_profiled ? results->retired - not_profiled : 0;
  const uint64_t least = profiled / (each + (parameters->random != 0 ? 255U : 0U));
  const uint64_t lost = 1U + results->interrupts;
  return (struct core_bounds){.least = least > lost ? least - lost : 0, .most = results->cycles / each + 1U};
}

void core_check_end(struct core_check *check, const struct core_parameters *parameters)
{
  const struct core_bounds bounds = core_check_bounds(check->results, parameters);
  if (check->records < bounds.least || check->records > bounds.most || check->records == 0) {
    if (check->contradictions++ == 0) {
      (void)tb_fail(&check->first,
                    "%" PRIu64 " records, but %" PRIu64 " to %" PRIu64 " follow from the core's counters",
                    check->records, bounds.least, bounds.most);
    }
  }
  // An environment call is rare.
  for (unsigned i = 0; i < CORE_CHECK_KINDS; i++) {
    if (check->kinds[i] == 0 && i != CORE_CHECK_EXCEPTION && check->contradictions++ == 0) {
      (void)tb_fail(&check->first, "no record of kind \"%s\": a longer run or a shorter interval",
                    core_check_names[i]);
    }
  }
}
