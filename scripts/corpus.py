#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the corpus: recordings of the Statistical Profiling Extension with known contents.

Each recording has a directory with records.spe, the bytes of the records; perf.data, which holds the same bytes; and
truth.json, which describes them. checksums.json has the SHA-256 of every file. docs/corpus.md describes all of it.
Status 0: written. 2: cannot be written, or the unit recorded something that differs from its description.
"""

import json
import os
import shutil
import tempfile

from corpus import streams, runs, damage  # noqa: F401  # the order of their recordings
from corpus.recording import checksums, files_below, of_recordings, recordings as all_recordings
from corpus.unit import UNITS, Run
from util.arguments import Parser
from util.problem import Problem

DOCUMENT = "docs/corpus.md"
LICENCE = "LICENSE"
CHECKSUMS = os.path.join(os.path.dirname(__file__), "corpus", "checksums.json")


def write_checksums(path, sums):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(sums, file, indent=1)
        file.write("\n")


def readme(recordings):
    """The README of the corpus, for users without the rest of this project."""
    rows = "".join(f"| `{recording.name}` | {recording.origin} | {recording.about} |\n" for recording in recordings)
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    # Links in the document lead to files that are not in the corpus.
    begin, end = "<!-- begin of the README -->\n", "<!-- end of the README -->\n"
    if text.count(begin) != 1 or text.count(end) != 1:
        raise Problem(f"{DOCUMENT}: the part for the README is not between {begin.strip()} and {end.strip()}")
    part = text.partition(begin)[2].partition(end)[0]
    head = "| name | made by | about |\n| --- | --- | --- |"
    return f"# The OpenSPU corpus\n\n{part.strip()}\n\n## Recordings\n\n{head}\n{rows}"


def write(root, build, scratch):
    """Writes everything to the empty directory `root`."""
    recordings = all_recordings()
    names = [recording.name for recording in recordings]
    if len(set(names)) != len(names):
        raise Problem(f"two recordings have one name: {sorted(names)}")
    for recording in recordings:
        if isinstance(recording, Run):
            recording.simulate(f"{build}/{recording.unit.config}/spu-sim", scratch)
        recording.write(root, f"{build}/bin/perf-data")
    with open(os.path.join(root, "README.md"), "w", encoding="utf-8") as file:
        file.write(readme(recordings))
    shutil.copyfile(LICENCE, os.path.join(root, LICENCE))
    write_checksums(os.path.join(root, "checksums.json"), checksums(root))
    return recordings


def check(out, build):
    """Checks that the directory to replace is a corpus, and that the programs are built."""
    for program in ("bin/perf-data", *(f"{config}/spu-sim" for config in UNITS)):
        if not os.access(f"{build}/{program}", os.X_OK):
            raise Problem(f"{build}/{program}: not there; make corpus makes it")
    if os.path.exists(out) and os.listdir(out) and not os.path.isfile(os.path.join(out, "checksums.json")):
        raise Problem(f"{out}: has files, and is not a corpus")


def main():
    parser = Parser(description=__doc__)
    parser.add_argument("--build", default="build", metavar="DIR", help="build directory (default: %(default)s)")
    parser.add_argument("--out", metavar="DIR", help="directory of the corpus (default: corpus in --build)")
    parser.add_argument("--accept", action="store_true",
                        help="the corpus is as intended: store its checksums in the tree")
    options = parser.parse_args()
    out = options.out or f"{options.build}/corpus"
    try:
        check(out, options.build)
        os.makedirs(os.path.dirname(os.path.abspath(out)), exist_ok=True)
        with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(out)), prefix=".corpus-") as directory:
            new = os.path.join(directory, "corpus")
            os.mkdir(new)
            recordings = write(new, options.build, os.path.join(directory, "runs"))
            if os.path.isdir(out):
                shutil.rmtree(out)  # a corpus, see check()
            os.replace(new, out)
        if options.accept:
            write_checksums(CHECKSUMS, of_recordings(checksums(out)))
    except Problem as problem:
        parser.exit(2, f"corpus.py: {problem}\n")
    except OSError as error:
        parser.exit(2, f"corpus.py: {error.filename or out}: {error.strerror}\n")
    paths = files_below(out)
    size = sum(os.path.getsize(os.path.join(out, path)) for path in paths)
    records = sum(len(recording.records) for recording in recordings)
    print(f"{out}: {len(recordings)} recordings, {records} records, {len(paths)} files, {size} bytes")


if __name__ == "__main__":
    main()
