#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Downloads the packages that scripts/requirements-core-sources.txt pins by version and hash from the Python Package
Index, and unpacks them into .tools/core/NAME-VERSION/. A directory with that hash is left alone.

A directory appears only when it is complete. The packages are wheels, which are only unpacked: nothing in them is
installed or run.

Status 0: all are unpacked. 2: not; one line says why.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

from util.arguments import Parser
from util.problem import Problem, run_main

HOME = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HOME)
REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)==([A-Za-z0-9._]+) --hash=sha256:([0-9a-f]{64})")
HASH = ".sha256"  # in each directory: the hash of the wheel


def pinned(path):
    """{name: (version, hash)} of a requirements file."""
    found = {}
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("#") or not line.strip():
                continue
            match = REQUIREMENT.fullmatch(line.strip())
            if not match:
                raise Problem(f"{path}:{number}: not NAME==VERSION --hash=sha256:HASH")
            found[match[1]] = (match[2], match[3])
    return found


def is_there(place, digest):
    try:
        with open(f"{place}/{HASH}", encoding="ascii") as file:
            return file.read().strip() == digest
    except OSError:
        return False


def download(name, version, digest, work):
    """The path of the package's wheel, below `work`. pip checks its hash."""
    with open(f"{work}/requirements.txt", "w", encoding="utf-8") as file:
        file.write(f"{name}=={version} --hash=sha256:{digest}\n")
    pip = [f"{ROOT}/.venv/bin/python"] if os.path.exists(f"{ROOT}/.venv/bin/pip") else [sys.executable]
    command = [*pip, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes",
               "--only-binary", ":all:", "--dest", f"{work}/files", "-r", f"{work}/requirements.txt"]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode == 0:
        return f"{work}/files/{os.listdir(f'{work}/files')[0]}"
    lines = [line for line in process.stderr.splitlines() if line.strip()] or [f"pip: status {process.returncode}"]
    error = next((line for line in lines if line.startswith("ERROR")), lines[-1])
    raise Problem(f"{name} {version} could not be downloaded: {error.removeprefix('ERROR: ')}")


def fetch(name, version, digest, out):
    place = f"{out}/{name}-{version}"
    if is_there(place, digest):
        return
    os.makedirs(out, exist_ok=True)
    with open(f"{out}/.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_there(place, digest):
            return
        print(f"core_sources.py: downloading {name} {version} from the Python Package Index", file=sys.stderr)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=out) as work:
            with zipfile.ZipFile(download(name, version, digest, work)) as wheel:
                wheel.extractall(f"{work}/unpacked")
            with open(f"{work}/unpacked/{HASH}", "w", encoding="ascii") as output:
                output.write(f"{digest}\n")
            shutil.rmtree(place, ignore_errors=True)
            os.rename(f"{work}/unpacked", place)


def main():
    parser = Parser(description=__doc__)
    parser.add_argument("names", nargs="+", metavar="NAME", help="package, as the requirements name it")
    parser.add_argument("--requirements", default=f"{HOME}/requirements-core-sources.txt", help="default: %(default)s")
    parser.add_argument("--out", default=f"{ROOT}/.tools/core", help="default: %(default)s")
    options = parser.parse_args()
    packages = pinned(options.requirements)
    for name in options.names:
        if name not in packages:
            raise Problem(f"{name}: no such package (there are: {', '.join(packages)})")
    for name in options.names:
        fetch(name, *packages[name], os.path.abspath(options.out))


if __name__ == "__main__":
    run_main(main)
