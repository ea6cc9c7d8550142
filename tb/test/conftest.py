# SPDX-License-Identifier: Apache-2.0
"""What pytest does here beside its own: it collects the programs that print TAP (cmocka's, and those of SystemVerilog),
starts what takes longest first, says every half minute how much is left, and ends with `N passed, N failed`.

Only a clear pass is one: a test that is skipped has failed, unless it says what cannot be done here (helpers.not_done).
"""

import collections
import ctypes
import glob
import json
import os
import re
import signal
import time

import pytest
from xdist.scheduler import LoadScopeScheduling

from helpers import BUILD, SESSION, NotDone, Scratch, failure, run_logged

PR_SET_CHILD_SUBREAPER = 36  # of prctl()
LIMIT = 300  # seconds of a program
STATUS_PERIOD = 30  # seconds between two lines that say how far it is
SECONDS = os.path.join(os.path.dirname(__file__), "seconds.json")  # typical ones of what is begun as one, if they are many
OTHER_SECONDS = 0.3  # of what is not in it
REMEMBERED = "openspu/seconds"  # those of the last run, in pytest's cache


def scope_of(nodeid):
    """What one process runs as a whole: a file, whose tests may share what is slow to make, but each of a test's
    parameters by itself."""
    return nodeid if "[" in nodeid else nodeid.partition("::")[0]


def is_worker(config):
    return hasattr(config, "workerinput")


def pytest_configure(config):
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.environ.pop("SPU_STEPS", None)  # a make that a test calls counts for itself
    os.makedirs(f"{BUILD}/test/log", exist_ok=True)
    if not is_worker(config):
        os.environ[SESSION] = f"{os.getpid()} {time.time()}"  # the same in the processes that it starts
        config.pluginmanager.register(Summary(config))
        signal.signal(signal.SIGTERM, interrupt)
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def interrupt(_number, _frame):
    raise KeyboardInterrupt


def descendants(pid):
    """Processes that this one started, and theirs. Those whose parent has ended are children of the subreaper."""
    found = []
    for path in glob.glob(f"/proc/{pid}/task/*/children"):
        try:
            with open(path, encoding="utf-8") as file:
                children = [int(child) for child in file.read().split()]
        except OSError:
            continue  # it has ended
        for child in children:
            found += [child, *descendants(child)]
    return found


def pytest_unconfigure(config):
    """Nothing that a test started outlives the run, however that ends."""
    Scratch.remove_all()
    if not is_worker(config):
        for pid in descendants(os.getpid()):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


# ---------------------------------------------------------------------------------------------------------
# Order


class ByScope(LoadScopeScheduling):
    """Gives each process the next scope."""

    def _split_scope(self, nodeid):
        return scope_of(nodeid)


def pytest_xdist_make_scheduler(config, log):
    return ByScope(config, log)


def expected_seconds(config):
    """{scope: seconds} of the last run, or typical ones. Only the order and the time that is shown depend on it."""
    with open(SECONDS, encoding="utf-8") as file:
        return {**json.load(file), **config.cache.get(REMEMBERED, {})}


def pytest_collection_modifyitems(config, items):
    seconds = expected_seconds(config)
    items.sort(key=lambda item: -seconds.get(scope_of(item.nodeid), OTHER_SECONDS))


# ---------------------------------------------------------------------------------------------------------
# Programs


def pytest_collect_file(file_path, parent):
    if file_path.suffix in (".c", ".sv") and file_path.stem.endswith("_test"):
        return Source.from_parent(parent, path=file_path)
    return None


class Source(pytest.File):
    """Source of a program that make has built."""

    def collect(self):
        yield Program.from_parent(self, name="program")


class ProgramFailed(Exception):
    """What is wrong with a program, beside its tests."""


class Program(pytest.Item):
    """Runs the program. It passes if it runs as many tests as it plans, at least one, and ends as the tests did; each of
    its tests is reported as one of pytest's."""

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
    """([[name, message if it failed]] of the program's tests, what is wrong with the program or "")."""
    tests = []
    planned = None
    for line in text.splitlines():
        plan = TAP_PLAN.fullmatch(line)
        test = TAP_LINE.fullmatch(line)
        if plan:
            planned = int(plan[1])
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


# ---------------------------------------------------------------------------------------------------------
# Reports


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call" and isinstance(item, Program):
        report.tests = item.tests
    if report.skipped and not isinstance(call.excinfo.value, NotDone):
        report.outcome, report.longrepr = "failed", f"skipped: {call.excinfo.value}"
    return report


class Summary:
    """In the process that reports: tests of programs, what is left, the last line."""

    def __init__(self, config):
        self.config = config
        self.seconds = collections.Counter()  # of each scope that has begun
        self.left = collections.Counter()  # tests that have not ended, of each scope
        self.expected = {}
        self.began = self.said = time.monotonic()

    def pytest_xdist_node_collection_finished(self, ids):
        self.begin(ids)

    def pytest_collection_finish(self, session):
        self.begin([item.nodeid for item in session.items])

    def begin(self, ids):
        """The tests that will run: they come once from each process."""
        if ids and not self.expected:
            seconds = expected_seconds(self.config)
            self.left = collections.Counter(map(scope_of, ids))
            self.expected = {scope: seconds.get(scope, OTHER_SECONDS) for scope in self.left}

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report):
        scope = scope_of(report.nodeid)
        if scope not in self.expected:
            return  # a test of a program
        self.seconds[scope] += report.duration
        self.left[scope] -= report.when == "teardown"
        for name, message in getattr(report, "tests", ()):
            part = pytest.TestReport(
                nodeid=f"{report.nodeid.partition('::')[0]}::{name}", location=report.location, keywords={},
                outcome="failed" if message else "passed", longrepr=message or None, when="call")
            if hasattr(report, "node"):
                part.node = report.node
            self.config.hook.pytest_runtest_logreport(report=part)
        if time.monotonic() - self.said >= STATUS_PERIOD:
            self.said = time.monotonic()
            self.write(self.status())

    def status(self):
        ended = [scope for scope, tests in self.left.items() if tests == 0]
        done = sum(self.expected[scope] for scope in ended)
        left = sum(self.expected.values()) - done
        # Ten seconds at the expected speed keep the first estimates sane.
        processes = self.config.getoption("numprocesses", None) or 1
        slower = (time.monotonic() - self.began + 10) / (done / processes + 10)
        return f"{len(ended)} of {len(self.left)} files and runs done, about {left / processes * slower:.0f} s left"

    def write(self, line):
        terminal = self.config.pluginmanager.getplugin("terminalreporter")
        terminal.write(f"\n{line}\n")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, exitstatus):
        result = yield
        if not self.config.option.collectonly:
            self.config.cache.set(REMEMBERED, {**self.config.cache.get(REMEMBERED, {}), **self.seconds})
            stats = self.config.pluginmanager.getplugin("terminalreporter").stats
            count = {name: len(stats.get(name, ())) for name in ("passed", "failed", "error")}
            failed = count["failed"] + count["error"]
            self.write(f"{count['passed']} passed, {failed or int(exitstatus != 0)} failed")
        return result
