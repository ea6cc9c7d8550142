# SPDX-License-Identifier: Apache-2.0
"""What pytest does here beside its own: it starts what takes longest first, says every half minute how much is left,
and ends with `N passed, N failed`. tap_programs.py has it collect programs too.

Only a clear pass is one: a test that is skipped has failed, unless it says what cannot be done here (helpers.not_done).
"""

import collections
import ctypes
import glob
import json
import os
import signal
import time

import pytest
from xdist.scheduler import LoadScopeScheduling

pytest.register_assert_rewrite("helpers", "perf_tools", "corpus_truth", "regress_bench")
from helpers import BUILD, SESSION, NotDone, Scratch  # noqa: E402

pytest_plugins = ["tap_programs"]

PR_SET_CHILD_SUBREAPER = 36  # of prctl()
STATUS_PERIOD = 30  # seconds between two lines that say how far it is
# typical ones of what is begun as one, if they are many
SECONDS = os.path.join(os.path.dirname(__file__), "seconds.json")
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
# Reports


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call":
        report.tests = getattr(item, "tests", ())  # of a program
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
