// SPDX-License-Identifier: Apache-2.0
//
// Injections: profiles of the random stimulus (random_profile.h) that inject one fault after another, each at a chosen
// moment in the life of a sample. Kind, moment and position in a record span a grid; a run visits its points in turn,
// starting at one that depends on the seed.
#ifndef TB_UNIT_STIMULUS_INJECT_INJECT_H
#define TB_UNIT_STIMULUS_INJECT_INJECT_H

#include "unit/env/axi_memory.h"
#include "unit/env/mmu.h"
#include "unit/stimulus/inject/inject_counts.h"
#include "unit/stimulus/inject/inject_life.h"
#include "unit/stimulus/random/random_buffer.h"
#include "unit/stimulus/random/random_profile.h"
#include "unit/stimulus/random/random_sysreg.h"

// What injections act on. The random stimulus owns it; it outlives the injections.
struct inject_world {
  const struct spu_config *config;
  struct mmu *mmu;
  struct axi_memory *memory;
  struct random_buffer *buffer;
  struct random_sysreg *sysreg;
  const struct spu_in *pe;  // its pe group is the state of the profiled software
};

// What the injection requests in this cycle.
struct inject_now {
  bool access_valid;  // make exactly this access
  struct random_access access;
  bool in_place;  // in the PE's state, if that is possible; else at its highest Exception level
  bool psb;       // request a barrier
  bool dsb;
  bool pe_valid;  // put the PE into the state of `pe`
};

enum inject_state {
  INJECT_IDLE,   // the next shot can begin
  INJECT_ARMED,  // waits for its moment
  INJECT_AIMED,  // acts in cycle act_at
  INJECT_ACTED   // its effect lasts
};

// One place of a walk.
struct inject_shot {
  enum inject_state state;
  uint64_t place;
  enum inject_moment moment;
  uint32_t offset;  // cycles after the moment
  uint64_t act_at;
  uint64_t until;  // end of INJECT_ACTED, or INJECT_ARMED gives up
  bool open;       // the place is neither reached nor given up
  uint32_t tries;  // shots that did not hit
  bool hit;        // the intended event has happened
  bool lost;       // another event has happened instead
  bool spare;      // injects nothing: leaves a record undisturbed
};

enum { INJECT_PAIR_WORDS = 160 };  // bits of (kind of fault, byte)

struct inject {
  struct inject_world world;
  const struct random_profile *profile;
  struct rng rng;
  struct inject_life life;
  struct inject_shot shot;
  struct inject_now now;
  struct spu_in pe;                  // state for now.pe_valid
  uint64_t pe_until;                 // last cycle of that state
  uint64_t walk[RANDOM_INJECTIONS];  // shots so far, by kind
  uint64_t seed;
  uint32_t irq_walk;
  bool rich;   // operations report what makes records long
  bool stuck;  // no sample was taken
  bool dead;   // memory is stalled
  uint64_t memory_until;
  uint64_t pairs[INJECT_PAIR_WORDS];
  struct inject_counts counts;
};

void inject_init(struct inject *inject, const struct inject_world *world, uint64_t seed);

// An episode with this profile begins.
void inject_episode(struct inject *inject, const struct random_profile *profile, uint64_t cycle);

// Stops injecting: the run drains.
void inject_stop(struct inject *inject);

// Software is idle in this cycle; a new shot may queue accesses for it. False if no sample could be taken: the caller
// then reprograms the unit in another state of the PE.
bool inject_software(struct inject *inject, uint64_t cycle);

// Fills inject->now for this cycle. `finishing`: an operation finishes in it.
void inject_clock(struct inject *inject, uint64_t cycle, bool finishing);

// True if the unit is reset before this cycle. *tracker is the previous cycle's.
bool inject_reset(struct inject *inject, uint64_t cycle, const struct tracker *tracker);

// Takes the outputs of a cycle.
void inject_observe(struct inject *inject, uint64_t cycle, const struct spu_in *in, const struct spu_out *out,
                    const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker);

// True if the injection itself serves PMBIRQ.
bool inject_serves(const struct inject *inject);

// Cycles until PMBIRQ is served; at most `most` unless the injection chooses.
uint32_t inject_irq_delay(struct inject *inject, struct rng *rng, uint32_t most);

#endif  // TB_UNIT_STIMULUS_INJECT_INJECT_H
