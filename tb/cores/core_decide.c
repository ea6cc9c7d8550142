// SPDX-License-Identifier: Apache-2.0
//
// Source: Arm ARM D17.6 (contents of an operation's record), D18.2 (packets).
//
//                       retired                       exception                squashed
//   PC                  always                        same                     same
//   total latency       to completion                 one of two, or by code   likewise
//   issue latency       options; if never issued, the total, or, if squashed, absent
//   translation latency with a data VA                with a data VA           absent
//   exposed latency     by the trace                  same                     same
//   branch target       of a taken branch, or of any  absent                   absent
//   data VA             of an access                  if translated, open      absent
//   data PA             with a data VA, if allowed    if translated, open      absent
//   operation type      by the instruction            not a branch, or by code open, or by code
//   events 1:0          0b10                          0b11                     0b00
//   events 3, 5, 7      by the trace                  same                     same, and 7 zero
//   events 2, 4         of an access                  if translated, open      likewise
//   event 6             of a conditional branch       zero                     zero
// A data VA that is open has the page offset of the translation.
// By code: the host knows the programs, the operation was not flushed at its dispatch, and its fetch did not fault.
// Otherwise an operation that did not retire is a load, store or atomic if it missed, was translated or waited for a
// walk.
#include "cores/core_decide.h"

#include <inttypes.h>
#include <stdio.h>

#include "programs/perf/spe_record.h"
#include "unit/util/event_bits.h"

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

#define PAGE_OFFSET UINT64_C(0xFFF)

struct decision {
  const struct core_checker_options *options;
  const struct core_op *op;
  const struct core_mark *mark;
  struct spe_record record;
  struct core_difference *difference;
};

static bool retired(const struct decision *decision)
{
  return decision->op->fate == CORE_RETIRED;
}

static bool squashed(const struct decision *decision)
{
  return decision->op->fate == CORE_SQUASHED || decision->op->fate == CORE_INTERRUPTED;
}

// ---------------------------------------------------------------------------------------------------------
// Checks of one field. All of these return false with the difference

static bool has(const struct decision *decision, enum spe_field field)
{
  return (decision->record.have >> field & 1) != 0;
}

// The value of a field; 0 if the record lacks it.
static uint64_t value_of(const struct decision *decision, enum spe_field field)
{
  return decision->record.packet[field].value;
}

static bool differs(const struct decision *decision, enum spe_field field, const char *wanted)
{
  static const char *const names[SPE_FIELD_COUNT] = {
      [SPE_FIELD_CONTEXT_EL1] = "context of EL1",
      [SPE_FIELD_CONTEXT_EL2] = "context of EL2",
      [SPE_FIELD_TOTAL] = "total latency",
      [SPE_FIELD_ISSUE] = "issue latency",
      [SPE_FIELD_TRANSLATION] = "translation latency",
      [SPE_FIELD_ALTERNATE_ISSUE] = "alternate clock issue latency",
      [SPE_FIELD_EXPOSED] = "exposed latency",
      [SPE_FIELD_PC] = "PC",
      [SPE_FIELD_TARGET] = "branch target",
      [SPE_FIELD_VA] = "data virtual address",
      [SPE_FIELD_PA] = "data physical address",
      [SPE_FIELD_PREVIOUS_TARGET] = "previous branch target",
      [SPE_FIELD_SOURCE] = "data source",
      [SPE_FIELD_OPERATION] = "operation type",
      [SPE_FIELD_EVENTS] = "events",
      [SPE_FIELD_TIMESTAMP] = "timestamp",
  };
  struct core_difference *difference = decision->difference;
  const struct spu_packet *packet = &decision->record.packet[field];
  difference->field = names[field];
  (void)snprintf(difference->trace, sizeof difference->trace, "%s", wanted);
  if (!has(decision, field)) {
    (void)snprintf(difference->record, sizeof difference->record, "nothing");
  } else if (field == SPE_FIELD_OPERATION) {
    (void)snprintf(difference->record, sizeof difference->record, "class %u, subclass 0x%02x", packet->index,
                   (unsigned)packet->value);
  } else {
    const bool latency = field >= SPE_FIELD_TOTAL && field <= SPE_FIELD_EXPOSED;
    (void)snprintf(difference->record, sizeof difference->record, latency ? "%" PRIu64 : "0x%" PRIx64,
                   packet->value);
  }
  return false;
}

// Checks that the packet is absent.
static bool absent(const struct decision *decision, enum spe_field field)
{
  return !has(decision, field) || differs(decision, field, "nothing");
}

// Checks that the packet is present if `wanted`. Its value is unknown.
static bool present(const struct decision *decision, enum spe_field field, bool wanted)
{
  return wanted ? has(decision, field) || differs(decision, field, "present") : absent(decision, field);
}

// Checks a latency, which is one of two numbers.
static bool one_of(const struct decision *decision, enum spe_field field, uint64_t value, uint64_t other)
{
  const uint64_t got = value_of(decision, field);
  char text[64];
  (void)snprintf(text, sizeof text, value == other ? "%" PRIu64 : "%" PRIu64 " or %" PRIu64, value, other);
  return (has(decision, field) && (got == value || got == other)) || differs(decision, field, text);
}

// Checks an address, or another bit pattern.
static bool equals(const struct decision *decision, enum spe_field field, uint64_t value)
{
  char text[24];
  (void)snprintf(text, sizeof text, "0x%" PRIx64, value);
  return (has(decision, field) && value_of(decision, field) == value) || differs(decision, field, text);
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
static uint64_t instruction_address(const struct decision *decision, uint64_t pc, uint8_t mode)
{
  return (pc & SPE_ADDRESS_BITS) | (uint64_t)core_mode_el(&decision->options->config, mode) << 61 |
         (uint64_t)decision->options->non_secure << 63;
}

static bool decide_target(const struct decision *decision)
{
  const struct core_op *op = decision->op;
  bool unknown = false;
  const bool taken = core_op_taken(op, &unknown);
  if (!retired(decision)) {
    return absent(decision, SPE_FIELD_TARGET);
  }
  const bool branch = op->insn.kind == CORE_INSN_BRANCH;
  const bool untaken = branch && decision->options->untaken_target;
  if (branch && (!op->has_next || (unknown && !untaken && !has(decision, SPE_FIELD_TARGET)))) {
    return true;
  }
  return taken || unknown || untaken
             ? equals(decision, SPE_FIELD_TARGET, instruction_address(decision, op->next_pc, op->next_mode))
             : absent(decision, SPE_FIELD_TARGET);
}

static bool decide_virtual(const struct decision *decision)
{
  const struct core_op *op = decision->op;
  const bool access = !op->known || op->insn.kind == CORE_INSN_ACCESS;
  // An access that faults has no address: it only has one if it is permitted and translated.
  if (squashed(decision) || !access || (!retired(decision) && !op->translated)) {
    return absent(decision, SPE_FIELD_VA);
  }
  if (retired(decision)) {
    const bool whole = !decision->options->config.va_top_byte_zero;
    return equals(decision, SPE_FIELD_VA, op->address & (whole ? UINT64_MAX : SPE_ADDRESS_BITS));
  }
  const uint64_t page = value_of(decision, SPE_FIELD_VA) & ~PAGE_OFFSET;
  return !has(decision, SPE_FIELD_VA) || equals(decision, SPE_FIELD_VA, page | (op->pa & PAGE_OFFSET));
}

static bool decide_physical(const struct decision *decision)
{
  const struct core_op *op = decision->op;
  if (!retired(decision) && !has(decision, SPE_FIELD_PA)) {
    return true;
  }
  return has(decision, SPE_FIELD_VA) && decision->mark->pa && op->translated
             ? equals(decision, SPE_FIELD_PA,
                      (op->pa & SPE_ADDRESS_BITS) | (uint64_t)decision->options->non_secure << 63)
             : absent(decision, SPE_FIELD_PA);
}

static bool decide_addresses(const struct decision *decision)
{
  const struct core_op *op = decision->op;
  return equals(decision, SPE_FIELD_PC, instruction_address(decision, op->pc, op->mode)) &&
         decide_target(decision) && decide_virtual(decision) && decide_physical(decision) &&
         absent(decision, SPE_FIELD_PREVIOUS_TARGET);
}

// ---------------------------------------------------------------------------------------------------------
// Latencies

static uint64_t saturated(const struct decision *decision, uint64_t count)
{
  const uint64_t most = decision->options->config.count_16bit ? 0xFFFF : 0xFFF;
  return count < most ? count : most;
}

static bool decide_issue(const struct decision *decision)
{
  const struct core_op *op = decision->op;
  const bool early = op->unissued || op->ended <= op->dispatched + decision->options->issue_latency;
  if (squashed(decision) && early && !has(decision, SPE_FIELD_ISSUE)) {
    return true;
  }
  // If it never issues, the issue latency is the total latency.
  const uint64_t issue = op->unissued ? value_of(decision, SPE_FIELD_TOTAL)
                                      : saturated(decision, decision->options->issue_latency);
  return one_of(decision, SPE_FIELD_ISSUE, issue, issue);
}

static bool decide_exposed(const struct decision *decision)
{
  const uint64_t exposed = saturated(decision, decision->op->exposed);
  return decision->options->config.exposed_latency ? one_of(decision, SPE_FIELD_EXPOSED, exposed, exposed)
                                                   : absent(decision, SPE_FIELD_EXPOSED);
}

static bool decide_latencies(const struct decision *decision)
{
  const struct core_latency total = core_op_latency(decision->op);
  const uint64_t walking = saturated(decision, decision->op->walking);
  return one_of(decision, SPE_FIELD_TOTAL, saturated(decision, total.cycles),
                saturated(decision, total.other)) &&
         decide_issue(decision) &&
         (has(decision, SPE_FIELD_VA) ? one_of(decision, SPE_FIELD_TRANSLATION, walking, walking)
                                      : absent(decision, SPE_FIELD_TRANSLATION)) &&
         absent(decision, SPE_FIELD_ALTERNATE_ISSUE) && decide_exposed(decision);
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

// D17.6.3: an operation that takes an exception is not a branch.
static struct type type_recorded(const struct decision *decision)
{
  const struct core_op *op = decision->op;
  const bool other = op->fate == CORE_EXCEPTION && op->insn.kind == CORE_INSN_BRANCH;
  return other ? (struct type){CLASS_OTHER, 0} : type_of(&decision->options->config, &op->insn);
}

static bool decide_type(const struct decision *decision)
{
  const struct core_op *op = decision->op;
  const struct spu_packet *packet = &decision->record.packet[SPE_FIELD_OPERATION];
  const bool some = has(decision, SPE_FIELD_OPERATION);
  if (op->known) {
    const struct type type = type_recorded(decision);
    char text[40];
    (void)snprintf(text, sizeof text, "class %u, subclass 0x%02x (0x%08x)", type.class, type.subclass,
                   op->opcode);
    return (some && packet->index == type.class && packet->value == type.subclass) ||
           differs(decision, SPE_FIELD_OPERATION, text);
  }
  if (op->missed || op->translated || op->walked) {
    return (some && packet->index == CLASS_ACCESS) ||
           differs(decision, SPE_FIELD_OPERATION, "class 1, a memory access");
  }
  if (op->fate == CORE_EXCEPTION) {
    return (some && packet->index != CLASS_BRANCH) ||
           differs(decision, SPE_FIELD_OPERATION, "no branch: it took an exception");
  }
  return present(decision, SPE_FIELD_OPERATION, true);
}

static bool is_cached(const struct core_checker_options *options, const struct core_op *op)
{
  const bool all = options->cached_start == 0 && options->cached_end == 0;
  return all || !op->translated || (op->pa >= options->cached_start && op->pa < options->cached_end);
}

static bool decide_source(const struct decision *decision)
{
  const struct core_checker_options *options = decision->options;
  const struct core_op *op = decision->op;
  const bool read = retired(decision) ? op->insn.load : op->translated;
  if (!options->data_source || squashed(decision) || !read) {
    return absent(decision, SPE_FIELD_SOURCE);
  }
  const bool hit = !op->missed && is_cached(options, op);
  const uint64_t source = hit ? options->source_hit : options->source_miss;
  return !retired(decision) || equals(decision, SPE_FIELD_SOURCE, source);
}

// ---------------------------------------------------------------------------------------------------------
// Events

static uint64_t event(bool occurred, uint64_t bit)
{
  return occurred ? bit : 0;
}

static bool decide_events(const struct decision *decision)
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
    // An event that began in the last cycle may not have been reported before the end.
    open |= event(op->translated, EVENT_L1D_ACCESS) | event(op->mapped, EVENT_TLB_ACCESS) |
            event(op->missed && op->miss == op->ended, EVENT_L1D_REFILL) |
            event(op->walked && op->walk == op->ended, EVENT_TLB_WALK);
  }
  open &= ~(uint64_t)(EVENT_EXCEPTION | EVENT_RETIRED);
  const uint64_t got = value_of(decision, SPE_FIELD_EVENTS);
  const uint64_t wanted = (events & ~open) | (got & open);
  if (has(decision, SPE_FIELD_EVENTS) && got == wanted) {
    return true;
  }
  const uint64_t wrong = got ^ wanted;
  const uint64_t lowest = wrong & (~wrong + 1);
  char text[64];
  (void)snprintf(text, sizeof text, "0x%" PRIx64 ", event %d %s", wanted,
                 lowest == 0 ? 0 : __builtin_ctzll(lowest), (wanted & lowest) != 0 ? "set" : "clear");
  return differs(decision, SPE_FIELD_EVENTS, text);
}

// ---------------------------------------------------------------------------------------------------------

// Checks that the bytes are one record and padding.
static bool decide_bytes(const struct decision *decision, const uint8_t *data, size_t size)
{
  struct spe_extent extent;
  struct spe_extent rest;
  if (spe_next_record(data, size, 0, &extent) == SPE_NEXT_RECORD && extent.start == 0 &&
      spe_next_record(data, size, extent.end, &rest) == SPE_NEXT_END) {
    return true;
  }
  (void)snprintf(decision->difference->trace, sizeof decision->difference->trace, "one record and padding");
  (void)snprintf(decision->difference->record, sizeof decision->difference->record, "%zu other bytes", size);
  decision->difference->field = "bytes";
  return false;
}

static uint32_t instruction_bits(uint32_t opcode)
{
  return core_insn_decode(opcode).bytes == 2 ? opcode & 0xFFFF : opcode;
}

bool core_decide_code(const struct core_checker_options *options, struct core_op *op, uint32_t *opcode)
{
  if (options->code == NULL || !options->code(options->code_context, op->mode, op->pc, opcode)) {
    return true;
  }
  if (!op->known && !op->unissued && !op->flushed) {
    core_op_know(op, *opcode);
  }
  return !op->known || instruction_bits(op->opcode) == instruction_bits(*opcode);
}

bool core_decide(const struct core_checker_options *options, const struct core_op *op,
                 const struct core_mark *mark, const uint8_t *data, size_t size, uint64_t *timestamp,
                 struct core_difference *difference)
{
  const struct decision decision = {options, op, mark, spe_gather(data, size), difference};
  *timestamp = value_of(&decision, SPE_FIELD_TIMESTAMP);
  return decide_bytes(&decision, data, size) && decide_addresses(&decision) && decide_events(&decision) &&
         decide_latencies(&decision) && decide_type(&decision) && decide_source(&decision) &&
         present(&decision, SPE_FIELD_CONTEXT_EL1, mark->cx1) &&
         present(&decision, SPE_FIELD_CONTEXT_EL2, mark->cx2) &&
         present(&decision, SPE_FIELD_TIMESTAMP, mark->ts != SPU_TIMESTAMP_NONE);
}
