# SPDX-License-Identifier: Apache-2.0
"""And-inverter graphs: reads Yosys' (ASCII AIGER), builds others without duplicate gates, writes them for ABC.

A literal is twice a variable's number, plus 1 if it is inverted; 0 is false and 1 is true.
"""

import dataclasses

from util.problem import Problem


@dataclasses.dataclass
class Aig:
    """The contents of an ASCII AIGER file, with names from Yosys' map file."""

    inputs: list  # literals
    latches: list  # (literal, literal of the next value); all start at 0
    outputs: list  # literals
    ands: list  # (literal, literal, literal), each after those that it reads
    input_names: dict  # {position among the inputs: (name, bit)}, except inputs that represent initial values
    output_names: dict  # {position among the outputs: name}


def read(path, map_path):
    """The graph in an AIGER and a map file. Problem if they were not written by Yosys."""
    try:
        with open(path, encoding="ascii") as file:
            lines = file.read().splitlines()
        with open(map_path, encoding="utf-8") as file:
            names = [line.split(" ", 3) for line in file.read().splitlines()]
        head = lines[0].split()
        ins, latches, outs, ands = (int(word) for word in head[2:6])
        rows = [tuple(int(word) for word in line.split()) for line in lines[1:1 + ins + latches + outs + ands]]
        found = Aig([row[0] for row in rows[:ins]], rows[ins:ins + latches],
                    [row[0] for row in rows[ins + latches:ins + latches + outs]], rows[ins + latches + outs:],
                    {int(row[1]): (row[3], int(row[2])) for row in names if row[0] == "input"},
                    {int(row[1]): row[3] for row in names if row[0] == "output"})
    except (OSError, ValueError, IndexError, UnicodeDecodeError) as error:
        raise Problem(f"{path}: not an AIGER file of Yosys ({error})") from None
    good = head[0] == "aag" and len(found.ands) == ands and all(len(row) == 2 for row in found.latches) \
        and all(len(row) == 3 and row[0] > max(row[1:]) for row in found.ands)
    if not good:
        raise Problem(f"{path}: not an AIGER file of Yosys")
    return found


def cone(aig, outputs):
    """The graph with only these outputs (positions), and the latches and gates in their cone."""
    reads = {row[0]: row[1:] for row in aig.ands}
    following = dict(aig.latches)
    seen, waiting = set(), [aig.outputs[at] & ~1 for at in outputs]
    while waiting:
        literal = waiting.pop()
        if literal in seen:
            continue
        seen.add(literal)
        if literal in following:
            waiting.append(following[literal] & ~1)
        else:
            waiting += [other & ~1 for other in reads.get(literal, ())]
    return Aig(aig.inputs, [row for row in aig.latches if row[0] in seen], [aig.outputs[at] for at in outputs],
               [row for row in aig.ands if row[0] in seen], aig.input_names,
               {new: aig.output_names[at] for new, at in enumerate(outputs)})


class Graph:
    """A graph under construction. Equal gates are merged."""

    def __init__(self):
        self.count = 0  # of variables
        self.gates = {}  # {(literal, literal): literal}
        self.inputs = []
        self.latches = {}  # {literal: literal of the next value}

    def input(self):
        self.count += 1
        self.inputs.append(2 * self.count)
        return 2 * self.count

    def latch(self):
        """A flip-flop that starts at 0; `latches` gets its next value later."""
        self.count += 1
        self.latches[2 * self.count] = 0
        return 2 * self.count

    def both(self, a, b):
        if a > b:
            a, b = b, a
        if a == 0 or a == b ^ 1:
            return 0
        if a == 1 or a == b:
            return b
        found = self.gates.get((a, b))
        if found is None:
            self.count += 1
            found = self.gates[a, b] = 2 * self.count
        return found

    def differ(self, a, b):
        return self.both(self.both(a, b ^ 1) ^ 1, self.both(a ^ 1, b) ^ 1) ^ 1

    def any(self, literals):
        """The OR of literals, as a balanced tree."""
        literals = list(literals)
        while len(literals) > 1:
            pairs = [self.both(a ^ 1, b ^ 1) ^ 1 for a, b in zip(literals[::2], literals[1::2])]
            literals = pairs + (literals[-1:] if len(literals) % 2 else [])
        return literals[0] if literals else 0

    def copy(self, aig, inputs, latches):
        """Adds a copy of the graph with these literals for its inputs and latches, in order. Returns (outputs, next
        values)."""
        value = {0: 0}
        for literal, own in zip(aig.inputs, inputs):
            value[literal] = own
        for (literal, _), own in zip(aig.latches, latches):
            value[literal] = own
        both = self.both
        for gate, a, b in aig.ands:
            value[gate] = both(value[a & ~1] ^ (a & 1), value[b & ~1] ^ (b & 1))
        return ([value[literal & ~1] ^ (literal & 1) for literal in aig.outputs],
                [value[after & ~1] ^ (after & 1) for _, after in aig.latches])

    def write(self, path, output, one_clock=False):
        """Writes the cone of one output as binary AIGER. `one_clock`: latches become inputs."""
        following = {} if one_clock else self.latches
        reads = {gate: pair for pair, gate in self.gates.items()}
        seen, waiting = set(), [output & ~1]
        while waiting:
            literal = waiting.pop()
            if literal in seen:
                continue
            seen.add(literal)
            waiting += [other & ~1 for other in reads.get(literal, ())]
            if literal in following:
                waiting.append(following[literal] & ~1)
        inputs = [literal for literal in (*self.inputs, *(self.latches if one_clock else ())) if literal in seen]
        latches = [literal for literal in following if literal in seen]
        gates = sorted(literal for literal in seen if literal in reads)
        new = {0: 0}
        for number, literal in enumerate([*inputs, *latches, *gates], 1):
            new[literal] = 2 * number

        def renamed(literal):
            return new[literal & ~1] ^ (literal & 1)

        data = bytearray(f"aig {len(new) - 1} {len(inputs)} {len(latches)} 1 {len(gates)}\n".encode())
        for literal in latches:
            data += f"{renamed(following[literal])}\n".encode()
        data += f"{renamed(output)}\n".encode()
        for literal in gates:
            a, b = sorted((renamed(other) for other in reads[literal]), reverse=True)
            for delta in (new[literal] - a, a - b):
                while delta >= 0x80:
                    data.append(delta & 0x7f | 0x80)
                    delta >>= 7
                data.append(delta)
        with open(path, "wb") as file:
            file.write(data)
