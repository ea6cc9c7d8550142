# SPDX-License-Identifier: Apache-2.0
"""Helpers for tests of every kind."""

import functools
import os
import re
import shutil
import subprocess
import tempfile

import pytest

BUILD = os.environ.get("BUILD", "build")
IN_TREE = BUILD if not os.path.relpath(BUILD).startswith("..") else "build"  # tools in a sandbox see nothing else
SHOWN = 40  # lines of the output of a program that fails
SESSION = "OPENSPU_TEST_SESSION"  # variable that identifies a run of pytest (pytest_runner.py)


class NotDone(pytest.skip.Exception):
    """The test is not possible on this machine."""


def not_done(reason):
    """Ends the test as neither passed nor failed, and prints `reason`."""
    raise NotDone(f"not done: {reason}")


def for_release():
    """Ends a long test, which rarely fails, unless make release runs it."""
    if not os.environ.get("OPENSPU_RELEASE"):
        not_done("make release runs it")


class Scratch:
    """A directory for the tests of a module, made when its name is first read and removed when the process ends."""

    made = []

    def __init__(self, prefix, directory=None):
        self.prefix, self.directory = prefix, directory

    @functools.cached_property
    def name(self):
        if self.directory:
            os.makedirs(self.directory, exist_ok=True)
        path = tempfile.mkdtemp(prefix=self.prefix, dir=self.directory)
        self.made.append(path)
        return path

    @classmethod
    def remove_all(cls):
        for path in cls.made:
            shutil.rmtree(path, ignore_errors=True)


def expect(condition, message):
    __tracebackhide__ = True
    if not condition:
        raise AssertionError(message)


def equal(got, expected, what):
    __tracebackhide__ = True
    expect(got == expected, f"{what}: expected {expected!r}, got {got!r}")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def write_program(path, text):
    """Writes a script that can be run."""
    write(path, text)
    os.chmod(path, 0o755)


def needed(path, made_by):
    """The path, or a failure that names what makes the file."""
    expect(os.path.isfile(path), f"{path} is missing; {made_by} makes it")
    return path


def rtl_sources():
    """The sources of the unit, in the order of rtl/files.f."""
    return [f"rtl/{line}" for line in read("rtl/files.f").splitlines() if line and not line.startswith("//")]


def samples(document):
    """[lines] of each fenced block of a document."""
    return [block.splitlines() for block in re.findall(r"^```\w*\n(.*?)^```", read(document), re.S | re.M)]


def sample(document, words):
    """The lines of the only block that contains these words."""
    found = [lines for lines in samples(document) if any(words in line for line in lines)]
    equal(len(found), 1, f"samples with {words!r} in {document}")
    return found[0]


def call(*command, **options):
    """The finished process of a command, with its output as text."""
    return subprocess.run(command, **{"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "timeout": 300,
                                      "check": False, **options})


def refused(done, program, *words):
    """Expects that a program ended with status 2 and one line, which begins with its name and contains the words."""
    __tracebackhide__ = True
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    missing = [word for word in (f"{program}: ", *words) if word not in done.stderr]
    assert not missing and done.stderr.startswith(program), done


def run(*command, stdin=b"", environment=None):
    """(status, stdout, stderr) as bytes."""
    process = subprocess.run(command, input=stdin, capture_output=True, timeout=300, env=environment)
    return process.returncode, process.stdout, process.stderr


def run_logged(command, log, limit, environment=None):
    """Runs a program with a limit in seconds and its output in the file `log`. Returns (cause of its failure or "", its
    output)."""
    with open(log, "wb") as output:
        try:
            status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                    env=environment, timeout=limit, check=False).returncode
            cause = "" if status == 0 else f"status {status}" if status > 0 else f"signal {-status}"
        except subprocess.TimeoutExpired:
            cause = f"still running after {limit} s"
        except OSError as error:
            cause = f"{error.strerror}; make test makes it"
    with open(log, encoding="utf-8", errors="replace") as file:
        return cause, file.read()


def failure(command, cause, text):
    """The message about a failed program: the cause, its last lines of output, the command that repeats it."""
    last = "\n".join(text.splitlines()[-SHOWN:])
    return f"{command}: {cause}\n{last}\nagain: {command}"


def cross_compile(source, path, *options):
    """Compiles the C text to an AArch64 program. Returns its path."""
    subprocess.run(["aarch64-linux-gnu-gcc", "-std=gnu11", "-O1", "-x", "c", "-", *options, "-o", path],
                   input=source.encode(), check=True)
    return path
