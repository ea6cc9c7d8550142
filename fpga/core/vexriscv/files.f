// SPDX-License-Identifier: Apache-2.0
// The sources of vexriscv_bringup in compile order, after those of the unit (rtl/files.f) with its window, and of
// bringup (fpga/files.f); the core itself is fetched (scripts/core_sources.py). Paths are relative to this file.
../core_pkg.sv
../core_ram.sv
../core_control.sv
../core_bus.sv
vexriscv_pkg.sv
vexriscv_core.sv
vexriscv_report.sv
vexriscv_adapter.sv
vexriscv_bringup.sv
