// SPDX-License-Identifier: Apache-2.0
//
// Where sampled operations and records are: followed from the verification interface, for the rooms that ask.
#ifndef TB_COVER_COVER_FLIGHT_H
#define TB_COVER_COVER_FLIGHT_H

#include "cover/cover_room.h"

// Counts a bin of the room, and if `condition` holds.
#define HIT(name) (hits[BIN_##name]++)
#define HIT_IF(name, condition) (hits[BIN_##name] += (condition) ? 1U : 0U)

// Of the start of a clock. All zero: nothing is anywhere.
struct cover_flight {
  uint8_t in_flight;     // tags marked, without a verdict
  uint8_t completed;     // of those, completed
  uint8_t finished;      // and finished
  uint8_t waiting;       // kept records that are neither started nor discarded
  uint8_t answered;      // translations of the write that were answered without a fault
  bool writing;          // a write is in progress
  bool pointer_written;  // software has written PMBPTR_EL1 since it started
  bool faulted;          // a translation of it was answered with a fault
  uint8_t fsc;           // of that
  bool stage2;
  bool gpc;
  uint64_t start;                 // address of its first byte
  uint64_t marks;                 // operations marked so far
  uint64_t ended;                 // records committed or discarded so far
  uint64_t mark[SPU_MAX_TAGS];    // cycle in which the operation of the tag was marked
  uint64_t serial[SPU_MAX_TAGS];  // how many were marked before it
};

// Whether anything of a clock concerns operations or records.
bool cover_flight_moves(const struct cover_flight *flight, const struct cover_clock *clock);

// The operation of a tag completes in this clock: all of its report but its fate is read now.
bool cover_flight_completes(const struct cover_flight *flight, const struct cover_clock *clock, unsigned tag);

// The end of a clock. After a reset the rooms clear what they follow before they use it.
void cover_flight_step(struct cover_flight *flight, const struct cover_clock *clock);

// The direct write of the previous clock, if that was allowed, to the register at `address`.
bool cover_wrote(const struct cover_clock *clock, uint16_t address);

#endif  // TB_COVER_COVER_FLIGHT_H
