# SPDX-License-Identifier: Apache-2.0
"""For tests: the refusal by scripts/generate.py, or another reader, of a tree with a wrong table of facts."""

import os
import sys
import tempfile

from helpers import call, equal, expect, read, write

TREES = ("rtl", "cmodel", "docs", "fpga", "scripts", "tb")


def link_tree(directory, below, changed):
    """Makes `below` in a directory of links to this tree, except for the files of `changed` ({path: text})."""
    if below in changed:
        write(f"{directory}/{below}", changed[below])
    elif any(path.startswith(f"{below}/") for path in changed):
        os.mkdir(f"{directory}/{below}")
        for name in {*os.listdir(below), *(path[len(below) + 1:].split("/")[0] for path in changed
                                           if path.startswith(f"{below}/"))}:
            link_tree(directory, f"{below}/{name}", changed)
    else:
        os.symlink(os.path.abspath(below), f"{directory}/{below}")


def refusal(changes, directory, reader="scripts/generate.py"):
    """The message with which `reader` --check refuses a copy of this tree, made in the directory, with the files of
    `changes`, {path: text}."""
    for tree in TREES:
        link_tree(directory, tree, changes)
    done = call(sys.executable, reader, "--check", cwd=directory)
    equal((done.returncode, done.stdout), (2, ""), f"status and output; {done.stderr}")
    return done.stderr


def refused(path, change, line, cause, also=None, reader="scripts/generate.py", named=None):
    """Expects that `reader` --check refuses a table whose text is changed with status 2 and the one line
    `path:line: cause`. `also`: more changed files, {path: text}. `named`: the file in the message, if another one."""
    text = read(path)
    expect(change(text) != text or also, "nothing is changed")
    with tempfile.TemporaryDirectory() as directory:
        said = refusal({path: change(text), **(also or {})}, directory, reader)
    equal(said, f"{os.path.basename(reader)}: {named or path}:{line}: {cause}\n", "refusal")


def changed(old, new):
    """A change of the first `old` of a text."""
    return lambda text: text.replace(old, new, 1)
