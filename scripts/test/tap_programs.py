# SPDX-License-Identifier: Apache-2.0
"""Makes pytest collect the test programs that print TAP: in C with cmocka, and in SystemVerilog. make builds them."""

import os
import re

import pytest

from helpers import BUILD, failure, run_logged

LIMIT = 300  # seconds of a program


def pytest_collect_file(file_path, parent):
    if file_path.suffix in (".c", ".sv") and file_path.stem.endswith("_test"):
        return Source.from_parent(parent, path=file_path)
    return None


class Source(pytest.File):
    def collect(self):
        yield Program.from_parent(self, name="program")


class ProgramFailed(Exception):
    """An error of a program itself, not of a test in it."""


class Program(pytest.Item):
    """Runs the program. It passes if it runs as many tests as it plans, at least one, and its status matches its tests;
    each of its tests is reported like one of pytest's."""

    tests = ()

    def runtest(self):
        command = f"{BUILD}/unit/{self.path.stem}"
        cause, text = run_logged([command], f"{BUILD}/test/log/{self.path.stem}.log", LIMIT,
                                 {**os.environ, "CMOCKA_MESSAGE_OUTPUT": "TAP"})
        self.tests, problem = read_tap(text, cause)
        if problem:
            raise ProgramFailed(failure(f"CMOCKA_MESSAGE_OUTPUT=TAP {command}", problem, text))

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, ProgramFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, None, self.name


TAP_LINE = re.compile(r"(not )?ok\s+(\d+)?\s*(?:-\s*)?(.*)")
TAP_PLAN = re.compile(r"1\.\.(\d+)\s*")


def read_tap(text, cause):
    """([[name, message if it failed]] of the program's tests, the program's error or "")."""
    tests = []
    planned = None
    for line in text.splitlines():
        plan = TAP_PLAN.fullmatch(line)
        test = TAP_LINE.fullmatch(line)
        if plan:
            planned = (planned or 0) + int(plan[1])  # of each group of tests
        elif test:
            name, _, directive = test[3].partition(" # ")
            skipped = directive.strip().lower().startswith(("skip", "todo"))
            tests.append([name.strip() or test[2] or "?",
                          f"skipped: {directive}" if skipped else "it failed\n" if test[1] else ""])
        elif line.startswith("#") and tests and tests[-1][1]:
            tests[-1][1] += line + "\n"
    if cause and not any(message for _, message in tests):
        return tests, cause
    if not tests:
        return tests, "it ran no test"
    if planned != len(tests):
        return tests, f"plan {'missing' if planned is None else planned}, {len(tests)} run"
    return tests, ""
