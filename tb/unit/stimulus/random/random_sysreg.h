// SPDX-License-Identifier: Apache-2.0
//
// Random software for the profiling registers: setups that sample, restarts after an interrupt, and arbitrary accesses.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_SYSREG_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_SYSREG_H

#include "spu.h"
#include "unit/stimulus/random/random_buffer.h"
#include "unit/stimulus/random/random_profile.h"
#include "unit/util/rng.h"

enum { RANDOM_SYSREG_QUEUE = 56 };

struct random_access {
  uint16_t addr;
  bool write;
  uint64_t data;
};

// Accesses that software makes from its highest Exception level, in order.
struct random_sysreg {
  struct random_access queue[RANDOM_SYSREG_QUEUE];
  uint32_t count;
  uint32_t next;
};

// True if an access is queued.
bool random_sysreg_pending(const struct random_sysreg *sysreg);

// Takes the oldest queued access. Only while one is pending.
struct random_access random_sysreg_take(struct random_sysreg *sysreg);

// Queues one write. Drops it if the queue is full; no sequence here fills it.
void random_sysreg_push(struct random_sysreg *sysreg, uint16_t addr, uint64_t data);

// Queues a read of every register.
void random_sysreg_read_all(struct random_sysreg *sysreg);

// A value that makes sense for a register.
uint64_t random_sysreg_value(uint16_t addr, const struct spu_config *config,
                             const struct random_buffer *buffer, struct rng *rng);

// Queues a complete setup, as a driver does it: everything off, pointers, filters, then on. Replaces the queue's
// contents.
void random_sysreg_setup(struct random_sysreg *sysreg, const struct spu_config *config,
                         const struct random_profile *profile, const struct random_buffer *buffer,
                         struct rng *rng);

// Queues the end of a handler of PMBIRQ or of an SPE Profiling exception: pointer, limit and every PMBSR_ELx, in some
// order.
void random_sysreg_restart(struct random_sysreg *sysreg, const struct spu_config *config,
                           const struct random_profile *profile, const struct random_buffer *buffer,
                           struct rng *rng);

// Queues writes of zero to every PMBSR_ELx but PMBSR_EL1, under every name.
void random_sysreg_clear_others(struct random_sysreg *sysreg, const struct spu_config *config);

// Queues a write of PMSICR_EL1 for an early sample.
void random_sysreg_kick(struct random_sysreg *sysreg, struct rng *rng);

// Queues writes that end a session and begin another at once.
void random_sysreg_end_session(struct random_sysreg *sysreg, const struct spu_config *config,
                               const struct random_profile *profile, const struct random_buffer *buffer,
                               struct rng *rng);

// Queues one write that stops profiling or disables the buffer.
void random_sysreg_disable(struct random_sysreg *sysreg, const struct spu_config *config, struct rng *rng);

// Any access: every register, also read-only ones, with sensible or arbitrary data, and unallocated encodings.
struct random_access random_sysreg_any(const struct spu_config *config, const struct random_buffer *buffer,
                                       struct rng *rng);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_SYSREG_H
