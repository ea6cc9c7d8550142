# SPDX-License-Identifier: Apache-2.0
"""The blocks of the unit, rtl/data/blocks.toml, and what is made from them.

  docs/theory-of-operation.md  the tables between its marks; committed
  build/gen/blocks.h           what reports of mismatches and functional coverage know of them; built

load() reads the list; block_of() says which block a file is of. Scripts that run in other directories give the root of
the tree.
"""

import dataclasses
import glob
import os
import re

from facts import common, requirements
from facts.common import FactError

TABLE = "rtl/data/blocks.toml"
SOURCES = "rtl/files.f"
DOCUMENT, HEADER = "docs/theory-of-operation.md", "blocks.h"
BLOCK = {"name": str, "datapath": bool, "letters": list, "does": str, "violates": str, "look_at": list,
         "waves": dict}
FILES = {"rtl": list, "model": list}
OPTIONAL = {**FILES, "coverage": str, "counterpart": list, "violates_in": dict, "part": list}
PART = {"name": str, "does": str, **FILES}
WAVES = {"colour": int, "rows": str}
WAVES_OPTIONAL = {"below": str, "state_of": str}
BESIDE = {"name": str, "letters": list, "does": str, "rtl": list}
SIGNALS = {"name": str, "place": str, **WAVES}
HOW = ("", "bin", "dec", "level", "register")


@dataclasses.dataclass
class Waves:
    """What a waveform shows: rows are (name, path, how)."""

    colour: int
    below: str
    state_of: str
    rows: list


@dataclasses.dataclass
class Part:
    """A part of a block."""

    name: str
    does: str
    rtl: list
    model: list


@dataclasses.dataclass
class Block:
    """A block of the list (its head says what each field means), and the line at which it begins."""

    name: str
    datapath: bool
    letters: list
    does: str
    rtl: list
    model: list
    counterpart: list
    violates: dict  # {file of its RTL, or assertion there: requirement}
    coverage: str  # empty: it has no bins
    look_at: list
    waves: Waves
    parts: list
    line: int


@dataclasses.dataclass
class Signals:
    """Signals of no block in a waveform."""

    name: str
    place: str
    waves: Waves


@dataclasses.dataclass
class Beside:
    """What stands beside spu_top, and the line at which it begins."""

    name: str
    letters: list
    does: str
    rtl: list
    line: int
    model: list = dataclasses.field(default_factory=list)  # has none of it


@dataclasses.dataclass
class Blocks:
    """The list: its blocks in order, the files {"rtl", "model"} of none, signals of none, and what stands beside
    spu_top."""

    rows: list
    unit: dict
    signals: list
    beside: list

    def names(self):
        return [block.name for block in self.rows]


def load(root=""):
    """The list in the tree `root`. Raises FactError at the first thing that is wrong with it, or does not exist."""
    path = os.path.join(root, TABLE)
    table, text = common.load(path)
    for key in table:
        if key not in ("unit", "beside", "signals", "block"):
            raise FactError(path, common.line_of(text, key), f"unknown field {key}")
    unit = table.get("unit", {})
    common.check_fields(path, common.line_of(text, "[unit]"), unit, FILES)
    signals = []
    for entry, line in common.entries(path, table, text, "signals"):
        check(path, line, entry, SIGNALS, WAVES_OPTIONAL)
        if entry["place"] not in ("first", "last"):
            raise FactError(path, line, f"{entry['name']}: place is neither first nor last")
        signals.append(Signals(entry["name"], entry["place"], waves_of(path, text, line, entry["name"], entry)))
    blocks = Blocks([], unit, signals, [])
    for entry, line in common.entries(path, table, text, "beside"):
        check(path, line, entry, BESIDE, {})
        check_words(path, line, entry["name"], entry["does"])
        if entry["name"] in [other.name for other in signals + blocks.beside]:
            raise FactError(path, line, f"{entry['name']}: it is there twice")
        blocks.beside.append(Beside(**entry, line=line))
    for entry, line in common.entries(path, table, text, "block"):
        block = block_of_entry(path, text, line, entry)
        if block.name in blocks.names() + [other.name for other in signals + blocks.beside]:
            raise FactError(path, line, f"{block.name}: it is there twice")
        blocks.rows.append(block)
    order = [block.datapath for block in blocks.rows]
    if order != sorted(order, reverse=True):
        block = next(block for block, before in zip(blocks.rows[1:], order) if block.datapath and not before)
        raise FactError(path, block.line, f"{block.name}: a block of the datapath after one beside it")
    check_names(path, text, blocks)
    check_files(path, text, blocks, root)
    return blocks


def check(path, line, entry, needed, optional):
    """common.check_fields() of an entry that has a name."""
    try:
        common.check_fields(path, line, entry, needed, optional)
    except FactError as error:
        raise FactError(path, line, f"{entry.get('name', '?')}: {error.cause}") from None


def check_words(path, line, name, *does):
    """A name and descriptions are what they must be."""
    if not re.fullmatch(r"[a-z]+", name):
        raise FactError(path, line, f"{name}: a name is made of small letters")
    for words in does:
        if not requirements.plain(words):
            raise FactError(path, line, f"{name}: `{words}` is no plain string in Markdown")


def block_of_entry(path, text, line, entry):
    parts = entry.get("part", [])
    check(path, line, entry, BLOCK if parts else {**BLOCK, **FILES}, OPTIONAL)
    name = entry["name"]
    if parts and set(FILES) & set(entry):
        raise FactError(path, line, f"{name}: its files are those of its parts")
    for part in parts:
        check(path, common.line_of(text, f'name = "{part.get("name")}"', line), part, PART, {})
    check_words(path, line, name, entry["does"], *(part["does"] for part in parts))
    check(path, common.line_of(text, "[block.waves]", line), {"name": name, **entry["waves"]}, {"name": str, **WAVES},
          WAVES_OPTIONAL)
    files = {kind: list(dict.fromkeys(file for part in parts or [entry] for file in part[kind])) for kind in FILES}
    other = entry.get("violates_in", {})
    sources = "".join(common.read(f"rtl/{file}") for file in files["rtl"] if os.path.isfile(f"rtl/{file}"))
    for what in other:
        if what not in files["rtl"] and f" {what}: assert" not in sources:
            raise FactError(path, common.line_of(text, f'"{what}" =', line), f"{name}: {what} is not in its rtl")
    return Block(name, entry["datapath"], entry["letters"], entry["does"], **files,
                 counterpart=entry.get("counterpart", []),
                 violates={**dict.fromkeys(files["rtl"], entry["violates"]), **other},
                 coverage=entry.get("coverage", ""), look_at=entry["look_at"],
                 waves=waves_of(path, text, line, name, entry["waves"]), parts=[Part(**part) for part in parts],
                 line=line)


def waves_of(path, text, line, name, entry):
    rows = []
    for row in entry["rows"].strip().splitlines():
        words = row.split()
        at = common.line_of(text, f"\n{row}\n", line) + 1
        if not 2 <= len(words) <= 3:
            raise FactError(path, at, f"{name}: `{row}` is not name, path and how")
        if [*words, ""][2] not in HOW:
            raise FactError(path, at, f"{name}: nothing is shown as `{words[2]}`")
        rows.append((words[0], words[0] if words[1] == "=" else words[1], [*words, ""][2]))
    return Waves(entry["colour"], entry.get("below", ""), entry.get("state_of", ""), rows)


def check_names(path, text, blocks):
    """Blocks that coverage names exist."""
    for block in blocks.rows:
        if block.coverage not in ["", *blocks.names()]:
            raise FactError(path, common.line_of(text, "coverage =", block.line),
                            f"{block.name}: no block {block.coverage}")


def check_files(path, text, blocks, root):
    """Every file that is named exists, and every file there is is of one block, or of none but said to be."""
    of = {}
    for name, line, kind, file in [("unit", common.line_of(text, "[unit]"), kind, file) for kind in FILES
                                   for file in blocks.unit[kind]] + \
            [(block.name, block.line, kind, file) for block in blocks.rows + blocks.beside for kind in FILES
             for file in getattr(block, kind)]:
        full = f"{'rtl' if kind == 'rtl' else 'cmodel'}/{file}"
        at = common.line_of(text, f'"{file}"', line)
        if not os.path.isfile(os.path.join(root, full)):
            raise FactError(path, at, f"{name}: no file {full}")
        if full in of:
            raise FactError(path, at, f"{name}: {full} is of {of[full]}")
        of[full] = name
    model = os.path.join(root, "cmodel")
    for block in blocks.rows:
        for place in block.counterpart:
            file, _, function = place.partition(" ")
            cause = requirements.no_name(model, f"{file}:{function.strip('()')}")
            if cause and (function or not os.path.isfile(os.path.join(model, file))):
                raise FactError(path, common.line_of(text, f'"{place}"', block.line), f"{block.name}: {cause}")
    listed = [f"rtl/{line.strip()}" for line in common.read(os.path.join(root, SOURCES)).splitlines()
              if line.strip() and not line.startswith("//")]
    sources = [f"cmodel/{os.path.basename(file)}" for file in sorted(glob.glob(os.path.join(model, "*.c")))]
    for file in listed + sources:
        if file not in of:
            raise FactError(path, 1, f"{file} is of no block")
    for file in of:
        if file.startswith("rtl/") and file not in listed:
            raise FactError(path, common.line_of(text, f'"{file[len("rtl/"):]}"'), f"{file} is not in {SOURCES}")


def check_requirements(blocks, required):
    """Letters and requirements that the list names exist in the table `required`."""
    _, text = common.load(TABLE)
    ids = [row.id for row in required.rows]
    for block in blocks.rows + blocks.beside:
        for letter in block.letters:
            if letter not in required.letters:
                raise FactError(TABLE, common.line_of(text, "letters =", block.line),
                                f"{block.name}: no letter {letter}")
    for block in blocks.rows:
        for name in block.violates.values():
            if name not in ids:
                raise FactError(TABLE, common.line_of(text, f'"{name}"', block.line),
                                f"{block.name}: no requirement {name}")


def block_of(blocks, path):
    """The name of the block, or of what stands beside spu_top, that a file (rtl/FILE or cmodel/FILE) is of; None if
    it is of none."""
    tree, _, file = path.partition("/")
    kind = {"rtl": "rtl", "cmodel": "model"}.get(tree)
    return next((block.name for block in blocks.rows + blocks.beside if kind and file in getattr(block, kind)), None)


# ---------------------------------------------------------------------------------------------------------
# What is made


def places(block):
    """[(the block, or each part of it if it has parts, and its files in the model)]."""
    return [(part, part.model) for part in block.parts] or [(block, block.model + block.counterpart)]


def code(files):
    return ", ".join(f"`{file}`" for file in files) or "-"


def document_text(blocks, text):
    """The document with the tables of blocks, of each block's parts, and of what stands beside them, between their
    marks."""
    head = ["| block | RTL | model | does |", "| --- | --- | --- | --- |"]
    rows = []
    for block in blocks.rows:
        name = f"{block.name} ({', '.join(block.letters)})"
        files = ["see below", "see below"] if block.parts else [code(block.rtl), code(block.model + block.counterpart)]
        rows.append(f"| {name} | {' | '.join(files)} | {block.does} |")
        if block.parts:
            parts = [f"| {part.name} | {code(part.rtl)} | {code(part.model)} | {part.does} |" for part in block.parts]
            text = common.in_document(DOCUMENT, text, TABLE, ["", *head, *parts, ""], block.name)
    beside = ["| module | RTL | does |", "| --- | --- | --- |"]
    beside += [f"| {row.name} ({', '.join(row.letters)}) | {code(row.rtl)} | {row.does} |" for row in blocks.beside]
    text = common.in_document(DOCUMENT, text, TABLE, ["", *beside, ""], "beside")
    return common.in_document(DOCUMENT, text, TABLE, ["", *head, *rows, ""])


def header_text(blocks):
    def files(tree, names):
        return '"' + " ".join(f"{tree}/{name}" for name in names) + '"'

    rows = [f'{block.name.upper()}, "{block.name}", {files("rtl", block.rtl)}, '
            f'{files("cmodel", block.model + block.counterpart)}' for block in blocks.rows]
    of_files = [f'"rtl/{file}", {block.name.upper()}, {files("rtl", place.rtl)}, {files("cmodel", model)}, '
                f'"{block.violates[file]}"'
                for block in blocks.rows for place, model in places(block) for file in place.rtl]
    assertions = [f'"({name})", {block.name.upper()}, {files("rtl", block.rtl)}, '
                  f'{files("cmodel", block.model + block.counterpart)}, "{requirement}"'
                  for block in blocks.rows for name, requirement in block.violates.items() if name not in block.rtl]
    covered = [block.name for block in blocks.rows if block.coverage == block.name]
    lines = [*common.made_from(TABLE), "#ifndef BLOCKS_H", "#define BLOCKS_H"]
    lines += common.c_list("X(enumerator, name, files of its RTL, files of its model) of each block, in order",
                           "BLOCKS", rows)
    lines += common.c_list("X(file, enumerator of its block, files of the block or of its part, RTL and model, "
                           "requirement that a failed assertion violates)", "BLOCK_FILES", of_files)
    lines += common.c_list("X(name, enumerator, files of the block, RTL and model, requirement) of each assertion that "
                           "violates another one than its file", "BLOCK_ASSERTIONS", assertions)
    lines += common.c_list("X(name) of each block that has bins of functional coverage, in order", "COVERED_BLOCKS",
                           covered)
    return "\n".join([*lines, "", "#endif", ""])


def committed(made):
    """{path: text} of what is in the tree; `made` has what other tables make."""
    blocks = load()
    check_requirements(blocks, requirements.load())
    return {DOCUMENT: document_text(blocks, made.get(DOCUMENT) or common.read(DOCUMENT))}


def built():
    return {HEADER: header_text(load())}
