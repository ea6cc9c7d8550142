// SPDX-License-Identifier: Apache-2.0
//
// The implementation of a CPU's unit: the reference model alone (model.c, in spe.so), or the RTL with the model in
// lockstep (rtl.c, in spe-rtl.so). It includes the memory system: it uses the guest's translations, and writes to the
// guest's memory. A fatal error ends QEMU after a line on stderr.
#ifndef TB_LINUX_IMPLEMENTATION_H
#define TB_LINUX_IMPLEMENTATION_H

#include "linux/spe_unit.h"

struct spe_implementation;

// The plugin's configuration, adapted to a machine with these Exception levels.
struct spu_config spe_implementation_config(bool el2, bool el3);

// The implementation in unit `number`, that of `cpu`; never null.
struct spe_implementation *spe_implementation_create(struct spe_cpu *cpu, unsigned number,
                                                     const struct spu_config *config);

// One cycle. The caller fills all of *in but the xlate and axi pins. True if a PSB CSYNC is done in it.
bool spe_implementation_step(struct spe_implementation *implementation, struct spu_in *in,
                             struct spu_out *out);

// The model, for the queries of spu.h.
const struct spu *spe_implementation_model(const struct spe_implementation *implementation);

// Like spu_countable() and spu_count(): 0 if each operation must be seen. False if more are counted than allowed.
uint64_t spe_implementation_countable(const struct spe_implementation *implementation,
                                      const struct spu_in *in);
bool spe_implementation_count(struct spe_implementation *implementation, const struct spu_in *in,
                              uint64_t operations);

// Ends the run. False, after a line on stderr, if a rule was broken, RTL and model differ, or a file was not written.
bool spe_implementation_finish(struct spe_implementation *implementation);

#endif  // TB_LINUX_IMPLEMENTATION_H
