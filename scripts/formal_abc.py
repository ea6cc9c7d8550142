#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs Debian's ABC (berkeley-abc) in place of the newer ABC that SymbiYosys 0.70 calls: `formal_abc.py -c COMMANDS`.

Differences:
  pdr lacks option -l, and proves the outputs one after the other, each without the help of the others. Here the
  assertions become one output first, so that they help each other.
  `ind -F K; pdr` is k-induction: runs of K cycles from reset first, then the step.
  bmc3 -a, which tries every output, crashes. This tries one after the other and prints for each, in the order of the
  model's assertions, `output N reached in frame F` or `output N not reached in F frames`.
  bmc3 refuses a model without flip-flops: iprove replaces it.
  The last line of a counterexample lacks a newline before the end mark.
After a failure, `formal: NAME fails in cycle N` names the assertion.
"""

import json
import os
import re
import shutil
import subprocess
import sys

CALL = re.compile(r"read_aiger (\S+); (fold.*?; strash;) (.*) (write_cex -a (\S+))$")

# Where scripts/setup.sh unpacks it if the release lacks it.
UNPACKED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.tools/abc/bin/berkeley-abc")


class Abc:
    """ABC on one model in AIGER format."""

    def __init__(self, program, model, before, after):
        self.program, self.model, self.before, self.after = program, model, before, after
        with open(model, "rb") as file:
            self.latches = int(file.readline().split()[3])  # aig M I L O A
        with open(model.replace(".aig", ".ywa"), encoding="utf-8") as file:
            self.names = [re.sub(r"^.*[.\\]", "", path[-1]) for path in json.load(file)["asserts"]]

    def __call__(self, commands):
        done = subprocess.run([self.program, "-c", f"read_aiger {self.model}; {self.before} {commands}"],
                              stdin=subprocess.DEVNULL, check=False, capture_output=True, text=True)
        if done.returncode != 0:
            print(done.stdout, done.stderr)
            raise SystemExit(1)
        return done.stdout

    def cone(self, output):
        if len(self.names) == 1:
            return ""
        return f"cone -s -O {output}; scleanup;" if self.latches else f"cone -O {output};"

    def every_output(self, depth):
        for output in range(len(self.names)):
            said = self(f"{self.cone(output)} " + (f"bmc3 -F {depth}" if self.latches else "iprove"))
            frame = re.search(r"asserted in frame (\d+)|^SATIS", said, re.M)
            if frame:
                print(f"output {output} reached in frame {frame[1] or 0}", flush=True)
            elif re.search(r"No output asserted|^UNSATIS", said, re.M):
                print(f"output {output} not reached in {depth} frames", flush=True)
            else:
                raise SystemExit(said)

    def bounded(self, depth):
        """Bounded model checking of `depth` cycles: None if it passes, else ABC's output for the shortest failure."""
        said = self(f"bmc3 -F {depth}; {self.after}") if self.latches else self(f"orpos; iprove; {self.after}")
        failed = re.search(r"^Output (\d+) of miter .* was asserted in frame (\d+)", said, re.M)
        if failed:
            print(said)
            print(f"formal: {self.names[int(failed[1])]} fails in cycle {failed[2]}")
        elif re.search(r"^SATIS", said, re.M):
            which = next(output for output in range(len(self.names))
                         if re.search(r"^SATIS", self(f"{self.cone(output)} iprove"), re.M))
            print(f"formal: {self.names[which]} fails in cycle 0")
            print(f'Output 0 of miter "{self.model}" was asserted in frame 0.')
        elif re.search(r"^(No output asserted|UNSATIS)", said, re.M):
            return True
        else:
            raise SystemExit(said)
        return False

    def induction(self, depth):
        """k-induction: no run of `depth` cycles from reset fails, and `depth` good cycles imply another one."""
        if self.bounded(depth + 1):
            said = self(f"orpos; scleanup; ind -F {depth} -v")
            print(said)
            if re.search(r"^Networks are equivalent", said, re.M):
                print("Property proved.")

    def for_ever(self):
        """Property directed reachability."""
        said = self("orpos; pdr -v")
        failed = re.search(r"was asserted in frame (\d+)", said)
        if not failed:
            print(said)
        elif self.bounded(int(failed[1]) + 1):
            raise SystemExit("pdr and bmc3 disagree")


def main():
    if len(sys.argv) != 3 or sys.argv[1] != "-c":
        print("usage: formal_abc.py -c COMMANDS", file=sys.stderr)
        return 2
    program = shutil.which(UNPACKED) or shutil.which("berkeley-abc")
    call = CALL.match(sys.argv[2])
    if not program or not call:
        print(f"formal_abc.py: {'cannot do ' + sys.argv[2] if program else 'no berkeley-abc'}", file=sys.stderr)
        return 2
    abc = Abc(program, call[1], call[2], call[4])
    depth = re.search(r" -F (\d+)", call[3])
    if "bmc3" in call[3] and " -a;" in call[3]:
        abc.every_output(int(depth[1]))
    elif "bmc3" in call[3]:
        if abc.bounded(int(depth[1])):
            print(f"No output asserted in {depth[1]} frames.")
    elif "ind " in call[3]:
        abc.induction(int(depth[1]))
    else:
        abc.for_ever()
    if os.path.exists(call[5]):
        with open(call[5], encoding="ascii") as file:
            text = file.read()
        with open(call[5], "w", encoding="ascii") as file:
            file.write(text.replace("# DONE", "\n# DONE"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
