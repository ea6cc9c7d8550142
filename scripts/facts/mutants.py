# SPDX-License-Identifier: Apache-2.0
"""The mutants, tb/unit/mutants/*.toml: small changes of rtl/, cmodel/ and fpga/, and what must catch each of them.
There is a table for each block, one for modules beside the unit, and one for the boards.

docs/verification.md#mutants describes the fields. load() reads the tables; changed_text() returns the file with the
change; check_texts() reports changes that cannot be made. formal_tables.expectations_of() looks up the proofs and
properties."""

import collections
import dataclasses
import functools
import glob
import os
import re

from facts import blocks, common, configuration_table
from facts.common import FactError

TABLES = "tb/unit/mutants/*.toml"
PAIRS = "tb/unit/mutants/pairs.toml"  # of pairs.py
UNIT = "unit"  # the table of mutants in files that belong to no block
BOARDS = "fpga"  # the table of mutants of fpga/, which unit tests must catch
NEEDED = {"does": str, "change": list}
OPTIONAL = {"lockstep": dict, "tests": list, "properties": list}
CATCHERS = ("lockstep", "tests", "properties")
LOCKSTEP = {"expect": list}
LOCKSTEP_OPTIONAL = {"config": str, "runs": list, "blocks": list, "assertions": bool}
PROPERTY = {"name": str, "proof": str}
PROPERTY_OPTIONAL = {"config": str, "depth": int}
# The lockstep runs of a mutant, in this order.
RUNS = {
    "directed": ["--stimulus", "directed"],
    "random1": ["--stimulus", "random", "--cycles", "300000", "--seed", "1"],
    "random2": ["--stimulus", "random", "--cycles", "300000", "--seed", "2"],
    "random3": ["--stimulus", "random", "--cycles", "1000000", "--seed", "3"],
}
# The suffix of the unit tests that can catch a mutant, by folder of the changed file.
TESTS = {"rtl": ".sv", "cmodel": ".c", "fpga": ".sv"}
# Names in reports: a pseudocode function, a section of the Arm ARM, a pin or an assertion.
NAMED = re.compile(r"\w+|[A-Z]\d+(\.\d+)+")


@dataclasses.dataclass
class Lockstep:
    """What the report of a lockstep run must name, and the options of the run."""

    expect: list
    config: str = "base"
    runs: list = dataclasses.field(default_factory=lambda: list(RUNS))
    blocks: list = dataclasses.field(default_factory=list)
    assertions: bool = False


@dataclasses.dataclass
class Property:
    """An assertion that must fail, and the proof, configuration and number of cycles in which it must."""

    name: str
    proof: str
    config: str = ""  # empty: the proof's first
    depth: int = 0  # 0: the proof's


@dataclasses.dataclass
class Mutant:
    """A mutant, its table, and the line at which it begins."""

    name: str
    does: str
    file: str
    search: str
    replace: str
    block: str  # or UNIT or BOARDS, if its file belongs to no block
    path: str
    line: int
    lockstep: Lockstep = None
    tests: list = dataclasses.field(default_factory=list)
    properties: list = dataclasses.field(default_factory=list)

    def error(self, cause, what=None):
        """An error about the mutant, at the line that contains `what`."""
        line = common.line_of(common.read(self.path), what, self.line) if what else self.line
        return FactError(self.path, line, f"{self.name}: {cause}")

    def blocks(self):
        """The blocks that a report may suspect."""
        named = self.lockstep.blocks if self.lockstep else []
        return named or [self.block] * (self.block not in (UNIT, BOARDS))


def load():
    """The mutants of all tables. Raises FactError at the first error in one, without reading the changed files."""
    known = blocks.load()
    paths = sorted(set(glob.glob(TABLES)) - {PAIRS})
    if not paths:
        raise FactError(TABLES, 1, "no table")
    mutants = []
    for path in paths:
        block = os.path.basename(path).removesuffix(".toml")
        beside = [row.name for row in known.beside]
        others = [*beside, BOARDS, UNIT]
        if block not in [*known.names(), *others]:
            raise FactError(path, 1, f"no block {block} (there are: {' '.join([*known.names(), *others])})")
        table, text = common.load(path)
        mutants += [mutant_of(path, common.line_of_key(text, name), name, entry, block, known)
                    for name, entry in table.items()]
    seen = {}
    for mutant in mutants:
        other = seen.setdefault(mutant.name, mutant)
        if other is not mutant:
            raise mutant.error(f"it is also in {other.path}")
    return mutants


def fields_of(path, line, name, entry, needed, optional, where=""):
    """common.check_fields() for a part of a mutant. Lists contain strings, except that of the properties."""
    try:
        common.check_fields(path, line, entry, needed, optional)
    except FactError as error:
        raise FactError(path, line, f"{name}: {where}{error.cause}") from None
    for field, value in entry.items():
        kind = dict if field == "properties" else str
        if isinstance(value, list) and not all(isinstance(item, kind) for item in value):
            raise FactError(path, line, f"{name}: {where}{field} is not a list of {kind.__name__}")


def mutant_of(path, line, name, entry, block, known):
    """The mutant of an entry, checked."""
    if not isinstance(entry, dict):
        raise FactError(path, line, f"{name} is not a mutant")
    change = entry.get("change")
    removed = isinstance(change, list) and change[2:] == [""]  # the only item that may be empty
    checked = {**entry, "change": [*change[:2], "-"]} if removed else entry
    fields_of(path, line, name, checked, NEEDED, OPTIONAL)
    if len(change) != 3:
        raise FactError(path, line, f"{name}: change is not a list of file, text to search for, replacement")
    mutant = Mutant(name, entry["does"], *change, block=block, path=path, line=line)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise mutant.error("a name consists of small letters, digits and _")
    if not any(entry.get(catcher) for catcher in CATCHERS):
        raise mutant.error(f"nothing must catch it: none of {', '.join(CATCHERS)}")
    if not os.path.isfile(mutant.file):
        raise mutant.error(f"no file {mutant.file}", "change = ")
    own = blocks.block_of(known, mutant.file) or (
        UNIT if os.path.basename(mutant.file) in known.unit["rtl"] + known.unit["model"] else
        BOARDS if tree_of(mutant) == BOARDS else None)
    if own != block:
        raise mutant.error(f"{mutant.file} belongs to {own or 'neither unit nor model'}, not to {block}", "change = ")
    if mutant.search == mutant.replace:
        raise mutant.error("search and replace are the same", "change = ")
    if "lockstep" in entry and block in [BOARDS, *(row.name for row in known.beside)]:
        raise mutant.error(f"{block} is outside the unit: lockstep cannot catch it", "lockstep")
    if "lockstep" in entry:
        mutant.lockstep = lockstep_of(mutant, entry["lockstep"], known)
    mutant.tests = entry.get("tests", [])
    check_tests(mutant)
    for row in entry.get("properties", []):
        fields_of(path, line, name, row, PROPERTY, PROPERTY_OPTIONAL, "properties: ")
        if row.get("depth", 1) < 1:
            raise mutant.error(f"{row['name']}: depth is not a number above 0", f'"{row["name"]}"')
        mutant.properties.append(Property(**row))
    counts = collections.Counter((row.name, row.proof, row.config) for row in mutant.properties)
    for row in mutant.properties:
        if counts[row.name, row.proof, row.config] > 1:
            raise mutant.error(f"{row.name} appears twice", f'"{row.name}"')
    return mutant


def lockstep_of(mutant, entry, known):
    fields_of(mutant.path, mutant.line, mutant.name, entry, LOCKSTEP, LOCKSTEP_OPTIONAL, "lockstep: ")
    lockstep = Lockstep(**entry)
    if not lockstep.expect:
        raise mutant.error("lockstep: expect is empty", "lockstep")
    for name in lockstep.expect:
        if not NAMED.fullmatch(name):
            raise mutant.error(f"no report names `{name}`", f'"{name}"')
    for block in lockstep.blocks:
        if block not in known.names():
            raise mutant.error(f"no block {block} (there are: {' '.join(known.names())})", "lockstep")
    if not lockstep.runs:
        raise mutant.error("lockstep: runs is empty", "lockstep")
    for run in lockstep.runs:
        if run not in RUNS:
            raise mutant.error(f"no run {run} (there are: {' '.join(RUNS)})", "lockstep")
    table = configuration_table.table()
    if lockstep.config not in table.named | table.swept:
        raise mutant.error(f"no configuration {lockstep.config}", "lockstep")
    if lockstep.config in table.swept and tree_of(mutant) != "rtl":
        raise mutant.error("only a mutant of the unit can run in a configuration of the sweep", "lockstep")
    return lockstep


def check_tests(mutant):
    if mutant.tests and mutant.lockstep:
        raise mutant.error("both lockstep and tests", "tests = ")
    suffix = TESTS[tree_of(mutant)]
    for name in mutant.tests:
        if not common.tests(f"{glob.escape(name)}{suffix}"):
            raise mutant.error(f"no test {name}{suffix}", "tests = ")


def tree_of(mutant):
    """rtl, cmodel or fpga."""
    return mutant.file.partition("/")[0]


@functools.cache
def text_of(path):
    return common.read(path)


def changed_text(mutant):
    """The changed text of the file. Raises FactError unless the text to search for occurs exactly once."""
    text = text_of(mutant.file)
    if text.count(mutant.search) != 1:
        raise mutant.error(f"its search text occurs {text.count(mutant.search)} times in {mutant.file} instead of "
                           "once", "change = ")
    return text.replace(mutant.search, mutant.replace)


def check_texts(mutants):
    """A FactError for each change that cannot be made, or that another mutant also makes."""
    wrong, made = [], {}
    for mutant in mutants:
        try:
            other = made.setdefault((mutant.file, changed_text(mutant)), mutant)
            if other is not mutant:
                wrong.append(mutant.error(f"the same change as {other.name}", "change = "))
        except FactError as error:
            wrong.append(error)
    return wrong
