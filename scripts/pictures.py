#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pictures of the documents that a program drew (docs/images/): each says in itself what it was made from.

pictures.py           says which are older than what they are made from; make screenshots makes them again
pictures.py --stamp PICTURE --mutant NAME   writes into a picture what it is made from now (scripts/screenshots.sh)

A picture of GTKWave is of a mutant's failing run; that the unit itself has changed since is not noticed.
Status 0: done. 1: a picture is older. 2: wrong use, or no picture.
"""

import glob
import hashlib
import os
import struct
import sys
import zlib

from facts import mutants
from facts.common import FactError
from util.arguments import Parser
from util.problem import Problem, write_whole

IMAGES = "docs/images"
KEY = b"Source"  # keyword of the text in the PNG
SIGNATURE = b"\x89PNG\r\n\x1a\n"
DRAWN_BY = "scripts/screenshots.sh"
# What a picture shows besides the run of its mutant.
SOURCES = {
    "gtkwave.png": ["scripts/gtkw.py", "scripts/gtkw_groups.py"],
    "regression.png": ["scripts/regress_report.py", "scripts/regression/page_coverage.py",
                       *(f"scripts/pages/{name}" for name in ("layout.html", "parts.html", "regression.html",
                                                              "style.css"))],
}
OF_A_MUTANT = ["gtkwave.png"]


def checksum(data):
    return hashlib.sha256(data).hexdigest()[:16]


def contents(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from None


def of_mutant(name):
    """What the mutant does to which text, and in which runs."""
    mutant = next((mutant for mutant in mutants.load() if mutant.name == name), None)
    if mutant is None:
        return "is no mutant"
    return checksum(repr((mutant.file, mutant.search, mutant.replace, mutant.lockstep)).encode())


def made_from(picture, mutant):
    """{source: its checksum}."""
    name = os.path.basename(picture)
    if name not in SOURCES:
        raise Problem(f"{picture}: no picture of that name is known (there are: {' '.join(SOURCES)})")
    found = {path: checksum(contents(path)) for path in (DRAWN_BY, *SOURCES[name])}
    return found | ({f"mutant:{mutant}": of_mutant(mutant)} if name in OF_A_MUTANT else {})


def chunks(path):
    """[(type, data)] of a PNG file."""
    data, found, at = contents(path), [], len(SIGNATURE)
    while data.startswith(SIGNATURE) and at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + length]
        if data[at + 8 + length:at + 12 + length] != struct.pack(">I", zlib.crc32(kind + body)):
            break
        found.append((kind, body))
        at += 12 + length
    if at != len(data) or not found or found[-1][0] != b"IEND":
        raise Problem(f"{path}: no PNG picture")
    return found


def stamp(picture, mutant):
    """Writes into the picture what it is made from."""
    text = " ".join(f"{source}={value}" for source, value in made_from(picture, mutant).items())
    kept = [chunk for chunk in chunks(picture) if not (chunk[0] == b"tEXt" and chunk[1].startswith(KEY + b"\0"))]
    kept.insert(1, (b"tEXt", KEY + b"\0" + text.encode("ascii")))
    write_whole(picture, SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in kept))


def stamped(picture):
    """{source: its checksum} when the picture was made; empty if it does not say."""
    text = next((body[len(KEY) + 1:] for kind, body in chunks(picture) if kind == b"tEXt"
                 and body.startswith(KEY + b"\0")), b"")
    return dict(word.split("=", 1) for word in text.decode("ascii", "replace").split() if "=" in word)


def mutant_of(picture):
    """The mutant that a picture says it shows, or none."""
    return next((source.partition(":")[2] for source in stamped(picture) if source.startswith("mutant:")), "")


def problems(directory=IMAGES):
    """What is out of date: lines."""
    found = []
    for picture in sorted({*glob.glob(f"{directory}/*.png"), *(f"{directory}/{name}" for name in SOURCES)}):
        then, now = stamped(picture), made_from(picture, mutant_of(picture))
        found += [f"{picture} is older than {source.replace(':', ' ')}" for source in now
                  if then.get(source) != now[source]]
    return found


def main():
    parser = Parser(prog="pictures.py", description=__doc__)
    parser.add_argument("--stamp", metavar="PICTURE")
    parser.add_argument("--mutant", default="", metavar="NAME")
    options = parser.parse_args()
    try:
        if options.stamp:
            stamp(options.stamp, options.mutant)
            return 0
        found = problems()
    except (Problem, FactError, OSError) as error:
        print(f"pictures.py: {error}", file=sys.stderr)
        return 2
    for line in found:
        print(f"pictures.py: {line}; make screenshots makes it again", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
