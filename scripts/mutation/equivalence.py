# SPDX-License-Identifier: Apache-2.0
"""Asks ABC whether a mutant is equivalent to the unit.

A mutant is *equivalent* if it and the unit have the same outputs in every cycle from the first reset on, for all
inputs: including later resets, and inputs that no environment would drive. Of the outputs, vif_o does not count, nor
do values without a meaning: an address or a translation request without its valid, WDATA, WSTRB and WLAST without
WVALID, and lanes without their strobe. Flip-flops without a reset start with any value, the same in both. Each of
these is a proof:

  gates   the gates are the same after equal ones are merged
  clock   from any common state, one cycle gives the same outputs and the same next state
  state   the same from every state that the unit reaches (signal correspondence, then property directed reachability)
  runs    outputs never differ, though states may: the same methods, applied to both side by side

The first two take seconds at most, and are tried before long runs. A cycle in which outputs differ is also an answer:
it shows how many cycles after reset the mutant first differs from the unit, for inputs that may be impossible.
"""

import dataclasses
import os
import re
import shutil
import subprocess

from mutation import aig
from util.problem import Problem

RESET = "rst_ni"
# Where scripts/setup.sh unpacks it if the release lacks it.
UNPACKED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.tools/abc/bin/berkeley-abc")
ASSERTED = re.compile(r"was asserted in frame (\d+)")
SAME = re.compile(r"No output asserted in (\d+) frames")
SHORT_RUNS = 40  # cycles
REQUESTS = ("axi_aw_o", "xlate_o")  # structs whose first field is valid
EQUIVALENT, DIFFERENT, UNDECIDED = "equivalent", "different", "undecided"


@dataclasses.dataclass
class Answer:
    word: str  # EQUIVALENT, DIFFERENT or UNDECIDED
    how: str  # the proof; "cycle N" of a difference; why the search ended


def abc_program():
    """The path of ABC. Problem if it is not installed."""
    found = shutil.which(UNPACKED) or shutil.which("berkeley-abc")
    if found is None:
        raise Problem("berkeley-abc: not found; make setup installs it")
    return found


def call(program, commands, seconds, processes):
    """ABC's output, incomplete if it was killed at the limit."""
    process = processes.start([program, "-c", commands], seconds, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace")
    with process.stdout:
        said = process.stdout.read()
    processes.wait(process)
    return said


class Prover:
    """Answers for the mutants of one netlist. `select`: the input with the number. `everything`: vif_o counts as
    well."""

    def __init__(self, path, map_path, select, everything=False):
        whole = aig.read(path, map_path)
        kept = [at for at, name in whole.output_names.items() if everything or not name.startswith("vif_o")]
        if not kept:
            raise Problem(f"{path}: no output but vif_o")
        self.aig = aig.cone(whole, sorted(kept))
        self.select = {at: bit for at, (name, bit) in whole.input_names.items() if name == select}
        self.reset = [at for at, (name, _) in whole.input_names.items() if name == RESET]
        if not self.select or len(self.reset) != 1:
            raise Problem(f"{path}: no input {select} or not one {RESET}")
        self.conditions = conditions(self.aig.output_names)
        self.program = abc_program()

    def inputs(self, graph):
        """Inputs of the graph for both copies: reset is active in the first cycle. The number's bits are not inputs."""
        begun = graph.latch()
        graph.latches[begun] = 1
        literals = [None if at in self.select else graph.input() for at in range(len(self.aig.inputs))]
        literals[self.reset[0]] = graph.both(literals[self.reset[0]], begun)
        return literals

    def copy(self, graph, inputs, number, states):
        """(outputs that count, next states) of a mutant in these states; number 0 is the unit."""
        literals = [number >> self.select[at] & 1 if at in self.select else literal
                    for at, literal in enumerate(inputs)]
        out, after = graph.copy(self.aig, literals, states)
        counting = list(out)
        for at, needed in self.conditions.items():
            for other in needed:
                counting[at] = graph.both(counting[at], out[other])
        return counting, after

    def ask(self, number, work, seconds, processes, patient=True):
        """The Answer about a mutant, with about `seconds` for each question. Without `patient`, only gates and clock
        are tried. `work`: a directory. `processes`: util.processes.Processes."""
        graph = aig.Graph()
        inputs = self.inputs(graph)
        states = [graph.latch() for _ in self.aig.latches]
        out, after = self.copy(graph, inputs, 0, states)
        graph.latches.update(zip(states, after))
        mutant_out, mutant_after = self.copy(graph, inputs, number, states)
        step = apart([*zip(out, mutant_out), *zip(after, mutant_after)])
        if not step:
            return Answer(EQUIVALENT, "gates")

        def abc(name, pairs, commands, limit, one_clock=False):
            path = f"{work}/{name}.aig"
            graph.write(path, graph.any(graph.differ(*pair) for pair in pairs), one_clock)
            return call(self.program, f"read_aiger {path}; {commands}", limit, processes)

        if re.search(r"^UNSATISFIABLE", abc("clock", step, "iprove", seconds, one_clock=True), re.M):
            return Answer(EQUIVALENT, "clock")
        if not patient:
            return Answer(UNDECIDED, "runs not tried")
        runs = self.side_by_side(graph, inputs, number, states, (out, after))
        said = abc("short", runs, f"bmc3 -F {SHORT_RUNS} -T {seconds}", 2 * seconds)
        differs, same = ASSERTED.search(said), SAME.search(said)
        if differs:
            return Answer(DIFFERENT, f"cycle {differs[1]}")
        for name, pairs in (("state", step), ("runs", runs)):
            said = abc(name, pairs, f"scleanup; scorr; pdr -T {seconds}", 2 * seconds)
            if re.search(r"^Property proved", said, re.M):
                return Answer(EQUIVALENT, name)
            differs = ASSERTED.search(said)
            if differs and name == "runs":
                return Answer(DIFFERENT, f"cycle {differs[1]}")
        return Answer(UNDECIDED, f"no difference in {same[1] if same else 0} cycles, no proof in {seconds} s")

    def side_by_side(self, graph, inputs, number, states, unit):
        """Adds the mutant, with its own state where that can differ from the unit's. Returns the pairs of outputs."""
        own = list(states)
        while True:
            out, after = self.copy(graph, inputs, number, own)
            split = [at for at, (bit, other) in enumerate(zip(unit[1], after))
                     if bit != other and own[at] == states[at]]
            if not split:
                break
            for at in split:
                own[at] = graph.latch()
        graph.latches.update((literal, after[at]) for at, literal in enumerate(own) if literal != states[at])
        return apart(zip(unit[0], out))


def apart(pairs):
    return [pair for pair in pairs if pair[0] != pair[1]]


def conditions(names):
    """{position of an output: positions of those that must be 1 for it to count}, for AXI's write data, and for
    requests, whose highest bit is their valid."""
    position = {name: at for at, name in names.items()}
    needed = {}
    for port in REQUESTS:
        bits = sorted((int(name[len(port) + 1:-1]), at) for name, at in position.items() if name.startswith(f"{port}["))
        needed.update({at: [bits[-1][1]] for _, at in bits[:-1]})
    for name, at in position.items():
        found = re.fullmatch(r"axi_w(data|strb|last)_o(?:\[(\d+)\])?", name)
        if found:
            strobe = f"axi_wstrb_o[{int(found[2]) // 8}]" if found[1] == "data" else ""
            needed[at] = [position[other] for other in ("axi_wvalid_o", strobe) if other in position]
    return needed
