# SPDX-License-Identifier: Apache-2.0
"""The slow paths of a placed and routed design by class: from one register to another. From the delays that nextpnr
writes as SDF, all of them at the slowest corner; the slowest path to each end point counts."""

import collections
import dataclasses
import re

PIN = r"((?:[^\s\\]|\\.)+)/(\w+)"
DELAY = r"\((?:[^:()]*:){2}([^:()]*)\)"


@dataclasses.dataclass(frozen=True)
class Path:
    """A path up to a pin: nanoseconds in all, those of routing, levels of LUTs, and the flip-flop at its start."""

    ns: float
    routing: float
    levels: int
    start: str


class Delays:
    """The SDF, read: `wires` {pin: (driving pin, ns)}, `arcs` {output pin: [(input pin, ns)]}, `setup` {pin: ns}. A pin
    is (cell, name); `registers` are the cells of flip-flops."""

    def __init__(self, path):
        self.wires, self.arcs, self.setup, self.registers = {}, collections.defaultdict(list), {}, set()
        cell, kind = "", ""
        with open(path, encoding="utf-8") as file:
            for line in file:
                if found := re.match(rf" *\(INTERCONNECT {PIN} {PIN} {DELAY}", line):
                    source, sink = (self.plain(found[1]), found[2]), (self.plain(found[3]), found[4])
                    self.wires[sink] = (source, int(found[5]) / 1000)
                elif found := re.match(rf" *\(IOPATH (\w+) (\w+) {DELAY}", line):
                    self.arcs[cell, found[2]].append(((cell, found[1]), int(found[3]) / 1000))
                elif found := re.match(rf" *\(SETUPHOLD \(posedge (\w+)\) \(posedge CLK\) {DELAY}", line):
                    self.setup[cell, found[1]] = int(found[2]) / 1000
                elif found := re.match(r' *\(CELLTYPE "(\w+)"', line):
                    kind = found[1]
                elif found := re.match(r" *\(INSTANCE (\S*)\)$", line):
                    cell = self.plain(found[1])
                    self.registers |= {cell} if kind == "TRELLIS_FF" else set()
        self.known = {}

    @staticmethod
    def plain(name):
        return re.sub(r"\\(.)", r"\1", name)

    def to_input(self, pin):
        """The slowest path to an input. None if no flip-flop is at its start."""
        if pin not in self.wires:
            return None
        source, wire = self.wires[pin]
        path = self.to_output(source)
        return path and Path(path.ns + wire, path.routing + wire, path.levels, path.start)

    def to_output(self, pin):
        if pin not in self.known:
            cell, name = pin
            self.known[pin] = None  # while it is computed: a loop ends here
            if cell in self.registers:
                clock = [ns for (_, source), ns in self.arcs[pin] if source == "CLK"]
                self.known[pin] = Path(clock[0], 0, 0, cell) if clock else None
            else:
                level = 0 if name == "FCO" else 1  # a carry chain is entered once, and left through F
                found = [Path(path.ns + ns, path.routing, path.levels + level, path.start)
                         for source, ns in self.arcs[pin] if (path := self.to_input(source))]
                self.known[pin] = max(found, key=lambda path: path.ns, default=None)
        return self.known[pin]

    def ends(self):
        """{pin: slowest path} of every input of a flip-flop but its clock."""
        found = {pin: self.to_input(pin) for pin in self.wires if pin[0] in self.registers and pin[1] != "CLK"}
        return {pin: dataclasses.replace(path, ns=path.ns + self.setup.get(pin, 0))
                for pin, path in found.items() if path}


def classes(delays, named, period):
    """[(from, to, slowest path, end points)] of the end points whose path is longer than `period`, slowest class first.
    `named`: {cell of a flip-flop: name of the class that it belongs to}."""
    found = collections.defaultdict(list)
    for (cell, _), path in delays.ends().items():
        if path.ns > period:
            found[named.get(path.start, path.start), named.get(cell, cell)].append(path)
    rows = [(*key, max(paths, key=lambda path: path.ns), len(paths)) for key, paths in found.items()]
    return sorted(rows, key=lambda row: -row[2].ns)
