# SPDX-License-Identifier: Apache-2.0
"""For tests: the message of scripts/generate.py, or of another reader, about a tree with a wrong table of facts."""

import os
import subprocess
import sys
import tempfile

from helpers import equal, expect

TREES = ("rtl", "cmodel", "docs", "fpga", "scripts", "tb")


def link_tree(directory, below, changed):
    """Makes `below` in a directory of links to what is here, but for the files of `changed` ({path: text})."""
    if below in changed:
        with open(f"{directory}/{below}", "w", encoding="utf-8") as file:
            file.write(changed[below])
    elif any(path.startswith(f"{below}/") for path in changed):
        os.mkdir(f"{directory}/{below}")
        for name in {*os.listdir(below), *(path[len(below) + 1:].split("/")[0] for path in changed
                                           if path.startswith(f"{below}/"))}:
            link_tree(directory, f"{below}/{name}", changed)
    else:
        os.symlink(os.path.abspath(below), f"{directory}/{below}")


def refusal(changes, directory, reader="scripts/generate.py"):
    """What `reader` --check says when it refuses a tree, made in this directory, that is this one but for the files of
    `changes`, {path: text}."""
    for tree in TREES:
        link_tree(directory, tree, changes)
    done = subprocess.run([sys.executable, reader, "--check"], cwd=directory, capture_output=True, text=True,
                          check=False, timeout=120)
    equal((done.returncode, done.stdout), (2, ""), f"status and output; {done.stderr}")
    return done.stderr


def refused(path, change, line, cause, also=None, reader="scripts/generate.py", named=None):
    """Expects that `reader` --check refuses a table whose text is changed with status 2 and the one line
    `path:line: cause`. `also`: other files that are changed, {path: text}. `named`: the file that it names, if
    another one."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    expect(change(text) != text or also, "nothing is changed")
    with tempfile.TemporaryDirectory() as directory:
        said = refusal({path: change(text), **(also or {})}, directory, reader)
    equal(said, f"{os.path.basename(reader)}: {named or path}:{line}: {cause}\n", "refusal")


def changed(old, new):
    """A change of the first `old` of a text."""
    return lambda text: text.replace(old, new, 1)
