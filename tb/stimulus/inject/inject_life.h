// SPDX-License-Identifier: Apache-2.0
//
// Where the unit's samples and records are, followed from its pins: what an injection is aimed at.
#ifndef TB_STIMULUS_INJECT_INJECT_LIFE_H
#define TB_STIMULUS_INJECT_INJECT_LIFE_H

#include "dut/dut.h"
#include "spu.h"

// Moments in the life of a sample.
enum inject_moment {
  INJECT_MARK,     // it was marked
  INJECT_FINISH,   // its operation finished
  INJECT_VERDICT,  // it left its tag
  INJECT_START,    // its record is about to be written
  INJECT_MOMENTS
};

struct inject_life {
  uint8_t marked;        // tags: marked, not finished
  uint8_t finished;      // tags: finished, no verdict yet
  uint32_t waiting;      // records kept and not started
  bool writing;          // a record is being written
  uint64_t start;        // virtual address of its first byte
  bool asked;            // its translation has been asked for and not taken
  bool translating;      // taken and not answered
  uint64_t asked_va;     // of the last translation taken
  bool address_waits;    // an AXI address is shown and not taken
  uint32_t beats_left;   // of the burst whose address was taken
  uint32_t outstanding;  // bursts without a response
  bool psb;              // a barrier was asked for and is not done
  bool dsb;
  bool irq;  // PMBIRQ
  // Of the last clock.
  bool happened[INJECT_MOMENTS];
  bool ended;   // a record was committed or discarded
  bool raised;  // PMBIRQ rose
};

// One clock. All zero is a unit in reset.
void inject_life_step(struct inject_life *life, const struct spu_in *in, const struct spu_out *out,
                      const struct spu_vif *vif, const struct dut_bus *bus);

// Nothing is written and every burst has its response.
static inline bool inject_life_quiet(const struct inject_life *life)
{
  return life->waiting == 0 && !life->writing && life->outstanding == 0;
}

#endif  // TB_STIMULUS_INJECT_INJECT_LIFE_H
