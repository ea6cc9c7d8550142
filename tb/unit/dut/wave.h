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

// Starts writing the FST file `path`, two time units per cycle. At most once per unit. False if it cannot be written.
bool dut_wave_start(struct dut *dut, const char *path);

// Waveform time of the rising edge of the last dut_clock() or dut_reset().
uint64_t dut_wave_time(const struct dut *dut);

// True if the disk had no room: the waveform was removed, and nothing more is written.
bool dut_wave_lost(const struct dut *dut);

// Completes the file, if one is being written. False if the disk has or had no room for it.
bool dut_wave_stop(struct dut *dut);

#ifdef __cplusplus
}
#endif

#endif  // TB_UNIT_DUT_WAVE_H
