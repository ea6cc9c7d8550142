# SPDX-License-Identifier: Apache-2.0
"""The tables of scripts/formal.py: the proofs, the properties of each, and the mutants that make each property fail."""

import dataclasses
import glob
import os
import re

from facts import common, requirements
from facts.common import FactError
from util.problem import Problem

PROOFS = "tb/unit/formal/proofs.toml"
METHODS = {"comb": "combinational", "pdr": "for ever", "induction": "{depth}-induction", "bmc": "BMC {depth}",
           "cone": "structure"}
LIMIT = 600
NAMED = re.compile(r"\b([A-Za-z]\w*_[ACM])\s*:\s*(assert|cover|assume)\b")


@dataclasses.dataclass
class Proof:
    """One entry of the table in one configuration."""

    name: str
    harness: str
    config: str
    method: str
    depth: int
    reach: int
    limit: int
    of: list
    files: list
    only: list
    script: list
    requirements: list
    what: str

    @property
    def title(self):
        return f"{self.name}@{self.config}"

    @property
    def how(self):
        return METHODS[self.method].format(depth=self.depth)


def checked_fields(path, name, entry, needed, optional):
    for field in needed:
        if field not in entry:
            raise Problem(f"{path}: {name}: no field {field}")
    for field in entry:
        if field not in needed and field not in optional:
            raise Problem(f"{path}: {name}: unknown field {field}")


def load_proofs():
    """The proofs, one for each configuration."""
    proofs = []
    try:
        required = requirements.load().rows
        table, _ = common.load(PROOFS)
    except FactError as error:
        raise Problem(str(error)) from None
    sets = table.pop("sets", {})
    for name, entry in table.items():
        checked_fields(PROOFS, name, entry, ("harness", "configs", "method", "depth", "of", "what"),
                       ("limit", "files", "only", "reach", "script"))
        if entry["method"] not in METHODS:
            raise Problem(f"{PROOFS}: {name}: no method {entry['method']} (there are: {' '.join(METHODS)})")
        for path in [f"tb/unit/formal/{entry['harness']}.sv"] + [file_of(module) for module in entry["of"]] \
                + entry.get("files", []):
            if not os.path.exists(path):
                raise Problem(f"{PROOFS}: {name}: no file {path}")
        unknown = set(entry.get("only", [])) - {known for path in sources() for kind in "AC"
                                                for known in named_in(path, kind)}
        if unknown:
            raise Problem(f"{PROOFS}: {name}: no property {sorted(unknown)[0]}")
        if not entry["configs"]:
            raise Problem(f"{PROOFS}: {name}: no configuration")
        for config in (config for of in entry["configs"] for config in sets.get(of, [of])):
            proofs.append(Proof(name, entry["harness"], config, entry["method"], entry["depth"],
                                entry.get("reach", entry["depth"]), entry.get("limit", LIMIT), entry["of"],
                                entry.get("files", []),
                                entry.get("only", []), entry.get("script", []),
                                [row.id for row in required if name in row.shown_by("proofs")], entry["what"]))
    return proofs


def named_in(path, kind):
    """Names of the assertions (A), cover statements (C) or assumptions (M) in a source file."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"//.*", "", file.read())
    return [name for name, _ in NAMED.findall(text) if name.endswith(f"_{kind}")]


def sources():
    return sorted(glob.glob("rtl/*.sv") + glob.glob("tb/unit/formal/*.sv"))


def file_of(module):
    """The file of a module that a proof is about."""
    beside = f"tb/unit/formal/{module}.sv"
    return beside if os.path.exists(beside) else f"rtl/{module}.sv"


def properties_of(proof, kind="A"):
    """The properties that a proof is about: those of its harness and of the modules that it names."""
    files = [f"tb/unit/formal/{proof.harness}.sv"] + [file_of(module) for module in proof.of]
    return [name for path in files for name in named_in(path, kind)
            if kind == "M" or not proof.only or name in proof.only]


def expectations_of(table, proofs):
    """(mutant, property, proof) of every property that a mutant must make fail. `table` is mutants.load()."""
    found = []
    for mutant in table:
        for expected in mutant.properties:
            at = f'"{expected.name}"'
            of_name = [proof for proof in proofs if proof.name == expected.proof]
            if not of_name:
                names = sorted({proof.name for proof in proofs})
                raise mutant.error(f"no proof {expected.proof} (there are: {' '.join(names)})", at)
            proof = next((proof for proof in of_name if expected.config in ("", proof.config)), None)
            if proof is None:
                raise mutant.error(f"proof {expected.proof} has no configuration {expected.config}", at)
            if expected.name not in properties_of(proof):
                raise mutant.error(f"proof {expected.proof} is not about {expected.name}", at)
            found.append((mutant, expected, proof))
    return found


def has_unit(path):
    """False if the harness instantiates nothing: it compares specifications, and no mutant of the unit can make it
    fail."""
    if not path.endswith("_harness.sv"):
        return True
    with open(path, encoding="utf-8") as file:
        return re.search(r"^\s*\w+ #\(", file.read(), re.M) is not None


def check_tables(proofs, expectations):
    """Errors of the tables: properties without a proof or a mutant, duplicate names."""
    wrong = []
    where = {}
    for path in sources():
        for name in named_in(path, "A") + named_in(path, "C"):
            if name in where:
                wrong.append(f"{path}: {name} is also in {where[name]}")
            where[name] = path
    proved = {name for proof in proofs for name in properties_of(proof)}
    shown = {expected.name for _, expected, _ in expectations}
    for name, path in where.items():
        if name.endswith("_A") and name not in proved:
            wrong.append(f"{path}: {name} is in no proof")
        if name.endswith("_A") and name not in shown and has_unit(path):
            wrong.append(f"{path}: {name} has no mutant")
    return wrong
