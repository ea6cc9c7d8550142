# SPDX-License-Identifier: Apache-2.0
"""The state that no reset initializes, for reset-domain checks and gate-level simulation."""

import re

from integration import head
from util.problem import Problem


def text(name, module):
    """A line for each register of the unit's netlist (JSON of Yosys) with such bits: their number, and its name."""
    without = {bit for cell in module["cells"].values() if re.match(r"\$s?dff", cell["type"])
               for bit in cell["connections"]["Q"]}
    rows, named = [], set()
    for register, net in sorted(module["netnames"].items()):
        bits = without.intersection(net["bits"]) if re.search(r"_q$", register) else set()
        rows += [f"{len(bits):5} {register}"] if bits - named else []
        named |= bits
    if named != without:
        raise Problem("a flip-flop without reset has no register of the source")
    return "\n".join([*head("rtl", name, "#"), f"# Bits that no reset initializes, {len(without)} in all. Each is "
                      "written before it is read.", *rows, ""])
