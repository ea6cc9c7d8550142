# SPDX-License-Identifier: Apache-2.0
"""What each output comes from: a register, logic behind registers, which may glitch, or inputs of the same cycle."""

import re

from integration import head

STORAGE = re.compile(r"\$(a|al|s)?dff|\$memrd")


def sources(bits, driver):
    """(input ports, whether there is logic) in front of the bits. `driver`: {bit: inputs' bits, or an input port}."""
    ports, seen, todo = set(), set(), list(bits)
    logic = False
    while todo:
        bit = todo.pop()
        if bit in seen or bit not in driver:
            continue
        seen.add(bit)
        if isinstance(driver[bit], str):
            ports.add(driver[bit])
        elif driver[bit] is not None:
            logic = True
            todo += driver[bit]
    return ports, logic


def text(name, module):
    """A line for each output of the unit's netlist (JSON of Yosys)."""
    driver = {}
    for cell in module["cells"].values():
        ends = {way: [bit for port, bits in cell["connections"].items() if cell["port_directions"][port] == way
                      for bit in bits if isinstance(bit, int)] for way in ("input", "output")}
        for bit in ends["output"]:
            driver[bit] = None if STORAGE.match(cell["type"]) else ends["input"]
    driver |= {bit: port for port, found in module["ports"].items() if found["direction"] == "input"
               for bit in found["bits"]}
    rows = []
    for port, found in module["ports"].items():
        if found["direction"] == "output":
            ports, logic = sources(found["bits"], driver)
            rows.append(f"{port:20} " + (", ".join(sorted(ports)) if ports else "logic" if logic else "register"))
    return "\n".join([*head("rtl", name, "#"), "# What each output comes from. register; logic: behind registers, may "
                      "glitch; otherwise the inputs of the same cycle that it depends on.", *rows, ""])
