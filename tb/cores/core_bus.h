// SPDX-License-Identifier: Apache-2.0
//
// The core's bus: a 64-bit AXI4 subordinate that also supports atomic transactions (AXI5) and exclusive accesses. It
// connects core_system's memory and devices, and the port of the MMIO bridge. It responds to reads in the order of
// their addresses, and likewise to writes; a write is in memory as soon as its data has arrived.
#ifndef TB_CORES_CORE_BUS_H
#define TB_CORES_CORE_BUS_H

#include "cores/core_dut.h"
#include "cores/core_system.h"
#include "unit/util/rng.h"

enum { CORE_READS = 8, CORE_WRITES = 8 };  // most that wait for data or response

struct core_read {
  uint8_t id;
  uint64_t address;  // of the next beat
  uint32_t beats;    // to come
  uint8_t resp;
  bool known;     // `word` is the data: of an atomic transaction, or of the bridge
  uint32_t wait;  // cycles until its first data
  uint64_t word;
};

struct core_write {
  bool addressed;  // its address was received
  bool filled;     // its data was received
  uint8_t id, atop, strobe;
  bool lock;
  uint64_t address, word;
};

struct core_response {
  uint8_t id;
  uint8_t resp;
  uint32_t wait;  // cycles until it is sent
};

enum core_mmio { CORE_MMIO_IDLE, CORE_MMIO_REQUESTS, CORE_MMIO_WAITS };

struct core_bus {
  struct core_system *system;
  struct rng rng;
  struct core_read read[CORE_READS];  // in order
  unsigned reads;
  struct core_write write;                     // not in memory yet
  struct core_response response[CORE_WRITES];  // in order
  unsigned responses;
  enum core_mmio mmio;
  bool mmio_writes;  // the request is that of the write; otherwise of the oldest read
  bool reserved;     // by an exclusive read of this word
  uint64_t reservation;
};

// *bus must be all zero except `system`. The seed is that of latencies.
void core_bus_init(struct core_bus *bus, uint64_t seed);

// Fills the bus' outputs of this cycle.
void core_bus_drive(struct core_bus *bus, struct core_in *in);

// Takes the handshakes of the cycle. False with an error if the core makes an unsupported access.
bool core_bus_observe(struct core_bus *bus, const struct core_in *in, const struct core_out *out,
                      struct tb_error *error);

#endif  // TB_CORES_CORE_BUS_H
