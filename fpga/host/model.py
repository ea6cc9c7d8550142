# SPDX-License-Identifier: Apache-2.0
"""The reference model, which spu-expect drives, and spe-dump: programs in the same folder as spu-host."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass

from problem import WrongUse

PROGRAMS = os.path.dirname(os.path.realpath(sys.argv[0]))

# The result of an access (enum spu_verdict).
VERDICTS = ("done", "UNDEFINED", "trapped to EL1", "trapped to EL2", "trapped to EL3", "became a memory access")
ACCESS_OK = 0


@dataclass(eq=False)
class Register:
    name: str
    encoding: int
    profiling: bool
    access: str  # RW, RO or WO
    fields: list  # (name, high, low)

    def values(self, value):
        """{field: value} of the fields that are not zero."""
        parts = {name: value >> low & ((1 << (high - low + 1)) - 1) for name, high, low in self.fields}
        return {name: part for name, part in parts.items() if part}


class Expected:
    """The model's results of a run: numbers by name, and records."""

    def __init__(self, lines):
        self.records = [bytes.fromhex(rest[0]) for name, *rest in lines if name == "record"]
        self.__dict__ |= {name: int(rest[0]) for name, *rest in lines if name not in ("record", "access")}


class Model:
    """The model in one configuration."""

    def __init__(self, config):
        self.config = config
        (_, *sizes), *registers = self.ask("config", "registers")
        self.width, self.axi_bytes, self.largest_record, self.events_bytes, self.source_bytes = map(int, sizes)
        self.registers = {}
        for _, name, encoding, kind, access, *fields in registers:
            parts = [field.rsplit(":", 2) for field in fields]
            self.registers[name] = Register(name, int(encoding, 0), kind == "profiling", access,
                                            [(part, int(high), int(low)) for part, high, low in parts])

    def ask(self, *commands):
        """The words of the answers."""
        done = subprocess.run([f"{PROGRAMS}/spu-expect", self.config], input="".join(f"{line}\n" for line in commands),
                              capture_output=True, text=True, check=False)
        if done.returncode:
            raise WrongUse(done.stderr.strip().removeprefix("spu-expect: "))
        return [line.split() for line in done.stdout.splitlines()]

    def profiling(self):
        return [register for register in self.registers.values() if register.profiling]

    def find(self, name):
        """The register with that name or generic name (S3_0_C9_C10_1), in any case, or None."""
        known = self.registers.get(name.upper())
        if known:
            return known
        generic = re.fullmatch(r"S([0-3])_([0-7])_C(1[0-5]|\d)_C(1[0-5]|\d)_([0-7])", name.upper())
        if not generic:
            return None
        op0, op1, crn, crm, op2 = map(int, generic.groups())
        encoding = op0 << 14 | op1 << 11 | crn << 7 | crm << 3 | op2
        same = [register for register in self.registers.values() if register.encoding == encoding]
        return same[0] if same else Register(name.upper(), encoding, False, "RW", [])

    def accesses(self, accesses):
        """[(verdict, value)] of accesses (register, value, or None for a read), after a reset."""
        answers = self.ask(*(access_line(register, value) for register, value in accesses))
        return [(int(verdict), int(value, 0)) for _, verdict, value in answers]

    def trace(self, path, first, most):
        """Entries of the player for operations of a trace."""
        return [tuple(int(word, 0) for word in words) for _, *words in self.ask(f"trace {first} {most} {path}")]

    def interval(self, entries, randomly):
        """The smallest interval with which a run of these entries is deterministic."""
        return int(self.ask(*map(entry_line, entries), "interval")[0][2 if randomly else 1])

    def play(self, run, buffer_bytes):
        """The results of a run on a board with a buffer of this size."""
        rows = len(run.entries) // self.width
        lines = self.ask(*map(entry_line, run.entries), *(access_line(*setting) for setting in run.settings.items()),
                         f"play {rows} {run.passes} {run.el} {run.contextidr} {buffer_bytes}")
        for (register, _), (_, verdict, _) in zip(run.settings.items(), lines):
            if int(verdict) != ACCESS_OK:
                raise WrongUse(f"{register.name}: {refusal(int(verdict), register, write=True)}")
        return Expected(lines)


def access_line(register, value):
    return f"mrs {register.encoding}" if value is None else f"msr {register.encoding} {value}"


def entry_line(words):
    return "entry " + " ".join(map(hex, words))


def refusal(verdict, register, write):
    """Why the unit refused an access, in words."""
    if verdict >= len(VERDICTS):
        return "refused, with an undefined verdict"
    if VERDICTS[verdict] != "UNDEFINED":
        return VERDICTS[verdict]
    if register.access == ("RO" if write else "WO"):
        return f"UNDEFINED: it is {'read' if write else 'write'} only"
    return "UNDEFINED: this configuration has no such register, or EL1 may not use it"


def packets(record):
    """A record in the format of spe-dump, one line per packet, without offsets."""
    done = subprocess.run([f"{PROGRAMS}/spe-dump", "-"], input=record, capture_output=True, check=False)
    return [re.sub(r" {2,}", "  ", line.partition(":  ")[2]) for line in done.stdout.decode().splitlines() if line]
