// SPDX-License-Identifier: Apache-2.0
//
// Checks the unit's writes to memory on its AXI pins: each record's bytes equal the model's, in order, and burst_valid
// is high in the cycle that completes a burst.
#ifndef SPU_CHECKER_WRITES_H
#define SPU_CHECKER_WRITES_H

#include "spu.h"
#include "spu_checker_pins.h"

enum { SPU_CHECKER_TEXT = 160 };

// A byte written by a beat.
struct spu_checker_byte {
  uint64_t at;  // offset from the first lane of its burst; once the burst is complete, the physical address
  uint8_t pas;  // {NSE, NS}
  uint8_t value;
};

struct spu_checker_writes {
  uint32_t lanes;  // bytes of a beat
  // The burst in progress.
  bool address_taken;
  bool data_taken;
  uint64_t address;
  uint8_t pas;
  uint32_t beat;
  // The record in progress: bytes of complete bursts, followed by those of the burst in progress.
  uint32_t complete;
  uint32_t count;
  bool too_many;
  struct spu_checker_byte bytes[SPU_MAX_RECORD];
  // The check that failed.
  const char *what;
  char expected[SPU_CHECKER_TEXT];
  char got[SPU_CHECKER_TEXT];
};

void spu_checker_writes_init(struct spu_checker_writes *writes, const struct spu_config *config);

// Discards the burst and the record in progress.
void spu_checker_writes_reset(struct spu_checker_writes *writes);

// One cycle, after the model's step; `vif` has matched. Returns false, and sets what, expected and got, on a mismatch.
bool spu_checker_writes_step(struct spu_checker_writes *writes, const struct spu *model,
                             const struct spu_in *in, const struct spu_checker_bus *bus,
                             const struct spu_vif *vif);

#endif  // SPU_CHECKER_WRITES_H
