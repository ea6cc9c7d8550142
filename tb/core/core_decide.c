// SPDX-License-Identifier: Apache-2.0
//
// Source: Arm ARM D17.6 (what a record has of an operation), D18.2 (packets).
//
//                       retired                       exception                squashed
//   PC                  always                        same                     same
//   total latency       to completion                 one of two, or by code   likewise
//   issue latency       options; of what never issued the total, or, where it was squashed, absent
//   translation latency with a data VA                with a data VA           absent
//   branch target       of a taken branch, or of any  absent                   absent
//   data VA             of an access                  if translated, open      absent
//   data PA             with a data VA, if allowed    if translated, open      absent
//   operation type      by the instruction            no branch, or by code    open, or by code
//   events 1:0          0b10                          0b11                     0b00
//   events 3, 5, 7      by the trace                  same                     same, and 7 zero
//   events 2, 4         of an access                  if translated, open      likewise
//   event 6             of a conditional branch       zero                     zero
// A data VA that is open has the page offset of the translation.
// By code: the host knows the programs, and the operation was not flushed at its dispatch, nor had its fetch faulted.
// Else an operation that did not retire is a load, store or atomic if it missed, was translated or waited for a walk.
#include "core/core_field.h"

#include <inttypes.h>
#include <stdio.h>

#include "util/event_bits.h"

// D18.2.7, CLASS and SUBCLASS.
enum {
  CLASS_OTHER = 0,
  CLASS_ACCESS = 1,
  CLASS_BRANCH = 2,
  CLASS_STORE = 0x01,
  CLASS_EXTENDED = 0x02,
  CLASS_ATOMIC = 0x04,
  CLASS_EXCLUSIVE = 0x08,
  CLASS_ACQ_REL = 0x10,
  CLASS_CONDITIONAL = 0x01,
  CLASS_INDIRECT = 0x02,
  CLASS_CALL = 0x08,
  CLASS_RETURN = 0x10,
  CLASS_NEITHER = 0x18
};

#define ADDRESS_BITS ((UINT64_C(1) << 56) - 1)
#define PAGE_OFFSET UINT64_C(0xFFF)

static bool retired(const struct core_decision *decision)
{
  return decision->op->fate == CORE_RETIRED;
}

static bool squashed(const struct core_decision *decision)
{
  return decision->op->fate == CORE_SQUASHED || decision->op->fate == CORE_INTERRUPTED;
}

// ---------------------------------------------------------------------------------------------------------
// Addresses

enum spu_el core_mode_el(const struct spu_config *config, uint8_t mode)
{
  if (mode <= SPU_EL1) {
    return (enum spu_el)mode;
  }
  return config->have_el3 ? SPU_EL3 : (config->have_el2 ? SPU_EL2 : SPU_EL1);
}

// D18.2.1: address, Exception level, Security state.
static uint64_t instruction_address(const struct core_decision *decision, uint64_t pc, uint8_t mode)
{
  return (pc & ADDRESS_BITS) | (uint64_t)core_mode_el(&decision->options->config, mode) << 61 |
         (uint64_t)decision->options->non_secure << 63;
}

static uint64_t data_address(const struct core_decision *decision)
{
  return decision->op->address & (decision->options->config.va_top_byte_zero ? ADDRESS_BITS : UINT64_MAX);
}

static uint64_t physical_address(const struct core_decision *decision)
{
  return (decision->op->pa & ADDRESS_BITS) | (uint64_t)decision->options->non_secure << 63;
}

static bool decide_target(const struct core_decision *decision)
{
  const struct core_op *op = decision->op;
  bool unknown = false;
  const bool taken = core_op_taken(op, &unknown);
  if (!retired(decision)) {
    return core_field_absent(decision, SPE_FIELD_TARGET, "branch target");
  }
  const bool branch = op->insn.kind == CORE_INSN_BRANCH;
  const bool untaken = branch && decision->options->untaken_target;
  if (branch && (!op->has_next || (unknown && !untaken && !core_field_has(decision, SPE_FIELD_TARGET)))) {
    return true;
  }
  return taken || unknown || untaken
             ? core_field_equals_bits(decision, SPE_FIELD_TARGET,
                                      instruction_address(decision, op->next_pc, op->next_mode),
                                      "branch target")
             : core_field_absent(decision, SPE_FIELD_TARGET, "branch target");
}

static bool decide_physical(const struct core_decision *decision)
{
  const struct core_op *op = decision->op;
  const bool open = !retired(decision) && !core_field_has(decision, SPE_FIELD_PA);
  if (open) {
    return true;
  }
  return core_field_has(decision, SPE_FIELD_VA) && decision->mark->pa && op->translated
             ? core_field_equals_bits(decision, SPE_FIELD_PA, physical_address(decision),
                                      "data physical address")
             : core_field_absent(decision, SPE_FIELD_PA, "data physical address");
}

static bool decide_data(const struct core_decision *decision)
{
  const struct core_op *op = decision->op;
  if (squashed(decision) || (op->known && op->insn.kind != CORE_INSN_ACCESS)) {
    return core_field_absent(decision, SPE_FIELD_VA, "data virtual address") &&
           core_field_absent(decision, SPE_FIELD_PA, "data physical address");
  }
  if (retired(decision) &&
      !core_field_equals_bits(decision, SPE_FIELD_VA, data_address(decision), "data virtual address")) {
    return false;
  }
  // An access that faults has no address: it has one when it is permitted, and translated.
  if (!retired(decision) && !op->translated) {
    return core_field_absent(decision, SPE_FIELD_VA, "data virtual address") &&
           core_field_absent(decision, SPE_FIELD_PA, "data physical address");
  }
  if (!retired(decision) && core_field_has(decision, SPE_FIELD_VA)) {
    const uint64_t va = core_field_value(decision, SPE_FIELD_VA);
    const uint64_t wanted = (va & ~PAGE_OFFSET) | (op->pa & PAGE_OFFSET);
    if (!core_field_equals_bits(decision, SPE_FIELD_VA, wanted, "data virtual address")) {
      return false;
    }
  }
  return decide_physical(decision);
}

static bool decide_addresses(const struct core_decision *decision)
{
  const struct core_op *op = decision->op;
  return core_field_equals_bits(decision, SPE_FIELD_PC, instruction_address(decision, op->pc, op->mode),
                                "PC") &&
         decide_target(decision) && decide_data(decision) &&
         core_field_absent(decision, SPE_FIELD_PREVIOUS_TARGET, "previous branch target");
}

// ---------------------------------------------------------------------------------------------------------
// Latencies

static uint64_t saturated(const struct core_decision *decision, uint64_t count)
{
  const uint64_t most = decision->options->config.count_16bit ? 0xFFFF : 0xFFF;
  return count < most ? count : most;
}

static bool decide_issue(const struct core_decision *decision)
{
  const struct core_op *op = decision->op;
  const bool early = op->unissued || op->ended <= op->dispatched + decision->options->issue_latency;
  if (squashed(decision) && early && !core_field_has(decision, SPE_FIELD_ISSUE)) {
    return true;
  }
  // One that never issues has its total latency.
  const uint64_t issue = op->unissued ? core_field_value(decision, SPE_FIELD_TOTAL)
                                      : saturated(decision, decision->options->issue_latency);
  return core_field_equals(decision, SPE_FIELD_ISSUE, issue, issue, "issue latency");
}

static bool decide_latencies(const struct core_decision *decision)
{
  const struct core_latency total = core_op_latency(decision->op);
  const uint64_t walking = saturated(decision, decision->op->walking);
  return core_field_equals(decision, SPE_FIELD_TOTAL, saturated(decision, total.cycles),
                           saturated(decision, total.other), "total latency") &&
         decide_issue(decision) &&
         (core_field_has(decision, SPE_FIELD_VA)
              ? core_field_equals(decision, SPE_FIELD_TRANSLATION, walking, walking, "translation latency")
              : core_field_absent(decision, SPE_FIELD_TRANSLATION, "translation latency")) &&
         core_field_absent(decision, SPE_FIELD_ALTERNATE_ISSUE, "alternate clock issue latency");
}

// ---------------------------------------------------------------------------------------------------------
// Operation type and data source

struct type {
  uint8_t class;
  uint8_t subclass;
};

static struct type type_of(const struct spu_config *config, const struct core_insn *insn)
{
  struct type type = {CLASS_OTHER, 0};
  if (insn->kind == CORE_INSN_BRANCH) {
    const int link = insn->call ? CLASS_CALL : (insn->ret ? CLASS_RETURN : CLASS_NEITHER);
    type.class = CLASS_BRANCH;
    type.subclass = (uint8_t)((insn->conditional ? CLASS_CONDITIONAL : 0) |
                              (insn->indirect ? CLASS_INDIRECT : 0) | (config->have_crr ? link : 0));
  } else if (insn->kind == CORE_INSN_ACCESS) {
    const bool extended = insn->atomic || insn->exclusive;
    type.class = CLASS_ACCESS;
    type.subclass = (uint8_t)((insn->store ? CLASS_STORE : 0) | (extended ? CLASS_EXTENDED : 0) |
                              (insn->atomic ? CLASS_ATOMIC : 0) | (insn->exclusive ? CLASS_EXCLUSIVE : 0) |
                              (extended && insn->acq_rel ? CLASS_ACQ_REL : 0));
  }
  return type;
}

static bool differs_type(const struct core_decision *decision, const char *wanted)
{
  const struct spu_packet *packet = &decision->record.packet[SPE_FIELD_OPERATION];
  (void)snprintf(decision->difference->trace, sizeof decision->difference->trace, "%s", wanted);
  if (core_field_has(decision, SPE_FIELD_OPERATION)) {
    (void)snprintf(decision->difference->record, sizeof decision->difference->record,
                   "class %u, subclass 0x%02x", packet->index, (unsigned)packet->value);
  } else {
    (void)snprintf(decision->difference->record, sizeof decision->difference->record, "nothing");
  }
  return core_field_differs(decision, "operation type");
}

// D17.6.3: an operation that takes an exception is no branch.
static struct type type_recorded(const struct core_decision *decision)
{
  const struct core_op *op = decision->op;
  const bool other = op->fate == CORE_EXCEPTION && op->insn.kind == CORE_INSN_BRANCH;
  return other ? (struct type){CLASS_OTHER, 0} : type_of(&decision->options->config, &op->insn);
}

static bool decide_type(const struct core_decision *decision)
{
  const struct core_op *op = decision->op;
  const struct spu_packet *packet = &decision->record.packet[SPE_FIELD_OPERATION];
  const bool some = core_field_has(decision, SPE_FIELD_OPERATION);
  if (op->known) {
    const struct type type = type_recorded(decision);
    char text[40];
    (void)snprintf(text, sizeof text, "class %u, subclass 0x%02x (0x%08x)", type.class, type.subclass,
                   op->opcode);
    return (some && packet->index == type.class && packet->value == type.subclass) ||
           differs_type(decision, text);
  }
  if (op->missed || op->translated || op->walked) {
    return (some && packet->index == CLASS_ACCESS) || differs_type(decision, "class 1, a memory access");
  }
  if (op->fate == CORE_EXCEPTION) {
    return (some && packet->index != CLASS_BRANCH) ||
           differs_type(decision, "no branch: it took an exception");
  }
  return some || differs_type(decision, "that there is one");
}

static bool is_cached(const struct core_truth_options *options, const struct core_op *op)
{
  const bool all = options->cached_start == 0 && options->cached_end == 0;
  return all || !op->translated || (op->pa >= options->cached_start && op->pa < options->cached_end);
}

static bool decide_source(const struct core_decision *decision)
{
  const struct core_truth_options *options = decision->options;
  const struct core_op *op = decision->op;
  const bool read = retired(decision) ? op->insn.load : op->translated;
  if (!options->data_source || squashed(decision) || !read) {
    return core_field_absent(decision, SPE_FIELD_SOURCE, "data source");
  }
  const bool hit = !op->missed && is_cached(options, op);
  const uint64_t source = hit ? options->source_hit : options->source_miss;
  return !retired(decision) || core_field_equals_bits(decision, SPE_FIELD_SOURCE, source, "data source");
}

// ---------------------------------------------------------------------------------------------------------
// Events

static uint64_t event(bool occurred, uint64_t bit)
{
  return occurred ? bit : 0;
}

static bool decide_events(const struct core_decision *decision)
{
  const struct core_op *op = decision->op;
  uint64_t open = decision->options->events_open;
  uint64_t events = event(op->missed, EVENT_L1D_REFILL) | event(op->walked, EVENT_TLB_WALK) |
                    event(!squashed(decision), EVENT_RETIRED) |
                    event(op->fate == CORE_EXCEPTION, EVENT_EXCEPTION) |
                    event(op->mispredicted && !squashed(decision), EVENT_MISPREDICTED);
  if (retired(decision)) {
    bool unknown = false;
    const bool taken = core_op_taken(op, &unknown);
    events |= event(op->insn.load && is_cached(decision->options, op), EVENT_L1D_ACCESS) |
              event(op->access && op->mapped, EVENT_TLB_ACCESS) |
              event(op->insn.conditional && !taken, EVENT_NOT_TAKEN);
    open |= event(unknown || (op->insn.conditional && !op->has_next), EVENT_NOT_TAKEN);
  } else {
    // What began in the last cycle may not have been noticed before the end.
    open |= event(op->translated, EVENT_L1D_ACCESS) | event(op->mapped, EVENT_TLB_ACCESS) |
            event(op->missed && op->miss == op->ended, EVENT_L1D_REFILL) |
            event(op->walked && op->walk == op->ended, EVENT_TLB_WALK);
  }
  open &= ~(uint64_t)(EVENT_EXCEPTION | EVENT_RETIRED);
  const uint64_t got = core_field_value(decision, SPE_FIELD_EVENTS);
  const uint64_t wanted = (events & ~open) | (got & open);
  if (core_field_has(decision, SPE_FIELD_EVENTS) && got == wanted) {
    return true;
  }
  const uint64_t wrong = got ^ wanted;
  const uint64_t lowest = wrong & (~wrong + 1);
  (void)snprintf(decision->difference->trace, sizeof decision->difference->trace,
                 "0x%" PRIx64 ", event %d %s", wanted, lowest == 0 ? 0 : __builtin_ctzll(lowest),
                 (wanted & lowest) != 0 ? "set" : "clear");
  (void)snprintf(decision->difference->record, sizeof decision->difference->record,
                 core_field_has(decision, SPE_FIELD_EVENTS) ? "0x%" PRIx64 : "nothing", got);
  return core_field_differs(decision, "events");
}

// ---------------------------------------------------------------------------------------------------------

// The whole of it is one record, and padding.
static bool decide_bytes(const struct core_decision *decision, const uint8_t *data, size_t size)
{
  struct spe_extent extent;
  struct spe_extent rest;
  if (spe_next_record(data, size, 0, &extent) == SPE_NEXT_RECORD && extent.start == 0 &&
      spe_next_record(data, size, extent.end, &rest) == SPE_NEXT_END) {
    return true;
  }
  (void)snprintf(decision->difference->trace, sizeof decision->difference->trace, "one record and padding");
  (void)snprintf(decision->difference->record, sizeof decision->difference->record, "%zu other bytes", size);
  return core_field_differs(decision, "bytes");
}

static uint32_t instruction_bits(uint32_t opcode)
{
  return core_insn_decode(opcode).bytes == 2 ? opcode & 0xFFFF : opcode;
}

bool core_decide_code(const struct core_truth_options *options, struct core_op *op, uint32_t *opcode)
{
  if (options->code == NULL || !options->code(options->code_context, op->mode, op->pc, opcode)) {
    return true;
  }
  if (!op->known && !op->unissued && !op->flushed) {
    core_op_know(op, *opcode);
  }
  return !op->known || instruction_bits(op->opcode) == instruction_bits(*opcode);
}

bool core_decide(const struct core_truth_options *options, const struct core_op *op,
                 const struct core_mark *mark, const uint8_t *data, size_t size, uint64_t *timestamp,
                 struct core_difference *difference)
{
  const struct core_decision decision = {options, op, mark, spe_gather(data, size), difference};
  *timestamp =
      core_field_has(&decision, SPE_FIELD_TIMESTAMP) ? core_field_value(&decision, SPE_FIELD_TIMESTAMP) : 0;
  return decide_bytes(&decision, data, size) && decide_addresses(&decision) && decide_events(&decision) &&
         decide_latencies(&decision) && decide_type(&decision) && decide_source(&decision) &&
         core_field_present(&decision, SPE_FIELD_CONTEXT_EL1, mark->cx1, "context of EL1") &&
         core_field_present(&decision, SPE_FIELD_CONTEXT_EL2, mark->cx2, "context of EL2") &&
         core_field_present(&decision, SPE_FIELD_TIMESTAMP, mark->ts != SPU_TIMESTAMP_NONE, "timestamp");
}
