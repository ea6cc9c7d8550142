# SPDX-License-Identifier: Apache-2.0
"""Requirements C1, D4, F3: a profile is true. In the simulated runs of the demonstration program in the first
configuration (lockstep_runs), perf gives each function the share of samples that it has of the executed
instructions, within four standard errors of all runs together. The instructions are counted in the program's
trace; the functions come from the program's symbol table.

Operations on a mispredicted path are sampled too (D17.2), but the simulated software filters them out by the
event RETIRED (D17.2.1). perf 6.1 does not print that event with its samples, so that nothing else is left is
seen in spe-dump."""

import bisect
import collections
import csv
import math
import re
import struct

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


def functions(path):
    """[(address, names)] of an ELF file's functions, by rising address; each reaches to the next."""
    with open(path, "rb") as file:
        elf = file.read()
    expect(elf[:6] == b"\x7fELF\x02\x01", f"{path}: not a little-endian ELF64 file")
    offset, = struct.unpack_from("<Q", elf, 40)
    size, count = struct.unpack_from("<HH", elf, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", elf, offset + i * size) for i in range(count)]
    names = collections.defaultdict(set)
    for section in sections:
        if section[1] != 2:  # SHT_SYMTAB
            continue
        strings = sections[section[6]][4]
        for place in range(section[4], section[4] + section[5], 24):
            name, info, _, index, value, _ = struct.unpack_from("<IBBHQQ", elf, place)
            # Functions, indirect functions, and labels of assembler code, in executable sections.
            if info & 15 in (0, 2, 10) and 0 < index < count and sections[index][2] & 4:
                text = elf[strings + name:elf.index(b"\0", strings + name)].decode()
                if text and not text.startswith("$"):
                    names[value].add(text)
    expect(names, f"{path}: no symbols")
    return sorted(names.items())


class Symbols:
    def __init__(self, path):
        table = functions(path)
        self.addresses = [address for address, _ in table]
        self.names = dict(table)

    def at(self, address):
        """Address of the function that the address is in; None before the first one."""
        index = bisect.bisect_right(self.addresses, address)
        return self.addresses[index - 1] if index else None


def executed():
    """{PC: how often it was executed}."""
    status, out, err = run(needed(SPE_TRACE, "make"), needed(TRACE, "make programs"))
    expect(status == 0, f"spe-trace: status {status}: {err.decode(errors='replace')}")
    counts = collections.Counter(line.partition(b" ")[0] for line in out.splitlines())
    return {int(pc, 16): count for pc, count in counts.items()}


# "  4006e4 main+0x4 (/path/demo)"; without a symbol: "  4006e4 [unknown] ([unknown])".
SAMPLE = re.compile(r"\s*([0-9a-f]+) (?:(.+)\+0x([0-9a-f]+)|\[unknown\]) \((.*)\)")


Sample = collections.namedtuple("Sample", "pc name start")  # name and start are perf's; None: unknown


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


class Run:
    """What the tests read, once."""

    loaded = None

    def __init__(self):
        self.symbols = Symbols(needed(PROGRAM, "make programs"))
        self.samples = [sample for run_of in RUNS for sample in samples(f"{program_run(run_of)}/perf.data")]
        self.executed = executed()

    @classmethod
    def get(cls):
        cls.loaded = cls.loaded or cls()
        return cls.loaded


def test_perf_names_the_right_function():
    unit = Run.get()
    for sample in unit.samples:
        expect(sample.name is not None, f"perf finds no function at 0x{sample.pc:x}")
        here = unit.symbols.names[unit.symbols.at(sample.pc)]
        expect(sample.name in here,
               f"0x{sample.pc:x}: perf says {sample.name}, the symbol table {', '.join(sorted(here))}")


def test_only_executed_code_is_sampled():  # D4
    unit = Run.get()
    for sample in unit.samples:
        expect(sample.pc in unit.executed, f"a sample at 0x{sample.pc:x}, which the program never executed")


def test_every_function_has_its_share_of_samples():
    unit = Run.get()
    share = collections.Counter()
    for pc, count in unit.executed.items():
        share[unit.symbols.at(pc)] += count
    operations = sum(share.values())
    got = collections.Counter(sample.start for sample in unit.samples)
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
        names = "/".join(sorted(unit.symbols.names.get(start, {"?"})))
        line = (f"{names}: {100 * probability:.2f} % of the instructions, "
                f"{100 * got[start] / total:.2f} % of the samples")
        print(f"# {line}")
        if abs(got[start] - expected) > STANDARD_ERRORS * error:
            wrong.append(f"{line}: {(got[start] - expected) / error:+.1f} standard errors")
    expect(not wrong, "\n".join(wrong))
    # The five functions that the demonstration is about, and main.
    expect(compared >= 6, f"only {compared} functions have {LEAST_EXPECTED} expected samples")
    expect(total >= LEAST_SAMPLES, f"only {total} samples: the bounds are wider than they were meant to be")
