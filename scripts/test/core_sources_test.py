# SPDX-License-Identifier: Apache-2.0
"""scripts/core_sources.py with packages made here, without a network. No requirement: the targets that run a real core
use it."""

import hashlib
import os
import zipfile

from helpers import BUILD, Scratch, call, read, write

scratch = Scratch("core-sources-", BUILD)


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def make_wheel(path, name, source):
    """A wheel with one file of sources."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(source, f"module {name};\n")
        archive.writestr(f"{name}/__init__.py", "raise SystemExit('was run')")
        archive.writestr(f"{name}-1.2.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
        archive.writestr(f"{name}-1.2.dist-info/WHEEL", "Wheel-Version: 1.0\n")
        archive.writestr(f"{name}-1.2.dist-info/RECORD", "")


class Index:
    """A directory of packages, with a file of their pinned hashes."""

    def __init__(self, name):
        self.path = f"{scratch.name}/{name}"
        self.out = f"{self.path}/out"
        os.makedirs(self.path)
        wheels = [f"{self.path}/{name}-1.2-py3-none-any.whl" for name in ("alpha", "beta")]
        make_wheel(wheels[0], "alpha", "alpha/lib/alpha.v")
        make_wheel(wheels[1], "beta", "beta/beta.v")
        self.pin(*map(sha256, wheels))

    def pin(self, alpha, beta):
        write(f"{self.path}/pins.txt",
              f"# Pins\nalpha==1.2 --hash=sha256:{alpha}\nbeta==1.2 --hash=sha256:{beta}\n")

    def fetch(self, *names):
        done = call("scripts/core_sources.py", *names, "--requirements", f"{self.path}/pins.txt", "--out", self.out,
                    env={**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": os.path.abspath(self.path)})
        assert done.stdout == ""
        return done.returncode, done.stderr

    def refused(self, cause, *names):
        """One line with the cause besides those of downloads, and no files left."""
        status, err = self.fetch(*names)
        assert status == 2, f"status with {err}"
        lines = [line for line in err.splitlines() if "downloading" not in line]
        assert len(lines) == 1, f"lines of {err}"
        assert cause in lines[0]
        left = os.listdir(self.out) if os.path.isdir(self.out) else []
        assert set(left) <= {".lock"}


def test_wheels_are_unpacked_and_not_run():
    index = Index("both")
    assert index.fetch("alpha", "beta")[0] == 0
    assert read(f"{index.out}/alpha-1.2/alpha/lib/alpha.v") == "module alpha;\n"
    assert read(f"{index.out}/beta-1.2/beta/beta.v") == "module beta;\n"
    assert sorted(os.listdir(index.out)) == [".lock", "alpha-1.2", "beta-1.2"]


def test_existing_files_are_left_alone():
    index = Index("again")
    assert index.fetch("beta")[0] == 0
    changed = f"{index.out}/beta-1.2/beta/changed"
    write(changed, "")
    assert index.fetch("beta") == (0, "")
    assert os.path.exists(changed)
    index.pin("0" * 64, "0" * 64)
    status, err = index.fetch("beta")
    assert status == 2, f"status with another hash: {err}"
    assert os.path.exists(changed)


def test_package_that_differs_from_its_pin_is_refused():
    index = Index("hash")
    index.pin("0" * 64, "0" * 64)
    index.refused("could not be downloaded", "alpha")
    index.refused("could not be downloaded", "beta")
    index.refused("gamma: no such package (there are: alpha, beta)", "gamma")
    index.refused("the following arguments are required: NAME")
    with open(f"{index.path}/pins.txt", "a", encoding="utf-8") as file:
        file.write("gamma==1\n")
    index.refused("pins.txt:4: not NAME==VERSION --hash=sha256:HASH", "alpha")
