# SPDX-License-Identifier: Apache-2.0
"""The constraints of spu_top's ports, as SDC."""

import re

from facts import pins
from facts.common import made_from

SDC = """\
#
# One clock, no multicycle path. Before you source it, set
#   spu_period   ns
#   spu_outside  share of the period that inputs have used up when they arrive, and that outputs need after the unit
if {![info exists spu_period]}  { set spu_period 10.0 }
if {![info exists spu_outside]} { set spu_outside 0.3 }
create_clock -name clk_i -period $spu_period [get_ports clk_i]
set spu_delay [expr {$spu_period * $spu_outside}]

# Asserted at any time. The integrator releases it synchronously (docs/sign-off.md), so recovery and removal are timed.
set_input_delay $spu_delay -clock clk_i [get_ports rst_ni]
"""


def text():
    """Constraints of every port but vif_o, which is left open."""
    lines = [*made_from(pins.TABLE, "#", "scripts/collateral.py"), SDC]
    for port in pins.Pins().ports:
        if port.table == "vif":
            continue
        bits = "*" if re.search(r"_t$", port.type or "") or port.elements or port.bits != 1 else ""
        command = "set_input_delay " if port.name.endswith("_i") else "set_output_delay"
        lines.append(f"{command} $spu_delay -clock clk_i [get_ports {{{port.name}{bits}}}]")
    return "\n".join([*lines, ""])
