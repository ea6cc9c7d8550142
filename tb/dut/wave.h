// SPDX-License-Identifier: Apache-2.0
//
// Waveforms of the Verilated unit: there only in programs built with Verilator's --trace.
#ifndef TB_DUT_WAVE_H
#define TB_DUT_WAVE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct dut;

// True if this program can write waveforms.
bool dut_wave_available(void);

// Writes everything that follows to the VCD file `path`; two time units are a clock. At most once per unit.
// False if the program cannot or the file cannot be opened.
bool dut_wave_start(struct dut *dut, const char *path);

// Completes the file. Nothing happens if none is being written.
void dut_wave_stop(struct dut *dut);

#ifdef __cplusplus
}
#endif

#endif  // TB_DUT_WAVE_H
