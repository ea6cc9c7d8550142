// SPDX-License-Identifier: Apache-2.0
// The sources of bringup in compile order, after those of the unit (rtl/files.f); the boards' tops are
// boards/BOARD/top.sv. Paths are relative to this file.
rtl/bringup_pkg.sv
rtl/power_on_reset.sv
rtl/crc16.sv
rtl/uart_rx.sv
rtl/uart_tx.sv
rtl/frame_rx.sv
rtl/frame_tx.sv
rtl/saturating_count.sv
rtl/host_link.sv
rtl/unit_reset.sv
rtl/host_commands.sv
rtl/block_ram.sv
rtl/trace_ram.sv
rtl/buffer_ram.sv
rtl/xlate_identity.sv
rtl/op_report.sv
rtl/op_player.sv
rtl/run_control.sv
rtl/leds.sv
rtl/bringup.sv
