# SPDX-License-Identifier: Apache-2.0
"""Everything else has the version that cmodel/spu.h states. No requirement."""

import glob
import os
import re

from helpers import BUILD, equal, expect, read, run

HEADER = "cmodel/spu.h"


def version():
    """The version that the header states."""
    header = read(HEADER)
    parts = [re.findall(rf"^#define SPU_VERSION_{part} (\d+)$", header, re.M) for part in ("MAJOR", "MINOR", "PATCH")]
    expect(all(len(part) == 1 for part in parts), f"{HEADER}: not one line for each number of the version: {parts}")
    return ".".join(part[0] for part in parts)


def check_version(path, pattern):
    """Expects the version in the first match in the file."""
    found = re.search(pattern, read(path), re.M)
    expect(found, f"{path}: no version: nothing matches {pattern}")
    equal(found[1], version(), f"version in {path}")


def programs():
    """{name: path} of every program that has options."""
    names = {os.path.basename(path).removesuffix("_main.c").replace("_", "-")
             for folder in ("tb/*/tools", "fpga/expect", "fpga/sim") for path in glob.glob(f"{folder}/*_main.c")}
    names.add("spu-host")  # in Python
    places = {"fpga-sim": "fpga/hx8k"} | {name: "base" for name in ("spu-sim", "spu-shrink", "spu-throughput")}
    return {name: f"{BUILD}/{places.get(name, 'bin')}/{name}" for name in sorted(names)}


def test_every_program_prints_the_version():
    found = programs()
    expect(len(found) >= 11, f"programs: {list(found)}")
    for name, path in found.items():
        equal(run(path, "--version"), (0, f"{name} (OpenSPU) {version()}\n".encode(), b""), f"{path} --version")


def test_every_program_explains_version_and_help():
    for name, path in programs().items():
        status, out, err = run(path, "--help")
        equal((status, err), (0, b""), f"{path} --help: status and stderr")
        for option in ("--help", "--version"):
            expect(re.search(rf"^ +(-h, )?{option} .*\w", out.decode(), re.M), f"{name} --help: no line for {option}")


def test_every_program_refuses_an_option_that_it_lacks():
    for name, path in programs().items():
        status, out, err = run(path, "--bogus")
        equal((status, out), (2, b""), f"{path} --bogus: status and output")
        expect(err.startswith(f"{name}: --bogus: no such option".encode()) and err.count(b"\n") == 1,
               f"{path} --bogus: {err!r}")


def test_manifests_and_changelogs_have_the_version():
    check_version("openspu.core", r"^name: \w+:\w+:openspu:(\S+)$")
    check_version("CHANGELOG.md", r"^## \[([^\]]+)\] - (?:unreleased|\d{4}-\d\d-\d\d)$")
    check_version("debian/changelog", r"\Aopenspu \(([^)]+)\) ")


def test_debian_library_has_the_major_version():
    packages = re.findall(r"^Package: (\S+)$", read("debian/control"), re.M)
    library = f"libspu{version().split('.', maxsplit=1)[0]}"
    equal(packages, [library, "libspu-dev", "openspu-tools"], "packages in debian/control")
