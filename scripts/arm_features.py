#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares rtl/data/features.toml with Arm's machine-readable list of features, which is not in this tree.

usage: arm_features.py FILE [--count N] [--seed N]

FILE is Features.json of AARCHMRS, possibly compressed by xz. rtl/data/arm_features.toml translates the fields of a
configuration into the names of that list, and has the known differences. z3 decides whether a PE can exist with
  1. each named and swept configuration;
  2. N configurations that features.toml accepts, from a random walk;
  3. the fields of a rule, for each rule (with a section of A2) that N refused configurations break: no such PE may
     exist.

Status 0: all as expected. 1: not; the differences are printed. 2: a file cannot be read, z3 is missing, or wrong use.
"""

import argparse
import ast
import collections
import contextlib
import itertools
import json
import lzma
import random
import shutil
import subprocess
import sys

from facts import common, configuration_table, features
from facts.common import FactError

TABLE = "rtl/data/arm_features.toml"
OPERATORS = {"-->": "=>", "<->": "=", "&&": "and", "||": "or", "==": "=", "<": "<", ">=": ">=", "IN": "or"}


def said(node):
    """A constraint as text, in the form that `without` of the table uses."""
    kind = node["_type"]
    if kind == "AST.BinaryOp":
        return f"({said(node['left'])} {node['op']} {said(node['right'])})"
    if kind == "AST.UnaryOp":
        return node["op"] + said(node["expr"])
    if kind == "AST.Function":
        return f"{node['name']}({', '.join(map(said, node['arguments']))})"
    if kind == "AST.DotAtom":
        return ".".join(map(said, node["values"]))
    if kind == "AST.Set":
        return f"{{{', '.join(map(said, node['values']))}}}"
    if kind == "Types.Field":
        return ".".join(node["value"][part] for part in ("state", "name", "field"))
    return str(node["value"])


class Arm:
    """Arm's constraints, and the table's, in a running z3."""

    def __init__(self, document, table):
        self.kinds, self.facts, self.known = {}, {}, {}
        stated = [row for parameter in document["parameters"] for row in parameter.get("constraints") or []]
        stated += document.get("constraints") or []
        without = [row["without"] for row in table["difference"] if "without" in row]
        for text in set(without) - set(map(said, stated)):
            raise ValueError(f"{TABLE}: the list has no constraint {text}")
        terms = [self.term(row) for row in stated if said(row) not in without]
        terms += [self.python(row["with"]) for row in table["difference"]]
        self.constraints = len(stated)
        listed = {*self.kinds, *(parameter["name"] for parameter in document["parameters"])}
        for section in ("facts", "implied"):
            for name, condition in table[section].items():
                fact, term = self.name(name), self.python(name)
                terms += [f"(= {fact} {term})"] if fact != term else []
                self.facts[name] = (features.Condition(condition), section == "implied")
        unknown = sorted(set(self.kinds) - listed - set(self.facts)) + [
            name for name in self.facts if name.isidentifier() and name not in listed]
        if unknown:
            raise ValueError(f"{TABLE}: the list has no {unknown[0]}")
        if not shutil.which("z3"):
            raise ValueError("z3 is not installed")
        # pylint: disable-next=consider-using-with
        self.z3 = subprocess.Popen(["z3", "-in"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.z3.stdin.write("\n".join([*(f"(declare-const |{name}| {kind})" for name, kind in self.kinds.items()),
                                       *(f"(assert (>= |{name}| 0))" for name in self.kinds if name.startswith("UInt")),
                                       *(f"(assert {term})" for term in terms), ""]))

    def close(self):
        self.z3.communicate()

    def name(self, name, kind="Bool"):
        self.kinds[name] = kind
        return f"|{name}|"

    def term(self, node):
        """A constraint of the list, in z3's language."""
        kind = node["_type"]
        if kind == "AST.BinaryOp" and node["op"] in OPERATORS:
            if node["op"] == "IN":
                left = self.name(said(node["left"]), "Int")
                right = [f"(= {left} {int(value['value'].strip(chr(39)), 2)})" for value in node["right"]["values"]]
                return f"(or {' '.join(right)})"
            return f"({OPERATORS[node['op']]} {self.term(node['left'])} {self.term(node['right'])})"
        if kind == "AST.UnaryOp" and node["op"] == "!":
            return f"(not {self.term(node['expr'])})"
        if kind == "AST.Function" and node["name"] in ("UInt", "SInt"):
            return self.name(said(node), "Int")
        if kind == "AST.Identifier":
            return self.name(node["value"])
        if kind in ("AST.Bool", "AST.Integer"):
            return str(node["value"]).lower()
        raise ValueError(f"a constraint that this program does not understand: {said(node)}")

    def python(self, text):
        """A constraint of the table: names, not, and, or."""
        def made(node):
            if isinstance(node, ast.BoolOp):
                return f"({'and' if isinstance(node.op, ast.And) else 'or'} {' '.join(map(made, node.values))})"
            return f"(not {made(node.operand)})" if isinstance(node, ast.UnaryOp) else self.name(node.id)
        return made(ast.parse(text, mode="eval").body)

    def has(self, literals):
        """True if a PE can have all these facts."""
        self.z3.stdin.write(f"(check-sat-assuming ({' '.join(literals)}))\n")
        self.z3.stdin.flush()
        answer = self.z3.stdout.readline().strip()
        if answer not in ("sat", "unsat"):
            raise ValueError(f"z3: {answer or 'no answer'}")
        return answer == "sat"

    def literals(self, config, names):
        """The facts of a configuration for z3, as far as the fields `names` decide them."""
        said_of = []
        for name, (condition, implied) in self.facts.items():
            open_names = [field for field in condition.names if field not in names]
            if open_names and len(open_names) < len(condition.names):
                trials = itertools.product(*(values_of(FIELDS[field]) for field in open_names))
                answers = {condition.holds(config | dict(zip(open_names, trial))) for trial in trials}
            else:
                answers = set() if open_names else {condition.holds(config)}
            if len(answers) == 1 and (not implied or True in answers):
                said_of.append(f"|{name}|" if True in answers else f"(not |{name}|)")
        return said_of

    def refuses(self, config, names=None):
        """True if no PE can have this configuration, as far as the fields `names` (None: all) decide it."""
        names = FIELDS if names is None else names
        key = tuple((name, config[name]) for name in names if not FIELDS[name].elements)
        if key not in self.known:
            self.known[key] = not self.has(self.literals(config, names))
        return self.known[key]

    def core(self, config):
        """A minimal set of facts that no PE can have together."""
        core = self.literals(config, FIELDS)
        for literal in list(core):
            smaller = [other for other in core if other != literal]
            core = core if self.has(smaller) else smaller
        return ", ".join(core).replace("|", "").replace("(not ", "no ").replace(")", "")


def values_of(field):
    """The values of a field's range; of a long range the ends and two between them."""
    values = []
    for part in (field.range or "0, 1").split(", "):
        first, _, last = part.partition(" to ")
        values += range(int(first), int(last or first) + 1)
    return values if len(values) < 10 else [values[0], values[1], values[len(values) // 2], values[-1]]


def about_features(rule):
    return "A2." in rule.source


class Walk:
    """Random configurations: the fields that concern features take any value of their range."""

    def __init__(self, rules, arm, beside, seed):
        self.rules, self.beside = rules, beside
        self.starts = list(CONFIGURATIONS.all_values(CONFIGURATIONS.named | CONFIGURATIONS.swept).values())
        self.random = random.Random(seed)
        names = {name for condition, _ in arm.facts.values() for name in condition.names}
        self.values = {name: values_of(FIELDS[name]) for name in FIELDS if name in names}
        self.now = None

    def broken(self, config):
        return [rule for rule in self.rules if not rule.is_kept(config)]

    def change(self, config, names):
        name = self.random.choice(names)
        config[name] = self.random.choice(self.values[name])

    def accepted(self):
        """The next accepted configuration: the last one, changed until no rule refuses it. Now and then it restarts
        from another one."""
        while True:
            config = dict(self.now if self.now and self.random.random() < 0.95 else self.random.choice(self.starts))
            config |= self.beside
            for _ in range(self.random.randint(1, 4)):
                self.change(config, list(self.values))
            for _ in range(40):
                broken = self.broken(config)
                if not broken:
                    self.now = config
                    return config
                rule = self.random.choice(broken)
                self.change(config, [name for condition in rule.when + rule.need for name in condition.names
                                     if name in self.values])

    def refused(self):
        """(configuration, rules that it breaks), one to three changes away from an accepted one."""
        while True:
            config = dict(self.accepted())
            for _ in range(self.random.randint(1, 3)):
                self.change(config, list(self.values))
            broken = [rule for rule in self.broken(config) if about_features(rule)]
            if broken:
                return config, broken


def forbidden(arm, walk, count):
    """{facts that no PE can have: how many of `count` accepted configurations have them}."""
    bad = collections.Counter()
    for _ in range(count):
        if arm.refuses(walk.accepted()):
            bad[f"no PE has {arm.core(walk.now)}"] += 1
    return bad


def permitted(arm, walk, count):
    """({refusal of a possible PE: how often}, the rules that refused), of `count` configurations."""
    bad, rules = collections.Counter(), collections.Counter()
    for _ in range(count):
        config, broken = walk.refused()
        for rule in broken:
            names = sorted({name for condition in rule.when + rule.need for name in condition.names})
            rules[rule.name] += 1
            if not arm.refuses(config, names):
                bad[f"{rule.name}: a PE can have {', '.join(f'{name} {config[name]}' for name in names)}"] += 1
    return bad, rules


def compare(arm, walk, count):
    """The three checks. Returns the number of differences."""
    rows = CONFIGURATIONS.all_values(CONFIGURATIONS.named | CONFIGURATIONS.swept)
    wrong = [name for name, config in rows.items() if arm.refuses(config)]
    for name in wrong:
        print(f"{name}: no PE has {arm.core(rows[name])}")
    print(f"{len(rows)} named and swept configurations, {len(wrong)} that no PE can have")
    bad = forbidden(arm, walk, count)
    print("".join(f"{times:6} {what}\n" for what, times in bad.most_common()), end="")
    print(f"{count} configurations that {features.TABLE} accepts, {bad.total()} that no PE can have")
    over, rules = permitted(arm, walk, count)
    print("".join(f"{times:6} {what}\n" for what, times in over.most_common()), end="")
    print(f"{count} configurations that it refuses, by {len(rules)} of {sum(map(about_features, walk.rules))} rules, "
          f"{rules.total()} times, {over.total()} of which Arm allows")
    return len(wrong) + bad.total() + over.total()


def load(path, table):
    """The Arm object of a file, and the version of the list."""
    try:
        with (lzma.open if path.endswith(".xz") else open)(path, "rt", encoding="utf-8") as file:
            document = json.load(file)
        return Arm(document, table), "{architecture} build {build}".format(**document["_meta"]["version"])
    except (OSError, EOFError, lzma.LZMAError, json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise ValueError(f"{path}: {getattr(error, 'strerror', None) or 'not a Features.json of AARCHMRS'}") from None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    try:
        table, _ = common.load(TABLE)
        arm, version = load(arguments.file, table)
        with contextlib.closing(arm):
            print(f"{version}: {arm.constraints} constraints, {len(table['difference'])} differences")
            return 1 if compare(arm, Walk(RULES, arm, table["beside"], arguments.seed), arguments.count) else 0
    except (ValueError, OSError, FactError) as error:
        print(f"arm_features.py: {error}", file=sys.stderr)
        return 2


CONFIGURATIONS = configuration_table.table()
FIELDS = {field.name: field for field in CONFIGURATIONS.fields}
RULES = [rule for rule in features.load() if not rule.computed]

if __name__ == "__main__":
    sys.exit(main())
