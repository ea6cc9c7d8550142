# SPDX-License-Identifier: Apache-2.0
"""make coverage, on a small source with known counts."""

import glob
import gzip
import json
import os
import shutil
import sys

import pytest

import coverage_data
import coverage_rtl
from helpers import call, write
from regression import rtl_counts

SOURCE = """module block;
  // return here; is a comment
  function automatic logic decide(logic a);
    if (a) return 1'b1;
    return
      1'b0;
  endfunction
  always_comb begin
    if (decide(x)) y = 1;
    unique case (z)
      1'b0: y = 2;
      default: y = 3;
    endcase
  end
endmodule
"""


def point(line, column, kind, what, lines, count, file="rtl/block.sv"):
    page = {"line": "v_line", "branch": "v_branch", "toggle": "v_toggle"}[kind] + "/block"
    fields = {"f": file, "l": line, "n": column, "page": page, "o": what, "S": lines, "h": "TOP.block"}
    return "C '" + "".join(f"\x01{name}\x02{value}" for name, value in fields.items()) + f"' {count}\n"


def data(taken, default=5, toggled=1):
    """Verilator's counts if the first return was taken `taken` times, and the second 7 times."""
    marked, marks = coverage_rtl.instrument(SOURCE)
    (first, column), (second, other) = marks
    assert marked.splitlines()[first - 1][column - 1:].startswith("if (cover_here)")
    return "".join([
        "# SystemC::Coverage-3\n",
        point(3, 28, "line", "block", "3,5", 0),
        point(4, 5, "branch", "if", "4", 0),
        point(4, 6, "branch", "else", "", 7),
        point(first, column, "branch", "if", str(first), taken),
        point(first, column + 1, "branch", "else", "", 0),
        point(second, other, "branch", "if", str(second), 7),
        point(second, other + 1, "branch", "else", "", 0),
        point(9, 5, "branch", "if", "9", taken),
        point(9, 6, "branch", "else", "", 7),
        point(11, 11, "line", "case", "11", 5),
        point(12, 7, "line", "case", "12", default),
        point(1, 8, "toggle", "y[0]", "", toggled)])


class Bench:
    """The directory of a regression."""

    def __init__(self, directory):
        self.directory = directory
        os.makedirs(f"{directory}/rtl")
        os.makedirs(f"{directory}/out")
        self.write("rtl/block.sv", SOURCE)
        self.write("markers.json", json.dumps({"block.sv": coverage_rtl.instrument(SOURCE)[1]}))
        self.write("exclusions.toml", "excluded = []")
        self.bins(1)
        self.counts(data(2))

    def write(self, name, text):
        write(f"{self.directory}/{name}", text)

    def bins(self, hits):
        entry = {"config": "base", "block": "filter", "requirement": "E1", "name": "rejects", "meaning": "it <rejects>",
                 "hits": hits}
        self.write("out/coverage.json", json.dumps({"bins": [entry]}))

    def counts(self, text):
        """Replaces the data of the run."""
        self.write("coverage.dat", text)
        rtl_counts.keep(f"{self.directory}/coverage.dat", f"{self.directory}/out/rtl/base", "one")

    def lose(self):
        shutil.rmtree(f"{self.directory}/out/rtl")

    def damage(self):
        path, = glob.glob(f"{self.directory}/out/rtl/base/*.one.counts.gz")
        with gzip.open(path, "wb") as file:
            file.write(b"1\n2")

    def exclude(self, source, reason, function=None):
        point = {"file": "block.sv", "kind": "line", "source": source, **({"function": function} if function else {})}
        fields = ", ".join(f"{name} = {json.dumps(value)}" for name, value in point.items())
        self.write("exclusions.toml", f"[[excluded]]\nreason = {json.dumps(reason)}\npoints = [{{{fields}}}]\n")

    def run(self):
        return call(sys.executable, "scripts/coverage.py", f"{self.directory}/out", "--rtl", f"{self.directory}/rtl",
                    "--marks", f"{self.directory}/markers.json", "--exclusions", f"{self.directory}/exclusions.toml")


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path)


DEFAULT = "default: y = 3;"
WITHOUT_DEFAULT = ("counts", data(2, default=0))


@pytest.mark.parametrize("status, words, changes", [
    (0, "1 of 1 hit", []),
    (1, "not covered: rtl/block.sv:4: if: if (a) return 1'b1;", [("counts", data(0))]),
    (1, "not hit: filter.rejects (E1) in base", [("bins", 0)]),
    (0, "1 points excluded", [WITHOUT_DEFAULT, ("exclude", DEFAULT, "z is never 1")]),
    (1, "not covered: rtl/block.sv:12: case", [WITHOUT_DEFAULT, ("exclude", DEFAULT, "another function", "decide")]),
    (1, "but was covered", [("exclude", DEFAULT, "z is never 1")]),
    (1, "matches nothing", [("exclude", "gone", "removed from the source")]),
    (2, "no reason", [("exclude", "y", "")]),
    (2, "no coverage data", [("lose",)]),
    (2, "damaged", [("damage",)])], ids=lambda words: words if isinstance(words, str) else "")
def test_coverage_is_reported(bench, status, words, changes):
    for method, *arguments in changes:
        getattr(bench, method)(*arguments)
    done = bench.run()
    assert done.returncode == status and words in (done.stderr if status == 2 else done.stdout), done
    assert status or "not covered" not in done.stdout


def test_return_does_not_hide_its_block(bench):
    (points, numbers), = rtl_counts.merged(f"{bench.directory}/out/rtl")
    read = coverage_data.read_points(points, numbers)
    settled = coverage_data.settle(read, coverage_data.read_marks(f"{bench.directory}/markers.json"),
                                   {"block.sv": SOURCE})
    counts = {(entry.line, entry.what): count for entry, count in settled.counts.items()}
    assert counts[4, "if"] == 2
    assert counts[3, "block"] >= 7
    assert len(counts) == 8


def test_second_run_is_added(bench):
    bench.write("coverage.dat", data(3))
    rtl_counts.keep(f"{bench.directory}/coverage.dat", f"{bench.directory}/out/rtl/base", "two")
    (_, numbers), = rtl_counts.merged(f"{bench.directory}/out/rtl")
    assert sum(numbers) == sum(int(line.split()[-1]) for line in (data(2) + data(3)).splitlines() if line[0] == "C")


def test_foreign_data_is_refused(bench):
    bench.write("coverage.dat", "C 'nothing' many\n")
    with pytest.raises(ValueError):
        rtl_counts.keep(f"{bench.directory}/coverage.dat", f"{bench.directory}/out/rtl/base", "two")


def test_function_without_return_has_no_local():
    source = SOURCE.replace("endmodule", """  function automatic logic same(logic a);  // a return in a comment
    same = a;
  endfunction
endmodule""")
    marked, marks = coverage_rtl.instrument(source)
    assert len(marks) == 2
    assert marked.count(coverage_rtl.LOCAL) == 1
