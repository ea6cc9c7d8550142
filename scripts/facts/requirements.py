# SPDX-License-Identifier: Apache-2.0
"""What is required of the unit, docs/requirements.toml, and what is made from it.

  build/gen/requirements.h  the sentences that reports of mismatches give
  build/docs/matrix.md      of matrix.py

load() reads the table. unknown_names() says what it names and the tree does not have: modules, functions, tests,
mutants, proofs. generate.py refuses a table with such a name.
"""

import dataclasses
import functools
import glob
import os
import re

from facts import common
from facts.common import FactError
from regression import stimuli

TABLE = "docs/requirements.toml"
HEADER = "requirements.h"
LONGEST = 84  # characters of a sentence, which a report gives in one line
LISTS = ("rtl", "model", "tests", "mutants", "proofs")
FIELDS = {"id": str, "title": str, "sentence": str, "source": str, **dict.fromkeys(LISTS, list)}
OPTIONAL = {"bins": str}
BINS = ("block", "pins", "none")  # the first, if there is no such field
RUNS = ("random", "program")  # of make test, in every configuration
# Checks of one combinational block by itself, and where they are.
CHECKS = {"exhaustive": "tb/test/exhaustive/{}_check.c", "vectors": "tb/test/vectors/{}_vectors.c"}
LOCKSTEP = "tb/test/lockstep/lockstep_test.py"
BLOCKS, PROOFS = "rtl/data/blocks.toml", "tb/formal/proofs.toml"
WRAPPER = "tb/test/exhaustive/{}_block.sv"  # the block that both of them check


@dataclasses.dataclass
class Requirement:
    """A requirement of the table (its head says what each field means), and the line at which it begins."""

    id: str
    title: str
    sentence: str
    source: str
    rtl: list
    model: list
    tests: list
    mutants: list
    proofs: list
    line: int
    bins: str = BINS[0]


@dataclasses.dataclass
class Requirements:
    """The table: where it is, its text, {letter: title}, and the requirements in order."""

    path: str
    text: str
    letters: dict
    rows: list

    def error(self, row, cause, name=None):
        """What is wrong with a requirement, at the line in which it has this name."""
        line = row.line if name is None else common.line_of(self.text, f'"{name}"', row.line)
        return FactError(self.path, line, f"{row.id}: {cause}")


def plain(words):
    """True if they are the same string in C and in a cell of a Markdown table."""
    return words.isascii() and words.isprintable() and not set('"\\|') & set(words)


def load(path=TABLE):
    """The table. Raises FactError at the first thing that is wrong with it, whatever the tree has."""
    table, text = common.load(path)
    letters = table.get("letters", {})
    for key in table:
        if key not in ("letters", "requirement"):
            raise FactError(path, common.line_of(text, key), f"unknown field {key}")
    requirements = Requirements(path, text, letters, [])
    numbers = dict.fromkeys(letters, 0)
    for entry, line in common.entries(path, table, text, "requirement"):
        try:
            common.check_fields(path, line, entry, FIELDS, OPTIONAL)
        except FactError as error:
            raise FactError(path, line, f"{entry.get('id', '?')}: {error.cause}") from None
        row = Requirement(**entry, line=line)
        letter, number = row.id[:1], row.id[1:]
        if letter not in letters:
            raise requirements.error(row, f"no letter {letter}")
        if row.id in [other.id for other in requirements.rows]:
            raise requirements.error(row, "it is there twice")
        numbers[letter] += 1
        if number != str(numbers[letter]):
            raise requirements.error(row, f"{letter}{numbers[letter]} comes here")
        if len(row.sentence) > LONGEST:
            raise requirements.error(row, f"a sentence of more than {LONGEST} characters")
        if row.bins not in BINS:
            raise requirements.error(row, f"bins are neither {' nor '.join(BINS)}")
        for words in (row.title, row.sentence, row.source):
            if not plain(words):
                raise requirements.error(row, f"`{words}` is no plain string in C and Markdown")
        for field in LISTS:
            names = getattr(row, field)
            if not names and field != "proofs" and not (field == "model" and row.rtl and is_beside(row)):
                raise requirements.error(row, f"{field} is empty")
            if len(set(names)) != len(names):
                raise requirements.error(row, f"{field} has a name twice")
        requirements.rows.append(row)
    order = [list(letters).index(row.id[0]) for row in requirements.rows]
    if order != sorted(order):
        row = next(row for row, before, here in zip(requirements.rows[1:], order, order[1:]) if here < before)
        raise requirements.error(row, "not in the order of the letters")
    for letter, number in numbers.items():
        if number == 0:
            raise FactError(path, common.line_of(text, f"{letter} = "), f"no requirement has the letter {letter}")
    return requirements


def is_beside(row):
    """True if all RTL of a requirement stands beside the unit: the model has no such thing."""
    files = {file for entry in common.load(BLOCKS)[0].get("beside", []) for file in entry["rtl"]}
    return {name.partition(":")[0] for name in row.rtl} <= files


# ---------------------------------------------------------------------------------------------------------
# Does what the table names exist?


@functools.cache
def text_of(path):
    return common.read(path)


def no_name(directory, name):
    """Why `file:function` is not there, or None. A name has to stand as a word of its own, outside comments."""
    path, _, function = name.partition(":")
    if not os.path.isfile(f"{directory}/{path}"):
        return f"no file {directory}/{path}"
    if not function:
        return f"{name}: no name after the file"
    if not re.search(rf"(?m)^(?!\s*//).*\b{re.escape(function)}\b", text_of(f"{directory}/{path}")):
        return f"{directory}/{path} has no {function}"
    return None


def test_folder(file):
    """Where in tb/test a file is: names are unique there."""
    return next((os.path.dirname(path) for path in glob.glob(f"tb/test/*/{glob.escape(file)}")), "tb/test")


@functools.cache
def scenarios():
    return set(stimuli.scenarios())


def no_test(row, name):
    """Why a test of a requirement does not exist, or None. What is done with a block by itself counts only if the block
    holds a module of the requirement."""
    kind, _, test = name.partition(":")
    if name in RUNS:
        return None if f"def test_{name}(" in text_of(LOCKSTEP) else f"{LOCKSTEP} has no run {name}"
    if kind == "directed":
        return None if test in scenarios() else f"no scenario {test}"
    if kind not in CHECKS:
        return no_name(test_folder(name.partition(":")[0]), name)
    paths = [CHECKS[kind].format(test), WRAPPER.format(test)]
    for path in paths:
        if not os.path.isfile(path):
            return f"no file {path}"
    modules = sorted({place.partition(".sv:")[0] for place in row.rtl})
    if not any(re.search(rf"^\s*{module} #\(", text_of(paths[1]), re.M) for module in modules):
        return f"{paths[1]} has none of {' '.join(modules)}"
    return None


@functools.cache
def mutants():
    """{name: file} of the mutants."""
    from facts import mutants as table  # which reads the list of blocks, which uses this

    return {mutant.name: mutant.file for mutant in table.load()}


def no_mutant(row, name):
    """Why a mutant does not count for a requirement, or None: it must change what the requirement says does it."""
    if name not in mutants():
        return f"no mutant {name}"
    file = os.path.basename(mutants()[name])
    if file not in {place.partition(":")[0] for place in row.rtl + row.model}:
        return f"{name} is in {file}, which the requirement does not name"
    return None


@functools.cache
def proofs():
    """Names of the proofs."""
    return set(common.load(PROOFS)[0]) - {"sets"}


WHY_UNKNOWN = {"rtl": lambda row, name: no_name("rtl", name), "model": lambda row, name: no_name("cmodel", name),
               "tests": no_test, "mutants": no_mutant,
               "proofs": lambda row, name: None if name in proofs() else f"no proof {name}"}


def unknown_names(requirements, fields=LISTS):
    """A FactError for each name in these fields that the tree does not have."""
    found = [(row, name, WHY_UNKNOWN[field](row, name)) for row in requirements.rows for field in fields
             for name in getattr(row, field)]
    return [requirements.error(row, cause, name) for row, name, cause in found if cause]


# ---------------------------------------------------------------------------------------------------------
# What is made


def header_text(requirements):
    items = [f'"{row.id}", "{row.sentence}", "{row.bins}"' for row in requirements.rows]
    what = "X(ID, sentence, whose bins of functional coverage it has) of each requirement"
    return "\n".join([*common.made_from(TABLE), "#ifndef REQUIREMENTS_H", "#define REQUIREMENTS_H",
                      *common.c_list(what, "REQUIREMENTS", items), "", "#endif", ""])


def committed(_):
    """Nothing is in the tree; a table that names what does not exist is refused."""
    for error in unknown_names(load()):
        raise error
    return {}


def built():
    return {HEADER: header_text(load())}
