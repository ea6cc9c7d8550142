# SPDX-License-Identifier: Apache-2.0
"""The demonstration program in the tree: its ELF file and trace are those that its source and QEMU produce, and the
documents quote the output of its run. Another compiler version produces another ELF file; then only the trace is
compared, and the test reports it."""

import difflib
import os
import pathlib
import re
import shutil
import subprocess

from lockstep_runs import program_log
from helpers import BUILD, Scratch, needed, not_done, run, sample

HOME = "tb/programs/demo"
ELF = f"{HOME}/demo.elf"
SPE_TRACE = f"{BUILD}/bin/spe-trace"
TRACE = f"{BUILD}/workload/demo.trace"
SOURCES = [f"{HOME}/{name}" for name in ("demo.c", "functions.h", "runs.h")]
READELF = "aarch64-linux-gnu-readelf"
scratch = Scratch("demo-")


def path(name):
    return os.path.join(scratch.name, name)


def compiled(name):
    """Compiles the program in a directory of its own, so that a path in the file would show."""
    home = path(name)
    for file in (*SOURCES, "scripts/demo.sh"):
        os.makedirs(os.path.dirname(f"{home}/{file}"), exist_ok=True)
        shutil.copy(file, f"{home}/{file}")
    subprocess.run([f"{home}/scripts/demo.sh", "compile", f"{home}/demo.elf"], check=True, timeout=60)
    return f"{home}/demo.elf"


def compiler_of(elf):
    status, out, _ = run(READELF, "-p", ".comment", elf)
    assert status == 0, f"{READELF}: status {status}"
    found = re.findall(r"\]\s+(\S.*)", out.decode())
    assert found, f"{elf} does not say which compiler made it"
    return found


def contents(name):
    return pathlib.Path(name).read_bytes()


def same(got, expected, what):
    """Compares bytes without printing all of them."""
    if got != expected:
        length = min(len(got), len(expected))
        at = next((i for i in range(length) if got[i] != expected[i]), length)
        raise AssertionError(f"{what}: {len(expected)} bytes expected, {len(got)} got; different from byte {at} on. "
                             f"make demo makes it again")


def test_program_in_the_tree_is_what_its_source_gives():
    installed, committed = compiler_of(compiled("first")), compiler_of(ELF)
    if installed != committed:
        not_done(f"{ELF} was not compared with its source: it was made by {committed[0]}; here is {installed[0]}")
    same(contents(compiled("another/directory")), contents(ELF), ELF)


def test_program_in_the_tree_holds_nothing_of_a_machine_or_a_library():
    found = re.findall(rb"(?<=\0)/[\w.-]+/[^\0]*", contents(ELF))
    assert not found, f"{ELF} contains {found}"
    _, out, _ = run(READELF, "-SW", ELF)
    assert b".note" not in out, f"{ELF} has a note, such as an identifier of the build"
    out = subprocess.run(["aarch64-linux-gnu-nm", ELF], capture_output=True, text=True, check=True).stdout
    functions = {line.split()[2] for line in out.splitlines() if line.split()[1] in "tT" and "$" not in line}
    source = "".join(pathlib.Path(path).read_text(encoding="utf-8") for path in SOURCES)
    assert len(functions) > 5
    assert {name for name in functions if not re.search(rf"\b{name}\b", source)} == set()


def test_trace_in_the_tree_is_what_the_program_executes():
    """From another directory, in another environment."""
    elf = path("moved")
    shutil.copy(ELF, elf)
    trace = path("trace")
    status, _, err = run(needed(SPE_TRACE, "make programs"), "record", "-o", trace, "--env", "LANG=C", "--", elf,
                         "argument", environment={**os.environ, "SOME": "more"})
    assert status == 0, f"spe-trace record: status {status}: {err.decode(errors='replace')}"
    same(contents(trace), contents(needed(TRACE, "make programs")), f"{HOME}/demo.trace.xz")


def without_rate(text):
    """The summary of a run without its speed, which depends on the machine."""
    return re.sub(r"\(\d+ per second\)", "(... per second)", text)


def quoted(document, words, printed):
    """The block of the document with these words is the printed text."""
    block = "\n".join(sample(document, words))
    lines = difflib.unified_diff(without_rate(block).splitlines(), without_rate(printed).splitlines(), document,
                                 "printed",
                                 lineterm="")
    difference = "\n".join(lines)
    assert not difference


def test_readme_quotes_what_make_sim_prints():
    printed = "".join(line for line in program_log("sim").splitlines(keepends=True)
                      if not re.match(r"\d+ operations, \d+ per second", line))
    printed = printed.replace(f"{BUILD}/workload/demo,", "build/workload/demo,")
    quoted("README.md", "mismatches in", printed)
