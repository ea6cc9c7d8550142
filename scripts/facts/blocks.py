# SPDX-License-Identifier: Apache-2.0
"""The blocks of the unit, rtl/data/blocks.toml, and the files generated from them.

  docs/theory-of-operation.md  the tables between its marks; committed
  build/gen/blocks.h           lists for mismatch reports and functional coverage; built

load() reads the list; block_of() returns the block of a file. Scripts that run in other directories pass the root of
the tree.
"""

import dataclasses
import glob
import os
import re

from facts import common, requirements

TABLE = "rtl/data/blocks.toml"
SOURCES = "rtl/files.f"
DOCUMENT, HEADER = "docs/theory-of-operation.md", "blocks.h"
HOW = ("", "bin", "dec", "level", "register")


@dataclasses.dataclass
class Waves:
    """Signals that a waveform shows (the head of the table describes the fields); rows become (path, how)."""

    colour: int
    rows: str | list
    below: str = ""
    state_of: str = ""

    def __post_init__(self):
        self.rows = [self.row(line) for line in self.rows.strip().splitlines()]

    @staticmethod
    def row(line):
        words = line.split()
        if not 1 <= len(words) <= 2:
            raise ValueError(f"`{line}` is not path and how")
        path, how = [*words, ""][:2]
        if how not in HOW:
            raise ValueError(f"unknown format `{how}`")
        return path, how


@dataclasses.dataclass(kw_only=True)
class Files:
    """The files of a block, of a part of a block, or of no block."""

    rtl: list = dataclasses.field(default_factory=list)
    model: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass(kw_only=True)
class Part(Files):
    name: str
    does: str

    def __post_init__(self):
        if not re.fullmatch(r"[a-z_]+", self.name):
            raise ValueError("a name consists of small letters")
        if not self.does or not requirements.plain(self.does):
            raise ValueError(f"`{self.does}` is not a plain string in Markdown")


@dataclasses.dataclass(kw_only=True)
class Beside(Part):
    """A module outside spu_top, beside it."""

    letters: list


@dataclasses.dataclass(kw_only=True)
class Block(Beside):
    violates: str
    look_at: list
    waves: dict
    shown: str
    datapath: bool = False
    violates_in: dict = dataclasses.field(default_factory=dict)
    coverage: str = ""  # empty: it has no bins
    counterpart: list = dataclasses.field(default_factory=list)
    part: dict = dataclasses.field(default_factory=dict)

    def __post_init__(self):
        super().__post_init__()
        self.parts = [Part(name=name, **part) for name, part in self.part.items()]
        if bool(self.parts) == bool(self.rtl or self.model):
            raise ValueError("a block with parts lists no files of its own" if self.parts else "no rtl")
        for part in self.parts:
            self.rtl += part.rtl
            self.model += [file for file in part.model if file not in self.model]

    @property
    def violated(self):
        """{file of its RTL, or assertion in one: requirement}."""
        others = {name: requirement for requirement, names in self.violates_in.items() for name in names}
        return dict.fromkeys(self.rtl, self.violates) | others


@dataclasses.dataclass
class Signals:
    """Signals in a waveform that belong to no block."""

    name: str
    place: str
    waves: dict
    shown: str


@dataclasses.dataclass
class Blocks:
    """The list: its blocks in order, the files {"rtl", "model"} and signals that belong to no block, and the modules
    beside spu_top."""

    source: common.Source
    rows: list
    unit: dict
    signals: list
    beside: list

    def names(self):
        return [block.name for block in self.rows]


def load(root=""):
    """The list in the tree `root`. Raises FactError at the first error in it, or the first name that does not exist."""
    source = common.Source(os.path.join(root, TABLE))
    for key in source.table:
        if key not in ("unit", "beside", "signals", "block"):
            raise source.error("unknown entry", key)
    signals = [source.entry(Signals, entry, name, name=name) for name, entry in source.section("signals").items()]
    beside = [source.entry(Beside, entry, "beside") for entry in source.table.get("beside", [])]
    rows = [source.entry(Block, entry, f"block.{name}", name=name) for name, entry in source.section("block").items()]
    blocks = Blocks(source, rows, vars(source.entry(Files, source.section("unit"), "unit")), signals, beside)
    names = [row.name for row in signals + beside + rows]
    for block in rows + beside:
        if names.count(block.name) > 1:
            raise source.error("it appears twice", block.name)
    for shown in signals + rows:
        shown.waves = source.entry(Waves, shown.waves, shown.name, "waves", rows=shown.shown)
    for group in signals:
        if group.place not in ("first", "last"):
            raise source.error("place is neither first nor last", group.name)
    for block in rows:
        if block.coverage not in ["", *blocks.names()]:
            raise source.error(f"no block {block.coverage}", f"block.{block.name}", "coverage")
    for before, block in zip(rows, rows[1:]):
        if block.datapath and not before.datapath:
            raise source.error("a block of the datapath after one beside it", f"block.{block.name}")
    check_files(blocks, root)
    return blocks


def check_files(blocks, root):
    """Checks that every listed file exists, and that every source file belongs to one block or is listed as belonging
    to none."""
    of = {}
    listed = [f"rtl/{line.strip()}" for line in common.read(os.path.join(root, SOURCES)).splitlines()
              if line.strip() and not line.startswith("//")]
    owned = [("unit", Files(**blocks.unit)), *((block.name, block) for block in blocks.rows + blocks.beside)]
    for name, path, file in ((name, f"{tree}/{file}", file) for name, files in owned
                             for tree, kind in (("rtl", files.rtl), ("cmodel", files.model)) for file in kind):
        if not os.path.isfile(os.path.join(root, path)):
            raise blocks.source.error(f"no file {path}", name, file)
        if path in of:
            raise blocks.source.error(f"it belongs to {of[path]}", name, file)
        if path.startswith("rtl/") and path not in listed:
            raise blocks.source.error(f"it is not in {SOURCES}", name, file)
        of[path] = name
    model = os.path.join(root, "cmodel")
    for file in [*listed, *(f"cmodel/{os.path.basename(path)}" for path in sorted(glob.glob(f"{model}/*.c")))]:
        if file not in of:
            raise blocks.source.error("it belongs to no block", file)
    for block in blocks.rows:
        for place in block.counterpart:
            file, _, function = place.partition(" ")
            cause = requirements.no_name(model, f"{file}:{function.strip('()')}")
            if cause and (function or not os.path.isfile(os.path.join(model, file))):
                raise blocks.source.error(cause, block.name, place)
        rtl = "".join(common.read(os.path.join(root, "rtl", file)) for file in block.rtl)
        for name in block.violated:
            if name not in block.rtl and f" {name}: assert" not in rtl:
                raise blocks.source.error(f"it is not in the RTL of {block.name}", f"block.{block.name}", name)


def check_requirements(blocks, required):
    """Checks that the table `required` has the letters and requirements that the list names."""
    ids = [row.id for row in required.rows]
    for block in blocks.rows + blocks.beside:
        for letter in block.letters:
            if letter not in required.letters:
                raise blocks.source.error("unknown letter", block.name, letter)
    for block in blocks.rows:
        for name in block.violated.values():
            if name not in ids:
                raise blocks.source.error("unknown requirement", block.name, name)


def block_of(blocks, path):
    """The name of the block, or of the module beside spu_top, to which a file (rtl/FILE or cmodel/FILE) belongs, or
    None."""
    tree, _, file = path.partition("/")
    kind = {"rtl": "rtl", "cmodel": "model"}.get(tree)
    return next((block.name for block in blocks.rows + blocks.beside if kind and file in getattr(block, kind)), None)


# ---------------------------------------------------------------------------------------------------------
# Generated files


def places(block):
    """[(the block, or each of its parts if it has parts; its files in the model)]."""
    return [(part, part.model) for part in block.parts] or [(block, block.model + block.counterpart)]


def code(files):
    return ", ".join(f"`{file}`" for file in files) or "-"


def document_text(blocks, text):
    """The document with the tables of blocks, of each block's parts, and of the modules beside them, between their
    marks."""
    tables = {"": [], "beside": [[titled(row), code(row.rtl), row.does] for row in blocks.beside]}
    for block in blocks.rows:
        files = ["see below"] * 2 if block.parts else [code(block.rtl), code(block.model + block.counterpart)]
        tables[""].append([titled(block), *files, block.does])
        if block.parts:
            tables[block.name] = [[part.name, code(part.rtl), code(part.model), part.does] for part in block.parts]
    for part, rows in tables.items():
        head = ["module", "RTL", "does"] if part == "beside" else ["block", "RTL", "model", "does"]
        text = common.in_document(DOCUMENT, text, TABLE, ["", *common.markdown(head, rows), ""], part)
    return text


def titled(row):
    return f"{row.name} ({', '.join(row.letters)})"


def header_text(blocks):
    def files(tree, names):
        return '"' + " ".join(f"{tree}/{name}" for name in names) + '"'

    rows = [f'{block.name.upper()}, "{block.name}", {files("rtl", block.rtl)}, '
            f'{files("cmodel", block.model + block.counterpart)}' for block in blocks.rows]
    of_files = [f'"rtl/{file}", {block.name.upper()}, {files("rtl", place.rtl)}, {files("cmodel", model)}, '
                f'"{block.violated[file]}"'
                for block in blocks.rows for place, model in places(block) for file in place.rtl]
    assertions = [f'"({name})", {block.name.upper()}, {files("rtl", block.rtl)}, '
                  f'{files("cmodel", block.model + block.counterpart)}, "{requirement}"'
                  for block in blocks.rows for name, requirement in block.violated.items() if name not in block.rtl]
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
    """{path: text} of the committed files; `made` has the texts that other tables make."""
    blocks = load()
    check_requirements(blocks, requirements.load())
    return {DOCUMENT: document_text(blocks, made.get(DOCUMENT) or common.read(DOCUMENT))}


def built():
    return {HEADER: header_text(load())}
