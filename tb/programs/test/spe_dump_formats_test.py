# SPDX-License-Identifier: Apache-2.0
"""spe-dump's output formats for other tools (requirement F3): --format, and BOLT's pre-aggregated profile, with records
written here and records of runs of the demonstration program."""

import collections
import csv
import glob
import io
import os
import shutil

from lockstep_runs import CONFIGS, program_run
from helpers import BUILD, Scratch, equal, expect, needed, not_done, run
from perf_tools import END, packet, pc, spe_dump

PROGRAM = f"{BUILD}/workload/demo"
# The first configuration, and one whose records have previous branch targets.
RUNS = ["sim", f"sim-{next(config for config in CONFIGS if config == 'v8.7')}"]

LOAD, BRANCH = 0x49, 0x4A
RETIRED, NOT_TAKEN, MISPREDICTED = 1 << 1, 1 << 6, 1 << 7

scratch = Scratch("spe-dump-", BUILD)


def output(*arguments, stdin=b""):
    status, out, err = spe_dump(*arguments, stdin=stdin)
    equal([status, err.decode()], [0, ""], f"status and standard error of {' '.join(arguments)}")
    return out.decode()


def in_file(name, data):
    path = f"{scratch.name}/{name}"
    with open(path, "wb") as file:
        file.write(data)
    return path


def branch(address, events, target=None, previous=None, operation=BRANCH):
    """A record of a branch; target and previous are the values of Address packets; None: without that packet."""
    data = address + packet(operation, 0, 1) + packet(0x42, events, 1)
    for header, value in ((0xB1, target), (0xB4, previous)):
        if value is not None:
            data += bytes([header]) + value[1:]
    return data + END


# ---------------------------------------------------------------------------------------------------------
# --format

def test_every_form_has_a_name():
    data = branch(pc(0x400700), RETIRED, pc(0x400720))
    for form, option in (("json", "--json"), ("csv", "--csv"), ("packets", None)):
        plain = output(*filter(None, [option]), "-", stdin=data)
        equal(output("--format", form, "-", stdin=data), plain, form)
        equal(output("--format", form, *filter(None, [option]), "-", stdin=data), plain, f"{form}, said twice")


def test_forms_exclude_each_other():
    for arguments in (["--format", "json", "--csv"], ["--json", "--format", "bolt"], ["--format", "xml"],
                      ["--format", "json", "--format", "csv"], ["--format"],
                      ["--format", "packets", "--json"]):
        status, out, err = spe_dump(*arguments, "-", stdin=END)
        equal([status, out, err.count(b"\n")], [2, b"", 1], f"status, output, lines of the error with {arguments}")
    equal(spe_dump("--format", "xml", "-")[2],
          b"spe-dump: --format: xml: no such format (there are: packets, json, csv, bolt)\n", "the error")


# ---------------------------------------------------------------------------------------------------------
# BOLT

def test_bolt_counts_branches_that_were_taken():
    taken = branch(pc(0x400700), RETIRED, pc(0x400720))
    wrong = branch(pc(0x400700), RETIRED | MISPREDICTED, pc(0x400720))
    other = branch(pc(0x400708), RETIRED | MISPREDICTED, pc(0x400600))
    upper = branch(pc(0xFF800000001000, el=1), RETIRED, pc(0xFF800000000000, el=1))
    equal(output("--format", "bolt", "-", stdin=other + taken + wrong + upper + taken),
          "B 400700 400720 3 1\nB 400708 400600 1 1\nB ffff800000001000 ffff800000000000 1 0\n", "the profile")


def test_bolt_has_the_sequence_before_a_branch():
    before = branch(pc(0x400720), RETIRED, pc(0x400700), previous=pc(0x400700))
    equal(output("--format", "bolt", "-", stdin=before + before),
          "B 400720 400700 2 0\nF 400700 400720 2\n", "with previous targets")
    # A target after the branch, or at another level, is not where this code was entered.
    for previous in (pc(0x400724), pc(0x400700, el=1), pc(0x400700, ns=0)):
        equal(output("--format", "bolt", "-", stdin=branch(pc(0x400720), RETIRED, pc(0x400700), previous)),
              "B 400720 400700 1 0\n", "another previous target")
    equal(output("--format", "bolt", "-", stdin=branch(pc(0x400720), RETIRED, None, pc(0x400720))),
          "F 400720 400720 1\n", "without a target")


def test_bolt_counts_every_edge_once():
    not_taken = branch(pc(0x400700), RETIRED | NOT_TAKEN)
    equal(output("--format", "bolt", "-", stdin=not_taken), "F 400700 400704 1\n", "not taken")
    equal(output("--format", "bolt", "-", stdin=branch(pc(0x400700), RETIRED | NOT_TAKEN, pc(0x400704))),
          "F 400700 400704 1\n", "not taken, with the next instruction as target")
    # With a previous target it is included in the sequence of the next branch.
    taken = branch(pc(0x400708), RETIRED, pc(0x400600), previous=pc(0x4006F0))
    equal(output("--format", "bolt", "-",
                 stdin=branch(pc(0x400700), RETIRED | NOT_TAKEN, previous=pc(0x4006F0)) + taken),
          "B 400708 400600 1 0\nF 4006f0 400708 1\n", "not taken, with a previous target")


def test_bolt_has_only_branches_that_retired():
    target = pc(0x400720)
    for record in (branch(pc(0x400700), 0, target), branch(pc(0x400700), RETIRED | 1, target),
                   branch(pc(0x400700), RETIRED, target, operation=LOAD), pc(0x400700) + END,
                   pc(0x400700) + packet(BRANCH, 0, 1) + b"\xb1" + target[1:] + END):
        equal(spe_dump("--format", "bolt", "-", stdin=record),
              (1, b"", b"spe-dump: standard input: the records have no branch that retired\n"), "no branch")


def test_bolt_addresses_are_those_of_the_program():
    moved = 0x5500000000
    data = branch(pc(moved + 0x1A0), RETIRED, pc(moved + 0x194), pc(moved + 0x194))
    equal(output("--format", "bolt", "-", stdin=data).splitlines()[0], "B 55000001a0 5500000194 1 0", "as sampled")
    equal(output("--format", "bolt", "--bias", hex(moved), "-", stdin=data), "B 1a0 194 1 0\nF 194 1a0 1\n",
          "as in the file")


def profile(path):
    """({(from, to): (count, mispredicted)}, {(from, to): count}) of a recording's branches, from its packets."""
    branches, sequences = collections.defaultdict(lambda: [0, 0]), collections.Counter()
    for record in csv.DictReader(io.StringIO(output("--csv", path))):
        address, events = int(record["pc"], 16), int(record["events"], 16)
        if record["operation"].split()[0] != "B" or not events & RETIRED:
            continue
        previous = int(record["previous_target"], 16) if record["previous_target"] else None
        if events & NOT_TAKEN:
            if previous is None:
                sequences[address, address + 4] += 1
            continue
        branches[address, int(record["target"], 16)][0] += 1
        branches[address, int(record["target"], 16)][1] += events >> 7 & 1
        if previous is not None and previous <= address:
            sequences[previous, address] += 1
    return dict(branches), sequences


def test_bolt_profile_of_a_run_is_that_of_its_records():
    for name in RUNS:
        path = needed(f"{program_run(name)}/perf.data", "make test")
        branches, sequences = profile(path)
        expect(len(branches) >= 3 and sequences, f"{name}: hardly any branches")
        lines = [line.split() for line in output("--format", "bolt", path).splitlines()]
        equal({(int(line[1], 16), int(line[2], 16)): [int(line[3]), int(line[4])] for line in lines if line[0] == "B"},
              branches, f"branches of {name}")
        equal({(int(line[1], 16), int(line[2], 16)): int(line[3]) for line in lines if line[0] == "F"},
              dict(sequences), f"sequences of {name}")


def test_bolt_reads_the_profile():
    """Only if BOLT is installed (such as Debian's bolt-22): nothing else needs it."""
    found = max(glob.glob("/usr/bin/perf2bolt-*"), key=lambda path: int(path.rpartition("-")[2]), default=None)
    found = shutil.which("perf2bolt") or found
    if not found:
        not_done("no perf2bolt on this machine")
    tool = f"{scratch.name}/perf2bolt"  # BOLT selects its mode by this name
    os.symlink(found, tool)
    for name in RUNS:
        text = output("--format", "bolt", needed(f"{program_run(name)}/perf.data", "make test"))
        source = in_file("profile.pa", text.encode())
        fdata = f"{scratch.name}/profile.fdata"
        status, out, err = run(tool, "-p", source, "--pa", "-o", fdata, PROGRAM)
        said = (out + err).decode(errors="replace")
        expect(status == 0, f"{found} of {name}: status {status}: {said[-400:]}")
        expect("traces mismatching disassembled function contents: 0" in said, f"{found} of {name}: {said}")
        with open(fdata, encoding="utf-8") as file:
            converted = [line.split() for line in file]
        taken = [line.split() for line in text.splitlines() if line[0] == "B"]
        expect({(int(one[-2]), int(one[-1])) for one in converted} >= {(int(line[4]), int(line[3])) for line in taken},
               f"{found} of {name} lost branches")
