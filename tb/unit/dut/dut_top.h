// SPDX-License-Identifier: Apache-2.0
//
// The Verilated top behind dut.h, for a top with more ports than tb_top (tb/cores/core_dut.cpp). C++ only.
#ifndef TB_UNIT_DUT_DUT_TOP_H
#define TB_UNIT_DUT_DUT_TOP_H

#include "unit/dut/dut.h"

class Vtb_top;

Vtb_top &dut_top(struct dut *dut);

#endif  // TB_UNIT_DUT_DUT_TOP_H
