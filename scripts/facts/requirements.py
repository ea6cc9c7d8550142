# SPDX-License-Identifier: Apache-2.0
"""The requirements of the unit, docs/requirements.toml, and the files generated from them.

  build/gen/requirements.h  the sentences, for mismatch reports
  build/docs/matrix.md      made by matrix.py

load() reads the table; tests, mutants and proofs of a requirement are those that name it (tags.py). wrong_names()
reports names in the table that do not exist, and evidence that does not count for a requirement. generate.py refuses
both.
"""

import dataclasses
import functools
import os
import re

from facts import common, tags
from facts.common import FactError
from regression import stimuli

TABLE, HEADER = "docs/requirements.toml", "requirements.h"
LONGEST = 84  # characters of a sentence, which a report prints in one line
NEEDED = {"sentence": str, "source": str, "rtl": list}
OPTIONAL = {"model": list}
BINS = ("block", "pins", "none")  # what the bins belong to; the first is the default
# Checks of a single combinational block, and their files.
CHECKS = {"exhaustive": "tb/unit/test/exhaustive/{}_check.c", "vectors": "tb/unit/test/vectors/{}_vectors.c"}
BLOCKS, PROOFS = "rtl/data/blocks.toml", tags.ENTRIES["proofs"]
WRAPPER = "tb/unit/test/exhaustive/{}_block.sv"  # the block that both of them check


@dataclasses.dataclass
class Requirement:
    """A requirement of the table (whose head describes the fields), and the line at which it begins."""

    id: str
    sentence: str
    source: str
    rtl: list
    line: int
    model: list = dataclasses.field(default_factory=list)
    bins: str = BINS[0]

    def shown_by(self, kind):
        """The names of its tests, mutants or proofs."""
        return tags.evidence()[kind].get(self.id, [])


@dataclasses.dataclass
class Requirements:
    """The table: its path, its text, {letter: title}, and the requirements in order."""

    path: str
    text: str
    letters: dict
    rows: list

    def error(self, row, cause, name=None):
        """An error about a requirement, at the line of the requirement that contains this name."""
        line = row.line if name is None else common.line_of(self.text, f'"{name}"', row.line)
        return FactError(self.path, line, f"{row.id}: {cause}")


def plain(words):
    """True if the words are the same string in C and in a cell of a Markdown table."""
    return words.isascii() and words.isprintable() and not set('"\\|') & set(words)


def load(path=TABLE):
    """The table. Raises FactError at its first error, without looking at the tree."""
    table, text = common.load(path)
    letters, bins = table.pop("letters", {}), table.pop("bins", {})
    for kind, names in bins.items():
        for name in [kind] * (kind not in BINS[1:]) + [name for name in names if name not in table]:
            raise FactError(path, common.line_of(text, name, common.line_of(text, "[bins]")), f"bins: no {name}")
    requirements = Requirements(path, text, letters, [])
    numbers = dict.fromkeys(letters, 0)
    for identifier, entry in table.items():
        line = common.line_of_key(text, identifier)
        letter, number = identifier[:1], identifier[1:]
        if letter not in letters or not isinstance(entry, dict):
            raise FactError(path, common.line_of(text, identifier), f"{identifier}: no letter {letter}")
        try:
            common.check_fields(path, line, entry, NEEDED, OPTIONAL)
        except FactError as error:
            raise FactError(path, line, f"{identifier}: {error.cause}") from None
        kinds = [kind for kind, names in bins.items() if identifier in names]
        row = Requirement(identifier, line=line, **entry, bins=kinds[0] if kinds else BINS[0])
        numbers[letter] += 1
        if number != str(numbers[letter]):
            raise requirements.error(row, f"expected {letter}{numbers[letter]} here")
        if len(row.sentence) > LONGEST:
            raise requirements.error(row, f"a sentence of more than {LONGEST} characters")
        if len(kinds) > 1:
            raise requirements.error(row, f"bins: both {' and '.join(kinds)}")
        for words in (row.sentence, row.source):
            if not plain(words):
                raise requirements.error(row, f"`{words}` is not a plain string in C and Markdown")
        for field in ("rtl", "model"):
            names = getattr(row, field)
            if not names and not (field == "model" and row.rtl and is_beside(row)):
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
    """True if all RTL of a requirement is outside the unit: the model has no counterpart of it."""
    files = {file for entry in common.load(BLOCKS)[0].get("beside", []) for file in entry["rtl"]}
    return {name.partition(":")[0] for name in row.rtl} <= files


# ---------------------------------------------------------------------------------------------------------
# Checks that the names in the table exist


@functools.cache
def text_of(path):
    return common.read(path)


def no_name(directory, name):
    """Why `file:function` does not exist, or None. A name must be a whole word, outside comments."""
    path, _, function = name.partition(":")
    if not os.path.isfile(f"{directory}/{path}"):
        return f"no file {directory}/{path}"
    if not function:
        return f"{name}: no name after the file"
    if not re.search(rf"(?m)^(?!\s*//).*\b{re.escape(function)}\b", text_of(f"{directory}/{path}")):
        return f"{directory}/{path} has no {function}"
    return None


@functools.cache
def scenarios():
    return set(stimuli.scenarios())


def no_block(row, name):
    """Why a check of a single block does not count for a requirement, or None: the block must contain one of the
    requirement's modules."""
    kind, _, block = name.partition(":")
    path = WRAPPER.format(block)
    if kind not in CHECKS:
        return None
    modules = sorted({place.partition(".sv:")[0] for place in row.rtl})
    if any(re.search(rf"^\s*{module} #\(", text_of(path), re.M) for module in modules):
        return None
    return f"{path} has none of {' '.join(modules)}"


@functools.cache
def mutants():
    """{name: file} of the mutants."""
    from facts import mutants as table  # not at the top: it imports the blocks, which import this

    return {mutant.name: mutant.file for mutant in table.load()}


def no_mutant(row, name):
    """Why a mutant does not count for a requirement, or None: it must change a file that the requirement names."""
    if name not in mutants():
        return f"{name} is not a mutant"
    file = os.path.basename(mutants()[name])
    if file not in {place.partition(":")[0] for place in row.rtl + row.model}:
        return f"{name} is in {file}, which the requirement does not name"
    return None


def wrong_names(requirements):
    """A FactError for each name in the table that does not exist, and for each requirement without a test or with
    evidence that does not count."""
    found = []
    for row in requirements.rows:
        found += [(row, name, no_name(folder, name))
                  for folder, names in (("rtl", row.rtl), ("cmodel", row.model)) for name in names]
        found += [(row, None, f"no {kind} name it") for kind in ("tests", "mutants") if not row.shown_by(kind)]
        found += [(row, None, no_block(row, name)) for name in row.shown_by("tests")]
        found += [(row, None, no_mutant(row, name)) for name in row.shown_by("mutants")]
    return [requirements.error(row, cause, name) for row, name, cause in found if cause]


# ---------------------------------------------------------------------------------------------------------
# Generated files


def header_text(requirements):
    items = [f'"{row.id}", "{row.sentence}", "{row.bins}"' for row in requirements.rows]
    what = "X(ID, sentence, what its bins of functional coverage belong to) of each requirement"
    return "\n".join([*common.made_from(TABLE), "#ifndef REQUIREMENTS_H", "#define REQUIREMENTS_H",
                      *common.c_list(what, "REQUIREMENTS", items), "", "#endif", ""])


def committed(_):
    """Nothing is committed; refuses a table that names something that does not exist."""
    for error in wrong_names(load()):
        raise error
    return {}


def built():
    return {HEADER: header_text(load())}
