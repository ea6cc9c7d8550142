# SPDX-License-Identifier: Apache-2.0
"""The mutants that run beside a real core: each change can be made, and all are in one module. No requirement: they
show that records of a real core are checked."""

import re
import subprocess
import sys

from helpers import BUILD, Scratch, equal, expect

sys.path.insert(0, "tb/cores")
import mutants as core_mutants  # pylint: disable=wrong-import-position

scratch = Scratch("core-mutants-", BUILD)
COUNTER = """// A counter.
module counter #(
  parameter int Step,
  parameter int Start = 3
) (
  input  logic       clk_i,
  input  logic [1:0] add_i,   // how often
  output logic [7:0] sum_o,
  output logic       list_o [2]
);
  always_ff @(posedge clk_i) sum_o <= sum_o + 8'(Step) * 8'(add_i) + 8'(Start);
  assign list_o[0] = sum_o[0];
  assign list_o[1] = sum_o[7];
endmodule
"""


def test_every_mutant_is_a_change():
    for name, mutant in core_mutants.load().items():
        file, text = core_mutants.changed(name, mutant)
        with open(file, encoding="utf-8") as original:
            expect(original.read() != text, name)
        re.compile(mutant["says"])


def test_a_module_has_all_its_mutants():
    """As a simulator reads it; what it then does, the runs themselves show, which begin with one without a mutant."""
    text = core_mutants.several(COUNTER, {2: COUNTER.replace("sum_o + 8'(Step)", "sum_o - 8'(Step)"),
                                          5: COUNTER.replace("= sum_o[7]", "= 1'b1")})
    path = f"{scratch.name}/counter.sv"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run(["verilator", "--lint-only", "-Wall", "--top-module", "counter", "-GStep=1", path],
                          capture_output=True, text=True,
                          check=False, timeout=60)
    equal(done.returncode, 0, done.stderr)
    for words in ("module counter_0 ", "module counter_2 ", "module counter_5 ", "  logic list_o_5 [2];",
                  "counter_2 #(.Step(Step), .Start(Start)) u_2 (",
                  "      2: sum_o = sum_o_2;", "      default: list_o = list_o_0;"):
        equal(text.count(words), 1, words)
