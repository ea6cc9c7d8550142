// SPDX-License-Identifier: Apache-2.0
//
// What the board's player plays: entries of the trace memory, one operation each.
#ifndef FPGA_HOST_PLAYER_TRACE_H
#define FPGA_HOST_PLAYER_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/protocol.h"
#include "spu.h"
#include "util/error.h"

// An operation. Addresses have 48 bits.
struct player_entry {
  bool valid;  // false: the slot is empty
  uint64_t pc;
  uint8_t kind;  // enum spu_op_kind
  bool cond;
  bool indirect;
  bool store;
  bool acq_rel;
  bool exclusive;
  bool atomic;
  uint8_t how;  // enum spu_op_how
  bool va_valid;
  bool target_valid;
  bool source_valid;
  uint64_t va;
  uint16_t events;
  uint64_t target;
  uint16_t total;  // cycles from the mark to finished, at least 1
  uint16_t issue;  // cycles from the mark to issued; 0: never
  uint16_t xlate;  // cycles of waiting for a translation, from the one after the mark on
  uint16_t source;
};

// An entry as the board's words, and back.
void player_entry_pack(const struct player_entry *entry, uint64_t words[ENTRY_WORDS]);
struct player_entry player_entry_unpack(const uint64_t words[ENTRY_WORDS]);

struct player_trace {
  uint64_t (*entries)[ENTRY_WORDS];
  size_t count;
  uint16_t longest;  // largest `total`
};

// Both make at most `limit` entries, of whole rows of `width`, which player_trace_free() frees.

// Operations first, first + 1, ... of an operation trace (docs/trace-format.md; "-": standard input). Class and flags
// are those of the opcode; latencies, events and data sources are the core model's (tb/env), which has seen all
// operations before them; an operation waits for its operands, the caches and the reorder buffer. False with an error
// if the file cannot be read or has no such operations.
bool player_trace_read(const char *path, uint64_t first, size_t limit, const struct spu_config *config,
                       struct player_trace *trace, struct tb_error *error);

// A trace for self-tests: every kind, flag, event, way to end and latency that an entry can have and that the
// configuration's records show, in entries that all differ. False with an error if out of memory.
bool player_trace_builtin(size_t limit, const struct spu_config *config, struct player_trace *trace,
                          struct tb_error *error);

void player_trace_free(struct player_trace *trace);

#endif  // FPGA_HOST_PLAYER_TRACE_H
