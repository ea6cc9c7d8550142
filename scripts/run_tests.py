#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every test of the project on what make has built, and says what passed.

Programs that print TAP (cmocka programs and tb/test/*/*_test.py) give one test a TAP line; every simulation is
one test. Whatever is not a clear pass is a failure: a time limit, a signal, a missing plan, a skipped test, a
program without a test, or no test at all. Results: a line a test, build/test/results.json, build/test/junit.xml
and the whole output of each program in build/test/log/. Status 0: all passed. 1: not. 2: wrong use.

What takes longest is started first, by the last results or else by scripts/test_seconds.json; a terminal shows how much
of it is done and about how long the rest takes.
"""

import argparse
import concurrent.futures
import dataclasses
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

from util import junit
from regression import stimuli

PROGRAM_OPERATIONS = 1_000_000  # in every configuration but the first, which runs the whole program
PROGRAM_SEEDS = (2, 3)  # runs of base with other samples, and twice as many: for statistics
PROGRAM_INTERVAL = 512
RANDOM_CYCLES = 300_000
RANDOM_SEEDS = (1, 2, 3)
UNIT_LIMIT = 300  # seconds
SIMULATION_LIMIT = 600
READ_RUNS = "{BUILD}/test/"  # tests in Python that have this read what the runs of the demonstration program left
SECONDS = "scripts/test_seconds.json"  # typical processor seconds of jobs
OTHER_SECONDS = 0.3  # of jobs that are not in it
STATUS_PERIOD = 30  # seconds between two lines that say how far it is, where there is no terminal


@dataclasses.dataclass
class Job:
    """One program to run. A TAP program holds several tests; any other is one test, passed by status 0."""

    name: str
    command: list
    limit: int
    tap: bool = False
    after: tuple = ()  # names of jobs whose results it reads
    environment: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Result:
    suite: str
    name: str
    passed: bool
    seconds: float
    message: str = ""
    processor_seconds: float = 0.0


def simulation(build, config, name, *arguments):
    return Job(f"{config}.{name}", [f"{build}/{config}/spu-sim", *arguments], SIMULATION_LIMIT)


def programs_of(build, configs):
    """The demonstration program in every configuration, in base several times."""
    jobs = [program(build, configs[0], "program", "sim")]
    for seed in PROGRAM_SEEDS:
        jobs.append(program(build, configs[0], f"program-seed{seed}", f"program-seed{seed}", "--seed", str(seed),
                            "--interval", str(PROGRAM_INTERVAL)))
    return jobs + [program(build, config, "program", f"sim-{config}", "--ops", str(PROGRAM_OPERATIONS))
                   for config in configs[1:]]


def program(build, config, name, output, *options):
    return simulation(build, config, name, "--stimulus", "program", "--out", f"{build}/test/{output}", *options,
                      "--workload", f"{build}/workload/demo", "--trace", f"{build}/workload/demo.trace")


def all_jobs(build, configs):
    programs = programs_of(build, configs)
    jobs = list(programs)
    for seed in RANDOM_SEEDS:
        for config in configs:
            jobs.append(simulation(build, config, f"random.seed{seed}", "--stimulus", "random",
                                   "--cycles", str(RANDOM_CYCLES), "--seed", str(seed),
                                   "--out", f"{build}/test/{config}-random{seed}"))
    for config in configs:
        for name in stimuli.scenarios():
            jobs.append(simulation(build, config, name, "--stimulus", "directed", "--scenario", name,
                                   "--out", f"{build}/test/{config}-{name}"))
    for path in sorted(glob.glob("tb/test/*/*_test.py")):
        name = os.path.basename(path)[:-len(".py")]
        with open(path, encoding="utf-8") as file:
            after = tuple(job.name for job in programs) if READ_RUNS in file.read() else ()
        jobs.append(Job(name, [sys.executable, path], SIMULATION_LIMIT, tap=True, after=after,
                        environment={"BUILD": build}))
    for path in sorted(glob.glob("tb/test/*/*_test.c") + glob.glob("tb/test/*/*_test.sv")):
        name = os.path.basename(path).rpartition(".")[0]
        jobs.append(Job(name, [f"{build}/unit/{name}"], UNIT_LIMIT, tap=True,
                        environment={"CMOCKA_MESSAGE_OUTPUT": "TAP"}))
    return jobs


def expected_seconds(directory):
    """{job: processor seconds} of the last run, or typical ones."""
    seconds = {}
    for path, read in ((os.path.join(os.path.dirname(os.path.abspath(__file__)), os.path.basename(SECONDS)), dict),
                       (f"{directory}/results.json", lambda found: found["jobs"])):
        try:
            with open(path, encoding="utf-8") as file:
                seconds.update(read(json.load(file)))
        except (OSError, ValueError, KeyError, TypeError):
            pass  # only the order and the time that is shown depend on it
    return seconds


class Plan:
    """Which job is next, how much is done and how long the rest may take."""

    def __init__(self, jobs, seconds, at_a_time):
        self.seconds = {job.name: seconds.get(job.name, OTHER_SECONDS) for job in jobs}
        first = {name for job in jobs for name in job.after}
        behind = max((self.seconds[job.name] for job in jobs if job.after), default=0)
        self.waiting = sorted(jobs, key=lambda job: -self.seconds[job.name] - (behind if job.name in first else 0))
        self.unfinished = {job.name for job in jobs}
        self.count, self.at_a_time, self.began = len(jobs), at_a_time, time.monotonic()

    def next(self):
        for job in self.waiting:
            if not self.unfinished.intersection(job.after):
                self.waiting.remove(job)
                return job
        return None

    def done(self, job):
        self.unfinished.discard(job.name)

    def text(self):
        left = sum(self.seconds[name] for name in self.unfinished)
        done = sum(self.seconds.values()) - left
        # Ten seconds at the expected speed keep the first estimates sane.
        slower = (time.monotonic() - self.began + 10) / (done / self.at_a_time + 10)
        return (f"{self.count - len(self.unfinished)} of {self.count} runs done, "
                f"about {left / self.at_a_time * slower:.0f} s left")


running = set()
running_lock = threading.Lock()


def execute(job, log):
    """Runs the program with its output in the file `log`. (status or cause, seconds, processor seconds)."""
    began = time.monotonic()
    with open(log, "wb") as output:
        try:
            process = subprocess.Popen(job.command, stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=subprocess.STDOUT, start_new_session=True,
                                       env={**os.environ, **job.environment})
        except OSError as error:
            return f"cannot run {job.command[0]}: {error.strerror}", 0.0, 0.0
        with running_lock:
            running.add(process)
        late = threading.Event()
        timer = threading.Timer(job.limit, lambda: (late.set(), kill(process)))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        status = process.returncode = os.waitstatus_to_exitcode(status)
        cause = "" if status == 0 else f"status {status}" if status > 0 else f"signal {-status}"
        if late.is_set():
            cause = f"still running after {job.limit} s"
        with running_lock:
            running.discard(process)
        kill(process)
    return cause, time.monotonic() - began, usage.ru_utime + usage.ru_stime


def kill(process):
    """Ends the program and everything it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


TAP_LINE = re.compile(r"(not )?ok\s+(\d+)?\s*(?:-\s*)?(.*)")
NOT_DONE = "# not done: "  # what a program could not test here, and does not count as a test
TAP_PLAN = re.compile(r"1\.\.(\d+)\s*")


def read_tap(job, cause, seconds, processor_seconds, text):
    """The tests of a TAP program. The times are the program's, given to its first test."""
    results = []
    planned = None
    for line in text.splitlines():
        plan = TAP_PLAN.fullmatch(line)
        test = TAP_LINE.fullmatch(line)
        if plan:
            planned = int(plan[1])
        elif test:
            name, _, directive = test[3].partition(" # ")
            skipped = directive.strip().lower().startswith(("skip", "todo"))
            passed = not test[1] and not skipped
            message = "" if passed else "skipped: " + directive if skipped else ""
            results.append(Result(job.name, name.strip() or test[2] or "?", passed, 0.0, message))
        elif line.startswith("#") and results and not results[-1].passed:
            results[-1].message += line + "\n"
    if results:
        results[0].seconds, results[0].processor_seconds = seconds, processor_seconds
    if cause and all(result.passed for result in results):
        results.append(Result(job.name, "ends_well", False, seconds, cause))
    elif not results:
        results.append(Result(job.name, "has_tests", False, seconds, "it ran no test"))
    elif planned != len(results):
        results.append(Result(job.name, "runs_every_planned_test", False, seconds,
                              f"plan {'missing' if planned is None else planned}, {len(results)} run"))
    return results


def run(job, directory):
    log = f"{directory}/log/{job.name}.log"
    cause, seconds, processor_seconds = execute(job, log)
    with open(log, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if job.tap:
        results = read_tap(job, cause, seconds, processor_seconds, text)
    else:
        suite, _, name = job.name.partition(".")
        results = [Result(suite, name, not cause, seconds, cause, processor_seconds)]
    return job, results, text, seconds, processor_seconds


def report(job, results, text, colour):
    for result in results:
        word = "ok  " if result.passed else "FAIL"
        if colour:
            word = f"\x1b[3{2 if result.passed else 1}m{word}\x1b[0m"
        time_text = f"  ({result.seconds:.1f} s)" if result.seconds >= 0.1 else ""
        print(f"{word} {result.suite}.{result.name}{time_text}", flush=True)
    for line in text.splitlines():
        if line.startswith(NOT_DONE):
            print(f"     {line[2:]}")
    if not all(result.passed for result in results):
        for result in results:
            if result.message:
                print(f"     {result.name}: {result.message.rstrip()}")
        lines = text.splitlines()
        if len(lines) > 40:
            print(f"     ... {len(lines) - 40} lines before this")
        print("\n".join("     " + line for line in lines[-40:]))
        environment = "".join(f"{name}={value} " for name, value in job.environment.items())
        print(f"     again: {environment}{' '.join(job.command)}", flush=True)


def write_results(directory, results, seconds, times):
    with open(f"{directory}/results.json", "w", encoding="utf-8") as file:
        json.dump({"passed": sum(result.passed for result in results),
                   "failed": sum(not result.passed for result in results),
                   "seconds": round(seconds, 3),
                   "processor_seconds": round(sum(processor for _, processor in times.values()), 3),
                   "jobs": {name: round(processor, 2) for name, (_, processor) in sorted(times.items())},
                   "tests": [dataclasses.asdict(result) for result in results]}, file, indent=1)
        file.write("\n")
    junit.write(f"{directory}/junit.xml", results)


def interrupted(_number, _frame):
    raise KeyboardInterrupt


def main():
    parser = argparse.ArgumentParser(description="Runs every test on what make has built.")
    parser.add_argument("--build", default="build", metavar="DIR", help="default: %(default)s")
    parser.add_argument("--configs", nargs="+", default=["base"], metavar="NAME", help="default: base")
    parser.add_argument("--only", default="", metavar="TEXT", help="programs with TEXT in their name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="at a time (%(default)s)")
    arguments = parser.parse_args()
    build, directory = arguments.build, f"{arguments.build}/test"
    if not os.path.isdir(build) or arguments.jobs < 1:
        parser.error(f"{build}: no such directory" if arguments.jobs >= 1 else "--jobs: at least 1")
    expected = expected_seconds(directory)
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(f"{directory}/log")
    signal.signal(signal.SIGTERM, interrupted)
    os.environ.pop("SPU_STEPS", None)  # a make that a test calls counts for itself

    began = said = time.monotonic()
    results = []
    times = {}  # {job: (seconds, processor seconds)}
    terminal = sys.stdout.isatty()
    jobs = [job for job in all_jobs(build, arguments.configs) if arguments.only in job.name]
    plan = Plan(jobs, expected, arguments.jobs)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        try:
            started = set()
            while True:
                while len(started) < arguments.jobs and (job := plan.next()):
                    started.add(pool.submit(run, job, directory))
                if not started:
                    break
                ended, started = concurrent.futures.wait(started, return_when=concurrent.futures.FIRST_COMPLETED)
                for done in ended:
                    job, own, text, wall, processor = done.result()
                    times[job.name] = (wall, processor)
                    plan.done(job)
                    results += own
                    print("\r\x1b[K" if terminal else "", end="")
                    report(job, own, text, terminal)
                if terminal:
                    print(plan.text(), end="", flush=True)
                elif time.monotonic() - said >= STATUS_PERIOD:
                    said = time.monotonic()
                    print(plan.text(), flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            with running_lock:
                for process in list(running):
                    kill(process)
            results.append(Result("run_tests", "interrupted", False, 0.0, "the run was interrupted"))
    print("\r\x1b[K" if terminal else "", end="")
    seconds = time.monotonic() - began
    results.sort(key=lambda result: result.suite)
    if not results:
        results.append(Result("run_tests", "has_tests", False, 0.0, "there was no test to run"))
        print("FAIL run_tests.has_tests: there was no test to run")
    write_results(directory, results, seconds, times)
    failed = [result for result in results if not result.passed]
    for result in failed:
        print(f"failed: {result.suite}.{result.name}")
    print("what took longest:")
    for name, (wall, processor) in sorted(times.items(), key=lambda item: -item[1][1])[:10]:
        print(f"  {wall:6.1f} s  {processor:6.1f} processor seconds  {name}")
    print(f"{seconds:.0f} s, {sum(processor for _, processor in times.values()):.0f} processor seconds; {directory}/junit.xml, {directory}/results.json")
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
