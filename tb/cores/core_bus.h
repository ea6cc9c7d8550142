// SPDX-License-Identifier: Apache-2.0
//
// The core's bus: an AXI4 subordinate of 64 bits that also does atomic transactions (AXI5) and exclusive accesses.
// Behind it are core_system's memory and devices, and the port of the register window. Reads are answered in the
// order of their addresses, writes in theirs; memory has a write as soon as its data have come.
#ifndef TB_CORES_CORE_BUS_H
#define TB_CORES_CORE_BUS_H

#include "cores/core_dut.h"
#include "cores/core_system.h"
#include "unit/util/rng.h"

enum { CORE_READS = 8, CORE_WRITES = 8 };  // that wait for their data or response

struct core_read {
  uint8_t id;
  uint64_t address;  // of the next beat
  uint32_t beats;    // to come
  uint8_t resp;
  bool known;     // `word` is the answer: of an atomic transaction, or of the window
  uint32_t wait;  // cycles until its first data
  uint64_t word;
};

struct core_write {
  bool addressed;  // its address has come
  bool filled;     // its data has come
  uint8_t id, atop, strobe;
  bool lock;
  uint64_t address, word;
};

struct core_response {
  uint8_t id;
  uint8_t resp;
  uint32_t wait;  // cycles until it is given
};

enum core_window { CORE_WINDOW_IDLE, CORE_WINDOW_ASKS, CORE_WINDOW_WAITS };

struct core_bus {
  struct core_system *system;
  struct rng rng;
  struct core_read read[CORE_READS];  // in order
  unsigned reads;
  struct core_write write;                     // that memory does not have yet
  struct core_response response[CORE_WRITES];  // in order
  unsigned responses;
  enum core_window window;
  bool window_writes;  // for whom: the write, or the oldest read
  bool reserved;       // by an exclusive read of this word
  uint64_t reservation;
};

// All zero but `system` before. The seed is that of latencies.
void core_bus_init(struct core_bus *bus, uint64_t seed);

// Fills what the bus drives in this cycle.
void core_bus_drive(struct core_bus *bus, struct core_in *in);

// Takes the handshakes of the cycle. False with an error if the core does what cannot be done.
bool core_bus_observe(struct core_bus *bus, const struct core_in *in, const struct core_out *out,
                      struct tb_error *error);

#endif  // TB_CORES_CORE_BUS_H
