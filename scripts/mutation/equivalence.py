# SPDX-License-Identifier: Apache-2.0
"""Asks ABC whether a mutant is the unit after all.

A mutant is *equivalent* if it and the unit give the same outputs, all but vif_o, in every clock from the first reset
on, whatever the inputs are: also resets later on, and inputs that no environment would give. Flip-flops without a reset
start with anything, the same in both. Three ways show it, and each is a proof:

  gates      the same gates when equal ones are made one
  clock      from the same state, one clock gives the same outputs and the same next state
  for ever   an invariant of both side by side, found by signal correspondence or property directed reachability

A fourth answer, a clock in which outputs differ, says how far from reset the mutant can be told from the unit.
"""

import dataclasses
import os
import re
import shutil
import subprocess

from mutation import aig
from regression.problem import Problem

RESET = "rst_ni"
# Where scripts/setup.sh puts it if the release has none.
UNPACKED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.tools/abc/bin/berkeley-abc")
ASSERTED = re.compile(r"was asserted in frame (\d+)")
SHORT_RUNS = 40  # clocks
EQUIVALENT, DIFFERENT, UNDECIDED = "equivalent", "different", "undecided"


@dataclasses.dataclass
class Answer:
    word: str  # EQUIVALENT, DIFFERENT or UNDECIDED
    how: str  # gates, clock, for ever; "clock N" of a difference; what ended the search


def abc_program():
    """The path of ABC. Problem if it is not there."""
    found = shutil.which(UNPACKED) or shutil.which("berkeley-abc")
    if found is None:
        raise Problem("berkeley-abc: not found; make setup installs it")
    return found


def call(program, commands, seconds, children):
    """ABC's output; what it said so far if it was ended after that time."""
    process = subprocess.Popen([program, "-c", commands], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    child = children.add(process, seconds)
    with process.stdout:
        said = process.stdout.read()
    children.wait(child)
    return said


class Prover:
    """Answers for the mutants of one netlist. `select`: the input with the number. `everything`: vif_o counts, too."""

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
        self.program = abc_program()

    def inputs(self, graph):
        """Inputs of the graph for both copies: reset is on in the first clock. The number's bits are none."""
        begun = graph.latch()
        graph.latches[begun] = 1
        literals = [None if at in self.select else graph.input() for at in range(len(self.aig.inputs))]
        literals[self.reset[0]] = graph.both(literals[self.reset[0]], begun)
        return literals

    def chosen(self, literals, number):
        return [number >> self.select[at] & 1 if at in self.select else literal for at, literal in enumerate(literals)]

    def ask(self, number, work, seconds, children):
        """The Answer about a mutant, after `seconds` or so for each of three questions. `work`: a directory.
        `children`: of regression.local, which end what runs too long."""
        graph = aig.Graph()
        inputs = self.inputs(graph)
        states = [graph.latch() for _ in self.aig.latches]
        unit_out, unit_next = graph.copy(self.aig, self.chosen(inputs, 0), states)
        graph.latches.update(zip(states, unit_next))
        own = list(states)  # state bits of the mutant: the unit's where they cannot differ
        while True:
            out, after = graph.copy(self.aig, self.chosen(inputs, number), own)
            apart = [at for at, (bit, other) in enumerate(zip(unit_next, after))
                     if bit != other and own[at] == states[at]]
            if own == states:
                if out == unit_out and not apart:
                    return Answer(EQUIVALENT, "gates")
                pairs = [*zip(unit_out, out), *zip(unit_next, after)]
                graph.write(f"{work}/clock.aig", graph.any(graph.differ(*pair) for pair in pairs if pair[0] != pair[1]),
                            one_clock=True)
                said = call(self.program, f"read_aiger {work}/clock.aig; iprove", seconds, children)
                if re.search(r"^UNSATISFIABLE", said, re.M):
                    return Answer(EQUIVALENT, "clock")
            if not apart:
                break
            for at in apart:
                own[at] = graph.latch()
        for at, literal in enumerate(own):
            if literal != states[at]:
                graph.latches[literal] = after[at]
        graph.write(f"{work}/runs.aig", graph.any(graph.differ(*pair) for pair in zip(unit_out, out)
                                                  if pair[0] != pair[1]))
        return self.for_ever(work, seconds, children)

    def for_ever(self, work, seconds, children):
        """The Answer about runs from reset. First the short ones, which tell most mutants apart that can be."""
        said = call(self.program, f"read_aiger {work}/runs.aig; bmc3 -F {SHORT_RUNS} -T {seconds}", seconds, children)
        if not ASSERTED.search(said):
            said = call(self.program, f"read_aiger {work}/runs.aig; scleanup; scorr; pdr -T {seconds}", 2 * seconds,
                        children)
        differs = ASSERTED.search(said)
        if differs:
            return Answer(DIFFERENT, f"clock {differs[1]}")
        if re.search(r"^Property proved", said, re.M):
            return Answer(EQUIVALENT, "for ever")
        return Answer(UNDECIDED, f"no answer in {seconds} s")
