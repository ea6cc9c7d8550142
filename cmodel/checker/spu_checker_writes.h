// SPDX-License-Identifier: Apache-2.0
//
// What the unit writes to memory, taken from its AXI pins: the bytes of each record are those that the model says, in
// order, and burst_valid is high in the cycle that takes the last of a burst.
#ifndef SPU_CHECKER_WRITES_H
#define SPU_CHECKER_WRITES_H

#include "spu.h"
#include "spu_checker_pins.h"

enum { SPU_CHECKER_TEXT = 160 };

// A byte that a beat writes: in the burst, and later in memory.
struct spu_checker_byte {
  uint64_t at;  // from the first lane of its burst; then its physical address
  uint8_t pas;  // {NSE, NS}
  uint8_t value;
};

struct spu_checker_writes {
  uint32_t lanes;  // bytes of a beat
  // Of the burst in progress.
  bool address_taken;
  bool data_taken;
  uint64_t address;
  uint8_t pas;
  uint32_t beat;
  // Of the record in progress: bytes of the bursts that are complete, then those of the burst in progress.
  uint32_t complete;
  uint32_t count;
  bool too_many;
  struct spu_checker_byte bytes[SPU_MAX_RECORD];
  // Of the check that failed.
  const char *what;
  char expected[SPU_CHECKER_TEXT];
  char got[SPU_CHECKER_TEXT];
};

void spu_checker_writes_init(struct spu_checker_writes *writes, const struct spu_config *config);

// Nothing is in progress any more.
void spu_checker_writes_reset(struct spu_checker_writes *writes);

// One cycle, of which `vif` is right, after the model's step. False, with what, expected and got, if a rule is broken.
bool spu_checker_writes_step(struct spu_checker_writes *writes, const struct spu *model,
                             const struct spu_in *in, const struct spu_checker_bus *bus,
                             const struct spu_vif *vif);

#endif  // SPU_CHECKER_WRITES_H
