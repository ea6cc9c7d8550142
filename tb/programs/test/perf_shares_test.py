# SPDX-License-Identifier: Apache-2.0
"""Requirements C1, D4, F3: a profile is true. In the simulated runs of the demonstration program in the first
configuration (lockstep_runs), perf gives each function the share of samples that it has of the executed
instructions, within four standard errors over all runs. The instructions are counted in the program's trace; the
functions come from the program's symbol table.

Operations on a mispredicted path are sampled too (D17.2), but the simulated software filters them out by the event
RETIRED (D17.2.1). perf 6.1 does not print that event, so spe-dump shows that all samples have it."""

import bisect
import collections
import csv
import functools
import math
import re
import subprocess

import pytest

from lockstep_runs import CONFIGS, PROGRAM_RUNS, program_run
from helpers import BUILD, equal, expect, needed, run
from perf_tools import perf, spe_dump

RUNS = [name for name, (config, _) in PROGRAM_RUNS.items() if config == CONFIGS[0]]
PROGRAM = f"{BUILD}/workload/demo"
TRACE = f"{BUILD}/workload/demo.trace"
SPE_TRACE = f"{BUILD}/bin/spe-trace"
LEAST_EXPECTED = 5
LEAST_SAMPLES = 13000
STANDARD_ERRORS = 4


class Symbols:
    """{address: names} of the functions, indirect functions, and labels of assembler code. Each reaches to the
    next one."""

    def __init__(self, path):
        out = subprocess.run(["aarch64-linux-gnu-nm", path], capture_output=True, text=True, check=True).stdout
        self.names = collections.defaultdict(set)
        for address, name in re.findall(r"(?m)^(\w+) [tTiW] ([^$\s]\S*)$", out):
            self.names[int(address, 16)].add(name)
        self.addresses = sorted(self.names)

    def at(self, address):
        """Address of the function that contains the address; None before the first one."""
        index = bisect.bisect_right(self.addresses, address)
        return self.addresses[index - 1] if index else None


@functools.cache
def executed():
    """{PC: number of executions}."""
    status, out, err = run(needed(SPE_TRACE, "make"), needed(TRACE, "make programs"))
    expect(status == 0, f"spe-trace: status {status}: {err.decode(errors='replace')}")
    counts = collections.Counter(line.partition(b" ")[0] for line in out.splitlines())
    return {int(pc, 16): count for pc, count in counts.items()}


# "  4006e4 main+0x4 (/path/demo)"; without a symbol: "  4006e4 [unknown] ([unknown])".
SAMPLE = re.compile(r"\s*([0-9a-f]+) (?:(.+)\+0x([0-9a-f]+)|\[unknown\]) \((.*)\)")


Sample = collections.namedtuple("Sample", "pc name start")  # name and start from perf; None: unknown


def samples(data):
    """[Sample] of a recording, in the order of the records."""
    status, out, err = spe_dump("--csv", needed(data, "make test"))
    expect(status == 0, f"spe-dump: status {status}: {err.decode()}")
    records = list(csv.DictReader(out.decode().splitlines()))
    lines = perf("script", "--itrace=i1i", "-F", "ip,sym,symoff,dso", "-i", data)
    equal(len(lines), len(records), "samples in perf, one for each record")
    found = []
    for line, record in zip(lines, records):
        match = SAMPLE.fullmatch(line)
        expect(match, f"not a sample: {line!r}")
        pc = int(match[1], 16)
        equal(pc, int(record["pc"], 16), f"PC in perf of the record at {record['offset']}")
        expect(int(record["events"], 16) & 2,
               f"the record at {record['offset']} is of an operation that did not retire")
        found.append(Sample(pc, match[2], pc - int(match[3], 16) if match[2] else None))
    expect(found, "perf shows no sample")
    return found


@pytest.fixture(scope="module", name="symbols")
def symbols_of_the_program():
    return Symbols(needed(PROGRAM, "make programs"))


@pytest.fixture(scope="module", name="found")
def samples_of_all_runs():
    return [sample for run_of in RUNS for sample in samples(f"{program_run(run_of)}/perf.data")]


def test_perf_names_the_right_function(symbols, found):
    for sample in found:
        expect(sample.name is not None, f"perf finds no function at 0x{sample.pc:x}")
        here = symbols.names[symbols.at(sample.pc)]
        expect(sample.name in here,
               f"0x{sample.pc:x}: perf says {sample.name}, the symbol table {', '.join(sorted(here))}")


def test_only_executed_code_is_sampled(found):  # D4
    counts = executed()
    for sample in found:
        expect(sample.pc in counts, f"a sample at 0x{sample.pc:x}, which the program never executed")


def test_every_function_has_its_share_of_samples(symbols, found):
    share = collections.Counter()
    for pc, count in executed().items():
        share[symbols.at(pc)] += count
    operations = sum(share.values())
    got = collections.Counter(sample.start for sample in found)
    total = sum(got.values())
    compared = 0
    wrong = []
    for start, count in share.most_common():
        probability = count / operations
        expected = total * probability
        if expected < LEAST_EXPECTED:
            continue
        compared += 1
        error = math.sqrt(total * probability * (1 - probability))
        names = "/".join(sorted(symbols.names.get(start, {"?"})))
        line = (f"{names}: {100 * probability:.2f} % of the instructions, "
                f"{100 * got[start] / total:.2f} % of the samples")
        print(f"# {line}")
        if abs(got[start] - expected) > STANDARD_ERRORS * error:
            wrong.append(f"{line}: {(got[start] - expected) / error:+.1f} standard errors")
    expect(not wrong, "\n".join(wrong))
    # The five functions of the demonstration, and main.
    expect(compared >= 6, f"only {compared} functions have {LEAST_EXPECTED} expected samples")
    expect(total >= LEAST_SAMPLES, f"only {total} samples: too few for the intended bounds")


def test_perf_sees_the_time_of_each_record():  # V1
    directory = program_run("sim-exposed")
    status, out, err = spe_dump("--csv", f"{directory}/records.spe")
    expect(status == 0, f"spe-dump: status {status}: {err.decode()}")
    records = [(int(row["pc"], 16), int(row["exposed_latency"])) for row in csv.DictReader(out.decode().splitlines())]
    lines = perf("script", "-F", "ip,period,event", "-i", f"{directory}/time.data")
    found = [re.fullmatch(r" *(\d+) +cycles:u: +([0-9a-f]+) *", line) for line in lines]
    expect(all(found) and found, f"not samples: {lines[:3]}")
    equal([(int(match[2], 16), int(match[1])) for match in found],
          [(pc, 1024 * exposed) for pc, exposed in records if exposed], "samples: PC, and cycles for the interval")
