# SPDX-License-Identifier: Apache-2.0
"""Pairs (tb/unit/mutants/pairs.toml): the same wrong change in unit and model, which lockstep cannot detect. A unit
test of the model with its own expectation must fail."""

import concurrent.futures
import dataclasses
import glob
import os
import re
import shutil
import time

import lockstep
from facts import common, requirements
from util.problem import Problem

TABLE = "tb/unit/mutants/pairs.toml"
TREES = {"rtl": "rtl", "model": "cmodel"}  # what a field changes
FIELDS = ("breaks", "rtl", "model", "test")
COMPILE = ["gcc", "-std=c11", "-O1", "-Itb"]
LIBRARIES = ["-lcmocka", "-lelf", "-lz", "-lm", "-lpthread", "-lstdc++"]
CONFIGS = ("base", "v9.6", "exposed")  # configurations that compare unit and model with all changes


@dataclasses.dataclass
class Pair:
    name: str
    line: int
    breaks: str  # "ID: wrong behaviour (section)"
    rtl: list  # file, search, replace, and so on
    model: list
    test: str  # program:function

    def error(self, cause):
        return common.FactError(TABLE, self.line, f"{self.name}: {cause}")

    def apply(self, field, texts):
        """Applies the changes of a field to {file: text}. Raises FactError if a text does not occur exactly once."""
        changes = getattr(self, field)
        for file, search, replace in zip(changes[::3], changes[1::3], changes[2::3]):
            text = texts.get(file) or common.read(f"{TREES[field]}/{file}")
            if text.count(search) != 1:
                raise self.error(f"`{search}` is {text.count(search)} times in {TREES[field]}/{file} instead of once")
            texts[file] = text.replace(search, replace)
        return texts


def load():
    """All pairs. Raises FactError at the first that is wrong or cannot be applied."""
    table, text = common.load(TABLE)
    known = {row.id for row in requirements.load().rows}
    pairs = []
    for name, entry in table.items():
        line = common.line_of_key(text, name)
        if not isinstance(entry, dict) or tuple(entry) != FIELDS:
            raise common.FactError(TABLE, line, f"{name}: its fields are not {', '.join(FIELDS)}")
        pair = Pair(name, line, **entry)
        if pair.breaks.partition(":")[0] not in known:
            raise pair.error(f"no requirement {pair.breaks.partition(':')[0]}")
        for field in TREES:
            if not getattr(pair, field) or len(getattr(pair, field)) % 3:
                raise pair.error(f"{field} is not a list of file, search, replace")
            pair.apply(field, {})
        program, _, function = pair.test.partition(":")
        path = (common.tests(f"{program}.c") or [None])[0]
        if path is None or not re.search(rf"^TEST(?:_WITH)?\({function}\b", common.read(path), re.M):
            raise pair.error(f"no test {pair.test}")
        pairs.append(pair)
    return pairs


def chosen(names):
    """The pairs with these names; without names, all."""
    pairs = load()
    for name in names:
        if name not in [pair.name for pair in pairs]:
            raise Problem(f"no pair {name} in {TABLE}")
    return [pair for pair in pairs if not names or pair.name in names]


def ran(command, log, what):
    status, output = lockstep.call(command, log)
    if status != 0:
        raise Problem(f"{what}: see {log} ({output.strip().splitlines()[-1:]})")


def linked(pair, home, build, changed):
    """Builds the test with the changed files of the model before the library; if one is a header, with all files."""
    program = pair.test.partition(":")[0]
    test = glob.glob(f"{build}/obj/*/test/**/{program}.o", recursive=True)
    files = [file for file in changed if file.endswith(".c")]
    if len(files) != len(changed):
        files = [os.path.basename(path) for path in glob.glob("cmodel/*.c")]
        test = common.tests(f"{program}.c")
    sources = [f"{home}/cmodel/{file}" for file in files]
    include = [f"-I{home}/cmodel", f"-I{build}"]
    ran([*COMPILE, *include, *test, *sources, f"{build}/lib/libtest.a", f"{build}/lib/libtb.a",
         f"{build}/lib/libspu_inside.a", "-o", f"{home}/test", *LIBRARIES], f"{home}/build.log", "does not build")


def attempt(pair, root, build):
    """(caught, how it went): the test must fail, by an assertion."""
    home = f"{root}/{pair.name}"
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree("cmodel", f"{home}/cmodel")
    changed = pair.apply("model", {})
    for file, text in changed.items():
        with open(f"{home}/cmodel/{file}", "w", encoding="utf-8") as out:
            out.write(text)
    function = pair.test.partition(":")[2]
    try:
        linked(pair, home, build, changed)
    except Problem as problem:
        return False, str(problem)
    status, output = lockstep.call([f"{home}/test"], f"{home}/test.log")
    failed = re.findall(r"^\[  FAILED  \] (\w+)$", output, re.M)
    crashed = re.search(rf"failed with exception.*\n\[  FAILED  \] {function}\n", output)
    if status and status > 0 and function in failed and not crashed:
        shutil.rmtree(home)
        return True, pair.test
    return False, f"{pair.test} does not fail: {' '.join(dict.fromkeys(failed)) or 'nothing does'}, see {home}/test.log"


def check_halves(pairs, root, build):
    """Raises Problem unless unit and model with all these changes build and agree, so that both halves of each are the
    same. A change to text that another pair has already changed gets its own tree."""
    trees = []  # [{field: {file: text}}]
    for pair in pairs:
        for tree in trees:
            try:
                made = {field: pair.apply(field, dict(tree[field])) for field in TREES}
            except common.FactError:
                continue
            tree.update(made)
            break
        else:
            trees.append({field: pair.apply(field, {}) for field in TREES})
    for number, tree in enumerate(trees):
        home = f"{root}/all{number}"
        shutil.rmtree(home, ignore_errors=True)
        for field, folder in TREES.items():
            shutil.copytree(folder, f"{home}/{folder}")
            for file, text in tree[field].items():
                with open(f"{home}/{folder}/{file}", "w", encoding="utf-8") as out:
                    out.write(text)
        for config in CONFIGS:
            program = f"{home}/{config}/spu-sim"
            ran(["make", f"CONFIG={config}", f"B={build}", "LTO=", "ASSERT=", "WARNINGS=-Wno-lint -Wno-style",
                 "OPT_FAST=-O1", "MODEL_CFLAGS=-w",
                 f"RTL={home}/rtl", f"MODEL={home}/cmodel", f"LIB={home}/lib", f"SIMS={home}", program],
                f"{home}/{config}.log", "unit and model with all changes do not build")
            ran([program, *lockstep.RUNS["random1"], "--out", f"{home}/out"], f"{home}/{config}-run.log",
                f"unit and model with all changes differ in {config}")
            print(f"silent  lockstep with all changes, {config}, tree {number}", flush=True)
    return len(trees)


def try_all(pairs, root, build, jobs):
    """The status."""
    os.makedirs(root, exist_ok=True)
    began = time.monotonic()
    for program in sorted({pair.test.partition(":")[0] for pair in pairs}):
        ran([f"{build}/unit/{program}"], f"{root}/unchanged-{program}.log", f"the unchanged tree fails {program}")
    caught = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for pair, (good, how) in zip(pairs, pool.map(lambda pair: attempt(pair, root, build), pairs)):
            caught += good
            print(f"{'caught' if good else 'MISSED'}  {pair.name:<40} {how}", flush=True)
    check_halves(pairs, root, build)
    print(f"{caught} caught, {len(pairs) - caught} missed in {time.monotonic() - began:.0f} s")
    return 0 if caught == len(pairs) else 1
