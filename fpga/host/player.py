# SPDX-License-Identifier: Apache-2.0
"""Runs of the board's player: their settings, their results, and the differences from the model."""

import itertools
import random
from dataclasses import dataclass, field

from board import TRACE, WORDS
from model import packets
from problem import Problem, WrongUse

CONTEXTIDR = 0x5350
MOST_PASSES = 0xFFFF
BUILTIN_LONGEST = 240  # cycles: leaves the unit time in a short interval

# The lowest bit of each field of an entry, counted over its words, and its width (bringup_pkg::trace_entry_t).
FIELDS = {"pc": (0, 48), "kind": (48, 4), "valid": (52, 1), "cond": (53, 1), "indirect": (54, 1), "store": (55, 1),
          "acq_rel": (56, 1), "exclusive": (57, 1), "atomic": (58, 1), "how": (59, 2), "va_valid": (61, 1),
          "target_valid": (62, 1), "source_valid": (63, 1), "va": (64, 48), "events": (112, 16), "target": (128, 48),
          "total": (192, 16), "issue": (208, 16), "xlate": (224, 16), "source": (240, 16)}
KINDS = ("other", "branch", "load or store", "extended", "SIMD and FP")  # enum spu_op_kind
BRANCH, EXTENDED = 1, 3
EXCEPTION, SQUASHED = 1, 2  # enum spu_op_how


def entry(**fields):
    """The four words of an entry."""
    bits = 0
    for name, value in fields.items():
        low, width = FIELDS[name]
        bits |= (value & ((1 << width) - 1)) << low
    return tuple(bits >> 64 * word & ((1 << 64) - 1) for word in range(4))


def field_of(words, name):
    low, width = FIELDS[name]
    return words[low // 64] >> low % 64 & ((1 << width) - 1)


def builtin(limit, model):
    """A trace for self-tests: every kind, flag, event, way to end and latency that an entry can have and that the
    configuration's records show. All entries differ."""
    source = random.Random(1)
    entries = []
    for number in range(limit // model.width * model.width):
        kind = number % len(KINDS)
        memory, branch = kind > BRANCH, kind == BRANCH
        store = memory and source.random() < 0.5
        total = source.randint(1, BUILTIN_LONGEST)
        entries.append(entry(
            # Addresses have a walking one.
            pc=(0x400000 + 4 * number) ^ (4 << number % 44), valid=1, kind=kind, cond=source.getrandbits(1),
            indirect=branch and source.getrandbits(1), store=store, acq_rel=kind == EXTENDED,
            exclusive=kind == EXTENDED and source.getrandbits(1), atomic=kind == EXTENDED and source.getrandbits(1),
            how=SQUASHED if number % 32 == 31 else EXCEPTION if number % 16 == 15 else 0,
            va_valid=memory, va=source.getrandbits(48) if memory else 0,
            target_valid=branch and source.getrandbits(1), target=source.getrandbits(48) & ~3 if branch else 0,
            source_valid=memory and not store and model.source_bytes > 0,
            source=source.getrandbits(16 if model.source_bytes > 1 else 8),
            events=source.getrandbits(16) & (0xFFFC if model.events_bytes > 1 else 0xFC),
            total=total, issue=source.randint(0, total), xlate=source.randint(0, total) if memory else 0))
    return entries


@dataclass
class Run:
    entries: list  # whole rows
    settings: dict  # {register: value}, written in this order after a reset
    passes: int = 1
    el: int = 0
    contextidr: int = CONTEXTIDR
    loaded: bool = False  # the trace memory already has the entries


def ordinary(board, entries, interval, randomly=False):
    """A run with a sample every `interval` + 1 operations (up to 255 more if `randomly`), everything recorded, and the
    whole buffer memory as the Profiling Buffer."""
    # PMSCR_EL1: E0SPE, E1SPE, CX, PA, TS, and PCT for the physical time
    settings = {"PMSIRR_EL1": interval | randomly, "PMSICR_EL1": 0, "PMSFCR_EL1": 0, "PMBPTR_EL1": 0,
                "PMBLIMITR_EL1": board.buffer_bytes | 1, "PMSCR_EL1": 0x7B}
    return Run(entries, {board.model.find(name): value for name, value in settings.items()})


def passes_for(operations, entries):
    """The number of passes that dispatch at least this many operations."""
    valid = sum(field_of(words, "valid") for words in entries)
    return min(MOST_PASSES, -(-operations // valid)) if valid else 1


@dataclass
class Observed:
    """The results that were read after a run."""

    cycles: int = 0
    population: int = 0
    collisions: int = 0
    kept: int = 0
    registers: dict = field(default_factory=dict)  # {name: value}
    records: bytes = b""


def start(board, run):
    board.reset()
    if not run.loaded:
        board.write_words(TRACE, list(itertools.chain(*run.entries)))
    board.write("PE", run.el | run.contextidr << 32)
    for register, value in run.settings.items():
        board.msr(register.name, value)
    board.start(len(run.entries) // board.width, run.passes)


def finish(board, run):
    """Waits for the end, drains, and reads counters, registers and records."""
    board.wait()
    board.drain()
    counters = board.read_words(WORDS.index("CYCLES"), 4)
    registers = {name: board.mrs(name) for name in ("PMBPTR_EL1", "PMBSR_EL1", "PMSICR_EL1")}
    first = run.settings[board.model.find("PMBPTR_EL1")]
    return Observed(*counters, registers, board.download(first, registers["PMBPTR_EL1"]))


def play(board, run):
    """(expected, observed)"""
    expected = board.model.play(run, board.buffer_bytes)
    start(board, run)
    return expected, finish(board, run)


# ---------------------------------------------------------------------------------------------------------
# Comparison


def differences(expected, observed, model):
    """Lines that describe differences; empty if there are none."""
    lines = []
    if not expected.population <= observed.population <= expected.population_most:
        limits = dict.fromkeys((expected.population, expected.population_most))
        lines.append(f"POPULATION: expected {' to '.join(map(str, limits))}, got {observed.population}")
    for name in ("collisions", "kept", "cycles"):
        wanted, got = getattr(expected, name), getattr(observed, name)
        if got != wanted:
            lines.append(f"{name.upper()}: expected {wanted}, got {got}")
    for name, got in observed.registers.items():
        wanted = getattr(expected, name.partition("_")[0].lower())
        # If profiling stopped within the bound, the counter's value is unknown.
        if got != wanted and not (name == "PMSICR_EL1" and expected.stopped):
            register = model.registers[name]
            lines.append(f"{name}: expected 0x{wanted:x} {register.values(wanted)}, "
                         f"got 0x{got:x} {register.values(got)}")
    return lines + record_differences(expected.records, observed.records)


def record_differences(records, got):
    wanted = b"".join(records)
    if got == wanted:
        return []
    at = next((i for i, (a, b) in enumerate(zip(wanted, got)) if a != b), min(len(wanted), len(got)))
    if at == len(wanted):
        return [f"records: expected {len(records)}, and got {len(got) - at} more bytes"]
    number, start = 0, 0
    while start + len(records[number]) <= at:
        start += len(records[number])
        number += 1
    if at == len(got):
        return [f"records: expected {len(records)}, got only {len(got)} bytes: the first missing one is number "
                f"{number + 1}"]
    record = records[number]
    pairs = list(itertools.zip_longest(packets(record), packets(got[start:start + len(record)]), fillvalue=""))
    first = next((pair for pair in pairs if pair[0] != pair[1]), pairs[0])
    lines = [f"record {number + 1} of {len(records)} differs: "
             f"byte {at - start} of it (offset 0x{at:x} of the records)",
             f"  expected {first[0]}", f"  got      {first[1]}",
             "the whole record, expected (-) and received (+):"]
    for one, other in pairs:
        lines += [f"  {one}"] if one == other else [f"- {one}", f"+ {other}"]
    return lines


# ---------------------------------------------------------------------------------------------------------
# The command


def prepare(board, options):
    """The run that the options describe."""
    most = min(options.ops or board.entries, board.entries)
    trace = options.arguments[0]
    if trace == "builtin":
        entries = builtin(most, board.model)
    else:
        entries = board.model.trace(trace, options.skip, most)
    interval = options.interval or board.model.interval(entries, options.random)
    run = ordinary(board, entries, interval, options.random)
    run.el = options.el
    room = board.buffer_bytes // board.model.largest_record
    records = options.records or room // 4 * 3
    run.passes = options.passes or passes_for(records * (interval + 1), entries)
    for setting in options.set:
        name, _, value = setting.partition("=")
        register = board.model.find(name)
        if register is None:
            raise WrongUse(f"--set: {name}: no such register")
        run.settings[register] = number(value)
    return run


def number(text):
    """A number of 64 bits."""
    try:
        value = int(text, 0)
    except ValueError:
        value = -1
    if not 0 <= value < 1 << 64:
        raise WrongUse(f"{text}: not a number of 64 bits")
    return value


def command_run(board, options):
    run = prepare(board, options)
    expected = board.model.play(run, board.buffer_bytes)
    settings = [f"{register.name}=0x{value:x}" for register, value in run.settings.items()]
    longest = max(field_of(words, "total") for words in run.entries)
    print(f"board       {board}")
    print(f"trace       {options.arguments[0]}: {len(run.entries)} operations from number {options.skip} on, "
          f"the longest takes {longest} cycles")
    print(f"registers   {' '.join(settings[:3])}\n            {' '.join(settings[3:])}")
    print(f"run         {len(run.entries) // board.width} rows, {run.passes} passes at EL{run.el}: "
          f"{expected.operations} operations in {expected.clocks} cycles", flush=True)
    start(board, run)
    observed = finish(board, run)
    if options.output:
        with open(options.output, "wb") as file:
            file.write(observed.records)
    print(f"cycles      {observed.cycles} ({observed.cycles / board.clock_hz * 1e3:.3f} ms)")
    print(f"population  {observed.population} of {expected.operations} operations, "
          f"collisions {observed.collisions}, kept {observed.kept}")
    print(f"records     {len(observed.records)} bytes{', to ' + options.output if options.output else ''}")
    print(f"link        {board.link.report()}")
    judge(board, expected, observed)


def judge(board, expected, observed):
    found = differences(expected, observed, board.model)
    if found:
        print("result      mismatch with the model", *found, sep="\n", flush=True)
        raise Problem(f"{board.name}: mismatch with the model: {found[0]}")
    print(f"result      {len(expected.records)} records, counters and registers match the model", flush=True)
    if not expected.records:
        raise Problem(f"{board.name}: no record was expected, so none was compared: "
                      "more --passes or a smaller --interval")
    if expected.stopped:
        raise Problem(f"{board.name}: the buffer was full and profiling stopped: "
                      f"{expected.operations - observed.population} of {expected.operations} operations ran "
                      "unprofiled, without records; use fewer --records or a larger --interval")
