// SPDX-License-Identifier: Apache-2.0
//
// Line, branch and toggle coverage of the Verilated unit, only in programs built for it (make coverage).
#ifndef TB_UNIT_DUT_COVERAGE_H
#define TB_UNIT_DUT_COVERAGE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct dut;

// True if this program counts coverage.
bool dut_coverage_available(void);

// Writes the coverage since dut_create() to `path`, in Verilator's format. False if the program does not count
// coverage or the file cannot be written.
bool dut_coverage_write(struct dut *dut, const char *path);

#ifdef __cplusplus
}
#endif

#endif  // TB_UNIT_DUT_COVERAGE_H
