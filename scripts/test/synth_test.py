# SPDX-License-Identifier: Apache-2.0
"""scripts/synth.py finds forbidden constructs, each in a module of a few lines, and accepts others; its counts, and its
messages about wrong use. Generic target, with the tools of make setup."""

import json
import os
import re
import sys

import pytest

import helpers
from helpers import IN_TREE, Scratch, read, write

# Yosys can only read files below the current directory.
scratch = Scratch("synth-", IN_TREE)
WORK = os.path.relpath(scratch.name)

COUNTER = """
module counter (input logic clk_i, input logic rst_ni, input logic [7:0] step_i, output logic [7:0] sum_o);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sum_o <= '0;
    else         sum_o <= sum_o + step_i;
  end
endmodule
"""


def synth(*arguments):
    return helpers.call(sys.executable, "scripts/synth.py", *arguments)


def design(name, text, *arguments):
    """Runs synth.py on the module of that name."""
    write(f"{WORK}/{name}.sv", text)
    write(f"{WORK}/{name}.f", f"{name}.sv\n")
    return synth("--top", name, "--files", f"{WORK}/{name}.f", "--out", f"{WORK}/out", *arguments)


def refused(result, cause):
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1), result
    assert cause in result.stderr, result


def test_good_module_is_accepted():
    result = design("counter", COUNTER, "--check")
    assert (result.returncode, result.stdout) == (0, "counter: nothing found\n")


MEMORY = """
module store (input logic clk_i, input logic we_i, input logic [5:0] at_i, input logic [7:0] d_i,
              output logic [7:0] q_o);
  logic [7:0] bytes [64];
  always_ff @(posedge clk_i) begin
    if (we_i) bytes[at_i] <= d_i;
    q_o <= bytes[at_i];
  end
endmodule
"""
# Each with a pattern of the message, which names kind, module and signal.
FORBIDDEN = [
    ("module latch (input logic en_i, input logic a_i, output logic q_o);\n  always_latch if (en_i) q_o = a_i;\n"
     "endmodule\n", r"latch: latch\.q_o: "),
    ("module holds (input logic en_i, input logic [3:0] a_i, output logic [3:0] q_o);\n"
     "  always_comb if (en_i) q_o = a_i;\nendmodule\n", r"latch: holds\.q_o: not assigned in every case"),
    ("module circle (input logic en_i, output logic q_o);\n  logic one, two;\n  assign one = en_i & !two;\n"
     "  assign two = one | en_i;\n  assign q_o = two;\nendmodule\n", r"loop: circle\.(one|two): combinational loop"),
    ("module pipeline (input logic en_i, output logic q_o);\n  logic back, there;\n"  # through two blocks
     "  assign there = en_i && back;\n  block u_block (.a_i(there), .y_o(back));\n  assign q_o = back;\nendmodule\n"
     "module block (input logic a_i, output logic y_o);\n  assign y_o = !a_i;\nendmodule\n",
     r"loop: pipeline\.(there|back)\S*: combinational loop"),
    ("module undriven (input logic a_i, output logic q_o);\n  logic nothing;\n  assign q_o = a_i ^ nothing;\n"
     "endmodule\n", r"undriven: undriven\.nothing: "),
    ("module half (input logic a_i, output logic [3:0] q_o);\n  logic [3:0] both;\n"
     "  assign both[1:0] = {2{a_i}};\n  assign q_o = both;\nendmodule\n", r"undriven: half\.both: 2 bits"),
    ("module open (output logic q_o);\n  door u_door (.a_i(), .y_o(q_o));\nendmodule\n"
     "module door (input logic a_i, output logic y_o);\n  assign y_o = !a_i;\nendmodule\n",
     r"undriven: open\.u_door\.a_i: "),
    ("module twice (input logic a_i, input logic b_i, output wire q_o);\n  wire both;\n  assign both = !a_i;\n"
     "  assign both = !b_i;\n  assign q_o = both;\nendmodule\n", r"drivers: twice\.both: several drivers"),
    (MEMORY, r"memory: store\.bytes: "),
]


@pytest.mark.parametrize("text, pattern", FORBIDDEN, ids=[pattern.split("\\")[0] for _, pattern in FORBIDDEN])
def test_forbidden_construct_is_found(text, pattern):
    name = re.search(r"module (\w+)", text)[1]
    result = design(name, text, "--check")
    assert result.returncode == 1 and re.search(rf"^{name}: {pattern}", result.stdout, re.M), result


def test_intended_memory_is_accepted():
    write(f"{WORK}/memories.txt", "# what for\nstore.bytes  the bytes\n")
    assert design("store", MEMORY, "--check", "--memories", f"{WORK}/memories.txt").returncode == 0


def test_counts_are_right():
    result = design("counter", COUNTER, "--jobs", "1")
    assert result.returncode == 0, f"status ({result.stderr.strip()})"
    counts = json.loads(read(f"{WORK}/out/counter-generic/synth.json"))
    assert counts["unit"]["ff"] == 8
    assert 8 <= counts["unit"]["lut"] <= 32
    assert 2 <= counts["unit"]["depth"] <= 8
    assert counts["unit"] == counts["blocks"]["counter"]
    assert "flip-flops" in result.stdout and "the unit, flattened" in result.stdout


def test_wrong_use_is_refused():
    refused(synth("--configs", "huge"), "no configuration huge (there are: base ")
    refused(synth("--targets", "asic"), "no target asic (there are: generic ecp5 ice40)")
    refused(synth("--yosys", f"{WORK}/missing"), "make setup")
    refused(synth("--rtl", f"{WORK}/missing"), "missing/files.f")
    refused(synth("--top", "counter"), "--files")
    refused(synth("--out", "/proc"), "not below the current directory")
    result = design("broken", "module broken (input logic a_i);\n  logic b;\n  assign b = a_i ^ nothing;\nendmodule\n")
    refused(result, "broken.sv:3: ERROR: use of undeclared")
