// SPDX-License-Identifier: Apache-2.0
//
// Waveforms of the Verilated unit, in GTKWave's FST format.
#ifndef TB_UNIT_DUT_WAVE_H
#define TB_UNIT_DUT_WAVE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct dut;

// Writes everything that follows to the FST file `path`; two time units are a cycle. At most once per unit.
// False if the file cannot be written.
bool dut_wave_start(struct dut *dut, const char *path);

// The time that the rising edge of the last dut_clock() or dut_reset() has in a waveform.
uint64_t dut_wave_time(const struct dut *dut);

// Whether there was no room for the waveform: nothing of it is left, and nothing more is written.
bool dut_wave_lost(const struct dut *dut);

// Completes the file, if one is being written. False if there was no room for it, now or before.
bool dut_wave_stop(struct dut *dut);

#ifdef __cplusplus
}
#endif

#endif  // TB_UNIT_DUT_WAVE_H
