// SPDX-License-Identifier: Apache-2.0
//
// A unit without RTL, for tests of the checker and of stimuli: a second model decides what happens, and a small engine
// decides when and drives the buses.
#ifndef TB_UNIT_TEST_BENCH_FAKE_DUT_H
#define TB_UNIT_TEST_BENCH_FAKE_DUT_H

#include "spu.h"
#include "unit/dut/dut.h"

struct fake_dut;

// A unit after reset. Null if out of memory or the configuration is bad.
struct fake_dut *fake_dut_create(const struct spu_config *config);
void fake_dut_destroy(struct fake_dut *fake);

// The outputs of a cycle with these inputs. Writes every byte of the three structs.
void fake_dut_eval(struct fake_dut *fake, const struct spu_in *in, struct spu_out *out, struct spu_vif *vif,
                   struct dut_bus *bus);

// The rising clock edge after fake_dut_eval().
void fake_dut_clock(struct fake_dut *fake);

#endif  // TB_UNIT_TEST_BENCH_FAKE_DUT_H
