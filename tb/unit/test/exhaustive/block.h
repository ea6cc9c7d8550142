// SPDX-License-Identifier: Apache-2.0
//
// One decision block of the unit, Verilated alone. Every block (*_block.sv) has the same four ports, as arrays of
// 32-bit words, least significant first. It is combinational: block_eval() updates `result`.
#ifndef TB_UNIT_TEST_EXHAUSTIVE_BLOCK_H
#define TB_UNIT_TEST_EXHAUSTIVE_BLOCK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { BLOCK_STATE_BITS = 1024, BLOCK_MORE_BITS = 2048, BLOCK_RESULT_BITS = 256 };

struct block {
  uint32_t *pe;            // pe_t
  uint32_t *regs;          // block_regs_t (tb/unit/test/exhaustive/block_structs.toml)
  uint32_t *more;          // the block's other inputs
  const uint32_t *result;  // the block's decision
};

// The block of this program. A second call replaces the first block.
struct block block_create(void);
void block_eval(void);

// Name of the configuration the block was built for.
const char *block_config_name(void);

#ifdef __cplusplus
}
#endif

#endif  // TB_UNIT_TEST_EXHAUSTIVE_BLOCK_H
