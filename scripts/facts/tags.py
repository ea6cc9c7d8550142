# SPDX-License-Identifier: Apache-2.0
"""The requirements and rules of the architecture of which a test, a mutant or a proof is evidence, as tags at its
beginning.

  TEST(full_event_keeps_dl)  // G2, RNXZXG             behind its first line
  // G2, RNXZXG: a full buffer leaves DL alone.        at the beginning of the comment above it
  [buffer_full_late]  # G2                             behind the header of a mutant or a proof

A tag is the ID of a requirement (`G2`), a range of them (`G2-G4`), the identifier of a rule (`RNXZXG`), or a section,
with the name of a part of it in docs/rules.toml. The rest of such a comment follows the tags. Documents and sections
without a requirement or rule of their own may be among the tags; they are only references.
"""

import dataclasses
import functools
import glob
import os
import re

from facts import common
from facts.common import FactError

# The first line of a test, with a group for its name, by the names of files that contain tests (common.tests).
TESTS = {
    "*_test.c": r"(?:[A-Z]+_)*TEST(?:_WITH)?\((\w+).*?",
    "*_test.py": r"def (test_\w+)\(.*?",
    "*_test.sv": r"module (\w+);",
    "*_check.c": r"void (check_block)\(struct space \*space\)",
    "*_vectors.c": r"const struct vectors_group (vectors_groups)\[\] = .*?",
}
SCENARIOS = "tb/unit/stimulus/directed/*.c"
SCENARIO = r"(?:void scenario_|SCENARIO(?:_IF)?\()(\w+).*?"
ENTRIES = {"mutants": "tb/unit/mutants/*.toml", "proofs": "tb/unit/formal/proofs.toml"}
ENTRY = r"\[([\w-]+)\]"
IDENTIFIER = "[DIR][B-DF-HJ-NP-TV-Z]{5}"  # of a rule, as the manual prints it, without its subscripts
RANGE = re.compile(r"([A-Z])(\d+)(?:-| to |\.\.)\1?(\d+)")
TAG = rf"(?:[A-Z]\d+(?:\.\d+)+(?: [\w/ -]+)?|[A-Z]\d+(?:(?:-| to |\.\.)[A-Z]?\d+)?|{IDENTIFIER})"
TAGS = re.compile(rf"({TAG}(?:, {TAG})*)(?=[:.,;]| \(|$)")


@dataclasses.dataclass
class Place:
    """A test, mutant or proof: its name, file, first line and tags."""

    name: str
    path: str
    line: int
    tags: list


def tags_of(comment):
    """The tags at the beginning of a comment, with ranges in full; a section with an identifier becomes that
    identifier. A word that begins like an ID but is not one is a tag that unknown() refuses."""
    found = []
    begins = TAGS.match(comment)
    if not begins:
        return [comment[:40]] if re.match(r"[A-Z]\d+\b(?!\.\d)", comment) else []
    for word in begins[1].split(", "):
        span = RANGE.fullmatch(word)
        if span:
            found += [f"{span[1]}{number}" for number in range(int(span[2]), int(span[3]) + 1)] or [word]
        else:
            found.append(re.sub(rf"^[A-Z][\d.]+ (?={IDENTIFIER}$)", "", word))
    return found


def first_of_comment(lines, number, sign):
    """The index of the first line of the comment that ends above a line; the line itself if there is none."""
    while number and lines[number - 1].startswith(sign):
        number -= 1
    return number


def places_of(path, begins, sign, name_of):
    """The places of a file: `begins` matches the first line of each, up to its comment."""
    lines = common.read(path).splitlines()
    found = []
    for number, line in enumerate(lines):
        here = re.fullmatch(rf"{begins}(?:  {sign} (.*))?", line)
        if here:
            above = lines[first_of_comment(lines, number, sign):number]
            tags = tags_of(here[2] or "") + tags_of(" ".join(line.removeprefix(sign).strip() for line in above))
            found.append(Place(name_of(path, here[1]), path, number + 1, list(dict.fromkeys(tags))))
    return found


def name_of_test(path, name):
    """`file:name`, or `kind:name` for what make runs under another name: a scenario, a check of a single block."""
    file = os.path.basename(path)
    if path.startswith("tb/unit/stimulus/"):
        return f"directed:{name}"
    for kind, end in (("exhaustive", "_check.c"), ("vectors", "_vectors.c")):
        if file.endswith(end):
            return f"{kind}:{file.removesuffix(end)}"
    return f"{file}:{name}"


@functools.cache
def places():
    """{kind: places} of tests, mutants and proofs."""
    files = [(path, begins) for pattern, begins in TESTS.items() for path in common.tests(pattern)]
    files += [(path, SCENARIO) for path in sorted(glob.glob(SCENARIOS))]
    tests = [place for path, begins in files
             for place in places_of(path, begins, "#" if path.endswith(".py") else "//", name_of_test)]
    return {"tests": tests} | {kind: [place for path in sorted(glob.glob(pattern))
                                      for place in places_of(path, ENTRY, "#", lambda _, name: name)]
                               for kind, pattern in ENTRIES.items()}


@functools.cache
def evidence():
    """{kind: {tag: names of the places with this tag}}."""
    found = {}
    for kind, every in places().items():
        of = found.setdefault(kind, {})
        for place in every:
            for tag in place.tags:
                of.setdefault(tag, []).append(place.name)
    return found


def unknown(letters, requirements, rules):
    """A FactError for each tag that has the form of a requirement or a rule but is neither: an ID with one of the
    letters, an identifier, a part of a section of D17 or D18."""
    looks = re.compile(rf"[{''.join(letters)}]\d+(?!\.|\d).*|{IDENTIFIER}|D1[78][\d.]+ .*")
    return [FactError(place.path, place.line, f"{place.name}: {tag} is neither a requirement nor a rule")
            for every in places().values() for place in every for tag in place.tags
            if looks.fullmatch(tag) and tag not in requirements and tag not in rules]
