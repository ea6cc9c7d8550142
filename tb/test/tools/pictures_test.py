# SPDX-License-Identifier: Apache-2.0
"""The pictures in docs/images/ are as new as what they are made from, and in the documents (scripts/pictures.py)."""

import glob
import os
import shutil
import subprocess
import sys

import pictures
from helpers import equal, expect
from util.problem import Problem

PAGE = "scripts/pages/style.css"


def copies(directory):
    """The pictures somewhere else."""
    return shutil.copytree(pictures.IMAGES, f"{directory}/images")


def test_pictures_are_as_new_as_their_sources():
    done = subprocess.run([sys.executable, "scripts/pictures.py"], capture_output=True, text=True, check=False,
                          timeout=60)
    equal((done.returncode, done.stderr), (0, ""), "status and words")


def test_change_of_a_source_is_caught(tmp_path, monkeypatch):
    directory, old = copies(tmp_path), pictures.contents
    equal(pictures.problems(directory), [], "problems")
    for path, picture in ((PAGE, "regression.png"), ("scripts/gtkw_groups.py", "gtkwave.png"),
                          ("scripts/gtkw.py", "gtkwave.png")):
        monkeypatch.setattr(pictures, "contents", lambda read, path=path: old(read) + b"x" * (read == path))
        equal(pictures.problems(directory), [f"{directory}/{picture} is older than {path}"],
              f"after a change of {path}")
    monkeypatch.setattr(pictures, "contents", lambda read: old(read) + b"x" * (read == pictures.DRAWN_BY))
    equal(len(pictures.problems(directory)), len(pictures.SOURCES), "problems after a change of what draws all of them")
    monkeypatch.setattr(pictures, "contents", old)
    monkeypatch.setattr(pictures, "of_mutant", lambda name: "other")
    equal(pictures.problems(directory), [f"{directory}/gtkwave.png is older than mutant buffer_full_late"],
          "after a change of the mutant")


def test_picture_that_does_not_say_is_caught(tmp_path):
    directory = copies(tmp_path)
    path = f"{directory}/regression.png"
    plain = [chunk for chunk in pictures.chunks(path) if chunk[0] != b"tEXt"]
    pictures.write_whole(path, pictures.SIGNATURE + b"".join(
        pictures.struct.pack(">I", len(body)) + kind + body +
        pictures.struct.pack(">I", pictures.zlib.crc32(kind + body))
        for kind, body in plain))
    expect(f"{path} is older than {PAGE}" in pictures.problems(directory), pictures.problems(directory))
    pictures.stamp(path, "")
    pictures.stamp(path, "")
    equal(pictures.problems(directory), [], "problems when it says so again")
    equal([chunk for chunk in pictures.chunks(path) if chunk[0] != b"tEXt"], plain, "the picture itself")
    equal(len(pictures.chunks(path)), len(plain) + 1, "chunks")


def test_other_files_are_refused(tmp_path):
    whole = pictures.contents(f"{pictures.IMAGES}/gtkwave.png")
    for name, data, cause in (("gtkwave.png", whole[:-5], "no PNG picture"), ("gtkwave.png", b"text", "no PNG picture"),
                              ("gtkwave.png", whole[:5000] + b"x" + whole[5001:], "no PNG picture"),
                              ("other.png", whole, "no picture of that name is known"),
                              ("gtkwave.png", None, "No such file")):
        path = tmp_path / name
        path.unlink(missing_ok=True)
        if data is not None:
            path.write_bytes(data)
        done = subprocess.run([sys.executable, "scripts/pictures.py", "--stamp", str(path), "--mutant",
                               "buffer_full_late"],
                              capture_output=True, text=True, check=False, timeout=60)
        equal((done.returncode, len(done.stderr.splitlines())), (2, 1), f"status and lines ({done.stderr})")
        expect(f"pictures.py: {path}: {cause}" in done.stderr, done.stderr)
        equal(path.read_bytes() if data is not None else None, data, "the file")
        equal([file.name for file in tmp_path.iterdir()], [name] * (data is not None), "files left")
        path.unlink(missing_ok=True)


def test_missing_picture_is_named(tmp_path):
    directory = copies(tmp_path)
    os.remove(f"{directory}/gtkwave.png")
    try:
        pictures.problems(directory)
    except Problem as problem:
        equal(str(problem), f"{directory}/gtkwave.png: No such file or directory", "problem")
        return
    expect(False, "it is not missed")


def test_every_picture_is_in_a_document_and_its_mutant_is_named():
    text = ""
    for path in glob.glob("docs/*.md"):
        with open(path, encoding="utf-8") as file:
            text += file.read()
    for picture in pictures.SOURCES:
        expect(f"](images/{picture})" in text, f"no document shows {picture}")
    expect(f"a mutant (`{pictures.mutant_of(f'{pictures.IMAGES}/gtkwave.png')}`)" in text,
           "docs/debugging.md names another mutant")
