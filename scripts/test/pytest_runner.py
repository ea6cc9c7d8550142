# SPDX-License-Identifier: Apache-2.0
"""Extensions of pytest: the longest tests start first, and the last line is `N passed, N failed`. tap_programs.py
collects test programs. A skipped test fails, unless helpers.not_done() says what this machine lacks."""

import collections
import ctypes
import glob
import os
import signal
import time

import pytest
from xdist.scheduler import LoadScopeScheduling

pytest.register_assert_rewrite("helpers", "perf_tools", "corpus_truth", "regress_bench")
from helpers import BUILD, SESSION, NotDone, Scratch  # noqa: E402

pytest_plugins = ["tap_programs"]

PR_SET_CHILD_SUBREAPER = 36  # of prctl()
REMEMBERED = "openspu/seconds"  # of the last run, in pytest's cache
LONG = {  # seconds of the longest tests, for the first run
    "scripts/test/build_manifest_test.py": 60,
    "tb/unit/test/model/config_table_test.py": 47,
    "tb/unit/test/model/features_test.py": 40,
    "tb/programs/test/perf_decode_test.py": 37,
    "scripts/test/regress_test.py": 30,
    "fpga/test/fpga_sim_test.py": 29,
    "tb/programs/test/workload_record_test.py": 19,
    "scripts/test/runner_test.py": 17,
    "tb/programs/test/sim_cli_test.py": 17,
    "scripts/test/mutate_test.py": 16,
    "tb/programs/test/workload_environment_test.py": 16,
    "tb/unit/test/mutants_test.py": 16,
    "scripts/test/regress_page_test.py": 15,
}


def scope_of(nodeid):
    """The unit of work of a process: a file, whose tests may share slow fixtures, or one parameter of a test."""
    return nodeid if "[" in nodeid else nodeid.partition("::")[0]


def is_worker(config):
    return hasattr(config, "workerinput")


def pytest_configure(config):
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.makedirs(f"{BUILD}/test/log", exist_ok=True)
    if not is_worker(config):
        os.environ[SESSION] = f"{os.getpid()} {time.time()}"  # workers inherit it
        config.pluginmanager.register(Summary(config))
        signal.signal(signal.SIGTERM, interrupt)
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def interrupt(_number, _frame):
    raise KeyboardInterrupt


def descendants(pid):
    """All descendants of a process. The subreaper adopts those whose parent has ended."""
    found = []
    for path in glob.glob(f"/proc/{pid}/task/*/children"):
        try:
            with open(path, encoding="utf-8") as file:
                children = [int(child) for child in file.read().split()]
        except OSError:
            continue  # the process has ended
        for child in children:
            found += [child, *descendants(child)]
    return found


def pytest_unconfigure(config):
    """Ends all processes that tests started, however the run ends."""
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
    def _split_scope(self, nodeid):
        return scope_of(nodeid)


def pytest_xdist_make_scheduler(config, log):
    return ByScope(config, log)


def pytest_collection_modifyitems(config, items):
    seconds = {**LONG, **config.cache.get(REMEMBERED, {})}
    items.sort(key=lambda item: -seconds.get(scope_of(item.nodeid), 0))


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
    """In the reporting process: reports tests of programs, and prints the last line."""

    def __init__(self, config):
        self.config = config
        self.seconds = collections.Counter()  # of each scope
        self.session = None

    def pytest_sessionstart(self, session):
        self.session = session

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report):
        if getattr(report, "of_a_program", False):
            return
        self.seconds[scope_of(report.nodeid)] += report.duration
        for name, message in getattr(report, "tests", ()):
            part = pytest.TestReport(
                nodeid=f"{report.nodeid.partition('::')[0]}::{name}", location=report.location, keywords={},
                outcome="failed" if message else "passed", longrepr=message or None, when="call", of_a_program=True)
            if hasattr(report, "node"):
                part.node = report.node
            self.session.testscollected += 1  # for the percentage of finished tests
            self.config.hook.pytest_runtest_logreport(report=part)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, exitstatus):
        result = yield
        if not self.config.option.collectonly:
            self.config.cache.set(REMEMBERED, {**self.config.cache.get(REMEMBERED, {}), **self.seconds})
            terminal = self.config.pluginmanager.getplugin("terminalreporter")
            count = {name: len(terminal.stats.get(name, ())) for name in ("passed", "failed", "error")}
            failed = count["failed"] + count["error"]
            terminal.write(f"\n{count['passed']} passed, {failed or int(exitstatus != 0)} failed\n")
        return result
